//! A puzzle as a `.xmpuzzle` file, where BurrTools has words for it.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use quick_xml::escape::escape;

use super::{GRIDS, MAX_COLOURS, grid};
use crate::lattice::{Lattice, Point};
use crate::polyform::{Motions, Shape};
use crate::puzzle::{Colour, Description, Expect, Handling, Label, LabelRule, Piece, Puzzle};
use crate::symmetry::Matrix;

/// BurrTools counts copies in 16 bits.
const MAX_COPIES: u32 = 65_535;

/// A site, whether it must be covered, and its label.
type Cell = (Point, bool, Option<Label>);

/// Why BurrTools cannot have a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A cover puzzle has no shapes.
    #[error("BurrTools has no puzzles of items and options; export the puzzle as .dlx")]
    Cover,
    /// A lattice without a grid of BurrTools.
    #[error(
        "BurrTools has no lattice \"{lattice}\"; puzzles on squares, triangles, cubes, triangular \
         prisms, spheres, rhombic tetrahedra and tetrahedra can be written"
    )]
    Lattice {
        /// Its name.
        lattice: &'static str,
    },
    /// Rules about how pieces meet and where they lie.
    #[error(
        "BurrTools does not support these rules: {rules}; remove them first, or export the puzzle \
         as .dlx"
    )]
    Rules {
        /// The rules in words.
        rules: String,
    },
    /// More labels than colours.
    #[error("BurrTools has only {MAX_COLOURS} colours, and the puzzle has more labels")]
    Labels,
    /// More copies of a piece than BurrTools counts.
    #[error("piece {piece}: BurrTools has at most {MAX_COPIES} copies")]
    Copies {
        /// Its name.
        piece: String,
    },
    /// Motions that differ from those that BurrTools allows every piece.
    #[error(
        "piece {piece} moves {}, but BurrTools {}; give it the motions {usual:?} first",
        moves(.motions),
        allows(.usual)
    )]
    Motions {
        /// The name of the piece.
        piece: String,
        /// Its motions.
        motions: Motions,
        /// Those of BurrTools.
        usual: Motions,
    },
}

fn moves(motions: &Motions) -> &'static str {
    match motions {
        Motions::TurnAndFlip => "by turns and flips",
        Motions::Turn => "by turns only",
        Motions::AsDrawn => "by shifts only",
    }
}

/// Describes how BurrTools treats pieces whose motions are the usual ones of their dimension.
fn allows(usual: &Motions) -> &'static str {
    match usual {
        Motions::TurnAndFlip => "turns flat pieces over",
        _ => "turns solid pieces, but never mirrors them",
    }
}

/// Writes a puzzle on a lattice that BurrTools has, compressed as BurrTools does it. Author, source,
/// note and expected numbers become its comment; BurrTools chooses the colours of pieces itself.
///
/// # Errors
/// What BurrTools has no words for, such as a piece that may not be turned over.
pub fn write(description: &Description, puzzle: &Puzzle) -> Result<Vec<u8>, ExportError> {
    write_problems(description, &[Cow::Borrowed(puzzle)])
}

/// Writes puzzles on one lattice, such as the variants of one, as problems of a file, in which those
/// that have a shape in common share it.
///
/// # Errors
/// As [`write()`].
pub fn write_problems(
    description: &Description,
    puzzles: &[Cow<'_, Puzzle>],
) -> Result<Vec<u8>, ExportError> {
    let text = xml(description, puzzles)?;
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    let packed = packed.write_all(text.as_bytes()).and_then(|()| packed.finish());
    Ok(packed.expect("memory can always be written to"))
}

fn xml(description: &Description, puzzles: &[Cow<'_, Puzzle>]) -> Result<String, ExportError> {
    let lattice = description.lattice;
    let grid = grid_of(lattice)?;
    let labels: BTreeSet<Label> = puzzles.iter().flat_map(|puzzle| puzzle.labels()).collect();
    if labels.len() > MAX_COLOURS as usize {
        return Err(ExportError::Labels);
    }
    let colours: BTreeMap<Label, usize> =
        labels.iter().enumerate().map(|(i, &label)| (label, i + 1)).collect();
    let mut shapes = Shapes { colours, ..Shapes::default() };
    let mut problems = String::new();
    for puzzle in puzzles {
        problem(&mut problems, puzzle, &mut shapes)?;
    }

    let mut out = String::from("<?xml version=\"1.0\"?>\n<puzzle version=\"2\">\n");
    let _ = writeln!(out, "<gridType type=\"{grid}\"/>\n<colors>");
    for i in 0..labels.len() {
        let [red, green, blue] = Colour::nth(i).shade(false).fill;
        let _ = writeln!(out, "<color red=\"{red}\" green=\"{green}\" blue=\"{blue}\"/>");
    }
    let _ = writeln!(out, "</colors>\n<shapes>\n{}</shapes>", shapes.voxels);
    let _ = writeln!(out, "<problems>\n{problems}</problems>");
    let _ = writeln!(out, "<comment>{}</comment>\n</puzzle>", clean(&comment(description)));
    Ok(out)
}

/// Writes a problem, and its shapes, if no problem before has them.
fn problem(out: &mut String, puzzle: &Puzzle, shapes: &mut Shapes) -> Result<(), ExportError> {
    if puzzle.cover.is_some() {
        return Err(ExportError::Cover);
    }
    let rules = puzzle.rules.words();
    if !rules.is_empty() {
        return Err(ExportError::Rules { rules: rules.join("; ") });
    }
    let lattice = puzzle.lattice;
    let mut used = String::new();
    for (_, piece) in puzzle.pieces() {
        let label = |i: usize| piece.labels.get(i).copied().flatten();
        let sites = piece.shape.sites().iter().enumerate();
        let cells: Vec<Cell> = sites.map(|(i, &site)| (site, true, label(i))).collect();
        let (id, is_new) = shapes.id(lattice, (&piece.name, piece.handling.weight), &cells);
        if is_new {
            fits(lattice, piece, puzzle.rules.labels)?;
        }
        let copies = piece.copies;
        if copies.max > MAX_COPIES {
            return Err(ExportError::Copies { piece: piece.name.clone() });
        }
        let group = match piece.handling.group {
            0 => String::new(),
            group => format!(" group=\"{group}\""),
        };
        let count = if copies.min == copies.max {
            format!("count=\"{}\"", copies.max)
        } else {
            format!("min=\"{}\" max=\"{}\"", copies.min, copies.max)
        };
        let _ = writeln!(used, "<shape id=\"{id}\" {count}{group}/>");
    }
    let board = &puzzle.board;
    let sites = board.sites().iter().enumerate();
    let cells: Vec<Cell> = sites.map(|(i, s)| (s.site, s.required, board.label(i))).collect();
    let (result, _) = shapes.id(lattice, ("board", Handling::default().weight), &cells);

    let title = clean(&puzzle.title);
    let _ = writeln!(out, "<problem state=\"0\" name=\"{title}\">");
    let _ = writeln!(out, "<shapes>\n{used}</shapes>\n<result id=\"{result}\"/>\n<bitmap>");
    let colours = shapes.colours.len();
    for piece in 0..colours {
        for place in 0..colours {
            if piece == place || puzzle.rules.labels == LabelRule::Free {
                let _ = writeln!(out, "<pair piece=\"{piece}\" result=\"{place}\"/>");
            }
        }
    }
    out.push_str("</bitmap>\n</problem>\n");
    Ok(())
}

/// The shapes of a file.
#[derive(Default)]
struct Shapes {
    /// The colours of labels, from 1.
    colours: BTreeMap<Label, usize>,
    /// The elements of all shapes.
    voxels: String,
    /// The numbers of shapes by their elements.
    ids: HashMap<String, usize>,
}

impl Shapes {
    /// The number of a shape, and whether no problem had it before.
    fn id(&mut self, lattice: &Lattice, named: (&str, i32), cells: &[Cell]) -> (usize, bool) {
        let voxel = voxel(lattice, named, cells, &self.colours);
        let next = self.ids.len();
        match self.ids.entry(voxel) {
            Entry::Occupied(known) => (*known.get(), false),
            Entry::Vacant(free) => {
                self.voxels.push_str(free.key());
                (*free.insert(next), true)
            }
        }
    }
}

/// The number of BurrTools' grid.
fn grid_of(lattice: &Lattice) -> Result<u32, ExportError> {
    let own = GRIDS.iter().find(|grid| grid.lattice == lattice.key);
    own.map(|grid| grid.number).ok_or(ExportError::Lattice { lattice: lattice.name })
}

/// Refuses a piece that may lie in other ways than BurrTools would lay it: turned over where it is
/// flat, keeping its hand where it is solid.
fn fits(lattice: &Lattice, piece: &Piece, rule: LabelRule) -> Result<(), ExportError> {
    let usual = Motions::usual(lattice);
    let ways = |motions: Motions| -> BTreeSet<Vec<(Point, Option<Label>)>> {
        motions
            .group(lattice, piece.shape.sites())
            .iter()
            .map(|m| turned(lattice, piece, m, rule))
            .collect()
    };
    if piece.motions == usual || ways(piece.motions) == ways(usual) {
        return Ok(());
    }
    Err(ExportError::Motions { piece: piece.name.clone(), motions: piece.motions, usual })
}

/// The sites of a turned piece with the labels that matter.
fn turned(
    lattice: &Lattice,
    piece: &Piece,
    matrix: &Matrix,
    rule: LabelRule,
) -> Vec<(Point, Option<Label>)> {
    let sites: Vec<Point> = piece.shape.sites().iter().map(|&site| matrix.apply(site)).collect();
    let shift = Shape::normalise(lattice, &sites).map_or(Point::new(0, 0, 0), |(_, shift)| shift);
    let label =
        |i: usize| piece.labels.get(i).copied().flatten().filter(|_| rule == LabelRule::Agree);
    let mut marked: Vec<(Point, Option<Label>)> =
        sites.iter().enumerate().map(|(i, &site)| (site - shift, label(i))).collect();
    marked.sort_unstable();
    marked
}

/// The element of a shape: the cells of a box.
fn voxel(
    lattice: &Lattice,
    (name, weight): (&str, i32),
    cells: &[Cell],
    colour: &BTreeMap<Label, usize>,
) -> String {
    let places: Vec<[i32; 3]> = cells.iter().map(|(site, ..)| grid::cell(lattice, *site)).collect();
    let corner = grid::corner(lattice, &places);
    let size = [0, 1, 2].map(|axis| {
        let most = places.iter().map(|place| place[axis]).max().unwrap_or(0);
        (most - corner[axis] + 1) as usize
    });
    let [x, y, z] = size;
    let mut signs = vec!["_".to_owned(); x * y * z];
    for (&(_, required, label), place) in cells.iter().zip(&places) {
        let at = [0, 1, 2].map(|axis| (place[axis] - corner[axis]) as usize);
        let sign = if required { "#" } else { "+" };
        let number = label.map_or_else(String::new, |label| colour[&label].to_string());
        signs[at[0] + x * (at[1] + y * at[2])] = format!("{sign}{number}");
    }
    let name = clean(name);
    let text = signs.concat();
    let weight = match weight == Handling::default().weight {
        true => String::new(),
        false => format!(" weight=\"{weight}\""),
    };
    format!(
        "<voxel x=\"{x}\" y=\"{y}\" z=\"{z}\" type=\"0\" name=\"{name}\"{weight}>{text}</voxel>\n"
    )
}

/// Everything that BurrTools has no field for.
fn comment(description: &Description) -> String {
    let Description { author, source, note, expect, .. } = description;
    let Expect { total, turned, distinct, symmetric } = *expect;
    let numbers =
        [("total", total), ("turned", turned), ("distinct", distinct), ("symmetric", symmetric)];
    let numbers: Vec<String> =
        numbers.iter().filter_map(|(name, n)| n.map(|n| format!("{name} {n}"))).collect();
    let parts = [("Author: ", author.clone()), ("Source: ", source.clone()), ("", note.clone())];
    let parts = parts.into_iter().chain([("Solutions: ", numbers.join(", "))]);
    let lines =
        parts.filter(|(_, text)| !text.is_empty()).map(|(head, text)| head.to_owned() + &text);
    lines.collect::<Vec<_>>().join("\n")
}

/// Text for XML, which has no place for most control characters.
fn clean(text: &str) -> String {
    let kept: String = text.chars().filter(|&c| c == '\n' || !c.is_control()).collect();
    escape(&kept).into_owned()
}
