//! `polywright verify`.

use std::path::Path;

use super::check::verify_certificate;
use super::file_work::{Listening, verify_all};
use super::recount::{Searched, counts_words, search, settings};
use super::{CliError, Outcome, VerifyArgs, open};
use crate::cli::output::say;
use crate::encode::Encoded;
use crate::format::certified_counts::{self, CertifiedCounts, Work};
use crate::format::{Contents, STANDARD_INPUT, bundled, certificate};
use crate::job::{Plan, RecountError, default_threads};
use crate::natural::Natural;
use crate::solution::database::{ListDigest, ProblemDigest};
use crate::solution::{Counts, Store, VerifiedList};
use crate::text;

/// A certificate of counts, and its puzzle.
struct Subject {
    certificate: CertifiedCounts,
    encoded: Encoded,
}

/// The counts and solutions that a certificate is compared with.
struct Evidence {
    /// The words for it, as the subject of a sentence.
    words: String,
    counts: Counts<Natural>,
    /// Its solutions, sorted.
    store: Store,
}

pub(super) fn verify(args: &VerifyArgs) -> Result<Outcome, CliError> {
    let is_file = bundled::named(&args.file).is_none() && args.file != Path::new(STANDARD_INPUT);
    if let Some(found) = is_file.then(|| certificate::open(&args.file)).transpose()?.flatten() {
        return verify_certificate(&args.file, false, &found);
    }
    let listening = Listening::start();
    let subject = listening.aside(|| Subject::open(args))?;
    subject.say();
    let evidence = match &args.solutions {
        Some(_) => listening.aside(|| subject.listed(args)).map(Some)?,
        None => subject.recounted(args, &listening)?,
    };
    let Some(evidence) = evidence else { return Ok(Outcome::Interrupted) };
    let Some(faults) = subject.compare(args, &evidence, &listening) else {
        return Ok(Outcome::Interrupted);
    };
    if !faults.is_empty() {
        faults.iter().for_each(|fault| say!("{fault}"));
        say!("Not verified");
        return Ok(Outcome::Different);
    }
    if args.solutions.is_some() {
        say!(
            "Verified, except that no solution is missing: leave out --solutions to count them again"
        );
    } else {
        say!("Verified");
    }
    Ok(Outcome::Done)
}

impl Subject {
    fn open(args: &VerifyArgs) -> Result<Subject, CliError> {
        let refused = |why: &str| {
            CliError::Message(format!("{}: {}", args.file.display(), text::printable(why)))
        };
        let is_bundled = bundled::named(&args.file).is_some();
        let certificate = if is_bundled { None } else { certified_counts::open(&args.file)? };
        let certificate = certificate.ok_or_else(|| {
            refused("is no certificate; recount --certificate FILE and check --certificate FILE write one")
        })?;
        let encoded = certificate.encoded().map_err(|why| refused(&why))?;
        Ok(Subject { certificate, encoded })
    }

    fn say(&self) {
        let CertifiedCounts { found, recounted, .. } = &self.certificate;
        let by = |work: &Work| {
            let at = work.at.as_ref().map_or_else(String::new, |at| format!(", {at}"));
            text::printable(&format!("{}, version {}{at}", work.engine, work.program)).into_owned()
        };
        say!("{}", self.certificate.title());
        say!("Certified  {}", words(self.certificate.counts()));
        say!("Found by   {}", by(found));
        say!("Again by   {}", by(recounted));
    }

    /// The solutions in a file.
    fn listed(&self, args: &VerifyArgs) -> Result<Evidence, CliError> {
        let path = args.solutions.as_deref().unwrap_or(&args.file);
        let refused = |why: &str| CliError::Message(format!("{}: {why}", path.display()));
        let Contents::Solutions(set) = open(path, None)? else {
            return Err(refused("contains no solutions"));
        };
        let digest = ProblemDigest::new(&set.encoding.problem, &set.group);
        if digest.to_string() != self.certificate.problem {
            return Err(refused("has solutions of another puzzle"));
        }
        let mut store = set.store;
        store.sort();
        let counts = Counts::of_store(&store, &self.encoded.group).into();
        Ok(Evidence { words: path.display().to_string(), counts, store })
    }

    /// The findings of another engine, if there is one that did not work on the certificate; `None`
    /// when that was interrupted.
    fn recounted(
        &self,
        args: &VerifyArgs,
        listening: &Listening,
    ) -> Result<Option<Evidence>, CliError> {
        let CertifiedCounts { found, recounted, .. } = &self.certificate;
        let plan = |before: &str| Plan::recounting(&self.encoded, before, None);
        let plan = listening.aside(|| {
            let third = plan(&format!("{}, {}", found.engine, recounted.engine));
            match third {
                Err(RecountError::NoOther(_)) => plan(&found.engine),
                planned => planned,
            }
        })?;
        let settings = settings(args.threads, args.memory, self.certificate.solutions.is_some());
        let Some(run) = search(settings, plan, listening)? else { return Ok(None) };
        let Searched { engine, threads, last, store } = run;
        let spent = text::elapsed(last.elapsed);
        let threads = text::count(threads as u64, "thread");
        say!("Recounted  {} · {engine} on {threads}, {spent}", words(last.counts));
        Ok(Some(Evidence { words: format!("the recount by {engine}"), counts: last.counts, store }))
    }

    /// Says what agrees; what does not, in words. `None` when it was interrupted.
    fn compare(
        &self,
        args: &VerifyArgs,
        evidence: &Evidence,
        listening: &Listening,
    ) -> Option<Vec<String>> {
        let Evidence { words: by, counts, store } = evidence;
        let mut faults = Vec::new();
        say!("The puzzle is the one that was counted");
        match *counts == self.certificate.counts() {
            true => say!("The counts agree"),
            false => faults.push(format!("The counts differ: of {by} {}", words(*counts))),
        }
        let threads = args.threads.map_or_else(default_threads, usize::from);
        let Encoded { puzzle, encoding, .. } = &self.encoded;
        match verify_all((puzzle, encoding), store, threads, listening) {
            VerifiedList::Cancelled => return None,
            VerifiedList::Sound if !store.is_empty() => {
                let each = text::count(store.len() as u64, "distinct solution");
                say!("{each} of {by} verified, without an engine");
            }
            VerifiedList::Sound => {}
            VerifiedList::Wrong(index, error) => {
                faults.push(format!("Solution {} of {by} is none: {error}", index + 1));
            }
        }
        let is_whole = Natural::from(store.len() as u64) == counts.distinct;
        match &self.certificate.solutions {
            None => {
                say!("The certificate has no digest of the solutions: only the counts compared")
            }
            Some(_) if !is_whole => {
                say!("The solutions do not fit in memory: only the counts compared");
            }
            Some(digest) if *digest == ListDigest::new(store).to_string() => {
                say!("The digest of the solutions agrees");
            }
            Some(_) => faults.push(format!(
                "The solutions differ: the digest of those of {by} is {}",
                ListDigest::new(store)
            )),
        }
        Some(faults)
    }
}

fn words(counts: Counts<Natural>) -> String {
    counts_words(counts.numbers().map(Some))
}
