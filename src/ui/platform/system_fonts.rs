//! Characters that the window's fonts do not have, from the fonts of the system.
//!
//! egui asks for a font when it meets such a character. The first time that happens the fonts of
//! the system are looked for on a thread, and the text is laid out again when they are known.
//!
//! A run of one script is shaped in its own direction, so that Arabic letters join and Hebrew words
//! read from the right; egui does not reorder the runs of a line that mixes directions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use egui::epaint::text::{FallbackRequest, FontInsert, FontProvider};
use egui::{Context, FontData, FontFamily};
use fontdb::Database;

use crate::picture::fonts::{self, FoundFont};
use crate::ui::widgets::theme;

/// The weights of the two families of the window.
const REGULAR: u16 = 400;
const SEMIBOLD: u16 = 600;

/// Lets a window fall back to the fonts of the system.
pub(in crate::ui) fn install(ctx: &Context) {
    ctx.add_font_provider(Arc::new(SystemFonts {
        ctx: ctx.clone(),
        asked: AtomicBool::new(false),
    }));
}

/// Finds fonts of the system.
struct SystemFonts {
    ctx: Context,
    /// Set once the search for fonts has started.
    asked: AtomicBool,
}

impl FontProvider for SystemFonts {
    fn font_for(&self, request: &FallbackRequest<'_>) -> Option<FontInsert> {
        if let Some(database) = fonts::known() {
            return found_in(database, request);
        }
        if !self.asked.swap(true, Ordering::Relaxed) {
            let ctx = self.ctx.clone();
            let look = move || {
                fonts::system();
                // With another provider egui asks again for what nobody had.
                ctx.add_font_provider(Arc::new(|_: &FallbackRequest<'_>| None));
            };
            // Without a thread the text stays as it is.
            let _ = crate::threads::start(look);
        }
        None
    }
}

/// The font of a database for the text that egui has no font for.
fn found_in(database: &Database, request: &FallbackRequest<'_>) -> Option<FontInsert> {
    let c = request.cluster.chars().next()?;
    let semibold = *request.family == theme::semibold(13.0).family;
    let weight = if semibold { SEMIBOLD } else { REGULAR };
    let FoundFont { name, bytes, index } = fonts::font_for(database, c, weight)?;
    let data = FontData { index, ..FontData::from_owned(bytes) };
    let family = |family: &FontFamily| egui::epaint::text::InsertFontFamily {
        family: family.clone(),
        priority: egui::epaint::text::FontPriority::Lowest,
    };
    Some(FontInsert::new(&name, data, vec![family(request.family)]))
}

#[cfg(test)]
mod tests {
    use egui::FontDefinitions;

    use super::*;
    use crate::picture::png;

    /// A font that plays the part of those of a system: egui's own for code, with Cyrillic letters.
    fn database() -> Database {
        let fonts = FontDefinitions::default();
        let hack = fonts.font_data.get("Hack").expect("a font for code");
        let mut database = Database::new();
        database.load_font_data(hack.font.as_ref().as_ref().to_vec());
        database
    }

    #[test]
    fn a_font_that_has_the_character_is_found_and_none_where_no_font_has_it() {
        let database = database();
        let family = FontFamily::Proportional;
        let request = |cluster| FallbackRequest { cluster, family: &family };
        let found = found_in(&database, &request("Ж")).expect("a font with the letter");
        assert!(found.name.contains("Hack"), "{}", found.name);
        assert!(found_in(&database, &request("漢")).is_none());
        assert!(found_in(&Database::new(), &request("Ж")).is_none());
    }

    #[test]
    fn a_png_shows_letters_of_the_fallback_font() {
        let drawing = |text: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"40\">\
                 <text x=\"10\" y=\"30\" font-size=\"24\">{text}</text></svg>"
            )
        };
        let ink = |text: &str, database: &Database| {
            let picture = png::pixels_with(&drawing(text), 1.0, 100.0, Some(database));
            picture.expect("a picture").bytes.iter().filter(|&&byte| byte > 0).count()
        };
        let (with, without) = (ink("Ж", &database()), ink("Ж", &Database::new()));
        assert!(with > 100 && with != without, "{with} {without}");
        assert_eq!(ink("L", &database()), ink("L", &Database::new()));
    }
}
