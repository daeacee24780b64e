//! Files that versions of the program have written, and that all later ones open.
//!
//! `tests/kept` has a folder for each version, which `tests/kept/write` makes when that is released.
//! What is there is never changed: a version that cannot open it breaks the promise of the guide, page
//! *Install*. Files that a command adds to are copied first.

use std::fs;
use std::path::{Path, PathBuf};

use polywright::encode::{Encoding, SymmetryGroup};
use polywright::format::{Contents, preset, puzzle_file, read_ron};
use polywright::puzzle::making::{
    BookletSettings, LaserSettings, Length, PaperSettings, PictureSettings, PrintSettings,
};
use polywright::solution::Counts;
use polywright::solution::database::{Database, ProblemDigest};
use serde_json::Value;

use crate::program::{fast_folder, polywright, stderr, stdout};

/// What is found of the 29 days of February, and of the 36 sets with F, I and L.
const VARIANTS: [&str; 3] = ["variants", "solvable", "total"];
const VARIANTS_FOUND: [u64; 3] = [29, 29, 1364];
const SETS: [&str; 3] = ["sets", "tested", "met"];
const SETS_FOUND: [u64; 3] = [36, 36, 4];

/// The folders of the versions.
fn versions() -> Vec<PathBuf> {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept");
    let entries = fs::read_dir(kept).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    assert!(!folders.is_empty());
    folders
}

/// A copy of a version's files, to which commands may add.
fn copy(version: &Path) -> tempfile::TempDir {
    fn copy_to(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
            let (path, to) = (entry.path(), to.join(entry.file_name()));
            match path.is_dir() {
                true => copy_to(&path, &to),
                false => drop(fs::copy(&path, &to).unwrap()),
            }
        }
    }
    let folder = fast_folder();
    copy_to(version, folder.path());
    folder
}

/// Runs a command that does what it says.
fn run(folder: &Path, words: &[&str]) -> String {
    let output = polywright(folder, words);
    assert!(output.status.success(), "{words:?}\n{}", stderr(&output));
    stdout(&output)
}

/// The last object that a command prints as JSON, which says that all is done.
fn done(folder: &Path, words: &[&str]) -> Value {
    let text = run(folder, &[words, &["--json"]].concat());
    let last: Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(last["complete"], true, "{words:?}: {last}");
    last
}

/// The counts that a command finds: total, turned, distinct and symmetric.
fn counts(folder: &Path, words: &[&str]) -> [u64; 4] {
    let done = done(folder, words);
    ["total", "turned", "distinct", "symmetric"].map(|name| done[name].as_u64().unwrap())
}

/// The fields of the last object that a command prints.
fn numbers(folder: &Path, words: &[&str], fields: &[&str]) -> Vec<u64> {
    let done = done(folder, words);
    fields.iter().map(|field| done[*field].as_u64().unwrap()).collect()
}

#[test]
fn puzzles_of_all_versions_are_opened_and_written_without_a_change_of_meaning() {
    for version in versions() {
        let mut puzzles = 0;
        for entry in fs::read_dir(version.join("puzzles")).unwrap() {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            match read_ron(text.as_str().into()) {
                Ok(Contents::Puzzle(opened)) => {
                    puzzles += 1;
                    let again = puzzle_file::write(&opened.description);
                    let again = puzzle_file::read_description(&again).unwrap();
                    assert_eq!(again, opened.description, "{}", path.display());
                }
                Ok(Contents::Solutions(_)) => {}
                other => panic!("{}: {other:?}", path.display()),
            }
        }
        assert!(puzzles >= 40, "{puzzles}");
        for ending in ["ron", "txt", "xmpuzzle", "html"] {
            let file = format!("own.{ending}");
            assert_eq!(counts(&version, &["solve", &file])[..3], [2, 1, 1], "{file}");
        }
        assert_eq!(counts(&version, &["solve", "own.dlx"])[0], 2);
    }
}

#[test]
fn solutions_of_all_versions_are_opened_and_verified() {
    for version in versions() {
        for ending in ["ron", "lines", "sqlite"] {
            let all = run(&version, &["check", &format!("all.{ending}")]);
            assert!(all.contains("65 distinct solutions in the file, all verified"), "{all}");
            let some = format!("some.{ending}");
            let kept = run(&version, &["filter", &some, "--where", "no-crossroads", "--csv", "-"]);
            // Each has the number that it has in the whole list.
            let numbers: Vec<usize> =
                kept.lines().filter_map(|line| line.split(',').next()?.parse().ok()).collect();
            assert_eq!(numbers.len(), 41, "{some}\n{kept}");
            assert!(numbers.is_sorted() && numbers[40] > 41, "{numbers:?}");
        }
    }
}

#[test]
fn presets_of_all_versions_are_read() {
    for version in versions() {
        let at = |name: &str| version.join(name);
        let laser: LaserSettings = preset::read(&at("laser.ron")).unwrap();
        assert_ne!(laser, LaserSettings::default());
        let print: PrintSettings = preset::read(&at("print.ron")).unwrap();
        assert_eq!(print.without, ["V"]);
        // What is not written is as it was then.
        if version.ends_with("0.1.0") {
            assert_eq!((print.clearance, print.wall), (Length::um(70), Length::mm(6)));
        }
        let paper: PaperSettings = preset::read(&at("paper.ron")).unwrap();
        assert_ne!(paper, PaperSettings::default());
        let booklet: BookletSettings = preset::read(&at("booklet.ron")).unwrap();
        assert_ne!(booklet, BookletSettings::default());
        let picture: PictureSettings = preset::read(&at("picture.ron")).unwrap();
        assert_ne!(picture, PictureSettings::default());
    }
}

#[test]
fn saved_runs_of_all_versions_are_resumed() {
    for version in versions() {
        let folder = copy(&version);
        let f = folder.path();
        let search = ["solve", "board.ron", "--resume", "search.run"];
        assert_eq!(counts(f, &search), [520, 130, 65, 0]);
        let sweep = ["solve", "sweep.ron", "--count", "--resume", "sweep.run"];
        assert_eq!(counts(f, &sweep), [4040, 2020, 1010, 0]);
        let variants = ["variants", "variants.ron", "--only", "Feb", "--resume", "variants.run"];
        assert_eq!(numbers(f, &variants, &VARIANTS), VARIANTS_FOUND);
        let sets =
            ["invent", "sets.ron", "--choose", "5", "--always", "F,I,L", "--resume", "sets.run"];
        assert_eq!(numbers(f, &sets, &SETS), SETS_FOUND);
    }
}

#[test]
fn parts_of_all_versions_are_solved_and_merged() {
    for version in versions() {
        let folder = copy(&version);
        let f = folder.path();
        for part in ["search.parts:2", "count.parts:2", "variants.parts:1", "sets.parts:2"] {
            run(f, &["solve", "--part", part]);
        }
        for file in ["search.parts", "count.parts"] {
            assert_eq!(counts(f, &["merge", file]), [520, 130, 65, 0]);
        }
        assert_eq!(numbers(f, &["merge", "variants.parts"], &VARIANTS), VARIANTS_FOUND);
        assert_eq!(numbers(f, &["merge", "sets.parts"], &SETS), SETS_FOUND);
    }
}

#[test]
fn stored_results_of_all_versions_are_found() {
    for version in versions() {
        let folder = copy(&version);
        let mut database = Database::open(&folder.path().join("results.sqlite")).unwrap();
        let results = database.list().unwrap();
        assert_eq!(results.len(), 1);
        assert_eq!((results[0].counts.distinct.capped(), results[0].solutions), (65, 65));
        let certificate = results[0].certificate.as_ref().unwrap();
        assert!(certificate.solutions.is_some());
        // It is that of the puzzle beside it.
        let text = fs::read_to_string(version.join("board.ron")).unwrap();
        let puzzle = puzzle_file::read_description(&text).unwrap().build().unwrap();
        let encoding = Encoding::new(&puzzle).unwrap();
        let group = SymmetryGroup::new(&puzzle, &encoding);
        let digest = ProblemDigest::new(&encoding.problem, &group);
        let stored = database.load(&digest, &group).unwrap().unwrap();
        assert_eq!(results[0].counts, Counts::of_store(&stored.store, &group));
    }
}
