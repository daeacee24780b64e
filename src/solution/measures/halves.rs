//! The division of a solution into two congruent halves.
//!
//! The pieces are divided into two sets; each set covers a connected part of the board, and an
//! isometry of the lattice, a flip or a shift among them, maps one part onto the other. (Golomb,
//! *Polyominoes*, 1965, chapter 2, asks for the 8×8 board without its middle in two congruent
//! parts of six pentominoes each.)
//!
//! For one isometry g that maps half A onto half B the parts are nearly fixed: a site that g takes
//! off the board lies in B, one that g brings from off the board lies in A, and a site and its
//! image lie in different halves. So the sides of the pieces follow from each other, and what is
//! left free is one choice for each group of pieces that depend on each other.

use crate::exact_cover::OptionId;
use crate::lattice::{Point, Positions};
use crate::puzzle::Puzzle;
use crate::symmetry::{Isometry, point_group};

use super::{Lists, geometry};

/// The most pieces with which halves are looked for: their choices may double with every two.
pub(super) const MAX_PIECES: usize = 32;
/// The number of sites on which an isometry is tried first.
const SAMPLES: usize = 64;
/// Stands for a site off the board.
const OFF: u32 = u32::MAX;

/// The isometries that may map one half of a board onto the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Halves {
    maps: Vec<HalfMap>,
    /// For each option the maps that no solution with it allows, as words of bits.
    excluded: Vec<u64>,
    /// Words of 64 maps that a set of maps has.
    words: usize,
    /// For each site its neighbours on the board.
    neighbours: Lists,
}

/// The effect of an isometry on the sites of a board.
#[derive(Clone, Debug)]
struct HalfMap {
    /// Pairs of a site and its image.
    pairs: Vec<[u32; 2]>,
    /// Sites whose image is off the board, which are in the second half.
    second: Vec<u32>,
    /// Sites that are the image of none, which are in the first half.
    first: Vec<u32>,
    /// The image of each site, or [`OFF`].
    images: Vec<u32>,
    /// Flags, one for each site: true if it is the image of another.
    is_image: Vec<bool>,
}

/// Working space for one solution at a time.
#[derive(Clone, Debug, Default)]
pub(super) struct HalvesSpace {
    /// The maps that the options of the solution allow.
    maps: Vec<u32>,
    /// For each piece the one that it depends on, and whether it is on the other side.
    parent: Vec<(u32, bool)>,
    side: Vec<bool>,
    stack: Vec<u32>,
    seen: Vec<bool>,
}

impl Halves {
    /// Of a puzzle all of whose sites must be covered, with the sites of its options. Cost: the
    /// order of the point group times the sites, times a few, as most isometries fail at the first
    /// sites; and the sites of all options for each of those left.
    pub(super) fn new(puzzle: &Puzzle, options: &Lists) -> Halves {
        let lattice = puzzle.lattice;
        let sites: Vec<Point> = puzzle.board.sites().iter().map(|s| s.site).collect();
        let positions = geometry::positions(puzzle);
        let mut maps = Vec::new();
        let Some(&start) = sites.first().filter(|_| sites.len().is_multiple_of(2)) else {
            return Halves::default();
        };
        let group = point_group(lattice);
        for &matrix in &group {
            let inverse = group.iter().find(|m| m.after(&matrix).is_shift());
            let inverse = *inverse.expect("a group has inverses");
            // The first site is in the first half, so its image is on the board.
            for &image in &sites {
                let shift = image - matrix.apply(start);
                if shift.coordinates().iter().any(|n| n % lattice.period != 0) {
                    continue;
                }
                let forth = Isometry { matrix, shift };
                let back = Isometry { matrix: inverse, shift: start - inverse.apply(image) };
                if alternates(&sites, &positions, [&forth, &back]) {
                    maps.extend(HalfMap::new(&sites, &positions, forth));
                }
            }
        }
        let on_board =
            |&site: &Point| lattice.neighbours(site).filter_map(|p| positions.get(p)).collect();
        let words = maps.len().div_ceil(64);
        let mut excluded = Vec::new();
        for option in options.iter() {
            let from = excluded.len();
            excluded.resize(from + words, 0);
            for (n, _) in maps.iter().enumerate().filter(|(_, map)| map.excludes(option)) {
                excluded[from + n / 64] |= 1 << (n % 64);
            }
        }
        Halves { maps, excluded, words, neighbours: sites.iter().map(on_board).collect() }
    }

    /// Returns whether no isometry can map one half onto the other, in a solution with these
    /// options. Faster than [`Halves::exist`], and true of most solutions without such halves.
    pub(super) fn are_excluded(&self, options: &[OptionId], space: &mut HalvesSpace) -> bool {
        space.maps.clear();
        for word in 0..self.words {
            let of = |option: &OptionId| self.excluded[option.index() * self.words + word];
            let mut left = !options.iter().map(of).fold(0, |all, own| all | own);
            while left != 0 {
                let map = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                space.maps.extend((map < self.maps.len()).then_some(map as u32));
            }
        }
        space.maps.is_empty()
    }

    /// Returns whether the solution whose pieces cover the sites like this splits into congruent
    /// halves. To be called after [`Halves::are_excluded`].
    pub(super) fn exist(&self, owner: &[u32], pieces: usize, space: &mut HalvesSpace) -> bool {
        let maps = std::mem::take(&mut space.maps);
        let exist = maps.iter().any(|&map| {
            let map = &self.maps[map as usize];
            let consistent = map.relate(owner, pieces, space);
            consistent && self.has_connected_half(map, owner, pieces, space)
        });
        space.maps = maps;
        exist
    }

    /// Returns whether some free choice makes the first half connected; the second is its image.
    fn has_connected_half(
        &self,
        map: &HalfMap,
        owner: &[u32],
        pieces: usize,
        space: &mut HalvesSpace,
    ) -> bool {
        // Side `false` is the first half. Roots with a side of their own are not free.
        let mut fixed: Vec<Option<bool>> = vec![None; pieces];
        for (sites, side) in [(&map.first, false), (&map.second, true)] {
            for &site in sites {
                let (root, turned) = space.find(owner[site as usize]);
                if fixed[root as usize].replace(side ^ turned).is_some_and(|s| s != side ^ turned) {
                    return false;
                }
            }
        }
        let roots: Vec<u32> = (0..pieces as u32).filter(|&n| space.find(n).0 == n).collect();
        let free: Vec<u32> =
            roots.into_iter().filter(|&root| fixed[root as usize].is_none()).collect();
        (0u64..1 << free.len()).any(|choice| {
            for (bit, &root) in free.iter().enumerate() {
                fixed[root as usize] = Some(choice >> bit & 1 == 1);
            }
            space.side.clear();
            for piece in 0..pieces as u32 {
                let (root, turned) = space.find(piece);
                space.side.push((fixed[root as usize] == Some(true)) ^ turned);
            }
            self.is_connected(owner, space)
        })
    }

    /// Returns whether the first half is connected.
    fn is_connected(&self, owner: &[u32], space: &mut HalvesSpace) -> bool {
        let HalvesSpace { side, stack, seen, .. } = space;
        let is_first = |site: u32| !side[owner[site as usize] as usize];
        let Some(start) = (0..owner.len() as u32).find(|&site| is_first(site)) else {
            return false;
        };
        seen.clear();
        seen.resize(owner.len(), false);
        stack.clear();
        stack.push(start);
        seen[start as usize] = true;
        let mut reached = 0;
        while let Some(site) = stack.pop() {
            reached += 1;
            for &next in self.neighbours.get(site as usize) {
                if is_first(next) && !std::mem::replace(&mut seen[next as usize], true) {
                    stack.push(next);
                }
            }
        }
        2 * reached == owner.len()
    }
}

/// Returns whether halves can alternate along the path through some sites, from image to image.
/// Most isometries fail here, before the whole board is checked.
fn alternates(sites: &[Point], positions: &Positions, [forth, back]: [&Isometry; 2]) -> bool {
    let step = sites.len().div_ceil(SAMPLES);
    sites.iter().step_by(step).all(|&start| {
        let mut length = 1;
        for isometry in [forth, back] {
            let mut at = isometry.apply(start);
            while positions.get(at).is_some() {
                if at == start {
                    // Around a cycle, whose length was counted but for the start.
                    return length % 2 == 0;
                }
                length += 1;
                at = isometry.apply(at);
            }
        }
        length % 2 == 0
    })
}

impl HalfMap {
    /// Of an isometry, unless it can map no half of the board onto the other: following a site
    /// from image to image, halves take turns, from the first half to the second.
    fn new(sites: &[Point], positions: &Positions, isometry: Isometry) -> Option<HalfMap> {
        let image = |site: Point| positions.get(isometry.apply(site)).unwrap_or(OFF);
        let mut images = Vec::with_capacity(sites.len());
        let mut is_image = vec![false; sites.len()];
        for (n, &site) in sites.iter().enumerate() {
            let to = image(site);
            if to == n as u32 {
                return None;
            }
            if to != OFF {
                is_image[to as usize] = true;
            }
            images.push(to);
        }
        let mut seen = vec![false; sites.len()];
        let starts = (0..sites.len()).filter(|&n| !is_image[n]).chain(0..sites.len());
        for start in starts {
            let (mut length, mut at) = (0usize, start as u32);
            while at != OFF && !seen[at as usize] {
                seen[at as usize] = true;
                length += 1;
                at = images[at as usize];
            }
            if length % 2 == 1 {
                return None;
            }
        }
        let numbered = || (0u32..).zip(&images);
        let pairs: Vec<[u32; 2]> =
            numbered().filter(|(_, to)| **to != OFF).map(|(n, &to)| [n, to]).collect();
        Some(HalfMap {
            pairs,
            images: images.clone(),
            second: numbered().filter(|(_, to)| **to == OFF).map(|(n, _)| n).collect(),
            first: (0u32..).zip(&is_image).filter(|(_, is)| !**is).map(|(n, _)| n).collect(),
            is_image,
        })
    }

    /// Returns whether a piece on these sites would have to be in both halves.
    fn excludes(&self, sites: &[u32]) -> bool {
        let image = |&site: &u32| self.images[site as usize];
        let is_first = |&site: &u32| !self.is_image[site as usize];
        sites.iter().any(|site| sites.contains(&image(site)))
            || sites.iter().any(|site| image(site) == OFF) && sites.iter().any(is_first)
    }

    /// Relates the sides of the pieces; whether they agree.
    fn relate(&self, owner: &[u32], pieces: usize, space: &mut HalvesSpace) -> bool {
        space.parent.clear();
        space.parent.extend((0..pieces as u32).map(|n| (n, false)));
        self.pairs.iter().all(|&[a, b]| space.part(owner[a as usize], owner[b as usize]))
    }
}

impl HalvesSpace {
    /// The piece that stands for those that depend on a piece, and whether it is on the other side.
    fn find(&self, mut piece: u32) -> (u32, bool) {
        let mut turned = false;
        loop {
            let (parent, other) = self.parent[piece as usize];
            if parent == piece {
                return (piece, turned);
            }
            turned ^= other;
            piece = parent;
        }
    }

    /// Puts two pieces on different sides; whether they were not on one side already.
    fn part(&mut self, a: u32, b: u32) -> bool {
        let ((root_a, turned_a), (root_b, turned_b)) = (self.find(a), self.find(b));
        if root_a == root_b {
            return turned_a != turned_b;
        }
        let [from, to] = if root_a < root_b { [root_b, root_a] } else { [root_a, root_b] };
        self.parent[from as usize] = (to, turned_a == turned_b);
        true
    }
}
