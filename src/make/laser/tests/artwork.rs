//! Tests of pictures of one's own on parts.

use super::*;
use crate::puzzle::making::Artwork;

/// The puzzle of `fox.ron`, with its lid and with parts that were moved by hand.
const FOX: &str = r#"(
    format: 1,
    title: "Fox logo tray",
    lattice: Square,
    pieces: [
        Piece(name: "A", art: ["X", "X", "X", "X", "X", "X", "X"], labels: [".", ".", "b", ".", ".", ".", "."]),
        Piece(name: "B", art: [".XX", ".XX", ".X", "XX"]),
        Piece(name: "C", art: [".XXX", "XXX", "X"]),
        Piece(name: "D", art: ["XXXXXX", "X"], labels: ["wwwwww", "w"]),
        Piece(name: "E", art: [".XX", "XX", ".X", ".X"]),
        Piece(name: "F", art: [".X", "XXX", ".XX"]),
        Piece(name: "G", art: [".X", ".X", "XX", "XX", "X"]),
        Piece(name: "H", art: [".X", "XX", "XX", "XX"]),
        Piece(name: "I", art: ["XX", "XXXX"]),
    ],
    board: Labelled(Less(Rectangle(8, 8), [
        [3, 4],
        [4, 4],
        [5, 4],
        [4, 5],
    ]), [
        "",
        "",
        "b",
    ]),
    placed: [
        Placed(piece: "A", sites: [[1, 1], [1, 2], [1, 3], [1, 4], [1, 5], [1, 6], [1, 7]], pinned: true),
    ],
    make: (
        laser: (clearance: 0.1, parts: (lid: true), placements: [(part: "/frame", sheet: 1, x: 5, y: 5), (part: "/base", sheet: 2, x: 5, y: 5), (part: "/lid", sheet: 3, x: 5, y: 5), (part: "/island 1", sheet: 2, x: 192.263, y: 5), (part: "A", sheet: 1, x: 20.163, y: 148.326, turn: 90), (part: "B", sheet: 1, x: 192.263, y: 5, turn: 90), (part: "C", sheet: 1, x: 83.225, y: 23.226, turn: 180), (part: "D", sheet: 1, x: 20.163, y: 20.163), (part: "E", sheet: 1, x: 192.263, y: 48.063, turn: 270), (part: "F", sheet: 1, x: 215.325, y: 91.126), (part: "G", sheet: 1, x: 20.163, y: 82.201, turn: 90), (part: "H", sheet: 2, x: 193, y: 49, turn: 90), (part: "I", sheet: 1, x: 83.225, y: 105.264, flip: true)]),
    ),
)"#;

/// A head with two ears and a hole for an eye, twice as wide as it is high.
const HEAD: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\">\
    <path d=\"M0 0h10v10h20V0h10v20H0z\" fill=\"#c60\"/><rect x=\"5\" y=\"12\" width=\"4\" \
    height=\"4\" fill=\"white\"/></svg>";

/// The settings of the fox with a picture.
fn with(artwork: Artwork) -> (Arc<Puzzle>, LaserSettings) {
    let read = puzzle_file::read(FOX.into()).unwrap();
    let mut settings = read.description.make.laser.clone();
    settings.artwork.push(Artwork { name: "head.svg".to_owned(), ..artwork });
    (read.puzzle, settings)
}

fn head() -> Artwork {
    read_svg(HEAD.as_bytes()).unwrap()
}

/// The lines of an operation on a part, in its own coordinates from its upper left end.
fn lines_of(list: &PartList, key: &str, operation: Operation) -> Vec<Contour> {
    let part = list.parts.iter().find(|part| part.key == key).unwrap();
    let min = part.region(Motion::NONE).bounds.min;
    let texts = part.laid(Motion::NONE).texts;
    let own = texts.iter().filter(|line| line.operation == operation);
    own.map(|line| line.contour.map(|p| [p[0] - min[0], p[1] - min[1]])).collect()
}

#[test]
fn a_picture_has_the_width_the_place_and_the_turn_that_are_asked_for() {
    let place = Artwork {
        width: Some(Length::mm(60)),
        x: Some(Length::mm(70)),
        y: Some(Length::mm(90)),
        turn: 90,
        ..head()
    };
    let (puzzle, settings) = with(place);
    let list = part_list(&puzzle, &settings).unwrap();
    let lines = lines_of(&list, "/lid", Operation::Fill);
    assert!(lines.len() == 2 && lines.iter().all(|line| line.closed));
    let near = |a: Xy, b: Xy| (0..2).all(|k| (a[k] - b[k]).abs() < 1e-6);
    let bounds = path::bounds(&lines).unwrap();
    assert!(near(bounds.min, [55.0, 60.0]) && near(bounds.max, [85.0, 120.0]), "{bounds:?}");
    assert_eq!(list.artwork.len(), 1);
    let told = list.artwork[0].unwrap();
    assert!(near(told.min, bounds.min) && near(told.max, bounds.max), "{told:?}");
    // 40 × 20 less the gap between the ears, of 1.5 mm to a unit; the eye is a hole.
    let areas: Vec<f64> = lines.iter().map(|line| area(line).abs()).collect();
    assert!((areas[0] - 600.0 * 2.25).abs() < 1e-3, "{areas:?}");
    assert!((areas[1] - 16.0 * 2.25).abs() < 1e-3, "{areas:?}");
    let filled: f64 =
        fill_strips(&list.parts.iter().find(|p| p.key == "/lid").unwrap().laid(Motion::NONE).texts)
            .iter()
            .map(|[a, b, c, d]| (c[1] - a[1]) * ((b[0] - a[0]) + (c[0] - d[0])) / 2.0)
            .sum();
    assert!((filled - 584.0 * 2.25).abs() < 1e-3, "{filled}");
    // Turned clockwise, the ears, which were at the top, are at the right.
    let eye = path::bounds([&lines[1]]).unwrap().middle();
    assert!(eye[0] < 70.0 && eye[1] < 90.0, "{eye:?}");
    // The title would lie across it.
    assert!(lines_of(&list, "/lid", Operation::Engrave).is_empty());
}

#[test]
fn by_default_a_picture_is_half_as_wide_as_its_part_in_its_middle() {
    let (puzzle, settings) = with(Artwork { filled: false, ..head() });
    let list = part_list(&puzzle, &settings).unwrap();
    let lines = lines_of(&list, "/lid", Operation::Engrave);
    let lid = list.parts.iter().find(|part| part.key == "/lid").unwrap().size().unwrap();
    let bounds = path::bounds(&lines).unwrap();
    assert!((bounds.size()[0] - lid[0] / 2.0).abs() < 1e-6);
    assert!((bounds.size()[1] - lid[0] / 4.0).abs() < 1e-6);
    assert!((0..2).all(|k| (bounds.middle()[k] - lid[k] / 2.0).abs() < 1e-6));
    // It is in the files, beside what the sheets had before.
    let sheets = sheets_of(&puzzle, &settings);
    let engraved = sheets.totals().engraved;
    let (_, without) = with(Artwork { part: "/none".to_owned(), ..head() });
    let before = sheets_of(&puzzle, &without);
    let title: f64 = lines_of(&before.list, "/lid", Operation::Engrave).iter().map(length).sum();
    let picture: f64 = lines.iter().map(length).sum();
    assert!((engraved - before.totals().engraved - picture + title).abs() < 1e-6);
    assert!(before.list.notices.iter().any(|n| n.contains("as no none is cut")));
}

#[test]
fn a_picture_on_a_piece_is_on_each_copy_and_never_turned_over() {
    let (puzzle, settings) = with(Artwork {
        part: "I".to_owned(),
        width: Some(Length::mm(16)),
        x: Some(Length::mm(30)),
        y: Some(Length::mm(10)),
        ..head()
    });
    let settings = LaserSettings { placements: Vec::new(), copies: 2, ..settings };
    let sheets = sheets_of(&puzzle, &settings);
    for key in ["I", "I@2"] {
        let n = sheets.list.parts.iter().position(|part| part.key == key).unwrap();
        assert!(!sheets.layout.places[n].flip);
        let place = sheets.layout.places[n];
        let (paths, texts) = sheets.laid(n, place);
        let polygons: Vec<Vec<Xy>> = paths.iter().map(|line| flat(&line.contour)).collect();
        let filled: Vec<&PartLine> =
            texts.iter().filter(|t| t.operation == Operation::Fill).collect();
        assert_eq!(filled.len(), 2);
        for at in filled.iter().flat_map(|line| flat(&line.contour)) {
            assert!(contains(&polygons, at), "{at:?}");
        }
    }
}

#[test]
fn a_picture_that_does_not_lie_on_its_part_is_refused() {
    let refused = |artwork: Artwork| {
        let (puzzle, settings) = with(artwork);
        part_list(&puzzle, &settings).unwrap_err().to_string()
    };
    let wide = refused(Artwork { width: Some(Length::mm(300)), ..head() });
    assert_eq!(
        wide,
        "Picture head.svg, 300.0 × 150.0 mm, reaches beyond the material of Lid. Make it narrower, or \
         put it elsewhere."
    );
    // In the opening of the frame there is no material.
    let frame = refused(Artwork { part: "/frame".to_owned(), ..head() });
    assert!(frame.contains("beyond the material of Frame"), "{frame}");
    let broken = refused(Artwork { areas: "M0 0Q".to_owned(), ..head() });
    assert!(broken.contains("cannot be read"), "{broken}");
    let flat = refused(Artwork { areas: String::new(), lines: "M0 0L0 9".to_owned(), ..head() });
    assert!(flat.contains("has no width"), "{flat}");
}

#[test]
fn finger_holes_are_cut_beside_a_picture_on_the_base() {
    let place = Artwork { part: "/base".to_owned(), width: Some(Length::mm(50)), ..head() };
    let (puzzle, mut settings) = with(place);
    settings.parts.holes = crate::puzzle::making::HoleCount::Two;
    settings.parts.labels = false;
    let list = part_list(&puzzle, &settings).unwrap();
    let base = list.parts.iter().find(|part| part.key == "/base").unwrap();
    let lines = base.laid(Motion::NONE).texts;
    for hole in base.paths().iter().filter_map(|line| reversed(&line.contour).as_circle()) {
        for line in &lines {
            let near = flat(&line.contour)
                .iter()
                .map(|at| distance(*at, hole.0))
                .fold(f64::INFINITY, f64::min);
            assert!(near > hole.1 + 2.0 - 0.1, "{near}");
        }
    }
}
