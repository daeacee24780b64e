//! Walks are held to the paper's example and to the search itself.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

use super::tree::MAX_KEPT;
use super::*;
use crate::encode::{Encoded, Encoding};
use crate::exact_cover::dancing_links::arrays::LinkArray;
use crate::exact_cover::{Choice, DancingLinks, Observer, Part, TreeSearch};
use crate::format::{bundled, dlx};
use crate::job::Subject;
use crate::lattice::Point;
use crate::picture::Style;
use crate::picture::drawing::{Drawing, Node};

/// Knuth, Dancing Links (2000), matrix (3).
const PAPER: &str = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n";
/// Knuth, TAOCP 7.2.2.1, (49).
const COLOURED: &str = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";

fn paper() -> Stepper {
    Stepper::new(Subject::of_problem("Paper", Arc::new(dlx::read(PAPER).unwrap())))
}

fn bundled_walk(name: &str) -> Stepper {
    let puzzle = bundled::ALL.iter().find(|b| b.path.ends_with(name)).unwrap().open().puzzle;
    Stepper::new(Encoded::new(puzzle).unwrap().into())
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
fn the_paper_s_example_is_solved_in_the_steps_of_the_book() {
    let mut stepper = paper();
    let mut told = Vec::new();
    while stepper.can_step().is_ok() {
        stepper.step();
        let name = |item| stepper.item_letters(item);
        told.push(match stepper.last().unwrap() {
            Step::Enter => "X2 enter".to_owned(),
            Step::Solution => "X2 solution".to_owned(),
            Step::Choose { item, degree } => format!("X3 {} {degree}", name(item)),
            Step::DeadEnd { item } => format!("X3 {} 0", name(item)),
            Step::Cover { item } => format!("X4 {}", name(item)),
            Step::Try { option, .. } => format!("X5 try {}", option.unwrap().0 + 1),
            Step::Exhausted { .. } => "X5 none".to_owned(),
            Step::Leave { option, .. } => format!("X6 undo {}", option.unwrap().0 + 1),
            Step::Restore { item } => format!("X7 {}", name(item)),
            Step::LeaveLevel => "X8".to_owned(),
        });
        assert!(told.last().unwrap().starts_with(&stepper.label()));
    }
    // A has options 2 and 4; with option 2, item b has only option 3, and then e has none. With
    // option 4 the solution of options 4, 1 and 5 follows.
    let book = "X2 enter, X3 a 2, X4 a, X5 try 2, X2 enter, X3 b 1, X4 b, X5 try 3, X2 enter, \
                X3 e 0, X4 e, X5 none, X7 e, X8, X6 undo 3, X5 none, X7 b, X8, X6 undo 2, \
                X5 try 4, X2 enter, X3 e 1, X4 e, X5 try 1, X2 enter, X3 b 1, X4 b, X5 try 5, \
                X2 solution, X8, X6 undo 5, X5 none, X7 b, X8, X6 undo 1, X5 none, X7 e, X8, \
                X6 undo 4, X5 none, X7 a, X8";
    assert_eq!(told.join(", "), book);
    // With X1 there are 43; X4 covers e in step 24, and the solution is step 30.
    assert_eq!((told.len(), told[22].as_str(), told[28].as_str()), (42, "X4 e", "X2 solution"));
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
        {
            let words = stepper.sentence(&picture);
            (tree, picture.counts, picture.standing, picture.placed, words)
        }
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
    stepper.step_over();
    run(&mut stepper);
    assert!(matches!(stepper.last(), Some(Step::Cover { .. })), "before the first branch");
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
    while stepper.taken() <= 2 * MAX_HISTORY as u64 {
        stepper.to_solution();
        run(&mut stepper);
    }
    assert_eq!(stepper.history.len(), MAX_HISTORY);
    assert!(stepper.frames().iter().all(|frame| frame.kept <= MAX_KEPT));
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

/// Writes a series; how many pictures, or why not.
fn written(series: &PictureSeries, folder: &std::path::Path) -> Result<u32, SeriesError> {
    series.write(folder, &mut |_, _| ControlFlow::Continue(()))
}

/// The names of the files in a folder, in order.
fn files(folder: &std::path::Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn steps_are_written_as_numbered_pictures_from_here_to_an_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut stepper = paper();
    stepper.step();
    let count = PictureSeries { end: SeriesEnd::Count(3), ..PictureSeries::from_here(&stepper) };
    let own = folder.path().join("own");
    assert_eq!(written(&count, &own).unwrap(), 3);
    assert_eq!(files(&own), ["step-000001.svg", "step-000002.svg", "step-000003.svg"]);
    let last = std::fs::read_to_string(own.join("step-000003.svg")).unwrap();
    assert!(last.contains("Step 3 · X4 at level 0"), "{last}");
    assert!(last.contains("No option is chosen yet."), "{last}");
    assert!(last.contains("LLINK(2)\u{a0}:=\u{a0}0"), "{last}");
    let why = written(&count, &own).unwrap_err().to_string();
    assert!(why.ends_with("own: has other files; choose a new or an empty folder"), "{why}");
    // The branch of option 2 begins with step 4 and is undone in step 19.
    let branch = PictureSeries::new(stepper.subject().clone(), 4, StepSize::Item);
    let other = folder.path().join("other");
    assert_eq!(written(&branch, &other).unwrap(), 16);
    assert_eq!(files(&other).last().map(String::as_str), Some("step-000019.svg"));
    let second = std::fs::read_to_string(other.join("step-000004.svg")).unwrap();
    assert!(second.contains("option 2: a d g, being tried"), "{second}");
    // From the start the branch is the whole search.
    let whole = PictureSeries::new(stepper.subject().clone(), 0, StepSize::Option);
    assert_eq!(written(&whole, &folder.path().join("whole")).unwrap(), 14);
}

#[test]
fn a_series_says_why_it_is_not_written_and_can_be_cancelled() {
    let folder = tempfile::tempdir().unwrap();
    let subject = paper().subject().clone();
    let late = PictureSeries::new(subject.clone(), 100, StepSize::Item);
    let why = written(&late, &folder.path().join("late")).unwrap_err().to_string();
    assert_eq!(why, "the search ends at step 42; choose an earlier step");
    assert!(!folder.path().join("late").exists());
    let series = PictureSeries::new(subject, 0, StepSize::Item);
    let missing = folder.path().join("no").join("folder");
    assert!(matches!(written(&series, &missing), Err(SeriesError::Folder(..))));
    let mut reports = 0;
    let cancelled = series.write(&folder.path().join("some"), &mut |done, _| {
        reports = done;
        if done < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(matches!(cancelled, Err(SeriesError::Cancelled(2))));
    assert_eq!((reports, files(&folder.path().join("some")).len()), (2, 2));
}

#[test]
fn the_picture_of_a_step_has_the_board_and_one_size() {
    let mut stepper = bundled_walk("pentominoes-3x20.ron");
    let empty = stepper.drawing(Style::default());
    stepper.to_solution();
    run(&mut stepper);
    let full = stepper.drawing(Style::default());
    assert_eq!(empty.size, full.size);
    let paths = |drawing: &Drawing| {
        let mut paths = 0;
        drawing.visit(&mut |node, _| paths += usize::from(matches!(node, Node::Path(_))));
        paths
    };
    assert!(paths(&full) >= paths(&empty) + 12, "twelve pieces lie on the board");
    let folder = tempfile::tempdir().unwrap();
    let series = PictureSeries {
        end: SeriesEnd::Count(1),
        form: PictureForm::Png,
        ..PictureSeries::from_here(&stepper)
    };
    assert_eq!(written(&series, folder.path()).unwrap(), 1, "an empty folder will do");
    let name = format!("step-{:06}.png", stepper.taken());
    assert!(std::fs::read(folder.path().join(name)).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn steps_are_written_as_one_animation_whose_last_picture_stays() {
    let folder = tempfile::tempdir().unwrap();
    let subject = paper().subject().clone();
    let series = PictureSeries {
        form: PictureForm::Animation,
        end: SeriesEnd::Count(3),
        frame_time: 200,
        ..PictureSeries::new(subject, 4, StepSize::Item)
    };
    let path = folder.path().join("steps.apng");
    assert_eq!(written(&series, &path).unwrap(), 3);
    let outcome = format!("Wrote an animation of 3 pictures to {}.", path.display());
    assert_eq!(series.outcome(3, &path), outcome);
    let file = std::fs::read(&path).unwrap();
    let places = |kind: &[u8]| -> Vec<usize> {
        let places = file.windows(4).enumerate().filter(|(_, own)| *own == kind);
        places.map(|(n, _)| n + 4).collect()
    };
    assert_eq!(file[places(b"acTL")[0]..][..4], 3u32.to_be_bytes());
    // The time is the fraction after number, size and place.
    let times = places(b"fcTL").into_iter().map(|at| file[at + 20..][..4].to_vec());
    let expected = [200u16, 200, 2000].map(|time| [time, 1000].map(u16::to_be_bytes).concat());
    assert_eq!(times.collect::<Vec<_>>(), expected);
    // What plays nothing shows the first step.
    let png = PictureSeries { form: PictureForm::Png, end: SeriesEnd::Count(1), ..series.clone() };
    let alone = folder.path().join("alone");
    written(&png, &alone).unwrap();
    let [still, first] = [std::fs::read(alone.join("step-000004.png")).unwrap(), file]
        .map(|file| crate::picture::png::decode(&file).unwrap());
    let [wide, high] = [(still.width, first.width), (still.height, first.height)]
        .map(|(twice, once)| twice.abs_diff(2 * once) <= 2);
    assert!(wide && high, "the same page at half the scale");

    // The times are within bounds, and so is the number of pictures.
    let fast = PictureSeries { end: SeriesEnd::Count(2), frame_time: 0, ..series.clone() };
    let path = folder.path().join("fast.apng");
    assert_eq!(written(&fast, &path).unwrap(), 2);
    let file = std::fs::read(&path).unwrap();
    let at = file.windows(4).position(|own| own == b"fcTL").unwrap() + 4;
    assert_eq!(file[at + 20..][..2], 50u16.to_be_bytes());
    assert_eq!([PictureForm::Animation, PictureForm::Png].map(PictureForm::most), [300, 2000]);
    let limited = PictureSeries { end: SeriesEnd::Branch, ..series.clone() };
    assert!(limited.outcome(300, &path).contains("300 pictures, the most of one animation,"));
    // One that is cancelled leaves no file.
    let path = folder.path().join("cancelled.apng");
    let cancelled = series.write(&path, &mut |_, _| ControlFlow::Break(()));
    assert!(matches!(cancelled, Err(SeriesError::Cancelled(1))));
    assert!(!path.exists());
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
            assert_eq!(before, Some(assignment.before), "{assignment:?}");
            arrays.assign(*assignment);
        }
        assert_eq!(arrays, stepper.steps.arrays(), "step {taken}");
        assert_eq!(links.after(usize::MAX), arrays);
    }
    assert_eq!(arrays, start, "all links are as they were");
    while stepper.can_go_back().is_ok() {
        stepper.back();
    }
    assert_eq!(stepper.steps.arrays(), start, "and going back undoes all");
}

#[test]
fn every_step_assigns_what_the_engine_s_links_are() {
    links_agree(paper());
    // Secondary items, which are never in the list of items to cover.
    let queens = "a b c | s t\na s\nb s t\nb\nc t\nc\na\n";
    let problem = Arc::new(dlx::read(queens).unwrap());
    links_agree(Stepper::new(Subject::of_problem("Secondary", problem)));
    links_agree(bundled_walk("knuth-7-items.ron"));
    // Colours; multiplicities, exact and in a range; both, with an item that needs no option.
    for text in [
        COLOURED,
        "2:3|a b | x y\na x:A\na b x:B\na y\nb x:A y\na\n",
        "2|a 0:2|b c | x\na b x:A\na c x:A\na b\nb x:B\nc\na x:B\n",
        "1:2|a 3|b\na b\nb\na b\nb\nb a\n",
    ] {
        let problem = Arc::new(dlx::read(text).unwrap());
        links_agree(Stepper::new(Subject::of_problem("Coloured or multiple", problem)));
    }
}

/// The assignments of the last step, as the book writes them.
fn assigned(stepper: &mut Stepper) -> Vec<String> {
    let links = stepper.link_step();
    links.assignments.iter().map(|own| stepper.assignment_words(own)).collect()
}

#[test]
fn committing_an_item_purifies_its_list_as_in_the_book() {
    // Options 1 to 5 are nodes 7 to 24, with spacers 6, 11, 16, 19, 22 and 25.
    let problem = Arc::new(dlx::read(COLOURED).unwrap());
    let mut stepper = Stepper::new(Subject::of_problem("(49)", problem));
    let arrays = stepper.steps.arrays();
    let row = |array, indices: std::ops::RangeInclusive<u32>| -> Vec<String> {
        let value = |index| arrays.get(array, index).map(|value| stepper.link_value(array, value));
        indices.map(|index| value(index).unwrap()).collect()
    };
    assert_eq!(row(LinkArray::Len, 1..=5), ["3", "2", "2", "4", "3"]);
    assert_eq!(row(LinkArray::Colour, 7..=10), ["0", "0", "0", "A"]);
    assert_eq!(row(LinkArray::Colour, 12..=15), ["0", "0", "A", "0"]);
    assert_eq!(row(LinkArray::Colour, 17..=18), ["0", "B"]);
    assert!(!arrays.has(LinkArray::Bound));
    // q is the leftmost item with two options; the second of them is option 4, q x:A.
    let tried = |stepper: &Stepper, option: u32| {
        let last = stepper.last();
        matches!(last, Some(Step::Try { option: Some(own), .. }) if own.0 + 1 == option)
    };
    while !tried(&stepper, 4) {
        stepper.step();
    }
    // The list of x has nodes 14 (p r x:A y) and 18 (p x:B), for options 1 and 4 are hidden.
    let expected =
        ["COLOR(4) := A", "COLOR(14) := −1", "DLINK(12) := 1", "ULINK(1) := 12", "LEN(1) := 1"];
    assert_eq!(assigned(&mut stepper), expected);
    let picture = stepper.picture();
    let words = stepper.sentence(&picture);
    assert!(words.contains("commit x to A: purify hides every option"), "{words}");
    // Option 2 gives x the colour that it has: nothing is left to commit.
    while !tried(&stepper, 2) {
        stepper.step();
    }
    let picture = stepper.picture();
    let words = stepper.sentence(&picture);
    assert!(words.contains("already committed, COLOR −1: x to A"), "{words}");
    let names = assigned(&mut stepper);
    assert!(!names.iter().any(|name| name.starts_with("COLOR")), "{names:?}");
    stepper.back();
    assert_eq!(stepper.steps.arrays().get(LinkArray::Colour, 4), Some(1));
}

#[test]
fn an_item_of_several_options_is_tweaked_and_untweaked() {
    let problem = Arc::new(dlx::read("2|a b\na\na b\nb\na\n").unwrap());
    let mut stepper = Stepper::new(Subject::of_problem("Multiple", problem));
    let mut said: Vec<(String, String, Vec<String>)> = Vec::new();
    while stepper.can_step().is_ok() {
        stepper.step();
        let picture = stepper.picture();
        let words = stepper.sentence(&picture);
        said.push((stepper.label(), words, assigned(&mut stepper)));
    }
    let find = |label: &str, words: &str| {
        let own = said.iter().find(|(own, sentence, _)| own == label && sentence.contains(words));
        &own.unwrap_or_else(|| panic!("{label} {words}: {said:?}")).2
    };
    // a has three options, of which it needs two, so two branches, as many as b has options.
    assert_eq!(*find("M4", "its BOUND goes from 2 to 1"), ["BOUND(1) := 1"]);
    // Option 1 has no other item: hide changes nothing, and node 4 leaves the head of its list.
    let tweaked = find("M6", "tweak it out of the list of a");
    assert_eq!(*tweaked, ["DLINK(1) := 6", "ULINK(6) := 1", "LEN(1) := 2"]);
    let untweaked = find("M8", "Untweak item a");
    assert_eq!(untweaked.first().map(String::as_str), Some("DLINK(1) := 4"));
    assert_eq!(untweaked.last().map(String::as_str), Some("BOUND(1) := 2"));
    // Options 1 and 4 with option 3, or option 2 with one of them.
    assert_eq!(stepper.solutions(), 3);
}

#[test]
fn covering_e_after_option_4_assigns_what_the_book_says() {
    // Options 1 to 6 are nodes 9 to 29, with spacers 8, 12, 16, 20, 23, 26 and 30.
    let mut stepper = paper();
    while stepper.last() != Some(Step::Choose { item: ItemId(4), degree: 1 }) {
        stepper.step();
    }
    stepper.step();
    let links = stepper.link_step();
    let told = assigned(&mut stepper);
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
fn links_of_large_problems_are_not_drawn() {
    let why = bundled_walk("pentominoes-6x10.ron").can_show_links().unwrap_err();
    assert_eq!(
        why,
        "72 items and 2056 options are too many to show as links; Matrix shows them all."
    );
}

/// Both ways through a search by steps of a size; how many steps there are.
fn there_and_back(stepper: &mut Stepper, size: StepSize) -> usize {
    stepper.set_size(size);
    let mut seen = vec![(stepper.taken(), stepper.shown())];
    while stepper.can_step().is_ok() || stepper.shown().is_some() {
        stepper.step();
        seen.push((stepper.taken(), stepper.shown()));
    }
    let steps = seen.len() - 1;
    while let Some(before) = seen.pop() {
        assert_eq!((stepper.taken(), stepper.shown()), before, "{size:?}");
        stepper.back();
    }
    steps
}

#[test]
fn a_step_is_a_link_an_item_or_an_option_and_goes_back_as_it_came() {
    let mut stepper = paper();
    assert_eq!(there_and_back(&mut stepper, StepSize::Item), 42);
    // Five options are tried and undone, e has none left once, one solution is met, and the last
    // step ends the search.
    assert_eq!(there_and_back(&mut stepper, StepSize::Option), 13);
    // Each assignment by itself, and each step that makes none.
    let mut all = 0;
    while stepper.can_step().is_ok() {
        stepper.set_size(StepSize::Item);
        stepper.step();
        all += stepper.link_step().assignments.len().max(1);
    }
    stepper.restart();
    assert_eq!(there_and_back(&mut stepper, StepSize::Link), all);
    // Where links cannot be shown a step is one for an item.
    let mut large = bundled_walk("pentominoes-6x10.ron");
    large.set_size(StepSize::Link);
    large.step();
    assert_eq!((large.size(), large.taken()), (StepSize::Item, 1));
}

#[test]
fn covering_an_item_says_how_the_numbers_of_others_change() {
    let mut stepper = paper();
    while !matches!(stepper.last(), Some(Step::Choose { .. })) {
        stepper.step();
    }
    let picture = stepper.picture();
    assert!(picture.changes.is_empty(), "choosing changes nothing");
    assert_eq!(picture.counts[3], Some(3));
    stepper.step();
    let picture = stepper.picture();
    let words = stepper.sentence(&picture);
    assert!(words.starts_with("Step X4. Cover item a"), "{words}");
    assert!(words.ends_with("Options: d from 3 to 1, g from 3 to 2."), "{words}");
    let change = picture.change(ItemId(3)).unwrap();
    assert_eq!((change.before, change.after), (Some(3), Some(1)));
    assert_eq!((picture.counts[3], picture.counts[6]), (Some(1), Some(2)));
    assert_eq!((picture.open, picture.alive), (6, 6));
}

#[test]
fn a_walk_goes_to_any_step_and_to_any_branch() {
    let mut stepper = bundled_walk("pentominoes-3x20.ron");
    let go = |stepper: &mut Stepper, number| {
        stepper.to_step(number);
        run(stepper);
        assert_eq!(stepper.taken(), number);
        (stepper.last(), stepper.picture().placed)
    };
    let at_100 = go(&mut stepper, 100);
    let at_5000 = go(&mut stepper, 5000);
    assert_eq!(go(&mut stepper, 100), at_100);
    // So far back that the steps are taken again from the start.
    go(&mut stepper, 40_000);
    assert_eq!(go(&mut stepper, 5000), at_5000);
    go(&mut stepper, 3);
    assert_eq!(stepper.frames().len(), 1);
    stepper.to_branch(0, 3);
    run(&mut stepper);
    assert!(matches!(stepper.last(), Some(Step::Try { rank: 3, .. })));
    let since = stepper.frames()[0].trying_since().unwrap();
    assert_eq!(since, stepper.taken());
    // A branch that was tried knows the step that took it.
    let first = stepper.frames()[0].tried[1].step;
    go(&mut stepper, first);
    assert!(matches!(stepper.last(), Some(Step::Try { rank: 1, .. })));
    // Beyond the end is the end.
    let mut small = paper();
    small.to_step(1000);
    run(&mut small);
    assert!(small.can_step().is_err());
}

#[test]
fn a_walk_goes_level_by_level_on_and_back_the_same_way() {
    let subject = paper().subject().clone();
    let known = whole(&subject, ItemRule::Fewest);
    let mut stepper = paper();
    let mut stops = vec![0];
    loop {
        let before = (stepper.taken(), stepper.depth());
        stepper.to_next_level();
        run(&mut stepper);
        let (from, to) = (before.0 as usize, stepper.taken() as usize);
        // The level is the same all the way, as the timeline shows it.
        let way = &known.levels[from..to];
        assert!(way.iter().all(|&level| level as usize == before.1), "{from} to {to}");
        assert_eq!(known.levels[to] as usize, stepper.depth());
        if stepper.can_step().is_err() {
            break;
        }
        assert_ne!(stepper.depth(), before.1);
        stops.push(stepper.taken());
    }
    assert_eq!(known.levels.len() as u64, known.steps + 1);
    // Each of the 5 options tried is entered and left.
    assert_eq!(stops.len(), 11);
    while stepper.taken() > 0 {
        stepper.to_previous_level();
        run(&mut stepper);
        let level = stepper.depth();
        let taken = stepper.taken();
        // Back is the last step before the level was entered.
        assert!(taken == 0 || stops.contains(&(taken + 1)), "{taken} at level {level}");
    }
}

/// All of a search, counted in the background or here.
fn whole(subject: &Subject, rule: ItemRule) -> Profile {
    Profile::of_search(subject, rule, &given_of(subject), 3_000_000, &|| false)
}

#[test]
fn levels_of_scotts_board_with_x_held_are_those_of_the_search() {
    let bundle = bundled::ALL.iter().find(|b| b.path == "square/scotts-board.ron");
    let puzzle = bundle.unwrap().open().puzzle;
    let encoding = Encoding::new(&puzzle).unwrap();
    let x = PieceId(puzzle.pieces.iter().position(|p| p.name == "X").unwrap() as u32);
    for (column, row) in [(2, 3), (2, 4), (3, 3)] {
        let centre = Point::new(2 * column - 1, 2 * row - 1, 0);
        // Sites come in reading order: above, left, centre, right, below.
        let (problem, _) = encoding.problem.restricted(|option| {
            let is_held = encoding.sites(option).nth(2) == Some(centre);
            encoding.placement(option).piece != x || is_held
        });
        let mut found = Found::default();
        let (effort, _) = DancingLinks::new(&problem).search(Part::default(), &mut found);
        let subject = Subject::of_problem("Scott", Arc::new(problem));
        let profile = whole(&subject, ItemRule::Fewest);
        assert!(profile.complete);
        assert_eq!(profile.nodes_by_level, effort.by_level, "X at {column}{row}");
        assert_eq!((profile.nodes, profile.updates), (effort.nodes, effort.updates));
        assert_eq!(profile.updates_by_level.iter().sum::<u64>(), effort.updates);
        assert_eq!(profile.solutions as usize, found.0.len());
        // Stepping there and to the middle of it agrees, too.
        let mut stepper = Stepper::new(subject);
        stepper.to_step(profile.solutions_at[0]);
        run(&mut stepper);
        assert_eq!(stepper.last(), Some(Step::Solution));
        assert_eq!(stepper.picture().placed, found.0[0]);
        stepper.to_step(profile.steps);
        run(&mut stepper);
        assert_eq!(stepper.effort(), effort);
        assert_eq!(stepper.updates_by_level(), profile.updates_by_level);
        while stepper.can_go_back().is_ok() && stepper.taken() > profile.steps - 5000 {
            stepper.back();
        }
        let updates = stepper.updates_by_level().iter().sum::<u64>();
        assert_eq!(updates, stepper.effort().updates, "going back takes updates off their level");
    }
}

#[test]
fn every_rule_of_choosing_items_finds_the_same_solutions() {
    for stepper in [paper(), bundled_walk("queens-4.ron")] {
        let profiles = ItemRule::ALL.map(|rule| whole(stepper.subject(), rule));
        assert!(profiles[2].nodes >= profiles[0].nodes, "most options are no better than fewest");
        for (rule, profile) in ItemRule::ALL.into_iter().zip(&profiles) {
            assert_eq!(profile.solutions, profiles[0].solutions, "{rule:?}");
            assert_eq!(profile.solutions_at.len() as u64, profile.solutions);
            assert_eq!(whole(stepper.subject(), rule), *profile, "{rule:?} is reproducible");
        }
    }
    let mut stepper = paper();
    stepper.set_rule(ItemRule::Largest);
    while !matches!(stepper.last(), Some(Step::Choose { .. })) {
        stepper.step();
    }
    let Some(Step::Choose { item, degree }) = stepper.last() else { unreachable!() };
    assert_eq!((stepper.item_letters(item).as_str(), degree), ("d", 3));
    let words = { stepper.picture() };
    assert!(stepper.sentence(&words).contains("no other uncovered item has more"));
    stepper.start_profiles(|| ());
    let mut waited = 0;
    while stepper.profile(ItemRule::Random).is_none() {
        std::thread::sleep(Duration::from_millis(5));
        waited += 1;
        assert!(waited < 10_000, "the profiles do not come");
    }
    for rule in ItemRule::ALL {
        assert_eq!(stepper.profile(rule), Some(whole(stepper.subject(), rule)));
    }
    let total = whole(stepper.subject(), ItemRule::Largest).steps;
    assert_eq!(stepper.total_steps(), Some(total));
}

#[test]
fn the_givens_of_a_sudoku_are_chosen_before_the_first_step() {
    let mut stepper = bundled_walk("sudoku-hard.ron");
    assert_eq!(stepper.given().len(), 23);
    let picture = stepper.picture();
    assert_eq!(picture.open, 4 * (81 - 23));
    assert!(picture.placed.is_empty());
    assert!(stepper.sentence(&picture).ends_with("The 23 givens are chosen already."));
    stepper.to_solution();
    run(&mut stepper);
    let picture = stepper.picture();
    assert_eq!(picture.placed.len(), 81 - 23);
    let chosen = picture.standing.iter().filter(|&&standing| standing == Standing::Chosen);
    assert_eq!(chosen.count(), 81);
    assert_eq!(stepper.depth(), 81 - 23);
    let given = stepper.option_words(stepper.given()[0]);
    assert_eq!(given, "1 in column 1, row 1");
    let groups: Vec<&str> = stepper.item_groups().iter().map(|g| g.name.as_str()).collect();
    assert_eq!(groups, ["cells", "rows", "columns", "boxes"]);
    assert_eq!(stepper.item_words(ItemId(81)), "1 in row 1");
    assert_eq!(stepper.item_words(ItemId(9)), "column 1, row 2");
}

#[test]
fn items_and_options_have_one_form_of_name() {
    let large = bundled_walk("pentominoes-3x20.ron");
    let sites = large.item_groups().iter().find(|group| group.name == "sites").unwrap();
    for item in sites.items.clone() {
        assert!(large.item_letters(ItemId(item as u32)).contains(','));
    }
    let small = bundled_walk("scotts-board.ron");
    let first = small.item_groups()[1].items.start;
    assert_eq!(small.item_letters(ItemId(first as u32)), "11");
    assert_eq!(small.item_groups()[0].name, "pieces");
    let queens = bundled_walk("queens-8.ron");
    assert!(queens.option_words(OptionId(0)).starts_with("queen in row "));
}

#[test]
fn pins_are_said_to_be_taken() {
    let stepper = |pin: &str| {
        let text = format!(
            r#"(format: 1, title: "Pinned", lattice: Square,
            pieces: [Piece(name: "I", art: ["XX"], copies: 2)], board: Rectangle(2, 2), {pin})"#
        );
        let puzzle = crate::format::puzzle_file::read(text.into()).unwrap().puzzle;
        Stepper::new(Encoded::new(puzzle).unwrap().into())
    };
    assert_eq!(stepper("").pin_words(), None);
    let mut pinned =
        stepper(r#"placed: [Placed(piece: "I", sites: [[1, 1], [2, 1]], pinned: true)]"#);
    let picture = pinned.picture();
    assert!(pinned.sentence(&picture).contains("Piece I is pinned"));
}

#[test]
fn coloured_items_are_committed_and_not_covered() {
    let problem = Arc::new(dlx::read(COLOURED).unwrap());
    let mut stepper = Stepper::new(Subject::of_problem("Colours", problem));
    let goal = "each primary item exactly once, and each secondary item at most once or in one \
                colour";
    let picture = stepper.picture();
    assert!(stepper.sentence(&picture).contains(goal));
    let mut said = BTreeSet::new();
    let mut solutions = 0;
    while stepper.can_step().is_ok() {
        stepper.step();
        let picture = stepper.picture();
        let words = stepper.sentence(&picture);
        solutions += usize::from(words.contains("this is solution") && words.contains(goal));
        said.extend(words.contains("Try option").then_some(words));
    }
    // It is p r x:A y with q x:A.
    assert_eq!(solutions, 1);
    let has = |words: &str| said.iter().any(|own| own.contains(words));
    assert!(has("commit x to A: purify hides every option with another colour"), "{said:?}");
    assert!(!said.iter().any(|own| own.contains("items, p q x y,")), "{said:?}");
}
