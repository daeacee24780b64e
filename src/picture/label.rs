//! Where the name of a piece stands, and the text of a site.

use std::collections::BTreeSet;

use super::{Page, Xy};
use crate::lattice::{Point, SiteForm};
use crate::puzzle::Puzzle;

/// The largest number of letters of a name that stands in the middle of a unit.
const SHORT: usize = 2;
/// Half the height of capitals, in sizes of letters.
const HALF_HEIGHT: f64 = 0.36;
/// The distance from a line between cells at which the length of a row is measured on either side,
/// in units.
const BESIDE: f64 = 1e-4;

/// The largest size of the letters of a site's text, in units.
const TEXT_LETTERS: f64 = 0.36;
/// The part of a site that its text may be wide.
const TEXT_SHARE: f64 = 0.86;
/// The room for a text on an edge, in units.
const EDGE_ROOM: f64 = 0.6;
/// The mean width of a letter, in its size.
const LETTER_WIDTH: f64 = 0.6;

/// The text of a site where it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteLabel {
    /// The site.
    pub site: Point,
    /// Its middle.
    pub at: Xy,
    /// The size of its letters, in units: as large as there is room for.
    pub letters: f64,
    /// The text.
    pub text: String,
}

impl SiteLabel {
    /// The texts of a puzzle's board.
    pub fn of_board(puzzle: &Puzzle, page: &Page) -> Vec<SiteLabel> {
        let label = |(&site, text): (&Point, &String)| SiteLabel::new(page, site, text.clone());
        puzzle.site_texts.iter().map(label).collect()
    }

    fn new(page: &Page, site: Point, text: String) -> SiteLabel {
        let at = middle(page, site);
        let room = match page.lattice().form {
            SiteForm::Cell => TEXT_SHARE * row_width(&[page.outline(site)], at),
            SiteForm::Edge => EDGE_ROOM,
        };
        let width = LETTER_WIDTH * text.chars().count().max(1) as f64;
        SiteLabel { site, at, letters: TEXT_LETTERS.min(room / width), text }
    }
}

/// Where a name stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// The middle of the unit nearest to the centroid.
    pub at: Xy,
    /// The greatest width of a name there, in units.
    pub room: f64,
    /// Rows of cells where a longer name has room, those nearest to the centroid first.
    pub rows: Vec<Row>,
    /// The text that stands there instead of the name.
    pub text: Option<String>,
}

/// A row of cells that a name may stand in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// Its middle.
    pub at: Xy,
    /// The greatest width of a name there, in units.
    pub room: f64,
}

impl Label {
    /// A place for a text of its own.
    pub fn of_text(at: Xy, room: f64, text: String) -> Label {
        Label { at, room, rows: Vec::new(), text: Some(text) }
    }

    /// The place of the name of a piece of cells; `letters` is the size of its letters, in units.
    /// Of the order of the square of their number.
    pub(super) fn on_cells(page: &Page, sites: &[Point], letters: f64) -> Label {
        let (at, centre) = unit_in_the_middle(page, sites);
        let cells: Vec<Vec<Xy>> = sites.iter().map(|&site| page.outline(site)).collect();
        let room = row_width(&cells, at);
        Label { at, room, rows: rows(&cells, centre, HALF_HEIGHT * letters), text: None }
    }

    /// The place of the name of sticks, with some room for it.
    pub(super) fn on_sticks(page: &Page, sites: &[Point], room: f64) -> Label {
        let (at, _) = unit_in_the_middle(page, sites);
        Label { at, room, rows: Vec::new(), text: None }
    }

    /// Where a name stands that is so wide, in units: a short one in the middle of a unit, another
    /// in the nearest row with room for it, or else in the widest.
    pub fn place(&self, name: &str, width: f64) -> Row {
        let here = Row { at: self.at, room: self.room };
        if name.chars().count() <= SHORT && width <= self.room {
            return here;
        }
        let fitting = self.rows.iter().find(|row| row.room >= width);
        let widest = || {
            // The first of the widest, so that equal shapes carry their names alike.
            self.rows.iter().rev().max_by(|a, b| a.room.total_cmp(&b.room))
        };
        fitting.or_else(widest).copied().unwrap_or(here)
    }
}

/// The middle of a site on the page: the mean of its corners.
pub(crate) fn middle(page: &Page, site: Point) -> Xy {
    mean(&page.outline(site))
}

fn mean(points: &[Xy]) -> Xy {
    let n = points.len().max(1) as f64;
    [0, 1].map(|k| points.iter().map(|p| p[k]).sum::<f64>() / n)
}

fn distance([ax, ay]: Xy, [bx, by]: Xy) -> f64 {
    (ax - bx).hypot(ay - by)
}

/// The middle of the unit nearest to the centroid, and the centroid.
fn unit_in_the_middle(page: &Page, sites: &[Point]) -> (Xy, Xy) {
    let lattice = page.lattice();
    let mean_of =
        |sites: &[Point]| mean(&sites.iter().map(|&site| middle(page, site)).collect::<Vec<_>>());
    let centre = mean_of(sites);
    // Where every site is a unit, all of them are whole.
    let here: BTreeSet<Point> = match lattice.units.is_empty() {
        true => BTreeSet::new(),
        false => sites.iter().copied().collect(),
    };
    let units = sites.iter().flat_map(|&site| lattice.units_at(site));
    let whole = units.filter(|unit| unit.len() == 1 || unit.iter().all(|site| here.contains(site)));
    // The first of the nearest, so that equal shapes carry their names alike. The tiny
    // allowance keeps rounding from deciding between equals.
    let mut best = [0.0, 0.0];
    let mut least = f64::INFINITY;
    for p in whole.map(|unit| mean_of(&unit)) {
        if distance(p, centre) < least - 1e-9 {
            least = distance(p, centre);
            best = p;
        }
    }
    (best, centre)
}

/// Computes the spans of a line across the page that the cells cover, from left to right.
fn spans(cells: &[Vec<Xy>], y: f64) -> Vec<[f64; 2]> {
    let mut each: Vec<[f64; 2]> = cells
        .iter()
        .filter_map(|cell| {
            let cuts = (0..cell.len()).filter_map(|i| {
                let ([ax, ay], [bx, by]) = (cell[i], cell[(i + 1) % cell.len()]);
                let between = (ay - y) * (by - y) < 0.0;
                between.then(|| ax + (bx - ax) * (y - ay) / (by - ay))
            });
            let (least, most) = cuts
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, m), cut| (l.min(cut), m.max(cut)));
            (least < most).then_some([least, most])
        })
        .collect();
    each.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let mut whole: Vec<[f64; 2]> = Vec::new();
    for [from, to] in each {
        match whole.last_mut() {
            Some(last) if from <= last[1] + 1e-6 => last[1] = last[1].max(to),
            _ => whole.push([from, to]),
        }
    }
    whole
}

/// Computes how far the row of cells around a point reaches to both sides of it, twice the lesser.
fn row_width(cells: &[Vec<Xy>], [x, y]: Xy) -> f64 {
    let here = spans(cells, y).into_iter().find(|&[from, to]| from <= x && x <= to);
    here.map_or(0.0, |[from, to]| 2.0 * (x - from).min(to - x))
}

/// The rows of cells where letters have room that reach so far above and below their middle, those
/// nearest to the centre first.
fn rows(cells: &[Vec<Xy>], centre: Xy, half: f64) -> Vec<Row> {
    let corners = cells.iter().flatten().map(|corner| corner[1]);
    let middles = cells.iter().map(|cell| mean(cell)[1]);
    let mut heights: Vec<f64> = middles.chain(corners).collect();
    heights.sort_by(f64::total_cmp);
    heights.dedup_by(|a, b| (*a - *b).abs() < 1e-6);
    let mut rows: Vec<Row> = Vec::new();
    for y in heights {
        let lines = [y - half, y - BESIDE, y + BESIDE, y + half];
        let common = lines.into_iter().map(|line| spans(cells, line)).reduce(|a, b| shared(&a, &b));
        rows.extend(
            common
                .unwrap_or_default()
                .into_iter()
                .map(|[from, to]| Row { at: [(from + to) / 2.0, y], room: to - from }),
        );
    }
    // Rounded, so that of equals the upper left one comes first.
    rows.sort_by_key(|row| (distance(row.at, centre) * 1e6).round() as i64);
    rows
}

/// Computes the intersection of two lists of spans.
fn shared(one: &[[f64; 2]], other: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let pairs =
        one.iter().flat_map(|a| other.iter().map(move |b| [a[0].max(b[0]), a[1].min(b[1])]));
    pairs.filter(|[from, to]| to - from > 1e-6).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{Lattice, square, tetrakis, triangle};
    use crate::picture::Figure;
    use crate::polyform::art::shape_sites;

    fn label(lattice: &Lattice, art: &[&str]) -> Label {
        let sites = shape_sites(lattice, art).unwrap();
        let page = Page::around(lattice, sites.iter().copied());
        Figure::new(&page, &sites).labels.swap_remove(0)
    }

    #[test]
    fn a_short_name_may_be_as_wide_as_the_row_of_cells_around_its_unit() {
        let room = |art: &[&str]| label(&square::LATTICE, art).room;
        assert_eq!(room(&["XXXXX"]), 5.0);
        assert_eq!(room(&["XXXX"]), 3.0, "the nearest site is left of the middle");
        assert_eq!(room(&["XXX", "X.X"]), 3.0);
        assert_eq!(room(&["X", "X", "X"]), 1.0);
    }

    #[test]
    fn a_long_name_stands_in_the_nearest_row_with_room_for_it() {
        let u = label(&square::LATTICE, &["X.X", "XXX"]);
        assert_eq!(u.place("U", 0.2).at, u.at);
        assert_eq!(u.place("u-shaped", 2.5), Row { at: [1.5, 1.5], room: 3.0 });
        // In no row there is room: the widest.
        assert_eq!(u.place("u-shaped, and long", 9.0), Row { at: [1.5, 1.5], room: 3.0 });
        let bar = label(&square::LATTICE, &["XXXX"]);
        assert_eq!(bar.place("bar", 2.0), Row { at: [2.0, 0.5], room: 4.0 });
    }

    #[test]
    fn letters_keep_clear_of_slanting_sides() {
        let one = label(&triangle::LATTICE, &["X"]);
        let widest = one.rows.iter().map(|row| row.room).fold(0.0, f64::max);
        // Two thirds of the side at the height of the middle, less where the letters end.
        assert!(widest < 2.0 / 3.0 - 0.05, "{widest}");
    }

    #[test]
    fn the_name_of_a_square_of_quarters_stands_in_its_middle() {
        let sites: Vec<Point> =
            tetrakis::LATTICE.units_at(Point::new(3, 1, 0)).into_iter().flatten().collect();
        let all: BTreeSet<Point> = sites.into_iter().collect();
        let sites: Vec<Point> = all.into_iter().collect();
        let page = Page::around(&tetrakis::LATTICE, sites.iter().copied());
        let label = Figure::new(&page, &sites).labels.swap_remove(0);
        let row = label.place("square", 0.6);
        assert!(row.room >= 0.6, "{row:?}");
        let bounds = crate::picture::Bounds::of_sites(&page, sites).unwrap();
        let middle = (bounds.min[0] + bounds.max[0]) / 2.0;
        assert!((row.at[0] - middle).abs() < 1e-6, "{row:?} in {bounds:?}");
    }
}
