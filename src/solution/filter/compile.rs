//! Filters compiled for a puzzle.
//!
//! A filter is evaluated for all images of a solution at once: bit g of a mask says whether the
//! expression holds for the image under element g of the puzzle's group. Measures are the same
//! for all images, so their masks have all bits or none.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::expression::{Comparison, Expression, Relation};
use super::parse::closest;
use crate::encode::{Encoding, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::column::Column;
use crate::solution::measures::{Inapplicable, Layout, MeasureId, Measurer};

/// The context that filters are compiled for.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// Its encoding.
    pub encoding: &'a Encoding,
    /// Its symmetries.
    pub group: &'a SymmetryGroup,
    /// Its measures.
    pub measurer: &'a Measurer,
}

/// Why an expression says nothing of a puzzle's solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// The measure does not apply.
    #[error("{id} does not apply: {reason}")]
    Inapplicable {
        /// The id of the measure.
        id: &'static str,
        /// Why not.
        reason: Inapplicable,
    },
    /// No piece has this name.
    #[error("the puzzle has no piece {name}{}", .suggestion.as_ref().map(|s| format!("; did you mean {s}?")).unwrap_or_default())]
    UnknownPiece {
        /// The name.
        name: String,
        /// The one that may be meant.
        suggestion: Option<String>,
    },
    /// No class of the measure has this name.
    #[error("no solution is of the class {name}; there are {}", .known.join(", "))]
    UnknownClass {
        /// The name.
        name: String,
        /// Those that there are.
        known: Vec<String>,
    },
    /// An address that names no site of the board.
    #[error("{address:?} is not a site of the board")]
    UnknownSite {
        /// The address.
        address: Vec<i32>,
    },
    /// The piece has no placement on these sites.
    #[error("piece {piece} cannot cover exactly these sites")]
    NoPlacement {
        /// The name of the piece.
        piece: String,
    },
    /// A relation of pieces that have no place.
    #[error("{relation} does not apply: {}", Inapplicable::CoverPuzzle)]
    NoContact {
        /// The word for the relation.
        relation: &'static str,
    },
}

/// The quantity that a column holds for each solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColumnKey {
    /// A measure.
    Measure(MeasureId),
    /// The number of symmetries that fix it.
    StabiliserOrder,
    /// The number of its copies of the piece.
    Copies(PieceId),
    /// True if copies of two pieces touch.
    Touch([PieceId; 2]),
    /// True if copies of two pieces touch or meet at a corner.
    Meet([PieceId; 2]),
    /// The images that have this placement, a bit an element.
    Placed(OptionId),
    /// The images where a copy of the piece covers the site at this place of the board.
    Covers(PieceId, u32),
}

/// A column with what is needed to work it out.
#[derive(Clone, Debug)]
pub struct ColumnSource {
    /// The key of the column.
    pub key: ColumnKey,
    /// For options that matter, the elements that map them where they are wanted.
    elements: Option<Arc<FxHashMap<OptionId, u64>>>,
}

impl ColumnSource {
    /// The column of a measure.
    pub fn measure(measure: MeasureId) -> ColumnSource {
        ColumnSource::plain(ColumnKey::Measure(measure))
    }

    /// Returns whether it may take long to work out.
    pub(in crate::solution) fn is_costly(&self) -> bool {
        matches!(self.key, ColumnKey::Measure(measure) if measure.row().is_costly)
    }

    fn plain(key: ColumnKey) -> ColumnSource {
        ColumnSource { key, elements: None }
    }

    /// The value for the solution at hand.
    pub(in crate::solution) fn value(&self, measurer: &Measurer, layout: &mut Layout) -> u64 {
        match self.key {
            ColumnKey::Measure(measure) => measurer.value(measure, layout),
            ColumnKey::StabiliserOrder => u64::from(layout.stabiliser_order()),
            ColumnKey::Copies(piece) => u64::from(measurer.copies(piece, layout)),
            ColumnKey::Touch(pieces) => u64::from(measurer.are_in_contact(pieces, false, layout)),
            ColumnKey::Meet(pieces) => u64::from(measurer.are_in_contact(pieces, true, layout)),
            ColumnKey::Placed(_) | ColumnKey::Covers(..) => {
                let Some(elements) = &self.elements else { return 0 };
                let of = |option| elements.get(option).copied().unwrap_or(0);
                layout.options().iter().map(of).fold(0, |mask, own| mask | own)
            }
        }
    }
}

/// An expression compiled for a puzzle.
#[derive(Clone, Debug)]
pub struct Filter {
    node: Node,
    sources: Vec<ColumnSource>,
    /// The bits of all elements.
    all: u64,
}

#[derive(Clone, Debug)]
enum Node {
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    /// These bits where the number of a column is, or is not, in a range.
    Test {
        column: usize,
        range: (u64, u64),
        inside: bool,
        bits: u64,
    },
    /// The number of a column, as bits.
    Bits(usize),
}

impl Filter {
    /// Compiles an expression. Cost: for placements, the order of the group times the placements
    /// that are meant.
    ///
    /// # Errors
    /// The first thing in it that says nothing of the puzzle.
    pub fn new(expression: &Expression, context: Context<'_>) -> Result<Filter, CompileError> {
        let mut compiler = Compiler::new(context);
        // Needed to count the members of orbits.
        compiler.column(ColumnSource::plain(ColumnKey::StabiliserOrder));
        let node = compiler.node(expression)?;
        Ok(Filter { node, sources: compiler.sources, all: context.group.all().bits() })
    }

    /// The filter that every solution passes.
    pub fn everything(context: Context<'_>) -> Filter {
        Filter::new(&Expression::And(Vec::new()), context).expect("it names nothing")
    }

    /// The columns that it needs.
    pub fn sources(&self) -> &[ColumnSource] {
        &self.sources
    }

    /// Evaluates it for a range of solutions. `columns` are those of the sources, in order; of
    /// each mask bit g says whether the expression holds for the image under element g.
    pub(in crate::solution) fn evaluate(
        &self,
        range: Range<usize>,
        columns: &[&Column],
        masks: &mut [u64],
    ) {
        self.node.evaluate(range, columns, self.all, masks);
    }
}

impl Node {
    fn evaluate(&self, range: Range<usize>, columns: &[&Column], all: u64, masks: &mut [u64]) {
        match self {
            Node::And(parts) | Node::Or(parts) => {
                let is_and = matches!(self, Node::And(_));
                let Some((first, rest)) = parts.split_first() else {
                    masks.fill(if is_and { all } else { 0 });
                    return;
                };
                first.evaluate(range.clone(), columns, all, masks);
                let mut own = vec![0; if rest.is_empty() { 0 } else { masks.len() }];
                for part in rest {
                    part.evaluate(range.clone(), columns, all, &mut own);
                    for (mask, own) in masks.iter_mut().zip(&own) {
                        *mask = if is_and { *mask & own } else { *mask | own };
                    }
                }
            }
            Node::Not(inner) => {
                inner.evaluate(range, columns, all, masks);
                masks.iter_mut().for_each(|mask| *mask ^= all);
            }
            Node::Test { column, range: (least, most), inside, bits } => {
                columns[*column].test(range, (*least, *most), *inside, *bits, masks);
            }
            Node::Bits(column) => columns[*column].copy(range, masks),
        }
    }
}

struct Compiler<'a> {
    context: Context<'a>,
    sources: Vec<ColumnSource>,
    /// The inverse of each element of the group.
    inverse: Vec<usize>,
}

impl<'a> Compiler<'a> {
    fn new(context: Context<'a>) -> Compiler<'a> {
        let products = context.group.products();
        let inverse = |row: &Vec<usize>| row.iter().position(|&product| product == 0);
        let inverse = products.iter().map(|row| inverse(row).expect("a group has inverses"));
        Compiler { context, sources: Vec::new(), inverse: inverse.collect() }
    }

    /// The index of a column among those needed.
    fn column(&mut self, source: ColumnSource) -> usize {
        let known = self.sources.iter().position(|other| other.key == source.key);
        known.unwrap_or_else(|| {
            self.sources.push(source);
            self.sources.len() - 1
        })
    }

    fn node(&mut self, expression: &Expression) -> Result<Node, CompileError> {
        let all = self.context.group.all().bits();
        Ok(match expression {
            Expression::And(parts) => Node::And(self.nodes(parts)?),
            Expression::Or(parts) => Node::Or(self.nodes(parts)?),
            Expression::Not(inner) => Node::Not(Box::new(self.node(inner)?)),
            Expression::Property(measure) => self.measure(*measure, Comparison::Equal(1), all)?,
            Expression::Number(measure, comparison) => self.measure(*measure, *comparison, all)?,
            Expression::Class { measure, is, class } => {
                let index = self.class(*measure, class)?;
                let comparison =
                    if *is { Comparison::Equal(index) } else { Comparison::Unequal(index) };
                self.measure(*measure, comparison, all)?
            }
            Expression::Placed { piece, sites } => self.placed(piece, sites)?,
            Expression::Covers { piece, site } => self.covers(piece, site)?,
            Expression::Related(relation, names) => self.related(*relation, names)?,
            Expression::Uses(name, comparison) => self.uses(name, *comparison)?,
        })
    }

    fn nodes(&mut self, parts: &[Expression]) -> Result<Vec<Node>, CompileError> {
        parts.iter().map(|part| self.node(part)).collect()
    }

    fn test(&mut self, source: ColumnSource, comparison: Comparison, bits: u64) -> Node {
        let (least, most, inside) = comparison.range();
        Node::Test { column: self.column(source), range: (least, most), inside, bits }
    }

    fn measure(
        &mut self,
        measure: MeasureId,
        comparison: Comparison,
        bits: u64,
    ) -> Result<Node, CompileError> {
        let id = measure.row().id;
        let applies = self.context.measurer.applies(measure);
        applies.map_err(|reason| CompileError::Inapplicable { id, reason })?;
        Ok(self.test(ColumnSource::measure(measure), comparison, bits))
    }

    fn class(&self, measure: MeasureId, name: &str) -> Result<u64, CompileError> {
        let id = measure.row().id;
        let applies = self.context.measurer.applies(measure);
        applies.map_err(|reason| CompileError::Inapplicable { id, reason })?;
        let classes = self.context.measurer.classes_of(measure);
        let index = classes.iter().position(|(id, own)| *id == name || *own == name);
        let known = || classes.iter().map(|(id, _)| (*id).to_owned()).collect();
        index
            .map(|index| index as u64)
            .ok_or_else(|| CompileError::UnknownClass { name: name.to_owned(), known: known() })
    }

    fn piece(&self, name: &str) -> Result<PieceId, CompileError> {
        let puzzle = self.context.puzzle;
        let known = puzzle.pieces().find(|(_, piece)| piece.name == name);
        known.map(|(id, _)| id).ok_or_else(|| CompileError::UnknownPiece {
            name: name.to_owned(),
            suggestion: closest(name, puzzle.pieces.iter().map(|piece| piece.name.as_str()))
                .map(str::to_owned),
        })
    }

    fn site(&self, address: &[i32]) -> Result<(Point, u32), CompileError> {
        let puzzle = self.context.puzzle;
        let site = puzzle.lattice.site_at(address);
        let found = site.and_then(|site| Some((site, puzzle.board.position(site)? as u32)));
        found.ok_or_else(|| CompileError::UnknownSite { address: address.to_vec() })
    }

    /// For each option that some element maps to one of these, the elements that do.
    fn elements(&self, wanted: impl Iterator<Item = OptionId>) -> Arc<FxHashMap<OptionId, u64>> {
        let mut elements: FxHashMap<OptionId, u64> = FxHashMap::default();
        for option in wanted {
            for (g, &inverse) in self.inverse.iter().enumerate() {
                let before = self.context.group.elements[inverse].image(option);
                *elements.entry(before).or_default() |= 1 << g;
            }
        }
        Arc::new(elements)
    }

    fn placed(&mut self, name: &str, addresses: &[Vec<i32>]) -> Result<Node, CompileError> {
        let piece = self.piece(name)?;
        let sites: Result<Vec<Point>, CompileError> =
            addresses.iter().map(|address| Ok(self.site(address)?.0)).collect();
        let mut sites = sites?;
        sites.sort_unstable();
        let Context { puzzle, encoding, .. } = self.context;
        let option = encoding.find(puzzle, piece, &sites);
        let option = option.ok_or_else(|| CompileError::NoPlacement { piece: name.to_owned() })?;
        let elements = Some(self.elements(std::iter::once(option)));
        Ok(Node::Bits(self.column(ColumnSource { key: ColumnKey::Placed(option), elements })))
    }

    fn covers(&mut self, name: &str, address: &[i32]) -> Result<Node, CompileError> {
        let piece = self.piece(name)?;
        let (site, position) = self.site(address)?;
        let encoding = self.context.encoding;
        let mut through = encoding.options_through(site);
        through.retain(|&option| encoding.placement(option).piece == piece);
        let elements = Some(self.elements(through.into_iter()));
        let key = ColumnKey::Covers(piece, position);
        Ok(Node::Bits(self.column(ColumnSource { key, elements })))
    }

    /// For each element, where it brings some pieces from; equal ones together, with the bits of
    /// their elements.
    fn brought_from<const N: usize>(&self, pieces: [PieceId; N]) -> Vec<([PieceId; N], u64)> {
        let mut from: Vec<([PieceId; N], u64)> = Vec::new();
        for (g, &inverse) in self.inverse.iter().enumerate() {
            let images = &self.context.group.elements[inverse].pieces;
            // The group of a problem without geometry permutes no pieces.
            let image = |piece: PieceId| images.get(piece.index()).copied().unwrap_or(piece);
            let mut before = pieces.map(image);
            before.sort_unstable();
            match from.iter_mut().find(|(pieces, _)| *pieces == before) {
                Some((_, bits)) => *bits |= 1 << g,
                None => from.push((before, 1 << g)),
            }
        }
        from
    }

    fn related(&mut self, relation: Relation, names: &[String; 2]) -> Result<Node, CompileError> {
        let pieces = [self.piece(&names[0])?, self.piece(&names[1])?];
        if !self.context.measurer.has_geometry() {
            return Err(CompileError::NoContact { relation: relation.word() });
        }
        let comparison = Comparison::Equal(u64::from(relation != Relation::Apart));
        let mut parts = Vec::new();
        for (pieces, bits) in self.brought_from(pieces) {
            let key = match relation {
                Relation::Touch => ColumnKey::Touch(pieces),
                Relation::Meet | Relation::Apart => ColumnKey::Meet(pieces),
            };
            parts.push(self.test(ColumnSource::plain(key), comparison, bits));
        }
        Ok(Node::Or(parts))
    }

    fn uses(&mut self, name: &str, comparison: Comparison) -> Result<Node, CompileError> {
        let piece = self.piece(name)?;
        let mut parts = Vec::new();
        for ([piece], bits) in self.brought_from([piece]) {
            parts.push(self.test(ColumnSource::plain(ColumnKey::Copies(piece)), comparison, bits));
        }
        Ok(Node::Or(parts))
    }
}
