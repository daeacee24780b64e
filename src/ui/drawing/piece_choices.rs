//! The choices of a piece: its motions and its colour.

use egui::{CornerRadius, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo};

use super::paint;
use crate::lattice::Lattice;
use crate::polyform::Motions;
use crate::puzzle::Colour;
use crate::text;
use crate::ui::widgets;
use crate::ui::widgets::theme::Palette;

/// The motions that a piece may be allowed, with their names on buttons.
pub(crate) fn motion_choices(lattice: &Lattice) -> [(Motions, &'static str); 3] {
    let all = if lattice.is_solid() { "+ mirror" } else { "Turn + flip" };
    [(Motions::TurnAndFlip, all), (Motions::Turn, "Turn"), (Motions::AsDrawn, "As drawn")]
}

/// All colours, to choose one; the one that was.
pub(crate) fn colour_choice(ui: &mut Ui, now: Option<Colour>) -> Option<Colour> {
    let mut chosen = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = Vec2::splat(4.0);
        ui.horizontal_wrapped(|ui| {
            for colour in (0..Colour::COUNT).map(Colour::nth) {
                let (rect, response) = ui.allocate_exact_size(Vec2::splat(24.0), Sense::click());
                response.widget_info(|| {
                    let name = text::capitalised(colour.name());
                    WidgetInfo::selected(Role::RadioButton, true, Some(colour) == now, name)
                });
                swatch(ui, rect.shrink(2.0), colour, Some(colour) == now);
                widgets::focus_ring(ui, &response, rect, 4.0);
                if response.on_hover_text(colour.name()).clicked() {
                    chosen = Some(colour);
                }
            }
        });
    });
    chosen
}

/// A field of a colour.
pub(crate) fn swatch(ui: &Ui, rect: Rect, colour: Colour, chosen: bool) {
    let palette = Palette::current(ui);
    let shade = colour.shade(palette.dark);
    let line = match chosen {
        true => Stroke::new(2.5, palette.accent),
        false => Stroke::new(1.25, paint::outline(palette, shade, None)),
    };
    let radius = CornerRadius::same(3);
    ui.painter().rect(rect, radius, paint::rgb(shade.fill), line, StrokeKind::Inside);
}
