//! The last step of a stepper in sentences, with the names of TAOCP 7.2.2.1: cover, hide, commit,
//! purify, tweak.

use super::{CountChange, Picture, Stepper};
use crate::exact_cover::{Algorithm, Cell, ItemId, ItemKind, ItemRule, OptionId, Step};
use crate::text;

/// The most changes of numbers that a sentence lists.
const MAX_CHANGES: usize = 6;

impl Stepper {
    /// The branches of an item: options, unless it has a multiplicity.
    fn branch_words(&self, item: ItemId, degree: u32) -> String {
        match self.subject.problem().item(item).kind {
            ItemKind::ONCE => text::count(u64::from(degree), "option"),
            _ => format!("{degree} branches"),
        }
    }

    /// Why an item was chosen.
    fn choice_words(&self, item: ItemId, degree: u32) -> String {
        let (what, branches) = (self.item_words(item), self.branch_words(item, degree));
        match self.rule() {
            ItemRule::Fewest => {
                format!("Choose {what}, which has {branches}: no other uncovered item has fewer.")
            }
            ItemRule::First => {
                format!("Choose {what}, the leftmost uncovered item. It has {branches}.")
            }
            ItemRule::Largest => {
                format!("Choose {what}, which has {branches}: no other uncovered item has more.")
            }
            ItemRule::Random => {
                format!("Choose {what}, a random uncovered item. It has {branches}.")
            }
        }
    }

    /// The changes of the numbers of options by a step: "d from 3 to 1, g from 3 to 1".
    fn change_words(&self, picture: &Picture) -> String {
        let open = |change: &&CountChange| {
            change.before.is_some() && change.after.is_some() && picture.item != Some(change.item)
        };
        let words = |change: &CountChange| {
            let (before, after) = (change.before.unwrap_or(0), change.after.unwrap_or(0));
            format!("{} from {before} to {after}", self.item_letters(change.item))
        };
        let all = picture.changes.iter().filter(open).count();
        let mut list: Vec<String> =
            picture.changes.iter().filter(open).take(MAX_CHANGES).map(words).collect();
        if all > MAX_CHANGES {
            list.push(format!("and {} more", text::grouped((all - MAX_CHANGES) as u64)));
        }
        list.join(", ")
    }

    /// The other items of an option that is tried at an item, those with a colour left out.
    fn other_items(&self, option: OptionId, item: ItemId) -> String {
        let cells = self.subject.problem().option(option).iter();
        let others = cells.filter(|cell| cell.item != item && cell.colour == 0);
        let names: Vec<String> = others.map(|cell| self.item_letters(cell.item)).collect();
        names.join(" ")
    }

    /// The preparation of an item: how its bound changes, and whether it is covered.
    fn preparation(&self, item: ItemId, picture: &Picture) -> String {
        let (what, (bound, _)) = (self.item_words(item), self.steps.bounds(item));
        if bound > 0 {
            let before = bound + 1;
            return format!(
                "Prepare to branch on {what}: its BOUND goes from {before} to {bound}, and it stays \
                 in the list of items until that is 0."
            );
        }
        let prepare = match self.algorithm() {
            Algorithm::M => format!("Prepare to branch on {what}: its BOUND goes to 0. "),
            _ => String::new(),
        };
        match self.change_words(picture) {
            changes if changes.is_empty() => {
                format!("{prepare}Cover {what}. No other list changes.")
            }
            changes => {
                let hide = match self.algorithm() {
                    Algorithm::X => "its options",
                    _ => "hide its options, which",
                };
                format!(
                    "{prepare}Cover {what}: {hide} leave the lists of their other items. Options: \
                     {changes}."
                )
            }
        }
    }

    /// The trial of an option: what is tweaked, covered, committed and purified, as TAOCP 7.2.2.1
    /// names it.
    fn trial(&self, option: OptionId, item: ItemId) -> String {
        let problem = self.subject.problem();
        let mut done = Vec::new();
        if self.steps.bounds(item) != (0, 0) {
            let what = self.item_letters(item);
            done.push(format!(
                "tweak it out of the list of {what}, so that no later branch uses it"
            ));
        }
        let others = self.other_items(option, item);
        let is_once = |cell: Cell| {
            matches!(problem.item(cell.item).kind, ItemKind::ONCE | ItemKind::Secondary)
        };
        if !others.is_empty()
            && problem.option(option).iter().filter(|c| c.item != item).all(is_once)
        {
            done.push(format!(
                "cover its other items, {others}, which removes every option that shares one of \
                 them (shown faint)"
            ));
        } else if !others.is_empty() {
            done.push(format!(
                "lower the BOUND of its other items, {others}, and cover those that reach 0"
            ));
        }
        let settled = self.steps.settled_items();
        let coloured = problem.option(option).iter().filter(|cell| cell.colour != 0);
        let (known, new): (Vec<Cell>, Vec<Cell>) =
            coloured.partition(|cell| settled.contains(&cell.item));
        let listed = |cells: &[Cell]| {
            let words = |cell: &Cell| {
                let colour = problem.colour_name(cell.colour);
                format!("{} to {colour}", self.item_letters(cell.item))
            };
            text::listed(&cells.iter().map(words).collect::<Vec<_>>())
        };
        if !new.is_empty() {
            done.push(format!(
                "commit {}: purify hides every option with another colour and sets COLOR to −1 in \
                 the others",
                listed(&new)
            ));
        }
        if !known.is_empty() {
            done.push(format!("already committed, COLOR −1: {}", listed(&known)));
        }
        match done.is_empty() {
            true => format!("Try option {}, which has no other item.", option.0 + 1),
            false => format!("Try option {}: {}.", option.0 + 1, done.join("; ")),
        }
    }

    /// The undoing of an option.
    fn undoing(&self, option: OptionId) -> String {
        let coloured = self.subject.problem().option(option).iter().any(|cell| cell.colour != 0);
        let what = match coloured {
            true => "uncover and uncommit its items in reverse order (unpurify, unhide)",
            false => "uncover its items in reverse order",
        };
        format!(
            "Undo option {}: {what}, so that every link dances back to its place.",
            option.0 + 1
        )
    }

    /// The restoring of an item: of one that may be taken several times, its tweaks are undone.
    fn restoring(&self, item: ItemId) -> String {
        let what = self.item_words(item);
        // Its bound has been raised again.
        match self.steps.bounds(item) {
            (0 | 1, 0) => {
                format!("Uncover {what}: its options return to the lists of their other items.")
            }
            (bound, _) => format!(
                "Untweak {what}: the options tried return to its list, and its BOUND to {bound}."
            ),
        }
    }

    /// The aim of the search in words: how often the items are covered.
    fn goal_words(&self) -> &'static str {
        let problem = self.subject.problem();
        let is_once = problem.items()[..problem.primary_count()]
            .iter()
            .all(|item| item.kind == ItemKind::ONCE);
        let has_secondary = problem.primary_count() < problem.items().len();
        match (is_once, has_secondary, problem.has_colours()) {
            (true, false, _) => "each item exactly once",
            (true, true, false) => {
                "each primary item exactly once and each secondary item at most once"
            }
            (true, true, true) => {
                "each primary item exactly once, and each secondary item at most once or in one \
                 colour"
            }
            (false, false, _) => "each item as often as is asked of it",
            (false, true, false) => {
                "each primary item as often as is asked of it and each secondary item at most once"
            }
            (false, true, true) => {
                "each primary item as often as is asked of it, and each secondary item at most \
                 once or in one colour"
            }
        }
    }

    /// The last step and its reason, in a sentence or two.
    pub fn sentence(&self, picture: &Picture) -> String {
        let label = self.label();
        if self.can_step().is_err() {
            let nodes = text::count(self.effort().nodes, "node");
            let solutions = text::count(self.solutions, "solution");
            return format!(
                "Step {label} at level 0: the whole tree has been searched, {nodes}, {solutions}. \
                 All links of the matrix are as they were at the start."
            );
        }
        let Some(last) = self.last else { return self.first_words() };
        let words = match last {
            Step::Solution => {
                return format!(
                    "Step {label}. All items are covered: this is solution {}. The {} cover {}.",
                    text::grouped(self.solutions),
                    text::count((self.depth() + self.given.len()) as u64, "chosen option"),
                    self.goal_words(),
                );
            }
            Step::Enter => format!(
                "Enter level {}: {} left to cover, {} alive.",
                self.depth(),
                text::count(picture.open as u64, "item"),
                text::count(picture.alive as u64, "option"),
            ),
            Step::Choose { item, degree } => self.choice_words(item, degree),
            Step::DeadEnd { item } => format!(
                "Dead end: {} can no longer be covered, since it has no options left. The last \
                 choice must be undone.",
                self.item_words(item)
            ),
            Step::Cover { item } => self.preparation(item, picture),
            Step::Try { option: Some(option), item, .. } => self.trial(option, item),
            Step::Try { option: None, item, .. } => {
                format!("Try no further option for {}.", self.item_words(item))
            }
            Step::Exhausted { item } => {
                format!("No option of {} is left to try.", self.item_words(item))
            }
            Step::Leave { option: Some(option), .. } => self.undoing(option),
            Step::Leave { option: None, item, .. } => {
                let what = text::capitalised(&self.item_words(item));
                format!("{what} is open to further options again.")
            }
            Step::Restore { item } => self.restoring(item),
            Step::LeaveLevel => {
                let level = self.depth();
                format!("Leave level {level}; the option of level {} is next.", level.max(1) - 1)
            }
        };
        format!("Step {label}. {words}")
    }

    /// Returns the text shown before the first step.
    fn first_words(&self) -> String {
        let mut words = format!(
            "Step {}. The matrix has a column for each item and a row for each option. The search \
             looks for rows that cover {}.",
            self.label(),
            self.goal_words()
        );
        match self.given.len() {
            0 => {}
            1 => words.push_str(" The given is chosen already."),
            many => words.push_str(&format!(" The {many} givens are chosen already.")),
        }
        if let Some(pins) = self.pin_words() {
            words.push(' ');
            words.push_str(&pins);
        }
        words
    }
}
