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

/// The number of times that an item must be covered.
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
    /// The number of times that it must be covered.
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
/// Primary items come before secondary ones. Memory is 4 bytes for each item of each option and 4
/// for each option; as much again for each item of each option where there are colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    items: Vec<Item>,
    primary: usize,
    cells: CellLists,
    colour_names: Vec<String>,
}

/// The cells of all options, one option after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct CellLists {
    /// Where each option ends.
    ends: Vec<u32>,
    /// The item of each cell.
    items: Vec<ItemId>,
    /// The colour of each cell; empty when no cell has one.
    colours: Vec<u32>,
}

impl CellLists {
    fn push(&mut self, cell: Cell) {
        if cell.colour != 0 || !self.colours.is_empty() {
            self.colours.resize(self.items.len(), 0);
            self.colours.push(cell.colour);
        }
        self.items.push(cell.item);
    }

    /// Ends the option whose cells were added last.
    fn end_option(&mut self) {
        self.ends.push(self.items.len() as u32);
    }

    fn option(&self, id: OptionId) -> OptionCells<'_> {
        let start = id.index().checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        let range = start..self.ends[id.index()] as usize;
        let colours = if self.colours.is_empty() { &[] } else { &self.colours[range.clone()] };
        OptionCells { items: &self.items[range], colours }
    }
}

/// The cells of an option, in its order.
#[derive(Clone, Copy, Debug)]
pub struct OptionCells<'p> {
    items: &'p [ItemId],
    /// Empty when no cell of the problem has a colour.
    colours: &'p [u32],
}

impl<'p> OptionCells<'p> {
    /// The number of cells.
    pub fn len(self) -> usize {
        self.items.len()
    }

    /// Returns whether there are no cells, which is never so for an option of a [`Problem`].
    pub fn is_empty(self) -> bool {
        self.items.is_empty()
    }

    /// The items alone.
    pub fn items(self) -> &'p [ItemId] {
        self.items
    }

    /// The cells one after the other.
    pub fn iter(self) -> OptionCellsIter<'p> {
        OptionCellsIter { items: self.items.iter(), colours: self.colours.iter() }
    }
}

impl<'p> IntoIterator for OptionCells<'p> {
    type Item = Cell;
    type IntoIter = OptionCellsIter<'p>;

    fn into_iter(self) -> OptionCellsIter<'p> {
        self.iter()
    }
}

/// An iterator over the cells of an option.
#[derive(Clone, Debug)]
pub struct OptionCellsIter<'p> {
    items: std::slice::Iter<'p, ItemId>,
    colours: std::slice::Iter<'p, u32>,
}

impl Iterator for OptionCellsIter<'_> {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let item = *self.items.next()?;
        Some(Cell { item, colour: self.colours.next().copied().unwrap_or(0) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl ExactSizeIterator for OptionCellsIter<'_> {}

/// The reason that items and options are not a problem.
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

/// The largest number of items in all options together: 1.6 GB of memory.
const MAX_CELLS: u64 = 400_000_000;

/// Collects items, then options.
#[derive(Debug, Default)]
pub struct ProblemBuilder {
    items: Vec<Item>,
    cells: CellLists,
    colour_names: Vec<String>,
    /// True if cells were left out because there are more than can be.
    overflows: bool,
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
        self.colour_names = names;
    }

    /// Reserves memory for exactly this number of further options and of their cells together.
    pub fn reserve(&mut self, options: usize, cells: usize) {
        self.cells.ends.reserve_exact(options);
        self.cells.items.reserve_exact(cells);
    }

    /// Adds an option of these items without colours.
    pub fn option(&mut self, items: impl IntoIterator<Item = ItemId>) -> OptionId {
        self.coloured_option(items.into_iter().map(|item| Cell { item, colour: 0 }))
    }

    /// Adds an option of these cells.
    pub fn coloured_option(&mut self, cells: impl IntoIterator<Item = Cell>) -> OptionId {
        self.overflows |= self.cells.items.len() as u64 >= MAX_CELLS;
        if !self.overflows {
            cells.into_iter().for_each(|cell| self.cells.push(cell));
        }
        self.cells.end_option();
        OptionId(self.cells.ends.len() as u32 - 1)
    }

    /// Checks everything.
    ///
    /// # Errors
    /// The first thing that is wrong. Cost is linear in the size of the problem.
    pub fn build(mut self) -> Result<Problem, ProblemError> {
        if self.overflows || self.cells.items.len() as u64 > MAX_CELLS {
            return Err(ProblemError::TooLarge(MAX_CELLS));
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
        if !self.cells.colours.is_empty() {
            self.cells.colours.resize(self.cells.items.len(), 0);
        }
        let mut seen_in = vec![usize::MAX; self.items.len()];
        for i in 0..self.cells.ends.len() {
            let cells = self.cells.option(OptionId(i as u32));
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
            cells: self.cells,
            colour_names: self.colour_names,
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

    /// Returns whether an item is primary.
    pub fn is_primary(&self, id: ItemId) -> bool {
        id.index() < self.primary
    }

    /// The number of options.
    pub fn option_count(&self) -> usize {
        self.cells.ends.len()
    }

    /// All options.
    pub fn options(&self) -> impl Iterator<Item = (OptionId, OptionCells<'_>)> {
        (0..self.option_count() as u32).map(|i| (OptionId(i), self.option(OptionId(i))))
    }

    /// The items of an option.
    pub fn option(&self, id: OptionId) -> OptionCells<'_> {
        self.cells.option(id)
    }

    /// Returns whether any option gives an item a colour.
    pub fn has_colours(&self) -> bool {
        !self.cells.colours.is_empty()
    }

    /// The number of items in all options together.
    pub fn cell_count(&self) -> usize {
        self.cells.items.len()
    }

    /// The name of a colour.
    pub fn colour_name(&self, colour: u32) -> String {
        match self.colour_names.get(colour as usize - 1) {
            Some(name) => name.clone(),
            None => colour.to_string(),
        }
    }

    /// The problem with only some of its options, and for each of those its index here.
    pub fn restricted(&self, mut keep: impl FnMut(OptionId) -> bool) -> (Problem, Vec<OptionId>) {
        let mut kept = Vec::new();
        let mut cells = CellLists::default();
        for (id, option) in self.options() {
            if keep(id) {
                kept.push(id);
                cells.items.extend_from_slice(option.items);
                cells.colours.extend_from_slice(option.colours);
                cells.end_option();
            }
        }
        if cells.colours.iter().all(|&colour| colour == 0) {
            cells.colours = Vec::new();
        }
        let restricted = Problem {
            items: self.items.clone(),
            primary: self.primary,
            cells,
            colour_names: self.colour_names.clone(),
        };
        (restricted, kept)
    }

    /// The problem with these of its options, in this order.
    pub fn selected(&self, options: &[OptionId]) -> Problem {
        let mut cells = CellLists::default();
        for &option in options {
            let option = self.option(option);
            cells.items.extend_from_slice(option.items);
            cells.colours.extend_from_slice(option.colours);
            cells.end_option();
        }
        Problem {
            items: self.items.clone(),
            primary: self.primary,
            cells,
            colour_names: self.colour_names.clone(),
        }
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
        let moved = |item: &ItemId| place[item.index()];
        let cells = CellLists {
            ends: self.cells.ends.clone(),
            items: self.cells.items.iter().map(moved).collect(),
            colours: self.cells.colours.clone(),
        };
        let arranged = Problem {
            items: items.iter().map(named).collect(),
            primary,
            cells,
            colour_names: self.colour_names.clone(),
        };
        (arranged, place)
    }

    /// The same problem from the other end: items, primary and secondary ones for themselves, and
    /// options stand in reverse order. Returns with it for each option its index here.
    pub fn reversed(&self) -> (Problem, Vec<OptionId>) {
        let (primary, secondary) = self.items.split_at(self.primary);
        let from: Vec<OptionId> = (0..self.option_count() as u32).rev().map(OptionId).collect();
        let place = |item: ItemId| match item.index() < self.primary {
            true => ItemId((self.primary - 1 - item.index()) as u32),
            false => ItemId((self.items.len() - 1 - (item.index() - self.primary)) as u32),
        };
        let mut cells = CellLists::default();
        for &option in &from {
            let option = self.option(option);
            cells.items.extend(option.items.iter().map(|&item| place(item)));
            cells.colours.extend_from_slice(option.colours);
            cells.end_option();
        }
        let reversed = Problem {
            items: primary.iter().rev().chain(secondary.iter().rev()).cloned().collect(),
            primary: self.primary,
            cells,
            colour_names: self.colour_names.clone(),
        };
        (reversed, from)
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
    fn cells_have_the_colours_they_were_given_also_where_the_first_ones_have_none() {
        let mut builder = ProblemBuilder::default();
        let a = builder.item("a", ItemKind::ONCE);
        let [b, c] = ["b", "c"].map(|name| builder.item(name, ItemKind::Secondary));
        let options: [&[(ItemId, u32)]; 4] =
            [&[(a, 0), (b, 0)], &[(c, 2), (a, 0)], &[(a, 0)], &[(b, 1), (c, 0)]];
        for option in options {
            let cells = option.iter().map(|&(item, colour)| Cell { item, colour });
            builder.coloured_option(cells);
        }
        let problem = builder.build().unwrap();
        assert!(problem.has_colours());
        let listed = |problem: &Problem| -> Vec<Vec<(ItemId, u32)>> {
            let cells = problem.options().map(|(_, option)| option.iter());
            cells.map(|cells| cells.map(|c| (c.item, c.colour)).collect()).collect()
        };
        assert_eq!(listed(&problem), options);
        let (restricted, kept) = problem.restricted(|option| option.0 % 2 == 1);
        assert_eq!(kept, [OptionId(1), OptionId(3)]);
        assert_eq!(listed(&restricted), [options[1], options[3]]);
    }

    #[test]
    fn a_problem_reversed_twice_is_the_same() {
        let mut builder = ProblemBuilder::default();
        let [a, b] = ["a", "b"].map(|name| builder.item(name, ItemKind::ONCE));
        let c = builder.item("c", ItemKind::Primary { min: 0, max: 2 });
        let [d, e] = ["d", "e"].map(|name| builder.item(name, ItemKind::Secondary));
        for option in [&[(a, 0), (d, 1)][..], &[(b, 0), (c, 0), (e, 0)], &[(c, 0), (d, 2)]] {
            let cells = option.iter().map(|&(item, colour)| Cell { item, colour });
            builder.coloured_option(cells);
        }
        let problem = builder.build().unwrap();
        let (reversed, from) = problem.reversed();
        assert_eq!(from, [OptionId(2), OptionId(1), OptionId(0)]);
        let names: Vec<&str> = reversed.items().iter().map(|item| item.name.as_str()).collect();
        assert_eq!(names, ["c", "b", "a", "e", "d"]);
        // Each option has the items and colours that it had.
        let named = |problem: &Problem, option| -> Vec<(String, u32)> {
            let cells = problem.option(option).iter();
            cells.map(|cell| (problem.item(cell.item).name.clone(), cell.colour)).collect()
        };
        for (n, &option) in (0..).zip(&from) {
            assert_eq!(named(&reversed, OptionId(n)), named(&problem, option));
        }
        assert_eq!(reversed.reversed().0, problem);
    }

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
