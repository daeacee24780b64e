//! Numbers and times as people read them, the same in the window and on the command line.
//!
//! Leans on numbers alone.

use std::borrow::Cow;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::natural::Natural;

/// The program with its version, to be cited.
pub const PROGRAM: &str = concat!("Polywright ", env!("CARGO_PKG_VERSION"));

/// The space that does not break, between groups of three digits.
pub const NBSP: char = '\u{a0}';

/// A whole number, in groups of three digits from 10 000 up.
///
/// ```
/// use polywright::text::grouped;
/// assert_eq!(grouped(2339), "2339");
/// assert_eq!(grouped(12_988_816), "12\u{a0}988\u{a0}816");
/// ```
pub fn grouped(n: impl Into<Natural>) -> String {
    let digits = n.into().to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(NBSP);
        }
        out.push(digit);
    }
    out
}

/// A number with a sign for people where it is negative.
pub fn signed(n: i64) -> String {
    let sign = if n < 0 { "−" } else { "" };
    format!("{sign}{}", grouped(n.unsigned_abs()))
}

/// Returns whether a character shows on a terminal and does nothing else to it: no control character,
/// and none that turns the direction of the text around it.
pub fn is_printable(c: char) -> bool {
    matches!(c, '\n' | '\t')
        || !c.is_control()
            && !matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text for a terminal: what would act on it is written as an escape.
///
/// ```
/// use polywright::text::printable;
/// assert_eq!(printable("Two\u{1b}[2J dominoes"), "Two\\u{1b}[2J dominoes");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_printable(c) {
            true => out.push(c),
            false => out.extend(c.escape_unicode()),
        }
    }
    Cow::Owned(out)
}

/// A field of a table of comma-separated values, in quotes where it needs them. What a spreadsheet
/// would take for a formula has an apostrophe before it.
///
/// ```
/// use polywright::text::csv_field;
/// assert_eq!(csv_field("6 Oct"), "6 Oct");
/// assert_eq!(csv_field("(1, 1)"), "\"(1, 1)\"");
/// assert_eq!(csv_field("=1+1"), "'=1+1");
/// ```
pub fn csv_field(field: &str) -> String {
    let defused = if field.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{defused}{}\"", field.replace('"', "\"\"")),
        false => format!("{defused}{field}"),
    }
}

/// A text as it stands in XML and HTML, without control characters, which XML has not.
///
/// ```
/// use polywright::text::xml_text;
/// assert_eq!(xml_text("1 < 2 & \"3\""), "1 &lt; 2 &amp; &quot;3&quot;");
/// ```
pub fn xml_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The reason why a file could not be read or written, in plain words without the number that the
/// operating system has for it.
///
/// ```
/// use std::io::{Error, ErrorKind};
/// use polywright::text::io_error;
/// assert_eq!(io_error(&Error::from(ErrorKind::NotFound)), "there is no such file or folder");
/// ```
pub fn io_error(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied => "permission was denied".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or(&text).to_owned()
        }
    }
}

/// A number with the word for one or for several.
///
/// ```
/// use polywright::text::count_of;
/// assert_eq!(count_of(1, ("piece", "pieces")), "1 piece");
/// assert_eq!(count_of(0, ("piece", "pieces")), "0 pieces");
/// ```
pub fn count_of(n: impl Into<Natural>, (one, many): (&str, &str)) -> String {
    let n = n.into();
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

/// A large number in three figures, such as `"1.21 million"`; small ones are whole.
pub fn rounded(n: f64) -> String {
    let n = n.max(0.0);
    for (unit, name) in [(1e12, "trillion"), (1e9, "billion"), (1e6, "million")] {
        if n >= unit * 0.9995 {
            let value = n / unit;
            let places = if value < 9.995 {
                2
            } else if value < 99.95 {
                1
            } else {
                0
            };
            return format!("{value:.places$}{NBSP}{name}");
        }
    }
    grouped(n.round() as u64)
}

/// An amount of memory in two or three figures: "9.1 GB", "800 MB".
///
/// ```
/// use polywright::text::bytes;
/// assert_eq!(bytes(9_140_000_000), "9.1\u{a0}GB");
/// assert_eq!(bytes(800_000_000), "800\u{a0}MB");
/// ```
pub fn bytes(n: u64) -> String {
    for (unit, name) in [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")] {
        let value = n as f64 / unit;
        if value >= 0.9995 {
            let places = usize::from(value < 9.95);
            return format!("{value:.places$}{NBSP}{name}");
        }
    }
    format!("{n}{NBSP}bytes")
}

/// A moment in UTC, as in "2026-11-28T11:20:00Z"; one before 1970 is taken for its beginning.
pub fn utc(at: SystemTime) -> String {
    let seconds = at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years that begin in March, so that the leap day is the last, in eras of 400 years.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + later;
    let (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// A length of time as on a clock: `1:06`, or `1:02:03` from an hour up.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// A length of time for a finished run: hundredths of seconds while they matter.
pub fn elapsed(time: Duration) -> String {
    if time.as_millis() < 100 {
        format!("{}{NBSP}ms", time.as_millis().max(1))
    } else if time.as_secs() < 60 {
        let places = if time.as_secs_f64() < 10.0 { 2 } else { 1 };
        format!("{:.places$}{NBSP}s", time.as_secs_f64())
    } else {
        clock(time)
    }
}

/// `word` after a count: "1 piece", "12 pieces".
pub fn count(n: impl Into<Natural>, word: &str) -> String {
    let n = n.into();
    format!("{} {word}{}", grouped(n), if n == 1 { "" } else { "s" })
}

/// `word` after a large number in three figures: "1 node", "1.21 million nodes".
pub fn count_rounded(n: f64, word: &str) -> String {
    let number = rounded(n);
    let ending = if number == "1" { "" } else { "s" };
    format!("{number} {word}{ending}")
}

/// A list of names as a phrase: "F, I and L".
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    joined(names, "and")
}

/// A list of choices as a phrase: "F, I or L".
pub fn either<S: AsRef<str>>(names: &[S]) -> String {
    joined(names, "or")
}

fn joined<S: AsRef<str>>(names: &[S], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", first.join(", "), last.as_ref())
        }
    }
}

/// A title as the name of a file, without its ending: words in small letters, joined by hyphens.
pub fn file_stem(title: &str) -> String {
    let parts: Vec<String> = title
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .map(str::to_lowercase)
        .collect();
    let stem: String = parts.join("-").chars().take(60).collect();
    if stem.is_empty() { "puzzle".to_owned() } else { stem }
}

/// A text cut to a number of characters: a longer one loses its middle.
///
/// ```
/// use polywright::text::shortened;
/// assert_eq!(shortened("pentominoes", 11), "pentominoes");
/// assert_eq!(shortened("pentominoes", 7), "pen…oes");
/// ```
pub fn shortened(text: &str, most: usize) -> String {
    shortened_before(text, most, 0)
}

/// As [`shortened`], for a text of which at least the last `tail` characters matter.
///
/// ```
/// use polywright::text::shortened_before;
/// assert_eq!(shortened_before("pentominoes.ron", 8, 4), "pen….ron");
/// ```
pub fn shortened_before(text: &str, most: usize, tail: usize) -> String {
    // Bytes are at least as many as characters, and quicker to count.
    if text.len() <= most || text.chars().count() <= most {
        return text.to_owned();
    }
    let tail = tail.max(most.saturating_sub(1) / 2).min(most.saturating_sub(1));
    let first: String = text.chars().take(most.saturating_sub(1 + tail)).collect();
    let mut last: Vec<char> = text.chars().rev().take(tail).collect();
    last.reverse();
    format!("{first}…{}", last.iter().collect::<String>())
}

/// A name in files as people read it: "AztecDiamond" becomes "Aztec diamond", "SixPieceBurr" "Six-piece burr".
pub fn spaced(key: &str) -> String {
    let mut words = String::new();
    for letter in key.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
            words.extend(letter.to_lowercase());
        } else {
            words.push(letter);
        }
    }
    words.replace(" piece ", "-piece ")
}

/// A word with a capital at its head.
pub fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().collect::<String>() + chars.as_str())
}

/// A word or phrase with a small letter at its head.
pub fn uncapitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().collect::<String>() + chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_from_five_digits_up() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(9999), "9999");
        assert_eq!(grouped(10_000), "10\u{a0}000");
        assert_eq!(grouped(1_234_567), "1\u{a0}234\u{a0}567");
    }

    #[test]
    fn speeds_keep_three_figures() {
        assert_eq!(rounded(1_213_000.0), "1.21\u{a0}million");
        assert_eq!(rounded(38_660_000.0), "38.7\u{a0}million");
        assert_eq!(rounded(999_999.0), "1.00\u{a0}million");
        assert_eq!(rounded(584.2), "584");
    }

    #[test]
    fn moments_are_dates_of_the_calendar_also_about_leap_days() {
        let at = |seconds| utc(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(951_868_800), "2000-03-01T00:00:00Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00Z");
        assert_eq!(at(1_798_761_599), "2026-12-31T23:59:59Z");
    }

    #[test]
    fn times_read_as_on_a_clock() {
        assert_eq!(clock(Duration::from_secs(66)), "1:06");
        assert_eq!(clock(Duration::from_secs(3723)), "1:02:03");
        assert_eq!(elapsed(Duration::from_micros(20)), "1\u{a0}ms");
        assert_eq!(elapsed(Duration::from_millis(84)), "84\u{a0}ms");
        assert_eq!(elapsed(Duration::from_millis(184)), "0.18\u{a0}s");
    }
}
