//! The size of a search tree before it is searched (Knuth 1975): the mean of random walks, each
//! of which would be the size of a tree whose walks were all alike.

use std::time::{Duration, Instant};

use super::case::Case;
use super::plan::Plan;
use crate::exact_cover::{CompactTiers, Engine, EngineKind};

/// What random walks tell of a tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The nodes of the tree, as the mean of the walks. More often too low than too high, since
    /// few walks meet the few large branches.
    pub nodes: f64,
    /// The standard error of that mean. With few walks it is too small itself.
    pub error: f64,
    /// The number of walks.
    pub probes: u64,
    /// The time spent on them.
    pub spent: Duration,
}

impl Estimate {
    /// The range in which the nodes likely lie: two standard errors down, and four up, since the
    /// sizes that walks tell are skewed and their mean is more often too low.
    pub fn range(&self) -> (f64, f64) {
        ((self.nodes - 2.0 * self.error).max(1.0), self.nodes + 4.0 * self.error)
    }
}

impl Plan {
    /// Walks down the tree at random, so many times or as often as some time allows. The same
    /// plan and number of walks give the same estimate. `None` when the engine cannot walk: a
    /// problem that only dancing links can hold.
    pub fn estimate(&self, probes: u64, most: Duration) -> Option<Estimate> {
        let began = Instant::now();
        // Of several cases each has its share of the walks and of the time. What a frontier sweep
        // would meet no walk can tell.
        let searched: Vec<&Case> = self.cases.iter().flat_map(Case::searched).collect();
        let cases = searched.len().max(1) as u32;
        let mut whole = Estimate { nodes: 0.0, error: 0.0, probes: 0, spent: Duration::ZERO };
        for case in searched {
            let part = case.estimate(probes.div_ceil(cases.into()), most / cases)?;
            whole.nodes += part.nodes;
            whole.error = whole.error.hypot(part.error);
            whole.probes += part.probes;
        }
        Some(Estimate { spent: began.elapsed(), ..whole })
    }
}

impl Case {
    fn estimate(&self, probes: u64, most: Duration) -> Option<Estimate> {
        let began = Instant::now();
        let mut engine = match self.strategy.engine {
            // Their tree is the same, and only one of the two can walk.
            EngineKind::DancingLinks => CompactTiers::fits(&self.problem)
                .then(|| Engine::new(EngineKind::CompactTiers, &self.problem, &[]))??,
            _ => self.engine(),
        };
        let (mut count, mut mean, mut squares) = (0u64, 0.0f64, 0.0f64);
        while count < probes && (count < 10 || began.elapsed() < most) {
            let nodes = engine.probe(count..count + 1)?;
            count += 1;
            // Welford's running mean and sum of squares.
            let step = nodes - mean;
            mean += step / count as f64;
            squares += step * (nodes - mean);
        }
        let n = count as f64;
        let error = (squares / (n - 1.0).max(1.0) / n).sqrt();
        Some(Estimate { nodes: mean, error, probes: count, spent: began.elapsed() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::bundled;

    #[test]
    fn many_walks_come_near_the_true_size_of_the_tree() {
        // 56,062 nodes by compact tiers, X held.
        let scott = bundled::ALL.iter().find(|b| b.path.contains("scott")).unwrap();
        let plan = Plan::by_engine(scott.open().puzzle, Some(EngineKind::CompactTiers)).unwrap();
        let estimate = plan.estimate(4000, Duration::from_secs(60)).unwrap();
        let (least, most) = estimate.range();
        assert!(least < 56_062.0 && 56_062.0 < most, "{estimate:?}");
        assert!(most < 3.0 * least, "{estimate:?}");
        let again = plan.estimate(4000, Duration::from_secs(60)).unwrap();
        assert_eq!(again.nodes, estimate.nodes);
    }
}
