//! Whole families: all free, one-sided or fixed n-forms of a lattice.
//!
//! Free: turned and flipped copies are the same. One-sided: turned copies are, mirror images
//! are not. Fixed: only shifted copies are. The counts are tested against the OEIS.

use std::collections::HashMap;

use rustc_hash::FxHashSet;

use super::{Motions, Shape, art};
use crate::lattice::{Lattice, Point};
use crate::symmetry::{Matrix, point_group};

/// What counts as the same form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sameness {
    /// Turned and flipped copies are the same.
    Free,
    /// Turned copies are the same, mirror images are not.
    OneSided,
    /// Only shifted copies are the same.
    Fixed,
}

impl Sameness {
    /// The motions that the pieces of such a family may make.
    pub fn motions(self) -> Motions {
        match self {
            Sameness::Free => Motions::TurnAndFlip,
            Sameness::OneSided => Motions::Turn,
            Sameness::Fixed => Motions::AsDrawn,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Sameness::Free => "free",
            Sameness::OneSided => "one-sided",
            Sameness::Fixed => "fixed",
        }
    }
}

/// A member of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The customary name, or a number where the field has none. The mirror twin of "F" is
    /// "F'".
    pub name: String,
    /// The form, as it is customarily drawn.
    pub shape: Shape,
}

/// More forms than this are refused: no puzzle uses so many, and growth is exponential.
const MOST_FORMS: usize = 20_000;

/// The free n-forms of a lattice, each as its least image, in ascending order.
///
/// Grown a site at a time from the forms of size n - 1, which meets every form since a
/// connected form always has a site that can be taken away; images that were met before are
/// dropped. Cost is in proportion to the number of forms times the order of the point group.
///
/// # Errors
/// When there are more than 20,000 of them, or n is 0.
pub fn free_forms(lattice: &Lattice, n: usize) -> Result<Vec<Shape>, String> {
    if n == 0 {
        return Err("a form has at least 1 unit, not 0".to_owned());
    }
    let group = point_group(lattice);
    let least = |sites: &[Point]| {
        let (shape, _) = Shape::of(lattice, sites).expect("a form has sites");
        shape.least_image(lattice, &group)
    };
    let units = lattice.classes.iter().map(|class| least(&[Point::from(class.residue)]));
    let mut forms: FxHashSet<Shape> = units.collect();
    for size in 2..=n {
        let mut grown = FxHashSet::default();
        for form in &forms {
            let mut sites = form.sites().to_vec();
            for &site in form.sites() {
                for neighbour in lattice.neighbours(site) {
                    if form.sites().binary_search(&neighbour).is_err() {
                        sites.push(neighbour);
                        grown.insert(least(&sites));
                        sites.pop();
                    }
                }
            }
            if grown.len() > MOST_FORMS {
                return Err(format!(
                    "there are more than {MOST_FORMS} free {size}-forms; ask for a smaller size"
                ));
            }
        }
        forms = grown;
    }
    let mut forms: Vec<Shape> = forms.into_iter().collect();
    forms.sort_unstable();
    Ok(forms)
}

/// The members of a family, named ones first in the order of their names, then the others by
/// number in the order of their least images; a mirror twin follows its original.
///
/// ```
/// use polywright::{lattice::square, polyform::family::{family, Sameness}};
/// let pentominoes = family(&square::LATTICE, 5, Sameness::Free).unwrap();
/// let names: String = pentominoes.iter().map(|member| member.name.as_str()).collect();
/// assert_eq!(names, "FILNPTUVWXYZ");
/// ```
///
/// # Errors
/// As [`free_forms`].
pub fn family(lattice: &Lattice, n: usize, sameness: Sameness) -> Result<Vec<Member>, String> {
    let group = point_group(lattice);
    let known = customary(lattice, &group);
    let mut free: Vec<Member> = free_forms(lattice, n)?
        .into_iter()
        .map(|form| match known.get(&form) {
            Some((name, drawn)) => Member { name: (*name).to_owned(), shape: drawn.clone() },
            None => Member { name: String::new(), shape: form },
        })
        .collect();
    // Stable: unnamed ones keep the order of their forms, after the named ones.
    free.sort_by(|a, b| (a.name.is_empty(), &a.name).cmp(&(b.name.is_empty(), &b.name)));
    for (i, member) in free.iter_mut().enumerate() {
        if member.name.is_empty() {
            member.name = (i + 1).to_string();
        }
    }
    Ok(match sameness {
        Sameness::Free => free,
        Sameness::OneSided => {
            let mirror = group.iter().find(|m| !m.keeps_orientation());
            let with_twin = |member: Member| {
                let twin = mirror.filter(|_| !member.shape.is_its_own_mirror_image(lattice)).map(
                    |mirror| Member {
                        name: format!("{}'", member.name),
                        shape: member.shape.turned(lattice, mirror),
                    },
                );
                [Some(member), twin].into_iter().flatten()
            };
            free.into_iter().flat_map(with_twin).collect()
        }
        Sameness::Fixed => {
            let with_images = |member: Member| {
                let images = member.shape.images(lattice, &group);
                let several = images.len() > 1;
                images.into_iter().enumerate().map(move |(i, shape)| Member {
                    name: if several {
                        format!("{}.{}", member.name, i + 1)
                    } else {
                        member.name.clone()
                    },
                    shape,
                })
            };
            free.into_iter().flat_map(with_images).collect()
        }
    })
}

/// The customary names and drawings of a lattice's forms, by least image.
fn customary(lattice: &Lattice, group: &[Matrix]) -> HashMap<Shape, (&'static str, Shape)> {
    lattice
        .names
        .iter()
        .map(|named| {
            let sites = art::shape_sites(lattice, named.art).expect("bundled art is sound");
            let (drawn, _) = Shape::of(lattice, &sites).expect("bundled art has sites");
            (drawn.least_image(lattice, group), (named.name, drawn))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{ALL, square, square_edges};

    /// Free, one-sided and fixed counts: A000105, A000988, A001168; A019988, A151537, A096267.
    #[test]
    fn families_have_the_sizes_that_the_oeis_gives() {
        let polyominoes = [
            (1, 1, 1),
            (1, 1, 2),
            (2, 2, 6),
            (5, 7, 19),
            (12, 18, 63),
            (35, 60, 216),
            (108, 196, 760),
        ];
        let polysticks = [
            (1, 1, 2),
            (2, 2, 6),
            (5, 7, 22),
            (16, 25, 88),
            (55, 99, 372),
            (222, 416, 1628),
            (950, 1854, 7312),
        ];
        for (lattice, counts) in
            [(&square::LATTICE, polyominoes), (&square_edges::LATTICE, polysticks)]
        {
            for (n, (free, one_sided, fixed)) in counts.into_iter().enumerate() {
                let size = |sameness| family(lattice, n + 1, sameness).unwrap().len();
                assert_eq!(size(Sameness::Free), free, "{lattice:?} {}", n + 1);
                assert_eq!(size(Sameness::OneSided), one_sided, "{lattice:?} {}", n + 1);
                assert_eq!(size(Sameness::Fixed), fixed, "{lattice:?} {}", n + 1);
            }
        }
    }

    #[test]
    fn every_customary_name_belongs_to_a_form_of_its_own() {
        for lattice in ALL {
            let known = customary(lattice, &point_group(lattice));
            assert_eq!(known.len(), lattice.names.len(), "{lattice:?}: two drawings of one form");
        }
        let names = |members: Vec<Member>| members.into_iter().map(|m| m.name).collect::<String>();
        let sticks = family(&square_edges::LATTICE, 4, Sameness::Free).unwrap();
        assert_eq!(names(sticks), "FHIJLNOPRTUVWXYZ");
        let hands = family(&square::LATTICE, 4, Sameness::OneSided).unwrap();
        assert_eq!(names(hands), "ILL'OSS'T");
    }

    #[test]
    fn a_family_too_large_to_use_is_refused() {
        assert!(free_forms(&square::LATTICE, 0).is_err());
        assert!(free_forms(&square::LATTICE, 40).unwrap_err().contains("smaller size"));
    }
}
