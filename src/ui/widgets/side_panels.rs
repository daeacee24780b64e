//! The panels beside the middle of a screen: two, or one at the left.
//!
//! Where there is room they stand beside the middle, each as wide as the user has made it. Where
//! there is not, one of them or both fold into strips at the edges of the window, and a button
//! there opens the panel over the middle, as a drawer. The width that a panel gives way to is never
//! stored: with more room it has its own again.

use egui::{
    Area, CursorIcon, Id, Key, LayerId, Layout, Order, Pos2, Rect, Response, Role, Sense, Stroke,
    Ui, UiBuilder, UiKind, WidgetInfo, pos2, vec2,
};

use super::icons::Icon;
use super::theme::{Palette, RADIUS, regular};
use crate::ui::widgets;
use crate::ui::widgets::focus;
use crate::ui::widgets::input;

/// Width of the strip of a folded panel.
const STRIP: f32 = 32.0;
/// Width of the border by which a panel is made wider.
const GRIP: f32 = 4.0;
/// The least and the greatest width that the user can give a panel.
const NARROWEST: f32 = 240.0;
const WIDEST: f32 = 720.0;
/// The distance by which an arrow key moves the border.
const KEY_STEP: f32 = 16.0;
/// The frames in which a drawer that is opened by a key may be waited for.
const MAX_FRAMES: u8 = 6;
/// Where a drawer is while something is dragged out of it.
const FAR_AWAY: f32 = 10_000.0;
/// The least part of the middle that stays in sight beside a drawer.
const BESIDE_DRAWER: f32 = 48.0;

/// A panel beside the middle of a screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SidePanel {
    /// Under which its width is stored.
    pub(crate) id: &'static str,
    /// Its name, in lower case: "pieces".
    pub(crate) name: &'static str,
    /// Its width unless the user chooses another.
    pub(crate) usual: f32,
    /// The width down to which it gives way before a panel folds.
    pub(crate) least: f32,
}

/// No panel.
const NO_PANEL: SidePanel = SidePanel { id: "", name: "", usual: 0.0, least: 0.0 };

/// An edge of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// The panel layout that a screen requests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SideLayout {
    /// The panel at the left.
    pub(crate) left: SidePanel,
    /// The panel at the right.
    pub(crate) right: SidePanel,
    /// The width of the middle below which panels fold.
    pub(crate) middle: f32,
    /// The panel that folds first.
    pub(crate) folds_first: Edge,
}

/// The form in which a panel is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    /// Beside the middle.
    Docked(Rect),
    /// As a strip, and the room of its drawer.
    Folded { strip: Rect, drawer: Rect },
}

/// The panel whose drawer is open.
#[derive(Clone, Copy, PartialEq)]
struct OpenDrawer {
    panel: &'static str,
    /// The number of frames that it has been drawn in, as far as that matters.
    age: u8,
    /// True if it was opened by the keyboard, whose focus goes into it.
    focused: bool,
}

/// The places of the parts of a screen in one frame.
pub(crate) struct Sides {
    layout: SideLayout,
    left: Form,
    right: Form,
    middle: Rect,
}

impl SideLayout {
    /// A layout with a panel at the left alone, which folds where the middle would be narrower than
    /// `middle`.
    pub(crate) const fn with_left(left: SidePanel, middle: f32) -> SideLayout {
        SideLayout { left, right: NO_PANEL, middle, folds_first: Edge::Left }
    }

    /// Returns whether there is a panel at the right.
    fn has_right(&self) -> bool {
        !self.right.id.is_empty()
    }

    /// Shares out the width of `whole`: how wide the left and the right panel are, `None` where it
    /// folds. `wanted` are the widths that the user has chosen.
    fn share(&self, whole: f32, wanted: [f32; 2]) -> [Option<f32>; 2] {
        let least = [self.left.least.min(wanted[0]), self.right.least.min(wanted[1])];
        let spare = whole - self.middle - least[0] - least[1];
        if spare >= 0.0 {
            // The one that would fold gives way first.
            let stays = usize::from(self.folds_first == Edge::Left);
            let more = (wanted[stays] - least[stays]).min(spare);
            let rest = (wanted[1 - stays] - least[1 - stays]).min(spare - more);
            let mut widths = least;
            widths[stays] += more;
            widths[1 - stays] += rest;
            return widths.map(Some);
        }
        let stays = usize::from(self.folds_first == Edge::Left);
        let room = whole - self.middle - STRIP;
        let mut widths = [None; 2];
        if !self.has_right() {
            return [None, Some(0.0)];
        }
        if room >= least[stays] {
            widths[stays] = Some(wanted[stays].min(room));
        }
        widths
    }
}

impl Sides {
    /// Shares out the room that is left in `ui`. While a drawer is open, Escape closes it, unless
    /// something `modal` is up.
    pub(crate) fn new(ui: &Ui, layout: SideLayout, modal: bool) -> Sides {
        let whole = ui.available_rect_before_wrap();
        let mut wanted = [layout.left, layout.right].map(|panel| stored_width(ui, panel));
        if !layout.has_right() {
            wanted[1] = 0.0;
        }
        let widths = layout.share(whole.width(), wanted);
        let docked = |width: Option<f32>| width.map_or(STRIP, |width| width);
        let middle = Rect::from_x_y_ranges(
            whole.left() + docked(widths[0])..=whole.right() - docked(widths[1]),
            whole.y_range(),
        );
        let form = |edge: Edge, width: Option<f32>, wanted: f32| {
            let part = |width: f32| match edge {
                Edge::Left => whole.with_max_x(whole.left() + width),
                Edge::Right => whole.with_min_x(whole.right() - width),
            };
            let room = whole.width() - 2.0 * STRIP - BESIDE_DRAWER;
            let drawer = wanted.min(room);
            match (width, edge) {
                (Some(width), _) => Form::Docked(part(width)),
                (None, Edge::Left) => Form::Folded {
                    strip: part(STRIP),
                    drawer: part(STRIP + drawer).with_min_x(whole.left() + STRIP),
                },
                (None, Edge::Right) => Form::Folded {
                    strip: part(STRIP),
                    drawer: part(STRIP + drawer).with_max_x(whole.right() - STRIP),
                },
            }
        };
        let left = form(Edge::Left, widths[0], wanted[0]);
        let right = form(Edge::Right, widths[1], wanted[1]);
        let sides = Sides { layout, left, right, middle };
        sides.close_by_key(ui, modal);
        sides
    }

    fn place(&self, edge: Edge) -> (SidePanel, Form) {
        match edge {
            Edge::Left => (self.layout.left, self.left),
            Edge::Right => (self.layout.right, self.right),
        }
    }

    /// Closes the drawer of a panel that is not folded any more, by Escape any, and also when keys
    /// lead to what it lies over.
    fn close_by_key(&self, ui: &Ui, modal: bool) {
        let Some(open) = open_drawer(ui) else { return };
        let here = [Edge::Left, Edge::Right].map(|edge| self.place(edge));
        let drawer = here.into_iter().find_map(|(panel, form)| match form {
            Form::Folded { drawer, .. } if panel.id == open.panel => Some(drawer),
            _ => None,
        });
        let is_under = |drawer: Rect| {
            focus::arrived(ui.ctx()).is_some_and(|widget| {
                widget.layer_id == ui.layer_id() && drawer.contains(widget.rect.center())
            })
        };
        if drawer.is_none_or(is_under) {
            return close_drawer(ui);
        }
        let free = !modal && !egui::Popup::is_any_open(ui.ctx());
        if free && !input::take_presses(ui, &[Key::Escape]).is_empty() {
            close_drawer(ui);
            ui.memory_mut(|memory| memory.request_focus(strip_id(open.panel)));
        }
    }

    /// Opens the drawer of a panel, if that is folded.
    pub(crate) fn open(&self, ui: &Ui, edge: Edge) {
        let (panel, form) = self.place(edge);
        if matches!(form, Form::Folded { .. }) {
            set_drawer(ui, OpenDrawer { panel: panel.id, age: 0, focused: false });
        }
    }

    /// Shows the panel at an edge: beside the middle, or its strip and, if it is open, its drawer.
    /// A folded panel whose drawer is closed is not drawn.
    pub(crate) fn panel<R>(
        &self,
        ui: &mut Ui,
        edge: Edge,
        add: impl FnOnce(&mut Ui) -> R,
    ) -> Option<R> {
        let (panel, form) = self.place(edge);
        match form {
            Form::Docked(rect) => {
                let inner = contents(ui, panel, rect, add);
                border(ui, panel, edge, rect);
                Some(inner)
            }
            Form::Folded { strip, drawer } => {
                let open = open_drawer(ui).filter(|open| open.panel == panel.id);
                let response = fold_strip(ui, panel, edge, strip, open.is_some());
                if response.clicked() {
                    match open {
                        Some(_) => close_drawer(ui),
                        None => {
                            let focused = response.has_focus();
                            focus::goes_on_from(ui.ctx(), response.id);
                            set_drawer(ui, OpenDrawer { panel: panel.id, age: 0, focused });
                        }
                    }
                    ui.ctx().request_repaint();
                }
                open.map(|open| self.drawer(ui, panel, edge, drawer, open, add))
            }
        }
    }

    /// Shows the middle.
    pub(crate) fn middle<R>(&self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
        let builder = UiBuilder::new().id_salt("middle").max_rect(self.middle);
        let mut inside = ui.new_child(builder.layout(Layout::top_down(egui::Align::Min)));
        inside.shrink_clip_rect(self.middle);
        focus::main_part(&inside, "middle", self.middle);
        add(&mut inside)
    }

    /// Shows a panel over the middle. A click beside it closes it; while something is dragged out
    /// of it, it is not in the way.
    fn drawer<R>(
        &self,
        ui: &mut Ui,
        panel: SidePanel,
        edge: Edge,
        rect: Rect,
        open: OpenDrawer,
        add: impl FnOnce(&mut Ui) -> R,
    ) -> R {
        let palette = Palette::current(ui);
        let (is_out, was_out) = drags_out(ui, panel, rect);
        let area = Area::new(Id::unique(("drawer", panel.id)))
            .kind(UiKind::GenericArea)
            .order(Order::Middle)
            .fixed_pos(self.middle.min)
            .constrain(false)
            .movable(false)
            .interactable(!is_out)
            .fade_in(false)
            .accessible_name(panel.name);
        let shown = area.show(ui.ctx(), |ui| {
            let beside = ui.interact(
                self.middle,
                ui.scope_id().with("beside the drawer"),
                // Not for the keyboard, which has Escape.
                if is_out { Sense::hover() } else { Sense::CLICK },
            );
            ui.expand_to_include_rect(self.middle);
            // Its rows stay, since one of them is dragged, where nothing can be dropped on them.
            let rect = if is_out { rect.translate(vec2(-FAR_AWAY, 0.0)) } else { rect };
            ui.painter().rect_filled(rect, 0.0, palette.panel);
            let inner = contents(ui, panel, rect, add);
            let x = if edge == Edge::Left { rect.right() - 0.5 } else { rect.left() + 0.5 };
            ui.painter().vline(x, rect.y_range(), Stroke::new(1.0, palette.border));
            (inner, beside)
        });
        let (inner, beside) = shown.inner;
        let beside =
            beside.clicked() && beside.interact_pointer_pos().is_some_and(|at| !rect.contains(at));
        if open.age < 2 || open.focused && open.age < MAX_FRAMES {
            // In its first frames, in which it is measured, nothing of it can have the focus.
            let is_entered =
                open.focused && open.age > 0 && focus::enter(ui.ctx(), drawer_layer(panel), rect);
            let focused = open.focused && !is_entered;
            set_drawer(ui, OpenDrawer { age: open.age + 1, focused, ..open });
            ui.ctx().request_repaint();
        } else if was_out && !is_out || beside {
            close_drawer(ui);
            ui.ctx().request_repaint();
        }
        inner
    }
}

/// Returns whether something that belongs to a drawer is dragged outside it, now and in the
/// previous frame.
fn drags_out(ui: &Ui, panel: SidePanel, rect: Rect) -> (bool, bool) {
    let memory = Id::unique(("dragged out of the drawer", panel.id));
    let was_out = ui.data(|data| data.get_temp::<bool>(memory)).unwrap_or(false);
    let layer = drawer_layer(panel);
    let of_drawer = |id: Id| {
        let widget = ui.ctx().viewport(|viewport| viewport.prev_pass.widgets.get(id).copied());
        widget.is_some_and(|widget| widget.layer_id == layer)
    };
    let pointer = ui.input(|input| input.pointer.interact_pos());
    // In the frame in which it is let go of, the canvas takes it.
    let held = ui.ctx().dragged_id().or_else(|| ui.ctx().drag_stopped_id());
    let is_out =
        held.is_some_and(of_drawer) && pointer.is_some_and(|at| was_out || !rect.contains(at));
    ui.data_mut(|data| data.insert_temp(memory, is_out));
    (is_out, was_out)
}

/// Draws the ground of a panel and what it contains.
fn contents<R>(ui: &mut Ui, panel: SidePanel, rect: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.painter().rect_filled(rect, 0.0, Palette::current(ui).panel);
    let builder = UiBuilder::new().id_salt(panel.id).max_rect(rect);
    let mut inside = ui.new_child(builder.layout(Layout::top_down(egui::Align::Min)));
    inside.shrink_clip_rect(rect);
    focus::part(&inside, panel.id, rect);
    add(&mut inside)
}

/// The border between a panel and the middle, by which the panel is made wider: dragged, or moved
/// by the arrow keys while it has the focus. A double click gives the usual width back.
fn border(ui: &Ui, panel: SidePanel, edge: Edge, rect: Rect) {
    let palette = Palette::current(ui);
    let (x, grip, outward) = match edge {
        Edge::Left => (rect.right() - 0.5, rect.with_min_x(rect.right() - GRIP), 1.0),
        Edge::Right => (rect.left() + 0.5, rect.with_max_x(rect.left() + GRIP), -1.0),
    };
    let id = Id::unique(("border of a panel", panel.id));
    focus::margin(ui, panel.name, grip);
    let response = ui.interact(grip, id, Sense::click_and_drag());
    response.widget_info(|| {
        let mut info =
            WidgetInfo::labeled(Role::Splitter, ui.is_enabled(), format!("Resize {}", panel.name));
        info.value = Some(f64::from(rect.width()));
        info
    });
    let is_held = response.hovered() || response.dragged();
    if is_held {
        ui.set_cursor_icon(CursorIcon::ResizeHorizontal);
    }
    let stroke = match is_held || response.has_focus() {
        true => Stroke::new(2.0, palette.accent),
        false => Stroke::new(1.0, palette.line),
    };
    ui.painter().vline(x, rect.y_range(), stroke);
    let mut width = rect.width();
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        width = match edge {
            Edge::Left => at.x - rect.left(),
            Edge::Right => rect.right() - at.x,
        };
    }
    if response.has_focus() {
        focus::keep_level_arrows(ui, id);
        for key in input::take_presses(ui, &[Key::ArrowLeft, Key::ArrowRight]) {
            width += outward * if key == Key::ArrowRight { KEY_STEP } else { -KEY_STEP };
        }
    }
    if response.double_clicked() {
        width = panel.usual;
    }
    if width != rect.width() {
        let width = width.clamp(NARROWEST, WIDEST);
        ui.data_mut(|data| data.insert_persisted(width_id(panel), width));
        ui.ctx().request_repaint();
    }
}

/// The strip of a folded panel: one button, with the panel's name along it.
fn fold_strip(ui: &mut Ui, panel: SidePanel, edge: Edge, strip: Rect, is_open: bool) -> Response {
    let palette = Palette::current(ui);
    focus::part(ui, panel.name, strip);
    let response = ui.interact(strip, strip_id(panel.id), Sense::click());
    let verb = if is_open { "Hide" } else { "Show" };
    let name = format!("{verb} {}", panel.name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), is_open, &name));
    let fill = match (is_open, response.hovered()) {
        (true, _) => palette.accent_soft,
        (false, true) => palette.hover,
        (false, false) => palette.bars,
    };
    let painter = ui.painter();
    painter.rect_filled(strip, 0.0, fill);
    let x = if edge == Edge::Left { strip.right() - 0.5 } else { strip.left() + 0.5 };
    painter.vline(x, strip.y_range(), Stroke::new(1.0, palette.line));
    let points_right = (edge == Edge::Left) != is_open;
    let icon = if points_right { Icon::ChevronRight } else { Icon::Back };
    let middle = pos2(strip.center().x, strip.top() + 22.0);
    icon.paint(painter, Rect::from_center_size(middle, vec2(14.0, 14.0)), palette.text2);
    let mut words = panel.name.chars();
    let words: String =
        words.next().into_iter().flat_map(char::to_uppercase).chain(words).collect();
    let galley = painter.layout_no_wrap(words, regular(13.0), palette.text);
    let (length, height) = (galley.size().x, galley.size().y);
    // Read from below at the left, from above at the right, as on the backs of books.
    let (at, angle): (Pos2, f32) = match edge {
        Edge::Left => (pos2(strip.center().x - height / 2.0, strip.top() + 40.0 + length), -90.0),
        Edge::Right => (pos2(strip.center().x + height / 2.0, strip.top() + 40.0), 90.0),
    };
    let text = egui::epaint::TextShape::new(at, galley, palette.text);
    painter.add(text.with_angle(angle.to_radians()));
    widgets::focus_ring(ui, &response, strip.shrink(4.0), RADIUS);
    response.on_hover_text(name)
}

impl SidePanel {
    /// Returns whether something is the strip of the panel while that is folded.
    pub(crate) fn is_strip(self, id: Id) -> bool {
        id == strip_id(self.id)
    }
}

fn strip_id(panel: &'static str) -> Id {
    Id::unique(("strip of a panel", panel))
}

fn width_id(panel: SidePanel) -> Id {
    Id::unique(("width of a panel", panel.id))
}

/// The width that the user has chosen for a panel.
fn stored_width(ui: &Ui, panel: SidePanel) -> f32 {
    let stored = ui.data_mut(|data| data.get_persisted::<f32>(width_id(panel)));
    stored.unwrap_or(panel.usual).clamp(NARROWEST, WIDEST)
}

fn drawer_layer(panel: SidePanel) -> LayerId {
    LayerId::new(Order::Middle, Id::unique(("drawer", panel.id)))
}

fn drawer_id() -> Id {
    Id::unique("open drawer")
}

fn open_drawer(ui: &Ui) -> Option<OpenDrawer> {
    ui.data(|data| data.get_temp::<OpenDrawer>(drawer_id()))
}

fn set_drawer(ui: &Ui, open: OpenDrawer) {
    ui.data_mut(|data| data.insert_temp(drawer_id(), open));
}

/// Closes the drawer that is open, if one is.
pub(crate) fn close_drawer(ui: &Ui) {
    ui.data_mut(|data| data.remove::<OpenDrawer>(drawer_id()));
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: SideLayout = SideLayout {
        left: SidePanel { id: "left", name: "left", usual: 348.0, least: 300.0 },
        right: SidePanel { id: "right", name: "right", usual: 304.0, least: 280.0 },
        middle: 400.0,
        folds_first: Edge::Right,
    };

    #[test]
    fn panels_have_their_own_widths_where_there_is_room() {
        assert_eq!(LAYOUT.share(1440.0, [348.0, 304.0]), [Some(348.0), Some(304.0)]);
        assert_eq!(LAYOUT.share(1440.0, [500.0, 260.0]), [Some(500.0), Some(260.0)]);
    }

    #[test]
    fn panels_give_way_to_their_least_widths_then_one_folds_then_both() {
        assert_eq!(LAYOUT.share(1040.0, [348.0, 304.0]), [Some(348.0), Some(292.0)]);
        assert_eq!(LAYOUT.share(990.0, [348.0, 304.0]), [Some(310.0), Some(280.0)]);
        assert_eq!(LAYOUT.share(960.0, [348.0, 304.0]), [Some(348.0), None]);
        assert_eq!(LAYOUT.share(740.0, [348.0, 304.0]), [Some(308.0), None]);
        assert_eq!(LAYOUT.share(720.0, [348.0, 304.0]), [None, None]);
    }

    #[test]
    fn no_width_is_ever_negative_or_leaves_the_middle_too_little() {
        for whole in (0..3000).map(|n| n as f32) {
            for wanted in [[348.0, 304.0], [240.0, 240.0], [720.0, 720.0], [240.0, 720.0]] {
                let widths = LAYOUT.share(whole, wanted);
                let used: f32 = widths.iter().map(|width| width.unwrap_or(STRIP)).sum();
                assert!(widths.iter().flatten().all(|&width| width >= 240.0), "{whole}");
                let is_folded = widths == [None, None];
                assert!(is_folded || used + LAYOUT.middle <= whole + 0.01, "{whole} {widths:?}");
            }
        }
    }
}
