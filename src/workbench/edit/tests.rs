//! Edits at random and by hand.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::format::puzzle_file::{self, Opened};
use crate::lattice::{self, Lattice};
use crate::polyform::Motions;
use crate::polyform::family::Congruence;
use crate::puzzle::variants::{ChoiceForm, ExpectVariants, SiteName, VariantsForm};
use crate::puzzle::{
    ApartForm, BoardForm, BorderRule, Colour, Contact, Copies, FamilyForm, GroupForm, NamedShape,
};
use crate::workbench::task::Wake;
use crate::workbench::{Document, Origin};

fn wake() -> Wake {
    Arc::new(|| {})
}

/// A puzzle of a lattice with all free forms of some size and the first named board of its own.
fn description(lattice: &'static Lattice, size: usize, side: u32) -> Description {
    let board = &lattice.boards[0];
    let numbers = vec![side; board.parameters.len()];
    let family = FamilyForm {
        sameness: Congruence::Free,
        size,
        only: Vec::new(),
        without: Vec::new(),
        off: Vec::new(),
        colours: None,
        copies: Copies::default(),
    };
    Description {
        title: "To be changed".to_owned(),
        pieces: vec![PieceForm::Family(family)],
        expect: Expect { total: Some(1.into()), ..Expect::default() },
        ..Description::empty(lattice, BoardForm::Named(NamedShape { key: board.key, numbers }))
    }
}

fn document(description: Description) -> Document {
    let puzzle = Arc::new(description.draft().unwrap());
    Document::new(Opened::new(description, puzzle), Origin::Bundled("changed.ron"), &wake())
}

fn pentominoes() -> Document {
    document(description(&lattice::square::LATTICE, 5, 8))
}

fn names(document: &Document) -> Vec<String> {
    let mut all: Vec<_> = document.puzzle.pieces.iter().chain(&document.puzzle.off).collect();
    all.sort_by_key(|piece| piece.order);
    all.into_iter().map(|piece| piece.name.clone()).collect()
}

fn colours(document: &Document) -> Vec<(String, Colour)> {
    let mut all: Vec<_> = document.puzzle.pieces.iter().chain(&document.puzzle.off).collect();
    all.sort_by_key(|piece| piece.order);
    all.into_iter().map(|piece| (piece.name.clone(), piece.colour)).collect()
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn at(column: i32, row: i32) -> Point {
    lattice::square::LATTICE.site_at(&[column, row]).unwrap()
}

fn edit(document: &mut Document, edit: Edit) -> Point {
    document.edit(&edit, None, &wake()).unwrap()
}

/// A new piece of some sites.
fn drawn(puzzle: &Puzzle, sites: &[Point]) -> PieceDraft {
    let sites = sites.iter().map(|&site| (site, None)).collect();
    PieceDraft { sites, ..PieceDraft::new(puzzle) }
}

/// A thing to do, by numbers that stand for whatever is there.
#[derive(Clone, Debug)]
struct Roll {
    kind: u8,
    numbers: [u16; 4],
    gesture: bool,
}

fn rolls() -> impl Strategy<Value = Vec<Roll>> {
    let roll = (0u8..32, any::<[u16; 4]>(), any::<bool>())
        .prop_map(|(kind, numbers, gesture)| Roll { kind, numbers, gesture });
    prop::collection::vec(roll, 1..14)
}

impl Roll {
    /// The edit that it stands for in a puzzle.
    fn edit(&self, puzzle: &Puzzle) -> Edit {
        let [a, b, c, d] = self.numbers.map(usize::from);
        let lattice = puzzle.lattice;
        let corner = Point::new(a as i32 % 9 - 2, b as i32 % 9 - 2, 0);
        let far = Point::new(corner.x + c as i32 % 3, corner.y + d as i32 % 3, 0);
        let scaled = |p: Point| Point::new(p.x * lattice.period, p.y * lattice.period, 0);
        let sites = box_of(lattice, scaled(corner), scaled(far));
        let mut all: Vec<String> = puzzle.pieces.iter().map(|p| p.name.clone()).collect();
        all.extend(puzzle.off.iter().map(|p| p.name.clone()));
        let pick = |n: usize| all.get(n % all.len().max(1)).cloned().unwrap_or_default();
        let mut some = vec![pick(a)];
        if b % 2 == 0 && pick(c) != some[0] {
            some.push(pick(c));
        }
        let copies = Copies::new(b as u32 % 3, 1 + b as u32 % 3 + c as u32 % 3).unwrap();
        let state = [State::Required, State::Optional, State::Hole][a % 3];
        let letter = [None, Some('a'), Some('7'), Some('#')][d % 4];
        match self.kind {
            0..=4 => Edit::Paint(sites, state),
            5 => Edit::Label(sites, letter),
            6 => Edit::Board(BoardAction::Turn),
            7 => Edit::Board(BoardAction::Flip),
            8 => Edit::Board(BoardAction::Tip),
            9 => {
                let sides = Side::all(lattice);
                let side = sides[b % sides.len()];
                Edit::Board(match a % 3 {
                    0 => BoardAction::Shift(side),
                    1 => BoardAction::Grow(side),
                    _ => BoardAction::Shrink(side),
                })
            }
            10 if a % 3 == 0 => Edit::Board(BoardAction::Checker),
            10 if a % 5 == 0 => Edit::Board(BoardAction::ClearLabels),
            10 => Edit::Board(BoardAction::Crop),
            11 => Edit::Board(BoardAction::Invert),
            12 if a % 7 == 0 => Edit::Board(BoardAction::Clear),
            12 => Edit::BoardForm(BoardForm::Art(strings(&["##o", "#.#"]))),
            13 => Edit::AddPieces(vec![PieceForm::Family(FamilyForm {
                sameness: [Congruence::Free, Congruence::OneSided, Congruence::Fixed][a % 3],
                size: 1 + b % 3,
                only: Vec::new(),
                without: Vec::new(),
                off: Vec::new(),
                colours: None,
                copies,
            })]),
            14 => Edit::DrawPiece(drawn(puzzle, &sites)),
            15 => Edit::Duplicate(some),
            16 => Edit::Remove(some),
            17 => Edit::Reorder(some, (c % 3 > 0).then(|| pick(d))),
            18 => Edit::Merge(some),
            19 => Edit::Pieces(some, PieceChange::Name(["K", "", "W'", "L"][b % 4].to_owned())),
            20 => Edit::Pieces(some, PieceChange::On(b % 3 == 0)),
            21 => Edit::Pieces(some, PieceChange::Copies(copies)),
            22 => {
                let all = [Motions::TurnAndFlip, Motions::Turn, Motions::AsDrawn];
                let change = match c % 4 {
                    0 => PieceChange::Group(b as u32 % 3),
                    1 => PieceChange::Weight(b as i32 % 3 - 1),
                    _ => PieceChange::Motions(all[b % 3]),
                };
                Edit::Pieces(some, change)
            }
            23 => {
                let all = puzzle.pieces.iter().chain(&puzzle.off);
                let piece = all.into_iter().find(|piece| piece.name == some[0]);
                let mut draft = piece.map_or_else(|| PieceDraft::new(puzzle), PieceDraft::of_piece);
                if b % 2 == 0 {
                    draft.sites = sites.iter().map(|&site| (site, letter)).collect();
                }
                if c % 3 == 0 {
                    draft.name = ["K", "W'", ""][d % 3].to_owned();
                }
                Edit::RedrawPiece(some[0].clone(), PieceDraft { copies, ..draft })
            }
            24 | 25 => {
                let piece = puzzle.pieces.get(a % puzzle.pieces.len().max(1));
                let group =
                    piece.map_or_else(Vec::new, |p| p.shape.orientations(lattice, p.motions));
                let shape = group.get(b % group.len().max(1));
                let sites = shape.map_or_else(Vec::new, |shape| {
                    shape.sites().iter().map(|&site| site + scaled(corner)).collect()
                });
                let from =
                    (d % 2 == 0 && !puzzle.placed.is_empty()).then(|| d % puzzle.placed.len());
                Edit::Lay { piece: piece.map_or_else(String::new, |p| p.name.clone()), sites, from }
            }
            26 => Edit::TakeUp(vec![a % 3]),
            27 => Edit::Pin(vec![a % 3, b % 3], c % 4 > 0),
            28 => {
                let takes = match b % 3 {
                    0 => None,
                    1 => Some(Takes::Only(some)),
                    _ => Some(Takes::Never(some)),
                };
                let on = |site: &Point| puzzle.board.position(*site).is_some();
                Edit::SiteRule(sites.into_iter().filter(on).collect(), takes)
            }
            29 | 30 => Edit::Cut { piece: ["K", "L", "M"][d % 3].to_owned(), sites },
            _ => Edit::Pieces(some, PieceChange::Colour(Colour::nth(b % 26))),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// Whatever is done: every version is a puzzle whose text reads back as itself, undo leads
    /// back through the same texts, redo forth again, and no piece changes its colour by itself.
    #[test]
    fn edits_at_random_keep_a_puzzle_and_are_taken_back_exactly(
        lattice in 0..lattice::ALL.len(),
        rolls in rolls(),
    ) {
        let lattice = lattice::ALL[lattice];
        let mut document = document(description(lattice, 3, 3));
        let mut texts = vec![document.puzzle_text()];
        for (n, roll) in rolls.iter().enumerate() {
            let next = roll.edit(&document.puzzle);
            let before = colours(&document);
            let gesture = roll.gesture.then_some(n as u64 / 3);
            let steps = document.history().len();
            let done = document.edit(&next, gesture, &wake());
            let text = document.puzzle_text();
            if done.is_err() {
                prop_assert_eq!(&text, texts.last().unwrap());
                continue;
            }
            if let Edit::Pieces(_, PieceChange::Colour(_)) = next {} else {
                for (name, colour) in colours(&document) {
                    if let Some((_, old)) = before.iter().find(|(n, _)| *n == name) {
                        let renamed = matches!(next, Edit::Pieces(_, PieceChange::Name(_)));
                        prop_assert!(renamed || *old == colour, "{} after {:?}", name, next);
                    }
                }
            }
            let read = ron_read(&text);
            prop_assert_eq!(&*read, &**document.description(), "{}", text);
            prop_assert_eq!(&read.draft().unwrap(), &*document.puzzle, "{}", text);
            match document.history().len() {
                now if now > steps => texts.push(text),
                now => {
                    // The same gesture continues, or nothing has changed.
                    prop_assert_eq!(now, steps);
                    *texts.last_mut().unwrap() = text;
                }
            }
        }
        for text in texts.iter().rev().skip(1) {
            prop_assert!(document.undo(&wake()).is_some());
            prop_assert_eq!(&document.puzzle_text(), text);
        }
        prop_assert!(document.undo(&wake()).is_none());
        for text in &texts[1..] {
            prop_assert!(document.redo(&wake()).is_some());
            prop_assert_eq!(&document.puzzle_text(), text);
        }
        prop_assert!(document.redo(&wake()).is_none());
    }
}

/// The words of a text, which may be of a puzzle that is still being made.
fn ron_read(text: &str) -> Box<Description> {
    Box::new(puzzle_file::read_description(text).unwrap())
}

#[test]
fn columns_rows_and_layers_are_added_and_removed_and_names_kept() {
    let board = |document: &Document| {
        let text = document.puzzle_text();
        let at = text.find("board: ").unwrap();
        text[at + 7..].lines().next().unwrap().trim_end_matches(',').to_owned()
    };
    for (lattice, form, grown) in [
        (&lattice::square::LATTICE, "Rectangle(3, 3)", "Rectangle(4, 3)"),
        (&lattice::king::LATTICE, "Rectangle(3, 3)", "Rectangle(4, 3)"),
        (&lattice::square_edges::LATTICE, "Rectangle(3, 3)", "Rectangle(4, 3)"),
        (&lattice::triangle::LATTICE, "Parallelogram(3, 3)", "Parallelogram(4, 3)"),
        (&lattice::hexagon::LATTICE, "Parallelogram(3, 3)", "Parallelogram(4, 3)"),
        (&lattice::tetrakis::LATTICE, "Rectangle(3, 3)", "Rectangle(4, 3)"),
        (&lattice::cube::LATTICE, "Box(3, 3, 3)", "Box(4, 3, 3)"),
    ] {
        let mut start = description(lattice, 3, 3);
        let key = form.split('(').next().unwrap();
        let key = lattice.boards.iter().find(|b| b.key == key).unwrap_or_else(|| {
            panic!(
                "{}: {:?}",
                lattice.key,
                lattice.boards.iter().map(|b| b.key).collect::<Vec<_>>()
            )
        });
        let numbers = vec![3; key.parameters.len()];
        start.board = BoardForm::Named(NamedShape { key: key.key, numbers });
        let mut document = document(start);
        assert_eq!(board(&document), form);
        for side in Side::all(lattice) {
            let before = Arc::clone(&document.puzzle);
            edit(&mut document, Edit::Board(BoardAction::Grow(*side)));
            let wider = matches!(side, Side::Left | Side::Right);
            assert!(!wider || board(&document) == grown, "{}", document.puzzle_text());
            assert!(board(&document).starts_with(key.key), "{}", document.puzzle_text());
            edit(&mut document, Edit::Board(BoardAction::Shrink(*side)));
            assert_eq!(document.puzzle.board, before.board, "{side:?} of {}", lattice.key);
        }
        assert_eq!(
            document.history().undo_name(),
            Some(match lattice.is_solid() {
                true => "remove last layer",
                false => "remove bottom row",
            })
        );
    }
    // A drawn board keeps its labels and states, and the pieces on it move with it.
    let row = BoardForm::Named(NamedShape { key: "Rectangle", numbers: vec![3, 1] });
    let start = description(&lattice::square::LATTICE, 3, 1);
    let mut document = document(Description { board: row, ..start });
    edit(&mut document, Edit::Paint(vec![at(1, 1)], State::Optional));
    edit(&mut document, Edit::Label(vec![at(3, 1)], Some('b')));
    edit(&mut document, Edit::Board(BoardAction::Grow(Side::Left)));
    let states: Vec<(bool, Option<char>)> = (0..4)
        .map(|i| (document.puzzle.board.sites()[i].required, document.puzzle.board.label(i)))
        .collect();
    assert_eq!(states, [(false, None), (false, None), (true, None), (true, Some('b'))]);
    for _ in 0..3 {
        edit(&mut document, Edit::Board(BoardAction::Shrink(Side::Left)));
    }
    assert_eq!(document.puzzle.board.sites().len(), 1);
    let last = Edit::Board(BoardAction::Shrink(Side::Top));
    let refusal = document.edit(&last, None, &wake()).unwrap_err();
    assert!(refusal.to_string().contains("would leave no board"), "{refusal}");
}

#[test]
fn a_rectangle_keeps_its_name_until_much_of_it_is_gone() {
    let mut document = pentominoes();
    edit(&mut document, Edit::Paint(vec![at(1, 1), at(8, 8)], State::Hole));
    let text = document.puzzle_text();
    assert!(text.contains("Less(Rectangle(8, 8), ["), "{text}");
    edit(&mut document, Edit::Paint(vec![at(1, 1), at(8, 8)], State::Required));
    assert!(document.puzzle_text().contains("board: Rectangle(8, 8)"));
    assert!(document.is_edited(), "the expected numbers are gone");
    edit(&mut document, Edit::Paint((1..=8).map(|x| at(x, 1)).collect(), State::Optional));
    let text = document.puzzle_text();
    assert!(text.contains("\"oooooooo\",\n") && text.contains("\"########\",\n"), "{text}");
}

#[test]
fn a_board_that_grows_to_the_left_is_moved_and_says_so() {
    let mut document = pentominoes();
    let shift = edit(&mut document, Edit::Paint(vec![at(0, 3)], State::Required));
    assert_eq!(shift, Point::new(2, 0, 0));
    let board = &document.puzzle.board;
    assert_eq!((board.sites().len(), board.position(at(1, 3)).is_some()), (65, true));
    assert_eq!(board.position(at(1, 4)), None);
    // Erased again, it stays where it is: what is looked at does not move.
    let shift = edit(&mut document, Edit::Paint(vec![at(1, 3)], State::Hole));
    assert_eq!(shift, Point::ORIGIN);
    assert!(document.puzzle.board.position(at(9, 8)).is_some());
}

#[test]
fn a_turned_rectangle_is_a_rectangle() {
    let mut words = description(&lattice::square::LATTICE, 5, 6);
    words.board = BoardForm::Named(NamedShape { key: "Rectangle", numbers: vec![10, 6] });
    let mut document = document(words);
    edit(&mut document, Edit::Board(BoardAction::Turn));
    assert!(document.puzzle_text().contains("board: Rectangle(6, 10)"));
    edit(&mut document, Edit::Board(BoardAction::Flip));
    assert_eq!(document.history().len(), 1, "a flipped rectangle is the same");
}

#[test]
fn the_known_numbers_go_with_the_puzzle_they_belong_to() {
    let mut document = pentominoes();
    edit(
        &mut document,
        Edit::Metadata(Metadata { title: "Another".into(), ..Metadata::default() }),
    );
    assert_eq!(document.description().expect.total, Some(1.into()));
    edit(&mut document, Edit::Paint(vec![at(1, 1)], State::Hole));
    assert_eq!(document.description().expect, Expect::default());
    document.undo(&wake());
    assert_eq!(document.description().expect.total, Some(1.into()));
}

#[test]
fn a_gesture_of_several_edits_is_one_step_that_counts_all_its_sites() {
    let mut document = pentominoes();
    for column in 1..=5 {
        let edit = Edit::Paint(vec![at(column, 1)], State::Hole);
        document.edit(&edit, Some(7), &wake()).unwrap();
    }
    assert_eq!(document.history().len(), 1);
    assert_eq!(document.history().undo_name(), Some("erase 5 sites"));
    document.edit(&Edit::Paint(vec![at(6, 1)], State::Hole), Some(8), &wake()).unwrap();
    assert_eq!(document.history().len(), 2);
    document.undo(&wake());
    document.undo(&wake());
    assert_eq!(document.puzzle.board.sites().len(), 64);
    assert!(!document.is_edited());
}

#[test]
fn a_member_that_changes_leaves_its_family_which_stays_one_line() {
    let mut document = pentominoes();
    let before = colours(&document);
    edit(&mut document, Edit::Pieces(strings(&["L"]), PieceChange::Motions(Motions::Turn)));
    assert_eq!(colours(&document), before);
    let text = document.puzzle_text();
    assert!(text.contains(r#"Family(free: 5, only: ["F", "I"])"#), "{text}");
    edit(&mut document, Edit::Remove(strings(&["F", "X"])));
    let left: Vec<_> =
        before.iter().filter(|(name, _)| name != "F" && name != "X").cloned().collect();
    assert_eq!(colours(&document), left);
}

#[test]
fn switching_off_and_copies_of_a_whole_family_split_nothing() {
    let mut document = pentominoes();
    edit(&mut document, Edit::Pieces(strings(&["F", "W"]), PieceChange::On(false)));
    assert!(document.puzzle_text().contains(r#"Family(free: 5, off: ["F", "W"])"#));
    assert_eq!((document.puzzle.pieces.len(), document.puzzle.off.len()), (10, 2));
    edit(&mut document, Edit::Pieces(strings(&["F", "W"]), PieceChange::On(true)));
    let all = names(&document);
    let two = Copies::new(0, 2).unwrap();
    edit(&mut document, Edit::Pieces(all, PieceChange::Copies(two)));
    assert!(document.puzzle_text().contains("Family(free: 5, copies: (0, 2))"));
}

#[test]
fn pieces_are_added_doubled_moved_and_merged() {
    let mut document = pentominoes();
    let f = FamilyForm {
        sameness: Congruence::Free,
        size: 5,
        only: strings(&["F"]),
        without: Vec::new(),
        off: Vec::new(),
        colours: None,
        copies: Copies::default(),
    };
    edit(&mut document, Edit::AddPieces(vec![PieceForm::Family(f)]));
    assert_eq!(names(&document).last().unwrap(), "F2");
    edit(&mut document, Edit::Duplicate(strings(&["I"])));
    assert_eq!(names(&document)[..3], ["F", "I", "I2"]);
    edit(&mut document, Edit::Reorder(strings(&["F2", "Z"]), Some("L".to_owned())));
    assert_eq!(names(&document)[..6], ["F", "I", "I2", "Z", "F2", "L"]);
    let error = document.edit(&Edit::Merge(strings(&["F", "L"])), None, &wake()).unwrap_err();
    assert!(error.to_string().contains("differ in shape"), "{error}");
    // What lies on the board stays there as copies of the piece.
    let shape =
        document.puzzle.pieces.iter().find(|piece| piece.name == "F").unwrap().shape.clone();
    for (name, right) in [("F", 0), ("F2", 6)] {
        let sites = shape.sites().iter().map(|&site| site + Point::new(right, 0, 0));
        let (piece, sites) = (name.to_owned(), sites.collect::<Vec<_>>());
        edit(&mut document, Edit::Lay { piece, sites, from: None });
    }
    edit(&mut document, Edit::Merge(strings(&["F2", "F"])));
    assert_eq!(names(&document).len(), 13);
    let laid = &document.puzzle.placed;
    assert!(
        laid.len() == 2 && laid.iter().all(|laid| document.puzzle.piece(laid.piece).name == "F")
    );
    let piece = document.puzzle.pieces.iter().find(|piece| piece.name == "F").unwrap();
    assert_eq!(piece.copies, Copies::new(2, 2).unwrap());
}

#[test]
fn a_drawn_piece_gets_its_customary_name_and_loose_ones_are_refused() {
    let mut document = pentominoes();
    let corner = drawn(&document.puzzle, &[at(4, 4), at(5, 4), at(5, 5)]);
    edit(&mut document, Edit::DrawPiece(corner));
    assert_eq!(names(&document).last().unwrap(), "A", "V is taken");
    let loose = Edit::DrawPiece(drawn(&document.puzzle, &[at(1, 1), at(3, 3)]));
    let error = document.edit(&loose, None, &wake()).unwrap_err().to_string();
    assert!(error.contains("parts that do not touch"), "{error}");
    let rules = Rules { loose_parts: true, ..Rules::default() };
    edit(&mut document, Edit::Rules(rules));
    edit(&mut document, loose);
}

#[test]
fn half_a_unit_is_painted_whole_and_far_sites_are_refused() {
    let lattice = &lattice::tetrakis::LATTICE;
    let mut document = document(description(lattice, 2, 2));
    let site = document.puzzle.board.sites()[0].site;
    edit(&mut document, Edit::Paint(vec![site], State::Hole));
    assert_eq!(document.puzzle.board.sites().len(), 14);
    let mut document = pentominoes();
    let far = Edit::Paint(vec![at(900_000, 3)], State::Required);
    let error = document.edit(&far, None, &wake()).unwrap_err().to_string();
    assert!(error.contains("too far apart"), "{error}");
}

#[test]
fn mirrored_strokes_keep_a_board_symmetric() {
    let document = pentominoes();
    let frame = Frame::new(&document.puzzle).unwrap();
    let square = &lattice::square::LATTICE;
    let images = |mirror| frame.mirrored(square, mirror, &[at(1, 2)]);
    assert_eq!(images(Mirror::Off), [at(1, 2)]);
    assert_eq!(images(Mirror::LeftRight), [at(1, 2), at(8, 2)]);
    assert_eq!(images(Mirror::UpDown), [at(1, 2), at(1, 7)]);
    assert_eq!(images(Mirror::HalfTurn), [at(1, 2), at(8, 7)]);
    assert_eq!(images(Mirror::Both).len(), 4);
    assert_eq!(images(Mirror::Full).len(), 8);
}

#[test]
fn what_lies_on_the_board_goes_where_the_board_goes_and_goes_when_it_must() {
    let mut document = pentominoes();
    let sites = vec![at(1, 1), at(2, 1), at(3, 1), at(4, 1), at(5, 1)];
    edit(&mut document, Edit::Lay { piece: "I".into(), sites: sites.clone(), from: None });
    assert_eq!(document.description().expect.total, Some(1.into()), "unpinned it binds nothing");
    let again = Edit::Lay { piece: "I".into(), sites, from: None };
    let error = document.edit(&again, None, &wake()).unwrap_err().to_string();
    assert!(error.starts_with("Piece I already covers"), "{error}");
    edit(&mut document, Edit::Pin(vec![0], true));
    edit(&mut document, Edit::Board(BoardAction::Turn));
    let column: Vec<Point> = (1..=5).map(|row| at(8, row)).collect();
    assert_eq!(document.puzzle.placed[0].sites, column);
    edit(&mut document, Edit::Paint(vec![at(0, 4)], State::Required));
    assert_eq!(document.puzzle.placed[0].sites[0], at(9, 1));
    edit(&mut document, Edit::Pieces(strings(&["I"]), PieceChange::Name("Bar".into())));
    assert_eq!(document.description().placed[0].piece, "Bar");
    let takes = Takes::Never(strings(&["Bar"]));
    edit(&mut document, Edit::SiteRule(vec![at(9, 3)], Some(takes)));
    assert!(document.puzzle.placed.is_empty(), "it must not lie there");
    document.undo(&wake());
    edit(&mut document, Edit::Paint(vec![at(9, 3)], State::Hole));
    assert!(document.puzzle.placed.is_empty(), "it has lost a site");
    document.undo(&wake());
    assert_eq!(document.puzzle.placed.len(), 1);
}

#[test]
fn rules_follow_the_names_of_pieces_and_lose_those_that_are_gone() {
    let mut document = pentominoes();
    let apart = |names: &[&str]| ApartForm { pieces: strings(names), by: Contact::Edge };
    let rules = Rules {
        at_border: BorderRule::Pieces(strings(&["I"])),
        apart: vec![apart(&["I", "X"]), apart(&["I"])],
        ..Rules::default()
    };
    edit(&mut document, Edit::Rules(rules));
    assert_eq!(document.puzzle.piece_rules.apart.len(), 1, "a single I has no copy to touch");
    assert_eq!(document.description().expect, Expect::default(), "other solutions");
    edit(&mut document, Edit::Pieces(strings(&["I"]), PieceChange::Name("Bar".into())));
    assert_eq!(document.description().rules.at_border, BorderRule::Pieces(strings(&["Bar"])));
    assert_eq!(document.description().rules.apart, [apart(&["Bar", "X"]), apart(&["Bar"])]);
    edit(&mut document, Edit::Remove(strings(&["Bar"])));
    assert_eq!(document.description().rules.at_border, BorderRule::Free);
    assert_eq!(document.description().rules.apart, [apart(&["X"])]);
    document.undo(&wake());
    assert_eq!(document.description().rules.apart.len(), 2);
    let stranger = Rules { apart: vec![apart(&["Q"])], ..Rules::default() };
    edit(&mut document, Edit::Rules(stranger));
    assert_eq!(document.description().rules, Rules::default(), "no piece is called so");
}

#[test]
fn a_region_is_filled_up_to_its_border() {
    let mut document = pentominoes();
    edit(&mut document, Edit::Paint((1..=8).map(|x| at(x, 4)).collect(), State::Hole));
    assert_eq!(flooded(&document.puzzle, at(2, 2)).len(), 24);
    assert_eq!(flooded(&document.puzzle, at(2, 4)).len(), 8);
    assert_eq!(flooded(&document.puzzle, at(2, 6)).len(), 32);
}

#[test]
fn a_drawn_piece_has_the_name_labels_copies_motions_and_colour_it_was_given() {
    let mut document = pentominoes();
    let mut draft = drawn(&document.puzzle, &[at(4, 4), at(5, 4), at(5, 5)]);
    assert_eq!(draft.colour, Colour::nth(12), "the first that no pentomino has");
    draft.sites.insert(at(5, 4), Some('w'));
    draft.name = "Corner".to_owned();
    draft.copies = Copies::new(0, 3).unwrap();
    draft.motions = Motions::Turn;
    draft.colour = Colour::nth(20);
    edit(&mut document, Edit::DrawPiece(draft.clone()));
    let piece = document.puzzle.pieces.last().unwrap().clone();
    let [a, b] =
        [PieceDraft::of_piece(&piece), draft.clone()].map(|d| (d.copies, d.motions, d.colour));
    assert_eq!((piece.name.as_str(), a), ("Corner", b));
    let label = |p: Point| piece.labels[piece.shape.sites().binary_search(&p).unwrap()];
    assert_eq!([at(1, 1), at(2, 1), at(2, 2)].map(label), [None, Some('w'), None]);
    let again = Edit::DrawPiece(draft);
    let error = document.edit(&again, None, &wake()).unwrap_err().to_string();
    assert_eq!(error, "There is a piece Corner already.");
}

#[test]
fn an_edited_piece_keeps_what_was_not_changed_and_its_family_stays_a_line() {
    let mut document = pentominoes();
    let before = document.puzzle_text();
    let x = document.puzzle.pieces.iter().find(|piece| piece.name == "X").unwrap().clone();
    let draft = PieceDraft::of_piece(&x);
    edit(&mut document, Edit::RedrawPiece("X".to_owned(), draft.clone()));
    assert_eq!(document.puzzle_text(), before, "nothing was changed");
    let sites = draft.sites.keys().map(|&site| (site, Some('b'))).collect();
    let named = PieceDraft { name: "Cross".to_owned(), sites, ..draft };
    edit(&mut document, Edit::RedrawPiece("X".to_owned(), named));
    assert_eq!(document.history().undo_name(), Some("edit X"));
    let cross = document.puzzle.pieces.iter().find(|piece| piece.name == "Cross").unwrap();
    assert_eq!((cross.colour, &cross.shape), (x.colour, &x.shape));
    assert_eq!(cross.labels, vec![Some('b'); 5]);
}

#[test]
fn pieces_that_are_not_edited_keep_their_names_and_colours() {
    let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 4, only: [\"I\", \
                \"L\"]), Family(free: 5, only: [\"L\", \"V\", \"W\", \"X\"], copies: 2)], board: \
                Rectangle(9, 9))";
    let names_after = |edit: Edit| {
        let mut document = self::document(puzzle_file::read_description(text).unwrap());
        let before = colours(&document);
        self::edit(&mut document, edit);
        let kept = |(name, _): &(String, Colour)| names(&document).contains(name);
        let before: Vec<(String, Colour)> = before.into_iter().filter(kept).collect();
        let after = colours(&document);
        let same = |own: &&(String, Colour)| before.iter().any(|(name, _)| *name == own.0);
        assert_eq!(after.iter().filter(same).cloned().collect::<Vec<_>>(), before);
        names(&document)
    };
    let draft = |document: &Document| {
        let v = document.puzzle.pieces.iter().find(|piece| piece.name == "V5").unwrap();
        PieceDraft { name: "corner".to_owned(), ..PieceDraft::of_piece(v) }
    };
    let redrawn = draft(&document(puzzle_file::read_description(text).unwrap()));
    let edited = names_after(Edit::RedrawPiece("V5".to_owned(), redrawn));
    assert_eq!(edited, ["I", "L", "L5", "corner", "W5", "X5"]);
    // What made the others longer is gone, and they are called as before.
    assert_eq!(names_after(Edit::Remove(strings(&["L"]))), ["I", "L5", "V5", "W5", "X5"]);
}

#[test]
fn a_new_piece_has_a_colour_that_no_other_has() {
    let mut document = document(Description::empty(
        &lattice::square::LATTICE,
        BoardForm::Named(NamedShape { key: "Rectangle", numbers: vec![5, 5] }),
    ));
    let add = |document: &mut Document, sites: &[Point]| {
        let draft = drawn(&document.puzzle, sites);
        edit(document, Edit::DrawPiece(draft));
    };
    add(&mut document, &[at(1, 1)]);
    add(&mut document, &[at(1, 1), at(2, 1)]);
    add(&mut document, &[at(1, 1), at(2, 1), at(3, 1)]);
    let first = names(&document)[0].clone();
    edit(&mut document, Edit::Remove(vec![first]));
    add(&mut document, &[at(1, 1), at(2, 1), at(2, 2)]);
    let all = names(&document);
    edit(&mut document, Edit::Duplicate(all));
    let all: std::collections::BTreeSet<Colour> =
        colours(&document).into_iter().map(|(_, colour)| colour).collect();
    assert_eq!(all.len(), 6, "{:?}", colours(&document));
}

#[test]
fn a_checkerboard_is_one_step_and_keeps_the_name_of_the_board() {
    let mut document = pentominoes();
    edit(&mut document, Edit::Board(BoardAction::Checker));
    assert_eq!(document.history().undo_name(), Some("checkerboard labels"));
    let text = document.puzzle_text();
    assert!(text.contains("Labelled(Rectangle(8, 8)") && text.contains("\"bwbwbwbw\""), "{text}");
    edit(&mut document, Edit::Board(BoardAction::Checker));
    let text = document.puzzle_text();
    assert!(text.contains("[\n        \"wbwbwbwb\""), "{text}");
    edit(&mut document, Edit::Board(BoardAction::ClearLabels));
    assert!(document.puzzle_text().contains("board: Rectangle(8, 8)"));
}

#[test]
fn a_bound_of_the_copies_takes_the_other_along_only_where_it_must() {
    let copies = |min, max| Copies::new(min, max).unwrap();
    assert_eq!(changed_copies(copies(1, 1), 1, 2), Some(copies(1, 2)));
    assert_eq!(changed_copies(copies(1, 1), 3, 1), Some(copies(3, 3)));
    assert_eq!(changed_copies(copies(2, 4), 2, 1), Some(copies(1, 1)));
    assert_eq!(changed_copies(copies(2, 4), 2, 4), None);
}

#[test]
fn texts_and_groups_stay_with_their_sites_when_the_board_is_changed() {
    let mut before = description(&lattice::square::LATTICE, 5, 2);
    before.site_texts.set(at(1, 1), Some("a".to_owned()));
    before.site_texts.set(at(2, 2), Some("b".to_owned()));
    let group = GroupForm::Sites(vec![vec![2, 2], vec![2, 1]]);
    before.site_groups.insert("corners".to_owned(), group);
    before.site_groups.insert("letters".to_owned(), GroupForm::Texts(strings(&["a", "b"])));
    before.variants = Some(VariantsForm {
        of: vec![
            ChoiceForm::OpenOne("letters".to_owned()),
            ChoiceForm::OpenSets(vec![vec![SiteName::Address(vec![2, 1])]]),
        ],
        except: vec![vec![SiteName::Text("b".to_owned())]],
        name: String::new(),
        expect: ExpectVariants::default(),
    });
    let mut changed = document(before.clone());
    let opened = |document: &Document| {
        let family = document.puzzle.variants.as_ref()?;
        Some((0..family.combinations()).map(|rank| family.picks(rank).concat()).collect::<Vec<_>>())
    };
    let texts = |document: &Document| -> Vec<(Point, String)> {
        document.puzzle.site_texts.clone().into_iter().collect()
    };
    let group = |document: &Document, name: &str| {
        let groups = &document.puzzle.site_groups;
        groups.iter().find(|group| group.name == name).map(|group| group.sites.clone())
    };
    let named = |site, text: &str| (site, text.to_owned());
    // A column before the first moves all sites.
    edit(&mut changed, Edit::Board(BoardAction::Grow(Side::Left)));
    assert_eq!(texts(&changed), [named(at(2, 1), "a"), named(at(3, 2), "b")]);
    assert_eq!(group(&changed, "corners"), Some(vec![at(3, 2), at(3, 1)]));
    edit(&mut changed, Edit::Board(BoardAction::Flip));
    assert_eq!(texts(&changed), [named(at(2, 1), "a"), named(at(1, 2), "b")]);
    assert_eq!(opened(&changed), Some(vec![vec![at(2, 1), at(1, 1)], vec![at(1, 2), at(1, 1)]]));
    // What is said of a site goes with it.
    edit(&mut changed, Edit::Paint(vec![at(1, 2)], State::Hole));
    assert_eq!(texts(&changed), [named(at(2, 1), "a")]);
    assert_eq!(group(&changed, "corners"), Some(vec![at(1, 1)]));
    assert_eq!(group(&changed, "letters"), Some(vec![at(2, 1)]));
    assert_eq!(opened(&changed), Some(vec![vec![at(2, 1), at(1, 1)]]));
    edit(&mut changed, Edit::Paint(vec![at(2, 1), at(1, 1)], State::Hole));
    assert_eq!(opened(&changed), None);
    assert!(changed.puzzle.site_texts.is_empty() && changed.puzzle.site_groups.is_empty());
    while changed.undo(&wake()).is_some() {}
    assert_eq!(**changed.description(), before);
}
