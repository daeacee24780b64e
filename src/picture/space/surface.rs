//! The surface of a body in numbers, for a page that turns and moves it by itself.

use super::balls::{Balls, Solid};
use super::faces::{self, Face, Side};
use super::{Body, FINENESS, Xyz, sticks};
use crate::lattice::{Lattice, Point, SiteForm};

/// All that is seen of a body from anywhere; lengths are in units.
#[derive(Clone, Debug, Default)]
pub struct Surface {
    /// Its faces; none of balls.
    pub faces: Vec<Facet>,
    /// The middles of its balls.
    pub balls: Vec<Xyz>,
    /// The balls that each neck joins, by their places in the list.
    pub necks: Vec<[usize; 2]>,
}

/// A face of a body: a convex polygon.
#[derive(Clone, Debug)]
pub struct Facet {
    /// The direction out of the body, of length 1.
    pub normal: Xyz,
    /// The corners, going around.
    pub corners: Vec<Xyz>,
    /// The line from each corner to the next.
    pub sides: Vec<Side>,
}

impl Surface {
    /// The surface of a body that covers some sites.
    pub fn new(lattice: &Lattice, sites: &[Point]) -> Surface {
        let bodies = [Body { sites: sites.to_vec(), shift: [0.0; 3] }];
        let faces = match lattice.form {
            SiteForm::Edge => sticks::exposed(lattice, &bodies),
            SiteForm::Cell if lattice.balls => return Surface::of_balls(lattice, &bodies),
            SiteForm::Cell => faces::exposed(lattice, &bodies),
        };
        let facet = |face: Face| Facet {
            normal: face.plane.normal.map(|n| if face.up { n } else { 0.0 - n }),
            corners: face.corners.iter().map(|p| p.map(|n| n / FINENESS)).collect(),
            sides: face.sides,
        };
        Surface { faces: faces.into_iter().map(facet).collect(), ..Surface::default() }
    }

    fn of_balls(lattice: &Lattice, bodies: &[Body]) -> Surface {
        let solids = Balls::new(lattice, bodies);
        let mut surface = Surface::default();
        surface.balls.extend(solids.iter().filter_map(|solid| match *solid {
            Solid::Ball(middle) => Some(middle),
            Solid::Neck(..) => None,
        }));
        let balls = &surface.balls;
        let place = |end: Xyz| balls.iter().position(|&ball| ball == end);
        let necks = solids.iter().filter_map(|solid| match *solid {
            Solid::Neck(a, b) => Some([place(a)?, place(b)?]),
            Solid::Ball(_) => None,
        });
        surface.necks = necks.collect();
        surface
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{ALL, cube};
    use crate::picture::space::dot;

    #[test]
    fn faces_of_every_lattice_look_out_of_the_body() {
        for lattice in ALL.iter().filter(|lattice| lattice.is_solid()) {
            let site = Point::from(lattice.classes[0].residue);
            let surface = Surface::new(lattice, &[site]);
            assert_eq!(surface.balls.len(), usize::from(lattice.balls), "{lattice:?}");
            let middle = lattice.place(site);
            for face in &surface.faces {
                assert_eq!(face.corners.len(), face.sides.len());
                for corner in &face.corners {
                    let way = [0, 1, 2].map(|k| corner[k] - middle[k]);
                    assert!(dot(face.normal, way) > 0.0, "{lattice:?}");
                }
            }
        }
    }

    #[test]
    fn what_two_cubes_share_is_no_surface() {
        let pair = [Point::new(1, 1, 1), Point::new(3, 1, 1)];
        let surface = Surface::new(&cube::LATTICE, &pair);
        assert_eq!(surface.faces.len(), 10);
        let flat = surface.faces.iter().flat_map(|face| &face.sides);
        assert_eq!(flat.filter(|side| **side == Side::Flat).count(), 8);
    }
}
