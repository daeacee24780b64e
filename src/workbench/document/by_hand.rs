//! The pieces that are placed on the board of a document by hand, and hints.

use std::sync::Arc;
use std::time::Duration;

use super::Document;
use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::puzzle::PieceId;
use crate::solution::Store;
use crate::text;
use crate::workbench::by_hand::{
    Advice, ByHand, ByHandSettings, ByHandStatus, Count, Hint, HintText, Key, Position,
    SolutionsLeft, left_words,
};
use crate::workbench::check::analysis::Analysis;
use crate::workbench::edit::Edit;
use crate::workbench::solutions::listing::ListSettings;
use crate::workbench::task::{Task, Wake};

impl Document {
    /// Returns whether placing pieces by hand makes sense for it.
    pub fn is_playable(&self) -> bool {
        let has_board = self.puzzle.cover.is_none() || self.is_played;
        has_board && !self.puzzle.pieces.is_empty()
    }

    /// Checks whether it can be played: its pieces placed by hand, or signs written.
    ///
    /// # Errors
    /// Why not, as a short sentence.
    pub fn can_play(&self) -> Result<(), &'static str> {
        if self.puzzle.pieces.is_empty() { Err("There are no pieces to place.") } else { Ok(()) }
    }

    /// Checks whether hints can be given.
    ///
    /// # Errors
    /// Why not, as a short sentence.
    pub fn can_hint(&self) -> Result<(), &'static str> {
        match self.analysis() {
            _ if !self.is_playable() => Err("There are no pieces to place."),
            Task::Waiting(_) => Err("The placements are still being counted."),
            Task::Failed(_) => Err("The puzzle is too large."),
            Task::Ready(analysis) if analysis.is_hopeless() => {
                Err("Fix the errors under Checks first.")
            }
            Task::Ready(analysis) if analysis.needs_variants => {
                Err("Open one of the variants as a puzzle to solve it by hand.")
            }
            Task::Ready(_) => Ok(()),
        }
    }

    /// The puzzle whose complete list of solutions is known, if what lies on the board now can be
    /// found in that list.
    fn list_basis(&self) -> Option<Arc<Analysis>> {
        let (counts, complete) = self.counts()?;
        let basis = &self.solved.as_ref()?.analysis;
        let listed = self.with_store(|store| store.len() as u64)?;
        let is_placed = |pin: &crate::puzzle::BoardPiece| {
            let mut placed = self.puzzle.placed.iter();
            placed.any(|laid| laid.piece == pin.piece && laid.sites == pin.sites)
        };
        let fits = complete
            && listed == counts.distinct
            && basis.puzzle.pinned().all(is_placed)
            && basis.puzzle.is_same_without_placed(&self.puzzle);
        fits.then(|| Arc::clone(basis))
    }

    /// Follows the pieces on the board; whether anything is new.
    pub(crate) fn follow_by_hand(&mut self, settings: ByHandSettings, wake: &Wake) -> bool {
        if self.can_hint().is_err() {
            let is_new = self.by_hand.position.is_some();
            if !self.analysis().is_waiting() {
                self.by_hand = ByHand::default();
            }
            return is_new;
        }
        let puzzle = Arc::clone(&self.puzzle);
        self.by_hand.follow_moves(&puzzle);
        let Some(analysis) = self.analysis().get().cloned() else { return false };
        let basis = self.basis().cloned();
        let is_complete = self.counts().is_some_and(|(_, complete)| complete);
        let is_current = self.by_hand.key.as_ref().is_some_and(|key| {
            let same = |a: &Option<Arc<Analysis>>, b: &Option<Arc<Analysis>>| {
                a.as_ref().map(Arc::as_ptr) == b.as_ref().map(Arc::as_ptr)
            };
            Arc::ptr_eq(&key.puzzle, &self.puzzle)
                && Arc::ptr_eq(&key.analysis, &analysis)
                && same(&key.basis, &basis)
                && key.is_complete == is_complete
        });
        if !is_current {
            let puzzle = Arc::clone(&self.puzzle);
            let key = Key { puzzle, analysis, basis, is_complete };
            let list = self.list_basis();
            self.by_hand.restart(key, list, wake);
        }
        let mut is_new = self.by_hand.position.as_mut().is_some_and(Task::poll);
        let warns = settings.warn || settings.warn_in_play;
        let is_wanted = settings.count || warns || self.by_hand.is_asked;
        // The search of the whole puzzle is a run's; that of a variant is short.
        let is_begun = !self.puzzle.placed.is_empty() || self.by_hand.is_asked || self.is_played;
        if self.by_hand.count.is_none()
            && self.by_hand.position().is_some()
            && is_wanted
            && (is_begun || self.by_hand.list.is_some())
        {
            let is_listed = self.by_hand.list.is_some();
            let store = is_listed.then(|| self.with_store(Store::clone)).flatten();
            self.by_hand.start_count(store, wake);
        }
        is_new |= self.by_hand.count.as_mut().is_some_and(Task::poll);
        is_new
    }

    /// Returns the status of the solutions left; `None` where there is nothing to say.
    pub fn by_hand_status(&self, settings: ByHandSettings) -> Option<ByHandStatus> {
        let is_waiting = self.is_playable() && self.analysis().is_waiting();
        if is_waiting && settings.count && !self.puzzle.placed.is_empty() {
            return Some(ByHandStatus::Counting(self.by_hand.left().or(self.by_hand.last)));
        }
        if !is_waiting {
            self.can_hint().ok()?;
        }
        let distinct = self.list_size();
        if !self.puzzle.placed.is_empty() && self.by_hand.position().is_some_and(|p| p.is_solved())
        {
            return Some(ByHandStatus::Solved(self.solved_number().zip(distinct)));
        }
        if !settings.count && !self.by_hand.is_asked {
            return None;
        }
        if self.puzzle.placed.is_empty() && !self.by_hand.is_asked && !self.is_played {
            let known = self.counts().filter(|_| !self.is_outdated());
            return Some(match known {
                Some((counts, true)) => ByHandStatus::Distinct(counts.distinct),
                _ => ByHandStatus::NotCounted,
            });
        }
        Some(match self.by_hand.left() {
            Some(left) => ByHandStatus::Left(left),
            None => ByHandStatus::Counting(self.by_hand.last),
        })
    }

    /// Returns whether the placed pieces are known to be a solution.
    pub fn is_solved_by_hand(&self) -> bool {
        let is_solved = self.by_hand.position().is_some_and(|position| position.is_solved());
        is_solved && !self.puzzle.placed.is_empty()
    }

    /// For each site of the board the number of placements through it that still fit beside the
    /// placed pieces; `None` while that is not known.
    pub fn coverage_left(&self) -> Option<&[u32]> {
        let is_current = self.by_hand.key.as_ref().is_some_and(|key| {
            Arc::ptr_eq(&key.puzzle, &self.puzzle) && self.analysis().get().is_some()
        });
        let position = self.by_hand.position().filter(|_| is_current)?;
        position.residual.as_ref()?;
        Some(&position.coverage)
    }

    /// The number of the distinct solution that the placed pieces are a copy of, if it is listed.
    pub fn solved_number(&self) -> Option<u64> {
        self.by_hand.position().filter(|position| position.is_solved())?;
        let count = self.by_hand.count().filter(|count| count.is_listed)?;
        let place = count.tally.first?;
        self.with_store(|store| (place < store.len()).then(|| store.number(place)))?
    }

    /// The number of distinct solutions in the list that the pieces on the board are looked up in.
    fn list_size(&self) -> Option<u64> {
        self.by_hand.list.as_ref()?;
        self.with_store(|store| store.len() as u64)
    }

    /// The time for which the solutions left have been counted, while they are.
    pub fn counting_time(&self) -> Option<Duration> {
        let is_counting = self.by_hand.count().is_none() && !self.analysis().is_waiting();
        self.by_hand.started.filter(|_| is_counting).map(|started| started.elapsed())
    }

    /// The number of placements of a piece that still fit beside the placed pieces, once that is
    /// known.
    pub fn fits(&self, piece: PieceId) -> Option<u32> {
        self.by_hand.position()?.fits.get(piece.index()).copied()
    }

    /// Returns whether all copies of a piece are on the board.
    pub fn is_used_up(&self, piece: PieceId) -> bool {
        let laid = self.puzzle.placed.iter().filter(|laid| laid.piece == piece).count();
        self.puzzle.pieces.get(piece.index()).is_none_or(|own| laid >= own.copies.max as usize)
    }

    /// Required sites that no placement left covers, by their positions on the board.
    pub fn dead_sites(&self) -> &[usize] {
        self.by_hand.position().map_or(&[], |position| &position.dead_sites)
    }

    /// The reasons why no solution is left, as sentences, as far as they can be seen at once: the
    /// first ones, and the number of the others.
    pub fn dead_ends(&self, most: usize) -> (Vec<String>, usize) {
        let Some(position) = self.by_hand.position() else { return Default::default() };
        let puzzle = &self.puzzle;
        if position.chosen.is_none() {
            return (vec!["The placed pieces break a rule of the puzzle.".to_owned()], 0);
        }
        let site = |&n: &usize| {
            let (one, _) = puzzle.lattice.site_words;
            let label = puzzle.lattice.site_label(puzzle.board.sites()[n].site);
            let one = text::capitalised(one);
            match &puzzle.cover {
                Some(cover) => format!("{one} {label}: no {} fits.", cover.piece_words.0),
                None => format!("{one} {label}: no placement of the remaining pieces covers it."),
            }
        };
        let piece = |&id: &PieceId| {
            format!("Piece {}: none of its placements fits any more.", puzzle.piece(id).name)
        };
        let sites = position.dead_sites.iter().map(site);
        let all = sites.chain(position.dead_pieces.iter().map(piece));
        let count = position.dead_sites.len() + position.dead_pieces.len();
        (all.take(most).collect(), count.saturating_sub(most))
    }

    /// Selects the solution on the board in the list of solutions, which shows all distinct ones if
    /// it is not among those that are listed.
    pub fn select_solved(&mut self) {
        let Some(number) = self.solved_number() else { return };
        self.show_all(false);
        if self.position_of(number).is_none() {
            self.set_list(ListSettings::default());
        }
        if let Some(position) = self.position_of(number) {
            self.select(position);
        }
    }

    /// Returns whether a solution is left when a piece is placed on some sites, as far as that is
    /// known.
    pub fn leads_on(&self, piece: PieceId, sites: &[Point]) -> Option<bool> {
        self.by_hand.leads_on(piece, sites)
    }

    /// Fills the board with one of the solutions left, at once or as soon as one is known.
    pub fn fill(&mut self) {
        let puzzle = Arc::clone(&self.puzzle);
        self.by_hand.follow_moves(&puzzle);
        (self.by_hand.is_asked, self.by_hand.is_filling) = (true, true);
    }

    /// The edit that fills the board, once a solution is known.
    ///
    /// # Errors
    /// Why there is none.
    pub fn take_fill(&mut self) -> Option<Result<Edit, &'static str>> {
        if !self.by_hand.is_filling {
            return None;
        }
        let (Some(position), Some(count)) = (self.by_hand.position(), self.by_hand.count()) else {
            // Without a thread at work none will be.
            let is_failed = matches!(self.by_hand.count, Some(Task::Failed(_)));
            self.by_hand.is_filling = !is_failed;
            return is_failed.then_some(Err("The solutions left cannot be counted."));
        };
        // Steps that are coprime to most numbers, so that one after the other all are shown.
        let sample = &count.tally.sample;
        let edit = match sample.get((self.by_hand.fills * 61 + 17) % sample.len().max(1)) {
            None if count.tally.complete => Err("No solution is left."),
            None => Err("No solution was found in a short search."),
            Some(_) if position.is_solved() => Err("The placed pieces are a solution."),
            Some(solution) => Ok(self.lay_all(position, solution)),
        };
        (self.by_hand.is_filling, self.by_hand.fills) = (false, self.by_hand.fills + 1);
        Some(edit)
    }

    /// The edit that places what a solution has beside the placed pieces.
    fn lay_all(&self, position: &Position, solution: &[OptionId]) -> Edit {
        let chosen = position.chosen.as_deref().unwrap_or_default();
        let new = solution.iter().filter(|option| !chosen.contains(option));
        Edit::LayAll(new.map(|&option| self.placement_of(position, option)).collect())
    }

    /// The edits that lay pieces, by their names, in place of all that is not pinned, less those that
    /// are pinned there already.
    pub(super) fn lay_instead(&self, mut pieces: Vec<(String, Vec<Point>)>) -> Vec<Edit> {
        let sorted = |sites: &[Point]| {
            let mut sites = sites.to_vec();
            sites.sort_unstable();
            sites
        };
        pieces.retain(|(name, sites)| {
            let mut pinned =
                self.puzzle.pinned().filter(|own| self.puzzle.piece(own.piece).name == *name);
            !pinned.any(|own| sorted(&own.sites) == sorted(sites))
        });
        let placed = self.puzzle.placed.iter().enumerate();
        let loose: Vec<usize> = placed.filter(|(_, own)| !own.pinned).map(|(n, _)| n).collect();
        let take_up = (!loose.is_empty()).then_some(Edit::TakeUp(loose));
        take_up.into_iter().chain([Edit::LayAll(pieces)]).collect()
    }

    /// The name of the piece of an option, and the sites that it covers.
    fn placement_of(&self, position: &Position, option: OptionId) -> (String, Vec<Point>) {
        let piece = position.encoding().placement(option).piece;
        (self.puzzle.piece(piece).name.clone(), position.encoding().sites(option).collect())
    }

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
        // Who reads a calendar looks for its days.
        let texts = sites.iter().map(|site| Some(self.puzzle.site_texts.get(site)?.as_str()));
        let texts = texts.collect::<Option<Vec<&str>>>().filter(|texts| !texts.is_empty());
        let at = match (sites.first(), sites.last()) {
            _ if let Some(texts) = &texts => format!("on {}", texts.join(", ")),
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
