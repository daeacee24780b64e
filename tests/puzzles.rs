//! Random small puzzles on every lattice of the square grid, solved by the program and by a
//! brute force that shares nothing with the encoder, the engines or the shapes' orientations.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use polywright::encode::selection::Selections;
use polywright::encode::symmetry::Restriction;
use polywright::encode::{Encoding, SymmetryGroup};
use polywright::exact_cover::EngineKind;
use polywright::exact_cover::frontier::Limits;
use polywright::format::{Contents, puzzle_file, read_ron, solutions_file};
use polywright::job::{self, Division, Phase, Plan, Run, Settings};
use polywright::lattice::Point;
use polywright::polyform::Motions;
use polywright::puzzle::{JunctionRule, PieceId, Puzzle};
use polywright::solution::verify::verify;
use polywright::solution::{Counts, Store, View};
use proptest::prelude::*;

// ---- What the tests know by themselves of the square grid ----

/// A site by its doubled coordinates, row first so that sorting is reading order.
type Site = (i32, i32);
/// A placed piece: its number and its sites, sorted.
type Laid = (usize, Vec<Site>);
/// A solution: the placed pieces, sorted.
type Solution = Vec<Laid>;

/// The eight turns and flips of the square; the first four keep left and right.
const TURNS: [fn(Site) -> Site; 8] = [
    |(y, x)| (y, x),
    |(y, x)| (x, -y),
    |(y, x)| (-y, -x),
    |(y, x)| (-x, y),
    |(y, x)| (y, -x),
    |(y, x)| (-y, x),
    |(y, x)| (x, y),
    |(y, x)| (-x, -y),
];

fn turns_of(motions: Motions) -> &'static [fn(Site) -> Site] {
    match motions {
        Motions::TurnAndFlip => &TURNS,
        Motions::Turn => &TURNS[..4],
        Motions::AsDrawn => &TURNS[..1],
    }
}

fn site(p: Point) -> Site {
    (p.y, p.x)
}

fn point((y, x): Site) -> Point {
    Point::new(x, y, 0)
}

/// Sorted, and moved by whole periods (2) as far up and left as that goes.
fn homed(mut sites: Vec<Site>) -> Vec<Site> {
    let down = |n: Option<i32>| n.unwrap_or(0).div_euclid(2) * 2;
    let (y, x) = (down(sites.iter().map(|s| s.0).min()), down(sites.iter().map(|s| s.1).min()));
    for site in &mut sites {
        *site = (site.0 - y, site.1 - x);
    }
    sites.sort_unstable();
    sites
}

/// The junctions that a piece runs straight through: midway between two of its edges that
/// share an end.
fn straight(sites: &[Site]) -> Vec<Site> {
    let mut junctions = Vec::new();
    for &(y, x) in sites {
        let next = if x % 2 != 0 { (y, x + 2) } else { (y + 2, x) };
        if sites.contains(&next) {
            junctions.push(((y + next.0) / 2, (x + next.1) / 2));
        }
    }
    junctions
}

// ---- Brute force ----

/// Too many steps or solutions for a small puzzle: the case is passed over.
struct TooMuch;

struct BruteForce<'p> {
    puzzle: &'p Puzzle,
    edges: bool,
    /// For each site of the board, the placed pieces whose first site it is.
    starting_at: BTreeMap<Site, Vec<Laid>>,
    /// The sites of the board in reading order, and whether each must be covered.
    sites: Vec<(Site, bool)>,
    laid: Vec<Laid>,
    steps: u32,
    found: BTreeSet<Solution>,
}

impl BruteForce<'_> {
    /// All solutions: the sites are gone through in reading order, and each is either left open
    /// (if it may be), or covered by a piece that begins there.
    fn solve(puzzle: &Puzzle, edges: bool) -> Result<BTreeSet<Solution>, TooMuch> {
        let sites: Vec<(Site, bool)> =
            puzzle.board.sites().iter().map(|s| (site(s.site), s.required)).collect();
        let mut starting_at: BTreeMap<Site, Vec<Laid>> = BTreeMap::new();
        for (number, piece) in puzzle.pieces.iter().enumerate() {
            let mut laid = BTreeSet::new();
            for turn in turns_of(piece.motions) {
                let turned: Vec<Site> =
                    piece.shape.sites().iter().map(|&p| turn(site(p))).collect();
                for &((y, x), _) in &sites {
                    let (dy, dx) = (y - turned[0].0, x - turned[0].1);
                    let mut moved: Vec<Site> =
                        turned.iter().map(|s| (s.0 + dy, s.1 + dx)).collect();
                    let whole = dy % 2 == 0 && dx % 2 == 0;
                    if whole && moved.iter().all(|m| sites.iter().any(|(s, _)| s == m)) {
                        moved.sort_unstable();
                        laid.insert(moved);
                    }
                }
            }
            for sites in laid {
                starting_at.entry(sites[0]).or_default().push((number, sites));
            }
        }
        let mut search = BruteForce {
            puzzle,
            edges,
            starting_at,
            sites,
            laid: Vec::new(),
            steps: 0,
            found: BTreeSet::new(),
        };
        search.go_on(0)?;
        Ok(search.found)
    }

    fn go_on(&mut self, at: usize) -> Result<(), TooMuch> {
        self.steps += 1;
        if self.steps > 60_000 || self.found.len() > 2_000 {
            return Err(TooMuch);
        }
        let Some(&(here, required)) = self.sites.get(at) else {
            if (0..self.puzzle.pieces.len())
                .all(|n| self.used(n) >= self.puzzle.pieces[n].copies.min)
            {
                let mut solution = self.laid.clone();
                solution.sort_unstable();
                assert!(self.found.insert(solution), "the brute force repeats itself");
            }
            return Ok(());
        };
        if self.laid.iter().any(|(_, sites)| sites.contains(&here)) {
            return self.go_on(at + 1);
        }
        if !required {
            self.go_on(at + 1)?;
        }
        for candidate in self.starting_at.get(&here).cloned().unwrap_or_default() {
            if self.fits(&candidate) {
                self.laid.push(candidate);
                self.go_on(at + 1)?;
                self.laid.pop();
            }
        }
        Ok(())
    }

    fn used(&self, number: usize) -> u32 {
        self.laid.iter().filter(|(n, _)| *n == number).count() as u32
    }

    fn fits(&self, (number, sites): &Laid) -> bool {
        let crossing = self.edges && self.puzzle.rules.junctions == JunctionRule::NoCrossing;
        self.used(*number) < self.puzzle.pieces[*number].copies.max
            && self.laid.iter().all(|(_, others)| {
                let crosses = || straight(others).iter().any(|j| straight(sites).contains(j));
                let overlaps = others.iter().any(|s| sites.contains(s));
                !overlaps && (!crossing || !crosses())
            })
    }
}

/// A symmetry found naively: where each site of the board goes, and each piece.
#[derive(Clone, PartialEq, Eq)]
struct Symmetry {
    sites: BTreeMap<Site, Site>,
    pieces: Vec<usize>,
    turns: bool,
}

/// Every isometry of the board that respects the kinds of sites and the pieces; those that do
/// the same are one.
fn symmetries(puzzle: &Puzzle) -> Vec<Symmetry> {
    let board: BTreeMap<Site, bool> =
        puzzle.board.sites().iter().map(|s| (site(s.site), s.required)).collect();
    let corner = |sites: &[Site]| {
        let least = |n: Option<i32>| n.unwrap_or(0);
        (least(sites.iter().map(|s| s.0).min()), least(sites.iter().map(|s| s.1).min()))
    };
    // What a piece is to the rules: all its orientations, its copies, its motions.
    let nature = |number: usize, turn: fn(Site) -> Site| {
        let piece = &puzzle.pieces[number];
        let images: BTreeSet<Vec<Site>> = turns_of(piece.motions)
            .iter()
            .map(|own| homed(piece.shape.sites().iter().map(|&p| turn(own(site(p)))).collect()))
            .collect();
        (images, piece.copies.min, piece.copies.max, piece.motions)
    };
    let mut group: Vec<Symmetry> = Vec::new();
    for (t, &turn) in TURNS.iter().enumerate() {
        let places: Vec<Site> = board.keys().copied().collect();
        let turned: Vec<Site> = places.iter().map(|&s| turn(s)).collect();
        let (from, to) = (corner(&turned), corner(&places));
        let (dy, dx) = (to.0 - from.0, to.1 - from.1);
        if dy % 2 != 0 || dx % 2 != 0 {
            continue;
        }
        let moved = turned.iter().map(|s| (s.0 + dy, s.1 + dx));
        let sites: BTreeMap<Site, Site> = places.iter().copied().zip(moved).collect();
        if sites.iter().any(|(s, image)| board.get(image) != board.get(s)) {
            continue;
        }
        let count = puzzle.pieces.len();
        let pieces: Option<Vec<usize>> = (0..count)
            .map(|n| {
                let mine = nature(n, TURNS[0]);
                let rank = (0..n).filter(|&m| nature(m, TURNS[0]) == mine).count();
                let image = nature(n, turn);
                (0..count).filter(|&m| nature(m, TURNS[0]) == image).nth(rank)
            })
            .collect();
        let Some(pieces) = pieces else { continue };
        match group.iter_mut().find(|g| g.sites == sites && g.pieces == pieces) {
            Some(same) => same.turns |= t < 4,
            None => group.push(Symmetry { sites, pieces, turns: t < 4 }),
        }
    }
    group
}

impl Symmetry {
    fn image(&self, solution: &Solution) -> Solution {
        let mut image: Solution = solution
            .iter()
            .map(|(number, sites)| {
                let mut sites: Vec<Site> = sites.iter().map(|s| self.sites[s]).collect();
                sites.sort_unstable();
                (self.pieces[*number], sites)
            })
            .collect();
        image.sort_unstable();
        image
    }
}

/// The counts by applying every symmetry to every solution.
fn naive_counts(solutions: &BTreeSet<Solution>, group: &[Symmetry]) -> [u64; 4] {
    let classes = |group: &[&Symmetry]| {
        let least = |s| group.iter().map(|g| g.image(s)).min().expect("the identity is there");
        solutions.iter().map(least).collect::<BTreeSet<Solution>>()
    };
    let all: Vec<&Symmetry> = group.iter().collect();
    let turns: Vec<&Symmetry> = group.iter().filter(|g| g.turns).collect();
    let distinct = classes(&all);
    let symmetric =
        distinct.iter().filter(|s| group.iter().filter(|g| g.image(s) == **s).count() > 1).count();
    [solutions.len(), classes(&turns).len(), distinct.len(), symmetric].map(|n| n as u64)
}

// ---- Random puzzles, as text ----

#[derive(Clone, Debug)]
struct Recipe {
    edges: bool,
    width: usize,
    height: usize,
    /// What stands on each site of the board, before it is made symmetric.
    marks: Vec<u8>,
    symmetry: u8,
    pieces: Vec<PieceRecipe>,
    /// Whether the pieces are cut out of the board, so that they surely fit.
    cut: bool,
    rules: u8,
}

#[derive(Clone, Debug)]
struct PieceRecipe {
    growth: Vec<u8>,
    copies: (u32, u32),
    motions: u8,
    drawn: bool,
}

fn recipes(edges: bool) -> impl Strategy<Value = Recipe> {
    let size = if edges { 1usize..=3 } else { 1..=5 };
    let piece = (
        proptest::collection::vec(any::<u8>(), 0..=3),
        prop_oneof![2 => Just((1, 0)), 1 => (0u32..=2, 0u32..=2)],
        0u8..5,
        any::<bool>(),
    )
        .prop_map(|(growth, copies, motions, drawn)| PieceRecipe {
            growth,
            copies,
            motions,
            drawn,
        });
    (
        (size.clone(), size),
        proptest::collection::vec(0u8..10, 64),
        0u8..6,
        proptest::collection::vec(piece, 1..=4),
        any::<bool>(),
        0u8..16,
    )
        .prop_map(move |((width, height), marks, symmetry, pieces, cut, rules)| Recipe {
            edges,
            width,
            height,
            marks,
            symmetry,
            pieces,
            cut,
            rules,
        })
}

/// Boards that symmetry maps to themselves without leaving a site in place, or nearly, and
/// pieces of which any number may be used.
fn alike(edges: bool) -> impl Strategy<Value = Recipe> {
    let sizes = match edges {
        false => &[(2, 2), (2, 4), (4, 2), (3, 4), (4, 3), (2, 6), (6, 2)][..],
        true => &[(1, 1), (1, 2), (2, 1), (2, 2), (1, 3)],
    };
    (recipes(edges), proptest::sample::select(sizes), 0u8..4, 1usize..=2, any::<bool>()).prop_map(
        |(mut recipe, (width, height), hole, kinds, once)| {
            recipe.pieces.truncate(if once { 4 } else { kinds });
            for piece in &mut recipe.pieces {
                piece.copies = if once { (0, 1) } else { (0, 12) };
                piece.motions = 0;
            }
            // One orbit of sites may be holes or optional.
            recipe.marks.fill(3);
            recipe.marks[0] = hole;
            Recipe { width, height, symmetry: 3, cut: false, ..recipe }
        },
    )
}

/// The sites next to a site: cells that share a side, or edges that share an end.
fn neighbours((y, x): Site, edges: bool) -> Vec<Site> {
    if !edges {
        return vec![(y - 2, x), (y, x - 2), (y, x + 2), (y + 2, x)];
    }
    let ends = if x % 2 != 0 { [(y, x - 1), (y, x + 1)] } else { [(y - 1, x), (y + 1, x)] };
    let around = |(y, x)| [(y - 1, x), (y, x - 1), (y, x + 1), (y + 1, x)];
    ends.into_iter().flat_map(around).filter(|&s| s != (y, x)).collect()
}

/// A connected shape that begins at a site, grown by picks among the neighbours that are allowed.
fn grown(start: Site, growth: &[u8], edges: bool, allowed: impl Fn(Site) -> bool) -> Vec<Site> {
    let mut sites = vec![start];
    for &pick in growth {
        let mut around: Vec<Site> = sites
            .iter()
            .flat_map(|&s| neighbours(s, edges))
            .filter(|s| !sites.contains(s) && allowed(*s))
            .collect();
        around.sort_unstable();
        around.dedup();
        if around.is_empty() {
            break;
        }
        sites.push(around[usize::from(pick) % around.len()]);
    }
    sites
}

/// Text art of sites, a character for each.
fn art(sites: &BTreeMap<Site, char>, edges: bool) -> Vec<String> {
    let at = |n: i32| if edges { n } else { (n - 1) / 2 } as usize;
    let mut rows = Vec::new();
    for (&(y, x), &mark) in sites {
        rows.resize(rows.len().max(at(y) + 1), Vec::new());
        let row = &mut rows[at(y)];
        row.resize(row.len().max(at(x) + 1), '.');
        row[at(x)] = mark;
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

fn address((y, x): Site, edges: bool) -> Vec<i32> {
    if !edges {
        vec![(x + 1) / 2, (y + 1) / 2]
    } else if x % 2 != 0 {
        vec![(x - 1) / 2, y / 2, (x + 1) / 2, y / 2]
    } else {
        vec![x / 2, (y - 1) / 2, x / 2, (y + 1) / 2]
    }
}

impl Recipe {
    /// The sites of the board and their marks; at most 12.
    fn board(&self) -> BTreeMap<Site, char> {
        let (height, width) = (self.height, self.width);
        let (rows, columns) =
            if self.edges { (2 * height + 1, 2 * width + 1) } else { (height, width) };
        let mut sites = BTreeMap::new();
        for row in 0..rows {
            for column in 0..columns {
                // The least of the places that the board's symmetry makes equal decides.
                let (down, left) = (rows - 1 - row, columns - 1 - column);
                let (r, c) = match self.symmetry {
                    1 => (row.min(down), column),
                    2 => (row, column.min(left)),
                    3 => (row.min(down), column.min(left)),
                    4 => (row, column).min((down, left)),
                    5 if rows == columns => {
                        let (r, c) = (row.min(down), column.min(left));
                        (r.min(c), r.max(c))
                    }
                    _ => (row, column),
                };
                let (row, column) = (row as i32, column as i32);
                let site = match self.edges {
                    false => (2 * row + 1, 2 * column + 1),
                    true if (row + column) % 2 == 1 => (row, column),
                    true => continue,
                };
                match self.marks[(r * columns + c) % self.marks.len()] {
                    0 => {}
                    1 | 2 => _ = sites.insert(site, 'o'),
                    _ => _ = sites.insert(site, '#'),
                }
            }
        }
        while sites.len() > 12 {
            sites.pop_last();
        }
        sites
    }

    /// The text of the puzzle; `None` when the board has no site that must be covered.
    fn text(&self) -> Option<String> {
        let board = self.board();
        board.values().any(|&mark| mark == '#').then_some(())?;
        let mut pieces: Vec<(Vec<Site>, (u32, u32), &PieceRecipe)> = Vec::new();
        if self.cut {
            let mut left: BTreeSet<Site> =
                board.iter().filter(|(_, m)| **m == '#').map(|(&s, _)| s).collect();
            let mut recipes = self.pieces.iter().cycle();
            while let (Some(&start), Some(recipe)) = (left.first(), recipes.next()) {
                let sites = grown(start, &recipe.growth, self.edges, |s| left.contains(&s));
                left.retain(|s| !sites.contains(s));
                let shape = homed(sites);
                match pieces.iter_mut().find(|(other, ..)| *other == shape) {
                    Some((_, copies, _)) => *copies = (copies.0 + 1, copies.1 + 1),
                    None => pieces.push((shape, (1, 1), recipe)),
                }
            }
        } else {
            for recipe in &self.pieces {
                let start = if self.edges { (2, 1) } else { (1, 1) };
                let sites = grown(start, &recipe.growth, self.edges, |_| true);
                let (min, more) = recipe.copies;
                pieces.push((homed(sites), (min, (min + more).max(1)), recipe));
            }
        }
        let mut text = String::new();
        let lattice = if self.edges { "SquareEdges" } else { "Square" };
        let _ = writeln!(text, "(format: 1, title: \"At \\\"random\\\"\", lattice: {lattice},");
        let _ = writeln!(text, "pieces: [");
        for (i, (sites, (min, max), recipe)) in pieces.iter().enumerate() {
            let drawing = if recipe.drawn {
                let marked = sites.iter().map(|&s| (s, 'X')).collect();
                format!("art: {:?}", art(&marked, self.edges))
            } else {
                let addresses: Vec<_> = sites.iter().map(|&s| address(s, self.edges)).collect();
                format!("sites: {addresses:?}")
            };
            let motions = ["TurnAndFlip", "TurnAndFlip", "TurnAndFlip", "Turn", "AsDrawn"]
                [usize::from(recipe.motions)];
            let copies = if min == max { min.to_string() } else { format!("({min}, {max})") };
            let _ = writeln!(
                text,
                "Piece(name: \"p{i}\", {drawing}, copies: {copies}, motions: {motions}),"
            );
        }
        let _ = writeln!(text, "], board: Art({:?}),", art(&board, self.edges));
        let _ = match self.rules {
            0 => writeln!(text, "rules: (leftover: true),"),
            1 | 2 => writeln!(text, "rules: (junctions: Free),"),
            3 => writeln!(text, "rules: (junctions: NoCrossing, loose_parts: true),"),
            _ => Ok(()),
        };
        text.push(')');
        Some(text)
    }
}

// ---- The program's answer ----

struct Answer {
    store: Store,
    counts: Counts,
}

fn run(plan: Plan, threads: usize) -> Answer {
    let mut run = Run::start(Arc::new(plan), Settings { threads, ..Settings::default() });
    run.wait();
    let last = run.snapshot();
    assert_eq!(last.phase, Phase::Complete);
    Answer { counts: last.counts, store: run.into_store() }
}

fn numbers(counts: &Counts) -> [u64; 4] {
    [counts.total, counts.turned, counts.distinct, counts.symmetric]
}

fn rows(store: &Store) -> Vec<(Vec<u32>, u64)> {
    let options = |i| store.get(i).iter().map(|o| o.0).collect();
    (0..store.len()).map(|i| (options(i), store.stabiliser(i))).collect()
}

/// Every solution uses the pieces in a way that was foreseen.
fn possible_copies(puzzle: &Puzzle, encoding: &Encoding, solutions: &BTreeSet<Solution>) {
    let selections = Selections::of(puzzle, encoding);
    for solution in solutions {
        let mut used = vec![0u32; puzzle.pieces.len()];
        for (number, _) in solution {
            used[*number] += 1;
        }
        for (copies, n) in selections.copies.iter().zip(&used) {
            assert!((copies.min..=copies.max).contains(n), "{used:?} not in {selections:?}");
        }
        if let Some(combinations) = &selections.combinations {
            assert!(combinations.contains(&used), "{used:?} not in {selections:?}");
        }
    }
}

/// Compares everything about one puzzle; whether it was small enough to be told how many
/// solutions it has, and how many symmetries.
fn compare(text: &str, edges: bool) -> Option<(usize, usize)> {
    let opened =
        puzzle_file::read(text.into()).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    let puzzle = Arc::clone(&opened.puzzle);
    let Ok(expected) = BruteForce::solve(&puzzle, edges) else { return None };
    let naive_group = symmetries(&puzzle);
    let naive = naive_counts(&expected, &naive_group);

    let encoding = Arc::new(Encoding::new(&puzzle).unwrap());
    let group = Arc::new(SymmetryGroup::of(&puzzle, &encoding));
    assert_eq!(group.order(), naive_group.len(), "symmetries of\n{text}");
    assert_eq!(group.turns(), naive_group.iter().filter(|g| g.turns).count(), "turns\n{text}");
    let plan = |restriction| {
        let (puzzle, encoding, group) = (puzzle.clone(), encoding.clone(), group.clone());
        Plan::with_restriction(puzzle, encoding, group, restriction)
    };
    let free = run(plan(None), 1);
    assert_eq!(numbers(&free.counts), naive, "total, turned, distinct, symmetric of\n{text}");

    // Every solution, as the program shows them all.
    let view = View::all(&free.store, &group);
    let mut found = BTreeSet::new();
    for n in 0..view.len() {
        let options = view.solution(&group, &free.store, n);
        let placed = solutions_file::placed(&encoding, &options);
        verify(&puzzle, &placed).unwrap_or_else(|e| panic!("{e}: {placed:?}\n{text}"));
        let mut laid: Solution = placed
            .iter()
            .map(|(id, sites)| (id.index(), sites.iter().map(|&p| site(p)).collect()))
            .collect();
        laid.sort_unstable();
        found.insert(laid);
    }
    assert_eq!(found, expected, "{text}");
    // And every solution of the brute force satisfies the verifier, which is a third opinion.
    for solution in &expected {
        let placed = solution
            .iter()
            .map(|(n, sites)| (PieceId(*n as u32), sites.iter().map(|&s| point(s)).collect()))
            .collect();
        verify(&puzzle, &placed).unwrap_or_else(|e| panic!("{e}: {placed:?}\n{text}"));
    }
    let orbits: u64 = (0..free.store.len())
        .map(|i| group.order() as u64 / u64::from(free.store.stabiliser(i).count_ones()))
        .sum();
    assert_eq!(orbits, expected.len() as u64, "orbits of\n{text}");

    // The same whatever piece or site is held, and on however many threads.
    let pieces = puzzle.pieces().filter_map(|(id, _)| group.restriction(&puzzle, &encoding, id));
    let sites = puzzle.board.sites().iter();
    let sites = sites.filter_map(|s| group.site_restriction(&puzzle, &encoding, s.site));
    let counted = |held: Option<&Restriction>| {
        let go_on = &mut |_, _| ControlFlow::Continue(());
        job::count(&puzzle, &encoding, &group, held, &Limits::default(), go_on)
    };
    let count = counted(None).unwrap_or_else(|e| panic!("{e}\n{text}")).unwrap();
    assert_eq!(numbers(&count), naive, "counted, not listed\n{text}");
    for restriction in pieces.chain(sites) {
        let count = counted(Some(&restriction)).unwrap().unwrap();
        assert_eq!(numbers(&count), naive, "counted, {restriction:?}\n{text}");
        let held = run(plan(Some(restriction.clone())), 1);
        assert_eq!(numbers(&held.counts), naive, "{restriction:?}\n{text}");
        assert_eq!(rows(&held.store), rows(&free.store), "{restriction:?}\n{text}");
    }
    let usual = run(Plan::new(puzzle.clone()).unwrap(), 2);
    assert_eq!(numbers(&usual.counts), naive, "on two threads\n{text}");
    assert_eq!(rows(&usual.store), rows(&free.store), "on two threads\n{text}");

    // And however the search is divided into cases.
    possible_copies(&puzzle, &encoding, &expected);
    for (division, engine) in [
        (Division::Full, None),
        (Division::Full, Some(EngineKind::DancingLinks)),
        (Division::Whole, None),
    ] {
        let (encoding, group) = (encoding.clone(), group.clone());
        let plan = Plan::divided(puzzle.clone(), encoding, group, engine, division);
        let divided = run(plan, 1);
        assert_eq!(numbers(&divided.counts), naive, "{division:?} {engine:?}\n{text}");
        assert_eq!(rows(&divided.store), rows(&free.store), "{division:?} {engine:?}\n{text}");
    }

    // Files.
    let written = puzzle_file::write(&opened.description);
    let again = puzzle_file::read(written.as_str().into()).unwrap();
    assert_eq!(again.description, opened.description, "{written}");
    assert_eq!(again.puzzle, opened.puzzle, "{written}");
    assert_eq!(puzzle_file::write(&again.description), written);
    let solutions = solutions_file::write(solutions_file::Source {
        description: &opened.description,
        puzzle: &puzzle,
        encoding: &encoding,
        group: &group,
        store: &free.store,
        counts: free.counts,
        complete: true,
    });
    match read_ron(solutions.as_str().into()) {
        Ok(Contents::Solutions(set)) => {
            assert_eq!(rows(&set.store), rows(&free.store), "{solutions}");
            assert_eq!(numbers(&set.counts), naive, "{solutions}");
            assert_eq!(set.description, opened.description, "{solutions}");
            assert!(set.complete);
        }
        other => panic!("{other:?}\n{solutions}"),
    }
    Some((expected.len(), naive_group.len()))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn polyomino_puzzles_have_the_solutions_that_brute_force_finds(recipe in recipes(false)) {
        if let Some(text) = recipe.text() {
            compare(&text, false);
        }
    }

    #[test]
    fn polystick_puzzles_have_the_solutions_that_brute_force_finds(recipe in recipes(true)) {
        if let Some(text) = recipe.text() {
            compare(&text, true);
        }
    }

    #[test]
    fn polyominoes_all_alike_have_the_solutions_that_brute_force_finds(recipe in alike(false)) {
        if let Some(text) = recipe.text() {
            compare(&text, false);
        }
    }

    #[test]
    fn polysticks_all_alike_have_the_solutions_that_brute_force_finds(recipe in alike(true)) {
        if let Some(text) = recipe.text() {
            compare(&text, true);
        }
    }
}

#[test]
fn a_search_is_divided_by_pieces_and_by_classes_with_the_same_solutions() {
    let puzzle = |pieces: &str, board: &str| {
        format!("(format: 1, title: \"t\", lattice: Square, pieces: [{pieces}], board: {board})")
    };
    let domino = "Piece(name: \"I\", art: [\"XX\"], copies: (0, 20))";
    let corner = "Piece(name: \"L\", art: [\"XX\", \"X.\"], copies: (0, 20))";
    for (pieces, board, solutions, cases, names) in [
        // The largest classes of dominoes through an orbit of sites of the rectangle; in the
        // square, the two of a corner are one class.
        (domino, "Rectangle(6, 2)", 13, 2, "by classes of placements"),
        (domino, "Rectangle(4, 4)", 36, 1, ""),
        (corner, "Rectangle(6, 4)", 18, 3, "by classes of placements"),
        // Corners and dominoes together, each choice in its classes.
        (
            &format!("{domino}, {corner}"),
            "Rectangle(4, 3)",
            55,
            10,
            "with 4 × L · with 3 × I, 2 × L · with 6 × I",
        ),
        // T cannot be used, by colouring. A flip swaps hands, so that of two such choices one is
        // searched, and one that is its own flip has more symmetries than the other ones.
        (
            "Family(one_sided: 4, copies: (0, 1))",
            "Rectangle(4, 3)",
            6,
            23,
            "without I, O, S · without I, S, S' · without L, L', O · without L, L', S · \
             without O, S, S'",
        ),
    ] {
        let text = puzzle(pieces, board);
        assert_eq!(compare(&text, false).map(|found| found.0), Some(solutions), "{text}");
        let puzzle = puzzle_file::read(text.as_str().into()).unwrap().puzzle;
        let encoding = Arc::new(Encoding::new(&puzzle).unwrap());
        let group = Arc::new(SymmetryGroup::of(&puzzle, &encoding));
        let plan = Plan::divided(puzzle, encoding, group, None, Division::Full);
        assert_eq!(plan.cases.len(), cases, "{text}");
        assert_eq!(plan.case_names().unwrap_or_default(), names, "{text}");
    }
}

#[test]
fn what_is_at_random_here_has_solutions_and_symmetries_to_tell_apart() {
    use proptest::strategy::ValueTree;
    for edges in [false, true] {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let (mut compared, mut solvable, mut several, mut symmetric) = (0, 0, 0, 0);
        for _ in 0..200 {
            let recipe = recipes(edges).new_tree(&mut runner).unwrap().current();
            let Some((solutions, order)) = recipe.text().and_then(|text| compare(&text, edges))
            else {
                continue;
            };
            compared += 1;
            solvable += usize::from(solutions > 0);
            several += usize::from(solutions > 1 && order > 1);
            symmetric += usize::from(order > 1);
        }
        let report = format!(
            "edges {edges}: of 200, {compared} compared, {solvable} solvable, {symmetric} \
             symmetric, {several} with several solutions and symmetries"
        );
        println!("{report}");
        assert!(compared >= 150 && solvable >= 60 && symmetric >= 60 && several >= 20, "{report}");
    }
}

#[test]
fn a_piece_that_may_lie_on_optional_sites_alone_may_also_stay_away() {
    // The domino lies left, with or without a square on the optional site, or right.
    let text = r###"(format: 1, title: "t", lattice: Square, pieces: [
        Piece(name: "I", art: ["XX"]), Piece(name: "O", art: ["X"], copies: (0, 3)),
    ], board: Art(["##o"]))"###;
    assert_eq!(compare(text, false), Some((3, 1)));
}

#[test]
fn two_pieces_of_one_shape_are_told_apart_and_two_copies_are_not() {
    let of = |pieces: &str| {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square, pieces: [{pieces}], board: Rectangle(2, 2))"
        );
        compare(&text, false)
    };
    assert_eq!(of(r#"Piece(name: "a", art: ["XX"]), Piece(name: "b", art: ["XX"])"#), Some((4, 8)));
    assert_eq!(of(r#"Piece(name: "a", art: ["XX"], copies: 2)"#), Some((2, 8)));
}

#[test]
fn a_flip_counts_for_both_hands_together_and_not_for_one_alone() {
    let of = |only: &str| {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square, \
             pieces: [Family(one_sided: 4, only: [{only}])], board: Rectangle(4, 2))"
        );
        compare(&text, false)
    };
    // A rectangle has four symmetries, of which two are turns.
    assert_eq!(of(r#""L", "L'""#).unwrap().1, 4);
    assert_eq!(of(r#""L""#).unwrap().1, 2);
}
