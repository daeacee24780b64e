//! The puzzle that the Play screen shows: the open puzzle itself, or one of its variants as a
//! puzzle of its own.
//!
//! What is played is a [`Document`] beside the open one, so that solutions left, hints and undo are
//! those of its own board, and the open puzzle stays as it is. [`calendar`] knows which variants are
//! days, [`grade`] how hard they are, [`record`] what was solved. Leans on [`crate::job::variants`]. Read next:
//! `session/play.rs`, which the screen asks.

pub mod calendar;
pub mod grade;
pub mod record;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use super::by_hand::ByHandSettings;
use super::document::Document;
use super::document::source::Origin;
use super::edit::{Edit, Refusal};
use super::results::Results;
use super::solve::preparation::Preparation;
use super::task::{Task, Wake};
use super::variants::description_of_variant;
use crate::format::puzzle_file::Opened;
use crate::job::variants::VariantList;
use crate::lattice::Point;
use crate::puzzle::{BoardPiece, Cover, Description, Puzzle};
use crate::solution::database::{Game, PlayEntry};

use calendar::Calendar;
use grade::Grade;
use record::PlayRecord;

/// The time of play that may be lost when the program ends unexpectedly.
const KEEP_INTERVAL: Duration = Duration::from_secs(10);

/// Something that the Play screen asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayAction {
    /// The puzzle itself is played, and none of its variants.
    Whole,
    /// A variant is played, by its index in the list.
    Variant(u32),
    /// A variant of a grade is played, which a random number chooses; the variants are solved first
    /// where they are not.
    Graded(Grade, u64),
    /// Variants of all grades are wanted again: solving them for that ends.
    AnyGrade,
}

/// The variants that can be played.
#[derive(Debug)]
pub struct PlayList {
    /// All of them, those that are equal by symmetry too: another date is another puzzle.
    pub list: VariantList,
    /// The days that they are, where they are days.
    pub calendar: Option<Calendar>,
}

impl PlayList {
    fn new(puzzle: &Arc<Puzzle>) -> Result<PlayList, String> {
        let list = VariantList::unmerged(puzzle).map_err(|error| error.to_string())?;
        let calendar = Calendar::new(&list);
        Ok(PlayList { list, calendar })
    }
}

/// A puzzle that is played beside the open one.
pub struct PlayedPuzzle {
    /// The index in the list, if it is a variant.
    pub variant: Option<u32>,
    /// The name of the variant; empty where the open puzzle itself is played.
    pub name: String,
    /// The sites that the variant leaves open, and their texts.
    pub open: BTreeMap<Point, String>,
    /// The puzzle as a document of its own.
    pub document: Document,
    /// The time spent on it and the number of hints shown; `None` before the first move.
    spent: Option<(Duration, u32)>,
    /// True if a game that was begun earlier has been looked for.
    is_sought: bool,
    /// The game as it is kept: the state of the document, the time and the hints.
    kept: Option<(u64, Duration, u32)>,
}

impl PlayedPuzzle {
    fn new(document: Document) -> PlayedPuzzle {
        let (variant, name, open) = (None, String::new(), BTreeMap::new());
        PlayedPuzzle { variant, name, open, document, spent: None, is_sought: false, kept: None }
    }

    fn of_variant(
        list: &VariantList,
        index: u32,
        document: &Document,
        wake: &Wake,
    ) -> Result<PlayedPuzzle, Refusal> {
        let n = index as usize;
        let description = description_of_variant(document.description(), list, n)?;
        let puzzle = description.draft().map_err(|problems| Refusal::by(&problems))?;
        // The board is empty but for what is given.
        let texts = &document.puzzle.site_texts;
        let text = |site: Point| (site, texts.get(&site).cloned().unwrap_or_default());
        Ok(PlayedPuzzle {
            variant: Some(index),
            name: list.name(n),
            open: list.open_sites(n).into_iter().map(text).collect(),
            ..PlayedPuzzle::new(begun(&description, &puzzle, &Edit::TakeUp(puzzle.loose()), wake)?)
        })
    }

    /// The puzzle itself. Where its board is full, as after cutting, it begins empty.
    fn of_whole(document: &Document, wake: &Wake) -> Result<PlayedPuzzle, Refusal> {
        let (description, puzzle) = (document.description(), &document.puzzle);
        let loose = if puzzle.is_covered() { puzzle.loose() } else { Vec::new() };
        let mut own = begun(description, puzzle, &Edit::TakeUp(loose), wake)?;
        // Its solutions are counted when pieces lie there, or when that is asked for.
        own.is_played = false;
        share_analysis(document, &mut own);
        Ok(PlayedPuzzle::new(own))
    }

    /// A puzzle of items and options, whose file has no place for what is written into its cells: its
    /// givens are written.
    fn of_cover(cover: &Cover, document: &Document, wake: &Wake) -> Result<PlayedPuzzle, Refusal> {
        let givens = cover.givens().map(|(cell, sign)| (sign.to_owned(), vec![cell])).collect();
        let (description, puzzle) = (document.description(), &document.puzzle);
        Ok(PlayedPuzzle::new(begun(description, puzzle, &Edit::LayAll(givens), wake)?))
    }

    /// The pieces on the board, by their names.
    fn pieces(&self) -> Vec<(String, Vec<Point>)> {
        let puzzle = &self.document.puzzle;
        let named = |laid: &BoardPiece| (puzzle.piece(laid.piece).name.clone(), laid.sites.clone());
        puzzle.placed.iter().map(named).collect()
    }

    /// Goes on with a game that was begun earlier.
    fn resume(&mut self, game: &Game, wake: &Wake) -> Result<(), Refusal> {
        let (own, lying) = (&self.document, self.pieces());
        let is_over = |n: &usize| !game.pieces.contains(&lying[*n]);
        let taken = Edit::TakeUp(own.puzzle.loose().into_iter().filter(is_over).collect());
        let edited = taken.apply(own.description(), &own.puzzle)?;
        let is_new = |piece: &&(String, Vec<Point>)| !lying.contains(piece);
        let laid = Edit::LayAll(game.pieces.iter().filter(is_new).cloned().collect());
        let mut document = begun(&edited.description, &edited.puzzle, &laid, wake)?;
        document.is_played = own.is_played;
        share_analysis(own, &mut document);
        self.kept = Some((document.stamp(), game.time, game.hints));
        (self.document, self.spent) = (document, Some((game.time, game.hints)));
        Ok(())
    }

    /// Takes down the game for the record, if anything of it has changed; a little more time is no
    /// change unless the game `ends` here.
    fn keep(&mut self, ends: bool, record: &mut PlayRecord, results: &Results) {
        if !self.is_sought {
            return;
        }
        let stamp = self.document.stamp();
        let spent = self.spent.filter(|_| !self.document.is_solved_by_hand());
        let now = spent.map(|(time, hints)| (stamp, time, hints));
        let is_close = match (self.kept, now) {
            (Some((kept, then, before)), Some((stamp, time, hints))) => {
                (kept, before) == (stamp, hints) && !ends && time < then + KEEP_INTERVAL
            }
            _ => false,
        };
        if now != self.kept && !is_close {
            self.kept = now;
            let game = spent.map(|(time, hints)| Game { pieces: self.pieces(), time, hints });
            record.keep_game(&self.name, game, results);
        }
    }

    /// The puzzle with the texts of its open sites, which its pictures show.
    pub fn pictured(&self) -> Puzzle {
        let mut puzzle = (*self.document.puzzle).clone();
        let texts = self.open.iter().filter(|(_, text)| !text.is_empty());
        puzzle.site_texts.extend(texts.map(|(&site, text)| (site, text.clone())));
        puzzle
    }
}

/// Gives a document the analysis of one that differs only in what lies on the board.
fn share_analysis(of: &Document, own: &mut Document) {
    if let Some(analysis) = of.analysis().get() {
        own.preparation = Preparation::new(Task::Ready(Arc::clone(analysis)));
        let puzzle = Arc::clone(&own.puzzle);
        own.preparation.keep(&puzzle);
    }
}

/// A document to be played that begins after an edit.
fn begun(
    description: &Description,
    puzzle: &Puzzle,
    edit: &Edit,
    wake: &Wake,
) -> Result<Document, Refusal> {
    let edited = edit.apply(description, puzzle)?;
    let opened = Opened::new(edited.description, Arc::new(edited.puzzle));
    let mut document = Document::new(opened, Origin::New, wake);
    document.is_played = true;
    Ok(document)
}

/// The state of play of the open document.
#[derive(Default)]
pub struct Play {
    /// The puzzle of the open document whose variants are listed.
    of: Option<Arc<Puzzle>>,
    list: Option<Task<PlayList>>,
    played: Option<PlayedPuzzle>,
    /// True if the puzzle itself was chosen, and if it cannot be played.
    is_whole: bool,
    is_refused: bool,
    /// The grade that is wanted as soon as the variants are solved, and a random number.
    wanted: Option<(Grade, u64)>,
    record: PlayRecord,
}

impl Play {
    /// The variants, once they are listed.
    pub fn list(&self) -> Option<&PlayList> {
        self.list.as_ref()?.get()
    }

    /// Why there is no list.
    pub fn failure(&self) -> Option<&str> {
        match &self.list {
            Some(Task::Failed(why)) => Some(why),
            _ => None,
        }
    }

    /// The puzzle that is played; none before a variant is chosen.
    pub fn played(&self) -> Option<&PlayedPuzzle> {
        self.played.as_ref()
    }

    /// Returns whether a puzzle was begun and is not solved yet.
    pub fn is_under_way(&self) -> bool {
        self.played.as_ref().is_some_and(|own| {
            let is_begun = own.spent.is_some() || !own.document.history().is_fresh();
            is_begun && !own.document.is_solved_by_hand()
        })
    }

    /// The time spent on what is played and the number of hints shown; `None` before the first move.
    pub fn spent(&self) -> Option<(Duration, u32)> {
        self.played.as_ref()?.spent
    }

    /// Takes down the time spent on what is played and the number of hints shown.
    pub fn set_spent(&mut self, spent: Option<(Duration, u32)>) {
        if let Some(played) = &mut self.played {
            played.spent = spent;
        }
    }

    /// Keeps the game that is under way, which is left here.
    pub(super) fn keep_game(&mut self, results: &Results) {
        if let Some(played) = &mut self.played {
            played.keep(true, &mut self.record, results);
        }
    }

    /// The record of what was solved of the puzzle.
    pub fn record(&self) -> &PlayRecord {
        &self.record
    }

    /// Adds to the record what is played, which has just been solved.
    pub(super) fn add_solved(
        &mut self,
        title: &str,
        (time, hints): (Duration, u32),
        results: &Results,
    ) {
        let variant = self.played.as_ref().map(|played| played.name.clone());
        let entry = PlayEntry {
            title: title.to_owned(),
            variant: variant.unwrap_or_default(),
            at: SystemTime::now(),
            time,
            hints,
        };
        self.record.add(entry, results);
    }

    /// Returns whether it was chosen what is played.
    pub fn is_chosen(&self) -> bool {
        self.is_whole || self.played.is_some()
    }

    /// The grade that is waited for while the variants are solved.
    pub fn awaited(&self) -> Option<Grade> {
        self.wanted.map(|(grade, _)| grade)
    }

    /// Returns whether it has the variants of this puzzle, or of one with the same.
    fn is_of(&self, puzzle: &Arc<Puzzle>) -> bool {
        self.of.as_ref().is_some_and(|of| {
            Arc::ptr_eq(of, puzzle)
                || of.variants == puzzle.variants
                    && of.site_texts == puzzle.site_texts
                    && of.has_search_of(puzzle)
        })
    }

    /// The document that is played in place of the open one.
    pub(super) fn document(&self) -> Option<&Document> {
        self.played.as_ref().map(|played| &played.document)
    }

    /// The same, to be changed.
    pub(super) fn document_mut(&mut self) -> Option<&mut Document> {
        self.played.as_mut().map(|played| &mut played.document)
    }

    /// Plays a variant.
    ///
    /// # Errors
    /// Why it is no puzzle; then nothing has changed.
    pub(super) fn choose(
        &mut self,
        index: u32,
        document: &Document,
        wake: &Wake,
    ) -> Result<(), Refusal> {
        let Some(list) = self.list().filter(|list| (index as usize) < list.list.len()) else {
            return Ok(());
        };
        let played = PlayedPuzzle::of_variant(&list.list, index, document, wake)?;
        (self.played, self.is_whole) = (Some(played), false);
        Ok(())
    }

    /// Plays the puzzle itself.
    pub(super) fn choose_whole(&mut self) {
        (self.played, self.is_whole, self.wanted) = (None, true, None);
        self.is_refused = false;
    }

    /// Waits for a grade, or no longer.
    pub(super) fn want(&mut self, wanted: Option<(Grade, u64)>) {
        self.wanted = wanted;
    }

    /// The variant of the grade that is waited for, once all are solved.
    fn graded(&mut self, document: &Document) -> Option<u32> {
        let (grade, seed) = self.wanted?;
        let variants = document.variants();
        let run = variants.run().filter(|_| variants.is_complete());
        let (Some(listed), Some(run)) = (variants.listed(), run) else {
            // A run that was stopped finds nothing any more.
            self.wanted = self.wanted.filter(|_| variants.is_running() || variants.is_wanted());
            return None;
        };
        self.wanted = None;
        let chosen = run.with_results(|results| grade.choose(results, seed))?;
        let rank = listed.list.variants().get(chosen)?.rank;
        let own = self.list()?.list.variants();
        own.iter().position(|variant| variant.rank == rank).map(|index| index as u32)
    }

    /// Follows the open document while the screen is shown; whether anything is new.
    ///
    /// # Errors
    /// Why the variant that was waited for cannot be played.
    pub(super) fn follow(
        &mut self,
        document: &Document,
        settings: ByHandSettings,
        results: &Results,
        wake: &Wake,
    ) -> Result<bool, String> {
        if !self.is_of(&document.puzzle) {
            *self = Play::default();
        }
        let is_moved = self.of.as_ref().is_some_and(|of| of.placed != document.puzzle.placed);
        let is_untouched =
            |own: &PlayedPuzzle| own.variant.is_none() && own.document.history().is_fresh();
        if is_moved && self.played.as_ref().is_some_and(is_untouched) {
            self.played = None;
        }
        self.of = Some(Arc::clone(&document.puzzle));
        let mut is_new = match document.analysis().get() {
            Some(analysis) => self.record.follow(analysis, results, wake),
            None => false,
        };
        let is_whole = self.is_whole || document.puzzle.variants.is_none();
        if self.played.is_none() && is_whole && !self.is_refused {
            let played = match document.puzzle.cover.as_deref() {
                Some(cover) => PlayedPuzzle::of_cover(cover, document, wake),
                None => PlayedPuzzle::of_whole(document, wake),
            };
            self.is_refused = played.is_err();
            self.played = Some(played.map_err(|refusal| refusal.to_string())?);
            is_new = true;
        }
        if document.puzzle.variants.is_some() {
            let list = self.list.get_or_insert_with(|| {
                let puzzle = Arc::clone(&document.puzzle);
                Task::start(wake, move |_| PlayList::new(&puzzle))
            });
            is_new |= list.poll();
        }
        if let Some(index) = self.graded(document) {
            self.choose(index, document, wake).map_err(|refusal| refusal.to_string())?;
            is_new = true;
        }
        if let Some(played) = &mut self.played {
            if self.record.is_read() && !std::mem::replace(&mut played.is_sought, true) {
                let game = self.record.game(&played.name);
                // A game of which the puzzle has not the pieces any more begins again.
                is_new |= played.document.history().is_fresh()
                    && game.is_some_and(|game| played.resume(game, wake).is_ok());
            }
            played.keep(false, &mut self.record, results);
            is_new |= played.document.preparation.poll_analysis();
            is_new |= played.document.follow_by_hand(settings, wake);
        }
        Ok(is_new)
    }
}
