//! Polywright: a workbench for inventing, solving and publishing polyform puzzles.
//!
//! These are the rooms of the crate; `src/README.md` is the map of what happens in them. Data goes this way:
//!
//! ```text
//! puzzle file -format-> Puzzle -> orientations -encode-> exact cover Problem
//!    (.ron)             lattice,  and placements         items and options
//!                       pieces                                | engine
//! picture <------- Solution <----- decode ---- chosen options <
//! .ron .svg .png   one of each orbit is kept
//! ```
//!
//! Each room leans on those before it:
//!
//! | room | what is in it |
//! | --- | --- |
//! | [`lattice`] | where sites are: one file a lattice, integer coordinates |
//! | [`symmetry`] | integer isometries and point groups |
//! | [`polyform`] | shapes, orientations, families, names, text art |
//! | [`puzzle`] | pieces, board, rules; validation |
//! | [`exact_cover`] | items, options, and the engines; knows no geometry |
//! | [`encode`] | from puzzle to problem and back; the puzzle's symmetries |
//! | [`disassembly`] | taking solutions apart: moves, separations, their replay |
//! | [`solution`] | orbits, counts, the store, measures, filters, tables, the database of results, the verifier |
//! | [`mod@format`] | files |
//! | [`job`] | a run on threads, first solutions, variants, sets of pieces, challenges, runs in parts |
//! | [`picture`] | drawings: figures, solids in space, SVG, PNG, PDF, DXF, text |
//! | [`make`] | parts to be cut, printed or put on paper, and pages to be played |
//! | [`files`] | the table of formats: opening and writing files of any kind |
//! | `workbench` | the state behind the window; no egui; not part of the library |
//! | `ui` | the window; the only room that names egui; not part of the library |
//! | `cli` | the command line; not part of the library |
//!
//! `natural`, `random`, `text` and `threads` are common: any room may lean on them.
//!
//! From a file to its solutions:
//!
//! ```
//! use std::sync::Arc;
//! use polywright::format::puzzle_file;
//! use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
//!
//! let text = r##"(
//!     format: 1,
//!     title: "Twelve pentominoes in a 3×20 rectangle",
//!     lattice: Square,
//!     pieces: [Family(free: 5)],
//!     board: Rectangle(20, 3),
//! )"##;
//! let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
//! let plan = Arc::new(Plan::new(puzzle, PlanOptions::default()).unwrap());
//! let mut run = Run::start(plan, Settings::default());
//! run.wait();
//! let done = run.snapshot();
//! assert_eq!(done.phase, Phase::Complete);
//! assert_eq!(done.counts.total, 8);
//! assert_eq!(done.counts.distinct, 2);
//! assert_eq!(run.with_store(|store| store.len()), 2);
//! ```

// The command line. Not part of the library: public for the program alone.
#[doc(hidden)]
pub mod cli;
pub mod disassembly;
pub mod encode;
pub mod exact_cover;
pub mod files;
pub mod format;
pub mod job;
pub mod lattice;
pub mod make;
pub mod natural;
pub mod picture;
pub mod polyform;
pub mod puzzle;
pub mod random;
pub mod solution;
pub mod symmetry;
pub mod text;
pub mod threads;
// The window. Not part of the library: public for the program alone.
#[cfg(feature = "gui")]
#[doc(hidden)]
pub mod ui;
// The state behind the window. Not part of the library: public for the tests and benches.
#[doc(hidden)]
pub mod workbench;
