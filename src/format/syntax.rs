//! Errors of syntax, in the words of the files instead of the parser's.

use ron::error::{Error, SpannedError};

use super::TextError;
use crate::text;

/// Names longer than this are cut short in messages.
const MAX_NAME_LENGTH: usize = 40;

/// A RON error as one of ours.
pub(super) fn explained(error: &SpannedError) -> TextError {
    let place = Some((error.span.start.line, error.span.start.col));
    TextError { place, message: message(&error.code) }
}

fn message(error: &Error) -> String {
    match error {
        Error::Eof => "the text ends here, but a bracket or a string is still open".to_owned(),
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
