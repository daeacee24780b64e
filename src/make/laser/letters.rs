//! Letters of single lines, as an engraver draws them, and the outlines of fonts.
//!
//! Single lines have capitals 6 high on a grid, small letters 4, from a baseline at 2. A character that is
//! not among them is drawn by its outline in the typeface of pictures, or one of the system's fonts.

use super::operation::Operation;
use super::path::bounds;
use crate::make::glyphs::Glyphs;
use crate::picture::drawing::Contour;
use crate::picture::{Badge, BadgeForm, Bounds, Xy};
use crate::puzzle::making::{LetterForm, Parts};

/// The height of the baseline and of capitals above it, on the grid.
const BASELINE: f64 = 2.0;
const CAPITAL: f64 = 6.0;
/// Room after a letter, and the width of a space.
const SPACING: f64 = 1.6;
const SPACE: f64 = 3.0;

/// The width of the mark of a colour label, in heights of capitals.
const MARK_SHARE: f64 = 0.5;

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
    /// The operation that engraves them: as lines, or as the borders of areas.
    pub(super) operation: Operation,
}

/// The letters of all texts on parts.
pub(super) struct Letters {
    form: LetterForm,
    glyphs: Glyphs,
    /// The family that is wanted, if there is no such font.
    pub(super) missing: Option<String>,
}

impl Letters {
    /// The letters that settings ask for. The first call with a font of the system looks for all of
    /// them, which may take seconds.
    pub(super) fn new(parts: &Parts) -> Letters {
        let family = Some(parts.font.trim()).filter(|family| !family.is_empty());
        let wanted = family.filter(|_| parts.letter_form != LetterForm::Lines);
        let (glyphs, is_found) = Glyphs::of_family(wanted);
        let missing = wanted.filter(|_| !is_found).map(str::to_owned);
        Letters { form: parts.letter_form, glyphs, missing }
    }

    /// The lines of a text with capitals of a height in millimetres; `None` where nothing is to be
    /// seen. What no font has is left out.
    pub(super) fn text(&self, text: &str, height: f64) -> Option<Lettering> {
        self.lettering(match self.form {
            LetterForm::Lines => self.single_lines(text, height),
            LetterForm::Outlines | LetterForm::Filled => self.glyphs.text(text, height),
        })
    }

    /// The mark of a colour label, in the form that it has in pictures, beside capitals of a height in
    /// millimetres: the borders of its areas, or these areas where letters are filled.
    pub(super) fn mark(&self, form: BadgeForm, height: f64) -> Option<Lettering> {
        let radius = MARK_SHARE * height / 2.0;
        match form {
            BadgeForm::Letter(label) => self.text(&label.to_string(), height),
            form => self.lettering(form.contours([0.0; 2], radius, Badge::line(radius))),
        }
    }

    fn lettering(&self, lines: Vec<Contour>) -> Option<Lettering> {
        let operation = match self.form {
            LetterForm::Lines | LetterForm::Outlines => Operation::Engrave,
            LetterForm::Filled => Operation::Fill,
        };
        let bounds = bounds(&lines)?;
        Some(Lettering { lines, bounds, operation })
    }

    fn single_lines(&self, text: &str, height: f64) -> Vec<Contour> {
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
                None => {
                    let (outline, _) = self.glyphs.outline(c, height);
                    let left = bounds(&outline).map_or(0.0, |b| b.min[0]);
                    outline.iter().map(|line| line.map(|[px, py]| [px - left, py])).collect()
                }
            };
            let width = bounds(&letter).map_or(0.0, |b| b.max[0]);
            lines.extend(letter.iter().map(|line| line.map(|[px, py]| [px + x, py])));
            x += width + SPACING * scale;
        }
        lines
    }
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

    fn text(form: LetterForm, words: &str, height: f64) -> Option<Lettering> {
        let parts = Parts { letter_form: form, ..Parts::default() };
        Letters::new(&parts).text(words, height)
    }

    #[test]
    fn what_has_no_letter_is_drawn_by_its_outline() {
        let a = text(LetterForm::Lines, "a", 6.0).unwrap();
        assert!(a.lines.iter().all(|line| !line.closed));
        let umlaut = text(LetterForm::Lines, "ä", 6.0).unwrap();
        assert!(umlaut.lines.iter().all(|line| line.closed) && umlaut.lines.len() >= 3);
        assert_eq!(text(LetterForm::Lines, "  ", 6.0), None);
    }

    #[test]
    fn outlines_of_a_font_are_closed_and_as_high_as_single_lines() {
        for height in [3.0, 6.0, 40.0] {
            let lines = text(LetterForm::Lines, "HEX", height).unwrap().bounds.size();
            let outlines = text(LetterForm::Outlines, "HEX", height).unwrap();
            assert!(outlines.lines.iter().all(|line| line.closed));
            assert_eq!((outlines.lines.len(), outlines.operation), (3, Operation::Engrave));
            assert!((lines[1] - height).abs() < 1e-9, "{lines:?}");
            assert!((outlines.bounds.size()[1] - height).abs() < 0.01 * height, "{height}");
        }
        let filled = text(LetterForm::Filled, "B o", 6.0).unwrap();
        // B has two counters, o has one.
        assert_eq!((filled.lines.len(), filled.operation), (5, Operation::Fill));
        // The o is round to a hundredth of a millimetre, however high it is.
        for height in [4.0, 40.0] {
            let o = text(LetterForm::Outlines, "o", height).unwrap();
            let longest = o.lines.iter().map(|line| line.segments.len()).max().unwrap();
            assert!((8..200).contains(&longest), "{longest}");
        }
    }

    #[test]
    fn a_family_that_is_not_installed_is_missing_and_replaced() {
        let font = "No Such Family 7".to_owned();
        let parts = Parts { letter_form: LetterForm::Filled, font, ..Parts::default() };
        let letters = Letters::new(&parts);
        assert_eq!(letters.missing.as_deref(), Some("No Such Family 7"));
        assert_eq!(letters.text("A", 6.0), text(LetterForm::Filled, "A", 6.0));
        // Single lines have no font.
        let parts = Parts { letter_form: LetterForm::Lines, ..parts };
        assert_eq!(Letters::new(&parts).missing, None);
    }
}
