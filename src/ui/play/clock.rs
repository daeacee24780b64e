//! The time that is spent on a try.

use std::time::Duration;

use egui::Context;

/// The time spent since the first move, as long as the screen was shown in a window in front and the
/// puzzle not solved.
#[derive(Default)]
pub(super) struct Clock {
    /// In seconds.
    spent: f64,
    /// True from the first move on.
    is_started: bool,
    /// The frame in which it was followed last with the window in front, by its number, and when that
    /// was.
    last: Option<(u64, f64)>,
}

impl Clock {
    /// One that goes on after some time was spent.
    pub(super) fn resumed(time: Duration) -> Clock {
        Clock { spent: time.as_secs_f64(), is_started: true, last: None }
    }

    /// Starts it, unless it was started before.
    pub(super) fn start(&mut self) {
        self.is_started = true;
    }

    /// Goes on by the time since the frame before, if the screen was shown in that.
    pub(super) fn follow(&mut self, ctx: &Context, is_solved: bool) {
        let (frame, now) = (ctx.cumulative_frame_nr(), ctx.input(|input| input.time));
        if let Some((last, then)) = self.last.filter(|_| self.is_started && !is_solved)
            && frame - last <= 1
        {
            self.spent += now - then;
            let rest = 1.0 - self.spent.fract();
            ctx.request_repaint_after(Duration::from_secs_f64(rest));
        }
        self.last = ctx.input(|input| input.focused).then_some((frame, now));
    }

    /// The time spent; `None` before the first move.
    pub(super) fn time(&self) -> Option<Duration> {
        self.is_started.then(|| Duration::from_secs_f64(self.spent.max(0.0)))
    }
}
