//! Drawings as pages of a PDF file.
//!
//! Pages have the true size of their drawings. Text is text: it can be searched and copied, in the
//! fonts of the program, of which the file holds the letters that are used, and in fonts of the
//! system for characters that those lack. The same pages give the same bytes.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use krilla::color::rgb;
use krilla::destination::XyzDestination;
use krilla::geom::{PathBuilder, Point, Transform};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::{NumberingStyle, PageLabel, PageSettings};
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph, TextDirection};

use super::drawing::{Anchor, Cap, Contour, Drawing, Group, Ink, Join, Node, Path, Stroke, Text};
use super::fonts::{self, FoundFont, OwnFont};
use crate::text;

/// The largest side of a page, in points: what readers of PDF allow.
pub const MAX_POINTS: f64 = 14_400.0;

/// Why there is no PDF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdfError {
    /// A page that no reader shows.
    #[error("a page of {width} × {height} mm is too large for PDF; make it smaller")]
    TooLarge {
        /// Its width in millimetres.
        width: u64,
        /// Its height in millimetres.
        height: u64,
    },
    /// Pages without a size.
    #[error("a page has no size")]
    Empty,
    /// An error of the writer.
    #[error("the PDF cannot be written: {0}")]
    Writer(String),
}

/// The metadata of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Its title.
    pub title: String,
    /// Its subject, in a sentence.
    pub subject: String,
}

/// A PDF file to which page after page is added. A page is compressed at once, so a file of
/// thousands takes little more memory than its own size.
pub struct Document {
    document: krilla::Document,
    fonts: Fonts,
    bookmarks: Vec<Bookmark>,
    pages: usize,
}

/// Drawings as the pages of a PDF file, with a bookmark for each that has a name.
///
/// # Errors
/// When one is empty or larger than PDF allows, or the writer fails.
pub fn write(pages: &[Drawing]) -> Result<Vec<u8>, PdfError> {
    let mut document = Document::new(&Info::default());
    for page in pages {
        document.add(page)?;
        if !page.name.is_empty() {
            document.bookmark(0, text::printable(&page.name));
        }
    }
    document.finish()
}

struct Bookmark {
    level: usize,
    text: String,
    page: usize,
}

impl Document {
    /// A file without pages.
    pub fn new(info: &Info) -> Document {
        let mut document = krilla::Document::new();
        let mut metadata = Metadata::new().creator("Polywright".to_owned());
        if !info.title.is_empty() {
            metadata = metadata.title(text::printable(&info.title).into_owned());
        }
        if !info.subject.is_empty() {
            metadata = metadata.description(text::printable(&info.subject).into_owned());
        }
        document.set_metadata(metadata);
        Document { document, fonts: Fonts::new(), bookmarks: Vec::new(), pages: 0 }
    }

    /// The number of pages so far.
    pub fn pages(&self) -> usize {
        self.pages
    }

    /// Adds a page; readers number it by its place.
    ///
    /// # Errors
    /// When it is empty or larger than PDF allows; it is then not added.
    pub fn add(&mut self, drawing: &Drawing) -> Result<(), PdfError> {
        let size = drawing.size.map(|n| n * drawing.unit.points());
        if size.iter().any(|&n| n > MAX_POINTS) {
            let [width, height] = drawing.millimetres().map(|n| n.ceil() as u64);
            return Err(PdfError::TooLarge { width, height });
        }
        let settings = PageSettings::from_wh(size[0] as f32, size[1] as f32);
        let number = NonZeroU32::new(self.pages as u32 + 1);
        let label = PageLabel::new(Some(NumberingStyle::Arabic), None, number);
        let settings = settings.ok_or(PdfError::Empty)?.with_page_label(label);
        let mut page = self.document.start_page_with(settings);
        Pen { surface: page.surface(), fonts: &mut self.fonts }.draw(drawing);
        page.finish();
        self.pages += 1;
        Ok(())
    }

    /// Adds a bookmark to the page that was added last, in the list (level 0) or below the last
    /// bookmark of the level above.
    pub fn bookmark(&mut self, level: usize, text: impl Into<String>) {
        let page = self.pages.saturating_sub(1);
        self.bookmarks.push(Bookmark { level, text: text.into(), page });
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn finish(mut self) -> Result<Vec<u8>, PdfError> {
        if !self.bookmarks.is_empty() {
            let mut outline = Outline::new();
            let mut rest = &self.bookmarks[..];
            while let Some(node) = take_bookmark(&mut rest) {
                outline.push_child(node);
            }
            self.document.set_outline(outline);
        }
        self.document.finish().map_err(|error| PdfError::Writer(format!("{error:?}")))
    }
}

/// The first bookmark with those below it.
fn take_bookmark(rest: &mut &[Bookmark]) -> Option<OutlineNode> {
    let (first, others) = rest.split_first()?;
    let destination = XyzDestination::new(first.page, Point::from_xy(0.0, 0.0));
    let mut node = OutlineNode::new(first.text.clone(), destination);
    *rest = others;
    while rest.first().is_some_and(|next| next.level > first.level) {
        node.push_child(take_bookmark(rest)?);
    }
    Some(node)
}

/// The fonts of a file, and which of those of the system has a character.
struct Fonts {
    own: [Option<Font>; 2],
    others: Vec<(FoundFont, Font)>,
    /// By character and weight: the place among the others.
    chosen: BTreeMap<(char, bool), Option<usize>>,
}

impl Fonts {
    fn new() -> Fonts {
        let own = super::FONTS.map(|bytes| Font::new(bytes.to_vec().into(), 0));
        Fonts { own, others: Vec::new(), chosen: BTreeMap::new() }
    }

    /// The font of the system for a character, by its place among the others.
    fn other(&mut self, c: char, semibold: bool) -> Option<usize> {
        if let Some(&known) = self.chosen.get(&(c, semibold)) {
            return known;
        }
        let weight = if semibold { 600 } else { 400 };
        let found = fonts::font_for(fonts::system(), c, weight).and_then(|found| {
            if let Some(place) = self.others.iter().position(|(known, _)| known.name == found.name)
            {
                return Some(place);
            }
            let font = Font::new(found.bytes.clone().into(), found.index)?;
            self.others.push((found, font));
            Some(self.others.len() - 1)
        });
        self.chosen.insert((c, semibold), found);
        found
    }
}

/// Draws on a page.
struct Pen<'p, 'f> {
    surface: Surface<'p>,
    fonts: &'f mut Fonts,
}

impl Pen<'_, '_> {
    fn draw(mut self, drawing: &Drawing) {
        let scale = drawing.unit.points() as f32;
        self.surface.push_transform(&Transform::from_scale(scale, scale));
        if let Some(ground) = drawing.ground {
            self.path(&Path::area(vec![Contour::rectangle([0.0; 2], drawing.size, 0.0)], ground));
        }
        drawing.nodes.iter().for_each(|node| self.node(node));
        self.surface.pop();
        self.surface.finish();
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Group(group) => self.group(group),
            Node::Path(path) => self.path(path),
            Node::Text(text) => self.text(text),
        }
    }

    fn group(&mut self, group: &Group) {
        let [x, y] = group.shift.map(|n| n as f32);
        self.surface.push_transform(&Transform::from_translate(x, y));
        let clip = path_of(&group.clip);
        if let Some(clip) = &clip {
            self.surface.push_clip_path(clip, &FillRule::EvenOdd);
        }
        group.nodes.iter().for_each(|node| self.node(node));
        if clip.is_some() {
            self.surface.pop();
        }
        self.surface.pop();
    }

    fn path(&mut self, path: &Path) {
        let Some(outline) = path_of(&path.contours) else { return };
        if path.fill.is_none() && path.stroke.is_none() {
            return;
        }
        self.surface.set_fill(path.fill.map(fill));
        self.surface.set_stroke(path.stroke.as_ref().map(stroke));
        self.surface.draw_path(&outline);
    }

    fn text(&mut self, text: &Text) {
        let semibold = text.weight == super::drawing::Weight::SemiBold;
        let runs = self.runs(&text.text, semibold);
        let width = text.size * runs.iter().map(|run| run.width).sum::<f64>();
        let [x, y] = text.at;
        let start = match text.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        self.surface.set_fill(Some(fill(text.ink)));
        self.surface.set_stroke(None);
        if text.turn != 0.0 {
            let turn = Transform::from_rotate_at(text.turn as f32, x as f32, y as f32);
            self.surface.push_transform(&turn);
        }
        let (mut at, size) = (start, text.size as f32);
        for run in runs {
            let point = Point::from_xy(at as f32, y as f32);
            match run.font {
                Some(other) => {
                    let font = self.fonts.others[other].1.clone();
                    let direction = TextDirection::Auto;
                    self.surface.draw_text(point, font, size, &run.text, false, direction);
                }
                None => {
                    if let Some(font) = self.fonts.own[usize::from(semibold)].clone() {
                        let text = &run.text;
                        self.surface.draw_glyphs(point, &run.glyphs, font, text, size, false);
                    }
                }
            }
            at += run.width * text.size;
        }
        if text.turn != 0.0 {
            self.surface.pop();
        }
    }

    /// The parts of a text that are in one font each.
    fn runs(&mut self, text: &str, semibold: bool) -> Vec<Run> {
        let own = OwnFont::new(semibold);
        let mut runs: Vec<Run> = Vec::new();
        for c in text.chars().map(|c| if c.is_control() { ' ' } else { c }) {
            let glyph = own.glyph(c);
            let last = runs.last().map(|run| run.font);
            let font = match glyph {
                Some(_) => None,
                // White space stays in the run before it.
                None if c.is_whitespace() => last.flatten(),
                None => self.fonts.other(c, semibold),
            };
            if last != Some(font) {
                runs.push(Run { font, text: String::new(), glyphs: Vec::new(), width: 0.0 });
            }
            let run = runs.last_mut().expect("one was pushed");
            let advance = match font {
                None => own.advance(glyph.unwrap_or(0)),
                Some(other) => self.fonts.others[other].0.advance(c),
            };
            let from = run.text.len();
            run.text.push(c);
            if font.is_none() {
                let (id, range) = (GlyphId::new(glyph.unwrap_or(0)), from..run.text.len());
                let advance = advance as f32;
                run.glyphs.push(KrillaGlyph::new(id, advance, 0.0, 0.0, 0.0, range, None));
            }
            run.width += advance;
        }
        runs
    }
}

/// A part of a text in one font: one of the system by its place, or the program's own.
struct Run {
    font: Option<usize>,
    text: String,
    /// Of a run in the program's own font.
    glyphs: Vec<KrillaGlyph>,
    /// In sizes of its letters.
    width: f64,
}

fn path_of(contours: &[Contour]) -> Option<krilla::geom::Path> {
    let mut builder = PathBuilder::new();
    for contour in contours {
        let [x, y] = contour.start.map(|n| n as f32);
        builder.move_to(x, y);
        let mut from = contour.start;
        for segment in &contour.segments {
            if let super::drawing::Segment::Line { to: [x, y] } = *segment {
                builder.line_to(x as f32, y as f32);
            } else {
                for curve in segment.cubics(from) {
                    let [[a, b], [c, d], [x, y]] = curve.map(|p| p.map(|n| n as f32));
                    builder.cubic_to(a, b, c, d, x, y);
                }
            }
            from = segment.to();
        }
        if contour.closed {
            builder.close();
        }
    }
    builder.finish()
}

fn opacity(ink: Ink) -> NormalizedF32 {
    NormalizedF32::new(ink.opacity.clamp(0.0, 1.0) as f32).unwrap_or(NormalizedF32::ONE)
}

fn colour(ink: Ink) -> rgb::Color {
    let [r, g, b] = ink.rgb;
    rgb::Color::new(r, g, b)
}

fn fill(ink: Ink) -> Fill {
    Fill { paint: colour(ink).into(), opacity: opacity(ink), rule: FillRule::EvenOdd }
}

fn stroke(stroke: &Stroke) -> krilla::paint::Stroke {
    let array: Vec<f32> = stroke.dashes.iter().map(|&n| n as f32).collect();
    krilla::paint::Stroke {
        paint: colour(stroke.ink).into(),
        width: stroke.width as f32,
        line_cap: match stroke.cap {
            Cap::Butt => LineCap::Butt,
            Cap::Round => LineCap::Round,
        },
        line_join: match stroke.join {
            Join::Mitre => LineJoin::Miter,
            Join::Round => LineJoin::Round,
        },
        opacity: opacity(stroke.ink),
        dash: (!array.is_empty()).then_some(StrokeDash { array, offset: 0.0 }),
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::Unit;

    fn page(text: &str, unit: Unit) -> Drawing {
        let mut page = Drawing { ground: Some(Ink::WHITE), ..Drawing::new([210.0, 297.0], unit) };
        let group = Group { clip: vec![Contour::circle([20.0, 20.0], 9.0)], ..Group::new() };
        let square = vec![Contour::rectangle([0.0; 2], [50.0; 2], 3.0)];
        page.push(group.with(Path::area(square, Ink { opacity: 0.5, ..Ink::BLACK })));
        let text = Text { turn: 90.0, ..Text::new(text, [30.0, 40.0], 5.0, Ink::BLACK) };
        page.push(text.semibold().anchored(Anchor::Middle));
        page
    }

    fn two_pages() -> Vec<u8> {
        let info = Info { title: "Füll the bøx".into(), subject: "A test".into() };
        let mut document = Document::new(&info);
        for (i, word) in ["Pentominoes 6×10", "Solutions"].into_iter().enumerate() {
            document.add(&page(word, Unit::Millimetre)).unwrap();
            document.bookmark(0, word);
            document.bookmark(1, format!("Below {i}"));
        }
        document.finish().unwrap()
    }

    #[test]
    fn another_reader_finds_the_pages_their_size_texts_and_bookmarks() {
        let bytes = two_pages();
        let read = lopdf::Document::load_mem(&bytes).unwrap();
        let pages = read.get_pages();
        assert_eq!(pages.len(), 2);
        for id in pages.values() {
            let media = read.get_object(*id).unwrap().as_dict().unwrap().get(b"MediaBox").unwrap();
            let media: Vec<f32> =
                media.as_array().unwrap().iter().map(|n| n.as_float().unwrap()).collect();
            assert!((media[2] - 210.0 / 25.4 * 72.0).abs() < 1e-2, "{media:?}");
            assert!((media[3] - 297.0 / 25.4 * 72.0).abs() < 1e-2, "{media:?}");
        }
        assert!(read.extract_text(&[1]).unwrap().contains("Pentominoes 6×10"));
        assert!(read.extract_text(&[2]).unwrap().contains("Solutions"));
        let bookmarks = read.get_toc().unwrap().toc;
        let bookmarks: Vec<_> =
            bookmarks.iter().map(|b| (b.level, b.title.as_str(), b.page)).collect();
        let expected =
            [(1, "Pentominoes 6×10", 1), (2, "Below 0", 1), (1, "Solutions", 2), (2, "Below 1", 2)];
        assert_eq!(bookmarks, expected);
        assert_eq!(bytes, two_pages(), "the same pages give the same bytes");
    }

    #[test]
    fn pages_that_no_reader_shows_are_refused() {
        let mut document = Document::new(&Info::default());
        let large = Drawing::new([6000.0, 10.0], Unit::Millimetre);
        let error = document.add(&large).unwrap_err();
        assert_eq!(error, PdfError::TooLarge { width: 6000, height: 10 });
        assert_eq!(document.add(&Drawing::new([0.0; 2], Unit::Point)), Err(PdfError::Empty));
        document.add(&Drawing::new([100.0; 2], Unit::Point)).unwrap();
        let bytes = document.finish().unwrap();
        assert_eq!(lopdf::Document::load_mem(&bytes).unwrap().get_pages().len(), 1);
    }
}
