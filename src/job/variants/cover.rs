//! All variants as one exact cover.
//!
//! The board is that of the puzzle, and what a variant leaves open is covered by a marker: an item
//! for each choice of sites, with an option for each site that it may leave open (or, where choices
//! are not independent, one item with an option for each variant). So a solution is one of the
//! variant that its markers name, and what the variants have in common is searched once.
//!
//! That holds for the rules of a puzzle too, but for those about the border and about straight lines,
//! which depend on the board that is left: such puzzles are solved one by one.

use rustc_hash::FxHashMap;

use super::VariantList;
use crate::encode::Encoding;
use crate::exact_cover::problem::{Cell, ProblemBuilder, ProblemError};
use crate::exact_cover::{ItemId, ItemKind, OptionId, Problem};
use crate::lattice::Point;
use crate::puzzle::variants::OpenSets;
use crate::puzzle::{BorderRule, Puzzle};

/// The way variants are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::job) enum Marking {
    /// An item for each choice.
    Choices,
    /// One item for all variants.
    Variants,
}

/// The exact cover of all variants.
#[derive(Debug)]
pub(in crate::job) struct MarkedCover {
    pub(in crate::job) problem: Problem,
    pub(super) marking: Marking,
    /// The options of the puzzle come first; those from here on are markers.
    first_marker: usize,
    /// For each marker of a choice, its site.
    sites: Vec<Point>,
    /// For each set of open sites, the variant; for markers of choices.
    by_sites: FxHashMap<Vec<Point>, u32>,
    /// For each marker of a variant, the variant.
    variants: Vec<u32>,
}

/// Returns whether the rules of a puzzle can be kept in one cover of all variants.
pub(super) fn suits(puzzle: &Puzzle) -> bool {
    puzzle.cover.is_none() && !puzzle.rules.fault_free && puzzle.rules.at_border == BorderRule::Free
}

impl MarkedCover {
    /// The cover of those variants of a list that are `open`, by their index.
    ///
    /// # Errors
    /// When it is too large.
    pub(in crate::job) fn new(
        list: &VariantList,
        encoding: &Encoding,
        open: &[usize],
        marking: Marking,
    ) -> Result<MarkedCover, ProblemError> {
        let problem = &encoding.problem;
        let mut builder = ProblemBuilder::default();
        let primary = problem.primary_count();
        for item in &problem.items()[..primary] {
            builder.item(item.name.clone(), item.kind);
        }
        let mut marker = |n: usize, kind: ItemKind| builder.item(format!("open {n}"), kind);
        let markers: Vec<ItemId> = match marking {
            Marking::Variants => vec![marker(1, ItemKind::ONCE)],
            Marking::Choices => {
                let choices = (1..).zip(&list.family.choices);
                choices.map(|(n, choice)| marker(n, kind_of(&choice.sets))).collect()
            }
        };
        for item in &problem.items()[primary..] {
            builder.item(item.name.clone(), item.kind);
        }
        let moved = |item: ItemId| match item.index() < primary {
            true => item,
            false => ItemId(item.0 + markers.len() as u32),
        };
        for (_, option) in problem.options() {
            let cells = option.iter().map(|c| Cell { item: moved(c.item), colour: c.colour });
            builder.coloured_option(cells);
        }
        let first_marker = problem.option_count();
        let item_of = |site: &Point| {
            let position = list.puzzle.board.position(*site).expect("open sites are on the board");
            moved(encoding.site_items[position])
        };
        let (mut sites, mut by_sites, mut variants) =
            (Vec::new(), FxHashMap::default(), Vec::new());
        match marking {
            Marking::Choices => {
                for (&marker, choice) in markers.iter().zip(&list.family.choices) {
                    for site in choice.sets.sites() {
                        builder.option([marker, item_of(&site)]);
                        sites.push(site);
                    }
                }
                by_sites.extend(open.iter().map(|&n| (list.open_sites(n), n as u32)));
            }
            Marking::Variants => {
                for &n in open {
                    let open = list.open_sites(n);
                    builder.option(std::iter::once(markers[0]).chain(open.iter().map(item_of)));
                    variants.push(n as u32);
                }
            }
        }
        let problem = builder.build()?;
        Ok(MarkedCover { problem, marking, first_marker, sites, by_sites, variants })
    }

    /// The variant that a solution, ascending, is one of, and its placements; `None` for one of a
    /// variant that is not asked for.
    pub(in crate::job) fn variant<'s>(
        &self,
        solution: &'s [OptionId],
    ) -> Option<(usize, &'s [OptionId])> {
        let end = solution.partition_point(|option| option.index() < self.first_marker);
        let (placements, markers) = solution.split_at(end);
        let marked = markers.iter().map(|option| option.index() - self.first_marker);
        let variant = match self.marking {
            Marking::Variants => marked.map(|marker| self.variants[marker]).next()?,
            Marking::Choices => {
                let mut sites: Vec<Point> = marked.map(|marker| self.sites[marker]).collect();
                sites.sort_unstable();
                *self.by_sites.get(&sites)?
            }
        };
        Some((variant as usize, placements))
    }
}

/// Returns the number of times the item of a choice is marked. Only choices of some of a group are
/// marked separately.
fn kind_of(sets: &OpenSets) -> ItemKind {
    let count = match sets {
        OpenSets::Some { count, .. } => *count as u32,
        OpenSets::Listed(_) => 1,
    };
    ItemKind::Primary { min: count, max: count }
}

/// Returns whether choices can be marked separately: they have no site in common, and none lists
/// sets.
pub(super) fn has_independent_choices(list: &VariantList) -> bool {
    let is_group = |sets: &OpenSets| matches!(sets, OpenSets::Some { .. });
    list.family.is_disjoint() && list.family.choices.iter().all(|choice| is_group(&choice.sets))
}
