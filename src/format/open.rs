//! Opening a file of any kind.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::stream::{Input, Progress, ReadError};
use super::{
    Contents, FileError, FileErrorKind, MAX_PUZZLE_BYTES, TextError, blocks, dlx, plain,
    puzzle_file, result_file, solution_lines, solutions_file, web_page, xmpuzzle,
};
use crate::text;

/// Files larger than this are refused before they are read, unless they hold solutions.
const MAX_BYTES: u64 = 1 << 30;
/// Bytes at the beginning of a file that show of which kind it is.
const SIGN_BYTES: u64 = 4096;

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// The options for opening a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Of several problems the one of this number, from 1; the first by default. A number is
    /// refused for a file that holds but one problem by its nature.
    pub problem: Option<usize>,
    /// True if a puzzle may still be a draft: it may lack pieces and sites, as
    /// [`puzzle_file::read_draft`] allows.
    pub draft: bool,
}

/// Reads a file of any kind, or standard input for `-`. The contents decide the kind: a web page holds a puzzle as RON, another that begins with `<` or is
/// compressed is BurrTools', one of SQLite's holds the result of a puzzle, and
/// solutions one a line say so in their first line. Other text is RON, unless the file is called `.dlx`, for
/// Knuth's items and options, or `.txt`, for pieces and boards drawn in blocks, and does not begin as
/// RON does.
///
/// # Errors
/// When the file cannot be read, or its text is not sound; every error found is listed.
pub fn open(path: &Path) -> Result<Contents, FileError> {
    open_with(path, Opening::default(), &mut |_, _| ControlFlow::Continue(()))
}

/// Reads a file as [`open`] does, but for a puzzle that may still be in the making.
///
/// # Errors
/// As [`open`].
pub fn open_draft(path: &Path) -> Result<Contents, FileError> {
    let opening = Opening { problem: None, draft: true };
    open_with(path, opening, &mut |_, _| ControlFlow::Continue(()))
}

/// Reads a file as [`open`] does. Solutions are read one after the other, however many there are;
/// `progress` is called with the bytes read of them and of all, and may cancel.
///
/// # Errors
/// As [`open`], and when it was cancelled.
pub fn open_with(
    path: &Path,
    opening: Opening,
    progress: &mut Progress<'_>,
) -> Result<Contents, FileError> {
    let mut input = input(path)?;
    let read = read_contents(path, opening, &mut *input, progress);
    read.map_err(|error| match error {
        ReadError::Io(error) => cannot_be_read(path, &error),
        ReadError::Cancelled => FileError::new(path, FileErrorKind::Cancelled, "cancelled"),
        ReadError::Contents(errors) => {
            let file = path.display().to_string();
            FileError { kind: FileErrorKind::Contents, file, errors }
        }
    })
}

fn cannot_be_read(path: &Path, error: &io::Error) -> FileError {
    let kind = match error.kind() {
        io::ErrorKind::FileTooLarge => FileErrorKind::TooLarge,
        kind => FileErrorKind::Read(kind),
    };
    let message = match kind {
        FileErrorKind::TooLarge => "is larger than a gigabyte".to_owned(),
        _ => format!("cannot be read: {}", text::io_error(error)),
    };
    FileError::new(path, kind, message)
}

/// A file, or what comes by standard input or a pipe, which is copied so that it can be read twice.
fn input(path: &Path) -> Result<Box<dyn Input>, FileError> {
    let explain = |error: io::Error| cannot_be_read(path, &error);
    let copy = |mut from: &mut dyn Read| {
        let mut copy = tempfile::spooled_tempfile(MAX_PUZZLE_BYTES);
        io::copy(&mut from, &mut copy)?;
        Ok(copy)
    };
    if path == Path::new(STANDARD_INPUT) {
        return Ok(Box::new(copy(&mut io::stdin().lock()).map_err(explain)?));
    }
    let mut file = File::open(path).map_err(explain)?;
    let meta = file.metadata().map_err(explain)?;
    if meta.is_dir() {
        return Err(FileError::folder(path));
    }
    if meta.is_file() {
        return Ok(Box::new(file));
    }
    // Bounded, since a device may never end.
    Ok(Box::new(copy(&mut (&mut file).take(MAX_BYTES)).map_err(explain)?))
}

fn read_contents(
    path: &Path,
    opening: Opening,
    input: &mut dyn Input,
    progress: &mut Progress<'_>,
) -> Result<Contents, ReadError> {
    let mut sign = Vec::new();
    input.take(SIGN_BYTES).read_to_end(&mut sign)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    if web_page::looks_like(&sign) && opening.problem.is_none() {
        return read_page(input, opening.draft, progress);
    }
    if xmpuzzle::looks_like(&sign) {
        let bytes = whole(input)?;
        let read = xmpuzzle::read(&bytes, opening.problem, &name);
        return read.map(Contents::Puzzle).map_err(ReadError::Contents);
    }
    if opening.problem.is_some() {
        let message = "only BurrTools' files hold several problems; leave out --problem";
        return Err(plain(message).into());
    }
    if result_file::looks_like(&sign) {
        return Ok(Contents::Solutions(Box::new(result_file::read(path)?)));
    }
    if solution_lines::looks_like(&sign) {
        let set = solution_lines::read_from(input, progress)?;
        return Ok(Contents::Solutions(Box::new(set)));
    }
    let called = |ending| path.extension().is_some_and(|e| e.eq_ignore_ascii_case(ending));
    if called("dlx") {
        let problem = dlx::read(&utf8(whole(input)?)?)?;
        return Ok(Contents::Problem(Box::new(problem)));
    }
    if called("txt") && !begins_as_ron(&String::from_utf8_lossy(&sign)) {
        let read = blocks::read(&utf8(whole(input)?)?, &name);
        return read.map(Contents::Puzzle).map_err(ReadError::Contents);
    }
    read_ron_from(input, opening.draft, progress)
}

/// Returns whether a text begins with a bracket, a comment or an attribute, as drawings never do.
fn begins_as_ron(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    ["(", "//", "/*", "#!["].iter().any(|sign| text.starts_with(sign))
}

/// Reads the RON of a puzzle or of solutions.
///
/// # Errors
/// As [`open`].
pub fn read_ron(text: Arc<str>) -> Result<Contents, Vec<TextError>> {
    let mut progress = |_, _| ControlFlow::Continue(());
    read_ron_from(&mut Cursor::new(text.as_bytes()), false, &mut progress).map_err(|error| {
        match error {
            ReadError::Contents(errors) => errors,
            other => vec![plain(other.to_string())],
        }
    })
}

/// Reads the RON in a web page; the places of errors are those in the page.
fn read_page(
    input: &mut dyn Input,
    draft: bool,
    progress: &mut Progress<'_>,
) -> Result<Contents, ReadError> {
    let (text, lines) = web_page::extract(&utf8(whole(input)?)?)?;
    let read = read_ron_from(&mut Cursor::new(text.as_bytes()), draft, progress);
    read.map_err(|error| match error {
        ReadError::Contents(mut errors) => {
            for (line, _) in errors.iter_mut().filter_map(|error| error.place.as_mut()) {
                *line += lines;
            }
            ReadError::Contents(errors)
        }
        other => other,
    })
}

fn read_ron_from(
    input: &mut dyn Input,
    draft: bool,
    progress: &mut Progress<'_>,
) -> Result<Contents, ReadError> {
    if solutions_file::looks_like_solutions(input)? {
        let set = solutions_file::read_from(input, progress)?;
        return Ok(Contents::Solutions(Box::new(set)));
    }
    let text = utf8(whole(input)?)?;
    if text.len() > MAX_PUZZLE_BYTES {
        let message = format!("the puzzle has more than {} megabytes", MAX_PUZZLE_BYTES >> 20);
        return Err(plain(message).into());
    }
    let read = if draft { puzzle_file::read_draft } else { puzzle_file::read };
    read(text.into()).map(Contents::Puzzle).map_err(ReadError::Contents)
}

/// All of an input.
fn whole(input: &mut dyn Input) -> io::Result<Vec<u8>> {
    input.rewind()?;
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

fn utf8(bytes: Vec<u8>) -> Result<String, TextError> {
    String::from_utf8(bytes).map_err(|_| plain("is not a text file (UTF-8)"))
}

/// The text of a file.
pub(crate) fn read_text(path: &Path) -> Result<String, FileError> {
    let bytes = whole(&mut *input(path)?).map_err(|error| cannot_be_read(path, &error))?;
    let kind = FileErrorKind::Contents;
    utf8(bytes).map_err(|error| FileError {
        kind,
        file: path.display().to_string(),
        errors: vec![error],
    })
}
