//! Certificates that there is no solution: the puzzle, or a matrix as Knuth's text, with weights that
//! prove it, and what they come to.
//!
//! ```ron
//! (
//!     format: 1,
//!     no_solution: "With the sites coloured by diagonals in 4 colours, …",
//!     sites: [(1, [[2, 1], [1, 2], …]), …],
//!     board: 37,
//!     pieces: [("I", [6])],
//!     puzzle: (…),
//! )
//! ```
//! Sites that weigh nothing are left out. With `modulus: 2` all is added up modulo 2. Of a puzzle of
//! items and options, and of a matrix, `items` have the weights: no option weighs less than 0, or each
//! a multiple of the modulus, but what must be covered does. What is read is verified by
//! [`Verifier::refute`] and [`Refutation::holds`], which share nothing with what found the weights.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{FileError, TextError, dlx, input, ron_error, ron_options};
use crate::encode::{Encoding, Obstruction, SiteWeights};
use crate::exact_cover::{Problem, Refutation};
use crate::puzzle::{Description, Puzzle};
use crate::solution::verify::Verifier;

/// The version of the format that this program writes, and the newest that it reads.
const FORMAT: u32 = 1;
/// The beginning of a certificate, without spaces.
const SIGN: &[u8] = b"(format:1,no_solution:";

/// A certificate as it is spelt.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Certificate {
    format: u32,
    /// The proof in words.
    no_solution: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    modulus: Option<u32>,
    /// The sites of each weight but 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sites: Vec<(i64, Vec<Vec<i32>>)>,
    /// The weight of the sites that must be covered.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<i64>,
    /// The weights of the placements of each piece.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<(String, Vec<i64>)>,
    /// The items of each weight but 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    items: Vec<(i64, Vec<String>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<Description>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dlx: Option<String>,
}

/// Things by their weights, those that weigh 0 left out.
fn by_weight<T>(weighed: impl Iterator<Item = (i64, T)>) -> Vec<(i64, Vec<T>)> {
    let mut lists: BTreeMap<i64, Vec<T>> = BTreeMap::new();
    for (weight, thing) in weighed.filter(|(weight, _)| *weight != 0) {
        lists.entry(weight).or_default().push(thing);
    }
    lists.into_iter().collect()
}

impl Certificate {
    /// The certificate of a reason why a puzzle has no solution; `None` where it rests on something
    /// else than weights, or they prove nothing without rules that are not weighed.
    pub fn of_puzzle(
        description: &Description,
        puzzle: &Puzzle,
        problem: &Problem,
        found: &Obstruction,
    ) -> Option<Certificate> {
        let words = Certificate {
            format: FORMAT,
            no_solution: found.reason.clone(),
            puzzle: Some(description.clone()),
            ..Certificate::default()
        };
        if puzzle.cover.is_some() {
            return words.with_items(problem, found.refutation.as_ref()?);
        }
        let weights = found.weights.as_ref()?;
        let sums = Verifier::new(puzzle).refute(weights).ok()?;
        let short = |sum: i128| i64::try_from(sum).ok();
        let named = puzzle.pieces.iter().zip(sums.pieces);
        let pieces = named.map(|(piece, sums)| {
            let sums = sums.into_iter().map(short).collect::<Option<_>>()?;
            Some((piece.name.clone(), sums))
        });
        let address = |site| (puzzle.lattice.address.of_site)(site);
        let sites = puzzle.board.sites().iter().map(|site| address(site.site));
        Some(Certificate {
            modulus: weights.modulus,
            sites: by_weight(weights.of_site.iter().copied().zip(sites)),
            board: Some(short(sums.board)?),
            pieces: pieces.collect::<Option<_>>()?,
            ..words
        })
    }

    /// The certificate of a reason why a matrix has no solution; `None` where it rests on something else
    /// than weights.
    pub fn of_problem(problem: &Problem, found: &Obstruction) -> Option<Certificate> {
        let words = Certificate {
            format: FORMAT,
            no_solution: found.reason.clone(),
            dlx: Some(dlx::write(problem, "")),
            ..Certificate::default()
        };
        words.with_items(problem, found.refutation.as_ref()?)
    }

    fn with_items(self, problem: &Problem, found: &Refutation) -> Option<Certificate> {
        if !found.holds(problem) {
            return None;
        }
        let names = problem.items().iter().map(|item| item.name.clone());
        let items = by_weight(found.weights.iter().copied().zip(names));
        Some(Certificate { modulus: found.modulus, items, ..self })
    }

    /// The title of the puzzle; empty for a matrix.
    pub fn title(&self) -> &str {
        self.puzzle.as_ref().map_or("", |puzzle| &puzzle.title)
    }

    /// The proof in words, as the file has them.
    pub fn words(&self) -> &str {
        &self.no_solution
    }

    /// Checks that the weights prove that there is no solution, and that the sums are theirs.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub fn verify(&self) -> Result<(), String> {
        if self.format != FORMAT {
            return Err(format!("format {} is not known; expected {FORMAT}", self.format));
        }
        match (&self.puzzle, &self.dlx) {
            (Some(description), None) => {
                let puzzle = description.build().map_err(|problems| {
                    problems.first().map_or_else(String::new, |problem| problem.message.clone())
                })?;
                match puzzle.cover {
                    Some(_) => {
                        let encoding = Encoding::new(&puzzle).map_err(|why| why.to_string())?;
                        self.verify_items(&encoding.problem)
                    }
                    None => self.verify_sites(&puzzle),
                }
            }
            (None, Some(text)) => {
                self.verify_items(&dlx::read(text).map_err(|why| why.to_string())?)
            }
            _ => Err("expected either `puzzle` or `dlx`".to_owned()),
        }
    }

    fn verify_sites(&self, puzzle: &Puzzle) -> Result<(), String> {
        let mut of_site = vec![0; puzzle.board.sites().len()];
        for (weight, addresses) in &self.sites {
            for address in addresses {
                let site = puzzle.lattice.site_at(address);
                let position = site.and_then(|site| puzzle.board.position(site));
                let position =
                    position.ok_or_else(|| format!("{address:?} is not on the board"))?;
                of_site[position] = *weight;
            }
        }
        let weights = SiteWeights { of_site, modulus: self.modulus };
        let sums = Verifier::new(puzzle).refute(&weights).map_err(|why| why.to_string())?;
        if self.board.map(i128::from) != Some(sums.board) {
            return Err(format!("the board weighs {}, not as the certificate says", sums.board));
        }
        for (n, (piece, sums)) in puzzle.pieces.iter().zip(&sums.pieces).enumerate() {
            let told = self.pieces.get(n).filter(|(name, _)| *name == piece.name);
            let told = told.map(|(_, sums)| sums.iter().copied().map(i128::from));
            if !told.is_some_and(|told| sums.iter().copied().eq(told)) {
                return Err(format!("the placements of {} weigh something else", piece.name));
            }
        }
        Ok(())
    }

    fn verify_items(&self, problem: &Problem) -> Result<(), String> {
        let mut left: BTreeMap<&str, i64> = BTreeMap::new();
        for (weight, names) in &self.items {
            left.extend(names.iter().map(|name| (name.as_str(), *weight)));
        }
        let items = problem.items().iter();
        let weights = items.map(|item| left.remove(item.name.as_str()).unwrap_or(0)).collect();
        if let Some((name, _)) = left.first_key_value() {
            return Err(format!("no item is called {name}"));
        }
        match (Refutation { weights, modulus: self.modulus }).holds(problem) {
            true => Ok(()),
            false => Err("the weights do not prove that there is no solution".to_owned()),
        }
    }
}

/// Returns whether the first bytes of a file are those of a certificate.
pub fn looks_like(start: &[u8]) -> bool {
    start.iter().filter(|byte| !byte.is_ascii_whitespace()).take(SIGN.len()).eq(SIGN)
}

/// The text of a certificate.
pub fn write(certificate: &Certificate) -> String {
    let style = ron::ser::PrettyConfig::new().depth_limit(2).new_line("\n").escape_strings(false);
    let text = ron_options().to_string_pretty(certificate, style);
    text.expect("a certificate holds nothing that RON cannot express") + "\n"
}

/// Reads the text of a certificate; it is not verified yet.
///
/// # Errors
/// What is wrong with it.
pub fn read(text: &str) -> Result<Certificate, TextError> {
    ron_options().from_str(text).map_err(|error| ron_error(&error, text))
}

/// Reads a file if it is a certificate.
///
/// # Errors
/// When it cannot be read, or its text is not sound.
pub fn open(path: &Path) -> Result<Option<Certificate>, FileError> {
    input::open_if(path, looks_like, read)
}
