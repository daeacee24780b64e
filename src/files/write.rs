//! Writing a puzzle or its solutions in a format; the same for window and command line.
//!
//! Pictures are bytes; lists of solutions are written one solution after the other.

use std::io::{self, ErrorKind, Write};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;

use super::constraint::Loss;
use super::error::ExportError;
use super::{Format, PuzzleWriter, SolutionsWriter};
use crate::encode::Encoding;
use crate::format::measures_table::{self, FigureFacts};
use crate::format::solutions_file::Source;
use crate::format::{self, FileError, Progress, blocks};
use crate::job::default_threads;
use crate::job::variants::VariantList;
use crate::picture::canvas::{self, NumberedSolution, SheetContents};
use crate::picture::png::{self, Pixels, PngError};
use crate::picture::{PictureSize, Style, svg, text_art};
use crate::puzzle::{Description, Puzzle};
use crate::solution::columns::Columns;
use crate::solution::measures::Measurer;
use crate::solution::verify::Placed;
use crate::solution::{Counts, Excerpt};
use crate::text;

/// The number of solutions in one picture of pixels, at most.
pub const MAX_PNG_SOLUTIONS: usize = 10_000;
/// The number of solutions in one SVG drawing, at most, which few programs show with more.
pub const MAX_SVG_SOLUTIONS: usize = 50_000;
/// Variants that are written as problems of one file, at most.
const MAX_VARIANTS: usize = 10_000;
/// Solutions that are looked at to tell how large a file will be.
const SIZE_SAMPLE: usize = 512;
/// Drawings between two reports of progress.
const PROGRESS_INTERVAL: usize = 256;
/// Pixels of a picture for the clipboard for each point of the SVG.
const ZOOM: f32 = 2.0;
/// Pixels of the longer side of a picture for the clipboard, at most.
const MAX_COPIED_PIXELS: f32 = 4096.0;

impl Format {
    /// The bytes of a puzzle without solutions.
    ///
    /// # Errors
    /// When a picture is too large, the puzzle too large to encode, or it has what the format does not
    /// hold, unless such a loss is accepted.
    pub fn write_puzzle(
        &self,
        description: &Description,
        puzzle: &Puzzle,
        style: Style,
        loss: Loss,
    ) -> Result<Vec<u8>, ExportError> {
        match self.puzzle {
            PuzzleWriter::None => Err(ExportError::NoPuzzle(self.name)),
            PuzzleWriter::Whole(write) => {
                self.check_losses(puzzle, loss)?;
                write(description, &self.said_otherwise(puzzle), style)
            }
            PuzzleWriter::Problems(write) => {
                self.check_losses(puzzle, loss)?;
                let puzzles = variants(puzzle)?;
                puzzles.iter().try_for_each(|own| self.check_losses(own, loss))?;
                let puzzles: Vec<_> = puzzles.iter().map(|own| self.said_otherwise(own)).collect();
                write(description, &puzzles)
            }
            PuzzleWriter::Problem(_) => {
                let mut bytes = Vec::new();
                self.stream_puzzle(puzzle, loss, &mut bytes)?;
                Ok(bytes)
            }
        }
    }

    /// Writes the items and options of a puzzle as they come, which may be gigabytes.
    ///
    /// # Errors
    /// As [`Format::write_puzzle`], and those of writing.
    pub fn stream_puzzle(
        &self,
        puzzle: &Puzzle,
        loss: Loss,
        out: &mut dyn Write,
    ) -> Result<(), ExportError> {
        let PuzzleWriter::Problem(write) = self.puzzle else {
            return Err(ExportError::NoPuzzle(self.name));
        };
        self.check_losses(puzzle, loss)?;
        Ok(write(&Encoding::new(puzzle)?.problem, &puzzle.title, out)?)
    }

    fn check_losses(&self, puzzle: &Puzzle, loss: Loss) -> Result<(), ExportError> {
        match self.lost(puzzle).filter(|_| loss == Loss::Refused) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// The bytes of one solution.
    ///
    /// # Errors
    /// When a picture is too large, or the format has no place for a single solution.
    pub fn write_solution(
        &self,
        solution: &NumberedSolution<'_>,
        style: Style,
    ) -> Result<Vec<u8>, ExportError> {
        let write = self.solution.ok_or(ExportError::NoSolution(self.name))?;
        write(solution, style)
    }

    /// The bytes of distinct solutions in a picture or page, or of their puzzle alone.
    ///
    /// # Errors
    /// When there are too many for one picture, it would be too large, or the format is one for
    /// [`Format::write_list`].
    pub fn write_solutions(
        &self,
        source: Source<'_>,
        style: Style,
        loss: Loss,
    ) -> Result<Vec<u8>, ExportError> {
        match self.solutions {
            SolutionsWriter::None => {
                self.write_puzzle(source.description, source.puzzle, style, loss)
            }
            SolutionsWriter::Whole { write, .. } => write(source, style),
            SolutionsWriter::Listed { .. } | SolutionsWriter::Database(_) => {
                Err(ExportError::AnyNumber(self.name))
            }
        }
    }

    /// Writes any number of distinct solutions to a file, which is replaced at once or not at all.
    /// `progress` is called with what is done and all, and may cancel.
    ///
    /// # Errors
    /// When writing fails or was cancelled; the old file is then as it was.
    pub fn write_list(
        &self,
        source: Source<'_>,
        path: &Path,
        progress: &mut Progress<'_>,
    ) -> Result<(), FileError> {
        match self.solutions {
            SolutionsWriter::Database(write) => write(source, path, progress),
            _ => format::write_file_with(path, |out| self.stream_list(source, out, progress)),
        }
    }

    /// Writes any number of distinct solutions as text, one after the other.
    ///
    /// # Errors
    /// When writing fails, and [`ErrorKind::Interrupted`] when it was cancelled;
    /// [`ErrorKind::Unsupported`] for other formats.
    pub fn stream_list(
        &self,
        source: Source<'_>,
        out: &mut dyn Write,
        progress: &mut Progress<'_>,
    ) -> io::Result<()> {
        match self.solutions {
            SolutionsWriter::Listed { write, .. } => write(source, out, progress),
            _ => Err(ErrorKind::Unsupported.into()),
        }
    }

    /// About how many bytes the file of all solutions of a source has; `None` for formats that do not
    /// hold any number of them. Worked out from some hundred solutions.
    pub fn expected_bytes(&self, source: Source<'_>) -> Option<u64> {
        let all = source.store.len();
        if let SolutionsWriter::Database(_) = self.solutions {
            return Some(source.store.bytes() as u64);
        }
        let length = |count: usize| {
            let mut sample = source.store.empty_alike();
            for n in 0..count {
                let index = n * all / count;
                sample.extend_from(source.store, index..index + 1);
            }
            let mut length = Length::default();
            let sample = Source { store: &sample, ..source };
            let progress = &mut |_, _| ControlFlow::Continue(());
            self.stream_list(sample, &mut length, progress).ok().map(|()| length.0)
        };
        if all <= SIZE_SAMPLE {
            return length(all);
        }
        // What stands around the solutions, such as the puzzle, is there once.
        let (half, whole) = (length(SIZE_SAMPLE / 2)?, length(SIZE_SAMPLE)?);
        let each = (whole - half.min(whole)) as f64 / (SIZE_SAMPLE / 2) as f64;
        Some(whole + (each * (all - SIZE_SAMPLE) as f64) as u64)
    }
}

/// The variants of a puzzle, each combination of choices that is one, or else the puzzle itself.
fn variants(puzzle: &Puzzle) -> Result<Vec<Puzzle>, ExportError> {
    let Some(family) = &puzzle.variants else { return Ok(vec![puzzle.clone()]) };
    let most = MAX_VARIANTS as u64;
    if family.combinations() > most {
        return Err(ExportError::TooManyVariants { count: family.combinations(), most });
    }
    let list = VariantList::unmerged(&Arc::new(puzzle.clone()))?;
    Ok((0..list.len()).filter_map(|index| list.puzzle(index)).collect())
}

/// Takes what is written and keeps its length alone.
#[derive(Default)]
struct Length(u64);

impl Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A picture of one solution, laid out as given, for the clipboard.
///
/// # Errors
/// When there is nothing to draw.
pub fn solution_pixels(puzzle: &Puzzle, placed: &Placed, style: Style) -> Result<Pixels, PngError> {
    let style = Style { size: PictureSize::default(), ..style };
    png::pixels(&svg::solution(puzzle, placed, style), ZOOM, MAX_COPIED_PIXELS)
}

/// Calls a function with some of the solutions of a source, given by their indices, which keep their
/// numbers.
pub(crate) fn with_part<R>(
    source: Source<'_>,
    wanted: Range<usize>,
    work: impl FnOnce(Source<'_>) -> R,
) -> R {
    if wanted == (0..source.store.len()) {
        return work(source);
    }
    let mut part = source.store.empty_excerpt(source.complete, "");
    if let Some(own) = source.store.excerpt().filter(|_| wanted.start == 0) {
        let headings = own.headings.iter().filter(|heading| heading.first < wanted.end);
        part.set_headings(headings.cloned().collect());
    }
    part.extend_from(source.store, wanted);
    let counts = Counts::of_store(&part, source.group).into();
    let complete = source.complete && part.len() == source.store.len();
    work(Source { store: &part, counts, complete, ..source })
}

/// A drawing as pixels.
pub(super) fn png(drawing: &str, style: Style) -> Result<Vec<u8>, ExportError> {
    Ok(png::render_sized(drawing, style.size)?)
}

/// A picture of pixels of all solutions.
pub(super) fn png_sheet(source: Source<'_>, style: Style) -> Result<Vec<u8>, ExportError> {
    png(&svg_sheet(source, style, MAX_PNG_SOLUTIONS)?, style)
}

/// An SVG drawing of all solutions, unless they are too many: written one by one, so that no more
/// than its text is in memory.
pub(super) fn svg_sheet(
    source: Source<'_>,
    style: Style,
    max: usize,
) -> Result<String, ExportError> {
    let store = source.store;
    if store.len() > max {
        return Err(ExportError::TooMany { count: store.len(), max });
    }
    let facts = FigureFacts::new(source, style.measures, default_threads());
    let account = text::count(store.len() as u64, "distinct solution");
    let is_whole = source.complete && store.len() as u64 == source.counts.distinct;
    let account = if is_whole { account } else { format!("{account}; there may be more") };
    let contents = SheetContents {
        count: store.len(),
        excerpt: store.excerpt(),
        lines: facts.len(),
        account: &account,
    };
    let sheet = canvas::SolutionSheet::new(source.puzzle, contents, style);
    let mut bytes = Vec::new();
    let mut solution = Vec::new();
    let page = sheet.page();
    let mut writer = svg::Writer::new(&page, &mut bytes)?;
    // The headings, and the caption, if there is one.
    for node in &page.nodes {
        writer.node(node)?;
    }
    for i in 0..store.len() {
        store.read(i, &mut solution);
        let placed = source.encoding.decode(&solution);
        for node in sheet.field(i, store.number(i), &placed, facts.lines(i)) {
            writer.node(&node)?;
        }
    }
    writer.finish()?;
    String::from_utf8(bytes).map_err(|error| io::Error::other(error).into())
}

/// All measures of all solutions.
pub(super) fn measures(
    source: Source<'_>,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    let Source { puzzle, encoding, group, store, .. } = source;
    let measurer = Arc::new(Measurer::new(puzzle, encoding, group));
    let mut columns = Columns::new(measurer, default_threads());
    measures_table::measure(&mut columns, store, progress)?;
    let all: Vec<u32> = (0..store.len() as u32).collect();
    measures_table::write_to(&columns, store, &all, out, progress)
}

/// The drawings of all solutions in letters, each below its number.
pub(super) fn drawings(
    source: Source<'_>,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    let all = source.store.len();
    let excerpt = source.store.excerpt();
    if let Some(caption) = excerpt.map(Excerpt::caption).filter(|caption| !caption.is_empty()) {
        writeln!(out, "{caption}\n")?;
    }
    let mut solution = Vec::new();
    for i in 0..all {
        if i % PROGRESS_INTERVAL == 0 && progress(i as u64, all as u64).is_break() {
            return Err(ErrorKind::Interrupted.into());
        }
        source.store.read(i, &mut solution);
        let drawing = text_art::solution(source.puzzle, &source.encoding.decode(&solution));
        if let Some(heading) = excerpt.and_then(|excerpt| excerpt.heading_at(i)) {
            writeln!(out, "{}\n", heading.line())?;
        }
        writeln!(out, "{}\n{drawing}\n", source.store.number(i))?;
    }
    Ok(())
}

/// The board and the pieces in letters; of a cover puzzle what is drawn of it.
pub(super) fn puzzle_text(puzzle: &Puzzle) -> String {
    match puzzle.cover {
        Some(_) => format!("{}\n\n{}\n", puzzle.title, text_art::solution(puzzle, &Placed::new())),
        None => blocks::write(puzzle),
    }
}
