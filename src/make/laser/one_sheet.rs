//! A solution cut from one sheet: every side between two pieces once.

use std::collections::{BTreeMap, BTreeSet};

use super::LaserError;
use super::operation::Operation;
use super::outline::{is_straight, straightened};
use super::part::{CutPart, PartKind, PartLine};
use super::parts::Maker;
use super::path::{self, Motion, rectangle};
use super::sheet::{Sheet, Totals};
use super::tray::{WALL_LETTERS, WALL_TEXT};
use crate::encode::Placed;
use crate::lattice::{Point, SiteForm};
use crate::picture::drawing::Contour;
use crate::picture::{Bounds, Page};
use crate::puzzle::Puzzle;
use crate::puzzle::making::LaserSettings;
use crate::text;

/// The sheet from which a solution is cut, its pieces as they lie in it: the sides between them, then
/// the border of the board, then, if there is a frame, its border. Sticks are cut as bars, each by
/// itself, at their places. What the beam takes is the clearance of pieces cut like that.
///
/// # Errors
/// What keeps it from being cut.
pub fn one_sheet(
    puzzle: &Puzzle,
    placed: &Placed,
    settings: &LaserSettings,
) -> Result<(Sheet, Totals), LaserError> {
    // It is of the main material.
    let settings = &LaserSettings { materials: Vec::new(), ..settings.clone() };
    let maker = Maker::new(puzzle, settings)?;
    let page = Page::around(puzzle.lattice, []);
    let unit = settings.unit.in_mm();
    let mut lines = match puzzle.lattice.form {
        SiteForm::Cell => cell_lines(&page, placed, unit),
        SiteForm::Edge => bar_lines(&maker, puzzle, placed)?,
    };
    let Some(bounds) = path::bounds(lines.iter().map(|line| &line.contour)) else {
        return Err(LaserError::Nothing);
    };
    let area = match puzzle.lattice.form {
        SiteForm::Cell => {
            lines.iter().filter(|l| l.contour.closed).map(|l| path::area(&l.contour).abs()).sum()
        }
        SiteForm::Edge => lines.iter().map(|line| path::area(&line.contour)).sum(),
    };
    for (id, sites) in placed {
        let piece = puzzle.piece(*id);
        let mut part = piece_part(maker.piece_paths(&piece.name, sites)?);
        let mut sites = sites.clone();
        sites.sort_unstable();
        let labels = puzzle.labels_on(piece, &sites).unwrap_or_default();
        maker.put_labels(&mut part, &sites, &labels);
        maker.put_piece_name(&mut part, piece, &sites, &labels);
        lines.extend(engraved(&part));
    }
    let whole = if settings.parts.frame {
        add_frame(&mut lines, &maker, puzzle, settings, bounds)
    } else {
        bounds
    };
    let shift = shift_onto_plate(puzzle, settings, whole)?;
    for line in &mut lines {
        line.contour = shift.contour(&line.contour);
    }
    let sheet = Sheet::ordered(lines);
    let totals = Totals::new(std::slice::from_ref(&sheet), area, settings.plate.area(), settings);
    Ok((sheet, totals))
}

/// A part of some paths, for the texts on it.
fn piece_part(paths: Vec<Contour>) -> CutPart {
    let line = |contour| PartLine::new(contour, Operation::CutInner);
    CutPart {
        key: String::new(),
        name: String::new(),
        kind: PartKind::Base,
        material: 0,
        sort: 0,
        paths: paths.into_iter().map(line).collect(),
        texts: Vec::new(),
        turn_step: 360,
        may_flip: false,
    }
}

fn engraved(part: &CutPart) -> Vec<PartLine> {
    part.laid(Motion::NONE).texts
}

/// The border of a frame around the board, with its texts; the bounds of the whole.
fn add_frame(
    lines: &mut Vec<PartLine>,
    maker: &Maker<'_>,
    puzzle: &Puzzle,
    settings: &LaserSettings,
    board: Bounds,
) -> Bounds {
    let wall = settings.parts.wall.in_mm();
    let min = board.min.map(|n| n - wall);
    let max = board.max.map(|n| n + wall);
    let mut frame = piece_part(vec![rectangle(min, max, wall / 3.0)]);
    if settings.parts.texts {
        let height = settings.parts.letters.in_mm().min(wall * WALL_LETTERS);
        let room = Some([board.size()[0], wall * WALL_TEXT]);
        let middle = (board.min[0] + board.max[0]) / 2.0;
        let mut put = |words: &str, y: f64| {
            frame.put_text(maker.letters.text(words, height), [middle, y], room, false);
        };
        put(&puzzle.title, board.max[1] + wall / 2.0);
        if let Some(count) = puzzle.expect.distinct.filter(|&count| count > 0) {
            put(&text::count(count, "solution"), board.min[1] - wall / 2.0);
        }
    }
    lines.extend(engraved(&frame));
    let border = frame.paths.into_iter().map(|line| line.contour);
    lines.extend(border.map(|contour| PartLine::new(contour, Operation::CutOuter)));
    Bounds { min, max }
}

/// Returns the motion that brings bounds to the upper left corner inside the margin.
fn shift_onto_plate(
    puzzle: &Puzzle,
    settings: &LaserSettings,
    whole: Bounds,
) -> Result<Motion, LaserError> {
    let margin = settings.margin.in_mm();
    let size = whole.size();
    let plate = [settings.plate.width.in_mm(), settings.plate.height.in_mm()];
    for (size, plate) in size.into_iter().zip(plate) {
        let room = plate - 2.0 * margin;
        if size > room + 1e-6 {
            let part = format!("The solution of {}", puzzle.title);
            let length = ((size * 10.0).ceil() / 10.0).to_string();
            let room = ((room.max(0.0) * 10.0).floor() / 10.0).to_string();
            return Err(LaserError::Large { part, length, room });
        }
    }
    Ok(Motion { shift: [0, 1].map(|k| margin - whole.min[k]), ..Motion::NONE })
}

fn bar_lines(
    maker: &Maker<'_>,
    puzzle: &Puzzle,
    placed: &Placed,
) -> Result<Vec<PartLine>, LaserError> {
    let mut lines = Vec::new();
    for (piece, sites) in placed {
        let paths = maker.piece_paths(&puzzle.piece(*piece).name, sites)?;
        lines.extend(paths.into_iter().map(|contour| PartLine::new(contour, Operation::CutInner)));
    }
    Ok(lines)
}

/// The sides of the pieces, each once: those between two of them first.
fn cell_lines(page: &Page, placed: &Placed, unit: f64) -> Vec<PartLine> {
    let mut owners: BTreeMap<(Point, Point), u32> = BTreeMap::new();
    for (_, sites) in placed {
        let mut own: BTreeSet<(Point, Point)> = BTreeSet::new();
        for &site in sites {
            let corners = page.lattice().outline(site);
            for (i, &a) in corners.iter().enumerate() {
                let b = corners[(i + 1) % corners.len()];
                let side = (a.min(b), a.max(b));
                // Met twice within a piece, a side is inside it.
                if !own.insert(side) {
                    own.remove(&side);
                }
            }
        }
        for side in own {
            *owners.entry(side).or_default() += 1;
        }
    }
    let chosen = |inner: bool| -> BTreeSet<(Point, Point)> {
        owners.iter().filter(|(_, n)| (**n > 1) == inner).map(|(side, _)| *side).collect()
    };
    let mut lines = Vec::new();
    for (operation, sides) in
        [(Operation::CutInner, chosen(true)), (Operation::CutOuter, chosen(false))]
    {
        let along = lines_along(page, sides, unit).into_iter();
        lines.extend(along.map(|contour| PartLine::new(contour, operation)));
    }
    lines
}

/// The lines along sides, given by their ends, in millimetres: as long as possible, each side once.
pub(super) fn lines_along(page: &Page, sides: BTreeSet<(Point, Point)>, unit: f64) -> Vec<Contour> {
    let contour = |line: Line| {
        let corners = match line.closed {
            true => straightened(&line.points),
            false => open_straightened(&line.points),
        };
        let points = corners.into_iter().map(|p| page.at(p).map(|n| n * unit));
        Contour::polyline(points, line.closed)
    };
    joined(sides).into_iter().map(contour).collect()
}

/// A line from corner to corner.
struct Line {
    points: Vec<Point>,
    closed: bool,
}

/// Joins sides into lines that are as long as possible: at each corner those that run straight on into
/// each other, then any two of the others. Each side is in one line, once; the number of lines is the
/// least.
fn joined(sides: BTreeSet<(Point, Point)>) -> Vec<Line> {
    let mut ends: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for &(a, b) in &sides {
        ends.entry(a).or_default().push(b);
        ends.entry(b).or_default().push(a);
    }
    // Coming to a corner from the one, a line goes on to the other.
    let mut onward: BTreeMap<(Point, Point), Point> = BTreeMap::new();
    for (&corner, around) in &ends {
        let mut open = around.clone();
        while let Some(i) =
            open.iter().position(|&a| open.iter().any(|&b| is_straight(a, corner, b)))
        {
            let a = open.remove(i);
            let Some(j) = open.iter().position(|&b| is_straight(a, corner, b)) else { break };
            let b = open.remove(j);
            onward.extend([((a, corner), b), ((b, corner), a)]);
        }
        for pair in open.chunks_exact(2) {
            onward.extend([((pair[0], corner), pair[1]), ((pair[1], corner), pair[0])]);
        }
    }
    let mut left = sides;
    let mut lines = Vec::new();
    let begins: Vec<(Point, Point)> = ends
        .iter()
        .flat_map(|(&corner, around)| around.iter().map(move |&to| (corner, to)))
        .filter(|&(corner, to)| !onward.contains_key(&(to, corner)))
        .collect();
    let rings: Vec<(Point, Point)> = left.iter().copied().collect();
    for (start, first) in begins.into_iter().chain(rings) {
        let (mut from, mut to) = (start, first);
        let mut points = vec![start];
        let mut closed = false;
        while left.remove(&(from.min(to), from.max(to))) {
            points.push(to);
            let Some(&next) = onward.get(&(from, to)) else { break };
            (from, to) = (to, next);
            closed = (from, to) == (start, first);
        }
        if points.len() > 1 {
            if closed {
                points.pop();
            }
            lines.push(Line { points, closed });
        }
    }
    lines
}

/// A line without the points in the middle of its straight runs.
fn open_straightened(line: &[Point]) -> Vec<Point> {
    let n = line.len();
    (0..n)
        .filter(|&i| i == 0 || i + 1 == n || !is_straight(line[i - 1], line[i], line[i + 1]))
        .map(|i| line[i])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cross_is_two_lines_and_a_square_one() {
        let p = |x, y| Point::new(x, y, 0);
        let cross =
            [(p(0, 1), p(1, 1)), (p(1, 1), p(2, 1)), (p(1, 0), p(1, 1)), (p(1, 1), p(1, 2))];
        let lines = joined(cross.into_iter().collect());
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| open_straightened(&line.points).len() == 2));
        let square =
            [(p(0, 0), p(1, 0)), (p(0, 1), p(1, 1)), (p(0, 0), p(0, 1)), (p(1, 0), p(1, 1))];
        let lines = joined(square.into_iter().collect());
        assert!(lines.len() == 1 && lines[0].closed && lines[0].points.len() == 4);
    }
}
