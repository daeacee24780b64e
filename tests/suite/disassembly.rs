//! Taking apart: puzzles with known numbers, random assemblies on every lattice against a brute force
//! that knows no tables, closures or sets of bits, lists of moves that were tampered with, and the
//! command.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Output;

use polywright::disassembly::{
    Disassembly, DisassemblyOptions, Move, Part, Position, ReplayError, Separability, Slides,
    TimedMove, replay, take_apart,
};
use polywright::lattice::{ALL, Lattice, Point, SiteForm};
use polywright::puzzle::{JunctionRule, PieceId};
use polywright::random::Random;
use polywright::solution::verify::Placed;
use serde_json::Value;

use crate::program::{cases, polywright, stderr, stdout};

// ---- The command, on puzzles with known numbers ----

fn disassemble(arguments: &[&str]) -> Output {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xmpuzzle");
    polywright(&folder, &[&["disassemble"], arguments].concat())
}

/// The objects that the command prints: those of the solutions, and the last one.
fn objects(arguments: &[&str], status: i32) -> (Vec<Value>, Value) {
    let output = disassemble(&[arguments, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(status), "{output:?}");
    let parse = |line: &str| serde_json::from_str(line).unwrap();
    let mut all: Vec<Value> = stdout(&output).lines().map(parse).collect();
    let last = all.pop().unwrap();
    assert_eq!(last["solutions"], all.len());
    assert_eq!(last["complete"], true);
    let sum: u64 = all.iter().map(|own| own["states"].as_u64().unwrap()).sum();
    assert_eq!(last["states"], sum);
    (all, last)
}

/// The levels of the solutions that come apart.
fn levels(solutions: &[Value]) -> Vec<Vec<u64>> {
    let apart = solutions.iter().filter(|own| own["disassembles"] == true);
    let levels = apart.map(|own| {
        let level: Vec<u64> = serde_json::from_value(own["level"].clone()).unwrap();
        assert_eq!(own["moves"], level.iter().sum::<u64>());
        // BurrTools' level is the same but for ones; what is left out at the end is nothing else.
        let short: Vec<u64> = serde_json::from_value(own["burrtools_level"].clone()).unwrap();
        let long = |level: &[u64]| level.iter().copied().filter(|&n| n > 1).collect::<Vec<_>>();
        assert_eq!((long(&short), short[0]), (long(&level), level[0]));
        assert!(short.len() == 1 || *short.last().unwrap() > 1, "{level:?}: {short:?}");
        let separations = own["separations"].as_array().unwrap();
        let moves: Vec<u64> =
            separations.iter().map(|s| s.as_array().unwrap().len() as u64).collect();
        assert_eq!(moves, level);
        level
    });
    levels.collect()
}

#[test]
fn a_burr_in_a_cage_comes_apart_in_one_of_twelve_ways_after_98_moves() {
    let (solutions, last) = objects(&["burr-in-cage.xmpuzzle"], 0);
    assert_eq!(
        (solutions.len(), &last["disassembled"], &last["unknown"]),
        (12, &1.into(), &0.into())
    );
    assert_eq!(levels(&solutions), [[98, 2, 4, 1, 1, 1]]);
}

#[test]
fn burrs_of_prisms_come_apart() {
    for (problem, first) in [("1", [9, 6, 4]), ("2", [9, 5, 1])] {
        let (solutions, _) = objects(&["prisms.xmpuzzle", "--problem", problem], 0);
        assert_eq!(solutions.len(), 1);
        assert_eq!(levels(&solutions)[0][..3], first, "{problem}");
    }
}

#[test]
fn a_burr_with_colours_comes_apart_in_one_of_84_ways() {
    let (solutions, _) = objects(&["burr-with-colours.xmpuzzle"], 0);
    assert_eq!(solutions.len(), 84);
    assert_eq!(levels(&solutions), [[3, 5, 16, 6, 4, 1, 1, 1]]);
}

#[test]
fn a_burr_comes_apart_only_if_the_parts_of_its_cage_may_stay_together() {
    let file = "burr-with-groups.xmpuzzle";
    // They may by the groups of the file, which are kept where it is read and written.
    let (solutions, _) = objects(&[file], 0);
    assert_eq!(solutions.len(), 96);
    let own = levels(&solutions);
    assert_eq!(own.len(), 1);
    assert_eq!(own[0][..2], [4, 9]);
    let folder = tempfile::tempdir().unwrap();
    let [ron, again, back, alone] =
        ["own.ron", "again.xmpuzzle", "back.ron", "alone.ron"].map(|name| folder.path().join(name));
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xmpuzzle");
    let ways =
        [(&tests.join(file), "ron", &ron), (&ron, "xmpuzzle", &again), (&again, "ron", &back)];
    for (from, form, to) in ways {
        let [from, to] = [from, to].map(|path| path.to_str().unwrap());
        let output = polywright(folder.path(), &["export", from, "--to", form, "--out", to]);
        assert!(output.status.success(), "{}", stderr(&output));
    }
    // Without them it does not come apart, unless their names are given.
    let text = std::fs::read_to_string(&back).unwrap();
    assert_eq!(text.matches("group: 1").count(), 2, "{text}");
    std::fs::write(&alone, text.replace("group: 1", "group: 0")).unwrap();
    let alone = alone.to_str().unwrap();
    let (solutions, _) = objects(&[alone], 1);
    assert!(solutions.iter().all(|own| own["disassembles"] == false));
    let (solutions, _) = objects(&[alone, "--together", "S2", "--together", "S3"], 0);
    assert_eq!(levels(&solutions), own);
    let output = disassemble(&[file, "--together", "cage"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no piece is called \"cage\"; the pieces are \"S2\""));
}

#[test]
fn a_packing_box_is_emptied_in_17_moves() {
    let (solutions, _) = objects(&["packing-box.xmpuzzle"], 0);
    let levels = levels(&solutions);
    assert_eq!((levels.len(), levels[0].len(), levels[0].iter().sum()), (1, 12, 17));
}

#[test]
fn a_burr_is_stated_by_the_numbers_of_its_sticks() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("burr.ron");
    let stick = |number: u32| format!("Piece(name: \"{number}\", stick: (6, {number}))");
    let sticks = [188, 880, 960, 1000, 1007, 1024].map(stick).join(", ");
    let text = format!(
        "(format: 1, title: \"Burr\", lattice: Cube, pieces: [{sticks}], \
         board: Shell(SixPieceBurr(3)))"
    );
    std::fs::write(&file, text).unwrap();
    let (solutions, _) = objects(&[file.to_str().unwrap()], 0);
    assert_eq!(solutions.len(), 6);
    assert_eq!(levels(&solutions), [[4, 1, 1, 2, 1]]);
}

/// The 25 notchable pieces: Cutler, *The Six-Piece Burr*, 1977.
#[test]
fn of_the_solid_six_piece_burrs_314_come_apart_which_are_179_with_their_mirror_images() {
    let (solutions, last) = objects(&["solid-six-piece-burrs.xmpuzzle"], 0);
    assert_eq!((solutions.len(), &last["disassembled"]), (588, &179.into()));
    let levels = levels(&solutions);
    let begin_with = |start: &[u64]| levels.iter().filter(|level| level.starts_with(start)).count();
    assert_eq!((begin_with(&[1, 1]), begin_with(&[1, 2, 1])), (148, 31));
    let output = disassemble(&["solid-six-piece-burrs.xmpuzzle", "--threads", "1"]);
    let text = stdout(&output);
    assert!(text.contains("\n179 of 588 distinct come apart · 314 of 1063 turned\n"), "{text}");
    // Neither the threads nor the order of work show.
    assert_eq!(text.matches(": level 1.").count(), 179);
}

#[test]
fn of_each_bundled_puzzle_that_was_found_for_it_one_solution_comes_apart() {
    for (name, all, level) in [
        ("six-piece-burr-with-holes", 3, [4, 1, 1, 1, 1].as_slice()),
        ("six-board-burr", 1946, &[3, 7, 4, 3, 4]),
        ("packing-box", 34, &[1, 2, 1, 2]),
    ] {
        let (solutions, last) = objects(&[name], 0);
        assert_eq!((solutions.len(), &last["disassembled"]), (all, &1.into()), "{name}");
        assert_eq!(levels(&solutions), [level], "{name}");
    }
}

#[test]
fn solutions_are_filtered_sorted_counted_and_kept_by_how_they_come_apart() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xmpuzzle");
    let own = tempfile::tempdir().unwrap();
    let found = own.path().join("found.ron");
    let found = found.to_str().unwrap();
    // Those that do not come apart are only counted.
    let burrs = "solid-six-piece-burrs.xmpuzzle";
    let output = polywright(&folder, &["solve", burrs, "--disassembles", "--out", found, "--json"]);
    let last: Value = serde_json::from_str(stdout(&output).lines().last().unwrap()).unwrap();
    assert_eq!((&last["distinct"], &last["disassembled"]), (&588.into(), &179.into()));
    assert_eq!((&last["unknown"], last.get("filtered_distinct")), (&0.into(), None));
    let kept = |condition: &str| {
        let output = polywright(&folder, &["filter", found, "--where", condition, "--json"]);
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        report["filtered_distinct"].as_u64().unwrap()
    };
    assert_eq!(kept("disassembles = yes"), 179);
    assert_eq!(kept("level >= 1.2"), 31);
    assert_eq!(kept("level = 1.1.1.1.1 and moves = 5 and first-moves = 1"), 148);
    assert_eq!(kept("level = 1..1.1.9"), 148);
    assert_eq!(kept("disassembles != yes or states = 0"), 0);
    let arguments = ["filter", found, "--sort", "level:desc", "--csv", "-"];
    let csv = stdout(&polywright(&folder, &arguments));
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().ends_with(",disassembles,level,first-moves,moves,states"));
    assert!(lines.next().unwrap().contains(",yes,1.2.1.1.1,1,6,"), "{csv}");
    // What may take long is left out where nobody asked for it.
    let csv = stdout(&polywright(&folder, &["filter", found, "--csv", "-"]));
    assert!(!csv.lines().next().unwrap().contains("level"), "{csv}");
    let output = polywright(&folder, &["table", found, "--by", "level", "--format", "csv"]);
    let table = stdout(&output);
    assert!(table.contains("1.1.1.1.1,148") && table.contains("1.2.1.1.1,31"), "{table}");
    let output = polywright(&folder, &["filter", found, "--where", "level"]);
    assert!(stderr(&output).contains("level is a list of numbers"), "{output:?}");
    let output = polywright(&folder, &["solve", "sudoku-6x6", "--disassembles"]);
    assert!(stderr(&output).contains("--disassembles needs pieces on a board"), "{output:?}");
}

#[test]
fn the_moves_of_a_solution_are_written_as_a_sheet_pictures_and_an_animation() {
    let folder = tempfile::tempdir().unwrap();
    let hook = r#"(format: 1, title: "Hook", lattice: Cube, pieces: [
        Piece(name: "bow", art: ["XXX", "X.X", "X.."]),
        Piece(name: "key", art: [".X", "XX"])], board: Box(3, 3, 1))"#;
    std::fs::write(folder.path().join("hook.ron"), hook).unwrap();
    let write = |name: &str| {
        let output = polywright(folder.path(), &["disassemble", "hook.ron", "--sheet", name]);
        (output.status.code(), output)
    };
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    let (code, output) = write("moves.pdf");
    assert_eq!(code, Some(0), "{output:?}");
    assert!(bytes("moves.pdf").starts_with(b"%PDF"));
    assert_eq!(write("moves.svg").0, Some(0));
    let svg = String::from_utf8(bytes("moves-1.svg")).unwrap();
    assert!(svg.contains(">1. "), "{svg}");
    assert_eq!(write("moves.apng").0, Some(0));
    assert!(bytes("moves.apng").windows(4).any(|own| own == b"acTL"));
    let (code, output) = write("moves.gif");
    assert_eq!(code, Some(2));
    assert!(stderr(&output).contains(".svg, .png, .html, .pdf or .apng"), "{output:?}");
    let arguments = ["disassemble", "hook.ron", "--sheet", "other.pdf", "--solution", "9"];
    let output = polywright(folder.path(), &arguments);
    assert!(stderr(&output).contains("solution 9 is not one that comes apart"), "{output:?}");
    assert!(!folder.path().join("other.pdf").exists());
}

#[test]
fn a_limit_gives_not_known_and_never_no() {
    let (solutions, last) = objects(&["burr-in-cage.xmpuzzle", "--limit-states", "100"], 3);
    assert!(last["unknown"].as_u64().unwrap() > 0);
    assert_eq!(last["disassembled"], 0);
    for own in &solutions {
        assert!(own["disassembles"] == false || own["states"].as_u64().unwrap() >= 100);
    }
    let text = stdout(&disassemble(&["burr-in-cage.xmpuzzle", "--limit-states", "100"]));
    assert!(text.contains(": not known · 101 positions, then the limit\n"), "{text}");
}

#[test]
fn a_cube_in_a_closed_shell_does_not_come_apart_and_a_cover_has_nothing_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let shell = r#"(format: 1, title: "Locked in", lattice: Cube, pieces: [
        Piece(name: "shell", art: ["XXX", "XXX", "XXX", "", "XXX", "X.X", "XXX", "", "XXX", "XXX", "XXX"]),
        Piece(name: "core", art: ["X"])], board: Box(3, 3, 3))"#;
    std::fs::write(folder.path().join("shell.ron"), shell).unwrap();
    let output = polywright(folder.path(), &["disassemble", "shell.ron"]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    assert!(text.contains("\n1: does not come apart · 1 position\n0 of 1 distinct"), "{text}");
    // A file of solutions is not solved again.
    polywright(folder.path(), &["solve", "shell.ron", "--out", "found.ron"]);
    let output = polywright(folder.path(), &["disassemble", "found.ron"]);
    assert!(stdout(&output).contains("\n1: does not come apart"), "{output:?}");
    let output = polywright(folder.path(), &["disassemble", "sudoku-6x6"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("so nothing can be moved"), "{output:?}");
}

// ---- Random assemblies against a brute force ----

/// Corners of a cell or edge, or one corner, as they are.
type Cell = Vec<[f64; 2]>;
type Shift = [i32; 3];

const TINY: f64 = 1e-7;
/// The moments in a step at which the brute force looks.
const MOMENTS: i32 = 48;

/// The brute force: pieces step by step, looked at every so often.
struct Brute {
    lattice: &'static Lattice,
    junctions: JunctionRule,
    sites: Vec<Vec<Point>>,
    cells: Vec<Vec<Cell>>,
    directions: Vec<Shift>,
    /// For two classes of convex solids the directions that may part them.
    axes: BTreeMap<(usize, usize), Vec<Shift>>,
    /// Whether a piece can go one step while another stands, by their offset.
    free: BTreeMap<(usize, usize, Shift, Shift), bool>,
}

/// The directions of a lattice, in periods: the shortest translations as drawn, and those along drawn
/// sides unless cells are balls.
fn directions(lattice: &Lattice) -> Vec<Shift> {
    let deep = if lattice.is_solid() { 3 } else { 0 };
    let planes = (-deep..=deep).flat_map(|z| (-3..=3).map(move |y| (y, z)));
    let all = planes.flat_map(|(y, z)| (-3..=3).map(move |x| [x, y, z]));
    let is_multiple = |own: &Shift, n: i32| own.iter().all(|k| k % n == 0);
    let own: Vec<Shift> = all.filter(|own| (2..=3).all(|n| !is_multiple(own, n))).collect();
    let way = |shift: &Shift| lattice.axes.place(shift.map(f64::from));
    let length = |shift: &Shift| way(shift).iter().map(|n| n * n).sum::<f64>();
    let shortest = own.iter().map(length).fold(f64::INFINITY, f64::min);
    let mut sides: Vec<[f64; 3]> = Vec::new();
    for class in lattice.classes {
        let site = Point::from(class.residue);
        let faces = if deep > 0 { lattice.faces(site) } else { vec![lattice.corners(site)] };
        for face in faces {
            let next = face.iter().cycle().skip(1);
            sides.extend(face.iter().zip(next).map(|(a, b)| lattice.place(*b - *a)));
        }
    }
    let is_along = |shift: &Shift| {
        let [x, y, z] = way(shift);
        !lattice.balls
            && sides.iter().any(|side| {
                let across = [
                    y * side[2] - z * side[1],
                    z * side[0] - x * side[2],
                    x * side[1] - y * side[0],
                ];
                across.iter().all(|n| n.abs() < TINY)
            })
    };
    own.into_iter().filter(|own| length(own) < shortest + TINY || is_along(own)).collect()
}

fn plus(a: Shift, b: Shift, times: i32) -> Shift {
    [0, 1, 2].map(|k| a[k] + times * b[k])
}

impl Brute {
    fn new(lattice: &'static Lattice, junctions: JunctionRule, placed: &Placed) -> Brute {
        let flat = |p: Point| [f64::from(p.x), f64::from(p.y)];
        let cells = |sites: &Vec<Point>| {
            let corners = |&site: &Point| lattice.outline(site).into_iter().map(flat).collect();
            let mut cells: Vec<Cell> = sites.iter().map(corners).collect();
            if junctions == JunctionRule::NoCrossing {
                let through = lattice.straight_corners(sites);
                cells.extend(through.into_iter().map(|corner| vec![flat(corner)]));
            }
            cells
        };
        Brute {
            lattice,
            junctions,
            sites: placed.iter().map(|(_, sites)| sites.clone()).collect(),
            cells: placed.iter().map(|(_, sites)| cells(sites)).collect(),
            directions: directions(lattice),
            axes: BTreeMap::new(),
            free: BTreeMap::new(),
        }
    }

    /// Returns whether two pieces meet, the first one being moved so many moments of a step.
    fn meet(&self, [a, b]: [usize; 2], offset: Shift, step: Shift, moments: i32) -> bool {
        let period = self.lattice.period;
        let part = f64::from(moments) / f64::from(MOMENTS);
        if self.lattice.balls {
            // In units; two balls meet that are nearer than one.
            let periods = |n: i32| f64::from(n) / f64::from(period);
            let by = [0, 1, 2].map(|k| f64::from(offset[k]) + part * f64::from(step[k]));
            return self.sites[a].iter().any(|&own| {
                self.sites[b].iter().any(|&other| {
                    let away = (own - other).coordinates().map(periods);
                    let way = self.lattice.axes.place([0, 1, 2].map(|k| away[k] + by[k]));
                    way.iter().map(|n| n * n).sum::<f64>() < 1.0 - TINY
                })
            });
        }
        if self.lattice.key.ends_with("Prism") {
            let by = [0, 1, 2]
                .map(|k| (f64::from(offset[k]) + part * f64::from(step[k])) * f64::from(period));
            let pairs = |of: usize| self.sites[of].iter().zip(&self.cells[of]);
            return pairs(a).any(|(own, cell)| {
                let moved = cell.iter().map(|c| [c[0] + by[0], c[1] + by[1]]).collect();
                pairs(b).any(|(other, there)| {
                    let up = f64::from(own.z - other.z) + by[2];
                    up.abs() < f64::from(period) - TINY && cells_meet(&moved, there)
                })
            });
        }
        if self.lattice.is_solid() && self.lattice.form == SiteForm::Edge {
            let by = [0, 1, 2]
                .map(|k| (f64::from(offset[k]) + part * f64::from(step[k])) * f64::from(period));
            let parts = |of: usize| {
                let sites = &self.sites[of];
                let edges = sites.iter().map(|&site| self.lattice.corners(site));
                let through = match self.junctions {
                    JunctionRule::NoCrossing => self.lattice.straight_corners(sites),
                    JunctionRule::Free => Vec::new(),
                };
                let all = edges.chain(through.into_iter().map(|corner| vec![corner]));
                let place = |p: Point| p.coordinates().map(f64::from);
                all.map(|part| part.into_iter().map(place).collect()).collect::<Vec<Vec<Place>>>()
            };
            let moved = |part: Vec<Place>| -> Vec<Place> {
                part.into_iter().map(|p| [0, 1, 2].map(|k| p[k] + by[k])).collect()
            };
            let there = parts(b);
            return parts(a)
                .into_iter()
                .map(moved)
                .any(|own| there.iter().any(|b| sticks_meet(&own, b)));
        }
        if self.lattice.is_solid() {
            let by = plus(offset, step, moments / MOMENTS).map(|n| n * period);
            return moments % MOMENTS == 0
                && self.sites[a].iter().any(|&s| self.sites[b].contains(&(s + Point::from(by))));
        }
        let by =
            [0, 1].map(|k| (f64::from(offset[k]) + part * f64::from(step[k])) * f64::from(period));
        let moved = |cell: &Cell| -> Cell {
            cell.iter().map(|corner| [corner[0] + by[0], corner[1] + by[1]]).collect()
        };
        self.cells[a].iter().map(moved).any(|own| self.cells[b].iter().any(|b| cells_meet(&own, b)))
    }

    /// Returns whether two pieces of convex solids meet while the first one goes a step. Two such solids
    /// are apart when seen along some direction square to a plane of sides of theirs; the times at which
    /// they overlap as seen along one are an interval.
    fn meet_on_the_way(&mut self, [a, b]: [usize; 2], offset: Shift, step: Shift) -> bool {
        let lattice = self.lattice;
        let by = [offset, step].map(|shift| shift.map(|n| n * lattice.period));
        for own in self.sites[a].clone() {
            for &other in &self.sites[b] {
                let classes = [own, other].map(|site| lattice.class_of(site).unwrap());
                let [one, two] = classes.map(|class| lattice.classes[class].corners);
                let axes = self.axes.entry((classes[0], classes[1]));
                let axes = axes.or_insert_with(|| separating(one, two));
                let away = (own - other).coordinates();
                let (mut from, mut to) = (0.0f64, 1.0f64);
                for axis in axes {
                    let ends = [one, two].map(|corners| {
                        let along = corners.iter().map(|c| dot(*axis, *c));
                        along.fold((i32::MAX, i32::MIN), |(l, h), n| (l.min(n), h.max(n)))
                    });
                    let [begins, speed] = [plus(away, by[0], 1), by[1]].map(|p| dot(*axis, p));
                    // They overlap while the distance lies strictly between these.
                    let [low, high] = [ends[1].0 - ends[0].1, ends[1].1 - ends[0].0];
                    if speed == 0 {
                        if begins <= low || begins >= high {
                            to = -1.0;
                        }
                        continue;
                    }
                    let times = [low, high].map(|at| f64::from(at - begins) / f64::from(speed));
                    from = from.max(times[0].min(times[1]));
                    to = to.min(times[0].max(times[1]));
                }
                if from < to - TINY {
                    return true;
                }
            }
        }
        false
    }

    /// Returns whether a piece can go one step while another stands, which it lies off.
    fn is_free(&mut self, pair: [usize; 2], offset: Shift, step: Shift) -> bool {
        let key = (pair[0], pair[1], offset, step);
        if let Some(&known) = self.free.get(&key) {
            return known;
        }
        let free = match is_polyhedral(self.lattice) {
            true => !self.meet_on_the_way(pair, offset, step),
            false => !(1..=MOMENTS).any(|moments| self.meet(pair, offset, step, moments)),
        };
        self.free.insert(key, free);
        free
    }

    /// Returns whether some pieces can go a step.
    fn can_go(&mut self, at: &[Option<Shift>], set: usize, step: Shift, before: i32) -> bool {
        let there: Vec<usize> = (0..at.len()).filter(|&n| at[n].is_some()).collect();
        for &a in there.iter().filter(|&&n| set >> n & 1 == 1) {
            for &b in there.iter().filter(|&&n| set >> n & 1 == 0) {
                let (own, other) = (at[a].unwrap(), at[b].unwrap());
                let offset = plus(plus(own, step, before), other, -1);
                if !self.is_free([a, b], offset, step) {
                    return false;
                }
            }
        }
        true
    }

    /// The fewest moves until the first separation, and whether all comes apart; `None` when there are
    /// too many positions.
    fn take_apart(&mut self, start: Vec<Option<Shift>>) -> Option<(usize, bool)> {
        let there: Vec<usize> = (0..start.len()).filter(|&n| start[n].is_some()).collect();
        if there.len() < 2 {
            return Some((0, true));
        }
        let first = there[0];
        let all: usize = there.iter().map(|n| 1 << n).sum();
        let sets = (1..all).filter(|set| set & all == *set);
        let directions = &self.directions;
        let tries: Vec<(usize, Shift)> =
            sets.flat_map(|set| directions.iter().map(move |&step| (set, step))).collect();
        let mut seen = BTreeSet::from([start.clone()]);
        let mut level = vec![start];
        for moves in 1.. {
            let mut next = Vec::new();
            for at in &level {
                for &(set, step) in &tries {
                    let mut steps = 0;
                    while self.can_go(at, set, step, steps) {
                        steps += 1;
                        if steps > 30 {
                            let part = |is_in: bool| -> Vec<Option<Shift>> {
                                let keep =
                                    |n: usize| at[n].filter(|_| (set >> n & 1 == 1) == is_in);
                                (0..at.len()).map(keep).collect()
                            };
                            let (rest, away) =
                                (self.take_apart(part(false))?, self.take_apart(part(true))?);
                            return Some((moves, rest.1 && away.1));
                        }
                        let mut after = at.clone();
                        for n in there.iter().copied().filter(|n| set >> n & 1 == 1) {
                            after[n] = after[n].map(|own| plus(own, step, steps));
                        }
                        let back = after[first].unwrap();
                        after.iter_mut().flatten().for_each(|own| *own = plus(*own, back, -1));
                        if seen.insert(after.clone()) {
                            next.push(after);
                        }
                    }
                }
            }
            if next.is_empty() {
                return Some((0, false));
            }
            if seen.len() > 400 {
                return None;
            }
            level = next;
        }
        unreachable!()
    }
}

/// A place in space.
type Place = [f64; 3];

/// Returns whether two sticks in space, or corners that one runs straight through, have a common point
/// besides their ends.
fn sticks_meet(a: &[Place], b: &[Place]) -> bool {
    let less = |p: Place, q: Place| [0, 1, 2].map(|k| p[k] - q[k]);
    let dot = |p: Place, q: Place| (0..3).map(|k| p[k] * q[k]).sum::<f64>();
    let cross = |p: Place, q: Place| {
        [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
    };
    let is_none = |p: Place| dot(p, p) < TINY;
    let is_within = |share: f64| share > TINY && share < 1.0 - TINY;
    match (a, b) {
        ([p], [q]) => is_none(less(*p, *q)),
        ([p], [q, r]) | ([q, r], [p]) => {
            let (way, to) = (less(*r, *q), less(*p, *q));
            is_none(cross(way, to)) && is_within(dot(way, to) / dot(way, way))
        }
        ([p, q], [r, s]) => {
            let (one, other, between) = (less(*q, *p), less(*s, *r), less(*r, *p));
            let normal = cross(one, other);
            if is_none(normal) {
                let along = |c: Place| dot(less(c, *p), one) / dot(one, one);
                let (least, most) = (along(*r).min(along(*s)), along(*r).max(along(*s)));
                return is_none(cross(one, between)) && least < 1.0 - TINY && most > TINY;
            }
            let square = dot(normal, normal);
            dot(between, normal).abs() < TINY
                && is_within(dot(cross(between, other), normal) / square)
                && is_within(dot(cross(between, one), normal) / square)
        }
        _ => unreachable!("an edge has two ends"),
    }
}

/// Returns whether cells are convex solids of any form.
fn is_polyhedral(lattice: &Lattice) -> bool {
    let is_other = lattice.key == "Cube" || lattice.key.ends_with("Prism") || lattice.balls;
    lattice.is_solid() && lattice.form == SiteForm::Cell && !is_other
}

fn dot(a: Shift, b: Shift) -> i32 {
    (0..3).map(|k| a[k] * b[k]).sum()
}

/// Directions square to two lines between corners of two solids.
fn separating(a: &[Shift], b: &[Shift]) -> Vec<Shift> {
    let lines = |corners: &[Shift]| -> Vec<Shift> {
        let line = |(n, a): (usize, &Shift)| {
            corners[n + 1..].iter().map(|b| plus(*b, *a, -1)).collect::<Vec<Shift>>()
        };
        corners.iter().enumerate().flat_map(line).collect()
    };
    let all = [lines(a), lines(b)].concat();
    let cross = |a: &Shift, b: &Shift| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let axes: BTreeSet<Shift> =
        all.iter().flat_map(|a| all.iter().map(move |b| cross(a, b))).collect();
    axes.into_iter().filter(|axis| *axis != [0; 3]).collect()
}

/// Returns whether the insides of two cells, edges or corners have a common point.
fn cells_meet(a: &Cell, b: &Cell) -> bool {
    match (&a[..], &b[..]) {
        ([p], [q]) => distance(*p, *q) < TINY,
        ([p], [q, r]) | ([q, r], [p]) => {
            let [to_q, to_r, whole] = [distance(*p, *q), distance(*p, *r), distance(*q, *r)];
            to_q > TINY && to_r > TINY && to_q + to_r < whole + TINY
        }
        ([p, q], [r, s]) => edges_meet([*p, *q], [*r, *s]),
        _ => area(&clipped(a, b)) > TINY,
    }
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Twice the area to the left of a way from `a` by `b` to `c`.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

fn edges_meet([p, q]: [[f64; 2]; 2], [r, s]: [[f64; 2]; 2]) -> bool {
    let [at_r, at_s] = [r, s].map(|c| turn(p, q, c));
    if at_r.abs() < TINY && at_s.abs() < TINY {
        let along = |c: [f64; 2]| {
            ((c[0] - p[0]) * (q[0] - p[0]) + (c[1] - p[1]) * (q[1] - p[1])) / distance(p, q).powi(2)
        };
        let (least, most) = (along(r).min(along(s)), along(r).max(along(s)));
        return least < 1.0 - TINY && most > TINY;
    }
    let [at_p, at_q] = [p, q].map(|c| turn(r, s, c));
    at_r * at_s < -TINY && at_p * at_q < -TINY
}

/// A polygon cut off at the sides of a convex one (Sutherland and Hodgman, 1974).
fn clipped(a: &Cell, b: &Cell) -> Cell {
    let mut left = a.clone();
    let middle = [0, 1].map(|k| b.iter().map(|c| c[k]).sum::<f64>() / b.len() as f64);
    for (n, &from) in b.iter().enumerate() {
        let to = b[(n + 1) % b.len()];
        let inside = |c: [f64; 2]| turn(from, to, c) * turn(from, to, middle).signum();
        let mut cut = Cell::new();
        for (n, &p) in left.iter().enumerate() {
            let q = left[(n + 1) % left.len()];
            if inside(p) >= 0.0 {
                cut.push(p);
            }
            if inside(p) * inside(q) < 0.0 {
                let part = inside(p) / (inside(p) - inside(q));
                cut.push([0, 1].map(|k| p[k] + part * (q[k] - p[k])));
            }
        }
        left = cut;
    }
    left
}

fn area(polygon: &Cell) -> f64 {
    let fan = (2..polygon.len()).map(|n| turn(polygon[0], polygon[n - 1], polygon[n]));
    fan.sum::<f64>().abs()
}

/// Pieces of any sites near each other, not always connected, with some sites left empty.
fn assembly(lattice: &'static Lattice, junctions: JunctionRule, random: &mut Random) -> Placed {
    loop {
        let mut region = vec![Point::from(lattice.classes[0].residue)];
        // Edges and cubes have more room around them.
        let least = match lattice.form {
            _ if lattice.is_solid() => 16,
            SiteForm::Edge => 10,
            SiteForm::Cell => 6,
        };
        let size = least + random.below(9);
        while region.len() < size {
            // Of some sites near by, the one with the most of the others around it.
            let mut near = || {
                let from = region[random.below(region.len())];
                let around: Vec<Point> = lattice.touching(from).collect();
                around[random.below(around.len())]
            };
            let mut sites = vec![near(), near(), near()];
            sites.retain(|site| !region.contains(site));
            let around =
                |site: &Point| lattice.touching(*site).filter(|s| region.contains(s)).count();
            region.extend(sites.into_iter().max_by_key(around));
        }
        let (pieces, empty) = (2 + random.below(4), random.below(3));
        let mut placed: Placed = (0..pieces as u32).map(|n| (PieceId(n), Vec::new())).collect();
        for site in region {
            // Neighbours often belong to one piece.
            let near = placed.iter().position(|(_, own)| {
                own.last().is_some_and(|&last| lattice.neighbours(last).any(|other| other == site))
            });
            let any = random.below(pieces + empty);
            let owner = near.filter(|_| random.below(2) == 0).unwrap_or(any);
            if let Some((_, sites)) = placed.get_mut(owner) {
                sites.push(site);
            }
        }
        placed.iter_mut().for_each(|(_, sites)| sites.sort_unstable());
        let mut through: Vec<Point> =
            placed.iter().flat_map(|(_, sites)| lattice.straight_corners(sites)).collect();
        through.sort_unstable();
        let crosses = junctions == JunctionRule::NoCrossing
            && through.windows(2).any(|pair| pair[0] == pair[1]);
        if !crosses && placed.iter().all(|(_, sites)| !sites.is_empty()) {
            return placed;
        }
    }
}

fn found(lattice: &'static Lattice, junctions: JunctionRule, placed: &Placed) -> Disassembly {
    let check = || ControlFlow::Continue(());
    let mut slides = Slides::new(lattice, junctions);
    take_apart(&mut slides, placed, &DisassemblyOptions::default(), &check).unwrap()
}

#[test]
fn random_assemblies_on_every_lattice_come_apart_as_by_brute_force() {
    for lattice in ALL {
        let rules: &[JunctionRule] = match lattice.form {
            SiteForm::Edge => &[JunctionRule::NoCrossing, JunctionRule::Free],
            SiteForm::Cell => &[JunctionRule::NoCrossing],
        };
        for &junctions in rules {
            // Those that come apart at once, later, in part, and not at all.
            let (mut random, mut kinds) = (Random::new(7), [0; 4]);
            for case in 0..cases(40) {
                let placed = assembly(lattice, junctions, &mut random);
                let mut brute = Brute::new(lattice, junctions, &placed);
                let Some((first, is_apart)) = brute.take_apart(vec![Some([0; 3]); placed.len()])
                else {
                    continue;
                };
                let own = found(lattice, junctions, &placed);
                let context = format!("{lattice:?} {junctions:?} case {case}: {placed:?} {own:?}");
                match &own.result {
                    Separability::Apart(whole) => {
                        assert!(is_apart, "{context}");
                        assert_eq!(whole.level()[0], first, "{context}");
                        let replayed = replay((lattice, junctions), &placed, whole, &|_| false);
                        assert_eq!(replayed, Ok(()), "{context}");
                        kinds[usize::from(first > 1)] += 1;
                    }
                    Separability::Locked => {
                        assert!(!is_apart, "{context}");
                        kinds[if first > 0 { 2 } else { 3 }] += 1;
                    }
                    Separability::Unknown => panic!("{context}"),
                }
            }
            println!("{lattice:?} {junctions:?}: {kinds:?}");
            assert!(
                kinds[0] > 0 && kinds[2] + kinds[3] > 0,
                "{lattice:?} {junctions:?}: {kinds:?}"
            );
        }
    }
}

#[test]
fn pieces_that_are_pushed_by_hand_meet_nowhere_and_come_apart_as_before() {
    let mut all_pushes = 0;
    for lattice in ALL.iter().copied().filter(|lattice| lattice.form == SiteForm::Cell) {
        let (mut random, mut pushes) = (Random::new(11), 0);
        for case in 0..cases(12) {
            let placed = assembly(lattice, JunctionRule::NoCrossing, &mut random);
            let answer = |placed: &Placed| {
                matches!(
                    found(lattice, JunctionRule::NoCrossing, placed).result,
                    Separability::Apart(_)
                )
            };
            let sites: Vec<_> = placed.iter().map(|(_, sites)| sites.clone()).collect();
            let mut position = Position::new(lattice, JunctionRule::NoCrossing, sites);
            let mut moves: Vec<TimedMove> = Vec::new();
            for _ in 0..6 {
                let piece = random.below(placed.len());
                let mut ways = position.ways(piece);
                // Those that separate are left out, so that all pieces stay in each other's way.
                ways.retain(|own| own.own.steps.is_some());
                if ways.is_empty() {
                    continue;
                }
                let way = ways.swap_remove(random.below(ways.len()));
                assert!(way.own.pieces.contains(&piece) && way.own.pieces.len() < placed.len());
                moves.push(way);
                position.go_to(&moves);
            }
            pushes += moves.len();
            let pushed: Placed =
                placed.iter().enumerate().map(|(n, own)| (own.0, position.sites(n))).collect();
            let all: Vec<Point> = pushed.iter().flat_map(|(_, sites)| sites.clone()).collect();
            let context = format!("{lattice:?} case {case}: {placed:?} {moves:?}");
            assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "{context}");
            assert_eq!(answer(&pushed), answer(&placed), "{context}");
        }
        all_pushes += pushes;
    }
    assert!(all_pushes > 100, "only {all_pushes} pushes");
}

// ---- The replay ----

/// A square that leaves a hook in two moves: to the right, then down and away.
fn hook() -> (&'static Lattice, Placed, Part) {
    let lattice = Lattice::by_key("Square").unwrap();
    let site = |&(x, y): &(i32, i32)| Point::new(2 * x + 1, 2 * y + 1, 0);
    let hook = [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (3, 1), (0, 2), (1, 2), (3, 2)];
    let placed: Placed = vec![
        (PieceId(0), hook.iter().map(site).collect()),
        (PieceId(1), [(1, 1)].iter().map(site).collect()),
    ];
    let Separability::Apart(whole) = found(lattice, JunctionRule::NoCrossing, &placed).result
    else {
        panic!("the square can leave the hook");
    };
    (lattice, placed, whole)
}

#[test]
fn a_replay_tells_what_is_wrong_with_a_list_of_moves() {
    let (lattice, placed, whole) = hook();
    let check =
        |whole: &Part| replay((lattice, JunctionRule::NoCrossing), &placed, whole, &|_| false);
    assert_eq!(check(&whole), Ok(()));
    assert_eq!(whole.level(), [2]);
    let moves = whole.then.as_ref().unwrap().moves.clone();
    assert_eq!(moves[0].pieces, [1]);
    assert_eq!((moves[0].step, moves[0].steps), (Point::new(2, 0, 0), Some(1)));
    let changed = |change: &dyn Fn(&mut Vec<Move>)| {
        let mut changed = whole.clone();
        change(&mut changed.then.as_mut().unwrap().moves);
        check(&changed).unwrap_err()
    };
    let collision = |at| ReplayError::Collision { separation: 1, at, moving: 2, standing: 1 };
    assert_eq!(changed(&|moves| drop(moves.remove(0))), collision(1));
    assert_eq!(changed(&|moves| moves[0].steps = Some(2)), collision(1));
    assert_eq!(changed(&|moves| moves[1].step = Point::new(0, -2, 0)), collision(2));
    let no_move = |at| ReplayError::NoMove { separation: 1, at };
    assert_eq!(changed(&|moves| moves[0].step = Point::new(1, 0, 0)), no_move(1));
    assert_eq!(changed(&|moves| moves[0].pieces.clear()), no_move(1));
    assert_eq!(changed(&|moves| moves[1].steps = Some(5)), no_move(2));
    assert_eq!(changed(&|moves| moves.truncate(1)), no_move(1));
    let whole = Part { pieces: vec![0, 1], then: None };
    assert_eq!(check(&whole), Err(ReplayError::WrongParts { separation: 0 }));
}

#[test]
fn a_search_that_is_cancelled_has_no_result() {
    let (lattice, placed, _) = hook();
    let mut slides = Slides::new(lattice, JunctionRule::NoCrossing);
    let options = DisassemblyOptions::default();
    assert_eq!(take_apart(&mut slides, &placed, &options, &|| ControlFlow::Break(())), None);
}
