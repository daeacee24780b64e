//! The state of the program behind the window: what is open, what is known of it, what can be
//! done. No egui.
//!
//! [`session`] holds the open [`document`] with its [`solutions`] and applies what is asked of it,
//! [`edit`] changes the puzzle and [`history`] undoes that, [`command`] lists all that can be
//! asked, [`analysis`] with its [`checks`] and their [`remedies`] tells what is known of a puzzle
//! before it is solved, [`finding`] looks for a
//! first solution, [`divided`] reads a run that other processes solve in parts, [`play`] helps who solves it by hand, [`saved_runs`] keeps runs from being
//! lost, [`results`] what they found and [`drafts`] changes that are not saved, [`stepper`] goes
//! through a search step by step, [`variants`] solves those of the puzzle, [`cutting`] lays out its sheets for a cutter, [`plates`]
//! its parts for a printer in three dimensions and [`pages`] what goes on paper. Of the solutions [`listing`] is the list that is shown, [`browser`] makes it, [`grouping`] divides it,
//! [`find`] leads to one of them, [`marks`] are the user's, [`likeness`] compares two,
//! [`piece_positions`] says where a piece lies and [`piece_use`] which pieces one uses. Leans on [`crate::job`] and [`crate::format`]. Read next:
//! `ui`, which shows it.

pub mod by_hand;
pub mod challenges;
pub mod check;
pub mod command;
pub mod derived;
pub mod document;
pub mod edit;
pub mod export;
pub mod guide;
pub mod make;
pub mod session;
pub mod sets;
pub mod settings;
pub mod solutions;
pub mod solve;
pub mod stepper;
pub mod suggestions;
mod task;
pub mod variants;

pub use command::Command;
pub use document::Document;
pub use document::source::{Origin, Source};
pub use session::{Screen, Workbench};
pub use settings::{Settings, Theme};
pub use solutions::SolutionSource;
pub use solve::preparation::SearchSize;
pub use solve::recount::RecountProgress;
pub use solve::{SolvedPart, Start};
pub use task::{CancelToken, Task, Wake};
