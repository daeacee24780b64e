//! Names on faces, and labels of pieces that are no cubes, measured in files by other readers.

use super::*;
use crate::puzzle::making::NameStyle;

/// A surface as a reader of files has it.
struct Read {
    vertices: Vec<Xyz>,
    triangles: Vec<[usize; 3]>,
}

impl Read {
    fn stl(mesh: &Mesh) -> Read {
        let mut bytes = Vec::new();
        write::stl(mesh, &mut bytes).unwrap();
        let read = stl_io::read_stl(&mut Cursor::new(bytes)).unwrap();
        Read {
            vertices: read.vertices.iter().map(|v| v.0.map(f64::from)).collect(),
            triangles: read.faces.iter().map(|f| f.vertices).collect(),
        }
    }

    fn all_of(print: &Print) -> Vec<(String, Read)> {
        let bytes = write::threemf(print).unwrap();
        let objects = threemf::read(Cursor::new(bytes)).unwrap().remove(0).resources.object;
        let mesh = |object: threemf::model::Object| {
            let mesh = object.mesh.unwrap();
            let vertices = mesh.vertices.vertex.iter().map(|v| [v.x, v.y, v.z]).collect();
            let triangles = mesh.triangles.triangle.iter().map(|t| [t.v1, t.v2, t.v3]).collect();
            (object.name.unwrap(), Read { vertices, triangles })
        };
        objects.into_iter().map(mesh).collect()
    }

    /// Returns the volume, after every edge was met once each way.
    fn closed_volume(&self) -> f64 {
        let mut edges: Vec<(usize, usize)> = Vec::new();
        let mut six = 0.0;
        for &[a, b, c] in &self.triangles {
            edges.extend([(a, b), (b, c), (c, a)]);
            let [p, q, r] = [a, b, c].map(|i| self.vertices[i]);
            six += p[0] * (q[1] * r[2] - q[2] * r[1])
                + p[1] * (q[2] * r[0] - q[0] * r[2])
                + p[2] * (q[0] * r[1] - q[1] * r[0]);
        }
        let mut back: Vec<(usize, usize)> = edges.iter().map(|&(a, b)| (b, a)).collect();
        edges.sort_unstable();
        back.sort_unstable();
        assert!(edges == back, "open");
        edges.dedup();
        assert_eq!(edges.len(), 3 * self.triangles.len(), "an edge twice");
        six / 6.0
    }
}

fn writing(height: f64, rise: f64) -> crate::make::print::names::Writing {
    crate::make::print::names::Writing {
        glyphs: crate::make::glyphs::Glyphs::semibold(),
        height,
        rise,
    }
}

fn surface(lattice: &'static Lattice, shape: &Shape) -> Mesh {
    let (unit, clearance) = (20.0, 0.1);
    let sites = shape.sites();
    if lattice.is_solid() {
        return match is_of_cubes(lattice) {
            true => cubes::mesh(sites, measures(unit, clearance, 0.5)),
            false => polyhedra::mesh(lattice, sites, unit, clearance).unwrap(),
        }
        .mirrored();
    }
    let plan = match lattice.form {
        SiteForm::Cell => Plan::of_cells(lattice, sites, unit),
        SiteForm::Edge => bars::plan(lattice, sites, unit, 0.3 * unit),
    };
    prism::mesh(&plan, [0.0, 5.0], clearance, 0.5).unwrap()
}

#[test]
fn names_are_raised_and_engraved_on_the_faces_of_every_lattice() {
    let (height, depth) = (2.0, 0.4);
    for lattice in ALL.iter().filter(|lattice| is_printed(lattice) && has_faces(lattice)) {
        for shape in some_forms(lattice, 2, 0).iter().take(4) {
            let mesh = surface(lattice, shape);
            let [raised, engraved] = [depth, -depth].map(|rise| {
                let written = writing(height, rise).on(&mesh, &[], "B8%");
                let (mesh, paints) = written.unwrap_or_else(|| panic!("{lattice:?} {shape:?}"));
                assert_eq!(paints.len(), mesh.triangles.len());
                Read::stl(&mesh).closed_volume()
            });
            let plain = Read::stl(&mesh).closed_volume();
            // Three signs of 2 mm with thick lines, less their holes: 3 to 11 mm² of ink.
            let (more, less) = (raised - plain, plain - engraved);
            assert!((1.2..4.4).contains(&more), "{lattice:?} {shape:?}: {more}");
            assert!((more - less).abs() < 1e-2, "{lattice:?} {shape:?}: {more} {less}");
        }
    }
}

#[test]
fn a_name_is_read_from_above_from_left_to_right() {
    let lattice = Lattice::by_key("Square").unwrap();
    let shape = &family::free_forms(lattice, 1).unwrap()[0];
    let mesh = surface(lattice, shape);
    for (rise, at) in [(0.4, 5.2), (-0.4, 4.8)] {
        // Lines across letters 8 mm high in the middle of the piece, 3.5 mm above and below it.
        let lines = |name: &str| {
            let (mesh, _) = writing(8.0, rise).on(&mesh, &[], name).unwrap();
            [3.5, 0.3, -3.5].map(|by| {
                let mut found = crossings(&mesh, [by - 10.0, at]);
                if rise < 0.0 {
                    // The sides of the piece.
                    assert!(found.remove(0) < 1.0 && found.pop().unwrap() > 19.0);
                }
                found
            })
        };
        let [top, middle, bottom] = lines("H");
        assert_eq!([top.len(), middle.len(), bottom.len()], [4, 2, 4], "{rise}");
        let [top, middle, bottom] = lines("L");
        assert_eq!([top.len(), middle.len(), bottom.len()], [2, 2, 2], "{rise}");
        assert!((top[0] - bottom[0]).abs() < 1e-6 && bottom[1] - top[1] > 2.0, "{rise}");
    }
}

#[test]
fn names_and_labels_of_a_puzzle_are_in_its_files() {
    let (puzzle, mut settings) = soma();
    let plain = Print::new(&puzzle, &settings).unwrap();
    let volumes = |print: &Print| -> Vec<f64> {
        Read::all_of(print).iter().map(|(_, read)| read.closed_volume()).collect()
    };
    let plain_volumes = volumes(&plain);
    for (style, sign) in [(NameStyle::Engraved, -1.0), (NameStyle::Raised, 1.0)] {
        settings.names = style;
        let print = Print::new(&puzzle, &settings).unwrap();
        assert_eq!(print.notices, []);
        assert_apart(&print);
        for (n, (before, after)) in plain_volumes.iter().zip(volumes(&print)).enumerate() {
            let part = &print.parts[n];
            let changed = sign * (after - before);
            // Letters 6.67 mm high and 0.4 mm deep; box and lid have none.
            let expected = if part.is_piece() { 2.0..12.0 } else { -1e-6..1e-6 };
            assert!(expected.contains(&changed), "{}: {changed}", part.name);
            assert_eq!(part.paints.contains(&Some(Paint::Name)), part.is_piece());
        }
        let bytes = write::threemf(&print).unwrap();
        let model = lib3mf::Model::from_reader(Cursor::new(bytes)).unwrap();
        let materials = &model.resources.base_material_groups[0].materials;
        assert_eq!(materials.last().unwrap().name, "names");
    }
}

#[test]
fn what_has_no_room_for_its_name_is_said() {
    let (puzzle, mut settings) = soma();
    settings.names = NameStyle::Raised;
    // As high as two sites: none has room.
    settings.name_height = Some(Length::mm(40));
    let print = Print::new(&puzzle, &settings).unwrap();
    let said: Vec<String> = print.notices.iter().map(ToString::to_string).collect();
    let expected = "No flat face of V, A, B, L, P, T and Z has room for its name in letters 40 mm \
                    high. Make the letters smaller.";
    let mut names: Vec<&str> = said[0].split([' ', ',', '.']).filter(|w| w.len() == 1).collect();
    names.sort_unstable();
    assert_eq!((said.len(), names.join("")), (1, "ABLPTVZ".to_owned()), "{said:?}");
    assert!(said[0].ends_with(&expected[expected.find(" has").unwrap()..]), "{said:?}");
    settings.names = NameStyle::Engraved;
    settings.name_depth = Length::mm(10);
    let errors = Print::new(&puzzle, &settings).unwrap_err();
    assert_eq!(errors, [PrintError::NameDepth(Length::mm(10), 10.0)]);
    settings.name_depth = Length::ZERO;
    assert_eq!(Print::new(&puzzle, &settings).unwrap_err(), [PrintError::NoLetters]);
    let balls = read(
        r#"(format: 1, title: "Pair", lattice: Sphere, board: Pyramid(2),
            pieces: [Piece(name: "I", art: ["XX"], copies: 2)])"#,
    );
    let settings = PrintSettings { names: NameStyle::Raised, ..PrintSettings::default() };
    assert_eq!(Print::new(&balls, &settings).unwrap().notices, [Notice::NoFaces]);
}

#[test]
fn each_site_of_a_piece_is_painted_with_its_own_label() {
    let unit = 20.0;
    for lattice in ALL.iter().filter(|lattice| is_printed(lattice)) {
        for shape in some_forms(lattice, 3, 0).iter().take(3) {
            let mesh = match lattice.balls {
                true => balls::mesh(lattice, shape.sites(), unit, 0.1).mirrored(),
                false => surface(lattice, shape),
            };
            let labels = [Some('a'), None, Some('c')];
            let paints = paints::of_labels(&mesh, lattice, shape.sites(), &labels, unit);
            let page = Page::around(lattice, []);
            // Nothing that a label paints is farther from the middle of its site than its corners are.
            for (site, label) in shape.sites().iter().zip(labels).filter(|(_, l)| l.is_some()) {
                let flat = |p: Point| {
                    let [x, y] = page.at(p);
                    [x * unit, -y * unit]
                };
                let solid = |p: Point| {
                    let [x, y, z] = lattice.place(p).map(|n| n * unit);
                    [x, -y, z]
                };
                let away =
                    |p: Xyz, q: Xyz| (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt();
                let at = |p: Point| match lattice.is_solid() {
                    true => solid(p),
                    false => [flat(p)[0], flat(p)[1], 2.5],
                };
                let middle = at(*site);
                let corners = lattice.corners(*site).into_iter();
                let far = corners.map(|c| away(at(c), middle)).fold(unit / 2.0, f64::max);
                let own = label.map(Paint::Label);
                let painted = (0..paints.len()).filter(|&n| paints[n] == own);
                let mut count = 0;
                for n in painted {
                    count += 1;
                    let reach = mesh.corners(&mesh.triangles[n]).map(|p| away(p, middle));
                    let most = reach.into_iter().fold(0.0, f64::max);
                    // Bars reach past their ends where they meet others.
                    let slack = if lattice.form == SiteForm::Edge { 6.0 } else { 3.2 };
                    assert!(most < far.hypot(2.5) + slack, "{lattice:?} {shape:?}: {most} {far}");
                }
                assert!(count > 1, "{lattice:?} {shape:?} {label:?}");
            }
        }
    }
}

#[test]
fn flat_pieces_have_the_colours_of_their_labels_and_names_beside_them() {
    let puzzle = read(
        r#"(format: 1, title: "Bars", lattice: Square, board: Rectangle(4, 1), pieces: [
            Piece(name: "L", art: ["XX"], labels: ["b."], copies: 2, motions: Turn)])"#,
    );
    let settings = PrintSettings {
        thickness: Some(Length::mm(5)),
        names: NameStyle::Raised,
        ..PrintSettings::default()
    };
    let print = Print::new(&puzzle, &settings).unwrap();
    assert_eq!(print.notices, []);
    let part = &print.parts[0];
    let area = |paint: Option<Paint>| -> f64 {
        let twice = |n: usize| {
            let [a, b, c] = part.mesh.corners(&part.mesh.triangles[n]);
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        (0..part.paints.len()).filter(|&n| part.paints[n] == paint).map(|n| twice(n).abs()).sum()
    };
    let [labelled, plain, name] = [Some(Paint::Label('b')), None, Some(Paint::Name)].map(area);
    // Seen from above and below both halves are one, but for the name on one of them.
    assert!(name > 3.0 && ((labelled - plain).abs() - name).abs() < 1e-6, "{labelled} {plain}");
    let bytes = write::threemf(&print).unwrap();
    let model = lib3mf::Model::from_reader(Cursor::new(bytes)).unwrap();
    let materials = &model.resources.base_material_groups[0].materials;
    let names: Vec<&str> = materials.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["L", "tray", "lid", "label b", "names"]);
}

#[test]
fn names_are_a_third_of_the_unit_high_to_the_tenth_of_a_millimetre() {
    let settings = PrintSettings { unit: Length::mm(20), ..PrintSettings::default() };
    assert_eq!(settings.height_of_names(), Length::um(6_700));
}
