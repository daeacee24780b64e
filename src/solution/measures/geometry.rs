//! Tables of a board: which sites adjoin, which meet at corners, and the straight lines of edges.
//!
//! Sites are positions in [`crate::puzzle::Board::sites`]. A *side* is what two adjoining cells
//! have in common: an edge in the plane, a face in space. Everything is derived from the corners
//! of the lattice's sites, so that no lattice is a special case.

use rustc_hash::FxHashMap;

use super::Lists;
use crate::lattice::{Lattice, Point, Positions, SiteForm};
use crate::puzzle::Puzzle;

/// The sides and corners of a board.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardTables {
    /// For each site the sites that touch it: across a side; of sticks, at a junction.
    pub(super) touching: Lists,
    /// For each site the others that have a corner in common with it.
    pub(super) meeting: Lists,
    /// The pairs of adjoining cells, the lesser first; each has one side. Those on one line
    /// follow each other, from end to end.
    pub(super) sides: Vec<[u32; 2]>,
    /// The number of sides that lie on no straight line of the lattice; they come first.
    pub(super) off_lines: usize,
    /// For each side whether it continues the one before it in a straight line.
    pub(super) continues: Vec<bool>,
    /// The sites around each corner that has at least four.
    pub(super) corners: Lists,
    /// Straight lines; empty where the edges of the lattice make none.
    pub(super) lines: Lines,
}

/// The straight lines of sides: lines in the plane, planes in space.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// For each direction, the number of its first line.
    families: Vec<Family>,
    /// The sides on each line, as pairs of sites.
    pub(super) sides: Vec<Vec<[u32; 2]>>,
    /// Words of 64 lines that a set of lines has.
    pub(super) words: usize,
}

/// The lines of one direction, one after the other.
#[derive(Clone, Debug)]
struct Family {
    /// The number of its first line.
    first: usize,
    /// For each site how many of the lines lie before it.
    before: Vec<u32>,
}

impl Lines {
    /// Adds the lines that have some of these sites on both sides of them to a set of lines.
    pub(super) fn add_crossed(&self, sites: &[u32], crossed: &mut [u64]) {
        for family in &self.families {
            let before = sites.iter().map(|&site| family.before[site as usize]);
            let (Some(from), Some(to)) = (before.clone().min(), before.max()) else { continue };
            for line in family.first + from as usize..family.first + to as usize {
                crossed[line / 64] |= 1 << (line % 64);
            }
        }
    }

    /// Returns whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.sides.is_empty()
    }
}

/// A side of two sites.
struct Side {
    sites: [u32; 2],
    corners: Vec<Point>,
    /// The line it lies on, if the lattice has such lines.
    line: Option<Line>,
}

/// A line in the plane or a plane in space: all points whose product with the normal is this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Line {
    normal: Point,
    offset: i64,
}

impl BoardTables {
    /// Of a puzzle's board. Cost: linear in its sites; the sides are sorted.
    pub(super) fn new(puzzle: &Puzzle) -> BoardTables {
        let lattice = puzzle.lattice;
        let sites: Vec<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
        let mut around: FxHashMap<Point, Vec<u32>> = FxHashMap::default();
        for (n, &site) in (0..).zip(&sites) {
            for corner in lattice.corners(site) {
                around.entry(corner).or_default().push(n);
            }
        }
        let mut corners: Vec<(Point, Vec<u32>)> = around.into_iter().collect();
        corners.sort_unstable();
        let (touching, meeting) = contacts(lattice, sites.len(), &corners);
        let mut sides = match lattice.form {
            SiteForm::Cell => sides(lattice, &sites, &touching),
            SiteForm::Edge => Vec::new(),
        };
        sides.sort_by_cached_key(|side| (side.line, side.start(), side.sites));
        // Those on no line come first.
        let off_lines = sides.partition_point(|side| side.line.is_none());
        let is_plane = lattice.dimension == 2;
        let continues = |n: usize| n > off_lines && is_plane && sides[n].continues(&sides[n - 1]);
        BoardTables {
            off_lines,
            continues: (0..sides.len()).map(continues).collect(),
            lines: lines(&sites, &sides),
            sides: sides.iter().map(|side| side.sites).collect(),
            corners: corners.into_iter().map(|(_, at)| at).filter(|at| at.len() >= 4).collect(),
            touching,
            meeting,
        }
    }
}

/// For each site those that touch it, and those that only meet it.
fn contacts(lattice: &Lattice, sites: usize, corners: &[(Point, Vec<u32>)]) -> (Lists, Lists) {
    // Two cells touch when they have as many corners in common as a side has at least.
    let needed = match lattice.form {
        SiteForm::Cell => lattice.dimension,
        SiteForm::Edge => 1,
    };
    let mut shared: Vec<Vec<u32>> = vec![Vec::new(); sites];
    for (_, at) in corners {
        for &site in at {
            shared[site as usize].extend(at.iter().copied().filter(|&other| other != site));
        }
    }
    shared.iter_mut().for_each(|others| others.sort_unstable());
    let pick = |touches: bool| {
        let of_site = |others: &Vec<u32>| -> Vec<u32> {
            let runs = others.chunk_by(|a, b| a == b);
            runs.filter(|run| (run.len() >= needed) == touches).map(|run| run[0]).collect()
        };
        shared.iter().map(of_site).collect()
    };
    (pick(true), pick(false))
}

/// The sides of adjoining cells.
fn sides(lattice: &Lattice, sites: &[Point], touching: &Lists) -> Vec<Side> {
    let mut sides = Vec::new();
    for (n, &site) in (0..).zip(sites) {
        for &other in touching.get(n as usize).iter().filter(|&&other| other > n) {
            let theirs = lattice.corners(sites[other as usize]);
            let mut corners = lattice.corners(site);
            corners.retain(|corner| theirs.contains(corner));
            corners.sort_unstable();
            let line = Line::through(lattice, &corners);
            let line = line.filter(|line| line.cuts_no_cell(lattice));
            sides.push(Side { sites: [n, other], corners, line });
        }
    }
    sides
}

/// The lines that some sides lie on. The sides are in the order of their lines.
fn lines(sites: &[Point], sides: &[Side]) -> Lines {
    let mut lines = Lines::default();
    let mut offsets: Vec<(Line, usize)> = Vec::new();
    for side in sides {
        let Some(line) = side.line else { continue };
        if offsets.last().is_none_or(|(last, _)| *last != line) {
            offsets.push((line, lines.sides.len()));
            lines.sides.push(Vec::new());
        }
        lines.sides.last_mut().expect("one was added").push(side.sites);
    }
    for family in offsets.chunk_by(|(a, _), (b, _)| a.normal == b.normal) {
        let before = |&site: &Point| {
            let at = product(family[0].0.normal, site);
            family.partition_point(|(line, _)| line.offset < at) as u32
        };
        let before = sites.iter().map(before).collect();
        lines.families.push(Family { first: family[0].1, before });
    }
    lines.words = lines.sides.len().div_ceil(64);
    lines
}

impl Side {
    /// Where it begins along its line, in a measure that grows along it.
    fn start(&self) -> Option<i64> {
        let line = self.line?;
        let along = Point::new(-line.normal.y, line.normal.x, 0);
        self.corners.iter().map(|&corner| product(along, corner)).min()
    }

    /// Returns whether it lies on the line of another side and begins where that one ends.
    fn continues(&self, other: &Side) -> bool {
        self.line == other.line && self.corners.iter().any(|c| other.corners.contains(c))
    }
}

impl Line {
    /// The line or plane through the corners of a side.
    fn through(lattice: &Lattice, corners: &[Point]) -> Option<Line> {
        let [first, second, ..] = *corners else { return None };
        let [a, b, c] = (second - first).coordinates();
        let normal = if lattice.dimension == 2 {
            [b, -a, 0]
        } else {
            let [d, e, f] = (*corners.get(2)? - first).coordinates();
            [b * f - c * e, c * d - a * f, a * e - b * d]
        };
        let divisor = normal.iter().fold(0, |divisor, &n| gcd(divisor, n.abs()));
        let sign = if normal.iter().find(|n| **n != 0).is_some_and(|n| *n < 0) { -1 } else { 1 };
        let normal = Point::from(normal.map(|n| n / divisor.max(1) * sign));
        Some(Line { normal, offset: product(normal, first) })
    }

    /// Returns whether every cell of the lattice lies on one side of it.
    fn cuts_no_cell(&self, lattice: &Lattice) -> bool {
        let residue = self.offset.rem_euclid(i64::from(lattice.period)) as i32;
        lattice.straight_lines().iter().any(|family| {
            family.normal == self.normal.coordinates() && family.residues.contains(&residue)
        })
    }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn product(a: Point, b: Point) -> i64 {
    let [a, b] = [a, b].map(|p| p.coordinates().map(i64::from));
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Where each site of a board stands.
pub(super) fn positions(puzzle: &Puzzle) -> Positions {
    let sites: Vec<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
    Positions::new(sites.iter().copied())
}
