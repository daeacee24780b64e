//! The instances that engines are measured on: each a matrix, the orders in which a fixed-order search
//! goes through it, and the number of its solutions.
//!
//! Puzzles that come with the program are restricted as a run restricts them. Triangles and
//! cubes are laid out here, straight from coordinates, with nothing of the crate but the matrix.

use std::collections::{BTreeMap, BTreeSet};

use polywright::encode::{Encoded, Encoding, SymmetryGroup};
use polywright::exact_cover::{ItemId, ItemKind, Problem, ProblemBuilder, Tree};
use polywright::format::bundled;
use polywright::job::{Plan, PlanOptions};

/// A matrix with all that is needed to measure engines on it.
pub(crate) struct Instance {
    pub problem: Problem,
    /// Orders for fixed-order search; the best counts.
    pub orders: Vec<Vec<ItemId>>,
    /// Orders for the frontier sweep, which does not begin with what is held.
    pub fronts: Vec<Vec<ItemId>>,
}

/// What is known of an instance before its matrix is made.
pub(crate) struct Entry {
    pub name: &'static str,
    pub make: fn() -> Instance,
    /// How many solutions every engine must find. `None` where the program itself chooses the
    /// piece that is held, on which it depends: all must find the same.
    pub solutions: Option<u64>,
    /// How many times as fast as the fastest crate the best engine is wanted to be.
    pub want: f64,
    /// Whether some contender takes more than about a second.
    pub slow: bool,
}

const fn quick(name: &'static str, make: fn() -> Instance, want: f64) -> Entry {
    Entry { name, make, solutions: None, want, slow: false }
}

const fn slow(name: &'static str, make: fn() -> Instance, want: f64) -> Entry {
    Entry { name, make, solutions: None, want, slow: true }
}

impl Entry {
    const fn of(self, solutions: u64) -> Entry {
        Entry { solutions: Some(solutions), ..self }
    }
}

/// All instances, in the order of the table.
pub(crate) const ALL: &[Entry] = &[
    slow("pentominoes 6×10", || bundled_puzzle("square/pentominoes-6x10.ron"), 25.0),
    slow("pentominoes 5×12", || bundled_puzzle("square/pentominoes-5x12.ron"), 15.0),
    slow("pentominoes 4×15", || bundled_puzzle("square/pentominoes-4x15.ron"), 40.0),
    quick("pentominoes 3×20", || bundled_puzzle("square/pentominoes-3x20.ron"), 40.0),
    slow("one-sided 3×30", || bundled_puzzle("square/one-sided-pentominoes-3x30.ron"), 15.0),
    quick("Scott's board", || bundled_puzzle("square/scotts-board.ron"), 8.0),
    slow("hexiamond rhombus", || bundled_puzzle("triangle/hexiamonds-6x6.ron"), 15.0),
    slow("hexiamond rhombus, whole", hexiamonds, 8.0).of(624),
    quick("Soma cube", soma, 7.0).of(11520),
    slow("solid pentominoes 3×4×5", solid_pentominoes, 12.0).of(4286),
    slow("25 N in 5×5×5", n_pentominoes, 4.0).of(8),
    slow("tetrasticks 5×5", || bundled_puzzle("square-edges/tetrasticks-5x5-without-h.ron"), 10.0),
    slow("L-trominoes 9×9", trominoes, 15.0).of(1_193_600),
    quick("12 queens", || queens(12), 3.0).of(14200),
    quick("sudoku", sudoku, 1.0).of(1),
];

/// The instances that are held to representatives here, whole, with the published counts. They
/// check the matrices, not the engines, and take half a minute.
pub(crate) const WHOLE: &[Entry] = &[
    slow("solid pentominoes, whole", solid_pentominoes_whole, 0.0).of(31520),
    slow("25 N, whole", n_pentominoes_whole, 0.0).of(192),
];

/// A puzzle of the collection, restricted as a run restricts it.
fn bundled_puzzle(path: &str) -> Instance {
    let file = bundled::ALL.iter().find(|file| file.path == path).expect("a bundled puzzle");
    let puzzle = file.open().puzzle;
    let mut plan =
        Plan::new(puzzle, PlanOptions::default()).expect("a bundled puzzle can be planned");
    let case = plan.cases.pop().expect("a puzzle with something to search");
    let instead = case.fallback.and_then(|mut fallback| fallback.cases.pop());
    let (strategy, problem) = match instead {
        Some(case) => (case.strategy, case.problem),
        None => (case.strategy, case.problem),
    };
    let Encoded { puzzle, encoding, .. } = plan.encoded().expect("a puzzle");
    let fronts = encoding.sweep_orders(puzzle);
    let orders = if strategy.engine.tree == Tree::FixedOrder {
        vec![strategy.order]
    } else {
        let held: Vec<ItemId> = strategy.restriction.iter().map(|r| r.item).collect();
        fronts.iter().map(|sites| [&held[..], sites].concat()).collect()
    };
    Instance { problem: std::sync::Arc::unwrap_or_clone(problem), orders, fronts }
}

/// All L-trominoes, without the item of the piece: that it is used 27 times follows from the area.
fn trominoes() -> Instance {
    let file = bundled::ALL.iter().find(|file| file.path == "square/l-trominoes-9x9.ron");
    let puzzle = file.expect("a bundled puzzle").open().puzzle;
    let encoding = Encoding::new(&puzzle).expect("it fits");
    assert_eq!(SymmetryGroup::new(&puzzle, &encoding).order(), 8);
    let mut builder = ProblemBuilder::default();
    let sites: BTreeMap<ItemId, ItemId> = encoding
        .site_items
        .iter()
        .map(|&item| (item, builder.item(&encoding.problem.item(item).name, ItemKind::ONCE)))
        .collect();
    for (_, option) in encoding.problem.options() {
        builder.option(option.iter().filter_map(|cell| sites.get(&cell.item).copied()));
    }
    let orders = encoding.sweep_orders(&puzzle).into_iter();
    let orders: Vec<Vec<ItemId>> =
        orders.map(|order| order.iter().map(|item| sites[item]).collect()).collect();
    Instance { problem: builder.build().expect("it fits"), fronts: orders.clone(), orders }
}

/// Queens that do not attack each other: rows and columns are covered, diagonals may be.
fn queens(n: usize) -> Instance {
    let mut builder = ProblemBuilder::default();
    // From the middle outwards, which is how Knuth orders them.
    let mut middle: Vec<usize> = (0..n).collect();
    middle.sort_by_key(|i| (2 * i + 1).abs_diff(n));
    let mut line = |letter: char, i: usize, kind| builder.item(format!("{letter}{i}"), kind);
    let mut rows = vec![ItemId(0); n];
    let mut columns = rows.clone();
    for &i in &middle {
        rows[i] = line('r', i, ItemKind::ONCE);
        columns[i] = line('c', i, ItemKind::ONCE);
    }
    let up: Vec<ItemId> = (0..2 * n - 1).map(|i| line('a', i, ItemKind::Secondary)).collect();
    let down: Vec<ItemId> = (0..2 * n - 1).map(|i| line('b', i, ItemKind::Secondary)).collect();
    for r in 0..n {
        for c in 0..n {
            builder.option([rows[r], columns[c], up[r + c], down[r + n - 1 - c]]);
        }
    }
    let orders = vec![rows];
    Instance { problem: builder.build().expect("it fits"), fronts: orders.clone(), orders }
}

/// A sudoku of 21 clues that needs guessing (Arto Inkala, 2012).
fn sudoku() -> Instance {
    const CLUES: &[u8; 81] =
        b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let mut builder = ProblemBuilder::default();
    let mut family = |letter: char| -> Vec<ItemId> {
        (0..81).map(|i| builder.item(format!("{letter}{i}"), ItemKind::ONCE)).collect()
    };
    let [cells, rows, columns, boxes] = ['p', 'r', 'c', 'b'].map(&mut family);
    for (i, &clue) in CLUES.iter().enumerate() {
        let (r, c) = (i / 9, i % 9);
        for digit in 0..9 {
            if clue == b'.' || clue == b'1' + digit as u8 {
                let b = r / 3 * 3 + c / 3;
                let items = [cells[i], rows[9 * r + digit], columns[9 * c + digit]];
                builder.option(items.into_iter().chain([boxes[9 * b + digit]]));
            }
        }
    }
    let orders = vec![cells];
    Instance { problem: builder.build().expect("it fits"), fronts: orders.clone(), orders }
}

type Site = [i32; 3];
type Matrix = [[i32; 3]; 3];

const IDENTITY: Matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
/// A quarter turn in the plane, one that brings z into it, and a mirror of the plane.
const TURN: Matrix = [[0, -1, 0], [1, 0, 0], [0, 0, 1]];
const TIP: Matrix = [[1, 0, 0], [0, 0, -1], [0, 1, 0]];
const MIRROR: Matrix = [[-1, 0, 0], [0, 1, 0], [0, 0, 1]];
/// A sixth of a turn, and a mirror, in coordinates whose axes are 60° apart.
const SIXTH: Matrix = [[0, -1, 0], [1, 1, 0], [0, 0, 1]];
const SWAP: Matrix = [[0, 1, 0], [1, 0, 0], [0, 0, 1]];

fn apply(m: &Matrix, p: Site) -> Site {
    m.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2])
}

/// All products of some matrices.
fn group(generators: &[Matrix]) -> Vec<Matrix> {
    let mut all = vec![IDENTITY];
    let mut i = 0;
    while i < all.len() {
        for g in generators {
            let product = std::array::from_fn(|r| {
                std::array::from_fn(|c| (0..3).map(|k| g[r][k] * all[i][k][c]).sum())
            });
            if !all.contains(&product) {
                all.push(product);
            }
        }
        i += 1;
    }
    all
}

/// A shape shifted, by multiples of the period, as near to the origin as it goes.
fn normal(sites: impl IntoIterator<Item = Site>, period: i32) -> BTreeSet<Site> {
    let sites: Vec<Site> = sites.into_iter().collect();
    let least: Site = std::array::from_fn(|axis| {
        let least = sites.iter().map(|p| p[axis]).min().unwrap_or(0);
        least.div_euclid(period) * period
    });
    sites.iter().map(|p| std::array::from_fn(|axis| p[axis] - least[axis])).collect()
}

/// The orientations of a shape, each once.
fn orientations(shape: &BTreeSet<Site>, group: &[Matrix], period: i32) -> Vec<BTreeSet<Site>> {
    let all: BTreeSet<BTreeSet<Site>> =
        group.iter().map(|m| normal(shape.iter().map(|&p| apply(m, p)), period)).collect();
    all.into_iter().collect()
}

/// All shapes of some size grown from one site, apart from motions of the group.
fn family(
    first: Site,
    size: usize,
    neighbours: fn(Site) -> Vec<Site>,
    group: &[Matrix],
    period: i32,
) -> Vec<BTreeSet<Site>> {
    let least = |shape: &BTreeSet<Site>| orientations(shape, group, period).swap_remove(0);
    let mut shapes = BTreeSet::from([least(&BTreeSet::from([first]))]);
    for _ in 1..size {
        let mut larger = BTreeSet::new();
        for shape in &shapes {
            for site in shape.iter().flat_map(|&p| neighbours(p)) {
                if !shape.contains(&site) {
                    let mut grown = shape.clone();
                    grown.insert(site);
                    larger.insert(least(&grown));
                }
            }
        }
        shapes = larger;
    }
    shapes.into_iter().collect()
}

/// Cells of the plane that share a side.
fn square_neighbours(p: Site) -> Vec<Site> {
    [[1, 0], [-1, 0], [0, 1], [0, -1]].map(|d| [p[0] + d[0], p[1] + d[1], 0]).to_vec()
}

/// Triangles by three times their centre: (1, 1) modulo 3 points up, (2, 2) down.
fn triangle_neighbours(p: Site) -> Vec<Site> {
    let sign = if p[0].rem_euclid(3) == 1 { 1 } else { -1 };
    [[1, 1], [-2, 1], [1, -2]].map(|d| [p[0] + sign * d[0], p[1] + sign * d[1], 0]).to_vec()
}

/// A placement: which piece, and the sites that it covers.
type Placement = (usize, BTreeSet<Site>);

/// Every way to lay each piece once on a board.
fn placements(
    pieces: &[BTreeSet<Site>],
    board: &BTreeSet<Site>,
    group: &[Matrix],
    period: i32,
) -> Vec<Placement> {
    let mut all = Vec::new();
    for (piece, shape) in pieces.iter().enumerate() {
        for shape in orientations(shape, group, period) {
            let anchor = *shape.first().expect("a piece has sites");
            for site in board {
                let shift: Site = std::array::from_fn(|axis| site[axis] - anchor[axis]);
                if shift.iter().any(|n| n % period != 0) {
                    continue;
                }
                let moved: BTreeSet<Site> = shape
                    .iter()
                    .map(|p| std::array::from_fn(|axis| p[axis] + shift[axis]))
                    .collect();
                if moved.is_subset(board) {
                    all.push((piece, moved));
                }
            }
        }
    }
    all
}

/// The placements that are the least of their orbits under the symmetries of a box about the
/// origin-cornered board.
fn representatives<'a>(
    all: impl IntoIterator<Item = &'a Placement>,
    board: &BTreeSet<Site>,
    group: &[Matrix],
) -> Vec<&'a Placement> {
    let image = |m: &Matrix, sites: &BTreeSet<Site>| -> Vec<Site> {
        sites.iter().map(|&p| apply(m, p)).collect()
    };
    let low = |sites: &[Site]| -> Site {
        std::array::from_fn(|axis| sites.iter().map(|p| p[axis]).min().unwrap_or(0))
    };
    let moved = |m: &Matrix, sites: &BTreeSet<Site>| -> BTreeSet<Site> {
        let corner = low(&image(m, board));
        let sites = image(m, sites).into_iter();
        sites.map(|p| std::array::from_fn(|axis| p[axis] - corner[axis])).collect()
    };
    let own: Vec<&Matrix> = group.iter().filter(|m| moved(m, board) == *board).collect();
    let is_least = |sites: &BTreeSet<Site>| own.iter().all(|m| moved(m, sites) >= *sites);
    all.into_iter().filter(|(_, sites)| is_least(sites)).collect()
}

/// The matrix of some placements: an item a piece, unless all pieces are alike, and one a site.
/// `first` names the piece that the sweep lays before it follows the sites.
fn matrix<'a>(
    pieces: usize,
    board: &BTreeSet<Site>,
    placements: impl IntoIterator<Item = &'a Placement>,
    first: Option<usize>,
) -> Instance {
    let mut builder = ProblemBuilder::default();
    let piece_items: Vec<ItemId> = (0..if pieces > 1 { pieces } else { 0 })
        .map(|i| builder.item(format!("piece{i}"), ItemKind::ONCE))
        .collect();
    let site_items: BTreeMap<Site, ItemId> = board
        .iter()
        .map(|p| (*p, builder.item(format!("{},{},{}", p[0], p[1], p[2]), ItemKind::ONCE)))
        .collect();
    for (piece, sites) in placements {
        let piece = piece_items.get(*piece).copied();
        builder.option(piece.into_iter().chain(sites.iter().map(|p| site_items[p])));
    }
    let axes: [fn(&Site) -> Site; 5] = [
        |p| *p,
        |p| [p[1], p[0], p[2]],
        |p| [p[2], p[1], p[0]],
        |p| [p[0] + p[1], p[0], p[1]],
        |p| [p[0] - p[1], p[0], p[1]],
    ];
    let front = |key: &fn(&Site) -> Site| -> Vec<ItemId> {
        let mut sites: Vec<Site> = board.iter().copied().collect();
        sites.sort_by_key(key);
        sites.iter().map(|p| site_items[p]).collect()
    };
    let fronts: Vec<Vec<ItemId>> = axes.iter().map(front).collect();
    let held: Vec<ItemId> =
        first.and_then(|piece| piece_items.get(piece).copied()).into_iter().collect();
    let orders = fronts.iter().map(|front| [&held[..], front].concat()).collect();
    Instance { problem: builder.build().expect("it fits"), orders, fronts }
}

fn cuboid(x: i32, y: i32, z: i32) -> BTreeSet<Site> {
    let plane = move |i| (0..y).flat_map(move |j| (0..z).map(move |k| [i, j, k]));
    (0..x).flat_map(plane).collect()
}

/// The 12 hexiamonds in a rhombus of side 6.
fn hexiamonds() -> Instance {
    let motions = group(&[SIXTH, SWAP]);
    let pieces = family([1, 1, 0], 6, triangle_neighbours, &motions, 3);
    assert_eq!((motions.len(), pieces.len()), (12, 12));
    let board = (0..6)
        .flat_map(|x| (0..6).flat_map(move |y| [1, 2].map(|t| [3 * x + t, 3 * y + t, 0])))
        .collect();
    matrix(12, &board, &placements(&pieces, &board, &motions, 3), None)
}

/// The seven Soma pieces in a cube.
fn soma() -> Instance {
    let pieces: [&[Site]; 7] = [
        &[[0, 0, 0], [1, 0, 0], [0, 1, 0]],
        &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]],
        &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]],
        &[[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]],
        &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
        &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 1]],
        &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1]],
    ];
    let pieces = pieces.map(|sites| sites.iter().copied().collect());
    let board = cuboid(3, 3, 3);
    matrix(7, &board, &placements(&pieces, &board, &group(&[TURN, TIP]), 1), None)
}

/// The 12 pentominoes in a box, one of them held to representatives under its symmetry: the one
/// that shrinks by the largest factor, then the one that keeps the fewest.
fn solid_pentominoes() -> Instance {
    let (board, all) = solid_placements();
    let kept = representatives(&all, &board, &group(&[TURN, TIP, MIRROR]));
    let count = |list: &mut dyn Iterator<Item = usize>, piece| list.filter(|&p| p == piece).count();
    let held = (0..12)
        .min_by_key(|&piece| {
            let kept = count(&mut kept.iter().map(|p| p.0), piece);
            let all = count(&mut all.iter().map(|p| p.0), piece);
            (1000 * kept / all, kept)
        })
        .expect("there are twelve");
    let others = all.iter().filter(|p| p.0 != held);
    matrix(12, &board, kept.into_iter().filter(|p| p.0 == held).chain(others), Some(held))
}

fn solid_placements() -> (BTreeSet<Site>, Vec<Placement>) {
    let pieces = family([0; 3], 5, square_neighbours, &group(&[TURN, MIRROR]), 1);
    assert_eq!(pieces.len(), 12);
    let board = cuboid(3, 4, 5);
    let all = placements(&pieces, &board, &group(&[TURN, TIP]), 1);
    (board, all)
}

fn solid_pentominoes_whole() -> Instance {
    let (board, all) = solid_placements();
    matrix(12, &board, &all, None)
}

/// 25 N-pentominoes in a cube, the one that covers the centre held to representatives.
fn n_pentominoes() -> Instance {
    let (board, all) = n_placements();
    let centred = |p: &&Placement| p.1.contains(&[2, 2, 2]);
    let kept = representatives(&all, &board, &group(&[TURN, TIP, MIRROR]));
    let kept = kept.into_iter().filter(centred);
    matrix(1, &board, kept.chain(all.iter().filter(|p| !centred(p))), None)
}

fn n_placements() -> (BTreeSet<Site>, Vec<Placement>) {
    let piece = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0], [3, 1, 0]].into_iter().collect();
    let board = cuboid(5, 5, 5);
    let all = placements(&[piece], &board, &group(&[TURN, TIP]), 1);
    (board, all)
}

fn n_pentominoes_whole() -> Instance {
    let (board, all) = n_placements();
    matrix(1, &board, &all, None)
}
