//! The formats as the guide shows them, and the bundled files.

use std::ops::ControlFlow;
use std::sync::Arc;

use polywright::encode::Encoded;
use polywright::format::{
    Contents, SolutionSet, bundled, dlx, puzzle_file, read_ron, solution_lines, solutions_file,
};
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
use polywright::lattice;
use polywright::natural::Natural;
use polywright::polyform::Motions;
use polywright::polyform::family::Congruence;
use polywright::puzzle::cover::{MatrixForm, QueensForm, SudokuForm};
use polywright::puzzle::{
    ApartForm, BoardForm, BoardPieceForm, BorderRule, Colour, Comment, CommentPlace, Contact,
    Copies, CoverForm, Description, Drawing, Expect, FORMAT, FamilyForm, Handling, JunctionRule,
    LabelRule, NamedShape, PieceForm, Puzzle, Rules, SingleForm, SiteRule, Takes,
};
use polywright::solution::{Counts, Store};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::{bool, option, sample};

const GUIDE: &str = include_str!("../../assets/guide/puzzle-files.md");

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

fn solve(puzzle: &Arc<Puzzle>) -> (Arc<Plan>, Run, Counts<Natural>) {
    let plan = Arc::new(Plan::new(Arc::clone(puzzle), PlanOptions::default()).unwrap());
    let mut run = Run::start(Arc::clone(&plan), Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    (plan, run, last.counts)
}

#[test]
fn every_example_of_readme_and_guide_is_sound_and_the_small_ones_have_the_solutions_they_expect() {
    let mut examples = blocks(GUIDE, "ron");
    examples.extend(blocks(include_str!("../../README.md"), "ron"));
    let (mut puzzles, mut solutions) = (0, 0);
    for text in &examples {
        match read_ron(text.as_str().into()) {
            Ok(Contents::Puzzle(opened)) => {
                puzzles += 1;
                // Where the variants choose pieces, all pieces together do not fit; their own test
                // solves them.
                let chosen =
                    opened.puzzle.variants.is_some() && opened.puzzle.area_conflict().is_some();
                if opened.puzzle.board.sites().len() > 30 || chosen {
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
fn the_solutions_in_the_guide_are_what_the_program_writes() {
    let examples = blocks(GUIDE, "ron");
    let text = examples.iter().find(|text| text.contains("solutions:")).unwrap();
    let Ok(Contents::Solutions(set)) = read_ron(text.as_str().into()) else { panic!("{text}") };
    let SolutionSet { description, puzzle, .. } = *set;
    let (plan, run, counts) = solve(&puzzle);
    let Encoded { puzzle, encoding, .. } = plan.encoded().unwrap();
    let source = solutions_file::Source {
        description: &description,
        puzzle,
        encoding,
        group: plan.group(),
        store: &run.with_store(Store::clone),
        counts,
        complete: true,
    };
    assert_eq!(&solutions_file::write(source), text);
    let mut lines = Vec::new();
    solution_lines::write_to(source, &mut lines, &mut |_, _| ControlFlow::Continue(())).unwrap();
    assert_eq!(String::from_utf8(lines).unwrap(), blocks(GUIDE, "lines").concat());
}

#[test]
fn the_guide_names_every_lattice_board_and_colour() {
    for lattice in lattice::ALL {
        // The guide has the plural.
        let name = lattice.polyform.replace(" in space", "");
        let row = format!("| `{}` | {}", lattice.key, name.trim_end_matches("hedron"));
        assert!(GUIDE.contains(&row), "{row}");
        for board in lattice.boards {
            assert!(GUIDE.contains(&format!("| `{}(", board.key)), "{}", board.key);
        }
    }
    let colours: Vec<&str> = (0..Colour::COUNT).map(|n| Colour::nth(n).name()).collect();
    assert!(GUIDE.replace('\n', " ").contains(&colours.join(", ")));
}

#[test]
fn the_guide_uses_every_field_that_a_puzzle_can_have() {
    let examples = blocks(GUIDE, "ron").concat();
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
    let golden = include_str!("snapshots/suite__command_line__messages.snap");
    let said: Vec<&str> = blocks(GUIDE, "text").concat().leak().lines().collect();
    assert!(said.len() >= 8);
    for line in said {
        // Names and places differ; what is said after them must not.
        let message = line.splitn(4, ": ").last().unwrap();
        let message = message.split('…').next().unwrap();
        let message = message.replace("field `colour` is", "field `name` is").trim_end().to_owned();
        let start = message.split_once("solution 1: ").map_or(&*message, |(_, rest)| rest);
        let in_golden = golden.contains(start);
        assert!(in_golden || start.contains("not have its shape"), "{start}");
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
    assert!(error.contains("piece I: column 3, row 1 of the labels: 'w' is where"), "{error}");
    let error = read("art: [\"XX\"], labels: [\"b?\"]", board);
    assert!(error.contains("column 2, row 1 of the labels: '?' is not a label"), "{error}");
    let error = read("sites: [[1, 1]], labels: [\"b\"]", board);
    assert!(error.contains("piece I: `labels` are drawn beside `art`"), "{error}");
    let error = read("art: [\"XX\"]", "Labelled(Rectangle(2, 1), [\"bw\", \"b\"])");
    assert!(error.contains("column 1, row 2 of the labels: 'b' is outside the board"), "{error}");
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
    let awkward = sample::select(vec![
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
    prop_oneof![any::<String>(), vec(awkward, 0..8).prop_map(|parts| parts.concat()),]
}

/// Short lists of texts.
fn names() -> impl Strategy<Value = Vec<String>> {
    vec(texts(), 0..3)
}

/// Lists of addresses, of sites or not.
fn addresses() -> impl Strategy<Value = Vec<Vec<i32>>> {
    vec(vec(any::<i32>(), 0..4), 0..4)
}

fn copies() -> impl Strategy<Value = Copies> {
    (0..=Copies::MAX, 1..=Copies::MAX).prop_map(|(a, b)| Copies::new(a.min(b), b).unwrap())
}

fn piece_forms() -> impl Strategy<Value = PieceForm> {
    let sameness = vec![Congruence::Free, Congruence::OneSided, Congruence::Fixed];
    let family = (
        (sample::select(sameness), any::<usize>(), names(), bool::ANY),
        (names(), copies(), option::of(any::<u32>())),
    );
    let family = family.prop_map(|((sameness, size, members, only), (off, copies, colours))| {
        let (only, without) = if only { (members, vec![]) } else { (vec![], members) };
        PieceForm::Family(FamilyForm { sameness, size, only, without, off, copies, colours })
    });
    let motions = vec![Motions::TurnAndFlip, Motions::Turn, Motions::AsDrawn];
    let drawing = prop_oneof![
        (names(), names()).prop_map(|(art, labels)| (Drawing::Art(art), labels)),
        addresses().prop_map(|sites| (Drawing::Sites(sites), vec![])),
        any::<(u32, u32)>().prop_map(|(length, own)| (Drawing::Stick(length, own), vec![])),
    ];
    let colour = (0..Colour::COUNT).prop_map(Colour::nth);
    let rest = (copies(), option::of(sample::select(motions)), option::of(colour), bool::ANY);
    let single = (texts(), drawing, rest).prop_map(
        |(name, (drawing, labels), (copies, motions, colour, off))| {
            let handling = Handling { group: u32::from(off), weight: i32::from(!off) - 2 };
            PieceForm::Piece(SingleForm {
                name,
                drawing,
                labels,
                copies,
                motions,
                colour,
                off,
                handling,
            })
        },
    );
    prop_oneof![family, single]
}

fn board_forms() -> impl Strategy<Value = BoardForm> {
    let keys: Vec<&str> =
        lattice::ALL.iter().flat_map(|lattice| lattice.boards).map(|board| board.key).collect();
    let named = (sample::select(keys), vec(any::<u32>(), 0..4))
        .prop_map(|(key, numbers)| BoardForm::Named(NamedShape { key, numbers }));
    let leaf = prop_oneof![
        names().prop_map(BoardForm::Art),
        addresses().prop_map(BoardForm::Sites),
        named
    ];
    leaf.prop_recursive(3, 4, 1, |inner| {
        prop_oneof![
            (inner.clone(), addresses())
                .prop_map(|(board, sites)| BoardForm::Less(Box::new(board), sites)),
            (inner, names()).prop_map(|(board, rows)| BoardForm::Labelled(Box::new(board), rows)),
        ]
    })
}

fn rules() -> impl Strategy<Value = Rules> {
    let at_border = prop_oneof![
        sample::select(vec![BorderRule::Free, BorderRule::Every]),
        names().prop_map(BorderRule::Pieces),
        any::<u32>().prop_map(BorderRule::Exactly),
        any::<u32>().prop_map(BorderRule::AtLeast),
        any::<u32>().prop_map(BorderRule::AtMost),
    ];
    let by = sample::select(vec![Contact::Face, Contact::Edge, Contact::Corner]);
    let apart = (names(), by).prop_map(|(pieces, by)| ApartForm { pieces, by });
    let flags = (bool::ANY, bool::ANY, bool::ANY, bool::ANY, bool::ANY, bool::ANY);
    (flags, at_border, vec(apart, 0..3)).prop_map(|(flags, at_border, apart)| {
        let (cross, labels, leftover, loose_parts, no_crossroads, fault_free) = flags;
        Rules {
            junctions: if cross { JunctionRule::Free } else { JunctionRule::NoCrossing },
            labels: if labels { LabelRule::Free } else { LabelRule::Agree },
            leftover,
            loose_parts,
            no_crossroads,
            fault_free,
            at_border,
            apart,
        }
    })
}

fn cover_forms() -> impl Strategy<Value = CoverForm> {
    let size = (any::<u32>(), any::<u32>());
    prop_oneof![
        (size, texts()).prop_map(|(size, givens)| CoverForm::Sudoku(SudokuForm { size, givens })),
        (any::<u32>(), bool::ANY)
            .prop_map(|(size, organ_pipe)| CoverForm::Queens(QueensForm { size, organ_pipe })),
        (texts(), names())
            .prop_map(|(items, options)| CoverForm::Matrix(MatrixForm { items, options })),
    ]
}

/// Comments before everything, before the title, and after everything.
fn comments() -> impl Strategy<Value = Vec<Comment>> {
    let field = || CommentPlace::Field("title".to_owned());
    let places = [CommentPlace::Start, field(), CommentPlace::End];
    let texts = vec(option::of("//[ -~]{0,20}[!-~]"), places.len());
    texts.prop_map(move |texts| {
        let comments = texts.into_iter().zip(places.clone());
        comments.filter_map(|(text, place)| Some(Comment { text: text?, place })).collect()
    })
}

/// Numbers of any size.
fn naturals() -> impl Strategy<Value = Natural> {
    let large = any::<[u64; 3]>().prop_map(|n| n.map(|n| n.to_string()).concat());
    prop_oneof![any::<u64>().prop_map(Natural::from), large.prop_map(|n| n.parse().unwrap())]
}

/// Any description that the types allow, of a puzzle or not.
fn descriptions() -> impl Strategy<Value = Description> {
    let takes = (vec(texts(), 1..3), bool::ANY)
        .prop_map(|(names, only)| if only { Takes::Only(names) } else { Takes::Never(names) });
    let site_rule = (vec(any::<i32>(), 0..4), takes).prop_map(|(at, takes)| SiteRule { at, takes });
    let placed = (texts(), addresses(), bool::ANY)
        .prop_map(|(piece, sites, pinned)| BoardPieceForm { piece, sites, pinned });
    let number = || option::of(naturals());
    let expect = (number(), number(), number(), number()).prop_map(
        |(total, turned, distinct, symmetric)| Expect { total, turned, distinct, symmetric },
    );
    let filters = btree_map(texts(), texts(), 0..3);
    let words = (texts(), texts(), texts(), texts(), filters);
    let own = (
        sample::select(lattice::ALL),
        vec(piece_forms(), 0..4),
        board_forms(),
        (vec(site_rule, 0..3), vec(placed, 0..3), rules()),
    );
    (words, own, option::weighted(0.2, cover_forms()), expect, comments()).prop_map(
        |((title, author, source, note, filters), own, cover, expect, comments)| {
            let (lattice, pieces, board, (site_rules, placed, rules)) = own;
            let empty = Description::empty(lattice::grid(), BoardForm::Art(Vec::new()));
            let base = match cover {
                None => Description { lattice, pieces, board, site_rules, placed, rules, ..empty },
                cover => Description { cover, ..empty },
            };
            let base = Description { expect, filters, comments, ..base };
            Description { format: FORMAT, title, author, source, note, ..base }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_description_is_read_as_it_was_written(description in descriptions()) {
        let text = puzzle_file::write(&description);
        let again = puzzle_file::read_description(&text);
        let again = again.map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&again, &description, "{}", text);
        prop_assert_eq!(puzzle_file::write(&again), text);
    }

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
        let Encoded { puzzle, encoding, .. } = plan.encoded().unwrap();
        // As items and options: a name with a space that does not break fell apart.
        let text = dlx::write(plan.whole(), plan.title());
        let problem = dlx::read(&text);
        prop_assert_eq!(problem.as_ref(), Ok(plan.whole()), "{}", text);

        let store = run.with_store(Store::clone);
        let source = solutions_file::Source {
            description: &description,
            puzzle,
            encoding,
            group: plan.group(),
            store: &store,
            counts,
            complete: true,
        };
        let text = solutions_file::write(source);
        match read_ron(text.as_str().into()) {
            Ok(Contents::Solutions(set)) => prop_assert_eq!(&set.description, &description),
            Ok(_) => prop_assert!(false, "not taken for solutions\n{}", text),
            Err(errors) => prop_assert!(false, "{}\n{}", &errors[0], text),
        }
        let mut lines = Vec::new();
        let progress = &mut |_, _| ControlFlow::Continue(());
        solution_lines::write_to(source, &mut lines, progress).unwrap();
        match solution_lines::read_from(&mut std::io::Cursor::new(&lines), progress) {
            Ok(set) => {
                prop_assert_eq!(&set.description, &description);
                prop_assert_eq!(&set.counts, &counts);
                prop_assert!(set.store.iter().eq(source.store.iter()));
            }
            Err(error) => prop_assert!(false, "{}\n{}", error, String::from_utf8_lossy(&lines)),
        }
    }
}

const ENDS: &str = "the text ends here, but a bracket or a string is still open";

#[test]
fn a_text_that_is_cut_off_anywhere_ends_there() {
    let puzzle = r#"(format: 1, title: "a", lattice: Square, pieces: [Piece(name: "A",
        art: ["X"]), Family(free: 2)], board: Rectangle(3, 1), rules: (junctions: Free))"#;
    assert!(puzzle_file::read_description(puzzle).is_ok());
    for (at, _) in puzzle.char_indices().skip(1) {
        let error = puzzle_file::read_description(&puzzle[..at]).unwrap_err();
        // After a bracket that closes, and the like, what is missing may be named.
        let is_closed = puzzle[..at].trim_end().ends_with([')', ']']);
        let expected = error.message == ENDS || error.message.contains("never closed") || is_closed;
        assert!(expected, "{}: {}", &puzzle[..at], error.message);
    }
    for text in ["hello", "(format: 1)", "(format: 1) // and so on", "(format: 1, tilte: x)"] {
        let error = puzzle_file::read_description(text).unwrap_err();
        assert_ne!(error.message, ENDS, "{text}");
    }
    let error = puzzle_file::read_description("(format: 1, tilte: 2, pieces: [").unwrap_err();
    assert!(error.message.contains("tilte"), "{}", error.message);
    let error = puzzle_file::read_description(&format!("{puzzle} more")).unwrap_err();
    assert!(error.message.contains("expected nothing more"), "{}", error.message);
}
