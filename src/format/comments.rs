//! Comments in puzzle files, kept when the puzzle is written again.
//!
//! A file is written field by field, each on lines of its own. A comment goes back to the field that it
//! stood before, within or behind; where that field is not written any more, and where it followed
//! the last one, to the end.

use crate::puzzle::{Comment, CommentPlace};

/// An element of a text that matters for comments.
enum Mark<'t> {
    /// The outermost bracket begins here.
    Begin,
    /// A field in it begins here.
    Field(usize, &'t str),
    /// It ends here.
    End,
    /// A comment; whether it stands within or behind a field.
    Comment(&'t str, bool),
}

/// The comments of a text that was read as a puzzle.
pub(super) fn of(text: &str) -> Vec<Comment> {
    let mut comments: Vec<Comment> = Vec::new();
    let mut last: Option<&str> = None;
    // Those from this number on await the field that they stand before.
    let mut waiting = 0;
    for mark in marks(text) {
        match mark {
            Mark::Begin => {
                comments.iter_mut().for_each(|comment| comment.place = CommentPlace::Start);
                waiting = comments.len();
            }
            Mark::Field(_, name) => {
                last = Some(name);
                for comment in &mut comments[waiting..] {
                    comment.place = CommentPlace::Field(name.to_owned());
                }
                waiting = comments.len();
            }
            Mark::End => {
                waiting = comments.len();
                last = None;
            }
            Mark::Comment(text, behind) => {
                let text = text.trim_end().to_owned();
                match last {
                    Some(field) if behind => {
                        // Those that wait stand after it, and so none does.
                        let place = CommentPlace::Field(field.to_owned());
                        comments.push(Comment { text, place });
                        waiting = comments.len();
                    }
                    _ => comments.push(Comment { text, place: CommentPlace::End }),
                }
            }
        }
    }
    comments
}

/// A text as it was written, with comments.
pub(super) fn put(comments: &[Comment], text: &str) -> String {
    if comments.is_empty() {
        return text.to_owned();
    }
    let mut written = String::with_capacity(text.len());
    let mut left: Vec<&Comment> = comments.iter().collect();
    let mut take = |place: &CommentPlace, indent: &str, to: &mut String| {
        left.retain(|comment| {
            let here = comment.place == *place;
            if here {
                *to += &format!("{indent}{}\n", comment.text);
            }
            !here
        });
    };
    take(&CommentPlace::Start, "", &mut written);
    let mut from = 0;
    for mark in marks(text) {
        if let Mark::Field(at, name) = mark {
            let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
            written += &text[from..line];
            take(&CommentPlace::Field(name.to_owned()), &text[line..at], &mut written);
            from = line;
        }
    }
    written += &text[from..];
    left.iter().for_each(|comment| written += &format!("{}\n", comment.text));
    written
}

/// Goes through the text; strings are passed over, whatever they hold.
fn marks(text: &str) -> Vec<Mark<'_>> {
    let mut scanner = Scanner { text, ..Scanner::default() };
    while scanner.at < text.len() {
        scanner.at += scanner.step();
    }
    scanner.marks
}

/// A walk through a text.
#[derive(Default)]
struct Scanner<'t> {
    text: &'t str,
    at: usize,
    /// The number of open brackets.
    depth: usize,
    /// True if something stands on this line already.
    behind: bool,
    /// True if a field may begin.
    expected: bool,
    marks: Vec<Mark<'t>>,
}

impl<'t> Scanner<'t> {
    /// Takes note of what stands here, and returns its length.
    fn step(&mut self) -> usize {
        let rest = &self.text[self.at..];
        match rest.as_bytes()[0] {
            b'\n' => {
                self.behind = false;
                1
            }
            b' ' | b'\t' | b'\r' => 1,
            b'/' if rest.starts_with("//") || rest.starts_with("/*") => {
                let length = comment_length(rest);
                self.marks.push(Mark::Comment(&rest[..length], self.behind || self.depth > 1));
                length
            }
            first => {
                self.behind = true;
                self.token(first, rest)
            }
        }
    }

    /// As [`Scanner::step`], where neither space nor a comment stands.
    fn token(&mut self, first: u8, rest: &'t str) -> usize {
        match first {
            // An extension, which stands before everything.
            b'#' if self.depth == 0 => rest.find(']').map_or(rest.len(), |end| end + 1),
            b'(' | b'[' | b'{' => {
                if self.depth == 0 {
                    self.marks.push(Mark::Begin);
                }
                self.depth += 1;
                self.expected = self.depth == 1;
                1
            }
            b')' | b']' | b'}' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.marks.push(Mark::End);
                }
                1
            }
            b',' => {
                self.expected = self.depth == 1;
                1
            }
            b'"' | b'\'' => quoted_length(rest),
            _ if first.is_ascii_alphabetic() || first == b'_' => self.word(rest),
            _ => rest.chars().next().map_or(1, char::len_utf8),
        }
    }

    /// As [`Scanner::step`], where a word stands, or a raw string.
    fn word(&mut self, rest: &'t str) -> usize {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let raw = raw_length(&rest[length..]);
        match &rest[..length] {
            "r" | "br" if raw > 0 => length + raw,
            name => {
                if std::mem::take(&mut self.expected) {
                    self.marks.push(Mark::Field(self.at, name));
                }
                length
            }
        }
    }
}

/// The length of the comment that a text begins with, without the end of its line.
fn comment_length(text: &str) -> usize {
    if text.starts_with("//") {
        return text.find('\n').unwrap_or(text.len());
    }
    let (bytes, mut at, mut depth) = (text.as_bytes(), 2, 1);
    while depth > 0 {
        match bytes.get(at..at + 2) {
            Some(b"/*") => (at, depth) = (at + 2, depth + 1),
            Some(b"*/") => (at, depth) = (at + 2, depth - 1),
            Some(_) => at += 1,
            None => return text.len(),
        }
    }
    at
}

/// The length of the string or character that a text begins with, quotes included.
fn quoted_length(text: &str) -> usize {
    let quote = text.as_bytes()[0];
    let mut escaped = false;
    for (at, &byte) in text.as_bytes().iter().enumerate().skip(1) {
        if byte == quote && !escaped {
            return at + 1;
        }
        escaped = byte == b'\\' && !escaped;
    }
    text.len()
}

/// The length of a raw string that a text begins with after its `r`; 0 when it begins with none.
fn raw_length(text: &str) -> usize {
    let hashes = text.len() - text.trim_start_matches('#').len();
    if !text[hashes..].starts_with('"') {
        return 0;
    }
    let end = format!("\"{}", "#".repeat(hashes));
    text[hashes + 1..].find(&end).map_or(text.len(), |at| hashes + 1 + at + end.len())
}

#[cfg(test)]
mod tests {
    use super::super::puzzle_file::{read, write};
    use super::*;

    const TEXT: &str = r##"// Mine, not yours.
/* Two
   lines. */
#![enable(unwrap_newtypes)]
(
    format: 1, // the first
    // What it is called: "never" (
    title: "No // comment, \"no /* comment",
    // Where it is from.
    // See there.
    source: r#"Neither " // is this"#,
    lattice: Square,
    pieces: [
        Family(free: 4), // five of them
        /* and /* two */ more */ Family(free: 2, copies: 5),
    ],
    // Mended in May.
    rules: (),
    board: Rectangle(6, 5),
    // No more.
) // That is all.
// Really."##;

    #[test]
    fn comments_come_back_with_the_fields_that_they_belong_to() {
        let opened = read(TEXT.into()).unwrap();
        let text = write(&opened.description);
        let before = |comment: &str, line: &str| {
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            let at = |wanted: &str| lines.iter().position(|l| l.starts_with(wanted));
            assert!(at(comment).is_some() && at(comment) < at(line), "{comment}\n{text}");
        };
        before("// Mine, not yours.", "/* Two");
        before("/* Two", "(");
        before("// the first", "format: 1");
        before("format: 1", "// What it is called");
        before("// What it is called: \"never\" (", "title:");
        before("title:", "// Where it is from.");
        before("// Where it is from.", "// See there.");
        before("// See there.", "source:");
        before("lattice", "// five of them");
        before("// five of them", "/* and /* two */ more */");
        before("/* and /* two */ more */", "pieces:");
        // Rules that are the usual ones are not written.
        before("board:", "// Mended in May.");
        before("// Mended in May.", "// No more.");
        before("// No more.", "// That is all.");
        assert!(text.ends_with("// That is all.\n// Really.\n"), "{text}");
        // What was written is read again as the same, and not written otherwise.
        let again = read(text.as_str().into()).unwrap();
        assert_eq!(again.puzzle, opened.puzzle);
        assert_eq!(write(&again.description), text);
    }

    #[test]
    fn texts_in_pieces_are_no_reason_to_panic() {
        for end in (0..TEXT.len()).filter(|&end| TEXT.is_char_boundary(end)) {
            let comments = of(&TEXT[..end]);
            let _ = put(&comments, &TEXT[end..]);
        }
        for odd in ["", "/*", "/*/", "'", "\"\\", "r#\"", ")))", "é: // ü", "#", "(a/b"] {
            let _ = put(&of(odd), odd);
        }
    }
}
