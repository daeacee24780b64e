//! Groups of listed solutions: those with the same orbit size, the same pieces, the same open sites,
//! the same value of a measure, or a piece in the same place.
//!
//! Among distinct solutions two are in one group when some turned or flipped copy of one agrees with
//! the other; among all solutions, when they agree as they stand. Leans on [`crate::solution`].

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use rustc_hash::FxHashMap;

use crate::encode::ElementSet;
use crate::exact_cover::OptionId;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::columns::Progress;
use crate::solution::measures::MeasureId;
use crate::text;
use crate::workbench::check::analysis::Analysis;

/// Solutions between two looks whether the work is cancelled.
const CANCEL_INTERVAL: usize = 4_096;

/// A property that the solutions of a group have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// The number of their turned and flipped copies.
    OrbitSize,
    /// The number of times each piece is used.
    PiecesUsed,
    /// The sites that no piece covers.
    OpenSites,
    /// The place of a piece.
    Position(PieceId),
    /// The value of a measure.
    Measure(MeasureId),
}

impl Grouping {
    /// Its name.
    pub fn name(self, puzzle: &Puzzle) -> String {
        match self {
            Grouping::OrbitSize => "Orbit size".to_owned(),
            Grouping::PiecesUsed => "Pieces used".to_owned(),
            Grouping::OpenSites => {
                format!("Open {}", puzzle.lattice.site_words.1)
            }
            Grouping::Position(piece) => {
                let name = puzzle.pieces.get(piece.index()).map_or("", |own| &own.name);
                format!("Position of {name}")
            }
            Grouping::Measure(measure) => measure.row().name.to_owned(),
        }
    }

    /// Returns whether solutions of a puzzle may differ in it. For orbit sizes that depends on the
    /// solutions.
    pub fn may_differ(self, puzzle: &Puzzle) -> bool {
        match self {
            Grouping::OrbitSize | Grouping::Measure(_) => true,
            Grouping::PiecesUsed => puzzle.pieces.iter().any(|p| p.copies.min < p.copies.max),
            Grouping::OpenSites => puzzle.board.sites().iter().any(|s| !s.required),
            Grouping::Position(piece) => piece.index() < puzzle.pieces.len(),
        }
    }
}

/// Solutions of a list that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListGroup {
    /// Their value: the size of the orbit; how often each piece is used; positions on the board;
    /// options of the piece; or the two halves of what is measured.
    value: Box<[u32]>,
    /// The place of the first in the list.
    pub first: u64,
    /// Their number.
    pub len: u64,
}

impl ListGroup {
    /// The placements that its solutions have in common, where a piece lies in one place.
    pub fn placements(&self, grouping: Grouping) -> impl Iterator<Item = OptionId> {
        let is_placed = matches!(grouping, Grouping::Position(_));
        self.value.iter().filter(move |_| is_placed).map(|&n| OptionId(n))
    }

    /// Returns whether its solutions leave a site open that others cover, by its position on the
    /// board. Logarithmic in the open sites.
    pub fn is_open(&self, grouping: Grouping, site: usize) -> bool {
        grouping == Grouping::OpenSites && self.value.binary_search(&(site as u32)).is_ok()
    }

    /// Describes what its solutions have in common.
    pub fn words(&self, grouping: Grouping, analysis: &Analysis) -> String {
        let Analysis { puzzle, encoding, .. } = analysis;
        match grouping {
            Grouping::OrbitSize => {
                format!("Orbits of {}", self.value.first().copied().unwrap_or_default())
            }
            Grouping::Measure(measure) => {
                measure.words(self.value.iter().fold(0, |all, &n| all << 32 | u64::from(n)))
            }
            Grouping::PiecesUsed => {
                let pieces = puzzle.pieces.iter().zip(&*self.value);
                let varying =
                    pieces.filter(|(piece, n)| piece.copies.min < piece.copies.max && **n > 0);
                let named: Vec<String> = varying
                    .map(|(piece, n)| match n {
                        1 => piece.name.clone(),
                        n => format!("{n}\u{a0}{}", piece.name),
                    })
                    .collect();
                match named.is_empty() {
                    true => "No optional piece".to_owned(),
                    false => format!("With {}", text::listed(&named)),
                }
            }
            Grouping::OpenSites => {
                let site = |n: &u32| {
                    let site = puzzle.board.sites().get(*n as usize)?;
                    Some(puzzle.lattice.site_label(site.site).replace(' ', "\u{a0}"))
                };
                let named: Vec<String> = self.value.iter().filter_map(site).collect();
                match named.is_empty() {
                    true => "Nothing open".to_owned(),
                    false => format!("Open: {}", named.join(" · ")),
                }
            }
            Grouping::Position(piece) => {
                let name = puzzle.pieces.get(piece.index()).map_or("", |own| &own.name);
                let first = |n: &u32| {
                    let site = encoding.sites(OptionId(*n)).next();
                    site.map(|site| puzzle.lattice.site_label(site))
                };
                let places: Vec<String> = self.value.iter().filter_map(first).collect();
                match places.is_empty() {
                    true => format!("{name} not used"),
                    false => format!("{name} at {}", text::listed(&places)),
                }
            }
        }
    }
}

/// Solutions in groups.
pub(in crate::workbench) struct Grouped {
    /// The group of each solution, in their order.
    of: Vec<u32>,
    /// The groups, in the order in which they are listed.
    pub(in crate::workbench) groups: Vec<ListGroup>,
}

impl Grouped {
    /// Divides solutions into groups: orbits by their size, others the largest first. Of each
    /// solution the options, ascending, and the symmetries that keep it are given. `None` when it
    /// was cancelled. Cost: of each distinct solution, its length times the order of the group.
    pub(in crate::workbench) fn new(
        grouping: Grouping,
        all: bool,
        analysis: &Analysis,
        len: usize,
        mut solution: impl FnMut(usize, &mut Vec<OptionId>) -> ElementSet,
        progress: &Progress,
    ) -> Option<Grouped> {
        let mut values = Values::new(grouping, all, analysis);
        let mut options = Vec::new();
        let mut divided = Divided::default();
        for n in 0..len {
            if n % CANCEL_INTERVAL == 0 && progress.cancelled.load(Ordering::Relaxed) {
                return None;
            }
            let stabiliser = solution(n, &mut options);
            divided.add(values.find(&options, stabiliser));
        }
        Some(divided.in_order(match grouping {
            Grouping::OrbitSize => Order::Ascending,
            _ => Order::Size,
        }))
    }

    /// Divides solutions by the value that each of them has, the least first or the greatest. Linear.
    pub(in crate::workbench) fn by_values(
        values: impl Iterator<Item = u64>,
        descending: bool,
    ) -> Grouped {
        let mut divided = Divided::default();
        values.for_each(|value| divided.add(&[(value >> 32) as u32, value as u32]));
        divided.in_order(if descending { Order::Descending } else { Order::Ascending })
    }

    /// Puts solutions, or what belongs to them, into the order of the groups. Those of a group keep
    /// their order.
    pub(in crate::workbench) fn arrange<T: Copy + Default>(&self, list: &mut Vec<T>) {
        let mut next: Vec<usize> = self.groups.iter().map(|group| group.first as usize).collect();
        let mut arranged = vec![T::default(); list.len()];
        for (&own, &group) in list.iter().zip(&self.of) {
            let next = &mut next[group as usize];
            arranged[*next] = own;
            *next += 1;
        }
        *list = arranged;
    }
}

/// The order of groups.
#[derive(Clone, Copy)]
enum Order {
    /// By their values.
    Ascending,
    Descending,
    /// The largest first.
    Size,
}

/// Solutions divided by their values, in no order yet.
#[derive(Default)]
struct Divided {
    /// The group of each value.
    known: FxHashMap<Box<[u32]>, u32>,
    counts: Vec<u64>,
    of: Vec<u32>,
}

impl Divided {
    /// Adds the next solution.
    fn add(&mut self, value: &[u32]) {
        let group = match self.known.get(value) {
            Some(&group) => group,
            None => {
                let group = self.counts.len() as u32;
                self.known.insert(value.into(), group);
                self.counts.push(0);
                group
            }
        };
        self.counts[group as usize] += 1;
        self.of.push(group);
    }

    fn in_order(self, order: Order) -> Grouped {
        let Divided { known, counts, mut of } = self;
        let mut sorted: Vec<(Box<[u32]>, u32)> = known.into_iter().collect();
        match order {
            Order::Ascending => sorted.sort_unstable(),
            Order::Descending => sorted.sort_unstable_by(|a, b| b.cmp(a)),
            Order::Size => sorted.sort_unstable_by(|(value_a, a), (value_b, b)| {
                let count = |group: u32| Reverse(counts[group as usize]);
                (count(*a), value_a).cmp(&(count(*b), value_b))
            }),
        }
        let mut place = vec![0; counts.len()];
        let (mut groups, mut first) = (Vec::with_capacity(counts.len()), 0);
        for (at, (value, group)) in sorted.into_iter().enumerate() {
            let len = counts[group as usize];
            place[group as usize] = at as u32;
            groups.push(ListGroup { value, first, len });
            first += len;
        }
        of.iter_mut().for_each(|group| *group = place[*group as usize]);
        Grouped { of, groups }
    }
}

/// Works out the values of solutions, with memory of its own.
struct Values<'a> {
    grouping: Grouping,
    analysis: &'a Analysis,
    /// The elements whose images are looked at: all, or the identity.
    elements: usize,
    covered: Vec<bool>,
    position: FxHashMap<crate::lattice::Point, u32>,
    own: Vec<u32>,
    image: Vec<u32>,
    least: Vec<u32>,
}

impl<'a> Values<'a> {
    fn new(grouping: Grouping, all: bool, analysis: &'a Analysis) -> Values<'a> {
        let sites = analysis.puzzle.board.sites();
        let is_open = grouping == Grouping::OpenSites;
        let position = sites.iter().map(|s| s.site).zip(0..).filter(|_| is_open).collect();
        Values {
            grouping,
            analysis,
            elements: if all { 1 } else { analysis.group.order() },
            covered: vec![false; sites.len()],
            position,
            own: Vec::new(),
            image: Vec::new(),
            least: Vec::new(),
        }
    }

    /// The value of a solution.
    fn find(&mut self, options: &[OptionId], stabiliser: ElementSet) -> &[u32] {
        let Analysis { puzzle, encoding, group, .. } = self.analysis;
        self.own.clear();
        match self.grouping {
            Grouping::OrbitSize => {
                let size = group.order() as u32 / stabiliser.len().max(1);
                self.own.push(size);
                return &self.own;
            }
            Grouping::PiecesUsed => {
                self.own.resize(puzzle.pieces.len(), 0);
                for &option in options {
                    self.own[encoding.placement(option).piece.index()] += 1;
                }
            }
            Grouping::OpenSites => {
                self.covered.fill(false);
                for site in options.iter().flat_map(|&option| encoding.sites(option)) {
                    if let Some(&n) = self.position.get(&site) {
                        self.covered[n as usize] = true;
                    }
                }
                let open = (0..).zip(&self.covered).filter(|(_, covered)| !**covered);
                self.own.extend(open.map(|(n, _)| n));
            }
            Grouping::Position(_) | Grouping::Measure(_) => {}
        }
        for n in 0..self.elements {
            self.find_image(n, options);
            // A mirror twin may stand in the piece's place: then the copy that has the piece counts.
            let rank = |value: &[u32]| value.is_empty();
            let is_less = (rank(&self.image), &self.image) < (rank(&self.least), &self.least);
            if n == 0 || is_less {
                std::mem::swap(&mut self.image, &mut self.least);
            }
        }
        &self.least
    }

    /// The value of the image of a solution under an element of the group.
    fn find_image(&mut self, element: usize, options: &[OptionId]) {
        let Analysis { encoding, group, .. } = self.analysis;
        let element = &group.elements[element];
        self.image.clear();
        match self.grouping {
            Grouping::OrbitSize | Grouping::Measure(_) => {}
            Grouping::PiecesUsed => {
                self.image.resize(self.own.len(), 0);
                for (piece, &n) in element.pieces.iter().zip(&self.own) {
                    self.image[piece.index()] = n;
                }
            }
            Grouping::OpenSites => {
                self.image.extend(self.own.iter().map(|&n| element.sites[n as usize]));
                self.image.sort_unstable();
            }
            Grouping::Position(wanted) => {
                let is_wanted = |option: &&OptionId| {
                    element.pieces[encoding.placement(**option).piece.index()] == wanted
                };
                let own = options.iter().filter(is_wanted);
                self.image.extend(own.map(|&option| element.image(option).0));
                self.image.sort_unstable();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::job::PlanOptions;
    use std::collections::{BTreeMap, BTreeSet};
    use std::sync::Arc;

    use super::*;
    use crate::format::{bundled, puzzle_file};
    use crate::job::{Plan, Run, Settings};
    use crate::solution::Store;
    use crate::solution::orbit::image_of;

    fn solved(name: &str) -> (Analysis, Store) {
        let puzzle = bundled::ALL.iter().find(|b| b.path.ends_with(name)).unwrap();
        solve(puzzle.open().puzzle)
    }

    fn solve(puzzle: Arc<Puzzle>) -> (Analysis, Store) {
        let plan = Arc::new(Plan::new(Arc::clone(&puzzle), PlanOptions::default()).unwrap());
        let mut run = Run::start(plan, Settings::default());
        run.wait();
        (Analysis::new(puzzle).unwrap(), run.with_store(Store::clone))
    }

    fn group_all(grouping: Grouping, analysis: &Analysis, store: &Store) -> Grouped {
        let solution = |n: usize, options: &mut Vec<OptionId>| {
            store.read(n, options);
            store.stabiliser(n)
        };
        let progress = Progress::default();
        Grouped::new(grouping, false, analysis, store.len(), solution, &progress).unwrap()
    }

    /// Returns the values that two solutions must have in common to be in one group, computed from
    /// their sites.
    fn value(grouping: Grouping, analysis: &Analysis, options: &[OptionId]) -> Vec<String> {
        let Analysis { puzzle, encoding, .. } = analysis;
        let covered: BTreeSet<_> = options.iter().flat_map(|&o| encoding.sites(o)).collect();
        let sites = puzzle.board.sites().iter().map(|s| s.site);
        let name = |option: &OptionId| puzzle.piece(encoding.placement(*option).piece).name.clone();
        let mut value: Vec<String> = match grouping {
            Grouping::OrbitSize => vec![options.len().to_string()],
            Grouping::Measure(_) => unreachable!("it is not computed from sites"),
            Grouping::PiecesUsed => options.iter().map(name).collect(),
            Grouping::OpenSites => {
                sites.filter(|s| !covered.contains(s)).map(|s| format!("{s:?}")).collect()
            }
            Grouping::Position(piece) => {
                let own = options.iter().filter(|o| encoding.placement(**o).piece == piece);
                own.map(|&o| format!("{:?}", encoding.sites(o).collect::<Vec<_>>())).collect()
            }
        };
        value.sort_unstable();
        value
    }

    /// Compares groups with those of the sets of values of all copies of each solution.
    fn compare(name: &str, groupings: &[Grouping], (analysis, store): (Analysis, Store)) {
        for &grouping in groupings {
            let grouped = group_all(grouping, &analysis, &store);
            let mut expected: BTreeMap<BTreeSet<Vec<String>>, Vec<u32>> = BTreeMap::new();
            for n in 0..store.len() {
                let options = store.get(n);
                let copies = analysis.group.elements.iter().map(|element| {
                    let mut image = Vec::new();
                    image_of(element, &options, &mut image);
                    value(grouping, &analysis, &image)
                });
                expected.entry(copies.collect()).or_default().push(n as u32);
            }
            let mut list: Vec<u32> = (0..store.len() as u32).collect();
            grouped.arrange(&mut list);
            let own: BTreeSet<Vec<u32>> = grouped
                .groups
                .iter()
                .map(|group| list[group.first as usize..][..group.len as usize].to_vec())
                .collect();
            let expected: BTreeSet<Vec<u32>> = expected.into_values().collect();
            assert_eq!(own, expected, "{name}, {grouping:?}");
            assert!(own.len() > 1, "{name}, {grouping:?}: it says something");
            let lengths: Vec<u64> = grouped.groups.iter().map(|group| group.len).collect();
            assert!(lengths.is_sorted_by(|a, b| a >= b), "{name}, {grouping:?}");
        }
    }

    #[test]
    fn solutions_are_in_one_group_when_some_copies_agree() {
        let piece = |n| Grouping::Position(PieceId(n));
        for (name, groupings) in [
            ("scotts-board.ron", vec![piece(0), piece(9)]),
            ("trikings-3x5.ron", vec![piece(0), piece(1)]),
            ("tetrahexes-7x4.ron", vec![piece(2)]),
            ("tetrasticks-5x5-any-one-left-out.ron", vec![Grouping::PiecesUsed, piece(3)]),
        ] {
            compare(name, &groupings, solved(name));
        }
        // Dominoes on a board whose outer columns may stay open.
        let text = r#"(format: 1, title: "Open squares", lattice: Square,
            pieces: [Piece(name: "I", art: ["XX"], copies: (3, 6))],
            board: Art(["o##o", "o##o", "o##o"]))"#;
        let puzzle = puzzle_file::read(Arc::from(text)).unwrap().puzzle;
        let solved = solve(puzzle);
        assert!(!solved.1.is_empty());
        let groupings = [Grouping::OpenSites, Grouping::PiecesUsed, piece(0)];
        compare("open squares", &groupings, solved);
    }

    #[test]
    fn orbits_are_listed_by_their_size() {
        let (analysis, store) = solved("l-trominoes-8x8.ron");
        let grouped = group_all(Grouping::OrbitSize, &analysis, &store);
        let words: Vec<String> = grouped
            .groups
            .iter()
            .map(|own| format!("{}: {}", own.words(Grouping::OrbitSize, &analysis), own.len))
            .collect();
        let symmetric = (0..store.len()).filter(|&n| store.stabiliser(n).len() > 1).count();
        let order = analysis.group.order();
        let rest = store.len() - symmetric;
        let expected =
            [format!("Orbits of {}: {symmetric}", order / 2), format!("Orbits of {order}: {rest}")];
        assert_eq!(words, expected);
    }

    #[test]
    fn groups_of_ten_a_thousand_and_a_million_solutions_keep_their_order() {
        let (analysis, store) = solved("scotts-board.ron");
        for len in [10, 1_000, 1_000_000] {
            let solution = |n: usize, options: &mut Vec<OptionId>| {
                store.read(n % store.len(), options);
                store.stabiliser(n % store.len())
            };
            let progress = Progress::default();
            let grouping = Grouping::OrbitSize;
            let grouped = Grouped::new(grouping, false, &analysis, len, solution, &progress);
            let grouped = grouped.expect("it was not cancelled");
            let mut list: Vec<u32> = (0..len as u32).collect();
            grouped.arrange(&mut list);
            let sum: u64 = grouped.groups.iter().map(|group| group.len).sum();
            assert_eq!(sum, len as u64);
            for group in &grouped.groups {
                let own = &list[group.first as usize..][..group.len as usize];
                assert!(own.is_sorted(), "a group keeps the order of the list");
            }
            progress.cancelled.store(true, Ordering::Relaxed);
            let cancelled = Grouped::new(grouping, false, &analysis, len, solution, &progress);
            assert!(cancelled.is_none());
        }
    }
}
