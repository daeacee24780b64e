//! The plainest reasons why a puzzle has no solution: pieces and sites, or items, with too few
//! placements.

use super::Encoding;
use super::obstruction::Obstruction;
use crate::exact_cover::{ItemId, ItemKind, Problem};
use crate::puzzle::{Piece, PieceId, Puzzle};
use crate::text;

/// The basis of these reasons, in a word.
const BY: &str = "placements";

/// The first piece with fewer placements than copies, or else the required sites that no placement
/// covers, or else the first item with too few options. Linear in the placements.
pub fn obstruction(puzzle: &Puzzle, encoding: &Encoding) -> Option<Obstruction> {
    if puzzle.cover.is_some() {
        return of_problem(&encoding.problem);
    }
    let of_piece = |(id, piece): (PieceId, &Piece)| {
        let n = encoding.placements_of(id).len() as u64;
        let title = short_piece_title(puzzle, id, n);
        let reason = || format!("{title}. {}", short_piece_words(puzzle));
        let found = (n < u64::from(piece.copies.min)).then(|| Obstruction::new(BY, reason()))?;
        // Without a placement nothing has to be weighed.
        let weightless = || vec![0; puzzle.board.sites().len()];
        Some(if n == 0 { found.by_weights(weightless()) } else { found })
    };
    let of_sites = || {
        let open = uncovered_sites(puzzle, &encoding.coverage(puzzle));
        let &first = open.first()?;
        let title = uncovered_title(puzzle, &open);
        let reason = format!("{title}. {}", uncovered_words(puzzle, first));
        Some(Obstruction::new(BY, reason).by_marked(puzzle, &open))
    };
    let found = puzzle.pieces().find_map(of_piece).or_else(of_sites);
    found.or_else(|| of_problem(&encoding.problem))
}

/// The first item that must be covered more often than there are options with it.
pub fn of_problem(problem: &Problem) -> Option<Obstruction> {
    short_items(problem).next().map(|reason| Obstruction::new("options", reason))
}

/// A sentence for each item that must be covered more often than there are options with it. Linear
/// in the problem.
pub fn short_items(problem: &Problem) -> impl Iterator<Item = String> + '_ {
    let mut counts = vec![0u32; problem.items().len()];
    for item in problem.options().flat_map(|(_, option)| option.items()) {
        counts[item.index()] += 1;
    }
    (0..problem.primary_count() as u32).map(ItemId).filter_map(move |id| {
        let (item, count) = (problem.item(id), counts[id.index()]);
        let ItemKind::Primary { min, .. } = item.kind else { return None };
        (count < min).then(|| {
            format!(
                "Item {} must be covered {} but is in only {}.",
                item.name,
                text::count(u64::from(min), "time"),
                text::count(u64::from(count), "option"),
            )
        })
    })
}

/// A description of the shortage of a piece with only `placements` of them.
pub fn short_piece_title(puzzle: &Puzzle, piece: PieceId, placements: u64) -> String {
    let piece = puzzle.piece(piece);
    match placements {
        0 => format!("Piece {} has no placement", piece.name),
        n => format!(
            "Piece {} has {} for {} copies",
            piece.name,
            text::count(n, "placement"),
            piece.copies.words()
        ),
    }
}

/// The cause of such a shortage, with its remedy.
pub fn short_piece_words(puzzle: &Puzzle) -> String {
    let (_, many) = puzzle.lattice.site_words;
    match is_constrained(puzzle) {
        true => format!(
            "Pinned pieces and restricted {many} leave too little room for it. Unpin a piece, lift \
             a restriction, or change the board or the piece."
        ),
        false => "It does not fit on the board. Change the board or the piece.".to_owned(),
    }
}

/// The required sites that no placement covers, by their positions.
pub fn uncovered_sites(puzzle: &Puzzle, coverage: &[u32]) -> Vec<usize> {
    let sites = puzzle.board.sites().iter().zip(coverage).enumerate();
    sites.filter(|(_, (site, n))| site.required && **n == 0).map(|(i, _)| i).collect()
}

/// A description of sites that cannot be covered, of which there is at least one.
pub fn uncovered_title(puzzle: &Puzzle, sites: &[usize]) -> String {
    let (one, many) = puzzle.lattice.site_words;
    let first = puzzle.lattice.site_label(puzzle.board.sites()[sites[0]].site);
    match sites.len() {
        1 => format!("{} {first} cannot be covered", text::capitalised(one)),
        n => format!("{} {many} cannot be covered", text::grouped(n as u64)),
    }
}

/// The cause of a required site that no placement covers, with its remedy.
pub fn uncovered_words(puzzle: &Puzzle, site: usize) -> String {
    let label = puzzle.lattice.site_label(puzzle.board.sites()[site].site);
    let unpin = if is_constrained(puzzle) { ", lift a pin or restriction" } else { "" };
    format!("No piece reaches {label}. Erase it, make it optional{unpin}, or add a piece.")
}

/// Returns whether pins or restricted sites rule out placements.
fn is_constrained(puzzle: &Puzzle) -> bool {
    puzzle.pinned().next().is_some() || !puzzle.barred.is_empty()
}
