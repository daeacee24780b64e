//! The piece in space, as it is drawn so far: a click on a face puts a site there.

use egui::{Modifiers, PointerButton, Pos2, Rect, Response, Sense, Ui, UiBuilder, Vec2};

use super::sketch::Sketch;
use crate::lattice::Point;
use crate::picture::Page;
use crate::picture::space::Room;
use crate::ui::space::view::{self, Setting, layers_of};
use crate::ui::space::{Part, PartKey};
use crate::ui::widgets::theme::Palette;
use crate::workbench::command::Tool;

/// The piece, and what a click would put in or take out.
const PIECE: PartKey = (0, 0);
const MEANT: PartKey = (0, 1);

/// Room around the piece, in units, for the sites that may be added; less where these are smaller.
const MARGIN: f64 = 0.75;

/// Shows the piece in some room. While the pointer is there it keeps its place and size.
pub(super) fn show(sketch: &mut Sketch, size: Vec2, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    ui.painter().rect_filled(rect, 4.0, palette.canvas);
    let lattice = sketch.lattice;
    let sites = sketch.sites();
    let seen = match sites.is_empty() {
        true => sketch.first_site().map_or_else(Vec::new, |site| sketch.unit(site, true)),
        false => sites.clone(),
    };
    let is_over = ui.rect_contains_pointer(rect);
    let margin = MARGIN / f64::from(lattice.layers()).sqrt();
    let kept = sketch.room_in_space.filter(|room| is_over && room.holds(lattice, &seen));
    let room = kept.unwrap_or_else(|| Room::around(lattice, seen).with_margin(margin));
    sketch.room_in_space = Some(room);
    let layers = layers_of(&Page::around(lattice, []), sites.iter().copied());
    let setting = Setting::new(lattice, &room, &layers, "Piece in space");
    let setting = Setting { named: false, picks: true, tried: Some(MEANT), ..setting };
    let pointer =
        ui.input(|i| i.pointer.hover_pos().filter(|_| !i.pointer.is_decidedly_dragging()));
    let meant = pointer.filter(|_| is_over);
    let meant = meant.and_then(|at| aim(sketch, &setting, rect, at, erases(sketch, ui)));
    let parts = parts(sketch, meant);
    let mut inside = ui.new_child(UiBuilder::new().max_rect(rect));
    sketch.space.hovered = None;
    let response = view::show(&mut inside, &mut sketch.space, &setting, &parts);
    press(sketch, &setting, &response, ui);
}

/// The effect of a click on a site.
#[derive(Clone, Copy)]
struct Aim {
    site: Point,
    tool: Tool,
}

/// Returns whether a click takes sites out instead of putting them in.
fn erases(sketch: &Sketch, ui: &Ui) -> bool {
    sketch.tool == Tool::Erase || ui.input(|i| i.modifiers.contains(Modifiers::COMMAND))
}

/// The site that a click at a place of the canvas means.
fn aim(sketch: &Sketch, setting: &Setting, rect: Rect, at: Pos2, erases: bool) -> Option<Aim> {
    let tool = match sketch.tool {
        _ if erases => Tool::Erase,
        Tool::Label => Tool::Label,
        _ => Tool::Paint,
    };
    let page = sketch.space.page_at(setting, rect, at);
    let site = match tool {
        Tool::Paint => sketch.beyond(sketch.space.view, page)?,
        _ => sketch.seen(sketch.space.view, page)?,
    };
    Some(Aim { site, tool })
}

/// The piece without the sites that are meant, and those by themselves. Before there is anything, the
/// first site is meant.
fn parts(sketch: &Sketch, aim: Option<Aim>) -> Vec<Part> {
    let colour = sketch.draft.colour;
    let mut sites = sketch.sites();
    let first = sites.is_empty().then(|| sketch.first_site()).flatten();
    let meant = match aim {
        Some(Aim { site, tool: Tool::Label }) => vec![site],
        Some(Aim { site, tool }) => sketch.unit(site, tool == Tool::Paint),
        None => first.map_or_else(Vec::new, |site| sketch.unit(site, true)),
    };
    sites.retain(|site| !meant.contains(site));
    let part = |key, sites| Part::new(key, sketch.draft.name.clone(), colour, sites);
    let all = [part(PIECE, sites), part(MEANT, meant)];
    all.into_iter().filter(|part| !part.sites.is_empty()).collect()
}

/// Follows clicks: with the left button as the tool says, with the right one sites are taken out.
fn press(sketch: &mut Sketch, setting: &Setting, response: &Response, ui: &Ui) {
    let by_right = response.clicked_by(PointerButton::Secondary);
    if !response.clicked() && !by_right {
        return;
    }
    let Some(at) = response.interact_pointer_pos() else { return };
    let erases = by_right || erases(sketch, ui);
    match aim(sketch, setting, response.rect, at, erases) {
        Some(Aim { site, tool }) => sketch.use_at(tool, site),
        None if !erases && sketch.draft.sites.is_empty() => {
            if let Some(first) = sketch.first_site() {
                sketch.use_at(Tool::Paint, first);
            }
        }
        None => {}
    }
}
