//! `polywright check`.

use super::file_work::{Listening, verify_all};
use super::{CheckArgs, CliError, Outcome, open};
use crate::cli::output::say;
use crate::encode::shortage;
use crate::exact_cover::Problem;
use crate::format::{Contents, SolutionSet};
use crate::job::default_threads;
use crate::picture::text_art;
use crate::polyform::family::name_of;
use crate::puzzle::Puzzle;
use crate::solution::VerifiedList;
use crate::text;
use crate::workbench::check::Severity;
use crate::workbench::check::analysis::Analysis;

pub(super) fn check(args: &CheckArgs) -> Result<Outcome, CliError> {
    match open(&args.file, args.problem)? {
        Contents::Puzzle(opened) => show_puzzle(&opened.puzzle)?,
        Contents::Solutions(set) => {
            show_puzzle(&set.puzzle)?;
            verify(&set)?;
            say!("");
            say!(
                "{} in the file, all verified; the counts agree",
                text::count(set.store.len() as u64, "distinct solution")
            );
        }
        Contents::Problem(problem) => show_problem(&problem),
    }
    Ok(Outcome::Done)
}

/// Verifies all solutions by the rules of the puzzle alone.
fn verify(set: &SolutionSet) -> Result<(), CliError> {
    let of = (&*set.puzzle, &*set.encoding);
    match verify_all(of, &set.store, default_threads(), &Listening::start()) {
        VerifiedList::Sound => Ok(()),
        VerifiedList::Wrong(n, error) => {
            Err(CliError::Message(format!("solution {}: {error}", set.store.number(n))))
        }
        VerifiedList::Cancelled => Err(CliError::Interrupted),
    }
}

fn show_puzzle(puzzle: &std::sync::Arc<Puzzle>) -> Result<(), CliError> {
    let analysis = Analysis::new(std::sync::Arc::clone(puzzle))
        .map_err(|e| CliError::Message(e.to_string()))?;
    say!("{}", puzzle.title);
    if let Some(cover) = &puzzle.cover {
        say!("");
        say!("{}", text_art::solution(puzzle, &Vec::new()));
        return show_facts(&analysis, cover.symmetric);
    }
    let width = puzzle.pieces.iter().map(|p| p.name.chars().count()).max().unwrap_or(0).max(5);
    say!("");
    say!("{:width$}  copies  sites  orientations  placements  motions        symmetry", "piece");
    for (id, piece) in puzzle.pieces() {
        let class = piece.shape.symmetry(puzzle.lattice);
        let twin = piece.shape.mirror_twin(puzzle.lattice);
        // A free name stands for both hands.
        let twin = twin.and_then(|twin| name_of(puzzle.lattice, &twin));
        let twin = twin.filter(|name| *name != piece.name);
        let twin = twin.map_or_else(String::new, |name| format!(" (mirror image: {name})"));
        say!(
            "{:width$}  {:>6}  {:>5}  {:>12}  {:>10}  {:13}  {}{twin}",
            piece.name,
            piece.copies.words(),
            piece.shape.size(),
            analysis.encoding.orientations[id.index()].len(),
            analysis.encoding.placements_of(id).len(),
            piece.motions.words(),
            class.words(),
        );
    }
    show_facts(&analysis, true)
}

/// The facts and checks, with the kinds of symmetries where there can be any.
fn show_facts(analysis: &Analysis, symmetric: bool) -> Result<(), CliError> {
    say!("");
    for fact in analysis.facts() {
        say!("{:<26}{}", fact.label, fact.value);
    }
    // A cube has 48 of them, but few kinds.
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for kind in analysis.group.elements.iter().map(|g| g.isometry.kind()) {
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, n)) => *n += 1,
            None => kinds.push((kind, 1)),
        }
    }
    let counted = kinds.into_iter().map(|(kind, n)| match n {
        1 => kind,
        n => format!("{n} × {kind}"),
    });
    if symmetric {
        say!("{:<26}{}", "Symmetries", counted.collect::<Vec<_>>().join(", "));
    }
    say!("");
    for check in &analysis.checks {
        let mark = match check.severity {
            Severity::Fine => "ok   ",
            Severity::Notable => "note ",
            Severity::Wrong => "ERROR",
        };
        say!(
            "{mark}  {}{}{}",
            check.title,
            if check.text.is_empty() { "" } else { ". " },
            check.text
        );
    }
    Ok(())
}

fn show_problem(problem: &Problem) {
    let primary = problem.primary_count();
    say!(
        "{} and {}, {}, {} in all options",
        text::count(primary as u64, "primary item"),
        text::count((problem.items().len() - primary) as u64, "secondary item"),
        text::count(problem.option_count() as u64, "option"),
        text::count(problem.cell_count() as u64, "item"),
    );
    for short in shortage::short_items(problem) {
        say!("ERROR  {short}");
    }
}
