//! `polywright check`.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use serde::Serialize;

use super::file_work::{Listening, verify_all};
use super::report::{ReasonReport, json};
use super::{CheckArgs, CliError, Outcome, open};
use crate::cli::output::{say, tell};
use crate::encode::shortage;
use crate::exact_cover::Problem;
use crate::format::certificate::{self, Certificate};
use crate::format::{self, Contents, STANDARD_INPUT, SolutionSet, bundled};
use crate::job::default_threads;
use crate::picture::{Style, text_art};
use crate::polyform::family::name_of;
use crate::puzzle::{Description, Puzzle};
use crate::solution::VerifiedList;
use crate::text;
use crate::workbench::check::analysis::Analysis;
use crate::workbench::check::{Check, CheckKind, Scope, Severity};
use crate::workbench::reason::{Position, Reason};

pub(super) fn check(args: &CheckArgs) -> Result<Outcome, CliError> {
    let is_file = bundled::named(&args.file).is_none() && args.file != Path::new(STANDARD_INPUT);
    if let Some(found) = is_file.then(|| certificate::open(&args.file)).transpose()?.flatten() {
        return verify_certificate(&args.file, args.json, &found);
    }
    match open(&args.file, args.problem)? {
        Contents::Puzzle(opened) => show_puzzle(args, &opened.description, &opened.puzzle)?,
        Contents::Solutions(set) => {
            show_puzzle(args, &set.description, &set.puzzle)?;
            verify(&set)?;
            let all = text::count(set.store.len() as u64, "distinct solution");
            let verified = format!("{all} in the file, all verified; the counts agree");
            if args.json {
                tell!("{verified}");
            } else {
                say!("");
                say!("{verified}");
            }
        }
        Contents::Problem(problem) => show_problem(args, &problem)?,
    }
    Ok(Outcome::Done)
}

/// Verifies a certificate that there is no solution.
pub(super) fn verify_certificate(
    file: &Path,
    as_json: bool,
    found: &Certificate,
) -> Result<Outcome, CliError> {
    found.verify().map_err(|why| CliError::Message(format!("{}: {why}", file.display())))?;
    if as_json {
        say!(
            "{}",
            json(&CertificateReport { title: found.title(), words: found.words(), verified: true })
        );
        return Ok(Outcome::Done);
    }
    if !found.title().is_empty() {
        say!("{}", found.title());
    }
    say!("Verified: no solution exists. {}", found.words());
    Ok(Outcome::Done)
}

/// Writes the files about a reason that were asked for.
fn write_reason(args: &CheckArgs, reason: Option<&Reason>) -> Result<(), CliError> {
    let file = args.file.display();
    let lacking = |what: &str| {
        let why = match reason {
            Some(_) => format!("the reason has no {what}"),
            None => {
                "no reason is known without a search why there should be no solution".to_owned()
            }
        };
        CliError::Message(format!("{file}: {why}; nothing was written"))
    };
    let mut files: Vec<(&Path, String)> = Vec::new();
    if let Some(path) = &args.certificate {
        let own = reason.and_then(|reason| reason.certificate.as_ref());
        let own = own.ok_or_else(|| lacking("weights to certify"))?;
        files.push((path, certificate::write(own)));
    }
    if let Some(path) = &args.picture {
        let drawn = reason.and_then(|reason| reason.picture(Style::default()));
        files.push((path, drawn.ok_or_else(|| lacking("colours to draw"))?));
    }
    for (path, text) in files {
        format::write_file(path, text.as_bytes())?;
    }
    Ok(())
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

fn show_puzzle(
    args: &CheckArgs,
    description: &Description,
    puzzle: &Arc<Puzzle>,
) -> Result<(), CliError> {
    let analysis =
        Analysis::new(Arc::clone(puzzle)).map_err(|e| CliError::Message(e.to_string()))?;
    let is_none = analysis.is_hopeless() || analysis.check(CheckKind::Obstruction).is_some();
    let wants = args.json || args.certificate.is_some() || args.picture.is_some();
    let reason = match is_none && wants {
        true => Reason::find(description, Position::Start).map_err(CliError::Message)?,
        false => None,
    };
    if args.json {
        say!("{}", json(&Report::new(&analysis, reason.as_ref())));
    } else {
        show_analysis(&analysis)?;
    }
    write_reason(args, reason.as_ref())
}

/// Prints the pieces, facts and checks of a puzzle.
fn show_analysis(analysis: &Analysis) -> Result<(), CliError> {
    let puzzle = &analysis.puzzle;
    say!("{}", puzzle.title);
    if let Some(cover) = &puzzle.cover {
        say!("");
        say!("{}", text_art::solution(puzzle, &Vec::new()));
        return show_facts(analysis, cover.symmetric);
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
    show_facts(analysis, true)
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

/// Prints the size of a matrix, the items that are in too few options, and a reason why it has no
/// solution, if one is found.
fn show_problem(args: &CheckArgs, problem: &Problem) -> Result<(), CliError> {
    let short: Vec<String> = shortage::short_items(problem).collect();
    let reason = Reason::of_problem(problem);
    write_reason(args, reason.as_ref())?;
    if args.json {
        let entry = |title: String| Entry {
            kind: CheckKind::Items,
            severity: Severity::Wrong,
            title: title.into(),
            text: "",
            piece: None,
            sites: Vec::new(),
        };
        let title = args.file.display().to_string();
        let checks = short.into_iter().map(entry).collect();
        let reason = reason.as_ref().map(|own| ReasonReport::new(&own.found, problem));
        say!("{}", json(&Report { title: &title, checks, reason }));
        return Ok(());
    }
    let primary = problem.primary_count();
    say!(
        "{} and {}, {}, {} in all options",
        text::count(primary as u64, "primary item"),
        text::count((problem.items().len() - primary) as u64, "secondary item"),
        text::count(problem.option_count() as u64, "option"),
        text::count(problem.cell_count() as u64, "item"),
    );
    for short in &short {
        say!("ERROR  {short}");
    }
    if let Some(reason) = reason {
        say!("note   No solution, by {}. {}", reason.found.by, reason.found.reason);
    }
    Ok(())
}

/// The object that `--json` prints of a certificate.
#[derive(Serialize)]
struct CertificateReport<'a> {
    title: &'a str,
    words: &'a str,
    verified: bool,
}

/// The object that `--json` prints of a puzzle or a matrix.
#[derive(Serialize)]
struct Report<'a> {
    title: &'a str,
    checks: Vec<Entry<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ReasonReport<'a>>,
}

/// A check, with the piece or the sites that it is about.
#[derive(Serialize)]
struct Entry<'a> {
    kind: CheckKind,
    severity: Severity,
    title: Cow<'a, str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sites: Vec<Vec<i32>>,
}

impl<'a> Report<'a> {
    fn new(analysis: &'a Analysis, reason: Option<&'a Reason>) -> Report<'a> {
        let (puzzle, encoding) = (&analysis.puzzle, &analysis.encoding);
        let addresses = |positions: &[usize]| {
            let site = |&n: &usize| (puzzle.lattice.address.of_site)(puzzle.board.sites()[n].site);
            positions.iter().map(site).collect()
        };
        let entry = |check: &'a Check| {
            let name = |id| Some(puzzle.piece(id).name.as_str());
            let (piece, sites) = match &check.scope {
                Scope::Puzzle | Scope::Colours => (None, Vec::new()),
                Scope::Piece(id) => (name(*id), Vec::new()),
                Scope::Sites(sites) => (None, addresses(sites)),
                Scope::Placement(option, sites) => {
                    (name(encoding.placement(*option).piece), addresses(sites))
                }
            };
            let (title, text) = (check.title.as_str().into(), check.text.as_str());
            Entry { kind: check.kind, severity: check.severity, title, text, piece, sites }
        };
        let told =
            |own: &'a Reason| ReasonReport::new(&own.found, &encoding.problem).with_pieces(own);
        Report {
            title: &puzzle.title,
            checks: analysis.checks.iter().map(entry).collect(),
            reason: reason.map(told),
        }
    }
}
