//! A series: puzzles that have nothing to do with each other, solved one after the other on all
//! threads. The answers are taken in the order of the puzzles.
//!
//! Nothing is sampled or planned that a search has finished by then: each puzzle is searched at once, by
//! one thread, and only what takes longer is planned, and run on all threads that are idle.

mod sudoku;

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use sudoku::SudokuSolver;

use super::batch::{Batch, BatchItems, Begun, Moment};
use super::gate::Wake;
use super::handle::Handle;
use super::variants::Question;
use super::variants::each::search_plan;
use super::{Phase, Plan, PlanError, PlanOptions, Run, Settings, Subject};
use crate::exact_cover::Engine;
use crate::format::FileError;
use crate::natural::Natural;
use crate::solution::Counts;

/// The nodes of a search of each case without planning: they take about as long as to plan.
const FIRST_NODES: u64 = 100_000;
/// The longest wait between two looks at the run of a long puzzle.
const MAX_WAIT: Duration = Duration::from_millis(20);

/// Reads a puzzle or problem; the message says what is wrong with it.
pub type OpenSubject = Box<dyn Fn() -> Result<Subject, String> + Send + Sync>;

/// One puzzle of a series.
pub enum SeriesEntry {
    /// A sudoku of 9×9, a sign for each cell.
    Sudoku(String),
    /// A puzzle or problem that is read when its turn comes.
    Subject(OpenSubject),
}

/// The way to solve the puzzles of a series.
#[derive(Clone)]
pub struct SeriesSettings {
    /// Number of threads, at least 1.
    pub threads: usize,
    /// The number of distinct solutions of a puzzle after which the next one follows.
    pub limit: Option<u64>,
    /// The engine; by default the one that suits each puzzle.
    pub engine: Option<&'static Engine>,
    /// The most memory that a frontier sweep may take, in bytes.
    pub sweep_bytes: usize,
    /// Called from the threads when there is something new. Must not block.
    pub wake: Option<Wake>,
}

/// The answer to one puzzle.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The title of the puzzle; empty for a sudoku.
    pub title: String,
    /// The numbers of its solutions.
    pub counts: Counts<Natural>,
    /// The nodes of the search, or the states of a sweep.
    pub nodes: u64,
    /// The names of the engines.
    pub engine: String,
    /// The time that it took.
    pub time: Duration,
    /// The first solution of a sudoku, a sign for each cell.
    pub solution: Option<String>,
    /// Why there is none, if that was found without a search.
    pub reason: Option<String>,
    /// True if there are no further solutions.
    pub complete: bool,
}

impl Answer {
    fn by(engine: impl Into<String>) -> Answer {
        Answer {
            title: String::new(),
            counts: Counts::default(),
            nodes: 0,
            engine: engine.into(),
            time: Duration::ZERO,
            solution: None,
            reason: None,
            complete: true,
        }
    }
}

/// The answers that wait to be taken.
#[derive(Default)]
pub struct Answers {
    /// The number of those that were taken.
    taken: usize,
    waiting: BTreeMap<usize, Result<Answer, String>>,
}

/// The puzzles of a series.
pub struct Series {
    entries: Vec<SeriesEntry>,
    settings: SeriesSettings,
    sudokus: LazyLock<SudokuSolver>,
}

/// A series in progress or done.
pub type SeriesRun = Handle<Batch<Series>>;

impl SeriesRun {
    /// Starts to solve the puzzles of a series.
    pub fn start(entries: Vec<SeriesEntry>, settings: SeriesSettings) -> SeriesRun {
        let (all, threads, wake) = (entries.len(), settings.threads, settings.wake.clone());
        let begun = Begun {
            results: Answers::default(),
            elapsed: Duration::ZERO,
            nodes: 0,
            waiting: (0..all).collect(),
            all,
        };
        let series = Series { entries, settings, sudokus: LazyLock::new(SudokuSolver::new) };
        Handle::launch(Batch::new(series, begun, threads.min(all.max(1)), wake), false)
    }
}

impl Batch<Series> {
    /// Takes the answers that are next in the order of the puzzles: for each the error in its file or
    /// line, if it could not be read.
    pub fn take_answers(&self) -> Vec<Result<Answer, String>> {
        self.with_found(|answers| {
            let mut next = Vec::new();
            while let Some(answer) = answers.waiting.remove(&answers.taken) {
                answers.taken += 1;
                next.push(answer);
            }
            next
        })
    }
}

type Check<'a> = &'a (dyn Fn() -> ControlFlow<()> + Sync);

impl Series {
    /// Solves a puzzle: at once, where a short search does, by the engine that is asked for, or by a
    /// plan; `None` when that was broken off.
    fn solve(
        &self,
        index: usize,
        subject: Subject,
        check: Check<'_>,
    ) -> Result<Option<Answer>, String> {
        let SeriesSettings { engine, limit, .. } = self.settings;
        let message = |error: PlanError| error.to_string();
        if engine.is_none() {
            let plan = Plan::new(subject.clone(), PlanOptions::quick()).map_err(message)?;
            let question = limit.map_or(Question::Count, Question::UpTo);
            if let Some(answer) = known(&plan) {
                return Ok(Some(answer));
            }
            let (result, flow) = search_plan(&plan, question, Some(FIRST_NODES), check);
            if flow.is_continue() || question.is_answered(&result.counts) {
                return Ok(Some(Answer {
                    title: plan.title().to_owned(),
                    counts: result.counts.into(),
                    nodes: result.nodes,
                    complete: flow.is_continue(),
                    ..Answer::by(plan.engine_names())
                }));
            }
            if check().is_break() {
                return Ok(None);
            }
        }
        let plan = Arc::new(Plan::new(subject, PlanOptions::at_once(engine)).map_err(message)?);
        match known(&plan) {
            Some(answer) => Ok(Some(answer)),
            None => self.run(index, plan, check),
        }
    }

    /// Solves a puzzle by a run of its own, on the threads that have no other puzzle.
    fn run(
        &self,
        index: usize,
        plan: Arc<Plan>,
        check: Check<'_>,
    ) -> Result<Option<Answer>, String> {
        let thread = std::thread::current();
        let all = self.settings.threads;
        let settings = Settings {
            threads: (all / (self.entries.len() - index).min(all)).max(1),
            limit: self.settings.limit,
            keep: false,
            sweep_bytes: self.settings.sweep_bytes,
            wake: Some(Arc::new(move || thread.unpark())),
            ..Settings::default()
        };
        let run = Run::start(Arc::clone(&plan), settings);
        while !run.phase().is_over() {
            if check().is_break() {
                run.stop();
            }
            std::thread::park_timeout(MAX_WAIT);
        }
        let last = run.snapshot();
        let complete = match last.phase {
            Phase::Failed(message) => return Err(message),
            Phase::Complete => true,
            _ if check().is_break() => return Ok(None),
            _ => false,
        };
        Ok(Some(Answer {
            title: plan.title().to_owned(),
            counts: last.counts,
            nodes: last.effort.nodes + last.states,
            complete,
            ..Answer::by(run.engine_names())
        }))
    }
}

/// The answer to a puzzle that needs no search.
fn known(plan: &Plan) -> Option<Answer> {
    let reason = Some(plan.impossible.as_ref()?.reason.clone());
    Some(Answer { title: plan.title().to_owned(), reason, ..Answer::by(plan.engine_names()) })
}

impl BatchItems for Series {
    type Results = Answers;
    type Result = Result<Answer, String>;
    type Snapshot = Moment;

    fn work_on(
        &self,
        item: usize,
        check: Check<'_>,
    ) -> Result<Option<Result<Answer, String>>, PlanError> {
        let answer = match &self.entries[item] {
            SeriesEntry::Sudoku(line) => self.sudokus.solve(line, self.settings.limit, check),
            SeriesEntry::Subject(open) => {
                open().and_then(|subject| self.solve(item, subject, check))
            }
        };
        Ok(answer.transpose())
    }

    fn record(
        answers: &mut Answers,
        item: usize,
        answer: Result<Answer, String>,
        time: Duration,
    ) -> u64 {
        let nodes = answer.as_ref().map_or(0, |answer| answer.nodes);
        answers.waiting.insert(item, answer.map(|answer| Answer { time, ..answer }));
        nodes
    }

    fn snapshot(&self, moment: Moment, _: &Answers) -> Moment {
        moment
    }

    fn save(&self, _: &Path, _: Duration, _: &Answers) -> Result<(), FileError> {
        // Each answer is told when it is there.
        Ok(())
    }
}
