//! The window, or the command line.

use std::process::ExitCode;

use clap::Parser;
use polywright::cli::{self, CommandLine};

fn main() -> ExitCode {
    let CommandLine { command, file: _ } = CommandLine::parse();
    match command {
        Some(command) => cli::run(command),
        None => cli::without_display(),
    }
}
