//! `polywright challenges`.

use std::ops::RangeInclusive;
use std::path::Path;

use serde::Serialize;

use super::file_work::Listening;
use super::report::json;
use super::solved::Wanted;
use super::{ChallengesArgs, CliError, NumberRange, Outcome};
use crate::cli::output::{self, say, tell};
use crate::exact_cover::OptionId;
use crate::format::{self, SolutionSet};
use crate::job::challenges::{Challenge, ChallengeSource, ChallengeWish, find};
use crate::text;

/// The object that `--json` prints for each challenge.
#[derive(Serialize)]
struct ChallengeReport {
    solution: usize,
    given: Vec<GivenReport>,
    left: u32,
    forced: u32,
    first: u32,
    wrong: u32,
    nodes: u64,
}

/// A placement that is given.
#[derive(Serialize)]
struct GivenReport {
    piece: String,
    sites: Vec<Vec<i32>>,
}

pub(super) fn challenges(args: &ChallengesArgs) -> Result<Outcome, CliError> {
    if let Some(path) = args.csv.as_deref().filter(|path| *path != Path::new("-")) {
        format::probe_writing(path)?;
    }
    let listening = Listening::start();
    let wanted = Wanted { file: &args.file, problem: args.problem, threads: args.threads };
    let solved = match wanted.find(&listening, |_, _| Ok(()))? {
        Ok((solved, ())) => solved,
        Err(outcome) => return Ok(outcome),
    };
    if !solved.complete {
        return Err(CliError::Message(format!(
            "{}: has only some of the solutions; challenges need all of them",
            args.file.display()
        )));
    }
    if solved.store.is_empty() {
        tell!("There is no solution to make challenges from.");
        return Ok(Outcome::NoSolution);
    }
    let SolutionSet { puzzle, encoding, group, store, .. } = &solved;
    let source = ChallengeSource { encoding, group, store };
    let wanted = || !listening.is_pressed();
    let found = find(source, &wish(args), &wanted);
    let found = found.map_err(|error| CliError::Message(error.to_string()))?;
    if args.json {
        found.iter().for_each(|challenge| say!("{}", json(&report(&solved, challenge))));
    } else if args.csv.as_deref() != Some(Path::new("-")) {
        say!("{}: {}", puzzle.title, text::count(found.len() as u64, "challenge"));
        found
            .iter()
            .enumerate()
            .for_each(|(n, challenge)| say_challenge(&solved, n + 1, challenge));
    }
    if let Some(path) = args.csv.as_deref() {
        let table = csv(&solved, &found);
        output::table(path, |out| out.write_all(table.as_bytes()))?;
    }
    if listening.is_pressed() {
        return Ok(Outcome::Interrupted);
    }
    if found.len() < args.number as usize {
        tell!(
            "{} of {} challenges made: no other solution has challenges within these ranges.",
            text::grouped(found.len() as u64),
            text::grouped(u64::from(args.number))
        );
    }
    Ok(if found.is_empty() { Outcome::NoSolution } else { Outcome::Done })
}

fn wish(args: &ChallengesArgs) -> ChallengeWish {
    let usual = ChallengeWish::default();
    let range = |range: &Option<NumberRange>, usual: RangeInclusive<u32>| {
        let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        range.as_ref().map_or(usual, |NumberRange(r)| small(*r.start())..=small(*r.end()))
    };
    ChallengeWish {
        number: args.number as usize,
        given: range(&args.given, usual.given),
        forced: range(&args.forced, usual.forced),
        wrong: range(&args.wrong, usual.wrong),
        nodes: args.nodes.as_ref().map_or(usual.nodes, |NumberRange(range)| range.clone()),
        seed: args.seed,
    }
}

/// A placement in words: "F at 1, 2".
fn given_words(solved: &SolutionSet, option: OptionId) -> String {
    let puzzle = &solved.puzzle;
    let piece = puzzle.piece(solved.encoding.placement(option).piece);
    let sites: Vec<String> =
        solved.encoding.sites(option).map(|site| puzzle.lattice.site_label(site)).collect();
    format!("{} on {}", piece.name, sites.join("; "))
}

fn say_challenge(solved: &SolutionSet, number: usize, challenge: &Challenge) {
    let grade = &challenge.grade;
    say!(
        "{number}: solution {} · {} given · {} left, {} forced · {} first placements, {} wrong · {}",
        challenge.solution + 1,
        grade.given,
        grade.left,
        grade.forced,
        grade.first,
        grade.wrong,
        text::count(grade.nodes, "node"),
    );
    challenge.givens.iter().for_each(|&option| say!("   {}", given_words(solved, option)));
}

fn report(solved: &SolutionSet, challenge: &Challenge) -> ChallengeReport {
    let address = solved.puzzle.lattice.address.of_site;
    let given = challenge.givens.iter().map(|&option| GivenReport {
        piece: solved.puzzle.piece(solved.encoding.placement(option).piece).name.clone(),
        sites: solved.encoding.sites(option).map(address).collect(),
    });
    let grade = challenge.grade;
    ChallengeReport {
        solution: challenge.solution + 1,
        given: given.collect(),
        left: grade.left,
        forced: grade.forced,
        first: grade.first,
        wrong: grade.wrong,
        nodes: grade.nodes,
    }
}

fn csv(solved: &SolutionSet, challenges: &[Challenge]) -> String {
    let mut table = String::from("solution,given,placements,left,forced,first,wrong,nodes\n");
    for challenge in challenges {
        let givens: Vec<String> =
            challenge.givens.iter().map(|&option| given_words(solved, option)).collect();
        let grade = &challenge.grade;
        let numbers = [grade.left, grade.forced, grade.first, grade.wrong].map(|n| n.to_string());
        table += &format!(
            "{},{},{},{},{}\n",
            challenge.solution + 1,
            grade.given,
            text::csv_field(&givens.join("; ")),
            numbers.join(","),
            grade.nodes
        );
    }
    table
}
