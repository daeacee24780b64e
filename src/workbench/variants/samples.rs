//! Solutions of variants to be looked at: one of each for its picture, those of the selected one with
//! what their pieces do. Found on threads when they are first shown.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashMap;

use super::ListedVariants;
use crate::exact_cover::OptionId;
use crate::job::lower_priority;
use crate::job::variants::{VariantSolutions, solutions_of};
use crate::puzzle::Puzzle;
use crate::workbench::check::CheckKind;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::derived::Derived;
use crate::workbench::task::{CancelToken, Task, Wake};

/// Solutions of the selected variant that are kept, at most.
pub const MAX_SOLUTIONS: usize = 1000;
/// Pictures that are kept, at most.
const MAX_PICTURES: usize = 5000;
/// The time that pictures are gathered before they are shown.
const BATCH_TIME: Duration = Duration::from_millis(60);
/// The longest time that is spent on the solutions of the selected variant.
const DETAIL_TIME: Duration = Duration::from_secs(20);

/// The facts known about the selected variant.
#[derive(Clone, Debug)]
pub struct VariantDetail {
    /// Its index in the list.
    pub index: u32,
    /// Its distinct solutions, as options of the whole puzzle; [`MAX_SOLUTIONS`] at most.
    pub found: VariantSolutions,
    /// For each piece the number of its different placements in them.
    pub placements: Vec<usize>,
    /// Why it has no solution, as a sentence, where that can be seen without a search.
    pub reason: Option<String>,
}

/// A solution of each of some variants, where it has one.
type Pictures = Vec<(u32, Option<Vec<OptionId>>)>;

/// Solutions that were looked for.
#[derive(Default)]
pub(super) struct Samples {
    pictures: FxHashMap<u32, Option<Vec<OptionId>>>,
    /// The variants whose pictures are wanted.
    wanted: Vec<u32>,
    drawing: Option<Task<Pictures>>,
    detail: Derived<u32, VariantDetail>,
}

impl Samples {
    /// The solution for the picture of a variant, once it is known: `None` inside where there is none.
    pub(super) fn picture(&self, index: u32) -> Option<Option<&[OptionId]>> {
        self.pictures.get(&index).map(|solution| solution.as_deref())
    }

    /// Returns the facts known about a variant that is selected.
    pub(super) fn detail(&self, index: u32) -> Option<&VariantDetail> {
        self.detail.get().filter(|detail| detail.index == index)
    }

    /// Returns whether these pictures are already requested.
    pub(super) fn wants(&self, wanted: &[u32]) -> bool {
        self.wanted == wanted
    }

    pub(super) fn want(&mut self, wanted: Vec<u32>) {
        self.wanted = wanted;
    }

    /// Takes in what was found, and begins to look for what is wanted; whether anything is new.
    pub(super) fn follow(
        &mut self,
        listed: &Arc<ListedVariants>,
        selected: Option<u32>,
        wake: &Wake,
    ) -> bool {
        let mut is_new = false;
        if let Some(drawing) = &mut self.drawing
            && drawing.poll()
            && let Some(Task::Ready(pictures)) = self.drawing.take()
        {
            if self.pictures.len() > MAX_PICTURES {
                self.pictures.clear();
            }
            self.pictures.extend(pictures);
            is_new = true;
        }
        let missing: Vec<u32> =
            self.wanted.iter().copied().filter(|n| !self.pictures.contains_key(n)).collect();
        if self.drawing.is_none() && !missing.is_empty() {
            let listed = Arc::clone(listed);
            let work = move |token: CancelToken| Ok(pictures(&listed, &missing, &token));
            self.drawing = Some(Task::start(wake, work));
        }
        let Some(selected) = selected else { return is_new };
        is_new
            | self.detail.follow(selected, wake, |_| {
                let listed = Arc::clone(listed);
                move |token: CancelToken| detail(&listed, selected, &token)
            })
    }
}

/// Finds a solution of each of some variants, as many as it can in a short time.
fn pictures(listed: &ListedVariants, wanted: &[u32], token: &CancelToken) -> Pictures {
    lower_priority();
    let began = Instant::now();
    let mut found = Pictures::new();
    let check = || match token.is_lost() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    for &index in wanted {
        let ListedVariants { list, encoding, .. } = listed;
        // What is too large, or has a placement that the whole puzzle lacks, has no picture.
        let solutions = solutions_of(list, index as usize, encoding, 1, &check);
        let solutions = solutions.ok().flatten().unwrap_or_default().solutions;
        found.push((index, solutions.into_iter().next()));
        if began.elapsed() > BATCH_TIME || token.is_lost() {
            break;
        }
    }
    found
}

/// Finds the solutions of a variant.
fn detail(
    listed: &ListedVariants,
    index: u32,
    token: &CancelToken,
) -> Result<VariantDetail, String> {
    lower_priority();
    let end = Instant::now() + DETAIL_TIME;
    let check = || match token.is_lost() || Instant::now() > end {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let ListedVariants { list, encoding, .. } = listed;
    let found = solutions_of(list, index as usize, encoding, MAX_SOLUTIONS, &check);
    let found = found.map_err(|error| error.to_string())?;
    let found = found.ok_or_else(|| "it takes too long".to_owned())?;
    let pieces = list.puzzle.pieces.len();
    let mut placed: Vec<BTreeSet<OptionId>> = vec![BTreeSet::new(); pieces];
    for &option in found.solutions.iter().flatten() {
        placed[encoding.placement(option).piece.index()].insert(option);
    }
    let placements = placed.iter().map(BTreeSet::len).collect();
    let is_unsolvable = found.complete && found.solutions.is_empty();
    let reason = is_unsolvable.then(|| reason(&list.puzzle(index as usize)?)).flatten();
    Ok(VariantDetail { index, found, placements, reason })
}

/// Why a variant has no solution, as its checks would say if it were a puzzle of its own.
fn reason(puzzle: &Puzzle) -> Option<String> {
    let analysis = Analysis::new(Arc::new(puzzle.clone())).ok()?;
    match (analysis.error(), analysis.check(CheckKind::Obstruction)) {
        (Some(error), _) => Some(format!("{}.", error.title)),
        (None, obstruction) => obstruction.map(|check| check.text.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::puzzle_file;

    #[test]
    fn an_isolated_site_is_the_reason_that_a_variant_has_no_solution() {
        let text = "(format: 1, title: \"Corner\", lattice: Square, board: Art([\"#.#\", \"..#\", \
                    \"..#\"]), pieces: [Piece(name: \"I\", art: [\"XX\"], copies: 2)])";
        let description = puzzle_file::read_description(text).expect("a puzzle");
        let puzzle = description.draft().expect("it is sound");
        assert_eq!(reason(&puzzle).as_deref(), Some("Site 1, 1 cannot be covered."));
    }
}
