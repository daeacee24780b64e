//! The variants as a map: a table of two choices, or the sites of the board where there is one choice
//! of a site.

use std::collections::BTreeSet;

use crate::encode::SymmetryGroup;
use crate::job::variants::VariantList;
use crate::lattice::Point;
use crate::puzzle::variants::{CardChoice, CardKind, OpenSets, VariantFamily};
use crate::puzzle::{BoardForm, NamedShape};

/// No map has more cells than this.
const MAX_CELLS: u64 = 20_000;
/// No side of a table is longer than this.
const MAX_COLUMNS_ACROSS: u64 = 64;

/// Where the variants lie on a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantMap {
    /// Its form.
    pub form: MapForm,
    /// For each combination of choices, by its rank, the variant that it is or is equal to by symmetry.
    pub cells: Vec<Option<u32>>,
}

/// The form of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MapForm {
    /// A site each, by the rank of its choice.
    Board(Vec<Point>),
    /// A table for each set of the first of three choices, or one table; the names of the sets.
    Table {
        /// The sets of the choice above the table; none where there are two choices.
        above: Vec<String>,
        /// The rows.
        rows: Vec<String>,
        /// The columns.
        columns: Vec<String>,
    },
}

impl VariantMap {
    /// The map of a list; `None` where the choices make none, or it would be too large.
    pub(in crate::workbench) fn new(
        list: &VariantList,
        group: &SymmetryGroup,
    ) -> Option<VariantMap> {
        let family = &list.family;
        if family.combinations() > MAX_CELLS || family.chooses_pieces() {
            return None;
        }
        if family.chooses_cards() {
            let form = form_of_cards(family)?;
            return Some(VariantMap { form, cells: list.of_ranks(group) });
        }
        let names = |choice: usize| -> Option<Vec<String>> {
            let all = family.choices[choice].sets.len();
            let name = |rank| family.set_name(&list.puzzle, choice, rank);
            (all <= MAX_COLUMNS_ACROSS).then(|| (0..all).map(name).collect())
        };
        let form = match &family.choices[..] {
            [one] => match &one.sets {
                OpenSets::Some { sites, count: 1 } => MapForm::Board(sites.clone()),
                _ => return None,
            },
            [_, _] => MapForm::Table { above: Vec::new(), rows: names(0)?, columns: names(1)? },
            [_, _, _] => MapForm::Table { above: names(0)?, rows: names(1)?, columns: names(2)? },
            _ => return None,
        };
        Some(VariantMap { form, cells: list.of_ranks(group) })
    }
}

/// The table of boards of two sizes each, where there is no other choice.
fn form_of_cards(family: &VariantFamily) -> Option<MapForm> {
    let [CardChoice { kind: CardKind::FittingBoard, cards }] = &family.cards[..] else {
        return None;
    };
    let sizes = cards.iter().map(|card| match &card.board.as_ref()?.form {
        Some(BoardForm::Named(NamedShape { numbers, .. })) => match numbers[..] {
            [width, height] => Some((width, height)),
            _ => None,
        },
        _ => None,
    });
    let sizes: Vec<(u32, u32)> = sizes.collect::<Option<_>>()?;
    let sorted = |numbers: BTreeSet<u32>| numbers.into_iter().collect::<Vec<u32>>();
    let rows = sorted(sizes.iter().map(|size| size.0).collect());
    let columns = sorted(sizes.iter().map(|size| size.1).collect());
    let is_whole = sizes.len() == rows.len() * columns.len() && family.choices.is_empty();
    let names = |numbers: Vec<u32>| numbers.iter().map(u32::to_string).collect();
    let is_small = rows.len().max(columns.len()) as u64 <= MAX_COLUMNS_ACROSS;
    (is_whole && is_small).then(|| MapForm::Table {
        above: Vec::new(),
        rows: names(rows),
        columns: names(columns),
    })
}
