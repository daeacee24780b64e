//! The tests of the library and of the program in a terminal, one subject a file.
//!
//! They are one program, so that they are linked once, and so that a long test of one subject
//! leaves the other processors to the rest. One subject by itself:
//! `cargo test --test suite counts::`. Alone stands `mutated_files.rs`, which counts what its own
//! process allocates.

mod architecture;
mod boards;
mod checkpoint;
mod command_line;
mod conformance;
mod counts;
mod cover;
mod database;
mod dependencies;
mod desktop;
mod disassembly;
mod drafts;
mod examples;
mod filters;
mod finder;
mod format;
mod import;
mod invent;
mod kept;
#[cfg(target_os = "linux")]
mod kills;
mod large_counts;
mod losses;
mod measures;
mod numbers;
mod parts;
mod pins;
mod pockets;
mod program;
mod puzzles;
mod reasons;
mod recount;
mod recovery;
mod results;
mod rules;
mod sat;
mod series;
mod site_texts;
mod size;
mod solutions_file;
mod store;
mod strings;
mod tables;
mod toy;
mod variants;
mod web_page;
