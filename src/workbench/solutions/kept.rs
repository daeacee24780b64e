//! A list as it is kept with the results, and found again when the puzzle is opened.

use super::SolvedState;
use super::grouping::Grouping;
use super::listing::{ListSettings, Sort};
use crate::encode::Encoding;
use crate::puzzle::Puzzle;
use crate::solution::Store;
use crate::solution::database::KeptList;
use crate::solution::filter::Expression;
use crate::solution::measures::MeasureId;
use crate::workbench::document::Document;
use crate::workbench::results::Results;

/// The names of the groupings that are no measures; that of a position is followed by the piece.
const ORBITS: &str = "orbits";
const PIECES: &str = "pieces used";
const OPEN: &str = "open sites";
const POSITION: &str = "position of ";

/// What of a document's list has been read and written.
#[derive(Default)]
pub(in crate::workbench) struct ListRecord {
    /// The list as it is kept, once that has been read.
    stored: Option<KeptList>,
    /// The list of which that was written last.
    last: Option<(ListSettings, u64)>,
}

impl ListSettings {
    /// What of them is kept. Marks, ranges of numbers and likeness are not.
    fn kept(&self, puzzle: &Puzzle, encoding: &Encoding, selected: u64) -> KeptList {
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
    fn of_kept(kept: &KeptList, puzzle: &Puzzle, encoding: &Encoding) -> ListSettings {
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

impl Document {
    /// Lists the solutions as they were listed last, once that has been read, and keeps from then on how
    /// they are. Returns whether anything new can be seen.
    pub(in crate::workbench) fn follow_kept_list(&mut self, results: &Results) -> bool {
        let is_over = self.run().is_none_or(|run| run.phase().is_over());
        let Some(solved) = self.solved.as_mut().filter(|_| is_over) else { return false };
        let Some((digest, read)) = solved.marks.read_list() else { return false };
        let is_read = solved.list_record.stored.is_some();
        solved.list_record.stored.get_or_insert(read.clone());
        if !is_read {
            return self.list_as_kept(&read);
        }
        let now = (solved.browser.settings().clone(), solved.selected);
        if solved.list_record.last.as_ref() == Some(&now) || self.shows_all() {
            return false;
        }
        let number = self.number(now.1).unwrap_or(1);
        let Some(solved) = &mut self.solved else { return false };
        let analysis = &solved.analysis;
        let kept = now.0.kept(&analysis.puzzle, &analysis.encoding, number);
        solved.list_record.last = Some(now);
        if solved.list_record.stored.as_ref() != Some(&kept) {
            solved.list_record.stored = Some(kept.clone());
            results.handle().keep_list(digest, kept);
        }
        false
    }

    /// Lists the solutions as is kept, unless the list has been changed already.
    fn list_as_kept(&mut self, kept: &KeptList) -> bool {
        let is_new =
            |solved: &&SolvedState| solved.browser.settings().is_plain() && solved.selected == 0;
        let Some(solved) = self.solved.as_ref().filter(is_new) else { return false };
        let analysis = &solved.analysis;
        let settings = ListSettings::of_kept(kept, &analysis.puzzle, &analysis.encoding);
        let place = self.with_store(|store: &Store| store.index_of(kept.selected)).flatten();
        self.select(place.unwrap_or(0) as u64);
        self.set_list(settings);
        true
    }
}
