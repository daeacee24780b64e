//! The number of variants, before they are listed.

use std::sync::Arc;

use super::cards;
use super::list::ListError;
use crate::puzzle::Puzzle;
use crate::puzzle::variants::VariantsForm;
use crate::text;

/// The number of combinations of choices, and the number of these that are variants.
///
/// ```
/// use polywright::format::puzzle_file;
/// use polywright::job::variants::VariantCount;
/// use polywright::puzzle::variants::{ChoiceForm, NumberRange, VariantsForm};
///
/// let text = r#"(format: 1, title: "Sets", lattice: Square, pieces: [Family(free: 5)],
///     board: Rectangle(5, 5))"#;
/// let puzzle = puzzle_file::read_description(text).unwrap().draft().unwrap();
/// let mut variants = VariantsForm::default();
/// variants.add(ChoiceForm::Pieces(NumberRange::single(5), Vec::new()));
/// assert_eq!(VariantCount::new(&puzzle, &variants)?.words(), "792 variants.");
/// // Of the five heights one has room for five pieces.
/// let heights = vec![NumberRange::single(5), NumberRange { least: 3, most: 7 }];
/// variants.add(ChoiceForm::Sizes("Rectangle".to_owned(), heights));
/// let count = VariantCount::new(&puzzle, &variants)?;
/// assert_eq!((count.variants, count.combinations), (792, 3960));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantCount {
    /// All combinations.
    pub combinations: u64,
    /// Those that are variants: no exception, and of an area that the pieces fill where sizes are
    /// chosen. Those that symmetry makes equal are counted each.
    pub variants: u64,
}

impl VariantCount {
    /// Counts the variants that a puzzle would have, whatever its own are.
    ///
    /// Cost: for each combination of choices, linear in the sites that are left open; with boards or
    /// given pieces also in the board.
    ///
    /// # Errors
    /// What is wrong with the choices and the exceptions, or that they leave no variant.
    pub fn new(puzzle: &Puzzle, form: &VariantsForm) -> Result<VariantCount, String> {
        let family = Arc::new(form.of_puzzle(puzzle)?);
        let combinations = family.combinations();
        let mut variants = 0;
        if family.chooses_cards() {
            let own = Puzzle { variants: Some(Arc::clone(&family)), ..puzzle.clone() };
            let whole = Arc::new(own).with_all_boards();
            cards::each(&whole, &family, false, |_, _| variants += 1);
        } else {
            family.each(false, |_, _| variants += 1);
        }
        match variants {
            0 => Err(ListError::RULED_OUT.to_string()),
            variants => Ok(VariantCount { combinations, variants }),
        }
    }

    /// "366 variants, of 372 combinations."
    pub fn words(&self) -> String {
        let VariantCount { combinations, variants } = *self;
        let words = text::count(variants, "variant");
        match variants == combinations {
            true => format!("{words}."),
            false => format!("{words}, of {} combinations.", text::grouped(combinations)),
        }
    }
}
