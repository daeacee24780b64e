//! Choices of variants in words.

use super::family::VariantFamily;
use super::form::{ChoiceForm, NumberRange, SiteName, VariantsForm};
use crate::lattice::Lattice;
use crate::polyform::symmetric::FormSymmetry;
use crate::puzzle::Puzzle;
use crate::text;

/// The names of pieces are cut off beyond so many characters.
const MAX_NAMES: usize = 48;

impl VariantsForm {
    /// The variants by sites, boards and pieces of a puzzle, which may have others itself. Lists the
    /// boards, so that a choice of symmetric ones takes seconds.
    ///
    /// # Errors
    /// The first thing that is wrong, with the choice or exception that has it.
    pub fn of_puzzle(&self, puzzle: &Puzzle) -> Result<VariantFamily, String> {
        self.family(puzzle)
    }
}

impl SiteName {
    /// The text of the site, or its place in brackets.
    pub fn words(&self, lattice: &Lattice) -> String {
        match self {
            SiteName::Text(text) => text.clone(),
            SiteName::Address(address) => match lattice.site_at(address) {
                Some(site) => format!("({})", lattice.site_label(site)),
                None => format!("{address:?}"),
            },
        }
    }
}

impl ChoiceForm {
    /// Describes the choice from a puzzle, as a phrase: "7 sites of any are left open".
    pub fn words(&self, puzzle: &Puzzle) -> String {
        let lattice = puzzle.lattice;
        let sites = lattice.site_words.1;
        let one_of = |count: usize, what: &str| match count {
            1 => format!("1 {}", what.trim_end_matches('s')),
            n => format!("One of {} {what}", text::grouped(n as u64)),
        };
        match self {
            ChoiceForm::OpenOne(group) => {
                format!("{} of {group} is left open", lattice.count_sites(1))
            }
            ChoiceForm::OpenSome(count, group) => {
                format!("{} of {group} are left open", lattice.count_sites(u64::from(*count)))
            }
            ChoiceForm::OpenSets(sets) => match &sets[..] {
                [set] => {
                    let names: Vec<String> = set.iter().map(|name| name.words(lattice)).collect();
                    let are = if set.len() == 1 { "is" } else { "are" };
                    format!("{} {are} left open", text::shortened(&names.join(", "), MAX_NAMES))
                }
                sets => {
                    let number = text::grouped(sets.len() as u64);
                    format!("One of {number} sets of {sites} is left open")
                }
            },
            ChoiceForm::Pieces(range, names) => {
                let are = if range.most == 1 { "is" } else { "are" };
                format!("Any {} of {} {are} used", range.words(), of_pieces(names, puzzle))
            }
            ChoiceForm::LeftOut(count, names) => {
                let are = if *count == 1 { "is" } else { "are" };
                format!("Any {count} of {} {are} left out", of_pieces(names, puzzle))
            }
            ChoiceForm::PieceSets(sets) => match &sets[..] {
                [set] => format!("{} are used", text::shortened(&set.join(", "), MAX_NAMES)),
                sets => {
                    let number = text::grouped(sets.len() as u64);
                    format!("One of {number} sets of pieces is used")
                }
            },
            ChoiceForm::Boards(boards) => one_of(boards.len(), "boards"),
            ChoiceForm::Sizes(key, ranges) => {
                let ranges: Vec<String> = ranges.iter().map(NumberRange::words).collect();
                let shape = text::spaced(key);
                format!("{shape} {}, where the area fits", ranges.join(" × "))
            }
            ChoiceForm::Symmetric(size, symmetry) => {
                let size = lattice.count_sites(u64::from(*size));
                match symmetry {
                    FormSymmetry::Any => format!("Any board of {size}"),
                    symmetry => format!("Any board of {size}, symmetric by {symmetry}"),
                }
            }
            ChoiceForm::Given(sets) => one_of(sets.len(), "given positions"),
            ChoiceForm::Cards(cards) => one_of(cards.len(), "cards"),
        }
    }
}

impl NumberRange {
    /// "5", or "3 to 12".
    fn words(&self) -> String {
        match self.least == self.most {
            true => self.least.to_string(),
            false => format!("{} to {}", self.least, self.most),
        }
    }
}

/// "the 12 pieces", or their names.
fn of_pieces(names: &[String], puzzle: &Puzzle) -> String {
    match names {
        [] => format!("the {}", text::count(puzzle.pieces.len() as u64, "piece")),
        names => text::shortened(&names.join(", "), MAX_NAMES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::puzzle_file;

    #[test]
    fn every_choice_has_words() {
        let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 5)],
            board: Rectangle(10, 6))";
        let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
        let names = || vec!["F".to_owned(), "I".to_owned()];
        let choices = [
            (ChoiceForm::OpenOne("day".to_owned()), "1 site of day is left open"),
            (ChoiceForm::OpenSome(7, "any".to_owned()), "7 sites of any are left open"),
            (ChoiceForm::OpenSets(vec![Vec::new(); 2]), "One of 2 sets of sites is left open"),
            (
                ChoiceForm::OpenSets(vec![vec![SiteName::Text("Jan".to_owned())]]),
                "Jan is left open",
            ),
            (
                ChoiceForm::Pieces(NumberRange::single(5), Vec::new()),
                "Any 5 of the 12 pieces are used",
            ),
            (
                ChoiceForm::Pieces(NumberRange { least: 1, most: 2 }, names()),
                "Any 1 to 2 of F, I are used",
            ),
            (ChoiceForm::LeftOut(1, names()), "Any 1 of F, I is left out"),
            (ChoiceForm::PieceSets(vec![names()]), "F, I are used"),
            (ChoiceForm::Boards(vec![crate::puzzle::BoardForm::Art(Vec::new())]), "1 board"),
            (
                ChoiceForm::Sizes(
                    "AztecDiamond".to_owned(),
                    vec![NumberRange { least: 3, most: 12 }],
                ),
                "Aztec diamond 3 to 12, where the area fits",
            ),
            (
                ChoiceForm::Symmetric(12, FormSymmetry::Mirrors(4)),
                "Any board of 12 sites, symmetric by quarter turn and mirrors",
            ),
            (ChoiceForm::Given(vec![Vec::new(); 3]), "One of 3 given positions"),
            (ChoiceForm::Cards(Vec::new()), "One of 0 cards"),
        ];
        for (choice, words) in choices {
            assert_eq!(choice.words(&puzzle), words);
        }
    }
}
