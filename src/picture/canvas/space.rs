//! Pieces in space: a view of the whole with its layers beneath, and pieces by themselves.

use std::collections::BTreeSet;

use super::paint::Paint;
use super::{Canvas, MARGIN, cut_to_fit, line, middle_word};
use crate::lattice::Point;
use crate::picture::drawing::{Anchor, Group, Ink, Path, Stroke, Text};
use crate::picture::space::{self, Body, NamePlaces, Patch, Room, Round, Scene, Side, View};
use crate::picture::{Bounds, Xy};
use crate::solution::verify::Placed;

/// The size of the layers drawn beneath the view, as a share of it.
const LAYERS: f64 = 0.5;
/// Height of the captions of the layers, in points.
const CAPTION: f64 = 18.0;
/// The size of the letters of names, in units.
const LETTERS: f64 = 0.26;
/// The sizes that are tried where there is no room for that, as shares of it, and the least, in points.
const NAME_SHARES: [f64; 4] = [1.0, 0.75, 0.55, 0.4];
const MIN_LETTERS: f64 = 6.0;

impl Canvas<'_> {
    /// A solution in space, with its layers beneath.
    pub(super) fn solution_in_space(&self, placed: &Placed) -> (Group, Xy) {
        let lattice = self.puzzle.lattice;
        let all = || self.puzzle.board.sites().iter().map(|s| s.site);
        let room = Room::around(lattice, all());
        let (view, apart) = (self.style.view, self.style.apart);
        let bodies: Vec<Body> = placed
            .iter()
            .enumerate()
            .map(|(n, (_, sites))| Body {
                sites: self.shown(n, sites),
                shift: room.shift(lattice, sites, apart),
            })
            .collect();
        let patches = Scene::new(lattice, &bodies).draw(view);
        let whole = Scene::of_board(lattice, all());
        // As large for every solution of the board, unless it is taken apart.
        let board = whole.draw(view);
        let bounds = space::bounds(if apart == 0.0 { &board } else { &patches });
        let bounds = bounds.unwrap_or_else(|| room.bounds(view, apart));
        let paints = self.paints(placed);
        let name = |n: usize| self.puzzle.piece(placed[n].0).name.as_str();
        // Sites that stay empty are seen as the room that they leave; a board on which nothing
        // lies is a solid itself.
        let covered: usize = placed.iter().map(|(_, sites)| sites.len()).sum();
        let mut upper = Group::new();
        if placed.is_empty() {
            upper.push(self.walls(&board));
        } else if covered < self.puzzle.board.sites().len() && apart == 0.0 {
            upper.push(self.walls(&whole.draw_inside(view)));
        }
        upper.push(self.bodies(&patches, |n| paints[n], name));

        let small = Canvas { scale: self.scale * LAYERS, ..*self };
        let caption = if self.style.names { CAPTION * self.pen } else { 0.0 };
        // Where there is no margin, the layers keep clear of the view, and the captions of them.
        let clear = (MARGIN * self.pen - self.margin).max(0.0);
        let size = bounds.size().map(|n| n * self.scale + 2.0 * self.margin);
        let plan = small.size();
        let width = size[0].max(plan[0]);
        let y = size[1] + clear;
        let left = (width - size[0]) / 2.0;
        let x = (width - plan[0]) / 2.0;
        let mut group = Group::new()
            .with(upper.at(self.origin(&bounds, left, 0.0)))
            .with(small.solution(placed).at(small.origin(&small.bounds(), x, y)));
        if caption > 0.0 {
            for (layer, middle) in small.layer_middles() {
                let x = x + self.margin + (middle - small.bounds().min[0]) * small.scale;
                let ink = if self.style.dark { Ink::hex(0xA6_AB_B4) } else { Ink::hex(0x56_5C_66) };
                let at = [x, y + plan[1] + 4.0 * self.pen + 0.75 * clear];
                let word = Text::new(format!("Layer {layer}"), at, 12.0 * self.pen, ink);
                group.push(word.anchored(Anchor::Middle));
            }
        }
        (group, [width, y + plan[1] + caption])
    }

    /// The board itself: open to the viewer, or its outside.
    fn walls(&self, patches: &[Patch]) -> Group {
        let ([grid, edge], empty) = if self.style.dark {
            ([0x43_48_4F, 0x91_97_A1], [0x2A, 0x2D, 0x32])
        } else {
            ([0xCD_D0_D6, 0x62_68_72], [0xEC, 0xED, 0xEF])
        };
        let (grid, edge) = (Ink::hex(grid), Ink::hex(edge));
        patches.iter().fold(Group::new(), |group, patch| {
            // Less shaded than pieces are, as it is but a ground.
            let fill = space::lit(empty, patch.light * 0.3);
            let group = group.with(self.area(patch, fill));
            let grid = self.style.grid.then_some(grid);
            self.sides(group, patch, grid, (edge, 1.25 * self.pen))
        })
    }

    /// The area of a patch.
    fn area(&self, patch: &Patch, fill: [u8; 3]) -> Path {
        let fill = Ink::from(fill);
        // A line of its own colour closes the seams that smoothing leaves between patches.
        let stroke = Some(Stroke::new(fill, 0.6 * self.pen));
        Path { contours: vec![self.contour(&patch.corners, true)], fill: Some(fill), stroke }
    }

    /// Adds the area of a ball: discs in each other, from its rim to where it is brightest.
    fn shaded(&self, group: &mut Group, ball: Round, colour: [u8; 3]) {
        const DISCS: usize = 12;
        const CORNERS: usize = 40;
        const BRIGHTEST: Xy = [0.40, -0.49];
        for n in 0..DISCS {
            let share = n as f64 / DISCS as f64;
            let middle = [0, 1].map(|k| ball.middle[k] + ball.radius * share * BRIGHTEST[k]);
            let radius = ball.radius * (1.0 - share);
            // Lit as where its rim is farthest from the light.
            let rim = share - (1.0 - share) / BRIGHTEST[0].hypot(BRIGHTEST[1]);
            let light = space::ball_light(BRIGHTEST.map(|n| n * rim));
            let corner = |i: usize| {
                let angle = i as f64 / CORNERS as f64 * std::f64::consts::TAU;
                [middle[0] + radius * angle.cos(), middle[1] + radius * angle.sin()]
            };
            let corners: Vec<Xy> = (0..CORNERS).map(corner).collect();
            let fill = Some(Ink::from(space::lit(colour, light)));
            group.push(Path { contours: vec![self.contour(&corners, true)], fill, stroke: None });
        }
    }

    /// Adds the sides of a patch: within a flat face thin ones, if they are wanted, and edges.
    fn sides(
        &self,
        mut group: Group,
        patch: &Patch,
        thin: Option<Ink>,
        (ink, width): (Ink, f64),
    ) -> Group {
        if patch.round.is_some() {
            group.push(line(vec![self.contour(&patch.corners, true)], ink, width));
            return group;
        }
        let sides = |wanted: Side| {
            let n = patch.corners.len();
            let chosen = (0..n).filter(|&i| patch.sides[i] == wanted);
            chosen
                .map(|i| self.contour(&[patch.corners[i], patch.corners[(i + 1) % n]], false))
                .collect()
        };
        if let Some(thin) = thin.filter(|_| patch.sides.contains(&Side::Flat)) {
            group.push(line(sides(Side::Flat), thin, self.pen));
        }
        if patch.sides.contains(&Side::Edge) {
            group.push(line(sides(Side::Edge), ink, width));
        }
        group
    }

    /// A piece by itself in the usual view.
    pub(super) fn piece_in_space(&self, sites: &[Point], paint: Paint, name: &str) -> (Group, Xy) {
        let body = Body { sites: sites.to_vec(), shift: [0.0; 3] };
        let patches = Scene::new(self.puzzle.lattice, &[body]).draw(View::CORNER);
        let bounds = space::bounds(&patches).unwrap_or(Bounds { min: [0.0; 2], max: [1.0; 2] });
        let size = bounds.size().map(|n| n * self.scale + 2.0 * self.margin);
        let drawing = self.bodies(&patches, |_| paint, |_| name);
        (drawing.at(self.origin(&bounds, 0.0, 0.0)), size)
    }

    /// The number of each layer of the board, as people count, and where its middle is on the page.
    fn layer_middles(&self) -> Vec<(i32, f64)> {
        let board = self.puzzle.board.sites();
        let layers: BTreeSet<i32> = board.iter().map(|s| self.page.layer(s.site)).collect();
        let least = layers.first().copied().unwrap_or(0);
        let middle = |layer: i32| {
            let sites = board.iter().map(|s| s.site).filter(|&s| self.page.layer(s) == layer);
            let bounds = Bounds::of_sites(&self.page, sites)?;
            Some((layer - least + 1, (bounds.min[0] + bounds.max[0]) / 2.0))
        };
        layers.into_iter().filter_map(middle).collect()
    }

    /// Patches from far to near.
    pub(super) fn bodies<'a>(
        &self,
        patches: &[Patch],
        paint_of: impl Fn(usize) -> Paint,
        name: impl Fn(usize) -> &'a str,
    ) -> Group {
        let mut group = Group::new();
        let ink = if self.style.dark { Ink::hex(0x0A_0B_0D) } else { Ink::hex(0x1B_1D_21) };
        let width = if self.is_small() { 1.25 } else { 2.25 } * self.pen;
        for patch in patches {
            let paint = paint_of(patch.body);
            let fill = space::lit(paint.fill, patch.light);
            match patch.round {
                Some(ball) => self.shaded(&mut group, ball, paint.fill),
                None => group.push(self.area(patch, fill)),
            }
            let share = if paint.label[0] > 128 { 0.22 } else { 0.16 };
            let thin = Ink::from(space::mixed(fill, paint.label, share));
            group = self.sides(group, patch, self.style.grid.then_some(thin), (ink, width));
        }
        if !self.style.names {
            return group;
        }
        let places = NamePlaces::new(patches);
        let bodies: BTreeSet<usize> = patches.iter().map(|patch| patch.body).collect();
        for body in bodies {
            let name = cut_to_fit(name(body), 0.8 / LETTERS);
            // As large as there is room on a face.
            let sizes = NAME_SHARES.map(|share| share * LETTERS);
            let mut sizes = sizes.into_iter().take_while(|&letters| {
                letters == LETTERS || letters * self.scale >= MIN_LETTERS * self.pen
            });
            let found = sizes.find_map(|letters| {
                let half = [0.31 * letters * name.chars().count() as f64, 0.4 * letters];
                Some((places.find(body, half)?, letters))
            });
            let Some((at, letters)) = found else { continue };
            let ink = Ink::from(paint_of(body).label);
            let at = at.map(|n| n * self.scale);
            group.push(middle_word(&name, at, letters * self.scale, ink));
        }
        group
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::format::puzzle_file;
    use crate::picture::canvas::NumberedSolution;
    use crate::picture::space::View;
    use crate::picture::{Style, svg};
    use crate::polyform::art::shape_sites;
    use crate::puzzle::{PieceId, Puzzle};
    use crate::solution::verify::Placed;

    fn two_pieces() -> (Arc<Puzzle>, Placed) {
        let text = "(format: 1, title: \"t\", lattice: Cube, board: Box(2, 2, 2), pieces: [
            Piece(name: \"low\", art: [\"XX\", \"XX\"]), Piece(name: \"top\", art: [\"XX\", \"XX\"])])";
        let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
        let sites = |art: &[&str]| shape_sites(puzzle.lattice, art).unwrap();
        let placed = vec![
            (PieceId(0), sites(&["XX", "XX"])),
            (PieceId(1), sites(&["..", "..", "", "XX", "XX"])),
        ];
        (puzzle, placed)
    }

    #[test]
    fn a_board_in_space_is_drawn_with_what_lies_on_it() {
        let text = |placed: &str| {
            let text = format!(
                "(format: 1, title: \"t\", lattice: Cube, board: Box(2, 2, 2), pieces: [
                Piece(name: \"low\", art: [\"XX\", \"XX\"], copies: (2, 2))], placed: [{placed}])"
            );
            let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
            svg::puzzle(&puzzle, Style::default())
        };
        let patches = |drawing: &str| drawing.matches("stroke-width=\"0.6\"").count();
        // The piece in the row below has a top of four and two sides of two faces each.
        let row = 4 + 2 * 2;
        let empty = text("");
        assert_eq!(patches(&empty), 3 * 4 + row, "the outside of the board");
        let sites = "sites: [[1, 1, 1], [2, 1, 1], [1, 2, 1], [2, 2, 1]], pinned: true";
        let laid = text(&format!("Placed(piece: \"low\", {sites})"));
        // The three walls behind it, and the piece itself.
        assert_eq!(patches(&laid), 3 * 4 + 8 + row);
    }

    #[test]
    fn a_solution_in_space_is_drawn_as_seen_with_its_layers_beneath() {
        let (puzzle, placed) = two_pieces();
        let drawing = svg::solution(&puzzle, &placed, Style::default());
        // Two pieces of 2×2×1: their tops and near sides, without what lies between them.
        let shaded = |text: &str| text.matches("stroke-width=\"0.6\"").count();
        assert_eq!(shaded(&drawing), 4 + 2 * 4);
        assert!(drawing.contains("Layer 1") && drawing.contains("Layer 2"));
        let apart = Style { apart: 1.0, ..Style::default() };
        assert_eq!(shaded(&svg::solution(&puzzle, &placed, apart)), 2 * 4 + 2 * 4);
        let top = Style { view: View::TOP, ..Style::default() };
        assert_eq!(shaded(&svg::solution(&puzzle, &placed, top)), 4);
        // Without what is hidden, and without what lies above the layers shown: of the upper piece
        // nothing is left, of the lower one all of its five sides can be seen.
        let lower = Style { layers: Some(1), ..Style::default() };
        assert_eq!(shaded(&svg::solution(&puzzle, &placed, lower)), 4 + 2 * 2);
        let usual = Style::default();
        let without_one =
            NumberedSolution { puzzle: &puzzle, placed: &placed, hidden: &[1], number: None };
        assert_eq!(shaded(&svg::numbered_solution(&without_one, usual)), 4 + 2 * 2);
        assert!(!svg::numbered_solution(&without_one, usual).contains(">top<"));
        // For cutting there is nothing but the lines of the layers.
        let outlines = Style { outlines: true, ..Style::default() };
        assert_eq!(shaded(&svg::solution(&puzzle, &placed, outlines)), 0);
    }
}
