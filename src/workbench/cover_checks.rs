//! What is checked of a cover puzzle: whether its items can be covered.

use super::facts::{About, Check, Severity};
use crate::encode::Encoding;
use crate::exact_cover::{ItemId, ItemKind};
use crate::puzzle::{Cover, Ink, Puzzle};
use crate::words;

/// Items named in one sentence, at most.
const NAMED: usize = 6;

/// The checks of a cover puzzle, given how many options write into each cell.
pub(super) fn checks(
    puzzle: &Puzzle,
    cover: &Cover,
    encoding: &Encoding,
    coverage: &[u32],
) -> Vec<Check> {
    let problem = &encoding.problem;
    let mut uses = vec![0u32; problem.items().len()];
    for (_, option) in problem.options() {
        for cell in option {
            uses[cell.item.index()] += 1;
        }
    }
    let short: Vec<ItemId> = (0..problem.primary_count() as u32)
        .map(ItemId)
        .filter(|&id| match problem.item(id).kind {
            ItemKind::Primary { min, .. } => uses[id.index()] < min,
            ItemKind::Secondary => false,
        })
        .collect();
    let remedy = match cover.scene.ink {
        Ink::Name => "Take a given away or change it.",
        Ink::Queen => "Choose another size.",
        Ink::Cells => "Add options that have it, or make it secondary.",
    };
    let mut checks = Vec::new();
    if short.is_empty() {
        checks.push(Check {
            severity: Severity::Fine,
            title: "Every item has options enough".to_owned(),
            text: String::new(),
            about: About::Puzzle,
            remedies: Vec::new(),
        });
    } else {
        let names = short.iter().take(NAMED).map(|&id| problem.item(id).name.as_str());
        let names = words::listed(&names.collect::<Vec<_>>());
        let title = match short.len() {
            1 => format!("Item {names} cannot be covered"),
            n => format!("{} items cannot be covered", words::grouped(n as u64)),
        };
        let text = match short.len() {
            1 => format!("Too few options have it. {remedy}"),
            n if n <= NAMED => format!("Too few options have {names}. {remedy}"),
            _ => format!("Too few options have {names} and others. {remedy}"),
        };
        let sites: Vec<usize> = (0..encoding.site_items.len())
            .filter(|&i| short.contains(&encoding.site_items[i]))
            .collect();
        let about = if sites.is_empty() { About::Puzzle } else { About::Sites(sites) };
        checks.push(Check { severity: Severity::Wrong, title, text, about, remedies: Vec::new() });
    }
    if cover.counts_cells() {
        let sites = puzzle.board.sites();
        let one = |i: &usize| coverage[*i] == 1 && cover.text(sites[*i].site).is_none();
        let forced: Vec<usize> = (0..sites.len()).filter(one).collect();
        if !forced.is_empty() {
            let n = forced.len() as u64;
            let title = format!("{} left with one option", words::count(n, "site"));
            checks.push(Check {
                severity: Severity::Notable,
                title,
                text: "What the givens rule out leaves nothing else to write there.".to_owned(),
                about: About::Sites(forced),
                remedies: Vec::new(),
            });
        }
    }
    checks.sort_by_key(|check| check.severity);
    checks
}
