//! Where shapes fit on a board: found for 64 places at a time.
//!
//! For each class of sites, the cells of the lattice (one period along each axis) in which the
//! board has a site of that class are a set of bits, a row after the other. A shape fits, shifted
//! by some cells, where every site of it meets a bit: the intersection of the sets, each shifted
//! by the cell of a site.

use crate::lattice::{Lattice, Point, Positions};
use crate::polyform::Shape;
use crate::puzzle::{Board, BoardSite};

/// Bits are made for a board whose bounding box has at most this many words for each of its
/// sites, which holds of every compact board; on scattered sites each place is tried alone.
const MAX_WORDS_PER_SITE: u64 = 64;

/// A board, made ready for finding where shapes fit.
#[derive(Debug)]
pub(super) struct FitFinder<'a> {
    lattice: &'a Lattice,
    sites: &'a [BoardSite],
    grid: Option<Grid>,
}

/// The sites of a board as bits.
#[derive(Debug)]
struct Grid {
    /// The least cell of the bounding box, and its size: columns, rows, layers.
    least: [i32; 3],
    size: [usize; 3],
    /// Words of a row.
    words: usize,
    /// For each class of sites the rows, layer after layer.
    classes: Vec<Vec<u64>>,
}

/// A site of a shape, on a grid: the class and the cell.
struct CellSite {
    class: usize,
    cell: [usize; 3],
}

impl<'a> FitFinder<'a> {
    /// Prepares a board. Cost: linear in its sites.
    pub(super) fn new(lattice: &'a Lattice, board: &'a Board) -> FitFinder<'a> {
        FitFinder { lattice, sites: board.sites(), grid: Grid::new(lattice, board.sites()) }
    }

    /// Calls back with every shift, in reading order, that brings all sites of a shape onto the
    /// board.
    pub(super) fn each_fit(&self, shape: &Shape, positions: &Positions, found: impl FnMut(Point)) {
        match &self.grid {
            Some(grid) => grid.each_fit(self.lattice, shape, found),
            None => self.each_fit_tried(shape, positions, found),
        }
    }

    /// Tries every site of the board as the first one of the shape.
    fn each_fit_tried(&self, shape: &Shape, positions: &Positions, mut found: impl FnMut(Point)) {
        let period = self.lattice.period;
        for site in self.sites {
            let shift = site.site - shape.sites()[0];
            let is_whole = shift.coordinates().iter().all(|n| n % period == 0);
            if is_whole && shape.sites().iter().all(|&p| positions.get(p + shift).is_some()) {
                found(shift);
            }
        }
    }
}

impl Grid {
    /// The grid of a board; `None` where it would be much larger than the board.
    fn new(lattice: &Lattice, sites: &[BoardSite]) -> Option<Grid> {
        let cell = |site: Point| site.coordinates().map(|n| n.div_euclid(lattice.period));
        let (mut least, mut most) = (cell(sites.first()?.site), cell(sites.first()?.site));
        for site in sites {
            for (axis, n) in cell(site.site).into_iter().enumerate() {
                least[axis] = least[axis].min(n);
                most[axis] = most[axis].max(n);
            }
        }
        let length = |axis: usize| (i64::from(most[axis]) - i64::from(least[axis]) + 1) as u64;
        let words = length(0).div_ceil(64);
        let rows = length(1).checked_mul(length(2))?;
        let total = words.checked_mul(rows)?.checked_mul(lattice.classes.len() as u64)?;
        if total > MAX_WORDS_PER_SITE * sites.len() as u64 {
            return None;
        }
        let size = [0, 1, 2].map(|axis| length(axis) as usize);
        let words = words as usize;
        let mut classes = vec![vec![0; words * rows as usize]; lattice.classes.len()];
        for site in sites {
            let class = lattice.class_of(site.site)?;
            let at = cell(site.site);
            let [x, y, z] = [0, 1, 2].map(|axis| (at[axis] - least[axis]) as usize);
            classes[class][(z * size[1] + y) * words + x / 64] |= 1 << (x % 64);
        }
        Some(Grid { least, size, words, classes })
    }

    fn each_fit(&self, lattice: &Lattice, shape: &Shape, mut found: impl FnMut(Point)) {
        let Some(sites) = cell_sites(lattice, shape) else { return };
        let extent = [0, 1, 2].map(|axis| sites.iter().map(|s| s.cell[axis]).max().unwrap_or(0));
        let [_, rows, layers] = [0, 1, 2].map(|axis| self.size[axis].saturating_sub(extent[axis]));
        for (z, y) in (0..layers).flat_map(|z| (0..rows).map(move |y| (z, y))) {
            for word in 0..self.words {
                let meets = |bits: u64, site: &CellSite| match bits {
                    0 => 0,
                    _ => bits & self.word(site, [word, y, z]),
                };
                let mut bits = sites.iter().fold(u64::MAX, meets);
                while bits != 0 {
                    let x = 64 * word + bits.trailing_zeros() as usize;
                    bits &= bits - 1;
                    let cell = [x, y, z];
                    let shift = [0, 1, 2]
                        .map(|axis| (cell[axis] as i32 + self.least[axis]) * lattice.period);
                    found(Point::from(shift));
                }
            }
        }
    }

    /// The 64 bits of a site's class from where the site lies when the shape is shifted to the
    /// begin of a word; zeros beyond the end of the row.
    fn word(&self, site: &CellSite, [word, y, z]: [usize; 3]) -> u64 {
        let [dx, dy, dz] = site.cell;
        let start = ((z + dz) * self.size[1] + y + dy) * self.words;
        let row = &self.classes[site.class][start..start + self.words];
        let (first, by) = (word + dx / 64, dx % 64);
        let bits = |n: usize| row.get(n).copied().unwrap_or(0);
        match by {
            0 => bits(first),
            _ => bits(first) >> by | bits(first + 1) << (64 - by),
        }
    }
}

/// The sites of a shape on a grid; `None` should one be no site of the lattice.
fn cell_sites(lattice: &Lattice, shape: &Shape) -> Option<Vec<CellSite>> {
    let site = |&p: &Point| {
        let cell = p.coordinates().map(|n| n.div_euclid(lattice.period) as usize);
        Some(CellSite { class: lattice.class_of(p)?, cell })
    };
    shape.sites().iter().map(site).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::ALL;
    use crate::polyform::Motions;
    use crate::polyform::family::free_forms;

    /// A board of sites that some pseudorandom bits leave, far from the origin.
    fn board(lattice: &Lattice, size: [i32; 3], seed: u64) -> Board {
        let mut state = seed;
        let mut sites = Vec::new();
        for z in 0..size[2] {
            for (y, x) in (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (y, x))) {
                for class in lattice.classes {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let cell = Point::new(x - 3, y - 5, if lattice.dimension == 2 { 0 } else { z });
                    let period = lattice.period;
                    let shift = Point::new(cell.x * period, cell.y * period, cell.z * period);
                    if state >> 60 < 13 {
                        let site = Point::from(class.residue) + shift;
                        sites.push(BoardSite { site, required: true });
                    }
                }
            }
        }
        Board::new(sites)
    }

    #[test]
    fn shapes_fit_by_bits_where_they_fit_when_every_site_is_tried() {
        for lattice in ALL {
            let depth = if lattice.dimension == 2 { 1 } else { 3 };
            for (width, height) in [(1, 9), (20, 6), (64, 3), (150, 4)] {
                let board = board(lattice, [width, height, depth], width as u64);
                let positions = Positions::new(board.sites().iter().map(|s| s.site));
                let finder = FitFinder::new(lattice, &board);
                assert!(finder.grid.is_some());
                for shape in free_forms(lattice, 3).unwrap() {
                    for shape in shape.orientations(lattice, Motions::TurnAndFlip) {
                        let (mut by_bits, mut tried) = (Vec::new(), Vec::new());
                        finder.each_fit(&shape, &positions, |shift| by_bits.push(shift));
                        finder.each_fit_tried(&shape, &positions, |shift| tried.push(shift));
                        assert_eq!(by_bits, tried, "{lattice:?} {width}×{height} {shape:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_board_of_scattered_sites_takes_no_more_memory_than_a_compact_one() {
        let lattice = ALL[0];
        let far = 1 << 30;
        let corner = Point::from(lattice.classes[0].residue);
        let sites = [corner, corner + Point::new(far, far, 0)];
        let board = Board::new(sites.map(|site| BoardSite { site, required: true }).to_vec());
        let finder = FitFinder::new(lattice, &board);
        assert!(finder.grid.is_none());
        let (single, _) = Shape::normalise(lattice, &sites[..1]).unwrap();
        let positions = Positions::new(sites.into_iter());
        let mut found = Vec::new();
        finder.each_fit(&single, &positions, |shift| found.push(shift));
        assert_eq!(found.len(), 2);
    }
}
