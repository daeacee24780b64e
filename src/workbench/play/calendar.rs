//! Calendars: variants that leave a month and a day open, and perhaps a weekday.

use std::collections::BTreeMap;

use crate::job::variants::VariantList;
use crate::lattice::Point;
use crate::puzzle::Puzzle;

/// Puzzles with more variants are no calendars.
const MAX_DAYS: usize = 20_000;

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [&str; 7] =
    ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// A day of a calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CalendarDay {
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
    /// The weekday from 1, Monday, to 7, where the calendar has them.
    pub weekday: Option<u8>,
}

/// A part of a day, as the text of a site says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Month(u8),
    Day(u8),
    Weekday(u8),
}

impl Part {
    /// Reads "Nov" or "November", "26", or "Thu" or "Thursday".
    fn read(text: &str) -> Option<Part> {
        if let Ok(day) = text.parse::<u8>() {
            return (1..=31).contains(&day).then_some(Part::Day(day));
        }
        let text = text.trim_end_matches('.').to_lowercase();
        if text.len() < 3 {
            return None;
        }
        let number = |names: &[&str]| {
            names.iter().position(|name| name.starts_with(&text)).map(|n| n as u8 + 1)
        };
        number(&MONTHS).map(Part::Month).or_else(|| number(&WEEKDAYS).map(Part::Weekday))
    }
}

impl CalendarDay {
    /// The day that some sites are which are left open, by their texts; `None` where they are none.
    pub fn of(puzzle: &Puzzle, open: &[Point]) -> Option<CalendarDay> {
        let part = |site: &Point| Part::read(puzzle.site_texts.get(site)?);
        CalendarDay::new(open.iter().map(part))
    }

    fn new(parts: impl Iterator<Item = Option<Part>>) -> Option<CalendarDay> {
        let (mut month, mut day, mut weekday) = (None, None, None);
        for part in parts {
            let known = match part? {
                Part::Month(n) => month.replace(n),
                Part::Day(n) => day.replace(n),
                Part::Weekday(n) => weekday.replace(n),
            };
            if known.is_some() {
                return None;
            }
        }
        Some(CalendarDay { month: month?, day: day?, weekday })
    }
}

/// The days that the variants of a puzzle are.
#[derive(Debug)]
pub struct Calendar {
    /// Of each variant, in the order of the list.
    days: Vec<CalendarDay>,
    by_day: BTreeMap<CalendarDay, u32>,
}

impl Calendar {
    /// The days of a list; `None` where any variant is none. Cost: that of all open sites.
    pub(super) fn new(list: &VariantList) -> Option<Calendar> {
        let family = &list.family;
        if list.len() > MAX_DAYS || family.leaves_pieces_out() || family.chooses_cards() {
            return None;
        }
        let day = |n: usize| CalendarDay::of(&list.puzzle, &list.open_sites(n));
        let days: Vec<CalendarDay> = (0..list.len()).map(day).collect::<Option<_>>()?;
        let by_day = days.iter().copied().zip(0..).collect();
        Some(Calendar { days, by_day })
    }

    /// Returns whether its days have weekdays.
    pub fn has_weekdays(&self) -> bool {
        self.days.first().is_some_and(|day| day.weekday.is_some())
    }

    /// The day that a variant is.
    pub fn day(&self, index: u32) -> Option<CalendarDay> {
        self.days.get(index as usize).copied()
    }

    /// The variant that is a day.
    pub fn variant(&self, day: CalendarDay) -> Option<u32> {
        self.by_day.get(&day).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::bundled;

    fn calendar(name: &str) -> Option<Calendar> {
        let bundled = bundled::ALL.iter().find(|b| b.path.contains(name)).expect("a puzzle");
        Calendar::new(&VariantList::unmerged(&bundled.open().puzzle).expect("variants"))
    }

    #[test]
    fn texts_are_read_as_parts_of_a_day() {
        for (text, part) in [
            ("Nov", Some(Part::Month(11))),
            ("mar.", Some(Part::Month(3))),
            ("June", Some(Part::Month(6))),
            ("31", Some(Part::Day(31))),
            ("32", None),
            ("0", None),
            ("Thurs", Some(Part::Weekday(4))),
            ("Sunday", Some(Part::Weekday(7))),
            ("Ma", None),
            ("corner", None),
        ] {
            assert_eq!(Part::read(text), part, "{text}");
        }
    }

    #[test]
    fn every_day_of_a_calendar_is_one_of_its_variants() {
        let plain = calendar("a-puzzle-a-day").expect("a calendar");
        assert!(!plain.has_weekdays());
        assert_eq!(plain.days.len(), 366);
        let day = |month, day, weekday| CalendarDay { month, day, weekday };
        let index = plain.variant(day(11, 26, None)).expect("a date");
        assert_eq!(plain.day(index), Some(day(11, 26, None)));
        assert_eq!(plain.variant(day(2, 30, None)), None);
        let with_weekdays = calendar("calendar-with-weekdays").expect("a calendar");
        assert!(with_weekdays.has_weekdays());
        assert!(with_weekdays.variant(day(2, 29, Some(4))).is_some());
        assert!(with_weekdays.variant(day(11, 26, None)).is_none());
        assert!(calendar("genius-square").is_none());
        assert!(calendar("katamino-5xn").is_none());
    }
}
