//! The Design screen, driven by accessible label.

use std::time::Duration;

use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, SnapshotResults};

use crate::format::puzzle_file;
use crate::puzzle::PieceId;
use crate::ui::App;
use crate::ui::drawing::figure_cache::FigureCache;
use crate::workbench::{Command, Theme};

/// The window with a bundled puzzle open and analysed.
pub(crate) fn opened(index: usize) -> Harness<'static, App> {
    let mut harness = crate::ui::testing::builder()
        .with_size([1440.0, 900.0])
        .with_max_steps(32)
        .build_eframe(|context| App::new(context, None));
    harness.state_mut().open_bundled(index);
    for _ in 0..600 {
        harness.step();
        if harness.state().bench.document.as_ref().is_some_and(|d| !d.analysis().is_waiting()) {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    harness.step();
    harness
}

#[test]
fn a_bundled_puzzle_shows_its_pieces_and_facts() {
    let harness = opened(0);
    harness.get_by_label("Piece F, copies 1, 8 orientations, 256 placements, turn and flip");
    harness.get_by_label("Options: 2056");
    harness.get_by_label("Symmetries of the puzzle: 4");
    harness.get_by_label("Every piece has a placement");
}

#[test]
fn a_piece_is_chosen_and_its_placements_are_stepped_through() {
    let mut harness = opened(0);
    harness.get_by_label_contains("Piece X,").click();
    harness.step();
    harness.step();
    harness.get_by_label("Placement 1 of 32");
    harness.get_by_label("Next placement").click();
    harness.step();
    harness.step();
    harness.get_by_label("Placement 2 of 32");
    for _ in 0..2 {
        harness.key_press(egui::Key::ArrowLeft);
        harness.step();
        harness.step();
    }
    harness.get_by_label("Placement 32 of 32");
    harness.get_by_label_contains("Piece F,").click();
    harness.step();
    harness.step();
    harness.get_by_label("Orientation 8 of F").click();
    harness.step();
    harness.step();
    harness.get_by_label("Placement 225 of 256");
}

#[test]
fn the_design_screen_looks_as_recorded() {
    let mut results = SnapshotResults::new();
    // Scott's board in light, the tetrasticks without H in dark.
    for (theme, bundled, name) in [
        (Theme::Light, "scotts-board", "design-light"),
        (Theme::Dark, "tetrasticks-5x5-without-h", "design-dark"),
    ] {
        let index = crate::format::bundled::ALL.iter().position(|b| b.path.contains(bundled));
        let mut harness = opened(index.expect("bundled"));
        harness.state_mut().bench.settings.theme = theme;
        harness.state_mut().send(Command::Theme(theme));
        harness.get_by_label_contains("Piece W,").click();
        for _ in 0..8 {
            harness.step();
        }
        results.add(crate::ui::testing::pictured(&mut harness, name));
    }
}

#[test]
fn strips_above_and_below_the_board_have_room_in_the_smallest_window() {
    let mut harness = opened(4);
    harness.set_size(egui::vec2(1100.0, 700.0));
    for _ in 0..4 {
        harness.step();
    }
    let (first, last) = (harness.get_by_label("Place").rect(), harness.get_by_label("Pin").rect());
    let board = harness.get_by_label("Board").rect();
    assert!(board.left() <= first.left() && first.right() <= last.left(), "{first} {last}");
    assert!(last.right() <= board.right(), "{last} {board}");
    let legend = harness.get_by_label_contains("From 37").rect();
    assert!(legend.right() <= board.right(), "{legend} {board}");
}

#[test]
fn a_puzzle_of_every_lattice_is_shown_with_its_sites_and_a_placement_of_each_piece() {
    for lattice in crate::lattice::ALL {
        let of_lattice = |b: &crate::format::bundled::Bundled| b.open().puzzle.lattice == *lattice;
        let index = crate::format::bundled::ALL.iter().position(of_lattice);
        let mut harness = opened(index.expect("every lattice has a bundled puzzle"));
        let document = harness.state().bench.document.as_ref().unwrap();
        let puzzle = document.puzzle.clone();
        let encoding = document.encoding().expect("analysed");
        let fits = |piece: &PieceId| !encoding.placements_of(*piece).is_empty();
        let mut ids = (0..puzzle.pieces.len() as u32).map(PieceId);
        let first = ids.find(fits).expect("a piece that fits");
        for site in puzzle.board.sites() {
            let label =
                format!("{} {}, required, ", lattice.site_words.0, lattice.site_label(site.site));
            harness.get_by_label_contains(&label);
        }
        harness.get_by_label("Placements").click();
        harness.step();
        let piece = &puzzle.piece(first).name;
        harness.get_by_label_contains(&format!("Piece {piece},")).click();
        harness.step();
        harness.step();
        harness.get_by_label_contains("Placement 1 of ");
    }
}

#[test]
fn what_has_no_sites_and_no_pieces_is_drawn_without_complaint() {
    for lattice in crate::lattice::ALL {
        for pieces in ["[]", "[Family(free: 2)]"] {
            let text = format!(
                "(format: 1, title: \"t\", lattice: {}, pieces: {pieces}, board: Art([]))",
                lattice.key
            );
            let puzzle = puzzle_file::read_draft(text.into()).unwrap().puzzle;
            let figures = FigureCache::new(&puzzle);
            assert_eq!(figures.pieces.figures.len(), puzzle.pieces.len());
            assert!(figures.thumbnail_size().iter().all(|n| n.is_finite() && *n > 0.0));
        }
    }
}
