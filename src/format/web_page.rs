//! The puzzle file inside a web page.
//!
//! A page that is made to be shared holds the puzzle, and its solutions if it has any, as the text of
//! a `.ron` file in an element that browsers do not show; so the page can be opened as a puzzle. The
//! rest of the page is written by [`crate::make::web`].

use std::io::{self, Write};

use super::{TextError, plain};

/// The text before the puzzle; the line break that follows it belongs to no text in HTML.
pub const OPENING: &str = "<pre hidden id=\"puzzle-file\">\n";
/// The text after the puzzle.
pub const CLOSING: &str = "</pre>";

/// Returns whether the first bytes of a file are those of a web page.
pub(crate) fn looks_like(sign: &[u8]) -> bool {
    let text = sign.strip_prefix(b"\xef\xbb\xbf").unwrap_or(sign).trim_ascii_start();
    let begins =
        |start: &[u8]| text.get(..start.len()).is_some_and(|t| t.eq_ignore_ascii_case(start));
    begins(b"<!doctype html") || begins(b"<html")
}

/// The text of the puzzle file in a page, and the number of lines before it.
///
/// # Errors
/// When there is none, or its end is missing.
pub(crate) fn extract(page: &str) -> Result<(String, usize), TextError> {
    let start = page.find(OPENING.trim_end()).ok_or_else(|| {
        plain("this web page contains no puzzle; expected a page that was exported as HTML")
    })?;
    let after = start + OPENING.trim_end().len();
    let rest = &page[after..];
    let end = rest.find(CLOSING).ok_or_else(|| TextError {
        place: Some((page[..after].lines().count(), 1)),
        message: "the puzzle in this web page is incomplete; the file may have been cut short"
            .to_owned(),
    })?;
    // An editor may have changed the line breaks.
    let text = &rest[..end];
    let (text, breaks) = match text.strip_prefix("\r\n").or_else(|| text.strip_prefix('\n')) {
        Some(text) => (text, 1),
        None => (text, 0),
    };
    let lines = page[..after].matches('\n').count() + breaks;
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    Ok((text, lines))
}

/// Writes text so that a page takes it as text.
pub struct Escaped<'o, W: Write + ?Sized>(pub &'o mut W);

impl<W: Write + ?Sized> Write for Escaped<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for part in bytes.split_inclusive(|b| matches!(b, b'&' | b'<' | b'>')) {
            let (last, plain) = part.split_last().expect("a part that was split off is not empty");
            let entity: &[u8] = match last {
                b'&' => b"&amp;",
                b'<' => b"&lt;",
                b'>' => b"&gt;",
                _ => {
                    self.0.write_all(part)?;
                    continue;
                }
            };
            self.0.write_all(plain)?;
            self.0.write_all(entity)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_into_a_page_comes_out_as_it_was() {
        let text = "(\n    title: \"a < b & c > d, &lt; </pre>\",\n)\n";
        let mut page = b"<!DOCTYPE html>\n<title>t</title>\n".to_vec();
        page.extend_from_slice(OPENING.as_bytes());
        // In parts, as a writer may have it.
        for part in text.as_bytes().chunks(3) {
            Escaped(&mut page).write_all(part).unwrap();
        }
        page.extend_from_slice(CLOSING.as_bytes());
        assert!(looks_like(&page));
        let page = String::from_utf8(page).unwrap();
        assert_eq!(extract(&page).unwrap(), (text.to_owned(), 3));
        assert_eq!(extract(&page.replace('\n', "\r\n")).unwrap().1, 3);
    }

    #[test]
    fn pages_without_a_puzzle_or_without_its_end_are_refused() {
        assert!(extract("<html></html>").unwrap_err().message.contains("contains no puzzle"));
        let cut = extract(&format!("<html>\n{OPENING}(")).unwrap_err();
        assert!(
            cut.to_string()
                .starts_with("line 2, column 1: the puzzle in this web page is incomplete")
        );
        assert!(!looks_like(b"<?xml version=\"1.0\"?>"));
    }
}
