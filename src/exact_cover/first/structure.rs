//! The facts of a problem that a beam needs, whatever the order of its sweep: which items are sites
//! that must be covered, which are pieces, how sites adjoin, and how awkward each piece is.

use super::Layout;
use crate::exact_cover::{ItemId, ItemKind, OptionId, Problem};

/// No bit, no piece.
pub(super) const NONE: u32 = u32::MAX;
/// The mark of a covered rank in a state, which else holds how many open ones adjoin it.
pub(super) const COVERED: u8 = 1 << 7;
/// The largest number of ranks that may adjoin one.
const MAX_NEAR: usize = COVERED as usize - 1;
/// The largest number of items that a state keeps as bits.
const MAX_BITS: usize = u16::MAX as usize;
/// The number of placements from which the mean boundary of a piece is taken.
const SAMPLED_PLACEMENTS: usize = 200;

/// A piece of the problem.
#[derive(Clone, Debug)]
pub(super) struct PieceFacts {
    pub(super) item: ItemId,
    pub(super) min: u32,
    pub(super) max: u32,
    /// True if its item is primary.
    pub(super) is_primary: bool,
    /// True if it can be placed without covering a required site.
    pub(super) is_loose: bool,
    /// The mean number of required sites that it covers.
    pub(super) size: f32,
    /// The awkwardness relative to the others: the higher, the earlier it is worth placing.
    pub(super) weight: f32,
}

/// Lists of numbers, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    pub(super) starts: Vec<u32>,
    pub(super) values: Vec<u32>,
}

impl Lists {
    pub(super) fn new(lists: impl Iterator<Item = impl Iterator<Item = u32>>) -> Lists {
        let mut all = Lists { starts: vec![0], values: Vec::new() };
        for list in lists {
            all.values.extend(list);
            all.starts.push(all.values.len() as u32);
        }
        all
    }

    #[inline]
    pub(super) fn get(&self, i: usize) -> &[u32] {
        &self.values[self.starts[i] as usize..self.starts[i + 1] as usize]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The lists that the values of pairs make, by their keys below `keys`: in the order in which the
    /// pairs come, which must be the same both times.
    pub(super) fn sorted<I: Iterator<Item = (usize, u32)>>(
        keys: usize,
        pairs: impl Fn() -> I,
    ) -> Lists {
        let mut starts = vec![0u32; keys + 1];
        pairs().for_each(|(key, _)| starts[key + 1] += 1);
        for i in 0..keys {
            starts[i + 1] += starts[i];
        }
        let mut values = vec![0; starts[keys] as usize];
        let mut next = starts.clone();
        for (key, value) in pairs() {
            values[next[key] as usize] = value;
            next[key] += 1;
        }
        Lists { starts, values }
    }
}

/// A problem as the beam sees it. A *bit* is an item that is covered once at most: first the sites
/// that must be covered, then all others.
#[derive(Debug)]
pub(super) struct Ground<'p> {
    pub(super) problem: &'p Problem,
    /// The number of sites that must be covered.
    pub(super) required: usize,
    /// The item of each bit.
    pub(super) items: Vec<ItemId>,
    /// The bit of each item, or [`NONE`].
    bit_of: Vec<u32>,
    /// The piece of each item, or [`NONE`].
    piece_of: Vec<u32>,
    /// The piece of each option.
    option_pieces: Vec<u32>,
    /// Where the bits of each option end in `option_bits`.
    option_ends: Vec<u32>,
    option_bits: Vec<u16>,
    pub(super) pieces: Vec<PieceFacts>,
    /// The coordinates of each required site.
    pub(super) places: Vec<[i32; 3]>,
    /// The bits of the sites that adjoin each bit.
    pub(super) neighbours: Lists,
    /// For each option, the sites adjoining its own on the lattice, and those of its own that adjoin
    /// each other.
    pub(super) fixed: Vec<u16>,
    /// The options without a required site.
    pub(super) loose: Vec<OptionId>,
    /// True for each number of sites that whole pieces can fill; beyond its end any can.
    pub(super) fillable: Vec<bool>,
    /// The largest number of bits of an option.
    pub(super) longest: usize,
    pub(super) dimension: usize,
    /// True if the sites of every piece are connected.
    pub(super) is_connected: bool,
}

impl<'p> Ground<'p> {
    /// `None` for a problem that the beam cannot work on: one with colours, without sites, or with
    /// other primary items than pieces and sites; or a lattice of very many neighbours.
    pub(super) fn new(problem: &'p Problem, layout: &Layout) -> Option<Ground<'p>> {
        if problem.has_colours() {
            return None;
        }
        let mut ground = Ground::of_items(problem, layout)?;
        ground.look_at_options(layout)?;
        Some(ground)
    }

    fn of_items(problem: &'p Problem, layout: &Layout) -> Option<Ground<'p>> {
        let mut piece_of = vec![NONE; problem.items().len()];
        for (n, item) in layout.pieces.iter().enumerate() {
            piece_of[item.index()] = n as u32;
        }
        let must = |item: &ItemId| problem.item(*item).kind == ItemKind::ONCE;
        let mut items: Vec<ItemId> = layout.sites.iter().copied().filter(must).collect();
        let required = items.len();
        let mut bit_of = vec![NONE; problem.items().len()];
        let mut other = Vec::new();
        items.iter().zip(0..).for_each(|(item, bit)| bit_of[item.index()] = bit);
        for (n, item) in problem.items().iter().enumerate() {
            if bit_of[n] != NONE || piece_of[n] != NONE {
                continue;
            }
            if item.kind != ItemKind::Secondary {
                return None;
            }
            bit_of[n] = (required + other.len()) as u32;
            other.push(ItemId(n as u32));
        }
        items.append(&mut other);
        if required == 0 || items.len() > MAX_BITS {
            return None;
        }
        let mut site_of = vec![NONE; items.len()];
        for (site, item) in layout.sites.iter().enumerate() {
            site_of[bit_of[item.index()] as usize] = site as u32;
        }
        let around = |&site: &u32| {
            let around: &[u32] = match site {
                NONE => &[],
                site => &layout.neighbours[site as usize],
            };
            around.iter().map(|&near| bit_of[layout.sites[near as usize].index()])
        };
        if layout.neighbours.iter().any(|near| near.len() > MAX_NEAR) {
            return None;
        }
        let neighbours = Lists::new(site_of.iter().map(around));
        let places = site_of[..required].iter().map(|&site| layout.places[site as usize]).collect();
        let facts = |&item: &ItemId| {
            let (min, max, is_primary) = match problem.item(item).kind {
                ItemKind::Primary { min, max } => (min, max, true),
                ItemKind::Secondary => (0, 1, false),
            };
            PieceFacts { item, min, max, is_primary, is_loose: false, size: 0.0, weight: 0.0 }
        };
        Some(Ground {
            problem,
            required,
            items,
            bit_of,
            piece_of,
            option_pieces: Vec::new(),
            option_ends: Vec::new(),
            option_bits: Vec::new(),
            pieces: layout.pieces.iter().map(facts).collect(),
            places,
            neighbours,
            fixed: Vec::new(),
            loose: Vec::new(),
            fillable: Vec::new(),
            longest: 0,
            dimension: layout.dimension,
            is_connected: layout.is_connected,
        })
    }

    /// The piece of an option.
    #[inline]
    pub(super) fn piece(&self, option: OptionId) -> u32 {
        self.option_pieces[option.index()]
    }

    /// The bits of an option.
    #[inline]
    pub(super) fn bits(&self, option: OptionId) -> &[u16] {
        let start = option.index().checked_sub(1).map_or(0, |before| self.option_ends[before]);
        &self.option_bits[start as usize..self.option_ends[option.index()] as usize]
    }

    /// Notes the piece and the bits of each option; `None` if one of them has no piece, or several.
    fn list_options(&mut self) -> Option<()> {
        self.option_bits.reserve_exact(self.problem.cell_count());
        self.option_ends.reserve_exact(self.problem.option_count());
        self.option_pieces.reserve_exact(self.problem.option_count());
        for (_, cells) in self.problem.options() {
            let mut piece = NONE;
            for item in cells.items() {
                match self.bit_of[item.index()] {
                    NONE if piece != NONE => return None,
                    NONE => piece = self.piece_of[item.index()],
                    bit => self.option_bits.push(bit as u16),
                }
            }
            if piece == NONE {
                return None;
            }
            self.option_pieces.push(piece);
            self.option_ends.push(u32::try_from(self.option_bits.len()).ok()?);
        }
        Some(())
    }

    /// Collects facts from the options; `None` if one of them has no piece, or several.
    fn look_at_options(&mut self, layout: &Layout) -> Option<()> {
        self.list_options()?;
        let degrees: Vec<u32> = self.degrees(layout);
        let mut sums = vec![Sums::default(); self.pieces.len()];
        let mut stamps = vec![NONE; self.items.len()];
        let (mut fixed, mut loose, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        for option in (0..self.option_pieces.len() as u32).map(OptionId) {
            let sum = &mut sums[self.piece(option) as usize];
            let (mut bits, mut own, mut required, mut around) = (0, 0, 0, 0);
            for bit in self.bits(option).iter().map(|&bit| usize::from(bit)) {
                let near = self.neighbours.get(bit).iter();
                own += 2 * near.filter(|&&near| stamps[near as usize] == option.0).count();
                stamps[bit] = option.0;
                required += usize::from(bit < self.required);
                around += degrees[bit] as usize;
                bits += 1;
            }
            sizes.resize(sizes.len().max(required + 1), false);
            sizes[required] = true;
            self.longest = self.longest.max(bits);
            fixed.push(u16::try_from(around + own).ok()?);
            if required == 0 {
                loose.push(option);
            }
            sum.count += 1;
            sum.sites += required;
            if sum.count <= SAMPLED_PLACEMENTS {
                let near = |&bit: &u16| self.neighbours.get(usize::from(bit)).len();
                sum.boundary += self.bits(option).iter().map(near).sum::<usize>() - own;
            }
        }
        for &option in &loose {
            let piece = self.piece(option) as usize;
            self.pieces[piece].is_loose = true;
        }
        (self.fixed, self.loose) = (fixed, loose);
        self.weigh(&sums);
        self.find_fillable(&sizes);
        Some(())
    }

    /// The number of sites that adjoin each bit on the lattice.
    fn degrees(&self, layout: &Layout) -> Vec<u32> {
        let mut degrees = vec![0; self.items.len()];
        for (item, degree) in layout.sites.iter().zip(&layout.degrees) {
            degrees[self.bit_of[item.index()] as usize] = *degree;
        }
        degrees
    }

    /// Ranks the pieces: those with many open sides and few placements first. Where not all pieces
    /// can be used, it says less which to use first.
    fn weigh(&mut self, sums: &[Sums]) {
        let (mut least, mut most) = (0.0, 0.0);
        for (piece, sum) in self.pieces.iter_mut().zip(sums) {
            if sum.count == 0 {
                continue;
            }
            let count = sum.count as f32;
            piece.size = sum.sites as f32 / count;
            let boundary = sum.boundary as f32 / sum.count.min(SAMPLED_PLACEMENTS) as f32;
            piece.weight = 0.5 * boundary - 0.5 * count.ln();
            least += piece.size * piece.min as f32;
            most += piece.size * piece.max.min(self.required as u32) as f32;
        }
        // A mean for each site covered, so that many small pieces count as much as few large ones.
        let used = |piece: &PieceFacts| piece.size > 0.0 && piece.max > 0;
        let total: f32 = self.pieces.iter().filter(|p| used(p)).map(|p| p.weight).sum();
        let sites: f32 = self.pieces.iter().filter(|p| used(p)).map(|p| p.size).sum();
        let mean = total / sites.max(1.0);
        let excess = (most - self.required as f32).max(0.0) / (most - least).max(1.0);
        for piece in &mut self.pieces {
            let share = if piece.min == piece.max { 1.0 } else { 1.0 - excess };
            piece.weight = (piece.weight - mean * piece.size) * share.clamp(0.0, 1.0);
        }
    }

    /// Finds the small numbers of sites that pieces can fill, by their sizes alone.
    fn find_fillable(&mut self, sizes: &[bool]) {
        let mut fillable = vec![false; 3 * self.longest + 1];
        fillable[0] = true;
        for n in 1..fillable.len() {
            let sizes = (1..sizes.len().min(n + 1)).filter(|&size| sizes[size]);
            fillable[n] = sizes.into_iter().any(|size| fillable[n - size]);
        }
        self.fillable = fillable;
    }

    /// Returns whether pieces can fill a number of sites, by their sizes alone.
    pub(super) fn is_fillable(&self, sites: usize) -> bool {
        self.fillable.get(sites).is_none_or(|fillable| *fillable)
    }
}

/// The sums over the placements of a piece.
#[derive(Clone, Default)]
struct Sums {
    count: usize,
    sites: usize,
    /// Sites of the board adjoining the first placements.
    boundary: usize,
}
