//! Areas of parts as pieces that are easily filled.

use super::part::{CutPart, Region};
use super::path::Motion;
use crate::picture::Xy;

/// The material of a part, in its own coordinates, as level strips: each a quadrangle whose upper and
/// lower sides are level. Together they cover it, holes left out.
///
/// Cost: corners × corners, of which a part has some dozens, its arcs as straight lines among them.
pub fn strips(part: &CutPart) -> Vec<[Xy; 4]> {
    let region: Region = part.region(Motion::NONE);
    let mut heights: Vec<f64> = region.polygons.iter().flatten().map(|p| p[1]).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    let mut strips = Vec::new();
    for pair in heights.windows(2) {
        let (top, low) = (pair[0], pair[1]);
        let middle = (top + low) / 2.0;
        let mut sides: Vec<(f64, f64, f64)> = Vec::new();
        for polygon in &region.polygons {
            for (i, a) in polygon.iter().enumerate() {
                let b = polygon[(i + 1) % polygon.len()];
                if (a[1] > middle) != (b[1] > middle) {
                    let at = |y: f64| a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
                    sides.push((at(middle), at(top), at(low)));
                }
            }
        }
        sides.sort_by(|a, b| a.0.total_cmp(&b.0));
        for pair in sides.chunks_exact(2) {
            let (left, right) = (pair[0], pair[1]);
            strips.push([[left.1, top], [right.1, top], [right.2, low], [left.2, low]]);
        }
    }
    strips
}
