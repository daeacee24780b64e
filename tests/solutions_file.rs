//! Files of solutions: what was written is read again, in time that grows with the file.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use polywright::format::solutions_file::{self, Source};
use polywright::format::{SolutionSet, puzzle_file};
use polywright::job::{Phase, Plan, Run, Settings};
use polywright::puzzle::Description;
use polywright::solution::Store;

const DOMINOES: &str = "(format: 1, title: \"Dominoes\", lattice: Square, \
     pieces: [Family(free: 2, copies: 21)], board: Rectangle(7, 6))";

/// The processor time of this thread, which other programs do not lengthen; the time of day where
/// that is not told.
fn thread_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(target_os = "linux"))]
    {
        use std::sync::LazyLock;
        static BEGIN: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
        BEGIN.elapsed()
    }
}

/// All solutions of the dominoes as a set, from their own file.
fn dominoes() -> SolutionSet {
    let opened = puzzle_file::read(Arc::from(DOMINOES)).unwrap();
    let plan = Arc::new(Plan::new(opened.puzzle).unwrap());
    let (puzzle, encoding) = plan.geometry.clone().expect("a puzzle has geometry");
    let mut run = Run::start(plan.clone(), Settings::default());
    run.wait();
    let snapshot = run.snapshot();
    assert_eq!(snapshot.phase, Phase::Complete);
    let text = run.with_store(|store| {
        solutions_file::write(Source {
            description: &opened.description,
            puzzle: &puzzle,
            encoding: &encoding,
            group: &plan.group,
            store,
            counts: snapshot.counts,
            complete: true,
        })
    });
    solutions_file::read(&text).unwrap()
}

/// The file of the first solutions of a set.
fn first(set: &SolutionSet, description: &Description, length: usize) -> String {
    let mut store = Store::default();
    for index in 0..length {
        store.push(&set.store.get(index), set.store.stabiliser(index));
    }
    solutions_file::write(Source {
        description,
        puzzle: &set.puzzle,
        encoding: &set.encoding,
        group: &set.group,
        store: &store,
        counts: set.counts,
        complete: false,
    })
}

#[test]
fn a_file_of_solutions_is_read_in_time_linear_in_its_length() {
    let set = dominoes();
    let time = |length: usize| {
        let text = first(&set, &set.description, length);
        let one = || {
            let began = thread_time();
            assert_eq!(solutions_file::read(&text).unwrap().store.len(), length);
            thread_time() - began
        };
        (0..3).map(|_| one()).min().expect("three times")
    };
    let (short, long) = (time(2_000), time(8_000));
    // Four times the work, and never sixteen times.
    assert!(long < 7 * short, "{short:?} for 2,000 solutions, {long:?} for 8,000");
}

#[test]
fn a_file_of_solutions_is_read_in_some_times_what_writing_takes() {
    let set = dominoes();
    let began = thread_time();
    let text = first(&set, &set.description, set.store.len());
    let written = thread_time() - began;
    let began = thread_time();
    let read = solutions_file::read(&text).unwrap();
    let spent = thread_time() - began;
    assert_eq!(read.store.len(), set.store.len());
    println!("{} solutions: written in {written:?}, read in {spent:?}", set.store.len());
    // A thousand times as much when tables are made for each solution.
    assert!(spent < 100 * written, "written in {written:?}, read in {spent:?}");
}

fn source(set: &SolutionSet) -> Source<'_> {
    Source {
        description: &set.description,
        puzzle: &set.puzzle,
        encoding: &set.encoding,
        group: &set.group,
        store: &set.store,
        counts: set.counts,
        complete: set.complete,
    }
}

#[test]
fn an_export_that_is_cancelled_half_way_leaves_no_trace() {
    let set = dominoes();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solutions.ron");
    std::fs::write(&path, "what was there").unwrap();
    let mut shown = Vec::new();
    let cancelled = polywright::format::write_file_with(&path, |out| {
        solutions_file::write_to(source(&set), out, &mut |done, all| {
            shown.push(done);
            assert_eq!(all, set.store.len());
            if done < all / 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    });
    assert!(cancelled.is_err());
    assert!(shown.len() > 1 && shown.is_sorted(), "{shown:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "what was there");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Takes what is written and keeps its length alone.
#[derive(Default)]
struct Length(u64);

impl std::io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
#[ignore = "takes a while"]
fn a_million_solutions_are_written_in_time_linear_in_their_number() {
    let set = dominoes();
    let time = |length: usize| {
        let mut store = set.store.empty();
        while store.len() < length {
            let count = set.store.len().min(length - store.len());
            store.extend_from(&set.store, 0..count);
        }
        let began = thread_time();
        let mut out = Length::default();
        let wanted = Source { store: &store, complete: false, ..source(&set) };
        solutions_file::write_to(wanted, &mut out, &mut |_, _| ControlFlow::Continue(())).unwrap();
        let spent = thread_time() - began;
        println!("{length} solutions: {} bytes in {spent:?}", out.0);
        spent
    };
    let [first, second, third] = [10_000, 100_000, 1_000_000].map(time);
    assert!(second < 15 * first && third < 15 * second, "{first:?}, {second:?}, {third:?}");
}
