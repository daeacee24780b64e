//! Certificates of counts: the puzzle, its numbers of solutions, the engines that agree on them, and
//! the digest of the list that both have found.
//!
//! ```ron
//! (
//!     format: 1,
//!     counts: (total: 9356, turned: 4678, distinct: 2339, symmetric: 0),
//!     found: (engine: "fixed-order search", program: "0.1.0"),
//!     recounted: (engine: "dancing links", program: "0.1.0", at: "2026-11-28T11:20:00Z"),
//!     problem: "0f3a…",
//!     solutions: "77c2…",
//!     puzzle: (…),
//! )
//! ```
//! `problem` is the [`ProblemDigest`] of the puzzle, and `solutions` the [`ListDigest`] of its distinct
//! solutions, left out where only the counts were compared.
//!
//! [`ListDigest`]: crate::solution::database::ListDigest

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{FileError, TextError, input, ron_error, ron_options};
use crate::encode::Encoded;
use crate::natural::Natural;
use crate::puzzle::Description;
use crate::solution::Counts;
use crate::solution::database::{ProblemDigest, ResultSummary};
use crate::text;

/// The version of the format that this program writes, and the only one that it reads.
const FORMAT: u32 = 1;
/// The beginning of a certificate, without spaces.
const SIGN: &[u8] = b"(format:1,counts:";

/// A certificate as it is spelt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertifiedCounts {
    format: u32,
    counts: Numbers,
    /// The first run.
    pub found: Work,
    /// The run by another engine.
    pub recounted: Work,
    /// The digest of the problem and its symmetries, in hexadecimal digits.
    pub problem: String,
    /// The digest of the distinct solutions, if the lists were compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<String>,
    puzzle: Description,
}

/// The counts as they are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Numbers {
    total: Natural,
    turned: Natural,
    distinct: Natural,
    symmetric: Natural,
}

/// A run that has found the counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Work {
    /// The names of the engines.
    pub engine: String,
    /// The version of the program.
    pub program: String,
    /// When it was done, in UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl CertifiedCounts {
    /// The certificate of a stored result; `None` where no other engine has counted again.
    pub fn new(description: &Description, summary: &ResultSummary) -> Option<CertifiedCounts> {
        let certificate = summary.certificate.as_ref()?;
        let Counts { total, turned, distinct, symmetric } = summary.counts;
        let (engine, program) = (summary.engine.clone(), summary.program.clone());
        Some(CertifiedCounts {
            format: FORMAT,
            counts: Numbers { total, turned, distinct, symmetric },
            found: Work { engine, program, at: None },
            recounted: Work {
                engine: certificate.engine.clone(),
                program: certificate.program.clone(),
                at: Some(text::utc(certificate.at)),
            },
            problem: summary.digest.to_string(),
            solutions: certificate.solutions.map(|digest| digest.to_string()),
            puzzle: description.clone(),
        })
    }

    /// The counts.
    pub fn counts(&self) -> Counts<Natural> {
        let Numbers { total, turned, distinct, symmetric } = self.counts;
        Counts { total, turned, distinct, symmetric }
    }

    /// The title of the puzzle.
    pub fn title(&self) -> &str {
        &self.puzzle.title
    }

    /// The puzzle as it is searched.
    ///
    /// # Errors
    /// Why it cannot be, or that it is not the one that was counted.
    pub fn encoded(&self) -> Result<Encoded, String> {
        let puzzle = self.puzzle.build().map_err(|problems| {
            problems.first().map_or_else(String::new, |problem| problem.message.clone())
        })?;
        let encoded = Encoded::new(Arc::new(puzzle)).map_err(|error| error.to_string())?;
        let digest = ProblemDigest::new(&encoded.encoding.problem, &encoded.group);
        match digest.to_string() == self.problem {
            true => Ok(encoded),
            false => Err(format!(
                "the puzzle is not the one that was counted: its digest is {digest}, and the \
                 certificate is of {}",
                self.problem
            )),
        }
    }
}

/// Returns whether the first bytes of a file are those of a certificate of counts.
pub fn looks_like(start: &[u8]) -> bool {
    start.iter().filter(|byte| !byte.is_ascii_whitespace()).take(SIGN.len()).eq(SIGN)
}

/// The text of a certificate.
pub fn write(certificate: &CertifiedCounts) -> String {
    let style = ron::ser::PrettyConfig::new().depth_limit(3).new_line("\n").escape_strings(false);
    let text = ron_options().to_string_pretty(certificate, style);
    text.expect("a certificate holds nothing that RON cannot express") + "\n"
}

/// Reads a file if it is a certificate of counts, which is not verified yet.
///
/// # Errors
/// When it cannot be read, or its text is not sound.
pub fn open(path: &Path) -> Result<Option<CertifiedCounts>, FileError> {
    input::open_if(path, looks_like, parse)
}

fn parse(text: &str) -> Result<CertifiedCounts, TextError> {
    ron_options().from_str(text).map_err(|error| ron_error(&error, text))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;
    use crate::format::bundled;
    use crate::solution::database::{Certificate, ListDigest};

    fn certificate() -> CertifiedCounts {
        let opened = bundled::ALL[bundled::named("l-trominoes-7x7".as_ref()).unwrap()].open();
        let encoded = Encoded::new(Arc::clone(&opened.puzzle)).unwrap();
        let summary = ResultSummary {
            digest: ProblemDigest::new(&encoded.encoding.problem, &encoded.group),
            title: opened.puzzle.title.clone(),
            counts: Counts { total: 4, turned: 3, distinct: 2, symmetric: 1 }.into(),
            complete: true,
            solutions: 2,
            engine: "one".to_owned(),
            program: "0.1.0".to_owned(),
            nodes: 1,
            elapsed: Duration::ZERO,
            stored_at: UNIX_EPOCH,
            bytes: 0,
            marked: 0,
            certificate: Some(Certificate {
                engine: "two".to_owned(),
                program: "0.1.0".to_owned(),
                at: UNIX_EPOCH + Duration::from_secs(1_795_860_000),
                solutions: Some(ListDigest::from_bytes([7; 32])),
            }),
        };
        CertifiedCounts::new(&opened.description, &summary).unwrap()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("certificate.ron");
        let written = certificate();
        let words = write(&written);
        assert!(looks_like(words.as_bytes()));
        assert!(words.contains("at: \"2026-11-28T10:00:00Z\""), "{words}");
        std::fs::write(&path, &words).unwrap();
        let read = open(&path).unwrap().unwrap();
        assert_eq!(read, written);
        assert_eq!(read.counts().total, 4);
        read.encoded().unwrap();
        // A puzzle is none.
        std::fs::write(&path, "(format: 1, title: \"t\")").unwrap();
        assert_eq!(open(&path).unwrap(), None);
    }

    #[test]
    fn another_puzzle_and_what_is_no_text_of_a_certificate_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("certificate.ron");
        let words = write(&certificate());
        let other = words.replacen("Rectangle(7, 7)", "Rectangle(7, 8)", 1);
        assert_ne!(other, words, "{words}");
        let other = parse(&other).unwrap().encoded().map(|_| ()).unwrap_err();
        assert!(other.contains("is not the one that was counted"), "{other}");
        std::fs::write(&path, words.replacen("total: 4", "total: many", 1)).unwrap();
        let error = open(&path).unwrap_err();
        assert!(error.errors[0].place.is_some(), "{error}");
    }
}
