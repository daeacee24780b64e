//! Solving by hand in the window, driven by accessible label.

use std::sync::atomic::AtomicBool;

use egui::Key;
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable;

use crate::encode::Placed;
use crate::job::thumbnail::{NODE_LIMIT, first_solution};
use crate::ui::testing::{
    Window, click, document, open, opened, send, settle, shows, solve, wait, window_of,
};
use crate::workbench::by_hand::{ByHandStatus, SolutionsLeft};
use crate::workbench::edit::Edit;
use crate::workbench::{Command, Screen, Theme};

/// The placed pieces of some solution.
fn solution(window: &Window) -> Placed {
    let encoding = document(window).encoding().expect("analysed");
    let found = first_solution(encoding, NODE_LIMIT, &AtomicBool::new(false)).expect("a solution");
    encoding.decode(&found)
}

fn lay(window: &mut Window, placed: &Placed, range: std::ops::Range<usize>) {
    for (piece, sites) in &placed[range] {
        let piece = document(window).puzzle.piece(*piece).name.clone();
        let edit = Edit::Lay { piece, sites: sites.clone(), from: None };
        assert!(window.state_mut().edit(&edit, None));
    }
    settle(window);
}

fn status(window: &Window) -> Option<ByHandStatus> {
    document(window).by_hand_status(window.state().bench.settings.play)
}

/// The number of solutions left, once they are counted.
fn left(window: &mut Window) -> u64 {
    let is_counted = |w: &Window| matches!(status(w), Some(ByHandStatus::Left(_)));
    wait(window, "the solutions left", is_counted);
    match status(window) {
        Some(ByHandStatus::Left(SolutionsLeft::Exactly(n))) => n,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_badge_says_how_many_solutions_are_left_at_one_place() {
    let mut window = opened("pentominoes-6x10");
    let placed = solution(&window);
    lay(&mut window, &placed, 0..6);
    let n = left(&mut window);
    let label = format!("{} left", crate::text::count(n, "solution"));
    let place = window.get_by_label(&label).rect();
    let board = window.get_by_label("Board").rect();
    assert!(board.contains_rect(place), "{place} {board}");
    lay(&mut window, &placed, 6..12);
    wait(&mut window, "the end", |w| matches!(status(w), Some(ByHandStatus::Solved(_))));
    assert_eq!(window.get_by_label("Solved").rect(), place);
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Design));
    wait(&mut window, "its number", |w| matches!(status(w), Some(ByHandStatus::Solved(Some(_)))));
    let Some(ByHandStatus::Solved(Some((number, 2339)))) = status(&window) else {
        panic!("{:?}", status(&window));
    };
    click(&mut window, &format!("Solved: solution {number} of 2339"));
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    let now = document(&window);
    assert_eq!(now.number(now.selected()), Some(number));
}

#[test]
fn the_badge_leaves_the_numbers_of_the_board_free_in_the_smallest_window() {
    let mut window = window_of([720.0, 450.0]);
    open(&mut window, "square/pentominoes-6x10.ron");
    let placed = solution(&window);
    lay(&mut window, &placed, 0..6);
    let n = left(&mut window);
    let label = format!("{} left", crate::text::count(n, "solution"));
    let badge = window.get_by_label(&label).rect();
    window.get_by_label("Board").focus();
    settle(&mut window);
    let corner = window.get_by_label_contains("site 10, 1, required").rect();
    assert!(badge.x_range().contains(corner.left()), "one is above the other: {badge} {corner}");
    // A line of numbers and the gaps around it.
    assert!(corner.top() >= badge.bottom() + 22.0, "{badge} {corner}");
}

#[test]
fn h_goes_up_the_ladder_and_enter_places_what_it_shows() {
    let mut window = opened("pentominoes-6x10");
    let placed = solution(&window);
    lay(&mut window, &placed, 0..6);
    let n = left(&mut window);
    let press = |window: &mut Window| {
        window.key_press(Key::H);
        settle(window);
    };
    press(&mut window);
    assert_eq!(document(&window).hint_count(), 1);
    window.get_by_label_contains(&format!("{} left with these 6 pieces", {
        crate::text::count(n, "solution")
    }));
    click(&mut window, "Next hint: which piece");
    window.get_by_label_contains("next: ");
    press(&mut window);
    assert_eq!(document(&window).hint_count(), 3);
    window.get_by_label_contains("Enter places it.");
    window.key_press(Key::Enter);
    settle(&mut window);
    assert_eq!(document(&window).puzzle.placed.len(), 7);
    assert!(left(&mut window) >= 1, "the hint leads to a solution");
    assert_eq!(document(&window).hint_count(), 0);
    click(&mut window, "Random solution");
    wait(&mut window, "the solution", |w| document(w).puzzle.placed.len() == 12);
    send(&mut window, Command::Undo);
    assert_eq!(document(&window).puzzle.placed.len(), 7, "one step");
}

#[test]
fn help_is_switched_off_and_stays_so() {
    let mut window = opened("pentominoes-6x10");
    click(&mut window, "Hints");
    click(&mut window, "Count the solutions left");
    assert_eq!(status(&window), None);
    shows(&window, "Still solvable");
    click(&mut window, "Warn when none is left");
    click(&mut window, "Mark sites that no piece can cover");
    let settings = window.state().bench.settings.play;
    assert_eq!((settings.count, settings.warn, settings.mark), (false, false, true));
    let text = ron::to_string(&window.state().bench.settings).expect("settings are written");
    let read: crate::workbench::Settings = ron::from_str(&text).expect("and read");
    assert_eq!(read.play, settings);
}

#[test]
fn every_lattice_with_a_bundled_puzzle_has_hints_and_what_has_no_geometry_has_none() {
    for lattice in crate::lattice::ALL {
        let all = crate::format::bundled::ALL;
        let of_lattice = all.iter().find(|b| b.open().puzzle.lattice == *lattice);
        let Some(bundled) = of_lattice else { continue };
        let mut window = opened(bundled.path);
        if document(&window).can_hint().is_err() {
            continue;
        }
        let placed = solution(&window);
        lay(&mut window, &placed, 0..placed.len() - 2);
        wait(&mut window, "the count", |w| matches!(status(w), Some(ByHandStatus::Left(_))));
        for _ in 0..3 {
            window.key_press(Key::H);
            settle(&mut window);
        }
        window.key_press(Key::Enter);
        settle(&mut window);
        assert_eq!(document(&window).puzzle.placed.len(), placed.len() - 1, "{}", lattice.key);
    }
    let mut window = opened("sudoku");
    assert!(status(&window).is_none());
    assert!(window.query_by_label("Hints").is_none());
    window.key_press(Key::H);
    settle(&mut window);
    assert_eq!(document(&window).hint_count(), 0);
}

#[test]
fn hints_have_room_in_the_smallest_window_and_at_twice_the_size() {
    let mut window = opened("pentominoes-6x10");
    let placed = solution(&window);
    lay(&mut window, &placed, 0..6);
    let n = left(&mut window);
    for size in [[1100.0, 700.0], [550.0, 350.0]] {
        window.set_size(size.into());
        settle(&mut window);
        for _ in 0..3 {
            window.key_press(Key::H);
            settle(&mut window);
        }
        let edge = window.ctx.content_rect();
        for label in ["Hints", "Count the solutions left", "Random solution"] {
            for node in window.query_all_by_label(label) {
                let rect = node.rect();
                assert!(rect.left() >= 0.0 && rect.right() <= edge.right(), "{label} {rect}");
            }
        }
        let board = window.get_by_label("Board").rect();
        let badge = format!("{} left", crate::text::count(n, "solution"));
        let badge = window.get_by_label(&badge).rect();
        assert!(board.contains_rect(badge) || badge.width() >= 32.0, "{badge} {board}");
        send(&mut window, Command::HideHints);
    }
}

#[test]
fn hints_look_as_recorded() {
    let mut results = SnapshotResults::new();
    for (theme, name) in [(Theme::Light, "play-light"), (Theme::Dark, "play-dark")] {
        let mut window = opened("pentominoes-6x10");
        window.state_mut().bench.settings.theme = theme;
        send(&mut window, Command::Theme(theme));
        let placed = solution(&window);
        lay(&mut window, &placed, 0..6);
        left(&mut window);
        for _ in 0..3 {
            window.key_press(Key::H);
            settle(&mut window);
        }
        results.add(crate::ui::testing::pictured(&mut window, name));
    }
}

#[test]
fn the_placements_that_work_are_shown_for_the_selected_piece() {
    let mut window = opened("pentominoes-6x10");
    let placed = solution(&window);
    lay(&mut window, &placed, 0..6);
    let n = left(&mut window);
    assert!(n > 0);
    click(&mut window, "Hints");
    let (piece, sites) = &placed[7];
    let piece = *piece;
    let name = document(&window).puzzle.piece(piece).name.clone();
    window.state_mut().design.select(Some(&name));
    settle(&mut window);
    let (count, placements) = document(&window).leading(piece, 1000).expect("all are known");
    assert_eq!(count, placements.len() as u64);
    // Exactly those of all placements of the piece lead on, the one of the solution among them.
    let mut own = sites.clone();
    own.sort_unstable();
    let sorted = |sites: &Vec<_>| {
        let mut sites = sites.clone();
        sites.sort_unstable();
        sites
    };
    assert!(placements.iter().any(|sites| sorted(sites) == own));
    let now = document(&window);
    let encoding = now.encoding().unwrap();
    let range = encoding.placements_of(piece);
    let leading = range.filter(|&n| {
        let sites: Vec<_> = encoding.sites(crate::exact_cover::OptionId(n as u32)).collect();
        now.leads_on(piece, &sites) == Some(true)
    });
    assert_eq!(leading.count() as u64, count);
    let label = match count {
        1 => format!("Show the one placement of {name} that works"),
        n => format!("Show the {n} placements of {name} that work"),
    };
    let before = window.render().expect("a picture");
    click(&mut window, &label);
    window.run_steps(2);
    let lit = window.render().expect("a picture");
    assert_ne!(before, lit, "they are seen on the board");
    click(&mut window, "Plain");
    shows(&window, "fits, but no solution from here");
    // Placed, there is nothing more to show.
    lay(&mut window, &placed, 7..8);
    assert_eq!(document(&window).leading(piece, 1000), None);
}
