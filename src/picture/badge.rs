//! Colour labels as badges, which differ in form and not in hue.

use super::drawing::Contour;
use super::{Page, Xy};
use crate::lattice::Point;
use crate::puzzle::{Label, Puzzle};

/// A colour label where it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Badge {
    /// The site with the label.
    pub site: Point,
    /// Its middle.
    pub at: Xy,
    /// Its form.
    pub form: BadgeForm,
}

/// The form of a badge: dark on a white disc in every theme, so that black squares stay black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadgeForm {
    /// A disc, for the first label of a puzzle.
    Disc,
    /// A ring, for the second.
    Ring,
    /// A square on its corner, for the third.
    Diamond,
    /// A plus, for the fourth.
    Plus,
    /// The label itself, for all others.
    Letter(Label),
}

impl BadgeForm {
    /// The borders of its areas by the even-odd rule, in a radius about a middle, with a width for the
    /// line of a ring or plus; none of a letter, which is written.
    pub fn contours(self, [x, y]: Xy, radius: f64, line: f64) -> Vec<Contour> {
        let circle = |radius: f64| Contour::circle([x, y], radius);
        let polygon = |corners: &[Xy]| {
            let at = |[dx, dy]: &Xy| [x + dx * radius, y + dy * radius];
            vec![Contour::polyline(corners.iter().map(at), true)]
        };
        let middle = Badge::RING * radius;
        let arm = line / (2.0 * radius);
        match self {
            BadgeForm::Disc => vec![circle(radius)],
            BadgeForm::Ring => vec![circle(middle + line / 2.0), circle(middle - line / 2.0)],
            BadgeForm::Diamond => polygon(&[[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]]),
            BadgeForm::Plus => {
                // A corner between two arms, turned by quarters.
                let quarter = [[-arm, -arm], [-arm, -1.0], [arm, -1.0]];
                let turned =
                    |n: usize| quarter.map(|corner| (0..n).fold(corner, |[dx, dy], _| [-dy, dx]));
                polygon(&[turned(0), turned(1), turned(2), turned(3)].concat())
            }
            BadgeForm::Letter(_) => Vec::new(),
        }
    }
}

impl Badge {
    /// The smallest scale with room for badges, in points per unit.
    pub const MIN_SCALE: f64 = 14.0;
    /// The radius of the white disc, in radii of the form upon it.
    pub const GROUND: f64 = 1.35;
    /// The size of letters, likewise.
    pub const LETTERS: f64 = 2.2;
    /// The radius of the middle of a ring's line, likewise.
    pub const RING: f64 = 0.8;

    /// The radius of its form, in points, on a drawing of `scale` points per unit.
    pub fn radius(scale: f64) -> f64 {
        (0.09 * scale).clamp(1.8, 6.0)
    }

    /// Returns the line width of a ring or plus of this radius, in points.
    pub fn line(radius: f64) -> f64 {
        (0.4 * radius).max(1.0)
    }

    /// The badge of a label, one of those that are known, on a site: towards one of its corners, so that
    /// the middle is left to names and numbers.
    fn new(known: &[Label], label: Label, page: &Page, site: Point) -> Badge {
        let corners = page.outline(site);
        let n = corners.len().max(1) as f64;
        let middle = [0, 1].map(|k| corners.iter().map(|corner| corner[k]).sum::<f64>() / n);
        let low = |corner: &&Xy| corner[0] + corner[1];
        let corner = corners.iter().max_by(|a, b| low(a).total_cmp(&low(b))).unwrap_or(&middle);
        let at = [0, 1].map(|k| middle[k] + 0.6 * (corner[k] - middle[k]));
        let form = match known.iter().position(|l| *l == label) {
            Some(0) => BadgeForm::Disc,
            Some(1) => BadgeForm::Ring,
            Some(2) => BadgeForm::Diamond,
            Some(3) => BadgeForm::Plus,
            _ => BadgeForm::Letter(label),
        };
        Badge { site, at, form }
    }

    /// The badges of a puzzle's board.
    pub fn of_board(puzzle: &Puzzle, page: &Page) -> Vec<Badge> {
        if !puzzle.board.has_labels() {
            return Vec::new();
        }
        let known = puzzle.labels();
        let sites = puzzle.board.sites().iter().enumerate();
        let badge = |(i, site): (usize, &crate::puzzle::BoardSite)| {
            Some(Badge::new(&known, puzzle.board.label(i)?, page, site.site))
        };
        sites.filter_map(badge).collect()
    }

    /// The badges of sites of a piece, which have these labels.
    pub fn of_sites(
        puzzle: &Puzzle,
        page: &Page,
        sites: &[Point],
        labels: &[Option<Label>],
    ) -> Vec<Badge> {
        if labels.iter().all(Option::is_none) {
            return Vec::new();
        }
        Badge::among(&puzzle.labels(), page, sites, labels)
    }

    /// The badges of sites which have these labels, where some labels are known in all.
    pub fn among(
        known: &[Label],
        page: &Page,
        sites: &[Point],
        labels: &[Option<Label>],
    ) -> Vec<Badge> {
        let badge = |(&site, label): (&Point, &Option<Label>)| {
            Some(Badge::new(known, (*label)?, page, site))
        };
        sites.iter().zip(labels).filter_map(badge).collect()
    }
}
