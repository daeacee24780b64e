//! The state of the program behind the window: what is open, what is known of it, what can be
//! done. No egui.
//!
//! [`session`] holds the open document and applies what is asked of it, [`command`] lists all
//! that can be asked, [`facts`] tells what is known of a puzzle before it is solved, [`saved_runs`]
//! keeps runs from being lost, [`walk`] goes through a search step by step. Leans on [`crate::job`] and [`crate::format`]. Read next: `ui`, which shows it.

pub mod command;
mod cover_checks;
pub mod export;
pub mod facts;
mod pending;
pub mod saved_runs;
pub mod session;
pub mod settings;
pub mod walk;

pub use command::Command;
pub use pending::Pending;
pub use session::{Answers, Document, Origin, Screen, Start, Workbench};
pub use settings::{Settings, Theme};
