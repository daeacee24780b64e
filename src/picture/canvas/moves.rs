//! The moves that take a solution apart, in pictures: one of each move, with arrows, or of any
//! moment.

use super::{Canvas, SCALE, blank, figure_of, fitting, line};
use crate::disassembly::{MoveWords, TimedMove, Timeline};
use crate::picture::drawing::{Contour, Drawing, Group, Ink, Path, Text};
use crate::picture::fonts::OwnFont;
use crate::picture::space::{Body, Patch, Scene, arrow_place};
use crate::picture::{Bounds, Figure, Style, Xy};
use crate::puzzle::Puzzle;
use crate::solution::verify::Placed;

/// The length of an arrow, its distance from what moves, and the length of its head, in units.
const ARROW: f64 = 1.1;
const ARROW_GAP: f64 = 0.2;
const ARROW_HEAD: f64 = 0.34;
/// The distance of an arrow from the middle of the face on which it begins.
const ARROW_START: f64 = 0.3;
/// The ink of arrows.
const ARROW_INK: Ink = Ink::hex(0x1F_5F_C4);
/// The height of the words below a picture and the size of their letters, in points.
const WORDS: f64 = 22.0;
const LETTERS: f64 = 12.0;

/// The pictures of the moves by which a solution is taken apart. All have the same size.
pub struct MovePictures<'a> {
    puzzle: &'a Puzzle,
    placed: &'a Placed,
    timeline: &'a Timeline,
    style: Style,
    /// Room for what is seen before each move, in units.
    bounds: Bounds,
    words: MoveWords,
}

/// The pieces at a moment, and what of each is seen.
enum Seen {
    Space(Vec<Patch>),
    Plane(Vec<(usize, Figure, Xy)>),
}

impl Seen {
    /// The corners of pieces.
    fn corners(&self, is_meant: impl Fn(usize) -> bool) -> Vec<Xy> {
        match self {
            Seen::Space(patches) => {
                let own = patches.iter().filter(|patch| is_meant(patch.body));
                own.flat_map(|patch| patch.corners.iter().copied()).collect()
            }
            Seen::Plane(figures) => {
                let own = figures.iter().filter(|(n, ..)| is_meant(*n));
                let corners = own.flat_map(|(_, figure, shift)| {
                    let lines = figure.outline.iter().chain(&figure.strokes);
                    lines.flatten().map(move |p| [p[0] + shift[0], p[1] + shift[1]])
                });
                corners.collect()
            }
        }
    }
}

impl<'a> MovePictures<'a> {
    /// Of a solution and its moves.
    pub fn new(
        puzzle: &'a Puzzle,
        placed: &'a Placed,
        timeline: &'a Timeline,
        style: Style,
    ) -> MovePictures<'a> {
        let style = Style { apart: 0.0, layers: None, outlines: false, ..fitting(puzzle, style) };
        let words = MoveWords::of_solution(puzzle, placed);
        let bounds = Bounds { min: [f64::INFINITY; 2], max: [f64::NEG_INFINITY; 2] };
        let mut pictures = MovePictures { puzzle, placed, timeline, style, bounds, words };
        let canvas = Canvas::new(puzzle, SCALE, style);
        let mut bounds = pictures.bounds;
        for (n, own) in timeline.moves().iter().enumerate() {
            let seen = pictures.seen(&canvas, n as f64);
            let arrow = pictures.arrow(&seen, own).map_or_else(Vec::new, |own| own.to_vec());
            for p in seen.corners(|_| true).into_iter().chain(arrow) {
                bounds.min = [0, 1].map(|k| bounds.min[k].min(p[k]));
                bounds.max = [0, 1].map(|k| bounds.max[k].max(p[k]));
            }
        }
        if bounds.min[0] > bounds.max[0] {
            bounds = Bounds { min: [0.0; 2], max: [1.0; 2] };
        }
        pictures.bounds = bounds;
        pictures
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.timeline.moves().len()
    }

    /// Returns whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Width and height of each picture, in units.
    pub fn size(&self) -> Xy {
        self.bounds.size()
    }

    /// The words of a move, from 0, with its number: "3. A right, free".
    pub fn words(&self, n: usize) -> String {
        format!("{}. {}", n + 1, self.words.words(&self.timeline.moves()[n]))
    }

    /// The picture of a move, from 0: the pieces before it, an arrow, and its words below.
    pub fn picture(&self, n: usize) -> Drawing {
        let canvas = Canvas::new(self.puzzle, SCALE, self.style);
        let [width, height] = self.size().map(|n| n * canvas.scale + 2.0 * canvas.margin);
        let font = OwnFont::new(true);
        let words = (0..self.len()).map(|n| font.width(&self.words(n))).fold(0.0, f64::max);
        let width = width.max(words * LETTERS + 2.0 * canvas.margin);
        let mut page = blank([width, height + WORDS], SCALE, self.style);
        page.push(self.group(&canvas, n as f64, Some(n)));
        let at = [canvas.margin, height + LETTERS];
        page.push(Text::new(self.words(n), at, LETTERS, canvas.text()));
        page
    }

    /// The pieces at a moment, without words: a picture of an animation.
    pub fn moment(&self, time: f64) -> Drawing {
        let canvas = Canvas::new(self.puzzle, SCALE, self.style);
        let size = self.size().map(|n| n * canvas.scale + 2.0 * canvas.margin);
        let mut page = blank(size, SCALE, self.style);
        page.push(self.group(&canvas, time, None));
        page
    }

    /// The pieces at a moment, perhaps with the arrow of a move, from 0, in the room of all pictures.
    pub(crate) fn group(&self, canvas: &Canvas<'_>, time: f64, arrow: Option<usize>) -> Group {
        let seen = self.seen(canvas, time);
        let moves = self.timeline.moves();
        let mut paints = canvas.paints(self.placed);
        if let Some(own) = arrow.map(|n| &moves[n].own) {
            for (n, paint) in paints.iter_mut().enumerate() {
                *paint = canvas.told_apart(*paint, own.pieces.contains(&n));
            }
        }
        let name = |n: usize| self.words.names()[n].as_str();
        let mut group = match &seen {
            Seen::Space(patches) => canvas.bodies(patches, |n| paints[n], name),
            Seen::Plane(figures) => {
                let pieces = figures.iter().map(|(n, figure, shift)| {
                    let piece = canvas.piece(figure, paints[*n], name(*n));
                    Group::new().at(shift.map(|n| n * canvas.scale)).with(piece)
                });
                pieces.fold(Group::new(), Group::with)
            }
        };
        if let Some([from, to]) = arrow.and_then(|n| self.arrow(&seen, &moves[n])) {
            arrow_paths(canvas, from, to).into_iter().for_each(|path| group.push(path));
        }
        Group::new().at(canvas.origin(&self.bounds, 0.0, 0.0)).with(group)
    }

    /// The view at a moment.
    fn seen(&self, canvas: &Canvas<'_>, time: f64) -> Seen {
        let lattice = self.puzzle.lattice;
        let is_there = |n: usize| self.timeline.presence(n, time) > 0.0;
        let shift = |n: usize| lattice.axes.place(self.timeline.way(n, time));
        let pieces = self.placed.iter().enumerate();
        if lattice.is_solid() {
            let bodies: Vec<Body> = pieces
                .map(|(n, (_, sites))| Body {
                    sites: if is_there(n) { sites.clone() } else { Vec::new() },
                    shift: shift(n),
                })
                .collect();
            return Seen::Space(Scene::new(lattice, &bodies).draw(self.style.view));
        }
        let there = pieces.filter(|(n, _)| is_there(*n));
        let figures = there.map(|(n, (id, sites))| {
            let name = &self.puzzle.piece(*id).name;
            let [x, y, _] = shift(n);
            (n, figure_of(None, &canvas.page, name, sites), [x, y])
        });
        Seen::Plane(figures.collect())
    }

    /// Where the arrow of a move begins and ends: on what moves in space, before it in the plane.
    fn arrow(&self, seen: &Seen, own: &TimedMove) -> Option<[Xy; 2]> {
        let step = own.own.step.coordinates().map(f64::from);
        let way = self.puzzle.lattice.axes.place(step);
        let [x, y] = match seen {
            Seen::Space(_) => self.style.view.at(way),
            Seen::Plane(_) => [way[0], way[1]],
        };
        let length = x.hypot(y);
        // Towards the viewer there is nothing to be drawn.
        if length < 1e-6 {
            return None;
        }
        let ahead = [x / length, y / length];
        if let Seen::Space(patches) = seen
            && let Some(from) = arrow_place(patches, |n| own.own.pieces.contains(&n))
        {
            // On a ball a name stands in the middle.
            let at = |along: f64| [0, 1].map(|k| from[k] + along * ahead[k]);
            return Some([at(ARROW_START), at(ARROW_START + ARROW)]);
        }
        let along = |p: &Xy| p[0] * ahead[0] + p[1] * ahead[1];
        let across = |p: &Xy| p[1] * ahead[0] - p[0] * ahead[1];
        let corners = seen.corners(|n| own.own.pieces.contains(&n));
        let far = corners.iter().map(along).fold(f64::NEG_INFINITY, f64::max);
        let range = corners.iter().map(across);
        let [low, high] = range
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], n| [low.min(n), high.max(n)]);
        if corners.is_empty() {
            return None;
        }
        let aside = (low + high) / 2.0;
        let at =
            |along: f64| [along * ahead[0] - aside * ahead[1], along * ahead[1] + aside * ahead[0]];
        Some([at(far + ARROW_GAP), at(far + ARROW_GAP + ARROW)])
    }
}

/// The line and the head of an arrow, on a wider one of the ground, so that it is seen on pieces too.
fn arrow_paths(canvas: &Canvas<'_>, from: Xy, to: Xy) -> [Path; 4] {
    let ahead = [0, 1].map(|k| (to[k] - from[k]) / ARROW);
    let back = |length: f64, aside: f64| {
        let [x, y] = ahead;
        [to[0] - length * x - aside * y, to[1] - length * y + aside * x]
    };
    let half = 0.4 * ARROW_HEAD;
    let head = [to, back(ARROW_HEAD, half), back(ARROW_HEAD, -half)];
    let shaft = canvas.contour(&[from, back(ARROW_HEAD, 0.0)], false);
    let head: Contour = canvas.contour(&head, true);
    let (ground, pen) = (canvas.ground(), canvas.pen);
    [
        line(vec![shaft.clone()], ground, 6.0 * pen),
        line(vec![head.clone()], ground, 3.0 * pen),
        line(vec![shaft], ARROW_INK, 3.0 * pen),
        Path::area(vec![head], ARROW_INK),
    ]
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::disassembly::{Disassembler, DisassemblyOptions, Separability};
    use crate::format::puzzle_file;
    use crate::picture::svg;
    use crate::polyform::art::shape_sites;
    use crate::puzzle::PieceId;

    /// The pictures of two pieces, which are given as they are drawn and as they lie.
    fn pictures(lattice: &str, see: impl Fn(MovePictures<'_>)) {
        const DRAWN: [&[&str]; 2] = [&["XXX", "X.X", "X.."], &["X.", "XX"]];
        const LAID: [&[&str]; 2] = [DRAWN[0], &["...", ".X.", ".XX"]];
        let board = if lattice == "Cube" { "Box(3, 3, 1)" } else { "Rectangle(3, 3)" };
        let piece = |n: usize| format!("Piece(name: \"p{n}\", art: {:?})", DRAWN[n]);
        let pieces: Vec<String> = (0..2).map(piece).collect();
        let text = format!(
            "(format: 1, title: \"t\", lattice: {lattice}, board: {board}, pieces: [{}])",
            pieces.join(", ")
        );
        let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
        let sites = |art: &[&str]| shape_sites(puzzle.lattice, art).unwrap();
        let placed: Placed = (0..).zip(LAID).map(|(n, art)| (PieceId(n), sites(art))).collect();
        let disassembler = Disassembler::new(&puzzle, DisassemblyOptions::default());
        let found = disassembler.take_apart(&placed, &|| ControlFlow::Continue(()));
        let Separability::Apart(whole) = found.unwrap().unwrap().result else { panic!() };
        let sites: Vec<_> = placed.iter().map(|(_, sites)| sites.clone()).collect();
        let timeline = Timeline::new(puzzle.lattice, &sites, &whole);
        see(MovePictures::new(&puzzle, &placed, &timeline, Style::default()));
    }

    #[test]
    fn each_move_has_a_picture_with_an_arrow_and_its_words() {
        for lattice in ["Square", "Cube"] {
            pictures(lattice, |pictures| {
                assert!(!pictures.is_empty());
                for n in 0..pictures.len() {
                    let picture = pictures.picture(n);
                    let words = OwnFont::new(false).width(&pictures.words(n)) * LETTERS;
                    assert!(words < picture.size[0], "no words are cut");
                    let drawing = svg::write(&picture);
                    assert!(drawing.contains(&format!(">{}<", pictures.words(n))), "{drawing}");
                    assert!(drawing.contains("#1F5FC4"), "an arrow: {drawing}");
                    assert!(drawing.contains(">p0<") || drawing.contains(">p1<"), "{drawing}");
                }
                assert!(pictures.words(pictures.len() - 1).ends_with(", free"));
                let last = svg::write(&pictures.moment(pictures.len() as f64));
                let names = ["p0", "p1"].iter().filter(|name| last.contains(&format!(">{name}<")));
                assert_eq!(names.count(), 1, "one piece stays");
                assert_eq!(pictures.moment(0.0).size, pictures.moment(0.5).size);
            });
        }
    }
}
