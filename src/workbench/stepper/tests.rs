//! Walks are held to the paper's example and to the search itself.

use std::ops::ControlFlow;

use super::tree::MOST_KEPT;
use super::*;
use crate::exact_cover::{Choice, DancingLinks, Observer, Part, TreeSearch};
use crate::format::{bundled, dlx};

/// Knuth, Dancing Links (2000), matrix (3).
const PAPER: &str = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n";

fn paper() -> Stepper {
    Stepper::new(Subject::Problem("Paper".into(), Arc::new(dlx::read(PAPER).unwrap())))
}

fn bundled_walk(name: &str) -> Stepper {
    let puzzle = bundled::ALL.iter().find(|b| b.path.ends_with(name)).unwrap().open().puzzle;
    let encoding = Arc::new(Encoding::new(&puzzle).unwrap());
    Stepper::new(Subject::Puzzle(puzzle, encoding))
}

fn run(stepper: &mut Stepper) {
    while stepper.goal() != Goal::Still {
        stepper.advance(Duration::from_secs(1), Duration::from_secs(1));
    }
}

#[derive(Default)]
struct Found(Vec<Vec<OptionId>>);

impl Observer for Found {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        self.0.push(options.to_vec());
        ControlFlow::Continue(())
    }
    fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

#[test]
fn the_paper_s_example_is_solved_as_the_paper_tells_it() {
    let mut stepper = paper();
    let mut told = Vec::new();
    while stepper.can_step().is_ok() {
        stepper.step();
        told.push(match stepper.last().unwrap() {
            Step::Choose { item, degree } => format!("{} {degree}", stepper.item_words(item)),
            Step::Try { option, .. } => format!("try {}", option.unwrap().0 + 1),
            Step::Leave { option, .. } => format!("leave {}", option.unwrap().0 + 1),
            Step::DeadEnd { item } => format!("none for {}", stepper.item_letters(item)),
            Step::Solution => "solution".to_owned(),
            Step::Restore { item } => format!("restore {}", stepper.item_letters(item)),
        });
    }
    // A has rows 2 and 4; with row 2, item b has only row 3, and then e has none. With row 4
    // the solution of rows 4, 1 and 5 follows.
    let paper = [
        "item a 2",
        "try 2",
        "item b 1",
        "try 3",
        "none for e",
        "leave 3",
        "restore b",
        "leave 2",
        "try 4",
        "item e 1",
        "try 1",
        "item b 1",
        "try 5",
        "solution",
        "leave 5",
        "restore b",
        "leave 1",
        "restore e",
        "leave 4",
        "restore a",
    ];
    assert_eq!(told, paper);
    assert_eq!(stepper.solutions(), 1);
    let End::Node(Some(root)) = stepper.end().unwrap() else { panic!("the tree is small") };
    assert_eq!(root.sums(), (stepper.effort().nodes - 1, 1));
}

#[test]
fn a_walk_goes_back_to_where_it_was_with_the_tree_that_it_had() {
    let mut stepper = paper();
    let mut seen = Vec::new();
    let look = |stepper: &mut Stepper| {
        let picture = stepper.picture();
        let tree = (stepper.frames().to_vec(), stepper.end().cloned(), stepper.solutions());
        (tree, picture.counts, picture.standing, picture.placed, stepper.sentence())
    };
    while stepper.can_step().is_ok() {
        seen.push(look(&mut stepper));
        stepper.step();
    }
    for before in seen.into_iter().rev() {
        stepper.back();
        // What a branch has led to is only kept until the next is tried.
        let now = look(&mut stepper);
        assert_eq!(now.0.0, before.0.0);
        assert_eq!((now.0.2, now.1, now.2, now.3), (before.0.2, before.1, before.2, before.3));
        assert_eq!(now.4, before.4);
    }
    assert!(stepper.can_go_back().is_err());
    assert_eq!(stepper.taken(), 0);
}

#[test]
fn bundled_puzzles_are_walked_through_the_same_nodes_as_they_are_searched() {
    for name in ["pentominoes-3x20.ron", "soma-cube.ron", "welded-tetrasticks-4x4.ron"] {
        let mut stepper = bundled_walk(name);
        let mut found = Found::default();
        let problem = stepper.subject().problem();
        let mut links = DancingLinks::new(problem);
        let (effort, _) = links.search(Part::default(), &mut found);
        let mut solutions = Vec::new();
        loop {
            stepper.to_solution();
            run(&mut stepper);
            if stepper.last() != Some(Step::Solution) {
                break;
            }
            solutions.push(stepper.picture().placed);
            // Far beyond what is needed to tell a difference.
            if solutions.len() == 200 {
                break;
            }
        }
        assert_eq!(solutions, found.0[..solutions.len()], "{name}");
        if stepper.can_step().is_err() {
            assert_eq!(stepper.effort(), effort, "{name}");
        }
    }
}

#[test]
fn stepping_over_a_branch_goes_through_its_whole_subtree() {
    let mut stepper = bundled_walk("pentominoes-3x20.ron");
    stepper.step();
    stepper.step();
    assert!(matches!(stepper.last(), Some(Step::Try { rank: 0, .. })));
    stepper.step_over();
    run(&mut stepper);
    assert!(matches!(stepper.last(), Some(Step::Leave { rank: 0, .. })));
    assert_eq!(stepper.frames().len(), 1);
    let tried = stepper.frames()[0].tried[0].clone();
    assert_eq!(tried.nodes + 1, stepper.effort().nodes);
    stepper.step_over();
    run(&mut stepper);
    assert_eq!(stepper.frames()[0].tried.len(), 2, "from beside a branch over the next one");
}

#[test]
fn however_long_the_walk_only_so_much_is_remembered() {
    let mut stepper = bundled_walk("pentominoes-6x10.ron");
    while stepper.taken() <= 2 * MOST_HISTORY as u64 {
        stepper.to_solution();
        run(&mut stepper);
    }
    assert_eq!(stepper.history.len(), MOST_HISTORY);
    assert!(stepper.frames().iter().all(|frame| frame.kept <= MOST_KEPT));
    while stepper.can_go_back().is_ok() {
        stepper.back();
    }
    assert!(stepper.can_go_back().unwrap_err().contains("remembered"));
    stepper.step();
    assert!(stepper.can_go_back().is_ok());
}

#[test]
fn a_playing_walk_takes_the_steps_for_which_time_has_passed() {
    let mut stepper = paper();
    stepper.speed = 4.0;
    stepper.play_or_pause();
    let budget = Duration::from_secs(10);
    stepper.advance(Duration::ZERO, budget);
    assert_eq!(stepper.taken(), 1, "the first step is taken at once");
    stepper.advance(Duration::from_millis(200), budget);
    assert_eq!(stepper.taken(), 1);
    stepper.advance(Duration::from_millis(300), budget);
    assert_eq!(stepper.taken(), 3);
    stepper.play_or_pause();
    stepper.advance(Duration::from_secs(5), budget);
    assert_eq!(stepper.taken(), 3);
    stepper.restart();
    assert_eq!((stepper.taken(), stepper.speed, stepper.effort().nodes), (0, 4.0, 0));
}

/// Every step of a search, as assignments to the arrays, leads to the arrays of the engine, and
/// each assignment replaces the value that it says.
fn links_agree(mut stepper: Stepper) {
    stepper.can_show_links().unwrap();
    let mut arrays = stepper.steps.arrays();
    let start = arrays.clone();
    assert!(stepper.link_step().assignments.is_empty());
    while stepper.can_step().is_ok() {
        stepper.step();
        let (taken, effort) = (stepper.taken(), stepper.effort());
        let links = stepper.link_step();
        assert_eq!((stepper.taken(), stepper.effort()), (taken, effort), "looking changes nothing");
        assert_eq!(links.after(0), arrays);
        for assignment in &links.assignments {
            let before = arrays.get(assignment.array, assignment.index);
            assert_eq!(before, Some(assignment.before), "{assignment}");
            arrays.assign(*assignment);
        }
        assert_eq!(arrays, stepper.steps.arrays(), "step {taken}");
        assert_eq!(links.after(usize::MAX), arrays);
    }
    assert_eq!(arrays, start, "all links are as they were");
}

#[test]
fn every_step_assigns_what_the_engine_s_links_are() {
    links_agree(paper());
    // Secondary items, which are never in the list of items to cover.
    let queens = "a b c | s t\na s\nb s t\nb\nc t\nc\na\n";
    let problem = Arc::new(dlx::read(queens).unwrap());
    links_agree(Stepper::new(Subject::Problem("Secondary".into(), problem)));
    links_agree(bundled_walk("knuth-7-items.ron"));
}

#[test]
fn covering_e_after_option_4_assigns_what_the_book_says() {
    // Options 1 to 6 are nodes 9 to 29, with spacers 8, 12, 16, 20, 23, 26 and 30.
    let mut stepper = paper();
    while !(matches!(stepper.last(), Some(Step::Choose { item, .. }) if item.0 == 4)) {
        stepper.step();
    }
    let links = stepper.link_step();
    let told: Vec<String> = links.assignments.iter().map(ToString::to_string).collect();
    let expected = [
        "DLINK(6) := 19",
        "ULINK(19) := 6",
        "LEN(6) := 1",
        "DLINK(3) := 18",
        "ULINK(18) := 3",
        "LEN(3) := 1",
        "RLINK(3) := 6",
        "LLINK(6) := 3",
    ];
    assert_eq!(told, expected);
    assert_eq!(links.assignments[0].before, 11);
    assert_eq!(links.assignments[6].before, 5);
}

#[test]
fn links_of_large_coloured_or_multiple_problems_are_not_drawn() {
    let why = bundled_walk("pentominoes-6x10.ron").can_show_links().unwrap_err();
    assert_eq!(
        why,
        "72 items and 2056 options are too many for the picture; Matrix shows them all."
    );
    let coloured = Arc::new(dlx::read("a b | c\na c:1\nb c:2\nb c:1\n").unwrap());
    let stepper = Stepper::new(Subject::Problem("Coloured".into(), coloured));
    assert!(stepper.can_show_links().unwrap_err().contains("without colours"));
}
