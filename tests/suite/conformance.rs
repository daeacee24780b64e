//! What every exact cover engine must do, on problems made by hand and at random.
//!
//! Every row of the table of engines is held to this, and [`TOY`], which shows how little another
//! engine takes. The judge is a brute force over all sets of options, written down from the
//! definition in `exact_cover::problem` alone.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use polywright::encode::reasons::of_problem;
use polywright::exact_cover::relaxation::Budget;
use polywright::exact_cover::{
    Cell, Choice, DancingLinks, ENGINES, Effort, Engine, ItemId, ItemKind, Loader, Observer,
    OptionId, Part, Problem, ProblemBuilder, RunEnd, Step, Steps, Tree, TreeSearch, Unsupported,
    frontier, position, subtrees_left,
};
use polywright::format::dlx;
use polywright::job::PlanOptions;
use proptest::prelude::*;

use crate::toy::TOY;

/// All items but one in three, so that these are watched and not swept.
fn two_thirds(problem: &Problem) -> Vec<ItemId> {
    backwards(problem).into_iter().filter(|item| item.0 % 3 != 0).collect()
}

/// The items of a problem, last first.
fn backwards(problem: &Problem) -> Vec<ItemId> {
    (0..problem.items().len() as u32).rev().map(ItemId).collect()
}

/// Every engine that supports a problem, loaded, by name; those that follow an order with several.
fn loaded(problem: &Problem) -> Vec<(String, Box<dyn TreeSearch>)> {
    let mut all = Vec::new();
    for engine in Engine::exhaustive().chain([&TOY]) {
        let orders = match engine.tree {
            Tree::FewestOptions => vec![Vec::new()],
            Tree::FixedOrder | Tree::States | Tree::None => {
                vec![Vec::new(), backwards(problem), two_thirds(problem)]
            }
        };
        for (n, order) in orders.iter().enumerate() {
            match engine.load(problem, order) {
                Ok(search) => all.push((format!("{} in order {n}", engine.name), search)),
                // The reference and the engine for all that is not large support everything here.
                Err(why) => assert!(engine.tree != Tree::FewestOptions, "{}: {why}", engine.name),
            }
        }
    }
    all
}

/// An observer that writes down all that it is told, and breaks off when asked to.
#[derive(Default)]
struct Notes {
    solutions: Vec<Vec<OptionId>>,
    cuts: Vec<Vec<u32>>,
    positions: Vec<f64>,
    break_at_solution: Option<usize>,
    break_at_pulse: Option<usize>,
}

impl Observer for Notes {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let mut options = options.to_vec();
        options.sort_unstable();
        self.solutions.push(options);
        match self.break_at_solution {
            Some(n) if self.solutions.len() >= n => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn pulse(&mut self, effort: &Effort, path: &[Choice]) -> ControlFlow<()> {
        assert!(path.iter().all(|choice| choice.rank < choice.degree), "{path:?}");
        assert_eq!(effort.nodes, effort.by_level.iter().sum::<u64>());
        self.positions.push(position(path, 0));
        match self.break_at_pulse {
            Some(n) if self.positions.len() >= n => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn cut(&mut self, path: &[Choice]) {
        self.cuts.push(path.iter().map(|choice| choice.rank).collect());
    }
}

type Solutions = BTreeSet<Vec<OptionId>>;

/// Stops at the first pulse and notes the path.
#[derive(Default)]
struct Stopped {
    solutions: Vec<Vec<OptionId>>,
    path: Vec<Choice>,
    effort: Effort,
}

impl Observer for Stopped {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        let mut options = options.to_vec();
        options.sort_unstable();
        self.solutions.push(options);
        ControlFlow::Continue(())
    }

    fn pulse(&mut self, effort: &Effort, path: &[Choice]) -> ControlFlow<()> {
        self.path = path.to_vec();
        self.effort = effort.clone();
        ControlFlow::Break(())
    }
}

/// Wherever a search reports, what it has found before and what the subtrees hold that it has left
/// are all solutions, each once; and so are the nodes, but for the one where it is, which counts twice.
fn what_is_left_is_known_at_every_report(problem: &Problem, expected: &Solutions) {
    for (name, mut engine) in loaded(problem) {
        let mut notes = Notes::default();
        let (whole, _) = engine.search(Part::default(), &mut notes);
        let step = (whole.nodes / 24).max(1) as usize;
        for nodes in (1..=whole.nodes).step_by(step) {
            let part = Part { most_nodes: Some(nodes), ..Part::default() };
            let mut stopped = Stopped::default();
            let (_, flow) = engine.search(part, &mut stopped);
            if flow.is_continue() {
                continue;
            }
            let (mut found, mut nodes_met) = (stopped.solutions, stopped.effort.nodes - 1);
            for prefix in subtrees_left(&stopped.path, 0) {
                let mut notes = Notes::default();
                let part = Part { prefix: &prefix, ..Part::default() };
                let (effort, flow) = engine.search(part, &mut notes);
                assert!(flow.is_continue());
                found.append(&mut notes.solutions);
                nodes_met += effort.nodes;
            }
            assert_eq!(nodes_met, whole.nodes, "{name}: after {nodes} nodes");
            let all: Solutions = found.iter().cloned().collect();
            assert_eq!(
                all.len(),
                found.len(),
                "{name}: after {nodes} nodes one is found twice: {:?} of\n{}",
                stopped.path,
                dlx::write(problem, "")
            );
            assert_eq!(&all, expected, "{name}: after {nodes} nodes");
        }
    }
}

/// Engines that are after one solution find one, or that there is none: of problems so small, each
/// of them does.
fn searches_for_one_conform(problem: &Problem, expected: &Solutions) {
    let engines = ENGINES.iter().filter_map(|engine| match engine.loader {
        Loader::One(search) => Some((engine, search)),
        _ => None,
    });
    let mut count = 0;
    for (engine, search) in engines {
        match search(problem, &|| ControlFlow::Continue(())) {
            RunEnd::Found(options) => {
                assert!(expected.contains(&options), "{engine:?} {options:?}")
            }
            end => assert!(end == RunEnd::Exhausted && expected.is_empty(), "{engine:?} {end:?}"),
        }
        assert!(matches!(engine.load(problem, &[]), Err(Unsupported::OneSolution)));
        count += 1;
    }
    assert_eq!(count, ENGINES.len() - Engine::exhaustive().count());
}

/// The solutions written down; panics when one of them came twice.
fn as_set(notes: &Notes) -> Solutions {
    let set: Solutions = notes.solutions.iter().cloned().collect();
    assert_eq!(set.len(), notes.solutions.len(), "a solution was reported twice");
    set
}

fn search_all(engine: &mut dyn TreeSearch) -> (Solutions, Effort) {
    let mut notes = Notes::default();
    let (effort, flow) = engine.search(Part::default(), &mut notes);
    assert!(flow.is_continue());
    assert_eq!(effort.nodes, effort.by_level.iter().sum::<u64>());
    (as_set(&notes), effort)
}

/// Every set of options that is a solution by definition. Options without a primary item are
/// never chosen, so they are left out from the start.
fn brute_force(problem: &Problem) -> Solutions {
    let choosable: Vec<OptionId> = problem
        .options()
        .filter(|(_, cells)| cells.iter().any(|cell| problem.is_primary(cell.item)))
        .map(|(id, _)| id)
        .collect();
    let sets = (0u32..1 << choosable.len()).map(|mask| {
        let chosen = choosable.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
        chosen.map(|(_, &id)| id).collect::<Vec<_>>()
    });
    sets.filter(|set| is_solution(problem, set)).collect()
}

fn is_solution(problem: &Problem, set: &[OptionId]) -> bool {
    problem.items().iter().enumerate().all(|(i, item)| {
        let cells = set.iter().flat_map(|&id| problem.option(id));
        let colours: Vec<u32> =
            cells.filter(|cell| cell.item.index() == i).map(|cell| cell.colour).collect();
        match item.kind {
            ItemKind::Primary { min, max } => (min..=max).contains(&(colours.len() as u32)),
            ItemKind::Secondary => {
                colours.len() <= 1 || colours.iter().all(|&c| c != 0 && c == colours[0])
            }
        }
    })
}

/// Holds every engine to the brute force, whole and in parts, interrupted and again.
fn conform(problem: &Problem) {
    let expected = brute_force(problem);
    if let Some(reason) = of_problem(problem, Budget::THOROUGH) {
        assert!(expected.is_empty(), "{reason:?}");
    }
    counts_conform(problem, &expected);
    steps_conform(problem);
    searches_for_one_conform(problem, &expected);
    what_is_left_is_known_at_every_report(problem, &expected);
    for (name, mut engine) in loaded(problem) {
        let (found, effort) = search_all(&mut *engine);
        assert_eq!(found, expected, "{name}");
        parts_make_the_whole(&name, &mut *engine, &expected, &effort);
        for n in 1..=expected.len().min(3) {
            let mut notes = Notes { break_at_solution: Some(n), ..Notes::default() };
            let (_, flow) = engine.search(Part::default(), &mut notes);
            assert!(flow.is_break(), "{name}");
            assert_eq!(notes.solutions.len(), n, "{name} went on after a break");
            let again = search_all(&mut *engine);
            assert_eq!(again, (expected.clone(), effort.clone()), "{name} after a break");
        }
    }
}

/// The search in steps must meet the same nodes and solutions in the same order as the search in
/// one go, must be where it was after steps are undone, and must tell what is left truly.
fn steps_conform(problem: &Problem) {
    let mut notes = Notes::default();
    let (whole, _) = DancingLinks::new(problem).search(Part::default(), &mut notes);
    let mut steps = Steps::new(problem);
    let (mut solutions, mut taken, mut seen) = (Vec::new(), Vec::new(), Vec::new());
    // What can be seen from outside of where the search is.
    let look = |steps: &mut Steps| {
        let path = steps.path().to_vec();
        (path, steps.is_trying(), steps.now(), steps.at_node(), steps.effort())
    };
    loop {
        seen.push(look(&mut steps));
        let Some(step) = steps.step() else { break };
        if step.step == Step::Solution {
            let mut options: Vec<OptionId> =
                steps.path().iter().filter_map(|choice| choice.option).collect();
            options.sort_unstable();
            solutions.push(options);
        }
        if let Step::Choose { item, degree } = step.step {
            assert!(degree as usize <= steps.list(item).len() + 1);
        }
        taken.push(step);
        // Now and then some steps are gone back and taken again.
        if taken.len() % 7 == 3 {
            for _ in 0..5.min(taken.len()) {
                steps.undo(taken.pop().expect("at least one is left"));
                assert_eq!(seen.pop(), Some(look(&mut steps)));
            }
            while taken.len() % 7 != 3 {
                seen.push(look(&mut steps));
                taken.push(steps.step().expect("as before"));
            }
        }
    }
    assert!(steps.is_over());
    assert_eq!(steps.effort(), whole);
    assert_eq!(solutions, notes.solutions);
    for (path, trying, now, ..) in &seen {
        let done = path.len() - usize::from(!*trying && !path.is_empty());
        let chosen: Vec<OptionId> = path[..done].iter().filter_map(|c| c.option).collect();
        is_true_to(problem, &chosen, &now.alive);
    }
    for (step, seen) in taken.into_iter().zip(seen).rev() {
        steps.undo(step);
        assert_eq!(look(&mut steps), seen);
    }
    assert_eq!(steps.effort(), Effort::default());
}

/// No option that is said to be alive clashes with those that were chosen.
fn is_true_to(problem: &Problem, chosen: &[OptionId], alive: &[bool]) {
    for (id, cells) in problem.options().filter(|(id, _)| alive[id.index()]) {
        for cell in cells {
            let others = chosen.iter().flat_map(|&option| problem.option(option));
            let colours: Vec<u32> =
                others.filter(|c| c.item == cell.item).map(|c| c.colour).collect();
            match problem.item(cell.item).kind {
                ItemKind::Primary { max, .. } => assert!((colours.len() as u32) < max, "{id:?}"),
                ItemKind::Secondary => {
                    assert!(colours.iter().all(|&c| c != 0 && c == cell.colour), "{id:?}");
                }
            }
        }
    }
}

/// Counting alone must come to the same number, whatever is swept, by several threads too.
fn counts_conform(problem: &Problem, expected: &Solutions) {
    let cover = frontier::WeightedProblem::from_problem(problem);
    for order in [backwards(problem), two_thirds(problem)] {
        for threads in [1, 3] {
            let limits = frontier::Limits { threads, ..frontier::Limits::default() };
            match frontier::count(&cover, &order, &limits, &mut |_| ControlFlow::Continue(())) {
                Ok(count) => assert_eq!(count, expected.len() as u64),
                Err(error) => assert_eq!(error, frontier::SweepError::Unsupported),
            }
        }
    }
}

/// Cuts the tree at every level that it has; the pieces together must be the whole.
fn parts_make_the_whole(
    name: &str,
    engine: &mut dyn TreeSearch,
    expected: &Solutions,
    whole: &Effort,
) {
    for level in 0..=whole.by_level.len() {
        let mut notes = Notes::default();
        let part = Part { cut_off: Some(level), ..Part::default() };
        let (mut effort, flow) = engine.search(part, &mut notes);
        assert!(flow.is_continue());
        for prefix in std::mem::take(&mut notes.cuts) {
            assert_eq!(prefix.len(), level, "{name}");
            let (below, flow) =
                engine.search(Part { prefix: &prefix, ..Part::default() }, &mut notes);
            assert!(flow.is_continue());
            effort.add(&below);
        }
        assert_eq!(&as_set(&notes), expected, "{name}, cut at level {level}");
        assert_eq!(effort.nodes, whole.nodes, "{name}, cut at level {level}");
        let levels = |effort: &Effort| {
            let used = effort.by_level.iter().rposition(|&n| n > 0).map_or(0, |i| i + 1);
            effort.by_level[..used].to_vec()
        };
        assert_eq!(levels(&effort), levels(whole), "{name}, cut at level {level}");
    }
}

/// A problem in Knuth's text.
fn problem(text: &str) -> Problem {
    dlx::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The solutions of a problem by every engine, as the lines of the options chosen.
fn solved(text: &str) -> Vec<Vec<String>> {
    let problem = problem(text);
    conform(&problem);
    let options: Vec<&str> =
        text.lines().filter(|l| !l.starts_with('|')).skip(1).filter(|l| !l.is_empty()).collect();
    let found = search_all(&mut DancingLinks::new(&problem)).0;
    let lines = |set: Vec<OptionId>| set.iter().map(|o| options[o.index()].to_owned()).collect();
    found.into_iter().map(lines).collect()
}

#[test]
fn the_example_of_the_paper_has_its_one_solution() {
    // Knuth, Dancing Links (2000), matrix (3): rows 1, 4 and 5.
    let text = "A B C D E F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n";
    assert_eq!(solved(text), [["C E F", "A D", "B G"]]);
}

#[test]
fn an_item_that_is_wanted_two_or_three_times_gets_two_or_three_options() {
    let sets = solved("2:3|a | b c d\na b\na c\na d\na d b\n");
    // Of the pairs and triples of four options, the last clashes with the first and the third.
    assert_eq!(sets.len(), 5);
    assert!(sets.iter().all(|set| (2..=3).contains(&set.len())));
}

#[test]
fn an_item_that_is_wanted_at_most_twice_may_do_without() {
    assert_eq!(solved("0:2|a\na\n"), [vec![], vec!["a".to_owned()]]);
    assert_eq!(solved("0:2|a b\na\na b\nb\n").len(), 4);
}

#[test]
fn an_item_wanted_once_by_a_written_range_is_as_any_other() {
    assert_eq!(solved("1:1|a b\na\na b\nb\n"), solved("a b\na\na b\nb\n"));
}

#[test]
fn an_exact_multiplicity_chooses_sets_and_not_sequences() {
    // 4 choose 2.
    assert_eq!(solved("2|a\na\na\na\na\n").len(), 6);
}

#[test]
fn colours_must_agree_wherever_a_secondary_item_has_them() {
    // The example of TAOCP 7.2.2.1, (49).
    let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    assert_eq!(
        solved(text),
        [["q x:A", "p r x:A y"]].map(|mut set| {
            set.reverse();
            set
        })
    );
}

#[test]
fn a_secondary_item_without_a_colour_is_taken_once_even_beside_a_colour() {
    assert!(solved("a b | x\na x\nb x\n").is_empty());
    assert!(solved("a b | x\na x\nb x:1\n").is_empty());
    assert!(solved("a b | x\na x:2\nb x:1\n").is_empty());
    assert_eq!(solved("a b | x\na x:1\nb x:1\n").len(), 1);
}

#[test]
fn colours_and_multiplicities_go_together() {
    // Any two of the three that agree on the colour of x.
    assert_eq!(solved("2|a | x\na x:1\na x:1\na x:2\n").len(), 1);
    assert_eq!(solved("0:3|a | x\na x:1\na x:1\na x:2\n").len(), 5);
}

#[test]
fn an_item_without_options_rules_out_every_solution_unless_none_is_wanted() {
    assert!(solved("a b\na\n").is_empty());
    assert!(solved("2|a\na\n").is_empty());
    assert_eq!(solved("a 0:1|b\na\n").len(), 1);
}

#[test]
fn a_problem_without_primary_items_has_the_empty_solution_alone() {
    // The space before the bar keeps the line from being a comment.
    assert_eq!(solved(" | x\nx\nx:1\n"), [[""; 0]]);
}

#[test]
fn options_of_secondary_items_alone_are_never_chosen() {
    let mut builder = ProblemBuilder::default();
    let x = builder.item("x", ItemKind::Secondary);
    builder.option([x]);
    builder.coloured_option([Cell { item: x, colour: 1 }]);
    let problem = builder.build().unwrap();
    conform(&problem);
    for (name, mut engine) in loaded(&problem) {
        let (found, effort) = search_all(&mut *engine);
        assert_eq!(found, Solutions::from([vec![]]), "{name}");
        assert_eq!(effort.nodes, 1, "{name}");
    }
    assert_eq!(solved("a | x\na\nx\na x\n"), [["a"], ["a x"]]);
}

#[test]
fn a_problem_of_nothing_has_the_empty_solution() {
    conform(&ProblemBuilder::default().build().unwrap());
}

/// Dominoes on a board of rows × columns, as items and options.
fn dominoes(rows: u32, columns: u32) -> Problem {
    let mut builder = ProblemBuilder::default();
    let mut cells = Vec::new();
    for n in 0..rows * columns {
        cells.push(builder.item(n.to_string(), ItemKind::ONCE));
    }
    for n in 0..rows * columns {
        if n % columns + 1 < columns {
            builder.option([cells[n as usize], cells[n as usize + 1]]);
        }
        if n / columns + 1 < rows {
            builder.option([cells[n as usize], cells[(n + columns) as usize]]);
        }
    }
    builder.build().unwrap()
}

#[test]
fn copies_whose_number_is_implied_are_found_as_those_that_must_be_counted() {
    // Dominoes on 3×4 squares with an item for their number, which is 6 in every tiling of all
    // the squares; the last square may also be left open, or be covered alone.
    let dominoes = |(min, max): (u32, u32), last: ItemKind, alone: bool| {
        let mut builder = ProblemBuilder::default();
        let number = builder.item("d", ItemKind::Primary { min, max });
        let cells: Vec<ItemId> = (0..12)
            .map(|n| builder.item(n.to_string(), if n == 11 { last } else { ItemKind::ONCE }))
            .collect();
        for n in 0..12 {
            if n % 4 < 3 {
                builder.option([number, cells[n], cells[n + 1]]);
            }
            if n < 8 {
                builder.option([number, cells[n], cells[n + 4]]);
            }
        }
        if alone {
            builder.option([cells[11]]);
        }
        let problem = builder.build().unwrap();
        conform(&problem);
        search_all(&mut DancingLinks::new(&problem)).0.len()
    };
    let [once, open] = [ItemKind::ONCE, ItemKind::Secondary];
    // Tilings of 3×4; odd numbers of squares have none.
    for (bounds, tilings) in [((6, 6), 11), ((5, 7), 11), ((1, 20), 11), ((5, 5), 0), ((7, 9), 0)] {
        assert_eq!(dominoes(bounds, once, false), tilings, "{bounds:?}");
        assert_eq!(dominoes(bounds, open, false), tilings, "{bounds:?}");
        assert_eq!(dominoes(bounds, once, true), tilings, "{bounds:?}");
    }
}

/// Some items, each of which takes one of so many places, no two the same; most places first.
fn arrangements(choices: &[usize]) -> Problem {
    let mut builder = ProblemBuilder::default();
    let items: Vec<ItemId> =
        (0..choices.len()).map(|i| builder.item(format!("i{i}"), ItemKind::ONCE)).collect();
    let places: Vec<ItemId> =
        (0..choices[0]).map(|i| builder.item(format!("p{i}"), ItemKind::Secondary)).collect();
    for (item, &choices) in items.into_iter().zip(choices) {
        for &place in &places[..choices] {
            builder.option([item, place]);
        }
    }
    builder.build().unwrap()
}

#[test]
fn items_of_more_options_than_a_word_holds_are_searched_as_any_other() {
    for choices in [&[5, 5, 5][..], &[64, 64], &[65, 65], &[130, 70], &[260, 9]] {
        let problem = arrangements(choices);
        let places = choices[0];
        let engines = loaded(&problem);
        let mut first = None;
        // So many items side by side are too wide a frontier.
        let others = Engine::exhaustive().filter(|e| e.tree != Tree::States || places <= 60);
        assert!(others.into_iter().all(|e| engines.iter().any(|(name, _)| name.contains(e.name))));
        for (name, mut engine) in engines {
            let (found, effort) = search_all(&mut *engine);
            // The item with the fewest places takes one first.
            let expected: usize = choices.iter().rev().enumerate().map(|(i, n)| n - i).product();
            assert_eq!(found.len(), expected, "{name}, {places} options");
            match &first {
                Some(first) => assert!(found == *first, "{name}"),
                None => assert!(found.iter().all(|set| is_solution(&problem, set)), "{name}"),
            }
            if places < 100 {
                parts_make_the_whole(&name, &mut *engine, &found, &effort);
            }
            first.get_or_insert(found);
        }
    }
}

#[test]
fn a_break_from_a_pulse_leaves_the_lists_as_they_were() {
    let problem = dominoes(6, 6);
    for (name, mut engine) in loaded(&problem) {
        let mut notes = Notes::default();
        let (whole, _) = engine.search(Part::default(), &mut notes);
        assert_eq!(as_set(&notes).len(), 6728, "{name}");
        let pulses = notes.positions.len();
        assert!(pulses >= 2, "{name}: {} nodes", whole.nodes);
        for n in [1, pulses.div_ceil(2), pulses] {
            let mut broken = Notes { break_at_pulse: Some(n), ..Notes::default() };
            let (effort, flow) = engine.search(Part::default(), &mut broken);
            assert!(flow.is_break() && effort.nodes <= whole.nodes, "{name}");
            assert!(broken.solutions.len() < 6728, "{name}");
        }
        let (again, effort) = search_all(&mut *engine);
        assert_eq!((again.len(), effort), (6728, whole), "{name}");
    }
}

#[test]
fn the_position_of_a_search_goes_from_nothing_towards_one_and_never_back() {
    for (name, mut engine) in loaded(&dominoes(6, 6)) {
        let mut notes = Notes::default();
        let (_, flow) = engine.search(Part::default(), &mut notes);
        assert!(flow.is_continue());
        assert!(notes.solutions.len() == 6728 && notes.positions.len() >= 2, "{name}");
        assert!(notes.positions.windows(2).all(|pair| pair[0] <= pair[1]), "{name}");
        assert!(notes.positions.iter().all(|p| (0.0..=1.0).contains(p)), "{name}");
    }
}

/// The ingredients of a random problem: the bounds of each primary item, the number of
/// secondary ones, and for each option what stands under each item.
#[derive(Clone, Debug)]
struct Recipe {
    primary: Vec<(u32, u32)>,
    secondary: usize,
    options: Vec<Vec<u8>>,
}

fn recipes() -> impl Strategy<Value = Recipe> {
    let bounds = prop_oneof![
        5 => Just((1, 1)),
        1 => (0u32..=2, 0u32..=2).prop_map(|(min, more)| (min, (min + more).max(1))),
    ];
    (proptest::collection::vec(bounds, 0..=5), 0usize..=3).prop_flat_map(|(primary, secondary)| {
        let option = proptest::collection::vec(0u8..10, primary.len() + secondary);
        proptest::collection::vec(option, 0..=10).prop_map(move |options| Recipe {
            primary: primary.clone(),
            secondary,
            options,
        })
    })
}

impl Recipe {
    /// The same without multiplicities and colours, which some engines do not know.
    fn plain(mut self) -> Recipe {
        self.primary.fill((1, 1));
        self.options.iter_mut().flatten().for_each(|what| *what = (*what).min(6));
        self
    }

    fn build(&self) -> Problem {
        let mut builder = ProblemBuilder::default();
        let mut items: Vec<ItemId> = Vec::new();
        for (i, &(min, max)) in self.primary.iter().enumerate() {
            items.push(builder.item(format!("p{i}"), ItemKind::Primary { min, max }));
        }
        for i in 0..self.secondary {
            items.push(builder.item(format!("s{i}"), ItemKind::Secondary));
        }
        for option in &self.options {
            // 6 of 10 leave the item out; the others are no colour twice, then two colours.
            let cells = items.iter().zip(option).filter(|&(_, &what)| what >= 6);
            let cells: Vec<Cell> = cells
                .map(|(&item, &what)| {
                    let secondary = item.index() >= self.primary.len();
                    let colour = if secondary { u32::from(what).saturating_sub(7) } else { 0 };
                    Cell { item, colour }
                })
                .collect();
            if !cells.is_empty() {
                builder.coloured_option(cells);
            }
        }
        builder.build().expect("a recipe makes sound problems")
    }
}

#[test]
fn a_problem_without_primary_items_is_written_so_that_it_can_be_read() {
    // The header began with the bar, and so was read as a comment.
    let problem = problem(" | x\nx\nx:1\n");
    assert_eq!(dlx::read(&dlx::write(&problem, "")).as_ref(), Ok(&problem));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::program::cases(1200),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_problems_are_written_in_a_form_that_reads_as_the_same(recipe in recipes()) {
        let problem = recipe.build();
        let text = dlx::write(&problem, "a title");
        if problem.items().is_empty() {
            prop_assert!(dlx::read(&text).is_ok_and(|back| back.items().is_empty()));
        } else {
            let back = dlx::read(&text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
            prop_assert_eq!(back.items(), problem.items());
            prop_assert_eq!(dlx::write(&back, "a title"), text);
            prop_assert_eq!(brute_force(&back), brute_force(&problem));
        }
    }

    #[test]
    fn random_problems_have_the_solutions_that_brute_force_finds(recipe in recipes()) {
        conform(&recipe.build());
    }

    #[test]
    fn random_plain_problems_have_the_solutions_that_brute_force_finds(recipe in recipes()) {
        let problem = recipe.plain().build();
        for engine in Engine::exhaustive() {
            let loaded = engine.load(&problem, &[]);
            prop_assert!(loaded.is_ok(), "{} supports every plain problem", engine.name);
        }
        conform(&problem);
    }
}

#[test]
fn most_of_what_is_at_random_here_has_solutions_to_tell_apart() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut some, mut many, mut explained) = (0, 0, 0);
    for _ in 0..300 {
        let problem = recipes().new_tree(&mut runner).unwrap().current().build();
        let n = brute_force(&problem).len();
        explained += usize::from(of_problem(&problem, Budget::BRIEF).is_some());
        some += usize::from(n > 0);
        many += usize::from(n > 1);
    }
    assert!(some >= 100 && many >= 50, "{some} of 300 with a solution, {many} with several");
    assert!(explained >= 50, "{explained} of {} without one explained", 300 - some);
}

#[test]
fn a_frontier_sweep_keeps_to_its_limits() {
    let problem = dominoes(10, 10);
    let cover = frontier::WeightedProblem::from_problem(&problem);
    let order: Vec<ItemId> = (0..problem.items().len() as u32).map(ItemId).collect();
    let whole = frontier::Limits::default();
    let mut most = 0;
    let mut watch = |stage: frontier::Stage| {
        most = stage.bytes.max(most);
        ControlFlow::Continue(())
    };
    // OEIS A004003.
    assert_eq!(frontier::count(&cover, &order, &whole, &mut watch), Ok(258_584_046_368.into()));
    let go_on = &mut |_| ControlFlow::Continue(());
    let narrow = frontier::Limits { bytes: most / 2, ..whole };
    assert_eq!(frontier::count(&cover, &order, &narrow, go_on), Err(frontier::SweepError::Memory));
    let short = frontier::Limits { states: 1000, ..whole };
    assert_eq!(
        frontier::count(&cover, &order, &short, go_on),
        Err(frontier::SweepError::StateLimit)
    );
    let stop = &mut |_| ControlFlow::Break(());
    assert_eq!(frontier::count(&cover, &order, &whole, stop), Err(frontier::SweepError::Stopped));
}

#[test]
fn numbers_beyond_sixty_four_bits_are_counted() {
    let problem = dominoes(16, 16);
    let order: Vec<ItemId> = (0..problem.items().len() as u32).map(ItemId).collect();
    let limits = frontier::Limits { threads: 2, ..frontier::Limits::default() };
    let go_on = &mut |_| ControlFlow::Continue(());
    let count =
        frontier::count(&frontier::WeightedProblem::from_problem(&problem), &order, &limits, go_on);
    // OEIS A004003.
    assert_eq!(count.unwrap().to_string(), "2444888770250892795802079170816");
}

#[test]
fn another_engine_takes_a_file_and_a_row_and_is_refused_with_its_reason() {
    use polywright::format::puzzle_file;
    use polywright::job::{Phase, Plan, Run, Settings};
    use std::sync::Arc;
    let text = "(format: 1, title: \"t\", lattice: Square, board: Rectangle(5, 3), \
                pieces: [Family(free: 5, only: [\"P\", \"U\", \"V\"])])";
    let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
    let plan = Arc::new(Plan::new(puzzle, PlanOptions::by(&TOY)).unwrap());
    let mut run = Run::start(plan, Settings::default());
    run.wait();
    let last = run.snapshot();
    assert_eq!((last.phase, last.counts.distinct.capped()), (Phase::Complete, 1));
    assert_eq!(run.engine_names(), "toy search");
    let text = "(format: 1, title: \"t\", lattice: Square, board: Rectangle(4, 4), \
                pieces: [Piece(name: \"I\", art: [\"XX\"], copies: 8)])";
    let dominoes = puzzle_file::read(text.into()).unwrap().puzzle;
    for engine in Engine::exhaustive().chain([&TOY]) {
        match Plan::new(dominoes.clone(), PlanOptions::by(engine)) {
            Ok(plan) => assert!(plan.uses(engine)),
            Err(why) => assert_eq!(
                why.to_string(),
                format!(
                    "the engine {} ({}) cannot solve this: item #I may be covered more than once \
                     or not at all, and this engine covers each item exactly once; choose another \
                     engine, or none",
                    engine.id, engine.name
                )
            ),
        }
    }
}
