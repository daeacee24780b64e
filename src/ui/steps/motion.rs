//! Links on their way: what a step sets moves for a moment from where it was to where it is, so that
//! the eye can follow it.

use std::collections::HashMap;

use egui::{Pos2, Vec2};

use crate::exact_cover::dancing_links::arrays::LinkArray;

/// The time that a link takes, in seconds.
const TIME: f64 = 0.12;
/// The points of a line on its way.
const POINTS: usize = 24;

/// A link: the array and the index of its entry.
type Link = (LinkArray, u32);

/// Where the links were in the frame before, and which of them are on their way.
#[derive(Default)]
pub(super) struct Motion {
    links: HashMap<Link, Course>,
    frame: u64,
    /// The time of this frame, in seconds, and whether links that change move at all.
    now: f64,
    moves: bool,
    /// The distances of columns and rows, by which everything is placed.
    grid: Vec2,
}

/// The way of a link; its lines are relative to the corner of the picture.
struct Course {
    from: Vec<Vec2>,
    to: Vec<Vec2>,
    since: f64,
    /// The frame that drew it last.
    frame: u64,
}

impl Motion {
    /// Begins a frame. Where the picture has another size nothing moves.
    pub(super) fn begin(&mut self, now: f64, moves: bool, grid: Vec2) {
        if self.grid != grid {
            self.links.clear();
        }
        (self.now, self.moves, self.grid) = (now, moves, grid);
        self.frame += 1;
    }

    /// The line of a link in this frame, which is on its way to `points`.
    pub(super) fn line(&mut self, link: Link, points: &[Pos2], origin: Pos2) -> Vec<Pos2> {
        let to: Vec<Vec2> = points.iter().map(|&point| point - origin).collect();
        let (now, frame) = (self.now, self.frame);
        let settled = Course { from: to.clone(), to: to.clone(), since: f64::MIN, frame };
        let course = match self.links.remove(&link) {
            Some(known) if known.frame + 1 == frame && known.to == to => Course { frame, ..known },
            Some(known) if known.frame + 1 == frame && self.moves => {
                Course { from: known.at(now), to, since: now, frame }
            }
            _ => settled,
        };
        let line = course.at(now).into_iter().map(|point| origin + point).collect();
        self.links.insert(link, course);
        line
    }

    /// Returns whether a link drawn in this frame has not arrived yet.
    pub(super) fn is_moving(&self) -> bool {
        let on_its_way = |course: &Course| course.frame == self.frame && course.is_moving(self.now);
        self.links.values().any(on_its_way)
    }
}

impl Course {
    fn is_moving(&self, now: f64) -> bool {
        now - self.since < TIME
    }

    /// The line at some time: fast at first, and slow where it arrives.
    fn at(&self, now: f64) -> Vec<Vec2> {
        if !self.is_moving(now) {
            return self.to.clone();
        }
        let left = 1.0 - ((now - self.since) / TIME).clamp(0.0, 1.0) as f32;
        let share = 1.0 - left * left;
        let (from, to) = (resampled(&self.from), resampled(&self.to));
        from.into_iter().zip(to).map(|(a, b)| a + (b - a) * share).collect()
    }
}

/// A line of as many points as all have, evenly along it.
fn resampled(line: &[Vec2]) -> Vec<Vec2> {
    let lengths: Vec<f32> = line.windows(2).map(|pair| (pair[1] - pair[0]).length()).collect();
    let all: f32 = lengths.iter().sum();
    let mut points = Vec::with_capacity(POINTS);
    let (mut piece, mut before) = (0, 0.0);
    for n in 0..POINTS {
        let wanted = all * n as f32 / (POINTS - 1) as f32;
        while piece + 1 < lengths.len() && before + lengths[piece] < wanted {
            before += lengths[piece];
            piece += 1;
        }
        let share = (wanted - before) / lengths.get(piece).copied().unwrap_or(1.0).max(1e-6);
        let [a, b] = [piece, piece + 1].map(|at| line[at.min(line.len() - 1)]);
        points.push(a + (b - a) * share.clamp(0.0, 1.0));
    }
    points
}

#[cfg(test)]
mod tests {
    use egui::{pos2, vec2};

    use super::*;

    const LINK: Link = (LinkArray::Rlink, 3);
    const GRID: Vec2 = vec2(70.0, 60.0);

    fn straight(end: f32) -> Vec<Pos2> {
        vec![pos2(10.0, 20.0), pos2(end, 20.0)]
    }

    /// The end of the link in the next frame.
    fn end(motion: &mut Motion, now: f64, moves: bool, to: f32) -> f32 {
        motion.begin(now, moves, GRID);
        motion.line(LINK, &straight(to), Pos2::ZERO).last().expect("points").x
    }

    #[test]
    fn a_link_that_changes_arrives_after_its_time_and_rests() {
        let mut motion = Motion::default();
        assert_eq!(end(&mut motion, 0.0, true, 50.0), 50.0, "what was not there rests");
        assert!(!motion.is_moving());
        assert_eq!(end(&mut motion, 1.0, true, 150.0), 50.0, "it begins where it was");
        let half = end(&mut motion, 1.06, true, 150.0);
        assert!((100.0..150.0).contains(&half) && motion.is_moving(), "{half}");
        assert_eq!(end(&mut motion, 1.13, true, 150.0), 150.0);
        assert!(!motion.is_moving());
    }

    #[test]
    fn nothing_moves_in_a_picture_of_another_size_or_where_it_must_not() {
        let mut motion = Motion::default();
        end(&mut motion, 0.0, true, 50.0);
        assert_eq!(end(&mut motion, 1.0, false, 150.0), 150.0);
        motion.begin(2.0, true, GRID * 2.0);
        let line = motion.line(LINK, &straight(300.0), Pos2::ZERO);
        assert_eq!(line, straight(300.0));
        assert!(!motion.is_moving());
    }

    #[test]
    fn a_line_keeps_its_ends_and_its_corners_nearly() {
        let corner = [vec2(0.0, 0.0), vec2(0.0, -40.0), vec2(60.0, -40.0), vec2(60.0, 0.0)];
        let points = resampled(&corner);
        assert_eq!(points.len(), POINTS);
        assert!((points[0] - corner[0]).length() < 1e-3);
        assert!((points[POINTS - 1] - corner[3]).length() < 1e-3);
        let near = |corner: Vec2| points.iter().any(|point| (*point - corner).length() < 4.0);
        assert!(corner.into_iter().all(near));
    }
}
