//! Parts are what they should be: closed, of the right volume, on their plates and apart.

mod names;

use std::io::Cursor;

use proptest::prelude::*;

use super::cubes::{self, Measures};
use super::prism::{self, Plan};
use super::*;
use crate::format::{bundled, puzzle_file};
use crate::lattice::{ALL, cube, square};
use crate::picture::Xy;
use crate::polyform::family;
use crate::puzzle::making::{Length, PlateSize};

/// The cubes of a 2×2×2 block whose bits are set.
fn octants(bits: usize) -> Vec<Point> {
    let at =
        |n: usize| Point::new(2 * (n & 1) as i32 + 1, (n & 2) as i32 + 1, 2 * (n >> 2) as i32 + 1);
    (0..8).filter(|n| bits >> n & 1 == 1).map(at).collect()
}

fn measures(unit: f64, clearance: f64, bevel: f64) -> Measures {
    Measures { unit, clearance, bevel }
}

/// The volume of cubes with clearance alone, cell by cell: what is left of each cube, of the faces, edges
/// and vertices that lie inside.
fn cleared_volume(cubes: &[Point], unit: f64, c: f64) -> f64 {
    let mut places = std::collections::BTreeMap::new();
    for cube in cubes {
        for n in 0..27i32 {
            let d = Point::new(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1);
            *places.entry(*cube + d).or_insert(0) += 1;
        }
    }
    let inside = |(p, n): (&Point, &i32)| {
        // Along each axis an even coordinate lies between two cubes.
        let between = p.coordinates().iter().filter(|n| *n % 2 == 0).count() as i32;
        (*n == 1 << between).then(|| (2.0 * c).powi(between) * (unit - 2.0 * c).powi(3 - between))
    };
    places.iter().filter_map(inside).sum()
}

/// Returns whether two triangles intersect, not counting what they have in common at corners.
fn cut_each_other(mesh: &Mesh, a: [u32; 3], b: [u32; 3]) -> bool {
    let at = |i: u32| mesh.vertices[i as usize];
    let side = |t: [u32; 3], p: [f64; 3]| {
        let [o, u, v] = t.map(at);
        let [u, v, p] = [u, v, p].map(|q| [0, 1, 2].map(|k| q[k] - o[k]));
        u[0] * (v[1] * p[2] - v[2] * p[1]) - u[1] * (v[0] * p[2] - v[2] * p[0])
            + u[2] * (v[0] * p[1] - v[1] * p[0])
    };
    let pierces = |t: [u32; 3], p: u32, q: u32| {
        let (s, e) = (side(t, at(p)), side(t, at(q)));
        if s * e >= -1e-12 {
            return false;
        }
        let share = s / (s - e);
        let x = [0, 1, 2].map(|k| at(p)[k] + share * (at(q)[k] - at(p)[k]));
        // Inside, seen along the line, by the volumes with the line's ends.
        let [a, b, c] = t;
        let turn = |i: u32, j: u32| {
            let [u, v, w] = [at(i), at(j), x];
            let d = [0, 1, 2].map(|k| at(q)[k] - at(p)[k]);
            let [e, f] = [v, w].map(|r| [0, 1, 2].map(|k| r[k] - u[k]));
            d[0] * (e[1] * f[2] - e[2] * f[1]) - d[1] * (e[0] * f[2] - e[2] * f[0])
                + d[2] * (e[0] * f[1] - e[1] * f[0])
        };
        let turns = [turn(a, b), turn(b, c), turn(c, a)];
        turns.iter().all(|t| *t > 1e-9) || turns.iter().all(|t| *t < -1e-9)
    };
    let edges = |t: [u32; 3]| [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])];
    edges(a).iter().any(|&(p, q)| pierces(b, p, q))
        || edges(b).iter().any(|&(p, q)| pierces(a, p, q))
}

#[test]
fn whatever_meets_at_a_vertex_gives_a_closed_surface_that_does_not_cut_itself() {
    for bits in 1..256 {
        let cubes = octants(bits);
        for (c, b) in [(0.07, 0.5), (0.5, 0.07), (0.2, 0.0), (0.0, 0.4), (0.1, 3.0)] {
            let mesh = cubes::mesh(&cubes, measures(10.0, c, b));
            assert!(mesh.is_watertight(), "{bits:08b} {c} {b}");
            let whole = cleared_volume(&cubes, 10.0, c);
            let volume = mesh.volume();
            let cut: f64 = 12.0 * cubes.len() as f64 * (b * b / 2.0) * 10.0;
            assert!(volume > 0.0 && volume >= whole - cut - 1.0, "{bits:08b} {volume} of {whole}");
            let n = mesh.triangles.len();
            for i in 0..n {
                for j in 0..i {
                    let (s, t) = (mesh.triangles[i], mesh.triangles[j]);
                    assert!(!cut_each_other(&mesh, s, t), "{bits:08b} {c} {b}: {s:?} {t:?}");
                }
            }
        }
    }
}

#[test]
fn without_bevel_the_volume_is_that_of_the_cells_less_the_clearance() {
    for shape in family::free_forms(&cube::LATTICE, 5).unwrap() {
        if cubes::touches_at_vertices(shape.sites()) {
            continue;
        }
        let mesh = cubes::mesh(shape.sites(), measures(10.0, 0.25, 0.0));
        let expected = cleared_volume(shape.sites(), 10.0, 0.25);
        assert!((mesh.volume() - expected).abs() < 1e-6, "{shape:?}");
    }
}

#[test]
fn a_cube_loses_what_its_bevels_cut_off() {
    let (u, b) = (10.0, 1.0);
    let mesh = cubes::mesh(&[Point::new(1, 1, 1)], measures(u, 0.0, b));
    // Twelve edges, and at each of eight corners all but the sixth of a small cube.
    let expected = u * u * u - 12.0 * b * b / 2.0 * (u - 2.0 * b) - 8.0 * b * b * b * 5.0 / 6.0;
    assert!((mesh.volume() - expected).abs() < 1e-9, "{} {expected}", mesh.volume());
    assert_eq!(mesh.vertices.len(), 24);
}

#[test]
fn flat_polycubes_and_prisms_over_the_same_cells_are_the_same() {
    let (u, c, b) = (10.0, 0.3, 0.8);
    for n in 1..=6 {
        for shape in family::free_forms(&square::LATTICE, n).unwrap() {
            let plan = Plan::of_cells(&square::LATTICE, shape.sites(), u);
            let flat = prism::mesh(&plan, [0.0, u - 2.0 * c], c, b).unwrap();
            let cubes: Vec<Point> = shape.sites().iter().map(|p| Point::new(p.x, p.y, 1)).collect();
            let solid = cubes::mesh(&cubes, measures(u, c, b)).mirrored();
            assert!((flat.volume() - solid.volume()).abs() < 1e-6, "{shape:?}");
            let ([a, _], [d, _]) = (flat.bounds(), solid.bounds());
            assert!((a[0] - d[0]).abs() + (a[1] - d[1]).abs() < 1e-9, "{shape:?}");
        }
    }
}

/// The area of some borders, the area to their left, moved inwards, and what chamfers of their outer
/// corners cut off that leave the straight parts as they are when moved inwards by `bevel` more.
fn inset_area(borders: &[Vec<Xy>], by: f64, bevel: f64) -> f64 {
    let mut area = 0.0;
    for border in borders {
        let n = border.len();
        area += polygon::area(border) / 2.0;
        for i in 0..n {
            let (o, p, q) = (border[(i + n - 1) % n], border[i], border[(i + 1) % n]);
            let ([ax, ay], [bx, by_]) = ([p[0] - o[0], p[1] - o[1]], [q[0] - p[0], q[1] - p[1]]);
            let turn = (ax * by_ - ay * bx).atan2(ax * bx + ay * by_);
            area += by * by * (turn / 2.0).tan() - by * bx.hypot(by_);
            if turn > 0.0 {
                let leg = bevel * (turn / 2.0).tan();
                area -= leg * leg * turn.sin() / 2.0;
            }
        }
    }
    area
}

/// Forms of a family, some of them.
fn some_forms(lattice: &'static Lattice, n: u32, pick: usize) -> Vec<Shape> {
    let all = family::free_forms(lattice, n as usize).unwrap();
    let step = (all.len() / 12).max(1);
    all.into_iter().skip(pick % step).step_by(step).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn flat_pieces_of_every_lattice_are_closed_and_have_their_volume(
        n in 1u32..6, pick in 0usize..1000, c in 0.0f64..0.4, b in 0.0f64..0.6, h in 2.0f64..9.0,
    ) {
        let (unit, width) = (12.0, 2.6);
        for lattice in ALL.iter().filter(|lattice| !lattice.is_solid()) {
            for shape in some_forms(lattice, n, pick) {
                let plan = match lattice.form {
                    SiteForm::Cell => Plan::of_cells(lattice, shape.sites(), unit),
                    SiteForm::Edge => bars::plan(lattice, shape.sites(), unit, width),
                };
                let mesh = prism::mesh(&plan, [0.0, h], c, b).expect("room enough");
                prop_assert!(mesh.is_watertight(), "{lattice:?} {shape:?}");
                let size = mesh.size();
                prop_assert!((size[2] - h).abs() < 1e-9);
                if plan.touches_at_corners() {
                    continue;
                }
                let borders = plan.borders();
                let [outer, middle, inner] = [(c + b, 0.0), (c + b / 2.0, b / 2.0), (c, b)]
                    .map(|(by, bevel)| inset_area(&borders, by, bevel));
                let expected =
                    (h - 2.0 * b) * inner + b / 3.0 * (outer + 4.0 * middle + inner);
                prop_assert!(
                    (mesh.volume() - expected).abs() < 1e-6,
                    "{lattice:?} {shape:?}: {} for {expected}", mesh.volume()
                );
            }
        }
    }

    #[test]
    fn solid_pieces_are_closed_and_keep_within_their_cells(
        steps in proptest::collection::vec((0usize..40, 0usize..6), 0..14),
        c in 0.0f64..0.5, b in 0.0f64..4.0,
    ) {
        let mut cubes = vec![Point::new(1, 1, 1)];
        for (from, way) in steps {
            let mut d = [0; 3];
            d[way / 2] = if way % 2 == 0 { 2 } else { -2 };
            let next = cubes[from % cubes.len()] + Point::from(d);
            if !cubes.contains(&next) {
                cubes.push(next);
            }
        }
        let mesh = cubes::mesh(&cubes, measures(10.0, c, b));
        prop_assert!(mesh.is_watertight());
        let whole = cubes::mesh(&cubes, measures(10.0, c, 0.0));
        prop_assert!(mesh.volume() <= whole.volume() + 1e-9);
        if !cubes::touches_at_vertices(&cubes) {
            prop_assert!((whole.volume() - cleared_volume(&cubes, 10.0, c)).abs() < 1e-6);
        }
    }
}

fn settings_for(puzzle: &Puzzle) -> PrintSettings {
    // So small that large boards have room on the plate, and with a clearance that takes little away.
    let mut settings = PrintSettings {
        unit: Length::um(11_150),
        clearance: Length::um(70),
        ..PrintSettings::default()
    };
    if !puzzle.lattice.is_solid() {
        settings.thickness = Some(Length::mm(4));
    }
    settings.plate = PlateSize { width: Length::mm(700), height: Length::mm(700) };
    settings
}

#[test]
fn every_bundled_puzzle_is_printed_closed_on_its_plates_and_apart() {
    for entry in bundled::ALL {
        let puzzle = entry.open().puzzle;
        let settings = settings_for(&puzzle);
        let print = match Print::new(&puzzle, &settings) {
            Ok(print) => print,
            Err(errors) => {
                let is_made = puzzle.cover.is_none() && is_printed(puzzle.lattice);
                assert!(!is_made, "{}: {errors:?}", puzzle.title);
                continue;
            }
        };
        let pieces = print.parts.iter().filter(|part| part.is_piece()).count();
        assert_eq!(pieces, puzzle.pieces.len());
        for part in &print.parts {
            assert!(part.mesh.is_watertight(), "{} {}", puzzle.title, part.name);
            assert!(part.volume > 0.0);
            if let PartKind::Piece(id) = part.kind
                && puzzle.lattice.is_solid()
            {
                let unit = settings.unit.in_mm();
                let sites = puzzle.piece(id).shape.sites().iter();
                let whole: f64 = sites.map(|&site| volume(puzzle.lattice, site)).sum();
                let whole = whole * unit.powi(3);
                assert!(part.volume < whole && part.volume > 0.75 * whole, "{}", part.name);
            }
        }
        let laid: usize = print.plates.iter().map(|plate| plate.items.len()).sum();
        assert_eq!(laid, print.count());
        assert_apart(&print);
    }
}

/// The volume of a cell, in cubic units: of the pyramids from its site to its faces. Of a ball with what
/// its necks may add to it.
fn volume(lattice: &Lattice, site: Point) -> f64 {
    if lattice.balls {
        return 0.55;
    }
    let middle = lattice.place(site);
    let from = |p: Point| {
        let p = lattice.place(p);
        [0, 1, 2].map(|k| p[k] - middle[k])
    };
    let pyramid = |face: &Vec<Point>| {
        let six = |i: usize| {
            let [a, b, c] = [face[0], face[i], face[i + 1]].map(from);
            a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        ((1..face.len() - 1).map(six).sum::<f64>() / 6.0).abs()
    };
    lattice.faces(site).iter().map(pyramid).sum()
}

/// Nothing reaches over the border of a plate, and no two parts are nearer than the gap.
fn assert_apart(print: &Print) {
    let gap = print.settings.gap.in_mm() - 1e-9;
    let size = [print.settings.plate.width, print.settings.plate.height].map(|l| l.in_mm());
    for plate in &print.plates {
        let boxes: Vec<[Xyz; 2]> = plate
            .items
            .iter()
            .map(|item| {
                let vertices = &print.parts[item.part].mesh.vertices;
                let placed = vertices.iter().map(|&p| item.place(&print.parts, p));
                Mesh { vertices: placed.collect(), triangles: Vec::new() }.bounds()
            })
            .collect();
        for (i, [low, high]) in boxes.iter().enumerate() {
            assert!((0..2).all(|k| low[k] > -1e-9 && high[k] < size[k] + 1e-9));
            assert!(low[2].abs() < 1e-9);
            for [l, h] in &boxes[..i] {
                let apart = (0..2).any(|k| low[k] >= h[k] + gap || l[k] >= high[k] + gap);
                assert!(apart, "{} {low:?} {high:?} {l:?} {h:?}", print.title);
            }
        }
    }
}

fn soma() -> (Arc<Puzzle>, PrintSettings) {
    let puzzle =
        bundled::ALL[bundled::named(std::path::Path::new("soma-cube")).unwrap()].open().puzzle;
    let settings = PrintSettings {
        unit: Length::mm(20),
        clearance: Length::um(70),
        wall: Length::mm(2),
        room: Length::um(500),
        plate: PlateSize { width: Length::mm(180), height: Length::mm(180) },
        gap: Length::mm(16),
        ..PrintSettings::default()
    };
    (puzzle, settings)
}

#[test]
fn the_soma_cube_has_the_sizes_and_volumes_of_its_picture() {
    let (puzzle, settings) = soma();
    let print = Print::new(&puzzle, &settings).unwrap();
    let sizes: Vec<Xyz> = print.parts.iter().filter(|p| !p.is_piece()).map(|p| p.size).collect();
    let near = |a: Xyz, b: Xyz| (0..3).all(|k| (a[k] - b[k]).abs() < 1e-9);
    assert!(near(sizes[0], [65.0, 65.0, 63.0]), "{sizes:?}");
    assert!(near(sizes[1], [69.4, 69.4, 14.0]), "{sizes:?}");
    let [pieces, others] = print.volumes();
    assert_eq!(format!("{:.1} {:.1}", pieces / 1000.0, others / 1000.0), "212.2 55.3");
    assert_eq!(print.notices, []);
    assert_eq!(print.plates.len(), 2);
    assert_eq!((print.height(0).round(), print.height(1).round()), (40.0, 63.0));
}

#[test]
fn copies_of_a_puzzle_are_printed_with_all_parts_and_one_clearance_test() {
    let (puzzle, mut settings) = soma();
    settings.clearance_test = true;
    let one = Print::new(&puzzle, &settings).unwrap();
    settings.copies = 3;
    let print = Print::new(&puzzle, &settings).unwrap();
    assert_eq!(print.parts.len(), one.parts.len());
    for (part, own) in print.parts.iter().zip(&one.parts) {
        let copies = if part.kind == PartKind::ClearanceTest { 1 } else { 3 * own.copies };
        assert_eq!((part.kind, part.copies), (own.kind, copies), "{}", part.name);
    }
    // Seven pieces, a box and a lid, each three times; the clearance test.
    assert_eq!((one.count(), print.count()), (10, 28));
    let laid: usize = print.plates.iter().map(|plate| plate.items.len()).sum();
    assert_eq!(laid, 28);
    assert_apart(&print);
    let test = one.parts.last().unwrap().volume;
    let [[pieces, others], [all_pieces, all_others]] = [one.volumes(), print.volumes()];
    assert!((all_pieces - 3.0 * pieces).abs() < 1e-6);
    assert!((all_others - (3.0 * (others - test) + test)).abs() < 1e-6);
    let names = write::file_names(&print, "stl");
    assert!(names.contains(&"V (3 copies).stl".to_owned()), "{names:?}");
    assert!(names.contains(&"clearance test.stl".to_owned()), "{names:?}");
    let model = &threemf::read(Cursor::new(write::threemf(&print).unwrap())).unwrap()[0];
    assert_eq!((model.resources.object.len(), model.build.item.len()), (10, 28));

    for copies in [0, 51, u32::MAX] {
        settings.copies = copies;
        let refused = Print::new(&puzzle, &settings).unwrap_err();
        assert_eq!(refused, [PrintError::Copies(copies)]);
    }
    let many = read(
        "(format: 1, title: \"t\", lattice: Cube, board: Box(9, 9, 9), pieces: [\
         Piece(name: \"M\", art: [\"X\"], copies: 729)])",
    );
    settings.copies = 50;
    let refused = Print::new(&many, &settings).unwrap_err();
    assert!(refused.contains(&PrintError::TooManyParts(50 * 731 + 1)), "{refused:?}");
}

/// The parts of a surface that hold together, each with its least and greatest coordinates, from left
/// to right.
fn bodies(mesh: &Mesh) -> Vec<[Xyz; 2]> {
    let mut body: Vec<usize> = (0..mesh.vertices.len()).collect();
    let root = |body: &[usize], mut i: usize| {
        while body[i] != i {
            i = body[i];
        }
        i
    };
    for triangle in &mesh.triangles {
        let roots = triangle.map(|i| root(&body, i as usize));
        let least = *roots.iter().min().unwrap();
        roots.iter().for_each(|&other| body[other] = least);
    }
    let mut all = std::collections::BTreeMap::new();
    for (i, &at) in mesh.vertices.iter().enumerate() {
        let [low, high] = all.entry(root(&body, i)).or_insert([at; 2]);
        for k in 0..3 {
            (low[k], high[k]) = (low[k].min(at[k]), high[k].max(at[k]));
        }
    }
    let mut all: Vec<[Xyz; 2]> = all.into_values().collect();
    all.sort_by(|a, b| a[0][0].total_cmp(&b[0][0]));
    all
}

/// Where a line to the right passes through a surface, from left to right.
fn crossings(mesh: &Mesh, [y, z]: [f64; 2]) -> Vec<f64> {
    let mut found = Vec::new();
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|i| mesh.vertices[i as usize]);
        let side = |p: Xyz, q: Xyz| (q[1] - p[1]) * (z - p[2]) - (q[2] - p[2]) * (y - p[1]);
        let sides = [side(a, b), side(b, c), side(c, a)];
        let total: f64 = sides.iter().sum();
        if sides.iter().all(|s| *s > 0.0) || sides.iter().all(|s| *s < 0.0) {
            found.push((sides[1] * a[0] + sides[2] * b[0] + sides[0] * c[0]) / total);
        }
    }
    found.sort_by(f64::total_cmp);
    found
}

#[test]
fn the_clearance_test_has_pegs_and_holes_with_each_clearance_and_its_dots() {
    let (puzzle, mut settings) = soma();
    settings.plate = PlateSize { width: Length::mm(220), height: Length::mm(220) };
    let without = Print::new(&puzzle, &settings).unwrap();
    settings.clearance_test = true;
    let print = Print::new(&puzzle, &settings).unwrap();
    assert_apart(&print);
    assert_eq!(print.parts.len(), without.parts.len() + 1);
    let test = print.parts.last().unwrap();
    assert_eq!((test.kind, test.name.as_str()), (PartKind::ClearanceTest, "clearance test"));
    assert!(test.mesh.is_watertight());

    // A plate, and eight pegs behind it, each as wide as a site less twice the clearance.
    let clearances = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4];
    let (width, depth) = (8.0 * (20.8 + 4.0) + 4.0, 8.8 + 20.8 + 4.0);
    let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
    let bodies = bodies(&test.mesh);
    assert_eq!(bodies.len(), 9);
    let [low, high] = bodies[0];
    assert!(low == [0.0; 3] && near(high[0], width) && near(high[1], depth) && near(high[2], 5.0));
    for ([low, high], clearance) in bodies[1..].iter().zip(clearances) {
        let size = [0, 1, 2].map(|k| high[k] - low[k]);
        let side = 20.0 - 2.0 * clearance;
        assert!(near(size[0], side) && near(size[1], side) && near(size[2], 10.0), "{size:?}");
        assert!(low[1] > depth + settings.gap.in_mm() - 1e-9);
    }
    // The holes lie in front of their pegs and are wider than a site by twice the clearance, above
    // and below; lines off the planes of the faces.
    for z in [0.123, 2.345, 4.321] {
        let at = crossings(&test.mesh, [8.8 + 10.4 + 0.0123, z]);
        assert_eq!(at.len(), 2 + 2 * 8);
        for (n, hole) in at[1..17].chunks(2).enumerate() {
            assert!(near(hole[1] - hole[0], 20.0 + 2.0 * clearances[n]), "{hole:?}");
            let [low, high] = bodies[n + 1];
            assert!(near(hole[0] + hole[1], low[0] + high[0]));
        }
    }
    // One dot for the first pair to eight for the last, in rows of four, on the plate and on the
    // pegs.
    let peg = (bodies[1][0][1] + bodies[1][1][1]) / 2.0;
    for (y, z, bodies) in [(4.4, 4.765, 1), (peg, 9.765, 8)] {
        for (way, dots) in [(-1.2, 26), (1.2, 10)] {
            let at = crossings(&test.mesh, [y + way + 0.0123, z]);
            assert_eq!(at.len(), 2 * bodies + 2 * dots, "{y} {way}");
        }
    }
    let square = |n: f64| n * n;
    let dots = 36.0 * square(1.2) * 0.6;
    let holes: f64 = clearances.iter().map(|c| square(20.0 + 2.0 * c) * 5.0).sum();
    let pegs: f64 = clearances.iter().map(|c| square(20.0 - 2.0 * c) * 10.0).sum();
    let wanted = width * depth * 5.0 - holes + pegs - 2.0 * dots;
    assert!((test.volume - wanted).abs() < 1e-6, "{} {wanted}", test.volume);
}

#[test]
fn the_clearance_test_has_rows_where_one_is_too_long() {
    let (puzzle, mut settings) = soma();
    settings.clearance_test = true;
    settings.plate = PlateSize { width: Length::mm(180), height: Length::mm(180) };
    let print = Print::new(&puzzle, &settings).unwrap();
    let test = print.parts.last().unwrap();
    assert!(test.mesh.is_watertight());
    assert_eq!(bodies(&test.mesh).len(), 9);
    assert!((test.size[0] - (4.0 * 24.8 + 4.0)).abs() < 1e-9, "{:?}", test.size);
    // Small ones have small dots, and whatever the gap, pegs stand apart.
    for unit in [5_000, 8_300, 11_150, 15_001] {
        (settings.unit, settings.gap) = (Length::um(unit), Length::ZERO);
        let print = Print::new(&puzzle, &settings).unwrap();
        let test = print.parts.last().unwrap();
        assert!(test.mesh.is_watertight() && bodies(&test.mesh).len() == 9, "{unit}");
    }
    settings.unit = Length::mm(4);
    let errors = Print::new(&puzzle, &settings).unwrap_err();
    assert_eq!(errors, [PrintError::TestUnit(5.0)]);
    settings.unit = Length::mm(60);
    settings.container = false;
    let errors = Print::new(&puzzle, &settings).unwrap_err();
    let said = errors.last().unwrap().to_string();
    assert!(
        said.starts_with("The clearance test is ") && said.ends_with("or leave it out."),
        "{said}"
    );
}

#[test]
fn notches_in_the_long_walls_of_a_box_take_half_discs_away() {
    let (puzzle, mut settings) = soma();
    let plain = Print::new(&puzzle, &settings).unwrap();
    let of_box =
        |print: &Print| print.parts.iter().find(|p| p.kind == PartKind::Box).unwrap().clone();
    let plain = of_box(&plain);
    settings.notch = Length::mm(10);
    let notched = of_box(&Print::new(&puzzle, &settings).unwrap());
    assert!(notched.mesh.is_watertight());
    assert_eq!(notched.size, plain.size);
    // Two half discs through walls of 2 mm.
    let taken = plain.volume - notched.volume;
    let disc = std::f64::consts::PI * 100.0 * 2.0;
    assert!(taken < disc && taken > 0.998 * disc, "{taken} {disc}");
    // 3 mm below the rim, each long wall has a gap in its middle, which is that wide there.
    for y in [0.987, 64.013] {
        let at = crossings(&notched.mesh, [y, 60.0]);
        assert_eq!(at.len(), 4, "{at:?}");
        assert!((at[2] - at[1] - 2.0 * 91f64.sqrt()).abs() < 0.05, "{at:?}");
        assert!((at[1] + at[2] - 65.0).abs() < 1e-6, "{at:?}");
        assert_eq!(crossings(&notched.mesh, [y, 52.0]).len(), 2);
    }
    // No two triangles of it cut each other, whatever the sizes; upright boxes are turned.
    for (inner, wall, radius) in [
        ([61.0, 61.0, 61.0], 2.0, 10.0),
        ([20.0, 50.0, 30.0], 6.0, 22.0),
        ([90.3, 11.7, 9.1], 1.3, 6.1),
        ([11.0, 10.0, 200.0], 3.0, 2.5),
        ([40.0, 40.0, 23.0], 0.4, 1.0),
    ] {
        let mesh = container::notched_box(inner, wall, radius).unwrap();
        assert!(mesh.is_watertight(), "{inner:?}");
        let taken = container::open_box(inner, wall).volume() - mesh.volume();
        let discs = std::f64::consts::PI * radius * radius * wall;
        assert!(taken < discs && taken > 0.998 * discs, "{inner:?} {taken} {discs}");
        for (i, &s) in mesh.triangles.iter().enumerate() {
            for &t in &mesh.triangles[..i] {
                assert!(!cut_each_other(&mesh, s, t), "{inner:?}: {s:?} {t:?}");
            }
        }
    }
    let mut said = |unit: u32, notch: Length| {
        (settings.unit, settings.notch) = (Length::mm(unit), notch);
        let errors = Print::new(&puzzle, &settings).unwrap_err();
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let radius = "do not suit the box. Use a radius from 1 to 27.5.";
    assert_eq!(said(20, Length::mm(28)), format!("Notches of radius 28 {radius}"));
    assert_eq!(said(20, Length::um(500)), format!("Notches of radius 0.5 {radius}"));
    assert_eq!(said(2, Length::mm(1)), "The box is too small for notches. Leave them out.");
}

#[test]
fn files_are_read_back_by_other_programs_as_they_were_made() {
    let (puzzle, mut settings) = soma();
    (settings.clearance_test, settings.notch) = (true, Length::mm(10));
    let print = Print::new(&puzzle, &settings).unwrap();
    for (part, name) in print.parts.iter().zip(write::file_names(&print, "stl")) {
        let mut bytes = Vec::new();
        write::stl(&part.mesh, &mut bytes).unwrap();
        let read = stl_io::read_stl(&mut Cursor::new(bytes)).unwrap();
        assert!(read.validate().is_ok(), "{name}");
        let mesh = Mesh {
            vertices: read.vertices.iter().map(|v| v.0.map(f64::from)).collect(),
            triangles: read.faces.iter().map(|f| f.vertices.map(|i| i as u32)).collect(),
        };
        assert!(mesh.is_watertight(), "{name}");
        assert!((mesh.volume() - part.volume).abs() < 1e-4 * part.volume, "{name}");
    }
    let bytes = write::threemf(&print).unwrap();
    let models = threemf::read(Cursor::new(bytes.clone())).unwrap();
    let model = &models[0];
    let names: Vec<_> = model.resources.object.iter().map(|o| o.name.clone().unwrap()).collect();
    assert_eq!(names, print.parts.iter().map(|part| part.name.clone()).collect::<Vec<_>>());
    assert_eq!(model.build.item.len(), print.count());
    for (object, part) in model.resources.object.iter().zip(&print.parts) {
        let read = object.mesh.as_ref().unwrap();
        let mesh = Mesh {
            vertices: read.vertices.vertex.iter().map(|v| [v.x, v.y, v.z]).collect(),
            triangles: read
                .triangles
                .triangle
                .iter()
                .map(|t| [t.v1, t.v2, t.v3].map(|i| i as u32))
                .collect(),
        };
        assert!(mesh.is_watertight());
        assert!((mesh.volume() - part.volume).abs() < 1e-3, "{}", part.name);
    }
    // Strictly, with its colours.
    let model = lib3mf::Model::from_reader(Cursor::new(bytes)).unwrap();
    assert_eq!(model.unit, "millimeter");
    let materials = &model.resources.base_material_groups[0].materials;
    assert_eq!(materials.len(), print.parts.len());
    let [r, g, b] = print.parts[0].colour.unwrap().shade(false).fill;
    assert_eq!(materials[0].displaycolor, (r, g, b, 255));
    let again = write::threemf(&Print::new(&puzzle, &settings).unwrap()).unwrap();
    assert_eq!(write::threemf(&print).unwrap(), again);
}

#[test]
fn labelled_cubes_have_the_colour_of_their_label_in_3mf() {
    let puzzle = read(
        r#"(format: 1, title: "Bars", lattice: Cube, board: Box(2, 2, 1), pieces: [
            Piece(name: "L", art: ["XX"], labels: ["b."], motions: Turn),
            Piece(name: "P", art: ["XX"], motions: AsDrawn)])"#,
    );
    let print = Print::new(&puzzle, &PrintSettings::default()).unwrap();
    let bytes = write::threemf(&print).unwrap();
    let model = lib3mf::Model::from_reader(Cursor::new(bytes)).unwrap();
    let materials = &model.resources.base_material_groups[0].materials;
    assert_eq!(materials.len(), print.parts.len() + 1);
    let label = materials.last().unwrap();
    assert_eq!(label.name, "label b");
    assert!(materials[..materials.len() - 1].iter().all(|m| m.displaycolor != label.displaycolor));
    let area = |mesh: &lib3mf::Mesh, is_labelled: bool| -> f64 {
        let triangles = mesh.triangles.iter().filter(|t| t.p1.is_some() == is_labelled);
        let area = |t: &lib3mf::Triangle| {
            let [a, b, c] = [t.v1, t.v2, t.v3].map(|i| &mesh.vertices[i]);
            let (u, v) = ([b.x - a.x, b.y - a.y, b.z - a.z], [c.x - a.x, c.y - a.y, c.z - a.z]);
            let n = [0, 1, 2]
                .map(|k| u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3]);
            n.iter().map(|n| n * n).sum::<f64>().sqrt() / 2.0
        };
        triangles.map(area).sum()
    };
    let meshes: Vec<&lib3mf::Mesh> =
        model.resources.objects.iter().map(|object| object.mesh.as_ref().unwrap()).collect();
    let [labelled, plain] = [true, false].map(|is_labelled| area(meshes[0], is_labelled));
    assert!(plain > 500.0 && (labelled - plain).abs() < 1e-6 * plain, "{labelled} {plain}");
    assert!(meshes[0].triangles.iter().all(|t| t.p1.is_none_or(|p| p == materials.len() - 1)));
    assert_eq!(area(meshes[1], true), 0.0);
}

fn read(text: &str) -> Arc<Puzzle> {
    puzzle_file::read(text.into()).unwrap().puzzle
}

#[test]
fn balls_have_a_box_or_a_tray_with_dimples_whose_lid_covers_the_pile() {
    let pyramid = read(
        r#"(format: 1, title: "Pyramid", lattice: Sphere, board: Pyramid(3),
            pieces: [Piece(name: "I", art: ["XX"], copies: 7)])"#,
    );
    let usual = PrintSettings {
        unit: Length::mm(20),
        wall: Length::mm(2),
        room: Length::um(500),
        ..PrintSettings::default()
    };
    let kinds = |print: &Print| -> Vec<PartKind> {
        print.parts.iter().filter(|part| !part.is_piece()).map(|part| part.kind).collect()
    };
    let print = Print::new(&pyramid, &usual).unwrap();
    assert_eq!(kinds(&print), [PartKind::Box, PartKind::Lid]);
    let dimples = PrintSettings { dimples: true, ..usual.clone() };
    let print = Print::new(&pyramid, &dimples).unwrap();
    assert_eq!(kinds(&print), [PartKind::Tray, PartKind::Lid]);
    assert!(print.parts.iter().all(|part| part.mesh.is_watertight()));
    let [.., tray, lid] = &print.parts[..] else { panic!("tray and lid") };
    let near = |a: Xyz, b: Xyz| (0..3).all(|k| (a[k] - b[k]).abs() < 1e-9);
    // Three balls with room and wall on both sides; the rim as high as their middles.
    assert!(near(tray.size, [65.0, 65.0, 12.0]), "{:?}", tray.size);
    let high = 20.0 + 2.0 * 20.0 * 0.5f64.sqrt();
    assert!(near(lid.size, [69.4, 69.4, 2.0 + high + 0.5 + 2.0]), "{:?}", lid.size);
    assert_apart(&print);
    // Without a wall there is no rim, and 1.2 mm are left below the dimples.
    let plain = PrintSettings { wall: Length::ZERO, lid: false, ..dimples.clone() };
    let print = Print::new(&pyramid, &plain).unwrap();
    let size = print.parts.last().unwrap().size;
    assert!(near(size, [61.0, 61.0, 3.7]), "{size:?}");
    let said = |depth: Length, lid: bool| {
        let depth = Some(depth);
        let settings = PrintSettings { dimple_depth: depth, lid, ..plain.clone() };
        Print::new(&pyramid, &settings).unwrap_err()
    };
    assert_eq!(said(Length::mm(1), true), [PrintError::NoWall]);
    let [PrintError::Dimples(_, most)] = said(Length::mm(5), false)[..] else { panic!("too deep") };
    assert!((most - 20.0 * (0.5f64.sqrt() - 0.5)).abs() < 1e-9);
    let none = said(Length::ZERO, false)[0].to_string();
    let expected = "Dimples 0 deep: give them a depth above 0 and, with this unit, below 4.14.";
    assert_eq!(none, expected);
}

#[test]
fn what_cannot_be_printed_says_why() {
    let (puzzle, settings) = soma();
    let said = |change: &dyn Fn(&mut PrintSettings)| {
        let mut settings = settings.clone();
        change(&mut settings);
        let errors = Print::new(&puzzle, &settings).unwrap_err();
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(said(&|s| s.bevel = Length::mm(11)), "Bevel 11 is half a unit or more.");
    assert_eq!(said(&|s| s.clearance = Length::mm(10)), "Clearance 10 is half a unit or more.");
    let small = said(&|s| {
        s.plate = PlateSize { width: Length::mm(68), height: Length::mm(68) };
    });
    let lid = "The lid is 69.4 mm wide; the plate has 68. Use a larger plate or leave out the lid.";
    assert_eq!(small, lid);
    let bare = said(&|s| {
        s.without = puzzle.pieces.iter().map(|piece| piece.name.clone()).collect();
        s.container = false;
        s.lid = false;
    });
    assert_eq!(bare, "All parts are left out. Choose a piece, or the box.");
    let flat = bundled::ALL[bundled::named(std::path::Path::new("pentominoes-6x10")).unwrap()]
        .open()
        .puzzle;
    let errors = Print::new(&flat, &PrintSettings::default()).unwrap_err();
    assert_eq!(errors, [PrintError::Flat]);
}

#[test]
fn pieces_that_hang_together_by_less_than_a_face_are_named() {
    let king = read(
        r#"(format: 1, title: "King", lattice: King, board: Rectangle(2, 2),
            pieces: [Piece(name: "i", art: ["X.", ".X"]), Piece(name: "k", art: ["X.", "XX"])])"#,
    );
    let settings = PrintSettings { thickness: Some(Length::mm(5)), ..PrintSettings::default() };
    let print = Print::new(&king, &settings).unwrap();
    assert_eq!(print.notices, [Notice::Breaks("i".to_owned())]);
    assert!(print.parts.iter().all(|part| part.mesh.is_watertight()));
    // In any hand the tee of five has an overhang: a cube, and four around it.
    let solid = read(
        r#"(format: 1, title: "Cross", lattice: Cube, board: Box(3, 3, 3), pieces: [
            Piece(name: "cross", art: ["...", ".X.", "...", "", ".X.", "XXX", ".X.", "", "...", ".X.", "..."]),
        ])"#,
    );
    let print = Print::new(&solid, &PrintSettings::default()).unwrap();
    assert_eq!(print.notices, [Notice::Overhang("cross".to_owned())]);
}

#[test]
fn a_solution_is_assembled_with_gaps() {
    let (puzzle, settings) = soma();
    let whole: Vec<Point> = puzzle.board.sites().iter().map(|site| site.site).collect();
    let placed: Placed = vec![(PieceId(0), whole[..9].to_vec()), (PieceId(1), whole[9..].to_vec())];
    let together = assembled(&puzzle, &placed, &settings, 0.0).unwrap();
    let apart = assembled(&puzzle, &placed, &settings, 1.0).unwrap();
    let gap = |pieces: &[LaidPiece]| pieces[1].2.bounds()[0][2] - pieces[0].2.bounds()[1][2];
    assert!((gap(&together) - 0.14).abs() < 1e-9);
    assert!((gap(&apart) - 30.14).abs() < 1e-9, "{}", gap(&apart));
    let all = write::assembled_mesh(&apart);
    assert!(all.is_watertight());
    let bytes = write::assembled_threemf(&puzzle.title, &apart).unwrap();
    assert_eq!(threemf::read(Cursor::new(bytes)).unwrap()[0].build.item.len(), 2);
}
