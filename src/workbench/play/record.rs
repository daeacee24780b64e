//! The record of a puzzle: what of it was solved by hand, when, in what time, with how many hints, and
//! the games that are under way.
//!
//! It is kept in the [database of results](crate::solution::database), under the problem of the
//! puzzle with all its variants, so that it is there again whenever the puzzle is opened.

use std::sync::Arc;

use crate::solution::database::{Game, PlayEntry, ProblemDigest};
use crate::workbench::check::analysis::Analysis;
use crate::workbench::results::{GameMap, Note, Results};
use crate::workbench::task::{Task, Wake};

/// The entries and games that are kept of a puzzle.
type Kept = (ProblemDigest, (Vec<PlayEntry>, GameMap));

/// The record of a puzzle.
#[derive(Default)]
pub struct PlayRecord {
    digest: Option<ProblemDigest>,
    loading: Option<Task<Kept>>,
    entries: Vec<PlayEntry>,
    games: GameMap,
}

impl PlayRecord {
    /// All that was solved, the earliest first.
    pub fn entries(&self) -> &[PlayEntry] {
        &self.entries
    }

    /// When a variant was solved last; the puzzle itself where the name is empty.
    pub fn last(&self, variant: &str) -> Option<&PlayEntry> {
        self.entries.iter().rev().find(|entry| entry.variant == variant)
    }

    /// Adds what has just been solved, and keeps it.
    pub(super) fn add(&mut self, entry: PlayEntry, results: &Results) {
        if let Some(digest) = self.digest {
            results.handle().keep(Note::Play(digest, entry.clone()));
        }
        self.entries.push(entry);
    }

    /// Returns whether what is kept has been read.
    pub(super) fn is_read(&self) -> bool {
        self.digest.is_some()
    }

    /// The game of a variant that is under way; of the puzzle itself where the name is empty.
    pub fn game(&self, variant: &str) -> Option<&Game> {
        self.games.get(variant)
    }

    /// Keeps a game, or removes it.
    pub(super) fn keep_game(&mut self, variant: &str, game: Option<Game>, results: &Results) {
        if let Some(digest) = self.digest {
            results.handle().keep(Note::Game(digest, variant.to_owned(), game.clone()));
        }
        match game {
            Some(game) => drop(self.games.insert(variant.to_owned(), game)),
            None => drop(self.games.remove(variant)),
        }
    }

    /// Reads what is kept, once; what was solved before that is kept then. Returns whether anything
    /// is new.
    pub(super) fn follow(
        &mut self,
        analysis: &Arc<Analysis>,
        results: &Results,
        wake: &Wake,
    ) -> bool {
        if self.digest.is_some() {
            return false;
        }
        let loading = self.loading.get_or_insert_with(|| {
            let (results, analysis) = (results.handle(), Arc::clone(analysis));
            Task::start(wake, move |_| {
                let digest = ProblemDigest::new(&analysis.encoding.problem, &analysis.group);
                Ok((digest, results.plays(&digest)))
            })
        });
        if !loading.poll() {
            return false;
        }
        let Some(Task::Ready((digest, read))) = self.loading.take() else { return false };
        self.digest = Some(digest);
        let (kept, games) = read;
        self.games = games;
        let unsaved = std::mem::replace(&mut self.entries, kept);
        unsaved.into_iter().for_each(|entry| self.add(entry, results));
        true
    }
}
