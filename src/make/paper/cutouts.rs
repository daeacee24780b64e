//! Pieces at true size, to be cut out and glued on card.

use super::page::{FOOT, INK, Leaf, SECOND, TEXT, mm, points};
use super::{PageLayout, PaperError};
use crate::picture::canvas::Canvas;
use crate::picture::drawing::{Anchor, Cap, Contour, Drawing, Group, Path, Stroke, Text, Unit};
use crate::picture::pdf::Info;
use crate::picture::{Style, Xy};
use crate::puzzle::making::PaperSettings;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::verify::Placed;

/// The length of the bar that shows whether a page was printed at true size, in millimetres.
const BAR_MM: f64 = 50.0;

/// Where a piece lies.
#[derive(Clone, Copy, Debug)]
struct PiecePlace {
    piece: PieceId,
    page: usize,
    at: Xy,
}

/// The pieces of a puzzle at true size, each as often as it may be used, and the board where it
/// fits on a page.
pub struct Cutouts<'a> {
    puzzle: &'a Puzzle,
    settings: PaperSettings,
    leaf: Leaf,
    places: Vec<PiecePlace>,
    pages: usize,
    has_board: bool,
}

impl<'a> Cutouts<'a> {
    /// Lays out the pieces in rows, the highest first.
    ///
    /// # Errors
    /// When the pieces are no flat ones, or one is larger than the page within its margins.
    pub fn new(puzzle: &'a Puzzle, settings: &PaperSettings) -> Result<Cutouts<'a>, PaperError> {
        if puzzle.lattice.is_solid() {
            let why = "solid pieces cannot be cut out of paper; print them in 3D, or choose a flat \
                       puzzle";
            return Err(PaperError::Unsuitable(why));
        }
        if puzzle.cover.is_some() {
            let why = "a puzzle of items and options has no pieces to cut out";
            return Err(PaperError::Unsuitable(why));
        }
        if puzzle.pieces.is_empty() {
            return Err(PaperError::Empty("the puzzle has no pieces"));
        }
        let leaf = Leaf::new(settings.size, settings.landscape, settings.margin)?;
        let settings = settings.clone();
        let mut sheet =
            Cutouts { puzzle, settings, leaf, places: Vec::new(), pages: 0, has_board: false };
        sheet.place()?;
        let board = sheet.canvas().board_with(&Placed::new()).1;
        let room = leaf.body().size();
        sheet.has_board = board[0] <= room[0] && board[1] <= room[1];
        Ok(sheet)
    }

    fn canvas(&self) -> Canvas<'a> {
        let PaperSettings { names, grid, look, unit, .. } = self.settings;
        let style = Style { names, grid, look, ..Style::default() };
        let unit = points(unit);
        Canvas::on_paper(self.puzzle, unit, (unit / 48.0).clamp(0.2, 0.8), style)
    }

    /// Puts the pieces in rows.
    fn place(&mut self) -> Result<(), PaperError> {
        let canvas = self.canvas();
        let room = self.leaf.body();
        let [width, height] = room.size();
        let mut all: Vec<(PieceId, Xy)> = Vec::new();
        for (n, piece) in self.puzzle.pieces.iter().enumerate() {
            let id = PieceId(n as u32);
            let size = canvas.piece_alone(id).1;
            if size[0] > width || size[1] > height {
                let [width, height] = size.map(mm);
                let [room_width, room_height] = room.size().map(mm);
                let name = piece.name.clone();
                return Err(PaperError::Piece { name, width, height, room_width, room_height });
            }
            // A piece that the board has no room for is cut out as often as it fits.
            let area = self.puzzle.board.sites().len() / piece.shape.sites().len().max(1);
            let copies = (piece.copies.max as usize).min(area.max(1)).max(1);
            all.extend(std::iter::repeat_n((id, size), copies));
        }
        all.sort_by(|a, b| {
            b.1[1].total_cmp(&a.1[1]).then(b.1[0].total_cmp(&a.1[0])).then(a.0.cmp(&b.0))
        });
        let gap = points(self.settings.gap).max(1.0);
        let (mut page, mut y) = (0, 0.0);
        while let Some(&(_, [_, row])) = all.first() {
            if y > 0.0 && y + row > height {
                (page, y) = (page + 1, 0.0);
            }
            // A row is as high as its first piece; what still fits beside it follows.
            let mut x = 0.0;
            all.retain(|&(piece, size)| {
                if x + size[0] > width {
                    return true;
                }
                let at = [room.min[0] + x, room.min[1] + y];
                self.places.push(PiecePlace { piece, page, at });
                x += size[0] + gap;
                false
            });
            y += row + gap;
        }
        self.pages = page + 1;
        Ok(())
    }

    /// The bar that is so long when the page was printed at true size.
    fn bar(&self, page: &mut Drawing) {
        let room = self.leaf.room();
        let y = room.max[1] - FOOT / 2.0;
        let length = BAR_MM * Unit::Millimetre.points();
        let end = room.min[0] + length;
        let lines = [
            [[room.min[0], y], [end, y]],
            [[room.min[0], y - 3.0], [room.min[0], y + 3.0]],
            [[end, y - 3.0], [end, y + 3.0]],
        ];
        let lines = lines.into_iter().map(|line| Contour::polyline(line, false)).collect();
        page.push(Path::lines(lines, Stroke { cap: Cap::Butt, ..Stroke::new(INK, 0.5) }));
        let remark = format!("{BAR_MM} mm: print at 100 %, not fitted to the page");
        page.push(Text::new(remark, [end + 6.0, y + 3.0], 7.0, SECOND));
    }
}

impl PageLayout for Cutouts<'_> {
    fn info(&self) -> Info {
        let unit = self.settings.unit;
        let subject = format!("Pieces to cut out, {unit} mm per site");
        Info { title: self.puzzle.title.clone(), subject }
    }

    fn page_count(&self) -> usize {
        self.pages + usize::from(self.has_board)
    }

    fn page(&self, index: usize) -> Drawing {
        let mut page = self.leaf.blank();
        let canvas = self.canvas();
        let is_board = self.has_board && index == self.pages;
        let unit = self.settings.unit;
        let what = if is_board { "Board" } else { "Pieces to cut out" };
        self.leaf.head(&mut page, &self.puzzle.title, &format!("{what}, {unit} mm per site"));
        if is_board {
            let (board, size) = canvas.board_with(&Placed::new());
            let room = self.leaf.body();
            let x = room.min[0] + (room.size()[0] - size[0]) / 2.0;
            page.push(Group::new().at([x, room.min[1]]).with(board));
        }
        for place in self.places.iter().filter(|place| place.page == index) {
            let (piece, _) = canvas.piece_alone(place.piece);
            page.push(Group::new().at(place.at).with(piece));
        }
        self.bar(&mut page);
        let number = format!("{} of {}", index + 1, self.page_count());
        let at = [self.leaf.room().max[0], self.leaf.room().max[1] - 2.0];
        page.push(Text::new(number, at, TEXT, SECOND).anchored(Anchor::End));
        page
    }

    fn bookmarks(&self, index: usize) -> Vec<(usize, String)> {
        let is_board = self.has_board && index == self.pages;
        vec![(0, if is_board { "Board".into() } else { format!("Pieces, page {}", index + 1) })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::bundled;
    use crate::picture::Bounds;
    use crate::picture::drawing::{Node, Weight};
    use crate::picture::fonts::OwnFont;
    use crate::puzzle::making::{Length, Look, PaperSize};

    /// The rectangle around the paths and the texts of a part of a page.
    fn extent(node: &Node) -> Bounds {
        let mut drawing = Drawing::new([1.0; 2], Unit::Point);
        drawing.push(node.clone());
        let mut points = Vec::new();
        drawing.visit(&mut |node, [x, y]| match node {
            Node::Path(path) => {
                let hull = path.contours.iter().flat_map(Contour::hull);
                points.extend(hull.map(|p| [p[0] + x, p[1] + y]));
            }
            Node::Text(text) => {
                let width =
                    OwnFont::new(text.weight == Weight::SemiBold).width(&text.text) * text.size;
                let left = match text.anchor {
                    Anchor::Start => 0.0,
                    Anchor::Middle => width / 2.0,
                    Anchor::End => width,
                };
                // A text that is turned is as far from its place as it is wide, at most.
                let (left, right) = match text.turn {
                    0.0 => (left, width - left),
                    _ => (width, width),
                };
                let [x, y] = [text.at[0] + x, text.at[1] + y];
                points.extend([[x - left, y - text.size], [x + right, y]]);
            }
            Node::Group(_) => {}
        });
        Bounds::of_points(points).expect("something is drawn")
    }

    #[test]
    fn the_pieces_of_every_bundled_flat_puzzle_are_on_paper_once_each_and_apart() {
        let mut count = 0;
        for bundled in bundled::ALL {
            let puzzle = bundled.open().puzzle;
            if puzzle.lattice.is_solid() || puzzle.cover.is_some() {
                continue;
            }
            count += 1;
            for (size, unit, look) in [
                (PaperSize::A4, Length::mm(8), Look::Outlines),
                (PaperSize::Letter, Length::mm(5), Look::Patterns),
            ] {
                let settings = PaperSettings { size, unit, look, ..PaperSettings::default() };
                let cutouts = Cutouts::new(&puzzle, &settings).unwrap();
                let [width, height] = cutouts.leaf.size;
                let mut copies = vec![0; puzzle.pieces.len()];
                for index in 0..cutouts.pages {
                    let page = cutouts.page(index);
                    for node in &page.nodes {
                        let Bounds { min, max } = extent(node);
                        let is_inside =
                            min[0] >= 0.0 && min[1] >= 0.0 && max[0] <= width && max[1] <= height;
                        assert!(is_inside, "{}, page {index}: {min:?} to {max:?}", bundled.path);
                    }
                    let canvas = cutouts.canvas();
                    let boxes: Vec<(Xy, Xy)> = cutouts
                        .places
                        .iter()
                        .filter(|place| place.page == index)
                        .map(|place| {
                            copies[place.piece.index()] += 1;
                            let size = canvas.piece_alone(place.piece).1;
                            (place.at, [place.at[0] + size[0], place.at[1] + size[1]])
                        })
                        .collect();
                    let gap = points(settings.gap) - 1e-6;
                    for (n, a) in boxes.iter().enumerate() {
                        let is_apart = |b: &(Xy, Xy)| {
                            (0..2).any(|k| a.1[k] + gap <= b.0[k] || b.1[k] + gap <= a.0[k])
                        };
                        assert!(
                            boxes[n + 1..].iter().all(is_apart),
                            "{}, page {index}",
                            bundled.path
                        );
                    }
                }
                for (id, piece) in puzzle.pieces() {
                    let fit = puzzle.board.sites().len() / piece.shape.sites().len();
                    let wanted = (piece.copies.max as usize).min(fit.max(1)).max(1);
                    assert_eq!(
                        copies[id.index()],
                        wanted,
                        "{}, piece {}",
                        bundled.path,
                        piece.name
                    );
                }
            }
        }
        assert!(count > 40, "{count}");
    }
}
