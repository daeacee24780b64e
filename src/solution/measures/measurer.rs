//! Measures compiled for one puzzle, and the solution at hand.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::classes::{Classes, SymmetryClass};
use super::colouring::{self, three_colours_suffice};
use super::geometry::{self, BoardTables};
use super::halves::{self, Halves, HalvesSpace};
use super::{DISASSEMBLES, Disassemblies, Inapplicable, Lists, MEASURES, MeasureId};
use crate::disassembly::{DisassemblyOptions, Summary};
use crate::encode::{ElementSet, Encoding, Placed, SymmetryGroup};
use crate::exact_cover::OptionId;
use crate::lattice::{Point, SiteForm};
use crate::puzzle::{PieceId, Puzzle};

/// Stands for a site that no piece covers.
const OPEN: u32 = u32::MAX;

/// The tables by option that measures need of a puzzle. Made once; measuring a solution of twelve
/// pieces then takes some tens to hundreds of nanoseconds.
#[derive(Clone, Debug)]
pub struct Measurer {
    /// For each option the positions of its sites on the board.
    sites: Lists,
    /// The piece of each option.
    pieces: Vec<PieceId>,
    /// Flags, one for each option: true if it has a site with a neighbour off the board.
    at_border: Vec<bool>,
    /// For each option the lines that it lies across, as words of bits.
    crossed: Vec<u64>,
    /// The sites that each option covers, touches and meets; empty for a larger board.
    masks: Vec<SiteMasks>,
    board: BoardTables,
    halves: Halves,
    classes: Classes,
    /// The sites of the board, by their positions.
    places: Vec<Point>,
    disassemblies: Arc<Disassemblies>,
    facts: Facts,
}

/// The sites of a board at and around an option, a bit each.
#[derive(Clone, Copy, Debug)]
struct SiteMasks {
    covered: u128,
    /// Those that touch a covered one.
    touching: u128,
    /// Those that touch or meet a covered one.
    meeting: u128,
}

/// The most sites of a board that masks are made for.
const MASK_SITES: u32 = u128::BITS;

impl SiteMasks {
    fn new(sites: &[u32], board: &BoardTables) -> SiteMasks {
        let bits = |sites: &[u32]| sites.iter().fold(0, |mask, &site| mask | 1u128 << site);
        let around = |lists: &Lists| {
            sites.iter().fold(0, |mask, &site| mask | bits(lists.get(site as usize)))
        };
        let touching = around(&board.touching);
        SiteMasks { covered: bits(sites), touching, meeting: touching | around(&board.meeting) }
    }
}

/// The facts that decide which measures apply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// A cover puzzle: items and options without geometry.
    pub(super) is_cover: bool,
    /// The sites are edges, not cells.
    pub(super) is_sticks: bool,
    pub(super) is_solid: bool,
    pub(super) has_lines: bool,
    /// The sites of the board, and whether some of them may stay uncovered.
    pub(super) sites: u32,
    pub(super) has_optional: bool,
    /// True if solutions differ in the number of pieces.
    pub(super) has_choice: bool,
    /// The most pieces that a solution can have.
    pub(super) most_pieces: u64,
    /// The order of the puzzle's group.
    pub(super) order: u32,
}

/// One solution, with what is worked out of it for its measures. Each thread has its own.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    options: Vec<OptionId>,
    stabiliser: ElementSet,
    /// The index among the options of what covers each site; known once `is_covered`.
    owner: Vec<u32>,
    is_covered: bool,
    /// For each placed piece those that it touches, or those that it touches or meets.
    contacts: Vec<u64>,
    halves: HalvesSpace,
    crossed: Vec<u64>,
    /// The result of taking it apart, once that is known.
    taken: Option<Summary>,
    /// Set when what is worked out is no longer wanted.
    cancelled: Option<Arc<AtomicBool>>,
}

impl Layout {
    /// The options of the solution at hand.
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// Returns the number of symmetries that fix it.
    pub(in crate::solution) fn stabiliser_order(&self) -> u32 {
        self.stabiliser.len()
    }

    /// Starts with another solution, whose options are written by `read`.
    pub(in crate::solution) fn start(
        &mut self,
        stabiliser: ElementSet,
        read: impl FnOnce(&mut Vec<OptionId>),
    ) {
        self.options.clear();
        read(&mut self.options);
        self.stabiliser = stabiliser;
        self.is_covered = false;
        self.taken = None;
    }

    /// Gives up what takes long once this is set; the values are worth nothing then.
    pub(in crate::solution) fn heed(&mut self, cancelled: &Arc<AtomicBool>) {
        self.cancelled = Some(Arc::clone(cancelled));
    }
}

impl Measurer {
    /// Prepares for a puzzle with its encoding and its symmetries.
    ///
    /// Cost and memory: linear in the sites that all placements cover, and in the board.
    pub fn new(puzzle: &Puzzle, encoding: &Encoding, group: &SymmetryGroup) -> Measurer {
        let is_cover = puzzle.cover.is_some();
        let options = (0..encoding.problem.option_count() as u32).map(OptionId);
        let mut pieces = Vec::with_capacity(encoding.problem.option_count());
        for part in encoding.placements.by_orientation() {
            pieces.extend(part.options.map(|_| part.piece));
        }
        let board = if is_cover { BoardTables::default() } else { BoardTables::new(puzzle) };
        let facts = Facts::new(puzzle, group, &board);
        let positions = geometry::positions(puzzle);
        let site_position = |site: Point| positions.get(site).expect("placements lie on the board");
        let mut sites = Lists::default();
        for option in options {
            let own = encoding.sites(option).filter(|_| !is_cover);
            sites.push(own.map(site_position));
        }
        let is_border = |site: &Point| {
            puzzle.lattice.neighbours(*site).any(|next| positions.get(next).is_none())
        };
        let border: Vec<bool> = puzzle.board.sites().iter().map(|s| is_border(&s.site)).collect();
        let words = board.lines.words;
        let mut crossed = vec![0u64; words * pieces.len()];
        for (n, own) in sites.iter().enumerate().filter(|_| words > 0) {
            board.lines.add_crossed(own, &mut crossed[n * words..][..words]);
        }
        let has_masks = !is_cover && facts.sites <= MASK_SITES;
        let masks = sites.iter().filter(|_| has_masks).map(|own| SiteMasks::new(own, &board));
        let masks = masks.collect();
        let seeks_halves = super::halves_apply(&facts).is_ok();
        Measurer {
            at_border: sites.iter().map(|own| own.iter().any(|&s| border[s as usize])).collect(),
            classes: Classes::new(puzzle.lattice, group),
            places: puzzle.board.sites().iter().map(|own| own.site).collect(),
            disassemblies: Arc::new(Disassemblies::new(puzzle, DisassemblyOptions::default())),
            halves: if seeks_halves { Halves::new(puzzle, &sites) } else { Halves::default() },
            sites,
            pieces,
            crossed,
            masks,
            board,
            facts,
        }
    }

    /// Checks that a measure applies to this puzzle's solutions.
    ///
    /// # Errors
    /// Why it does not.
    pub fn applies(&self, measure: MeasureId) -> Result<(), Inapplicable> {
        (MEASURES[measure.index()].applies)(&self.facts)
    }

    /// The known results of taking solutions apart.
    pub fn disassemblies(&self) -> &Arc<Disassemblies> {
        &self.disassemblies
    }

    /// The measures that apply and are quick, in the order of the table.
    pub fn measures(&self) -> impl Iterator<Item = MeasureId> + '_ {
        self.applicable(false)
    }

    /// The measures that apply but may take long.
    pub fn costly_measures(&self) -> impl Iterator<Item = MeasureId> + '_ {
        self.applicable(true)
    }

    fn applicable(&self, costly: bool) -> impl Iterator<Item = MeasureId> + '_ {
        let is_meant = move |measure: &MeasureId| measure.row().is_costly == costly;
        MeasureId::all().filter(move |&m| is_meant(&m) && self.applies(m).is_ok())
    }

    /// The kinds of symmetry that a solution can have: the values of the measure `symmetry`.
    pub fn classes(&self) -> &[SymmetryClass] {
        &self.classes.list
    }

    /// The ids and names of the classes of a measure, by its values.
    pub fn classes_of(&self, measure: MeasureId) -> Vec<(&str, &str)> {
        match measure.row().id {
            "symmetry" => self.classes.list.iter().map(|own| (&*own.id, &*own.name)).collect(),
            "disassembles" => DISASSEMBLES.iter().map(|&(_, id, name)| (id, name)).collect(),
            _ => Vec::new(),
        }
    }

    /// A value of a measure in words, such as "3 crossroads".
    pub fn words(&self, measure: MeasureId, value: u64) -> String {
        match self.classes_of(measure).get(value as usize) {
            Some((_, name)) => format!("{}: {name}", measure.row().name),
            None => measure.words(value),
        }
    }

    /// The piece of an option.
    pub fn piece(&self, option: OptionId) -> PieceId {
        self.pieces[option.index()]
    }

    /// A layout for [`Measurer::place`].
    pub fn layout(&self) -> Layout {
        Layout { owner: vec![OPEN; self.facts.sites as usize], ..Layout::default() }
    }

    /// Takes the next solution in hand: its options and the symmetries that fix it.
    pub fn place(&self, layout: &mut Layout, options: &[OptionId], stabiliser: ElementSet) {
        layout.start(stabiliser, |own| own.extend_from_slice(options));
    }

    /// A measure of the solution at hand: a number, 0 or 1 for a property, the index of a class, the
    /// bits of a list; 0 where it does not apply.
    pub fn value(&self, measure: MeasureId, layout: &mut Layout) -> u64 {
        match self.applies(measure) {
            Ok(()) => (MEASURES[measure.index()].value)(self, layout),
            Err(_) => 0,
        }
    }

    // ---- What measures are made of ----

    /// The options that cover the sites, by index among those of the solution.
    pub(super) fn owner<'l>(&self, layout: &'l mut Layout) -> &'l [u32] {
        if !layout.is_covered {
            layout.owner.resize(self.facts.sites as usize, OPEN);
            if self.facts.has_optional {
                layout.owner.fill(OPEN);
            }
            for (n, option) in (0..).zip(&layout.options) {
                for &site in self.sites.get(option.index()) {
                    layout.owner[site as usize] = n;
                }
            }
            layout.is_covered = true;
        }
        &layout.owner
    }

    /// The result of taking the solution apart; nothing is known when it was cancelled.
    pub(super) fn taken_apart(&self, layout: &mut Layout) -> Summary {
        if let Some(taken) = layout.taken {
            return taken;
        }
        let sites = |option: &OptionId| {
            let own = self.sites.get(option.index()).iter();
            own.map(|&site| self.places[site as usize]).collect::<Vec<_>>()
        };
        let placed = || {
            let pieces = layout.options.iter();
            let mut placed: Placed = pieces.map(|o| (self.piece(*o), sites(o))).collect();
            placed.sort_by_key(|(_, sites)| sites.first().copied());
            placed
        };
        let is_cancelled = || {
            let cancelled = layout.cancelled.as_ref();
            cancelled.is_some_and(|own| own.load(Ordering::Relaxed))
        };
        let check = || match is_cancelled() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let taken = self.disassemblies.of(&layout.options, placed, &check).unwrap_or_default();
        layout.taken = Some(taken);
        taken
    }

    pub(super) fn pieces_placed(&self, layout: &mut Layout) -> u32 {
        layout.options.len() as u32
    }

    pub(super) fn uncovered(&self, layout: &mut Layout) -> u32 {
        let covered: usize =
            layout.options.iter().map(|option| self.sites.get(option.index()).len()).sum();
        self.facts.sites - covered as u32
    }

    pub(super) fn pieces_at_border(&self, layout: &mut Layout) -> u32 {
        layout.options.iter().map(|option| u32::from(self.at_border[option.index()])).sum()
    }

    pub(super) fn pieces_inside(&self, layout: &mut Layout) -> u32 {
        self.pieces_placed(layout) - self.pieces_at_border(layout)
    }

    pub(super) fn orbit_size(&self, layout: &mut Layout) -> u32 {
        self.facts.order / layout.stabiliser.len().max(1)
    }

    pub(super) fn is_symmetric(&self, layout: &mut Layout) -> u32 {
        u32::from(layout.stabiliser.len() > 1)
    }

    pub(super) fn symmetry_class(&self, layout: &mut Layout) -> u32 {
        self.classes.of(layout.stabiliser)
    }

    pub(super) fn crossroads(&self, layout: &mut Layout) -> u32 {
        let owner = self.owner(layout);
        let mut count = 0;
        for corner in self.board.corners.iter() {
            let four = match *corner {
                [a, b, c, d] => {
                    let [a, b, c, d] = [a, b, c, d].map(|site| owner[site as usize]);
                    let differ = (a != b) & (a != c) & (a != d) & (b != c) & (b != d) & (c != d);
                    let covered = (a != OPEN) & (b != OPEN) & (c != OPEN) & (d != OPEN);
                    differ & covered
                }
                _ => four_differ(corner, owner),
            };
            count += u32::from(four);
        }
        count
    }

    pub(super) fn straight_cuts(&self, layout: &mut Layout) -> u32 {
        let words = self.board.lines.words;
        let mut crossed = std::mem::take(&mut layout.crossed);
        crossed.clear();
        crossed.resize(words, 0);
        for option in &layout.options {
            let own = &self.crossed[option.index() * words..][..words];
            crossed.iter_mut().zip(own).for_each(|(all, own)| *all |= own);
        }
        let lines = self.board.lines.sides.len();
        let mut count = 0;
        for (word, &bits) in crossed.iter().enumerate() {
            let mut clear = !bits;
            while clear != 0 {
                let line = word * 64 + clear.trailing_zeros() as usize;
                clear &= clear - 1;
                if line >= lines {
                    break;
                }
                // Where sites are left open, a line may have pieces on one side alone.
                let parts = |sides: &[[u32; 2]], owner: &[u32]| {
                    sides.iter().any(|side| side.iter().all(|&s| owner[s as usize] != OPEN))
                };
                let is_cut = !self.facts.has_optional
                    || parts(&self.board.lines.sides[line], self.owner(layout));
                count += u32::from(is_cut);
            }
        }
        layout.crossed = crossed;
        count
    }

    pub(super) fn longest_line(&self, layout: &mut Layout) -> u32 {
        let owner = self.owner(layout);
        let (mut longest, mut run) = (0, 0);
        let sides = self.board.sides.iter().zip(&self.board.continues);
        for (&side, &continues) in sides.skip(self.board.off_lines) {
            run = (run * u32::from(continues) + 1) * u32::from(is_cut(side, owner));
            longest = longest.max(run);
        }
        longest
    }

    pub(super) fn cut_length(&self, layout: &mut Layout) -> u32 {
        let owner = self.owner(layout);
        self.board.sides.iter().map(|&side| u32::from(is_cut(side, owner))).sum()
    }

    /// For each placed piece those that it touches or, where `corners` count, meets. At most 64
    /// pieces.
    fn contacts<'l>(&self, layout: &'l mut Layout, corners: bool) -> &'l [u64] {
        let count = layout.options.len();
        layout.contacts.clear();
        layout.contacts.resize(count, 0);
        if self.masks.is_empty() {
            self.owner(layout);
            let Layout { owner, contacts, .. } = layout;
            self.relate(&self.board.touching, owner, contacts);
            if corners {
                self.relate(&self.board.meeting, owner, contacts);
            }
            return &layout.contacts;
        }
        let masks = |n: usize| &self.masks[layout.options[n].index()];
        for a in 0..count {
            let own = masks(a);
            let around = if corners { own.meeting } else { own.touching };
            for b in a + 1..count {
                let contact = u64::from(around & masks(b).covered != 0);
                layout.contacts[a] |= contact << b;
                layout.contacts[b] |= contact << a;
            }
        }
        &layout.contacts
    }

    /// Adds the pairs of different pieces on sites that lists bring together.
    fn relate(&self, lists: &Lists, owner: &[u32], contacts: &mut [u64]) {
        for (list, &a) in lists.iter().zip(owner).filter(|(_, a)| **a != OPEN) {
            for &other in list {
                let b = owner[other as usize];
                if b != OPEN && a != b {
                    contacts[a as usize] |= 1 << b;
                }
            }
        }
    }

    pub(super) fn is_three_colourable(&self, layout: &mut Layout) -> u32 {
        u32::from(three_colours_suffice(self.contacts(layout, false)))
    }

    pub(super) fn is_strongly_three_colourable(&self, layout: &mut Layout) -> u32 {
        u32::from(three_colours_suffice(self.contacts(layout, true)))
    }

    pub(super) fn pieces_with_one_neighbour(&self, layout: &mut Layout) -> u32 {
        if self.facts.most_pieces <= LIMITS[0] {
            let few = self.contacts(layout, false).iter().filter(|own| own.count_ones() <= 1);
            return few.count() as u32;
        }
        self.owner(layout);
        let Layout { owner, options, .. } = layout;
        let mut count = 0;
        for (n, option) in (0u32..).zip(options.iter()) {
            let around = self.sites.get(option.index()).iter();
            let others = around.flat_map(|&site| self.board.touching.get(site as usize));
            let mut others =
                others.map(|&site| owner[site as usize]).filter(|&b| b != OPEN && b != n);
            let first = others.next();
            count += u32::from(others.all(|other| Some(other) == first));
        }
        count
    }

    pub(super) fn has_congruent_halves(&self, layout: &mut Layout) -> u32 {
        if self.halves.are_excluded(&layout.options, &mut layout.halves) {
            return 0;
        }
        self.owner(layout);
        let Layout { owner, options, halves, .. } = layout;
        u32::from(self.halves.exist(owner, options.len(), halves))
    }

    // ---- What relations of pieces are made of ----

    /// Returns whether a copy of one piece touches or, where `corners` count, meets a copy of
    /// another (or of itself).
    pub(in crate::solution) fn are_in_contact(
        &self,
        pieces: [PieceId; 2],
        corners: bool,
        layout: &mut Layout,
    ) -> bool {
        self.owner(layout);
        let Layout { owner, options, .. } = layout;
        let is_other = |n: u32, site: u32| {
            let b = owner[site as usize];
            b != OPEN && b != n && self.piece(options[b as usize]) == pieces[1]
        };
        let mut own = (0u32..).zip(options.iter()).filter(|(_, o)| self.piece(**o) == pieces[0]);
        own.any(|(n, option)| {
            self.sites.get(option.index()).iter().any(|&site| {
                let touching = self.board.touching.get(site as usize).iter();
                let meeting = self.board.meeting.get(site as usize).iter();
                touching.copied().any(|other| is_other(n, other))
                    || corners && meeting.copied().any(|other| is_other(n, other))
            })
        })
    }

    /// Returns the number of copies of a piece in a solution.
    pub(in crate::solution) fn copies(&self, piece: PieceId, layout: &Layout) -> u32 {
        layout.options.iter().filter(|&&option| self.piece(option) == piece).count() as u32
    }

    /// Returns whether pieces have places on a board, so that they can touch.
    pub(in crate::solution) fn has_geometry(&self) -> bool {
        !self.facts.is_cover
    }
}

/// Returns whether a side lies between different pieces.
fn is_cut([a, b]: [u32; 2], owner: &[u32]) -> bool {
    let [a, b] = [owner[a as usize], owner[b as usize]];
    (a != b) & (a != OPEN) & (b != OPEN)
}

/// Returns whether four or more pieces meet at a corner.
fn four_differ(corner: &[u32], owner: &[u32]) -> bool {
    let mut seen = [OPEN; 3];
    let mut count = 0;
    for &site in corner {
        let piece = owner[site as usize];
        if piece == OPEN || seen[..count].contains(&piece) {
            continue;
        }
        if count == 3 {
            return true;
        }
        seen[count] = piece;
        count += 1;
    }
    false
}

impl Facts {
    fn new(puzzle: &Puzzle, group: &SymmetryGroup, board: &BoardTables) -> Facts {
        let sites = puzzle.board.sites().len();
        let least = puzzle.pieces.iter().map(|piece| piece.shape.size()).min().unwrap_or(1);
        let copies: u64 = puzzle.pieces.iter().map(|piece| u64::from(piece.copies.max)).sum();
        Facts {
            is_cover: puzzle.cover.is_some(),
            is_sticks: puzzle.lattice.form == SiteForm::Edge,
            is_solid: puzzle.lattice.is_solid(),
            has_lines: !board.lines.is_empty(),
            sites: sites as u32,
            has_optional: puzzle.board.required() < sites,
            has_choice: puzzle.pieces.iter().any(|p| p.copies.min < p.copies.max),
            most_pieces: copies.min((sites / least.max(1)) as u64),
            order: group.order() as u32,
        }
    }
}

/// Up to how many pieces colourings and halves are decided.
pub(super) const LIMITS: [u64; 2] = [colouring::MAX_PIECES as u64, halves::MAX_PIECES as u64];
