//! The ladder of hints: is there a solution, how many, which piece, where.

use std::sync::Arc;

use super::{ByHandSettings, Count, Position, SolutionsLeft};
use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::puzzle::PieceId;
use crate::solution::Tally;
use crate::text;
use crate::workbench::document::Document;

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
pub(super) struct Advice {
    pub(super) piece: PieceId,
    /// The placements of it that still fit.
    pub(super) fits: u64,
    /// Those of them that lead to a solution, if all solutions left are known.
    pub(super) leading: Option<u64>,
    /// The placement that keeps the most of the known solutions.
    pub(super) option: OptionId,
    /// The number that it keeps.
    pub(super) keeps: u64,
}

impl Advice {
    /// Advises the piece of whose placements the smallest share leads to a solution; where not all
    /// solutions are known, the one with the fewest placements that fit. `None` if no piece is left
    /// or no solution is known.
    pub(super) fn new(position: &Position, tally: &Tally) -> Option<Advice> {
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

impl Document {
    /// Shows the next hint of the ladder.
    pub fn next_hint(&mut self, settings: ByHandSettings) {
        let puzzle = Arc::clone(&self.puzzle);
        self.by_hand.follow_moves(&puzzle);
        self.by_hand.is_asked = true;
        self.by_hand.hints = (self.by_hand.hints + 1).min(Hint::ladder(settings).len());
    }

    /// Hides all hints.
    pub fn hide_hints(&mut self) {
        (self.by_hand.hints, self.by_hand.is_asked) = (0, false);
    }

    /// The number of hints that are shown.
    pub fn hint_count(&self) -> usize {
        self.by_hand.hints
    }

    /// The ladder of hints, with what those say that are shown.
    pub fn hints(&self, settings: ByHandSettings) -> Vec<HintText> {
        let ladder = Hint::ladder(settings).iter().enumerate();
        let text = |(n, &hint)| {
            let text = (n < self.by_hand.hints).then(|| self.hint_text(hint));
            HintText { hint, text }
        };
        ladder.map(text).collect()
    }

    /// The placement that the last hint shows: the name of the piece, and its sites.
    pub fn hinted_placement(&self, settings: ByHandSettings) -> Option<(PieceId, Vec<Point>)> {
        let is_shown = self.by_hand.hints == Hint::ladder(settings).len();
        let advice = self.advice().filter(|_| is_shown)?;
        let sites = self.by_hand.position()?.encoding().sites(advice.option).collect();
        Some((advice.piece, sites))
    }

    /// The placements of a piece that lead to a solution: their number, and the sites of the first
    /// `most` of them. `None` while not all solutions left are known, and when all copies of the
    /// piece are placed.
    pub fn leading(&self, piece: PieceId, most: usize) -> Option<(u64, Vec<Vec<Point>>)> {
        let (position, count) = (self.by_hand.position()?, self.by_hand.count()?);
        if !count.tally.is_listed() || self.is_used_up(piece) {
            return None;
        }
        let chosen = position.chosen.as_deref()?;
        let encoding = position.encoding();
        let range = encoding.placements_of(piece).map(|n| OptionId(n as u32));
        let leading = || {
            let is_leading = |option: &OptionId| {
                count.tally.uses[option.index()] > 0 && !chosen.contains(option)
            };
            range.clone().filter(is_leading)
        };
        let sites = leading().take(most).map(|option| encoding.sites(option).collect());
        Some((leading().count() as u64, sites.collect()))
    }

    fn advice(&self) -> Option<Advice> {
        self.by_hand.count()?.advice
    }

    fn hint_text(&self, hint: Hint) -> String {
        let (Some(position), Some(count)) = (self.by_hand.position(), self.by_hand.count()) else {
            return "Counting…".to_owned();
        };
        let left = SolutionsLeft::new(&count.tally);
        match (hint, count.advice) {
            (Hint::Solvable, _) => solvable(left).to_owned(),
            (Hint::HowMany, _) => self.how_many(left, count),
            _ if left == SolutionsLeft::Exactly(0) => {
                "No solution is left. Undo a move or pick up a piece.".to_owned()
            }
            _ if position.is_solved() => "The placed pieces are a solution.".to_owned(),
            (_, None) => "No solution was found in a short search.".to_owned(),
            (Hint::WhichPiece, Some(advice)) => self.which_piece(advice),
            (Hint::Where, Some(advice)) => self.where_to(advice, count),
        }
    }

    fn how_many(&self, left: SolutionsLeft, count: &Count) -> String {
        let placed = self.puzzle.placed.len() as u64;
        let with = match placed {
            0 => String::new(),
            1 => " with this piece".to_owned(),
            n => format!(" with these {}", text::count(n, "piece")),
        };
        match (left, count.tally.distinct) {
            (SolutionsLeft::Exactly(n), Some(distinct)) if n > 1 && n == distinct => {
                format!("{}{with}, all of them distinct.", left_words(left))
            }
            (SolutionsLeft::Exactly(n), Some(distinct)) if n > 1 => {
                format!("{}{with}, {} of them distinct.", left_words(left), text::grouped(distinct))
            }
            _ => format!("{}{with}.", left_words(left)),
        }
    }

    fn which_piece(&self, advice: Advice) -> String {
        let name = &self.puzzle.piece(advice.piece).name;
        let fits = text::count(advice.fits, "placement");
        match advice.leading {
            Some(leading) if leading == advice.fits => {
                format!("Place {name} next: each of its {fits} leads to a solution.")
            }
            Some(1) => format!("Place {name} next: of its {fits} only 1 leads to a solution."),
            Some(leading) => {
                let leading = text::grouped(leading);
                format!("Place {name} next: of its {fits} only {leading} lead to a solution.")
            }
            None => format!("Place {name} next: it has the fewest placements left, {fits}."),
        }
    }

    fn where_to(&self, advice: Advice, count: &Count) -> String {
        let name = &self.puzzle.piece(advice.piece).name;
        let lattice = self.puzzle.lattice;
        let sites: Vec<Point> = match self.by_hand.position() {
            Some(position) => position.encoding().sites(advice.option).collect(),
            None => Vec::new(),
        };
        let at = match (sites.first(), sites.last()) {
            (Some(&first), Some(&last)) if first != last => {
                format!("at {} to {}", lattice.site_label(first), lattice.site_label(last))
            }
            (Some(&only), _) => format!("at {}", lattice.site_label(only)),
            _ => String::new(),
        };
        let keeps = match count.tally.is_listed() {
            true => format!(
                "keeps {} of {}",
                text::grouped(advice.keeps),
                text::count(count.tally.total, "solution")
            ),
            false => "leads to a solution".to_owned(),
        };
        format!("{name} {at} {keeps}. Enter places it.")
    }
}

/// Tells whether a solution is left.
fn solvable(left: SolutionsLeft) -> &'static str {
    match left {
        SolutionsLeft::Exactly(0) => "No solution is left. Undo a move or pick up a piece.",
        SolutionsLeft::Unknown => "Not known: the search takes longer.",
        _ => "A solution is left.",
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
