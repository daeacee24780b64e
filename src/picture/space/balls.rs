//! Balls that touch, and the necks that join those of one body.
//!
//! Balls of one size that do not overlap hide each other in the order of their middles. A neck lies
//! between its two balls, and so does its middle in that order. What nearer balls hide wholly is left
//! out: in a pile of many that is most of them.

use std::f64::consts::TAU;

use rustc_hash::FxHashMap;

use super::{Body, Frame, Patch, Round, Side, Xyz, dot};
use crate::lattice::{Lattice, Point};
use crate::picture::Xy;

/// The radius of a ball, in units: a little less than half the way to the next, so that balls of two
/// bodies do not touch.
pub const BALL: f64 = 0.465;
/// The radius of a neck.
pub const NECK: f64 = 0.22;
/// The radius of the dot that stands for an open site.
const DOT: f64 = 0.115;
/// The corners of what is round, and of a dot.
const CORNERS: usize = 32;
const DOT_CORNERS: usize = 12;
/// The share of its length along the line of sight up to which a neck is seen from the side, and
/// covers the lines around both its balls.
const SIDEWAYS: f64 = 0.25;

/// A ball or a neck.
#[derive(Clone, Debug)]
pub(super) enum Solid {
    Ball(Xyz),
    /// Between two middles.
    Neck(Xyz, Xyz),
}

/// The balls of bodies, and their necks.
#[derive(Clone, Debug, Default)]
pub(super) struct Balls(Vec<(usize, Solid)>);

impl Balls {
    pub(super) fn new(lattice: &Lattice, bodies: &[Body]) -> Balls {
        let mut solids = Vec::new();
        for (number, body) in bodies.iter().enumerate() {
            let middle = |site: Point| {
                let p = lattice.place(site);
                [0, 1, 2].map(|k| p[k] + body.shift[k])
            };
            let mut known = body.sites.clone();
            known.sort_unstable();
            for &site in &known {
                solids.push((number, Solid::Ball(middle(site))));
                let next = lattice.neighbours(site).filter(|next| *next > site);
                let own = next.filter(|next| known.binary_search(next).is_ok());
                solids.extend(own.map(|n| (number, Solid::Neck(middle(site), middle(n)))));
            }
        }
        Balls(solids)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The balls and necks of all bodies.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Solid> {
        self.0.iter().map(|(_, solid)| solid)
    }

    /// The middles of the balls, each with its body.
    pub(super) fn middles(&self) -> impl Iterator<Item = (usize, Xyz)> {
        self.0.iter().filter_map(|&(body, ref solid)| match *solid {
            Solid::Ball(p) => Some((body, p)),
            Solid::Neck(..) => None,
        })
    }

    /// The patches that are seen of them, from far to near.
    pub(super) fn patches(&self, frame: &Frame) -> Vec<Patch> {
        let depth = |solid: &Solid| match solid {
            Solid::Ball(p) => dot(frame.near, *p),
            Solid::Neck(a, b) => {
                let [a, b] = [a, b].map(|p| dot(frame.near, *p));
                if (a - b).abs() < SIDEWAYS { a.max(b) + 1e-6 } else { (a + b) / 2.0 }
            }
        };
        let mut order: Vec<(f64, &(usize, Solid))> =
            self.0.iter().map(|own| (depth(&own.1), own)).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0));
        let at = |p: Xyz| [dot(frame.right, p), dot(frame.down, p)];
        let mut nearer = Discs::default();
        let near_to_far = order.into_iter().rev();
        let seen = near_to_far.filter_map(|(_, &(body, ref solid))| match *solid {
            Solid::Ball(p) if nearer.hide(at(p), BALL) => None,
            Solid::Ball(p) => {
                nearer.add(at(p));
                Some(ball(body, at(p), BALL, CORNERS))
            }
            Solid::Neck(a, b) => {
                let neck = neck(body, at(a), at(b))?;
                let [from, _, to, _] = neck.corners[..] else { return None };
                let middle = [0, 1].map(|k| (from[k] + to[k]) / 2.0);
                (!nearer.hide(middle, distance(from, to) / 2.0)).then_some(neck)
            }
        });
        let mut patches: Vec<Patch> = seen.collect();
        patches.reverse();
        patches
    }

    /// A dot for each ball.
    pub(super) fn dots(&self, frame: &Frame) -> Vec<Patch> {
        let at = |p: Xyz| [dot(frame.right, p), dot(frame.down, p)];
        self.middles().map(|(body, p)| ball(body, at(p), DOT, DOT_CORNERS)).collect()
    }
}

/// Balls as discs of the page, by the squares of the page in which their middles lie.
#[derive(Default)]
struct Discs(FxHashMap<[i64; 2], Vec<Xy>>);

impl Discs {
    fn square(middle: Xy) -> [i64; 2] {
        middle.map(|n| n.floor() as i64)
    }

    fn add(&mut self, middle: Xy) {
        self.0.entry(Discs::square(middle)).or_default().push(middle);
    }

    /// Returns whether they cover a disc, whose radius is at most that of a ball.
    fn hide(&self, middle: Xy, radius: f64) -> bool {
        let [column, row] = Discs::square(middle);
        let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| [column + x, row + y]));
        let near = around.filter_map(|square| self.0.get(&square)).flatten().copied();
        let mut near: Vec<Xy> = near.filter(|&n| is_near(n, middle, BALL + radius)).collect();
        if near.iter().any(|&n| is_near(n, middle, BALL - radius + 1e-9)) {
            return true;
        }
        // In a pile the nearest suffice, as like as not.
        near.sort_by(|&a, &b| way_squared(a, middle).total_cmp(&way_squared(b, middle)));
        let nearest = near.get(..NEAREST);
        nearest.is_some_and(|nearest| are_covering(nearest, middle, radius))
            || are_covering(&near, middle, radius)
    }
}

/// The number of discs that are tried before all are.
const NEAREST: usize = 6;

/// Returns whether discs of the size of a ball, none of which does so by itself, cover a disc. What they
/// leave open of it would have a corner, where two of the circles cross, that lies inside none of them.
fn are_covering(near: &[Xy], middle: Xy, radius: f64) -> bool {
    let is_open = |p: &Xy| !near.iter().any(|&n| is_near(n, *p, BALL - 1e-9));
    let rim = near.iter().flat_map(|&n| crossings((middle, radius), (n, BALL)));
    let mut is_crossed = false;
    for corner in rim {
        is_crossed = true;
        if is_open(&corner) {
            return false;
        }
    }
    let mut pairs = near
        .iter()
        .enumerate()
        .flat_map(|(i, &a)| near[..i].iter().flat_map(move |&b| crossings((a, BALL), (b, BALL))));
    is_crossed && !pairs.any(|p| is_near(p, middle, radius) && is_open(&p))
}

/// The square of the distance of two places.
fn way_squared(a: Xy, b: Xy) -> f64 {
    let [x, y] = [a[0] - b[0], a[1] - b[1]];
    x * x + y * y
}

fn distance(a: Xy, b: Xy) -> f64 {
    way_squared(a, b).sqrt()
}

/// Returns whether the distance of two places is at most `most`; never where that is negative.
fn is_near(a: Xy, b: Xy, most: f64) -> bool {
    most >= 0.0 && way_squared(a, b) <= most * most
}

/// Where two circles, each with its middle and radius, cross.
fn crossings((a, ra): (Xy, f64), (b, rb): (Xy, f64)) -> impl Iterator<Item = Xy> {
    let way = distance(a, b);
    let along = (way * way + ra * ra - rb * rb) / (2.0 * way);
    let across = (ra * ra - along * along).sqrt();
    let unit = [(b[0] - a[0]) / way, (b[1] - a[1]) / way];
    let at = move |side: f64| {
        let (x, y) = (along, side * across);
        [a[0] + unit[0] * x - unit[1] * y, a[1] + unit[1] * x + unit[0] * y]
    };
    // Not a number where they do not cross.
    [1.0, -1.0].map(at).into_iter().filter(|p| p[0].is_finite() && p[1].is_finite())
}

fn ball(body: usize, middle: Xy, radius: f64, corners: usize) -> Patch {
    let corner = |i: usize| {
        let (sin, cos) = (i as f64 / corners as f64 * TAU).sin_cos();
        [middle[0] + radius * cos, middle[1] + radius * sin]
    };
    Patch {
        body,
        corners: (0..corners).map(corner).collect(),
        sides: vec![Side::Edge; corners],
        light: 0.0,
        level: true,
        round: Some(Round { middle, radius }),
    }
}

/// The patch that is seen of a neck between two balls; nothing where they hide it.
fn neck(body: usize, a: Xy, b: Xy) -> Option<Patch> {
    let way = [b[0] - a[0], b[1] - a[1]];
    let length = way[0].hypot(way[1]);
    // The distance from the middle at which it leaves a ball, and that distance as seen.
    let leaves = (BALL * BALL - NECK * NECK).sqrt();
    let inner = leaves * length;
    if length - inner <= leaves {
        return None;
    }
    let along = way.map(|n| n / length);
    let across = [-along[1] * NECK, along[0] * NECK];
    let corner =
        |from: Xy, by: f64, side: f64| [0, 1].map(|k| from[k] + along[k] * by + side * across[k]);
    Some(Patch {
        body,
        corners: vec![
            corner(a, inner, 1.0),
            corner(b, -inner, 1.0),
            corner(b, -inner, -1.0),
            corner(a, inner, -1.0),
        ],
        sides: vec![Side::Edge, Side::Cut, Side::Edge, Side::Cut],
        light: 0.0,
        level: false,
        round: None,
    })
}

/// The lighting of a ball where its surface is seen at a place of the unit disc: from the upper right,
/// as a share of white, or of black where negative.
pub fn ball_light(at: Xy) -> f64 {
    const LIGHT: Xyz = [0.49, -0.60, 0.632];
    const WHITE: f64 = 0.34;
    const BLACK: f64 = 0.40;
    /// The share of light that leaves the colour as it is.
    const PLAIN: f64 = 0.62;
    let height = (1.0 - at[0] * at[0] - at[1] * at[1]).max(0.0).sqrt();
    let share = dot(LIGHT, [at[0], at[1], height]).max(-0.3);
    if share > PLAIN {
        WHITE * (share - PLAIN) / (1.0 - PLAIN)
    } else {
        BLACK * (share - PLAIN) / (PLAIN + 0.3)
    }
}
