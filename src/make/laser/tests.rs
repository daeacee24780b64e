//! Tests of the sheets of every puzzle.

mod artwork;
mod grid;
mod grips;
mod laps;
mod letters;
mod materials;
mod tabs;

use std::collections::{BTreeMap, BTreeSet};
use std::f64::consts::{PI, TAU};
use std::sync::{Arc, LazyLock};

use super::path::{Motion, area, contains, distance, flat, length, point_to_line, reversed};
use super::*;
use crate::encode::{Encoded, Placed};
use crate::exact_cover::OptionId;
use crate::format::{bundled, puzzle_file};
use crate::job::first::{FirstRun, FirstSettings};
use crate::lattice::{Point, SiteForm};
use crate::picture::drawing::{Contour, Segment};
use crate::picture::{Page, dxf, svg};
use crate::puzzle::PieceId;
use crate::puzzle::making::{Length, PlateSize};

/// The bundled puzzles that can be cut.
static FLAT: LazyLock<Vec<Arc<Puzzle>>> = LazyLock::new(|| {
    let all = bundled::ALL.iter().map(|puzzle| puzzle.open().puzzle);
    all.filter(|puzzle| puzzle.cover.is_none() && !puzzle.lattice.is_solid()).collect()
});

fn puzzle(name: &str) -> Arc<Puzzle> {
    bundled::ALL[bundled::named(name.as_ref()).expect(name)].open().puzzle
}

/// A first solution, by local search: an exhaustive one takes minutes for the Aztec diamond where the
/// machine is busy.
fn solution_of(name: &str) -> (Arc<Puzzle>, Placed) {
    let puzzle = puzzle(name);
    let encoded = Encoded::new(puzzle).unwrap();
    let settings = FirstSettings { threads: 1, ..FirstSettings::default() };
    let mut run = FirstRun::start(encoded.clone().into(), settings);
    run.wait();
    (encoded.puzzle, encoded.encoding.decode(&run.store().get(0)))
}

/// Settings for large puzzles as for small ones: a large plate.
fn roomy() -> LaserSettings {
    LaserSettings {
        unit: Length::mm(12),
        plate: PlateSize { width: Length::mm(900), height: Length::mm(600) },
        ..LaserSettings::default()
    }
}

fn never() -> bool {
    false
}

fn sheets_of(puzzle: &Puzzle, settings: &LaserSettings) -> Sheets {
    Sheets::new(puzzle, settings, &never, &mut |_| {})
        .unwrap_or_else(|error| panic!("{}: {error}", puzzle.title))
}

/// The area of cells less a strip along their border, from the angles of the cells alone.
fn shrunk_area(page: &Page, sites: &[Point], unit: f64, by: f64) -> f64 {
    let at = |p: Point| page.at(p).map(|n| n * unit);
    let mut whole = 0.0;
    let mut sides: BTreeMap<(Point, Point), u32> = BTreeMap::new();
    // For each corner the directions between which a cell lies.
    let mut sectors: BTreeMap<Point, Vec<(f64, f64)>> = BTreeMap::new();
    for &site in sites {
        let corners = page.lattice().outline(site);
        let n = corners.len();
        for i in 0..n {
            let [before, here, after] =
                [corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]];
            let ([ax, ay], [bx, by]) = (at(here), at(after));
            whole += (ax * by - ay * bx) / 2.0;
            *sides.entry((here.min(after), here.max(after))).or_default() += 1;
            let direction = |to: Point| {
                let ([ax, ay], [bx, by]) = (at(here), at(to));
                (by - ay).atan2(bx - ax).rem_euclid(TAU)
            };
            sectors.entry(here).or_default().push((direction(after), direction(before)));
        }
    }
    let border: f64 =
        sides.iter().filter(|(_, n)| **n == 1).map(|((a, b), _)| distance(at(*a), at(*b))).sum();
    let same = |a: f64, b: f64| ((a - b + PI).rem_euclid(TAU) - PI).abs() < 1e-6;
    let mut corners = 0.0;
    for around in sectors.values() {
        for (from, to) in around {
            // Sectors that adjoin are one: begin where none ends.
            if around.iter().any(|(_, end)| same(*end, *from)) {
                continue;
            }
            let mut end = *to;
            let mut angle = (to - from).rem_euclid(TAU);
            while let Some((a, b)) = around.iter().find(|(start, _)| same(*start, end)) {
                angle += (b - a).rem_euclid(TAU);
                end = *b;
            }
            corners += 1.0 / (angle / 2.0).tan();
        }
    }
    whole - border * by + corners * by * by
}

#[test]
fn areas_of_pieces_are_those_of_their_sites_less_the_clearance() {
    for puzzle in FLAT.iter().filter(|puzzle| puzzle.lattice.form == SiteForm::Cell) {
        let mut settings = roomy();
        settings.corner_radius = Length::ZERO;
        settings.parts.names = false;
        let page = Page::around(puzzle.lattice, []);
        for (kerf, clearance) in [(0, 0), (0, 300), (150, 400), (400, 400)] {
            (settings.kerf, settings.clearance) = (Length::um(kerf), Length::um(clearance));
            let list = part_list(puzzle, &settings).unwrap();
            for part in &list.parts {
                let PartKind::Piece(id) = part.kind else { continue };
                let by = f64::from(clearance - kerf) / 2000.0;
                let sites = puzzle.piece(id).shape.sites();
                let wanted = shrunk_area(&page, sites, 12.0, by);
                let off = part.area() - wanted;
                assert!(off.abs() < 1e-6 * wanted, "{} {}: {off}", puzzle.title, part.name);
            }
        }
    }
}

#[test]
fn a_side_of_60_is_cut_at_59_95() {
    let settings = LaserSettings::default();
    let list = part_list(&puzzle("pentominoes-6x10"), &settings).unwrap();
    let size = |name: &str| {
        let part = list.parts.iter().find(|part| part.name == name).unwrap();
        let contours: Vec<Contour> = part.paths().iter().map(|l| l.contour.clone()).collect();
        path::bounds(&contours).unwrap().size().map(|n| (n * 1e6).round() / 1e6)
    };
    assert_eq!(size("X"), [59.95, 59.95]);
    // The window, 0.2 mm larger than the board, is cut by half a kerf less at each end; outside, the
    // wall is 12 mm wide, and the kerf goes beyond it.
    assert_eq!(size("Frame"), [200.2 + 24.0 + 0.15, 120.2 + 24.0 + 0.15]);
}

#[test]
fn bars_are_one_contour_for_each_piece_and_one_for_each_ring_in_it() {
    for puzzle in FLAT.iter().filter(|puzzle| puzzle.lattice.form == SiteForm::Edge) {
        let list = part_list(puzzle, &roomy()).unwrap();
        for part in &list.parts {
            let PartKind::Piece(id) = part.kind else { continue };
            let sites = puzzle.piece(id).shape.sites();
            let corners: BTreeSet<Point> =
                sites.iter().flat_map(|&site| puzzle.lattice.corners(site)).collect();
            let rings = sites.len() + 1 - corners.len();
            let (outer, inner): (Vec<_>, Vec<_>) =
                part.paths().iter().partition(|line| area(&line.contour) > 0.0);
            assert_eq!((outer.len(), inner.len()), (1, rings), "{} {}", puzzle.title, part.name);
        }
    }
    // A straight stick: a bar between two half discs.
    let mut settings = roomy();
    (settings.kerf, settings.bar) = (Length::ZERO, Some(Length::mm(3)));
    let list = part_list(&puzzle("tetrasticks-5x5-without-l"), &settings).unwrap();
    let straight = list.parts.iter().find(|part| part.name == "I").unwrap();
    let middle = 4.0 * 12.0 - 2.0 * (3.0 + 0.2);
    let wanted = 3.0 * middle + PI * 1.5 * 1.5;
    assert!((straight.area() - wanted).abs() < 1e-6, "{} {wanted}", straight.area());
}

/// Points along a contour, close to each other.
fn dense(contour: &Contour) -> Vec<Xy> {
    let points = flat(contour);
    let n = points.len();
    let mut dense = Vec::new();
    for i in 0..n {
        let (a, b) = (points[i], points[(i + 1) % n]);
        let steps = (distance(a, b) / 0.4).ceil().max(1.0);
        dense.extend((0..steps as usize).map(|s| {
            let t = s as f64 / steps;
            [0, 1].map(|k| a[k] + t * (b[k] - a[k]))
        }));
    }
    dense
}

/// The least distance between points of different owners, where that is below a limit.
fn least_distance(points: &[(usize, Xy)], limit: f64) -> f64 {
    let cell = |p: Xy| p.map(|n| (n / limit).floor() as i64);
    let mut grid: BTreeMap<[i64; 2], Vec<(usize, Xy)>> = BTreeMap::new();
    for &(owner, at) in points {
        grid.entry(cell(at)).or_default().push((owner, at));
    }
    let mut least = limit;
    for &(owner, at) in points {
        let [x, y] = cell(at);
        for near in (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| [x + dx, y + dy])) {
            for &(other, there) in grid.get(&near).into_iter().flatten() {
                if other != owner {
                    least = least.min(distance(at, there));
                }
            }
        }
    }
    least
}

#[test]
fn parts_lie_inside_the_margin_apart_by_the_gap_and_texts_lie_on_their_parts() {
    for puzzle in FLAT.iter() {
        let copies: u32 = puzzle.pieces.iter().map(|piece| piece.copies.max).sum();
        let mut settings = roomy();
        settings.parts.lid = true;
        settings.parts.comb = true;
        if copies > 60 {
            settings.parts.pieces = false;
        }
        if puzzle.board.sites().len() > 600 {
            settings.unit = Length::mm(8);
        }
        let sheets = sheets_of(puzzle, &settings);
        let gap = settings.gap.in_mm();
        for sheet in 0..sheets.layout.sheets {
            let mut points = Vec::new();
            for part in sheets.parts_on(sheet) {
                let (paths, texts) = sheets.laid(part, sheets.layout.places[part]);
                let polygons: Vec<Vec<Xy>> = paths.iter().map(|l| flat(&l.contour)).collect();
                let name = &sheets.list.parts[part].name;
                for at in texts.iter().flat_map(|line| flat(&line.contour)) {
                    assert!(contains(&polygons, at), "{}: text on {name}", puzzle.title);
                }
                points.extend(paths.iter().flat_map(|l| dense(&l.contour)).map(|p| (part, p)));
            }
            let (width, height) = (settings.plate.width.in_mm(), settings.plate.height.in_mm());
            let inside = |[x, y]: Xy| {
                let margin = settings.margin.in_mm() - 2e-3;
                x.min(y) >= margin && x <= width - margin && y <= height - margin
            };
            assert!(points.iter().all(|(_, at)| inside(*at)), "{}", puzzle.title);
            let least = least_distance(&points, gap + 1.0);
            assert!(least >= gap - 1e-3, "{}: {least}", puzzle.title);
        }
    }
}

#[test]
fn pieces_of_a_solution_lie_in_the_window_beside_each_other_with_the_clearance() {
    let names = [
        "pentominoes-6x10",
        "hexiamonds-6x6",
        "tangram-square",
        "tetrahexes-7x4",
        "tetrasticks-5x5-without-l",
        "pentatwigs-3x5",
    ];
    for name in names {
        let (puzzle, placed) = solution_of(name);
        let mut settings = roomy();
        settings.kerf = Length::ZERO;
        settings.clearance = Length::um(300);
        settings.parts.names = false;
        let maker = parts::Maker::new(&puzzle, &settings).unwrap();
        let mut points = Vec::new();
        let window = part_list(&puzzle, &settings).unwrap();
        let frame = window.parts.iter().find(|part| part.kind == PartKind::Frame).unwrap();
        let islands = window.parts.iter().filter(|part| part.kind == PartKind::Island);
        let walls = std::iter::once(frame).chain(islands);
        points.extend(walls.flat_map(|part| part.paths()).flat_map(|line| {
            dense(&line.contour).into_iter().map(|at| (usize::MAX, at)).collect::<Vec<_>>()
        }));
        for (n, (piece, sites)) in placed.iter().enumerate() {
            let paths = maker.piece_paths(&puzzle.piece(*piece).name, sites).unwrap();
            points.extend(paths.iter().flat_map(dense).map(|at| (n, at)));
        }
        let least = least_distance(&points, 1.0);
        assert!(least > 0.3 - 0.012, "{name}: {least}");
        if puzzle.lattice.form == SiteForm::Cell {
            assert!(least < 0.33, "{name}: {least}");
        }
    }
}

#[test]
fn a_solution_is_cut_from_one_sheet_with_each_side_once() {
    for name in ["pentominoes-6x10", "hexiamonds-6x6", "tangram-square", "tetrahexes-7x4"] {
        let (puzzle, placed) = solution_of(name);
        let settings = LaserSettings { unit: Length::mm(15), ..roomy() };
        let (sheet, totals) = one_sheet(&puzzle, &placed, &settings).unwrap();
        let page = Page::around(puzzle.lattice, []);
        let mut sides: BTreeMap<(Point, Point), BTreeSet<usize>> = BTreeMap::new();
        for (n, (_, sites)) in placed.iter().enumerate() {
            for &site in sites {
                let corners = puzzle.lattice.outline(site);
                for (i, &a) in corners.iter().enumerate() {
                    let b = corners[(i + 1) % corners.len()];
                    let owners = sides.entry((a.min(b), a.max(b))).or_default();
                    // Sides inside of a piece have it twice, and are no sides of it.
                    if !owners.insert(n) {
                        owners.remove(&n);
                    }
                }
            }
        }
        let side = |(a, b): &(Point, Point)| 15.0 * distance(page.at(*a), page.at(*b));
        let wanted: f64 = sides.iter().filter(|(_, n)| !n.is_empty()).map(|(s, _)| side(s)).sum();
        let frame: f64 = sheet
            .lines
            .iter()
            .filter(|line| line.contour.segments.iter().any(|s| matches!(s, Segment::Arc { .. })))
            .map(|line| length(&line.contour))
            .sum();
        let cut = totals.cut - frame;
        assert!((cut - wanted).abs() < 1e-6 * wanted, "{name}: {cut}, not {wanted}");
        // No two lines run along each other: the middles of the straight runs are apart.
        let runs: Vec<[Xy; 2]> = sheet
            .lines
            .iter()
            .filter(|line| line.operation.is_cut())
            .flat_map(|line| {
                path::segments(&line.contour).map(|(a, s)| [a, s.to()]).collect::<Vec<_>>()
            })
            .collect();
        for (i, [a, b]) in runs.iter().enumerate() {
            let quarter = [0, 1].map(|k| a[k] + 0.37 * (b[k] - a[k]));
            let on = |j: &usize| *j != i && point_to_line(quarter, runs[*j][0], runs[*j][1]) < 1e-6;
            assert_eq!((0..runs.len()).find(on), None, "{name}");
        }
    }
}

#[test]
fn other_readers_find_the_sizes_the_lines_and_the_areas() {
    for name in
        ["pentominoes-6x10", "tetrasticks-5x5-without-l", "hexiamonds-6x6", "tangram-square"]
    {
        let puzzle = puzzle(name);
        let settings = LaserSettings { unit: Length::mm(15), ..LaserSettings::default() };
        let sheets = sheets_of(&puzzle, &settings);
        for n in 0..sheets.layout.sheets {
            let sheet = sheets.sheet(n);
            let drawing = sheet.drawing(&settings, 0);
            check_svg(&svg::write(&drawing), &sheet);
            check_dxf(&dxf::write(&drawing), &sheet);
        }
    }
}

fn check_svg(text: &str, sheet: &Sheet) {
    assert!(text.contains("width=\"300mm\"") && text.contains("height=\"200mm\""), "{text:.200}");
    let tree = resvg::usvg::Tree::from_str(text, &resvg::usvg::Options::default()).unwrap();
    let mm = 25.4 / 96.0;
    assert!((f64::from(tree.size().width()) * mm - 300.0).abs() < 1e-3);
    let mut paths = Vec::new();
    collect(tree.root(), &mut paths);
    assert_eq!(paths.len(), sheet.lines.len());
    let wanted = path::bounds(sheet.lines.iter().map(|line| &line.contour)).unwrap();
    let found = paths.iter().map(|p| p.abs_bounding_box()).collect::<Vec<_>>();
    let left = found.iter().map(|b| b.left()).fold(f32::INFINITY, f32::min);
    let low = found.iter().map(|b| b.bottom()).fold(0.0, f32::max);
    assert!((f64::from(left) * mm - wanted.min[0]).abs() < 1e-2, "{left}");
    assert!((f64::from(low) * mm - wanted.max[1]).abs() < 1e-2, "{low}");
}

fn collect(group: &resvg::usvg::Group, paths: &mut Vec<resvg::usvg::Path>) {
    for node in group.children() {
        match node {
            resvg::usvg::Node::Group(group) => collect(group, paths),
            resvg::usvg::Node::Path(path) => paths.push((**path).clone()),
            _ => {}
        }
    }
}

fn check_dxf(text: &str, sheet: &Sheet) {
    use ::dxf::entities::EntityType;
    let read = ::dxf::Drawing::load(&mut text.as_bytes()).unwrap();
    assert_eq!(read.header.default_drawing_units, ::dxf::enums::Units::Millimeters);
    let entities: Vec<_> = read.entities().collect();
    assert_eq!(entities.len(), sheet.lines.len());
    for (entity, line) in entities.iter().zip(&sheet.lines) {
        let layer = line.operation.name().to_uppercase().replace(' ', "_");
        assert_eq!(entity.common.layer, layer);
        let EntityType::Polyline(polyline) = &entity.specific else { continue };
        assert_eq!(polyline.is_closed(), line.contour.closed);
        let vertices: Vec<_> = polyline.vertices().collect();
        let mut found = 0.0;
        for (i, a) in vertices.iter().enumerate() {
            let b = vertices[(i + 1) % vertices.len()];
            found += (a.location.x * b.location.y - a.location.y * b.location.x) / 2.0;
            let angle = 4.0 * a.bulge.atan();
            let chord = (b.location.x - a.location.x).hypot(b.location.y - a.location.y);
            if angle != 0.0 {
                let radius = chord / 2.0 / (angle / 2.0).sin();
                found += radius * radius * (angle - angle.sin()) / 2.0;
            }
        }
        // y upwards turns the sense round.
        if line.contour.closed {
            assert!((found + area(&line.contour)).abs() < 1e-3, "{found}");
        }
    }
}

#[test]
fn the_sheet_of_the_twelve_pentominoes_is_as_large_as_said() {
    let sheets = sheets_of(&puzzle("pentominoes-6x10"), &LaserSettings::default());
    let totals = sheets.totals();
    assert_eq!((totals.sheets, totals.contours), (2, 15));
    // Pieces 2.82 m, the window 0.64 m, two outlines of 0.73 m, less what corners cut off.
    assert!((4860.0..4930.0).contains(&totals.cut), "{}", totals.cut);
}

#[test]
fn the_same_parts_always_lie_the_same_way_and_kept_places_hold() {
    let puzzle = puzzle("pentominoes-6x10");
    let mut settings = LaserSettings::default();
    let first = sheets_of(&puzzle, &settings);
    assert_eq!(first.layout, sheets_of(&puzzle, &settings).layout);
    let keep = |n: usize| first.layout.position(&first.list.parts[n], first.layout.places[n]);
    settings.placements = (0..first.list.parts.len()).map(keep).collect();
    let kept = sheets_of(&puzzle, &settings).layout;
    assert_eq!((&first.layout.places, kept.kept), (&kept.places, vec![true; 14]));
    // One is kept elsewhere, on a sheet of its own; an impossible place is not kept.
    settings.placements.truncate(1);
    settings.placements[0].sheet = 3;
    let moved = sheets_of(&puzzle, &settings);
    assert_eq!(moved.layout.places[0].sheet, 2);
    settings.placements[0].x = Length::ZERO;
    assert_eq!(first.layout, sheets_of(&puzzle, &settings).layout);
}

#[test]
fn a_place_beyond_the_margin_or_too_near_is_refused() {
    let puzzle = puzzle("pentominoes-6x10");
    let settings = LaserSettings::default();
    let Sheets { list, layout, .. } = sheets_of(&puzzle, &settings);
    for (n, &place) in layout.places.iter().enumerate() {
        assert_eq!(check_place(&list.parts, &layout, n, place, &settings), Ok(()));
    }
    let out = PartPlace { at: [0, 5000], ..layout.places[2] };
    let refused = check_place(&list.parts, &layout, 2, out, &settings);
    assert_eq!(refused, Err(PlaceError::Margin));
    let onto = layout.places[3];
    assert_eq!(check_place(&list.parts, &layout, 2, onto, &settings), Ok(()));
    let kept = Nesting { kept: vec![true; list.parts.len()], ..layout };
    assert_eq!(check_place(&list.parts, &kept, 2, onto, &settings), Err(PlaceError::Near(3)));
}

#[test]
fn what_cannot_be_cut_is_said_with_the_remedy() {
    let pentominoes = puzzle("pentominoes-6x10");
    let said = |puzzle: &Puzzle, settings: &LaserSettings| {
        Sheets::new(puzzle, settings, &never, &mut |_| {}).unwrap_err().to_string()
    };
    let usual = LaserSettings::default();
    let settings = LaserSettings { clearance: Length::mm(10), ..usual.clone() };
    assert_eq!(said(&pentominoes, &settings), "Clearance 10 is half a unit or more.");
    let settings = LaserSettings { gap: Length::um(200), ..usual.clone() };
    assert_eq!(said(&pentominoes, &settings), "Kerf 0.15 needs a gap of at least 0.3.");
    let mut settings = usual.clone();
    settings.plate = PlateSize { width: Length::mm(80), height: Length::mm(80) };
    (settings.parts.frame, settings.parts.base) = (false, false);
    assert_eq!(
        said(&pentominoes, &settings),
        "I is 100 mm long; the plate has 70 mm inside the margin. Use a larger plate or a smaller unit."
    );
    assert!(said(&puzzle("soma-cube"), &usual).starts_with("Solid pieces"));
    assert!(said(&puzzle("queens-8"), &usual).contains("items and options"));
    let settings = LaserSettings { bar: Some(Length::mm(9)), ..usual.clone() };
    assert_eq!(
        said(&puzzle("tetrasticks-5x5-without-l"), &settings),
        "Bars of 9 mm are too wide: with clearance 0.2, at most 6.75 mm are possible. Use narrower bars or a larger unit."
    );
    let settings = LaserSettings { margin: Length::mm(100), ..usual };
    assert!(said(&pentominoes, &settings).contains("leaves nothing of the plate"));
}

#[test]
fn copies_of_a_puzzle_are_cut_with_all_parts_and_one_comb() {
    let pentominoes = puzzle("pentominoes-6x10");
    let mut settings = roomy();
    settings.parts.comb = true;
    let one = part_list(&pentominoes, &settings).unwrap();
    settings.copies = 3;
    let sheets = sheets_of(&pentominoes, &settings);
    let list = &sheets.list;
    let keys: BTreeSet<&str> = list.parts.iter().map(|part| part.key.as_str()).collect();
    assert_eq!(keys.len(), list.parts.len());
    for part in &one.parts {
        let is_comb = matches!(part.kind, PartKind::Comb | PartKind::Gauge);
        let alike = |other: &&CutPart| {
            (other.name.as_str(), other.kind, other.sort, &other.paths, &other.texts)
                == (part.name.as_str(), part.kind, part.sort, &part.paths, &part.texts)
        };
        let copies = list.parts.iter().filter(alike).count();
        assert_eq!(copies, if is_comb { 1 } else { 3 }, "{}", part.name);
        assert!(keys.contains(part.key.as_str()));
    }
    // Twelve pieces, a frame with a window and a base, each three times; comb and gauge.
    assert_eq!(sheets.totals().contours, 3 * 15 + 2);
    assert_eq!(list.parts.len(), 3 * 14 + 2);
    let areas = |list: &PartList| list.parts.iter().map(CutPart::area).sum::<f64>();
    let tools = one.parts.iter().filter(|p| matches!(p.kind, PartKind::Comb | PartKind::Gauge));
    let tools: f64 = tools.map(CutPart::area).sum();
    assert!((areas(list) - 3.0 * areas(&one) + 2.0 * tools).abs() < 1e-6);
    // Each part of each copy is kept where it was put.
    let keep = |n: usize| sheets.layout.position(&list.parts[n], sheets.layout.places[n]);
    settings.placements = (0..list.parts.len()).map(keep).collect();
    assert_eq!(sheets.layout.places, sheets_of(&pentominoes, &settings).layout.places);

    for copies in [0, 51, u32::MAX] {
        settings.copies = copies;
        let refused = part_list(&pentominoes, &settings);
        assert_eq!(refused, Err(LaserError::Copies(copies)));
    }
    let many = read(
        "(format: 1, title: \"t\", lattice: Square, board: Rectangle(30, 30), pieces: [\
         Piece(name: \"M\", art: [\"X\"], copies: 900)])",
    );
    let settings = LaserSettings { copies: 3, ..LaserSettings::default() };
    let refused = LaserError::Many { parts: 2706, most: MAX_PARTS };
    assert_eq!(part_list(&many, &settings), Err(refused));
}

#[test]
fn inner_cuts_come_before_those_around_them() {
    let sheets = sheets_of(&puzzle("pentominoes-6x10"), &LaserSettings::default());
    let lines = sheets.sheet(0).lines;
    let position = |wanted: &dyn Fn(&PartLine) -> bool| lines.iter().position(wanted).unwrap();
    let window =
        position(&|line| line.operation == Operation::CutInner && area(&line.contour) < 0.0);
    let rim = position(&|line| line.operation == Operation::CutOuter);
    assert!(window < rim);
    let hole = &lines[window].contour;
    let inside = lines.iter().enumerate().filter(|(_, line)| {
        line.operation == Operation::CutInner
            && line.contour != *hole
            && contains(&[flat(hole)], line.contour.start)
    });
    assert!(inside.clone().count() > 0 && inside.clone().all(|(n, _)| n < window));
    assert!(lines.is_sorted_by_key(|line| line.operation));
}

#[test]
fn a_nest_that_is_stopped_keeps_what_it_found() {
    use std::cell::Cell;
    let pentominoes = puzzle("pentominoes-6x10");
    let found = Cell::new(0);
    let sheets =
        Sheets::new(&pentominoes, &LaserSettings::default(), &|| found.get() > 0, &mut |_| {
            found.set(found.get() + 1);
        });
    assert_eq!(sheets.unwrap().layout.sheets, 2);
    let stopped = Sheets::new(&pentominoes, &LaserSettings::default(), &|| true, &mut |_| {});
    assert_eq!(stopped.unwrap_err(), LaserError::Cancelled);
}

fn read(text: &str) -> Arc<Puzzle> {
    let read = puzzle_file::read(text.into());
    read.unwrap_or_else(|errors| panic!("{}\n{text}", errors[0])).puzzle
}

/// The bounds of each text that is engraved on a part.
fn engraved(part: &CutPart) -> Vec<Bounds> {
    let text = |text: &part::PartText| {
        let lines: Vec<Contour> =
            text.lines.iter().map(|l| l.map(|p| [p[0] + text.at[0], p[1] + text.at[1]])).collect();
        path::bounds(&lines).unwrap()
    };
    part.texts.iter().map(text).collect()
}

#[test]
fn a_name_that_is_one_stroke_is_as_high_as_others() {
    let puzzle = read(
        "(format: 1, title: \"t\", lattice: Square, board: Rectangle(4, 3), pieces: [\
         Piece(name: \"I\", art: [\"XXXX\"]), Piece(name: \"H\", art: [\"XXXX\", \"XXXX\"])])",
    );
    let list = part_list(&puzzle, &LaserSettings::default()).unwrap();
    let height = |key: &str| {
        let part = list.parts.iter().find(|part| part.key == key).unwrap();
        engraved(part)[0].size()[1]
    };
    assert!(height("I") > 4.0 && (height("I") - height("H")).abs() < 1e-6, "{}", height("I"));
}

#[test]
fn colour_labels_and_the_places_of_islands_are_engraved() {
    let puzzle = read(
        "(format: 1, title: \"fox\", lattice: Square, pieces: [\
         Piece(name: \"A\", art: [\"XXX\", \"X\"], labels: [\"..b\", \".\"], motions: Turn),\
         Piece(name: \"D\", art: [\"XX\", \"XX\"], labels: [\"ww\", \"ww\"])],\
         board: Labelled(Less(Rectangle(4, 3), [[2, 2], [3, 2]]), [\"b\"]))",
    );
    let mut settings = LaserSettings { unit: Length::mm(20), ..LaserSettings::default() };
    settings.parts.texts = false;
    let parts = |settings: &LaserSettings| -> BTreeMap<String, CutPart> {
        let list = part_list(&puzzle, settings).unwrap();
        list.parts.into_iter().map(|part| (part.key.clone(), part)).collect()
    };
    let all = parts(&settings);
    let holds =
        |bounds: &Bounds, at: Xy| (0..2).all(|k| bounds.min[k] < at[k] && at[k] < bounds.max[k]);
    let size = |bounds: &Bounds| bounds.size().map(|n| (n * 1000.0).round());

    // The label lies on its site of the base, and the island's outline, as it is once cut, in its hole.
    let base = engraved(&all["/base"]);
    assert_eq!(base.len(), 2);
    assert!(holds(&base[0], [10.0, 10.0]) && base[0].size()[1] > 2.5, "{base:?}");
    assert_eq!((size(&base[1]), holds(&base[1], [40.0, 30.0])), ([39_800.0, 19_800.0], true));
    let island = path::bounds(all["/island 1"].paths().iter().map(|line| &line.contour)).unwrap();
    let kerf = settings.kerf.in_mm();
    assert!((0..2).all(|k| (island.size()[k] - kerf - base[1].size()[k]).abs() < 1e-6));

    // The labels are marks: one circle for the first, two for the second.
    let circles = |key: &str, n: usize| {
        let lines = all[key].texts[n].lines.iter();
        lines.map(|line| line.as_circle().expect("a circle").1).collect::<Vec<f64>>()
    };
    assert_eq!(circles("/base", 0), circles("A", 0));
    assert_eq!((circles("A", 0).len(), circles("D", 3).len()), (1, 2));

    // Labels on their sites; the name of A where it has none, that of D between labels.
    let a = engraved(&all["A"]);
    assert!(a.len() == 2 && holds(&a[0], [50.0, 10.0]) && !holds(&a[1], [50.0, 10.0]), "{a:?}");
    let d = engraved(&all["D"]);
    assert_eq!(d.len(), 5);
    for (n, one) in d.iter().enumerate() {
        assert!(d[..n].iter().all(|other| (0..2).any(|k| one.max[k] < other.min[k] || other.max[k] < one.min[k])), "{d:?}");
    }
    let notices = part_list(&puzzle, &settings).unwrap().notices;
    assert!(notices.iter().any(|n| n.contains("where it is marked")), "{notices:?}");
    assert!(notices.iter().any(|n| n.contains("the other side of D by hand")), "{notices:?}");

    settings.parts.labels = false;
    let without = parts(&settings);
    assert_eq!(["/base", "A", "D"].map(|key| without[key].texts.len()), [1, 1, 1]);

    // Cut from one sheet, the labels lie where the solution has them.
    settings.parts.labels = true;
    (settings.parts.names, settings.parts.frame) = (false, false);
    let encoded = Encoded::new(Arc::clone(&puzzle)).unwrap();
    let labelled = (0..12).find(|&i| puzzle.board.label(i).is_some()).unwrap();
    let labelled = puzzle.board.sites()[labelled].site;
    let mut options = encoded.encoding.placements_of(PieceId(0)).map(|i| OptionId(i as u32));
    let option = options.find(|&option| {
        let mut sites: Vec<Point> = encoded.encoding.sites(option).collect();
        sites.sort_unstable();
        let labels = puzzle.labels_on(puzzle.piece(PieceId(0)), &sites).unwrap();
        std::iter::zip(&sites, labels).any(|(&site, label)| site == labelled && label.is_some())
    });
    let placed = encoded.encoding.decode(&[option.unwrap()]);
    let (sheet, _) = one_sheet(&puzzle, &placed, &settings).unwrap();
    let bounds_of = |is_burnt: bool| {
        let is_meant = |line: &&PartLine| (line.operation == Operation::Engrave) == is_burnt;
        let lines = sheet.lines.iter().filter(is_meant);
        path::bounds(lines.map(|line| &line.contour)).unwrap()
    };
    let page = Page::around(puzzle.lattice, []);
    let outlines: Vec<Xy> = placed[0].1.iter().flat_map(|&site| page.outline(site)).collect();
    let corner = [0, 1].map(|k| outlines.iter().map(|p| p[k] * 20.0).fold(f64::INFINITY, f64::min));
    let cut = bounds_of(false);
    let at = [10.0 - corner[0] + cut.min[0], 10.0 - corner[1] + cut.min[1]];
    let burnt = bounds_of(true);
    assert!(holds(&burnt, at) && burnt.size()[0] < 10.0, "{burnt:?} {at:?}");
}

#[test]
fn the_texts_of_a_group_have_one_height_and_one_baseline() {
    let puzzle = read(
        "(format: 1, title: \"week\", lattice: Square, pieces: [Family(free: 5)], board: \
         Rectangle(7, 3), site_texts: [\"Mon Tue Wed Thu Fri Sat Sun\", \"W1 W2 W3 W4 W5 . .\", \
         \". . . 1 . . .\"], site_groups: {\"Day\": Texts([\"Mon\", \"Tue\", \"Wed\", \"Thu\", \"Fri\", \
         \"Sat\", \"Sun\"]), \"Week\": Texts([\"W1\", \"W2\", \"W3\", \"W4\", \"W5\"])})",
    );
    let list = part_list(&puzzle, &LaserSettings::default()).unwrap();
    let base = list.parts.iter().find(|part| part.kind == PartKind::Base).unwrap();
    let texts = engraved(base);
    assert_eq!(texts.len(), 13);
    let rounded = |n: f64| (n * 1000.0).round();
    for series in [&texts[..7], &texts[7..12]] {
        let lines: BTreeSet<[i64; 2]> =
            series.iter().map(|b| [rounded(b.min[1]) as i64, rounded(b.max[1]) as i64]).collect();
        assert_eq!(lines.len(), 1, "{series:?}");
    }
    // What is wide makes those of its group smaller, and no others.
    let heights = [&texts[0], &texts[7], &texts[12]].map(|b| b.size()[1]);
    assert!(heights[0] < heights[1] && heights[1] < heights[2], "{heights:?}");
}
