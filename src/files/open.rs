//! Opening a file of any kind.

use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;

use super::{FORMATS, Format};
use crate::format::input::{self, read_ron_from, utf8, whole};
use crate::format::stream::{Input, ReadError};
use crate::format::{
    Contents, FileError, Progress, TextError, blocks, certificate, certified_counts, dlx, matrix,
    regions, result_file, solution_lines, web_page, xmpuzzle,
};

/// Bytes at the beginning of a file that show of which kind it is.
const SIGN_BYTES: u64 = 4096;

/// The options for opening a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// Of several problems the one of this number, from 1; the first by default. A number is
    /// refused for a file that holds but one problem by its nature.
    pub problem: Option<usize>,
    /// True if a puzzle may still be a draft: it may lack pieces and sites, as
    /// [`crate::format::puzzle_file::read_draft`] allows.
    pub draft: bool,
}

/// A reader of the files of a format.
pub struct Reader {
    /// The sign by which they are known.
    pub sign: Sign,
    /// True if a file may hold several problems.
    pub holds_several: bool,
    /// Reads one.
    pub read: fn(Reading<'_>) -> Result<Contents, ReadError>,
}

/// The sign by which files of a format are known.
pub enum Sign {
    /// By their first bytes.
    Start(fn(&[u8]) -> bool),
    /// By their ending, unless their first bytes say otherwise.
    Name(fn(&[u8]) -> bool),
    /// By being of no other format.
    Other,
}

/// A file that is read.
pub struct Reading<'a> {
    path: &'a Path,
    input: &'a mut dyn Input,
    opening: Opening,
    progress: &'a mut Progress<'a>,
}

impl Reader {
    /// A reader of files that hold one problem.
    pub(super) const fn new(
        sign: Sign,
        read: fn(Reading<'_>) -> Result<Contents, ReadError>,
    ) -> Reader {
        Reader { sign, holds_several: false, read }
    }

    /// The reader of a file with this path and beginning.
    fn of(path: &Path, start: &[u8]) -> &'static Reader {
        let reader = |wanted: &dyn Fn(&Format, &Sign) -> bool| {
            let mut readers = FORMATS.iter().filter_map(|row| Some((row, row.reader.as_ref()?)));
            readers.find(|(row, reader)| wanted(row, &reader.sign)).map(|(_, reader)| reader)
        };
        reader(&|_, sign| matches!(sign, Sign::Start(is) if is(start)))
            .or_else(|| {
                reader(
                    &|row, sign| matches!(sign, Sign::Name(may) if is_called(path, row.id) && may(start)),
                )
            })
            .unwrap_or(&READ_RON)
    }
}

impl Reading<'_> {
    /// The name of the file without its ending.
    fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Reads a file of any kind, or standard input for `-`. The contents decide the kind: a web page holds
/// a puzzle as RON, another that begins with `<` or is compressed is BurrTools', one of SQLite's holds
/// the result of a puzzle, solutions one a line say so in their first line, rows of zeros and ones
/// are a matrix, and `0:` above a row of `#` begins a list of shapes and regions. Other text is RON,
/// unless the file is called `.dlx`, for Knuth's items and options, or `.txt`, for pieces and boards
/// drawn in blocks, and does not begin as RON does.
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
    let mut input = input::input(path)?;
    let read = read_contents(Reading { path, input: &mut *input, opening, progress });
    read.map_err(|error| input::in_file(path, error))
}

fn read_contents(reading: Reading<'_>) -> Result<Contents, ReadError> {
    let mut start = Vec::new();
    reading.input.take(SIGN_BYTES).read_to_end(&mut start)?;
    if let Some(message) = foreign(&start) {
        return Err(TextError { place: None, message: message.to_owned() }.into());
    }
    if certificate::looks_like(&start) {
        let message = "is a certificate that a puzzle has no solution; polywright verify checks it";
        return Err(TextError { place: None, message: message.to_owned() }.into());
    }
    if certified_counts::looks_like(&start) {
        let message = "is a certificate of counts; polywright verify checks it";
        return Err(TextError { place: None, message: message.to_owned() }.into());
    }
    let reader = match start {
        _ if is_called(reading.path, "csv")
            || matrix::is_matrix(&start, start.len() as u64 == SIGN_BYTES) =>
        {
            &READ_MATRIX
        }
        _ if regions::is_list(&start) => &READ_REGIONS,
        _ => Reader::of(reading.path, &start),
    };
    if reading.opening.problem.is_some() && !reader.holds_several {
        let message = "the file contains one problem; leave out --problem".to_owned();
        return Err(TextError { place: None, message }.into());
    }
    (reader.read)(reading)
}

/// Returns whether the name of a file has an ending.
fn is_called(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// Files that are mistaken for puzzles, by their first bytes, and what is said of them.
const FOREIGN: [(&[u8], &str); 15] = [
    (b"\xff\xfe", "is a text in UTF-16; save it as UTF-8"),
    (b"\xfe\xff", "is a text in UTF-16; save it as UTF-8"),
    (b"PK\x03\x04", "is a ZIP archive; extract the puzzle from it"),
    (b"\xfd7zXZ", "is an XZ archive; extract the puzzle from it"),
    (b"7z\xbc\xaf", "is a 7-Zip archive; extract the puzzle from it"),
    (b"BZh", "is a BZip2 archive; extract the puzzle from it"),
    (b"\x89PNG", "is a picture (PNG), not a puzzle"),
    (b"\xff\xd8\xff", "is a picture (JPEG), not a puzzle"),
    (b"GIF8", "is a picture (GIF), not a puzzle"),
    (b"%PDF", "is a PDF, not a puzzle"),
    (b"\x7fELF", "is a program, not a puzzle"),
    (
        b"version https://git-lfs",
        "is a pointer to a large file in Git; get the file by git lfs pull",
    ),
    (b"{", "is JSON; puzzles are written in RON, and begin with \"(\""),
    (b"[{", "is JSON; puzzles are written in RON, and begin with \"(\""),
    (b"<svg", "is a picture (SVG), not a puzzle"),
];

/// The words on a file that no reader is for, by its first bytes.
fn foreign(start: &[u8]) -> Option<&'static str> {
    if start.trim_ascii().is_empty() {
        return Some("is empty");
    }
    let of = |&&(sign, _): &&(&[u8], &str)| start.starts_with(sign);
    FOREIGN.iter().find(of).map(|&(_, message)| message)
}

/// The reader of RON, which is what a file of no other format is taken for.
pub(super) const READ_RON: Reader = Reader::new(Sign::Other, |reading| {
    read_ron_from(reading.input, reading.opening.draft, reading.progress)
});

/// The reader of matrices, which are known by their rows, whatever the file is called.
const READ_MATRIX: Reader = Reader::new(Sign::Other, |reading| {
    Ok(Contents::Problem(Box::new(matrix::read(&utf8(whole(reading.input)?)?)?)))
});

/// The reader of lists of shapes and regions, which are known by their first lines.
const READ_REGIONS: Reader = Reader {
    sign: Sign::Other,
    holds_several: true,
    read: |reading| {
        let text = utf8(whole(reading.input)?)?;
        let read = regions::read(&text, reading.opening.problem, &reading.name());
        read.map(Contents::Puzzle).map_err(ReadError::Contents)
    },
};

pub(super) fn read_lines(reading: Reading<'_>) -> Result<Contents, ReadError> {
    let set = solution_lines::read_from(reading.input, reading.progress)?;
    Ok(Contents::Solutions(Box::new(set)))
}

pub(super) fn read_result(reading: Reading<'_>) -> Result<Contents, ReadError> {
    Ok(Contents::Solutions(Box::new(result_file::read(reading.path)?)))
}

pub(super) fn read_xmpuzzle(reading: Reading<'_>) -> Result<Contents, ReadError> {
    let bytes = whole(reading.input)?;
    let read = xmpuzzle::read(&bytes, reading.opening.problem, &reading.name());
    read.map(Contents::Puzzle).map_err(ReadError::Contents)
}

pub(super) fn read_dlx(reading: Reading<'_>) -> Result<Contents, ReadError> {
    Ok(Contents::Problem(Box::new(dlx::read(&utf8(whole(reading.input)?)?)?)))
}

pub(super) fn read_blocks(reading: Reading<'_>) -> Result<Contents, ReadError> {
    let read = blocks::read(&utf8(whole(reading.input)?)?, &reading.name());
    read.map(Contents::Puzzle).map_err(ReadError::Contents)
}

/// Reads the RON in a web page; the places of errors are those in the page.
pub(super) fn read_page(reading: Reading<'_>) -> Result<Contents, ReadError> {
    let (text, lines) = web_page::extract(&utf8(whole(reading.input)?)?)?;
    let mut input = std::io::Cursor::new(text.as_bytes());
    let read = read_ron_from(&mut input, reading.opening.draft, reading.progress);
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

/// Returns whether a text begins with a bracket, a comment or an attribute, as drawings never do.
pub(super) fn begins_as_ron(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    ["(", "//", "/*", "#!["].iter().any(|sign| text.starts_with(sign))
}
