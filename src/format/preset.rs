//! Files of settings, used in place of those of a puzzle.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{FileError, FileErrorKind, ron_error, ron_options};

/// The largest size of a preset, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Settings as the text of such a file; what is as usual is left out.
pub fn write<T: Serialize>(settings: &T) -> String {
    let pretty = ron::ser::PrettyConfig::new().struct_names(false);
    let text = ron_options().to_string_pretty(settings, pretty);
    text.expect("settings are names, numbers and texts") + "\n"
}

/// Reads settings from a file of RON.
///
/// # Errors
/// When it cannot be read, or says what no setting is, with line and column.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<T, FileError> {
    let failed = |error: std::io::Error| {
        FileError::new(path, FileErrorKind::Read(error.kind()), crate::text::io_error(&error))
    };
    let size = std::fs::metadata(path).map_err(failed)?.len();
    if size > MAX_BYTES {
        let message = "is too large for a file of settings";
        return Err(FileError::new(path, FileErrorKind::TooLarge, message));
    }
    let text = std::fs::read_to_string(path).map_err(failed)?;
    ron_options().from_str(&text).map_err(|error| FileError {
        kind: FileErrorKind::Contents,
        file: path.display().to_string(),
        errors: vec![ron_error(&error, &text)],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::making::{Length, PrintSettings};

    #[test]
    fn settings_are_read_back_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("printer.ron");
        let settings = PrintSettings {
            unit: Length::mm(20),
            without: vec!["A \"b\"".to_owned()],
            ..PrintSettings::default()
        };
        std::fs::write(&path, write(&settings)).unwrap();
        assert_eq!(read::<PrintSettings>(&path).unwrap(), settings);
        std::fs::write(&path, write(&PrintSettings::default())).unwrap();
        assert_eq!(read::<PrintSettings>(&path).unwrap(), PrintSettings::default());
        std::fs::write(&path, "(unti: 3)").unwrap();
        assert!(read::<PrintSettings>(&path).unwrap_err().to_string().contains("line 1"));
    }
}
