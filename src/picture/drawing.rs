//! Drawings: what is drawn, described once for every format.
//!
//! A [`Drawing`] is a page with nested groups of paths and texts upon it. Coordinates have x to
//! the right and y down, in the drawing's own [`Unit`]. [`crate::picture::svg`] and
//! [`crate::picture::pdf`] write drawings; PNG is made of the SVG. Who writes another format walks
//! over [`Drawing::nodes`]: every group shifts what is in it.

use super::{Bounds, Xy};

/// Millimetres of an inch.
pub const MM_PER_INCH: f64 = 25.4;
/// Points of an inch.
pub const POINTS_PER_INCH: f64 = 72.0;
/// The distance of the ends of a quarter circle from the control points of the cubic that stands
/// for it, in radii.
const QUARTER: f64 = 0.552_284_749_830_793_4;

/// The unit of the coordinates of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A dot of a screen: the drawing has no true size. On paper it is a 96th of an inch, as in CSS.
    Pixel,
    /// A 72nd of an inch, in which type is measured.
    Point,
    /// A millimetre.
    Millimetre,
}

impl Unit {
    /// Its length in millimetres.
    ///
    /// ```
    /// use polywright::picture::drawing::Unit;
    ///
    /// assert_eq!(72.0 * Unit::Point.millimetres(), 25.4);
    /// ```
    pub fn millimetres(self) -> f64 {
        match self {
            Unit::Pixel => MM_PER_INCH / 96.0,
            Unit::Point => MM_PER_INCH / POINTS_PER_INCH,
            Unit::Millimetre => 1.0,
        }
    }

    /// Its length in points.
    pub fn points(self) -> f64 {
        match self {
            Unit::Pixel => 0.75,
            Unit::Point => 1.0,
            Unit::Millimetre => POINTS_PER_INCH / MM_PER_INCH,
        }
    }
}

/// A colour and how much it covers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// From 0, which cannot be seen, to 1.
    pub opacity: f64,
}

impl Ink {
    /// Black.
    pub const BLACK: Ink = Ink::hex(0);
    /// White.
    pub const WHITE: Ink = Ink::hex(0xFF_FF_FF);

    /// A colour that covers, written as in HTML: `0xRRGGBB`.
    pub const fn hex(rgb: u32) -> Ink {
        let [_, r, g, b] = rgb.to_be_bytes();
        Ink { rgb: [r, g, b], opacity: 1.0 }
    }
}

impl From<[u8; 3]> for Ink {
    fn from(rgb: [u8; 3]) -> Ink {
        Ink { rgb, opacity: 1.0 }
    }
}

/// The form of a line's end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cap {
    /// At its end.
    Butt,
    /// Half a disc beyond its end.
    #[default]
    Round,
}

/// The form of a line's corners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// In a point.
    Mitre,
    /// Rounded.
    #[default]
    Round,
}

/// The style of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Stroke {
    /// Its colour.
    pub ink: Ink,
    /// Its width in units of the drawing; [`Stroke::HAIRLINE`] for the thinnest line of a device.
    pub width: f64,
    /// The lengths of dashes and gaps in turn, in units; empty for a line without gaps.
    pub dashes: Vec<f64>,
    /// Its ends.
    pub cap: Cap,
    /// Its corners.
    pub join: Join,
}

impl Stroke {
    /// The width of the thinnest line of a device, as cutters want it.
    pub const HAIRLINE: f64 = 0.0;

    /// A line with round ends and corners.
    pub fn new(ink: Ink, width: f64) -> Stroke {
        Stroke { ink, width, dashes: Vec::new(), cap: Cap::Round, join: Join::Round }
    }

    /// The same line in dashes.
    pub fn dashed(self, dashes: &[f64]) -> Stroke {
        Stroke { dashes: dashes.to_vec(), ..self }
    }
}

/// A part of a contour, from where the one before it ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// A straight line.
    Line {
        /// Its end.
        to: Xy,
    },
    /// A cubic Bézier curve.
    Cubic {
        /// Its control points.
        controls: [Xy; 2],
        /// Its end.
        to: Xy,
    },
    /// An arc of a circle.
    Arc {
        /// Its end.
        to: Xy,
        /// The tangent of a quarter of its angle, as in DXF; positive where it turns clockwise, as
        /// seen on the page. 1 is half a circle. 0 is a line.
        bulge: f64,
    },
}

impl Segment {
    /// Its end.
    pub fn to(&self) -> Xy {
        match *self {
            Segment::Line { to } | Segment::Cubic { to, .. } | Segment::Arc { to, .. } => to,
        }
    }

    /// The cubic curves, or the line, that stand for it: each with its two control points and end.
    pub fn cubics(&self, from: Xy) -> Vec<[Xy; 3]> {
        match *self {
            Segment::Line { to } => vec![[from, to, to]],
            Segment::Cubic { controls: [c, d], to } => vec![[c, d, to]],
            Segment::Arc { to, bulge } => match Arc::new(from, to, bulge) {
                Some(arc) => arc.cubics(),
                None => vec![[from, to, to]],
            },
        }
    }
}

/// An arc by its circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arc {
    /// The middle of its circle.
    pub centre: Xy,
    /// The radius of its circle.
    pub radius: f64,
    /// The direction of its start from the centre, in radians, clockwise from the right.
    pub start: f64,
    /// Its angle in radians; positive where it turns clockwise.
    pub sweep: f64,
}

impl Arc {
    /// The arc between two points with a bulge as in [`Segment::Arc`]; `None` where it is a line.
    pub fn new(from: Xy, to: Xy, bulge: f64) -> Option<Arc> {
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let chord = dx.hypot(dy);
        if bulge.abs() < 1e-9 || chord == 0.0 {
            return None;
        }
        let lift = (1.0 - bulge * bulge) / (4.0 * bulge);
        let centre = [(from[0] + to[0]) / 2.0 - dy * lift, (from[1] + to[1]) / 2.0 + dx * lift];
        Some(Arc {
            centre,
            radius: chord * (1.0 + bulge * bulge) / (4.0 * bulge.abs()),
            start: (from[1] - centre[1]).atan2(from[0] - centre[0]),
            sweep: 4.0 * bulge.atan(),
        })
    }

    /// The point of its circle in a direction.
    pub fn at(&self, angle: f64) -> Xy {
        let (sin, cos) = angle.sin_cos();
        [self.centre[0] + self.radius * cos, self.centre[1] + self.radius * sin]
    }

    /// Cubic curves that stand for it, each at most a quarter of a circle long.
    fn cubics(&self) -> Vec<[Xy; 3]> {
        let parts = (self.sweep.abs() / std::f64::consts::FRAC_PI_2 - 1e-9).ceil().max(1.0);
        let step = self.sweep / parts;
        let lean = 4.0 / 3.0 * (step / 4.0).tan() * self.radius;
        let part = |i: usize| {
            let (from, to) = (self.start + step * i as f64, self.start + step * (i + 1) as f64);
            let ([ax, ay], [bx, by]) = (self.at(from), self.at(to));
            let c = [ax - lean * from.sin(), ay + lean * from.cos()];
            let d = [bx + lean * to.sin(), by - lean * to.cos()];
            [c, d, [bx, by]]
        };
        (0..parts as usize).map(part).collect()
    }
}

/// A line that may be closed.
#[derive(Clone, Debug, PartialEq)]
pub struct Contour {
    /// Where it begins.
    pub start: Xy,
    /// Its parts, one after the other.
    pub segments: Vec<Segment>,
    /// True if a line leads from its end to its start.
    pub closed: bool,
}

impl Contour {
    /// Straight lines from point to point; one without points is a point at the origin.
    pub fn polyline(points: impl IntoIterator<Item = Xy>, closed: bool) -> Contour {
        let mut points = points.into_iter();
        let start = points.next().unwrap_or_default();
        Contour { start, segments: points.map(|to| Segment::Line { to }).collect(), closed }
    }

    /// A circle, in two arcs from its left.
    pub fn circle([x, y]: Xy, radius: f64) -> Contour {
        let (left, right) = ([x - radius, y], [x + radius, y]);
        let half = |to| Segment::Arc { to, bulge: 1.0 };
        Contour { start: left, segments: vec![half(right), half(left)], closed: true }
    }

    /// A rectangle with its upper left corner at a place, its corners rounded by a radius.
    pub fn rectangle([x, y]: Xy, [width, height]: Xy, radius: f64) -> Contour {
        let (right, low) = (x + width, y + height);
        if radius <= 0.0 {
            return Contour::polyline([[x, y], [right, y], [right, low], [x, low]], true);
        }
        let r = radius.min(width / 2.0).min(height / 2.0);
        let lean = r * (1.0 - QUARTER);
        let line = |to| Segment::Line { to };
        let corner = |c, d, to| Segment::Cubic { controls: [c, d], to };
        let segments = vec![
            line([right - r, y]),
            corner([right - lean, y], [right, y + lean], [right, y + r]),
            line([right, low - r]),
            corner([right, low - lean], [right - lean, low], [right - r, low]),
            line([x + r, low]),
            corner([x + lean, low], [x, low - lean], [x, low - r]),
            line([x, y + r]),
            corner([x, y + lean], [x + lean, y], [x + r, y]),
        ];
        Contour { start: [x + r, y], segments, closed: true }
    }

    /// The centre and radius if this is a circle as made by [`Contour::circle`].
    pub fn as_circle(&self) -> Option<(Xy, f64)> {
        match self.segments[..] {
            [Segment::Arc { to, bulge: 1.0 }, Segment::Arc { to: end, bulge: 1.0 }]
                if end == self.start && to[1] == end[1] =>
            {
                Some(([(to[0] + end[0]) / 2.0, to[1]], (to[0] - end[0]).abs() / 2.0))
            }
            _ => None,
        }
    }

    /// Its start, the ends of its parts, and the control points that stand for what is curved: the
    /// contour lies within their hull.
    pub fn hull(&self) -> impl Iterator<Item = Xy> {
        let mut from = self.start;
        let mut points = vec![from];
        for segment in &self.segments {
            points.extend(segment.cubics(from).into_iter().flatten());
            from = segment.to();
        }
        points.into_iter()
    }

    /// The same contour with every point mapped, the radii of arcs as they come; for a map that
    /// shifts, turns or scales evenly, and does not mirror.
    pub fn map(&self, at: impl Fn(Xy) -> Xy) -> Contour {
        let segment = |segment: &Segment| match *segment {
            Segment::Line { to } => Segment::Line { to: at(to) },
            Segment::Cubic { controls, to } => {
                Segment::Cubic { controls: controls.map(&at), to: at(to) }
            }
            Segment::Arc { to, bulge } => Segment::Arc { to: at(to), bulge },
        };
        Contour {
            start: at(self.start),
            segments: self.segments.iter().map(segment).collect(),
            closed: self.closed,
        }
    }
}

/// Contours that are filled by the even-odd rule, drawn as lines, or both: first filled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// The contours.
    pub contours: Vec<Contour>,
    /// The ink of its inside, if it is filled.
    pub fill: Option<Ink>,
    /// The line, if it is drawn.
    pub stroke: Option<Stroke>,
}

impl Path {
    /// Returns the inside of contours.
    pub fn area(contours: Vec<Contour>, ink: Ink) -> Path {
        Path { contours, fill: Some(ink), stroke: None }
    }

    /// Contours as lines.
    pub fn lines(contours: Vec<Contour>, stroke: Stroke) -> Path {
        Path { contours, fill: None, stroke: Some(stroke) }
    }
}

/// The part of a text that stands at its place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Anchor {
    /// Its beginning.
    #[default]
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// The weight of letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// That of running text.
    #[default]
    Regular,
    /// That of names and titles.
    SemiBold,
}

/// A line of text in the typeface of pictures.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// A point of its baseline.
    pub at: Xy,
    /// The part of the text that stands there.
    pub anchor: Anchor,
    /// The size of its letters, in units of the drawing.
    pub size: f64,
    /// Their weight.
    pub weight: Weight,
    /// The angle by which it is turned about its place, in degrees, clockwise.
    pub turn: f64,
    /// Their colour.
    pub ink: Ink,
}

impl Text {
    /// A level text of regular weight that begins at a place.
    pub fn new(text: impl Into<String>, at: Xy, size: f64, ink: Ink) -> Text {
        let (anchor, weight) = (Anchor::Start, Weight::Regular);
        Text { text: text.into(), at, anchor, size, weight, turn: 0.0, ink }
    }

    /// The same text in semibold.
    pub fn semibold(self) -> Text {
        Text { weight: Weight::SemiBold, ..self }
    }

    /// The same text with another part of it at its place.
    pub fn anchored(self, anchor: Anchor) -> Text {
        Text { anchor, ..self }
    }
}

/// An element of a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A group within.
    Group(Group),
    /// Areas and lines.
    Path(Path),
    /// A text.
    Text(Text),
}

impl From<Group> for Node {
    fn from(group: Group) -> Node {
        Node::Group(group)
    }
}

impl From<Path> for Node {
    fn from(path: Path) -> Node {
        Node::Path(path)
    }
}

impl From<Text> for Node {
    fn from(text: Text) -> Node {
        Node::Text(text)
    }
}

/// Elements that are drawn together, the first beneath the others.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// Where its origin lies in what is around it.
    pub shift: Xy,
    /// The name of the layer that it is, as for an operation of a cutter; not of groups within
    /// others.
    pub layer: Option<String>,
    /// The visible area, by the even-odd rule; everything if there are no contours.
    pub clip: Vec<Contour>,
    /// Its elements.
    pub nodes: Vec<Node>,
}

impl Group {
    /// Nothing yet.
    pub fn new() -> Group {
        Group::default()
    }

    /// The same group with more on top.
    #[must_use]
    pub fn with(mut self, node: impl Into<Node>) -> Group {
        self.nodes.push(node.into());
        self
    }

    /// Puts more on top.
    pub fn push(&mut self, node: impl Into<Node>) {
        self.nodes.push(node.into());
    }

    /// The same group at another place.
    #[must_use]
    pub fn at(self, shift: Xy) -> Group {
        Group { shift, ..self }
    }
}

/// A page and what is drawn on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawing {
    /// The name of the page for people; empty for none.
    pub name: String,
    /// Width and height, in units.
    pub size: Xy,
    /// The unit of all coordinates.
    pub unit: Unit,
    /// The number of millimetres in a unit on paper, if it differs from that of [`Unit`].
    pub true_unit: Option<f64>,
    /// The colour of the page; `None` leaves it as it is.
    pub ground: Option<Ink>,
    /// The elements on the page, the first beneath the others.
    pub nodes: Vec<Node>,
}

impl Drawing {
    /// An empty page.
    pub fn new(size: Xy, unit: Unit) -> Drawing {
        Drawing {
            name: String::new(),
            size,
            unit,
            true_unit: None,
            ground: None,
            nodes: Vec::new(),
        }
    }

    /// Puts more on top.
    pub fn push(&mut self, node: impl Into<Node>) {
        self.nodes.push(node.into());
    }

    /// Width and height in millimetres.
    pub fn millimetres(&self) -> Xy {
        self.size.map(|n| n * self.true_unit.unwrap_or(self.unit.millimetres()))
    }

    /// Calls `visit` with every path and text, and the shift that brings it to the page.
    pub fn visit<'d>(&'d self, visit: &mut impl FnMut(&'d Node, Xy)) {
        visit_all(&self.nodes, [0.0; 2], visit);
    }

    /// The least rectangle around all paths, by their control points and without the width of
    /// lines; `None` without any.
    pub fn path_bounds(&self) -> Option<Bounds> {
        let mut points = Vec::new();
        self.visit(&mut |node, [x, y]| {
            if let Node::Path(path) = node {
                let hull = path.contours.iter().flat_map(Contour::hull);
                points.extend(hull.map(|p| [p[0] + x, p[1] + y]));
            }
        });
        Bounds::of_points(points)
    }
}

/// As deep as groups are nested, which is a matter of the code that draws.
fn visit_all<'d>(nodes: &'d [Node], [x, y]: Xy, visit: &mut impl FnMut(&'d Node, Xy)) {
    for node in nodes {
        match node {
            Node::Group(group) => {
                visit_all(&group.nodes, [x + group.shift[0], y + group.shift[1]], visit);
            }
            Node::Path(_) | Node::Text(_) => visit(node, [x, y]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: Xy, b: Xy) -> bool {
        (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-9
    }

    #[test]
    fn a_positive_bulge_turns_clockwise_on_the_page() {
        // From the top of the unit circle to its right: a quarter, clockwise as y points down.
        let quarter = (std::f64::consts::PI / 8.0).tan();
        let arc = Arc::new([0.0, -1.0], [1.0, 0.0], quarter).unwrap();
        assert!(close(arc.centre, [0.0, 0.0]) && (arc.radius - 1.0).abs() < 1e-9);
        assert!(close(arc.at(arc.start + arc.sweep), [1.0, 0.0]));
        let other = Arc::new([0.0, -1.0], [1.0, 0.0], -quarter).unwrap();
        assert!(close(other.centre, [1.0, -1.0]));
        assert_eq!(Arc::new([0.0; 2], [1.0, 0.0], 0.0), None);
    }

    #[test]
    fn cubics_stay_close_to_the_arcs_they_stand_for() {
        for bulge in [0.1, 0.5, 1.0, 2.5, -0.7, -1.0] {
            let (from, to) = ([3.0, 4.0], [7.0, -2.0]);
            let arc = Arc::new(from, to, bulge).unwrap();
            let mut start = from;
            let parts = Segment::Arc { to, bulge }.cubics(from);
            for &[c, d, end] in &parts {
                for i in 0..=8 {
                    let t = f64::from(i) / 8.0;
                    let u = 1.0 - t;
                    let at = [0, 1].map(|k| {
                        u * u * u * start[k]
                            + 3.0 * u * u * t * c[k]
                            + 3.0 * u * t * t * d[k]
                            + t * t * t * end[k]
                    });
                    let off = (at[0] - arc.centre[0]).hypot(at[1] - arc.centre[1]) - arc.radius;
                    assert!(off.abs() < 3e-4 * arc.radius, "{bulge}: {off}");
                }
                start = end;
            }
            assert!(close(start, to));
        }
    }

    #[test]
    fn circles_are_told_from_other_contours() {
        assert_eq!(Contour::circle([2.0, 3.0], 1.5).as_circle(), Some(([2.0, 3.0], 1.5)));
        assert_eq!(Contour::rectangle([0.0; 2], [1.0; 2], 0.2).as_circle(), None);
    }

    #[test]
    fn what_is_drawn_is_visited_where_it_lies() {
        let square = Contour::rectangle([0.0; 2], [1.0; 2], 0.0);
        let path = Path::area(vec![square], Ink::BLACK);
        let inner = Group::new().at([1.0, 2.0]).with(path.clone());
        let mut drawing = Drawing::new([9.0, 9.0], Unit::Millimetre);
        drawing.push(Group::new().at([3.0, 0.0]).with(inner).with(path));
        let bounds = drawing.path_bounds().unwrap();
        assert_eq!((bounds.min, bounds.max), ([3.0, 0.0], [5.0, 3.0]));
    }
}
