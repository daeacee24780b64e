//! `polywright export --laser`: sheets for a cutter.

use super::{MakeSubject, refused};
use crate::cli::file_work::Listening;
use crate::cli::output::{self, tell};
use crate::cli::{ArtworkArg, CliError, ExportArgs, LaserArgs, LaserPart, MakeArgs, Outcome};
use crate::encode::Placed;
use crate::files::{self, SheetWriter};
use crate::format;
use crate::make::laser::{LaserError, Sheets, Totals, one_sheet};
use crate::picture::Bounds;
use crate::picture::drawing::Drawing;
use crate::puzzle::Puzzle;
use crate::puzzle::making::{
    Artwork, LaserSettings, Length, LetterForm, Material, Parts, PlateSize, TRAY_PARTS,
};
use crate::text;

impl LaserArgs {
    /// Returns whether sheets are requested.
    pub(in crate::cli) fn is_asked(&self) -> bool {
        self.laser
    }

    fn settings(
        &self,
        make: &MakeArgs,
        own: &LaserSettings,
        puzzle: &Puzzle,
    ) -> Result<LaserSettings, CliError> {
        let mut settings = make.preset_or(own)?;
        let given = [
            (&mut settings.unit, make.unit),
            (&mut settings.kerf, self.kerf),
            (&mut settings.clearance, make.clearance),
            (&mut settings.corner_radius, self.corner_radius),
            (&mut settings.relief, self.relief),
            (&mut settings.tab_width, self.tab_width),
            (&mut settings.margin, self.margin),
            (&mut settings.gap, make.gap),
            (&mut settings.parts.wall, make.wall),
            (&mut settings.parts.letters, self.letters),
            (&mut settings.parts.hole_diameter, self.hole_diameter),
            (&mut settings.parts.notch, make.notch),
        ];
        for (length, new) in given {
            *length = new.unwrap_or(*length);
        }
        settings.bar = make.bar.or(settings.bar);
        settings.half_laps |= self.half_laps;
        settings.tabs = self.tabs.unwrap_or(settings.tabs);
        if self.tabs.is_some() && settings.tab_width == Length::ZERO {
            let message = "--tabs: holding tabs have no width; add --tab-width, such as 1";
            return Err(CliError::Message(message.to_owned()));
        }
        settings.copies = make.copies.unwrap_or(settings.copies);
        settings.parts.holes = self.holes.unwrap_or(settings.parts.holes);
        settings.parts.letter_form = self.letter_form.unwrap_or(settings.parts.letter_form);
        if let Some(font) = &self.font {
            settings.parts.font.clone_from(font);
            if settings.parts.letter_form == LetterForm::Lines {
                return Err(CliError::Message(
                    "--font: single lines have no font; add --letter-form outlines or filled"
                        .to_owned(),
                ));
            }
        }
        settings.thickness = make.thickness.unwrap_or(settings.thickness);
        settings.plate = make.plate.unwrap_or(settings.plate);
        self.switch_parts(&mut settings.parts);
        if self.material_per_colour {
            let pieces = puzzle.pieces().map(|(_, p)| (p.name.as_str(), p.colour.name()));
            settings.assign_by_colour(pieces);
        }
        for material in &self.materials {
            add_material(&mut settings, material, puzzle)?;
        }
        for ArtworkArg { file, place } in &self.artwork {
            let part = part_named(&place.part, puzzle, "--engrave")?;
            let Artwork { name, areas, lines, .. } =
                files::artwork(file).map_err(CliError::Message)?;
            let filled = !self.engrave_outlines;
            settings.artwork.push(Artwork { part, name, areas, lines, filled, ..place.clone() });
        }
        Ok(settings)
    }

    /// Adds the parts that are asked for, and leaves others out.
    fn switch_parts(&self, parts: &mut Parts) {
        for (names, on) in [(&self.with, true), (&self.without, false)] {
            for name in names {
                *match name {
                    LaserPart::Pieces => &mut parts.pieces,
                    LaserPart::Frame => &mut parts.frame,
                    LaserPart::Base => &mut parts.base,
                    LaserPart::Lid => &mut parts.lid,
                    LaserPart::Comb => &mut parts.comb,
                    LaserPart::Names => &mut parts.names,
                    LaserPart::Texts => &mut parts.texts,
                    LaserPart::Labels => &mut parts.labels,
                    LaserPart::Grid => &mut parts.grid,
                } = on;
            }
        }
    }
}

/// Adds a material, or changes the one of the same name; without parts, it is the main one.
fn add_material(
    settings: &mut LaserSettings,
    material: &Material,
    puzzle: &Puzzle,
) -> Result<(), CliError> {
    let Material { name, thickness, kerf, plate, parts } = material;
    let known = settings.materials.iter().position(|other| other.name == *name);
    let number = match known {
        None if parts.is_empty() => {
            settings.material.clone_from(name);
            (settings.thickness, settings.plate) = (*thickness, *plate);
            settings.kerf = kerf.unwrap_or(settings.kerf);
            return Ok(());
        }
        None => {
            settings.materials.push(Material { parts: Vec::new(), ..material.clone() });
            settings.materials.len()
        }
        Some(n) => {
            let other = &mut settings.materials[n];
            (other.thickness, other.plate) = (*thickness, *plate);
            other.kerf = kerf.or(other.kerf);
            n + 1
        }
    };
    for part in parts {
        settings.assign(&part_named(part, puzzle, "--material")?, number);
    }
    Ok(())
}

/// The name, as settings have it, of the piece or part of the tray that an option names.
fn part_named(name: &str, puzzle: &Puzzle, option: &str) -> Result<String, CliError> {
    if puzzle.pieces.iter().any(|piece| piece.name == name) {
        return Ok(name.to_owned());
    }
    let is_it = |part: &str| part.trim_start_matches('/') == name.trim_start_matches('/');
    let found = TRAY_PARTS.iter().find(|(part, _)| is_it(part));
    found.map(|(part, _)| (*part).to_owned()).ok_or_else(|| {
        CliError::Message(format!(
            "{option}: {name} is neither a piece nor one of frame, islands, base, lid and comb"
        ))
    })
}

pub(in crate::cli) fn export(args: &ExportArgs, to: &SheetWriter) -> Result<Outcome, CliError> {
    let MakeSubject { description, puzzle, placed } = MakeSubject::open(args, "cut")?;
    let settings = args.laser.settings(&args.make, &description.make.laser, &puzzle)?;
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
    /// Each material with its number of sheets and their size, where there are several.
    materials: Vec<(String, usize, PlateSize)>,
    /// The name of each picture with its part and its bounds there.
    artwork: Vec<(String, String, Bounds)>,
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
            let drawings = vec![sheet.drawing(settings, 0)];
            return Ok(Cut {
                drawings,
                totals,
                notices: Vec::new(),
                materials: Vec::new(),
                artwork: Vec::new(),
            });
        }
        None => Sheets::new(puzzle, settings, &stop, seen)?,
    };
    let (drawings, totals) = (sheets.drawings(), sheets.totals());
    let materials = sheets.materials().into_iter().map(|(number, count)| {
        let material = settings.material(number);
        (material.label(), count, material.plate)
    });
    let materials = materials.collect();
    let artwork = settings.artwork.iter().zip(&sheets.list.artwork).filter_map(|(own, bounds)| {
        Some((own.name.clone(), own.part.trim_start_matches('/').to_owned(), (*bounds)?))
    });
    let artwork = artwork.collect();
    Ok(Cut { drawings, totals, notices: sheets.list.notices.clone(), materials, artwork })
}

fn report(cut: &Cut) {
    for notice in &cut.notices {
        tell!("{notice}");
    }
    for (name, part, bounds) in &cut.artwork {
        let ([width, height], [x, y]) = (bounds.size(), bounds.min);
        tell!(
            "{name} on {part}: {width:.1} × {height:.1} mm, {x:.1} mm from the left and {y:.1} mm from \
             the upper edge"
        );
    }
    for (label, count, plate) in &cut.materials {
        tell!("{label}: {} of {plate}", text::count(*count as u64, "sheet"));
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::Parser;

    use crate::cli::{Command, CommandLine};

    const LOGO: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\">\
        <rect width=\"40\" height=\"20\"/></svg>";

    /// Exports the pentominoes with arguments; the names of the files that are written.
    fn sheets(folder: &Path, arguments: &[&str]) -> Result<Vec<String>, String> {
        let out = folder.join("s.svg").display().to_string();
        let start =
            ["polywright", "export", "pentominoes-6x10", "--to", "svg", "--laser", "--out", &out];
        let parsed = CommandLine::try_parse_from(start.iter().chain(arguments).copied());
        let Some(Command::Export(args)) = parsed.map_err(|e| e.to_string())?.command else {
            unreachable!("export")
        };
        crate::cli::export::export(&args).map_err(|e| e.to_string())?;
        let files = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| name.starts_with('s'));
        names.sort();
        Ok(names)
    }

    #[test]
    fn sheets_of_several_materials_name_them() {
        let folder = tempfile::tempdir().unwrap();
        let materials = ["--material", "birch:3", "--material", "oak:4:400x300=base,frame"];
        let names = sheets(folder.path(), &materials).unwrap();
        assert_eq!(names, ["s-1-birch-3-mm.svg", "s-2-oak-4-mm.svg"]);
        let wrong = sheets(folder.path(), &["--material", "oak:4=Q"]).unwrap_err();
        assert!(wrong.contains("Q is neither a piece nor one of frame"), "{wrong}");
        let wrong = sheets(folder.path(), &["--material", "oak"]).unwrap_err();
        assert!(wrong.contains("such as oak:3:400x300=base,frame"), "{wrong}");
    }

    #[test]
    fn cuts_with_holding_tabs_are_several_lines() {
        let folder = tempfile::tempdir().unwrap();
        let plate = ["--plate", "600x400"];
        let lines = |arguments: &[&str]| {
            let names = sheets(folder.path(), &[&plate[..], arguments].concat()).unwrap();
            assert_eq!(names.len(), 1);
            let text = std::fs::read_to_string(folder.path().join(&names[0])).unwrap();
            text.matches("<path").count()
        };
        let whole = lines(&[]);
        // Twelve pieces, the frame with its opening, and the base have three cuts in place of one.
        assert_eq!(lines(&["--tab-width", "1", "--tabs", "3"]), whole + 2 * 15);
        assert_eq!(lines(&["--tab-width", "0"]), whole);
    }

    #[test]
    fn each_colour_has_a_sheet() {
        let folder = tempfile::tempdir().unwrap();
        let by_colour = ["--material-per-colour", "--without", "frame,base"];
        assert_eq!(sheets(folder.path(), &by_colour).unwrap().len(), 12);
    }

    #[test]
    fn pictures_and_filled_letters_are_on_a_layer_of_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let logo = folder.path().join("logo.svg");
        std::fs::write(&logo, LOGO).unwrap();
        let engrave = format!("base={}@60,70,40,90", logo.display());
        let once = ["--engrave", &engrave, "--copies", "1", "--plate", "600x400"];
        let names = sheets(folder.path(), &once).unwrap();
        let text = std::fs::read_to_string(folder.path().join(&names[0])).unwrap();
        assert!(text.contains("Engrave areas"));
        let outlines = [&once[..], &["--engrave-outlines"]].concat();
        sheets(folder.path(), &outlines).unwrap();
        let text = std::fs::read_to_string(folder.path().join(&names[0])).unwrap();
        assert!(!text.contains("Engrave areas"));
        let filled = ["--letter-form", "filled", "--plate", "600x400"];
        sheets(folder.path(), &filled).unwrap();
        let text = std::fs::read_to_string(folder.path().join(&names[0])).unwrap();
        assert!(text.contains("Engrave areas") && !text.contains("\"Engrave\""));

        let refused = |arguments: &[&str]| sheets(folder.path(), arguments).unwrap_err();
        let tabs = refused(&["--tabs", "3"]);
        assert!(tabs.contains("add --tab-width"), "{tabs}");
        assert!(refused(&["--tabs", "1", "--tab-width", "1"]).contains("--tabs"));
        let font = refused(&["--font", "DejaVu Sans"]);
        assert!(font.contains("add --letter-form"), "{font}");
        let missing = refused(&["--engrave", "base=no-such.svg"]);
        assert!(missing.starts_with("no-such.svg: "), "{missing}");
        std::fs::write(&logo, "not a picture").unwrap();
        let wrong = refused(&["--engrave", &engrave]);
        assert!(wrong.contains("not a valid SVG picture"), "{wrong}");
        let turn = refused(&["--engrave", "base=logo.svg@60,1,1,400"]);
        assert!(turn.contains("a turn from 0 to 359"), "{turn}");
    }
}
