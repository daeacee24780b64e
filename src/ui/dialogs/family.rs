//! The picker of pieces from families: all forms of a size, or all sticks of burrs, with pictures.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{
    Align, CornerRadius, Id, Layout, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui,
    WidgetInfo, vec2,
};

use crate::lattice::{Lattice, SiteForm};
use crate::polyform::family::{Congruence, Member, family};
use crate::puzzle::{
    BoardForm, Colour, Copies, Drawing, FamilyForm, Handling, NamedShape, Piece, PieceForm, Puzzle,
    SingleForm, StickKind, has_sticks, numbered_sticks, sticks,
};
use crate::text;
use crate::ui::action::Actions;
use crate::ui::drawing::figure_cache;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular, semibold};
use crate::workbench::edit::{Edit, free_slot};

/// Width of the card, in points.
const WIDTH: f32 = 656.0;
/// The heights that the tiles have at most and at least, and what stands above and below them.
const TILES: f32 = 360.0;
const MIN_TILES: f32 = 120.0;
const BESIDE_TILES: f32 = 190.0;
/// The height of the choice between forms and sticks.
const KINDS: f32 = 40.0;
/// Side of a tile.
const TILE: f32 = 72.0;
/// Families of more members than this are added whole, unseen.
const MAX_SHOWN: usize = 900;
/// The largest size that is offered; larger ones grow beyond any puzzle.
const MAX_FAMILY_SIZE: u32 = 9;

/// The lengths of sticks that are offered.
const LENGTHS: [(u32, &str); 3] = [(4, "4"), (6, "6"), (8, "8")];

/// More sticks than this are not typed one by one.
const TYPED: usize = 20;

/// The kinds of pieces that are offered.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// All forms of a size.
    Forms,
    /// All sticks of a length.
    Sticks(StickKind),
    /// The sticks whose numbers are typed.
    Numbers,
}

/// The source from which the pieces are picked.
#[derive(Clone, Debug, PartialEq)]
enum Source {
    Forms(u32, Congruence),
    Sticks(u32, StickKind),
    Numbers(u32, String),
}

/// The pieces being picked.
pub(crate) struct Picker {
    lattice: &'static Lattice,
    size: u32,
    sameness: Congruence,
    kind: Kind,
    length: u32,
    /// The numbers of sticks, as they are typed.
    numbers: String,
    copies: u32,
    /// The source that is picked from, and its members.
    members: Option<(Source, Result<Vec<Member>, String>)>,
    /// Those that are picked, by their places.
    picked: BTreeSet<usize>,
    /// The puzzle that they are added to, whose colours they go on with.
    puzzle: Arc<Puzzle>,
}

impl Picker {
    /// For a puzzle, with the forms of the usual size, or with sticks for the board of a burr.
    pub(crate) fn new(puzzle: &Arc<Puzzle>, board: &BoardForm) -> Picker {
        let lattice = puzzle.lattice;
        // A unit of several sites, a hexagon and a cube make many forms of few.
        let size = if lattice.is_solid() || lattice.form == SiteForm::Edge { 4 } else { 5 };
        let length = board.named().and_then(NamedShape::length_of_sticks);
        // Where there are sticks by their numbers, further ones are typed too; not a whole set of them.
        let is_number = |piece: &Piece| piece.name.parse::<u32>().is_ok();
        let pieces = &puzzle.pieces;
        let are_typed = (1..TYPED).contains(&pieces.len()) && pieces.iter().all(is_number);
        let sticks = if are_typed { Kind::Numbers } else { Kind::Sticks(StickKind::Notchable) };
        Picker {
            lattice,
            size,
            // No hand can mirror what it holds.
            sameness: if lattice.is_solid() { Congruence::OneSided } else { Congruence::Free },
            kind: length.map_or(Kind::Forms, |_| sticks),
            length: length.unwrap_or(6),
            numbers: String::new(),
            copies: 1,
            members: None,
            picked: BTreeSet::new(),
            puzzle: Arc::clone(puzzle),
        }
    }

    fn source(&self) -> Source {
        match self.kind {
            Kind::Forms => Source::Forms(self.size, self.sameness),
            Kind::Sticks(kind) => Source::Sticks(self.length, kind),
            Kind::Numbers => Source::Numbers(self.length, self.numbers.clone()),
        }
    }

    fn members(&mut self) -> &Result<Vec<Member>, String> {
        let (source, lattice) = (self.source(), self.lattice);
        let known = self.members.take().filter(|(of, _)| *of == source);
        let members = known.unwrap_or_else(|| {
            self.picked.clear();
            let members = match &source {
                Source::Forms(size, sameness) => {
                    family(lattice, *size as usize, *sameness).map_err(|error| error.to_string())
                }
                Source::Sticks(length, kind) => sticks(lattice, *length, *kind),
                Source::Numbers(length, numbers) => numbered_sticks(lattice, *length, numbers),
            };
            (source, members)
        });
        &self.members.insert(members).1
    }

    /// Describes how much of the board the picked pieces cover, as a sentence.
    fn area(&mut self) -> String {
        let picked = self.picked.clone();
        let copies = u64::from(self.copies);
        let Ok(members) = self.members() else { return String::new() };
        let is_picked = |n: &usize| picked.is_empty() || picked.contains(n);
        let sizes = (0..members.len()).filter(is_picked).map(|n| members[n].shape.size() as u64);
        let added = copies * sizes.sum::<u64>();
        let (_, there) = self.puzzle.piece_area();
        let (_, all) = self.puzzle.board_area();
        // What variants leave open is not covered.
        let (_, board) = self.puzzle.area_of_variants();
        let covers = self.lattice.count_sites(added);
        let pieces = text::grouped(there + added);
        let open = match all - board {
            0 => String::new(),
            open => format!(", {} left open", text::grouped(open)),
        };
        let board = text::grouped(board);
        format!("{covers} · all pieces: {pieces} · board: {board}{open}")
    }

    /// Returns what to add: a family with all that is picked of it, or all of it; sticks each by
    /// themselves, one of each number.
    fn forms(&mut self) -> Option<Vec<PieceForm>> {
        let picked = self.picked.clone();
        let source = self.source();
        let of_each = self.copies;
        let copies = Copies::new(of_each, of_each).ok()?;
        let members = self.members().as_ref().ok()?;
        let whole = picked.is_empty() || picked.len() == members.len();
        let names = members.iter().enumerate().filter(|(n, _)| whole || picked.contains(n));
        let names = names.map(|(_, member)| member.name.as_str());
        let (size, sameness) = match source {
            Source::Forms(size, sameness) => (size as usize, sameness),
            Source::Sticks(length, _) | Source::Numbers(length, _) => {
                let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
                names.clone().for_each(|name| *counts.entry(name).or_default() += 1);
                let stick = |name: &str| {
                    let count = counts.remove(name)? * of_each;
                    let drawing = Drawing::Stick(length, name.parse().ok()?);
                    Some(PieceForm::Piece(SingleForm {
                        name: name.to_owned(),
                        drawing,
                        labels: Vec::new(),
                        copies: Copies::new(count, count).ok()?,
                        motions: None,
                        colour: None,
                        off: false,
                        handling: Handling::default(),
                    }))
                };
                return Some(names.filter_map(stick).collect());
            }
        };
        let family = FamilyForm {
            sameness,
            size,
            only: if whole { Vec::new() } else { names.map(str::to_owned).collect() },
            without: Vec::new(),
            off: Vec::new(),
            colours: None,
            copies,
        };
        Some(vec![PieceForm::Family(family)])
    }
}

/// Shows the card; whether it is to be closed.
pub(super) fn show(picker: &mut Picker, out: &mut Actions, ui: &Ui) -> bool {
    let ((done, cancelled), is_over) =
        super::sheet_with_foot(ui, "Pieces of a family", WIDTH + 32.0, picker, fields, foot);
    if done && let Some(forms) = picker.forms() {
        out.edit(Edit::AddPieces(forms), None);
    }
    done || cancelled || is_over
}

/// Shows the pieces to pick from; returns their number, or why there are none.
fn fields(picker: &mut Picker, ui: &mut Ui) -> Result<usize, String> {
    let palette = Palette::current(ui);
    widgets::elided(ui, "Pieces of a family", semibold(15.0), palette.text, WIDTH);
    ui.add_space(12.0);
    choices(picker, ui);
    ui.add_space(12.0);
    let counted = match picker.members() {
        Ok(members) => Ok(members.len()),
        Err(message) => Err(format!("{}.", text::capitalised(message))),
    };
    let beside = BESIDE_TILES + if has_sticks(picker.lattice) { KINDS } else { 0.0 };
    let height = (super::extent(ui.ctx()).1 - beside).clamp(MIN_TILES, TILES);
    let tiled = ScrollArea::vertical().max_height(height).auto_shrink([false, false]);
    tiled.show(ui, |ui| match &counted {
        Err(message) => {
            ui.label(message);
        }
        Ok(count) if *count > MAX_SHOWN => {
            let text = format!("{} pieces, too many to show.", text::grouped(*count as u64));
            ui.label(text);
        }
        Ok(_) => tiles(picker, ui),
    });
    ui.add_space(12.0);
    counted
}

/// Shows what the pieces are picked from.
fn choices(picker: &mut Picker, ui: &mut Ui) {
    let palette = Palette::current(ui);
    if has_sticks(picker.lattice) {
        let choices = [
            (Kind::Forms, "Polycubes"),
            (Kind::Sticks(StickKind::Notchable), "Notchable sticks"),
            (Kind::Sticks(StickKind::General), "All sticks"),
            (Kind::Numbers, "Sticks by number"),
        ];
        widgets::segmented(ui, &mut picker.kind, &choices);
        ui.add_space(8.0);
    }
    let row = Layout::left_to_right(Align::Center).with_main_wrap(true);
    ui.allocate_ui_with_layout(vec2(super::within(ui, WIDTH), 28.0), row, |ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
        if picker.kind != Kind::Forms {
            widgets::elided(ui, "Length", regular(13.0), palette.text, 60.0);
            widgets::segmented(ui, &mut picker.length, &LENGTHS);
        } else {
            widgets::elided(ui, "Size", regular(13.0), palette.text, 60.0);
            widgets::number_field(ui, "Size", &mut picker.size, 1..=MAX_FAMILY_SIZE);
            ui.add_space(8.0);
            let choices = [
                (Congruence::Free, "Free"),
                (Congruence::OneSided, "One-sided"),
                (Congruence::Fixed, "Fixed"),
            ];
            widgets::segmented(ui, &mut picker.sameness, &choices);
        }
        ui.add_space(8.0);
        widgets::elided(ui, "Copies of each", regular(13.0), palette.text, 120.0);
        widgets::number_field(ui, "Copies of each", &mut picker.copies, 1..=999);
    });
    let which = match picker.kind {
        Kind::Forms => None,
        Kind::Sticks(StickKind::Notchable) => {
            Some("Sticks that a saw makes, with notches across a whole side.")
        }
        Kind::Sticks(StickKind::General) => Some("All sticks that are in one piece."),
        Kind::Numbers => {
            ui.add_space(8.0);
            let id = Id::unique("numbers of sticks");
            let hint = "Numbers, such as 1, 256, 824, 928, 975, 1024";
            widgets::text_field(ui, &mut picker.numbers, hint, id);
            Some("A number that comes twice makes two copies.")
        }
    };
    if let Some(which) = which {
        ui.add_space(8.0);
        let words = format!(
            "{which} Of the cubes in the middle, twelve may be missing. The name is the number that \
             designers of burrs use."
        );
        widgets::paragraph(ui, &words, regular(12.0), palette.text2);
    } else if picker.lattice.is_solid() && picker.sameness == Congruence::Free {
        ui.add_space(8.0);
        let words = "A free piece may stand for its mirror image, which no hand can make of it. \
                     One-sided has both as pieces of their own.";
        widgets::paragraph(ui, words, regular(12.0), palette.text2);
    }
}

/// Shows how much is covered, and the buttons; returns whether the pieces are to be added, and
/// whether not.
fn foot(picker: &mut Picker, ui: &mut Ui, counted: Result<usize, String>) -> (bool, bool) {
    let palette = Palette::current(ui);
    let count = *counted.as_ref().unwrap_or(&0);
    if count > 0 {
        widgets::elided(ui, &picker.area(), regular(12.0), palette.text2, WIDTH);
        ui.add_space(8.0);
    }
    let n = if picker.picked.is_empty() { count } else { picker.picked.len() };
    let label = match (picker.picked.is_empty(), n) {
        (true, 0) => "Add".to_owned(),
        (true, _) => format!("Add all {}", text::grouped(n as u64)),
        (false, 1) => "Add 1 piece".to_owned(),
        (false, n) => format!("Add {} pieces", text::grouped(n as u64)),
    };
    let why_not = counted.as_ref().err().map(String::as_str);
    super::buttons(ui, &label, n > 0, why_not)
}

fn tiles(picker: &mut Picker, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let lattice = picker.lattice;
    let Some((_, Ok(members))) = &picker.members else { return };
    let picked = &mut picker.picked;
    let word = match picker.kind {
        Kind::Forms => text::capitalised(lattice.polyform),
        _ => "Stick".to_owned(),
    };
    let first = free_slot(&picker.puzzle, members.len());
    ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
    ui.horizontal_wrapped(|ui| {
        for (i, member) in members.iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(vec2(TILE, TILE + 16.0), Sense::click());
            if response.clicked() && !picked.remove(&i) {
                picked.insert(i);
            }
            let chosen = picked.contains(&i);
            response.widget_info(|| {
                let label = format!("{word} {}", member.name);
                WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), chosen, label)
            });
            if !ui.is_rect_visible(rect) {
                continue;
            }
            let (fill, line) = match (chosen, response.hovered()) {
                (true, _) => (palette.accent_soft, palette.accent),
                (false, true) => (palette.hover, palette.border),
                (false, false) => (palette.card, palette.border),
            };
            let stroke = Stroke::new(1.0, line);
            let painter = ui.painter();
            painter.rect(rect, CornerRadius::same(4), fill, stroke, StrokeKind::Inside);
            widgets::focus_ring(ui, &response, rect, 4.0);
            let side = vec2(TILE, TILE);
            let picture = Rect::from_min_size(rect.min, side).shrink(10.0);
            let colour = Colour::nth(first + i);
            figure_cache::shape_icon(painter, lattice, &member.shape, colour, picture, 14.0);
            let at = rect.center_bottom() - vec2(0.0, 5.0);
            let name = text::shortened(&member.name, 8);
            painter.text(at, egui::Align2::CENTER_BOTTOM, name, regular(11.0), palette.text);
        }
    });
}
