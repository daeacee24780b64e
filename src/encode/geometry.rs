//! From pieces and a board to an exact cover problem, in three phases: placements are found, items
//! are named, options are written.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::fit::FitFinder;
use super::labels::Patterns;
use super::pins::{Pins, is_required};
use super::placements::{Placements, PlacementsBuilder};
use super::pockets::{Pockets, WORTH_OPTIONS};
use super::rules::RuleItems;
use super::{EncodeError, Encoding, joined};
use crate::exact_cover::{ItemId, ItemKind, OptionId, ProblemBuilder};
use crate::lattice::Point;
use crate::polyform::Shape;
use crate::puzzle::{Copies, JunctionRule, PieceId, Puzzle};

/// Encodes a puzzle of pieces and a board, if the problem takes no more than a number of bytes.
pub(super) fn encode(
    puzzle: &Puzzle,
    memory_limit: u64,
    give_up: &dyn Fn() -> bool,
) -> Result<Encoding, EncodeError> {
    let orientations: Arc<Vec<Vec<Shape>>> = Arc::new(
        puzzle.pieces.iter().map(|p| p.shape.orientations(puzzle.lattice, p.motions)).collect(),
    );
    let pins = Pins::new(puzzle);
    let mut found = Found::new(puzzle, &orientations, &pins, memory_limit, give_up)?;
    if give_up() {
        return Err(EncodeError::GivenUp);
    }
    let mut builder = ProblemBuilder::default();
    let items = Items::new(puzzle, &pins, &mut found, &mut builder);
    write_options(puzzle, &found, &items, &mut builder);
    let encoding = Encoding {
        problem: builder.build()?,
        placements: Arc::new(found.placements),
        orientations,
        piece_items: items.pieces,
        site_items: items.sites,
        junctions: items.junctions,
        rule_items: items.rules.into_listed(),
        closed: Vec::new(),
        pockets: None,
    };
    // Small searches take less time than looking for pockets would.
    if encoding.problem.option_count() < WORTH_OPTIONS {
        return Ok(encoding);
    }
    let pockets = Pockets::new_unless(puzzle, &encoding, give_up);
    Ok(Encoding { pockets: pockets.map(Arc::new), ..encoding })
}

/// The corners that a shape runs straight through, where those count.
fn crossed_corners(puzzle: &Puzzle, shape: &Shape) -> Vec<Point> {
    match puzzle.rules.junctions {
        JunctionRule::NoCrossing => puzzle.lattice.straight_corners(shape.sites()),
        JunctionRule::Free => Vec::new(),
    }
}

/// The placements of a puzzle and what is learnt of them while they are found.
struct Found {
    placements: Placements,
    /// The number of items in all options together.
    cells: usize,
    /// True for each piece whose every placement covers a site that must be covered.
    always_required: Vec<bool>,
    /// The corners that placements run straight through, in reading order.
    corners: Vec<Point>,
    /// The requirements of the rules on the placements.
    rules: RuleItems,
}

impl Found {
    fn new(
        puzzle: &Puzzle,
        orientations: &Arc<Vec<Vec<Shape>>>,
        pins: &Pins,
        memory_limit: u64,
        give_up: &dyn Fn() -> bool,
    ) -> Result<Found, EncodeError> {
        let finder = FitFinder::new(puzzle.lattice, &puzzle.board);
        let rules = PlacementRules::new(puzzle, orientations, pins);
        let mut placements = PlacementsBuilder::new(Arc::clone(orientations), &puzzle.board);
        let positions = placements.positions();
        let mut always_required = vec![true; puzzle.pieces.len()];
        let mut corners = FxHashSet::default();
        let rule_items = RuleItems::new(puzzle);
        let mut ruled = Vec::new();
        let mut cells = 0;
        let (mut sites, mut crossed) = (Vec::new(), Vec::new());
        let total: usize = orientations.iter().map(Vec::len).sum();
        let numbered = orientations.iter().enumerate().flat_map(|(piece, shapes)| {
            let of_shape = move |(o, shape)| (PieceId(piece as u32), o, shape);
            shapes.iter().enumerate().map(of_shape)
        });
        for (done, (piece, orientation, shape)) in (1..).zip(numbered) {
            if give_up() {
                return Err(EncodeError::GivenUp);
            }
            let straight = crossed_corners(puzzle, shape);
            let asked = rule_items.of_shape(puzzle, piece, shape);
            if puzzle.piece(piece).copies.max == 0 {
                placements.end_orientation();
                continue;
            }
            finder.each_fit(shape, &positions, |shift| {
                crossed.clear();
                crossed.extend(straight.iter().map(|&p| p + shift));
                if rules.look_at_sites {
                    sites.clear();
                    sites.extend(shape.sites().iter().filter_map(|&p| positions.get(p + shift)));
                    if !rules.allow(piece, orientation, &sites, &crossed) {
                        return;
                    }
                    always_required[piece.index()] &= rules.any_required(&sites);
                }
                if !asked.allow(shift) {
                    return;
                }
                asked.find(shift, &mut ruled);
                placements.push(shape, shift);
                cells += 1 + shape.size() + crossed.len() + ruled.len();
                corners.extend(crossed.iter().copied());
            });
            placements.end_orientation();
            // A position and an end for each placement, and an item for each cell.
            let bytes = 8 * placements.len() as u64 + 4 * cells as u64;
            if bytes > memory_limit {
                let needed = (u128::from(bytes) * total as u128 / done) as u64;
                return Err(EncodeError::TooLarge { needed, limit: memory_limit });
            }
        }
        let mut corners: Vec<Point> = corners.into_iter().collect();
        corners.sort_unstable();
        let rules = rule_items;
        Ok(Found { placements: placements.build(), cells, always_required, corners, rules })
    }
}

/// The rules that exclude placements that fit on the board: colour labels, pins and rules of sites.
struct PlacementRules<'a> {
    puzzle: &'a Puzzle,
    pins: &'a Pins,
    patterns: Option<Patterns>,
    /// True if the sites of a placement matter at all.
    look_at_sites: bool,
}

impl<'a> PlacementRules<'a> {
    fn new(puzzle: &'a Puzzle, orientations: &[Vec<Shape>], pins: &'a Pins) -> PlacementRules<'a> {
        let patterns = Patterns::find(puzzle, orientations);
        let mut sites = 0..puzzle.board.sites().len();
        let has_optional = sites.any(|site| !is_required(puzzle, pins, site));
        let look_at_sites = patterns.is_some() || pins.limit_placements() || has_optional;
        PlacementRules { puzzle, pins, patterns, look_at_sites }
    }

    /// Returns whether a placement is allowed, given the positions of its sites and the corners it
    /// crosses.
    fn allow(&self, piece: PieceId, orientation: usize, sites: &[u32], crossed: &[Point]) -> bool {
        let agrees = |p: &Patterns| p.fits(self.puzzle, piece, orientation, sites);
        self.patterns.as_ref().is_none_or(agrees) && self.pins.allow(piece, sites, crossed)
    }

    fn any_required(&self, sites: &[u32]) -> bool {
        sites.iter().any(|&site| is_required(self.puzzle, self.pins, site as usize))
    }
}

/// The items of a puzzle.
struct Items {
    pieces: Vec<ItemId>,
    sites: Vec<ItemId>,
    junctions: Vec<(Point, ItemId)>,
    rules: RuleItems,
}

impl Items {
    /// Adds the items to the problem, primary ones first.
    fn new(puzzle: &Puzzle, pins: &Pins, found: &mut Found, builder: &mut ProblemBuilder) -> Items {
        let copies = puzzle.copies();
        // A piece that may be left out needs no item of its own to branch on, as long as each of
        // its placements covers a required site: Knuth advises secondary items.
        let is_secondary = |piece: usize| {
            // One that is left out has no placements.
            copies[piece].max == 0
                || copies[piece] == Copies { min: 0, max: 1 } && found.always_required[piece]
        };
        // What would end a name in Knuth's text.
        let ends = |c: char| c.is_whitespace() || matches!(c, '|' | ':');
        let piece_name = |i: usize| format!("#{}", puzzle.pieces[i].name.replace(ends, "_"));
        let lattice = puzzle.lattice;
        let site_name = |p: Point| joined(&(lattice.address.of_site)(p));
        let board = puzzle.board.sites();
        let mut names = UniqueNames::default();
        let mut pieces = vec![ItemId(0); puzzle.pieces.len()];
        let mut sites = vec![ItemId(0); board.len()];
        let mut rules = std::mem::take(&mut found.rules);
        for secondary in [false, true] {
            for i in (0..pieces.len()).filter(|&i| is_secondary(i) == secondary) {
                let kind = match secondary {
                    true => ItemKind::Secondary,
                    false => ItemKind::Primary { min: copies[i].min, max: copies[i].max },
                };
                pieces[i] = builder.item(names.unique(piece_name(i)), kind);
            }
            let kind = if secondary { ItemKind::Secondary } else { ItemKind::ONCE };
            for i in (0..board.len()).filter(|&i| is_required(puzzle, pins, i) != secondary) {
                sites[i] = builder.item(names.unique(site_name(board[i].site)), kind);
            }
            if !secondary {
                rules.number(true, |name, kind| builder.item(names.unique(name), kind));
            }
        }
        let junction = |&p: &Point| {
            let name = format!("+{}", joined(&(lattice.address.of_corner)(p)));
            (p, builder.item(names.unique(name), ItemKind::Secondary))
        };
        let junctions = found.corners.iter().map(junction).collect();
        rules.number(false, |name, kind| builder.item(names.unique(name), kind));
        Items { pieces, sites, junctions, rules }
    }
}

/// Adds an option for each placement: its piece, its sites and the junctions it runs through.
fn write_options(puzzle: &Puzzle, found: &Found, items: &Items, builder: &mut ProblemBuilder) {
    let placements = &found.placements;
    builder.reserve(placements.len(), found.cells);
    let junctions: FxHashMap<Point, ItemId> = items.junctions.iter().copied().collect();
    let mut ruled = Vec::new();
    for run in placements.by_orientation() {
        let shape = placements.shape(run.piece, run.orientation);
        let straight = crossed_corners(puzzle, shape);
        let asked = items.rules.of_shape(puzzle, run.piece, shape);
        for option in run.options.map(OptionId) {
            let shift = placements.shift(shape, option);
            let position = |&p: &Point| placements.positions().get(p + shift);
            let sites = shape.sites().iter().filter_map(position);
            asked.find(shift, &mut ruled);
            builder.option(
                std::iter::once(items.pieces[run.piece.index()])
                    .chain(sites.map(|site| items.sites[site as usize]))
                    .chain(straight.iter().map(|&corner| junctions[&(corner + shift)]))
                    .chain(ruled.iter().map(|&index| items.rules.item(index))),
            );
        }
    }
}

/// Keeps item names apart, should a piece's name look like another's once spaces are replaced.
#[derive(Default)]
struct UniqueNames {
    /// The number to try next for each name that was given out.
    next: FxHashMap<String, u32>,
}

impl UniqueNames {
    fn unique(&mut self, name: String) -> String {
        let mut number = self.next.get(&name).copied().unwrap_or(1);
        let candidate = loop {
            let candidate = if number == 1 { name.clone() } else { format!("{name}~{number}") };
            number += 1;
            if !self.next.contains_key(&candidate) {
                break candidate;
            }
        };
        self.next.insert(candidate.clone(), 2);
        if candidate != name {
            self.next.insert(name, number);
        }
        candidate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::puzzle_file;

    #[test]
    fn item_names_stay_apart() {
        let mut names = UniqueNames::default();
        let given = ["a", "b", "a", "a~2", "a", "a~2"].map(|name| names.unique(name.to_owned()));
        assert_eq!(given, ["a", "b", "a~2", "a~2~2", "a~3", "a~2~3"]);
    }

    #[test]
    fn placements_that_need_too_much_memory_are_refused_with_how_much_they_need() {
        let text = "(format: 1, title: \"t\", lattice: Square, pieces: [Family(free: 5)], \
                    board: Rectangle(6, 10))";
        let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
        // 2056 placements of 6 items.
        let bytes = 2056 * (8 + 4 * 6);
        assert!(encode(&puzzle, bytes, &|| false).is_ok());
        let Err(EncodeError::TooLarge { needed, limit }) = encode(&puzzle, bytes / 2, &|| false)
        else {
            panic!("it fits into half of what it needs");
        };
        assert_eq!(limit, bytes / 2);
        assert!((bytes * 9 / 10..bytes * 11 / 10).contains(&needed), "{needed} of {bytes}");
        let error = EncodeError::TooLarge { needed: 9_100_000_000, limit: 800_000_000 };
        let text = error.to_string();
        assert!(text.contains("9.1\u{a0}GB") && text.contains("800\u{a0}MB"), "{text}");
    }
}
