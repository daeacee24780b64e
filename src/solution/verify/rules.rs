//! Checks the rules of a puzzle about how pieces meet and where they lie, from the corners of
//! sites alone. It shares nothing with the encoder, which makes items of the rules.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Placed, VerifyError};
use crate::lattice::{Lattice, Point};
use crate::puzzle::{BorderRule, Contact, PieceId, Puzzle};

/// A straight line, or a plane: the points p with normal · p = value.
type Line = ([i32; 3], i32);

/// The values of lines with a common normal, ascending, each with a corner on it.
type Parallels = ([i32; 3], Vec<(i32, Point)>);

/// The rules of a puzzle, with tables that are made once.
#[derive(Debug, Default)]
pub(super) struct MeetingRules {
    /// The straight lines with sites of the board on both sides, by their normals.
    lines: Vec<Parallels>,
    /// The sites of the board with a neighbour off it; empty where no rule asks for them.
    border: FxHashSet<Point>,
}

impl MeetingRules {
    pub(super) fn new(puzzle: &Puzzle) -> MeetingRules {
        let lines = if puzzle.rules.fault_free { lines(puzzle) } else { Vec::new() };
        let sites: FxHashSet<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
        let mut border = FxHashSet::default();
        if puzzle.rules.at_border != BorderRule::Free {
            let off =
                |site: &&Point| puzzle.lattice.neighbours(**site).any(|p| !sites.contains(&p));
            border = sites.iter().filter(off).copied().collect();
        }
        MeetingRules { lines, border }
    }

    /// Checks that placed pieces, which do not overlap, satisfy the rules.
    pub(super) fn check(&self, puzzle: &Puzzle, placed: &Placed) -> Result<(), VerifyError> {
        if puzzle.rules.no_crossroads {
            check_crossroads(puzzle.lattice, placed)?;
        }
        self.check_lines(puzzle.lattice, placed)?;
        self.check_border(puzzle, placed)?;
        puzzle.piece_rules.apart.iter().try_for_each(|rule| {
            let named = |(_, (id, _)): &(usize, &(PieceId, Vec<Point>))| rule.pieces.contains(id);
            let pieces: Vec<usize> =
                placed.iter().enumerate().filter(named).map(|(n, _)| n).collect();
            check_apart(puzzle, placed, &pieces, rule.by)
        })
    }

    fn check_lines(&self, lattice: &Lattice, placed: &Placed) -> Result<(), VerifyError> {
        for (normal, lines) in &self.lines {
            let mut crossed = vec![false; lines.len()];
            for (_, sites) in placed {
                let corners = sites.iter().flat_map(|&site| lattice.corners(site));
                let (least, most) = span(corners.map(|corner| dot(*normal, corner)));
                let from = lines.partition_point(|(value, _)| *value <= least);
                let to = lines.partition_point(|(value, _)| *value < most);
                crossed[from.min(to)..to].fill(true);
            }
            if let Some(fault) = crossed.iter().position(|crossed| !crossed) {
                let corner = lattice.corner_label(lines[fault].1);
                return Err(VerifyError::FaultLine { corner });
            }
        }
        Ok(())
    }

    fn check_border(&self, puzzle: &Puzzle, placed: &Placed) -> Result<(), VerifyError> {
        let rule = &puzzle.rules.at_border;
        let mut count = 0;
        for (id, sites) in placed {
            if sites.iter().any(|site| self.border.contains(site)) {
                count += 1;
                continue;
            }
            let name = &puzzle.piece(*id).name;
            let must = match rule {
                BorderRule::Every => true,
                BorderRule::Pieces(names) => names.contains(name),
                _ => false,
            };
            if must {
                return Err(VerifyError::NotAtBorder { piece: name.clone() });
            }
        }
        let fits = match *rule {
            BorderRule::Exactly(n) => count == n,
            BorderRule::AtLeast(n) => count >= n,
            BorderRule::AtMost(n) => count <= n,
            _ => true,
        };
        let rule = || rule.words().unwrap_or_default();
        fits.then_some(()).ok_or_else(|| VerifyError::BorderCount { count, rule: rule() })
    }
}

fn check_crossroads(lattice: &Lattice, placed: &Placed) -> Result<(), VerifyError> {
    let mut around: FxHashMap<Point, Vec<usize>> = FxHashMap::default();
    for (n, (_, sites)) in placed.iter().enumerate() {
        for corner in sites.iter().flat_map(|&site| lattice.corners(site)) {
            let pieces = around.entry(corner).or_default();
            if pieces.last() != Some(&n) {
                pieces.push(n);
            }
        }
    }
    let crossroads = around.iter().filter(|(_, pieces)| pieces.len() > 3);
    match crossroads.min_by_key(|(corner, _)| **corner) {
        None => Ok(()),
        Some((corner, pieces)) => Err(VerifyError::Crossroads {
            corner: lattice.corner_label(*corner),
            pieces: pieces.len(),
        }),
    }
}

/// Checks that no two of some placed pieces have two sites that share as many corners as a corner,
/// an edge or a face has.
fn check_apart(
    puzzle: &Puzzle,
    placed: &Placed,
    pieces: &[usize],
    by: Contact,
) -> Result<(), VerifyError> {
    let least = match by {
        Contact::Corner => 1,
        Contact::Edge => 2,
        Contact::Face => 3,
    };
    let lattice = puzzle.lattice;
    let mut at: FxHashMap<Point, Vec<(usize, Point)>> = FxHashMap::default();
    for &n in pieces {
        for &site in &placed[n].1 {
            let mut common: FxHashMap<(usize, Point), usize> = FxHashMap::default();
            for corner in lattice.corners(site) {
                let met = at.entry(corner).or_default();
                for other in met.iter().filter(|(other, _)| *other != n) {
                    *common.entry(*other).or_default() += 1;
                }
                met.push((n, site));
            }
            let touched = common.into_iter().filter(|(_, corners)| *corners >= least);
            if let Some(((other, _), _)) = touched.min() {
                let name = |n: usize| puzzle.piece(placed[n].0).name.clone();
                return Err(VerifyError::NotApart { first: name(other), second: name(n), by });
            }
        }
    }
    Ok(())
}

/// The straight lines with sites of a board on both sides: through as many corners of one of its
/// sites as fix a line or a plane, and through the inside of no cell, on the board or beside it.
fn lines(puzzle: &Puzzle) -> Vec<Parallels> {
    let lattice = puzzle.lattice;
    let board: Vec<Vec<Point>> =
        puzzle.board.sites().iter().map(|s| lattice.corners(s.site)).collect();
    let mut found: FxHashMap<[i32; 3], FxHashMap<i32, Point>> = FxHashMap::default();
    for corners in &board {
        for (a, (normal, value)) in sides(lattice, corners) {
            found.entry(normal).or_default().entry(value).or_insert(a);
        }
    }
    let of_normal = |(normal, values): ([i32; 3], FxHashMap<i32, Point>)| {
        let (least, most) = span(board.iter().flatten().map(|&c| dot(normal, c)));
        let cut = cut(lattice, normal);
        let is_line = |value: i32| {
            value > least && value < most && !cut.contains(&value.rem_euclid(lattice.period))
        };
        let mut values: Vec<(i32, Point)> =
            values.into_iter().filter(|(value, _)| is_line(*value)).collect();
        values.sort_unstable();
        (normal, values)
    };
    let mut lines: Vec<_> = found.into_iter().map(of_normal).collect();
    lines.sort_unstable();
    lines
}

/// The values, within a period, of the lines with a normal that run through the inside of some cell.
/// The cells lie by periods along every axis, and the parts of the normal have no common divisor.
fn cut(lattice: &Lattice, normal: [i32; 3]) -> FxHashSet<i32> {
    let mut cut = FxHashSet::default();
    for class in lattice.classes {
        let first = Point::from(class.residue);
        let corners = class.corners.iter().map(|&corner| first + Point::from(corner));
        let (least, most) = span(corners.map(|corner| dot(normal, corner)));
        cut.extend((least + 1..most).map(|value| value.rem_euclid(lattice.period)));
    }
    cut
}

/// The lines through sides of a cell with these corners, each with a corner on it.
fn sides(lattice: &Lattice, corners: &[Point]) -> Vec<(Point, Line)> {
    let mut lines = Vec::new();
    for (i, &a) in corners.iter().enumerate() {
        for (j, &b) in corners.iter().enumerate().skip(i + 1) {
            let normals: Vec<[i32; 3]> = if lattice.dimension == 2 {
                let along = b - a;
                vec![[along.y, -along.x, 0]]
            } else {
                corners[j + 1..].iter().map(|&c| cross(b - a, c - a)).collect()
            };
            for normal in normals.into_iter().filter(|normal| *normal != [0; 3]) {
                let normal = reduced(normal);
                let value = dot(normal, a);
                let (least, most) = span(corners.iter().map(|&c| dot(normal, c)));
                if value == least || value == most {
                    lines.push((a, (normal, value)));
                }
            }
        }
    }
    lines
}

fn span(values: impl Iterator<Item = i32>) -> (i32, i32) {
    values.fold((i32::MAX, i32::MIN), |(least, most), v| (least.min(v), most.max(v)))
}

fn dot(normal: [i32; 3], p: Point) -> i32 {
    normal[0] * p.x + normal[1] * p.y + normal[2] * p.z
}

fn cross(a: Point, b: Point) -> [i32; 3] {
    [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
}

/// The same direction in the smallest whole numbers, the first that is not 0 positive.
fn reduced(normal: [i32; 3]) -> [i32; 3] {
    let most = normal.iter().map(|n| n.abs()).max().unwrap_or(1);
    let divisor = (1..=most).rev().find(|d| normal.iter().all(|n| n % d == 0)).unwrap_or(1);
    let first = normal.iter().find(|n| **n != 0).map_or(1, |n| n.signum());
    normal.map(|n| n / divisor * first)
}
