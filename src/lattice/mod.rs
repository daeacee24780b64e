//! Lattices as integer embeddings.
//!
//! A lattice is a plane or a space whose sites are points with integer coordinates, whose
//! kinds differ by their residues modulo the lattice's period. Each is one [`Lattice`] value, pure data
//! in a file of its own; everything above this room works from that data and never asks which
//! lattice it has. To add one, write its file and add its name to `lattices!`; CONTRIBUTING.md lists the
//! tests and pages that go with it.
//!
//! Leans on nothing. Read next: [`square`] for the simplest one, then [`crate::symmetry`].

mod lines;
mod point;
mod positions;
mod skew;
mod solid;
mod triangular;

use std::mem::ManuallyDrop;
use std::sync::OnceLock;

use rustc_hash::FxHashSet;

pub use lines::LineFamily;
pub use point::Point;
pub use positions::Positions;

/// Declares the modules of the lattices, and lists these.
macro_rules! lattices {
    ($($name:ident,)*) => {
        $(pub mod $name;)*

        /// Every lattice that puzzles can be made on, in the order in which they are listed.
        pub static ALL: &[&Lattice] = &[$(&$name::LATTICE,)*];
    };
}

lattices! {
    square,
    king,
    square_edges,
    triangle,
    triangle_edges,
    hexagon,
    hexagon_edges,
    tetrakis,
    kite,
    drafter,
    rhombille,
    truncated_square,
    snub_square,
    house,
    cairo,
    cube,
    sphere,
    triangular_prism,
    hexagonal_prism,
    rhombic,
    tetrahedron,
    tetra_octa,
    cube_edges,
}

/// The lattice whose sites are the cells of a picture grid, columns to the right, rows down.
pub fn grid() -> &'static Lattice {
    &square::LATTICE
}

/// The largest number of sites that a board or a piece may have.
///
/// Encoding costs time and memory in proportion to sites × orientations; past this size a
/// puzzle is surely a slip of the pen, and is refused before anything is allocated for it.
pub const MAX_SITES: u64 = 65_536;

/// The largest absolute value of any coordinate, chosen so that no sum of a few overflows.
pub const MAX_COORDINATE: i32 = 1 << 20;

/// The form in which a lattice's sites are drawn, and the meaning of "running through" for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteForm {
    /// A polygon, filled; its corners go around it.
    Cell,
    /// A line between its two corners; pieces may meet at a corner, but two that both run
    /// straight through it cross there.
    Edge,
}

/// Where the coordinate axes point as they are drawn.
///
/// A row for each axis: the way of one period along it, in units; x to the right, y down (in
/// space towards the viewer's feet), z up. A skew basis gives a lattice the translations that it
/// needs: all steps of whole periods along its axes, and no others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axes(pub [[f64; 3]; 3]);

/// Half the square root of 3: the height of a triangle of side 1.
pub(crate) const TRIANGLE_HEIGHT: f64 = 0.866_025_403_784_438_6;

impl Axes {
    /// x to the right, y down, z up, all of one length.
    pub const RIGHT: Axes = Axes([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]);
    /// x to the right, y down and to the right by 60°.
    pub const SIXTY: Axes = Axes([[1.0, 0.0, 0.0], [0.5, TRIANGLE_HEIGHT, 0.0], [0.0, 0.0, 1.0]]);

    /// Where a point lies, given in periods along the axes.
    pub fn place(&self, periods: [f64; 3]) -> [f64; 3] {
        let part = |k: usize| (0..3).map(|axis| periods[axis] * self.0[axis][k]).sum();
        [part(0), part(1), part(2)]
    }

    /// Returns whether the first two axes are at right angles and of one length.
    pub fn are_square(&self) -> bool {
        self.0[..2] == Axes::RIGHT.0[..2]
    }

    /// Returns whether the first two axes are at an angle of 60° and of one length.
    pub fn are_sixty(&self) -> bool {
        self.0[..2] == Axes::SIXTY.0[..2]
    }
}

/// The sites of one residue class.
#[derive(Debug)]
pub struct SiteClass {
    /// The residue of these sites modulo the period, each coordinate in `0..period`.
    pub residue: [i32; 3],
    /// Corners of such a site, relative to it: around a cell, clockwise as drawn, or the two
    /// ends of an edge; those of a convex solid in any order.
    pub corners: &'static [[i32; 3]],
}

/// A polyform that the field knows by name. The twins of a mirrored pair may both be named; the
/// one listed first is drawn where the two count as one.
#[derive(Debug)]
pub struct NamedForm {
    /// Its customary name, such as `"F"`.
    pub name: &'static str,
    /// Its customary drawing, in the text art of the lattice.
    pub art: &'static [&'static str],
}

/// A board shape that can be asked for by name and a few numbers.
#[derive(Debug)]
pub struct NamedBoard {
    /// The name in files, such as `"Rectangle"`.
    pub key: &'static str,
    /// The meaning of each number, in order, such as `["columns", "rows"]`.
    pub parameters: &'static [&'static str],
    /// The number of sites that the board will have; see [`NamedBoard::count()`].
    pub count: fn(&[u64]) -> u64,
    /// The sites themselves, in any order.
    pub sites: fn(&[u32]) -> Vec<Point>,
}

impl NamedBoard {
    /// The number of sites that the board will have; called before `sites`, with numbers of at
    /// least 1.
    pub fn count(&self, numbers: &[u32]) -> u64 {
        let numbers: Vec<u64> = numbers.iter().copied().map(u64::from).collect();
        (self.count)(&numbers)
    }
}

/// A second division of the sites of a solid into layers, besides that by height.
#[derive(Debug)]
pub struct Layering {
    /// The words for the layers of one height, and for these.
    pub names: [&'static str; 2],
    /// The layer of a site is its product with this, in periods.
    pub normal: [i32; 3],
    /// The way of one period along each axis on the page of its layer, in units: x to the right, y
    /// down.
    pub axes: [[f64; 2]; 3],
    /// The corners around a site in its layer, relative to it, clockwise as drawn, in parts of a
    /// coordinate.
    pub outline: &'static [[i32; 3]],
    /// The number of these parts.
    pub parts: i32,
}

/// A lattice: all that the rest of the program knows about it.
pub struct Lattice {
    /// The name people read, such as `"square edges"`.
    pub name: &'static str,
    /// The name in files, such as `"SquareEdges"`.
    pub key: &'static str,
    /// The name of a shape of this lattice, such as `"polystick"`.
    pub polyform: &'static str,
    /// The words for one site and for several sites.
    pub site_words: (&'static str, &'static str),
    /// The units that forms are built of, each as its sites relative to a corner of the period;
    /// empty where every site is a unit by itself. Units that share no site and adjoin may be
    /// joined.
    pub units: &'static [&'static [[i32; 3]]],
    /// The words for one unit and for several units, where they are not those for sites; see
    /// [`Lattice::unit_words()`].
    pub unit_words: Option<(&'static str, &'static str)>,
    /// 2 or 3.
    pub dimension: usize,
    /// Shifts by multiples of this along any axis map the lattice to itself, and no others do.
    pub period: i32,
    /// The axes as they are drawn.
    pub axes: Axes,
    /// The form in which the sites are drawn.
    pub form: SiteForm,
    /// True if cells in space stand for balls, which touch where cells have a face in common. They
    /// are drawn and made as balls. A piece of balls whose middles lie in a plane can be turned over
    /// by hand, though that may be no turn of the lattice.
    pub balls: bool,
    /// Two sites are neighbours when they share at least this many corners.
    pub shared_corners: usize,
    /// The classes of sites that shapes and boards consist of.
    pub classes: &'static [SiteClass],
    /// Matrices about the origin that generate the point group; rows are images of coordinates. Where a
    /// flip is none about the origin, whatever point that may be, the sites of a plane have the height 1
    /// instead of 0, and the third column says how far it moves them.
    pub generators: &'static [[[i32; 3]; 3]],
    /// Polyforms with customary names, in lists that lattices may share.
    pub names: &'static [&'static [NamedForm]],
    /// Boards with names.
    pub boards: &'static [NamedBoard],
    /// The numbers that identify a site in files and in the window.
    pub address: AddressForm,
    /// The point that the character at (column, row) of a text art stands for, in a layer of the
    /// first period, counted from 0; some point that is no site where none lies. One period along the
    /// first axis goes along the row, and one along the second goes down.
    pub art_point: fn(i32, i32, i32) -> Point,
    /// The inverse of `art_point` for sites and their corners, in any layer.
    pub art_place: fn(Point) -> (i32, i32),
    /// The character that draws a required site of this class in text art, besides `#`.
    pub art_marks: fn(Point) -> char,
    /// The data derived from that above, computed once; never dropped, as lattices are not.
    pub derived: ManuallyDrop<OnceLock<Derived>>,
}

/// The lattice that each other one is a change of: cells of a plane, each a unit, without names.
#[expect(clippy::declare_interior_mutable_const, reason = "each lattice has a value of its own")]
const PLAIN: Lattice = Lattice {
    name: "",
    key: "",
    polyform: "",
    site_words: ("", ""),
    units: &[],
    unit_words: None,
    dimension: 2,
    period: 1,
    axes: Axes::RIGHT,
    form: SiteForm::Cell,
    balls: false,
    shared_corners: 2,
    classes: &[],
    generators: &[],
    names: &[],
    boards: &[],
    address: AddressForm {
        parts: &[],
        of_site: |_| Vec::new(),
        to_site: |_| None,
        of_corner: |_| Vec::new(),
        rulers: Rulers::Sites,
    },
    art_point: |_, _, _| Point::ORIGIN,
    art_place: |_| (0, 0),
    art_marks: |_| '#',
    derived: ManuallyDrop::new(OnceLock::new()),
};

/// The notation for the position of a site.
#[derive(Clone, Copy, Debug)]
pub struct AddressForm {
    /// The meanings of the numbers of an address, such as `["column", "row"]`.
    pub parts: &'static [&'static str],
    /// The address of a site.
    pub of_site: fn(Point) -> Vec<i32>,
    /// The site at an address, if the numbers name one. Called with `parts.len()` numbers of
    /// absolute value at most [`MAX_COORDINATE`].
    pub to_site: fn(&[i32]) -> Option<Point>,
    /// The numbers that name a corner (a junction), as on the rulers.
    pub of_corner: fn(Point) -> Vec<i32>,
    /// The numbering of the rulers: sites from 1 (their middles) or corners from 0.
    pub rulers: Rulers,
}

/// The objects counted by the rulers beside a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rulers {
    /// Columns and rows of sites, from 1.
    Sites,
    /// Lines of corners, from 0.
    Corners,
}

/// Facts computed from a lattice's data on first use.
#[derive(Debug)]
pub struct Derived {
    /// For each class, the offsets from a site to its neighbours, in reading order.
    neighbours: Vec<Vec<Point>>,
    /// For each class, the offsets from a site to those that have a corner in common with it.
    touching: Vec<Vec<Point>>,
    /// The straight lines along sides of cells.
    lines: Vec<LineFamily>,
    /// For each class, the corners of what is drawn of a site in its layer, relative to it.
    outlines: Vec<Vec<Point>>,
    /// For each class of a solid, the corners of each face, by their places in the list of the class.
    faces: Vec<Vec<Vec<usize>>>,
    /// For each class of a solid and each of its faces, the offset to the neighbour beyond it.
    across: Vec<Vec<Option<Point>>>,
    /// The heights at which the sites of the first period lie, ascending: a layer each.
    levels: Vec<i32>,
    /// The way of one period along the third axis in text art: columns and rows.
    lean: (i32, i32),
}

impl std::fmt::Debug for Lattice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.key)
    }
}

impl PartialEq for Lattice {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Lattice {}

impl Lattice {
    /// The lattice with this name in files.
    ///
    /// ```
    /// use polywright::lattice::Lattice;
    /// assert_eq!(Lattice::by_key("SquareEdges").unwrap().name, "square edges");
    /// assert!(Lattice::by_key("Penrose").is_none());
    /// ```
    pub fn by_key(key: &str) -> Option<&'static Lattice> {
        ALL.iter().copied().find(|lattice| lattice.key == key)
    }

    /// Returns the class of sites that a point belongs to, if it is a site at all.
    pub fn class_of(&self, point: Point) -> Option<usize> {
        let p = self.period;
        let residue = [point.x.rem_euclid(p), point.y.rem_euclid(p), self.flat(point.z)];
        self.classes.iter().position(|class| class.residue == residue)
    }

    /// The residue of the third coordinate: itself in a plane, where only 0 is allowed.
    fn flat(&self, z: i32) -> i32 {
        if self.dimension == 2 { z } else { z.rem_euclid(self.period) }
    }

    /// The corners of a site, in the order of its class; none if the point is no site.
    pub fn corners(&self, site: Point) -> Vec<Point> {
        self.class_of(site).map_or_else(Vec::new, |class| {
            self.classes[class].corners.iter().map(|&c| site + Point::from(c)).collect()
        })
    }

    /// The corners of what is drawn for a site in its layer: around a cell, or the ends of an edge. For
    /// solids those of their section, at the height of the site.
    pub fn outline(&self, site: Point) -> Vec<Point> {
        let of_class = |class: usize| self.derived().outlines[class].iter().map(|&c| site + c);
        self.class_of(site).map_or_else(Vec::new, |class| of_class(class).collect())
    }

    /// The faces of a solid site, each by its corners, which go around so that the vector product of two
    /// sides that follow each other points outwards: as drawn, to the right for who looks from outside.
    pub fn faces(&self, site: Point) -> Vec<Vec<Point>> {
        let Some(class) = self.class_of(site) else { return Vec::new() };
        let corner = |&at: &usize| site + Point::from(self.classes[class].corners[at]);
        let faces = self.derived().faces[class].iter();
        faces.map(|face| face.iter().map(corner).collect()).collect()
    }

    /// The sites beyond the faces of a solid site, in the order of [`Lattice::faces`].
    pub fn across(&self, site: Point) -> impl Iterator<Item = Option<Point>> {
        let derived = self.derived();
        let offsets = self.class_of(site).map_or(&[][..], |class| &derived.across[class]);
        offsets.iter().map(move |&offset| offset.map(|offset| site + offset))
    }

    /// Returns the layer of a site, counted from the lowest of the first period; 0 in a plane. A layer
    /// has the sites of one height.
    pub fn layer(&self, site: Point) -> i32 {
        let levels = &self.derived().levels;
        let above = levels.partition_point(|&level| level <= site.z.rem_euclid(self.period));
        site.z.div_euclid(self.period) * levels.len() as i32 + above as i32 - 1
    }

    /// Returns the height of the sites of a layer.
    pub fn height(&self, layer: i32) -> i32 {
        let levels = &self.derived().levels;
        let n = levels.len() as i32;
        layer.div_euclid(n) * self.period + levels[layer.rem_euclid(n) as usize]
    }

    /// Returns the number of layers of a period; 1 in a plane.
    pub fn layers(&self) -> i32 {
        self.derived().levels.len() as i32
    }

    /// Returns the point of a text art at (column, row) of a layer; it may be no site.
    pub fn art_site(&self, column: i32, row: i32, layer: i32) -> Point {
        let n = self.layers();
        let periods = layer.div_euclid(n);
        let (across, down) = self.derived().lean;
        let (column, row) = (column - periods * across, row - periods * down);
        (self.art_point)(column, row, layer.rem_euclid(n)) + Point::new(0, 0, periods * self.period)
    }

    /// The way of a translation in text art: columns and rows.
    pub fn art_step(&self, by: Point) -> (i32, i32) {
        let site = Point::from(self.classes[0].residue);
        let [from, to] = [site, site + by].map(self.art_place);
        (to.0 - from.0, to.1 - from.1)
    }

    /// Returns whether turning over is a motion of a piece by hand though no turn of the lattice may do
    /// it: balls whose middles lie in a plane.
    pub fn can_turn_over(&self, sites: &[Point]) -> bool {
        self.balls && are_in_a_plane(sites)
    }

    /// The coordinates of a ball along the edges of a cube, in which balls that touch differ by 1 in two;
    /// `None` where sites are no balls.
    pub fn cubic(&self, site: Point) -> Option<[i32; 3]> {
        self.balls.then(|| sphere::cubic(site))
    }

    /// The ball at such coordinates; `None` where their sum is odd and there is none.
    pub fn of_cubic(&self, place: [i32; 3]) -> Option<Point> {
        sphere::of_cubic(place).filter(|_| self.balls)
    }

    /// The second kind of layers of a solid, where it has one.
    pub fn second_layers(&self) -> Option<&'static Layering> {
        self.balls.then_some(&sphere::TRIANGULAR_LAYERS)
    }

    fn derived(&self) -> &Derived {
        self.derived.get_or_init(|| self.derive())
    }

    /// Where a point lies as it is drawn, in units: see [`Axes`].
    pub fn place(&self, point: Point) -> [f64; 3] {
        let unit = f64::from(self.period);
        self.axes.place(point.coordinates().map(|n| f64::from(n) / unit))
    }

    /// The units that a site can be part of, each sorted.
    pub fn units_at(&self, site: Point) -> Vec<Vec<Point>> {
        if self.units.is_empty() {
            return vec![vec![site]];
        }
        let mut units = Vec::new();
        for unit in self.units {
            for &part in *unit {
                let corner = site - Point::from(part);
                if corner.coordinates().iter().all(|n| n % self.period == 0) {
                    let mut sites: Vec<Point> =
                        unit.iter().map(|&s| corner + Point::from(s)).collect();
                    sites.sort_unstable();
                    units.push(sites);
                }
            }
        }
        units
    }

    /// Returns the number of sites of a unit.
    pub fn unit_size(&self) -> usize {
        self.units.first().map_or(1, |unit| unit.len())
    }

    /// The first of some sites, in reading order, that is left over however they are divided into
    /// units; `None` when they consist of whole units. The sites must be sorted and differ.
    ///
    /// Cost: linear, times the ways to divide the few sites that units hold together.
    pub fn stray(&self, sites: &[Point]) -> Option<Point> {
        if self.units.is_empty() {
            return None;
        }
        let mut seen = vec![false; sites.len()];
        for first in 0..sites.len() {
            // Sites that share a unit, directly or by others: a square, say. They are divided
            // by themselves, so that ways to do it never multiply.
            let mut cluster = Vec::new();
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                if !std::mem::replace(&mut seen[at], true) {
                    cluster.push(sites[at]);
                    let around = self.units_at(sites[at]).into_iter().flatten();
                    open.extend(around.filter_map(|site| sites.binary_search(&site).ok()));
                }
            }
            cluster.sort_unstable();
            if !self.divides(&cluster) {
                return cluster.first().copied();
            }
        }
        None
    }

    /// Returns whether sites can be divided into units, by trying the units at the first site.
    fn divides(&self, sites: &[Point]) -> bool {
        let Some(&first) = sites.first() else { return true };
        self.units_at(first).iter().any(|unit| {
            unit.iter().all(|site| sites.contains(site)) && {
                let rest: Vec<Point> =
                    sites.iter().copied().filter(|site| !unit.contains(site)).collect();
                self.divides(&rest)
            }
        })
    }

    /// Returns whether sites fill space, and boards are solids.
    pub fn is_solid(&self) -> bool {
        self.dimension == 3
    }

    /// The sites that adjoin a site, in reading order.
    pub fn neighbours(&self, site: Point) -> impl Iterator<Item = Point> + '_ {
        let derived = self.derived();
        let offsets = self.class_of(site).map_or(&[][..], |class| &derived.neighbours[class]);
        offsets.iter().map(move |&offset| site + offset)
    }

    /// The sites that have a corner in common with a site, in reading order.
    pub fn touching(&self, site: Point) -> impl Iterator<Item = Point> + '_ {
        let derived = self.derived();
        let offsets = self.class_of(site).map_or(&[][..], |class| &derived.touching[class]);
        offsets.iter().map(move |&offset| site + offset)
    }

    /// Finds neighbours by counting shared corners among all sites within two periods.
    fn derive(&self) -> Derived {
        let depth = if self.is_solid() { 2 } else { 0 };
        let shifts: Vec<Point> = (-depth..=depth)
            .flat_map(|z| (-2..=2).flat_map(move |y| (-2..=2).map(move |x| [x, y, z])))
            .map(|shift| Point::from(shift.map(|n| n * self.period)))
            .collect();
        let of_class = |class: &SiteClass| {
            let site = Point::from(class.residue);
            let own = self.corners(site);
            let (mut adjoining, mut touching) = (Vec::new(), Vec::new());
            for other in self.classes {
                for &shift in &shifts {
                    let next = Point::from(other.residue) + shift;
                    let corners = other.corners.iter().map(|&corner| next + Point::from(corner));
                    let shared = corners.filter(|corner| own.contains(corner)).count();
                    if next != site && shared >= self.shared_corners {
                        adjoining.push(next - site);
                    }
                    if next != site && shared > 0 {
                        touching.push(next - site);
                    }
                }
            }
            adjoining.sort_unstable();
            touching.sort_unstable();
            (adjoining, touching)
        };
        let (neighbours, touching): (Vec<Vec<Point>>, Vec<Vec<Point>>) =
            self.classes.iter().map(of_class).unzip();
        let solid = self.is_solid();
        let outline = |class: &SiteClass| {
            let drawn = if solid { solid::section(class.corners) } else { class.corners.to_vec() };
            // An upright edge is seen as a short bar.
            let short = self.period / 8;
            match drawn[..] {
                [[x, y, z]] => vec![Point::new(x - short, y, z), Point::new(x + short, y, z)],
                _ => drawn.into_iter().map(Point::from).collect(),
            }
        };
        let faces =
            |class: &SiteClass| if solid { solid::faces(class.corners) } else { Vec::new() };
        let faces: Vec<Vec<Vec<usize>>> = self.classes.iter().map(faces).collect();
        let beyond = |class: usize, face: &[usize]| {
            let class_of = &self.classes[class];
            let site = Point::from(class_of.residue);
            let has = |next: Point, at: usize| {
                self.corners(next).contains(&(site + Point::from(class_of.corners[at])))
            };
            let mut around = neighbours[class].iter().copied();
            around.find(|&offset| face.iter().all(|&at| has(site + offset, at)))
        };
        let across = faces.iter().enumerate().map(|(class, faces)| {
            faces.iter().map(|face| beyond(class, face)).collect::<Vec<Option<Point>>>()
        });
        let mut levels: Vec<i32> = self.classes.iter().map(|class| class.residue[2]).collect();
        levels.sort_unstable();
        levels.dedup();
        Derived {
            across: across.collect(),
            neighbours,
            touching,
            lines: self.find_lines(),
            outlines: self.classes.iter().map(outline).collect(),
            faces,
            levels,
            lean: self.art_step(Point::new(0, 0, if solid { self.period } else { 0 })),
        }
    }

    /// Where two sites of a set run straight on into each other: the corners that lie exactly
    /// midway between two of its edges. Empty unless the sites are edges.
    ///
    /// A placement takes these corners so that no other may cross it there (Knuth, *Dancing
    /// Links*, 2000, on polysticks). The result is sorted and free of repeats.
    pub fn straight_corners(&self, sites: &[Point]) -> Vec<Point> {
        if self.form != SiteForm::Edge {
            return Vec::new();
        }
        let known: FxHashSet<Point> = sites.iter().copied().collect();
        let mut through = Vec::new();
        for &site in sites {
            for corner in self.corners(site) {
                let opposite = corner + (corner - site);
                if site < opposite && known.contains(&opposite) {
                    through.push(corner);
                }
            }
        }
        through.sort_unstable();
        through.dedup();
        through
    }

    /// The address of a site as a phrase, such as `"7, 2"` or `"4, 4 to 4, 5"`.
    pub fn site_label(&self, site: Point) -> String {
        let numbers = (self.address.of_site)(site);
        if self.form == SiteForm::Edge {
            let half = numbers.len() / 2;
            format!("{} to {}", join(&numbers[..half]), join(&numbers[half..]))
        } else {
            join(&numbers)
        }
    }

    /// The address of a junction as a phrase, such as `"2, 1"`.
    pub fn corner_label(&self, corner: Point) -> String {
        join(&(self.address.of_corner)(corner))
    }

    /// The site at an address, if its numbers are of the right count and size and name one.
    pub fn site_at(&self, address: &[i32]) -> Option<Point> {
        (address.len() == self.address.parts.len()
            && address.iter().all(|n| n.abs() <= MAX_COORDINATE))
        .then(|| (self.address.to_site)(address))
        .flatten()
    }

    /// The words for one unit and for several units.
    pub fn unit_words(&self) -> (&'static str, &'static str) {
        self.unit_words.unwrap_or(self.site_words)
    }

    /// "1 site", "60 sites", in this lattice's own words.
    pub fn count_sites(&self, n: u64) -> String {
        let (one, many) = self.site_words;
        format!("{} {}", crate::text::grouped(n), if n == 1 { one } else { many })
    }

    /// "a site", "an edge".
    pub fn a_site(&self) -> String {
        let one = self.site_words.0;
        format!("{} {one}", if one == "edge" { "an" } else { "a" })
    }
}

/// Returns whether points lie in a plane, as up to three always do.
fn are_in_a_plane(points: &[Point]) -> bool {
    let way = |p: Point, from: Point| (p - from).coordinates().map(i64::from);
    let Some((&first, rest)) = points.split_first() else { return true };
    let cross = |a: [i64; 3], b: [i64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let Some(along) = rest.iter().map(|&p| way(p, first)).find(|v| *v != [0; 3]) else {
        return true;
    };
    let normals = rest.iter().map(|&p| cross(along, way(p, first)));
    let Some(normal) = normals.into_iter().find(|n| *n != [0; 3]) else { return true };
    rest.iter().all(|&p| (0..3).map(|k| normal[k] * way(p, first)[k]).sum::<i64>() == 0)
}

fn join(numbers: &[i32]) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbourhood_is_symmetric_on_every_lattice() {
        for lattice in ALL {
            for class in lattice.classes {
                let site = Point::from(class.residue);
                let around: Vec<_> = lattice.neighbours(site).collect();
                assert!(!around.is_empty(), "{lattice:?}");
                for neighbour in around {
                    assert!(lattice.neighbours(neighbour).any(|back| back == site), "{lattice:?}");
                }
            }
        }
    }

    fn up(lattice: &Lattice, step: i32) -> i32 {
        if lattice.is_solid() { step } else { 0 }
    }

    #[test]
    fn addresses_and_text_art_lead_back_to_the_same_site() {
        for lattice in ALL {
            for class in lattice.classes {
                for shift in [-3, 0, 5] {
                    let step = shift * lattice.period;
                    let site =
                        Point::from(class.residue) + Point::new(step, 2 * step, up(lattice, step));
                    let address = (lattice.address.of_site)(site);
                    assert_eq!(lattice.site_at(&address), Some(site), "{lattice:?} {address:?}");
                    let (column, row) = (lattice.art_place)(site);
                    let layer = lattice.layer(site);
                    assert_eq!(lattice.art_site(column, row, layer), site, "{lattice:?}");
                    assert_eq!(lattice.height(layer), site.z, "{lattice:?}");
                }
            }
        }
    }

    #[test]
    fn named_boards_announce_their_true_size_and_hold_sites_only() {
        for lattice in ALL {
            for board in lattice.boards {
                for numbers in [[1, 1, 1], [3, 3, 3], [4, 2, 1], [2, 5, 3]] {
                    let numbers = &numbers[..board.parameters.len()];
                    let mut sites = (board.sites)(numbers);
                    let count = board.count(numbers);
                    assert_eq!(sites.len() as u64, count, "{lattice:?} {board:?}");
                    assert!(sites.iter().all(|&site| lattice.class_of(site).is_some()));
                    let places = sites.iter().map(|&s| (lattice.art_place)(s));
                    assert!(places.into_iter().all(|(x, y)| x.min(y) >= 0), "{board:?}");
                    sites.sort_unstable();
                    sites.dedup();
                    assert_eq!(sites.len() as u64, count, "{lattice:?} {board:?}");
                    assert_eq!(lattice.stray(&sites), None, "{lattice:?} {board:?}");
                }
            }
        }
    }

    #[test]
    fn a_straight_pair_takes_the_corner_between_and_a_bend_takes_none() {
        let edges = &square_edges::LATTICE;
        let straight = [Point::new(1, 0, 0), Point::new(3, 0, 0)];
        assert_eq!(edges.straight_corners(&straight), [Point::new(2, 0, 0)]);
        let bend = [Point::new(1, 0, 0), Point::new(2, 1, 0)];
        assert!(edges.straight_corners(&bend).is_empty());
    }
}
