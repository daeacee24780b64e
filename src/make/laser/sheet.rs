//! All that is cut from one sheet, in cutting order.

use super::part::{Operation, PartLine};
use super::path::{bounds, contains, distance, flat, length};
use crate::picture::drawing::{Cap, Contour, Drawing, Group, Ink, Join, Path, Stroke, Unit};
use crate::picture::{Bounds, Xy};
use crate::puzzle::making::{LaserSettings, Layer};

/// The lines of a sheet, each operation's in the order in which they are cut. Millimetres from the
/// upper left corner of the plate.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The lines.
    pub lines: Vec<PartLine>,
}

impl Sheet {
    /// Lines in cutting order: engraved ones, then inner cuts, then outer ones; what lies inside of
    /// others before them, and else what is near.
    ///
    /// Cost: quadratic in the number of lines, of which there are some thousands at most.
    pub(super) fn ordered(lines: Vec<PartLine>) -> Sheet {
        let closed: Vec<(Vec<Vec<Xy>>, Bounds)> = lines
            .iter()
            .filter(|line| line.operation != Operation::Engrave && line.contour.closed)
            .filter_map(|line| Some((vec![flat(&line.contour)], bounds([&line.contour])?)))
            .collect();
        let depth = |line: &PartLine| {
            let at = line.contour.start;
            let is_around = |(polygon, b): &&(Vec<Vec<Xy>>, Bounds)| {
                (0..2).all(|k| b.min[k] < at[k] && at[k] < b.max[k]) && contains(polygon, at)
            };
            if line.operation == Operation::Engrave {
                0
            } else {
                closed.iter().filter(is_around).count()
            }
        };
        let mut left: Vec<(Operation, std::cmp::Reverse<usize>, PartLine)> = lines
            .into_iter()
            .map(|line| (line.operation, std::cmp::Reverse(depth(&line)), line))
            .collect();
        left.sort_by_key(|(operation, depth, _)| (*operation, *depth));
        let mut ordered = Vec::with_capacity(left.len());
        let mut at = [0.0; 2];
        for group in left.chunk_by_mut(|a, b| (a.0, a.1) == (b.0, b.1)) {
            for n in 0..group.len() {
                let near = |i: &usize| distance(at, group[*i].2.contour.start);
                let next = (n..group.len()).min_by(|a, b| near(a).total_cmp(&near(b)));
                group.swap(n, next.unwrap_or(n));
                let contour = &group[n].2.contour;
                at = match contour.segments.last() {
                    Some(last) if !contour.closed => last.to(),
                    _ => contour.start,
                };
            }
            ordered.extend(group.iter().map(|(_, _, line)| line.clone()));
        }
        Sheet { lines: ordered }
    }

    /// The lines that are in the files, for layers that are on.
    pub fn shown<'s>(&'s self, settings: &'s LaserSettings) -> impl Iterator<Item = &'s PartLine> {
        self.lines.iter().filter(|line| layer(settings, line.operation).on)
    }

    /// The sheet as a drawing: a layer for each operation, of the size of the plate.
    pub fn drawing(&self, settings: &LaserSettings) -> Drawing {
        let size = [settings.plate.width.in_mm(), settings.plate.height.in_mm()];
        let mut drawing = Drawing::new(size, Unit::Millimetre);
        for operation in Operation::ALL {
            let Layer { colour, on } = layer(settings, operation);
            let lines: Vec<&Contour> = self
                .lines
                .iter()
                .filter(|line| line.operation == operation)
                .map(|line| &line.contour)
                .collect();
            if !on || lines.is_empty() {
                continue;
            }
            let stroke = Stroke {
                cap: Cap::Butt,
                join: Join::Mitre,
                ..Stroke::new(Ink::from(colour.0), settings.line.in_mm())
            };
            let mut group = Group { layer: Some(operation.name().to_owned()), ..Group::new() };
            for line in lines {
                group.push(Path::lines(vec![line.clone()], stroke.clone()));
            }
            drawing.push(group);
        }
        drawing
    }
}

/// The layer of an operation.
pub fn layer(settings: &LaserSettings, operation: Operation) -> Layer {
    match operation {
        Operation::Engrave => settings.engrave,
        Operation::CutInner => settings.cut_inner,
        Operation::CutOuter => settings.cut_outer,
    }
}

/// The totals for cutting all sheets.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// The length of all cuts, in millimetres.
    pub cut: f64,
    /// The length of all that is engraved, in millimetres.
    pub engraved: f64,
    /// Sheets.
    pub sheets: usize,
    /// The share of the plates that becomes parts.
    pub used: f64,
    /// Closed contours that are cut.
    pub contours: usize,
}

impl Totals {
    /// Computes the totals for some sheets, of which an area in square millimetres becomes parts.
    pub(super) fn new(sheets: &[Sheet], area: f64, settings: &LaserSettings) -> Totals {
        let mut totals = Totals { sheets: sheets.len(), ..Totals::default() };
        for line in sheets.iter().flat_map(|sheet| sheet.shown(settings)) {
            let length = length(&line.contour);
            if line.operation == Operation::Engrave {
                totals.engraved += length;
            } else {
                totals.cut += length;
                totals.contours += usize::from(line.contour.closed);
            }
        }
        let plate = settings.plate.width.in_mm() * settings.plate.height.in_mm();
        totals.used = area / (plate * sheets.len().max(1) as f64);
        totals
    }
}
