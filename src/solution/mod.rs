//! Solutions: their equivalence under symmetry, their numbers, and their storage.
//!
//! A solution is a set of options, written as an ascending list. [`orbit`] decides whether it is
//! the one kept of all its images under the puzzle's symmetries; [`store`] keeps it packed,
//! with the symmetries that fix it, from which a [`View`] makes every turned copy; an [`Excerpt`] keeps
//! the numbers of those that are part of a list. A [`SolutionSorter`] puts any number of them in order
//! outside of memory. [`burnside`]
//! counts solutions without listing them, [`by_hand`] those that have given placements.
//! [`measures`] describe one, [`columns`] all of a store, and
//! [`filter`] finds some among them; a [`table`] counts them by one or two measures. [`verify`] checks one without the engine. [`database`] keeps
//! the results of all puzzles in a file. Leans on [`crate::encode`]. Read next: [`crate::job`].
//!
//! Two dominoes and five single squares fill a 3×3 square:
//!
//! ```
//! use std::sync::Arc;
//! use polywright::format::puzzle_file;
//! use polywright::encode::Encoded;
//! use polywright::job::{Plan, PlanOptions, Run, Settings};
//! use polywright::solution::{Counts, Orbits, Verdict, View};
//!
//! let text = r##"(
//!     format: 1,
//!     title: "Two dominoes and five dots",
//!     lattice: Square,
//!     pieces: [Family(free: 2, copies: 2), Piece(name: "dot", art: ["X"], copies: 5)],
//!     board: Rectangle(3, 3),
//! )"##;
//! let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
//! let plan = Arc::new(Plan::new(puzzle, PlanOptions::default()).unwrap());
//! let mut run = Run::start(Arc::clone(&plan), Settings::default());
//! run.wait();
//! let store = run.into_store();
//!
//! // The numbers of solutions follow from the symmetries that fix each distinct one.
//! let counts = Counts::of_store(&store, plan.group());
//! assert_eq!((counts.total, counts.turned, counts.distinct, counts.symmetric), (44, 12, 7, 3));
//!
//! // A view lists all solutions, turned copies included, orbit by orbit.
//! let all = View::all(&store, plan.group());
//! assert_eq!(all.len(), counts.total);
//!
//! // Of each orbit only the least member is kept.
//! let Encoded { encoding, .. } = plan.encoded().unwrap();
//! let mut orbits = Orbits::of_list(plan.group());
//! let kept = |n| {
//!     let mut options = all.solution(plan.group(), &store, n);
//!     options.sort_unstable();
//!     matches!(orbits.judge(&options), Verdict::Kept(..))
//! };
//! assert_eq!((0..all.len()).map(kept).filter(|kept| *kept).count(), store.len());
//! assert_eq!(encoding.decode(&store.get(0)).len(), 7);
//! ```

pub mod burnside;
pub mod by_hand;
pub mod chunk;
mod column;
pub mod columns;
mod compare;
mod counts;
pub mod database;
mod excerpt;
pub mod filter;
pub mod measures;
pub mod orbit;
mod sorter;
pub mod store;
pub mod table;
pub mod verify;
mod view;

pub use by_hand::Tally;
pub use compare::{Comparison, ListDifference, ListsCompared, list_differences};
pub use counts::{Counts, Difference};
pub use excerpt::{Excerpt, Heading};
pub use orbit::{Orbits, Verdict};
pub use sorter::{SolutionList, SolutionSorter, SortedSolutions};
pub use store::Store;
pub use verify::{VerifiedList, verify_list};
pub use view::{Entry, View, orbit_size};
