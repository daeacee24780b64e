//! The meanings of the field's terms, for tooltips beside the numbers that they name.

/// The meaning of the term that labels a number; `None` for words that explain themselves.
pub(crate) fn meaning(label: &str) -> Option<&'static str> {
    Some(match label {
        "Board" => {
            "A site is a place that pieces cover: a cell or an edge of the lattice. Required sites must be covered, optional ones may be."
        }
        "Items" => {
            "What the search covers: a primary item for each piece and required site, exactly once; a secondary one, at most once, for each optional site and junction."
        }
        "Options" => {
            "The choices of the search: an option for each placement of a piece, with the items it covers."
        }
        "Symmetries of the puzzle" | "Symmetries" | "Puzzle symmetries" => {
            "Turns and reflections that leave the board and the rules as they are, the identity counted."
        }
        "Own symmetries" => "Symmetries of the puzzle that leave this solution as it is.",
        "Orbit" => "The solutions that the symmetries of the puzzle make of this one.",
        "Fixed for symmetry" => {
            "Only some placements of it are tried, so that turned and flipped copies are not searched."
        }
        _ => return None,
    })
}
