//! Puzzle files: RON, as described in `assets/guide/puzzle-files.md`.

use std::sync::Arc;

use ron::value::RawValue;
use serde::Deserialize;

use super::{LineCounter, TextError, comments, ron_error, ron_options};
use crate::puzzle::{Description, Diagnostic, Place, Puzzle};

/// A puzzle as it was opened: its words and what they mean.
#[derive(Clone, Debug)]
pub struct Opened {
    /// In the words of the file.
    pub description: Description,
    /// Validated.
    pub puzzle: Arc<Puzzle>,
    /// The contents of another program's file that could not be imported, in sentences.
    pub notes: Vec<String>,
    /// All problems of its file, where that can hold several.
    pub problems: Option<Problems>,
}

/// The problems of a file, of which one was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems {
    /// The names of the problems, in the order of the file; a name may be empty.
    pub names: Vec<String>,
    /// The number of the one that was opened, from 1.
    pub number: usize,
}

impl Opened {
    /// A puzzle of which there is no more to say.
    pub fn new(description: Description, puzzle: Arc<Puzzle>) -> Opened {
        Opened { description, puzzle, notes: Vec::new(), problems: None }
    }
}

/// Reads and validates the text of a puzzle.
///
/// # Errors
/// The first error of syntax, or all problems of the puzzle, each with line and column.
pub fn read(text: Arc<str>) -> Result<Opened, Vec<TextError>> {
    read_by(&text, Description::build)
}

/// Reads and validates the text of a puzzle that may still be in the making; see
/// [`Description::draft`].
///
/// # Errors
/// As [`read`].
pub fn read_draft(text: Arc<str>) -> Result<Opened, Vec<TextError>> {
    read_by(&text, Description::draft)
}

fn read_by(
    text: &str,
    validate: impl Fn(&Description) -> Result<Puzzle, Vec<Diagnostic>>,
) -> Result<Opened, Vec<TextError>> {
    let description = read_description(text).map_err(|error| vec![error])?;
    match validate(&description) {
        Ok(puzzle) => Ok(Opened::new(description, Arc::new(puzzle))),
        Err(problems) => Err(locate(text, 0, &problems)),
    }
}

/// Reads the words of a puzzle that may still be in the making, without asking what they mean.
///
/// # Errors
/// The first error of syntax.
pub fn read_description(text: &str) -> Result<Description, TextError> {
    let words: Description = ron_options().from_str(text).map_err(|e| ron_error(&e, text))?;
    Ok(Description { comments: comments::of(text), ..words })
}

/// Where in a text the parts of a puzzle stand, found only when an error needs them.
#[derive(Deserialize)]
struct Skeleton<'t> {
    #[serde(borrow)]
    format: &'t RawValue,
    #[serde(borrow, default)]
    pieces: Option<&'t RawValue>,
    #[serde(borrow, default)]
    board: Option<&'t RawValue>,
    #[serde(borrow, default)]
    site_texts: Option<&'t RawValue>,
    #[serde(borrow, default)]
    site_groups: Option<&'t RawValue>,
    #[serde(borrow, default)]
    variants: Option<&'t RawValue>,
    #[serde(borrow, default)]
    site_rules: Option<&'t RawValue>,
    #[serde(borrow, default)]
    rules: Option<&'t RawValue>,
    #[serde(borrow, default)]
    placed: Option<&'t RawValue>,
    #[serde(borrow, default)]
    cover: Option<&'t RawValue>,
}

/// Where in the rules of a puzzle its lists stand.
#[derive(Deserialize)]
struct RulesSkeleton<'t> {
    #[serde(borrow, default)]
    apart: Option<&'t RawValue>,
}

/// Gives problems of a puzzle that begins at `offset` of a text their lines and columns.
pub(super) fn locate(text: &str, offset: usize, problems: &[Diagnostic]) -> Vec<TextError> {
    let own = &text[offset..];
    let skeleton: Option<Skeleton<'_>> = ron_options().from_str(own).ok();
    let skeleton = skeleton.as_ref();
    // Lists are taken apart once, however many of their entries are wrong.
    let lists = [
        entries(skeleton.and_then(|s| s.pieces)),
        entries(skeleton.and_then(|s| s.site_rules)),
        entries(skeleton.and_then(|s| s.placed)),
        entries(skeleton.and_then(|s| s.rules).and_then(apart)),
    ];
    let place_of = |problem: &Diagnostic| {
        let part: &RawValue = match problem.place {
            Place::Puzzle => return Some(offset),
            Place::Format => skeleton?.format,
            Place::Board => skeleton?.board?,
            Place::Cover => skeleton?.cover?,
            Place::SiteTexts => skeleton?.site_texts?,
            Place::SiteGroups => skeleton?.site_groups?,
            Place::Variants => skeleton?.variants?,
            Place::Pieces => skeleton?.pieces?,
            Place::Piece(n) => lists[0].get(n)?,
            Place::Rules => skeleton?.rules?,
            Place::Apart(n) => lists[3].get(n)?,
            Place::SiteRule(n) => lists[1].get(n)?,
            Place::Placed(n) => lists[2].get(n)?,
        };
        // A borrowed raw value is a part of the text itself.
        Some(part.trim().get_ron().as_ptr() as usize - text.as_ptr() as usize)
    };
    let mut lines = LineCounter::new(text);
    let error = |p: &Diagnostic| TextError {
        place: place_of(p).map(|at| lines.place(at)),
        message: p.message.clone(),
    };
    problems.iter().map(error).collect()
}

/// The list of pieces that are apart, in the rules.
fn apart(rules: &RawValue) -> Option<&RawValue> {
    let skeleton: RulesSkeleton<'_> = ron_options().from_str(rules.get_ron()).ok()?;
    skeleton.apart
}

/// The entries of a list.
fn entries(list: Option<&RawValue>) -> Vec<&RawValue> {
    list.and_then(|list| ron_options().from_str(list.get_ron()).ok()).unwrap_or_default()
}

/// Writes a puzzle, one line for each field and each entry of a list, with its comments.
pub fn write(description: &Description) -> String {
    let style = ron::ser::PrettyConfig::new().depth_limit(2).new_line("\n").escape_strings(false);
    let mut text = ron_options()
        .to_string_pretty(description, style)
        .expect("a description holds nothing that RON cannot express");
    text.push('\n');
    comments::put(&description.comments, &text)
}
