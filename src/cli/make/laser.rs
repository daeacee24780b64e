//! `polywright export --laser`: sheets for a cutter.

use super::{MakeSubject, refused};
use crate::cli::file_work::Listening;
use crate::cli::output::{self, tell};
use crate::cli::{CliError, ExportArgs, LaserArgs, LaserPart, MakeArgs, Outcome};
use crate::encode::Placed;
use crate::files::SheetWriter;
use crate::format;
use crate::make::laser::{LaserError, Sheets, Totals, one_sheet};
use crate::picture::drawing::Drawing;
use crate::puzzle::Puzzle;
use crate::puzzle::making::LaserSettings;
use crate::text;

impl LaserArgs {
    /// Returns whether sheets are requested.
    pub(in crate::cli) fn is_asked(&self) -> bool {
        self.laser
    }

    fn settings(&self, make: &MakeArgs, own: &LaserSettings) -> Result<LaserSettings, CliError> {
        let mut settings = make.preset_or(own)?;
        let given = [
            (&mut settings.unit, make.unit),
            (&mut settings.kerf, self.kerf),
            (&mut settings.clearance, make.clearance),
            (&mut settings.corner_radius, self.corner_radius),
            (&mut settings.relief, self.relief),
            (&mut settings.margin, self.margin),
            (&mut settings.gap, make.gap),
            (&mut settings.parts.wall, make.wall),
            (&mut settings.parts.letters, self.letters),
        ];
        for (length, new) in given {
            *length = new.unwrap_or(*length);
        }
        settings.bar = make.bar.or(settings.bar);
        settings.half_laps |= self.half_laps;
        settings.thickness = make.thickness.unwrap_or(settings.thickness);
        settings.plate = make.plate.unwrap_or(settings.plate);
        for (names, on) in [(&self.with, true), (&self.without, false)] {
            for name in names {
                let parts = &mut settings.parts;
                *match name {
                    LaserPart::Pieces => &mut parts.pieces,
                    LaserPart::Frame => &mut parts.frame,
                    LaserPart::Base => &mut parts.base,
                    LaserPart::Lid => &mut parts.lid,
                    LaserPart::Comb => &mut parts.comb,
                    LaserPart::Names => &mut parts.names,
                    LaserPart::Texts => &mut parts.texts,
                    LaserPart::Labels => &mut parts.labels,
                } = on;
            }
        }
        Ok(settings)
    }
}

pub(in crate::cli) fn export(args: &ExportArgs, to: &SheetWriter) -> Result<Outcome, CliError> {
    let MakeSubject { description, puzzle, placed } = MakeSubject::open(args, "cut")?;
    let settings = args.laser.settings(&args.make, &description.make.laser)?;
    let listening = Listening::start();
    let cut = cut(&puzzle, placed.as_ref(), &settings, &listening)
        .map_err(|error| refused(args, error))?;
    if listening.is_pressed() {
        return Err(CliError::Interrupted);
    }
    write_sheets(args, to, &cut.drawings)?;
    report(&cut);
    Ok(Outcome::Done)
}

/// The drawings to write, and what to report about them.
struct Cut {
    drawings: Vec<Drawing>,
    totals: Totals,
    notices: Vec<String>,
}

fn cut(
    puzzle: &Puzzle,
    placed: Option<&Placed>,
    settings: &LaserSettings,
    listening: &Listening,
) -> Result<Cut, LaserError> {
    let (stop, seen) = (|| listening.is_pressed(), &mut |_| {});
    let sheets = match placed {
        Some(placed) if settings.half_laps => {
            Sheets::of_solution(puzzle, placed, settings, &stop, seen)?
        }
        Some(placed) => {
            let (sheet, totals) = one_sheet(puzzle, placed, settings)?;
            let drawings = vec![sheet.drawing(settings)];
            return Ok(Cut { drawings, totals, notices: Vec::new() });
        }
        None => Sheets::new(puzzle, settings, &stop, seen)?,
    };
    let (drawings, totals) = (sheets.drawings(), sheets.totals());
    Ok(Cut { drawings, totals, notices: sheets.list.notices.clone() })
}

fn report(cut: &Cut) {
    for notice in &cut.notices {
        tell!("{notice}");
    }
    let Totals { cut: length, engraved, sheets, used, contours } = cut.totals;
    tell!(
        "{}, {} cut, {:.2} m to cut, {:.2} m to engrave, {:.0} % of the material used",
        text::count(sheets as u64, "sheet"),
        text::count(contours as u64, "closed contour"),
        length / 1000.0,
        engraved / 1000.0,
        100.0 * used
    );
}

fn write_sheets(args: &ExportArgs, to: &SheetWriter, drawings: &[Drawing]) -> Result<(), CliError> {
    match (&args.out, drawings) {
        (Some(path), _) => {
            // The format is the one that was asked for, whatever the ending says.
            for (path, bytes) in to.files(drawings, path)? {
                format::write_file(&path, &bytes)?;
            }
        }
        (None, [drawing]) => {
            for (_, bytes) in to.files(std::slice::from_ref(drawing), "".as_ref())? {
                output::data(|out| out.write_all(&bytes))?;
            }
        }
        (None, _) => {
            let count = drawings.len();
            let message = format!(
                "{count} sheets need several files; add --out FILE, and each file name gets a \
                 number"
            );
            return Err(CliError::Message(message));
        }
    }
    Ok(())
}
