//! Pieces laid on the board by hand, some of them pinned: how they stand in a file, and where one
//! may be laid.
//!
//! What is pinned stays where it is in every solution. What is only laid there tells the solver
//! nothing.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{
    Copies, Description, Diagnostic, Expect, JunctionRule, LabelRule, Piece, PieceId, Place, Puzzle,
};
use crate::lattice::{Lattice, Point};
use crate::polyform::Shape;
use crate::text;

/// A piece laid on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPiece {
    /// Which piece.
    pub piece: PieceId,
    /// The sites that it covers, in reading order.
    pub sites: Vec<Point>,
    /// Whether every solution must have it there.
    pub pinned: bool,
}

/// A piece laid on the board, as written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Entry", into = "Entry")]
pub struct BoardPieceForm {
    /// The name of the piece.
    pub piece: String,
    /// The addresses of the sites that it covers.
    pub sites: Vec<Vec<i32>>,
    /// Whether every solution must have it there.
    pub pinned: bool,
}

/// [`BoardPieceForm`] as it is spelt, with its name before the fields.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
enum Entry {
    Placed {
        piece: String,
        sites: Vec<Vec<i32>>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pinned: bool,
    },
}

impl From<Entry> for BoardPieceForm {
    fn from(Entry::Placed { piece, sites, pinned }: Entry) -> BoardPieceForm {
        BoardPieceForm { piece, sites, pinned }
    }
}

impl From<BoardPieceForm> for Entry {
    fn from(BoardPieceForm { piece, sites, pinned }: BoardPieceForm) -> Entry {
        Entry::Placed { piece, sites, pinned }
    }
}

impl BoardPieceForm {
    /// A piece that covers some sites, which are written in reading order.
    pub fn new(lattice: &Lattice, piece: &Piece, sites: &[Point], pinned: bool) -> BoardPieceForm {
        let mut sites = sites.to_vec();
        sites.sort_unstable();
        let sites = sites.into_iter().map(lattice.address.of_site).collect();
        BoardPieceForm { piece: piece.name.clone(), sites, pinned }
    }
}

impl Puzzle {
    /// Why a piece cannot be laid on some sites, as a sentence without its stop. `moved` is the
    /// place in [`Puzzle::placed`] of a laid piece that counts as taken up, if one does.
    ///
    /// Cost: the order of the point group times the sites of the piece, and the sites of all that
    /// is laid.
    ///
    /// # Errors
    /// The first of these that is so: it has not this shape, leaves the board, lies on labels or a
    /// site that it may not, overlaps or crosses a laid piece, or all its copies are laid.
    pub fn can_lay(
        &self,
        piece: PieceId,
        sites: &[Point],
        moved: Option<usize>,
    ) -> Result<(), String> {
        let mut taken = UndoRecord::new(self);
        for (_, laid) in self.placed.iter().enumerate().filter(|(n, _)| Some(*n) != moved) {
            taken.add(self, laid);
        }
        self.lies_well(piece, sites, &taken)
    }

    fn lies_well(&self, piece: PieceId, sites: &[Point], taken: &UndoRecord) -> Result<(), String> {
        let lattice = self.lattice;
        let own = self.piece(piece);
        let name = &own.name;
        let (one, _) = lattice.site_words;
        let label = |site: Point| format!("{one} {}", lattice.site_label(site));
        let mut sorted = sites.to_vec();
        sorted.sort_unstable();
        let shape = Shape::normalise(lattice, &sorted).map(|(shape, _)| shape);
        let shape = shape.filter(|shape| shape.size() == sorted.len());
        let is_image = |shape: &Shape| own.shape.orientations(lattice, own.motions).contains(shape);
        let Some(shape) = shape.filter(is_image) else {
            let motions = own.motions.words();
            return Err(format!("piece {name} has not that shape ({motions})"));
        };
        if let Some(&off) = sorted.iter().find(|site| self.board.position(**site).is_none()) {
            return Err(format!("piece {name} leaves the board at {}", label(off)));
        }
        if !self.labels_agree(own, &shape, &sorted) {
            return Err(format!("the labels of piece {name} do not agree with those of the board"));
        }
        if let Some(&barred) = sorted.iter().find(|site| !self.may_cover(piece, **site)) {
            return Err(format!("piece {name} must not cover {}", label(barred)));
        }
        if let Some(&site) = sorted.iter().find(|site| taken.sites.contains_key(site)) {
            let other = &self.piece(taken.sites[&site]).name;
            return Err(format!("piece {other} covers {} already", label(site)));
        }
        let through = self.through(&sorted);
        if let Some(&corner) = through.iter().find(|c| taken.junctions.contains_key(c)) {
            let other = &self.piece(taken.junctions[&corner]).name;
            let label = lattice.corner_label(corner);
            return Err(format!("piece {name} crosses piece {other} at junction {label}"));
        }
        if taken.copies[piece.index()] >= own.copies.max {
            return Err(match own.copies.max {
                1 => format!("piece {name} lies on the board already"),
                all => format!("all {all} copies of piece {name} lie on the board already"),
            });
        }
        Ok(())
    }

    /// The junctions that a placed piece keeps others from running through.
    fn through(&self, sites: &[Point]) -> Vec<Point> {
        match self.rules.junctions {
            JunctionRule::NoCrossing => self.lattice.straight_corners(sites),
            JunctionRule::Free => Vec::new(),
        }
    }

    /// Whether a piece can be turned into a shape so that its labels agree with those of the sites.
    fn labels_agree(&self, piece: &Piece, shape: &Shape, sites: &[Point]) -> bool {
        if self.rules.labels == LabelRule::Free || piece.labels.iter().all(Option::is_none) {
            return true;
        }
        piece.motions.group(self.lattice).iter().any(|matrix| {
            let (image, labels) = piece.turned(self.lattice, matrix);
            image == *shape
                && labels.iter().zip(sites).all(|(own, &site)| {
                    let there = self.board.position(site).and_then(|i| self.board.label(i));
                    own.is_none() || there.is_none() || *own == there
                })
        })
    }

    /// What is pinned.
    pub fn pinned(&self) -> impl Iterator<Item = &BoardPiece> {
        self.placed.iter().filter(|laid| laid.pinned)
    }

    /// How many copies of each piece must and may be used, those that are pinned counted.
    pub fn copies(&self) -> Vec<Copies> {
        let mut pinned = vec![0; self.pieces.len()];
        self.pinned().for_each(|pin| pinned[pin.piece.index()] += 1);
        let with = |(piece, pinned): (&Piece, u32)| Copies {
            min: piece.copies.min.max(pinned),
            max: piece.copies.max,
        };
        self.pieces.iter().zip(pinned).map(with).collect()
    }

    /// The same puzzle with all that lies on the board pinned, and without the numbers that were
    /// expected of it before: to go on from there.
    pub fn all_pinned(&self) -> Puzzle {
        let mut puzzle = Puzzle { expect: Expect::default(), ..self.clone() };
        puzzle.placed.iter_mut().for_each(|laid| laid.pinned = true);
        puzzle
    }

    /// Lays the pieces of a description, and reports those that cannot be.
    pub(super) fn lay(&mut self, forms: &[BoardPieceForm], problems: &mut Vec<Diagnostic>) {
        let mut taken = UndoRecord::new(self);
        let named: HashMap<String, PieceId> =
            self.pieces().map(|(id, piece)| (piece.name.clone(), id)).collect();
        for (n, form) in forms.iter().enumerate() {
            match self.laid(form, &named, &taken) {
                Ok(laid) => {
                    taken.add(self, &laid);
                    self.placed.push(laid);
                }
                Err(message) => problems.push(Diagnostic { place: Place::Placed(n), message }),
            }
        }
    }

    fn laid(
        &self,
        form: &BoardPieceForm,
        named: &HashMap<String, PieceId>,
        taken: &UndoRecord,
    ) -> Result<BoardPiece, String> {
        let name = &form.piece;
        let piece = *named.get(name).ok_or_else(|| {
            if self.off.iter().any(|piece| piece.name == *name) {
                format!("piece {name} is off; switch it on, or take it from the board")
            } else {
                format!("no piece is called {}", text::shortened(name, 40))
            }
        })?;
        let mut sites = super::build::read_addresses(self.lattice, &form.sites)?;
        sites.sort_unstable();
        self.lies_well(piece, &sites, taken)?;
        Ok(BoardPiece { piece, sites, pinned: form.pinned })
    }
}

/// What is taken by pieces laid before.
struct UndoRecord {
    /// By which piece each site is covered.
    sites: HashMap<Point, PieceId>,
    /// Which piece runs straight through each junction, where no other may.
    junctions: HashMap<Point, PieceId>,
    /// How many copies of each piece are laid.
    copies: Vec<u32>,
}

impl UndoRecord {
    fn new(puzzle: &Puzzle) -> UndoRecord {
        let copies = vec![0; puzzle.pieces.len()];
        UndoRecord { sites: HashMap::new(), junctions: HashMap::new(), copies }
    }

    fn add(&mut self, puzzle: &Puzzle, laid: &BoardPiece) {
        self.sites.extend(laid.sites.iter().map(|&site| (site, laid.piece)));
        self.junctions.extend(puzzle.through(&laid.sites).into_iter().map(|c| (c, laid.piece)));
        self.copies[laid.piece.index()] += 1;
    }
}

impl Description {
    /// The same description with all that lies on the board pinned, and without the numbers that
    /// were expected of it before: to go on from there.
    pub fn all_pinned(&self) -> Description {
        let mut description = Description { expect: Expect::default(), ..self.clone() };
        description.placed.iter_mut().for_each(|placed| placed.pinned = true);
        description
    }
}
