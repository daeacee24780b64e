//! The order in which the beam fills the sites, and the options by the first site that they cover.

use super::structure::{Ground, Lists, NONE};
use crate::exact_cover::OptionId;
use crate::random::Random;

/// The largest number of lists of options, one for each site and piece.
const MAX_LISTS: usize = 50_000_000;
/// The largest number of cells of all options for which those of each site are listed.
const MAX_LISTED_CELLS: usize = 20_000_000;
/// Orders whose mean cut is at most this much longer than the least are as good.
const AS_GOOD: f64 = 1.02;

/// Orders of the required sites along which the covered area has a short border.
#[derive(Debug)]
pub(super) struct Orders(Vec<Vec<u32>>);

impl Orders {
    /// Of the directions with small coordinates those with the shortest mean cut. `end` is the number
    /// of sites that are left to an exhaustive ending: the order closes with a compact area.
    pub(super) fn new(ground: &Ground<'_>, end: usize) -> Orders {
        let directions = directions(ground.dimension);
        let mut orders: Vec<(f64, Vec<u32>)> = Vec::new();
        let axes: Vec<[i32; 3]> = directions
            .iter()
            .copied()
            .filter(|d| d.iter().map(|n| n.abs()).sum::<i32>() == 1)
            .collect();
        for &first in &directions {
            for &second in &axes {
                let key = |bit: &u32| {
                    let place = ground.places[*bit as usize];
                    (along(first, place), along(second, place), place)
                };
                let mut order: Vec<u32> = (0..ground.required as u32).collect();
                order.sort_by_key(key);
                orders.push((mean_cut(ground, &order), order));
            }
        }
        let least = orders.iter().map(|(cut, _)| *cut).fold(f64::INFINITY, f64::min);
        orders.retain(|(cut, _)| *cut <= least * AS_GOOD);
        let ended = |(cut, order): (f64, Vec<u32>)| close(ground, order, cut, end);
        let mut orders: Vec<Vec<u32>> = orders.into_iter().map(ended).collect();
        orders.sort_unstable();
        orders.dedup();
        Orders(orders)
    }

    /// One of them.
    pub(super) fn draw(&self, random: &mut Random) -> &[u32] {
        &self.0[random.below(self.0.len())]
    }

    /// Returns whether there is only one.
    pub(super) fn is_single(&self) -> bool {
        self.0.len() == 1
    }
}

/// All vectors with small coordinates but those that are multiples of another.
fn directions(dimension: usize) -> Vec<[i32; 3]> {
    let reach = if dimension == 2 { 2 } else { 1 };
    let depth = if dimension == 2 { 0 } else { 1 };
    let mut all = Vec::new();
    for x in -reach..=reach {
        for y in -reach..=reach {
            for z in -depth..=depth {
                if [x, y, z].iter().any(|n: &i32| n.abs() == 1) {
                    all.push([x, y, z]);
                }
            }
        }
    }
    all
}

fn along(direction: [i32; 3], place: [i32; 3]) -> i32 {
    direction.iter().zip(place).map(|(a, b)| a * b).sum()
}

/// The mean number of adjoining sites of which one is before and one behind a place in the order.
fn mean_cut(ground: &Ground<'_>, order: &[u32]) -> f64 {
    let mut rank = vec![0u32; ground.required];
    order.iter().zip(0..).for_each(|(bit, n)| rank[*bit as usize] = n);
    let mut sum = 0u64;
    for bit in 0..ground.required {
        for &near in ground.neighbours.get(bit) {
            if near as usize > bit && (near as usize) < ground.required {
                sum += u64::from(rank[bit].abs_diff(rank[near as usize]));
            }
        }
    }
    sum as f64 / ground.required as f64
}

/// Sweeps the last strip of an order lengthwise, so that the area left at the end is compact.
fn close(ground: &Ground<'_>, mut order: Vec<u32>, cut: f64, end: usize) -> Vec<u32> {
    let depth = (end as f64).powf(1.0 / ground.dimension as f64).ceil();
    let strip = (cut * depth) as usize;
    if strip <= end || strip >= order.len() {
        return order;
    }
    let from = order.len() - strip;
    let tail = &mut order[from..];
    let spread = |axis: usize| {
        let values = tail.iter().map(|&bit| ground.places[bit as usize][axis]);
        values.clone().max().unwrap_or(0) - values.min().unwrap_or(0)
    };
    let mut axes: Vec<usize> = (0..ground.dimension).collect();
    axes.sort_by_key(|&axis| std::cmp::Reverse(spread(axis)));
    tail.sort_by_key(|&bit| {
        let place = ground.places[bit as usize];
        (place[axes[0]], axes.get(1).map_or(0, |&axis| place[axis]), place)
    });
    order
}

/// The options along an order, by the first site that they cover and by piece. A *rank* is the place
/// of a bit in the order; bits that are no required sites keep their numbers.
#[derive(Debug)]
pub(super) struct Table {
    pieces: usize,
    /// The rank of each bit.
    pub(super) ranks: Vec<u16>,
    /// The bit of each rank.
    pub(super) bits: Vec<u32>,
    /// The ranks that adjoin each rank.
    pub(super) neighbours: Lists,
    /// Where the entries of each rank and piece begin.
    starts: Vec<u32>,
    /// The option of each entry.
    pub(super) options: Vec<OptionId>,
    /// The entries that cover each rank, ascending; empty where they are too many.
    covering: Lists,
    /// The entries of each piece, ascending.
    of_piece: Lists,
    /// Where the cells of each entry begin.
    cell_starts: Vec<u32>,
    /// The ranks of each entry, ascending.
    cells: Vec<u16>,
    /// See [`Ground::fixed`].
    pub(super) fixed: Vec<u16>,
    /// The number of required sites.
    required: usize,
}

impl Table {
    /// `None` where there would be too many lists. Linear in the cells of all options.
    pub(super) fn new(ground: &Ground<'_>, order: &[u32]) -> Option<Table> {
        let (pieces, sites) = (ground.pieces.len(), ground.required);
        if sites.saturating_mul(pieces) > MAX_LISTS {
            return None;
        }
        let mut ranks: Vec<u16> = (0..ground.items.len()).map(|n| n as u16).collect();
        order.iter().zip(0..).for_each(|(bit, rank)| ranks[*bit as usize] = rank);
        let mut bits: Vec<u32> = order.to_vec();
        bits.extend(sites as u32..ground.items.len() as u32);
        let near = |&bit: &u32| {
            let near = ground.neighbours.get(bit as usize).iter();
            near.map(|&bit| u32::from(ranks[bit as usize]))
        };
        let neighbours = Lists::new(bits.iter().map(near));
        let piece = |option: OptionId| ground.piece(option) as usize;
        // The list of each option; none for those without a required site.
        let list = |option: OptionId| {
            let first = ground.bits(option).iter().map(|&bit| ranks[usize::from(bit)]).min();
            let first = first.map(usize::from).filter(|first| *first < sites)?;
            Some(first * pieces + piece(option))
        };
        let all = (0..ground.problem.option_count() as u32).map(OptionId);
        let lists: Vec<u32> = all.map(|option| list(option).map_or(NONE, |n| n as u32)).collect();
        let listed = || lists.iter().zip(0..).filter(|(list, _)| **list != NONE);
        let Lists { starts, values } = Lists::sorted(sites * pieces, || {
            listed().map(|(&list, option)| (list as usize, option))
        });
        let options: Vec<OptionId> = values.into_iter().map(OptionId).collect();
        let mut cells = Vec::with_capacity(ground.problem.cell_count());
        let mut cell_starts = Vec::with_capacity(options.len() + 1);
        cell_starts.push(0);
        for &option in &options {
            let from = cells.len();
            cells.extend(ground.bits(option).iter().map(|&bit| ranks[usize::from(bit)]));
            cells[from..].sort_unstable();
            cell_starts.push(cells.len() as u32);
        }
        let fixed = options.iter().map(|option| ground.fixed[option.index()]).collect();
        let required = sites;
        let pieces_of = |&option: &OptionId| piece(option);
        let of_piece = Lists::sorted(pieces, || options.iter().map(pieces_of).zip(0..));
        let table = Table {
            pieces,
            ranks,
            bits,
            neighbours,
            starts,
            options,
            covering: Lists::default(),
            of_piece,
            cell_starts,
            cells,
            fixed,
            required,
        };
        let is_listed = table.cells.len() <= MAX_LISTED_CELLS;
        let covering = if is_listed { table.covering() } else { Lists::default() };
        Some(Table { covering, ..table })
    }

    /// Returns whether some entry of a piece has only free cells. Entries late in the sweep, which
    /// mostly do, come first.
    pub(super) fn has_place(&self, piece: usize, is_free: impl Fn(usize) -> bool) -> bool {
        let fits = |&entry: &u32| {
            self.cells(entry as usize).iter().all(|&rank| is_free(usize::from(rank)))
        };
        self.of_piece.get(piece).iter().rev().any(fits)
    }

    /// The entries that cover each rank, ascending.
    fn covering(&self) -> Lists {
        let cells =
            |entry| self.cells(entry).iter().map(move |&rank| (usize::from(rank), entry as u32));
        Lists::sorted(self.ranks.len(), || (0..self.options.len()).flat_map(cells))
    }

    /// Returns whether some entry that covers a rank has only free cells and a free piece, where
    /// all ranks below `first` are covered. Assumed where there are too many entries.
    pub(super) fn has_fitting(
        &self,
        (rank, first): (usize, usize),
        is_free: impl Fn(usize) -> bool,
        is_left: impl Fn(OptionId) -> bool,
    ) -> bool {
        if self.covering.is_empty() {
            return true;
        }
        let mut entries = self.covering.get(rank);
        let mut first = first;
        loop {
            // Those that begin where the rank is free: others are left out at once.
            let from = self.starts[first * self.pieces];
            entries = &entries[entries.partition_point(|&entry| entry < from)..];
            let Some(&entry) = entries.first() else { return false };
            first = usize::from(self.cells(entry as usize)[0]);
            if is_free(first) {
                let to = self.starts[(first + 1) * self.pieces];
                let fits = |&&entry: &&u32| {
                    let cells = self.cells(entry as usize);
                    cells.iter().all(|&rank| is_free(usize::from(rank)))
                        && is_left(self.options[entry as usize])
                };
                if entries.iter().take_while(|&&entry| entry < to).any(|e| fits(&e)) {
                    return true;
                }
            }
            first += 1;
        }
    }

    /// The entries of a piece whose first site has a rank.
    #[inline]
    pub(super) fn of(&self, rank: usize, piece: usize) -> std::ops::Range<usize> {
        let list = rank * self.pieces + piece;
        self.starts[list] as usize..self.starts[list + 1] as usize
    }

    /// The entries whose first site has a rank.
    pub(super) fn at(&self, rank: usize) -> std::ops::Range<usize> {
        let (from, to) = (rank * self.pieces, (rank + 1) * self.pieces);
        self.starts[from] as usize..self.starts[to] as usize
    }

    /// The ranks of an entry, ascending.
    #[inline]
    pub(super) fn cells(&self, entry: usize) -> &[u16] {
        &self.cells[self.cell_starts[entry] as usize..self.cell_starts[entry + 1] as usize]
    }

    /// The number of required sites of an entry.
    #[inline]
    pub(super) fn size(&self, entry: usize) -> usize {
        let cells = self.cells(entry);
        match cells.last() {
            Some(&last) if usize::from(last) < self.required => cells.len(),
            _ => cells.iter().filter(|rank| usize::from(**rank) < self.required).count(),
        }
    }

    /// The number of ranks.
    pub(super) fn rank_count(&self) -> usize {
        self.ranks.len()
    }
}
