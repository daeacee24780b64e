//! Random small puzzles on every lattice, solved by the program and by a brute force that shares
//! nothing with the encoder, the engines, the point groups or the shapes' orientations: it knows
//! sites by where they are drawn, and turns drawings.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock};

use polywright::encode::reasons::obstruction;
use polywright::encode::selection::Selections;
use polywright::encode::symmetry::Restriction;
use polywright::encode::{Encoded, Encoding, SiteWeights, SymmetryGroup};
use polywright::exact_cover::first::{FirstSearch, Learned, RunEnd, Search, Unwatched};
use polywright::exact_cover::frontier::{Limits, SweepError};
use polywright::exact_cover::relaxation::Budget;
use polywright::exact_cover::{Engine, OptionId, Tree, dancing_links};
use polywright::format::{Contents, puzzle_file, read_ron, solutions_file};
use polywright::job::first::{FirstRun, FirstSettings};
use polywright::job::{self, Phase, Plan, PlanOptions, Run, Settings, Split};
use polywright::lattice::{ALL, Lattice, NamedBoard, Point, SiteForm};
use polywright::picture::{Style, svg};
use polywright::polyform::{Motions, art};
use polywright::puzzle::{
    BoardPieceForm, BorderRule, Contact, JunctionRule, LabelRule, PieceId, Puzzle, Rules, SiteRule,
    Takes,
};
use polywright::solution::verify::{Placed, Verifier, verify};
use polywright::solution::{Counts, Store, View};
use polywright::symmetry::point_group;
use proptest::prelude::*;
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::Event;

// ---- What the tests know by themselves: where sites are, and how drawings are turned ----

/// A placed piece: its number and its sites, sorted.
type BoardPiece = (usize, Vec<Point>);
/// A solution: the placed pieces, sorted.
type Solution = Vec<BoardPiece>;
/// A turn or flip of space about the origin. The third column may move a plane at the height 1.
type Turn = [[f64; 3]; 3];
/// Where something is, in thousandths, so that equal places are equal.
type Spot = [i64; 3];

fn drawn(lattice: &Lattice, p: Point) -> [f64; 3] {
    let axes = lattice.axes.0;
    let p = p.coordinates().map(f64::from);
    [0, 1, 2].map(|k| (0..3).map(|axis| p[axis] * axes[axis][k]).sum())
}

fn undrawn(lattice: &Lattice, p: [f64; 3]) -> Point {
    // By Cramer's rule.
    let axes = lattice.axes.0;
    let columns = [0, 1, 2].map(|k| [0, 1, 2].map(|axis| axes[axis][k]));
    let part = |axis: usize| {
        let mut replaced = columns;
        (0..3).for_each(|k| replaced[k][axis] = p[k]);
        determinant(&replaced) / determinant(&columns)
    };
    let [x, y, z] = [part(0), part(1), part(2)];
    let whole = |n: f64| n.round() as i32;
    Point::new(whole(x), whole(y), whole(z))
}

fn spot(p: [f64; 3]) -> Spot {
    p.map(|n| (n * 1000.0).round() as i64)
}

fn turned(turn: &Turn, p: [f64; 3]) -> [f64; 3] {
    turn.map(|row| row[0] * p[0] + row[1] * p[1] + row[2] * p[2])
}

/// The image of a site.
fn image(lattice: &Lattice, turn: &Turn, site: Point) -> Point {
    undrawn(lattice, turned(turn, drawn(lattice, site)))
}

fn determinant(m: &Turn) -> f64 {
    let minor = |a: usize, b: usize| m[1][a] * m[2][b] - m[1][b] * m[2][a];
    m[0][0] * minor(1, 2) - m[0][1] * minor(0, 2) + m[0][2] * minor(0, 1)
}

fn product(a: &Turn, b: &Turn) -> Turn {
    a.map(|row| [0, 1, 2].map(|k| (0..3).map(|i| row[i] * b[i][k]).sum()))
}

/// The turns, then the flips, that bring the drawing of a lattice onto itself; the identity first.
fn find_turns(lattice: &Lattice) -> Vec<Turn> {
    let mut candidates: Vec<Turn> = Vec::new();
    if lattice.dimension == 2 {
        // At the height 1 by half a period, too.
        let half = lattice.classes[0].residue[2] * lattice.period / 2;
        let mut moved = vec![[0.0; 2]];
        if half != 0 {
            let ways = [[half, 0], [0, half], [half, half]];
            let way = |[x, y]: [i32; 2]| drawn(lattice, Point::new(x, y, 0));
            moved.extend(ways.map(way).map(|[x, y, _]| [x, y]));
        }
        for flip in [1.0, -1.0] {
            for twelfth in 0..12 {
                let (sin, cos) = (f64::from(twelfth) * std::f64::consts::PI / 6.0).sin_cos();
                for [x, y] in &moved {
                    let rows = [[cos, -sin * flip, *x], [sin, cos * flip, *y], [0.0, 0.0, 1.0]];
                    candidates.push(rows);
                }
            }
        }
    } else {
        // Those of a cube, which stands on a face as drawn, or is turned by 45° there; and those about
        // an upright axis, with and without a flip.
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let [there, back] =
            [half, -half].map(|s| [[half, -s, 0.0], [s, half, 0.0], [0.0, 0.0, 1.0]]);
        let mut others: Vec<Turn> = Vec::new();
        for axes in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]] {
            for signs in 0..8 {
                let mut turn = [[0.0; 3]; 3];
                for (k, row) in turn.iter_mut().enumerate() {
                    row[axes[k]] = if signs >> k & 1 == 0 { 1.0 } else { -1.0 };
                }
                candidates.push(turn);
                others.push(product(&there, &product(&turn, &back)));
            }
        }
        for (flip, over) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
            for twelfth in 0..12 {
                let (sin, cos) = (f64::from(twelfth) * std::f64::consts::PI / 6.0).sin_cos();
                others.push([[cos, -sin * flip, 0.0], [sin, cos * flip, 0.0], [0.0, 0.0, over]]);
            }
        }
        let key = |turn: &Turn| turn.map(spot);
        for turn in others {
            if candidates.iter().all(|known| key(known) != key(&turn)) {
                candidates.push(turn);
            }
        }
    }
    let corners = |site: Point| -> BTreeSet<Spot> {
        lattice.corners(site).into_iter().map(|c| spot(drawn(lattice, c))).collect()
    };
    candidates.retain(|turn| {
        lattice.classes.iter().all(|class| {
            (-2..=2).all(|n| {
                let away = Point::new(n * lattice.period, 3 * n * lattice.period, 0);
                let site = Point::from(class.residue) + away;
                let lattice_corners = lattice.corners(site).into_iter();
                let moved = lattice_corners.map(|c| spot(turned(turn, drawn(lattice, c))));
                let there = image(lattice, turn, site);
                lattice.class_of(there).is_some() && corners(there) == moved.collect()
            })
        })
    });
    candidates.sort_by_key(|turn| -determinant(turn).round() as i64);
    candidates
}

fn turns(lattice: &Lattice) -> &'static [Turn] {
    static FOUND: LazyLock<Vec<Vec<Turn>>> =
        LazyLock::new(|| ALL.iter().map(|lattice| find_turns(lattice)).collect());
    &FOUND[ALL.iter().position(|l| *l == lattice).expect("a lattice")]
}

/// Those that a piece may make. Balls whose middles lie in a plane can be turned over by hand.
fn turns_of(lattice: &Lattice, motions: Motions, sites: &[Point]) -> &'static [Turn] {
    let all = turns(lattice);
    match motions {
        Motions::TurnAndFlip => all,
        Motions::Turn if lattice.balls && are_in_a_plane(lattice, sites) => all,
        Motions::Turn => &all[..all.len() / 2],
        Motions::AsDrawn => &all[..1],
    }
}

/// Whether all volumes spanned by four of some points are 0.
fn are_in_a_plane(lattice: &Lattice, sites: &[Point]) -> bool {
    let places: Vec<[f64; 3]> = sites.iter().map(|&site| drawn(lattice, site)).collect();
    let from = places[0];
    places.iter().all(|&a| {
        places.iter().all(|&b| {
            places.iter().all(|&c| {
                determinant(&[minus(a, from), minus(b, from), minus(c, from)]).abs() < 0.01
            })
        })
    })
}

#[test]
fn the_point_group_of_every_lattice_is_all_that_its_drawing_allows() {
    for lattice in ALL {
        let found = turns(lattice);
        assert_eq!(found.len(), point_group(lattice).len(), "{lattice:?}");
        for matrix in point_group(lattice) {
            let same = |turn: &&Turn| {
                let p = lattice.period;
                let away = [Point::new(p, 0, 0), Point::new(0, p, 0), Point::new(0, p, p)];
                let away = &away[..lattice.dimension];
                lattice.classes.iter().all(|class| {
                    away.iter().all(|&shift| {
                        let site = Point::from(class.residue) + shift;
                        matrix.apply(site) == image(lattice, turn, site)
                    })
                })
            };
            let turn = found.iter().find(same).expect("a turn that does the same");
            assert_eq!(determinant(turn) > 0.0, matrix.keeps_orientation(), "{lattice:?}");
        }
    }
}

fn is_whole(lattice: &Lattice, shift: Point) -> bool {
    shift.coordinates().iter().all(|n| n % lattice.period == 0)
}

/// Sorted, and moved by whole periods so that the first site is near the origin.
fn homed(lattice: &Lattice, mut sites: Vec<Point>) -> Vec<Point> {
    sites.sort_unstable();
    let [x, y, z] = sites[0].coordinates().map(|n| n.div_euclid(lattice.period) * lattice.period);
    sites.into_iter().map(|site| site - Point::new(x, y, z)).collect()
}

/// The junctions that a piece runs straight through: where the far ends of two of its edges lie
/// opposite each other.
fn straight(lattice: &Lattice, sites: &[Point]) -> Vec<Spot> {
    let ends = |site: Point| {
        let corners = lattice.corners(site);
        [corners[0], corners[1]].map(|c| spot(drawn(lattice, c)))
    };
    let mut junctions = Vec::new();
    for (i, &a) in sites.iter().enumerate() {
        for &b in &sites[i + 1..] {
            for (near, far) in [(0, 1), (1, 0)] {
                for (other_near, other_far) in [(0, 1), (1, 0)] {
                    let (a, b) = (ends(a), ends(b));
                    let opposite =
                        (0..3).all(|k| (a[far][k] + b[other_far][k] - 2 * a[near][k]).abs() <= 4);
                    if a[near] == b[other_near] && opposite {
                        junctions.push(a[near]);
                    }
                }
            }
        }
    }
    junctions
}

// ---- Brute force ----

/// Too many steps or solutions for a small puzzle: the case is passed over.
struct TooMuch;

/// The colour label of a site of the board.
fn board_label(puzzle: &Puzzle, site: Point) -> Option<char> {
    let position = puzzle.board.sites().iter().position(|s| s.site == site)?;
    puzzle.board.label(position)
}

/// Whether labels can rule anything out.
fn labels_matter(puzzle: &Puzzle) -> bool {
    let labelled = puzzle.pieces.iter().any(|p| p.labels.iter().any(Option::is_some));
    let board = puzzle.board.sites().iter().any(|s| board_label(puzzle, s.site).is_some());
    puzzle.rules.labels == LabelRule::Agree && labelled && board
}

/// The sets of sites on which a piece can lie on an empty board, whatever is pinned or barred.
fn places_of(puzzle: &Puzzle, number: usize) -> BTreeSet<Vec<Point>> {
    let (lattice, piece) = (puzzle.lattice, &puzzle.pieces[number]);
    let sites: Vec<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
    let mut laid = BTreeSet::new();
    for turn in turns_of(lattice, piece.motions, piece.shape.sites()) {
        let turned: Vec<Point> =
            piece.shape.sites().iter().map(|&p| image(lattice, turn, p)).collect();
        for &place in &sites {
            let shift = place - turned[0];
            let mut moved: Vec<Point> = turned.iter().map(|&s| s + shift).collect();
            let agrees = |(i, site): (usize, &Point)| {
                let own = piece.labels.get(i).copied().flatten();
                let there = board_label(puzzle, *site);
                own.is_none() || there.is_none() || own == there
            };
            if is_whole(lattice, shift)
                && moved.iter().all(|m| sites.contains(m))
                && (puzzle.rules.labels == LabelRule::Free || moved.iter().enumerate().all(agrees))
            {
                moved.sort_unstable();
                laid.insert(moved);
            }
        }
    }
    laid
}

/// Whether two placed pieces cannot both be there.
fn clash(puzzle: &Puzzle, one: &[Point], other: &[Point]) -> bool {
    let lattice = puzzle.lattice;
    let crossing =
        lattice.form == SiteForm::Edge && puzzle.rules.junctions == JunctionRule::NoCrossing;
    let crosses = || {
        let through = straight(lattice, one);
        straight(lattice, other).iter().any(|j| through.contains(j))
    };
    other.iter().any(|s| one.contains(s)) || crossing && crosses()
}

/// What is pinned.
fn pins(puzzle: &Puzzle) -> Solution {
    let pinned = puzzle.placed.iter().filter(|laid| laid.pinned);
    pinned.map(|laid| (laid.piece.index(), laid.sites.clone())).collect()
}

/// Whether the rules of the sites let a piece lie there.
fn is_barred(puzzle: &Puzzle, (number, sites): &BoardPiece) -> bool {
    let bars = |site| puzzle.barred.get(site).is_some_and(|b| b.contains(&PieceId(*number as u32)));
    sites.iter().any(bars)
}

/// The corners of a site.
fn corner_spots(lattice: &Lattice, site: Point) -> BTreeSet<Spot> {
    lattice.corners(site).into_iter().map(|c| spot(drawn(lattice, c))).collect()
}

/// Whether a site has a neighbour off the board.
fn is_border(puzzle: &Puzzle, site: Point) -> bool {
    let on = |p: Point| puzzle.board.sites().iter().any(|s| s.site == p);
    puzzle.lattice.neighbours(site).any(|p| !on(p))
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// On which sides of a line or plane the corners of a site lie: whether before, whether behind.
fn sides_of(puzzle: &Puzzle, (through, across): ([f64; 3], [f64; 3]), site: Point) -> [bool; 2] {
    let lattice = puzzle.lattice;
    let far = |c: Point| {
        let away = minus(drawn(lattice, c), through);
        (0..3).map(|k| away[k] * across[k]).sum::<f64>()
    };
    let far: Vec<f64> = lattice.corners(site).into_iter().map(far).collect();
    [far.iter().any(|&d| d < -0.01), far.iter().any(|&d| d > 0.01)]
}

/// Tells of solutions whether every straight line through sides of cells that cuts no cell, on the board
/// or beside it, has a piece on both sides, if it has sites of the board there.
fn is_fault_free(puzzle: &Puzzle) -> impl Fn(&Solution) -> bool + '_ {
    let lattice = puzzle.lattice;
    let board: Vec<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
    let mut lines: Vec<([f64; 3], [f64; 3])> = Vec::new();
    for &site in &board {
        let corners: Vec<[f64; 3]> =
            lattice.corners(site).into_iter().map(|c| drawn(lattice, c)).collect();
        for &a in &corners {
            for &b in &corners {
                let along = minus(b, a);
                let seconds: Vec<[f64; 3]> = match lattice.dimension {
                    2 => vec![[0.0, 0.0, 1.0]],
                    _ => corners.iter().map(|&c| minus(c, a)).collect(),
                };
                for second in seconds {
                    let entry = |i: usize, j: usize| along[i] * second[j] - along[j] * second[i];
                    let across = [entry(1, 2), entry(2, 0), entry(0, 1)];
                    let line = (a, across);
                    let mut near = lattice.touching(site).chain([site]);
                    if across.iter().any(|n| n.abs() > 0.01)
                        && near.all(|near| sides_of(puzzle, line, near) != [true, true])
                    {
                        lines.push(line);
                    }
                }
            }
        }
    }
    let both = move |sites: &[Point], line| {
        let sides = sites.iter().map(|&site| sides_of(puzzle, line, site));
        sides.fold([false; 2], |[a, b], [c, d]| [a || c, b || d]) == [true, true]
    };
    lines.retain(|line| both(&board, *line));
    move |solution| lines.iter().all(|&line| solution.iter().any(|(_, sites)| both(sites, line)))
}

/// Tells of solutions whether they keep to the rules about how pieces meet and where they lie.
fn obeys(puzzle: &Puzzle) -> impl Fn(&Solution) -> bool + '_ {
    let is_fault_free = puzzle.rules.fault_free.then(|| is_fault_free(puzzle));
    move |solution| {
        is_fault_free.as_ref().is_none_or(|is_fault_free| is_fault_free(solution))
            && meets_well(puzzle, solution)
    }
}

/// Whether a solution keeps to the rules but that about straight lines.
fn meets_well(puzzle: &Puzzle, solution: &Solution) -> bool {
    let (lattice, rules) = (puzzle.lattice, &puzzle.rules);
    let spots: Vec<BTreeSet<Spot>> = solution
        .iter()
        .map(|(_, sites)| sites.iter().flat_map(|&s| corner_spots(lattice, s)).collect())
        .collect();
    let crowded = |at: &Spot| spots.iter().filter(|own| own.contains(at)).count() > 3;
    if rules.no_crossroads && spots.iter().flatten().any(crowded) {
        return false;
    }
    let reaches = |(_, sites): &BoardPiece| sites.iter().any(|&s| is_border(puzzle, s));
    let name = |laid: &BoardPiece| &puzzle.pieces[laid.0].name;
    let at_border = solution.iter().filter(|laid| reaches(laid)).count() as u32;
    let border = match &rules.at_border {
        BorderRule::Free => true,
        BorderRule::Every => at_border == solution.len() as u32,
        BorderRule::Pieces(names) => {
            solution.iter().all(|laid| !names.contains(name(laid)) || reaches(laid))
        }
        BorderRule::Exactly(n) => at_border == *n,
        BorderRule::AtLeast(n) => at_border >= *n,
        BorderRule::AtMost(n) => at_border <= *n,
    };
    let touch = |one: &BoardPiece, other: &BoardPiece, by: Contact| {
        let least = match by {
            Contact::Corner => 1,
            Contact::Edge => 2,
            // Of convex cells that meet face to face, triangles included.
            Contact::Face => 3,
        };
        one.1.iter().any(|&a| {
            let own = corner_spots(lattice, a);
            let common = |b: &Point| corner_spots(lattice, *b).intersection(&own).count();
            other.1.iter().any(|b| common(b) >= least)
        })
    };
    let apart = rules.apart.iter().all(|rule| {
        solution.iter().enumerate().all(|(n, one)| {
            solution[..n].iter().all(|other| {
                let named = [one, other].iter().all(|laid| rule.pieces.contains(name(laid)));
                !named || !touch(one, other, rule.by)
            })
        })
    });
    border && apart
}

/// Those of all solutions that have everything where it is pinned and nothing where it is barred,
/// and keep to the rules.
fn bound(puzzle: &Puzzle, all: BTreeSet<Solution>) -> BTreeSet<Solution> {
    let (pins, obeys) = (pins(puzzle), obeys(puzzle));
    let keeps = |solution: &Solution| {
        pins.iter().all(|pin| solution.contains(pin))
            && !solution.iter().any(|laid| is_barred(puzzle, laid))
            && obeys(solution)
    };
    all.into_iter().filter(keeps).collect()
}

/// Where a piece may lie beside what is pinned and barred.
fn left_to(puzzle: &Puzzle, number: usize) -> BTreeSet<Vec<Point>> {
    let pins = pins(puzzle);
    let own = pins.iter().filter(|(n, _)| *n == number).count() as u32;
    let is_left = |sites: &Vec<Point>| {
        let laid = (number, sites.clone());
        pins.contains(&laid)
            || own < puzzle.pieces[number].copies.max
                && !is_barred(puzzle, &laid)
                && !pins.iter().any(|(_, others)| clash(puzzle, sites, others))
    };
    places_of(puzzle, number).into_iter().filter(is_left).collect()
}

struct BruteForce<'p> {
    puzzle: &'p Puzzle,
    /// For each site of the board, the placed pieces whose first site it is.
    starting_at: BTreeMap<Point, Vec<BoardPiece>>,
    /// The sites of the board in reading order, and whether each must be covered.
    sites: Vec<(Point, bool)>,
    laid: Vec<BoardPiece>,
    steps: u32,
    found: BTreeSet<Solution>,
}

impl BruteForce<'_> {
    /// All solutions: the sites are gone through in reading order, and each is either left open
    /// (if it may be), or covered by a piece that begins there.
    fn solve(puzzle: &Puzzle) -> Result<BTreeSet<Solution>, TooMuch> {
        let sites: Vec<(Point, bool)> =
            puzzle.board.sites().iter().map(|s| (s.site, s.required)).collect();
        let mut starting_at: BTreeMap<Point, Vec<BoardPiece>> = BTreeMap::new();
        for number in 0..puzzle.pieces.len() {
            for sites in places_of(puzzle, number) {
                starting_at.entry(sites[0]).or_default().push((number, sites));
            }
        }
        let mut search = BruteForce {
            puzzle,
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

    fn fits(&self, (number, sites): &BoardPiece) -> bool {
        self.used(*number) < self.puzzle.pieces[*number].copies.max
            && !self.laid.iter().any(|(_, others)| clash(self.puzzle, sites, others))
    }
}

/// A symmetry found naively: where each site of the board goes, and each piece.
#[derive(Clone, PartialEq, Eq)]
struct Symmetry {
    sites: BTreeMap<Point, Point>,
    pieces: Vec<usize>,
    turns: bool,
}

/// Where a turn, followed by some shift, takes each site of a set, if that is the set again.
fn onto_itself(lattice: &Lattice, turn: &Turn, sites: &[Point]) -> Option<BTreeMap<Point, Point>> {
    let turned: Vec<Point> = sites.iter().map(|&s| image(lattice, turn, s)).collect();
    let shift = *sites.iter().min()? - *turned.iter().min()?;
    let moved: BTreeMap<Point, Point> =
        sites.iter().copied().zip(turned.into_iter().map(|s| s + shift)).collect();
    let stays = moved.values().all(|image| sites.contains(image));
    (is_whole(lattice, shift) && stays).then_some(moved)
}

/// Every isometry of the board that respects the kinds of sites and the pieces; those that do
/// the same are one.
fn symmetries(puzzle: &Puzzle) -> Vec<Symmetry> {
    let lattice = puzzle.lattice;
    let board: BTreeMap<Point, bool> =
        puzzle.board.sites().iter().map(|s| (s.site, s.required)).collect();
    let places: Vec<Point> = board.keys().copied().collect();
    let matter = labels_matter(puzzle);
    // What a piece is to the rules: all its orientations with their labels, copies, motions.
    let nature = |number: usize, turn: &Turn| {
        let piece = &puzzle.pieces[number];
        let own = turns_of(lattice, piece.motions, piece.shape.sites()).iter();
        let turned = |own: &Turn| {
            let once = piece.shape.sites().iter().map(|&p| image(lattice, own, p));
            let twice: Vec<Point> = once.map(|p| image(lattice, turn, p)).collect();
            let label = |i: usize| piece.labels.get(i).copied().flatten().filter(|_| matter);
            let mut labels: Vec<(Point, Option<char>)> =
                twice.iter().enumerate().map(|(i, &p)| (p, label(i))).collect();
            labels.sort_unstable();
            let labels: Vec<Option<char>> = labels.into_iter().map(|(_, label)| label).collect();
            (homed(lattice, twice), labels)
        };
        let images: BTreeSet<(Vec<Point>, Vec<Option<char>>)> = own.map(turned).collect();
        (images, piece.copies.min, piece.copies.max, piece.motions)
    };
    let all = turns(lattice);
    let mut group: Vec<Symmetry> = Vec::new();
    for turn in all {
        let Some(sites) = onto_itself(lattice, turn, &places) else { continue };
        if sites.iter().any(|(s, image)| board[image] != board[s]) {
            continue;
        }
        let label = |site: &Point| board_label(puzzle, *site);
        if matter && sites.iter().any(|(s, image)| label(s) != label(image)) {
            continue;
        }
        let count = puzzle.pieces.len();
        let rules = &puzzle.rules;
        // What rules say of a piece: whether it must be at the border, and of which sets of pieces
        // that are apart it is one. Sets in which it has nothing to be apart from do not count.
        let sets: BTreeSet<(Contact, BTreeSet<usize>)> = rules
            .apart
            .iter()
            .map(|rule| {
                let named = |n: &usize| rule.pieces.contains(&puzzle.pieces[*n].name);
                (rule.by, (0..count).filter(named).collect())
            })
            .filter(|(_, set): &(Contact, BTreeSet<usize>)| {
                set.iter().map(|&n| puzzle.pieces[n].copies.max).sum::<u32>() > 1
            })
            .collect();
        let status = |n: usize| {
            let must = match &rules.at_border {
                BorderRule::Pieces(names) => names.contains(&puzzle.pieces[n].name),
                _ => false,
            };
            let own = sets.iter().filter(|(_, set)| set.contains(&n));
            let mut sizes: Vec<(Contact, usize)> = own.map(|(by, set)| (*by, set.len())).collect();
            sizes.sort_unstable();
            (must, sizes)
        };
        // What pins and rules make of a piece: where it is pinned, and where it may lie.
        let is_bound = !pins(puzzle).is_empty() || !puzzle.barred.is_empty();
        let lot = |number: usize, moved: bool| {
            let go = |laid: Vec<Point>| {
                let mut sites: Vec<Point> =
                    laid.iter().map(|s| if moved { sites[s] } else { *s }).collect();
                sites.sort_unstable();
                sites
            };
            let own = pins(puzzle).into_iter().filter(|(n, _)| *n == number);
            let pinned: BTreeSet<Vec<Point>> = own.map(|(_, sites)| go(sites)).collect();
            let left: BTreeSet<Vec<Point>> = left_to(puzzle, number).into_iter().map(go).collect();
            is_bound.then_some((pinned, left))
        };
        let is = |n: usize| (nature(n, &all[0]), lot(n, false), status(n));
        let known: Vec<_> = (0..count).map(is).collect();
        let pieces: Option<Vec<usize>> = (0..count)
            .map(|n| {
                let rank = (0..n).filter(|&m| known[m] == known[n]).count();
                let image = (nature(n, turn), lot(n, true), status(n));
                (0..count).filter(|&m| known[m] == image).nth(rank)
            })
            .collect();
        let Some(pieces) = pieces else { continue };
        let keeps_sets = |(by, set): &(Contact, BTreeSet<usize>)| {
            sets.contains(&(*by, set.iter().map(|&n| pieces[n]).collect()))
        };
        if !sets.iter().all(keeps_sets) {
            continue;
        }
        let keeps = determinant(turn) > 0.0;
        match group.iter_mut().find(|g| g.sites == sites && g.pieces == pieces) {
            Some(same) => same.turns |= keeps,
            None => group.push(Symmetry { sites, pieces, turns: keeps }),
        }
    }
    group
}

impl Symmetry {
    fn image(&self, solution: &Solution) -> Solution {
        let mut image: Solution = solution
            .iter()
            .map(|(number, sites)| {
                let mut sites: Vec<Point> = sites.iter().map(|s| self.sites[s]).collect();
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
pub(super) struct Recipe {
    lattice: &'static Lattice,
    /// Which of the lattice's boards, and its numbers, before it is made small.
    board: usize,
    numbers: [u32; 3],
    /// What stands on each site of the board, before it is made symmetric.
    marks: Vec<u8>,
    /// Which symmetry of the board the marks get.
    symmetry: usize,
    pieces: Vec<PieceRecipe>,
    /// Whether the pieces are cut out of the board, so that they surely fit.
    cut: bool,
    rules: u8,
    /// Which of the sites get colour labels, if there are any.
    labels: Option<Vec<u8>>,
    /// Which rules there are about how pieces meet and where they lie.
    meetings: Vec<u8>,
}

#[derive(Clone, Debug)]
struct PieceRecipe {
    growth: Vec<u8>,
    copies: (u32, u32),
    motions: u8,
    drawn: bool,
}

pub(super) fn recipes(lattice: &'static Lattice) -> impl Strategy<Value = Recipe> {
    let piece = (
        proptest::collection::vec(any::<u8>(), 0..=3),
        prop_oneof![2 => Just((1, 0)), 1 => (0u32..=2, 0u32..=2)],
        0u8..6,
        any::<bool>(),
    )
        .prop_map(|(growth, copies, motions, drawn)| PieceRecipe {
            growth,
            copies,
            motions,
            drawn,
        });
    (
        (0..lattice.boards.len(), [1u32..=5, 1..=5, 1..=4]),
        proptest::collection::vec(0u8..10, 64),
        0usize..24,
        proptest::collection::vec(piece, 1..=4),
        any::<bool>(),
        0u8..16,
    )
        .prop_map(move |((board, numbers), marks, symmetry, pieces, cut, rules)| Recipe {
            lattice,
            board,
            numbers,
            marks,
            symmetry,
            pieces,
            cut,
            rules,
            labels: None,
            meetings: Vec::new(),
        })
}

/// Puzzles with rules about how pieces meet and where they lie.
pub(super) fn ruled(lattice: &'static Lattice) -> impl Strategy<Value = Recipe> {
    (recipes(lattice), proptest::collection::vec(any::<u8>(), 12), any::<bool>()).prop_map(
        |(mut recipe, meetings, whole)| {
            if whole {
                recipe.marks.fill(3);
            }
            Recipe { meetings, ..recipe }
        },
    )
}

/// Boards and pieces with colour labels, some of them everywhere, some only here and there.
pub(super) fn labelled(lattice: &'static Lattice) -> impl Strategy<Value = Recipe> {
    (recipes(lattice), proptest::collection::vec(0u8..5, 64))
        .prop_map(|(recipe, labels)| Recipe { labels: Some(labels), ..recipe })
}

/// The rows of labels drawn at the same places as the sites.
fn label_rows(lattice: &Lattice, labels: &BTreeMap<Point, char>) -> Vec<String> {
    let marks: Vec<(Point, char)> = labels.iter().map(|(&s, &label)| (s, label)).collect();
    art::draw(lattice, &marks)
}

/// Whole boards but for one orbit of sites, and pieces of which any number may be used.
fn alike(lattice: &'static Lattice) -> impl Strategy<Value = Recipe> {
    (recipes(lattice), 0u8..4, 1usize..=2, any::<bool>()).prop_map(
        |(mut recipe, hole, kinds, once)| {
            recipe.pieces.truncate(if once { 4 } else { kinds });
            for piece in &mut recipe.pieces {
                piece.copies = if once { (0, 1) } else { (0, 12) };
                piece.motions = 0;
            }
            // One orbit of sites may be holes or optional.
            recipe.marks.fill(3);
            recipe.marks[0] = hole;
            Recipe { cut: false, ..recipe }
        },
    )
}

/// A connected shape that begins with a unit, grown by picks among the units that may follow.
fn grown(
    lattice: &Lattice,
    start: Vec<Point>,
    growth: &[u8],
    allowed: impl Fn(Point) -> bool,
) -> Vec<Point> {
    let mut sites = start;
    for &pick in growth {
        let around = sites.iter().flat_map(|&s| lattice.neighbours(s));
        let mut units: Vec<Vec<Point>> = around
            .flat_map(|s| lattice.units_at(s))
            .filter(|unit| unit.iter().all(|s| !sites.contains(s) && allowed(*s)))
            .collect();
        units.sort_unstable();
        units.dedup();
        if units.is_empty() {
            break;
        }
        sites.extend(&units[usize::from(pick) % units.len()]);
    }
    sites
}

impl Recipe {
    /// The sites of the board and their marks; at most 16.
    fn board(&self) -> BTreeMap<Point, char> {
        let lattice = self.lattice;
        let is_small = |board: &&NamedBoard| (board.count)(&[1; 3][..board.parameters.len()]) <= 16;
        let small: Vec<&NamedBoard> = lattice.boards.iter().filter(is_small).collect();
        let named = small[self.board % small.len()];
        let mut numbers = self.numbers[..named.parameters.len()].to_vec();
        while named.count(&numbers) > 16 {
            *numbers.iter_mut().max().expect("a board has numbers") -= 1;
        }
        let mut all = (named.sites)(&numbers);
        all.sort_unstable();
        let turns = turns(lattice);
        let turn = &turns[self.symmetry % turns.len()];
        let moved = onto_itself(lattice, turn, &all);
        let mut sites = BTreeMap::new();
        for &site in &all {
            // The first of the places that the symmetry makes equal decides.
            let (mut first, mut at) = (site, site);
            while let Some(moved) = &moved {
                at = moved[&at];
                first = first.min(at);
                if at == site {
                    break;
                }
            }
            let index = all.iter().position(|s| *s == first).expect("a site of the board");
            match self.marks[index] {
                0 => {}
                1 | 2 => _ = sites.insert(site, 'o'),
                _ => _ = sites.insert(site, '#'),
            }
        }
        // Holes may have left parts of units.
        while let Some(stray) = lattice.stray(&sites.keys().copied().collect::<Vec<_>>()) {
            sites.remove(&stray);
        }
        sites
    }

    /// The rules about how pieces meet and where they lie, of so many pieces, as they are spelt.
    fn meeting_rules(&self, pieces: usize) -> String {
        let picks: Vec<usize> = self.meetings.iter().map(|&n| usize::from(n)).collect();
        let named = |bits: usize| -> Vec<String> {
            (0..pieces).filter(|n| bits >> n & 1 == 1 || *n == 0).map(|n| format!("p{n}")).collect()
        };
        let mut rules = String::new();
        if picks[0].is_multiple_of(3) {
            rules.push_str("no_crossroads: true,");
        }
        if picks[1].is_multiple_of(3) && !self.lattice.straight_lines().is_empty() {
            rules.push_str("fault_free: true,");
        }
        let n = picks[3] % 5 + 1;
        let _ = match picks[2] % 10 {
            0 => write!(rules, "at_border: Every,"),
            1 | 2 => write!(rules, "at_border: Pieces({:?}),", named(picks[3])),
            3 => write!(rules, "at_border: Exactly({n}),"),
            4 => write!(rules, "at_border: AtLeast({n}),"),
            5 => write!(rules, "at_border: AtMost({n}),"),
            _ => Ok(()),
        };
        let contacts = Contact::all(self.lattice);
        let sets = picks[4] % 3;
        let apart: Vec<String> = (0..sets)
            .map(|k| {
                let by = contacts[picks[6 + k] % contacts.len()];
                format!("Apart(pieces: {:?}, by: {by:?})", named(picks[8 + k]))
            })
            .collect();
        let _ = write!(rules, "apart: [{}]", apart.join(", "));
        rules
    }

    /// The text of the puzzle; `None` when the board has no site that must be covered, or cannot
    /// be cut into pieces.
    pub(super) fn text(&self) -> Option<String> {
        let lattice = self.lattice;
        let board = self.board();
        board.values().any(|&mark| mark == '#').then_some(())?;
        let label = |n: usize| match &self.labels {
            Some(labels) => ['.', 'a', 'b', 'a', 'b'][usize::from(labels[n % 64])],
            None => '.',
        };
        // Every other board is checkered, as far as its lattice can be; the others are mottled.
        let checkered = self.symmetry.is_multiple_of(2);
        let first = board.keys().next().copied();
        let board_labels: BTreeMap<Point, char> = board
            .keys()
            .enumerate()
            .map(|(i, &site)| {
                let away = first.map_or(site, |first| site - first).coordinates();
                let odd = away.iter().map(|n| n.div_euclid(lattice.period)).sum::<i32>() & 1;
                (site, label(if checkered { odd as usize } else { i }))
            })
            .collect();
        let mut pieces: Vec<(Vec<Point>, (u32, u32), &PieceRecipe)> = Vec::new();
        let mut piece_labels: Vec<Vec<char>> = Vec::new();
        if self.cut {
            let mut left: BTreeSet<Point> =
                board.iter().filter(|(_, m)| **m == '#').map(|(&s, _)| s).collect();
            let mut recipes = self.pieces.iter().cycle();
            while let (Some(&start), Some(recipe)) = (left.first(), recipes.next()) {
                let mut units = lattice.units_at(start).into_iter();
                let unit = units.find(|unit| unit.iter().all(|s| left.contains(s)))?;
                let sites = grown(lattice, unit, &recipe.growth, |s| left.contains(&s));
                left.retain(|s| !sites.contains(s));
                // Each piece has the labels of its place, so that there is a solution, but for
                // those that are left out.
                let mut placed = sites.clone();
                placed.sort_unstable();
                let own = |(i, site): (usize, &Point)| match label(i + 7) {
                    '.' => '.',
                    _ => board_labels[site],
                };
                let own: Vec<char> = placed.iter().enumerate().map(own).collect();
                let shape = homed(lattice, sites);
                let same = |n: &usize| pieces[*n].0 == shape && piece_labels[*n] == own;
                match (0..pieces.len()).find(same) {
                    Some(n) => pieces[n].1 = (pieces[n].1.0 + 1, pieces[n].1.1 + 1),
                    None => {
                        pieces.push((shape, (1, 1), recipe));
                        piece_labels.push(own);
                    }
                }
            }
        } else {
            for recipe in &self.pieces {
                let start = Point::from(lattice.classes[0].residue);
                let unit = lattice.units_at(start).swap_remove(0);
                let sites = grown(lattice, unit, &recipe.growth, |_| true);
                let (min, more) = recipe.copies;
                piece_labels.push((0..sites.len()).map(|i| label(i + 11 * pieces.len())).collect());
                pieces.push((homed(lattice, sites), (min, (min + more).max(1)), recipe));
            }
        }
        let art = |sites: &[(Point, char)]| art::draw(lattice, sites);
        let mut text = String::new();
        let _ = writeln!(text, "(format: 1, title: \"At \\\"random\\\"\", lattice: {lattice:?},");
        let _ = writeln!(text, "pieces: [");
        for (i, (sites, (min, max), recipe)) in pieces.iter().enumerate() {
            let marked: Vec<(Point, char)> = sites.iter().map(|&s| (s, 'X')).collect();
            let drawing = if piece_labels[i].iter().any(|&label| label != '.') {
                let labels = sites.iter().copied().zip(piece_labels[i].iter().copied()).collect();
                format!("art: {:?}, labels: {:?}", art(&marked), label_rows(lattice, &labels))
            } else if recipe.drawn {
                format!("art: {:?}", art(&marked))
            } else {
                let addresses: Vec<_> =
                    sites.iter().map(|&s| (lattice.address.of_site)(s)).collect();
                format!("sites: {addresses:?}")
            };
            let motions = [
                "",
                "motions: TurnAndFlip,",
                "motions: TurnAndFlip,",
                "motions: Turn,",
                "motions: Turn,",
                "motions: AsDrawn,",
            ][usize::from(recipe.motions)];
            let copies = if min == max { min.to_string() } else { format!("({min}, {max})") };
            let _ =
                writeln!(text, "Piece(name: \"p{i}\", {drawing}, copies: {copies}, {motions}),");
        }
        let marks: Vec<(Point, char)> = board.into_iter().collect();
        let drawn = format!("Art({:?})", art(&marks));
        let _ = if self.labels.is_some() {
            let rows = label_rows(lattice, &board_labels);
            writeln!(text, "], board: Labelled({drawn}, {rows:?}),")
        } else {
            writeln!(text, "], board: {drawn},")
        };
        if !self.meetings.is_empty() {
            let _ = writeln!(text, "rules: ({}),", self.meeting_rules(pieces.len()));
        }
        let _ = match self.rules {
            _ if !self.meetings.is_empty() => Ok(()),
            0 => writeln!(text, "rules: (leftover: true),"),
            1 | 2 => writeln!(text, "rules: (junctions: Free),"),
            3 => writeln!(text, "rules: (junctions: NoCrossing, loose_parts: true),"),
            4 => writeln!(text, "rules: (labels: Free),"),
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
    Answer { counts: last.counts.small().unwrap(), store: run.into_store() }
}

fn numbers(counts: &Counts) -> [u64; 4] {
    [counts.total, counts.turned, counts.distinct, counts.symmetric]
}

fn rows(store: &Store) -> Vec<(Vec<u32>, u64)> {
    let options = |i| store.get(i).iter().map(|o| o.0).collect();
    (0..store.len()).map(|i| (options(i), store.stabiliser(i).bits())).collect()
}

/// Every solution uses the pieces in a way that was foreseen.
fn possible_copies(puzzle: &Puzzle, encoding: &Encoding, solutions: &BTreeSet<Solution>) {
    let selections = Selections::new(puzzle, encoding);
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

/// The drawings of a puzzle and a solution are XML, whatever its pieces are called.
fn assert_drawings_are_xml(puzzle: &Puzzle, placed: &Placed) {
    let mut puzzle = puzzle.clone();
    puzzle.pieces.iter_mut().for_each(|piece| piece.name = "<&\"'>".to_owned());
    for outlines in [false, true] {
        let style = Style { outlines, ..Style::default() };
        for drawing in [
            svg::puzzle(&puzzle, style),
            svg::solution(&puzzle, placed, style),
            svg::sheet(&puzzle, &[(1, placed.clone()), (2, placed.clone())], style),
        ] {
            let mut reader = Reader::from_str(&drawing);
            let mut elements = 0;
            loop {
                match reader.read_event() {
                    Ok(Event::Start(_) | Event::Empty(_)) => elements += 1,
                    Ok(Event::Text(text)) => {
                        let text = text.decode().expect("it is UTF-8");
                        unescape(&text).unwrap_or_else(|e| panic!("{e}\n{drawing}"));
                    }
                    Ok(Event::Eof) => break,
                    Ok(_) => {}
                    Err(error) => panic!("{error}\n{drawing}"),
                }
            }
            assert!(elements > 1, "{drawing}");
        }
    }
}

/// Compares everything about one puzzle; whether it was small enough to be told how many
/// solutions it has, and how many symmetries.
fn compare(text: &str) -> Option<(usize, usize)> {
    let opened =
        puzzle_file::read(text.into()).unwrap_or_else(|errors| panic!("{}\n{text}", errors[0]));
    let puzzle = Arc::clone(&opened.puzzle);
    let all = BruteForce::solve(&puzzle).ok()?;
    let expected = bound(&puzzle, all.clone());
    let naive_group = symmetries(&puzzle);
    let naive = naive_counts(&expected, &naive_group);

    let encoded = Encoded::new(puzzle.clone()).unwrap();
    let Encoded { encoding, group, .. } = &encoded;
    assert_eq!(group.order(), naive_group.len(), "symmetries of\n{text}");
    assert_eq!(group.turns(), naive_group.iter().filter(|g| g.turns).count(), "turns\n{text}");
    let plan = |restriction| {
        let strategy = polywright::job::Strategy::simple(restriction, &encoding.problem);
        Plan::new(encoded.clone(), PlanOptions::strategy(strategy)).unwrap()
    };
    let free = run(plan(None), 1);
    assert_eq!(numbers(&free.counts), naive, "total, turned, distinct, symmetric of\n{text}");

    // Every solution, as the program shows them all.
    let verifier = Verifier::new(&puzzle);
    let view = View::all(&free.store, group);
    let mut found = BTreeSet::new();
    for n in 0..view.len() {
        let options = view.solution(group, &free.store, n);
        let placed = encoding.decode(&options);
        verifier.verify(&placed).unwrap_or_else(|e| panic!("{e}: {placed:?}\n{text}"));
        let mut laid: Solution =
            placed.iter().map(|(id, sites)| (id.index(), sites.clone())).collect();
        laid.sort_unstable();
        found.insert(laid);
    }
    assert_eq!(found, expected, "{text}");
    // All of them differ.
    assert_eq!(view.len(), free.counts.total, "{text}");
    assert_eq!(found.len() as u64, view.len(), "{text}");
    if !view.is_empty() {
        let last = view.solution(group, &free.store, view.len() - 1);
        assert_drawings_are_xml(&puzzle, &encoding.decode(&last));
    }
    // And every solution of the brute force satisfies the verifier, which is a third opinion.
    for solution in &expected {
        let placed =
            solution.iter().map(|(n, sites)| (PieceId(*n as u32), sites.clone())).collect();
        verifier.verify(&placed).unwrap_or_else(|e| panic!("{e}: {placed:?}\n{text}"));
    }
    for solution in all.difference(&expected) {
        let placed =
            solution.iter().map(|(n, sites)| (PieceId(*n as u32), sites.clone())).collect();
        assert!(verifier.verify(&placed).is_err(), "{placed:?} verified\n{text}");
    }
    let orbits: u64 = (0..free.store.len())
        .map(|i| group.order() as u64 / u64::from(free.store.stabiliser(i).len()))
        .sum();
    assert_eq!(orbits, expected.len() as u64, "orbits of\n{text}");

    // The same whatever piece or site is held, and on however many threads.
    let pieces = puzzle.pieces().filter_map(|(id, _)| group.restriction(&puzzle, encoding, id));
    let sites = puzzle.board.sites().iter();
    let sites = sites.filter_map(|s| group.site_restriction(&puzzle, encoding, s.site));
    let counted = |held: Option<&Restriction>| {
        let go_on = &mut |_, _| ControlFlow::Continue(());
        job::count(&puzzle, encoding, group, held, &Limits::default(), go_on)
    };
    // The items of rules may be too many for the states of a sweep.
    let ruled = !encoding.rule_items.is_empty();
    match counted(None) {
        Ok(count) => {
            assert_eq!(
                numbers(&count.unwrap().small().unwrap()),
                naive,
                "counted, not listed\n{text}"
            );
        }
        Err(SweepError::Unsupported) if ruled => {}
        Err(error) => panic!("{error}\n{text}"),
    }
    for restriction in pieces.chain(sites) {
        match counted(Some(&restriction)) {
            Ok(count) => {
                assert_eq!(
                    numbers(&count.unwrap().small().unwrap()),
                    naive,
                    "counted, {restriction:?}\n{text}"
                );
            }
            Err(SweepError::Unsupported) if ruled => {}
            Err(error) => panic!("{error}\n{text}"),
        }
        let held = run(plan(Some(restriction.clone())), 1);
        assert_eq!(numbers(&held.counts), naive, "{restriction:?}\n{text}");
        assert_eq!(rows(&held.store), rows(&free.store), "{restriction:?}\n{text}");
    }
    let usual = run(Plan::new(puzzle.clone(), PlanOptions::default()).unwrap(), 2);
    assert_eq!(numbers(&usual.counts), naive, "on two threads\n{text}");
    assert_eq!(rows(&usual.store), rows(&free.store), "on two threads\n{text}");

    finder_agrees(&encoded, (naive, text));
    pockets_are_in_no_solution(&puzzle, (&expected, &free.store, naive), text);

    // And however the search is divided into cases.
    possible_copies(&puzzle, encoding, &expected);
    for (division, engine) in
        [(Split::Full, None), (Split::Full, Some(&dancing_links::ENGINE)), (Split::Whole, None)]
    {
        let options = PlanOptions { split: division, ..PlanOptions::by(engine) };
        let plan = Plan::new(encoded.clone(), options).unwrap();
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
        encoding,
        group,
        store: &free.store,
        counts: free.counts.into(),
        complete: true,
    });
    match read_ron(solutions.as_str().into()) {
        Ok(Contents::Solutions(set)) => {
            assert_eq!(rows(&set.store), rows(&free.store), "{solutions}");
            assert_eq!(numbers(&set.counts.small().unwrap()), naive, "{solutions}");
            assert_eq!(set.description, opened.description, "{solutions}");
            assert!(set.complete);
        }
        other => panic!("{other:?}\n{solutions}"),
    }
    Some((expected.len(), naive_group.len()))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::program::cases(80),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn puzzles_on_every_lattice_have_the_solutions_that_brute_force_finds(
        recipe in proptest::sample::select(ALL).prop_flat_map(recipes)
    ) {
        if let Some(text) = recipe.text() {
            compare(&text);
        }
    }

    #[test]
    fn puzzles_with_rules_have_the_solutions_of_brute_force_that_keep_to_them(
        recipe in proptest::sample::select(ALL).prop_flat_map(ruled)
    ) {
        if let Some(text) = recipe.text() {
            compare(&text);
        }
    }

    #[test]
    fn labelled_puzzles_have_the_solutions_that_brute_force_finds(
        recipe in proptest::sample::select(ALL).prop_flat_map(labelled)
    ) {
        if let Some(text) = recipe.text() {
            compare(&text);
        }
    }

    #[test]
    fn pieces_all_alike_have_the_solutions_that_brute_force_finds(
        recipe in proptest::sample::select(ALL).prop_flat_map(alike)
    ) {
        if let Some(text) = recipe.text() {
            compare(&text);
        }
    }
}

/// The placements that are dropped for their pockets are in no solution and symmetric, so that every
/// search finds the same solutions without them.
fn pockets_are_in_no_solution(
    puzzle: &Arc<Puzzle>,
    (expected, store, naive): (&BTreeSet<Solution>, &Store, [u64; 4]),
    text: &str,
) {
    let encoding = Arc::new(Encoding::new(puzzle).unwrap().with_pockets(puzzle));
    if let Some(reason) = obstruction(puzzle, &encoding, Budget::THOROUGH) {
        assert!(expected.is_empty(), "{reason:?}\n{text}");
    }
    weights_prove_nothing_against_a_solution(puzzle, expected, text);
    let Some(pockets) = encoding.pockets() else { return };
    for (number, sites) in expected.iter().flatten() {
        let option = encoding.find(puzzle, PieceId(*number as u32), sites).expect("it is placed");
        assert!(!pockets.is_dropped(option), "{number} on {sites:?}\n{text}");
    }
    if let Some(obstruction) = pockets.obstruction(puzzle, &encoding) {
        assert!(expected.is_empty(), "{obstruction:?}\n{text}");
    }
    let group = Arc::new(SymmetryGroup::new(puzzle, &encoding));
    for element in &group.elements {
        for option in (0..encoding.problem.option_count() as u32).map(OptionId) {
            let image = element.image(option);
            assert_eq!(pockets.is_dropped(option), pockets.is_dropped(image), "{option:?}\n{text}");
        }
    }
    let encoded = Encoded { puzzle: Arc::clone(puzzle), encoding, group };
    let plan = Plan::new(encoded.clone(), PlanOptions::default());
    let narrowed = run(plan.unwrap(), 1);
    assert_eq!(numbers(&narrowed.counts), naive, "without pockets\n{text}");
    assert_eq!(rows(&narrowed.store), rows(store), "without pockets\n{text}");
    let settings = FirstSettings { threads: 1, ..FirstSettings::default() };
    let mut first = FirstRun::start(encoded.into(), settings);
    first.wait();
    let found = first.snapshot().counts.distinct;
    assert_eq!(found, naive[2].min(1), "first without pockets\n{text}");
}

/// Weights of sites, whichever they are, are refused as a proof where there is a solution.
fn weights_prove_nothing_against_a_solution(
    puzzle: &Puzzle,
    expected: &BTreeSet<Solution>,
    text: &str,
) {
    if expected.is_empty() {
        return;
    }
    let verifier = Verifier::new(puzzle);
    for (factor, modulus) in [(1, None), (2, Some(2)), (3, Some(3)), (5, None), (7, Some(5))] {
        let weight = |n: usize| (n as i64 * factor * factor + factor) % 5 - 2;
        let of_site = (0..puzzle.board.sites().len()).map(weight).collect();
        let weights = SiteWeights { of_site, modulus };
        assert!(verifier.refute(&weights).is_err(), "{weights:?}\n{text}");
    }
}

/// The runs of the finder in which it has to find something that small.
const MAX_RUNS: usize = 40;

/// Holds the finder to a brute force: by itself it finds a solution just where there is one, and
/// with the exhaustive engine beside it all of them.
fn finder_agrees(encoded: &Encoded, (naive, text): ([u64; 4], &str)) {
    let Encoded { puzzle, encoding, .. } = encoded;
    let [_, _, distinct, _] = naive;
    let layout = encoding.layout(puzzle);
    let finder = FirstSearch::new(&encoding.problem, layout.as_ref());
    let learned = Learned::default();
    let mut search = Search::new(&finder, distinct);
    let ends = (0..MAX_RUNS).map(|_| search.run(&learned, &mut Unwatched));
    match ends.into_iter().find(|end| *end != RunEnd::Failed) {
        Some(RunEnd::Found(options)) => verify(puzzle, &encoding.decode(&options))
            .unwrap_or_else(|error| panic!("{error}: {options:?}\n{text}")),
        Some(RunEnd::Exhausted) => assert_eq!(distinct, 0, "{text}"),
        // That there is none it cannot say of more pieces than it leaves to an ending.
        None if distinct == 0 => {}
        other => panic!("{other:?} with {distinct} solutions\n{text}"),
    }
    for threads in [1, 2] {
        let settings = FirstSettings { threads, wanted: u64::MAX, ..FirstSettings::default() };
        let mut all = FirstRun::start(encoded.clone().into(), settings);
        all.wait();
        let last = all.snapshot();
        assert_eq!(last.phase, Phase::Complete, "{text}");
        assert_eq!(numbers(&last.counts), naive, "on {threads}: {text}");
    }
}

/// Lays pieces on the board of a puzzle, pins some, and says of some sites what they take; most
/// of it as in one of its solutions. `None` where the brute force takes too long.
fn hampered(text: &str, picks: &[u8]) -> Option<String> {
    let opened = puzzle_file::read(text.into()).unwrap();
    let (puzzle, mut description) = (opened.puzzle, opened.description);
    let lattice = puzzle.lattice;
    let solutions: Vec<Solution> = BruteForce::solve(&puzzle).ok()?.into_iter().collect();
    let mut picks = picks.iter().map(|&n| usize::from(n)).cycle();
    let mut pick = || picks.next().unwrap_or(0);
    let model = match solutions.len() {
        0 => Vec::new(),
        n => solutions[pick() % n].clone(),
    };
    for (number, sites) in &model {
        let pinned = match pick() % 4 {
            0 => true,
            1 => false,
            _ => continue,
        };
        let form = BoardPieceForm::new(lattice, &puzzle.pieces[*number], sites, pinned);
        description.placed.push(form);
    }
    if pick() % 8 == 0 {
        let number = pick() % puzzle.pieces.len();
        let places: Vec<Vec<Point>> = places_of(&puzzle, number).into_iter().collect();
        if !places.is_empty() {
            let sites = &places[pick() % places.len()];
            description.placed.push(BoardPieceForm::new(
                lattice,
                &puzzle.pieces[number],
                sites,
                true,
            ));
        }
    }
    for _ in 0..pick() % 4 {
        let site = puzzle.board.sites()[pick() % puzzle.board.sites().len()].site;
        let at = (lattice.address.of_site)(site);
        if description.site_rules.iter().any(|rule| rule.at == at) {
            continue;
        }
        let there = model.iter().find(|(_, sites)| sites.contains(&site)).map(|(n, _)| *n);
        let other = pick() % puzzle.pieces.len();
        let names: BTreeSet<usize> = match pick() % 4 {
            0 => BTreeSet::from([other]),
            _ => there.into_iter().chain([other]).collect(),
        };
        let names = names.into_iter().map(|n| puzzle.pieces[n].name.clone()).collect();
        let takes = match pick() % 3 {
            0 if there != Some(other) => Takes::Never(vec![puzzle.pieces[other].name.clone()]),
            _ => Takes::Only(names),
        };
        description.site_rules.push(SiteRule { at, takes });
    }
    // What has come to lie over another piece, or where it must not, is taken away again.
    description.prune_stale();
    Some(puzzle_file::write(&description))
}

#[test]
fn a_line_that_runs_through_a_cell_beside_the_board_is_no_fault() {
    let text = r##"(format: 1, title: "Beside the board", lattice: House,
        pieces: [Piece(name: "p0", art: ["X", "X"]), Piece(name: "p1", art: ["X"], copies: 3)],
        board: Art(["#.#.#", "#...o", "...o.#"]), rules: (fault_free: true))"##;
    let (solutions, _) = compare(text).expect("brute force ends");
    assert!(solutions > 0);
}

#[test]
fn tetrahedra_with_three_corners_in_common_have_a_common_face() {
    let with = |apart: &str| {
        let text = format!(
            r##"(format: 1, title: "Two tetrahedra", lattice: RhombicTetrahedron,
            pieces: [Piece(name: "p0", sites: [[3, 2, 5]], motions: AsDrawn),
                Piece(name: "p1", sites: [[4, 3, 5]], motions: AsDrawn)],
            board: Sites([[3, 2, 5], [4, 3, 5]]), rules: (apart: [{apart}]))"##
        );
        compare(&text).expect("brute force ends").0
    };
    assert_eq!(with(""), 1);
    assert_eq!(with(r#"Apart(pieces: ["p0", "p1"], by: Edge)"#), 0);
    assert_eq!(with(r#"Apart(pieces: ["p0", "p1"], by: Face)"#), 0);
}

/// Compares a puzzle with pins and rules, by every engine.
fn compare_hampered(text: &str) -> Option<(usize, usize)> {
    let found = compare(text)?;
    let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
    let usual = run(Plan::new(puzzle.clone(), PlanOptions::default()).unwrap(), 1);
    for engine in Engine::exhaustive() {
        let Ok(plan) = Plan::new(puzzle.clone(), PlanOptions::by(engine)) else {
            assert_ne!(engine.tree, Tree::FewestOptions, "{engine:?}\n{text}");
            continue;
        };
        let own = run(plan, 1);
        assert_eq!(numbers(&own.counts), numbers(&usual.counts), "{engine:?}\n{text}");
        assert_eq!(rows(&own.store), rows(&usual.store), "{engine:?}\n{text}");
    }
    Some(found)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: crate::program::cases(60),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn pinned_pieces_and_rules_of_sites_leave_the_solutions_that_keep_to_them(
        recipe in proptest::sample::select(ALL).prop_flat_map(recipes),
        picks in proptest::collection::vec(any::<u8>(), 40),
    ) {
        if let Some(text) = recipe.text().and_then(|text| hampered(&text, &picks)) {
            compare_hampered(&text);
        }
    }

    #[test]
    fn so_do_they_among_labels_and_pieces_all_alike(
        recipe in proptest::sample::select(ALL)
            .prop_flat_map(|lattice| prop_oneof![labelled(lattice), alike(lattice)]),
        picks in proptest::collection::vec(any::<u8>(), 40),
    ) {
        if let Some(text) = recipe.text().and_then(|text| hampered(&text, &picks)) {
            compare_hampered(&text);
        }
    }
}

#[test]
fn pins_and_rules_at_random_here_leave_some_solutions_and_some_symmetries() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut pinned, mut ruled, mut solvable, mut fewer, mut symmetric) = (0, 0, 0, 0, 0);
    for lattice in ALL {
        let (recipes, picks) = (recipes(lattice), proptest::collection::vec(any::<u8>(), 40));
        for _ in 0..60 {
            let recipe = recipes.new_tree(&mut runner).unwrap().current();
            let picks = picks.new_tree(&mut runner).unwrap().current();
            let Some(text) = recipe.text().and_then(|text| hampered(&text, &picks)) else {
                continue;
            };
            let puzzle = puzzle_file::read(text.as_str().into()).unwrap().puzzle;
            let Ok(all) = BruteForce::solve(&puzzle) else { continue };
            let left = bound(&puzzle, all.clone()).len();
            pinned += usize::from(!pins(&puzzle).is_empty());
            ruled += usize::from(!puzzle.barred.is_empty());
            solvable += usize::from(left > 0);
            fewer += usize::from(left > 0 && left < all.len());
            let is_bound = !pins(&puzzle).is_empty() || !puzzle.barred.is_empty();
            symmetric += usize::from(is_bound && symmetries(&puzzle).len() > 1);
        }
    }
    let report =
        format!("{pinned} pinned, {ruled} ruled, {solvable} solvable, {fewer} fewer, {symmetric}");
    println!("{report}");
    assert!(pinned >= 100 && ruled >= 100 && solvable >= 100, "{report}");
    assert!(fewer >= 40 && symmetric >= 30, "{report}");
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
        assert_eq!(compare(&text).map(|found| found.0), Some(solutions), "{text}");
        let puzzle = puzzle_file::read(text.as_str().into()).unwrap().puzzle;
        let options = PlanOptions { split: Split::Full, ..PlanOptions::default() };
        let plan = Plan::new(puzzle, options).unwrap();
        assert_eq!(plan.cases.len(), cases, "{text}");
        assert_eq!(plan.case_names().unwrap_or_default(), names, "{text}");
    }
}

#[test]
fn what_is_at_random_here_has_solutions_and_symmetries_to_tell_apart() {
    use proptest::strategy::ValueTree;
    let cases = crate::program::cases(30).min(200) as usize;
    // Boards of lattices with many classes of sites are seldom symmetric, so that those are
    // counted over all lattices.
    let (mut all_symmetric, mut all_several) = (0, 0);
    for lattice in ALL {
        let mut runner = proptest::test_runner::TestRunner::deterministic();
        let (mut compared, mut solvable, mut several, mut symmetric) = (0, 0, 0, 0);
        for _ in 0..cases {
            let recipe = recipes(lattice).new_tree(&mut runner).unwrap().current();
            let Some((solutions, order)) = recipe.text().and_then(|text| compare(&text)) else {
                continue;
            };
            compared += 1;
            solvable += usize::from(solutions > 0);
            several += usize::from(solutions > 1 && order > 1);
            symmetric += usize::from(order > 1);
        }
        let report = format!(
            "{lattice:?}: of {cases}, {compared} compared, {solvable} solvable, {symmetric} \
             symmetric, {several} with several solutions and symmetries"
        );
        println!("{report}");
        let least = |percent: usize| percent * cases / 100;
        assert!(compared >= least(60) && solvable >= least(15), "{report}");
        all_symmetric += symmetric;
        all_several += several;
    }
    let (all, report) = (cases * ALL.len(), format!("{all_symmetric} and {all_several}"));
    println!("of {all}, {report}");
    assert!(all_symmetric >= all / 5 && all_several >= all / 20, "{report}");
}

#[test]
fn rules_at_random_here_rule_out_some_solutions_and_leave_others() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let cases = crate::program::cases(12).min(200) as usize;
    // Of each rule: puzzles of which it rules out some solutions, not all.
    let mut felt = [0; 4];
    for lattice in ALL {
        for _ in 0..cases {
            let recipe = ruled(lattice).new_tree(&mut runner).unwrap().current();
            let Some(text) = recipe.text() else { continue };
            let puzzle = (*puzzle_file::read(text.as_str().into()).unwrap().puzzle).clone();
            let Ok(all) = BruteForce::solve(&puzzle) else { continue };
            let Rules { no_crossroads, fault_free, at_border, apart, .. } = puzzle.rules.clone();
            let each = [
                Rules { no_crossroads, ..Rules::default() },
                Rules { fault_free, ..Rules::default() },
                Rules { at_border, ..Rules::default() },
                Rules { apart, ..Rules::default() },
            ];
            for (felt, rules) in felt.iter_mut().zip(each) {
                let one = Puzzle { rules, ..puzzle.clone() };
                let obeys = obeys(&one);
                let left = all.iter().filter(|solution| obeys(solution)).count();
                *felt += usize::from(left > 0 && left < all.len());
            }
        }
    }
    println!("{felt:?}");
    assert!(felt.iter().all(|&n| n >= cases / 4), "{felt:?}");
}

#[test]
fn labels_at_random_here_rule_out_some_solutions_and_leave_others() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut solvable, mut fewer, mut less_symmetric) = (0, 0, 0);
    for lattice in ALL {
        for _ in 0..40 {
            let recipe = labelled(lattice).new_tree(&mut runner).unwrap().current();
            let Some(text) = recipe.text() else { continue };
            let mut puzzle = (*puzzle_file::read(text.as_str().into()).unwrap().puzzle).clone();
            let Ok(with) = BruteForce::solve(&puzzle) else { continue };
            let symmetries_with = symmetries(&puzzle).len();
            puzzle.rules.labels = LabelRule::Free;
            let Ok(without) = BruteForce::solve(&puzzle) else { continue };
            solvable += usize::from(!with.is_empty());
            fewer += usize::from(!with.is_empty() && with.len() < without.len());
            less_symmetric += usize::from(symmetries_with < symmetries(&puzzle).len());
        }
    }
    let report = format!("{solvable} solvable, {fewer} with fewer solutions, {less_symmetric}");
    println!("{report}");
    assert!(solvable >= 60 && fewer >= 20 && less_symmetric >= 40, "{report}");
}

#[test]
fn a_piece_that_may_lie_on_optional_sites_alone_may_also_stay_away() {
    // The domino lies left, with or without a square on the optional site, or right.
    let text = r###"(format: 1, title: "t", lattice: Square, pieces: [
        Piece(name: "I", art: ["XX"]), Piece(name: "O", art: ["X"], copies: (0, 3)),
    ], board: Art(["##o"]))"###;
    assert_eq!(compare(text), Some((3, 1)));
}

#[test]
fn two_pieces_of_one_shape_are_told_apart_and_two_copies_are_not() {
    let of = |pieces: &str| {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square, pieces: [{pieces}], board: Rectangle(2, 2))"
        );
        compare(&text)
    };
    assert_eq!(of(r#"Piece(name: "a", art: ["XX"]), Piece(name: "b", art: ["XX"])"#), Some((4, 8)));
    assert_eq!(of(r#"Piece(name: "a", art: ["XX"], copies: 2)"#), Some((2, 8)));
}

#[test]
fn a_piece_lies_only_where_its_labels_agree_and_a_board_keeps_its_colours() {
    let of = |labels: &str, rows: &str, rules: &str| {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square, pieces: [Piece(name: \"I\", art: [\"XX\"], \
             labels: [{labels}], copies: 2)], board: Labelled(Rectangle(2, 2), [{rows}]), {rules})"
        );
        compare(&text)
    };
    // On a chequered square a domino of both colours lies anywhere, but a quarter turn is no
    // symmetry any more: it swaps the colours.
    assert_eq!(of(r#""bw""#, r#""bw", "wb""#, ""), Some((2, 4)));
    // Where columns have one colour each, it must lie across.
    assert_eq!(of(r#""bw""#, r#""bw", "bw""#, ""), Some((1, 2)));
    // One that is black alone fits nowhere, and one without labels anywhere.
    assert_eq!(of(r#""bb""#, r#""bw", "wb""#, "").map(|found| found.0), Some(0));
    assert_eq!(of(r#""..""#, r#""bw", "bw""#, ""), Some((2, 8)));
    // A site without a label goes with everything.
    assert_eq!(of(r#""bw""#, r#""b.", "b.""#, ""), Some((1, 2)));
    assert_eq!(of(r#""bw""#, r#""bw", "bw""#, "rules: (labels: Free)"), Some((2, 8)));
}

#[test]
fn chessboard_tetrominoes_are_counted_without_labels_too() {
    // Without labels T and L are there twice. A tiling is one with labels, in one way, if its two
    // Ts and its two Ls differ: in the colour of what joins three sites, and of what is the bend.
    let text = r#"(format: 1, title: "t", lattice: Square, pieces: [
        Family(free: 4, only: ["I", "O", "S"]), Family(free: 4, only: ["T", "L"], copies: 2),
    ], board: Rectangle(7, 4))"#;
    let plain = puzzle_file::read(text.into()).unwrap().puzzle;
    let encoding = Encoding::new(&plain).unwrap();
    let group = SymmetryGroup::new(&plain, &encoding);
    let answer = run(Plan::new(plain.clone(), PlanOptions::default()).unwrap(), 2);
    let view = View::all(&answer.store, &group);
    let black = |site: &Point| (site.x + site.y) / 2 % 2 == 1;
    // The site that has neighbours of the piece both across and up or down.
    let bend = |sites: &[Point]| -> bool {
        let has = |s: &Point, x, y| sites.contains(&(*s + Point::new(x, y, 0)));
        let found = sites
            .iter()
            .find(|s| (has(s, 2, 0) || has(s, -2, 0)) && (has(s, 0, 2) || has(s, 0, -2)));
        black(found.expect("T and L have a bend"))
    };
    let mut total = 0;
    for n in 0..view.len() {
        let placed = encoding.decode(&view.solution(&group, &answer.store, n));
        let differ = |name: &str| {
            let of = placed.iter().filter(|(id, _)| plain.piece(*id).name == name);
            let bends: BTreeSet<bool> = of.map(|(_, sites)| bend(sites)).collect();
            bends.len() == 2
        };
        total += u32::from(differ("T") && differ("L"));
    }
    let bundled = polywright::format::bundled::ALL;
    let labelled = bundled.iter().find(|b| b.path.ends_with("chessboard-tetrominoes-7x4.ron"));
    let labelled = labelled.expect("bundled").open().puzzle;
    assert_eq!(total, 48);
    let found = run(Plan::new(labelled, PlanOptions::default()).unwrap(), 1);
    assert_eq!(numbers(&found.counts), [48, 48, 24, 0]);
}

#[test]
fn a_flip_counts_for_both_hands_together_and_not_for_one_alone() {
    let of = |only: &str| {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Square, \
             pieces: [Family(one_sided: 4, only: [{only}])], board: Rectangle(4, 2))"
        );
        compare(&text)
    };
    // A rectangle has four symmetries, of which two are turns.
    assert_eq!(of(r#""L", "L'""#).unwrap().1, 4);
    assert_eq!(of(r#""L""#).unwrap().1, 2);
}

#[test]
fn in_space_a_piece_turns_24_ways_and_is_mirrored_only_where_the_puzzle_says_so() {
    // One of the two Soma pieces that mirror each other: a half turn leaves it as it is, so that
    // 24 turns give it 12 orientations.
    let sites = [[1, 1, 1], [3, 1, 1], [1, 3, 1], [1, 3, 3]];
    let of = |motions: &str| -> BTreeSet<Vec<Spot>> {
        let text = format!(
            "(format: 1, title: \"t\", lattice: Cube, board: Box(2, 2, 2), pieces: [Piece(
                name: \"a\", sites: [[1, 1, 1], [2, 1, 1], [1, 2, 1], [1, 2, 2]] {motions})])"
        );
        let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
        let encoding = Encoding::new(&puzzle).unwrap();
        // Four cubes that fill two each way have one place in the box for each orientation.
        assert_eq!(encoding.placements.len(), encoding.orientations[0].len());
        let shapes = encoding.orientations[0].iter();
        let spots = shapes.map(|s| s.sites().iter().map(|p| p.coordinates().map(f64::from)));
        spots.map(|sites| settled(&sites.collect::<Vec<_>>())).collect()
    };
    // Every way to send the axes to axes, the turns among them told by their determinant.
    let axes = |n: usize| -> Turn {
        let order = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]][n / 8];
        let sign = |k: usize| if n >> k & 1 == 0 { 1.0 } else { -1.0 };
        [0, 1, 2].map(|k| [0, 1, 2].map(|l| if order[k] == l { sign(k) } else { 0.0 }))
    };
    let all: Vec<Turn> = (0..48).map(axes).collect();
    let turns: Vec<Turn> = all.iter().copied().filter(|t| determinant(t) > 0.0).collect();
    assert_eq!(turns.len(), 24);
    let images = |turns: &[Turn]| -> BTreeSet<Vec<Spot>> {
        let image = |t: &Turn| sites.map(|site| turned(t, site.map(f64::from)));
        turns.iter().map(|t| settled(&image(t))).collect()
    };
    assert_eq!((images(&turns).len(), images(&all).len()), (12, 24));
    assert_eq!(of(""), images(&turns), "said nothing, a piece keeps its hand");
    assert_eq!(of(", motions: Turn"), images(&turns));
    assert_eq!(of(", motions: TurnAndFlip"), images(&all));
    assert_eq!(of(", motions: AsDrawn").len(), 1);
}

/// Places moved so that the least along each axis is 0, sorted.
fn settled(sites: &[[f64; 3]]) -> Vec<Spot> {
    let least = |k: usize| sites.iter().map(|p| p[k]).fold(f64::INFINITY, f64::min);
    let mut spots: Vec<Spot> =
        sites.iter().map(|p| spot([0, 1, 2].map(|k| p[k] - least(k)))).collect();
    spots.sort_unstable();
    spots
}
