//! The variants as a map: a table of two choices, or the sites of the board where there is one choice
//! of a site.

use crate::encode::SymmetryGroup;
use crate::job::variants::VariantList;
use crate::lattice::Point;
use crate::puzzle::variants::OpenSets;

/// No map has more cells than this.
const MOST_CELLS: u64 = 20_000;
/// No side of a table is longer than this.
const MOST_ACROSS: u64 = 64;

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
    pub(super) fn new(list: &VariantList, group: &SymmetryGroup) -> Option<VariantMap> {
        let family = &list.family;
        if family.combinations() > MOST_CELLS || family.chooses_pieces() {
            return None;
        }
        let names = |choice: usize| -> Option<Vec<String>> {
            let all = family.choices[choice].sets.len();
            let name = |rank| family.set_name(&list.puzzle, choice, rank);
            (all <= MOST_ACROSS).then(|| (0..all).map(name).collect())
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
