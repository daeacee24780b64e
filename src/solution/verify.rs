//! Checks a solution against the puzzle alone: it shares no code with the engines, the encoder
//! or the shapes' orientations, and works on sites as they are listed.

use std::collections::{BTreeMap, BTreeSet};

use crate::lattice::{Point, SiteForm};
use crate::polyform::Motions;
use crate::puzzle::{JunctionRule, LabelRule, Piece, PieceId, Puzzle};

/// Some placed pieces, each with the sites that it covers.
pub type Placed = Vec<(PieceId, Vec<Point>)>;

/// Whether placed pieces are a solution of the puzzle.
///
/// # Errors
/// What is wrong, with its place.
pub fn verify(puzzle: &Puzzle, placed: &Placed) -> Result<(), String> {
    if let Some(cover) = &puzzle.cover {
        return super::verify_cover::verify(puzzle, cover, placed);
    }
    let mut covered: BTreeMap<Point, PieceId> = BTreeMap::new();
    let mut through: BTreeMap<Point, PieceId> = BTreeMap::new();
    let mut used = vec![0u32; puzzle.pieces.len()];
    for (id, sites) in placed {
        let Some(piece) = puzzle.pieces.get(id.index()) else {
            return Err(format!("there is no piece number {}", id.0 + 1));
        };
        let name = &piece.name;
        used[id.index()] += 1;
        if !congruent(puzzle, piece, sites, false) {
            return Err(format!("piece {name} has not its own shape"));
        }
        if puzzle.rules.labels == LabelRule::Agree && !congruent(puzzle, piece, sites, true) {
            return Err(format!("piece {name} lies on other labels than its own"));
        }
        for &site in sites {
            let label = puzzle.lattice.site_label(site);
            if !puzzle.board.sites().iter().any(|s| s.site == site) {
                return Err(format!("piece {name} leaves the board at {label}"));
            }
            if puzzle.barred.get(&site).is_some_and(|barred| barred.contains(id)) {
                return Err(format!("piece {name} must not cover {label}"));
            }
            if let Some(other) = covered.insert(site, *id) {
                return Err(format!(
                    "pieces {} and {name} both cover {label}",
                    puzzle.piece(other).name
                ));
            }
        }
        if puzzle.lattice.form == SiteForm::Edge
            && puzzle.rules.junctions == JunctionRule::NoCrossing
        {
            let mut own: Vec<Point> = Vec::new();
            for a in sites {
                for b in sites {
                    let middle = Point::new((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2);
                    let is_middle = middle + middle == *a + *b;
                    if a < b && is_middle && puzzle.lattice.corners(*a).contains(&middle) {
                        own.push(middle);
                    }
                }
            }
            own.sort_unstable();
            own.dedup();
            for junction in own {
                if let Some(other) = through.insert(junction, *id) {
                    return Err(format!(
                        "pieces {} and {name} cross at junction {}",
                        puzzle.piece(other).name,
                        puzzle.lattice.corner_label(junction)
                    ));
                }
            }
        }
    }
    if let Some(open) =
        puzzle.board.sites().iter().find(|s| s.required && !covered.contains_key(&s.site))
    {
        return Err(format!(
            "{} {} is not covered",
            puzzle.lattice.site_words.0,
            puzzle.lattice.site_label(open.site)
        ));
    }
    for pin in puzzle.placed.iter().filter(|laid| laid.pinned) {
        let there: BTreeSet<Point> = pin.sites.iter().copied().collect();
        let holds = |(id, sites): &(PieceId, Vec<Point>)| {
            *id == pin.piece && sites.iter().copied().collect::<BTreeSet<Point>>() == there
        };
        if !placed.iter().any(holds) {
            let name = &puzzle.piece(pin.piece).name;
            return Err(format!("piece {name} does not lie where it is pinned"));
        }
    }
    for (piece, n) in puzzle.pieces.iter().zip(used) {
        if n < piece.copies.min || n > piece.copies.max {
            return Err(format!(
                "piece {} is used {n} times, not {}",
                piece.name,
                piece.copies.words()
            ));
        }
    }
    Ok(())
}

/// Whether one set of sites is an allowed image of another, by trying every matrix that the
/// generators can make by multiplication in turn, and the shift that the first site asks for; with
/// labels, whether one that makes these agree with the board's.
fn congruent(puzzle: &Puzzle, piece: &Piece, placed: &[Point], with_labels: bool) -> bool {
    let (drawn, motions) = (piece.shape.sites(), piece.motions);
    let board_label = |site: Point| {
        let position = puzzle.board.sites().iter().position(|s| s.site == site);
        position.and_then(|position| puzzle.board.label(position))
    };
    type Rows = [[i32; 3]; 3];
    let multiply = |a: &Rows, b: &Rows| -> Rows {
        std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
    };
    let determinant = |m: &Rows| -> i32 {
        (0..3)
            .map(|j| {
                m[0][j]
                    * (m[1][(j + 1) % 3] * m[2][(j + 2) % 3]
                        - m[1][(j + 2) % 3] * m[2][(j + 1) % 3])
            })
            .sum()
    };
    let identity: Rows = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
    let mut matrices = vec![identity];
    if motions != Motions::AsDrawn {
        let mut i = 0;
        while i < matrices.len() {
            for generator in puzzle.lattice.generators {
                let product = multiply(generator, &matrices[i]);
                if !matrices.contains(&product) {
                    matrices.push(product);
                }
            }
            i += 1;
        }
    }
    if motions == Motions::Turn {
        matrices.retain(|m| determinant(m) > 0);
    }
    let mut placed = placed.to_vec();
    placed.sort_unstable();
    drawn.len() == placed.len()
        && matrices.iter().any(|m| {
            let mut image: Vec<(Point, Option<char>)> = drawn
                .iter()
                .enumerate()
                .map(|(i, p)| {
                    let v = [p.x, p.y, p.z];
                    let at = |r: &[i32; 3]| r[0] * v[0] + r[1] * v[1] + r[2] * v[2];
                    let moved = Point::new(at(&m[0]), at(&m[1]), at(&m[2]));
                    (moved, piece.labels.get(i).copied().flatten())
                })
                .collect();
            image.sort_unstable();
            let shift = placed[0] - image[0].0;
            let whole = [shift.x, shift.y, shift.z].iter().all(|n| n % puzzle.lattice.period == 0);
            let agrees = |label: Option<char>, site: Point| match (label, board_label(site)) {
                (Some(own), Some(there)) => !with_labels || own == there,
                _ => true,
            };
            let lies = |(&(a, label), &b): (&(Point, Option<char>), &Point)| {
                a + shift == b && agrees(label, b)
            };
            whole && image.iter().zip(&placed).all(lies)
        })
}
