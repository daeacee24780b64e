//! Booklets: challenges, some on each page, their solutions at the end, and the moves by which these are
//! taken apart.

use std::ops::Range;

use super::challenge::{Challenge, Challenges};
use super::page::{INK, Leaf, REMARK, SECOND, TEXT, fitted, fitted_to, lines};
use super::{MoveSheet, PageLayout, PaperError};
use crate::disassembly::Timeline;
use crate::picture::canvas::Canvas;
use crate::picture::drawing::{Anchor, Drawing, Group, Text};
use crate::picture::fonts::OwnFont;
use crate::picture::pdf::Info;
use crate::picture::space::View;
use crate::picture::{Bounds, Style, Xy};
use crate::puzzle::making::{BookletSettings, PaperSettings};
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::verify::Placed;
use crate::text;

/// Room between two challenges, in points.
const GAP: f64 = 16.0;
/// The height of the line above a challenge or solution, in points.
const LINE: f64 = 16.0;
/// The part of a challenge's width that its board may take beside pictures of the pieces, or of its
/// height above them.
const BOARD_SHARE: f64 = 0.66;
/// The factor by which something must become larger than in the usual place to be put in another.
const WORTHWHILE: f64 = 1.05;
/// Room between a board and the pictures of the pieces, in points.
const BOARD_GAP: f64 = 10.0;
/// The greatest length of a unit, in points: 25 mm.
const MAX_UNIT: f64 = 70.9;
/// The letters of the names below pictures of pieces, in points.
const PIECE_NAME: f64 = 6.5;
/// The room below a picture of a piece for its name, and between two pictures; names wider than this
/// are shortened. In points.
const NAME_ROOM: f64 = PIECE_NAME * 1.5 + 4.0;
const CELL_GAP: f64 = 5.0;
const MAX_NAME: f64 = 30.0;
/// The greatest unit of the pictures of pieces, in units of the board.
const PIECE_SCALE: f64 = 0.5;
const TITLE_PAGE_TITLE: f64 = 30.0;

/// A booklet.
pub struct Booklet {
    title: String,
    source: String,
    settings: BookletSettings,
    challenges: Challenges,
    leaf: Leaf,
    /// Columns and rows of a page of challenges, and of one of solutions.
    grids: [[usize; 2]; 2],
    /// The pages of moves: for each the challenge, and the page of its sheet.
    moves: Vec<(usize, usize)>,
}

/// The layout of a board in its field.
#[derive(Clone, Copy)]
struct Fit {
    /// The length of a unit, in points.
    unit: f64,
    /// True if the pictures of the pieces stand below it, not beside it.
    is_above: bool,
}

/// The kind of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Title,
    Challenges(Range<usize>),
    Solutions(Range<usize>),
    /// A page of the moves of a challenge.
    Moves(usize, usize),
}

/// Rows and columns for so many fields on an upright page: about as many rows as columns and a
/// half.
fn grid(count: usize) -> [usize; 2] {
    match count {
        0 | 1 => [1, 1],
        2 => [1, 2],
        n => {
            let columns = ((n as f64 / 1.5).sqrt().round() as usize).max(1);
            [columns, n.div_ceil(columns)]
        }
    }
}

impl Booklet {
    /// A booklet of challenges; `source` is where the puzzle is from.
    ///
    /// # Errors
    /// When there are no challenges, or the paper leaves no room.
    pub fn new(
        title: &str,
        source: &str,
        challenges: Challenges,
        settings: &BookletSettings,
    ) -> Result<Booklet, PaperError> {
        if challenges.list.is_empty() {
            return Err(PaperError::Empty("there are no challenges"));
        }
        let count = challenges.list.len();
        let mut booklet = Booklet {
            title: title.to_owned(),
            source: source.to_owned(),
            settings: settings.clone(),
            challenges,
            leaf: Leaf::new(settings.size, false, settings.margin)?,
            grids: [[1; 2]; 2],
            moves: Vec::new(),
        };
        booklet.grids = [
            booklet.best_grid(booklet.on_page().min(count), true),
            booklet.best_grid(booklet.solutions_on_page().min(count), false),
        ];
        if booklet.settings.moves {
            for n in 0..count {
                let pages = booklet.with_sheet(n, |sheet| sheet.page_count()).transpose()?;
                booklet.moves.extend((0..pages.unwrap_or(0)).map(|page| (n, page)));
            }
        }
        Ok(booklet)
    }

    /// Calls a function with the sheet of the moves of a challenge, if its solution has any.
    fn with_sheet<R>(
        &self,
        n: usize,
        work: impl FnOnce(&MoveSheet<'_>) -> R,
    ) -> Option<Result<R, PaperError>> {
        let Challenge { puzzle, solution, apart, .. } = &self.challenges.list[n];
        let whole = apart.as_ref()?;
        let sites: Vec<_> = solution.iter().map(|(_, sites)| sites.clone()).collect();
        let timeline = Timeline::new(puzzle.lattice, &sites, whole);
        if timeline.moves().is_empty() {
            return None;
        }
        let BookletSettings { size, margin, look, names, .. } = self.settings;
        let paper = PaperSettings { size, margin, look, names, ..PaperSettings::default() };
        let name = format!("Challenge {}", n + 1);
        let subject = (&**puzzle, solution, &*name);
        let sheet = MoveSheet::new(subject, (whole, &timeline), &paper, View::CORNER);
        Some(sheet.map(|sheet| work(&sheet)))
    }

    /// The columns and rows for so many fields in which the first board becomes largest, with the pieces
    /// to use or without.
    fn best_grid(&self, count: usize, pieces: bool) -> [usize; 2] {
        let size = self.unit_size(&self.challenges.list[0]);
        let unit = |grid| self.fit(size, self.field(grid), pieces).unit;
        let usual = grid(count);
        let all = (1..=count).map(|columns| [columns, count.div_ceil(columns)]);
        let best = all.max_by(|&a, &b| unit(a).total_cmp(&unit(b))).unwrap_or(usual);
        if unit(best) > WORTHWHILE * unit(usual) { best } else { usual }
    }

    /// The challenges, in their order.
    pub fn challenges(&self) -> &[Challenge] {
        &self.challenges.list
    }

    /// The length of a unit of the first challenge on paper, in millimetres.
    pub fn unit_mm(&self) -> f64 {
        let field = self.field(self.grids[0]);
        self.fit(self.unit_size(&self.challenges.list[0]), field, true).unit * 25.4 / 72.0
    }

    fn on_page(&self) -> usize {
        usize::from(self.settings.on_page).max(1)
    }

    fn solutions_on_page(&self) -> usize {
        usize::from(self.settings.solutions_on_page).max(1)
    }

    /// The number of pages before those of moves.
    fn pages_before_moves(&self) -> usize {
        let count = self.challenges.list.len();
        let solutions = match self.settings.solutions {
            true => count.div_ceil(self.solutions_on_page()),
            false => 0,
        };
        usize::from(self.settings.title_page) + count.div_ceil(self.on_page()) + solutions
    }

    fn kind(&self, index: usize) -> Kind {
        if let Some(&(n, page)) =
            index.checked_sub(self.pages_before_moves()).and_then(|own| self.moves.get(own))
        {
            return Kind::Moves(n, page);
        }
        let count = self.challenges.list.len();
        let range = |page: usize, each: usize| page * each..((page + 1) * each).min(count);
        let title = usize::from(self.settings.title_page);
        let pages = count.div_ceil(self.on_page());
        match index {
            0 if title > 0 => Kind::Title,
            i if i < title + pages => Kind::Challenges(range(i - title, self.on_page())),
            i => Kind::Solutions(range(i - title - pages, self.solutions_on_page())),
        }
    }

    /// The page with the solutions of a page of challenges, if there is one.
    pub fn solutions_of(&self, index: usize) -> Option<usize> {
        let Kind::Challenges(range) = self.kind(index) else { return None };
        let is_there = |&page: &usize| match self.kind(page) {
            Kind::Solutions(solutions) => solutions.contains(&range.start),
            _ => false,
        };
        (index..self.page_count()).find(is_there)
    }

    /// Describes the contents of a page, in words.
    pub fn caption(&self, index: usize) -> String {
        let span = |range: &Range<usize>| match range.len() {
            1 => format!("Challenge {}", range.start + 1),
            _ => format!("Challenges {} to {}", range.start + 1, range.end),
        };
        match self.kind(index) {
            Kind::Title => "Title".to_owned(),
            Kind::Challenges(range) | Kind::Solutions(range) => span(&range),
            Kind::Moves(n, _) => format!("Moves of challenge {}", n + 1),
        }
    }

    /// Width and height of a field of a grid.
    fn field(&self, grid: [usize; 2]) -> Xy {
        let room = self.leaf.body().size();
        let [columns, rows] = grid.map(|n| n as f64);
        [(room[0] - (columns - 1.0) * GAP) / columns, (room[1] - (rows - 1.0) * GAP) / rows]
    }

    /// The place of field `n` of a grid.
    fn place(&self, n: usize, grid: [usize; 2]) -> Xy {
        let body = self.leaf.body();
        let field = self.field(grid);
        let columns = grid[0];
        let (column, row) = ((n % columns) as f64, (n / columns) as f64);
        [body.min[0] + column * (field[0] + GAP), body.min[1] + row * (field[1] + GAP)]
    }

    fn canvas<'p>(&self, puzzle: &'p Puzzle, unit: f64) -> Canvas<'p> {
        let names = self.settings.names && 0.28 * unit >= 3.5;
        let style = Style { names, look: self.settings.look, ..Style::default() };
        Canvas::on_paper(puzzle, unit, (unit / 32.0).clamp(0.15, 0.7), style)
    }

    /// Width and height of a board, in units.
    fn unit_size(&self, challenge: &Challenge) -> Xy {
        self.canvas(&challenge.puzzle, 1.0).field(&Placed::new()).1
    }

    /// Computes the layout of a board of a size in units in a field: alone, or with pictures of the
    /// pieces where it is largest.
    fn fit(&self, size: Xy, field: Xy, pieces: bool) -> Fit {
        let unit = |width: f64, height: f64| {
            (field[0] * width / size[0]).min((field[1] - LINE) * height / size[1]).min(MAX_UNIT)
        };
        if !pieces || !self.settings.pictures {
            return Fit { unit: unit(1.0, 1.0), is_above: false };
        }
        let [beside, above] = [unit(BOARD_SHARE, 1.0), unit(1.0, BOARD_SHARE)];
        let is_above = above > WORTHWHILE * beside;
        Fit { unit: if is_above { above } else { beside }, is_above }
    }

    fn title_page(&self, page: &mut Drawing) {
        let room = self.leaf.room();
        let [width, height] = room.size();
        let left = room.min[0];
        let mut y = room.min[1] + 0.18 * height;
        let (title, size) = fitted(&self.title, TITLE_PAGE_TITLE, width);
        page.push(Text::new(title, [left, y], size, INK).semibold());
        y += 26.0;
        let count = self.challenges.list.len() as u64;
        let what = format!("{}. {}", text::count(count, "challenge"), self.challenges.account);
        for line in lines(&what, 11.0, width) {
            page.push(Text::new(line, [left, y], 11.0, SECOND));
            y += 16.0;
        }
        y += 10.0;
        // The first challenge as a picture, its solution left out.
        let bottom = room.max[1] - 60.0;
        let text_lines = lines(&self.settings.text, 11.0, width);
        let most = ((bottom - y) / 16.0 - 1.0).max(0.0) as usize;
        for (n, line) in text_lines.iter().enumerate().take(most) {
            let cut = n + 1 == most && text_lines.len() > most;
            let line = if cut { format!("{line}…") } else { line.clone() };
            page.push(Text::new(line, [left, y], 11.0, INK));
            y += 16.0;
        }
        let first = &self.challenges.list[0];
        let free = [width, bottom - y - 20.0];
        if free[1] > 80.0 {
            let field = [0.6 * width, free[1].min(0.45 * height)];
            let unit = self.fit(self.unit_size(first), field, false).unit;
            let (board, _) = self.canvas(&first.puzzle, unit).board_with(&first.laid());
            page.push(Group::new().at([left, y + 10.0]).with(board));
        }
        if !self.source.is_empty() {
            let (line, size) = fitted_to(&self.source, TEXT, 6.0, width, false);
            page.push(Text::new(line, [left, room.max[1] - 2.0], size, SECOND));
        }
    }

    fn challenge_in(&self, page: &mut Drawing, n: usize, at: Xy, field: Xy) {
        let challenge = &self.challenges.list[n];
        let Fit { unit, is_above } = self.fit(self.unit_size(challenge), field, true);
        let canvas = self.canvas(&challenge.puzzle, unit);
        let used = pieces_to_use(challenge);
        self.line_above(page, n, at, field[0], &used);
        let (board, size) = canvas.board_with(&challenge.laid());
        page.push(Group::new().at([at[0], at[1] + LINE]).with(board));
        if self.settings.pictures {
            let (left, top) = (at[0], at[1] + LINE);
            let [right, bottom] = [at[0] + field[0], at[1] + field[1]];
            let room = match is_above {
                true => Bounds { min: [left, top + size[1] + BOARD_GAP], max: [right, bottom] },
                false => Bounds {
                    min: [left + size[0] + BOARD_GAP, top],
                    max: [right, (top + size[1].max(field[1] * 0.6)).min(bottom)],
                },
            };
            self.pictures(page, challenge, &used, room, unit);
        }
    }

    /// The number, the pieces to use and the number of solutions.
    fn line_above(
        &self,
        page: &mut Drawing,
        n: usize,
        at: Xy,
        width: f64,
        used: &[(PieceId, usize)],
    ) {
        let challenge = &self.challenges.list[n];
        let baseline = at[1] + 9.0;
        let number = (n + 1).to_string();
        let beside = 11.0 * OwnFont::new(true).width(&number) + 6.0;
        page.push(Text::new(number, [at[0], baseline], 11.0, INK).semibold());
        let mut room = width - beside;
        if self.settings.counts {
            let count = challenge.count_text();
            room -= REMARK * OwnFont::new(false).width(&count) + 8.0;
            let right = [at[0] + width, baseline];
            page.push(Text::new(count, right, REMARK, SECOND).anchored(Anchor::End));
        }
        let mut said = challenge.name.clone();
        if self.settings.piece_names && !used.is_empty() {
            let words = names(&challenge.puzzle, used);
            // The name of a variant that chooses pieces names them already.
            if said.replace(' ', "") != words.replace(' ', "") && !said.is_empty() {
                said.push_str(", ");
            } else {
                said.clear();
            }
            said = format!("{said}use {words}");
        }
        let (said, size) = fitted_to(&said, REMARK, 5.5, room.max(10.0), false);
        page.push(Text::new(said, [at[0] + beside, baseline], size, INK));
    }

    /// The pieces to use, in rows: each as wide as it is, all as large as the room lets them be.
    fn pictures(
        &self,
        page: &mut Drawing,
        challenge: &Challenge,
        used: &[(PieceId, usize)],
        room: Bounds,
        unit: f64,
    ) {
        let [width, height] = room.size();
        if used.is_empty() || width < 8.0 {
            return;
        }
        let one = self.canvas(&challenge.puzzle, 1.0);
        let sizes: Vec<Xy> = used.iter().map(|(id, _)| one.piece_alone(*id).1).collect();
        let words: Vec<String> = used.iter().map(|used| said(&challenge.puzzle, *used)).collect();
        let cells = Cells::new(&sizes, &words);
        let Some(scale) = cells.scale([width, height], PIECE_SCALE * unit) else { return };
        let style = Style { names: false, look: self.settings.look, ..Style::default() };
        let pen = (scale / 24.0).clamp(0.15, 0.7);
        let canvas = Canvas::on_paper(&challenge.puzzle, scale, pen, style);
        let mut top = room.min[1];
        for row in cells.even_rows(scale, width) {
            let tallest = cells.tallest(row.clone()) * scale;
            let mut left = room.min[0];
            for k in row {
                let own = cells.width(k, scale);
                let size = sizes[k].map(|n| n * scale);
                let shift = [left + (own - CELL_GAP - size[0]) / 2.0, top + tallest - size[1]];
                page.push(Group::new().at(shift).with(canvas.piece_alone(used[k].0).0));
                let (said, letters) = fitted_to(&words[k], PIECE_NAME, 4.0, own, true);
                let below = [left + (own - CELL_GAP) / 2.0, top + tallest + PIECE_NAME * 1.15];
                page.push(Text::new(said, below, letters, INK).semibold().anchored(Anchor::Middle));
                left += own;
            }
            top += tallest + NAME_ROOM;
        }
    }

    fn solution_in(&self, page: &mut Drawing, n: usize, at: Xy, field: Xy) {
        let challenge = &self.challenges.list[n];
        let baseline = at[1] + 9.0;
        page.push(Text::new((n + 1).to_string(), [at[0], baseline], TEXT, INK).semibold());
        let Fit { unit, .. } = self.fit(self.unit_size(challenge), field, false);
        let (drawing, size) = self.canvas(&challenge.puzzle, unit).field(&challenge.solution);
        let number = challenge.number.map(|n| format!("solution {}", text::grouped(n)));
        let words = number.as_ref().unwrap_or(&challenge.name);
        if !words.is_empty() {
            let (said, letters) = fitted_to(words, REMARK, 5.0, size[0] - 20.0, false);
            let right = [at[0] + size[0], baseline];
            page.push(Text::new(said, right, letters, SECOND).anchored(Anchor::End));
        }
        page.push(Group::new().at([at[0], at[1] + LINE]).with(drawing));
    }
}

/// The name of a piece, and its number of copies where there are several.
fn said(puzzle: &Puzzle, (id, copies): (PieceId, usize)) -> String {
    let own = &puzzle.piece(id).name;
    if copies > 1 { format!("{copies} × {own}") } else { own.clone() }
}

/// Pictures of pieces with a name below each, which are laid out in rows.
struct Cells<'a> {
    /// Widths and heights of the pieces, in units.
    sizes: &'a [Xy],
    /// The widths of the names, in points.
    names: Vec<f64>,
}

impl<'a> Cells<'a> {
    fn new(sizes: &'a [Xy], words: &[String]) -> Cells<'a> {
        let font = OwnFont::new(true);
        let width = |word: &String| (PIECE_NAME * font.width(word)).min(MAX_NAME);
        Cells { sizes, names: words.iter().map(width).collect() }
    }

    /// The width of a picture with its gap, where a unit has the length `scale`; in points.
    fn width(&self, k: usize, scale: f64) -> f64 {
        (self.sizes[k][0] * scale).max(self.names[k]) + CELL_GAP
    }

    /// The height of the tallest of some, in units.
    fn tallest(&self, row: Range<usize>) -> f64 {
        self.sizes[row].iter().map(|size| size[1]).fold(0.0, f64::max)
    }

    /// Rows of at most that width, as few as can be.
    fn rows(&self, scale: f64, width: f64) -> Vec<Range<usize>> {
        let mut rows: Vec<Range<usize>> = Vec::new();
        let mut taken = 0.0;
        for k in 0..self.sizes.len() {
            let own = self.width(k, scale);
            match rows.last_mut().filter(|_| taken + own <= width) {
                Some(row) => row.end = k + 1,
                None => {
                    rows.push(k..k + 1);
                    taken = 0.0;
                }
            }
            taken += own;
        }
        rows
    }

    /// As many rows as [`Cells::rows`] has, of about the same width.
    fn even_rows(&self, scale: f64, width: f64) -> Vec<Range<usize>> {
        let rows = self.rows(scale, width);
        let (mut least, mut most) = (0.0, width);
        for _ in 0..16 {
            let middle = (least + most) / 2.0;
            match self.rows(scale, middle).len() <= rows.len() {
                true => most = middle,
                false => least = middle,
            }
        }
        self.rows(scale, most)
    }

    fn fit(&self, scale: f64, [width, height]: Xy) -> bool {
        let rows = self.rows(scale, width);
        let tall = |row: Range<usize>| self.tallest(row) * scale + NAME_ROOM;
        let all = 0..self.sizes.len();
        all.into_iter().all(|k| self.width(k, scale) <= width)
            && rows.into_iter().map(tall).sum::<f64>() <= height
    }

    /// The largest scale, of no more than `most`, with which they fit a room; none that could be seen.
    fn scale(&self, room: Xy, most: f64) -> Option<f64> {
        if self.fit(most, room) {
            return Some(most);
        }
        let (mut least, mut most) = (0.0, most);
        for _ in 0..24 {
            let middle = (least + most) / 2.0;
            match self.fit(middle, room) {
                true => least = middle,
                false => most = middle,
            }
        }
        (least >= 1.0).then_some(least)
    }
}

/// The pieces of the solution that are not given, with the number of copies, in the order of the
/// puzzle.
fn pieces_to_use(challenge: &Challenge) -> Vec<(PieceId, usize)> {
    let mut used: std::collections::BTreeMap<PieceId, usize> = std::collections::BTreeMap::new();
    for (n, (id, _)) in challenge.solution.iter().enumerate() {
        if !challenge.given.contains(&n) {
            *used.entry(*id).or_default() += 1;
        }
    }
    used.into_iter().collect()
}

/// Their names.
fn names(puzzle: &Puzzle, used: &[(PieceId, usize)]) -> String {
    let name = |&(id, copies): &(PieceId, usize)| match copies {
        1 => puzzle.piece(id).name.clone(),
        _ => format!("{copies} × {}", puzzle.piece(id).name),
    };
    let names: Vec<String> = used.iter().map(name).collect();
    let separator = if names.iter().all(|name| name.chars().count() == 1) { " " } else { ", " };
    names.join(separator)
}

impl PageLayout for Booklet {
    fn info(&self) -> Info {
        let count = self.challenges.list.len() as u64;
        Info { title: self.title.clone(), subject: text::count(count, "challenge") }
    }

    fn page_count(&self) -> usize {
        self.pages_before_moves() + self.moves.len()
    }

    fn page(&self, index: usize) -> Drawing {
        let mut page = self.leaf.blank();
        let caption = self.caption(index);
        let number = (index + 1).to_string();
        match self.kind(index) {
            Kind::Moves(n, own) => {
                let sheet = self.with_sheet(n, |sheet| sheet.numbered_page(own, &number));
                // It had room when the booklet was laid out.
                return sheet.and_then(Result::ok).unwrap_or(page);
            }
            Kind::Title => {
                self.title_page(&mut page);
                return page;
            }
            Kind::Challenges(range) => {
                self.leaf.head(&mut page, &self.title, &caption);
                let [grid, _] = self.grids;
                let field = self.field(grid);
                for (place, n) in range.enumerate() {
                    let at = self.place(place, grid);
                    self.challenge_in(&mut page, n, at, field);
                }
            }
            Kind::Solutions(range) => {
                self.leaf.head(&mut page, "Solutions", &caption);
                let [_, grid] = self.grids;
                let field = self.field(grid);
                for (place, n) in range.enumerate() {
                    let at = self.place(place, grid);
                    self.solution_in(&mut page, n, at, field);
                }
            }
        }
        self.leaf.foot(&mut page, &number, "");
        page
    }

    fn bookmarks(&self, index: usize) -> Vec<(usize, String)> {
        match self.kind(index) {
            Kind::Title => vec![(0, self.title.clone())],
            Kind::Challenges(range) => {
                let title = |n: usize| {
                    let name = &self.challenges.list[n].name;
                    let gap = if name.is_empty() { "" } else { ": " };
                    format!("Challenge {}{gap}{name}", n + 1)
                };
                if range.len() == 1 {
                    return vec![(0, title(range.start))];
                }
                let each = range.map(|n| (1, title(n)));
                std::iter::once((0, self.caption(index))).chain(each).collect()
            }
            Kind::Solutions(_) => vec![(0, format!("Solutions: {}", self.caption(index)))],
            Kind::Moves(_, 0) => vec![(0, self.caption(index))],
            Kind::Moves(..) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_pieces_are_as_large_as_the_room_allows_in_rows_of_about_one_length() {
        // Ten pentominoes: seven of 2×4 or 3×3 and three long ones.
        let sizes = [[5.0, 1.0], [2.0, 4.0], [2.0, 4.0], [2.0, 3.0], [3.0, 3.0]].repeat(2);
        let words: Vec<String> = ('A'..='J').map(String::from).collect();
        let cells = Cells::new(&sizes, &words);
        for room in [[160.0, 60.0], [160.0, 30.0], [60.0, 200.0], [400.0, 40.0]] {
            let scale = cells.scale(room, 30.0).expect("there is room");
            assert!(cells.fit(scale, room) && !cells.fit(1.05 * scale, room), "{room:?}");
            let rows = cells.even_rows(scale, room[0]);
            assert_eq!(rows.len(), cells.rows(scale, room[0]).len());
            // Each piece once, in order, and no row wider than the room.
            let all: Vec<usize> = rows.iter().cloned().flatten().collect();
            assert_eq!(all, (0..10).collect::<Vec<_>>());
            let width =
                |row: &Range<usize>| row.clone().map(|k| cells.width(k, scale)).sum::<f64>();
            let widths: Vec<f64> = rows.iter().map(width).collect();
            assert!(widths.iter().all(|width| *width <= room[0]), "{room:?}: {widths:?}");
            // The last is not left with one piece beside full rows.
            let widest = widths.iter().copied().fold(0.0, f64::max);
            assert!(widths.len() < 2 || widths[widths.len() - 1] > 0.4 * widest, "{widths:?}");
        }
        assert!(cells.scale([10.0, 5.0], 30.0).is_none(), "too small to be seen");
    }
}
