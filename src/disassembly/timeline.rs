//! The moves by which a solution is taken apart, one after the other, and where its pieces are
//! meanwhile.

use super::{Move, Part};
use crate::lattice::{Lattice, Point};

/// The moves of all separations in the order in which they are made. Time is counted in moves: at 1.5
/// the second one is half done.
#[derive(Clone, Debug)]
pub struct Timeline {
    moves: Vec<TimedMove>,
    /// For each piece, by its place in the solution's list, the time at which it has left: it is free of
    /// all others for good and need not be separated any further.
    left_at: Vec<Option<usize>>,
    /// The coordinates of a period.
    unit: f64,
}

/// A move at its place in the order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedMove {
    /// The pieces, by their places in the solution's list, and one step.
    pub own: Move,
    /// The number of steps that are shown: of a move that has no end, until what goes is clear of what
    /// stands.
    pub steps: u32,
    /// The separation it belongs to, counted from 0.
    pub separation: usize,
}

impl Timeline {
    /// Of this number of pieces, none of which has moved.
    pub fn without_moves(lattice: &Lattice, pieces: usize) -> Timeline {
        let unit = f64::from(lattice.period);
        Timeline { moves: Vec::new(), left_at: vec![None; pieces], unit }
    }

    /// This one up to some moves, and then another, which frees some pieces.
    pub fn followed_by(&self, made: usize, own: TimedMove, freed: &[usize]) -> Timeline {
        let mut moves: Vec<TimedMove> = self.moves.iter().take(made).cloned().collect();
        let mut left_at: Vec<Option<usize>> =
            self.left_at.iter().map(|at| at.filter(|&at| at <= moves.len())).collect();
        moves.push(own);
        freed.iter().for_each(|&piece| left_at[piece] = Some(moves.len()));
        Timeline { moves, left_at, unit: self.unit }
    }

    /// Of a solution whose pieces cover these sites.
    pub fn new(lattice: &Lattice, sites: &[Vec<Point>], whole: &Part) -> Timeline {
        let mut timeline = Timeline::without_moves(lattice, sites.len());
        let mut shifts = vec![Point::ORIGIN; sites.len()];
        for (separation, own) in whole.separations().into_iter().enumerate() {
            for one in &own.moves {
                let parts = (&own.away.pieces[..], &own.rest.pieces[..]);
                let steps =
                    one.steps.unwrap_or_else(|| steps_until_apart(one.step, sites, &shifts, parts));
                for &piece in &one.pieces {
                    shifts[piece] = shifts[piece] + times(steps, one.step);
                }
                timeline.moves.push(TimedMove { own: one.clone(), steps, separation });
            }
            if own.away.then.is_none() {
                for &piece in &own.away.pieces {
                    timeline.left_at[piece] = Some(timeline.moves.len());
                }
            }
        }
        timeline
    }

    /// The moves.
    pub fn moves(&self) -> &[TimedMove] {
        &self.moves
    }

    /// The number of moves after which a piece has left; `None` of one that stays.
    pub fn left_at(&self, piece: usize) -> Option<usize> {
        self.left_at[piece]
    }

    /// The way that a piece has gone at a time, in the periods of the lattice along its axes. A move
    /// begins and ends slowly.
    pub fn way(&self, piece: usize, time: f64) -> [f64; 3] {
        let mut way = [0.0; 3];
        for (n, one) in self.moves.iter().enumerate().take_while(|(n, _)| (*n as f64) < time) {
            if one.own.pieces.contains(&piece) {
                let done = (time - n as f64).clamp(0.0, 1.0);
                let done = done * done * (3.0 - 2.0 * done) * f64::from(one.steps) / self.unit;
                let step = one.own.step.coordinates();
                way = [0, 1, 2].map(|k| way[k] + done * f64::from(step[k]));
            }
        }
        way
    }

    /// The time at which a share of a move is done.
    pub fn time_of(share: f64) -> f64 {
        0.5 - ((1.0 - 2.0 * share.clamp(0.0, 1.0)).asin() / 3.0).sin()
    }

    /// The degree to which a piece is seen at a time: 1 until it leaves, 0 once it has left.
    pub fn presence(&self, piece: usize, time: f64) -> f64 {
        let left_at = self.left_at[piece].map_or(f64::INFINITY, |at| at as f64);
        // It fades in the second half of its last move.
        (2.0 * (left_at - time)).clamp(0.0, 1.0)
    }
}

fn times(n: u32, p: Point) -> Point {
    Point::from(p.coordinates().map(|own| own * n as i32))
}

/// From where to where pieces that have moved reach along a direction, in its scalar product.
fn range(step: Point, sites: &[Vec<Point>], shifts: &[Point], pieces: &[usize]) -> [i64; 2] {
    let along = |p: Point| {
        let [p, step] = [p, step].map(|p| p.coordinates().map(i64::from));
        (0..3).map(|k| p[k] * step[k]).sum::<i64>()
    };
    let places = pieces.iter().flat_map(|&n| sites[n].iter().map(move |&p| along(p + shifts[n])));
    places.fold([i64::MAX, i64::MIN], |[low, high], p| [low.min(p), high.max(p)])
}

/// The number of steps after which pieces that go are beyond those that stand, by about their own
/// width.
pub(super) fn steps_until_apart(
    step: Point,
    sites: &[Vec<Point>],
    shifts: &[Point],
    (away, rest): (&[usize], &[usize]),
) -> u32 {
    let [away, rest] = [away, rest].map(|pieces| range(step, sites, shifts, pieces));
    let square: i64 = step.coordinates().map(|n| i64::from(n) * i64::from(n)).iter().sum();
    let way = rest[1] - away[0] + (away[1] - away[0]) / 2;
    (way / square.max(1) + 2).clamp(2, 1 << 16) as u32
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::disassembly::{DisassemblyOptions, Separability, Slides, take_apart};
    use crate::lattice::square;
    use crate::puzzle::{JunctionRule, PieceId};

    fn site(x: i32, y: i32) -> Point {
        Point::new(2 * x + 1, 2 * y + 1, 0)
    }

    #[test]
    fn a_piece_leaves_after_what_holds_it_and_is_then_out_of_sight() {
        // A square in a ring with a gap, closed by a bar that slides to either side.
        let ring = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2), (0, 3), (2, 3), (0, 4)];
        let ring: Vec<Point> = ring.into_iter().map(|(x, y)| site(x, y)).collect();
        let sites = vec![ring, vec![site(1, 1)], vec![site(1, 4)]];
        let placed = (0..3).map(|n| (PieceId(n as u32), sites[n].clone())).collect();
        let mut slides = Slides::new(&square::LATTICE, JunctionRule::NoCrossing);
        let options = DisassemblyOptions::default();
        let check = || ControlFlow::Continue(());
        let found = take_apart(&mut slides, &placed, &options, &check).unwrap();
        let Separability::Apart(whole) = found.result else { panic!("it comes apart") };
        let timeline = Timeline::new(&square::LATTICE, &sites, &whole);
        let end = timeline.moves().len() as f64;
        assert_eq!(end as usize, whole.level().iter().sum::<usize>());
        let mut seen = 0;
        for piece in 0..3 {
            assert_eq!(timeline.way(piece, 0.0), [0.0; 3]);
            assert_eq!(timeline.presence(piece, 0.0), 1.0);
            seen += usize::from(timeline.presence(piece, end) > 0.0);
        }
        assert_eq!(seen, 1, "one piece stays to the end");
        // At the end of each move the pieces overlap nowhere, those that have left included.
        for time in 0..=timeline.moves().len() {
            let mut covered = std::collections::BTreeSet::new();
            for (piece, own) in sites.iter().enumerate() {
                let way = timeline.way(piece, time as f64).map(|n| (2.0 * n).round() as i32);
                for &site in own {
                    assert!(covered.insert(site + Point::from(way)), "{piece} at {time}");
                }
            }
        }
        // Half way it is half there.
        let first = &timeline.moves()[0];
        let half = timeline.way(first.own.pieces[0], 0.5);
        let whole = timeline.way(first.own.pieces[0], 1.0);
        assert_eq!(half.map(|n| 2.0 * n), whole);
    }
}
