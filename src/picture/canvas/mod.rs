//! Drawings of puzzles, solutions and sheets of them.
//!
//! In a picture of one solution a unit of the plane is [`SCALE`] points. A [`SolutionSheet`] has one
//! solution in each field of a grid, with its number below. Of solids there is a view with the
//! layers beneath it.

mod badges;
mod beside;
mod moves;
mod paint;
mod reason;
mod sheet;
mod space;

use std::collections::BTreeSet;

pub use self::beside::{Words, with_words};
pub use self::moves::MovePictures;
use self::paint::Paint;
pub use self::reason::colouring;
pub use self::sheet::{SheetContents, SheetRow, SolutionSheet, sheet_rows};
use super::drawing::{Anchor, Contour, Drawing, Group, Ink, Path, Stroke, Text, Unit, Weight};
use super::fonts::OwnFont;
use super::{
    Backdrop, Badge, Bounds, Figure, MarkInk, Page, Row, Scenery, SiteLabel, Style, Xy, cut_lines,
    placed as figure_of,
};
use crate::lattice::{Point, SiteForm};
use crate::puzzle::making::Length;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::verify::Placed;
use crate::text;

/// Points a unit in a picture of one solution.
pub const SCALE: f64 = 48.0;
/// Room around the drawing, in points.
const MARGIN: f64 = 12.0;
/// Half the thickness of a stick with its casing, in units.
const STICK_ROOM: f64 = 0.16;
/// The height of what stands below a picture, or below a solution on a sheet, in points.
const CAPTION: f64 = 18.0;
/// The size of the letters of a caption below a picture, in points.
const CAPTION_TEXT: f64 = 12.0;

/// The width up to which a page grows for a caption of one line, and the distance of its lines, in
/// points.
const CAPTION_WIDTH: f64 = 480.0;
const CAPTION_LINE: f64 = 16.0;

/// The width of words in a caption, in points.
fn width_of(words: &str) -> f64 {
    OwnFont::new(false).width(words) * CAPTION_TEXT
}

/// Words in lines of a width; only a word that is wider by itself is longer.
fn lines_of(words: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if width_of(&format!("{line} {word}")) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// One solution as it is written: laid out as given, in pictures without the hidden pieces.
#[derive(Clone, Copy)]
pub struct NumberedSolution<'a> {
    /// The puzzle.
    pub puzzle: &'a Puzzle,
    /// The pieces where they lie.
    pub placed: &'a Placed,
    /// The pieces that are hidden, by their indices in the list.
    pub hidden: &'a [usize],
    /// The number in its caption.
    pub number: Option<u64>,
}

/// Draws one solution.
pub fn solution(solution: &NumberedSolution<'_>, style: Style) -> Drawing {
    let NumberedSolution { puzzle, placed, hidden, number } = *solution;
    let canvas = Canvas { hidden, ..Canvas::new(puzzle, SCALE, fitting(puzzle, style)) };
    let (drawing, size) = canvas.field(placed);
    let mut page = blank(size, SCALE, style);
    page.push(drawing);
    let number = number.map(|n| format!(", solution {}", text::grouped(n))).unwrap_or_default();
    canvas.caption(&mut page, &format!("{}{number}", puzzle.title));
    page
}

/// The style as far as it suits a puzzle: what is written into a grid is not cut out.
fn fitting(puzzle: &Puzzle, style: Style) -> Style {
    Style { outlines: style.outlines && puzzle.cover.is_none(), ..style }
}

/// Draws the board with what lies on it, and all pieces in rows below; of a cover puzzle the grid
/// alone.
pub fn puzzle(puzzle: &Puzzle, style: Style) -> Drawing {
    let style = Style { apart: 0.0, layers: None, ..fitting(puzzle, style) };
    let canvas = Canvas::new(puzzle, SCALE, style);
    let laid: Placed = puzzle.placed.iter().map(|laid| (laid.piece, laid.sites.clone())).collect();
    let (board, [board_width, board_height]) = canvas.board_with(&laid);
    // Pieces at half size, but for a picture of true size; in rows no wider than the board or ten units.
    let scale = if style.size.unit == Length::ZERO { SCALE / 2.0 } else { SCALE };
    let small = Canvas { scale, ..canvas };
    let limit = board_width.max(10.0 * SCALE);
    let (mut x, mut y, mut row_height, mut width) = (0.0, board_height, 0.0f64, board_width);
    let mut pieces = Group::new();
    let ids = (0..puzzle.pieces.len() as u32).map(PieceId);
    for id in ids.filter(|_| puzzle.cover.is_none()) {
        let (drawing, [w, h]) = small.piece_alone(id);
        if x + w > limit && x > 0.0 {
            (x, y, row_height) = (0.0, y + row_height, 0.0);
        }
        pieces.push(Group::new().at([x, y]).with(drawing));
        (x, row_height) = (x + w, row_height.max(h));
        width = width.max(x);
    }
    let mut page = blank([width, y + row_height], SCALE, style);
    page.nodes = vec![board.into(), pieces.into()];
    canvas.caption(&mut page, &puzzle.title);
    page
}

/// An empty page for what is drawn with `scale` points a unit. Its size is rounded, so that the ground
/// ends where it does.
fn blank(size: Xy, scale: f64, style: Style) -> Drawing {
    let ground = (!style.outlines && !style.transparent).then(|| ground_ink(style));
    let unit = style.size.unit;
    let true_unit = (unit != Length::ZERO).then(|| unit.in_mm() / scale);
    Drawing { ground, true_unit, ..Drawing::new(size, Unit::Pixel) }
}

/// The colour of the ground.
fn ground_ink(style: Style) -> Ink {
    if style.dark { Ink::hex(0x15_17_1A) } else { Ink::WHITE }
}

/// The colour of texts.
fn text_ink(style: Style) -> Ink {
    if style.dark { Ink::hex(0xE8_EA_ED) } else { Ink::hex(0x17_19_1D) }
}

/// The canvas on which boards and pieces are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Canvas<'a> {
    puzzle: &'a Puzzle,
    /// The page of the board.
    page: Page<'a>,
    /// Units of the drawing for a unit of the plane.
    scale: f64,
    /// Units of the drawing for a point of the widths of lines, margins and badges: 1 on a screen,
    /// less on paper, which is finer.
    pen: f64,
    /// Room around what is drawn, in units of the drawing.
    margin: f64,
    /// True if it is drawn on paper, where an empty board takes no ink.
    is_paper: bool,
    style: Style,
    /// The pieces that are left out, by their places in the list.
    hidden: &'a [usize],
}

impl<'a> Canvas<'a> {
    fn new(puzzle: &'a Puzzle, scale: f64, style: Style) -> Canvas<'a> {
        let sites = puzzle.board.sites().iter().map(|s| s.site);
        let page = Page::in_layers(puzzle.lattice, style.second_layers, sites);
        Canvas {
            puzzle,
            page,
            scale,
            pen: 1.0,
            margin: MARGIN,
            is_paper: false,
            style,
            hidden: &[],
        }
    }

    /// The same for paper: an empty board is white, lines have another width, and there is no margin
    /// but for the thickness of sticks.
    pub(crate) fn on_paper(puzzle: &'a Puzzle, scale: f64, pen: f64, style: Style) -> Canvas<'a> {
        let margin = match puzzle.lattice.form {
            SiteForm::Cell => 0.0,
            SiteForm::Edge => STICK_ROOM * scale,
        };
        Canvas { pen, margin, is_paper: true, ..Canvas::new(puzzle, scale, style) }
    }

    /// Writes words below what is on a page, which grows by them; nothing where no caption is wanted.
    /// They take several lines where they are wider than the page and than most captions.
    fn caption(&self, page: &mut Drawing, words: &str) {
        if !self.style.caption || words.is_empty() {
            return;
        }
        let [page_width, height] = page.size;
        let lines = lines_of(words, page_width.max(CAPTION_WIDTH) - 2.0 * MARGIN);
        let widths = lines.iter().map(|line| width_of(line) + 2.0 * MARGIN);
        let width = widths.fold(page_width, |most, width| most.max(width.ceil()));
        page.size = [width, height + CAPTION + (lines.len() - 1) as f64 * CAPTION_LINE];
        for (n, line) in lines.into_iter().enumerate() {
            let at = [MARGIN, height + 4.0 + n as f64 * CAPTION_LINE];
            page.push(Text::new(line, at, CAPTION_TEXT, self.text()));
        }
    }

    fn bounds(&self) -> Bounds {
        let sites = self.puzzle.board.sites().iter().map(|s| s.site);
        // A variant has texts on sites that it leaves open.
        let sites = sites.chain(self.puzzle.site_texts.keys().copied());
        let nothing = Bounds { min: [0.0; 2], max: [1.0; 2] };
        Bounds::of_sites(&self.page, sites).unwrap_or(nothing)
    }

    /// Width and height of a drawing of the board with its margin.
    fn size(&self) -> Xy {
        self.bounds().size().map(|n| n * self.scale + 2.0 * self.margin)
    }

    /// The shift that brings the upper left of some bounds to a place on the page.
    fn origin(&self, bounds: &Bounds, x: f64, y: f64) -> Xy {
        let x = x + self.margin - bounds.min[0] * self.scale;
        let y = y + self.margin - bounds.min[1] * self.scale;
        [x, y]
    }

    /// Returns whether solids are drawn in space; for cutting, their layers are drawn.
    fn in_space(&self) -> bool {
        self.puzzle.lattice.is_solid() && !self.style.outlines
    }

    /// The board with what lies on it by its puzzle, with its margin, and its width and height.
    pub(crate) fn board_with(&self, laid: &Placed) -> (Group, Xy) {
        if self.in_space() {
            return self.solution_in_space(laid);
        }
        let board = self.badges(self.pieces(self.board(), laid), &self.labels(laid));
        (board.at(self.origin(&self.bounds(), 0.0, 0.0)), self.size())
    }

    /// A solution with its margin, and its width and height.
    pub(crate) fn field(&self, placed: &Placed) -> (Group, Xy) {
        if self.in_space() {
            return self.solution_in_space(placed);
        }
        let drawing = self.solution(placed);
        (drawing.at(self.origin(&self.bounds(), 0.0, 0.0)), self.size())
    }

    /// A piece by itself with its margin, and its width and height.
    pub(crate) fn piece_alone(&self, id: PieceId) -> (Group, Xy) {
        let piece = self.puzzle.piece(id);
        let sites = piece.shape.sites();
        if self.in_space() {
            return self.piece_in_space(sites, self.paint_alone(id), &piece.name);
        }
        let page = Page::around(self.puzzle.lattice, sites.iter().copied());
        let bounds = Bounds::of_sites(&page, sites.iter().copied()).expect("a piece has sites");
        let figure = Figure::new(&page, sites);
        let drawing = self.piece(&figure, self.paint_alone(id), &piece.name);
        let labels = Badge::of_sites(self.puzzle, &page, sites, &piece.labels);
        let drawing = self.badges(drawing, &labels);
        let size = bounds.size().map(|n| n * self.scale + 2.0 * self.margin);
        (drawing.at(self.origin(&bounds, 0.0, 0.0)), size)
    }

    /// Returns whether a drawing is small, as thumbnails are, and its lines are thin.
    fn is_small(&self) -> bool {
        self.scale < 24.0 * self.pen
    }

    /// The width of the line around a piece.
    fn ink(&self) -> f64 {
        if self.is_small() { 1.25 * self.pen } else { 2.5 * self.pen }
    }

    fn solution(&self, placed: &Placed) -> Group {
        let lattice = self.puzzle.lattice;
        if self.style.outlines && lattice.form == SiteForm::Cell {
            let shown: Vec<Vec<Point>> =
                placed.iter().enumerate().map(|(n, (_, sites))| self.shown(n, sites)).collect();
            let lines = cut_lines(&self.page, shown.iter().map(Vec::as_slice));
            let lines = lines.iter().map(|line| self.contour(line, false)).collect();
            return Group::new().with(line(lines, Ink::BLACK, 0.5 * self.pen));
        }
        let group = if self.style.outlines { Group::new() } else { self.board() };
        self.badges(self.pieces(group, placed), &self.labels(placed))
    }

    /// The colour labels of the pieces, and those of the board where nothing lies.
    fn labels(&self, placed: &Placed) -> Vec<Badge> {
        let (mut labels, mut covered) = (Vec::new(), BTreeSet::new());
        for (n, (id, sites)) in placed.iter().enumerate() {
            let mut sites = self.shown(n, sites);
            sites.sort_unstable();
            let own = self.puzzle.labels_on(self.puzzle.piece(*id), &sites).unwrap_or_default();
            labels.extend(Badge::of_sites(self.puzzle, &self.page, &sites, &own));
            covered.extend(sites);
        }
        let of_board = Badge::of_board(self.puzzle, &self.page);
        labels.extend(of_board.into_iter().filter(|label| !covered.contains(&label.site)));
        labels
    }

    /// Adds pieces where they lie.
    fn pieces(&self, mut group: Group, placed: &Placed) -> Group {
        let paints = self.paints(placed);
        for (n, (id, sites)) in placed.iter().enumerate() {
            let piece = self.puzzle.piece(*id);
            let sites = self.shown(n, sites);
            if sites.is_empty() {
                continue;
            }
            let figure = figure_of(self.puzzle.cover.as_deref(), &self.page, &piece.name, &sites);
            group.push(self.piece(&figure, paints[n], &piece.name));
        }
        group
    }

    /// The visible sites of a piece: none if it is hidden, otherwise those in the layers shown.
    fn shown(&self, n: usize, sites: &[Point]) -> Vec<Point> {
        if self.hidden.contains(&n) {
            return Vec::new();
        }
        let page = &self.page;
        let top = self.style.layers.and_then(|most| {
            let board = self.puzzle.board.sites().iter();
            let layers: BTreeSet<i32> = board.map(|s| page.layer(s.site)).collect();
            layers.into_iter().nth(most)
        });
        let below = |site: &Point| top.is_none_or(|top| page.layer(*site) < top);
        sites.iter().copied().filter(below).collect()
    }

    /// The empty board: its grid, its optional sites dashed.
    fn board(&self) -> Group {
        let lattice = self.puzzle.lattice;
        let board = self.puzzle.board.sites();
        let part = |required: bool| -> Vec<Point> {
            let all = self.puzzle.cover.is_some();
            board.iter().filter(|s| (s.required || all) == required).map(|s| s.site).collect()
        };
        let (required, optional) = (part(true), part(false));
        let scenery = Scenery::new(self.puzzle, &self.page);
        let mut group = Group::new();
        let (empty, grid, edge) = if self.style.dark {
            (0x2A2D32, 0x43_48_4F, 0x91_97_A1)
        } else {
            (0xEC_ED_EF, 0xCD_D0_D6, 0x62_68_72)
        };
        let (grid, edge) = (Ink::hex(grid), Ink::hex(edge));
        let empty = if self.is_paper { Ink::WHITE } else { Ink::hex(empty) };
        if lattice.form == SiteForm::Edge {
            return self.site_texts(self.edges(&required, &optional, grid));
        }
        let dashes = [4.0, 3.0].map(|n| n * self.pen);
        let parts = [(&required, Some(empty), &[][..]), (&optional, None, &dashes[..])];
        for (sites, fill, dashes) in parts {
            if sites.is_empty() {
                continue;
            }
            let figure = Figure::of_board(&self.page, sites);
            let outline = self.contours(&figure.outline, true);
            if let Some(fill) = fill {
                group.push(Path::area(outline.clone(), fill));
            }
            if let Some(scenery) = &scenery {
                group = self.grounds(group, scenery, grid);
            }
            group.push(line(self.contours(&figure.inner, false), grid, self.pen));
            let edge = Stroke::new(edge, 1.5 * self.pen).dashed(dashes);
            group.push(Path::lines(outline, edge));
        }
        if let Some(scenery) = &scenery {
            group = self.scenery(group, scenery, edge);
        }
        self.site_texts(group)
    }

    /// The empty board of sticks: its edges, and dots where they meet.
    fn edges(&self, required: &[Point], optional: &[Point], ink: Ink) -> Group {
        let mut group = Group::new();
        let dashes = [3.0, 3.0].map(|n| n * self.pen);
        for (sites, dashes) in [(required, &[][..]), (optional, &dashes[..])] {
            let lines = sites.iter().map(|&site| self.contour(&self.page.outline(site), false));
            let stroke = Stroke::new(ink, self.pen).dashed(dashes);
            group.push(Path::lines(lines.collect(), stroke));
        }
        let board = self.puzzle.board.sites().iter();
        let mut corners: Vec<Point> =
            board.flat_map(|s| self.puzzle.lattice.corners(s.site)).collect();
        corners.sort_unstable();
        corners.dedup();
        let radius = if self.is_small() { 1.25 } else { 3.0 } * self.pen;
        for corner in corners {
            let at = self.page.at(corner).map(|n| n * self.scale);
            group.push(Path::area(vec![Contour::circle(at, radius)], ink));
        }
        group
    }

    /// Adds the texts of the sites, which pieces cover.
    fn site_texts(&self, mut group: Group) -> Group {
        if self.style.outlines {
            return group;
        }
        let ink = if self.style.dark { Ink::hex(0xA6_AB_B4) } else { Ink::hex(0x56_5C_66) };
        for SiteLabel { at, letters, text, .. } in SiteLabel::of_board(self.puzzle, &self.page) {
            let at = at.map(|n| n * self.scale);
            group.push(middle_word(&text, at, letters * self.scale, ink));
        }
        group
    }

    /// The grounds of cells that differ from the board's.
    fn grounds(&self, mut group: Group, scenery: &Scenery, dark: Ink) -> Group {
        for (ground, fill) in [(Backdrop::Open, self.ground()), (Backdrop::Dark, dark)] {
            let sites = self.puzzle.board.sites().iter().zip(&scenery.grounds);
            let cells = sites.filter(|(_, own)| **own == ground);
            let cells: Vec<Contour> =
                cells.map(|(site, _)| self.contour(&self.page.outline(site.site), true)).collect();
            if !cells.is_empty() {
                group.push(Path::area(cells, fill));
            }
        }
        group
    }

    /// The heavier lines and the texts of the empty grid.
    fn scenery(&self, mut group: Group, scenery: &Scenery, edge: Ink) -> Group {
        if !scenery.lines.is_empty() {
            group.push(line(self.contours(&scenery.lines, false), edge, 1.5 * self.pen));
        }
        let ink = if scenery.strong { self.text() } else { edge };
        for (at, text) in &scenery.texts {
            group.push(self.word(*at, text, scenery.letters, 0.9, ink));
        }
        group
    }

    /// The colour of the ground, where there is one.
    fn ground(&self) -> Ink {
        ground_ink(self.style)
    }

    /// The colour of text.
    fn text(&self) -> Ink {
        text_ink(self.style)
    }

    /// The marks of one ink.
    fn mark(&self, figure: &Figure, ink: MarkInk) -> Group {
        let fill = match ink {
            MarkInk::Text => self.text(),
            MarkInk::Accent if self.style.dark => Ink::hex(0x7F_A9_FF),
            MarkInk::Accent => Ink::hex(0x25_59_C4),
        };
        let mut group = Group::new();
        // One by one, since the parts of a queen overlap.
        for cell in &figure.cells {
            group.push(Path::area(vec![self.contour(cell, true)], fill));
        }
        for label in &figure.labels {
            let text = label.text.as_deref().unwrap_or_default();
            group.push(self.word(label.at, text, figure.letters, label.room, fill));
        }
        group
    }

    /// A word about a point, its letters and the room for it in units.
    fn word(&self, at: Xy, text: &str, letters: f64, room: f64, ink: Ink) -> Text {
        let at = at.map(|n| n * self.scale);
        middle_word(&cut_to_fit(text, room / letters), at, letters * self.scale, ink)
    }

    fn piece(&self, figure: &Figure, paint: Paint, name: &str) -> Group {
        if let Some(ink) = figure.mark {
            return self.mark(figure, ink);
        }
        let mut group = if figure.strokes.is_empty() {
            self.cells(figure, paint)
        } else {
            self.sticks(figure, paint)
        };
        if self.style.outlines {
            return group;
        }
        for label in &figure.labels {
            // Names are a matter of style, what an option writes is not.
            let name = label.text.as_deref().or(self.style.names.then_some(name));
            if let Some(name) = name {
                let width = LETTER * figure.letters * (name.chars().count() + 1) as f64;
                let Row { at, room } = label.place(name, width);
                let word = self.word(at, name, figure.letters, room, paint.label.into());
                if paint.pattern.is_some() && figure.strokes.is_empty() {
                    group.push(self.name_ground(&word));
                }
                group.push(word);
            }
        }
        group
    }

    /// A piece of cells, without its name.
    fn cells(&self, figure: &Figure, paint: Paint) -> Group {
        let outline = self.contours(&figure.outline, true);
        if self.style.outlines {
            return Group::new().with(line(outline, Ink::BLACK, 0.5 * self.pen));
        }
        let mut group = Group::new().with(Path::area(outline.clone(), paint.fill.into()));
        if let Some(number) = paint.pattern {
            group.push(self.pattern(figure, number));
        }
        if self.style.grid {
            let opacity = if paint.label[0] > 128 { 0.22 } else { 0.16 };
            let ink = Ink { rgb: paint.label, opacity };
            group.push(line(self.contours(&figure.inner, false), ink, self.pen));
        }
        let ink = if self.style.dark { Ink::hex(0x0A_0B_0D) } else { Ink::hex(0x1B_1D_21) };
        group.with(line(outline, ink, self.ink()))
    }

    /// A piece of sticks, without its name.
    fn sticks(&self, figure: &Figure, paint: Paint) -> Group {
        let lines = self.contours(&figure.strokes, false);
        if self.style.outlines {
            return Group::new().with(line(lines, Ink::BLACK, 0.5 * self.pen));
        }
        let width = figure.thickness * self.scale;
        let casing = (0.045 * self.scale).clamp(0.6 * self.pen, 2.25 * self.pen);
        let group = Group::new()
            .with(line(lines.clone(), paint.outline.into(), width + 2.0 * casing))
            .with(line(lines.clone(), paint.fill.into(), width));
        match paint.pattern {
            Some(number) => group.with(self.dashes(lines, width, number)),
            None => group,
        }
    }

    /// Returns the background that keeps a name clear of the pattern around it.
    fn name_ground(&self, word: &Text) -> Path {
        let width = word.size * (OwnFont::new(true).width(&word.text) + 0.4);
        let height = 1.1 * word.size;
        let corner = [word.at[0] - width / 2.0, word.at[1] - 0.35 * word.size - height / 2.0];
        let round = Contour::rectangle(corner, [width, height], 0.3 * word.size);
        Path::area(vec![round], Ink::WHITE)
    }

    /// A line of the plane on the drawing.
    fn contour(&self, line: &[Xy], closed: bool) -> Contour {
        Contour::polyline(line.iter().map(|p| p.map(|n| n * self.scale)), closed)
    }

    /// Lines of the plane on the drawing.
    fn contours<L: AsRef<[Xy]>>(&self, lines: &[L], closed: bool) -> Vec<Contour> {
        lines.iter().map(|line| self.contour(line.as_ref(), closed)).collect()
    }
}

/// A semibold word with its middle at a place.
fn middle_word(text: &str, [x, y]: Xy, size: f64, ink: Ink) -> Text {
    // The middle of capitals stands about 0.35 of the size above the baseline.
    let (anchor, weight) = (Anchor::Middle, Weight::SemiBold);
    Text { anchor, weight, ..Text::new(text, [x, y + 0.35 * size], size, ink) }
}

/// The mean width of a letter of a text, in its size.
const LETTER: f64 = 0.6;

/// A name cut to a width of about `room` times the size of its letters.
fn cut_to_fit(name: &str, room: f64) -> String {
    // Single letters always fit.
    let letters = ((room / LETTER) as usize).max(1);
    if name.chars().count() <= letters.max(2) {
        return name.to_owned();
    }
    name.chars().take(letters.max(2) - 1).chain(['…']).collect()
}

/// Lines with round ends and corners.
fn line(contours: Vec<Contour>, ink: Ink, width: f64) -> Path {
    Path::lines(contours, Stroke::new(ink, width))
}

#[cfg(test)]
mod tests {
    use resvg::usvg::{Options, Tree};

    use super::{CAPTION, CAPTION_WIDTH, SCALE, lines_of, width_of};
    use crate::format::puzzle_file;
    use crate::picture::{PictureSize, Style, svg};
    use crate::puzzle::making::Length;

    #[test]
    fn what_lies_on_a_board_is_drawn_there() {
        let drawing = |placed: &str| {
            let text = format!(
                "(format: 1, title: \"t\", lattice: Square, pieces: [Piece(name: \"bar\", \
                 art: [\"XX\"]), Piece(name: \"dot\", art: [\"X\"])], board: Rectangle(3, 1), \
                 placed: [{placed}])"
            );
            let read = puzzle_file::read(text.into()).unwrap().puzzle;
            svg::puzzle(&read, Style::default())
        };
        let names = |drawing: &str, name: &str| drawing.matches(&format!(">{name}<")).count();
        let empty = drawing("");
        assert_eq!((names(&empty, "bar"), names(&empty, "dot")), (1, 1));
        let laid = drawing("Placed(piece: \"bar\", sites: [[1, 1], [2, 1]])");
        assert_eq!((names(&laid, "bar"), names(&laid, "dot")), (2, 1));
    }

    #[test]
    fn a_long_caption_takes_several_lines() {
        let words = "Pentominoes 6×10. 2 of 2339: no crossroads and border >= 10 and not symmetric and \
                     longest-line = 5..8 and touch(P, V) and covers(X, 3, 4) and meet(F, W) and uses(I)";
        let lines = lines_of(words, CAPTION_WIDTH);
        assert!(lines.len() > 1 && lines.iter().all(|line| width_of(line) <= CAPTION_WIDTH));
        assert_eq!(lines.join(" "), words);
        assert_eq!(lines_of("6×10", 1.0), ["6×10"]);
    }

    #[test]
    fn a_picture_of_true_size_has_its_unit_in_millimetres_and_a_caption_has_room() {
        let text = r#"(format: 1, title: "A long title below a small board", lattice: Square,
            pieces: [Piece(name: "a", art: ["XX"])], board: Rectangle(2, 1))"#;
        let puzzle = puzzle_file::read(text.into()).unwrap().puzzle;
        let size = PictureSize { unit: Length::um(12_700), ..PictureSize::default() };
        let style = Style { size, ..Style::default() };
        let plain = super::puzzle(&puzzle, style);
        // The piece is as large as on the board, below it: two units, and a margin around each.
        let [width, height] = plain.millimetres();
        let margin = 12.0 / SCALE * 12.7;
        assert!((width - (2.0 * 12.7 + 2.0 * margin)).abs() < 1e-9, "{width}");
        assert!((height - (2.0 * 12.7 + 4.0 * margin)).abs() < 1e-9, "{height}");
        let captioned = super::puzzle(&puzzle, Style { caption: true, ..style });
        assert_eq!(captioned.size[1], plain.size[1] + CAPTION);
        assert!(captioned.size[0] > plain.size[0], "the title is wider than the board");
        let svg = svg::write(&captioned);
        assert!(svg.contains(">A long title below a small board</text>"));
        let tree = Tree::from_str(&svg, &Options::default()).unwrap();
        let [width, height] = captioned.millimetres().map(|mm| (mm * 96.0 / 25.4) as f32);
        assert!((tree.size().width() - width).abs() < 0.01);
        assert!((tree.size().height() - height).abs() < 0.01);
    }
}
