//! The tree of separations: for each the moves until something is free, at its right what leaves, and
//! below it what remains.

use egui::{Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::disassembly::{MoveWords, Part};
use crate::ui::action::{Action, Actions};
use crate::ui::widgets::theme::{Palette, RADIUS, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::disassembly::ShownDisassembly;

/// Height of a row.
const ROW: f32 = 24.0;
/// Radius of a node.
const NODE: f32 = 9.0;
/// From one level of the tree to the next, and the least where there are many.
const INDENT: f32 = 22.0;
const MIN_INDENT: f32 = 6.0;
/// Room for the words beside a node.
const WORDS: f32 = 110.0;

/// A line of the tree.
struct Row {
    depth: usize,
    /// The row of the node above it.
    parent: Option<usize>,
    /// The moves of a separation; `None` of pieces that remain.
    moves: Option<usize>,
    /// The moves that are made when it is done.
    end: usize,
    words: String,
}

/// The lines of a part in the order of its separations; `made` is the number of moves before it.
fn add_rows(
    part: &Part,
    (depth, parent): (usize, Option<usize>),
    made: &mut usize,
    words: &MoveWords,
    rows: &mut Vec<Row>,
) {
    let Some(own) = &part.then else {
        let words = words.pieces(&part.pieces);
        rows.push(Row { depth, parent, moves: None, end: *made, words });
        return;
    };
    *made += own.moves.len();
    let way = own.moves.last().map(|last| words.direction(last.step)).unwrap_or_default();
    let words_of = format!("{} {way}", words.pieces(&own.away.pieces));
    let moves = Some(own.moves.len());
    rows.push(Row { depth, parent, moves, end: *made, words: words_of });
    let node = Some(rows.len() - 1);
    add_rows(&own.rest, (depth + 1, node), made, words, rows);
    if own.away.then.is_some() {
        add_rows(&own.away, (depth + 1, node), made, words, rows);
    }
}

/// Shows the tree of a solution that comes apart. A click on a line goes to the end of its separation.
pub(super) fn show(
    shown: &ShownDisassembly,
    whole: &Part,
    words: &MoveWords,
    out: &mut Actions,
    ui: &mut Ui,
) {
    widgets::section_title(ui, "Separations", "numbers: moves until free");
    let mut rows = Vec::new();
    add_rows(whole, (0, None), &mut 0, words, &mut rows);
    let deepest = rows.iter().map(|row| row.depth).max().unwrap_or(0).max(1);
    let room = ui.available_width() - WORDS - 2.0 * NODE;
    let indent = (room / deepest as f32).clamp(MIN_INDENT, INDENT);
    let made = shown.time().ceil() as usize;
    let mut middles = Vec::with_capacity(rows.len());
    for row in &rows {
        let palette = Palette::current(ui);
        let size = vec2(ui.available_width(), ROW);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let label = match row.moves {
            Some(moves) => format!("Separation after {moves}: {}", row.words),
            None => format!("{} at the end", row.words),
        };
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
        let middle = pos2(rect.left() + NODE + row.depth as f32 * indent, rect.center().y);
        if response.hovered() {
            ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), RADIUS, palette.hover);
        }
        let line = Stroke::new(1.0, palette.border);
        if let Some(from) = row.parent.map(|parent: usize| -> egui::Pos2 { middles[parent] }) {
            ui.painter().vline(from.x, from.y + NODE..=middle.y, line);
            ui.painter().hline(from.x..=middle.x - NODE, middle.y, line);
        }
        middles.push(middle);
        let is_done = row.end <= made;
        let ink = if is_done { palette.text } else { palette.text2 };
        let base = baseline(middle.y, 12.0);
        let mut left = middle.x - NODE;
        if let Some(moves) = row.moves {
            let is_current = made > row.end - moves.min(row.end) && made <= row.end;
            let edge = if is_current { palette.accent } else { palette.border };
            ui.painter().circle(middle, NODE, palette.panel, Stroke::new(1.5, edge));
            let number = Line::whole(ui, &moves.to_string(), regular(11.0), ink);
            number.left(ui.painter(), middle.x - number.width() / 2.0, baseline(middle.y, 11.0));
            left = middle.x + NODE + 6.0;
        }
        let room = (rect.right() - left).max(12.0);
        Line::new(ui, &row.words, semibold(12.0), ink, room).left(ui.painter(), left, base);
        widgets::focus_ring(ui, &response, rect.expand2(vec2(2.0, -1.0)), RADIUS);
        if response.on_hover_text(label).clicked() {
            out.push(Action::ShowMoment(row.end as f64));
        }
    }
}
