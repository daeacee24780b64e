//! Changing the list of pieces.
//!
//! A family stays one entry of the list as long as its members are as the family has them; a
//! member that becomes different gets an entry of its own at its place. Every piece keeps its
//! colour, whatever is added or removed before it.

use std::collections::{BTreeMap, BTreeSet};

use super::Refusal;
use crate::lattice::{Lattice, Point};
use crate::polyform::family::{family, name_of};
use crate::polyform::{Motions, Shape, art};
use crate::puzzle::{
    Colour, Copies, Description, Drawing, FamilyForm, Handling, Label, Piece, PieceForm, Puzzle,
    SingleForm, sized_name,
};

/// The sites of a piece as they lie, each with its colour label.
pub(super) type Lying = BTreeMap<Point, Option<Label>>;

/// A change of a piece.
#[derive(Clone, Debug, PartialEq)]
pub enum PieceChange {
    /// Its name.
    Name(String),
    /// Its colour.
    Colour(Colour),
    /// The number of copies.
    Copies(Copies),
    /// The motions it may make.
    Motions(Motions),
    /// The group of pieces from which it need not be separated; 0 for none.
    Group(u32),
    /// Its weight, which matters to other programs.
    Weight(i32),
    /// True if it is used.
    On(bool),
    /// Its sites; labels stay where sites stay.
    Sites(Vec<Point>),
    /// The colour label of some of its sites, as they lie in its shape.
    Label(Vec<Point>, Option<Label>),
}

/// A piece as it is set up in an editor.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceDraft {
    /// Its name; the customary one, or the next letter, where it is empty.
    pub name: String,
    /// Its sites, wherever they lie, each with its colour label.
    pub sites: BTreeMap<Point, Option<Label>>,
    /// The number of copies.
    pub copies: Copies,
    /// The motions it may make.
    pub motions: Motions,
    /// The colour it is shown in.
    pub colour: Colour,
}

impl PieceDraft {
    /// A new piece of a puzzle, without a name and sites, in a colour that is not in use.
    pub fn new(puzzle: &Puzzle) -> PieceDraft {
        PieceDraft {
            name: String::new(),
            sites: BTreeMap::new(),
            copies: Copies::default(),
            motions: Motions::usual(puzzle.lattice),
            colour: Colour::nth(free_slot(puzzle, 1)),
        }
    }

    /// A piece as it is.
    pub fn of_piece(piece: &Piece) -> PieceDraft {
        let label = |i: usize| piece.labels.get(i).copied().flatten();
        let sites = piece.shape.sites().iter().enumerate();
        PieceDraft {
            name: piece.name.clone(),
            sites: sites.map(|(i, &site)| (site, label(i))).collect(),
            copies: piece.copies,
            motions: piece.motions,
            colour: piece.colour,
        }
    }

    /// Its drawing and the drawing of its labels; `None` without sites.
    fn drawn(&self, lattice: &Lattice) -> Option<(Vec<String>, Vec<String>)> {
        drawn_anywhere(lattice, &self.sites)
    }
}

/// The copies of a piece after one of their bounds was changed, which takes the other along where
/// it must; `None` if neither was.
pub fn changed_copies(now: Copies, min: u32, max: u32) -> Option<Copies> {
    let (min, max) = if min == now.min { (min.min(max), max) } else { (min, max.max(min)) };
    Copies::new(min, max).ok().filter(|copies| *copies != now)
}

/// The first place in the order of colours from which on as many are in no use by pieces of a
/// puzzle; the place after all pieces where there is none.
pub fn free_slot(puzzle: &Puzzle, count: usize) -> usize {
    let all = puzzle.pieces.iter().chain(&puzzle.off);
    first_free(&all.map(|piece| piece.colour).collect(), count)
        .unwrap_or(puzzle.pieces.len() + puzzle.off.len())
}

fn first_free(used: &BTreeSet<Colour>, count: usize) -> Option<usize> {
    (0..Colour::COUNT).find(|&first| {
        let end = first + count;
        end <= Colour::COUNT && (first..end).all(|n| !used.contains(&Colour::nth(n)))
    })
}

/// The list of pieces, taken apart.
struct List {
    lattice: &'static Lattice,
    entries: Vec<Entry>,
}

/// An entry of the list.
enum Entry {
    /// A family of which some members are in the list.
    Family {
        form: FamilyForm,
        /// The names of all its members, in its order.
        all: Vec<String>,
        /// Those that are in the list, by their places in `all`.
        members: Vec<(usize, Piece, bool)>,
        /// The colour slot of its first member; `None` for the next free one.
        start: Option<usize>,
    },
    /// A piece with the colour that it is to have; `None` for the next free one.
    Single(SingleForm, Option<Colour>),
}

impl Entry {
    /// Returns whether a piece of this name is in the entry.
    fn has(&self, name: &str) -> bool {
        match self {
            Entry::Family { members, .. } => members.iter().any(|(_, piece, _)| piece.name == name),
            Entry::Single(form, _) => form.name.trim() == name,
        }
    }
}

impl List {
    fn new(description: &Description, puzzle: &Puzzle) -> Result<List, Refusal> {
        let slots = description.colour_slots();
        let mut pieces: Vec<(&Piece, bool)> = puzzle.pieces.iter().map(|p| (p, true)).collect();
        pieces.extend(puzzle.off.iter().map(|p| (p, false)));
        pieces.sort_by_key(|(piece, _)| piece.order);
        let mut entries = Vec::new();
        for (i, form) in description.pieces.iter().enumerate() {
            let mut own = pieces.iter().filter(|(piece, _)| piece.entry == i);
            entries.push(match form {
                PieceForm::Piece(form) => {
                    Entry::Single(form.clone(), own.next().map(|(piece, _)| piece.colour))
                }
                PieceForm::Family(form) => {
                    let all = names_of(puzzle.lattice, form)?;
                    let listed = (0..all.len()).filter(|&n| is_listed(form, &all[n]));
                    let members = listed.zip(own).map(|(n, (p, on))| (n, (*p).clone(), *on));
                    let members = members.collect();
                    Entry::Family { form: form.clone(), all, members, start: Some(slots[i]) }
                }
            });
        }
        Ok(List { lattice: puzzle.lattice, entries })
    }

    /// The place of the entry with a piece.
    fn find(&self, name: &str) -> Result<usize, Refusal> {
        let at = self.entries.iter().position(|entry| entry.has(name));
        at.ok_or_else(|| Refusal::new(format!("There is no piece {name}.")))
    }

    /// Gives a piece an entry of its own, if it is a member of a family; where that is.
    fn isolate(&mut self, name: &str) -> Result<usize, Refusal> {
        let at = self.find(name)?;
        let Entry::Family { form, all, members, start } = &self.entries[at] else { return Ok(at) };
        let k = members.iter().position(|(_, piece, _)| piece.name == name).unwrap_or(0);
        let part = |members: &[(usize, Piece, bool)]| Entry::Family {
            form: form.clone(),
            all: all.clone(),
            members: members.to_vec(),
            start: *start,
        };
        let (_, piece, on) = &members[k];
        let alone = single(self.lattice, piece, form.copies, *on);
        let parts = [
            (k > 0).then(|| part(&members[..k])),
            Some(Entry::Single(alone, Some(piece.colour))),
            (k + 1 < members.len()).then(|| part(&members[k + 1..])),
        ];
        self.entries.splice(at..=at, parts.into_iter().flatten());
        Ok(at + usize::from(k > 0))
    }

    /// The form of a piece that has an entry of its own.
    fn form_of(&mut self, name: &str) -> Result<&mut SingleForm, Refusal> {
        let at = self.isolate(name)?;
        match &mut self.entries[at] {
            Entry::Single(form, _) => Ok(form),
            Entry::Family { .. } => Err(Refusal::new(format!("There is no piece {name}."))),
        }
    }

    /// Removes a piece from the list.
    fn remove(&mut self, name: &str) -> Result<(), Refusal> {
        let at = self.find(name)?;
        match &mut self.entries[at] {
            Entry::Family { members, .. } => members.retain(|(_, piece, _)| piece.name != name),
            Entry::Single(..) => {
                self.entries.remove(at);
            }
        }
        Ok(())
    }

    /// Writes the list. Pieces keep their names, even where a family would give them others now.
    fn write(self) -> Vec<PieceForm> {
        let mut free = 0;
        let mut forms = Vec::new();
        let mut met: BTreeSet<String> = BTreeSet::new();
        for entry in self.entries {
            let entries = match entry {
                Entry::Family { form, members, start, all }
                    if renames(&form, &all, &members, &met) =>
                {
                    let first = start.unwrap_or(free);
                    let alone = |(n, piece, on): (usize, Piece, bool)| {
                        let single = single(self.lattice, &piece, form.copies, on);
                        Entry::Single(single, Some(Colour::nth(first + n)))
                    };
                    members.into_iter().map(alone).collect()
                }
                entry => vec![entry],
            };
            for entry in entries {
                entry.write(&mut free, &mut met, &mut forms);
            }
        }
        forms
    }
}

/// Returns whether a family after pieces of these names gives its members other names than theirs.
fn renames(
    form: &FamilyForm,
    all: &[String],
    members: &[(usize, Piece, bool)],
    met: &BTreeSet<String>,
) -> bool {
    let is_sized = members.iter().any(|(n, ..)| met.contains(&all[*n]));
    members.iter().any(|(n, piece, _)| match is_sized {
        true => piece.name != sized_name(&all[*n], form.size),
        false => piece.name != all[*n],
    })
}

impl Entry {
    /// Writes the entry behind others that take the colours before one, and whose names were met.
    fn write(self, free: &mut usize, met: &mut BTreeSet<String>, forms: &mut Vec<PieceForm>) {
        match self {
            Entry::Family { members, .. } if members.is_empty() => {}
            Entry::Family { form, all, members, start } => {
                met.extend(members.iter().map(|(_, piece, _)| piece.name.clone()));
                let first = start.unwrap_or(*free);
                let colours = (first != *free).then_some(first as u32);
                *free = (*free).max(first + all.len());
                let form = FamilyForm { colours, ..form };
                forms.push(PieceForm::Family(of_members(form, &all, &members)));
            }
            Entry::Single(mut form, colour) => {
                met.insert(form.name.trim().to_owned());
                if let Some(colour) = colour.filter(|_| form.colour.is_none()) {
                    form.colour = (Colour::nth(*free) != colour).then_some(colour);
                }
                *free += 1;
                forms.push(PieceForm::Piece(form));
            }
        }
    }
}

fn names_of(lattice: &Lattice, form: &FamilyForm) -> Result<Vec<String>, Refusal> {
    let members = family(lattice, form.size, form.sameness)?;
    Ok(members.into_iter().map(|member| member.name).collect())
}

fn is_listed(form: &FamilyForm, name: &String) -> bool {
    (form.only.is_empty() || form.only.contains(name)) && !form.without.contains(name)
}

/// The shortest form of a family with these members.
fn of_members(form: FamilyForm, all: &[String], members: &[(usize, Piece, bool)]) -> FamilyForm {
    let here: BTreeSet<usize> = members.iter().map(|(n, ..)| *n).collect();
    let name = |n: usize| all[n].clone();
    let missing: Vec<String> = (0..all.len()).filter(|n| !here.contains(n)).map(name).collect();
    let (only, without) = if missing.len() <= here.len() {
        (Vec::new(), missing)
    } else {
        (here.into_iter().map(name).collect(), Vec::new())
    };
    let off = members.iter().filter(|(.., on)| !on).map(|(n, ..)| name(*n)).collect();
    FamilyForm { only, without, off, ..form }
}

/// A piece in the words of a file, drawn.
fn single(lattice: &Lattice, piece: &Piece, copies: Copies, on: bool) -> SingleForm {
    let usual = Motions::usual(lattice);
    let label = |i: usize| piece.labels.get(i).copied().flatten();
    let (art, labels) = drawn(lattice, piece.shape.sites(), label);
    SingleForm {
        name: piece.name.clone(),
        drawing: Drawing::Art(art),
        labels,
        copies,
        motions: (piece.motions != usual).then_some(piece.motions),
        colour: None,
        off: !on,
        handling: piece.handling,
    }
}

/// Sites drawn as text art, and beside them their labels, if there are any.
fn drawn(
    lattice: &Lattice,
    sites: &[Point],
    label: impl Fn(usize) -> Option<Label>,
) -> (Vec<String>, Vec<String>) {
    let mark = |site: Point| match (lattice.art_marks)(site) {
        '#' => 'X',
        mark => mark,
    };
    let marks: Vec<(Point, char)> = sites.iter().map(|&site| (site, mark(site))).collect();
    let letters: Vec<(Point, char)> =
        (0..).zip(sites).map(|(i, &site)| (site, label(i).unwrap_or('.'))).collect();
    let labelled = letters.iter().any(|(_, letter)| *letter != '.');
    let labels = if labelled { art::draw(lattice, &letters) } else { Vec::new() };
    (art::draw(lattice, &marks), labels)
}

/// A piece drawn from its sites, wherever they lie, and the drawing of its labels; `None` without
/// sites.
fn drawn_anywhere(lattice: &Lattice, lying: &Lying) -> Option<(Vec<String>, Vec<String>)> {
    let sites: Vec<Point> = lying.keys().copied().collect();
    let (shape, shift) = Shape::normalise(lattice, &sites)?;
    let label = |i: usize| lying.get(&(shape.sites()[i] + shift)).copied().flatten();
    Some(drawn(lattice, shape.sites(), label))
}

/// Adds pieces and families at the end. A piece whose name is taken gets another.
pub(super) fn add(
    next: &mut Description,
    puzzle: &Puzzle,
    forms: Vec<PieceForm>,
) -> Result<(), Refusal> {
    let mut list = List::new(next, puzzle)?;
    let mut taken = taken_names(puzzle);
    let mut used = colours_in_use(puzzle);
    let lattice = puzzle.lattice;
    for form in forms {
        match form {
            PieceForm::Piece(mut form) => {
                form.name = fresh_name(&taken, form.name.trim());
                taken.insert(form.name.clone());
                list.entries.push(Entry::Single(form, next_colour(&mut used)));
            }
            PieceForm::Family(form) => {
                let all = family(lattice, form.size, form.sameness)?;
                let names: Vec<String> = all.iter().map(|member| member.name.clone()).collect();
                let (mut members, mut doubles) = (Vec::new(), Vec::new());
                for (n, member) in all.into_iter().enumerate() {
                    if !is_listed(&form, &member.name) {
                        continue;
                    }
                    let piece = Piece {
                        name: member.name,
                        shape: member.shape,
                        labels: Vec::new(),
                        copies: form.copies,
                        motions: form.sameness.motions(),
                        colour: Colour::nth(0),
                        handling: Handling::default(),
                        entry: 0,
                        order: 0,
                    };
                    let on = !form.off.contains(&piece.name);
                    let list =
                        if taken.contains(&piece.name) { &mut doubles } else { &mut members };
                    list.push((n, piece, on));
                }
                taken.extend(members.iter().map(|(_, piece, _)| piece.name.clone()));
                let copies = form.copies;
                let start = first_free(&used, names.len());
                used.extend(members.iter().map(|(n, ..)| Colour::nth(start.unwrap_or(0) + n)));
                list.entries.push(Entry::Family { form, all: names, members, start });
                for (_, mut piece, on) in doubles {
                    piece.name = fresh_name(&taken, &piece.name);
                    taken.insert(piece.name.clone());
                    let form = single(lattice, &piece, copies, on);
                    list.entries.push(Entry::Single(form, next_colour(&mut used)));
                }
            }
        }
    }
    next.pieces = list.write();
    Ok(())
}

/// Adds a piece, under its customary name if it has none and that is free.
pub(super) fn draw(
    next: &mut Description,
    puzzle: &Puzzle,
    draft: &PieceDraft,
) -> Result<(), Refusal> {
    let lattice = puzzle.lattice;
    let sites: Vec<Point> = draft.sites.keys().copied().collect();
    let (Some((shape, _)), Some((art, labels))) =
        (Shape::normalise(lattice, &sites), draft.drawn(lattice))
    else {
        return Err(nothing_drawn(lattice));
    };
    let taken = taken_names(puzzle);
    let name = match draft.name.trim() {
        "" => new_name(lattice, &shape, &taken),
        name if taken.contains(name) => {
            return Err(Refusal::new(format!("There is a piece {name} already.")));
        }
        name => name.to_owned(),
    };
    let form = SingleForm {
        name,
        drawing: Drawing::Art(art),
        labels,
        copies: draft.copies,
        motions: (draft.motions != Motions::usual(lattice)).then_some(draft.motions),
        colour: None,
        off: false,
        handling: Handling::default(),
    };
    let mut list = List::new(next, puzzle)?;
    list.entries.push(Entry::Single(form, Some(draft.colour)));
    next.pieces = list.write();
    Ok(())
}

/// A name for a new piece: the customary one, or the next letter.
pub fn new_name(lattice: &Lattice, shape: &Shape, taken: &BTreeSet<String>) -> String {
    // The number in a family of one, as of dominoes, says nothing.
    let known = name_of(lattice, shape).filter(|name| name != "1" && !taken.contains(name));
    known.unwrap_or_else(|| free_letter(taken))
}

/// The next letter that is no name yet; a number behind a word where all are.
pub fn free_letter(taken: &BTreeSet<String>) -> String {
    let mut letters = ('A'..='Z').map(String::from);
    letters.find(|letter| !taken.contains(letter)).unwrap_or_else(|| fresh_name(taken, "piece"))
}

fn nothing_drawn(lattice: &Lattice) -> Refusal {
    Refusal::new(format!("Draw at least one {} first.", lattice.site_words.0))
}

/// Makes a piece what it has become in an editor.
pub(super) fn redraw(
    next: &mut Description,
    puzzle: &Puzzle,
    name: &str,
    draft: &PieceDraft,
) -> Result<(), Refusal> {
    let lattice = puzzle.lattice;
    let before = PieceDraft::of_piece(piece_named(puzzle, name)?);
    if *draft == before {
        return Ok(());
    }
    let Some((art, labels)) = draft.drawn(lattice) else { return Err(nothing_drawn(lattice)) };
    let is_redrawn = before.drawn(lattice).as_ref() != Some(&(art.clone(), labels.clone()));
    let mut list = List::new(next, puzzle)?;
    let at = list.isolate(name)?;
    if let Entry::Single(form, colour) = &mut list.entries[at] {
        if is_redrawn {
            (form.drawing, form.labels) = (Drawing::Art(art), labels);
        }
        if !draft.name.trim().is_empty() {
            draft.name.trim().clone_into(&mut form.name);
        }
        form.copies = draft.copies;
        form.motions = (draft.motions != Motions::usual(lattice)).then_some(draft.motions);
        if draft.colour != before.colour {
            form.colour = Some(draft.colour);
            *colour = Some(draft.colour);
        }
    }
    next.pieces = list.write();
    Ok(())
}

/// Gives pieces, by their names, the sites on which they lie: those that there are not yet are added
/// at the end, and those without sites are removed.
pub(super) fn recut<'a>(
    next: &mut Description,
    puzzle: &Puzzle,
    pieces: impl Iterator<Item = (&'a str, &'a Lying)>,
) -> Result<(), Refusal> {
    let lattice = puzzle.lattice;
    let mut list = List::new(next, puzzle)?;
    let mut used = colours_in_use(puzzle);
    for (name, lying) in pieces {
        let Some((art, labels)) = drawn_anywhere(lattice, lying) else {
            list.remove(name)?;
            continue;
        };
        if list.find(name).is_ok() {
            let form = list.form_of(name)?;
            (form.drawing, form.labels) = (Drawing::Art(art), labels);
        } else {
            let form = SingleForm {
                name: name.to_owned(),
                drawing: Drawing::Art(art),
                labels,
                copies: Copies::default(),
                motions: None,
                colour: None,
                off: false,
                handling: Handling::default(),
            };
            list.entries.push(Entry::Single(form, next_colour(&mut used)));
        }
    }
    next.pieces = list.write();
    Ok(())
}

fn colours_in_use(puzzle: &Puzzle) -> BTreeSet<Colour> {
    puzzle.pieces.iter().chain(&puzzle.off).map(|piece| piece.colour).collect()
}

/// A colour that is not in use, which is then; `None` where all are.
fn next_colour(used: &mut BTreeSet<Colour>) -> Option<Colour> {
    let colour = first_free(used, 1).map(Colour::nth)?;
    used.insert(colour);
    Some(colour)
}

/// Every name in the list.
pub fn taken_names(puzzle: &Puzzle) -> BTreeSet<String> {
    puzzle.pieces.iter().chain(&puzzle.off).map(|piece| piece.name.clone()).collect()
}

/// Changes pieces.
pub(super) fn change(
    next: &mut Description,
    puzzle: &Puzzle,
    names: &[String],
    change: &PieceChange,
) -> Result<(), Refusal> {
    let mut list = List::new(next, puzzle)?;
    let lattice = puzzle.lattice;
    match change {
        PieceChange::On(on) => switch(&mut list, names, *on)?,
        PieceChange::Copies(copies) => set_copies(&mut list, names, *copies)?,
        _ => {
            for name in names {
                let piece = piece_named(puzzle, name)?;
                let at = list.isolate(name)?;
                let Entry::Single(form, colour) = &mut list.entries[at] else { continue };
                match change {
                    PieceChange::Name(new) => form.name = new.trim().to_owned(),
                    PieceChange::Colour(new) => {
                        form.colour = Some(*new);
                        *colour = Some(*new);
                    }
                    PieceChange::Motions(motions) => {
                        form.motions = (*motions != Motions::usual(lattice)).then_some(*motions);
                    }
                    PieceChange::Group(group) => form.handling.group = *group,
                    PieceChange::Weight(weight) => form.handling.weight = *weight,
                    PieceChange::Sites(sites) => {
                        let old = piece.shape.sites();
                        let label = |site: Point| {
                            let i = old.binary_search(&site).ok()?;
                            piece.labels.get(i).copied().flatten()
                        };
                        let mut sites = sites.clone();
                        sites.sort_unstable();
                        sites.dedup();
                        let (art, labels) = drawn(lattice, &sites, |i| label(sites[i]));
                        (form.drawing, form.labels) = (Drawing::Art(art), labels);
                    }
                    PieceChange::Label(sites, label) => {
                        let own = piece.shape.sites();
                        let new = |i: usize| match sites.contains(&own[i]) {
                            true => *label,
                            false => piece.labels.get(i).copied().flatten(),
                        };
                        let (art, labels) = drawn(lattice, own, new);
                        (form.drawing, form.labels) = (Drawing::Art(art), labels);
                    }
                    PieceChange::On(_) | PieceChange::Copies(_) => {}
                }
            }
        }
    }
    next.pieces = list.write();
    Ok(())
}

/// Switches these pieces on, in so many copies if that is said, and all others off.
pub(super) fn use_only(
    next: &mut Description,
    puzzle: &Puzzle,
    used: &[(String, Option<u32>)],
) -> Result<(), Refusal> {
    used.iter().try_for_each(|(name, _)| piece_named(puzzle, name).map(drop))?;
    let is_used = |piece: &&Piece| used.iter().any(|(name, _)| *name == piece.name);
    let name = |piece: &Piece| piece.name.clone();
    let off: Vec<String> = puzzle.pieces.iter().filter(|piece| !is_used(piece)).map(name).collect();
    let on: Vec<String> = puzzle.off.iter().filter(is_used).map(name).collect();
    let mut list = List::new(next, puzzle)?;
    switch(&mut list, &on, true)?;
    switch(&mut list, &off, false)?;
    for (name, count) in used {
        let Some(n) = *count else { continue };
        let copies = Copies { min: n, max: n };
        if piece_named(puzzle, name)?.copies != copies {
            set_copies(&mut list, std::slice::from_ref(name), copies)?;
        }
    }
    next.pieces = list.write();
    Ok(())
}

fn piece_named<'p>(puzzle: &'p Puzzle, name: &str) -> Result<&'p Piece, Refusal> {
    let mut all = puzzle.pieces.iter().chain(&puzzle.off);
    let piece = all.find(|piece| piece.name == name);
    piece.ok_or_else(|| Refusal::new(format!("There is no piece {name}.")))
}

fn switch(list: &mut List, names: &[String], on: bool) -> Result<(), Refusal> {
    for name in names {
        let at = list.find(name)?;
        match &mut list.entries[at] {
            Entry::Family { members, .. } => {
                for (_, piece, is_on) in members {
                    *is_on = if piece.name == *name { on } else { *is_on };
                }
            }
            Entry::Single(form, _) => form.off = !on,
        }
    }
    Ok(())
}

/// Sets the copies of pieces; a family all of which gets the same stays one entry.
fn set_copies(list: &mut List, names: &[String], copies: Copies) -> Result<(), Refusal> {
    for entry in &mut list.entries {
        if let Entry::Family { form, members, .. } = entry
            && members.iter().all(|(_, piece, _)| names.contains(&piece.name))
        {
            form.copies = copies;
        }
    }
    for name in names {
        let at = list.find(name)?;
        let done = matches!(&list.entries[at], Entry::Family { form, .. } if form.copies == copies);
        if !done {
            list.form_of(name)?.copies = copies;
        }
    }
    Ok(())
}

/// Adds a copy of each piece behind it, in a colour of its own.
pub(super) fn duplicate(
    next: &mut Description,
    puzzle: &Puzzle,
    names: &[String],
) -> Result<(), Refusal> {
    let mut list = List::new(next, puzzle)?;
    let mut taken = taken_names(puzzle);
    let mut used = colours_in_use(puzzle);
    for name in names {
        let at = list.isolate(name)?;
        let Entry::Single(form, _) = &list.entries[at] else { continue };
        let copy = SingleForm { name: fresh_name(&taken, name), colour: None, ..form.clone() };
        taken.insert(copy.name.clone());
        list.entries.insert(at + 1, Entry::Single(copy, next_colour(&mut used)));
    }
    next.pieces = list.write();
    Ok(())
}

/// Removes pieces from the list.
pub(super) fn remove(
    next: &mut Description,
    puzzle: &Puzzle,
    names: &[String],
) -> Result<(), Refusal> {
    let mut list = List::new(next, puzzle)?;
    for name in names {
        list.remove(name)?;
    }
    next.pieces = list.write();
    Ok(())
}

/// Moves pieces, in their order, to stand before another or at the end.
pub(super) fn reorder(
    next: &mut Description,
    puzzle: &Puzzle,
    names: &[String],
    before: Option<&str>,
) -> Result<(), Refusal> {
    if before.is_some_and(|before| names.iter().any(|name| name == before)) {
        return Ok(());
    }
    let mut list = List::new(next, puzzle)?;
    let mut order: Vec<&String> = names.iter().collect();
    order.sort_by_key(|name| piece_named(puzzle, name).map_or(usize::MAX, |piece| piece.order));
    let mut moved = Vec::new();
    for name in order {
        let at = list.isolate(name)?;
        moved.push(list.entries.remove(at));
    }
    let at = match before {
        Some(before) => list.split_before(before)?,
        None => list.entries.len(),
    };
    list.entries.splice(at..at, moved);
    next.pieces = list.write();
    Ok(())
}

impl List {
    /// Divides a family before one of its members; where the part with that begins.
    fn split_before(&mut self, name: &str) -> Result<usize, Refusal> {
        let at = self.find(name)?;
        let Entry::Family { form, all, members, start } = &mut self.entries[at] else {
            return Ok(at);
        };
        let k = members.iter().position(|(_, piece, _)| piece.name == name).unwrap_or(0);
        if k == 0 {
            return Ok(at);
        }
        let (form, all, start) = (form.clone(), all.clone(), *start);
        let members = members.split_off(k);
        self.entries.insert(at + 1, Entry::Family { form, all, members, start });
        Ok(at + 1)
    }
}

/// Makes pieces of one shape copies of the first of them.
pub(super) fn merge(
    next: &mut Description,
    puzzle: &Puzzle,
    names: &[String],
) -> Result<(), Refusal> {
    let mut pieces = Vec::new();
    for name in names {
        pieces.push(piece_named(puzzle, name)?);
    }
    pieces.sort_by_key(|piece| piece.order);
    let Some((first, rest)) = pieces.split_first().filter(|(_, rest)| !rest.is_empty()) else {
        return Err(Refusal::new("Select at least two pieces of the same shape to merge them."));
    };
    let images = first.shape.orientations(puzzle.lattice, first.motions);
    for piece in rest {
        if piece.motions != first.motions || !images.contains(&piece.shape) {
            return Err(Refusal::new(format!(
                "{} and {} differ in shape or motions and cannot be merged.",
                first.name, piece.name
            )));
        }
        if !piece.labels.is_empty() || !first.labels.is_empty() {
            return Err(Refusal::new(format!(
                "{} and {} have colour labels and cannot be merged.",
                first.name, piece.name
            )));
        }
    }
    let sum = |of: fn(&Copies) -> u32| {
        pieces.iter().fold(0u32, |sum, piece| sum.saturating_add(of(&piece.copies)))
    };
    let copies =
        Copies::new(sum(|c| c.min), sum(|c| c.max)).map_err(|e| Refusal::new(e.to_string()))?;
    let mut list = List::new(next, puzzle)?;
    for piece in rest {
        list.remove(&piece.name)?;
    }
    list.form_of(&first.name)?.copies = copies;
    next.pieces = list.write();
    // What lies on the board stays where it is, as copies of the first.
    let is_merged = |name: &str| rest.iter().any(|piece| piece.name == name);
    for laid in next.placed.iter_mut().filter(|laid| is_merged(&laid.piece)) {
        laid.piece.clone_from(&first.name);
    }
    Ok(())
}

/// A name that is not taken: the one that is wished for, or that with a number.
fn fresh_name(taken: &BTreeSet<String>, wish: &str) -> String {
    if !taken.contains(wish) {
        return wish.to_owned();
    }
    let stem = wish.trim_end_matches(|c: char| c.is_ascii_digit());
    let stem = if stem.is_empty() { format!("{wish}-") } else { stem.to_owned() };
    let mut numbered = (2..).map(|n: u32| format!("{stem}{n}"));
    numbered.find(|name| !taken.contains(name)).expect("numbers do not end")
}
