//! Where the keyboard's focus goes: with Tab in the order of reading, with F6 from one part of the
//! window to the next, with Escape back; and which keys the widget that has it keeps to itself.

use std::collections::BTreeMap;

use egui::accesskit::{Action, ActionRequest, TreeId};
use egui::{
    Context, Event, EventFilter, FocusDirection, Id, Key, LayerId, Modifiers, Order, Rect, Ui,
    WidgetRect,
};

/// A part of the window that F6 leads to.
#[derive(Clone, Copy, PartialEq)]
struct Part {
    name: &'static str,
    layer: LayerId,
    rect: Rect,
    /// True if F6 leads there.
    is_goal: bool,
    /// True if F6 leads there first, when nothing has the focus.
    is_main: bool,
}

/// The parts of the window.
#[derive(Clone, Default)]
struct Parts {
    /// Those of this frame, and of the frame before, in the order in which they were drawn.
    now: Vec<Part>,
    before: Vec<Part>,
    /// The last focused widget of each part, and of all of them.
    last: BTreeMap<&'static str, Id>,
    left: Option<Id>,
    /// Keys that wait for the next frame, in their order.
    held: Vec<Event>,
    /// The widget that Tab or F6 has led to in this frame.
    arrived: Option<Id>,
    /// The widget that shows by itself in this frame that it has the focus.
    shown: Option<Id>,
    /// Where Tab begins while nothing has had the focus, as said in this frame.
    begins_at: Option<Id>,
}

fn with_parts<R>(ctx: &Context, change: impl FnOnce(&mut Parts) -> R) -> R {
    ctx.data_mut(|data| change(data.get_temp_mut_or_default(Id::unique("parts of the window"))))
}

/// Names a part of the window, for F6: all that is drawn in a rectangle of a layer. A part that lies
/// in another is named after it.
pub(crate) fn part(ui: &Ui, name: &'static str, rect: Rect) {
    add(ui, name, rect, |_| {});
}

/// As [`part`], for what a screen is there for, such as its board: F6 begins here.
pub(crate) fn main_part(ui: &Ui, name: &'static str, rect: Rect) {
    add(ui, name, rect, |part| part.is_main = true);
}

/// As [`part`], for what only Tab leads to, such as the border of a panel.
pub(crate) fn margin(ui: &Ui, name: &'static str, rect: Rect) {
    add(ui, name, rect, |part| part.is_goal = false);
}

/// Says where the first Tab of a screen leads, instead of to the menu at the top.
pub(crate) fn tab_begins_at(ui: &Ui, widget: Id) {
    with_parts(ui.ctx(), |parts| parts.begins_at = Some(widget));
}

fn add(ui: &Ui, name: &'static str, rect: Rect, change: impl FnOnce(&mut Part)) {
    let mut part = Part { name, layer: ui.layer_id(), rect, is_goal: true, is_main: false };
    change(&mut part);
    with_parts(ui.ctx(), |parts| parts.now.push(part));
}

/// Moves the focus as Tab and F6 ask for, before anything is drawn. Within what is modal, and in
/// the menu that is open, Tab goes around.
pub(crate) fn follow_keys(ctx: &Context) {
    with_parts(ctx, |parts| {
        parts.before = std::mem::take(&mut parts.now);
        (parts.arrived, parts.shown) = (None, None);
    });
    hold_back(ctx);
    let is_free =
        ctx.memory(|memory| memory.top_modal_layer()).is_none() && !egui::Popup::is_any_open(ctx);
    let pressed = |modifiers: Modifiers, key: Key| {
        ctx.input_mut(|input| input.count_and_consume_key(modifiers, key))
    };
    // The most specific first: egui overlooks a Shift too many.
    let (back, on) = (pressed(Modifiers::SHIFT, Key::F6), pressed(Modifiers::NONE, Key::F6));
    if is_free {
        // In a slow frame there may be several.
        for _ in 0..on.abs_diff(back) {
            go_to_part(ctx, on > back);
        }
    }
    let (back, on) = (pressed(Modifiers::SHIFT, Key::Tab), pressed(Modifiers::NONE, Key::Tab));
    if on != back {
        go_on(ctx, on as isize - back as isize);
    }
}

/// Leaves keys to the next frame that a slow one has together with a Tab: what was typed before it is
/// for the widget that it leaves, what comes after it for the one that it leads to.
fn hold_back(ctx: &Context) {
    let is_tab = |e: &Event| matches!(e, Event::Key { key: Key::Tab, pressed: true, .. });
    // Escape has been followed by egui already.
    let is_typed = |e: &Event| match e {
        Event::Text(_) | Event::Paste(_) => true,
        Event::Key { key, pressed: true, .. } => !matches!(key, Key::Tab | Key::Escape),
        _ => false,
    };
    let is_typing = ctx.text_edit_focused();
    let mut held = with_parts(ctx, |parts| std::mem::take(&mut parts.held));
    let has_tab = ctx.input_mut(|input| {
        input.events.splice(0..0, held.drain(..));
        let Some(tab) = input.events.iter().position(is_tab) else { return false };
        let (before, after) = input.events.split_at(tab);
        let is_typed_before = before.iter().any(|event| matches!(event, Event::Text(_)));
        let first = match is_typing && is_typed_before {
            true => Some(0),
            false => after.iter().position(is_typed),
        };
        if let Some(first) = first {
            let rest = input.events.split_off(tab + first);
            let (later, now): (Vec<_>, Vec<_>) =
                rest.into_iter().partition(|event| is_tab(event) || is_typed(event));
            input.events.extend(now);
            held = later;
        }
        true
    });
    if has_tab {
        // egui has its own idea of the next one.
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    }
    if !held.is_empty() {
        with_parts(ctx, |parts| parts.held = held);
        ctx.request_repaint();
    }
}

/// Goes on by some widgets in the order of reading.
fn go_on(ctx: &Context, by: isize) {
    let order = tab_order(ctx);
    let Some(last) = order.len().checked_sub(1) else { return };
    // From where nothing has the focus it goes on from what had it last.
    let (left, begins_at) = with_parts(ctx, |parts| (parts.left, parts.begins_at.take()));
    let focused = ctx.memory(|memory| memory.focused()).or(left);
    let at = order.iter().position(|id| Some(*id) == focused);
    let to = match at {
        Some(at) => (at as isize + by).rem_euclid(order.len() as isize) as usize,
        None if by > 0 => order.iter().position(|id| Some(*id) == begins_at).unwrap_or(0),
        None => last,
    };
    arrive(ctx, order[to]);
}

/// Gives the focus to a widget that keys lead to, and scrolls to it unless all of it is in sight.
fn arrive(ctx: &Context, id: Id) {
    ctx.memory_mut(|memory| memory.request_focus(id));
    with_parts(ctx, |parts| parts.arrived = Some(id));
    if widget(ctx, id).is_some_and(|own| own.interact_rect != own.rect) {
        let request = ActionRequest {
            action: Action::ScrollIntoView,
            target_tree: TreeId::ROOT,
            target_node: id.accesskit_id(),
            data: None,
        };
        ctx.input_mut(|input| input.events.push(Event::AccessKitActionRequest(request)));
    }
}

/// The widget that Tab or F6 has led to in this frame, as it was in the frame before.
pub(crate) fn arrived(ctx: &Context) -> Option<WidgetRect> {
    with_parts(ctx, |parts| parts.arrived).and_then(|id| widget(ctx, id))
}

/// Says that Tab goes on from a widget while nothing has the focus.
pub(crate) fn goes_on_from(ctx: &Context, widget: Id) {
    with_parts(ctx, |parts| parts.left = Some(widget));
}

/// Says that a widget shows by itself in this frame that it has the focus.
pub(crate) fn is_shown(ctx: &Context, widget: Id) {
    with_parts(ctx, |parts| parts.shown = Some(widget));
}

/// The widget that has the focus and does not show it by itself.
pub(super) fn not_shown(ctx: &Context) -> Option<Id> {
    let shown = with_parts(ctx, |parts| parts.shown);
    ctx.memory(|memory| memory.focused()).filter(|id| Some(*id) != shown)
}

/// Returns the widgets that can have the focus, in reading order: of the top layer alone while that
/// is modal or a menu, else of all layers, the lowest first, a drawer after its strip.
fn tab_order(ctx: &Context) -> Vec<Id> {
    let modal = ctx.memory(|memory| memory.top_modal_layer());
    let parts = with_parts(ctx, |parts| parts.before.clone());
    let layers: Vec<LayerId> = ctx.memory(|memory| memory.layer_ids().collect());
    let mut menu = layers.iter().copied().filter(|layer| layer.order == Order::Foreground);
    let menu = menu.rfind(|layer| egui::Popup::is_id_open(ctx, layer.id));
    let only = modal.or(menu);
    let mut order = Vec::new();
    for layer in layers.into_iter().filter(|layer| only.is_none_or(|only| only == *layer)) {
        let widgets = focusable(ctx, layer, Rect::EVERYTHING);
        let part_of = |widget: &WidgetRect| {
            let centre = widget.rect.center();
            parts.iter().rposition(|p| p.layer == layer && p.rect.contains(centre))
        };
        let mut own = Vec::new();
        for run in widgets.chunk_by(|a, b| part_of(a) == part_of(b)) {
            own.extend(in_reading_order(run).iter().map(|widget| widget.id));
        }
        // What is drawn before a part in a layer of its own is the strip that opens it.
        let part = parts.iter().position(|part| part.layer == layer);
        let strip = part.filter(|_| is_above(layer)).and_then(|n| parts.get(n.checked_sub(1)?));
        let strip = strip.and_then(|strip| focusable(ctx, strip.layer, strip.rect).pop());
        let after = strip.and_then(|strip| order.iter().position(|id| *id == strip.id));
        let at = after.map_or(order.len(), |n| n + 1);
        order.splice(at..at, own);
    }
    order
}

/// Returns whether a layer lies over the screens, as that of a drawer does.
fn is_above(layer: LayerId) -> bool {
    layer.order != Order::Background
}

/// Widgets in the order in which they were made, but for two cases: what was laid out from the right
/// to the left is read from the left, and the foot of a panel, made before what is above, after that.
fn in_reading_order(widgets: &[WidgetRect]) -> Vec<WidgetRect> {
    let mut rows = Vec::with_capacity(widgets.len());
    let goes_left = |a: &WidgetRect, b: &WidgetRect| {
        let is_beside = b.rect.right() <= a.rect.left() + 1.0;
        is_beside && a.rect.y_range().contains(b.rect.center().y)
    };
    for run in widgets.chunk_by(goes_left) {
        rows.extend(run.iter().rev().copied());
    }
    let top = |widget: &WidgetRect| widget.interact_rect.top();
    // The lowest place that is seen from each widget on.
    let mut low = f32::NEG_INFINITY;
    let mut lowest: Vec<f32> = rows
        .iter()
        .rev()
        .map(|widget| {
            if widget.interact_rect.is_positive() {
                low = low.max(widget.interact_rect.bottom());
            }
            low
        })
        .collect();
    lowest.reverse();
    let mut high = f32::INFINITY;
    let foot = (1..rows.len()).find(|&n| {
        if rows[n - 1].interact_rect.is_positive() {
            high = high.min(top(&rows[n - 1]));
        }
        high.is_finite() && lowest[n].is_finite() && high >= lowest[n] - 0.5
    });
    rows.rotate_left(foot.unwrap_or(0));
    rows
}

/// Goes to the next part of the window that something can have the focus in, or to the one before:
/// to what had it there last, or to the first that can have it. Where nothing has the focus, forward
/// begins at the drawer that is open, or at what the screen is there for.
fn go_to_part(ctx: &Context, on: bool) {
    let Parts { before: parts, last, .. } = with_parts(ctx, |parts| parts.clone());
    let focused = ctx.memory(|memory| memory.focused());
    let place = focused.and_then(|id| widget(ctx, id));
    let is_in = |part: &Part, widget: &WidgetRect| {
        part.layer == widget.layer_id && part.rect.contains(widget.rect.center())
    };
    let at = place.and_then(|widget| parts.iter().rposition(|part| is_in(part, &widget)));
    if let (Some(at), Some(id)) = (at, focused) {
        with_parts(ctx, |known| known.last.insert(parts[at].name, id));
    }
    let n = parts.len();
    let drawer = parts.iter().position(|part| is_above(part.layer));
    let main = drawer.or_else(|| parts.iter().rposition(|part| part.is_main)).unwrap_or(0);
    let step = |k: usize| match (on, at) {
        (true, Some(at)) => (at + k) % n,
        (true, None) => (main + k - 1) % n,
        (false, Some(at)) => (at + n - k) % n,
        (false, None) => n - k,
    };
    let of_part = |part: &Part| -> Option<Id> {
        let all = focusable(ctx, part.layer, part.rect);
        // What belongs to a part within this one is no goal.
        let own = all.iter().filter(|widget| {
            let inner = parts.iter().rposition(|other| is_in(other, widget));
            inner.is_some_and(|inner| parts[inner] == *part)
        });
        let own: Vec<WidgetRect> = own.copied().collect();
        let known = last.get(part.name).filter(|id| own.iter().any(|widget| widget.id == **id));
        known.copied().or_else(|| in_reading_order(&own).first().map(|widget| widget.id))
    };
    let goals = (1..=n).map(step).filter(|&k| parts[k].is_goal);
    let next = goals.into_iter().find_map(|k| of_part(&parts[k]));
    if let Some(id) = next {
        arrive(ctx, id);
    }
}

/// Gives the focus to the first widget of a part of the window that can have it, as the part was in
/// the frame before; whether there is one.
pub(crate) fn enter(ctx: &Context, layer: LayerId, part: Rect) -> bool {
    let first = in_reading_order(&focusable(ctx, layer, part)).first().map(|widget| widget.id);
    if let Some(id) = first {
        ctx.memory_mut(|memory| memory.request_focus(id));
    }
    first.is_some()
}

/// The widgets of a part of the window that can have the focus, in the order in which they were made
/// in the frame before; those too that are scrolled out of sight.
fn focusable(ctx: &Context, layer: LayerId, part: Rect) -> Vec<WidgetRect> {
    ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(layer);
        let here = widgets.filter(|widget| {
            widget.enabled && widget.sense.is_focusable() && part.contains(widget.rect.center())
        });
        here.copied().collect()
    })
}

fn widget(ctx: &Context, id: Id) -> Option<WidgetRect> {
    ctx.viewport(|viewport| viewport.prev_pass.widgets.get(id).copied())
}

/// Returns whether Escape has just taken the focus from a widget, which egui does at the beginning
/// of a frame: it then has no other effect. Known if [`remember`] is called at the end of every
/// frame.
pub(crate) fn is_left_by_escape(ctx: &Context) -> bool {
    let had = ctx.data(|data| data.get_temp::<bool>(had_focus_id()).unwrap_or(false));
    let escaped = ctx.input(|input| input.key_pressed(Key::Escape));
    had && escaped && ctx.memory(|memory| memory.focused()).is_none()
}

/// Remembers at the end of a frame what has the focus.
pub(crate) fn remember(ctx: &Context) {
    let focused = ctx.memory(|memory| memory.focused());
    ctx.data_mut(|data| data.insert_temp(had_focus_id(), focused.is_some()));
    with_parts(ctx, |parts| parts.left = focused.or(parts.left));
}

fn had_focus_id() -> Id {
    Id::unique("some widget had the focus")
}

/// The keys that the widget with the focus has for itself, beside those that every widget has.
#[derive(Clone, Copy)]
pub(crate) struct KeptKeys {
    widget: Id,
    keys: &'static [Key],
    with_shift: bool,
}

fn kept_keys_id() -> Id {
    Id::unique("keys that the focused widget keeps")
}

/// The keys that lead through a list or a table while it has the focus.
pub(crate) const SCROLL_KEYS: [Key; 8] = [
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::PageUp,
    Key::PageDown,
    Key::Home,
    Key::End,
];

/// Keeps some keys for a widget as long as it has the focus, arrow keys with Shift if `with_shift`:
/// they mean no commands, and arrows do not lead to other widgets. It shows itself where the keys are.
pub(crate) fn keep_keys(ui: &Ui, widget: Id, keys: &'static [Key], with_shift: bool) {
    is_shown(ui.ctx(), widget);
    ui.data_mut(|data| data.insert_temp(kept_keys_id(), KeptKeys { widget, keys, with_shift }));
    keep_arrows(ui, widget);
    // In the frame after it has got the focus the filter does not work yet.
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
}

/// Keeps the arrow keys for a widget that has the focus: they do not lead to other widgets.
pub(crate) fn keep_arrows(ui: &Ui, widget: Id) {
    let filter =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(widget, filter));
}

/// As [`keep_arrows`], those to the left and right alone.
pub(crate) fn keep_level_arrows(ui: &Ui, widget: Id) {
    let filter = EventFilter { horizontal_arrows: true, ..Default::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(widget, filter));
}

/// Returns whether Enter is left to the default button: nothing has the focus, or a board that does
/// not keep Enter.
pub(crate) fn leaves_enter(ctx: &Context) -> bool {
    let is_free = ctx.memory(|memory| memory.focused()).is_none();
    let leaves = |kept: KeptKeys| !kept.contain(Key::Enter, Modifiers::NONE);
    is_free || kept_keys(ctx).is_some_and(leaves)
}

/// The keys that the widget with the focus keeps for itself, if it keeps any.
pub(crate) fn kept_keys(ctx: &Context) -> Option<KeptKeys> {
    let focused = ctx.memory(|memory| memory.focused());
    let kept = ctx.data(|data| data.get_temp::<KeptKeys>(kept_keys_id()));
    kept.filter(|kept| Some(kept.widget) == focused)
}

impl KeptKeys {
    /// Returns whether a press is among them.
    pub(crate) fn contain(&self, key: Key, modifiers: Modifiers) -> bool {
        let held = modifiers.is_none() || modifiers.shift_only() && self.with_shift;
        held && self.keys.contains(&key)
    }
}

#[cfg(test)]
mod tests {
    use egui::{Sense, pos2, vec2};

    use super::*;

    /// A widget of a size of 40 × 20, named by a number.
    fn at(n: u64, x: f32, y: f32) -> WidgetRect {
        let rect = Rect::from_min_size(pos2(x, y), vec2(40.0, 20.0));
        WidgetRect {
            id: Id::unique(n),
            parent_id: Id::unique("parent"),
            layer_id: LayerId::background(),
            rect,
            interact_rect: rect,
            sense: Sense::click(),
            enabled: true,
            visible: true,
        }
    }

    fn read(widgets: &[WidgetRect]) -> Vec<Id> {
        in_reading_order(widgets).iter().map(|widget| widget.id).collect()
    }

    #[test]
    fn what_is_laid_out_from_the_right_is_read_from_the_left() {
        let row = [at(1, 0.0, 0.0), at(4, 200.0, 0.0), at(3, 150.0, 2.0), at(2, 100.0, 0.0)];
        let below = [at(5, 0.0, 40.0), at(6, 50.0, 40.0)];
        let all: Vec<WidgetRect> = row.into_iter().chain(below).collect();
        assert_eq!(read(&all), [1u64, 2, 3, 4, 5, 6].map(Id::unique));
    }

    #[test]
    fn the_foot_of_a_panel_is_read_after_what_is_above_it() {
        let foot = [at(3, 0.0, 300.0), at(4, 60.0, 300.0)];
        let rows = [at(1, 0.0, 0.0), at(2, 0.0, 40.0)];
        let all: Vec<WidgetRect> = foot.into_iter().chain(rows).collect();
        assert_eq!(read(&all), [1u64, 2, 3, 4].map(Id::unique));
        assert_eq!(read(&rows), [1u64, 2].map(Id::unique), "what is in order stays so");
    }
}
