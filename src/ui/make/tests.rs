//! The Make screen by its labels.

use egui::Role;
use egui_kittest::kittest::{NodeT, Queryable};

use super::{Made, MakeState};
use crate::puzzle::making::{HoleCount, Length, LetterForm};
use crate::ui::testing::{self, Window, document, send, shows, wait};
use crate::workbench::command::BoardAction;
use crate::workbench::{Command, Screen};

/// A window with the sheets of the twelve pentominoes.
fn pentominoes() -> Window {
    let mut window = testing::opened("square/pentominoes-6x10.ron");
    window.get_by_label("Make").click();
    window.run_steps(3);
    laid_out(&mut window);
    window
}

pub(super) fn laid_out(window: &mut Window) {
    let is_done = |make: &MakeState| make.can_export().is_ok() && !make.is_nesting();
    wait(window, "the sheets", |w| is_done(&w.state().make));
    window.run_steps(3);
}

/// Types into a field and leaves it by Enter.
pub(super) fn enter(window: &mut Window, field: &str, text: &str) {
    window.get_by_label(field).focus();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.run_steps(1);
    window.get_by_label(field).type_text(text);
    window.run_steps(1);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
}

/// Types into a field of a whole number, leaves it by Enter, and waits for what is made.
fn enter_number(window: &mut Window, field: &str, text: &str) {
    window.get_by_role_and_label(Role::SpinButton, field).focus();
    window.run_steps(2);
    window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    window.run_steps(1);
    window.get_by_role_and_label(Role::SpinButton, field).type_text(text);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    laid_out(window);
}

#[test]
fn the_sheets_of_a_puzzle_are_laid_out_with_what_cutting_takes() {
    let window = pentominoes();
    assert_eq!(window.state().bench.screen, Screen::Make);
    shows(&window, "Sheets: 2");
    shows(&window, "Closed contours: 15");
    shows(&window, "Cut inner");
    assert!(window.query_by_label_contains("Frame, at").is_some());
}

#[test]
fn a_part_goes_to_the_next_sheet_and_comes_back_by_undo() {
    let mut window = pentominoes();
    window.get_by_label_contains("X, at").click();
    window.run_steps(2);
    window.key_press(egui::Key::Delete);
    window.run_steps(3);
    laid_out(&mut window);
    let placements = document(&window).description().make.laser.placements.clone();
    let of_x = placements.iter().find(|position| position.part == "X").unwrap();
    // The others stay free.
    assert_eq!(placements.len(), 1);
    assert!(of_x.sheet > 1, "{of_x:?}");
    send(&mut window, Command::Undo);
    window.run_steps(3);
    assert!(document(&window).description().make.laser.placements.is_empty());
}

#[test]
fn a_setting_that_is_undone_on_another_screen_is_shown() {
    let mut window = pentominoes();
    enter(&mut window, "Kerf", "0.3");
    assert_eq!(document(&window).description().make.laser.kerf, Length::um(300));
    window.get_by_label("Booklet").click();
    window.run_steps(3);
    send(&mut window, Command::Show(Screen::Design));
    send(&mut window, Command::Undo);
    assert_eq!(document(&window).description().make.laser.kerf, Length::um(150));
    assert_eq!(window.state().bench.screen, Screen::Make);
    shows(&window, "Undone: change the kerf.");
    shows(&window, "Kerf");
    send(&mut window, Command::Show(Screen::Design));
    send(&mut window, Command::Redo);
    assert_eq!(window.state().bench.screen, Screen::Make);
    // What Design shows is undone there.
    send(&mut window, Command::Show(Screen::Design));
    send(&mut window, Command::Board(BoardAction::Turn));
    send(&mut window, Command::Undo);
    assert_eq!(window.state().bench.screen, Screen::Design);
}

#[test]
fn a_changed_field_is_one_edit_and_an_impossible_value_says_why() {
    let mut window = pentominoes();
    enter(&mut window, "Unit", "0.5 in");
    laid_out(&mut window);
    assert_eq!(document(&window).description().make.laser.unit, Length::um(12_700));
    send(&mut window, Command::Undo);
    window.run_steps(3);
    assert_eq!(document(&window).description().make.laser.unit, Length::mm(20));
    enter(&mut window, "Clearance", "10");
    wait(&mut window, "the reason", |w| {
        w.state().make.can_export() == Err("Clearance 10 is half a unit or more.".to_owned())
    });
    window.run_steps(2);
    assert!(window.get_by_label("Export SVG").accesskit_node().is_disabled());
    enter(&mut window, "Kerf", "a lot");
    assert_eq!(document(&window).description().make.laser.kerf, Length::um(150));
    assert!(window.query_all_by_label_contains("Kerf: expected a length").next().is_some());
}

#[test]
fn finger_holes_and_thumb_notches_are_cut_where_they_are_ticked() {
    let mut window = pentominoes();
    let tick = |window: &mut Window, label: &str| {
        window.get_by_label(label).click_accesskit();
        window.run_steps(3);
        laid_out(window);
    };
    assert!(window.query_by_label("Diameter of holes").is_none());
    tick(&mut window, "Finger holes in the base");
    shows(&window, "Closed contours: 16");
    enter(&mut window, "Diameter of holes", "10");
    laid_out(&mut window);
    tick(&mut window, "Thumb notches in the frame");
    // Notches belong to the contour of the opening.
    shows(&window, "Closed contours: 16");
    let parts = document(&window).description().make.laser.parts.clone();
    assert_eq!((parts.holes, parts.hole_diameter), (HoleCount::One, Length::mm(10)));
    assert_eq!(parts.notch, Length::mm(8));
    enter(&mut window, "Radius of notches", "10");
    wait(&mut window, "the reason", |w| {
        w.state().make.can_export().is_err_and(|e| e.contains("less than 3 mm of a frame of 12"))
    });
    for _ in 0..4 {
        send(&mut window, Command::Undo);
        window.run_steps(3);
    }
    assert!(document(&window).description().make.is_default());
}

#[test]
fn the_grid_is_engraved_on_the_base_where_it_is_ticked() {
    let mut window = pentominoes();
    let engraved = |window: &Window| match window.state().make.made() {
        Some(Made::Sheets(sheets)) => sheets.totals().engraved,
        _ => panic!("no sheets"),
    };
    let before = engraved(&window);
    window.get_by_label("Grid on the base").click_accesskit();
    window.run_steps(3);
    laid_out(&mut window);
    assert!(document(&window).description().make.laser.parts.grid);
    // Five lines of 200 mm and nine of 120 mm.
    assert!((engraved(&window) - before - 2080.0).abs() < 1e-6);
    shows(&window, "Closed contours: 15");
}

#[test]
fn holding_tabs_shorten_the_cuts_where_they_are_ticked() {
    let mut window = pentominoes();
    let cut = |window: &Window| match window.state().make.made() {
        Some(Made::Sheets(sheets)) => sheets.totals().cut,
        _ => panic!("no sheets"),
    };
    let before = cut(&window);
    assert!(window.query_by_label("Width of tabs").is_none());
    window.get_by_label("Holding tabs").click_accesskit();
    window.run_steps(3);
    laid_out(&mut window);
    enter(&mut window, "Width of tabs", "2");
    laid_out(&mut window);
    enter_number(&mut window, "Tabs on each contour", "3");
    let laser = document(&window).description().make.laser.clone();
    assert_eq!((laser.tab_width, laser.tabs), (Length::mm(2), 3));
    // Fifteen contours, each with gaps for three tabs and the kerf.
    assert!((before - cut(&window) - 45.0 * 2.15).abs() < 1e-6);
    shows(&window, "Closed contours: 15");
    window.get_by_label("Holding tabs").click_accesskit();
    window.run_steps(3);
    laid_out(&mut window);
    assert_eq!(document(&window).description().make.laser.tab_width, Length::ZERO);
    assert_eq!(cut(&window), before);
}

#[test]
fn all_counts_are_those_of_all_copies_of_the_puzzle() {
    let mut window = pentominoes();
    enter_number(&mut window, "Copies of the puzzle", "2");
    assert_eq!(document(&window).description().make.laser.copies, 2);
    shows(&window, "Closed contours: 30");
    send(&mut window, Command::Undo);
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Closed contours: 15");
}

#[test]
fn parts_are_cut_from_materials_that_are_added_and_removed() {
    let mut window = pentominoes();
    click_and_lay(&mut window, "Add material");
    enter(&mut window, "Name of material 2", "oak");
    enter(&mut window, "Thickness of material 2", "4");
    // The common kerf until it has one of its own.
    enter(&mut window, "Kerf", "0.2");
    enter(&mut window, "Kerf of material 2", "0.3");
    let kerf = |window: &Window| document(window).description().make.laser.materials[0].kerf;
    assert_eq!(kerf(&window), Some(Length::um(300)));
    enter(&mut window, "Kerf of material 2", "0.2");
    assert_eq!(kerf(&window), None);
    laid_out(&mut window);
    let materials = |window: &Window| document(window).description().make.laser.materials.clone();
    assert_eq!(materials(&window)[0].label(), "oak 4 mm");
    window.get_by_label("Material of tray base").click_accesskit();
    window.run_steps(3);
    // The board has no islands.
    assert!(window.query_by_label("Material of islands").is_none());
    window.get_by_role_and_label(Role::Button, "oak").click_accesskit();
    window.run_steps(3);
    laid_out(&mut window);
    assert_eq!(materials(&window)[0].parts, ["/base"]);
    shows(&window, "oak 4 mm: 1 sheet of 300 × 200 mm");
    click_and_lay(&mut window, "Remove material 2");
    assert!(materials(&window).is_empty());
    click_and_lay(&mut window, "One for each colour");
    assert_eq!(materials(&window).len(), 12);
    send(&mut window, Command::Undo);
    window.run_steps(3);
    assert!(materials(&window).is_empty());
}

/// Clicks a button and waits for the sheets.
fn click_and_lay(window: &mut Window, label: &str) {
    window.get_by_label(label).click_accesskit();
    window.run_steps(3);
    laid_out(window);
}

#[test]
fn filled_letters_have_a_layer_and_a_font() {
    let mut window = pentominoes();
    assert!(window.query_by_label("Engrave areas").is_none());
    click_and_lay(&mut window, "Filled");
    shows(&window, "Engrave areas");
    shows(&window, "Font");
    let form = document(&window).description().make.laser.parts.letter_form;
    assert_eq!(form, LetterForm::Filled);
    click_and_lay(&mut window, "Single lines");
    assert!(window.query_by_label("Font").is_none());
}

#[test]
fn a_picture_is_engraved_on_the_base_and_says_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("logo.svg");
    let text = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\">\
                <rect width=\"40\" height=\"20\"/></svg>";
    std::fs::write(&path, text).unwrap();
    let mut window = pentominoes();
    let choose = |window: &mut Window, path: &std::path::Path| {
        window.get_by_label("Engrave a picture…").click_accesskit();
        wait(window, "the field", |w| w.query_by_label(PICTURE).is_some());
        window.get_by_label(PICTURE).type_text(&path.display().to_string());
        window.run_steps(2);
        window.key_press(egui::Key::Enter);
        window.run_steps(3);
    };
    choose(&mut window, &path);
    laid_out(&mut window);
    enter(&mut window, "Width of picture 1", "50");
    laid_out(&mut window);
    let artwork = |window: &Window| document(window).description().make.laser.artwork.clone();
    assert_eq!((artwork(&window)[0].part.as_str(), artwork(&window).len()), ("/base", 1));
    assert!(window.query_by_label_contains("50.0 × 25.0 mm, ").is_some());
    enter(&mut window, "Width of picture 1", "400");
    wait(&mut window, "the reason", |w| {
        w.state().make.can_export().is_err_and(|e| e.contains("beyond the material of Base"))
    });
    send(&mut window, Command::Undo);
    window.run_steps(3);
    click_and_lay(&mut window, "Remove picture 1");
    assert!(artwork(&window).is_empty());
    std::fs::write(&path, "no picture").unwrap();
    choose(&mut window, &path);
    assert!(artwork(&window).is_empty());
}

const PICTURE: &str = "Path, such as ~/pictures/logo.svg";

/// Clicks a button that writes, and types where to.
fn written(window: &mut Window, button: &str, hint: &str, path: &std::path::Path) {
    window.get_by_label(button).click();
    window.run_steps(4);
    wait(window, "the field", |w| w.query_by_label(hint).is_some());
    testing::type_into(window, hint, &path.display().to_string());
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    wait(window, "the file", |_| path.exists());
    window.run_steps(3);
}

pub(super) const MADE: &str = "Path, such as ~/puzzles/sheets.svg";
const PRESET: &str = "Path, such as ~/puzzles/printer.ron";

#[test]
fn the_soma_cube_is_printed_from_the_window_with_its_settings_undone_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = testing::opened("cube/soma-cube.ron");
    window.get_by_label("Make").click();
    window.run_steps(3);
    // Solid pieces are not cut, so the plates are there at once.
    laid_out(&mut window);
    shows(&window, "Parts: 9");
    assert!(window.query_all_by_label_contains("A, plate 1").next().is_some());
    window.get_by_label("Clearance test").click_accesskit();
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Parts: 10");
    window.get_by_label("Finger notches in the box").click_accesskit();
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Radius of notches");
    assert_eq!(document(&window).description().make.print.notch, Length::mm(8));
    send(&mut window, Command::Undo);
    send(&mut window, Command::Undo);
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Parts: 9");
    enter_number(&mut window, "Copies of the puzzle", "2");
    assert_eq!(document(&window).description().make.print.copies, 2);
    shows(&window, "Parts: 18");
    assert!(window.query_all_by_label_contains("A, copy 2 of 2, plate ").next().is_some());
    send(&mut window, Command::Undo);
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Parts: 9");
    enter(&mut window, "Unit", "20");
    laid_out(&mut window);
    assert_eq!(document(&window).description().make.print.unit, Length::mm(20));
    let preset = folder.path().join("printer.ron");
    written(&mut window, "Save preset…", PRESET, &preset);
    assert!(std::fs::read_to_string(&preset).unwrap().contains("unit: 20"));
    send(&mut window, Command::Undo);
    laid_out(&mut window);
    assert_eq!(document(&window).description().make.print.unit, Length::mm(15));
    window.get_by_label("Load preset…").click();
    wait(&mut window, "the field", |w| w.query_by_label(PRESET).is_some());
    window.get_by_label(PRESET).type_text(&preset.display().to_string());
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    wait(&mut window, "the preset", |w| {
        document(w).description().make.print.unit == Length::mm(20)
    });
    laid_out(&mut window);
    let path = folder.path().join("soma.3mf");
    written(&mut window, "Export 3MF", MADE, &path);
    assert!(std::fs::read(&path).unwrap().starts_with(b"PK"));
}

#[test]
fn a_pile_of_balls_gets_a_tray_with_dimples() {
    let mut window = testing::opened("sphere/tetrahedron-of-four-pieces.ron");
    window.get_by_label("Make").click();
    window.run_steps(3);
    laid_out(&mut window);
    assert!(window.query_by_label("Depth of dimples").is_none());
    window.get_by_label("Tray with dimples").click();
    window.run_steps(3);
    assert!(document(&window).description().make.print.dimples);
    enter(&mut window, "Depth of dimples", "1");
    laid_out(&mut window);
    assert_eq!(document(&window).description().make.print.dimple_depth, Some(Length::mm(1)));
    assert!(window.query_all_by_label_contains("tray, plate").next().is_some());
    enter(&mut window, "Depth of dimples", "8");
    wait(&mut window, "the reason", |w| {
        w.state().make.can_export().is_err_and(|e| e.contains("Dimples 8 deep"))
    });
    for _ in 0..3 {
        send(&mut window, Command::Undo);
        window.run_steps(3);
    }
    assert!(document(&window).description().make.is_default());
}

#[test]
fn flat_pieces_have_a_usual_thickness_until_they_are_given_another() {
    let mut window = testing::opened("tetrakis/tangram-square.ron");
    window.get_by_label("Make").click();
    window.run_steps(3);
    window.get_by_label("3D print").click();
    laid_out(&mut window);
    shows(&window, "Parts: 9");
    assert!(window.state().make.can_export().is_ok());
    assert_eq!(document(&window).description().make.print.thickness, None);
    enter(&mut window, "Thickness", "4");
    laid_out(&mut window);
    assert_eq!(document(&window).description().make.print.thickness, Some(Length::mm(4)));
    assert!(document(&window).puzzle_text().contains("unit: 15"), "a file keeps its defaults");
    // Raised names are in the way of nothing but pieces that are turned over.
    window.get_by_label("Raised").click();
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "A piece that is turned over lies on its raised name.");
}

#[test]
fn solutions_become_a_poster_and_a_booklet() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = testing::opened("square/pentominoes-3x20.ron");
    testing::solve(&mut window);
    window.get_by_label("Make").click();
    window.run_steps(3);
    window.get_by_label("Paper").click();
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Pages: 1");
    let path = folder.path().join("poster.pdf");
    written(&mut window, "Export PDF", MADE, &path);
    assert!(std::fs::read(&path).unwrap().starts_with(b"%PDF"));

    window.get_by_label("Booklet").click();
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Challenges: 2");
    assert!(window.query_all_by_label_contains("Page 1, ").next().is_some());
}

#[test]
fn without_solutions_a_poster_says_what_is_missing_and_pieces_are_printed_all_the_same() {
    let mut window = testing::opened("square/pentominoes-6x10.ron");
    window.get_by_label("Make").click();
    window.run_steps(3);
    window.get_by_label("Paper").click();
    wait(&mut window, "the reason", |w| {
        w.state().make.can_export().is_err_and(|why| why.contains("solve the puzzle first"))
    });
    window.get_by_label("Pieces to cut out").click();
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Site on paper: 20.0 mm");
}
