//! The database of results: what replaces what, damaged files, several windows, and a program that
//! is killed while it stores.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use polywright::encode::{Encoding, SymmetryGroup};
use polywright::format::puzzle_file;
use polywright::job::{Plan, PlanOptions, Run, Settings};
use polywright::natural::Natural;
use polywright::puzzle::Puzzle;
use polywright::solution::database::{
    Certificate, Database, DatabaseError, ListDigest, Mark, NewResult, Overview, PlayEntry,
    ProblemDigest,
};
use polywright::solution::{Counts, Store};

/// More than all results of a test take.
const LIMIT: u64 = 1 << 40;

/// A puzzle with its solutions.
struct Solved {
    digest: ProblemDigest,
    group: Arc<SymmetryGroup>,
    result: NewResult,
}

fn puzzle(text: &str) -> Arc<Puzzle> {
    Arc::new(puzzle_file::read_description(text).unwrap().build().unwrap())
}

/// Dominoes in a rectangle of two rows: its solutions are Fibonacci numbers.
fn dominoes(columns: u32) -> String {
    format!(
        "(format: 1, title: \"{columns} columns\", lattice: Square, \
         pieces: [Piece(name: \"domino\", art: [\"XX\"], copies: (0, {columns})), \
         Piece(name: \"square\", art: [\"X\"], copies: (0, 2))], board: Rectangle({columns}, 2))"
    )
}

fn digest_of(puzzle: &Puzzle) -> ProblemDigest {
    let encoding = Encoding::new(puzzle).unwrap();
    ProblemDigest::new(&encoding.problem, &SymmetryGroup::new(puzzle, &encoding))
}

fn solved(text: &str) -> Solved {
    let puzzle = puzzle(text);
    let plan = Arc::new(Plan::new(Arc::clone(&puzzle), PlanOptions::default()).unwrap());
    let mut run = Run::start(Arc::clone(&plan), Settings::default());
    run.wait();
    let last = run.snapshot();
    let result = NewResult {
        title: puzzle.title.clone(),
        counts: last.counts,
        complete: true,
        store: run.with_store(Store::clone),
        engine: run.engine_names(),
        nodes: last.effort.nodes,
        elapsed: last.elapsed,
    };
    assert_eq!(result.store.len() as u64, last.counts.distinct);
    Solved { digest: digest_of(&puzzle), group: Arc::clone(plan.group()), result }
}

impl Solved {
    fn put(&self, database: &mut Database, result: &NewResult) -> (Counts<Natural>, bool, u64) {
        let progress = &mut |_, _| ControlFlow::Continue(());
        let stored = database.store(&self.digest, &self.group, result, LIMIT, progress).unwrap();
        (stored.counts, stored.complete, stored.solutions)
    }

    /// What is stored: counts, whether they are complete, and the solutions.
    fn stored(&self, database: &mut Database) -> Option<(Counts<Natural>, bool, Store)> {
        let found = database.load(&self.digest, &self.group).unwrap()?;
        Some((found.summary.counts, found.summary.complete, found.store))
    }

    /// Those solutions of the result of which a test says so, as a run that was stopped has them.
    fn part(&self, wanted: impl Fn(usize) -> bool) -> NewResult {
        let mut store = self.result.store.empty();
        for i in (0..self.result.store.len()).filter(|&i| wanted(i)) {
            store.extend_from(&self.result.store, i..i + 1);
        }
        let counts = Counts::of_store(&store, &self.group).into();
        NewResult { store, counts, complete: false, ..self.result.clone() }
    }

    fn counted(&self) -> NewResult {
        NewResult { store: self.result.store.empty(), ..self.result.clone() }
    }
}

fn same(a: &Store, b: &Store) -> bool {
    a.len() == b.len()
        && (0..a.len()).all(|i| a.get(i) == b.get(i) && a.stabiliser(i) == b.stabiliser(i))
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("data").join("results.sqlite")
}

#[test]
fn names_and_colours_do_not_change_the_digest_and_pieces_and_board_do() {
    let text = dominoes(5);
    let digest = digest_of(&puzzle(&text));
    let other_words = text
        .replace("5 columns", "another title")
        .replace("\"domino\"", "\"two\", colour: \"bottle green\"")
        .replace("\"square\"", "\"one\"");
    assert_eq!(digest_of(&puzzle(&other_words)), digest);
    for (from, to) in [("(5, 2)", "(5, 3)"), ("(0, 2)", "(0, 1)"), ("\"XX\"", "\"XXX\"")] {
        assert_ne!(digest_of(&puzzle(&text.replace(from, to))), digest, "{from} {to}");
    }
    // It is part of the format of the file: another one would lose all that is stored.
    assert_eq!(digest.to_string().len(), 64);
}

#[test]
fn what_is_stored_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let solved = solved(&dominoes(14));
    assert!(solved.result.store.len() > 4_096, "{} solutions", solved.result.store.len());
    let mut database = Database::open(&file(&folder)).unwrap();
    assert!(solved.stored(&mut database).is_none());
    let mut shown = Vec::new();
    let stored = database
        .store(&solved.digest, &solved.group, &solved.result, LIMIT, &mut |done, all| {
            shown.push((done, all));
            ControlFlow::Continue(())
        })
        .unwrap();
    let all = solved.result.store.len() as u64;
    assert_eq!((stored.counts, stored.complete), (solved.result.counts, true));
    assert_eq!(&shown[..2], [(0, all), (4_096, all)]);
    drop(database);

    let mut database = Database::open(&file(&folder)).unwrap();
    let (counts, complete, store) = solved.stored(&mut database).unwrap();
    assert_eq!((counts, complete), (solved.result.counts, true));
    assert!(same(&store, &solved.result.store));
    let list = database.list().unwrap();
    assert_eq!(list.len(), 1);
    let summary = &list[0];
    assert_eq!((summary.title.as_str(), summary.solutions), ("14 columns", all));
    assert_eq!(summary.engine, solved.result.engine);
    assert_eq!(summary.nodes, solved.result.nodes);
    assert!(summary.stored_at.elapsed().unwrap() < Duration::from_secs(3_600));
    assert_eq!(summary.bytes, database.bytes().unwrap());
    database.delete(&solved.digest).unwrap();
    assert!(solved.stored(&mut database).is_none());
    assert_eq!(database.bytes().unwrap(), 0);
}

#[test]
fn nothing_that_is_stored_gets_lost_by_what_is_stored_after_it() {
    let solved = solved(&dominoes(7));
    let full = solved.result.counts;
    let listed = full.distinct.capped();
    let third = solved.part(|i| i % 3 == 0);
    let half = solved.part(|i| i % 2 == 0);
    let united = solved.part(|i| i % 2 == 0 || i % 3 == 0);
    // What is stored one after the other, and what comes of it: counts, complete, solutions.
    let count = solved.counted();
    let list = solved.result.clone();
    let nothing = NewResult { complete: false, counts: Counts::default(), ..count.clone() };
    let parts = united.store.len() as u64;
    let cases: [(&[&NewResult], Counts<Natural>, bool, u64); 9] = [
        (&[&list, &count], full, true, listed),
        (&[&count, &list], full, true, listed),
        (&[&list, &third], full, true, listed),
        (&[&third, &list], full, true, listed),
        (&[&third, &half], united.counts, false, parts),
        (&[&third, &count, &half], full, true, parts),
        (&[&count, &third, &half], full, true, parts),
        (&[&third, &half, &nothing], united.counts, false, parts),
        (&[&list, &third, &half, &count, &nothing], full, true, listed),
    ];
    for (n, (results, counts, complete, solutions)) in cases.into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let mut database = Database::open(&file(&folder)).unwrap();
        let last = results.iter().map(|result| solved.put(&mut database, result)).last().unwrap();
        assert_eq!(last, (counts, complete, solutions), "case {n}");
        let (found, whole, store) = solved.stored(&mut database).unwrap();
        assert_eq!((found, whole, store.len() as u64), (counts, complete, solutions), "case {n}");
        let expected = if solutions == listed { &list.store } else { &united.store };
        assert!(same(&store, expected), "case {n}");
    }
}

#[test]
fn a_cancelled_result_leaves_no_trace() {
    let folder = tempfile::tempdir().unwrap();
    let solved = solved(&dominoes(14));
    let mut database = Database::open(&file(&folder)).unwrap();
    let part = solved.part(|i| i < 100);
    solved.put(&mut database, &part);
    let cancelled =
        database.store(&solved.digest, &solved.group, &solved.result, LIMIT, &mut |done, _| {
            if done > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    assert!(matches!(cancelled, Err(DatabaseError::Cancelled)));
    assert!(same(&solved.stored(&mut database).unwrap().2, &part.store));
}

#[test]
fn beyond_the_limit_results_not_used_for_longest_go_but_none_with_marks() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let all: Vec<Solved> = (5..9).map(|columns| solved(&dominoes(columns))).collect();
    let mut database = Database::open(&path).unwrap();
    for solved in &all {
        solved.put(&mut database, &solved.result);
    }
    let sizes: Vec<u64> = database.list().unwrap().iter().rev().map(|row| row.bytes).collect();
    assert_eq!(sizes.iter().sum::<u64>(), database.bytes().unwrap());
    // The first was used last, the second has a star.
    let other = rusqlite::Connection::open(&path).unwrap();
    for (age, solved) in [(1, &all[0]), (9, &all[1]), (5, &all[2]), (3, &all[3])] {
        let update = "UPDATE results SET used_at = used_at - ?2 WHERE digest = ?1";
        other.execute(update, rusqlite::params![solved.digest.as_bytes(), age * 1_000]).unwrap();
    }
    let star = Mark { starred: true, ..Mark::default() };
    database.set_mark(&all[1].digest, all[1].result.store.record(3), &star).unwrap();
    let kept = |database: &Database| -> Vec<usize> {
        (0..4).filter(|&i| database.summary(&all[i].digest).unwrap().is_some()).collect()
    };
    database.shrink_to(LIMIT).unwrap();
    assert_eq!(kept(&database), [0, 1, 2, 3]);
    database.shrink_to(sizes.iter().sum::<u64>() - 1).unwrap();
    assert_eq!(kept(&database), [0, 1, 3]);
    database.shrink_to(sizes[0] + sizes[1]).unwrap();
    assert_eq!(kept(&database), [0, 1]);
    database.shrink_to(0).unwrap();
    assert_eq!(kept(&database), [1]);
    let refused = database.store(&all[3].digest, &all[3].group, &all[3].result, 10, &mut |_, _| {
        ControlFlow::Continue(())
    });
    assert!(matches!(refused, Err(DatabaseError::TooLarge { limit: 10, .. })));
    assert_eq!(kept(&database), [1]);
}

#[test]
fn marks_and_certificates_are_kept_with_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let solved = solved(&dominoes(6));
    let mut database = Database::open(&file(&folder)).unwrap();
    solved.put(&mut database, &solved.part(|i| i < 4));
    let record = solved.result.store.record(2);
    let mark = Mark {
        starred: true,
        note: "for the cover".to_owned(),
        tags: vec!["odd".to_owned(), "to print".to_owned()],
    };
    database.set_mark(&solved.digest, record, &mark).unwrap();
    // The numbers of solutions change with what is found; marks stay with theirs.
    solved.put(&mut database, &solved.result);
    assert_eq!(database.marks(&solved.digest).unwrap(), [(record.to_vec(), mark)]);
    let certificate = Certificate {
        engine: "dancing links".to_owned(),
        program: "0.1.0".to_owned(),
        at: SystemTime::UNIX_EPOCH + Duration::from_secs(1_790_000_000),
        solutions: Some(ListDigest::new(&solved.result.store)),
    };
    assert!(database.certify(&solved.digest, solved.result.counts, &certificate).unwrap());
    let summary = database.summary(&solved.digest).unwrap().unwrap();
    assert_eq!((summary.marked, summary.certificate), (1, Some(certificate)));
    database.set_mark(&solved.digest, record, &Mark::default()).unwrap();
    assert!(database.marks(&solved.digest).unwrap().is_empty());
    database.clear().unwrap();
    assert!(database.list().unwrap().is_empty());
}

#[test]
fn an_overview_has_the_numbers_of_every_problem() {
    let folder = tempfile::tempdir().unwrap();
    let mut database = Database::open(&file(&folder)).unwrap();
    assert!(database.overviews().unwrap().is_empty());
    let (partly, wholly) = (solved(&dominoes(6)), solved(&dominoes(7)));
    let part = partly.part(|i| i < 4);
    partly.put(&mut database, &part);
    wholly.put(&mut database, &wholly.result);
    let certificate = Certificate::new("dancing links".to_owned(), None);
    assert!(database.certify(&wholly.digest, wholly.result.counts, &certificate).unwrap());
    // A note is no star.
    let marks = [
        Mark { starred: true, ..Mark::default() },
        Mark { note: "odd".to_owned(), ..Mark::default() },
    ];
    for (n, mark) in marks.iter().enumerate() {
        database.set_mark(&wholly.digest, wholly.result.store.record(n), mark).unwrap();
    }
    // What was solved by hand may have no stored result.
    let by_hand = digest_of(&puzzle(&dominoes(5)));
    for variant in ["", "Card 2"] {
        let entry = PlayEntry {
            title: "5 columns".to_owned(),
            variant: variant.to_owned(),
            at: SystemTime::UNIX_EPOCH,
            time: Duration::from_secs(75),
            hints: 1,
        };
        database.add_play(&by_hand, &entry).unwrap();
    }
    let all = database.overviews().unwrap();
    assert_eq!(all.len(), 3);
    let counts = Some((part.counts, false));
    assert_eq!(all[&partly.digest], Overview { counts, ..Overview::default() });
    let counts = Some((wholly.result.counts, true));
    let known = Overview { counts, is_certified: true, starred: 1, played: 0 };
    assert_eq!(all[&wholly.digest], known);
    assert_eq!(all[&by_hand], Overview { played: 2, ..Overview::default() });
}

#[test]
fn a_certificate_is_of_the_counts_and_the_run_that_are_stored() {
    let folder = tempfile::tempdir().unwrap();
    let solved = solved(&dominoes(7));
    let mut database = Database::open(&file(&folder)).unwrap();
    let certificate = Certificate {
        engine: "dancing links".to_owned(),
        program: "0.1.0".to_owned(),
        at: SystemTime::UNIX_EPOCH,
        solutions: None,
    };
    let counts = solved.result.counts;
    let certified = |database: &Database| {
        database.summary(&solved.digest).unwrap().is_some_and(|row| row.certificate.is_some())
    };
    // There is nothing to certify, nor are partial counts or others than those that are stored.
    assert!(!database.certify(&solved.digest, counts, &certificate).unwrap());
    solved.put(&mut database, &solved.part(|i| i < 4));
    assert!(
        !database.certify(&solved.digest, solved.part(|i| i < 4).counts, &certificate).unwrap()
    );
    solved.put(&mut database, &solved.counted());
    let others = Counts { total: counts.total + 1.into(), ..counts };
    assert!(!database.certify(&solved.digest, others, &certificate).unwrap());
    assert!(!certified(&database));
    assert!(database.certify(&solved.digest, counts, &certificate).unwrap());
    assert!(certified(&database));
    // It stays while the run that is named stays, and goes with it.
    solved.put(&mut database, &solved.part(|i| i < 4));
    solved.put(&mut database, &solved.counted());
    database.certify(&solved.digest, counts, &certificate).unwrap();
    solved.put(&mut database, &solved.part(|i| i % 2 == 0));
    assert!(certified(&database));
    solved.put(&mut database, &solved.result);
    assert!(!certified(&database));
    database.certify(&solved.digest, counts, &certificate).unwrap();
    solved.put(&mut database, &solved.result);
    assert!(certified(&database));
    database.withdraw_certificate(&solved.digest).unwrap();
    assert!(!certified(&database));
}

#[test]
fn lists_of_the_same_solutions_have_the_same_digest_and_no_others() {
    let solved = solved(&dominoes(7));
    let store = &solved.result.store;
    let digest = ListDigest::new(store);
    // However wide the numbers of options are packed.
    let mut wide = Store::default();
    (0..store.len()).for_each(|i| wide.push(&store.get(i), store.stabiliser(i)));
    assert_eq!(ListDigest::new(&wide), digest);
    assert_eq!(ListDigest::from_bytes(*digest.as_bytes()).to_string(), digest.to_string());
    for missing in [0, store.len() / 2, store.len() - 1] {
        assert_ne!(ListDigest::new(&solved.part(|i| i != missing).store), digest, "{missing}");
    }
}

#[test]
fn a_file_of_the_first_version_is_kept_with_all_that_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let solved = solved(&dominoes(7));
    solved.put(&mut Database::open(&path).unwrap(), &solved.result);
    let other = rusqlite::Connection::open(&path).unwrap();
    other
        .execute_batch(
            "ALTER TABLE results DROP COLUMN certificate_digest;
             ALTER TABLE results ADD COLUMN certificate_agrees INTEGER;
             PRAGMA user_version = 1;",
        )
        .unwrap();
    drop(other);
    let mut database = Database::open(&path).unwrap();
    let (counts, complete, store) = solved.stored(&mut database).unwrap();
    assert_eq!((counts, complete), (solved.result.counts, true));
    assert!(same(&store, &solved.result.store));
    let certificate = Certificate {
        engine: "dancing links".to_owned(),
        program: "0.1.0".to_owned(),
        at: SystemTime::UNIX_EPOCH,
        solutions: Some(ListDigest::new(&store)),
    };
    assert!(database.certify(&solved.digest, counts, &certificate).unwrap());
    assert_eq!(database.summary(&solved.digest).unwrap().unwrap().certificate, Some(certificate));
}

#[test]
fn a_damaged_file_gets_another_name_and_a_new_one_its_place() {
    let solved = solved(&dominoes(9));
    for damage in ["text", "cut off", "other program"] {
        let folder = tempfile::tempdir().unwrap();
        let path = file(&folder);
        solved.put(&mut Database::open(&path).unwrap(), &solved.result);
        match damage {
            "text" => std::fs::write(&path, "no database at all, but a text\n".repeat(99)).unwrap(),
            "cut off" => {
                std::fs::File::options().write(true).open(&path).unwrap().set_len(20_000).unwrap()
            }
            _ => {
                let other = rusqlite::Connection::open(&path).unwrap();
                other.pragma_update(None, "application_id", 77).unwrap();
            }
        }
        let before = std::fs::read(&path).unwrap();
        assert!(matches!(Database::open(&path), Err(DatabaseError::Damaged { .. })), "{damage}");
        let mut opened = Database::open_or_replace(&path).unwrap();
        let kept = opened.set_aside.expect("it is kept");
        assert_eq!(kept.file_name().unwrap(), "results.damaged-1.sqlite");
        assert!(std::fs::read(&kept).unwrap() == before, "{damage}");
        assert!(solved.stored(&mut opened.database).is_none());
        solved.put(&mut opened.database, &solved.result);
        assert!(solved.stored(&mut opened.database).is_some());
        assert!(Database::open_or_replace(&path).unwrap().set_aside.is_none());
    }
}

#[test]
fn solutions_that_were_damaged_in_the_file_are_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let solved = solved(&dominoes(6));
    let mut database = Database::open(&path).unwrap();
    for change in [
        "UPDATE chunks SET records = zeroblob(length(records))",
        "UPDATE chunks SET checksum = checksum + 1",
        "UPDATE results SET solutions = solutions + 1",
        "DELETE FROM chunks",
    ] {
        solved.put(&mut database, &solved.result);
        rusqlite::Connection::open(&path).unwrap().execute(change, []).unwrap();
        let found = database.load(&solved.digest, &solved.group);
        assert!(matches!(found, Err(DatabaseError::Damaged { .. })), "{change}");
        database.clear().unwrap();
    }
}

#[test]
fn a_file_of_a_newer_version_is_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    drop(Database::open(&path).unwrap());
    let other = rusqlite::Connection::open(&path).unwrap();
    other.pragma_update(None, "user_version", 99).unwrap();
    drop(other);
    let before = std::fs::read(&path).unwrap();
    let error = Database::open_or_replace(&path).unwrap_err();
    assert!(matches!(error, DatabaseError::Newer { found: 99, .. }));
    assert!(error.to_string().contains("newer version"), "{error}");
    assert!(std::fs::read(&path).unwrap() == before);
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("data"), "a file").unwrap();
    let error = Database::open_or_replace(&file(&folder)).unwrap_err();
    assert!(matches!(error, DatabaseError::File { .. }), "{error}");
}

#[test]
fn two_windows_store_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder);
    let all: Vec<Solved> = (5..9).map(|columns| solved(&dominoes(columns))).collect();
    std::thread::scope(|scope| {
        for window in 0..4 {
            let (all, path) = (&all, &path);
            scope.spawn(move || {
                let mut database = Database::open_or_replace(path).unwrap().database;
                for round in 0..20 {
                    let solved = &all[(window + round) % all.len()];
                    solved.put(&mut database, &solved.part(|i| i % 7 == window));
                    if round % 5 == window {
                        solved.put(&mut database, &solved.result);
                    }
                }
            });
        }
    });
    let mut database = Database::open(&path).unwrap();
    for solved in &all {
        solved.put(&mut database, &solved.result);
        assert!(same(&solved.stored(&mut database).unwrap().2, &solved.result.store));
    }
    assert_sound(&path);
}

fn assert_sound(path: &Path) {
    let connection = rusqlite::Connection::open(path).unwrap();
    let check: String =
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(check, "ok");
    assert!(
        connection
            .prepare("PRAGMA foreign_key_check")
            .unwrap()
            .query([])
            .unwrap()
            .next()
            .unwrap()
            .is_none()
    );
}

#[cfg(unix)]
mod killed {
    use std::io::Write as _;

    use super::*;
    use crate::program::{fast_folder, killed};

    /// Tells the test that is started as a child where to store.
    const FOLDER: &str = "POLYWRIGHT_TEST_RESULTS";

    /// The results that a child stores, the last of which has several chunks.
    fn results() -> Vec<Solved> {
        [4, 5, 6, 14].map(|columns| solved(&dominoes(columns))).into()
    }

    /// Not a test of its own: what the next ones start and kill.
    #[test]
    fn stores_until_it_is_killed() {
        let Some(folder) = std::env::var_os(FOLDER) else { return };
        let all = results();
        let mut database = Database::open(&Path::new(&folder).join("results.sqlite")).unwrap();
        let mut out = std::io::stdout();
        writeln!(out, "begins").unwrap();
        for round in 0.. {
            // More and more of each result, then all, then from the beginning.
            let n = round / all.len() % 5;
            let solved = &all[round % all.len()];
            if n == 4 {
                solved.put(&mut database, &solved.result);
            } else if n == 0 && round > all.len() {
                database.delete(&solved.digest).unwrap();
            } else {
                solved.put(&mut database, &solved.part(|i| i % 4 == n));
            }
            let stored = solved.stored(&mut database).map_or(0, |(_, _, store)| store.len());
            writeln!(out, "stored {} {stored}", round % all.len()).unwrap();
        }
    }

    fn kill_while_it_stores(rounds: u64) {
        let all = results();
        for round in 0..rounds {
            let folder = fast_folder();
            // The moments are irregular, so that they fall into all that it does.
            let pause = Duration::from_micros(round * 7_919 % 100_000);
            let child = "database::killed::stores_until_it_is_killed";
            let said = killed(child, (FOLDER, folder.path()), "begins\n", pause);
            let mut reported = vec![None; all.len()];
            let mut last = None;
            for line in said.lines().filter_map(|line| line.strip_prefix("stored ")) {
                let (which, stored) = line.split_once(' ').unwrap();
                let which: usize = which.parse().unwrap();
                reported[which] = Some(stored.parse::<usize>().unwrap());
                last = Some(which);
            }
            let path = folder.path().join("results.sqlite");
            let mut database = Database::open(&path).unwrap();
            // The next one may have been stored and not yet reported.
            let under_way = last.map_or(0, |last| (last + 1) % all.len());
            for (n, solved) in all.iter().enumerate() {
                let found = solved.stored(&mut database).map(|(_, _, store)| store);
                let count = found.as_ref().map_or(0, Store::len);
                if n != under_way {
                    assert_eq!(count, reported[n].unwrap_or(0), "result {n} in round {round}");
                }
                let mut next = 0;
                for solution in found.iter().flat_map(Store::iter) {
                    let rest = next..solved.result.store.len();
                    let place = rest.clone().find(|&i| solved.result.store.get(i) == solution);
                    next = place.expect("it is a solution") + 1;
                }
            }
            drop(database);
            assert_sound(&path);
        }
    }

    #[test]
    fn killed_at_any_moment_nothing_that_was_reported_stored_is_lost() {
        kill_while_it_stores(10);
    }

    #[test]
    #[ignore = "takes minutes"]
    fn killed_at_two_hundred_moments_nothing_that_was_reported_stored_is_lost() {
        kill_while_it_stores(200);
    }
}
