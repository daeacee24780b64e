//! First solutions of sets too large to be searched to the end.

use polywright::encode::Encoded;
use polywright::exact_cover::OptionId;
use polywright::format::puzzle_file;
use polywright::job::Phase;
use polywright::job::first::{FirstRun, FirstSettings};
use polywright::solution::Store;
use polywright::solution::orbit::image_of;
use polywright::solution::verify::verify;
use tempfile::TempDir;

use crate::program::{polywright, stderr, stdout};

/// The 35 hexominoes on a triangle of side 20.
fn hexominoes() -> String {
    let rows: Vec<String> = (1..=20).map(|n| format!("\"{}\"", "#".repeat(n))).collect();
    format!(
        "(format: 1, title: \"Hexominoes\", lattice: Square, pieces: [Family(free: 6)], \
         board: Art([{}]))",
        rows.join(", ")
    )
}

/// Dominoes on a board of two halves, of which each has an odd number of squares.
const UNSOLVABLE: &str = "(format: 1, title: \"Halves\", lattice: Square, \
    pieces: [Family(free: 2, copies: 9)], board: Art([\"###.###\", \"###.###\", \"###.###\"]))";

fn encoded(text: &str) -> Encoded {
    Encoded::new(puzzle_file::read(text.into()).unwrap().puzzle).unwrap()
}

fn found(encoded: &Encoded, settings: FirstSettings) -> (Store, FirstRun) {
    let mut run = FirstRun::start(encoded.clone().into(), settings);
    run.wait();
    (run.store(), run)
}

fn alone(seed: u64, wanted: u64) -> FirstSettings {
    FirstSettings { threads: 1, seed, wanted, ..FirstSettings::default() }
}

#[test]
fn the_same_seed_finds_the_same_solution_and_it_is_one() {
    let encoded = encoded(&hexominoes());
    let Encoded { puzzle, encoding, .. } = &encoded;
    let solution = |seed| found(&encoded, alone(seed, 1)).0.get(0);
    let first = solution(7);
    assert_eq!(first.len(), 35);
    verify(puzzle, &encoding.decode(&first)).unwrap();
    assert_eq!(first, solution(7));
    assert_ne!(first, solution(8));
}

#[test]
fn solutions_wanted_together_differ_in_at_least_half_of_their_placements() {
    let encoded = encoded(&hexominoes());
    let Encoded { puzzle, encoding, group } = &encoded;
    let (store, run) = found(&encoded, alone(1, 10));
    let last = run.snapshot();
    assert_eq!((store.len(), last.counts.distinct), (10, 10));
    assert_eq!(last.phase, Phase::Stopped);
    let solutions: Vec<Vec<OptionId>> = store.iter().collect();
    let mut image = Vec::new();
    for (n, solution) in solutions.iter().enumerate() {
        verify(puzzle, &encoding.decode(solution)).unwrap();
        for other in &solutions[..n] {
            for element in &group.elements {
                image_of(element, solution, &mut image);
                let common = image.iter().filter(|option| other.contains(option)).count();
                assert!(2 * common <= 35, "{common} in common");
            }
        }
    }
    // One more, unlike those.
    let settings = FirstSettings { known: solutions.clone(), ..alone(2, 1) };
    let (more, _) = found(&encoded, settings);
    assert_eq!(more.len(), 1);
    assert!(!solutions.contains(&more.get(0)));
}

#[test]
fn several_threads_find_solutions_too_and_can_be_paused_and_stopped() {
    let encoded = encoded(&hexominoes());
    let settings = FirstSettings { threads: 3, wanted: u64::MAX, ..FirstSettings::default() };
    let mut run = FirstRun::start(encoded.into(), settings);
    while run.snapshot().counts.distinct < 3 {
        std::thread::yield_now();
    }
    run.pause();
    assert_eq!(run.phase(), Phase::Paused);
    run.resume();
    assert_eq!(run.phase(), Phase::Running);
    run.stop();
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Stopped);
    assert!(last.counts.distinct >= 3);
    assert_eq!((last.pieces, last.items), (Some(35), 210));
    // The best partial cover has each of its pieces once, and covers as much as it says.
    assert_eq!(last.best.options.len() * 6, last.best.covered);
    assert!(last.best.options.is_sorted_by(|a, b| a < b));
}

#[test]
fn what_has_no_solution_is_decided_beside_the_finder() {
    for threads in [1, 2] {
        let settings = FirstSettings { threads, ..FirstSettings::default() };
        let (store, run) = found(&encoded(UNSOLVABLE), settings);
        assert_eq!((store.len(), run.phase()), (0, Phase::Complete));
    }
}

#[test]
fn the_command_line_finds_first_solutions_and_says_what_is_not_known() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("hexominoes.ron"), hexominoes()).unwrap();
    std::fs::write(folder.path().join("halves.ron"), UNSOLVABLE).unwrap();
    let arguments = ["solve", "hexominoes.ron", "--first", "3", "--seed", "5", "--json"];
    let output = polywright(folder.path(), &[&arguments[..], &["--out", "found.ron"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_str(stdout(&output).trim()).unwrap();
    assert_eq!((&json["distinct"], &json["complete"]), (&3.into(), &false.into()));
    assert_eq!((&json["engine"], &json["seed"]), (&"finder".into(), &5.into()));
    assert_eq!(json["pieces"], 35);
    let output = polywright(folder.path(), &["check", "found.ron"]);
    assert!(stdout(&output).contains("3 distinct solutions in the file, all verified"));
    let output = polywright(folder.path(), &["solve", "halves.ron", "--first"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("No solution exists"), "{}", stdout(&output));
    // Stopped at once, it has found nothing, which proves nothing.
    let arguments = ["solve", "hexominoes.ron", "--first", "100000", "--for", "0"];
    let output = polywright(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("this does not show that there is none"), "{text}");
}

#[test]
fn a_limit_leaves_to_the_finder_what_no_search_would_end() {
    let folder = TempDir::new().unwrap();
    let arguments = ["solve", "hexominoes-15x15-less-3x5", "--limit", "2", "--json"];
    let output = polywright(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_str(stdout(&output).trim()).unwrap();
    assert_eq!((&json["distinct"], &json["engine"]), (&2.into(), &"finder".into()));
    // Small puzzles are searched as ever.
    let output =
        polywright(folder.path(), &["solve", "pentominoes-6x10", "--limit", "2", "--json"]);
    let json: serde_json::Value = serde_json::from_str(stdout(&output).trim()).unwrap();
    assert_ne!(json["engine"], "finder");
}

#[test]
fn a_search_that_has_found_all_ends_although_every_run_finds_one_of_them() {
    // The runs of so small a puzzle with a rule are over before they look up.
    let text = "(format: 1, title: \"t\", lattice: Cube, pieces: [\
        Piece(name: \"a\", sites: [[1, 1, 1], [1, 2, 1], [1, 2, 2]], motions: Turn), \
        Piece(name: \"b\", sites: [[1, 1, 1], [1, 2, 1], [0, 1, 2], [1, 1, 2]]), \
        Piece(name: \"c\", sites: [[1, 1, 1], [0, 1, 2], [1, 1, 2]], motions: Turn)], \
        board: Art([\"##o\", \"###\", \"\", \"##o\", \"###\"]), \
        rules: (at_border: AtLeast(1)))";
    let encoded = encoded(text);
    for seed in 0..20 {
        let settings = FirstSettings { threads: 2, ..alone(seed, u64::MAX) };
        let (store, run) = found(&encoded, settings);
        assert_eq!((store.len(), run.phase()), (18, Phase::Complete));
    }
}

#[test]
fn pieces_are_packed_where_many_sites_may_stay_open() {
    let row = format!("\"{}\"", "o".repeat(20));
    let board = vec![row; 20].join(", ");
    let text = format!(
        "(format: 1, title: \"44 U\", lattice: Square, board: Art([{board}]),
          pieces: [Piece(name: \"U\", art: [\"XXX\", \"X\", \"XXX\"], copies: 44)])"
    );
    let encoded = encoded(&text);
    for seed in 1..4 {
        let (store, run) = found(&encoded, alone(seed, 1));
        let snapshot = run.snapshot();
        assert_eq!((snapshot.items, store.get(0).len()), (400, 44));
        // The best attempt has no placement that the puzzle does not have.
        let options = encoded.encoding.problem.option_count();
        assert!(snapshot.best.options.iter().all(|option| option.index() < options));
    }
}

/// k squares of side k for each k up to 8, in a square of side 36.
#[test]
#[ignore = "takes minutes without full optimisation"]
fn the_partridge_puzzle_of_order_8_has_a_solution() {
    let piece = |k: usize| {
        let art = vec![format!("\"{}\"", "X".repeat(k)); k].join(", ");
        format!("Piece(name: \"{k}\", art: [{art}], copies: {k})")
    };
    let pieces: Vec<String> = (1..=8).map(piece).collect();
    let text = format!(
        "(format: 1, title: \"Partridge 8\", lattice: Square, board: Rectangle(36, 36),
          pieces: [{}])",
        pieces.join(", ")
    );
    let encoded = encoded(&text);
    for seed in 1..3 {
        assert_eq!(found(&encoded, alone(seed, 1)).0.get(0).len(), 36);
    }
}
