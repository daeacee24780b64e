//! The checks of a cover puzzle: whether its items can be covered.

use super::{Check, CheckKind, Scope, Severity};
use crate::encode::Encoding;
use crate::exact_cover::{ItemId, ItemKind};
use crate::puzzle::{Cover, Ink, Puzzle};
use crate::text;

/// Items named in one sentence, at most.
const NAMED: usize = 6;

/// The checks of a cover puzzle, given how many options write into each cell.
pub(in crate::workbench) fn checks(
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
    let mut checks = vec![match short.is_empty() {
        true => Check::fine(CheckKind::Items, "Every item has enough options"),
        false => short_items(cover, encoding, &short),
    }];
    checks.extend(forced_options(puzzle, cover, coverage));
    checks.sort_by_key(|check| check.severity);
    checks
}

/// The items with too few options.
fn short_items(cover: &Cover, encoding: &Encoding, short: &[ItemId]) -> Check {
    let remedy = match cover.scene.ink {
        Ink::Name => "Remove or change a given.",
        Ink::Queen => "Choose another size.",
        Ink::Cells => "Add options that contain it, or make it secondary.",
    };
    let names = short.iter().take(NAMED).map(|&id| encoding.problem.item(id).name.as_str());
    let names = text::listed(&names.collect::<Vec<_>>());
    let title = match short.len() {
        1 => format!("Item {names} cannot be covered"),
        n => format!("{} items cannot be covered", text::grouped(n as u64)),
    };
    let text = match short.len() {
        1 => format!("Too few options contain it. {remedy}"),
        n if n <= NAMED => format!("Too few options contain {names}. {remedy}"),
        _ => format!("Too few options contain {names} and others. {remedy}"),
    };
    let sites: Vec<usize> = (0..encoding.site_items.len())
        .filter(|&i| short.contains(&encoding.site_items[i]))
        .collect();
    let scope = if sites.is_empty() { Scope::Puzzle } else { Scope::Sites(sites) };
    Check::new(CheckKind::Items, Severity::Wrong, title, text).about(scope)
}

/// The sites with one option left, apart from the givens.
fn forced_options(puzzle: &Puzzle, cover: &Cover, coverage: &[u32]) -> Option<Check> {
    if !cover.counts_cells() {
        return None;
    }
    let sites = puzzle.board.sites();
    let is_forced = |i: &usize| coverage[*i] == 1 && cover.text(sites[*i].site).is_none();
    let forced: Vec<usize> = (0..sites.len()).filter(is_forced).collect();
    if forced.is_empty() {
        return None;
    }
    let title = format!("{} left with one option", text::count(forced.len() as u64, "cell"));
    let text = "The givens rule out all other options there.";
    let check = Check::new(CheckKind::ForcedOptions, Severity::Notable, title, text);
    Some(check.about(Scope::Sites(forced)))
}
