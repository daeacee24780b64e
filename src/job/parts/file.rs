//! The file of parts: a first line with the version and a checksum, a line with what all parts have
//! in common, and a line for each part, in RON.

use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::{Header, Parts};
use crate::format::{self, FileError};
use crate::job::checkpoint::file::{Frame, is_of, load_text, write_framed};

/// The identification of the file.
const FRAME: Frame = Frame { magic: "polywright parts", format: 2 };
/// The bytes of a digest that are kept.
const DIGEST_BYTES: usize = 8;

impl Header {
    /// A digest of all that the parts have in common, but for the digest itself.
    pub(super) fn digest(&self) -> String {
        let text = line(&Header { run: String::new(), ..self.clone() });
        let digest = Sha256::digest(text.as_bytes());
        digest[..DIGEST_BYTES].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A value in one line.
fn line(value: &impl serde::Serialize) -> String {
    let text = format::ron_options().to_string(value);
    // Line breaks stand in texts only as escapes.
    text.expect("a division holds nothing that RON cannot express")
}

impl Parts {
    /// Returns whether a file begins as one of parts.
    pub fn is_file(path: &Path) -> bool {
        is_of(path, FRAME)
    }

    /// Writes the file, or leaves the old one as it was.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        let mut text = line(&self.header);
        text.push('\n');
        for part in &self.parts {
            text.push_str(&line(part));
            text.push('\n');
        }
        format::write_file_with(path, |out| write_framed(out, FRAME, &text, &[]))
    }

    /// Reads the file.
    ///
    /// # Errors
    /// When it cannot be read, is of another kind or version, or is damaged.
    pub fn load(path: &Path) -> Result<Parts, FileError> {
        load_text(path, FRAME, |text| {
            let mut lines = text.lines();
            let options = format::ron_options();
            let header: Header = options.from_str(lines.next()?).ok()?;
            let parts =
                lines.map(|line| options.from_str(line).ok()).collect::<Option<Vec<_>>>()?;
            Some(Parts { header, parts })
        })
    }
}
