//! Nothing is changed in silence: whatever binds a puzzle, a file of it in another format is read back
//! with the same number of solutions, or is refused by name.

use std::path::Path;
use std::sync::Arc;

use polywright::encode::Encoded;
use polywright::files::{self, Constraint, FORMATS, Format, Loss};
use polywright::format::Contents;
use polywright::format::puzzle_file;
use polywright::format::xmpuzzle;
use polywright::job::variants::VariantList;
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings, Subject};
use polywright::lattice::{self, Lattice, NamedBoard};
use polywright::picture::Style;
use polywright::puzzle::{
    ApartForm, BoardForm, BoardPieceForm, BorderRule, Contact, Description, JunctionRule,
    PieceForm, Puzzle, SiteRule, Takes,
};

use crate::program::{fast_folder, polywright, stderr, stdout};

/// The number of all solutions.
fn total(subject: Subject) -> u64 {
    let plan = Plan::new(subject, PlanOptions::default()).unwrap();
    let mut run = Run::start(Arc::new(plan), Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    last.counts.total.capped()
}

fn total_of(puzzle: &Puzzle) -> u64 {
    total(Subject::try_from(Arc::new(puzzle.clone())).unwrap())
}

fn total_of_file(path: &Path) -> u64 {
    match files::open(path).unwrap() {
        Contents::Puzzle(opened) => total_of(&opened.puzzle),
        Contents::Problem(problem) => {
            total(Subject::of_problem("t".to_owned(), Arc::from(problem)))
        }
        Contents::Solutions(_) => panic!("solutions"),
    }
}

/// A small puzzle with solutions: dominoes and single units, or what corresponds to them, on the
/// smallest named board with room for five units.
pub(crate) fn base(lattice: &Lattice) -> Description {
    let sizes = (0..27).map(|n| [n / 9 + 1, n / 3 % 3 + 1, n % 3 + 1]);
    let boards = lattice.boards.iter().flat_map(|board| sizes.clone().map(move |n| (board, n)));
    let units = |(board, numbers): &(&NamedBoard, [u32; 3])| {
        board.count(&numbers[..board.parameters.len()]) / lattice.unit_size() as u64
    };
    let (board, numbers) =
        boards.filter(|own| units(own) >= 5).min_by_key(units).expect("a board of five units");
    let room = units(&(board, numbers));
    let numbers: Vec<String> =
        numbers[..board.parameters.len()].iter().map(u32::to_string).collect();
    let board = format!("{}({})", board.key, numbers.join(", "));
    // As many single units as are needed if only one piece of two fits.
    let single = (room - 4).max(3);
    let text = format!(
        "(format: 1, title: \"t\", lattice: {}, board: {board},
          pieces: [Family(free: 2, copies: (0, 2)), Family(free: 1, copies: (0, {single}))])",
        lattice.key
    );
    puzzle_file::read(text.into()).unwrap().description
}

/// The description with a constraint that the base does not have; `None` where the lattice has no
/// such thing.
fn with(constraint: Constraint, lattice: &Lattice) -> Option<Description> {
    let mut own = base(lattice);
    let puzzle = own.build().unwrap();
    let encoded = Encoded::new(Arc::new(puzzle.clone())).unwrap();
    let placement = encoded.encoding.decode(&[polywright::exact_cover::OptionId(0)]);
    let piece = puzzle.piece(placement[0].0);
    let site = (lattice.address.of_site)(puzzle.board.sites()[0].site);
    match constraint {
        Constraint::Pins => {
            own.placed.push(BoardPieceForm::new(lattice, piece, &placement[0].1, true));
        }
        Constraint::SiteRules => {
            own.site_rules
                .push(SiteRule { at: site, takes: Takes::Never(vec![piece.name.clone()]) });
        }
        Constraint::Junctions if lattice.form == lattice::SiteForm::Edge => {
            own.rules.junctions = JunctionRule::Free;
        }
        Constraint::Leftover => {
            own.rules.leftover = true;
            for form in &mut own.pieces {
                let PieceForm::Family(family) = form else { continue };
                family.copies.min = 1;
            }
        }
        Constraint::Meeting => {
            own.rules.at_border = BorderRule::AtMost(2);
            let pieces = vec![piece.name.clone()];
            own.rules.apart.push(ApartForm { pieces, by: Contact::Edge });
        }
        Constraint::Motions => {
            for form in &mut own.pieces {
                let PieceForm::Family(family) = form else { continue };
                family.sameness = polywright::polyform::family::Congruence::Fixed;
            }
        }
        Constraint::Variants => {
            let of = puzzle_file::read(
                "(format: 1, title: \"t\", lattice: Square, board: Rectangle(2, 1),
                  pieces: [Family(free: 1)], variants: (of: [OpenSets([[[1, 1]], [[2, 1]]])]))"
                    .into(),
            );
            own.variants = of.unwrap().description.variants;
        }
        Constraint::OptionalSites if lattice.key == "Square" => {
            own.board = BoardForm::Art(vec!["###".to_owned(), "#o#".to_owned()]);
        }
        Constraint::Ranges => {}
        _ => return None,
    }
    own.build().ok().filter(|puzzle| constraint.is_in(puzzle)).map(|_| own)
}

fn is_written(format: &Format) -> bool {
    !matches!(format.puzzle, files::PuzzleWriter::None) && format.reader.is_some()
}

#[test]
fn what_is_written_has_the_same_solutions_or_is_refused_on_every_lattice() {
    let folder = fast_folder();
    let (mut same, mut refused) = (0, 0);
    for lattice in lattice::ALL {
        for constraint in Constraint::ALL {
            let Some(description) = with(constraint, lattice) else { continue };
            let puzzle = description.build().unwrap();
            for format in FORMATS.iter().filter(|format| is_written(format)) {
                let what = format!("{constraint:?} as {} on {}", format.id, lattice.key);
                if constraint == Constraint::Variants && format.id == files::XMPUZZLE.id {
                    // A problem for each, see below.
                    continue;
                }
                let style = Style::default();
                match format.write_puzzle(&description, &puzzle, style, Loss::Refused) {
                    Err(error) => {
                        refused += 1;
                        assert!(error.to_string().len() > 20, "{what}: {error}");
                    }
                    Ok(bytes) => {
                        let path = folder.path().join(format!("t.{}", format.id));
                        std::fs::write(&path, bytes).unwrap();
                        assert_eq!(total_of_file(&path), total_of(&puzzle), "{what}");
                        same += 1;
                    }
                }
            }
        }
    }
    assert!(same > 100 && refused > 50, "{same} the same, {refused} refused");
}

#[test]
fn the_guide_says_what_each_format_holds() {
    let guide = include_str!("../../assets/guide/command-line.md");
    let is_partial = |format: &&&Format| {
        Constraint::ALL.iter().any(|own| !format.holds.contains(own))
            && !matches!(format.puzzle, files::PuzzleWriter::None)
    };
    let formats: Vec<&&Format> = FORMATS.iter().filter(is_partial).collect();
    let ids: Vec<&str> = formats.iter().map(|format| format.id).collect();
    let head = format!("| | {} |", ids.join(" | "));
    assert!(guide.contains(&head), "{head}");
    for own in Constraint::ALL {
        let cell = |format: &&&Format| match format.holds.contains(&own) {
            true => "yes",
            false if own == Constraint::Pins => "as holes",
            false => "no",
        };
        let cells: Vec<&str> = formats.iter().map(cell).collect();
        let row = format!("| {} | {} |", own.words(), cells.join(" | "));
        assert!(guide.contains(&row), "{row}");
    }
}

/// Writes a file into a folder and returns what `check` or `solve` says of it.
fn said(arguments: &[&str], name: &str, contents: &[u8]) -> (Option<i32>, String) {
    let folder = fast_folder();
    std::fs::write(folder.path().join(name), contents).unwrap();
    let output = polywright(folder.path(), &[arguments, &[name]].concat());
    (output.status.code(), stdout(&output) + &stderr(&output))
}

const PINNED: &str = r#"(format: 1, title: "Two dominoes, one pinned", lattice: Square,
    pieces: [Piece(name: "I", art: ["XX"], copies: 2)], board: Rectangle(2, 2),
    placed: [Placed(piece: "I", sites: [[1, 1], [1, 2]], pinned: true)])"#;

#[test]
fn a_pinned_piece_is_board_and_copies_less_in_formats_without_pins() {
    let folder = fast_folder();
    std::fs::write(folder.path().join("pinned.ron"), PINNED).unwrap();
    for ending in ["xmpuzzle", "txt", "dlx", "html"] {
        let out = format!("pinned.{ending}");
        let output =
            polywright(folder.path(), &["export", "pinned.ron", "--to", ending, "--out", &out]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert_eq!(total_of_file(&folder.path().join(out)), 1, "{ending}");
    }
}

#[test]
fn what_a_format_has_no_place_for_is_refused_or_listed() {
    let rules = r#"(format: 1, title: "A corner that only A may cover", lattice: Square,
        pieces: [Piece(name: "A", art: ["X"]), Piece(name: "I", art: ["XXX"])],
        board: Rectangle(4, 1), site_rules: [Site(at: [1, 1], only: ["A"])])"#;
    let labels = r#"(format: 1, title: "Labels", lattice: Square,
        pieces: [Piece(name: "A", art: ["XX"], labels: ["wb"], copies: 2)],
        board: Labelled(Rectangle(2, 2), ["wb", "wb"]))"#;
    for (text, ending, lost) in [
        (rules, "txt", "rules for sites"),
        (rules, "xmpuzzle", "rules for sites"),
        (labels, "txt", "labels"),
    ] {
        let out = format!("out.{ending}");
        let arguments = ["export", "--to", ending, "--out", &out];
        let (status, words) = said(&arguments, "own.ron", text.as_bytes());
        assert_eq!(status, Some(2), "{words}");
        assert!(words.contains(lost) && words.contains("--lossy"), "{words}");
        let (status, words) =
            said(&[&arguments[..], &["--lossy"]].concat(), "own.ron", text.as_bytes());
        assert!(status == Some(0) && words.contains(lost), "{words}");
    }
}

#[test]
fn a_variant_is_named_or_a_puzzle_with_variants_is_refused() {
    let folder = fast_folder();
    let day = ["export", "a-puzzle-a-day"];
    for ending in ["dlx", "cnf", "txt"] {
        let out = format!("day.{ending}");
        let to = [&day[..], &["--to", ending, "--out", &out]].concat();
        let output = polywright(folder.path(), &to);
        assert_eq!(output.status.code(), Some(2), "{ending}");
        assert!(stderr(&output).contains("--variant"), "{}", stderr(&output));
        let named = [&to[..], &["--variant", "6 Oct"]].concat();
        let output = polywright(folder.path(), &named);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    // The table of published counts has it.
    assert_eq!(total_of_file(&folder.path().join("day.txt")), 7);
    let output =
        polywright(folder.path(), &[&day[..], &["--to", "txt", "--variant", "Oct"]].concat());
    assert!(stderr(&output).contains("give the whole name"), "{}", stderr(&output));
}

#[test]
fn a_puzzle_of_variants_whose_whole_board_has_no_solution_is_said_to_have_variants() {
    for arguments in [&["solve", "a-puzzle-a-day", "--count"][..], &["solve", "a-puzzle-a-day"]] {
        let folder = tempfile::tempdir().unwrap();
        let output = polywright(folder.path(), arguments);
        let said = stderr(&output) + &stdout(&output);
        assert!(said.contains("`polywright variants` solves the variants"), "{said}");
        assert!(!said.contains("Erase"), "{said}");
    }
}

/// The totals of all variants, each combination of choices by itself, with their titles.
fn totals_of_variants(puzzle: &Arc<Puzzle>) -> Vec<(String, u64)> {
    let list = VariantList::unmerged(puzzle).unwrap();
    let own = |index| list.puzzle(index).map(|own| (own.title.clone(), total_of(&own)));
    (0..list.len()).filter_map(own).collect()
}

#[test]
fn variants_are_problems_of_one_file_with_the_same_solutions() {
    let puzzle = |rest: &str| {
        let text = format!("(format: 1, title: \"t\", lattice: Square, {rest})");
        puzzle_file::read(text.into()).unwrap()
    };
    let holes = r#"board: Rectangle(4, 3), pieces: [Family(free: 2, copies: (0, 9)),
        Family(free: 3, copies: (0, 2))], site_groups: {"any": All},
        placed: [Placed(piece: "1", sites: [[1, 1], [2, 1]], pinned: true)],
        variants: (of: [OpenOne("any")])"#;
    let sets = r#"board: Rectangle(5, 3), pieces: [Family(free: 5, without: ["I"])],
        variants: (of: [Pieces(3, [])])"#;
    let boards = r#"board: Rectangle(5, 3), pieces: [Family(free: 3, copies: (0, 9))],
        variants: (of: [Boards([Rectangle(3, 2), Rectangle(4, 3)])])"#;
    let mut tried = 0;
    for text in [holes, sets, boards] {
        let opened = puzzle(text);
        let bytes = files::XMPUZZLE
            .write_puzzle(&opened.description, &opened.puzzle, Style::default(), Loss::Refused)
            .unwrap();
        let variants = totals_of_variants(&opened.puzzle);
        assert!(variants.len() > 1, "{text}");
        for (n, (title, total)) in variants.iter().enumerate() {
            let own = xmpuzzle::read(&bytes, Some(n + 1), "").unwrap();
            assert_eq!((&own.puzzle.title, total_of(&own.puzzle)), (title, *total));
            tried += 1;
        }
        assert!(xmpuzzle::read(&bytes, Some(variants.len() + 1), "").is_err());
    }
    assert!(tried > 20, "{tried}");
    // A year of boards, each of which is a problem.
    let folder = fast_folder();
    let day = ["export", "a-puzzle-a-day", "--to", "xmpuzzle", "--out", "day.xmpuzzle"];
    let output = polywright(folder.path(), &day);
    assert!(output.status.success(), "{}", stderr(&output));
    let bytes = std::fs::read(folder.path().join("day.xmpuzzle")).unwrap();
    let days = xmpuzzle::read(&bytes, None, "").unwrap().problems.unwrap();
    let at = days.names.iter().position(|name| name.ends_with(", 6 Oct")).unwrap();
    let october = xmpuzzle::read(&bytes, Some(at + 1), "").unwrap();
    assert_eq!((days.names.len(), total_of(&october.puzzle)), (366, 7));
}

#[test]
fn every_variant_is_a_row_of_the_table_and_equal_ones_are_named() {
    let week = r#"(format: 1, title: "Week by week", lattice: Square, pieces: [Family(free: 2,
        copies: (0, 9))], board: Rectangle(5, 2), site_texts: ["a b c d e", "1 2 3 4 5"],
        site_groups: {"Day": Texts(["a", "b", "c", "d", "e"]), "Week": Texts(["1", "2", "3", "4",
        "5"])}, variants: (of: [OpenOne("Week"), OpenOne("Day")]))"#;
    let (status, table) = said(&["variants", "--csv", "-"], "week.ron", week.as_bytes());
    assert_eq!(status, Some(0), "{table}");
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let column = |name: &str| head.iter().position(|own| *own == name).unwrap();
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let cell = |row: usize, name: &str| rows[row][column(name)];
    assert_eq!(rows.len(), 25, "{table}");
    let opened = puzzle_file::read(week.to_owned().into()).unwrap();
    let totals = totals_of_variants(&opened.puzzle);
    let mut equal = 0;
    for row in 0..rows.len() {
        let title = format!("Week by week, {}", cell(row, "name"));
        let (_, total) = totals.iter().find(|(own, _)| *own == title).unwrap();
        assert_eq!(cell(row, "total"), total.to_string(), "{title}");
        let of = cell(row, "same_as");
        if !of.is_empty() {
            equal += 1;
            let stands = rows.iter().position(|own| own[column("name")] == of).unwrap();
            assert_eq!((cell(stands, "same_as"), cell(row, "nodes")), ("", ""));
        }
    }
    assert!(equal > 8, "{equal}");
}

#[test]
fn files_of_options_that_other_programs_write_are_explained() {
    for (text, place, message) in [
        ("# two ways\na b\na\nb\n", "line 1", "not \"#\""),
        ("a b\n% an option\na\nb\n", "line 2", "not \"%\""),
        ("c a comment\na b\na\nb\n", "line 1", "not \"c\""),
        ("a b\na |3\nb |10\n", "line 2, column 3", "costs"),
        ("1 2\n3\n2 4\n", "line 1", "must name all items"),
    ] {
        let (status, told) = said(&["solve"], "t.dlx", text.as_bytes());
        assert_eq!(status, Some(2), "{told}");
        assert!(told.contains(place) && told.contains(message), "{told}");
    }
    // Names may begin as they like.
    let (status, told) = said(&["solve"], "t.dlx", b"#1 %2\n#1\n%2\n");
    assert!(status == Some(0) && told.contains("total 1 "), "{told}");
    let (_, told) = said(&["solve"], "t.dlx", b"#1 %2\n#1\n%2 x\n");
    assert!(told.contains("no item is called x"), "{told}");
}

#[test]
fn names_that_read_as_something_else_are_quoted() {
    let names = ["1 x 2", "board", "a, turn only", "\"", "\"q\" x 3", " x 2", "ends:"];
    let pieces: Vec<String> =
        names.iter().map(|name| format!("Piece(name: {name:?}, art: [\"X\"])")).collect();
    let text = format!(
        "(format: 1, title: \"t\", lattice: Square, pieces: [{}], board: Rectangle(7, 1))",
        pieces.join(", ")
    );
    let opened = puzzle_file::read(text.into()).unwrap();
    let written = files::TEXT
        .write_puzzle(&opened.description, &opened.puzzle, Style::default(), Loss::Refused)
        .unwrap();
    let again =
        polywright::format::blocks::read(&String::from_utf8(written).unwrap(), "t").unwrap();
    let of = |puzzle: &Puzzle| -> Vec<(String, u32)> {
        puzzle.pieces.iter().map(|piece| (piece.name.clone(), piece.copies.max)).collect()
    };
    assert_eq!(of(&again.puzzle), of(&opened.puzzle));
}

#[test]
fn pieces_on_a_board_of_text_are_given() {
    let (status, words) = said(&["solve"], "given.txt", b"board:\nAA##\n####\n\nB x 3:\nXX\n");
    assert!(status == Some(0) && words.contains("total 2 "), "{words}");
    // A piece with a block of its own is the one that lies there.
    let (_, words) = said(&["solve"], "given.txt", b"board:\nBB##\n####\n\nB x 4:\nXX\n");
    assert!(words.contains("total 2 "), "{words}");
    // A board that letters fill is a solution, whose pieces are free.
    let (_, words) = said(&["solve"], "filled.txt", b"AABB\nCCDD\n");
    assert!(words.contains("total 5 "), "{words}");
}

#[test]
fn byte_order_marks_are_skipped_and_other_files_named_for_what_they_are() {
    for (name, contents) in [
        ("bom.dlx", b"\xef\xbb\xbfa b\na\nb\n".as_slice()),
        ("bom.ron", &[b"\xef\xbb\xbf", PINNED.as_bytes()].concat()),
        ("bom.txt", b"\xef\xbb\xbfAABB\nCCDD\n"),
    ] {
        let (status, words) = said(&["solve"], name, contents);
        assert!(status == Some(0), "{name}: {words}");
    }
    for (name, contents, what) in [
        ("empty.xmpuzzle", b"".as_slice(), "is empty"),
        ("spaces.ron", b" \n\n", "is empty"),
        ("utf16.ron", b"\xff\xfe(\0f\0", "UTF-16"),
        ("zipped.ron", b"PK\x03\x04....", "ZIP"),
        ("picture.ron", b"\x89PNG\r\n\x1a\n", "PNG"),
        ("data.ron", b"{\"pieces\": []}", "JSON"),
        ("lfs.ron", b"version https://git-lfs.github.com/spec/v1\n", "git lfs pull"),
        (
            "grid.xmpuzzle",
            b"<?xml version=\"1.0\"?><puzzle version=\"2\"><gridType type=\"6\"/><colors/><shapes>\
              <voxel x=\"2\" y=\"1\" z=\"1\" type=\"0\">##</voxel></shapes><problems><problem><shapes>\
              <shape id=\"0\" count=\"1\"/></shapes><result id=\"4294967295\"/></problem></problems>\
              <comment/></puzzle>",
            "an unknown kind (6)",
        ),
    ] {
        let (status, words) = said(&["check"], name, contents);
        assert!(status == Some(2) && words.contains(what), "{name}: {words}");
    }
}

#[test]
fn members_of_fixed_families_go_by_the_names_of_the_free_ones_too() {
    let puzzle = |only: &str| {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square, board: Rectangle(4, 4),
              pieces: [Family(fixed: 4, only: [{only:?}])])"
        );
        puzzle_file::read(text.into())
    };
    assert_eq!(puzzle("L").unwrap().puzzle.pieces.len(), 8);
    assert_eq!(puzzle("L.1").unwrap().puzzle.pieces.len(), 1);
    let errors = puzzle("Q").unwrap_err();
    assert!(errors[0].message.contains("its members are I.1 I.2"), "{errors:?}");
}

#[test]
fn output_that_cannot_be_written_is_an_error_and_what_was_found_is_kept() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    let folder = fast_folder();
    let run = |script: &str| {
        let output = std::process::Command::new("sh")
            .args(["-c", script, crate::program::PROGRAM])
            .current_dir(folder.path())
            .output()
            .unwrap();
        (output.status.code(), stderr(&output))
    };
    for command in [
        "export soma-cube --to ron",
        "check soma-cube",
        "solve pentominoes-5x12 --json",
        "variants a-puzzle-a-day --only \"6 Oct\" --csv -",
        "filter --list",
        "table pentominoes-3x20 --by border",
        "challenges pentominoes-3x20 --given 2 --number 2 --csv -",
        "export soma-cube --to dlx",
    ] {
        let (status, words) = run(&format!("\"$0\" {command} >/dev/full"));
        assert!(status == Some(2) && words.contains("standard output"), "{command}: {words}");
        // A reader that goes is no error.
        let (status, words) =
            run(&format!("set -o pipefail; \"$0\" {command} | head -1 >/dev/null"));
        assert!(!words.contains("standard output"), "{command}: {status:?} {words}");
    }
    let (status, _) = run("\"$0\" check nofile 2>/dev/full");
    assert_eq!(status, Some(2));
    let (status, _) = run("\"$0\" solve pentominoes-3x20 --out kept.ron 2>/dev/full");
    assert!(status == Some(0) && folder.path().join("kept.ron").exists());
}

#[test]
fn an_output_that_is_an_input_is_refused_by_every_command() {
    let folder = fast_folder();
    std::fs::write(folder.path().join("P.ron"), PINNED).unwrap();
    for arguments in [
        "solve P.ron --out P.ron",
        "solve P.ron --out ./P.ron",
        "solve P.ron --checkpoint P.ron",
        "variants P.ron --csv P.ron",
        "invent P.ron --csv P.ron",
        "challenges P.ron --csv P.ron",
        "filter P.ron --where fault-free --out P.ron",
        "table P.ron --by border --out P.ron",
        "export P.ron --to ron --out P.ron",
        "split P.ron --parts 2 --out P.ron",
        "solve P.ron --out new.ron --checkpoint new.ron",
    ] {
        let words: Vec<&str> = arguments.split(' ').collect();
        let output = polywright(folder.path(), &words);
        assert_eq!(output.status.code(), Some(2), "{arguments}: {}", stderr(&output));
        assert!(stderr(&output).contains("another name"), "{arguments}: {}", stderr(&output));
        assert_eq!(std::fs::read_to_string(folder.path().join("P.ron")).unwrap(), PINNED);
    }
}

#[test]
fn titles_do_not_act_on_the_terminal_and_cells_are_no_formulas() {
    let text = "(format: 1, title: \"\\u{1b}]0;x\\u{7}\\u{202e}T\", lattice: Square,
        board: Rectangle(2, 2), pieces: [Piece(name: \"+a,\\\"b\", art: [\"XX\"], copies: (0, 2))],
        variants: (of: [OpenSets([[[1, 1]], [[2, 1]]])], name: \"=x\"))";
    let acts = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    for command in [&["check"][..], &["variants"], &["variants", "--json"], &["estimate"]] {
        let (_, words) = said(command, "t.ron", text.as_bytes());
        assert!(!words.contains(acts), "{command:?}: {words:?}");
        assert!(words.contains("u{1b}") || words.contains("u001b"), "{command:?}: {words:?}");
    }
    let (_, table) = said(&["variants", "--csv", "-"], "t.ron", text.as_bytes());
    assert!(table.contains("\n'=x,"), "{table}");
    let folder = fast_folder();
    std::fs::write(folder.path().join("t.ron"), text).unwrap();
    let to_pdf = ["export", "t.ron", "--to", "pdf", "--layout", "pieces", "--out", "t.pdf"];
    let output = polywright(folder.path(), &to_pdf);
    assert!(output.status.success(), "{}", stderr(&output));
    let pages = std::fs::read(folder.path().join("t.pdf")).unwrap();
    let pages = String::from_utf8_lossy(&pages);
    let title = pages.split("<dc:title>").nth(1).and_then(|rest| rest.split("</dc:title>").next());
    let title = title.unwrap_or_else(|| panic!("no title in {} bytes", pages.len()));
    assert!(title.contains("u{1b}") && !title.contains(acts), "{title:?}");
}

/// Runs a script of the shell, where `$0` is the program.
#[cfg(target_os = "linux")]
fn shell(folder: &Path, script: &str) -> (Option<i32>, String) {
    let output = std::process::Command::new("sh")
        .args(["-c", script, crate::program::PROGRAM])
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.code(), stdout(&output) + &stderr(&output))
}

#[test]
#[cfg(target_os = "linux")]
fn a_run_does_with_the_threads_that_the_system_gives() {
    let folder = fast_folder();
    let is_there = |name: &str| shell(folder.path(), &format!("command -v {name}")).0 == Some(0);
    // Root may start as many as it likes.
    let is_root = shell(folder.path(), "test $(id -u) = 0").0 == Some(0);
    if !is_there("prlimit") || (is_root && !is_there("setpriv")) {
        return;
    }
    let program = folder.path().join("polywright");
    std::fs::copy(crate::program::PROGRAM, &program).unwrap();
    let open = <std::fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open).unwrap();
    // A user of no other process, where one can be had.
    let user = if is_root { "setpriv --reuid=54321 --clear-groups" } else { "" };
    let run = |threads: u32, words: &str| {
        let script = format!("{user} prlimit --nproc={threads} ./polywright {words}");
        shell(folder.path(), &script)
    };
    let mut solved = 0;
    for threads in 1..=5 {
        for words in [
            "solve pentominoes-4x15 --threads 4 --engine links",
            "solve pentominoes-4x15 --threads 4 --engine frontier",
            "solve pentominoes-4x15 --threads 4 --first",
        ] {
            let (status, said) = run(threads, words);
            assert!(!said.contains("panicked") && !said.contains("internal"), "{said}");
            match status {
                Some(2) => assert!(said.contains("start") && said.contains("thread"), "{said}"),
                _ => solved += u32::from(status == Some(0)),
            }
        }
    }
    assert!(solved >= 6 || !is_root, "{solved}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_limit_of_file_sizes_and_a_home_that_is_nowhere_are_told() {
    let folder = fast_folder();
    let script = "ulimit -f 8; TMPDIR=. \"$0\" solve pentominoes-6x10 --out kept.ron";
    let (status, said) = shell(folder.path(), script);
    assert!(status == Some(2) && said.contains("kept.ron: cannot be written"), "{said}");
    assert!(said.contains("distinct 2339"), "{said}");
    let script = "HOME=relative XDG_DATA_HOME= \"$0\" recount pentominoes-3x20";
    let (status, said) = shell(folder.path(), script);
    assert!(status == Some(2) && said.contains("no home folder"), "{said}");
    assert!(!folder.path().join("relative").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn temporary_files_of_programs_that_were_killed_are_removed() {
    use std::fs::File;
    use std::time::{Duration, SystemTime};
    let folder = fast_folder();
    let made = |name: &str, age: u64| {
        let file = File::create(folder.path().join(name)).unwrap();
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).unwrap();
        file
    };
    drop(made(".polywright-killed", 3600));
    let in_use = made(".polywright-in-use", 3600);
    in_use.lock().unwrap();
    drop(made(".polywright-young", 0));
    drop(made("puzzle.ron", 3600));
    let output = polywright(folder.path(), &["solve", "pentominoes-3x20", "--out", "new.ron"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let files = std::fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, [".polywright-in-use", ".polywright-young", "new.ron", "puzzle.ron"]);
}

#[test]
fn a_database_that_cannot_be_used_says_why_in_words() {
    let folder = fast_folder();
    let path = folder.path().join("r.sqlite");
    let recount = || {
        let output = polywright(
            folder.path(),
            &["recount", "pentominoes-3x20", "--count", "--results", "r.sqlite"],
        );
        (output.status.code(), stderr(&output))
    };
    for change in
        ["DROP TABLE chunks", "ALTER TABLE results DROP COLUMN title", "PRAGMA user_version = 0"]
    {
        let _ = std::fs::remove_file(&path);
        assert_eq!(recount().0, Some(0));
        rusqlite::Connection::open(&path).unwrap().execute_batch(change).unwrap();
        let (status, said) = recount();
        assert_eq!(status, Some(2));
        assert!(
            said.contains("r.sqlite: not a database of results, or damaged"),
            "{change}: {said}"
        );
    }
    let output = polywright(
        folder.path(),
        &["recount", "pentominoes-3x20", "--results", "nowhere/such/r.sqlite"],
    );
    let said = stderr(&output);
    assert!(output.status.success() || said.contains("r.sqlite"), "{said}");
    assert!(!said.contains("SELECT") && !said.contains("unable to open database"), "{said}");
}

#[test]
fn a_whole_turn_is_no_symmetry_and_is_listed_as_none() {
    use polywright::polyform::symmetric::{FormSymmetry, symmetric_forms};
    for &lattice in lattice::ALL.iter().filter(|l| !l.is_solid() && l.units.is_empty()) {
        let listed = |symmetry| symmetric_forms(lattice, 4, symmetry).unwrap();
        assert_eq!(listed(FormSymmetry::Turn(1)), listed(FormSymmetry::Any), "{}", lattice.name);
        assert_eq!(listed(FormSymmetry::Mirrors(1)), listed(FormSymmetry::Mirror));
    }
}

#[test]
fn labels_that_only_one_side_has_are_a_note() {
    let check = |labels: &str| {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square,
              pieces: [Piece(name: \"A\", art: [\"XX\"], labels: [{labels}])],
              board: Labelled(Rectangle(2, 1), [\"a.\"]))"
        );
        said(&["check"], "t.ron", text.as_bytes()).1
    };
    let apart = check("\"b.\"");
    assert!(apart.contains("note   Label a is only on the board"), "{apart}");
    assert!(apart.contains("note   Label b is only on pieces"), "{apart}");
    let alike = check("\"a.\"");
    assert!(!alike.contains("is only on"), "{alike}");
}

#[test]
fn rows_of_zeros_and_ones_are_a_matrix_however_they_are_separated() {
    // The example of Knuth's paper, whose one solution has the first, fourth and fifth row.
    let rows = ["0010110", "1001001", "0110010", "1001000", "0100001", "0001101"];
    let apart = |separator: &str| -> String {
        let row =
            |row: &&str| row.chars().map(String::from).collect::<Vec<_>>().join(separator) + "\r\n";
        rows.iter().map(row).collect()
    };
    let named: String = rows
        .iter()
        .enumerate()
        .map(|(n, row)| {
            format!("row {n};{}\n", row.chars().map(String::from).collect::<Vec<_>>().join(";"))
        })
        .collect();
    for (name, text) in [
        ("plain.txt", apart("")),
        ("blanks.dlx", apart(" ")),
        ("tabs", apart("\t")),
        ("commas.csv", apart(",")),
        ("header.csv", format!("a,b,c,d,e,f,g\n{}", apart(","))),
        ("named.csv", format!(";A;B;C;D;E;F;G\n{named}")),
        ("marked.csv", format!("\u{feff}{}", apart(", "))),
    ] {
        let (status, told) = said(&["solve"], name, text.as_bytes());
        assert!(status == Some(0) && told.contains("total 1 "), "{name}: {told}");
    }
    let (_, told) = said(&["export", "--to", "dlx"], "m.csv", "x,y,z\n1,0,1\n0,1,0\n".as_bytes());
    assert!(told.contains("x y z\nx z\ny\n"), "{told}");
    // A header that is longer than what a file is known by, and lines that end in commas.
    let names: Vec<String> = (0..1500).map(|n| format!("item {n}")).collect();
    let wide = format!("{}\n{}\n", names.join(","), ["1"; 1500].join(","));
    let commas = format!("{}\n", ["1"; 3000].join(",") + ",");
    for (name, text) in [("wide.csv", wide), ("commas.txt", commas)] {
        let (status, told) = said(&["solve"], name, text.as_bytes());
        assert!(status == Some(0) && told.contains("total 1 "), "{name}: {told}");
    }
    for (text, message) in [
        ("1,0,0\n0,1\n0,0,1\n", "line 2"),
        ("name,solvable\nW1,yes\n", "is not 0 or 1"),
        ("a,b,b\n1,0,0\n0,1,1\n", "column b is named twice"),
        ("\"a,1\",b,b\n1,0,0\n0,1,1\n", "column b is named twice"),
    ] {
        let (status, told) = said(&["solve"], "m.csv", text.as_bytes());
        assert!(status == Some(2), "{told}");
        assert!(told.contains(message), "{told}");
    }
    // Drawings and items go on to be what they are.
    let (status, told) = said(&["solve"], "t.dlx", b"0 1\n0\n1\n");
    assert!(status == Some(0) && told.contains("total 1 "), "{told}");
}

#[test]
fn long_options_and_no_items_are_read_in_proportion() {
    use polywright::format::dlx;
    let problem = dlx::read(" |\n").unwrap();
    assert_eq!(dlx::read(&dlx::write(&problem, "")).unwrap(), problem);
    // A million items in one option: by comparing each with each this would take days.
    let names: Vec<String> = (0..1_000_000).map(|n| format!("i{n}")).collect();
    let line = names.join(" ");
    let problem = dlx::read(&format!("{line}\n{line}\n")).unwrap();
    assert_eq!(problem.cell_count(), 1_000_000);
    let twice = dlx::read("a b\na b a\n").unwrap_err();
    assert_eq!(twice.place, Some((2, 5)));
}

/// The ways to put shapes of cells into a region, each once, turned as they like: by trying all.
fn can_be_packed(
    shapes: &[Vec<(i32, i32)>],
    size: (i32, i32),
    taken: &mut Vec<(i32, i32)>,
) -> bool {
    let Some((shape, rest)) = shapes.split_first() else { return true };
    for turn in 0..8 {
        let moved = shape.iter().map(|&(x, y)| match turn % 4 {
            0 => (x, y),
            1 => (-y, x),
            2 => (-x, -y),
            _ => (y, -x),
        });
        let moved: Vec<(i32, i32)> =
            moved.map(|(x, y)| if turn < 4 { (x, y) } else { (-x, y) }).collect();
        for (dx, dy) in (-2..size.0 + 2).flat_map(|x| (-2..size.1 + 2).map(move |y| (x, y))) {
            let laid: Vec<(i32, i32)> = moved.iter().map(|(x, y)| (x + dx, y + dy)).collect();
            let fits = |&(x, y): &(i32, i32)| {
                (0..size.0).contains(&x) && (0..size.1).contains(&y) && !taken.contains(&(x, y))
            };
            if laid.iter().all(fits) {
                let before = taken.len();
                taken.extend(&laid);
                let packed = can_be_packed(rest, size, taken);
                taken.truncate(before);
                if packed {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn shapes_and_regions_are_problems_that_are_solved_as_by_trying_all() {
    // Seven of nine cells each, and one of six.
    let shapes =
        ["###/##./##.", "###/##./.##", "#.#/###/#.#", "##./###/.##", "###/#../###", "###/.#./##."];
    let cells = |shape: &str| -> Vec<(i32, i32)> {
        let row = |(y, row): (usize, &str)| -> Vec<(i32, i32)> {
            let at = row.chars().enumerate().filter(|(_, c)| *c == '#');
            at.map(|(x, _)| (x as i32, y as i32)).collect()
        };
        shape.split('/').enumerate().flat_map(row).collect()
    };
    let regions = [
        (4, 4, [0, 0, 2, 0, 0, 0]),
        (4, 4, [1, 0, 0, 0, 0, 0]),
        (5, 3, [1, 1, 0, 0, 0, 0]),
        (4, 5, [2, 0, 0, 0, 0, 0]),
        (6, 3, [0, 1, 1, 0, 0, 0]),
        (4, 4, [0, 0, 0, 2, 0, 0]),
        (5, 3, [0, 0, 0, 0, 2, 0]),
        (4, 3, [0, 0, 0, 0, 0, 2]),
        (6, 4, [0, 0, 0, 1, 1, 1]),
    ];
    let mut list = String::new();
    for (n, shape) in shapes.iter().enumerate() {
        list += &format!("{n}:\n{}\n\n", shape.replace('/', "\n"));
    }
    for (width, height, copies) in regions {
        let copies = copies.map(|n| n.to_string()).join(" ");
        list += &format!("{width}x{height}: {copies}\n");
    }
    let mut solvable = 0;
    for (n, (width, height, copies)) in regions.into_iter().enumerate() {
        let number = (n + 1).to_string();
        let (status, told) = said(&["solve", "--problem", &number], "day.txt", list.as_bytes());
        let wanted = copies.iter().zip(shapes).flat_map(|(&n, shape)| vec![cells(shape); n]);
        let packed = can_be_packed(&wanted.collect::<Vec<_>>(), (width, height), &mut Vec::new());
        assert_eq!(status, Some(i32::from(!packed)), "region {number}: {told}");
        solvable += i32::from(packed);
    }
    assert!(solvable > 0 && solvable < regions.len() as i32, "{solvable}");
    let (_, told) = said(&["check"], "day.txt", list.as_bytes());
    assert!(told.contains("9 regions; this is the first"), "{told}");
    let (status, told) = said(&["check", "--problem", "10"], "day.txt", list.as_bytes());
    assert!(status == Some(2) && told.contains("no region 10; the file has 9 regions"), "{told}");
    let (_, told) = said(&["check"], "day.txt", b"0:\n##\n\n4x4: 1 2\n");
    assert!(told.contains("line 4") && told.contains("2 numbers for 1 shape"), "{told}");
}

#[test]
fn letters_with_blanks_between_are_read_as_if_there_were_none() {
    let apart = said(&["solve"], "t.txt", b"A A B C\nA B B C\n").1;
    let close = said(&["solve"], "t.txt", b"AABC\nABBC\n").1;
    let counts =
        |said: &str| said.lines().find(|line| line.starts_with("total")).map(str::to_owned);
    assert!(counts(&apart).is_some() && counts(&apart) == counts(&close), "{apart}{close}");
}

#[test]
fn blanks_are_gaps_where_other_drawings_have_none_and_doubtful_ones_are_told() {
    let check = |text: &str| said(&["check"], "t.txt", text.as_bytes());
    let counts = |text: &str| {
        let (_, told) = said(&["solve"], "t.txt", text.as_bytes());
        let line = told.lines().find(|line| line.starts_with("total"));
        line.unwrap_or_else(|| panic!("{told}")).to_owned()
    };
    let note = "# # is read as ##";
    // A board of two columns could be two boards.
    let square = "board:\n# #\n# #\n\nI x 2:\nX\nX\n";
    let (status, told) = check(square);
    assert!(status == Some(0) && told.contains(note) && told.contains("#.#"), "{told}");
    assert!(counts(square).contains("total 2 "));
    assert!(counts(&square.replace("# #", "#.#")).contains("total 1 "));
    assert!(!check(&square.replace("# #", "##")).1.contains(note));
    // Letters and pieces could not, since their parts touch; nor is there a doubt beside them.
    for (apart, close) in [
        ("A A\nB B\n", "AA\nBB\n"),
        ("board:\n# #\n# #\n\nI x 2:\nX X\n", "board:\n##\n##\n\nI x 2:\nXX\n"),
        ("board:\n# # #\n# # #\n\nI x 3:\nX\nX\n", "board:\n###\n###\n\nI x 3:\nX\nX\n"),
        ("board:\n# # # #\n\nI x 2:\nXX\n", "board:\n####\n\nI x 2:\nXX\n"),
        (
            "lattice: King\n\nboard:\n# # # #\n# # # #\n\nD x 4:\nX\n  X\n",
            "lattice: King\n\nboard:\n####\n####\n\nD x 4:\nX\n X\n",
        ),
    ] {
        assert_eq!(counts(apart), counts(close), "{apart}");
        assert!(!check(apart).1.contains(note), "{apart}");
    }
    // Beside drawings without blanks those of a piece are gaps, which it cannot have here.
    let (status, told) = check("board:\n#####\n\nA:\nX X X\n\nB x 2:\nX\n");
    assert!(
        status == Some(2) && told.contains("line 5") && told.contains("do not touch"),
        "{told}"
    );
    // A board may have them.
    let columns = "board:\n# #\n# #\n\nI x 1:\nX\nX\n\nB:\nXX\n";
    assert!(check(columns).1.contains("4 required"));
    assert!(!check(columns).1.contains(note));
}

#[test]
fn a_tiny_file_that_asks_for_long_lists_is_read_or_refused_by_what_they_would_hold() {
    let puzzle = |rest: &str| format!("(format: 1, title: \"t\", {rest})");
    let edges = "lattice: TriangleEdges, board: Parallelogram(4, 3), pieces: [Family(free: 1, \
                 copies: (0, 60))]";
    for symmetry in ["Turn(1)", "Any"] {
        let text = puzzle(&format!("{edges}, variants: (of: [Symmetric(8, {symmetry})])"));
        let (status, told) = said(&["check"], "t.ron", text.as_bytes());
        assert!(status == Some(2) && told.contains("more than 20000"), "{told}");
    }
    let blockers = "lattice: Square, board: Rectangle(6, 6), pieces: [Family(free: 2, copies: (0, \
                    60))], site_groups: {\"any\": All}, variants: (of: [OpenSome(7, \"any\")])";
    let (status, told) = said(&["check"], "t.ron", puzzle(blockers).as_bytes());
    assert!(status == Some(0) && told.contains("7 of any"), "{told}");
    // All is known of the one piece: there is nothing to say of optional ones.
    assert!(!told.contains("Optional pieces"), "{told}");
}

#[test]
fn a_formula_larger_than_solvers_take_is_refused_before_it_is_written() {
    let folder = fast_folder();
    let text = "(format: 1, title: \"t\", lattice: Square, board: Rectangle(256, 256), pieces: \
                [Family(free: 2, copies: (0, 40000))])";
    std::fs::write(folder.path().join("t.ron"), text).unwrap();
    let output = polywright(folder.path(), &["export", "t.ron", "--to", "cnf", "--out", "t.cnf"]);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert!(told.contains("more variables or clauses than SAT solvers accept"), "{told}");
    let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(files.len(), 1, "{files:?}");
}
