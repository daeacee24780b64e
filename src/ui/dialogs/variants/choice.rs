//! A choice that is to be added to the variants.

use egui::{Align, Id, Layout, Ui, vec2};

use crate::polyform::symmetric::FormSymmetry;
use crate::puzzle::variants::{CardForm, ChoiceForm, NumberRange, SiteName, VariantsForm};
use crate::puzzle::{BoardPieceForm, Description, Puzzle};
use crate::text;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};

/// Width of the words before a field, in points.
const LABEL: f32 = 120.0;
/// The largest number that a field takes.
const MAX_NUMBER: u32 = 400;

/// The kind of things to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    #[default]
    Sites,
    Pieces,
    Sizes,
    Boards,
    Given,
    Cards,
}

/// The way in which pieces are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PieceUse {
    #[default]
    Used,
    LeftOut,
    Set,
}

/// The entries for a choice that is to be added, of every kind.
pub(super) struct NewChoice {
    /// True if the focus has been put here, rather than on a button that removes a choice.
    is_entered: bool,
    /// True if Enter adds what is typed in the field that has the focus.
    pub(super) keeps_enter: bool,
    kind: Kind,
    /// The group of sites, by its name; none for sets of sites by their texts.
    group: Option<String>,
    open: u32,
    sites: String,
    piece_use: PieceUse,
    used: (u32, u32),
    left_out: u32,
    pieces: String,
    /// The index of the named shape, and the ranges of the numbers of each.
    shape: usize,
    ranges: Vec<Vec<(u32, u32)>>,
    units: u32,
    /// The order of the turn that takes a board to itself, and whether it has mirrors.
    turn: u32,
    mirrors: bool,
    card: String,
}

/// A choice, or why what is entered is none.
type Entered = Result<ChoiceForm, String>;

impl NewChoice {
    pub(super) fn new(puzzle: &Puzzle) -> NewChoice {
        let pieces = puzzle.pieces.len() as u32;
        let ranges = |count: usize| vec![(1, 20); count];
        NewChoice {
            is_entered: false,
            keeps_enter: false,
            kind: Kind::default(),
            group: puzzle.site_groups.first().map(|group| group.name.clone()),
            open: 1,
            sites: String::new(),
            piece_use: PieceUse::default(),
            used: (pieces.saturating_sub(1).max(1), pieces.saturating_sub(1).max(1)),
            left_out: 1,
            pieces: String::new(),
            shape: 0,
            ranges: puzzle.lattice.boards.iter().map(|b| ranges(b.parameters.len())).collect(),
            units: puzzle.area_of_variants().1.min(u64::from(MAX_NUMBER)) as u32,
            turn: 1,
            mirrors: FormSymmetry::all(puzzle.lattice).contains(&FormSymmetry::Mirror),
            card: String::new(),
        }
    }

    /// Shows the kinds and the fields of the chosen one; the choice, when it is to be added.
    pub(super) fn show(
        &mut self,
        puzzle: &Puzzle,
        description: &Description,
        form: &VariantsForm,
        ui: &mut Ui,
    ) -> Option<Entered> {
        self.keeps_enter = false;
        let kinds = [
            (Kind::Sites, "Open sites"),
            (Kind::Pieces, "Pieces"),
            (Kind::Sizes, "Sizes"),
            (Kind::Boards, "Boards"),
            (Kind::Given, "Given pieces"),
            (Kind::Cards, "Cards"),
        ];
        let switch = widgets::segmented_wide(ui, &mut self.kind, &kinds);
        if !std::mem::replace(&mut self.is_entered, true) {
            let chosen = kinds.iter().position(|(kind, _)| *kind == self.kind);
            widgets::focus_segment(ui, &switch, chosen.unwrap_or(0));
        }
        ui.add_space(8.0);
        match self.kind {
            Kind::Sites => self.sites(puzzle, form, ui),
            Kind::Pieces => self.pieces(puzzle, ui),
            Kind::Sizes => self.sizes(puzzle, ui),
            Kind::Boards => self.boards(puzzle, description, ui),
            Kind::Given => given(puzzle, description, ui),
            Kind::Cards => self.cards(puzzle, description, ui),
        }
    }

    /// Sites left open: some of a group, or a set by texts.
    fn sites(&mut self, puzzle: &Puzzle, form: &VariantsForm, ui: &mut Ui) -> Option<Entered> {
        let lattice = puzzle.lattice;
        for group in &puzzle.site_groups {
            let size = lattice.count_sites(group.sites.len() as u64);
            let is_chosen = self.group.as_deref() == Some(&group.name);
            let label = format!("From group {}", group.name);
            if widgets::radio_row(ui, is_chosen, &label, &size).clicked() {
                self.group = Some(group.name.clone());
            }
        }
        let label = format!("A set of {}, by their texts", lattice.site_words.1);
        if widgets::radio_row(ui, self.group.is_none(), &label, "").clicked() {
            self.group = None;
        }
        if puzzle.site_groups.is_empty() {
            let words = "Groups are made on the Design screen: take the text tool (T), choose sites \
                         and give the group a name.";
            remark(ui, words);
        }
        let group =
            puzzle.site_groups.iter().find(|group| Some(&group.name) == self.group.as_ref());
        match group {
            Some(group) => {
                let most = group.sites.len() as u32;
                self.open = self.open.clamp(1, most);
                let is_taken = form.of.iter().any(|choice| choice.group() == Some(&group.name));
                let button = if is_taken { "Replace choice" } else { "Add choice" };
                let added = field_row(ui, "Left open", Some(button), |ui| {
                    widgets::number_field(ui, "Sites left open", &mut self.open, 1..=most);
                    note(ui, "all combinations");
                    false
                });
                added.then(|| match self.open {
                    1 => Ok(ChoiceForm::OpenOne(group.name.clone())),
                    count => Ok(ChoiceForm::OpenSome(count, group.name.clone())),
                })
            }
            None => {
                let id = Id::unique("set of sites left open");
                let hint = "Texts of sites, such as A1, B2";
                let added = field_row(ui, "Left open", Some("Add set"), |ui| {
                    typed(ui, &mut self.sites, hint, id, &mut self.keeps_enter)
                });
                added.then(|| {
                    let set = site_names(puzzle, &self.sites)?;
                    self.sites.clear();
                    Ok(ChoiceForm::OpenSets(vec![set]))
                })
            }
        }
    }

    /// Pieces that are used, or left out.
    fn pieces(&mut self, puzzle: &Puzzle, ui: &mut Ui) -> Option<Entered> {
        let all = puzzle.pieces.len().max(1) as u32;
        let uses = [
            (PieceUse::Used, "Use a number of pieces"),
            (PieceUse::LeftOut, "Leave out a number of pieces"),
            (PieceUse::Set, "Use exactly these pieces"),
        ];
        for (own, label) in uses {
            if widgets::radio_row(ui, self.piece_use == own, label, "").clicked() {
                self.piece_use = own;
            }
        }
        match self.piece_use {
            PieceUse::Used => {
                let (least, most) = (&mut self.used.0, &mut self.used.1);
                range_row(ui, "Number", "Pieces used", (least, most), all);
            }
            PieceUse::LeftOut => {
                field_row(ui, "Number", None, |ui| {
                    widgets::number_field(ui, "Pieces left out", &mut self.left_out, 1..=all);
                    false
                });
            }
            PieceUse::Set => {}
        }
        let id = Id::unique("pieces to choose from");
        let (label, hint, button) = match self.piece_use {
            PieceUse::Set => ("Set", "Names, such as F, I, L", "Add set"),
            _ => ("Of", "Names, such as F, I, L; empty for all pieces", "Add choice"),
        };
        let added = field_row(ui, label, Some(button), |ui| {
            typed(ui, &mut self.pieces, hint, id, &mut self.keeps_enter)
        });
        added.then(|| {
            let names = piece_names(puzzle, &self.pieces)?;
            let choice = match self.piece_use {
                PieceUse::Used => {
                    let (least, most) = self.used;
                    ChoiceForm::Pieces(NumberRange { least, most }, names)
                }
                PieceUse::LeftOut => ChoiceForm::LeftOut(self.left_out, names),
                PieceUse::Set if names.is_empty() => {
                    return Err("Type the names of the pieces of the set.".to_owned());
                }
                PieceUse::Set => ChoiceForm::PieceSets(vec![names]),
            };
            self.pieces.clear();
            Ok(choice)
        })
    }

    /// A named shape of several sizes.
    fn sizes(&mut self, puzzle: &Puzzle, ui: &mut Ui) -> Option<Entered> {
        let boards = puzzle.lattice.boards;
        for (n, board) in boards.iter().enumerate() {
            if widgets::radio_row(ui, self.shape == n, &text::spaced(board.key), "").clicked() {
                self.shape = n;
            }
        }
        let board = boards.get(self.shape)?;
        for (parameter, (least, most)) in board.parameters.iter().zip(&mut self.ranges[self.shape])
        {
            let name = text::capitalised(parameter);
            range_row(ui, &name, &name, (least, most), MAX_NUMBER);
        }
        let words = "Only sizes whose area the pieces can fill";
        let added = field_row(ui, "", Some("Add choice"), |ui| note(ui, words));
        added.then(|| {
            let range = |&(least, most): &(u32, u32)| NumberRange { least, most };
            let ranges = self.ranges[self.shape].iter().map(range).collect();
            Ok(ChoiceForm::Sizes(board.key.to_owned(), ranges))
        })
    }

    /// The board as it is drawn, or all symmetric ones.
    fn boards(
        &mut self,
        puzzle: &Puzzle,
        description: &Description,
        ui: &mut Ui,
    ) -> Option<Entered> {
        let lattice = puzzle.lattice;
        let size = lattice.count_sites(puzzle.board.sites().len() as u64);
        let words = format!("As drawn now, {size}");
        let added = field_row(ui, "This board", Some("Add this board"), |ui| note(ui, &words));
        if added {
            return Some(match puzzle.board.sites().is_empty() {
                true => Err("Draw the board first.".to_owned()),
                false => Ok(ChoiceForm::Boards(vec![description.board.clone()])),
            });
        }
        ui.add_space(6.0);
        let symmetries = FormSymmetry::all(lattice);
        let mut turns = vec![(1, "Any".to_owned())];
        turns.extend(symmetries.iter().filter_map(|symmetry| match symmetry {
            FormSymmetry::Turn(order) => Some((*order, text::capitalised(&symmetry.to_string()))),
            _ => None,
        }));
        field_row(ui, "Symmetry", None, |ui| {
            let turns: Vec<(u32, &str)> = turns.iter().map(|(n, label)| (*n, &**label)).collect();
            widgets::segmented(ui, &mut self.turn, &turns);
            if symmetries.contains(&FormSymmetry::Mirror) {
                widgets::check_box(ui, &mut self.mirrors, "Mirrors");
            }
            false
        });
        let added = field_row(ui, "All boards", Some("Add all"), |ui| {
            widgets::number_field(ui, "Sites of a board", &mut self.units, 1..=MAX_NUMBER);
            note(ui, &format!("{} each", lattice.unit_words().1))
        });
        let symmetry = match (self.turn, self.mirrors) {
            (1, false) => FormSymmetry::Any,
            (1, true) => FormSymmetry::Mirror,
            (order, false) => FormSymmetry::Turn(order),
            (order, true) => FormSymmetry::Mirrors(order),
        };
        added.then_some(Ok(ChoiceForm::Symmetric(self.units, symmetry)))
    }

    /// The puzzle as it is, as a card.
    fn cards(
        &mut self,
        puzzle: &Puzzle,
        description: &Description,
        ui: &mut Ui,
    ) -> Option<Entered> {
        let pieces = text::count(puzzle.pieces.len() as u64, "piece");
        let placed = match description.placed.len() {
            0 => "none placed".to_owned(),
            n => format!("{n} placed"),
        };
        let words = format!(
            "A card consists of the board as drawn now with its {pieces}, {placed}, and a name."
        );
        remark(ui, &words);
        let id = Id::unique("name of a card");
        let hint = "Name; empty for its number";
        let added = field_row(ui, "Card", Some("Add card"), |ui| {
            typed(ui, &mut self.card, hint, id, &mut self.keeps_enter)
        });
        added.then(|| {
            let card = CardForm {
                name: std::mem::take(&mut self.card).trim().to_owned(),
                board: Some(description.board.clone()),
                pieces: puzzle.pieces.iter().map(|piece| piece.name.clone()).collect(),
                given: placements(description),
            };
            Ok(ChoiceForm::Cards(vec![card]))
        })
    }
}

/// Shows the pieces on the board, as given placements.
fn given(puzzle: &Puzzle, description: &Description, ui: &mut Ui) -> Option<Entered> {
    remark(
        ui,
        "Place pieces on the board first. They are given in the variant. To add another position, \
         pick them up and place others.",
    );
    let number = puzzle.placed.len();
    let words = match number {
        0 => "None now".to_owned(),
        n => text::count(n as u64, "piece"),
    };
    let added = field_row(ui, "On the board", Some("Add position"), |ui| note(ui, &words));
    added.then(|| match number {
        0 => Err("No piece is on the board; place the given pieces first.".to_owned()),
        _ => Ok(ChoiceForm::Given(vec![placements(description)])),
    })
}

/// Returns the pieces on the board, in the form of a file; given ones are not pinned as well.
fn placements(description: &Description) -> Vec<BoardPieceForm> {
    let unpinned = |form: &BoardPieceForm| BoardPieceForm { pinned: false, ..form.clone() };
    description.placed.iter().map(unpinned).collect()
}

/// Sites by their texts, which commas or spaces separate.
pub(super) fn site_names(puzzle: &Puzzle, typed: &str) -> Result<Vec<SiteName>, String> {
    let (one, many) = puzzle.lattice.site_words;
    let texts: Vec<&str> =
        typed.split([',', ' ']).map(str::trim).filter(|text| !text.is_empty()).collect();
    if texts.is_empty() {
        return Err(format!("Type the texts of the {many}, such as Feb, 30."));
    }
    let twice = (1..texts.len()).find(|&n| texts[..n].contains(&texts[n]));
    if let Some(n) = twice {
        return Err(format!("{} is named twice.", text::shortened(texts[n], 24)));
    }
    let unknown = texts.iter().find(|text| !puzzle.site_texts.values().any(|own| own == **text));
    match unknown {
        Some(text) => Err(format!(
            "No {one} has the text {}. Give it one with the text tool (T) of the Design screen.",
            text::shortened(text, 24)
        )),
        None => Ok(texts.into_iter().map(|text| SiteName::Text(text.to_owned())).collect()),
    }
}

/// Pieces by their names, which commas separate, or spaces where no name has one.
fn piece_names(puzzle: &Puzzle, typed: &str) -> Result<Vec<String>, String> {
    let is_known = |name: &str| puzzle.pieces.iter().any(|piece| piece.name == name);
    let mut names = Vec::new();
    for part in typed.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        match is_known(part) {
            true => names.push(part),
            false => names.extend(part.split_whitespace()),
        }
    }
    match names.iter().find(|name| !is_known(name)) {
        Some(name) => Err(format!("No piece is called {}.", text::shortened(name, 40))),
        None => Ok(names.into_iter().map(str::to_owned).collect()),
    }
}

/// Words, fields, and a button at the right; whether that is pressed, or Enter in a field that `add`
/// says of.
fn field_row(
    ui: &mut Ui,
    label: &str,
    button: Option<&str>,
    add: impl FnOnce(&mut Ui) -> bool,
) -> bool {
    let size = vec2(ui.available_width(), 34.0);
    let row = ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        let pressed =
            button.is_some_and(|label| widgets::Button::new(label).small().show(ui).clicked());
        let room = ui.available_size();
        let entered =
            ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
                if !label.is_empty() {
                    ui.allocate_ui(vec2(LABEL, 20.0), |ui| {
                        ui.set_min_width(LABEL);
                        let colour = Palette::current(ui).text;
                        widgets::elided(ui, label, regular(13.0), colour, LABEL);
                    });
                }
                add(ui)
            });
        pressed || entered.inner
    });
    row.inner
}

/// A field whose text Enter adds, after which more may be typed; whether that was pressed. An empty
/// one leaves Enter to the default button. `keeps_enter` is set where this has the focus and is not
/// empty.
pub(super) fn typed(
    ui: &mut Ui,
    text: &mut String,
    hint: &str,
    id: Id,
    keeps_enter: &mut bool,
) -> bool {
    let field = widgets::text_field(ui, text, hint, id);
    let is_ready = !text.trim().is_empty();
    let entered = is_ready && field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
    if entered {
        field.request_focus();
    }
    *keeps_enter |= is_ready && (entered || field.has_focus());
    entered
}

/// Fields for the least and the largest number, which are called by `name` for screen readers.
fn range_row(
    ui: &mut Ui,
    label: &str,
    name: &str,
    (least, most): (&mut u32, &mut u32),
    largest: u32,
) {
    field_row(ui, label, None, |ui| {
        if widgets::number_field(ui, &format!("{name}, at least"), least, 1..=largest).changed() {
            *most = (*most).max(*least);
        }
        note(ui, "to");
        if widgets::number_field(ui, &format!("{name}, at most"), most, 1..=largest).changed() {
            *least = (*least).min(*most);
        }
        false
    });
}

/// Words behind a field, which Enter does nothing in.
fn note(ui: &mut Ui, words: &str) -> bool {
    let colour = Palette::current(ui).text2;
    let room = ui.available_width();
    widgets::elided(ui, words, regular(12.0), colour, room);
    false
}

fn remark(ui: &mut Ui, words: &str) {
    let colour = Palette::current(ui).text2;
    widgets::paragraph(ui, words, regular(12.0), colour);
}
