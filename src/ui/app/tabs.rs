//! Tabs: what the screens show of each document, and the strip by which another one is chosen.

use std::mem;
use std::sync::Arc;

use egui::{
    Key, PointerButton, Rect, Role, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::App;
use crate::puzzle::Puzzle;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::design::DesignState;
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::make::MakeState;
use crate::ui::play::PlayState;
use crate::ui::run::RunState;
use crate::ui::sets::SetsState;
use crate::ui::solutions::SolutionsState;
use crate::ui::steps::StepsState;
use crate::ui::variants::VariantsState;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, RADIUS, regular, semibold};
use crate::ui::widgets::{self, Line, baseline, focus_ring};
use crate::workbench::{Command, Screen};

/// Height of the strip and of a tab.
const STRIP: f32 = 34.0;
const TAB: f32 = 26.0;
/// The widest title of a tab.
const MAX_TITLE: f32 = 180.0;
/// Between the edge of a tab and its title, and the room of the cross at its end.
const BESIDE: f32 = 10.0;
const CROSS: f32 = 22.0;
/// Side of the signs in a tab.
const SIGN: f32 = 12.0;

/// The state of the screens for the document of a tab that is not shown.
pub(super) struct Views {
    figures: Option<FigureCache>,
    drawn: Option<u64>,
    solved_figures: Option<FigureCache>,
    solved_puzzle: Option<Arc<Puzzle>>,
    play: PlayState,
    design: DesignState,
    run: RunState,
    solutions: SolutionsState,
    steps: StepsState,
    variants: VariantsState,
    sets: SetsState,
    make: MakeState,
}

impl App {
    /// Shows another tab as it was left.
    pub(super) fn show_tab(&mut self, place: usize) {
        let shown = self.bench.shown_tab();
        if place == shown || place >= self.bench.tab_count() {
            return;
        }
        let views = self.take_views();
        self.views[shown] = Some(views);
        self.bench.show_tab(place);
        self.come_to_tab();
    }

    /// Shows the tab so many places to the right, or from the other end.
    pub(super) fn step_tab(&mut self, places: usize) {
        self.show_tab((self.bench.shown_tab() + places) % self.bench.tab_count());
    }

    /// Opens a tab with the gallery.
    pub(super) fn new_tab(&mut self) {
        let shown = self.bench.shown_tab();
        let views = self.take_views();
        self.views[shown] = Some(views);
        self.views.insert(shown + 1, None);
        self.bench.new_tab();
        self.come_to_tab();
    }

    /// Closes the document that is shown, whatever is lost by it, and its tab.
    pub(super) fn close_tab(&mut self) {
        let shown = self.bench.shown_tab();
        if self.bench.tab_count() > 1 {
            self.views.remove(shown);
        }
        self.bench.close_tab();
        self.come_to_tab();
    }

    /// Shows the Play screen, where the puzzle can be played.
    pub(super) fn show_play(&mut self) {
        if Command::Show(Screen::Play).available(&self.bench).is_ok() {
            self.bench.screen = Screen::Play;
        }
    }

    /// Takes what the screens show of the document out of them.
    fn take_views(&mut self) -> Views {
        let fresh = self.solutions.fresh();
        Views {
            figures: self.figures.take(),
            drawn: self.drawn.take(),
            solved_figures: self.solved_figures.take(),
            solved_puzzle: self.solved_puzzle.take(),
            play: mem::take(&mut self.play),
            design: mem::take(&mut self.design),
            run: mem::take(&mut self.run),
            solutions: mem::replace(&mut self.solutions, fresh),
            steps: mem::take(&mut self.steps),
            variants: mem::take(&mut self.variants),
            sets: mem::take(&mut self.sets),
            make: mem::replace(&mut self.make, MakeState::new(&self.wake)),
        }
    }

    /// Makes the screens ready for the tab that has just come to be shown.
    fn come_to_tab(&mut self) {
        let views = self.views[self.bench.shown_tab()].take();
        self.document_opened();
        self.documents.after_save = None;
        let Some(views) = views else { return };
        let is_found_since = {
            let basis = self.bench.document.as_ref().and_then(|document| document.basis());
            basis.map(|basis| Arc::as_ptr(&basis.puzzle))
                != views.solved_puzzle.as_ref().map(Arc::as_ptr)
        };
        self.figures = views.figures;
        self.drawn = views.drawn;
        self.solved_figures = views.solved_figures;
        self.solved_puzzle = views.solved_puzzle;
        self.play = views.play;
        self.design = views.design;
        self.steps = views.steps;
        self.variants = views.variants;
        self.sets = views.sets;
        self.make = views.make;
        if !is_found_since {
            self.run = views.run;
            self.solutions = views.solutions;
        }
        self.draw_figures();
    }
}

/// The strip of the tabs, above the head of the document.
pub(super) fn strip(model: Model, out: &mut Actions, ui: &mut Ui) {
    let fill = Palette::current(ui).bars;
    widgets::bar(ui, "tabs", STRIP, fill, |ui| {
        let room = ui.available_width() - 40.0;
        let area = ScrollArea::horizontal().id_salt("tabs").max_width(room).auto_shrink(true);
        area.show(ui, |ui| {
            ui.horizontal_centered(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                for place in 0..model.bench.tab_count() {
                    tab(model, place, out, ui);
                }
            });
        });
        let plus = widgets::icon_button(ui, Icon::Plus, Command::NewTab.label());
        if plus.on_hover_text(Command::NewTab.hint()).clicked() {
            out.send(Command::NewTab);
        }
    });
}

/// A tab: its title, with a dot where there are unsaved changes and a triangle where something is under
/// way, and a cross that closes it, as the middle button does.
fn tab(model: Model, place: usize, out: &mut Actions, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let is_shown = place == model.bench.shown_tab();
    let title = model.bench.tab_title(place);
    let document = model.bench.tab_documents().nth(place).flatten();
    let dot = if document.is_some_and(|document| document.is_edited()) { "• " } else { "" };
    let at_work = document.and_then(|document| document.busy());
    let (font, ink) = match is_shown {
        true => (semibold(12.0), palette.text),
        false => (regular(12.0), palette.text2),
    };
    let line = Line::new(ui, &format!("{dot}{title}"), font, ink, MAX_TITLE);
    let sign = if at_work.is_some() { SIGN + 4.0 } else { 0.0 };
    let size = vec2(BESIDE + sign + line.width() + CROSS, TAB);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response
        .widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, format!("Tab {title}")));
    let is_stepped = |input: &egui::InputState| {
        input.key_pressed(Key::PageDown) || input.key_pressed(Key::PageUp)
    };
    if is_shown && ui.input(is_stepped) {
        ui.scroll_to_rect(rect, None);
    }
    let painter = ui.painter();
    if is_shown {
        let stroke = egui::Stroke::new(1.0, palette.border);
        painter.rect(rect, RADIUS, palette.card, stroke, StrokeKind::Inside);
    } else if response.hovered() {
        painter.rect_filled(rect, RADIUS, palette.line);
    }
    if at_work.is_some() {
        let place = pos2(rect.left() + BESIDE + SIGN / 2.0, rect.center().y);
        Icon::Play.paint(painter, Rect::from_center_size(place, vec2(SIGN, SIGN)), ink);
    }
    line.left(painter, rect.left() + BESIDE + sign, baseline(rect.center().y, 12.0));
    focus_ring(ui, &response, rect, RADIUS);
    let cross = Rect::from_min_max(pos2(rect.right() - CROSS, rect.top()), rect.max);
    let close = ui.interact(cross, response.id.with("close"), Sense::click());
    let name = format!("Close {title}");
    close.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let ink = if close.hovered() { palette.text } else { palette.text3 };
    let sign = Rect::from_center_size(cross.center(), vec2(SIGN, SIGN));
    Icon::Cross.paint(ui.painter(), sign, ink);
    focus_ring(ui, &close, cross.shrink(3.0), RADIUS);
    let is_closed =
        close.on_hover_text(&name).clicked() || response.clicked_by(PointerButton::Middle);
    let tip = at_work.map_or_else(|| title.to_owned(), |words| format!("{title}. {words}"));
    if is_closed {
        out.push(Action::CloseTab(place));
    } else if response.on_hover_text(tip).clicked() {
        out.push(Action::ShowTab(place));
    }
}
