//! One solution, large, with all that is known of it.

use egui::{
    Align, Frame, Layout, Margin, Panel, Rect, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};

use super::{Scene, SolutionsState, filter, marks};
use crate::exact_cover::OptionId;
use crate::files::FORMATS;
use crate::lattice::SiteForm;
use crate::picture::{Figure, text_art};
use crate::solution::measures::{MeasureId, MeasureKind, Measurer};
use crate::solution::orbit::image_of;
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::canvas::sites::site_at;
use crate::ui::drawing::figure_cache::{FigureCache, SolutionView};
use crate::ui::drawing::paint::{Look, Pen, Projection};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{GAP, Palette, RADIUS, SIDE, mono, regular};
use crate::workbench::command::SolutionAction;
use crate::workbench::piece_use::piece_counts;
use crate::workbench::solutions::browser::Browser;
use crate::workbench::solutions::grouping::Grouping;
use crate::workbench::solutions::likeness::Likeness;
use crate::workbench::{Command, Document};

/// The opacity of the fill of pieces in common with a compared solution; higher on dark ground,
/// where what is left of a colour is nearly black.
const FADED: f32 = 0.18;
const FADED_DARK: f32 = 0.42;

/// The facts known about the solution shown, computed once.
pub(super) struct ChosenSolution {
    key: Key,
    pub(super) options: Vec<OptionId>,
    /// The values of the measures that apply.
    measures: Vec<(MeasureId, u64)>,
    /// The number of the distinct solution that it is or is a copy of.
    distinct: u64,
    /// The number of symmetries that keep it.
    kept: u32,
    /// The distinct solution in letters.
    letters: String,
}

/// The inputs that a [`ChosenSolution`] depends on. The store is put in order when its run ends.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    n: u64,
    /// Its number in the view.
    number: u64,
    all: bool,
    running: bool,
    /// True if it is known what can be measured.
    measured: bool,
}

impl ChosenSolution {
    fn new(document: &Document, measurer: Option<&Measurer>, key: Key) -> Option<ChosenSolution> {
        let encoding = document.solved_encoding()?;
        let puzzle = document.solved_puzzle();
        let options = document.solution(key.n)?;
        let (index, stabiliser) = document.distinct_index(key.n)?;
        let (distinct, _) = document.distinct_number(key.n)?;
        let measures = measurer.map_or_else(Vec::new, |measurer| {
            let mut layout = measurer.layout();
            measurer.place(&mut layout, &options, stabiliser);
            measurer.measures().map(|own| (own, measurer.value(own, &mut layout))).collect()
        });
        let least = document.with_store(|store| store.get(index))?;
        Some(ChosenSolution {
            key,
            measures,
            options,
            distinct,
            kept: stabiliser.len(),
            letters: text_art::solution(puzzle, &encoding.decode(&least)),
        })
    }

    /// The number of the distinct solution that it is or is a copy of.
    pub(super) fn distinct(&self) -> u64 {
        self.distinct
    }

    /// The value of a measure, if it applies.
    fn measure(&self, id: &str) -> Option<u64> {
        let measure = MeasureId::by_id(id);
        self.measures.iter().find(|(known, _)| Some(*known) == measure).map(|(_, value)| *value)
    }
}

/// Shows the selected solution.
pub(super) fn show(state: &mut SolutionsState, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { document, figures, running, .. } = scene;
    let shown = state.seen.shown;
    choose(state, document, running);
    head(state, document, shown, None, out, ui);
    let Some(chosen) = &state.chosen else { return };
    export_all(document, shown, running, out, ui);
    // The board leaves room to see what is known of it.
    let compared = document.compared().map(|likeness| Compared::new(likeness, chosen, document));
    let most = ui.available_height() * if compared.is_some() { 0.4 } else { 0.58 };
    let has_picture = document.solved_puzzle().cover.is_none();
    let shared = compared.as_ref().map(|compared| &compared.options[..]);
    let boards = Boards { chosen, style: state.style, most, document, figures };
    widgets::scroll_column(ui, "chosen solution", |ui| {
        boards.show(shared, out, ui);
        if let Some(compared) = &compared {
            boards.show_beside(compared, out, ui);
        }
        widgets::separator(ui);
        facts(chosen, document, ui);
        widgets::separator(ui);
        used_pieces(chosen, scene, out, ui);
        widgets::section(ui, |ui| canonical(chosen, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| marks::section(&mut state.marks, chosen, document, out, ui));
        widgets::separator(ui);
        widgets::section(ui, |ui| compare_buttons(document, has_picture, out, ui));
        if has_picture {
            widgets::separator(ui);
            widgets::section(ui, |ui| take_apart_button(out, ui));
        }
        widgets::separator(ui);
        widgets::section(ui, |ui| export(&mut state.style, out, ui));
    });
}

/// Works out what is known of the selected solution, unless that was done before.
pub(super) fn choose(state: &mut SolutionsState, document: &Document, running: bool) {
    let last = document.shown().saturating_sub(1);
    let n = document.selected().min(last);
    let number = document.number(n).unwrap_or(0);
    let measurer = document.browser().and_then(Browser::measurer).cloned();
    let measured = measurer.is_some();
    let key = Key { n, number, all: document.shows_all(), running, measured };
    if state.chosen.as_ref().is_none_or(|chosen| chosen.key != key) {
        state.chosen = ChosenSolution::new(document, measurer.as_deref(), key);
    }
}

/// The head: which solution it is, and the way to the ones beside it. Of a solid it is given whether
/// that is shown as it is taken apart.
pub(super) fn head(
    state: &SolutionsState,
    document: &Document,
    shown: u64,
    apart: Option<bool>,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let title = match &state.chosen {
        Some(chosen) => format!("Solution {}", text::grouped(chosen.key.number)),
        None => "No solution to show".to_owned(),
    };
    let of = match &state.chosen {
        Some(chosen) if chosen.key.all => {
            let distinct = text::grouped(chosen.distinct);
            format!("of {}, copy of {distinct}", text::grouped(shown))
        }
        Some(chosen) if document.listing().is_some() => {
            let at = text::grouped(chosen.key.n + 1);
            format!("{at} of {} listed", text::grouped(shown))
        }
        Some(chosen) if document.with_store(|store| store.excerpt().is_some()) == Some(true) => {
            let at = text::grouped(chosen.key.n + 1);
            format!("{at} of {} in the file", text::grouped(shown))
        }
        Some(_) if apart.is_some() && !widgets::is_compact(ui.ctx()) => {
            format!("of {} distinct", text::grouped(shown))
        }
        Some(_) => format!("of {}", text::grouped(shown)),
        None => String::new(),
    };
    widgets::column(ui, |ui| {
        widgets::panel_head_large(ui, &title, &of, |ui| {
            if state.chosen.is_none() {
                return;
            }
            if let Some(apart) = apart {
                let button = widgets::Button::new("Take apart").selected(apart);
                let tip = Command::TakeApart.hint();
                if button.hint("M").tooltip(tip).show(ui).clicked() {
                    out.send(Command::TakeApart);
                }
            }
            marks::star_button(document, out, ui);
            if widgets::icon_button(ui, Icon::Previous, "Previous solution").clicked() {
                out.send(Command::Previous);
            }
            if widgets::icon_button(ui, Icon::Next, "Next solution").clicked() {
                out.send(Command::Next);
            }
        });
    });
}

/// The foot: export of all solutions.
pub(super) fn export_all(
    document: &Document,
    shown: u64,
    running: bool,
    out: &mut Actions,
    ui: &mut Ui,
) {
    let foot = Frame::new().inner_margin(Margin::symmetric(SIDE as i8, 12));
    Panel::bottom("export all").exact_size(52.0).frame(foot).show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let wide = ui.available_width();
            let listed = document.listing().map(|listing| listing.distinct().len() as u64);
            let kept = match listed {
                Some(listed) => listed,
                None if running => shown,
                None => document.with_store(|store| store.len() as u64).unwrap_or(0),
            };
            let label = match kept {
                1 => "Export the solution…".to_owned(),
                _ if listed.is_some() => format!("Export all {} listed…", text::grouped(kept)),
                _ => format!("Export all {}…", text::grouped(kept)),
            };
            let mut button = widgets::Button::new(&label).icon(Icon::Download).min_width(wide);
            if wide > 270.0 {
                button = button.hint("Ctrl+Shift+E");
            }
            if button.tooltip("The distinct solutions of the list.").show(ui).clicked() {
                out.send(Command::Export);
            }
        });
    });
}

/// The boards of the solution shown and of the one that it is compared with.
#[derive(Clone, Copy)]
struct Boards<'a> {
    chosen: &'a ChosenSolution,
    style: crate::picture::Style,
    /// The greatest height of each, in points.
    most: f32,
    document: &'a Document,
    figures: &'a FigureCache,
}

impl Boards<'_> {
    /// Shows the board, as wide as the panel; what it has in common with a compared solution is
    /// faded. A click on a piece lists the solutions that have it there.
    fn show(&self, compared: Option<&[OptionId]>, out: &mut Actions, ui: &mut Ui) {
        let Boards { chosen, style, most, document, figures } = *self;
        let name = format!("Board of solution {}", text::grouped(chosen.key.number));
        let picture = Picture { options: &chosen.options, compared, style, most, name: &name };
        let Some((response, painter, projection)) = picture.show(document, figures, ui) else {
            return;
        };
        let pen = Pen::new(&painter, projection);
        let puzzle = document.solved_puzzle();
        let Some(encoding) = document.solved_encoding() else { return };
        if puzzle.cover.is_some() {
            return;
        }
        let asked: Vec<OptionId> = document.browser().map_or_else(Vec::new, |browser| {
            browser.settings().placements.iter().map(|condition| condition.option).collect()
        });
        for &option in chosen.options.iter().filter(|option| asked.contains(option)) {
            outline(pen, &figures.placement(encoding, option));
        }
        if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked())
            && let Some(site) =
                site_at(puzzle.lattice, &figures.board.sites, projection.inverse(at))
        {
            let site = puzzle.board.sites()[site].site;
            let covers = |option: &&OptionId| encoding.sites(**option).any(|own| own == site);
            if let Some(&option) = chosen.options.iter().find(covers) {
                filter::toggle_placement(document, option, out);
            }
        }
    }

    /// Shows the board of the compared solution beneath, under a head of its own.
    fn show_beside(&self, compared: &Compared, out: &mut Actions, ui: &mut Ui) {
        let Boards { chosen, style, most, document, figures } = *self;
        let number = compared.number.map_or_else(String::new, |n| format!(" {}", text::grouped(n)));
        let title = format!("Solution{number}");
        let pieces = text::grouped(chosen.options.len() as u64);
        let caption = format!("{} of {pieces} pieces in the same place", compared.shared);
        widgets::panel_head(ui, &title, &caption, |ui| {
            if widgets::icon_button(ui, Icon::Close, "Stop comparing").clicked() {
                out.send(Command::Solution(SolutionAction::Compare));
            }
        });
        let name = format!("Board of the compared solution{number}, {caption}");
        let options = &compared.options;
        let others = Some(&chosen.options[..]);
        let picture = Picture { options, compared: others, style, most, name: &name };
        picture.show(document, figures, ui);
    }
}

/// A solution on its board.
struct Picture<'a> {
    options: &'a [OptionId],
    /// The options of another solution: those in common are faded.
    compared: Option<&'a [OptionId]>,
    style: crate::picture::Style,
    /// The greatest height, in points.
    most: f32,
    /// The accessible name.
    name: &'a str,
}

impl Picture<'_> {
    /// Paints it as wide as the panel; what to paint more on it with.
    fn show(
        &self,
        document: &Document,
        figures: &FigureCache,
        ui: &mut Ui,
    ) -> Option<(egui::Response, egui::Painter, Projection)> {
        let palette = Palette::current(ui);
        let width = ui.available_width();
        let inner = width - 2.0 * SIDE;
        let [across, down] = figures.board.bounds.size();
        let height = (inner * (down / across.max(1e-3)) as f32).min(inner);
        let height = height.clamp(60.0, self.most.max(160.0)).round();
        let size = vec2(width, height + 2.0 * SIDE);
        let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK);
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, self.name));
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, palette.canvas);
        let encoding = document.solved_encoding()?;
        let puzzle = document.solved_puzzle();
        // Sticks at the edge reach half their width past it.
        let sticks = puzzle.lattice.form == SiteForm::Edge;
        let rect = rect.shrink(if sticks { SIDE + 6.0 } else { SIDE });
        let projection = Projection::fit(&figures.board.bounds, rect, 80.0);
        let look = Look::on_board(palette, projection.scale);
        let (name, grid) = (look.name && self.style.names, look.grid && self.style.grid);
        let look = Look { name, grid, ..look };
        let faded = Look {
            cover: if palette.dark { FADED_DARK } else { FADED },
            name: false,
            line: 1.0,
            ..look
        };
        let lying = SolutionView { puzzle, encoding, options: self.options };
        figures.solution_with(Pen::new(&painter, projection), lying, |option| {
            let is_common = self.compared.is_some_and(|others| others.contains(&option));
            if is_common { faded } else { look }
        });
        Some((response, painter, projection))
    }
}

/// The solution that others are shown beside, turned so that it has most in common with one.
pub(super) struct Compared {
    pub(super) options: Vec<OptionId>,
    /// The number of placements in common.
    pub(super) shared: u32,
    /// Its number, from 1.
    pub(super) number: Option<u64>,
}

impl Compared {
    pub(super) fn new(
        likeness: &Likeness,
        chosen: &ChosenSolution,
        document: &Document,
    ) -> Compared {
        let (element, shared) = likeness.best(&chosen.options);
        let mut options = Vec::new();
        if let Some(group) = document.solved_group() {
            image_of(&group.elements[element], likeness.solution(), &mut options);
        }
        // Looking it up in every frame of a run would take long.
        let number = match document.is_running() {
            true => None,
            false => document.number_of(likeness.solution()),
        };
        Compared { options, shared, number }
    }
}

/// Buttons to compare the solution with others.
pub(super) fn compare_buttons(
    document: &Document,
    has_picture: bool,
    out: &mut Actions,
    ui: &mut Ui,
) {
    widgets::section_title(ui, "Compare", "");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        // Matrices are not drawn.
        if has_picture {
            let is_on = document.compared().is_some();
            let tip = "Keep this solution in view beside the ones you select next (C).";
            if widgets::Button::new("Compare with others")
                .small()
                .selected(is_on)
                .tooltip(tip)
                .show(ui)
                .clicked()
            {
                out.send(Command::Solution(SolutionAction::Compare));
            }
        }
        let tip = "List first the solutions that share most placements with this one, in any \
                   orientation.";
        if widgets::Button::new("Most similar").small().tooltip(tip).show(ui).clicked() {
            out.send(Command::Solution(SolutionAction::SortByLikeness));
        }
    });
}

/// The way to how a solution in a plane is taken apart.
fn take_apart_button(out: &mut Actions, ui: &mut Ui) {
    widgets::section_title(ui, "Take apart", "");
    let keys = Command::TakeApart.shortcut().map(|s| s.words()).unwrap_or_default();
    let button = widgets::Button::new("Take apart").small().hint(&keys);
    if button.tooltip(Command::TakeApart.hint()).show(ui).clicked() {
        out.send(Command::TakeApart);
    }
}

/// The pieces of the solution, where solutions may differ in that, and the button that makes them
/// those of the puzzle.
pub(super) fn used_pieces(chosen: &ChosenSolution, scene: Scene, out: &mut Actions, ui: &mut Ui) {
    let Scene { model, document, .. } = scene;
    let (puzzle, Some(encoding)) = (document.solved_puzzle(), document.solved_encoding()) else {
        return;
    };
    if puzzle.cover.is_some() || !Grouping::PiecesUsed.may_differ(puzzle) {
        return;
    }
    let used = piece_counts(puzzle, encoding, &chosen.options);
    let words =
        puzzle.pieces.iter().zip(&used).filter(|(_, n)| **n > 0).map(|(piece, n)| match n {
            1 => piece.name.clone(),
            n => format!("{n} × {}", piece.name),
        });
    let words = words.collect::<Vec<_>>().join(", ");
    widgets::section(ui, |ui| {
        let number = text::grouped(chosen.options.len() as u64);
        widgets::section_title(ui, "Pieces of this solution", &number);
        widgets::paragraph(ui, &words, regular(13.0), Palette::current(ui).text);
        ui.add_space(GAP);
        let command = Command::Solution(SolutionAction::UsePieces);
        let available = command.available(model.bench);
        let tip = available.err().unwrap_or(command.hint());
        let button = widgets::Button::new(command.label()).small().enabled(available.is_ok());
        if button.tooltip(tip).show(ui).clicked() {
            out.send(command);
        }
    });
    widgets::separator(ui);
}

/// Marks a piece that the listed solutions must have there.
fn outline(pen: Pen, figure: &Figure) {
    let Pen { painter, palette, projection } = pen;
    let stroke = Stroke::new(3.0, palette.accent);
    for line in &figure.outline {
        painter.add(egui::Shape::closed_line(projection.all(line), stroke));
    }
    for line in &figure.strokes {
        painter.add(egui::Shape::line(projection.all(line), stroke));
    }
}

/// A measure of the solution, if it applies.
fn measure_row(chosen: &ChosenSolution, id: &str, ui: &mut Ui) {
    let (Some(measure), Some(value)) = (MeasureId::by_id(id), chosen.measure(id)) else { return };
    let words = match (measure.row().kind, value) {
        (MeasureKind::Property, 0) => "no".to_owned(),
        (MeasureKind::Property, _) => "yes".to_owned(),
        _ if id == "border" => format!("{value} of {}", chosen.options.len()),
        _ => text::grouped(value),
    };
    let row = widgets::fact_row(ui, measure.row().name, &words);
    row.on_hover_text(text::capitalised(measure.row().summary));
}

/// Measures and symmetry, side by side where there is room.
pub(super) fn facts(chosen: &ChosenSolution, document: &Document, ui: &mut Ui) {
    let order = document.solved_group().map_or(1, |group| group.order()) as u32;
    let measures = |ui: &mut Ui| {
        let pieces = chosen.options.len();
        widgets::section_title(ui, "Measures", "");
        if document.solved_puzzle().cover.is_some() {
            let (_, many) = document.solved_puzzle().piece_words();
            widgets::fact_row(ui, &text::capitalised(many), &text::grouped(pieces as u64));
            return;
        }
        let ids = [
            "border",
            "crossroads",
            "straight-cuts",
            "longest-line",
            "three-colourable",
            "uncovered",
        ];
        ids.iter().for_each(|id| measure_row(chosen, id, ui));
    };
    let symmetry = |ui: &mut Ui| {
        widgets::section_title(ui, "Symmetry", "");
        widgets::fact_row(ui, "Puzzle symmetries", &order.to_string());
        widgets::fact_row(ui, "Own symmetries", &chosen.kept.to_string());
        let orbit = u64::from(order / chosen.kept.max(1));
        widgets::fact_row(ui, "Orbit", &text::count(orbit, "solution"));
        measure_row(chosen, "congruent-halves", ui);
    };
    let width = ui.available_width();
    if width < 400.0 {
        widgets::section(ui, measures);
        widgets::separator(ui);
        widgets::section(ui, symmetry);
        return;
    }
    let palette = Palette::current(ui);
    let start = ui.cursor().min;
    let left = (width * 0.54).round();
    let mut half = |x: f32, width: f32, add: &dyn Fn(&mut Ui)| {
        let rect = Rect::from_min_size(start + vec2(x, 0.0), vec2(width, 0.0));
        let half =
            ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| widgets::section(ui, add));
        half.response.rect.height()
    };
    let height = half(0.0, left, &measures).max(half(left, width - left, &symmetry));
    let middle = (start.x + left).round() - 0.5;
    let line = Stroke::new(1.0, palette.line);
    ui.painter().vline(middle, start.y..=start.y + height, line);
    let used = ui.cursor().min.y - start.y;
    if used < height {
        ui.add_space(height - used);
    }
}

/// The distinct solution in letters, to be copied.
pub(super) fn canonical(chosen: &ChosenSolution, ui: &mut Ui) {
    let palette = Palette::current(ui);
    widgets::section_title(ui, "Canonical form", "first of its copies");
    let font = mono(12.0);
    let galley = ui.painter().layout_no_wrap(chosen.letters.clone(), font.clone(), palette.text);
    let size = galley.size();
    let width = ui.available_width();
    // Beside the letters if they leave room, else above them.
    let beside = size.x + 96.0 < width && size.y <= 190.0;
    let top = ui.cursor().min;
    let copy = |ui: &mut Ui| {
        let button = widgets::Button::new("Copy text").small().tooltip("Copy the letters.");
        if button.show(ui).clicked() {
            ui.ctx().copy_text(chosen.letters.clone() + "\n");
        }
    };
    if beside {
        let (rect, response) =
            ui.allocate_exact_size(vec2(size.x, size.y.max(24.0)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &chosen.letters));
        ui.painter().galley(rect.min, galley, palette.text);
        let corner = Rect::from_min_size(pos2(top.x, top.y), vec2(width, 24.0));
        let builder =
            UiBuilder::new().max_rect(corner).layout(Layout::right_to_left(Align::Center));
        let mut child = ui.new_child(builder);
        copy(&mut child);
        return;
    }
    copy(ui);
    ui.add_space(GAP);
    if ui.cursor().top() > ui.clip_rect().bottom() {
        // Out of sight; its scroll bars would be moved into sight.
        ui.allocate_space(vec2(width, 176.0));
        return;
    }
    let frame = Frame::new()
        .fill(palette.canvas)
        .stroke(Stroke::new(1.0, palette.line))
        .corner_radius(RADIUS)
        .inner_margin(8);
    frame.show(ui, |ui| {
        ScrollArea::both().id_salt("letters").max_height(160.0).auto_shrink([false, true]).show(
            ui,
            |ui| {
                let text = egui::RichText::new(&chosen.letters).font(font).color(palette.text);
                ui.add(egui::Label::new(text).extend());
            },
        );
    });
}

/// Buttons and check boxes for the export of this solution; the form that was asked for.
pub(super) fn export(style: &mut crate::picture::Style, out: &mut Actions, ui: &mut Ui) {
    widgets::section_title(ui, "Export", "this solution");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(GAP, GAP);
        let formats = FORMATS.iter().filter(|format| format.solution.is_some());
        for (n, format) in formats.enumerate() {
            let mut button = widgets::Button::new(format.name);
            if n == 0 {
                button = button.icon(Icon::Download);
            }
            let tip = format!("Write this solution as {}.", format.name);
            if button.tooltip(&tip).show(ui).clicked() {
                out.push(Action::SetUpExport(format));
            }
        }
        let copy = widgets::Button::new("Copy picture");
        let tip = "Copy this solution to the clipboard as a picture (Shift+C).";
        if copy.tooltip(tip).show(ui).clicked() {
            out.send(Command::Solution(SolutionAction::CopyPicture));
        }
    });
    ui.add_space(GAP);
    crate::ui::drawing::style_boxes(style, true, ui);
}
