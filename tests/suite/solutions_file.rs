//! Files of solutions: what was written is read again, in time that grows with the file.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use polywright::encode::Encoded;
use polywright::files::{self, CSV, LINES, RON, SQLITE, TEXT};
use polywright::format::solutions_file::{self, Source};
use polywright::format::stream::ReadError;
use polywright::format::{Contents, FileErrorKind, SolutionSet, puzzle_file, solution_lines};
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
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
    let plan = Arc::new(Plan::new(opened.puzzle, PlanOptions::default()).unwrap());
    let Encoded { puzzle, encoding, .. } = plan.encoded().cloned().expect("a puzzle has geometry");
    let mut run = Run::start(plan.clone(), Settings::default());
    run.wait();
    let snapshot = run.snapshot();
    assert_eq!(snapshot.phase, Phase::Complete);
    let text = run.with_store(|store| {
        solutions_file::write(Source {
            description: &opened.description,
            puzzle: &puzzle,
            encoding: &encoding,
            group: plan.group(),
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
    // A hundred times as much when the text of each placed piece is parsed.
    assert!(spent < 10 * written, "written in {written:?}, read in {spent:?}");
}

#[test]
fn a_file_of_solutions_may_be_laid_out_in_any_way() {
    let set = dominoes();
    let text = first(&set, &set.description, 2_000);
    let stores: Vec<Vec<u8>> = records(&solutions_file::read(&text).unwrap().store);
    let list = text.find("    solutions: [").unwrap();
    let (head, list) = (&text[..list], text[list..].strip_suffix("\n)\n").unwrap());
    let head = head.strip_prefix("(\n").unwrap();
    let layouts = [
        text.replace('\n', " ").replace(", ", ","),
        text.replace('(', " ( /* ( */ ").replace(']', " // ]\n\t]"),
        text.replace("\"1\"", "r#\"1\"#").replace("orbit: 4", "orbit:0x4"),
        text.replace("(orbit: ", "(/**/orbit: "),
        text.lines().map(with_orbit_last).collect(),
        format!("#![enable(implicit_some)]\n(\n{list}\n{head})"),
        format!("({list} format: 1, {})", head.replace("    format: 1,\n    puzzle", "puzzle")),
        format!("/* ( */ ({head}{} ) // the end", list.trim_end_matches(',')),
    ];
    for layout in layouts {
        let start: String = layout.chars().take(300).collect();
        let read = solutions_file::read(&layout).unwrap_or_else(|e| panic!("{}\n{start}", e[0]));
        assert_eq!((read.description, read.complete), (set.description.clone(), false), "{start}");
        assert!(records(&read.store) == stores, "{start}");
    }
}

/// A line of a file of solutions with the fields of the solution exchanged.
fn with_orbit_last(line: &str) -> String {
    match line.strip_prefix("        (").and_then(|line| line.split_once(", pieces")) {
        Some((orbit, pieces)) => format!("(pieces{}, {orbit}),", pieces.trim_end_matches("),")),
        None => line.to_owned(),
    }
}

fn records(store: &Store) -> Vec<Vec<u8>> {
    (0..store.len()).map(|index| store.record(index).to_vec()).collect()
}

#[test]
fn a_mistake_far_into_a_file_of_solutions_has_its_line_and_column() {
    let set = dominoes();
    let text = first(&set, &set.description, 2_000);
    let number = 1 + text.lines().position(|line| line.contains("(orbit")).unwrap() + 1_499;
    let error = |from: &str, to: &str| {
        let edit = |(n, line): (usize, &str)| match n + 1 == number {
            true => line.replacen(from, to, 1) + "\n",
            false => format!("{line}\n"),
        };
        let wrong: String = text.lines().enumerate().map(edit).collect();
        let errors = solutions_file::read(&wrong).expect_err("it is refused");
        errors[0].to_string()
    };
    let solution = format!("line {number}, column 9: solution 1500: ");
    assert_eq!(
        error("orbit: ", "orbit: 1"),
        solution.clone() + "its orbit has 4 solutions, not 14"
    );
    assert_eq!(error("[(\"1\"", "[(\"J\""), solution + "the puzzle has no piece J");
    let missing = error("orbit: 4, ", "");
    let place = format!("line {number}, column ");
    assert!(missing.starts_with(&place), "{missing}");
    assert!(
        missing.ends_with("a solution needs the field `orbit`, which is missing here"),
        "{missing}"
    );
    let place = format!("line {}, column 9: ", number + 1);
    assert_eq!(error("]])]),", "]])])"), place + "expected ',' or ']'");
    // After the list too.
    let wrong = format!("{}    extra: 1,\n)\n", text.strip_suffix(")\n").unwrap());
    let errors = solutions_file::read(&wrong).expect_err("it is refused");
    assert_eq!(errors[0].place, Some((text.matches('\n').count(), 5)), "{}", errors[0]);
    // A file that was cut off.
    let errors = solutions_file::read(&text[..text.len() / 2]).expect_err("it is refused");
    assert!(errors[0].message.starts_with("the text ends here"), "{}", errors[0]);
}

#[test]
fn reading_solutions_says_how_far_it_is_and_can_be_cancelled() {
    let set = dominoes();
    let text = first(&set, &set.description, set.store.len());
    let mut shown = Vec::new();
    let mut read = |until: u64| {
        shown.clear();
        let mut input = std::io::Cursor::new(&text);
        let read = solutions_file::read_from(&mut input, &mut |done, all| {
            shown.push(done);
            assert_eq!(all, text.len() as u64);
            if done < until { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        (read, shown.clone())
    };
    let (all, shown) = read(u64::MAX);
    assert_eq!(all.unwrap().store.len(), set.store.len());
    assert!(shown.len() > 4 && shown.is_sorted(), "{shown:?}");
    let half = text.len() as u64 / 2;
    let (cancelled, shown) = read(half);
    assert!(matches!(cancelled, Err(ReadError::Cancelled)));
    assert_eq!(shown.iter().filter(|&&done| done >= half).count(), 1, "{shown:?}");
}

#[test]
fn an_export_that_is_cancelled_half_way_leaves_no_trace() {
    let set = dominoes();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("solutions.ron");
    std::fs::write(&path, "what was there").unwrap();
    let mut shown = Vec::new();
    let cancelled = polywright::format::write_file_with(&path, |out| {
        solutions_file::write_to(set.source(), out, &mut |done, all| {
            shown.push(done);
            assert_eq!(all, set.store.len() as u64);
            if done < all / 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    });
    assert!(cancelled.is_err());
    assert!(shown.len() > 1 && shown.is_sorted(), "{shown:?}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "what was there");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn every_form_of_solutions_is_read_again_and_leaves_no_trace_when_it_is_cancelled() {
    let set = dominoes();
    let folder = tempfile::tempdir().unwrap();
    for form in [&RON, &LINES, &SQLITE, &CSV, &TEXT] {
        let path = folder.path().join("solutions.anything");
        std::fs::write(&path, "what was there").unwrap();
        let mut shown = Vec::new();
        let cancelled = form.write_list(set.source(), &path, &mut |done, all| {
            shown.push(done);
            if done < all / 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        let error = cancelled.expect_err("it was cancelled");
        assert_eq!(error.kind, FileErrorKind::Cancelled, "{form:?}");
        assert!(shown.len() > 1 && shown.is_sorted(), "{form:?}: {shown:?}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "what was there", "{form:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "{form:?}");

        let go_on = &mut |_, _| ControlFlow::Continue(());
        form.write_list(set.source(), &path, go_on).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "{form:?}");
        let length = std::fs::metadata(&path).unwrap().len();
        let expected = form.expected_bytes(set.source()).unwrap();
        let allowed = if *form == SQLITE { length / 2..2 * length } else { 0..0 };
        let close = expected.abs_diff(length) < length / 10 || allowed.contains(&expected);
        assert!(close, "{form:?}: {length} bytes, expected {expected}");
        if [&CSV, &TEXT].contains(&form) {
            let text = std::fs::read_to_string(&path).unwrap();
            assert_eq!(text.matches("\n8121").count(), 1, "{form:?}");
            continue;
        }
        let Contents::Solutions(read) = files::open(&path).unwrap() else { panic!("{form:?}") };
        assert_eq!((read.counts, read.complete), (set.counts, true), "{form:?}");
        assert_eq!(read.description, set.description, "{form:?}");
        assert!(records(&read.store) == records(&set.store), "{form:?}");
        for n in 0..set.store.len() {
            assert_eq!(read.store.stabiliser(n), set.store.stabiliser(n));
        }
    }
}

#[test]
fn mistakes_in_solutions_one_a_line_have_their_line() {
    let set = dominoes();
    let mut text = Vec::new();
    let go_on = &mut |_, _| ControlFlow::Continue(());
    solution_lines::write_to(set.source(), &mut text, go_on).unwrap();
    let text = String::from_utf8(text).unwrap();
    let read = |text: &str| {
        let mut progress = |_, _| ControlFlow::Continue(());
        match solution_lines::read_from(&mut std::io::Cursor::new(text), &mut progress) {
            Ok(set) => Ok(set.store.len()),
            Err(error) => Err(error.to_string()),
        }
    };
    assert_eq!(read(&text), Ok(8121));
    assert_eq!(read(&text.replace('\n', "\r\n")), Ok(8121));
    let lines: Vec<&str> = text.lines().collect();
    let at = |start: &str| 1 + lines.iter().position(|line| line.starts_with(start)).unwrap();
    let with = |line: usize, new: &str| {
        let mut lines = lines.clone();
        lines[line - 1] = new;
        read(&lines.join("\n")).expect_err("it is refused")
    };
    let (placements, solutions) = (at("placements "), at("solutions "));
    let last = lines.len();
    assert_eq!(
        with(1, "Polywright solutions, format 7"),
        "line 1, column 1: format 7 is not known; this program reads format 1"
    );
    assert!(with(4, "    title: 3,").starts_with("line 4, column 11: "), "{}", with(4, "title: 3"));
    let cases = [
        (at("total "), "total many", "expected `total` and a number, not `total many`"),
        (at("complete "), "complete", "expected `complete yes` or `complete no`, not `complete`"),
        (placements + 3, "3 [\"1\"]", "expected a number, a space and"),
        (placements + 3, "2 [\"1\",[[1,1],[2,1]]]", "placement 2 is listed twice"),
        (placements + 3, "3 [\"1\",[[1,1],[3,1]]]", "placement 3: a piece is where"),
        (placements + 3, "3 [\"Q\",[[1,1],[3,1]]]", "placement 3: the puzzle has no piece Q"),
        (solutions + 7, "1 2 900", "expected numbers of placements separated by spaces, not `900`"),
        (solutions + 7, "1 2 3", "solution 7: pieces 1 and 1 both cover"),
        (solutions, "solutions 8120", "expected the end of the file after 8120 solutions"),
        (solutions, "solutions 8122", "the file ends here; expected solution 8122 of 8122"),
    ];
    for (line, new, reason) in cases {
        let error = with(line, new);
        let line = match reason {
            reason if reason.starts_with("expected the end") => last,
            reason if reason.starts_with("the file ends") => last + 1,
            _ => line,
        };
        assert!(error.starts_with(&format!("line {line}, column 1: {reason}")), "{error}");
    }
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
        let wanted = Source { store: &store, complete: false, ..set.source() };
        solutions_file::write_to(wanted, &mut out, &mut |_, _| ControlFlow::Continue(())).unwrap();
        let spent = thread_time() - began;
        println!("{length} solutions: {} bytes in {spent:?}", out.0);
        spent
    };
    let [first, second, third] = [10_000, 100_000, 1_000_000].map(time);
    assert!(second < 15 * first && third < 15 * second, "{first:?}, {second:?}, {third:?}");
}
