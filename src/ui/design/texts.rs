//! The text tool: sites are chosen on the board, one or many; they are given texts, labels and rules,
//! and made groups that variants leave open.

use egui::{Id, Key, Pos2, Rect, Response, Ui, vec2};

use super::DesignState;
use super::site_editor;
use crate::lattice::{Point, SiteForm};
use crate::picture::Xy;
use crate::puzzle::Puzzle;
use crate::text;
use crate::ui::action::{Actions, Model};
use crate::ui::canvas::marks::{mark_site, ring};
use crate::ui::drawing::figure_cache::BoardFigures;
use crate::ui::drawing::paint::{Pen, Projection, middle};
use crate::ui::widgets;
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::input::{PointerStep, PointerSteps};
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Document;
use crate::workbench::edit::{Edit, series};

/// The shortest way of the pointer, in points, that is a drag.
const DRAG: f32 = 4.0;

/// A depth inside a cell, in units, that is none but for rounding.
const EPSILON: f64 = 1e-6;

/// The sites that the tool has chosen, and the text being typed.
#[derive(Default)]
pub(super) struct TextState {
    /// The chosen sites, in reading order.
    chosen: Vec<Point>,
    /// Those that were chosen before the rectangle that is drawn.
    before: Vec<Point>,
    /// Where the rectangle begins and ends.
    span: Option<(Pos2, Pos2)>,
    steps: PointerSteps,
    typed: String,
    wants_focus: bool,
    /// The group that is looked at.
    group: Option<String>,
    /// The name of a group to come, or the new name of the one that is looked at.
    name: String,
}

fn field_id() -> Id {
    Id::unique("text of sites")
}

impl TextState {
    /// Keeps in step with a puzzle that was moved by some shift.
    pub(super) fn follow(&mut self, puzzle: &Puzzle, shift: Point) {
        self.chosen = self.chosen.iter().map(|&site| site + shift).collect();
        self.chosen.retain(|site| puzzle.board.position(*site).is_some());
        let is_here = |name: &String| puzzle.site_groups.iter().any(|group| group.name == *name);
        if self.group.as_ref().is_some_and(|name| !is_here(name)) {
            self.group = None;
        }
    }

    /// Chooses nothing; whether anything was chosen.
    pub(super) fn clear(&mut self) -> bool {
        !std::mem::take(&mut self.chosen).is_empty()
    }

    /// Chooses sites, and shows their text where they have one in common.
    pub(super) fn choose(&mut self, puzzle: &Puzzle, mut sites: Vec<Point>) {
        sort_as_read(puzzle, &mut sites);
        sites.dedup();
        self.chosen = sites;
        let mut texts = self.chosen.iter().map(|site| puzzle.site_texts.get(site));
        let first = texts.next().flatten();
        let common = first.filter(|first| texts.all(|text| text == Some(first)));
        self.typed = common.cloned().unwrap_or_default();
    }

    /// The edit that removes the texts of the chosen sites, if any has one.
    pub(super) fn removed(&mut self, puzzle: &Puzzle) -> Option<Edit> {
        if !self.chosen.iter().any(|site| puzzle.site_texts.contains_key(site)) {
            return None;
        }
        self.typed.clear();
        Some(Edit::SiteTexts(self.chosen.iter().map(|&site| (site, None)).collect()))
    }

    /// Looks at no group any more where none of its sites is chosen: others are for another group.
    fn leave_group(&mut self, puzzle: &Puzzle) {
        let name = self.group.as_ref();
        let own = puzzle.site_groups.iter().find(|group| Some(&group.name) == name);
        let is_left = |sites: &[Point]| !self.chosen.iter().any(|site| sites.contains(site));
        if !self.chosen.is_empty() && own.is_some_and(|group| is_left(&group.sites)) {
            self.group = None;
            self.name.clear();
        }
    }

    /// Chooses a site alone, and puts the cursor into the field for its text.
    pub(super) fn take(&mut self, puzzle: &Puzzle, site: Point) {
        self.choose(puzzle, vec![site]);
        self.wants_focus = true;
    }

    /// Follows the pointer over the canvas: a click chooses a site, a drag those of a rectangle, Ctrl
    /// adds to what is chosen.
    pub(super) fn point(
        &mut self,
        ui: &Ui,
        response: &Response,
        puzzle: &Puzzle,
        board: &BoardFigures,
        projection: Projection,
    ) {
        self.steps.gather(ui, response);
        while let Some(step) = self.steps.next() {
            match step {
                PointerStep::Press(at, modifiers) => {
                    let adds = modifiers.command || modifiers.shift;
                    self.before = if adds { self.chosen.clone() } else { Vec::new() };
                    self.span = Some((at, at));
                }
                PointerStep::Move(at) => {
                    if let Some((_, end)) = &mut self.span {
                        *end = at;
                    }
                }
                PointerStep::Release(at) => {
                    let Some((from, _)) = self.span.take() else { continue };
                    let met = met(puzzle, board, projection, from, at);
                    let mut sites = std::mem::take(&mut self.before);
                    match met[..] {
                        // A click on one that is chosen takes it out again.
                        [one] if sites.contains(&one) => sites.retain(|site| *site != one),
                        _ => sites.extend(met),
                    }
                    self.choose(puzzle, sites);
                    self.leave_group(puzzle);
                    self.wants_focus = !self.chosen.is_empty();
                    ui.ctx().request_repaint();
                }
            }
        }
    }

    /// Marks the chosen sites, and the rectangle that is drawn.
    pub(super) fn paint(
        &self,
        ui: &Ui,
        puzzle: &Puzzle,
        board: &BoardFigures,
        projection: Projection,
        visible: Rect,
    ) {
        let painter = ui.painter_at(visible);
        let pen = Pen::new(&painter, projection);
        let palette = pen.palette;
        let spanned = self.span.map(|(from, to)| met(puzzle, board, projection, from, to));
        let chosen = match &spanned {
            Some(_) => &self.before,
            None => &self.chosen,
        };
        for site in chosen.iter().chain(spanned.iter().flatten()) {
            if let Some(i) = puzzle.board.position(*site) {
                mark_site(pen, board, i, ring);
            }
        }
        if let Some((from, to)) = self.span.filter(|(from, to)| from.distance(*to) > DRAG) {
            let rect = Rect::from_two_pos(from, to);
            painter.rect_filled(rect, 0.0, palette.accent.gamma_multiply(0.12));
            let stroke = egui::Stroke::new(1.0, palette.accent);
            painter.rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
        }
    }
}

/// The sites of a board as they are read: layer by layer, row by row.
fn reading_order(puzzle: &Puzzle) -> Vec<Point> {
    let mut sites: Vec<Point> = puzzle.board.sites().iter().map(|site| site.site).collect();
    sort_as_read(puzzle, &mut sites);
    sites
}

fn sort_as_read(puzzle: &Puzzle, sites: &mut [Point]) {
    let lattice = puzzle.lattice;
    sites.sort_by_key(|&site| {
        let (column, row) = (lattice.art_place)(site);
        (lattice.layer(site), row, column)
    });
}

/// The sites that a click hits, or those of a rectangle: with their middles in it. It reaches to the
/// middles of the sites in which the drag begins and ends, so that a straight drag along a row takes all
/// sites that it sweeps.
fn met(
    puzzle: &Puzzle,
    board: &BoardFigures,
    projection: Projection,
    from: Pos2,
    to: Pos2,
) -> Vec<Point> {
    let (sites, lattice) = (puzzle.board.sites(), puzzle.lattice);
    let hit =
        |at: Pos2| crate::ui::canvas::sites::site_at(lattice, &board.sites, projection.inverse(at));
    if from.distance(to) <= DRAG {
        return hit(to).map(|i| sites[i].site).into_iter().collect();
    }
    let middle_of = |i: usize| projection.at(middle(&board.sites[i]));
    let drawn = Rect::from_two_pos(from, to);
    let mut rect = drawn;
    for i in [hit(from), hit(to)].into_iter().flatten() {
        rect.extend_with(middle_of(i));
    }
    // What lies in one row differs by rounding.
    let rect = rect.expand(0.5);
    // A narrow one is a stroke, which meets cells on either side of the row of middles.
    let is_stroke = drawn.size().min_elem() < projection.scale / 2.0;
    let [a, b] = [from, to].map(|end| projection.inverse(end));
    let is_met = |i: usize| {
        let is_cell = lattice.form == SiteForm::Cell;
        rect.contains(middle_of(i)) || is_cell && is_stroke && is_crossed(&board.sites[i], a, b)
    };
    (0..sites.len()).filter(|&i| is_met(i)).map(|i| sites[i].site).collect()
}

/// Returns whether the path from `a` to `b` leads into a cell, not only along its side.
fn is_crossed(cell: &[Xy], a: Xy, b: Xy) -> bool {
    // The part of the way on the inner side of each side of the cell, which is convex.
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    for (n, p) in cell.iter().enumerate() {
        let q = cell[(n + 1) % cell.len()];
        let depth = |at: Xy| (q[0] - p[0]) * (at[1] - p[1]) - (q[1] - p[1]) * (at[0] - p[0]);
        let (first, last) = (depth(a), depth(b));
        match (first > EPSILON, last > EPSILON) {
            (false, false) => return false,
            (true, true) => {}
            (false, true) => enters = enters.max(first / (first - last)),
            (true, false) => leaves = leaves.min(first / (first - last)),
        }
    }
    leaves - enters > EPSILON
}

/// The strip under the board: the text of the chosen sites.
pub(super) fn strip(state: &mut DesignState, document: &Document, out: &mut Actions, ui: &mut Ui) {
    let puzzle = &document.puzzle;
    let texts = &mut state.texts;
    let palette = Palette::current(ui);
    let number = texts.chosen.len();
    let words = match number {
        0 => format!("Choose {} on the board", puzzle.lattice.site_words.1),
        n => format!("{} chosen", puzzle.lattice.count_sites(n as u64)),
    };
    let wide = ui.available_width() > 520.0;
    if wide || number == 0 {
        widgets::elided(ui, &words, regular(12.0), palette.text2, 180.0);
    }
    if number == 0 {
        return;
    }
    let id = field_id();
    if std::mem::take(&mut texts.wants_focus) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let size = vec2(if wide { 140.0 } else { 96.0 }, 28.0);
    let field =
        ui.allocate_ui(size, |ui| widgets::text_field(ui, &mut texts.typed, "Text of sites", id));
    let entered = field.inner.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let all = |text: &str| {
        let text = text.trim();
        texts.chosen.iter().map(|&site| (site, Some(text.to_owned()))).collect::<Vec<_>>()
    };
    let is_ready = !texts.typed.trim().is_empty();
    let label = widgets::Button::new("Set text").small().enabled(is_ready);
    let label = label.tooltip("Give each chosen site this text. Enter does the same.");
    let mut edit = None;
    if label.show(ui).clicked() || entered && is_ready {
        edit = Some(all(&texts.typed));
    }
    let fill = widgets::Button::new("Fill series").small().enabled(is_ready && number > 1);
    let tip = "Continue the text through the chosen sites: 1, 2, 3 or A1, A2 or Jan, Feb. A word with \
               as many letters as there are sites is spelled.";
    if fill.tooltip(tip).show(ui).clicked() {
        let words = series(texts.typed.trim(), number);
        edit = Some(texts.chosen.iter().copied().zip(words.into_iter().map(Some)).collect());
    }
    let has_text = texts.chosen.iter().any(|site| puzzle.site_texts.contains_key(site));
    let clear = widgets::Button::new("Remove text").small().enabled(has_text);
    let clear = clear.tooltip("Remove the texts of the chosen sites. Delete does the same.");
    // Where no piece is on the board, the key picks none up.
    let is_deleted =
        !ui.ctx().text_edit_focused() && ui.input(|input| input.key_pressed(Key::Delete));
    if clear.show(ui).clicked() || is_deleted {
        texts.removed(puzzle).into_iter().for_each(|edit| out.edit(edit, None));
    }
    if let Some(edit) = edit {
        out.edit(Edit::SiteTexts(edit), None);
    }
    if entered && is_ready {
        advance(texts, puzzle);
    }
}

/// Goes on to the next site after one that got its text, so that one after the other can be typed.
fn advance(texts: &mut TextState, puzzle: &Puzzle) {
    let [one] = texts.chosen[..] else { return };
    let places = reading_order(puzzle);
    let next = places.iter().position(|site| *site == one).and_then(|n| places.get(n + 1));
    if let Some(&next) = next {
        texts.choose(puzzle, vec![next]);
        texts.wants_focus = true;
    }
}

/// The groups, in the inspector: made of the chosen sites, renamed, removed, left open in turn.
fn groups(state: &mut DesignState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    let puzzle = &document.puzzle;
    let texts = &mut state.texts;
    let palette = Palette::current(ui);
    let caption = match puzzle.site_groups.len() {
        0 => "none yet".to_owned(),
        n => text::grouped(n as u64),
    };
    widgets::section_title(ui, "Groups", &caption);
    for group in &puzzle.site_groups {
        let is_looked_at = texts.group.as_deref() == Some(&group.name);
        let open = open_count(puzzle, &group.name);
        let size = puzzle.lattice.count_sites(group.sites.len() as u64);
        let words = match open {
            0 => size,
            n => format!("{size}, {} open", text::grouped(u64::from(n))),
        };
        if widgets::radio_row(ui, is_looked_at, &group.name, &words).clicked() {
            texts.choose(puzzle, group.sites.clone());
            texts.name.clone_from(&group.name);
            texts.group = Some(group.name.clone());
        }
    }
    if puzzle.site_groups.is_empty() {
        let words = "Select sites on the board and give them a name. A variant leaves some sites \
                     of a group open.";
        widgets::paragraph(ui, words, regular(12.0), palette.text2);
    }
    ui.add_space(8.0);
    let id = Id::unique("name of a group");
    widgets::text_field(ui, &mut texts.name, "Name of a group", id);
    ui.add_space(6.0);
    group_buttons(texts, puzzle, out, ui);
    if let Some(name) = &texts.group
        && let Some(group) = puzzle.site_groups.iter().find(|group| group.name == *name)
    {
        ui.add_space(8.0);
        let mut open = open_count(puzzle, name);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let font = regular(13.0);
            widgets::elided(ui, "Left open in turn", font, palette.text, 160.0);
            let most = group.sites.len() as u32;
            let label = format!("Sites of {name} left open in turn");
            if widgets::number_field(ui, &label, &mut open, 0..=most).changed() {
                out.edit(Edit::LeaveOpen(name.clone(), open), None);
            }
        });
    }
    if let Some(variants) = &puzzle.variants {
        ui.add_space(8.0);
        let number = text::count(variants.combinations(), "variant");
        let label = format!("Show the {number}");
        let button = widgets::Button::new(&label).icon(Icon::ChevronRight);
        let command = crate::workbench::Command::Show(crate::workbench::Screen::Variants);
        let available = command.available(model.bench).is_ok();
        if button.enabled(available).min_width(ui.available_width()).show(ui).clicked() {
            out.send(command);
        }
    }
}

/// The buttons under the name of a group.
fn group_buttons(texts: &mut TextState, puzzle: &Puzzle, out: &mut Actions, ui: &mut Ui) {
    let name = texts.name.trim().to_owned();
    let is_known = puzzle.site_groups.iter().any(|group| group.name == name);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 6.0);
        let label = if is_known { "Set sites" } else { "New group" };
        let is_ready = !name.is_empty() && !texts.chosen.is_empty();
        let make = widgets::Button::new(label).small().enabled(is_ready);
        if make.tooltip("Make the chosen sites this group.").show(ui).clicked() {
            out.edit(Edit::SiteGroup(name.clone(), Some(texts.chosen.clone())), None);
            texts.group = Some(name.clone());
        }
        let Some(own) = texts.group.clone() else { return };
        let can_rename = !name.is_empty() && !is_known;
        let rename = widgets::Button::new("Rename").small().enabled(can_rename);
        if rename.tooltip("Give the group the name above.").show(ui).clicked() {
            out.edit(Edit::RenameSiteGroup(own.clone(), name.clone()), None);
            texts.group = Some(name);
        }
        if widgets::Button::new("Remove group").small().show(ui).clicked() {
            out.edit(Edit::SiteGroup(own, None), None);
            texts.group = None;
            texts.name.clear();
        }
    });
}

/// Returns the number of sites of a group that variants leave open.
fn open_count(puzzle: &Puzzle, group: &str) -> u32 {
    let choices = puzzle.variants.as_ref().map_or(&[][..], |family| &family.choices);
    let own = choices.iter().find(|choice| choice.group.as_deref() == Some(group));
    own.map_or(0, |choice| choice.sets.size() as u32)
}

/// Shows the chosen sites and the groups as sections of the inspector.
pub(super) fn section(state: &mut DesignState, model: Model, out: &mut Actions, ui: &mut Ui) {
    let Some(document) = &model.bench.document else { return };
    // The groups stay where they are whether sites are chosen or not.
    widgets::section(ui, |ui| groups(state, model, out, ui));
    widgets::separator(ui);
    if !state.texts.chosen.is_empty() {
        let sites = &state.texts.chosen;
        widgets::section(ui, |ui| site_editor::show(document, sites, out, ui));
        widgets::separator(ui);
    }
}
