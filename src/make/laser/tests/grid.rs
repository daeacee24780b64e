//! The grid of the board on the base: its lines are those between sites.

use std::collections::BTreeMap;

use super::super::path::{length, point_to_line, segments};
use super::super::*;
use super::{FLAT, puzzle, roomy};
use crate::lattice::SiteForm;
use crate::picture::Page;
use crate::picture::drawing::Contour;

/// The lines that are engraved on the base more with the grid than without it.
fn grid(puzzle: &Puzzle, settings: &LaserSettings) -> Vec<Contour> {
    let base = |grid: bool| {
        let mut settings = settings.clone();
        settings.parts.grid = grid;
        let list = part_list(puzzle, &settings).unwrap();
        list.parts.into_iter().find(|part| part.kind == PartKind::Base).unwrap()
    };
    let (without, with) = (base(false), base(true));
    let count = without.texts.len();
    assert_eq!((&with.paths, &with.texts[..count]), (&without.paths, &without.texts[..]));
    let added = with.texts[count..].iter();
    added
        .inspect(|text| assert_eq!(text.operation, Operation::Engrave))
        .flat_map(|text| {
            let at = text.at;
            text.lines.iter().map(move |line| line.map(|p| [p[0] + at[0], p[1] + at[1]]))
        })
        .collect()
}

#[test]
fn each_line_between_two_sites_is_engraved_once_and_none_of_the_border() {
    let settings = roomy();
    let unit = settings.unit.in_mm();
    for puzzle in FLAT.iter() {
        let lines = grid(puzzle, &settings);
        let page = Page::around(puzzle.lattice, []);
        let is_edge = puzzle.lattice.form == SiteForm::Edge;
        let mut sides = BTreeMap::new();
        for site in puzzle.board.sites() {
            let corners = puzzle.lattice.outline(site.site);
            let n = corners.len();
            for i in 0..if is_edge { 1 } else { n } {
                let (a, b) = (corners[i], corners[(i + 1) % n]);
                *sides.entry((a.min(b), a.max(b))).or_insert(0) += 1;
            }
        }
        let mut whole = 0.0;
        for (&(a, b), &count) in &sides {
            let [a, b] = [a, b].map(|p| page.at(p).map(|n| n * unit));
            let middle = [0, 1].map(|k| (a[k] + b[k]) / 2.0);
            let off = lines.iter().flat_map(segments);
            let off = off.map(|(from, segment)| point_to_line(middle, from, segment.to()));
            let is_drawn = off.fold(f64::INFINITY, f64::min) < 1e-6;
            assert_eq!(is_drawn, is_edge || count > 1, "{} {middle:?}", puzzle.title);
            if is_drawn {
                whole += path::distance(a, b);
            }
        }
        let drawn: f64 = lines.iter().map(length).sum();
        assert!((drawn - whole).abs() < 1e-6 * whole.max(1.0), "{} {drawn} {whole}", puzzle.title);
    }
}

#[test]
fn the_grid_of_a_rectangle_is_a_line_for_each_row_and_column_and_is_left_out_by_default() {
    let puzzle = puzzle("pentominoes-6x10");
    let mut settings = LaserSettings::default();
    assert!(!settings.parts.grid);
    let lines = grid(&puzzle, &settings);
    assert_eq!(lines.len(), 5 + 9);
    let total: f64 = lines.iter().map(length).sum();
    assert!((total - (5.0 * 200.0 + 9.0 * 120.0)).abs() < 1e-6, "{total}");
    // What is engraved is longer by that, what is cut is not.
    let before = super::sheets_of(&puzzle, &settings).totals();
    settings.parts.grid = true;
    let after = super::sheets_of(&puzzle, &settings).totals();
    assert!((after.engraved - before.engraved - total).abs() < 1e-6);
    assert!((after.cut - before.cut).abs() < 1e-6);
    assert_eq!(after.contours, before.contours);

    settings.parts.base = false;
    let notices = part_list(&puzzle, &settings).unwrap().notices;
    let missing = "The grid of the board is engraved on the base. Choose Tray base to have it.";
    assert!(notices.iter().any(|notice| notice == missing), "{notices:?}");
}
