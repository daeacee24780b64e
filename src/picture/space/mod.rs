//! Solids in space, drawn without perspective: turned and tilted, whole or taken apart.
//!
//! [`Scene`] holds the faces that can be seen of some bodies, in a tree (`order.rs`) that lists
//! them from far to near for any [`View`]. The visible part of a face is a [`Patch`]; painted
//! in the order of [`Scene::draw`], patches hide each other as the bodies do. Sites are the
//! convex solids that their corners span, balls (`balls.rs`) or bars along edges (`sticks.rs`), so all
//! that is asked of a lattice is where those lie.
//!
//! Lengths are in units of one period of the lattice; x goes to the right, y towards the viewer
//! of the front, z up. On the page y goes down, as everywhere in [`crate::picture`].

mod balls;
mod faces;
mod names;
mod order;
mod spot;
mod sticks;
mod surface;
#[cfg(test)]
mod tests;

pub use balls::{BALL, NECK, ball_light};
pub use faces::Side;
pub use names::{NamePlaces, arrow_place};
pub use spot::Spot;
pub use surface::{Facet, Surface};

use self::balls::Balls;
use self::faces::Face;
use self::order::Node;
use super::{Bounds, Xy};
use crate::lattice::{Lattice, Point, SiteForm};

/// A place or direction in space.
pub type Xyz = [f64; 3];

/// The resolution of places, in parts per unit. Places are whole numbers of these parts, so that
/// rounding never decides which face lies in front.
const FINENESS: f64 = 1024.0;

/// From where a scene is seen, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The viewer's angle around the upright axis, from the front towards the right of the scene;
    /// between -180 and 180.
    pub yaw: f64,
    /// The viewer's elevation: 90 looks straight down, -90 straight up.
    pub pitch: f64,
}

/// The page as it stands in space.
struct Frame {
    /// The direction to the right on the page.
    right: Xyz,
    /// The direction down on the page.
    down: Xyz,
    /// The direction from the page to the viewer.
    near: Xyz,
}

impl View {
    /// Over a corner: the usual view, and the one of thumbnails.
    pub const CORNER: View = View { yaw: -35.0, pitch: 28.0 };
    /// Straight from the front: x to the right, z up.
    pub const FRONT: View = View { yaw: 0.0, pitch: 0.0 };
    /// Straight from above, as layers are drawn.
    pub const TOP: View = View { yaw: 0.0, pitch: 90.0 };

    /// The view after going around and rising by some degrees more; never beyond straight above or
    /// below.
    pub fn turned(self, yaw: f64, pitch: f64) -> View {
        let yaw = (self.yaw + yaw + 180.0).rem_euclid(360.0) - 180.0;
        View { yaw, pitch: (self.pitch + pitch).clamp(-90.0, 90.0) }
    }

    /// Where a place of space lies on the page.
    pub fn at(self, p: Xyz) -> Xy {
        let frame = self.frame();
        [dot(frame.right, p), dot(frame.down, p)]
    }

    /// The direction towards the viewer.
    pub fn near(self) -> Xyz {
        self.frame().near
    }

    fn frame(self) -> Frame {
        let (sy, cy) = self.yaw.to_radians().sin_cos();
        let (sp, cp) = self.pitch.to_radians().sin_cos();
        Frame {
            right: [cy, -sy, 0.0],
            down: [sy * sp, cy * sp, -cp],
            // A face that is edge-on except for rounding counts as edge-on.
            near: [sy * cp, cy * cp, sp].map(|n| if n.abs() < 1e-9 { 0.0 } else { n }),
        }
    }
}

fn dot(a: Xyz, b: Xyz) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Some sites that belong together, such as a placed piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Its sites.
    pub sites: Vec<Point>,
    /// The displacement, in units.
    pub shift: Xyz,
}

/// A ball as it is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Its middle.
    pub middle: Xy,
    /// Its radius, in units.
    pub radius: f64,
}

/// A part of a face as it is seen, or a ball: a convex polygon of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch {
    /// The body it belongs to, by its place in the list.
    pub body: usize,
    /// Its corners, going around.
    pub corners: Vec<Xy>,
    /// The lines along its sides; side n leads from corner n to the next.
    pub sides: Vec<Side>,
    /// Its lighting: a share of white to be mixed into its colour, or of black where negative.
    pub light: f64,
    /// True if it is level, and so the best place for a name.
    pub level: bool,
    /// The ball that it is, which is lit as [`ball_light`] says.
    pub round: Option<Round>,
}

impl Patch {
    /// The lines along its sides of a kind, each as long as it goes; one that goes all around ends
    /// where it begins.
    pub fn lines(&self, wanted: Side) -> Vec<Vec<Xy>> {
        let n = self.corners.len();
        let corner = |i: usize| self.corners[i % n];
        let is_wanted = |i: usize| self.sides[i % n] == wanted;
        if (0..n).all(is_wanted) {
            return vec![(0..=n).map(corner).collect()];
        }
        let starts = (0..n).filter(|&i| is_wanted(i) && !is_wanted(i + n - 1));
        starts
            .map(|start| {
                let run = (start..start + n).take_while(|&i| is_wanted(i)).count();
                (start..=start + run).map(corner).collect()
            })
            .collect()
    }
}

/// Bodies in space, ready to be drawn from anywhere.
#[derive(Debug)]
pub struct Scene(Bodies);

#[derive(Debug)]
enum Bodies {
    Cells(Option<Box<Node>>),
    Balls(Balls),
}

impl Scene {
    /// Arranges some bodies. They may touch, and even cut into each other, as pieces do that are
    /// taken apart and hook together.
    ///
    /// Cost: n log n in the faces that are seen, as long as few cut into each other.
    pub fn new(lattice: &Lattice, bodies: &[Body]) -> Scene {
        Scene(match lattice.form {
            SiteForm::Edge => Bodies::Cells(order::tree(sticks::exposed(lattice, bodies))),
            SiteForm::Cell if lattice.balls => Bodies::Balls(Balls::new(lattice, bodies)),
            SiteForm::Cell => Bodies::Cells(order::tree(faces::exposed(lattice, bodies))),
        })
    }

    /// Arranges the sites of a board on which nothing lies: one solid, or balls by themselves.
    pub fn of_board(lattice: &Lattice, sites: impl Iterator<Item = Point>) -> Scene {
        let body = |sites| Body { sites, shift: [0.0; 3] };
        match lattice.balls {
            true => Scene::new(lattice, &sites.map(|site| body(vec![site])).collect::<Vec<_>>()),
            false => Scene::new(lattice, &[body(sites.collect())]),
        }
    }

    /// The patches visible from outside, from far to near.
    pub fn draw(&self, view: View) -> Vec<Patch> {
        self.patches(view, false)
    }

    /// Draws the bodies as seen from inside, without the faces towards the viewer: the walls of a
    /// room that stands open. Of balls the middles are drawn.
    pub fn draw_inside(&self, view: View) -> Vec<Patch> {
        self.patches(view, true)
    }

    fn patches(&self, view: View, inside: bool) -> Vec<Patch> {
        let frame = view.frame();
        let root = match &self.0 {
            Bodies::Cells(root) => root.as_deref(),
            Bodies::Balls(balls) if inside => return balls.dots(&frame),
            Bodies::Balls(balls) => return balls.patches(&frame),
        };
        let mut patches = Vec::new();
        order::visit(root, frame.near, &mut |face: &Face| {
            let outward = if face.up { 1.0 } else { -1.0 };
            let towards = if inside { -outward } else { outward };
            if towards * dot(frame.near, face.plane.normal) > 1e-9 {
                patches.push(patch(&frame, face, towards));
            }
        });
        patches
    }

    /// The number of faces, those that had to be cut counted by their parts; of balls and necks.
    pub fn len(&self) -> usize {
        match &self.0 {
            Bodies::Cells(root) => {
                let mut n = 0;
                order::visit(root.as_deref(), [1.0; 3], &mut |_| n += 1);
                n
            }
            Bodies::Balls(balls) => balls.len(),
        }
    }

    /// Returns whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            Bodies::Cells(root) => root.is_none(),
            Bodies::Balls(balls) => balls.len() == 0,
        }
    }
}

fn patch(frame: &Frame, face: &Face, towards: f64) -> Patch {
    let at = |p: &Xyz| {
        let p = p.map(|n| n / FINENESS);
        [dot(frame.right, p), dot(frame.down, p)]
    };
    let normal = face.plane.normal.map(|n| n * towards);
    Patch {
        body: face.body,
        corners: face.corners.iter().map(at).collect(),
        sides: face.sides.clone(),
        light: light(normal, dot(frame.right, normal)),
        level: normal[2].abs() > 1.0 - 1e-9,
        round: None,
    }
}

/// The light comes from above and from the right: tops are lighter, and the more a side turns to
/// the left of the page, the darker it is.
fn light([.., up]: Xyz, to_the_right: f64) -> f64 {
    const TOP: f64 = 0.16;
    const LEFT: f64 = -0.18;
    const BOTTOM: f64 = -0.3;
    let level = up * up * if up > 0.0 { TOP } else { BOTTOM };
    let upright = 1.0 - up * up;
    if upright < 1e-9 {
        return level;
    }
    // In the usual view the right side is as bright, and the left one as dark, as they get.
    let (sin, cos) = (-View::CORNER.yaw).to_radians().sin_cos();
    let to_the_right = to_the_right / upright.sqrt();
    level + upright * LEFT * ((sin - to_the_right) / (sin + cos)).clamp(0.0, 1.0)
}

/// A colour in a light.
pub fn lit(colour: [u8; 3], light: f64) -> [u8; 3] {
    let to = if light > 0.0 { 255.0 } else { 0.0 };
    mixed(colour, [to as u8; 3], light.abs())
}

/// One colour with a share of another.
pub fn mixed(colour: [u8; 3], other: [u8; 3], share: f64) -> [u8; 3] {
    let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
    [0, 1, 2].map(|k| mix(colour[k], other[k]))
}

/// The room that a board takes up in space: where its middle is, and how large it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// The middle of the box around the board.
    pub middle: Xyz,
    /// The greatest distance of what it covers from the middle.
    radius: f64,
    /// The greatest distance of the middles of its sites from there.
    reach: f64,
}

impl Room {
    /// The room of some sites; without any, that of a unit about the origin.
    pub fn around(lattice: &Lattice, sites: impl IntoIterator<Item = Point>) -> Room {
        let sites: Vec<Point> = sites.into_iter().collect();
        let mut boxes: Vec<[Xyz; 2]> =
            sites.iter().map(|&site| faces::span(lattice, site)).collect();
        if boxes.is_empty() {
            boxes.push([[-0.5; 3], [0.5; 3]]);
        }
        let [low, high] = boxes.iter().fold(boxes[0], |[low, high], [a, b]| {
            [0, 1].map(|end| {
                [0, 1, 2].map(|k| if end == 0 { low[k].min(a[k]) } else { high[k].max(b[k]) })
            })
        });
        let middle = [0, 1, 2].map(|k| (low[k] + high[k]) / 2.0);
        let from_middle = |p: Xyz| [0, 1, 2].map(|k| p[k] - middle[k]);
        let centre = |[a, b]: &[Xyz; 2]| from_middle([0, 1, 2].map(|k| (a[k] + b[k]) / 2.0));
        let most = |n: f64, p: Xyz| n.max(dot(p, p).sqrt());
        let reach = boxes.iter().map(centre).fold(0.0, most);
        let corners = sites.iter().flat_map(|&site| lattice.corners(site));
        let corners = corners.map(|corner| from_middle(lattice.place(corner)));
        let radius = match (sites.is_empty(), lattice.balls) {
            (true, _) => 0.75_f64.sqrt(),
            (false, true) => reach + 0.5,
            (false, false) => corners.fold(0.0, most),
        };
        Room { middle, radius, reach }
    }

    /// The same room with so many units more on every side.
    pub fn with_margin(self, margin: f64) -> Room {
        Room { radius: self.radius + margin, ..self }
    }

    /// Returns whether the middles of some sites lie in it.
    pub fn holds(&self, lattice: &Lattice, sites: &[Point]) -> bool {
        sites.iter().all(|&site| {
            let [low, high] = faces::span(lattice, site);
            let from = [0, 1, 2].map(|k| (low[k] + high[k]) / 2.0 - self.middle[k]);
            dot(from, from) <= self.radius * self.radius
        })
    }

    /// Returns the displacement of a piece away from the middle: from there to its centroid, times
    /// a share.
    pub fn shift(&self, lattice: &Lattice, piece: &[Point], share: f64) -> Xyz {
        let n = piece.len().max(1) as f64;
        let mut sum = [0.0; 3];
        for &site in piece {
            let [low, high] = faces::span(lattice, site);
            for k in 0..3 {
                sum[k] += (low[k] + high[k]) / 2.0;
            }
        }
        [0, 1, 2].map(|k| share * (sum[k] / n - self.middle[k]))
    }

    /// The rectangle of the page that holds the room however it is turned, and all pieces in it
    /// when they are taken apart by a share.
    pub fn bounds(&self, view: View, share: f64) -> Bounds {
        let [x, y] = view.at(self.middle);
        let r = self.radius + share * self.reach;
        Bounds { min: [x - r, y - r], max: [x + r, y + r] }
    }
}

/// The width, depth and height of some sites, in units.
pub fn extent(lattice: &Lattice, sites: &[Point]) -> Xyz {
    let spans = sites.iter().map(|&site| faces::span(lattice, site));
    let whole = spans.reduce(|[a, b], [low, high]| {
        [[0, 1, 2].map(|k| a[k].min(low[k])), [0, 1, 2].map(|k| b[k].max(high[k]))]
    });
    whole.map_or([0.0; 3], |[low, high]| [0, 1, 2].map(|k| high[k] - low[k]))
}

/// The rectangle around some patches; `None` without any.
pub fn bounds(patches: &[Patch]) -> Option<Bounds> {
    let mut corners = patches.iter().flat_map(|patch| patch.corners.iter().copied());
    let first = corners.next()?;
    Some(corners.fold(Bounds { min: first, max: first }, |Bounds { min, max }, [x, y]| Bounds {
        min: [min[0].min(x), min[1].min(y)],
        max: [max[0].max(x), max[1].max(y)],
    }))
}

/// The body that is seen at a place of the page, among patches from far to near.
pub fn body_at(patches: &[Patch], p: Xy) -> Option<usize> {
    patches.iter().rev().find(|patch| contains(&patch.corners, p)).map(|patch| patch.body)
}

/// Returns whether a convex polygon contains a point; its corners may go around either way.
fn contains(corners: &[Xy], p: Xy) -> bool {
    let turns = (0..corners.len()).map(|i| {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    });
    let (least, most) = turns.fold((0.0f64, 0.0f64), |(l, m), turn| (l.min(turn), m.max(turn)));
    least >= 0.0 || most <= 0.0
}
