//! The meanings of the field's terms, for tooltips beside the numbers that they name.

/// The meaning of the term that labels a number; `None` for words that explain themselves.
pub(crate) fn meaning(label: &str) -> Option<&'static str> {
    Some(match label {
        "Board" => {
            "A site is a place that pieces cover: a cell or an edge of the lattice. Required sites must be covered, optional ones may be."
        }
        "Items" => {
            "What the search covers. Primary items, one for each piece and required site, are \
             covered exactly once; secondary items, for optional sites and junctions, at most \
             once."
        }
        "Options" => {
            "The choices of the search: one option for each placement of a piece, with the items \
             that it covers."
        }
        "Symmetries of the puzzle" | "Symmetries" | "Puzzle symmetries" => {
            "Turns and reflections that leave the board and the rules unchanged, including the \
             identity."
        }
        "Own symmetries" => "Symmetries of the puzzle that leave this solution unchanged.",
        "Orbit" => "The solutions that the symmetries of the puzzle make from this one.",
        "Fixed for symmetry" => {
            "Only some of its placements are tried, so that turned and flipped copies are not \
             searched."
        }
        _ => return None,
    })
}
