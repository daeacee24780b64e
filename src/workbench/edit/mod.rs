//! Changing a puzzle.
//!
//! An [`Edit`] is one thing that a designer does to the words of a puzzle: paint sites, turn the
//! board, add pieces. Applied, it gives the next version or says why it cannot be; it never leaves
//! a version behind that is no puzzle. `board` changes the board, `pieces` the list of pieces,
//! `placements` what lies on the board, `cut` both of these, and `texts` what sites are called, all
//! keeping the words of the file where they can: a family stays one line until one of its members becomes different. [`super::document::history`] takes edits back.

mod board;
mod checker;
mod cut;
#[cfg(test)]
mod cut_tests;
mod naming;
mod pieces;
mod placements;
#[cfg(test)]
mod tests;
mod texts;
#[cfg(test)]
mod texts_tests;

use std::sync::Arc;

use crate::lattice::{Lattice, Point};
use crate::polyform::family::FamilyError;
use crate::puzzle::variants::VariantsForm;
use crate::puzzle::{
    BoardForm, CoverForm, Description, Diagnostic, Expect, Label, Making, PieceForm, Puzzle, Rules,
    Takes,
};
use crate::text;

pub use board::{Frame, Mirror, box_of, clockwise, counter_clockwise, flooded, left_to_right};
pub use checker::checker_labels;
pub use cut::open_region;
pub use pieces::{
    PieceChange, PieceDraft, changed_copies, free_letter, free_slot, new_name, taken_names,
};
pub use texts::series;

/// A description in which these pieces are used, by their names, and all others are switched off.
///
/// # Errors
/// When the puzzle is none, or has no such piece.
pub fn with_pieces(description: &Description, names: Vec<String>) -> Result<Description, Refusal> {
    let puzzle = description.draft().map_err(|problems| Refusal::by(&problems))?;
    Ok(Edit::use_pieces(names).apply(description, &puzzle)?.description)
}

/// One thing to do to a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Sites of the board become this.
    Paint(Vec<Point>, State),
    /// Sites of the board get a colour label, or lose it.
    Label(Vec<Point>, Option<Label>),
    /// The board becomes another, by name or as drawn.
    BoardForm(BoardForm),
    /// The board as a whole is changed.
    Board(BoardAction),
    /// Pieces and families are added at the end of the list.
    AddPieces(Vec<PieceForm>),
    /// A drawn piece is added at the end of the list.
    DrawPiece(PieceDraft),
    /// A piece, by its name, becomes what it was made in an editor.
    RedrawPiece(String, PieceDraft),
    /// Pieces, by their names, are changed.
    Pieces(Vec<String>, PieceChange),
    /// These pieces are used, by their names, in so many copies if that is said, and all others are
    /// switched off; what the variants say of choosing pieces goes.
    UsePieces(Vec<(String, Option<u32>)>),
    /// Pieces get copies beside them, under other names.
    Duplicate(Vec<String>),
    /// Pieces are taken from the list.
    Remove(Vec<String>),
    /// Pieces are moved to stand before another, or at the end.
    Reorder(Vec<String>, Option<String>),
    /// Pieces of one shape become one piece with as many copies.
    Merge(Vec<String>),
    /// A piece is laid on sites of the board; one that lay there, by its place in the list of laid
    /// pieces, is taken up for it.
    Lay {
        /// The name of the piece.
        piece: String,
        /// The sites that it covers.
        sites: Vec<Point>,
        /// The laid piece that is moved.
        from: Option<usize>,
    },
    /// Pieces, by their names, are laid on sites of the board, all at once.
    LayAll(Vec<(String, Vec<Point>)>),
    /// Sites of the board become part of a piece, by its name, which lies there or is new; other
    /// pieces lose them.
    Cut {
        /// The name of the piece.
        piece: String,
        /// The sites that it is given.
        sites: Vec<Point>,
    },
    /// Placed pieces, by their places in the list of these, are taken from the board.
    TakeUp(Vec<usize>),
    /// Placed pieces are pinned, or are no longer.
    Pin(Vec<usize>, bool),
    /// Sites of the board take only some pieces, or all again.
    SiteRule(Vec<Point>, Option<Takes>),
    /// The rules become these.
    Rules(Rules),
    /// Title, author, source and note become these.
    Metadata(Metadata),
    /// A filter of the solutions is saved under a name, or forgotten.
    Filter(String, Option<String>),
    /// The settings of how it is made become these; with the name of the edit, such as
    /// "change the unit".
    Making(Box<Making>, &'static str),
    /// Sites of the board get texts, or lose them.
    SiteTexts(Vec<(Point, Option<String>)>),
    /// Sites become a group of this name, or the group is removed.
    SiteGroup(String, Option<Vec<Point>>),
    /// A group of sites gets another name.
    RenameSiteGroup(String, String),
    /// Variants leave so many sites of a group open in turn; none for 0.
    LeaveOpen(String, u32),
    /// The variants become these; without a choice there are none.
    Variants(Box<VariantsForm>),
    /// A cover puzzle gets other items and options.
    Cover(CoverForm),
}

/// The state of a site of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// To be covered.
    Required,
    /// May be covered.
    Optional,
    /// Not on the board.
    Hole,
}

/// A change of the board as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardAction {
    /// A turn clockwise, by the least angle of the lattice.
    Turn,
    /// Left and right are swapped.
    Flip,
    /// A solid is tipped over towards the viewer.
    Tip,
    /// It is moved by a period towards a side.
    Shift(Side),
    /// Its outermost column, row or layer at a side is repeated beyond it.
    Grow(Side),
    /// Its outermost column, row or layer at a side is taken away.
    Shrink(Side),
    /// It is moved as far up and left as it goes.
    Crop,
    /// Within its bounds, sites and holes are swapped.
    Invert,
    /// All sites are taken away.
    Clear,
    /// All sites get colour labels by turns, as on a chessboard.
    Checker,
    /// All sites lose their colour labels.
    ClearLabels,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Before the first column.
    Left,
    /// Beyond the last column.
    Right,
    /// Before the first row.
    Top,
    /// Beyond the last row.
    Bottom,
    /// Before the first layer of a solid.
    First,
    /// Beyond the last layer of a solid.
    Last,
}

impl Side {
    /// All of them, those of a plane first.
    pub const ALL: [Side; 6] =
        [Side::Left, Side::Right, Side::Top, Side::Bottom, Side::First, Side::Last];

    /// Those that boards of a lattice have.
    pub fn all(lattice: &Lattice) -> &'static [Side] {
        if lattice.is_solid() { &Side::ALL } else { &Side::ALL[..4] }
    }

    /// The axis that leads there, and whether that is forwards along it.
    fn axis(self) -> (usize, bool) {
        match self {
            Side::Left => (0, false),
            Side::Right => (0, true),
            Side::Top => (1, false),
            Side::Bottom => (1, true),
            Side::First => (2, false),
            Side::Last => (2, true),
        }
    }

    /// A step of a period towards it.
    fn step(self, lattice: &Lattice) -> Point {
        let (axis, forwards) = self.axis();
        let mut step = [0; 3];
        step[axis] = if forwards { lattice.period } else { -lattice.period };
        Point::from(step)
    }
}

/// The words about a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// The title.
    pub title: String,
    /// Who made it.
    pub author: String,
    /// The place of publication.
    pub source: String,
    /// Anything else.
    pub note: String,
}

impl Metadata {
    /// The words about a puzzle as they are.
    pub fn new(description: &Description) -> Metadata {
        let Description { title, author, source, note, .. } = description.clone();
        Metadata { title, author, source, note }
    }
}

/// The reason why an edit cannot be done, as sentences for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(String);

impl Refusal {
    /// With a reason.
    pub fn new(reason: impl Into<String>) -> Refusal {
        Refusal(reason.into())
    }

    /// With what keeps the words from being a puzzle.
    pub(super) fn by(problems: &[Diagnostic]) -> Refusal {
        let said: Vec<&str> = problems.iter().take(3).map(|p| p.message.as_str()).collect();
        Refusal(format!("{}.", text::capitalised(&said.join("; "))))
    }
}

impl From<FamilyError> for Refusal {
    fn from(error: FamilyError) -> Refusal {
        Refusal(error.to_string())
    }
}

impl From<String> for Refusal {
    fn from(reason: String) -> Refusal {
        Refusal(reason)
    }
}

/// The next version of a puzzle.
pub(super) struct Edited {
    pub(super) description: Description,
    pub(super) puzzle: Puzzle,
    /// The shift of the board that makes room at its upper and left side.
    pub(super) shift: Point,
}

impl Edit {
    /// The edit after which these pieces are used, in as many copies as they have, and no others.
    pub fn use_pieces(names: impl IntoIterator<Item = String>) -> Edit {
        Edit::UsePieces(names.into_iter().map(|name| (name, None)).collect())
    }

    /// Makes the next version. Cost: that of building the puzzle.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub(super) fn apply(
        &self,
        description: &Description,
        puzzle: &Puzzle,
    ) -> Result<Edited, Refusal> {
        let mut next = description.clone();
        let shift = self.change(&mut next, puzzle)?;
        if shift != Point::ORIGIN {
            placements::move_all(&mut next, |site| site + shift);
        }
        match self {
            Edit::Pieces(names, PieceChange::Name(new)) => {
                placements::rename(&mut next, names, new.trim());
            }
            Edit::RedrawPiece(name, draft) if !draft.name.trim().is_empty() => {
                placements::rename(&mut next, std::slice::from_ref(name), draft.name.trim());
            }
            _ => {}
        }
        // Pieces and rules that no longer fit the board or its pieces are removed.
        let ruled = next.rules.names_pieces();
        let named = next.names_sites();
        if !next.placed.is_empty() || !next.site_rules.is_empty() || ruled || named {
            let count = next.placed.len();
            next.prune_stale();
            if matches!(self, Edit::Cut { .. }) && next.placed.len() < count {
                return Err(Refusal::new(
                    "A rule of these sites or of their junctions keeps the piece from lying there.",
                ));
            }
        }
        let mut puzzle_next = next.draft().map_err(|problems| Refusal::by(&problems))?;
        if !puzzle_next.has_search_of(puzzle) {
            // The numbers that the file expects are those of the puzzle as it was.
            next.expect = Expect::default();
            puzzle_next.expect = Expect::default();
            if let (Some(form), Some(family)) = (&mut next.variants, &mut puzzle_next.variants) {
                form.expect = Default::default();
                Arc::make_mut(family).expect = Default::default();
            }
        }
        Ok(Edited { description: next, puzzle: puzzle_next, shift })
    }

    /// Returns whether it lays pieces or takes them up, pinned ones excepted, and changes nothing
    /// else.
    pub fn is_move(&self, puzzle: &Puzzle) -> bool {
        let is_loose = |&n: &usize| puzzle.placed.get(n).is_none_or(|laid| !laid.pinned);
        match self {
            Edit::Lay { from, .. } => from.as_ref().is_none_or(is_loose),
            Edit::LayAll(_) => true,
            Edit::TakeUp(places) => places.iter().all(is_loose),
            _ => false,
        }
    }

    /// Changes the description as the edit says; the shift of the board that makes room for it,
    /// by which what lies on it has still to be moved.
    fn change(&self, next: &mut Description, puzzle: &Puzzle) -> Result<Point, Refusal> {
        let own = matches!(
            self,
            Edit::Cover(_)
                | Edit::Metadata(_)
                | Edit::Making(..)
                | Edit::Lay { .. }
                | Edit::LayAll(_)
                | Edit::TakeUp(_)
        );
        if next.cover.is_some() && !own {
            return Err(Refusal::new("A puzzle of items and options has no board and pieces."));
        }
        let mut shift = Point::ORIGIN;
        match self {
            Edit::Paint(sites, state) => {
                (next.board, shift) = board::painted(next, puzzle, sites, *state)?;
            }
            Edit::Label(sites, label) => {
                (next.board, shift) = board::labelled(next, puzzle, sites, *label)?;
            }
            Edit::BoardForm(form) => next.board = form.clone(),
            Edit::Board(action) => {
                let changed = board::changed(next, puzzle, *action)?;
                (next.board, shift) = (changed.form, changed.shift);
                placements::move_all(next, |site| changed.image.map_or(site, |i| i.apply(site)));
            }
            Edit::AddPieces(forms) => pieces::add(next, puzzle, forms.clone())?,
            Edit::DrawPiece(draft) => pieces::draw(next, puzzle, draft)?,
            Edit::RedrawPiece(name, draft) => pieces::redraw(next, puzzle, name, draft)?,
            Edit::Pieces(names, change) => pieces::change(next, puzzle, names, change)?,
            Edit::UsePieces(used) => {
                next.forget_piece_choices();
                pieces::use_only(next, puzzle, used)?;
            }
            Edit::Duplicate(names) => pieces::duplicate(next, puzzle, names)?,
            Edit::Remove(names) => pieces::remove(next, puzzle, names)?,
            Edit::Reorder(names, before) => {
                pieces::reorder(next, puzzle, names, before.as_deref())?;
            }
            Edit::Merge(names) => pieces::merge(next, puzzle, names)?,
            Edit::Lay { piece, sites, from } => {
                placements::lay(next, puzzle, piece, sites, *from)?;
            }
            Edit::LayAll(new) => placements::lay_all(next, puzzle, new)?,
            Edit::Cut { piece, sites } => cut::cut(next, puzzle, piece, sites)?,
            Edit::TakeUp(places) => placements::take_up(next, places),
            Edit::Pin(places, pinned) => placements::pin(next, places, *pinned),
            Edit::SiteRule(sites, takes) => {
                placements::rule(next, puzzle, sites, takes.as_ref())?;
            }
            Edit::Rules(rules) => next.rules = rules.clone(),
            Edit::Metadata(Metadata { title, author, source, note }) => {
                (next.title, next.author) = (title.clone(), author.clone());
                (next.source, next.note) = (source.clone(), note.clone());
            }
            Edit::Filter(name, Some(condition)) => {
                next.filters.insert(name.clone(), condition.clone());
            }
            Edit::Filter(name, None) => drop(next.filters.remove(name)),
            Edit::Making(making, _) => next.make = (**making).clone(),
            Edit::SiteTexts(texts) => texts::set(next, puzzle, texts)?,
            Edit::SiteGroup(name, sites) => {
                texts::set_group(next, puzzle, name, sites.as_deref())?;
            }
            Edit::RenameSiteGroup(old, new) => texts::rename_group(next, old, new)?,
            Edit::LeaveOpen(group, count) => texts::leave_open(next, group, *count),
            Edit::Variants(variants) => texts::set_variants(next, variants),
            Edit::Cover(cover) => {
                if next.cover.is_none() {
                    return Err(Refusal::new("A puzzle with a board has no items and options."));
                }
                next.cover = Some(cover.clone());
            }
        }
        Ok(shift)
    }
}
