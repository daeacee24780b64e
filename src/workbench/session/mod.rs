//! The workbench: the open document, the settings, and what is done with them.
//!
//! `start` has what starts runs, `tabs` the documents that are open beside the one that is shown,
//! `play` what is played of it.

mod play;
mod start;
mod tabs;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::encode::Encoded;
use crate::exact_cover::Engine;
use crate::files::{self, Opening};
use crate::format::bundled::Bundled;
use crate::format::puzzle_file::Opened;
use crate::format::{self, Contents, SolutionSet, dlx};
use crate::job::parts::Parts;
use crate::job::{Phase, Subject};
use crate::lattice::Point;
use crate::puzzle::Description;
use crate::solution::Store;
use crate::solution::database::Mark;
use crate::workbench::check::Check;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::disassembly::{self, ShownDisassembly};
use crate::workbench::document::Document;
use crate::workbench::document::drafts::Drafts;
use crate::workbench::document::source::Origin;
use crate::workbench::edit::{Edit, Refusal};
use crate::workbench::play::Play;
use crate::workbench::results::Results;
use crate::workbench::saved_runs::SavedRuns;
use crate::workbench::settings::Settings;
use crate::workbench::solutions::browser::Browser;
use crate::workbench::solutions::{KnownSolutions, SolutionSource};
use crate::workbench::solve::parts::{self, PartsRun};
use crate::workbench::solve::recount::Recount;
use crate::workbench::stepper::Stepper;
use crate::workbench::task::{Task, Wake};

pub use tabs::Tabs;

/// A screen of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// Puzzles to open.
    #[default]
    Gallery,
    /// The pieces, to be placed by hand.
    Play,
    /// The puzzle.
    Design,
    /// The search.
    Run,
    /// The solutions.
    Solutions,
    /// The search, step by step.
    Steps,
    /// The variants of the puzzle.
    Variants,
    /// Parts to be cut, printed or put on paper.
    Make,
}

impl Screen {
    /// Those that show the open document, as their tabs stand.
    pub const OF_DOCUMENT: [Screen; 7] = [
        Screen::Play,
        Screen::Design,
        Screen::Run,
        Screen::Solutions,
        Screen::Steps,
        Screen::Variants,
        Screen::Make,
    ];
}

/// Said where a puzzle cannot be changed.
pub(in crate::workbench) const GO_TO_DESIGN: &str = "Go to the Design screen to change the puzzle.";

/// Everything behind the window.
#[derive(Default)]
pub struct Workbench {
    /// The open document.
    pub document: Option<Document>,
    /// The screen that is shown.
    pub screen: Screen,
    /// The state of play of the document.
    pub play: Play,
    /// The settings.
    pub settings: Settings,
    /// The place of saved runs.
    pub saved_runs: SavedRuns,
    /// The backup of unsaved changes.
    pub drafts: Drafts,
    /// The search of the open document, or of items and options alone, step by step; see
    /// [`Workbench::prepare_stepper`].
    pub stepper: Option<Stepper>,
    /// The chosen solution taken apart, where that is shown.
    pub disassembly: Option<ShownDisassembly>,
    /// The other tabs.
    pub tabs: Tabs,
    /// The place of stored results; dropped last, since it waits for those of the document.
    pub results: Results,
}

impl Workbench {
    /// Returns whether a solid can be turned on the screen that is shown.
    pub fn shows_solid(&self) -> bool {
        let screens = [Screen::Play, Screen::Design, Screen::Solutions, Screen::Steps];
        screens.contains(&self.screen)
            && self.document.as_ref().is_some_and(|d| d.puzzle.lattice.is_solid())
    }

    /// Shows a document in the place of the one that is shown, without what belonged to that.
    fn show(&mut self, document: Document) {
        self.document = Some(document);
        self.disassembly = None;
    }

    /// Opens a bundled puzzle.
    pub fn open_bundled(&mut self, bundled: &Bundled, wake: &Wake) {
        self.settings.remember_bundled(bundled.path);
        let document = Document::new(bundled.open(), Origin::Bundled(bundled.path), wake);
        self.show(document);
        self.screen = Screen::Design;
    }

    /// Opens a puzzle that was made here.
    ///
    /// # Errors
    /// Why it is none.
    pub fn new_document(&mut self, description: Description, wake: &Wake) -> Result<(), Refusal> {
        let puzzle = description.draft().map_err(|problems| Refusal::by(&problems))?;
        let opened = Opened::new(description, Arc::new(puzzle));
        self.show(Document::new(opened, Origin::New, wake));
        self.screen = Screen::Design;
        Ok(())
    }

    /// Changes the open puzzle; see [`Document::edit`]. On the Play screen the puzzle is locked: only
    /// pieces are moved there.
    ///
    /// # Errors
    /// Why it cannot be done; then nothing has changed.
    pub fn edit(
        &mut self,
        edit: &Edit,
        gesture: Option<u64>,
        wake: &Wake,
    ) -> Result<Point, Refusal> {
        let Some(document) = &mut self.document else {
            return Err(Refusal::new("Open a puzzle first."));
        };
        if self.screen == Screen::Play {
            let played = self.play.document_mut();
            let puzzle = &played.as_deref().unwrap_or(document).puzzle;
            if !edit.is_move(puzzle) {
                return Err(Refusal::new(GO_TO_DESIGN));
            }
            if let Some(played) = played {
                // The file of the puzzle has nothing of it.
                return played.edit(edit, gesture, wake);
            }
        }
        if document.puzzle.cover.is_some() && edit.is_move(&document.puzzle) {
            return Err(Refusal::new("Go to the Play screen to write into the grid."));
        }
        let goes_on = gesture.is_some_and(|gesture| document.history().begun(gesture).is_some());
        if !goes_on {
            // No more than one gesture is ever at risk.
            self.drafts.settle();
        }
        let done = document.edit(edit, gesture, wake);
        self.drafts.keep(self.document.as_ref());
        done
    }

    /// The text of a copy of the open puzzle, for another window.
    pub fn copy_text(&self) -> Option<String> {
        self.document.as_ref().map(|document| document.copy_text())
    }

    /// Continues with a copy of the open puzzle that has no file yet.
    pub fn duplicate(&mut self, wake: &Wake) {
        if let Some(document) = &mut self.document {
            document.become_copy(wake);
        }
    }

    /// Closes what is open.
    pub fn close(&mut self) {
        self.keep_game();
        self.document = None;
        self.stepper = None;
        self.disassembly = None;
        self.play = Play::default();
        self.screen = Screen::Gallery;
    }

    /// Opens unsaved work that was found, by its place in the list of it.
    ///
    /// # Errors
    /// Why it cannot be opened; it stays where it is.
    pub fn recover(&mut self, place: usize, wake: &Wake) -> Result<(), String> {
        let Some(unsaved) = self.drafts.unsaved().get(place) else { return Ok(()) };
        let draft = unsaved.read()?;
        let document = Document::recovered(draft, wake).map_err(|refusal| refusal.to_string())?;
        self.show(document);
        self.screen = Screen::Design;
        self.drafts.keep(self.document.as_ref());
        // It goes only when it is known to be safe as this window's own.
        if self.drafts.flush() {
            self.drafts.discard(place);
        } else {
            self.drafts.release(place);
        }
        Ok(())
    }

    /// Shows what was read from a file: a puzzle for design, solutions for browsing, items and
    /// options as a puzzle too, or for watching their search.
    pub fn show_contents(&mut self, path: &Path, contents: Contents, wake: &Wake) {
        if path == Path::new(format::STANDARD_INPUT)
            && let Contents::Puzzle(opened) = contents
        {
            self.show(Document::new(opened, Origin::New, wake));
            self.drafts.keep(self.document.as_ref());
            self.screen = Screen::Design;
            return;
        }
        // Where it is saved must not depend on where the program is started the next time.
        let path = &std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        match contents {
            Contents::Puzzle(opened) => {
                let origin = Origin::of_puzzle_file(path);
                let mut document = Document::new(opened, origin, wake);
                document.parts = Parts::is_file(path).then(|| PartsRun::new(path.to_owned()));
                let is_divided = document.parts.is_some();
                self.screen = if is_divided { Screen::Run } else { Screen::Design };
                self.show(document);
            }
            Contents::Solutions(set) => {
                let SolutionSet { description, puzzle, encoding, group, store, counts, complete } =
                    *set;
                let opened = Opened::new(description, Arc::clone(&puzzle));
                let origin = Origin::TakenFrom(path.to_owned());
                let analysis = Analysis::of_encoded(Encoded { puzzle, encoding, group });
                let answers =
                    SolutionSource::File(Box::new(KnownSolutions { store, counts, complete }));
                self.show(Document::solved(opened, origin, analysis, answers));
                self.screen = Screen::Solutions;
            }
            Contents::Problem(problem) => {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                if let Ok(opened) = dlx::puzzle(&problem, &name) {
                    return self.show_contents(path, Contents::Puzzle(opened), wake);
                }
                // A problem too large to be drawn as a matrix can still be stepped through.
                self.stepper = Some(Stepper::new(Subject::of_problem(name, Arc::from(problem))));
                self.document = None;
                self.screen = Screen::Steps;
            }
        }
        self.settings.remember(path);
    }

    /// Makes the stepper one through the search of the open document, as soon as its placements are
    /// known; whether it is another now. Linear in the size of the problem.
    pub fn prepare_stepper(&mut self) -> bool {
        let Some(document) = &self.document else { return false };
        let Some(analysis) = document.analysis().get() else {
            return self.stepper.take().is_some();
        };
        let shown = self.stepper.as_ref().and_then(|stepper| stepper.subject().encoded());
        if shown.is_some_and(|shown| Arc::ptr_eq(&shown.encoding, &analysis.encoding)) {
            return false;
        }
        let encoded = Encoded { puzzle: Arc::clone(&document.puzzle), ..analysis.encoded() };
        self.stepper = Some(Stepper::new(encoded.into()));
        true
    }

    /// Returns whether solutions are shown that can be taken apart, in space or in a plane.
    pub fn shows_assembly(&self) -> bool {
        let has_pieces = |document: &Document| {
            document.solved.is_some() && document.solved_puzzle().cover.is_none()
        };
        self.screen == Screen::Solutions && self.document.as_ref().is_some_and(has_pieces)
    }

    /// Shows how the chosen solution is taken apart, or no longer.
    pub fn toggle_disassembly(&mut self) {
        self.disassembly = match self.disassembly {
            Some(_) => None,
            None => Some(ShownDisassembly::default()),
        };
    }

    /// Finds out what comes of all solutions, where the moves of one are shown.
    pub fn take_apart_all(&mut self, wake: &Wake) {
        let (Some(document), Some(shown)) = (&self.document, &mut self.disassembly) else { return };
        let Some(basis) = document.basis() else { return };
        let Some(measurer) = document.browser().and_then(Browser::measurer) else { return };
        let known = Arc::clone(measurer.disassemblies());
        if let Some(store) = self.results.handle().disassemblies(basis, known.max_states()) {
            known.store_in(store);
        }
        if let Some(store) = document.with_store(Store::clone) {
            shown.take_apart_all(basis.encoded(), store, known, wake);
        }
    }

    /// The check that tells whether solutions come apart, as far as that is known of the puzzle as
    /// it is now.
    pub fn assembly(&self) -> Option<Check> {
        let document = self.document.as_ref().filter(|document| !document.is_outdated())?;
        let known = document.browser()?.measurer()?.disassemblies();
        disassembly::check(known.tally(), document.with_store(|store| store.len() as u64)?)
    }

    /// Keeps the moves up with the chosen solution, where they are shown, and lets some seconds pass;
    /// whether anything moves.
    pub fn take_apart(&mut self, seconds: f64, wake: &Wake) -> bool {
        let (Some(document), true) = (&self.document, self.shows_assembly()) else { return false };
        let Some(taking) = &mut self.disassembly else { return false };
        let last = document.shown().saturating_sub(1);
        let Some(mut placed) = document.placed(document.selected().min(last)) else { return false };
        placed.iter_mut().for_each(|(_, sites)| sites.sort_unstable());
        placed.sort();
        taking.follow(document.solved_puzzle(), &placed, wake);
        if let Some(found) = taking.found()
            && let Some(measurer) = document.browser().and_then(Browser::measurer)
            && let Some((index, _)) = document.distinct_index(document.selected().min(last))
            && let Some(options) = document.with_store(|store| store.get(index))
        {
            measurer.disassemblies().note(&options, found.summary);
        }
        let is_all_known = taking.all().is_some_and(|run| run.phase() == Phase::Complete);
        let moves = taking.advance(seconds);
        let document = self.document.as_mut().filter(|_| is_all_known);
        // A further frame begins to measure.
        document.is_some_and(|document| document.measure_all()) || moves
    }

    /// Opens a file on a thread of its own, since solutions can be many; of several problems the
    /// one of this number, from 1. A puzzle may still be in the making.
    pub fn read_file(
        path: PathBuf,
        problem: Option<usize>,
        wake: &Wake,
    ) -> Task<(PathBuf, Contents)> {
        Task::start(wake, move |token| {
            if Parts::is_file(&path) {
                return parts::contents(&path).map(|contents| (path, contents));
            }
            let opening = Opening { problem, draft: true };
            let report = &mut |done, all| token.report(done, all);
            match files::open_with(&path, opening, report) {
                Ok(contents) => Ok((path, contents)),
                Err(error) => Err(error.to_string()),
            }
        })
    }

    /// Chooses the engine for runs to come; `None` for the one that suits the puzzle.
    pub fn set_engine(&mut self, engine: Option<&'static Engine>, wake: &Wake) {
        self.settings.set_engine(engine);
        if let Some(document) = self.document.as_mut().filter(|d| d.can_solve().is_ok()) {
            document.preparation.prepare(engine, wake);
        }
    }

    /// Marks the n-th listed solution, and keeps that.
    pub fn set_mark(&mut self, n: u64, mark: Mark) {
        if let Some(document) = &mut self.document {
            document.set_mark(n, mark, &self.results);
        }
    }

    /// Takes in the results of threads, of all tabs. Returns whether anything is new.
    ///
    /// # Errors
    /// What went wrong behind the scenes.
    pub fn poll(&mut self, wake: &Wake) -> Result<bool, String> {
        let is_new = self.poll_shown(wake)?;
        Ok(self.poll_tabs(wake)? || is_new)
    }

    /// Takes in those of the tab that is shown.
    fn poll_shown(&mut self, wake: &Wake) -> Result<bool, String> {
        self.poll_start()?;
        if let Some(message) = self.results.next_message() {
            return Err(message);
        }
        let Workbench { document, play, settings, saved_runs, drafts, results, screen, .. } = self;
        drafts.keep(document.as_ref());
        let found = drafts.poll()?;
        let Some(document) = document else { return Ok(found) };
        let known = document.preparation.poll_analysis();
        if known && document.can_solve().is_ok() {
            if !document.is_running() {
                document.preparation.prepare(settings.engine(), wake);
            }
            document.look_for_saved(saved_runs, wake);
        }
        if known && !document.is_current() {
            document.look_for_result(results, wake);
        }
        // A run that was stopped can be resumed as soon as it has been saved.
        let running = document.is_running();
        if !running && let Some(last) = document.take_saver_outcome() {
            document.look_for_saved(saved_runs, wake);
            if last.result.is_some_and(|stored| document.is_less_than(&stored)) {
                document.look_for_result(results, wake);
            }
            if let Some(message) = last.failure {
                return Err(format!("The run cannot be saved: {message}"));
            }
        }
        let now = Polling { screen: *screen, running, settings, results, wake };
        let mut is_new = known || found;
        for poll in POLLED {
            is_new |= poll(document, &now)?;
        }
        if now.screen == Screen::Play {
            is_new |= play.follow(document, now.settings.play, results, wake)?;
        }
        Ok(is_new)
    }

    /// Returns whether *Undo* takes back a push of pieces by hand, which is shown.
    pub fn pushes_to_undo(&self) -> bool {
        self.pushed().is_some_and(|taking| taking.time() > 0.0)
    }

    /// Returns whether *Redo* repeats a push that was taken back.
    pub fn pushes_to_redo(&self) -> bool {
        self.pushed().is_some_and(|taking| taking.time() < taking.moves() as f64)
    }

    /// The view of a solution whose pieces are pushed by hand.
    fn pushed(&self) -> Option<&ShownDisassembly> {
        let shown = self.disassembly.as_ref().filter(|_| self.screen == Screen::Solutions);
        shown.filter(|taking| taking.is_by_hand())
    }
}

/// The state that the features of a document need to know when they are polled.
struct Polling<'a> {
    screen: Screen,
    /// True if a run was under way.
    running: bool,
    settings: &'a Settings,
    results: &'a Results,
    wake: &'a Wake,
}

/// Takes in the results of threads; tells whether anything is new, or what went wrong.
type Poll = fn(&mut Document, &Polling<'_>) -> Result<bool, String>;

/// The features of a document, in the order in which they are polled.
const POLLED: &[Poll] = &[
    |document, _| Recount::poll(&mut document.recount, document.solved.as_mut()),
    |document, now| Ok(document.poll_first(now.results)),
    |document, _| Ok(document.poll_result()),
    |document, _| Ok(document.select_sought()),
    |document, _| document.poll_saved(),
    |document, now| Ok(document.preparation.poll_estimate(now.running, now.wake)),
    // Measuring is for those who look at the list.
    |document, now| {
        let solved = document.solved.as_mut().filter(|_| now.screen == Screen::Solutions);
        Ok(solved.is_some_and(|solved| solved.follow_marks(now.results, now.wake)))
    },
    |document, now| Ok(now.screen == Screen::Solutions && document.follow_kept_list(now.results)),
    |document, now| Ok(now.screen == Screen::Solutions && document.follow_list(now.wake)),
    |document, now| {
        let is_shown = matches!(now.screen, Screen::Play | Screen::Design);
        Ok(is_shown && document.follow_by_hand(now.settings.play, now.wake))
    },
    |document, now| Ok(document.follow_suggestions(now.wake)),
    |document, now| {
        let parts = document.parts.as_mut().filter(|_| now.screen == Screen::Run);
        Ok(parts.is_some_and(|parts| parts.follow(now.wake)))
    },
    |document, now| {
        let is_shown = now.screen == Screen::Variants;
        document.follow_variants(is_shown, now.settings.threads(), now.wake)
    },
    |document, now| {
        let is_shown = now.screen == Screen::Variants;
        Ok(document.follow_sets(is_shown, now.settings.threads(), now.wake))
    },
];
