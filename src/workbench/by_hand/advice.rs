//! The ladder of hints: is there a solution, how many, which piece, where.

use super::{ByHandSettings, Position, SolutionsLeft};
use crate::exact_cover::OptionId;
use crate::puzzle::PieceId;
use crate::solution::Tally;
use crate::text;

/// A step of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The existence of a remaining solution.
    Solvable,
    /// The number of solutions left.
    HowMany,
    /// The piece to place next.
    WhichPiece,
    /// A placement of it.
    Where,
}

impl Hint {
    /// The ladder. A player who sees the number of solutions needs no first step.
    pub fn ladder(settings: ByHandSettings) -> &'static [Hint] {
        const ALL: [Hint; 4] = [Hint::Solvable, Hint::HowMany, Hint::WhichPiece, Hint::Where];
        if settings.count { &ALL[1..] } else { &ALL }
    }

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Hint::Solvable => "Still solvable",
            Hint::HowMany => "How many",
            Hint::WhichPiece => "Which piece",
            Hint::Where => "Where",
        }
    }

    /// Describes what the hint will say.
    pub fn promise(self) -> &'static str {
        match self {
            Hint::Solvable => "Tells whether a solution is left.",
            Hint::HowMany => "Counts the solutions that contain the placed pieces.",
            Hint::WhichPiece => "Names the piece that has the fewest ways to a solution.",
            Hint::Where => "Shows its placement that keeps the most solutions.",
        }
    }
}

/// A hint as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintText {
    /// The step.
    pub hint: Hint,
    /// The text of the hint; `None` until it is requested.
    pub text: Option<String>,
}

/// The piece to place next, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Advice {
    pub(crate) piece: PieceId,
    /// The placements of it that still fit.
    pub(crate) fits: u64,
    /// Those of them that lead to a solution, if all solutions left are known.
    pub(crate) leading: Option<u64>,
    /// The placement that keeps the most of the known solutions.
    pub(crate) option: OptionId,
    /// The number that it keeps.
    pub(crate) keeps: u64,
}

impl Advice {
    /// Advises the piece of whose placements the smallest share leads to a solution; where not all
    /// solutions are known, the one with the fewest placements that fit. `None` if no piece is left
    /// or no solution is known.
    pub(crate) fn new(position: &Position, tally: &Tally) -> Option<Advice> {
        let residual = position.residual.as_ref()?;
        let mut pieces: Vec<Option<Advice>> = vec![None; position.fits.len()];
        for &option in &residual.options {
            let keeps = tally.uses[option.index()];
            if keeps == 0 {
                continue;
            }
            let piece = position.encoding().placement(option).piece;
            let fits = u64::from(position.fits[piece.index()]);
            let own = pieces[piece.index()].get_or_insert(Advice {
                piece,
                fits,
                leading: tally.is_listed().then_some(0),
                option,
                keeps: 0,
            });
            own.leading = own.leading.map(|leading| leading + 1);
            if keeps > own.keeps {
                (own.option, own.keeps) = (option, keeps);
            }
        }
        // A share is compared with another by products, which are exact.
        let leading = |advice: &Advice| u128::from(advice.leading.unwrap_or(1));
        pieces.into_iter().flatten().min_by(|a, b| match tally.is_listed() {
            true => (leading(a) * u128::from(b.fits)).cmp(&(leading(b) * u128::from(a.fits))),
            false => a.fits.cmp(&b.fits),
        })
    }
}

/// The number of solutions left, in words.
pub fn left_words(left: SolutionsLeft) -> String {
    match left {
        SolutionsLeft::Exactly(n) => format!("{} left", text::count(n, "solution")),
        SolutionsLeft::MoreThan(n) => format!("More than {} solutions left", text::grouped(n)),
        SolutionsLeft::AtLeast(n) => format!("At least {} left", text::count(n, "solution")),
        SolutionsLeft::Unknown => "Not counted: the search takes longer".to_owned(),
    }
}
