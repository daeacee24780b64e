//! Options as small boards: the outline of the board with the sites that an option covers.

use egui::epaint::Mesh;
use egui::{Painter, Rect, Shape, Stroke, StrokeKind};

use super::Hue;
use crate::encode::Encoded;
use crate::exact_cover::OptionId;
use crate::job::Subject;
use crate::lattice::{Point, SiteForm};
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::drawing::paint::{Projection, add_polygon};
use crate::ui::space::solid::Icon;
use crate::ui::widgets::theme::Palette;
use crate::workbench::stepper::Stepper;

/// Side of a small board.
pub(super) const SIDE: f32 = 20.0;
/// The most sites of a board whose own sites are drawn.
const MAX_SITES: usize = 150;

/// Paints an option as a small board, or as its piece if that is a solid; whether there is a
/// picture of it.
pub(super) fn paint(
    stepper: &Stepper,
    figures: Option<&FigureCache>,
    option: OptionId,
    place: Rect,
    painter: &Painter,
    palette: &Palette,
) -> bool {
    let (Subject::Puzzle(Encoded { puzzle, encoding, .. }), Some(figures)) =
        (stepper.subject(), figures)
    else {
        return false;
    };
    let sites: Vec<Point> = encoding.sites(option).collect();
    if sites.is_empty() {
        return false;
    }
    if figures.solid.is_some() {
        let colour = puzzle.piece(encoding.placement(option).piece).colour;
        Icon::of_sites(puzzle.lattice, sites).paint(painter, colour, place, 7.0);
        return true;
    }
    let projection = Projection::fit(&figures.board.bounds, place, 12.0);
    let all = &figures.board.sites;
    let covered: Vec<usize> =
        sites.iter().filter_map(|&site| puzzle.board.position(site)).collect();
    let is_mark = puzzle.cover.is_some();
    let hue = Hue::new(palette, stepper, option);
    let fill = if is_mark { palette.text } else { hue.fill };
    if puzzle.lattice.form == SiteForm::Edge {
        let segment = |at: usize| all[at].iter().map(|&end| projection.at(end)).collect::<Vec<_>>();
        if all.len() <= MAX_SITES {
            for at in 0..all.len() {
                painter.add(Shape::line(segment(at), Stroke::new(0.5, palette.grid)));
            }
        }
        for at in covered {
            painter.add(Shape::line(segment(at), Stroke::new(2.0, fill)));
        }
        return true;
    }
    let mut mesh = Mesh::default();
    if all.len() <= MAX_SITES {
        for site in all {
            add_polygon(&mut mesh, projection, site, palette.pressed);
        }
    } else {
        let bounds = figures.board.bounds;
        let frame = Rect::from_two_pos(projection.at(bounds.min), projection.at(bounds.max));
        painter.rect_filled(frame, 0.0, palette.pressed);
        painter.rect_stroke(frame, 0.0, Stroke::new(1.0, palette.grid), StrokeKind::Inside);
    }
    for at in covered {
        add_polygon(&mut mesh, projection, &all[at], fill);
    }
    painter.add(Shape::mesh(mesh));
    true
}
