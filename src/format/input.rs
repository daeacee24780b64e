//! Files and standard input as bytes and text, and the RON in them.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use super::stream::{Input, Progress, ReadError};
use super::{
    Contents, FileError, FileErrorKind, MAX_PUZZLE_BYTES, TextError, plain, puzzle_file,
    solutions_file,
};
use crate::text;

/// Files larger than this are refused before they are read, unless they hold solutions.
const MAX_BYTES: u64 = 1 << 30;

/// The path that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

/// Why a file cannot be read, in words.
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

/// The mark that some programs put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A text behind its byte order mark.
struct Unmarked<T>(T);

const MARK_BYTES: u64 = BYTE_ORDER_MARK.len() as u64;

impl<T: Read> Read for Unmarked<T> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl<T: Seek> Seek for Unmarked<T> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let to = match to {
            SeekFrom::Start(at) => SeekFrom::Start(at.saturating_add(MARK_BYTES)),
            other => other,
        };
        let at = self.0.seek(to)?;
        at.checked_sub(MARK_BYTES).ok_or_else(|| io::ErrorKind::InvalidInput.into())
    }
}

/// The input without a byte order mark.
fn unmarked(mut input: impl Input + 'static) -> io::Result<Box<dyn Input>> {
    let mut start = Vec::new();
    input.by_ref().take(MARK_BYTES).read_to_end(&mut start)?;
    if start == BYTE_ORDER_MARK {
        return Ok(Box::new(Unmarked(input)));
    }
    input.rewind()?;
    Ok(Box::new(input))
}

/// A file, or what comes by standard input or a pipe, which is copied so that it can be read twice.
pub(crate) fn input(path: &Path) -> Result<Box<dyn Input>, FileError> {
    let explain = |error: io::Error| cannot_be_read(path, &error);
    let copy = |mut from: &mut dyn Read| {
        let mut copy = tempfile::spooled_tempfile(MAX_PUZZLE_BYTES);
        io::copy(&mut from, &mut copy)?;
        copy.rewind()?;
        Ok(copy)
    };
    if path == Path::new(STANDARD_INPUT) {
        return copy(&mut io::stdin().lock()).and_then(unmarked).map_err(explain);
    }
    let mut file = File::open(path).map_err(explain)?;
    let meta = file.metadata().map_err(explain)?;
    if meta.is_dir() {
        return Err(FileError::folder(path));
    }
    if meta.is_file() {
        return unmarked(file).map_err(explain);
    }
    // Bounded, since a device may never end.
    copy(&mut (&mut file).take(MAX_BYTES)).and_then(unmarked).map_err(explain)
}

/// The error of a file that was not read.
pub(crate) fn in_file(path: &Path, error: ReadError) -> FileError {
    match error {
        ReadError::Io(error) => cannot_be_read(path, &error),
        ReadError::Cancelled => FileError::new(path, FileErrorKind::Cancelled, "cancelled"),
        ReadError::Contents(errors) => {
            let file = path.display().to_string();
            FileError { kind: FileErrorKind::Contents, file, errors }
        }
    }
}

/// Reads a file if it is of a kind that its first bytes tell.
///
/// # Errors
/// When it cannot be read, or its text is not sound.
pub(crate) fn open_if<T>(
    path: &Path,
    looks_like: fn(&[u8]) -> bool,
    read: fn(&str) -> Result<T, TextError>,
) -> Result<Option<T>, FileError> {
    /// Bytes among which the sign of the kind is looked for.
    const SIGN_BYTES: u64 = 256;
    let mut input = input(path)?;
    let mut contents = || -> Result<Option<T>, ReadError> {
        let mut start = Vec::new();
        input.by_ref().take(SIGN_BYTES).read_to_end(&mut start)?;
        if !looks_like(&start) {
            return Ok(None);
        }
        Ok(Some(read(&utf8(whole(&mut *input)?)?)?))
    };
    contents().map_err(|error| in_file(path, error))
}

/// Reads the RON of a puzzle or of solutions.
///
/// # Errors
/// All that is wrong with it.
pub fn read_ron(text: Arc<str>) -> Result<Contents, Vec<TextError>> {
    let mut progress = |_, _| ControlFlow::Continue(());
    read_ron_from(&mut Cursor::new(text.as_bytes()), false, &mut progress).map_err(|error| {
        match error {
            ReadError::Contents(errors) => errors,
            other => vec![plain(other.to_string())],
        }
    })
}

/// Reads the RON of a puzzle, which may be a draft, or of solutions.
pub(crate) fn read_ron_from(
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
        let message = format!("the puzzle is larger than {} megabytes", MAX_PUZZLE_BYTES >> 20);
        return Err(plain(message).into());
    }
    let read = if draft { puzzle_file::read_draft } else { puzzle_file::read };
    read(text.into()).map(Contents::Puzzle).map_err(ReadError::Contents)
}

/// All of an input.
pub(crate) fn whole(input: &mut dyn Input) -> io::Result<Vec<u8>> {
    input.rewind()?;
    let mut bytes = Vec::new();
    input.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// The text of some bytes.
pub(crate) fn utf8(bytes: Vec<u8>) -> Result<String, TextError> {
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
