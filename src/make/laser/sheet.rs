//! All that is cut from one sheet, in cutting order.

use super::operation::Operation;
use super::part::PartLine;
use super::path::{area, bounds, contains, distance, flat, length};
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
    /// Lines in cutting order: engraved areas and lines, then inner cuts, then outer ones; what lies inside of
    /// others before them, and else what is near.
    ///
    /// Cost: quadratic in the number of lines, of which there are some thousands at most.
    pub(super) fn ordered(lines: Vec<PartLine>) -> Sheet {
        let closed: Vec<(Vec<Vec<Xy>>, Bounds)> = lines
            .iter()
            .filter(|line| line.operation.is_cut() && line.contour.closed)
            .filter_map(|line| Some((vec![flat(&line.contour)], bounds([&line.contour])?)))
            .collect();
        let depth = |line: &PartLine| {
            let at = line.contour.start;
            let is_around = |(polygon, b): &&(Vec<Vec<Xy>>, Bounds)| {
                (0..2).all(|k| b.min[k] < at[k] && at[k] < b.max[k]) && contains(polygon, at)
            };
            if !line.operation.is_cut() { 0 } else { closed.iter().filter(is_around).count() }
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

    /// The sheet of the material with a number as a drawing: a layer for each operation, of the size
    /// of the plate. Where there are several materials, they are in the names of page and layers.
    pub fn drawing(&self, settings: &LaserSettings, material: usize) -> Drawing {
        let own = settings.material(material);
        let size = [own.plate.width.in_mm(), own.plate.height.in_mm()];
        let mut drawing = Drawing::new(size, Unit::Millimetre);
        if !settings.materials.is_empty() {
            drawing.name = own.label();
        }
        for operation in Operation::ALL {
            let Layer { colour, on } = layer(settings, operation);
            let lines: Vec<&Contour> = self
                .lines
                .iter()
                .filter(|line| line.operation == operation)
                .flat_map(PartLine::cuts)
                .collect();
            if !on || lines.is_empty() {
                continue;
            }
            let stroke = Stroke {
                cap: Cap::Butt,
                join: Join::Mitre,
                ..Stroke::new(Ink::from(colour.0), settings.line.in_mm())
            };
            let name = format!("{} {}", operation.name(), drawing.name);
            let mut group = Group { layer: Some(name.trim_end().to_owned()), ..Group::new() };
            match operation {
                Operation::Fill => {
                    for area in areas(&lines) {
                        group.push(Path::area(area, Ink::from(colour.0)));
                    }
                }
                _ => {
                    for line in lines {
                        group.push(Path::lines(vec![line.clone()], stroke.clone()));
                    }
                }
            }
            drawing.push(group);
        }
        drawing
    }
}

/// The areas within closed contours: each outermost contour with all that lie in it, which is filled by the
/// even-odd rule, so that a letter keeps its counters. Areas that overlap are two.
///
/// Cost: contours × areas, of which most are told apart by their bounds.
pub(super) fn areas(contours: &[&Contour]) -> Vec<Vec<Contour>> {
    let mut sorted: Vec<&Contour> = contours.iter().copied().filter(|c| c.closed).collect();
    sorted.sort_by(|a, b| area(b).abs().total_cmp(&area(a).abs()));
    let mut areas: Vec<(Bounds, Vec<Vec<Xy>>, Vec<Contour>)> = Vec::new();
    for contour in sorted {
        let Some(own) = bounds([contour]) else { continue };
        let is_in = |(outer, polygon, _): &&mut (Bounds, Vec<Vec<Xy>>, Vec<Contour>)| {
            (0..2).all(|k| outer.min[k] <= own.min[k] && own.max[k] <= outer.max[k])
                && flat(contour).iter().all(|&at| contains(polygon, at))
        };
        match areas.iter_mut().find(is_in) {
            Some((_, _, inner)) => inner.push(contour.clone()),
            None => areas.push((own, vec![flat(contour)], vec![contour.clone()])),
        }
    }
    areas.into_iter().map(|(_, _, contours)| contours).collect()
}

/// The layer of an operation.
pub fn layer(settings: &LaserSettings, operation: Operation) -> Layer {
    match operation {
        Operation::Fill => settings.fill,
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
    /// The length of all lines that are engraved, in millimetres; areas are none.
    pub engraved: f64,
    /// Sheets.
    pub sheets: usize,
    /// The share of the plates that becomes parts.
    pub used: f64,
    /// Closed contours that are cut, those with holding tabs among them.
    pub contours: usize,
}

impl Totals {
    /// Computes the totals for some sheets, of whose area an other becomes parts, in square millimetres.
    pub(super) fn new(sheets: &[Sheet], area: f64, of: f64, settings: &LaserSettings) -> Totals {
        let mut totals = Totals { sheets: sheets.len(), ..Totals::default() };
        for line in sheets.iter().flat_map(|sheet| sheet.shown(settings)) {
            let length: f64 = line.cuts().iter().map(length).sum();
            match line.operation {
                Operation::Fill => {}
                Operation::Engrave => totals.engraved += length,
                Operation::CutInner | Operation::CutOuter => {
                    totals.cut += length;
                    totals.contours += usize::from(line.contour.closed);
                }
            }
        }
        totals.used = if of > 0.0 { area / of } else { 0.0 };
        totals
    }
}
