//! Where the pieces of a solution are after some moves, and how each can be pushed from there.

use super::Move;
use super::slides::{Body, FOR_EVER, Slides};
use super::timeline::{TimedMove, steps_until_apart};
use crate::lattice::{Lattice, Point};
use crate::puzzle::JunctionRule;

/// The pieces of a solution after some moves. Pieces that were separated no longer stand in each
/// other's way.
#[derive(Debug)]
pub struct Position {
    slides: Slides,
    lattice: &'static Lattice,
    /// The sites that the pieces cover in the solution.
    sites: Vec<Vec<Point>>,
    made: Vec<TimedMove>,
    bodies: Vec<Body>,
    /// The way that each piece has gone.
    shifts: Vec<Point>,
    /// For each piece the separation after which it went with those of the same number.
    groups: Vec<usize>,
    separations: usize,
}

impl Position {
    /// The pieces of a solution, which cover these sites, before the first move.
    pub fn new(
        lattice: &'static Lattice,
        junctions: JunctionRule,
        sites: Vec<Vec<Point>>,
    ) -> Position {
        let slides = Slides::new(lattice, junctions);
        let (made, bodies, shifts, groups) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut position =
            Position { slides, lattice, sites, made, bodies, shifts, groups, separations: 0 };
        position.go_to(&[]);
        position
    }

    /// Goes to where the pieces are after these moves of the solution.
    pub fn go_to(&mut self, moves: &[TimedMove]) {
        self.made.clear();
        self.bodies = self.sites.iter().map(|sites| self.slides.body(sites)).collect();
        self.shifts = vec![Point::ORIGIN; self.sites.len()];
        self.groups = vec![0; self.sites.len()];
        self.separations = 0;
        moves.iter().for_each(|own| self.make(own.clone()));
    }

    /// The number of pieces.
    pub fn count(&self) -> usize {
        self.sites.len()
    }

    /// The moves that were made.
    pub fn made(&self) -> &[TimedMove] {
        &self.made
    }

    fn make(&mut self, own: TimedMove) {
        let way = own.own.step.coordinates().map(|n| n * own.steps as i32);
        for &piece in &own.own.pieces {
            self.shifts[piece] = self.shifts[piece] + Point::from(way);
            let at = &mut self.bodies[piece].at;
            *at = [0, 1, 2].map(|k| at[k] + way[k] / self.lattice.period);
        }
        if own.own.steps.is_none() {
            self.separations += 1;
            own.own.pieces.iter().for_each(|&piece| self.groups[piece] = self.separations);
        }
        self.made.push(own);
    }

    /// The pieces that a piece has not been separated from, itself included, ascending.
    pub fn group(&self, piece: usize) -> Vec<usize> {
        let group = self.groups.get(piece);
        (0..self.groups.len()).filter(|&n| self.groups.get(n) == group).collect()
    }

    /// The sites that a piece covers now.
    pub fn sites(&self, piece: usize) -> Vec<Point> {
        let shift = self.shifts[piece];
        self.sites[piece].iter().map(|&site| site + shift).collect()
    }

    /// The ways in which a piece can be pushed, as far as it goes without meeting further pieces: those
    /// that it touches in the direction go with it, and those that they touch. By direction, in the
    /// order of [`Slides::directions`].
    pub fn ways(&mut self, piece: usize) -> Vec<TimedMove> {
        if piece >= self.sites.len() {
            return Vec::new();
        }
        let group = self.group(piece);
        let steps: Vec<Point> = self.slides.directions().collect();
        let ways = steps.into_iter().enumerate();
        ways.filter_map(|(direction, step)| self.way(piece, &group, direction, step)).collect()
    }

    fn way(
        &mut self,
        piece: usize,
        group: &[usize],
        direction: usize,
        step: Point,
    ) -> Option<TimedMove> {
        let (mut pieces, mut next) = (vec![piece], 0);
        let mut free = FOR_EVER;
        // The distance to what is not pushed is known when all that is pushed is.
        while let Some(&own) = pieces.get(next) {
            next += 1;
            for &other in group {
                let between = self.slides.between(self.bodies[own], self.bodies[other]);
                if other != own && between.distances[direction] == 0 && !pieces.contains(&other) {
                    pieces.push(other);
                }
            }
        }
        let rest: Vec<usize> = group.iter().copied().filter(|n| !pieces.contains(n)).collect();
        for &own in &pieces {
            for &other in &rest {
                let between = self.slides.between(self.bodies[own], self.bodies[other]);
                free = free.min(between.distances[direction]);
            }
        }
        if rest.is_empty() {
            return None;
        }
        pieces.sort_unstable();
        let steps = (free != FOR_EVER).then_some(u32::from(free));
        let shown = steps.unwrap_or_else(|| {
            steps_until_apart(step, &self.sites, &self.shifts, (&pieces, &rest))
        });
        let own = Move { pieces, step, steps };
        Some(TimedMove { own, steps: shown, separation: self.separations })
    }

    /// The pieces that are free of all others once a move is made.
    pub fn freed_by(&self, own: &TimedMove) -> Vec<usize> {
        let away = &own.own.pieces;
        match (own.own.steps, away.first()) {
            (None, Some(_)) if away.len() == 1 => away.clone(),
            (None, Some(&first)) => {
                let mut rest = self.group(first);
                rest.retain(|piece| !away.contains(piece));
                if rest.len() == 1 { rest } else { Vec::new() }
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::square;

    fn site(x: i32, y: i32) -> Point {
        Point::new(2 * x + 1, 2 * y + 1, 0)
    }

    /// A square in a ring with a gap, and a bar that closes the gap.
    fn ring() -> Position {
        let ring = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2), (0, 3), (2, 3), (0, 4)];
        let ring = ring.into_iter().map(|(x, y)| site(x, y)).collect();
        let sites = vec![ring, vec![site(1, 1)], vec![site(1, 4), site(2, 4)]];
        Position::new(&square::LATTICE, JunctionRule::NoCrossing, sites)
    }

    fn way(position: &mut Position, piece: usize, x: i32, y: i32) -> Option<TimedMove> {
        let step = Point::new(2 * x, 2 * y, 0);
        position.ways(piece).into_iter().find(|own| own.own.step == step)
    }

    #[test]
    fn a_piece_is_pushed_as_far_as_it_goes_with_what_it_touches() {
        let mut position = ring();
        let down = way(&mut position, 1, 0, 1).unwrap();
        assert_eq!((down.own.pieces.as_slice(), down.own.steps), (&[1][..], Some(2)));
        // Upwards and sideways it takes the ring along, in which it is caught.
        let up = way(&mut position, 1, 0, -1).unwrap();
        assert_eq!((up.own.pieces.as_slice(), up.own.steps), (&[0, 1][..], None));
        // To the left the bar takes the ring along, and that the square: nothing would stand.
        assert_eq!(way(&mut position, 2, -1, 0), None);
        assert_eq!(way(&mut position, 2, 1, 0).unwrap().own.steps, None);
        // Once the square is below, it touches the bar.
        position.go_to(std::slice::from_ref(&down));
        let further = way(&mut position, 1, 0, 1).unwrap();
        assert_eq!((further.own.pieces.as_slice(), further.own.steps), (&[1, 2][..], None));
        assert_eq!(position.sites(1), [site(1, 3)]);
        assert_eq!(position.made(), [down]);
    }

    #[test]
    fn separated_pieces_no_longer_stand_in_each_others_way() {
        let mut position = ring();
        let right = way(&mut position, 2, 1, 0).unwrap();
        assert_eq!(position.freed_by(&right), [2]);
        position.go_to(&[right]);
        assert_eq!((position.group(1), position.group(2)), (vec![0, 1], vec![2]));
        let down = way(&mut position, 1, 0, 1).unwrap();
        assert_eq!(down.own.steps, None);
        assert!(position.ways(2).is_empty(), "there is nothing that it could be free of");
        assert_eq!(position.ways(9), []);
    }
}
