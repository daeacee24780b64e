//! The order from far to near: a tree of planes that divide space (Fuchs, Kedem and Naylor, *On
//! visible surface generation by a priori tree structures*, SIGGRAPH 1980).
//!
//! Each node has a plane, the faces that lie in it, and the faces on either
//! side of it; a face that the plane goes through is cut in two. Nothing beyond a plane can hide
//! what is on the viewer's side of it, and faces in one plane never hide each other. So the far
//! side, then the plane, then the near side is an order that is right from everywhere, also for
//! bodies that hide each other in a ring or cut into each other, where no order of whole faces is.

use super::Xyz;
use super::faces::{Face, IN_PLANE, Plane};

/// The number of planes considered before one is chosen.
const CANDIDATES: usize = 48;

/// A plane, what lies in it, and what lies on either side.
#[derive(Debug)]
pub(super) struct Node {
    normal: Xyz,
    within: Vec<Face>,
    below: Option<Box<Node>>,
    above: Option<Box<Node>>,
}

/// Builds the tree of some faces.
pub(super) fn tree(faces: Vec<Face>) -> Option<Box<Node>> {
    let plane = choose(&faces)?;
    let (mut within, mut below, mut above) = (Vec::new(), Vec::new(), Vec::new());
    for face in faces {
        let [low, high] = face.range(&plane);
        if low >= -IN_PLANE && high <= IN_PLANE {
            within.push(face);
        } else if high <= IN_PLANE {
            below.push(face);
        } else if low >= -IN_PLANE {
            above.push(face);
        } else {
            let [lower, upper] = face.cut(&plane);
            below.push(lower);
            above.push(upper);
        }
    }
    Some(Box::new(Node { normal: plane.normal, within, below: tree(below), above: tree(above) }))
}

/// The plane of a face that cuts the fewest others, and among those divides them most evenly.
fn choose(faces: &[Face]) -> Option<Plane> {
    let mut planes: Vec<Plane> = faces.iter().map(|face| face.plane).collect();
    planes.sort_unstable_by_key(Plane::key);
    planes.dedup_by_key(|plane| plane.key());
    let step = planes.len().div_ceil(CANDIDATES).max(1);
    planes.into_iter().step_by(step).min_by_key(|plane| {
        let (mut cuts, mut balance) = (0usize, 0i64);
        for face in faces {
            let [low, high] = face.range(plane);
            cuts += usize::from(low < -IN_PLANE && high > IN_PLANE);
            balance += i64::from(low >= -IN_PLANE && high > IN_PLANE);
            balance -= i64::from(high <= IN_PLANE && low < -IN_PLANE);
        }
        (cuts, balance.abs())
    })
}

/// Visits all faces from far to near, for a viewer in some direction.
pub(super) fn visit(node: Option<&Node>, near: Xyz, each: &mut impl FnMut(&Face)) {
    let Some(node) = node else { return };
    let (far, close) = if super::dot(near, node.normal) < 0.0 {
        (&node.above, &node.below)
    } else {
        (&node.below, &node.above)
    };
    visit(far.as_deref(), near, each);
    node.within.iter().for_each(&mut *each);
    visit(close.as_deref(), near, each);
}
