//! Placements that close off a pocket which no pieces can fill, and so are in no solution.
//!
//! Pieces that hang together lie in one part each of what a placement leaves of the board. A part
//! so small that one piece at most has room in it must be filled by a placement that is left; the
//! area of a larger one must be the sum of some sizes of pieces. What fails is dropped, and may make
//! others fail, until nothing changes. The corner of the board that a piece cuts off, the hole of a
//! piece with one, and what lies between a piece and a pinned one are such pockets.
//!
//! Symmetries of the puzzle take dropped placements to dropped ones: all of a round fail together,
//! and no limit depends on an order. Placements keep their numbers; searches leave out those that
//! are dropped ([`Encoding::restricted`]).

use rustc_hash::{FxHashMap, FxHashSet};

use super::obstruction::Obstruction;
use super::pins::{Pins, is_required};
use super::placements::Placements;
use super::{Encoding, Placement};
use crate::exact_cover::OptionId;
use crate::lattice::{Lattice, Point};
use crate::polyform::Shape;
use crate::puzzle::{PieceId, Puzzle};

/// From so many placements on those with pockets are looked for before every search.
pub(super) const WORTH_OPTIONS: usize = 10_000;
/// The largest number of sites of all placements together that are looked through for pockets:
/// about a second.
const MAX_CELLS: usize = 8_000_000;
/// The largest pocket, in times the size of the largest piece.
const POCKET_SIZES: usize = 3;
/// The largest pocket, in sites.
const MAX_POCKET: usize = 64;
/// The value for no piece.
const NO_PIECE: u32 = u32::MAX;

/// The placements that are in no solution, since they close off a pocket that cannot be filled.
#[derive(Clone, Debug, Default)]
pub struct Pockets {
    /// A bit for each option.
    dropped: Vec<u64>,
    /// The dropped placements of each piece.
    by_piece: Vec<usize>,
    /// An example of each piece that has lost all its placements: the first of them.
    examples: Vec<(PieceId, Example)>,
}

/// A placement with the pocket that it closes off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The placement.
    pub option: OptionId,
    /// The sites of the pocket, by their positions on the board, ascending.
    pub pocket: Vec<usize>,
    /// True if the piece alone encloses the pocket, without the edge of the board or a pin.
    pub is_hole: bool,
}

impl Pockets {
    /// Looks for pockets; `None` for a puzzle without geometry, and where it would take too long.
    ///
    /// Cost: for each placement about the sites around it, a few times over; for those with a pocket
    /// again in each round.
    pub fn new(puzzle: &Puzzle, encoding: &Encoding) -> Option<Pockets> {
        Pockets::new_unless(puzzle, encoding, &|| false)
    }

    pub(super) fn new_unless(
        puzzle: &Puzzle,
        encoding: &Encoding,
        give_up: &dyn Fn() -> bool,
    ) -> Option<Pockets> {
        let joined = |piece: &crate::puzzle::Piece| piece.shape.is_connected(puzzle.lattice);
        if puzzle.cover.is_some() || !puzzle.pieces.iter().all(joined) {
            return None;
        }
        let cells = |piece: PieceId| {
            encoding.placements_of(piece).len().saturating_mul(puzzle.piece(piece).shape.size())
        };
        let cells = puzzle.pieces().fold(0, |sum: usize, (id, _)| sum.saturating_add(cells(id)));
        if cells > MAX_CELLS {
            return None;
        }
        let mut finder = PocketFinder::new(puzzle, encoding);
        finder.run(give_up)?;
        Some(finder.into_pockets())
    }

    /// Returns whether an option is dropped.
    #[inline]
    pub fn is_dropped(&self, option: OptionId) -> bool {
        self.dropped[option.index() / 64] >> (option.index() % 64) & 1 == 1
    }

    /// The number of placements of a piece that are dropped.
    pub fn dropped_of(&self, piece: PieceId) -> usize {
        self.by_piece[piece.index()]
    }

    /// The number of all placements that are dropped.
    pub fn dropped(&self) -> usize {
        self.by_piece.iter().sum()
    }

    /// The pieces of which every placement is dropped, each with an example.
    pub fn lost_pieces(&self) -> &[(PieceId, Example)] {
        &self.examples
    }

    /// The required sites that only dropped placements cover, by their positions on the board.
    /// Linear in the placements.
    pub fn lost_sites(&self, puzzle: &Puzzle, encoding: &Encoding) -> Vec<usize> {
        let sites = puzzle.board.sites();
        let mut reached = vec![(false, false); sites.len()];
        encoding.placements.each_site(|option, position| {
            let (before, after) = &mut reached[position as usize];
            *before = true;
            *after |= !self.is_dropped(option);
        });
        let is_lost = |&i: &usize| sites[i].required && reached[i] == (true, false);
        (0..sites.len()).filter(is_lost).collect()
    }

    /// Why there can be no solution, when that is what they tell. Linear in the placements.
    pub fn obstruction(&self, puzzle: &Puzzle, encoding: &Encoding) -> Option<Obstruction> {
        let copies = puzzle.copies();
        let lost = self.examples.iter().find(|(piece, _)| copies[piece.index()].min > 0);
        let reason = match lost {
            Some((piece, example)) => {
                let title = lost_piece_title(puzzle, *piece, example);
                format!("{title}. {}", lost_piece_words(puzzle))
            }
            None => {
                let sites = self.lost_sites(puzzle, encoding);
                let &first = sites.first()?;
                lost_sites_words(puzzle, first)
            }
        };
        Some(Obstruction::new("pockets", reason))
    }
}

/// Describes the problem with a piece all of whose placements are dropped.
pub fn lost_piece_title(puzzle: &Puzzle, piece: PieceId, example: &Example) -> String {
    let name = &puzzle.piece(piece).name;
    match example.is_hole {
        true => format!("Piece {name} cannot be placed: its hole cannot be filled"),
        false => {
            format!("Piece {name} cannot be placed: it closes off pockets that cannot be filled")
        }
    }
}

/// The reason, in a sentence.
pub fn lost_piece_words(puzzle: &Puzzle) -> String {
    let (_, many) = puzzle.lattice.site_words;
    format!("Wherever it is placed, it encloses {many} that no other pieces can fill.")
}

/// Describes the problem with required sites that only dropped placements cover; takes the first
/// such site.
pub fn lost_sites_words(puzzle: &Puzzle, first: usize) -> String {
    let (one, many) = puzzle.lattice.site_words;
    let label = puzzle.lattice.site_label(puzzle.board.sites()[first].site);
    format!(
        "Every placement over {one} {label} closes off a pocket: {many} that no other pieces can \
         fill."
    )
}

/// The effect of a placement on the board around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// It closes nothing off.
    Open,
    /// It closes off pockets that can be filled, as far as is known.
    Fillable,
    /// It closes off one that cannot.
    Dead,
}

/// Looks through the placements of a puzzle.
struct PocketFinder<'a> {
    puzzle: &'a Puzzle,
    placements: &'a Placements,
    /// Where the neighbours of each site begin; one entry more at the end.
    starts: Vec<u32>,
    neighbours: Vec<u32>,
    required: Vec<bool>,
    /// True for each site that a pin covers.
    pinned: Vec<bool>,
    /// True for each site whose touching sites are all on the board and not pinned.
    inner: Vec<bool>,
    /// The copies of each piece that are not pinned.
    copies: Vec<u32>,
    /// True for each number of sites that is a sum of piece sizes.
    sums: Vec<bool>,
    /// The size of the smallest piece.
    least: usize,
    /// The pieces of each shape, with the number of the orientation.
    shapes: FxHashMap<&'a Shape, Vec<(PieceId, u32)>>,
    dropped: Vec<u64>,
    /// Marks of sites: by the placement at hand, and by a flood.
    covered: Vec<u32>,
    flooded: Vec<u32>,
    stamp: u32,
    flood: Vec<u32>,
    /// The answers to whether a pocket can be filled, by its sites and the piece that is used up.
    known: FxHashMap<(Box<[u32]>, u32), bool>,
}

impl<'a> PocketFinder<'a> {
    fn new(puzzle: &'a Puzzle, encoding: &'a Encoding) -> PocketFinder<'a> {
        let (lattice, board) = (puzzle.lattice, &puzzle.board);
        let pins = Pins::new(puzzle);
        let sites = board.sites();
        let (mut starts, mut neighbours) = (vec![0], Vec::new());
        for site in sites {
            let near = lattice.neighbours(site.site).filter_map(|near| board.position(near));
            neighbours.extend(near.map(|near| near as u32));
            starts.push(neighbours.len() as u32);
        }
        let pinned: Vec<bool> = (0..sites.len()).map(|i| pins.covers(i)).collect();
        let is_open = |site: Point| board.position(site).is_some_and(|i| !pinned[i]);
        let inner = sites.iter().map(|s| lattice.touching(s.site).all(is_open)).collect();
        let mut copies: Vec<u32> = puzzle.copies().iter().map(|copies| copies.max).collect();
        for pin in puzzle.pinned() {
            let left = &mut copies[pin.piece.index()];
            *left = left.saturating_sub(1);
        }
        let sizes = puzzle.pieces.iter().map(|piece| piece.shape.size());
        let (least, most) = (sizes.clone().min().unwrap_or(1), sizes.max().unwrap_or(1));
        let sums = sums(puzzle, &copies, (POCKET_SIZES * most).min(MAX_POCKET).max(2 * least));
        let mut shapes: FxHashMap<&Shape, Vec<(PieceId, u32)>> = FxHashMap::default();
        for (piece, own) in (0..).map(PieceId).zip(encoding.orientations.iter()) {
            for (orientation, shape) in (0..).zip(own) {
                shapes.entry(shape).or_default().push((piece, orientation));
            }
        }
        PocketFinder {
            puzzle,
            placements: &encoding.placements,
            starts,
            neighbours,
            required: (0..sites.len()).map(|i| is_required(puzzle, &pins, i)).collect(),
            pinned,
            inner,
            copies,
            sums,
            least,
            shapes,
            dropped: vec![0; encoding.placements.len().div_ceil(64)],
            covered: vec![0; sites.len()],
            flooded: vec![0; sites.len()],
            stamp: 0,
            flood: Vec::new(),
            known: FxHashMap::default(),
        }
    }

    /// Drops placements round by round; `None` when it gave up.
    fn run(&mut self, give_up: &dyn Fn() -> bool) -> Option<()> {
        let placements = self.placements;
        let (mut dead, mut watched) = (Vec::new(), Vec::new());
        let mut sites = Vec::new();
        for run in placements.by_orientation() {
            if give_up() {
                return None;
            }
            let shape = placements.shape(run.piece, run.orientation);
            let mut is_ringed = None;
            for option in run.options.map(OptionId) {
                let shift = placements.shift(shape, option);
                self.find_sites(shape, shift, &mut sites);
                if sites.iter().all(|&site| self.inner[site as usize])
                    && *is_ringed.get_or_insert_with(|| is_ringed_about(self.puzzle.lattice, shape))
                {
                    continue;
                }
                match self.judge(run.piece, &sites) {
                    Verdict::Open => {}
                    Verdict::Fillable => watched.push(option),
                    Verdict::Dead => dead.push(option),
                }
            }
        }
        while !dead.is_empty() {
            if give_up() {
                return None;
            }
            for option in dead.drain(..) {
                self.dropped[option.index() / 64] |= 1 << (option.index() % 64);
            }
            self.known.clear();
            watched.retain(|&option| {
                let Placement { piece, orientation, shift } = placements.get(option);
                self.find_sites(placements.shape(piece, orientation), shift, &mut sites);
                let is_dead = self.judge(piece, &sites) == Verdict::Dead;
                dead.extend(is_dead.then_some(option));
                !is_dead
            });
        }
        Some(())
    }

    fn find_sites(&self, shape: &Shape, shift: Point, sites: &mut Vec<u32>) {
        let positions = self.placements.positions();
        sites.clear();
        sites.extend(shape.sites().iter().filter_map(|&site| positions.get(site + shift)));
    }

    fn around(&self, site: u32) -> std::ops::Range<usize> {
        self.starts[site as usize] as usize..self.starts[site as usize + 1] as usize
    }

    /// Judges the effect of a placement; when it is dead, the pocket is in `flood`.
    fn judge(&mut self, piece: PieceId, sites: &[u32]) -> Verdict {
        self.stamp += 1;
        let own = self.stamp;
        sites.iter().for_each(|&site| self.covered[site as usize] = own);
        let mut verdict = Verdict::Open;
        for &site in sites {
            for at in self.around(site) {
                let near = self.neighbours[at];
                if self.flooded[near as usize] < own
                    && self.is_free(near, own)
                    && self.flood(near, own)
                {
                    verdict = Verdict::Fillable;
                    if !self.can_be_filled(piece, sites) {
                        return Verdict::Dead;
                    }
                }
            }
        }
        verdict
    }

    fn is_free(&self, site: u32, own: u32) -> bool {
        self.covered[site as usize] != own && !self.pinned[site as usize]
    }

    /// Finds the free sites that hang together with one; whether they are few. Those of an earlier
    /// flood about the same placement, which it meets, were many.
    fn flood(&mut self, from: u32, own: u32) -> bool {
        self.stamp += 1;
        let stamp = self.stamp;
        self.flood.clear();
        self.flood.push(from);
        self.flooded[from as usize] = stamp;
        let mut next = 0;
        while let Some(&site) = self.flood.get(next) {
            next += 1;
            for at in self.around(site) {
                let near = self.neighbours[at];
                let mark = self.flooded[near as usize];
                if mark == stamp || !self.is_free(near, own) {
                    continue;
                }
                if mark > own || self.flood.len() >= self.sums.len() {
                    return false;
                }
                self.flooded[near as usize] = stamp;
                self.flood.push(near);
            }
        }
        true
    }

    /// Returns whether the pocket in `flood` can be filled beside a placement of a piece, as far as
    /// is known.
    fn can_be_filled(&mut self, piece: PieceId, sites: &[u32]) -> bool {
        let most = self.flood.len();
        let least = self.flood.iter().filter(|&&site| self.required[site as usize]).count();
        if least == 0 {
            return true;
        }
        // Sizes that add up to as many sites; `sums` has none for the largest pocket of all.
        if most >= self.sums.len() {
            return true;
        }
        if !self.sums[least..=most].contains(&true) {
            return false;
        }
        if most >= 2 * self.least {
            return true;
        }
        // One piece at most has room.
        self.flood.sort_unstable();
        let is_pin = self.pinned[sites[0] as usize];
        let used_up = !is_pin && self.copies[piece.index()] <= 1;
        let key = (self.flood.as_slice().into(), if used_up { piece.0 } else { NO_PIECE });
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let fills = match least == most {
            true => self.fills_exactly(key.1),
            false => self.fills_mostly(key.1),
        };
        self.known.insert(key, fills);
        fills
    }

    /// Returns whether the placement of a shape at a place is left, and its piece has a copy left.
    fn is_left(&self, (piece, orientation): (PieceId, u32), first: Point, used_up: u32) -> bool {
        if piece.0 == used_up || self.copies[piece.index()] == 0 {
            return false;
        }
        let option = self.placements.find(piece, orientation, first);
        option.is_some_and(|o| self.dropped[o.index() / 64] >> (o.index() % 64) & 1 == 0)
    }

    fn points(&self) -> Vec<Point> {
        let sites = self.puzzle.board.sites();
        self.flood.iter().map(|&site| sites[site as usize].site).collect()
    }

    /// Returns whether a placement covers exactly the pocket in `flood`.
    fn fills_exactly(&self, used_up: u32) -> bool {
        let Some((shape, shift)) = Shape::normalise(self.puzzle.lattice, &self.points()) else {
            return false;
        };
        let first = shape.sites()[0] + shift;
        let pieces = self.shapes.get(&shape).into_iter().flatten();
        pieces.copied().any(|piece| self.is_left(piece, first, used_up))
    }

    /// Returns whether a placement within the pocket in `flood` covers all that must be covered
    /// there.
    fn fills_mostly(&self, used_up: u32) -> bool {
        let pocket: FxHashSet<Point> = self.points().into_iter().collect();
        let sites = self.puzzle.board.sites();
        let is_required = |site: &&u32| self.required[**site as usize];
        let required: Vec<Point> =
            self.flood.iter().filter(is_required).map(|&site| sites[site as usize].site).collect();
        let period = self.puzzle.lattice.period;
        self.shapes.iter().any(|(shape, pieces)| {
            (required.len()..=pocket.len()).contains(&shape.size())
                && shape.sites().iter().any(|&site| {
                    let shift = required[0] - site;
                    let is_whole = shift.coordinates().iter().all(|n| n % period == 0);
                    let laid = || shape.sites().iter().map(|&site| site + shift);
                    let covers = |site: &Point| laid().any(|own| own == *site);
                    let first = shape.sites()[0] + shift;
                    is_whole
                        && laid().all(|site| pocket.contains(&site))
                        && required.iter().all(covers)
                        && pieces.iter().any(|&piece| self.is_left(piece, first, used_up))
                })
        })
    }

    fn into_pockets(mut self) -> Pockets {
        let encoding = self.placements;
        let count = |piece: PieceId| {
            let options = encoding.of_piece(piece);
            options.filter(|o| self.dropped[o / 64] >> (o % 64) & 1 == 1).count()
        };
        let by_piece: Vec<usize> = self.puzzle.pieces().map(|(id, _)| count(id)).collect();
        let is_lost = |(id, n): &(PieceId, usize)| *n > 0 && *n == encoding.of_piece(*id).len();
        let lost: Vec<(PieceId, usize)> =
            (0..).map(PieceId).zip(by_piece.iter().copied()).filter(is_lost).collect();
        let examples = lost.iter().map(|(piece, _)| (*piece, self.example(*piece))).collect();
        Pockets { dropped: self.dropped, by_piece, examples }
    }

    /// The first placement of a piece all of whose placements are dropped.
    fn example(&mut self, piece: PieceId) -> Example {
        let option = OptionId(self.placements.of_piece(piece).start as u32);
        let Placement { orientation, shift, .. } = self.placements.get(option);
        let mut sites = Vec::new();
        self.find_sites(self.placements.shape(piece, orientation), shift, &mut sites);
        self.known.clear();
        let verdict = self.judge(piece, &sites);
        debug_assert_eq!(verdict, Verdict::Dead, "what is dropped stays so");
        let pocket: Vec<usize> = self.flood.iter().map(|&site| site as usize).collect();
        let lattice = self.puzzle.lattice;
        let board = &self.puzzle.board;
        // Of sites that are not free only those of the placement adjoin a hole.
        let is_enclosed = |&site: &usize| {
            lattice.neighbours(board.sites()[site].site).all(|near| {
                board
                    .position(near)
                    .is_some_and(|near| pocket.contains(&near) || sites.contains(&(near as u32)))
            })
        };
        let is_hole = pocket.iter().all(is_enclosed);
        let mut pocket = pocket;
        pocket.sort_unstable();
        Example { option, pocket, is_hole }
    }
}

/// Returns whether the sites around a shape are connected without it, by sites that touch it.
fn is_ringed_about(lattice: &Lattice, shape: &Shape) -> bool {
    let own: FxHashSet<Point> = shape.sites().iter().copied().collect();
    let of = |near: &dyn Fn(Point) -> Vec<Point>| -> FxHashSet<Point> {
        own.iter().flat_map(|&site| near(site)).filter(|site| !own.contains(site)).collect()
    };
    let adjoining = of(&|site| lattice.neighbours(site).collect());
    let touching = of(&|site| lattice.touching(site).collect());
    let Some(&first) = adjoining.iter().min() else { return true };
    let mut reached = FxHashSet::from_iter([first]);
    let mut open = vec![first];
    while let Some(site) = open.pop() {
        for near in lattice.neighbours(site) {
            if (touching.contains(&near) || adjoining.contains(&near)) && reached.insert(near) {
                open.push(near);
            }
        }
    }
    adjoining.iter().all(|site| reached.contains(site))
}

/// For each number of sites up to the largest pocket whether pieces have it together.
fn sums(puzzle: &Puzzle, copies: &[u32], most: usize) -> Vec<bool> {
    let mut by_size = vec![0u64; most + 1];
    for (piece, &copies) in puzzle.pieces.iter().zip(copies) {
        if let Some(number) = by_size.get_mut(piece.shape.size()) {
            *number += u64::from(copies);
        }
    }
    let mut sums = vec![false; most + 1];
    sums[0] = true;
    for (size, &number) in by_size.iter().enumerate().filter(|(_, number)| **number > 0) {
        for _ in 0..number.min((most / size) as u64) {
            for n in (size..=most).rev() {
                sums[n] |= sums[n - size];
            }
        }
    }
    sums
}
