//! Choices of variants in words.

use super::form::{ChoiceForm, NumberRange, VariantsForm};
use crate::lattice::Lattice;
use crate::polyform::symmetric::FormSymmetry;
use crate::puzzle::Puzzle;
use crate::text;

/// The names of pieces are cut off beyond so many characters.
const MOST_NAMES: usize = 48;

impl VariantsForm {
    /// The number of combinations of its choices, with those that exceptions rule out and those
    /// that symmetry makes equal. Lists the boards, so that a choice of symmetric ones takes seconds.
    ///
    /// # Errors
    /// The first thing that is wrong, with the choice or exception that has it.
    ///
    /// ```
    /// use polywright::puzzle::Description;
    /// use polywright::puzzle::variants::{ChoiceForm, NumberRange, VariantsForm};
    /// let text = r#"(format: 1, title: "Sets", lattice: Square, pieces: [Family(free: 5)],
    ///     board: Rectangle(5, 5))"#;
    /// let description: Description = polywright::format::puzzle_file::read_description(text).unwrap();
    /// let puzzle = description.draft().unwrap();
    /// let mut variants = VariantsForm::default();
    /// variants.add(ChoiceForm::Pieces(NumberRange::single(5), Vec::new()));
    /// assert_eq!(variants.combinations(&puzzle), Ok(792));
    /// ```
    pub fn combinations(&self, puzzle: &Puzzle) -> Result<u64, String> {
        self.family(puzzle).map(|family| family.combinations())
    }
}

impl ChoiceForm {
    /// What is chosen, as a phrase: "7 sites of any are left open".
    pub fn words(&self, lattice: &Lattice) -> String {
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
            ChoiceForm::OpenSets(sets) => match sets.len() {
                1 => format!("1 set of {sites} is left open"),
                n => format!("One of {} sets of {sites} is left open", text::grouped(n as u64)),
            },
            ChoiceForm::Pieces(range, names) => {
                let are = if range.most == 1 { "is" } else { "are" };
                format!("{} of {} {are} used", range.words(), of_pieces(names))
            }
            ChoiceForm::LeftOut(count, names) => {
                let are = if *count == 1 { "is" } else { "are" };
                format!("{count} of {} {are} left out", of_pieces(names))
            }
            ChoiceForm::PieceSets(sets) => match sets.len() {
                1 => "1 set of pieces is used".to_owned(),
                n => format!("One of {} sets of pieces is used", text::grouped(n as u64)),
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

/// "all pieces", or their names.
fn of_pieces(names: &[String]) -> String {
    match names {
        [] => "all pieces".to_owned(),
        names => text::shortened(&names.join(", "), MOST_NAMES),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::square;

    #[test]
    fn every_choice_has_words() {
        let names = || vec!["F".to_owned(), "I".to_owned()];
        let choices = [
            (ChoiceForm::OpenOne("day".to_owned()), "1 site of day is left open"),
            (ChoiceForm::OpenSome(7, "any".to_owned()), "7 sites of any are left open"),
            (ChoiceForm::OpenSets(vec![Vec::new(); 2]), "One of 2 sets of sites is left open"),
            (ChoiceForm::Pieces(NumberRange::single(5), Vec::new()), "5 of all pieces are used"),
            (
                ChoiceForm::Pieces(NumberRange { least: 1, most: 2 }, names()),
                "1 to 2 of F, I are used",
            ),
            (ChoiceForm::LeftOut(1, names()), "1 of F, I is left out"),
            (ChoiceForm::PieceSets(vec![names()]), "1 set of pieces is used"),
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
            assert_eq!(choice.words(&square::LATTICE), words);
        }
    }
}
