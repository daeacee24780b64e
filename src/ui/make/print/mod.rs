//! The target 3D print: parts on plates for a printer in three dimensions.

pub(super) mod settings;

use std::sync::Arc;

use egui::{Color32, Rect, Sense, Ui, pos2, vec2};

use super::preview_frame::{self, ROOMY_HEAD, canvas_and_foot};
use crate::make::print::view::{Camera, PlateScene};
use crate::make::print::{Print, PrintPart};
use crate::picture::space::View;
use crate::puzzle::making::PrintSettings;
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::canvas::viewport::Viewport;
use crate::ui::drawing::raster::Raster;
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::Wake;
use crate::workbench::make::print::Plates;

/// The text that is shown until there are plates.
const BUSY: &str = "Making the parts";
/// Room around the plates, in points.
const AROUND: f32 = 32.0;
/// The view at first: further from above than that of solids, so that parts hide each other less.
const VIEW: View = View { yaw: -30.0, pitch: 38.0 };
/// Degrees of a turn to a point of a drag.
const TURN: f32 = 0.5;

/// The plates shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shown {
    #[default]
    All,
    One(usize),
}

impl Shown {
    /// The plate after this one of `count`; after all of them the first, after the last all of them.
    fn after(self, count: usize) -> Shown {
        match self {
            Shown::All => Shown::One(0),
            Shown::One(n) if n + 1 < count => Shown::One(n + 1),
            Shown::One(_) => Shown::All,
        }
    }

    /// The plate before this one of `count`.
    fn before(self, count: usize) -> Shown {
        match self {
            Shown::All => Shown::One(count.saturating_sub(1)),
            Shown::One(0) => Shown::All,
            Shown::One(n) => Shown::One(n - 1),
        }
    }
}

/// The subject of a picture.
#[derive(Clone, PartialEq)]
struct Seen {
    print: usize,
    shown: Shown,
    camera: Camera,
}

/// The state that the target keeps from frame to frame.
pub(super) struct PrintState {
    plates: Plates,
    wake: Wake,
    shown: Shown,
    view: View,
    viewport: Viewport,
    /// The error in the input being typed.
    problem: Option<String>,
    raster: Raster<Seen>,
}

impl PrintState {
    pub(super) fn new(wake: &Wake) -> PrintState {
        PrintState {
            plates: Plates::default(),
            wake: Arc::clone(wake),
            shown: Shown::default(),
            view: VIEW,
            viewport: Viewport::FIT,
            problem: None,
            raster: Raster::default(),
        }
    }

    /// Keeps up with the open puzzle.
    pub(super) fn follow(&mut self, model: Model) {
        let Some(document) = &model.bench.document else { return };
        let mut settings = document.description().make.print.clone();
        settings.thickness.get_or_insert(PrintSettings::USUAL_THICKNESS);
        self.plates.follow(&document.puzzle, &settings, &self.wake);
        let count = self.print().map_or(0, |print| print.plates.len());
        if matches!(self.shown, Shown::One(n) if n >= count) {
            self.shown = Shown::All;
        }
    }

    pub(super) fn print(&self) -> Option<&Arc<Print>> {
        self.plates.print()
    }

    pub(super) fn can_export(&self) -> Result<(), String> {
        match (self.plates.error(), self.plates.is_busy() || self.print().is_none()) {
            (Some(error), _) => Err(error),
            (None, true) => Err("The parts are still being prepared.".to_owned()),
            (None, false) => Ok(()),
        }
    }
}

/// Shows the preview, its head and its foot.
pub(super) fn show(state: &mut PrintState, model: Model, out: &mut Actions, ui: &mut Ui) {
    head(state, ui);
    let [canvas, foot] = canvas_and_foot(ui);
    match (state.plates.error(), state.print().cloned()) {
        (Some(error), _) => {
            let colour = Palette::current(ui).alert;
            preview_frame::said(&error, colour, canvas, ui);
        }
        (None, Some(print)) => preview(state, &print, model, canvas, ui),
        (None, None) => preview_frame::said(BUSY, Palette::current(ui).text2, canvas, ui),
    }
    let facts = state.print().map_or_else(Vec::new, |print| facts(print));
    let can = state.can_export();
    let can = can.as_ref().copied().map_err(String::as_str);
    let buttons = [
        ("Export 3MF", "Named parts on plates, in one file or a file for each plate.", "3mf"),
        ("STL", "One file per part, with the number of copies in its name.", "stl"),
    ];
    preview_frame::foot(foot, &facts, can, &buttons, out, ui);
    ui.advance_cursor_after_rect(canvas.union(foot));
}

/// Returns the facts about printing.
fn facts(print: &Print) -> Vec<(&'static str, String)> {
    let volume: f64 = print.volumes().iter().sum();
    let height = (0..print.plates.len()).map(|n| print.height(n)).fold(0.0, f64::max);
    vec![
        ("Volume", format!("{:.1} cm³", volume / 1000.0)),
        ("Plates", text::grouped(print.plates.len() as u64)),
        ("Parts", text::grouped(print.count() as u64)),
        ("Highest", format!("{height:.1} mm")),
    ]
}

/// Shows which plates are displayed, and from where.
fn head(state: &mut PrintState, ui: &mut Ui) {
    let count = state.print().map_or(0, |print| print.plates.len());
    let title = match state.shown {
        Shown::One(n) if count > 1 => format!("Plate {} of {count}", n + 1),
        _ if state.print().is_none() => "Plates".to_owned(),
        _ => text::count(count as u64, "plate"),
    };
    let subtitle = state.print().map_or_else(String::new, |print| {
        let pieces = print.parts.iter().filter(|p| p.is_piece()).map(|p| p.copies).sum::<usize>();
        let words = |part: &PrintPart| match part.copies {
            1 => part.name.clone(),
            copies => format!("{copies} × {}", part.name),
        };
        let others: Vec<String> = print.parts.iter().filter(|p| !p.is_piece()).map(words).collect();
        match others.is_empty() {
            true => text::count(pieces as u64, "piece"),
            false => format!("{}, {}", text::count(pieces as u64, "piece"), text::listed(&others)),
        }
    });
    let is_roomy = ui.available_width() >= ROOMY_HEAD;
    let (mut shown, mut fit, mut view) = (state.shown, false, None);
    let names: Vec<String> = (0..count).map(|n| format!("Plate {}", n + 1)).collect();
    widgets::panel_head(ui, &title, &subtitle, |ui| {
        fit = preview_frame::fit_button(is_roomy, ui);
        for (name, its_view) in [("Corner", VIEW), ("Top", View::TOP)] {
            let button = widgets::Button::new(name).selected(state.view == its_view);
            if button.show(ui).clicked() {
                view = Some(its_view);
            }
        }
        if is_roomy && (2..=4).contains(&count) {
            let mut choices: Vec<(Shown, &str)> =
                names.iter().enumerate().map(|(n, name)| (Shown::One(n), name.as_str())).collect();
            choices.push((Shown::All, if count == 2 { "Both" } else { "All" }));
            widgets::segmented_small(ui, &mut shown, &choices);
        } else if count > 1 {
            if widgets::icon_button(ui, Icon::Previous, "Previous plate").clicked() {
                shown = shown.before(count);
            }
            if widgets::icon_button(ui, Icon::Next, "Next plate").clicked() {
                shown = shown.after(count);
            }
        }
    });
    state.shown = shown;
    if let Some(view) = view {
        state.view = view;
    }
    if fit || view.is_some() {
        state.viewport = Viewport::FIT;
    }
}

/// The plates as they are seen; a drag turns them, the wheel zooms, the middle button pans.
fn preview(state: &mut PrintState, print: &Arc<Print>, model: Model, canvas: Rect, ui: &mut Ui) {
    let sense = ui.interact(canvas, ui.scope_id().with("plates"), Sense::click_and_drag());
    sense.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "Plates"));
    let plates: Vec<usize> = match state.shown {
        Shown::All => (0..print.plates.len()).collect(),
        Shown::One(n) => vec![n],
    };
    let scene = PlateScene::new(print, plates.clone());
    turn(state, &sense, canvas, model, ui);
    let bounds = scene.bounds(state.view);
    let [width, height] = bounds.size().map(|n| n.max(1.0) as f32);
    let room = canvas.shrink(AROUND);
    let fit = (room.width() / width).min(room.height() / height).max(0.01);
    let scale = fit * state.viewport.zoom;
    let middle = [0, 1].map(|k| (bounds.min[k] + bounds.max[k]) / 2.0);
    let pixels = ui.ctx().pixels_per_point();
    let size = canvas.size() * pixels;
    let shift = state.viewport.pan / scale;
    let camera = Camera {
        view: state.view,
        scale: f64::from(scale * pixels),
        middle: [middle[0] - f64::from(shift.x), middle[1] - f64::from(shift.y)],
        size: [size.x.max(1.0) as usize, size.y.max(1.0) as usize],
        dark: ui.visuals().dark_mode,
    };
    let seen = Seen { print: Arc::as_ptr(print) as usize, shown: state.shown, camera };
    let its_print = Arc::clone(print);
    state.raster.follow(seen, &state.wake, ui.ctx(), || {
        move |_| Ok(PlateScene::new(&its_print, plates).render(&camera))
    });
    if let Some((_, texture)) = state.raster.shown() {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter_at(canvas).image(texture, canvas, whole, Color32::WHITE);
    }
    let place = |at: [f64; 2]| {
        canvas.center()
            + vec2((at[0] - camera.middle[0]) as f32, (at[1] - camera.middle[1]) as f32) * scale
    };
    name_parts(print, &scene, state.view, place, canvas, ui);
    captions(print, state.shown, canvas, ui);
}

/// The parts for screen readers and the pointer: each has its name and size where it is seen.
fn name_parts(
    print: &Print,
    scene: &PlateScene<'_>,
    view: View,
    place: impl Fn([f64; 2]) -> egui::Pos2,
    canvas: Rect,
    ui: &mut Ui,
) {
    // The copies of each part before this one.
    let mut seen = vec![0; print.parts.len()];
    for (n, (part, plate, bounds)) in scene.parts(view).into_iter().enumerate() {
        seen[part] += 1;
        let copy = seen[part];
        let rect = Rect::from_two_pos(place(bounds.min), place(bounds.max)).intersect(canvas);
        if !rect.is_positive() {
            continue;
        }
        let part = &print.parts[part];
        let [w, d, h] = part.size;
        let copy = match part.copies {
            1 => String::new(),
            copies => format!(", copy {copy} of {copies}"),
        };
        let words = format!(
            "{}{copy}, plate {}, {w:.1} × {d:.1} × {h:.1} mm, {:.1} cm³",
            part.name,
            plate + 1,
            part.volume / 1000.0
        );
        let response = ui.interact(rect, ui.scope_id().with(("printed part", n)), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &words));
        // Its frame is larger than the part.
        response.on_hover_text_at_pointer(words);
    }
}

/// Shows the contents of the plates, in the corner.
fn captions(print: &Print, shown: Shown, canvas: Rect, ui: &Ui) {
    let palette = Palette::current(ui);
    let wanted = |n: &usize| match shown {
        Shown::All => true,
        Shown::One(one) => *n == one,
    };
    let mut y = canvas.top() + 24.0;
    for n in (0..print.plates.len()).filter(wanted).take(4) {
        let title = format!("Plate {}", n + 1);
        let items = print.plates[n].items.len() as u64;
        let words = format!("{}, {:.1} mm high", text::count(items, "part"), print.height(n));
        let line = widgets::Line::whole(ui, &title, semibold(13.0), palette.text);
        line.left(ui.painter(), canvas.left() + 16.0, y);
        let words = widgets::Line::whole(ui, &words, regular(12.0), palette.text2);
        words.left(ui.painter(), canvas.left() + 24.0 + line.width(), y);
        y += 20.0;
    }
}

/// Follows drags and the wheel.
fn turn(state: &mut PrintState, sense: &egui::Response, canvas: Rect, model: Model, ui: &Ui) {
    if sense.dragged_by(egui::PointerButton::Primary) {
        let delta = sense.drag_delta() * TURN;
        state.view = state.view.turned(f64::from(-delta.x), f64::from(delta.y));
    } else if sense.dragged() {
        state.viewport.pan += sense.drag_delta();
    }
    if !model.modal {
        state.viewport.follow_wheel(canvas, ui);
        state.viewport.follow_home(ui);
    }
}

/// The two ends of the status line.
pub(super) fn status(state: &PrintState) -> (String, String) {
    let right = "Drag turns the view · wheel zooms · middle button pans".to_owned();
    if let Some(problem) = &state.problem {
        return (problem.clone(), right);
    }
    let Some(print) = state.print() else {
        return (state.plates.error().unwrap_or_default().replace('\n', " "), right);
    };
    let mut left = text::count(print.plates.len() as u64, "plate");
    for notice in &print.notices {
        left += " · ";
        left += notice.to_string().trim_end_matches('.');
    }
    (left, right)
}
