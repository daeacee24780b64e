//! The formats as `puzzles/README.md` shows them, and the bundled files.

use std::sync::Arc;

use polywright::format::{
    Contents, SolutionSet, bundled, dlx, puzzle_file, read_ron, solutions_file,
};
use polywright::job::{Phase, Plan, Run, Settings};
use polywright::lattice;
use polywright::puzzle::{Colour, PieceForm, Puzzle};
use polywright::solution::{Counts, Store};
use proptest::prelude::*;

const README: &str = include_str!("../puzzles/README.md");

/// The blocks of a Markdown text that are fenced with this word.
fn blocks(markdown: &str, word: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut inside: Option<String> = None;
    for line in markdown.lines() {
        match &mut inside {
            None if line.strip_prefix("```") == Some(word) => inside = Some(String::new()),
            Some(_) if line == "```" => blocks.extend(inside.take()),
            Some(block) => {
                block.push_str(line);
                block.push('\n');
            }
            None => {}
        }
    }
    blocks
}

fn solve(puzzle: &Arc<Puzzle>) -> (Arc<Plan>, Run, Counts) {
    let plan = Arc::new(Plan::new(Arc::clone(puzzle)).unwrap());
    let mut run = Run::start(Arc::clone(&plan), Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    (plan, run, last.counts)
}

#[test]
fn every_example_of_the_readme_is_sound_and_the_small_ones_have_the_solutions_they_expect() {
    let mut examples = blocks(README, "ron");
    examples.extend(blocks(include_str!("../README.md"), "ron"));
    let (mut puzzles, mut solutions) = (0, 0);
    for text in &examples {
        match read_ron(text.as_str().into()) {
            Ok(Contents::Puzzle(opened)) => {
                puzzles += 1;
                if opened.puzzle.board.sites().len() > 30 {
                    continue;
                }
                let (_, _, counts) = solve(&opened.puzzle);
                assert!(counts.total > 0, "{text}");
                assert_eq!(counts.differences(&opened.puzzle.expect), [], "{text}");
            }
            Ok(Contents::Solutions(_)) => solutions += 1,
            other => panic!("{other:?}\n{text}"),
        }
    }
    assert!(puzzles >= 12 && solutions == 1, "{puzzles} and {solutions}");
}

#[test]
fn the_solutions_of_the_readme_are_what_the_program_writes() {
    let examples = blocks(README, "ron");
    let text = examples.iter().find(|text| text.contains("solutions:")).unwrap();
    let Ok(Contents::Solutions(set)) = read_ron(text.as_str().into()) else { panic!("{text}") };
    let SolutionSet { description, puzzle, .. } = *set;
    let (plan, run, counts) = solve(&puzzle);
    let (puzzle, encoding) = plan.geometry.as_ref().unwrap();
    let source = solutions_file::Source {
        description: &description,
        puzzle,
        encoding,
        group: &plan.group,
        store: &run.with_store(Store::clone),
        counts,
        complete: true,
    };
    assert_eq!(&solutions_file::write(source), text);
}

#[test]
fn the_readme_names_every_lattice_board_and_colour() {
    for lattice in lattice::ALL {
        let row = format!("| `{}` | {}", lattice.key, lattice.polyform);
        assert!(README.contains(&row), "{row}");
        for board in lattice.boards {
            assert!(README.contains(&format!("| `{}(", board.key)), "{}", board.key);
        }
    }
    let colours: Vec<&str> = (0..Colour::COUNT).map(|n| Colour::nth(n).name()).collect();
    assert!(README.replace('\n', " ").contains(&colours.join(", ")));
}

#[test]
fn the_readme_uses_every_field_that_a_puzzle_can_have() {
    let examples = blocks(README, "ron").concat();
    for field in [
        "format",
        "title",
        "author",
        "source",
        "note",
        "lattice",
        "pieces",
        "board",
        "rules",
        "cover",
        "box",
        "givens",
        "size",
        "organ_pipe",
        "items",
        "options",
        "expect",
        "name",
        "art",
        "sites",
        "labels",
        "copies",
        "motions",
        "colour",
        "free",
        "one_sided",
        "fixed",
        "only",
        "without",
        "junctions",
        "leftover",
        "loose_parts",
        "no_crossroads",
        "fault_free",
        "at_border",
        "apart",
        "by",
        "total",
        "turned",
        "distinct",
        "symmetric",
    ] {
        assert!(examples.contains(&format!("{field}: ")), "{field}");
    }
}

#[test]
fn the_messages_that_the_readme_quotes_are_those_of_the_program() {
    let golden = include_str!("snapshots/command_line__messages.snap");
    let said: Vec<&str> = blocks(README, "text").concat().leak().lines().collect();
    assert!(said.len() >= 8);
    for line in said {
        // Names and places differ; what is said after them must not.
        let message = line.splitn(4, ": ").last().unwrap();
        let message = message.split('…').next().unwrap();
        let message = message.replace("`colour` can", "`name` can").trim_end().to_owned();
        let start = message.split_once("solution 1: ").map_or(&*message, |(_, rest)| rest);
        let in_golden = golden.contains(start);
        assert!(in_golden || start.contains("not its own shape"), "{start}");
    }
}

#[test]
fn labels_that_cannot_be_are_refused_with_place_and_reason() {
    let read = |piece: &str, board: &str| {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square, pieces: [Piece(name: \"I\", {piece})], \
             board: {board})"
        );
        let errors = puzzle_file::read(text.into()).expect_err("it is refused");
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let board = "Rectangle(2, 1)";
    let error = read("art: [\"XX\"], labels: [\"b.w\"]", board);
    assert!(error.contains("piece I: row 1, column 3 of the labels: 'w' stands"), "{error}");
    let error = read("art: [\"XX\"], labels: [\"b?\"]", board);
    assert!(error.contains("row 1, column 2 of the labels: '?' is no label"), "{error}");
    let error = read("sites: [[1, 1]], labels: [\"b\"]", board);
    assert!(error.contains("piece I: `labels` are drawn beside `art`"), "{error}");
    let error = read("art: [\"XX\"]", "Labelled(Rectangle(2, 1), [\"bw\", \"b\"])");
    assert!(
        error.contains("row 2, column 1 of the labels: 'b' stands beside the board"),
        "{error}"
    );
    let error = read("art: [\"XX\"]", "Labelled(Rectangle(2, 1))");
    assert!(error.contains("Labelled"), "{error}");
}

#[test]
fn every_bundled_puzzle_reads_back_as_it_was() {
    for file in bundled::ALL {
        let opened = file.open();
        let text = puzzle_file::write(&opened.description);
        let again = puzzle_file::read(text.as_str().into()).unwrap();
        assert_eq!(again.description, opened.description, "{}", file.path);
        assert_eq!(puzzle_file::write(&again.description), text, "{}", file.path);
    }
}

#[test]
fn every_puzzle_file_is_bundled() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles");
    let mut found = Vec::new();
    for folder in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
        if !folder.is_dir() {
            continue;
        }
        for file in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            found.push(file.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
        }
    }
    let mut listed: Vec<String> = bundled::ALL.iter().map(|b| b.path.to_owned()).collect();
    found.sort_unstable();
    listed.sort_unstable();
    assert_eq!(found, listed);
}

#[test]
fn a_puzzle_may_use_all_that_ron_allows() {
    let text = r#"// a comment
        ( /* another */ format: 1, title: "tab\tquote\"", lattice: Square,
          pieces: [Piece(copies: (1, 2), name: " I ", art: ["XX"],),],
          board: Rectangle(0x2, 1), rules: (), expect: (), )"#;
    let opened = puzzle_file::read(text.into()).unwrap();
    assert_eq!(opened.puzzle.title, "tab\tquote\"");
    assert_eq!(opened.puzzle.pieces[0].name, "I");
    let again = puzzle_file::read(puzzle_file::write(&opened.description).into()).unwrap();
    assert_eq!(again.description, opened.description);
}

/// Any text at all, and often one of what could end a string too early.
fn texts() -> impl Strategy<Value = String> {
    let awkward = proptest::sample::select(vec![
        "\"",
        "#",
        "\\",
        "\n",
        "\r\n",
        "\t",
        "\0",
        "(",
        "]",
        "//",
        "/*",
        "r#",
        "\u{7f}",
        "\u{a0}",
        "\u{feff}",
        "é",
        "×",
        " ",
        "solutions:",
        "puzzle:",
    ]);
    prop_oneof![
        any::<String>(),
        proptest::collection::vec(awkward, 0..8).prop_map(|parts| parts.concat()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_stands_in_a_text_field_is_read_as_it_was_written(
        title in texts(), author in texts(), source in texts(), note in texts(), name in texts(),
    ) {
        let mut opened = puzzle_file::read(
            r#"(format: 1, title: "t", lattice: Square,
                pieces: [Piece(name: "I", art: ["XX"])], board: Rectangle(2, 1))"#.into(),
        ).unwrap();
        let words = &mut opened.description;
        (words.title, words.author, words.source, words.note) = (title, author, source, note);
        let kept: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
        if !kept.trim().is_empty()
            && let PieceForm::Piece(piece) = &mut words.pieces[0]
        {
            piece.name = kept;
        }
        let description = opened.description;
        let text = puzzle_file::write(&description);
        let again = puzzle_file::read(text.as_str().into());
        let again = again.map_err(|e| TestCaseError::fail(format!("{}\n{text}", e[0])))?;
        prop_assert_eq!(&again.description, &description);
        prop_assert_eq!(puzzle_file::write(&again.description), text);

        let (plan, run, counts) = solve(&again.puzzle);
        let (puzzle, encoding) = plan.geometry.as_ref().unwrap();
        // As items and options: a name with a space that does not break fell apart.
        let text = dlx::write(plan.whole(), &plan.title);
        let problem = dlx::read(&text);
        prop_assert_eq!(problem.as_ref(), Ok(plan.whole()), "{}", text);

        let source = solutions_file::Source {
            description: &description,
            puzzle,
            encoding,
            group: &plan.group,
            store: &run.with_store(Store::clone),
            counts,
            complete: true,
        };
        let text = solutions_file::write(source);
        match read_ron(text.as_str().into()) {
            Ok(Contents::Solutions(set)) => prop_assert_eq!(&set.description, &description),
            Ok(_) => prop_assert!(false, "not taken for solutions\n{}", text),
            Err(errors) => prop_assert!(false, "{}\n{}", &errors[0], text),
        }
    }
}
