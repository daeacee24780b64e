//! Colour labels as SVG.

use svg::node::element::path::Data;
use svg::node::element::{Circle, Group};

use super::{Canvas, middle_word, round, stroke};
use crate::picture::{Badge, BadgeForm};

/// The colour of what is drawn on the white discs, in both themes.
const INK: &str = "#111317";

impl Canvas<'_> {
    /// Adds badges to a drawing, unless nothing but lines for cutting is wanted.
    pub(super) fn badges(&self, mut group: Group, badges: &[Badge]) -> Group {
        if !self.style.outlines {
            for badge in badges {
                group = group.add(self.badge(badge));
            }
        }
        group
    }

    fn badge(&self, badge: &Badge) -> Group {
        let [x, y] = badge.at.map(|n| n * self.scale);
        let radius = Badge::radius(self.scale);
        let line = Badge::line(radius);
        let circle = |radius: f64| {
            Circle::new().set("cx", round(x)).set("cy", round(y)).set("r", round(radius))
        };
        let at = |dx: f64, dy: f64| (round(x + dx * radius), round(y + dy * radius));
        let group = Group::new().add(circle(radius * Badge::GROUND).set("fill", "#FFFFFF"));
        match badge.form {
            BadgeForm::Disc => group.add(circle(radius).set("fill", INK)),
            BadgeForm::Ring => {
                let ring = circle(radius * Badge::RING).set("fill", "none").set("stroke", INK);
                group.add(ring.set("stroke-width", round(line)))
            }
            BadgeForm::Diamond => {
                let corners = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
                let start = Data::new().move_to(at(0.0, -1.0));
                let data = corners.iter().fold(start, |data, &(dx, dy)| data.line_to(at(dx, dy)));
                group.add(stroke(data.close(), "none", 0.0).set("fill", INK))
            }
            BadgeForm::Plus => {
                let data = Data::new()
                    .move_to(at(-1.0, 0.0))
                    .line_to(at(1.0, 0.0))
                    .move_to(at(0.0, -1.0))
                    .line_to(at(0.0, 1.0));
                group.add(stroke(data, INK, line).set("stroke-linecap", "butt"))
            }
            BadgeForm::Letter(label) => {
                let size = (radius * Badge::LETTERS).max(6.0);
                group.add(middle_word(&label.to_string(), [x, y], size, INK))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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

    /// How many discs, rings, diamonds, pluses and letters e a drawing has.
    fn badges(drawing: &str) -> [usize; 5] {
        let count = |name: &str, what: &str| {
            let tags = drawing.split(name).skip(1).filter_map(|rest| rest.split('>').next());
            tags.filter(|tag| tag.contains(what)).count()
        };
        [
            count("<circle", "fill=\"#111317\""),
            count("<circle", "stroke=\"#111317\""),
            count("<path", "stroke=\"none\""),
            count("<path", "stroke-linecap=\"butt\""),
            drawing.matches("\ne\n</text>").count(),
        ]
    }

    #[test]
    fn labels_are_drawn_on_boards_pieces_and_solutions() {
        let puzzle = labelled();
        // On the board every form once, and on the piece the first two again.
        assert_eq!(badges(&svg::puzzle(&puzzle, Style::default())), [2, 2, 1, 1, 1]);
        let sites: Vec<_> = puzzle.board.sites().iter().map(|s| s.site).collect();
        let placed = vec![(PieceId(0), sites[..2].to_vec()), (PieceId(1), sites[2..].to_vec())];
        assert_eq!(badges(&svg::solution(&puzzle, &placed, Style::default())), [1; 5]);
        let sheet = svg::sheet(&puzzle, &[(1, placed.clone())], Style::default());
        assert_eq!(badges(&sheet), [1; 5]);
        // They are no lines to cut along.
        let outlines = Style { outlines: true, ..Style::default() };
        assert_eq!(badges(&svg::solution(&puzzle, &placed, outlines)), [0; 5]);
        assert_eq!(badges(&svg::puzzle(&puzzle, outlines)), [0; 5]);
    }
}
