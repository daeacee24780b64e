//! Outlines of letters: of the typeface of pictures, or of a font of the system.

use std::borrow::Cow;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::flattening::Flattening;
use crate::picture::drawing::Contour;
use crate::picture::{Bounds, FONTS, Xy, fonts};

/// The height of capitals in fonts that have none, in sizes.
const CAPITAL_SHARE: f64 = 0.7;
/// The size in which outlines are drawn, and how far their lines may be off curves, in millimetres.
const DRAWN_SIZE: f32 = 1000.0;
const FLAT: f64 = 0.01;

/// Fonts, of which the first one that has a character is used; then any of the system.
pub(super) struct Glyphs {
    faces: Vec<Face>,
}

impl Glyphs {
    /// The typeface of pictures, in its semibold weight.
    pub(super) fn semibold() -> Glyphs {
        Glyphs { faces: Face::new(Cow::Borrowed(FONTS[1]), 0).into_iter().collect() }
    }

    /// A family of the system's fonts, if one is wanted, before the typeface of pictures; and whether
    /// it is installed. The first call with a family looks for all fonts, which may take seconds.
    pub(super) fn of_family(family: Option<&str>) -> (Glyphs, bool) {
        let found = family.and_then(|family| {
            let font = fonts::font_of_family(fonts::system(), family)?;
            Face::new(Cow::Owned(font.bytes), font.index)
        });
        let is_found = found.is_some();
        let own = Face::new(Cow::Borrowed(FONTS[0]), 0);
        (Glyphs { faces: found.into_iter().chain(own).collect() }, is_found)
    }

    /// The outlines of a text with capitals of a height in millimetres, its baseline from the origin to
    /// the right, y down. What no font has is left out.
    pub(super) fn text(&self, text: &str, height: f64) -> Vec<Contour> {
        let mut lines = Vec::new();
        let mut x = 0.0;
        for c in text.chars().filter(|c| !c.is_control()) {
            let (outline, advance) = self.outline(c, height);
            lines.extend(outline.iter().map(|line| line.map(|[px, py]| [px + x, py])));
            x += advance;
        }
        lines
    }

    /// The outline of a character in the first font that has it, and its width.
    pub(super) fn outline(&self, c: char, height: f64) -> (Vec<Contour>, f64) {
        let known = self.faces.iter().find_map(|face| face.glyph(c, height));
        let other = || {
            let font = fonts::font_for(fonts::system(), c, 400)?;
            Face::new(Cow::Owned(font.bytes), font.index)?.glyph(c, height)
        };
        known.or_else(other).unwrap_or_default()
    }
}

/// A font with the height of its capitals, in sizes of letters.
struct Face {
    bytes: Cow<'static, [u8]>,
    index: u32,
    capitals: f64,
}

impl Face {
    fn new(bytes: Cow<'static, [u8]>, index: u32) -> Option<Face> {
        FontRef::from_index(&bytes, index).ok()?;
        let mut face = Face { bytes, index, capitals: 1.0 };
        let capital = face.glyph('H', 1.0);
        let bounds =
            capital.and_then(|(lines, _)| Bounds::of_points(lines.iter().flat_map(Contour::hull)));
        face.capitals = bounds.map_or(CAPITAL_SHARE, |b| b.size()[1]);
        Some(face)
    }

    /// The outline of a character whose capitals have a height in millimetres, and its width.
    fn glyph(&self, c: char, height: f64) -> Option<(Vec<Contour>, f64)> {
        let font = FontRef::from_index(&self.bytes, self.index).ok()?;
        let glyph = font.charmap().map(c)?;
        let outline = font.outline_glyphs().get(glyph)?;
        // Drawn large, so that its curves are finely divided before it is made smaller.
        let scale = height / self.capitals / f64::from(DRAWN_SIZE);
        let size = Size::new(DRAWN_SIZE);
        let mut pen = Flattening::new(FLAT / scale);
        outline.draw(DrawSettings::unhinted(size, LocationRef::default()), &mut pen).ok()?;
        let advance = font.glyph_metrics(size, LocationRef::default()).advance_width(glyph)?;
        let at = |[x, y]: Xy| [x * scale, -y * scale];
        let lines = pen.finish().iter().map(|line| line.map(at)).collect();
        Some((lines, f64::from(advance) * scale))
    }
}

impl OutlinePen for Flattening {
    fn move_to(&mut self, x: f32, y: f32) {
        self.start([x, y].map(f64::from));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.line([x, y].map(f64::from));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.quadratic([cx, cy].map(f64::from), [x, y].map(f64::from));
    }

    fn curve_to(&mut self, cx: f32, cy: f32, dx: f32, dy: f32, x: f32, y: f32) {
        self.cubic([[cx, cy], [dx, dy]].map(|p| p.map(f64::from)), [x, y].map(f64::from));
    }

    fn close(&mut self) {
        self.end(true);
    }
}
