//! A page of paper: its size, its margins, its head and foot.

use super::PaperError;
use crate::picture::drawing::{Anchor, Cap, Contour, Drawing, Ink, Path, Stroke, Text, Unit};
use crate::picture::fonts::OwnFont;
use crate::picture::pdf::MAX_POINTS;
use crate::picture::{Bounds, Xy};
use crate::puzzle::making::{Length, PaperSize};

/// The ink of titles and texts, and that of what is said beside them.
pub(super) const INK: Ink = Ink::hex(0x17_19_1D);
pub(super) const SECOND: Ink = Ink::hex(0x56_5C_66);
/// The ink of the line below a head.
const LINE: Ink = Ink::hex(0xDB_DE_E2);
/// The sizes of titles, texts and remarks, in points.
pub(super) const TITLE: f64 = 14.0;
pub(super) const TEXT: f64 = 9.0;
pub(super) const REMARK: f64 = 8.0;
/// The least size of a title, before it is cut.
const MIN_TITLE: f64 = 9.0;
/// The height of head and foot, in points.
pub(super) const HEAD: f64 = 30.0;
pub(super) const FOOT: f64 = 20.0;
/// The least room within the margins, in points.
const MIN_ROOM: f64 = 72.0;

/// A length in points.
pub(super) fn points(length: Length) -> f64 {
    length.in_mm() * Unit::Millimetre.points()
}

/// So many points in millimetres, to be read.
pub(super) fn mm(points: f64) -> String {
    ((points * Unit::Point.millimetres() * 10.0).round() / 10.0).to_string()
}

/// The measures of a page, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Leaf {
    pub(super) size: Xy,
    pub(super) margin: f64,
}

impl Leaf {
    pub(super) fn new(
        size: PaperSize,
        landscape: bool,
        margin: Length,
    ) -> Result<Leaf, PaperError> {
        let [width, height] = size.upright().map(points);
        let size = if landscape { [height, width] } else { [width, height] };
        let leaf = Leaf { size, margin: points(margin) };
        let [width, height] = size.map(mm);
        if size.iter().any(|&n| n > MAX_POINTS) {
            return Err(PaperError::Size { width, height });
        }
        if leaf.room().size().iter().any(|&n| n < MIN_ROOM) {
            return Err(PaperError::Margin { margin: margin.to_string(), width, height });
        }
        Ok(leaf)
    }

    /// The page within its margins.
    pub(super) fn room(&self) -> Bounds {
        let Leaf { size: [width, height], margin } = *self;
        Bounds { min: [margin; 2], max: [width - margin, height - margin] }
    }

    /// The page within its margins, head and foot.
    pub(super) fn body(&self) -> Bounds {
        let room = self.room();
        Bounds { min: [room.min[0], room.min[1] + HEAD], max: [room.max[0], room.max[1] - FOOT] }
    }

    pub(super) fn blank(&self) -> Drawing {
        Drawing { ground: Some(Ink::WHITE), ..Drawing::new(self.size, Unit::Point) }
    }

    /// Adds a title at the left and a remark at the right, with a line below.
    pub(super) fn head(&self, page: &mut Drawing, title: &str, remark: &str) {
        let room = self.room();
        let baseline = room.min[1] + TITLE;
        let width = room.size()[0];
        let beside = TEXT * OwnFont::new(false).width(remark);
        let (title, size) = fitted(title, TITLE, (width - beside - 12.0).max(width / 2.0));
        page.push(Text::new(title, [room.min[0], baseline], size, INK).semibold());
        let at = [room.max[0], baseline];
        page.push(Text::new(remark, at, TEXT, SECOND).anchored(Anchor::End));
        let y = room.min[1] + HEAD - 9.0;
        let line = Contour::polyline([[room.min[0], y], [room.max[0], y]], false);
        let stroke = Stroke { cap: Cap::Butt, ..Stroke::new(LINE, 0.75) };
        page.push(Path::lines(vec![line], stroke));
    }

    /// Adds the number of the page below, and a remark at its left.
    pub(super) fn foot(&self, page: &mut Drawing, number: &str, remark: &str) {
        let room = self.room();
        let y = room.max[1] - 2.0;
        if remark.is_empty() {
            let middle = [self.size[0] / 2.0, y];
            page.push(Text::new(number, middle, REMARK, SECOND).anchored(Anchor::Middle));
            return;
        }
        let beside = REMARK * (OwnFont::new(false).width(number) + 2.0);
        let (remark, size) = fitted_to(remark, REMARK, 6.0, room.size()[0] - beside, false);
        page.push(Text::new(remark, [room.min[0], y], size, SECOND));
        page.push(Text::new(number, [room.max[0], y], REMARK, SECOND).anchored(Anchor::End));
    }
}

/// A semibold text that fits a width: set smaller down to [`MIN_TITLE`], then cut at a word.
pub(super) fn fitted(text: &str, size: f64, width: f64) -> (String, f64) {
    fitted_to(text, size, MIN_TITLE.min(size), width, true)
}

/// A text that fits a width: set smaller down to a size, then cut at a word.
pub(super) fn fitted_to(
    text: &str,
    size: f64,
    least: f64,
    width: f64,
    semibold: bool,
) -> (String, f64) {
    let font = OwnFont::new(semibold);
    let ems = font.width(text);
    if ems * least <= width {
        return (text.to_owned(), size.min(width / ems.max(1e-9)).max(least));
    }
    let room = width / least - font.width("…");
    let mut kept = String::new();
    for word in text.split_inclusive(' ') {
        if font.width(&kept) + font.width(word.trim_end()) > room {
            break;
        }
        kept.push_str(word);
    }
    if kept.is_empty() {
        // Not even the first word fits.
        for c in text.chars() {
            if font.width(&kept) + font.width(c.encode_utf8(&mut [0; 4])) > room {
                break;
            }
            kept.push(c);
        }
    }
    (format!("{}…", kept.trim_end()), least)
}

/// A text in lines that fit a width, broken at spaces where it can be.
pub(super) fn lines(text: &str, size: f64, width: f64) -> Vec<String> {
    let font = OwnFont::new(false);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if !line.is_empty() && font.width(&longer) * size > width {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            } else {
                line = longer;
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_title_is_set_smaller_and_then_cut_at_a_word() {
        let text = "Twelve pentominoes in a rectangle";
        let whole = OwnFont::new(true).width(text);
        assert_eq!(fitted(text, 14.0, 14.0 * whole + 1.0), (text.to_owned(), 14.0));
        let (same, size) = fitted(text, 14.0, 10.0 * whole);
        assert_eq!(same, text);
        assert!((size - 10.0).abs() < 1e-9);
        let (cut, size) = fitted(text, 14.0, 9.0 * whole * 0.6);
        assert!(text.starts_with(cut.trim_end_matches('…')) && cut.ends_with('…'), "{cut}");
        assert!(text[cut.len() - '…'.len_utf8()..].starts_with(' '), "{cut} ends within a word");
        assert!(OwnFont::new(true).width(&cut) * size <= 9.0 * whole * 0.6);
        assert!(fitted("Immeasurable", 14.0, 40.0).0.ends_with('…'));
    }

    #[test]
    fn margins_that_leave_no_room_and_paper_beyond_pdf_are_refused() {
        let error = Leaf::new(PaperSize::A4, false, Length::mm(100)).unwrap_err();
        assert!(error.to_string().contains("margin of 100 mm"), "{error}");
        let own = PaperSize::Own { width: Length::mm(6000), height: Length::mm(100) };
        assert!(matches!(Leaf::new(own, false, Length::ZERO), Err(PaperError::Size { .. })));
        let leaf = Leaf::new(PaperSize::Letter, true, Length::ZERO).unwrap();
        assert_eq!(leaf.size.map(|n| n.round()), [792.0, 612.0]);
    }
}
