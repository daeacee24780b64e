//! Cutting the board into pieces: what is given to one piece is taken from those that lie there.

use std::collections::BTreeSet;

use super::Refusal;
use super::pieces::{self, Lying};
use crate::lattice::{Lattice, Point};
use crate::polyform::connected_parts;
use crate::puzzle::{BoardPieceForm, Description, Puzzle};

/// Gives sites of the board to a piece that lies there, or to a new one of this name. A piece that
/// loses sites keeps the largest part that hangs together, and one that loses all is removed. Places
/// off the board are passed over.
pub(super) fn cut(
    next: &mut Description,
    puzzle: &Puzzle,
    name: &str,
    sites: &[Point],
) -> Result<(), Refusal> {
    let own = puzzle.placed.iter().position(|laid| puzzle.piece(laid.piece).name == name);
    let given = given(puzzle, own, sites);
    if given.is_empty() {
        return Ok(());
    }
    if own.is_none() && pieces::taken_names(puzzle).contains(name) {
        return Err(Refusal::new(format!("{name} is not on the board; place it to cut it again.")));
    }
    let mut cuts = Vec::new();
    for (n, laid) in puzzle.placed.iter().enumerate() {
        let piece = puzzle.piece(laid.piece);
        let is_own = own == Some(n);
        if !is_own && !laid.sites.iter().any(|site| given.contains(site)) {
            continue;
        }
        let name = &piece.name;
        if laid.pinned {
            return Err(Refusal::new(format!("{name} is pinned; unpin it to cut it again.")));
        }
        if piece.copies.max > 1 {
            return Err(Refusal::new(format!(
                "{name} stands for {} pieces of the same shape; give it one copy to cut it again.",
                piece.copies.max
            )));
        }
        let labels = puzzle.labels_on(piece, &laid.sites).unwrap_or_default();
        let label = |i: usize| labels.get(i).copied().flatten();
        let all = laid.sites.iter().enumerate().map(|(i, &site)| (site, label(i)));
        let mut lying: Lying = all.collect();
        if is_own {
            lying.extend(given.iter().map(|&site| (site, None)));
        } else {
            lying.retain(|site, _| !given.contains(site));
            if !puzzle.rules.loose_parts {
                keep_largest_part(puzzle.lattice, &mut lying);
            }
        }
        cuts.push((Some(n), name.clone(), lying));
    }
    if own.is_none() {
        cuts.push((None, name.to_owned(), given.into_iter().map(|site| (site, None)).collect()));
    }
    pieces::recut(next, puzzle, cuts.iter().map(|(_, name, lying)| (name.as_str(), lying)))?;
    for (n, piece, lying) in cuts.iter().rev() {
        let sites = lying.keys().map(|&site| (puzzle.lattice.address.of_site)(site)).collect();
        let form = BoardPieceForm { piece: piece.clone(), sites, pinned: false };
        match *n {
            Some(n) if lying.is_empty() => drop(next.placed.remove(n)),
            Some(n) => next.placed[n] = form,
            None => next.placed.push(form),
        }
    }
    Ok(())
}

/// The sites of the board that a piece, by its place among those that lie there, does not have yet.
/// Where sites only make whole units together, each brings its unit along; one that would leave half
/// of a unit is passed over.
fn given(puzzle: &Puzzle, own: Option<usize>, sites: &[Point]) -> BTreeSet<Point> {
    let owner =
        |site: &Point| puzzle.placed.iter().position(|l| l.sites.binary_search(site).is_ok());
    let is_left = |given: &BTreeSet<Point>, site: &Point| {
        puzzle.board.position(*site).is_some()
            && !given.contains(site)
            && (own.is_none() || owner(site) != own)
    };
    let mut given = BTreeSet::new();
    for &site in sites {
        if !is_left(&given, &site) {
            continue;
        }
        let from = owner(&site);
        let unit = puzzle.lattice.units_at(site).into_iter().find(|unit| {
            let rest = from.map_or_else(Vec::new, |n| {
                let stays = |site: &&Point| !given.contains(*site) && !unit.contains(site);
                puzzle.placed[n].sites.iter().filter(stays).copied().collect()
            });
            let is_whole = |part: &Point| is_left(&given, part) && owner(part) == from;
            unit.iter().all(is_whole) && puzzle.lattice.stray(&rest).is_none()
        });
        given.extend(unit.into_iter().flatten());
    }
    given
}

fn keep_largest_part(lattice: &Lattice, lying: &mut Lying) {
    let sites: Vec<Point> = lying.keys().copied().collect();
    let mut parts = connected_parts(lattice, &sites);
    // Of parts of one size the first is kept.
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    if let Some(largest) = parts.first().filter(|_| parts.len() > 1) {
        lying.retain(|site, _| largest.contains(site));
    }
}

/// The sites that hang together with one through sites on which no piece lies: what the rest of the
/// board would be cut to. Empty where the site itself is covered or off the board.
pub fn open_region(puzzle: &Puzzle, site: Point) -> Vec<Point> {
    let covered: BTreeSet<Point> =
        puzzle.placed.iter().flat_map(|laid| &laid.sites).copied().collect();
    let open: Vec<Point> =
        puzzle.board.sites().iter().map(|s| s.site).filter(|s| !covered.contains(s)).collect();
    let mut parts = connected_parts(puzzle.lattice, &open).into_iter();
    parts.find(|part| part.contains(&site)).unwrap_or_default()
}
