//! Areas as pieces that are easily filled.

use super::operation::Operation;
use super::part::{CutPart, PartLine, Region};
use super::path::{Motion, flat};
use super::sheet::areas;
use crate::picture::Xy;
use crate::picture::drawing::Contour;

/// The material of a part, in its own coordinates, as level strips: each a quadrangle whose upper and
/// lower sides are level. Together they cover it, holes left out.
pub fn strips(part: &CutPart) -> Vec<[Xy; 4]> {
    let region: Region = part.region(Motion::NONE);
    let mut strips = Vec::new();
    add_strips(&region.polygons, &mut strips);
    strips
}

/// The areas that lines engrave, as such strips.
pub fn fill_strips(lines: &[PartLine]) -> Vec<[Xy; 4]> {
    let filled = lines.iter().filter(|line| line.operation == Operation::Fill);
    let contours: Vec<&Contour> = filled.map(|line| &line.contour).collect();
    let mut strips = Vec::new();
    for area in areas(&contours) {
        add_strips(&area.iter().map(flat).collect::<Vec<_>>(), &mut strips);
    }
    strips
}

/// Adds the inside of polygons by the even-odd rule.
///
/// Cost: corners × sides that a level line crosses.
fn add_strips(polygons: &[Vec<Xy>], strips: &mut Vec<[Xy; 4]>) {
    let mut heights: Vec<f64> = polygons.iter().flatten().map(|p| p[1]).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    // The sides that are not level, from the upper end to the lower one, the highest last.
    let mut coming: Vec<[Xy; 2]> = Vec::new();
    for polygon in polygons {
        for (i, &a) in polygon.iter().enumerate() {
            let b = polygon[(i + 1) % polygon.len()];
            coming.push(if a[1] < b[1] { [a, b] } else { [b, a] });
        }
    }
    coming.sort_by(|one, other| other[0][1].total_cmp(&one[0][1]));
    let mut open: Vec<[Xy; 2]> = Vec::new();
    for pair in heights.windows(2) {
        let (top, low) = (pair[0], pair[1]);
        let middle = (top + low) / 2.0;
        while coming.last().is_some_and(|side| side[0][1] < middle) {
            open.extend(coming.pop());
        }
        open.retain(|side| side[1][1] > middle);
        let mut sides: Vec<(f64, f64, f64)> = open
            .iter()
            .map(|[a, b]| {
                let at = |y: f64| a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
                (at(middle), at(top), at(low))
            })
            .collect();
        sides.sort_by(|a, b| a.0.total_cmp(&b.0));
        for pair in sides.chunks_exact(2) {
            let (left, right) = (pair[0], pair[1]);
            strips.push([[left.1, top], [right.1, top], [right.2, low], [left.2, low]]);
        }
    }
}
