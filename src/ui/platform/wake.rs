//! The repaints that work done aside asks for.

use std::sync::Arc;
use std::time::Duration;

use egui::Context;

use crate::workbench::Wake;

/// Time between two pictures of a run, so that solving keeps its cores.
pub(crate) const FRAME: Duration = Duration::from_millis(100);

/// Returns the callback for a value that is shown as soon as it is there.
pub(crate) fn immediate_wake(ctx: &Context) -> Wake {
    let ctx = ctx.clone();
    Arc::new(move || ctx.request_repaint())
}

/// Returns the callback for a run that has something new: it requests a repaint soon, not at once,
/// so that many calls cost no more than ten repaints a second.
pub(crate) fn calm_wake(ctx: &Context) -> Wake {
    let ctx = ctx.clone();
    Arc::new(move || ctx.request_repaint_after(FRAME))
}
