//! The tree walked so far: the path from the root with what was tried beside it. Branches that
//! are over fold into one line with their nodes and solutions, long chains of forced choices into one
//! line with their number; forced choices are not indented, so that deep trees stay narrow.

use std::collections::HashMap;

use egui::{
    Align2, CornerRadius, Panel, Pos2, Rangef, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind,
    Ui, WidgetInfo, pos2, vec2,
};

use super::levels::{self, Extent};
use super::{Hue, Scene, icicle, option_pictures, piece_name};
use crate::exact_cover::{ItemId, OptionId};
use crate::text;
use crate::ui::action::{Action, Actions};
use crate::ui::widgets::icons::Icon;
use crate::ui::widgets::theme::{Palette, RADIUS, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::{End, Frame, Stepper, Tried};

/// Height of a line, and how far each level is indented: in a flat tree, and in one of more levels
/// than so many.
const ROW: f32 = 27.0;
const INDENT: f32 = 22.0;
const DEEP_INDENT: f32 = 13.0;
const DEEP: usize = 6;
/// Side of the chip of an option.
const CHIP: f32 = 17.0;
/// Groups of at most so many lines stand open at the newest node; of branches not tried, so many.
const FEW: usize = 12;
const FEW_UNTRIED: usize = 3;
/// A tree of at most so many nodes stands open as a whole.
const SMALL: u64 = 60;
/// A chain of at least so many forced choices is folded.
const CHAIN: usize = 4;

/// The state of the tree from frame to frame.
#[derive(Default)]
pub(super) struct TreeState {
    /// The groups that the user has opened or closed, by the ranks that lead there.
    open: HashMap<(Vec<u32>, Group), bool>,
    shown: Shown,
    /// The part of the search that the table of levels covers.
    extent: Extent,
}

/// The view of the search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shown {
    /// The tree, line by line.
    #[default]
    Lines,
    /// The tree as boxes whose widths are nodes.
    Icicle,
    /// A table of its levels.
    Levels,
}

/// A group that can be folded at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Group {
    /// The branches tried.
    Tried,
    /// The branches not tried yet.
    Untried,
    /// The subtree of a branch that is over.
    Subtree,
    /// Forced choices, one below the other.
    Chain,
}

/// The symbol before the words of a line.
enum Head {
    Root,
    Chip(Option<OptionId>, bool),
    Fold(bool),
}

/// Where a click on a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    /// To a step by its number.
    Step(u64),
    /// To where a branch of the open node of a level is tried.
    Branch(usize, usize),
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
    target: Option<Target>,
    /// The item branched on in the node of the line.
    item: Option<ItemId>,
}

impl TreeLine {
    /// A line as most are: neither bold nor dim, nothing to fold, and nowhere to go.
    fn new(depth: usize, parent: Option<usize>, head: Head, text: String) -> TreeLine {
        let (bold, dim, current) = (false, false, false);
        let (fold, target, item) = (None, None, None);
        TreeLine { depth, parent, head, text, bold, dim, current, fold, target, item }
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

    fn option(&self) -> Option<OptionId> {
        match self.head {
            Head::Chip(option, _) => option,
            Head::Root | Head::Fold(_) => None,
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
            lines.open_frames();
            return lines.lines;
        }
        match stepper.end() {
            Some(End::Node(Some(root))) => {
                let text = lines.node_words(root);
                let line = TreeLine::new(0, None, Head::Root, text);
                let target = Some(Target::Step(root.step));
                let item = Some(root.item);
                let here = lines.push(TreeLine { bold: true, target, item, ..line });
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

    /// The open nodes from the root, each with what was tried before and what comes after it.
    /// Forced choices stay at the depth of the node above.
    fn open_frames(&mut self) {
        let frames = self.stepper.frames();
        let mut path = Vec::new();
        let mut parent = None;
        let mut depth = 0;
        // What stands below all deeper nodes.
        let mut after = Vec::new();
        let mut at = 0;
        while at < frames.len() {
            let chain = self.chain(at);
            if chain >= CHAIN && !self.is_chain_open(&path, at, chain, depth, parent) {
                path.extend(frames[at..at + chain].iter().map(|frame| frame.tried.len() as u32));
                parent = Some(self.lines.len() - 1);
                at += chain;
                continue;
            }
            let frame = &frames[at];
            let here = self.frame(at, depth, parent, &mut path);
            let forced = frame.degree == 1;
            let below = depth + usize::from(!forced || at == 0);
            after.push((at, below, here, path.clone()));
            path.push(frame.tried.len() as u32);
            (parent, depth, at) = (Some(here), below, at + 1);
        }
        self.newest_branch(depth, parent);
        for (at, depth, here, path) in after.into_iter().rev() {
            let newest = at + 1 == frames.len();
            self.untried(at, depth, here, &path, newest);
        }
    }

    /// Counts the open nodes from one on that have a single branch, which is being tried, excluding
    /// the newest.
    fn chain(&self, at: usize) -> usize {
        let frames = self.stepper.frames();
        let older = &frames[at..frames.len() - 1];
        older.iter().take_while(|frame| frame.degree == 1 && frame.trying).count()
    }

    /// Adds the line of a chain of forced choices; whether it is open.
    fn is_chain_open(
        &mut self,
        path: &[u32],
        at: usize,
        length: usize,
        depth: usize,
        parent: Option<usize>,
    ) -> bool {
        let before = at.checked_sub(1).map(|above| &self.stepper.frames()[above]);
        if before.is_some_and(|above| above.degree == 1) {
            // A part of a chain that is open.
            return true;
        }
        let key = (path.to_vec(), Group::Chain);
        let open = self.is_open(&key, false);
        let text = text::count(length as u64, "forced choice");
        self.push(TreeLine {
            fold: Some((key, open)),
            ..TreeLine::new(depth, parent, Head::Fold(open), text)
        });
        open
    }

    /// The line of the open node at a level and those of the branches tried there.
    fn frame(
        &mut self,
        at: usize,
        depth: usize,
        parent: Option<usize>,
        path: &mut Vec<u32>,
    ) -> usize {
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
            target: Some(Target::Step(frame.step)),
            item: Some(frame.item),
            ..TreeLine::new(depth, parent, head, self.node_words(frame))
        });
        let few = newest && frame.degree as usize <= FEW;
        self.tried(frame, depth + 1, here, path, few || self.small);
        here
    }

    /// The branch that the newest node tries.
    fn newest_branch(&mut self, depth: usize, parent: Option<usize>) {
        let Some(frame) = self.stepper.frames().last().filter(|frame| frame.trying) else { return };
        let text = match self.stepper.end() {
            None => "trying now".to_owned(),
            Some(end) => self.end_words(end),
        };
        let head = Head::Chip(frame.option(frame.tried.len()), false);
        self.push(TreeLine {
            bold: true,
            current: true,
            target: frame.trying_since().map(Target::Step),
            ..TreeLine::new(depth, parent, head, text)
        });
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
            target: Some(Target::Step(tried.step)),
            item: inner.map(|node| node.item),
            fold: inner.map(|_| (key, open)),
            ..TreeLine::new(depth, Some(here), Head::Chip(option, false), text)
        });
        if let Some(node) = inner.filter(|_| open) {
            self.tried(node, depth + 1, line, path, true);
        }
    }

    /// The branches of the open node at a level that were not tried yet.
    fn untried(&mut self, at: usize, depth: usize, here: usize, path: &[u32], newest: bool) {
        let frame = &self.stepper.frames()[at];
        let done = frame.tried.len() + usize::from(frame.trying);
        let left = frame.degree as usize - done;
        if left == 0 {
            return;
        }
        let usual = left <= FEW_UNTRIED && (newest || self.small);
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
                let target = Some(Target::Branch(at, rank));
                let text = "not tried yet".to_owned();
                let line = TreeLine::new(depth, Some(here), head, text);
                self.push(TreeLine { dim: true, target, ..line });
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
pub(super) fn show(scene: &mut Scene, state: &mut TreeState, ui: &mut Ui) {
    let stepper = scene.stepper;
    widgets::column(ui, |ui| {
        let caption = format!("node {}", text::grouped(stepper.effort().nodes));
        widgets::panel_head(ui, "Search tree", &caption, |ui| {
            let choices =
                [(Shown::Lines, "Tree"), (Shown::Icicle, "Icicle"), (Shown::Levels, "Levels")];
            let tip = "The tree line by line, as boxes whose width shows their nodes, or as a \
                       table of levels";
            widgets::segmented_small(ui, &mut state.shown, &choices).on_hover_text(tip);
        });
    });
    levels::rules(stepper, scene.out, ui);
    widgets::separator(ui);
    // What scrolls has a least height, and is cut off where there is less room.
    ui.shrink_clip_rect(ui.available_rect_before_wrap());
    match state.shown {
        Shown::Lines => {}
        Shown::Icicle => return icicle::show(scene, ui),
        Shown::Levels => return levels::table(stepper, &mut state.extent, ui),
    }
    let lines = Lines::all(stepper, state);
    if lines.is_empty() {
        let palette = Palette::current(ui);
        widgets::section(ui, |ui| {
            widgets::paragraph(ui, "Grows as you step.", regular(13.0), palette.text2);
        });
        return;
    }
    if let Some((key, open)) = show_lines(scene, &lines, ui) {
        state.open.insert(key, !open);
    }
}

/// Shows the lines, which scroll both ways; the fold that was clicked.
fn show_lines(
    scene: &mut Scene,
    lines: &[TreeLine],
    ui: &mut Ui,
) -> Option<((Vec<u32>, Group), bool)> {
    let height = lines.len() as f32 * ROW + 16.0;
    let deepest = lines.iter().map(|line| line.depth).max().unwrap_or(0);
    let indent = if deepest > DEEP { DEEP_INDENT } else { INDENT };
    let width = |line: &TreeLine| width(line, indent);
    let mut toggled = None;
    ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        let room = ui.available_width();
        let size = vec2(lines.iter().map(width).fold(room, f32::max), height);
        let (whole, area) = ui.allocate_exact_size(size, Sense::hover());
        area.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Lines of the search tree"));
        let rect = |i: usize| {
            let top = whole.top() + 10.0 + i as f32 * ROW;
            Rect::from_min_max(pos2(whole.left(), top), pos2(whole.right(), top + ROW))
        };
        let x = |depth: usize| whole.left() + SIDE + CHIP / 2.0 + depth as f32 * indent;
        connect(lines, &rect, &x, ui);
        for (i, line) in lines.iter().enumerate() {
            let place = rect(i);
            if line.current && scene.moved {
                let left = x(line.depth) - 2.0 * indent;
                let across = Rangef::new(left, left + room.min(width(line)));
                let seen = Rect::from_x_y_ranges(across, place.y_range());
                ui.scroll_to_rect(seen.expand2(vec2(0.0, ROW)), None);
            }
            if ui.is_rect_visible(place) && show_line(scene, line, place, x(line.depth), i, ui) {
                toggled.clone_from(&line.fold);
            }
        }
    });
    toggled
}

/// Estimates the width of a line: wide enough for its words.
fn width(line: &TreeLine, indent: f32) -> f32 {
    let chip =
        if line.option().is_some() { CHIP + option_pictures::SIDE + 20.0 } else { CHIP + 8.0 };
    let words = 7.1 * line.text.chars().count() as f32;
    2.0 * SIDE + line.depth as f32 * indent + chip + words + 18.0
}

/// Shows the totals of the steps so far, below the tree.
pub(super) fn totals(stepper: &Stepper, ui: &mut Ui) {
    Panel::bottom("steps so far").resizable(false).frame(egui::Frame::new()).show(ui, |ui| {
        widgets::section(ui, |ui| {
            widgets::section_title(ui, "So far", "");
            for (name, value) in [
                ("Steps", stepper.taken() + 1),
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

/// Shows a line, and asks to go where a click on it leads; whether it was opened or closed.
fn show_line(
    scene: &mut Scene,
    line: &TreeLine,
    rect: Rect,
    x: f32,
    i: usize,
    ui: &mut Ui,
) -> bool {
    let stepper = scene.stepper;
    let palette = Palette::current(ui);
    let acts = line.fold.is_some() || line.target.is_some();
    let sense = if acts { Sense::click() } else { Sense::hover() };
    let place = rect.intersect(ui.clip_rect()).shrink2(vec2(8.0, 1.0));
    let response = ui.interact(place, ui.scope_id().with(("line", i)), sense);
    let role = if acts { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, true, line.spoken(stepper)));
    let painter = ui.painter().clone();
    let middle = pos2(x, rect.center().y);
    if response.hovered() {
        line.option().into_iter().for_each(|option| scene.lit.point_at_option(option));
        line.item.into_iter().for_each(|item| scene.lit.point_at_item(item));
    }
    let is_lit = line.option().is_some() && line.option() == scene.lit.option();
    if line.current || response.hovered() && acts || is_lit {
        let left = x - CHIP / 2.0 - 4.0;
        let band = Rect::from_min_max(pos2(left, rect.top() + 1.0), rect.max - vec2(8.0, 1.0));
        paint_band(band, line.current, ui);
    }
    // Beside a line that goes somewhere the fold is a button of its own.
    let mut toggled = false;
    let is_chip = matches!(line.head, Head::Chip(..));
    if let (Some((_, open)), true) = (&line.fold, is_chip) {
        let at = pos2(place.right() - 14.0, rect.center().y);
        let button = Rect::from_center_size(at, vec2(24.0, ROW - 4.0));
        let fold = ui.interact(button, ui.scope_id().with(("fold", i)), Sense::click());
        let words = if *open { "Fold" } else { "Unfold" };
        let words = format!("{words} {}", line.spoken(stepper));
        fold.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        let icon = if *open { Icon::ChevronDown } else { Icon::ChevronRight };
        let mark = Rect::from_center_size(at, vec2(12.0, 12.0));
        icon.paint(&painter, mark, if fold.hovered() { palette.text } else { palette.text3 });
        widgets::focus_ring(ui, &fold, button, RADIUS);
        toggled = fold.clicked();
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
            text_left = chip(scene, *option, *faint || line.dim, middle, ui) + 8.0;
        }
    }
    let base = baseline(rect.center().y, 13.0);
    let colour = match (line.bold, line.dim) {
        (true, _) => palette.text,
        (false, false) => palette.text2,
        (false, true) => palette.text3,
    };
    let font = if line.bold { semibold(13.0) } else { regular(13.0) };
    Line::whole(ui, &line.text, font, colour).left(&painter, text_left, base);
    widgets::focus_ring(ui, &response, response.rect, RADIUS);
    if !response.clicked() {
        return toggled;
    }
    match line.target {
        Some(target) => {
            go(target, scene.out);
            toggled
        }
        None => true,
    }
}

/// Asks to go where a click leads.
fn go(target: Target, out: &mut Actions) {
    out.push(match target {
        Target::Step(number) => Action::GoToStep(number),
        Target::Branch(level, rank) => Action::GoToBranch(level, rank),
    });
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

/// The mark of an option: its tag and a small board; returns where it ends.
fn chip(scene: &Scene, option: Option<OptionId>, faint: bool, middle: Pos2, ui: &Ui) -> f32 {
    let stepper = scene.stepper;
    let palette = Palette::current(ui);
    let painter = ui.painter();
    let (hue, text) = match option {
        None => (None, "–".to_owned()),
        Some(option) => (Some(Hue::new(palette, stepper, option)), stepper.option_tag(option)),
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
    let Some(option) = option else { return place.right() };
    let centre = pos2(place.right() + 6.0 + option_pictures::SIDE / 2.0, middle.y);
    let board = Rect::from_center_size(centre, vec2(option_pictures::SIDE, option_pictures::SIDE));
    let mut pale = painter.clone();
    if faint {
        pale.set_opacity(0.55);
    }
    match option_pictures::paint(stepper, scene.figures, option, board, &pale, palette) {
        true => board.right(),
        false => place.right(),
    }
}
