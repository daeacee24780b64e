//! Pages as another reader finds them.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::*;
use crate::encode::{Encoding, SymmetryGroup};
use crate::format::puzzle_file;
use crate::format::solutions_file::Source;
use crate::job::variants::VariantList;
use crate::job::{Plan, PlanOptions, Run, Settings};
use crate::natural::Natural;
use crate::picture::Bounds;
use crate::picture::drawing::{Node, Unit};
use crate::puzzle::making::{
    BookletSettings, Choice, Given, Length, Look, PaperSettings, PaperSize,
};
use crate::puzzle::{Description, Puzzle};
use crate::solution::{Counts, Store};

/// A puzzle and all its solutions.
struct Solved {
    description: Description,
    puzzle: Arc<Puzzle>,
    encoding: Arc<Encoding>,
    group: Arc<SymmetryGroup>,
    store: Store,
    counts: Counts<Natural>,
}

fn solved(text: &str) -> Solved {
    let opened = puzzle_file::read(text.into()).unwrap();
    let plan = Arc::new(Plan::new(Arc::clone(&opened.puzzle), PlanOptions::default()).unwrap());
    let mut run = Run::start(Arc::clone(&plan), Settings { threads: 1, ..Settings::default() });
    run.wait();
    let counts = run.snapshot().counts;
    let encoding = Arc::clone(&plan.encoded().unwrap().encoding);
    let group = Arc::clone(plan.group());
    let (description, puzzle) = (opened.description, opened.puzzle);
    Solved { description, puzzle, encoding, group, store: run.into_store(), counts }
}

impl Solved {
    fn source(&self) -> Source<'_> {
        let Solved { description, puzzle, encoding, group, store, counts } = self;
        Source { description, puzzle, encoding, group, store, counts: *counts, complete: true }
    }
}

/// Dominoes on a rectangle: 11 solutions on 4 × 3, or 36 on 4 × 4.
fn dominoes(rows: u32) -> Solved {
    solved(&format!(
        "(format: 1, title: \"Dominoes 4×{rows}\", source: \"Kasteleyn 1961\", lattice: Square, \
         pieces: [Piece(name: \"I\", art: [\"XX\"], copies: {})], board: Rectangle(4, {rows}))",
        2 * rows
    ))
}

fn pdf(layout: &dyn PageLayout) -> lopdf::Document {
    let mut bytes = Vec::new();
    write_pdf(layout, &mut bytes, &mut |_, _| ControlFlow::Continue(())).unwrap();
    lopdf::Document::load_mem(&bytes).unwrap()
}

fn text_of(document: &lopdf::Document, page: u32) -> String {
    document.extract_text(&[page]).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Width and height of a page, in points.
fn size_of(document: &lopdf::Document, page: u32) -> [f32; 2] {
    let id = document.get_pages()[&page];
    let page = document.get_object(id).unwrap().as_dict().unwrap();
    let media = page.get(b"MediaBox").unwrap().as_array().unwrap();
    [media[2].as_float().unwrap(), media[3].as_float().unwrap()]
}

#[test]
fn a_poster_has_every_solution_with_its_number_the_title_and_the_counts() {
    let solved = dominoes(4);
    assert_eq!((solved.counts.total.capped(), solved.store.len()), (36, 9));
    let settings = PaperSettings { landscape: true, ..PaperSettings::default() };
    let poster = Poster::new(solved.source(), &settings).unwrap();
    let read = pdf(&poster);
    assert_eq!(read.get_pages().len(), 1);
    let [width, height] = size_of(&read, 1);
    assert!((width - 841.89).abs() < 0.01 && (height - 595.28).abs() < 0.01, "{width} {height}");
    let text = text_of(&read, 1);
    for word in ["Dominoes 4×4", "Solutions 1 to 9", "Kasteleyn 1961", "36 in total", "completed"]
    {
        assert!(text.contains(word), "{word} is missing: {text}");
    }
    for number in 1..=9 {
        assert!(text.split(' ').any(|word| word == number.to_string()), "{number}: {text}");
    }
}

#[test]
fn a_poster_with_few_columns_goes_on_over_pages_that_have_bookmarks() {
    let solved = dominoes(4);
    let settings = PaperSettings { columns: 1, ..PaperSettings::default() };
    let poster = Poster::new(solved.source(), &settings).unwrap();
    let pages = poster.page_count();
    assert!(pages > 1, "{pages}");
    let read = pdf(&poster);
    assert_eq!(read.get_pages().len(), pages);
    let bookmarks = read.get_toc().unwrap().toc;
    assert_eq!(bookmarks.len(), pages);
    assert!(bookmarks[1].title.starts_with("Solution"), "{:?}", bookmarks[1].title);
    assert!(text_of(&read, pages as u32).contains(&format!("{pages} of {pages}")));
}

#[test]
fn posters_that_cannot_be_are_refused_with_the_remedy() {
    let solved = dominoes(4);
    let settings = PaperSettings { columns: 9000, ..PaperSettings::default() };
    let error = Poster::new(solved.source(), &settings).err().unwrap();
    assert!(error.to_string().contains("fewer columns"), "{error}");
    let store = solved.store.empty();
    let none = Source { store: &store, ..solved.source() };
    let error = Poster::new(none, &PaperSettings::default()).err().unwrap();
    assert!(error.to_string().contains("solve the puzzle first"), "{error}");
}

#[test]
fn cancelling_ends_between_two_pages() {
    let solved = dominoes(4);
    let settings = PaperSettings { columns: 1, ..PaperSettings::default() };
    let poster = Poster::new(solved.source(), &settings).unwrap();
    let mut bytes = Vec::new();
    let mut reports = Vec::new();
    let error = write_pdf(&poster, &mut bytes, &mut |done, all| {
        reports.push((done, all));
        if done == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(error.unwrap_err().kind(), std::io::ErrorKind::Interrupted);
    let all = poster.page_count() as u64;
    assert_eq!(reports, [(0, all), (1, all)]);
    assert!(bytes.is_empty());
}

#[test]
fn pieces_are_as_large_as_asked_for_and_never_overlap() {
    let text = "(format: 1, title: \"Pentominoes\", lattice: Square, pieces: [Family(free: 5)], \
                board: Rectangle(10, 6))";
    let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
    let settings = PaperSettings { look: Look::Outlines, ..PaperSettings::default() };
    let cutouts = Cutouts::new(&puzzle, &settings).unwrap();
    let mut areas = 0;
    for page in 0..cutouts.page_count() {
        let drawing = cutouts.page(page);
        let bounds = drawing.path_bounds().unwrap();
        for k in 0..2 {
            assert!(bounds.min[k] >= 0.0 && bounds.max[k] <= drawing.size[k], "page {page}");
        }
        areas += drawing
            .nodes
            .iter()
            .filter(|n| matches!(n, crate::picture::drawing::Node::Group(_)))
            .count();
    }
    // The board of 200 × 120 mm does not fit between the margins of A4.
    assert_eq!(areas, 12);
    let long = PaperSettings { unit: Length::mm(60), ..PaperSettings::default() };
    let error = Cutouts::new(&puzzle, &long).err().unwrap().to_string();
    assert!(error.contains("piece I is") && error.contains("smaller unit"), "{error}");
    let small = PaperSettings { unit: Length::mm(10), ..PaperSettings::default() };
    let with_board = Cutouts::new(&puzzle, &small).unwrap();
    assert!(with_board.bookmarks(with_board.page_count() - 1)[0].1 == "Board");
    assert!(text_of(&pdf(&with_board), 1).contains("print at 100 %"));
}

#[test]
fn solid_pieces_are_not_cut_out_of_paper() {
    let text = "(format: 1, title: \"t\", lattice: Cube, board: Box(2, 1, 1), \
                pieces: [Piece(name: \"bar\", art: [\"XX\"])])";
    let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
    let error = Cutouts::new(&puzzle, &PaperSettings::default()).err().unwrap().to_string();
    assert!(error.contains("solid"), "{error}");
}

#[test]
fn what_a_challenge_gives_leaves_exactly_one_solution() {
    let solved = dominoes(4);
    let settings = BookletSettings { challenges: 5, ..BookletSettings::default() };
    let go_on = &mut |_, _| ControlFlow::Continue(());
    let found =
        Challenges::of_solutions(solved.source(), None, &solved.puzzle, &settings, go_on).unwrap();
    assert_eq!(found.list.len(), 5);
    for challenge in &found.list {
        assert_eq!(challenge.left, 1);
        // Counted again by a run of the puzzle with what is given pinned.
        let mut puzzle = (*solved.puzzle).clone();
        for (piece, sites) in challenge.laid() {
            let placed = crate::puzzle::BoardPiece { piece, sites, pinned: true };
            puzzle.placed.push(placed);
        }
        let plan = Arc::new(Plan::new(Arc::new(puzzle), PlanOptions::default()).unwrap());
        let mut run = Run::start(plan, Settings { threads: 1, ..Settings::default() });
        run.wait();
        assert_eq!(run.snapshot().counts.total, 1, "{:?}", challenge.given);
    }
}

#[test]
fn solutions_that_are_not_all_make_no_challenges() {
    let solved = dominoes(4);
    let source = Source { complete: false, ..solved.source() };
    let settings = BookletSettings::default();
    let go_on = &mut |_, _| ControlFlow::Continue(());
    let error =
        Challenges::of_solutions(source, None, &solved.puzzle, &settings, go_on).unwrap_err();
    assert_eq!(error, ChallengeError::Incomplete);
    let cancel = &mut |_, _| ControlFlow::Break(());
    let error = Challenges::of_solutions(solved.source(), None, &solved.puzzle, &settings, cancel);
    assert_eq!(error.unwrap_err(), ChallengeError::Cancelled);
}

#[test]
fn a_booklet_has_a_title_its_challenges_and_their_solutions() {
    let solved = dominoes(4);
    let settings = BookletSettings {
        text: "Lay the dominoes.\nEach board has one solution.".into(),
        size: PaperSize::Letter,
        on_page: 4,
        solutions_on_page: 6,
        easy_first: true,
        ..BookletSettings::default()
    };
    let go_on = &mut |_, _| ControlFlow::Continue(());
    let found =
        Challenges::of_solutions(solved.source(), None, &solved.puzzle, &settings, go_on).unwrap();
    let booklet = Booklet::new("Dominoes", "Kasteleyn", found, &settings).unwrap();
    // 9 challenges: a title, 3 pages of 4, 2 pages of solutions.
    assert_eq!(booklet.page_count(), 6);
    assert_eq!((booklet.solutions_of(1), booklet.solutions_of(2)), (Some(4), Some(4)));
    assert_eq!((booklet.solutions_of(3), booklet.solutions_of(0)), (Some(5), None));
    let read = pdf(&booklet);
    assert_eq!(read.get_pages().len(), 6);
    assert_eq!(size_of(&read, 1), [612.0, 792.0]);
    let title = text_of(&read, 1);
    assert!(title.contains("9 challenges") && title.contains("Lay the dominoes."), "{title}");
    let first = text_of(&read, 2);
    assert!(first.contains("Challenges 1 to 4") && first.contains("1 solution"), "{first}");
    assert!(text_of(&read, 5).contains("Solutions"));
    let bookmarks = read.get_toc().unwrap().toc;
    let bookmark = |title: &str| {
        let found = bookmarks.iter().find(|b| b.title == title).unwrap();
        (found.level, found.page)
    };
    assert_eq!(bookmark("Challenge 8"), (2, 3));
    // Alone on its page, it is not below a bookmark of the page.
    assert_eq!(bookmark("Challenge 9"), (1, 4));
    // The easy ones first: fewer pieces left to lay.
    let open: Vec<usize> =
        booklet.challenges().iter().map(|c| c.solution.len() - c.given.len()).collect();
    assert!(open.is_sorted(), "{open:?}");
}

#[test]
fn a_booklet_ends_with_the_moves_of_the_solutions_that_come_apart() {
    let text = "(format: 1, title: \"Hook\", lattice: Cube, board: Box(3, 3, 1), pieces: [
        Piece(name: \"bow\", art: [\"XXX\", \"X.X\", \"X..\"]), Piece(name: \"key\", art: [\".X\", \"XX\"])])";
    let solved = solved(text);
    let settings = BookletSettings { moves: true, ..BookletSettings::default() };
    let go_on = &mut |_, _| ControlFlow::Continue(());
    let found =
        Challenges::of_solutions(solved.source(), None, &solved.puzzle, &settings, go_on).unwrap();
    assert!(found.list.iter().all(|challenge| challenge.apart.is_some()));
    let with_moves = Booklet::new("Hook", "", found.clone(), &settings).unwrap();
    let plain = BookletSettings { moves: false, ..settings };
    let without = Booklet::new("Hook", "", found.clone(), &plain).unwrap();
    assert_eq!(with_moves.page_count(), without.page_count() + found.list.len());
    let read = pdf(&with_moves);
    let first = without.page_count() as u32 + 1;
    let page = text_of(&read, first);
    assert!(page.contains("Challenge 1: level") && page.contains("1. "), "{page}");
    assert!(page.contains(", free") && page.contains(&first.to_string()), "{page}");
    let bookmarks = read.get_toc().unwrap().toc;
    assert!(bookmarks.iter().any(|own| own.title == "Moves of challenge 1"));
    // What no moves were asked for has none.
    let found =
        Challenges::of_solutions(solved.source(), None, &solved.puzzle, &plain, go_on).unwrap();
    assert!(found.list.iter().all(|challenge| challenge.apart.is_none()));
}

#[test]
fn the_pieces_to_use_stand_below_a_board_that_is_wide() {
    let solved = solved(
        "(format: 1, title: \"Dominoes\", lattice: Square, board: Rectangle(12, 2), \
         pieces: [Piece(name: \"I\", art: [\"XX\"], copies: 12)])",
    );
    let settings =
        BookletSettings { challenges: 4, on_page: 4, title_page: false, ..Default::default() };
    let go_on = &mut |_, _| ControlFlow::Continue(());
    let found =
        Challenges::of_solutions(solved.source(), None, &solved.puzzle, &settings, go_on).unwrap();
    let booklet = Booklet::new("Dominoes", "", found, &settings).unwrap();
    // A column of four, with the pieces below each board: as wide as the page within its margins.
    let page = booklet.page(0);
    let bounds = |node: &Node| {
        let mut drawing = Drawing::new(page.size, Unit::Point);
        drawing.push(node.clone());
        drawing.path_bounds().unwrap()
    };
    let groups: Vec<Bounds> =
        page.nodes.iter().filter(|node| matches!(node, Node::Group(_))).map(bounds).collect();
    let (board, piece) = (&groups[0], &groups[1]);
    let margin = 2.0 * settings.margin.in_mm() * Unit::Millimetre.points();
    assert!((board.size()[0] - (page.size[0] - margin)).abs() < 1.0, "{board:?}");
    assert!(piece.min[1] > board.max[1] && piece.max[1] < page.size[1] / 4.0 + 40.0, "{piece:?}");
}

#[test]
fn variants_with_the_number_of_solutions_that_is_chosen_make_a_booklet() {
    let text = r#"(format: 1, title: "Dominoes", lattice: Square,
        pieces: [Family(free: 2, copies: 4)], board: Rectangle(3, 3),
        site_groups: {"any": All}, variants: (of: [OpenOne("any")]))"#;
    let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
    let encoding = Arc::new(Encoding::new(&puzzle).unwrap());
    let group = SymmetryGroup::new(&puzzle, &encoding);
    let list = VariantList::new(&puzzle, &encoding, &group, false).unwrap();
    let go_on = &mut |_, _| ControlFlow::Continue(());
    // Of a corner, a side and the middle the side has no solution, the others have 4 and 2.
    let all = BookletSettings { choice: Choice::All, ..BookletSettings::default() };
    let found = Challenges::of_variants(&list, &all, go_on).unwrap();
    assert_eq!(found.list.len(), 2);
    assert!(found.list.iter().all(|c| c.left == 1 && !c.name.is_empty()), "{found:?}");
    let nothing =
        BookletSettings { given: Given::AtMost(0), choice: Choice::All, ..Default::default() };
    let found = Challenges::of_variants(&list, &nothing, go_on).unwrap();
    assert_eq!(found.list.iter().map(|c| c.left).collect::<Vec<_>>(), [4, 2]);
    let many = BookletSettings { choice: Choice::Between(50, 60), ..Default::default() };
    let error = Challenges::of_variants(&list, &many, go_on).unwrap_err();
    assert_eq!(error, ChallengeError::NoneChosen(3));
}
