//! Items, options and steps of a stepper in words.

use super::{Meaning, Stepper, Subject};
use crate::exact_cover::{Cell, ItemId, ItemKind, OptionId, Step};
use crate::text;

impl Stepper {
    /// An item in words, such as "cell 5, 2" or "piece L".
    pub fn item_words(&self, item: ItemId) -> String {
        match (&self.subject, self.meaning(item)) {
            (Subject::Puzzle(puzzle, _), Meaning::Piece(piece)) => {
                format!("piece {}", puzzle.piece(piece).name)
            }
            (Subject::Puzzle(puzzle, _), Meaning::Site(site)) => {
                let lattice = puzzle.lattice;
                let site = puzzle.board.sites()[site].site;
                format!("{} {}", lattice.site_words.0, lattice.site_label(site))
            }
            (Subject::Puzzle(puzzle, encoding), Meaning::Junction(junction)) => {
                let numbers = (puzzle.lattice.address.of_corner)(encoding.junctions[junction].0);
                let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
                format!("junction {}", numbers.join(", "))
            }
            (Subject::Puzzle(_, encoding), Meaning::Rule(rule)) => {
                encoding.rule_items[rule].0.clone()
            }
            _ => format!("item {}", self.subject.problem().item(item).name),
        }
    }

    /// An item in as few letters as a column has room for.
    pub fn item_letters(&self, item: ItemId) -> String {
        let name = &self.subject.problem().item(item).name;
        match self.meaning(item) {
            Meaning::Piece(_) => name.trim_start_matches('#').to_owned(),
            Meaning::Junction(_) | Meaning::Rule(_) | Meaning::Name => name.clone(),
            // Where every number has one digit, none needs a comma.
            Meaning::Site(_) if name.split(',').all(|part| part.len() == 1) => {
                name.replace(',', "")
            }
            Meaning::Site(_) => name.clone(),
        }
    }

    /// The names of an option's items, with their colours.
    pub fn option_items(&self, option: OptionId) -> String {
        let problem = self.subject.problem();
        let name = |cell: Cell| {
            let item = self.item_letters(cell.item);
            match cell.colour {
                0 => item,
                colour => format!("{item}:{}", problem.colour_name(colour)),
            }
        };
        problem.option(option).iter().map(name).collect::<Vec<_>>().join(" ")
    }

    /// The letter of the algorithm and the label of the step taken last, such as "X5".
    pub fn label(&self) -> String {
        let algorithm = self.steps.algorithm();
        match &self.last {
            None => format!("{}1", algorithm.letter()),
            Some(step) => algorithm.label(step).to_owned(),
        }
    }

    /// The name of the algorithm.
    pub fn algorithm(&self) -> String {
        format!("Algorithm {} with dancing links", self.steps.algorithm().letter())
    }

    /// The last step in a few words, for the status line.
    pub fn short_words(&self) -> &'static str {
        match self.last {
            None => "set up the matrix",
            Some(Step::Choose { .. }) => "choose and cover an item",
            Some(Step::DeadEnd { .. }) => "dead end",
            Some(Step::Solution) => "solution",
            Some(Step::Try { .. }) => "try an option",
            Some(Step::Leave { .. }) => "undo the option",
            Some(Step::Restore { .. }) => "leave the level",
        }
    }

    /// The branches of an item: options, unless it has a multiplicity.
    fn branch_words(&self, item: ItemId, degree: u32) -> String {
        match self.subject.problem().item(item).kind {
            ItemKind::ONCE => text::count(u64::from(degree), "option"),
            _ => format!("{degree} branches"),
        }
    }

    /// The last step and its reason, in a sentence or two.
    pub fn sentence(&self) -> String {
        let label = self.label();
        if self.can_step().is_err() {
            let nodes = text::count(self.effort().nodes, "node");
            let solutions = text::count(self.solutions, "solution");
            return format!(
                "The whole tree has been searched: {nodes}, {solutions}. All links of the matrix \
                 are as they were at the start."
            );
        }
        match self.last {
            None => format!(
                "Step {label}. The matrix has a column for each item and a row for each option. \
                 The search looks for rows that cover each column exactly once. Step to choose \
                 the first item."
            ),
            Some(Step::Choose { item, degree }) => {
                let (what, branches) = (self.item_words(item), self.branch_words(item, degree));
                format!(
                    "Step {label}. Choose {what}, which has {branches}: no other uncovered item has \
                     fewer. Cover it, which removes its options from the lists of all other items."
                )
            }
            Some(Step::DeadEnd { item }) => format!(
                "Step {label}. Dead end: {} can no longer be covered, since it has no options left. \
                 The last choice must be undone.",
                self.item_words(item)
            ),
            Some(Step::Solution) => format!(
                "All items are covered: this is solution {}. The {} cover each column exactly \
                 once.",
                text::grouped(self.solutions),
                text::count(self.depth() as u64, "chosen option"),
            ),
            Some(Step::Try { option: Some(option), .. }) => format!(
                "Step {label}. Try option {}: cover its other items, which removes every option \
                 that shares one of them (shown faint).",
                option.0 + 1
            ),
            Some(Step::Try { option: None, item, .. }) => {
                format!("Step {label}. Try no further option for {}.", self.item_words(item))
            }
            Some(Step::Leave { option: Some(option), .. }) => format!(
                "Step {label}. Undo option {}: uncover its items in reverse order, so that every \
                 link dances back to its place.",
                option.0 + 1
            ),
            Some(Step::Leave { option: None, item, .. }) => {
                format!(
                    "Step {label}. {} is open to further options again.",
                    text::capitalised(&self.item_words(item))
                )
            }
            Some(Step::Restore { item }) => format!(
                "Step {label}. All branches of {} have been tried: uncover it and leave the level.",
                self.item_words(item)
            ),
        }
    }
}
