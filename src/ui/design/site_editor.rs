//! Sites in the inspector: what they are, and which pieces may cover them; one or several at once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use egui::{ScrollArea, Ui, vec2};

use crate::lattice::Point;
use crate::puzzle::{Label, Puzzle, SiteGroup, Takes};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::canvas::nodes::site_kind;
use crate::ui::widgets;
use crate::ui::widgets::theme::{Palette, regular};
use crate::workbench::Document;
use crate::workbench::edit::{Edit, State};

/// The height to which the list of pieces grows before it scrolls, in points.
const LIST: f32 = 320.0;

/// Shows sites of the board; `false` if one of them is gone.
pub(super) fn show(document: &Document, sites: &[Point], out: &mut Actions, ui: &mut Ui) -> bool {
    let puzzle = &document.puzzle;
    let places: Option<Vec<usize>> =
        sites.iter().map(|site| puzzle.board.position(*site)).collect();
    let Some(places) = places.filter(|places| !places.is_empty()) else { return false };
    head(document, sites, &places, ui);
    state_rows(puzzle, sites, &places, out, ui);
    ui.add_space(8.0);
    label_row(puzzle, sites, &places, out, ui);
    group_rows(&puzzle.site_groups, sites, out, ui);
    ui.add_space(8.0);
    piece_rows(puzzle, sites, out, ui);
    true
}

/// Shows which sites these are, and of what kind.
fn head(document: &Document, sites: &[Point], places: &[usize], ui: &mut Ui) {
    let puzzle = &document.puzzle;
    let lattice = puzzle.lattice;
    let kind = |i: usize| (puzzle.board.sites()[i].required, puzzle.board.label(i));
    let caption = match places.iter().all(|&i| kind(i) == kind(places[0])) {
        true => site_kind(puzzle, &puzzle.board.sites()[places[0]]),
        false => "of several kinds".to_owned(),
    };
    let title = match sites {
        [site] => {
            let (one, _) = lattice.site_words;
            format!("{} {}", text::capitalised(one), lattice.site_label(*site))
        }
        _ => lattice.count_sites(sites.len() as u64),
    };
    widgets::section_title(ui, &title, &caption);
    if let ([i], Some(analysis)) = (places, document.analysis().get()) {
        let n = u64::from(analysis.coverage.get(*i).copied().unwrap_or(0));
        widgets::fact_row(ui, "Placements through it", &text::grouped(n));
    }
}

/// Shows whether they must be covered.
fn state_rows(puzzle: &Puzzle, sites: &[Point], places: &[usize], out: &mut Actions, ui: &mut Ui) {
    let required = places.iter().filter(|&&i| puzzle.board.sites()[i].required).count();
    let caption = some_words(sites.len() - required, sites.len());
    let mut optional = required == 0;
    if widgets::check_row(ui, &mut optional, "Optional", &caption).changed() {
        let state = if optional { State::Optional } else { State::Required };
        out.edit(Edit::Paint(sites.to_vec(), state), None);
    }
}

/// The caption of a box that is not ticked, since it is so of some sites alone.
fn some_words(some: usize, all: usize) -> String {
    match 0 < some && some < all {
        true => format!("{} of {}", text::grouped(some as u64), text::grouped(all as u64)),
        false => String::new(),
    }
}

/// The colour label that they all have, and others to give them.
fn label_row(puzzle: &Puzzle, sites: &[Point], places: &[usize], out: &mut Actions, ui: &mut Ui) {
    let mut offered: Vec<Label> = puzzle.labels();
    offered.extend(('a'..='z').find(|letter| !offered.contains(letter)));
    let has = |label: Option<Label>| places.iter().all(|&i| puzzle.board.label(i) == label);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 6.0);
        widgets::elided(ui, "Colour label", regular(13.0), Palette::current(ui).text, 120.0);
        let choices = std::iter::once(None).chain(offered.into_iter().map(Some));
        for label in choices {
            let name = label.map_or_else(|| "none".to_owned(), |label| label.to_string());
            let tip = match label {
                Some(label) => format!("Give them the label {label}."),
                None => "Remove their labels.".to_owned(),
            };
            let button = widgets::Button::new(&name).small().selected(has(label)).tooltip(&tip);
            if button.show(ui).clicked() && !has(label) {
                out.edit(Edit::Label(sites.to_vec(), label), None);
            }
        }
    });
}

/// The groups that they belong to.
fn group_rows(groups: &[SiteGroup], sites: &[Point], out: &mut Actions, ui: &mut Ui) {
    let own: BTreeSet<&Point> = sites.iter().collect();
    for group in groups {
        let within = group.sites.iter().filter(|site| own.contains(site)).count();
        let caption = some_words(within, sites.len());
        let mut belongs = within == sites.len();
        let label = format!("In group {}", group.name);
        if widgets::check_row(ui, &mut belongs, &label, &caption).changed() {
            let mut members = group.sites.clone();
            members.retain(|site| !own.contains(site));
            if belongs {
                members.extend(sites);
            }
            let members = (!members.is_empty()).then_some(members);
            out.edit(Edit::SiteGroup(group.name.clone(), members), None);
        }
    }
}

/// The pieces that may cover them.
fn piece_rows(puzzle: &Arc<Puzzle>, sites: &[Point], out: &mut Actions, ui: &mut Ui) {
    let barred = sites.iter().filter(|site| puzzle.barred.contains_key(site)).count();
    let (title, caption) = match sites {
        [site] => ("Pieces that may cover it", puzzle.barred.get(site).map_or(0, Vec::len)),
        _ => ("Pieces that may cover them", barred),
    };
    let caption = match (caption, sites.len()) {
        (0, _) => "all pieces".to_owned(),
        (n, 1) => format!("{} may not", text::grouped(n as u64)),
        (n, all) => format!("{} restricted", some_or_all(n, all)),
    };
    widgets::section_title(ui, title, &caption);
    let ids: Vec<_> = puzzle.pieces().map(|(id, _)| id).collect();
    // What was asked for of each piece; of the others each site keeps its rule.
    let mut wish: Vec<Option<bool>> = vec![None; ids.len()];
    ScrollArea::vertical().id_salt("pieces of a site").max_height(LIST).show(ui, |ui| {
        for ((&id, piece), wish) in ids.iter().zip(&puzzle.pieces).zip(&mut wish) {
            let number = sites.iter().filter(|site| puzzle.may_cover(id, **site)).count();
            let mut may = number == sites.len();
            let caption = some_words(number, sites.len());
            if widgets::check_row(ui, &mut may, &piece.name, &caption).changed() {
                *wish = Some(may);
            }
        }
    });
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 8.0;
        for (label, may) in [("All", true), ("None", false)] {
            if widgets::Button::new(label).small().show(ui).clicked() {
                wish.fill(Some(may));
            }
        }
    });
    if wish.iter().any(Option::is_some) {
        let edits = rule_edits(puzzle, sites, &wish);
        if !edits.is_empty() {
            out.push(Action::Edits(edits, Some(Arc::clone(puzzle))));
        }
    }
}

fn some_or_all(some: usize, all: usize) -> String {
    if some == all { "all".to_owned() } else { some_words(some, all) }
}

/// The edits that let pieces cover sites, or no longer, as `wish` says of some of them.
fn rule_edits(puzzle: &Puzzle, sites: &[Point], wish: &[Option<bool>]) -> Vec<Edit> {
    let mut by_rule: BTreeMap<Vec<bool>, Vec<Point>> = BTreeMap::new();
    for &site in sites {
        let before: Vec<bool> = puzzle.pieces().map(|(id, _)| puzzle.may_cover(id, site)).collect();
        let after: Vec<bool> =
            before.iter().zip(wish).map(|(may, wish)| wish.unwrap_or(*may)).collect();
        if after != before {
            by_rule.entry(after).or_default().push(site);
        }
    }
    by_rule.into_iter().map(|(may, sites)| Edit::SiteRule(sites, takes(puzzle, &may))).collect()
}

/// The rule by which some pieces alone may cover a site.
fn takes(puzzle: &Puzzle, may: &[bool]) -> Option<Takes> {
    let named = |which: bool| -> Vec<String> {
        let pieces = puzzle.pieces.iter().zip(may).filter(|(_, may)| **may == which);
        pieces.map(|(piece, _)| piece.name.clone()).collect()
    };
    let (only, never) = (named(true), named(false));
    // The shorter list is said; a site that takes nothing has no pieces to name.
    match (only.len(), never.len()) {
        (_, 0) => None,
        (0, _) => Some(Takes::Never(never)),
        (a, b) if a < b => Some(Takes::Only(only)),
        _ => Some(Takes::Never(never)),
    }
}
