//! Why there is no solution: the reason, the board in its colours, and what every piece covers.

use std::sync::Arc;

use egui::{Color32, Context, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::format::certificate;
use crate::picture::{Style, png};
use crate::text;
use crate::ui::action::{Action, Actions, ProofFile};
use crate::ui::drawing::raster::Raster;
use crate::ui::platform::wake::immediate_wake;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::reason::{Covered, Position, Reason};
use crate::workbench::{Document, Task, Wake};

/// Width of the card, in points.
const WIDTH: f32 = 592.0;
/// The greatest height of the picture, in points.
const HEIGHT: f32 = 300.0;
/// Pixels of the longer side of the picture, at most.
const MAX_PIXELS: f32 = 2048.0;
/// Colours, and groups of pieces, that are listed at most.
const MAX_LISTED: usize = 12;

/// A reason, while it is looked for and then.
pub(crate) struct WhyNone {
    position: Position,
    reason: Task<Option<Arc<Reason>>>,
    /// The picture, in the dark theme or in the light one.
    picture: Raster<bool>,
}

impl WhyNone {
    /// Looks for the reason why a puzzle, or what lies on its board, has no solution.
    pub(crate) fn new(document: &Document, position: Position, wake: &Wake) -> WhyNone {
        let description = document.description().clone();
        let has_loose = document.puzzle.placed.iter().any(|placed| !placed.pinned);
        let position = if has_loose { position } else { Position::Start };
        let work = move |_| Reason::find(&description, position).map(|found| found.map(Arc::new));
        WhyNone { position, reason: Task::start(wake, work), picture: Raster::default() }
    }

    fn found(&self) -> Option<&Arc<Reason>> {
        self.reason.get().and_then(Option::as_ref)
    }

    fn title(&self) -> &'static str {
        match self.position {
            Position::Start => "Why there is no solution",
            Position::Here => "Why no solution is left",
        }
    }
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(state: &mut WhyNone, out: &mut Actions, ui: &Ui) -> bool {
    state.reason.poll();
    let title = state.title();
    let (closed, is_over) =
        super::sheet_with_foot(ui, title, WIDTH, state, fields, |state, ui, ()| {
            foot(state, out, ui)
        });
    closed || is_over
}

/// The reason in words, the picture, and the numbers.
fn fields(state: &mut WhyNone, ui: &mut Ui) {
    let palette = Palette::current(ui);
    widgets::paragraph(ui, state.title(), semibold(15.0), palette.text);
    ui.add_space(8.0);
    let (words, ink) = match &state.reason {
        Task::Waiting(_) => ("Looking for a reason…".to_owned(), palette.text2),
        Task::Failed(why) => (format!("{}.", text::capitalised(why)), palette.alert),
        Task::Ready(Some(reason)) => (reason.found.reason.clone(), palette.text),
        Task::Ready(None) => {
            let words = "No reason is found without a search. Areas, colours, pockets and bounds rule \
                         out nothing here.";
            (words.to_owned(), palette.text)
        }
    };
    widgets::paragraph(ui, &words, regular(13.0), ink);
    ui.add_space(12.0);
    let Some(reason) = state.found().cloned() else { return };
    if reason.found.colouring.is_some() {
        picture(state, &reason, ui);
        numbers(&reason, ui);
    }
}

/// The board in the colours of the proof.
fn picture(state: &mut WhyNone, reason: &Arc<Reason>, ui: &mut Ui) {
    let dark = Palette::current(ui).dark;
    let scale = ui.ctx().pixels_per_point();
    follow(&mut state.picture, dark, scale, reason, ui.ctx());
    let size = vec2(ui.available_width(), HEIGHT);
    let Some([width, height]) = state.picture.size() else {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let words = state.picture.error().unwrap_or("Drawing…");
        let colour = Palette::current(ui).text2;
        let line = widgets::Line::new(ui, words, regular(13.0), colour, rect.width());
        let middle = widgets::baseline(rect.center().y, 13.0);
        line.centre(&ui.painter_at(rect), rect.center().x, middle);
        return;
    };
    let drawn = vec2(width as f32, height as f32).max(vec2(1.0, 1.0)) / scale;
    let drawn = drawn * (size.x / drawn.x).min(size.y / drawn.y).min(1.0);
    let (rect, response) = ui.allocate_exact_size(vec2(size.x, drawn.y), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Image, true, "The board in the colours of the reason")
    });
    if let Some((_, texture)) = state.picture.shown() {
        let all = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let place = Rect::from_center_size(rect.center(), drawn);
        ui.painter().image(texture, place, all, Color32::WHITE);
    }
    ui.add_space(12.0);
}

/// Draws the picture again in another theme.
fn follow(picture: &mut Raster<bool>, dark: bool, scale: f32, reason: &Arc<Reason>, ctx: &Context) {
    let wake = immediate_wake(ctx);
    picture.follow(dark, &wake, ctx, || {
        let reason = Arc::clone(reason);
        move |_| {
            let style = Style { dark, transparent: true, ..Style::default() };
            let drawing = reason.picture(style).unwrap_or_default();
            png::pixels(&drawing, scale, MAX_PIXELS).map_err(|error| error.to_string())
        }
    });
}

/// The number of sites of each colour, and what the pieces cover.
fn numbers(reason: &Reason, ui: &mut Ui) {
    let (Some(colouring), Some(puzzle)) = (&reason.found.colouring, &reason.puzzle) else { return };
    if colouring.names.len() > MAX_LISTED {
        return;
    }
    let kind = if colouring.is_weighed { "Weight" } else { "Colour" };
    widgets::section_title(ui, "The board has", "");
    for (name, sites) in colouring.names.iter().zip(colouring.counts()) {
        widgets::fact_row(ui, &format!("{kind} {name}"), &puzzle.lattice.count_sites(sites));
    }
    ui.add_space(8.0);
    let order = format!("of each {} in this order", kind.to_lowercase());
    widgets::section_title(ui, "A piece covers", &order);
    for covered in reason.covered.iter().take(MAX_LISTED) {
        widgets::fact_row(ui, &text::listed(&covered.pieces), &covers(covered));
    }
    if let more @ 1.. = reason.covered.len().saturating_sub(MAX_LISTED) {
        widgets::remark_row(ui, &format!("and {}", text::count(more as u64, "other kind")), false);
    }
    ui.add_space(12.0);
}

/// "1, 0 to 1 and 2".
fn covers(covered: &Covered) -> String {
    let number = |&(least, most): &(u32, u32)| match least == most {
        true => least.to_string(),
        false => format!("{least} to {most}"),
    };
    match &covered.numbers[..] {
        [] => "no placement".to_owned(),
        numbers => text::listed(&numbers.iter().map(number).collect::<Vec<_>>()),
    }
}

/// The buttons; whether the card is to be closed.
fn foot(state: &WhyNone, out: &mut Actions, ui: &mut Ui) -> bool {
    let reason = state.found();
    let row = ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let dark = Palette::current(ui).dark;
        let has_colours = reason.is_some_and(|reason| reason.found.colouring.is_some());
        let button = widgets::Button::new("Save picture…").enabled(has_colours);
        if button.tooltip("Write the board in its colours as SVG.").show(ui).clicked()
            && let Some(text) = reason.and_then(|r| r.picture(Style { dark, ..Style::default() }))
        {
            out.push(Action::SaveProof(ProofFile { text, ending: "svg" }));
        }
        let proof = reason.and_then(|reason| reason.certificate.as_ref());
        let button = widgets::Button::new("Save certificate…").enabled(proof.is_some());
        let tip = "Write puzzle, weights and sums to a file that polywright check verifies.";
        if button.tooltip(tip).show(ui).clicked()
            && let Some(proof) = proof
        {
            let text = certificate::write(proof);
            out.push(Action::SaveProof(ProofFile { text, ending: "ron" }));
        }
        widgets::Button::new("Close").hint("Esc").show(ui).clicked()
    });
    row.inner
}
