//! The checks of a puzzle: whether a solution can exist, and what is worth knowing before a run.
//!
//! Each check has a [`CheckKind`], by which others ask for it; its words are for people alone.
//! The fixes are in `remedies`, the checks of cover puzzles in
//! `cover`.

pub mod analysis;
pub(crate) mod cover;
pub mod remedies;

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;
use serde::Serialize;

use self::remedies::{Remedy, remedies};
use crate::encode::pockets::{self, Pockets};
use crate::encode::selection::Selections;
use crate::encode::{Encoding, reasons, shortage};
use crate::exact_cover::OptionId;
use crate::exact_cover::relaxation::Budget;
use crate::lattice::Point;
use crate::puzzle::{Label, LabelRule, PieceId, Puzzle};
use crate::text;

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// No solution can exist until it is fixed.
    Wrong,
    /// Worth knowing.
    Notable,
    /// As it should be.
    Fine,
}

/// The subject of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckKind {
    /// There is a piece.
    Pieces,
    /// One of the pieces is switched on.
    PiecesInUse,
    /// The board has sites.
    Board,
    /// Some site must be covered.
    RequiredSites,
    /// The areas of board and pieces agree.
    Area,
    /// Each piece has enough placements.
    Placements,
    /// Each required site has a placement.
    Coverage,
    /// Pockets that placements leave and that cannot be filled.
    Pockets,
    /// Required sites with one placement left.
    ForcedSites,
    /// An argument by area, parity or colouring that no solution exists.
    Obstruction,
    /// The optional pieces that can be used together.
    Selection,
    /// Pieces of one shape that count as different.
    SameShape,
    /// Colour labels that only the board or only the pieces have.
    Labels,
    /// The pieces can be put together into the solutions.
    Assembly,
    /// Each item of a cover puzzle has enough options.
    Items,
    /// Sites of a cover puzzle with one option left.
    ForcedOptions,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// The subject.
    pub kind: CheckKind,
    /// The weight of the finding.
    pub severity: Severity,
    /// The finding.
    pub title: String,
    /// The reason and how to fix it; empty when all is well.
    pub text: String,
    /// The part of the puzzle that it is about.
    pub scope: Scope,
    /// The fixes, the least destructive first.
    pub remedies: Vec<Remedy>,
}

/// The part of a puzzle that a check is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The puzzle as a whole.
    Puzzle,
    /// A piece.
    Piece(PieceId),
    /// Sites of the board, by their positions.
    Sites(Vec<usize>),
    /// A placement, and sites of the board about it, by their positions.
    Placement(OptionId, Vec<usize>),
    /// All sites, in the colours of a proof that there is no solution.
    Colours,
}

impl Check {
    /// A complaint, or something worth knowing, about the puzzle as a whole.
    pub(super) fn new(
        kind: CheckKind,
        severity: Severity,
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> Check {
        let (title, text) = (title.into(), text.into());
        Check { kind, severity, title, text, scope: Scope::Puzzle, remedies: Vec::new() }
    }

    /// A check that found nothing to complain about.
    pub(super) fn fine(kind: CheckKind, title: impl Into<String>) -> Check {
        Check::new(kind, Severity::Fine, title, "")
    }

    /// The same, about a part of the puzzle.
    pub(super) fn about(self, scope: Scope) -> Check {
        Check { scope, ..self }
    }
}

/// The checks of a puzzle of pieces and a board, errors first.
pub(super) fn checks(
    puzzle: &Puzzle,
    encoding: &Encoding,
    coverage: &[u32],
    give_up: &dyn Fn() -> bool,
) -> Vec<Check> {
    let mut checks = missing_parts(puzzle);
    // Areas and placements of what is not there yet tell nothing.
    if checks.is_empty() {
        checks.push(area(puzzle));
        checks.extend(placements(puzzle, encoding));
        checks.push(uncovered_sites(puzzle, coverage));
        checks.extend(forced_sites(puzzle, encoding, coverage));
        // Worth looking for only where nothing plainer rules out a solution. Of the board as a whole
        // there is none where variants have to leave sites open.
        let needs_variants = puzzle.needs_variants();
        let is_possible = |checks: &[Check]| {
            !needs_variants && checks.iter().all(|check| check.severity != Severity::Wrong)
        };
        if is_possible(&checks) && !give_up() {
            checks.extend(pockets(puzzle, encoding));
        }
        if is_possible(&checks) && !give_up() {
            checks.extend(obstruction(puzzle, encoding));
        }
        checks.extend(same_shapes(puzzle, encoding));
        checks.extend(one_sided_labels(puzzle));
    }
    for check in &mut checks {
        check.remedies = remedies(puzzle, encoding, check);
    }
    checks.sort_by_key(|check| check.severity);
    checks
}

/// Complaints about a puzzle that lacks pieces or a board.
fn missing_parts(puzzle: &Puzzle) -> Vec<Check> {
    let (_, many) = puzzle.lattice.site_words;
    let wrong = |kind, title: &str, text: &str| Check::new(kind, Severity::Wrong, title, text);
    let mut checks = Vec::new();
    if puzzle.pieces.is_empty() && puzzle.off.is_empty() {
        let text = "Add a piece or a whole family.";
        checks.push(wrong(CheckKind::Pieces, "No pieces", text));
    } else if puzzle.pieces.is_empty() {
        let text = "Use a piece of the list, or add one.";
        checks.push(wrong(CheckKind::PiecesInUse, "No piece is used", text));
    }
    if puzzle.board.sites().is_empty() {
        let text = format!("Paint {many}, or choose a board shape.");
        checks.push(wrong(CheckKind::Board, "No board", &text));
    } else if puzzle.board.required() == 0 && !puzzle.pieces.is_empty() && !puzzle.is_packing() {
        let text =
            format!("All {many} and all pieces are optional. Make at least one of them required.");
        checks.push(wrong(CheckKind::RequiredSites, "Nothing must be covered or used", &text));
    }
    checks
}

/// Checks whether the areas of board and pieces agree, or in space the volumes.
fn area(puzzle: &Puzzle) -> Check {
    let what = if puzzle.lattice.is_solid() { "Volume" } else { "Area" };
    let (piece_min, piece_max) = puzzle.piece_area();
    let (board_min, board_max) = puzzle.board_area();
    let range = |min, max| {
        if min == max {
            text::grouped(min)
        } else {
            format!("{} to {}", text::grouped(min), text::grouped(max))
        }
    };
    let title =
        format!("{what} {}, pieces {}", range(board_min, board_max), range(piece_min, piece_max));
    let open = board_max.saturating_sub(piece_max);
    let title = match piece_min == piece_max && puzzle.is_packing() && open > 0 {
        true => {
            let stay = if open == 1 { "stays" } else { "stay" };
            let all = puzzle.lattice.count_sites(board_max);
            format!("{what} {}, so that {open} of {all} {stay} open", text::grouped(piece_max))
        }
        false => title,
    };
    match (puzzle.area_conflict(), &puzzle.variants) {
        (None, _) => Check::fine(CheckKind::Area, title),
        (Some(_), Some(family)) if puzzle.needs_variants() => {
            let (open_min, open_max) = family.open_counts();
            let (piece_min, piece_max) = family.piece_area(puzzle);
            let pieces = range(piece_min, piece_max);
            let board = range(board_min, board_max);
            let title = match open_max {
                _ if family.has_boards() => {
                    format!("{what} {board}, pieces {pieces}; variants have boards of their own")
                }
                0 => format!("{what} {board}, pieces of a variant {pieces}"),
                _ => format!(
                    "{what} {board} with {} left open, pieces {pieces}",
                    range(open_min, open_max)
                ),
            };
            Check::fine(CheckKind::Area, title)
        }
        (Some(text), Some(family)) if family.open_counts().1 > 0 => {
            let (open_min, open_max) = family.open_counts();
            let (piece_min, piece_max) = family.piece_area(puzzle);
            let title = format!(
                "{what} {} with {} left open, pieces {}",
                range(board_min, board_max),
                range(open_min, open_max),
                range(piece_min, piece_max)
            );
            let open = puzzle.lattice.count_sites(open_max);
            // What is to be erased is what remains besides them.
            let text = puzzle.variant_area_conflict().unwrap_or(text);
            let text = format!("Variants leave {open} open. {text}");
            Check::new(CheckKind::Area, Severity::Wrong, title, text)
        }
        (Some(text), _) => Check::new(CheckKind::Area, Severity::Wrong, title, text),
    }
}

/// The pieces with too few placements.
fn placements(puzzle: &Puzzle, encoding: &Encoding) -> Vec<Check> {
    let text = shortage::short_piece_words(puzzle);
    let mut checks = Vec::new();
    for (id, piece) in puzzle.pieces() {
        let n = encoding.placements_of(id).len() as u64;
        if n >= u64::from(piece.copies.min.max(1)) {
            continue;
        }
        let severity = match u64::from(piece.copies.min) > n {
            true => Severity::Wrong,
            false => Severity::Notable,
        };
        let title = shortage::short_piece_title(puzzle, id, n);
        let check = Check::new(CheckKind::Placements, severity, title, text.clone());
        checks.push(check.about(Scope::Piece(id)));
    }
    if checks.is_empty() {
        checks.push(Check::fine(CheckKind::Placements, "Every piece has a placement"));
    }
    checks
}

/// The required sites that a number of placements cover, by their positions.
fn sites_covered_by(puzzle: &Puzzle, coverage: &[u32], placements: u32) -> Vec<usize> {
    let sites = puzzle.board.sites();
    (0..sites.len()).filter(|&i| sites[i].required && coverage[i] == placements).collect()
}

/// Checks whether each required site has a placement.
fn uncovered_sites(puzzle: &Puzzle, coverage: &[u32]) -> Check {
    let (one, _) = puzzle.lattice.site_words;
    let open = shortage::uncovered_sites(puzzle, coverage);
    let Some(&first) = open.first() else {
        return Check::fine(CheckKind::Coverage, format!("Every {one} can be covered"));
    };
    let title = shortage::uncovered_title(puzzle, &open);
    let text = shortage::uncovered_words(puzzle, first);
    Check::new(CheckKind::Coverage, Severity::Wrong, title, text).about(Scope::Sites(open))
}

/// The pieces and sites whose placements all close off a pocket that cannot be filled.
fn pockets(puzzle: &Puzzle, encoding: &Encoding) -> Vec<Check> {
    let own;
    let found = match encoding.pockets() {
        Some(found) => found,
        None => match Pockets::new(puzzle, encoding) {
            Some(found) => {
                own = found;
                &own
            }
            None => return Vec::new(),
        },
    };
    let copies = puzzle.copies();
    let mut checks = Vec::new();
    for (piece, example) in found.lost_pieces() {
        let severity = match copies[piece.index()].min {
            0 => Severity::Notable,
            _ => Severity::Wrong,
        };
        let title = pockets::lost_piece_title(puzzle, *piece, example);
        let text = format!("{} Change the board or the piece.", pockets::lost_piece_words(puzzle));
        let check = Check::new(CheckKind::Pockets, severity, title, text);
        checks.push(check.about(Scope::Placement(example.option, example.pocket.clone())));
    }
    let sites = found.lost_sites(puzzle, encoding);
    if let Some(&first) = sites.first()
        && checks.iter().all(|check| check.severity != Severity::Wrong)
    {
        let title = shortage::uncovered_title(puzzle, &sites);
        let text = format!(
            "{} Erase it, make it optional, or add a piece.",
            pockets::lost_sites_words(puzzle, first)
        );
        let check = Check::new(CheckKind::Pockets, Severity::Wrong, title, text);
        checks.push(check.about(Scope::Sites(sites)));
    }
    checks
}

/// The required sites with one placement left, apart from those under pins.
fn forced_sites(puzzle: &Puzzle, encoding: &Encoding, coverage: &[u32]) -> Option<Check> {
    let (one, many) = puzzle.lattice.site_words;
    let sites = puzzle.board.sites();
    let pinned: BTreeSet<Point> = puzzle.pinned().flat_map(|pin| &pin.sites).copied().collect();
    let mut forced = sites_covered_by(puzzle, coverage, 1);
    forced.retain(|&i| !pinned.contains(&sites[i].site));
    let site = sites[*forced.first()?].site;
    let label = puzzle.lattice.site_label(site);
    let title = match forced.len() {
        1 => format!("{} {label} has one placement", text::capitalised(one)),
        n => format!("{} {many} have one placement", text::grouped(n as u64)),
    };
    let text = only_option(encoding, site).map_or_else(String::new, |option| {
        format!("Only {} reaches {label}.", puzzle.piece(encoding.placement(option).piece).name)
    });
    let check = Check::new(CheckKind::ForcedSites, Severity::Notable, title, text);
    Some(check.about(Scope::Sites(forced)))
}

/// The first option that covers a site.
pub(super) fn only_option(encoding: &Encoding, site: Point) -> Option<OptionId> {
    encoding.options_through(site).first().copied()
}

/// An argument that no solution exists, or else which optional pieces can be used.
fn obstruction(puzzle: &Puzzle, encoding: &Encoding) -> Option<Check> {
    let selections = Selections::new(puzzle, encoding);
    if let Some(found) =
        reasons::obstruction(puzzle, encoding, Budget::THOROUGH).or(selections.obstruction())
    {
        let title = format!("No solution, by {}", found.by);
        let kind = CheckKind::Obstruction;
        let scope = if found.colouring.is_some() { Scope::Colours } else { Scope::Puzzle };
        return Some(Check::new(kind, Severity::Notable, title, found.reason).about(scope));
    }
    let text = selections.words(puzzle)?;
    let title = "Optional pieces, by area and colouring";
    Some(Check::new(CheckKind::Selection, Severity::Notable, title, text))
}

/// The pieces that have one shape and the same motions and labels, though they count as different,
/// in groups.
pub(super) fn same_shape_groups(puzzle: &Puzzle, encoding: &Encoding) -> Vec<Vec<PieceId>> {
    // Twins have the same orientations, of which the least stands for all; one pass over the
    // pieces, of which there may be thousands.
    let mut groups: FxHashMap<_, Vec<PieceId>> = FxHashMap::default();
    for (id, piece) in puzzle.pieces() {
        let least = encoding.orientations[id.index()].iter().min();
        groups.entry((piece.motions, &piece.labels, least)).or_default().push(id);
    }
    let mut groups: Vec<Vec<PieceId>> =
        groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    groups
}

/// The labels that bind nothing, since the other side has none like them.
fn one_sided_labels(puzzle: &Puzzle) -> Vec<Check> {
    if puzzle.rules.labels == LabelRule::Free {
        return Vec::new();
    }
    let board: BTreeSet<Label> =
        (0..puzzle.board.sites().len()).filter_map(|i| puzzle.board.label(i)).collect();
    let of_pieces = puzzle.pieces.iter().chain(&puzzle.off).flat_map(|piece| &piece.labels);
    let pieces: BTreeSet<Label> = of_pieces.copied().flatten().collect();
    let sides =
        [(&board, &pieces, "the board", "pieces"), (&pieces, &board, "pieces", "the board")];
    let lonely = |(own, others, side, other): (&BTreeSet<Label>, &BTreeSet<Label>, &str, &str)| {
        let labels: Vec<String> = own.difference(others).map(Label::to_string).collect();
        let (word, verb) = match labels.len() {
            0 => return None,
            1 => ("Label", "is"),
            _ => ("Labels", "are"),
        };
        let title = format!("{word} {} {verb} only on {side}", text::listed(&labels));
        let text = format!(
            "A site with a label takes the same label, or none. Give {other} the label too, or \
             change it, unless that is meant."
        );
        Some(Check::new(CheckKind::Labels, Severity::Notable, title, text))
    };
    sides.into_iter().filter_map(lonely).collect()
}

/// One complaint about all pieces that have the shape of another.
fn same_shapes(puzzle: &Puzzle, encoding: &Encoding) -> Option<Check> {
    /// Groups that are named before the others are only counted.
    const NAMED: usize = 6;
    let groups = same_shape_groups(puzzle, encoding);
    let names = |group: &Vec<PieceId>| -> Vec<String> {
        group.iter().map(|&id| text::shortened(&puzzle.piece(id).name, 12)).collect()
    };
    let why = "Solutions that differ only by swapping them count as different. If that is not \
               intended, make them copies of one piece.";
    let (title, text, scope) = match &groups[..] {
        [] => return None,
        [group] => {
            let title = format!("Pieces {} have the same shape", text::listed(&names(group)));
            (title, why.to_owned(), Scope::Piece(group[0]))
        }
        groups => {
            let count = text::grouped(groups.len() as u64);
            let word = if groups.iter().all(|g| g.len() == 2) { "pairs" } else { "groups" };
            let title = format!("{count} {word} of pieces have the same shape");
            let named = groups.iter().take(NAMED).map(|group| text::listed(&names(group)));
            let named = named.collect::<Vec<_>>().join(" · ");
            let more = if groups.len() > NAMED { " · …" } else { "" };
            (title, format!("{named}{more}. {why}"), Scope::Puzzle)
        }
    };
    Some(Check::new(CheckKind::SameShape, Severity::Notable, title, text).about(scope))
}
