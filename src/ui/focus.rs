//! Where the keyboard's focus goes when it does not follow the Tab key: into a part of the window.

use egui::{Context, Id, LayerId, Rect};

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
