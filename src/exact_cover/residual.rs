//! The problem that is left when some options are chosen.

use super::{ItemId, ItemKind, OptionId, Problem};

/// The rest of a problem when some of its options are chosen: its solutions, each with the chosen
/// options added, are the solutions of the whole problem that have all of these.
#[derive(Clone, Debug)]
pub struct Residual {
    /// The problem that is left, over the same items in another order.
    pub problem: Problem,
    /// For each option of it the option of the whole problem, ascending.
    pub options: Vec<OptionId>,
    /// For each item of the whole problem its item in the problem that is left.
    pub place: Vec<ItemId>,
    /// The items of the whole problem that must still be covered, ascending.
    pub open: Vec<ItemId>,
}

impl Residual {
    /// Returns whether the chosen options are a solution by themselves.
    pub fn is_solved(&self) -> bool {
        self.open.is_empty()
    }
}

/// Two chosen options exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the chosen options cover item {} too often", .0.0 + 1)]
pub struct Conflict(pub ItemId);

/// The coverage of an item by the chosen options.
#[derive(Clone, Copy, Default)]
struct Cover {
    times: u32,
    /// The colour of a secondary item.
    colour: u32,
}

impl Cover {
    /// Returns whether an option may cover the item in a colour too.
    fn allows(self, kind: ItemKind, colour: u32) -> bool {
        match kind {
            ItemKind::Primary { max, .. } => self.times < max,
            ItemKind::Secondary => self.times == 0 || (colour != 0 && colour == self.colour),
        }
    }
}

impl Problem {
    /// Computes the rest when some options are chosen. Linear in the size of the problem.
    ///
    /// # Errors
    /// When two of them exclude each other.
    pub fn residual(&self, chosen: &[OptionId]) -> Result<Residual, Conflict> {
        let mut covers = vec![Cover::default(); self.items().len()];
        for &option in chosen {
            for cell in self.option(option) {
                let cover = &mut covers[cell.item.index()];
                if !cover.allows(self.item(cell.item).kind, cell.colour) {
                    return Err(Conflict(cell.item));
                }
                *cover = Cover { times: cover.times + 1, colour: cell.colour };
            }
        }
        let (restricted, options) = self.restricted(|option| {
            let mut cells = self.option(option).iter();
            let allowed = |cell: super::Cell| {
                covers[cell.item.index()].allows(self.item(cell.item).kind, cell.colour)
            };
            cells.all(allowed) && !chosen.contains(&option)
        });
        let (mut open, mut primary, mut secondary) = (Vec::new(), Vec::new(), Vec::new());
        for (n, (item, cover)) in self.items().iter().zip(&covers).enumerate() {
            let id = ItemId(n as u32);
            match item.kind {
                ItemKind::Primary { min, max } if cover.times < max => {
                    let min = min.saturating_sub(cover.times);
                    let kind = ItemKind::Primary { min, max: max - cover.times };
                    primary.push((id, kind));
                    open.extend((min > 0).then_some(id));
                }
                // No option that is left has it.
                ItemKind::Primary { .. } | ItemKind::Secondary => {
                    secondary.push((id, ItemKind::Secondary));
                }
            }
        }
        primary.append(&mut secondary);
        let (problem, place) = restricted.arranged(&primary);
        Ok(Residual { problem, options, place, open })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::{Cell, ProblemBuilder};

    /// A random problem with multiplicities and colours.
    fn random_problem(next: &mut dyn FnMut(u32) -> u32) -> Problem {
        let mut builder = ProblemBuilder::default();
        let mut items = Vec::new();
        for n in 0..5 {
            let min = next(3);
            let kind = ItemKind::Primary { min, max: (min + next(2)).max(1) };
            items.push((builder.item(format!("p{n}"), kind), true));
        }
        for n in 0..3 {
            items.push((builder.item(format!("s{n}"), ItemKind::Secondary), false));
        }
        for _ in 0..10 + next(6) {
            let mut cells: Vec<Cell> = Vec::new();
            for &(item, primary) in &items {
                if next(3) == 0 {
                    let colour = if primary { 0 } else { next(3) };
                    cells.push(Cell { item, colour });
                }
            }
            // Options of secondary items alone are never chosen.
            if cells.iter().any(|cell| cell.item.index() < 5) {
                builder.coloured_option(cells);
            }
        }
        builder.build().expect("a problem")
    }

    fn sorted(problem: &Problem) -> Vec<Vec<OptionId>> {
        let sort = |mut solution: Vec<OptionId>| {
            solution.sort_unstable();
            solution
        };
        let mut solutions: Vec<_> = problem.solutions().map(sort).collect();
        solutions.sort_unstable();
        solutions
    }

    #[test]
    fn what_is_left_has_the_solutions_that_contain_what_is_chosen() {
        let mut state = 7u64;
        let mut next = |n: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % u64::from(n)) as u32
        };
        let (mut conflicts, mut solved, mut found) = (0, 0, 0);
        for _ in 0..400 {
            let problem = random_problem(&mut next);
            let all = sorted(&problem);
            let count = problem.option_count() as u32;
            if count == 0 {
                continue;
            }
            let mut chosen: Vec<OptionId> =
                (0..1 + next(3)).map(|_| OptionId(next(count))).collect();
            chosen.sort_unstable();
            chosen.dedup();
            let has_all = |solution: &&Vec<OptionId>| chosen.iter().all(|o| solution.contains(o));
            let expected: Vec<&Vec<OptionId>> = all.iter().filter(has_all).collect();
            let Ok(residual) = problem.residual(&chosen) else {
                assert!(expected.is_empty());
                conflicts += 1;
                continue;
            };
            let mut left: Vec<Vec<OptionId>> = residual
                .problem
                .solutions()
                .map(|own| {
                    let own = own.iter().map(|option| residual.options[option.index()]);
                    own.chain(chosen.iter().copied()).collect()
                })
                .collect();
            left.iter_mut().for_each(|solution| solution.sort_unstable());
            left.sort_unstable();
            assert!(expected.iter().copied().eq(&left), "{chosen:?}\n{expected:?}\n{left:?}");
            if residual.is_solved() {
                assert!(all.contains(&chosen));
                solved += 1;
            }
            found += left.len();
        }
        assert!(conflicts > 20 && solved > 5 && found > 100, "{conflicts} {solved} {found}");
    }
}
