//! The middle of the screen during a frontier sweep: which sites are swept, on which the states
//! may differ, and how many states each step had.

use egui::{Align2, Color32, Frame, Margin, Panel, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use super::search;
use crate::job::{Phase, Snapshot, SweepProgress};
use crate::text;
use crate::ui::drawing::figure_cache::{FigureCache, board};
use crate::ui::drawing::paint::{Pen, Projection, blend};
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, SIDE, regular};
use crate::workbench::Document;

/// The state of a site in a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Swept {
    /// All states cover it.
    Done,
    /// States may differ on it.
    Frontier,
    /// No state covers it.
    ToCome,
}

impl Swept {
    const ALL: [Swept; 3] = [Swept::Done, Swept::Frontier, Swept::ToCome];

    fn words(self) -> &'static str {
        match self {
            Swept::Done => "Swept",
            Swept::Frontier => "Frontier",
            Swept::ToCome => "To come",
        }
    }

    /// Its colour on the board: of a site to come that of an empty one.
    fn fill(self, palette: &Palette) -> Color32 {
        match self {
            Swept::Done => blend(palette.empty_site, palette.text3, 0.45),
            Swept::Frontier => palette.accent,
            Swept::ToCome => palette.empty_site,
        }
    }
}

/// Returns the sweep's state at each site of the board.
fn swept_sites(sweep: &SweepProgress, sites: usize) -> Vec<Swept> {
    let mut all = vec![Swept::ToCome; sites];
    let mut set = |range: std::ops::Range<usize>, to: Swept| {
        for &site in sweep.order.get(range).unwrap_or(&[]) {
            if let Some(own) = all.get_mut(site as usize) {
                *own = to;
            }
        }
    };
    set(sweep.frontier(), Swept::Frontier);
    for range in sweep.swept() {
        set(range, Swept::Done);
    }
    all
}

/// Describes what the sweep is doing.
fn caption(sweep: &SweepProgress, phase: &Phase) -> String {
    let steps = crate::ui::outcome::steps_words(sweep);
    match phase {
        Phase::Complete => format!("all {} steps", text::grouped(sweep.stage.levels as u64)),
        Phase::Stopped | Phase::Failed(_) => format!("stopped after {steps} steps"),
        _ if sweep.stage.back => format!("on the way back, step {steps}"),
        _ if sweep.stage.met_at.is_some() => format!("from both ends, step {steps}"),
        _ => format!("step {steps}"),
    }
}

/// Shows the sweep.
pub(super) fn show(
    sweep: &SweepProgress,
    document: &Document,
    figures: &FigureCache,
    snapshot: &Snapshot,
    ui: &mut Ui,
) {
    let palette = Palette::current(ui);
    widgets::column(ui, |ui| {
        let title = match snapshot.phase {
            Phase::Complete if sweep.only_counts => "Only counted",
            _ if snapshot.phase.is_over() => "The sweep",
            _ => "Sweeping the board",
        };
        widgets::panel_head(ui, title, &caption(sweep, &snapshot.phase), |_| {});
    });
    search::chart_panel(ui, "states by step", |ui| {
        widgets::section_title(ui, "States by step", "new states, logarithmic");
        let mut steps = sweep.steps.clone();
        steps.resize(sweep.stage.levels.max(steps.len()), 0);
        let now = (!snapshot.phase.is_over()).then_some(sweep.stage.level);
        widgets::bar_chart(ui, "step", &steps, now, ui.available_size());
    });
    let frame = Frame::new().inner_margin(Margin::symmetric(SIDE as i8, 0));
    Panel::bottom("sweep legend").exact_size(44.0).frame(frame).show(ui, |ui| legend(sweep, ui));
    egui::CentralPanel::default().frame(Frame::new().fill(palette.canvas)).show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        let states = text::count_rounded(snapshot.states as f64, "state");
        response.widget_info(|| {
            let label = format!("Board of the sweep: {}", caption(sweep, &snapshot.phase));
            WidgetInfo::labeled(Role::Canvas, true, label)
        });
        if sweep.order.is_empty() {
            let text = format!("{states} so far. The items of this puzzle have no board.");
            ui.painter().text(
                rect.center(),
                Align2::CENTER_CENTER,
                text,
                regular(13.0),
                palette.text2,
            );
            return;
        }
        let rect = rect.shrink(16.0);
        let painter = ui.painter_at(rect.expand(16.0));
        let puzzle = document.solved_puzzle();
        let projection = Projection::fit(&figures.board.bounds, rect, super::MAX_SCALE);
        let sites = swept_sites(sweep, puzzle.board.sites().len());
        board(Pen::new(&painter, projection), &figures.board, |i| {
            sites.get(i).copied().unwrap_or(Swept::ToCome).fill(palette)
        });
    });
}

/// The colours of the sites, in words, with the number of sites of each.
fn legend(sweep: &SweepProgress, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let sites = swept_sites(sweep, sweep.order.len());
    let (whole, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let mut x = whole.left();
    for kind in Swept::ALL {
        let count = sites.iter().filter(|site| **site == kind).count() as u64;
        let words = format!("{} {}", kind.words(), text::grouped(count));
        let swatch = Rect::from_center_size(pos2(x + 7.0, whole.center().y), vec2(14.0, 14.0));
        ui.painter().rect(
            swatch,
            3.0,
            kind.fill(palette),
            egui::Stroke::new(1.0, palette.border),
            egui::StrokeKind::Inside,
        );
        let line = widgets::Line::whole(ui, &words, regular(12.0), palette.text2);
        line.left(ui.painter(), x + 22.0, widgets::baseline(whole.center().y, 12.0));
        let place =
            Rect::from_min_max(pos2(x, whole.top()), pos2(x + 22.0 + line.width(), whole.bottom()));
        let response = ui.interact(place, ui.scope_id().with(kind.words()), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
        // A number that grows moves nothing.
        x += 22.0 + line.width().max(84.0) + 20.0;
    }
}
