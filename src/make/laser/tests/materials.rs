//! Tests of sheets of several materials, and of parts that are moved by hand.

use super::*;
use crate::puzzle::making::Material;

/// The parts of the tray from oak, two pieces from felt, all else from the main material.
fn three_materials() -> LaserSettings {
    let material = |name: &str, thickness, [width, height]: [u32; 2], parts: &[&str]| Material {
        name: name.to_owned(),
        thickness: Length::um(thickness),
        kerf: None,
        plate: PlateSize { width: Length::mm(width), height: Length::mm(height) },
        parts: parts.iter().map(|part| (*part).to_owned()).collect(),
    };
    LaserSettings {
        materials: vec![
            material("oak", 4000, [400, 300], &["/base", "/frame"]),
            material("felt", 1500, [150, 100], &["F", "X"]),
        ],
        ..LaserSettings::default()
    }
}

#[test]
fn each_material_has_sheets_of_its_own_size_with_its_own_parts() {
    let puzzle = puzzle("pentominoes-6x10");
    let settings = three_materials();
    let sheets = sheets_of(&puzzle, &settings);
    assert_eq!(sheets.materials(), [(0, 1), (1, 1), (2, 1)]);
    let keys = |sheet: usize| -> BTreeSet<&str> {
        sheets.parts_on(sheet).map(|n| sheets.list.parts[n].key.as_str()).collect()
    };
    assert_eq!(keys(0).len(), 10);
    assert_eq!(keys(1), BTreeSet::from(["/base", "/frame"]));
    assert_eq!(keys(2), BTreeSet::from(["F", "X"]));
    let drawings = sheets.drawings();
    let names: Vec<&str> = drawings.iter().map(|drawing| drawing.name.as_str()).collect();
    assert_eq!(names, ["main material 3 mm", "oak 4 mm", "felt 1.5 mm"]);
    let sizes: Vec<Xy> = drawings.iter().map(Drawing::millimetres).collect();
    assert_eq!(sizes, [[300.0, 200.0], [400.0, 300.0], [150.0, 100.0]]);
    // All that is cut lies inside the margin of its own plate.
    for (drawing, size) in drawings.iter().zip(&sizes) {
        let bounds = drawing.path_bounds().unwrap();
        assert!(bounds.min.iter().all(|n| *n >= 5.0 - 1e-3), "{bounds:?}");
        assert!((0..2).all(|k| bounds.max[k] <= size[k] - 5.0 + 1e-3), "{bounds:?}");
    }
    let plates: f64 = sizes.iter().map(|[width, height]| width * height).sum();
    let parts: f64 = sheets.list.parts.iter().map(CutPart::area).sum();
    assert!((sheets.totals().used - parts / plates).abs() < 1e-12);
    // Other readers find the material in the layers.
    assert!(svg::write(&drawings[1]).contains("inkscape:label=\"Cut outer oak 4 mm\""));
    assert!(svg::write(&drawings[1]).contains("<title>oak 4 mm</title>"));
    let text = dxf::write(&drawings[2]);
    let read = ::dxf::Drawing::load(&mut text.as_bytes()).unwrap();
    assert!(read.layers().any(|layer| layer.name == "CUT_INNER_FELT_1_5_MM"));
}

#[test]
fn each_material_is_cut_with_its_own_kerf() {
    let puzzle = puzzle("pentominoes-6x10");
    let common = LaserSettings::default();
    let mut own = three_materials();
    own.materials[0] = Material { parts: vec!["/base".to_owned()], ..own.materials[0].clone() };
    own.materials[0].kerf = Some(Length::um(350));
    own.materials[1].kerf = Some(Length::um(50));
    let size = |settings: &LaserSettings, key: &str| {
        let list = part_list(&puzzle, settings).unwrap();
        let part = list.parts.iter().find(|part| part.key == key).unwrap();
        path::bounds(part.paths().iter().map(|line| &line.contour)).unwrap().size()
    };
    // The beam of 0.15 mm for all others; what is cut is of one size.
    for (key, more) in [("/frame", 0.0), ("/base", 0.2), ("X", -0.1), ("W", 0.0)] {
        let (before, after) = (size(&common, key), size(&own, key));
        assert!((0..2).all(|k| (after[k] - before[k] - more).abs() < 1e-6), "{key}");
    }
    own.materials[1].kerf = Some(Length::mm(2));
    let refused = part_list(&puzzle, &own).unwrap_err();
    assert_eq!(refused, LaserError::Gap { kerf: Length::mm(2) });
}

#[test]
fn a_material_that_is_too_small_names_the_part() {
    let mut settings = three_materials();
    settings.materials[0].plate = PlateSize::SHEET;
    settings.materials[1].plate.width = Length::mm(50);
    let puzzle = puzzle("pentominoes-6x10");
    let refused = Sheets::new(&puzzle, &settings, &never, &mut |_| {}).unwrap_err();
    assert!(matches!(&refused, LaserError::Large { part, .. } if part == "F"), "{refused}");
}

#[test]
fn a_part_that_is_moved_stays_and_all_others_are_arranged_around_it() {
    let puzzle = puzzle("pentominoes-6x10");
    let mut settings = LaserSettings::default();
    let first = sheets_of(&puzzle, &settings);
    let parts = &first.list.parts;
    let x = parts.iter().position(|part| part.key == "X").unwrap();
    // In the middle of what others have, who make room.
    let place = PartPlace { sheet: 0, turn: 0, flip: false, at: [101_000, 77_000] };
    assert_eq!(check_place(parts, &first.layout, x, place, &settings), Ok(()));
    settings.placements = first.layout.positions_with(parts, x, place);
    assert_eq!(settings.placements.len(), 1);
    let moved = sheets_of(&puzzle, &settings);
    assert_eq!(moved.layout.places[x], place);
    assert_eq!(moved.layout.kept.iter().filter(|kept| **kept).count(), 1);
    let kept = Nesting { kept: vec![true; parts.len()], ..moved.layout.clone() };
    for (n, &at) in moved.layout.places.iter().enumerate() {
        assert_eq!(check_place(parts, &kept, n, at, &settings), Ok(()), "{}", parts[n].key);
    }
    // The next one that is moved does not free it.
    let next = free_place(parts, &moved.layout, 3, &settings);
    assert_eq!(next.sheet, moved.layout.places[3].sheet + 1);
    settings.placements = moved.layout.positions_with(parts, 3, next);
    let keys: BTreeSet<&str> = settings.placements.iter().map(|p| p.part.as_str()).collect();
    assert_eq!(keys, BTreeSet::from(["X", parts[3].key.as_str()]));
    assert_eq!(sheets_of(&puzzle, &settings).layout.places[x], place);
}

#[test]
fn a_moved_part_stays_on_a_sheet_of_its_material_when_others_have_more() {
    let puzzle = puzzle("pentominoes-6x10");
    let mut settings = three_materials();
    let first = sheets_of(&puzzle, &settings);
    let parts = &first.list.parts;
    let x = parts.iter().position(|part| part.key == "X").unwrap();
    let next = free_place(parts, &first.layout, x, &settings);
    settings.placements = first.layout.positions_with(parts, x, next);
    assert_eq!(settings.placements[0].sheet, 2);
    // A smaller plate for most pieces makes for more sheets of that.
    settings.plate = PlateSize { width: Length::mm(200), height: Length::mm(120) };
    let sheets = sheets_of(&puzzle, &settings);
    let place = sheets.layout.places[x];
    assert_eq!(sheets.layout.materials[place.sheet], 2);
    assert_eq!(sheets.layout.position(&parts[x], place), settings.placements[0]);
    // A kept place on a sheet far behind leaves no empty ones.
    settings.placements[0].sheet = 3;
    let sheets = sheets_of(&puzzle, &settings);
    assert!((0..sheets.layout.sheets).all(|sheet| sheets.parts_on(sheet).next().is_some()));
}
