//! Several puzzles in one go: `solve FILE…` and `solve --lines`.

use std::fs;
use std::path::Path;
use std::process::Output;

use polywright::text::grouped;
use serde_json::Value;
use tempfile::TempDir;

use crate::program::{polywright, stderr, stdout};

/// Three sudokus of 17 givens.
const SUDOKUS: [&str; 3] = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "000000012000035000000600070700000300000400800100000000000120000080000040050000600",
    "000000012003600000000007000410020000000500300700000600280000040000300500000000000",
];

/// What the program does with the lines of a text.
fn solve_lines(folder: &Path, text: &str, arguments: &[&str]) -> Output {
    fs::write(folder.join("some.txt"), text).unwrap();
    polywright(folder, &[&["solve", "some.txt", "--lines"], arguments].concat())
}

/// The objects of `--json`, one a line.
fn objects(output: &Output) -> Vec<Value> {
    stdout(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns whether signs are a sudoku with all cells filled in that has the givens.
fn is_solution(signs: &str, givens: &str) -> bool {
    let digits: Vec<u32> = signs.chars().filter_map(|sign| sign.to_digit(10)).collect();
    let houses = |cell: usize| [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3];
    let mut seen = [0u32; 27];
    for (cell, digit) in digits.iter().enumerate() {
        houses(cell).into_iter().for_each(|house| seen[house] |= 1 << digit);
    }
    let has_givens = signs.chars().zip(givens.chars()).all(|(a, b)| a == b || b == '0' || b == '.');
    digits.len() == 81 && has_givens && seen.iter().all(|digits| *digits == 0b11_1111_1110)
}

#[test]
fn sudokus_are_solved_line_by_line_in_their_order() {
    let folder = TempDir::new().unwrap();
    let text = format!("# three\n{}\n\n{},rated\n {}", SUDOKUS[0], SUDOKUS[1], SUDOKUS[2]);
    let output = solve_lines(folder.path(), &text, &[]);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
    let printed = stdout(&output);
    for ((line, givens), number) in printed.lines().zip(SUDOKUS).zip([2, 4, 5]) {
        let solution = line.strip_prefix(&format!("{number}: 1 solution · ")).expect(line);
        assert!(is_solution(solution, givens), "{line}");
    }
    let one = solve_lines(folder.path(), &text, &["--threads", "1"]);
    assert_eq!(stdout(&one), printed);
    let objects = objects(&solve_lines(folder.path(), &text, &["--json"]));
    assert_eq!(objects.len(), 3);
    for (object, line) in objects.iter().zip(printed.lines()) {
        assert!(line.ends_with(object["solution"].as_str().unwrap()), "{object}");
        assert_eq!((&object["total"], &object["complete"]), (&1.into(), &true.into()));
    }
}

#[test]
fn a_wrong_line_is_named_and_the_others_are_solved() {
    let folder = TempDir::new().unwrap();
    let (short, letter) = (&SUDOKUS[0][1..], SUDOKUS[0].replacen('4', "x", 1));
    let twice = SUDOKUS[0].replacen("01", "11", 1);
    let text = [SUDOKUS[1], short, &letter, &twice, SUDOKUS[2]].join("\n");
    let output = solve_lines(folder.path(), &text, &[]);
    assert_eq!(output.status.code(), Some(2));
    let lines: Vec<String> = stdout(&output).lines().map(|line| line[..2].to_owned()).collect();
    assert_eq!(lines, ["1:", "5:"]);
    let errors: Vec<String> = stderr(&output).lines().map(str::to_owned).collect();
    assert!(errors[0].starts_with("2: the givens have 80 characters, expected 81"), "{errors:?}");
    assert!(errors[1].starts_with("3: column 1, row 2: 'x' is not a digit"), "{errors:?}");
    assert_eq!(errors[2], "4: row 1 has two 1s: columns 7 and 8");
    assert_eq!(errors[3], "3 puzzles cannot be solved; the others were");
    // As objects there is one for each line.
    let objects = objects(&solve_lines(folder.path(), &text, &["--json"]));
    let places: Vec<u64> = objects.iter().map(|object| object["line"].as_u64().unwrap()).collect();
    assert_eq!(places, [1, 2, 3, 4, 5]);
    assert_eq!(objects[3]["error"], "row 1 has two 1s: columns 7 and 8");
    let nothing = solve_lines(folder.path(), "| nothing\n\n", &[]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(stderr(&nothing).starts_with("some.txt: has no puzzles"), "{}", stderr(&nothing));
}

#[test]
fn the_limit_holds_for_each_line_and_shows_in_the_exit_status() {
    let folder = TempDir::new().unwrap();
    // Without its last given it has more solutions, and with a wrong one it has none.
    let more = format!("{}{}", &SUDOKUS[0][..75], "000000");
    let none = format!("{}{}", &SUDOKUS[0][..80], "1");
    let text = [SUDOKUS[0], &more].join("\n");
    let output = solve_lines(folder.path(), &text, &["--limit", "2", "--json"]);
    assert_eq!(output.status.code(), Some(3));
    let answers: Vec<_> = objects(&output)
        .iter()
        .map(|own| (own["total"].as_u64(), own["complete"].as_bool()))
        .collect();
    assert_eq!(answers, [(Some(1), Some(true)), (Some(2), Some(false))]);
    let output = solve_lines(folder.path(), &[SUDOKUS[0], &none].join("\n"), &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).ends_with("\n2: no solution\n"), "{}", stdout(&output));
}

#[test]
fn problems_between_lines_of_dashes_are_solved() {
    let folder = TempDir::new().unwrap();
    // Perfect matchings of a cycle; one without a solution; dominoes on 8×8, too many to list; a wrong one.
    let mut board = (0..64).map(|n| format!("c{n}")).collect::<Vec<_>>().join(" ") + "\n";
    for n in 0..64 {
        board += &if n % 8 < 7 { format!("c{n} c{}\n", n + 1) } else { String::new() };
        board += &if n < 56 { format!("c{n} c{}\n", n + 8) } else { String::new() };
    }
    let cycle = "a b c d\na b\nb c\nc d\nd a\n";
    let text = format!("{cycle}---\na b c\na b\n-----\n{board}---\n| wrong\na b\na x\n");
    let output = solve_lines(folder.path(), &text, &[]);
    assert_eq!(output.status.code(), Some(2));
    let counts = |n: u64| {
        let n = grouped(n);
        format!("total {n} · turned {n} · distinct {n} · symmetric 0")
    };
    let first_line = 10;
    let last = text.lines().count();
    assert_eq!(
        stdout(&output).lines().collect::<Vec<_>>(),
        [
            format!("1: {}", counts(2)),
            "7: No solution exists. Item c must be covered 1 time but is in only 0 options."
                .to_owned(),
            format!("{first_line}: {}", counts(12_988_816)),
        ]
    );
    let errors = stderr(&output);
    let wrong = format!("{}: line {last}, column 3: ", last - 2);
    assert!(errors.starts_with(&wrong), "{errors}");
}

#[test]
fn several_files_are_solved_in_one_go() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("cycle.dlx"), "a b c d\na b\nb c\nc d\nd a\n").unwrap();
    fs::write(folder.path().join("broken.ron"), "(format: 1, lattice: Sqare)").unwrap();
    let files = ["solve", "soma-cube", "cycle.dlx", "dominoes-two-corners-cut"];
    let output = polywright(folder.path(), &files);
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "soma-cube: total 11\u{a0}520 · turned 480 · distinct 240 · symmetric 0");
    assert_eq!(lines[1], "cycle.dlx: total 2 · turned 2 · distinct 1 · symmetric 1");
    let plain = polywright(folder.path(), &["solve", "cycle.dlx", "cycle.dlx", "--no-symmetry"]);
    let line = "cycle.dlx: total 2 · turned 2 · distinct 2 · symmetric 0";
    assert_eq!(stdout(&plain).lines().collect::<Vec<_>>(), [line; 2]);
    let refused = polywright(folder.path(), &["solve", "soma-cube", "--no-symmetry"]);
    assert_eq!(refused.status.code(), Some(2), "{}", stdout(&refused));
    let reason = "dominoes-two-corners-cut: No solution exists. ";
    assert!(lines[2].starts_with(reason), "{lines:?}");
    let output = polywright(folder.path(), &["solve", "broken.ron", "soma-cube", "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("broken.ron: line 1, column "), "{}", stderr(&output));
    let objects = objects(&output);
    assert_eq!(objects[0]["file"], "broken.ron");
    assert!(objects[0]["error"].as_str().unwrap().contains("Sqare"), "{}", objects[0]);
    assert_eq!((&objects[1]["title"], &objects[1]["distinct"]), (&"Soma cube".into(), &240.into()));
    // What is for one puzzle is refused.
    for (options, why) in [
        (&["--out", "all.ron"][..], "--out cannot be used with several files\n"),
        (&["--first", "1"], "--first cannot be used with several files\n"),
        (&["--lines", "--where", "no-crossroads"], "--where cannot be used with --lines\n"),
    ] {
        let output = polywright(folder.path(), &[&files[..], options].concat());
        assert_eq!((output.status.code(), &*stderr(&output)), (Some(2), why));
    }
}
