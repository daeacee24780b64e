//! A puzzle or its solutions in another format; the same for window and command line.
//!
//! Pictures are bytes; lists of solutions are written one solution after the other.

use std::io::{self, ErrorKind, Write};
use std::ops::{ControlFlow, Range};
use std::path::Path;
use std::sync::Arc;

use super::document::Document;
use super::solutions::listing::Listing;
use crate::encode::{Encoding, SymmetryGroup};
use crate::format::solutions_file::{self, Source};
use crate::format::{
    self, FileError, Progress, blocks, cnf, dlx, measures_table, puzzle_file, result_file,
    solution_lines, xmpuzzle,
};
use crate::job::default_threads;
use crate::make::web;
use crate::picture::png::{Pixels, PngError};
use crate::picture::{PictureSize, Style, canvas, png, svg, text_art};
use crate::puzzle::{Description, Puzzle};
use crate::solution::columns::Columns;
use crate::solution::measures::Measurer;
use crate::solution::verify::Placed;
use crate::solution::{Counts, Store};
use crate::text;

/// The number of solutions in one picture of pixels, at most.
pub const MAX_PER_SHEET: usize = 2000;
/// The number of solutions in one SVG drawing, at most, which few programs show with more.
pub const MAX_SVG_SOLUTIONS: usize = 50_000;
/// Solutions that are looked at to tell how large a file will be.
const SIZE_SAMPLE: usize = 512;
/// Drawings between two reports of progress.
const PROGRESS_INTERVAL: usize = 256;
/// Pixels of a picture for the clipboard for each point of the SVG.
const ZOOM: f32 = 2.0;
/// Pixels of the longer side of a picture for the clipboard, at most.
const MAX_COPIED_PIXELS: f32 = 4096.0;

/// A format to write. Its doc comments are the help of the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// Polywright's own format.
    Ron,
    /// Solutions one a line, compact.
    Lines,
    /// A table of the measures of solutions.
    Csv,
    /// Solutions as a SQLite database.
    Sqlite,
    /// A vector drawing.
    Svg,
    /// A picture.
    Png,
    /// A drawing in letters.
    #[value(name = "txt", alias = "text")]
    Text,
    /// Items and options in Knuth's format.
    Dlx,
    /// A formula for SAT solvers, as DIMACS has it.
    Cnf,
    /// The puzzle for BurrTools.
    Xmpuzzle,
    /// A web page, to be played in a browser.
    Html,
}

impl Form {
    /// All forms that the window offers.
    pub const ALL: [Form; 10] = [
        Form::Ron,
        Form::Lines,
        Form::Csv,
        Form::Sqlite,
        Form::Svg,
        Form::Png,
        Form::Text,
        Form::Html,
        Form::Dlx,
        Form::Xmpuzzle,
    ];

    /// Returns whether it is a form for solutions alone.
    pub fn needs_solutions(self) -> bool {
        matches!(self, Form::Lines | Form::Csv | Form::Sqlite)
    }

    /// Returns whether solutions in its files can be read again.
    pub fn is_read(self) -> bool {
        matches!(self, Form::Ron | Form::Lines | Form::Sqlite)
    }

    /// Returns whether solutions are written in this form one after another, by
    /// [`write_solutions`].
    pub fn holds_any_number(self) -> bool {
        matches!(self, Form::Ron | Form::Lines | Form::Csv | Form::Sqlite | Form::Text)
    }

    /// The ending of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Form::Ron => "ron",
            Form::Lines => "lines",
            Form::Csv => "csv",
            Form::Sqlite => "sqlite",
            Form::Svg => "svg",
            Form::Png => "png",
            Form::Text => "txt",
            Form::Dlx => "dlx",
            Form::Cnf => "cnf",
            Form::Xmpuzzle => "xmpuzzle",
            Form::Html => "html",
        }
    }

    /// Its name for people.
    pub fn label(self) -> &'static str {
        match self {
            Form::Ron => "RON",
            Form::Lines => "Lines",
            Form::Csv => "CSV",
            Form::Sqlite => "SQLite",
            Form::Svg => "SVG",
            Form::Png => "PNG",
            Form::Text => "Text",
            Form::Dlx => ".dlx",
            Form::Cnf => "CNF",
            Form::Xmpuzzle => "BurrTools",
            Form::Html => "HTML",
        }
    }
}

/// A puzzle without solutions.
///
/// # Errors
/// When a picture is too large, the puzzle too large to encode, or the other program has no words
/// for it.
pub fn puzzle(
    description: &Description,
    puzzle: &Puzzle,
    form: Form,
    style: Style,
) -> Result<Vec<u8>, String> {
    Ok(match form {
        Form::Ron => puzzle_file::write(description).into_bytes(),
        Form::Svg => svg::puzzle(puzzle, style).into_bytes(),
        Form::Png => {
            let drawing = svg::puzzle(puzzle, style);
            png::render_sized(&drawing, style.size).map_err(|e| e.to_string())?
        }
        Form::Text => puzzle_text(puzzle).into_bytes(),
        Form::Dlx => {
            let encoding = Encoding::new(puzzle).map_err(|e| e.to_string())?;
            dlx::write(&encoding.problem, &puzzle.title).into_bytes()
        }
        Form::Cnf => {
            let encoding = Encoding::new(puzzle).map_err(|e| e.to_string())?;
            formula(&encoding, &puzzle.title)?
        }
        Form::Xmpuzzle => xmpuzzle::write(description, puzzle).map_err(|e| e.to_string())?,
        Form::Html => web::puzzle(description, puzzle).map_err(|e| e.to_string())?.into_bytes(),
        Form::Lines | Form::Csv | Form::Sqlite => {
            return Err(format!("a puzzle without solutions is not written as {}", form.label()));
        }
    })
}

/// The formula of a puzzle.
fn formula(encoding: &Encoding, title: &str) -> Result<Vec<u8>, String> {
    let mut text = Vec::new();
    cnf::write_to(&encoding.problem, title, &mut text).map_err(|e| e.to_string())?;
    Ok(text)
}

/// One solution, laid out as given; in pictures some of its pieces are hidden, given by their
/// indices in the list, and `number` is said in the caption.
///
/// # Errors
/// When a picture is too large, or the form has no place for a single solution.
pub fn solution(
    puzzle: &Puzzle,
    placed: &Placed,
    hidden: &[usize],
    number: u64,
    form: Form,
    style: Style,
) -> Result<Vec<u8>, String> {
    let picture = || svg::numbered_solution(puzzle, placed, hidden, Some(number), style);
    match form {
        Form::Svg => Ok(picture().into_bytes()),
        Form::Png => png::render_sized(&picture(), style.size).map_err(|e| e.to_string()),
        Form::Text => Ok((text_art::solution(puzzle, placed) + "\n").into_bytes()),
        Form::Ron
        | Form::Lines
        | Form::Csv
        | Form::Sqlite
        | Form::Dlx
        | Form::Cnf
        | Form::Xmpuzzle
        | Form::Html => Err(format!("a single solution cannot be written as {}", form.label())),
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

/// Distinct solutions in a picture, or their puzzle for other programs.
///
/// # Errors
/// When there are too many for one picture, it would be too large, or the form is one for
/// [`write_solutions`].
pub fn solutions(source: Source<'_>, form: Form, style: Style) -> Result<Vec<u8>, String> {
    let most = most_on_a_sheet(form).filter(|_| form != Form::Html);
    if let Some(most) = most.filter(|&most| source.store.len() > most) {
        return Err(format!(
            "{} solutions are too many for one picture, which holds {most}; export a single one, \
             a poster as PDF, or all as RON",
            text::grouped(source.store.len() as u64)
        ));
    }
    match form {
        Form::Svg => Ok(sheet(source, style)),
        Form::Png => {
            let drawing = String::from_utf8(sheet(source, style)).map_err(|e| e.to_string())?;
            png::render_sized(&drawing, style.size).map_err(|e| e.to_string())
        }
        Form::Dlx => Ok(dlx::write(&source.encoding.problem, &source.puzzle.title).into_bytes()),
        Form::Cnf => formula(source.encoding, &source.puzzle.title),
        Form::Xmpuzzle => {
            xmpuzzle::write(source.description, source.puzzle).map_err(|e| e.to_string())
        }
        Form::Html => Ok(web::solutions(source).map_err(|e| e.to_string())?.into_bytes()),
        Form::Ron | Form::Lines | Form::Csv | Form::Sqlite | Form::Text => {
            Err(format!("solutions are not bytes in memory as {}", form.label()))
        }
    }
}

/// The number of solutions that a picture or a page holds at most; `None` for other forms.
pub fn most_on_a_sheet(form: Form) -> Option<usize> {
    match form {
        Form::Svg => Some(MAX_SVG_SOLUTIONS),
        Form::Png => Some(MAX_PER_SHEET),
        Form::Html => Some(web::MAX_SOLUTIONS),
        _ => None,
    }
}

/// An SVG drawing of all solutions: written one by one, so that no more than its text is in memory.
fn sheet(source: Source<'_>, style: Style) -> Vec<u8> {
    let store = source.store;
    let sheet = canvas::Sheet::new(source.puzzle, store.len(), style);
    let mut bytes = Vec::new();
    let mut solution = Vec::new();
    let page = sheet.page();
    let written = svg::Writer::new(&page, &mut bytes).and_then(|mut writer| {
        // The caption, if there is one.
        for node in &page.nodes {
            writer.node(node)?;
        }
        for i in 0..store.len() {
            store.read(i, &mut solution);
            let placed = source.encoding.decode(&solution);
            for node in sheet.field(i, i as u64 + 1, &placed) {
                writer.node(&node)?;
            }
        }
        writer.finish()
    });
    written.expect("memory takes what is written");
    bytes
}

/// The store of some solutions, given by their indices, for a source of its own.
pub(crate) fn part(source: Source<'_>, wanted: Range<usize>) -> (Store, Counts) {
    let mut part = source.store.empty();
    part.extend_from(source.store, wanted);
    let counts = Counts::of_store(&part, source.group);
    (part, counts)
}

/// Writes distinct solutions to a file, which is replaced at once or not at all: of the forms that
/// hold any number of them. `first` is the number of the first. `progress` is called with what is
/// done and all, and may cancel.
///
/// # Errors
/// When writing fails or was cancelled; the old file is then as it was.
pub fn write_solutions(
    source: Source<'_>,
    first: u64,
    form: Form,
    path: &Path,
    progress: &mut Progress<'_>,
) -> Result<(), FileError> {
    match form {
        Form::Sqlite => result_file::write(source, path, progress),
        _ => format::write_file_with(path, |out| {
            stream_solutions(source, first, form, out, progress)
        }),
    }
}

/// Writes distinct solutions one after the other: of the forms that hold any number of them those
/// that are text. `first` is the number of the first.
///
/// # Errors
/// When writing fails, and [`ErrorKind::Interrupted`] when it was cancelled;
/// [`ErrorKind::Unsupported`] for other forms.
pub fn stream_solutions(
    source: Source<'_>,
    first: u64,
    form: Form,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    match form {
        Form::Ron => solutions_file::write_to(source, out, progress),
        Form::Lines => solution_lines::write_to(source, out, progress),
        Form::Csv => write_measures(source, first, out, progress),
        Form::Text => write_drawings(source, first, out, progress),
        _ => Err(ErrorKind::Unsupported.into()),
    }
}

fn write_measures(
    source: Source<'_>,
    first: u64,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    let Source { puzzle, encoding, group, store, .. } = source;
    let measurer = Arc::new(Measurer::new(puzzle, encoding, group));
    let mut columns = Columns::new(measurer, default_threads());
    measures_table::measure(&mut columns, store, progress)?;
    let all: Vec<u32> = (0..store.len() as u32).collect();
    measures_table::write_to(&columns, &all, first, out, progress)
}

fn write_drawings(
    source: Source<'_>,
    first: u64,
    out: &mut dyn Write,
    progress: &mut Progress<'_>,
) -> io::Result<()> {
    let all = source.store.len();
    let mut solution = Vec::new();
    for i in 0..all {
        if i % PROGRESS_INTERVAL == 0 && progress(i as u64, all as u64).is_break() {
            return Err(ErrorKind::Interrupted.into());
        }
        source.store.read(i, &mut solution);
        let drawing = text_art::solution(source.puzzle, &source.encoding.decode(&solution));
        writeln!(out, "{}\n{drawing}\n", first + i as u64)?;
    }
    Ok(())
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

/// About how many bytes the file of all solutions of a source has; `None` for forms that do not hold
/// any number of them. Worked out from some hundred solutions.
pub fn expected_bytes(source: Source<'_>, form: Form) -> Option<u64> {
    let all = source.store.len();
    if form == Form::Sqlite {
        return Some(source.store.bytes() as u64);
    }
    let length = |count: usize| {
        let mut sample = source.store.empty();
        for n in 0..count {
            let index = n * all / count;
            sample.extend_from(source.store, index..index + 1);
        }
        let mut length = Length::default();
        let sample = Source { store: &sample, ..source };
        let progress = &mut |_, _| ControlFlow::Continue(());
        stream_solutions(sample, 1, form, &mut length, progress).ok().map(|()| length.0)
    };
    if all <= SIZE_SAMPLE {
        return length(all);
    }
    // What stands around the solutions, such as the puzzle, is there once.
    let (half, whole) = (length(SIZE_SAMPLE / 2)?, length(SIZE_SAMPLE)?);
    let each = (whole - half.min(whole)) as f64 / (SIZE_SAMPLE / 2) as f64;
    Some(whole + (each * (all - SIZE_SAMPLE) as f64) as u64)
}

/// The distinct solutions of a document that are to be written.
pub struct DistinctSolutions {
    description: Arc<Description>,
    puzzle: Arc<Puzzle>,
    encoding: Arc<Encoding>,
    group: Arc<SymmetryGroup>,
    store: Store,
    counts: Counts,
    complete: bool,
    /// The list, where not all are listed in the order of their numbers.
    listing: Option<Arc<Listing>>,
}

impl DistinctSolutions {
    /// Those that are listed; `None` before there are any.
    pub fn new(document: &Document) -> Option<DistinctSolutions> {
        let (puzzle, description) = solved_puzzle(document);
        let encoding = Arc::clone(document.solved_encoding()?);
        let group = Arc::clone(document.solved_group()?);
        let (counts, complete) = document.counts()?;
        let store = document.with_store(Store::clone)?;
        let complete = complete && store.len() as u64 == counts.distinct;
        let listing = document.listing().cloned();
        Some(DistinctSolutions {
            description,
            puzzle,
            encoding,
            group,
            store,
            counts,
            complete,
            listing,
        })
    }

    /// All of them, whatever is listed; `None` before there are any.
    pub fn whole(document: &Document) -> Option<DistinctSolutions> {
        Some(DistinctSolutions { listing: None, ..DistinctSolutions::new(document)? })
    }

    /// The number of solutions to be written.
    pub fn len(&self) -> u64 {
        self.listing.as_ref().map_or(self.store.len(), |listing| listing.distinct().len()) as u64
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Keeps the solutions that are listed: in the order of their numbers where `by_number`, else
    /// in that of the list. Those of a run that goes on are sorted, and counted again, since they
    /// were copied a moment after they were counted.
    pub fn settle(&mut self, running: bool, by_number: bool) {
        if let Some(listing) = self.listing.take() {
            let mut listed = self.store.empty();
            for &n in listing.distinct() {
                listed.extend_from(&self.store, n as usize..n as usize + 1);
            }
            self.complete &= listed.len() == self.store.len();
            self.store = listed;
        } else if !running {
            return;
        }
        if by_number {
            self.store.sort();
        }
        self.counts = Counts::of_store(&self.store, &self.group);
    }

    /// Returns the content to write, once it was settled.
    pub fn source(&self) -> Source<'_> {
        let DistinctSolutions {
            description, puzzle, encoding, group, store, counts, complete, ..
        } = self;
        let (counts, complete) = (*counts, *complete);
        Source { description, puzzle, encoding, group, store, counts, complete }
    }
}

/// The puzzle as it was when it was solved, which its solutions are those of.
pub fn solved_puzzle(document: &Document) -> (Arc<Puzzle>, Arc<Description>) {
    let (puzzle, description) = match &document.solved {
        Some(solved) => (&solved.analysis.puzzle, &solved.description),
        None => (&document.puzzle, document.description()),
    };
    (Arc::clone(puzzle), Arc::clone(description))
}

/// The board and the pieces in letters; of a cover puzzle what is drawn of it.
fn puzzle_text(puzzle: &Puzzle) -> String {
    match puzzle.cover {
        Some(_) => format!("{}\n\n{}\n", puzzle.title, text_art::solution(puzzle, &Placed::new())),
        None => blocks::write(puzzle),
    }
}
