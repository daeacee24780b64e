//! The plan of a search: the sets of pieces, the variants they are tested against, and the method.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::SetsError;
use super::list::{PieceSets, SetChoice};
use crate::disassembly::{Disassembler, DisassemblyOptions};
use crate::encode::symmetry::is_board_symmetric;
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::job::variants::cover::Marking;
use crate::job::variants::{self, Question, VariantList, VariantPlan, VariantRun, VariantSettings};
use crate::job::{PlanError, Share, checkpoint};
use crate::lattice::Point;
use crate::puzzle::variants::VariantFamily;
use crate::puzzle::{PieceId, Puzzle};

/// The method of solving a set's variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    OneByOne,
    Together(Marking),
}

/// The question asked of the sets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetsQuestion {
    /// The choice of pieces; that of the file's variants where there is none.
    pub choice: Option<SetChoice>,
    /// True if the only question is whether each variant has a solution.
    pub only_exists: bool,
    /// The number of variants without a solution at which the test of a set ends.
    pub give_up: Option<u32>,
    /// True if variants that the file excepts count too.
    pub with_exceptions: bool,
    /// True if solutions are taken apart.
    #[serde(default, skip_serializing_if = "is_false")]
    pub takes_apart: bool,
}

fn is_false(own: &bool) -> bool {
    !own
}

/// A search for sets of pieces.
#[derive(Debug)]
pub struct SetsPlan {
    list: Arc<VariantList>,
    sets: PieceSets,
    question: SetsQuestion,
    /// The disassembler that takes solutions apart, where that is asked for; its tables serve all
    /// sets.
    disassembler: Option<Disassembler>,
    group: SymmetryGroup,
    /// Measured when the first set is tested, since it takes longer than all else.
    method: OnceLock<Method>,
    symmetric: OnceLock<Vec<bool>>,
    digest: String,
    isolated: Option<Isolated>,
    /// The sets that are tested, and the variants tried first, if this is a part of a divided
    /// search.
    part: Option<(Share, Vec<u32>)>,
}

/// A variant that no set solves: what it leaves open cuts a site off from all pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isolated {
    /// The index of the variant.
    pub variant: usize,
    /// The site.
    pub site: Point,
}

/// The most variants that are looked at for isolated sites.
const MAX_LOOKED_AT: usize = 2000;

/// Sets that are tested to know which variants are hard.
const SAMPLED: usize = 3;
/// The longest time that this takes.
const SAMPLING_TIME: Duration = Duration::from_secs(20);

impl SetsPlan {
    /// Plans to test sets of pieces of a puzzle against the variants of its file that leave sites open; against
    /// the puzzle itself where there are none.
    ///
    /// # Errors
    /// When the puzzle cannot be encoded, there is nothing to choose, or no set fits.
    pub fn new(puzzle: &Arc<Puzzle>, question: SetsQuestion) -> Result<SetsPlan, SetsError> {
        let sites = puzzle.variants.as_ref().map_or_else(VariantFamily::single, |f| f.open_part());
        if sites.has_card_pieces() {
            return Err(SetsError::CardPieces);
        }
        if sites.must_fit() {
            return Err(SetsError::Sizes);
        }
        let whole = Arc::new(Puzzle { variants: Some(Arc::new(sites)), ..Puzzle::clone(puzzle) });
        let whole = whole.with_all_boards();
        let encoding = Encoding::new(&whole)?;
        let group = SymmetryGroup::new(&whole, &encoding);
        // A symmetry that moves pieces may take one to another that is left out.
        let is_fixed = |pieces: &[PieceId]| pieces.iter().enumerate().all(|(n, p)| p.index() == n);
        let mut fixing = group.clone();
        fixing.elements.retain(|element| is_fixed(&element.pieces));
        let list = VariantList::new(&whole, &encoding, &fixing, question.with_exceptions)?;
        let sets = PieceSets::new(puzzle, &list, &group, question.choice.as_ref())?;
        let list = Arc::new(list);
        Ok(SetsPlan {
            digest: digest(&encoding, &list, &sets, &question),
            isolated: isolated(&list, &encoding),
            group: fixing,
            method: OnceLock::new(),
            symmetric: OnceLock::new(),
            disassembler: question
                .takes_apart
                .then(|| Disassembler::new(&list.puzzle, DisassemblyOptions::default())),
            list,
            sets,
            question,
            part: None,
        })
    }

    /// The same plan for a part of a divided search, with the variants that are tried first; `None` where
    /// there are no such sets or variants.
    pub(in crate::job) fn of_part(self, share: Option<Share>, hard: Vec<u32>) -> Option<Self> {
        let given = share.iter().flat_map(|share| &share.given);
        let is_sound = given.into_iter().all(|work| work.case < self.sets.len())
            && hard.iter().all(|&variant| (variant as usize) < self.list.len());
        is_sound.then(|| SetsPlan { part: share.map(|share| (share, hard)), ..self })
    }

    /// The part of a divided search whose sets are tested.
    pub(in crate::job) fn share(&self) -> Option<&Share> {
        self.part.as_ref().map(|(share, _)| share)
    }

    /// The variants that are tried first, the hardest before the others, where that does not depend on
    /// the sets that were tested before.
    pub(super) fn hard(&self) -> Option<&[u32]> {
        self.part.as_ref().map(|(_, hard)| hard.as_slice())
    }

    /// The variants without a solution of a few sets, those first that most of these fail; none where the
    /// test of a set does not end early.
    ///
    /// # Errors
    /// When a variant is too large to be searched.
    pub(in crate::job) fn sampled_hard(&self) -> Result<Vec<u32>, PlanError> {
        let mut failed = vec![0u32; self.list.len()];
        let began = Instant::now();
        let sampled = if self.gives_up() { SAMPLED.min(self.sets.len()) } else { 0 };
        for n in 0..sampled {
            let plan = self.variants_of(n * self.sets.len() / sampled)?.asking(Question::Exists);
            let run = VariantRun::start(Arc::new(plan), VariantSettings::default());
            while !run.snapshot().phase.is_over() && began.elapsed() < SAMPLING_TIME {
                std::thread::sleep(Duration::from_millis(5));
            }
            run.with_results(|results| {
                for (variant, _) in
                    results.iter().enumerate().filter(|(_, r)| r.is_solvable() == Some(false))
                {
                    failed[variant] += 1;
                }
            });
        }
        let mut hard: Vec<u32> =
            (0..).take(failed.len()).filter(|&n| failed[n as usize] > 0).collect();
        hard.sort_by_key(|&n| std::cmp::Reverse(failed[n as usize]));
        Ok(hard)
    }

    /// The plan to solve the variants of a set by themselves, as its test does.
    ///
    /// # Errors
    /// When a variant is too large to be searched.
    pub(in crate::job) fn variants_of(&self, set: usize) -> Result<VariantPlan, PlanError> {
        let list = self.list_of(set);
        let encoding = Arc::new(Encoding::new(&list.puzzle)?);
        let method = match self.method()? {
            Method::OneByOne => variants::Method::OneByOne,
            Method::Together(_) => variants::Method::Together,
        };
        let question = if self.only_exists() { Question::Exists } else { Question::Count };
        VariantPlan::new(list, encoding, question, Some(method))
    }

    /// Returns the faster method for the set in the middle; determined at the first call.
    ///
    /// # Errors
    /// When a variant is too large to be searched.
    pub(super) fn method(&self) -> Result<Method, PlanError> {
        if let Some(method) = self.method.get() {
            return Ok(*method);
        }
        let method = self.best_method()?;
        Ok(*self.method.get_or_init(|| method))
    }

    fn best_method(&self) -> Result<Method, PlanError> {
        if self.list.len() == 1 || self.question.takes_apart {
            return Ok(Method::OneByOne);
        }
        let list = self.list_of(self.sets.len() / 2);
        let encoding = Arc::new(Encoding::new(&list.puzzle)?);
        let question = if self.only_exists() { Question::Exists } else { Question::Count };
        let plan = VariantPlan::new(list, encoding, question, None)?;
        Ok(plan.marking().map_or(Method::OneByOne, Method::Together))
    }

    /// The variants of one set.
    pub fn list_of(&self, set: usize) -> VariantList {
        let puzzle = self.list.puzzle.with_left_out(&self.sets.left_out(set));
        self.list.of_puzzle(Arc::new(puzzle.expect("sets have the pieces that are pinned")))
    }

    /// The variants that each set is tested against.
    pub fn list(&self) -> &Arc<VariantList> {
        &self.list
    }

    /// A variant that no set solves, if that is seen at once.
    pub fn isolated(&self) -> Option<Isolated> {
        self.isolated
    }

    /// The sets.
    pub fn sets(&self) -> &PieceSets {
        &self.sets
    }

    /// Returns whether the only question is whether each variant has a solution.
    pub fn only_exists(&self) -> bool {
        self.question.only_exists
    }

    /// The disassembler that takes solutions apart, where that is asked for.
    pub(super) fn disassembler(&self) -> Option<&Disassembler> {
        self.disassembler.as_ref()
    }

    /// Returns the question.
    pub fn question(&self) -> &SetsQuestion {
        &self.question
    }

    /// The names of the pieces of a set: "F L N P".
    pub fn name(&self, set: usize) -> String {
        let used = self.sets.used(set).into_iter();
        used.map(|id| self.list.puzzle.piece(id).name.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the digest that identifies the whole plan in a file.
    pub(super) fn digest(&self) -> &str {
        &self.digest
    }

    pub(super) fn gives_up(&self) -> bool {
        self.question.give_up.is_some()
    }

    pub(super) fn gives_up_at(&self, missing: u32) -> bool {
        self.question.give_up.is_some_and(|most| missing >= most)
    }

    pub(super) fn is_symmetric(&self, variant: usize) -> bool {
        self.symmetric.get_or_init(|| symmetric(&self.list))[variant]
    }

    /// The symmetries of the puzzle that map each piece to itself: those that make variants of a set
    /// equal.
    pub fn group(&self) -> &SymmetryGroup {
        &self.group
    }
}

/// The first variant with a site that no placement of any piece covers. Those on boards of their own
/// are passed over.
fn isolated(list: &VariantList, encoding: &Encoding) -> Option<Isolated> {
    if list.family.chooses_cards() {
        return None;
    }
    let board = &list.puzzle.board;
    let coverage = encoding.coverage(&list.puzzle);
    (0..list.len().min(MAX_LOOKED_AT)).find_map(|variant| {
        let open = list.open_sites(variant);
        let through = |&site: &Point| encoding.options_through(site);
        let lost: BTreeSet<OptionId> = open.iter().flat_map(through).collect();
        let mut left = BTreeMap::new();
        for position in lost.iter().flat_map(|&option| encoding.sites(option)) {
            let position = board.position(position)?;
            *left.entry(position).or_insert(coverage[position]) -= 1;
        }
        let isolated = left.into_iter().map(|(position, n)| (board.sites()[position], n));
        let mut isolated = isolated.filter(|(own, n)| *n == 0 && own.required);
        let site = isolated.find(|(own, _)| !open.contains(&own.site))?.0.site;
        Some(Isolated { variant, site })
    })
}

/// Returns for each variant of a list whether the board that it leaves has a symmetry.
fn symmetric(list: &Arc<VariantList>) -> Vec<bool> {
    let is_symmetric = |index| list.puzzle(index).as_ref().is_some_and(is_board_symmetric);
    (0..list.len()).map(is_symmetric).collect()
}

fn digest(
    encoding: &Encoding,
    list: &VariantList,
    sets: &PieceSets,
    question: &SetsQuestion,
) -> String {
    let mut ranks = crc32fast::Hasher::new();
    list.variants().iter().for_each(|variant| ranks.update(&variant.rank.to_le_bytes()));
    let group = SymmetryGroup::trivial(encoding.problem.option_count());
    let SetsQuestion { only_exists, give_up, takes_apart, .. } = question;
    let apart = if *takes_apart { "-apart" } else { "" };
    format!(
        "{}-{}-{:08x}-{}-{:08x}-{only_exists}-{give_up:?}{apart}",
        checkpoint::digest(&encoding.problem, &group),
        list.len(),
        ranks.finalize(),
        sets.len(),
        sets.checksum(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::puzzle_file;

    #[test]
    fn a_variant_that_cuts_off_a_corner_is_known_before_any_set_is_tested() {
        let text = "(format: 1, title: \"Corner\", lattice: Square, board: Rectangle(4, 4), \
                    pieces: [Family(free: 5), Family(free: 2)], site_texts: [\"b a . .\", \
                    \"c . . .\", \". . . .\", \". . . .\"], site_groups: {\"right\": \
                    Texts([\"b\", \"a\"]), \"down\": Texts([\"c\"])}, variants: (of: \
                    [OpenOne(\"right\"), OpenOne(\"down\")]))";
        let description = puzzle_file::read_description(text).expect("a puzzle");
        let puzzle = Arc::new(description.draft().expect("it is sound")).with_all_boards();
        let encoding = Encoding::new(&puzzle).expect("a small puzzle");
        let group = SymmetryGroup::new(&puzzle, &encoding);
        let list = VariantList::new(&puzzle, &encoding, &group, false).expect("two variants");
        let found = isolated(&list, &encoding).expect("one cuts off the corner");
        assert_eq!(list.open_sites(found.variant).len(), 2);
        assert_eq!(puzzle.lattice.site_label(found.site), "1, 1");
    }
}
