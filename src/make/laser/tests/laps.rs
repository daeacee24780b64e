//! Strips with half-lap joints: what holds of them where they stand.

use super::super::laps::{Slot, Strip, StripSizes, area_of, common, strips};
use super::super::path::{area, bounds};
use super::super::*;
use super::{never, puzzle, roomy, solution_of};
use crate::lattice::{Point, SiteForm};
use crate::picture::Page;
use crate::puzzle::making::Length;

const SIZES: StripSizes =
    StripSizes { unit: 20.0, thickness: 3.0, height: 12.0, clearance: 0.2, kerf: 0.0 };

/// Returns what is left of a strip at a place along it: from one height to another.
fn kept_at(strip: &Strip, x: f64, sizes: StripSizes) -> (f64, f64) {
    let at = |slots: &[Slot]| {
        slots.iter().find(|slot| slot.from <= x && x <= slot.to).map(|slot| slot.at)
    };
    (at(&strip.below).unwrap_or(0.0), at(&strip.above).unwrap_or(sizes.height))
}

/// Holds that strips do not pass through each other, and that of two pieces the later one lies above
/// wherever they meet; the number of joints within pieces, and between two.
fn check_joints(strips: &[Strip], sizes: StripSizes, what: &str) -> (usize, usize) {
    let (mut own, mut other) = (0, 0);
    for (n, one) in strips.iter().enumerate() {
        for two in &strips[..n] {
            let both = common(&one.plan(sizes.thickness), &two.plan(sizes.thickness));
            if area_of(&both).abs() < 1e-6 {
                continue;
            }
            let middle = [0, 1].map(|k| both.iter().map(|p| p[k]).sum::<f64>() / both.len() as f64);
            for at in both.iter().map(|p| [0, 1].map(|k| p[k] + 1e-3 * (middle[k] - p[k]))) {
                let (low, high) = kept_at(one, one.position(at), sizes);
                let (low2, high2) = kept_at(two, two.position(at), sizes);
                let is_above = low >= high2 + sizes.clearance - 1e-9;
                let is_below = low2 >= high + sizes.clearance - 1e-9;
                let is_right = is_above || is_below && one.owner == two.owner;
                assert!(is_right, "{what}: {low} to {high}, {low2} to {high2}");
                assert!(high - low > 0.5 && high2 - low2 > 0.5, "{what}");
            }
            assert!(one.owner >= two.owner);
            *if one.owner == two.owner { &mut own } else { &mut other } += 1;
        }
    }
    (own, other)
}

#[test]
fn two_sticks_that_cross_give_way_by_half_each() {
    let plus = puzzle("tetrasticks-5x5-without-l");
    let id = plus.pieces().find(|(_, piece)| piece.name == "X").unwrap().0;
    let page = Page::around(plus.lattice, []);
    let made = strips(&page, &[plus.piece(id).shape.sites()], SIZES).unwrap();
    assert_eq!(made.len(), 2);
    assert_eq!(check_joints(&made, SIZES, "X"), (1, 0));
    // Two units long, less what free ends leave at both ends: half the thickness and the clearance.
    let length = 2.0 * 20.0 - 2.0 * (1.5 + 0.2);
    for strip in &made {
        assert!((strip.to - strip.from - length).abs() < 1e-9);
        let cut = area(&strip.contour(SIZES).unwrap());
        // A slot of the thickness and the clearance, half the height and half the clearance deep.
        assert!((cut - (length * 12.0 - 3.2 * 6.1)).abs() < 1e-6, "{cut}");
        // What the beam takes is added around.
        let path = strip.contour(StripSizes { kerf: 0.2, ..SIZES }).unwrap();
        let wanted = (length + 0.2) * 12.2 - 3.0 * 6.1;
        assert!((area(&path) - wanted).abs() < 1e-6, "{} {wanted}", area(&path));
        assert!((bounds([&path]).unwrap().size()[0] - length - 0.2).abs() < 1e-9);
    }
}

#[test]
fn a_bend_is_two_ends_of_half_the_height_and_closes_outside() {
    let all = puzzle("tetrasticks-5x5-without-h");
    let page = Page::around(all.lattice, []);
    let id = all.pieces().find(|(_, piece)| piece.name == "O").unwrap().0;
    let made = strips(&page, &[all.piece(id).shape.sites()], SIZES).unwrap();
    // A square of four strips, each from outside to outside.
    assert_eq!((made.len(), check_joints(&made, SIZES, "O")), (4, (4, 0)));
    for strip in &made {
        assert!((strip.to - strip.from - 23.0).abs() < 1e-9);
        let wanted = 23.0 * 12.0 - 2.0 * 3.1 * 6.1;
        assert!((area(&strip.contour(SIZES).unwrap()) - wanted).abs() < 1e-6);
    }
    // Two directions, one wholly below, the other wholly above.
    assert!(made.iter().all(|strip| strip.above.is_empty() != strip.below.is_empty()));
}

#[test]
fn pieces_of_every_bundled_puzzle_of_sticks_become_strips_that_do_not_pass_through_each_other() {
    for puzzle in super::FLAT.iter().filter(|puzzle| puzzle.lattice.form == SiteForm::Edge) {
        let page = Page::around(puzzle.lattice, []);
        for (_, piece) in puzzle.pieces() {
            let sites = piece.shape.sites();
            let made = strips(&page, &[sites], SIZES).unwrap();
            check_joints(&made, SIZES, &format!("{} {}", puzzle.title, piece.name));
            // Every edge lies on one strip: its middle is in the plan of one alone.
            for &site in sites {
                let at = page.at(site).map(|n| n * SIZES.unit);
                let on = |strip: &&Strip| {
                    let corners = strip.plan(SIZES.thickness);
                    super::contains(&[corners.to_vec()], at)
                };
                assert_eq!(made.iter().filter(on).count(), 1, "{} {}", puzzle.title, piece.name);
            }
        }
    }
}

#[test]
fn strips_of_a_solution_have_slots_where_its_pieces_meet() {
    for name in ["tetrasticks-5x5-without-l", "pentatwigs-3x5", "tritrigs-hexagon"] {
        let (puzzle, placed) = solution_of(name);
        let pieces: Vec<&[Point]> = placed.iter().map(|(_, sites)| sites.as_slice()).collect();
        let page = Page::around(puzzle.lattice, []);
        let high = StripSizes { height: 24.0, unit: 40.0, ..SIZES };
        let made = strips(&page, &pieces, high).unwrap();
        let (_, between) = check_joints(&made, high, name);
        // At a vertex of the honeycomb only one piece can bend, and no other passes.
        assert_eq!(between > 0, puzzle.lattice.key != "HexagonEdges", "{name}");
        let settings = LaserSettings {
            half_laps: true,
            unit: Length::mm(40),
            bar: Some(Length::mm(24)),
            ..roomy()
        };
        let sheets = Sheets::of_solution(&puzzle, &placed, &settings, &never, &mut |_| {}).unwrap();
        assert_eq!(sheets.list.parts.len(), made.len(), "{name}");
        assert!(sheets.list.notices.iter().any(|words| words.contains("in this order")));
        let twice = LaserSettings { copies: 2, ..settings };
        let twice = solution_strips(&puzzle, &placed, &twice).unwrap();
        assert_eq!(twice.parts.len(), 2 * made.len(), "{name}");
    }
}
