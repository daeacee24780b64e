//! Checks a solution against the puzzle alone: it shares no code with the engines, the encoder
//! or the shapes' orientations, and works on sites as they are listed.

mod cover;
mod list;
mod rules;
mod weights;

use rustc_hash::{FxHashMap, FxHashSet};

use self::cover::CoverVerifier;
use self::rules::MeetingRules;
use crate::lattice::Point;
use crate::polyform::Motions;
use crate::puzzle::{Contact, Copies, JunctionRule, Label, LabelRule, Piece, PieceId, Puzzle};

pub use self::list::{VerifiedList, verify_list};
pub use self::weights::{WeightSums, WeightsError};
pub use crate::encode::Placed;

/// The first thing that keeps placed pieces from being a solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// A piece index beyond those of the puzzle.
    #[error("there is no {kind} number {number}")]
    UnknownPiece {
        /// The puzzle's word for a piece.
        kind: &'static str,
        /// Its number, from 1.
        number: u64,
    },
    /// The sites are no image of the piece under the motions that it may make.
    #[error("the sites of piece {piece} do not have its shape")]
    WrongShape {
        /// Its name.
        piece: String,
    },
    /// Labels must agree, and some label of the piece differs from the board's under it.
    #[error("piece {piece} covers labels that differ from its own")]
    WrongLabels {
        /// Its name.
        piece: String,
    },
    /// A site that is not on the board.
    #[error("piece {piece} leaves the board at {site}")]
    OffBoard {
        /// The name of the piece.
        piece: String,
        /// The address of the site.
        site: String,
    },
    /// A site that the piece must not cover.
    #[error("piece {piece} must not cover {site}")]
    Barred {
        /// The name of the piece.
        piece: String,
        /// The address of the site.
        site: String,
    },
    /// A site that is covered twice.
    #[error("pieces {first} and {second} both cover {site}")]
    Overlap {
        /// The name of one piece.
        first: String,
        /// The name of the other.
        second: String,
        /// The address of the site.
        site: String,
    },
    /// Two pieces run straight through the same junction.
    #[error("pieces {first} and {second} cross at junction {junction}")]
    Crossing {
        /// The name of one piece.
        first: String,
        /// The name of the other.
        second: String,
        /// The address of the junction.
        junction: String,
    },
    /// Four or more pieces meet at a corner, where the rules forbid it.
    #[error("{pieces} pieces meet at corner {corner}")]
    Crossroads {
        /// The address of the corner.
        corner: String,
        /// The number of pieces that meet there.
        pieces: usize,
    },
    /// A straight line through the board that no piece lies across, where the rules forbid it.
    #[error("no piece lies across the straight line through corner {corner}")]
    FaultLine {
        /// The address of a corner on the line.
        corner: String,
    },
    /// A piece that must be at the border.
    #[error("piece {piece} is not at the border")]
    NotAtBorder {
        /// Its name.
        piece: String,
    },
    /// Too few or too many pieces at the border.
    #[error("{count} pieces are at the border, but the rule is: {rule}")]
    BorderCount {
        /// The number of pieces there.
        count: u32,
        /// The rule, in words.
        rule: String,
    },
    /// Two pieces that must be apart.
    #[error("pieces {first} and {second} have a common {}", by.word())]
    NotApart {
        /// The name of one piece.
        first: String,
        /// The name of the other.
        second: String,
        /// The kind of contact between them.
        by: Contact,
    },
    /// A required site that no piece covers.
    #[error("{kind} {site} is not covered")]
    Uncovered {
        /// The lattice's word for a site.
        kind: &'static str,
        /// The address of the site.
        site: String,
    },
    /// A pinned piece that is missing or elsewhere.
    #[error("piece {piece} is not where it is pinned")]
    PinMoved {
        /// The name of the piece.
        piece: String,
    },
    /// Too few or too many copies of a piece.
    #[error("piece {piece} is used {used} times, not {}", allowed.words())]
    WrongCopies {
        /// The name of the piece.
        piece: String,
        /// The number of times it is used.
        used: u32,
        /// The number of times it may be used.
        allowed: Copies,
    },
    /// Cells that no option of a cover puzzle writes.
    #[error("{kind} {piece} cannot be at {site}")]
    NoSuchOption {
        /// The puzzle's word for a piece.
        kind: &'static str,
        /// The name of the piece.
        piece: String,
        /// The address of its first cell; empty when it has none.
        site: String,
    },
    /// An option of a cover puzzle that comes twice.
    #[error("{kind} {piece} is at {site} twice")]
    RepeatedOption {
        /// The puzzle's word for a piece.
        kind: &'static str,
        /// The name of the piece.
        piece: String,
        /// The address of its first cell.
        site: String,
    },
    /// An item of a cover puzzle that is covered too seldom or too often.
    #[error("item {item} is covered {covered} times, not {}", allowed.words())]
    ItemCount {
        /// The name of the item.
        item: String,
        /// The number of options that cover it.
        covered: usize,
        /// The number that may cover it.
        allowed: Copies,
    },
    /// A secondary item of a cover puzzle that several options cover without one colour.
    #[error("item {item} is covered {covered} times in different colours")]
    ItemColours {
        /// The name of the item.
        item: String,
        /// The number of options that cover it.
        covered: usize,
    },
}

/// Checks that placed pieces are a solution of the puzzle. For many solutions of one puzzle, make a
/// [`Verifier`] once.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(puzzle: &Puzzle, placed: &Placed) -> Result<(), VerifyError> {
    Verifier::new(puzzle).verify(placed)
}

/// Checks solutions of one puzzle, with tables that are made once.
///
/// ```
/// use polywright::format::bundled;
/// use polywright::lattice::Point;
/// use polywright::puzzle::PieceId;
/// use polywright::solution::verify::{Verifier, VerifyError};
///
/// let dominoes = bundled::ALL.iter().find(|b| b.path.ends_with("dominoes-8x8.ron")).unwrap();
/// let puzzle = dominoes.open().puzzle;
/// let verifier = Verifier::new(&puzzle);
/// // Two squares that do not adjoin are no domino.
/// let placed = vec![(PieceId(0), vec![Point::new(1, 1, 0), Point::new(5, 1, 0)])];
/// assert!(matches!(verifier.verify(&placed), Err(VerifyError::WrongShape { .. })));
/// ```
#[derive(Debug)]
pub struct Verifier<'p> {
    puzzle: &'p Puzzle,
    /// The position of each site on the board.
    board: FxHashMap<Point, u32>,
    /// The images of each piece.
    images: Vec<Images>,
    /// The pinned placements, their sites ascending.
    pins: FxHashSet<(PieceId, Vec<Point>)>,
    /// The rules about how pieces meet and where they lie.
    meetings: MeetingRules,
    /// In place of all that, for a cover puzzle.
    cover: Option<CoverVerifier<'p>>,
}

/// The images of a piece under the motions that it may make, by their sites relative to the
/// first one, ascending.
type Images = FxHashMap<Vec<Point>, Vec<Image>>;

/// One image of a piece.
#[derive(Debug)]
struct Image {
    /// Its first site.
    first: Point,
    /// The labels of its sites, in ascending order of these; empty when it has none.
    labels: Vec<Option<Label>>,
}

impl<'p> Verifier<'p> {
    /// Prepares for a puzzle. Cost: the order of the point group times the sites of the pieces,
    /// and the sites of the board.
    pub fn new(puzzle: &'p Puzzle) -> Verifier<'p> {
        let cover = puzzle.cover.as_ref().map(|cover| CoverVerifier::new(puzzle, cover));
        if cover.is_some() {
            let (board, images, pins) = Default::default();
            let meetings = MeetingRules::default();
            return Verifier { puzzle, board, images, pins, meetings, cover };
        }
        let matrices = matrices(puzzle);
        let of_piece = |piece: &Piece| {
            // Balls in a plane can be turned over by hand.
            let turns_over = puzzle.lattice.balls && spanned(piece.shape.sites()) < 3;
            let matrices = matrices.iter().filter(|m| match piece.motions {
                Motions::AsDrawn => **m == IDENTITY,
                Motions::Turn => determinant(m) > 0 || turns_over,
                Motions::TurnAndFlip => true,
            });
            images(piece, matrices)
        };
        let pin = |pin: &crate::puzzle::BoardPiece| (pin.piece, ascending(&pin.sites));
        Verifier {
            puzzle,
            board: puzzle.board.sites().iter().map(|s| s.site).zip(0..).collect(),
            images: puzzle.pieces.iter().map(of_piece).collect(),
            pins: puzzle.placed.iter().filter(|laid| laid.pinned).map(pin).collect(),
            meetings: MeetingRules::new(puzzle),
            cover,
        }
    }

    /// Checks that placed pieces are a solution. Cost: linear in the sites of the board and those
    /// that are covered.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self, placed: &Placed) -> Result<(), VerifyError> {
        if let Some(cover) = &self.cover {
            return cover.verify(placed);
        }
        let mut covered: Vec<Option<PieceId>> = vec![None; self.board.len()];
        let mut through: FxHashMap<Point, PieceId> = FxHashMap::default();
        let mut used = vec![0u32; self.puzzle.pieces.len()];
        let mut pins = 0;
        for (id, sites) in placed {
            let Some(uses) = used.get_mut(id.index()) else {
                return Err(VerifyError::UnknownPiece { kind: "piece", number: number(*id) });
            };
            *uses += 1;
            let sites = ascending(sites);
            self.check_shape(*id, &sites)?;
            self.cover_sites(*id, &sites, &mut covered)?;
            self.run_through(*id, &sites, &mut through)?;
            pins += usize::from(!self.pins.is_empty() && self.pins.contains(&(*id, sites)));
        }
        self.check_required(&covered)?;
        self.meetings.check(self.puzzle, placed)?;
        // Placed pieces do not overlap, so that no pin is met twice.
        if pins < self.pins.len() {
            return Err(self.moved_pin(placed));
        }
        self.check_copies(&used)
    }

    fn name(&self, id: PieceId) -> String {
        self.puzzle.piece(id).name.clone()
    }

    /// Checks that sites, ascending, are an image of a piece, and one whose labels agree where they
    /// must.
    fn check_shape(&self, id: PieceId, sites: &[Point]) -> Result<(), VerifyError> {
        let images = self.images[id.index()].get(&relative(sites)).map_or(&[][..], Vec::as_slice);
        let is_whole = |image: &&Image| {
            let shift = sites[0] - image.first;
            shift.coordinates().iter().all(|n| n % self.puzzle.lattice.period == 0)
        };
        let mut fitting = images.iter().filter(is_whole).peekable();
        if fitting.peek().is_none() {
            return Err(VerifyError::WrongShape { piece: self.name(id) });
        }
        let agrees = |(label, site): (&Option<Label>, &Point)| {
            let position = self.board.get(site);
            let there = position.and_then(|&at| self.puzzle.board.label(at as usize));
            label.is_none() || there.is_none() || *label == there
        };
        let all_agree = |image: &Image| image.labels.iter().zip(sites).all(agrees);
        if self.puzzle.rules.labels == LabelRule::Agree && !fitting.any(all_agree) {
            return Err(VerifyError::WrongLabels { piece: self.name(id) });
        }
        Ok(())
    }

    /// Marks sites as covered, which they may not be yet.
    fn cover_sites(
        &self,
        id: PieceId,
        sites: &[Point],
        covered: &mut [Option<PieceId>],
    ) -> Result<(), VerifyError> {
        for site in sites {
            let label = || self.puzzle.lattice.site_label(*site);
            let Some(&position) = self.board.get(site) else {
                return Err(VerifyError::OffBoard { piece: self.name(id), site: label() });
            };
            if self.puzzle.barred.get(site).is_some_and(|barred| barred.contains(&id)) {
                return Err(VerifyError::Barred { piece: self.name(id), site: label() });
            }
            if let Some(other) = covered[position as usize].replace(id) {
                let (first, second) = (self.name(other), self.name(id));
                return Err(VerifyError::Overlap { first, second, site: label() });
            }
        }
        Ok(())
    }

    /// Marks the junctions that a stick piece runs straight through, which no other may.
    fn run_through(
        &self,
        id: PieceId,
        sites: &[Point],
        through: &mut FxHashMap<Point, PieceId>,
    ) -> Result<(), VerifyError> {
        let lattice = self.puzzle.lattice;
        if self.puzzle.rules.junctions != JunctionRule::NoCrossing {
            return Ok(());
        }
        // A piece may run through a junction both ways, and meets it once all the same.
        for junction in lattice.straight_corners(sites) {
            if let Some(other) = through.insert(junction, id) {
                let (first, second) = (self.name(other), self.name(id));
                let junction = lattice.corner_label(junction);
                return Err(VerifyError::Crossing { first, second, junction });
            }
        }
        Ok(())
    }

    fn check_required(&self, covered: &[Option<PieceId>]) -> Result<(), VerifyError> {
        let mut sites = self.puzzle.board.sites().iter().zip(covered);
        match sites.find(|(site, piece)| site.required && piece.is_none()) {
            None => Ok(()),
            Some((open, _)) => Err(VerifyError::Uncovered {
                kind: self.puzzle.lattice.site_words.0,
                site: self.puzzle.lattice.site_label(open.site),
            }),
        }
    }

    /// The error that names the first pin which no placed piece matches.
    fn moved_pin(&self, placed: &Placed) -> VerifyError {
        let there: FxHashSet<(PieceId, Vec<Point>)> =
            placed.iter().map(|(id, sites)| (*id, ascending(sites))).collect();
        let mut pins = self.puzzle.placed.iter().filter(|laid| laid.pinned);
        let moved = pins.find(|pin| !there.contains(&(pin.piece, ascending(&pin.sites))));
        let pin = moved.expect("fewer pins were met than there are");
        VerifyError::PinMoved { piece: self.name(pin.piece) }
    }

    fn check_copies(&self, used: &[u32]) -> Result<(), VerifyError> {
        for (piece, &used) in self.puzzle.pieces.iter().zip(used) {
            if used < piece.copies.min || used > piece.copies.max {
                let (piece, allowed) = (piece.name.clone(), piece.copies);
                return Err(VerifyError::WrongCopies { piece, used, allowed });
            }
        }
        Ok(())
    }
}

/// The number of a piece, from 1.
pub(super) fn number(id: PieceId) -> u64 {
    u64::from(id.0) + 1
}

/// Sites in ascending order.
pub(super) fn ascending(sites: &[Point]) -> Vec<Point> {
    let mut sites = sites.to_vec();
    sites.sort_unstable();
    sites
}

/// Sites relative to the first of them.
fn relative(sites: &[Point]) -> Vec<Point> {
    sites.iter().map(|&site| site - sites[0]).collect()
}

/// The rows of a matrix.
type Rows = [[i32; 3]; 3];

const IDENTITY: Rows = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

/// Every matrix that the lattice's generators make by multiplication in turn; of those that also
/// move a plane, each but for whole periods.
fn matrices(puzzle: &Puzzle) -> Vec<Rows> {
    let multiply = |a: &Rows, b: &Rows| -> Rows {
        std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
    };
    let lattice = puzzle.lattice;
    let mut matrices = vec![IDENTITY];
    let mut done = 0;
    while done < matrices.len() {
        for generator in lattice.generators {
            let mut product = multiply(generator, &matrices[done]);
            if lattice.dimension == 2 {
                product[..2].iter_mut().for_each(|row| row[2] = row[2].rem_euclid(lattice.period));
            }
            if !matrices.contains(&product) {
                matrices.push(product);
            }
        }
        done += 1;
    }
    matrices
}

/// The dimension of the space that points span, by elimination on their ways from the first.
fn spanned(points: &[Point]) -> usize {
    let way = |p: &Point| (*p - points[0]).coordinates().map(i64::from);
    let mut rows: Vec<[i64; 3]> = points.iter().map(way).collect();
    let mut rank = 0;
    for column in 0..3 {
        let Some(at) = (rank..rows.len()).find(|&at| rows[at][column] != 0) else { continue };
        rows.swap(rank, at);
        let pivot = rows[rank];
        for row in &mut rows[rank + 1..] {
            let factor = row[column];
            *row = [0, 1, 2].map(|k| row[k] * pivot[column] - pivot[k] * factor);
        }
        rank += 1;
    }
    rank
}

fn determinant(m: &Rows) -> i32 {
    let minor = |j: usize| {
        let (k, l) = ((j + 1) % 3, (j + 2) % 3);
        m[0][j] * (m[1][k] * m[2][l] - m[1][l] * m[2][k])
    };
    (0..3).map(minor).sum()
}

/// The images of a piece under some matrices.
fn images<'m>(piece: &Piece, matrices: impl Iterator<Item = &'m Rows>) -> Images {
    let mut images = Images::default();
    for m in matrices {
        let label = |i: usize| piece.labels.get(i).copied().flatten();
        let moved = |(i, site): (usize, &Point)| {
            let v = site.coordinates();
            let [x, y, z] = m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2]);
            (Point::new(x, y, z), label(i))
        };
        let mut image: Vec<(Point, Option<Label>)> =
            piece.shape.sites().iter().enumerate().map(moved).collect();
        image.sort_unstable();
        let (sites, labels): (Vec<Point>, Vec<_>) = image.into_iter().unzip();
        let labels = if piece.labels.is_empty() { Vec::new() } else { labels };
        images.entry(relative(&sites)).or_default().push(Image { first: sites[0], labels });
    }
    images
}
