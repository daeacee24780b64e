//! Knuth's notation of items and options, word by word (TAOCP 7.2.2.1).

/// How often an item must be covered, at least and at most; `None` where nothing is said.
pub type Range = Option<(u32, u32)>;

/// An item where items are named: `x`, `3|x` or `2:3|x`.
///
/// # Errors
/// What is wrong with the word.
pub fn item(word: &str) -> Result<(Range, &str), String> {
    let (range, name) = match word.split_once('|') {
        Some((range, name)) => (Some(range), name),
        None => (None, word),
    };
    if name.is_empty() || name.contains([':', '|']) {
        return Err(format!("{word} is no item; a name has neither ':' nor '|'"));
    }
    let Some(range) = range else { return Ok((None, name)) };
    let (min, max) = range.split_once(':').unwrap_or((range, range));
    match (min.parse(), max.parse()) {
        (Ok(min), Ok(max)) if min <= max && max > 0 => Ok((Some((min, max)), name)),
        _ => Err(format!("{word}: expected a multiplicity such as 3|{name} or 2:3|{name}")),
    }
}

/// An item in an option, with its colour: `x` or `x:c`.
///
/// # Errors
/// When the colour is missing.
pub fn coloured(word: &str) -> Result<(&str, Option<&str>), String> {
    match word.split_once(':') {
        Some((name, colour)) if !colour.is_empty() => Ok((name, Some(colour))),
        Some(_) => Err(format!("{word}: a colour is missing")),
        None => Ok((word, None)),
    }
}
