//! Items, options and steps of a stepper in words.

use std::collections::HashSet;
use std::ops::Range;

use super::{Meaning, Stepper};
use crate::encode::Encoded;
use crate::exact_cover::{Algorithm, Cell, ItemId, ItemRule, OptionId, Step};
use crate::job::Subject;
use crate::puzzle::Puzzle;
use crate::text;

/// Items that follow each other and are of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemGroup {
    /// The kind: "pieces", "rows".
    pub name: String,
    /// The items.
    pub items: Range<usize>,
}

/// Names that are made once.
pub(super) struct Names {
    /// True if the names of all sites can be written without a comma.
    compact: bool,
    /// A tag of each piece, of one or two letters and different from those of all others.
    tags: Vec<String>,
    groups: Vec<ItemGroup>,
}

impl Names {
    pub(super) fn new(subject: &Subject, meanings: &[Meaning]) -> Names {
        let items = subject.problem().items();
        let short = |name: &str| name.split(',').all(|part| part.len() == 1);
        let sites = items.iter().zip(meanings).filter(|(_, m)| matches!(m, Meaning::Site(_)));
        let pieces = match subject {
            Subject::Puzzle(Encoded { puzzle, .. }) => {
                tags(puzzle.pieces.iter().map(|piece| piece.name.as_str()))
            }
            Subject::Problem { .. } => Vec::new(),
        };
        Names {
            compact: { sites }.all(|(item, _)| short(&item.name)),
            tags: pieces,
            groups: groups(subject, meanings),
        }
    }
}

/// A tag of each name: its first letters, or its first and another, or its first and a number.
fn tags<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Vec<String> {
    let two = |name: &str| name.chars().take(2).collect::<String>();
    // Short names are their own tags, whatever comes before them.
    let short = names.clone().filter(|name| name.chars().count() <= 2);
    let mut used: HashSet<String> = short.map(str::to_owned).collect();
    let mut made = Vec::new();
    for name in names {
        if name.chars().count() <= 2 {
            made.push(name.to_owned());
            continue;
        }
        let first: String = name.chars().take(1).collect();
        let others = name.chars().skip(2).map(|letter| format!("{first}{letter}"));
        let numbers = (1..).map(|number| format!("{first}{number}"));
        let mut all = std::iter::once(two(name)).chain(others).chain(numbers);
        let tag = all.find(|tag| !used.contains(tag)).unwrap_or_else(|| name.to_owned());
        used.insert(tag.clone());
        made.push(tag);
    }
    made
}

/// Returns the name of an item of a sudoku or a board of queens, by its first letter.
fn house_words(letter: &str) -> Option<(&'static str, &'static str)> {
    Some(match letter {
        "r" => ("row", "rows"),
        "c" => ("column", "columns"),
        "b" => ("box", "boxes"),
        _ => return None,
    })
}

/// The kind of sudoku that a puzzle is, or of another cover puzzle; nothing for one of pieces.
fn kind(subject: &Subject) -> &'static str {
    match subject {
        Subject::Puzzle(Encoded { puzzle, .. }) => {
            puzzle.cover.as_ref().map_or("", |cover| cover.kind)
        }
        Subject::Problem { .. } => "",
    }
}

fn groups(subject: &Subject, meanings: &[Meaning]) -> Vec<ItemGroup> {
    let problem = subject.problem();
    let is_sudoku = kind(subject) == "sudoku";
    let name = |(i, meaning): (usize, &Meaning)| match (subject, meaning) {
        (_, Meaning::Piece(_)) => "pieces",
        (Subject::Puzzle(..), Meaning::Site(_)) if is_sudoku => "cells",
        (Subject::Puzzle(..), Meaning::Site(_)) => "sites",
        (_, Meaning::Junction(_)) => "junctions",
        (_, Meaning::Rule(_)) => "rules",
        (_, Meaning::Name) if is_sudoku => {
            let letter = problem.items()[i].name.get(..1);
            letter.and_then(house_words).map_or("items", |(_, words)| words)
        }
        _ if problem.is_primary(ItemId(i as u32)) => "items",
        _ => "secondary items",
    };
    let mut groups: Vec<ItemGroup> = Vec::new();
    for (i, meaning) in meanings.iter().enumerate() {
        let name = name((i, meaning));
        match groups.last_mut().filter(|group| group.name == name) {
            Some(group) => group.items.end = i + 1,
            None => groups.push(ItemGroup { name: name.to_owned(), items: i..i + 1 }),
        }
    }
    groups
}

/// A sudoku's cell by the name of its item, "9,2": "column 9, row 2".
fn cell_words(name: &str) -> Option<String> {
    let (column, row) = name.split_once(',')?;
    Some(format!("column {column}, row {row}"))
}

/// A sudoku's item such as "r9=4": "4 in row 9".
fn house_item(name: &str) -> Option<String> {
    let (house, digit) = name.split_once('=')?;
    let (word, _) = house_words(house.get(..1)?)?;
    Some(format!("{digit} in {word} {}", &house[1..]))
}

/// An item of queens such as "r3" or "a5": "row 3", "diagonal a5".
fn queens_item(name: &str) -> Option<String> {
    Some(match house_words(name.get(..1)?) {
        Some((word, _)) => format!("{word} {}", &name[1..]),
        None => format!("diagonal {name}"),
    })
}

impl Stepper {
    /// An item in words, such as "cell 5, 2" or "piece L".
    pub fn item_words(&self, item: ItemId) -> String {
        let name = &self.subject.problem().item(item).name;
        match (&self.subject, self.meaning(item)) {
            (Subject::Puzzle(Encoded { puzzle, .. }), Meaning::Piece(piece)) => {
                format!("piece {}", puzzle.piece(piece).name)
            }
            (Subject::Puzzle(Encoded { puzzle, .. }), Meaning::Site(site)) => {
                let sudoku = cell_words(name).filter(|_| kind(&self.subject) == "sudoku");
                sudoku.unwrap_or_else(|| {
                    let lattice = puzzle.lattice;
                    let site = puzzle.board.sites()[site].site;
                    format!("{} {}", lattice.site_words.0, lattice.site_label(site))
                })
            }
            (Subject::Puzzle(Encoded { puzzle, encoding, .. }), Meaning::Junction(junction)) => {
                let numbers = (puzzle.lattice.address.of_corner)(encoding.junctions[junction].0);
                let numbers: Vec<String> = numbers.iter().map(i32::to_string).collect();
                format!("junction {}", numbers.join(", "))
            }
            (Subject::Puzzle(Encoded { encoding, .. }), Meaning::Rule(rule)) => {
                encoding.rule_items[rule].0.clone()
            }
            _ => {
                let words = match kind(&self.subject) {
                    "sudoku" => house_item(name),
                    "queens" => queens_item(name),
                    _ => None,
                };
                words.unwrap_or_else(|| format!("item {name}"))
            }
        }
    }

    /// An item in as few letters as a column has room for.
    pub fn item_letters(&self, item: ItemId) -> String {
        let name = &self.subject.problem().item(item).name;
        match self.meaning(item) {
            Meaning::Piece(_) => name.trim_start_matches('#').to_owned(),
            Meaning::Junction(_) | Meaning::Rule(_) | Meaning::Name => name.clone(),
            // Where every number of every site has one digit, none needs a comma.
            Meaning::Site(_) if self.names.compact => name.replace(',', ""),
            Meaning::Site(_) => name.clone(),
        }
    }

    /// The items by their kinds, in their order.
    pub fn item_groups(&self) -> &[ItemGroup] {
        &self.names.groups
    }

    /// The tag of an option: one or two letters of its piece, or its number.
    pub fn option_tag(&self, option: OptionId) -> String {
        let Subject::Puzzle(Encoded { encoding, .. }) = &self.subject else {
            return (option.0 + 1).to_string();
        };
        let own = self.names.tags.get(encoding.placement(option).piece.index());
        match own.filter(|_| kind(&self.subject) != "queens") {
            Some(tag) if !tag.is_empty() => tag.clone(),
            _ => (option.0 + 1).to_string(),
        }
    }

    /// An option in words: its items, or what it writes where.
    pub fn option_words(&self, option: OptionId) -> String {
        let items = self.subject.problem().option(option).items();
        let name = |item: ItemId| self.subject.problem().item(item).name.as_str();
        let place = match (&self.subject, kind(&self.subject)) {
            (Subject::Puzzle(Encoded { puzzle, encoding, .. }), "sudoku") => {
                let digit = &puzzle.piece(encoding.placement(option).piece).name;
                let cell = items.iter().find_map(|&item| cell_words(name(item)));
                cell.map(|cell| format!("{digit} in {cell}"))
            }
            (Subject::Puzzle(..), "queens") => {
                let of = |letter| {
                    let own = |&&item: &&ItemId| name(item).starts_with(letter);
                    items.iter().find(own).and_then(|&item| queens_item(name(item)))
                };
                of('r').zip(of('c')).map(|(row, column)| format!("queen in {row}, {column}"))
            }
            _ => None,
        };
        place.unwrap_or_else(|| self.option_items(option))
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

    /// The pinned pieces, in words; nothing without any.
    pub fn pin_words(&self) -> Option<String> {
        let Subject::Puzzle(Encoded { puzzle, .. }) = &self.subject else { return None };
        let names: Vec<&str> = puzzle.pinned().map(|pin| pinned_name(puzzle, pin.piece)).collect();
        match names.len() {
            0 => None,
            1 => Some(format!("Piece {} is pinned: its item has one option.", names[0])),
            _ => Some(format!("Pieces {} are pinned: no other options.", text::listed(&names))),
        }
    }

    /// The letter of the algorithm and the label of the step taken last, such as "X5".
    pub fn label(&self) -> String {
        match &self.last {
            None => format!("{}1", self.algorithm().letter()),
            Some(step) => self.algorithm().label(step),
        }
    }

    /// The algorithm that the problem needs.
    pub fn algorithm(&self) -> Algorithm {
        self.steps.algorithm()
    }

    /// The name of the algorithm.
    pub fn algorithm_words(&self) -> String {
        format!("Algorithm {} with dancing links", self.algorithm().letter())
    }

    /// The rule by which items are chosen, in a few words.
    pub fn rule_words(&self) -> &'static str {
        rule_words(self.rule())
    }

    /// The last step in a few words, for the status line.
    pub fn short_words(&self) -> &'static str {
        match self.last {
            None => "set up the matrix",
            Some(Step::Enter) => "enter the level",
            Some(Step::Choose { .. }) => "choose an item",
            Some(Step::Cover { .. }) if self.algorithm() == Algorithm::M => "prepare to branch",
            Some(Step::Cover { .. }) => "cover the item",
            Some(Step::DeadEnd { .. }) => "dead end",
            Some(Step::Solution) => "solution",
            Some(Step::Try { .. }) => "try an option",
            Some(Step::Exhausted { .. }) => "no option left to try",
            Some(Step::Leave { .. }) => "undo the option",
            Some(Step::Restore { .. }) => "uncover the item",
            Some(Step::LeaveLevel) => "leave the level",
        }
    }
}

fn pinned_name(puzzle: &Puzzle, piece: crate::puzzle::PieceId) -> &str {
    &puzzle.piece(piece).name
}

/// A rule by which items are chosen, in a few words.
fn rule_words(rule: ItemRule) -> &'static str {
    match rule {
        ItemRule::Fewest => "fewest options",
        ItemRule::First => "first",
        ItemRule::Largest => "most options",
        ItemRule::Random => "random",
    }
}

#[cfg(test)]
mod tests {
    use super::tags;

    #[test]
    fn tags_of_pieces_differ() {
        let names = ["bar", "bar′", "crook", "crown", "crook′", "V", "cr", "crook″"];
        let made = tags(names.into_iter());
        assert_eq!(
            made,
            ["ba", "br", "co", "cw", "ck", "V", "cr", "c″"].map(str::to_owned).to_vec()
        );
        let many: Vec<String> = (0..1000).map(|n| format!("piece {n}")).collect();
        let made = tags(many.iter().map(String::as_str));
        let different: std::collections::HashSet<&String> = made.iter().collect();
        assert_eq!(different.len(), 1000);
    }
}
