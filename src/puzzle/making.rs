//! The making of a puzzle from material: the settings of each way to make it, kept in its file.
//!
//! Each way has a struct of its own, declared by `settings!`: all fields have defaults,
//! and only what differs from them is written. Whether they fit together and suit the puzzle is said by
//! [`crate::make`], which works from them.

mod artwork;
mod laser;
mod length;
mod material;
mod paper;
mod picture;
mod plate;
mod print;

pub use artwork::Artwork;
pub use laser::{HoleCount, LaserSettings, Layer, LetterForm, Parts, Position, Rgb};
pub use length::{Length, LengthError};
pub use material::{Material, TRAY_PARTS};
pub use paper::{BookletSettings, Choice, Given, Look, PaperSettings, PaperSize};
pub use picture::PictureSettings;
pub use plate::PlateSize;
pub use print::{NameStyle, PrintSettings};

/// Settings as files have them.
pub(crate) trait FileSettings {
    /// The settings that a file means that leaves all of them out: these never change, while
    /// defaults may.
    fn unwritten() -> Self;
}

/// The settings of a file that leaves all out.
pub(crate) fn unwritten<T: FileSettings>() -> T {
    T::unwritten()
}

/// Declares settings: a struct with a default for each field, read and written by name. What a file
/// leaves out has its default, or the value after that if there is one, as where the default was another
/// in an earlier version; only what differs from that is written. Fields must be `PartialEq`,
/// `Serialize` and `Deserialize`.
macro_rules! settings {
    ($(#[$outer:meta])* pub struct $name:ident {
        $($(#[$inner:meta])* pub $field:ident: $type:ty = $default:expr $(; $unwritten:expr)?,)*
    }) => {
        $(#[$outer])*
        #[derive(Clone, Debug, PartialEq, serde::Deserialize)]
        #[serde(default = "crate::puzzle::making::unwritten", deny_unknown_fields)]
        pub struct $name {
            $($(#[$inner])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> $name {
                $name { $($field: $default,)* }
            }
        }

        impl $crate::puzzle::making::FileSettings for $name {
            fn unwritten() -> $name {
                $name { $($field: settings!(@last $default $(; $unwritten)?),)* }
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct as _;
                let usual = $crate::puzzle::making::unwritten::<$name>();
                let count = [$(self.$field != usual.$field),*].iter().filter(|n| **n).count();
                let mut fields = serializer.serialize_struct(stringify!($name), count)?;
                $(if self.$field != usual.$field {
                    fields.serialize_field(stringify!($field), &self.$field)?;
                })*
                fields.end()
            }
        }
    };
    (@last $default:expr) => { $default };
    (@last $default:expr; $unwritten:expr) => { $unwritten };
}
pub(crate) use settings;

settings! {
    /// The settings of all ways to make a puzzle.
    pub struct Making {
        /// Sheets for a laser cutter, a mill or a plotter.
        pub laser: LaserSettings = LaserSettings::default(),
        /// Parts for a printer in three dimensions.
        pub print: PrintSettings = PrintSettings::default(),
        /// Posters of solutions and pieces to cut out.
        pub paper: PaperSettings = PaperSettings::default(),
        /// Booklets of challenges.
        pub booklet: BookletSettings = BookletSettings::default(),
        /// Pictures.
        pub picture: PictureSettings = PictureSettings::default(),
    }
}

impl Making {
    /// Returns whether all settings have their default values.
    pub fn is_default(&self) -> bool {
        *self == Making::default()
    }
}
