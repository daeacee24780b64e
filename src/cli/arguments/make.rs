//! Arguments of `export` that say how a puzzle is made of material.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};

use crate::puzzle::making::{
    Artwork, HoleCount, LaserSettings, Length, LetterForm, Look, Material, NameStyle, PaperSize,
    PlateSize,
};

// Settings of all ways to make a puzzle; what is not given is as the puzzle's file says.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Making")]
pub struct MakeArgs {
    /// A file of settings in RON, such as (unit: 20, plate: (256, 256)), used instead of those in
    /// the puzzle file.
    #[arg(long, value_name = "FILE")]
    pub preset: Option<PathBuf>,
    /// The side of a square site or of a cube, such as 20, "20 mm" or "0.75 in". It also gives a
    /// picture (svg, png) a true size.
    #[arg(long, value_name = "LENGTH")]
    pub unit: Option<Length>,
    /// The distance by which each face of a printed piece is moved inwards; for cut pieces, the gap
    /// between neighbours in the tray.
    #[arg(long, value_name = "LENGTH")]
    pub clearance: Option<Length>,
    /// The thickness of printed flat pieces, or of material cut with half-lap joints.
    #[arg(long, value_name = "LENGTH")]
    pub thickness: Option<Length>,
    /// The width of the bars that represent sticks.
    #[arg(long, value_name = "LENGTH")]
    pub bar: Option<Length>,
    /// The size of the printer's plate or of the material, such as 220x220, A4, A3 or Letter.
    #[arg(long, value_name = "SIZE")]
    pub plate: Option<PlateSize>,
    /// The distance between two parts.
    #[arg(long, value_name = "LENGTH")]
    pub gap: Option<Length>,
    /// The thickness of the walls of box, tray and lid, or the width of the frame when cutting.
    #[arg(long, value_name = "LENGTH")]
    pub wall: Option<Length>,
    /// The radius of a half-round notch for a finger in each of the two long walls of a printed box, or
    /// of the frame when cutting; 0 for none.
    #[arg(long, value_name = "LENGTH")]
    pub notch: Option<Length>,
    /// The number of copies of the puzzle to print or cut, all parts of each.
    #[arg(long, value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(LaserSettings::MAX_COPIES)))]
    pub copies: Option<u32>,
}

// The settings of sheets for a cutter; what is not given is as the puzzle's file says.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Cutting (dxf, or svg with --laser)")]
pub struct LaserArgs {
    /// Write the pieces and their tray as sheets for cutting; with --solution, cut that solution
    /// from one sheet as it lies.
    #[arg(long)]
    pub laser: bool,
    /// The width of the material that the beam removes.
    #[arg(long, value_name = "LENGTH")]
    pub kerf: Option<Length>,
    /// The radius of the corners of pieces.
    #[arg(long, value_name = "LENGTH")]
    pub corner_radius: Option<Length>,
    /// The radius of reliefs in the corners of the tray, for a mill.
    #[arg(long, value_name = "LENGTH")]
    pub relief: Option<Length>,
    /// The width of holding tabs, which keep the parts in the sheet until they are broken off; 0 for none.
    #[arg(long, value_name = "LENGTH")]
    pub tab_width: Option<Length>,
    /// The number of holding tabs on each outer contour and on the opening of the frame.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32)
        .range(i64::from(LaserSettings::MIN_TABS)..=i64::from(LaserSettings::MAX_TABS)))]
    pub tabs: Option<u32>,
    /// The free border of the material.
    #[arg(long, value_name = "LENGTH")]
    pub margin: Option<Length>,
    /// Cut sticks as upright strips with half-lap joints where they cross or meet; with --solution,
    /// also where the pieces meet.
    #[arg(long)]
    pub half_laps: bool,
    /// The largest height of letters.
    #[arg(long, value_name = "LENGTH")]
    pub letters: Option<Length>,
    /// The way letters are engraved: single lines, outlines, or filled areas on a layer of their own.
    #[arg(long, value_name = "FORM")]
    pub letter_form: Option<LetterForm>,
    /// The family of the system's fonts for outlines and filled letters, such as "DejaVu Serif".
    #[arg(long, value_name = "FAMILY")]
    pub font: Option<String>,
    /// The number of round holes in the base, to push the pieces out: 0, 1, 2 or 4.
    #[arg(long, value_name = "N")]
    pub holes: Option<HoleCount>,
    /// The diameter of the holes in the base.
    #[arg(long, value_name = "LENGTH")]
    pub hole_diameter: Option<Length>,
    /// A material for some parts, with its thickness and perhaps the size of a sheet and a kerf, such as
    /// oak:3:400x300=base,frame or oak:3:400x300:0.2=base; parts are pieces by name, frame, islands,
    /// base, lid and comb. Without parts, it is the material of all others. Can be repeated.
    #[arg(long = "material", value_name = "MATERIAL")]
    pub materials: Vec<Material>,
    /// Cut the pieces of each colour from sheets of their own.
    #[arg(long)]
    pub material_per_colour: bool,
    /// An SVG picture to engrave on a part: lid=logo.svg, or lid=logo.svg@60,100,40,90 with width,
    /// distance of its middle from the left and from the upper end of the part, and turn in degrees; the part is
    /// lid, base, frame or the name of a piece. Can be repeated.
    #[arg(long = "engrave", value_name = "PART=FILE")]
    pub artwork: Vec<ArtworkArg>,
    /// Engrave the outlines of areas of these pictures instead of filling them.
    #[arg(long, requires = "artwork")]
    pub engrave_outlines: bool,
    /// Parts to add, such as lid,comb,grid.
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    pub with: Vec<LaserPart>,
    /// Parts to leave out, such as frame,base,names.
    #[arg(long, value_name = "PARTS", value_delimiter = ',')]
    pub without: Vec<LaserPart>,
}

/// A picture to engrave, its file still unread.
#[derive(Clone, Debug, PartialEq)]
pub struct ArtworkArg {
    /// The file.
    pub file: PathBuf,
    /// The part, and where the picture is put on it.
    pub place: Artwork,
}

impl FromStr for ArtworkArg {
    type Err = String;
    fn from_str(text: &str) -> Result<ArtworkArg, String> {
        let expected =
            || "expected PART=FILE, or PART=FILE@WIDTH,LEFT,TOP,TURN, such as lid=logo.svg@60";
        let (part, rest) = text.split_once('=').ok_or_else(expected)?;
        // A name of a file may have an @, but what is behind the last one must then be no number.
        let split = rest
            .rsplit_once('@')
            .filter(|(_, numbers)| numbers.starts_with(|c: char| c.is_ascii_digit() || c == '.'));
        let (file, numbers) = split.unwrap_or((rest, ""));
        if part.trim().is_empty() || file.is_empty() {
            return Err(expected().to_owned());
        }
        let mut fields = numbers.split(',').map(str::trim).filter(|field| !field.is_empty());
        let mut length = || -> Result<Option<Length>, String> {
            fields.next().map(|n| n.parse().map_err(|e| format!("{n}: {e}"))).transpose()
        };
        let (width, x, y) = (length()?, length()?, length()?);
        let turn = fields.next().map_or(Ok(0), |n| match n.parse::<u16>() {
            Ok(turn) if turn < 360 => Ok(turn),
            _ => Err(format!("{n}: expected a turn from 0 to 359 degrees")),
        })?;
        if fields.next().is_some() {
            return Err(expected().to_owned());
        }
        let place =
            Artwork { part: part.trim().to_owned(), width, x, y, turn, ..Artwork::default() };
        Ok(ArtworkArg { file: file.into(), place })
    }
}

/// A part that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LaserPart {
    /// The pieces.
    Pieces,
    /// The frame of the tray.
    Frame,
    /// The base of the tray.
    Base,
    /// The lid of the tray.
    Lid,
    /// A comb that shows which clearance suits the material.
    Comb,
    /// The names on the pieces.
    Names,
    /// Title, number of solutions and texts of sites on the tray.
    Texts,
    /// The colour labels on pieces and base.
    Labels,
    /// The grid of the board on the base.
    Grid,
}

/// The content of the pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PaperLayout {
    /// All solutions in rows and columns.
    Poster,
    /// The pieces at true size, to be cut out.
    Pieces,
    /// Challenges, with their solutions at the end.
    Booklet,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Pages (--to pdf)")]
pub struct PaperArgs {
    /// The content of the pages; by default a poster of solutions if there are any, otherwise the
    /// pieces.
    #[arg(long)]
    pub layout: Option<PaperLayout>,
    /// The paper: a3, a4, letter, or width×height in mm, such as 210x297.
    #[arg(long, value_parser = paper_size)]
    pub paper: Option<PaperSize>,
    /// Use landscape pages (not for booklets).
    #[arg(long)]
    pub landscape: bool,
    /// Solutions in each row of a poster; 0 selects the number automatically.
    #[arg(long, value_name = "N")]
    pub columns: Option<u16>,
    /// The look of the pieces.
    #[arg(long)]
    pub look: Option<Look>,
    /// The largest number of challenges in a booklet; 0 for all.
    #[arg(long, value_name = "N")]
    pub challenges: Option<u32>,
    /// Challenges on each page of a booklet.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=48))]
    pub on_page: Option<u8>,
    /// The largest number of given placements in a challenge; by default, as few as leave exactly
    /// one solution.
    #[arg(long, value_name = "N")]
    pub given: Option<u8>,
    /// Add the moves by which each solution of a booklet is taken apart, if it comes apart.
    #[arg(long)]
    pub moves: bool,
}

/// Reads the size of a paper.
fn paper_size(text: &str) -> Result<PaperSize, String> {
    match text.to_ascii_lowercase().as_str() {
        "a3" => return Ok(PaperSize::A3),
        "a4" => return Ok(PaperSize::A4),
        "letter" => return Ok(PaperSize::Letter),
        _ => {}
    }
    let expected = || "expected a3, a4, letter, or width×height in mm, such as 210x297".to_owned();
    let (width, height) = text.split_once(['x', '×']).ok_or_else(expected)?;
    let length = |text: &str| text.trim().parse::<Length>().map_err(|error| error.to_string());
    Ok(PaperSize::Own { width: length(width)?, height: length(height)? })
}

// Settings of printing.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Printing (stl, 3mf)")]
pub struct PrintArgs {
    /// The width of the chamfer of outer edges.
    #[arg(long, value_name = "LENGTH")]
    pub bevel: Option<Length>,
    /// The distance between the board and the walls, on each side.
    #[arg(long, value_name = "LENGTH")]
    pub room: Option<Length>,
    /// Balls: instead of the box, a tray with a dimple of this depth under each ball of the lowest
    /// layer; by default an eighth of the unit.
    #[arg(long, value_name = "DEPTH", num_args = 0..=1)]
    pub dimples: Option<Option<Length>>,
    /// Put the name of each piece on a flat face.
    #[arg(long, value_name = "STYLE")]
    pub names: Option<NameStyle>,
    /// The height of capitals of these names; by default a third of the unit.
    #[arg(long, value_name = "LENGTH")]
    pub name_height: Option<Length>,
    /// The distance by which these names rise above the face, or go below it.
    #[arg(long, value_name = "LENGTH")]
    pub name_depth: Option<Length>,
    /// Write each plate to a 3MF file of its own, with its number in the name.
    #[arg(long)]
    pub plate_files: bool,
    /// Leave out the box or tray and the lid.
    #[arg(long)]
    pub no_box: bool,
    /// Leave out the lid.
    #[arg(long)]
    pub no_lid: bool,
    /// Add a plate with holes and pegs that shows which clearance suits the printer.
    #[arg(long)]
    pub clearance_test: bool,
    /// Print only these pieces, by name.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub only: Vec<String>,
    /// Print pieces as they are drawn, even if they need supports.
    #[arg(long)]
    pub no_turn: bool,
    /// With --solution: move the pieces apart by this fraction of their distance from the centre.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = parse_share)]
    pub apart: f64,
}

fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=10.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 10, such as 0.3".to_owned()),
    }
}
