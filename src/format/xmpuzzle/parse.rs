//! The XML of a `.xmpuzzle` file, as it stands there.
//!
//! Read as a stream: what is of no use here, such as saved ways to take a puzzle apart, is passed
//! over without being kept. Nothing is allocated by a number in the file before it is bounded.

use std::collections::{BTreeMap, BTreeSet};

use quick_xml::errors::SyntaxError;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::MAX_COLOURS;
use crate::format::{TextError, line_and_column};
use crate::lattice::MAX_SITES;
use crate::text;

/// Deeper nesting is no puzzle; saved solutions are nested about as deep as there are pieces.
const DEEPEST: usize = 1000;
/// Elements of the format have a handful of attributes.
const MAX_ATTRIBUTES: usize = 64;
/// All shapes of a file together have no more cells, filled or empty.
const MAX_CELLS: u64 = 64 * MAX_SITES;

/// A file has no more shapes, problems, pieces of a problem, or colour rules.
const MAX_ENTRIES: usize = 20_000;
/// The largest number of unknown elements that are named.
const MAX_UNKNOWN: usize = 20;

/// A cell of a shape that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Voxel {
    /// x, y and z, counted from 0.
    pub(super) at: [i32; 3],
    /// True if it may be filled, rather than must be.
    pub(super) variable: bool,
    /// Its colour, counted from 1 to [`MAX_COLOURS`]; 0 for none.
    pub(super) colour: u32,
}

/// A shape: a piece, a result, or neither.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    /// May be empty.
    pub(super) name: String,
    /// Sorted by z, y, x.
    pub(super) voxels: Vec<Voxel>,
    /// The more, the sooner it stands while others move.
    pub(super) weight: i32,
}

/// A shape that is a piece of a problem.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Its place in [`File::shapes`], which may not be there.
    pub(super) shape: usize,
    pub(super) min: u32,
    pub(super) max: u32,
    /// The group of pieces that it need not be separated from; 0 is none.
    pub(super) group: u32,
}

/// A problem: pieces and what they are to make.
#[derive(Clone, Debug, Default)]
pub(super) struct Problem {
    pub(super) name: String,
    pub(super) parts: Vec<Part>,
    /// A place in [`File::shapes`], which may not be there.
    pub(super) result: Option<usize>,
    /// The colours of pieces that may lie on colours of the result, as pairs, both counted from 1.
    pub(super) allowed: BTreeSet<(u32, u32)>,
    pub(super) most_holes: Option<u64>,
    /// True if a piece is in several groups, or only some of its copies are in one.
    pub(super) mixed_groups: bool,
    /// Solutions written down in the file.
    pub(super) solutions: u64,
    /// The number of assemblies that BurrTools reports having found.
    pub(super) assemblies: Option<u64>,
    /// True if the file holds an unfinished search.
    pub(super) unfinished: bool,
}

/// A whole file.
#[derive(Debug)]
pub(super) struct File {
    /// 0 cubes, 1 triangular prisms, 2 spheres, 3 rhombic tetrahedra, 4 tetrahedra and octahedra.
    pub(super) grid: u32,
    /// True if the grid has settings of its own.
    pub(super) grid_settings: bool,
    pub(super) shapes: Vec<Shape>,
    /// Cells of all shapes together, filled or empty.
    cells: u64,
    pub(super) problems: Vec<Problem>,
    pub(super) comment: String,
    /// Elements at the level of shapes and problems that are not known, each once.
    pub(super) unknown: BTreeSet<String>,
}

impl File {
    pub(super) fn parse(text: &str) -> Result<File, TextError> {
        let mut xml = Xml::new(text);
        xml.enter_puzzle()?;
        let mut file = File {
            grid: 0,
            grid_settings: false,
            shapes: Vec::new(),
            cells: 0,
            problems: Vec::new(),
            comment: String::new(),
            unknown: BTreeSet::new(),
        };
        while let Some(tag) = xml.child()? {
            match tag.name.as_str() {
                "gridType" => {
                    file.grid = xml.number(&tag, "type")?.unwrap_or(0);
                    file.grid_settings = tag.attributes.keys().any(|key| key != "type");
                    xml.skip()?;
                }
                // Only what the rules make of colours matters, not how they look.
                "colors" => xml.skip()?,
                "shapes" => file.read_shapes(&mut xml)?,
                "problems" => file.read_problems(&mut xml)?,
                "comment" => file.comment = xml.text()?.trim().to_owned(),
                other => {
                    if file.unknown.len() < MAX_UNKNOWN {
                        file.unknown.insert(text::shortened(other, 40));
                    }
                    xml.skip()?;
                }
            }
        }
        Ok(file)
    }

    fn read_shapes(&mut self, xml: &mut Xml<'_>) -> Result<(), TextError> {
        while let Some(tag) = xml.child()? {
            if tag.name != "voxel" {
                xml.skip()?;
                continue;
            }
            xml.bounded(self.shapes.len(), "shapes")?;
            self.shapes.push(shape(xml, &tag, &mut self.cells)?);
        }
        Ok(())
    }

    fn read_problems(&mut self, xml: &mut Xml<'_>) -> Result<(), TextError> {
        while let Some(tag) = xml.child()? {
            if tag.name != "problem" {
                xml.skip()?;
                continue;
            }
            xml.bounded(self.problems.len(), "problems")?;
            self.problems.push(problem(xml, &tag)?);
        }
        Ok(())
    }
}

/// Reads a shape, and adds its cells to those of all shapes.
fn shape(xml: &mut Xml<'_>, tag: &Tag, cells: &mut u64) -> Result<Shape, TextError> {
    let mut size = [0; 3];
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        size[axis] = xml
            .number(tag, name)?
            .ok_or_else(|| xml.error(format!("<voxel> needs its size along {name}")))?;
    }
    let size = size.map(u64::from);
    let [x, y, z] = size;
    // Two factors of 32 bits cannot overflow; a third is only multiplied where they are small.
    let count = if x * y > MAX_SITES { x * y } else { x * y * z };
    if count > MAX_SITES {
        return Err(xml.error(format!(
            "a shape of {x} × {y} × {z} cells is too large; at most {MAX_SITES} are possible"
        )));
    }
    *cells += count;
    if *cells > MAX_CELLS {
        return Err(xml.error(format!(
            "the shapes have more than {} cells together",
            text::grouped(MAX_CELLS)
        )));
    }
    if xml.number(tag, "type")?.unwrap_or(0) != 0 {
        return Err(xml.error("<voxel> of a type that is not known; expected type=\"0\""));
    }
    let text = xml.text()?;
    let voxels = voxels(&text, size).map_err(|error| xml.error(error.to_string()))?;
    let name = tag.get("name").unwrap_or_default().to_owned();
    let weight = tag.get("weight").and_then(|weight| weight.trim().parse().ok()).unwrap_or(1);
    Ok(Shape { name, voxels, weight })
}

/// Why a text is not the cells of a shape.
#[derive(Debug, thiserror::Error)]
enum VoxelError {
    #[error("a colour number is above {MAX_COLOURS}, the maximum")]
    Colour,
    #[error("the text of a shape of {} has too many cells; expected {count}", size_words(size))]
    TooMany { size: [u64; 3], count: u64 },
    #[error("'{0}' is not a cell of a shape; expected '#', '+', '_' or the number of a colour")]
    Sign(char),
    #[error(
        "the text of a shape of {} has too few cells ({given}); expected {count}",
        size_words(size)
    )]
    TooFew { size: [u64; 3], count: u64, given: u64 },
}

fn size_words([x, y, z]: &[u64; 3]) -> String {
    format!("{x} × {y} × {z}")
}

/// The cells of a shape from its text: a sign for each, the number of a colour behind those that
/// have one.
fn voxels(text: &str, size: [u64; 3]) -> Result<Vec<Voxel>, VoxelError> {
    let [x, y, z] = size;
    let count = x * y * z;
    let mut voxels: Vec<Voxel> = Vec::new();
    let (mut index, mut filled) = (0, false);
    for sign in text.chars().filter(|c| !c.is_whitespace()) {
        if let Some(digit) = sign.to_digit(10) {
            if let Some(voxel) = voxels.last_mut().filter(|_| filled) {
                voxel.colour = voxel.colour * 10 + digit;
                if voxel.colour > MAX_COLOURS {
                    return Err(VoxelError::Colour);
                }
            }
            continue;
        }
        if index >= count {
            return Err(VoxelError::TooMany { size, count });
        }
        filled = match sign {
            '#' | '+' => true,
            '_' => false,
            _ => return Err(VoxelError::Sign(sign)),
        };
        if filled {
            let at = [index % x, index / x % y, index / (x * y)].map(|n| n as i32);
            voxels.push(Voxel { at, variable: sign == '+', colour: 0 });
        }
        index += 1;
    }
    if index < count {
        return Err(VoxelError::TooFew { size, count, given: index });
    }
    Ok(voxels)
}

fn problem(xml: &mut Xml<'_>, tag: &Tag) -> Result<Problem, TextError> {
    let mut problem = Problem {
        name: tag.get("name").unwrap_or_default().to_owned(),
        most_holes: xml.number(tag, "maxHoles")?.map(u64::from),
        ..Problem::default()
    };
    // 0 not begun, 1 broken off, 2 done.
    let state = xml.number(tag, "state")?.unwrap_or(0);
    problem.unfinished = state == 1;
    if state != 0 {
        problem.assemblies = tag.get("assemblies").and_then(|n| n.parse().ok());
    }
    while let Some(tag) = xml.child()? {
        match tag.name.as_str() {
            "shapes" => {
                while let Some(tag) = xml.child()? {
                    if tag.name != "shape" {
                        xml.skip()?;
                        continue;
                    }
                    xml.bounded(problem.parts.len(), "pieces")?;
                    let mut part = part(xml, &tag)?;
                    while let Some(inner) = xml.child()? {
                        if inner.name == "group" {
                            let group = xml.number(&inner, "group")?.unwrap_or(0);
                            let count = xml.number(&inner, "count")?.unwrap_or(part.max);
                            problem.mixed_groups |= part.group != 0 || count < part.max;
                            part.group = if part.group == 0 { group } else { part.group };
                        }
                        xml.skip()?;
                    }
                    problem.parts.push(part);
                }
            }
            "result" => {
                problem.result = xml.number(&tag, "id")?.map(|id| id as usize);
                xml.skip()?;
            }
            "bitmap" => {
                while let Some(tag) = xml.child()? {
                    if tag.name == "pair" {
                        let missing = "<pair> needs a colour of a piece and one of the result";
                        let colour = |name| match xml.number(&tag, name)? {
                            Some(colour) => Ok(colour.saturating_add(1)),
                            None => Err(xml.error(missing)),
                        };
                        let pair = (colour("piece")?, colour("result")?);
                        xml.bounded(problem.allowed.len(), "colour rules")?;
                        problem.allowed.insert(pair);
                    }
                    xml.skip()?;
                }
            }
            "solutions" => {
                while xml.child()?.is_some() {
                    problem.solutions += 1;
                    xml.skip()?;
                }
            }
            _ => xml.skip()?,
        }
    }
    Ok(problem)
}

fn part(xml: &Xml<'_>, tag: &Tag) -> Result<Part, TextError> {
    let shape = xml.number(tag, "id")?.ok_or_else(|| xml.error("<shape> needs an id"))? as usize;
    let (min, max) = match xml.number(tag, "count")? {
        Some(count) => (count, count),
        None => match (xml.number(tag, "min")?, xml.number(tag, "max")?) {
            (Some(min), Some(max)) => (min, max),
            _ => (1, 1),
        },
    };
    if min > max {
        return Err(xml.error(format!("at least {min} of a piece, but at most {max}")));
    }
    let group = xml.number(tag, "group")?.unwrap_or(0);
    Ok(Part { shape, min, max, group })
}

/// An element that begins.
struct Tag {
    name: String,
    attributes: BTreeMap<String, String>,
}

impl Tag {
    fn get(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }
}

/// The XML as a stream of elements.
struct Xml<'t> {
    text: &'t str,
    reader: Reader<&'t [u8]>,
    depth: usize,
}

impl<'t> Xml<'t> {
    fn new(text: &'t str) -> Xml<'t> {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Xml { text, reader, depth: 0 }
    }

    /// Enters the root element, which says what the file is and of which version.
    fn enter_puzzle(&mut self) -> Result<(), TextError> {
        let root = match self.child()? {
            Some(root) if root.name == "puzzle" => root,
            _ => return Err(self.error("is not a BurrTools file, which begins with <puzzle>")),
        };
        match root.get("version") {
            Some("1" | "2") => Ok(()),
            Some(other) => {
                let other = text::shortened(other, 40);
                Err(self.error(format!("version {other} of the format is not known")))
            }
            None => Err(self.error("<puzzle> needs a version, such as version=\"2\"")),
        }
    }

    /// An error here.
    fn error(&self, message: impl Into<String>) -> TextError {
        self.error_at(self.reader.buffer_position(), message)
    }

    fn error_at(&self, offset: u64, message: impl Into<String>) -> TextError {
        let mut offset = usize::try_from(offset).unwrap_or(usize::MAX).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        TextError { place: Some(line_and_column(self.text, offset)), message: message.into() }
    }

    /// The next event that is no comment or the like.
    fn next(&mut self) -> Result<Event<'t>, TextError> {
        loop {
            let event = match self.reader.read_event() {
                Ok(event) => event,
                // Every other fault of syntax is that something is open where the text ends.
                Err(quick_xml::Error::Syntax(e)) if e != SyntaxError::InvalidBangMarkup => {
                    let message = format!("the file ends in the middle: {e}");
                    return Err(self.error_at(self.reader.error_position(), message));
                }
                Err(e) => {
                    let message = format!("is not well-formed XML: {e}");
                    return Err(self.error_at(self.reader.error_position(), message));
                }
            };
            match event {
                Event::Start(_) => {
                    self.depth += 1;
                    if self.depth > DEEPEST {
                        return Err(self.error(format!("nested more than {DEEPEST} deep")));
                    }
                }
                Event::End(_) => self.depth -= 1,
                Event::Comment(_) | Event::PI(_) | Event::Decl(_) | Event::DocType(_) => continue,
                Event::Eof => {
                    return Err(self.error(match self.depth {
                        0 => "is not a BurrTools file: it has no element <puzzle>",
                        _ => "the file ends in the middle",
                    }));
                }
                _ => {}
            }
            return Ok(event);
        }
    }

    /// The next element within the present one; `None` where that ends.
    fn child(&mut self) -> Result<Option<Tag>, TextError> {
        loop {
            match self.next()? {
                Event::Start(start) => return self.tag(&start).map(Some),
                Event::End(_) => return Ok(None),
                _ => {}
            }
        }
    }

    fn tag(&self, start: &BytesStart<'_>) -> Result<Tag, TextError> {
        let name = String::from_utf8_lossy(start.name().as_ref()).into_owned();
        let mut attributes = BTreeMap::new();
        // Not checked for doubles while reading, which takes quadratic time; the last one counts.
        for attribute in start.attributes().with_checks(false) {
            let wrong = |e: &dyn std::fmt::Display| {
                self.error(format!("an attribute of <{}> is not valid: {e}", shown(&name)))
            };
            let attribute = attribute.map_err(|e| wrong(&e))?;
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value = value.map_err(|e| wrong(&e))?.into_owned();
            let key = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            attributes.insert(key, value);
            if attributes.len() > MAX_ATTRIBUTES {
                return Err(self.error(format!("<{}> has too many attributes", shown(&name))));
            }
        }
        Ok(Tag { name, attributes })
    }

    /// The text of the present element, to its end.
    fn text(&mut self) -> Result<String, TextError> {
        let mut text = String::new();
        loop {
            match self.next()? {
                Event::Text(part) => text.push_str(&String::from_utf8_lossy(&part)),
                Event::CData(part) => text.push_str(&String::from_utf8_lossy(&part)),
                Event::GeneralRef(name) => {
                    let name = String::from_utf8_lossy(&name).into_owned();
                    let escaped = format!("&{name};");
                    let plain = quick_xml::escape::unescape(&escaped)
                        .map_err(|_| self.error(format!("&{}; is not known", shown(&name))))?;
                    text.push_str(&plain);
                }
                Event::Start(_) => self.skip()?,
                Event::End(_) => return Ok(text),
                _ => {}
            }
        }
    }

    /// Passes over the rest of the present element.
    fn skip(&mut self) -> Result<(), TextError> {
        let outside = self.depth - 1;
        while self.depth > outside {
            self.next()?;
        }
        Ok(())
    }

    /// Refuses one more entry where there are too many already.
    fn bounded(&self, known: usize, what: &str) -> Result<(), TextError> {
        if known >= MAX_ENTRIES {
            return Err(self.error(format!("more than {MAX_ENTRIES} {what}")));
        }
        Ok(())
    }

    /// An attribute that is a whole number, if it is there.
    fn number(&self, tag: &Tag, name: &str) -> Result<Option<u32>, TextError> {
        let Some(text) = tag.get(name).map(str::trim).filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        text.parse().map(Some).map_err(|_| {
            let message = format!(
                "{name}=\"{}\" of <{}> must be a whole number from 0 to 4294967295",
                shown(text),
                shown(&tag.name)
            );
            self.error(message)
        })
    }
}

/// A name out of a file, short enough to be quoted.
fn shown(name: &str) -> String {
    text::shortened(name, 40)
}
