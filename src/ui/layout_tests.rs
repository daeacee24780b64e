//! Every screen at small sizes and with large type: nothing cut off at a side, nothing over something
//! else, every control within reach.
//!
//! A window of 1440×900 with its interface at 200 % has 720×450 points, at 150 % 960×600; one of
//! 900×600 at 200 % has 450×300, and is compact.

use std::collections::HashMap;

use egui::{Order, Rect, Shape, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::app::fitting_zoom;
use super::testing::{Window, click, document, opened, send, settle, solve};
use crate::puzzle::{BoardForm, Description, NamedShape};
use crate::workbench::command::Tool;
use crate::workbench::edit::{Edit, State};
use crate::workbench::{Command, Screen};

/// The sizes that everything must fit, in points.
const SIZES: [[f32; 2]; 6] =
    [COMPACT, [720.0, 450.0], [900.0, 600.0], [960.0, 600.0], [1100.0, 700.0], [1440.0, 900.0]];

/// The smallest of them.
const COMPACT: [f32; 2] = [450.0, 300.0];

/// The distance that two things may overlap, in points.
const TOLERANCE: f32 = 1.5;

/// A text on the screen.
struct ShownText {
    words: String,
    rect: Rect,
    clip: Rect,
    elided: bool,
}

/// The texts that can be seen: not those that a part of the window was painted over.
fn texts(window: &Window) -> Vec<ShownText> {
    fn gather(shape: &Shape, clip: Rect, texts: &mut Vec<ShownText>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| gather(shape, clip, texts)),
            Shape::Rect(ground) if ground.fill.is_opaque() => {
                let covered = ground.rect.intersect(clip);
                texts.retain(|text| {
                    let seen = text.rect.intersect(text.clip);
                    covered.intersect(seen).area() < 0.1 * seen.area() || !covered.intersects(seen)
                });
            }
            Shape::Text(text) if !text.galley.text().trim().is_empty() => {
                let words = text.galley.text().to_owned();
                let inked = text.galley.mesh_bounds;
                let rect = match text.angle == 0.0 {
                    true => inked.translate(text.pos.to_vec2()),
                    false => text.visual_bounding_rect(),
                };
                let is_seen = rect.intersect(clip).is_positive() && text.opacity_factor > 0.0;
                if is_seen && rect.is_positive() {
                    texts.push(ShownText { words, rect, clip, elided: text.galley.elided });
                }
            }
            _ => {}
        }
    }
    let mut texts = Vec::new();
    for shape in &window.output().shapes {
        gather(&shape.shape, shape.clip_rect, &mut texts);
    }
    texts
}

/// The named widgets of the window.
fn widgets(window: &Window) -> Vec<(egui::WidgetRect, String)> {
    let widgets: Vec<egui::WidgetRect> = window.ctx.viewport(|viewport| {
        let layers = viewport.prev_pass.widgets.layers();
        let below = layers.filter(|(layer, _)| layer.order <= Order::Foreground);
        below.flat_map(|(_, widgets)| widgets.iter().copied()).collect()
    });
    let names: HashMap<_, String> = window
        .root()
        .children_recursive()
        .filter_map(|node| Some((node.accesskit_node().locate().0, node.accesskit_node().label()?)))
        .collect();
    let named =
        |widget: egui::WidgetRect| Some((widget, names.get(&widget.id.accesskit_id())?.clone()));
    widgets.into_iter().filter_map(named).collect()
}

/// The drawings: what lies in them follows the board and not the size of the window.
fn canvases(window: &Window) -> Vec<Rect> {
    let is_canvas = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().role() == egui::accesskit::Role::Canvas
    };
    window.root().children_recursive().filter(is_canvas).map(|node| node.rect()).collect()
}

/// Finds what is cut off at a side, shortened, or over something else. `may_end` are texts of the
/// user that may end in an ellipsis.
fn faults(window: &Window, may_end: &[&str]) -> Vec<String> {
    let screen = window.ctx.content_rect();
    let canvases = canvases(window);
    let is_drawn = |rect: Rect| {
        canvases
            .iter()
            .any(|canvas| canvas.contains_rect(rect.intersect(*canvas)) && canvas.intersects(rect))
    };
    let mut faults = Vec::new();
    let texts = texts(window);
    for (n, text) in texts.iter().enumerate() {
        let ShownText { words, rect, clip, elided } = text;
        if is_drawn(*rect) {
            continue;
        }
        let seen = clip.intersect(screen);
        if rect.left() < seen.left() - TOLERANCE || rect.right() > seen.right() + TOLERANCE {
            faults.push(format!("cut off: {words:?} at {rect}, seen {seen}"));
        }
        if *elided && !may_end.iter().any(|part| words.contains(part)) {
            faults.push(format!("shortened: {words:?} at {rect}"));
        }
        for other in &texts[n + 1..] {
            let (a, b) = (rect.intersect(*clip), other.rect.intersect(other.clip));
            let both = a.intersect(b);
            if both.width() > TOLERANCE && both.height() > TOLERANCE && !is_drawn(other.rect) {
                faults.push(format!("over each other: {words:?} {a} and {:?} {b}", other.words));
            }
        }
    }
    let widgets: Vec<_> = widgets(window)
        .into_iter()
        .filter(|(widget, _)| widget.sense.senses_click() && widget.interact_rect.is_positive())
        .collect();
    for (n, (widget, name)) in widgets.iter().enumerate() {
        let (rect, seen) = (widget.rect, widget.interact_rect);
        if is_drawn(rect) {
            continue;
        }
        if seen.left() > rect.left() + TOLERANCE || seen.right() < rect.right() - TOLERANCE {
            faults.push(format!("control cut off: {name:?} at {rect}, seen {seen}"));
        }
        if !screen.expand(TOLERANCE).contains_rect(seen) {
            faults.push(format!("control outside of the window: {name:?} at {rect}"));
        }
        for (other, second) in &widgets[n + 1..] {
            let (a, b) = (widget.interact_rect, other.interact_rect);
            let both = a.intersect(b);
            let apart = both.width() <= TOLERANCE || both.height() <= TOLERANCE;
            let nested =
                a.expand(TOLERANCE).contains_rect(b) || b.expand(TOLERANCE).contains_rect(a);
            let is_border = name.starts_with("Resize ") || second.starts_with("Resize ");
            if widget.layer_id == other.layer_id && !apart && !nested && !is_border {
                faults.push(format!("controls over each other: {name:?} {a} and {second:?} {b}"));
            }
        }
    }
    faults
}

/// Sets the window to each size in turn, lets `check` say what is wrong there, and fails if
/// anything is.
fn at_all_sizes(window: &mut Window, mut check: impl FnMut(&mut Window, &str) -> Vec<String>) {
    let mut all = Vec::new();
    for [width, height] in SIZES {
        window.set_size(vec2(width, height));
        window.run_steps(4);
        let size = format!("{width}×{height}");
        all.extend(check(window, &size).into_iter().map(|fault| format!("{size}: {fault}")));
    }
    assert!(all.is_empty(), "{} faults\n{}", all.len(), all.join("\n"));
}

/// The faults of a screen, and those with each of its drawers open.
fn with_drawers(window: &mut Window, place: &str, may_end: &[&str]) -> Vec<String> {
    let label = |fault: String| format!("{place}: {fault}");
    let mut all: Vec<String> = faults(window, may_end).into_iter().map(label).collect();
    let folded: Vec<String> = widgets(window)
        .into_iter()
        .map(|(_, name)| name)
        .filter(|name| DRAWERS.contains(&name.as_str()))
        .collect();
    for name in folded {
        click(window, &name);
        window.run_steps(3);
        let label = |fault: String| format!("{place}, {name}: {fault}");
        all.extend(faults(window, may_end).into_iter().map(label));
        window.key_press(egui::Key::Escape);
        window.run_steps(3);
        assert!(window.query_by_label(&name).is_some(), "Escape closes the drawer of {name}");
    }
    all
}

/// The buttons that open the drawers.
pub(super) const DRAWERS: [&str; 16] = [
    "Show filters",
    "Show settings",
    "Show solutions",
    "Show tray",
    "Show clock and hints",
    "Show summary and filter",
    "Show selected variant",
    "Show pieces",
    "Show checks and facts",
    "Show facts",
    "Show newest solutions",
    "Show counts and filters",
    "Show chosen solution",
    "Show board and options",
    "Show search tree",
    "Show layers, filters and facts",
];

/// Names from the user or a file, which may end in an ellipsis: titles, files, sources.
const NAMED: [&str; 10] = [
    "Pentominoes",
    "Soma",
    "Tetrasticks",
    "Seven items",
    "pentominoes",
    "Berlekamp",
    "edited",
    ".ron",
    // Hints, in the status line.
    "the wheel zooms",
    "the item with fewest options",
];

const TOOLS: [Tool; 7] =
    [Tool::Place, Tool::Paint, Tool::Erase, Tool::Optional, Tool::Label, Tool::Cut, Tool::Pin];

#[test]
fn the_design_screen_fits_every_size_with_every_tool() {
    for puzzle in ["pentominoes-6x10", "soma", "tetrasticks-5x5-without-h"] {
        let mut window = opened(puzzle);
        at_all_sizes(&mut window, |window, _| {
            let mut all = Vec::new();
            for tool in TOOLS {
                send(window, Command::Tool(tool));
                all.extend(with_drawers(window, &format!("{puzzle} {tool:?}"), &NAMED));
            }
            all
        });
    }
}

#[test]
fn the_play_screen_fits_every_size() {
    for puzzle in ["pentominoes-6x10", "tetrasticks-5x5-without-h", "a-puzzle-a-day"] {
        let mut window = opened(puzzle);
        send(&mut window, Command::Show(Screen::Play));
        let named = [&NAMED[..], &["A Puzzle A Day", "a-puzzle"]].concat();
        at_all_sizes(&mut window, |window, _| with_drawers(window, puzzle, &named));
    }
}

#[test]
fn the_run_screen_fits_every_size() {
    for puzzle in ["pentominoes-3x20", "soma"] {
        let mut window = opened(puzzle);
        send(&mut window, Command::Show(Screen::Run));
        at_all_sizes(&mut window, |window, _| with_drawers(window, "before a run", &NAMED));
        solve(&mut window);
        at_all_sizes(&mut window, |window, _| with_drawers(window, puzzle, &NAMED));
    }
}

#[test]
fn the_solutions_screen_fits_every_size() {
    for puzzle in ["pentominoes-3x20", "soma"] {
        let mut window = opened(puzzle);
        solve(&mut window);
        send(&mut window, Command::Show(Screen::Solutions));
        at_all_sizes(&mut window, |window, _| with_drawers(window, puzzle, &NAMED));
    }
}

#[test]
fn the_variants_screen_fits_every_size() {
    let mut window = opened("a-puzzle-a-day");
    send(&mut window, Command::Show(Screen::Variants));
    send(&mut window, Command::Solve);
    super::testing::wait(&mut window, "the solutions", |w| {
        let variants = document(w).variants();
        variants.table().is_some_and(|table| table.summary.solved == 366)
            && variants.detail().is_some()
    });
    let named = ["A Puzzle A Day", "edited", ".ron", "a-puzzle", "366 variants"];
    at_all_sizes(&mut window, |window, _| {
        let mut all = Vec::new();
        for part in ["List", "Pictures", "Map"] {
            if window.query_by_label(part).is_some() {
                click(window, part);
                all.extend(with_drawers(window, part, &named));
            }
        }
        all
    });
}

#[test]
fn the_steps_screen_fits_every_size() {
    for puzzle in ["pentominoes-3x20", "soma", "knuth-7-items"] {
        let mut window = opened(puzzle);
        send(&mut window, Command::Show(Screen::Steps));
        for _ in 0..5 {
            send(&mut window, Command::Next);
        }
        at_all_sizes(&mut window, |window, _| with_drawers(window, puzzle, &NAMED));
    }
}

#[test]
fn the_make_screen_fits_every_size() {
    let mut window = opened("pentominoes-6x10");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Make));
    // What follows a title may be shortened, the title never.
    let captions = [&NAMED[..], &["of 2 sheets", "12 pieces, tray"]].concat();
    for target in ["Laser", "3D print", "Paper", "Booklet"] {
        click(&mut window, target);
        super::testing::wait(&mut window, target, |w| {
            w.state().make.can_export().is_ok() && !w.state().make.is_nesting()
        });
        at_all_sizes(&mut window, |window, _| {
            faults(window, &captions).into_iter().map(|f| format!("{target}: {f}")).collect()
        });
    }
}

#[test]
fn the_gallery_fits_every_size() {
    let mut window = super::testing::window();
    settle(&mut window);
    at_all_sizes(&mut window, |window, _| faults(window, &["…"]));
}

/// The command that opens each dialog, and on which screen.
pub(super) const DIALOGS: [(Screen, Command); 16] = [
    (Screen::Design, Command::New),
    (Screen::Design, Command::BoardShape),
    (Screen::Design, Command::AddPiece),
    (Screen::Design, Command::AddFamily),
    (Screen::Design, Command::EditPiece),
    (Screen::Design, Command::About),
    (Screen::Design, Command::EditVariants),
    (Screen::Design, Command::Export),
    (Screen::Design, Command::Commands),
    (Screen::Design, Command::Guide),
    (Screen::Design, Command::Keys),
    (Screen::Design, Command::Welcome),
    (Screen::Design, Command::ReportProblem),
    (Screen::Design, Command::StoredResults),
    (Screen::Design, Command::OpenPath),
    (Screen::Solutions, Command::Search),
];

#[test]
fn dialogs_fit_every_size() {
    let mut window = opened("pentominoes-3x20");
    solve(&mut window);
    at_all_sizes(&mut window, |window, _| {
        let screen = window.ctx.content_rect();
        let mut all = Vec::new();
        for (place, command) in DIALOGS {
            send(window, Command::Show(place));
            window.state_mut().design.select(Some("F"));
            send(window, command);
            assert!(window.state().dialog.is_some(), "{command:?}");
            let label = |fault: String| format!("{command:?}: {fault}");
            all.extend(faults(window, &NAMED).into_iter().map(label));
            let cards: Vec<Rect> = window.ctx.memory(|memory| {
                let layers = memory.layer_ids().filter(|layer| layer.order == Order::Foreground);
                let shown = layers.filter(|layer| memory.areas().is_visible(layer));
                shown.filter_map(|layer| memory.area_rect(layer.id)).collect()
            });
            assert!(!cards.is_empty(), "{command:?}");
            let out = cards.iter().filter(|card| !screen.contains_rect(**card));
            all.extend(out.map(|card| format!("{command:?}: card at {card}")));
            window.state_mut().dialog = None;
            window.run_steps(2);
        }
        all
    });
}

#[test]
fn the_buttons_of_a_dialog_are_in_sight_at_every_size() {
    // What opens it, and the button that does what it is for.
    let dialogs = [
        (Command::New, "Create"),
        (Command::BoardShape, "Apply"),
        (Command::AddPiece, "Add piece"),
        (Command::AddFamily, "Add all 12"),
        (Command::EditPiece, "Apply"),
        (Command::About, "Apply"),
        (Command::Export, "Export"),
        (Command::MakeChallenges, "Make challenges"),
        (Command::EditVariants, "Set variants"),
        (Command::ReportProblem, "Save…"),
    ];
    let mut window = opened("pentominoes-3x20");
    solve(&mut window);
    at_all_sizes(&mut window, |window, _| {
        let screen = window.ctx.content_rect();
        let mut all = Vec::new();
        for (command, label) in dialogs {
            send(window, Command::Show(Screen::Design));
            window.state_mut().design.select(Some("F"));
            send(window, command);
            assert!(window.state().dialog.is_some(), "{command:?}");
            // A button of the screen below may bear the same label.
            let buttons = window.query_all_by_role_and_label(egui::accesskit::Role::Button, label);
            let button = buttons.last().expect("the button of the dialog").rect();
            if !screen.shrink(8.0).contains_rect(button) {
                all.push(format!("{command:?}: {label} at {button}"));
            }
            let cards = window.ctx.memory(|memory| memory.layer_id_at(button.center()));
            if cards.is_none_or(|layer| layer.order != Order::Foreground) {
                all.push(format!("{command:?}: {label} lies under {cards:?}"));
            }
            window.state_mut().dialog = None;
            window.run_steps(2);
        }
        all
    });
}

#[test]
fn the_numbers_of_a_new_board_are_in_sight_in_a_low_window() {
    let mut window = super::testing::window_of([900.0, 600.0]);
    settle(&mut window);
    send(&mut window, Command::New);
    let create = window.get_by_label("Create").rect();
    for name in ["Lattice", "Columns", "Rows"] {
        let fields = window.query_all_by_label(name);
        let lowest = fields.map(|field| field.rect().bottom()).fold(0.0, f32::max);
        assert!(lowest > 0.0 && lowest < create.top(), "{name} at {lowest}");
    }
}

#[test]
fn menus_fit_every_size() {
    let mut window = opened("pentominoes-3x20");
    at_all_sizes(&mut window, |window, _| {
        let screen = window.ctx.content_rect();
        let mut all = Vec::new();
        for menu in crate::workbench::command::Menu::ALL {
            if super::widgets::is_compact(&window.ctx) {
                click(window, "Menu");
            }
            // The screens' switch has a "Run" too, further down.
            let bar = window.query_all_by_label(menu.title());
            let top = bar.min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
            top.expect("a menu").click();
            settle(window);
            all.extend(faults(window, &NAMED).into_iter().map(|f| format!("{menu:?}: {f}")));
            let popup = window.ctx.memory(|memory| {
                let layers = memory.layer_ids().filter(|layer| layer.order == Order::Foreground);
                let mut shown = layers.filter(|layer| memory.areas().is_visible(layer));
                shown.find_map(|layer| memory.area_rect(layer.id))
            });
            let popup = popup.unwrap_or_else(|| panic!("{menu:?} is open"));
            if !screen.contains_rect(popup) {
                all.push(format!("{menu:?} at {popup}"));
            }
            egui::Popup::close_all(&window.ctx);
            window.run_steps(2);
        }
        all
    });
}

#[test]
fn a_small_window_leaves_the_widths_of_the_panels_as_they_were() {
    let mut window = opened("pentominoes-6x10");
    let width = |window: &Window| window.get_by_label("Resize pieces").rect().right();
    let before = width(&window);
    window.set_size(vec2(720.0, 450.0));
    window.run_steps(4);
    assert!(window.query_by_label("Resize pieces").is_none(), "the panel is folded");
    window.set_size(vec2(1000.0, 600.0));
    window.run_steps(4);
    window.set_size(vec2(1440.0, 900.0));
    window.run_steps(4);
    assert_eq!(width(&window), before);
    assert_eq!(document(&window).puzzle.pieces.len(), 12);
}

#[test]
fn a_drawer_opens_over_the_canvas_and_closes_by_escape_by_its_button_and_by_a_click_beside_it() {
    let mut window = opened("pentominoes-6x10");
    window.set_size(vec2(720.0, 450.0));
    window.run_steps(4);
    let board = window.get_by_label("Board").rect();
    assert!(board.width() > 600.0, "the canvas has the room of the panels: {board}");
    click(&mut window, "Show pieces");
    window.get_by_label_contains("Piece F,");
    assert_eq!(window.get_by_label("Board").rect(), board, "the canvas stays where it is");
    window.key_press(egui::Key::Escape);
    window.run_steps(3);
    assert!(window.query_by_label_contains("Piece W,").is_none());
    click(&mut window, "Show pieces");
    click(&mut window, "Hide pieces");
    assert!(window.query_by_label_contains("Piece W,").is_none());
    click(&mut window, "Show pieces");
    let beside = board.right_center() - vec2(60.0, 0.0);
    super::testing::drag(&mut window, &[beside], egui::Modifiers::NONE);
    assert!(window.query_by_label_contains("Piece W,").is_none());
    assert!(document(&window).puzzle.placed.is_empty(), "the click is not the board's too");
}

#[test]
fn large_type_gives_way_where_the_window_has_no_room_for_it() {
    let in_window = |wanted, x, y| fitting_zoom(wanted, vec2(x, y));
    assert_eq!(in_window(2.0, 1440.0, 900.0), 2.0, "720×450 points are enough");
    assert_eq!(in_window(2.0, 2560.0, 1440.0), 2.0, "what was set is never exceeded");
    assert_eq!(in_window(2.0, 900.0, 600.0), 2.0, "450×300 points are enough");
    assert_eq!(in_window(3.0, 900.0, 600.0), 2.0, "but fewer are not");
    assert_eq!(in_window(3.0, 1440.0, 900.0), 3.0, "480×300 points");
    assert_eq!(in_window(1.0, 450.0, 300.0), 1.0);
    assert_eq!(in_window(0.8, 900.0, 600.0), 0.8);
    assert_eq!(in_window(1.0, 200.0, 100.0), 0.6, "the smallest interface");
}

#[test]
fn before_a_run_every_control_is_within_the_smallest_window_or_scrolled_to() {
    let mut window = opened("pentominoes-6x10");
    send(&mut window, Command::Show(Screen::Run));
    window.set_size(vec2(720.0, 450.0));
    settle(&mut window);
    let seen = |window: &Window, name: &str| {
        let named = widgets(window).into_iter().find(|(_, label)| label == name);
        named.is_some_and(|(widget, _)| widget.interact_rect == widget.rect)
    };
    for name in ["Find one solution", "Count only", "Automatic"] {
        assert!(seen(&window, name), "{name} is seen whole");
    }
    let threads = "Frontier sweep";
    window.get_by_label(threads).scroll_to_me();
    settle(&mut window);
    assert!(seen(&window, threads), "{threads} is scrolled to");
}

#[test]
fn a_message_takes_room_in_the_status_line_and_hides_nothing_of_it() {
    let mut window = opened("pentominoes-6x10");
    // The line of a compact window has one end.
    for size in SIZES.into_iter().filter(|size| *size != COMPACT) {
        window.set_size(size.into());
        window.run_steps(3);
        let foot = |window: &Window| -> Vec<ShownText> {
            let is_low = |text: &ShownText| text.rect.center().y > size[1] - 26.0;
            texts(window).into_iter().filter(is_low).collect()
        };
        let before = foot(&window);
        assert!(before.len() >= 2, "the line has two ends");
        let message = "Wrote the puzzle to pentominoes.ron.";
        window.state_mut().say(message);
        window.run_steps(2);
        let now = foot(&window);
        let own = now.iter().find(|text| text.words == message).expect("it is there");
        for old in &before {
            let is_same = |text: &&ShownText| {
                let is_at_left = (text.rect.left() - old.rect.left()).abs() < 1.0;
                let is_at_right = (text.rect.right() - old.rect.right()).abs() < 1.0;
                text.words != message && (is_at_left || is_at_right)
            };
            let kept =
                now.iter().find(is_same).unwrap_or_else(|| panic!("{size:?}: {}", old.words));
            assert!(!kept.rect.intersects(own.rect), "{size:?}: {} {}", kept.rect, own.rect);
        }
        click(&mut window, "Close message");
        window.run_steps(3);
        assert_eq!(foot(&window).len(), before.len());
    }
}

#[test]
fn the_ending_of_a_long_file_name_stays_in_sight() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a-tray-of-pentominoes-with-a-name-that-is-far-too-long-2.ron");
    let puzzle = "(format: 1, title: \"Tray\", lattice: Square, board: Rectangle(3, 1),
        pieces: [Piece(name: \"I\", art: [\"XXX\"])])";
    std::fs::write(&path, puzzle).unwrap();
    let mut window = opened("pentominoes-6x10");
    window.state_mut().open_file(path);
    super::testing::wait(&mut window, "the file", |w| document(w).puzzle.title == "Tray");
    for size in [[960.0, 600.0], [1100.0, 700.0]] {
        window.set_size(size.into());
        window.run_steps(3);
        let head = texts(&window);
        let is_name = |text: &&ShownText| text.words.starts_with("a-tray");
        let name = head.iter().find(is_name).unwrap_or_else(|| panic!("{size:?}"));
        assert!(name.words.contains('…') && name.words.ends_with(".ron"), "{}", name.words);
        assert!(!name.elided, "{}", name.words);
    }
}

#[test]
fn of_a_puzzle_without_a_file_the_head_says_so_in_whole_words() {
    let mut window = opened("pentominoes-6x10");
    let board = BoardForm::Named(NamedShape { key: "Rectangle", numbers: vec![6, 6] });
    let empty = Description::empty(crate::lattice::grid(), board);
    window.state_mut().new_document(empty);
    settle(&mut window);
    let site = document(&window).puzzle.board.sites()[0].site;
    window.state_mut().edit(&Edit::Paint(vec![site], State::Optional), None);
    let mut seen = 0;
    for width in (450..1450).step_by(25) {
        window.set_size(vec2(width as f32, 600.0));
        window.run_steps(3);
        for text in texts(&window).into_iter().filter(|text| text.words.starts_with("unsav")) {
            let is_whole = ["unsaved", "unsaved · edited"].contains(&text.words.as_str());
            assert!(is_whole && !text.elided, "{width}: {}", text.words);
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn a_long_message_is_seen_whole_after_a_short_one() {
    let mut window = opened("pentominoes-6x10");
    window.set_size(COMPACT.into());
    window.state_mut().say("Saved.");
    window.run_steps(3);
    let message = "This message is longer than the window is wide: it goes on for several lines, all of \
                   which are to be seen at once, in the smallest window as in any other, and not only \
                   the first two or three of them.";
    window.state_mut().say(message);
    window.run_steps(4);
    let texts = texts(&window);
    let own = texts.iter().find(|text| text.words == message).expect("it is there");
    let seen = own.clip.intersect(window.ctx.content_rect()).expand(TOLERANCE);
    assert!(own.rect.height() > 50.0 && seen.contains_rect(own.rect), "{} in {seen}", own.rect);
}
