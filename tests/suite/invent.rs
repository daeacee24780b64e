//! Sets of pieces that make variants solvable, and challenges made of solutions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use polywright::disassembly::{DisassemblyOptions, Level};
use polywright::encode::Encoding;
use polywright::exact_cover::OptionId;
use polywright::format::puzzle_file;
use polywright::job::challenges::{ChallengeSource, ChallengeWish, GivensFinder, Grader, find};
use polywright::job::disassembly::Dismantling;
use polywright::job::sets::{
    Goal, SavedSets, SetChoice, SetResult, SetsError, SetsPlan, SetsQuestion, SetsRun,
    SetsSettings, write_sets_csv,
};
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
use polywright::lattice::ALL;
use polywright::puzzle::{PieceId, Puzzle};
use polywright::solution::{Store, View};
use proptest::prelude::*;
use serde_json::Value;

use super::puzzles::{labelled, recipes};

fn read(text: &str) -> Arc<Puzzle> {
    puzzle_file::read(text.into()).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0])).puzzle
}

/// Pentominoes on a rectangle.
fn pentominoes(columns: u32, rows: u32, pieces: &str) -> Arc<Puzzle> {
    read(&format!(
        "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 5{pieces})], board: \
         Rectangle({columns}, {rows}))"
    ))
}

fn choose(count: usize) -> SetsQuestion {
    let choice = SetChoice { count: (count, count), ..SetChoice::default() };
    SetsQuestion { choice: Some(choice), ..SetsQuestion::default() }
}

/// All results, in the order of the sets.
fn tested(plan: &Arc<SetsPlan>) -> Vec<SetResult> {
    let mut run = SetsRun::start(Arc::clone(plan), SetsSettings::default());
    run.wait();
    assert_eq!(run.snapshot().phase, Phase::Complete);
    let mut results = run.with_results(<[SetResult]>::to_vec);
    results.sort_by_key(|result| result.set);
    assert!(results.iter().enumerate().all(|(n, result)| result.set == n as u32));
    results
}

fn solved(puzzle: Arc<Puzzle>) -> (Arc<Plan>, Store) {
    let plan = Arc::new(Plan::new(puzzle, PlanOptions::default()).unwrap());
    let mut run = Run::start(Arc::clone(&plan), Settings::default());
    run.wait();
    assert_eq!(run.snapshot().phase, Phase::Complete);
    (plan, run.into_store())
}

/// The counts of a puzzle by itself.
fn counts(puzzle: Arc<Puzzle>) -> (u64, u64) {
    let mut run = Run::start(
        Arc::new(Plan::new(puzzle, PlanOptions::default()).unwrap()),
        Settings::default(),
    );
    run.wait();
    let counts = run.snapshot().counts.small().unwrap();
    (counts.total, counts.distinct)
}

#[test]
fn of_792_sets_of_five_pentominoes_45_fill_the_square_and_19_of_them_once() {
    let plan = Arc::new(SetsPlan::new(&pentominoes(5, 5, ""), choose(5)).unwrap());
    assert_eq!((plan.sets().len(), plan.sets().combinations()), (792, 792));
    let results = tested(&plan);
    let met = |goal: Goal| results.iter().filter(|result| goal.is_met(result)).count();
    assert_eq!((met(Goal::Solvable), met(Goal::Unique)), (45, 19));
    assert_eq!(results.iter().map(|result| result.distinct).sum::<u64>(), 107);
    assert_eq!(met(Goal::AtLeast(1)), 45);
    assert!(met(Goal::Few(2)) > 19 && met(Goal::Few(u64::MAX)) == 45);
}

/// The sets of a rectangle, each solved once more as a puzzle of its own if it has a solution, and some that
/// have none.
fn sets_are_solved_one_by_one(columns: u32, rows: u32, step: usize) -> (usize, usize, u64) {
    let count = (columns * rows / 5) as usize;
    let plan = Arc::new(SetsPlan::new(&pentominoes(columns, rows, ""), choose(count)).unwrap());
    let results = tested(&plan);
    for (set, result) in results.iter().enumerate() {
        if result.solvable == 0 && set % step > 0 {
            continue;
        }
        let name = plan.name(set);
        let names: Vec<String> = name.split(' ').map(|name| format!("\"{name}\"")).collect();
        let own = pentominoes(columns, rows, &format!(", only: [{}]", names.join(",")));
        assert_eq!(counts(own), (result.total, result.distinct), "{name}");
    }
    let met = |goal: Goal| results.iter().filter(|result| goal.is_met(result)).count();
    let distinct = results.iter().map(|result| result.distinct).sum();
    (met(Goal::Solvable), met(Goal::Unique), distinct)
}

#[test]
fn sets_of_pentominoes_on_rectangles_have_the_solutions_of_each_by_itself() {
    assert_eq!(sets_are_solved_one_by_one(5, 5, 11), (45, 19, 107));
    assert_eq!(sets_are_solved_one_by_one(10, 3, 41), (75, 53, 145));
}

#[test]
#[ignore = "takes minutes: run it with --ignored"]
fn sets_on_the_larger_rectangles_have_the_solutions_of_each_by_itself() {
    let known = [
        (6, 5, (172, 68, 541)),
        (7, 5, (245, 60, 1396)),
        (10, 3, (75, 53, 145)),
        (10, 4, (224, 47, 2085)),
    ];
    for (columns, rows, numbers) in known {
        let found = sets_are_solved_one_by_one(columns, rows, 1);
        assert_eq!(found, numbers, "{columns}×{rows}");
    }
}

/// The calendar with all pentominoes but X to choose from, beside the block.
fn calendar() -> Arc<Puzzle> {
    let text = include_str!("../../puzzles/square/a-puzzle-a-day.ron");
    let own = "only: [\"L\", \"N\", \"P\", \"U\", \"V\", \"Y\", \"Z\"]";
    let eleven =
        "only: [\"F\", \"I\", \"L\", \"N\", \"P\", \"T\", \"U\", \"V\", \"W\", \"Y\", \"Z\"]";
    assert!(text.contains(own));
    read(&text.replacen(own, eleven, 1))
}

fn piece(puzzle: &Puzzle, name: &str) -> PieceId {
    puzzle.pieces().find(|(_, piece)| piece.name == name).unwrap().0
}

#[test]
fn the_set_of_the_calendar_and_the_best_one_have_the_dates_that_are_known() {
    let puzzle = calendar();
    // Of the 330 sets only those with all of these: five.
    let always = ["L", "N", "P", "U", "V", "Y"].map(|name| piece(&puzzle, name)).to_vec();
    let choice = SetChoice { count: (8, 8), always, never: Vec::new() };
    let question =
        SetsQuestion { choice: Some(choice), with_exceptions: true, ..SetsQuestion::default() };
    let plan = Arc::new(SetsPlan::new(&puzzle, question).unwrap());
    assert_eq!(plan.sets().len(), 5);
    assert_eq!(plan.sets().in_all().len(), 7);
    let results = tested(&plan);
    let of = |name: &str| {
        let found = results.iter().find(|result| plan.name(result.set as usize) == name).unwrap();
        (found.solvable, found.distinct, found.fewest.unwrap().0)
    };
    assert_eq!(of("block F L N P U V Y"), (372, 37_264, 19));
    assert_eq!(of("block L N P U V Y Z"), (372, 25_061, 7));
    let mut table = Vec::new();
    write_sets_csv(&plan, &results, &mut table).unwrap();
    let table = String::from_utf8(table).unwrap();
    assert_eq!(table.lines().count(), 6);
    assert!(
        table.contains("block F L N P U V Y,1,372,372,372,0,37264,37264,19,6 Apr,89,434,"),
        "{table}"
    );
}

#[test]
#[ignore = "takes minutes: run it with --ignored"]
fn of_330_sets_37_solve_every_month_and_day() {
    let puzzle = calendar();
    let plan = Arc::new(
        SetsPlan::new(&puzzle, SetsQuestion { with_exceptions: true, ..choose(8) }).unwrap(),
    );
    assert_eq!((plan.sets().len(), plan.sets().combinations()), (330, 495));
    let mut results = tested(&plan);
    results.sort_by(SetResult::better);
    assert_eq!(results.iter().filter(|result| Goal::Solvable.is_met(result)).count(), 37);
    assert_eq!(plan.name(results[0].set as usize), "block F L N P U V Y");
    assert_eq!((results[0].distinct, results[0].fewest.unwrap().0), (37_264, 19));
}

#[test]
fn a_search_that_is_stopped_and_resumed_tests_each_set_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved");
    let plan = Arc::new(SetsPlan::new(&pentominoes(5, 5, ""), choose(5)).unwrap());
    let run = SetsRun::start(Arc::clone(&plan), SetsSettings::default());
    while run.snapshot().tested < 100 {
        std::thread::yield_now();
    }
    run.pause();
    run.stop();
    let mut run = run;
    run.wait();
    run.saved().save(&path).unwrap();
    let saved = SavedSets::load(&path).unwrap();
    assert!(saved.tested() >= 100);
    saved.check(&plan).unwrap();
    let settings = SetsSettings { resume: Some(saved), ..SetsSettings::default() };
    let mut run = SetsRun::start(Arc::clone(&plan), settings);
    run.wait();
    let mut sets = run.with_results(|all| all.iter().map(|r| r.set).collect::<Vec<_>>());
    sets.sort_unstable();
    assert_eq!(sets, (0..792).collect::<Vec<u32>>());
    let met = run.with_results(|all| all.iter().filter(|r| Goal::Solvable.is_met(r)).count());
    assert_eq!(met, 45);
    // Of other sets it is refused, and so is a damaged file.
    let other = Arc::new(SetsPlan::new(&pentominoes(5, 4, ""), choose(4)).unwrap());
    let refusal = SavedSets::load(&path).unwrap().check(&other).unwrap_err();
    assert!(refusal.contains("belongs to another search"), "{refusal}");
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 3;
    bytes[last] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert!(SavedSets::load(&path).is_err());
}

#[test]
fn sets_that_cannot_be_are_refused_with_the_numbers() {
    let puzzle = pentominoes(5, 5, "");
    let refused = |question: SetsQuestion| SetsPlan::new(&puzzle, question).unwrap_err();
    let area = refused(choose(4));
    assert_eq!(area, SetsError::Area { least: 20, most: 20, needed: (25, 25) });
    assert!(area.to_string().contains("cover 20 sites, but 25 are needed"), "{area}");
    assert_eq!(refused(SetsQuestion::default()), SetsError::NoChoice);
    assert!(matches!(refused(choose(13)), SetsError::Count { free: 12, .. }));
    let choice = SetChoice { count: (5, 5), always: vec![PieceId(0)], never: vec![PieceId(0)] };
    let both = SetsQuestion { choice: Some(choice), ..SetsQuestion::default() };
    assert_eq!(refused(both), SetsError::BothWays(PieceId(0)));
}

#[test]
fn sets_of_one_sided_pieces_that_mirror_each_other_are_one() {
    let puzzle = read(
        "(format: 1, title: \"t\", lattice: Square, pieces: [Family(one_sided: 4)], board: \
         Rectangle(4, 3))",
    );
    let plan = Arc::new(SetsPlan::new(&puzzle, choose(3)).unwrap());
    // Of the 35 sets of three of seven; L and J, S and Z are mirror images.
    let number: u64 = (0..plan.sets().len()).map(|set| plan.sets().number(set)).sum();
    assert_eq!(number, 35);
    assert!(plan.sets().len() < 35);
    let results = tested(&plan);
    // Each by itself, mirrored ones too.
    let mut total = 0;
    for result in &results {
        total += result.total * plan.sets().number(result.set as usize);
    }
    let all = SetChoice { count: (3, 3), ..SetChoice::default() };
    let pieces = puzzle.pieces.len();
    let mut sum = 0;
    for a in 0..pieces {
        for b in a + 1..pieces {
            for c in b + 1..pieces {
                let out: Vec<PieceId> = (0..pieces)
                    .filter(|n| ![a, b, c].contains(n))
                    .map(|n| PieceId(n as u32))
                    .collect();
                sum += counts(Arc::new(puzzle.with_left_out(&out).unwrap())).0;
            }
        }
    }
    assert_eq!((total, all.count), (sum, (3, 3)));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::program::cases(120),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn sets_of_random_puzzles_have_the_solutions_of_the_puzzles_without_the_other_pieces(
        recipe in proptest::sample::select(ALL).prop_flat_map(|lattice| {
            prop_oneof![recipes(lattice), labelled(lattice)]
        }),
        count in 1..4usize,
    ) {
        let Some(text) = recipe.text() else { return Ok(()) };
        let mut description = puzzle_file::read_description(&text).unwrap();
        description.rules.leftover = true;
        let Ok(puzzle) = description.draft() else { return Ok(()) };
        let puzzle = Arc::new(puzzle);
        if puzzle.pieces.len() < count || !puzzle.is_complete() {
            return Ok(());
        }
        let plan = match SetsPlan::new(&puzzle, choose(count)) {
            Ok(plan) => Arc::new(plan),
            Err(SetsError::Area { .. }) => return Ok(()),
            Err(error) => panic!("{error}"),
        };
        let results = tested(&plan);
        let number: u64 = (0..results.len()).map(|set| plan.sets().number(set)).sum();
        prop_assert!(number <= plan.sets().combinations());
        for result in results.iter().step_by(1 + results.len() / 6) {
            let own = puzzle.with_left_out(&plan.sets().left_out(result.set as usize)).unwrap();
            prop_assert_eq!(counts(Arc::new(own)), (result.total, result.distinct));
        }
    }
}

/// All solutions of a store, turned and flipped copies too, each sorted.
fn all_solutions(plan: &Plan, store: &Store) -> Vec<Vec<OptionId>> {
    let view = View::all(store, plan.group());
    let mut all: Vec<Vec<OptionId>> =
        (0..view.len()).map(|n| view.solution(plan.group(), store, n)).collect();
    all.iter_mut().for_each(|solution| solution.sort_unstable());
    all
}

#[test]
fn given_placements_leave_one_solution_and_no_smaller_set_does() {
    let (plan, store) = solved(pentominoes(15, 4, ""));
    let encoding: &Encoding = &plan.encoded().unwrap().encoding;
    let source = ChallengeSource { encoding, group: plan.group(), store: &store };
    let all = all_solutions(&plan, &store);
    assert_eq!((store.len(), all.len()), (368, 1472));
    let containing = |givens: &[OptionId]| {
        all.iter().filter(|s| givens.iter().all(|g| s.binary_search(g).is_ok())).count()
    };
    let wish = ChallengeWish { number: 20, ..ChallengeWish::default() };
    let found = find(source, &wish, &|| true).unwrap();
    assert_eq!(found.len(), 20);
    let solutions: BTreeSet<usize> = found.iter().map(|challenge| challenge.solution).collect();
    assert_eq!(solutions.len(), 20, "no two alike");
    let finder = GivensFinder::new(source);
    for challenge in &found {
        let solution = store.get(challenge.solution);
        assert_eq!(containing(&challenge.givens), 1);
        let smallest = finder.smallest(&solution, 12, usize::MAX).unwrap();
        assert!(smallest.contains(&challenge.givens));
        // Against all sets of that size and of the size below.
        let size = challenge.givens.len();
        let sets = |size: u32| (0..1u32 << 12).filter(move |set| set.count_ones() == size);
        let given = |set: u32| -> Vec<OptionId> {
            (0..12).filter(|n| set >> n & 1 == 1).map(|n| solution[n]).collect()
        };
        let unique = sets(size as u32).filter(|&set| containing(&given(set)) == 1).count();
        assert_eq!(unique, smallest.len());
        assert!(sets(size as u32 - 1).all(|set| containing(&given(set)) > 1));
        let grade = challenge.grade;
        assert_eq!((grade.given + grade.left, grade.given as usize), (12, size));
        assert_eq!(grade.wrong, grade.first - grade.left);
        assert!(grade.forced <= grade.left && grade.nodes > 0);
    }
    assert!(found.is_sorted_by_key(|challenge| challenge.grade.nodes));
    // The same wish makes the same challenges, another seed others; a range keeps to it.
    assert_eq!(find(source, &wish, &|| true).unwrap(), found);
    assert_ne!(find(source, &ChallengeWish { seed: 2, ..wish.clone() }, &|| true).unwrap(), found);
    let least = found[10].grade.nodes;
    let hard = find(source, &ChallengeWish { nodes: least..=u64::MAX, ..wish }, &|| true).unwrap();
    assert!(!hard.is_empty() && hard.iter().all(|challenge| challenge.grade.nodes >= least));
    // What is given in full is solved.
    let solution = store.get(0);
    let grade = Grader::new(encoding).grade(&solution, &solution);
    assert_eq!((grade.left, grade.forced, grade.wrong), (0, 0, 0));
}

fn program(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = assert_cmd::Command::cargo_bin("polywright").unwrap();
    let output = command.args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn of_each_set_it_is_known_whether_exactly_one_solution_comes_apart() {
    // Two tetracubes and more in a box, and pentominoes in the plane.
    let cubes = read(
        "(format: 1, title: \"t\", lattice: Cube, pieces: [Family(one_sided: 4)], board: \
         Box(2, 2, 4))",
    );
    for (puzzle, count) in [(cubes, 4), (pentominoes(5, 4, ""), 4)] {
        let question = SetsQuestion { takes_apart: true, ..choose(count) };
        let plan = Arc::new(SetsPlan::new(&puzzle, question).unwrap());
        let (mut met, mut several) = (0, 0);
        for result in tested(&plan) {
            let puzzle = plan.list_of(result.set as usize).puzzle;
            let (alone, store) = solved(Arc::new(Puzzle::clone(&puzzle)));
            let encoding = &alone.encoded().unwrap().encoding;
            let options = DisassemblyOptions::default();
            let dismantling = Dismantling::new((&puzzle, encoding), &store, options);
            let all = dismantling.take_apart(0..store.len(), 1, &|_| ControlFlow::Continue(()));
            let all = all.unwrap().into_iter().map(|own| own.unwrap().summary());
            let apart: Vec<Level> =
                all.filter(|own| own.disassembles == Some(true)).map(|own| own.level).collect();
            let found = result.assemblies.unwrap_or_default();
            assert_eq!(found.unknown, 0);
            assert_eq!(
                found.unique,
                u32::from(apart.len() == 1),
                "{}",
                plan.name(result.set as usize)
            );
            assert_eq!(found.several, u32::from(apart.len() > 1));
            if let [level] = apart[..] {
                assert_eq!(found.level, level);
                assert!(Goal::Apart(level).is_met(&result));
                assert!(!Goal::Apart(Level::new([99])).is_met(&result));
                met += 1;
            }
            several += found.several;
        }
        assert!(met > 0 && several > 0, "{met} {several}");
    }
}

#[test]
fn the_command_line_finds_sets_of_which_one_solution_comes_apart() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let text = "(format: 1, title: \"Four in a box\", lattice: Cube, pieces: \
                [Family(one_sided: 4)], board: Box(2, 2, 4))";
    std::fs::write(at("box.ron"), text).unwrap();
    let invent = |more: &[&str]| {
        let mut all = vec!["invent".to_owned(), at("box.ron"), "--choose".into(), "4".into()];
        all.extend(more.iter().map(|own| (*own).to_owned()));
        program(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (status, out, _) = invent(&["--goal", "apart", "--json", "--csv", &at("sets.csv")]);
    assert_eq!(status, Some(0), "{out}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (last, sets) = lines.split_last().unwrap();
    let met = sets.iter().filter(|line| line["meets"] == true);
    assert!(met.clone().all(|line| line["assemblies"]["unique"] == 1));
    assert_eq!(last["met"], Value::from(met.count()));
    let table = std::fs::read_to_string(at("sets.csv")).unwrap();
    assert!(table.lines().next().unwrap().ends_with(",seconds,apart,level"), "{table}");
    // The best comes first, and is written.
    let (status, out, _) = invent(&["--goal", "apart=1.1", "--out", &at("best.ron")]);
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("exactly one solution comes apart, at level 1.1 or more"), "{out}");
    assert!(out.contains(" · one comes apart, level 1."), "{out}");
    let (_, out, _) = program(&["disassemble", &at("best.ron"), "--json"]);
    assert!(out.contains("\"disassembled\":1,"), "{out}");
    let (status, ..) = invent(&["--goal", "apart=99"]);
    assert_eq!(status, Some(1));
    let (status, _, error) = invent(&["--goal", "apart", "--exists"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("need all solutions"), "{error}");
    let (status, _, error) = invent(&["--goal", "apart=5..2"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("apart=5.2"), "{error}");
}

#[test]
fn the_command_line_finds_sets_writes_the_best_and_resumes() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let text = "(format: 1, title: \"Five of twelve\", lattice: Square, pieces: [Family(free: 5)], \
                board: Rectangle(5, 5))";
    std::fs::write(at("five.ron"), text).unwrap();
    let (status, out, _) = program(&[
        "invent",
        &at("five.ron"),
        "--choose",
        "5",
        "--never",
        "X",
        "--goal",
        "unique",
        "--json",
        "--csv",
        &at("sets.csv"),
        "--out",
        &at("best.ron"),
        "--checkpoint",
        &at("saved"),
    ]);
    assert_eq!(status, Some(0), "{out}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 463);
    let last = &lines[462];
    assert_eq!((&last["tested"], &last["complete"]), (&Value::from(462), &Value::from(true)));
    let meets = lines[..462].iter().filter(|line| line["meets"] == true).count();
    assert_eq!(last["met"], Value::from(meets));
    assert_eq!(std::fs::read_to_string(at("sets.csv")).unwrap().lines().count(), 463);
    let (status, out, _) = program(&["solve", &at("best.ron"), "--json"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("\"distinct\":1,"), "{out}");
    // All are tested already.
    let (status, out, _) = program(&[
        "invent",
        &at("five.ron"),
        "--choose",
        "5",
        "--never",
        "X",
        "--goal",
        "least=1",
        "--resume",
        &at("saved"),
    ]);
    assert_eq!(status, Some(0));
    assert!(out.contains("462 of 462 sets tested"), "{out}");
    let (status, _, error) = program(&["invent", &at("five.ron"), "--choose", "4"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("cover 20 sites, but 25 are needed"), "{error}");
    let (status, _, error) =
        program(&["invent", &at("five.ron"), "--choose", "5", "--always", "Q"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("--always: no piece is called Q"), "{error}");
}

#[test]
fn the_command_line_makes_challenges_of_chosen_grades() {
    let (status, out, _) =
        program(&["challenges", "pentominoes-4x15", "--number", "3", "--given", "1..2", "--json"]);
    assert_eq!(status, Some(0), "{out}");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 3);
    for line in &lines {
        let given = line["given"].as_array().unwrap();
        assert!((1..=2).contains(&given.len()));
        assert_eq!(given[0]["sites"].as_array().unwrap().len(), 5);
    }
    let (status, _, error) = program(&["challenges", "pentominoes-4x15", "--given", "12"]);
    assert_eq!(status, Some(1));
    assert!(error.contains("0 of 12 challenges"), "{error}");
}
