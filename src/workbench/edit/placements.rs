//! Changing what lies on the board, and what is said of its sites.

use super::Refusal;
use crate::lattice::Point;
use crate::puzzle::{BoardPieceForm, Description, Puzzle, SiteRule, Takes};
use crate::text;

/// Lays a piece on sites of the board, or moves one there that lies elsewhere.
pub(super) fn lay(
    next: &mut Description,
    puzzle: &Puzzle,
    name: &str,
    sites: &[Point],
    from: Option<usize>,
) -> Result<(), Refusal> {
    let found = puzzle.pieces().find(|(_, piece)| piece.name == *name);
    let Some((id, piece)) = found else {
        return Err(Refusal::new(format!("No active piece is called {name}.")));
    };
    puzzle
        .can_lay(id, sites, from)
        .map_err(|reason| Refusal::new(format!("{}.", text::capitalised(&reason.to_string()))))?;
    let pinned = from.and_then(|n| next.placed.get(n)).is_some_and(|old| old.pinned);
    let new = BoardPieceForm::new(puzzle.lattice, piece, sites, pinned);
    match from.and_then(|n| next.placed.get_mut(n)) {
        Some(old) => *old = new,
        None => next.placed.push(new),
    }
    Ok(())
}

/// Lays pieces on sites of the board. Whether they fit beside each other is checked when the puzzle
/// is built.
pub(super) fn lay_all(
    next: &mut Description,
    puzzle: &Puzzle,
    new: &[(String, Vec<Point>)],
) -> Result<(), Refusal> {
    for (name, sites) in new {
        let found = puzzle.pieces().find(|(_, piece)| piece.name == *name);
        let Some((_, piece)) = found else {
            return Err(Refusal::new(format!("No active piece is called {name}.")));
        };
        next.placed.push(BoardPieceForm::new(puzzle.lattice, piece, sites, false));
    }
    Ok(())
}

/// Removes placed pieces from the board.
pub(super) fn take_up(next: &mut Description, places: &[usize]) {
    let mut n = 0..;
    next.placed.retain(|_| !n.next().is_some_and(|n| places.contains(&n)));
}

/// Pins laid pieces, or not.
pub(super) fn pin(next: &mut Description, places: &[usize], pinned: bool) {
    for &n in places {
        if let Some(placed) = next.placed.get_mut(n) {
            placed.pinned = pinned;
        }
    }
}

/// Says which pieces sites take, instead of what was said of them.
pub(super) fn rule(
    next: &mut Description,
    puzzle: &Puzzle,
    sites: &[Point],
    takes: Option<&Takes>,
) -> Result<(), Refusal> {
    if let Some(site) = sites.iter().find(|site| puzzle.board.position(**site).is_none()) {
        let (one, label) = (puzzle.lattice.site_words.0, puzzle.lattice.site_label(*site));
        return Err(Refusal::new(format!("The board has no {one} {label}.")));
    }
    let addresses: Vec<Vec<i32>> =
        sites.iter().map(|&site| (puzzle.lattice.address.of_site)(site)).collect();
    next.site_rules.retain(|rule| !addresses.contains(&rule.at));
    if let Some(takes) = takes {
        let new = addresses.into_iter().map(|at| SiteRule { at, takes: takes.clone() });
        next.site_rules.extend(new);
    }
    Ok(())
}

/// Moves all that is said of places, as the board was moved.
pub(super) fn move_all(next: &mut Description, image: impl Fn(Point) -> Point) {
    let lattice = next.lattice;
    let image = &image;
    let moved = |address: &Vec<i32>| match lattice.site_at(address) {
        Some(site) => (lattice.address.of_site)(image(site)),
        None => address.clone(),
    };
    for placed in &mut next.placed {
        placed.sites = placed.sites.iter().map(moved).collect();
    }
    for rule in &mut next.site_rules {
        rule.at = moved(&rule.at);
    }
    next.site_groups.values_mut().for_each(|group| group.move_all(&moved));
    next.move_variants(&moved);
    next.site_texts.move_all(image);
}

/// Follows a piece that was given another name.
pub(super) fn rename(next: &mut Description, names: &[String], new: &str) {
    let [old] = names else { return };
    next.rules.rename(old, new);
    let choices = next.variants.iter_mut().flat_map(|variants| &mut variants.of);
    for name in choices.flat_map(|choice| choice.piece_names_mut()).filter(|name| *name == old) {
        new.clone_into(name);
    }
    for placed in next.placed.iter_mut().filter(|placed| placed.piece == *old) {
        new.clone_into(&mut placed.piece);
    }
    for rule in &mut next.site_rules {
        for name in rule.takes.names_mut().iter_mut().filter(|name| *name == old) {
            new.clone_into(name);
        }
    }
}
