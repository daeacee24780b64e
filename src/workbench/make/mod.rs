//! Output made from a puzzle, laid out on separate threads: sheets for a laser cutter, plates for a
//! 3D printer, pages of paper. Builds on [`crate::make`].

pub mod laser;
pub mod paper;
pub mod print;
