//! `polywright help`: the help of a command, or a page of the guide.

use clap::CommandFactory;

use super::{CliError, CommandLine, HelpArgs, Outcome};
use crate::cli::output::say;
use crate::workbench::guide::{self, PAGES, Page};

/// Prints the help of the program, of a command, or a page of the guide.
pub(super) fn help(args: &HelpArgs) -> Result<Outcome, CliError> {
    let mut program = CommandLine::command();
    program.build();
    let Some(topic) = &args.topic else {
        say!("{}", program.render_long_help());
        say!("Guide:");
        for page in PAGES {
            say!("  polywright help {:<14}{}", page.topic, page.title());
        }
        return Ok(Outcome::Done);
    };
    if let Some(command) = program.find_subcommand_mut(topic) {
        say!("{}", command.render_long_help());
    } else if let Some(page) = Page::of_topic(topic) {
        say!("{}", page.text.trim_end());
    } else {
        return Err(CliError::Message(unknown(topic, &program)));
    }
    Ok(Outcome::Done)
}

/// The message for a topic that is neither a command nor a page: the topics, the one that may be
/// meant, and the sections that have the word.
fn unknown(topic: &str, program: &clap::Command) -> String {
    let commands = program.get_subcommands().filter(|command| !command.is_hide_set());
    let commands = commands.map(clap::Command::get_name);
    let topics: Vec<&str> = commands.chain(PAGES.iter().map(|page| page.topic)).collect();
    let near = topics.iter().filter(|known| strsim::jaro(topic, known) > 0.8);
    let near = near.max_by(|a, b| strsim::jaro(topic, a).total_cmp(&strsim::jaro(topic, b)));
    let mut message = format!("There is no help on {topic:?}.");
    if let Some(near) = near {
        message += &format!(" Did you mean {near}?");
    }
    let hits = guide::search(topic);
    for hit in hits.iter().take(5) {
        message += &format!("\n  polywright help {}: {}", PAGES[hit.page].topic, hit.heading);
    }
    message + &format!("\nTopics: {}", topics.join(", "))
}
