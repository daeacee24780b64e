//! The solutions that contain given placements, such as those that lie on the board.
//!
//! [`of_store`] finds them among the stored distinct solutions, each of which stands for all its
//! turned and flipped copies; [`crate::job::by_hand`] searches for them. Both add them to a
//! [`Tally`].

use super::{Store, View};
use crate::encode::SymmetryGroup;
use crate::exact_cover::OptionId;
use crate::random::Random;

/// The number of solutions that a tally keeps to choose from at random.
const SAMPLE: usize = 100;
/// Solutions between two looks whether the result is still wanted.
const POLL_INTERVAL: usize = 4096;

/// A number of solutions that contain given placements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// Their number, turned and flipped copies counted.
    pub total: u64,
    /// The number of distinct solutions of which some copy contains the placements, if known.
    pub distinct: Option<u64>,
    /// True if there are no others; otherwise there are at least this many.
    pub complete: bool,
    /// The number of these solutions that were examined.
    pub listed: u64,
    /// By option, how many of the listed ones have it.
    pub uses: Vec<u64>,
    /// Some of the solutions, each as likely as any other; options ascending.
    pub sample: Vec<Vec<OptionId>>,
    /// The index of the first distinct solution of which some copy contains the placements, if they
    /// come from a store.
    pub first: Option<usize>,
    /// The state of the random numbers.
    random: Random,
}

impl Tally {
    /// Without solutions, for a problem with so many options.
    pub fn new(option_count: usize) -> Tally {
        Tally {
            total: 0,
            distinct: None,
            complete: true,
            listed: 0,
            uses: vec![0; option_count],
            sample: Vec::new(),
            first: None,
            random: Random::default(),
        }
    }

    /// Adds a solution, options ascending.
    pub fn add(&mut self, solution: &[OptionId]) {
        self.total += 1;
        self.listed += 1;
        for option in solution {
            self.uses[option.index()] += 1;
        }
        self.sample(solution);
    }

    /// Keeps a solution, or not, so that each of those listed is as likely as any other
    /// (Vitter's Algorithm R).
    fn sample(&mut self, solution: &[OptionId]) {
        if self.sample.len() < SAMPLE {
            return self.sample.push(solution.to_vec());
        }
        let place = self.random.remainder(self.listed) as usize;
        if let Some(own) = self.sample.get_mut(place) {
            solution.clone_into(own);
        }
    }

    /// Returns whether every solution was examined.
    pub fn is_listed(&self) -> bool {
        self.complete && self.listed == self.total
    }

    /// Returns whether an option leads to a solution, if that is known.
    pub fn leads_on(&self, option: OptionId) -> Option<bool> {
        match self.uses[option.index()] {
            0 if !self.is_listed() => None,
            uses => Some(uses > 0),
        }
    }
}

/// Finds the solutions that contain some options, among all copies of the distinct solutions in a
/// store; `None` if they are no longer wanted.
///
/// Cost: one pass over the store, and one image for each solution found; without options, one pass.
pub fn of_store(
    store: &Store,
    group: &SymmetryGroup,
    chosen: &[OptionId],
    wanted: &dyn Fn() -> bool,
) -> Option<Tally> {
    let mut tally = Tally::new(group.option_count());
    if chosen.is_empty() {
        return all_of_store(store, group, tally, wanted);
    }
    let search = StoreSearch::new(group, chosen);
    let mut distinct = 0;
    let (mut solution, mut hits) = (Vec::new(), vec![0; group.order()]);
    let mut images: Vec<Vec<OptionId>> = Vec::new();
    for index in 0..store.len() {
        if index % POLL_INTERVAL == 0 && !wanted() {
            return None;
        }
        store.read(index, &mut solution);
        if !search.finds(&solution, &mut hits) {
            continue;
        }
        distinct += 1;
        tally.first.get_or_insert(index);
        let found = (0..group.order()).filter(|&g| hits[g] as usize == chosen.len());
        images.clear();
        images.extend(found.map(|g| search.copy(g, &solution)));
        // A copy is made once by each element of the stabiliser.
        if store.stabiliser(index).len() > 1 {
            images.sort_unstable();
            images.dedup();
        }
        images.iter().for_each(|image| tally.add(image));
    }
    tally.distinct = Some(distinct);
    Some(tally)
}

/// All solutions. An option is in as many as its images under the group are in distinct ones, each
/// counted by the size of its orbit over the order of the group.
fn all_of_store(
    store: &Store,
    group: &SymmetryGroup,
    mut tally: Tally,
    wanted: &dyn Fn() -> bool,
) -> Option<Tally> {
    let mut shares = vec![0u64; tally.uses.len()];
    let mut solution = Vec::new();
    for index in 0..store.len() {
        if index % POLL_INTERVAL == 0 && !wanted() {
            return None;
        }
        store.read(index, &mut solution);
        let size = group.order() as u64 / u64::from(store.stabiliser(index).len());
        solution.iter().for_each(|option| shares[option.index()] += size);
    }
    for element in &group.elements {
        let mut uses = tally.uses.iter_mut();
        for chunk in element.images() {
            uses.by_ref().zip(&*chunk).for_each(|(uses, &image)| *uses += shares[image as usize]);
        }
    }
    let order = group.order() as u64;
    tally.uses.iter_mut().for_each(|uses| *uses /= order);
    let view = View::all(store, group);
    for _ in 0..view.len().min(SAMPLE as u64) {
        let place = tally.random.remainder(view.len());
        tally.sample.push(view.solution(group, store, place));
    }
    (tally.total, tally.listed) = (view.len(), view.len());
    tally.distinct = Some(store.len() as u64);
    tally.first = (!store.is_empty()).then_some(0);
    Some(tally)
}

/// A search of a store for copies of solutions that have some options. A copy of a solution has
/// them if the solution has their images under the element that undoes the copy.
struct StoreSearch<'g> {
    group: &'g SymmetryGroup,
    /// For each option, where its list in `elements` begins and ends.
    spans: Vec<(u32, u32)>,
    /// The elements under which some chosen option becomes this one, as often as there are.
    elements: Vec<u8>,
    /// For each element the one that undoes it.
    inverses: Vec<usize>,
}

impl<'g> StoreSearch<'g> {
    fn new(group: &'g SymmetryGroup, chosen: &[OptionId]) -> StoreSearch<'g> {
        let mut pairs: Vec<(OptionId, u8)> = Vec::new();
        for (g, element) in group.elements.iter().enumerate() {
            pairs.extend(chosen.iter().map(|&option| (element.image(option), g as u8)));
        }
        pairs.sort_unstable();
        let mut spans = vec![(0, 0); group.option_count()];
        for (n, (option, _)) in pairs.iter().enumerate() {
            let span: &mut (u32, u32) = &mut spans[option.index()];
            *span = if span.1 == 0 { (n as u32, n as u32 + 1) } else { (span.0, n as u32 + 1) };
        }
        let identity = |row: &Vec<usize>| row.iter().position(|&product| product == 0);
        let inverses = group.products().iter().map(|row| identity(row).unwrap_or(0)).collect();
        let elements = pairs.into_iter().map(|(_, g)| g).collect();
        StoreSearch { group, spans, elements, inverses }
    }

    /// Counts for each element how many images of chosen options a solution has; whether it has all
    /// under some element.
    fn finds(&self, solution: &[OptionId], hits: &mut [u32]) -> bool {
        hits.fill(0);
        let chosen = (self.elements.len() / self.group.order()) as u32;
        let mut found = false;
        for option in solution {
            let (from, to) = self.spans[option.index()];
            for &g in &self.elements[from as usize..to as usize] {
                hits[g as usize] += 1;
                found |= hits[g as usize] == chosen;
            }
        }
        found
    }

    /// The copy of a solution that undoes an element.
    fn copy(&self, g: usize, solution: &[OptionId]) -> Vec<OptionId> {
        let mut image = Vec::new();
        super::orbit::image_of(&self.group.elements[self.inverses[g]], solution, &mut image);
        image
    }
}
