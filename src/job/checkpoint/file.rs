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
pub(super) const FORMAT: u32 = 4;
/// The first words of a file.
const MAGIC: &str = "polywright run";
/// The longest first line, in bytes.
const MOST_LINE: u64 = 200;

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
        let mut checksum = crc32fast::Hasher::new();
        let mut length = 0;
        let parts = || std::iter::once(text.as_bytes()).chain(self.packed.iter().map(|b| &b[..]));
        for part in parts() {
            checksum.update(part);
            length += part.len();
        }
        let first = FirstLine {
            text: text.len() as u64,
            all: length as u64,
            checksum: checksum.finalize(),
        };
        writeln!(out, "{}", first.words())?;
        parts().try_for_each(|part| out.write_all(part))
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
        let unreadable = |error: io::Error| {
            let message = format!("cannot be read: {}", text::io_error(&error));
            FileError::new(path, FileErrorKind::Read(error.kind()), message)
        };
        let mut from = BufReader::new(File::open(path).map_err(unreadable)?);
        let size = from.get_ref().metadata().map_err(unreadable)?.len();
        read(&mut from, size).map_err(|error| match error {
            LoadError::Io(error) => unreadable(error),
            other => FileError::new(path, FileErrorKind::Contents, other.to_string()),
        })
    }
}

/// Why a checkpoint cannot be read.
#[derive(Debug, thiserror::Error)]
enum LoadError {
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Nothing in it is as in a checkpoint.
    #[error("is no checkpoint, or a damaged one")]
    Contents,
    /// The checksum or a length differs.
    #[error("is a damaged checkpoint, whose checksum does not agree; start the run again")]
    Checksum,
    /// The file was written in another format.
    #[error("was written in an earlier or later form of this file and cannot be continued")]
    Format,
    /// The file was written by another version of the program.
    #[error(
        "was written by version {0} of the program and cannot be continued by version {current}",
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
    fn words(&self) -> String {
        let FirstLine { text, all, checksum } = self;
        format!("{MAGIC} {FORMAT} {} {text} {all} {checksum:08x}", env!("CARGO_PKG_VERSION"))
    }

    /// Reads the line.
    fn parse(line: &str) -> Result<FirstLine, LoadError> {
        let Some(words) = line.strip_prefix(MAGIC) else {
            // The first formats had no such line.
            let earlier = line.starts_with("(format:") && line.contains("program:");
            return Err(if earlier { LoadError::Format } else { LoadError::Contents });
        };
        let words: Vec<&str> = words.split_whitespace().collect();
        let [format, version, text, all, checksum] = words[..] else {
            return Err(LoadError::Contents);
        };
        if format != FORMAT.to_string() {
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
        let sound = |first: &FirstLine| line.strip_suffix('\n') == Some(&first.words());
        numbers().filter(sound).ok_or(LoadError::Contents)
    }
}

/// Reads a file of so many bytes.
fn read(from: &mut impl io::BufRead, size: u64) -> Result<Checkpoint, LoadError> {
    let mut line = Vec::new();
    from.take(MOST_LINE).read_until(b'\n', &mut line)?;
    let used = line.len() as u64;
    let FirstLine { text, all, checksum } = FirstLine::parse(&String::from_utf8_lossy(&line))?;
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
