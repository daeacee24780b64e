//! The data of a page that plays moves, as JSON: the pieces where they lie, and their ways.

use serde::Serialize;

use super::data::{BoardData, Coordinates, LatticeData, Shades};
use crate::disassembly::{MoveWords, Part, TimedMove, Timeline, level_words};
use crate::lattice::{Lattice, Point};
use crate::picture::copy_colours;
use crate::picture::space::{BALL, NECK, Side, Surface, Xyz};
use crate::puzzle::{Description, Puzzle};
use crate::solution::verify::Placed;

/// The resolution of places, in parts of a unit: finer than what the page takes for one plane.
const FINENESS: f64 = 1e6;

/// All that the page knows.
#[derive(Serialize)]
pub(super) struct MovesData {
    title: String,
    author: String,
    source: String,
    /// "Solution 27: level 5.2.1".
    heading: String,
    solid: bool,
    lattice: LatticeData,
    /// In the plane, where the pieces lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<BoardData>,
    /// The radius of balls and of their necks.
    ball: f64,
    neck: f64,
    pieces: Vec<PieceData>,
    moves: Vec<MoveData>,
    /// For each piece the moves after which it is gone, if it leaves.
    left_at: Vec<Option<usize>>,
}

#[derive(Serialize)]
struct PieceData {
    name: String,
    shades: Shades,
    /// In the plane, where it lies.
    sites: Vec<Coordinates>,
    /// None: the name is what tells a piece that moves.
    labels: [char; 0],
    /// In space, the places of its corners, and its faces.
    corners: Vec<Xyz>,
    faces: Vec<FaceData>,
    balls: Vec<Xyz>,
    necks: Vec<[usize; 2]>,
}

#[derive(Serialize)]
struct FaceData {
    normal: Xyz,
    /// The corners, by their places in the list.
    around: Vec<usize>,
    /// A letter for each side: E for an edge, F within a flat face, C where nothing is drawn.
    sides: String,
}

#[derive(Serialize)]
struct MoveData {
    words: String,
    pieces: Vec<usize>,
    /// The whole way, in units.
    way: Xyz,
    separation: usize,
}

impl MovesData {
    pub(super) fn new(
        description: &Description,
        (puzzle, placed, name): (&Puzzle, &Placed, &str),
        (whole, timeline): (&Part, &Timeline),
    ) -> MovesData {
        let lattice = puzzle.lattice;
        let words = MoveWords::of_solution(puzzle, placed);
        let sites: Vec<Vec<Point>> = placed.iter().map(|(_, sites)| sites.clone()).collect();
        let copies = copy_colours(puzzle, &sites);
        let piece = |(n, sites): (usize, &Vec<Point>)| {
            let own = puzzle.piece(placed[n].0).colour;
            let colour = copies.as_ref().map_or(own, |colours| colours[n]);
            PieceData::new(lattice, sites, words.names()[n].clone(), Shades::new(colour))
        };
        let level = level_words(&whole.level());
        MovesData {
            title: description.title.clone(),
            author: description.author.clone(),
            source: description.source.clone(),
            heading: format!("{name}: level {level}"),
            solid: lattice.is_solid(),
            lattice: LatticeData::new(lattice),
            board: (!lattice.is_solid()).then(|| BoardData::new(puzzle)),
            ball: BALL,
            neck: NECK,
            pieces: sites.iter().enumerate().map(piece).collect(),
            moves: timeline.moves().iter().map(|own| MoveData::new(lattice, &words, own)).collect(),
            left_at: (0..placed.len()).map(|piece| timeline.left_at(piece)).collect(),
        }
    }
}

impl PieceData {
    fn new(lattice: &Lattice, sites: &[Point], name: String, shades: Shades) -> PieceData {
        let surface = match lattice.is_solid() {
            true => Surface::new(lattice, sites),
            false => Surface::default(),
        };
        let mut corners: Vec<Xyz> = Vec::new();
        let faces = surface.faces.into_iter().map(|face| FaceData {
            normal: rounded(face.normal),
            around: face.corners.into_iter().map(|own| place_in(&mut corners, own)).collect(),
            sides: face.sides.into_iter().map(letter).collect(),
        });
        let faces = faces.collect();
        PieceData {
            name,
            shades,
            sites: sites.iter().map(|site| site.coordinates()).collect(),
            labels: [],
            corners,
            faces,
            balls: surface.balls.into_iter().map(rounded).collect(),
            necks: surface.necks,
        }
    }
}

impl MoveData {
    fn new(lattice: &Lattice, words: &MoveWords, own: &TimedMove) -> MoveData {
        let step = lattice.place(own.own.step);
        MoveData {
            words: words.words(own),
            pieces: own.own.pieces.clone(),
            way: rounded(step.map(|n| n * f64::from(own.steps))),
            separation: own.separation,
        }
    }
}

fn rounded(p: Xyz) -> Xyz {
    // Adding 0 makes a negative zero a plain one.
    p.map(|n| (n * FINENESS).round() / FINENESS + 0.0)
}

/// The place of a corner in a list, to which it is added if it is not there.
fn place_in(corners: &mut Vec<Xyz>, corner: Xyz) -> usize {
    let corner = rounded(corner);
    corners.iter().position(|&own| own == corner).unwrap_or_else(|| {
        corners.push(corner);
        corners.len() - 1
    })
}

fn letter(side: Side) -> char {
    match side {
        Side::Edge => 'E',
        Side::Flat => 'F',
        Side::Cut => 'C',
    }
}
