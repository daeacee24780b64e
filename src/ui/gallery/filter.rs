//! The choice of the puzzles shown, and their order.

use super::entry::{Band, Entry, search_words};
use super::mine::Mine;

/// The order of the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sort {
    /// As in the collection.
    #[default]
    Collection,
    /// By title.
    Title,
    /// By the number of solutions, the fewest first.
    Solutions,
}

/// A filter of one value: whether puzzles that have it are shown.
#[derive(Clone, Debug)]
pub(super) struct Tick<T> {
    pub(super) value: T,
    pub(super) ticked: bool,
}

/// The puzzles to show.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    /// The kinds of puzzles that occur: the lattices, then those without one.
    pub(super) kinds: Vec<Tick<&'static str>>,
    /// True if kinds of few puzzles are listed, too.
    pub(super) lists_rare_kinds: bool,
    /// The bands of known solutions that occur, and all but the last in any case.
    pub(super) bands: Vec<Tick<Band>>,
    /// The ways in which puzzles are the user's own; where some are ticked, only these are shown.
    pub(super) mine: Vec<Tick<Mine>>,
    /// The search text, as typed.
    pub(super) search: String,
    pub(super) sort: Sort,
}

fn all_ticked<T>(values: impl IntoIterator<Item = T>) -> Vec<Tick<T>> {
    values.into_iter().map(|value| Tick { value, ticked: true }).collect()
}

/// The number of puzzles from which a kind is always listed.
const COMMON: usize = 3;

/// Returns whether the collection has few puzzles of a kind.
pub(super) fn is_rare(kind: &str, entries: &[Entry]) -> bool {
    entries.iter().filter(|entry| entry.puzzle.kind() == kind).count() < COMMON
}

impl Filter {
    /// Shows everything.
    pub(super) fn new(entries: &[Entry]) -> Filter {
        let lattices = crate::lattice::ALL.iter().map(|lattice| lattice.name);
        let mut kinds: Vec<&'static str> = lattices
            .filter(|&name| entries.iter().any(|entry| entry.puzzle.kind() == name))
            .collect();
        for entry in entries {
            if !kinds.contains(&entry.puzzle.kind()) {
                kinds.push(entry.puzzle.kind());
            }
        }
        let bands = Band::ALL.into_iter().filter(|&band| {
            band != Band::NotKnown || entries.iter().any(|e| e.known.band() == band)
        });
        Filter {
            kinds: all_ticked(kinds),
            lists_rare_kinds: false,
            bands: all_ticked(bands),
            mine: Mine::ALL.map(|value| Tick { value, ticked: false }).into(),
            search: String::new(),
            sort: Sort::default(),
        }
    }

    /// Shows everything again, in the order chosen.
    pub(super) fn clear(&mut self) {
        self.tick_kinds(true);
        self.bands.iter_mut().for_each(|tick| tick.ticked = true);
        self.mine.iter_mut().for_each(|tick| tick.ticked = false);
        self.search.clear();
    }

    /// Shows puzzles of all kinds, or of none.
    pub(super) fn tick_kinds(&mut self, ticked: bool) {
        self.kinds.iter_mut().for_each(|tick| tick.ticked = ticked);
    }

    fn takes_kind(&self, entry: &Entry) -> bool {
        self.kinds.iter().any(|t| t.ticked && t.value == entry.puzzle.kind())
    }

    fn takes_band(&self, entry: &Entry) -> bool {
        self.bands.iter().any(|t| t.ticked && t.value == entry.known.band())
    }

    fn takes_mine(&self, entry: &Entry) -> bool {
        let mut ticked = self.mine.iter().filter(|tick| tick.ticked).peekable();
        ticked.peek().is_none() || ticked.any(|tick| tick.value.is_of(entry))
    }

    /// The puzzles shown, by their places in the collection.
    pub(super) fn shown(&self, entries: &[Entry]) -> Vec<usize> {
        let words = search_words(&self.search);
        let mut shown: Vec<usize> = (0..entries.len())
            .filter(|&i| {
                let entry = &entries[i];
                self.takes_kind(entry)
                    && self.takes_band(entry)
                    && self.takes_mine(entry)
                    && entry.matches(&words)
            })
            .collect();
        match self.sort {
            // What bears the words in its title comes before what only mentions them.
            _ if !words.is_empty() => shown.sort_by_key(|&i| entries[i].rank(&words)),
            Sort::Collection => {}
            Sort::Title => shown.sort_by_key(|&i| entries[i].puzzle.title.to_lowercase()),
            Sort::Solutions => shown.sort_by_key(|&i| entries[i].known.number()),
        }
        shown
    }

    /// For each kind, how many puzzles it shows once it is ticked.
    pub(super) fn kind_counts(&self, entries: &[Entry]) -> Vec<usize> {
        let words = search_words(&self.search);
        let left = |entry: &&Entry| {
            self.takes_band(entry) && self.takes_mine(entry) && entry.matches(&words)
        };
        let of = |kind| entries.iter().filter(left).filter(|e| e.puzzle.kind() == kind).count();
        self.kinds.iter().map(|tick| of(tick.value)).collect()
    }

    /// For each band, how many puzzles it shows once it is ticked.
    pub(super) fn band_counts(&self, entries: &[Entry]) -> Vec<usize> {
        let words = search_words(&self.search);
        let left = |entry: &&Entry| {
            self.takes_kind(entry) && self.takes_mine(entry) && entry.matches(&words)
        };
        let of = |band| entries.iter().filter(left).filter(|e| e.known.band() == band).count();
        self.bands.iter().map(|tick| of(tick.value)).collect()
    }

    /// For each way in which puzzles are the user's own, how many of them it shows.
    pub(super) fn mine_counts(&self, entries: &[Entry]) -> Vec<usize> {
        let words = search_words(&self.search);
        let left = |entry: &&Entry| {
            self.takes_kind(entry) && self.takes_band(entry) && entry.matches(&words)
        };
        let of = |mine: Mine| entries.iter().filter(left).filter(|e| mine.is_of(e)).count();
        self.mine.iter().map(|tick| of(tick.value)).collect()
    }
}
