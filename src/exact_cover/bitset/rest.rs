//! The search of what is left of a problem when some options are chosen, without making a problem of
//! it: for many such searches of one problem, such as the sudokus of a list.

use std::ops::ControlFlow;

use super::{BitsetSearch, Search, stack_bytes, words_for};
use crate::exact_cover::stack::with_stack;
use crate::exact_cover::{Effort, Observer, OptionId, Part};

impl BitsetSearch {
    /// Searches for the solutions that contain some options, and reports each without these. `None` if
    /// two of them exclude each other.
    ///
    /// # Panics
    /// When the problem has colours or multiplicities.
    pub fn search_with(
        &mut self,
        chosen: &[OptionId],
        observer: &mut dyn Observer,
    ) -> Option<(Effort, ControlFlow<()>)> {
        assert!(self.matrix.plain, "no colours and no multiplicities");
        let (matrix, root) = (&self.matrix, &self.root);
        let row = |row: u32| &root.rows[row as usize * root.words..][..root.words];
        let mut alive = vec![0u64; root.words];
        for option in 0..root.options.len() {
            // An option without primary items is never chosen.
            let may_be_chosen = !matrix.covers.get(option).is_empty();
            alive[option / 64] |= u64::from(may_be_chosen) << (option % 64);
        }
        let mut is_open = vec![false; matrix.primary];
        root.items.iter().for_each(|&item| is_open[item as usize] = true);
        for option in chosen.iter().map(|option| option.index()) {
            if alive[option / 64] >> (option % 64) & 1 == 0 {
                return None;
            }
            for &member in matrix.members.get(option) {
                alive.iter_mut().zip(row(member)).for_each(|(alive, row)| *alive &= !row);
            }
            matrix.covers.get(option).iter().for_each(|&item| is_open[item as usize] = false);
        }
        let open: Vec<u32> =
            root.items.iter().copied().filter(|&item| is_open[item as usize]).collect();
        let living = |item: u32| -> u32 {
            alive.iter().zip(row(item)).map(|(alive, row)| (alive & row).count_ones()).sum()
        };
        // The first item with the fewest options.
        let branch = open.iter().map(|&item| (living(item), item)).min();
        let options: Vec<u32> = (0..root.options.len())
            .filter(|option| alive[option / 64] >> (option % 64) & 1 == 1)
            .map(|option| option as u32)
            .collect();
        let (learned, part) = (&mut self.learned, Part::default());
        let mut search = Search::new(part, observer, None, matrix, learned, self.instructions);
        search.pool = std::mem::take(&mut self.pool);
        let flow = match (search.count(0), branch) {
            (ControlFlow::Break(()), _) => ControlFlow::Break(()),
            (_, None) => search.report(),
            (_, Some((0, _))) => ControlFlow::Continue(()),
            (_, Some((degree, item))) => {
                let stack = stack_bytes(open.len(), words_for(options.len()));
                with_stack(stack, || search.search_below(&options, &open, (item, degree)))
            }
        };
        self.pool = search.pool;
        Some((search.meter.into_effort(), flow))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::{ForEach, ItemKind, Problem, ProblemBuilder};

    /// Dominoes on a board of 4×4.
    fn dominoes() -> Problem {
        let mut builder = ProblemBuilder::default();
        let cells: Vec<_> = (0..16).map(|n| builder.item(format!("{n}"), ItemKind::ONCE)).collect();
        for n in 0..16 {
            if n % 4 < 3 {
                builder.option([cells[n], cells[n + 1]]);
            }
            if n < 12 {
                builder.option([cells[n], cells[n + 4]]);
            }
        }
        builder.build().unwrap()
    }

    #[test]
    fn the_solutions_with_some_options_are_those_of_the_residual() {
        let problem = dominoes();
        let mut engine = BitsetSearch::new(&problem);
        let (mut excluded, mut found) = (0, 0);
        for a in 0..problem.option_count() as u32 {
            for b in 0..a {
                let chosen = [OptionId(a), OptionId(b)];
                let mut own: Vec<Vec<OptionId>> = Vec::new();
                let mut keep = ForEach(|options: &[OptionId]| {
                    let mut solution = options.to_vec();
                    solution.extend(chosen);
                    solution.sort_unstable();
                    own.push(solution);
                    ControlFlow::Continue(())
                });
                let effort = engine.search_with(&chosen, &mut keep);
                assert_eq!(effort.is_none(), problem.residual(&chosen).is_err(), "{chosen:?}");
                excluded += u32::from(effort.is_none());
                let mut all: Vec<Vec<OptionId>> = problem.solutions().collect();
                all.iter_mut().for_each(|solution| solution.sort_unstable());
                all.retain(|solution| chosen.iter().all(|option| solution.contains(option)));
                all.sort_unstable();
                own.sort_unstable();
                assert_eq!(own, all, "{chosen:?}");
                found += own.len();
            }
        }
        assert!(excluded > 20 && found > 500, "{excluded} {found}");
        // Nothing is left when all of a solution is chosen.
        let all: Vec<OptionId> = problem.solutions().next().unwrap();
        let mut count = 0;
        let mut counted = ForEach(|options: &[OptionId]| {
            assert!(options.is_empty());
            count += 1;
            ControlFlow::Continue(())
        });
        assert!(engine.search_with(&all, &mut counted).is_some());
        assert_eq!(count, 1);
    }
}
