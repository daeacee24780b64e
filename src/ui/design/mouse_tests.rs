//! Every control by the mouse: a click in the middle of what is seen of it reaches it, whatever the
//! canvas shows beside it.

use std::collections::HashMap;
use std::sync::Arc;

use egui::{Event, Modifiers, PointerButton, Pos2, Rect, Ui, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::DesignState;
use crate::format::puzzle_file;
use crate::ui::action::{Actions, Model};
use crate::ui::app::bars;
use crate::ui::drawing::figure_cache::FigureCache;
use crate::ui::testing::{self, builder, centre, document, drag, opened, send};
use crate::ui::widgets::theme;
use crate::ui::{menus, widgets};
use crate::workbench::command::Tool;
use crate::workbench::{Command, Screen, Workbench};

const TOOLS: [Tool; 8] = [
    Tool::Place,
    Tool::Paint,
    Tool::Erase,
    Tool::Optional,
    Tool::Label,
    Tool::Pin,
    Tool::Text,
    Tool::Cut,
];

/// Sizes of a window that has room for all panels, and of one that folds them.
const ROOMY: [f32; 2] = [1440.0, 900.0];
const FOLDED: [f32; 2] = [720.0, 450.0];

/// The whole window on the Design screen; what is asked for is not done, so that every click
/// finds the same window.
struct Stage {
    bench: Workbench,
    figures: Option<FigureCache>,
    state: DesignState,
    dressed: bool,
}

type Window = Harness<'static, Stage>;

/// A window with dominoes, and pentominoes that are switched off, for a rectangle with labels.
fn stage(columns: usize, rows: usize, size: [f32; 2]) -> Window {
    let labels = vec![format!("{:?}", "ab".repeat(columns / 2)); rows].join(", ");
    let text = format!(
        "(format: 1, title: \"Clicked\", lattice: Square, pieces: [Family(free: 2, copies: {}), \
         Family(free: 5, off: [\"F\", \"I\", \"L\", \"N\", \"P\", \"T\", \"U\", \"V\", \"W\", \
         \"X\", \"Y\", \"Z\"])], board: Labelled(Rectangle({columns}, {rows}), [{labels}]))",
        columns * rows / 2
    );
    let mut bench = Workbench::default();
    let opened = puzzle_file::read_draft(text.into()).expect("a puzzle");
    let wake: crate::workbench::Wake = Arc::new(|| {});
    bench.new_document(opened.description, &wake).expect("a puzzle");
    bench.screen = Screen::Design;
    for _ in 0..20_000 {
        bench.poll(&wake).expect("nothing goes wrong");
        if bench.document.as_ref().is_some_and(|d| !d.analysis().is_waiting()) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let figures = bench.document.as_ref().map(|d| FigureCache::new(&d.puzzle));
    let stage = Stage { bench, figures, state: DesignState::default(), dressed: false };
    builder().with_size(size).with_max_steps(64).build_ui_state(draw, stage)
}

fn draw(ui: &mut Ui, stage: &mut Stage) {
    if !std::mem::replace(&mut stage.dressed, true) {
        theme::install(ui.ctx());
        ui.ctx().request_repaint();
        return;
    }
    let Stage { bench, figures, state, .. } = stage;
    let model = Model {
        bench,
        figures: figures.as_ref(),
        solved_figures: None,
        modal: false,
        busy: None,
        work: None,
    };
    let out = &mut Actions::default();
    let palette = theme::Palette::current(ui);
    menus::bar(model, out, ui);
    widgets::bar(ui, "document", 44.0, palette.bars, |ui| bars::document_head(model, out, ui));
    bars::status_line(model, super::status(state, model), None, out, ui);
    egui::CentralPanel::default().show(ui, |ui| super::show(state, model, out, ui));
}

/// Sets the window up as at first.
fn reset(window: &mut Window, tool: Tool, zoom: f32) {
    egui::Popup::close_all(&window.ctx);
    let focused = window.ctx.memory(|memory| memory.focused());
    if let Some(id) = focused {
        window.ctx.memory_mut(|memory| memory.surrender_focus(id));
    }
    let mut state = DesignState::default();
    state.take_up(tool);
    state.zoom(zoom);
    state.select(Some("1"));
    window.state_mut().state = state;
    window.event(Event::PointerMoved(Pos2::new(2.0, 2.0)));
    window.run_steps(2);
}

/// The widgets of the last frame, but for those of popups, each with its accessible name.
fn named_widgets(window: &Window) -> Vec<(egui::WidgetRect, String)> {
    widgets_at(window, egui::Order::Background)
}

/// The widgets of the layers of an order: of the window, of its drawers, or of its menus.
fn widgets_at(window: &Window, order: egui::Order) -> Vec<(egui::WidgetRect, String)> {
    let widgets: Vec<egui::WidgetRect> = window.ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let below = layers.filter(|(layer, _)| layer.order == order);
        below.flat_map(|(_, widgets)| widgets.iter().copied()).collect()
    });
    let names: HashMap<_, String> = window
        .root()
        .children_recursive()
        .filter_map(|node| {
            let node = node.accesskit_node();
            Some((node.locate().0, node.label()?))
        })
        .collect();
    let named =
        |widget: egui::WidgetRect| Some((widget, names.get(&widget.id.accesskit_id())?.clone()));
    widgets.into_iter().filter_map(named).collect()
}

fn is_site(name: &str) -> bool {
    name.starts_with("site ")
}

/// Returns whether a control is dragged and never clicked: the canvas, and the borders of panels.
fn is_dragged(name: &str) -> bool {
    name == "Board" || name.starts_with("Resize ")
}

/// Returns the clickable controls, apart from the sites of the board: node, name and position of
/// each.
fn controls(window: &Window) -> Vec<(egui::Id, String, Pos2)> {
    controls_at(window, egui::Order::Background)
}

/// The same in the layers of an order.
fn controls_at(window: &Window, order: egui::Order) -> Vec<(egui::Id, String, Pos2)> {
    let is_control = |(widget, name): &(egui::WidgetRect, String)| {
        let seen = widget.interact_rect.contains(widget.rect.center());
        let is_clicked = widget.sense.senses_click() && widget.enabled && seen;
        is_clicked && !is_site(name) && !is_dragged(name)
    };
    let controls = widgets_at(window, order).into_iter().filter(is_control);
    controls.map(|(widget, name)| (widget.id, name, widget.rect.center())).collect()
}

/// Presses a button of the pointer at a place and lets go of it, in one frame.
fn press(window: &mut Window, pos: Pos2, button: PointerButton) {
    let event = |pressed| Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE };
    let click = [Event::PointerMoved(pos), event(true), event(false)];
    window.input_mut().events.extend(click);
    window.step();
}

/// Opens something over the window and clicks each of its controls, with every tool; how many these
/// are with the last one.
fn click_everything_over(
    window: &mut Window,
    order: egui::Order,
    open: impl Fn(&mut Window),
) -> usize {
    let mut count = 0;
    for tool in TOOLS {
        reset(window, tool, 1.0);
        open(window);
        let controls = controls_at(window, order);
        for (id, label, at) in &controls {
            reset(window, tool, 1.0);
            open(window);
            press(window, *at, PointerButton::Primary);
            let clicked = window.ctx.interaction_snapshot(|snapshot| snapshot.clicked);
            assert_eq!(clicked, Some(*id), "{label} at {at} with {tool:?} in hand");
        }
        count = controls.len();
    }
    count
}

#[test]
fn every_control_of_a_drawer_is_reached_by_the_mouse_with_every_tool() {
    let mut window = stage(10, 6, FOLDED);
    for (panel, least) in [("Show pieces", 6), ("Show checks and facts", 5)] {
        let count = click_everything_over(&mut window, egui::Order::Middle, |window| {
            // A drawer stays open until it is closed.
            window.key_press(egui::Key::Escape);
            window.run_steps(2);
            let strip = window.get_by_label(panel).rect().center();
            press(window, strip, PointerButton::Primary);
            window.run_steps(2);
        });
        assert!(count >= least, "{count} controls in the drawer of {panel}");
    }
}

#[test]
fn every_entry_of_a_menu_of_the_right_button_is_reached_by_the_mouse_with_every_tool() {
    every_entry_of_a_menu_is_reached(&[(2, 2), (10, 6), (20, 20)]);
}

#[test]
#[ignore = "takes long without optimisation"]
fn every_entry_of_a_menu_of_the_right_button_is_reached_on_a_large_board() {
    every_entry_of_a_menu_is_reached(&[(60, 60)]);
}

fn every_entry_of_a_menu_is_reached(boards: &[(usize, usize)]) {
    for &(columns, rows) in boards {
        let mut window = stage(columns, rows, ROOMY);
        for what in ["site", "piece"] {
            let count = click_everything_over(&mut window, egui::Order::Foreground, |window| {
                let at = match what {
                    // Between two sites is none.
                    "site" => window.get_by_label("Board").rect().center() + Vec2::splat(3.0),
                    _ => {
                        let mut rows = window.query_all_by_label_contains("Piece W,");
                        rows.next().expect("a row").rect().center()
                    }
                };
                press(window, at, PointerButton::Secondary);
                window.run_steps(3);
            });
            assert!(count >= 3, "{count} entries in the menu of a {what}");
        }
    }
}

/// Clicks all that can be clicked; how many things these are.
fn click_everything(window: &mut Window, tool: Tool, zoom: f32) -> usize {
    reset(window, tool, zoom);
    let controls = controls(window);
    let has = |name: &str| controls.iter().any(|(_, label, _)| label.contains(name));
    assert!(has("Edit") && has("Run") && has("Piece W,") && has("Remove"), "{controls:?}");
    let paints = ![Tool::Place, Tool::Pin, Tool::Text].contains(&tool);
    assert_eq!(has("Sides"), paints, "{controls:?}");
    assert!(tool != Tool::Label || has("Checkerboard"), "{controls:?}");
    for (id, label, at) in &controls {
        press(window, *at, PointerButton::Primary);
        let clicked = window.ctx.interaction_snapshot(|snapshot| snapshot.clicked);
        assert_eq!(clicked, Some(*id), "{label} at {at} with {tool:?} in hand, zoom {zoom}");
        reset(window, tool, zoom);
    }
    controls.len()
}

fn every_control_is_reached(columns: usize, rows: usize, tools: &[Tool]) {
    let mut window = stage(columns, rows, ROOMY);
    for &tool in tools {
        for zoom in [1.0, 7.0] {
            let count = click_everything(&mut window, tool, zoom);
            // Menus, head, list, strips and inspector.
            assert!(count > 30, "{count} controls with {tool:?}");
        }
    }
}

#[test]
fn every_control_beside_a_board_of_2x2_is_reached_by_the_mouse_with_every_tool() {
    every_control_is_reached(2, 2, &TOOLS);
}

#[test]
fn every_control_beside_a_board_of_10x6_is_reached_by_the_mouse_with_every_tool() {
    every_control_is_reached(10, 6, &TOOLS);
}

#[test]
fn every_control_beside_a_board_of_20x20_is_reached_by_the_mouse_with_every_tool() {
    every_control_is_reached(20, 20, &TOOLS);
}

#[test]
#[ignore = "takes long without optimisation"]
fn every_control_beside_a_board_of_60x60_is_reached_by_the_mouse_with_every_tool() {
    every_control_is_reached(60, 60, &TOOLS);
}

#[test]
fn the_sites_of_a_board_end_at_the_edge_of_the_canvas() {
    let mut window = stage(10, 6, ROOMY);
    for tool in TOOLS {
        reset(&mut window, tool, 7.0);
        let canvas = window.get_by_label("Board").rect();
        let beyond: Vec<Rect> = named_widgets(&window)
            .into_iter()
            .filter(|(_, name)| is_site(name))
            .map(|(widget, _)| widget.interact_rect)
            .filter(|rect| !canvas.expand(0.01).contains_rect(*rect))
            .collect();
        assert!(beyond.is_empty(), "{tool:?}: {beyond:?}");
    }
}

fn site(window: &testing::Window, x: i32, y: i32) -> Pos2 {
    let lattice = document(window).puzzle.lattice;
    centre(window, &format!("{} {x}, {y}, ", lattice.site_words.0))
}

#[test]
fn a_tool_undoes_on_the_first_site_of_a_drag_what_it_does() {
    let mut window = opened("pentominoes-6x10");
    let required = |window: &testing::Window| document(window).puzzle.board.required();
    let name = |w: &testing::Window| {
        document(w).history().undo_name().map(str::to_owned).unwrap_or_default()
    };
    send(&mut window, Command::Tool(Tool::Paint));
    let row = [site(&window, 2, 2), site(&window, 5, 2)];
    drag(&mut window, &row, Modifiers::NONE);
    assert_eq!((required(&window), name(&window).as_str()), (56, "erase 4 sites"));
    // Begun on a hole, the same tool paints, over sites too.
    let row = [site(&window, 3, 2), site(&window, 8, 2)];
    drag(&mut window, &row, Modifiers::NONE);
    assert_eq!((required(&window), name(&window).as_str()), (59, "paint 3 sites"));
    send(&mut window, Command::Tool(Tool::Erase));
    let hole = [site(&window, 2, 2)];
    drag(&mut window, &hole, Modifiers::NONE);
    assert_eq!((required(&window), name(&window).as_str()), (60, "paint 1 site"));
    send(&mut window, Command::Tool(Tool::Optional));
    let corner = [site(&window, 1, 1)];
    drag(&mut window, &corner, Modifiers::NONE);
    assert_eq!(name(&window), "make 1 site optional");
    drag(&mut window, &corner, Modifiers::NONE);
    assert_eq!((required(&window), name(&window).as_str()), (60, "paint 1 site"));
    // A rectangle often begins beside the board: it does what the tool says.
    send(&mut window, Command::Tool(Tool::Erase));
    let corners = [site(&window, 0, 0), site(&window, 2, 2)];
    drag(&mut window, &corners, Modifiers::SHIFT);
    assert_eq!(name(&window), "erase 4 sites");
}

/// The middle of an edge of the square grid between two vertices.
fn edge(window: &testing::Window, from: [i32; 2], to: [i32; 2]) -> Pos2 {
    let [[a, b], [c, d]] = [from, to];
    centre(window, &format!("edge {a}, {b} to {c}, {d}, "))
}

#[test]
fn a_drag_along_a_line_of_sticks_takes_no_stubs() {
    let mut window = opened("tetrasticks-5x5-without-h");
    send(&mut window, Command::Tool(Tool::Erase));
    let (first, last) = (edge(&window, [0, 2], [1, 2]), edge(&window, [4, 2], [5, 2]));
    let unit = (last.x - first.x) / 4.0;
    // From vertex to vertex, as a hand does it: now above the line, now below it.
    for step in [1.5, 4.0, 11.0, 40.0] {
        let way = last.x - first.x + unit;
        let places: Vec<Pos2> = (0..=(way / step) as usize)
            .map(|n| {
                let along = n as f32 * step;
                let off = 0.2 * unit * (along / unit * 2.1).sin();
                first + egui::vec2(along - unit / 2.0, off)
            })
            .collect();
        drag(&mut window, &places, Modifiers::NONE);
        let name = document(&window).history().undo_name().map(str::to_owned);
        assert_eq!(name.as_deref(), Some("erase 5 edges"), "by {step} points");
        for x in 0..5 {
            centre(&window, &format!("edge {x}, 2 to {}, 2, hole", x + 1));
        }
        send(&mut window, Command::Undo);
    }
    // A line across the middle of edges takes these, as when a part is wiped away.
    let (first, last) = (edge(&window, [0, 2], [0, 3]), edge(&window, [5, 2], [5, 3]));
    drag(&mut window, &[first, last], Modifiers::NONE);
    assert_eq!(document(&window).history().undo_name(), Some("erase 6 edges"));
    send(&mut window, Command::Undo);
    // A click beside a vertex takes the edge under the pointer.
    let (near, edge_near) = (edge(&window, [2, 2], [3, 2]), "edge 2, 2 to 3, 2, hole");
    drag(&mut window, &[near - egui::vec2(0.42 * unit, 1.0)], Modifiers::NONE);
    assert_eq!(document(&window).history().undo_name(), Some("erase 1 edge"));
    centre(&window, edge_near);
}
