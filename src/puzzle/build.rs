//! From a description to a validated puzzle, or to every problem it has.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::board_form::{read_addresses, whole_units};
use super::cover::Expanded;
use super::description::{Drawing, FamilyForm, SingleForm};
use super::handling::Handling;
use super::site_rules::barred;
use super::site_texts::SiteNames;
use super::stick;
use super::variants::family as variant_family;
use super::{
    Board, Colour, CoverForm, Description, Diagnostic, FORMAT, Label, Piece, PieceForm, PieceRules,
    Place, Puzzle, labels,
};
use crate::lattice::{Lattice, MAX_SITES};
use crate::polyform::family::{Congruence, family};
use crate::polyform::{Motions, Shape, art};
use crate::text;

/// No puzzle may have more pieces than this.
const MAX_PIECES: usize = 20_000;

/// The completeness required of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// As a puzzle that may still lack pieces and sites.
    Draft,
    /// As one to be solved.
    Complete,
}

impl Description {
    /// Validates the description of a puzzle that can be solved.
    ///
    /// # Errors
    /// All problems found, in the order of the file.
    pub fn build(&self) -> Result<Puzzle, Vec<Diagnostic>> {
        self.assemble(Stage::Complete)
    }

    /// Validates the description of a puzzle that is still being made: it may lack pieces, and
    /// sites that must be covered. What it has must be as [`Description::build`] wants it.
    ///
    /// # Errors
    /// All problems found, in the order of the file.
    pub fn draft(&self) -> Result<Puzzle, Vec<Diagnostic>> {
        self.assemble(Stage::Draft)
    }

    fn assemble(&self, stage: Stage) -> Result<Puzzle, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        if self.format == 0 || self.format > FORMAT {
            problems.push(Diagnostic {
                place: Place::Format,
                message: format!(
                    "format {} is not known; the newest that this program reads is {FORMAT}",
                    self.format
                ),
            });
        }
        let (pieces, board, cover) = match &self.cover {
            Some(form) => expanded(form, &mut problems).map_or_else(
                || (Pieces::default(), None, None),
                |Expanded { pieces, board, cover }| {
                    let pieces = Pieces { on: pieces, off: Vec::new() };
                    (pieces, Some(board), Some(Arc::new(cover)))
                },
            ),
            None => {
                let pieces = self.build_pieces(stage, &mut problems);
                let board = self.build_board(&mut problems);
                if stage == Stage::Complete {
                    problems.extend(self.asks_nothing(&pieces.on, board.as_ref()));
                }
                (pieces, board, None)
            }
        };
        problems.sort_by_key(|problem| problem.place);
        let Some(board) = board.filter(|_| problems.is_empty()) else { return Err(problems) };
        let site_texts = self.site_texts.on_board(self.lattice, &board, &mut problems);
        let names = SiteNames::new(self.lattice, &board, &site_texts);
        let site_groups = names.groups(&self.site_groups, &mut problems);
        // Rules of sites and pieces on the board need sound pieces and a sound board.
        let lists = [pieces.on.as_slice(), &pieces.off];
        let barred = barred(&self.site_rules, self.lattice, lists, &board, &mut problems);
        let piece_rules = PieceRules::new(&self.rules, self.lattice, lists, &mut problems);
        let mut puzzle = Puzzle {
            title: self.title.clone(),
            lattice: self.lattice,
            pieces: pieces.on,
            off: pieces.off,
            board,
            site_texts,
            site_groups,
            variants: None,
            placed: Vec::new(),
            barred,
            rules: self.rules.clone(),
            piece_rules,
            cover,
            expect: self.expect,
        };
        puzzle.lay(&self.placed, &mut problems);
        puzzle.variants =
            variant_family(self.variants.as_ref(), &puzzle, &mut problems).map(Arc::new);
        problems.sort_by_key(|problem| problem.place);
        if problems.is_empty() { Ok(puzzle) } else { Err(problems) }
    }

    /// The colour slot at which each entry of the piece list begins, in its order: the pieces of
    /// the slots 0, 1, 2, … have the colours [`Colour::nth`].
    ///
    /// A piece takes one slot, and a family as many as it has members, whether they are used or
    /// not: so the others keep their colours when one is left out. An entry begins after the last
    /// slot of all entries before it, unless it says where. One that cannot be read takes none.
    ///
    /// Cost: that of listing the families.
    pub fn colour_slots(&self) -> Vec<usize> {
        let mut free = 0;
        let slots = self.pieces.iter().map(|form| {
            let size = match form {
                PieceForm::Family(form) => {
                    family(self.lattice, form.size, form.sameness).map_or(0, |all| all.len())
                }
                PieceForm::Piece(_) => 1,
            };
            first_slot(form, size, &mut free)
        });
        slots.collect()
    }

    fn build_pieces(&self, stage: Stage, problems: &mut Vec<Diagnostic>) -> Pieces {
        let mut pieces = Pieces::default();
        let mut names = BTreeSet::new();
        let mut free = 0;
        let before = problems.len();
        for (entry, form) in self.pieces.iter().enumerate() {
            let built = match form {
                PieceForm::Family(form) => build_family(self.lattice, form),
                PieceForm::Piece(form) => build_single(self.lattice, form).map(|p| (vec![p], 1)),
            };
            let place = Place::Piece(entry);
            let (mut shapes, slots) = match built {
                Ok(built) => built,
                Err(message) => {
                    problems.push(Diagnostic { place, message });
                    continue;
                }
            };
            let (mut copies, first) = (form.copies(), first_slot(form, slots, &mut free));
            if self.rules.leftover {
                copies.min = 0;
            }
            if let PieceForm::Family(form) = form
                && shapes.iter().any(|piece| names.contains(&piece.name))
            {
                for piece in &mut shapes {
                    piece.name = sized_name(&piece.name, form.size);
                }
            }
            for piece in shapes {
                self.check_piece(&piece, place, &mut names, problems);
                let Unplaced { name, shape, labels, motions, colour, slot, off, handling } = piece;
                let colour = colour.unwrap_or_else(|| Colour::nth(first.saturating_add(slot)));
                let order = pieces.len();
                let list = if off { &mut pieces.off } else { &mut pieces.on };
                list.push(Piece {
                    name,
                    shape,
                    labels,
                    copies,
                    motions,
                    colour,
                    handling,
                    entry,
                    order,
                });
            }
            if pieces.len() > MAX_PIECES {
                let message = format!("more than {MAX_PIECES} pieces; use copies instead");
                problems.push(Diagnostic { place, message });
                break;
            }
        }
        if stage == Stage::Complete && pieces.on.is_empty() && problems.len() == before {
            let message = match pieces.off.is_empty() {
                true => "no pieces; add one, or a whole family",
                false => "no piece is used; take one out of `off`",
            };
            problems.push(Diagnostic { place: Place::Pieces, message: message.to_owned() });
        }
        pieces
    }

    /// Checks that a piece has a name of its own, which is added to the `names`, and is in one part.
    fn check_piece(
        &self,
        piece: &Unplaced,
        place: Place,
        names: &mut BTreeSet<String>,
        problems: &mut Vec<Diagnostic>,
    ) {
        let name = &piece.name;
        if !names.insert(name.clone()) {
            let message = format!(
                "two pieces are called {name}; rename one of them, or use copies of one piece"
            );
            problems.push(Diagnostic { place, message });
        }
        if !self.rules.loose_parts && !piece.shape.is_connected(self.lattice) {
            let message = format!(
                "piece {name} consists of parts that do not touch; join them, or set \
                 `loose_parts: true` in the rules"
            );
            problems.push(Diagnostic { place, message });
        }
    }

    /// The problem of a puzzle where no site must be covered, and no piece must be used: it is
    /// solved by nothing. A packing puzzle has no required site either, but pieces.
    fn asks_nothing(&self, pieces: &[Piece], board: Option<&Board>) -> Option<Diagnostic> {
        let board = board.filter(|board| board.required() == 0)?;
        let is_packing = pieces.iter().any(|piece| piece.copies.min > 0);
        let (one, _) = self.lattice.site_words;
        let message = match is_packing {
            true if board.sites().is_empty() => format!("the board has no {one}"),
            true => return None,
            false => format!("no {one} is required; draw some as '#'"),
        };
        Some(Diagnostic { place: Place::Board, message })
    }

    fn build_board(&self, problems: &mut Vec<Diagnostic>) -> Option<Board> {
        let place = Place::Board;
        match self.board.on(self.lattice) {
            Ok(board) => Some(board),
            Err(message) => {
                problems.push(Diagnostic { place, message });
                None
            }
        }
    }
}

/// The list of pieces, divided.
#[derive(Default)]
struct Pieces {
    on: Vec<Piece>,
    off: Vec<Piece>,
}

impl Pieces {
    fn len(&self) -> usize {
        self.on.len() + self.off.len()
    }
}

/// The first of the slots of an entry, when those from `free` on are not taken yet.
fn first_slot(form: &PieceForm, slots: usize, free: &mut usize) -> usize {
    let said = match form {
        PieceForm::Family(form) => form.colours.map(|n| n as usize),
        PieceForm::Piece(_) => None,
    };
    let first = said.unwrap_or(*free);
    *free = first.saturating_add(slots).max(*free);
    first
}

fn expanded(form: &CoverForm, problems: &mut Vec<Diagnostic>) -> Option<Expanded> {
    let wrong = |message| Diagnostic { place: Place::Cover, message };
    form.expand().map_err(|messages| problems.extend(messages.into_iter().map(wrong))).ok()
}

/// A piece before it has a place in the list.
struct Unplaced {
    name: String,
    shape: Shape,
    labels: Vec<Option<Label>>,
    motions: Motions,
    colour: Option<Colour>,
    /// Its place in the whole family.
    slot: usize,
    off: bool,
    handling: Handling,
}

/// The name of a family's member that tells families of several sizes apart: `L4`, `3-2`.
pub(crate) fn sized_name(name: &str, size: usize) -> String {
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("{size}-{name}")
    } else if let Some(twin) = name.strip_suffix('\'') {
        format!("{twin}{size}'")
    } else {
        format!("{name}{size}")
    }
}

/// The members of a family that are in the list, and how many it has altogether.
fn build_family(lattice: &Lattice, form: &FamilyForm) -> Result<(Vec<Unplaced>, usize), String> {
    let members = family(lattice, form.size, form.sameness).map_err(|e| e.to_string())?;
    // All positions of a fixed form go by the name of the free one, too.
    let free = |name: &'_ str| -> Option<usize> {
        name.rfind('.').filter(|_| form.sameness == Congruence::Fixed)
    };
    let known: BTreeSet<&str> = members
        .iter()
        .flat_map(|m| [Some(m.name.as_str()), free(&m.name).map(|at| &m.name[..at])])
        .flatten()
        .collect();
    let mut named = form.only.iter().chain(&form.without).chain(&form.off);
    if let Some(stranger) = named.find(|name| !known.contains(name.as_str())) {
        let shown = if members.len() <= 40 {
            members.iter().map(|m| m.name.as_str()).collect::<Vec<_>>().join(" ")
        } else {
            let first: Vec<&str> = members.iter().take(8).map(|m| m.name.as_str()).collect();
            let last = members.last().map_or("", |m| m.name.as_str());
            format!("{} … {last}", first.join(" "))
        };
        let stranger = text::shortened(stranger, 40);
        return Err(format!(
            "no {} {} of size {} is called {stranger}; its members are {shown}",
            form.sameness.word(),
            lattice.polyform,
            form.size,
        ));
    }
    let [only, without, off] = [&form.only, &form.without, &form.off]
        .map(|names| names.iter().map(String::as_str).collect::<BTreeSet<&str>>());
    let is_in = |names: &BTreeSet<&str>, name: &str| {
        names.contains(name) || free(name).is_some_and(|at| names.contains(&name[..at]))
    };
    let listed = |name: &str| (only.is_empty() || is_in(&only, name)) && !is_in(&without, name);
    let motions = form.sameness.motions();
    let listed: Vec<Unplaced> = (0..)
        .zip(&members)
        .filter(|(_, member)| listed(&member.name))
        .map(|(slot, member)| Unplaced {
            name: member.name.clone(),
            shape: member.shape.clone(),
            labels: Vec::new(),
            motions,
            colour: None,
            slot,
            off: is_in(&off, &member.name),
            handling: Handling::default(),
        })
        .collect();
    if listed.is_empty() {
        return Err("`without` leaves nothing of the family".to_owned());
    }
    Ok((listed, members.len()))
}

fn build_single(lattice: &Lattice, form: &SingleForm) -> Result<Unplaced, String> {
    let name = form.name.trim();
    if name.is_empty() {
        return Err("a piece needs a name".to_owned());
    }
    if name.chars().count() > 40 || name.chars().any(char::is_control) {
        return Err(
            "the name of a piece has at most 40 characters and no control characters".to_owned()
        );
    }
    let sites = match &form.drawing {
        Drawing::Art(rows) => art::shape_sites(lattice, rows).map_err(|e| e.to_string()),
        Drawing::Sites(addresses) => read_addresses(lattice, addresses).map_err(|e| e.to_string()),
        Drawing::Stick(length, number) => stick::sites(lattice, *length, *number),
    };
    let sites = sites.map_err(|message| format!("piece {name}: {message}"))?;
    if sites.len() as u64 > MAX_SITES {
        return Err(format!("piece {name} has more than {MAX_SITES} {}", lattice.site_words.1));
    }
    let Some((shape, shift)) = Shape::normalise(lattice, &sites) else {
        return Err(format!("piece {name} has no {}; draw at least one", lattice.site_words.0));
    };
    if shape.size() != sites.len() {
        return Err(format!("piece {name} lists a {} twice", lattice.site_words.0));
    }
    let mut sites = sites;
    sites.sort_unstable();
    whole_units(lattice, &sites).map_err(|message| format!("piece {name}: {message}"))?;
    let motions = form.motions.unwrap_or_else(|| Motions::usual(lattice));
    let labels = if form.labels.is_empty() {
        Vec::new()
    } else {
        labels::of_piece(lattice, &form.labels, &shape, shift)
            .map_err(|message| format!("piece {name}: {message}"))?
    };
    let SingleForm { colour, off, handling, .. } = *form;
    Ok(Unplaced { name: name.to_owned(), shape, labels, motions, colour, slot: 0, off, handling })
}
