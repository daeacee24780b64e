//! Colour labels as drawings.

use super::{Canvas, middle_word};
use crate::picture::drawing::{Contour, Group, Ink, Path};
use crate::picture::{Badge, BadgeForm};

/// The colour of what is drawn on the white discs, in both themes.
const INK: Ink = Ink::hex(0x11_13_17);

impl Canvas<'_> {
    /// Adds badges to a drawing, unless nothing but lines for cutting is wanted.
    pub(super) fn badges(&self, mut group: Group, badges: &[Badge]) -> Group {
        if !self.style.outlines {
            for badge in badges {
                group.push(self.badge(badge));
            }
        }
        group
    }

    fn badge(&self, badge: &Badge) -> Group {
        let [x, y] = badge.at.map(|n| n * self.scale);
        let radius = self.badge_radius();
        let line = self.badge_line(radius);
        let ground = Contour::circle([x, y], radius * Badge::GROUND);
        let ground = Path::area(vec![ground], Ink::WHITE);
        let group = Group::new().with(ground);
        match badge.form {
            BadgeForm::Letter(label) => {
                let size = (radius * Badge::LETTERS).max(6.0 * self.pen);
                group.with(middle_word(&label.to_string(), [x, y], size, INK))
            }
            form => group.with(Path::area(form.contours([x, y], radius, line), INK)),
        }
    }

    /// The radius of the form of a badge.
    fn badge_radius(&self) -> f64 {
        Badge::radius(self.scale / self.pen) * self.pen
    }

    /// Returns the line width of a ring or plus.
    fn badge_line(&self, radius: f64) -> f64 {
        Badge::line(radius / self.pen) * self.pen
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::encode::Placed;
    use crate::format::puzzle_file;
    use crate::picture::{Style, svg};
    use crate::puzzle::{PieceId, Puzzle};

    /// A board with each form of badge, a piece with two of them, and a piece without.
    fn labelled() -> Arc<Puzzle> {
        let text = "(format: 1, title: \"t\", lattice: Square,
            pieces: [
                Piece(name: \"I\", art: [\"XX\"], labels: [\"ab\"]),
                Piece(name: \"L\", art: [\"XXX\", \"X..\"]),
            ],
            board: Labelled(Rectangle(3, 2), [\"abc\", \"de.\"]))";
        puzzle_file::read(text.into()).unwrap().puzzle
    }

    /// Counts the discs, rings, diamonds, pluses and letters e of a drawing.
    fn badges(drawing: &str) -> [usize; 5] {
        let tags = |name: &'static str| {
            let all = drawing.split(name).skip(1).filter_map(|rest| rest.split('>').next());
            all.filter(|tag| tag.contains("fill=\"#111317\""))
        };
        let paths = |is: fn(&&str) -> bool| tags("<path").filter(is).count();
        [
            tags("<circle").count(),
            paths(|tag| tag.contains('A')),
            paths(|tag| tag.matches('L').count() == 3),
            paths(|tag| tag.matches('L').count() == 11),
            drawing.matches(">e</text>").count(),
        ]
    }

    #[test]
    fn labels_are_drawn_on_boards_pieces_and_solutions() {
        let puzzle = labelled();
        // On the board every form once, and on the piece the first two again.
        assert_eq!(badges(&svg::puzzle(&puzzle, Style::default())), [2, 2, 1, 1, 1]);
        let sites: Vec<_> = puzzle.board.sites().iter().map(|s| s.site).collect();
        let placed = vec![(PieceId(0), sites[..2].to_vec()), (PieceId(1), sites[2..].to_vec())];
        // The board's are hidden by the piece without labels, and seen where nothing lies.
        let drawn = |placed: &Placed| badges(&svg::solution(&puzzle, placed, Style::default()));
        assert_eq!(drawn(&placed), [1, 1, 0, 0, 0]);
        assert_eq!(drawn(&placed[1..].to_vec()), [1, 1, 0, 0, 0]);
        assert_eq!(drawn(&placed[..1].to_vec()), [1; 5]);
        assert_eq!(drawn(&Vec::new()), [1; 5]);
        let sheet = svg::sheet(&puzzle, &[(1, placed.clone())], Style::default());
        assert_eq!(badges(&sheet), [1, 1, 0, 0, 0]);
        // They are no lines to cut along.
        let outlines = Style { outlines: true, ..Style::default() };
        assert_eq!(badges(&svg::solution(&puzzle, &placed, outlines)), [0; 5]);
        assert_eq!(badges(&svg::puzzle(&puzzle, outlines)), [0; 5]);
    }
}
