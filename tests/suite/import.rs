//! Puzzles of other programs: `.xmpuzzle` files of BurrTools, written by hand after its format, and
//! plain text blocks; what they become, how often they are solved, what is refused.

use std::fmt::Write as _;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;
use polywright::files::{self, Opening};
use polywright::format::{Contents, FileError, Opened, blocks, bundled, puzzle_file, xmpuzzle};
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
use polywright::lattice::Point;
use polywright::polyform::{Motions, Shape};
use polywright::puzzle::{Copies, LabelRule, Puzzle};
use polywright::solution::Counts;
use polywright::symmetry::point_group;

use crate::program;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xmpuzzle").join(name)
}

fn open_problem(path: &Path, problem: Option<usize>) -> Result<Contents, FileError> {
    let opening = Opening { problem, draft: false };
    files::open_with(path, opening, &mut |_, _| ControlFlow::Continue(()))
}

fn opened(name: &str, problem: Option<usize>) -> Opened {
    match open_problem(&fixture(name), problem) {
        Ok(Contents::Puzzle(opened)) => opened,
        Ok(other) => panic!("{other:?}"),
        Err(error) => panic!("{error}"),
    }
}

fn solve(puzzle: &Arc<Puzzle>) -> Counts {
    let plan = Arc::new(Plan::new(Arc::clone(puzzle), PlanOptions::default()).unwrap());
    let mut run = Run::start(plan, Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    last.counts.small().unwrap()
}

/// Total, turned and distinct.
fn numbers(puzzle: &Arc<Puzzle>) -> [u64; 3] {
    let Counts { total, turned, distinct, .. } = solve(puzzle);
    [total, turned, distinct]
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(text).unwrap();
    gzip.finish().unwrap()
}

/// What is wrong with a file, which must be found quickly.
fn refused(bytes: &[u8]) -> String {
    let begun = Instant::now();
    let errors = xmpuzzle::read(bytes, None, "test").unwrap_err();
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

// ---- BurrTools: files written by hand ----

#[test]
fn the_pentominoes_of_burrtools_fill_six_by_ten_2339_times() {
    let Opened { description, puzzle, notes, problems } = opened("pentominoes-6x10.xmpuzzle", None);
    assert_eq!(problems.map(|p| (p.names.len(), p.number)), Some((1, 1)));
    assert_eq!(notes, [""; 0]);
    assert_eq!(puzzle.lattice.key, "Square");
    assert_eq!(puzzle.title, "Pentominoes 6×10");
    assert_eq!(description.note, "Haselgrove & Haselgrove 1960");
    let text = puzzle_file::write(&description);
    assert!(text.contains("board: Rectangle(10, 6)"), "{text}");
    assert_eq!(numbers(&puzzle), [9356, 4678, 2339]);
    // The same pieces under the same names as the family.
    let family = bundled::ALL.iter().find(|b| b.path == "square/pentominoes-6x10.ron").unwrap();
    let group = point_group(puzzle.lattice);
    for (own, other) in family.open().puzzle.pieces.iter().zip(&puzzle.pieces) {
        let least = |shape: &Shape| shape.least_image(puzzle.lattice, &group);
        assert_eq!((&own.name, least(&own.shape)), (&other.name, least(&other.shape)));
        assert_eq!(other.motions, Motions::TurnAndFlip);
    }
}

#[test]
fn the_soma_cube_of_burrtools_has_its_numbers_and_what_is_lost_is_listed() {
    let Opened { description, puzzle, notes, problems } = opened("soma.xmpuzzle", None);
    assert_eq!(problems.map(|p| (p.names.len(), p.number)), Some((3, 1)));
    assert_eq!(puzzle.lattice.key, "Cube");
    assert_eq!(numbers(&puzzle), [11520, 480, 240]);
    assert!(puzzle_file::write(&description).contains("board: Box(3, 3, 3)"));
    assert_eq!(puzzle.pieces[6].name, "S7");
    assert!(puzzle.pieces.iter().all(|piece| piece.motions == Motions::Turn));
    let expected = [
        "The file has 3 problems; this is the first. Others: 2 and 3 (nothing to make). In the \
         window, File, Another problem in this file… opens them; on the command line, --problem.",
        "Saved solutions were left out; solve the puzzle here. BurrTools found 480 assemblies: \
         compare with the turned solutions, or with the distinct ones if it left out mirror images.",
    ];
    assert_eq!(notes, expected);
    let groups: Vec<u32> = puzzle.pieces.iter().map(|piece| piece.handling.group).collect();
    assert_eq!(groups, [0, 0, 1, 0, 0, 0, 2]);
}

#[test]
fn solid_pieces_keep_their_hand_and_lie_in_layers_from_below() {
    let puzzle = opened("soma.xmpuzzle", None).puzzle;
    let name = |name: &str| {
        let piece = puzzle.pieces.iter().find(|piece| piece.name == name).unwrap();
        polywright::polyform::family::name_of(puzzle.lattice, &piece.shape).unwrap()
    };
    // In BurrTools x goes to the right, y up the sheet and z towards the eye. The bend of `left`
    // has its corner at the lower left and arms to the right and up, with a cube over the right
    // arm: seen from above that is the clockwise end, as in Winning Ways' A.
    assert_eq!((name("left").as_str(), name("right").as_str()), ("A", "B"));
}

#[test]
fn of_several_problems_the_one_asked_for_is_read() {
    let Opened { puzzle, notes, .. } = opened("soma.xmpuzzle", Some(2));
    // A problem without a name is called after the file.
    assert_eq!(puzzle.title, "soma");
    assert_eq!(puzzle.pieces[0].copies, Copies { min: 27, max: 27 });
    assert_eq!(numbers(&puzzle), [1, 1, 1]);
    assert!(notes.is_empty(), "{notes:?}");
    let why = |n| open_problem(&fixture("soma.xmpuzzle"), Some(n)).unwrap_err().to_string();
    assert!(why(3).ends_with("problem 3: has no result shape"), "{}", why(3));
    assert!(why(4).ends_with("there is no problem 4; the file has 3"), "{}", why(4));
    let bundled = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/cube/soma-cube.ron");
    let error = open_problem(&bundled, Some(1)).unwrap_err().to_string();
    assert!(error.contains("leave out --problem"), "{error}");
}

#[test]
fn ranges_become_copies() {
    let puzzle = opened("ranges.xmpuzzle", None).puzzle;
    assert_eq!(puzzle.lattice.key, "Square");
    assert_eq!(puzzle.pieces[0].copies, Copies { min: 2, max: 5 });
    assert_eq!(puzzle.pieces[1].copies, Copies { min: 0, max: 4 });
    // A row of ten: two single squares among six tiles, or four among seven.
    assert_eq!(numbers(&puzzle)[0], 15 + 35);
}

#[test]
fn variable_cells_of_the_result_are_optional_sites() {
    let Opened { puzzle, notes, .. } = opened("variable.xmpuzzle", None);
    assert_eq!((puzzle.board.required(), puzzle.board.sites().len()), (16, 25));
    assert_eq!(
        notes,
        [
            "Only results have variable cells, as in BurrTools' solver. The variable cells of \
             tromino were read as filled.",
            "The limit on empty variable cells (1) was left out, so there may be more solutions.",
        ]
    );
    // Eight trominoes leave one square open: each of the nine in turn, as a puzzle of our own.
    let with_hole = |x: u32, y: u32| {
        let text = format!(
            r#####"(format: 1, title: "hole", lattice: Square,
            pieces: [Piece(name: "L", art: ["X.", "XX"], copies: 8)],
            board: Less(Rectangle(5, 5), [[{x}, {y}]]))"#####
        );
        solve(&puzzle_file::read(text.into()).unwrap().puzzle).total
    };
    let holes = [1, 3, 5].into_iter().flat_map(|y| [1, 3, 5].map(|x| with_hole(x, y)));
    let all: u64 = holes.sum();
    assert!(all > with_hole(3, 3));
    assert_eq!(solve(&puzzle).total, all);
}

#[test]
fn colour_rules_become_labels_where_they_can() {
    let count = |problem| numbers(&opened("colours.xmpuzzle", Some(problem)).puzzle);
    // The bundled description of the format has the same puzzle.
    assert_eq!(count(1), [2, 2, 1]);
    let own = opened("colours.xmpuzzle", Some(1)).puzzle;
    assert!(own.board.has_labels() && own.pieces[0].labels.iter().all(Option::is_some));
    // With the rules the other way round the pieces change places.
    assert_eq!(count(2), [2, 2, 1]);
    let other = opened("colours.xmpuzzle", Some(2)).puzzle;
    assert_ne!(own.pieces[0].labels, other.pieces[0].labels);
    // Where every colour goes with all they are only shown, and the two stand for any two pieces: two tilings, two ways to name each.
    let Opened { puzzle, notes, .. } = opened("colours.xmpuzzle", Some(3));
    assert_eq!((puzzle.labels(), puzzle.rules.labels), (vec!['1', '2'], LabelRule::Free));
    assert_eq!(notes, [""; 0]);
    assert_eq!(solve(&puzzle).total, 4);
    // A colour that goes with none has no place on a board that is coloured all over.
    assert_eq!(count(4), [0, 0, 0]);
    let Opened { puzzle, notes, .. } = opened("colours.xmpuzzle", Some(5));
    assert_eq!(puzzle.rules.labels, LabelRule::Free);
    assert!(notes[0].contains("Labels cannot express"), "{notes:?}");
    assert_eq!(solve(&puzzle).total, 6);
}

#[test]
fn one_layer_of_prisms_is_triangles_and_more_are_prisms() {
    let puzzle = opened("triangles.xmpuzzle", Some(1)).puzzle;
    assert_eq!(puzzle.lattice.key, "Triangle");
    // A hexagon is cut into two halves along one of three lines.
    assert_eq!(numbers(&puzzle), [3, 1, 1]);
    assert_eq!(opened("triangles.xmpuzzle", Some(2)).puzzle.lattice.key, "TriangularPrism");
}

/// What BurrTools finds for the problems of a file: without turned copies. The same for the problems
/// that are written back.
fn compare_turned(file: &str, lattice: &str, expected: &[u64]) {
    for (n, &turned) in expected.iter().enumerate() {
        let Opened { description, puzzle, .. } = opened(file, Some(n + 1));
        assert_eq!(puzzle.lattice.key, lattice);
        assert_eq!(numbers(&puzzle)[1], turned, "{file}, problem {}", n + 1);
        let bytes = xmpuzzle::write(&description, &puzzle).unwrap();
        let again = xmpuzzle::read(&bytes, None, "").unwrap().puzzle;
        assert_eq!(numbers(&again), numbers(&puzzle), "{file}, problem {}", n + 1);
        let shapes = |puzzle: &Puzzle| -> Vec<Shape> {
            let group = point_group(puzzle.lattice);
            puzzle.pieces.iter().map(|p| p.shape.least_image(puzzle.lattice, &group)).collect()
        };
        assert_eq!(shapes(&again), shapes(&puzzle));
    }
}

#[test]
fn spheres_and_prisms_have_the_solutions_that_burrtools_finds() {
    // Without mirror images the second has one.
    compare_turned("spheres.xmpuzzle", "Sphere", &[2, 2, 3]);
    assert_eq!(numbers(&opened("spheres.xmpuzzle", Some(2)).puzzle)[2], 1);
    compare_turned("prisms.xmpuzzle", "TriangularPrism", &[1, 1]);
}

/// A file with one problem whose total, turned and distinct solutions are known.
fn compare_all(file: &str, lattice: &str, expected: [u64; 3]) {
    compare_turned(file, lattice, &expected[1..2]);
    assert_eq!(numbers(&opened(file, None).puzzle), expected, "{file}");
}

#[test]
fn rhombic_tetrahedra_have_the_solutions_that_burrtools_finds() {
    compare_all("rhombic-cube.xmpuzzle", "RhombicTetrahedron", [48, 2, 2]);
    compare_all("rhombic-stellation.xmpuzzle", "RhombicTetrahedron", [24, 2, 2]);
}

#[test]
fn tetrahedra_have_the_solutions_that_burrtools_finds() {
    compare_all("tetra-octa.xmpuzzle", "Tetrahedron", [6, 1, 1]);
}

#[test]
fn files_are_told_apart_by_their_contents() {
    let folder = tempfile::tempdir().unwrap();
    let plain = std::fs::read(fixture("ranges.xmpuzzle")).unwrap();
    for (name, bytes) in [("a.ron", plain.clone()), ("b", packed(&plain)), ("c.txt", plain)] {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let Ok(Contents::Puzzle(opened)) = files::open(&path) else { panic!("{name}") };
        assert_eq!(opened.puzzle.pieces.len(), 2);
    }
    // A puzzle file that is called otherwise is still one.
    let path = folder.path().join("d.txt");
    std::fs::write(&path, bundled::ALL[0].text).unwrap();
    assert!(matches!(files::open(&path), Ok(Contents::Puzzle(_))));
}

// ---- BurrTools: there and back ----

/// Everything of a puzzle that a solution depends on, wherever the board lies.
fn essence(puzzle: &Puzzle) -> impl PartialEq + std::fmt::Debug + use<> {
    let lattice = puzzle.lattice;
    let labels = puzzle.labels();
    let number = |label| labels.iter().position(|&known| known == label);
    let pieces: Vec<_> = puzzle
        .pieces
        .iter()
        .map(|piece| {
            let labels: Vec<_> = piece.labels.iter().map(|label| label.map(number)).collect();
            (piece.name.clone(), piece.shape.clone(), labels, piece.copies)
        })
        .collect();
    let sites: Vec<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
    let (board, _) = Shape::normalise(lattice, &sites).unwrap();
    let sites = puzzle.board.sites().iter().enumerate();
    let kinds: Vec<_> =
        sites.map(|(i, s)| (s.required, puzzle.board.label(i).map(number))).collect();
    (lattice.key, puzzle.title.clone(), pieces, board, kinds, puzzle.rules.labels)
}

/// The folders of puzzles on lattices that BurrTools has.
const OF_BURRTOOLS: [&str; 7] = [
    "square",
    "cube",
    "triangle",
    "sphere",
    "triangular-prism",
    "rhombic-tetrahedron",
    "tetrahedron",
];

#[test]
fn bundled_puzzles_come_back_from_burrtools_form_as_they_were() {
    let (mut same, mut refused) = (0, Vec::new());
    for bundled in bundled::ALL {
        let Opened { description, puzzle, .. } = bundled.open();
        let folder = bundled.path.split('/').next().unwrap();
        match xmpuzzle::write(&description, &puzzle) {
            Ok(bytes) => {
                assert!(OF_BURRTOOLS.contains(&folder), "{}", bundled.path);
                let back = xmpuzzle::read(&bytes, None, "").unwrap();
                assert_eq!(back.notes, [""; 0], "{}", bundled.path);
                assert_eq!(essence(&back.puzzle), essence(&puzzle), "{}", bundled.path);
                for own in [&description.author, &description.source, &description.note] {
                    assert!(back.description.note.contains(own.trim()), "{}", bundled.path);
                }
                same += 1;
            }
            Err(error) => refused.push((bundled.path, error.to_string())),
        }
    }
    assert!(same >= 30, "{same}");
    let folder = |path: &str| path.split('/').next().unwrap_or_default().to_owned();
    let is_solid = |path: &str| {
        !["square", "triangle", "sphere"].contains(&&*folder(path))
            && OF_BURRTOOLS.contains(&&*folder(path))
    };
    for (path, message) in refused {
        let motions = path.starts_with("square/one-sided") && message.contains("turned over")
            || is_solid(path) && message.contains("never mirrors them")
            || message.contains("turns flat pieces over");
        let elsewhere = message.contains("BurrTools has no");
        let plain = OF_BURRTOOLS.contains(&&*folder(path));
        assert!(if plain { motions } else { elsewhere }, "{path}: {message}");
    }
}

#[test]
fn what_goes_to_burrtools_and_back_has_as_many_solutions() {
    for path in ["square/pentominoes-3x20", "square/chessboard-tetrominoes-7x4", "cube/soma-steps"]
    {
        let own = bundled::ALL.iter().find(|b| b.path == format!("{path}.ron")).unwrap().open();
        let bytes = xmpuzzle::write(&own.description, &own.puzzle).unwrap();
        let back = xmpuzzle::read(&bytes, None, "").unwrap();
        let (there, here) = (solve(&back.puzzle), solve(&own.puzzle));
        assert_eq!(
            [there.total, there.turned, there.distinct, there.symmetric],
            [here.total, here.turned, here.distinct, here.symmetric],
            "{path}"
        );
    }
}

#[test]
fn ranges_optional_sites_and_labels_go_to_burrtools_and_back() {
    let text = r#####"(
        format: 1,
        title: "All <of> \"it\" & more",
        note: "two\nlines",
        lattice: Square,
        pieces: [
            Piece(name: "a&b", art: ["XX", "X."], labels: ["wb", "b."], copies: (0, 3)),
            Piece(name: "O", art: ["XX", "XX"], motions: AsDrawn),
        ],
        board: Labelled(Art(["o###", "####", "##.o"]), ["w..b", "bw..", ".b"]),
        rules: (labels: Free),
        expect: (distinct: 7),
    )"#####;
    let own = puzzle_file::read(text.into()).unwrap();
    let bytes = xmpuzzle::write(&own.description, &own.puzzle).unwrap();
    let back = xmpuzzle::read(&bytes, None, "").unwrap();
    assert_eq!(back.description.note, "two\nlines\nSolutions: distinct 7");
    assert_eq!(essence(&back.puzzle), essence(&own.puzzle));
    let strict = text.replace("labels: Free", "labels: Agree");
    let own = puzzle_file::read(strict.into()).unwrap();
    let bytes = xmpuzzle::write(&own.description, &own.puzzle).unwrap();
    let back = xmpuzzle::read(&bytes, None, "").unwrap();
    assert_eq!(essence(&back.puzzle), essence(&own.puzzle));
}

#[test]
fn what_burrtools_cannot_say_is_refused_with_words() {
    let refusal = |lattice: &str, art: &str, motions: &str| {
        let text = format!(
            r#####"(format: 1, title: "t", lattice: {lattice},
            pieces: [Piece(name: "p", art: {art}, motions: {motions})],
            board: Art(["####", "####"]))"#####
        );
        let own = puzzle_file::read(text.into()).unwrap();
        xmpuzzle::write(&own.description, &own.puzzle).unwrap_err().to_string()
    };
    let error = refusal("Square", r#"["XXX", "X"]"#, "Turn");
    assert!(
        error.contains("piece p moves by turns only") && error.contains("TurnAndFlip"),
        "{error}"
    );
    let error = refusal("Square", r#"["XX"]"#, "AsDrawn");
    assert!(error.contains("by shifts only"), "{error}");
    let error = refusal("Cube", r#"["XX", "X", "", ".", "X"]"#, "TurnAndFlip");
    assert!(error.contains("never mirrors"), "{error}");
    let error = refusal("King", r#"["XX"]"#, "TurnAndFlip");
    assert!(error.contains("no lattice \"square, joined"), "{error}");
}

// ---- BurrTools: broken and malicious files ----

#[test]
fn a_file_cut_short_anywhere_is_refused() {
    let plain = std::fs::read(fixture("soma.xmpuzzle")).unwrap();
    let end = plain.trim_ascii_end().len();
    for length in (0..end).step_by(7) {
        assert!(xmpuzzle::read(&plain[..length], None, "").is_err(), "{length}");
    }
    assert!(refused(&plain[..end / 2]).contains("the file ends in the middle"));
    let packed = packed(&plain);
    for length in 2..packed.len() {
        assert!(xmpuzzle::read(&packed[..length], None, "").is_err(), "{length}");
    }
    assert!(refused(&packed[..packed.len() / 2]).contains("cut short"));
}

#[test]
fn a_file_with_any_byte_changed_is_read_or_refused() {
    let plain = std::fs::read(fixture("colours.xmpuzzle")).unwrap();
    let packed = packed(&plain);
    for bytes in [plain, packed] {
        for at in (0..bytes.len()).step_by(3) {
            for other in [b'9', b'<', 0, 0xff] {
                let mut changed = bytes.clone();
                changed[at] = other;
                if let Ok(opened) = xmpuzzle::read(&changed, None, "") {
                    assert!(opened.puzzle.board.required() > 0);
                }
            }
        }
    }
}

fn shape(attributes: &str, text: &str) -> String {
    format!(
        "<puzzle version=\"2\"><shapes><voxel {attributes} type=\"0\">{text}</voxel></shapes>\
         <problems><problem state=\"0\"><shapes><shape id=\"0\"/></shapes><result id=\"0\"/>\
         </problem></problems></puzzle>"
    )
}

#[test]
fn a_bomb_in_gzip_is_refused_before_it_goes_off() {
    let packed = packed(&vec![b' '; 200 << 20]);
    assert!(packed.len() < 2 << 20);
    let message = refused(&packed);
    assert_eq!(message, "is larger than 64 megabytes when unpacked");
}

#[test]
fn billions_of_cells_are_refused_before_they_are_made() {
    let message = refused(shape(r#"x="1000" y="1000" z="1000""#, "#").as_bytes());
    assert!(message.contains("1000 × 1000 × 1000 cells is too large"), "{message}");
    let most = u32::MAX;
    let message = refused(shape(&format!(r#"x="{most}" y="{most}" z="{most}""#), "#").as_bytes());
    assert!(message.contains("is too large; at most 65536 are possible"), "{message}");
    let message = refused(shape(r#"x="-1" y="1" z="1""#, "#").as_bytes());
    assert!(message.contains("x=\"-1\" of <voxel> must be a whole number"), "{message}");
    let voxel = format!("<voxel x=\"256\" y=\"256\" z=\"1\">{}</voxel>", "#".repeat(65536));
    let many = format!("<puzzle version=\"2\"><shapes>{}", voxel.repeat(100));
    let message = refused(many.as_bytes());
    assert!(message.contains("cells together"), "{message}");
    let copies =
        shape(r#"x="1" y="1" z="1""#, "#").replace("<shape ", "<shape count=\"4000000000\" ");
    let message = refused(copies.as_bytes());
    assert!(message.contains("copies 4000000000: at most 65536"), "{message}");
}

#[test]
fn endless_lists_are_refused() {
    let start = "<puzzle version=\"2\">";
    let message = refused(format!("{start}<problems>{}", "<problem/>".repeat(100_000)).as_bytes());
    assert!(message.contains("more than 20000 problems"), "{message}");
    let voxel = "<voxel x=\"0\" y=\"0\" z=\"0\"/>";
    let message = refused(format!("{start}<shapes>{}", voxel.repeat(100_000)).as_bytes());
    assert!(message.contains("more than 20000 shapes"), "{message}");
    let message = refused(shape(r#"x="1" y="1" z="1""#, "#64").as_bytes());
    assert!(message.contains("a colour number is above 63"), "{message}");
    let message = refused(shape(r#"x="1" y="1" z="1""#, &"#9".repeat(1_000_000)).as_bytes());
    assert!(message.contains("too many cells; expected 1"), "{message}");
    let errors = blocks::read(&"X\n\n".repeat(100_000), "").unwrap_err();
    assert!(errors[0].message.contains("more than 20000 drawings"), "{}", errors[0]);
}

#[test]
fn deep_nesting_and_endless_attributes_are_refused() {
    let deep = format!("<puzzle version=\"2\">{}", "<separation>".repeat(2_000_000));
    assert!(refused(deep.as_bytes()).contains("nested more than 1000 deep"));
    let mut wide = String::from("<puzzle version=\"2\"><shapes><voxel ");
    for n in 0..200_000 {
        let _ = write!(wide, "a{n}=\"\" ");
    }
    wide.push('>');
    assert!(refused(wide.as_bytes()).contains("<voxel> has too many attributes"));
    let laughs = "<!DOCTYPE puzzle [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>\
                  <puzzle version=\"2\"><comment>&b;</comment></puzzle>";
    assert!(refused(laughs.as_bytes()).contains("&b; is not known"));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let message = |attributes: &str, text: &str| refused(shape(attributes, text).as_bytes());
    let size = r#"x="2" y="2" z="1""#;
    assert!(message(size, "###").ends_with("2 × 2 × 1 has too few cells (3); expected 4"));
    assert!(message(size, "#####").ends_with("has too many cells; expected 4"));
    assert!(message(size, "##?#").contains("line 1, column "));
    assert!(message(size, "##?#").contains("'?' is not a cell of a shape"));
    assert!(message(r#"x="2" y="2""#, "####").contains("<voxel> needs its size along z"));
    assert!(refused(b"<html></html>").contains("is not a BurrTools file"));
    assert!(refused(b"<puzzle version=\"3\"></puzzle>").contains("version 3"));
    assert!(
        refused(b"<puzzle version=\"2\"></puzzle>").contains("contains shapes, but no problem")
    );
    assert!(refused(b"<puzzle version=\"2\"><a></b></puzzle>").contains("not well-formed XML"));
    assert!(refused(b"<puzzle version=\"2\">").contains("ends in the middle"));
    assert!(refused(&packed(b"no XML at all")).contains("is not a BurrTools file"));
    let on_grid = |grid: u32| {
        let kind = format!("<gridType type=\"{grid}\"/><shapes><voxel");
        refused(shape(size, "####").replace("<shapes><voxel", &kind).as_bytes())
    };
    assert!(
        on_grid(2).contains("has a cell at 1, 0, 0, where the grid has no sphere"),
        "{}",
        on_grid(2)
    );
    assert!(on_grid(3).contains("has a cell at 0, 0, 0, where the grid has no tetrahedron"));
    assert!(on_grid(4).contains("has a cell at 0, 0, 0, where the grid has no tetrahedron"));
    assert!(on_grid(5).contains("lies on a grid of an unknown kind (5)"));
    let missing = shape(size, "####").replace("<shape id=\"0\"", "<shape id=\"5\"");
    assert!(refused(missing.as_bytes()).contains("refers to shape 5"));
    assert!(message(size, "____").contains("no site is required"));
}

// ---- Plain text ----

fn drawn(text: &str) -> Opened {
    blocks::read(text, "drawn").unwrap_or_else(|errors| panic!("{}", errors[0]))
}

#[test]
fn blocks_of_text_are_pieces_and_a_board() {
    let text = "title: Two corners cut\nlattice: square\n\nV x 2:\nXX\nX\n\n\
                bar x 0..1, as drawn:\nXX\n\nII\n\nboard:\n.###\n###o\n";
    let Opened { description, puzzle, .. } = drawn(text);
    assert_eq!(puzzle.title, "Two corners cut");
    let names: Vec<&str> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["V", "bar", "I"]);
    assert_eq!(puzzle.pieces[0].copies, Copies { min: 2, max: 2 });
    assert_eq!(puzzle.pieces[1].copies, Copies { min: 0, max: 1 });
    assert_eq!(puzzle.pieces[1].motions, Motions::AsDrawn);
    assert_eq!((puzzle.board.required(), puzzle.board.sites().len()), (6, 7));
    // Read as one's own file it is the same puzzle.
    let own = puzzle_file::read(puzzle_file::write(&description).into()).unwrap();
    assert_eq!(own.puzzle, puzzle);
}

#[test]
fn a_picture_of_a_solution_is_a_puzzle() {
    let puzzle = drawn("AABBC\nAABCC\nDDDDC\n").puzzle;
    assert_eq!(puzzle.title, "drawn");
    let names: Vec<&str> = puzzle.pieces.iter().map(|piece| piece.name.as_str()).collect();
    assert_eq!(names, ["A", "B", "C", "D"]);
    assert_eq!(puzzle.board.required(), 15);
    assert!(solve(&puzzle).total >= 4);
    // Letters of one shape are copies of one piece: 36 dominoes on a chessboard's half less none.
    let dominoes = drawn("AABB\nCCDD\n").puzzle;
    assert_eq!(dominoes.pieces.len(), 1);
    assert_eq!(dominoes.pieces[0].copies, Copies { min: 4, max: 4 });
    assert_eq!(numbers(&dominoes), [5, 4, 4]);
    // In part of a picture the rest is to be found.
    let part = drawn("I:\nXXX\n\nboard:\nVV###\nV.\n").puzzle;
    assert_eq!(part.pieces.len(), 2);
    assert_eq!(solve(&part).total, 1);
}

#[test]
fn layers_are_parted_by_hyphens_in_space() {
    let puzzle = drawn("lattice: Cube\n\nAA\nAB\n--\nBB\nAB\n").puzzle;
    assert_eq!(puzzle.board.required(), 8);
    assert_eq!(puzzle.pieces.len(), 1, "turned copies are one piece");
    assert_eq!(solve(&puzzle).total, 6);
}

#[test]
fn the_text_of_every_bundled_puzzle_is_read_back() {
    for bundled in bundled::ALL {
        let own = bundled.open();
        if own.puzzle.cover.is_some() || own.puzzle.rules != polywright::puzzle::Rules::default() {
            continue;
        }
        let text = blocks::write(&own.puzzle);
        let back = blocks::read(&text, "").unwrap_or_else(|e| panic!("{}: {}", bundled.path, e[0]));
        assert_eq!(back.puzzle.pieces.len(), own.puzzle.pieces.len(), "{}", bundled.path);
        let unlabelled = |puzzle: &Puzzle| {
            let pieces = puzzle.pieces.iter().map(|piece| {
                (piece.name.clone(), piece.shape.clone(), piece.copies, piece.motions)
            });
            let sites: Vec<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
            let required: Vec<bool> = puzzle.board.sites().iter().map(|s| s.required).collect();
            (pieces.collect::<Vec<_>>(), Shape::normalise(puzzle.lattice, &sites), required)
        };
        let (there, here) = (unlabelled(&back.puzzle), unlabelled(&own.puzzle));
        assert_eq!((there.0, there.2), (here.0, here.2), "{}\n{text}", bundled.path);
        assert_eq!(there.1.map(|(s, _)| s), here.1.map(|(s, _)| s), "{}", bundled.path);
    }
}

#[test]
fn the_drawings_of_the_readme_are_puzzles() {
    let guide = include_str!("../../assets/guide/puzzle-files.md");
    let texts: Vec<&str> =
        guide.split("```txt\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(texts.len(), 3);
    for text in texts {
        assert!(solve(&drawn(text).puzzle).total > 0, "{text}");
    }
}

#[test]
fn a_text_that_makes_no_puzzle_is_refused_with_its_line() {
    let wrong = |text: &str| blocks::read(text, "").unwrap_err()[0].to_string();
    assert!(wrong("A:\nXX\n\nB:\nX\n").contains("put the line `board:`"), "{}", wrong("A:\nX\n"));
    assert!(wrong("").contains("has no board"));
    assert!(wrong("lattice: penrose\n\nX\n").starts_with("line 1, column 1: no lattice is called"));
    assert!(
        wrong("A x many:\nX\n\nboard:\n#\n").starts_with("line 1, column 1: many is not a number")
    );
    assert!(wrong("A:\nX X\n\nboard:\n##\n").starts_with("line 2, column 1: piece A consists"));
    assert!(wrong("A:\nX\n\nboard:\n#?\n").starts_with("line 5, column 1: column 2, row 1"));
    assert!(wrong("A:\nX\n\nboard:\n\t#\n").contains("a drawing cannot contain tabs"));
    assert!(wrong("A:\nX\n\nboard:\n#\n\nboard:\n#\n").contains("a second board"));
    assert!(wrong("####\n").contains("no pieces"));
}

// ---- The command line ----

/// Exit status, standard output and standard error.
fn polywright(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program::polywright(&fixture(""), arguments);
    (output.status.code(), program::stdout(&output), program::stderr(&output))
}

#[test]
fn the_command_line_solves_what_burrtools_wrote_and_says_what_was_left_out() {
    let (code, out, notes) = polywright(&["solve", "soma.xmpuzzle", "--json"]);
    assert_eq!(code, Some(0));
    assert!(out.contains(r#""total":11520,"turned":480,"distinct":240"#), "{out}");
    assert!(
        notes.contains("soma.xmpuzzle: The file has 3 problems; this is the first."),
        "{notes}"
    );
    let (code, out, _) = polywright(&["check", "colours.xmpuzzle", "--problem", "2"]);
    assert_eq!(code, Some(0));
    assert!(out.starts_with("the other way round\n"), "{out}");
    let (code, _, why) = polywright(&["solve", "soma.xmpuzzle", "--problem", "9"]);
    assert_eq!(code, Some(2));
    assert_eq!(why, "soma.xmpuzzle: there is no problem 9; the file has 3\n");
    let (code, out, _) = polywright(&["solve", "colours.xmpuzzle", "--problem", "4"]);
    assert_eq!(code, Some(1), "{out}");
}

#[test]
fn the_command_line_writes_for_burrtools() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.xmpuzzle").display().to_string();
    let (code, _, why) = polywright(&["export", "hexiamonds-6x6", "--to", "xmpuzzle"]);
    assert_eq!(code, Some(2));
    assert!(why.contains("add --out FILE.xmpuzzle"), "{why}");
    let arguments = ["export", "hexiamonds-6x6", "--to", "xmpuzzle", "--out", &path];
    assert_eq!(polywright(&arguments).0, Some(0));
    assert!(std::fs::read(&path).unwrap().starts_with(&[0x1f, 0x8b]), "compressed");
    let (code, out, _) = polywright(&["solve", &path, "--json"]);
    let own = polywright(&["solve", "hexiamonds-6x6", "--json"]).1;
    assert_eq!(code, Some(0));
    let total = |text: &str| {
        let last: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
        (last["total"].as_u64().unwrap(), last["distinct"].as_u64().unwrap())
    };
    assert_eq!(total(&out), total(&own));
    let arguments = ["export", "tetrasticks-5x5-without-h", "--to", "xmpuzzle", "--out", &path];
    let (code, _, why) = polywright(&arguments);
    assert_eq!(code, Some(2));
    assert!(why.contains("BurrTools has no lattice"), "{why}");
}
