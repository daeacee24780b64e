//! Holding tabs: short bridges in the cuts around parts, which keep them in the sheet until they are
//! broken off.
//!
//! A tab is a gap in the path of the beam, on a straight run and away from its ends. The gap is as wide
//! as the tab and the kerf, since the beam goes half its width beyond where it stops.

use super::LaserError;
use super::part::PartKind;
use super::parts::{Maker, PartList};
use super::path::{area, length, segment_length, segments};
use crate::picture::Xy;
use crate::picture::drawing::{Contour, Segment};
use crate::puzzle::making::{LaserSettings, Length};
use crate::text;

/// The least distance of a tab from a corner or an arc, in millimetres.
pub(super) const CORNER_ROOM: f64 = 1.0;
/// The most that a tab may be off its even place, as a share of the distance between even places.
pub(super) const MAX_OFF: f64 = 0.25;
/// The precision to which it is told apart how far tabs are off, as a share of the distance between
/// even places.
const EVEN: f64 = 0.05;
/// The least distance between even places, in widths of a gap: so that half of it, the least that tabs are
/// apart, is twice a gap.
const MIN_APART: f64 = 4.0;

impl Maker<'_> {
    /// Gives the outer contours of all parts and the openings of frames, in which other parts may lie, their
    /// tabs, if these are wanted. Where they have no room, a notice says so.
    ///
    /// Cost: some microseconds for a piece; about the square of the number of sides of a contour.
    pub(super) fn add_tabs(&self, list: &mut PartList) -> Result<(), LaserError> {
        let LaserSettings { tab_width, tabs, kerf, .. } = *self.settings;
        if tab_width == Length::ZERO {
            return Ok(());
        }
        if !(LaserSettings::MIN_TABS..=LaserSettings::MAX_TABS).contains(&tabs) {
            return Err(LaserError::Tabs(tabs));
        }
        let mut without: Vec<String> = Vec::new();
        for part in &mut list.parts {
            let kerf = self.settings.material(part.material).kerf.unwrap_or(kerf);
            let gap = tab_width.in_mm() + kerf.in_mm();
            for line in &mut part.paths {
                let is_outer = area(&line.contour) > 0.0;
                if !is_outer && part.kind != PartKind::Frame {
                    continue;
                }
                let name = match is_outer {
                    true => part.name.as_str(),
                    false => "the opening of the frame",
                };
                match opened(&line.contour, tabs, gap) {
                    Some(cuts) => line.opened = cuts,
                    None if without.iter().any(|own| own == name) => {}
                    None => without.push(name.to_owned()),
                }
            }
        }
        if !without.is_empty() {
            list.notices.push(format!(
                "There is no room for {tabs} holding tabs of {tab_width} mm on {}. Use narrower or \
                 fewer tabs.",
                text::listed(&without)
            ));
        }
        Ok(())
    }
}

/// A straight run of a contour with room for a tab, by lengths along the contour from its start.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The segment that it is.
    segment: usize,
    /// Where the segment begins, and how long it is.
    start: f64,
    length: f64,
    /// The first and the last place for the middle of a tab.
    first: f64,
    last: f64,
}

/// The cuts along a closed contour between so many tabs, for each of which `gap` millimetres are not
/// cut; `None` where these have no room.
fn opened(contour: &Contour, tabs: u32, gap: f64) -> Option<Vec<Contour>> {
    let whole = length(contour);
    if whole < f64::from(tabs) * MIN_APART * gap {
        return None;
    }
    let runs = runs(contour, gap);
    let places = spread(&runs, whole, tabs)?;
    let all: Vec<(Xy, Segment)> = segments(contour).collect();
    let cut = |n: usize| {
        let ((from, begin), (to, end)) = (places[n], places[(n + 1) % places.len()]);
        between(&all, (&runs[from], begin + gap / 2.0), (&runs[to], end - gap / 2.0))
    };
    Some((0..places.len()).map(cut).collect())
}

fn runs(contour: &Contour, gap: f64) -> Vec<Run> {
    let aside = gap / 2.0 + CORNER_ROOM;
    let mut start = 0.0;
    let mut runs = Vec::new();
    for (segment, (from, way)) in segments(contour).enumerate() {
        let length = segment_length(from, way);
        if matches!(way, Segment::Line { .. }) && length >= 2.0 * aside {
            let (first, last) = (start + aside, start + length - aside);
            runs.push(Run { segment, start, length, first, last });
        }
        start += length;
    }
    runs
}

/// Places for tabs on a contour of some length, each with its run, in their order: as evenly apart as runs
/// allow, and among places about as even those farthest from the ends of their runs.
fn spread(runs: &[Run], whole: f64, tabs: u32) -> Option<Vec<(usize, f64)>> {
    let apart = whole / f64::from(tabs);
    // The place next to a wanted one, which may be reached across the start of the contour.
    let nearest = |wanted: f64| {
        let places = runs.iter().enumerate().flat_map(|(n, run)| {
            [0.0, -whole, whole].map(|turn| {
                let at = (wanted + turn).clamp(run.first, run.last);
                ((at - wanted - turn).abs(), n, at)
            })
        });
        places.min_by(|a, b| a.0.total_cmp(&b.0))
    };
    // How far they are off at most, how near to an end of a run, and the places.
    let from = |first: f64| {
        let (mut off, mut room) = (0.0f64, f64::INFINITY);
        let mut places = Vec::new();
        for n in 0..tabs {
            let (own, run, at) = nearest((first + f64::from(n) * apart) % whole)?;
            off = off.max(own);
            room = room.min(at - runs[run].first).min(runs[run].last - at);
            places.push((run, at));
        }
        places.sort_by(|a, b| a.1.total_cmp(&b.1));
        Some((off, room, places))
    };
    let firsts = runs.iter().flat_map(|run| [(run.first + run.last) / 2.0, run.first, run.last]);
    let tried = firsts.filter_map(from).filter(|(off, ..)| *off <= MAX_OFF * apart);
    // Rounded, so that a little is nothing beside a longer run, and among equals the first is taken.
    let micrometres = |mm: f64| (mm * 1e3).round() as i64;
    let best = tried.min_by_key(|(off, room, _)| {
        ((off / apart / EVEN).round() as i64, -micrometres(*room), micrometres(*off))
    });
    best.map(|(_, _, places)| places)
}

/// The stretch of a contour that is cut from one place on a run to the next one.
fn between(all: &[(Xy, Segment)], (run, begin): (&Run, f64), (to, end): (&Run, f64)) -> Contour {
    let point = |run: &Run, at: f64| {
        let (from, way) = all[run.segment];
        let share = (at - run.start) / run.length;
        [0, 1].map(|k| from[k] + share * (way.to()[k] - from[k]))
    };
    let mut cut = Vec::new();
    if run.segment != to.segment || end < begin {
        cut.push(Segment::Line { to: all[run.segment].1.to() });
        let after = (1..all.len()).map(|n| (run.segment + n) % all.len());
        cut.extend(after.take_while(|n| *n != to.segment).map(|n| all[n].1));
    }
    cut.push(Segment::Line { to: point(to, end) });
    Contour { start: point(run, begin), segments: cut, closed: false }
}
