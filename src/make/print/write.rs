//! Parts as files: STL, one part a file, and 3MF, all plates in one.

use std::io::{self, Cursor, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use stl_io::{Normal, Triangle, Vertex};

use super::paints::{self, Paint};
use super::{LaidPiece, Mesh, Print, PrintPart};
use crate::puzzle::Colour;

/// The colour of box, tray and lid.
const GREY: [u8; 3] = [0xDD, 0xE0, 0xE4];
/// The room between two plates in a 3MF file, as a share of the width of a plate: slicers that have
/// several plates lay theirs out so.
const PLATE_GAP: f64 = 0.2;

/// Writes a surface as binary STL. Coordinates are rounded to single precision, which keeps
/// a thousandth of a millimetre up to 8 m.
///
/// # Errors
/// When writing fails.
pub fn stl(mesh: &Mesh, out: &mut dyn Write) -> io::Result<()> {
    let triangles: Vec<Triangle> = mesh
        .triangles
        .iter()
        .map(|triangle| {
            let vertices = mesh.corners(triangle).map(|p| Vertex::new(p.map(|n| n as f32)));
            Triangle { normal: Normal::new(mesh.normal(triangle).map(|n| n as f32)), vertices }
        })
        .collect();
    stl_io::write_stl(&mut Sized(out), triangles.iter())
}

/// Lets a writer of unknown type pass where one of known size is asked for.
struct Sized<'w>(&'w mut dyn Write);

impl Write for Sized<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The names of files with an ending of all parts, in their order, without folders: the names of the parts as
/// far as file systems take them, each once, with the number of copies where there are several.
pub fn file_names(print: &Print, ending: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in &print.parts {
        let plain: String = part
            .name
            .chars()
            .map(|c| if c.is_alphanumeric() || "-_+ ".contains(c) { c } else { '_' })
            .take(60)
            .collect();
        let copies =
            if part.copies > 1 { format!(" ({} copies)", part.copies) } else { String::new() };
        let mut name = format!("{plain}{copies}.{ending}");
        let mut n = 2;
        // Some file systems take small and large letters for the same.
        while names.iter().any(|other| other.to_lowercase() == name.to_lowercase()) {
            name = format!("{plain}-{n}{copies}.{ending}");
            n += 1;
        }
        names.push(name);
    }
    names
}

/// An object of a 3MF file.
struct Object<'m> {
    name: &'m str,
    colour: [u8; 3],
    mesh: &'m Mesh,
    /// The paint of each triangle, if there are some.
    paints: &'m [Option<Paint>],
}

/// A copy of an object: which, where (an affine map in rows, as 3MF has it), and on which plate.
struct Copy {
    object: usize,
    at: [f64; 12],
    plate: Option<usize>,
}

/// All plates as one 3MF file: an object for each different part, with its name and colour, and an item
/// for each copy. The plates lie side by side, a fifth of their width apart; the part number of
/// an item says on which plate it is.
///
/// # Errors
/// When the package cannot be made.
pub fn threemf(print: &Print) -> io::Result<Vec<u8>> {
    let objects: Vec<Object<'_>> = print.parts.iter().map(object).collect();
    let stride = print.settings.plate.width.in_mm() * (1.0 + PLATE_GAP);
    let copies = print.plates.iter().enumerate().flat_map(|(n, plate)| {
        plate.items.iter().map(move |item| {
            let [x, y, _] = item.place(&print.parts, [0.0; 3]);
            let x = x + stride * n as f64;
            let at = match item.turned {
                true => [0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, x, y, 0.0],
                false => [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, x, y, 0.0],
            };
            Copy { object: item.part, at, plate: Some(n) }
        })
    });
    let colours = paints::colours(&print.parts);
    package(&print.title, &objects, &colours, &copies.collect::<Vec<_>>())
}

fn object(part: &PrintPart) -> Object<'_> {
    let (colour, paints) = (colour(part.colour), &part.paints[..]);
    Object { name: &part.name, colour, mesh: &part.mesh, paints }
}

fn colour(colour: Option<Colour>) -> [u8; 3] {
    colour.map_or(GREY, |colour| colour.shade(false).fill)
}

/// The pieces of a solution where they lie, as one 3MF file.
///
/// # Errors
/// When the package cannot be made.
pub fn assembled_threemf(title: &str, pieces: &[LaidPiece]) -> io::Result<Vec<u8>> {
    let objects: Vec<Object<'_>> = pieces
        .iter()
        .map(|(name, of, mesh)| Object { name, colour: colour(Some(*of)), mesh, paints: &[] })
        .collect();
    let at = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    let copies: Vec<Copy> =
        (0..objects.len()).map(|object| Copy { object, at, plate: None }).collect();
    package(title, &objects, &[], &copies)
}

/// The pieces of a solution where they lie, as one surface.
pub fn assembled_mesh(pieces: &[LaidPiece]) -> Mesh {
    let mut all = Mesh::default();
    pieces.iter().for_each(|(_, _, mesh)| all.append(mesh));
    all
}

/// The model is written here, and lib3mf packs it: lib3mf 0.1 writes base materials with the prefix of an
/// extension, where the core specification (3MF Core 1.3, 5.1) has them without, and no part numbers.
fn package(
    title: &str,
    objects: &[Object<'_>],
    paints: &[(Paint, [u8; 3])],
    copies: &[Copy],
) -> io::Result<Vec<u8>> {
    let mut xml = Writer::new(Vec::new());
    model(&mut xml, title, objects, paints, copies)?;
    let xml = String::from_utf8(xml.into_inner()).map_err(io::Error::other)?;
    let packed = lib3mf::opc::create_package(Cursor::new(Vec::new()), &xml);
    packed.map(Cursor::into_inner).map_err(io::Error::other)
}

type Xml = Writer<Vec<u8>>;

fn model(
    xml: &mut Xml,
    title: &str,
    objects: &[Object<'_>],
    paints: &[(Paint, [u8; 3])],
    copies: &[Copy],
) -> io::Result<()> {
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let core = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";
    open(xml, "model", &[("unit", "millimeter"), ("xml:lang", "en-US"), ("xmlns", core)])?;
    for (name, value) in [("Title", title), ("Application", "Polywright")] {
        open(xml, "metadata", &[("name", name)])?;
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        xml.write_event(Event::Text(BytesText::new(&value)))?;
        close(xml, "metadata")?;
    }
    open(xml, "resources", &[])?;
    open(xml, "basematerials", &[("id", "1")])?;
    for object in objects {
        let [r, g, b] = object.colour;
        let colour = format!("#{r:02X}{g:02X}{b:02X}");
        empty(xml, "base", &[("name", object.name), ("displaycolor", &colour)])?;
    }
    for (paint, [r, g, b]) in paints {
        let colour = format!("#{r:02X}{g:02X}{b:02X}");
        empty(xml, "base", &[("name", &paint.name()), ("displaycolor", &colour)])?;
    }
    // The material of a triangle, after those of the objects.
    let material = |paint: &Option<Paint>| {
        let place = paints.iter().position(|(own, _)| Some(*own) == *paint)?;
        Some((objects.len() + place).to_string())
    };
    close(xml, "basematerials")?;
    for (n, object) in objects.iter().enumerate() {
        let (id, index) = ((n + 2).to_string(), n.to_string());
        let name = ("name", object.name);
        open(
            xml,
            "object",
            &[("id", &id), ("type", "model"), name, ("pid", "1"), ("pindex", &index)],
        )?;
        let materials = object.paints.iter().map(material).collect::<Vec<_>>();
        mesh(xml, object.mesh, &materials)?;
        close(xml, "object")?;
    }
    close(xml, "resources")?;
    open(xml, "build", &[])?;
    for copy in copies {
        let id = (copy.object + 2).to_string();
        let at = copy.at.map(decimals).join(" ");
        let plate = copy.plate.map(|n| format!("plate {}", n + 1));
        let mut attributes = vec![("objectid", id.as_str()), ("transform", at.as_str())];
        attributes.extend(plate.as_deref().map(|plate| ("partnumber", plate)));
        empty(xml, "item", &attributes)?;
    }
    close(xml, "build")?;
    close(xml, "model")
}

/// A surface, with the material of each triangle that has one of its own.
fn mesh(xml: &mut Xml, mesh: &Mesh, materials: &[Option<String>]) -> io::Result<()> {
    open(xml, "mesh", &[])?;
    open(xml, "vertices", &[])?;
    for vertex in &mesh.vertices {
        let [x, y, z] = vertex.map(decimals);
        empty(xml, "vertex", &[("x", &x), ("y", &y), ("z", &z)])?;
    }
    close(xml, "vertices")?;
    open(xml, "triangles", &[])?;
    for (n, triangle) in mesh.triangles.iter().enumerate() {
        let [a, b, c] = triangle.map(|i| i.to_string());
        let mut attributes = vec![("v1", a.as_str()), ("v2", b.as_str()), ("v3", c.as_str())];
        if let Some(Some(material)) = materials.get(n) {
            attributes.extend([("pid", "1"), ("p1", material.as_str())]);
        }
        empty(xml, "triangle", &attributes)?;
    }
    close(xml, "triangles")?;
    close(xml, "mesh")
}

/// A number of millimetres to the millionth, which is finer than any printer and the same on every
/// machine.
fn decimals(n: f64) -> String {
    let rounded = (n * 1e6).round() / 1e6;
    // No negative zero.
    format!("{}", rounded + 0.0)
}

fn start<'a>(name: &'a str, attributes: &[(&str, &str)]) -> BytesStart<'a> {
    let mut element = BytesStart::new(name);
    for &attribute in attributes {
        element.push_attribute(attribute);
    }
    element
}

fn open(xml: &mut Xml, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
    xml.write_event(Event::Start(start(name, attributes)))
}

fn empty(xml: &mut Xml, name: &str, attributes: &[(&str, &str)]) -> io::Result<()> {
    xml.write_event(Event::Empty(start(name, attributes)))
}

fn close(xml: &mut Xml, name: &str) -> io::Result<()> {
    xml.write_event(Event::End(BytesEnd::new(name)))
}
