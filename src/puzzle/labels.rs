//! Colour labels: letters on sites of the board and of pieces, drawn beside the text art.
//!
//! A label is a letter or digit. Where both a site of the board and the site of a piece that lies
//! on it have one, they must be the same; a site without one goes with everything.

use super::{Label, Piece};
use crate::lattice::{Lattice, Point};
use crate::polyform::{Shape, art};
use crate::symmetry::Matrix;

/// A label, where it is drawn, and the row and column of that, from 1.
pub(super) type Drawn = (Point, Label, (usize, usize));

/// Reads labels drawn as text art, at the places of the drawing that they belong to.
pub(super) fn read(lattice: &Lattice, rows: &[String]) -> Result<Vec<Drawn>, String> {
    art::marks(lattice, rows)
        .map_err(|error| error.describe("labels"))?
        .into_iter()
        .map(|mark| {
            let place = (mark.place.0 + 1, mark.place.1 + 1);
            if mark.character.is_alphanumeric() {
                Ok((mark.site, mark.character, place))
            } else {
                Err(format!(
                    "column {}, row {} of the labels: '{}' is not a label; expected a letter or \
                     digit, or '.' for none",
                    place.1, place.0, mark.character
                ))
            }
        })
        .collect()
}

/// The labels of a piece in the order of its sites, from the drawings of both. The shape is that
/// of the drawing, moved by `shift`.
pub(super) fn of_piece(
    lattice: &Lattice,
    rows: &[String],
    shape: &Shape,
    shift: Point,
) -> Result<Vec<Option<Label>>, String> {
    let mut labels = vec![None; shape.size()];
    for (site, label, (row, column)) in read(lattice, rows)? {
        let at = shape.sites().binary_search(&(site - shift)).map_err(|_| {
            format!(
                "column {column}, row {row} of the labels: '{label}' is where the art has no {}",
                lattice.site_words.0
            )
        })?;
        labels[at] = Some(label);
    }
    Ok(labels)
}

impl Piece {
    /// The piece turned by a matrix, with its labels in the order of the sites of that shape.
    pub fn turned(&self, lattice: &Lattice, matrix: &Matrix) -> (Shape, Vec<Option<Label>>) {
        let sites = self.shape.sites().iter();
        let label = |i: usize| self.labels.get(i).copied().flatten();
        let mut moved: Vec<(Point, Option<Label>)> =
            sites.enumerate().map(|(i, &site)| (matrix.apply(site), label(i))).collect();
        // A shape has its sites in this order, wherever it lies.
        moved.sort_unstable_by_key(|(site, _)| *site);
        let (sites, labels): (Vec<Point>, Vec<Option<Label>>) = moved.into_iter().unzip();
        let (shape, _) = Shape::normalise(lattice, &sites).expect("a piece has sites");
        (shape, labels)
    }

    /// Its labels where it lies in some orientation, in the order of the sites of that: of several
    /// ways, since turns that bring a shape onto itself may move its labels, the first. Empty when
    /// the piece has none.
    pub fn labels_lying(&self, lattice: &Lattice, orientation: &Shape) -> Vec<Option<Label>> {
        if self.labels.iter().all(Option::is_none) {
            return Vec::new();
        }
        let turned = self
            .motions
            .group(lattice, self.shape.sites())
            .into_iter()
            .map(|m| self.turned(lattice, &m));
        let lying = turned.into_iter().find(|(shape, _)| shape == orientation);
        lying.map_or_else(Vec::new, |(_, labels)| labels)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::square;
    use crate::polyform::Motions;
    use crate::puzzle::{Colour, Copies, Handling};

    #[test]
    fn labels_turn_with_their_piece() {
        let lattice = &square::LATTICE;
        let shape = |rows: &[&str]| {
            let sites = art::shape_sites(lattice, rows).unwrap();
            Shape::normalise(lattice, &sites).unwrap().0
        };
        let drawn = shape(&["XX", "X."]);
        let labels = |names: &str| names.chars().map(|c| (c != '.').then_some(c)).collect();
        let piece = |names: &str| Piece {
            name: "V".to_owned(),
            shape: drawn.clone(),
            labels: labels(names),
            copies: Copies::default(),
            motions: Motions::Turn,
            colour: Colour::nth(0),
            handling: Handling::default(),
            entry: 0,
            order: 0,
        };
        let sorted: Vec<Point> = drawn.sites().to_vec();
        let corner = sorted.iter().position(|site| *site == Point::new(1, 1, 0)).unwrap();
        // The corner bears a c however the piece is turned.
        let mut names = ['.', '.', '.'];
        names[corner] = 'c';
        let piece_with_corner = piece(&names.iter().collect::<String>());
        for (rows, at) in [
            (&["XX", "X."], Point::new(1, 1, 0)),
            (&["XX", ".X"], Point::new(3, 1, 0)),
            (&[".X", "XX"], Point::new(3, 3, 0)),
            (&["X.", "XX"], Point::new(1, 3, 0)),
        ] {
            let lying = shape(rows);
            let found = piece_with_corner.labels_lying(lattice, &lying);
            let marked: Vec<Point> = lying
                .sites()
                .iter()
                .zip(&found)
                .filter_map(|(site, label)| label.map(|_| *site))
                .collect();
            assert_eq!(marked, [at], "{rows:?}");
        }
        assert!(piece("...").labels_lying(lattice, &drawn).is_empty());
        assert!(piece("abc").labels_lying(lattice, &shape(&["XXX"])).is_empty());
    }
}
