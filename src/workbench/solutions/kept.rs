//! A list as it is kept with the results, and found again when the puzzle is opened.

use super::grouping::Grouping;
use super::listing::{ListSettings, Sort};
use crate::encode::Encoding;
use crate::puzzle::Puzzle;
use crate::solution::database::KeptList;
use crate::solution::filter::Expression;
use crate::solution::measures::MeasureId;

/// The names of the groupings that are no measures; that of a position is followed by the piece.
const ORBITS: &str = "orbits";
const PIECES: &str = "pieces used";
const OPEN: &str = "open sites";
const POSITION: &str = "position of ";

/// The list of a document as it was read and as it was written.
#[derive(Default)]
pub(in crate::workbench) struct ListRecord {
    /// The list as it is kept, once that has been read.
    pub(in crate::workbench) stored: Option<KeptList>,
    /// The list of which that was written last.
    pub(in crate::workbench) last: Option<(ListSettings, u64)>,
}

impl ListSettings {
    /// The part of them that is kept. Marks, ranges of numbers and likeness are not.
    pub(in crate::workbench) fn kept(
        &self,
        puzzle: &Puzzle,
        encoding: &Encoding,
        selected: u64,
    ) -> KeptList {
        let filter = self.condition(puzzle, encoding);
        let sort = |Sort { measure, descending }: Sort| {
            format!("{}{}", if descending { "-" } else { "" }, measure.row().id)
        };
        let grouping = |grouping: Grouping| match grouping {
            Grouping::OrbitSize => ORBITS.to_owned(),
            Grouping::PiecesUsed => PIECES.to_owned(),
            Grouping::OpenSites => OPEN.to_owned(),
            Grouping::Position(piece) => format!("{POSITION}{}", puzzle.piece(piece).name),
            Grouping::Measure(measure) => measure.row().id.to_owned(),
        };
        KeptList {
            filter: filter.map_or_else(String::new, |condition| condition.to_string()),
            sort: self.sort.map_or_else(String::new, sort),
            grouping: self.group.map_or_else(String::new, grouping),
            selected,
        }
    }

    /// Those that are kept; what this version, or the puzzle as it is now, does not know is left out.
    pub(in crate::workbench) fn of_kept(
        kept: &KeptList,
        puzzle: &Puzzle,
        encoding: &Encoding,
    ) -> ListSettings {
        let (descending, measure) = match kept.sort.strip_prefix('-') {
            Some(measure) => (true, measure),
            None => (false, kept.sort.as_str()),
        };
        let group = match kept.grouping.as_str() {
            ORBITS => Some(Grouping::OrbitSize),
            PIECES => Some(Grouping::PiecesUsed),
            OPEN => Some(Grouping::OpenSites),
            text => match text.strip_prefix(POSITION) {
                Some(name) => {
                    let piece = puzzle.pieces().find(|(_, piece)| piece.name == name);
                    piece.map(|(id, _)| Grouping::Position(id))
                }
                None => MeasureId::by_id(text).map(Grouping::Measure),
            },
        };
        let plain = ListSettings {
            sort: MeasureId::by_id(measure).map(|measure| Sort { measure, descending }),
            group: group.filter(|grouping| grouping.may_differ(puzzle)),
            ..ListSettings::default()
        };
        match kept.filter.parse::<Expression>() {
            Ok(condition) => plain.with_condition(&condition, puzzle, encoding),
            Err(_) => plain,
        }
    }
}
