//! Setting up an export: what, in which format, where to; pictures with a preview.

mod losses;
mod order;
mod picture;
mod preview;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

pub(crate) use self::order::{ExportOrder, Sight};
use egui::{Align, Id, Key, Layout, Ui, vec2};

use self::losses::ChosenVariant;
use self::preview::Preview;
use super::Dialog;
use super::path::{expanded, missing_folder};
use crate::files::{
    self, Constraint, ExportError, FORMATS, Format, Loss, PuzzleWriter, SolutionsWriter,
};
use crate::format::is_same_file;
use crate::picture::Style;
use crate::puzzle::making::PictureSettings;
use crate::solution::Store;
use crate::text;
use crate::ui::action::{Action, Actions, Model};
use crate::ui::platform::wake::immediate_wake;
use crate::ui::widgets;
use crate::ui::widgets::theme::{GAP, Palette, regular, semibold};
use crate::workbench::derived::Derived;
use crate::workbench::export::{DistinctSolutions, is_filtered};
use crate::workbench::{Document, Origin, Wake};

/// Width of the card within its margins.
const WIDTH: f32 = 488.0;

/// Width of the preview beside the fields, room between the two, and its height below them, in points.
const PREVIEW: f32 = 336.0;
const BETWEEN: f32 = 24.0;
const BELOW: f32 = 240.0;

/// The content to write, and how to write it.
pub(crate) struct Export {
    what: What,
    pub(crate) format: &'static Format,
    pub(crate) style: Style,
    /// True if the puzzle keeps the look of its pictures.
    keeps: bool,
    /// True if pictures have a caption whatever is listed; what is filtered has one from the start.
    captions_all: bool,
    /// Where to, as typed.
    pub(crate) path: String,
    /// The path that was proposed; while it stands it follows what is chosen.
    proposed: String,
    /// Why the puzzle is not written in some formats.
    refusals: Vec<Refusal>,
    /// The constraints of the puzzle that some formats have no place for.
    losses: Vec<(&'static Format, Vec<Constraint>)>,
    variant: ChosenVariant,
    /// The state found for a path that was typed.
    looked: Option<(String, Target)>,
    /// True if the field for the path has had the focus.
    opened: bool,
    /// About how large the file of all solutions will be.
    size: Derived<(&'static Format, usize), Option<u64>>,
    sight: Sight,
    preview: Preview,
    /// Why the unit that is typed is none.
    unit_problem: Option<String>,
}

/// Why the puzzle is not written in a format.
struct Refusal {
    format: &'static Format,
    /// A sentence.
    why: String,
}

fn refusals(document: &Document) -> Vec<Refusal> {
    let refusal = |format: &'static Format| {
        let refusal = format.refusal(document.description(), &document.puzzle);
        // What would be lost is listed, and may be left out.
        let error = refusal.filter(|error| !matches!(error, ExportError::Lost { .. }))?;
        let why = format!("{}.", text::capitalised(&error.to_string()));
        Some(Refusal { format, why })
    };
    formats().filter_map(refusal).collect()
}

fn losses(document: &Document) -> Vec<(&'static Format, Vec<Constraint>)> {
    let of = |format: &'static Format| (format, format.losses(&document.puzzle));
    formats().map(of).filter(|(_, lost)| !lost.is_empty()).collect()
}

/// The formats that the window offers.
fn formats() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().copied().filter(|format| format.in_window)
}

/// The content to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// The puzzle.
    Puzzle,
    /// The solution selected.
    Solution,
    /// All distinct solutions.
    Distinct,
}

/// The state of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Target {
    /// Nothing yet.
    New,
    /// A file.
    Exists,
    /// Nothing can be written there; why.
    Bad(String),
}

impl Target {
    fn from_extension(typed: &str, source: Option<&Path>) -> Target {
        if typed.trim().is_empty() {
            return Target::Bad("Type a path.".to_owned());
        }
        let path = expanded(typed.trim());
        if path.is_dir() {
            return Target::Bad(format!("{} is a folder. Add a name.", path.display()));
        }
        if source.is_some_and(|source| is_same_file(source, &path)) {
            let why =
                "The puzzle was read from this file, so it is not overwritten. Type another name.";
            return Target::Bad(why.to_owned());
        }
        match path.parent() {
            Some(folder) if !folder.is_dir() => {
                Target::Bad(format!("There is no folder {}.", folder.display()))
            }
            _ if path.exists() => Target::Exists,
            _ => Target::New,
        }
    }
}

/// The dialog that writes what is shown, the solutions if there are any, in a format that is proposed.
pub(crate) fn export(
    document: &Document,
    style: Style,
    sight: Sight,
    format: &'static Format,
) -> Dialog {
    let what = match distinct(document) {
        _ if !has_solutions(document) => What::Puzzle,
        1 if format.solution.is_some() => What::Solution,
        _ => What::Distinct,
    };
    set_up(document, style, sight, what, format)
}

/// The dialog that writes the selected solution.
pub(crate) fn export_solution(
    document: &Document,
    style: Style,
    sight: Sight,
    format: &'static Format,
) -> Dialog {
    set_up(document, style, sight, What::Solution, format)
}

fn set_up(
    document: &Document,
    style: Style,
    sight: Sight,
    what: What,
    format: &'static Format,
) -> Dialog {
    let refusals = refusals(document);
    let is_possible = why_not(what, format, distinct(document), &refusals).is_none();
    let format = if is_possible { format } else { &files::RON };
    let proposed = proposal(document, what, format, None);
    let captions_all = style.caption;
    let caption = captions_all || what == What::Distinct && is_filtered(document);
    Dialog::Export(Export {
        what,
        format,
        style: Style { caption, ..style },
        captions_all,
        keeps: document.description().make.picture != PictureSettings::default(),
        path: proposed.clone(),
        proposed,
        refusals,
        losses: losses(document),
        variant: ChosenVariant::default(),
        looked: None,
        opened: false,
        size: Derived::default(),
        sight,
        preview: Preview::default(),
        unit_problem: None,
    })
}

/// The number of solutions that are listed.
fn distinct(document: &Document) -> usize {
    match document.listing() {
        Some(listing) => listing.distinct().len(),
        None => document.with_store(Store::len).unwrap_or(0),
    }
}

fn has_solutions(document: &Document) -> bool {
    document.with_store(|store| !store.is_empty()).unwrap_or(false)
}

/// A path for a new file.
fn proposal(
    document: &Document,
    what: What,
    format: &'static Format,
    variant: Option<&str>,
) -> String {
    let stem = document.stem();
    let name = match what {
        What::Puzzle => match variant {
            Some(title) => text::file_stem(title),
            None => stem,
        },
        What::Solution => {
            let number = document.distinct_number(document.selected());
            format!("{stem}-solution-{}", number.map_or(1, |(number, _)| number))
        }
        What::Distinct => format!("{stem}-solutions"),
    };
    let path = |name: &str| document.folder().join(format!("{name}.{}", format.id));
    let path = match (path(&name), &document.origin) {
        // Not the file that the puzzle is saved to, or was taken from, which may hold more than this
        // puzzle.
        (own, Origin::File(source) | Origin::TakenFrom(source)) if own == *source => {
            path(&format!("{name}-export"))
        }
        (own, _) => own,
    };
    path.display().to_string()
}

/// Why something is not written in a format, if it is not.
fn why_not(what: What, format: &Format, distinct: usize, refusals: &[Refusal]) -> Option<String> {
    let has_puzzle = !matches!(format.puzzle, PuzzleWriter::None);
    match (what, &format.solutions) {
        (What::Puzzle | What::Solution, _) if !has_puzzle => {
            return Some(format!("A .{} file contains lists of solutions.", format.id));
        }
        (What::Solution, _) if format.solution.is_none() => {
            return Some(format!("A single solution cannot be written as {}.", format.name));
        }
        (What::Distinct, SolutionsWriter::None) => {
            return Some(format!("A .{} file contains only the puzzle.", format.id));
        }
        (What::Solution, _) => return None,
        _ => {}
    }
    if let Some(refusal) = refusals.iter().find(|own| own.format == format) {
        return Some(refusal.why.clone());
    }
    match format.solutions {
        SolutionsWriter::Whole { max, noun, .. } if what == What::Distinct && distinct > max => {
            Some(format!("One {noun} contains at most {} solutions.", text::grouped(max as u64)))
        }
        _ => None,
    }
}

/// Returns whether a format is one to choose from.
fn is_offered(what: What, format: &Format) -> bool {
    match what {
        What::Puzzle | What::Solution => !matches!(format.puzzle, PuzzleWriter::None),
        What::Distinct => !matches!(format.solutions, SolutionsWriter::None),
    }
}

impl Export {
    /// About how large the file of all solutions will be, as soon as that is known.
    fn expected_bytes(&mut self, document: &Document, distinct: usize, wake: &Wake) -> Option<u64> {
        let format = self.format;
        if self.what != What::Distinct || !format.holds_any_number() {
            return None;
        }
        self.size.follow((format, distinct), wake, |_| {
            let solutions = DistinctSolutions::new(document);
            move |_| {
                let mut solutions = solutions.ok_or("there are no solutions")?;
                solutions.settle(false, false);
                Ok(format.expected_bytes(solutions.source()))
            }
        });
        self.size.get().copied().flatten().filter(|_| !self.size.is_waiting())
    }

    /// Follows a change of what and format: a format that applies, and a path that fits.
    fn settle(&mut self, document: &Document, distinct: usize) {
        if !self.applies(self.format, distinct) {
            let applies = |format: &&Format| self.applies(format, distinct);
            self.format = formats().find(applies).unwrap_or(&files::TEXT);
        }
        self.follow_proposal(document);
        let named = formats().any(|format| format.is_named(Path::new(&self.path)));
        if self.path != self.proposed && named {
            // A path of the user's own keeps its name; its ending follows the format.
            self.path = Path::new(&self.path).with_extension(self.format.id).display().to_string();
        }
    }

    /// Proposes another path where what is written is called otherwise, while the last one stands.
    fn follow_proposal(&mut self, document: &Document) {
        let variant = self.variant();
        let title = variant.as_ref().map(|variant| variant.puzzle.title.as_str());
        let proposed = proposal(document, self.what, self.format, title);
        if self.path == self.proposed {
            self.path.clone_from(&proposed);
        }
        self.proposed = proposed;
    }

    fn applies(&self, format: &Format, distinct: usize) -> bool {
        why_not(self.what, format, distinct, &self.refusals).is_none()
    }

    /// Returns the state of the path, looked up when the path changes.
    fn target(&mut self, source: Option<&Path>) -> Target {
        match &self.looked {
            Some((path, target)) if *path == self.path => target.clone(),
            _ => {
                let target = Target::from_extension(&self.path, source);
                self.looked = Some((self.path.clone(), target.clone()));
                target
            }
        }
    }
}

/// The buttons that were pressed.
#[derive(Default)]
struct Pressed {
    choose: bool,
    /// To write, and what becomes of what the format has no place for.
    write: Option<Loss>,
    cancel: bool,
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(export: &mut Export, model: Model, out: &mut Actions, ui: &Ui) -> bool {
    let Some(document) = &model.bench.document else { return true };
    let distinct = distinct(document);
    let busy = model.busy.is_some();
    let preview = export.format.picture.map(|_| Place::new(ui.ctx()));
    let fields = |export: &mut Export, ui: &mut Ui| match preview {
        None => fields(export, document, distinct, ui),
        Some(place) => with_preview(export, document, distinct, place, ui),
    };
    let foot = |_: &mut Export, ui: &mut Ui, set: Set| foot(set, busy, ui);
    let beside = if preview == Some(Place::Beside) { BETWEEN + PREVIEW } else { 0.0 };
    let width = WIDTH + beside + 32.0;
    let (mut pressed, is_over) = super::sheet_with_foot(ui, "Export", width, export, fields, foot);
    let path = expanded(export.path.trim());
    if pressed.choose {
        out.push(Action::ChooseExportPath(path.clone(), export.format.id));
    }
    if pressed.write.is_some()
        && let Some(why) = missing_folder(&path)
    {
        out.complain(why);
        pressed.write = None;
    }
    if let Some(loss) = pressed.write {
        let Export { what, format, style, keeps, .. } = *export;
        let captions_all = export.captions_all || !is_filtered(document);
        let (sight, variant) = (export.sight.clone(), export.variant());
        let order =
            ExportOrder { what, format, style, keeps, sight, path, variant, loss, captions_all };
        out.push(Action::Export(order));
    }
    pressed.write.is_some() || pressed.cancel || is_over
}

/// Where the preview stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// At the right of the fields.
    Beside,
    /// Below them, in a narrow window.
    Below,
}

impl Place {
    fn new(ctx: &egui::Context) -> Place {
        match ctx.content_rect().width() >= WIDTH + BETWEEN + PREVIEW + 64.0 {
            true => Place::Beside,
            false => Place::Below,
        }
    }
}

/// The fields, and the preview of what they make.
fn with_preview(
    export: &mut Export,
    document: &Document,
    distinct: usize,
    place: Place,
    ui: &mut Ui,
) -> Set {
    let top = ui.cursor().min;
    if place == Place::Below {
        let set = fields(export, document, distinct, ui);
        let (canvas, _) =
            ui.allocate_exact_size(vec2(super::within(ui, WIDTH), BELOW), egui::Sense::hover());
        preview::show(export, document, distinct, canvas, ui);
        ui.add_space(12.0);
        return set;
    }
    let size = vec2(WIDTH, ui.available_height());
    let column = ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
        ui.set_width(WIDTH);
        widgets::column(ui, |ui| fields(export, document, distinct, ui)).inner
    });
    let bottom = column.response.rect.bottom() - 12.0;
    let head =
        egui::Rect::from_min_size(egui::pos2(top.x + WIDTH + BETWEEN, top.y), vec2(PREVIEW, 20.0));
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(head));
    let words = format!("Preview: {}", preview::words(export.what, distinct));
    widgets::elided(&mut inside, &words, regular(12.0), Palette::current(ui).text2, PREVIEW);
    let canvas = egui::Rect::from_min_max(
        head.left_bottom() + vec2(0.0, 8.0),
        egui::pos2(head.right(), bottom),
    );
    preview::show(export, document, distinct, canvas, ui);
    column.inner
}

/// The state of the fields.
struct Set {
    /// The state of the path.
    target: Target,
    /// True if "Choose…" was pressed.
    choose: bool,
    /// True if the field for the path has just lost the focus.
    left_field: bool,
    /// True if the file would be another puzzle.
    is_lossy: bool,
}

/// Shows the fields for the content, its format, and the path. What has the focus keeps it when they come
/// to stand elsewhere.
fn fields(export: &mut Export, document: &Document, distinct: usize, ui: &mut Ui) -> Set {
    let builder = egui::UiBuilder::new().scope_id(Id::unique("fields of the export"));
    ui.scope_builder(builder, |ui| placed_fields(export, document, distinct, ui)).inner
}

fn placed_fields(export: &mut Export, document: &Document, distinct: usize, ui: &mut Ui) -> Set {
    widgets::elided(ui, "Export", semibold(15.0), Palette::current(ui).text, WIDTH);
    if document.puzzle.cover.is_none() {
        let words = "Pages as PDF, sheets to cut and parts to print are made on the Make screen.";
        widgets::paragraph(ui, words, regular(12.0), Palette::current(ui).text2);
    }
    ui.add_space(12.0);
    content_choice(export, document, distinct, ui);
    ui.add_space(12.0);
    format_choice(export, document, distinct, ui);
    ui.add_space(8.0);
    let size = export.expected_bytes(document, distinct, &immediate_wake(ui.ctx()));
    format_details(export, document, size, ui);
    ui.add_space(8.0);
    losses::show(export, document, ui);
    export.follow_proposal(document);
    let is_lossy = export.lost().iter().any(|own| own.binds());
    let (choose, left_field) = path_field(export, distinct, ui);
    let source = match &document.origin {
        Origin::TakenFrom(source) => Some(source.as_path()),
        _ => None,
    };
    let target = export.target(source);
    ui.add_space(4.0);
    target_remark(&target, ui);
    ui.add_space(12.0);
    Set { target, choose, left_field, is_lossy }
}

/// The heading of a part of the card.
fn caption(ui: &mut Ui, text: &str) {
    widgets::elided(ui, text, regular(12.0), Palette::current(ui).text2, WIDTH);
    ui.add_space(4.0);
}

/// A row of one height, whatever stands in it, so that the card keeps its size.
fn fixed_row(height: f32, ui: &mut Ui) -> Ui {
    let (place, _) =
        ui.allocate_exact_size(vec2(super::within(ui, WIDTH), height), egui::Sense::hover());
    ui.new_child(egui::UiBuilder::new().max_rect(place))
}

/// The choice of what is written.
fn content_choice(export: &mut Export, document: &Document, distinct: usize, ui: &mut Ui) {
    caption(ui, "What");
    let mut what = widgets::Segmented::new().choice(What::Puzzle, "Puzzle").wide();
    let number = text::grouped(distinct as u64);
    let all = if distinct == 1 { "" } else { "All " };
    let all = match document.listing() {
        Some(_) => format!("{all}{number} listed"),
        None => format!("{all}{number} distinct"),
    };
    if distinct > 0 {
        what = what.choice(What::Solution, "This solution").choice(What::Distinct, &all);
    }
    if what.show(ui, &mut export.what).changed() {
        export.style.caption |= export.what == What::Distinct && is_filtered(document);
        export.settle(document, distinct);
    }
}

/// The choice of the format.
fn format_choice(export: &mut Export, document: &Document, distinct: usize, ui: &mut Ui) {
    caption(ui, "Form");
    let offered = formats().filter(|format| is_offered(export.what, format));
    let with_reason = |format| (format, why_not(export.what, format, distinct, &export.refusals));
    let offered: Vec<_> = offered.map(with_reason).collect();
    let mut choices = widgets::Segmented::new().wide();
    for &(format, ref reason) in &offered {
        let why = reason.as_deref().unwrap_or_default();
        choices = choices.choice_if(reason.is_none(), format, format.name, why);
    }
    if choices.show(ui, &mut export.format).changed() {
        export.settle(document, distinct);
    }
}

/// The look of a picture, or what a file of the format holds.
fn format_details(export: &mut Export, document: &Document, size: Option<u64>, ui: &mut Ui) {
    if export.format.picture.is_some() {
        return picture::show(export, document, ui);
    }
    let mut row = fixed_row(28.0, ui);
    let [of_puzzle, of_solutions] = export.format.sentences;
    let text = if export.what == What::Puzzle { of_puzzle } else { of_solutions };
    row.add_space(6.0);
    let colour = Palette::current(&row).text2;
    let text = match size {
        Some(bytes) => format!("{text} About {}.", text::bytes(bytes)),
        None => text.to_owned(),
    };
    let room = super::within(&row, WIDTH);
    widgets::elided(&mut row, &text, regular(12.0), colour, room);
}

/// The path; whether "Choose…" was pressed, and whether the field lost the focus.
fn path_field(export: &mut Export, distinct: usize, ui: &mut Ui) -> (bool, bool) {
    caption(ui, "File");
    let field = Id::unique("export path");
    row_to_left(ui, |ui| {
        let choose = widgets::Button::new("Choose…").show(ui).clicked();
        let response = widgets::text_field(ui, &mut export.path, "Path of the file", field);
        if !export.opened && ui.is_visible() {
            export.opened = true;
            // Below what is in sight nobody would see that it has the focus.
            let window = ui.ctx().content_rect();
            if window.contains_rect(response.rect) {
                response.request_focus();
                widgets::select_stem(ui, field, &export.path);
            }
        }
        if response.changed() {
            // A name that is typed with an ending says the format, too.
            let path = PathBuf::from(&export.path);
            let named = formats().find(|format| format.is_named(&path));
            export.format =
                named.filter(|format| export.applies(format, distinct)).unwrap_or(export.format);
        }
        (choose, response.lost_focus())
    })
}

/// Shows a remark about the path before it is written to.
fn target_remark(target: &Target, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let mut row = fixed_row(16.0, ui);
    let (text, colour) = match target {
        Target::Bad(why) => (why.as_str(), palette.alert),
        Target::Exists => ("This file exists; its contents will be replaced.", palette.text2),
        Target::New => return,
    };
    let room = super::within(&row, WIDTH);
    widgets::elided(&mut row, text, regular(12.0), colour, room);
}

/// The buttons; Enter presses the first unless something else has the focus. What would be lost is
/// left out by a button of its own alone.
fn foot(set: Set, busy: bool, ui: &mut Ui) -> Pressed {
    let Set { target, choose, left_field, is_lossy } = set;
    let mut pressed = Pressed { choose, ..Pressed::default() };
    let possible = !busy && !matches!(target, Target::Bad(_));
    row_to_left(ui, |ui| {
        let label = if target == Target::Exists { "Replace" } else { "Export" };
        let tip = match (&target, busy, is_lossy) {
            (Target::Bad(why), ..) => why,
            (_, true, _) => "Another file is being read or written.",
            (_, _, true) => "The file would be another puzzle.",
            _ => "Write the file.",
        };
        let button = widgets::Button::new(label).primary().hint("Enter");
        let button = button.enabled(possible && !is_lossy).tooltip(tip);
        pressed.write = button.show(ui).clicked().then_some(Loss::Refused);
        if is_lossy {
            let tip = if possible { "Write the puzzle without what is listed." } else { tip };
            let button = widgets::Button::new("Export without them").enabled(possible).tooltip(tip);
            if button.show(ui).clicked() {
                pressed.write = Some(Loss::Accepted);
            }
        }
        pressed.cancel = widgets::Button::new("Cancel").hint("Esc").show(ui).clicked();
    });
    let free = left_field || ui.memory(|memory| memory.focused().is_none());
    if possible && !is_lossy && free && ui.input(|i| i.key_pressed(Key::Enter)) {
        pressed.write = Some(Loss::Refused);
    }
    pressed
}

/// A row of 28 points, filled from the right.
fn row_to_left<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let size = vec2(ui.available_width(), 28.0);
    let (place, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    let layout = Layout::right_to_left(Align::Center);
    let mut row = ui.new_child(egui::UiBuilder::new().max_rect(place).layout(layout));
    row.spacing_mut().item_spacing.x = GAP;
    add(&mut row)
}
