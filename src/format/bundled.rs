//! The puzzles that come with the program.

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

    /// The name of the file alone.
    pub fn file_name(&self) -> &'static str {
        self.path.rsplit('/').next().unwrap_or(self.path)
    }
}

macro_rules! bundle {
    ($($path:literal),* $(,)?) => {
        &[$(Bundled {
            path: $path,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/", $path)),
        }),*]
    };
}

/// All of them, in the order of the collection.
pub const ALL: &[Bundled] = bundle![
    "square/pentominoes-6x10.ron",
    "square/pentominoes-5x12.ron",
    "square/pentominoes-4x15.ron",
    "square/pentominoes-3x20.ron",
    "square/scotts-board.ron",
    "square/one-sided-pentominoes-3x30.ron",
    "square/l-trominoes-9x9.ron",
    "square/l-trominoes-8x8.ron",
    "square/l-trominoes-7x7.ron",
    "square/dominoes-8x8.ron",
    "square/dominoes-two-corners-cut.ron",
    "square-edges/tetrasticks-5x5-without-h.ron",
    "square-edges/tetrasticks-5x5-without-j.ron",
    "square-edges/tetrasticks-5x5-without-l.ron",
    "square-edges/tetrasticks-5x5-without-n.ron",
    "square-edges/tetrasticks-5x5-without-y.ron",
    "square-edges/tetrasticks-5x5-any-one-left-out.ron",
    "square-edges/welded-tetrasticks-4x4.ron",
    "square-edges/unwelded-tetrasticks-5x5.ron",
];
