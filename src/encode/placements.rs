//! The placements of a puzzle, stored compactly: four bytes each.
//!
//! A placement is an orientation of a piece, shifted so that the orientation's first site lies on
//! some site of the board. So of each placement no more than the position of that site is kept, in
//! one list in the order of pieces, orientations and sites. Everything else is derived from it.

use std::ops::Range;
use std::sync::Arc;

use crate::exact_cover::OptionId;
use crate::lattice::{Point, Positions};
use crate::polyform::Shape;
use crate::puzzle::{Board, PieceId};

/// A way to lay a piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The piece.
    pub piece: PieceId,
    /// Index into [`Encoding::orientations`](super::Encoding::orientations) of the piece.
    pub orientation: u32,
    /// The shift from the sites of the orientation.
    pub shift: Point,
}

/// The placements of an orientation of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrientationPlacements {
    /// The piece.
    pub piece: PieceId,
    /// Index of the orientation among those of the piece.
    pub orientation: u32,
    /// The options.
    pub options: Range<u32>,
}

/// All placements of a puzzle, in the order of the options.
#[derive(Clone, Debug)]
pub struct Placements {
    orientations: Arc<Vec<Vec<Shape>>>,
    /// The index of each piece's first orientation when those of all pieces are numbered through;
    /// one entry more at the end.
    first_orientations: Vec<u32>,
    /// Where the placements of each orientation begin; one entry more at the end.
    starts: Vec<u32>,
    places: Places,
    /// The sites of the board.
    sites: Arc<Vec<Point>>,
    positions: Arc<Positions>,
}

/// Where placements lie.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Places {
    /// The position on the board of each placement's first site, ascending for each orientation.
    Anchors(Vec<u32>),
    /// The shift of each placement, in any order: those of a cover puzzle are as it lists them.
    Shifts(Vec<Point>),
}

/// Collects the placements of a puzzle, an orientation after the other.
#[derive(Debug)]
pub(super) struct PlacementsBuilder {
    placements: Placements,
}

impl PlacementsBuilder {
    pub(super) fn new(orientations: Arc<Vec<Vec<Shape>>>, board: &Board) -> PlacementsBuilder {
        PlacementsBuilder::with(orientations, board, Places::Anchors(Vec::new()))
    }

    /// For placements that follow no order within an orientation.
    pub(super) fn unordered(
        orientations: Arc<Vec<Vec<Shape>>>,
        board: &Board,
    ) -> PlacementsBuilder {
        PlacementsBuilder::with(orientations, board, Places::Shifts(Vec::new()))
    }

    fn with(orientations: Arc<Vec<Vec<Shape>>>, board: &Board, places: Places) -> Self {
        let count = |first: &mut u32, shapes: &Vec<Shape>| {
            *first += shapes.len() as u32;
            Some(*first)
        };
        let ends = orientations.iter().scan(0, count);
        let first_orientations = std::iter::once(0).chain(ends).collect();
        let sites: Vec<Point> = board.sites().iter().map(|s| s.site).collect();
        let positions = Positions::new(sites.iter().copied());
        let placements = Placements {
            orientations,
            first_orientations,
            starts: vec![0],
            places,
            sites: Arc::new(sites),
            positions: Arc::new(positions),
        };
        PlacementsBuilder { placements }
    }

    /// The positions of the board's sites.
    pub(super) fn positions(&self) -> Arc<Positions> {
        Arc::clone(&self.placements.positions)
    }

    /// The number of placements so far.
    pub(super) fn len(&self) -> usize {
        self.placements.len()
    }

    /// Adds a placement of the orientation at hand.
    pub(super) fn push(&mut self, shape: &Shape, shift: Point) {
        let placements = &mut self.placements;
        match &mut placements.places {
            Places::Anchors(anchors) => {
                let anchor = placements.positions.get(shape.sites()[0] + shift);
                anchors.push(anchor.expect("placements lie on the board"));
            }
            Places::Shifts(shifts) => shifts.push(shift),
        }
    }

    /// Goes on to the next orientation.
    pub(super) fn end_orientation(&mut self) {
        self.placements.starts.push(self.placements.len() as u32);
    }

    pub(super) fn build(mut self) -> Placements {
        match &mut self.placements.places {
            Places::Anchors(anchors) => anchors.shrink_to_fit(),
            Places::Shifts(shifts) => shifts.shrink_to_fit(),
        }
        self.placements
    }
}

impl PartialEq for Placements {
    fn eq(&self, other: &Placements) -> bool {
        self.orientations == other.orientations
            && self.starts == other.starts
            && self.places == other.places
            && self.sites == other.sites
    }
}

impl Placements {
    /// The number of placements.
    pub fn len(&self) -> usize {
        match &self.places {
            Places::Anchors(anchors) => anchors.len(),
            Places::Shifts(shifts) => shifts.len(),
        }
    }

    /// Returns whether there are no placements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The placement of an option. Cost: logarithmic in the number of orientations.
    pub fn get(&self, option: OptionId) -> Placement {
        let index = self.starts.partition_point(|&start| start <= option.0) - 1;
        let first = |&first: &u32| first as usize <= index;
        let piece = self.first_orientations.partition_point(first) - 1;
        let orientation = index as u32 - self.first_orientations[piece];
        let shift = self.shift(&self.orientations[piece][orientation as usize], option);
        Placement { piece: PieceId(piece as u32), orientation, shift }
    }

    /// The shift of an option, which is a placement of this orientation.
    pub(super) fn shift(&self, shape: &Shape, option: OptionId) -> Point {
        match &self.places {
            Places::Anchors(anchors) => {
                self.sites[anchors[option.index()] as usize] - shape.sites()[0]
            }
            Places::Shifts(shifts) => shifts[option.index()],
        }
    }

    /// The placements of a piece, as a range of options.
    pub fn of_piece(&self, piece: PieceId) -> Range<usize> {
        let [from, to] = [piece.index(), piece.index() + 1]
            .map(|n| self.starts[self.first_orientations[n] as usize] as usize);
        from..to
    }

    /// The options of each orientation of each piece, in their order: the quick way through all
    /// placements.
    pub fn by_orientation(&self) -> impl Iterator<Item = OrientationPlacements> + '_ {
        let indices = self.orientations.iter().enumerate().flat_map(|(piece, shapes)| {
            let of_shape = move |orientation| (PieceId(piece as u32), orientation as u32);
            (0..shapes.len()).map(of_shape)
        });
        indices.zip(self.starts.windows(2)).map(|((piece, orientation), range)| {
            OrientationPlacements { piece, orientation, options: range[0]..range[1] }
        })
    }

    /// The options of one orientation of a piece.
    pub(super) fn of_orientation(&self, piece: PieceId, orientation: u32) -> Range<u32> {
        let index = (self.first_orientations[piece.index()] + orientation) as usize;
        self.starts[index]..self.starts[index + 1]
    }

    /// The position on the board of the first site of an option, which is a placement of this
    /// orientation.
    pub(super) fn first_site(&self, shape: &Shape, option: OptionId) -> u32 {
        match &self.places {
            Places::Anchors(anchors) => anchors[option.index()],
            Places::Shifts(shifts) => {
                let first = shape.sites()[0] + shifts[option.index()];
                self.positions.get(first).expect("placements lie on the board")
            }
        }
    }

    /// The number of the board's sites.
    pub(super) fn site_count(&self) -> usize {
        self.sites.len()
    }

    /// An orientation of a piece.
    pub(super) fn shape(&self, piece: PieceId, orientation: u32) -> &Shape {
        &self.orientations[piece.index()][orientation as usize]
    }

    /// The positions of the board's sites.
    pub(super) fn positions(&self) -> &Positions {
        &self.positions
    }

    /// The option of the placement of an orientation whose first site is this one, if there is
    /// such a placement. Cost: logarithmic in their number; linear for cover puzzles.
    pub fn find(&self, piece: PieceId, orientation: u32, first_site: Point) -> Option<OptionId> {
        let range = self.of_orientation(piece, orientation);
        let indices = range.start as usize..range.end as usize;
        let offset = match &self.places {
            Places::Anchors(anchors) => {
                let position = self.positions.get(first_site)?;
                anchors[indices].binary_search(&position).ok()?
            }
            Places::Shifts(shifts) => {
                let shift = first_site - self.shape(piece, orientation).sites()[0];
                shifts[indices].iter().position(|s| *s == shift)?
            }
        };
        Some(OptionId(range.start + offset as u32))
    }

    /// The placements that cover a site, ascending.
    pub(super) fn through(&self, site: Point) -> Vec<OptionId> {
        let mut through = Vec::new();
        for OrientationPlacements { piece, orientation, options } in self.by_orientation() {
            let shape = self.shape(piece, orientation);
            if options.is_empty() {
                continue;
            }
            match &self.places {
                Places::Anchors(_) => {
                    let first = |&p: &Point| site - p + shape.sites()[0];
                    let at = shape.sites().iter().map(first);
                    through.extend(at.filter_map(|first| self.find(piece, orientation, first)));
                }
                Places::Shifts(shifts) => {
                    let covers = |&option: &u32| {
                        shape.sites().binary_search(&(site - shifts[option as usize])).is_ok()
                    };
                    through.extend(options.filter(covers).map(OptionId));
                }
            }
        }
        through.sort_unstable();
        through
    }

    /// Calls back with each site of each placement, by its position on the board.
    pub(super) fn each_site(&self, mut found: impl FnMut(OptionId, u32)) {
        for OrientationPlacements { piece, orientation, options } in self.by_orientation() {
            let shape = self.shape(piece, orientation);
            for option in options.map(OptionId) {
                let shift = self.shift(shape, option);
                let positions = shape.sites().iter().map(|&p| self.positions.get(p + shift));
                positions.flatten().for_each(|position| found(option, position));
            }
        }
    }
}
