//! The list of variants that have cards: boards of their own, or given placements.
//!
//! Two of them are equal where they use the same pieces and an isometry that takes every piece to
//! itself maps the board of one, less what is left open, to that of the other, and given placements to
//! given placements.

use rustc_hash::FxHashMap;

use crate::lattice::Point;
use crate::polyform::Shape;
use crate::puzzle::variants::{Card, VariantFamily};
use crate::puzzle::{Board, Piece, PieceId, Puzzle};
use crate::symmetry::{Matrix, point_group};

/// A board with what is given, wherever it lies: its sites in reading order, each with what tells it
/// apart.
type Key = Box<[(Point, Mark)]>;

/// The marks that distinguish a site: whether it must be covered, its label, and the pinned or
/// given piece that lies on it: its index and the number of its copy, from 1.
type Mark = (bool, Option<char>, Option<(PieceId, u32)>);

/// The number of a board, and the least and the largest number of its sites to be covered.
type Lying = (u32, (u64, u64));

/// Calls back with each combination of choices that is a variant, and the index of the variant among
/// those that differ. The puzzle is that with all boards.
pub(super) fn each(
    puzzle: &Puzzle,
    family: &VariantFamily,
    with_exceptions: bool,
    mut found: impl FnMut(u64, u32),
) {
    let mut boards = Boards::new(puzzle, family);
    let sets = family.piece_combinations();
    let mut known: FxHashMap<(u64, u32), u32> = FxHashMap::default();
    let mut lying: FxHashMap<u64, Option<Lying>> = FxHashMap::default();
    let mut areas: FxHashMap<u64, (u64, u64)> = FxHashMap::default();
    let opens = family.open_combinations();
    let mut last = 0;
    family.each(with_exceptions, |rank, open| {
        let card = family.card_rank(rank);
        if std::mem::replace(&mut last, card) != card {
            lying.clear();
        }
        let cards = family.cards_of(rank);
        let lying = lying.entry(rank % opens).or_insert_with(|| boards.lying(&cards, open));
        let Some((board, (required, room))) = *lying else { return };
        // Cards that say which pieces are used are sets of pieces, too.
        let set = match family.has_card_pieces() {
            true => sets + card,
            false => family.piece_rank(rank),
        };
        if family.must_fit() {
            let (least, most) = *areas.entry(set).or_insert_with(|| boards.area(rank));
            if most < required || least > room {
                return;
            }
        }
        let set = boards.sets.number(puzzle, family, set, rank);
        let next = known.len() as u32;
        found(rank, *known.entry((set, board)).or_insert(next));
    });
}

/// The boards of variants, of which those that are equal have one number.
struct Boards<'a> {
    puzzle: &'a Puzzle,
    family: &'a VariantFamily,
    isometries: Vec<Matrix>,
    /// True if boards are equal that differ only in position.
    moves: bool,
    known: FxHashMap<Key, u32>,
    sets: Sets,
}

/// Sets of pieces by what they leave out, each with a number.
#[derive(Default)]
struct Sets {
    known: FxHashMap<Vec<PieceId>, u64>,
    of_ranks: FxHashMap<u64, u64>,
}

impl Sets {
    fn number(&mut self, puzzle: &Puzzle, family: &VariantFamily, set: u64, rank: u64) -> u64 {
        let next = self.known.len() as u64;
        let known = &mut self.known;
        *self.of_ranks.entry(set).or_insert_with(|| {
            *known.entry(family.left_out(rank, puzzle.pieces.len())).or_insert(next)
        })
    }
}

impl<'a> Boards<'a> {
    fn new(puzzle: &'a Puzzle, family: &'a VariantFamily) -> Boards<'a> {
        // What rules say of a site binds it to its place.
        let moves = puzzle.barred.is_empty();
        let mut isometries = point_group(puzzle.lattice);
        isometries.retain(|matrix| {
            let mut pieces = puzzle.pieces.iter();
            *matrix == Matrix::IDENTITY || moves && pieces.all(|p| keeps(puzzle, p, matrix))
        });
        let (known, sets) = (FxHashMap::default(), Sets::default());
        Boards { puzzle, family, isometries, moves, known, sets }
    }

    /// The number of the board of some cards less the sites left open, and the least and the largest
    /// number of sites to be covered; `None` where it is none.
    fn lying(&mut self, cards: &[&Card], open: &[Point]) -> Option<Lying> {
        let own = cards.iter().find_map(|card| card.board.as_ref());
        let board: &Board = own.map_or(&self.puzzle.board, |own| &own.board);
        if open.iter().any(|site| board.position(*site).is_none()) {
            return None;
        }
        let mut on: FxHashMap<Point, (PieceId, u32)> = FxHashMap::default();
        let pinned = self.puzzle.pinned().chain(cards.iter().flat_map(|card| &card.given));
        for (n, laid) in (1..).zip(pinned) {
            // Copies of a piece are told apart where they lie, not by their order.
            let copies = self.puzzle.piece(laid.piece).copies.max;
            let number = if copies == 1 { 1 } else { n };
            for site in &laid.sites {
                if board.position(*site).is_none()
                    || on.insert(*site, (laid.piece, number)).is_some()
                {
                    return None;
                }
            }
        }
        let sites = board.sites().iter().enumerate();
        let left = sites.filter(|(_, s)| open.binary_search(&s.site).is_err());
        let marked: Vec<(Point, Mark)> = left
            .map(|(n, s)| (s.site, (s.required, board.label(n), on.get(&s.site).copied())))
            .collect();
        if marked.is_empty() {
            return None;
        }
        let required = marked.iter().filter(|(_, mark)| mark.0).count() as u64;
        let room = marked.len() as u64;
        let key = self.least_image(&marked);
        let next = self.known.len() as u32;
        Some((*self.known.entry(key).or_insert(next), (required, room)))
    }

    fn least_image(&self, marked: &[(Point, Mark)]) -> Key {
        if !self.moves {
            return marked.into();
        }
        let image = |matrix: &Matrix| {
            let sites: Vec<Point> = marked.iter().map(|(site, _)| matrix.apply(*site)).collect();
            let (_, shift) = Shape::normalise(self.puzzle.lattice, &sites).expect("not empty");
            let mut image: Vec<(Point, Mark)> =
                sites.iter().zip(marked).map(|(site, (_, mark))| (*site - shift, *mark)).collect();
            image.sort_unstable();
            image
        };
        self.isometries.iter().map(image).min().expect("a group has an identity").into()
    }

    /// The least and the largest number of sites that the pieces of a combination cover.
    fn area(&self, rank: u64) -> (u64, u64) {
        let out = self.family.left_out(rank, self.puzzle.pieces.len());
        let used = self.puzzle.pieces().filter(|(id, _)| out.binary_search(id).is_err());
        used.fold((0, 0), |(least, most), (_, piece)| {
            let size = piece.shape.size() as u64;
            let copies = piece.copies;
            (least + size * u64::from(copies.min), most + size * u64::from(copies.max))
        })
    }
}

/// Returns whether a matrix maps each orientation of a piece to an orientation, including the
/// labels.
fn keeps(puzzle: &Puzzle, piece: &Piece, matrix: &Matrix) -> bool {
    let lattice = puzzle.lattice;
    if piece.motions.group(lattice, piece.shape.sites()).contains(matrix) {
        return true;
    }
    let orientations = piece.shape.orientations(lattice, piece.motions);
    piece.labels.iter().all(Option::is_none)
        && orientations.iter().all(|shape| orientations.contains(&shape.turned(lattice, matrix)))
}
