//! The rules of a puzzle as items, so that engines keep to them while they search.
//!
//! **No crossroads.** Each corner with at least four sites of the board around it is an item of
//! multiplicity 0 to 3, and an option has it when its placement leaves at least three of those
//! sites to others. Proof that solutions are those without crossroads: placed pieces do not
//! overlap, so at a corner with n sites on the board, m of them of one piece, at most 1 + n - m
//! pieces meet. If four or more meet there, then each of them has m ≤ n - 3 and counts: the item is
//! covered four times or more, and the solution is ruled out. If at most three meet, at most three
//! count. A piece with several sites around a corner is one option, and so counts once.
//!
//! **Fault-free.** Each straight line with sites of the board on both sides is a primary item of
//! the options whose placements have sites on both sides, to be covered once or more: that is the
//! rule itself. No line cuts a site, so a site lies on one side; a placement with values from a to
//! b along the normal lies across just the lines between.
//!
//! **At the border.** Where every copy of a piece must be at the border, its other placements are
//! dropped. Where their number is ruled, the border is an item of the options at the border, with
//! that multiplicity.
//!
//! **Apart.** For each rule, each face, edge or corner at which at least two sites of the board meet
//! is a secondary item, and an option of a piece of the rule has it when its placement has one of
//! these sites and not all. Proof: if two such placements have the face, edge or corner in common,
//! each leaves the sites of the other, so that both have the item, which only one may. If two
//! options have the item, both placements have a site at that face, edge or corner. Copies of a
//! piece are options of their own, and so are apart as well. All of a face or edge is that of a
//! site, as lattices fit side to side; so it is known by the corners that it joins.

use rustc_hash::FxHashMap;

use crate::exact_cover::{ItemId, ItemKind};
use crate::lattice::{Lattice, LineFamily, MAX_SITES, Point};
use crate::polyform::Shape;
use crate::puzzle::{Contact, PieceId, Puzzle};

/// At a crossroads so many pieces meet, or more.
const CROSSROADS: u32 = 4;

/// The items that the rules of a puzzle ask for. Known from the board alone.
#[derive(Debug, Default)]
pub(super) struct RuleItems {
    list: Vec<RuleItem>,
    /// For each corner that may be a crossroads its item and the number of sites around it.
    crossings: FxHashMap<Point, Meeting>,
    lines: Vec<Lines>,
    border: Option<u32>,
    apart: Vec<ApartItems>,
}

/// An item, by its place in [`RuleItems::list`].
#[derive(Debug)]
struct RuleItem {
    name: String,
    words: String,
    kind: ItemKind,
    /// Its number in the problem, once it has one.
    item: ItemId,
}

/// A place where sites meet.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    /// Index into [`RuleItems::list`].
    index: u32,
    /// The number of sites of the board that meet there.
    sites: u32,
}

/// The lines of a family, ascending, each with its index in [`RuleItems::list`].
#[derive(Debug)]
struct Lines {
    family: LineFamily,
    lines: Vec<(i32, u32)>,
}

/// The items of a rule that keeps pieces apart, by the sum of the corners that each joins.
#[derive(Debug)]
struct ApartItems {
    pieces: Vec<PieceId>,
    by: Contact,
    meetings: FxHashMap<Point, Meeting>,
}

/// The requirements of the rules on the placements of an orientation, before it is shifted.
#[derive(Debug)]
pub(super) struct ShapeRules<'a> {
    items: &'a RuleItems,
    puzzle: &'a Puzzle,
    shape: &'a Shape,
    /// True if only placements at the border are kept.
    to_border: bool,
    /// Each corner of the shape, with how many of its sites meet there.
    corners: Vec<(Point, u32)>,
    /// The least and the largest value along the normal of each family of lines.
    spans: Vec<(i32, i32)>,
    /// For each rule that names the piece, by its place, the same as of corners.
    contacts: Vec<(usize, Vec<(Point, u32)>)>,
}

/// Counts the sites that meet at each place that `places` names for a site; in reading order.
fn meetings(
    sites: impl Iterator<Item = Point>,
    mut places: impl FnMut(Point) -> Vec<Point>,
) -> Vec<(Point, u32)> {
    let mut counts: FxHashMap<Point, u32> = FxHashMap::default();
    for site in sites {
        places(site).into_iter().for_each(|place| *counts.entry(place).or_default() += 1);
    }
    let mut counts: Vec<(Point, u32)> = counts.into_iter().collect();
    counts.sort_unstable();
    counts
}

/// The faces, edges or corners of a site, each as the corners that it joins.
fn contacts(lattice: &Lattice, site: Point, by: Contact) -> Vec<Vec<Point>> {
    let corners = lattice.corners(site);
    let shared = match by {
        Contact::Corner => return corners.into_iter().map(|corner| vec![corner]).collect(),
        Contact::Edge => 2..=2,
        Contact::Face => lattice.shared_corners..=usize::MAX,
    };
    let mut found: Vec<Vec<Point>> = Vec::new();
    for other in lattice.touching(site) {
        let others = lattice.corners(other);
        let common: Vec<Point> = corners.iter().copied().filter(|c| others.contains(c)).collect();
        if shared.contains(&common.len()) && !found.contains(&common) {
            found.push(common);
        }
    }
    // Edges at which all cells that meet have a face in common.
    if by == Contact::Edge {
        for face in lattice.faces(site) {
            for (&a, &b) in face.iter().zip(face.iter().cycle().skip(1)) {
                let edge: Vec<Point> =
                    corners.iter().copied().filter(|c| [a, b].contains(c)).collect();
                if !found.contains(&edge) {
                    found.push(edge);
                }
            }
        }
    }
    found
}

/// Middles are counted in twelfths of a coordinate, which are whole for one to four corners and for six.
const PARTS: i32 = 12;

/// The middle of some corners, in twelfths.
fn middle(points: &[Point]) -> Point {
    let sum = points.iter().fold(Point::ORIGIN, |sum, &p| sum + p);
    Point::from(sum.coordinates().map(|n| n * PARTS / points.len() as i32))
}

/// Twice a shift, three times, …
fn times(n: i32, p: Point) -> Point {
    Point::new(n * p.x, n * p.y, n * p.z)
}

fn corner_name(lattice: &Lattice, corner: Point) -> String {
    super::joined(&(lattice.address.of_corner)(corner))
}

impl RuleItems {
    /// The items of a puzzle. Cost: linear in the sites of its board, for each rule.
    pub(super) fn new(puzzle: &Puzzle) -> RuleItems {
        let mut items = RuleItems::default();
        if puzzle.rules.no_crossroads {
            items.add_crossings(puzzle);
        }
        if puzzle.rules.fault_free {
            items.add_lines(puzzle);
        }
        if let Some((min, max)) = puzzle.rules.at_border.range() {
            // No more pieces are there than sites; small numbers take less room in a state.
            let most = puzzle.board.sites().len() as u32;
            let kind = ItemKind::Primary { min, max: max.min(most).max(min) };
            items.border = Some(items.add("border".to_owned(), "the border".to_owned(), kind));
        }
        items.add_apart(puzzle);
        items
    }

    fn add(&mut self, name: String, words: String, kind: ItemKind) -> u32 {
        self.list.push(RuleItem { name, words, kind, item: ItemId(u32::MAX) });
        self.list.len() as u32 - 1
    }

    fn add_crossings(&mut self, puzzle: &Puzzle) {
        let lattice = puzzle.lattice;
        let board = puzzle.board.sites().iter().map(|s| s.site);
        for (corner, sites) in meetings(board, |site| lattice.corners(site)) {
            if sites >= CROSSROADS {
                let name = format!("x{}", corner_name(lattice, corner));
                let words = format!("corner {}", lattice.corner_label(corner));
                let kind = ItemKind::Primary { min: 0, max: CROSSROADS - 1 };
                let index = self.add(name, words, kind);
                self.crossings.insert(corner, Meeting { index, sites });
            }
        }
    }

    fn add_lines(&mut self, puzzle: &Puzzle) {
        // No more pieces lie across a line than there are sites.
        let kind = ItemKind::Primary { min: 1, max: MAX_SITES as u32 };
        let mut number = 0;
        for family in puzzle.lattice.straight_lines() {
            let values = puzzle.board.sites().iter().map(|s| family.value(s.site));
            let span = span(values);
            let mut lines = Vec::new();
            for value in between(family, span, puzzle.lattice.period) {
                number += 1;
                let words = format!("straight line {number}");
                lines.push((value, self.add(format!("line{number}"), words, kind)));
            }
            self.lines.push(Lines { family: family.clone(), lines });
        }
    }

    fn add_apart(&mut self, puzzle: &Puzzle) {
        let lattice = puzzle.lattice;
        for (rule, number) in puzzle.piece_rules.apart.iter().zip(1..) {
            let mut places: FxHashMap<Point, Vec<Point>> = FxHashMap::default();
            let board = puzzle.board.sites().iter().map(|s| s.site);
            let counts = meetings(board, |site| {
                let keyed = |corners: Vec<Point>| {
                    let key = middle(&corners);
                    places.insert(key, corners);
                    key
                };
                contacts(lattice, site, rule.by).into_iter().map(keyed).collect()
            });
            let mut meetings = FxHashMap::default();
            for (key, sites) in counts.into_iter().filter(|(_, sites)| *sites >= 2) {
                let corners = &places[&key];
                let names: Vec<String> = corners.iter().map(|&c| corner_name(lattice, c)).collect();
                let labels: Vec<String> =
                    corners.iter().map(|&c| lattice.corner_label(c)).collect();
                let name = format!("a{number}.{}", names.join("~"));
                let words = format!("{} {}", rule.by.word(), labels.join(" to "));
                let index = self.add(name, words, ItemKind::Secondary);
                meetings.insert(key, Meeting { index, sites });
            }
            self.apart.push(ApartItems { pieces: rule.pieces.clone(), by: rule.by, meetings });
        }
    }

    /// Gives the primary or the secondary items their numbers.
    pub(super) fn number(
        &mut self,
        primary: bool,
        mut add: impl FnMut(String, ItemKind) -> ItemId,
    ) {
        let own = |item: &&mut RuleItem| (item.kind != ItemKind::Secondary) == primary;
        for item in self.list.iter_mut().filter(own) {
            item.item = add(std::mem::take(&mut item.name), item.kind);
        }
    }

    /// All items, with what each stands for.
    pub(super) fn into_listed(self) -> Vec<(String, ItemId)> {
        self.list.into_iter().map(|item| (item.words, item.item)).collect()
    }

    /// The item of an index that [`ShapeRules::find`] gave.
    pub(super) fn item(&self, index: u32) -> ItemId {
        self.list[index as usize].item
    }

    /// Returns the rules for an orientation of a piece.
    pub(super) fn of_shape<'a>(
        &'a self,
        puzzle: &'a Puzzle,
        piece: PieceId,
        shape: &'a Shape,
    ) -> ShapeRules<'a> {
        let lattice = puzzle.lattice;
        let sites = || shape.sites().iter().copied();
        let corners = match self.crossings.is_empty() {
            true => Vec::new(),
            false => meetings(sites(), |site| lattice.corners(site)),
        };
        let lines = self.lines.iter();
        let spans = lines.map(|l| span(sites().map(|site| l.family.value(site)))).collect();
        let rules = self.apart.iter().enumerate();
        let named = rules.filter(|(_, rule)| rule.pieces.binary_search(&piece).is_ok());
        let of_rule = |(number, rule): (usize, &ApartItems)| {
            let places =
                |site| contacts(lattice, site, rule.by).iter().map(|c| middle(c)).collect();
            (number, meetings(sites(), places))
        };
        let contacts = named.map(of_rule).collect();
        let to_border = puzzle.piece_rules.is_at_border(piece);
        ShapeRules { items: self, puzzle, shape, to_border, corners, spans, contacts }
    }
}

/// The least and the largest of some values; an empty span of none.
fn span(values: impl Iterator<Item = i32>) -> (i32, i32) {
    values.fold((i32::MAX, i32::MIN), |(least, most), v| (least.min(v), most.max(v)))
}

/// The lines of a family that lie strictly within a span, ascending.
fn between(family: &LineFamily, (least, most): (i32, i32), period: i32) -> Vec<i32> {
    let is_line = |value: &i32| family.residues.binary_search(&value.rem_euclid(period)).is_ok();
    if least > most { Vec::new() } else { (least + 1..most).filter(is_line).collect() }
}

impl ShapeRules<'_> {
    /// Returns whether the rules allow the placement with this shift.
    pub(super) fn allow(&self, shift: Point) -> bool {
        !self.to_border || self.is_at_border(shift)
    }

    fn is_at_border(&self, shift: Point) -> bool {
        self.puzzle.reaches_border(self.shape.sites().iter().map(|&site| site + shift))
    }

    /// Finds the items of the placement that is shifted so far, by their indices, in place of what
    /// `found` holds.
    pub(super) fn find(&self, shift: Point, found: &mut Vec<u32>) {
        found.clear();
        for &(corner, own) in &self.corners {
            if let Some(meeting) = self.items.crossings.get(&(corner + shift))
                && meeting.sites - own + 1 >= CROSSROADS
            {
                found.push(meeting.index);
            }
        }
        for (lines, &(least, most)) in self.items.lines.iter().zip(&self.spans) {
            let by = lines.family.value(shift);
            let first = lines.lines.partition_point(|(value, _)| *value < least + by);
            let within = lines.lines[first..].iter().take_while(|(value, _)| *value < most + by);
            found.extend(within.map(|(_, index)| index));
        }
        if let Some(border) = self.items.border
            && self.is_at_border(shift)
        {
            found.push(border);
        }
        for (rule, places) in &self.contacts {
            let rule = &self.items.apart[*rule];
            let shift = times(PARTS, shift);
            for &(place, own) in places {
                if let Some(meeting) = rule.meetings.get(&(place + shift))
                    && own < meeting.sites
                {
                    found.push(meeting.index);
                }
            }
        }
    }
}
