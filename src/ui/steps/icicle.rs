//! The search tree as an icicle: a box for each branch, one level below the other, as wide as it has
//! nodes of all searched so far. Branches with a solution have the colour of their option, others are
//! pale; the path to where the search is now is framed.

use egui::{Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::{Hue, Scene};
use crate::exact_cover::{ItemId, OptionId};
use crate::text;
use crate::ui::action::Action;
use crate::ui::widgets::theme::{Palette, SIDE, regular, semibold};
use crate::ui::widgets::{self, Line, baseline};
use crate::workbench::stepper::{End, Frame, Stepper};

/// Height of a level: as much as there is room for, within these.
const LEVEL: (f32, f32) = (12.0, 26.0);
/// Branches narrower than this, in points, are painted as one.
const NARROWEST: f32 = 1.5;

/// A branch in the picture.
#[derive(Clone, Debug, PartialEq)]
struct Block {
    level: usize,
    /// From where to where it reaches, in nodes before it and with it.
    from: u64,
    to: u64,
    option: Option<OptionId>,
    /// The item that its node branches on, as far as it has one and that is remembered.
    item: Option<ItemId>,
    solutions: u64,
    /// The step that took it.
    step: Option<u64>,
    /// True if the search is in it now.
    is_open: bool,
}

/// The blocks of the whole tree, each level from left to right; none of a branch with less than
/// `least` nodes. Cost: linear in the branches that are remembered.
fn blocks(stepper: &Stepper, least: u64) -> (Vec<Block>, u64) {
    let frames = stepper.frames();
    let nodes = stepper.effort().nodes;
    let mut found = Vec::new();
    // Where the node of each level begins; a node counts for itself, then come its branches.
    let mut from = 0;
    for (level, frame) in frames.iter().enumerate() {
        let option = level.checked_sub(1).and_then(|above| {
            let above = &frames[above];
            above.option(above.tried.len())
        });
        let since = level.checked_sub(1).and_then(|above| frames[above].trying_since());
        found.push(Block {
            level,
            from,
            to: nodes,
            option,
            item: Some(frame.item),
            // Those of deeper levels belong to it too.
            solutions: frames[level..].iter().map(|frame| frame.sums().1).sum(),
            step: since.or(Some(frame.step)),
            is_open: true,
        });
        from += 1;
        from = tried(frame, level + 1, from, least, &mut found);
    }
    match (frames, stepper.end()) {
        ([], Some(End::Node(Some(root)))) => {
            found.push(Block {
                level: 0,
                from: 0,
                to: nodes,
                option: None,
                item: Some(root.item),
                solutions: root.sums().1,
                step: Some(root.step),
                is_open: false,
            });
            tried(root, 1, 1, least, &mut found);
        }
        ([.., newest], _) if newest.trying && from < nodes => found.push(Block {
            level: frames.len(),
            from,
            to: nodes,
            option: newest.option(newest.tried.len()),
            item: None,
            solutions: u64::from(matches!(stepper.end(), Some(End::Solution))),
            step: newest.trying_since(),
            is_open: true,
        }),
        _ => {}
    }
    (found, nodes)
}

/// Adds the branches that were tried at a node, which begin after `from` nodes; where the last one
/// ends.
fn tried(frame: &Frame, level: usize, from: u64, least: u64, found: &mut Vec<Block>) -> u64 {
    // Not by recursion, since trees may be thousands of levels deep.
    let mut open = vec![(frame, level, from)];
    while let Some((frame, level, mut from)) = open.pop() {
        for (rank, branch) in frame.tried.iter().enumerate() {
            let start = from;
            from += branch.nodes;
            if branch.nodes < least {
                continue;
            }
            let inner = match &branch.end {
                End::Node(Some(node)) => Some(&**node),
                _ => None,
            };
            found.push(Block {
                level,
                from: start,
                to: from,
                option: frame.option(rank),
                item: inner.map(|node| node.item),
                solutions: branch.solutions,
                step: Some(branch.step),
                is_open: false,
            });
            open.extend(inner.map(|node| (node, level + 1, start + 1)));
        }
    }
    from + frame.sums().0
}

/// Shows the picture; a click on a box goes to where its branch is tried.
pub(super) fn show(scene: &mut Scene, ui: &mut Ui) {
    let stepper = scene.stepper;
    let palette = Palette::current(ui);
    let width = ui.available_width() - 2.0 * SIDE;
    let nodes = stepper.effort().nodes;
    if nodes == 0 || stepper.frames().is_empty() && stepper.end().is_none() {
        widgets::section(ui, |ui| {
            widgets::paragraph(ui, "Grows as you step.", regular(13.0), palette.text2);
        });
        return;
    }
    let least = (f64::from(NARROWEST) * nodes as f64 / f64::from(width.max(1.0))) as u64;
    let (blocks, nodes) = blocks(stepper, least.max(1));
    let levels = blocks.iter().map(|block| block.level).max().unwrap_or(0) + 1;
    widgets::section(ui, |ui| {
        let caption = format!("width: share of {}", text::count(nodes, "node"));
        widgets::section_title(ui, "Icicle", &caption);
    });
    let room = ui.available_height() - 12.0;
    let height = (room / levels as f32).clamp(LEVEL.0, LEVEL.1).floor();
    ScrollArea::vertical().id_salt("icicle").auto_shrink(false).show(ui, |ui| {
        let size = vec2(ui.available_width(), levels as f32 * height + 8.0);
        let (whole, area) = ui.allocate_exact_size(size, Sense::click());
        area.widget_info(|| {
            let words = format!("Icicle of {} and {levels} levels", text::count(nodes, "node"));
            WidgetInfo::labeled(Role::Canvas, true, words)
        });
        let plan = Plan { whole: whole.shrink2(vec2(SIDE, 0.0)), nodes, height };
        let pointer = area.hover_pos();
        let mut under = None;
        for block in &blocks {
            let rect = plan.rect(block);
            if !ui.is_rect_visible(rect) {
                continue;
            }
            if pointer.is_some_and(|at| rect.contains(at)) {
                under = Some(block);
            }
            paint(scene, block, rect, ui);
        }
        if let Some(block) = under {
            block.option.into_iter().for_each(|option| scene.lit.point_at_option(option));
            block.item.into_iter().for_each(|item| scene.lit.point_at_item(item));
            if let Some(step) = block.step.filter(|_| area.clicked()) {
                scene.out.push(Action::GoToStep(step));
            }
            area.on_hover_text(words(stepper, block));
        }
    });
}

/// Where the boxes lie.
struct Plan {
    whole: Rect,
    nodes: u64,
    height: f32,
}

impl Plan {
    fn rect(&self, block: &Block) -> Rect {
        let x = |node: u64| {
            self.whole.left() + (node as f64 / self.nodes as f64) as f32 * self.whole.width()
        };
        let top = self.whole.top() + block.level as f32 * self.height;
        let right = x(block.to).max(x(block.from) + 1.0);
        Rect::from_min_max(pos2(x(block.from), top), pos2(right, top + self.height - 1.0))
    }
}

fn paint(scene: &Scene, block: &Block, rect: Rect, ui: &Ui) {
    let stepper = scene.stepper;
    let palette = Palette::current(ui);
    let (fill, ink) = match block.option {
        None => (palette.pressed, palette.text),
        Some(option) => {
            let hue = Hue::new(palette, stepper, option);
            match block.solutions {
                0 => (hue.faint(palette.panel).fill, palette.text2),
                _ => (hue.fill, hue.label),
            }
        }
    };
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, fill);
    let is_lit = block.option.is_some() && block.option == scene.lit.option();
    if block.is_open || is_lit {
        let ink = if block.is_open { palette.accent } else { palette.text2 };
        painter.rect_stroke(rect, 2.0, Stroke::new(1.5, ink), StrokeKind::Inside);
    }
    if rect.width() < 16.0 || rect.height() < 14.0 {
        return;
    }
    let name = match (block.option, block.item) {
        (Some(option), _) => stepper.option_tag(option),
        (None, Some(item)) => stepper.item_letters(item),
        (None, None) => return,
    };
    let font = if block.is_open { semibold(11.0) } else { regular(11.0) };
    let line = Line::new(ui, &name, font, ink, rect.width() - 4.0);
    if !line.elided() {
        line.centre(painter, rect.center().x, baseline(rect.center().y, 11.0));
    }
}

/// A branch in words, for its tip.
fn words(stepper: &Stepper, block: &Block) -> String {
    let option = block.option.map_or("The root".to_owned(), |option| {
        let words = stepper.option_words(option);
        match words.is_empty() {
            true => format!("Option {}", option.0 + 1),
            false => format!("Option {}, {words}", option.0 + 1),
        }
    });
    let (nodes, solutions) = (block.to - block.from, block.solutions);
    let so_far = if block.is_open { " so far" } else { "" };
    format!(
        "{option}: {}, {}{so_far}",
        text::count(nodes, "node"),
        text::count(solutions, "solution")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::Encoded;

    /// A stepper through a puzzle that was read from Knuth's seven items.
    fn seven_items() -> Stepper {
        let text = include_str!("../../../puzzles/cover/knuth-7-items.ron");
        let puzzle = crate::format::puzzle_file::read(text.into()).unwrap().puzzle;
        Stepper::new(Encoded::new(puzzle).unwrap().into())
    }

    #[test]
    fn the_boxes_of_a_level_do_not_overlap_and_lie_within_their_parents() {
        let mut stepper = seven_items();
        loop {
            let (blocks, nodes) = blocks(&stepper, 1);
            assert!(blocks.iter().all(|block| block.from < block.to && block.to <= nodes));
            for block in &blocks {
                let beside = blocks.iter().filter(|other| other.level == block.level);
                let meets = beside.filter(|b| b.from < block.to && block.from < b.to).count();
                assert_eq!(meets, 1, "it meets itself alone: {block:?}");
                let above = |other: &&Block| {
                    other.level + 1 == block.level
                        && other.from <= block.from
                        && block.to <= other.to
                };
                assert!(block.level == 0 || blocks.iter().filter(above).count() == 1, "{block:?}");
            }
            if stepper.can_step().is_err() {
                break;
            }
            stepper.step();
        }
        let (blocks, nodes) = blocks(&stepper, 1);
        assert_eq!((nodes, blocks.len() as u64), (6, 6), "a box a node");
        assert_eq!(blocks[0].solutions, 1);
        assert!(blocks.iter().all(|block| !block.is_open));
    }
}
