//! Names of edits, for the Undo entry of the menu.

use std::collections::BTreeSet;

use super::{BoardAction, Edit, PieceChange, Side, State};
use crate::puzzle::{BoardForm, Description, PieceForm};
use crate::text;

impl Edit {
    /// The name of the edit, as the object of "Undo: …". For a gesture of several edits the last of
    /// them is asked, with the description from before the first.
    pub(in crate::workbench) fn name(&self, before: &Description, after: &Description) -> String {
        match self {
            Edit::Paint(_, state) => {
                let n = changed_sites(before, after);
                let sites = before.lattice.count_sites(n);
                match state {
                    State::Required => format!("paint {sites}"),
                    State::Optional => format!("make {sites} optional"),
                    State::Hole => format!("erase {sites}"),
                }
            }
            Edit::Label(sites, label) => {
                let sites = before.lattice.count_sites(sites.len() as u64);
                match label {
                    Some(label) => format!("label {sites} with {label}"),
                    None => format!("remove labels from {sites}"),
                }
            }
            Edit::BoardForm(BoardForm::Named(shape)) => {
                let numbers: Vec<String> = shape.numbers.iter().map(u32::to_string).collect();
                format!("board {} {}", shape.key, numbers.join(" × "))
            }
            Edit::BoardForm(_) => "draw board".to_owned(),
            Edit::Board(action) => action.name(),
            Edit::AddPieces(forms) => match &forms[..] {
                [PieceForm::Piece(form)] => format!("add piece {}", form.name),
                [PieceForm::Family(form)] if form.only.len() == 1 => {
                    format!("add piece {}", form.only[0])
                }
                [PieceForm::Family(form)] if form.only.is_empty() => {
                    format!("add family of size {}", form.size)
                }
                _ => "add pieces".to_owned(),
            },
            Edit::DrawPiece(_) => "draw piece".to_owned(),
            Edit::RedrawPiece(name, _) => format!("edit {}", text::shortened(name, 24)),
            Edit::Pieces(names, change) => change.name(&listed(names)),
            Edit::Duplicate(names) => format!("duplicate {}", listed(names)),
            Edit::Remove(names) => format!("remove {}", listed(names)),
            Edit::Reorder(names, _) => format!("move {}", listed(names)),
            Edit::Merge(names) => format!("merge {}", listed(names)),
            Edit::Lay { piece, from: None, .. } => format!("place {piece}"),
            Edit::Lay { piece, .. } => format!("move {piece} on the board"),
            Edit::LayAll(new) => format!("place {}", text::count(new.len() as u64, "piece")),
            Edit::Cut { piece, .. } => format!("cut {}", text::shortened(piece, 24)),
            Edit::TakeUp(places) => format!("pick up {}", laid(before, places)),
            Edit::Pin(places, true) => format!("pin {}", laid(before, places)),
            Edit::Pin(places, false) => format!("unpin {}", laid(before, places)),
            Edit::SiteRule(sites, _) => {
                format!("restrict {}", before.lattice.count_sites(sites.len() as u64))
            }
            Edit::Rules(_) => "change rules".to_owned(),
            Edit::Metadata(_) => "edit title and notes".to_owned(),
            Edit::Filter(name, Some(_)) => format!("save filter {name}"),
            Edit::Making(_, what) => (*what).to_owned(),
            Edit::Filter(name, None) => format!("remove filter {name}"),
            Edit::SiteTexts(texts) => {
                let sites = before.lattice.count_sites(texts.len() as u64);
                match texts.iter().any(|(_, text)| text.is_some()) {
                    true => format!("set text of {sites}"),
                    false => format!("remove text of {sites}"),
                }
            }
            Edit::SiteGroup(name, Some(_)) => format!("group {}", text::shortened(name, 24)),
            Edit::SiteGroup(name, None) => format!("remove group {}", text::shortened(name, 24)),
            Edit::RenameSiteGroup(_, new) => {
                format!("rename group to {}", text::shortened(new, 24))
            }
            Edit::LeaveOpen(name, count) => {
                format!("leave {count} of {} open", text::shortened(name, 24))
            }
            Edit::Variants(_) => "change variants".to_owned(),
            Edit::Cover(_) => "change givens".to_owned(),
            Edit::UsePieces(_) => "use a set of pieces".to_owned(),
        }
    }
}

impl BoardAction {
    /// The name of the edit.
    fn name(self) -> String {
        match self {
            BoardAction::Turn => "turn board".to_owned(),
            BoardAction::Flip => "flip board".to_owned(),
            BoardAction::Tip => "tilt board".to_owned(),
            BoardAction::Shift(side) => format!("move board {}", side.towards()),
            BoardAction::Grow(side) => format!("add {}", side.part()),
            BoardAction::Shrink(side) => format!("remove {}", side.part()),
            BoardAction::Crop => "trim board".to_owned(),
            BoardAction::Invert => "invert board".to_owned(),
            BoardAction::Clear => "clear board".to_owned(),
            BoardAction::Checker => "checkerboard labels".to_owned(),
            BoardAction::ClearLabels => "remove all labels".to_owned(),
        }
    }
}

impl PieceChange {
    /// The name of the edit, for pieces given in words.
    fn name(&self, pieces: &str) -> String {
        match self {
            PieceChange::Name(new) => format!("rename {pieces} to {new}"),
            PieceChange::Colour(colour) => format!("colour {pieces} {}", colour.name()),
            PieceChange::Copies(copies) => {
                format!("set copies of {pieces} to {}", copies.words())
            }
            PieceChange::Motions(motions) => {
                format!("set motions of {pieces} to {}", motions.words())
            }
            PieceChange::Group(0) => format!("remove {pieces} from the group"),
            PieceChange::Group(group) => format!("put {pieces} in group {group}"),
            PieceChange::Weight(weight) => format!("set weight of {pieces} to {weight}"),
            PieceChange::On(true) => format!("use {pieces}"),
            PieceChange::On(false) => format!("don't use {pieces}"),
            PieceChange::Sites(_) => format!("redraw {pieces}"),
            PieceChange::Label(..) => format!("label {pieces}"),
        }
    }
}

impl Side {
    /// The outermost part of the board on that side.
    fn part(self) -> &'static str {
        match self {
            Side::Left => "left column",
            Side::Right => "right column",
            Side::Top => "top row",
            Side::Bottom => "bottom row",
            Side::First => "first layer",
            Side::Last => "last layer",
        }
    }

    /// The direction, for a move.
    fn towards(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
            Side::Top => "up",
            Side::Bottom => "down",
            Side::First => "back by a layer",
            Side::Last => "forward by a layer",
        }
    }
}

/// The names of laid pieces.
fn laid(description: &Description, places: &[usize]) -> String {
    let names = places.iter().filter_map(|&n| Some(description.placed.get(n)?.piece.clone()));
    listed(&names.collect::<Vec<_>>())
}

/// Names one after the other, or their number.
fn listed(names: &[String]) -> String {
    match names {
        [one] => text::shortened(one, 24),
        names if names.len() <= 4 => {
            let names: Vec<String> = names.iter().map(|name| text::shortened(name, 12)).collect();
            names.join(", ")
        }
        names => text::count(names.len() as u64, "piece"),
    }
}

/// The number of sites of the board that differ.
fn changed_sites(before: &Description, after: &Description) -> u64 {
    let sites = |description: &Description| -> BTreeSet<_> {
        let sites = description.board.states_on(description.lattice).unwrap_or_default();
        sites.into_iter().map(|site| (site.site, site.required)).collect()
    };
    let (old, new) = (sites(before), sites(after));
    let changed: BTreeSet<_> = old.symmetric_difference(&new).map(|(site, _)| *site).collect();
    changed.len() as u64
}
