//! The links of a small matrix as Knuth draws them: the headers of the items in a row, the nodes of
//! each option in a row beneath, and every link an arrow.
//!
//! Grey arrows are links in use, dashed ones those that a covered item keeps, so that it can be put
//! back, and coloured ones were set in the step that is shown. What is out of its list has a dashed
//! box.

use std::cell::RefCell;
use std::collections::BTreeSet;

use egui::{
    Color32, Painter, Pos2, Rect, Role, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, pos2, vec2,
};

use super::Scene;
use super::motion::Motion;
use crate::exact_cover::dancing_links::arrays::{Assignment, LinkArray, LinkArrays};
use crate::exact_cover::{ItemId, OptionId};
use crate::ui::widgets::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::{Picture, Standing, Stepper};

/// Sizes of the boxes of headers and of nodes, and the height of another line in a header.
const HEADER: Vec2 = vec2(52.0, 38.0);
const NODE: Vec2 = vec2(40.0, 24.0);
const HEADER_LINE: f32 = 14.0;
/// Distance between columns, and between rows, at least and at most.
const COLUMNS: (f32, f32) = (66.0, 92.0);
const ROWS: (f32, f32) = (50.0, 76.0);
/// Room for the names of the options, for the arcs above the headers with the words above them, and
/// for the legend.
const NAMES: f32 = 118.0;
const ARCS: f32 = 100.0;
const LEGEND: f32 = 40.0;
/// Distance of the two links of a pair from their middle.
const PAIR: f32 = 4.0;
/// The distance by which a link swings out beside what it passes.
const SWING: f32 = 30.0;
/// Length of an arrow's head.
const TIP: f32 = 6.0;
/// Height of the words above the arcs, and how far an arc reaches above the headers at most.
const CALLOUT: f32 = 26.0;
const HIGHEST_ARC: f32 = ARCS - CALLOUT - 12.0;
/// Radius of the corners of arcs, and of those of links beside what they pass.
const CORNER: f32 = 10.0;
const SWING_CORNER: f32 = 14.0;

/// Where everything is.
struct Plan<'a> {
    arrays: &'a LinkArrays,
    /// The entries that were set in the step.
    set: BTreeSet<(LinkArray, u32)>,
    origin: Pos2,
    /// The size of the box of a header.
    header: Vec2,
    column: f32,
    row: f32,
    motion: RefCell<&'a mut Motion>,
}

/// The appearance of a link.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LinkLook {
    Set,
    InUse,
    Kept,
}

/// Shows the picture of the links after the first assignments of the step.
pub(super) fn show(
    scene: &mut Scene,
    arrays: &LinkArrays,
    (set, relinked): (BTreeSet<(LinkArray, u32)>, Vec<Assignment>),
    motion: &mut Motion,
    ui: &mut Ui,
) {
    let stepper = scene.stepper;
    let problem = stepper.subject().problem();
    let (items, options) = (problem.items().len(), problem.option_count());
    let bounds = if arrays.has(LinkArray::Bound) { HEADER_LINE } else { 0.0 };
    let header = HEADER + vec2(0.0, bounds);
    let room = ui.available_size() - vec2(2.0 * SIDE + 12.0, 2.0 * SIDE + LEGEND);
    let column = ((room.x - NAMES) / (items + 1) as f32).clamp(COLUMNS.0, COLUMNS.1).floor();
    let row = ((room.y - ARCS - header.y) / options.max(1) as f32).clamp(ROWS.0, ROWS.1).floor();
    let size = vec2(
        NAMES + (items + 1) as f32 * column + 2.0 * SIDE,
        ARCS + header.y + options as f32 * row + 2.0 * SIDE,
    );
    let whole = ui.available_rect_before_wrap();
    let (upper, lower) = whole.split_top_bottom_at_y(whole.bottom() - LEGEND);
    let mut inside = ui.new_child(egui::UiBuilder::new().max_rect(upper));
    ScrollArea::both().auto_shrink(false).show(&mut inside, |ui| {
        let room = ui.available_size() - vec2(12.0, 12.0);
        let (rect, response) = ui.allocate_exact_size(size.max(room), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Links of the step"));
        let left = rect.left() + ((rect.width() - size.x) / 2.0).max(0.0).round();
        let origin = pos2(left + SIDE, rect.top() + SIDE);
        let moves = super::moves_links(stepper, ui);
        motion.begin(ui.input(|input| input.time), moves, vec2(column, row));
        let motion = RefCell::new(motion);
        let plan = Plan { arrays, set, origin, header, column, row, motion };
        plan.paint(scene, ui);
        plan.callout(stepper, &relinked, ui);
        if plan.motion.borrow().is_moving() {
            ui.ctx().request_repaint();
        }
    });
    legend(arrays.has(LinkArray::Colour), lower, ui);
}

impl Plan<'_> {
    fn paint(&self, scene: &mut Scene, ui: &mut Ui) {
        let (stepper, picture) = (scene.stepper, scene.picture);
        let palette = Palette::current(ui);
        let painter = ui.painter().clone();
        let problem = stepper.subject().problem();
        let options = || (0..problem.option_count() as u32).map(OptionId);
        if let Some(item) = picture.item {
            let fill = if picture.dead_end { palette.alert_soft } else { palette.accent_soft };
            let header = self.header(item.0 + 1).expand2(vec2(6.0, 8.0));
            let bottom =
                self.node_at(problem.option_count().saturating_sub(1), item.0 + 1).bottom();
            let band = Rect::from_min_max(header.min, pos2(header.right(), bottom + 10.0));
            painter.rect_filled(band, 4.0, fill);
        }
        if let Some(item) = scene.lit.item() {
            let bottom =
                self.node_at(problem.option_count().saturating_sub(1), item.0 + 1).bottom();
            let header = self.header(item.0 + 1).expand(4.0);
            let band = Rect::from_min_max(header.min, pos2(header.right(), bottom + 8.0));
            painter.rect_stroke(band, 4.0, Stroke::new(1.5, palette.text2), StrokeKind::Inside);
        }
        for option in options() {
            let lit = scene.lit.option() == Some(option);
            self.option_bar(picture, option, lit, &painter);
        }
        self.item_list(&painter);
        for header in 1..=self.arrays.items() as u32 {
            self.node_list(header, &painter);
        }
        for header in 0..=self.arrays.items() as u32 {
            self.header_box(scene, header, ui);
        }
        for option in options() {
            self.option_name(stepper, picture, option, ui);
            for node in self.arrays.option_nodes(option) {
                self.node_box(scene, option, node, ui);
            }
        }
    }

    /// The box of a header; header 0 is the root.
    fn header(&self, header: u32) -> Rect {
        let x = self.origin.x + NAMES + (header as f32 + 0.5) * self.column;
        Rect::from_center_size(pos2(x, self.origin.y + ARCS + self.header.y / 2.0), self.header)
    }

    fn node_at(&self, option: usize, header: u32) -> Rect {
        let middle = self.header(header).center();
        let y = self.origin.y + ARCS + self.header.y + (option as f32 + 0.5) * self.row + 6.0;
        Rect::from_center_size(pos2(middle.x, y), NODE)
    }

    /// The box of a node or of a header.
    fn rect(&self, node: u32) -> Rect {
        if node as usize <= self.arrays.items() {
            return self.header(node);
        }
        self.node_at(self.option_of(node), self.arrays.header(node))
    }

    fn option_of(&self, node: u32) -> usize {
        // The first option that ends after the node.
        let mut option = 0;
        while self.arrays.option_nodes(OptionId(option)).end <= node {
            option += 1;
        }
        option as usize
    }

    fn look(&self, array: LinkArray, index: u32, in_use: bool) -> LinkLook {
        match (self.set.contains(&(array, index)), in_use) {
            (true, _) => LinkLook::Set,
            (false, true) => LinkLook::InUse,
            (false, false) => LinkLook::Kept,
        }
    }

    /// The bar that joins the nodes of an option.
    fn option_bar(&self, picture: &Picture, option: OptionId, lit: bool, painter: &Painter) {
        let nodes = self.arrays.option_nodes(option);
        let columns = nodes.clone().map(|node| self.rect(node).center());
        let (left, right) = columns
            .fold((f32::MAX, f32::MIN), |(left, right), at| (left.min(at.x), right.max(at.x)));
        if nodes.is_empty() {
            return;
        }
        let y = self.rect(nodes.start).center().y;
        let palette = Palette::current(painter.ctx());
        let colour = match picture.standing[option.index()] {
            Standing::Chosen | Standing::Trying => palette.accent,
            _ => palette.border,
        };
        let stroke = match lit {
            true => Stroke::new(7.0, palette.text2.gamma_multiply(0.6)),
            false => Stroke::new(4.0, colour.gamma_multiply(0.45)),
        };
        painter.line_segment([pos2(left, y), pos2(right, y)], stroke);
    }

    /// The links among the headers of the items to cover.
    fn item_list(&self, painter: &Painter) {
        for header in 0..=self.arrays.items() as u32 {
            for array in [LinkArray::Rlink, LinkArray::Llink] {
                let Some(to) = self.arrays.get(array, header) else { continue };
                let in_use = header == 0 || self.arrays.is_active(header);
                let look = self.look(array, header, in_use);
                self.item_link(array, header, to, look, painter);
            }
        }
    }

    /// A link from a header to another: straight to a neighbour, else in an arc above.
    fn item_link(&self, array: LinkArray, from: u32, to: u32, look: LinkLook, painter: &Painter) {
        let (start, end) = (self.header(from), self.header(to));
        let forward = array == LinkArray::Rlink;
        if forward != (to > from) {
            // Back to the root, or from it to the last: a ring beside the box.
            let (edge, sign) = if forward { (start.right(), 1.0) } else { (start.left(), -1.0) };
            let y = start.center().y + sign * PAIR;
            let points = [pos2(edge, y), pos2(edge + sign * 7.0, y)];
            painter.line_segment(points, look.stroke(painter));
            painter.circle_stroke(pos2(edge + sign * 9.5, y), 2.5, look.stroke(painter));
            return;
        }
        let sign = if forward { 1.0 } else { -1.0 };
        if from.abs_diff(to) == 1 {
            let (a, b) =
                if forward { (start.right(), end.left()) } else { (start.left(), end.right()) };
            let y = start.center().y - sign * PAIR;
            self.link((array, from), &[pos2(a, y), pos2(b, y)], look, painter);
            return;
        }
        let kept = if look == LinkLook::Kept { 2.5 } else { 0.0 };
        let top = start.top() - arc_lift(from, to, forward) + kept;
        let outer = if forward { 12.0 } else { 5.0 };
        let (a, b) = (start.center().x + sign * outer, end.center().x - sign * outer);
        let corners = [pos2(a, start.top()), pos2(a, top), pos2(b, top), pos2(b, end.top())];
        self.link((array, from), &rounded(&corners, CORNER), look, painter);
    }

    /// The assignments that relinked the list of items, above the arc that they made.
    fn callout(&self, stepper: &Stepper, relinked: &[Assignment], ui: &Ui) {
        let ends = relinked.iter().flat_map(|own| [own.index, own.value]);
        let (Some(first), Some(last)) = (ends.clone().min(), ends.max()) else { return };
        let palette = Palette::current(ui);
        let words: Vec<String> = relinked.iter().map(|own| stepper.assignment_words(own)).collect();
        let line = Line::whole(ui, &words.join(" · "), semibold(12.0), palette.text);
        let lift = match last - first {
            0 | 1 => 0.0,
            _ => arc_lift(first, last, true),
        };
        let (left, right) = (self.header(first), self.header(last));
        let size = vec2(line.width() + 24.0, CALLOUT);
        let above = left.top() - lift - 6.0 - CALLOUT / 2.0;
        // Not over the names at the left, nor past the last header.
        let half = size.x / 2.0;
        let (least, most) = (self.header(0).left() + half, self.header(self.arrays.items() as u32));
        let x = f32::midpoint(left.center().x, right.center().x);
        let x = x.min(most.right() - half).max(least);
        let place = Rect::from_center_size(pos2(x, above), size);
        let painter = ui.painter();
        let stroke = Stroke::new(1.2, palette.accent);
        painter.rect(place, 5.0, palette.card, stroke, StrokeKind::Inside);
        line.centre(painter, place.center().x, baseline(place.center().y, 12.0));
    }

    /// The links of the list of an item. Those that lead around, from the last node to the header
    /// and back, are a ring below the last node.
    fn node_list(&self, header: u32, painter: &Painter) {
        let active = self.arrays.is_active(header) || self.is_secondary(header);
        for (array, sign) in [(LinkArray::Dlink, -1.0), (LinkArray::Ulink, 1.0)] {
            let mut from = header;
            // Within a step a list may not close, so none is followed for ever.
            for _ in 0..self.arrays.nodes() {
                let Some(to) = self.arrays.get(array, from) else { break };
                let look = self.look(array, from, active);
                let around = if array == LinkArray::Dlink { to } else { from } == header;
                if !around {
                    self.node_link((array, from), to, sign, look, painter);
                } else if array == LinkArray::Dlink && from != header {
                    let foot = self.rect(from).center_bottom();
                    painter.line_segment([foot, foot + vec2(0.0, 8.0)], look.stroke(painter));
                    painter.circle_stroke(foot + vec2(0.0, 10.5), 2.5, look.stroke(painter));
                }
                from = to;
                if from == header {
                    break;
                }
            }
        }
    }

    fn is_secondary(&self, header: u32) -> bool {
        self.arrays.get(LinkArray::Llink, header).is_none()
    }

    fn is_header(&self, node: u32) -> bool {
        node as usize <= self.arrays.items()
    }

    /// The arrow of a link, which may be on its way.
    fn link(&self, link: (LinkArray, u32), points: &[Pos2], look: LinkLook, painter: &Painter) {
        let line = self.motion.borrow_mut().line(link, points, self.origin);
        arrow(&line, look, painter);
    }

    /// A link between two nodes of a column, beside what it passes.
    fn node_link(
        &self,
        link: (LinkArray, u32),
        to: u32,
        sign: f32,
        look: LinkLook,
        painter: &Painter,
    ) {
        let from = link.1;
        let (a, b) = (self.rect(from), self.rect(to));
        let down = b.center().y > a.center().y;
        let (start, end) = if down { (a.bottom(), b.top()) } else { (a.top(), b.bottom()) };
        let x = a.center().x + sign * PAIR;
        if !self.passes_nodes(from, to) {
            self.link(link, &[pos2(x, start), pos2(x, end)], look, painter);
            return;
        }
        let along = if down { 1.0 } else { -1.0 };
        let corners = [
            pos2(x, start),
            pos2(x, start + 4.0 * along),
            pos2(x + SWING, start + 24.0 * along),
            pos2(x + SWING, end - 28.0 * along),
            pos2(x, end - 10.0 * along),
            pos2(x, end),
        ];
        self.link(link, &rounded(&corners, SWING_CORNER), look, painter);
    }

    /// Returns whether there are nodes of the column between two of its nodes.
    fn passes_nodes(&self, from: u32, to: u32) -> bool {
        let header = if self.is_header(from) { from } else { self.arrays.header(from) };
        let (low, high) = (from.min(to), from.max(to));
        let start = low.max(self.arrays.items() as u32 + 1) + u32::from(low > header);
        (start..high).any(|node| self.arrays.header(node) == header && node != low)
    }

    fn header_box(&self, scene: &mut Scene, header: u32, ui: &mut Ui) {
        let (stepper, picture) = (scene.stepper, scene.picture);
        let palette = Palette::current(ui);
        let rect = self.header(header);
        let is_chosen = header > 0 && picture.item == Some(ItemId(header.wrapping_sub(1)));
        let listed = header == 0 || self.arrays.is_active(header) || self.is_secondary(header);
        let ink = if listed { palette.text } else { palette.text3 };
        let edge = if is_chosen { palette.accent } else { palette.border };
        frame(rect, listed, edge, palette.card, ui.painter());
        let len = self.arrays.get(LinkArray::Len, header).unwrap_or(0);
        let (name, foot) = match header {
            0 => ("root".to_owned(), "0".to_owned()),
            _ => (self.committed_name(stepper, header), format!("LEN {len}")),
        };
        let painter = ui.painter().clone();
        let upper = baseline(rect.top() + 12.0, 12.0);
        let number = Line::whole(ui, &format!(" {header}"), regular(11.0), palette.text2);
        let number_width = if header == 0 { 0.0 } else { number.width() };
        let name = Line::new(ui, &name, semibold(12.0), ink, rect.width() - 6.0 - number_width);
        let left = rect.center().x - (name.width() + number_width) / 2.0;
        name.left(&painter, left, upper);
        if header > 0 {
            number.left(&painter, left + name.width(), upper);
        }
        let foot = Line::whole(ui, &foot, regular(11.0), palette.text2);
        foot.centre(&painter, rect.center().x, baseline(rect.top() + 27.0, 11.0));
        let bounds = [LinkArray::Bound, LinkArray::Slack]
            .map(|array| self.arrays.get(array, header).filter(|_| header > 0));
        if let [Some(bound), Some(slack)] = bounds {
            let is_set = self.set.contains(&(LinkArray::Bound, header));
            let ink = if is_set { palette.accent } else { palette.text2 };
            let words = format!("B {bound} S {slack}");
            let line = Line::new(ui, &words, regular(11.0), ink, rect.width() - 4.0);
            line.centre(&painter, rect.center().x, baseline(rect.top() + 41.0, 11.0));
        }
        let told = self.header_words(stepper, header, listed);
        let response = ui.interact(rect, ui.scope_id().with(("header", header)), Sense::hover());
        if response.hovered() && header > 0 {
            scene.lit.point_at_item(ItemId(header - 1));
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
        response.on_hover_text(told);
    }

    /// The name of an item, with the colour to which it is committed: "x:A".
    fn committed_name(&self, stepper: &Stepper, header: u32) -> String {
        let name = stepper.item_letters(ItemId(header - 1));
        match self.arrays.get(LinkArray::Colour, header) {
            None | Some(0) => name,
            Some(colour) => format!("{name}:{}", stepper.link_value(LinkArray::Colour, colour)),
        }
    }

    fn header_words(&self, stepper: &Stepper, header: u32, listed: bool) -> String {
        let field = |array: LinkArray| {
            let value = self.arrays.get(array, header);
            let words = |value| format!(", {} {}", array.name(), stepper.link_value(array, value));
            value.map_or(String::new(), words)
        };
        let horizontal = format!("{}{}", field(LinkArray::Llink), field(LinkArray::Rlink));
        if header == 0 {
            return format!("Root of the item list{horizontal}");
        }
        let name = stepper.item_letters(ItemId(header - 1));
        let covered = if listed { "" } else { ", covered" };
        format!(
            "Header {header} of {name}{covered}{horizontal}{}{}{}{}{}{}",
            field(LinkArray::Ulink),
            field(LinkArray::Dlink),
            field(LinkArray::Len),
            field(LinkArray::Bound),
            field(LinkArray::Slack),
            field(LinkArray::Colour)
        )
    }

    fn node_box(&self, scene: &mut Scene, option: OptionId, node: u32, ui: &mut Ui) {
        let (stepper, picture) = (scene.stepper, scene.picture);
        let palette = Palette::current(ui);
        let rect = self.rect(node);
        let listed = self.arrays.is_listed(node);
        let header = self.arrays.header(node);
        let is_branch = picture.item == Some(ItemId(header - 1));
        let (fill, edge, ink) = match picture.standing[option.index()] {
            Standing::Trying if is_branch => (palette.accent, palette.accent, palette.on_accent),
            Standing::Chosen | Standing::Trying => {
                (palette.accent_soft, palette.accent, palette.text)
            }
            _ if listed => (palette.card, palette.border, palette.text),
            _ => (palette.canvas, palette.border, palette.text3),
        };
        frame(rect, listed, edge, fill, ui.painter());
        let number = Line::whole(ui, &node.to_string(), semibold(12.0), ink);
        let painter = ui.painter().clone();
        let base = baseline(rect.center().y, 12.0);
        let colour = self.arrays.get(LinkArray::Colour, node).filter(|&colour| colour != 0);
        let colour = colour.map(|colour| stepper.link_value(LinkArray::Colour, colour));
        match &colour {
            None => number.centre(&painter, rect.center().x, base),
            Some(colour) => {
                let is_set = self.set.contains(&(LinkArray::Colour, node));
                let ink = if is_set && !is_branch { palette.accent } else { ink };
                let room = rect.width() - number.width() - 9.0;
                let colour = Line::new(ui, colour, regular(11.0), ink, room);
                let left = rect.center().x - (number.width() + 4.0 + colour.width()) / 2.0;
                number.left(&painter, left, base);
                colour.left(&painter, left + number.width() + 4.0, base);
            }
        }
        let coloured = colour.map_or(String::new(), |colour| format!(", COLOR {colour}"));
        let out = if listed { "" } else { ", out of its list" };
        let (up, down) =
            (self.arrays.get(LinkArray::Ulink, node), self.arrays.get(LinkArray::Dlink, node));
        let told = format!(
            "Node {node} of option {}, item {}{out}, ULINK {}, DLINK {}{coloured}",
            option.0 + 1,
            stepper.item_letters(ItemId(header - 1)),
            up.unwrap_or(0),
            down.unwrap_or(0)
        );
        let response = ui.interact(rect, ui.scope_id().with(("node", node)), Sense::hover());
        if response.hovered() {
            scene.lit.point_at_option(option);
            scene.lit.point_at_item(ItemId(header - 1));
        }
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &told));
        response.on_hover_text(told);
    }

    fn option_name(&self, stepper: &Stepper, picture: &Picture, option: OptionId, ui: &mut Ui) {
        let palette = Palette::current(ui);
        let y = self.node_at(option.index(), 1).center().y;
        let standing = picture.standing[option.index()];
        let strong = !matches!(standing, Standing::Gone | Standing::Tried);
        let name = format!("option {}", option.0 + 1);
        let font = if strong { semibold(12.0) } else { regular(12.0) };
        let painter = ui.painter().clone();
        let ink = if strong { palette.text } else { palette.text2 };
        let x = self.origin.x;
        Line::new(ui, &name, font, ink, NAMES - 8.0).left(&painter, x, baseline(y - 7.0, 12.0));
        let (state, ink) = match standing {
            Standing::Chosen => ("chosen", palette.accent),
            Standing::Trying => ("being tried", palette.accent),
            Standing::Tried => ("tried", palette.text2),
            Standing::Left => ("not tried yet", palette.text2),
            Standing::Alive => ("still possible", palette.text2),
            Standing::Leaving => ("being removed", palette.text2),
            Standing::Gone => ("removed", palette.text3),
        };
        let level = picture.placed.iter().position(|&placed| placed == option);
        let state = match level.or((standing == Standing::Trying).then_some(picture.placed.len())) {
            Some(level) => match self.branch_node(stepper, level, option) {
                Some(node) => format!("{state}, x{level} = {node}"),
                None => state.to_owned(),
            },
            None => state.to_owned(),
        };
        let line = Line::new(ui, &state, regular(11.0), ink, NAMES - 8.0);
        line.left(&painter, x, baseline(y + 8.0, 11.0));
    }

    /// The node x of a level: that of the option in the list of the item branched on.
    fn branch_node(&self, stepper: &Stepper, level: usize, option: OptionId) -> Option<u32> {
        let frame = stepper.frames().get(level)?;
        self.arrays.node(option, frame.item)
    }
}

impl LinkLook {
    fn stroke(self, painter: &Painter) -> Stroke {
        let palette = Palette::current(painter.ctx());
        match self {
            LinkLook::Set => Stroke::new(2.0, palette.accent),
            LinkLook::InUse => Stroke::new(1.2, palette.text2),
            LinkLook::Kept => Stroke::new(1.0, palette.text3),
        }
    }
}

/// Returns the height of an arc above the two headers it joins: wider arcs pass above narrower
/// ones, and no two of them, nor the two of a pair, touch.
fn arc_lift(from: u32, to: u32, forward: bool) -> f32 {
    let span = from.abs_diff(to) as f32;
    (14.0 + 10.0 * (span - 2.0)).min(HIGHEST_ARC - 5.0) + if forward { 5.0 } else { 0.0 }
}

/// A line with its corners rounded, each by at most half of the shorter side at it.
fn rounded(corners: &[Pos2], radius: f32) -> Vec<Pos2> {
    const STEPS: u8 = 6;
    let [first, .., last] = corners else { return corners.to_vec() };
    let mut line = vec![*first];
    for [before, corner, after] in corners.windows(3).filter_map(|w| <[Pos2; 3]>::try_from(w).ok())
    {
        let (back, on) = (before - corner, after - corner);
        let reach = radius.min(back.length() / 2.0).min(on.length() / 2.0);
        let (from, to) = (corner + back.normalized() * reach, corner + on.normalized() * reach);
        // A parabola from one side to the other, with the corner as its control point.
        line.extend((0..=STEPS).map(|step| {
            let t = f32::from(step) / f32::from(STEPS);
            let (a, b) = (from.lerp(corner, t), corner.lerp(to, t));
            a.lerp(b, t)
        }));
    }
    line.push(*last);
    line
}

/// A box, with a dashed edge where it is out of its list.
fn frame(rect: Rect, listed: bool, edge: Color32, fill: Color32, painter: &Painter) {
    painter.rect_filled(rect, 4.0, fill);
    let stroke = Stroke::new(1.2, edge);
    if listed {
        painter.rect_stroke(rect, 4.0, stroke, StrokeKind::Inside);
        return;
    }
    widgets::dashed_frame(painter, rect, stroke, (4.0, 3.0));
}

/// A line with a head at its end.
fn arrow(points: &[Pos2], look: LinkLook, painter: &Painter) {
    let stroke = look.stroke(painter);
    if look == LinkLook::Kept {
        painter.extend(Shape::dashed_line(points, stroke, 3.0, 3.0));
    } else {
        painter.line(points.to_vec(), stroke);
    }
    let [.., before, end] = points else { return };
    let along = (*end - *before).normalized();
    let side = vec2(-along.y, along.x) * 3.0;
    let back = *end - along * TIP;
    let head = vec![*end, back + side, back - side];
    painter.add(Shape::convex_polygon(head, stroke.color, Stroke::NONE));
}

/// Draws the legend of arrows, boxes and rings.
fn legend(has_colours: bool, rect: Rect, ui: &mut Ui) {
    let palette = Palette::current(ui);
    let painter = ui.painter().clone();
    let y = rect.center().y;
    let mut x = rect.left() + SIDE;
    let looks = [
        (Sample::Arrow(LinkLook::Set), "set in this step"),
        (Sample::Arrow(LinkLook::InUse), "in use"),
        (Sample::Arrow(LinkLook::Kept), "kept for uncovering"),
        (Sample::Box, "out of its list"),
        (Sample::Ring, "back to the first of the list"),
    ];
    let colours = has_colours.then_some((Sample::Committed, "its item has its colour"));
    for (sample, words) in looks.into_iter().chain(colours) {
        let line = Line::whole(ui, words, regular(11.0), palette.text2);
        if x + 40.0 + line.width() > rect.right() - 8.0 {
            break;
        }
        match sample {
            Sample::Arrow(look) => {
                arrow(&[pos2(x, y), pos2(x + 26.0, y)], look, &painter);
            }
            Sample::Box => {
                let place = Rect::from_center_size(pos2(x + 13.0, y), vec2(26.0, 14.0));
                frame(place, false, palette.border, palette.canvas, &painter);
            }
            Sample::Committed => {
                let line = Line::whole(ui, "−1", regular(11.0), palette.text);
                line.centre(&painter, x + 13.0, baseline(y, 11.0));
            }
            Sample::Ring => {
                let stroke = LinkLook::InUse.stroke(&painter);
                painter.line_segment([pos2(x + 6.0, y), pos2(x + 18.0, y)], stroke);
                painter.circle_stroke(pos2(x + 20.5, y), 2.5, stroke);
            }
        }
        line.left(&painter, x + 34.0, baseline(y, 11.0));
        x += 34.0 + line.width() + 22.0;
    }
}

/// The symbol before words of the legend.
enum Sample {
    Arrow(LinkLook),
    Box,
    Ring,
    Committed,
}
