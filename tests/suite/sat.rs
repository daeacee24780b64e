//! The SAT solver as a second opinion.

use polywright::encode::Encoded;
use polywright::format::bundled;
use polywright::job::Phase;
use polywright::job::first::{FirstMethod, FirstRun, FirstSettings};
use polywright::solution::verify::verify;
use tempfile::TempDir;

use crate::program::{polywright, stderr, stdout};

/// Dominoes on a board of two halves, of which each has an odd number of squares.
const HALVES: &str = "(format: 1, title: \"Halves\", lattice: Square, \
    pieces: [Family(free: 2, copies: 9)], board: Art([\"###.###\", \"###.###\", \"###.###\"]))";

#[test]
fn it_agrees_with_what_is_known_of_bundled_puzzles_on_every_lattice() {
    let mut seen = [0, 0];
    for path in [
        "square/pentominoes-5x12.ron",
        "square/chessboard-tetrominoes-7x4.ron",
        "square/dominoes-two-corners-cut.ron",
        "square/l-trominoes-7x7.ron",
        "square-edges/tetrasticks-5x5-without-h.ron",
        "triangle/hexiamonds-6x6.ron",
        "triangle-edges/tritrigs-hexagon.ron",
        "hexagon/tetrahexes-7x4.ron",
        "hexagon/tetrahexes-triangle.ron",
        "hexagon-edges/pentatwigs-3x5.ron",
        "tetrakis/tangram-square.ron",
        "king/trikings-3x5.ron",
        "cube/soma-cube.ron",
    ] {
        let file = bundled::ALL.iter().find(|file| file.path == path).expect(path);
        let opened = file.open();
        let expect = &opened.description.expect;
        let solutions = expect.distinct.or(expect.total).expect(path);
        let encoded = Encoded::new(opened.puzzle).unwrap();
        let method = FirstMethod::Sat { proof: None };
        let settings = FirstSettings { method, ..FirstSettings::default() };
        let mut run = FirstRun::start(encoded.clone().into(), settings);
        run.wait();
        let Encoded { puzzle, encoding, .. } = &encoded;
        seen[usize::from(solutions > 0)] += 1;
        if solutions > 0 {
            assert_eq!((run.phase(), run.store().len()), (Phase::Stopped, 1), "{path}");
            verify(puzzle, &encoding.decode(&run.store().get(0))).unwrap();
        } else {
            assert_eq!((run.phase(), run.store().len()), (Phase::Complete, 0), "{path}");
        }
    }
    assert_eq!(seen, [2, 11]);
}

#[test]
fn the_command_line_asks_it_and_writes_its_proof() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join("halves.ron"), HALVES).unwrap();
    let run = |arguments: &[&str]| polywright(folder.path(), arguments);

    let output = run(&["solve", "pentominoes-6x10", "--sat", "--json", "--out", "one.ron"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_str(stdout(&output).trim()).unwrap();
    assert_eq!((&json["engine"], &json["distinct"]), (&"sat".into(), &1.into()));
    assert_eq!(json["complete"], false);
    let output = run(&["check", "one.ron"]);
    assert!(stdout(&output).contains("1 distinct solution in the file"), "{}", stdout(&output));

    let output = run(&["solve", "halves.ron", "--sat"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("No solution exists"), "{}", stdout(&output));
    // Colours show it at once, but a proof was asked for.
    let triangle = "tetrahexes-triangle";
    let output = run(&["solve", triangle, "--sat", "--proof", "none.drat"]);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("the SAT solver proved it"), "{}", stdout(&output));
    // Its literals are of the formula that is exported.
    let proof = std::fs::read_to_string(folder.path().join("none.drat")).unwrap();
    let output = run(&["export", triangle, "--to", "cnf", "--out", "none.cnf"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let formula = std::fs::read_to_string(folder.path().join("none.cnf")).unwrap();
    let header = formula.lines().find_map(|line| line.strip_prefix("p cnf ")).unwrap();
    let variables: i64 = header.split(' ').next().unwrap().parse().unwrap();
    assert!(proof.lines().count() > 100 && proof.ends_with("\n0\n"), "{proof}");
    for number in proof.split_whitespace().filter(|&word| word != "d") {
        assert!(number.parse::<i64>().unwrap().abs() <= variables, "{number}");
    }

    // A solution is no proof, and one from before stays.
    let output = run(&["solve", "soma-cube", "--sat", "--proof", "none.drat"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("not written"), "{}", stderr(&output));
    assert_eq!(std::fs::read_to_string(folder.path().join("none.drat")).unwrap(), proof);
    let output = run(&["solve", "soma-cube", "--proof", "x.drat"]);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
}

#[test]
fn it_is_stopped_by_time() {
    let folder = TempDir::new().unwrap();
    let arguments = ["solve", "hexominoes-15x15-less-3x5", "--sat", "--for", "0"];
    let output = polywright(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("this does not show that there is none"), "{text}");
}
