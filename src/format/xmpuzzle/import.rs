//! From the problem of a `.xmpuzzle` file to a puzzle, and what is lost on the way.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::parse::{File, Problem, Shape, Voxel};
use super::rules::{self, Labels};
use super::{GRIDS, grid};
use crate::format::{Opened, Problems};
use crate::lattice::{Lattice, Point};
use crate::polyform::{Shape as Form, art};
use crate::puzzle::{
    BoardForm, Copies, CopiesError, Description, Drawing, Handling, Label, LabelRule, NamedShape,
    PieceForm, Rules, SingleForm,
};
use crate::text;

/// Why a problem cannot be read as a puzzle.
#[derive(Debug, thiserror::Error)]
enum ImportError {
    #[error("has no result shape")]
    NoResult,
    #[error("refers to shape {0}, which does not exist")]
    NoSuchShape(usize),
    #[error("lies on a grid of an unknown kind ({0})")]
    Grid(u32),
    #[error("{0} has a cell at {1}, {2}, {3}, where the grid has no {4}")]
    Cell(String, i32, i32, i32, &'static str),
    #[error(transparent)]
    Copies(#[from] CopiesError),
}

/// Names of pieces are no longer.
const MAX_NAME_LENGTH: usize = 40;
/// More names than this are not listed.
const MAX_LISTED: usize = 12;

/// A shape used as a piece, and the number of its copies.
struct Piece<'f> {
    /// Its place in the file, from 0.
    index: usize,
    shape: &'f Shape,
    min: u32,
    max: u32,
    /// The group of pieces that it need not be separated from; 0 is none.
    group: u32,
}

/// Reads a problem, counted from 1.
pub(super) fn problem(
    file: &File,
    wanted: Option<usize>,
    name: &str,
) -> Result<Opened, Vec<String>> {
    let count = file.problems.len();
    let at = wanted.unwrap_or(1);
    let Some(problem) = at.checked_sub(1).and_then(|at| file.problems.get(at)) else {
        return Err(vec![match count {
            0 => "contains shapes, but no problem; add one in BurrTools first".to_owned(),
            1 => format!("there is no problem {at}; the file has one"),
            _ => format!("there is no problem {at}; the file has {count}"),
        }]);
    };
    read(file, problem, at, wanted.is_none(), name).map_err(|message| match count {
        1 => message,
        _ => message.into_iter().map(|m| format!("problem {at}: {m}")).collect(),
    })
}

fn read(
    file: &File,
    problem: &Problem,
    at: usize,
    unasked: bool,
    name: &str,
) -> Result<Opened, Vec<String>> {
    let one = |error: ImportError| vec![error.to_string()];
    let mut notes = Vec::new();
    if unasked && file.problems.len() > 1 {
        notes.push(others(file));
    }
    if !GRIDS.iter().any(|grid| grid.number == file.grid) {
        return Err(one(ImportError::Grid(file.grid)));
    }
    let result = problem.result.and_then(|id| file.shapes.get(id).map(|shape| (id, shape)));
    let (result_id, result) = result.ok_or_else(|| one(ImportError::NoResult))?;
    let pieces = pieces(file, problem, &mut notes).map_err(one)?;

    let all = || std::iter::once(result).chain(pieces.iter().map(|piece| piece.shape));
    let lattice = lattice(file.grid, all()).map_err(one)?;
    // Some cells of a box are no sites; one that is laid down has sites alone.
    for (number, shape) in
        [(result_id, result)].into_iter().chain(pieces.iter().map(|p| (p.index, p.shape)))
    {
        let is_none = |v: &&Voxel| lattice.is_solid() && grid::site(lattice, v.at).is_none();
        if let Some(Voxel { at: [x, y, z], .. }) = shape.voxels.iter().find(is_none) {
            let (name, word) = (shape_name(shape, number), lattice.site_words.0);
            return Err(one(ImportError::Cell(name, *x, *y, *z, word)));
        }
    }
    let (labels, label_rule) = labels(problem, &pieces, result, &mut notes);
    let (forms, loose_parts) = forms(lattice, &pieces, &labels, &mut notes).map_err(one)?;
    let board = board(lattice, result, &labels);

    let optional = result.voxels.iter().filter(|voxel| voxel.variable).count() as u64;
    notes.extend(left_out(file, problem, (lattice, result_id), optional));
    let title = [problem.name.trim(), name].into_iter().find(|name| !name.is_empty());
    let description = Description {
        title: title.map_or_else(|| format!("Problem {at}"), str::to_owned),
        note: file.comment.clone(),
        pieces: forms,
        rules: Rules { labels: label_rule, loose_parts, ..Rules::default() },
        ..Description::empty(lattice, board)
    };
    match description.build() {
        Ok(puzzle) => {
            let names = file.problems.iter().map(|problem| problem.name.trim().to_owned());
            let problems = Some(Problems { names: names.collect(), number: at });
            Ok(Opened { notes, problems, ..Opened::new(description, Arc::new(puzzle)) })
        }
        Err(problems) => Err(problems.into_iter().map(|problem| problem.message).collect()),
    }
}

/// The labels for the colours of pieces and result, and whether they must agree. What the colour
/// rules say and labels cannot goes to the notes.
fn labels(
    problem: &Problem,
    pieces: &[Piece<'_>],
    result: &Shape,
    notes: &mut Vec<String>,
) -> (Labels, LabelRule) {
    let of_result = colours(std::iter::once(result));
    let of_pieces = colours(pieces.iter().map(|piece| piece.shape));
    let labels = rules::labels(&of_pieces, &of_result, &problem.allowed);
    if labels.is_none() {
        notes.push(
            "Labels cannot express the colour rules. The rules were left out: colours are only \
             displayed, and there may be more solutions."
                .to_owned(),
        );
    }
    let (labels, rule) = match labels {
        Some(labels) if !labels.pieces.is_empty() => (labels, LabelRule::Agree),
        _ => (Labels::shown(&of_pieces, &of_result), LabelRule::Free),
    };
    let missing = |known: &BTreeMap<u32, Label>, all: &BTreeSet<u32>| known.len() < all.len();
    if missing(&labels.pieces, &of_pieces) || missing(&labels.result, &of_result) {
        notes.push("Colours that match all others were left out.".to_owned());
    }
    // Where nothing is coloured there is no rule to speak of.
    let coloured = of_pieces.len() + of_result.len() > 0;
    (labels, if coloured { rule } else { LabelRule::default() })
}

/// The colours of some shapes.
fn colours<'f>(shapes: impl Iterator<Item = &'f Shape>) -> BTreeSet<u32> {
    let voxels = shapes.flat_map(|shape| &shape.voxels);
    voxels.map(|voxel| voxel.colour).filter(|&colour| colour != 0).collect()
}

/// The entries of the piece list, and whether any piece consists of several parts.
fn forms(
    lattice: &Lattice,
    pieces: &[Piece<'_>],
    labels: &Labels,
    notes: &mut Vec<String>,
) -> Result<(Vec<PieceForm>, bool), ImportError> {
    let mut names = BTreeSet::new();
    let mut variable = Vec::new();
    let mut forms = Vec::new();
    let mut loose = false;
    for piece in pieces {
        let name = unique(&piece.shape.name, piece.index, &mut names);
        if piece.shape.voxels.iter().any(|voxel| voxel.variable) {
            variable.push(name.clone());
        }
        let sites = sites(lattice, piece.shape);
        let points: Vec<Point> = sites.iter().map(|(site, _)| *site).collect();
        loose |=
            Form::normalise(lattice, &points).is_some_and(|(form, _)| !form.is_connected(lattice));
        forms.push(PieceForm::Piece(SingleForm {
            name,
            drawing: Drawing::Art(drawn(lattice, &sites, |_| 'X')),
            labels: labelled(lattice, &sites, &labels.pieces).unwrap_or_default(),
            copies: Copies::new(piece.min, piece.max)?,
            motions: None,
            colour: None,
            off: false,
            handling: Handling { group: piece.group, weight: piece.shape.weight },
        }));
    }
    if !variable.is_empty() {
        notes.push(format!(
            "Only results have variable cells, as in BurrTools' solver. The variable cells of {} \
             were read as filled.",
            list(&variable)
        ));
    }
    Ok((forms, loose))
}

/// The board that a result is: by name where it has one, and otherwise drawn.
fn board(lattice: &Lattice, result: &Shape, labels: &Labels) -> BoardForm {
    let sites = sites(lattice, result);
    let drawing =
        || BoardForm::Art(drawn(lattice, &sites, |voxel| if voxel.variable { 'o' } else { '#' }));
    let board = named(lattice, &sites).map_or_else(drawing, BoardForm::Named);
    match labelled(lattice, &sites, &labels.result) {
        Some(rows) => BoardForm::Labelled(Box::new(board), rows),
        None => board,
    }
}

/// The shapes that a problem uses, each once, in the order of the problem.
fn pieces<'f>(
    file: &'f File,
    problem: &Problem,
    notes: &mut Vec<String>,
) -> Result<Vec<Piece<'f>>, ImportError> {
    let mut pieces: Vec<Piece<'f>> = Vec::new();
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    for part in &problem.parts {
        let Some(shape) = file.shapes.get(part.shape) else {
            return Err(ImportError::NoSuchShape(part.shape));
        };
        let at = *places.entry(part.shape).or_insert_with(|| {
            pieces.push(Piece { index: part.shape, shape, min: 0, max: 0, group: part.group });
            pieces.len() - 1
        });
        pieces[at].min = pieces[at].min.saturating_add(part.min);
        pieces[at].max = pieces[at].max.saturating_add(part.max);
    }
    pieces.retain(|piece| piece.max > 0);
    let empty: Vec<String> = pieces
        .iter()
        .filter(|piece| piece.shape.voxels.is_empty())
        .map(|piece| shape_name(piece.shape, piece.index))
        .collect();
    if !empty.is_empty() {
        notes.push(format!("Left out as empty: {}.", list(&empty)));
        pieces.retain(|piece| !piece.shape.voxels.is_empty());
    }
    Ok(pieces)
}

/// The lattice of a grid's shapes.
fn lattice<'f>(
    grid: u32,
    mut shapes: impl Iterator<Item = &'f Shape>,
) -> Result<&'static Lattice, ImportError> {
    // Cubes may lie in a layer of any direction, prisms in one across their axis.
    let flat = shapes.all(|shape| match grid {
        0 => level(shape).is_some(),
        1 => level(shape) == Some(2),
        _ => false,
    });
    let dimension = if flat { 2 } else { 3 };
    let fits = GRIDS.iter().find(|known| (known.number, known.dimension) == (grid, dimension));
    if let Some(lattice) = fits.and_then(|grid| Lattice::by_key(grid.lattice)) {
        return Ok(lattice);
    }
    Err(ImportError::Grid(grid))
}

/// The axis across which a shape is one layer thick, z if there are several.
fn level(shape: &Shape) -> Option<usize> {
    let flat = |axis: usize| {
        let first = shape.voxels.first().map(|voxel| voxel.at[axis]);
        shape.voxels.iter().all(|voxel| Some(voxel.at[axis]) == first)
    };
    [2, 1, 0].into_iter().find(|&axis| flat(axis))
}

/// The sites of a shape on a lattice, each with its cell. A flat one is laid down, unless it lies.
fn sites(lattice: &Lattice, shape: &Shape) -> Vec<(Point, Voxel)> {
    let flat = lattice.dimension == 2;
    // Turned about a corner, so that the axis across the layer comes last.
    let across = level(shape).filter(|_| flat).unwrap_or(2);
    let turned = |at: [i32; 3]| [at[(across + 1) % 3], at[(across + 2) % 3], at[across]];
    let places = || shape.voxels.iter().map(|&voxel| (turned(voxel.at), voxel));
    places()
        .filter_map(|([x, y, z], voxel)| {
            Some((grid::site(lattice, [x, y, if flat { 0 } else { z }])?, voxel))
        })
        .collect()
}

fn drawn(
    lattice: &Lattice,
    sites: &[(Point, Voxel)],
    mark: impl Fn(&Voxel) -> char,
) -> Vec<String> {
    let marks: Vec<(Point, char)> = sites.iter().map(|(site, v)| (*site, mark(v))).collect();
    art::draw(lattice, &marks)
}

/// The labels drawn at the places of the drawing; `None` when there are none.
fn labelled(
    lattice: &Lattice,
    sites: &[(Point, Voxel)],
    labels: &BTreeMap<u32, Label>,
) -> Option<Vec<String>> {
    let has_one = sites.iter().any(|(_, voxel)| labels.contains_key(&voxel.colour));
    // Every site is drawn, so that the corner lies where that of the art does.
    let label = |voxel: &Voxel| labels.get(&voxel.colour).copied().unwrap_or('.');
    has_one.then(|| drawn(lattice, sites, label))
}

/// The rectangle or box that some sites are, if they are one that must be covered.
fn named(lattice: &Lattice, sites: &[(Point, Voxel)]) -> Option<NamedShape> {
    if sites.iter().any(|(_, voxel)| voxel.variable) {
        return None;
    }
    let points: Vec<Point> = sites.iter().map(|(site, _)| *site).collect();
    let (form, _) = Form::normalise(lattice, &points)?;
    let mut most = [0; 3];
    for &site in form.sites() {
        let (column, row) = (lattice.art_place)(site);
        for (most, n) in most.iter_mut().zip([column, row, lattice.layer(site)]) {
            *most = n.max(*most);
        }
    }
    // Where a cube is cut into layers it has as many columns and rows.
    let cut = lattice.layers() as u32;
    let numbers: Vec<u32> =
        most.map(|n| (n as u32 + 1).div_ceil(cut))[..lattice.dimension].to_vec();
    let fits = lattice.boards.iter().find(|board| {
        board.parameters.len() == numbers.len()
            && board.count(&numbers) == points.len() as u64
            && Form::normalise(lattice, &(board.sites)(&numbers))
                .is_some_and(|(same, _)| same == form)
    });
    fits.map(|board| NamedShape { key: board.key, numbers })
}

/// The name of a shape, as BurrTools shows it: `S1`, or its own.
fn shape_name(shape: &Shape, index: usize) -> String {
    let own = shape.name.trim().replace(char::is_control, " ");
    if own.is_empty() { format!("S{}", index + 1) } else { own }
}

/// A name for a piece that no other has.
fn unique(name: &str, index: usize, taken: &mut BTreeSet<String>) -> String {
    let own = name.trim().replace(char::is_control, " ");
    let number = format!("S{}", index + 1);
    let cut = |room: usize| own.chars().take(room).collect::<String>().trim_end().to_owned();
    let with_number = match cut(MAX_NAME_LENGTH - number.len() - 1) {
        short if short.is_empty() => number.clone(),
        short => format!("{short} {number}"),
    };
    let plain = if own.is_empty() { number } else { cut(MAX_NAME_LENGTH) };
    let mut choices = [plain, with_number].into_iter();
    let again = |n: u32| format!("S{}-{n}", index + 1);
    let free = |name: &String| !taken.contains(name);
    // Somebody may have given another shape the very name that was made up.
    let name = choices.find(free).or_else(|| (2..).map(again).find(free)).unwrap_or_default();
    taken.insert(name.clone());
    name
}

/// Says which other problems the file has.
fn others(file: &File) -> String {
    let name = |(i, problem): (usize, &Problem)| match problem.name.trim() {
        "" => format!("{}", i + 1),
        name => format!("{} ({})", i + 1, text::shortened(name, 40)),
    };
    let names: Vec<String> = file.problems.iter().enumerate().skip(1).map(name).collect();
    format!(
        "The file has {} problems; this is the first. Others: {}. In the window, File, Another problem \
         in this file… opens them; on the command line, --problem.",
        file.problems.len(),
        list(&names)
    )
}

/// Says what BurrTools counted, and which count of this program that is: it leaves out turned copies,
/// which flat puzzles that are flipped are too, and mirror images unless it is told to keep them.
fn found(assemblies: u64, lattice: &Lattice) -> String {
    let count = match assemblies {
        1 => "1 assembly".to_owned(),
        n => format!("{} assemblies", text::grouped(n)),
    };
    let compare = match lattice.dimension {
        2 => "the distinct solutions",
        _ => "the turned solutions, or with the distinct ones if it left out mirror images",
    };
    format!(" BurrTools found {count}: compare with {compare}.")
}

/// Lists the other features of a problem that this program lacks.
fn left_out(
    file: &File,
    problem: &Problem,
    (lattice, result): (&Lattice, usize),
    optional: u64,
) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |text: String| notes.push(text);
    if problem.most_holes.is_some_and(|most| most < optional) {
        note(format!(
            "The limit on empty variable cells ({}) was left out, so there may be more solutions.",
            problem.most_holes.unwrap_or(0)
        ));
    }
    if problem.mixed_groups {
        note(
            "Of pieces in several groups, or with some copies in none, the first group was kept."
                .to_owned(),
        );
    }
    if problem.solutions > 0 || problem.assemblies.is_some() {
        let found = problem.assemblies.map(|n| found(n, lattice)).unwrap_or_default();
        note(format!("Saved solutions were left out; solve the puzzle here.{found}"));
    }
    if problem.unfinished {
        note("An unfinished search cannot be continued here.".to_owned());
    }
    if file.grid_settings {
        note("Settings of the grid were left out.".to_owned());
    }
    let mut used: BTreeSet<usize> = BTreeSet::from([result]);
    for problem in &file.problems {
        used.extend(problem.parts.iter().filter(|part| part.max > 0).map(|part| part.shape));
        used.extend(problem.result);
    }
    let unused: Vec<String> = (0..file.shapes.len())
        .filter(|index| !used.contains(index))
        .map(|index| shape_name(&file.shapes[index], index))
        .collect();
    if !unused.is_empty() {
        note(format!("Shapes that no problem uses were left out: {}.", list(&unused)));
    }
    if !file.unknown.is_empty() {
        let names: Vec<String> = file.unknown.iter().map(|name| format!("<{name}>")).collect();
        note(format!("Unknown elements were left out: {}.", list(&names)));
    }
    notes
}

/// Names, not too many of them.
fn list(names: &[String]) -> String {
    let shown: Vec<String> =
        names.iter().take(MAX_LISTED).map(|name| text::shortened(name, 40)).collect();
    match names.len().saturating_sub(MAX_LISTED) {
        0 => text::listed(&shown),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
