//! Counts beyond 64 bits, and matrices without geometry that are counted by states.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use num_bigint::BigUint;
use polywright::encode::Encoded;
use polywright::exact_cover::frontier::{self, Covered, Limits, WeightedProblem};
use polywright::exact_cover::{
    Cell, Engine, ItemId, ItemKind, LinearOrder, Problem, ProblemBuilder,
};
use polywright::format::{dlx, puzzle_file};
use polywright::job::{self, Phase, Plan, PlanOptions, Run, Settings, Snapshot, Subject};
use polywright::natural::Natural;
use polywright::puzzle::Puzzle;
use polywright::solution::Counts;
use polywright::solution::database::{Certificate, Database, NewResult, ProblemDigest};

/// Dominoes on square boards (OEIS A004003).
const DOMINOES: [(u32, &str); 4] = [
    (8, "12988816"),
    (12, "53060477521960000"),
    (14, "112202208776036178000000"),
    (16, "2444888770250892795802079170816"),
];

fn natural(digits: &str) -> Natural {
    digits.parse().unwrap()
}

fn dominoes(size: u32) -> Arc<Puzzle> {
    let text = format!(
        "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 2, copies: {})], \
         board: Rectangle({size}, {size}))",
        size * size / 2
    );
    puzzle_file::read(text.as_str().into()).unwrap().puzzle
}

/// Dominoes on a board of cells in rows, as a matrix and as a text of Knuth's format, in which the
/// cells are in disorder.
fn board(width: usize, height: usize) -> (WeightedProblem, String) {
    let cells = width * height;
    let mut cover =
        WeightedProblem { kinds: vec![ItemKind::ONCE; cells], ..WeightedProblem::default() };
    let name = |cell: usize| format!("c{cell}");
    let mixed: Vec<String> = (0..cells).map(|n| name(n * 59 % cells)).collect();
    let mut text = mixed.join(" ") + "\n";
    let mut lay = |a: usize, b: usize| {
        let covered = |cell: usize| Covered { item: cell as u32, times: 1, colour: 0 };
        cover.options.push(vec![covered(a), covered(b)]);
        text += &format!("{} {}\n", name(a), name(b));
    };
    for cell in 0..cells {
        if cell % width + 1 < width {
            lay(cell, cell + 1);
        }
        if cell + width < cells {
            lay(cell, cell + width);
        }
    }
    (cover, text)
}

fn swept(cover: &WeightedProblem) -> Natural {
    let order: Vec<ItemId> = (0..cover.kinds.len() as u32).map(ItemId).collect();
    let go_on = &mut |_| ControlFlow::Continue(());
    frontier::count(cover, &order, &Limits::default(), go_on).unwrap()
}

fn counts(puzzle: &Arc<Puzzle>) -> Counts<Natural> {
    let Encoded { encoding, group, .. } = Encoded::new(Arc::clone(puzzle)).unwrap();
    let go_on = &mut |_, _| ControlFlow::Continue(());
    let counted = job::count(puzzle, &encoding, &group, None, &Limits::default(), go_on);
    counted.unwrap().unwrap()
}

#[test]
fn dominoes_on_large_boards_are_counted_exactly() {
    for (size, known) in DOMINOES {
        let found = swept(&board(size as usize, size as usize).0);
        assert_eq!(found, natural(known), "{size}");
        // Kasteleyn's product, 1961.
        let cosine = |k: u32| {
            let angle = std::f64::consts::PI * f64::from(k) / f64::from(size + 1);
            4.0 * angle.cos().powi(2)
        };
        let half = 1..=size / 2;
        let factors = half.clone().flat_map(|j| half.clone().map(move |k| cosine(j) + cosine(k)));
        let product: f64 = factors.product();
        let found: f64 = found.to_string().parse().unwrap();
        assert!((product / found - 1.0).abs() < 1e-9, "{size}: {product} for {found}");
    }
}

/// Numbers of more than 128 bits of which many states are kept, by Kasteleyn's product.
#[test]
fn wide_boards_have_numbers_beyond_128_bits() {
    const STRIPS: [(usize, &str); 3] = [
        (32, "40979052955710460778539293066443672700750321649927"),
        (36, "80421904897605973653348801858065883441254854407529174249"),
        (44, "309741600151604838147920489860034283680236928728976707169889895900343"),
    ];
    for (columns, known) in STRIPS {
        let (cover, _) = board(13, columns);
        assert_eq!(swept(&cover), natural(known), "13x{columns}");
    }
}

#[test]
fn distinct_numbers_beyond_64_bits_fit_the_total() {
    let small = counts(&dominoes(6));
    let plan = Plan::new(dominoes(6), PlanOptions::default()).unwrap();
    let mut run = Run::start(Arc::new(plan), Settings::default());
    run.wait();
    assert_eq!(small, run.snapshot().counts, "counting and listing agree");
    assert_eq!(small.total, 6728);

    let large = counts(&dominoes(14));
    assert_eq!(large.total, natural("112202208776036178000000"));
    // An orbit has eight members, or half as many or fewer if it is symmetric.
    let times = |n: Natural, k: u32| n.to_big() * k;
    let missing = times(large.distinct, 8) - large.total.to_big();
    assert!(missing >= times(large.symmetric, 4) && missing < times(large.symmetric, 8));
    assert!(times(large.turned, 4) >= large.total.to_big() && large.turned > large.distinct);
}

#[test]
fn a_strip_has_a_number_of_hundreds_of_digits() {
    // t(n) = 4 t(n - 2) - t(n - 4), in three rows.
    let (mut before, mut number) = (BigUint::from(1u32), BigUint::from(3u32));
    let columns = 500;
    for _ in 1..columns / 2 {
        (before, number) = (number.clone(), number * 4u32 - before);
    }
    let (cover, _) = board(3, columns);
    assert_eq!(swept(&cover), Natural::from(number.clone()));
    assert!(number.bits() > 400);
    // Weights multiply.
    let cover = WeightedProblem { weights: vec![3; cover.options.len()], ..cover };
    let weighted = number * BigUint::from(3u32).pow(3 * columns as u32 / 2);
    assert_eq!(swept(&cover), Natural::from(weighted));
}

#[test]
fn files_keep_large_numbers() {
    let digits = "14025276097004522250000";
    let text = format!(
        "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 2, copies: 98)], \
         board: Rectangle(14, 14), expect: (total: 7, distinct: \"{digits}\"))"
    );
    let description = puzzle_file::read_description(&text).unwrap();
    assert_eq!(description.expect.distinct, Some(natural(digits)));
    let again = puzzle_file::read_description(&puzzle_file::write(&description)).unwrap();
    assert_eq!(again.expect, description.expect);

    let folder = tempfile::tempdir().unwrap();
    let mut database = Database::open(&folder.path().join("results.sqlite")).unwrap();
    let Encoded { encoding, group, .. } = Encoded::new(dominoes(4)).unwrap();
    let digest = ProblemDigest::new(&encoding.problem, &group);
    let total = natural("112202208776036178000000");
    let counts = Counts {
        total,
        turned: natural("9223372036854775807"),
        distinct: natural("18446744073709551615"),
        symmetric: 5.into(),
    };
    let result = NewResult {
        title: "t".to_owned(),
        counts,
        complete: true,
        store: polywright::solution::Store::new(group.option_count()),
        engine: "frontier sweep".to_owned(),
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    let go_on = &mut |_, _| ControlFlow::Continue(());
    database.store(&digest, &group, &result, u64::MAX, go_on).unwrap();
    assert_eq!(database.summary(&digest).unwrap().unwrap().counts, counts);
    assert_eq!(database.list().unwrap()[0].counts, counts);
    let certificate = Certificate {
        engine: "bitset search".to_owned(),
        program: "0.1.0".to_owned(),
        at: std::time::SystemTime::UNIX_EPOCH,
        solutions: None,
    };
    let others = Counts { total: total + 1.into(), ..counts };
    assert!(!database.certify(&digest, others, &certificate).unwrap());
    assert!(database.certify(&digest, counts, &certificate).unwrap());
}

fn counted(subject: Subject, options: PlanOptions) -> Snapshot {
    let plan = Arc::new(Plan::new(subject, options).unwrap());
    let mut run = Run::start(plan, Settings { keep: false, ..Settings::default() });
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    last
}

#[test]
fn a_matrix_without_geometry_is_counted_by_states() {
    let of_text = |text: &str| Subject::of_problem("t", dlx::read(text).unwrap());
    for (text, known) in [
        (board(8, 8).1, "12988816"),
        (board(12, 12).1, "53060477521960000"),
        (perfect_matchings(16), "2027025"),
    ] {
        let last = counted(of_text(&text), PlanOptions::default());
        assert_eq!(last.counts.total, natural(known));
        assert_eq!(last.counts.distinct, last.counts.total);
        assert!(last.states > 0 && last.effort.nodes == 0, "{} nodes", last.effort.nodes);
        let bound =
            Plan::new(of_text(&text), PlanOptions::default()).unwrap().count_bound().unwrap();
        let most = 24.0 * last.states as f64;
        assert!(
            last.states as f64 <= bound.states && bound.states < most,
            "{bound:?}, {}",
            last.states
        );
    }
    // Of one that no computer counts, it is said how far it is.
    let far = Plan::new(of_text(&board(40, 40).1), PlanOptions::default()).unwrap();
    let bound = far.count_bound().unwrap();
    assert!(
        (38..=41).contains(&bound.width) && bound.states > 1e13 && bound.cost > 1e15,
        "{bound:?}"
    );
}

#[test]
fn what_was_searched_before_a_sweep_in_vain_is_counted_once() {
    // Searched at once; begun, swept in vain and begun again; begun and swept.
    for (text, memory, known, is_swept) in [
        (board(4, 4).1, 0, 36, false),
        (board(6, 8).1, 0, 167_089, false),
        (board(6, 8).1, 64 << 20, 167_089, true),
    ] {
        let counts = [false, true].map(|keep| {
            let subject = Subject::of_problem("t", dlx::read(&text).unwrap()).with_symmetries();
            let plan = Arc::new(Plan::new(subject, PlanOptions::default()).unwrap());
            let settings = Settings { keep, sweep_bytes: memory, ..Settings::default() };
            let mut run = Run::start(plan, settings);
            run.wait();
            let last = run.snapshot();
            assert_eq!(last.phase, Phase::Complete);
            assert_eq!(run.engine_names().contains("frontier"), is_swept && !keep);
            assert!(keep || is_swept == (last.effort.nodes == 0), "{} nodes", last.effort.nodes);
            last.counts
        });
        assert_eq!(counts[0].total, natural(&known.to_string()));
        assert_eq!(counts[0], counts[1]);
    }
}

/// Pairs of so many items.
fn perfect_matchings(items: usize) -> String {
    let names: Vec<String> = (0..items).map(|n| format!("v{n}")).collect();
    let mut text = names.join(" ") + "\n";
    for (n, a) in names.iter().enumerate() {
        names[..n].iter().for_each(|b| text += &format!("{a} {b}\n"));
    }
    text
}

/// Knuth's MMIX generator, TAOCP 3.3.4.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % most
    }
}

/// A matrix of items to be covered once, some more often or not at all, with colours.
fn random_matrix(random: &mut Random) -> Problem {
    let mut builder = ProblemBuilder::default();
    let primary = 6 + random.below(8);
    let kind = |n: u64| match n {
        0 => ItemKind::Primary { min: 0, max: 2 },
        1 => ItemKind::Primary { min: 1, max: 3 },
        _ => ItemKind::ONCE,
    };
    let mut items: Vec<ItemId> = Vec::new();
    for n in 0..primary {
        // Only an item that is covered once orders options, and every option has one.
        let kind = kind(if n < 4 { 2 } else { random.below(12) });
        items.push(builder.item(format!("p{n}"), kind));
    }
    let secondary = random.below(4);
    items.extend((0..secondary).map(|n| builder.item(format!("s{n}"), ItemKind::Secondary)));
    for _ in 0..3 * primary + random.below(20) {
        let mut cells: Vec<Cell> = Vec::new();
        for k in 0..1 + random.below(4) {
            let from = if k == 0 { 4 } else { items.len() as u64 };
            let item = items[random.below(from) as usize];
            let is_secondary = item.0 as u64 >= primary;
            let colour = if is_secondary { random.below(3) as u32 } else { 0 };
            if cells.iter().all(|cell| cell.item != item) {
                cells.push(Cell { item, colour });
            }
        }
        builder.coloured_option(cells);
    }
    builder.build().unwrap()
}

#[test]
fn sweeps_and_searches_count_random_matrices_alike() {
    let random = &mut Random(36);
    let (mut both, mut solvable) = (0, 0);
    for n in 0..100 {
        let problem = Arc::new(random_matrix(random));
        let subject = || Subject::of_problem("t", Arc::clone(&problem));
        let links = Engine::reference();
        let expected = counted(subject(), PlanOptions::by(links)).counts;
        let cover = WeightedProblem::from_problem(&problem);
        let Some(order) = LinearOrder::new(&cover) else { continue };
        let go_on = &mut |_| ControlFlow::Continue(());
        let Ok(found) = frontier::count(&cover, &order.items, &Limits::default(), go_on) else {
            continue;
        };
        assert_eq!(found, expected.total, "matrix {n}");
        both += 1;
        solvable += usize::from(expected.total > 0);
        if Plan::new(subject(), PlanOptions::by(&frontier::ENGINE)).is_ok() {
            let swept = counted(subject(), PlanOptions::by(&frontier::ENGINE));
            assert_eq!(swept.counts, expected, "matrix {n}");
        }
    }
    assert!(both > 60 && solvable > 20, "{both} of both kinds, {solvable} with solutions");
}

/// A matrix that a turn of so many steps takes to itself.
fn turned_matrix(random: &mut Random, turns: usize) -> Problem {
    let mut builder = ProblemBuilder::default();
    let own = 2 + random.below(3) as usize;
    let kind = |n: usize| match n {
        0 => ItemKind::ONCE,
        n if n + 1 == own => ItemKind::Secondary,
        _ => ItemKind::Primary { min: 1, max: 2 },
    };
    let kinds: Vec<ItemKind> = (0..own).map(kind).collect();
    let items: Vec<Vec<ItemId>> = kinds
        .into_iter()
        .enumerate()
        .map(|(n, kind)| (0..turns).map(|k| builder.item(format!("i{n}.{k}"), kind)).collect())
        .collect();
    for _ in 0..2 + random.below(4) {
        let mut cells: Vec<(usize, usize)> = vec![(0, random.below(turns as u64) as usize)];
        for _ in 0..random.below(4) {
            let cell = (random.below(own as u64) as usize, random.below(turns as u64) as usize);
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        for turn in 0..turns {
            let place = |&(n, k): &(usize, usize)| items[n][(k + turn) % turns];
            let cell = |own: &(usize, usize)| Cell { item: place(own), colour: 0 };
            builder.coloured_option(cells.iter().map(cell));
        }
    }
    builder.build().unwrap()
}

#[test]
fn solutions_of_matrices_are_counted_and_listed_up_to_their_symmetries() {
    let random = &mut Random(2);
    let (mut several, mut symmetric, mut swept) = (0, 0, 0);
    for n in 0..120 {
        let problem = Arc::new(turned_matrix(random, 2 + n % 4));
        let plain = || Subject::of_problem("t", Arc::clone(&problem));
        let found = |subject: Subject, engine: Option<&'static Engine>, keep: bool| {
            let plan = Plan::new(subject, PlanOptions { engine, ..PlanOptions::default() });
            let plan = plan.ok()?;
            let mut run = Run::start(Arc::new(plan), Settings { keep, ..Settings::default() });
            run.wait();
            let last = run.snapshot();
            assert_eq!(last.phase, Phase::Complete, "matrix {n}: {:?}", last.phase);
            let list = |store: &polywright::solution::Store| {
                let mut list: Vec<_> = (0..store.len()).map(|i| store.get(i)).collect();
                list.sort_unstable();
                list
            };
            Some((last.counts, run.with_store(list)))
        };
        let (all, solutions) = found(plain(), Some(Engine::reference()), true).unwrap();
        assert_eq!(all.total, solutions.len() as u64);
        // The least of each orbit, by the images of all solutions.
        let subject = plain().with_symmetries();
        let group = Arc::clone(subject.group());
        let mut least: Vec<_> = Vec::new();
        let mut fixed = 0;
        for solution in &solutions {
            let mut images: Vec<Vec<_>> = Vec::new();
            for element in &group.elements {
                let mut image: Vec<_> = solution.iter().map(|&o| element.image(o)).collect();
                image.sort_unstable();
                assert!(solutions.binary_search(&image).is_ok(), "matrix {n}: an image is lost");
                images.push(image);
            }
            if images.iter().min() == Some(solution) {
                fixed += usize::from(images.iter().filter(|image| *image == solution).count() > 1);
                least.push(solution.clone());
            }
        }
        several += usize::from(group.order() > 1 && least.len() > 1);
        symmetric += usize::from(fixed > 0);
        let expected = Counts {
            total: all.total,
            turned: all.total,
            distinct: (least.len() as u64).into(),
            symmetric: (fixed as u64).into(),
        };
        for engine in Engine::exhaustive().map(Some).chain([None]) {
            let Some((counts, list)) = found(plain().with_symmetries(), engine, true) else {
                continue;
            };
            let name = engine.map_or("automatic", |engine| engine.name);
            assert_eq!((counts, &list), (expected, &least), "matrix {n} by {name}");
            let (counts, _) = found(plain().with_symmetries(), engine, false).unwrap();
            assert_eq!(counts, expected, "matrix {n} counted by {name}");
            swept += usize::from(engine.is_some_and(|engine| engine.name.contains("sweep")));
        }
    }
    assert!(several > 30 && symmetric > 10 && swept > 20, "{several} {symmetric} {swept}");
}

#[test]
fn queens_are_twelve_of_ninety_two_and_few_nodes_find_them() {
    let folder = tempfile::tempdir().unwrap();
    let names = |kind: char, count: usize| {
        (0..count).map(|n| format!("{kind}{n}")).collect::<Vec<_>>().join(" ")
    };
    let mut text =
        format!("{} {} | {} {}\n", names('r', 8), names('k', 8), names('u', 15), names('d', 15));
    for (r, k) in (0..8).flat_map(|r| (0..8).map(move |k| (r, k))) {
        text += &format!("r{r} k{k} u{} d{}\n", r + k, 7 + r - k);
    }
    let problem = Arc::new(dlx::read(&text).unwrap());
    let plain = counted(
        Subject::of_problem("t", Arc::clone(&problem)),
        PlanOptions::by(Engine::reference()),
    );
    let subject = || Subject::of_problem("t", Arc::clone(&problem)).with_symmetries();
    let last = counted(subject(), PlanOptions::by(Engine::reference()));
    let numbers = [92, 92, 12, 1].map(Natural::from);
    let Counts { total, turned, distinct, symmetric } = last.counts;
    assert_eq!([total, turned, distinct, symmetric], numbers);
    assert!(
        last.effort.nodes <= plain.effort.nodes,
        "{} of {}",
        last.effort.nodes,
        plain.effort.nodes
    );
    // A run that was begun with symmetries is resumed with them, and one without them without.
    for (subject, of) in [(subject(), true), (Subject::of_problem("t", problem.clone()), false)] {
        let plan = Arc::new(Plan::new(subject, PlanOptions::by(Engine::reference())).unwrap());
        let mut run = Run::start(plan, Settings { last_checkpoint: true, ..Settings::default() });
        run.wait();
        let path = folder.path().join(format!("{of}.ron"));
        run.checkpoint().unwrap().save(&path).unwrap();
        let saved = polywright::job::Checkpoint::load(&path).unwrap();
        let resumed =
            saved.plan(Subject::of_problem("t", problem.clone()).with_symmetries()).unwrap();
        assert_eq!(resumed.group().order() > 1, of);
    }
}
