//! The rules about how pieces meet and where they lie: known numbers by every engine, what a
//! symmetry must keep, and what is wrong where. Random puzzles with such rules are in `puzzles.rs`.

use std::sync::Arc;

use polywright::encode::{Encoded, Encoding, SymmetryGroup};
use polywright::exact_cover::Engine;
use polywright::format::puzzle_file;
use polywright::format::xmpuzzle;
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings, Split};
use polywright::puzzle::Puzzle;
use polywright::solution::Counts;

fn pentominoes(board: &str, rules: &str) -> Arc<Puzzle> {
    read(&format!("pieces: [Family(free: 5)], board: Rectangle({board}), rules: ({rules})"))
}

fn text(fields: &str) -> String {
    format!("(format: 1, title: \"Rules\", lattice: Square, {fields})")
}

fn read(fields: &str) -> Arc<Puzzle> {
    match puzzle_file::read(text(fields).as_str().into()) {
        Ok(opened) => opened.puzzle,
        Err(errors) => panic!("{}", errors[0]),
    }
}

fn run(plan: Plan) -> Counts {
    let mut run = Run::start(Arc::new(plan), Settings { threads: 1, ..Settings::default() });
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    last.counts.small().unwrap()
}

fn group_order(puzzle: &Puzzle) -> usize {
    SymmetryGroup::new(puzzle, &Encoding::new(puzzle).unwrap()).order()
}

/// Rules with the distinct solutions, of four copies each, that keep to them.
type Known = [(&'static str, u64); 3];

const SIX_BY_TEN: Known =
    [("no_crossroads: true", 563), ("fault_free: true", 2323), ("at_border: Every", 2)];
/// As a filter keeps them of all solutions.
const FOUR_BY_FIFTEEN: Known =
    [("no_crossroads: true", 238), ("fault_free: true", 328), ("at_border: Every", 272)];

fn every_engine_finds(board: &str, known: &Known) {
    for &(rules, distinct) in known {
        let total = 4 * distinct;
        let puzzle = pentominoes(board, rules);
        let encoded = Encoded::new(puzzle.clone()).unwrap();
        assert_eq!(encoded.group.order(), 4, "{rules}");
        let mut engines = Vec::new();
        for engine in Engine::exhaustive() {
            let options = PlanOptions { split: Split::Full, ..PlanOptions::by(engine) };
            let plan = Plan::new(encoded.clone(), options);
            let Ok(plan) = plan else { continue };
            engines.push(engine.id);
            assert_eq!(plan.engine_names(), engine.name, "{rules}");
            let counts = run(plan);
            assert_eq!((counts.total, counts.distinct), (total, distinct), "{rules} {engine:?}");
        }
        // Some rules have items that not every engine follows.
        let least = if rules.starts_with("at_border") { 5 } else { 3 };
        assert!(engines.len() >= least, "{rules}: only {engines:?}");
        the_usual_engine_finds(board, (rules, distinct));
    }
}

fn the_usual_engine_finds(board: &str, (rules, distinct): (&str, u64)) {
    let counts = run(Plan::new(pentominoes(board, rules), PlanOptions::default()).unwrap());
    assert_eq!((counts.total, counts.distinct), (4 * distinct, distinct), "{rules}");
}

#[test]
fn the_known_numbers_for_6_by_10_are_found() {
    SIX_BY_TEN.into_iter().for_each(|known| the_usual_engine_finds("10, 6", known));
}

#[test]
fn every_engine_that_supports_them_finds_the_known_numbers_for_4_by_15() {
    every_engine_finds("15, 4", &FOUR_BY_FIFTEEN);
}

#[test]
#[ignore = "takes long without optimisation"]
fn every_engine_that_supports_them_finds_the_known_numbers_for_6_by_10() {
    every_engine_finds("10, 6", &SIX_BY_TEN);
}

#[test]
fn rules_that_name_pieces_break_symmetry_only_where_a_symmetry_would_break_them() {
    let order = |rules: &str| {
        group_order(&read(&format!(
            "pieces: [Family(one_sided: 4)], board: Less(Rectangle(6, 6), [[1, 1], [6, 1], [1, 6], \
             [6, 6], [3, 3], [4, 3], [3, 4], [4, 4]]), rules: ({rules})"
        )))
    };
    assert_eq!(order(""), 8);
    for all in
        ["no_crossroads: true", "fault_free: true", "at_border: Every", "at_border: AtMost(6)"]
    {
        assert_eq!(order(all), 8, "{all}");
    }
    // The mirror image of L is L', and I and O are their own.
    assert_eq!(order("apart: [Apart(pieces: [\"I\", \"O\"], by: Edge)]"), 8);
    assert_eq!(order("apart: [Apart(pieces: [\"L\", \"L'\"], by: Corner)]"), 8);
    assert_eq!(order("apart: [Apart(pieces: [\"L\", \"O\"], by: Edge)]"), 4);
    assert_eq!(order("at_border: Pieces([\"L\"])"), 4);
    assert_eq!(order("at_border: Pieces([\"L'\", \"L\"])"), 8);
    // A mirror swaps these two rules.
    let one = "Apart(pieces: [\"L\", \"O\"], by: Edge)";
    let other = "Apart(pieces: [\"O\", \"L'\"], by: Edge)";
    assert_eq!(order(&format!("apart: [{one}, {other}]")), 8);
    let stricter = "Apart(pieces: [\"O\", \"L'\"], by: Corner)";
    assert_eq!(order(&format!("apart: [{one}, {stricter}]")), 4);
}

#[test]
fn rules_that_are_wrong_are_named_with_their_places() {
    let errors = |rules: &str, lattice: &str| -> Vec<String> {
        let text = format!(
            "(format: 1, title: \"t\", lattice: {lattice}, pieces: [Family(free: 2)],\nboard: \
             Sites([[1, 1], [2, 1]]),\nrules: ({rules}))"
        );
        let errors = puzzle_file::read(text.as_str().into()).err().unwrap_or_default();
        errors.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        errors("fault_free: true", "Hexagon"),
        ["line 3, column 8: fault_free: on the lattice \"hexagon\" no straight line runs between \
              the hexagons; leave it out"]
    );
    let strangers = errors(
        "at_border: Pieces([\"Q\"]), apart: [Apart(pieces: [], by: Edge),\nApart(pieces: [\"R\"], \
         by: Corner), Apart(pieces: [\"1\"], by: Face)]",
        "Square",
    );
    assert_eq!(strangers.len(), 4, "{strangers:?}");
    assert_eq!(strangers[0], "line 3, column 8: at_border: no piece is called Q");
    assert!(strangers[1].ends_with("name the pieces to keep apart"), "{strangers:?}");
    assert_eq!(strangers[2], "line 4, column 1: no piece is called R");
    assert!(strangers[3].ends_with("expected Edge or Corner"), "{strangers:?}");
    assert!(errors("at_border: Exactly(0)", "Square")[0].contains("expected a number from 1"));
}

#[test]
fn a_puzzle_with_other_rules_has_another_search_and_one_with_other_names_the_same() {
    let pieces = |name: &str| {
        format!(
            "pieces: [Piece(name: \"{name}\", art: [\"XX\"], copies: 6)], board: Rectangle(4, 3)"
        )
    };
    let free = read(&pieces("a"));
    let apart = |name: &str| {
        let rule = format!("Apart(pieces: [\"{name}\"], by: Corner)");
        read(&format!("{}, rules: (apart: [{rule}])", pieces(name)))
    };
    assert!(!free.has_search_of(&apart("a")));
    assert!(apart("a").has_search_of(&apart("b")));
    let every = read(&format!("{}, rules: (at_border: Every)", pieces("a")));
    let named = read(&format!("{}, rules: (at_border: Pieces([\"a\"]))", pieces("a")));
    assert!(every.has_search_of(&named) && !every.has_search_of(&free));
    assert!(!read(&format!("{}, rules: (no_crossroads: true)", pieces("a"))).has_search_of(&free));
}

#[test]
fn burrtools_is_not_given_a_puzzle_whose_rules_it_does_not_know() {
    let fields = "pieces: [Family(free: 2, copies: 6)], board: Rectangle(4, 3), \
                  rules: (no_crossroads: true, at_border: AtLeast(3))";
    let opened = puzzle_file::read(text(fields).as_str().into()).unwrap();
    let error = xmpuzzle::write(&opened.description, &opened.puzzle).unwrap_err().to_string();
    assert!(error.contains("no crossroads; at least 3 pieces at the border"), "{error}");
}
