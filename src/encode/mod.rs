//! From a puzzle to an exact cover problem, and back.
//!
//! Items: each piece, each site of the board, each junction that some placement runs straight
//! through, and what the rules of the puzzle ask (`rules`). Options: the placements. Required sites and exact numbers of copies are primary,
//! optional sites and junctions secondary; identical copies are one item with a multiplicity.
//! Where colour labels do not agree there is no placement, nor where the rule of a site bars the
//! piece, nor over what is pinned: a pinned piece is the one option of its sites, which are all
//! primary. Cover puzzles bring their items and
//! options with them. Placements that close off a pocket which nothing fills ([`pockets`]) keep
//! their numbers, but large searches leave them out.
//! Leans on [`crate::puzzle`] and [`crate::exact_cover`]. Read next: [`symmetry`], then
//! [`crate::solution`].
//!
//! ```
//! use polywright::encode::{Encoding, SymmetryGroup};
//! use polywright::format::puzzle_file;
//!
//! let text = r#"(format: 1, title: "Dominoes", lattice: Square,
//!     pieces: [Family(free: 2, copies: 4)], board: Rectangle(4, 2))"#;
//! let puzzle = puzzle_file::read(text.into()).expect("a valid puzzle").puzzle;
//! let encoding = Encoding::new(&puzzle)?;
//! // Six placements along the rows and four along the columns, each with two squares and a piece.
//! assert_eq!(encoding.problem.option_count(), 10);
//! assert_eq!(encoding.problem.cell_count(), 30);
//! // A rectangle: two mirrors and a half turn besides the identity.
//! assert_eq!(SymmetryGroup::new(&puzzle, &encoding).order(), 4);
//! # Ok::<(), polywright::encode::EncodeError>(())
//! ```

mod colouring;
mod cover;
mod element_set;
mod encoded;
mod fit;
pub mod fixed_points;
mod geometry;
mod labels;
mod layout;
mod obstruction;
mod parity;
mod pins;
mod placements;
pub mod pockets;
pub mod reasons;
mod rules;
pub mod selection;
pub mod shortage;
pub mod symmetry;

use std::sync::Arc;

use crate::exact_cover::{ItemId, ItemKind, OptionId, Problem};
use crate::lattice::Point;
use crate::polyform::Shape;
use crate::puzzle::{Copies, PieceId, Puzzle};
use crate::text;
pub use element_set::ElementSet;
pub use encoded::Encoded;
pub use obstruction::{Colouring, Obstruction, SiteWeights};
pub use placements::{OrientationPlacements, Placement, Placements};
use pockets::Pockets;
pub use symmetry::{PuzzleSymmetry, SymmetryGroup};

/// The most memory, in bytes, that the placements of a puzzle and their options may take.
pub const MEMORY_LIMIT: u64 = 800_000_000;

/// Placed pieces, each with the sites that it covers.
pub type Placed = Vec<(PieceId, Vec<Point>)>;

/// A puzzle made ready for an engine. Option n is placement n.
#[derive(Debug)]
pub struct Encoding {
    /// The problem that engines solve.
    pub problem: Problem,
    /// The placement of each option.
    pub placements: Arc<Placements>,
    /// The orientations of each piece; the first is as drawn.
    pub orientations: Arc<Vec<Vec<Shape>>>,
    /// The item of each piece; empty for a cover puzzle, where pieces are no items.
    pub piece_items: Vec<ItemId>,
    /// The item of each site, as in [`crate::puzzle::Board::sites`]; empty for a cover puzzle
    /// whose cells are no items.
    pub site_items: Vec<ItemId>,
    /// The junctions that are items.
    pub junctions: Vec<(Point, ItemId)>,
    /// The items that rules of the puzzle ask for, with what each stands for in words.
    pub rule_items: Vec<(String, ItemId)>,
    /// True for each piece that is not used, although it may have placements; empty when all are
    /// used.
    closed: Vec<bool>,
    /// The placements that searches leave out; `None` where they were not looked for.
    pockets: Option<Arc<Pockets>>,
}

/// Why a puzzle could not be encoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// Nobody waits for it any more.
    #[error("counting the placements was cancelled")]
    GivenUp,
    /// The placements need too much memory.
    #[error(
        "the placements of the pieces on this board need about {} of memory; the limit is {}; \
         use fewer pieces or a smaller board",
        text::bytes(*.needed),
        text::bytes(*.limit)
    )]
    TooLarge {
        /// About how many bytes they need.
        needed: u64,
        /// The number of bytes allowed.
        limit: u64,
    },
    /// The problem is too large.
    #[error("{0}")]
    Problem(#[from] crate::exact_cover::problem::ProblemError),
}

impl Encoding {
    /// Finds all placements and makes them options.
    ///
    /// Cost: for each orientation of each piece, sites of the piece times words of 64 sites of the
    /// board; linear in the sites that all placements cover. Memory: 8 bytes for each placement
    /// and 4 for each item of it.
    ///
    /// # Errors
    /// When the placements need more memory than [`MEMORY_LIMIT`].
    pub fn new(puzzle: &Puzzle) -> Result<Encoding, EncodeError> {
        Encoding::new_unless(puzzle, &|| false)
    }

    /// As [`Encoding::new`], but gives up when it is no longer wanted.
    ///
    /// # Errors
    /// Also [`EncodeError::GivenUp`].
    pub fn new_unless(
        puzzle: &Puzzle,
        give_up: &dyn Fn() -> bool,
    ) -> Result<Encoding, EncodeError> {
        match &puzzle.cover {
            Some(cover) => cover::encode(puzzle, cover),
            None => geometry::encode(puzzle, MEMORY_LIMIT, give_up),
        }
    }

    /// The same options, with other numbers of copies of the pieces than those of the puzzle, or
    /// none. The order of items changes, since pieces that may be left out come after those that
    /// may not.
    pub fn narrowed(&self, puzzle: &Puzzle, copies: &[Copies]) -> Encoding {
        let mut closed = vec![false; puzzle.pieces.len()];
        let mut items: Vec<(u8, ItemId, ItemKind)> = Vec::new();
        for ((piece, _), copies) in puzzle.pieces().zip(copies) {
            let item = self.piece_items[piece.index()];
            let was_secondary = !self.problem.is_primary(item);
            if copies.max == 0 {
                closed[piece.index()] = true;
                items.push((3, item, ItemKind::Secondary));
            } else if was_secondary && copies.min == 0 {
                items.push((3, item, ItemKind::Secondary));
            } else {
                let kind = ItemKind::Primary { min: copies.min, max: copies.max };
                items.push((0, item, kind));
            }
        }
        for &item in &self.site_items {
            let rank = if self.problem.is_primary(item) { 1 } else { 4 };
            items.push((rank, item, self.problem.item(item).kind));
        }
        for &(_, item) in &self.rule_items {
            let rank = if self.problem.is_primary(item) { 2 } else { 6 };
            items.push((rank, item, self.problem.item(item).kind));
        }
        items.extend(self.junctions.iter().map(|&(_, item)| (5, item, ItemKind::Secondary)));
        items.sort_by_key(|(rank, _, _)| *rank);
        let items: Vec<(ItemId, ItemKind)> =
            items.into_iter().map(|(_, i, kind)| (i, kind)).collect();
        let (problem, place) = self.problem.arranged(&items);
        let moved = |item: &ItemId| place[item.index()];
        Encoding {
            problem,
            piece_items: self.piece_items.iter().map(moved).collect(),
            site_items: self.site_items.iter().map(moved).collect(),
            junctions: self.junctions.iter().map(|(p, item)| (*p, moved(item))).collect(),
            rule_items: self.rule_items.iter().map(|(w, item)| (w.clone(), moved(item))).collect(),
            placements: Arc::clone(&self.placements),
            orientations: Arc::clone(&self.orientations),
            closed,
            pockets: self.pockets.clone(),
        }
    }

    /// The problem with only some of its options, less those of pieces that are not used and those
    /// that [`Pockets`] drop; and for each option left its index here.
    pub fn restricted(&self, keep: impl Fn(OptionId) -> bool) -> (Problem, Vec<OptionId>) {
        self.problem.restricted(|option| self.is_open(option) && keep(option))
    }

    /// Returns whether an option may be in a solution: its piece is used at all
    /// ([`Encoding::narrowed`]), and it closes off no pocket that cannot be filled, as far as
    /// pockets were looked for.
    pub fn is_open(&self, option: OptionId) -> bool {
        self.pockets.as_ref().is_none_or(|pockets| !pockets.is_dropped(option))
            && (self.closed.is_empty() || !self.closed[self.placement(option).piece.index()])
    }

    /// The placements that searches leave out, since they close off a pocket that cannot be filled;
    /// `None` where a search takes less time than to look for them.
    pub fn pockets(&self) -> Option<&Pockets> {
        self.pockets.as_deref()
    }

    /// The same, with the placements left out that close off such a pocket, however few there are.
    pub fn with_pockets(self, puzzle: &Puzzle) -> Encoding {
        let pockets = Pockets::new(puzzle, &self).map(Arc::new);
        Encoding { pockets, ..self }
    }

    /// The placement of an option.
    pub fn placement(&self, option: OptionId) -> Placement {
        self.placements.get(option)
    }

    /// The placements of a piece, as a range of options.
    pub fn placements_of(&self, piece: PieceId) -> std::ops::Range<usize> {
        self.placements.of_piece(piece)
    }

    /// The sites that a placement covers, in reading order.
    pub fn sites(&self, option: OptionId) -> impl Iterator<Item = Point> + '_ {
        let Placement { piece, orientation, shift } = self.placement(option);
        let shape = &self.orientations[piece.index()][orientation as usize];
        shape.sites().iter().map(move |&p| p + shift)
    }

    /// The placed pieces of a solution, in the order of their first sites.
    pub fn decode(&self, solution: &[OptionId]) -> Placed {
        let placed = |&option| (self.placement(option).piece, self.sites(option).collect());
        let mut placed: Placed = solution.iter().map(placed).collect();
        placed.sort_by_key(|(_, sites)| sites.first().copied());
        placed
    }

    /// The option that lays a piece on exactly these sites, if there is one.
    pub fn find(&self, puzzle: &Puzzle, piece: PieceId, sites: &[Point]) -> Option<OptionId> {
        let (shape, shift) = Shape::normalise(puzzle.lattice, sites)?;
        let orientation = self.orientations[piece.index()].iter().position(|o| *o == shape)? as u32;
        self.placements.find(piece, orientation, shape.sites()[0] + shift)
    }

    /// The options that cover a site, ascending. Cost: sites of all orientations times the
    /// logarithm of the number of placements; linear in the options for a cover puzzle.
    pub fn options_through(&self, site: Point) -> Vec<OptionId> {
        let mut through = self.placements.through(site);
        through.retain(|&option| self.is_open(option));
        through
    }

    /// For each site of the board the options that cover it, ascending. Cost: linear in the sites of all
    /// placements.
    pub(super) fn options_by_site(&self, puzzle: &Puzzle) -> Vec<Vec<OptionId>> {
        let mut by_site = vec![Vec::new(); puzzle.board.sites().len()];
        self.placements.each_site(|option, position| {
            if self.is_open(option) {
                by_site[position as usize].push(option);
            }
        });
        by_site
    }

    /// Orders of the sites' items for engines that follow one: along each axis of the lattice
    /// in turn, so that on a narrow board one of them keeps the border short, and along the
    /// diagonals of the plane, which suit compact boards better.
    pub fn sweep_orders(&self, puzzle: &Puzzle) -> Vec<Vec<ItemId>> {
        // The items of a cover puzzle have no place in a plane.
        if puzzle.cover.is_some() {
            return Vec::new();
        }
        let sites = puzzle.board.sites();
        let order = |key: &dyn Fn([i32; 3]) -> [i32; 3]| -> Vec<ItemId> {
            let mut order: Vec<usize> = (0..sites.len()).collect();
            order.sort_by_key(|&i| key(sites[i].site.coordinates()));
            order.into_iter().map(|i| self.site_items[i]).collect()
        };
        if puzzle.lattice.dimension == 2 {
            return vec![
                order(&|[x, y, _]| [x, y, 0]),
                order(&|[x, y, _]| [y, x, 0]),
                order(&|[x, y, _]| [x + y, x, y]),
                order(&|[x, y, _]| [x - y, x, y]),
            ];
        }
        let axes = [[0, 1, 2], [1, 0, 2], [2, 1, 0], [0, 2, 1], [1, 2, 0], [2, 0, 1]];
        axes.iter().map(|axes| order(&|p| axes.map(|axis| p[axis]))).collect()
    }

    /// Returns the number of placements that cover each site, as in
    /// [`crate::puzzle::Board::sites`].
    pub fn coverage(&self, puzzle: &Puzzle) -> Vec<u32> {
        let mut counts = vec![0; puzzle.board.sites().len()];
        self.placements.each_site(|_, position| counts[position as usize] += 1);
        counts
    }
}

/// The numbers of an address in the name of an item.
fn joined(numbers: &[i32]) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(",")
}
