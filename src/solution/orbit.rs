//! Orbits of solutions under the symmetries of the puzzle.
//!
//! The search may be restricted: one piece or site is held to one placement of each orbit. It may
//! also be divided into cases, none of which has a solution whose image is in another, though
//! some symmetries may lead out of the case to what is not searched. Every orbit of solutions
//! then has at least one member that is found, and several when some image of a solution keeps to
//! case and restriction too. Of these only one is kept, and reported as the least of its whole
//! orbit, so that the result depends on no restriction.
//!
//! In a list the one is the least. In a search it is the one with the least hash: the solutions of a
//! subtree have so much in common that, though there are millions, none of them may be the least of its
//! orbit. A hash has no such bias.

use std::cmp::Ordering;

use crate::encode::symmetry::Restriction;
use crate::encode::{ElementSet, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::random::mixed;

/// Decides, for one solution at a time, whether it is kept. Has working space of its own, so
/// each thread uses its own copy.
#[derive(Clone, Debug)]
pub struct Orbits<'g> {
    group: &'g SymmetryGroup,
    /// For each option, whether the restriction gives it up; empty when there is none. A solution
    /// keeps to the restriction when it has no such option.
    dropped: Vec<bool>,
    /// The elements that map the case that is searched to itself.
    within: ElementSet,
    /// True in a search, where the member with the least hash is kept.
    by_hash: bool,
    image: Vec<OptionId>,
    least: Vec<OptionId>,
}

/// Facts about a kept solution and its orbit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// The elements of the group that map the solution to itself.
    pub stabiliser: ElementSet,
    /// The number of solutions in the orbit: the order of the group over the stabiliser's.
    pub size: u32,
    /// The number of them that satisfy the restriction, and so are found by the search.
    pub found: u32,
}

/// The verdict on a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// It stands for its orbit, whose least member this is.
    Kept(&'a [OptionId], Orbit),
    /// Another member of its orbit is found too, and stands for it.
    Dropped,
}

impl<'g> Orbits<'g> {
    /// Prepares for a list of solutions, of which the least of each orbit is kept.
    pub fn of_list(group: &'g SymmetryGroup) -> Orbits<'g> {
        Orbits { by_hash: false, ..Orbits::of_search(group, group.all(), None) }
    }

    /// Prepares for a search: for a case, of which the elements are given that map it to itself (all
    /// elements when the whole puzzle is searched); and if the search is restricted, for its
    /// restriction.
    pub fn of_search(
        group: &'g SymmetryGroup,
        within: ElementSet,
        restriction: Option<&Restriction>,
    ) -> Orbits<'g> {
        let mut dropped = Vec::new();
        if let Some(restriction) = restriction {
            dropped = vec![false; group.option_count()];
            for &option in restriction.all.iter().filter(|&&option| restriction.drops(option)) {
                dropped[option.index()] = true;
            }
        }
        let (image, least) = (Vec::new(), Vec::new());
        Orbits { group, dropped, within, by_hash: true, image, least }
    }

    /// The orbit of every solution, where there is neither a symmetry nor a restriction, so that each
    /// stands for itself alone.
    pub fn alone(&self) -> Option<Orbit> {
        let is_alone = self.group.order() == 1 && self.dropped.is_empty();
        is_alone.then_some(Orbit { stabiliser: ElementSet::IDENTITY, size: 1, found: 1 })
    }

    /// Judges a solution, given in ascending order. Cost: order of the group times its length.
    pub fn judge(&mut self, solution: &[OptionId]) -> Verdict<'_> {
        self.least.clear();
        self.least.extend_from_slice(solution);
        let dropped = &self.dropped;
        let keeps = |options: &[OptionId]| {
            dropped.is_empty() || options.iter().all(|option| !dropped[option.index()])
        };
        // The identity comes first. What was found keeps to the restriction, or the totals contradict
        // each other.
        let mut stabiliser = ElementSet::IDENTITY;
        let mut found = u32::from(keeps(solution));
        if self.group.order() == 1 {
            return Verdict::Kept(&self.least, Orbit { stabiliser, size: 1, found });
        }
        let own_hash = if self.by_hash { hash(solution) } else { 0 };
        for (n, element) in self.group.elements.iter().enumerate().skip(1) {
            self.image.clear();
            element.append_images(solution, &mut self.image);
            let keeps = self.within.contains(n) && keeps(&self.image);
            let by_hash = match self.by_hash && keeps {
                true => hash(&self.image).cmp(&own_hash),
                false => Ordering::Equal,
            };
            if keeps && by_hash.is_lt() {
                return Verdict::Dropped;
            }
            found += u32::from(keeps);
            // Most images are neither the solution nor less than all so far, as their least options say.
            let (first, own) = (self.image.iter().min(), solution.first());
            let may_be_less = first <= self.least.first() || !self.by_hash && first < own;
            if !may_be_less && first != own {
                continue;
            }
            self.image.sort_unstable();
            match by_hash.then_with(|| self.image.as_slice().cmp(solution)) {
                Ordering::Less if keeps => return Verdict::Dropped,
                Ordering::Equal => stabiliser.insert(n),
                _ => {}
            }
            if self.image < self.least {
                std::mem::swap(&mut self.image, &mut self.least);
            }
        }
        let fixed = stabiliser.len();
        let size = self.group.order() as u32 / fixed;
        // Each image was met once for every element of the stabiliser.
        let orbit = Orbit { stabiliser, size, found: found / fixed };
        // The stabiliser of the least image is conjugate to this one; report that of the image.
        let stabiliser = if fixed == 1 || self.least == solution {
            stabiliser
        } else {
            stabiliser_of(self.group, &self.least, &mut self.image)
        };
        Verdict::Kept(&self.least, Orbit { stabiliser, ..orbit })
    }
}

/// A number that depends on the options alone, whatever their order.
fn hash(options: &[OptionId]) -> u64 {
    options.iter().fold(0, |sum: u64, option| sum.wrapping_add(mixed(u64::from(option.0))))
}

/// The elements of a group that fix a solution.
pub fn stabiliser_of(
    group: &SymmetryGroup,
    solution: &[OptionId],
    space: &mut Vec<OptionId>,
) -> ElementSet {
    let mut stabiliser = ElementSet::default();
    for (n, element) in group.elements.iter().enumerate() {
        image_of(element, solution, space);
        if space.as_slice() == solution {
            stabiliser.insert(n);
        }
    }
    stabiliser
}

/// The image of a solution under a symmetry, in ascending order, left in `image`.
pub fn image_of(
    element: &crate::encode::PuzzleSymmetry,
    solution: &[OptionId],
    image: &mut Vec<OptionId>,
) {
    image.clear();
    element.append_images(solution, image);
    image.sort_unstable();
}
