//! Walks are held to the paper's example and to the search itself.

use std::ops::ControlFlow;

use super::tree::MOST_KEPT;
use super::*;
use crate::exact_cover::{Choice, DancingLinks, Observer, Part, TreeSearch};
use crate::format::{bundled, dlx};

/// Knuth, Dancing Links (2000), matrix (3).
const PAPER: &str = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n";

fn paper() -> Walk {
    Walk::new(Subject::Problem("Paper".into(), Arc::new(dlx::read(PAPER).unwrap())))
}

fn bundled_walk(name: &str) -> Walk {
    let puzzle = bundled::ALL.iter().find(|b| b.path.ends_with(name)).unwrap().open().puzzle;
    let encoding = Arc::new(Encoding::new(&puzzle).unwrap());
    Walk::new(Subject::Puzzle(puzzle, encoding))
}

fn run(walk: &mut Walk) {
    while walk.goal() != Goal::Still {
        walk.advance(Duration::from_secs(1), Duration::from_secs(1));
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
    let mut walk = paper();
    let mut told = Vec::new();
    while walk.can_step().is_ok() {
        walk.step();
        told.push(match walk.last().unwrap() {
            Step::Choose { item, degree } => format!("{} {degree}", walk.item_words(item)),
            Step::Try { option, .. } => format!("try {}", option.unwrap().0 + 1),
            Step::Leave { option, .. } => format!("leave {}", option.unwrap().0 + 1),
            Step::DeadEnd { item } => format!("none for {}", walk.item_letters(item)),
            Step::Solution => "solution".to_owned(),
            Step::Restore { item } => format!("restore {}", walk.item_letters(item)),
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
    assert_eq!(walk.solutions(), 1);
    let End::Node(Some(root)) = walk.end().unwrap() else { panic!("the tree is small") };
    assert_eq!(root.sums(), (walk.effort().nodes - 1, 1));
}

#[test]
fn a_walk_goes_back_to_where_it_was_with_the_tree_that_it_had() {
    let mut walk = paper();
    let mut seen = Vec::new();
    let look = |walk: &mut Walk| {
        let picture = walk.picture();
        let tree = (walk.frames().to_vec(), walk.end().cloned(), walk.solutions());
        (tree, picture.counts, picture.standing, picture.placed, walk.sentence())
    };
    while walk.can_step().is_ok() {
        seen.push(look(&mut walk));
        walk.step();
    }
    for before in seen.into_iter().rev() {
        walk.back();
        // What a branch has led to is only kept until the next is tried.
        let now = look(&mut walk);
        assert_eq!(now.0.0, before.0.0);
        assert_eq!((now.0.2, now.1, now.2, now.3), (before.0.2, before.1, before.2, before.3));
        assert_eq!(now.4, before.4);
    }
    assert!(walk.can_go_back().is_err());
    assert_eq!(walk.taken(), 0);
}

#[test]
fn bundled_puzzles_are_walked_through_the_same_nodes_as_they_are_searched() {
    for name in ["pentominoes-3x20.ron", "soma-cube.ron", "welded-tetrasticks-4x4.ron"] {
        let mut walk = bundled_walk(name);
        let mut found = Found::default();
        let problem = walk.subject().problem();
        let mut links = DancingLinks::new(problem);
        let (effort, _) = links.search(Part::default(), &mut found);
        let mut solutions = Vec::new();
        loop {
            walk.to_solution();
            run(&mut walk);
            if walk.last() != Some(Step::Solution) {
                break;
            }
            solutions.push(walk.picture().placed);
            // Far beyond what is needed to tell a difference.
            if solutions.len() == 200 {
                break;
            }
        }
        assert_eq!(solutions, found.0[..solutions.len()], "{name}");
        if walk.can_step().is_err() {
            assert_eq!(walk.effort(), effort, "{name}");
        }
    }
}

#[test]
fn stepping_over_a_branch_goes_through_its_whole_subtree() {
    let mut walk = bundled_walk("pentominoes-3x20.ron");
    walk.step();
    walk.step();
    assert!(matches!(walk.last(), Some(Step::Try { rank: 0, .. })));
    walk.step_over();
    run(&mut walk);
    assert!(matches!(walk.last(), Some(Step::Leave { rank: 0, .. })));
    assert_eq!(walk.frames().len(), 1);
    let tried = walk.frames()[0].tried[0].clone();
    assert_eq!(tried.nodes + 1, walk.effort().nodes);
    walk.step_over();
    run(&mut walk);
    assert_eq!(walk.frames()[0].tried.len(), 2, "from beside a branch over the next one");
}

#[test]
fn however_long_the_walk_only_so_much_is_remembered() {
    let mut walk = bundled_walk("pentominoes-6x10.ron");
    while walk.taken() <= 2 * MOST_HISTORY as u64 {
        walk.to_solution();
        run(&mut walk);
    }
    assert_eq!(walk.history.len(), MOST_HISTORY);
    assert!(walk.frames().iter().all(|frame| frame.kept <= MOST_KEPT));
    while walk.can_go_back().is_ok() {
        walk.back();
    }
    assert!(walk.can_go_back().unwrap_err().contains("remembered"));
    walk.step();
    assert!(walk.can_go_back().is_ok());
}

#[test]
fn a_playing_walk_takes_the_steps_for_which_time_has_passed() {
    let mut walk = paper();
    walk.speed = 4.0;
    walk.play_or_pause();
    let budget = Duration::from_secs(10);
    walk.advance(Duration::ZERO, budget);
    assert_eq!(walk.taken(), 1, "the first step is taken at once");
    walk.advance(Duration::from_millis(200), budget);
    assert_eq!(walk.taken(), 1);
    walk.advance(Duration::from_millis(300), budget);
    assert_eq!(walk.taken(), 3);
    walk.play_or_pause();
    walk.advance(Duration::from_secs(5), budget);
    assert_eq!(walk.taken(), 3);
    walk.restart();
    assert_eq!((walk.taken(), walk.speed, walk.effort().nodes), (0, 4.0, 0));
}
