//! Files: puzzles and solutions as RON, exact cover problems as Knuth's text, puzzles of other
//! programs.
//!
//! Text becomes checked values here, and every error says where in the text it is. Files are
//! replaced atomically.
//! Leans on [`crate::puzzle`], [`crate::encode`] and [`crate::solution`].
//! Read next: [`crate::files`] for the table of all formats.
//!
//! ```
//! use polywright::format::puzzle_file;
//!
//! let text = r##"(
//!     format: 1,
//!     title: "Two dominoes",
//!     // Either way round.
//!     lattice: Square,
//!     pieces: [Piece(name: "I", art: ["XX"], copies: 2)],
//!     board: Rectangle(2, 2),
//! )"##;
//! let opened = puzzle_file::read(text.into()).unwrap();
//! assert_eq!(opened.puzzle.board.sites().len(), 4);
//!
//! // A puzzle is written field by field, with its comments.
//! let mut description = opened.description;
//! description.author = "anonymous".to_owned();
//! let written = puzzle_file::write(&description);
//! assert!(written.contains("// Either way round."));
//! let again = puzzle_file::read(written.into()).unwrap();
//! assert_eq!(again.description, description);
//!
//! // A mistake has a place.
//! let errors = puzzle_file::read("(format: 1, title: 2)".into()).unwrap_err();
//! assert_eq!(errors[0].place, Some((1, 19)));
//! ```

pub mod blocks;
pub mod bundled;
mod bytes;
pub mod certificate;
pub mod certified_counts;
pub mod cnf;
mod comments;
pub mod dlx;
pub(crate) mod input;
pub mod listed;
pub mod matrix;
pub mod measures_table;
pub mod preset;
pub mod puzzle_file;
pub mod regions;
pub mod result_file;
pub mod solution_lines;
pub mod solutions_file;
pub mod stream;
mod syntax;
pub mod web_page;
pub mod xmpuzzle;

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::exact_cover::Problem;
use crate::text;
use crate::threads::lock;
pub(crate) use input::read_text;
pub use input::{STANDARD_INPUT, read_ron};
pub use puzzle_file::{Opened, Problems};
pub use solutions_file::SolutionSet;
pub use stream::Progress;
use syntax::explained as ron_error;

/// Puzzle files are written by hand; a larger one is not one.
const MAX_PUZZLE_BYTES: usize = 16 << 20;
/// Bytes written at once.
const WRITE_BYTES: usize = 1 << 18;
/// Longer messages, which quote what somebody wrote, are cut short in the middle.
const MAX_MESSAGE_LENGTH: usize = 1000;

/// One thing that is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Line and column, from 1, where that is known.
    pub place: Option<(usize, usize)>,
    /// The mistake, and what was expected instead.
    pub message: String,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&crate::text::shortened(&self.message, MAX_MESSAGE_LENGTH))
    }
}

/// An error that has no place of its own in the text.
fn plain(message: impl Into<String>) -> TextError {
    TextError { place: None, message: message.into() }
}

impl std::error::Error for TextError {}

/// The kind of error in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileErrorKind {
    /// The system could not read it.
    Read(io::ErrorKind),
    /// The system could not write it; what was there is unchanged.
    Write(io::ErrorKind),
    /// It is a folder.
    Folder,
    /// It is larger than any file of a puzzle.
    TooLarge,
    /// Its contents are not what they should be; the errors say where.
    Contents,
    /// It was cancelled.
    Cancelled,
}

/// Why a file could not be read or written.
///
/// ```
/// use polywright::files;
/// use polywright::format::FileErrorKind;
///
/// let error = files::open("no/such/file.ron".as_ref()).unwrap_err();
/// assert_eq!(error.kind, FileErrorKind::Read(std::io::ErrorKind::NotFound));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileError {
    /// The kind of error.
    pub kind: FileErrorKind,
    /// The file, or a name for the text.
    pub file: String,
    /// Everything that is wrong, at least one thing.
    pub errors: Vec<TextError>,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.errors.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{}: {error}", self.file)?;
        }
        Ok(())
    }
}

impl std::error::Error for FileError {}

impl FileError {
    /// An error of a file as a whole.
    pub(crate) fn new(path: &Path, kind: FileErrorKind, message: impl Into<String>) -> FileError {
        FileError { kind, file: path.display().to_string(), errors: vec![plain(message)] }
    }

    fn folder(path: &Path) -> FileError {
        FileError::new(path, FileErrorKind::Folder, "is a folder; name a file")
    }
}

/// The possible contents of a file.
#[allow(clippy::large_enum_variant, reason = "there is one for a file, and it is taken apart")]
#[derive(Clone, Debug)]
pub enum Contents {
    /// A puzzle.
    Puzzle(Opened),
    /// A puzzle with solutions.
    Solutions(Box<SolutionSet>),
    /// An exact cover problem without geometry.
    Problem(Box<Problem>),
}

impl Contents {
    /// Takes the notes on what could not be imported from another program's file, to be shown once.
    pub fn take_notes(&mut self) -> Vec<String> {
        match self {
            Contents::Puzzle(opened) => std::mem::take(&mut opened.notes),
            Contents::Solutions(_) | Contents::Problem(_) => Vec::new(),
        }
    }
}

/// Replaces a file at once or not at all: the new contents are written beside it first. A file
/// that was there keeps its mode; a link stays a link to it. Anything but an ordinary file,
/// such as a device or a pipe, is written to directly.
///
/// # Errors
/// When writing fails; the old file is then as it was.
pub fn write_file(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    write_file_with(path, |out| out.write_all(contents))
}

/// The state of a file at a moment, by which it is known again unless something was written to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileState {
    modified: Option<SystemTime>,
    bytes: u64,
}

impl FileState {
    /// The state that a file has now; `None` where there is none to be read.
    pub fn of(path: &Path) -> Option<FileState> {
        let data = path.metadata().ok()?;
        Some(FileState { modified: data.modified().ok(), bytes: data.len() })
    }
}

/// Returns whether two paths lead to the same file, however they are spelt.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    one == other
        || matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// As [`write_file`], for contents that are written piece by piece, since they would fill the
/// memory.
///
/// # Errors
/// When writing fails, or `write` was cancelled, which it says by [`io::ErrorKind::Interrupted`];
/// the old file is then as it was.
pub fn write_file_with(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&mut File>) -> std::io::Result<()>,
) -> Result<(), FileError> {
    let explain = |e: std::io::Error| cannot_be_written(path, &e);
    let buffered = |file: &mut File| {
        let mut out = BufWriter::with_capacity(WRITE_BYTES, file);
        write(&mut out)?;
        out.flush()
    };
    if target(path)?.is_none() {
        let mut device = File::options().write(true).open(path).map_err(explain)?;
        return buffered(&mut device).map_err(explain);
    }
    replace_file(path, |temporary| {
        let mut file = File::options().write(true).open(temporary).map_err(explain)?;
        buffered(&mut file).map_err(explain)
    })
}

/// Replaces a file at once or not at all: `write` fills an empty file beside it.
fn replace_file(
    path: &Path,
    write: impl FnOnce(&Path) -> Result<(), FileError>,
) -> Result<(), FileError> {
    let explain = |e: std::io::Error| cannot_be_written(path, &e);
    let Some(target) = target(path)? else {
        let kind = FileErrorKind::Write(io::ErrorKind::Unsupported);
        return Err(FileError::new(
            path,
            kind,
            "is not a regular file, which this format requires",
        ));
    };
    let file = beside(&target).map_err(explain)?;
    write(file.path())?;
    if let Ok(meta) = std::fs::metadata(&target) {
        // Set afterwards, since the umask bears on the mode that a file is created with.
        file.as_file().set_permissions(meta.permissions()).map_err(explain)?;
    }
    file.as_file().sync_all().map_err(explain)?;
    file.persist(&target).map_err(|e| explain(e.error))?;
    Ok(())
}

/// Checks whether [`write_file`] is expected to work, before hours of work.
///
/// # Errors
/// Why it would not.
pub fn probe_writing(path: &Path) -> Result<(), FileError> {
    match target(path)? {
        Some(target) => beside(&target).map(drop).map_err(|e| cannot_be_written(path, &e)),
        None => Ok(()),
    }
}

fn cannot_be_written(path: &Path, error: &std::io::Error) -> FileError {
    if error.kind() == io::ErrorKind::Interrupted {
        let message = "cancelled; nothing was changed";
        return FileError::new(path, FileErrorKind::Cancelled, message);
    }
    let message = format!("cannot be written: {}; nothing was changed", text::io_error(error));
    FileError::new(path, FileErrorKind::Write(error.kind()), message)
}

/// The file to replace; `None` for what is there and is no ordinary file.
fn target(path: &Path) -> Result<Option<PathBuf>, FileError> {
    match std::fs::metadata(path) {
        Ok(meta) if meta.is_dir() => Err(FileError::folder(path)),
        Ok(meta) if !meta.is_file() => Ok(None),
        Ok(_) => Ok(Some(path.canonicalize().unwrap_or_else(|_| path.to_owned()))),
        Err(_) => Ok(Some(path.to_owned())),
    }
}

/// The beginning of the names of temporary files.
const TEMPORARY: &str = ".polywright-";
/// Files that are younger may be about to be locked.
#[cfg(target_os = "linux")]
const MIN_ABANDONED_AGE: std::time::Duration = std::time::Duration::from_secs(10);

/// Removes the temporary files that programs which were killed have left in a folder: their locks went
/// with them. Each folder is looked at once.
#[cfg(target_os = "linux")]
fn remove_abandoned(folder: &Path) {
    use std::collections::BTreeSet;
    use std::sync::Mutex;
    static SEEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !lock(&SEEN).insert(folder.to_owned()) {
        return;
    }
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for file in
        files.filter(|file| file.file_name().as_encoded_bytes().starts_with(TEMPORARY.as_bytes()))
    {
        let age =
            file.metadata().and_then(|data| data.modified()).ok().and_then(|at| at.elapsed().ok());
        let is_old = age.is_some_and(|age| age >= MIN_ABANDONED_AGE);
        let is_free = |opened: File| opened.try_lock().is_ok();
        if is_old && File::options().write(true).open(file.path()).is_ok_and(is_free) {
            let _ = std::fs::remove_file(file.path());
        }
    }
}

/// Elsewhere locks would be in the way of SQLite, or of writing by another name.
#[cfg(not(target_os = "linux"))]
fn remove_abandoned(_: &Path) {}

/// An empty file in the folder of another, gone again unless it takes the other's place.
fn beside(path: &Path) -> std::io::Result<tempfile::NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    remove_abandoned(folder);
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The usual mode of a new file, less the umask.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let made = builder.tempfile_in(folder);
    #[cfg(target_os = "linux")]
    if let Ok(file) = &made {
        let _ = file.as_file().try_lock();
    }
    // The path of the temporary file, which is added to the error, would only puzzle people.
    made.map_err(|e| {
        let wrapped = e.get_ref().and_then(|with_path| with_path.source());
        let cause = wrapped.and_then(|cause| cause.downcast_ref::<std::io::Error>());
        let code = cause.and_then(std::io::Error::raw_os_error);
        code.map_or(e, std::io::Error::from_raw_os_error)
    })
}

/// The RON dialect of our files: `Some` need not be spelt out, and the fields of a piece or
/// family follow its name directly.
pub(crate) fn ron_options() -> ron::Options {
    use ron::extensions::Extensions;
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES)
}

/// Finds lines and columns of many places in a text; those in ascending order together in time
/// linear in the text.
pub(crate) struct LineCounter<'t> {
    text: &'t str,
    /// The last place asked for, and the lines before it.
    offset: usize,
    lines: usize,
}

impl<'t> LineCounter<'t> {
    pub(crate) fn new(text: &'t str) -> LineCounter<'t> {
        LineCounter { text, offset: 0, lines: 0 }
    }

    /// Line and column, from 1, of a byte offset.
    pub(crate) fn place(&mut self, offset: usize) -> (usize, usize) {
        if offset < self.offset {
            (self.offset, self.lines) = (0, 0);
        }
        self.lines += self.text[self.offset..offset].matches('\n').count();
        self.offset = offset;
        let line = self.text[..offset].rsplit('\n').next().unwrap_or_default();
        (self.lines + 1, line.chars().count() + 1)
    }
}

/// Line and column, from 1, of a byte offset.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    LineCounter::new(text).place(offset)
}
