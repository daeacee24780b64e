//! The user's own knowledge of puzzles: stored results, certificates, starred solutions, and what
//! was solved by hand. It is read from the store when the gallery is shown, and when the store
//! changes.

use crate::solution::database::{Overview, ProblemDigest};
use crate::text;
use crate::workbench::derived::Derived;
use crate::workbench::results::OverviewMap;
use crate::workbench::{Screen, Wake, Workbench};

use super::entry::Entry;

/// A way in which puzzles are the user's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mine {
    /// Opened lately.
    Recent,
    /// All of its solutions are known.
    Solved,
    /// Some of its solutions are known.
    SolvedInPart,
    /// Its counts were found by another engine, too.
    Certified,
    /// Some of its solutions have a star.
    Starred,
    /// It was solved by hand.
    Played,
}

impl Mine {
    /// All of them, in the order in which they are listed.
    pub(super) const ALL: [Mine; 6] = [
        Mine::Recent,
        Mine::Solved,
        Mine::SolvedInPart,
        Mine::Certified,
        Mine::Starred,
        Mine::Played,
    ];

    /// Returns its label.
    pub(super) fn label(self) -> &'static str {
        match self {
            Mine::Recent => "recent",
            Mine::Solved => "solved",
            Mine::SolvedInPart => "solved in part",
            Mine::Certified => "certified",
            Mine::Starred => "with starred solutions",
            Mine::Played => "solved by hand",
        }
    }

    /// Returns whether a puzzle is the user's own in this way.
    pub(super) fn is_of(self, entry: &Entry) -> bool {
        let known = &entry.overview;
        let complete = known.counts.map(|(_, complete)| complete);
        match self {
            Mine::Recent => entry.is_recent,
            Mine::Solved => complete == Some(true),
            Mine::SolvedInPart => complete == Some(false),
            Mine::Certified => known.is_certified,
            Mine::Starred => known.starred > 0,
            Mine::Played => known.played > 0,
        }
    }
}

/// Returns what is known of a puzzle, in words: "Solved: 2339 distinct", "Certified".
pub(super) fn words(known: &Overview, is_open: bool) -> Vec<String> {
    let mut words = Vec::new();
    if is_open {
        words.push("Open".to_owned());
    }
    if let Some((counts, complete)) = known.counts {
        let distinct = text::grouped(counts.distinct);
        words.push(match complete {
            true if counts.distinct == 0 => "Solved: none exists".to_owned(),
            true => format!("Solved: {distinct} distinct"),
            false => format!("{distinct} distinct so far"),
        });
    }
    if known.is_certified {
        words.push("Certified".to_owned());
    }
    if known.starred > 0 {
        words.push(format!("{} starred", text::grouped(known.starred)));
    }
    match known.played {
        0 => {}
        1 => words.push("Solved by hand".to_owned()),
        times => words.push(format!("Solved by hand {} times", text::grouped(times))),
    }
    words
}

/// The overviews of all puzzles in the store.
#[derive(Default)]
pub(super) struct Overviews {
    /// The number of times that the gallery was shown so far, and whether it is.
    visits: u64,
    is_shown: bool,
    /// By the visit and the revision of the store.
    read: Derived<(u64, u64), OverviewMap>,
}

impl Overviews {
    /// Reads the store when the gallery has come up, and when something was stored since. Returns
    /// whether anything is new.
    pub(super) fn follow(&mut self, bench: &Workbench, wake: &Wake) -> bool {
        let is_shown = bench.screen == Screen::Gallery;
        let was_shown = std::mem::replace(&mut self.is_shown, is_shown);
        if !is_shown {
            return false;
        }
        self.visits += u64::from(!was_shown);
        let key = (self.visits, bench.results.revision());
        self.read.follow(key, wake, |_| {
            let results = bench.results.handle();
            move |_| Ok(results.overviews())
        })
    }

    /// The overview of the problem of a puzzle.
    pub(super) fn of(&self, digest: &ProblemDigest) -> Overview {
        let known = self.read.get().and_then(|all| all.get(digest));
        known.cloned().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solution::Counts;

    #[test]
    fn what_is_known_is_said_with_its_numbers() {
        let counts = |distinct: u64| Counts { distinct: distinct.into(), ..Counts::default() };
        let known = Overview {
            counts: Some((counts(2339), true)),
            is_certified: true,
            starred: 3,
            played: 2,
        };
        let said = ["Open", "Solved: 2339 distinct", "Certified", "3 starred"];
        assert_eq!(words(&known, true)[..4], said);
        assert_eq!(words(&known, false)[3], "Solved by hand 2 times");
        let partial = Overview { counts: Some((counts(7), false)), played: 1, ..known.clone() };
        assert_eq!(words(&partial, false)[0], "7 distinct so far");
        assert_eq!(words(&partial, false)[3], "Solved by hand");
        let none = Overview { counts: Some((counts(0), true)), ..Overview::default() };
        assert_eq!(words(&none, false), ["Solved: none exists"]);
        assert!(words(&Overview::default(), false).is_empty());
    }
}
