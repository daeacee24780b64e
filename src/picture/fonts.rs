//! The fonts of the system, for characters that the fonts of the program do not have: what the user
//! wrote may be in any script.
//!
//! They are looked for when they are first needed, which may take seconds where there are many, so a
//! window does that on a thread. On Linux they are sought in the folders of the desktop's fonts, not
//! by the settings of fontconfig.

use std::sync::{Arc, OnceLock};

use fontdb::{Database, FaceInfo, ID, Style};
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::TableProvider;
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
    /// The index of the font in the file.
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

/// Returns whether a text has a visible character that the fonts of pictures do not have.
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
    found(database, face)
}

/// The families of a database with an upright font for Latin letters and digits, sorted.
pub fn families(database: &Database) -> Vec<String> {
    let is_upright = |face: &&FaceInfo| face.style == Style::Normal;
    let faces = database.faces().filter(is_upright);
    let mut names: Vec<(&String, ID)> =
        faces.filter_map(|face| Some((&face.families.first()?.0, face.id))).collect();
    names.sort();
    names.dedup_by(|one, other| one.0 == other.0);
    let is_latin =
        |(_, id): &(&String, ID)| ['H', 'g', '8'].iter().all(|c| draws(database, *id, *c));
    names.into_iter().filter(is_latin).map(|(name, _)| name.clone()).collect()
}

/// The upright font of a family, of usual weight or nearly so; `None` if there is no such family.
pub fn font_of_family(database: &Database, family: &str) -> Option<FoundFont> {
    let families = [fontdb::Family::Name(family)];
    let query = fontdb::Query { families: &families, ..fontdb::Query::default() };
    let face = database.face(database.query(&query)?)?;
    found(database, face)
}

fn found(database: &Database, face: &FaceInfo) -> Option<FoundFont> {
    let name = format!("system {} {}", face.post_script_name, face.index);
    database.with_face_data(face.id, |bytes, index| FoundFont {
        name,
        bytes: bytes.to_vec(),
        index,
    })
}

/// Returns whether a font has an outline for a character.
fn draws(database: &Database, id: ID, c: char) -> bool {
    let has_outline = |bytes: &[u8], index: u32| {
        let font = FontRef::from_index(bytes, index).ok()?;
        let glyph = font.charmap().map(c)?;
        font.outline_glyphs().get(glyph).map(|_| ())
    };
    database.with_face_data(id, has_outline).flatten().is_some()
}

/// One of the two weights of the program's own typeface, for measuring texts.
pub struct OwnFont {
    font: Option<FontRef<'static>>,
}

impl OwnFont {
    /// The regular or the semibold weight.
    pub fn new(semibold: bool) -> OwnFont {
        OwnFont { font: FontRef::new(super::FONTS[usize::from(semibold)]).ok() }
    }

    /// The number of the glyph of a character, if the font has one.
    pub fn glyph(&self, c: char) -> Option<u32> {
        Some(self.font.as_ref()?.charmap().map(c)?.to_u32())
    }

    /// The width of a glyph, in sizes of letters.
    pub fn advance(&self, glyph: u32) -> f64 {
        self.font.as_ref().map_or(0.0, |font| advance_of(font, glyph.into()))
    }

    /// The width of a text, in sizes of its letters; characters that the font does not have count
    /// as wide as they are high.
    ///
    /// ```
    /// use polywright::picture::fonts::OwnFont;
    ///
    /// let font = OwnFont::new(true);
    /// assert!(font.width("WW") > font.width("ii"));
    /// assert_eq!(font.width("12"), font.width("90"));
    /// ```
    pub fn width(&self, text: &str) -> f64 {
        text.chars().map(|c| self.glyph(c).map_or(1.0, |glyph| self.advance(glyph))).sum()
    }
}

fn advance_of(font: &FontRef<'_>, glyph: skrifa::GlyphId) -> f64 {
    let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
    let units = font.head().map_or(1000, |head| head.units_per_em());
    f64::from(metrics.advance_width(glyph).unwrap_or(0.0)) / f64::from(units)
}

impl FoundFont {
    /// The width of a character, in sizes of letters, as far as it does not depend on those around
    /// it.
    pub fn advance(&self, c: char) -> f64 {
        let Ok(font) = FontRef::from_index(&self.bytes, self.index) else { return 0.0 };
        font.charmap().map(c).map_or(0.0, |glyph| advance_of(&font, glyph))
    }
}
