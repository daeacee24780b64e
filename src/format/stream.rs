//! Text that is read some at a time, with the line and column of what comes next.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

use super::{MAX_PUZZLE_BYTES, TextError};
use crate::text;

/// Bytes read at once.
const READ_BYTES: usize = 1 << 18;
/// The longest part of a text that must be in memory as a whole: a puzzle, or one solution.
const MAX_PART_BYTES: usize = MAX_PUZZLE_BYTES;

/// Takes reports of how far work on a file is, done and all, and may cancel it. Reading counts bytes,
/// writing solutions.
pub type Progress<'p> = dyn FnMut(u64, u64) -> ControlFlow<()> + 'p;

/// An input that can be read, and read again.
pub trait Input: Read + Seek {}

impl<T: Read + Seek> Input for T {}

/// Why a file was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system could not read it.
    #[error("cannot be read: {}", text::io_error(.0))]
    Io(#[from] io::Error),
    /// It was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// Its contents are not what they should be.
    #[error("{}", .0.first().map_or_else(String::new, ToString::to_string))]
    Contents(Vec<TextError>),
}

impl From<TextError> for ReadError {
    fn from(error: TextError) -> ReadError {
        ReadError::Contents(vec![error])
    }
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    offset: u64,
    line: usize,
    column: usize,
}

/// A text, of which only what is looked at is in memory.
pub(super) struct TextStream<'r> {
    input: &'r mut dyn Input,
    /// The length of the input, in bytes.
    all: u64,
    progress: &'r mut Progress<'r>,
    buffer: Vec<u8>,
    /// The number of bytes of the buffer already taken.
    start: usize,
    /// True if the input ends with the buffer.
    ended: bool,
    position: Position,
}

impl<'r> TextStream<'r> {
    /// A stream of all of an input.
    pub(super) fn new(
        input: &'r mut dyn Input,
        progress: &'r mut Progress<'r>,
    ) -> io::Result<TextStream<'r>> {
        let all = input.seek(SeekFrom::End(0))?;
        input.rewind()?;
        let position = Position { offset: 0, line: 1, column: 1 };
        let (buffer, start, ended) = (Vec::new(), 0, false);
        Ok(TextStream { input, all, progress, buffer, start, ended, position })
    }

    /// Returns the bytes that come next, as far as they are in memory.
    pub(super) fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Returns whether nothing follows [`TextStream::rest`].
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Reads on, so that about twice as much is in memory.
    pub(super) fn fill(&mut self) -> Result<(), ReadError> {
        if (self.progress)(self.position.offset, self.all).is_break() {
            return Err(ReadError::Cancelled);
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        let held = self.buffer.len();
        if held > MAX_PART_BYTES {
            let message = format!("this part is longer than {} megabytes", MAX_PART_BYTES >> 20);
            return Err(TextError { place: Some(self.place()), message }.into());
        }
        let wanted = held + held.max(READ_BYTES);
        self.buffer.resize(wanted, 0);
        let mut end = held;
        while end < wanted && !self.ended {
            match self.input.read(&mut self.buffer[end..]) {
                Ok(0) => self.ended = true,
                Ok(count) => end += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.buffer.truncate(end);
        Ok(())
    }

    /// Takes what comes next.
    pub(super) fn take(&mut self, count: usize) {
        let taken = &self.buffer[self.start..self.start + count];
        self.position = after(self.position, taken);
        self.start += count;
    }

    /// Line and column, from 1, of what comes next.
    pub(super) fn place(&self) -> (usize, usize) {
        (self.position.line, self.position.column)
    }

    /// Where the stream is.
    pub(super) fn position(&self) -> Position {
        self.position
    }

    /// Goes back, or on, to where the stream was.
    pub(super) fn go_to(&mut self, position: Position) -> io::Result<()> {
        self.input.seek(SeekFrom::Start(position.offset))?;
        (self.position, self.start, self.ended) = (position, 0, false);
        self.buffer.clear();
        Ok(())
    }
}

/// Where a text ends that begins at a position.
fn after(position: Position, text: &[u8]) -> Position {
    let Position { offset, line, column } = position;
    let characters = |part: &[u8]| part.iter().filter(|&&byte| !is_continuation(byte)).count();
    let offset = offset + text.len() as u64;
    match text.iter().rposition(|&byte| byte == b'\n') {
        None => Position { offset, line, column: column + characters(text) },
        Some(last) => {
            let lines = text.iter().filter(|&&byte| byte == b'\n').count();
            Position { offset, line: line + lines, column: 1 + characters(&text[last + 1..]) }
        }
    }
}

/// Returns whether a byte continues a UTF-8 character.
fn is_continuation(byte: u8) -> bool {
    byte & 0b1100_0000 == 0b1000_0000
}
