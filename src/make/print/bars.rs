//! Sticks as bars of a true width.
//!
//! Every edge of the piece becomes a bar about it. At a corner where bars branch or run straight on
//! they meet in a polygon. A free end stops short of its corner, so far that the ends of all
//! edges there have room, and a bar that runs straight through. A bend cuts its corner, so that two
//! pieces may bend at the same corner, as they may in the puzzle.

use std::collections::BTreeMap;

use super::prism::Plan;
use crate::lattice::{Lattice, Point};
use crate::picture::{Page, Xy};

/// Where a bend leaves its edge, in lengths of the edge from the corner.
const BEND: f64 = 0.42;
/// The largest width of bars, in lengths of an edge.
pub(super) const MAX_WIDTH: f64 = 0.35;

/// Where bars meet, and the bars that leave there, counterclockwise.
#[derive(Default)]
struct Node {
    at: Xy,
    arms: Vec<(usize, f64)>,
    /// The points of the plan: the first lies between the first arm and the next, and so on.
    points: Vec<usize>,
}

/// The length of an edge, in units.
pub(super) fn edge_length(lattice: &Lattice) -> f64 {
    let page = Page::around(lattice, []);
    let site = Point::from(lattice.classes[0].residue);
    let ends = page.outline(site);
    (ends[1][0] - ends[0][0]).hypot(ends[1][1] - ends[0][1])
}

/// The area of some sites that are edges, as bars.
pub(super) fn plan(lattice: &Lattice, sites: &[Point], unit: f64, width: f64) -> Plan {
    let mut nodes = nodes(lattice, sites, unit, width);
    let mut plan = Plan::default();
    for node in &mut nodes {
        node.arms.sort_by(|a, b| a.1.total_cmp(&b.1));
        let n = node.arms.len();
        let corners: Vec<Xy> = match n {
            1 => {
                let [x, y] = direction(node.arms[0].1);
                let h = width / 2.0;
                [[-y, x], [y, -x]].map(|[a, b]| [node.at[0] + h * a, node.at[1] + h * b]).to_vec()
            }
            _ => (0..n)
                .map(|i| between(node.at, node.arms[i].1, node.arms[(i + 1) % n].1, width / 2.0))
                .collect(),
        };
        node.points = (0..corners.len()).map(|i| plan.points.len() + i).collect();
        plan.points.extend(corners);
        if n > 2 {
            plan.cells.push(node.points.clone());
        }
    }
    for (a, node) in nodes.iter().enumerate() {
        for (i, &(b, _)) in node.arms.iter().enumerate().filter(|(_, arm)| arm.0 > a) {
            let j = nodes[b].arms.iter().position(|arm| arm.0 == a).expect("arms go both ways");
            let sides = |node: &Node, arm: usize| {
                let n = node.points.len();
                // With one arm alone the two points are to its left and right.
                [node.points[arm], node.points[(arm + n - 1) % n]]
            };
            let ([left, right], [far_left, far_right]) = (sides(node, i), sides(&nodes[b], j));
            plan.cells.push(vec![right, far_left, far_right, left]);
        }
    }
    plan
}

/// The nodes of some edges: two at a bend, one at every other corner.
fn nodes(lattice: &Lattice, sites: &[Point], unit: f64, width: f64) -> Vec<Node> {
    let page = Page::around(lattice, []);
    let at = |p: Point| {
        let [x, y] = page.at(p);
        [x * unit, -y * unit]
    };
    let mut corners: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for &site in sites {
        for corner in lattice.corners(site) {
            corners.entry(corner).or_default().push(site);
        }
    }
    let narrowest = narrowest_angle(lattice);
    let mut nodes: Vec<Node> = Vec::new();
    // For each end of an edge the node there.
    let mut ends: BTreeMap<(Point, Point), usize> = BTreeMap::new();
    let towards = |corner: Point, site: Point, way: f64| {
        let (a, b) = (at(corner), at(site));
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        [a[0] + (b[0] - a[0]) / length * way, a[1] + (b[1] - a[1]) / length * way]
    };
    for (&corner, edges) in &corners {
        let is_bend = edges.len() == 2 && corner + corner != edges[0] + edges[1];
        let free_end = width / 2.0 / (narrowest / 2.0).tan();
        let places: Vec<Xy> = match edges.len() {
            1 => vec![towards(corner, edges[0], free_end)],
            2 if is_bend => {
                let way = BEND * edge_length(lattice) * unit;
                edges.iter().map(|&edge| towards(corner, edge, way)).collect()
            }
            _ => vec![at(corner)],
        };
        let first = nodes.len();
        nodes.extend(places.into_iter().map(|at| Node { at, ..Node::default() }));
        for (i, &edge) in edges.iter().enumerate() {
            ends.insert((edge, corner), first + if is_bend { i } else { 0 });
        }
        if is_bend {
            join(&mut nodes, first, first + 1);
        }
    }
    for &site in sites {
        let [a, b] = [0, 1].map(|i| ends[&(site, lattice.corners(site)[i])]);
        join(&mut nodes, a, b);
    }
    nodes
}

fn join(nodes: &mut [Node], a: usize, b: usize) {
    let (p, q) = (nodes[a].at, nodes[b].at);
    let angle = (q[1] - p[1]).atan2(q[0] - p[0]);
    nodes[a].arms.push((b, angle));
    let back = (p[1] - q[1]).atan2(p[0] - q[0]);
    nodes[b].arms.push((a, back));
}

fn direction(angle: f64) -> Xy {
    [angle.cos(), angle.sin()]
}

/// Where the left border of a bar meets the right border of the next one, counterclockwise.
fn between(at: Xy, arm: f64, next: f64, half_width: f64) -> Xy {
    let ([ax, ay], [bx, by]) = (direction(arm), direction(next));
    // Outward normals of the two borders, as seen from the gap between them.
    let (m, n) = ([-ay, ax], [by, -bx]);
    let share = half_width / (1.0 + m[0] * n[0] + m[1] * n[1]);
    [at[0] + share * (m[0] + n[0]), at[1] + share * (m[1] + n[1])]
}

/// The smallest angle between two edges of a lattice that have an end in common.
fn narrowest_angle(lattice: &Lattice) -> f64 {
    let page = Page::around(lattice, []);
    let site = Point::from(lattice.classes[0].residue);
    let corner = lattice.corners(site)[0];
    let angle = |p: Point| {
        let (a, b) = (page.at(corner), page.at(p));
        (b[1] - a[1]).atan2(b[0] - a[0])
    };
    let own = angle(site);
    lattice
        .touching(site)
        .filter(|&other| lattice.corners(other).contains(&corner))
        .map(|other| {
            let turn = (angle(other) - own).abs();
            turn.min(std::f64::consts::TAU - turn)
        })
        .fold(std::f64::consts::PI, f64::min)
}
