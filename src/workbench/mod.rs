//! The state of the program behind the window: what is open, what is known of it, what can be
//! done. No egui.
//!
//! [`session`] holds the open [`document`] with its [`solutions`] and applies what is asked of it,
//! [`edit`] changes the puzzle, [`command`] lists all that can be asked, and [`check`] tells what is
//! known of a puzzle before it is solved. `session/start.rs` and `document/runs.rs` start runs; [`solve`]
//! has what that rests on: the plan and the estimate, the start that waits for them, first solutions,
//! recounts, runs in parts. [`saved_runs`] and [`results`] keep what they find. [`by_hand`] helps who
//! solves a puzzle by hand, [`play`] chooses what is played, [`suggestions`] who has one without a solution. [`disassembly`] has the
//! moves of a solution, [`pushing`] those made by hand, [`stepper`] goes through a search step by step, [`variants`] and [`sets`]
//! solve a puzzle in many forms, [`make`] lays out what is made of it, [`challenges`] are made of its
//! solutions, and a [`solution_table`] counts them; where there are none, a [`reason`] says why. What is worked out in the background is a
//! [`Task`], and the value of a key a [`derived`] one. Leans on [`crate::job`] and [`crate::format`].
//! Read next: `ui`, which shows it.

pub mod by_hand;
pub mod challenges;
pub mod check;
pub mod command;
pub mod derived;
pub mod disassembly;
pub mod document;
pub mod edit;
pub mod export;
pub mod guide;
pub mod make;
pub mod piece_use;
pub mod play;
pub mod pushing;
pub mod reason;
pub mod results;
pub mod saved_runs;
pub mod session;
pub mod sets;
pub mod settings;
pub mod solution_table;
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
pub use solutions::{SolutionSource, SolvedPart};
pub use solve::Start;
pub use solve::preparation::SearchSize;
pub use solve::recount::RecountProgress;
pub use task::{CancelToken, Task, Wake};
