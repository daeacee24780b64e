//! Where the keyboard's focus goes when it does not follow the Tab key: into a part of the window.

use egui::{Context, EventFilter, FocusDirection, Id, Key, LayerId, Modifiers, Rect, Ui};

/// Gives the focus to the first widget of a part of the window that can have it, as the part was in
/// the frame before; whether there is one.
pub(crate) fn enter(ctx: &Context, layer: LayerId, part: Rect) -> bool {
    let first = focusable(ctx, layer, part).into_iter().next();
    if let Some(id) = first {
        ctx.memory_mut(|memory| memory.request_focus(id));
    }
    first.is_some()
}

/// The widgets of a part of the window that can have the focus, in the order of the Tab key.
fn focusable(ctx: &Context, layer: LayerId, part: Rect) -> Vec<Id> {
    ctx.viewport(|viewport| {
        let widgets = viewport.prev_pass.widgets.get_layer(layer);
        let here = widgets.filter(|widget| {
            widget.enabled
                && widget.sense.is_focusable()
                && widget.interact_rect.is_positive()
                && part.contains(widget.interact_rect.center())
        });
        here.map(|widget| widget.id).collect()
    })
}

/// Whether Escape has just taken the focus from a widget, which egui does at the beginning of a
/// frame: it means nothing more then. Known where [`remember`] is called at the end of every frame.
pub(crate) fn is_left_by_escape(ctx: &Context) -> bool {
    let had = ctx.data(|data| data.get_temp::<bool>(had_focus_id()).unwrap_or(false));
    let escaped = ctx.input(|input| input.key_pressed(Key::Escape));
    had && escaped && ctx.memory(|memory| memory.focused()).is_none()
}

/// Remembers at the end of a frame whether some widget has the focus.
pub(crate) fn remember(ctx: &Context) {
    let has = ctx.memory(|memory| memory.focused()).is_some();
    ctx.data_mut(|data| data.insert_temp(had_focus_id(), has));
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

/// Keeps some keys for a widget as long as it has the focus, arrow keys with Shift if `with_shift`:
/// they mean no commands, and arrows do not lead to other widgets.
pub(crate) fn keep_keys(ui: &Ui, widget: Id, keys: &'static [Key], with_shift: bool) {
    ui.data_mut(|data| data.insert_temp(kept_keys_id(), KeptKeys { widget, keys, with_shift }));
    let arrows =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..Default::default() };
    ui.memory_mut(|memory| {
        memory.set_focus_lock_filter(widget, arrows);
        // In the frame after it has got the focus the filter does not work yet.
        memory.move_focus(FocusDirection::None);
    });
}

/// The keys that the widget with the focus keeps for itself, if it keeps any.
pub(crate) fn kept_keys(ctx: &Context) -> Option<KeptKeys> {
    let focused = ctx.memory(|memory| memory.focused());
    let kept = ctx.data(|data| data.get_temp::<KeptKeys>(kept_keys_id()));
    kept.filter(|kept| Some(kept.widget) == focused)
}

impl KeptKeys {
    /// Whether a press is among them.
    pub(crate) fn contain(&self, key: Key, modifiers: Modifiers) -> bool {
        let held = modifiers.is_none() || modifiers.shift_only() && self.with_shift;
        held && self.keys.contains(&key)
    }
}
