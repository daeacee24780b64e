//! The window, or the command line; see [`polywright`].

use std::process::ExitCode;

use clap::Parser;
use polywright::cli::{self, CommandLine};

fn main() -> ExitCode {
    // By default a write beyond the largest file size allowed ends the program without a word.
    #[cfg(unix)]
    let _ = nix::sys::signal::SigSet::from(nix::sys::signal::Signal::SIGXFSZ).thread_block();
    let CommandLine { file, command } = CommandLine::parse();
    match command {
        Some(command) => cli::run(command),
        None => window(file),
    }
}

#[cfg(feature = "gui")]
fn window(file: Option<std::path::PathBuf>) -> ExitCode {
    let display = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if cfg!(all(unix, not(target_os = "macos"))) && !display {
        return cli::without_window(file);
    }
    match polywright::ui::open_window(file) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            use std::io::Write as _;
            let why = format!("The window cannot be opened: {error}.");
            let _ = writeln!(std::io::stderr(), "{why} Use polywright solve FILE instead.");
            ExitCode::from(2)
        }
    }
}

#[cfg(not(feature = "gui"))]
fn window(file: Option<std::path::PathBuf>) -> ExitCode {
    cli::without_window(file)
}
