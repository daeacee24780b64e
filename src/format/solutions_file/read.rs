//! Reads solutions files one solution at a time.
//!
//! The text is divided by [`scan`](super::scan). What stands around the list of solutions, the head,
//! is kept and read as a whole; of the list one solution at a time is in memory. The text of a placed
//! piece that has come before is looked up instead of being read again, which is nearly always.

use std::sync::Arc;

use ron::value::RawValue;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::scan::{Part, Scan, Text};
use super::{FORMAT, MAX_KNOWN_BYTES, SolutionSet};
use crate::encode::Placed;
use crate::exact_cover::OptionId;
use crate::format::bytes::{Claim, Intake, Prepared, SolutionError, as_part, check_counts};
use crate::format::puzzle_file::locate;
use crate::format::stream::{Input, Position, Progress, ReadError, TextStream};
use crate::format::{TextError, line_and_column, plain, ron_error, ron_options};
use crate::natural::Natural;
use crate::puzzle::Description;
use crate::solution::{Counts, Store};

const NOT_UTF_8: &str = "is not text (UTF-8) from here on";
const ENDS_TOO_SOON: &str = "the text ends here, but a bracket or a string is still open";

/// The head of a file; its list of solutions is empty.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read<'t> {
    format: u32,
    #[serde(borrow)]
    puzzle: &'t RawValue,
    complete: bool,
    total: Natural,
    turned: Natural,
    distinct: Natural,
    symmetric: Natural,
    part_of: Option<u64>,
    #[serde(default)]
    filter: String,
    #[expect(dead_code, reason = "the list is read on its own")]
    solutions: Vec<IgnoredAny>,
}

/// The earlier fields that the list of solutions needs.
#[derive(Deserialize)]
struct Start<'t> {
    format: Option<u32>,
    #[serde(borrow)]
    puzzle: &'t RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadSolution {
    number: Option<u64>,
    orbit: u32,
    pieces: Vec<(String, Vec<Vec<i32>>)>,
}

/// Returns whether a text is meant to be solutions: it has a field `puzzle` or `solutions`, as no
/// puzzle file does.
pub(in crate::format) fn looks_like_solutions(input: &mut dyn Input) -> Result<bool, ReadError> {
    let mut progress = |_, _| std::ops::ControlFlow::Continue(());
    let mut reader = Reader::new(input, &mut progress)?;
    reader.open()?;
    while let Some(name) = reader.next_field()? {
        if name == "puzzle" || name == "solutions" {
            return Ok(true);
        }
        if !reader.skip_value()? {
            return Ok(false);
        }
        reader.head.clear();
    }
    Ok(false)
}

/// Reads solutions and checks each against the puzzle, and the counts against the solutions; see
/// [`super::read_from`].
pub(super) fn read(
    input: &mut dyn Input,
    progress: &mut Progress<'_>,
) -> Result<SolutionSet, ReadError> {
    let mut reader = Reader::new(input, progress)?;
    let mut early = None;
    reader.open()?;
    while let Some(name) = reader.next_field()? {
        if name == "solutions" && reader.list.is_none() && reader.stream.rest().starts_with(b"[") {
            reader.keep(1);
            reader.list = Some(reader.stream.position());
            early = reader.solutions_of_known_puzzle()?;
            if early.is_none() {
                reader.skip_list()?;
            }
            reader.resumed = Some((reader.head.len(), reader.stream.place()));
        } else {
            if name == "puzzle" {
                reader.puzzle = true;
            }
            if !reader.skip_value()? {
                break;
            }
        }
    }
    reader.keep_rest()?;
    let head = reader.head_text()?;
    let file = reader.parse_head(&head)?;
    let claimed = Counts {
        total: file.total,
        turned: file.turned,
        distinct: file.distinct,
        symmetric: file.symmetric,
    };
    let complete = file.complete;
    let (prepared, (store, counts)) = match (early, reader.list) {
        (Some(read), _) => read,
        (None, Some(list)) => {
            let prepared = reader.prepare(&head, file.format, file.puzzle)?;
            reader.stream.go_to(list)?;
            let found = reader.list(&prepared)?;
            (prepared, found)
        }
        (None, None) => return Err(plain("expected a list of solutions").into()),
    };
    let counts = counts.into();
    if complete {
        check_counts(claimed, counts)?;
    }
    let store = as_part(store, file.part_of, file.filter)?;
    let Prepared { description, puzzle, encoding, group } = prepared;
    Ok(SolutionSet { description, puzzle, encoding, group, store, counts, complete })
}

/// A file that is being read.
struct Reader<'r> {
    stream: TextStream<'r>,
    /// The bytes taken, except the solutions.
    head: Vec<u8>,
    /// True if the puzzle was taken.
    puzzle: bool,
    /// Where the list of solutions begins.
    list: Option<Position>,
    /// The length of the head at the end of the list, and line and column of that in the file.
    resumed: Option<(usize, (usize, usize))>,
}

impl<'r> Reader<'r> {
    fn new(
        input: &'r mut dyn Input,
        progress: &'r mut Progress<'r>,
    ) -> Result<Reader<'r>, ReadError> {
        let stream = TextStream::new(input, progress)?;
        Ok(Reader { stream, head: Vec::new(), puzzle: false, list: None, resumed: None })
    }

    /// Scans what comes next, and reads more while that is needed.
    fn scan(&mut self, part: Part) -> Result<Scan, ReadError> {
        loop {
            let text = Text { bytes: self.stream.rest(), whole: self.stream.has_ended() };
            match text.end_of(part) {
                Scan::More => self.stream.fill()?,
                found => return Ok(found),
            }
        }
    }

    /// Takes bytes into the head.
    fn keep(&mut self, count: usize) {
        self.head.extend_from_slice(&self.stream.rest()[..count]);
        self.stream.take(count);
    }

    /// Takes a part into the head; whether it is sound.
    fn keep_part(&mut self, part: Part) -> Result<bool, ReadError> {
        match self.scan(part)? {
            Scan::End(length) => {
                self.keep(length);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Takes a gap and the byte after it, if it is that one; whether it is.
    fn keep_mark(&mut self, mark: u8) -> Result<bool, ReadError> {
        let is_mark = self.keep_part(Part::Gap)? && self.stream.rest().first() == Some(&mark);
        if is_mark {
            self.keep(1);
        }
        Ok(is_mark)
    }

    /// Takes what comes before the first field.
    fn open(&mut self) -> Result<(), ReadError> {
        while self.keep_part(Part::Gap)? && self.stream.rest().starts_with(b"#") {
            if !self.keep_part(Part::Group)? {
                break;
            }
        }
        self.keep_part(Part::Name)?;
        self.keep_mark(b'(').map(drop)
    }

    /// Takes the name of the next field; `None` at the end, or where there should be one.
    fn next_field(&mut self) -> Result<Option<String>, ReadError> {
        self.keep_mark(b',')?;
        self.keep_part(Part::Gap)?;
        let start = self.head.len();
        if !self.keep_part(Part::Name)? {
            return Ok(None);
        }
        let name = String::from_utf8_lossy(&self.head[start..]).into_owned();
        if !self.keep_mark(b':')? || !self.keep_part(Part::Gap)? {
            return Ok(None);
        }
        Ok(Some(name.trim_start_matches("r#").to_owned()))
    }

    /// Takes the value of a field into the head; whether it is sound.
    fn skip_value(&mut self) -> Result<bool, ReadError> {
        self.keep_part(Part::Value)
    }

    /// Takes what is left, at least so much that it shows what is wrong.
    fn keep_rest(&mut self) -> Result<(), ReadError> {
        self.keep_mark(b')')?;
        self.keep_part(Part::Gap)?;
        if self.stream.rest().is_empty() && !self.stream.has_ended() {
            self.stream.fill()?;
        }
        self.keep(self.stream.rest().len());
        Ok(())
    }

    /// The head as text.
    fn head_text(&self) -> Result<Arc<str>, ReadError> {
        match std::str::from_utf8(&self.head) {
            Ok(text) => Ok(text.into()),
            Err(error) => {
                let sound = std::str::from_utf8(&self.head[..error.valid_up_to()]);
                let sound = sound.expect("it is valid up to there");
                let place = Some(self.in_file(line_and_column(sound, sound.len()), sound));
                Err(TextError { place, message: NOT_UTF_8.to_owned() }.into())
            }
        }
    }

    /// The place in the file of a place in the head.
    fn in_file(&self, (line, column): (usize, usize), head: &str) -> (usize, usize) {
        let Some((length, (file_line, file_column))) = self.resumed else { return (line, column) };
        let Some(before) = head.get(..length) else { return (line, column) };
        let (head_line, head_column) = line_and_column(before, length);
        if (line, column) < (head_line, head_column) {
            return (line, column);
        }
        let same_line = line == head_line;
        let column = if same_line { column - head_column + file_column } else { column };
        (line - head_line + file_line, column)
    }

    fn placed_in_file(&self, mut error: TextError, head: &str) -> TextError {
        error.place = error.place.map(|place| self.in_file(place, head));
        error
    }

    fn parse_head<'t>(&self, head: &'t str) -> Result<Read<'t>, ReadError> {
        let file = ron_options().from_str(head);
        file.map_err(|error| self.placed_in_file(ron_error(&error, head), head).into())
    }

    /// The puzzle, ready for its solutions.
    fn prepare(&self, head: &str, format: u32, puzzle: &RawValue) -> Result<Prepared, ReadError> {
        if format != FORMAT {
            let message =
                format!("format {format} is not known; this program reads format {FORMAT}");
            return Err(plain(message).into());
        }
        let text = puzzle.trim().get_ron();
        let offset = text.as_ptr() as usize - head.as_ptr() as usize;
        let description: Description = ron_options().from_str(text).map_err(|error| {
            self.placed_in_file(
                shifted(&ron_error(&error, text), line_and_column(head, offset)),
                head,
            )
        })?;
        let puzzle = description.build().map_err(|problems| {
            let errors = locate(&head[..offset + text.len()], offset, &problems).into_iter();
            ReadError::Contents(errors.map(|error| self.placed_in_file(error, head)).collect())
        })?;
        Ok(Prepared::new(description, puzzle)?)
    }

    /// Reads the list where the puzzle stands before it; else `None`.
    #[expect(clippy::type_complexity, reason = "the parts of what is read")]
    fn solutions_of_known_puzzle(
        &mut self,
    ) -> Result<Option<(Prepared, (Store, Counts))>, ReadError> {
        if !self.puzzle {
            return Ok(None);
        }
        // What has come so far, closed, so that mistakes in it are found before the list is read.
        let so_far = self.head_text()?;
        let closed = format!("{so_far}])");
        match ron_options().from_str::<Read<'_>>(&closed) {
            // Other fields may follow the list.
            Err(error) if matches!(error.code, ron::Error::MissingStructField { .. }) => {}
            Err(error) => return Err(ron_error(&error, &closed).into()),
            Ok(_) => {}
        }
        let start: Start<'_> = ron_options()
            .from_str(&closed)
            .map_err(|error| ReadError::from(ron_error(&error, &closed)))?;
        let prepared = self.prepare(&closed, start.format.unwrap_or(FORMAT), start.puzzle)?;
        let found = self.list(&prepared)?;
        Ok(Some((prepared, found)))
    }

    /// Goes to the end of the list without reading it.
    fn skip_list(&mut self) -> Result<(), ReadError> {
        loop {
            self.take_gap()?;
            match self.scan(Part::Value)? {
                Scan::End(length) => self.stream.take(length),
                _ => return Ok(()),
            }
            match self.stream.rest().first() {
                Some(b',') => self.stream.take(1),
                _ => return Ok(()),
            }
        }
    }

    /// Takes whitespace and comments in the list.
    fn take_gap(&mut self) -> Result<(), ReadError> {
        if let Scan::End(length) = self.scan(Part::Gap)? {
            if std::str::from_utf8(&self.stream.rest()[..length]).is_err() {
                return Err(self.here(NOT_UTF_8).into());
            }
            self.stream.take(length);
        }
        Ok(())
    }

    /// An error at the place where the stream is.
    fn here(&self, message: impl Into<String>) -> TextError {
        TextError { place: Some(self.stream.place()), message: message.into() }
    }

    /// Reads the list of solutions, up to its last bracket.
    fn list(&mut self, prepared: &Prepared) -> Result<(Store, Counts), ReadError> {
        let mut intake = Intake::new(prepared);
        let mut known = KnownPieces::default();
        loop {
            self.take_gap()?;
            match self.stream.rest().first() {
                Some(b']') => break,
                None => return Err(self.here(ENDS_TOO_SOON).into()),
                Some(_) => self.solution(&mut intake, &mut known)?,
            }
            self.take_gap()?;
            match self.stream.rest().first() {
                Some(b',') => self.stream.take(1),
                Some(b']') => break,
                None => return Err(self.here(ENDS_TOO_SOON).into()),
                Some(_) => return Err(self.here("expected ',' or ']'").into()),
            }
        }
        Ok(intake.finish()?)
    }

    /// Reads one solution.
    fn solution(
        &mut self,
        intake: &mut Intake<'_>,
        known: &mut KnownPieces,
    ) -> Result<(), ReadError> {
        let number = intake.len() + 1;
        let place = self.stream.place();
        let wrong = |message: String| TextError {
            place: Some(place),
            message: format!("solution {number}: {message}"),
        };
        if let Some((length, own)) = known.read(self.stream.rest(), intake) {
            intake.add(&mut known.options, own).map_err(|e| wrong(e.to_string()))?;
            self.stream.take(length);
            return Ok(());
        }
        let length = match self.scan(Part::Value)? {
            Scan::End(length) | Scan::Broken(length) => length,
            Scan::More => unreachable!("more was read until the scan had an end"),
        };
        let text = &self.stream.rest()[..length];
        let Ok(text) = std::str::from_utf8(text) else { return Err(self.here(NOT_UTF_8).into()) };
        if let Some((_, own)) = known.read(text.as_bytes(), intake) {
            intake.add(&mut known.options, own).map_err(|e| wrong(e.to_string()))?;
        } else {
            let is_last = self.stream.has_ended() && length == self.stream.rest().len();
            let solution: ReadSolution = ron_options().from_str(text).map_err(|error| {
                let end = Some((error.span.end.line, error.span.end.col));
                let mut error = ron_error(&error, text);
                if is_last && end >= Some(line_and_column(text, text.trim_end().len())) {
                    error.message = ENDS_TOO_SOON.to_owned();
                }
                shifted(&error, place)
            })?;
            let placed = solution.pieces.iter().map(|(name, at)| intake.placed(name, at));
            let placed: Result<Placed, SolutionError> = placed.collect();
            let options = placed.and_then(|placed| intake.options(&placed));
            let own = Claim { number: solution.number, orbit: Some(solution.orbit) };
            let added = options.and_then(|mut found| intake.add(&mut found, own));
            added.map_err(|error| wrong(error.to_string()))?;
        }
        self.stream.take(length);
        Ok(())
    }
}

/// The number that a text begins with, and what follows it.
fn digits(text: &[u8]) -> Option<(u64, &[u8])> {
    let length = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(length);
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

/// An error inside a part of a text that begins at a place, in lines and columns of the whole.
fn shifted(error: &TextError, (line, column): (usize, usize)) -> TextError {
    let place = error.place.map(|(l, c)| (line + l - 1, if l == 1 { column + c - 1 } else { c }));
    TextError { place, message: error.message.clone() }
}

/// The placements whose texts have come already.
#[derive(Default)]
struct KnownPieces {
    by_text: FxHashMap<Box<[u8]>, OptionId>,
    /// Memory that the texts take, about.
    bytes: usize,
    /// The options of the solution that was read last.
    options: Vec<OptionId>,
}

impl KnownPieces {
    /// Reads a solution that is written as this program writes it, and leaves its options in
    /// `options`: its length in bytes, and what is claimed of it. `None` for any other text, sound or
    /// not, and where the text ends too soon.
    fn read(&mut self, text: &[u8], intake: &Intake<'_>) -> Option<(usize, Claim)> {
        let mut rest = text.strip_prefix(b"(")?;
        let mut number = None;
        if let Some(after) = rest.strip_prefix(b"number: ") {
            let (own, after) = digits(after)?;
            (number, rest) = (Some(own), after.strip_prefix(b", ")?);
        }
        let (orbit, rest) = digits(rest.strip_prefix(b"orbit: ")?)?;
        let own = Claim { number, orbit: Some(orbit.try_into().ok()?) };
        let mut rest = rest.strip_prefix(b", pieces: [")?;
        self.options.clear();
        loop {
            let Scan::End(length) = Text { bytes: rest, whole: false }.end_of(Part::Group) else {
                return None;
            };
            let option = self.option(&rest[..length], intake)?;
            self.options.push(option);
            rest = &rest[length..];
            match rest.strip_prefix(b", ") {
                Some(next) => rest = next,
                None => break,
            }
        }
        let rest = rest.strip_prefix(b"])")?;
        Some((text.len() - rest.len(), own))
    }

    /// The placement that a text describes, if it is sound.
    fn option(&mut self, text: &[u8], intake: &Intake<'_>) -> Option<OptionId> {
        if let Some(&option) = self.by_text.get(text) {
            return Some(option);
        }
        let words = std::str::from_utf8(text).ok()?;
        let (name, addresses): (String, Vec<Vec<i32>>) = ron_options().from_str(words).ok()?;
        let (piece, sites) = intake.placed(&name, &addresses).ok()?;
        let option = intake.option(piece, &sites)?;
        if self.bytes < MAX_KNOWN_BYTES {
            self.bytes += text.len() + size_of::<(Box<[u8]>, OptionId)>();
            self.by_text.insert(text.into(), option);
        }
        Some(option)
    }
}
