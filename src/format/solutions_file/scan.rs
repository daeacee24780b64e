//! Finds where parts of a RON text end, without a look at what they mean.
//!
//! A scan works on the text as far as it was read. Where that ends too soon, more is read and the
//! scan begins again; the text doubles each time, so that the cost stays linear.

/// Brackets open at once, at most; as many as the parser of RON allows.
const MAX_DEPTH: usize = 128;
/// Bytes of a character with its quotes, at most.
const MAX_CHARACTER_BYTES: usize = 16;

/// The outcome of a scan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scan {
    /// The part ends before this byte.
    End(usize),
    /// The part may go on beyond the text.
    More,
    /// The text is broken: no sound part ends with these bytes.
    Broken(usize),
}

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Whitespace and comments, perhaps none.
    Gap,
    /// A name.
    Name,
    /// A value: up to a comma, or to a bracket that was opened before it.
    Value,
    /// The first group in brackets, and what stands before it.
    Group,
}

/// Bytes with a meaning inside a value.
const MARKS: [bool; 256] = {
    let mut marks = [false; 256];
    let bytes = b"()[]{},\"'/";
    let mut n = 0;
    while n < bytes.len() {
        marks[bytes[n] as usize] = true;
        n += 1;
    }
    marks
};

/// A text as far as it was read.
#[derive(Clone, Copy)]
pub(super) struct Text<'t> {
    pub(super) bytes: &'t [u8],
    /// True if nothing follows.
    pub(super) whole: bool,
}

impl Text<'_> {
    /// Where a part ends with which the text begins.
    pub(super) fn end_of(self, part: Part) -> Scan {
        match part {
            Part::Gap => self.gap(),
            Part::Name => self.name(),
            Part::Value => self.balanced(false),
            Part::Group => self.balanced(true),
        }
    }

    fn gap(self) -> Scan {
        let mut at = 0;
        loop {
            match self.bytes[at..] {
                [b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c, ..] => at += 1,
                [0xc2, 0x85, ..] => at += 2,
                [0xe2, 0x80, 0x8e | 0x8f | 0xa8 | 0xa9, ..] => at += 3,
                [b'/', b'/' | b'*', ..] => match self.comment_end(at) {
                    Some(end) => at = end,
                    None => return self.cut_off(),
                },
                // These may be the beginning of what comes.
                [] | [b'/' | 0xc2 | 0xe2] | [0xe2, 0x80] if !self.whole => return Scan::More,
                _ => return Scan::End(at),
            }
        }
    }

    fn name(self) -> Scan {
        let part = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_#.+-".contains(byte);
        let length = self.bytes.iter().take_while(part).count();
        match self.bytes.get(length) {
            None if !self.whole => Scan::More,
            _ if length == 0 => Scan::Broken(0),
            _ => Scan::End(length),
        }
    }

    fn balanced(self, one_group: bool) -> Scan {
        let bytes = self.bytes;
        let mut open = [0_u8; MAX_DEPTH];
        let (mut depth, mut at) = (0, 0);
        loop {
            while at < bytes.len() && !MARKS[usize::from(bytes[at])] {
                at += 1;
            }
            let Some(&mark) = bytes.get(at) else { return self.cut_off() };
            match mark {
                b'(' | b'[' | b'{' if depth == MAX_DEPTH => return Scan::Broken(at + 1),
                b'(' | b'[' | b'{' => {
                    open[depth] = mark;
                    depth += 1;
                    at += 1;
                }
                b')' | b']' | b'}' if depth == 0 => return Scan::End(at),
                b')' | b']' | b'}' => {
                    depth -= 1;
                    at += 1;
                    if !matches!((open[depth], mark), (b'(', b')') | (b'[', b']') | (b'{', b'}')) {
                        return Scan::Broken(at);
                    }
                    if one_group && depth == 0 {
                        return Scan::End(at);
                    }
                }
                b',' if depth == 0 => return Scan::End(at),
                b',' => at += 1,
                _ => match self.token_end(at) {
                    Some(end) => at = end,
                    None => return self.cut_off(),
                },
            }
        }
    }

    /// Where a string, a character or a comment ends that may begin at a byte; `None` where the
    /// text ends first.
    fn token_end(self, at: usize) -> Option<usize> {
        match self.bytes[at] {
            b'"' => self.string_end(at),
            b'\'' => self.character_end(at),
            _ => self.comment_end(at),
        }
    }

    fn string_end(self, quote: usize) -> Option<usize> {
        let before = &self.bytes[..quote];
        let hashes = before.iter().rev().take_while(|&&byte| byte == b'#').count();
        let inside = &self.bytes[quote + 1..];
        if before[..quote - hashes].ends_with(b"r") {
            let ends = |n: usize| {
                let after = &inside[n + 1..];
                inside[n] == b'"'
                    && after.len() >= hashes
                    && after[..hashes].iter().all(|&b| b == b'#')
            };
            return (0..inside.len()).find(|&n| ends(n)).map(|n| quote + 2 + n + hashes);
        }
        let mut at = 0;
        loop {
            match inside.get(at)? {
                b'"' => return Some(quote + 2 + at),
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
    }

    fn character_end(self, quote: usize) -> Option<usize> {
        let first = *self.bytes.get(quote + 1)?;
        // An escape sequence, or one character.
        let from = quote + if first == b'\\' { 3 } else { 2 };
        let until = (quote + MAX_CHARACTER_BYTES).min(self.bytes.len());
        let length = self.bytes.get(from..until)?.iter().position(|&byte| byte == b'\'');
        match length {
            Some(length) => Some(from + length + 1),
            None if until < self.bytes.len() => Some(quote + 1),
            None => None,
        }
    }

    /// Where a comment ends that may begin at a slash.
    fn comment_end(self, slash: usize) -> Option<usize> {
        match self.bytes.get(slash + 1) {
            Some(b'/') => {
                let length = self.bytes[slash..].iter().position(|&byte| byte == b'\n');
                match length {
                    Some(length) => Some(slash + length),
                    None => self.whole.then_some(self.bytes.len()),
                }
            }
            Some(b'*') => self.block_comment_end(slash),
            None if !self.whole => None,
            _ => Some(slash + 1),
        }
    }

    fn block_comment_end(self, slash: usize) -> Option<usize> {
        let (mut level, mut at) = (0_usize, slash);
        loop {
            match self.bytes.get(at..at + 2)? {
                b"/*" => {
                    level += 1;
                    at += 2;
                }
                b"*/" => {
                    level -= 1;
                    at += 2;
                    if level == 0 {
                        return Some(at);
                    }
                }
                _ => at += 1,
            }
        }
    }

    /// The outcome where the text ends before the part does.
    fn cut_off(self) -> Scan {
        if self.whole { Scan::Broken(self.bytes.len()) } else { Scan::More }
    }
}

#[cfg(test)]
mod tests {
    use super::{Part, Scan, Text};

    #[test]
    fn a_value_ends_where_its_brackets_strings_and_comments_allow() {
        let values = [
            "1",
            "(a: [1, 2], b: \"),]\")",
            "\"a \\\" b\"",
            "r\"\\\"",
            "r#\"a \" b\"#",
            "br##\"\"#\"##",
            "'\"'",
            "'\\''",
            "'\\u{1F600}'",
            "(1 /* , ) /* ] */ \" */, 2)",
            "( // ) , \"\n 1)",
            "Some(None) ",
            "{1: 2}",
        ];
        for value in values {
            for tail in [", 3]", "]", ")"] {
                let text = format!("{value}{tail}");
                let scan = |length: usize, whole| Text { bytes: &text.as_bytes()[..length], whole };
                assert_eq!(
                    scan(text.len(), true).end_of(Part::Value),
                    Scan::End(value.len()),
                    "{text}"
                );
                // Whatever part of it was read before, it is not taken for the whole.
                for length in 0..value.len() {
                    assert_eq!(
                        scan(length, false).end_of(Part::Value),
                        Scan::More,
                        "{}",
                        &text[..length]
                    );
                }
            }
        }
        let broken = |text: &str| Text { bytes: text.as_bytes(), whole: true }.end_of(Part::Value);
        assert_eq!(broken("(1, [2)"), Scan::Broken(7));
        assert_eq!(broken("\"abc"), Scan::Broken(4));
        assert_eq!(broken("/* abc"), Scan::Broken(6));
        assert_eq!(broken(&"(".repeat(200)), Scan::Broken(129));
    }

    #[test]
    fn a_gap_is_whitespace_and_comments() {
        for gap in ["", " \t\r\n", "// a, b\n", "/* /* */ ( */ ", "\u{2028}\u{85}"] {
            let text = format!("{gap}(");
            let scan = |length: usize, whole| Text { bytes: &text.as_bytes()[..length], whole };
            assert_eq!(scan(text.len(), false).end_of(Part::Gap), Scan::End(gap.len()));
            for length in 0..gap.len() {
                assert_eq!(scan(length, false).end_of(Part::Gap), Scan::More, "{gap:?}");
            }
        }
    }
}
