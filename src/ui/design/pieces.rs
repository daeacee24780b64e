//! The list of pieces: picture, name, copies, orientations, placements, motions.

use egui::{Align2, CornerRadius, Pos2, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::polyform::Motions;
use crate::puzzle::PieceId;
use crate::ui::app::App;
use crate::ui::kit;
use crate::ui::theme::{Palette, regular, semibold};
use crate::words;
use crate::workbench::Pending;

/// Height of a row.
const ROW: f32 = 40.0;

/// Where the columns stand in a list of some width; the right edges of the numbers.
struct Columns {
    name: f32,
    copies: f32,
    orientations: f32,
    placements: f32,
    motions: f32,
    /// Whether there is room for the motions.
    wide: bool,
}

impl Columns {
    /// Of a list whose longest number of placements is `widest`.
    fn of(rect: Rect, widest: f32) -> Columns {
        let wide = rect.width() >= 330.0;
        let end = if wide { rect.right() - 92.0 } else { rect.right() - 12.0 };
        let orientations = end - (widest + 14.0).max(44.0);
        Columns {
            name: rect.left() + 62.0,
            copies: orientations - 42.0,
            orientations,
            placements: end,
            motions: end + 12.0,
            wide,
        }
    }
}

/// Draws the list.
pub(super) fn show(app: &mut App, ui: &mut Ui) {
    let palette = Palette::of(ui);
    let Some(document) = &app.bench.document else { return };
    let puzzle = std::sync::Arc::clone(&document.puzzle);
    let (min, max) = puzzle.piece_area();
    let area = if min == max {
        puzzle.lattice.count_sites(max)
    } else {
        format!("{}–{}", words::grouped(min), puzzle.lattice.count_sites(max))
    };
    let copies: u64 = puzzle.pieces.iter().map(|p| u64::from(p.copies.max)).sum();
    let head = match &puzzle.cover {
        Some(cover) => cover.words.clone(),
        None => format!("{} cover {area}", words::count(copies, "piece")),
    };
    let title = words::capitalised(puzzle.piece_words().1);
    kit::column(ui, |ui| {
        kit::panel_head(ui, &title, "", |ui| {
            kit::elided(ui, &head, regular(12.0), palette.text2, 220.0);
        });
    });

    let width = ui.available_width();
    let (header, _) = ui.allocate_exact_size(vec2(width, 26.0), Sense::hover());
    let most = document.encoding().map_or(0, |encoding| {
        puzzle.pieces().map(|(id, _)| encoding.placements_of(id).len()).max().unwrap_or(0)
    });
    let widest = text_width(ui, &words::grouped(most as u64));
    let columns = Columns::of(header, widest);
    let caption = |x: f32, align: Align2, text: &str| {
        let at = pos2(x, header.center().y);
        ui.painter().text(at, align, text, regular(11.0), palette.text2);
    };
    caption(columns.name, Align2::LEFT_CENTER, "name");
    caption(columns.copies, Align2::RIGHT_CENTER, "copies");
    let turns = puzzle.cover.is_none();
    if turns {
        caption(columns.orientations, Align2::RIGHT_CENTER, "orient.");
    }
    caption(columns.placements, Align2::RIGHT_CENTER, "places");
    if columns.wide && turns {
        caption(columns.motions, Align2::LEFT_CENTER, "motions");
    }

    let before = app.design.selected;
    ui.spacing_mut().item_spacing.y = 0.0;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(
        ui,
        ROW,
        puzzle.pieces.len(),
        |ui, range| {
            for i in range {
                row(app, ui, PieceId(i as u32), before, widest);
            }
        },
    );
}

fn row(app: &mut App, ui: &mut Ui, id: PieceId, before: Option<PieceId>, widest: f32) {
    let palette = Palette::of(ui);
    let Some(document) = &app.bench.document else { return };
    let puzzle = &document.puzzle;
    let piece = puzzle.piece(id);
    let numbers = document.encoding().map(|encoding| {
        (encoding.orientations[id.index()].len(), encoding.placements_of(id).len())
    });
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let selected = app.design.selected == Some(id);
    response.widget_info(|| {
        let placements = numbers.map_or_else(String::new, |(orientations, placements)| {
            format!(
                ", {}, {}",
                words::count(orientations as u64, "orientation"),
                words::count(placements as u64, "placement")
            )
        });
        let placements = match (&puzzle.cover, numbers) {
            (Some(_), Some((_, n))) => format!(", {}", words::count(n as u64, "placement")),
            (Some(_), None) => String::new(),
            (None, _) => format!("{placements}, {}", piece.motions.words()),
        };
        let kind = words::capitalised(puzzle.piece_words().0);
        let label = format!("{kind} {}, copies {}{placements}", piece.name, piece.copies.words());
        WidgetInfo::selected(Role::Button, ui.is_enabled(), selected, label)
    });
    if response.clicked() {
        app.design.select((before != Some(id)).then_some(id));
    }
    if !ui.is_rect_visible(rect) {
        return;
    }
    let painter = ui.painter();
    if selected {
        painter.rect_filled(rect, CornerRadius::ZERO, palette.accent_soft);
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        painter.rect_filled(bar, CornerRadius::ZERO, palette.accent);
    } else if response.hovered() {
        painter.rect_filled(rect, CornerRadius::ZERO, palette.hover);
    }
    kit::focus_ring(ui, &response, rect.shrink(3.0), 3.0);
    let columns = Columns::of(rect, widest);
    if let Some(figures) = &app.figures {
        let icon =
            Rect::from_center_size(pos2(rect.left() + 34.0, rect.center().y), vec2(36.0, 30.0));
        figures.icon(painter, palette, puzzle, id, icon);
    }
    let y = rect.center().y;
    let copies = piece.copies.words();
    let name_room = columns.copies - text_width(ui, &copies).max(16.0) - 10.0 - columns.name;
    text(ui, pos2(columns.name, y), Align2::LEFT_CENTER, &piece.name, semibold(13.0), name_room);
    text(ui, pos2(columns.copies, y), Align2::RIGHT_CENTER, &copies, regular(13.0), 96.0);
    let (orientations, placements) = match numbers {
        Some((o, p)) => (words::grouped(o as u64), words::grouped(p as u64)),
        None if matches!(document.analysis, Pending::Failed(_)) => ("–".into(), "–".into()),
        None => ("…".into(), "…".into()),
    };
    let turns = puzzle.cover.is_none();
    if turns {
        let at = pos2(columns.orientations, y);
        text(ui, at, Align2::RIGHT_CENTER, &orientations, regular(13.0), 60.0);
    }
    let colour = if numbers.is_some_and(|n| n.1 == 0) { palette.alert } else { palette.text };
    let at = pos2(columns.placements, y);
    ui.painter().text(at, Align2::RIGHT_CENTER, &placements, regular(13.0), colour);
    if columns.wide && turns {
        let motions: &[&str] = match piece.motions {
            Motions::TurnAndFlip => &["turn", "flip"],
            Motions::Turn => &["turn"],
            Motions::AsDrawn => &["as drawn"],
        };
        let mut x = columns.motions;
        for word in motions {
            let galley =
                ui.painter().layout_no_wrap((*word).to_owned(), regular(12.0), palette.text);
            let chip = Rect::from_min_size(pos2(x, y - 9.0), vec2(galley.size().x + 10.0, 18.0));
            ui.painter().rect_filled(chip, CornerRadius::same(3), palette.pressed);
            let at = chip.center() - galley.size() / 2.0;
            ui.painter().galley(at, galley, palette.text);
            x = chip.right() + 4.0;
        }
    }
    if before != app.design.selected && selected {
        response.scroll_to_me(None);
    }
}

/// How wide a text in a row is.
fn text_width(ui: &Ui, text: &str) -> f32 {
    let font = regular(13.0);
    ui.painter().layout_no_wrap(text.to_owned(), font, Palette::of(ui).text).size().x
}

/// One line of text, shortened with … where it has no room.
fn text(ui: &Ui, at: Pos2, align: Align2, text: &str, font: egui::FontId, room: f32) {
    let palette = Palette::of(ui);
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, palette.text);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.max(12.0));
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let rect = align.anchor_size(at, galley.size());
    ui.painter().galley(rect.min, galley, palette.text);
}
