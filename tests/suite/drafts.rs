//! Puzzles that are still being made: without pieces, without sites, with pieces switched off;
//! and the colours that pieces keep meanwhile.

use std::sync::Arc;

use polywright::encode::reasons::obstruction;
use polywright::encode::selection::Selections;
use polywright::encode::{Encoding, SymmetryGroup};
use polywright::exact_cover::relaxation::Budget;
use polywright::format::puzzle_file;
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
use polywright::lattice::ALL;
use polywright::picture::{Style, svg, text_art};
use polywright::puzzle::{Colour, Description, Place, Puzzle};
use polywright::workbench::check::analysis::Analysis;
use polywright::workbench::check::{CheckKind, Severity};

fn draft(text: &str) -> (Description, Arc<Puzzle>) {
    let opened = puzzle_file::read_draft(text.into()).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    (opened.description, opened.puzzle)
}

/// A puzzle of squares.
fn squares(pieces: &str, board: &str) -> String {
    format!("(format: 1, title: \"t\", lattice: Square, pieces: {pieces}, board: {board})")
}

/// The kinds of the checks that rule out a solution.
fn errors(puzzle: Arc<Puzzle>) -> Vec<CheckKind> {
    let checks = Analysis::new(puzzle).unwrap().checks;
    let wrong = checks.into_iter().filter(|check| check.severity == Severity::Wrong);
    wrong.map(|check| check.kind).collect()
}

/// What the strict reading finds, in the words of the file.
fn refusals(text: &str) -> Vec<String> {
    let errors = puzzle_file::read(text.into()).map(|o| o.puzzle).unwrap_err();
    errors.into_iter().map(|error| error.message).collect()
}

#[test]
fn on_every_lattice_a_puzzle_may_lack_pieces_and_sites_while_it_is_made() {
    for lattice in ALL {
        let key = lattice.key;
        let named = &lattice.boards[0];
        let numbers = vec!["2"; named.parameters.len()].join(", ");
        let full = format!("{}({numbers})", named.key);
        for pieces in ["[]", "[Family(free: 2)]", "[Family(one_sided: 4)]"] {
            for board in ["Art([])", "Sites([])", full.as_str()] {
                let text = format!(
                    "(format: 1, title: \"t\", lattice: {key}, pieces: {pieces}, board: {board})"
                );
                let (description, puzzle) = draft(&text);
                let whole = pieces != "[]" && board == full;
                assert_eq!(puzzle.is_complete(), whole, "{text}");
                assert_eq!(description.build().is_ok(), whole, "{text}");

                let encoding = Encoding::new(&puzzle).unwrap();
                assert_eq!(encoding.placements.is_empty(), !whole, "{text}");
                let group = SymmetryGroup::new(&puzzle, &encoding);
                assert!(group.order() >= 1);
                group.restrictions(&puzzle, &encoding);
                assert!(
                    group.class_restrictions(&puzzle, &encoding).all(|cases| !cases.is_empty())
                );
                assert_eq!(group.products()[0], (0..group.order()).collect::<Vec<_>>());
                encoding.sweep_orders(&puzzle);
                Selections::new(&puzzle, &encoding).words(&puzzle);
                obstruction(&puzzle, &encoding, Budget::THOROUGH);
                let analysis = Analysis::new(Arc::clone(&puzzle)).unwrap();
                assert!(analysis.facts().len() > 4);
                if !whole {
                    assert!(analysis.is_hopeless(), "{text}");
                    // Nobody is led there, but a run of it ends well.
                    let plan =
                        Arc::new(Plan::new(Arc::clone(&puzzle), PlanOptions::default()).unwrap());
                    let mut run = Run::start(plan, Settings::default());
                    run.wait();
                    assert_eq!(run.snapshot().phase, Phase::Complete, "{text}");
                }
                for dark in [false, true] {
                    let style = Style { dark, ..Style::default() };
                    assert!(svg::puzzle(&puzzle, style).starts_with("<svg"));
                    assert!(svg::sheet(&puzzle, &[(1, Vec::new())], style).starts_with("<svg"));
                }
                text_art::solution(&puzzle, &Vec::new());
                // It is written and read as what it is.
                let again = puzzle_file::write(&description);
                assert_eq!(draft(&again).0, description);
            }
        }
    }
}

#[test]
fn what_is_missing_is_said_and_nothing_else() {
    let wrong = |pieces: &str, board: &str| errors(draft(&squares(pieces, board)).1);
    assert_eq!(wrong("[]", "Art([])"), [CheckKind::Pieces, CheckKind::Board]);
    assert_eq!(wrong("[]", "Rectangle(3, 2)"), [CheckKind::Pieces]);
    assert_eq!(wrong("[Family(free: 3)]", "Sites([])"), [CheckKind::Board]);
    assert_eq!(
        wrong("[Family(free: 3, copies: (0, 1))]", "Art([\"ooo\"])"),
        [CheckKind::RequiredSites]
    );
    // Pieces that must be used can be packed into a board that need not be covered.
    assert_eq!(wrong("[Family(free: 2)]", "Art([\"ooo\"])"), []);
    let off = "[Family(free: 1, off: [\"1\"])]";
    assert_eq!(wrong(off, "Rectangle(1, 1)"), [CheckKind::PiecesInUse]);
    assert_eq!(wrong("[Family(free: 1)]", "Rectangle(1, 1)"), []);

    let refused = |pieces: &str, board: &str| refusals(&squares(pieces, board));
    assert_eq!(
        refused("[]", "Art([])"),
        ["no pieces; add one, or a whole family", "no site is required; draw some as '#'"]
    );
    assert_eq!(
        refused("[Family(free: 1, off: [\"1\"])]", "Rectangle(1, 1)"),
        ["no piece is used; take one out of `off`"]
    );
    // Where an entry cannot be read, the list does not lack pieces.
    assert_eq!(refused("[Piece(name: \"A\", art: [\".\"])]", "Rectangle(1, 1)").len(), 1);
    // What is there must be sound in a draft, too.
    let text = squares("[Piece(name: \"A\", art: [\".\"])]", "Art([\"?\"])");
    assert_eq!(puzzle_file::read_draft(text.as_str().into()).unwrap_err().len(), 2);
}

#[test]
fn pieces_that_are_off_stay_in_the_list_and_play_no_part() {
    let text = squares(
        "[Family(free: 4, off: [\"O\", \"S\"]), Piece(name: \"dot\", art: [\"X\"], off: true), \
         Piece(name: \"bar\", art: [\"XX\"], copies: (0, 3))]",
        "Rectangle(4, 4)",
    );
    let (description, puzzle) = draft(&text);
    let listed = |pieces: &[polywright::puzzle::Piece]| -> Vec<(String, usize, usize)> {
        pieces.iter().map(|p| (p.name.clone(), p.entry, p.order)).collect()
    };
    let place = |name: &str, entry, order| (name.to_owned(), entry, order);
    assert_eq!(
        listed(&puzzle.pieces),
        [place("I", 0, 0), place("L", 0, 1), place("T", 0, 4), place("bar", 2, 6)]
    );
    assert_eq!(listed(&puzzle.off), [place("O", 0, 2), place("S", 0, 3), place("dot", 1, 5)]);
    // As if they were not there, but for the colours.
    let without = squares(
        "[Family(free: 4, without: [\"O\", \"S\"]), Piece(name: \"bar\", art: [\"XX\"], \
         copies: (0, 3))]",
        "Rectangle(4, 4)",
    );
    let other = draft(&without).1;
    let [a, b] = [&puzzle, &other].map(|puzzle| Encoding::new(puzzle).unwrap());
    assert_eq!(a.problem, b.problem);
    assert_eq!(a.placements, b.placements);
    let again = puzzle_file::write(&description);
    assert!(again.contains("off: [\"O\", \"S\"]") && again.contains("off: true"), "{again}");
    assert_eq!(draft(&again).0, description);

    let refused = |pieces: &str| refusals(&squares(pieces, "Rectangle(4, 4)"));
    let strange = refused("[Family(free: 4, off: [\"F\"])]");
    assert_eq!(strange, ["no free polyomino of size 4 is called F; its members are I L O S T"]);
    let twice =
        refused("[Piece(name: \"A\", art: [\"X\"]), Piece(name: \"A\", art: [\"XX\"], off: true)]");
    assert!(twice[0].starts_with("two pieces are called A;"), "{twice:?}");
}

#[test]
fn a_piece_keeps_its_colour_when_others_are_left_out() {
    let colours = |pieces: &str| -> Vec<(String, Colour)> {
        let puzzle = draft(&squares(pieces, "Rectangle(4, 4)")).1;
        let mut all: Vec<_> = puzzle.pieces.iter().chain(&puzzle.off).collect();
        all.sort_by_key(|piece| piece.order);
        all.into_iter().map(|p| (p.name.clone(), p.colour)).collect()
    };
    let slots = |pieces: &str| draft(&squares(pieces, "Rectangle(4, 4)")).0.colour_slots();
    let whole = "[Family(free: 5), Piece(name: \"A\", art: [\"X\"])]";
    let all = colours(whole);
    assert_eq!(slots(whole), [0, 12]);
    assert_eq!(all[11], ("Z".to_owned(), Colour::nth(11)));
    assert_eq!(all[12], ("A".to_owned(), Colour::nth(12)));
    for part in [
        "[Family(free: 5, without: [\"F\", \"X\"]), Piece(name: \"A\", art: [\"X\"])]",
        "[Family(free: 5, only: [\"Z\", \"L\"]), Piece(name: \"A\", art: [\"X\"])]",
        "[Family(free: 5, off: [\"F\"]), Piece(name: \"A\", art: [\"X\"])]",
        // One entry divided into two.
        "[Family(free: 5, without: [\"X\"]), Family(free: 5, only: [\"X\"], colours: 0), \
         Piece(name: \"A\", art: [\"X\"])]",
        // What stood before it is gone.
        "[Family(free: 5, only: [\"X\"], colours: 0), Piece(name: \"A\", art: [\"X\"])]",
    ] {
        for own in colours(part) {
            assert!(all.contains(&own), "{own:?} in {part}");
        }
    }
    let later = "[Family(free: 5, colours: 30), Piece(name: \"A\", art: [\"X\"], \
                 colour: \"rust\"), Piece(name: \"B\", art: [\"XX\"])]";
    assert_eq!(slots(later), [30, 42, 43]);
    assert_eq!(colours(later)[0].1, Colour::nth(4));
    assert_eq!(colours(later)[12].1.name(), "rust");
    assert_eq!(colours(later)[13].1, Colour::nth(43));
    assert_eq!(slots("[Family(free: 5, colours: 4294967295), Family(free: 2)]").len(), 2);
}

#[test]
fn a_draft_tells_places_as_a_finished_puzzle_does() {
    let description =
        Description { format: 7, ..draft(&squares("[Family(free: 1)]", "Rectangle(1, 1)")).0 };
    let places = |problems: Vec<polywright::puzzle::Diagnostic>| -> Vec<Place> {
        problems.into_iter().map(|problem| problem.place).collect()
    };
    assert_eq!(places(description.draft().unwrap_err()), [Place::Format]);
    assert_eq!(places(description.build().unwrap_err()), [Place::Format]);
}
