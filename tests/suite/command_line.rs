//! The program as it is used in a terminal: exit status, output, files, signals.
//!
//! Modes, signals and what the system says of a missing file are those of Unix.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin_cmd;
use polywright::lattice;
use tempfile::TempDir;

use crate::program::{PROGRAM, polywright, stderr, stdout};

fn folder() -> TempDir {
    TempDir::new().unwrap()
}

const SMALL: &str = r#"(
    format: 1,
    title: "Small",
    lattice: Square,
    pieces: [Piece(name: "I", art: ["XX"], copies: 6)],
    board: Rectangle(4, 3),
)
"#;

// ---- Solving ----

#[test]
fn a_puzzle_is_taken_from_standard_input() {
    let output = cargo_bin_cmd!("polywright")
        .args(["solve", "-", "--json"])
        .write_stdin(SMALL)
        .timeout(Duration::from_secs(120))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains(r#""title":"Small""#), "{}", stdout(&output));
    // What is wrong there is told like what is wrong in a file.
    let broken = SMALL.replace("Square", "Sqare");
    let output = cargo_bin_cmd!("polywright").args(["check", "-"]).write_stdin(broken).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("-: line 4, "), "{}", stderr(&output));
}

#[test]
fn the_last_line_of_solve_with_json_tells_the_numbers() {
    let folder = folder();
    let output = polywright(folder.path(), &["solve", "pentominoes-6x10", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    let last = text.lines().last().unwrap();
    let end = r#""total":9356,"turned":4678,"distinct":2339,"symmetric":0,"complete":true}"#;
    assert!(last.ends_with(end), "{last}");
    let json: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!(json["title"], "Pentominoes 6×10");
    for key in ["nodes", "seconds", "engine", "threads"] {
        assert!(!json[key].is_null(), "{key}");
    }
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_puzzle_without_solutions_gives_exit_status_1() {
    let folder = folder();
    let output = polywright(folder.path(), &["solve", "dominoes-two-corners-cut"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("total 0 · turned 0 · distinct 0 · symmetric 0\n"));
}

#[test]
fn what_colouring_rules_out_is_not_searched() {
    let folder = folder();
    let output = polywright(folder.path(), &["solve", "dominoes-two-corners-cut", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).starts_with("No solution exists. With the sites coloured"));
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&json["total"], &json["nodes"]), (&0.into(), &0.into()));
    assert_eq!((&json["complete"], &json["engine"]), (&true.into(), &"none".into()));
    let output = polywright(folder.path(), &["estimate", "dominoes-two-corners-cut"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("There is nothing to search: no solution exists. With"));
}

#[test]
fn a_piece_without_a_placement_is_named_before_any_colouring() {
    let folder = folder();
    let text = "(format: 1, title: \"t\", lattice: Square, board: Rectangle(3, 1), \
                pieces: [Piece(name: \"L\", art: [\"XX\", \"X.\"])])";
    fs::write(folder.path().join("l.ron"), text).unwrap();
    let output = polywright(folder.path(), &["solve", "l.ron"]);
    assert_eq!(output.status.code(), Some(1));
    let words = stderr(&output);
    assert!(words.starts_with("No solution exists. Piece L has no placement."), "{words}");
    fs::write(folder.path().join("m.dlx"), "a b c\na b\n").unwrap();
    let output = polywright(folder.path(), &["solve", "m.dlx"]);
    let words = "No solution exists. Item c must be covered 1 time but is in only 0 options.\n";
    assert_eq!((output.status.code(), stderr(&output)), (Some(1), words.to_owned()));
}

#[test]
fn a_puzzle_whose_area_cannot_fit_says_so() {
    let folder = folder();
    let text = SMALL.replace("copies: 6", "copies: 5");
    fs::write(folder.path().join("small.ron"), text).unwrap();
    let output = polywright(folder.path(), &["solve", "small.ron"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stderr(&output),
        "No solution exists. The board has 2 sites more than the pieces can cover. Erase 2 \
         sites, make them optional, or add pieces.\n"
    );
}

#[test]
fn numbers_other_than_expected_are_pointed_out() {
    let folder = folder();
    let text = SMALL.replace("board:", "expect: (total: 12, distinct: 5),\n    board:");
    fs::write(folder.path().join("small.ron"), text).unwrap();
    let output = polywright(folder.path(), &["solve", "small.ron"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("total 11 · turned 7 · distinct 5 · symmetric"), "{output:?}");
    assert_eq!(stderr(&output), "The file expects 12 total; found 11.\n");
}

#[test]
fn a_limit_ends_the_search_early_and_the_numbers_say_so() {
    let folder = folder();
    let arguments =
        ["solve", "pentominoes-6x10", "--limit", "5", "--threads", "1", "--json", "--out", "5.ron"];
    let output = polywright(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(3));
    let json: serde_json::Value =
        serde_json::from_str(stdout(&output).lines().last().unwrap()).unwrap();
    assert_eq!((json["distinct"].as_u64(), json["complete"].as_bool()), (Some(5), Some(false)));
    let check = polywright(folder.path(), &["check", "5.ron"]);
    assert_eq!(check.status.code(), Some(0), "{}", stderr(&check));
    assert!(stdout(&check).contains("5 distinct solutions in the file, all verified"));
}

#[test]
fn solutions_that_were_written_can_be_checked_and_solved_again() {
    let folder = folder();
    fs::write(folder.path().join("small.ron"), SMALL).unwrap();
    let solve = polywright(folder.path(), &["solve", "small.ron", "--out", "solutions.ron"]);
    assert_eq!(solve.status.code(), Some(0));
    let check = polywright(folder.path(), &["check", "solutions.ron"]);
    assert_eq!(check.status.code(), Some(0), "{}", stderr(&check));
    assert!(stdout(&check).contains("5 distinct solutions in the file, all verified"));
    let again = polywright(folder.path(), &["solve", "solutions.ron", "--out", "again.ron"]);
    assert_eq!(again.status.code(), Some(0));
    let read = |name| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("again.ron"), read("solutions.ron"));
}

#[test]
fn solutions_that_were_tampered_with_are_refused_with_their_place() {
    let folder = folder();
    fs::write(folder.path().join("small.ron"), SMALL).unwrap();
    polywright(folder.path(), &["solve", "small.ron", "--out", "solutions.ron"]);
    let sound = fs::read_to_string(folder.path().join("solutions.ron")).unwrap();
    let refused = |from: &str, to: &str| {
        assert!(sound.contains(from), "{from} in {sound}");
        fs::write(folder.path().join("bad.ron"), sound.replacen(from, to, 1)).unwrap();
        let check = polywright(folder.path(), &["check", "bad.ron"]);
        assert_eq!(check.status.code(), Some(2), "{from} -> {to}: {check:?}");
        stderr(&check)
    };
    let message = refused("total: 11", "total: 12");
    assert!(message.contains("do not agree"), "{message}");
    let message = refused("[[1, 1], [2, 1]]", "[[1, 1], [3, 1]]");
    assert!(message.starts_with("bad.ron: line 16, column 9: solution 1: "), "{message}");
    assert!(message.contains("the sites of piece I do not have its shape"), "{message}");
    let message = refused("(\"I\",", "(\"J\",");
    assert!(message.contains("the puzzle has no piece J"), "{message}");
    let message = refused("orbit:", "circle:");
    assert!(message.contains("the field `circle` is not allowed here"), "{message}");
    let first = sound.lines().find(|line| line.contains("orbit")).unwrap();
    let message = refused(first, &format!("{first}\n{first}"));
    assert!(message.contains("is listed twice"), "{message}");
}

#[test]
fn items_and_options_with_multiplicities_are_solved_and_written() {
    let folder = folder();
    let text = "| two or three of four, in one colour\n2:3|a | x\na x:1\na x:1\na x:2\na x:1\n";
    fs::write(folder.path().join("some.dlx"), text).unwrap();
    let output =
        polywright(folder.path(), &["solve", "some.dlx", "--json", "--out", "solutions.txt"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains(r#""total":4,"turned":4,"distinct":4,"#), "{output:?}");
    let written = fs::read_to_string(folder.path().join("solutions.txt")).unwrap();
    assert_eq!(written.matches("\n\n").count(), 4, "{written}");
    assert_eq!(written.matches("a x:1\n").count(), 3 + 2 * 3, "{written}");
    let check = polywright(folder.path(), &["check", "some.dlx"]);
    assert_eq!(
        stdout(&check),
        "1 primary item and 1 secondary item, 4 options, 8 items in all options\n"
    );
}

#[test]
fn steps_of_the_search_are_written_as_pictures() {
    let folder = folder();
    let steps = |more: &[&str]| {
        let arguments = ["steps", "pentominoes-3x20", "--pictures", "out"];
        polywright(folder.path(), &[&arguments[..], more].concat())
    };
    let written = steps(&["--from", "10", "--steps", "4"]);
    assert_eq!(stdout(&written), "Wrote 4 pictures to out.\n", "{}", stderr(&written));
    for step in 10..14 {
        let picture = folder.path().join(format!("out/step-{step:06}.svg"));
        let text = fs::read_to_string(picture).unwrap();
        assert!(text.contains(&format!("Step {step} · X")), "{text}");
    }
    let again = steps(&["--steps", "4"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(stderr(&again).contains("out: has other files"), "{}", stderr(&again));
    assert_eq!(steps(&["--steps", "2001"]).status.code(), Some(2), "no more than 2000");

    let animated = |more: &[&str]| {
        let arguments = ["steps", "pentominoes-3x20", "--animation", "own.apng"];
        polywright(folder.path(), &[&arguments[..], more].concat())
    };
    let written = animated(&["--from", "10", "--steps", "4", "--milliseconds", "100"]);
    let said = "Wrote an animation of 4 pictures to own.apng.\n";
    assert_eq!(stdout(&written), said, "{}", stderr(&written));
    let file = fs::read(folder.path().join("own.apng")).unwrap();
    assert!(file.starts_with(b"\x89PNG") && file.windows(4).any(|own| own == b"acTL"));
    let many = animated(&["--steps", "301"]);
    assert_eq!(many.status.code(), Some(2));
    assert!(stderr(&many).contains("at most 300 pictures"), "{}", stderr(&many));
    let missing = polywright(folder.path(), &["steps", "pentominoes-3x20"]);
    assert_eq!(missing.status.code(), Some(2), "pictures or an animation");
}

#[test]
fn check_lists_the_order_of_the_group_of_a_puzzle() {
    let folder = folder();
    // One hand alone, turned only, lets no mirror pass.
    let one_hand = r#"(format: 1, title: "t", lattice: Cube, board: Box(3, 3, 3),
        pieces: [Family(one_sided: 4, only: ["A"], copies: 6), Family(free: 3, only: ["V"])])"#;
    fs::write(folder.path().join("one-hand.ron"), one_hand).unwrap();
    for (puzzle, order) in [
        ("pentominoes-6x10", 4),
        ("scotts-board", 8),
        ("hexiamonds-6x6", 4),
        ("obeirnes-hexagon", 12),
        ("soma-cube", 48),
        ("one-hand.ron", 24),
        ("bedlam-cube", 24),
        ("queens-8", 8),
    ] {
        let check = stdout(&polywright(folder.path(), &["check", puzzle]));
        let line = check.lines().find(|line| line.starts_with("Symmetries of the puzzle"));
        let told = line.and_then(|line| line.split_whitespace().last());
        assert_eq!(told, Some(order.to_string().as_str()), "{puzzle}");
    }
}

#[test]
fn check_writes_a_certificate_and_a_picture_of_a_reason_and_verifies_the_certificate() {
    let folder = folder();
    let bars = r#"(format: 1, title: "bars", lattice: Square, board: Rectangle(6, 6),
        pieces: [Piece(name: "I", art: ["XXXX"], copies: 9)])"#;
    fs::write(folder.path().join("bars.ron"), bars).unwrap();
    let asked = ["--json", "--certificate", "none.ron", "--picture", "none.svg"];
    let check = polywright(folder.path(), &[&["check", "bars.ron"][..], &asked].concat());
    assert_eq!(check.status.code(), Some(0), "{}", stderr(&check));
    let json: serde_json::Value = serde_json::from_str(&stdout(&check)).unwrap();
    let reason = &json["reason"];
    let sites = |n: usize| reason["colours"][n]["sites"].as_u64();
    assert_eq!([0, 1, 2, 3].map(sites), [9, 10, 9, 8].map(Some), "{json}");
    assert_eq!(reason["pieces"][0]["names"][0], "I");
    assert_eq!(reason["pieces"][0]["covers"][3], serde_json::json!([1, 1]));
    let checks = json["checks"].as_array().unwrap();
    assert!(checks.iter().any(|check| check["kind"] == "obstruction"), "{json}");
    let picture = fs::read_to_string(folder.path().join("none.svg")).unwrap();
    assert_eq!(picture.matches(">2</text>").count(), 10);

    let verified = polywright(folder.path(), &["check", "none.ron"]);
    assert_eq!(verified.status.code(), Some(0), "{}", stderr(&verified));
    assert!(stdout(&verified).contains("Verified: no solution exists."), "{verified:?}");
    let text = fs::read_to_string(folder.path().join("none.ron")).unwrap();
    fs::write(folder.path().join("changed.ron"), text.replace("copies: 9", "copies: 10")).unwrap();
    let refused = polywright(folder.path(), &["check", "changed.ron"]);
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    let solved = polywright(folder.path(), &["solve", "none.ron"]);
    assert!(stderr(&solved).contains("is a certificate"), "{solved:?}");

    // Of a puzzle with solutions there is none.
    fs::write(folder.path().join("small.ron"), SMALL).unwrap();
    let none = polywright(folder.path(), &["check", "small.ron", "--certificate", "no.ron"]);
    assert_eq!(none.status.code(), Some(2), "{none:?}");
    assert!(!folder.path().join("no.ron").exists());
}

#[test]
fn output_that_nobody_reads_is_no_fault() {
    // `check` wrote on after its reader had gone, and panicked.
    let script = format!("'{PROGRAM}' check pentominoes-6x10 | true");
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    assert_eq!(stderr(&output), "");
}

// ---- Files that are written ----

#[test]
fn a_file_is_replaced_at_once_and_keeps_its_mode() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = folder();
    let out = folder.path().join("out.ron");
    fs::write(folder.path().join("small.ron"), SMALL).unwrap();
    // The second is wider than any usual umask leaves a new file.
    for mode in [0o600, 0o666] {
        fs::write(&out, "old").unwrap();
        fs::set_permissions(&out, fs::Permissions::from_mode(mode)).unwrap();
        // A second name of the old file shows that it was replaced, not written over.
        let kept = folder.path().join("kept.ron");
        let _ = fs::remove_file(&kept);
        fs::hard_link(&out, &kept).unwrap();
        let output = polywright(folder.path(), &["solve", "small.ron", "--out", "out.ron"]);
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(fs::metadata(&out).unwrap().mode() & 0o777, mode);
        assert_eq!(fs::read_to_string(&kept).unwrap(), "old");
        assert!(fs::read_to_string(&out).unwrap().contains("solutions"));
    }
    let mut names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["kept.ron", "out.ron", "small.ron"], "nothing is left lying about");
}

#[test]
fn a_link_stays_a_link_and_a_device_a_device() {
    let folder = folder();
    fs::write(folder.path().join("small.ron"), SMALL).unwrap();
    fs::write(folder.path().join("real.ron"), "old").unwrap();
    std::os::unix::fs::symlink("real.ron", folder.path().join("link.ron")).unwrap();
    let output = polywright(folder.path(), &["solve", "small.ron", "--out", "link.ron"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(fs::symlink_metadata(folder.path().join("link.ron")).unwrap().is_symlink());
    assert!(fs::read_to_string(folder.path().join("real.ron")).unwrap().contains("solutions"));

    // A pipe, since a fault here would do harm to a device.
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
    let output = polywright(folder.path(), &["solve", "small.ron", "--out", "pipe"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&reader.wait_with_output().unwrap()).contains("solutions"));
    assert!(!fs::metadata(&pipe).unwrap().is_file());
}

#[test]
fn what_cannot_be_written_is_said_before_the_search_and_leaves_the_old_file() {
    let folder = folder();
    fs::write(folder.path().join("old.ron"), "old").unwrap();
    // None of these would be over in a minute if the search began.
    for (out, why) in [
        ("missing/out.ron", "there is no such file or folder"),
        ("old.ron/out.ron", "Not a directory"),
        (".", "is a folder"),
    ] {
        let began = Instant::now();
        let output = polywright(folder.path(), &["solve", "dominoes-8x8", "--out", out]);
        assert_eq!(output.status.code(), Some(2), "{out}");
        assert!(stderr(&output).contains(why), "{out}: {}", stderr(&output));
        assert!(stderr(&output).starts_with(out), "{out}: {}", stderr(&output));
        assert!(began.elapsed() < Duration::from_secs(10), "{out}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("old.ron")).unwrap(), "old");
}

#[test]
fn a_read_only_folder_is_left_as_it_was() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::write(closed.join("out.ron"), "old").unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).unwrap();
    // To the superuser no folder is closed.
    if fs::write(closed.join("probe"), "").is_err() {
        let output =
            polywright(folder.path(), &["solve", "dominoes-8x8", "--out", "closed/out.ron"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("Permission denied"), "{}", stderr(&output));
    }
    assert_eq!(fs::read_to_string(closed.join("out.ron")).unwrap(), "old");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}

// ---- Files that are wrong ----

/// Files that are no puzzles, by name, with what is in them.
fn bad_files() -> Vec<(&'static str, Vec<u8>)> {
    let puzzle = |pieces: &str, board: &str| {
        format!(
            "(\n    format: 1,\n    title: \"t\",\n    lattice: Square,\n    pieces: [{pieces}],\n    \
             board: {board},\n)\n"
        )
    };
    let sound = puzzle("Family(free: 2)", "Rectangle(2, 1)");
    let with = |from: &str, to: &str| sound.replace(from, to);
    let text = |name, text: String| (name, text.into_bytes());
    let long = "x".repeat(5_000_000);
    let marks = "#".repeat(5_000_000);
    vec![
        text("a field that is not known.ron", with("title:", "name: \"n\", title:")),
        text(
            "a field of a piece.ron",
            puzzle(r#"Piece(name: "I", art: ["X"], copy: 2)"#, "Rectangle(1, 1)"),
        ),
        text("a field that is missing.ron", with("    title: \"t\",\n", "")),
        text("a field twice.ron", with("    title", "    title: \"s\",\n    title")),
        text("no comma.ron", with("\"t\",", "\"t\"")),
        text("no closing bracket of the pieces.ron", with("],", ",")),
        text("no closing bracket at the end.ron", with(",\n)\n", ",\n")),
        text("no closing quote.ron", with("\"t\"", "\"t")),
        text("something after the end.ron", format!("{sound})")),
        text("a text for a number.ron", with("format: 1", "format: \"1\"")),
        text("a number for a text.ron", with("\"t\"", "7")),
        text(
            "a piece of no site.ron",
            puzzle("Piece(name: \"nothing\", art: [\"..\"])", "Rectangle(2, 1)"),
        ),
        text(
            "art and sites.ron",
            puzzle("Piece(name: \"I\", art: [\"X\"], sites: [[1, 1]])", "Rectangle(2, 1)"),
        ),
        text(
            "a piece in parts.ron",
            puzzle("Piece(name: \"I\", art: [\"X.X\"])", "Rectangle(2, 1)"),
        ),
        text(
            "two of one name.ron",
            puzzle(
                "\n        Piece(name: \"I\", art: [\"X\"]),\n        Piece(name: \"I\", art: [\"XX\"]),\n    ",
                "Rectangle(3, 1)",
            ),
        ),
        text("a family without a kind.ron", puzzle("Family(only: [\"I\"])", "Rectangle(2, 1)")),
        text(
            "a member that is not there.ron",
            puzzle("Family(free: 5, without: [\"Q\"])", "Rectangle(2, 1)"),
        ),
        text("a family too large.ron", puzzle("Family(free: 40)", "Rectangle(2, 1)")),
        text(
            "copies the wrong way round.ron",
            puzzle("Family(free: 2, copies: (3, 2))", "Rectangle(2, 1)"),
        ),
        text("fewer than no copies.ron", puzzle("Family(free: 2, copies: -1)", "Rectangle(2, 1)")),
        text(
            "a colour that is not known.ron",
            puzzle("Piece(name: \"I\", art: [\"X\"], colour: \"mud\")", "Rectangle(1, 1)"),
        ),
        text(
            "motions that are not known.ron",
            puzzle("Piece(name: \"I\", art: [\"X\"], motions: Spin)", "Rectangle(1, 1)"),
        ),
        text("no pieces.ron", puzzle("", "Rectangle(2, 1)")),
        text(
            "a board of a thousand million sites.ron",
            puzzle("Family(free: 2)", "Rectangle(40000, 25000)"),
        ),
        text(
            "a board a thousand million long.ron",
            puzzle("Family(free: 2)", "Rectangle(1000000000, 1)"),
        ),
        text(
            "a board too long for any number.ron",
            puzzle("Family(free: 2)", "Rectangle(99999999999, 1)"),
        ),
        text("a board of one number.ron", puzzle("Family(free: 2)", "Rectangle(2)")),
        text("a board that is not known.ron", puzzle("Family(free: 2)", "Circle(2)")),
        text("a mark that is not known.ron", puzzle("Family(free: 2)", "Art([\"##\", \"#?\"])")),
        text(
            "a hole that is not there.ron",
            puzzle("Family(free: 2)", "Less(Rectangle(2, 2), [[3, 1]])"),
        ),
        text(
            "an address of three numbers.ron",
            puzzle("Family(free: 2)", "Sites([[1, 1], [2, 1, 1]])"),
        ),
        text("a lattice that is not known.ron", with("Square", "Penrose")),
        text(
            "half a triangle.ron",
            puzzle("Piece(name: \"chip\", art: [\".X\", \"X.X\"])", "Rectangle(2, 1)")
                .replace("Square", "Tetrakis"),
        ),
        text(
            "a board with half a triangle.ron",
            puzzle("Family(free: 1)", "Less(Rectangle(2, 1), [[2, 1, 3]])")
                .replace("Square", "Tetrakis"),
        ),
        text(
            "a quarter that is not there.ron",
            puzzle("Piece(name: \"chip\", sites: [[1, 1, 5]])", "Rectangle(2, 1)")
                .replace("Square", "Tetrakis"),
        ),
        text(
            "a stick the other way.ron",
            puzzle("Piece(name: \"zig\", art: [\"+ - +\", \" / /\"])", "Hexagon(1)")
                .replace("Square", "TriangleEdges"),
        ),
        text(
            "a stick off the grid.ron",
            puzzle("Piece(name: \"zig\", art: [\"+---+\"])", "Hexagon(1)")
                .replace("Square", "TriangleEdges"),
        ),
        text(
            "a stick across a hexagon.ron",
            puzzle("Piece(name: \"bar\", sites: [[0, 0, 0, 1]])", "Hexagon(1)")
                .replace("Square", "HexagonEdges"),
        ),
        text(
            "a hexagon between two.ron",
            puzzle("Family(free: 2)", "Art([\"# # #\", \"# #\"])").replace("Square", "Hexagon"),
        ),
        text(
            "a cube without a layer.ron",
            puzzle("Piece(name: \"I\", sites: [[1, 1], [2, 1]])", "Box(2, 1, 1)")
                .replace("Square", "Cube"),
        ),
        text(
            "a board of another lattice.ron",
            puzzle("Family(free: 2)", "Rectangle(2, 1)").replace("Square", "Cube"),
        ),
        text(
            "two fives in a row of a sudoku.ron",
            format!(
                "(\n    format: 1,\n    title: \"t\",\n    cover: Sudoku(givens: \"{}\"),\n)\n",
                "..5....5.".to_owned() + &".".repeat(72)
            ),
        ),
        text("format 99.ron", with("format: 1", "format: 99")),
        text(
            "several things at once.ron",
            with("format: 1", "format: 99")
                .replace("Family(free: 2)", "Family(free: 0)")
                .replace("Rectangle(2, 1)", "Rectangle(0, 1)"),
        ),
        text("nothing.ron", String::new()),
        text("spaces.ron", "  \n\n ".to_owned()),
        ("binary.ron", vec![0, 0xff, 0xfe, 0x80, 0x50, 0x4e, 0x47]),
        text("ten thousand brackets.ron", "(".repeat(10_000)),
        text(
            "ten thousand brackets for pieces.ron",
            puzzle(&"[".repeat(10_000), "Rectangle(2, 1)"),
        ),
        text("ten thousand boards.ron", puzzle("Family(free: 2)", &"Less(".repeat(10_000))),
        text("a long line.ron", long.clone()),
        text("a long name of a field.ron", with("title:", &format!("{long}: 1, title:"))),
        text(
            "a long name of a piece.ron",
            puzzle(&format!("Piece(name: \"{long}\", art: [\"X\"])"), "Rectangle(2, 1)"),
        ),
        text(
            "a long member.ron",
            puzzle(&format!("Family(free: 2, only: [\"{long}\"])"), "Rectangle(2, 1)"),
        ),
        text("a long board.ron", puzzle("Family(free: 2)", &format!("Art([\"{marks}\"])"))),
        text(
            "a long piece.ron",
            puzzle(&format!("Piece(name: \"long\", art: [\"{marks}\"])"), "Rectangle(2, 1)"),
        ),
        text("nothing.dlx", String::new()),
        text("a long line.dlx", "a ".repeat(2_500_000)),
        text("an item that is not known.dlx", "a b\na c\n".to_owned()),
        text("a coloured primary item.dlx", "a | b\nb:1 a:2\n".to_owned()),
    ]
}

#[test]
fn whatever_is_wrong_with_a_file_is_said_shortly_with_its_place() {
    let folder = folder();
    fs::create_dir(folder.path().join("a folder.ron")).unwrap();
    let mut names = vec!["a folder.ron", "not there.ron"];
    for (name, contents) in bad_files() {
        fs::write(folder.path().join(name), contents).unwrap();
        names.push(name);
    }
    let mut told = String::new();
    for name in names {
        // With 600 megabytes of address space, most of it the program's own, a text of five
        // megabytes must not be blown up.
        let script = "ulimit -v 600000 2>/dev/null; exec \"$0\" solve \"$1\"";
        let began = Instant::now();
        let output = Command::new("sh")
            .args(["-c", script, PROGRAM, name])
            .current_dir(folder.path())
            .output()
            .unwrap();
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {message}");
        assert!(!message.contains("panicked"), "{name}: {message}");
        assert!(message.starts_with(&format!("{name}: ")), "{name}: {message}");
        assert!(message.chars().count() < 2000, "{name} gets a message too long to read");
        assert!(began.elapsed() < Duration::from_secs(60), "{name}: {:?}", began.elapsed());
        assert_eq!(stdout(&output), "", "{name}");
        let _ = write!(told, "{message}");
    }
    // A new lattice is no new message.
    let keys: Vec<&str> = lattice::ALL.iter().map(|lattice| lattice.key).collect();
    let told = told.replace(&keys[3..].join(", "), "[all others]");
    insta::assert_snapshot!("messages", told);
}

#[test]
fn wrong_usage_gives_exit_status_2() {
    let folder = folder();
    for arguments in [
        &["solve"][..],
        &["solve", "pentominoes-3x20", "--limit", "0"],
        &["solve", "pentominoes-3x20", "--threads", "0"],
        &["solve", "pentominoes-3x20", "--count", "--out", "x.ron"],
        &["check"],
        &["untangle", "pentominoes-3x20"],
    ] {
        let output = polywright(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains("--help"), "{arguments:?}: {}", stderr(&output));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

// ---- Breaking off ----

/// A search that no machine brings to its end, with solutions from the start; a frontier sweep
/// counts them if the board is small enough.
fn endless(side: u32) -> String {
    format!(
        r#"(
    format: 1,
    title: "Dominoes",
    lattice: Square,
    pieces: [Piece(name: "I", art: ["XX"], copies: {})],
    board: Rectangle({side}, {side}),
)
"#,
        side * side / 2
    )
}

/// The number of the signal that interrupts.
const SIGINT: u32 = 2;

/// Starts to solve the endless puzzle, interrupts it after a while, and waits for its end.
fn interrupted_after(a_while: Duration, folder: &Path, side: u32, arguments: &[&str]) -> Output {
    let child = solving_endless(folder, side, arguments);
    std::thread::sleep(a_while);
    interrupt(&child);
    child.wait_with_output().unwrap()
}

/// The program that solves the endless puzzle, as soon as it listens to interrupts where that can be
/// told: before, the first one would end it.
fn solving_endless(folder: &Path, side: u32, arguments: &[&str]) -> Child {
    fs::write(folder.join("endless.ron"), endless(side)).unwrap();
    let mut child = Command::new(PROGRAM)
        .current_dir(folder)
        .args(["solve", "endless.ron"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    await_listening(&mut child);
    child
}

/// Waits until a program listens to interrupts, where that can be told.
fn await_listening(child: &mut Child) {
    let status = format!("/proc/{}/status", child.id());
    let is_deaf = || {
        let status = fs::read_to_string(&status).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
        Some(caught & 1 << (SIGINT - 1) == 0)
    };
    while is_deaf() == Some(true) && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

#[test]
fn an_interrupted_search_prints_what_it_found_and_exits_with_130() {
    let folder = folder();
    let bitset = ["--count", "--engine", "bitset"];
    // On a busy machine it takes longer to find something.
    let a_while = |n: u32| Duration::from_millis(600 * 4u64.pow(n));
    let json = (0..4)
        .filter_map(|n| {
            let arguments = [&bitset[..], &["--json"]].concat();
            let output = interrupted_after(a_while(n), folder.path(), 16, &arguments);
            assert_eq!(output.status.code(), Some(130), "{output:?}");
            let said = stdout(&output);
            Some(serde_json::from_str::<serde_json::Value>(said.lines().last()?).unwrap())
        })
        .find(|json| json["distinct"].as_u64().unwrap() > 0)
        .expect("something is found");
    assert_eq!(json["complete"].as_bool(), Some(false));

    let told = (0..4).any(|n| {
        let output = interrupted_after(a_while(n), folder.path(), 16, &bitset);
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        stdout(&output).contains(" · so far, there may be more\nStopped after")
    });
    assert!(told);

    // A frontier sweep has found nothing before its end. On a busy machine it begins later.
    let told = (0..5).any(|n| {
        let output = interrupted_after(a_while(n), folder.path(), 22, &["--count"]);
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        stdout(&output).contains("until it is complete; choose another engine with --engine")
    });
    assert!(told);
}

#[test]
fn an_interrupt_while_the_search_is_planned_ends_the_program_at_once() {
    let folder = folder();
    for command in ["solve", "recount"] {
        let mut child = Command::new(PROGRAM)
            .current_dir(folder.path())
            .args([command, "one-sided-pentominoes-9x10", "--count"])
            .args(if command == "recount" { &["--results", "r.sqlite"][..] } else { &[] })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        await_listening(&mut child);
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        // The choice of a strategy, which takes longer, was not waited for: nothing was run.
        assert_eq!(stdout(&output), "", "{output:?}");
    }
}

#[test]
fn a_second_interrupt_ends_the_program_at_once() {
    let folder = folder();
    let mut child = solving_endless(folder.path(), 30, &["--count"]);
    std::thread::sleep(Duration::from_millis(700));
    let began = Instant::now();
    // Two at the same moment may reach the program as one, so that it is interrupted again until it
    // is gone.
    while child.try_wait().unwrap().is_none() {
        assert!(began.elapsed() < Duration::from_secs(120), "it does not end");
        interrupt(&child);
        std::thread::sleep(Duration::from_millis(100));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{output:?}");
}

#[test]
fn an_interrupted_search_writes_the_solutions_that_it_found() {
    let folder = folder();
    let arguments = ["--engine", "bitset", "--threads", "1", "--out", "some.ron"];
    // On a busy machine it takes longer to find something.
    let (written, solutions) = (0..4)
        .filter_map(|n| {
            let a_while = Duration::from_millis(600 * 4u64.pow(n));
            let output = interrupted_after(a_while, folder.path(), 16, &arguments);
            assert_eq!(output.status.code(), Some(130), "{output:?}");
            let written = fs::read_to_string(folder.path().join("some.ron")).ok()?;
            assert!(written.contains("complete: false"), "{}", &written[..300]);
            let solutions = written.lines().filter(|line| line.contains("orbit")).count();
            Some((written, solutions))
        })
        .find(|(_, solutions)| *solutions > 0)
        .expect("something is found");
    // A few of them are checked; all would take long.
    let few: Vec<&str> = written
        .lines()
        .scan(0, |n, line| {
            *n += usize::from(line.contains("orbit"));
            Some((*n, line))
        })
        .filter(|(n, line)| *n <= 20 || !line.contains("orbit"))
        .map(|(_, line)| line)
        .collect();
    fs::write(folder.path().join("few.ron"), few.join("\n")).unwrap();
    let check = polywright(folder.path(), &["check", "few.ron"]);
    assert_eq!(check.status.code(), Some(0), "{}", stderr(&check));
    let count = solutions.min(20);
    assert!(stdout(&check).contains(&format!("{count} distinct solution")), "{}", stdout(&check));
}

// ---- Filters ----

/// The solutions of the twelve pentominoes in 6×10, in a file of a folder.
fn six_by_ten(folder: &Path) {
    let output = polywright(folder, &["solve", "pentominoes-6x10", "--out", "all.ron"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn solve_with_a_filter_counts_and_writes_what_it_keeps() {
    let folder = folder();
    let arguments = ["solve", "pentominoes-6x10", "--where", "no-crossroads", "--out", "some.ron"];
    let output = polywright(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output).replace('\u{a0}', "");
    let line = "The filter keeps 563 of 2339 distinct · 2252 of 9356 in total";
    assert!(text.lines().any(|own| own == line), "{text}");
    let check = polywright(folder.path(), &["check", "some.ron"]);
    assert_eq!(check.status.code(), Some(0), "{}", stderr(&check));
    assert!(stdout(&check).contains("563 distinct solutions in the file, all verified"));
    let arguments = ["solve", "pentominoes-6x10", "--where", "all-at-border", "--json"];
    let output = polywright(folder.path(), &arguments);
    let json: serde_json::Value =
        serde_json::from_str(stdout(&output).lines().last().unwrap()).unwrap();
    assert_eq!((&json["filtered_distinct"], &json["filtered_total"]), (&2.into(), &8.into()));
    assert_eq!(json["distinct"], 2339);
}

#[test]
fn filter_keeps_sorts_and_tabulates_the_solutions_of_a_file() {
    let folder = folder();
    six_by_ten(folder.path());
    let arguments = ["filter", "all.ron", "--where", "straight-cuts >= 1", "--out", "cut.ron"];
    let output = polywright(folder.path(), &[&arguments[..], &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let json: serde_json::Value = serde_json::from_str(stdout(&output).trim()).unwrap();
    assert_eq!((&json["filtered_distinct"], &json["filtered_total"]), (&16.into(), &64.into()));
    assert_eq!((&json["distinct"], &json["total"]), (&2339.into(), &9356.into()));
    let arguments = ["filter", "cut.ron", "--csv", "-", "--sort", "longest-line:desc"];
    let output = polywright(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let table: Vec<Vec<String>> =
        stdout(&output).lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    assert_eq!(table.len(), 17);
    let column = |id: &str| table[0].iter().position(|own| own == id).unwrap();
    let lengths: Vec<u32> =
        table[1..].iter().map(|row| row[column("longest-line")].parse().unwrap()).collect();
    assert!(lengths.is_sorted_by(|a, b| a >= b) && lengths[15] >= 6, "{lengths:?}");
    assert!(table[1..].iter().all(|row| row[column("fault-free")] == "0"));
    assert!(table[1..].iter().all(|row| row[column("symmetry")] == "none"));
    // Nothing is kept: the exit status says so.
    let output = polywright(folder.path(), &["filter", "all.ron", "--where", "symmetric"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("The filter keeps 0 of 2339 distinct"), "{output:?}");
}

#[test]
fn table_counts_the_solutions_of_a_file_or_a_puzzle_by_measures() {
    let folder = folder();
    six_by_ten(folder.path());
    let run = |arguments: &[&str], status: i32| {
        let output = polywright(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", stderr(&output));
        (stdout(&output).replace('\u{a0}', " "), stderr(&output))
    };
    let by = ["--by", "no-crossroads", "--by", "fault-free", "--format", "csv"];
    let (table, _) = run(&[&["table", "all.ron"][..], &by].concat(), 0);
    let expected = "no-crossroads,fault-free no,fault-free yes,total\nno,16,1760,1776\n\
                    yes,0,563,563\ntotal,16,2323,2339\n";
    assert_eq!(table, expected);
    // A puzzle is solved first.
    let (table, _) = run(&[&["table", "pentominoes-6x10"][..], &by].concat(), 0);
    assert_eq!(table, expected);
    let (table, _) = run(&["table", "all.ron", "--by", "fault-free", "--all", "--json"], 0);
    let json: serde_json::Value = serde_json::from_str(table.trim()).unwrap();
    assert_eq!((&json["counted"], &json["total"]), (&9356.into(), &9356.into()));
    assert_eq!(json["rows"]["values"], serde_json::json!(["no", "yes"]));
    assert_eq!(json["solutions"], serde_json::json!([[64], [9292]]));
    // The ending of a file selects the form.
    let arguments =
        ["table", "all.ron", "--by", "symmetry", "--where", "no-crossroads", "--out", "t.md"];
    let (said, _) = run(&arguments, 0);
    let caption = "563 of 2339 distinct solutions: no crossroads";
    assert_eq!(said, format!("Pentominoes 6×10: kind of symmetry\n{caption}\n"));
    let table = fs::read_to_string(folder.path().join("t.md")).unwrap().replace('\u{a0}', " ");
    assert!(table.contains("| none | 563 | 100.0 % |") && table.contains(caption), "{table}");
    // Nothing passes: the exit status says so.
    let nothing = ["--by", "border", "--where", "symmetric", "--format", "csv"];
    let (table, _) = run(&[&["table", "all.ron"][..], &nothing].concat(), 1);
    assert_eq!(table, "border,solutions,percent\ntotal,0,\n");
}

#[test]
fn measures_that_make_no_table_are_told_with_those_that_do() {
    let folder = folder();
    let refused = |arguments: &[&str]| {
        let arguments = [&["table", "pentominoes-6x10"][..], arguments].concat();
        let output = polywright(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        stderr(&output)
    };
    let words = refused(&["--by", "boarder"]);
    let known = "--by: there is no measure boarder; these apply to the puzzle: symmetric, ";
    assert!(words.starts_with(known) && words.ends_with("moves and states\n"), "{words}");
    let words = refused(&["--by", "border", "--by", "pieces"]);
    let reason = "--by: pieces does not apply: every solution has the same number of pieces; these";
    assert!(words.starts_with(reason), "{words}");
    let words = refused(&["--by", "border", "--by", "crossroads", "--by", "inside"]);
    assert_eq!(words, "--by: a table has one or two measures\n");
    let words = refused(&["--by", "border", "--where", "uses(Q)"]);
    assert_eq!(words, "--where: the puzzle has no piece Q\n");
    assert!(refused(&[]).contains("--by <MEASURE>"));
}

#[test]
fn a_filter_that_is_saved_in_the_file_is_used_by_its_name() {
    let folder = folder();
    let text = "(format: 1, title: \"6×10\", lattice: Square, pieces: [Family(free: 5)], \
                board: Rectangle(10, 6), filters: {\"Best\": \"no-crossroads and fault-free\", \
                \"broken\": \"boarder > 3\"})";
    std::fs::write(folder.path().join("own.ron"), text).unwrap();
    let arguments = ["solve", "own.ron", "--where", "@Best", "--out", "all.ron"];
    let output = polywright(folder.path(), &arguments);
    assert!(stdout(&output).contains("The filter keeps 563 of 2339 distinct"), "{output:?}");
    let output = polywright(folder.path(), &["filter", "all.ron", "--where", "@Best"]);
    assert!(stdout(&output).contains("The filter keeps 563 of 563 distinct"), "{output:?}");
    let output = polywright(folder.path(), &["solve", "own.ron", "--where", "@Other"]);
    assert_eq!(output.status.code(), Some(2));
    let known =
        "--where: the puzzle has no filter called \"Other\"; it has \"Best\" and \"broken\"\n";
    assert_eq!(stderr(&output), known);
    let output = polywright(folder.path(), &["solve", "own.ron", "--where", "@broken"]);
    assert!(stderr(&output).contains("there is no measure boarder"), "{output:?}");
}

#[test]
fn what_is_wrong_with_a_filter_is_said_with_its_place() {
    let folder = folder();
    for (expression, message) in [
        ("boarder > 3", "column 1: there is no measure boarder; did you mean border?"),
        ("border > ", "column 10: expected a number, found the end"),
    ] {
        let output =
            polywright(folder.path(), &["solve", "pentominoes-6x10", "--where", expression]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
    let arguments = ["solve", "pentominoes-6x10", "--where", "uses(Q)"];
    let output = polywright(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output), "--where: the puzzle has no piece Q\n");
    let output = polywright(folder.path(), &["filter", "pentominoes-6x10"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("this file has no solutions"), "{}", stderr(&output));
    let output = polywright(folder.path(), &["filter", "--list"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("crossroads"), "{}", stdout(&output));
}

#[test]
fn solutions_go_from_form_to_form_and_back() {
    let folder = folder();
    six_by_ten(folder.path());
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let run = |arguments: &[&str]| {
        let output = polywright(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        stdout(&output)
    };
    run(&["export", "all.ron", "--to", "lines", "--out", "all.lines"]);
    run(&["export", "all.lines", "--to", "sqlite", "--out", "all.sqlite"]);
    run(&["export", "all.sqlite", "--to", "ron", "--out", "again.ron"]);
    assert_eq!(read("again.ron"), read("all.ron"));
    assert!(read("all.lines").len() * 5 < read("all.ron").len());
    assert_eq!(run(&["export", "all.sqlite", "--to", "lines"]), read("all.lines"));
    let table = run(&["export", "all.sqlite", "--to", "csv"]);
    assert_eq!(table, run(&["filter", "all.lines", "--csv", "-"]));
    assert_eq!(table.lines().count(), 2340);
    // One solution keeps its number.
    let row = run(&["export", "all.lines", "--to", "csv", "--solution", "7"]);
    assert_eq!(row.lines().nth(1), table.lines().nth(7));
    for name in ["all.lines", "all.sqlite"] {
        let check = run(&["check", name]);
        assert!(check.contains("2339 distinct solutions in the file, all verified"), "{check}");
        let kept = run(&["filter", name, "--where", "no-crossroads", "--out", "some.lines"]);
        assert!(kept.contains("The filter keeps 563 of 2339 distinct"), "{kept}");
    }
    assert!(run(&["filter", "some.lines"]).contains("563 of 563 distinct"));
    let solved = run(&["solve", "pentominoes-6x10", "--out", "solved.lines", "--json"]);
    assert!(solved.contains("\"distinct\":2339"), "{solved}");
    assert_eq!(read("solved.lines").lines().last(), read("all.lines").lines().last());
    let output = polywright(folder.path(), &["export", "all.ron", "--to", "sqlite"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("add --out FILE.sqlite"), "{}", stderr(&output));
    // A puzzle alone has no lines.
    let output = polywright(folder.path(), &["export", "pentominoes-6x10", "--to", "lines"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("cannot be written as Lines"), "{}", stderr(&output));
}

#[test]
fn solutions_are_printed_as_posters_and_booklets_and_pieces_at_true_size() {
    let folder = folder();
    six_by_ten(folder.path());
    let pages = |arguments: &[&str]| {
        let file = folder.path().join("pages.pdf");
        let arguments = [&["export"], arguments, &["--to", "pdf", "--out", "pages.pdf"]].concat();
        let output = polywright(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
        lopdf::Document::load(file).unwrap()
    };
    let text = |document: &lopdf::Document, page: u32| document.extract_text(&[page]).unwrap();
    let poster = pages(&["all.ron", "--paper", "a3"]);
    assert_eq!(poster.get_pages().len(), 1);
    let words = text(&poster, 1);
    assert!(
        words.contains("2339 distinct solutions") && words.contains("9356 in total"),
        "{words}"
    );
    let single = pages(&["all.ron", "--solution", "7", "--look", "greyscale"]);
    assert!(text(&single, 1).contains("Solution 7"));
    let booklet = pages(&["all.ron", "--layout", "booklet", "--challenges", "24"]);
    // A title, 4 pages of 6 challenges, 2 pages of 12 solutions.
    assert_eq!(booklet.get_pages().len(), 7);
    assert!(text(&booklet, 5).contains("Challenges 19 to 24"), "{}", text(&booklet, 5));
    assert!(text(&booklet, 5).contains("1 solution"));
    let pieces = pages(&["pentominoes-6x10", "--layout", "pieces", "--paper", "letter"]);
    assert!(text(&pieces, 1).contains("20 mm per site"));
    // Settings come from a file, too, and mistakes in it have a place.
    fs::write(folder.path().join("small.ron"), "(unit: 12.5, landscape: true)").unwrap();
    let small = pages(&["pentominoes-6x10", "--preset", "small.ron"]);
    assert!(text(&small, 1).contains("12.5 mm per site"));
    let refused = |arguments: &[&str]| {
        let arguments = [&["export"], arguments, &["--to", "pdf", "--out", "pages.pdf"]].concat();
        let output = polywright(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        stderr(&output)
    };
    fs::write(folder.path().join("wrong.ron"), "(unti: 12)").unwrap();
    let error = refused(&["pentominoes-6x10", "--preset", "wrong.ron"]);
    assert!(error.contains("wrong.ron") && error.contains("unti"), "{error}");
    let error = refused(&["pentominoes-6x10", "--layout", "booklet"]);
    assert!(error.contains("needs the variants of a puzzle"), "{error}");
    let error = refused(&["soma-cube", "--layout", "pieces"]);
    assert!(error.contains("solid pieces"), "{error}");
    let error = refused(&["all.ron", "--solution", "2340"]);
    assert!(error.contains("the file has 2339"), "{error}");
}
