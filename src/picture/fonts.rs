//! The fonts of the system, for characters that the fonts of the program do not have: what the user
//! wrote may be in any script.
//!
//! They are looked for when they are first needed, which may take seconds where there are many, so a
//! window does that on a thread. On Linux they are sought in the folders of the desktop's fonts, not
//! by the settings of fontconfig.

use std::sync::{Arc, OnceLock};

use fontdb::{Database, FaceInfo, ID, Style};
use skrifa::{FontRef, MetadataProvider};

/// The fonts of the system, once they have been looked for.
static SYSTEM: OnceLock<Arc<Database>> = OnceLock::new();

/// A font that has a character.
#[derive(Clone, Debug)]
pub struct FoundFont {
    /// A name of its own among the fonts of the system.
    pub name: String,
    /// The file of the font.
    pub bytes: Vec<u8>,
    /// Which of the fonts in the file it is.
    pub index: u32,
}

/// The fonts of the system; the first call looks for them.
pub fn system() -> &'static Arc<Database> {
    SYSTEM.get_or_init(|| {
        let mut database = Database::new();
        database.load_system_fonts();
        Arc::new(database)
    })
}

/// The fonts of the system, if they have been looked for.
pub fn known() -> Option<&'static Arc<Database>> {
    SYSTEM.get()
}

/// Whether a text has a character to be seen that the fonts of pictures do not have.
///
/// ```
/// use polywright::picture::fonts::lacks;
///
/// assert!(!lacks("Twelve pentominoes in 6\u{a0}×\u{a0}10"));
/// assert!(lacks("ペントミノ") && lacks("פנטומינו"));
/// ```
pub fn lacks(text: &str) -> bool {
    let font = super::FONTS.first().and_then(|font| FontRef::new(font).ok());
    let Some(characters) = font.map(|font| font.charmap()) else { return false };
    let is_seen = |c: &char| !c.is_whitespace() && !c.is_control();
    text.chars().filter(is_seen).any(|c| !c.is_ascii() && characters.map(c).is_none())
}

/// The font of a database that suits a character best: upright, of the weight that is nearest to
/// `weight`, for running text; `None` if no font has an outline of it.
pub fn font_for(database: &Database, c: char, weight: u16) -> Option<FoundFont> {
    let mut faces: Vec<&FaceInfo> = database.faces().collect();
    let rank = |face: &FaceInfo| {
        let is_upright = face.style == Style::Normal;
        let is_usual = face.stretch == fontdb::Stretch::Normal;
        (!is_upright, face.monospaced, !is_usual, face.weight.0.abs_diff(weight))
    };
    // Ties by name, so that the choice does not hang on the order of a folder.
    faces.sort_by(|a, b| rank(a).cmp(&rank(b)).then(a.post_script_name.cmp(&b.post_script_name)));
    let face = faces.into_iter().find(|face| draws(database, face.id, c))?;
    let name = format!("system {} {}", face.post_script_name, face.index);
    database.with_face_data(face.id, |bytes, index| FoundFont {
        name,
        bytes: bytes.to_vec(),
        index,
    })
}

/// Whether a font has an outline for a character.
fn draws(database: &Database, id: ID, c: char) -> bool {
    let has_outline = |bytes: &[u8], index: u32| {
        let font = FontRef::from_index(bytes, index).ok()?;
        let glyph = font.charmap().map(c)?;
        font.outline_glyphs().get(glyph).map(|_| ())
    };
    database.with_face_data(id, has_outline).flatten().is_some()
}
