//! The analysis of a puzzle before it is solved: placements, symmetries, facts and checks.
//!
//! The checks are in [`crate::workbench::check`].

use std::sync::Arc;
use std::time::Duration;

use super::cover;
use super::{Check, CheckKind, Severity};
use crate::encode::{EncodeError, Encoded, Encoding, SymmetryGroup};
use crate::lattice::SiteForm;
use crate::puzzle::{JunctionRule, Label, LabelRule, Puzzle};
use crate::text;
use crate::workbench::check;
use crate::workbench::task::{Task, Wake};

/// Time without an edit before a puzzle is analysed.
const DEBOUNCE: Duration = Duration::from_millis(20);

/// A puzzle, encoded, with all that the checks found.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// Its encoding.
    pub encoding: Arc<Encoding>,
    /// Its symmetries.
    pub group: Arc<SymmetryGroup>,
    /// The number of placements that cover each site of the board.
    pub coverage: Vec<u32>,
    /// The results of the checks, errors first.
    pub checks: Vec<Check>,
    /// True if only its variants can have solutions, as [`Puzzle::needs_variants`] says.
    pub needs_variants: bool,
}

/// A line of facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The name of the fact.
    pub label: &'static str,
    /// The value.
    pub value: String,
}

impl Analysis {
    /// Analyses a puzzle. Cost: that of encoding it and finding its symmetries.
    ///
    /// # Errors
    /// When the puzzle is too large to encode.
    pub fn new(puzzle: Arc<Puzzle>) -> Result<Analysis, EncodeError> {
        Analysis::unless(puzzle, &|| false)
    }

    fn unless(puzzle: Arc<Puzzle>, give_up: &dyn Fn() -> bool) -> Result<Analysis, EncodeError> {
        let encoding = Encoding::new_unless(&puzzle, give_up)?;
        if give_up() {
            return Err(EncodeError::GivenUp);
        }
        // One after the other: the second core is the window's.
        let group = Arc::new(SymmetryGroup::new(&puzzle, &encoding));
        let (coverage, checks) = look(&puzzle, &encoding, give_up);
        if give_up() {
            return Err(EncodeError::GivenUp);
        }
        let needs_variants = puzzle.needs_variants();
        let encoding = Arc::new(encoding);
        Ok(Analysis { puzzle, encoding, group, coverage, checks, needs_variants })
    }

    /// Analyses a puzzle on a thread of its own; it gives up when the result is dropped.
    pub fn start(puzzle: Arc<Puzzle>, wake: &Wake) -> Task<Arc<Analysis>> {
        Task::start(wake, move |interest| {
            // Of edits that follow each other within a frame or so only the last is analysed.
            std::thread::sleep(DEBOUNCE);
            if interest.is_lost() {
                return Err("nobody waits for it".to_owned());
            }
            let analysis = Analysis::unless(puzzle, &|| interest.is_lost());
            analysis.map(Arc::new).map_err(|e| e.to_string())
        })
    }

    /// As [`Analysis::new`], for a puzzle that has been encoded already.
    pub fn of_encoded(Encoded { puzzle, encoding, group }: Encoded) -> Analysis {
        let (coverage, checks) = look(&puzzle, &encoding, &|| false);
        let needs_variants = puzzle.needs_variants();
        Analysis { puzzle, encoding, group, coverage, checks, needs_variants }
    }

    /// The puzzle with its encoding and symmetries.
    pub fn encoded(&self) -> Encoded {
        Encoded {
            puzzle: Arc::clone(&self.puzzle),
            encoding: Arc::clone(&self.encoding),
            group: Arc::clone(&self.group),
        }
    }

    /// Returns whether a check rules out any solution.
    pub fn is_hopeless(&self) -> bool {
        self.error().is_some()
    }

    /// The first check that rules out any solution.
    pub fn error(&self) -> Option<&Check> {
        self.checks.iter().find(|check| check.severity == Severity::Wrong)
    }

    /// The first check of a kind.
    pub fn check(&self, kind: CheckKind) -> Option<&Check> {
        self.checks.iter().find(|check| check.kind == kind)
    }

    /// The facts of the puzzle, in the order in which they are shown.
    pub fn facts(&self) -> Vec<Fact> {
        let puzzle = &self.puzzle;
        let fact = |label, value: String| Fact { label, value };
        let mut facts = match &puzzle.cover {
            Some(cover) => {
                vec![fact("Kind", cover.kind.to_owned()), fact("Grid", cover.words.clone())]
            }
            None => vec![
                fact("Lattice", puzzle.lattice.name.to_owned()),
                fact("Board", board_words(puzzle)),
                fact("Pieces", piece_words(puzzle)),
            ],
        };
        if puzzle.lattice.form == SiteForm::Edge {
            let rule = match puzzle.rules.junctions {
                JunctionRule::NoCrossing => "no crossing",
                JunctionRule::Free => "free",
            };
            facts.push(fact("Junctions", rule.to_owned()));
        }
        let labels = puzzle.labels();
        if !labels.is_empty() {
            facts.push(fact("Colour labels", label_words(puzzle, &labels)));
        }
        match &puzzle.variants {
            Some(family) if family.chooses_cards() => {
                facts.push(fact("Variants have", family.open_words(puzzle)));
            }
            Some(family) if !family.choices.is_empty() => {
                facts.push(fact("Variants leave open", family.open_words(puzzle)));
            }
            _ => {}
        }
        let pinned = puzzle.pinned().count() as u64;
        if pinned > 0 {
            facts.push(fact("Pinned", text::count(pinned, "piece")));
        }
        let ruled = puzzle.barred.len() as u64;
        if ruled > 0 {
            let (one, _) = puzzle.lattice.site_words;
            facts.push(fact("Restricted sites", text::count(ruled, one)));
        }
        let rules = puzzle.rules.words();
        if !rules.is_empty() {
            facts.push(fact("Rules", rules.join("; ")));
        }
        facts.push(fact("Symmetries of the puzzle", self.group.order().to_string()));
        facts.push(fact("Items", self.item_words()));
        facts.push(fact("Options", text::grouped(self.encoding.problem.option_count() as u64)));
        facts
    }

    /// The number of items: "12 primary, 60 secondary".
    fn item_words(&self) -> String {
        let problem = &self.encoding.problem;
        let primary = problem.primary_count();
        match problem.items().len() - primary {
            0 => text::grouped(primary as u64),
            secondary => format!(
                "{} primary, {} secondary",
                text::grouped(primary as u64),
                text::grouped(secondary as u64)
            ),
        }
    }
}

/// The number of placements that cover each site, and the results of the checks; the slowest checks
/// are left out when `give_up` says so.
fn look(
    puzzle: &Puzzle,
    encoding: &Encoding,
    give_up: &dyn Fn() -> bool,
) -> (Vec<u32>, Vec<Check>) {
    let coverage = encoding.coverage(puzzle);
    let checks = match &puzzle.cover {
        Some(cover) => cover::checks(puzzle, cover, encoding, &coverage),
        None => check::checks(puzzle, encoding, &coverage, give_up),
    };
    (coverage, checks)
}

/// The number of sites: "60 required, 0 optional".
fn board_words(puzzle: &Puzzle) -> String {
    let required = puzzle.board.required();
    let optional = puzzle.board.sites().len() - required;
    format!(
        "{} required, {} optional",
        text::grouped(required as u64),
        text::grouped(optional as u64)
    )
}

/// The number of sites with each colour label: "b 14, w 14".
fn label_words(puzzle: &Puzzle, labels: &[Label]) -> String {
    if puzzle.rules.labels == LabelRule::Free {
        return "shown only".to_owned();
    }
    let sites = 0..puzzle.board.sites().len();
    let words = labels.iter().map(|&label| {
        let n = sites.clone().filter(|&i| puzzle.board.label(i) == Some(label)).count();
        format!("{label} {}", text::grouped(n as u64))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The pieces in words: "12, each used once"; or that each variant uses some of them.
pub fn piece_words(puzzle: &Puzzle) -> String {
    let n = puzzle.pieces.len() as u64;
    if puzzle.variants.as_ref().is_some_and(|family| family.leaves_pieces_out()) {
        return format!("{}, a selection in each variant", text::grouped(n));
    }
    let Some(first) = puzzle.pieces.first().map(|piece| piece.copies) else {
        return "none".to_owned();
    };
    if puzzle.pieces.iter().all(|p| p.copies == first) {
        match (n, first.min, first.max) {
            (1, 1, 1) => "1, used once".to_owned(),
            (1, min, max) if min == max => format!("1, {} copies", text::grouped(u64::from(max))),
            (_, 1, 1) => format!("{}, each used once", text::grouped(n)),
            (_, 0, 1) => format!("{}, each at most once", text::grouped(n)),
            _ => format!("{}, {} copies of each", text::grouped(n), first.words()),
        }
    } else {
        let (min, max) = puzzle.pieces.iter().fold((0u64, 0u64), |(min, max), p| {
            (min + u64::from(p.copies.min), max + u64::from(p.copies.max))
        });
        if min == max {
            format!("{}, {} copies in all", text::grouped(n), text::grouped(max))
        } else {
            let [n, min, max] = [n, min, max].map(text::grouped);
            format!("{n}, {min}–{max} copies in all")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::bundled;

    #[test]
    fn pieces_are_told_in_words() {
        let words = |name: &str| {
            let puzzle = bundled::ALL.iter().find(|puzzle| puzzle.path.ends_with(name)).unwrap();
            piece_words(&puzzle.open().puzzle)
        };
        assert_eq!(words("pentominoes-6x10.ron"), "12, each used once");
        assert_eq!(words("katamino-5x5.ron"), "12, a selection in each variant");
    }
}
