//! Finger holes and thumb notches: their places, their areas, and what is left beside them.

use std::f64::consts::PI;

use super::super::path::{Motion, area, bounds, clear_distance, contains, distance, flat};
use super::super::*;
use super::{FLAT, puzzle, read, roomy};
use crate::picture::Page;
use crate::puzzle::making::{HoleCount, Length};

const COUNTS: [HoleCount; 3] = [HoleCount::One, HoleCount::Two, HoleCount::Four];

fn the(list: &PartList, kind: PartKind) -> &CutPart {
    list.parts.iter().find(|part| part.kind == kind).unwrap()
}

/// The middles of the holes in a base, each of which has the area of its circle.
fn holes(base: &CutPart, settings: &LaserSettings) -> Vec<Xy> {
    let radius = (settings.parts.hole_diameter.in_mm() - settings.kerf.in_mm()) / 2.0;
    let (rims, holes): (Vec<&PartLine>, Vec<&PartLine>) =
        base.paths().iter().partition(|line| area(&line.contour) > 0.0);
    assert_eq!(rims.len(), 1);
    let middle = |line: &&PartLine| {
        assert!(line.contour.closed && line.operation == Operation::CutInner);
        assert!((area(&line.contour) + PI * radius * radius).abs() < 1e-9);
        let b = bounds([&line.contour]).unwrap();
        assert!(b.size().iter().all(|size| (size - 2.0 * radius).abs() < 1e-9), "{b:?}");
        b.middle()
    };
    holes.iter().map(middle).collect()
}

#[test]
fn holes_lie_alike_in_the_halves_and_quarters_of_a_board() {
    let puzzle = puzzle("pentominoes-6x10");
    let mut settings = LaserSettings::default();
    let without = part_list(&puzzle, &settings).unwrap();
    let mut found = |count: HoleCount| {
        settings.parts.holes = count;
        let list = part_list(&puzzle, &settings).unwrap();
        for (one, other) in list.parts.iter().zip(&without.parts) {
            assert_eq!(one == other, one.kind != PartKind::Base, "{}", one.name);
        }
        let middles = holes(the(&list, PartKind::Base), &settings).into_iter();
        middles.map(|at| at.map(|n| n.round() as i32)).collect::<Vec<_>>()
    };
    // The board reaches from 0, 0 to 200, 120.
    assert_eq!(found(HoleCount::One).len(), 1);
    let two = found(HoleCount::Two);
    assert_eq!([two[0][0], two[1][0]], [50, 150]);
    assert_eq!(two[0][1], two[1][1]);
    assert_eq!(found(HoleCount::Four), [[50, 30], [150, 30], [50, 90], [150, 90]]);
    // They are cut before the border of the base.
    let sheets = super::sheets_of(&puzzle, &settings);
    assert_eq!(sheets.totals().contours, 19);
}

#[test]
fn holes_lie_in_sites_clear_of_the_border_of_texts_and_of_each_other() {
    let mut made = 0;
    for puzzle in FLAT.iter() {
        let mut settings = roomy();
        settings.parts.hole_diameter = Length::mm(5);
        settings.parts.pieces = false;
        let page = Page::around(puzzle.lattice, []);
        for count in COUNTS {
            settings.parts.holes = count;
            let list = match part_list(puzzle, &settings) {
                Ok(list) => list,
                Err(LaserError::Holes { .. }) => continue,
                Err(error) => panic!("{}: {error}", puzzle.title),
            };
            made += 1;
            let base = the(&list, PartKind::Base);
            let holes = holes(base, &settings);
            assert_eq!(holes.len(), usize::from(u8::from(count)), "{}", puzzle.title);
            let walls = list.parts.iter().filter(|part| part.kind == PartKind::Island);
            let walls = walls.chain([the(&list, PartKind::Frame)]).flat_map(|part| part.paths());
            let mut lines: Vec<Vec<Xy>> = walls.map(|line| flat(&line.contour)).collect();
            let texts = base.laid(Motion::NONE).texts;
            lines.extend(texts.iter().map(|line| flat(&line.contour)));
            for (n, &at) in holes.iter().enumerate() {
                let in_site = puzzle.board.sites().iter().any(|site| {
                    let outline = page.outline(site.site);
                    contains(&[outline.iter().map(|p| p.map(|n| n * 12.0)).collect()], at)
                });
                assert!(in_site, "{} {at:?}", puzzle.title);
                // The beam takes half of its width from the walls.
                let least = lines.iter().map(|line| clear_distance(at, line));
                let least = least.fold(f64::INFINITY, f64::min);
                assert!(least > 2.5 + 2.0 - 0.08, "{} {least}", puzzle.title);
                assert!(holes[..n].iter().all(|&other| distance(at, other) > 7.0 - 1e-6));
            }
        }
    }
    assert!(made > 30, "{made}");
}

#[test]
fn a_hole_takes_no_text_away_and_one_without_room_is_refused() {
    let text = |middle: [&str; 2]| {
        let rows = ["1 2 3 4", middle[0], middle[1], "13 14 15 16"].map(|row| format!("{row:?}"));
        format!(
            "(format: 1, title: \"t\", lattice: Square, board: Rectangle(4, 4), pieces: [\
             Piece(name: \"O\", art: [\"XXXX\", \"XXXX\"], copies: 2)], site_texts: [{}])",
            rows.join(", ")
        )
    };
    let free = read(&text(["5 . . 8", "9 . . 12"]));
    let mut settings = LaserSettings::default();
    settings.parts.holes = HoleCount::Four;
    let list = part_list(&free, &settings).unwrap();
    let mut found = holes(the(&list, PartKind::Base), &settings);
    found.iter_mut().for_each(|at| *at = at.map(f64::round));
    assert_eq!(found, [[30.0, 30.0], [50.0, 30.0], [30.0, 50.0], [50.0, 50.0]]);
    assert_eq!(super::engraved(the(&list, PartKind::Base)).len(), 12);

    let full = read(&text(["5 6 7 8", "9 10 11 12"]));
    let refused = LaserError::Holes { count: 4, diameter: Length::mm(12) };
    assert_eq!(part_list(&full, &settings), Err(refused));
    settings.parts.texts = false;
    assert!(part_list(&full, &settings).is_ok());

    // Wider than a site, or in a channel for sticks.
    settings.parts.hole_diameter = Length::um(20_100);
    let said = part_list(&full, &settings).unwrap_err().to_string();
    assert!(said.starts_with("4 finger holes of 20.1 mm have no room"), "{said}");
    settings.parts.hole_diameter = Length::um(300);
    let said = part_list(&full, &settings).unwrap_err().to_string();
    assert_eq!(said, "Finger holes of 0.3 mm vanish in the kerf. Make them larger.");
    settings.parts.hole_diameter = Length::mm(2);
    let sticks = part_list(&puzzle("tetrasticks-5x5-without-l"), &settings);
    assert!(matches!(sticks, Err(LaserError::Holes { .. })));
}

/// The area by which a notch of a radius widens what is cut by a beam of some width: the part of a
/// disc beyond a straight line that passes its middle at half the width.
fn notch_area(radius: f64, kerf: f64) -> f64 {
    let (r, d) = (radius - kerf / 2.0, kerf / 2.0);
    PI * r * r / 2.0 + d * (r * r - d * d).sqrt() + r * r * (d / r).asin()
}

#[test]
fn notches_widen_the_opening_at_its_long_sides_and_leave_the_frame_whole() {
    let mut made = 0;
    for puzzle in FLAT.iter() {
        let mut settings = roomy();
        settings.parts.pieces = false;
        for kerf in [0, 150] {
            settings.kerf = Length::um(kerf);
            settings.parts.notch = Length::ZERO;
            let without = part_list(puzzle, &settings).unwrap();
            settings.parts.notch = Length::mm(8);
            let list = match part_list(puzzle, &settings) {
                Ok(list) => list,
                Err(LaserError::NotchEdge { .. }) => continue,
                Err(error) => panic!("{}: {error}", puzzle.title),
            };
            made += 1;
            let [before, after] = [&without, &list].map(|list| the(list, PartKind::Frame));
            assert_eq!(before.paths().len(), after.paths().len());
            assert!(after.paths().iter().all(|line| line.contour.closed));
            let wanted = 2.0 * notch_area(8.0, settings.kerf.in_mm());
            let widened = before.area() - after.area();
            assert!((widened - wanted).abs() < 1e-6, "{}: {widened}", puzzle.title);
            // Of 12 mm of wall 4 are left.
            let rim = bounds([&after.paths()[0].contour]).unwrap();
            let window = bounds(after.paths()[1..].iter().map(|line| &line.contour)).unwrap();
            let left = [0, 1].map(|k| (window.min[k] - rim.min[k]).min(rim.max[k] - window.max[k]));
            let least = 4.0 + settings.kerf.in_mm() - 1e-9;
            assert!(left[0].min(left[1]) >= least, "{}: {left:?}", puzzle.title);
            let polygons: Vec<Vec<Xy>> = after.paths().iter().map(|l| flat(&l.contour)).collect();
            let texts = after.laid(Motion::NONE).texts;
            for at in texts.iter().flat_map(|line| flat(&line.contour)) {
                assert!(contains(&polygons, at), "{}: {at:?}", puzzle.title);
            }
        }
    }
    assert!(made > 20, "{made}");
}

#[test]
fn notches_face_each_other_at_the_middle_of_the_long_sides_even_of_an_upright_board() {
    let puzzle = read(
        "(format: 1, title: \"t\", lattice: Square, board: Rectangle(2, 5), pieces: [\
         Piece(name: \"I\", art: [\"XXXXX\"], copies: 2)])",
    );
    let mut settings = LaserSettings { kerf: Length::ZERO, ..LaserSettings::default() };
    settings.parts.notch = Length::mm(8);
    let list = part_list(&puzzle, &settings).unwrap();
    let frame = the(&list, PartKind::Frame);
    assert_eq!(frame.paths().len(), 2);
    let window = &frame.paths()[1].contour;
    let bounds = bounds([window]).unwrap();
    assert!((bounds.size()[0] - (40.2 + 16.0)).abs() < 1e-9, "{bounds:?}");
    assert!((bounds.size()[1] - 100.2).abs() < 1e-9, "{bounds:?}");
    // The outermost points of both lie at half the height.
    let points = flat(window);
    for k in [bounds.min[0], bounds.max[0]] {
        let at = points.iter().find(|p| (p[0] - k).abs() < 0.01).unwrap();
        assert!((at[1] - 50.0).abs() < 0.5, "{at:?}");
    }
    // Title and notches are on different walls, so the title keeps its height.
    let plain = LaserSettings { kerf: Length::ZERO, ..LaserSettings::default() };
    let plain = part_list(&puzzle, &plain).unwrap();
    let heights = [&list, &plain].map(|list| super::engraved(the(list, PartKind::Frame)));
    assert_eq!(heights[0], heights[1]);
}

#[test]
fn a_frame_that_a_notch_would_weaken_is_refused() {
    let puzzle = puzzle("pentominoes-6x10");
    let mut settings = LaserSettings::default();
    let mut said = |unit: u32, wall: u32, notch: Length| {
        settings.unit = Length::mm(unit);
        (settings.parts.wall, settings.parts.notch) = (Length::mm(wall), notch);
        part_list(&puzzle, &settings).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(said(20, 11, Length::mm(8)), Ok(()));
    let wall = said(20, 10, Length::mm(8)).unwrap_err();
    assert_eq!(
        wall,
        "Thumb notches of radius 8 leave less than 3 mm of a frame of 10 mm. Use a smaller radius or a wider frame."
    );
    let edge = said(2, 20, Length::mm(8)).unwrap_err();
    assert_eq!(
        edge,
        "The opening of the frame has no straight edge of 22 mm on a long side for a thumb notch of radius 8. Use a smaller radius or a larger unit."
    );
    let thin = said(20, 12, Length::um(100)).unwrap_err();
    assert_eq!(thin, "Thumb notches of 0.1 mm vanish in the kerf. Make them larger.");
}

#[test]
fn texts_that_have_no_part_or_become_smaller_are_told_of() {
    let puzzle = read(
        "(format: 1, title: \"Three\", lattice: Square, board: Rectangle(3, 3), \
         pieces: [Piece(name: \"I\", art: [\"###\"], copies: 3)], site_texts: [\"a b . . . . . . .\"])",
    );
    let notices = |settings: &LaserSettings| part_list(&puzzle, settings).unwrap().notices;
    let mut settings = LaserSettings::default();
    settings.parts.texts = true;
    let wall = settings.parts.wall.in_mm();
    settings.parts.letters = Length::um((wall * 500.0) as u32);
    assert_eq!(notices(&settings), [""; 0]);
    settings.parts.base = false;
    let without_base = notices(&settings);
    assert!(without_base[0].contains("Choose Tray base") && without_base.len() == 1);
    settings.parts.texts = false;
    assert_eq!(notices(&settings), [""; 0]);
    settings.parts.base = true;
    settings.parts.texts = true;
    settings.parts.letters = Length::um((wall * 1000.0) as u32);
    let smaller = notices(&settings);
    assert!(smaller[0].contains(&format!("are {:.1} mm high", wall / 2.0)), "{smaller:?}");
}
