//! The exact cover problem: items with multiplicities, options, colours (TAOCP 7.2.2.1).
//!
//! A solution is a set of options such that every primary item is in at least `min` and at most
//! `max` of them, and every secondary item is either in at most one of them, or in several that
//! all give it the same colour. Every option of a solution has at least one primary item: an
//! option of secondary items alone is never chosen.

use std::fmt;

/// Index of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ItemId(pub u32);

/// Index of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionId(pub u32);

impl ItemId {
    /// As an index into a slice.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl OptionId {
    /// As an index into a slice.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How often an item must be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// At least `min` and at most `max` times; `min ≤ max` and `max ≥ 1`.
    Primary {
        /// The least number.
        min: u32,
        /// The most.
        max: u32,
    },
    /// At most once, or any number of times in one colour.
    Secondary,
}

impl ItemKind {
    /// Exactly once.
    pub const ONCE: ItemKind = ItemKind::Primary { min: 1, max: 1 };
}

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name, unique among the items.
    pub name: String,
    /// How often it must be covered.
    pub kind: ItemKind,
}

/// An item as it stands in an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The item.
    pub item: ItemId,
    /// Its colour there, from 1; 0 for none. Only secondary items have colours.
    pub colour: u32,
}

/// A problem that has been checked; made by [`ProblemBuilder`].
///
/// Primary items come before secondary ones. Memory is 8 bytes for each item of each option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    items: Vec<Item>,
    primary: usize,
    starts: Vec<u32>,
    cells: Vec<Cell>,
    colours: Vec<String>,
}

/// What keeps items and options from being a problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// Two items of one name.
    #[error("item {0} is named twice")]
    RepeatedItem(String),
    /// A multiplicity that cannot be.
    #[error("item {name}: multiplicity {min}..{max} is empty; expected min ≤ max and max ≥ 1")]
    Multiplicity {
        /// The item.
        name: String,
        /// The least number asked for.
        min: u32,
        /// The most.
        max: u32,
    },
    /// An option without items.
    #[error("option {0} has no items")]
    EmptyOption(usize),
    /// An option that names an item twice.
    #[error("option {option} names item {name} twice")]
    RepeatedInOption {
        /// Number of the option, from 1.
        option: usize,
        /// The item.
        name: String,
    },
    /// A colour on a primary item.
    #[error(
        "option {option} gives a colour to item {name}, which is primary; only secondary items have colours"
    )]
    ColouredPrimary {
        /// Number of the option, from 1.
        option: usize,
        /// The item.
        name: String,
    },
    /// Too many options or items for 32-bit indices.
    #[error("more than {0} items in all options together; make the puzzle smaller")]
    TooLarge(u64),
}

/// The largest number of items in all options together.
const MOST_CELLS: u64 = 200_000_000;

/// Collects items, then options.
#[derive(Debug, Default)]
pub struct ProblemBuilder {
    items: Vec<Item>,
    starts: Vec<u32>,
    cells: Vec<Cell>,
    colours: Vec<String>,
}

impl ProblemBuilder {
    /// Adds an item. Primary items must be added before secondary ones.
    pub fn item(&mut self, name: impl Into<String>, kind: ItemKind) -> ItemId {
        debug_assert!(
            kind == ItemKind::Secondary
                || self.items.last().is_none_or(|last| last.kind != ItemKind::Secondary),
            "primary items come first"
        );
        self.items.push(Item { name: name.into(), kind });
        ItemId(self.items.len() as u32 - 1)
    }

    /// Names the colours, so that colour n (from 1) is called `names[n - 1]` in texts.
    pub fn name_colours(&mut self, names: Vec<String>) {
        self.colours = names;
    }

    /// Adds an option of these items without colours.
    pub fn option(&mut self, items: impl IntoIterator<Item = ItemId>) -> OptionId {
        self.coloured_option(items.into_iter().map(|item| Cell { item, colour: 0 }))
    }

    /// Adds an option of these cells.
    pub fn coloured_option(&mut self, cells: impl IntoIterator<Item = Cell>) -> OptionId {
        self.starts.push(self.cells.len() as u32);
        if (self.cells.len() as u64) < MOST_CELLS {
            self.cells.extend(cells);
        }
        OptionId(self.starts.len() as u32 - 1)
    }

    /// Checks everything.
    ///
    /// # Errors
    /// The first thing that is wrong. Cost is linear in the size of the problem.
    pub fn build(mut self) -> Result<Problem, ProblemError> {
        if self.cells.len() as u64 >= MOST_CELLS {
            return Err(ProblemError::TooLarge(MOST_CELLS));
        }
        let mut names = std::collections::HashSet::new();
        for item in &self.items {
            if !names.insert(item.name.as_str()) {
                return Err(ProblemError::RepeatedItem(item.name.clone()));
            }
            if let ItemKind::Primary { min, max } = item.kind
                && (min > max || max == 0)
            {
                return Err(ProblemError::Multiplicity { name: item.name.clone(), min, max });
            }
        }
        self.starts.push(self.cells.len() as u32);
        let mut seen_in = vec![usize::MAX; self.items.len()];
        for (i, range) in self.starts.windows(2).enumerate() {
            let cells = &self.cells[range[0] as usize..range[1] as usize];
            if cells.is_empty() {
                return Err(ProblemError::EmptyOption(i + 1));
            }
            for cell in cells {
                let item = &self.items[cell.item.index()];
                let name = || item.name.clone();
                if std::mem::replace(&mut seen_in[cell.item.index()], i) == i {
                    return Err(ProblemError::RepeatedInOption { option: i + 1, name: name() });
                }
                if cell.colour != 0 && item.kind != ItemKind::Secondary {
                    return Err(ProblemError::ColouredPrimary { option: i + 1, name: name() });
                }
            }
        }
        let primary = self.items.iter().filter(|i| i.kind != ItemKind::Secondary).count();
        Ok(Problem {
            items: self.items,
            primary,
            starts: self.starts,
            cells: self.cells,
            colours: self.colours,
        })
    }
}

impl Problem {
    /// The items, primary ones first.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// An item by its index.
    pub fn item(&self, id: ItemId) -> &Item {
        &self.items[id.index()]
    }

    /// The number of primary items.
    pub fn primary_count(&self) -> usize {
        self.primary
    }

    /// Whether an item is primary.
    pub fn is_primary(&self, id: ItemId) -> bool {
        id.index() < self.primary
    }

    /// The number of options.
    pub fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// All options.
    pub fn options(&self) -> impl Iterator<Item = (OptionId, &[Cell])> {
        (0..self.option_count() as u32).map(|i| (OptionId(i), self.option(OptionId(i))))
    }

    /// The items of an option.
    pub fn option(&self, id: OptionId) -> &[Cell] {
        let i = id.index();
        &self.cells[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    /// The number of items in all options together.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// The name of a colour.
    pub fn colour_name(&self, colour: u32) -> String {
        match self.colours.get(colour as usize - 1) {
            Some(name) => name.clone(),
            None => colour.to_string(),
        }
    }

    /// The problem with only some of its options, and for each of those its index here.
    pub fn restricted(&self, mut keep: impl FnMut(OptionId) -> bool) -> (Problem, Vec<OptionId>) {
        let mut kept = Vec::new();
        let mut starts = vec![0];
        let mut cells = Vec::new();
        for (id, option) in self.options() {
            if keep(id) {
                kept.push(id);
                cells.extend_from_slice(option);
                starts.push(cells.len() as u32);
            }
        }
        let restricted = Problem {
            items: self.items.clone(),
            primary: self.primary,
            starts,
            cells,
            colours: self.colours.clone(),
        };
        (restricted, kept)
    }

    /// The same options over the same items, which get other kinds and another order: `items`
    /// names every item once with its new kind, primary ones first. Returns with the problem
    /// where each item has gone.
    ///
    /// # Panics
    /// When an item is missing or named twice, and when a primary one follows a secondary one.
    pub fn arranged(&self, items: &[(ItemId, ItemKind)]) -> (Problem, Vec<ItemId>) {
        let mut place = vec![ItemId(u32::MAX); self.items.len()];
        for (i, (id, _)) in items.iter().enumerate() {
            place[id.index()] = ItemId(i as u32);
        }
        let all = items.len() == place.len() && place.iter().all(|id| id.0 != u32::MAX);
        assert!(all, "every item once");
        let secondary = |&(_, kind): &(ItemId, ItemKind)| kind == ItemKind::Secondary;
        let primary = items.iter().position(secondary).unwrap_or(items.len());
        assert!(items[primary..].iter().all(secondary), "primary items come first");
        let named =
            |&(id, kind): &(ItemId, ItemKind)| Item { name: self.item(id).name.clone(), kind };
        let moved = |cell: &Cell| Cell { item: place[cell.item.index()], ..*cell };
        let arranged = Problem {
            items: items.iter().map(named).collect(),
            primary,
            starts: self.starts.clone(),
            cells: self.cells.iter().map(moved).collect(),
            colours: self.colours.clone(),
        };
        (arranged, place)
    }
}

impl fmt::Display for OptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_problem_is_refused_with_its_name() {
        let mut builder = ProblemBuilder::default();
        builder.item("a", ItemKind::Primary { min: 2, max: 1 });
        assert!(builder.build().unwrap_err().to_string().contains("item a"));

        let mut builder = ProblemBuilder::default();
        let a = builder.item("a", ItemKind::ONCE);
        builder.option([a, a]);
        assert_eq!(
            builder.build(),
            Err(ProblemError::RepeatedInOption { option: 1, name: "a".into() })
        );
    }
}
