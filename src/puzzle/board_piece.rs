//! Pieces laid on the board by hand, some of them pinned: how they stand in a file, and where one
//! may be laid.
//!
//! A pinned piece stays where it is in every solution. A piece that is only laid there does not bind
//! the solver.

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::board_form::read_addresses;
use super::errors::site_name;
use super::{
    Copies, Diagnostic, Expect, JunctionRule, Label, LabelRule, LayError, Piece, PieceId, Place,
    Puzzle,
};
use crate::lattice::{Lattice, Point};
use crate::polyform::Shape;
use crate::text;

/// A piece laid on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardPiece {
    /// The piece.
    pub piece: PieceId,
    /// The sites that it covers, in reading order.
    pub sites: Vec<Point>,
    /// True if every solution must have it there.
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
    /// True if every solution must have it there.
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
    /// The puzzle that is left when the pinned pieces lie: their sites are no part of the board, and
    /// their copies are used. Its solutions are those of this puzzle without the pinned pieces. `None`
    /// where it is not that simple: rules bind the pinned pieces too, or nothing is left to solve.
    pub fn without_pinned(&self) -> Option<Puzzle> {
        let pinned = || self.placed.iter().filter(|placed| placed.pinned);
        let crosses = pinned().any(|placed| !self.through(&placed.sites).is_empty());
        if crosses || !self.barred.is_empty() || !self.rules.words().is_empty() {
            return None;
        }
        let covered: BTreeSet<Point> = pinned().flat_map(|placed| &placed.sites).copied().collect();
        let mut less = self.clone();
        less.board = self.board.without(&covered);
        for placed in pinned() {
            let copies = &mut less.pieces[placed.piece.index()].copies;
            let (min, max) = (copies.min.saturating_sub(1), copies.max.saturating_sub(1));
            *copies = Copies { min, max };
        }
        less.placed.clear();
        less.pieces.retain(|piece| piece.copies.max > 0);
        less.is_complete().then_some(less)
    }

    /// Checks whether a piece can be laid on some sites. `moved` is the index in [`Puzzle::placed`]
    /// of a piece that counts as removed, if one does.
    ///
    /// Cost: the order of the point group times the sites of the piece, and the sites of all that
    /// is laid.
    ///
    /// # Errors
    /// The first reason why not, in the order of [`LayError`].
    pub fn can_lay(
        &self,
        piece: PieceId,
        sites: &[Point],
        moved: Option<usize>,
    ) -> Result<(), LayError> {
        self.lies_well(piece, sites, &self.occupied(moved))
    }

    /// The first of several places where a piece can be laid; see [`Puzzle::can_lay`].
    ///
    /// # Errors
    /// Why it cannot be laid at the first of them, where it fits at none. `None` of no places.
    pub fn first_fit(
        &self,
        piece: PieceId,
        places: impl IntoIterator<Item = Vec<Point>>,
        moved: Option<usize>,
    ) -> Option<(Vec<Point>, Result<(), LayError>)> {
        let taken = self.occupied(moved);
        let mut first = None;
        for sites in places {
            match self.lies_well(piece, &sites, &taken) {
                Ok(()) => return Some((sites, Ok(()))),
                Err(why) => first = first.or(Some((sites, Err(why)))),
            }
        }
        first
    }

    /// Returns whether a placement of a piece, by its sites in reading order, has room beside the
    /// laid pieces. Cost: the sites of all that is laid once, then those of the placement.
    pub fn room_for(&self, piece: PieceId) -> impl Fn(&[Point]) -> bool + '_ {
        let taken = self.occupied(None);
        let is_left = taken.copies[piece.index()] < self.piece(piece).copies.max;
        move |sites| {
            let is_free = |site: &Point| !taken.sites.contains_key(site);
            let runs_free = |corner: &Point| !taken.junctions.contains_key(corner);
            is_left && sites.iter().all(is_free) && self.through(sites).iter().all(runs_free)
        }
    }

    /// Returns whether what lies on the board covers all that must be covered, which is not nothing.
    pub fn is_covered(&self) -> bool {
        let covered: BTreeSet<Point> =
            self.placed.iter().flat_map(|laid| &laid.sites).copied().collect();
        let mut required = self.board.sites().iter().filter(|own| own.required);
        self.board.required() > 0 && required.all(|own| covered.contains(&own.site))
    }

    /// The indices in [`Puzzle::placed`] of the pieces that are not pinned: those that go into the
    /// tray when the puzzle is played.
    pub fn loose(&self) -> Vec<usize> {
        let placed = self.placed.iter().enumerate();
        placed.filter(|(_, laid)| !laid.pinned).map(|(n, _)| n).collect()
    }

    fn occupied(&self, moved: Option<usize>) -> Occupied {
        let mut taken = Occupied::new(self);
        for (_, laid) in self.placed.iter().enumerate().filter(|(n, _)| Some(*n) != moved) {
            taken.add(self, laid);
        }
        taken
    }

    fn lies_well(&self, piece: PieceId, sites: &[Point], taken: &Occupied) -> Result<(), LayError> {
        let lattice = self.lattice;
        let own = self.piece(piece);
        let name = || own.name.clone();
        let site_name = |site: &Point| site_name(lattice, *site);
        let mut sorted = sites.to_vec();
        sorted.sort_unstable();
        let shape = Shape::normalise(lattice, &sorted).map(|(shape, _)| shape);
        let shape = shape.filter(|shape| shape.size() == sorted.len());
        let is_image = |shape: &Shape| own.shape.orientations(lattice, own.motions).contains(shape);
        if !shape.as_ref().is_some_and(is_image) {
            return Err(LayError::Shape { piece: name(), motions: own.motions });
        }
        if let Some(off) = sorted.iter().find(|site| self.board.position(**site).is_none()) {
            return Err(LayError::OffBoard { piece: name(), site: site_name(off) });
        }
        if self.labels_on(own, &sorted).is_none() {
            return Err(LayError::Labels(name()));
        }
        if let Some(barred) = sorted.iter().find(|site| !self.may_cover(piece, **site)) {
            return Err(LayError::Barred { piece: name(), site: site_name(barred) });
        }
        if let Some(site) = sorted.iter().find(|site| taken.sites.contains_key(site)) {
            let other = self.piece(taken.sites[site]).name.clone();
            return Err(LayError::Covered { other, site: site_name(site) });
        }
        let through = self.through(&sorted);
        if let Some(&corner) = through.iter().find(|c| taken.junctions.contains_key(c)) {
            let other = self.piece(taken.junctions[&corner]).name.clone();
            let junction = lattice.corner_label(corner);
            return Err(LayError::Crossing { piece: name(), other, junction });
        }
        if taken.copies[piece.index()] >= own.copies.max {
            return Err(match own.copies.max {
                1 => LayError::Laid(name()),
                copies => LayError::AllLaid { piece: name(), copies },
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

    /// The labels of a piece that lies on sites, in ascending order, in the order of these: of several
    /// ways to turn it so, the first in which they agree with those of the board. Empty when it has
    /// none; `None` when they agree in none.
    pub fn labels_on(&self, piece: &Piece, sites: &[Point]) -> Option<Vec<Option<Label>>> {
        if piece.labels.iter().all(Option::is_none) {
            return Some(Vec::new());
        }
        let (shape, _) = Shape::normalise(self.lattice, sites)?;
        let is_free = self.rules.labels == LabelRule::Free;
        let agree = |(own, &site): (&Option<Label>, &Point)| {
            let there = self.board.position(site).and_then(|i| self.board.label(i));
            is_free || own.is_none() || there.is_none() || *own == there
        };
        let turned = piece.motions.group(self.lattice, piece.shape.sites()).into_iter();
        let turned = turned.map(|matrix| piece.turned(self.lattice, &matrix));
        let mut lying = turned.filter(|(image, _)| *image == shape).map(|(_, labels)| labels);
        lying.find(|labels| labels.iter().zip(sites).all(agree))
    }

    /// The pinned pieces.
    pub fn pinned(&self) -> impl Iterator<Item = &BoardPiece> {
        self.placed.iter().filter(|laid| laid.pinned)
    }

    /// Returns the number of copies of each piece that must and may be used, pinned copies
    /// included.
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
    /// expected of it before, to continue from there.
    pub fn all_pinned(&self) -> Puzzle {
        let mut puzzle = Puzzle { expect: Expect::default(), ..self.clone() };
        puzzle.placed.iter_mut().for_each(|laid| laid.pinned = true);
        puzzle
    }

    /// Lays the pieces of a description, and reports those that cannot be.
    pub(super) fn lay(&mut self, forms: &[BoardPieceForm], problems: &mut Vec<Diagnostic>) {
        let mut taken = Occupied::new(self);
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
        taken: &Occupied,
    ) -> Result<BoardPiece, String> {
        let name = &form.piece;
        let piece = *named.get(name).ok_or_else(|| {
            if self.off.iter().any(|piece| piece.name == *name) {
                format!("piece {name} is not used; use it, or remove it from the board")
            } else {
                format!("no piece is called {}", text::shortened(name, 40))
            }
        })?;
        let mut sites =
            read_addresses(self.lattice, &form.sites).map_err(|error| error.to_string())?;
        sites.sort_unstable();
        self.lies_well(piece, &sites, taken).map_err(|error| error.to_string())?;
        Ok(BoardPiece { piece, sites, pinned: form.pinned })
    }
}

/// The sites and copies taken by pieces laid before.
struct Occupied {
    /// By which piece each site is covered.
    sites: HashMap<Point, PieceId>,
    /// The piece that runs straight through each junction, where no other may.
    junctions: HashMap<Point, PieceId>,
    /// The number of copies of each piece that are laid.
    copies: Vec<u32>,
}

impl Occupied {
    fn new(puzzle: &Puzzle) -> Occupied {
        let copies = vec![0; puzzle.pieces.len()];
        Occupied { sites: HashMap::new(), junctions: HashMap::new(), copies }
    }

    fn add(&mut self, puzzle: &Puzzle, laid: &BoardPiece) {
        self.sites.extend(laid.sites.iter().map(|&site| (site, laid.piece)));
        self.junctions.extend(puzzle.through(&laid.sites).into_iter().map(|c| (c, laid.piece)));
        self.copies[laid.piece.index()] += 1;
    }
}
