//! The size of a search tree before it is searched: of sweeps by the mean of random walks (Knuth
//! 1975, Chen 1992), each of which would be the size of a tree whose walks were all alike; of the
//! other engines by searching some subtrees.

use std::time::{Duration, Instant};

use super::case::Case;
use super::cost_model::COSTS;
use super::plan::Plan;
use super::sample::Sample;
use super::strategy::sampler;
use crate::exact_cover::Tree;

/// The estimate of a tree from a sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The nodes of the tree. More often too low than too high, since few samples meet the few
    /// large branches.
    pub nodes: f64,
    /// The standard error of that; 0 where the whole tree was searched. With few samples it is too
    /// small itself.
    pub error: f64,
    /// True if the tree is larger than was worth finding out, so that this is a lower bound.
    pub at_least: bool,
    /// The number of walks, or of subtrees looked at.
    pub probes: u64,
    /// The time spent on them.
    pub spent: Duration,
}

impl Estimate {
    /// The range in which the nodes likely lie: two standard errors down, and four up, since the
    /// sizes that samples tell are skewed and their mean is more often too low. Errors are taken as
    /// factors, as suits sizes.
    pub fn range(&self) -> (f64, f64) {
        let share = self.error / self.nodes.max(1.0);
        (self.nodes / (1.0 + 2.0 * share), self.nodes * (1.0 + 4.0 * share))
    }
}

/// Nodes that a single search of a subtree may take.
const SEARCH: u64 = 10_000;
/// So many subtrees are looked at before time is.
const MIN_WALKS: u64 = 3;

impl Plan {
    /// Takes a number of samples of the tree, or as many as some time allows. The same plan and number
    /// of samples give the same estimate. Once it is not `wanted` any more, which is asked before
    /// each sample, it ends with what is known by then.
    pub fn estimate(&self, probes: u64, most: Duration, wanted: &dyn Fn() -> bool) -> Estimate {
        let began = Instant::now();
        // Of several cases each has its share of the walks and of the time. What a frontier sweep
        // would meet no walk can tell.
        let searched: Vec<&Case> = self.cases.iter().flat_map(Case::searched).collect();
        let cases = searched.len().max(1) as u32;
        let mut whole =
            Estimate { nodes: 0.0, error: 0.0, at_least: false, probes: 0, spent: Duration::ZERO };
        for case in searched {
            let part = case.estimate(probes.div_ceil(cases.into()), most / cases, wanted);
            whole.nodes += part.nodes;
            whole.error = whole.error.hypot(part.error);
            whole.at_least |= part.at_least;
            whole.probes += part.probes;
        }
        Estimate { spent: began.elapsed(), ..whole }
    }
}

impl Case {
    fn estimate(&self, probes: u64, most: Duration, wanted: &dyn Fn() -> bool) -> Estimate {
        let began = Instant::now();
        // Engines with the same tree give the same answer; the fastest gives it soonest.
        let fastest = sampler(self.strategy.engine, &self.problem);
        let loaded = fastest.and_then(|e| e.load(&self.problem, &self.strategy.order).ok());
        let mut search = loaded.unwrap_or_else(|| self.search());
        if self.strategy.engine.tree != Tree::FixedOrder {
            let node_cost = (self.strategy.engine.node_cost)(&self.problem);
            let nodes = (COSTS.subtree_sample_ns / node_cost) as u64;
            let mut sample = Sample::new(&mut *search, nodes.clamp(1, SEARCH));
            // Where each search takes long to begin, fewer subtrees must do; where one is far beyond
            // what can be searched, so is the tree, and others would not tell by how much.
            let start = self.problem.cell_count() as f64 * COSTS.start_ns_per_entry;
            let least = ((1e9 / start.max(1.0)) as u64).clamp(1, MIN_WALKS);
            while wanted()
                && sample.count() < probes
                && (sample.count() < least && !sample.is_endless() || began.elapsed() < most)
                && sample.grow(&mut *search)
            {}
            return Estimate {
                nodes: sample.nodes(),
                error: sample.error(),
                at_least: sample.is_endless(),
                probes: sample.count(),
                spent: began.elapsed(),
            };
        }
        let (mut count, mut mean, mut squares) = (0u64, 0.0f64, 0.0f64);
        while wanted() && count < probes && (count < MIN_WALKS || began.elapsed() < most) {
            let Some(nodes) = search.walk(count) else { break };
            count += 1;
            // Welford's running mean and sum of squares.
            let step = nodes - mean;
            mean += step / count as f64;
            squares += step * (nodes - mean);
        }
        let n = count as f64;
        let error = (squares / (n - 1.0).max(1.0) / n.max(1.0)).sqrt();
        let spent = began.elapsed();
        Estimate { nodes: mean, error, at_least: false, probes: count, spent }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact_cover::{bitset, fixed_order};
    use crate::format::bundled;
    use crate::job::PlanOptions;

    #[test]
    fn samples_come_near_the_true_size_of_the_tree() {
        let plan = |name: &str, engine| {
            let bundled = bundled::ALL.iter().find(|b| b.path.contains(name)).unwrap();
            Plan::new(bundled.open().puzzle, PlanOptions::by(engine)).unwrap()
        };
        let minute = Duration::from_secs(60);
        // Once all subtrees are searched, the size is exact.
        let scott = plan("scott", &bitset::ENGINE);
        let whole = scott.estimate(4000, minute, &|| true);
        assert_eq!((whole.nodes.round(), whole.error), (56_062.0, 0.0), "{whole:?}");
        for (name, engine, truth, probes) in [
            ("scott", &bitset::ENGINE, 56_062.0, 100),
            ("6x10", &bitset::ENGINE, 909_153.0, 100),
            ("6x10", &fixed_order::ENGINE, 2_455_948.0, 4000),
        ] {
            let plan = plan(name, engine);
            let estimate = plan.estimate(probes, minute, &|| true);
            let (least, most) = estimate.range();
            assert!(least < truth && truth < most, "{name}: {estimate:?}");
            assert!(most < 4.0 * least, "{name}: {estimate:?}");
            let again = plan.estimate(probes, minute, &|| true);
            assert_eq!((again.nodes, again.error), (estimate.nodes, estimate.error));
        }
    }
}
