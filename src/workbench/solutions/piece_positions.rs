//! Where a piece lies in the listed solutions.

use std::collections::BTreeMap;

use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::{Store, View};

/// The frequency of each position of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Positions {
    /// The piece.
    pub piece: PieceId,
    /// For each site of the board the share of the solutions in which the piece covers it, 0 to 1.
    /// Of distinct solutions all turned and flipped copies are counted.
    pub heat: Vec<f32>,
    /// The placements of the piece that occur, the one in most solutions first. Of distinct
    /// solutions, placements that symmetries map onto each other are one, the least of them.
    pub groups: Vec<PositionGroup>,
}

/// The solutions that have a piece in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionGroup {
    /// The placement.
    pub option: OptionId,
    /// The number of listed solutions that have it.
    pub solutions: u64,
}

/// The counts: how often each placement occurs.
#[derive(Default)]
struct Tally {
    /// For each placement the solutions that have it.
    solutions: BTreeMap<OptionId, u64>,
    /// For each placement its weight in the heat map.
    weights: BTreeMap<OptionId, f64>,
    /// The number of copies of all solutions.
    copies: f64,
}

impl Positions {
    /// Counts over distinct solutions of a store, by their indices. Linear in their number.
    pub fn of_distinct(
        piece: PieceId,
        puzzle: &Puzzle,
        encoding: &Encoding,
        group: &SymmetryGroup,
        store: &Store,
        solutions: impl Iterator<Item = usize>,
    ) -> Positions {
        let range = encoding.placements_of(piece);
        // The least placement of each orbit stands for it. Symmetries may map another piece, such
        // as a mirror twin, onto this one.
        let mut least: Vec<Option<OptionId>> = vec![None; group.option_count()];
        for option in range.clone().map(|n| OptionId(n as u32)) {
            for element in &group.elements {
                least[element.image(option).index()].get_or_insert(option);
            }
        }
        let mut tally = Tally::default();
        let (mut options, mut own) = (Vec::new(), Vec::new());
        for n in solutions {
            store.read(n, &mut options);
            let share = 1.0 / f64::from(store.stabiliser(n).len().max(1));
            own.clear();
            for &option in &options {
                let Some(least) = least[option.index()] else { continue };
                own.push(least);
                // Each copy of the solution is met as often as symmetries keep it.
                let images = group.elements.iter().map(|element| element.image(option));
                for image in images.filter(|image| range.contains(&image.index())) {
                    *tally.weights.entry(image).or_default() += share;
                }
            }
            own.sort_unstable();
            own.dedup();
            for &option in &own {
                *tally.solutions.entry(option).or_default() += 1;
            }
            tally.copies += group.order() as f64 * share;
        }
        tally.finish(piece, puzzle, encoding)
    }

    /// Counts over solutions of a view of all, by their places in it. Linear in their number.
    pub fn of_all(
        piece: PieceId,
        puzzle: &Puzzle,
        encoding: &Encoding,
        group: &SymmetryGroup,
        store: &Store,
        places: impl Iterator<Item = u64>,
    ) -> Positions {
        let range = encoding.placements_of(piece);
        let view = View::all(store, group);
        let mut tally = Tally::default();
        for place in places {
            let options = view.solution(group, store, place);
            for &option in options.iter().filter(|option| range.contains(&option.index())) {
                *tally.weights.entry(option).or_default() += 1.0;
                *tally.solutions.entry(option).or_default() += 1;
            }
            tally.copies += 1.0;
        }
        tally.finish(piece, puzzle, encoding)
    }
}

impl Tally {
    fn finish(self, piece: PieceId, puzzle: &Puzzle, encoding: &Encoding) -> Positions {
        let sites = puzzle.board.sites();
        let index: BTreeMap<_, usize> = sites.iter().map(|s| s.site).zip(0..).collect();
        let mut heat = vec![0.0; sites.len()];
        for (&option, &weight) in &self.weights {
            for site in encoding.sites(option) {
                if let Some(&n) = index.get(&site) {
                    heat[n] += weight;
                }
            }
        }
        let heat = heat.into_iter().map(|own| (own / self.copies.max(1.0)) as f32).collect();
        let mut groups: Vec<PositionGroup> = self
            .solutions
            .into_iter()
            .map(|(option, solutions)| PositionGroup { option, solutions })
            .collect();
        groups.sort_by_key(|own| (std::cmp::Reverse(own.solutions), own.option));
        Positions { piece, heat, groups }
    }
}

#[cfg(test)]
mod tests {
    use crate::job::PlanOptions;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use super::*;
    use crate::format::bundled;
    use crate::job::{Plan, Run, Settings};

    /// Counts a piece's places among all copies of the solutions, one after the other.
    fn compare(name: &str) {
        let file = bundled::ALL.iter().find(|b| b.path.ends_with(name)).unwrap();
        let puzzle = file.open().puzzle;
        let plan = Arc::new(Plan::new(Arc::clone(&puzzle), PlanOptions::default()).unwrap());
        let mut run = Run::start(Arc::clone(&plan), Settings::default());
        run.wait();
        let store = run.with_store(Store::clone);
        let group = &**plan.group();
        let encoding = Encoding::new(&puzzle).unwrap();
        let view = View::all(&store, group);
        for (piece, _) in puzzle.pieces() {
            let range = encoding.placements_of(piece);
            let distinct =
                Positions::of_distinct(piece, &puzzle, &encoding, group, &store, 0..store.len());
            let all = Positions::of_all(piece, &puzzle, &encoding, group, &store, 0..view.len());
            // The heat of all copies is the same, whichever way they are gone through.
            for (n, (a, b)) in distinct.heat.iter().zip(&all.heat).enumerate() {
                let site = puzzle.board.sites()[n].site;
                let covering = (0..view.len()).filter(|&place| {
                    let own = view.solution(group, &store, place);
                    let lies = |o: &OptionId| {
                        range.contains(&o.index()) && encoding.sites(*o).any(|own| own == site)
                    };
                    own.iter().any(lies)
                });
                let share = covering.count() as f32 / view.len() as f32;
                assert!((a - share).abs() < 1e-4 && (b - share).abs() < 1e-4, "{name} {site:?}");
            }
            for own in &distinct.groups {
                let images: BTreeSet<OptionId> =
                    group.elements.iter().map(|element| element.image(own.option)).collect();
                let having = (0..store.len())
                    .filter(|&n| store.get(n).iter().any(|option| images.contains(option)));
                assert_eq!(own.solutions, having.count() as u64, "{name}");
            }
            let counted = all.groups.iter().map(|own| own.solutions).sum::<u64>();
            let lying = |place| {
                let own = view.solution(group, &store, place);
                own.iter().filter(|o| range.contains(&o.index())).count() as u64
            };
            assert_eq!(counted, (0..view.len()).map(lying).sum::<u64>(), "{name}");
        }
    }

    #[test]
    fn positions_are_those_of_all_copies() {
        compare("trikings-3x5.ron");
        compare("welded-tetrasticks-4x4.ron");
        compare("tetrahexes-7x4.ron");
    }
}
