//! From a puzzle to an exact cover problem, and back.
//!
//! Items: each piece, each site of the board, each junction that some placement runs straight
//! through. Options: the placements. Required sites and exact numbers of copies are primary,
//! optional sites and junctions secondary; identical copies are one item with a multiplicity.
//! Where colour labels do not agree there is no placement, nor where the rule of a site bars the
//! piece, nor over what is pinned: a pinned piece is the one option of its sites, which are all
//! primary. Cover puzzles bring their items and
//! options with them.
//! Leans on [`crate::puzzle`] and [`crate::exact_cover`]. Read next: [`symmetry`], then
//! [`crate::solution`].

mod cover;
mod labels;
pub mod parity;
mod pins;
pub mod quotient;
pub mod selection;
pub mod symmetry;

use self::labels::Patterns;
use self::pins::Pins;
use crate::exact_cover::{ItemId, ItemKind, OptionId, Problem, ProblemBuilder};
use crate::lattice::{Point, Positions};
use crate::polyform::Shape;
use crate::puzzle::{Copies, JunctionRule, PieceId, Puzzle};
pub use symmetry::{PuzzleSymmetry, SymmetryGroup};

/// A puzzle with more placements than this is refused.
pub const MOST_PLACEMENTS: usize = 4_000_000;

/// A way to lay a piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Which piece.
    pub piece: PieceId,
    /// Index into [`Encoding::orientations`] of the piece.
    pub orientation: u32,
    /// What is added to the sites of the orientation.
    pub shift: Point,
}

/// A puzzle made ready for an engine. Option n is placement n.
#[derive(Debug)]
pub struct Encoding {
    /// The problem that engines solve.
    pub problem: Problem,
    /// The placement of each option.
    pub placements: Vec<Placement>,
    /// The orientations of each piece; the first is as drawn.
    pub orientations: Vec<Vec<Shape>>,
    /// The item of each piece; empty for a cover puzzle, where pieces are no items.
    pub piece_items: Vec<ItemId>,
    /// The item of each site, as in [`crate::puzzle::Board::sites`]; empty for a cover puzzle
    /// whose cells are no items.
    pub site_items: Vec<ItemId>,
    /// The junctions that are items.
    pub junctions: Vec<(Point, ItemId)>,
    /// Where the placements of each piece begin among the options; one entry more at the end.
    starts: Vec<u32>,
    /// The pieces that are not used, although they have placements.
    closed: Vec<PieceId>,
}

/// Why a puzzle could not be encoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// Nobody waits for it any more.
    #[error("the placements were not counted to the end")]
    GivenUp,
    /// Too many placements.
    #[error(
        "the pieces have more than {MOST_PLACEMENTS} placements on this board; use fewer pieces \
         or a smaller board"
    )]
    TooManyPlacements,
    /// The problem is too large.
    #[error("{0}")]
    Problem(#[from] crate::exact_cover::problem::ProblemError),
}

impl Encoding {
    /// Finds all placements and makes them options.
    ///
    /// Cost: for each orientation of each piece, sites of the board times sites of the piece.
    ///
    /// # Errors
    /// When there are too many placements.
    pub fn new(puzzle: &Puzzle) -> Result<Encoding, EncodeError> {
        Encoding::new_unless(puzzle, &|| false)
    }

    /// As [`Encoding::new`], but gives up when it is told to.
    ///
    /// # Errors
    /// Also [`EncodeError::GivenUp`].
    pub fn new_unless(
        puzzle: &Puzzle,
        give_up: &dyn Fn() -> bool,
    ) -> Result<Encoding, EncodeError> {
        if let Some(cover) = &puzzle.cover {
            return cover::encode(puzzle, cover);
        }
        let lattice = puzzle.lattice;
        let board = &puzzle.board;
        let orientations: Vec<Vec<Shape>> =
            puzzle.pieces.iter().map(|p| p.shape.orientations(lattice, p.motions)).collect();

        let mut placements = Vec::new();
        // The positions of the sites that each placement covers, one after the other, and the
        // corners that it runs straight through; how many there are of both after each.
        let mut covered: Vec<u32> = Vec::new();
        let mut crossed: Vec<Point> = Vec::new();
        let mut filled: Vec<(usize, usize)> = Vec::new();
        let mut starts = vec![0];
        let patterns = Patterns::of(puzzle, &orientations);
        let pins = Pins::of(puzzle);
        let required =
            |site: u32| board.sites()[site as usize].required || pins.covers(site as usize);
        let no_crossing = puzzle.rules.junctions == JunctionRule::NoCrossing;
        let position = Positions::of(board.sites().iter().map(|s| s.site));
        for (piece, _) in puzzle.pieces() {
            for (o, shape) in orientations[piece.index()].iter().enumerate() {
                if give_up() {
                    return Err(EncodeError::GivenUp);
                }
                let straight =
                    if no_crossing { lattice.straight_corners(shape.sites()) } else { Vec::new() };
                let anchor = shape.sites()[0];
                for site in board.sites() {
                    let shift = site.site - anchor;
                    if !is_whole(shift, lattice.period) {
                        continue;
                    }
                    let (covered_before, crossed_before) = (covered.len(), crossed.len());
                    let found = shape.sites().iter().map_while(|&p| position.get(p + shift));
                    covered.extend(found);
                    let sites = &covered[covered_before..];
                    let fits = sites.len() == shape.size()
                        && patterns.as_ref().is_none_or(|p| p.fits(puzzle, piece, o, sites));
                    crossed.extend(straight.iter().map(|&p| p + shift));
                    if fits && pins.allow(piece, sites, &crossed[crossed_before..]) {
                        placements.push(Placement { piece, orientation: o as u32, shift });
                        filled.push((covered.len(), crossed.len()));
                    } else {
                        covered.truncate(covered_before);
                        crossed.truncate(crossed_before);
                    }
                }
                if placements.len() > MOST_PLACEMENTS {
                    return Err(EncodeError::TooManyPlacements);
                }
            }
            starts.push(placements.len() as u32);
        }

        let begin = |n: usize| n.checked_sub(1).map_or((0, 0), |before| filled[before]);
        let covered_by = |n: usize| &covered[begin(n).0..filled[n].0];
        let mut builder = ProblemBuilder::default();
        let copies = puzzle.copies();
        let secondary_piece: Vec<bool> = puzzle
            .pieces()
            .map(|(id, _)| {
                // A piece that may be left out needs no item of its own to branch on, as long as
                // each of its placements covers a required site: Knuth advises secondary items.
                let mut range = starts[id.index()] as usize..starts[id.index() + 1] as usize;
                copies[id.index()] == Copies { min: 0, max: 1 }
                    && range.all(|n| covered_by(n).iter().any(|&s| required(s)))
            })
            .collect();
        // What would end a name in Knuth's text.
        let ends = |c: char| c.is_whitespace() || matches!(c, '|' | ':');
        let piece_name = |i: usize| format!("#{}", puzzle.pieces[i].name.replace(ends, "_"));
        let mut piece_items = vec![ItemId(0); puzzle.pieces.len()];
        let mut site_items = vec![ItemId(0); board.sites().len()];
        let mut names = Names::default();
        for (id, _) in puzzle.pieces().filter(|(id, _)| !secondary_piece[id.index()]) {
            let Copies { min, max } = copies[id.index()];
            let kind = ItemKind::Primary { min, max };
            piece_items[id.index()] = builder.item(names.unique(piece_name(id.index())), kind);
        }
        let site_name = |p: Point| {
            let numbers: Vec<String> =
                (lattice.address.of_site)(p).iter().map(i32::to_string).collect();
            numbers.join(",")
        };
        let sites = || (0u32..).zip(board.sites());
        for (i, s) in sites().filter(|(i, _)| required(*i)) {
            let i = i as usize;
            site_items[i] = builder.item(names.unique(site_name(s.site)), ItemKind::ONCE);
        }
        for i in (0..puzzle.pieces.len()).filter(|&i| secondary_piece[i]) {
            piece_items[i] = builder.item(names.unique(piece_name(i)), ItemKind::Secondary);
        }
        for (i, s) in sites().filter(|(i, _)| !required(*i)) {
            let i = i as usize;
            site_items[i] = builder.item(names.unique(site_name(s.site)), ItemKind::Secondary);
        }
        let mut corners = crossed.clone();
        corners.sort_unstable();
        corners.dedup();
        let junctions: Vec<(Point, ItemId)> = corners
            .into_iter()
            .map(|p| {
                let numbers: Vec<String> =
                    (lattice.address.of_corner)(p).iter().map(i32::to_string).collect();
                let name = format!("+{}", numbers.join(","));
                (p, builder.item(names.unique(name), ItemKind::Secondary))
            })
            .collect();
        for (n, placement) in placements.iter().enumerate() {
            let crossing = crossed[begin(n).1..filled[n].1].iter().map(|corner| {
                let found = junctions.binary_search_by_key(corner, |j| j.0);
                junctions[found.expect("every crossed corner is a junction")].1
            });
            builder.option(
                [piece_items[placement.piece.index()]]
                    .into_iter()
                    .chain(covered_by(n).iter().map(|&s| site_items[s as usize]))
                    .chain(crossing),
            );
        }
        let problem = builder.build()?;
        Ok(Encoding {
            problem,
            placements,
            orientations,
            piece_items,
            site_items,
            junctions,
            starts,
            closed: Vec::new(),
        })
    }

    /// The same options where the pieces are used otherwise than the puzzle says: in exactly or
    /// between so many copies, or not at all. Items change their order, since pieces that may be
    /// left out and pieces that may not stand in different places.
    pub fn narrowed(&self, puzzle: &Puzzle, copies: &[Copies]) -> Encoding {
        let mut closed = Vec::new();
        let mut items: Vec<(u8, ItemId, ItemKind)> = Vec::new();
        for ((piece, _), copies) in puzzle.pieces().zip(copies) {
            let item = self.piece_items[piece.index()];
            let was_secondary = !self.problem.is_primary(item);
            if copies.max == 0 {
                closed.push(piece);
                items.push((2, item, ItemKind::Secondary));
            } else if was_secondary && copies.min == 0 {
                items.push((2, item, ItemKind::Secondary));
            } else {
                let kind = ItemKind::Primary { min: copies.min, max: copies.max };
                items.push((0, item, kind));
            }
        }
        for &item in &self.site_items {
            let rank = if self.problem.is_primary(item) { 1 } else { 3 };
            items.push((rank, item, self.problem.item(item).kind));
        }
        items.extend(self.junctions.iter().map(|&(_, item)| (4, item, ItemKind::Secondary)));
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
            placements: self.placements.clone(),
            orientations: self.orientations.clone(),
            starts: self.starts.clone(),
            closed,
        }
    }

    /// The problem with only some of its options, less those of pieces that are not used; and
    /// for each option left its index here.
    pub fn restricted(&self, keep: impl Fn(OptionId) -> bool) -> (Problem, Vec<OptionId>) {
        self.problem.restricted(|option| self.is_open(option) && keep(option))
    }

    /// Whether the piece of an option is used at all; see [`Encoding::narrowed`].
    pub fn is_open(&self, option: OptionId) -> bool {
        !self.closed.contains(&self.placement(option).piece)
    }

    /// The placement of an option.
    pub fn placement(&self, option: OptionId) -> Placement {
        self.placements[option.index()]
    }

    /// The placements of a piece, as a range of options.
    pub fn placements_of(&self, piece: PieceId) -> std::ops::Range<usize> {
        self.starts[piece.index()] as usize..self.starts[piece.index() + 1] as usize
    }

    /// The sites that a placement covers, in reading order.
    pub fn sites(&self, option: OptionId) -> impl Iterator<Item = Point> + '_ {
        let Placement { piece, orientation, shift } = self.placement(option);
        let shape = &self.orientations[piece.index()][orientation as usize];
        shape.sites().iter().map(move |&p| p + shift)
    }

    /// The option that lays a piece on exactly these sites, if there is one.
    pub fn find(&self, puzzle: &Puzzle, piece: PieceId, sites: &[Point]) -> Option<OptionId> {
        let (shape, shift) = Shape::of(puzzle.lattice, sites)?;
        let orientation = self.orientations[piece.index()].iter().position(|o| *o == shape)? as u32;
        let range = self.placements_of(piece);
        let offset = self.placements[range.clone()]
            .iter()
            .position(|p| p.orientation == orientation && p.shift == shift)?;
        Some(OptionId((range.start + offset) as u32))
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

    /// How many placements cover each site, as in [`crate::puzzle::Board::sites`].
    pub fn coverage(&self, puzzle: &Puzzle) -> Vec<u32> {
        let sites = puzzle.board.sites();
        let position = Positions::of(sites.iter().map(|s| s.site));
        let mut counts = vec![0; sites.len()];
        for option in 0..self.placements.len() as u32 {
            for site in self.sites(OptionId(option)) {
                if let Some(i) = position.get(site) {
                    counts[i as usize] += 1;
                }
            }
        }
        counts
    }
}

/// Whether every coordinate is a whole number of periods.
fn is_whole(shift: Point, period: i32) -> bool {
    shift.coordinates().iter().all(|n| n % period == 0)
}

/// Keeps item names apart, should a piece's name look like another's once spaces are replaced.
#[derive(Default)]
struct Names(rustc_hash::FxHashSet<String>);

impl Names {
    fn unique(&mut self, name: String) -> String {
        let mut candidate = name.clone();
        let mut n = 2;
        while !self.0.insert(candidate.clone()) {
            candidate = format!("{name}~{n}");
            n += 1;
        }
        candidate
    }
}
