//! Drawings as SVG.
//!
//! [`write()`] makes one text of a drawing, [`Writer`] writes node after node, so that a sheet of
//! any number of solutions needs the memory of one. Drawings of true size have `width` and
//! `height` in millimetres, and a `viewBox` in their own unit.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::canvas::{self, NumberedSolution};
use super::drawing::{
    Anchor, Arc, Cap, Contour, Drawing, Group, Ink, Join, Node, Path, Segment, Stroke, Text, Unit,
    Weight,
};
use super::{FONT_FAMILY, Style, Xy};
use crate::puzzle::Puzzle;
use crate::solution::verify::Placed;
use crate::text::xml_text;

pub use super::canvas::SCALE;

/// The width that stands for the thinnest line, in millimetres: as a line without width is none.
const HAIRLINE_MM: f64 = 0.01;

/// Draws one solution.
pub fn solution(puzzle: &Puzzle, placed: &Placed, style: Style) -> String {
    numbered_solution(&NumberedSolution { puzzle, placed, hidden: &[], number: None }, style)
}

/// Draws one solution as [`solution`] does, but without its hidden pieces and with its number.
pub fn numbered_solution(solution: &NumberedSolution<'_>, style: Style) -> String {
    write(&canvas::solution(solution, style))
}

/// Draws the board with what lies on it, and all pieces in a row below; of a cover puzzle the grid
/// alone.
pub fn puzzle(puzzle: &Puzzle, style: Style) -> String {
    write(&canvas::puzzle(puzzle, style))
}

/// Draws many solutions on one sheet, each with its number.
pub fn sheet(puzzle: &Puzzle, solutions: &[(u64, Placed)], style: Style) -> String {
    let contents = canvas::SheetContents { count: solutions.len(), ..Default::default() };
    let sheet = canvas::SolutionSheet::new(puzzle, contents, style);
    let mut drawing = sheet.page();
    for (i, (number, placed)) in solutions.iter().enumerate() {
        drawing.nodes.extend(sheet.field(i, *number, placed, std::iter::empty()));
    }
    write(&drawing)
}

/// A drawing as the text of an SVG file.
///
/// ```
/// use polywright::picture::drawing::{Drawing, Unit};
///
/// let text = polywright::picture::svg::write(&Drawing::new([210.0, 297.0], Unit::Millimetre));
/// assert!(text.contains(r#"viewBox="0 0 210 297" width="210mm""#));
/// ```
pub fn write(drawing: &Drawing) -> String {
    let mut bytes = Vec::new();
    write_to(drawing, &mut bytes).expect("memory takes what is written");
    String::from_utf8(bytes).expect("what is written is UTF-8")
}

/// Writes a drawing.
///
/// # Errors
/// When writing fails.
pub fn write_to(drawing: &Drawing, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = Writer::new(drawing, out)?;
    for node in &drawing.nodes {
        writer.node(node)?;
    }
    writer.finish()
}

/// Writes an SVG file node after node.
pub struct Writer<'o> {
    out: &'o mut dyn Write,
    unit: Unit,
    /// The clips so far, each of which has an id of its own.
    clips: usize,
    /// The ids of the layers so far.
    layers: BTreeSet<String>,
}

impl<'o> Writer<'o> {
    /// Begins a file of the size, unit and ground of a drawing; its nodes are not written.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(page: &Drawing, out: &'o mut dyn Write) -> io::Result<Writer<'o>> {
        let writer = Writer { out, unit: page.unit, clips: 0, layers: BTreeSet::new() };
        let [width, height] = page.size.map(|n| writer.number(n));
        let (suffix, [true_width, true_height]) = match (page.unit, page.true_unit) {
            (Unit::Pixel, None) => ("", [width, height]),
            _ => ("mm", page.millimetres().map(thousandths)),
        };
        let has_layers = |node: &Node| matches!(node, Node::Group(g) if g.layer.is_some());
        writeln!(
            writer.out,
            "<svg height=\"{true_height}{suffix}\" viewBox=\"0 0 {width} {height}\" \
             width=\"{true_width}{suffix}\" xmlns=\"http://www.w3.org/2000/svg\"{}>",
            match page.nodes.iter().any(has_layers) {
                true => " xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\"",
                false => "",
            }
        )?;
        if !page.name.is_empty() {
            writeln!(writer.out, "<title>{}</title>", xml_text(&page.name))?;
        }
        if let Some(ground) = page.ground {
            let fill = hex(ground);
            writeln!(writer.out, "<rect fill=\"{fill}\" height=\"{height}\" width=\"{width}\"/>")?;
        }
        Ok(writer)
    }

    /// Writes what stands on the page.
    ///
    /// # Errors
    /// When writing fails.
    pub fn node(&mut self, node: &Node) -> io::Result<()> {
        match node {
            Node::Group(group) => self.group(group),
            Node::Path(path) => self.path(path),
            Node::Text(text) => self.text(text),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When writing fails.
    pub fn finish(self) -> io::Result<()> {
        writeln!(self.out, "</svg>")
    }

    fn group(&mut self, group: &Group) -> io::Result<()> {
        if !group.clip.is_empty() {
            self.clips += 1;
            write!(
                self.out,
                "<clipPath id=\"clip{}\"><path clip-rule=\"evenodd\" d=\"",
                self.clips
            )?;
            self.data(&group.clip)?;
            writeln!(self.out, "\"/></clipPath>")?;
        }
        write!(self.out, "<g")?;
        // A clip is measured in the group that it belongs to, so it is shifted with it.
        if !group.clip.is_empty() {
            write!(self.out, " clip-path=\"url(#clip{})\"", self.clips)?;
        }
        if let Some(layer) = &group.layer {
            let (id, name) = (self.layer_id(layer), xml_text(layer));
            write!(
                self.out,
                " id=\"{id}\" inkscape:groupmode=\"layer\" inkscape:label=\"{name}\""
            )?;
        }
        writeln!(self.out, "{}>", self.transform(group.shift))?;
        for node in &group.nodes {
            self.node(node)?;
        }
        writeln!(self.out, "</g>")
    }

    /// An id for a layer: its name with a line for what no id may have, and a number if that is taken.
    fn layer_id(&mut self, name: &str) -> String {
        let character = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let stem: String = name.chars().map(character).collect();
        let stem =
            if stem.starts_with(|c: char| c.is_ascii_digit()) { format!("_{stem}") } else { stem };
        let numbered = (2..).map(|n| format!("{stem}-{n}"));
        let mut ids = std::iter::once(stem.clone()).chain(numbered);
        let id = ids.find(|id| !self.layers.contains(id)).unwrap_or_default();
        self.layers.insert(id.clone());
        id
    }

    fn transform(&self, shift: Xy) -> String {
        match shift.map(|n| self.number(n)) {
            [0.0, 0.0] => String::new(),
            [x, y] => format!(" transform=\"translate({x} {y})\""),
        }
    }

    fn path(&mut self, path: &Path) -> io::Result<()> {
        if path.contours.is_empty() {
            return Ok(());
        }
        if let [contour] = &path.contours[..]
            && let Some((centre, radius)) = contour.as_circle()
        {
            let ([x, y], r) = (centre.map(|n| self.number(n)), self.number(radius));
            write!(self.out, "<circle cx=\"{x}\" cy=\"{y}\"")?;
            self.paint(path)?;
            return writeln!(self.out, " r=\"{r}\"/>");
        }
        write!(self.out, "<path d=\"")?;
        self.data(&path.contours)?;
        write!(self.out, "\"")?;
        self.paint(path)?;
        writeln!(self.out, "/>")
    }

    /// The attributes of fill and line.
    fn paint(&mut self, path: &Path) -> io::Result<()> {
        match path.fill {
            None => write!(self.out, " fill=\"none\"")?,
            Some(ink) => {
                write!(self.out, " fill=\"{}\"", hex(ink))?;
                if ink.opacity < 1.0 {
                    write!(self.out, " fill-opacity=\"{}\"", thousandths(ink.opacity))?;
                }
                if path.contours.len() > 1 {
                    write!(self.out, " fill-rule=\"evenodd\"")?;
                }
            }
        }
        match &path.stroke {
            Some(stroke) => self.stroke(stroke),
            None => Ok(()),
        }
    }

    fn stroke(&mut self, stroke: &Stroke) -> io::Result<()> {
        write!(self.out, " stroke=\"{}\"", hex(stroke.ink))?;
        if !stroke.dashes.is_empty() {
            let dashes: Vec<String> =
                stroke.dashes.iter().map(|&n| self.number(n).to_string()).collect();
            write!(self.out, " stroke-dasharray=\"{}\"", dashes.join(" "))?;
        }
        if stroke.cap == Cap::Round {
            write!(self.out, " stroke-linecap=\"round\"")?;
        }
        if stroke.join == Join::Round {
            write!(self.out, " stroke-linejoin=\"round\"")?;
        }
        if stroke.ink.opacity < 1.0 {
            write!(self.out, " stroke-opacity=\"{}\"", thousandths(stroke.ink.opacity))?;
        }
        let width = match stroke.width {
            Stroke::HAIRLINE => thousandths(HAIRLINE_MM / self.unit.millimetres()),
            width => self.number(width),
        };
        write!(self.out, " stroke-width=\"{width}\"")
    }

    fn data(&mut self, contours: &[Contour]) -> io::Result<()> {
        for (i, contour) in contours.iter().enumerate() {
            let gap = if i == 0 { "" } else { " " };
            let [x, y] = contour.start.map(|n| self.number(n));
            write!(self.out, "{gap}M{x},{y}")?;
            let mut from = contour.start;
            for segment in &contour.segments {
                let [x, y] = segment.to().map(|n| self.number(n));
                match *segment {
                    Segment::Line { .. } => write!(self.out, " L{x},{y}")?,
                    Segment::Cubic { controls, .. } => {
                        let [[a, b], [c, d]] = controls.map(|p| p.map(|n| self.number(n)));
                        write!(self.out, " C{a},{b} {c},{d} {x},{y}")?;
                    }
                    Segment::Arc { to, bulge } => match Arc::new(from, to, bulge) {
                        None => write!(self.out, " L{x},{y}")?,
                        Some(arc) => {
                            let r = self.number(arc.radius);
                            let large = u8::from(arc.sweep.abs() > std::f64::consts::PI);
                            let clockwise = u8::from(arc.sweep > 0.0);
                            write!(self.out, " A{r},{r} 0 {large} {clockwise} {x},{y}")?;
                        }
                    },
                }
                from = segment.to();
            }
            if contour.closed {
                write!(self.out, " z")?;
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &Text) -> io::Result<()> {
        let ([x, y], size) = (text.at.map(|n| self.number(n)), self.number(text.size));
        write!(self.out, "<text fill=\"{}\"", hex(text.ink))?;
        if text.ink.opacity < 1.0 {
            write!(self.out, " fill-opacity=\"{}\"", thousandths(text.ink.opacity))?;
        }
        write!(
            self.out,
            " font-family=\"{FONT_FAMILY}, IBM Plex Sans, sans-serif\" font-size=\"{size}\""
        )?;
        if text.weight == Weight::SemiBold {
            write!(self.out, " font-weight=\"600\"")?;
        }
        match text.anchor {
            Anchor::Start => {}
            Anchor::Middle => write!(self.out, " text-anchor=\"middle\"")?,
            Anchor::End => write!(self.out, " text-anchor=\"end\"")?,
        }
        if text.turn != 0.0 {
            let turn = thousandths(text.turn);
            write!(self.out, " transform=\"rotate({turn} {x} {y})\"")?;
        }
        writeln!(self.out, " x=\"{x}\" y=\"{y}\">{}</text>", xml_text(&text.text))
    }

    /// A length as it is written: finer than any device, so that files are small and the same
    /// everywhere.
    fn number(&self, n: f64) -> f64 {
        match self.unit {
            Unit::Pixel | Unit::Point => (n * 100.0).round() / 100.0 + 0.0,
            Unit::Millimetre => thousandths(n),
        }
    }
}

/// Rounded, and never a zero with a sign.
fn thousandths(n: f64) -> f64 {
    (n * 1000.0).round() / 1000.0 + 0.0
}

fn hex(ink: Ink) -> String {
    let [r, g, b] = ink.rgb;
    format!("#{r:02X}{g:02X}{b:02X}")
}

#[cfg(test)]
mod tests {
    use resvg::usvg::{self, Options, Tree};

    use super::*;

    /// A drawing of every kind of node, in millimetres.
    fn drawing() -> Drawing {
        let square = |size: f64| Contour::rectangle([0.0; 2], [size; 2], 0.0);
        let quarter = (std::f64::consts::PI / 8.0).tan();
        let arc = Segment::Arc { to: [20.0, 10.0], bulge: quarter };
        let slice = Contour { start: [10.0, 20.0], segments: vec![arc], closed: false };
        let mut drawing = Drawing::new([100.0, 50.0], Unit::Millimetre);
        drawing.push(
            Group { layer: Some("cut & \"engrave\"".into()), ..Group::new() }
                .with(Path::area(vec![square(40.0), square(20.0)], Ink::hex(0x12_34_56))),
        );
        let line = Stroke::new(Ink::BLACK, Stroke::HAIRLINE);
        drawing.push(Group::new().at([30.0, 0.0]).with(Path::lines(vec![slice], line)));
        let clip = vec![square(5.0)];
        let clipped = Path::area(vec![square(30.0)], Ink::BLACK);
        drawing.push(Group { clip, ..Group::new() }.at([60.0, 10.0]).with(clipped));
        drawing
    }

    #[test]
    fn drawings_in_millimetres_have_that_size_and_their_shapes_for_another_reader() {
        let text = write(&drawing());
        let tree = Tree::from_str(&text, &Options::default()).unwrap();
        // A reader knows pixels alone, 96 of them an inch.
        let scale = 96.0 / 25.4;
        assert!((f64::from(tree.size().width()) - 100.0 * scale).abs() < 1e-3);
        assert!((f64::from(tree.size().height()) - 50.0 * scale).abs() < 1e-3);
        let mut boxes = Vec::new();
        collect(tree.root(), &mut boxes);
        let expected = [[0.0, 0.0, 40.0, 40.0], [40.0, 10.0, 10.0, 10.0], [60.0, 10.0, 30.0, 30.0]];
        assert_eq!(boxes.len(), expected.len(), "{text}");
        for (found, expected) in boxes.iter().zip(expected) {
            for (f, e) in found.iter().zip(expected) {
                // A reader's box of a curve is a little larger.
                assert!((f / scale - e).abs() < 2e-2, "{boxes:?}");
            }
        }
        let layer = "id=\"cut____engrave_\" inkscape:groupmode=\"layer\" inkscape:label=\"cut &amp; \
                     &quot;engrave&quot;\"";
        assert!(text.contains(layer), "{text}");
    }

    fn collect(group: &usvg::Group, boxes: &mut Vec<[f64; 4]>) {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => collect(group, boxes),
                usvg::Node::Path(path) => {
                    let b = path.abs_bounding_box();
                    boxes.push([b.x(), b.y(), b.width(), b.height()].map(f64::from));
                }
                _ => {}
            }
        }
    }

    #[test]
    fn layers_have_ids_without_blanks_of_which_no_two_are_the_same() {
        let mut drawing = Drawing::new([9.0, 9.0], Unit::Pixel);
        for layer in ["Engrave 3 mm", "Engrave 3_mm", "3 mm"] {
            drawing.push(Group { layer: Some(layer.into()), ..Group::new() });
        }
        let text = write(&drawing);
        let ids: Vec<&str> =
            text.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(ids, ["Engrave_3_mm", "Engrave_3_mm-2", "_3_mm"]);
        assert!(text.contains("inkscape:label=\"Engrave 3 mm\""));
    }

    #[test]
    fn what_is_clipped_is_seen_within_its_clip_alone() {
        let png = super::super::png::pixels(&write(&drawing()), 1.0, 1000.0).unwrap();
        let seen = |x: f64, y: f64| {
            let at = |n: f64| (n * 96.0 / 25.4) as usize;
            png.bytes[4 * (at(y) * png.width + at(x)) + 3] > 0
        };
        assert!(seen(62.0, 12.0) && !seen(68.0, 12.0) && !seen(62.0, 18.0));
        // The hole of two contours is not filled.
        assert!(seen(30.0, 30.0) && !seen(10.0, 10.0));
    }

    #[test]
    fn texts_hold_no_characters_that_xml_lacks() {
        let mut drawing = Drawing::new([9.0, 9.0], Unit::Pixel);
        drawing.push(Text::new("a\u{0}<b>\u{FFFE}&\u{1b}", [1.0, 2.0], 3.0, Ink::BLACK));
        let text = write(&drawing);
        assert!(text.contains(">a &lt;b&gt; &amp; </text>"), "{text}");
    }
}
