//! The state of the program behind the window: documents, commands, what is known of a puzzle.
//! No egui.
//!
//! Leans on [`crate::job`] and [`crate::format`]. Read next: `ui`, which shows it.

pub mod facts;
