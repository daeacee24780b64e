//! The tree walked so far: the path from the root with what was tried beside it. Branches that
//! are over fold into one line with their nodes and solutions.

use std::collections::HashMap;

use egui::{
    Align2, CornerRadius, Panel, Pos2, Rangef, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind,
    Ui, WidgetInfo, pos2, vec2,
};

use super::{Hue, piece_name};
use crate::exact_cover::OptionId;
use crate::text;
use crate::ui::icons::Icon;
use crate::ui::theme::{Palette, RADIUS, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::{End, Frame, Stepper, Tried};

/// Height of a line, and how far each level is indented.
const ROW: f32 = 27.0;
const INDENT: f32 = 22.0;
/// Side of the chip of an option.
const CHIP: f32 = 17.0;
/// Groups of at most so many lines stand open at the newest node.
const FEW: usize = 12;
/// A tree of at most so many nodes stands open as a whole.
const SMALL: u64 = 60;

/// What the tree keeps from frame to frame.
#[derive(Default)]
pub(super) struct TreeState {
    /// What the user has opened or closed, by the ranks that lead there.
    open: HashMap<(Vec<u32>, Group), bool>,
}

/// What can be folded at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    /// The branches tried.
    Tried,
    /// The branches not tried yet.
    Untried,
    /// The subtree of a branch that is over.
    Subtree,
}

/// What stands before the words of a line.
enum Head {
    Root,
    Chip(Option<OptionId>, bool),
    Fold(bool),
}

struct TreeLine {
    depth: usize,
    parent: Option<usize>,
    head: Head,
    text: String,
    bold: bool,
    dim: bool,
    current: bool,
    fold: Option<((Vec<u32>, Group), bool)>,
}

impl TreeLine {
    /// A line as most are: neither bold nor dim, and nothing to fold.
    fn new(depth: usize, parent: Option<usize>, head: Head, text: String) -> TreeLine {
        let (bold, dim, current) = (false, false, false);
        TreeLine { depth, parent, head, text, bold, dim, current, fold: None }
    }

    /// The line as screen readers say it: the option of its chip, and its words.
    fn spoken(&self, stepper: &Stepper) -> String {
        match &self.head {
            Head::Chip(Some(option), _) => {
                let name = piece_name(stepper, *option);
                let space = if name.is_empty() { "" } else { " " };
                format!("{name}{space}option {}: {}", option.0 + 1, self.text)
            }
            Head::Chip(None, _) => format!("no further option: {}", self.text),
            Head::Root | Head::Fold(_) => self.text.clone(),
        }
    }
}

/// Puts the lines of the tree together.
struct Lines<'a> {
    stepper: &'a Stepper,
    state: &'a TreeState,
    small: bool,
    lines: Vec<TreeLine>,
}

impl Lines<'_> {
    /// The lines of the whole tree, from the root.
    fn all(stepper: &Stepper, state: &TreeState) -> Vec<TreeLine> {
        let small = stepper.effort().nodes <= SMALL;
        let mut lines = Lines { stepper, state, small, lines: Vec::new() };
        if !stepper.frames().is_empty() {
            lines.frame(0, None, &mut Vec::new());
            return lines.lines;
        }
        match stepper.end() {
            Some(End::Node(Some(root))) => {
                let text = lines.node_words(root);
                let line = TreeLine::new(0, None, Head::Root, text);
                let here = lines.push(TreeLine { bold: true, ..line });
                lines.tried(root, 1, here, &mut Vec::new(), small);
            }
            Some(end) => {
                let text = lines.end_words(end);
                let line = TreeLine::new(0, None, Head::Root, text);
                lines.push(TreeLine { bold: true, current: true, ..line });
            }
            None => {}
        }
        lines.lines
    }

    fn push(&mut self, line: TreeLine) -> usize {
        self.lines.push(line);
        self.lines.len() - 1
    }

    fn is_open(&self, key: &(Vec<u32>, Group), usual: bool) -> bool {
        self.state.open.get(key).copied().unwrap_or(usual)
    }

    /// The open node at a depth and all below it.
    fn frame(&mut self, at: usize, parent: Option<usize>, path: &mut Vec<u32>) {
        let frames = self.stepper.frames();
        let frame = &frames[at];
        let newest = at + 1 == frames.len();
        let head = match at.checked_sub(1).map(|above| &frames[above]) {
            None => Head::Root,
            Some(above) => Head::Chip(above.option(above.tried.len()), false),
        };
        let here = self.push(TreeLine {
            bold: true,
            current: newest && !frame.trying,
            ..TreeLine::new(at, parent, head, self.node_words(frame))
        });
        let n = frame.tried.len();
        let few = newest && frame.degree as usize <= FEW;
        self.tried(frame, at + 1, here, path, few || self.small);
        if frame.trying {
            path.push(n as u32);
            match self.stepper.end() {
                _ if !newest => self.frame(at + 1, Some(here), path),
                end => {
                    let text = match end {
                        None => "trying now".to_owned(),
                        Some(end) => self.end_words(end),
                    };
                    let head = Head::Chip(frame.option(n), false);
                    self.push(TreeLine {
                        bold: true,
                        current: true,
                        ..TreeLine::new(at + 1, Some(here), head, text)
                    });
                }
            }
            path.pop();
        }
        self.untried(frame, at + 1, here, path, few || self.small);
    }

    fn tried(
        &mut self,
        frame: &Frame,
        depth: usize,
        here: usize,
        path: &mut Vec<u32>,
        usual: bool,
    ) {
        let n = frame.tried.len();
        if n == 0 {
            return;
        }
        let key = (path.clone(), Group::Tried);
        let open = self.is_open(&key, usual);
        if !usual || !open {
            let (nodes, solutions) = frame.sums();
            let n = text::grouped(n as u64);
            let text = format!("{n} tried: {}", counts_words(nodes, solutions));
            self.push(TreeLine {
                fold: Some((key, open)),
                ..TreeLine::new(depth, Some(here), Head::Fold(open), text)
            });
        }
        if open {
            for (rank, tried) in frame.tried.iter().enumerate() {
                path.push(rank as u32);
                self.branch(frame.option(rank), tried, depth, here, path);
                path.pop();
            }
        }
    }

    fn branch(
        &mut self,
        option: Option<OptionId>,
        tried: &Tried,
        depth: usize,
        here: usize,
        path: &mut Vec<u32>,
    ) {
        let inner = match &tried.end {
            End::Node(Some(node)) => Some(node),
            _ => None,
        };
        let key = (path.clone(), Group::Subtree);
        let open = inner.is_some() && self.is_open(&key, self.small);
        let text = match &tried.end {
            End::Node(node) => match node {
                Some(node) if open => self.node_words(node),
                _ => counts_words(tried.nodes, tried.solutions),
            },
            end => self.end_words(end),
        };
        let line = self.push(TreeLine {
            dim: tried.solutions == 0,
            fold: inner.map(|_| (key, open)),
            ..TreeLine::new(depth, Some(here), Head::Chip(option, false), text)
        });
        if let Some(node) = inner.filter(|_| open) {
            self.tried(node, depth + 1, line, path, true);
        }
    }

    fn untried(&mut self, frame: &Frame, depth: usize, here: usize, path: &[u32], usual: bool) {
        let done = frame.tried.len() + usize::from(frame.trying);
        let left = frame.degree as usize - done;
        if left == 0 {
            return;
        }
        let key = (path.to_vec(), Group::Untried);
        let open = self.is_open(&key, usual);
        if !usual || !open {
            let text = format!("{} not tried yet", text::count(left as u64, "option"));
            self.push(TreeLine {
                fold: Some((key, open)),
                ..TreeLine::new(depth, Some(here), Head::Fold(open), text)
            });
        }
        if open {
            for rank in done..frame.degree as usize {
                let head = Head::Chip(frame.option(rank), true);
                let text = "not tried yet".to_owned();
                self.push(TreeLine { dim: true, ..TreeLine::new(depth, Some(here), head, text) });
            }
        }
    }

    fn node_words(&self, frame: &Frame) -> String {
        let n = text::count(u64::from(frame.degree), "option");
        format!("{}: {n}", self.stepper.item_words(frame.item))
    }

    fn end_words(&self, end: &End) -> String {
        match end {
            End::Solution => "solution".to_owned(),
            End::DeadEnd(item) => format!("no option for {}", self.stepper.item_words(*item)),
            End::Node(_) => "searched".to_owned(),
        }
    }
}

fn counts_words(nodes: u64, solutions: u64) -> String {
    format!("{}, {}", text::count(nodes, "node"), text::count(solutions, "solution"))
}

/// Shows the right panel.
pub(super) fn show(stepper: &Stepper, state: &mut TreeState, moved: bool, ui: &mut Ui) {
    widgets::column(ui, |ui| {
        let caption = format!("node {}", text::grouped(stepper.effort().nodes));
        widgets::panel_head(ui, "Search tree", &caption, |_| ());
    });
    totals(stepper, ui);
    let lines = Lines::all(stepper, state);
    if lines.is_empty() {
        let palette = Palette::current(ui);
        widgets::section(ui, |ui| {
            widgets::paragraph(ui, "It grows with the steps.", regular(13.0), palette.text2);
        });
        return;
    }
    let height = lines.len() as f32 * ROW + 16.0;
    let deepest = lines.iter().map(|line| line.depth).max().unwrap_or(0);
    // Deep trees are indented less, so that words keep their room.
    let room = (ui.available_width() - 2.0 * SIDE - 205.0).max(0.0);
    let indent = (room / deepest.max(1) as f32).clamp(4.0, INDENT);
    let mut toggled = None;
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let size = vec2(ui.available_width(), height);
        let (whole, _) = ui.allocate_exact_size(size, Sense::hover());
        let rect = |i: usize| {
            let top = whole.top() + 10.0 + i as f32 * ROW;
            Rect::from_min_max(pos2(whole.left(), top), pos2(whole.right(), top + ROW))
        };
        let x = |depth: usize| whole.left() + SIDE + CHIP / 2.0 + depth as f32 * indent;
        connect(&lines, &rect, &x, ui);
        for (i, line) in lines.iter().enumerate() {
            let place = rect(i);
            if line.current && moved {
                ui.scroll_to_rect(place.expand2(vec2(0.0, ROW)), None);
            }
            if ui.is_rect_visible(place) && show_line(stepper, line, place, x(line.depth), i, ui) {
                toggled.clone_from(&line.fold);
            }
        }
    });
    if let Some((key, open)) = toggled {
        state.open.insert(key, !open);
    }
}

/// What the steps so far add up to, below the tree.
fn totals(stepper: &Stepper, ui: &mut Ui) {
    Panel::bottom("steps so far").resizable(false).frame(egui::Frame::new()).show(ui, |ui| {
        widgets::section(ui, |ui| {
            widgets::section_title(ui, "So far", "");
            for (name, value) in [
                ("Steps", stepper.taken()),
                ("Nodes", stepper.effort().nodes),
                ("Updates", stepper.effort().updates),
                ("Solutions", stepper.solutions()),
                ("Depth", stepper.depth() as u64),
            ] {
                widgets::fact_row(ui, name, &text::grouped(value));
            }
        });
    });
}

/// The lines from each node to its branches.
fn connect(lines: &[TreeLine], rect: &impl Fn(usize) -> Rect, x: &impl Fn(usize) -> f32, ui: &Ui) {
    let palette = Palette::current(ui);
    let clip = ui.clip_rect();
    for (i, line) in lines.iter().enumerate() {
        let Some(parent) = line.parent else { continue };
        let (from, to) = (rect(parent).center().y + CHIP / 2.0, rect(i).center().y);
        if from > clip.bottom() || to < clip.top() {
            continue;
        }
        // The way to where the search is now is stronger.
        let on_path = line.current || line.bold;
        let stroke =
            if on_path { Stroke::new(1.5, palette.text3) } else { Stroke::new(1.0, palette.grid) };
        let (above, here) = (x(lines[parent].depth), x(line.depth));
        ui.painter().vline(above, Rangef::new(from, to), stroke);
        ui.painter().hline(Rangef::new(above, here - CHIP / 2.0), to, stroke);
    }
}

/// Shows a line; whether it was opened or closed.
fn show_line(
    stepper: &Stepper,
    line: &TreeLine,
    rect: Rect,
    x: f32,
    i: usize,
    ui: &mut Ui,
) -> bool {
    let palette = Palette::current(ui);
    let sense = if line.fold.is_some() { Sense::click() } else { Sense::hover() };
    let response =
        ui.interact(rect.shrink2(vec2(8.0, 1.0)), ui.scope_id().with(("line", i)), sense);
    let role = if line.fold.is_some() { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, true, line.spoken(stepper)));
    let painter = ui.painter().clone();
    let middle = pos2(x, rect.center().y);
    if line.current || response.hovered() && line.fold.is_some() {
        let left = x - CHIP / 2.0 - 4.0;
        let band = Rect::from_min_max(pos2(left, rect.top() + 1.0), rect.max - vec2(8.0, 1.0));
        paint_band(band, line.current, ui);
    }
    let mut text_left = x + CHIP / 2.0 + 8.0;
    match &line.head {
        Head::Root => {
            painter.circle_filled(middle, 5.0, palette.text3);
        }
        Head::Fold(open) => {
            let icon = if *open { Icon::ChevronDown } else { Icon::ChevronRight };
            let place = Rect::from_center_size(middle, vec2(14.0, 14.0));
            icon.paint(&painter, place, palette.text2);
        }
        Head::Chip(option, faint) => {
            text_left = chip(stepper, *option, *faint || line.dim, middle, ui) + 8.0;
        }
    }
    let base = baseline(rect.center().y, 13.0);
    let colour = match (line.bold, line.dim) {
        (true, _) => palette.text,
        (false, false) => palette.text2,
        (false, true) => palette.text3,
    };
    let font = if line.bold { semibold(13.0) } else { regular(13.0) };
    let mut right = rect.right() - SIDE;
    if let (Some((_, open)), Head::Chip(..)) = (&line.fold, &line.head) {
        let icon = if *open { Icon::ChevronDown } else { Icon::ChevronRight };
        let place = Rect::from_center_size(pos2(right - 6.0, rect.center().y), vec2(12.0, 12.0));
        icon.paint(&painter, place, palette.text3);
        right -= 18.0;
    }
    let text = Line::new(ui, &line.text, font, colour, right - text_left);
    text.left(&painter, text_left, base);
    widgets::focus_ring(ui, &response, response.rect, RADIUS);
    let clicked = response.clicked();
    if text.elided() {
        response.on_hover_text(&line.text);
    }
    clicked
}

/// The ground of a line, with a bar at its left where the search is now.
fn paint_band(band: Rect, current: bool, ui: &Ui) {
    let palette = Palette::current(ui);
    let fill = if current { palette.accent_soft } else { palette.hover };
    ui.painter().rect_filled(band, RADIUS, fill);
    if current {
        let bar = Rect::from_min_size(band.min, vec2(3.0, band.height()));
        ui.painter().rect_filled(bar, CornerRadius::same(1), palette.accent);
    }
}

/// The mark of an option: its piece's first letters, or its number; returns where it ends.
fn chip(stepper: &Stepper, option: Option<OptionId>, faint: bool, middle: Pos2, ui: &Ui) -> f32 {
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let (hue, text) = match option {
        None => (None, "–".to_owned()),
        Some(option) => {
            let name = piece_name(stepper, option);
            let text = if name.is_empty() {
                (option.0 + 1).to_string()
            } else {
                name.chars().take(2).collect()
            };
            (Some(Hue::new(palette, stepper, option)), text)
        }
    };
    let (fill, outline, label) = match hue {
        None => (palette.card, palette.border, palette.text2),
        // Numbers stand on the ground of the panel: they tell enough by themselves.
        Some(_) if piece_name(stepper, option.unwrap_or(OptionId(0))).is_empty() => {
            let ink = if faint { palette.text3 } else { palette.text };
            (palette.card, palette.border, ink)
        }
        Some(hue) if faint => {
            let pale = hue.faint(palette.panel);
            (pale.fill, pale.outline, palette.text2)
        }
        Some(hue) => (hue.fill, hue.outline, hue.label),
    };
    let galley = painter.layout_no_wrap(text, semibold(11.0), label);
    let width = (galley.size().x + 6.0).max(CHIP);
    let left = middle.x - CHIP / 2.0;
    let place = Rect::from_min_size(pos2(left, middle.y - CHIP / 2.0), vec2(width, CHIP));
    painter.rect(place, 3.0, fill, Stroke::new(1.0, outline), StrokeKind::Inside);
    let at = Align2::CENTER_CENTER.anchor_size(place.center(), galley.size());
    painter.galley(at.min, galley, label);
    place.right()
}
