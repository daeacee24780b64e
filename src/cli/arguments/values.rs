//! Values of arguments as they are written: ranges, times, goals, parts, filters, orders.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use crate::disassembly::Level;
use crate::files::{MovesEndingError, moves_by_ending};
use crate::job::sets::Goal;
use crate::solution::filter::{Expression, ParseError};
use crate::solution::measures::MeasureId;

/// A range as it is written on the command line: `3`, `3..5`, `3..` or `..5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberRange(pub RangeInclusive<u64>);

/// Why a text is no range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a range such as 3, 3..5, 3.. or ..5")]
pub struct NumberRangeError;

impl std::str::FromStr for NumberRange {
    type Err = NumberRangeError;

    fn from_str(text: &str) -> Result<NumberRange, NumberRangeError> {
        let number = |text: &str, usual: u64| match text.trim() {
            "" => Ok(usual),
            digits => digits.parse().map_err(|_| NumberRangeError),
        };
        let (least, most) = match text.split_once("..") {
            Some((least, most)) => {
                (number(least, 0)?, number(most.trim_start_matches('='), u64::MAX)?)
            }
            None => {
                let only = text.trim().parse().map_err(|_| NumberRangeError)?;
                (only, only)
            }
        };
        if least > most { Err(NumberRangeError) } else { Ok(NumberRange(least..=most)) }
    }
}

/// A number of pieces as it is written on the command line: `8` or `5-7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceCount(pub usize, pub usize);

/// Why a text is no number of pieces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a number of pieces, such as 8 or 5-7")]
pub struct PieceCountError;

impl std::str::FromStr for PieceCount {
    type Err = PieceCountError;

    fn from_str(text: &str) -> Result<PieceCount, PieceCountError> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (least.trim().parse(), most.trim().parse()) {
            (Ok(least), Ok(most)) if least <= most => Ok(PieceCount(least, most)),
            _ => Err(PieceCountError),
        }
    }
}

/// A goal as it is written on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalText(pub Goal);

/// Why a text is no goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "expected solvable, unique, parity, most=N (solutions of a variant), least=N (solvable variants), \
     apart or apart=LEVEL (such as apart=5.2)"
)]
pub struct GoalError;

impl std::str::FromStr for GoalText {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<GoalText, GoalError> {
        let goal = match text.split_once('=') {
            None if text == "solvable" => Goal::Solvable,
            None if text == "unique" => Goal::Unique,
            None if text == "parity" => Goal::Parity,
            None if text == "apart" => Goal::Apart(Level::default()),
            Some(("apart", level)) => Goal::Apart(Level::read(level).ok_or(GoalError)?),
            Some(("most", number)) => Goal::Few(number.parse().map_err(|_| GoalError)?),
            Some(("least", number)) => Goal::AtLeast(number.parse().map_err(|_| GoalError)?),
            _ => return Err(GoalError),
        };
        Ok(GoalText(goal))
    }
}

/// A part of a division: `FILE:17`, or `FILE:auto` for the one that the queue names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartName {
    /// The file of the parts.
    pub file: PathBuf,
    /// The number of the part; `None` for the one that the queue names.
    pub number: Option<u64>,
}

/// Why a text names no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a part such as FILE:17, or FILE:auto in a job of a queue")]
pub struct PartNameError;

impl std::str::FromStr for PartName {
    type Err = PartNameError;

    fn from_str(text: &str) -> Result<PartName, PartNameError> {
        let (file, number) = text.rsplit_once(':').ok_or(PartNameError)?;
        let number = match number {
            "auto" => None,
            digits => Some(digits.parse().map_err(|_| PartNameError)?),
        };
        if file.is_empty() {
            Err(PartNameError)
        } else {
            Ok(PartName { file: file.into(), number })
        }
    }
}

/// A filter as it is given: a condition, or `@` and the name of one in the puzzle's file.
#[derive(Clone, Debug)]
pub enum FilterText {
    /// The condition itself.
    Condition(Expression),
    /// The name of a saved one.
    Saved(String),
}

impl std::str::FromStr for FilterText {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<FilterText, ParseError> {
        match text.strip_prefix('@') {
            Some(name) => Ok(FilterText::Saved(name.to_owned())),
            None => text.parse().map(FilterText::Condition),
        }
    }
}

/// A measure to sort by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortOrder {
    /// The measure.
    pub measure: MeasureId,
    /// True if the greatest comes first.
    pub descending: bool,
}

/// Why a text is no order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SortOrderError {
    /// No measure has this name.
    #[error("there is no measure {0}; list them with polywright filter --list")]
    UnknownMeasure(String),
    /// Something other than `asc` or `desc` follows the colon.
    #[error("expected asc or desc after the colon, not {0}")]
    UnknownDirection(String),
}

impl std::str::FromStr for SortOrder {
    type Err = SortOrderError;

    fn from_str(text: &str) -> Result<SortOrder, SortOrderError> {
        let (id, direction) = text.split_once(':').unwrap_or((text, "asc"));
        let measure = parse_measure(id)?;
        match direction {
            "asc" | "desc" => Ok(SortOrder { measure, descending: direction == "desc" }),
            _ => Err(SortOrderError::UnknownDirection(direction.to_owned())),
        }
    }
}

/// Reads the id of a measure.
pub(super) fn parse_measure(id: &str) -> Result<MeasureId, SortOrderError> {
    MeasureId::by_id(id).ok_or_else(|| SortOrderError::UnknownMeasure(id.to_owned()))
}

/// Why a text is no time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a time in seconds, or with the unit s, m, h or d: 90, 50m, 2h")]
pub struct TimeError;

/// Reads the path of a file of moves, whose extension says its form.
pub(super) fn moves_path(text: &str) -> Result<PathBuf, MovesEndingError> {
    let path = PathBuf::from(text);
    moves_by_ending(&path).map(|_| path)
}

/// Reads a time such as 90, 50m or 2h.
pub(super) fn parse_time(text: &str) -> Result<Duration, TimeError> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err(TimeError),
    };
    let number: f64 = digits.parse().map_err(|_| TimeError)?;
    Duration::try_from_secs_f64(number * unit).map_err(|_| TimeError)
}
