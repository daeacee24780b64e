//! The pictures of cover puzzles: grounds, lines and texts of the empty grid, and what options
//! write into it.

use super::label::{Label, middle};
use super::{Figure, Page, Xy};
use crate::lattice::Point;
use crate::puzzle::{Cover, Ink, Puzzle};

/// The size of texts that fill a cell, and of those that only fill in a matrix, in units.
const LARGE: f64 = 0.6;
const SMALL: f64 = 0.36;
/// The greatest width of a text in a cell, in units.
const ROOM: f64 = 0.9;

/// The ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Backdrop {
    /// As sites are that wait to be covered.
    Plain,
    /// As the page.
    Open,
    /// Darker, as every other square of a chessboard.
    Dark,
}

/// In which colour a mark is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarkInk {
    /// That of text.
    Text,
    /// That of what was found.
    Accent,
}

/// The empty grid of a cover puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenery {
    /// The ground of each site, by its position on the board.
    pub grounds: Vec<Backdrop>,
    /// The heavier lines.
    pub lines: Vec<[Xy; 2]>,
    /// The texts, each with the middle of its cell.
    pub texts: Vec<(Xy, String)>,
    /// The size of the texts, in units.
    pub letters: f64,
    /// True if the texts are as important as what is written: givens are.
    pub strong: bool,
    /// The captions above the columns and beside the rows; the usual numbers where empty.
    pub captions: [Vec<String>; 2],
}

impl Scenery {
    /// The scenery of a puzzle on the page of its board; `None` without a cover.
    pub fn new(puzzle: &Puzzle, page: &Page) -> Option<Scenery> {
        let cover = puzzle.cover.as_ref()?;
        let scene = &cover.scene;
        let ground = |site: Point| {
            let numbers = (puzzle.lattice.address.of_site)(site);
            match (scene.chequered, cover.text(site)) {
                (true, _) if numbers.iter().sum::<i32>() % 2 == 0 => Backdrop::Plain,
                (true, _) => Backdrop::Dark,
                (false, Some(_)) => Backdrop::Plain,
                (false, None) => Backdrop::Open,
            }
        };
        let strong = scene.ink == Ink::Name;
        let text = |(&site, text): (&Point, &String)| (middle(page, site), text.clone());
        Some(Scenery {
            grounds: puzzle.board.sites().iter().map(|s| ground(s.site)).collect(),
            lines: scene.lines.iter().map(|line| line.map(|end| page.at(end))).collect(),
            texts: scene.texts.iter().map(text).collect(),
            letters: if strong { LARGE } else { SMALL },
            strong,
            captions: scene.captions.clone(),
        })
    }
}

/// Returns the figure of a placement: its sites, or what the option of a cover puzzle writes.
/// Linear in the sites.
pub fn placed(cover: Option<&Cover>, page: &Page, name: &str, sites: &[Point]) -> Figure {
    let Some(cover) = cover else { return Figure::new(page, sites) };
    let label = |site: Point, text: &str| Label::of_text(middle(page, site), ROOM, text.to_owned());
    match cover.scene.ink {
        Ink::Name => Figure {
            // A given stands on the board already.
            labels: sites
                .iter()
                .filter(|site| cover.text(**site).is_none())
                .map(|&site| label(site, name))
                .collect(),
            letters: LARGE,
            mark: Some(MarkInk::Accent),
            ..Figure::default()
        },
        Ink::Queen => Figure {
            cells: sites.iter().flat_map(|&site| queen(middle(page, site))).collect(),
            mark: Some(MarkInk::Text),
            ..Figure::default()
        },
        Ink::Cells => Figure {
            labels: sites.iter().filter_map(|&s| Some(label(s, cover.text(s)?))).collect(),
            letters: SMALL,
            ..Figure::new(page, sites)
        },
    }
}

/// Returns the figure of a piece of a puzzle by itself, as in a list.
pub fn alone(puzzle: &Puzzle, page: &Page, name: &str, sites: &[Point]) -> Figure {
    match puzzle.cover.as_deref().map(|cover| cover.scene.ink) {
        None | Some(Ink::Cells) => Figure::new(page, sites),
        Some(Ink::Queen) => placed(puzzle.cover.as_deref(), page, name, sites),
        Some(Ink::Name) => {
            let label = |&site| Label::of_text(middle(page, site), ROOM, name.to_owned());
            Figure {
                labels: sites.iter().map(label).collect(),
                letters: LARGE,
                mark: Some(MarkInk::Text),
                ..Figure::default()
            }
        }
    }
}

/// The crown of a queen in the cell about a point: convex polygons that overlap.
fn queen([x, y]: Xy) -> Vec<Vec<Xy>> {
    /// The tips of the five spikes, from the left, and half the width of each at its foot.
    const TIPS: [Xy; 5] =
        [[-0.33, -0.12], [-0.18, -0.23], [0.0, -0.28], [0.18, -0.23], [0.33, -0.12]];
    const FOOT: f64 = 0.07;
    const BALL: f64 = 0.045;
    let at = |[dx, dy]: Xy| [x + dx, y + dy];
    let base = [[-0.25, 0.22], [0.25, 0.22], [0.27, 0.32], [-0.27, 0.32]];
    let body = [[-0.26, 0.04], [0.26, 0.04], [0.22, 0.19], [-0.22, 0.19]];
    let mut parts: Vec<Vec<Xy>> = vec![base.map(at).to_vec(), body.map(at).to_vec()];
    for (k, tip) in TIPS.into_iter().enumerate() {
        let foot = (k as f64 - 2.0) * 0.095;
        parts.push([tip, [foot + FOOT, 0.1], [foot - FOOT, 0.1]].map(at).to_vec());
        let ball = (0..12).map(|i| {
            let (sin, cos) = (f64::from(i) * std::f64::consts::TAU / 12.0).sin_cos();
            at([tip[0] + BALL * cos, tip[1] + BALL * sin])
        });
        parts.push(ball.collect());
    }
    parts
}
