//! Solutions one a line: the compact form of solutions files.
//!
//! ```text
//! Polywright solutions, format 1
//! puzzle 7
//! (
//!     format: 1,
//!     …
//! )
//! complete yes
//! total 3
//! turned 2
//! distinct 2
//! symmetric 2
//! placements 7
//! 1 ["I",[[1,1],[2,1]]]
//! …
//! solutions 2
//! 1 5 7
//! …
//! ```
//! `puzzle`, `placements` and `solutions` say how many lines follow them: the puzzle file; each
//! placement that occurs, with a number of this file, its piece and the addresses of its sites; and
//! each distinct solution as the numbers of its placements. The order of solutions is that of their
//! numbers, which depends on the puzzle alone. Part of a longer list has two more lines after the
//! counts, where they are known, `part_of 2339` and `filter fault-free`, and before each solution its
//! number there: `17: 1 5 7`.

use std::io::{self, ErrorKind, Write};
use std::str::FromStr;

use rustc_hash::FxHashMap;

use super::bytes::{Claim, Intake, Prepared, SolutionError, as_part, check_counts};
use super::puzzle_file::{self, locate};
use super::solutions_file::{SolutionSet, Source};
use super::stream::{Input, Progress, ReadError, TextStream};
use super::{TextError, plain};
use crate::exact_cover::OptionId;
use crate::natural::Natural;
use crate::solution::{Counts, SolutionList};

/// The beginning of the first line; the version of the format follows.
const SIGN: &str = "Polywright solutions, format ";
/// The version of the format that this program writes, and the newest that it reads.
const FORMAT: u32 = 1;
/// Solutions between two reports of progress.
const PROGRESS_INTERVAL: usize = 1024;
/// Placements named in a message, at most as long as this.
const MAX_QUOTE_LENGTH: usize = 40;

/// Returns whether a file that begins with these bytes holds solutions, one per line.
pub(crate) fn looks_like(start: &[u8]) -> bool {
    start.starts_with(SIGN.as_bytes())
}

/// Writes distinct solutions, each on a line, in time linear in their number and memory that does
/// not depend on it. `progress` is called now and then with the number of solutions written so far
/// and of all, and may cancel.
///
/// # Errors
/// When writing fails, and [`ErrorKind::Interrupted`] when it was cancelled.
pub fn write_to(
    source: Source<'_>,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    write_list(source, SolutionList::Store(source.store), out, progress)
}

/// Writes solutions as [`write_to`] does, those of a list instead of the store, whose excerpt and
/// numbers they have.
///
/// # Errors
/// As [`write_to`], and those of the list.
pub fn write_list(
    source: Source<'_>,
    list: SolutionList<'_>,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    let Source { store, counts, .. } = source;
    let puzzle = puzzle_file::write(source.description);
    writeln!(out, "{SIGN}{FORMAT}")?;
    writeln!(out, "puzzle {}", puzzle.lines().count())?;
    out.write_all(puzzle.as_bytes())?;
    writeln!(out, "complete {}", if source.complete { "yes" } else { "no" })?;
    for (word, number) in COUNTS.into_iter().zip(counts.numbers()) {
        writeln!(out, "{word} {number}")?;
    }
    if let Some(excerpt) = store.excerpt() {
        if let Some(of) = excerpt.of {
            writeln!(out, "part_of {of}")?;
        }
        if !excerpt.filter.is_empty() {
            writeln!(out, "filter {}", excerpt.filter.replace(['\n', '\r'], " "))?;
        }
    }
    let numbers = write_placements(source, list, out)?;
    writeln!(out, "solutions {}", list.len())?;
    list.visit(&mut |i, solution, _| {
        if i % PROGRESS_INTERVAL == 0 && progress(i as u64, list.len() as u64).is_break() {
            return Err(ErrorKind::Interrupted.into());
        }
        if store.excerpt().is_some() {
            write!(out, "{}: ", store.number(i))?;
        }
        let mut space = "";
        for option in solution {
            write!(out, "{space}{}", numbers[option.index()])?;
            space = " ";
        }
        writeln!(out)
    })
}

/// The words before the counts, in their order.
const COUNTS: [&str; 4] = ["total", "turned", "distinct", "symmetric"];

/// Writes the placements that occur in some solution; the number of each option, 0 for the others.
fn write_placements(
    source: Source<'_>,
    list: SolutionList<'_>,
    out: &mut dyn Write,
) -> io::Result<Vec<u32>> {
    let Source { puzzle, encoding, .. } = source;
    let mut numbers = vec![0; encoding.problem.option_count()];
    list.visit(&mut |_, solution, _| {
        solution.iter().for_each(|option| numbers[option.index()] = 1);
        Ok(())
    })?;
    let count = numbers.iter().filter(|&&number| number > 0).count();
    writeln!(out, "placements {count}")?;
    let address = puzzle.lattice.address.of_site;
    let mut last = 0;
    for (n, number) in numbers.iter_mut().enumerate().filter(|(_, number)| **number > 0) {
        last += 1;
        *number = last;
        let option = OptionId(n as u32);
        let name = &puzzle.piece(encoding.placement(option).piece).name;
        let sites: Vec<Vec<i32>> = encoding.sites(option).map(address).collect();
        writeln!(out, "{last} {}", serde_json::to_string(&(name, sites))?)?;
    }
    Ok(numbers)
}

/// Why a line is not what it should be.
#[derive(Debug, thiserror::Error)]
enum LineError {
    /// Another version of the format.
    #[error("format {0} is not known; this program reads format {FORMAT}")]
    UnknownFormat(String),
    /// Another word, or no number after it.
    #[error("expected `{word}` and a number, not `{found}`")]
    Number {
        /// The word.
        word: &'static str,
        /// The line.
        found: String,
    },
    /// Neither yes nor no.
    #[error("expected `complete yes` or `complete no`, not `{0}`")]
    Complete(String),
    /// No placement.
    #[error("expected a number, a space and [\"piece\",[[1,1],[2,1]]], not `{0}`")]
    Placement(String),
    /// A number that two placements have.
    #[error("placement {0} is listed twice")]
    RepeatedPlacement(u32),
    /// A number that no placement has.
    #[error("expected numbers of placements separated by spaces, not `{0}`")]
    UnknownPlacement(String),
    /// No number before the colon of a solution.
    #[error("expected the number of a solution before the colon, not `{0}`")]
    OwnNumber(String),
    /// The file ends.
    #[error("the file ends here; expected {0}")]
    TooShort(String),
    /// The file goes on.
    #[error("expected the end of the file after {0} solutions")]
    TooLong(u64),
    /// A placement that the puzzle does not allow.
    #[error("placement {number}: {error}")]
    WrongPlacement {
        /// The number of the placement.
        number: u32,
        /// The error.
        error: SolutionError,
    },
    /// An entry that is not a solution.
    #[error("solution {number}: {error}")]
    WrongSolution {
        /// The number of the solution, from 1.
        number: u64,
        /// The error.
        error: SolutionError,
    },
}

/// Reads solutions one a line, and checks each against the puzzle, and the counts against the
/// solutions, in time linear in the length of the input and, beyond the solutions themselves, memory
/// that does not depend on it. `progress` is called now and then with the number of bytes read and
/// of all, and may cancel.
///
/// # Errors
/// When reading fails or was cancelled; what is wrong, with its line.
pub fn read_from(
    input: &mut dyn Input,
    progress: &mut Progress<'_>,
) -> Result<SolutionSet, ReadError> {
    let stream = TextStream::new(input, progress)?;
    let mut lines = Lines { stream, line: String::new(), number: 0 };
    lines.next("the first line")?;
    match lines.line.strip_prefix(SIGN) {
        Some(version) if version == FORMAT.to_string() => {}
        other => {
            let found = quoted(other.unwrap_or(&lines.line));
            return Err(lines.wrong(&LineError::UnknownFormat(found)));
        }
    }
    let prepared = lines.puzzle()?;
    lines.next("`complete`")?;
    let complete = match lines.line.as_str() {
        "complete yes" => true,
        "complete no" => false,
        other => return Err(lines.wrong(&LineError::Complete(quoted(other)))),
    };
    let [mut total, mut turned, mut distinct, mut symmetric] = [Natural::ZERO; 4];
    for (word, number) in
        COUNTS.into_iter().zip([&mut total, &mut turned, &mut distinct, &mut symmetric])
    {
        *number = lines.number_after(word)?;
    }
    let (part_of, filter) = lines.part()?;
    let mut intake = Intake::new(&prepared);
    let placements = lines.placements(&intake)?;
    lines.solutions(&mut intake, &placements)?;
    let (store, counts) = intake.finish()?;
    if complete {
        check_counts(Counts { total, turned, distinct, symmetric }, counts.into())?;
    }
    let store = as_part(store, part_of, filter)?;
    let Prepared { description, puzzle, encoding, group } = prepared;
    let counts = counts.into();
    Ok(SolutionSet { description, puzzle, encoding, group, store, counts, complete })
}

fn quoted(line: &str) -> String {
    crate::text::shortened(line, MAX_QUOTE_LENGTH)
}

/// The lines of a file.
struct Lines<'r> {
    stream: TextStream<'r>,
    /// The line that was read last.
    line: String,
    /// Its number, from 1.
    number: usize,
}

impl Lines<'_> {
    /// Reads the next line; whether there is one.
    fn read(&mut self) -> Result<bool, ReadError> {
        let length = loop {
            match self.stream.rest().iter().position(|&byte| byte == b'\n') {
                Some(length) => break length + 1,
                None if self.stream.has_ended() => break self.stream.rest().len(),
                None => self.stream.fill()?,
            }
        };
        self.number += 1;
        self.line.clear();
        let Ok(text) = std::str::from_utf8(&self.stream.rest()[..length]) else {
            let message = "is not text (UTF-8)".to_owned();
            return Err(TextError { place: Some((self.number, 1)), message }.into());
        };
        self.line.push_str(text.strip_suffix('\n').unwrap_or(text));
        self.stream.take(length);
        Ok(length > 0)
    }

    /// Reads the next line, which is expected to be there, as it is.
    fn next_as_is(&mut self, expected: &str) -> Result<(), ReadError> {
        if self.read()? {
            return Ok(());
        }
        Err(self.wrong(&LineError::TooShort(expected.to_owned())))
    }

    /// Reads the next line, which is expected to be there and may end as on Windows.
    fn next(&mut self, expected: &str) -> Result<(), ReadError> {
        self.next_as_is(expected)?;
        if self.line.ends_with('\r') {
            self.line.pop();
        }
        Ok(())
    }

    /// An error of the line that was read last.
    fn wrong(&self, error: &LineError) -> ReadError {
        TextError { place: Some((self.number, 1)), message: error.to_string() }.into()
    }

    /// Reads a line of a word and a number.
    fn number_after<N: FromStr>(&mut self, word: &'static str) -> Result<N, ReadError> {
        self.next(&format!("`{word}` and a number"))?;
        self.number_here(word)
    }

    /// The number in the line that was read last, after a word.
    fn number_here<N: FromStr>(&self, word: &'static str) -> Result<N, ReadError> {
        let number = self.line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        let number = number.and_then(|number| number.parse().ok());
        number.ok_or_else(|| self.wrong(&LineError::Number { word, found: quoted(&self.line) }))
    }

    fn puzzle(&mut self) -> Result<Prepared, ReadError> {
        let count: u64 = self.number_after("puzzle")?;
        let before = self.number;
        let mut text = String::new();
        for _ in 0..count {
            // A text in it may have several lines.
            self.next_as_is("the rest of the puzzle")?;
            text.push_str(&self.line);
            text.push('\n');
            if text.len() > super::MAX_PUZZLE_BYTES {
                return Err(plain("the puzzle is longer than any puzzle file").into());
            }
        }
        let in_file = |mut error: TextError| {
            error.place = error.place.map(|(line, column)| (line + before, column));
            error
        };
        let description = puzzle_file::read_description(&text).map_err(in_file)?;
        let puzzle = description.build().map_err(|problems| {
            ReadError::Contents(locate(&text, 0, &problems).into_iter().map(in_file).collect())
        })?;
        Ok(Prepared::new(description, puzzle)?)
    }

    /// The words on the list that the solutions are part of; the line after it is read then.
    fn part(&mut self) -> Result<(Option<u64>, String), ReadError> {
        let (mut of, mut filter) = (None, String::new());
        loop {
            self.next("`placements` and a number")?;
            if self.line.starts_with("part_of ") {
                of = Some(self.number_here("part_of")?);
            } else if let Some(words) = self.line.strip_prefix("filter ") {
                filter = words.to_owned();
            } else {
                return Ok((of, filter));
            }
        }
    }

    /// The options of the placements by their numbers in the file.
    fn placements(&mut self, intake: &Intake<'_>) -> Result<FxHashMap<u32, OptionId>, ReadError> {
        let count: u64 = self.number_here("placements")?;
        let mut placements = FxHashMap::default();
        for _ in 0..count {
            self.next("the rest of the placements")?;
            let parts = self.line.split_once(' ').and_then(|(number, placed)| {
                let placed: (String, Vec<Vec<i32>>) = serde_json::from_str(placed).ok()?;
                Some((number.parse::<u32>().ok()?, placed))
            });
            let Some((number, (name, addresses))) = parts else {
                return Err(self.wrong(&LineError::Placement(quoted(&self.line))));
            };
            let option = intake.placed(&name, &addresses).and_then(|(piece, sites)| {
                intake.option(piece, &sites).ok_or(SolutionError::NoPlacement)
            });
            let option =
                option.map_err(|error| self.wrong(&LineError::WrongPlacement { number, error }))?;
            if placements.insert(number, option).is_some() {
                return Err(self.wrong(&LineError::RepeatedPlacement(number)));
            }
        }
        Ok(placements)
    }

    fn solutions(
        &mut self,
        intake: &mut Intake<'_>,
        placements: &FxHashMap<u32, OptionId>,
    ) -> Result<(), ReadError> {
        let count: u64 = self.number_after("solutions")?;
        let mut options = Vec::new();
        for number in 1..=count {
            if !self.read()? {
                let expected = format!("solution {number} of {count}");
                return Err(self.wrong(&LineError::TooShort(expected)));
            }
            options.clear();
            let (own, placed) = match self.line.split_once(':') {
                Some((own, placed)) => (own.trim().parse().ok(), placed),
                None => (None, self.line.as_str()),
            };
            if own.is_none() && placed.len() < self.line.len() {
                return Err(self.wrong(&LineError::OwnNumber(quoted(&self.line))));
            }
            for word in placed.split_ascii_whitespace() {
                let option = word.parse().ok().and_then(|number: u32| placements.get(&number));
                let Some(&option) = option else {
                    return Err(self.wrong(&LineError::UnknownPlacement(quoted(word))));
                };
                options.push(option);
            }
            let added = intake.add(&mut options, Claim { number: own, orbit: None });
            added.map_err(|error| self.wrong(&LineError::WrongSolution { number, error }))?;
        }
        while self.read()? {
            if !self.line.trim().is_empty() {
                return Err(self.wrong(&LineError::TooLong(count)));
            }
        }
        Ok(())
    }
}
