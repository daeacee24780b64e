//! Solutions that come from a file, checked one after the other against their puzzle.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::{TextError, plain};
use crate::encode::{Encoding, Placed, Placement, SymmetryGroup};
use crate::exact_cover::{CoverChecker, OptionId};
use crate::lattice::{Lattice, Point};
use crate::natural::Natural;
use crate::polyform::Shape;
use crate::puzzle::{Description, PieceId, Puzzle};
use crate::solution::verify::{Verifier, VerifyError};
use crate::solution::{Counts, Excerpt, Orbits, Store, Verdict};

/// A puzzle made ready for its solutions.
pub(super) struct Prepared {
    pub(super) description: Description,
    pub(super) puzzle: Arc<Puzzle>,
    pub(super) encoding: Arc<Encoding>,
    pub(super) group: Arc<SymmetryGroup>,
}

impl Prepared {
    /// Finds placements and symmetries of a puzzle.
    pub(super) fn new(description: Description, puzzle: Puzzle) -> Result<Prepared, TextError> {
        let encoding = Encoding::new(&puzzle).map_err(|error| plain(error.to_string()))?;
        let group = Arc::new(SymmetryGroup::new(&puzzle, &encoding));
        Ok(Prepared { description, puzzle: Arc::new(puzzle), encoding: Arc::new(encoding), group })
    }
}

/// Why something in a file is no solution of its puzzle.
#[derive(Debug, thiserror::Error)]
pub(super) enum SolutionError {
    /// No piece has this name.
    #[error("the puzzle has no piece {0}")]
    UnknownPiece(String),
    /// No site has this address.
    #[error("{0:?} is not a site")]
    UnknownSite(Vec<i32>),
    /// The pieces break a rule.
    #[error(transparent)]
    Wrong(#[from] VerifyError),
    /// A piece of the right shape where it may not be.
    #[error("a piece is where it has no placement")]
    NoPlacement,
    /// The pieces do not cover what they must.
    #[error("these placements do not make a solution")]
    NoSolution,
    /// It is not the solution that stands for its orbit.
    #[error("it is a turned or flipped copy, not the least of its orbit")]
    Copy,
    /// Numbers of solutions begin at 1.
    #[error("it has the number 0, but numbers begin at 1")]
    NumberZero,
    /// Another number of copies than the file says.
    #[error("its orbit has {size} solutions, not {claimed}")]
    OrbitSize {
        /// The number of solutions of its orbit.
        size: u32,
        /// The number in the file.
        claimed: u32,
    },
}

/// The words of a file on a solution, besides its pieces.
#[derive(Clone, Copy, Default)]
pub(super) struct Claim {
    /// Its number in the list that it is part of.
    pub(super) number: Option<u64>,
    /// The size of its orbit.
    pub(super) orbit: Option<u32>,
}

/// Takes in the solutions of one puzzle, with tables that are made once.
pub(super) struct Intake<'a> {
    puzzle: &'a Puzzle,
    encoding: &'a Encoding,
    group: &'a SymmetryGroup,
    /// Made for the first solution that is wrong, to say why.
    verifier: OnceLock<Verifier<'a>>,
    checker: CoverChecker<'a>,
    pieces: FxHashMap<&'a str, PieceId>,
    placements: PlacementIndex<'a>,
    orbits: Orbits<'a>,
    store: Store,
    counts: Counts,
    /// The numbers of the solutions, from the first that says its own.
    numbers: Vec<u64>,
}

impl<'a> Intake<'a> {
    pub(super) fn new(prepared: &'a Prepared) -> Intake<'a> {
        let Prepared { puzzle, encoding, group, .. } = prepared;
        Intake {
            puzzle,
            encoding,
            group,
            verifier: OnceLock::new(),
            checker: CoverChecker::new(&encoding.problem),
            pieces: puzzle.pieces().map(|(id, piece)| (piece.name.as_str(), id)).collect(),
            placements: PlacementIndex::new(puzzle, encoding),
            orbits: Orbits::of_list(group),
            store: Store::new(group.option_count()),
            counts: Counts::default(),
            numbers: Vec::new(),
        }
    }

    /// The number of solutions so far.
    pub(super) fn len(&self) -> usize {
        self.store.len()
    }

    /// A piece on the sites of these addresses.
    pub(super) fn placed(
        &self,
        name: &str,
        addresses: &[Vec<i32>],
    ) -> Result<(PieceId, Vec<Point>), SolutionError> {
        let id = self.pieces.get(name).copied();
        let id = id.ok_or_else(|| SolutionError::UnknownPiece(name.to_owned()))?;
        let site = |address: &Vec<i32>| {
            let site = self.puzzle.lattice.site_at(address);
            site.ok_or_else(|| SolutionError::UnknownSite(address.clone()))
        };
        Ok((id, addresses.iter().map(site).collect::<Result<_, _>>()?))
    }

    /// The option that lays a piece on some sites, if it has that placement.
    pub(super) fn option(&self, piece: PieceId, sites: &[Point]) -> Option<OptionId> {
        self.placements.find(piece, sites)
    }

    /// The options of placed pieces.
    pub(super) fn options(&self, placed: &Placed) -> Result<Vec<OptionId>, SolutionError> {
        let options = placed.iter().map(|(piece, sites)| self.option(*piece, sites)).collect();
        match options {
            Some(options) => Ok(options),
            None => Err(self.reason(placed, SolutionError::NoPlacement)),
        }
    }

    /// Why placed pieces are no solution, by the rules of the puzzle alone.
    fn reason(&self, placed: &Placed, otherwise: SolutionError) -> SolutionError {
        let verifier = self.verifier.get_or_init(|| Verifier::new(self.puzzle));
        verifier.verify(placed).err().map_or(otherwise, SolutionError::Wrong)
    }

    /// Adds a solution, given by its options in any order.
    pub(super) fn add(
        &mut self,
        options: &mut [OptionId],
        claim: Claim,
    ) -> Result<(), SolutionError> {
        options.sort_unstable();
        if !self.checker.is_solution(options) {
            let placed = self.encoding.decode(options);
            return Err(self.reason(&placed, SolutionError::NoSolution));
        }
        let (least, orbit) = match self.orbits.judge(options) {
            Verdict::Kept(least, orbit) => (least, orbit),
            Verdict::Dropped => return Err(SolutionError::Copy),
        };
        if let Some(claimed) = claim.orbit.filter(|&claimed| claimed != orbit.size) {
            return Err(SolutionError::OrbitSize { size: orbit.size, claimed });
        }
        if claim.number == Some(0) {
            return Err(SolutionError::NumberZero);
        }
        let before = self.store.len() as u64;
        if claim.number.is_some() && self.numbers.is_empty() {
            self.numbers = (1..=before).collect();
        }
        if claim.number.is_some() || !self.numbers.is_empty() {
            self.numbers.push(claim.number.unwrap_or(before + 1));
        }
        self.counts.add(orbit, self.group.proper());
        self.store.push(least, orbit.stabiliser);
        Ok(())
    }

    /// The solutions in ascending order, and their counts.
    pub(super) fn finish(self) -> Result<(Store, Counts), TextError> {
        let Intake { mut store, counts, numbers, .. } = self;
        if !numbers.is_empty() {
            store = store.with_excerpt(Excerpt { numbers, ..Excerpt::default() });
        }
        store.sort();
        match (1..store.len()).find(|&i| store.record(i - 1) == store.record(i)) {
            Some(i) => Err(plain(format!("solution {} is listed twice", store.number(i)))),
            None => Ok((store, counts)),
        }
    }
}

/// Sorted solutions with what their file says of the list that they are part of.
pub(super) fn as_part(store: Store, of: Option<u64>, filter: String) -> Result<Store, TextError> {
    let is_part = store.excerpt().is_some() || of.is_some() || !filter.is_empty();
    if !is_part {
        return Ok(store);
    }
    let numbers: Vec<u64> = (0..store.len()).map(|index| store.number(index)).collect();
    if let Some(pair) = numbers.windows(2).find(|pair| pair[0] >= pair[1]) {
        let [a, b] = [pair[0], pair[1]];
        return Err(plain(match a == b {
            true => format!("two solutions have the number {a}"),
            false => {
                format!("the solutions with the numbers {a} and {b} must change their numbers")
            }
        }));
    }
    if let (Some(of), Some(&last)) = (of, numbers.last())
        && last > of
    {
        return Err(plain(format!("solution {last} cannot be part of {of} solutions")));
    }
    let excerpt = Excerpt { numbers, of, filter, ..Excerpt::default() };
    let mut store = store.with_excerpt(excerpt);
    store.sort();
    Ok(store)
}

/// The error where the counts that a complete file claims are not those of its solutions.
pub(super) fn check_counts(
    claimed: Counts<Natural>,
    real: Counts<Natural>,
) -> Result<(), TextError> {
    let (claimed, real) = (claimed.numbers(), real.numbers());
    if claimed == real {
        return Ok(());
    }
    Err(plain(format!(
        "the counts ({}) (total, turned, distinct, symmetric) do not agree with the solutions, \
         which give ({})",
        claimed.map(|n| n.to_string()).join(", "),
        real.map(|n| n.to_string()).join(", ")
    )))
}

/// Finds the option of a placed piece without a search.
struct PlacementIndex<'a> {
    lattice: &'static Lattice,
    /// The orientations of each piece.
    orientations: Vec<FxHashMap<&'a Shape, u32>>,
    /// The options by piece, orientation and shift.
    options: FxHashMap<(PieceId, u32, Point), OptionId>,
}

impl<'a> PlacementIndex<'a> {
    fn new(puzzle: &Puzzle, encoding: &'a Encoding) -> PlacementIndex<'a> {
        let number = |shapes: &'a Vec<Shape>| shapes.iter().zip(0..).collect();
        let entry = |n: u32| {
            let Placement { piece, orientation, shift } = encoding.placement(OptionId(n));
            ((piece, orientation, shift), OptionId(n))
        };
        PlacementIndex {
            lattice: puzzle.lattice,
            orientations: encoding.orientations.iter().map(number).collect(),
            options: (0..encoding.problem.option_count() as u32).map(entry).collect(),
        }
    }

    fn find(&self, piece: PieceId, sites: &[Point]) -> Option<OptionId> {
        let (shape, shift) = Shape::normalise(self.lattice, sites)?;
        if shape.size() < sites.len() {
            // A site comes twice.
            return None;
        }
        let orientation = *self.orientations[piece.index()].get(&shape)?;
        self.options.get(&(piece, orientation, shift)).copied()
    }
}
