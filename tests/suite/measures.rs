//! Measures, filters and columns: published numbers, and brute force on small puzzles of every
//! lattice.
//!
//! The brute force here works on the points of placed pieces alone, by definition.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, LazyLock};

use polywright::encode::{Encoded, Encoding, SymmetryGroup};
use polywright::exact_cover::OptionId;
use polywright::format::{bundled, puzzle_file};
use polywright::job::{Plan, PlanOptions, Run, Settings};
use polywright::lattice::{ALL, Lattice, Point, SiteForm};
use polywright::polyform::Shape;
use polywright::puzzle::{PieceId, Puzzle};
use polywright::solution::columns::{Columns, FilteredCounts, Progress};
use polywright::solution::filter::{
    ColumnSource, Comparison, Context, Expression, Filter, Relation,
};
use polywright::solution::measures::{Inapplicable, MEASURES, MeasureId, MeasureKind, Measurer};
use polywright::solution::orbit::stabiliser_of;
use polywright::solution::{Counts, Store, View};
use polywright::symmetry::point_group;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::losses::base;

/// A puzzle with some of its solutions.
struct Solved {
    puzzle: Arc<Puzzle>,
    encoding: Arc<Encoding>,
    group: Arc<SymmetryGroup>,
    measurer: Arc<Measurer>,
    store: Store,
}

fn solve(puzzle: Arc<Puzzle>, limit: Option<u64>) -> Solved {
    let plan = Arc::new(Plan::new(puzzle, PlanOptions::default()).unwrap());
    let Encoded { puzzle, encoding, .. } = plan.encoded().cloned().expect("a puzzle has geometry");
    let group = Arc::clone(plan.group());
    let mut run = Run::start(plan, Settings { limit, threads: 1, ..Settings::default() });
    run.wait();
    let store = run.with_store(Store::clone);
    assert!(!store.is_empty(), "{}", puzzle.title);
    let measurer = Arc::new(Measurer::new(&puzzle, &encoding, &group));
    Solved { puzzle, encoding, group, measurer, store }
}

fn bundled(path: &str) -> Solved {
    let file = bundled::ALL.iter().find(|b| b.path == path).expect("bundled");
    solve(file.open().puzzle, None)
}

fn small(lattice: &str, pieces: &str, board: &str) -> Solved {
    let title = format!("{lattice} {}", board.replace('"', "'"));
    let text = format!(
        "(format: 1, title: \"{title}\", lattice: {lattice}, pieces: [{pieces}], \
         board: {board})"
    );
    let opened = puzzle_file::read(text.clone().into());
    let opened = opened.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    solve(opened.puzzle, Some(60))
}

/// Small puzzles of every lattice, with one-sided sets, optional sites and optional pieces.
fn small_puzzles() -> Vec<Solved> {
    let rows: &[(&str, &str, &str)] = &[
        (
            "Square",
            "Family(free: 4, copies: (0, 1)), Family(free: 3, copies: (0, 3))",
            "Rectangle(5, 5)",
        ),
        ("Square", "Family(one_sided: 4, copies: (0, 2))", "Rectangle(4, 4)"),
        ("Square", "Family(free: 2, copies: 8)", "Rectangle(4, 4)"),
        (
            "Square",
            "Family(free: 3, copies: (0, 4))",
            r######"Art(["####", "#oo#", "####", "o##."])"######,
        ),
        (
            "Square",
            "Family(free: 2, copies: (1, 5)), Family(free: 3, copies: (0, 2))",
            r######"Art(["##.##", "##.##", "#####"])"######,
        ),
        (
            "King",
            "Family(free: 2, copies: (0, 8)), Family(free: 1, copies: (0, 2))",
            "Rectangle(4, 3)",
        ),
        (
            "SquareEdges",
            "Family(free: 2, copies: (0, 6)), Family(free: 3, copies: (0, 2))",
            "Rectangle(2, 2)",
        ),
        (
            "Triangle",
            "Family(free: 4, copies: (0, 3)), Family(free: 3, copies: (0, 2))",
            "Hexagon(2)",
        ),
        ("Triangle", "Family(one_sided: 3, copies: (0, 8))", "Triangle(3)"),
        (
            "TriangleEdges",
            "Family(free: 2, copies: (0, 4)), Family(free: 3, copies: (0, 1))",
            "Triangle(2)",
        ),
        (
            "Hexagon",
            "Family(free: 3, copies: (0, 3)), Family(free: 2, copies: (0, 2))",
            "Hexagon(2)",
        ),
        (
            "Triangle",
            "Family(free: 3, copies: (0, 8)), Family(free: 2, copies: (0, 4))",
            "Hexagon(2)",
        ),
        ("Hexagon", "Family(free: 2, copies: 6)", "Parallelogram(4, 3)"),
        (
            "HexagonEdges",
            "Family(free: 2, copies: (0, 9)), Family(free: 1, copies: (0, 1))",
            "Triangle(2)",
        ),
        (
            "Tetrakis",
            "Family(free: 2, copies: (0, 4)), Family(free: 1, copies: (0, 2))",
            "Rectangle(3, 2)",
        ),
        ("Tetrakis", "Family(free: 2, copies: (0, 8))", "Diamond(2)"),
        (
            "Cube",
            "Family(free: 3, copies: (0, 4)), Family(free: 2, copies: (0, 3))",
            "Box(3, 2, 2)",
        ),
        ("Cube", "Family(one_sided: 4, copies: (0, 2))", "Box(2, 2, 4)"),
        ("Sphere", "Family(one_sided: 3, copies: (0, 2))", "Block(2, 3, 2)"),
        ("TriangularPrism", "Family(free: 3, copies: (0, 2))", "Hexagon(1, 2)"),
        ("HexagonalPrism", "Family(free: 3, copies: (0, 2))", "Triangle(2, 3)"),
    ];
    let rows = rows.iter().map(|(lattice, pieces, board)| small(lattice, pieces, board));
    let every = ALL.iter().map(|lattice| solve(base(lattice).build().unwrap().into(), Some(60)));
    rows.chain(every).collect()
}

fn measure(id: &str) -> MeasureId {
    MeasureId::by_id(id).unwrap_or_else(|| panic!("no {id}"))
}

impl Solved {
    fn context(&self) -> Context<'_> {
        Context {
            puzzle: &self.puzzle,
            encoding: &self.encoding,
            group: &self.group,
            measurer: &self.measurer,
        }
    }

    fn filter(&self, text: &str) -> Filter {
        let expression: Expression = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        Filter::new(&expression, self.context()).unwrap_or_else(|e| panic!("{text}: {e}"))
    }

    /// Columns for some filters.
    fn columns(&self, filters: &[&Filter]) -> Columns {
        let mut columns = Columns::new(Arc::clone(&self.measurer), 2);
        for filter in filters {
            let progress = Progress::default();
            assert!(columns.extend(&self.store, usize::MAX, filter.sources(), &progress));
        }
        columns
    }

    fn counts(&self, text: &str) -> FilteredCounts {
        let filter = self.filter(text);
        self.columns(&[&filter]).count(&filter)
    }

    /// All measures of a solution that apply.
    fn measured(&self, options: &[OptionId]) -> BTreeMap<&'static str, u64> {
        let stabiliser = stabiliser_of(&self.group, options, &mut Vec::new());
        let mut layout = self.measurer.layout();
        self.measurer.place(&mut layout, options, stabiliser);
        let value = |m: MeasureId| (m.row().id, self.measurer.value(m, &mut layout));
        self.measurer.measures().map(value).collect()
    }

    /// The image of placed pieces under each symmetry, with that of the pieces.
    fn images(&self, options: &[OptionId]) -> Vec<Solution> {
        let image = |g: &polywright::encode::PuzzleSymmetry| {
            let mut pieces: Solution = self
                .encoding
                .decode(options)
                .into_iter()
                .map(|(id, sites)| {
                    let mut sites: Vec<Point> =
                        sites.into_iter().map(|site| g.isometry.apply(site)).collect();
                    sites.sort_unstable();
                    (g.pieces[id.index()], sites)
                })
                .collect();
            pieces.sort();
            pieces
        };
        self.group.elements.iter().map(image).collect()
    }
}

/// The pieces of a solution, each with its sites, ascending.
type Solution = Vec<(PieceId, Vec<Point>)>;

// ---- Measures by definition ----

/// The straight lines along sides of cells that cut no cell: a normal, and the offsets of the lines near
/// the origin, from which the others are whole periods away.
type Lines = ([i32; 3], BTreeSet<i32>);

/// How far from the origin, in periods, cells are looked at.
const FAR: i32 = 5;

/// Those of a lattice.
fn line_families(lattice: &Lattice) -> &'static [Lines] {
    static FOUND: LazyLock<Vec<Vec<Lines>>> =
        LazyLock::new(|| ALL.iter().map(|lattice| find_lines(lattice)).collect());
    &FOUND[ALL.iter().position(|own| *own == lattice).expect("a lattice")]
}

/// Tries all lines or planes through corners of a cell.
fn find_lines(lattice: &Lattice) -> Vec<Lines> {
    if lattice.form == SiteForm::Edge {
        return Vec::new();
    }
    let flat = lattice.dimension == 2;
    let cells = |far: i32| {
        let deep = if flat { 0 } else { far };
        let shifts = (-deep..=deep).flat_map(move |z| {
            (-far..=far).flat_map(move |y| (-far..=far).map(move |x| [x, y, z]))
        });
        shifts.flat_map(|shift| {
            let away = Point::from(shift.map(|n| n * lattice.period));
            lattice.classes.iter().map(move |c| lattice.corners(Point::from(c.residue) + away))
        })
    };
    let near: Vec<Vec<Point>> = cells(FAR).collect();
    let mut lines: BTreeMap<[i32; 3], BTreeSet<i32>> = BTreeMap::new();
    for corners in cells(0) {
        for &a in &corners {
            for &b in corners.iter().filter(|b| **b != a) {
                let thirds = if flat { &[Point::ORIGIN][..] } else { &corners };
                for &c in thirds {
                    let [u, v] = [b - a, if flat { Point::new(0, 0, 1) } else { c - a }];
                    let normal =
                        [u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x];
                    let Some(first) = normal.iter().find(|n| **n != 0) else { continue };
                    let divides = |n: &i32| normal.iter().all(|k| k % n == 0);
                    let divisor = (1..=first.abs()).rev().find(divides).unwrap_or(1);
                    let normal = normal.map(|n| n / divisor * first.signum());
                    lines.entry(normal).or_default().insert(along(normal, a));
                }
            }
        }
    }
    for (normal, offsets) in &mut lines {
        for cell in &near {
            let places = cell.iter().map(|&corner| along(*normal, corner));
            let (least, most) = (places.clone().min(), places.max());
            offsets.retain(|&offset| Some(offset) <= least || Some(offset) >= most);
        }
    }
    let own = |offset: i32| offset.rem_euclid(lattice.period);
    let lines = lines.into_iter().map(|(n, offsets)| (n, offsets.into_iter().map(own).collect()));
    lines.collect()
}

fn along(normal: [i32; 3], point: Point) -> i32 {
    normal.iter().zip(point.coordinates()).map(|(a, b)| a * b).sum()
}

/// The pairs of sites of different pieces that share corners, with these.
struct Contact {
    pieces: [usize; 2],
    sites: [Point; 2],
    corners: Vec<Point>,
    is_side: bool,
}

fn contacts(lattice: &Lattice, solution: &Solution) -> Vec<Contact> {
    let mut contacts = Vec::new();
    for (a, (_, first)) in solution.iter().enumerate() {
        for (b, (_, second)) in solution.iter().enumerate().skip(a + 1) {
            for (&s, &t) in first.iter().flat_map(|s| second.iter().map(move |t| (s, t))) {
                let mut corners = lattice.corners(s);
                corners.retain(|corner| lattice.corners(t).contains(corner));
                let least = match lattice.form {
                    SiteForm::Edge => 1,
                    SiteForm::Cell => lattice.dimension,
                };
                if !corners.is_empty() {
                    let is_side = corners.len() >= least;
                    contacts.push(Contact { pieces: [a, b], sites: [s, t], corners, is_side });
                }
            }
        }
    }
    contacts
}

fn lines(lattice: &Lattice, solution: &Solution) -> (u32, u32) {
    let contacts = contacts(lattice, solution);
    let (mut faults, mut longest) = (0, 0);
    for &(normal, ref offsets) in line_families(lattice) {
        let away = (-40..40).map(|n| n * lattice.period);
        for offset in away.flat_map(|away| offsets.iter().map(move |offset| offset + away)) {
            let side = |p: Point| (along(normal, p) - offset).signum();
            let on_line: Vec<&Contact> = contacts
                .iter()
                .filter(|c| c.is_side && c.corners.iter().all(|&corner| side(corner) == 0))
                .collect();
            let whole =
                solution.iter().all(|(_, sites)| sites.iter().all(|&s| side(s) == side(sites[0])));
            let parts = on_line.iter().any(|c| side(c.sites[0]) != side(c.sites[1]));
            faults += u32::from(whole && parts);
            // Edges on the line that are joined by corners are in a row.
            let mut left: Vec<&Contact> = on_line;
            while let Some(first) = left.pop() {
                let (mut row, mut ends) = (1, first.corners.clone());
                while let Some(n) =
                    left.iter().position(|c| c.corners.iter().any(|corner| ends.contains(corner)))
                {
                    ends.extend(left.remove(n).corners.iter());
                    row += 1;
                }
                longest = longest.max(row);
            }
        }
    }
    (faults, longest)
}

fn is_three_coloured(graph: &BTreeSet<[usize; 2]>, pieces: usize, chosen: &mut Vec<u8>) -> bool {
    let n = chosen.len();
    n == pieces
        || (0..3).any(|colour| {
            if graph.iter().any(|&[a, b]| b == n && chosen[a] == colour) {
                return false;
            }
            chosen.push(colour);
            let done = is_three_coloured(graph, pieces, chosen);
            chosen.pop();
            done
        })
}

/// Whether some of the pieces make the same connected shape as the others, turned and flipped.
fn has_congruent_halves(lattice: &Lattice, solution: &Solution) -> bool {
    let group = point_group(lattice);
    let sites = |mask: u32, side: u32| -> Vec<Point> {
        let own = solution.iter().enumerate().filter(|(n, _)| mask >> n & 1 == side);
        own.flat_map(|(_, (_, sites))| sites).copied().collect()
    };
    (1u32..1 << (solution.len() - 1)).any(|mask| {
        let (first, second) = (sites(mask, 1), sites(mask, 0));
        first.len() == second.len() && {
            let shape = |sites: &[Point]| Shape::normalise(lattice, sites).expect("has sites").0;
            let (first, second) = (shape(&first), shape(&second));
            first.is_connected(lattice)
                && second.is_connected(lattice)
                && first.least_image(lattice, &group) == second.least_image(lattice, &group)
        }
    })
}

/// The measures of a solution, all of them.
fn by_definition(solved: &Solved, options: &[OptionId]) -> BTreeMap<&'static str, u64> {
    let puzzle = &*solved.puzzle;
    let lattice = puzzle.lattice;
    let images = solved.images(options);
    let solution = &images[0];
    let contacts = contacts(lattice, solution);
    let mut around: BTreeMap<Point, BTreeSet<usize>> = BTreeMap::new();
    for (n, (_, sites)) in solution.iter().enumerate() {
        for corner in sites.iter().flat_map(|&s| lattice.corners(s)) {
            around.entry(corner).or_default().insert(n);
        }
    }
    let touching: BTreeSet<[usize; 2]> =
        contacts.iter().filter(|c| c.is_side).map(|c| c.pieces).collect();
    let meeting: BTreeSet<[usize; 2]> = contacts.iter().map(|c| c.pieces).collect();
    let crossroads = around.values().filter(|pieces| pieces.len() >= 4).count() as u32;
    let at_border = |(_, sites): &&(PieceId, Vec<Point>)| {
        let off = |p: Point| puzzle.board.position(p).is_none();
        sites.iter().any(|&site| lattice.neighbours(site).any(off))
    };
    let border = solution.iter().filter(at_border).count() as u32;
    let pieces = solution.len() as u32;
    let (faults, longest) = lines(lattice, solution);
    let few = (0..solution.len())
        .filter(|n| touching.iter().filter(|pair| pair.contains(n)).count() <= 1);
    let distinct: BTreeSet<&Solution> = images.iter().collect();
    let covered: usize = solution.iter().map(|(_, sites)| sites.len()).sum();
    let colourable = |graph| u32::from(is_three_coloured(graph, solution.len(), &mut Vec::new()));
    let optional = puzzle.board.required() < puzzle.board.sites().len();
    let values = [
        ("symmetric", u32::from(distinct.len() < images.len())),
        ("no-crossroads", u32::from(crossroads == 0)),
        ("fault-free", u32::from(faults == 0)),
        ("all-at-border", u32::from(border == pieces)),
        ("three-colourable", colourable(&touching)),
        ("strongly-three-colourable", colourable(&meeting)),
        // Cost doubles with each piece; only where it applies.
        (
            "congruent-halves",
            u32::from(!optional && pieces < 14 && has_congruent_halves(lattice, solution)),
        ),
        ("crossroads", crossroads),
        ("border", border),
        ("inside", pieces - border),
        ("straight-cuts", faults),
        ("longest-line", longest),
        ("cut-length", contacts.iter().filter(|c| c.is_side).count() as u32),
        ("one-neighbour", few.count() as u32),
        ("pieces", pieces),
        ("uncovered", (puzzle.board.sites().len() - covered) as u32),
        ("orbit-size", distinct.len() as u32),
    ];
    values.into_iter().map(|(id, value)| (id, u64::from(value))).collect()
}

#[test]
fn every_measure_is_what_its_definition_says_on_every_lattice() {
    let mut seen: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for solved in small_puzzles() {
        for options in solved.store.iter().step_by(3) {
            let options = &options[..];
            let defined = by_definition(&solved, options);
            for (id, value) in solved.measured(options) {
                seen.entry(id).or_default().insert(value);
                if id == "symmetry" {
                    let class = &solved.measurer.classes()[value as usize];
                    let order = solved.group.order() as u64 / defined["orbit-size"];
                    assert_eq!(u64::from(class.order), order, "{}", solved.puzzle.title);
                } else {
                    let title = &solved.puzzle.title;
                    let lattice = solved.puzzle.lattice;
                    assert_eq!(value, defined[id], "{id} of {title}, {lattice:?}: {options:?}");
                }
            }
        }
    }
    // Each was met with more than one value, so that the comparison says something.
    for row in MEASURES.iter().filter(|row| !row.is_costly) {
        assert!(seen[row.id].len() > 1, "{} was always {:?}", row.id, seen[row.id]);
    }
}

#[test]
fn measures_are_the_same_for_all_images_of_a_solution() {
    for solved in small_puzzles() {
        for options in solved.store.iter().step_by(7) {
            let options = &options[..];
            let expected = solved.measured(options);
            for g in &solved.group.elements {
                let mut image = Vec::new();
                g.append_images(options, &mut image);
                image.sort_unstable();
                assert_eq!(solved.measured(&image), expected, "{}", solved.puzzle.title);
            }
        }
    }
}

#[test]
fn measures_that_say_nothing_have_a_reason() {
    let reason = |solved: &Solved, id: &str| solved.measurer.applies(measure(id)).unwrap_err();
    let hexagons = small("Hexagon", "Family(free: 2, copies: 6)", "Parallelogram(4, 3)");
    assert_eq!(reason(&hexagons, "fault-free"), Inapplicable::NoLines);
    assert_eq!(reason(&hexagons, "uncovered"), Inapplicable::NothingOptional);
    let sticks = small("SquareEdges", "Family(free: 2, copies: (0, 6))", "Rectangle(2, 2)");
    assert_eq!(reason(&sticks, "cut-length"), Inapplicable::Sticks);
    let cubes = small("Cube", "Family(free: 2, copies: 4)", "Box(2, 2, 2)");
    assert_eq!(reason(&cubes, "longest-line"), Inapplicable::Solid);
    let text = "(format: 1, title: \"many\", lattice: Square, \
                pieces: [Family(free: 2, copies: 72)], board: Rectangle(12, 12))";
    let puzzle = puzzle_file::read(text.into()).expect("a valid puzzle").puzzle;
    let encoding = Encoding::new(&puzzle).unwrap();
    let many = Measurer::new(&puzzle, &encoding, &SymmetryGroup::new(&puzzle, &encoding));
    let reason = |id: &str| many.applies(measure(id)).unwrap_err();
    assert_eq!(reason("three-colourable"), Inapplicable::ManyToColour);
    assert_eq!(reason("congruent-halves"), Inapplicable::ManyToHalve);
}

#[test]
fn kinds_of_symmetry_are_named_plainly_and_apart() {
    let names = |solved: &Solved| -> Vec<String> {
        solved.measurer.classes().iter().map(|class| class.name.clone()).collect()
    };
    let rectangle = small("Square", "Family(free: 2, copies: 6)", "Rectangle(4, 3)");
    let expected =
        ["none", "half turn", "mirror left-right", "mirror top-bottom", "every symmetry"];
    assert_eq!(names(&rectangle).iter().collect::<BTreeSet<_>>().len(), 5);
    for name in expected {
        assert!(names(&rectangle).iter().any(|n| n == name), "{name}: {:?}", names(&rectangle));
    }
    for solved in small_puzzles() {
        let ids: BTreeSet<&str> =
            solved.measurer.classes().iter().map(|class| class.id.as_str()).collect();
        assert_eq!(ids.len(), solved.measurer.classes().len(), "{:?}", names(&solved));
    }
    // The square's ten subgroups are of eight classes.
    let square = small("Square", "Family(free: 2, copies: 8)", "Rectangle(4, 4)");
    assert_eq!(names(&square).len(), 8, "{:?}", names(&square));
}

// ---- Published numbers ----

#[test]
fn six_by_ten_gives_the_published_numbers_by_filter() {
    let solved = bundled("square/pentominoes-6x10.ron");
    for (text, distinct) in [
        ("no-crossroads", 563),
        ("crossroads = 0", 563),
        ("fault-free", 2323),
        ("straight-cuts > 0", 16),
        ("strongly-three-colourable", 94),
        ("all-at-border", 2),
        ("border = 12", 2),
        ("symmetric", 0),
        ("not symmetric", 2339),
        ("orbit-size = 4", 2339),
        ("symmetry = none", 2339),
    ] {
        let counts = solved.counts(text);
        assert_eq!((counts.distinct, counts.total), (distinct, 4 * distinct), "{text}");
    }
}

#[test]
fn scotts_board_parts_into_congruent_halves_in_34_solutions() {
    let solved = bundled("square/scotts-board.ron");
    assert_eq!(solved.store.len(), 65);
    // As counted from the shapes alone in tests/suite/filters.rs.
    assert_eq!(solved.counts("congruent-halves").distinct, 34);
}

// ---- Filters by definition ----

fn contact(solved: &Solved, solution: &Solution, pieces: [PieceId; 2], corners: bool) -> bool {
    contacts(solved.puzzle.lattice, solution).iter().any(|contact| {
        let [a, b] = contact.pieces.map(|n| solution[n].0);
        (contact.is_side || corners) && ([a, b] == pieces || [b, a] == pieces)
    })
}

/// Whether an expression holds for one solution, of which the measures are known.
fn holds(
    expression: &Expression,
    solved: &Solved,
    solution: &Solution,
    measured: &BTreeMap<&str, u64>,
) -> bool {
    let puzzle = &*solved.puzzle;
    let inner = |e: &Expression| holds(e, solved, solution, measured);
    let piece = |name: &str| puzzle.pieces().find(|(_, p)| p.name == name).expect("a piece").0;
    let site = |address: &[i32]| puzzle.lattice.site_at(address).expect("a site");
    match expression {
        Expression::And(parts) => parts.iter().all(inner),
        Expression::Or(parts) => parts.iter().any(inner),
        Expression::Not(part) => !inner(part),
        Expression::Property(measure) => measured[measure.row().id] == 1,
        Expression::Number(measure, comparison) => {
            let value = measured[measure.row().id];
            match *comparison {
                Comparison::Equal(n) => value == n,
                Comparison::Unequal(n) => value != n,
                Comparison::Below(n) => value < n,
                Comparison::AtMost(n) => value <= n,
                Comparison::Above(n) => value > n,
                Comparison::AtLeast(n) => value >= n,
                Comparison::Within(n, m) => (n..=m).contains(&value),
                Comparison::Outside(n, m) => !(n..=m).contains(&value),
            }
        }
        Expression::Class { is, class, .. } => {
            let known = &solved.measurer.classes()[measured["symmetry"] as usize];
            (known.id == *class) == *is
        }
        Expression::Placed { piece: name, sites } => {
            let mut sites: Vec<Point> = sites.iter().map(|a| site(a)).collect();
            sites.sort_unstable();
            solution.contains(&(piece(name), sites))
        }
        Expression::Covers { piece: name, site: address } => {
            let covers = |sites: &[Point]| sites.contains(&site(address));
            solution.iter().any(|(id, sites)| *id == piece(name) && covers(sites))
        }
        Expression::Related(relation, names) => {
            let pieces = [piece(&names[0]), piece(&names[1])];
            match relation {
                Relation::Touch => contact(solved, solution, pieces, false),
                Relation::Meet => contact(solved, solution, pieces, true),
                Relation::Apart => !contact(solved, solution, pieces, true),
            }
        }
        Expression::Uses(name, comparison) => {
            let used = solution.iter().filter(|(id, _)| *id == piece(name)).count() as u64;
            comparison.holds(used)
        }
    }
}

fn comparison() -> BoxedStrategy<Comparison> {
    (0u32..8, 0u64..10, 0u64..4)
        .prop_map(|(kind, n, more)| match kind {
            0 => Comparison::Equal(n),
            1 => Comparison::Unequal(n),
            2 => Comparison::Below(n),
            3 => Comparison::AtMost(n),
            4 => Comparison::Above(n),
            5 => Comparison::AtLeast(n),
            6 => Comparison::Within(n, n + more),
            _ => Comparison::Outside(n, n + more),
        })
        .boxed()
}

/// Expressions about a puzzle.
fn expressions(solved: &Solved) -> BoxedStrategy<Expression> {
    let of_kind = |kind: MeasureKind| -> Vec<MeasureId> {
        solved.measurer.measures().filter(|m| m.row().kind == kind).collect()
    };
    let one_of = proptest::sample::select::<String>;
    let names: Vec<String> = solved.puzzle.pieces.iter().map(|p| p.name.clone()).collect();
    let address = solved.puzzle.lattice.address.of_site;
    let sites: Vec<Vec<i32>> =
        solved.puzzle.board.sites().iter().map(|s| address(s.site)).collect();
    let placements: Vec<(String, Vec<Vec<i32>>)> = (0..solved.encoding.problem.option_count())
        .map(|n| {
            let option = OptionId(n as u32);
            let piece = solved.encoding.placement(option).piece;
            let name = solved.puzzle.piece(piece).name.clone();
            (name, solved.encoding.sites(option).map(address).collect())
        })
        .collect();
    let classes: Vec<String> =
        solved.measurer.classes().iter().map(|class| class.id.clone()).collect();
    let relation = proptest::sample::select(Relation::ALL.to_vec());
    let mut leaves: Vec<BoxedStrategy<Expression>> = vec![
        proptest::sample::select(of_kind(MeasureKind::Property))
            .prop_map(Expression::Property)
            .boxed(),
        (proptest::sample::select(of_kind(MeasureKind::Number)), comparison())
            .prop_map(|(measure, comparison)| Expression::Number(measure, comparison))
            .boxed(),
        proptest::sample::select(placements)
            .prop_map(|(piece, sites)| Expression::Placed { piece, sites })
            .boxed(),
        (one_of(names.clone()), proptest::sample::select(sites))
            .prop_map(|(piece, site)| Expression::Covers { piece, site })
            .boxed(),
        (relation, one_of(names.clone()), one_of(names.clone()))
            .prop_map(|(relation, a, b)| Expression::Related(relation, [a, b]))
            .boxed(),
        (one_of(names), comparison()).prop_map(|(a, c)| Expression::Uses(a, c)).boxed(),
    ];
    if solved.measurer.applies(measure("symmetry")).is_ok() {
        let class = (one_of(classes), any::<bool>());
        let measure = measure("symmetry");
        leaves.push(
            class.prop_map(move |(class, is)| Expression::Class { measure, is, class }).boxed(),
        );
    }
    let leaf = proptest::strategy::Union::new(leaves);
    leaf.prop_recursive(3, 10, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Expression::And),
            proptest::collection::vec(inner.clone(), 2..4).prop_map(Expression::Or),
            inner.prop_map(|part| Expression::Not(Box::new(part))),
        ]
    })
    .boxed()
}

#[test]
fn filters_keep_what_their_definition_says_among_distinct_and_among_all_solutions() {
    for solved in small_puzzles() {
        let everything = Filter::everything(solved.context());
        let known: Vec<_> = solved
            .store
            .iter()
            .map(|options| (solved.images(&options), solved.measured(&options)))
            .collect();
        let view = View::all(&solved.store, &solved.group);
        let entries: Vec<_> =
            (0..view.len()).map(|n| view.entry(&solved.group, &solved.store, n)).collect();
        // Each looks at all images of all solutions.
        let cases = crate::program::cases(24).min(400);
        let mut runner = TestRunner::new(ProptestConfig::with_cases(cases));
        let test = |expression: Expression| {
            let filter = Filter::new(&expression, solved.context()).expect("it is of the puzzle");
            let columns = solved.columns(&[&filter, &everything]);
            let holds_for = |distinct: usize, element: usize| {
                let (images, measured) = &known[distinct];
                holds(&expression, &solved, &images[element], measured)
            };
            let order = solved.group.order();
            let distinct: Vec<u32> = (0..known.len())
                .filter(|&n| (0..order).any(|element| holds_for(n, element)))
                .map(|n| n as u32)
                .collect();
            prop_assert_eq!(columns.apply(&filter), distinct.clone());
            let all: Vec<u64> = (0..view.len())
                .zip(&entries)
                .filter(|(_, entry)| holds_for(entry.distinct, entry.element))
                .map(|(n, _)| n)
                .collect();
            let counts = columns.count(&filter);
            prop_assert_eq!(counts.distinct, distinct.len() as u64);
            prop_assert_eq!(counts.total, all.len() as u64);
            prop_assert_eq!(columns.apply_to_all(&filter, &solved.store, &solved.group), all);
            let (of_all, each) = columns.count_each(&everything, std::slice::from_ref(&filter));
            prop_assert_eq!(each, vec![counts]);
            let sums = Counts::of_store(&solved.store, &solved.group);
            prop_assert_eq!((of_all.distinct, of_all.total), (sums.distinct, sums.total));
            Ok(())
        };
        runner.run(&expressions(&solved), test).unwrap_or_else(|error| {
            panic!("{}: {error}", solved.puzzle.title);
        });
    }
}

#[test]
fn an_expression_that_is_printed_is_read_as_the_same() {
    for solved in small_puzzles().iter().take(4) {
        let mut runner = TestRunner::new(ProptestConfig::with_cases(crate::program::cases(300)));
        let test = |expression: Expression| {
            let text = expression.to_string();
            prop_assert_eq!(text.parse::<Expression>(), Ok(expression), "{}", text);
            Ok(())
        };
        runner.run(&expressions(solved), test).unwrap();
    }
    let name = r#"a "long" \ name"#.to_owned();
    let odd = Expression::Related(Relation::Touch, [name, "and".to_owned()]);
    assert_eq!(odd.to_string().parse(), Ok(odd));
}

#[test]
fn errors_in_expressions_say_where_and_what_was_expected() {
    for (text, message) in [
        ("", "column 1: expected a measure, a relation, not, or (, found the end"),
        ("border >= 10 and", "column 17: expected a measure, a relation, not, or (, found the end"),
        ("boarder > 3", "column 1: there is no measure boarder; did you mean border?"),
        ("no-crosroads", "column 1: there is no measure no-crosroads; did you mean no-crossroads?"),
        ("qqqqq", "column 1: there is no measure qqqqq"),
        ("border", "column 1: border is a number; compare it, as in border >= 1"),
        (
            "symmetry > 2",
            "column 1: symmetry is a class; compare it with the name of one, as in symmetry = NAME",
        ),
        ("border = 9..3", "column 10: no number is between 9 and 3"),
        ("border > 99999999999", "column 10: the number is too large"),
        ("symmetric symmetric", "column 11: expected and, or, or the end, found symmetric"),
        ("(symmetric", "column 11: expected and, or, or ), found the end"),
        ("touch(P; V)", "column 8: expected ,, found ;"),
        ("touch(\"P, V)", "column 7: the quotes are not closed"),
        ("covers(X, )", "column 11: expected a number, found )"),
    ] {
        assert_eq!(text.parse::<Expression>().unwrap_err().to_string(), message, "{text}");
    }
    let deep = "(".repeat(100_000) + "symmetric";
    let error = deep.parse::<Expression>().unwrap_err().to_string();
    assert!(error.ends_with("nested more than 100 deep"), "{error}");
    let deep = "not ".repeat(100_000) + "symmetric";
    assert!(deep.parse::<Expression>().is_err());
}

#[test]
fn what_a_puzzle_does_not_have_is_said_when_a_filter_is_compiled() {
    let solved = small("Square", "Family(free: 4, copies: (0, 4))", "Rectangle(4, 4)");
    for (text, message) in [
        ("uses(Q)", "the puzzle has no piece Q"),
        ("uses(l)", "the puzzle has no piece l; did you mean L?"),
        ("covers(L, 9, 9)", "[9, 9] is not a site of the board"),
        ("covers(L, 9)", "[9] is not a site of the board"),
        ("placed(L, [[1, 1], [2, 1]])", "piece L cannot cover exactly these sites"),
        ("uncovered > 1", "uncovered does not apply: every site must be covered"),
    ] {
        let expression: Expression = text.parse().unwrap();
        let error = Filter::new(&expression, solved.context()).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    let expression: Expression = "symmetry = quarter".parse().unwrap();
    let error = Filter::new(&expression, solved.context()).unwrap_err().to_string();
    assert!(error.starts_with("no solution is of the class quarter; there are none, "), "{error}");
}

// ---- Columns ----

#[test]
fn columns_grow_with_their_store_and_keep_what_was_done_when_cancelled() {
    let solved = bundled("square/pentominoes-6x10.ron");
    let filter = solved.filter("no-crossroads and touch(P, V)");
    let whole = solved.columns(&[&filter]).apply(&filter);
    let mut columns = Columns::new(Arc::clone(&solved.measurer), 2);
    for end in [1, 2, 100, 1000, 5000] {
        let progress = Progress::default();
        assert!(columns.extend(&solved.store, end, filter.sources(), &progress));
        assert_eq!(columns.known(filter.sources()), end.min(solved.store.len()));
        let part: Vec<u32> = whole.iter().copied().filter(|&n| (n as usize) < end).collect();
        assert_eq!(columns.apply(&filter), part);
    }
    let cancelled = Progress::default();
    cancelled.cancelled.store(true, Ordering::Relaxed);
    let mut columns = Columns::new(Arc::clone(&solved.measurer), 2);
    assert!(!columns.extend(&solved.store, usize::MAX, filter.sources(), &cancelled));
    assert_eq!((columns.known(filter.sources()), columns.apply(&filter)), (0, Vec::new()));
    let progress = Progress::default();
    assert!(columns.extend(&solved.store, usize::MAX, filter.sources(), &progress));
    assert_eq!(progress.done.load(Ordering::Relaxed), solved.store.len() as u64);
    assert_eq!(columns.apply(&filter), whole);
}

#[test]
fn selections_are_sorted_grouped_and_counted_by_a_measure() {
    let solved = bundled("square/pentominoes-6x10.ron");
    let border = measure("border");
    let mut columns = Columns::new(Arc::clone(&solved.measurer), 2);
    let sources = [ColumnSource::measure(border)];
    assert!(columns.extend(&solved.store, usize::MAX, &sources, &Progress::default()));
    let all: Vec<u32> = (0..solved.store.len() as u32).collect();
    let value = |n: &u32| columns.value(border, *n).unwrap();
    for descending in [false, true] {
        let mut sorted = all.clone();
        columns.sort(&mut sorted, border, descending);
        let mut expected = all.clone();
        expected.sort_by_key(|n| {
            let value = value(n) as i64;
            if descending { -value } else { value }
        });
        assert_eq!(sorted, expected);
    }
    let some: Vec<u32> = all.iter().copied().step_by(3).collect();
    for selection in [&all, &some] {
        let mut counts: BTreeMap<u64, u64> = BTreeMap::new();
        selection.iter().for_each(|n| *counts.entry(value(n)).or_default() += 1);
        let counts: Vec<(u64, u64)> = counts.into_iter().collect();
        assert_eq!(columns.histogram(border, Some(selection)), counts);
        let groups = columns.group(selection, border);
        for group in &groups {
            assert!(group.solutions.iter().all(|n| value(n) == group.value));
        }
        let sizes = groups.iter().map(|g| (g.value, g.solutions.len() as u64));
        assert_eq!(sizes.collect::<Vec<_>>(), counts);
    }
    assert_eq!(columns.histogram(border, None), columns.histogram(border, Some(&all)));
    assert_eq!(columns.histogram(measure("inside"), None), []);
}
