//! The positions that a search has reached, packed: for each the translations of all pieces but the
//! first, relative to it, and the position from which it was reached.

/// An entry of the index that is free.
const FREE: u32 = u32::MAX;

/// The length of an index that the caches of a processor may not hold.
const FAR: usize = 1 << 14;

/// The most positions that are looked for at once.
pub(super) const BATCH: usize = 64;

/// The positions reached so far, numbered in the order in which they were found. Memory: two bytes for
/// each coordinate of each piece, and about ten.
pub(super) struct States {
    /// The coordinates of a position.
    width: usize,
    coordinates: Vec<i16>,
    /// The position from which each was reached.
    parents: Vec<u32>,
    /// Numbers of positions, open addressing; its length is a power of two.
    index: Vec<u32>,
}

impl States {
    /// None but the first, in which nothing has moved.
    pub(super) fn new(width: usize) -> States {
        let (coordinates, parents) = (Vec::new(), Vec::new());
        let mut states = States { width, coordinates, parents, index: vec![FREE; 64] };
        let first = vec![0; width];
        states.insert(&first, hash(&first), 0);
        states
    }

    pub(super) fn len(&self) -> usize {
        self.parents.len()
    }

    /// The number of coordinates of a position.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn get(&self, state: usize) -> &[i16] {
        &self.coordinates[state * self.width..(state + 1) * self.width]
    }

    /// The positions on the way to one, from the first to it.
    pub(super) fn way_to(&self, state: usize) -> Vec<usize> {
        let mut way = vec![state];
        let mut at = state;
        while at != 0 {
            at = self.parents[at] as usize;
            way.push(at);
        }
        way.reverse();
        way
    }

    /// The hashes of some positions, at most [`BATCH`].
    pub(super) fn hashes(&self, positions: &[i16]) -> [u64; BATCH] {
        let mut hashes = [0; BATCH];
        for (own, position) in hashes.iter_mut().zip(positions.chunks_exact(self.width.max(1))) {
            *own = hash(position);
        }
        hashes
    }

    /// Reads where positions of some hashes, at most [`BATCH`], are or would be: all at once, since a
    /// search of many positions spends most of its time waiting for that.
    pub(super) fn glance(&self, hashes: &[u64]) {
        if self.index.len() < FAR {
            return;
        }
        let mut entries = [FREE; BATCH];
        for (entry, &hash) in entries.iter_mut().zip(hashes) {
            *entry = self.index[self.slot(hash)];
        }
        let met = entries.iter().filter(|entry| **entry != FREE);
        let sum = met.fold(0, |sum, &entry| sum ^ self.coordinates[entry as usize * self.width]);
        std::hint::black_box(sum);
    }

    /// Returns whether a position, of which the hash is given, was reached.
    pub(super) fn contains(&self, state: &[i16], hash: u64) -> bool {
        self.find(state, hash).is_ok()
    }

    /// Adds a position, of which the hash is given, unless it is there.
    pub(super) fn insert(&mut self, state: &[i16], hash: u64, parent: usize) {
        let Err(slot) = self.find(state, hash) else { return };
        let number = self.len();
        self.index[slot] = number as u32;
        self.coordinates.extend_from_slice(state);
        self.parents.push(parent as u32);
        if 2 * self.len() > self.index.len() {
            self.grow();
        }
    }

    /// Where positions of a hash are looked for first.
    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.index.len() - 1)
    }

    /// Where a position is in the index, or where it would be.
    fn find(&self, state: &[i16], hash: u64) -> Result<usize, usize> {
        let mut slot = self.slot(hash);
        loop {
            match self.index[slot] {
                FREE => return Err(slot),
                other if self.get(other as usize) == state => return Ok(slot),
                _ => slot = (slot + 1) & (self.index.len() - 1),
            }
        }
    }

    fn grow(&mut self) {
        self.index = vec![FREE; 2 * self.index.len()];
        for number in 0..self.len() {
            let state = self.get(number);
            if let Err(slot) = self.find(state, hash(state)) {
                self.index[slot] = number as u32;
            }
        }
    }
}

/// 2⁶⁴ over the golden ratio (Knuth, TAOCP 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// Words of four coordinates, each mixed in by a product of which both halves are kept.
fn hash(state: &[i16]) -> u64 {
    let mix = |hash: u64, word: u64| {
        let product = u128::from(hash ^ word) * u128::from(GOLDEN);
        product as u64 ^ (product >> 64) as u64
    };
    let bits = |n: i16, at: u32| u64::from(n as u16) << (16 * at);
    let (words, rest) = state.as_chunks::<4>();
    let hash = words.iter().fold(GOLDEN.rotate_left(32), |hash, &[a, b, c, d]| {
        mix(hash, bits(a, 0) | bits(b, 1) | bits(c, 2) | bits(d, 3))
    });
    match rest {
        [] => hash,
        _ => mix(hash, rest.iter().zip(0..).fold(0, |word, (&n, at)| word | bits(n, at))),
    }
}
