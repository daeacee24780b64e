//! The dialogs over a screen: the command list, the keys, a typed path, an export, a question.

mod about;
mod board_shape;
mod challenges;
mod commands;
mod draw_piece;
mod export;
mod family;
mod guide;
mod keys;
mod lookup;
mod new_puzzle;
mod path;
mod play_record;
mod problems;
mod program;
mod question;
mod reason;
mod report;
mod solution_table;
mod step_pictures;
mod stored_results;
#[cfg(test)]
mod tests;
mod variants;
mod welcome;

use egui::{
    Align2, Area, Color32, Frame, Id, Key, LayerId, Margin, Modal, Modifiers, Order, RichText,
    Sense, Stroke, Ui, UiBuilder, UiKind, vec2,
};

use self::commands::Commands;
use super::action::{Actions, Model};
use super::platform::purpose::Purpose;
use super::widgets;
use super::widgets::focus;
use super::widgets::theme::{Palette, RADIUS_CARD, mono};
pub(crate) use about::About;
pub(crate) use board_shape::ShapeChoice;
pub(crate) use challenges::Challenges;
pub(crate) use draw_piece::Sketch;
pub(crate) use export::{Export, ExportOrder, Sight, What, export, export_solution};
pub(crate) use family::Picker;
pub(crate) use guide::Guide;
pub(crate) use lookup::Lookup;
pub(crate) use new_puzzle::NewPuzzle;
pub(crate) use play_record::{PlayRecord, RecordFile, words as record_words};
pub(crate) use program::Program;
pub(crate) use question::Ask;
pub(crate) use reason::WhyNone;
pub(crate) use report::Report;
pub(crate) use solution_table::SolutionTable;
pub(crate) use step_pictures::StepPictures;
pub(crate) use stored_results::StoredResults;
pub(crate) use variants::VariantsEditor;
pub(crate) use welcome::Welcome;

/// The distance from the window's top at which a dialog begins, and the least from its bottom at
/// which it ends, in points.
const TOP: f32 = 84.0;
const BOTTOM: f32 = 38.0;
/// The same in a window that is lower than this.
const LOW: f32 = 620.0;
const TOP_IF_LOW: f32 = 34.0;
/// The distance from the edges of a compact window.
const EDGE_IF_COMPACT: f32 = 6.0;
/// Between the edge of a card and what it holds.
const PADDING: i8 = 16;
/// The height that a page of a card that is scrolled by keys keeps in sight of the last one, in
/// points.
const LINE: f32 = 20.0;

/// Returns the distance from the top of the window at which a dialog begins, and its maximum
/// height.
fn extent(ctx: &egui::Context) -> (f32, f32) {
    let height = ctx.content_rect().height();
    if widgets::is_compact(ctx) {
        return (EDGE_IF_COMPACT, height - 2.0 * EDGE_IF_COMPACT);
    }
    let top = if height < LOW { TOP_IF_LOW } else { TOP };
    (top, height - top - BOTTOM)
}

/// The open dialog. Escape closes it, and a click beside it where nothing is typed in it.
pub(crate) enum Dialog {
    /// The command list.
    Commands(Commands),
    /// The guide.
    Guide(Box<Guide>),
    /// The keys.
    Keys,
    /// The welcome at the first start.
    Welcome(Welcome),
    /// A report of a problem.
    Report(Report),
    /// Why there is no solution.
    WhyNone(WhyNone),
    /// Version and licence.
    Program(Program),
    /// A path, what it is for, and how much of it is typed.
    Path(Purpose, String),
    /// The problems of the file that the puzzle was taken from.
    Problems,
    /// An export being set up.
    Export(Export),
    /// A puzzle being set up.
    New(NewPuzzle),
    /// A shape for the board.
    BoardShape(ShapeChoice),
    /// Pieces of a family.
    Family(Picker),
    /// A piece being drawn.
    Draw(Sketch),
    /// The stored results of all puzzles.
    StoredResults(StoredResults),
    /// Challenges made of the solutions.
    Challenges(Challenges),
    /// A table of the listed solutions.
    SolutionTable(SolutionTable),
    /// Pictures of steps, being set up.
    StepPictures(StepPictures),
    /// The record of play of the puzzle.
    PlayRecord(PlayRecord),
    /// A solution to be found.
    Lookup(Lookup),
    /// The variants of the puzzle.
    Variants(VariantsEditor),
    /// Words and rules.
    About(About),
    /// A question, and what was up before it.
    Ask(Ask),
}

impl Dialog {
    /// The command list, nothing typed yet.
    pub(crate) fn commands() -> Dialog {
        Dialog::Commands(Commands::default())
    }

    /// A path, nothing typed yet.
    pub(crate) fn path(purpose: Purpose) -> Dialog {
        Dialog::Path(purpose, String::new())
    }
}

/// Where the focus was before a dialog came up, kept while one is up.
#[derive(Clone, Copy)]
struct Before(Option<Id>);

/// Gives the focus to the first widget of a card that has just come up, unless that has given it to
/// another itself.
fn enter(ui: &Ui, name: &str, layer: LayerId) {
    let memory = Id::unique("card that the focus is in");
    let entered = ui.data(|data| data.get_temp::<(Id, u8)>(memory));
    let id = Id::unique(("dialog", name));
    // What a card contains is known in its second frame.
    let frames = entered.filter(|(card, _)| *card == id).map_or(0, |(_, frames)| frames);
    if frames > 2 {
        return;
    }
    let is_free = ui.memory(|memory| memory.focused()).is_none();
    let is_in = !is_free || frames > 0 && focus::enter(ui.ctx(), layer, egui::Rect::EVERYTHING);
    ui.data_mut(|data| data.insert_temp(memory, (id, if is_in { 3 } else { frames + 1 })));
    ui.ctx().request_repaint();
}

/// Forgets which card the focus is in, once it is closed.
fn leave(ui: &Ui) {
    ui.data_mut(|data| {
        data.remove::<(Id, u8)>(Id::unique("card that the focus is in"));
        data.remove::<((Id, f32), f32)>(Id::unique("width of a card when it was opened"));
    });
}

/// The fate of a dialog after a frame.
enum Fate {
    /// It stays.
    Stays,
    /// It closes.
    Closes,
    /// The dialog that was open before it comes back.
    GivesWay(Box<Dialog>),
}

impl Fate {
    fn new(is_over: bool) -> Fate {
        if is_over { Fate::Closes } else { Fate::Stays }
    }
}

/// Shows what is up, if anything is.
pub(crate) fn show(shown: &mut Option<Dialog>, model: Model, out: &mut Actions, ui: &mut Ui) {
    let memory = Id::unique("focus before the dialog");
    let before = ui.data(|data| data.get_temp::<Before>(memory));
    let Some(dialog) = shown else {
        leave(ui);
        if let Some(Before(focused)) = before {
            ui.data_mut(|data| data.remove::<Before>(memory));
            // Unless what the dialog asked for has taken it.
            let now = ui.memory(|memory| memory.focused());
            let is_seen = |id| ui.ctx().viewport(|own| own.this_pass.widgets.contains(id));
            if let Some(id) = focused.filter(|_| !now.is_some_and(is_seen)) {
                ui.memory_mut(|memory| memory.request_focus(id));
            }
        }
        return;
    };
    if before.is_none() {
        let focused = ui.memory(|memory| memory.focused());
        ui.data_mut(|data| data.insert_temp(memory, Before(focused)));
        ui.memory_mut(|memory| memory.stop_text_input());
    }
    take_default_key(ui);
    let fate = match dialog {
        Dialog::Commands(commands) => Fate::new(commands.show(model, out, ui)),
        Dialog::Guide(guide) => Fate::new(guide::show(guide, ui)),
        Dialog::Keys => Fate::new(keys::show(ui)),
        Dialog::Welcome(welcome) => Fate::new(welcome::show(welcome, out, ui)),
        Dialog::Report(report) => Fate::new(report::show(report, out, ui)),
        Dialog::WhyNone(why) => Fate::new(reason::show(why, out, ui)),
        Dialog::Program(program) => Fate::new(program::show(program, out, ui)),
        Dialog::Path(purpose, typed) => Fate::new(path::show(*purpose, typed, model, out, ui)),
        Dialog::Problems => Fate::new(problems::show(model, out, ui)),
        Dialog::Export(export) => Fate::new(export::show(export, model, out, ui)),
        Dialog::New(new) => Fate::new(new_puzzle::show(new, out, ui)),
        Dialog::BoardShape(choice) => Fate::new(board_shape::show(choice, out, ui)),
        Dialog::Family(picker) => Fate::new(family::show(picker, out, ui)),
        Dialog::Draw(sketch) => Fate::new(draw_piece::show(sketch, out, ui)),
        Dialog::StoredResults(stored) => Fate::new(stored_results::show(stored, model, out, ui)),
        Dialog::Challenges(made) => Fate::new(challenges::show(made, model, out, ui)),
        Dialog::SolutionTable(table) => Fate::new(solution_table::show(table, model, out, ui)),
        Dialog::StepPictures(pictures) => Fate::new(step_pictures::show(pictures, out, ui)),
        Dialog::PlayRecord(record) => Fate::new(play_record::show(record, model, out, ui)),
        Dialog::Lookup(find) => Fate::new(lookup::show(find, model, out, ui)),
        Dialog::Variants(editor) => Fate::new(variants::show(editor, out, ui)),
        Dialog::About(about) => Fate::new(about::show(about, out, ui)),
        Dialog::Ask(ask) => question::show(ask, model, out, ui),
    };
    match fate {
        Fate::Stays => {}
        Fate::Closes => *shown = None,
        Fate::GivesWay(behind) => *shown = Some(*behind),
    }
}

/// The effect of a click beside a card.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ClickBeside {
    /// It closes the card.
    Closes,
    /// Nothing, so that what was typed or set there is not lost.
    Nothing,
}

/// A card of a given width near the top of the window, without padding of its own; what is higher
/// than the window scrolls as a whole. Gives what `add` gives, and whether the card is to be closed:
/// by Escape or a click beside it.
fn sheet<R>(ui: &Ui, name: &str, width: f32, add: impl FnOnce(&mut Ui) -> R) -> (R, bool) {
    let add = |ui: &mut Ui, room: f32| scrolled_if_higher(ui, room, add).inner;
    bare_sheet(ui, name, width, ClickBeside::Closes, add)
}

/// As [`sheet`], for a card in which something is typed: a click beside it does nothing.
fn typed_sheet<R>(ui: &Ui, name: &str, width: f32, add: impl FnOnce(&mut Ui) -> R) -> (R, bool) {
    let add = |ui: &mut Ui, room: f32| scrolled_if_higher(ui, room, add).inner;
    bare_sheet(ui, name, width, ClickBeside::Nothing, add)
}

/// A card with padding whose foot, the buttons, is always in sight: where the fields above it are
/// higher than the window, they scroll. Both show `state`, and `foot` gets what `fields` gives. Gives
/// what `foot` gives, and whether the card is to be closed: by Escape.
fn sheet_with_foot<S, B, F>(
    ui: &Ui,
    name: &str,
    width: f32,
    state: &mut S,
    fields: impl FnOnce(&mut S, &mut Ui) -> B,
    foot: impl FnOnce(&mut S, &mut Ui, B) -> F,
) -> (F, bool) {
    bare_sheet(ui, name, width, ClickBeside::Nothing, |ui, room| {
        let memory = ui.scope_id().with("height of the foot");
        let height = ui.data(|data| data.get_temp::<f32>(memory)).unwrap_or(0.0);
        let fields = scrolled_if_higher(ui, room - height, |ui| {
            let padded = Frame::new().inner_margin(Margin { bottom: 0, ..Margin::same(PADDING) });
            padded.show(ui, |ui| widgets::column(ui, |ui| fields(state, ui)).inner).inner
        });
        let top = if fields.scrolls { 12 } else { 0 };
        if fields.scrolls {
            rule(ui);
        }
        let padded = Frame::new().inner_margin(Margin { top, ..Margin::same(PADDING) });
        let add = |ui: &mut Ui| foot(state, ui, fields.inner);
        let shown = padded.show(ui, |ui| widgets::column(ui, add).inner);
        let now = shown.response.rect.height() + 1.0;
        if now != height {
            ui.data_mut(|data| data.insert_temp(memory, now));
            ui.ctx().request_discard("the height of a card's foot is known");
        }
        shown.inner
    })
}

/// The distance of a card from the middle of the window. A card that gets wider or narrower while it is
/// up keeps its left edge as far as there is room, so that what is pressed stays under the pointer.
fn aside(ui: &Ui, name: &str, width: f32, whole: f32) -> f32 {
    let memory = Id::unique("width of a card when it was opened");
    let own = (Id::unique(("dialog", name)), whole);
    let opened = ui.data(|data| data.get_temp::<((Id, f32), f32)>(memory));
    let Some((_, first)) = opened.filter(|(card, _)| *card == own) else {
        ui.data_mut(|data| data.insert_temp(memory, (own, width)));
        return 0.0;
    };
    let most = ((whole - width) * 0.5 - 8.0).max(0.0);
    ((width - first) * 0.5).clamp(-most, most)
}

/// The frame of a card; `add` gets the height that it may have.
fn bare_sheet<R>(
    ui: &Ui,
    name: &str,
    width: f32,
    beside: ClickBeside,
    add: impl FnOnce(&mut Ui, f32) -> R,
) -> (R, bool) {
    let palette = Palette::current(ui);
    let (top, room) = extent(ui.ctx());
    let whole = ui.ctx().content_rect().width();
    let width = width.min(whole - 16.0);
    let aside = aside(ui, name, width, whole);
    let area = Area::new(Id::unique(("dialog", name)))
        .kind(UiKind::Modal)
        .sense(Sense::hover())
        .anchor(Align2::CENTER_TOP, vec2(aside, top))
        .order(Order::Foreground)
        .fade_in(false)
        .accessible_name(name);
    let area = area.default_size(vec2(width, room));
    let frame = Frame::new()
        .fill(palette.card)
        .stroke(Stroke::new(1.0, palette.border))
        .corner_radius(RADIUS_CARD)
        .inner_margin(Margin::ZERO);
    let modal = Modal::new(Id::unique(("dialog", name)))
        .area(area)
        .frame(frame)
        .backdrop_color(Color32::TRANSPARENT)
        .show(ui, |ui| {
            ui.set_width(width);
            ui.spacing_mut().item_spacing.y = 0.0;
            add(ui, room)
        });
    // It was placed by the width that it had in the last frame.
    let memory = Id::unique(("width of the card", name));
    let now = modal.response.rect.width();
    if ui.data(|data| data.get_temp::<f32>(memory)).is_none_or(|last| (now - last).abs() > 1.0) {
        ui.data_mut(|data| data.insert_temp(memory, now));
        ui.ctx().request_discard("a card has another width than in the last frame");
    }
    // Asking takes the key.
    let escaped = ui.input(|i| i.key_pressed(Key::Escape));
    let is_over = modal.should_close() && (escaped || beside == ClickBeside::Closes);
    enter(ui, name, modal.response.layer_id);
    (modal.inner, is_over)
}

/// Returns `width`, or what room there is for it in a compact window.
fn within(ui: &Ui, width: f32) -> f32 {
    width.min(ui.available_width())
}

/// Contents that may be higher than their room.
struct Contents<R> {
    inner: R,
    /// True if they are larger than their room, and scroll.
    scrolls: bool,
}

/// The contents of a card. Those that are higher than `room` scroll, and so do those that are wider than
/// a compact window; cards with a list or a canvas that makes do with what room there is never are.
fn scrolled_if_higher<R>(ui: &mut Ui, room: f32, add: impl FnOnce(&mut Ui) -> R) -> Contents<R> {
    let memory = ui.scope_id().with("size of the contents");
    let size = ui.data(|data| data.get_temp::<egui::Vec2>(memory)).unwrap_or_default();
    let width = ui.available_width();
    let is_larger = |size: egui::Vec2| [size.x > width + 1.0, size.y > room];
    let [is_wider, is_higher] = is_larger(size);
    let bar = if is_higher { ui.spacing().scroll.allocated_width() } else { 0.0 };
    let measured = |ui: &mut Ui| {
        if is_wider {
            // An area that scrolls sideways has no end there.
            ui.set_max_width(width - bar);
        }
        // What has the focus keeps it when the card begins to scroll.
        let builder = UiBuilder::new().scope_id(memory.with("contents"));
        let shown = ui.scope_builder(builder, add);
        if is_higher {
            // Unless something in it has taken them.
            widgets::input::scroll_by_keys(ui, &[Key::PageUp, Key::PageDown], LINE);
        }
        (shown.inner, shown.response.rect.size())
    };
    let (inner, now) = match is_wider || is_higher {
        true => {
            let area = egui::ScrollArea::new([is_wider, true]).max_height(room);
            area.show(ui, measured).inner
        }
        false => measured(ui),
    };
    if now != size {
        ui.data_mut(|data| data.insert_temp(memory, now));
        if is_larger(now) != [is_wider, is_higher] {
            ui.ctx().request_discard("a card is larger than the window");
        }
    }
    Contents { inner, scrolls: is_wider || is_higher }
}

/// The buttons at the foot of a card: one that does not do it, and the default one that does, which
/// Enter presses too unless something else has that key, and Ctrl+Enter always. Whether it is to be
/// done, and whether not; `why_not` is the reason while it cannot be done.
fn buttons(ui: &mut Ui, label: &str, possible: bool, why_not: Option<&str>) -> (bool, bool) {
    buttons_beside(ui, false, label, possible, why_not)
}

/// As [`buttons`], where the field that has the focus may keep Enter to itself.
fn buttons_beside(
    ui: &mut Ui,
    keeps_enter: bool,
    label: &str,
    possible: bool,
    why_not: Option<&str>,
) -> (bool, bool) {
    let row = vec2(ui.available_width(), 28.0);
    let (rect, _) = ui.allocate_exact_size(row, Sense::hover());
    let id = ui.scope_id().with("buttons of a card");
    let buttons = widgets::at_right(ui, id, rect, |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let cancel = widgets::Button::new("Cancel");
        let cancel = if widgets::is_compact(ui.ctx()) { cancel } else { cancel.hint("Esc") };
        let cancelled = cancel.show(ui).clicked();
        // A field leaves Enter to the default button when that is pressed in it.
        let is_typing = ui.ctx().text_edit_focused() && !keeps_enter;
        let by_enter = focus::leaves_enter(ui.ctx()) || is_typing;
        let is_compact = widgets::is_compact(ui.ctx());
        let hint = if by_enter { "Enter" } else { "Ctrl+Enter" };
        let button = widgets::Button::new(label).primary().enabled(possible);
        let button = if is_compact { button } else { button.hint(hint) };
        let tip = why_not.filter(|_| !possible).unwrap_or(label);
        let done = button.tooltip(tip).show(ui).clicked();
        (done, cancelled)
    });
    let (done, cancelled) = buttons.inner;
    (done || possible && is_default_pressed(ui), cancelled)
}

/// Returns whether a key presses the default button.
fn is_default_pressed(ui: &Ui) -> bool {
    let enter = || ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    is_ctrl_enter(ui) || focus::leaves_enter(ui.ctx()) && enter()
}

/// Returns whether Ctrl+Enter, which every dialog takes, was pressed.
fn is_ctrl_enter(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp::<bool>(default_pressed_id()).unwrap_or(false))
}

/// Takes Ctrl+Enter out of the input, before what has the focus takes it for Enter.
fn take_default_key(ui: &Ui) {
    let pressed = ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, Key::Enter));
    ui.data_mut(|data| data.insert_temp(default_pressed_id(), pressed));
}

fn default_pressed_id() -> Id {
    Id::unique("default button pressed by Ctrl+Enter")
}

/// A line across a sheet.
fn rule(ui: &mut Ui) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 1.0), Sense::hover());
    let stroke = Stroke::new(1.0, Palette::current(ui).line);
    ui.painter().hline(rect.x_range().shrink(1.0), rect.center().y, stroke);
}

/// A text as it is in a file, in letters of one width.
fn file_text(ui: &mut Ui, text: &str) {
    ui.set_width(ui.available_width());
    let text = RichText::new(text).font(mono(11.0)).color(Palette::current(ui).text);
    ui.add(egui::Label::new(text).wrap());
}

/// Puts the cursor into a field while nothing else in the sheet has the focus.
fn focus_field(ui: &Ui, id: Id) {
    if ui.memory(|memory| memory.focused()).is_none() {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
}
