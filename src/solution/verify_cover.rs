//! Checks a solution of a cover puzzle against its items alone, as [`super::verify`] does for
//! pieces on a board.

use std::collections::BTreeSet;

use super::verify::Placed;
use crate::puzzle::cover::CoverOption;
use crate::puzzle::{Cover, Puzzle};

/// Whether what was written are options, no two the same, that cover every item as often as it
/// must be.
pub(super) fn verify(puzzle: &Puzzle, cover: &Cover, placed: &Placed) -> Result<(), String> {
    let (one, _) = cover.piece_words;
    let mut chosen: Vec<&CoverOption> = Vec::new();
    for (id, sites) in placed {
        let Some(piece) = puzzle.pieces.get(id.index()) else {
            return Err(format!("there is no {one} number {}", id.0 + 1));
        };
        let here: BTreeSet<_> = sites.iter().copied().collect();
        let writes = |option: &&CoverOption| {
            let cells = piece.shape.sites().iter().map(|&site| site + option.shift);
            option.piece == *id && cells.collect::<BTreeSet<_>>() == here
        };
        let place =
            || sites.first().map_or_else(String::new, |&site| puzzle.lattice.site_label(site));
        let Some(option) = cover.options.iter().find(writes) else {
            return Err(format!("{one} {} cannot stand at {}", piece.name, place()));
        };
        if here.len() < sites.len() || chosen.iter().any(|known| std::ptr::eq(*known, option)) {
            return Err(format!("{one} {} stands twice at {}", piece.name, place()));
        }
        chosen.push(option);
    }
    for (number, item) in cover.items.iter().enumerate() {
        let uses: Vec<u32> = chosen
            .iter()
            .flat_map(|option| &option.items)
            .filter(|cell| cell.item as usize == number)
            .map(|cell| cell.colour)
            .collect();
        let name = &item.name;
        let n = uses.len();
        if let Some(copies) = item.copies
            && !(copies.min as usize..=copies.max as usize).contains(&n)
        {
            return Err(format!("item {name} is covered {n} times, not {}", copies.words()));
        }
        let alike = uses.iter().all(|&colour| colour != 0 && colour == uses[0]);
        if item.copies.is_none() && n > 1 && !alike {
            return Err(format!("item {name} is covered {n} times, and not in one colour"));
        }
    }
    Ok(())
}
