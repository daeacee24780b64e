//! Where a line of sight meets a scene, and which site lies beyond the surface there.

use super::balls::BALL;
use super::faces::Face;
use super::{Bodies, FINENESS, Frame, Scene, View, Xy, Xyz, contains, dot, order};
use crate::lattice::{Lattice, Point, SiteForm};

/// A place on the surface of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The body that it belongs to, by its place in the list.
    pub body: usize,
    /// Where it is, in units.
    pub place: Xyz,
    /// The direction away from the body there, of length 1.
    pub outwards: Xyz,
}

impl Scene {
    /// The place of the surface that is seen at a place of the page; `None` where nothing is seen, or a
    /// neck between balls alone.
    ///
    /// Cost: linear in the faces or balls.
    pub fn spot(&self, view: View, at: Xy) -> Option<Spot> {
        let frame = view.frame();
        match &self.0 {
            Bodies::Cells(root) => {
                let mut seen = None;
                order::visit(root.as_deref(), frame.near, &mut |face: &Face| {
                    seen = on_face(&frame, face, at).or(seen);
                });
                seen
            }
            Bodies::Balls(balls) => {
                let spots = balls.middles().filter_map(|(n, p)| on_ball(&frame, n, p, at));
                let depth = |spot: &Spot| dot(frame.near, spot.place);
                spots.max_by(|a, b| depth(a).total_cmp(&depth(b)))
            }
        }
    }
}

/// Where the line of sight through a place of the page meets a face that is turned to the viewer.
fn on_face(frame: &Frame, face: &Face, at: Xy) -> Option<Spot> {
    let outwards = face.plane.normal.map(|n| if face.up { n } else { -n });
    let slope = dot(frame.near, face.plane.normal);
    let page = |p: &Xyz| [dot(frame.right, *p), dot(frame.down, *p)].map(|n| n / FINENESS);
    let corners: Vec<Xy> = face.corners.iter().map(page).collect();
    if dot(frame.near, outwards) <= 1e-9 || !contains(&corners, at) {
        return None;
    }
    let ground = [0, 1, 2].map(|k| frame.right[k] * at[0] + frame.down[k] * at[1]);
    let way = (face.plane.at / FINENESS - dot(face.plane.normal, ground)) / slope;
    let place = [0, 1, 2].map(|k| ground[k] + frame.near[k] * way);
    Some(Spot { body: face.body, place, outwards })
}

/// Where it meets a ball.
fn on_ball(frame: &Frame, body: usize, middle: Xyz, at: Xy) -> Option<Spot> {
    let [x, y] = [at[0] - dot(frame.right, middle), at[1] - dot(frame.down, middle)];
    let height = (BALL * BALL - x * x - y * y).max(-1.0);
    let way = (height >= 0.0).then(|| height.sqrt())?;
    let out =
        [0, 1, 2].map(|k| (frame.right[k] * x + frame.down[k] * y + frame.near[k] * way) / BALL);
    let place = [0, 1, 2].map(|k| middle[k] + BALL * out[k]);
    Some(Spot { body, place, outwards: out })
}

impl Spot {
    /// The one of some sites whose middle is nearest to where a step of some length leads out of the
    /// surface, or into it if the step is negative.
    pub fn nearest(
        &self,
        lattice: &Lattice,
        step: f64,
        sites: impl Iterator<Item = Point>,
    ) -> Option<Point> {
        let from = [0, 1, 2].map(|k| self.place[k] + step * self.outwards[k]);
        let distance = |site: &Point| {
            let p = lattice.place(*site);
            (0..3).map(|k| (p[k] - from[k]).powi(2)).sum::<f64>()
        };
        sites.min_by(|a, b| distance(a).total_cmp(&distance(b)))
    }

    /// The site beyond the surface of a site here: that across its face or, where sites have none, the
    /// free neighbour to which half a unit leads.
    pub fn beyond(
        &self,
        lattice: &Lattice,
        site: Point,
        is_free: impl Fn(Point) -> bool,
    ) -> Option<Point> {
        if lattice.form == SiteForm::Edge || lattice.balls {
            let free = lattice.neighbours(site).filter(|&next| is_free(next));
            return self.nearest(lattice, 0.5, free);
        }
        // Of a convex cell it is the face that lies furthest out.
        let least = |face: &Vec<Point>| {
            let along = face.iter().map(|&corner| dot(self.outwards, lattice.place(corner)));
            along.fold(f64::INFINITY, f64::min)
        };
        let faces = lattice.faces(site);
        let across = faces.iter().zip(lattice.across(site));
        let (_, next) = across.max_by(|a, b| least(a.0).total_cmp(&least(b.0)))?;
        next.filter(|&next| is_free(next))
    }
}
