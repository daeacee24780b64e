//! `polywright recount`.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use serde::Serialize;

use super::file_work::{Listening, verify_all};
use super::report::{CountsReport, JsonNatural, json, seconds};
use super::solve::wait;
use super::watch::{Watch, check_failure, waker};
use super::{CliError, Outcome, RecountArgs, open, plan_error};
use crate::cli::output::{say, tell};
use crate::encode::Encoded;
use crate::exact_cover::{Engine, OptionId};
use crate::format::certified_counts::{self, CertifiedCounts};
use crate::format::solutions_file::SolutionSet;
use crate::format::{self, Contents, FileError, FileErrorKind, dlx};
use crate::job::{
    Phase, Plan, PlanOptions, RecountError, Run, Settings, Snapshot, default_threads,
};
use crate::lattice::Point;
use crate::natural::Natural;
use crate::picture::text_art;
use crate::puzzle::{Description, Expect};
use crate::solution::database::{Certificate, Database, NewResult, ProblemDigest, StoredResult};
use crate::solution::verify::verify;
use crate::solution::{Comparison, Counts, ListDifference, ListsCompared, Store, VerifiedList};
use crate::text;
use crate::workbench::results;

/// The puzzle that is counted again.
struct Recounting {
    description: Description,
    encoded: Encoded,
    digest: ProblemDigest,
}

/// A run that is over.
pub(super) struct Searched {
    pub(super) engine: String,
    pub(super) threads: usize,
    pub(super) last: Snapshot,
    pub(super) store: Store,
}

/// The result of a recount.
struct Recounted {
    stored: StoredResult,
    run: Searched,
    comparison: Comparison,
    /// The first solution of the recount that is none, by its index, and what is wrong with it.
    wrong: Option<(usize, String)>,
    /// The certificate that was recorded.
    certificate: Option<Certificate>,
}

pub(super) fn recount(args: &RecountArgs) -> Result<Outcome, CliError> {
    let listening = Listening::start();
    let path = args.results.clone().or_else(results::default_file).ok_or_else(|| {
        CliError::Message("there is no home folder; name a database with --results".to_owned())
    })?;
    let subject = listening.aside(|| Recounting::open(args))?;
    if let Some(path) = &args.certificate {
        format::probe_writing(path)?;
    }
    let mut database = Database::open(&path)?;
    let Some(stored) = subject.stored(args, &mut database, &listening)? else {
        return Ok(Outcome::Interrupted);
    };
    let Some(mut recounted) = subject.recount(args, stored, &listening)? else {
        return Ok(Outcome::Interrupted);
    };
    let stored = match recounted.agrees() {
        true => recounted.certify(&subject, &mut database),
        false => database.withdraw_certificate(&subject.digest).map_err(CliError::from),
    };
    if args.json {
        let report = Report::new(&subject, &recounted);
        say!("{}", json(&report));
    } else {
        say_result(&subject, &recounted);
    }
    // What was found is told first.
    stored?;
    if let Some(path) = args.certificate.as_ref().filter(|_| recounted.agrees()) {
        subject.write_certificate(&database, path)?;
    }
    Ok(if recounted.agrees() { Outcome::Done } else { Outcome::Different })
}

impl Recounting {
    /// Reads the puzzle in the named file.
    fn open(args: &RecountArgs) -> Result<Recounting, CliError> {
        let (description, encoded) = match open(&args.file, args.problem)? {
            Contents::Puzzle(opened) => (opened.description, Encoded::new(opened.puzzle)),
            Contents::Solutions(set) => {
                let SolutionSet { description, puzzle, encoding, group, .. } = *set;
                (description, Ok(Encoded { puzzle, encoding, group }))
            }
            Contents::Problem(problem) => {
                let name = args.file.file_stem().unwrap_or_default().to_string_lossy();
                let file = args.file.display().to_string();
                let refused = |errors| FileError { kind: FileErrorKind::Contents, file, errors };
                let opened = dlx::puzzle(&problem, &name).map_err(refused)?;
                (opened.description, Encoded::new(opened.puzzle))
            }
        };
        let encoded = encoded.map_err(|error| plan_error(error.into()))?;
        let digest = ProblemDigest::new(&encoded.encoding.problem, &encoded.group);
        Ok(Recounting { description, encoded, digest })
    }

    /// Writes the certificate that was recorded.
    fn write_certificate(&self, database: &Database, path: &Path) -> Result<(), CliError> {
        let summary = database.summary(&self.digest)?;
        let certificate =
            summary.and_then(|summary| CertifiedCounts::new(&self.description, &summary));
        let certificate = certificate.ok_or_else(|| {
            CliError::Message("the certificate is not in the database any more".to_owned())
        })?;
        format::write_file(path, certified_counts::write(&certificate).as_bytes())?;
        Ok(())
    }

    /// The complete result that is stored; found and stored first where there is none. `None` when
    /// that was interrupted.
    fn stored(
        &self,
        args: &RecountArgs,
        database: &mut Database,
        listening: &Listening,
    ) -> Result<Option<StoredResult>, CliError> {
        match database.load(&self.digest, &self.encoded.group)? {
            Some(stored) if stored.summary.complete => return Ok(Some(stored)),
            Some(_) => tell!("The stored result is not complete. The puzzle is solved first."),
            None => tell!("No result is stored. The puzzle is solved first."),
        }
        let plan = listening.aside(|| self.first_plan(args))?;
        let settings = settings(args.threads, args.memory, !args.count);
        let Some(run) = search(settings, plan, listening)? else { return Ok(None) };
        let result = NewResult {
            title: self.encoded.puzzle.title.clone(),
            counts: run.last.counts,
            complete: true,
            store: run.store,
            engine: run.engine,
            nodes: run.last.effort.nodes,
            elapsed: run.last.elapsed,
        };
        // Other results are not dropped for it: how much may be stored is a setting of the window.
        let progress = &mut |_, _| ControlFlow::Continue(());
        let stored = database.store(&self.digest, &self.encoded.group, &result, u64::MAX, progress);
        if stored.is_err() {
            let Counts { total, turned, distinct, symmetric } = result.counts;
            let counts = counts_words([total, turned, distinct, symmetric].map(Some));
            tell!("Not stored: {counts}");
        }
        stored?;
        Ok(database.load(&self.digest, &self.encoded.group)?)
    }

    /// The plan for a first result, by another engine than the one that is to count again.
    fn first_plan(&self, args: &RecountArgs) -> Result<Plan, CliError> {
        let plan = Plan::new(self.encoded.clone(), PlanOptions::default()).map_err(plan_error)?;
        match args.engine {
            Some(engine) if plan.uses(engine) || engine.whole().is_some() => {
                Ok(self.plan(engine.name, None)?)
            }
            _ => Ok(plan),
        }
    }

    fn plan(&self, before: &str, asked: Option<&'static Engine>) -> Result<Plan, RecountError> {
        Plan::recounting(&self.encoded, before, asked)
    }

    /// Solves again and compares; `None` when it was interrupted.
    fn recount(
        &self,
        args: &RecountArgs,
        stored: StoredResult,
        listening: &Listening,
    ) -> Result<Option<Recounted>, CliError> {
        let plan = listening.aside(|| self.plan(&stored.summary.engine, args.engine))?;
        let keep = !args.count && !stored.store.is_empty();
        let settings = settings(args.threads, args.memory, keep);
        let Some(run) = search(settings, plan, listening)? else { return Ok(None) };
        let verified = verify_all(
            (&self.encoded.puzzle, &self.encoded.encoding),
            &run.store,
            run.threads,
            listening,
        );
        let wrong = match verified {
            VerifiedList::Cancelled => return Ok(None),
            VerifiedList::Sound => None,
            VerifiedList::Wrong(index, error) => Some((index, error.to_string())),
        };
        let first = (stored.summary.counts, &stored.store);
        let comparison = Comparison::new(first, (run.last.counts, &run.store));
        Ok(Some(Recounted { stored, run, comparison, wrong, certificate: None }))
    }
}

/// The settings of a search with a number of threads and so many megabytes for a sweep.
pub(super) fn settings(threads: Option<u16>, megabytes: u16, keep: bool) -> Settings {
    Settings {
        threads: threads.map_or_else(default_threads, usize::from),
        keep,
        sweep_bytes: usize::from(megabytes) << 20,
        wake: Some(waker()),
        ..Settings::default()
    }
}

/// Searches to the end; `None` when it was interrupted.
pub(super) fn search(
    settings: Settings,
    plan: Plan,
    listening: &Listening,
) -> Result<Option<Searched>, CliError> {
    let run = Run::start(Arc::new(plan), settings);
    let last = wait(&run, &Watch::new(listening, None, None));
    check_failure(&last.phase, &format!("the run by {}", run.engine_names()))?;
    match &last.phase {
        Phase::Complete => {
            if last.truncated {
                tell!("Not all solutions fit in memory; the others are only counted.");
            }
            let (engine, threads) = (run.engine_names(), run.threads());
            Ok(Some(Searched { engine, threads, last, store: run.into_store() }))
        }
        _ => Ok(None),
    }
}

impl Recounted {
    fn agrees(&self) -> bool {
        self.comparison.agrees() && self.wrong.is_none()
    }

    /// Records that another engine has found the same.
    fn certify(&mut self, subject: &Recounting, database: &mut Database) -> Result<(), CliError> {
        let is_listed = self.comparison.lists == ListsCompared::Whole;
        let list = is_listed.then_some(&self.run.store);
        let certificate = Certificate::new(self.run.engine.clone(), list);
        if !database.certify(&subject.digest, self.run.last.counts, &certificate)? {
            let message = "the stored result changed during the recount and is not certified";
            return Err(CliError::Message(message.to_owned()));
        }
        self.certificate = Some(certificate);
        Ok(())
    }

    /// The solution that differs first: which list has it alone, its number there, and the solution.
    fn difference(&self) -> Option<(&'static str, usize, Vec<OptionId>)> {
        Some(match self.comparison.difference? {
            ListDifference::OnlyFirst(n) => ("stored", n + 1, self.stored.store.get(n)),
            ListDifference::OnlySecond(n) => ("recount", n + 1, self.run.store.get(n)),
        })
    }
}

/// The object that `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    title: &'a str,
    agrees: bool,
    stored: StoredReport<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<ExpectedReport>,
    /// The extent to which the lists of solutions were compared: `whole`, `part`, `not`.
    lists: &'static str,
    /// The number of solutions of the recount that were verified.
    verified: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<DifferenceReport<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<CertificateReport>,
    engine: &'a str,
    threads: usize,
    nodes: u64,
    seconds: f64,
    #[serde(flatten)]
    counts: CountsReport,
    complete: bool,
}

#[derive(Serialize)]
struct StoredReport<'a> {
    engine: &'a str,
    program: &'a str,
    #[serde(flatten)]
    counts: CountsReport,
    /// The number of distinct solutions that are listed.
    solutions: usize,
}

/// The counts that the file expects.
#[derive(Serialize)]
struct ExpectedReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<JsonNatural>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turned: Option<JsonNatural>,
    #[serde(skip_serializing_if = "Option::is_none")]
    distinct: Option<JsonNatural>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetric: Option<JsonNatural>,
}

/// A solution that one list has alone.
#[derive(Serialize)]
struct DifferenceReport<'a> {
    only_in: &'static str,
    /// Its number in that list, from 1.
    number: usize,
    /// The pieces with the addresses of their sites.
    pieces: Vec<(&'a str, Vec<String>)>,
    /// The reason that it is not a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong: Option<String>,
}

#[derive(Serialize)]
struct CertificateReport {
    program: String,
    /// In seconds since 1970.
    at: u64,
    /// The digest of all distinct solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<String>,
}

impl<'a> Report<'a> {
    fn new(subject: &'a Recounting, recounted: &'a Recounted) -> Report<'a> {
        let Recounted { stored, run, comparison, certificate, .. } = recounted;
        let Expect { total, turned, distinct, symmetric } = subject.encoded.puzzle.expect;
        let [total, turned, distinct, symmetric] =
            [total, turned, distinct, symmetric].map(|n| n.map(JsonNatural));
        let expected = ExpectedReport { total, turned, distinct, symmetric };
        Report {
            title: &subject.encoded.puzzle.title,
            agrees: recounted.agrees(),
            stored: StoredReport {
                engine: &stored.summary.engine,
                program: &stored.summary.program,
                counts: CountsReport::new(stored.summary.counts),
                solutions: stored.store.len(),
            },
            expected: (subject.encoded.puzzle.expect != Expect::default()).then_some(expected),
            lists: match comparison.lists {
                ListsCompared::Whole => "whole",
                ListsCompared::Part => "part",
                ListsCompared::Not => "not",
            },
            verified: recounted.wrong.as_ref().map_or(run.store.len(), |(index, _)| *index),
            difference: subject.difference(recounted),
            certificate: certificate.as_ref().map(|certificate| CertificateReport {
                program: certificate.program.clone(),
                at: certificate.at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs(),
                solutions: certificate.solutions.map(|digest| digest.to_string()),
            }),
            engine: &run.engine,
            threads: run.threads,
            nodes: run.last.effort.nodes,
            seconds: seconds(run.last.elapsed),
            counts: CountsReport::new(run.last.counts),
            complete: true,
        }
    }
}

impl Recounting {
    fn difference(&self, recounted: &Recounted) -> Option<DifferenceReport<'_>> {
        let (only_in, number, solution) = recounted.difference()?;
        let placed = self.encoded.encoding.decode(&solution);
        let addresses = |sites: &[Point]| {
            sites.iter().map(|&site| self.encoded.puzzle.lattice.site_label(site)).collect()
        };
        let pieces = placed.iter().map(|(piece, sites)| {
            (self.encoded.puzzle.piece(*piece).name.as_str(), addresses(sites))
        });
        let wrong = verify(&self.encoded.puzzle, &placed).err().map(|error| error.to_string());
        Some(DifferenceReport { only_in, number, pieces: pieces.collect(), wrong })
    }
}

/// Prints the counts beside each other, and what they say.
fn say_result(subject: &Recounting, recounted: &Recounted) {
    let Recounted { stored, run, .. } = recounted;
    say!("{}", subject.encoded.puzzle.title);
    let numbers = |counts: Counts<Natural>| counts_words(counts.numbers().map(Some));
    let summary = &stored.summary;
    say!(
        "Stored     {} · {}, version {}",
        numbers(summary.counts),
        summary.engine,
        summary.program
    );
    say!(
        "Recounted  {} · {} on {}, {}",
        numbers(run.last.counts),
        run.engine,
        text::count(run.threads as u64, "thread"),
        text::elapsed(run.last.elapsed)
    );
    let Expect { total, turned, distinct, symmetric } = subject.encoded.puzzle.expect;
    let expected = counts_words([total, turned, distinct, symmetric]);
    if !expected.is_empty() {
        let agrees = run.last.counts.differences(&subject.encoded.puzzle.expect).is_empty();
        let verdict = if agrees { "" } else { " · the recount differs" };
        say!("Expected   {expected}{verdict}");
    }
    if recounted.agrees() {
        say_agreement(recounted);
    } else {
        say_difference(subject, recounted);
    }
}

/// Counts in words: "total 9356 · distinct 2339".
pub(super) fn counts_words(counts: [Option<Natural>; 4]) -> String {
    let kinds = ["total", "turned", "distinct", "symmetric"].into_iter().zip(counts);
    let known = kinds.filter_map(|(kind, n)| Some(format!("{kind} {}", text::grouped(n?))));
    known.collect::<Vec<_>>().join(" · ")
}

fn say_agreement(recounted: &Recounted) {
    let kept = recounted.stored.store.len() as u64;
    match recounted.comparison.lists {
        ListsCompared::Whole if kept == 0 => say!("The counts agree: no solution exists"),
        ListsCompared::Whole => {
            let kept = text::count(kept, "distinct solution");
            say!("The counts agree, the lists have the same {kept}, and each is verified");
        }
        ListsCompared::Part => {
            let (kept, found) =
                (text::grouped(kept), text::grouped(recounted.run.store.len() as u64));
            say!(
                "The counts agree, the {kept} solutions stored are among the {found} found again, and \
                 each is verified"
            );
        }
        ListsCompared::Not => say!("The counts agree; no lists were compared"),
    }
    if let Some(certificate) = &recounted.certificate {
        let of = certificate
            .solutions
            .map_or_else(String::new, |digest| format!("; SHA-256 of the solutions: {digest}"));
        say!("Certified: recounted by {}{of}", certificate.engine);
    }
}

fn say_difference(subject: &Recounting, recounted: &Recounted) {
    match recounted.comparison.counts_agree {
        true => say!("The counts agree, but the result is not certified"),
        false => say!("The counts differ; the result is not certified"),
    }
    if let Some((index, error)) = &recounted.wrong {
        say!("Solution {} of the recount is not valid: {error}", index + 1);
    }
    let Some(difference) = subject.difference(recounted) else { return };
    let (here, there) = match difference.only_in {
        "stored" => ("stored result", "recount"),
        _ => ("recount", "stored result"),
    };
    let verdict = match &difference.wrong {
        None => "is valid".to_owned(),
        Some(error) => format!("is not valid: {error}"),
    };
    say!(
        "The first difference is solution {} of the {here}, which is missing from the {there}. It \
         {verdict}",
        difference.number
    );
    if let Some((_, _, solution)) = recounted.difference() {
        say!(
            "{}",
            text_art::solution(
                &subject.encoded.puzzle,
                &subject.encoded.encoding.decode(&solution)
            )
        );
    }
}
