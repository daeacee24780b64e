//! The puzzles that come with the program.

use std::path::Path;
use std::sync::Arc;

use super::puzzle_file::{self, Opened};

/// A puzzle inside the program.
#[derive(Clone, Copy, Debug)]
pub struct Bundled {
    /// Its file under `puzzles/`, such as `square/pentominoes-6x10.ron`.
    pub path: &'static str,
    /// The text of that file.
    pub text: &'static str,
}

impl Bundled {
    /// The puzzle itself.
    ///
    /// # Panics
    /// Never in a released program: a test opens every bundled puzzle.
    pub fn open(&self) -> Opened {
        puzzle_file::read(Arc::from(self.text))
            .unwrap_or_else(|errors| panic!("bundled puzzle {}: {}", self.path, errors[0]))
    }

    /// Returns whether its pieces are too many for a complete search, and its placements for what
    /// is done with all puzzles at once.
    pub fn is_large(&self) -> bool {
        LARGE.contains(&self.path)
    }

    /// Names under which puzzles of its kind are sold or known, where its own words lack them.
    pub fn other_names(&self) -> &'static str {
        OTHER_NAMES.iter().find(|(path, _)| *path == self.path).map_or("", |(_, names)| names)
    }

    /// The name of the file alone.
    pub fn file_name(&self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }
}

/// The place in [`ALL`] of the puzzle that a path names which is no file: that of its file name,
/// with or without the ending.
pub fn named(path: &Path) -> Option<usize> {
    if path.exists() {
        return None;
    }
    let name = path.file_stem()?.to_str()?;
    ALL.iter().position(|puzzle| puzzle.file_name().trim_end_matches(".ron") == name)
}

macro_rules! bundle {
    ($($path:literal),* $(,)?) => {
        &[$(Bundled {
            path: $path,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/", $path)),
        }),*]
    };
}

/// Sets too large to be searched to the end, of up to millions of placements: first solutions of them
/// are found.
const LARGE: [&str; 5] = [
    "square/hexominoes-15x15-less-3x5.ron",
    "square/heptominoes-20x38-less-4.ron",
    "triangle/octiamonds-22x12.ron",
    "hexagon/hexahexes-29x17-less-centre.ron",
    "cube/hexacubes-10x10x10-less-4.ron",
];

/// Names under which puzzles of the kind of some are sold or known, by their paths.
const OTHER_NAMES: [(&str, &str); 13] = [
    ("square/pentominoes-5x12.ron", "Katamino"),
    ("square/tetrominoes-at-most-six-times-8x8.ron", "Tetris"),
    ("square/dominoes-two-corners-cut.ron", "mutilated chessboard"),
    ("square/a-puzzle-a-day.ron", "calendar, today, daily"),
    ("square/kanoodle-5x11.ron", "IQ Puzzler"),
    ("square/iq-puzzler-pro-5x11.ron", "Kanoodle, Lonpos"),
    ("square/small-boards.ron", "Ubongo"),
    ("cube/six-piece-burrs.ron", "Chinese cross, interlocking puzzle"),
    ("cube/six-piece-burr-with-holes.ron", "holey burr, Chinese cross, interlocking puzzle"),
    ("cube/six-board-burr.ron", "interlocking puzzle"),
    ("cube/packing-box.ron", "apparently impossible cube, restricted packing"),
    ("sphere/kanoodle-pyramid.ron", "IQ Puzzler, cannonball puzzle"),
    ("sphere/iq-puzzler-pro-pyramid.ron", "Kanoodle, Lonpos, cannonball puzzle"),
];

/// All of them, in the order of the collection.
pub const ALL: &[Bundled] = bundle![
    "square/pentominoes-6x10.ron",
    "square/pentominoes-5x12.ron",
    "square/pentominoes-4x15.ron",
    "square/pentominoes-3x20.ron",
    "square/scotts-board.ron",
    "square/pentominoes-and-square-tetromino-8x8.ron",
    "square/one-sided-pentominoes-3x30.ron",
    "square/one-sided-pentominoes-5x18.ron",
    "square/one-sided-pentominoes-6x15.ron",
    "square/one-sided-pentominoes-9x10.ron",
    "square/pentominoes-at-most-twice-6x10.ron",
    "square/tetrominoes-and-pentominoes-4x20.ron",
    "square/tetrominoes-at-most-six-times-8x8.ron",
    "square/y-pentominoes-15x15.ron",
    "square/l-trominoes-9x9.ron",
    "square/l-trominoes-8x8.ron",
    "square/l-trominoes-7x7.ron",
    "square/dominoes-8x8.ron",
    "square/dominoes-two-corners-cut.ron",
    "square/chessboard-tetrominoes-7x4.ron",
    "square/a-puzzle-a-day.ron",
    "square/calendar-with-weekdays.ron",
    "square/genius-square.ron",
    "square/katamino-5x5.ron",
    "square/kanoodle-5x11.ron",
    "square/iq-puzzler-pro-5x11.ron",
    "square/katamino-5xn.ron",
    "square/small-boards.ron",
    "square/hexominoes-15x15-less-3x5.ron",
    "square/heptominoes-20x38-less-4.ron",
    "king/trikings-3x5.ron",
    "square-edges/tetrasticks-5x5-without-h.ron",
    "square-edges/tetrasticks-5x5-without-j.ron",
    "square-edges/tetrasticks-5x5-without-l.ron",
    "square-edges/tetrasticks-5x5-without-n.ron",
    "square-edges/tetrasticks-5x5-without-y.ron",
    "square-edges/tetrasticks-5x5-any-one-left-out.ron",
    "square-edges/tetrasticks-3x3-six-of-sixteen.ron",
    "square-edges/welded-tetrasticks-4x4.ron",
    "square-edges/unwelded-tetrasticks-5x5.ron",
    "square-edges/one-sided-tetrasticks-aztec-diamond.ron",
    "triangle/hexiamonds-6x6.ron",
    "triangle/obeirnes-hexagon.ron",
    "triangle/fourteen-heptiamonds-7x7.ron",
    "triangle/octiamonds-22x12.ron",
    "triangle-edges/tritrigs-hexagon.ron",
    "hexagon/tetrahexes-7x4.ron",
    "hexagon/tetrahexes-triangle.ron",
    "hexagon/hexahexes-29x17-less-centre.ron",
    "hexagon-edges/pentatwigs-3x5.ron",
    "hexagon-edges/polytwigs-triangle.ron",
    "tetrakis/tangram-square.ron",
    "kite/kites-trapezoid.ron",
    "drafter/pentadrafters-6x2-less-2.ron",
    "rhombille/pentarhombs-triangle.ron",
    "truncated-square/octagons-and-squares-5x3.ron",
    "snub-square/snubs-3x2.ron",
    "house/trihouses-5x3.ron",
    "cairo/cairos-5x4.ron",
    "cube/soma-cube.ron",
    "cube/soma-bathtub.ron",
    "cube/soma-crystal.ron",
    "cube/soma-long-wall.ron",
    "cube/soma-pyramid.ron",
    "cube/soma-sofa.ron",
    "cube/soma-steamer.ron",
    "cube/soma-steps.ron",
    "cube/soma-tunnel.ron",
    "cube/slothouber-graatsma.ron",
    "cube/six-piece-burrs.ron",
    "cube/six-piece-burr-with-holes.ron",
    "cube/six-board-burr.ron",
    "cube/packing-box.ron",
    "cube/tetracubes-2x4x4.ron",
    "cube/solid-pentominoes-2x3x10.ron",
    "cube/solid-pentominoes-2x5x6.ron",
    "cube/solid-pentominoes-3x4x5.ron",
    "cube/ten-pentacubes-2x5x5.ron",
    "cube/bedlam-cube.ron",
    "cube/n-pentominoes-5x5x5.ron",
    "cube/hexacubes-10x10x10-less-4.ron",
    "sphere/kanoodle-pyramid.ron",
    "sphere/iq-puzzler-pro-pyramid.ron",
    "sphere/tetrahedron-of-four-pieces.ron",
    "triangular-prism/tetraprisms-column.ron",
    "hexagonal-prism/triprisms-triangle.ron",
    "rhombic-tetrahedron/trios-in-a-dodecahedron.ron",
    "tetrahedron/ten-pieces-in-a-cube.ron",
    "tetra-octa/octahedron-of-four-pieces.ron",
    "cube-edges/five-sticks-in-two-cubes.ron",
    "cover/knuth-7-items.ron",
    "cover/queens-4.ron",
    "cover/queens-8.ron",
    "cover/queens-12.ron",
    "cover/sudoku-17-givens.ron",
    "cover/sudoku-hard.ron",
    "cover/sudoku-6x6.ron",
];
