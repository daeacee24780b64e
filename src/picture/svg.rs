//! SVG drawings of puzzles and solutions.
//!
//! One unit of the plane is [`SCALE`] points. A sheet has one solution in each field of a grid,
//! with its number below. Of solids there is a view with the layers beneath it.

mod badges;
mod space;

use std::collections::BTreeSet;

use svg::Document;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Group, Path, Rectangle, Text};

use super::{
    Backdrop, Badge, Bounds, FONT_FAMILY, Figure, MarkInk, Page, Row, Scenery, SiteLabel, Style,
    Xy, copy_colours, cut_lines, placed as figure_of,
};
use crate::lattice::{Point, SiteForm};
use crate::puzzle::{Colour, Piece, Puzzle};
use crate::solution::verify::Placed;

/// Points a unit in a picture of one solution.
pub const SCALE: f64 = 48.0;
/// Points a unit on a sheet of many.
const SHEET_SCALE: f64 = 16.0;
/// Room around the drawing, in points.
const MARGIN: f64 = 12.0;

/// Draws one solution.
pub fn solution(puzzle: &Puzzle, placed: &Placed, style: Style) -> String {
    solution_without(puzzle, placed, &[], style)
}

/// Draws one solution as [`solution`] does, but without some of its pieces, given by their indices
/// in the list.
pub fn solution_without(
    puzzle: &Puzzle,
    placed: &Placed,
    hidden: &[usize],
    style: Style,
) -> String {
    let canvas = Canvas { hidden, ..Canvas::new(puzzle, SCALE, fitting(puzzle, style)) };
    let (drawing, [width, height]) = canvas.field(placed);
    document(width, height, style).add(drawing).to_string() + "\n"
}

/// Draws many solutions on one sheet, each with its number.
pub fn sheet(puzzle: &Puzzle, solutions: &[(u64, Placed)], style: Style) -> String {
    const CAPTION: f64 = 18.0;
    let style = Style { names: false, apart: 0.0, layers: None, ..fitting(puzzle, style) };
    let canvas = Canvas::new(puzzle, SHEET_SCALE, style);
    let [width, height] = canvas.field(&Placed::new()).1;
    let field = [width, height + CAPTION];
    // As many columns as make the sheet about as wide as high.
    let n = solutions.len().max(1);
    let columns = ((n as f64 * field[1] / field[0]).sqrt().ceil() as usize).clamp(1, n);
    let rows = n.div_ceil(columns);
    let mut document = document(columns as f64 * field[0], rows as f64 * field[1], style);
    for (i, (number, placed)) in solutions.iter().enumerate() {
        let (x, y) = ((i % columns) as f64 * field[0], (i / columns) as f64 * field[1]);
        let place = format!("translate({} {})", round(x), round(y));
        let drawing = Group::new().add(canvas.field(placed).0).set("transform", place);
        let ink = if style.dark { "#E8EAED" } else { "#17191D" };
        let caption = plain_word(&number.to_string(), [x + MARGIN, y + height + 4.0], 12.0, ink);
        document = document.add(drawing).add(caption);
    }
    document.to_string() + "\n"
}

/// The style as far as it suits a puzzle: what is written into a grid is not cut out.
fn fitting(puzzle: &Puzzle, style: Style) -> Style {
    Style { outlines: style.outlines && puzzle.cover.is_none(), ..style }
}

/// Draws the board with what lies on it, and all pieces in a row below; of a cover puzzle the grid
/// alone.
pub fn puzzle(puzzle: &Puzzle, style: Style) -> String {
    let style = Style { apart: 0.0, layers: None, ..fitting(puzzle, style) };
    let canvas = Canvas::new(puzzle, SCALE, style);
    let laid: Placed = puzzle.placed.iter().map(|laid| (laid.piece, laid.sites.clone())).collect();
    let (board, [board_width, board_height]) = if canvas.in_space() {
        canvas.solution_in_space(&laid)
    } else {
        let labels = Badge::of_board(puzzle, &canvas.page);
        let board = canvas.badges(canvas.pieces(canvas.board(), &laid), &labels);
        (board.set("transform", canvas.origin(&canvas.bounds(), 0.0, 0.0)), canvas.size())
    };
    // Pieces at half size, in rows no wider than the board or ten units.
    let small = Canvas { scale: SCALE / 2.0, ..canvas };
    let limit = board_width.max(10.0 * SCALE);
    let (mut x, mut y, mut row_height, mut width) = (0.0, board_height, 0.0f64, board_width);
    let mut pieces = Group::new();
    for piece in puzzle.pieces.iter().filter(|_| puzzle.cover.is_none()) {
        let (drawing, [w, h]) = small.piece_alone(piece);
        if x + w > limit && x > 0.0 {
            (x, y, row_height) = (0.0, y + row_height, 0.0);
        }
        let place = format!("translate({} {})", round(x), round(y));
        pieces = pieces.add(Group::new().add(drawing).set("transform", place));
        (x, row_height) = (x + w, row_height.max(h));
        width = width.max(x);
    }
    document(width, y + row_height, style).add(board).add(pieces).to_string() + "\n"
}

fn document(width: f64, height: f64, style: Style) -> Document {
    let (width, height) = (round(width), round(height));
    let ground = Rectangle::new()
        .set("width", width)
        .set("height", height)
        .set("fill", if style.dark { "#15171A" } else { "#FFFFFF" });
    let document = Document::new()
        .set("width", width)
        .set("height", height)
        .set("viewBox", (0, 0, width, height));
    if style.outlines { document } else { document.add(ground) }
}

#[derive(Clone, Copy)]
struct Canvas<'a> {
    puzzle: &'a Puzzle,
    /// The page of the board.
    page: Page<'a>,
    scale: f64,
    style: Style,
    /// The pieces that are left out, by their places in the list.
    hidden: &'a [usize],
}

impl<'a> Canvas<'a> {
    fn new(puzzle: &'a Puzzle, scale: f64, style: Style) -> Canvas<'a> {
        let page = Page::around(puzzle.lattice, puzzle.board.sites().iter().map(|s| s.site));
        Canvas { puzzle, page, scale, style, hidden: &[] }
    }

    fn bounds(&self) -> Bounds {
        let sites = self.puzzle.board.sites().iter().map(|s| s.site);
        let nothing = Bounds { min: [0.0; 2], max: [1.0; 2] };
        Bounds::of_sites(&self.page, sites).unwrap_or(nothing)
    }

    /// Width and height of a drawing of the board with its margin, in points.
    fn size(&self) -> Xy {
        self.bounds().size().map(|n| n * self.scale + 2.0 * MARGIN)
    }

    /// The shift that brings the upper left of some bounds to a place on the page.
    fn origin(&self, bounds: &Bounds, x: f64, y: f64) -> String {
        let x = x + MARGIN - bounds.min[0] * self.scale;
        let y = y + MARGIN - bounds.min[1] * self.scale;
        format!("translate({} {})", round(x), round(y))
    }

    /// Whether solids are drawn in space: for cutting, their layers are.
    fn in_space(&self) -> bool {
        self.puzzle.lattice.is_solid() && !self.style.outlines
    }

    /// A solution with its margin, and its width and height in points.
    fn field(&self, placed: &Placed) -> (Group, Xy) {
        if self.in_space() {
            return self.solution_in_space(placed);
        }
        let drawing = self.solution(placed);
        (drawing.set("transform", self.origin(&self.bounds(), 0.0, 0.0)), self.size())
    }

    /// A piece by itself with its margin, and its width and height in points.
    fn piece_alone(&self, piece: &Piece) -> (Group, Xy) {
        let sites = piece.shape.sites();
        if self.in_space() {
            return self.piece_in_space(sites, piece.colour, &piece.name);
        }
        let page = Page::around(self.puzzle.lattice, sites.iter().copied());
        let bounds = Bounds::of_sites(&page, sites.iter().copied()).expect("a piece has sites");
        let figure = Figure::new(&page, sites);
        let drawing = self.piece(&figure, piece.colour, &piece.name);
        let labels = Badge::of_sites(self.puzzle, &page, sites, &piece.labels);
        let drawing = self.badges(drawing, &labels);
        let size = bounds.size().map(|n| n * self.scale + 2.0 * MARGIN);
        (drawing.set("transform", self.origin(&bounds, 0.0, 0.0)), size)
    }

    /// Thin lines for small drawings, as for thumbnails.
    fn ink(&self) -> f64 {
        if self.scale < 24.0 { 1.25 } else { 2.5 }
    }

    fn solution(&self, placed: &Placed) -> Group {
        let lattice = self.puzzle.lattice;
        if self.style.outlines && lattice.form == SiteForm::Cell {
            let shown: Vec<Vec<Point>> =
                placed.iter().enumerate().map(|(n, (_, sites))| self.shown(n, sites)).collect();
            let lines = cut_lines(&self.page, shown.iter().map(Vec::as_slice));
            let data = lines.iter().fold(Data::new(), |data, line| self.line(data, line, false));
            return Group::new().add(stroke(data, "#000000", 0.5));
        }
        let group = if self.style.outlines { Group::new() } else { self.board() };
        // Pieces that lie there have the same labels, or none.
        self.badges(self.pieces(group, placed), &Badge::of_board(self.puzzle, &self.page))
    }

    /// Adds pieces where they lie.
    fn pieces(&self, mut group: Group, placed: &Placed) -> Group {
        let sites: Vec<Vec<Point>> = placed.iter().map(|(_, sites)| sites.clone()).collect();
        let copies = copy_colours(self.puzzle, &sites);
        for (n, (id, sites)) in placed.iter().enumerate() {
            let piece = self.puzzle.piece(*id);
            let sites = self.shown(n, sites);
            if sites.is_empty() {
                continue;
            }
            let figure = figure_of(self.puzzle.cover.as_deref(), &self.page, &piece.name, &sites);
            let colour = copies.as_ref().map_or(piece.colour, |colours| colours[n]);
            group = group.add(self.piece(&figure, colour, &piece.name));
        }
        group
    }

    /// The visible sites of a piece: none if it is hidden, otherwise those in the layers shown.
    fn shown(&self, n: usize, sites: &[Point]) -> Vec<Point> {
        if self.hidden.contains(&n) {
            return Vec::new();
        }
        let lattice = self.puzzle.lattice;
        let top = self.style.layers.and_then(|most| {
            let board = self.puzzle.board.sites().iter();
            let layers: BTreeSet<i32> = board.map(|s| lattice.layer(s.site)).collect();
            layers.into_iter().nth(most)
        });
        let below = |site: &Point| top.is_none_or(|top| lattice.layer(*site) < top);
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
            ("#2A2D32", "#43484F", "#9197A1")
        } else {
            ("#ECEDEF", "#CDD0D6", "#626872")
        };
        if lattice.form == SiteForm::Edge {
            for (sites, dashes) in [(&required, "none"), (&optional, "3 3")] {
                let data = sites.iter().fold(Data::new(), |data, &site| {
                    self.line(data, &self.page.outline(site), false)
                });
                group = group.add(stroke(data, grid, 1.0).set("stroke-dasharray", dashes));
            }
            let mut corners: Vec<Point> =
                board.iter().flat_map(|s| lattice.corners(s.site)).collect();
            corners.sort_unstable();
            corners.dedup();
            let radius = if self.scale < 24.0 { 1.25 } else { 3.0 };
            for corner in corners {
                let [x, y] = self.page.at(corner).map(|n| round(n * self.scale));
                let dot =
                    Circle::new().set("cx", x).set("cy", y).set("r", radius).set("fill", grid);
                group = group.add(dot);
            }
            return self.site_texts(group);
        }
        for (sites, fill, dashes) in [(&required, empty, "none"), (&optional, "none", "4 3")] {
            if sites.is_empty() {
                continue;
            }
            let figure = Figure::new(&self.page, sites);
            let outline =
                figure.outline.iter().fold(Data::new(), |data, line| self.line(data, line, true));
            let inner =
                figure.inner.iter().fold(Data::new(), |data, side| self.line(data, side, false));
            let area =
                Path::new().set("fill", fill).set("fill-rule", "evenodd").set("d", outline.clone());
            group = group.add(area);
            if let Some(scenery) = &scenery {
                group = self.grounds(group, scenery, grid);
            }
            group = group
                .add(stroke(inner, grid, 1.0))
                .add(stroke(outline, edge, 1.5).set("stroke-dasharray", dashes));
        }
        if let Some(scenery) = &scenery {
            group = self.scenery(group, scenery, edge);
        }
        self.site_texts(group)
    }

    /// Adds the texts of the sites, which pieces cover.
    fn site_texts(&self, mut group: Group) -> Group {
        if self.style.outlines {
            return group;
        }
        let ink = if self.style.dark { "#A6ABB4" } else { "#565C66" };
        for SiteLabel { at, letters, text } in SiteLabel::of_board(self.puzzle, &self.page) {
            let at = at.map(|n| n * self.scale);
            group = group.add(middle_word(&text, at, letters * self.scale, ink));
        }
        group
    }

    /// The grounds of cells that differ from the board's.
    fn grounds(&self, mut group: Group, scenery: &Scenery, dark: &str) -> Group {
        let open = if self.style.dark { "#15171A" } else { "#FFFFFF" };
        for (ground, fill) in [(Backdrop::Open, open), (Backdrop::Dark, dark)] {
            let sites = self.puzzle.board.sites().iter().zip(&scenery.grounds);
            let cells = sites.filter(|(_, own)| **own == ground);
            let data = cells.fold(Data::new(), |data, (site, _)| {
                self.line(data, &self.page.outline(site.site), true)
            });
            if scenery.grounds.contains(&ground) {
                group = group.add(Path::new().set("fill", fill).set("d", data));
            }
        }
        group
    }

    /// The heavier lines and the texts of the empty grid.
    fn scenery(&self, mut group: Group, scenery: &Scenery, edge: &str) -> Group {
        if !scenery.lines.is_empty() {
            let data =
                scenery.lines.iter().fold(Data::new(), |data, line| self.line(data, line, false));
            group = group.add(stroke(data, edge, 1.5));
        }
        let ink = if scenery.strong { self.text() } else { edge };
        for (at, text) in &scenery.texts {
            group = group.add(self.word(*at, text, scenery.letters, 0.9, ink));
        }
        group
    }

    /// The colour of text.
    fn text(&self) -> &'static str {
        if self.style.dark { "#E8EAED" } else { "#17191D" }
    }

    /// The marks of one ink.
    fn mark(&self, figure: &Figure, ink: MarkInk) -> Group {
        let fill = match ink {
            MarkInk::Text => self.text(),
            MarkInk::Accent if self.style.dark => "#7FA9FF",
            MarkInk::Accent => "#2559C4",
        };
        let mut group = Group::new();
        if !figure.cells.is_empty() {
            let data =
                figure.cells.iter().fold(Data::new(), |data, cell| self.line(data, cell, true));
            group = group.add(Path::new().set("fill", fill).set("d", data));
        }
        for label in &figure.labels {
            let text = label.text.as_deref().unwrap_or_default();
            group = group.add(self.word(label.at, text, figure.letters, label.room, fill));
        }
        group
    }

    /// A word about a point, its letters and the room for it in units.
    fn word(&self, at: Xy, text: &str, letters: f64, room: f64, fill: &str) -> Text {
        let size = letters * self.scale;
        let [x, y] = at.map(|n| n * self.scale);
        middle_word(&cut_to_fit(text, room / letters), [x, y], size, fill)
    }

    fn piece(&self, figure: &Figure, colour: Colour, name: &str) -> Group {
        if let Some(ink) = figure.mark {
            return self.mark(figure, ink);
        }
        let shade = colour.shade(self.style.dark);
        let mut group = Group::new();
        if figure.strokes.is_empty() {
            let outline =
                figure.outline.iter().fold(Data::new(), |data, line| self.line(data, line, true));
            if self.style.outlines {
                return group.add(stroke(outline, "#000000", 0.5));
            }
            let area = Path::new()
                .set("fill", hex(shade.fill))
                .set("fill-rule", "evenodd")
                .set("d", outline.clone());
            group = group.add(area);
            if self.style.grid {
                let inner = figure
                    .inner
                    .iter()
                    .fold(Data::new(), |data, side| self.line(data, side, false));
                let opacity = if shade.label[0] > 128 { 0.22 } else { 0.16 };
                group =
                    group.add(stroke(inner, &hex(shade.label), 1.0).set("stroke-opacity", opacity));
            }
            let ink = if self.style.dark { "#0A0B0D" } else { "#1B1D21" };
            group = group.add(stroke(outline, ink, self.ink()));
        } else {
            let data =
                figure.strokes.iter().fold(Data::new(), |data, line| self.line(data, line, false));
            if self.style.outlines {
                return group.add(stroke(data, "#000000", 0.5));
            }
            let width = figure.thickness * self.scale;
            let casing = (0.045 * self.scale).clamp(0.6, 2.25);
            group = group
                .add(stroke(data.clone(), &hex(shade.outline), width + 2.0 * casing))
                .add(stroke(data, &hex(shade.fill), width));
        }
        for label in &figure.labels {
            // Names are a matter of style, what an option writes is not.
            let name = label.text.as_deref().or(self.style.names.then_some(name));
            if let Some(name) = name {
                let fill = hex(shade.label);
                let width = LETTER * figure.letters * (name.chars().count() + 1) as f64;
                let Row { at, room } = label.place(name, width);
                group = group.add(self.word(at, name, figure.letters, room, &fill));
            }
        }
        group
    }

    fn line(&self, data: Data, line: &[Xy], close: bool) -> Data {
        let at = |p: &Xy| (round(p[0] * self.scale), round(p[1] * self.scale));
        let Some((first, rest)) = line.split_first() else { return data };
        let data = rest.iter().fold(data.move_to(at(first)), |data, p| data.line_to(at(p)));
        if close { data.close() } else { data }
    }
}

/// A semibold word with its middle at a place, all in points.
fn middle_word(text: &str, [x, y]: Xy, size: f64, fill: &str) -> Text {
    // The middle of capitals stands about 0.35 of the size above the baseline.
    plain_word(text, [x, y + 0.35 * size], size, fill)
        .set("text-anchor", "middle")
        .set("font-weight", 600)
}

/// A word that begins at a place on its baseline, all in points.
fn plain_word(text: &str, [x, y]: Xy, size: f64, fill: &str) -> Text {
    Text::new(text)
        .set("x", round(x))
        .set("y", round(y))
        .set("font-family", format!("{FONT_FAMILY}, IBM Plex Sans, sans-serif"))
        .set("font-size", round(size))
        .set("fill", fill)
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

fn stroke(data: Data, colour: &str, width: f64) -> Path {
    Path::new()
        .set("fill", "none")
        .set("stroke", colour)
        .set("stroke-width", round(width))
        .set("stroke-linejoin", "round")
        .set("stroke-linecap", "round")
        .set("d", data)
}

fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02X}{g:02X}{b:02X}")
}

/// Hundredths are finer than any printer, and keep files small and the same everywhere.
fn round(n: f64) -> f64 {
    (n * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::puzzle_file;

    #[test]
    fn what_lies_on_a_board_is_drawn_there() {
        let drawing = |placed: &str| {
            let text = format!(
                "(format: 1, title: \"t\", lattice: Square, pieces: [Piece(name: \"bar\", \
                 art: [\"XX\"]), Piece(name: \"dot\", art: [\"X\"])], board: Rectangle(3, 1), \
                 placed: [{placed}])"
            );
            let read = puzzle_file::read(text.into()).unwrap().puzzle;
            puzzle(&read, Style::default())
        };
        let names = |drawing: &str, name: &str| drawing.matches(&format!("\n{name}\n")).count();
        let empty = drawing("");
        assert_eq!((names(&empty, "bar"), names(&empty, "dot")), (1, 1));
        let laid = drawing("Placed(piece: \"bar\", sites: [[1, 1], [2, 1]])");
        assert_eq!((names(&laid, "bar"), names(&laid, "dot")), (2, 1));
    }
}
