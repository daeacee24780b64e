//! Letters of single lines, as an engraver draws them.
//!
//! Capitals are 6 high on a grid, small letters 4, from a baseline at 2. A character that is not among
//! them is drawn by its outline in the typeface of pictures, or one of the system's fonts.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider};

use super::path::{TOLERANCE, bounds};
use crate::picture::drawing::{Contour, Segment};
use crate::picture::{Bounds, FONTS, Xy, fonts};

/// The height of the baseline and of capitals above it, on the grid.
const BASELINE: f64 = 2.0;
const CAPITAL: f64 = 6.0;
/// Room after a letter, and the width of a space.
const SPACING: f64 = 1.6;
const SPACE: f64 = 3.0;
/// The height of capitals in the typeface of pictures, in sizes.
const CAPITAL_SHARE: f64 = 0.698;
/// Straight lines that stand for a curve of an outline.
const CURVE_STEPS: usize = 6;

/// Each character with its lines: points as pairs of digits, x and y upwards.
const LETTERS: &[(char, &str)] = &[
    ('A', "0228 2842 0434"),
    ('B', "02083847463505 3544433202"),
    ('C', "4738180703123243"),
    ('D', "02082847433202"),
    ('E', "42020848 0535"),
    ('F', "020848 0535"),
    ('G', "47381807031232434525"),
    ('H', "0208 4248 0545"),
    ('I', "0208"),
    ('J', "3833221203"),
    ('K', "0208 4805 1642"),
    ('L', "080242"),
    ('M', "0208245852"),
    ('N', "02084248"),
    ('O', "123243473818070312"),
    ('P', "02083847463505"),
    ('Q', "123243473818070312 2442"),
    ('R', "02083847463505 2542"),
    ('S', "031232434435150607183847"),
    ('T', "2228 0848"),
    ('U', "080312324348"),
    ('V', "082248"),
    ('W', "0812263258"),
    ('X', "0248 0842"),
    ('Y', "082448 2422"),
    ('Z', "08480242"),
    ('a', "361605031232 3632"),
    ('b', "0802 022233352606"),
    ('c', "3526160503122233"),
    ('d', "3832 321203051636"),
    ('e', "04343526160503122232"),
    ('f', "12172838 0626"),
    ('g', "36311000 361605031232"),
    ('h', "0802 05162635 3532"),
    ('i', "0206 0808"),
    ('j', "161100 1818"),
    ('k', "0802 0436 1532"),
    ('l', "0802"),
    ('m', "0206 05162532 2532 2536465552"),
    ('n', "0206 0516263532"),
    ('o', "122233352616050312"),
    ('p', "0006 0516263533221203"),
    ('q', "3036 361605031232"),
    ('r', "0206 051626"),
    ('s', "0222333404051636"),
    ('t', "17131222 0626"),
    ('u', "060312323632"),
    ('v', "061236"),
    ('w', "0612243246"),
    ('x', "0236 0632"),
    ('y', "0612 3600"),
    ('z', "06360232"),
    ('0', "122233372818070312"),
    ('1', "0718 1812"),
    ('2', "07182837350232"),
    ('3', "07182837362515 253433221203"),
    ('4', "3238 380444"),
    ('5', "3808052534332202"),
    ('6', "3728180703122233342505"),
    ('7', "083812"),
    ('8', "1506071828373625 150403122233342515"),
    ('9', "0312223337281807061535"),
    ('.', "0202"),
    (',', "1201"),
    (':', "0202 0505"),
    (';', "1201 1515"),
    ('!', "0202 0408"),
    ('?', "071828373624 2222"),
    ('\'', "0708"),
    ('"', "0708 2728"),
    ('-', "0525"),
    ('–', "0545"),
    ('+', "0545 2723"),
    ('=', "0444 0646"),
    ('/', "0238"),
    ('\\', "0832"),
    ('|', "0108"),
    ('(', "18070312"),
    (')', "08171302"),
    ('[', "18080212"),
    (']', "08181202"),
    ('#', "1218 3238 0444 0646"),
    ('*', "0545 1338 1833"),
    ('%', "0248 0817 3343"),
    ('&', "421706182806 03123244"),
    ('<', "360432"),
    ('>', "063402"),
    ('_', "0141"),
    ('×', "0347 0743"),
    ('·', "0505"),
];

/// A text in lines, its baseline from the origin to the right, y down, in millimetres.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lettering {
    /// The lines.
    pub(super) lines: Vec<Contour>,
    /// The least rectangle around them.
    pub(super) bounds: Bounds,
}

/// The lines of a text with capitals of a height in millimetres; `None` where nothing is to be seen.
/// What no font has is left out.
pub(super) fn text(text: &str, height: f64) -> Option<Lettering> {
    let scale = height / CAPITAL;
    let mut lines = Vec::new();
    let mut x = 0.0;
    for c in text.chars() {
        if c.is_whitespace() {
            x += SPACE * scale;
            continue;
        }
        let letter = match LETTERS.iter().find(|(letter, _)| *letter == c) {
            Some((_, drawn)) => own(drawn, scale),
            None => outline(c, height),
        };
        let width = bounds(&letter).map_or(0.0, |b| b.max[0]);
        lines.extend(letter.iter().map(|line| line.map(|[px, py]| [px + x, py])));
        x += width + SPACING * scale;
    }
    let bounds = bounds(&lines)?;
    Some(Lettering { lines, bounds })
}

/// The lines of a character of the list.
fn own(drawn: &str, scale: f64) -> Vec<Contour> {
    let digit = |c: u8| f64::from(c - b'0') * scale;
    let line = |pairs: &str| -> Vec<Xy> {
        let point = |pair: &[u8]| [digit(pair[0]), BASELINE * scale - digit(pair[1])];
        pairs.as_bytes().chunks_exact(2).map(point).collect()
    };
    let contour = |points: Vec<Xy>| match points[..] {
        // A dot has a little length, or nothing would be burnt.
        [at, end] if at == end => Contour::polyline([at, [at[0] + 0.3 * scale, at[1]]], false),
        _ => Contour::polyline(points, false),
    };
    drawn.split(' ').map(|pairs| contour(line(pairs))).collect()
}

/// The outline of a character in the first font that has it.
fn outline(c: char, height: f64) -> Vec<Contour> {
    let own = FontRef::new(FONTS[0]).ok().and_then(|font| drawn(&font, c, height));
    own.or_else(|| {
        let found = fonts::font_for(fonts::system(), c, 400)?;
        drawn(&FontRef::from_index(&found.bytes, found.index).ok()?, c, height)
    })
    .unwrap_or_default()
}

fn drawn(font: &FontRef<'_>, c: char, height: f64) -> Option<Vec<Contour>> {
    let glyph = font.charmap().map(c)?;
    let outline = font.outline_glyphs().get(glyph)?;
    let mut pen = Lines::default();
    let size = Size::new((height / CAPITAL_SHARE) as f32);
    outline.draw(DrawSettings::unhinted(size, LocationRef::default()), &mut pen).ok()?;
    pen.finish();
    let left = bounds(&pen.done).map_or(0.0, |b| b.min[0]);
    Some(pen.done.iter().map(|line| line.map(|[x, y]| [x - left, y])).collect())
}

/// Collects outlines as straight lines.
#[derive(Default)]
struct Lines {
    done: Vec<Contour>,
    points: Vec<Xy>,
}

impl Lines {
    fn finish(&mut self) {
        let mut points = std::mem::take(&mut self.points);
        points.dedup_by(|a, b| (a[0] - b[0]).hypot(a[1] - b[1]) < TOLERANCE);
        if points.len() > 2 {
            let segments = points[1..].iter().map(|&to| Segment::Line { to }).collect();
            self.done.push(Contour { start: points[0], segments, closed: true });
        }
    }

    fn at(&self) -> Xy {
        self.points.last().copied().unwrap_or_default()
    }

    fn curve(&mut self, at: impl Fn(f64) -> Xy) {
        let steps = (1..=CURVE_STEPS).map(|i| at(i as f64 / CURVE_STEPS as f64));
        self.points.extend(steps);
    }
}

fn up([x, y]: [f32; 2]) -> Xy {
    [f64::from(x), -f64::from(y)]
}

impl OutlinePen for Lines {
    fn move_to(&mut self, x: f32, y: f32) {
        self.finish();
        self.points.push(up([x, y]));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.points.push(up([x, y]));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let (a, c, b) = (self.at(), up([cx, cy]), up([x, y]));
        self.curve(|t| {
            let u = 1.0 - t;
            [0, 1].map(|k| u * u * a[k] + 2.0 * u * t * c[k] + t * t * b[k])
        });
    }

    fn curve_to(&mut self, cx: f32, cy: f32, dx: f32, dy: f32, x: f32, y: f32) {
        let (a, c, d, b) = (self.at(), up([cx, cy]), up([dx, dy]), up([x, y]));
        self.curve(|t| {
            let u = 1.0 - t;
            [0, 1].map(|k| {
                u * u * u * a[k]
                    + 3.0 * u * u * t * c[k]
                    + 3.0 * u * t * t * d[k]
                    + t * t * t * b[k]
            })
        });
    }

    fn close(&mut self) {
        self.finish();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_lines_of_two_points_at_least() {
        for (letter, drawn) in LETTERS {
            for line in drawn.split(' ') {
                assert!(line.len() >= 4 && line.len().is_multiple_of(2), "{letter}: {line}");
            }
        }
    }

    #[test]
    fn letters_and_digits_hold_together_but_for_dots() {
        let digit = |c: u8| f64::from(c - b'0');
        let sampled = |line: &str| -> Vec<Xy> {
            let corners: Vec<Xy> =
                line.as_bytes().chunks_exact(2).map(|p| [digit(p[0]), digit(p[1])]).collect();
            let between = |w: &[Xy]| {
                let (a, b) = (w[0], w[1]);
                (0..=100).map(move |i| [0, 1].map(|k| a[k] + (b[k] - a[k]) * f64::from(i) / 100.0))
            };
            corners.windows(2).flat_map(between).collect()
        };
        for (letter, drawn) in LETTERS.iter().filter(|(c, _)| c.is_ascii_alphanumeric()) {
            let lines: Vec<Vec<Xy>> = drawn.split(' ').map(sampled).collect();
            let meets = |one: &[Xy], other: &[Xy]| {
                one.iter().any(|a| other.iter().any(|b| (a[0] - b[0]).hypot(a[1] - b[1]) < 0.05))
            };
            let alone = |n: usize| {
                lines.len() > 1 && !(0..lines.len()).any(|m| m != n && meets(&lines[n], &lines[m]))
            };
            let apart = (0..lines.len()).filter(|&n| alone(n)).count();
            let is_dotted = matches!(letter, 'i' | 'j');
            assert_eq!(apart, if is_dotted { 2 } else { 0 }, "{letter}");
        }
    }

    #[test]
    fn what_has_no_letter_is_drawn_by_its_outline() {
        let a = text("a", 6.0).unwrap();
        assert!(a.lines.iter().all(|line| !line.closed));
        let umlaut = text("ä", 6.0).unwrap();
        assert!(umlaut.lines.iter().all(|line| line.closed) && umlaut.lines.len() >= 3);
        assert_eq!(text("  ", 6.0), None);
    }
}
