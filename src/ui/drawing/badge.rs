//! Painting colour labels.

use egui::{Align2, Color32, Shape, Stroke, Vec2};

use super::paint::{Pen, readable};
use crate::picture::{Badge, BadgeForm};
use crate::ui::widgets::theme::semibold;

/// Paints a badge.
pub(in crate::ui) fn paint(pen: Pen, badge: &Badge) {
    let Pen { painter, projection, .. } = pen;
    let at = projection.at(badge.at);
    let (ink, ground) = (readable(Color32::WHITE), Color32::WHITE);
    let size = Badge::radius(f64::from(projection.scale));
    let radius = size as f32;
    let stroke = Stroke::new(Badge::line(size) as f32, ink);
    painter.circle_filled(at, radius * Badge::GROUND as f32, ground);
    match badge.form {
        BadgeForm::Disc => _ = painter.circle_filled(at, radius, ink),
        BadgeForm::Ring => _ = painter.circle_stroke(at, radius * Badge::RING as f32, stroke),
        BadgeForm::Diamond => {
            let corners = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];
            let corners = corners.map(|(x, y)| at + Vec2::new(x, y) * radius).to_vec();
            painter.add(Shape::convex_polygon(corners, ink, Stroke::NONE));
        }
        BadgeForm::Plus => {
            for arm in [Vec2::new(radius, 0.0), Vec2::new(0.0, radius)] {
                painter.line_segment([at - arm, at + arm], stroke);
            }
        }
        BadgeForm::Letter(label) => {
            let font = semibold((radius * Badge::LETTERS as f32).max(6.0));
            painter.text(at, Align2::CENTER_CENTER, label, font, ink);
        }
    }
}
