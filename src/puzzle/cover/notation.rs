//! Knuth's notation of items and options, word by word (TAOCP 7.2.2.1).

/// The least and the largest number of times that an item must be covered; `None` if not given.
pub type Range = Option<(u32, u32)>;

/// Why a word is not in the notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The word is no name of an item.
    #[error("{0} is not an item; a name contains neither ':' nor '|'")]
    Name(String),
    /// The part before the bar is no multiplicity.
    #[error("{word}: expected a multiplicity such as 3|{name} or 2:3|{name}")]
    Multiplicity {
        /// The word.
        word: String,
        /// The name in it.
        name: String,
    },
    /// There is no colour after the colon.
    #[error("{0}: a colour is missing")]
    Colour(String),
}

/// An item where items are named: `x`, `3|x` or `2:3|x`.
///
/// # Errors
/// When the name or the multiplicity cannot be read.
pub fn item(word: &str) -> Result<(Range, &str), NotationError> {
    let (range, name) = match word.split_once('|') {
        Some((range, name)) => (Some(range), name),
        None => (None, word),
    };
    if name.is_empty() || name.contains([':', '|']) {
        return Err(NotationError::Name(word.to_owned()));
    }
    let Some(range) = range else { return Ok((None, name)) };
    let (min, max) = range.split_once(':').unwrap_or((range, range));
    match (min.parse(), max.parse()) {
        (Ok(min), Ok(max)) if min <= max && max > 0 => Ok((Some((min, max)), name)),
        _ => Err(NotationError::Multiplicity { word: word.to_owned(), name: name.to_owned() }),
    }
}

/// An item in an option, with its colour: `x` or `x:c`.
///
/// # Errors
/// When the colour is missing.
pub fn coloured(word: &str) -> Result<(&str, Option<&str>), NotationError> {
    match word.split_once(':') {
        Some((name, colour)) if !colour.is_empty() => Ok((name, Some(colour))),
        Some(_) => Err(NotationError::Colour(word.to_owned())),
        None => Ok((word, None)),
    }
}
