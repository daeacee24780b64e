//! All forms of some number of units that have a given symmetry.
//!
//! A symmetric form is a union of orbits of its group, and connected if orbits that touch are joined.
//! So the unions of orbits are listed as Redelmeier (Discrete Mathematics 36, 1981) lists forms, with orbits for cells: each
//! once, from the first of its orbits; those that are not connected themselves are dropped.

use std::collections::BTreeSet;
use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::Shape;
use super::family::{FamilyError, free_forms};
use crate::lattice::{Lattice, Point};
use crate::symmetry::{Matrix, point_group};

/// The symmetry that a form has at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FormSymmetry {
    /// None is asked for.
    Any,
    /// A mirror.
    Mirror,
    /// A turn by a whole turn divided by this number.
    Turn(u32),
    /// That turn, and mirrors.
    Mirrors(u32),
}

impl FormSymmetry {
    /// Those that forms of a lattice can be listed by, the one of all forms first.
    pub fn all(lattice: &Lattice) -> Vec<FormSymmetry> {
        let mut all = vec![FormSymmetry::Any];
        if lattice.is_solid() || lattice.unit_size() != 1 {
            return all;
        }
        let turns = point_group(lattice).into_iter().filter(|matrix| matrix.keeps_orientation());
        let orders: BTreeSet<u32> = turns.map(|turn| turn_order(&turn) as u32).collect();
        let orders = || orders.iter().copied().filter(|order| *order > 1);
        all.push(FormSymmetry::Mirror);
        all.extend(orders().map(FormSymmetry::Turn));
        // The mirrors of some lattices pass by the centres of its turns.
        let with_mirrors = orders().map(FormSymmetry::Mirrors);
        all.extend(with_mirrors.filter(|&own| groups_of(lattice, own).is_ok()));
        all
    }
}

impl fmt::Display for FormSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (order, end) = match self {
            FormSymmetry::Any => return f.write_str("any"),
            FormSymmetry::Mirror => return f.write_str("mirror"),
            FormSymmetry::Turn(order) => (order, ""),
            FormSymmetry::Mirrors(order) => (order, " and mirrors"),
        };
        match order {
            2 => write!(f, "half turn{end}"),
            3 => write!(f, "third turn{end}"),
            4 => write!(f, "quarter turn{end}"),
            6 => write!(f, "sixth turn{end}"),
            order => write!(f, "1/{order} turn{end}"),
        }
    }
}

/// Computes the order of a matrix: how often it is applied until nothing has moved.
fn turn_order(matrix: &Matrix) -> usize {
    let mut image = *matrix;
    let mut order = 1;
    while !image.is_shift() {
        image = matrix.after(&image);
        order += 1;
    }
    order
}

/// More steps than this are not taken.
const MAX_STEPS: u64 = 30_000_000;
/// More forms than this are not listed.
const MAX_FORMS: usize = 200_000;
/// No form has more units than this.
const MAX_UNITS: usize = 200;

/// Why symmetric forms cannot be listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SymmetricError {
    /// An error in listing forms of any kind.
    #[error(transparent)]
    Family(#[from] FamilyError),
    /// A lattice in space, or one where a unit is more than a site.
    #[error(
        "symmetric boards cannot be listed on the {0} lattice; choose one of the plane whose pieces \
         are made of whole sites, or list the boards with their sites"
    )]
    Lattice(&'static str),
    /// A turn that the lattice does not have.
    #[error("the {lattice} lattice has no symmetry by 1/{order} of a turn")]
    Turn {
        /// The lattice.
        lattice: &'static str,
        /// The order asked for.
        order: u32,
    },
    /// There are too many.
    #[error(
        "there are too many boards of {0} with this symmetry; use fewer sites or more symmetry"
    )]
    TooMany(String),
}

/// The free forms of so many units that have a symmetry, each as its least image, in ascending order.
///
/// Cost: in proportion to the unions of orbits, about the square root (or a smaller root) of the number of forms.
///
/// ```
/// use polywright::lattice::square;
/// use polywright::polyform::symmetric::{FormSymmetry, symmetric_forms};
/// // The pentominoes that look the same after a quarter turn: X alone.
/// let forms = symmetric_forms(&square::LATTICE, 5, FormSymmetry::Turn(4)).unwrap();
/// assert_eq!(forms.len(), 1);
/// ```
///
/// # Errors
/// When the lattice has no such symmetry, or there are too many forms.
pub fn symmetric_forms(
    lattice: &Lattice,
    size: usize,
    symmetry: FormSymmetry,
) -> Result<Vec<Shape>, SymmetricError> {
    if size == 0 {
        return Err(FamilyError::NoUnits.into());
    }
    // A whole turn moves nothing.
    let symmetry = match symmetry {
        FormSymmetry::Turn(1) => FormSymmetry::Any,
        FormSymmetry::Mirrors(1) => FormSymmetry::Mirror,
        other => other,
    };
    if symmetry == FormSymmetry::Any {
        return Ok(free_forms(lattice, size)?);
    }
    if lattice.is_solid() || lattice.unit_size() != 1 {
        return Err(SymmetricError::Lattice(lattice.name));
    }
    let too_many = || SymmetricError::TooMany(lattice.count_sites(size as u64));
    if size > MAX_UNITS {
        return Err(too_many());
    }
    let groups = groups_of(lattice, symmetry)?;
    let images = point_group(lattice);
    let (mut forms, mut steps) = (FxHashSet::default(), 0);
    // To find the least image of a form takes so many times as long as a step.
    let form_steps = (size * images.len() / 8) as u64;
    for group in &groups {
        let mut search = Search::new(lattice, group, size, form_steps, &mut steps);
        search.forms(&mut |sites| {
            let (shape, _) = Shape::normalise(lattice, sites).expect("a form has sites");
            if shape.is_connected(lattice) {
                forms.insert(shape.least_image(lattice, &images));
            }
            forms.len() <= MAX_FORMS
        });
        if steps > MAX_STEPS || forms.len() > MAX_FORMS {
            return Err(too_many());
        }
    }
    let mut forms: Vec<Shape> = forms.into_iter().collect();
    forms.sort_unstable();
    Ok(forms)
}

/// A matrix, then a shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Motion {
    matrix: Matrix,
    shift: Point,
}

impl Motion {
    /// A matrix of a lattice, then a shift. What the matrix itself moves becomes part of the shift.
    fn new(lattice: &Lattice, matrix: Matrix, shift: Point) -> Motion {
        let origin = Point::new(0, 0, lattice.classes[0].residue[2]);
        Motion { matrix: matrix.about_origin(), shift: shift + matrix.apply(origin) - origin }
    }

    fn apply(&self, site: Point) -> Point {
        self.matrix.apply(site) + self.shift
    }

    fn after(&self, first: &Motion) -> Motion {
        Motion { matrix: self.matrix.after(&first.matrix), shift: self.apply(first.shift) }
    }
}

/// The shifts by whole periods, so many at most along each axis.
fn shifts(lattice: &Lattice, from: i32, to: i32) -> impl Iterator<Item = Point> + '_ {
    let along = move || (from..=to).map(|n| n * lattice.period);
    along().flat_map(move |x| along().map(move |y| Point::new(x, y, 0)))
}

/// Computes the group that some motions generate, sorted, if it has at most `most` elements.
fn closure(generators: &[Motion], most: usize) -> Option<Vec<Motion>> {
    let identity = Motion { matrix: Matrix::IDENTITY, shift: Point::new(0, 0, 0) };
    let mut group = vec![identity];
    let mut done = 0;
    while done < group.len() {
        for generator in generators {
            let product = generator.after(&group[done]);
            if !group.contains(&product) {
                group.push(product);
            }
        }
        if group.len() > most {
            return None;
        }
        done += 1;
    }
    group.sort_unstable();
    Some(group)
}

/// The groups of a symmetry, of those that a shift makes equal at least one.
fn groups_of(
    lattice: &Lattice,
    symmetry: FormSymmetry,
) -> Result<Vec<Vec<Motion>>, SymmetricError> {
    let matrices = point_group(lattice);
    let (times, mirrors) = match symmetry {
        FormSymmetry::Any => (1, false),
        FormSymmetry::Mirror => (1, true),
        FormSymmetry::Turn(order) => (order, false),
        FormSymmetry::Mirrors(order) => (order, true),
    };
    let no_turn = || SymmetricError::Turn { lattice: lattice.name, order: times };
    let size = usize::try_from(times).map_err(|_| no_turn())?;
    let turns = matrices.iter().filter(|m| m.keeps_orientation() && turn_order(m) == size);
    let mut groups: Vec<Vec<Motion>> = Vec::new();
    let add = |groups: &mut Vec<Vec<Motion>>, group: Vec<Motion>| {
        let is_shifted = |known: &Vec<Motion>| {
            shifts(lattice, -4, 4).any(|by| {
                // The group about a centre that lies elsewhere.
                let moved = known.iter().map(|motion| Motion {
                    shift: motion.shift + by - motion.matrix.apply(by),
                    ..*motion
                });
                let mut moved: Vec<Motion> = moved.collect();
                moved.sort_unstable();
                moved == group
            })
        };
        if !groups.iter().any(is_shifted) {
            groups.push(group);
        }
    };
    for &matrix in turns {
        for shift in shifts(lattice, 0, 2) {
            let turn = Motion::new(lattice, matrix, shift);
            if !mirrors {
                if let Some(group) = closure(&[turn], size).filter(|group| group.len() == size) {
                    add(&mut groups, group);
                }
                continue;
            }
            for &mirror in matrices.iter().filter(|m| !m.keeps_orientation()) {
                for shift in shifts(lattice, -3, 3) {
                    let group = closure(&[turn, Motion::new(lattice, mirror, shift)], 2 * size);
                    if let Some(group) = group.filter(|group| group.len() == 2 * size) {
                        add(&mut groups, group);
                    }
                }
            }
        }
    }
    match groups.is_empty() {
        true => Err(no_turn()),
        false => Ok(groups),
    }
}

/// The search for unions of orbits of a group.
struct Search<'a> {
    lattice: &'a Lattice,
    group: &'a [Motion],
    size: usize,
    /// The steps that a form found counts for.
    form_steps: u64,
    steps: &'a mut u64,
    /// The orbit of each site met.
    orbits: FxHashMap<Point, usize>,
    sites: Vec<Vec<Point>>,
    /// The orbits that a union may no longer include.
    met: Vec<bool>,
    order: Order,
}

impl<'a> Search<'a> {
    fn new(
        lattice: &'a Lattice,
        group: &'a [Motion],
        size: usize,
        form_steps: u64,
        steps: &'a mut u64,
    ) -> Search<'a> {
        let (orbits, sites, met) = (FxHashMap::default(), Vec::new(), Vec::new());
        let order = Order::new(group, lattice);
        Search { lattice, group, size, form_steps, steps, orbits, sites, met, order }
    }

    fn orbit(&mut self, site: Point) -> usize {
        if let Some(&known) = self.orbits.get(&site) {
            return known;
        }
        let mut orbit: Vec<Point> = self.group.iter().map(|motion| motion.apply(site)).collect();
        orbit.sort_unstable();
        orbit.dedup();
        let number = self.sites.len();
        self.orbits.extend(orbit.iter().map(|&site| (site, number)));
        self.sites.push(orbit);
        self.met.push(false);
        number
    }

    /// Calls back with each union of the size until that says no.
    fn forms(&mut self, found: &mut impl FnMut(&[Point]) -> bool) {
        let reach = self.size as i32 / 2 + 3;
        let corners = shifts(self.lattice, -reach, reach);
        let sites: Vec<Point> = corners
            .flat_map(|shift| {
                self.lattice.classes.iter().map(move |class| Point::from(class.residue) + shift)
            })
            .collect();
        // Of those that come at the same place the nearest to the mirror first: from there most unions
        // are connected, so that too many are known to be too many soon.
        let mut seeds: Vec<(i64, i64, usize)> = Vec::new();
        for site in sites {
            let Some(key) = self.order.seed_key(site, self.size) else { continue };
            let before = self.sites.len();
            if self.orbit(site) == before {
                seeds.push((key, breadth(&self.sites[before]), before));
            }
        }
        seeds.sort_unstable();
        for &(_, _, seed) in &seeds {
            // What comes before a seed is in no union that begins with it.
            self.met[seed] = true;
            if !self.grow(vec![seed], &mut Vec::new(), found) {
                return;
            }
        }
    }

    /// Adds each of the orbits that may come next, and all unions with it; whether to go on.
    fn grow(
        &mut self,
        mut next: Vec<usize>,
        union: &mut Vec<Point>,
        found: &mut impl FnMut(&[Point]) -> bool,
    ) -> bool {
        while let Some(orbit) = next.pop() {
            *self.steps += 1;
            if *self.steps > MAX_STEPS {
                return false;
            }
            let before = union.len();
            if before + self.sites[orbit].len() > self.size {
                continue;
            }
            union.extend_from_slice(&self.sites[orbit]);
            let goes_on;
            if union.len() == self.size {
                *self.steps += self.form_steps;
                goes_on = found(union);
            } else {
                let around: Vec<Point> = union[before..]
                    .iter()
                    .flat_map(|&site| self.lattice.neighbours(site).collect::<Vec<_>>())
                    .collect();
                let mut fresh = Vec::new();
                for site in around {
                    if self.order.is_before_seeds(site) {
                        continue;
                    }
                    let orbit = self.orbit(site);
                    if !std::mem::replace(&mut self.met[orbit], true) {
                        fresh.push(orbit);
                    }
                }
                let longer = [next.as_slice(), &fresh].concat();
                goes_on = self.grow(longer, union, found);
                for orbit in fresh {
                    self.met[orbit] = false;
                }
            }
            union.truncate(before);
            if !goes_on {
                return false;
            }
        }
        true
    }
}

/// The order of orbits, of which the first of a union is its seed: about a centre by the distance from
/// it, at a mirror along it.
struct Order {
    matrices: Vec<Matrix>,
    /// The order of the group times its centre; on a mirror, some point of it.
    centre: Point,
    order: i32,
    /// Of a mirror: what takes a point along it, and how far the least shift along it is.
    along: Option<(Matrix, i64)>,
    period: i32,
}

impl Order {
    fn new(group: &[Motion], lattice: &Lattice) -> Order {
        let zero = Point::new(0, 0, 0);
        let centre = group.iter().fold(zero, |sum, motion| sum + motion.shift);
        let turns = group.iter().filter(|motion| motion.matrix.keeps_orientation()).count();
        let mirror = group.iter().find(|motion| !motion.matrix.keeps_orientation());
        let mirror = mirror.filter(|_| turns == 1).map(|motion| motion.matrix);
        let along = mirror.map(|matrix| {
            let lengths = shifts(lattice, -2, 2).filter(|shift| matrix.apply(*shift) == *shift);
            let least = lengths.map(|shift| place_along(&matrix, shift)).filter(|n| *n > 0).min();
            (matrix, least.expect("a mirror of a lattice lies along some of its periods"))
        });
        let (matrices, order) = (point_group(lattice), group.len() as i32);
        Order { matrices, centre, order, along, period: lattice.period }
    }

    /// Where a site that can be in a seed comes; `None` for one that cannot.
    fn seed_key(&self, site: Point, size: usize) -> Option<i64> {
        if let Some((matrix, least)) = &self.along {
            let place = place_along(matrix, site);
            return (0..*least).contains(&place).then_some(place);
        }
        let scaled = |n: i32, c: i32| n * self.order - c;
        let from = Point::new(scaled(site.x, self.centre.x), scaled(site.y, self.centre.y), 0);
        let length = self.square(from);
        // A form round a centre that it does not cover has more than four sites for each step away.
        let reach = self.order * self.period * (size as i32 / 4 + 2);
        let most = self.square(Point::new(reach, 0, 0)).max(self.square(Point::new(0, reach, 0)));
        (length <= most).then_some(length)
    }

    /// Returns whether a site comes before all seeds.
    fn is_before_seeds(&self, site: Point) -> bool {
        self.along.as_ref().is_some_and(|(matrix, _)| place_along(matrix, site) < 0)
    }

    /// A square of the length that no turn changes.
    fn square(&self, point: Point) -> i64 {
        let images = self.matrices.iter().map(|matrix| matrix.apply(point));
        images.map(|p| i64::from(p.x).pow(2) + i64::from(p.y).pow(2)).sum()
    }
}

/// Returns the square of the distance between the least and the greatest site of an orbit.
fn breadth(orbit: &[Point]) -> i64 {
    let (Some(first), Some(last)) = (orbit.first(), orbit.last()) else { return 0 };
    i64::from(last.x - first.x).pow(2) + i64::from(last.y - first.y).pow(2)
}

/// Returns the position of a point along a mirror, in some unit.
fn place_along(mirror: &Matrix, point: Point) -> i64 {
    let sum = mirror.apply(point) + point;
    // A direction of the mirror has at least one coordinate, of one sign.
    let axis = [Point::new(1, 0, 0), Point::new(0, 1, 0)];
    let direction = axis.iter().map(|p| mirror.apply(*p) + *p).find(|d| d.x != 0 || d.y != 0);
    let direction = direction.expect("a mirror keeps a direction");
    i64::from(sum.x) * i64::from(direction.x) + i64::from(sum.y) * i64::from(direction.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice;

    #[test]
    fn symmetric_forms_are_those_of_all_forms_that_are_symmetric() {
        let cases = [
            (&lattice::square::LATTICE, 8, [2, 4]),
            (&lattice::triangle::LATTICE, 8, [2, 3]),
            (&lattice::hexagon::LATTICE, 6, [3, 6]),
        ];
        for (lattice, most, orders) in cases {
            for size in 1..=most {
                let all = free_forms(lattice, size).unwrap();
                let with = |turn: u32, mirrors: bool| {
                    let has = |form: &&Shape| {
                        let group = point_group(lattice);
                        let own: Vec<Matrix> = group
                            .into_iter()
                            .filter(|matrix| form.turned(lattice, matrix) == **form)
                            .collect();
                        let turns = own.iter().filter(|m| m.keeps_orientation()).count();
                        let has_mirror = own.iter().any(|m| !m.keeps_orientation());
                        turns % turn as usize == 0 && (!mirrors || has_mirror)
                    };
                    all.iter().filter(has).cloned().collect::<Vec<Shape>>()
                };
                let listed = |symmetry| symmetric_forms(lattice, size, symmetry).unwrap();
                assert_eq!(listed(FormSymmetry::Mirror), with(1, true), "{lattice:?} {size}");
                for order in orders {
                    let turned = FormSymmetry::Turn(order);
                    assert_eq!(listed(turned), with(order, false), "{lattice:?} {size} {order}");
                    let both = FormSymmetry::Mirrors(order);
                    assert_eq!(listed(both), with(order, true), "{lattice:?} {size} {order}");
                }
            }
        }
    }

    #[test]
    fn the_symmetries_of_a_lattice_are_those_that_it_can_be_searched_for() {
        for &lattice in lattice::ALL {
            let all = FormSymmetry::all(lattice);
            let turns = (2..=8).flat_map(|n| [FormSymmetry::Turn(n), FormSymmetry::Mirrors(n)]);
            for symmetry in [FormSymmetry::Any, FormSymmetry::Mirror].into_iter().chain(turns) {
                let is_possible = symmetric_forms(lattice, 2, symmetry).is_ok();
                assert_eq!(all.contains(&symmetry), is_possible, "{} {symmetry}", lattice.name);
            }
        }
        let all = FormSymmetry::all(&lattice::hexagon::LATTICE);
        let words: Vec<String> = all.iter().map(FormSymmetry::to_string).collect();
        assert_eq!(words[1..4], ["mirror", "half turn", "third turn"]);
    }

    #[test]
    fn a_lattice_lacks_some_turns_and_some_lists_are_too_long() {
        let square = &lattice::square::LATTICE;
        let fivefold = symmetric_forms(square, 5, FormSymmetry::Turn(5));
        assert!(matches!(fivefold, Err(SymmetricError::Turn { order: 5, .. })));
        let many = symmetric_forms(square, 28, FormSymmetry::Mirror);
        assert!(matches!(many, Err(SymmetricError::TooMany(_))));
        let solid = symmetric_forms(&lattice::cube::LATTICE, 4, FormSymmetry::Mirror);
        assert!(matches!(solid, Err(SymmetricError::Lattice(_))));
    }
}
