//! `polywright export --to pdf`: posters, pieces to cut out, booklets.

use std::path::Path;
use std::sync::Arc;

use super::{NO_SOLUTIONS, check_measures, open_exported, refused, solution_index};
use crate::cli::file_work::{with_bar, writing};
use crate::cli::output;
use crate::cli::{CliError, ExportArgs, Outcome, PaperArgs, PaperLayout};
use crate::encode::{Encoding, SymmetryGroup};
use crate::files;
use crate::format::solutions_file::SolutionSet;
use crate::format::{self, Contents};
use crate::job::variants::VariantList;
use crate::make::paper::{
    Booklet, ChallengeError, Challenges, Cutouts, PageLayout, Poster, write_pdf,
};
use crate::puzzle::making::{BookletSettings, Given, PaperSettings};
use crate::puzzle::{Description, Puzzle};

impl PaperArgs {
    /// The settings of posters and pieces: those of the puzzle or a preset, changed by the flags.
    fn paper(&self, args: &ExportArgs, own: &PaperSettings) -> Result<PaperSettings, CliError> {
        let mut settings = args.make.preset_or(own)?;
        settings.size = self.paper.unwrap_or(settings.size);
        settings.landscape |= self.landscape;
        settings.unit = args.make.unit.unwrap_or(settings.unit);
        settings.gap = args.make.gap.unwrap_or(settings.gap);
        settings.columns = self.columns.unwrap_or(settings.columns);
        settings.look = self.look.unwrap_or(settings.look);
        settings.names &= !args.no_names;
        settings.grid &= !args.no_grid;
        if !args.measures.is_empty() {
            settings.measures =
                args.measures.iter().map(|measure| measure.row().id.to_owned()).collect();
        }
        Ok(settings)
    }

    /// The settings of booklets, likewise.
    fn booklet(
        &self,
        args: &ExportArgs,
        own: &BookletSettings,
    ) -> Result<BookletSettings, CliError> {
        let mut settings = args.make.preset_or(own)?;
        settings.size = self.paper.unwrap_or(settings.size);
        settings.challenges = self.challenges.unwrap_or(settings.challenges);
        settings.on_page = self.on_page.unwrap_or(settings.on_page);
        settings.given = self.given.map_or(settings.given, Given::AtMost);
        settings.look = self.look.unwrap_or(settings.look);
        settings.names &= !args.no_names;
        settings.moves |= self.moves;
        Ok(settings)
    }
}

pub(in crate::cli) fn export(args: &ExportArgs) -> Result<Outcome, CliError> {
    match open_exported(args)? {
        Contents::Problem(_) => Err(refused(args, "items and options have no geometry to print")),
        Contents::Puzzle(opened) => {
            solution_index(args, None)?;
            match args.paper.layout {
                Some(PaperLayout::Poster) => Err(refused(args, NO_SOLUTIONS)),
                Some(PaperLayout::Booklet) => {
                    variant_booklet(args, &opened.description, &opened.puzzle)
                }
                Some(PaperLayout::Pieces) | None => {
                    pieces(args, &opened.description, &opened.puzzle)
                }
            }
        }
        Contents::Solutions(set) => match args.paper.layout {
            Some(PaperLayout::Pieces) => pieces(args, &set.description, &set.puzzle),
            Some(PaperLayout::Booklet) => solution_booklet(args, &set),
            Some(PaperLayout::Poster) | None => poster(args, &set),
        },
    }
}

fn pieces(args: &ExportArgs, words: &Description, puzzle: &Puzzle) -> Result<Outcome, CliError> {
    let settings = args.paper.paper(args, &words.make.paper)?;
    let layout = Cutouts::new(puzzle, &settings).map_err(|e| refused(args, e))?;
    write(args, &layout)
}

fn poster(args: &ExportArgs, set: &SolutionSet) -> Result<Outcome, CliError> {
    check_measures(args, Some(set))?;
    let settings = args.paper.paper(args, &set.description.make.paper)?;
    let layout = match solution_index(args, Some(set))? {
        None => Poster::new(set.source(), &settings).map_err(|e| refused(args, e))?,
        Some(index) => {
            return files::with_part(set.source(), index..index + 1, |part| {
                let layout = Poster::new(part, &settings);
                write(args, &layout.map_err(|e| refused(args, e))?)
            });
        }
    };
    write(args, &layout)
}

fn solution_booklet(args: &ExportArgs, set: &SolutionSet) -> Result<Outcome, CliError> {
    let settings = args.paper.booklet(args, &set.description.make.booklet)?;
    let found = with_bar("Choosing given placements".to_owned(), |progress| {
        Challenges::of_solutions(set.source(), None, &set.puzzle, &settings, progress)
    });
    booklet(args, &set.description, found, &settings)
}

fn variant_booklet(
    args: &ExportArgs,
    words: &Description,
    puzzle: &Arc<Puzzle>,
) -> Result<Outcome, CliError> {
    if puzzle.variants.is_none() {
        let why = "a booklet needs the variants of a puzzle, or all its solutions: run solve with \
                   --out and export the file it writes";
        return Err(refused(args, why));
    }
    let settings = args.paper.booklet(args, &words.make.booklet)?;
    let puzzle = puzzle.with_all_boards();
    let encoding = Encoding::new(&puzzle).map_err(|e| refused(args, e))?;
    let encoding = Arc::new(encoding);
    let group = SymmetryGroup::new(&puzzle, &encoding);
    let list = VariantList::new(&puzzle, &encoding, &group, false).map_err(|e| refused(args, e))?;
    let found = with_bar("Solving variants".to_owned(), |progress| {
        Challenges::of_variants(&list, &settings, progress)
    });
    booklet(args, words, found, &settings)
}

fn booklet(
    args: &ExportArgs,
    words: &Description,
    found: Result<Challenges, ChallengeError>,
    settings: &BookletSettings,
) -> Result<Outcome, CliError> {
    let challenges = match found {
        Err(ChallengeError::Cancelled) => return Err(CliError::Interrupted),
        found => found.map_err(|e| refused(args, e))?,
    };
    let layout = Booklet::new(&words.title, &words.source, challenges, settings);
    let layout = layout.map_err(|e| refused(args, e))?;
    write(args, &layout)
}

/// Writes the pages to the named file, or prints them for another program.
fn write(args: &ExportArgs, layout: &dyn PageLayout) -> Result<Outcome, CliError> {
    let Some(path) = &args.out else {
        if std::io::IsTerminal::is_terminal(&std::io::stdout()) {
            let why = "a PDF cannot be shown in a terminal; add --out FILE.pdf";
            return Err(CliError::Message(why.to_owned()));
        }
        let progress = &mut |_, _| std::ops::ControlFlow::Continue(());
        output::data(|mut out| write_pdf(layout, &mut out, progress))?;
        return Ok(Outcome::Done);
    };
    with_bar(writing(path, None), |progress| write_file(layout, path, progress))?;
    Ok(Outcome::Done)
}

fn write_file(
    layout: &dyn PageLayout,
    path: &Path,
    progress: &mut format::Progress<'_>,
) -> Result<(), format::FileError> {
    format::write_file_with(path, |out| write_pdf(layout, out, progress))
}
