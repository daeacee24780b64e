//! Variants of a puzzle: the same board with other sites left open, or with other pieces.
//!
//! A [`VariantsForm`] says in the words of a file which sites are left open in turn, and which pieces
//! are used: a product of choices, less some exceptions. A [`VariantFamily`] is the same by sites of the board. It is not a
//! list, since a few words may stand for millions of variants: each has a rank, from which its
//! open sites follow. A site left open is a hole in the board of the variant; all else is as in the
//! puzzle. Which variants symmetry makes equal is found by [`crate::job::variants`].

mod cards;
mod choices;
mod edit;
mod family;
mod form;
mod puzzle;
mod read;
mod words;

pub use cards::{Card, CardBoard, CardChoice, CardKind, MAX_CARDS};
pub(crate) use choices::combination_count;
pub use choices::{Choice, OpenSets, PieceChoice, UsedSets};
pub use family::VariantFamily;
pub use form::{
    CardForm, ChoiceForm, ExpectVariants, NumberRange, SiteName, VariantsError, VariantsForm,
};
pub(super) use read::family;

/// No puzzle may have more variants than this, those that symmetry makes equal counted.
pub const MAX_VARIANTS: u64 = 10_000_000;
