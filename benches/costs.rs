//! What engines cost: measures again the figures that the choice of a strategy reckons with.
//!
//! `cargo bench --bench costs`: for each engine and some instances the time a node, beside the figure
//! of the engine's row; for engines that follow an order also the time to load an entry of the problem
//! and the time of a random walk. Figures are CPU time; only their ratios matter.

mod clock;
#[expect(dead_code, reason = "the instances are shared with another bench, which counts too")]
mod instances;

use std::ops::ControlFlow;

use clock::cpu_seconds;
use instances::{ALL, Instance};
use polywright::exact_cover::{Engine, ForEach, OptionId, Part, Tree};

/// The least time that a figure rests on, in seconds.
const MIN_SECONDS: f64 = 0.2;
/// Nodes after which a search is broken off.
const MAX_NODES: u64 = 2_000_000;

fn main() {
    println!(
        "{:<24} {:<24} {:>9} {:>9} {:>12} {:>9}",
        "instance", "engine", "ns a node", "reckoned", "ns an entry", "ns a walk"
    );
    for entry in ALL {
        let Instance { problem, orders, fronts } = (entry.make)();
        for engine in Engine::exhaustive() {
            let order = match engine.tree {
                Tree::FewestOptions => &[][..],
                Tree::FixedOrder => orders.first().map_or(&[][..], Vec::as_slice),
                Tree::States | Tree::None => fronts.first().map_or(&[][..], Vec::as_slice),
            };
            // A sweep is measured by its states, not by the nodes of the listing that follows.
            if engine.tree == Tree::States {
                continue;
            }
            let start = cpu_seconds();
            let Ok(mut search) = engine.load(&problem, order) else { continue };
            let loading = cpu_seconds() - start;
            let (mut nodes, start) = (0, cpu_seconds());
            while cpu_seconds() - start < MIN_SECONDS {
                let part = Part { most_nodes: Some(MAX_NODES), ..Part::default() };
                let mut count = ForEach(|_: &[OptionId]| ControlFlow::Continue(()));
                nodes += search.search(part, &mut count).0.nodes;
            }
            let node = (cpu_seconds() - start) * 1e9 / nodes as f64;
            let mut line = format!(
                "{:<24} {:<24} {node:>9.0} {:>9.0}",
                entry.name,
                engine.name,
                (engine.node_cost)(&problem)
            );
            if engine.tree == Tree::FixedOrder {
                let (mut walks, start) = (0, cpu_seconds());
                while cpu_seconds() - start < MIN_SECONDS && search.walk(walks).is_some() {
                    walks += 1;
                }
                let walk = (cpu_seconds() - start) * 1e9 / walks.max(1) as f64;
                let load = loading * 1e9 / problem.cell_count() as f64;
                line += &format!(" {load:>12.1} {walk:>9.0}");
            }
            println!("{line}");
        }
    }
}
