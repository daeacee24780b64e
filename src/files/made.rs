//! Sheets for a cutter and parts for a printer as files.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::{ExportError, FORMATS, Format};
use crate::make::laser::{MAX_BYTES, read_svg};
use crate::make::print::write::file_names;
use crate::make::print::{LaidPiece, Mesh, Print};
use crate::picture::drawing::Drawing;
use crate::picture::pdf::PdfError;
use crate::puzzle::making::Artwork;
use crate::text;

/// Files with their contents.
type Files = Vec<(PathBuf, Vec<u8>)>;

/// The ways to write sheets for a cutter.
pub enum SheetWriter {
    /// Each as a file.
    Each(fn(&Drawing) -> String),
    /// All in one file, each on a page.
    Together(fn(&[Drawing]) -> Result<Vec<u8>, PdfError>),
}

/// Writes all plates of a print.
pub type PlatesWriter = fn(&Print) -> io::Result<Vec<u8>>;

/// Writes a surface.
pub type MeshWriter = fn(&Mesh, &mut dyn Write) -> io::Result<()>;

/// The ways to write parts for a printer in three dimensions.
pub enum PartsWriter {
    /// Each surface as a file.
    Each(MeshWriter),
    /// All in one file.
    Together {
        /// Writes all plates.
        plates: PlatesWriter,
        /// Writes the pieces of a solution where they lie, with a title.
        solution: fn(&str, &[LaidPiece]) -> io::Result<Vec<u8>>,
    },
}

/// The files of sheets in the format that the ending of a path names, as those of
/// [`SheetWriter::files`].
///
/// # Errors
/// When the ending names none, or a page cannot be drawn.
pub fn sheets_by_ending(sheets: &[Drawing], path: &Path) -> Result<Files, ExportError> {
    let ending = path.extension().unwrap_or_default();
    let format = of_sheets().find(|(format, _)| ending.eq_ignore_ascii_case(format.id));
    let (_, writer) = format.ok_or_else(|| {
        let endings: Vec<String> =
            of_sheets().map(|(format, _)| format!(".{}", format.id)).collect();
        ExportError::Sheets { file: path.display().to_string(), endings: text::either(&endings) }
    })?;
    writer.files(sheets, path)
}

/// The formats of sheets, with their writers.
pub fn of_sheets() -> impl Iterator<Item = (&'static Format, &'static SheetWriter)> {
    FORMATS.iter().filter_map(|format| Some((*format, format.sheets.as_ref()?)))
}

impl SheetWriter {
    /// The files of some sheets; of several in files of their own each has its number in the name,
    /// and the name of the sheet if it has one.
    ///
    /// # Errors
    /// When a page cannot be drawn.
    pub fn files(&self, sheets: &[Drawing], path: &Path) -> Result<Files, ExportError> {
        let write = match self {
            SheetWriter::Each(write) => write,
            SheetWriter::Together(write) => return Ok(vec![(path.to_owned(), write(sheets)?)]),
        };
        let name = |n: usize| match sheets.len() {
            1 => path.to_owned(),
            _ => numbered(path, n + 1, &sheets[n].name),
        };
        let file = |(n, sheet)| (name(n), write(sheet).into_bytes());
        Ok(sheets.iter().enumerate().map(file).collect())
    }
}

/// The name of a file with a number before its ending, and a name as far as file systems take it:
/// `sheet-2.dxf`, `sheet-2-oak-3-mm.dxf`.
pub(super) fn numbered(path: &Path, n: usize, name: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    let is_plain = |c: char| c.is_alphanumeric() || c == '.';
    let words: Vec<&str> = name.split(|c| !is_plain(c)).filter(|word| !word.is_empty()).collect();
    let words: String = words.iter().flat_map(|word| ["-", word]).collect();
    let words: String = words.chars().take(60).collect();
    path.with_file_name(format!("{stem}-{n}{words}{ending}"))
}

/// Reads a picture to engrave from an SVG file; its name is that of the file.
///
/// # Errors
/// Why it cannot be engraved, as a sentence that begins with the path.
pub fn artwork(path: &Path) -> Result<Artwork, String> {
    let failed = |why: String| format!("{}: {why}", path.display());
    let bytes = read_limited(path).map_err(|e| failed(text::io_error(&e) + "."))?;
    let artwork = read_svg(&bytes).map_err(|error| failed(error.to_string()))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Artwork { name, ..artwork })
}

/// A file up to a little more than a picture may have, so that a larger one is refused as such.
fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// All plates as a file or, if the settings ask for it, each as a file with its number in the name.
///
/// # Errors
/// When a package cannot be made.
pub fn plate_files(print: &Print, write: PlatesWriter, path: &Path) -> io::Result<Files> {
    if !print.settings.plate_files || print.plates.len() < 2 {
        return Ok(vec![(path.to_owned(), write(print)?)]);
    }
    let file = |n: usize| Ok((numbered(path, n + 1, "plate"), write(&print.plate(n))?));
    (0..print.plates.len()).map(file).collect()
}

/// The files of all parts in the format that the ending of a path names, or else as plates: one
/// file, or one for each part beside it, with the stem of the path before its own name.
///
/// # Errors
/// When a package cannot be made.
pub fn parts_by_ending(print: &Print, path: &Path) -> Result<Files, ExportError> {
    let ending = path.extension().unwrap_or_default();
    let mut of_parts = FORMATS.iter().copied().filter(|format| format.parts.is_some());
    let named = of_parts.find(|format| ending.eq_ignore_ascii_case(format.id));
    let format = named.unwrap_or(&super::THREE_MF);
    match &format.parts {
        Some(PartsWriter::Each(write)) => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            let mut files = Vec::with_capacity(print.parts.len());
            for (part, name) in print.parts.iter().zip(file_names(print, format.id)) {
                let mut bytes = Vec::new();
                write(&part.mesh, &mut bytes)?;
                files.push((path.with_file_name(format!("{stem}-{name}")), bytes));
            }
            Ok(files)
        }
        Some(PartsWriter::Together { plates, .. }) => Ok(plate_files(print, *plates, path)?),
        None => Ok(Vec::new()),
    }
}
