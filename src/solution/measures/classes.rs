//! The kinds of symmetry that a solution can have, named plainly.
//!
//! The symmetries of a solution are a subgroup of the puzzle's. A turned copy of the solution has
//! a conjugate one, so conjugate subgroups are one class: on a square the mirrors left to right
//! and top to bottom are of one class, on another rectangle they are not.

use rustc_hash::FxHashMap;

use crate::encode::{ElementSet, SymmetryGroup};
use crate::lattice::{Axes, Lattice, Point};
use crate::solution::burnside::subgroups;
use crate::symmetry::{Isometry, Matrix};

/// A kind of symmetry of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryClass {
    /// The name in filter expressions and files, such as `half-turn`.
    pub id: String,
    /// The name for people, such as "half turn".
    pub name: String,
    /// The number of symmetries of such a solution, counting the identity.
    pub order: u32,
}

/// The classes of a group's subgroups.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// By ascending order; the first has the identity alone.
    pub(super) list: Vec<SymmetryClass>,
    /// The class of each subgroup.
    of: FxHashMap<ElementSet, u32>,
}

impl Classes {
    /// Of a puzzle's group.
    pub(super) fn new(lattice: &Lattice, group: &SymmetryGroup) -> Classes {
        let products = group.products();
        let order = group.order();
        let inverse: Vec<usize> = (0..order)
            .map(|g| (0..order).find(|&h| products[g][h] == 0).expect("a group has inverses"))
            .collect();
        let conjugate = |set: ElementSet, by: usize| -> ElementSet {
            set.iter().map(|h| products[products[by][h]][inverse[by]]).collect()
        };
        let mut subgroups = subgroups(&products);
        subgroups.sort_by_key(|set| (set.len(), *set));
        let mut of: FxHashMap<ElementSet, u32> = FxHashMap::default();
        let mut members: Vec<Vec<ElementSet>> = Vec::new();
        for set in subgroups {
            if of.contains_key(&set) {
                continue;
            }
            let mut class: Vec<ElementSet> = (0..order).map(|g| conjugate(set, g)).collect();
            class.sort_unstable();
            class.dedup();
            of.extend(class.iter().map(|&member| (member, members.len() as u32)));
            members.push(class);
        }
        let name = |class: &Vec<ElementSet>| class_name(lattice, group, class);
        let mut names: Vec<String> = members.iter().map(name).collect();
        distinguish(&mut names);
        let list = names.into_iter().zip(&members).map(|(name, class)| SymmetryClass {
            id: identifier(&name),
            name,
            order: class[0].len(),
        });
        Classes { list: list.collect(), of }
    }

    /// The class of a solution's symmetries.
    pub(super) fn of(&self, stabiliser: ElementSet) -> u32 {
        self.of.get(&stabiliser).copied().unwrap_or(0)
    }
}

/// The name of a class of conjugate subgroups.
fn class_name(lattice: &Lattice, group: &SymmetryGroup, class: &[ElementSet]) -> String {
    let set = class[0];
    if set.len() == 1 {
        return "none".to_owned();
    }
    if set.len() as usize == group.order() && group.order() > 2 {
        return "every symmetry".to_owned();
    }
    // What an element is called, with what its conjugates are called: "mirror left-right or …".
    let names = |set: ElementSet| -> Vec<String> {
        let elements = set.iter().filter(|&n| n > 0);
        elements.map(|n| element_name(lattice, &group.elements[n].isometry)).collect()
    };
    let of_first = names(set);
    let mut counted: Vec<(String, usize)> = Vec::new();
    for name in &of_first {
        match counted.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += 1,
            None => counted.push((name.clone(), 1)),
        }
    }
    let one = |(name, count): &(String, usize)| match count {
        1 => name.clone(),
        _ => format!("{count}× {name}"),
    };
    let mut name = counted.iter().map(one).collect::<Vec<_>>().join(", ");
    let mut others: Vec<String> = class[1..].iter().map(|&set| names(set).join(", ")).collect();
    others.retain(|other| *other != of_first.join(", "));
    others.dedup();
    if class.len() > 1 && set.len() == 2 && !others.is_empty() {
        name = std::iter::once(name).chain(others).collect::<Vec<_>>().join(" or ");
    }
    name
}

/// Numbers names that come several times.
fn distinguish(names: &mut [String]) {
    let mut seen: FxHashMap<String, usize> = FxHashMap::default();
    for name in names {
        let times = seen.entry(name.clone()).or_default();
        *times += 1;
        if *times > 1 {
            *name = format!("{name} ({times})");
        }
    }
}

/// Describes the effect of a symmetry.
fn element_name(lattice: &Lattice, isometry: &Isometry) -> String {
    let kind = isometry.kind();
    if kind != "mirror" || lattice.dimension != 2 {
        return kind;
    }
    match axis_angle(lattice.axes, &isometry.matrix) {
        0 => "mirror top-bottom".to_owned(),
        90 => "mirror left-right".to_owned(),
        45 => "mirror across the rising diagonal".to_owned(),
        135 => "mirror across the falling diagonal".to_owned(),
        angle => format!("mirror across {angle}°"),
    }
}

/// The angle of the axis of a mirror in the plane as it is drawn, counter-clockwise from the
/// right, in whole degrees below 180.
fn axis_angle(axes: Axes, matrix: &Matrix) -> i32 {
    // What a point and its image have for a sum lies on the axis.
    let sums = [Point::new(1, 0, 0), Point::new(0, 1, 0)].map(|p| p + matrix.apply(p));
    let axis = sums.into_iter().find(|sum| *sum != Point::ORIGIN).unwrap_or(Point::ORIGIN);
    let [right, down, _] = axes.place(axis.coordinates().map(f64::from));
    ((-down).atan2(right).to_degrees().round() as i32).rem_euclid(180)
}

/// A name in letters, digits and hyphens.
fn identifier(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}
