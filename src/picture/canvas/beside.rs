//! Words beside a drawing, as beside the board at a step of a search.

use super::{CAPTION_LINE, CAPTION_TEXT, MARGIN, SCALE, blank, lines_of, text_ink};
use crate::picture::Style;
use crate::picture::drawing::{Drawing, Text};
use crate::text;

/// The width of the words, in points.
const WIDTH: f64 = 400.0;
/// The least height of a page with a drawing, and of one of words alone, in points.
const MIN_HEIGHT: [f64; 2] = [320.0, 480.0];
/// The size of the letters of the heading, in points.
const HEADING: f64 = 15.0;

/// The words beside a drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The heading.
    pub heading: String,
    /// The paragraphs below it.
    pub paragraphs: Vec<String>,
}

/// A drawing with words at its right, or the words alone. The size of the page depends on the drawing
/// alone, so that all pages of a series have one size; lines that have no room are counted.
pub fn with_words(drawing: Option<Drawing>, words: &Words, style: Style) -> Drawing {
    let [beside, alone] = MIN_HEIGHT;
    let least = if drawing.is_some() { beside } else { alone };
    let (nodes, [width, height]) =
        drawing.map_or((Vec::new(), [0.0; 2]), |drawing| (drawing.nodes, drawing.size));
    let height = height.max(least);
    let mut page = blank([width + WIDTH + 2.0 * MARGIN, height], SCALE, style);
    page.nodes = nodes;
    let (left, ink) = (width + MARGIN, text_ink(style));
    let top = MARGIN + HEADING;
    let heading = Text::new(words.heading.as_str(), [left, top], HEADING, ink);
    page.push(heading.semibold());
    let mut lines: Vec<String> =
        words.paragraphs.iter().flat_map(|paragraph| lines_of(paragraph, WIDTH)).collect();
    let room = ((height - MARGIN - top) / CAPTION_LINE) as usize;
    if lines.len() > room {
        let more = lines.len() - room + 1;
        lines.truncate(room - 1);
        lines.push(format!("and {} more lines", text::grouped(more as u64)));
    }
    for (n, line) in lines.into_iter().enumerate() {
        let at = [left, top + (n + 1) as f64 * CAPTION_LINE + 4.0];
        page.push(Text::new(line, at, CAPTION_TEXT, ink));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{Node, Unit};

    fn texts(page: &Drawing) -> Vec<&str> {
        let texts = page.nodes.iter().filter_map(|node| match node {
            Node::Text(text) => Some(text.text.as_str()),
            _ => None,
        });
        texts.collect()
    }

    #[test]
    fn pages_have_one_size_whatever_is_said_and_say_what_has_no_room() {
        let board = || Some(Drawing::new([100.0, 60.0], Unit::Pixel));
        let words = |count: usize| Words {
            heading: "Step 1".to_owned(),
            paragraphs: (0..count).map(|n| format!("line {n}")).collect(),
        };
        let (few, many) = (words(2), words(50));
        let pages = [&few, &many].map(|words| with_words(board(), words, Style::default()));
        assert_eq!(pages[0].size, pages[1].size);
        assert_eq!(texts(&pages[0]), ["Step 1", "line 0", "line 1"]);
        let [.., last] = texts(&pages[1])[..] else { panic!("there are texts") };
        let shown = texts(&pages[1]).len() - 2;
        assert_eq!(last, format!("and {} more lines", 50 - shown));
        // Nothing stands below the page.
        let lowest = pages[1].nodes.iter().filter_map(|node| match node {
            Node::Text(text) => Some(text.at[1]),
            _ => None,
        });
        assert!(lowest.fold(0.0, f64::max) < pages[1].size[1]);
    }
}
