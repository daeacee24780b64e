//! Variants of puzzles: listed, solved together and one by one, written, refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;

use polywright::encode::{Encoding, SymmetryGroup};
use polywright::format::{bundled, puzzle_file};
use polywright::job::variants::{
    EqualVariants, Method, Question, ResultState, ResultTable, SavedVariants, Summary, VariantList,
    VariantPlan, VariantResult, VariantRun, VariantSettings, solutions_of,
};
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
use polywright::lattice::{ALL, Point};
use polywright::puzzle::{BorderRule, PieceId, Puzzle};
use proptest::prelude::*;
use serde_json::Value;

use super::puzzles::{Recipe, labelled, recipes, ruled};
use crate::program::{polywright, stdout};

fn read(text: &str) -> Arc<Puzzle> {
    puzzle_file::read(text.into()).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0])).puzzle
}

/// The list of the variants, and what it takes to plan their solution.
fn list(puzzle: &Arc<Puzzle>, with_exceptions: bool) -> (VariantList, Arc<Encoding>) {
    let encoding = Arc::new(Encoding::new(puzzle).unwrap());
    let group = SymmetryGroup::new(puzzle, &encoding);
    (VariantList::new(puzzle, &encoding, &group, with_exceptions).unwrap(), encoding)
}

fn solve(plan: VariantPlan) -> Vec<VariantResult> {
    let mut run = VariantRun::start(Arc::new(plan), VariantSettings::default());
    run.wait();
    assert_eq!(run.snapshot().phase, Phase::Complete);
    run.with_results(<[VariantResult]>::to_vec)
}

fn by(puzzle: &Arc<Puzzle>, method: Method) -> (Method, Vec<VariantResult>) {
    let (list, encoding) = list(puzzle, false);
    let plan = VariantPlan::new(list, encoding, Question::Count, Some(method)).unwrap();
    (plan.method(), solve(plan))
}

/// The variants solved one by one, unless that takes more nodes than a test should wait for.
fn by_few_nodes(puzzle: &Arc<Puzzle>) -> Option<Vec<VariantResult>> {
    const MOST: u64 = 5_000_000;
    let (list, encoding) = list(puzzle, false);
    let wish = Some(Method::OneByOne);
    let plan = VariantPlan::new(list, encoding, Question::Count, wish).unwrap();
    let mut run = VariantRun::start(Arc::new(plan), VariantSettings::default());
    while !run.phase().is_over() {
        if run.snapshot().nodes > MOST {
            run.stop();
            return None;
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    run.wait();
    Some(run.with_results(<[VariantResult]>::to_vec))
}

fn calendar() -> Arc<Puzzle> {
    let path = "square/a-puzzle-a-day.ron";
    bundled::ALL.iter().find(|b| b.path == path).expect("it is bundled").open().puzzle
}

#[test]
fn every_date_of_the_calendar_has_the_solutions_that_are_known() {
    let puzzle = calendar();
    let (pairs, encoding) = list(&puzzle, true);
    assert_eq!((pairs.len(), pairs.number()), (372, 372));
    let plan = VariantPlan::new(pairs, Arc::clone(&encoding), Question::Count, None).unwrap();
    assert_eq!(plan.method(), Method::Together);
    let all = solve(plan);
    assert_eq!(Summary::new(&all).total, 25_061);

    let (dates, _) = list(&puzzle, false);
    let names: Vec<String> = (0..dates.len()).map(|n| dates.name(n)).collect();
    let plan = VariantPlan::new(dates, encoding, Question::Count, None).unwrap();
    let expect = plan.list().family.expect;
    let results = solve(plan);
    let summary = Summary::new(&results);
    assert_eq!(summary.differences(&expect), []);
    assert_eq!((summary.variants, summary.total, summary.distinct), (366, 24_405, 24_405));
    let named = |(number, index): (u64, usize)| (number, names[index].as_str());
    assert_eq!(summary.fewest.map(named), Some((7, "6 Oct")));
    assert_eq!(summary.most.map(named), Some((216, "25 Jan")));
    assert_eq!((summary.median, (summary.mean * 10.0).round()), (59.0, 667.0));
    let of = |name: &str| results[names.iter().position(|n| n == name).unwrap()].counts.total;
    assert_eq!((of("22 Nov"), of("6 Apr"), of("29 Feb")), (40, 8, 64));
}

#[test]
fn dates_solved_one_by_one_have_the_solutions_of_all_together() {
    let puzzle = calendar();
    let (list, encoding) = list(&puzzle, false);
    let october = list.filtered(|list, n| list.name(n).ends_with("Oct")).unwrap();
    let names: Vec<String> = (0..october.len()).map(|n| october.name(n)).collect();
    assert_eq!((names.len(), names[5].as_str()), (31, "6 Oct"));
    assert_eq!(october.id(5), "4.2+6.3");
    let wish = Some(Method::OneByOne);
    let plan = VariantPlan::new(october, encoding, Question::Count, wish).unwrap();
    let results = solve(plan);
    assert_eq!(results[5].counts.total, 7);
    assert!(results.iter().all(|result| result.nodes > 0 && result.time.as_nanos() > 0));
    assert_eq!(results[0].counts.total, 58, "1 October");
}

#[test]
fn seven_blockers_on_a_square_of_six_are_told_apart_by_its_symmetries() {
    let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 1), Family(free: \
                2), Family(free: 3), Family(free: 4)], board: Rectangle(6, 6), site_groups: \
                {\"any\": All}, variants: (of: [OpenSome(7, \"any\")]))";
    let (list, _) = list(&read(text), false);
    assert_eq!((list.len(), list.number()), (1_044_690, 8_347_680));
    assert_eq!(list.name(0), "(1, 1) (2, 1) (3, 1) (4, 1) (5, 1) (6, 1) (1, 2)");
    let puzzle = list.puzzle(list.len() - 1).unwrap();
    assert_eq!(puzzle.board.sites().len(), 29);
}

/// The pieces that a variant leaves out, and the sites that it leaves open, both sorted.
type Choices = (Vec<PieceId>, Vec<Point>);

/// The least of the images of a variant under each symmetry, of those whose choice of pieces is one of
/// the puzzle.
fn least_of(group: &SymmetryGroup, (out, open): &Choices, all: &BTreeSet<Choices>) -> Choices {
    let images = group.elements.iter().map(|element| {
        let mut open: Vec<Point> = open.iter().map(|&s| element.isometry.apply(s)).collect();
        open.sort_unstable();
        let mut out: Vec<PieceId> = out.iter().map(|p| element.pieces[p.index()]).collect();
        out.sort_unstable();
        (out, open)
    });
    let known: BTreeSet<&Vec<PieceId>> = all.iter().map(|(out, _)| out).collect();
    images.filter(|(out, _)| known.contains(out)).min().unwrap()
}

/// All variants of a puzzle.
fn all_choices(puzzle: &Puzzle) -> BTreeSet<Choices> {
    let family = puzzle.variants.as_ref().unwrap();
    let mut all = BTreeSet::new();
    for rank in 0..family.combinations() {
        let mut open = Vec::new();
        if family.open_sites(rank, false, &mut open) {
            all.insert((family.left_out(rank, puzzle.pieces.len()), open));
        }
    }
    all
}

/// The variants of a puzzle by their images under each symmetry: for the least image how many there
/// are.
fn classes(puzzle: &Puzzle, group: &SymmetryGroup) -> BTreeMap<Choices, u64> {
    let all = all_choices(puzzle);
    let mut classes = BTreeMap::new();
    for choices in &all {
        *classes.entry(least_of(group, choices, &all)).or_insert(0) += 1;
    }
    classes
}

/// A puzzle at random with variants at random, and pieces that may be left over.
fn with_variants(recipe: &Recipe, picks: &[u8]) -> Option<Arc<Puzzle>> {
    let text = recipe.text()?;
    let mut description = puzzle_file::read_description(&text).unwrap();
    description.rules.leftover |= !picks[0].is_multiple_of(4);
    let draft = description.draft().ok()?;
    let board = &draft.board;
    if draft.pieces.is_empty() {
        return None;
    }
    let lattice = description.lattice;
    let group = |salt: usize| -> Vec<String> {
        let sites = board.sites().iter().enumerate();
        let chosen = sites.filter(|(i, _)| picks[(i + salt) % picks.len()].is_multiple_of(3));
        chosen.map(|(_, s)| format!("{:?}", (lattice.address.of_site)(s.site))).collect()
    };
    let [a, b] = [1, 17].map(group);
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let count = usize::from(picks[1]) % a.len().min(3) + 1;
    let used = usize::from(picks[4] % 3) + 1;
    let used = used.min(draft.pieces.len());
    let of = match picks[2] % 8 {
        6 => format!("Pieces({used}, []), OpenOne(\"a\")"),
        7 => format!("Pieces({used}, [])"),
        0 => "OpenOne(\"a\")".to_owned(),
        1 => "OpenOne(\"a\"), OpenOne(\"b\")".to_owned(),
        2 => format!("OpenSome({count}, \"a\")"),
        3 => format!("OpenSome({count}, \"a\"), OpenOne(\"b\")"),
        4 => "OpenSome(2, \"all\")".to_owned(),
        _ => format!("OpenSets([[{}], [{}], [{}, {}]])", a[0], b[0], a[0], b[b.len() - 1]),
    };
    let except = match picks[3] % 3 {
        0 => format!("[[{}]]", a[0]),
        1 => format!("[[{}, {}]]", a[0], b[b.len() - 1]),
        _ => "[]".to_owned(),
    };
    let text = puzzle_file::write(&description);
    let fields = format!(
        "site_groups: {{\"a\": Sites([{}]), \"b\": Sites([{}]), \"all\": All}}, variants: (of: \
         [{of}], except: {except}),\n board:",
        a.join(", "),
        b.join(", ")
    );
    let text = text.replacen("board:", &fields, 1);
    (board.sites().len() >= 2).then(|| read(&text))
}

/// Solves the variants in every way, and each by itself.
fn compare(puzzle: &Arc<Puzzle>) {
    let encoding = Arc::new(Encoding::new(puzzle).unwrap());
    let group = SymmetryGroup::new(puzzle, &encoding);
    let Ok(list) = VariantList::new(puzzle, &encoding, &group, false) else {
        assert!(classes(puzzle, &group).is_empty());
        return;
    };
    let all = all_choices(puzzle);
    let least = |choices: Choices| least_of(&group, &choices, &all);
    let own = |n: usize| (list.left_out(n), list.open_sites(n));
    let listed: BTreeMap<Choices, u64> =
        (0..list.len()).map(|n| (least(own(n)), list.variants()[n].number)).collect();
    assert_eq!(listed.len(), list.len());
    assert_eq!(listed, classes(puzzle, &group));
    // Each combination of choices is the variant that symmetry makes equal to it.
    let of_ranks = list.of_ranks(&group);
    for (rank, index) in (0..).zip(&of_ranks) {
        let mut open = Vec::new();
        let is_variant = list.family.open_sites(rank, false, &mut open);
        assert_eq!(index.is_some(), is_variant);
        if let Some(index) = *index {
            let choices = (list.family.left_out(rank, puzzle.pieces.len()), open);
            assert_eq!(least(choices), least(own(index as usize)));
        }
    }
    let puzzles: Vec<Option<Puzzle>> = (0..list.len()).map(|n| list.puzzle(n)).collect();
    // Few random puzzles have so many solutions that counting them takes hours.
    let Some(one_by_one) = by_few_nodes(puzzle) else { return };
    let (_, together) = by(puzzle, Method::Together);
    for (n, variant) in puzzles.into_iter().enumerate() {
        assert_eq!(together[n].counts, one_by_one[n].counts, "{puzzle:?}\n{:?}", variant);
        assert_eq!(one_by_one[n].state, ResultState::Done);
        let go_on = || std::ops::ControlFlow::Continue(());
        let found = solutions_of(&list, n, &encoding, 10_000, &go_on).unwrap().unwrap();
        let is_whole = puzzle.rules.at_border == BorderRule::Free && !puzzle.rules.fault_free;
        if found.complete && is_whole {
            assert_eq!(found.solutions.len() as u64, one_by_one[n].counts.distinct);
            let open = list.open_sites(n);
            for &option in found.solutions.iter().flatten() {
                assert!(encoding.sites(option).all(|site| !open.contains(&site)));
            }
        }
        let Some(variant) = variant.filter(Puzzle::is_complete) else { continue };
        // Few random puzzles have millions of solutions, which take minutes to be put in order.
        let keep = one_by_one[n].counts.distinct < 100_000;
        let plan = Arc::new(Plan::new(Arc::new(variant), PlanOptions::default()).unwrap());
        let mut run = Run::start(plan, Settings { keep, ..Settings::default() });
        run.wait();
        assert_eq!(run.snapshot().counts, one_by_one[n].counts);
    }
    let wish = Some(Method::OneByOne);
    let plan = VariantPlan::new(list, encoding, Question::Exists, wish).unwrap();
    for (exists, counted) in solve(plan).iter().zip(&one_by_one) {
        assert_eq!(exists.is_solvable(), Some(counted.counts.total > 0));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::program::cases(80),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn variants_solved_together_have_the_solutions_of_each_by_itself(
        recipe in proptest::sample::select(ALL).prop_flat_map(|lattice| {
            prop_oneof![recipes(lattice), labelled(lattice), ruled(lattice)]
        }),
        picks in proptest::collection::vec(any::<u8>(), 40),
    ) {
        if let Some(puzzle) = with_variants(&recipe, &picks) {
            compare(&puzzle);
        }
    }
}

#[test]
fn a_run_over_variants_is_saved_and_resumed_either_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("saved");
    for method in [Method::Together, Method::OneByOne] {
        let puzzle = calendar();
        let plan = || {
            let (list, encoding) = list(&puzzle, false);
            VariantPlan::new(list, encoding, Question::Count, Some(method)).unwrap()
        };
        let settings = VariantSettings { last_checkpoint: true, ..VariantSettings::default() };
        let run = VariantRun::start(Arc::new(plan()), settings);
        // Stopped with a part of the work done.
        while run.snapshot().position < 0.05 && !run.snapshot().phase.is_over() {
            std::thread::yield_now();
        }
        run.pause();
        run.stop();
        let mut run = run;
        run.wait();
        run.saved().expect("it can be saved").save(&path).unwrap();
        let saved = SavedVariants::load(&path).unwrap();
        let (list, encoding) = list(&puzzle, false);
        let plan = saved.plan(list, encoding).unwrap();
        assert_eq!(plan.method(), method);
        let settings = VariantSettings { resume: Some(saved), ..VariantSettings::default() };
        let mut run = VariantRun::start(Arc::new(plan), settings);
        run.wait();
        let summary = run.with_results(Summary::new);
        assert_eq!((summary.solved, summary.total), (366, 24_405), "{method:?}");
        // Results of other variants are refused; one search may be that of others too.
        let (other, encoding) = super::variants::list(&puzzle, true);
        let saved = SavedVariants::load(&path).unwrap();
        let resumed = saved.plan(other, encoding);
        assert!(method == Method::Together || resumed.is_err());
        let mut bytes = fs::read(&path).unwrap();
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        fs::write(&path, bytes).unwrap();
        assert!(SavedVariants::load(&path).is_err());
    }
}

#[test]
fn variants_that_cannot_be_are_refused_with_place_and_remedy() {
    let refusal = |variants: &str| {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 2)],\nboard: \
             Rectangle(30, 30), site_groups: {{\"corner\": Sites([[1, 1], [2, 1]]), \"any\": \
             All}},\nvariants: ({variants}))"
        );
        let errors = puzzle_file::read(text.into()).expect_err(variants);
        let error = errors[0].to_string();
        assert!(error.starts_with("line 3, column "), "{variants}: {error}");
        error
    };
    for (variants, wanted) in [
        ("of: []", "`of` is empty"),
        (
            "of: [OpenOne(\"edge\")]",
            "choice 1: no group of sites is called edge; there are any, corner",
        ),
        (
            "of: [OpenSome(3, \"corner\")]",
            "choice 1: 3 of the group corner cannot be left open; it has 2 sites",
        ),
        ("of: [OpenSome(0, \"corner\")]", "0 of the group corner"),
        ("of: [OpenSets([])]", "the list of sets is empty"),
        ("of: [OpenSets([[]])]", "a set of sites is empty"),
        ("of: [OpenSets([[\"Jan\"]])]", "no site has the text Jan"),
        ("of: [OpenSets([[[31, 1]]])]", "the board does not have site 31, 1"),
        ("of: [OpenOne(\"any\")], except: [[\"Feb\"]]", "exception 1: no site has the text Feb"),
        ("of: [OpenOne(\"any\")], except: [[]]", "exception 1: the exception is empty"),
        ("of: [OpenOne(\"any\")], name: \"{day}\"", "{day} in the name is not a group"),
        ("of: [OpenSome(4, \"any\")]", "variants, more than the limit of 10\u{a0}000\u{a0}000"),
        ("of: [OpenSome(450, \"any\"), OpenSome(450, \"any\")]", "more than the"),
        ("of: [Open(\"any\")]", "`Open` is not allowed here; expected `OpenOne`"),
        ("except: []", "variants needs the field `of`"),
        ("of: [Pieces(2, [])]", "choice 1: 2 of 1 pieces cannot be chosen"),
        ("of: [Pieces(1, [\"W\"])]", "choice 1: no piece is called W"),
        ("of: [PieceSets([])]", "list at least one set of pieces"),
        ("of: [Pieces(1, []), Pieces(1, [])]", "belongs to two choices"),
    ] {
        let error = refusal(variants);
        assert!(error.contains(wanted), "{variants}: {error}");
    }
    let plain = read(
        "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 1)], board: \
                      Rectangle(1, 1))",
    );
    let encoding = Encoding::new(&plain).unwrap();
    let group = SymmetryGroup::new(&plain, &encoding);
    let error = VariantList::new(&plain, &encoding, &group, false).unwrap_err();
    assert!(error.to_string().contains("the puzzle has no variants"), "{error}");
}

/// A puzzle of pentominoes on a rectangle of rows of 5.
fn pentominoes(rows: u32, pieces: &str, rest: &str) -> Arc<Puzzle> {
    read(&format!(
        "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 5{pieces})], board: \
         Rectangle(5, {rows}), {rest})"
    ))
}

#[test]
fn sets_of_pentominoes_have_the_solutions_of_the_puzzles_of_their_own() {
    for (rows, wanted) in [(3, (220, 7)), (4, (495, 50))] {
        let puzzle = pentominoes(rows, "", &format!("variants: (of: [Pieces({rows}, [])])"));
        let (list, encoding) = list(&puzzle, false);
        assert_eq!(list.len(), wanted.0);
        let plan = VariantPlan::new(list.clone(), encoding, Question::Count, None).unwrap();
        assert_eq!(plan.method(), Method::OneByOne);
        let results = solve(plan);
        let summary = Summary::new(&results);
        // Each solvable set, and some that are not, by a puzzle that has no other pieces.
        for (n, result) in results.iter().enumerate() {
            if result.counts.total == 0 && n % 40 > 0 {
                continue;
            }
            let names: Vec<String> =
                list.name(n).split(' ').map(|name| format!("\"{name}\"")).collect();
            let own = pentominoes(rows, &format!(", only: [{}]", names.join(",")), "");
            assert_eq!(list.left_out(n).len() as u32, 12 - rows);
            let mut run = Run::start(
                Arc::new(Plan::new(own, PlanOptions::default()).unwrap()),
                Settings::default(),
            );
            run.wait();
            assert_eq!(run.snapshot().counts, result.counts, "{}", list.name(n));
        }
        assert_eq!((summary.variants, summary.distinct), wanted);
    }
}

#[test]
fn pieces_and_open_sites_are_chosen_together() {
    // A strip of six, one end of which stays open, and sets of straight pieces for it.
    let puzzle = read(
        "(format: 1, title: \"t\", lattice: Square, pieces: [Piece(name: \"two\", art: [\"XX\"]), \
         Piece(name: \"three\", art: [\"XXX\"]), Piece(name: \"bend\", art: [\"XX\", \"X.\"])], \
         board: Rectangle(6, 1), site_groups: {\"end\": Sites([[1, 1], [6, 1]])}, variants: (of: \
         [OpenOne(\"end\"), PieceSets([[\"two\", \"three\"], [\"three\", \"bend\"], [\"two\"]])], \
         name: \"{pieces} at {end}\"))",
    );
    let (list, encoding) = list(&puzzle, false);
    // Each stands for the one with the other end open.
    assert_eq!((list.len(), list.number()), (3, 6));
    let plan = VariantPlan::new(list.clone(), encoding, Question::Count, None).unwrap();
    let results = solve(plan);
    let totals: Vec<u64> = results.iter().map(|result| result.counts.total).collect();
    assert_eq!(totals.iter().sum::<u64>(), 2, "{totals:?}");
    let areas: Vec<usize> = (0..3).map(|n| list.left_out(n).len()).collect();
    assert_eq!(areas.iter().filter(|out| **out == 2).count(), 1);
    assert_eq!((list.id(0), list.name(0)), ("1.1:two".to_owned(), "two at (1, 1)".to_owned()));
}

#[test]
fn variants_are_written_as_they_are_read() {
    let opened = bundled::ALL.iter().find(|b| b.path.contains("a-puzzle-a-day")).unwrap().open();
    let text = puzzle_file::write(&opened.description);
    let again = puzzle_file::read(text.as_str().into()).unwrap();
    assert_eq!((&again.description, &again.puzzle), (&opened.description, &opened.puzzle));
    assert_eq!(puzzle_file::write(&again.description), text);
}

#[test]
fn examples_of_the_readme_have_the_variants_that_they_expect() {
    let guide = include_str!("../../assets/guide/puzzle-files.md");
    let blocks = guide.split("```ron\n").skip(1).filter_map(|rest| rest.split("```").next());
    let examples: Vec<&str> = blocks.filter(|text| text.contains("variants: (")).collect();
    assert!(examples.len() >= 2);
    for text in examples {
        let puzzle = read(text);
        let (list, encoding) = list(&puzzle, false);
        let plan = VariantPlan::new(list, encoding, Question::Count, None).unwrap();
        let expect = plan.list().family.expect;
        assert!(expect.variants.is_some(), "{text}");
        assert_eq!(Summary::new(&solve(plan)).differences(&expect), [], "{text}");
    }
}

/// The lines that the program prints for the calendar puzzle.
fn output(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = assert_cmd::Command::cargo_bin("polywright").unwrap();
    let output = command.arg("variants").arg("a-puzzle-a-day").args(arguments).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[test]
fn the_command_line_tells_of_each_variant_and_of_all() {
    let (status, text) = output(&["--json", "--only", "Oct"]);
    assert_eq!(status, Some(0));
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 32);
    let sixth = &lines[5];
    assert_eq!((&sixth["variant"], &sixth["distinct"]), (&Value::from("6 Oct"), &Value::from(7)));
    assert_eq!(sixth["open"], serde_json::json!([[4, 2], [6, 3]]));
    let last = &lines[31];
    assert_eq!((&last["variants"], &last["fewest"]), (&Value::from(31), &Value::from(7)));
    assert_eq!(last["complete"], Value::from(true));

    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("dates.csv");
    let (status, text) = output(&["--csv", csv.to_str().unwrap()]);
    assert_eq!(status, Some(0));
    assert!(
        text.contains("fewest 7 (6 Oct) · median 59 · mean 66.7 · most 216 (25 Jan)"),
        "{text}"
    );
    let table = fs::read_to_string(&csv).unwrap();
    assert_eq!(table.lines().count(), 367);
    assert!(table.contains("\n6 Oct,4.2+6.3,1,yes,7,7,7,0,"), "{table}");

    let (status, text) = output(&["--exists", "--only", "6 Oct"]);
    assert_eq!(status, Some(0));
    assert!(text.contains("1 solvable · 0 unsolvable"), "{text}");
    assert_eq!(output(&["--only", "30 Feb"]).0, Some(2));
    assert_eq!(output(&["--all", "--only", "30 Feb"]).0, Some(0));
}

#[test]
fn what_parity_rules_out_is_counted_by_itself() {
    // Four dominoes on nine squares: with a side open, more squares of one colour are left.
    let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 2, copies: 4)], \
                board: Rectangle(3, 3), site_groups: {\"any\": All}, \
                variants: (of: [OpenOne(\"any\")]))";
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.ron"), text).unwrap();
    let output = polywright(folder.path(), &["variants", "t.ron", "--one-by-one"]);
    let line = "3 solved · 2 solvable · 1 unsolvable, 1 by parity";
    assert!(stdout(&output).contains(line), "{}", stdout(&output));
    let output = polywright(folder.path(), &["variants", "t.ron", "--one-by-one", "--json"]);
    let last: Value = serde_json::from_str(stdout(&output).lines().last().unwrap()).unwrap();
    assert_eq!(last["unsolvable_by"], serde_json::json!({ "parity": 1 }));
}

#[test]
fn names_with_commas_are_quoted_in_tables() {
    let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 2)], board: \
                Rectangle(3, 1), site_groups: {\"any\": All}, variants: (of: [OpenOne(\"any\")]))";
    let puzzle = read(text);
    let (list, _) = list(&puzzle, false);
    let (_, results) = by(&puzzle, Method::OneByOne);
    let equal = EqualVariants::of_list(&list).unwrap();
    let rows =
        ResultTable { list: &list, equal: &equal, results: &results, question: Question::Count };
    let mut out = Vec::new();
    rows.write_csv([1, 0], &mut out).unwrap();
    let table = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[2].starts_with("\"(1, 1)\",1.1,2,yes,1,1,1,1,"), "{table}");
    assert!(lines[1].starts_with("\"(2, 1)\",2.1,1,no,0,0,0,0,"), "{table}");
    // The one that is equal has no search of its own.
    let last = "\"(3, 1)\",3.1,2,yes,1,1,1,1,,,,\"(1, 1)\"";
    assert!(lines[3] == last && lines.len() == 4, "{table}");
    let mut out = Vec::new();
    rows.write_ron(0..2, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let ron::Value::Map(all) = ron::from_str(&text).unwrap() else { panic!("{text}") };
    assert_eq!(all.len(), 2);
    let first = "(name:\"(1, 1)\",open:[[1,1]],number:2,equal:[\"(3, 1)\"],\
                 solvable:true,total:1,distinct:1,";
    assert!(text.contains(first), "{text}");
}
