//! `polywright export --to stl` and `--to 3mf`: parts for a printer in three dimensions.

use std::path::Path;

use super::MakeSubject;
use crate::cli::output::{say, tell};
use crate::cli::{CliError, ExportArgs, Outcome};
use crate::files::{self, ExportError, MeshWriter, PartsWriter};
use crate::format;
use crate::make::print::{self, Print, PrintError, write};
use crate::puzzle::Puzzle;
use crate::puzzle::making::{Length, PrintSettings};
use crate::solution::verify::Placed;
use crate::text;

/// The settings of the puzzle or the preset with what the arguments change.
fn settings(
    args: &ExportArgs,
    own: &PrintSettings,
    puzzle: &Puzzle,
) -> Result<PrintSettings, CliError> {
    let mut settings = args.make.preset_or(own)?;
    let (make, print) = (&args.make, &args.print);
    let set = |field: &mut Length, value: Option<Length>| *field = value.unwrap_or(*field);
    set(&mut settings.unit, make.unit);
    set(&mut settings.clearance, make.clearance);
    set(&mut settings.gap, make.gap);
    set(&mut settings.bevel, print.bevel);
    set(&mut settings.wall, make.wall);
    set(&mut settings.room, print.room);
    set(&mut settings.notch, make.notch);
    settings.copies = make.copies.unwrap_or(settings.copies);
    settings.bar = make.bar.or(settings.bar);
    settings.thickness = make.thickness.or(settings.thickness);
    settings.plate = make.plate.unwrap_or(settings.plate);
    settings.dimples |= print.dimples.is_some();
    settings.dimple_depth = print.dimples.flatten().or(settings.dimple_depth);
    settings.names = print.names.unwrap_or(settings.names);
    settings.name_height = print.name_height.or(settings.name_height);
    set(&mut settings.name_depth, print.name_depth);
    settings.container &= !print.no_box;
    settings.lid &= !print.no_lid && !print.no_box;
    settings.clearance_test |= print.clearance_test;
    settings.turn &= !print.no_turn;
    settings.plate_files |= print.plate_files;
    if !print.only.is_empty() {
        let names: Vec<&String> = puzzle.pieces.iter().map(|piece| &piece.name).collect();
        if let Some(wrong) = print.only.iter().find(|name| !names.contains(name)) {
            return Err(CliError::Message(format!("--only: the puzzle has no piece {wrong}")));
        }
        let left_out = names.into_iter().filter(|name| !print.only.contains(name));
        settings.without = left_out.cloned().collect();
    }
    Ok(settings)
}

/// Writes the parts of a puzzle, or the pieces of a solution as they lie in it.
pub(in crate::cli) fn export(args: &ExportArgs, to: &PartsWriter) -> Result<Outcome, CliError> {
    let MakeSubject { description, puzzle, placed } = MakeSubject::open(args, "print")?;
    let settings = settings(args, &description.make.print, &puzzle)?;
    match placed {
        None => parts(args, to, &puzzle, &settings)?,
        Some(placed) => assembled(args, to, &puzzle, &placed, &settings)?,
    }
    Ok(Outcome::Done)
}

/// All reasons, one a line; what an argument remedies names it.
fn refused(errors: &[PrintError]) -> CliError {
    let line = |error: &PrintError| match error {
        PrintError::Flat => format!("{error} For example: --thickness 5"),
        _ => error.to_string(),
    };
    CliError::Message(errors.iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn out<'a>(args: &'a ExportArgs, what: &str) -> Result<&'a Path, CliError> {
    args.out.as_deref().ok_or_else(|| CliError::Message(format!("{what}; add --out")))
}

fn parts(
    args: &ExportArgs,
    to: &PartsWriter,
    puzzle: &Puzzle,
    settings: &PrintSettings,
) -> Result<(), CliError> {
    let print = Print::new(puzzle, settings).map_err(|errors| refused(&errors))?;
    for notice in &print.notices {
        tell!("{notice}");
    }
    let path = out(args, args.to.needs_file.unwrap_or_default())?;
    match to {
        PartsWriter::Together { plates, .. } => {
            let written = files::plate_files(&print, *plates, path).map_err(ExportError::from)?;
            for (path, bytes) in written {
                format::write_file(&path, &bytes)?;
            }
        }
        PartsWriter::Each(write) => write_each(&print, args.to.id, *write, path)?,
    }
    let [pieces, others] = print.volumes();
    let what = if settings.clearance_test { "other parts" } else { "box and lid" };
    say!(
        "{}, {}, {:.1} cm³ solid (pieces {:.1}, {what} {:.1})",
        text::count(print.count() as u64, "part"),
        text::count(print.plates.len() as u64, "plate"),
        (pieces + others) / 1000.0,
        pieces / 1000.0,
        others / 1000.0
    );
    Ok(())
}

/// Writes each part to a file in a folder, which is made if it is not there.
fn write_each(
    print: &Print,
    ending: &str,
    write: MeshWriter,
    folder: &Path,
) -> Result<(), CliError> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let why = text::io_error(&error);
        CliError::Message(format!("{}: the folder cannot be created: {why}", folder.display()))
    })?;
    for (part, name) in print.parts.iter().zip(write::file_names(print, ending)) {
        format::write_file_with(&folder.join(name), |file| write(&part.mesh, file))?;
    }
    Ok(())
}

fn assembled(
    args: &ExportArgs,
    to: &PartsWriter,
    puzzle: &Puzzle,
    placed: &Placed,
    settings: &PrintSettings,
) -> Result<(), CliError> {
    let pieces = print::assembled(puzzle, placed, settings, args.print.apart);
    let pieces = pieces.map_err(|errors| refused(&errors))?;
    let path = out(args, "a solution needs a file")?;
    match to {
        PartsWriter::Together { solution, .. } => {
            let bytes = solution(&puzzle.title, &pieces).map_err(ExportError::from)?;
            format::write_file(path, &bytes)?;
        }
        PartsWriter::Each(write) => {
            let mesh = write::assembled_mesh(&pieces);
            format::write_file_with(path, |file| write(&mesh, file))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::{Command, CommandLine};

    fn export(folder: &Path, arguments: &[&str]) -> Result<(), String> {
        let out = folder.join("out").display().to_string();
        let all = ["polywright", "export"].iter().chain(arguments).copied();
        let all = all.map(|word| if word == "OUT" { out.as_str() } else { word });
        let parsed = CommandLine::try_parse_from(all).map_err(|e| e.to_string())?;
        let command = parsed.command.ok_or("a command")?;
        crate::cli::refuse_overwriting(&command.files()).map_err(|e| e.to_string())?;
        let Command::Export(args) = command else { unreachable!("export") };
        crate::cli::export::export(&args).map(drop).map_err(|e| e.to_string())
    }

    #[test]
    fn what_is_exported_is_never_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.ron");
        let text = "(format: 1, title: \"Own\", lattice: Square, pieces: [Family(free: 4)], \
                    board: Rectangle(4, 5))";
        std::fs::write(&path, text).unwrap();
        // Spelt otherwise, it is the same file.
        let again = folder.path().join(".").join("own.ron").display().to_string();
        for to in ["svg", "dxf", "pdf", "ron"] {
            let path = path.display().to_string();
            let said = export(folder.path(), &[&path, "--to", to, "--out", &again]).unwrap_err();
            assert!(said.contains("is not overwritten"), "{said}");
        }
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn a_part_a_file_is_written_and_all_plates_in_one() {
        let folder = tempfile::tempdir().unwrap();
        let f = folder.path();
        export(f, &["soma-cube", "--to", "stl", "--out", "OUT", "--no-lid"]).unwrap();
        let mut names: Vec<String> = std::fs::read_dir(f.join("out"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let pieces = ["A.stl", "B.stl", "L.stl", "P.stl", "T.stl", "V.stl", "Z.stl", "box.stl"];
        assert_eq!(names, pieces);
        let balls = ["tetrahedron-of-four-pieces", "--to", "stl", "--out", "OUT", "--no-lid"];
        for (dimples, expected) in [(&["--dimples"][..], 1.875), (&["--dimples", "1"], 1.0)] {
            export(f, &[&balls[..], dimples].concat()).unwrap();
            let file = std::fs::File::open(f.join("out").join("tray.stl"));
            let mesh = stl_io::read_stl(&mut file.unwrap()).unwrap();
            let heights: Vec<f32> = mesh.vertices.iter().map(|v| v.0[2]).collect();
            // The plate lies below the rim, above the floor of 3 mm.
            let plate = 3.0 + expected;
            assert!(heights.iter().any(|h| (h - plate).abs() < 1e-4), "{plate}");
        }
        let preset = f.join("printer.ron");
        std::fs::write(&preset, "(thickness: 4, plate: (400, 300))").unwrap();
        let preset = preset.display().to_string();
        let out = f.join("p.3mf").display().to_string();
        let three = ["--to", "3mf", "--out", &out, "--preset", &preset, "--only", "F,X"];
        export(f, &[&["pentominoes-6x10"], &three[..]].concat()).unwrap();
        let bytes = std::fs::read(&out).unwrap();
        let model = &threemf::read(std::io::Cursor::new(bytes)).unwrap()[0];
        let names: Vec<_> = model.resources.object.iter().map(|o| o.name.clone()).collect();
        assert_eq!(names, ["F", "X", "tray", "lid"].map(|name| Some(name.to_owned())));
        // A plate of 70 mm has room for few parts.
        let out = f.join("soma.3mf").display().to_string();
        let plates = ["soma-cube", "--to", "3mf", "--out", &out, "--plate-files", "--no-box"];
        export(f, &[&plates[..], &["--plate", "70x70"]].concat()).unwrap();
        let mut pieces: Vec<String> = Vec::new();
        for n in 1.. {
            let Ok(bytes) = std::fs::read(f.join(format!("soma-{n}-plate.3mf"))) else { break };
            let model = &threemf::read(std::io::Cursor::new(bytes)).unwrap()[0];
            assert_eq!(model.resources.object.len(), model.build.item.len());
            pieces.extend(model.resources.object.iter().filter_map(|o| o.name.clone()));
        }
        pieces.sort();
        assert_eq!(pieces, ["A", "B", "L", "P", "T", "V", "Z"]);
        assert!(!f.join("soma.3mf").exists() && f.join("soma-2-plate.3mf").exists());
        let out = f.join("named.3mf").display().to_string();
        let named = ["soma-cube", "--to", "3mf", "--out", &out, "--no-box", "--names", "engraved"];
        export(f, &[&named[..], &["--name-height", "4", "--name-depth", "0.5"]].concat()).unwrap();
        let bytes = std::fs::read(&out).unwrap();
        let model = lib3mf::Model::from_reader(std::io::Cursor::new(bytes)).unwrap();
        let material = model.resources.base_material_groups[0].materials.last().unwrap().clone();
        assert_eq!(material.name, "names");
        let test = ["soma-cube", "--to", "stl", "--out", "OUT", "--clearance-test"];
        export(f, &test).unwrap();
        assert!(f.join("out/clearance test.stl").exists());
    }

    #[test]
    fn copies_of_a_puzzle_are_in_one_file_with_one_clearance_test() {
        let folder = tempfile::tempdir().unwrap();
        let f = folder.path();
        let out = f.join("twice.3mf").display().to_string();
        let twice = ["soma-cube", "--to", "3mf", "--out", &out, "--copies", "2"];
        export(f, &[&twice[..], &["--clearance-test"]].concat()).unwrap();
        let bytes = std::fs::read(&out).unwrap();
        let model = &threemf::read(std::io::Cursor::new(bytes)).unwrap()[0];
        assert_eq!((model.resources.object.len(), model.build.item.len()), (10, 19));
    }

    #[test]
    fn what_is_wrong_is_said_with_its_remedy() {
        let folder = tempfile::tempdir().unwrap();
        let error = |arguments: &[&str]| export(folder.path(), arguments).unwrap_err();
        let flat = error(&["pentominoes-6x10", "--to", "stl", "--out", "OUT"]);
        let remedy = "Give the pieces a thickness. For example: --thickness 5";
        assert!(flat.contains(remedy), "{flat}");
        let unknown = error(&["soma-cube", "--to", "3mf", "--out", "OUT", "--only", "Q"]);
        assert_eq!(unknown, "--only: the puzzle has no piece Q");
        assert!(error(&["soma-cube", "--to", "3mf"]).contains("add --out"));
        let bevel = error(&["soma-cube", "--to", "3mf", "--out", "OUT", "--bevel", "0.3in"]);
        assert_eq!(bevel, "Bevel 7.62 is half a unit or more.");
        assert!(error(&["soma-cube", "--to", "3mf", "--unit=-1"]).contains("--unit"));
        let sudoku = error(&["sudoku-hard", "--to", "3mf", "--out", "OUT"]);
        assert_eq!(sudoku, "A puzzle of items and options has no pieces to print.");
        let none = error(&["soma-cube", "--to", "3mf", "--out", "OUT", "--solution", "1"]);
        assert!(none.contains("no solutions"), "{none}");
    }
}
