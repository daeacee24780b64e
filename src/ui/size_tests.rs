//! Boards of thousands of sites: they open, are drawn, and take an edit, while their placements
//! are counted elsewhere.

use std::time::{Duration, Instant};

use super::testing::{Window, document, wait, window};
use crate::workbench::Command;
use crate::workbench::command::Tool;
use crate::workbench::edit::{Edit, State};

/// The time that opening, drawing and editing may take together, and how many times as long, site by
/// site, as those of a small board on the same machine.
const LIMIT: Duration = Duration::from_secs(5);
const SMALL: [u32; 2] = [20, 20];
const RATIO: u32 = 3;

/// Dominoes on a rectangle, or on a box, that they fill.
fn dominoes(size: &[u32]) -> String {
    let sites: u32 = size.iter().product();
    let (lattice, board) = match *size {
        [columns, rows] => ("Square", format!("Rectangle({columns}, {rows})")),
        [x, y, z] => ("Cube", format!("Box({x}, {y}, {z})")),
        _ => panic!("{size:?} is no size of a board"),
    };
    let copies = sites / 2;
    format!(
        "(format: 1, title: \"Dominoes\", lattice: {lattice}, \
         pieces: [Piece(name: \"I\", art: [\"XX\"], copies: {copies})], board: {board})"
    )
}

/// Opens a board, draws it, edits it by a command that the Design screen would send, and draws
/// that. Gives the time that all this took.
fn open_draw_and_edit(size: &[u32]) -> (Window, Duration) {
    let folder = tempfile::tempdir().expect("a folder for a file");
    let path = folder.path().join("dominoes.ron");
    std::fs::write(&path, dominoes(size)).expect("the folder can be written to");
    let mut window = window();
    let began = Instant::now();
    window.state_mut().open_file(path);
    wait(&mut window, "the document", |w| w.state().bench.document.is_some());
    let site = document(&window).puzzle.board.sites()[0].site;
    window.state_mut().send(Command::Tool(Tool::Erase));
    window.state_mut().edit(&Edit::Paint(vec![site], State::Optional), None);
    window.run_steps(2);
    let took = began.elapsed();
    assert!(document(&window).history().undo_name().is_some(), "the edit was taken");
    (window, took)
}

fn survives(size: &[u32]) {
    // On a machine that is busy with something else all takes longer, and the first attempt may.
    let sites = |size: &[u32]| size.iter().product::<u32>();
    let mut attempts = (0..3).map(|_| {
        let (_, small) = open_draw_and_edit(&SMALL);
        let limit = LIMIT.max(small * (RATIO * sites(size) / sites(&SMALL)));
        (open_draw_and_edit(size), limit)
    });
    let in_time = attempts.find(|((_, took), limit)| took < limit);
    let ((mut window, _), _) = in_time.expect("drawn within the limit");
    // The placements are counted, or the puzzle is refused, and the window lives on.
    wait(&mut window, "the analysis", |w| !document(w).analysis().is_waiting());
    window.run_steps(2);
}

#[test]
fn dominoes_50x50_open_are_drawn_and_take_an_edit() {
    survives(&[50, 50]);
}

#[test]
fn dominoes_100x100_open_are_drawn_and_take_an_edit() {
    survives(&[100, 100]);
}

#[test]
fn dominoes_250x250_open_are_drawn_and_take_an_edit() {
    survives(&[250, 250]);
}

#[test]
fn dominoes_in_a_box_of_12x12x12_open_are_drawn_and_take_an_edit() {
    survives(&[12, 12, 12]);
}

#[test]
fn dominoes_in_a_box_of_30x30x30_open_are_drawn_and_take_an_edit() {
    survives(&[30, 30, 30]);
}
