//! Pictures of one's own as lines to engrave: read from SVG, and put on parts.

use std::sync::Arc;

use resvg::tiny_skia::PathSegment;
use resvg::usvg::{Fill, Group, Node, Options, Paint, Path, Tree};

use super::LaserError;
use super::operation::Operation;
use super::part::{CutPart, PartText};
use super::path::{self, Motion, contains, distance, flat};
use crate::make::flattening::Flattening;
use crate::picture::drawing::Contour;
use crate::picture::{Bounds, FONTS, Xy, fonts};
use crate::puzzle::making::Artwork;

/// The largest file that is read, in bytes.
pub const MAX_BYTES: usize = 4 << 20;
/// The most points that a picture has once its curves are straight lines.
const MAX_POINTS: usize = 20_000;
/// The longer side of a picture in settings, whose points have whole coordinates.
const SIDE: f64 = 20_000.0;
/// The distance of lines from the curves that they stand for, as a share of the longer side.
const FLAT: f64 = 1.0 / 8000.0;
/// The least share of each colour in what counts as white.
const WHITE: u8 = 250;
/// The distance of the points of a picture that are tested to lie on its part, in millimetres.
const STEP: f64 = 0.5;

/// Why a file is no picture to engrave, as a sentence with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArtworkError {
    /// The file is too large.
    #[error("The file is larger than {} MB. Simplify the picture.", MAX_BYTES >> 20)]
    TooLarge,
    /// It is no SVG.
    #[error("The file is not a valid SVG picture: {0}.")]
    Svg(String),
    /// There is nothing to engrave.
    #[error("The picture has no shapes to engrave. White shapes on no other shape are left out.")]
    Empty,
    /// There are only bitmaps.
    #[error("The picture is a bitmap. Trace it first, so that it consists of paths.")]
    Bitmap,
    /// It has too many points.
    #[error("The picture has {points} points; at most {most} can be engraved. Simplify it.")]
    Detailed {
        /// The number of points.
        points: usize,
        /// The most.
        most: usize,
    },
}

/// Reads a picture in SVG. Fills of any colour are areas; paths with a stroke alone are lines. A white fill that
/// lies on another one is a hole in it.
///
/// # Errors
/// When the file cannot be read, or has nothing to engrave.
pub fn read_svg(bytes: &[u8]) -> Result<Artwork, ArtworkError> {
    if bytes.len() > MAX_BYTES {
        return Err(ArtworkError::TooLarge);
    }
    let has_text = bytes.windows(5).any(|word| word == b"<text");
    let mut options =
        Options { font_family: crate::picture::FONT_FAMILY.to_owned(), ..Options::default() };
    if has_text {
        let mut database = (**fonts::system()).clone();
        FONTS.iter().for_each(|font| database.load_font_data(font.to_vec()));
        options.fontdb = Arc::new(database);
    }
    let tree = Tree::from_data(bytes, &options).map_err(|e| ArtworkError::Svg(e.to_string()))?;
    let size = tree.size();
    let most = f64::from(size.width().max(size.height())) * FLAT;
    let mut found = Found { most, ..Found::default() };
    found.group(tree.root());
    let Some(Bounds { min, max }) = path::bounds(found.areas.iter().chain(&found.lines)) else {
        return Err(if found.has_bitmap { ArtworkError::Bitmap } else { ArtworkError::Empty });
    };
    let longest = (max[0] - min[0]).max(max[1] - min[1]);
    if longest.is_nan() || longest <= 0.0 {
        return Err(ArtworkError::Empty);
    }
    let scale = SIDE / longest;
    let all = found.areas.iter().chain(&found.lines);
    let points: usize = all.map(|line| line.segments.len() + 1).sum();
    if points > MAX_POINTS {
        return Err(ArtworkError::Detailed { points, most: MAX_POINTS });
    }
    let write = |lines: &[Contour]| lines.iter().map(|line| data(line, min, scale)).collect();
    Ok(Artwork { areas: write(&found.areas), lines: write(&found.lines), ..Artwork::default() })
}

/// A line as the data of a path, moved and scaled.
fn data(line: &Contour, min: Xy, scale: f64) -> String {
    let at = |p: Xy| {
        let [x, y] = [0, 1].map(|k| ((p[k] - min[k]) * scale).round());
        format!("{} {}", x + 0.0, y + 0.0)
    };
    let rest: Vec<String> = line.segments.iter().map(|segment| at(segment.to())).collect();
    format!("M{}L{}{}", at(line.start), rest.join(" "), if line.closed { "Z" } else { "" })
}

/// The lines that [`data`] wrote, or somebody else; `None` where they are none.
fn lines(data: &str) -> Option<Vec<Contour>> {
    let mut parts = data.split('M');
    if !parts.next()?.trim().is_empty() {
        return None;
    }
    let line = |text: &str| {
        let text = text.trim();
        let open = text.strip_suffix(['Z', 'z']);
        let numbers: Vec<f64> = open
            .unwrap_or(text)
            .split(|c: char| c.is_whitespace() || c == ',' || c == 'L')
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().ok().filter(|n: &f64| n.abs() <= 1e9))
            .collect::<Option<_>>()?;
        let points = numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        (numbers.len() >= 4 && numbers.len().is_multiple_of(2))
            .then(|| Contour::polyline(points, open.is_some()))
    };
    parts.map(line).collect()
}

/// The contours that are found in a picture.
#[derive(Default)]
struct Found {
    areas: Vec<Contour>,
    lines: Vec<Contour>,
    has_bitmap: bool,
    /// The distance that lines may be off curves.
    most: f64,
}

impl Found {
    /// Groups are nested as deep as the reader of SVG lets them.
    fn group(&mut self, group: &Group) {
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner),
                Node::Path(path) => self.path(path),
                Node::Text(text) => self.group(text.flattened()),
                Node::Image(_) => self.has_bitmap = true,
            }
        }
    }

    fn path(&mut self, path: &Path) {
        let is_seen = path.is_visible();
        let fill = path.fill().filter(|fill| fill.opacity().get() > 0.0);
        let stroke = path.stroke().filter(|stroke| stroke.opacity().get() > 0.0);
        if !is_seen || fill.is_none() && stroke.is_none() {
            return;
        }
        if fill.is_some_and(is_white) && self.areas.is_empty() {
            return;
        }
        let Some(data) = path.data().clone().transform(path.abs_transform()) else { return };
        let mut pen = Flattening::new(self.most);
        let xy = |p: resvg::tiny_skia::Point| [f64::from(p.x), f64::from(p.y)];
        for segment in data.segments() {
            match segment {
                PathSegment::MoveTo(to) => {
                    // The inside of a line that is left open is filled, too.
                    pen.end(fill.is_some());
                    pen.start(xy(to));
                }
                PathSegment::LineTo(to) => pen.line(xy(to)),
                PathSegment::QuadTo(c, to) => pen.quadratic(xy(c), xy(to)),
                PathSegment::CubicTo(c, d, to) => pen.cubic([xy(c), xy(d)], xy(to)),
                PathSegment::Close => pen.end(true),
            }
        }
        pen.end(fill.is_some());
        let lines = if fill.is_some() { &mut self.areas } else { &mut self.lines };
        lines.extend(pen.finish());
    }
}

fn is_white(fill: &Fill) -> bool {
    match fill.paint() {
        Paint::Color(colour) => [colour.red, colour.green, colour.blue].iter().all(|c| *c >= WHITE),
        _ => false,
    }
}

/// Engraves a picture on a part; the bounds that it has there, from the upper left end of the part.
pub(super) fn put(artwork: &Artwork, part: &mut CutPart) -> Result<Bounds, LaserError> {
    let unreadable = || LaserError::ArtworkData(artwork.name.clone());
    let read = |data: &str| lines(data).ok_or_else(unreadable);
    let (areas, strokes) = (read(&artwork.areas)?, read(&artwork.lines)?);
    let own = path::bounds(areas.iter().chain(&strokes)).ok_or_else(unreadable)?;
    let region = part.region(Motion::NONE);
    let Bounds { min, max } = region.bounds;
    let width = artwork.width.map_or((max[0] - min[0]) / 2.0, |width| width.in_mm());
    let scale = width / own.size()[0].max(1e-9);
    if !(1e-6..1e6).contains(&scale) || own.size()[0] < 1e-9 {
        return Err(LaserError::ArtworkWidth(artwork.name.clone()));
    }
    let at = [0, 1].map(|k| {
        let given = [artwork.x, artwork.y][k];
        given.map_or((min[k] + max[k]) / 2.0, |length| min[k] + length.in_mm())
    });
    let middle = own.middle();
    let turn = Motion { turn: artwork.turn % 360, ..Motion::NONE };
    let placed =
        |line: &Contour| turn.contour(&line.map(|p| [0, 1].map(|k| (p[k] - middle[k]) * scale)));
    let of_areas = if artwork.filled { Operation::Fill } else { Operation::Engrave };
    let mut whole: Vec<Xy> = Vec::new();
    for (lines, operation) in [(areas, of_areas), (strokes, Operation::Engrave)] {
        let lines: Vec<Contour> = lines.iter().map(placed).collect();
        whole.extend(lines.iter().flat_map(stations).map(|p| [p[0] + at[0], p[1] + at[1]]));
        if !lines.is_empty() {
            part.texts.push(PartText { at, lines, operation, level: false });
        }
    }
    let bounds = Bounds::of_points(whole.iter().copied()).ok_or_else(unreadable)?;
    let from = |p: Xy| [0, 1].map(|k| p[k] - min[k]);
    let bounds = Bounds { min: from(bounds.min), max: from(bounds.max) };
    if !whole.iter().all(|&at| contains(&region.polygons, at)) {
        let size = bounds.size().map(|n| format!("{n:.1}")).join(" × ");
        let (name, part) = (artwork.name.clone(), part.name.clone());
        return Err(LaserError::ArtworkOutside { name, part, size });
    }
    // Turned over, the part would show its other side.
    part.may_flip = false;
    Ok(bounds)
}

/// Points along a line, close to each other.
fn stations(line: &Contour) -> Vec<Xy> {
    let points = flat(line);
    let count = if line.closed { points.len() } else { points.len() - 1 };
    let mut stations = points.clone();
    for i in 0..count {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        let steps = (distance(a, b) / STEP).ceil().clamp(1.0, 10_000.0) as usize;
        let between = |s: usize| [0, 1].map(|k| a[k] + (b[k] - a[k]) * s as f64 / steps as f64);
        stations.extend((1..steps).map(between));
    }
    stations
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(body: &str) -> Vec<u8> {
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\">";
        format!("{head}{body}</svg>").into_bytes()
    }

    #[test]
    fn fills_are_areas_and_strokes_alone_are_lines() {
        let body = "<rect width=\"40\" height=\"20\" fill=\"white\"/>\
                    <g transform=\"translate(10 5) scale(2)\"><rect width=\"20\" height=\"10\"/>\
                    <rect x=\"2\" y=\"2\" width=\"4\" height=\"4\" fill=\"#fff\"/></g>\
                    <path d=\"M10 5L50 25\" fill=\"none\" stroke=\"red\"/>";
        let artwork = read_svg(&svg(body)).unwrap();
        assert_eq!(
            artwork.areas,
            "M0 0L20000 0 20000 10000 0 10000ZM2000 2000L6000 2000 6000 6000 2000 6000Z"
        );
        assert_eq!(artwork.lines, "M0 0L20000 10000");
        let read = lines(&artwork.areas).unwrap();
        assert_eq!(read.iter().map(path::area).collect::<Vec<_>>(), [2e8, 1.6e7]);
    }

    #[test]
    fn curves_are_lines_close_to_them() {
        let circle = "<circle cx=\"50\" cy=\"25\" r=\"20\"/>";
        let artwork = read_svg(&svg(circle)).unwrap();
        let area: f64 = lines(&artwork.areas).unwrap().iter().map(|c| path::area(c).abs()).sum();
        let wanted = std::f64::consts::PI * 1e8;
        assert!((area - wanted).abs() < 2e-3 * wanted, "{area}");
    }

    #[test]
    fn what_cannot_be_engraved_says_why() {
        assert_eq!(read_svg(&svg("")), Err(ArtworkError::Empty));
        let white = "<rect width=\"40\" height=\"20\" fill=\"white\"/>";
        assert_eq!(read_svg(&svg(white)), Err(ArtworkError::Empty));
        assert!(matches!(read_svg(b"hello"), Err(ArtworkError::Svg(_))));
        assert!(matches!(read_svg(b"<svg"), Err(ArtworkError::Svg(_))));
        assert_eq!(read_svg(&vec![b' '; MAX_BYTES + 1]), Err(ArtworkError::TooLarge));
        let points: String =
            (0..MAX_POINTS + 1).map(|n| format!("L{} {}", n % 97, n % 89)).collect();
        let path = format!("<path d=\"M1 1{points}Z\"/>");
        assert!(matches!(read_svg(&svg(&path)), Err(ArtworkError::Detailed { .. })));
        for wrong in ["L1 1", "M1", "M1 2L3", "M1 2LxZ", "M1 2L3 4C1", "M1 2L1e99 3"] {
            assert_eq!(lines(wrong), None, "{wrong}");
        }
        assert_eq!(lines("").map(|lines| lines.len()), Some(0));
    }
}
