//! The changes to the variants when other parts of the description are edited.

use std::collections::{BTreeMap, BTreeSet};

use super::form::{ChoiceForm, ExpectVariants, SiteName, VariantsForm};
use crate::lattice::Point;
use crate::puzzle::Description;

impl ChoiceForm {
    /// The names of pieces that it has.
    pub(crate) fn piece_names_mut(&mut self) -> Vec<&mut String> {
        match self {
            ChoiceForm::Pieces(_, names) | ChoiceForm::LeftOut(_, names) => {
                names.iter_mut().collect()
            }
            ChoiceForm::PieceSets(sets) => sets.iter_mut().flatten().collect(),
            ChoiceForm::Given(sets) => {
                sets.iter_mut().flatten().map(|given| &mut given.piece).collect()
            }
            ChoiceForm::Cards(cards) => {
                let names = cards.iter_mut().flat_map(|card| {
                    let given = card.given.iter_mut().map(|given| &mut given.piece);
                    card.pieces.iter_mut().chain(given)
                });
                names.collect()
            }
            ChoiceForm::OpenOne(_)
            | ChoiceForm::OpenSome(..)
            | ChoiceForm::OpenSets(_)
            | ChoiceForm::Boards(_)
            | ChoiceForm::Symmetric(..)
            | ChoiceForm::Sizes(..) => Vec::new(),
        }
    }

    /// Moves all that it says of places.
    fn move_all(&mut self, image: &impl Fn(&Vec<i32>) -> Vec<i32>) {
        match self {
            ChoiceForm::OpenSets(sets) => {
                sets.iter_mut().flatten().for_each(|name| name.move_to(image));
            }
            // Boards of their own stay where they are, and what is given on them.
            ChoiceForm::Given(sets) => {
                let sites = sets.iter_mut().flatten().flat_map(|given| &mut given.sites);
                sites.for_each(|address| *address = image(address));
            }
            ChoiceForm::Cards(cards) => {
                let cards = cards.iter_mut().filter(|card| card.board.is_none());
                let sites = cards.flat_map(|card| &mut card.given).flat_map(|g| &mut g.sites);
                sites.for_each(|address| *address = image(address));
            }
            _ => {}
        }
    }
}

impl VariantsForm {
    /// Adds a choice. It takes the place of another of the same group of sites, and what it lists
    /// joins a list of the same kind. What was known of the variants goes.
    pub fn add(&mut self, choice: ChoiceForm) {
        self.expect = ExpectVariants::default();
        for own in &mut self.of {
            match (own, &choice) {
                (own, new) if own.group().is_some() && own.group() == new.group() => {
                    *own = choice;
                    return;
                }
                (ChoiceForm::OpenSets(own), ChoiceForm::OpenSets(new)) => return join(own, new),
                (ChoiceForm::PieceSets(own), ChoiceForm::PieceSets(new)) => return join(own, new),
                (ChoiceForm::Boards(own), ChoiceForm::Boards(new)) => return join(own, new),
                (ChoiceForm::Given(own), ChoiceForm::Given(new)) => return join(own, new),
                (ChoiceForm::Cards(own), ChoiceForm::Cards(new)) => return join(own, new),
                _ => {}
            }
        }
        self.of.push(choice);
    }

    /// Takes a choice away by its place, and its part of the names of variants. What was known of the
    /// variants goes.
    pub fn remove(&mut self, place: usize) {
        let choice = self.of.remove(place);
        self.expect = ExpectVariants::default();
        let is_left = |word: &str| self.of.iter().any(|other| other.name_part() == Some(word));
        if let Some(word) = choice.name_part().filter(|word| !is_left(word)) {
            self.name = self.name.replace(&format!("{{{word}}}"), "").trim().to_owned();
        }
    }
}

/// Adds to a list what it has not yet.
fn join<T: Clone + PartialEq>(own: &mut Vec<T>, new: &[T]) {
    for entry in new {
        if !own.contains(entry) {
            own.push(entry.clone());
        }
    }
}

impl SiteName {
    fn move_to(&mut self, image: &impl Fn(&Vec<i32>) -> Vec<i32>) {
        if let SiteName::Address(address) = self {
            *address = image(address);
        }
    }
}

impl Description {
    /// Moves what the variants say of places.
    pub fn move_variants(&mut self, image: &impl Fn(&Vec<i32>) -> Vec<i32>) {
        let Some(variants) = &mut self.variants else { return };
        variants.of.iter_mut().for_each(|choice| choice.move_all(image));
        variants.except.iter_mut().flatten().for_each(|name| name.move_to(image));
    }

    /// Takes the choices of pieces from the variants, and what is known of them; all of them where nothing else is
    /// chosen.
    pub fn forget_piece_choices(&mut self) {
        let Some(variants) = &mut self.variants else { return };
        let before = variants.of.len();
        let is_of_pieces = |choice: &ChoiceForm| {
            matches!(
                choice,
                ChoiceForm::Pieces(..) | ChoiceForm::LeftOut(..) | ChoiceForm::PieceSets(_)
            )
        };
        variants.of.retain(|choice| !is_of_pieces(choice));
        if variants.of.is_empty() {
            self.variants = None;
        } else if variants.of.len() < before {
            variants.expect = ExpectVariants::default();
            variants.name = variants.name.replace("{pieces}", "").trim().to_owned();
        }
    }

    /// Takes from the variants what names groups and sites that are gone: choices, sets and exceptions; all
    /// of them where nothing is left to choose.
    pub(in crate::puzzle) fn prune_variants(
        &mut self,
        here: &BTreeSet<Point>,
        texts: &BTreeMap<Point, String>,
    ) {
        let lattice = self.lattice;
        let groups = &self.site_groups;
        let Some(variants) = &mut self.variants else { return };
        let known = |name: &SiteName| match name {
            SiteName::Text(text) => texts.values().any(|known| known == text),
            SiteName::Address(address) => {
                lattice.site_at(address).is_some_and(|site| here.contains(&site))
            }
        };
        variants.except.retain(|names| names.iter().all(known));
        for choice in &mut variants.of {
            if let ChoiceForm::OpenSets(sets) = choice {
                sets.retain(|set| set.iter().all(known));
            }
        }
        variants.of.retain(|choice| match choice {
            ChoiceForm::OpenOne(group) | ChoiceForm::OpenSome(_, group) => {
                groups.contains_key(group)
            }
            ChoiceForm::OpenSets(sets) => !sets.is_empty(),
            _ => true,
        });
        if variants.of.is_empty() {
            self.variants = None;
        }
    }
}
