//! An entry of the gallery: a puzzle with what is shown of it and by which it is found.

use std::sync::Arc;

use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::format::bundled::Bundled;
use crate::format::puzzle_file::Opened;
use crate::natural::Natural;
use crate::puzzle::{Expect, Puzzle};
use crate::solution::database::{Overview, ProblemDigest};
use crate::text::{self, NBSP};
use crate::ui::drawing::figure_cache::FigureCache;

/// The facts known about the solutions of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// That there is none.
    NoneExists,
    /// The number of distinct ones.
    Distinct(Natural),
    /// The number of them, counting turned and flipped copies.
    Total(Natural),
    /// That the puzzle is there for its variants: how many these are, and their distinct solutions.
    Variants(u64, Option<u64>),
    /// Nothing.
    Nothing,
}

impl Known {
    /// Returns the facts known about a puzzle. With variants they are about these, whatever is
    /// known of its board as a whole.
    fn of(puzzle: &Puzzle) -> Known {
        match &puzzle.variants {
            Some(family) => {
                let number = family.expect.variants.unwrap_or_else(|| family.combinations());
                Known::Variants(number, family.expect.distinct)
            }
            None => Known::new(&puzzle.expect),
        }
    }

    /// Returns the facts in the file of a puzzle without variants.
    fn new(expect: &Expect) -> Known {
        match (expect.distinct, expect.total) {
            (Some(n), _) | (_, Some(n)) if n == 0 => Known::NoneExists,
            (Some(n), _) => Known::Distinct(n),
            (None, Some(n)) => Known::Total(n),
            (None, None) => Known::Nothing,
        }
    }

    /// The number and its kind; one of them may be empty.
    pub(super) fn words(self) -> (String, &'static str) {
        match self {
            Known::NoneExists => (String::new(), "none exists"),
            Known::Distinct(n) => (text::grouped(n), "distinct"),
            Known::Total(n) => (text::grouped(n), "total"),
            Known::Variants(1, _) => (text::grouped(1), "variant"),
            Known::Variants(n, _) => (text::grouped(n), "variants"),
            Known::Nothing => (String::new(), "not known"),
        }
    }

    /// The number by which puzzles are sorted; unknown ones come last.
    pub(super) fn number(self) -> u64 {
        match self {
            Known::NoneExists => 0,
            Known::Distinct(n) | Known::Total(n) => n.capped(),
            Known::Variants(_, Some(n)) => n,
            Known::Nothing | Known::Variants(_, None) => u64::MAX,
        }
    }

    /// The band it falls into.
    pub(super) fn band(self) -> Band {
        match self {
            Known::Nothing => Band::NotKnown,
            Known::Variants(..) => Band::Variants,
            known => match known.number() {
                0 => Band::NoneExists,
                1..=99 => Band::Few,
                100..=9999 => Band::Some,
                _ => Band::Many,
            },
        }
    }
}

/// A rough range of the number of solutions known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Band {
    NoneExists,
    Few,
    Some,
    Many,
    Variants,
    NotKnown,
}

impl Band {
    /// All bands, from none to many.
    pub(super) const ALL: [Band; 6] =
        [Band::NoneExists, Band::Few, Band::Some, Band::Many, Band::Variants, Band::NotKnown];

    /// Returns its label.
    pub(super) fn label(self) -> &'static str {
        match self {
            Band::NoneExists => "none exists",
            Band::Few => "1 to 99",
            Band::Some => "100 to 9999",
            Band::Many => "10\u{a0}000 and more",
            Band::Variants => "variants",
            Band::NotKnown => "not known",
        }
    }
}

/// The data of a puzzle computed in the background.
#[derive(Clone, Debug)]
pub(super) struct Encoded {
    /// Its options.
    pub(super) encoding: Arc<Encoding>,
    /// The number of its symmetries, the identity counted.
    pub(super) symmetries: usize,
    /// The digest by which results are stored.
    pub(super) digest: ProblemDigest,
}

impl Encoded {
    /// Encodes a puzzle and finds its symmetries; `None` where it is too large.
    pub(super) fn new(puzzle: &Puzzle) -> Option<Encoded> {
        let encoding = Arc::new(Encoding::new(puzzle).ok()?);
        let group = SymmetryGroup::new(puzzle, &encoding);
        let digest = ProblemDigest::new(&encoding.problem, &group);
        Some(Encoded { encoding, symmetries: group.order(), digest })
    }
}

/// A puzzle of the collection.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) puzzle: Arc<Puzzle>,
    /// The first of its sources.
    pub(super) source: String,
    pub(super) known: Known,
    pub(super) figures: FigureCache,
    /// Options and symmetries, once they have been worked out.
    pub(super) encoded: Option<Encoded>,
    /// The placed pieces of the picture; none until they have been found.
    pub(super) placed: Vec<OptionId>,
    /// The overview of it in the store, and whether it is a bundled puzzle that was opened lately.
    pub(super) overview: Overview,
    pub(super) is_recent: bool,
    /// All that a search looks through, in small letters.
    haystack: String,
    /// The title and the name of the file, in small letters, numbers also in figures.
    names: String,
}

impl Entry {
    /// The entry of a bundled puzzle.
    pub(super) fn new(bundled: &Bundled) -> Entry {
        let mut entry = Entry::of(&bundled.open(), bundled.file_name());
        entry.haystack.push('\n');
        entry.haystack += &folded(bundled.other_names());
        entry
    }

    /// The entry of a puzzle from a file.
    pub(super) fn of(opened: &Opened, file_name: &str) -> Entry {
        let (description, puzzle) = (&opened.description, Arc::clone(&opened.puzzle));
        let mut haystack = vec![
            description.title.clone(),
            description.source.clone(),
            description.author.clone(),
            description.note.clone(),
            puzzle.kind().to_owned(),
        ];
        haystack.extend(puzzle.pieces.iter().map(|piece| piece.name.clone()));
        let expect = description.expect;
        for n in [expect.total, expect.turned, expect.distinct, expect.symmetric] {
            haystack.extend(n.map(|n| n.to_string()));
        }
        if let Some(family) = &puzzle.variants {
            let known = &family.expect;
            for n in [known.variants, known.solvable, known.unique, known.distinct] {
                haystack.extend(n.map(|n| n.to_string()));
            }
            haystack.push("variants".to_owned());
        }
        let names = folded(&format!("{} {}", description.title, file_name.replace('-', " ")));
        let names = with_figures(&names);
        haystack.push(names.clone());
        let source = description.source.split(';').next().unwrap_or_default().trim();
        Entry {
            source: source.to_owned(),
            known: Known::of(&puzzle),
            figures: FigureCache::new(&puzzle),
            encoded: None,
            placed: Vec::new(),
            overview: Overview::default(),
            is_recent: false,
            haystack: folded(&haystack.join("\n")),
            names,
            puzzle,
        }
    }

    /// Ranks it for a search whose words it [`matches`](Entry::matches): 0 if title or file name
    /// begin with them, 1 if these have all of the words, 2 elsewhere.
    pub(super) fn rank(&self, words: &[String]) -> u8 {
        match () {
            () if self.names.starts_with(&words.join(" ")) => 0,
            () if words.iter().all(|word| self.names.contains(word.as_str())) => 1,
            () => 2,
        }
    }

    /// Returns whether every word of a search is found; the words are [`folded`].
    pub(super) fn matches(&self, words: &[String]) -> bool {
        words.iter().all(|word| self.haystack.contains(word.as_str()))
    }

    /// Returns the text of the status line for it.
    pub(super) fn facts(&self) -> String {
        let puzzle = &self.puzzle;
        let pieces: u64 = puzzle.pieces.iter().map(|piece| u64::from(piece.copies.max)).sum();
        let mut facts = vec![puzzle.title.clone()];
        match &puzzle.cover {
            Some(cover) => facts.push(cover.words.clone()),
            None => facts.extend([
                text::count(pieces, "piece"),
                puzzle.lattice.count_sites(puzzle.board.sites().len() as u64),
            ]),
        }
        if let Some(Encoded { encoding, symmetries, .. }) = &self.encoded {
            facts.push(text::count(encoding.problem.option_count() as u64, "option"));
            let ending = if *symmetries == 1 { "symmetry" } else { "symmetries" };
            facts.push(format!("{symmetries} {ending}"));
        }
        facts.join(" · ")
    }
}

/// A text followed by its small number words in figures: "seven items" and "7 items".
fn with_figures(text: &str) -> String {
    const NUMBERS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let figure = |word: &str| NUMBERS.iter().position(|number| *number == word);
    let words = text
        .split(' ')
        .map(|word| figure(word).map_or_else(|| word.to_owned(), |number| number.to_string()));
    let figures = words.collect::<Vec<_>>().join(" ");
    if figures == text { figures } else { format!("{text} {figures}") }
}

/// A text as searches see it: small letters, x for the multiplication sign, common spaces.
pub(super) fn folded(text: &str) -> String {
    text.to_lowercase().replace('×', "x").replace(NBSP, " ")
}

/// The words of a search.
pub(super) fn search_words(search: &str) -> Vec<String> {
    folded(search).split_whitespace().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_follow_distinct_and_else_total_numbers() {
        let number = |n: Option<u64>| n.map(Natural::from);
        let band = |distinct, total| {
            let (distinct, total) = (number(distinct), number(total));
            Known::new(&Expect { distinct, total, ..Expect::default() }).band()
        };
        assert_eq!(band(None, None), Band::NotKnown);
        assert_eq!(band(None, Some(0)), Band::NoneExists);
        assert_eq!(band(Some(99), Some(792)), Band::Few);
        assert_eq!(band(None, Some(9999)), Band::Some);
        assert_eq!(band(Some(10_000), None), Band::Many);
    }

    #[test]
    fn a_puzzle_that_is_there_for_its_variants_is_not_said_to_have_no_solution() {
        let known = |path: &str| {
            let bundled = crate::format::bundled::ALL.iter().find(|bundled| bundled.path == path);
            Entry::new(bundled.expect("a bundled puzzle")).known
        };
        let calendar = known("square/a-puzzle-a-day.ron");
        assert_eq!(calendar.words(), ("366".to_owned(), "variants"));
        assert_eq!((calendar.band(), calendar.number()), (Band::Variants, 24_405));
        // Its board as a whole has solutions, but they are not what it is there for.
        let katamino = known("square/katamino-5xn.ron");
        assert_eq!(katamino.words(), ("4017".to_owned(), "variants"));
        assert_eq!(known("square/dominoes-two-corners-cut.ron"), Known::NoneExists);
    }

    #[test]
    fn names_of_the_trade_find_puzzles_of_their_kind() {
        let entries: Vec<Entry> = crate::format::bundled::ALL.iter().map(Entry::new).collect();
        let names = [
            "Kanoodle",
            "Katamino",
            "Ubongo",
            "Lonpos",
            "IQ Puzzler",
            "Tangram",
            "calendar",
            "Soma",
            "burr",
            "Eternity",
            "Bedlam",
            "Genius Square",
            "Tetris",
            "mutilated chessboard",
            "eight queens",
        ];
        for name in names {
            let words = search_words(name);
            assert!(entries.iter().any(|entry| entry.matches(&words)), "{name}");
        }
    }

    #[test]
    fn searches_read_the_multiplication_sign_as_a_letter() {
        assert_eq!(search_words("6×10  Knuth"), ["6x10", "knuth"]);
    }
}
