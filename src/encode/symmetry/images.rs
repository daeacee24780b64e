//! Where the symmetries of a puzzle take its options: listed where that is little, else derived.
//!
//! A symmetry takes all placements of an orientation of a piece to those of one orientation of a
//! piece, shifted alike. So of each orientation no more than two things need to be known: which
//! orientation its image is, and where that lies.

use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use crate::encode::{Encoding, Placements};
use crate::exact_cover::OptionId;
use crate::lattice::{Lattice, Point};
use crate::polyform::Shape;
use crate::puzzle::PieceId;
use crate::symmetry::{Isometry, Matrix};

/// The images of all options are listed when they are at most this many for the whole point group:
/// 64 MB.
const MAX_LISTED_IMAGES: usize = 16_000_000;
/// The value for no option.
const NONE: u32 = u32::MAX;

/// Where a symmetry takes each option. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct OptionImages(Images);

#[derive(Clone, Debug)]
enum Images {
    /// Each of this number of options to itself.
    Identity(u32),
    /// Each option to the one in its place.
    Listed(Arc<Vec<u32>>),
    /// As the images of orientations tell.
    Derived(Arc<Derived>),
}

#[derive(Debug)]
struct Derived {
    placements: Arc<Placements>,
    matrix: Matrix,
    /// Where each piece goes.
    pieces: Vec<PieceId>,
    /// Where each orientation of each piece goes.
    orientations: Vec<Vec<OrientationImage>>,
}

/// Where a symmetry takes an orientation of a piece.
#[derive(Clone, Copy, Debug)]
struct OrientationImage {
    /// The orientation of the other piece that its image is.
    orientation: u32,
    /// Where the first site of the image lies when the orientation is not shifted.
    first_site: Point,
}

impl OptionImages {
    /// The images of the identity, given the number of options.
    pub(super) fn identity(options: usize) -> OptionImages {
        OptionImages(Images::Identity(options as u32))
    }

    /// The images of all options, in their order.
    pub(super) fn listed(images: Vec<u32>) -> OptionImages {
        OptionImages(Images::Listed(Arc::new(images)))
    }

    /// The images of another symmetry's images, where both are listed.
    pub(super) fn after(&self, before: &OptionImages) -> Option<OptionImages> {
        match (&self.0, &before.0) {
            (Images::Listed(images), Images::Listed(before)) => {
                Some(OptionImages::listed(before.iter().map(|&via| images[via as usize]).collect()))
            }
            _ => None,
        }
    }

    /// The number of options.
    pub(super) fn len(&self) -> usize {
        match &self.0 {
            Images::Identity(options) => *options as usize,
            Images::Listed(images) => images.len(),
            Images::Derived(derived) => derived.placements.len(),
        }
    }

    /// Where an option goes.
    pub(crate) fn image(&self, option: OptionId) -> OptionId {
        match &self.0 {
            Images::Identity(_) => option,
            Images::Listed(images) => OptionId(images[option.index()]),
            Images::Derived(derived) => derived.image(option),
        }
    }

    /// Where all options of a solution go, in their order, appended to a list.
    pub(crate) fn append_images(&self, solution: &[OptionId], images: &mut Vec<OptionId>) {
        match &self.0 {
            Images::Identity(_) => images.extend_from_slice(solution),
            Images::Listed(listed) => {
                images.extend(solution.iter().map(|option| OptionId(listed[option.index()])));
            }
            Images::Derived(derived) => {
                images.extend(solution.iter().map(|&option| derived.image(option)));
            }
        }
    }

    /// The images of a range of options, which are those of a piece.
    pub(super) fn of_piece(&self, piece: PieceId, options: Range<usize>) -> Cow<'_, [u32]> {
        match &self.0 {
            Images::Identity(_) => (options.start as u32..options.end as u32).collect(),
            Images::Listed(images) => Cow::Borrowed(&images[options]),
            Images::Derived(derived) => {
                let (pieces, to) =
                    ([piece, derived.pieces[piece.index()]], &derived.orientations[piece.index()]);
                let mut images = Vec::with_capacity(options.len());
                let placements = &derived.placements;
                let mut option_at = OptionAt::new(placements);
                let all = option_at.list(placements, &derived.matrix, pieces, to, &mut images);
                assert!(all, "a symmetry takes placements to placements");
                Cow::Owned(images)
            }
        }
    }

    /// The images of all options, some at a time, in the order of the options.
    pub(super) fn in_chunks(&self) -> Box<dyn Iterator<Item = Cow<'_, [u32]>> + '_> {
        match &self.0 {
            Images::Identity(options) => Box::new(std::iter::once((0..*options).collect())),
            Images::Listed(images) => Box::new(std::iter::once(Cow::Borrowed(images.as_slice()))),
            Images::Derived(derived) => {
                let pieces = (0..derived.pieces.len() as u32).map(PieceId);
                let options = |piece| derived.placements.of_piece(piece);
                Box::new(pieces.map(move |piece| self.of_piece(piece, options(piece))))
            }
        }
    }
}

impl Derived {
    fn image(&self, option: OptionId) -> OptionId {
        let placement = self.placements.get(option);
        let piece = placement.piece.index();
        let to = self.orientations[piece][placement.orientation as usize];
        let first_site = to.first_site + self.matrix.apply(placement.shift);
        let image = self.placements.find(self.pieces[piece], to.orientation, first_site);
        image.expect("a symmetry takes placements to placements")
    }
}

/// Where options go while the images of a piece's placements are listed: for each site of the
/// board, the option of the target orientation whose first site it is. Empty between two lists.
#[derive(Debug)]
struct OptionAt(Vec<u32>);

impl OptionAt {
    fn new(placements: &Placements) -> OptionAt {
        OptionAt(vec![NONE; placements.site_count()])
    }

    /// The images of a piece's placements as options of another piece, appended to a list; whether
    /// all have one. Cost: linear in the placements of both.
    fn list(
        &mut self,
        placements: &Placements,
        matrix: &Matrix,
        [piece, other]: [PieceId; 2],
        orientations: &[OrientationImage],
        images: &mut Vec<u32>,
    ) -> bool {
        (0..).zip(orientations).all(|(orientation, to)| {
            let shape = placements.shape(piece, orientation);
            let target = placements.shape(other, to.orientation);
            let targets = placements.of_orientation(other, to.orientation);
            let first_site = |option: u32| placements.first_site(target, OptionId(option)) as usize;
            // Of those that lie alike, as options written by hand may, the first.
            targets.clone().rev().for_each(|option| self.0[first_site(option)] = option);
            let image = |option: u32| {
                let shift = placements.shift(shape, OptionId(option));
                let first = placements.positions().get(to.first_site + matrix.apply(shift))?;
                Some(self.0[first as usize]).filter(|&image| image != NONE)
            };
            let options = placements.of_orientation(piece, orientation);
            let all = options.len();
            let before = images.len();
            images.extend(options.map_while(image));
            targets.for_each(|option| self.0[first_site(option)] = NONE);
            images.len() == before + all
        })
    }
}

/// Finds where isometries take the options of a puzzle.
#[derive(Debug)]
pub(super) struct ImageFinder<'a> {
    lattice: &'a Lattice,
    encoding: &'a Encoding,
    is_listed: bool,
    option_at: RefCell<OptionAt>,
}

impl<'a> ImageFinder<'a> {
    /// For a group of at most this order.
    pub(super) fn new(lattice: &'a Lattice, encoding: &'a Encoding, order: usize) -> Self {
        let images = encoding.placements.len().saturating_mul(order);
        ImageFinder {
            lattice,
            encoding,
            is_listed: images <= MAX_LISTED_IMAGES,
            option_at: RefCell::new(OptionAt::new(&encoding.placements)),
        }
    }

    /// Returns whether an isometry takes every placement of a piece to one of another.
    pub(super) fn maps(&self, isometry: &Isometry, piece: PieceId, other: PieceId) -> bool {
        let orientations = self.orientations(isometry, piece, other);
        orientations.is_some_and(|to| self.list(isometry, [piece, other], &to, &mut Vec::new()))
    }

    fn list(
        &self,
        isometry: &Isometry,
        pieces: [PieceId; 2],
        orientations: &[OrientationImage],
        images: &mut Vec<u32>,
    ) -> bool {
        let placements = &self.encoding.placements;
        let mut option_at = self.option_at.borrow_mut();
        option_at.list(placements, &isometry.matrix, pieces, orientations, images)
    }

    /// Where a symmetry takes the options, given where it takes the pieces; `None` when it takes
    /// some to none.
    pub(super) fn option_images(
        &self,
        isometry: &Isometry,
        pieces: &[PieceId],
    ) -> Option<OptionImages> {
        let placements = &self.encoding.placements;
        if *isometry == Isometry::IDENTITY {
            return Some(OptionImages::identity(placements.len()));
        }
        let numbered = || (0..).map(PieceId).zip(pieces);
        let orientations: Option<Vec<Vec<OrientationImage>>> =
            numbered().map(|(piece, &other)| self.orientations(isometry, piece, other)).collect();
        let orientations = orientations?;
        if self.is_listed {
            let mut images = Vec::with_capacity(placements.len());
            let all = numbered().zip(&orientations).all(|((piece, &other), orientations)| {
                self.list(isometry, [piece, other], orientations, &mut images)
            });
            return all.then(|| OptionImages(Images::Listed(Arc::new(images))));
        }
        // Where neither pins nor rules bind pieces, shapes tell all; where they do, each piece was
        // mapped before it was chosen.
        let derived = Derived {
            placements: Arc::clone(placements),
            matrix: isometry.matrix,
            pieces: pieces.to_vec(),
            orientations,
        };
        Some(OptionImages(Images::Derived(Arc::new(derived))))
    }

    /// Where an isometry takes the orientations of a piece as those of another; `None` when one
    /// has no image.
    fn orientations(
        &self,
        isometry: &Isometry,
        piece: PieceId,
        other: PieceId,
    ) -> Option<Vec<OrientationImage>> {
        let shapes = &self.encoding.orientations[other.index()];
        let turned = |shape: &Shape| {
            let sites = shape.sites().iter();
            let moved: Vec<Point> = sites.map(|&s| isometry.matrix.apply(s)).collect();
            let (image, home) = Shape::normalise(self.lattice, &moved)?;
            let orientation = shapes.iter().position(|shape| *shape == image)? as u32;
            let first_site = image.sites()[0] + home + isometry.shift;
            Some(OrientationImage { orientation, first_site })
        };
        self.encoding.orientations[piece.index()].iter().map(turned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::SymmetryGroup;
    use crate::format::bundled;

    #[test]
    fn images_are_the_same_whether_they_are_listed_or_derived() {
        let files = [
            "square/pentominoes-6x10.ron",
            "square/one-sided-pentominoes-3x30.ron",
            "cube/soma-cube.ron",
        ];
        for path in files {
            let file = bundled::ALL.iter().find(|file| file.path == path).expect(path);
            let puzzle = file.open().puzzle;
            let encoding = Encoding::new(&puzzle).unwrap();
            let mut finder = ImageFinder::new(puzzle.lattice, &encoding, 48);
            let group = SymmetryGroup::new(&puzzle, &encoding);
            assert!(group.order() > 1);
            for element in &group.elements {
                finder.is_listed = false;
                let derived = finder.option_images(&element.isometry, &element.pieces).unwrap();
                let all = || (0..encoding.placements.len() as u32).map(OptionId);
                let one_by_one: Vec<u32> = all().map(|option| derived.image(option).0).collect();
                let listed: Vec<u32> = all().map(|option| element.image(option).0).collect();
                assert_eq!(one_by_one, listed);
                let chunks: Vec<_> = derived.in_chunks().collect();
                assert_eq!(chunks.concat(), listed);
                let mut sorted = listed;
                sorted.sort_unstable();
                assert!(sorted.into_iter().eq(0..encoding.placements.len() as u32));
            }
        }
    }
}
