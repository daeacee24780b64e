//! DXF, which programs for cutters and drawing boards read.
//!
//! The version is that of AutoCAD R12, which every program reads, with the unit given as millimetres.
//! Layers are those of the drawing; arcs stay arcs, as bulges of polylines. y grows
//! upwards. Areas are written as their borders.

use std::fmt::Write as _;

use super::Xy;
use super::drawing::{Anchor, Contour, Drawing, Group, Ink, Node, Segment, Text};

/// Straight lines that stand for a cubic curve.
const CURVE_STEPS: usize = 16;
/// The height of capitals, in sizes of letters.
const CAPITALS: f64 = 0.7;
/// The layer of what is in none.
const DEFAULT_LAYER: &str = "0";
/// The colours that R12 has numbers for, from 1.
const COLOURS: [[u8; 3]; 7] = [
    [255, 0, 0],
    [255, 255, 0],
    [0, 255, 0],
    [0, 255, 255],
    [0, 0, 255],
    [255, 0, 255],
    // Black on white, and white on black.
    [0, 0, 0],
];

/// Writes a drawing. Lengths are in millimetres.
///
/// ```
/// use polywright::picture::drawing::{Contour, Drawing, Ink, Path, Stroke, Unit};
/// use polywright::picture::dxf;
///
/// let mut drawing = Drawing::new([100.0, 50.0], Unit::Millimetre);
/// let square = Contour::polyline([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]], true);
/// drawing.push(Path::lines(vec![square], Stroke::new(Ink::BLACK, 0.1)));
/// assert!(dxf::write(&drawing).starts_with("  0\nSECTION\n"));
/// ```
pub fn write(drawing: &Drawing) -> String {
    let mut writer = Writer {
        text: String::new(),
        scale: drawing.unit.millimetres(),
        height: drawing.millimetres()[1],
    };
    writer.header(drawing);
    writer.tables(drawing);
    writer.pair(0, "SECTION");
    writer.pair(2, "ENTITIES");
    writer.nodes(&drawing.nodes, [0.0; 2], DEFAULT_LAYER);
    writer.pair(0, "ENDSEC");
    writer.pair(0, "EOF");
    writer.text
}

/// The layers of a drawing, each with the colour that comes first in it.
fn layers(drawing: &Drawing) -> Vec<(&str, Option<Ink>)> {
    let named = drawing.nodes.iter().filter_map(|node| match node {
        Node::Group(group) => Some((group.layer.as_deref()?, first_ink(group))),
        Node::Path(_) | Node::Text(_) => None,
    });
    [(DEFAULT_LAYER, None)].into_iter().chain(named).collect()
}

fn first_ink(group: &Group) -> Option<Ink> {
    group.nodes.iter().find_map(|node| match node {
        Node::Group(group) => first_ink(group),
        Node::Path(path) => path.stroke.as_ref().map(|stroke| stroke.ink).or(path.fill),
        Node::Text(text) => Some(text.ink),
    })
}

/// The number of the colour that is most like an ink.
fn colour(ink: Ink) -> usize {
    let off = |other: &[u8; 3]| -> u32 {
        ink.rgb.iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(*b)).pow(2)).sum()
    };
    (0..COLOURS.len()).min_by_key(|&n| off(&COLOURS[n])).map_or(7, |n| n + 1)
}

struct Writer {
    text: String,
    /// Millimetres of a unit.
    scale: f64,
    /// The height of the page in millimetres.
    height: f64,
}

impl Writer {
    fn pair(&mut self, code: u16, value: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{code:>3}\n{value}");
    }

    fn number(&mut self, code: u16, value: f64) {
        // To a millionth; no negative zero.
        let value = (value * 1e6).round() / 1e6 + 0.0;
        self.pair(code, &format!("{value:.6}"));
    }

    /// A point on the page, y upwards.
    fn point(&mut self, [x, y]: Xy) {
        self.number(10, x * self.scale);
        self.number(20, self.height - y * self.scale);
        self.number(30, 0.0);
    }

    fn header(&mut self, drawing: &Drawing) {
        let [width, height] = drawing.millimetres();
        self.pair(0, "SECTION");
        self.pair(2, "HEADER");
        self.pair(9, "$ACADVER");
        self.pair(1, "AC1009");
        self.pair(9, "$INSUNITS");
        self.pair(70, "4");
        self.pair(9, "$MEASUREMENT");
        self.pair(70, "1");
        for (name, [x, y]) in [("$EXTMIN", [0.0, 0.0]), ("$EXTMAX", [width, height])] {
            self.pair(9, name);
            self.number(10, x);
            self.number(20, y);
            self.number(30, 0.0);
        }
        self.pair(0, "ENDSEC");
    }

    fn tables(&mut self, drawing: &Drawing) {
        let layers = layers(drawing);
        self.pair(0, "SECTION");
        self.pair(2, "TABLES");
        self.pair(0, "TABLE");
        self.pair(2, "LAYER");
        self.pair(70, &layers.len().to_string());
        for (name, ink) in layers {
            self.pair(0, "LAYER");
            self.pair(2, &layer_name(name));
            self.pair(70, "0");
            self.pair(62, &ink.map_or(7, colour).to_string());
            self.pair(6, "CONTINUOUS");
        }
        self.pair(0, "ENDTAB");
        self.pair(0, "ENDSEC");
    }

    fn nodes(&mut self, nodes: &[Node], shift: Xy, layer: &str) {
        for node in nodes {
            match node {
                Node::Group(group) => {
                    let shift = [shift[0] + group.shift[0], shift[1] + group.shift[1]];
                    self.nodes(&group.nodes, shift, group.layer.as_deref().unwrap_or(layer));
                }
                Node::Path(path) => {
                    for contour in &path.contours {
                        self.contour(&contour.map(|p| [p[0] + shift[0], p[1] + shift[1]]), layer);
                    }
                }
                Node::Text(text) => self.words(text, shift, layer),
            }
        }
    }

    fn contour(&mut self, contour: &Contour, layer: &str) {
        let mut vertices: Vec<(Xy, f64)> = vec![(contour.start, 0.0)];
        for segment in &contour.segments {
            let last = vertices.len() - 1;
            let from = vertices[last].0;
            match *segment {
                Segment::Line { to } => vertices.push((to, 0.0)),
                Segment::Arc { to, bulge } => {
                    // Seen with y upwards, clockwise is negative.
                    vertices[last].1 = -bulge;
                    vertices.push((to, 0.0));
                }
                Segment::Cubic { controls: [c, d], to } => {
                    let at = |i: usize| {
                        let t = i as f64 / CURVE_STEPS as f64;
                        let u = 1.0 - t;
                        [0, 1].map(|k| {
                            u * u * u * from[k]
                                + 3.0 * u * t * (u * c[k] + t * d[k])
                                + t * t * t * to[k]
                        })
                    };
                    vertices.extend((1..=CURVE_STEPS).map(|i| (at(i), 0.0)));
                }
            }
        }
        // A closed line does not repeat its start.
        let ends = [vertices[0].0, vertices[vertices.len() - 1].0];
        let is_repeated = (0..2).all(|k| (ends[0][k] - ends[1][k]).abs() < 1e-9);
        if contour.closed && vertices.len() > 1 && is_repeated {
            vertices.pop();
        }
        self.vertices(&vertices, contour.closed, layer);
    }

    fn vertices(&mut self, vertices: &[(Xy, f64)], closed: bool, layer: &str) {
        let layer = layer_name(layer);
        if let ([(from, 0.0), (to, _)], false) = (vertices, closed) {
            self.pair(0, "LINE");
            self.pair(8, &layer);
            self.point(*from);
            self.number(11, to[0] * self.scale);
            self.number(21, self.height - to[1] * self.scale);
            self.number(31, 0.0);
            return;
        }
        self.pair(0, "POLYLINE");
        self.pair(8, &layer);
        self.pair(66, "1");
        self.point([0.0, self.height / self.scale]);
        self.pair(70, if closed { "1" } else { "0" });
        for &(at, bulge) in vertices {
            self.pair(0, "VERTEX");
            self.pair(8, &layer);
            self.point(at);
            if bulge != 0.0 {
                // More digits than lengths have: a bulge is multiplied by them.
                self.pair(42, &format!("{bulge:.12}"));
            }
        }
        self.pair(0, "SEQEND");
        self.pair(8, &layer);
    }

    fn words(&mut self, text: &Text, shift: Xy, layer: &str) {
        let at = [text.at[0] + shift[0], text.at[1] + shift[1]];
        self.pair(0, "TEXT");
        self.pair(8, &layer_name(layer));
        self.point(at);
        self.number(40, text.size * CAPITALS * self.scale);
        self.pair(1, &plain(&text.text));
        self.number(50, -text.turn);
        let anchor = match text.anchor {
            Anchor::Start => return,
            Anchor::Middle => "1",
            Anchor::End => "2",
        };
        self.pair(72, anchor);
        self.number(11, at[0] * self.scale);
        self.number(21, self.height - at[1] * self.scale);
        self.number(31, 0.0);
    }
}

/// A name as R12 takes it: capitals, digits and underscores, at most 31.
fn layer_name(name: &str) -> String {
    let character = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
    name.chars().map(character).take(31).collect()
}

/// A text on one line of ASCII, other characters by their numbers.
fn plain(text: &str) -> String {
    let character = |c: char| match c {
        ' '..='~' => c.to_string(),
        c if c.is_control() => " ".to_owned(),
        c => format!("\\U+{:04X}", u32::from(c)),
    };
    text.chars().map(character).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{Path, Stroke, Unit};
    use dxf::entities::EntityType;

    fn read(drawing: &Drawing) -> dxf::Drawing {
        dxf::Drawing::load(&mut write(drawing).as_bytes()).expect("the reader takes it")
    }

    #[test]
    fn lines_arcs_layers_and_units_are_read_by_another_reader() {
        let mut drawing = Drawing::new([2.0, 1.0], Unit::Point);
        let arc = Contour {
            start: [0.0, 1.0],
            segments: vec![
                Segment::Line { to: [1.0, 1.0] },
                Segment::Arc { to: [1.0, 0.0], bulge: -1.0 },
            ],
            closed: true,
        };
        let line = Contour::polyline([[0.0, 0.0], [2.0, 1.0]], false);
        let blue = Stroke::new(Ink::hex(0x00_00_FF), 0.1);
        let mut group = Group { layer: Some("Cut inner".to_owned()), ..Group::new() };
        group.push(Path::lines(vec![arc], blue.clone()));
        drawing.push(group.at([1.0, 0.0]));
        drawing.push(Path::lines(vec![line], blue));
        let read = read(&drawing);
        assert_eq!(read.header.default_drawing_units, dxf::enums::Units::Millimeters);
        let layers: Vec<(String, Option<u8>)> =
            read.layers().map(|l| (l.name.clone(), l.color.index())).collect();
        assert!(layers.contains(&("CUT_INNER".to_owned(), Some(5))), "{layers:?}");
        let entities: Vec<_> = read.entities().collect();
        assert_eq!(entities.len(), 2);
        let EntityType::Polyline(polyline) = &entities[0].specific else { panic!("a polyline") };
        assert_eq!(entities[0].common.layer, "CUT_INNER");
        assert!(polyline.is_closed());
        let mm = 25.4 / 72.0;
        let vertices: Vec<[f64; 3]> = polyline
            .vertices()
            .map(|v| [v.location.x / mm, v.location.y / mm, v.bulge])
            .map(|v| v.map(|n| (n * 1e4).round() / 1e4 + 0.0))
            .collect();
        assert_eq!(vertices, [[1.0, 0.0, 0.0], [2.0, 0.0, 1.0], [2.0, 1.0, 0.0]]);
        assert!(matches!(&entities[1].specific, EntityType::Line(line) if line.p2.y == 0.0));
    }
}
