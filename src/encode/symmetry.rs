//! The symmetries of a puzzle, as permutations of its placements.
//!
//! Every isometry of the lattice's point group is tried on the board; one that maps the board
//! onto itself, required sites to required ones, is kept when it maps the placements of every
//! piece onto those of a piece (the same or another) with as many copies and the same motions.
//! So a flip counts for a set that holds both hands of each piece, and not for a lonely chiral
//! piece that may not be flipped. Where colour labels matter, sites and pieces are mapped onto
//! those of the same labels. Pinned pieces are mapped onto pinned pieces, and where sites bar
//! pieces, each piece onto one that may lie in the images of its places. Pieces that must be at the
//! border or apart are mapped onto such pieces; no other rule distinguishes places or pieces.
//! Isometries that move every site and every piece alike (the flip of a board one row high) are one
//! symmetry. In a cover puzzle the cells of the picture are
//! the board; there an isometry must map the items onto each other as well. A bare problem has
//! permutations of its items for symmetries.

mod automorphisms;
mod images;
mod item_index;

use std::borrow::Cow;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use self::automorphisms::{Automorphism, automorphisms};
use self::images::{ImageFinder, OptionImages};
use self::item_index::ItemIndex;
use super::labels::Patterns;
use super::{ElementSet, Encoding};
use crate::exact_cover::{ItemId, ItemKind, OptionId, Problem};
use crate::lattice::Point;
use crate::polyform::{Motions, Shape};
use crate::puzzle::{Copies, PieceId, Puzzle};
use crate::symmetry::{Isometry, Matrix, point_group};

/// One symmetry of a puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleSymmetry {
    /// The isometry that does it.
    pub isometry: Isometry,
    /// True if some isometry that does it preserves handedness.
    pub keeps_orientation: bool,
    /// Where each site of the board goes, as an index into it; of a bare problem, each item.
    pub sites: Vec<u32>,
    /// Where each piece goes.
    pub pieces: Vec<PieceId>,
    /// Where each option goes.
    images: OptionImages,
}

impl PuzzleSymmetry {
    /// Where an option goes.
    pub fn image(&self, option: OptionId) -> OptionId {
        self.images.image(option)
    }

    /// Where all options of a solution go, in their order, appended to a list. Much faster than
    /// [`PuzzleSymmetry::image`] for each of them.
    pub fn append_images(&self, solution: &[OptionId], images: &mut Vec<OptionId>) {
        self.images.append_images(solution, images);
    }

    /// Where all options go, in their order, some at a time. Where there are millions, this is
    /// much faster than [`PuzzleSymmetry::image`] for each of them.
    pub fn images(&self) -> impl Iterator<Item = Cow<'_, [u32]>> {
        self.images.in_chunks()
    }
}

/// Where the symmetry that moves sites and pieces in this way takes the options, if it is the product of
/// two that are known and whose images are listed: much sooner told than from the placements.
fn product_images(
    known: &[PuzzleSymmetry],
    sites: &[u32],
    pieces: &[PieceId],
) -> Option<OptionImages> {
    let is_product = |g: &PuzzleSymmetry, h: &PuzzleSymmetry| {
        h.sites.iter().zip(sites).all(|(&via, &to)| g.sites[via as usize] == to)
            && h.pieces.iter().zip(pieces).all(|(via, &to)| g.pieces[via.index()] == to)
    };
    let mut pairs = known.iter().flat_map(|g| known.iter().map(move |h| (g, h)));
    let (g, h) = pairs.find(|(g, h)| is_product(g, h))?;
    g.images.after(&h.images)
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
    pub fn new(puzzle: &Puzzle, encoding: &Encoding) -> SymmetryGroup {
        let mut matrices = point_group(puzzle.lattice);
        if puzzle.board.sites().is_empty()
            || puzzle.cover.as_ref().is_some_and(|cover| !cover.symmetric)
        {
            matrices.truncate(1);
        }
        let finder = GroupFinder::new(puzzle, encoding, matrices.len());
        let mut elements: Vec<PuzzleSymmetry> = Vec::new();
        for matrix in matrices {
            let Some((isometry, sites)) = finder.board_isometry(&matrix) else { continue };
            let Some(pieces) = finder.piece_permutation(&isometry) else { continue };
            let keeps_orientation = matrix.keeps_orientation();
            let same = elements.iter_mut().find(|e| e.sites == sites && e.pieces == pieces);
            if let Some(same) = same {
                same.keeps_orientation |= keeps_orientation;
                continue;
            }
            let known = product_images(&elements, &sites, &pieces);
            if let Some(images) = known.or_else(|| finder.option_images(&isometry, &pieces)) {
                let element = PuzzleSymmetry { isometry, keeps_orientation, sites, pieces, images };
                elements.push(element);
            }
        }
        SymmetryGroup { elements }
    }

    /// The number of symmetries, the identity counted.
    pub fn order(&self) -> usize {
        self.elements.len()
    }

    /// The number of options that they permute.
    pub fn option_count(&self) -> usize {
        self.elements[0].images.len()
    }

    /// All elements.
    pub fn all(&self) -> ElementSet {
        ElementSet::first(self.order())
    }

    /// The elements that keep left and right, which form a subgroup.
    pub fn proper(&self) -> ElementSet {
        let elements = self.elements.iter().enumerate();
        elements.filter(|(_, g)| g.keeps_orientation).map(|(n, _)| n).collect()
    }

    /// The number of elements that keep left and right.
    pub fn turns(&self) -> usize {
        self.proper().len() as usize
    }

    /// The group of a problem without geometry: the identity alone.
    pub fn trivial(options: usize) -> SymmetryGroup {
        SymmetryGroup {
            elements: vec![PuzzleSymmetry {
                isometry: Isometry::IDENTITY,
                keeps_orientation: true,
                sites: Vec::new(),
                pieces: Vec::new(),
                images: OptionImages::identity(options),
            }],
        }
    }

    /// The symmetries of a problem without geometry: all permutations of its items that take options to
    /// options, or the identity alone where these are more than 48 or take too long to find. None of them
    /// is called a turn.
    ///
    /// Cost: at most about a thousand times the size of the problem.
    pub fn of_problem(problem: &Problem) -> SymmetryGroup {
        let elements = automorphisms(problem).into_iter().enumerate();
        let element = |(n, Automorphism { items, options })| PuzzleSymmetry {
            isometry: Isometry::IDENTITY,
            keeps_orientation: n == 0,
            sites: items,
            pieces: Vec::new(),
            images: OptionImages::listed(options),
        };
        SymmetryGroup { elements: elements.map(element).collect() }
    }

    /// As [`SymmetryGroup::restrictions`], of a bare problem: the items that must be covered exactly once.
    pub fn item_restrictions(&self, problem: &Problem) -> Vec<Restriction> {
        if self.order() == 1 {
            return Vec::new();
        }
        let mut through: Vec<Vec<OptionId>> = vec![Vec::new(); problem.items().len()];
        for (option, cells) in problem.options() {
            cells.iter().for_each(|cell| through[cell.item.index()].push(option));
        }
        let held = through.into_iter().enumerate().filter_map(|(n, all)| {
            let item = ItemId(n as u32);
            let own = self.keeping(item);
            (problem.item(item).kind == ItemKind::ONCE && own.len() > 1)
                .then(|| Restriction::new(FixedPart::Item(item), item, all, &own))
        });
        best_first(held)
    }

    /// The elements of the group of a bare problem that take an item to itself.
    fn keeping(&self, item: ItemId) -> Vec<&PuzzleSymmetry> {
        self.elements.iter().filter(|g| g.sites[item.index()] == item.0).collect()
    }

    /// Returns the parts that can be held to one placement of each orbit, so that the search
    /// shrinks with the group, each with the placements that it keeps; the best first.
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
        let pieces =
            puzzle.pieces().filter_map(|(piece, _)| self.restriction(puzzle, encoding, piece));
        let mut by_site = encoding.options_by_site(puzzle);
        let sites = puzzle.board.sites().iter().enumerate().filter_map(|(i, s)| {
            let fixing = self.fixing(s.site);
            (s.required && fixing.len() > 1).then(|| {
                let all = std::mem::take(&mut by_site[i]);
                Restriction::new(FixedPart::Site(s.site), encoding.site_items[i], all, &fixing)
            })
        });
        best_first(pieces.chain(sites))
    }

    /// The group's multiplication table: at `[g][h]` the element that does `h`, then `g`.
    ///
    /// Cost: the order of the group squared times the sites.
    pub fn products(&self) -> Vec<Vec<usize>> {
        // Elements differ by the images of sites and pieces.
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

    /// Returns the number of placements that each kept one of a restriction stands for, itself
    /// included.
    pub fn orbit_sizes(&self, restriction: &Restriction) -> Vec<u32> {
        let own: Vec<&PuzzleSymmetry> = match restriction.held {
            FixedPart::Piece(piece) => {
                self.elements.iter().filter(|g| g.pieces[piece.index()] == piece).collect()
            }
            FixedPart::Site(site) => self.fixing(site),
            FixedPart::Item(item) => self.keeping(item),
            // The cases of a division by classes are counted each for itself.
            FixedPart::Class(..) => return vec![1; restriction.kept.len()],
        };
        let size = |option: &OptionId| {
            let mut orbit: Vec<u32> = own.iter().map(|g| g.image(*option).0).collect();
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
    ///
    /// The cases of an orbit are made when the iterator comes to them, since those of all orbits
    /// of a large board would fill the memory many times over.
    pub fn class_restrictions<'a>(
        &'a self,
        puzzle: &'a Puzzle,
        encoding: &'a Encoding,
    ) -> impl Iterator<Item = Vec<Restriction>> + 'a {
        let mut seen = vec![false; puzzle.board.sites().len()];
        let mut orbits: Vec<(usize, usize)> = Vec::new();
        for (i, site) in puzzle.board.sites().iter().enumerate() {
            if self.order() == 1 || !site.required || seen[i] || encoding.site_items.is_empty() {
                continue;
            }
            let orbit: BTreeSet<u32> = self.elements.iter().map(|g| g.sites[i]).collect();
            orbit.iter().for_each(|&image| seen[image as usize] = true);
            if orbit.len() > 1 {
                let through = encoding.options_through(site.site);
                orbits.push((self.classes(&through).len(), i));
            }
        }
        orbits.retain(|(cases, _)| *cases > 0);
        orbits.sort_by_key(|(cases, _)| *cases);
        let site = |i: usize| (puzzle.board.sites()[i].site, encoding.site_items[i]);
        orbits.into_iter().map(move |(_, i)| {
            let (site, item) = site(i);
            self.cases_through(&encoding.options_through(site), site, item)
        })
    }

    /// The orbits under the group that some options belong to, each by the first of them.
    fn classes(&self, options: &[OptionId]) -> Vec<(OptionId, Vec<OptionId>)> {
        let mut classes = Vec::new();
        let mut met = BTreeSet::new();
        for &option in options {
            let mut orbit: Vec<OptionId> = self.elements.iter().map(|g| g.image(option)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            // What covers several sites of an orbit may be met in more than one place.
            if met.insert(orbit[0]) {
                classes.push((option, orbit));
            }
        }
        classes
    }

    /// The cases of one orbit of sites, given one of them, the options through it and its item.
    fn cases_through(&self, through: &[OptionId], site: Point, item: ItemId) -> Vec<Restriction> {
        let mut classes = self.classes(through);
        classes.sort_by_key(|(_, orbit)| std::cmp::Reverse(orbit.len()));
        let mut before: Vec<OptionId> = Vec::new();
        let cases = classes.iter().enumerate().map(|(k, (head, orbit))| {
            let mut all = [through, &before].concat();
            all.sort_unstable();
            all.dedup();
            before.extend(orbit);
            Restriction { held: FixedPart::Class(site, k as u32), item, all, kept: vec![*head] }
        });
        cases.collect()
    }

    /// Some elements as a group of its own; they must form one.
    pub fn subgroup(&self, elements: ElementSet) -> SymmetryGroup {
        SymmetryGroup { elements: elements.iter().map(|n| self.elements[n].clone()).collect() }
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
        let item = *encoding.piece_items.get(piece.index())?;
        let all: Vec<OptionId> =
            encoding.placements_of(piece).map(|i| OptionId(i as u32)).collect();
        let mut is_least = vec![true; all.len()];
        for g in own {
            let images = g.images.of_piece(piece, encoding.placements_of(piece));
            let options = is_least.iter_mut().zip(&all).zip(images.iter());
            options.for_each(|((least, option), &image)| *least &= option.0 <= image);
        }
        let kept = all.iter().zip(is_least).filter(|(_, least)| *least).map(|(o, _)| *o).collect();
        Some(Restriction { held: FixedPart::Piece(piece), item, all, kept })
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
        let all = encoding.placements.through(site);
        let item = *encoding.site_items.get(position)?;
        Some(Restriction::new(FixedPart::Site(site), item, all, &self.fixing(site)))
    }
}

/// The part of a solution that a restriction holds fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FixedPart {
    /// A piece that is used exactly once.
    Piece(PieceId),
    /// A site that must be covered.
    Site(Point),
    /// An item of a bare problem that must be covered once.
    Item(ItemId),
    /// A site that must be covered, by the representative of a class of placements; of the
    /// earlier classes there are none. See [`SymmetryGroup::class_restrictions`].
    Class(Point, u32),
}

/// A piece or site held to some of the placements of its item, of which every solution has
/// exactly one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The part that is fixed.
    pub held: FixedPart,
    /// Its item.
    pub item: ItemId,
    /// The options that are decided on: those of that item, and forbidden ones; ascending.
    pub all: Vec<OptionId>,
    /// Those that are kept, ascending.
    pub kept: Vec<OptionId>,
}

impl Restriction {
    fn new(
        held: FixedPart,
        item: ItemId,
        all: Vec<OptionId>,
        own: &[&PuzzleSymmetry],
    ) -> Restriction {
        let least = |o: &&OptionId| own.iter().all(|g| g.image(**o) >= **o);
        let kept = all.iter().filter(least).copied().collect();
        Restriction { held, item, all, kept }
    }

    /// Returns whether an option is dropped.
    pub fn drops(&self, option: OptionId) -> bool {
        self.all.binary_search(&option).is_ok() && self.kept.binary_search(&option).is_err()
    }
}

/// Those of some restrictions that shrink, the best first.
fn best_first(restrictions: impl Iterator<Item = Restriction>) -> Vec<Restriction> {
    let mut restrictions: Vec<Restriction> =
        restrictions.filter(|r| r.kept.len() < r.all.len()).collect();
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

/// Returns whether an isometry besides the identity maps the board of a puzzle onto itself; without
/// one, the puzzle has no symmetry. Takes no encoding, and is much faster than finding the
/// symmetries.
pub fn is_board_symmetric(puzzle: &Puzzle) -> bool {
    point_group(puzzle.lattice).iter().skip(1).any(|m| board_isometry(puzzle, m).is_some())
}

/// Finds the symmetries of a puzzle.
struct GroupFinder<'a> {
    puzzle: &'a Puzzle,
    encoding: &'a Encoding,
    patterns: Option<Patterns>,
    /// The items of a cover puzzle, which its symmetries keep.
    items: Option<ItemIndex>,
    /// The kinds of pieces, numbered: pieces of one kind have the same motions, the same copies, the
    /// same rules and an orientation in common.
    kinds: FxHashMap<(Motions, Copies, u32, &'a Shape), u32>,
    /// The way that rules bind each piece, as a number; see [`PieceRules::signature`].
    ///
    /// [`PieceRules::signature`]: crate::puzzle::PieceRules::signature
    signatures: Vec<u32>,
    /// The pieces of each kind, ascending.
    pieces_of_kind: Vec<Vec<PieceId>>,
    /// The sites where each piece is pinned; empty where neither pins nor rules of sites bind pieces, so
    /// that shapes and labels alone say where a piece may lie.
    pins: Vec<BTreeSet<&'a [Point]>>,
    images: ImageFinder<'a>,
}

impl<'a> GroupFinder<'a> {
    fn new(puzzle: &'a Puzzle, encoding: &'a Encoding, order: usize) -> GroupFinder<'a> {
        let mut kinds = FxHashMap::default();
        let signatures = signatures(puzzle);
        let mut pieces_of_kind: Vec<Vec<PieceId>> = Vec::new();
        for (id, piece) in puzzle.pieces() {
            let shapes = &encoding.orientations[id.index()];
            let signature = signatures[id.index()];
            let key = |shape: &'a Shape| (piece.motions, piece.copies, signature, shape);
            let kind = *kinds.entry(key(&shapes[0])).or_insert(pieces_of_kind.len() as u32);
            if kind as usize == pieces_of_kind.len() {
                // The same motions give all its shapes the same orientations.
                kinds.extend(shapes.iter().map(|shape| (key(shape), kind)));
                pieces_of_kind.push(Vec::new());
            }
            pieces_of_kind[kind as usize].push(id);
        }
        let mut pins = Vec::new();
        if !puzzle.barred.is_empty() || puzzle.pinned().next().is_some() {
            pins.resize(puzzle.pieces.len(), BTreeSet::new());
            let pinned = puzzle.pinned();
            pinned.for_each(|pin| _ = pins[pin.piece.index()].insert(pin.sites.as_slice()));
        }
        GroupFinder {
            puzzle,
            encoding,
            patterns: Patterns::find(puzzle, &encoding.orientations),
            items: puzzle.cover.as_ref().map(|_| ItemIndex::new(&encoding.problem)),
            kinds,
            signatures,
            pieces_of_kind,
            pins,
            images: ImageFinder::new(puzzle.lattice, encoding, order),
        }
    }

    /// The isometry with this matrix that maps the board onto itself, labels included where they
    /// matter, and where each site goes.
    fn board_isometry(&self, matrix: &Matrix) -> Option<(Isometry, Vec<u32>)> {
        let (isometry, sites) = board_isometry(self.puzzle, matrix)?;
        let label = |site: u32| self.puzzle.board.label(site as usize);
        let keeps_labels = || (0..).zip(&sites).all(|(from, &to)| label(from) == label(to));
        (self.patterns.is_none() || keeps_labels()).then_some((isometry, sites))
    }

    /// Where an isometry takes each piece: to one whose orientations are the images of its own,
    /// with the same copies and motions. Among several such, in the order of the list, which makes
    /// the permutations of a group compose.
    fn piece_permutation(&self, isometry: &Isometry) -> Option<Vec<PieceId>> {
        let lattice = self.puzzle.lattice;
        let mut is_taken = vec![false; self.puzzle.pieces.len()];
        // How many pieces of each kind are taken from the first on.
        let mut taken = vec![0; self.pieces_of_kind.len()];
        let target = |(id, piece): (PieceId, &'a crate::puzzle::Piece)| {
            let image = piece.shape.turned(lattice, &isometry.matrix);
            let signature = self.signatures[id.index()];
            let kind = *self.kinds.get(&(piece.motions, piece.copies, signature, &image))? as usize;
            let alike = &self.pieces_of_kind[kind];
            let mut open = alike[taken[kind]..].iter().filter(|other| !is_taken[other.index()]);
            let target = *open.find(|&&other| self.fits(isometry, id, other))?;
            is_taken[target.index()] = true;
            while alike.get(taken[kind]).is_some_and(|other| is_taken[other.index()]) {
                taken[kind] += 1;
            }
            Some(target)
        };
        let targets: Vec<PieceId> = self.puzzle.pieces().map(target).collect::<Option<_>>()?;
        let is_kept = self.puzzle.piece_rules.keeps_apart(|piece| targets[piece.index()]);
        is_kept.then_some(targets)
    }

    /// Returns whether labels, pins and rules of sites let an isometry take a piece to another of
    /// its kind.
    fn fits(&self, isometry: &Isometry, piece: PieceId, other: PieceId) -> bool {
        let (puzzle, encoding) = (self.puzzle, self.encoding);
        let has_image =
            |p: &Patterns| p.has_image(puzzle, encoding, piece, &isometry.matrix, other);
        let [from, to] = [piece, other].map(|id| encoding.placements_of(id).len());
        self.patterns.as_ref().is_none_or(has_image)
            && (self.pins.is_empty()
                || from == to
                    && maps_pins(isometry, &self.pins[piece.index()], &self.pins[other.index()])
                    && self.images.maps(isometry, piece, other))
    }

    /// Where a symmetry takes the options; `None` when it takes some to none, or does not keep the
    /// items of a cover puzzle.
    fn option_images(&self, isometry: &Isometry, pieces: &[PieceId]) -> Option<OptionImages> {
        let images = self.images.option_images(isometry, pieces)?;
        let is_kept = |items: &ItemIndex| items.is_kept(&self.encoding.problem, &images);
        self.items.as_ref().is_none_or(is_kept).then_some(images)
    }
}

/// Returns a number for each piece, the same for pieces that rules bind in the same way.
fn signatures(puzzle: &Puzzle) -> Vec<u32> {
    let mut known = FxHashMap::default();
    let mut number = |(piece, _): (PieceId, _)| {
        let next = known.len() as u32;
        *known.entry(puzzle.piece_rules.signature(piece)).or_insert(next)
    };
    puzzle.pieces().map(&mut number).collect()
}

/// The isometry with this matrix that maps the board onto itself, and where each site goes.
fn board_isometry(puzzle: &Puzzle, matrix: &Matrix) -> Option<(Isometry, Vec<u32>)> {
    let board = puzzle.board.sites();
    let sites: Vec<Point> = board.iter().map(|s| s.site).collect();
    let moved: Vec<Point> = sites.iter().map(|&p| matrix.apply(p)).collect();
    if sites.is_empty() {
        return Some((Isometry { matrix: *matrix, shift: Point::ORIGIN }, Vec::new()));
    }
    let (shape, home) = Shape::normalise(puzzle.lattice, &sites)?;
    let (image, shift) = Shape::normalise(puzzle.lattice, &moved)?;
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

/// Returns whether an isometry takes the pins of one piece to those of another.
fn maps_pins(isometry: &Isometry, from: &BTreeSet<&[Point]>, to: &BTreeSet<&[Point]>) -> bool {
    let image = |sites: &&[Point]| {
        let mut sites: Vec<Point> = sites.iter().map(|&s| isometry.apply(s)).collect();
        sites.sort_unstable();
        sites
    };
    from.len() == to.len() && from.iter().map(image).all(|sites| to.contains(sites.as_slice()))
}
