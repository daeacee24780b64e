//! From the words of a file to the variants of a puzzle, or to the first thing that is wrong.

mod cards;

use std::collections::BTreeSet;

use self::cards::placed;
use super::MAX_VARIANTS;
use super::cards::CardChoice;
use super::choices::{Choice, OpenSets, PieceChoice, UsedSets};
use super::family::{NamePart, VariantFamily};
use super::form::{ChoiceForm, SiteName, VariantsError, VariantsForm};
use crate::lattice::Point;
use crate::puzzle::site_texts::{GroupError, SiteNames};
use crate::puzzle::{Diagnostic, Piece, PieceId, Place, Puzzle, SiteGroup};
use crate::text;

impl VariantsForm {
    /// The variants of a puzzle.
    ///
    /// # Errors
    /// The first thing that is wrong, with the choice or exception that has it.
    pub(super) fn family(&self, puzzle: &Puzzle) -> Result<VariantFamily, String> {
        if self.of.is_empty() {
            return Err(VariantsError::NoChoice.to_string());
        }
        let names = &SiteNames::new(puzzle.lattice, &puzzle.board, &puzzle.site_texts);
        let (groups, pieces) = (&puzzle.site_groups, &puzzle.pieces);
        let (mut choices, mut chosen, mut cards) = (Vec::new(), Vec::new(), Vec::new());
        for (n, form) in (1..).zip(&self.of) {
            let wrong = |error: VariantsError| format!("choice {n}: {error}");
            if let Some(choice) = form.piece_choice(pieces, &chosen).map_err(wrong)? {
                chosen.push(choice);
            } else if let Some(choice) = form.card_choice(puzzle).map_err(wrong)? {
                cards.push(choice);
            } else {
                choices.push(form.choice(names, groups).map_err(wrong)?);
            }
        }
        let cards = placed(cards, puzzle, &chosen).map_err(|error| error.to_string())?;
        let mut except = Vec::new();
        for (n, form) in (1..).zip(&self.except) {
            let sites = exception(form, names);
            except.push(sites.map_err(|error| format!("exception {n}: {error}"))?);
        }
        let lengths = choices.iter().map(|choice: &Choice| choice.sets.len());
        let lengths = lengths.chain(chosen.iter().map(PieceChoice::len));
        let lengths = lengths.chain(cards.iter().map(|choice| choice.cards.len() as u64));
        let combinations = lengths.fold(1u64, u64::saturating_mul);
        if combinations > MAX_VARIANTS {
            return Err(VariantsError::TooMany(combinations).to_string());
        }
        let name = name_parts(&self.name, &choices, &cards, !chosen.is_empty());
        let name = name.map_err(|error| error.to_string())?;
        Ok(VariantFamily { choices, pieces: chosen, cards, except, name, expect: self.expect })
    }
}

impl ChoiceForm {
    fn choice(&self, names: &SiteNames<'_>, groups: &[SiteGroup]) -> Result<Choice, VariantsError> {
        let (count, name) = match self {
            ChoiceForm::OpenOne(group) => (1, group),
            ChoiceForm::OpenSome(count, group) => (*count, group),
            ChoiceForm::OpenSets(sets) => {
                let sets: Result<BTreeSet<Vec<Point>>, _> =
                    sets.iter().map(|set| open_set(set, names)).collect();
                let sets: Vec<Vec<Point>> = sets?.into_iter().collect();
                if sets.is_empty() {
                    return Err(VariantsError::Empty("the list of sets"));
                }
                return Ok(Choice { group: None, sets: OpenSets::Listed(sets) });
            }
            _ => unreachable!("choices of pieces and of cards are read before"),
        };
        let Some(group) = groups.iter().find(|group| group.name == *name) else {
            return Err(VariantsError::UnknownGroup {
                group: text::shortened(name, 40),
                known: groups.iter().map(|group| group.name.clone()).collect(),
            });
        };
        let size = group.sites.len();
        if count == 0 || count as usize > size {
            let (group, sites) = (group.name.clone(), names.lattice.site_words.1);
            return Err(VariantsError::Count { group, count, size, sites });
        }
        let sets = OpenSets::Some { sites: group.sites.clone(), count: count as usize };
        Ok(Choice { group: Some(group.name.clone()), sets })
    }

    /// The choice of pieces that it is, if it is one; `chosen` are those before it.
    fn piece_choice(
        &self,
        pieces: &[Piece],
        chosen: &[PieceChoice],
    ) -> Result<Option<PieceChoice>, VariantsError> {
        let read = |names: &[String]| piece_ids(pieces, names);
        let of = |names: &[String]| match names.is_empty() {
            true => Ok((0..pieces.len() as u32).map(PieceId).collect()),
            false => read(names),
        };
        let choice = match self {
            ChoiceForm::Pieces(range, names) => {
                let of: Vec<PieceId> = of(names)?;
                let (least, most, size) = (range.least, range.most as usize, of.len());
                if least == 0 || most > size {
                    let count = if least == 0 { least } else { range.most };
                    return Err(VariantsError::PieceCount { count, size });
                }
                let least = least as usize;
                let sets = match least == most {
                    true => UsedSets::Some(most),
                    false => UsedSets::Between(least, most),
                };
                PieceChoice { of, sets, names_left_out: false }
            }
            ChoiceForm::LeftOut(count, names) => {
                let of: Vec<PieceId> = of(names)?;
                let size = of.len();
                match size.checked_sub(*count as usize).filter(|left| *left > 0 && *count > 0) {
                    Some(left) => {
                        PieceChoice { of, sets: UsedSets::Some(left), names_left_out: true }
                    }
                    None => return Err(VariantsError::LeftOut { count: *count, size }),
                }
            }
            ChoiceForm::PieceSets(sets) => {
                let read: Result<BTreeSet<_>, _> = sets.iter().map(|set| read(set)).collect();
                let sets: Vec<Vec<PieceId>> = read?.into_iter().collect();
                if sets.is_empty() {
                    return Err(VariantsError::NoPieceSets);
                }
                let of: BTreeSet<PieceId> = sets.iter().flatten().copied().collect();
                let (of, sets) = (of.into_iter().collect(), UsedSets::Listed(sets));
                PieceChoice { of, sets, names_left_out: false }
            }
            _ => return Ok(None),
        };
        let is_taken = |piece: &&PieceId| chosen.iter().any(|other| other.of.contains(piece));
        match choice.of.iter().find(is_taken) {
            Some(piece) => Err(VariantsError::PieceTwice(pieces[piece.index()].name.clone())),
            None => Ok(Some(choice)),
        }
    }
}

impl SiteName {
    /// The sites that it may mean.
    fn sites(&self, names: &SiteNames<'_>) -> Result<Vec<Point>, GroupError> {
        match self {
            SiteName::Text(text) => Ok(names.with_text(text)?.to_vec()),
            SiteName::Address(address) => Ok(vec![names.at(address)?]),
        }
    }
}

/// The pieces of some names, each once, in the order of the puzzle.
fn piece_ids(pieces: &[Piece], names: &[String]) -> Result<Vec<PieceId>, VariantsError> {
    let mut ids = BTreeSet::new();
    for name in names {
        let known = pieces.iter().position(|piece| piece.name == *name);
        let known = known.map(|n| PieceId(n as u32));
        let short = || VariantsError::UnknownPiece(text::shortened(name, 40));
        ids.insert(known.ok_or_else(short)?);
    }
    Ok(ids.into_iter().collect())
}

/// The sites of a set, in reading order, each once.
fn open_set(set: &[SiteName], names: &SiteNames<'_>) -> Result<Vec<Point>, VariantsError> {
    let mut sites = BTreeSet::new();
    for name in set {
        sites.extend(name.sites(names)?);
    }
    match sites.is_empty() {
        true => Err(VariantsError::Empty("a set of sites")),
        false => Ok(sites.into_iter().collect()),
    }
}

fn exception(form: &[SiteName], names: &SiteNames<'_>) -> Result<Vec<Vec<Point>>, VariantsError> {
    if form.is_empty() {
        return Err(VariantsError::Empty("the exception"));
    }
    form.iter().map(|name| Ok(name.sites(names)?)).collect()
}

/// The parts of a name such as "{day} {month}".
fn name_parts(
    name: &str,
    choices: &[Choice],
    cards: &[CardChoice],
    has_pieces: bool,
) -> Result<Vec<NamePart>, VariantsError> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once('{') {
        let (group, behind) = after.split_once('}').unwrap_or((after, ""));
        let is_meant = |choice: &Choice| choice.group.as_deref() == Some(group);
        let choice = choices.iter().position(is_meant);
        let card = cards.iter().position(|choice| choice.kind.word() == group);
        let part = match choice {
            Some(choice) => NamePart::Choice(choice),
            None if has_pieces && group == "pieces" => NamePart::Pieces,
            None => match card {
                Some(card) => NamePart::Card(card),
                None => return Err(VariantsError::NamePart(text::shortened(group, 40))),
            },
        };
        parts.extend([NamePart::Text(before.to_owned()), part]);
        rest = behind;
    }
    if !rest.is_empty() {
        parts.push(NamePart::Text(rest.to_owned()));
    }
    Ok(parts)
}

/// The variants of a description, read against the puzzle that has all else.
pub(in crate::puzzle) fn family(
    form: Option<&VariantsForm>,
    puzzle: &Puzzle,
    problems: &mut Vec<Diagnostic>,
) -> Option<VariantFamily> {
    match form?.family(puzzle) {
        Ok(family) => Some(family),
        Err(message) => {
            problems.push(Diagnostic { place: Place::Variants, message });
            None
        }
    }
}
