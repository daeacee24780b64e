//! The symmetries of a puzzle, as permutations of its placements.
//!
//! Every isometry of the lattice's point group is tried on the board; one that maps the board
//! onto itself, required sites to required ones, is kept when it maps the placements of every
//! piece onto those of a piece (the same or another) with as many copies and the same motions.
//! So a flip counts for a set that holds both hands of each piece, and not for a lonely chiral
//! piece that may not be flipped. Where colour labels matter, sites and pieces are mapped onto
//! those of the same labels. What is pinned is mapped onto what is pinned, and where sites bar
//! pieces, each piece onto one that may lie in the images of its places. Isometries that move no site and no piece differently (the
//! flip of a board one row high) are one symmetry. In a cover puzzle the cells of the picture are
//! the board; there an isometry must map the items onto each other as well.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::cover::ItemIndex;
use super::labels::Patterns;
use super::{Encoding, Placement};
use crate::exact_cover::{ItemId, OptionId};
use crate::lattice::{Point, Positions};
use crate::polyform::Shape;
use crate::puzzle::{PieceId, Puzzle};
use crate::symmetry::{Isometry, Matrix, point_group};

/// One symmetry of a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleSymmetry {
    /// The isometry that does it.
    pub isometry: Isometry,
    /// Whether some isometry that does it keeps left and right.
    pub keeps_orientation: bool,
    /// Where each site of the board goes, as an index into it.
    pub sites: Vec<u32>,
    /// Where each piece goes.
    pub pieces: Vec<PieceId>,
    /// Where each option goes.
    pub options: Vec<u32>,
}

/// Where the placements of one orientation lie, and their options.
struct Places {
    /// A bit for each site of the board where the first site of a placement lies.
    bits: Vec<u64>,
    /// How many bits are set before each word.
    before: Vec<u32>,
    /// The options, in the order of the bits.
    options: Vec<u32>,
}

impl Places {
    /// Of first sites, by their positions on a board of so many sites, and options. Two that lie
    /// alike are one.
    fn of(sites: usize, mut laid: Vec<(u32, u32)>) -> Places {
        // They are in order already but in puzzles whose options were written by hand.
        laid.sort_unstable();
        laid.dedup_by_key(|(at, _)| *at);
        let mut bits = vec![0; sites.div_ceil(64)];
        for (at, _) in &laid {
            bits[*at as usize / 64] |= 1 << (at % 64);
        }
        let count = |before: &mut u32, word: &u64| {
            let now = *before;
            *before += word.count_ones();
            Some(now)
        };
        let before = bits.iter().scan(0, count).collect();
        Places { bits, before, options: laid.into_iter().map(|(_, option)| option).collect() }
    }

    /// The option of the placement whose first site has this position, if there is one.
    fn at(&self, site: u32) -> Option<u32> {
        let (word, bit) = (site as usize / 64, site % 64);
        let bits = self.bits[word];
        let rank = self.before[word] + (bits & ((1 << bit) - 1)).count_ones();
        (bits >> bit & 1 == 1).then(|| self.options[rank as usize])
    }
}

/// All symmetries of a puzzle, the identity first.
#[derive(Clone, Debug)]
pub struct SymmetryGroup {
    /// The elements; at most 48.
    pub elements: Vec<PuzzleSymmetry>,
}

impl SymmetryGroup {
    /// Finds the symmetries of a puzzle.
    ///
    /// Cost: for each element of the point group, linear in the sizes of board and problem.
    pub fn of(puzzle: &Puzzle, encoding: &Encoding) -> SymmetryGroup {
        let by_orientation: Vec<FxHashMap<&Shape, u32>> = encoding
            .orientations
            .iter()
            .map(|shapes| shapes.iter().enumerate().map(|(i, shape)| (shape, i as u32)).collect())
            .collect();
        let positions = Positions::of(puzzle.board.sites().iter().map(|s| s.site));
        // The options of each orientation of each piece by where it lies. Most boards have no
        // symmetry while they are drawn, and then nobody asks.
        let by_place = LazyCell::new(|| {
            let sites = puzzle.board.sites().len();
            let of_piece = |(piece, _)| {
                let shapes = &encoding.orientations[PieceId::index(piece)];
                let mut laid = vec![Vec::new(); shapes.len()];
                for option in encoding.placements_of(piece) {
                    let Placement { orientation, shift, .. } = encoding.placements[option];
                    let first = shapes[orientation as usize].sites()[0] + shift;
                    let first = positions.get(first).expect("placements lie on the board");
                    laid[orientation as usize].push((first, option as u32));
                }
                laid.into_iter().map(|laid| Places::of(sites, laid)).collect()
            };
            puzzle.pieces().map(of_piece).collect::<Vec<Vec<Places>>>()
        });

        let mut matrices = point_group(puzzle.lattice);
        if puzzle.board.sites().is_empty()
            || puzzle.cover.as_ref().is_some_and(|cover| !cover.symmetric)
        {
            matrices.truncate(1);
        }
        let items = puzzle.cover.as_ref().map(|_| ItemIndex::new(&encoding.problem));
        let keeps_items = |options: &[u32]| {
            items.as_ref().is_none_or(|items| items.is_kept(&encoding.problem, options))
        };
        let patterns = Patterns::of(puzzle, &encoding.orientations);
        // Otherwise shapes and labels alone say where a piece may lie.
        let is_bound = !puzzle.barred.is_empty() || puzzle.pinned().next().is_some();
        let mut pins: Vec<BTreeSet<&[Point]>> = vec![BTreeSet::new(); puzzle.pieces.len()];
        puzzle.pinned().for_each(|pin| _ = pins[pin.piece.index()].insert(&pin.sites));
        let mut elements: Vec<PuzzleSymmetry> = Vec::new();
        let mut actions: Vec<(Vec<u32>, Vec<PieceId>)> = Vec::new();
        for matrix in matrices {
            let Some((isometry, sites)) = board_isometry(puzzle, &matrix) else { continue };
            let label = |site: u32| puzzle.board.label(site as usize);
            let keeps_labels = (0..).zip(&sites).all(|(from, &to)| label(from) == label(to));
            if patterns.is_some() && !keeps_labels {
                continue;
            }
            // Where the placements of a piece go when they become those of another, or of the
            // same. A matrix turns all placements of an orientation alike.
            let images = |piece: PieceId, other: PieceId| -> Option<Vec<u32>> {
                let turned = |shape: &Shape| {
                    let moved: Vec<Point> =
                        shape.sites().iter().map(|&s| matrix.apply(s)).collect();
                    let (image, home) = Shape::of(puzzle.lattice, &moved)?;
                    let orientation = *by_orientation[other.index()].get(&image)?;
                    let places = &by_place[other.index()][orientation as usize];
                    Some((places, image.sites()[0] + home + isometry.shift))
                };
                let turned: Vec<Option<(&Places, Point)>> =
                    encoding.orientations[piece.index()].iter().map(turned).collect();
                let image = |placement: &Placement| {
                    let (places, first) = turned[placement.orientation as usize]?;
                    places.at(positions.get(first + matrix.apply(placement.shift))?)
                };
                encoding.placements[encoding.placements_of(piece)].iter().map(image).collect()
            };
            let fits = |piece: PieceId, other: PieceId| {
                let patterns = patterns.as_ref();
                let [from, to] = [piece, other].map(|id| encoding.placements_of(id).len());
                patterns.is_none_or(|p| p.has_image(puzzle, encoding, piece, &matrix, other))
                    && (!is_bound
                        || from == to
                            && maps_pins(&isometry, &pins[piece.index()], &pins[other.index()])
                            && images(piece, other).is_some())
            };
            let Some(pieces) = piece_permutation(puzzle, &by_orientation, &matrix, fits) else {
                continue;
            };
            let keeps_orientation = matrix.keeps_orientation();
            let action = (sites, pieces);
            if let Some(same) = actions.iter().position(|known| *known == action) {
                elements[same].keeps_orientation |= keeps_orientation;
                continue;
            }
            // The options are in the order of their pieces.
            let targets = puzzle.pieces().zip(&action.1);
            let options = match isometry == Isometry::IDENTITY {
                true => Some((0..encoding.placements.len() as u32).collect()),
                false => {
                    let images = targets.map(|((piece, _), &to)| images(piece, to));
                    images.collect::<Option<Vec<Vec<u32>>>>().map(|options| options.concat())
                }
            };
            if let Some(options) = options.filter(|options| keeps_items(options)) {
                let (sites, pieces) = action.clone();
                let element =
                    PuzzleSymmetry { isometry, keeps_orientation, sites, pieces, options };
                elements.push(element);
                actions.push(action);
            }
        }
        SymmetryGroup { elements }
    }

    /// The number of symmetries, the identity counted.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// How many of them keep left and right.
    pub fn turns(&self) -> usize {
        self.elements.iter().filter(|g| g.keeps_orientation).count()
    }

    /// The group of a problem without geometry: the identity alone.
    pub fn trivial(options: usize) -> SymmetryGroup {
        SymmetryGroup {
            elements: vec![PuzzleSymmetry {
                isometry: Isometry::IDENTITY,
                keeps_orientation: true,
                sites: Vec::new(),
                pieces: Vec::new(),
                options: (0..options as u32).collect(),
            }],
        }
    }

    /// What can be held to one placement of each orbit, so that the search shrinks with the
    /// group, each with the placements that it keeps; the best first.
    ///
    /// A piece used exactly once can be held, and so can a site that must be covered: under the
    /// symmetries that map it to itself, one placement of each orbit is enough. Where all pieces
    /// are alike, a site that no symmetry moves is the one to hold. The best is what shrinks by
    /// the largest factor, and among those that nearly do what keeps the fewest: fewer
    /// representatives with trivial stabilisers mean fewer solutions found twice. What does not shrink is left out.
    pub fn restrictions(&self, puzzle: &Puzzle, encoding: &Encoding) -> Vec<Restriction> {
        if self.order() == 1 {
            return Vec::new();
        }
        let mut through: Vec<Vec<OptionId>> = vec![Vec::new(); puzzle.board.sites().len()];
        let fixed: Vec<bool> = puzzle
            .board
            .sites()
            .iter()
            .map(|s| s.required && self.fixing(s.site).len() > 1)
            .collect();
        let options = (0..encoding.placements.len() as u32).map(OptionId);
        for option in options.filter(|&option| encoding.is_open(option)) {
            for site in encoding.sites(option).filter_map(|site| puzzle.board.position(site)) {
                if fixed[site] {
                    through[site].push(option);
                }
            }
        }
        let pieces =
            puzzle.pieces().filter_map(|(piece, _)| self.restriction(puzzle, encoding, piece));
        let sites = through.into_iter().enumerate().filter(|(i, _)| fixed[*i]).map(|(i, all)| {
            let site = puzzle.board.sites()[i].site;
            Restriction::of(Held::Site(site), encoding.site_items[i], all, &self.fixing(site))
        });
        let mut restrictions: Vec<Restriction> =
            pieces.chain(sites).filter(|r| r.kept.len() < r.all.len()).collect();
        restrictions.sort_by(|a, b| {
            // all(b) / kept(b) against all(a) / kept(a), without division; a stable sort.
            (b.all.len() * a.kept.len())
                .cmp(&(a.all.len() * b.kept.len()))
                .then(a.kept.len().cmp(&b.kept.len()))
        });
        // What shrinks nearly as much as the best is as good; then few representatives count.
        if let Some((all, kept)) = restrictions.first().map(|r| (r.all.len(), r.kept.len())) {
            let near =
                restrictions.partition_point(|r| 10 * r.all.len() * kept >= 9 * all * r.kept.len());
            restrictions[..near].sort_by_key(|r| r.kept.len());
        }
        restrictions
    }

    /// The group's multiplication table: at `[g][h]` the element that does `h`, then `g`.
    ///
    /// Cost: the order of the group squared times the sites.
    pub fn products(&self) -> Vec<Vec<usize>> {
        // Elements are told apart by what they do to sites and pieces.
        let known: FxHashMap<(&[u32], &[PieceId]), usize> = self
            .elements
            .iter()
            .enumerate()
            .map(|(n, g)| ((g.sites.as_slice(), g.pieces.as_slice()), n))
            .collect();
        let product = |g: &PuzzleSymmetry, h: &PuzzleSymmetry| {
            let sites: Vec<u32> = h.sites.iter().map(|&s| g.sites[s as usize]).collect();
            let pieces: Vec<PieceId> = h.pieces.iter().map(|p| g.pieces[p.index()]).collect();
            *known.get(&(sites.as_slice(), pieces.as_slice())).expect("a group is closed")
        };
        let row = |g| self.elements.iter().map(|h| product(g, h)).collect();
        self.elements.iter().map(row).collect()
    }

    /// How many placements each kept one of a restriction stands for, itself included.
    pub fn orbit_sizes(&self, restriction: &Restriction) -> Vec<u32> {
        let own: Vec<&PuzzleSymmetry> = match restriction.held {
            Held::Piece(piece) => {
                self.elements.iter().filter(|g| g.pieces[piece.index()] == piece).collect()
            }
            Held::Site(site) => self.fixing(site),
            // The cases of a division by classes are counted each for itself.
            Held::Class(..) => return vec![1; restriction.kept.len()],
        };
        let size = |option: &OptionId| {
            let mut orbit: Vec<u32> = own.iter().map(|g| g.options[option.index()]).collect();
            orbit.sort_unstable();
            orbit.dedup();
            orbit.len() as u32
        };
        restriction.kept.iter().map(size).collect()
    }

    /// For each orbit of several sites that must be covered, the cases into which the placements
    /// that cover them divide the search; the orbit with the fewest cases first.
    ///
    /// All placements are sorted into classes, the orbits under the group. Every solution covers
    /// every site of the orbit, so by a symmetry some placement of the first class that it has
    /// there can be brought to any one place of that class: in case k the representative of class
    /// k is held at one site of the orbit, and the classes before k are forbidden. No solution
    /// belongs to two cases, nor do any two of its images. Classes come in the order of their
    /// sizes, the largest first, so that later cases are short of many placements.
    pub fn class_restrictions(
        &self,
        puzzle: &Puzzle,
        encoding: &Encoding,
    ) -> Vec<Vec<Restriction>> {
        let mut seen = BTreeSet::new();
        let mut orbits: Vec<Vec<Restriction>> = Vec::new();
        for (i, site) in puzzle.board.sites().iter().enumerate() {
            let orbit: BTreeSet<Point> =
                self.elements.iter().map(|g| g.isometry.apply(site.site)).collect();
            if site.required && orbit.len() > 1 && seen.insert(orbit) {
                orbits.push(self.classes_through(encoding, site.site, encoding.site_items[i]));
            }
        }
        orbits.retain(|cases| !cases.is_empty());
        orbits.sort_by_key(Vec::len);
        orbits
    }

    /// The cases of one orbit of sites, told by one of these and its item.
    fn classes_through(&self, encoding: &Encoding, site: Point, item: ItemId) -> Vec<Restriction> {
        let options = (0..encoding.placements.len() as u32).map(OptionId);
        let through: Vec<OptionId> = options
            .filter(|&o| encoding.is_open(o) && encoding.sites(o).any(|s| s == site))
            .collect();
        let mut classes: Vec<(OptionId, Vec<OptionId>)> = Vec::new();
        for &option in &through {
            let mut orbit: Vec<OptionId> =
                self.elements.iter().map(|g| OptionId(g.options[option.index()])).collect();
            orbit.sort_unstable();
            orbit.dedup();
            // What covers several sites of the orbit may be met in more than one place.
            if classes.iter().all(|(_, known)| *known != orbit) {
                classes.push((option, orbit));
            }
        }
        classes.sort_by_key(|(_, orbit)| std::cmp::Reverse(orbit.len()));
        let mut before: Vec<OptionId> = Vec::new();
        let cases = classes.iter().enumerate().map(|(k, (head, orbit))| {
            let mut all = [through.as_slice(), &before].concat();
            all.sort_unstable();
            all.dedup();
            before.extend(orbit);
            Restriction { held: Held::Class(site, k as u32), item, all, kept: vec![*head] }
        });
        cases.collect()
    }

    /// The elements of which some bits are set, as a group of its own; they must form one.
    pub fn subgroup(&self, bits: u64) -> SymmetryGroup {
        let chosen = self.elements.iter().enumerate().filter(|(n, _)| bits >> n & 1 == 1);
        SymmetryGroup { elements: chosen.map(|(_, element)| element.clone()).collect() }
    }

    /// The elements that leave a site where it is.
    fn fixing(&self, site: Point) -> Vec<&PuzzleSymmetry> {
        self.elements.iter().filter(|g| g.isometry.apply(site) == site).collect()
    }

    /// Holding this piece, if it is used exactly once: the least placement of every orbit under
    /// the symmetries that map the piece to itself.
    pub fn restriction(
        &self,
        puzzle: &Puzzle,
        encoding: &Encoding,
        piece: PieceId,
    ) -> Option<Restriction> {
        let copies = puzzle.piece(piece).copies;
        if (copies.min, copies.max) != (1, 1) {
            return None;
        }
        let own: Vec<&PuzzleSymmetry> =
            self.elements.iter().filter(|g| g.pieces[piece.index()] == piece).collect();
        let all = encoding.placements_of(piece).map(|i| OptionId(i as u32)).collect();
        let item = *encoding.piece_items.get(piece.index())?;
        Some(Restriction::of(Held::Piece(piece), item, all, &own))
    }

    /// Holding this site, if it must be covered: the least placement through it of every orbit
    /// under the symmetries that leave it where it is.
    pub fn site_restriction(
        &self,
        puzzle: &Puzzle,
        encoding: &Encoding,
        site: Point,
    ) -> Option<Restriction> {
        let position = puzzle.board.position(site)?;
        puzzle.board.sites()[position].required.then_some(())?;
        let options = (0..encoding.placements.len() as u32).map(OptionId);
        let all = options.filter(|&o| encoding.sites(o).any(|s| s == site)).collect();
        let item = *encoding.site_items.get(position)?;
        Some(Restriction::of(Held::Site(site), item, all, &self.fixing(site)))
    }
}

/// What is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Held {
    /// A piece that is used exactly once.
    Piece(PieceId),
    /// A site that must be covered.
    Site(Point),
    /// A site that must be covered, by the representative of a class of placements; of the
    /// earlier classes there are none. See [`SymmetryGroup::class_restrictions`].
    Class(Point, u32),
}

/// A piece or site held to some of the placements of its item, of which every solution has
/// exactly one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// What is held.
    pub held: Held,
    /// Its item.
    pub item: ItemId,
    /// The options that are decided on: those of that item, and forbidden ones; ascending.
    pub all: Vec<OptionId>,
    /// Those that are kept, ascending.
    pub kept: Vec<OptionId>,
}

impl Restriction {
    fn of(held: Held, item: ItemId, all: Vec<OptionId>, own: &[&PuzzleSymmetry]) -> Restriction {
        let least = |o: &&OptionId| own.iter().all(|g| g.options[o.index()] >= o.0);
        let kept = all.iter().filter(least).copied().collect();
        Restriction { held, item, all, kept }
    }

    /// Whether an option is given up.
    pub fn drops(&self, option: OptionId) -> bool {
        self.all.binary_search(&option).is_ok() && self.kept.binary_search(&option).is_err()
    }
}

/// The isometry with this matrix that maps the board onto itself, and where each site goes.
fn board_isometry(puzzle: &Puzzle, matrix: &Matrix) -> Option<(Isometry, Vec<u32>)> {
    let board = puzzle.board.sites();
    let sites: Vec<Point> = board.iter().map(|s| s.site).collect();
    let moved: Vec<Point> = sites.iter().map(|&p| matrix.apply(p)).collect();
    if sites.is_empty() {
        return Some((Isometry { matrix: *matrix, shift: Point::ORIGIN }, Vec::new()));
    }
    let (shape, home) = Shape::of(puzzle.lattice, &sites)?;
    let (image, shift) = Shape::of(puzzle.lattice, &moved)?;
    if shape != image {
        return None;
    }
    let isometry = Isometry { matrix: *matrix, shift: home - shift };
    let sites: Option<Vec<u32>> = board
        .iter()
        .map(|s| {
            let to = puzzle.board.position(isometry.apply(s.site))?;
            (board[to].required == s.required).then_some(to as u32)
        })
        .collect();
    Some((isometry, sites?))
}

/// Whether an isometry takes what is pinned of one piece to what is pinned of another.
fn maps_pins(isometry: &Isometry, from: &BTreeSet<&[Point]>, to: &BTreeSet<&[Point]>) -> bool {
    let image = |sites: &&[Point]| {
        let mut sites: Vec<Point> = sites.iter().map(|&s| isometry.apply(s)).collect();
        sites.sort_unstable();
        sites
    };
    from.len() == to.len() && from.iter().map(image).all(|sites| to.contains(sites.as_slice()))
}

/// Where a matrix takes each piece: to one whose orientations are the images of its own, with
/// the same copies and motions. Among several such, in the order of the list, which makes the
/// permutations of a group compose.
fn piece_permutation(
    puzzle: &Puzzle,
    by_orientation: &[FxHashMap<&Shape, u32>],
    matrix: &Matrix,
    also_fits: impl Fn(PieceId, PieceId) -> bool,
) -> Option<Vec<PieceId>> {
    let mut taken = vec![false; puzzle.pieces.len()];
    puzzle
        .pieces()
        .map(|(id, piece)| {
            let image = piece.shape.turned(puzzle.lattice, matrix);
            let fits = |other: PieceId| {
                let candidate = puzzle.piece(other);
                candidate.copies == piece.copies
                    && candidate.motions == piece.motions
                    && by_orientation[other.index()].len() == by_orientation[id.index()].len()
                    && by_orientation[other.index()].contains_key(&image)
                    && also_fits(id, other)
            };
            let target = puzzle
                .pieces()
                .map(|(other, _)| other)
                .find(|&other| !taken[other.index()] && fits(other))?;
            taken[target.index()] = true;
            Some(target)
        })
        .collect()
}
