//! Texts on sites and groups of sites: read, written, refused, drawn.

use polywright::format::puzzle_file;
use polywright::lattice::{ALL, Point};
use polywright::picture::{Style, svg};
use polywright::puzzle::{BoardForm, Description, NamedShape, Puzzle};

/// A puzzle of squares with some fields.
fn with(board: &str, fields: &str) -> String {
    format!(
        "(format: 1, title: \"t\", lattice: Square, pieces: [Piece(name: \"I\", art: [\"XX\"])], \
         board: {board}, {fields})"
    )
}

fn read(text: &str) -> (Description, Puzzle) {
    let opened = puzzle_file::read(text.into()).unwrap_or_else(|errors| panic!("{}", errors[0]));
    let puzzle = opened.puzzle.as_ref().clone();
    (opened.description, puzzle)
}

fn refusal(board: &str, fields: &str) -> String {
    let errors = puzzle_file::read(with(board, fields).into()).expect_err("it is refused");
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn words_go_to_the_sites_in_the_order_of_a_drawing_on_every_lattice() {
    for lattice in ALL {
        for named in lattice.boards {
            let numbers = vec![2; named.parameters.len()];
            let board = BoardForm::Named(NamedShape { key: named.key, numbers });
            let count = board.states_on(lattice).unwrap().len();
            let mut description = Description::empty(lattice, board);
            let words: Vec<String> = (1..=count).map(|n| n.to_string()).collect();
            let text = puzzle_file::write(&description);
            let text = text.replacen(
                "board:",
                &format!("site_texts: [\"{}\"],\n board:", words.join(" ")),
                1,
            );
            description = puzzle_file::read_description(&text).unwrap();
            let puzzle = description.draft().unwrap();
            // As text art is written: layer by layer, row by row, from left to right.
            let place = |site: &Point| {
                let (column, row) = (lattice.art_place)(*site);
                (lattice.layer(*site), row, column)
            };
            let mut sites: Vec<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
            sites.sort_by_key(place);
            let found: Vec<&str> = sites.iter().map(|s| puzzle.site_texts[s].as_str()).collect();
            assert_eq!(found, words, "{lattice:?}");
            // Written in rows and read again, they are the same.
            let again = puzzle_file::read_description(&puzzle_file::write(&description)).unwrap();
            assert_eq!(again, description, "{lattice:?}");
        }
    }
}

#[test]
fn rows_are_written_as_the_board_has_them_and_comments_stay() {
    let fields = "\n// Days.\nsite_texts: [\"a b . d e f\"], site_groups: {\"vowel\": \
                  Texts([\"a\", \"e\"]), \"all\": All}";
    let (description, puzzle) = read(&with("Rectangle(3, 2)", fields));
    let text = puzzle_file::write(&description);
    let texts = text.find("// Days.").unwrap();
    assert!(text[texts..].contains("\"a b .\",\n        \"d e f\""), "{text}");
    assert!(text.find("site_texts") < text.find("site_groups"), "{text}");
    assert_eq!(read(&text).1, puzzle);
    let group = |name: &str| {
        let group = puzzle.site_groups.iter().find(|group| group.name == name).unwrap();
        group.sites.clone()
    };
    assert_eq!(group("vowel"), [Point::new(1, 1, 0), Point::new(3, 3, 0)]);
    assert_eq!(group("all").len(), 6);
}

#[test]
fn texts_and_groups_that_do_not_match_the_board_are_refused_with_place_and_remedy() {
    let error = refusal("Rectangle(3, 2)", "\nsite_texts: [\"a b c\", \"d e\"]");
    assert!(error.starts_with("line 2, column 13: 5 words for 6 sites"), "{error}");
    assert!(error.contains("with '.' for no text"), "{error}");
    let error = refusal("Rectangle(2, 1)", "site_texts: [\"a thirteenletters\"]");
    assert!(error.contains("1 to 12 characters"), "{error}");
    let group = |form: &str| {
        refusal(
            "Rectangle(2, 1)",
            &format!("site_texts: [\"1 2\"],\nsite_groups: {{\"g\": {form}}}"),
        )
    };
    for (form, wanted) in [
        ("Texts([\"3\"])", "group g: no site has the text 3; write it into `site_texts`"),
        ("Numbers(1, 3)", "group g: no site has the text 3"),
        ("Numbers(2, 1)", "group g: 2 to 1 is not a range of numbers"),
        ("Numbers(0, 4000000000)", "group g: 0 to 4000000000 is not a range of numbers"),
        ("Sites([[3, 1]])", "group g: the board does not have site 3, 1"),
        ("Sites([[3]])", "group g: [3] is no site"),
        ("Sites([])", "group g: the group has no sites"),
        ("Texts([])", "group g: the group has no sites"),
        ("Every", "`Every` is not allowed here"),
    ] {
        let error = group(form);
        assert!(error.contains(wanted), "{form}: {error}");
        assert!(error.starts_with("line 2, column "), "{form}: {error}");
    }
    let cover = "(format: 1, title: \"t\", cover: Queens(size: 4), site_texts: [\"a\"])";
    let errors = puzzle_file::read(cover.into()).expect_err("a cover has no texts");
    assert!(errors[0].to_string().contains("has no field `site_texts`"), "{}", errors[0]);
}

#[test]
fn texts_are_drawn_on_the_board_and_change_no_solution() {
    for (lattice, board) in [
        ("Square", "Rectangle(2, 2)"),
        ("SquareEdges", "Rectangle(1, 1)"),
        ("Cube", "Box(2, 2, 1)"),
    ] {
        let text = |texts: &str| {
            format!(
                "(format: 1, title: \"t\", lattice: {lattice}, pieces: [Family(free: 1, copies: \
                 4)], board: {board}, {texts})"
            )
        };
        let (_, plain) = read(&text(""));
        let (_, puzzle) = read(&text("site_texts: [\"Jan . . 31\"]"));
        assert!(plain.has_search_of(&puzzle), "{lattice}");
        let drawing = svg::puzzle(&puzzle, Style::default());
        let count = |word: &str| drawing.matches(&format!(">{word}<")).count();
        assert_eq!((count("Jan"), count("31")), (1, 1), "{lattice}");
        let outlines = svg::puzzle(&puzzle, Style { outlines: true, ..Style::default() });
        assert!(!outlines.contains("Jan"), "{lattice}: what is cut has no texts");
    }
}
