//! Changes to the form of the variants.

use super::form::{ChoiceForm, ExpectVariants, SiteName, VariantsForm};

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
    pub(in crate::puzzle) fn move_all(&mut self, image: &impl Fn(&Vec<i32>) -> Vec<i32>) {
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
    pub(in crate::puzzle) fn move_to(&mut self, image: &impl Fn(&Vec<i32>) -> Vec<i32>) {
        if let SiteName::Address(address) = self {
            *address = image(address);
        }
    }
}
