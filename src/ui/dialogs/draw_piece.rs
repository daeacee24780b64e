//! The small canvas on which a piece is drawn: a new one, or the shape of one that is there.

use std::collections::BTreeSet;

use egui::{
    Frame, PointerButton, Pos2, Rect, Role, Sense, Shape as Line, Stroke, Ui, WidgetInfo, vec2,
};

use crate::lattice::{Lattice, Point, SiteForm};
use crate::picture::{Figure, Page};
use crate::polyform::Shape;
use crate::puzzle::Colour;
use crate::ui::action::{Action, Actions};
use crate::ui::design::brush::{around, site_at};
use crate::ui::input::{PointerStep, PointerSteps};
use crate::ui::paint::{self, Look, Projection};
use crate::ui::theme::{Palette, regular, semibold};
use crate::ui::widgets;
use crate::workbench::edit::{Edit, PieceChange, box_of};

/// Side of the canvas, in points.
const SIDE: f32 = 400.0;
/// How many periods along each axis there are to draw on, in a plane and in space.
const ROOM: i32 = 8;
const SOLID_ROOM: i32 = 4;

/// A piece that is being drawn.
pub(crate) struct Sketch {
    lattice: &'static Lattice,
    /// The piece whose shape it is to become; `None` for a new one.
    of: Option<String>,
    colour: Colour,
    sites: BTreeSet<Point>,
    /// What there is to draw on.
    ground: Vec<Point>,
    /// Whether the stroke that goes on puts sites in or takes them out.
    stroke: Option<bool>,
    steps: PointerSteps,
}

impl Sketch {
    /// Of a new piece, in the colour that it will have.
    pub(crate) fn new(lattice: &'static Lattice, colour: Colour) -> Sketch {
        let (far, deep) = match lattice.is_solid() {
            true => (SOLID_ROOM - 1, SOLID_ROOM - 1),
            false => (ROOM - 1, 0),
        };
        let period = lattice.period;
        let high = Point::new(far * period, far * period, deep * period);
        let ground = box_of(lattice, Point::ORIGIN, high);
        Sketch {
            lattice,
            of: None,
            colour,
            sites: BTreeSet::new(),
            ground,
            stroke: None,
            steps: PointerSteps::default(),
        }
    }

    /// Of a piece that is there.
    pub(crate) fn from_shape(
        lattice: &'static Lattice,
        name: &str,
        shape: &Shape,
        colour: Colour,
    ) -> Sketch {
        let mut sketch = Sketch::new(lattice, colour);
        sketch.of = Some(name.to_owned());
        sketch.sites = shape.sites().iter().copied().collect();
        let far = |of: fn(&Point) -> i32| shape.sites().iter().map(of).max().unwrap_or(0);
        let room = sketch.ground.last().copied().unwrap_or(Point::ORIGIN);
        let beyond = if lattice.is_solid() { 0 } else { lattice.period };
        let high = Point::new(
            room.x.max(far(|p| p.x) + beyond),
            room.y.max(far(|p| p.y) + beyond),
            room.z.max(far(|p| p.z)),
        );
        sketch.ground = box_of(lattice, Point::ORIGIN, high);
        sketch
    }

    /// Follows the pointer, which is on a site or beside all of them.
    fn follow(&mut self, step: PointerStep, site: Option<Point>) {
        if let PointerStep::Press(..) = step {
            self.stroke = site.map(|site| !self.sites.contains(&site));
        }
        if let (Some(put), Some(site)) = (self.stroke, site)
            && self.sites.contains(&site) != put
        {
            self.set(site, put);
        }
        if let PointerStep::Release(_) = step {
            self.stroke = None;
        }
    }

    /// Puts a site in or takes it out, with the unit that it belongs to.
    fn set(&mut self, site: Point, put: bool) {
        let unit = self
            .lattice
            .units_at(site)
            .into_iter()
            .find(|unit| unit.iter().all(|part| self.sites.contains(part) != put));
        for part in unit.unwrap_or_default() {
            if put {
                self.sites.insert(part);
            } else {
                self.sites.remove(&part);
            }
        }
    }
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(sketch: &mut Sketch, out: &mut Actions, ui: &Ui) -> bool {
    let title = match &sketch.of {
        Some(name) => format!("Shape of {name}"),
        None => "New piece".to_owned(),
    };
    let ((done, cancelled), is_over) = super::sheet(ui, &title, SIDE + 32.0, |ui| {
        let frame = Frame::new().inner_margin(16);
        frame.show(ui, |ui| widgets::column(ui, |ui| card(sketch, &title, ui)).inner).inner
    });
    if done {
        let sites: Vec<Point> = sketch.sites.iter().copied().collect();
        let edit = match &sketch.of {
            Some(name) => Edit::Pieces(vec![name.clone()], PieceChange::Sites(sites)),
            None => Edit::DrawPiece(sites),
        };
        out.push(Action::Submit(edit));
        return false;
    }
    cancelled || is_over
}

fn card(sketch: &mut Sketch, title: &str, ui: &mut Ui) -> (bool, bool) {
    let palette = Palette::current(ui);
    widgets::elided(ui, title, semibold(15.0), palette.text, SIDE);
    ui.add_space(8.0);
    canvas(sketch, ui);
    ui.add_space(8.0);
    let n = sketch.sites.len() as u64;
    let text = match n {
        0 => format!("Drag to draw. Drag over {} again to remove it.", sketch.lattice.a_site()),
        n => sketch.lattice.count_sites(n),
    };
    widgets::elided(ui, &text, regular(12.0), palette.text2, SIDE);
    ui.add_space(12.0);
    let label = if sketch.of.is_some() { "Set shape" } else { "Add piece" };
    super::buttons(ui, label, n > 0, Some("Draw it first."))
}

fn canvas(sketch: &mut Sketch, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let lattice = sketch.lattice;
    let page = Page::around(lattice, sketch.ground.iter().copied());
    let corners: Vec<_> = sketch.ground.iter().map(|&site| page.outline(site)).collect();
    let Some(bounds) = crate::picture::Bounds::of_sites(&page, sketch.ground.iter().copied())
    else {
        return;
    };
    let height = if lattice.is_solid() { SIDE / 3.0 } else { SIDE };
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, height), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Canvas for the piece"));
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, palette.canvas);
    let projection = Projection::fit(&bounds, rect.shrink(12.0), 56.0);
    for corners in &corners {
        let points: Vec<Pos2> = corners.iter().map(|&p| projection.at(p)).collect();
        let stroke = Stroke::new(1.0, palette.grid);
        match lattice.form {
            SiteForm::Cell => _ = painter.add(Line::closed_line(points, stroke)),
            SiteForm::Edge => painter.extend(Line::dashed_line(&points, stroke, 3.0, 4.0)),
        }
    }
    if !sketch.sites.is_empty() {
        let sites: Vec<Point> = sketch.sites.iter().copied().collect();
        let figure = Figure::new(&page, &sites);
        let look = Look { name: false, ..Look::on_board(palette, projection.scale) };
        paint::piece(&painter, palette, projection, &figure, sketch.colour, "", look);
    }
    let inside = ui.rect_contains_pointer(rect);
    let pointer = ui.input(|i| i.pointer.hover_pos()).filter(|_| inside);
    let under = pointer.and_then(|p| site_at(lattice, &corners, projection.inverse(p)));
    if let Some(i) = under {
        let points: Vec<Pos2> = corners[i].iter().map(|&p| projection.at(p)).collect();
        painter.add(Line::closed_line(points, Stroke::new(1.5, palette.text)));
    }
    sketch.steps.gather(ui, &response);
    while let Some(step) = sketch.steps.next() {
        let site = site_at(lattice, &corners, projection.inverse(step.at()));
        sketch.follow(step, site.map(|i| sketch.ground[i]));
    }
    if sketch.steps.are_over(ui) {
        sketch.stroke = None;
    }
    nodes(sketch, ui, projection, &corners, rect);
}

/// Gives every site a name and the focus, so that a piece can be drawn by keyboard.
fn nodes(
    sketch: &mut Sketch,
    ui: &Ui,
    projection: Projection,
    corners: &[Vec<crate::picture::Xy>],
    visible: Rect,
) {
    let lattice = sketch.lattice;
    let palette = Palette::current(ui);
    let id = ui.scope_id().with("sketch");
    for (i, corners) in corners.iter().enumerate() {
        let site = sketch.ground[i];
        let response =
            ui.interact(around(projection, corners).expand(0.5), id.with(i), Sense::click());
        let there = sketch.sites.contains(&site);
        response.widget_info(|| {
            let (one, label) = (lattice.site_words.0, lattice.site_label(site));
            WidgetInfo::selected(Role::CheckBox, true, there, format!("Piece {one} {label}"))
        });
        if response.clicked() && !response.clicked_by(PointerButton::Primary) {
            sketch.set(site, !there);
        }
        if response.has_focus() {
            let points: Vec<Pos2> = corners.iter().map(|&p| projection.at(p)).collect();
            let stroke = Stroke::new(2.0, palette.accent);
            ui.painter_at(visible).add(Line::closed_line(points, stroke));
        }
    }
}
