//! The canvas on which solids are turned.

use std::collections::BTreeSet;

use egui::{
    Align2, Key, Modifiers, PointerButton, Pos2, Rect, Response, Role, Sense, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

use super::layers::Drawn;
use super::paint::{self, Emphasis};
use super::solid::look;
use super::{Held, Part, PartKey};
use crate::lattice::{Lattice, Point};
use crate::picture::space::{self, Body, Patch, Room, Scene, View, Xyz};
use crate::picture::{Bounds, Page, Xy};
use crate::puzzle::Puzzle;
use crate::text;
use crate::ui::canvas::viewport::Viewport;
use crate::ui::drawing::paint::{Look, Pen, Projection};
use crate::ui::widgets;
use crate::ui::widgets::focus;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Command;
use crate::workbench::command::{Angle, TurnDirection};

/// Degrees by which a key turns, and by which the pointer does, a point.
const STEP: f64 = 15.0;
const DRAG: f64 = 0.5;
/// The largest scale at which a whole board is shown, in points a unit; and the share of the canvas
/// that a small one has even so.
const MAX_SCALE: f32 = 96.0;
const SMALL_SHARE: f32 = 0.7;
/// Room around the solid, in points.
const MARGIN: f32 = 16.0;
/// The degree to which a click on "explode" moves pieces away.
const APART: f32 = 0.8;

/// The view of a solid.
pub(crate) struct SpaceState {
    /// From where.
    pub(crate) view: View,
    pub(crate) viewport: Viewport,
    /// The degree to which the pieces are taken apart, from 0 to 1.
    pub(crate) apart: f32,
    /// The parts that are not shown, by their keys.
    pub(crate) hidden: BTreeSet<PartKey>,
    /// The number of layers shown, the lowest first; all if `None`.
    pub(crate) layers: Option<usize>,
    /// True if the layers are those of the second kind, where the lattice has one.
    pub(crate) second_layers: bool,
    /// The part under the pointer, on the canvas or in a list beside it.
    pub(crate) hovered: Option<PartKey>,
    /// The part that is dragged, where parts can be.
    pub(crate) held: Option<Held>,
    /// The scene of the last frame with the bodies it was made of.
    scene: Option<(Vec<Body>, Scene)>,
    /// The layers of the last frame.
    pub(super) drawn_layers: Option<Drawn>,
}

impl Default for SpaceState {
    fn default() -> SpaceState {
        SpaceState {
            view: View::CORNER,
            viewport: Viewport::FIT,
            apart: 0.0,
            hidden: BTreeSet::new(),
            layers: None,
            second_layers: false,
            hovered: None,
            held: None,
            scene: None,
            drawn_layers: None,
        }
    }
}

impl SpaceState {
    /// The default view of the whole.
    pub(crate) fn reset(&mut self) {
        self.look_from(Angle::Corner);
    }

    /// Enlarges the solid about the middle of the canvas.
    pub(crate) fn zoom(&mut self, factor: f32) {
        self.viewport.magnify(factor);
    }

    /// Looks from a well-known place.
    pub(crate) fn look_from(&mut self, angle: Angle) {
        self.view = view_of(angle);
        self.viewport = Viewport::FIT;
    }

    /// Turns the solid by a step, its near side going the way that is asked for.
    pub(crate) fn turn(&mut self, way: TurnDirection) {
        self.view = match way {
            TurnDirection::Left => self.view.turned(STEP, 0.0),
            TurnDirection::Right => self.view.turned(-STEP, 0.0),
            TurnDirection::Up => self.view.turned(0.0, -STEP),
            TurnDirection::Down => self.view.turned(0.0, STEP),
        };
    }

    /// Moves the pieces away from the middle, or back.
    pub(crate) fn explode(&mut self) {
        self.apart = if self.apart > 0.0 { 0.0 } else { APART };
    }

    /// Shows every piece and layer again.
    pub(crate) fn show_all(&mut self) {
        self.hidden.clear();
        self.layers = None;
    }

    /// The place of the page that is seen at a place of the canvas `rect`.
    pub(crate) fn page_at(&self, setting: &Setting, rect: Rect, at: Pos2) -> Xy {
        self.projection(setting, rect).inverse(at)
    }

    /// Where the parts are seen on the canvas `rect`.
    fn projection(&self, setting: &Setting, rect: Rect) -> Projection {
        let spread = f64::from(self.apart).max(setting.spread);
        let mut bounds = setting.room.bounds(self.view, spread);
        if let Some(rests) = setting.rests {
            bounds = rests.around(bounds, self.view);
        }
        let inside = rect.shrink(MARGIN);
        let most = Projection::fit(&bounds, inside, f32::INFINITY).scale * SMALL_SHARE;
        let fitted = Projection::fit(&bounds, inside, most.max(MAX_SCALE));
        self.viewport.projection(fitted, rect)
    }

    /// Returns the patches drawn for some parts now.
    fn patches(&mut self, lattice: &Lattice, room: &Room, parts: &[Part], top: i32) -> Vec<Patch> {
        let page = Page::in_layers(lattice, self.second_layers, []);
        let body = |part: &Part| Body {
            sites: if self.hidden.contains(&part.key) || part.presence <= 0.0 {
                Vec::new()
            } else {
                part.sites.iter().copied().filter(|&s| page.layer(s) < top).collect()
            },
            shift: {
                let own = room.shift(lattice, &part.sites, f64::from(self.apart));
                [0, 1, 2].map(|k| own[k] + part.shift[k])
            },
        };
        let bodies: Vec<Body> = parts.iter().map(body).collect();
        if self.scene.as_ref().is_none_or(|(of, _)| *of != bodies) {
            let scene = Scene::new(lattice, &bodies);
            self.scene = Some((bodies, scene));
        }
        self.scene.as_ref().map_or_else(Vec::new, |(_, scene)| scene.draw(self.view))
    }
}

/// Where a well-known view looks from.
pub(crate) fn view_of(angle: Angle) -> View {
    match angle {
        Angle::Corner => View::CORNER,
        Angle::Front => View::FRONT,
        Angle::Top => View::TOP,
    }
}

/// The layers of some sites on a page, the lowest first.
pub(crate) fn layers_of(page: &Page, sites: impl Iterator<Item = Point>) -> Vec<i32> {
    sites.map(|site| page.layer(site)).collect::<BTreeSet<i32>>().into_iter().collect()
}

/// The layers of a board in a view, the lowest first.
pub(crate) fn layers_of_board(puzzle: &Puzzle, state: &SpaceState) -> Vec<i32> {
    let page = Page::in_layers(puzzle.lattice, state.second_layers, []);
    layers_of(&page, puzzle.board.sites().iter().map(|s| s.site))
}

/// A switch between the kinds of layers, where a lattice has two; returns whether there is one.
pub(crate) fn layer_switch(ui: &mut Ui, state: &mut SpaceState, lattice: &Lattice) -> bool {
    let Some(layering) = lattice.second_layers() else { return false };
    let [first, second] = layering.names;
    let before = state.second_layers;
    let choices = [(false, first), (true, second)];
    let switch = widgets::segmented_small(ui, &mut state.second_layers, &choices);
    let tip = "Triangular layers are seen from the front, the rearmost first. In them a ball \
               touches six others, in square layers four.";
    switch.on_hover_text(tip);
    if state.second_layers != before {
        state.layers = None;
    }
    true
}

/// The contents of the canvas besides the parts.
pub(crate) struct Setting<'a> {
    pub(crate) lattice: &'static Lattice,
    pub(crate) room: &'a Room,
    /// The layers of the board, the lowest first.
    pub(crate) layers: &'a [i32],
    /// The board, where it is drawn behind the parts.
    pub(crate) board: Option<&'a Scene>,
    /// The name of the canvas for screen readers.
    pub(crate) label: &'a str,
    /// True if names and the grid are drawn.
    pub(crate) named: bool,
    pub(crate) grid: bool,
    /// True if parts are dragged, and the view is turned beside them.
    pub(crate) holds: bool,
    /// True if a click chooses a place on a part, so that two do not ask for the usual view, and the part
    /// under the pointer neither stands out nor is told.
    pub(crate) picks: bool,
    /// The part that stands out as one under the pointer does.
    pub(crate) chosen: Option<PartKey>,
    /// The part that is being tried: a ghost.
    pub(crate) tried: Option<PartKey>,
    /// The share by which pieces may move away from the middle and still be seen.
    pub(crate) spread: f64,
    /// Where parts that move come to rest, which is seen too.
    pub(crate) rests: Option<&'a Rests>,
}

/// The places where parts rest before and after a move.
pub(crate) struct Rests {
    /// The share of the move that is done.
    pub(crate) done: f64,
    /// For either end the room of each part that is there, and how far that has been moved.
    pub(crate) ends: [Vec<(Room, Xyz)>; 2],
}

impl Rests {
    /// The rectangle of the page around another one and what rests beyond it.
    fn around(&self, bounds: Bounds, view: View) -> Bounds {
        let end = |parts: &Vec<(Room, Xyz)>| {
            parts.iter().fold(bounds, |Bounds { min, max }, (room, shift)| {
                let (own, by) = (room.bounds(view, 0.0), view.at(*shift));
                let [low, high] = [own.min, own.max].map(|end| [end[0] + by[0], end[1] + by[1]]);
                Bounds {
                    min: [0, 1].map(|k| min[k].min(low[k])),
                    max: [0, 1].map(|k| max[k].max(high[k])),
                }
            })
        };
        let [from, to] = [end(&self.ends[0]), end(&self.ends[1])];
        let between = |from: Xy, to: Xy| [0, 1].map(|k| from[k] + self.done * (to[k] - from[k]));
        Bounds { min: between(from.min, to.min), max: between(from.max, to.max) }
    }
}

impl<'a> Setting<'a> {
    /// Parts with names and grid in a room, none of which stands out, without the board.
    pub(crate) fn new(
        lattice: &'static Lattice,
        room: &'a Room,
        layers: &'a [i32],
        label: &'a str,
    ) -> Setting<'a> {
        Setting {
            lattice,
            room,
            layers,
            board: None,
            label,
            named: true,
            grid: true,
            holds: false,
            picks: false,
            chosen: None,
            tried: None,
            spread: 0.0,
            rests: None,
        }
    }
}

/// Shows some parts on a canvas that fills what room there is, and takes the pointer's gestures
/// and, while it has the focus, the keys.
pub(crate) fn show(
    ui: &mut Ui,
    state: &mut SpaceState,
    setting: &Setting,
    parts: &[Part],
) -> Response {
    let rect = ui.available_rect_before_wrap();
    let response = ui.allocate_rect(rect, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, setting.label));
    let top = match state.layers {
        Some(n) if n < setting.layers.len() => setting.layers[n],
        _ => i32::MAX,
    };
    if setting.holds {
        let projection = state.projection(setting, rect);
        let held = state.held;
        let under = |p| {
            let patches = state.patches(setting.lattice, setting.room, parts, top);
            space::body_at(&patches, projection.inverse(p))
        };
        state.held = Held::follow(held, &response, projection.scale, under);
    } else {
        state.held = None;
    }
    follow_gestures(ui, state, setting, &response);
    let projection = state.projection(setting, rect);
    let patches = state.patches(setting.lattice, setting.room, parts, top);
    let under = response
        .hover_pos()
        .filter(|_| !response.dragged())
        .and_then(|p| space::body_at(&patches, projection.inverse(p)));
    if response.contains_pointer() && !setting.picks {
        state.hovered = under.map(|n| parts[n].key);
    }
    let painter = ui.painter_at(rect);
    let pen = Pen::new(&painter, projection);
    paint_solid(pen, state, setting, parts, &patches);
    axes(ui, state.view, rect);
    widgets::focus_ring(ui, &response, rect.shrink(4.0), 3.0);
    nodes(ui, projection, &patches, parts, rect, setting);
    match under {
        Some(n) if !setting.picks => {
            let part = &parts[n];
            let size = setting.lattice.count_sites(part.sites.len() as u64);
            response.on_hover_text_at_pointer(format!("Piece {} · {size}", part.name))
        }
        _ => response,
    }
}

/// Turns, moves and zooms as the pointer and, while the canvas has the focus, the keys ask for.
fn follow_gestures(ui: &Ui, state: &mut SpaceState, setting: &Setting, response: &Response) {
    if response.clicked() {
        response.request_focus();
    }
    if response.double_clicked() && !setting.picks {
        state.reset();
    }
    if state.held.is_some() {
        // What is dragged is a part.
    } else if response.dragged_by(PointerButton::Primary) {
        let by = response.drag_delta();
        state.view = state.view.turned(-DRAG * f64::from(by.x), DRAG * f64::from(by.y));
    } else if response.dragged() {
        state.viewport.pan += response.drag_delta();
    }
    state.viewport.follow_wheel_at(response.hover_pos(), response.rect, ui);
    if response.has_focus() {
        keys(ui, state, response);
    }
}

/// Paints the board behind the parts, the parts, and their names.
fn paint_solid(pen: Pen, state: &SpaceState, setting: &Setting, parts: &[Part], patches: &[Patch]) {
    let Pen { palette, projection, .. } = pen;
    if let Some(board) = setting.board {
        // Without a piece in it the board is a solid itself.
        let walls =
            if parts.is_empty() { board.draw(state.view) } else { board.draw_inside(state.view) };
        paint::board(pen, &walls);
    }
    let emphasis = |n: usize| match Some(parts[n].key) {
        key if key == state.hovered => Some(Emphasis::Hovered),
        key if key == setting.tried => Some(Emphasis::Tried),
        key if key == setting.chosen && parts[n].presence == 1.0 => Some(Emphasis::Hovered),
        _ if parts[n].presence < 1.0 => Some(Emphasis::Leaving(parts[n].presence as f32)),
        _ => None,
    };
    let look = look(palette, projection.scale);
    let look = Look { grid: look.grid && setting.grid, ..look };
    let colour = |n: usize| parts[n].colour;
    paint::bodies(pen, patches, colour, look, emphasis);
    if setting.named && projection.scale >= 18.0 {
        let named = parts.iter().enumerate().map(|(n, p)| (n, p.name.clone(), p.colour));
        paint::names(pen, patches, named);
    }
}

/// Arrows turn, Home shows the whole, + and - zoom.
fn keys(ui: &Ui, state: &mut SpaceState, response: &Response) {
    focus::keep_arrows(ui, response.id);
    let hit = |key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
    for (key, way) in [
        (Key::ArrowLeft, TurnDirection::Left),
        (Key::ArrowRight, TurnDirection::Right),
        (Key::ArrowUp, TurnDirection::Up),
        (Key::ArrowDown, TurnDirection::Down),
    ] {
        if hit(key) {
            state.turn(way);
        }
    }
}

/// Draws the directions of x, y and z in the lower left corner.
fn axes(ui: &Ui, view: View, rect: Rect) {
    const LENGTH: f64 = 20.0;
    let palette = Palette::current(ui);
    let painter = ui.painter_at(rect);
    let start = pos2(rect.left() + 44.0, rect.bottom() - 44.0);
    for (k, name) in ["x", "y", "z"].into_iter().enumerate() {
        let mut axis = [0.0; 3];
        axis[k] = LENGTH;
        let [x, y] = view.at(axis).map(|n| n as f32);
        let end = vec2(x, y);
        // An axis seen end-on has no direction in which its name could stand.
        if end.length() < 5.0 {
            continue;
        }
        painter.line_segment([start, start + end], Stroke::new(1.25, palette.text3));
        let at = start + end + end.normalized() * 8.0;
        painter.text(at, Align2::CENTER_CENTER, name, regular(11.0), palette.text3);
    }
}

/// Gives every part that is seen a name for screen readers.
fn nodes(
    ui: &mut Ui,
    projection: Projection,
    patches: &[Patch],
    parts: &[Part],
    visible: Rect,
    setting: &Setting,
) {
    let id = ui.scope_id().with("part");
    let mut seen = vec![Rect::NOTHING; parts.len()];
    for patch in patches {
        for &corner in &patch.corners {
            seen[patch.body].extend_with(projection.at(corner));
        }
    }
    for (n, (part, rect)) in parts.iter().zip(seen).enumerate() {
        if !rect.is_positive() || !visible.intersects(rect) {
            continue;
        }
        let size = setting.lattice.count_sites(part.sites.len() as u64);
        let response = ui.interact(rect.intersect(visible), id.with(n), Sense::hover());
        response.widget_info(|| {
            let name = format!("Piece {} in space, {size}", part.name);
            WidgetInfo::labeled(Role::Label, true, name)
        });
    }
}

/// Buttons for well-known views and for the whole, from the right; the command of one pressed.
pub(crate) fn buttons(ui: &mut Ui, state: &SpaceState) -> Option<Command> {
    let mut asked = None;
    // In a narrow strip the key is left to the tooltip.
    let keys = Command::Fit.shortcut().filter(|_| ui.available_width() > 310.0);
    let keys = keys.map(|s| s.words()).unwrap_or_default();
    let fit = widgets::Button::new("Fit").icon(Icon::Fit);
    let fit = if keys.is_empty() { fit } else { fit.hint(&keys) };
    if fit.tooltip("The default view of the whole.").show(ui).clicked() {
        asked = Some(Command::Fit);
    }
    for (angle, name) in [(Angle::Corner, "Corner"), (Angle::Top, "Top"), (Angle::Front, "Front")] {
        let command = Command::Look(angle);
        let button = widgets::Button::new(name).selected(state.view == view_of(angle));
        // In a very narrow one the View menu has the others.
        if ui.available_width() < button.width(ui) {
            break;
        }
        if button.tooltip(command.hint()).show(ui).clicked() {
            asked = Some(command);
        }
    }
    asked
}

/// The sliders beneath the canvas: how far apart, and how many layers; `beside` points of the row
/// are left to others.
pub(crate) fn sliders(ui: &mut Ui, state: &mut SpaceState, layers: usize, beside: f32) {
    let width = ((ui.available_width() - 264.0 - beside) / 2.0).clamp(64.0, 178.0);
    let slider = |ui: &mut Ui, value: &mut f32, to: f32, name: &str| {
        ui.allocate_ui(vec2(width, 20.0), |ui| widgets::slider(ui, value, 0.0..=to, name)).inner
    };
    caption(ui, "Explode");
    slider(ui, &mut state.apart, 1.0, "Explode");
    // Whole parts of a hundred, so that the number tells what is shown.
    state.apart = (state.apart * 100.0).round() / 100.0;
    let percent = format!("{:.0}\u{a0}%", state.apart * 100.0);
    fixed(ui, &percent, 42.0);
    if layers > 1 {
        ui.add_space(8.0);
        caption(ui, "Layers shown");
        let mut shown = state.layers.unwrap_or(layers) as f32;
        let least = 1.0;
        let response = ui
            .allocate_ui(vec2(width, 20.0), |ui| {
                widgets::slider(ui, &mut shown, least..=layers as f32, "Layers shown")
            })
            .inner;
        if response.changed() {
            // An arrow key moves by a twentieth, which has to make a whole layer.
            let before = state.layers.unwrap_or(layers) as f32;
            let dragged = response.interact_pointer_pos().is_some();
            let to = if dragged { shown.round() } else { before + (shown - before).signum() };
            let to = to.clamp(least, layers as f32) as usize;
            state.layers = (to < layers).then_some(to);
        }
        let text = format!("{} of {layers}", state.layers.unwrap_or(layers));
        fixed(ui, &text, 46.0);
    }
}

/// Shows the purpose of a slider; the slider itself announces its name.
fn caption(ui: &mut Ui, text: &str) {
    let palette = Palette::current(ui);
    let line = widgets::Line::whole(ui, text, regular(12.0), palette.text2);
    let (rect, _) = ui.allocate_exact_size(vec2(line.width(), 20.0), Sense::hover());
    line.left(ui.painter(), rect.left(), widgets::baseline(rect.center().y, 12.0));
}

/// A text in a box of its own width, so that nothing moves when it changes.
fn fixed(ui: &mut Ui, text: &str, width: f32) {
    let palette = Palette::current(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 20.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
    let at = rect.left_center();
    ui.painter().text(at, Align2::LEFT_CENTER, text, regular(12.0), palette.text);
}

/// The status line for a canvas in space.
pub(crate) const STATUS: &str =
    "Drag or Shift+arrows turn the view · the wheel zooms · the right button pans";

/// Describes the number of hidden parts; empty if none are.
pub(crate) fn hidden_words(state: &SpaceState) -> String {
    match state.hidden.len() {
        0 => String::new(),
        n => format!("{} hidden", text::count(n as u64, "piece")),
    }
}
