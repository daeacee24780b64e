//! The data of a puzzle for the script of a page, as JSON.
//!
//! The script works as this program does: on integer coordinates, with the matrices of the lattice's
//! point group, so that every lattice is played by the same code.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::exact_cover::OptionId;
use crate::format::solutions_file::Source;
use crate::job::variants::VariantList;
use crate::lattice::{Lattice, Point, SiteForm};
use crate::natural::Natural;
use crate::polyform::Motions;
use crate::puzzle::{Colour, Description, JunctionRule, LabelRule, Puzzle};
use crate::solution::Excerpt;
use crate::solution::columns::Columns;
use crate::solution::measures::MeasureKind;
use crate::symmetry::{Matrix, point_group, tip};

/// Whole numbers that mean a point.
pub(super) type Coordinates = [i32; 3];

/// All that a page knows.
#[derive(Serialize)]
pub(super) struct PageData {
    title: String,
    author: String,
    source: String,
    /// The words for one site and for several.
    site_words: [&'static str; 2],
    rules: Vec<String>,
    lattice: LatticeData,
    motions: MotionData,
    palette: Vec<Shades>,
    pieces: Vec<PieceData>,
    board: BoardData,
    /// All colour labels, in the order of the forms of their marks.
    labels: Vec<char>,
    /// Pieces that lie on the board from the beginning.
    placed: Vec<PlacedData>,
    no_crossing: bool,
    labels_agree: bool,
    variants: Vec<VariantData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<SolutionData>,
}

#[derive(Serialize)]
pub(super) struct LatticeData {
    period: i32,
    /// The heights of the layers of a period.
    levels: Vec<i32>,
    axes: [[f64; 3]; 3],
    solid: bool,
    edges: bool,
    classes: Vec<ClassData>,
}

#[derive(Serialize)]
struct ClassData {
    residue: Coordinates,
    corners: Vec<Coordinates>,
    /// The corners of what is drawn in its layer.
    outline: Vec<Coordinates>,
}

/// The motions that keys and buttons make, as seen on the page.
#[derive(Serialize)]
struct MotionData {
    /// The least turn clockwise.
    turn: Option<Matrix3>,
    /// Left and right swapped.
    flip: Option<Matrix3>,
    /// In space, a quarter turn about the axis to the right.
    tilt: Option<Matrix3>,
}

type Matrix3 = [[i32; 3]; 3];

/// The colours of a piece on a light and on a dark ground: fill, outline and label.
#[derive(Serialize)]
pub(super) struct Shades {
    light: [String; 3],
    dark: [String; 3],
}

#[derive(Serialize)]
struct PieceData {
    name: String,
    shades: Shades,
    min: u32,
    max: u32,
    sites: Vec<Coordinates>,
    labels: Vec<Option<char>>,
    turns: bool,
    flips: bool,
}

#[derive(Serialize)]
pub(super) struct BoardData {
    sites: Vec<Coordinates>,
    /// The sites that need not be covered, by their positions in the list.
    optional: Vec<usize>,
    labels: Vec<Option<char>>,
    texts: BTreeMap<usize, String>,
    /// The pieces that must not cover a site.
    barred: BTreeMap<usize, Vec<u32>>,
}

#[derive(Serialize)]
struct PlacedData {
    piece: u32,
    sites: Vec<usize>,
    pinned: bool,
}

#[derive(Serialize)]
struct VariantData {
    name: String,
    open: Vec<usize>,
    without: Vec<u32>,
}

#[derive(Serialize)]
struct SolutionData {
    complete: bool,
    total: Natural,
    distinct: Natural,
    /// The number of each solution.
    numbers: Vec<u64>,
    /// The list that they are part of, in words; empty if all are there.
    caption: String,
    /// The groups, each with the index of its first solution.
    headings: Vec<(usize, String)>,
    /// The placements that occur: a piece, then its sites.
    placements: Vec<Vec<u32>>,
    /// Each solution as indices of placements.
    list: Vec<Vec<u32>>,
    symmetries: Vec<SymmetryData>,
    measures: Vec<MeasureData>,
    /// The values of the measures, for each solution.
    values: Vec<Vec<u64>>,
}

#[derive(Serialize)]
struct SymmetryData {
    sites: Vec<u32>,
    pieces: Vec<u32>,
}

#[derive(Serialize)]
struct MeasureData {
    id: &'static str,
    name: &'static str,
    kind: &'static str,
    classes: Vec<String>,
}

impl PageData {
    pub(super) fn new(
        description: &Description,
        puzzle: &Puzzle,
        variants: Option<&VariantList>,
    ) -> PageData {
        let lattice = puzzle.lattice;
        PageData {
            title: description.title.clone(),
            author: description.author.clone(),
            source: description.source.clone(),
            site_words: [lattice.site_words.0, lattice.site_words.1],
            rules: puzzle.rules.words(),
            lattice: LatticeData::new(lattice),
            motions: MotionData::new(lattice),
            palette: (0..Colour::COUNT).map(|n| Shades::new(Colour::nth(n))).collect(),
            pieces: pieces(puzzle),
            board: BoardData::new(puzzle),
            labels: puzzle.labels(),
            placed: placed(puzzle, variants.is_some()),
            no_crossing: puzzle.rules.junctions == JunctionRule::NoCrossing,
            labels_agree: puzzle.rules.labels == LabelRule::Agree,
            variants: variants.map_or_else(Vec::new, |list| variant_data(puzzle, list)),
            solutions: None,
        }
    }

    /// Adds solutions, of whose measures the values are known.
    pub(super) fn with_solutions(self, source: Source<'_>, columns: &Columns) -> PageData {
        PageData { solutions: Some(SolutionData::new(source, columns)), ..self }
    }
}

impl LatticeData {
    pub(super) fn new(lattice: &Lattice) -> LatticeData {
        let class = |class: &crate::lattice::SiteClass| ClassData {
            residue: class.residue,
            corners: class.corners.to_vec(),
            outline: {
                let site = Point::from(class.residue);
                lattice.outline(site).into_iter().map(|p| (p - site).coordinates()).collect()
            },
        };
        LatticeData {
            period: lattice.period,
            levels: (0..lattice.layers()).map(|layer| lattice.height(layer)).collect(),
            axes: lattice.axes.0,
            solid: lattice.is_solid(),
            edges: lattice.form == SiteForm::Edge,
            classes: lattice.classes.iter().map(class).collect(),
        }
    }
}

impl MotionData {
    fn new(lattice: &Lattice) -> MotionData {
        let group = point_group(lattice);
        let image = |m: &Matrix, v: [f64; 3]| {
            m.0.map(|row| (0..3).map(|k| f64::from(row[k]) * v[k]).sum::<f64>())
        };
        let is_flat = |m: &&Matrix| m.keeps_height();
        // The angle by which the first axis is turned, from 0 clockwise.
        let angle = |m: &Matrix| {
            let [x, y, _] = lattice.axes.place(image(m, [1.0, 0.0, 0.0]));
            y.atan2(x).rem_euclid(std::f64::consts::TAU)
        };
        let turns = group.iter().filter(is_flat).filter(|m| m.keeps_orientation());
        let turn = turns.filter(|m| angle(m) > 1e-6).min_by(|a, b| angle(a).total_cmp(&angle(b)));
        let half = std::f64::consts::PI;
        let flips = group.iter().filter(is_flat).filter(|m| !m.keeps_orientation());
        let flip = flips.min_by(|a, b| (angle(a) - half).abs().total_cmp(&(angle(b) - half).abs()));
        let tilt = tip(lattice);
        MotionData { turn: turn.map(|m| m.0), flip: flip.map(|m| m.0), tilt: tilt.map(|m| m.0) }
    }
}

impl Shades {
    pub(super) fn new(colour: Colour) -> Shades {
        let of = |dark: bool| {
            let shade = colour.shade(dark);
            [shade.fill, shade.outline, shade.label]
                .map(|[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}"))
        };
        Shades { light: of(false), dark: of(true) }
    }
}

fn pieces(puzzle: &Puzzle) -> Vec<PieceData> {
    let piece = |(piece, copies): (&crate::puzzle::Piece, crate::puzzle::Copies)| PieceData {
        name: piece.name.clone(),
        shades: Shades::new(piece.colour),
        min: copies.min,
        max: copies.max,
        sites: piece.shape.sites().iter().map(|site| site.coordinates()).collect(),
        labels: piece.labels.clone(),
        turns: piece.motions != Motions::AsDrawn,
        flips: piece.motions == Motions::TurnAndFlip,
    };
    puzzle.pieces.iter().zip(puzzle.copies()).map(piece).collect()
}

impl BoardData {
    pub(super) fn new(puzzle: &Puzzle) -> BoardData {
        let board = &puzzle.board;
        let sites = board.sites();
        let at = |site: &Point| board.position(*site);
        BoardData {
            sites: sites.iter().map(|site| site.site.coordinates()).collect(),
            optional: (0..sites.len()).filter(|&i| !sites[i].required).collect(),
            labels: match board.has_labels() {
                true => (0..sites.len()).map(|i| board.label(i)).collect(),
                false => Vec::new(),
            },
            texts: puzzle
                .site_texts
                .iter()
                .filter_map(|(site, text)| Some((at(site)?, text.clone())))
                .collect(),
            barred: puzzle
                .barred
                .iter()
                .filter_map(|(site, pieces)| {
                    Some((at(site)?, pieces.iter().map(|piece| piece.0).collect()))
                })
                .collect(),
        }
    }
}

/// The positions of sites on the board, ascending.
fn positions(puzzle: &Puzzle, sites: &[Point]) -> Vec<usize> {
    let at: BTreeSet<usize> = sites.iter().filter_map(|&s| puzzle.board.position(s)).collect();
    at.into_iter().collect()
}

/// The pieces that lie on the board when a page is opened. As in the window, those that are not pinned
/// are beside it where the board is full, as one that was cut into pieces, and in every variant.
fn placed(puzzle: &Puzzle, has_variants: bool) -> Vec<PlacedData> {
    let only_pinned = has_variants || puzzle.is_covered();
    let data = |laid: &crate::puzzle::BoardPiece| PlacedData {
        piece: laid.piece.0,
        sites: positions(puzzle, &laid.sites),
        pinned: laid.pinned,
    };
    puzzle.placed.iter().filter(|laid| laid.pinned || !only_pinned).map(data).collect()
}

fn variant_data(puzzle: &Puzzle, list: &VariantList) -> Vec<VariantData> {
    let data = |n: usize| VariantData {
        name: list.name(n),
        open: positions(puzzle, &list.open_sites(n)),
        without: list.left_out(n).into_iter().map(|piece| piece.0).collect(),
    };
    (0..list.len()).map(data).collect()
}

impl SolutionData {
    fn new(source: Source<'_>, columns: &Columns) -> SolutionData {
        let Source { puzzle, encoding, group, store, counts, complete, .. } = source;
        let mut known: FxHashMap<OptionId, u32> = FxHashMap::default();
        let mut placements: Vec<Vec<u32>> = Vec::new();
        let mut solution = Vec::new();
        let mut list = Vec::with_capacity(store.len());
        for n in 0..store.len() {
            store.read(n, &mut solution);
            let of_option = |&option: &OptionId| {
                *known.entry(option).or_insert_with(|| {
                    let sites: Vec<Point> = encoding.sites(option).collect();
                    let sites = positions(puzzle, &sites).into_iter().map(|at| at as u32);
                    let piece = encoding.placement(option).piece.0;
                    placements.push(std::iter::once(piece).chain(sites).collect());
                    placements.len() as u32 - 1
                })
            };
            list.push(solution.iter().map(of_option).collect());
        }
        let measurer = columns.measurer();
        let measures: Vec<_> = measurer.measures().collect();
        let data = |id: &crate::solution::measures::MeasureId| MeasureData {
            id: id.row().id,
            name: id.row().name,
            kind: match id.row().kind {
                MeasureKind::Property => "property",
                MeasureKind::Number => "number",
                MeasureKind::Class => "class",
                MeasureKind::List => "list",
            },
            classes: measurer
                .classes_of(*id)
                .into_iter()
                .map(|(_, name)| name.to_owned())
                .collect(),
        };
        let values = (0..store.len() as u32)
            .map(|n| measures.iter().map(|&m| columns.value(m, n).unwrap_or(0)).collect());
        let symmetry = |element: &crate::encode::PuzzleSymmetry| SymmetryData {
            sites: element.sites.clone(),
            pieces: element.pieces.iter().map(|piece| piece.0).collect(),
        };
        let excerpt = store.excerpt();
        let headings = excerpt.map_or(&[][..], |excerpt| &excerpt.headings);
        SolutionData {
            numbers: (0..store.len()).map(|n| store.number(n)).collect(),
            caption: excerpt.map_or_else(String::new, Excerpt::caption),
            headings: headings.iter().map(|own| (own.first, own.line())).collect(),
            complete: complete && store.len() as u64 == counts.distinct,
            total: counts.total,
            distinct: counts.distinct,
            measures: measures.iter().map(data).collect(),
            values: values.collect(),
            symmetries: group.elements.iter().map(symmetry).collect(),
            placements,
            list,
        }
    }
}
