//! How the state of a frontier sweep is written down, and how it goes from one to the next.
//!
//! The lowest bits of a state are a *window*: which of the items from the first open one on are
//! covered, in the order of the sweep. Above it lie the *others*: a bit for each item that is
//! not swept and covered at most once; for an item with colours a bit for each colour, and one
//! for none; a bit for each item that is to be covered once or more; and a small number for each
//! item with another multiplicity, with a guard bit that is set when it grows too large.

use rustc_hash::FxHashMap;

use super::super::{ItemId, ItemKind};
use super::key::Key;
use super::weighted::{Covered, WeightedProblem};

/// How many items ahead are looked at, the next one included, and how many ways to cover them:
/// the more kinds of piece, the more ways there are and the fewer states they rule out.
const AHEAD: usize = 12;
const AHEAD_WAYS: usize = 400;
/// The same where what a window asks is worked out only once for each window, as it is where a
/// window is no wider than this and there are so many others.
const FAR: usize = 12;
const FAR_WAYS: usize = 1000;
const NARROW: u32 = 36;
const KINDS: u32 = 8;
/// The ways where a sweep comes to meet another, each shape of whose frontier is one.
const MEETING_WAYS: usize = 1 << 14;
/// All tables together take at most so many bytes.
const MOST_BYTES: usize = 64 << 20;
/// Sets of more options are not searched for those that others make needless.
const MOST_COMPARED: usize = 256;

/// An option where it is the first open item's turn.
#[derive(Clone, Copy, Debug)]
struct Turn<K> {
    option: u32,
    effect: Effect<K>,
}

/// What an option asks of a state and does to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Effect<K> {
    /// The bits that must not be set yet.
    clash: K,
    /// Those that are set: the same but for colours, which others may have set already.
    set: K,
    /// What is added to the counts.
    counts: K,
}

/// Which options clash with which value of which byte of the state.
#[derive(Debug)]
struct Lookup<K> {
    /// Words of 64 options.
    words: usize,
    /// The bytes with which options can clash.
    bytes: Vec<u32>,
    /// All options.
    all: Vec<u64>,
    /// For each byte and value, those that clash; `words` each.
    table: Vec<u64>,
    /// What each option sets, and adds to the counts.
    effects: Vec<(K, K)>,
}

/// What is to be done when an item is the first open one.
#[derive(Debug)]
struct Level<K> {
    item: u32,
    /// Whether the item may stay open.
    optional: bool,
    /// Index of its [`Lookup`], which it may share with other levels.
    lookup: usize,
    options: Vec<u32>,
    /// How often each option counts; empty when each counts once.
    weights: Vec<u32>,
    /// Index into [`Layout::ahead`].
    ahead: usize,
    /// The others that no option covers from here on: those that must be covered, and those
    /// that need not be, whose bits no longer tell states apart.
    done: K,
    forget: K,
    counters: Vec<Counter<K>>,
}

/// A multiplicity that no option changes from some level on.
#[derive(Clone, Copy, Debug)]
struct Counter<K> {
    field: K,
    /// The field when just enough copies are used.
    least: K,
    /// What it is set to, so that it no longer tells states apart.
    settled: K,
}

/// For each of the next items: what must be free for it to be covered, in each way that there is.
type Ahead<K> = Vec<Vec<K>>;

/// A problem laid out for an order of its items.
#[derive(Debug)]
pub(super) struct Layout<K> {
    window: u32,
    start: K,
    guards: K,
    levels: Vec<Level<K>>,
    lookups: Vec<Lookup<K>>,
    ahead: Vec<Ahead<K>>,
    /// Whether what lies ahead is told by the window and by sets of others.
    foreseen: bool,
}

/// Where an item stands in the state.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// At so many items from the beginning of the order.
    Swept(usize),
    /// One of the others: its lowest bit.
    Other(u32),
    /// One of the others, to be covered once or more: its bit.
    Reached(u32),
    /// It need not be watched: no limit can be reached.
    Free,
}

/// The places of all items, before states are made of them.
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

/// Whether a multiplicity is one that must be counted.
fn counted(kind: ItemKind) -> Option<(u64, u64)> {
    match kind {
        ItemKind::Primary { min, max } if kind != ItemKind::ONCE => Some((min.into(), max.into())),
        _ => None,
    }
}

/// Whether an option can be chosen at all: not one of secondary items alone, and none that
/// covers an item more often than it may be.
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
}

/// How many bits the states of a problem have; `None` when a frontier sweep cannot work on it.
pub(super) fn state_bits(cover: &WeightedProblem, order: &[ItemId]) -> Option<(u32, u32)> {
    let places = Places::new(cover, order)?;
    Some((places.bits, places.window))
}

impl<K: Key> Layout<K> {
    /// Lays out a problem for an order of items; those that it leaves out are not swept. `None`
    /// when states do not fit, or an option has no swept item.
    pub(super) fn new(cover: &WeightedProblem, order: &[ItemId]) -> Option<Layout<K>> {
        Layout::with_lasting(cover, order, false)
    }

    /// As [`Layout::new`], but the others tell states apart to the end, whatever covers them, so
    /// that there are many in which all is covered.
    pub(super) fn lasting(cover: &WeightedProblem, order: &[ItemId]) -> Option<Layout<K>> {
        Layout::with_lasting(cover, order, true)
    }

    fn with_lasting(cover: &WeightedProblem, order: &[ItemId], lasting: bool) -> Option<Layout<K>> {
        let Places { places, order, colours, window, bits } = Places::new(cover, order)?;
        // The topmost bit stays free, so that no state is the number that stands for none.
        if bits >= K::BITS {
            return None;
        }
        let mut start = K::ZERO;
        let mut guards = K::ZERO;
        for (&place, &kind) in places.iter().zip(&cover.kinds) {
            if let (Place::Other(at), Some((_, max))) = (place, counted(kind)) {
                start = start | K::from_number((1 << count_bits(max)) - 1 - max) << at;
                guards = guards | K::bit(at + count_bits(max));
            }
        }

        let mut turns: Vec<Vec<Turn<K>>> = vec![Vec::new(); order.len()];
        // For each item the level after the last at which some option covers it.
        let mut until = vec![0; cover.kinds.len()];
        for (option, items) in cover.options.iter().enumerate() {
            if !usable(cover, items) {
                continue;
            }
            let swept = items.iter().filter_map(|covered| match places[covered.item as usize] {
                Place::Swept(position) => Some(position),
                _ => None,
            });
            let first = swept.clone().min()?;
            let (mut clash, mut set, mut counts) = (K::ZERO, K::ZERO, K::ZERO);
            for &Covered { item, times, colour } in items {
                until[item as usize] = until[item as usize].max(first + 1);
                match places[item as usize] {
                    Place::Swept(position) => {
                        let bit = K::bit((position - first) as u32);
                        (clash, set) = (clash | bit, set | bit);
                    }
                    Place::Other(at) if counted(cover.kinds[item as usize]).is_none() => {
                        // Any colour there clashes but the same one.
                        let all = K::low(1 + colours[item as usize]) << at;
                        let bit = K::bit(at + colour);
                        (clash, set) =
                            (clash | if colour == 0 { all } else { all & !bit }, set | bit);
                    }
                    Place::Other(at) => counts = counts + (K::from_number(times.into()) << at),
                    Place::Reached(at) => set = set | K::bit(at),
                    Place::Free => {}
                }
            }
            turns[first]
                .push(Turn { option: option as u32, effect: Effect { clash, set, counts } });
        }

        let weight = |turn: &Turn<K>| cover.weights.get(turn.option as usize).map_or(1, |w| *w);
        let weights = |turns: &[Turn<K>]| {
            let weights: Vec<u32> = turns.iter().map(weight).collect();
            if weights.iter().all(|w| *w == 1) { Vec::new() } else { weights }
        };
        let (mut lookups, mut known) = (Vec::new(), FxHashMap::default());
        let mut bytes = 0;
        let mut levels = Vec::with_capacity(order.len() + 1);
        for (position, &item) in order.iter().enumerate() {
            let effects: Vec<Effect<K>> = turns[position].iter().map(|t| t.effect).collect();
            let lookup = match known.get(&effects) {
                Some(&lookup) => lookup,
                None => {
                    let lookup = Lookup::new(&effects);
                    bytes += lookup.table.len() * 8;
                    if bytes > MOST_BYTES {
                        return None;
                    }
                    lookups.push(lookup);
                    known.insert(effects, lookups.len() - 1);
                    lookups.len() - 1
                }
            };
            levels.push(Level {
                item,
                optional: cover.kinds[item as usize] == ItemKind::Secondary,
                lookup,
                options: turns[position].iter().map(|t| t.option).collect(),
                weights: weights(&turns[position]),
                ahead: 0,
                done: K::ZERO,
                forget: K::ZERO,
                counters: Vec::new(),
            });
        }
        // A level after the last, where all items are settled.
        let (lookup, ahead) = (lookups.len(), 0);
        lookups.push(Lookup::new(&[]));
        levels.push(Level {
            item: u32::MAX,
            optional: true,
            lookup,
            options: Vec::new(),
            weights: Vec::new(),
            ahead,
            done: K::ZERO,
            forget: K::ZERO,
            counters: Vec::new(),
        });
        // Where the others last, no leave is taken of them.
        let parting = if lasting { 0 } else { places.len() };
        for (item, (&place, &kind)) in places.iter().zip(&cover.kinds).enumerate().take(parting) {
            if let Place::Reached(at) = place {
                let after = &mut levels[until[item]..];
                after.iter_mut().for_each(|level| level.done = level.done | K::bit(at));
            }
            let Place::Other(at) = place else { continue };
            for level in &mut levels[until[item]..] {
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
                        level.forget = level.forget | K::low(1 + colours[item]) << at;
                    }
                    _ => level.done = level.done | K::bit(at),
                }
            }
        }

        // Each option may ask for one of the others at the most, as it does for its piece.
        let plain = |effect: &Effect<K>| (effect.clash & !K::low(window)).count_ones() <= 1;
        let foreseen = window <= NARROW
            && bits - window >= KINDS
            && turns.iter().flatten().all(|turn| plain(&turn.effect));
        let ahead = vec![Ahead::default()];
        let mut layout = Layout { window, start, guards, levels, lookups, ahead, foreseen };
        let most_ways = match (foreseen, lasting) {
            (false, _) => AHEAD_WAYS,
            (true, false) => FAR_WAYS,
            (true, true) => MEETING_WAYS,
        };
        layout.look_ahead(&turns, most_ways);
        Some(layout)
    }

    /// Works out, for each level, what must be free for each of the next items to be covered.
    fn look_ahead(&mut self, turns: &[Vec<Turn<K>>], most_ways: usize) {
        let window = K::low(self.window);
        let most = if self.foreseen { FAR } else { AHEAD };
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
            let to = (from + most.min(self.window as usize)).min(turns.len());
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
                if ways_seen > most_ways {
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

    /// The number of levels, and so the level of a state in which all is covered.
    pub(super) fn last(&self) -> usize {
        self.levels.len() - 1
    }

    /// By how many levels a step can go on at most.
    pub(super) fn longest_step(&self) -> usize {
        self.window as usize
    }

    /// The item of a level.
    pub(super) fn item(&self, level: usize) -> u32 {
        self.levels[level].item
    }

    /// The state where nothing is covered, unless that rules out a solution already.
    pub(super) fn start(&self) -> Option<K> {
        self.settle(0, self.start)
    }

    /// How often a choice counts, of those that [`Layout::children`] tells.
    #[inline(always)]
    pub(super) fn weight(&self, level: usize, choice: u32) -> u32 {
        self.levels[level].weights.get(choice as usize).map_or(1, |w| *w)
    }

    /// The option of a choice, of those that [`Layout::children`] tells.
    pub(super) fn option(&self, level: usize, choice: u32) -> Option<u32> {
        self.levels[level].options.get(choice as usize).copied()
    }

    /// Calls back with each state that follows one: the choice made, as a number; the level; the
    /// state. States without a future may be among them.
    #[inline(always)]
    pub(super) fn children(&self, level: usize, key: K, mut each: impl FnMut(u32, usize, K)) {
        let this = &self.levels[level];
        let lookup = &self.lookups[this.lookup];
        if this.optional {
            self.step(level, key | K::from_number(1), u32::MAX, &mut each);
        }
        for w in 0..lookup.words {
            let mut fits = lookup.all[w];
            for (&byte, table) in
                lookup.bytes.iter().zip(lookup.table.chunks_exact(256 * lookup.words))
            {
                fits &= !table[usize::from(key.byte(byte)) * lookup.words + w];
            }
            while fits != 0 {
                let n = 64 * w + fits.trailing_zeros() as usize;
                fits &= fits - 1;
                let (set, counts) = lookup.effects[n];
                let child = (key | set) + counts;
                if child & self.guards == K::ZERO {
                    self.step(level, child, n as u32, &mut each);
                }
            }
        }
    }

    /// Goes on to the next open item.
    #[inline(always)]
    fn step(&self, level: usize, key: K, choice: u32, each: &mut impl FnMut(u32, usize, K)) {
        let window = K::low(self.window);
        let seen = key & window;
        let covered = seen.trailing_ones();
        let level = level + covered as usize;
        let moved = if covered == K::BITS { K::ZERO } else { seen >> covered };
        if let Some(key) = self.settle(level, moved | (key & !window)) {
            each(choice, level, key);
        }
    }

    /// Takes leave of the items that no option covers any more; `None` when one of them is not
    /// covered as often as it must be.
    #[inline(always)]
    fn settle(&self, level: usize, key: K) -> Option<K> {
        let this = &self.levels[level];
        if key & this.done != this.done {
            return None;
        }
        let mut key = key | this.forget;
        for counter in &this.counters {
            if key & counter.field < counter.least {
                return None;
            }
            key = (key & !counter.field) | counter.settled;
        }
        Some(key)
    }

    /// Whether a [`super::lookahead::LookaheadCache`] serves for what lies ahead.
    pub(super) fn caches_lookahead(&self) -> bool {
        self.foreseen
    }

    /// How many different horizons there are, and which one a level has: what may cover each of
    /// the next items.
    pub(super) fn horizons(&self) -> usize {
        self.ahead.len()
    }

    /// See [`Layout::horizons`].
    #[inline(always)]
    pub(super) fn outlook(&self, level: usize) -> usize {
        self.levels[level].ahead
    }

    /// Whether no level after this one has the same outlook.
    pub(super) fn is_last_with_outlook(&self, level: usize) -> bool {
        let outlook = self.outlook(level);
        self.levels[level + 1..].iter().all(|later| later.ahead != outlook)
    }

    /// The window of a state.
    #[inline(always)]
    pub(super) fn window_of(&self, key: K) -> K {
        key & K::low(self.window)
    }

    /// What is covered beyond the items before a level, in a state of that level or a later one.
    pub(super) fn profile(&self, from: usize, level: usize, key: K) -> K {
        let passed = (level - from) as u32;
        self.window_of(key) << passed | K::low(passed)
    }

    /// What is covered of the others.
    pub(super) fn others(&self, key: K) -> K {
        key >> self.window
    }

    /// The state with these others, where nothing else is known of it.
    pub(super) fn state(&self, others: K) -> K {
        others << self.window
    }

    /// What a window asks of the others: of each of these sets one must not be set. `None` when one
    /// of the next open items cannot be covered at all. For a layout that is foreseen.
    pub(super) fn asks(&self, outlook: usize, window: K) -> Option<Vec<K>> {
        let beyond = !K::low(self.window);
        let mut asked: Vec<K> = Vec::new();
        let mut bit = K::from_number(1);
        for ways in &self.ahead[outlook] {
            if window & bit == K::ZERO {
                let mut set = K::ZERO;
                let (mut possible, mut always) = (false, false);
                for &way in ways.iter().filter(|&&way| way & window == K::ZERO) {
                    possible = true;
                    always |= way & beyond == K::ZERO;
                    set = set | (way & beyond);
                }
                if !possible {
                    return None;
                }
                // A larger set asks less than one within it.
                if !always && !asked.iter().any(|&less| less & set == less) {
                    asked.retain(|&more| more & set != set);
                    asked.push(set);
                }
            }
            bit = bit << 1;
        }
        Some(asked)
    }

    /// Whether each of the next open items can still be covered.
    #[inline(always)]
    pub(super) fn is_feasible(&self, level: usize, key: K) -> bool {
        let mut bit = K::from_number(1);
        for ways in &self.ahead[self.levels[level].ahead] {
            if key & bit == K::ZERO && !ways.iter().any(|&way| key & way == K::ZERO) {
                return false;
            }
            bit = bit << 1;
        }
        true
    }
}

impl<K: Key> Lookup<K> {
    fn new(turns: &[Effect<K>]) -> Lookup<K> {
        let words = turns.len().div_ceil(64).max(1);
        let mut lookup = Lookup {
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

/// The ways of which no other asks less.
fn least<K: Key>(mut ways: Vec<K>) -> Vec<K> {
    ways.sort_unstable();
    ways.dedup();
    if ways.len() > MOST_COMPARED {
        return ways;
    }
    let needless = |way: &K| ways.iter().any(|other| other != way && *other & *way == *other);
    ways.iter().filter(|way| !needless(way)).copied().collect()
}
