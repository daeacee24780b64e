//! Whole families: all free, one-sided or fixed n-forms of a lattice.
//!
//! Free: turned and flipped copies are the same. One-sided: turned copies are, mirror images
//! are not. Fixed: only shifted copies are. The counts are tested against the OEIS.

use std::collections::HashMap;

use rustc_hash::FxHashSet;

use super::{Motions, Shape, art};
use crate::lattice::{Lattice, Point};
use crate::symmetry::point_group;

/// The criterion by which forms are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Congruence {
    /// Turned and flipped copies are the same.
    Free,
    /// Turned copies are the same, mirror images are not.
    OneSided,
    /// Only shifted copies are the same.
    Fixed,
}

impl Congruence {
    /// The motions that the pieces of such a family may make.
    pub fn motions(self) -> Motions {
        match self {
            Congruence::Free => Motions::TurnAndFlip,
            Congruence::OneSided => Motions::Turn,
            Congruence::Fixed => Motions::AsDrawn,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Congruence::Free => "free",
            Congruence::OneSided => "one-sided",
            Congruence::Fixed => "fixed",
        }
    }
}

/// A member of a family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The customary name, or a number where the field has none. The mirror twin of "F" is
    /// "F'", unless it has a name of its own.
    pub name: String,
    /// The form, as it is customarily drawn.
    pub shape: Shape,
}

/// The largest number of forms of a family: no puzzle uses more, and growth is exponential.
const MAX_FORMS: usize = 20_000;

/// Why a family cannot be listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FamilyError {
    /// Forms of no units.
    #[error("a form has at least 1 unit, not 0")]
    NoUnits,
    /// More free forms than can be listed, already at this size.
    #[error("there are more than {MAX_FORMS} free {size}-forms; ask for a smaller size")]
    TooManyForms {
        /// The number of units.
        size: usize,
    },
}

/// The free n-forms of a lattice, each as its least image, in ascending order.
///
/// Grown a unit at a time from the forms of size n - 1, which meets every form since a
/// connected form always has a unit that can be taken away; images that were met before are
/// dropped. Only free forms are ever held or grown, so that against growing fixed forms
/// (Redelmeier 1981) the work shrinks by about the order of the point group. Cost is in
/// proportion to the number of forms times that order.
///
/// # Errors
/// When there are more than 20,000 of them, or n is 0.
pub fn free_forms(lattice: &Lattice, n: usize) -> Result<Vec<Shape>, FamilyError> {
    if n == 0 {
        return Err(FamilyError::NoUnits);
    }
    let group = point_group(lattice);
    let least = |sites: &[Point]| {
        let (shape, _) = Shape::normalise(lattice, sites).expect("a form has sites");
        shape.least_image(lattice, &group)
    };
    let residues = lattice.classes.iter().map(|class| Point::from(class.residue));
    let units = residues.flat_map(|site| lattice.units_at(site));
    let mut forms: FxHashSet<Shape> = units.map(|unit| least(&unit)).collect();
    for size in 2..=n {
        let mut grown = FxHashSet::default();
        for form in &forms {
            let has = |site: &Point| form.sites().binary_search(site).is_ok();
            let mut sites = form.sites().to_vec();
            let around = form.sites().iter().flat_map(|&site| lattice.neighbours(site));
            let mut around: Vec<Point> = around.filter(|site| !has(site)).collect();
            around.sort_unstable();
            around.dedup();
            for unit in around.into_iter().flat_map(|site| lattice.units_at(site)) {
                if !unit.iter().any(has) {
                    sites.extend_from_slice(&unit);
                    grown.insert(least(&sites));
                    sites.truncate(form.size());
                }
            }
            if grown.len() > MAX_FORMS {
                return Err(FamilyError::TooManyForms { size });
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
/// use polywright::{lattice::square, polyform::family::{family, Congruence}};
/// let pentominoes = family(&square::LATTICE, 5, Congruence::Free).unwrap();
/// let names: String = pentominoes.iter().map(|member| member.name.as_str()).collect();
/// assert_eq!(names, "FILNPTUVWXYZ");
/// ```
///
/// # Errors
/// As [`free_forms`].
pub fn family(
    lattice: &Lattice,
    n: usize,
    sameness: Congruence,
) -> Result<Vec<Member>, FamilyError> {
    let group = point_group(lattice);
    let forms = free_forms(lattice, n)?;
    let size = forms.first().map_or(0, Shape::size);
    let names = Names::new(lattice, size, sameness == Congruence::OneSided);
    let mut free: Vec<Member> = forms
        .into_iter()
        .map(|form| match names.free(&form) {
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
        Congruence::Free => free,
        Congruence::OneSided => {
            let with_twin = |member: Member| {
                let twin = member.shape.mirror_twin(lattice).map(|shape| {
                    names
                        .one_sided(lattice, &shape)
                        .unwrap_or(Member { name: format!("{}'", member.name), shape })
                });
                [Some(member), twin].into_iter().flatten()
            };
            free.into_iter().flat_map(with_twin).collect()
        }
        Congruence::Fixed => {
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

/// The customary name of a shape, found by its form: that of its own hand where twins have names of
/// their own, with a "'" for the unnamed twin of a named form. `None` where the field has none.
///
/// ```
/// use polywright::{lattice::square, polyform::{Shape, art::shape_sites, family::name_of}};
/// let name = |art: &[&str]| {
///     let sites = shape_sites(&square::LATTICE, art).unwrap();
///     name_of(&square::LATTICE, &Shape::normalise(&square::LATTICE, &sites).unwrap().0)
/// };
/// assert_eq!(name(&["X..", "XX.", ".XX"]).unwrap(), "W");
/// assert_eq!(name(&["XX.", ".XX"]).unwrap(), "S'");
/// assert_eq!(name(&["XX"]), None);
/// ```
pub fn name_of(lattice: &Lattice, shape: &Shape) -> Option<String> {
    let names = Names::new(lattice, shape.size(), true);
    if let Some(member) = names.one_sided(lattice, shape) {
        return Some(member.name);
    }
    let group = point_group(lattice);
    let (name, _) = names.free(&shape.least_image(lattice, &group))?;
    Some(format!("{name}'"))
}

/// The least image of a shape under the motions of a hand.
fn by_turns(lattice: &Lattice, shape: &Shape) -> Shape {
    shape.least_image(lattice, &Motions::Turn.group(lattice, shape.sites()))
}

/// The customary names and drawings of a lattice's forms of so many sites.
struct Names {
    /// By least image; of twins the one listed first.
    free: HashMap<Shape, (&'static str, Shape)>,
    /// By least image under turns alone, where hands are told apart.
    one_sided: HashMap<Shape, (&'static str, Shape)>,
}

impl Names {
    fn new(lattice: &Lattice, size: usize, has_hands: bool) -> Names {
        let group = point_group(lattice);
        let mut names = Names { free: HashMap::new(), one_sided: HashMap::new() };
        for named in lattice.names.iter().copied().flatten() {
            let sites = art::shape_sites(lattice, named.art).expect("bundled art is sound");
            let (drawn, _) = Shape::normalise(lattice, &sites).expect("bundled art has sites");
            if drawn.size() != size {
                continue;
            }
            if has_hands {
                let turned = by_turns(lattice, &drawn);
                names.one_sided.insert(turned, (named.name, drawn.clone()));
            }
            let least = drawn.least_image(lattice, &group);
            names.free.entry(least).or_insert((named.name, drawn));
        }
        names
    }

    fn free(&self, least: &Shape) -> Option<&(&'static str, Shape)> {
        self.free.get(least)
    }

    fn one_sided(&self, lattice: &Lattice, shape: &Shape) -> Option<Member> {
        let (name, drawn) = self.one_sided.get(&by_turns(lattice, shape))?;
        Some(Member { name: (*name).to_owned(), shape: drawn.clone() })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::lattice::{ALL, cube, hexagon, square, square_edges, tetrakis, triangle};

    /// The sizes of all families up to n = 7 that have been published: free, one-sided, fixed.
    type Row = (usize, usize, usize);

    /// A000105, A000988, A001168.
    const POLYOMINOES: &[Row] = &[
        (1, 1, 1),
        (1, 1, 2),
        (2, 2, 6),
        (5, 7, 19),
        (12, 18, 63),
        (35, 60, 216),
        (108, 196, 760),
        (369, 704, 2725),
        (1285, 2500, 9910),
    ];
    /// A030222, A030233, A006770.
    const POLYKINGS: &[Row] =
        &[(1, 1, 1), (2, 2, 4), (5, 6, 20), (22, 34, 110), (94, 166, 638), (524, 991, 3832)];
    /// A019988, A151537, A096267.
    const POLYSTICKS: &[Row] = &[
        (1, 1, 2),
        (2, 2, 6),
        (5, 7, 22),
        (16, 25, 88),
        (55, 99, 372),
        (222, 416, 1628),
        (950, 1854, 7312),
    ];
    /// A000577, A006534, A001420.
    const POLYIAMONDS: &[Row] = &[
        (1, 1, 2),
        (1, 1, 3),
        (1, 1, 6),
        (3, 4, 14),
        (4, 6, 36),
        (12, 19, 94),
        (24, 43, 250),
        (66, 120, 675),
        (160, 307, 1838),
        (448, 866, 5053),
    ];
    /// A159867, A151539; the fixed ones recounted.
    const POLYTRIGS: &[Row] =
        &[(1, 1, 3), (3, 3, 15), (12, 19, 91), (60, 104, 603), (375, 719, 4215)];
    /// A000228, A006535, A001207.
    const POLYHEXES: &[Row] = &[
        (1, 1, 1),
        (1, 1, 3),
        (3, 3, 11),
        (7, 10, 44),
        (22, 33, 186),
        (82, 147, 814),
        (333, 620, 3652),
        (1448, 2821, 16_689),
    ];
    /// A197459, A197460; the fixed ones recounted.
    const POLYTWIGS: &[Row] = &[
        (1, 1, 3),
        (1, 1, 6),
        (3, 4, 14),
        (4, 6, 36),
        (12, 19, 99),
        (27, 49, 281),
        (78, 143, 816),
        (208, 403, 2415),
    ];
    /// A006074, A151519; the fixed ones recounted.
    const POLYTANS: &[Row] = &[
        (1, 1, 4),
        (3, 4, 9),
        (4, 6, 24),
        (14, 22, 71),
        (30, 56, 224),
        (107, 198, 740),
        (318, 624, 2496),
    ];
    /// Free ones A057786; the others recounted.
    const POLYKITES: &[Row] = &[
        (1, 1, 6),
        (2, 2, 12),
        (4, 6, 32),
        (10, 16, 93),
        (27, 48, 288),
        (85, 158, 926),
        (262, 508, 3048),
    ];
    /// Free ones A197462; the others recounted.
    const POLYDRAFTERS: &[Row] = &[
        (1, 2, 12),
        (3, 3, 18),
        (3, 6, 36),
        (9, 13, 75),
        (14, 28, 168),
        (38, 66, 386),
        (74, 148, 888),
    ];
    /// Free ones A343577; the others recounted.
    const POLYOCTASQUARES: &[Row] =
        &[(2, 2, 2), (2, 2, 6), (7, 8, 26), (22, 34, 121), (93, 158, 597), (413, 777, 3040)];
    /// Free ones A309159; the others recounted. Squares at its two kinds of fourfold centres are the same
    /// but for flips.
    const POLYSNUBS: &[Row] =
        &[(2, 3, 6), (2, 3, 10), (4, 7, 24), (10, 18, 68), (28, 53, 198), (79, 152, 594)];
    /// All recounted.
    const POLYCAIROS: &[Row] =
        &[(1, 1, 4), (2, 3, 10), (5, 8, 32), (17, 31, 112), (55, 103, 412), (206, 401, 1572)];
    /// Free ones A197156; the others recounted.
    const POLYHOUSES: &[Row] =
        &[(1, 1, 2), (3, 4, 5), (5, 8, 16), (20, 34, 57), (56, 106, 212), (225, 430, 817)];
    /// A038119, A000162, A001931.
    const POLYCUBES: &[Row] = &[
        (1, 1, 1),
        (1, 1, 3),
        (2, 2, 15),
        (7, 8, 86),
        (23, 29, 534),
        (112, 166, 3481),
        (607, 1023, 23_502),
    ];

    /// Free ones A038173; one-sided ones recounted by comparing distances and hands of all pairs, since
    /// turns of the lattice alone (A038172) leave flat ones apart; the fixed ones recounted.
    const POLYSPHERES: &[Row] =
        &[(1, 1, 1), (1, 1, 6), (4, 4, 50), (20, 25, 475), (131, 210, 4881)];
    /// All recounted.
    const TRIANGULAR_POLYPRISMS: &[Row] =
        &[(1, 1, 2), (2, 2, 5), (3, 3, 20), (11, 13, 91), (30, 43, 450), (137, 221, 2355)];
    /// All recounted.
    const HEXAGONAL_POLYPRISMS: &[Row] =
        &[(1, 1, 1), (2, 2, 4), (5, 5, 24), (20, 23, 168), (89, 123, 1274), (569, 911, 10_165)];

    /// All recounted; the fixed ones by a program of its own.
    const RHOMBIC: &[Row] =
        &[(1, 1, 24), (3, 3, 48), (4, 6, 144), (16, 24, 474), (39, 70, 1680), (152, 274, 6236)];

    /// All recounted by a program of its own.
    const POLYTETRAHEDRA: &[Row] =
        &[(2, 2, 10), (2, 2, 20), (3, 3, 60), (9, 12, 202), (23, 34, 742), (75, 126, 2878)];
    /// Free ones A343909; the others recounted by a program of its own.
    const TETRA_OCTA: &[Row] =
        &[(2, 2, 3), (1, 1, 8), (4, 4, 40), (9, 11, 214), (44, 65, 1272), (195, 339, 7944)];
    /// A365559, A365560; the one-sided ones recounted by a program of its own.
    const POLYSTICKS_IN_SPACE: &[Row] =
        &[(1, 1, 3), (2, 2, 15), (7, 8, 95), (28, 36, 681), (160, 242, 5277)];

    /// The rows of a polyform; none for one whose numbers are not known.
    fn published(lattice: &Lattice) -> &'static [Row] {
        match lattice.polyform {
            "polyomino" => POLYOMINOES,
            "polyking" => POLYKINGS,
            "polystick" => POLYSTICKS,
            "polyiamond" => POLYIAMONDS,
            "polytrig" => POLYTRIGS,
            "polyhex" => POLYHEXES,
            "polytwig" | "polyrhomb" => POLYTWIGS,
            "polytan" => POLYTANS,
            "polykite" => POLYKITES,
            "polydrafter" => POLYDRAFTERS,
            "polyoctasquare" => POLYOCTASQUARES,
            "polysnub" => POLYSNUBS,
            "polyhouse" => POLYHOUSES,
            "polycairo" => POLYCAIROS,
            "polycube" => POLYCUBES,
            "polysphere" => POLYSPHERES,
            "triangular polyprism" => TRIANGULAR_POLYPRISMS,
            "hexagonal polyprism" => HEXAGONAL_POLYPRISMS,
            "rhombic polytetrahedron" => RHOMBIC,
            "polytetrahedron" => POLYTETRAHEDRA,
            "tetrahedral-octahedral polyform" => TETRA_OCTA,
            "polystick in space" => POLYSTICKS_IN_SPACE,
            _ => &[],
        }
    }

    fn compare(sizes: std::ops::RangeInclusive<usize>) {
        for lattice in ALL {
            let rows = published(lattice).iter().enumerate().map(|(i, row)| (i + 1, row));
            for (n, &(free, one_sided, fixed)) in rows.filter(|(n, _)| sizes.contains(n)) {
                let size = |sameness| family(lattice, n, sameness).unwrap().len();
                assert_eq!(size(Congruence::Free), free, "free {lattice:?} {n}");
                assert_eq!(size(Congruence::OneSided), one_sided, "one-sided {lattice:?} {n}");
                assert_eq!(size(Congruence::Fixed), fixed, "fixed {lattice:?} {n}");
            }
        }
    }

    #[test]
    fn families_have_the_sizes_that_were_published() {
        compare(1..=7);
    }

    #[test]
    #[ignore = "takes a minute"]
    fn larger_families_have_the_sizes_that_were_published() {
        compare(8..=10);
    }

    #[test]
    fn the_forms_of_a_family_are_all_different_and_made_of_whole_units() {
        for lattice in ALL {
            for sameness in [Congruence::Free, Congruence::OneSided, Congruence::Fixed] {
                let members = family(lattice, 4, sameness).unwrap();
                let mut names: Vec<&str> = members.iter().map(|m| m.name.as_str()).collect();
                names.sort_unstable();
                names.dedup();
                assert_eq!(names.len(), members.len(), "{lattice:?}: a name twice");
                let least = |shape: &Shape| {
                    let group = sameness.motions().group(lattice, shape.sites());
                    shape.least_image(lattice, &group)
                };
                let mut least: Vec<Shape> = members.iter().map(|m| least(&m.shape)).collect();
                least.sort_unstable();
                least.dedup();
                assert_eq!(least.len(), members.len(), "{lattice:?}: a form twice");
                for member in &members {
                    assert_eq!(member.shape.size(), 4 * lattice.unit_size());
                    assert_eq!(lattice.stray(member.shape.sites()), None);
                    assert!(member.shape.is_connected(lattice));
                }
            }
        }
    }

    #[test]
    fn every_customary_name_belongs_to_a_form_of_its_own() {
        for lattice in ALL {
            let size = |art| art::shape_sites(lattice, art).unwrap().len();
            let named = || lattice.names.iter().copied().flatten();
            let sizes: BTreeSet<usize> = named().map(|own| size(own.art)).collect();
            let known = |size| Names::new(lattice, size, true).one_sided.len();
            let known: usize = sizes.into_iter().map(known).sum();
            assert_eq!(known, named().count(), "{lattice:?}: two drawings of one form");
        }
        let names = |lattice, n, sameness| {
            let members = family(lattice, n, sameness).unwrap();
            members.into_iter().map(|m| m.name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            names(&square_edges::LATTICE, 4, Congruence::Free),
            "F H I J L N O P R T U V W X Y Z"
        );
        assert_eq!(names(&square::LATTICE, 4, Congruence::OneSided), "I L L' O S S' T");
        assert_eq!(names(&cube::LATTICE, 4, Congruence::Free), "A I L O P T Z");
        assert_eq!(names(&cube::LATTICE, 4, Congruence::OneSided), "A B I L O P T Z");
        assert_eq!(
            names(&hexagon::LATTICE, 4, Congruence::Free),
            "arch bar bee pistol propeller wave worm"
        );
        assert_eq!(
            names(&triangle::LATTICE, 6, Congruence::OneSided),
            "bar bar' butterfly chevron crook crook' crown hexagon hook hook' lobster signpost \
             signpost' snake snake' sphinx sphinx' yacht yacht'"
        );
        assert_eq!(names(&tetrakis::LATTICE, 2, Congruence::Free), "parallelogram square triangle");
    }

    #[test]
    fn a_family_too_large_to_use_is_refused() {
        assert!(free_forms(&square::LATTICE, 0).is_err());
        assert!(matches!(free_forms(&square::LATTICE, 40), Err(FamilyError::TooManyForms { .. })));
    }
}
