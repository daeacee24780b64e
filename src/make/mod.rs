//! From a puzzle to things: parts that are cut, printed, put on paper or played in a browser.
//!
//! Each way to make a puzzle is a folder of its own and has its settings in
//! [`crate::puzzle::making`], which are kept in the puzzle's file. Leans on
//! [`crate::picture`], whose drawings are what is written.

mod flattening;
mod glyphs;
pub mod laser;
pub mod paper;
pub mod print;
pub mod web;
