//! Errors of syntax, in the words of the files instead of the parser's.

use ron::error::{Error, SpannedError};

use super::TextError;
use crate::text;

/// Names longer than this are cut short in messages.
const MAX_NAME_LENGTH: usize = 40;

/// The message for a text that ends too soon.
const ENDS: &str = "the text ends here, but a bracket or a string is still open";

/// A RON error of a text as one of ours.
pub(super) fn explained(error: &SpannedError, text: &str) -> TextError {
    let place = (error.span.start.line, error.span.start.col);
    let end = (error.span.end.line, error.span.end.col);
    let is_cut_off = is_cut_off(text, place) || is_cut_off(text, end);
    let message = match is_cut_off && error.code != Error::TrailingCharacters {
        true => ENDS.to_owned(),
        false => message(&error.code),
    };
    TextError { place: Some(place), message }
}

/// Returns whether a text is cut off at a place: within the last word or after it, and no bracket
/// closes the text. A word that is cut off means nothing.
fn is_cut_off(text: &str, (line, column): (usize, usize)) -> bool {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    let Some(rest) = text.get(lines.map(str::len).sum()..) else { return false };
    let within = rest.char_indices().nth(column.saturating_sub(1));
    let (before, rest) =
        text.split_at(text.len() - rest.len() + within.map_or(rest.len(), |(n, _)| n));
    let is_word = |word: &str| word.chars().all(|c| c.is_alphanumeric() || "_:,".contains(c));
    let is_closed = text.trim_end().ends_with([')', ']', '}']);
    !is_closed && before.contains('(') && is_word(rest.trim())
}

fn message(error: &Error) -> String {
    match error {
        Error::Eof => ENDS.to_owned(),
        Error::ExpectedStringEnd => "this string is never closed; expected '\"'".to_owned(),
        Error::UnclosedBlockComment => "this comment is never closed; expected '*/'".to_owned(),
        Error::ExceededRecursionLimit => "brackets are nested too deeply".to_owned(),
        Error::TrailingCharacters => {
            "expected nothing more; the last bracket closed before this".to_owned()
        }
        Error::IntegerOutOfBounds => "this number is out of range".to_owned(),
        Error::ExpectedInteger => "expected a whole number".to_owned(),
        Error::ExpectedString => "expected a text in double quotes".to_owned(),
        Error::ExpectedBoolean => "expected true or false".to_owned(),
        Error::ExpectedIdentifier => "expected a name, such as that of a field".to_owned(),
        Error::InvalidIdentifier(word) | Error::SuggestRawIdentifier(word) => {
            format!("expected a name, such as that of a field, not `{}`", cut(word))
        }
        Error::ExpectedArray => "expected a list, which begins with '['".to_owned(),
        Error::ExpectedArrayEnd => "expected ',' or ']'".to_owned(),
        Error::ExpectedComma => "expected ',' or a closing bracket".to_owned(),
        Error::ExpectedMapColon => "expected ':' after the name of a field".to_owned(),
        Error::ExpectedStructLike => "expected '('".to_owned(),
        Error::ExpectedStructLikeEnd => "expected ',' or ')'".to_owned(),
        Error::ExpectedNamedStructLike(kind)
        | Error::ExpectedDifferentStructName { expected: kind, .. } => {
            format!("expected {}, which begins with '('", thing(kind))
        }
        Error::NoSuchStructField { expected, found, .. } => {
            format!("the field `{}` is not allowed here; expected {}", cut(found), one_of(expected))
        }
        Error::NoSuchEnumVariant { expected, found, outer } => {
            // A bracket left open makes the next field look like one more entry of the list.
            let hint = match outer.as_deref() {
                Some("PieceForm") => ", or ']' at the end of the pieces",
                _ => "",
            };
            format!("`{}` is not allowed here; expected {}{hint}", cut(found), one_of(expected))
        }
        Error::MissingStructField { field, outer } => {
            let outer = outer.as_deref().map_or("this", thing);
            format!("{outer} needs the field `{field}`, which is missing here")
        }
        Error::DuplicateStructField { field, .. } => format!("the field `{field}` appears twice"),
        Error::InvalidValueForType { expected, found } => {
            format!("expected {expected}, not {}", cut(found))
        }
        Error::ExpectedDifferentLength { expected, found } => {
            format!("expected {expected}, not {found} of them")
        }
        other => other.to_string(),
    }
}

/// Returns the name that files use for a type of the program.
fn thing(kind: &str) -> &str {
    match kind {
        "Description" => "a puzzle",
        "Read" => "a solutions file",
        "ReadSolution" => "a solution",
        "Family" | "FamilyFields" => "a family",
        "Piece" | "SingleFields" => "a piece",
        "Rules" => "the rules",
        "Expect" | "ExpectVariants" => "what to expect",
        "Variants" | "VariantsForm" => "variants",
        "Sudoku" => "a sudoku",
        "Queens" => "a board of queens",
        "Matrix" => "a matrix",
        other => other,
    }
}

fn one_of(names: &[&str]) -> String {
    match names {
        [one] => format!("`{one}`"),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(|name| format!("`{name}`")).collect();
            format!("{} or `{last}`", first.join(", "))
        }
        [] => "no name at all".to_owned(),
    }
}

fn cut(name: &str) -> String {
    text::shortened(name, MAX_NAME_LENGTH)
}
