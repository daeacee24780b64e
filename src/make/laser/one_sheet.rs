//! A solution cut from one sheet: every side between two pieces once.

use std::collections::{BTreeMap, BTreeSet};

use super::LaserError;
use super::operation::Operation;
use super::part::{CutPart, PartKind, PartLine};
use super::parts::Maker;
use super::path::{self, Motion, rectangle};
use super::sheet::{Sheet, Totals};
use super::sides::lines_along;
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
