//! Challenges made of the solutions of the open puzzle: placements are given that leave exactly one.

use super::edit::Refusal;
use super::export::DistinctSolutions;
use super::task::{Task, Wake};
use super::{Document, Workbench};
use crate::exact_cover::OptionId;
use crate::job::challenges::{Challenge, ChallengeSource, ChallengeWish, find};
use crate::natural::Natural;
use crate::puzzle::variants::{CardForm, ChoiceForm, ExpectVariants, VariantsForm};
use crate::puzzle::{BoardPieceForm, Description, Expect};
use crate::text;

/// Challenges, and the solutions that they are made of.
pub struct MadeChallenges {
    solutions: DistinctSolutions,
    /// The challenges, those with the fewest nodes first.
    pub found: Vec<Challenge>,
    /// The number that was wanted.
    pub wanted: usize,
}

impl Workbench {
    /// Checks whether challenges can be made from the solutions of the open puzzle.
    ///
    /// # Errors
    /// Why not, as a short sentence.
    pub fn can_make_challenges(&self) -> Result<(), &'static str> {
        let Some(document) = &self.document else { return Err("Open a puzzle first.") };
        if document.puzzle.cover.is_some() {
            return Err("Items and options have no placements to give.");
        }
        if document.needs_variants() {
            return Err("Each variant is a challenge: a booklet of the variants has them.");
        }
        let known = document.counts().filter(|_| !document.is_running());
        let Some((counts, complete)) = known else {
            return Err("Solve the puzzle first: challenges are made from all its solutions.");
        };
        let listed = document.with_store(|store| store.len() as u64);
        let all = counts.distinct.capped();
        match (complete && listed == Some(all), all) {
            (_, 0) => Err("There is no solution to make challenges from."),
            (true, _) => Ok(()),
            (false, _) => Err("Challenges need all solutions, and not all are listed."),
        }
    }
}

impl MadeChallenges {
    /// Begins to make challenges of the solutions of a document; `None` before there are any.
    pub fn start(
        document: &Document,
        wish: ChallengeWish,
        wake: &Wake,
    ) -> Option<Task<MadeChallenges>> {
        let solutions = DistinctSolutions::whole(document)?;
        Some(Task::start(wake, move |token| {
            let source = solutions.source();
            let source = ChallengeSource {
                encoding: source.encoding,
                group: source.group,
                store: source.store,
            };
            let found = find(source, &wish, &|| !token.is_lost());
            let found = found.map_err(|error| error.to_string())?;
            Ok(MadeChallenges { solutions, found, wanted: wish.number })
        }))
    }

    /// The puzzle with the placements of a challenge given, in the words of a file.
    ///
    /// # Errors
    /// Why it is no puzzle.
    pub fn description(&self, index: usize) -> Result<Description, Refusal> {
        let whole = self.solutions.source().description;
        let mut placed: Vec<BoardPieceForm> =
            whole.placed.iter().filter(|form| form.pinned).cloned().collect();
        for form in self.given(&self.found[index]) {
            let is_there =
                |other: &BoardPieceForm| other.piece == form.piece && other.sites == form.sites;
            if !placed.iter().any(is_there) {
                placed.push(form);
            }
        }
        let one = Some(Natural::from(1));
        let description = Description {
            title: format!("{}, challenge {}", whole.title, index + 1),
            placed,
            variants: None,
            expect: Expect { total: one, distinct: one, ..Expect::default() },
            ..Description::clone(whole)
        };
        match description.draft() {
            Ok(_) => Ok(description),
            Err(problems) => Err(Refusal::by(&problems)),
        }
    }

    /// The puzzle with all challenges as its variants, each named by its number and its grade.
    ///
    /// # Errors
    /// Why it is no puzzle.
    pub fn variants(&self) -> Result<Description, Refusal> {
        let whole = self.solutions.source().description;
        let card = |(n, challenge): (usize, &Challenge)| CardForm {
            name: format!("{n}: {}", grade_words(challenge)),
            board: None,
            pieces: Vec::new(),
            given: self.given(challenge),
        };
        let cards = (1..).zip(&self.found).map(card).collect();
        let number = Some(self.found.len() as u64);
        let expect = ExpectVariants {
            variants: number,
            solvable: number,
            unique: number,
            ..ExpectVariants::default()
        };
        let (of, except) = (vec![ChoiceForm::Cards(cards)], Vec::new());
        let variants = Some(VariantsForm { of, except, name: String::new(), expect });
        let description = Description {
            title: format!(
                "{}, {}",
                whole.title,
                text::count(self.found.len() as u64, "challenge")
            ),
            placed: whole.placed.iter().filter(|form| form.pinned).cloned().collect(),
            variants,
            ..Description::clone(whole)
        };
        match description.draft() {
            Ok(_) => Ok(description),
            Err(problems) => Err(Refusal::by(&problems)),
        }
    }

    /// The placements that a challenge gives.
    fn given(&self, challenge: &Challenge) -> Vec<BoardPieceForm> {
        let source = self.solutions.source();
        let form = |option: &OptionId| {
            let piece = source.puzzle.piece(source.encoding.placement(*option).piece);
            let sites: Vec<_> = source.encoding.sites(*option).collect();
            BoardPieceForm::new(source.puzzle.lattice, piece, &sites, true)
        };
        challenge.givens.iter().map(form).collect()
    }
}

/// The measures of a challenge in words: "2 given, 10 left, 3 forced, 31 wrong, 45 nodes".
pub fn grade_words(challenge: &Challenge) -> String {
    let grade = &challenge.grade;
    format!(
        "{} given, {} left, {} forced, {} wrong, {}",
        grade.given,
        grade.left,
        grade.forced,
        grade.wrong,
        text::count(grade.nodes, "node")
    )
}
