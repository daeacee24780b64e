//! The file of a checkpoint.
//!
//! It opens with a line that has the format, the version of the program, the length of the text,
//! the length of all that follows the line and its checksum. The text is RON on few lines, meant
//! for the program alone; the packed states follow it.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write};
use std::path::Path;
use std::sync::Arc;

use super::Checkpoint;
use crate::format::{self, FileError, FileErrorKind};
use crate::text;

/// The version of the file format.
pub(super) const FORMAT: u32 = 6;
/// The identification of a run's file.
const FRAME: Frame = Frame { magic: "polywright run", format: FORMAT };
/// The longest first line, in bytes.
const MAX_LINE: u64 = 200;

/// The identification with which a file begins.
#[derive(Clone, Copy, Debug)]
pub(in crate::job) struct Frame {
    /// Its first words.
    pub(in crate::job) magic: &'static str,
    /// The version of its format.
    pub(in crate::job) format: u32,
}

/// Writes a file: its first line, a text, and what follows it.
pub(in crate::job) fn write_framed(
    out: &mut dyn Write,
    frame: Frame,
    text: &str,
    packed: &[Arc<Vec<u8>>],
) -> io::Result<()> {
    let mut checksum = crc32fast::Hasher::new();
    let mut length = 0;
    let parts = || std::iter::once(text.as_bytes()).chain(packed.iter().map(|bytes| &bytes[..]));
    for part in parts() {
        checksum.update(part);
        length += part.len();
    }
    let (all, checksum) = (length as u64, checksum.finalize());
    let first = FirstLine { text: text.len() as u64, all, checksum };
    writeln!(out, "{}", first.words(frame))?;
    parts().try_for_each(|part| out.write_all(part))
}

/// Returns whether a file begins as one of this kind.
pub(in crate::job) fn is_of(path: &Path, frame: Frame) -> bool {
    let mut first = vec![0; frame.magic.len()];
    let mut file = File::open(path);
    let read = file.as_mut().map(|file| file.read_exact(&mut first));
    matches!(read, Ok(Ok(()))) && first == frame.magic.as_bytes()
}

/// Reads a file that has nothing after its text, and makes something of that.
///
/// # Errors
/// When the file cannot be read, is of another kind or version, or is damaged.
pub(in crate::job) fn load_text<T>(
    path: &Path,
    frame: Frame,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, FileError> {
    let read = |path: &Path| {
        let mut from = BufReader::new(File::open(path)?);
        let mut line = Vec::new();
        from.by_ref().take(MAX_LINE).read_until(b'\n', &mut line)?;
        let first = FirstLine::parse(&String::from_utf8_lossy(&line), frame)?;
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes)?;
        let size = bytes.len() as u64;
        if (first.text, first.all) != (size, size) || crc32fast::hash(&bytes) != first.checksum {
            return Err(LoadError::Checksum);
        }
        let text = std::str::from_utf8(&bytes).map_err(|_| LoadError::Checksum)?;
        parse(text).ok_or(LoadError::Checksum)
    };
    read(path).map_err(|error| file_error(path, error))
}

/// An error with the file that has it.
fn file_error(path: &Path, error: LoadError) -> FileError {
    match error {
        LoadError::Io(error) => {
            let message = format!("cannot be read: {}", text::io_error(&error));
            FileError::new(path, FileErrorKind::Read(error.kind()), message)
        }
        other => FileError::new(path, FileErrorKind::Contents, other.to_string()),
    }
}

impl Checkpoint {
    /// Writes the checkpoint, replacing the file at once or not at all.
    ///
    /// # Errors
    /// When writing fails; the old file is then as it was.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        format::write_file_with(path, |out| self.write(out))
    }

    /// Writes the contents of the file.
    ///
    /// # Errors
    /// Those of writing.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let packed_lengths = self.packed.iter().map(|bytes| bytes.len() as u64).collect();
        // The packed states are shared, so that this copies the solutions alone.
        let text = format::ron_options()
            .to_string(&Checkpoint { packed_lengths, ..self.clone() })
            .expect("a checkpoint holds nothing that RON cannot express");
        write_framed(out, FRAME, &text, &self.packed)
    }

    /// The contents of its file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes).expect("writing into memory does not fail");
        bytes
    }

    /// Reads a checkpoint.
    ///
    /// # Errors
    /// When the file cannot be read, is no checkpoint, is damaged, or is of another version.
    pub fn load(path: &Path) -> Result<Checkpoint, FileError> {
        let read = |path: &Path| {
            let mut from = BufReader::new(File::open(path)?);
            let size = from.get_ref().metadata()?.len();
            read(&mut from, size)
        };
        read(path).map_err(|error| file_error(path, error))
    }
}

/// Why a checkpoint cannot be read.
#[derive(Debug, thiserror::Error)]
enum LoadError {
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Nothing in it is as in a checkpoint.
    #[error("is not a checkpoint, or is damaged")]
    Contents,
    /// The checksum or a length differs.
    #[error("is a damaged checkpoint, whose checksum does not agree; start the run again")]
    Checksum,
    /// The file was written in another format.
    #[error("was written in an earlier or later format and cannot be resumed")]
    Format,
    /// The file was written by another version of the program.
    #[error(
        "was written by version {0} of the program and cannot be resumed by version {current}",
        current = env!("CARGO_PKG_VERSION")
    )]
    Version(String),
}

/// The numbers of the first line.
struct FirstLine {
    /// The length of the text.
    text: u64,
    /// The length of all that follows the line.
    all: u64,
    /// The checksum of that.
    checksum: u32,
}

impl FirstLine {
    fn words(&self, Frame { magic, format }: Frame) -> String {
        let FirstLine { text, all, checksum } = self;
        format!("{magic} {format} {} {text} {all} {checksum:08x}", env!("CARGO_PKG_VERSION"))
    }

    /// Reads the line.
    fn parse(line: &str, frame: Frame) -> Result<FirstLine, LoadError> {
        let Some(words) = line.strip_prefix(frame.magic) else {
            // The first formats had no such line.
            let earlier = line.starts_with("(format:") && line.contains("program:");
            return Err(if earlier { LoadError::Format } else { LoadError::Contents });
        };
        let words: Vec<&str> = words.split_whitespace().collect();
        let [format, version, text, all, checksum] = words[..] else {
            return Err(LoadError::Contents);
        };
        if format != frame.format.to_string() {
            return Err(LoadError::Format);
        }
        if version != env!("CARGO_PKG_VERSION") {
            return Err(LoadError::Version(version.to_owned()));
        }
        let numbers = || {
            let checksum = u32::from_str_radix(checksum, 16).ok()?;
            Some(FirstLine { text: text.parse().ok()?, all: all.parse().ok()?, checksum })
        };
        // A line that is not as it would be written is damaged.
        let sound = |first: &FirstLine| line.strip_suffix('\n') == Some(&first.words(frame));
        numbers().filter(sound).ok_or(LoadError::Contents)
    }
}

/// Reads a file of so many bytes.
fn read(from: &mut impl io::BufRead, size: u64) -> Result<Checkpoint, LoadError> {
    let mut line = Vec::new();
    from.take(MAX_LINE).read_until(b'\n', &mut line)?;
    let used = line.len() as u64;
    let FirstLine { text, all, checksum } =
        FirstLine::parse(&String::from_utf8_lossy(&line), FRAME)?;
    if size.checked_sub(used) != Some(all) || text > all {
        return Err(LoadError::Checksum);
    }
    let mut hasher = crc32fast::Hasher::new();
    let mut part = |length: u64| {
        let mut bytes = vec![0; length as usize];
        from.read_exact(&mut bytes)?;
        hasher.update(&bytes);
        Ok::<_, io::Error>(bytes)
    };
    let words = String::from_utf8(part(text)?).map_err(|_| LoadError::Checksum)?;
    let parsed: Result<Checkpoint, _> = format::ron_options().from_str(&words);
    let Ok(mut checkpoint) = parsed else {
        return Err(LoadError::Checksum);
    };
    let lengths = std::mem::take(&mut checkpoint.packed_lengths);
    let packed = lengths.iter().try_fold(0u64, |sum, length| sum.checked_add(*length));
    if packed != Some(all - text) {
        return Err(LoadError::Checksum);
    }
    for length in lengths {
        checkpoint.packed.push(Arc::new(part(length)?));
    }
    if hasher.finalize() != checksum {
        return Err(LoadError::Checksum);
    }
    Ok(checkpoint)
}

/// The form of the solutions in the file: one list of numbers, for each solution how many options it
/// has, its stabiliser, and the options.
pub(super) mod solution_list {
    use std::fmt;

    use serde::de::{Error, SeqAccess, Visitor};
    use serde::ser::SerializeSeq as _;
    use serde::{Deserializer, Serializer};

    use crate::encode::ElementSet;
    use crate::exact_cover::OptionId;
    use crate::solution::Store;

    pub(in super::super) fn serialize<S: Serializer>(
        store: &Store,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        let mut list = to.serialize_seq(None)?;
        let mut solution = Vec::new();
        for index in 0..store.len() {
            store.read(index, &mut solution);
            list.serialize_element(&solution.len())?;
            list.serialize_element(&store.stabiliser(index).bits())?;
            for option in &solution {
                list.serialize_element(&option.0)?;
            }
        }
        list.end()
    }

    pub(in super::super) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Store, D::Error> {
        from.deserialize_seq(List)
    }

    struct List;

    impl<'d> Visitor<'d> for List {
        type Value = Store;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list of solutions")
        }

        fn visit_seq<A: SeqAccess<'d>>(self, mut list: A) -> Result<Store, A::Error> {
            let cut_off = || A::Error::custom("the last solution is cut off");
            let mut store = Store::default();
            let mut solution = Vec::new();
            while let Some(length) = list.next_element::<u64>()? {
                let stabiliser = list.next_element::<u64>()?.ok_or_else(cut_off)?;
                solution.clear();
                for _ in 0..length {
                    solution.push(OptionId(list.next_element::<u32>()?.ok_or_else(cut_off)?));
                }
                store.push(&solution, ElementSet::from_bits(stabiliser));
            }
            Ok(store)
        }
    }
}
