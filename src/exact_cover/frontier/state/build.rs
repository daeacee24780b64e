//! The layout of a state, made from a problem and an order of its items.

use rustc_hash::FxHashMap;

use super::super::super::{ItemId, ItemKind};
use super::super::key::Key;
use super::super::{Covered, WeightedProblem};
use super::{Ahead, ClashTable, Counter, Layout, Level};

/// The largest number of items looked ahead to, the next one included.
const AHEAD: usize = 12;
/// The number of ways to cover those items beyond which no further item is looked at: the more
/// kinds of piece, the more ways there are and the fewer states they rule out.
const AHEAD_WAYS: usize = 400;
/// As [`AHEAD`], where what a window asks is worked out only once for each window.
const FAR: usize = 12;
/// As [`AHEAD_WAYS`], where what a window asks is worked out only once for each window.
const FAR_WAYS: usize = 1000;
/// The widest window, in bits, for which what it asks is kept.
const NARROW: u32 = 36;
/// The least number of bits of the others for which what a window asks is kept.
const KINDS: u32 = 8;
/// As [`AHEAD_WAYS`], where a sweep meets another: each shape of that one's frontier is a way.
const MEETING_WAYS: usize = 1 << 14;
/// The largest size of all tables together, in bytes.
const MAX_TABLE_BYTES: usize = 64 << 20;
/// The largest number of ways among which superfluous ones are looked for.
const MAX_COMPARED: usize = 256;

/// An option at the level of its first item.
#[derive(Clone, Copy, Debug)]
struct Turn<K> {
    option: u32,
    effect: Effect<K>,
}

/// The requirements of an option on a state, and its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Effect<K> {
    /// The bits that must not be set yet.
    clash: K,
    /// Those that are set: the same but for colours, which others may have set already.
    set: K,
    /// The additions to the counts.
    counts: K,
}

/// The options of all levels.
struct Turns<K> {
    by_level: Vec<Vec<Turn<K>>>,
    /// For each item, the level after the last at which some option covers it.
    ends: Vec<usize>,
}

/// The place of an item in the state.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// An item of the order: its index there.
    Swept(usize),
    /// One of the others: its lowest bit.
    Other(u32),
    /// One of the others, to be covered once or more: its bit.
    Reached(u32),
    /// An item that no state shows, as its limit cannot be reached.
    Free,
}

/// The places of all items, from which the layout is made.
struct Places {
    places: Vec<Place>,
    /// The swept items.
    order: Vec<u32>,
    /// The number of colours of each item.
    colours: Vec<u32>,
    window: u32,
    /// Bits of a state.
    bits: u32,
}

/// The bits that the count of a multiplicity takes, without its guard.
fn count_bits(max: u64) -> u32 {
    u64::BITS - max.leading_zeros()
}

/// The bounds of a multiplicity that must be counted; `None` for other items.
fn counted(kind: ItemKind) -> Option<(u64, u64)> {
    match kind {
        ItemKind::Primary { min, max } if kind != ItemKind::ONCE => Some((min.into(), max.into())),
        _ => None,
    }
}

/// Returns whether an option can be chosen at all: not one of secondary items alone, and none that
/// covers an item more often than allowed.
fn usable(cover: &WeightedProblem, option: &[Covered]) -> bool {
    let kind = |covered: &Covered| cover.kinds[covered.item as usize];
    let possible = |covered: &Covered| match kind(covered) {
        ItemKind::Primary { max, .. } => covered.times <= max,
        ItemKind::Secondary => covered.times == 1 || covered.colour != 0,
    };
    option.iter().any(|c| kind(c) != ItemKind::Secondary) && option.iter().all(possible)
}

impl Places {
    /// `None` when some option has no swept item.
    fn new(cover: &WeightedProblem, order: &[ItemId]) -> Option<Places> {
        let mut places = vec![Place::Free; cover.kinds.len()];
        let mut colours = vec![0; cover.kinds.len()];
        for covered in cover.options.iter().flatten() {
            let most = &mut colours[covered.item as usize];
            *most = covered.colour.max(*most);
        }
        let mut swept = Vec::new();
        for item in order {
            let place = &mut places[item.index()];
            let once = counted(cover.kinds[item.index()]).is_none() && colours[item.index()] == 0;
            if matches!(place, Place::Free) && once {
                *place = Place::Swept(swept.len());
                swept.push(item.0);
            }
        }
        let position = |covered: &Covered| match places[covered.item as usize] {
            Place::Swept(position) => Some(position),
            _ => None,
        };
        let mut window = 1;
        let mut most_times = vec![0u32; cover.kinds.len()];
        for option in cover.options.iter().filter(|option| usable(cover, option)) {
            let first = option.iter().filter_map(position).min()?;
            let last = option.iter().filter_map(position).max()?;
            window = window.max((last - first + 1) as u32);
            for &Covered { item, times, .. } in option {
                most_times[item as usize] = most_times[item as usize].max(times);
            }
        }
        let mut bits = window;
        for (item, place) in places.iter_mut().enumerate() {
            if matches!(place, Place::Swept(_)) {
                continue;
            }
            let needed = match counted(cover.kinds[item]) {
                None => 1 + colours[item],
                Some((min, max)) => {
                    // Each option chosen covers a swept item, so there are no more of them.
                    let most = u64::from(most_times[item]) * swept.len() as u64;
                    if min == 0 && max >= most {
                        continue;
                    }
                    if min == 1 && max >= most {
                        *place = Place::Reached(bits);
                        bits += 1;
                        continue;
                    }
                    count_bits(max) + 1
                }
            };
            *place = Place::Other(bits);
            bits += needed;
        }
        Some(Places { places, order: swept, colours, window, bits })
    }

    /// The counts of all multiplicities when nothing is covered, and the guard bits above them. A
    /// count begins so far below its guard that one copy too many sets the guard.
    fn initial_counts<K: Key>(&self, cover: &WeightedProblem) -> (K, K) {
        let (mut start, mut guards) = (K::ZERO, K::ZERO);
        for (&place, &kind) in self.places.iter().zip(&cover.kinds) {
            if let (Place::Other(at), Some((_, max))) = (place, counted(kind)) {
                start = start | K::from_number((1 << count_bits(max)) - 1 - max) << at;
                guards = guards | K::bit(at + count_bits(max));
            }
        }
        (start, guards)
    }

    /// The options by the level of their first swept item; `None` when one has none.
    fn turns<K: Key>(&self, cover: &WeightedProblem) -> Option<Turns<K>> {
        let mut by_level: Vec<Vec<Turn<K>>> = vec![Vec::new(); self.order.len()];
        let mut ends = vec![0; cover.kinds.len()];
        for (option, items) in cover.options.iter().enumerate() {
            if !usable(cover, items) {
                continue;
            }
            let swept =
                items.iter().filter_map(|covered| match self.places[covered.item as usize] {
                    Place::Swept(position) => Some(position),
                    _ => None,
                });
            let first = swept.min()?;
            for covered in items {
                let end = &mut ends[covered.item as usize];
                *end = (first + 1).max(*end);
            }
            let effect = self.effect(cover, items, first);
            by_level[first].push(Turn { option: option as u32, effect });
        }
        Some(Turns { by_level, ends })
    }

    /// Computes the effect of an option on the states of its level.
    fn effect<K: Key>(
        &self,
        cover: &WeightedProblem,
        items: &[Covered],
        level: usize,
    ) -> Effect<K> {
        let (mut clash, mut set, mut counts) = (K::ZERO, K::ZERO, K::ZERO);
        for &Covered { item, times, colour } in items {
            match self.places[item as usize] {
                Place::Swept(position) => {
                    let bit = K::bit((position - level) as u32);
                    (clash, set) = (clash | bit, set | bit);
                }
                Place::Other(at) if counted(cover.kinds[item as usize]).is_none() => {
                    // Every colour there clashes, except the same one.
                    let all = K::low(1 + self.colours[item as usize]) << at;
                    let bit = K::bit(at + colour);
                    (clash, set) = (clash | if colour == 0 { all } else { all & !bit }, set | bit);
                }
                Place::Other(at) => counts = counts + (K::from_number(times.into()) << at),
                Place::Reached(at) => set = set | K::bit(at),
                Place::Free => {}
            }
        }
        Effect { clash, set, counts }
    }

    /// Settles each of the others at the levels from which no option covers it, so that its bits
    /// no longer tell states apart.
    fn retire_others<K: Key>(
        &self,
        cover: &WeightedProblem,
        ends: &[usize],
        levels: &mut [Level<K>],
    ) {
        for (item, (&place, &kind)) in self.places.iter().zip(&cover.kinds).enumerate() {
            if let Place::Reached(at) = place {
                let after = &mut levels[ends[item]..];
                after.iter_mut().for_each(|level| level.done = level.done | K::bit(at));
            }
            let Place::Other(at) = place else { continue };
            for level in &mut levels[ends[item]..] {
                match (kind, counted(kind)) {
                    (_, Some((min, max))) => {
                        let all = (1u64 << count_bits(max)) - 1;
                        level.counters.push(Counter {
                            field: K::from_number(all) << at,
                            least: K::from_number(all - max + min) << at,
                            settled: K::from_number(all) << at,
                        });
                    }
                    (ItemKind::Secondary, _) => {
                        level.forget = level.forget | K::low(1 + self.colours[item]) << at;
                    }
                    _ => level.done = level.done | K::bit(at),
                }
            }
        }
    }

    /// Returns whether the requirements of a window on the others are computed once for each
    /// window: the window is narrow, there are many others, and each option asks for at most one of
    /// them, its piece.
    fn are_foreseen<K: Key>(&self, turns: &[Vec<Turn<K>>]) -> bool {
        let plain = |turn: &Turn<K>| (turn.effect.clash & !K::low(self.window)).count_ones() <= 1;
        self.window <= NARROW
            && self.bits - self.window >= KINDS
            && turns.iter().flatten().all(plain)
    }
}

/// Levels, and the tables that they look options up in.
type LevelsAndLookups<K> = (Vec<Level<K>>, Vec<ClashTable<K>>);

/// The levels of the swept items and one after the last, where all items are settled, with the
/// tables that they look options up in; `None` when those take more than [`MAX_TABLE_BYTES`].
fn build_levels<K: Key>(
    cover: &WeightedProblem,
    order: &[u32],
    turns: &[Vec<Turn<K>>],
) -> Option<LevelsAndLookups<K>> {
    let weight = |turn: &Turn<K>| cover.weights.get(turn.option as usize).map_or(1, |w| *w);
    let (mut lookups, mut known) = (Vec::new(), FxHashMap::default());
    let mut bytes = 0;
    let mut levels = Vec::with_capacity(order.len() + 1);
    for (turns, &item) in turns.iter().zip(order) {
        let effects: Vec<Effect<K>> = turns.iter().map(|t| t.effect).collect();
        let lookup = match known.get(&effects) {
            Some(&lookup) => lookup,
            None => {
                let lookup = ClashTable::new(&effects);
                bytes += lookup.table.len() * 8;
                if bytes > MAX_TABLE_BYTES {
                    return None;
                }
                lookups.push(lookup);
                known.insert(effects, lookups.len() - 1);
                lookups.len() - 1
            }
        };
        let weights: Vec<u32> = turns.iter().map(weight).collect();
        levels.push(Level {
            options: turns.iter().map(|t| t.option).collect(),
            weights: if weights.iter().all(|w| *w == 1) { Vec::new() } else { weights },
            ..Level::new(item, cover.kinds[item as usize] == ItemKind::Secondary, lookup)
        });
    }
    lookups.push(ClashTable::new(&[]));
    levels.push(Level::new(u32::MAX, true, lookups.len() - 1));
    Some((levels, lookups))
}

impl<K: Key> Level<K> {
    /// A level without options, after which nothing is settled.
    fn new(item: u32, optional: bool, lookup: usize) -> Level<K> {
        Level {
            item,
            optional,
            lookup,
            options: Vec::new(),
            weights: Vec::new(),
            ahead: 0,
            done: K::ZERO,
            forget: K::ZERO,
            counters: Vec::new(),
        }
    }
}

/// The number of bits of a state, and of those in its window; `None` when a frontier sweep does not
/// support the problem.
pub(in super::super) fn state_bits(
    cover: &WeightedProblem,
    order: &[ItemId],
) -> Option<(u32, u32)> {
    let places = Places::new(cover, order)?;
    Some((places.bits, places.window))
}

impl<K: Key> Layout<K> {
    /// The layout for an order of items; items left out of it are not swept. `None` when states
    /// do not fit, or an option has no swept item.
    pub(in super::super) fn new(cover: &WeightedProblem, order: &[ItemId]) -> Option<Layout<K>> {
        Layout::with_lasting(cover, order, false)
    }

    /// As [`Layout::new`], but the others tell states apart to the end, whatever covers them, so
    /// that there are many states in which all is covered.
    pub(in super::super) fn lasting(
        cover: &WeightedProblem,
        order: &[ItemId],
    ) -> Option<Layout<K>> {
        Layout::with_lasting(cover, order, true)
    }

    fn with_lasting(cover: &WeightedProblem, order: &[ItemId], lasting: bool) -> Option<Layout<K>> {
        let places = Places::new(cover, order)?;
        // The topmost bit stays free, so that no state is the number that stands for none.
        if places.bits >= K::BITS {
            return None;
        }
        let Turns { by_level, ends } = places.turns(cover)?;
        let (mut levels, lookups) = build_levels(cover, &places.order, &by_level)?;
        if !lasting {
            places.retire_others(cover, &ends, &mut levels);
        }
        let (start, guards) = places.initial_counts(cover);
        let foreseen = places.are_foreseen(&by_level);
        let ahead = vec![Ahead::default()];
        let window = places.window;
        let mut layout = Layout { window, start, guards, levels, lookups, ahead, foreseen };
        let way_limit = match (foreseen, lasting) {
            (false, _) => AHEAD_WAYS,
            (true, false) => FAR_WAYS,
            (true, true) => MEETING_WAYS,
        };
        layout.look_ahead(&by_level, way_limit);
        Some(layout)
    }

    /// Works out, for each level, what must be free for each of the next items to be covered.
    fn look_ahead(&mut self, turns: &[Vec<Turn<K>>], way_limit: usize) {
        let window = K::low(self.window);
        let distance = if self.foreseen { FAR } else { AHEAD };
        // What must be free in the state for each option that covers an item.
        let seen = |turns: &[Vec<Turn<K>>], from: usize, position: usize| {
            let mut ways = Vec::new();
            for (first, turns) in turns.iter().enumerate().take(position + 1).skip(from) {
                let (shift, bit) = ((first - from) as u32, K::bit((position - first) as u32));
                for Effect { clash, .. } in turns.iter().map(|turn| turn.effect) {
                    if clash & bit != K::ZERO {
                        // What lies beyond the window is open whatever the state.
                        ways.push(((clash & window) << shift & window) | (clash & !window));
                    }
                }
            }
            ways
        };
        // Levels whose next ones look alike share what they find.
        let mut known: FxHashMap<Vec<(usize, bool)>, usize> = FxHashMap::default();
        for from in 0..turns.len() {
            let to = (from + distance.min(self.window as usize)).min(turns.len());
            let alike: Vec<(usize, bool)> =
                self.levels[from..to].iter().map(|l| (l.lookup, l.optional)).collect();
            let next = self.ahead.len();
            self.levels[from].ahead = *known.entry(alike).or_insert(next);
            if self.levels[from].ahead < next {
                continue;
            }
            let mut ahead = Ahead::default();
            let mut ways_seen = 0;
            for position in from..to {
                if ways_seen > way_limit {
                    break;
                }
                // What may stay open has a way that always is.
                let optional = self.levels[position].optional;
                let ways =
                    if optional { vec![K::ZERO] } else { least(seen(turns, from, position)) };
                ways_seen += ways.len();
                ahead.push(ways);
            }
            self.ahead.push(ahead);
        }
    }
}

impl<K: Key> ClashTable<K> {
    fn new(turns: &[Effect<K>]) -> ClashTable<K> {
        let words = turns.len().div_ceil(64).max(1);
        let mut lookup = ClashTable {
            words,
            bytes: Vec::new(),
            all: vec![0; words],
            table: Vec::new(),
            effects: turns.iter().map(|t| (t.set, t.counts)).collect(),
        };
        for n in 0..turns.len() {
            lookup.all[n / 64] |= 1 << (n % 64);
        }
        for byte in 0..K::BITS / 8 {
            // The lowest bit, the item's own, is never set.
            let clash = |n: usize| turns[n].clash.byte(byte) & if byte == 0 { !1 } else { !0 };
            if (0..turns.len()).all(|n| clash(n) == 0) {
                continue;
            }
            lookup.bytes.push(byte);
            for value in 0..=255u8 {
                let mut those = vec![0u64; words];
                for n in (0..turns.len()).filter(|&n| clash(n) & value != 0) {
                    those[n / 64] |= 1 << (n % 64);
                }
                lookup.table.extend_from_slice(&those);
            }
        }
        lookup
    }
}

/// The ways that no other way is a proper part of.
fn least<K: Key>(mut ways: Vec<K>) -> Vec<K> {
    ways.sort_unstable();
    ways.dedup();
    if ways.len() > MAX_COMPARED {
        return ways;
    }
    let needless = |way: &K| ways.iter().any(|other| other != way && *other & *way == *other);
    ways.iter().filter(|way| !needless(way)).copied().collect()
}
