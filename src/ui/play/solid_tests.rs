//! Solids on the Play screen.

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::tests::{carry, in_tray, placed, playing, shape};
use crate::ui::testing::{centre, document, send, settle, shows};
use crate::workbench::Command;

#[test]
fn pieces_of_a_solid_are_tilted_and_placed_on_its_layers() {
    let mut window = playing("soma-cube");
    shows(&window, "Board in space");
    let name = document(&window).puzzle.pieces[0].name.clone();
    let at = in_tray(&window, &name);
    window.event(egui::Event::PointerMoved(at));
    window.run_steps(2);
    let drawn = shape(&window, &name);
    send(&mut window, Command::TiltPiece);
    assert_ne!(shape(&window, &name), drawn);
    for _ in 0..3 {
        window.key_press_modifiers(Modifiers::SHIFT, Key::F);
        settle(&mut window);
    }
    assert_eq!(shape(&window, &name), drawn, "four tilts are none");
    let to = centre(&window, "cube 2, 2, 1, required");
    carry(&mut window, at, to);
    let lying = placed(&window);
    assert_eq!(lying.len(), 1);
    assert_eq!(lying[0].0, name);
    window.get_by_label_contains(&format!("Piece {name} in space"));
    send(&mut window, Command::Undo);
    assert!(placed(&window).is_empty());
}
