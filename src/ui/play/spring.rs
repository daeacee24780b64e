//! A piece that does not fit where it is let go of springs back to where it was.

use egui::{Pos2, Ui};

use super::PlayState;
use super::piece;
use crate::lattice::Point;
use crate::polyform::Shape;
use crate::puzzle::{PieceId, Puzzle};
use crate::ui::canvas::placing::Grip;
use crate::ui::platform::desktop;

/// The time that it takes, in seconds.
const DURATION: f64 = 0.12;

/// A piece on its way back.
pub(super) struct Spring {
    pub(super) piece: PieceId,
    shape: Shape,
    /// The site of its shape by which it is held; its middle where there is none.
    site: Option<Point>,
    /// The piece on the board that it is, which does not lie there meanwhile.
    pub(super) grip: Option<Grip>,
    /// From where to where it goes, by the place where it is held.
    from: Pos2,
    to: Pos2,
    /// When it began; `None` before the first frame.
    began: Option<f64>,
}

impl PlayState {
    /// Lets what is dragged spring back from a place, where it does not fit.
    pub(super) fn spring_back(&mut self, puzzle: &Puzzle, from: Pos2, pressed: Option<Pos2>) {
        let Some((piece, shape, site)) = self.dragged(puzzle) else { return };
        let to = self.carried.as_ref().map(|carried| carried.pressed_at()).or(pressed);
        let grip = self.grip.take();
        self.spring = to.map(|to| Spring { piece, shape, site, grip, from, to, began: None });
    }

    /// Paints the piece that springs back, until it is there.
    pub(super) fn follow_spring(&mut self, puzzle: &Puzzle, ui: &Ui) {
        let now = ui.input(|input| input.time);
        let Some(spring) = &mut self.spring else { return };
        let began = *spring.began.get_or_insert(now);
        let share = ((now - began) / DURATION) as f32;
        if share >= 1.0 || desktop::is_motion_reduced(ui.ctx()) {
            self.spring = None;
            return;
        }
        // Fast at first, as a spring is.
        let at = spring.from.lerp(spring.to, 1.0 - (1.0 - share).powi(2));
        let held = (spring.piece, spring.shape.clone(), spring.site);
        piece::paint_held(held, self.seen_scale(), puzzle, at, ui);
        ui.ctx().request_repaint();
    }
}
