//! Holding tabs: the gaps in the cuts are as wide as they should be, on straight runs, and spread out.

use super::super::path::{Motion, area, distance, length, point_to_line, segments};
use super::super::tabs::{CORNER_ROOM, MAX_OFF};
use super::super::*;
use super::{FLAT, puzzle, read, roomy, sheets_of, solution_of};
use crate::lattice::SiteForm;
use crate::picture::drawing::{Contour, Segment};
use crate::picture::{dxf, svg};
use crate::puzzle::making::{Length, Material};

/// The ends of the gap after each cut of a line with holding tabs.
fn gaps(line: &PartLine) -> Vec<[Xy; 2]> {
    let end = |cut: &Contour| cut.segments.last().map_or(cut.start, Segment::to);
    let cuts = line.cuts();
    (0..cuts.len()).map(|n| [end(&cuts[n]), cuts[(n + 1) % cuts.len()].start]).collect()
}

/// Checks the gaps of a line: their number, their width, and where they are.
fn check(line: &PartLine, tabs: u32, gap: f64) {
    assert_eq!(line.cuts().len(), tabs as usize);
    assert!(line.cuts().iter().all(|cut| !cut.closed));
    let straight: Vec<[Xy; 2]> = segments(&line.contour)
        .filter(|(_, segment)| matches!(segment, Segment::Line { .. }))
        .map(|(from, segment)| [from, segment.to()])
        .collect();
    for [a, b] in gaps(line) {
        assert!((distance(a, b) - gap).abs() < 1e-9, "{a:?} {b:?}");
        let has_room = |&[from, to]: &[Xy; 2]| {
            let ends = [distance(from, a), distance(from, b), distance(to, a), distance(to, b)];
            point_to_line(a, from, to).max(point_to_line(b, from, to)) < 1e-9
                && ends.iter().all(|own| *own > CORNER_ROOM - 1e-9)
        };
        assert!(straight.iter().any(has_room), "{a:?} {b:?}");
    }
    let whole = length(&line.contour);
    let cut: f64 = line.cuts().iter().map(length).sum();
    assert!((whole - cut - f64::from(tabs) * gap).abs() < 1e-6, "{whole} {cut}");
    // From the middle of a tab to that of the next.
    let apart = whole / f64::from(tabs);
    for cut in line.cuts() {
        let off = (length(cut) + gap - apart).abs();
        assert!(off <= 2.0 * MAX_OFF * apart + 1e-6, "{off} of {apart}");
    }
}

#[test]
fn every_outer_contour_keeps_its_tabs_or_is_named() {
    let mut made = 0;
    for puzzle in FLAT.iter() {
        for (tabs, width) in [(2, 1000), (3, 500), (5, 1500)] {
            let mut settings = roomy();
            (settings.tabs, settings.tab_width) = (tabs, Length::um(width));
            let list = part_list(puzzle, &settings).unwrap();
            let gap = settings.tab_width.in_mm() + settings.kerf.in_mm();
            let is_no_room = |notice: &&String| notice.contains("no room for");
            let notice = list.notices.iter().find(is_no_room);
            for part in &list.parts {
                for line in part.paths() {
                    let is_outer = area(&line.contour) > 0.0;
                    let is_opening = !is_outer && part.kind == PartKind::Frame;
                    let name = if is_opening { "the opening" } else { part.name.as_str() };
                    if !is_outer && !is_opening {
                        assert_eq!(line.cuts(), std::slice::from_ref(&line.contour));
                    } else if line.cuts().len() > 1 {
                        check(line, tabs, gap);
                        made += 1;
                    } else {
                        let is_named = notice.is_some_and(|notice| notice.contains(name));
                        assert!(is_named, "{} {}", puzzle.title, part.name);
                    }
                }
            }
        }
    }
    assert!(made > 500, "{made}");
}

#[test]
fn the_tabs_of_a_rectangle_are_in_the_middles_of_its_long_sides() {
    let strip = read(
        "(format: 1, title: \"t\", lattice: Square, board: Rectangle(5, 1), pieces: [\
         Piece(name: \"I\", art: [\"XXXXX\"])])",
    );
    let tab_width = Length::mm(2);
    let settings = LaserSettings { tab_width, ..LaserSettings::default() };
    let list = part_list(&strip, &settings).unwrap();
    let piece = list.parts.iter().find(|part| part.name == "I").unwrap();
    let line = &piece.paths()[0];
    let middle = |[a, b]: &[Xy; 2]| [0, 1].map(|k| (a[k] + b[k]) / 2.0);
    let middles: Vec<Xy> = gaps(line).iter().map(middle).collect();
    assert_eq!(middles.len(), 2);
    // The long sides are 20 mm apart, less the clearance and with the kerf.
    assert!((distance(middles[0], middles[1]) - 19.95).abs() < 1e-6, "{middles:?}");
    let of_piece = path::bounds([&line.contour]).unwrap().middle();
    assert!(distance(middle(&[middles[0], middles[1]]), of_piece) < 1e-6, "{middles:?}");
}

#[test]
fn a_part_that_is_turned_over_keeps_its_tabs_where_they_are() {
    let settings = LaserSettings { tab_width: Length::mm(1), tabs: 3, ..LaserSettings::default() };
    let list = part_list(&puzzle("pentominoes-6x10"), &settings).unwrap();
    let piece = list.parts.iter().find(|part| part.name == "F").unwrap();
    for (turn, flip) in [(90, false), (0, true), (270, true)] {
        let motion = Motion { turn, flip, shift: [7.0, -3.0] };
        let laid = piece.laid(motion);
        check(&laid.paths[0], 3, 1.15);
        let mut moved: Vec<Xy> =
            gaps(&piece.paths()[0]).iter().flatten().map(|&at| motion.apply(at)).collect();
        for at in gaps(&laid.paths[0]).iter().flatten() {
            let n = moved.iter().position(|other| distance(*other, *at) < 1e-9).unwrap();
            moved.swap_remove(n);
        }
        assert_eq!(moved.len(), 0);
    }
}

#[test]
fn files_and_totals_have_the_gaps() {
    let puzzle = puzzle("pentominoes-6x10");
    let usual = LaserSettings { unit: Length::mm(15), ..LaserSettings::default() };
    let whole = sheets_of(&puzzle, &usual);
    let settings = LaserSettings { tab_width: Length::mm(1), ..usual };
    let sheets = sheets_of(&puzzle, &settings);
    // Where parts lie does not depend on their tabs.
    assert_eq!(sheets.layout.places, whole.layout.places);
    // Twelve pieces, the frame with its opening, and the base: two tabs each.
    let (before, after) = (whole.totals(), sheets.totals());
    assert!((before.cut - after.cut - 30.0 * 1.15).abs() < 1e-6, "{after:?}");
    let rest = |totals: Totals| (totals.contours, totals.engraved, totals.used, totals.sheets);
    assert_eq!(rest(before), rest(after));
    let (mut drawn, mut paths) = (0.0, 0);
    for drawing in sheets.drawings() {
        let read = ::dxf::Drawing::load(&mut dxf::write(&drawing).as_bytes()).unwrap();
        for entity in read.entities().filter(|entity| entity.common.layer.starts_with("CUT")) {
            let ::dxf::entities::EntityType::Polyline(line) = &entity.specific else {
                panic!("{:?}", entity.specific)
            };
            assert!(!line.is_closed());
            let all: Vec<_> = line.vertices().collect();
            for pair in all.windows(2) {
                let [a, b] = [pair[0], pair[1]].map(|v| [v.location.x, v.location.y]);
                let half = 2.0 * pair[0].bulge.atan();
                let chord = distance(a, b);
                drawn += if half == 0.0 { chord } else { chord * half / half.sin() };
            }
            paths += 1;
        }
        let options = resvg::usvg::Options::default();
        let tree = resvg::usvg::Tree::from_str(&svg::write(&drawing), &options).unwrap();
        let mut all = Vec::new();
        super::collect(tree.root(), &mut all);
        assert_eq!(all.len(), read.entities().count());
    }
    assert_eq!(paths, 30);
    assert!((drawn - after.cut).abs() < 1e-3, "{drawn} {}", after.cut);
}

#[test]
fn strips_have_tabs_and_the_kerf_is_that_of_the_material() {
    let mut settings = LaserSettings { tab_width: Length::mm(1), ..roomy() };
    let oak = Material {
        name: "oak".to_owned(),
        kerf: Some(Length::um(400)),
        parts: vec!["F".to_owned()],
        ..Material::default()
    };
    settings.materials.push(oak);
    let list = part_list(&puzzle("pentominoes-6x10"), &settings).unwrap();
    for (name, gap) in [("F", 1.4), ("X", 1.15)] {
        let part = list.parts.iter().find(|part| part.name == name).unwrap();
        check(&part.paths()[0], 2, gap);
    }

    let (puzzle, placed) = solution_of("welded-tetrasticks-4x4");
    assert_eq!(puzzle.lattice.form, SiteForm::Edge);
    let settings = LaserSettings {
        unit: Length::mm(40),
        half_laps: true,
        tab_width: Length::um(500),
        ..LaserSettings::default()
    };
    for list in [part_list(&puzzle, &settings), solution_strips(&puzzle, &placed, &settings)] {
        for part in &list.unwrap().parts {
            check(&part.paths()[0], 2, 0.65);
        }
    }
}

#[test]
fn a_contour_without_room_has_no_tabs_and_this_is_said() {
    let puzzle = puzzle("pentominoes-6x10");
    let mut settings = LaserSettings { tab_width: Length::mm(19), ..LaserSettings::default() };
    let list = part_list(&puzzle, &settings).unwrap();
    let notice = list.notices.iter().find(|notice| notice.contains("no room")).unwrap();
    let start = "There is no room for 2 holding tabs of 19 mm on ";
    assert!(
        notice.starts_with(start) && notice.ends_with("Use narrower or fewer tabs."),
        "{notice}"
    );
    let x = list.parts.iter().find(|part| part.name == "X").unwrap();
    assert!(notice.contains("X") && x.paths()[0].cuts().len() == 1, "{notice}");
    // The border of the base has room for them.
    let base = list.parts.iter().find(|part| part.kind == PartKind::Base).unwrap();
    check(&base.paths()[0], 2, 19.15);
    assert!(!notice.contains("Base"), "{notice}");

    for tabs in [0, 1, 13] {
        settings.tabs = tabs;
        assert_eq!(part_list(&puzzle, &settings), Err(LaserError::Tabs(tabs)));
    }
    // Without a width there are none, and their number is not looked at.
    settings.tab_width = Length::ZERO;
    assert!(part_list(&puzzle, &settings).is_ok());
}
