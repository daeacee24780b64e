//! `polywright manual`: man pages and completions, for those who make packages.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::{Shell, generate_to};

use super::{CliError, CommandLine, ManualArgs, Outcome};
use crate::cli::output::say;
use crate::text;

/// The shells that have completions.
const SHELLS: [Shell; 4] = [Shell::Bash, Shell::Zsh, Shell::Fish, Shell::PowerShell];

/// Writes a man page for the program and one for each command, and the completions of each shell.
pub(super) fn manual(args: &ManualArgs) -> Result<Outcome, CliError> {
    let folder = args.folder.as_path();
    write(folder).map_err(|error| {
        CliError::Message(format!("{}: {}", folder.display(), text::io_error(&error)))
    })?;
    say!("{}: man pages and completions", folder.display());
    Ok(Outcome::Done)
}

fn write(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(CommandLine::command(), folder)?;
    for shell in SHELLS {
        generate_to(shell, &mut CommandLine::command(), "polywright", folder)?;
    }
    Ok(())
}
