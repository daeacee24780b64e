//! Variants on the Play screen, and the record of what was solved there.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;
use jiff::civil::Date;

use super::tests::playing;
use crate::job::thumbnail::{NODE_LIMIT, first_solution};
use crate::lattice::Point;
use crate::ui::platform::recent;
use crate::ui::testing::{Window, click, document, send, settle, shows, wait, window};
use crate::workbench::edit::Edit;
use crate::workbench::play::PlayAction;
use crate::workbench::play::grade::Grade;
use crate::workbench::{Command, Document, Screen};

/// The document that is played.
fn played(window: &Window) -> &Document {
    window.state().bench.shown_document().expect("a document")
}

/// The name of the variant that is played; empty where none is.
fn variant(window: &Window) -> &str {
    window.state().bench.shown_played().map_or("", |played| &played.name)
}

fn press_ctrl(window: &mut Window, key: Key) {
    window.key_press_modifiers(Modifiers::COMMAND, key);
    settle(window);
}

/// Some solution.
fn solution(window: &mut Window) -> Vec<(String, Vec<Point>)> {
    wait(window, "the analysis", |w| played(w).encoding().is_some());
    let (encoding, puzzle) = {
        let document = played(window);
        (Arc::clone(document.encoding().expect("analysed")), Arc::clone(&document.puzzle))
    };
    let found = first_solution(&encoding, NODE_LIMIT, &AtomicBool::new(false));
    let placed = encoding.decode(&found.expect("a solution"));
    placed.into_iter().map(|(id, sites)| (puzzle.piece(id).name.clone(), sites)).collect()
}

/// Places all pieces of some solution.
fn solve_by_hand(window: &mut Window) {
    for (piece, sites) in solution(window) {
        assert!(window.state_mut().edit(&Edit::Lay { piece, sites, from: None }, None));
    }
    wait(window, "the end", |w| played(w).is_solved_by_hand());
}

#[test]
fn a_calendar_begins_with_today_and_goes_from_day_to_day() {
    let mut window = playing("a-puzzle-a-day");
    wait(&mut window, "a variant", |w| !variant(w).is_empty());
    let name = |date: Date| date.strftime("%-d %b").to_string();
    let today = recent::now().date();
    assert_eq!(variant(&window), name(today));
    shows(&window, &today.strftime("%A %-d %B").to_string());
    assert_eq!(played(&window).puzzle.board.sites().len(), 41, "month and day stay open");
    let tomorrow = today.tomorrow().expect("a date");
    click(&mut window, "Next day");
    assert_eq!(variant(&window), name(tomorrow));
    shows(&window, &tomorrow.strftime("%A %-d %B").to_string());
    press_ctrl(&mut window, Key::ArrowLeft);
    press_ctrl(&mut window, Key::ArrowLeft);
    assert_eq!(variant(&window), name(today.yesterday().expect("a date")));
    click(&mut window, "Today");
    assert_eq!(variant(&window), name(today));
    wait(&mut window, "the analysis", |w| played(w).encoding().is_some());
    // A piece of the variant is placed on its board, and not on that of the open puzzle.
    let (piece, sites) = {
        let document = played(&window);
        let (id, _) = document.puzzle.pieces().next().expect("a piece");
        let encoding = document.encoding().expect("analysed");
        let option = encoding.placements_of(id).next().expect("a placement");
        let sites = encoding.sites(crate::exact_cover::OptionId(option as u32)).collect();
        (document.puzzle.piece(id).name.clone(), sites)
    };
    assert!(window.state_mut().edit(&Edit::Lay { piece, sites, from: None }, None));
    settle(&mut window);
    assert_eq!(played(&window).puzzle.placed.len(), 1);
    send(&mut window, Command::Show(Screen::Design));
    assert_eq!(document(&window).puzzle.board.sites().len(), 43);
    assert!(document(&window).puzzle.placed.is_empty() && !document(&window).is_edited());
    send(&mut window, Command::Show(Screen::Play));
    assert_eq!(played(&window).puzzle.placed.len(), 1, "the try goes on");
    send(&mut window, Command::Undo);
    assert!(played(&window).puzzle.placed.is_empty());
}

#[test]
fn a_puzzle_that_can_be_solved_as_a_whole_begins_with_that() {
    let mut window = playing("genius-square");
    wait(&mut window, "what is played", |w| w.state().bench.play.is_chosen());
    let needs_variants = document(&window).needs_variants();
    assert_eq!(variant(&window).is_empty(), !needs_variants);
    click(&mut window, "Random");
    wait(&mut window, "a variant", |w| !variant(w).is_empty());
    shows(&window, variant(&window));
}

#[test]
fn a_variant_of_a_grade_is_played_when_all_are_solved() {
    let mut window = playing("small-boards");
    wait(&mut window, "a variant", |w| !variant(w).is_empty());
    assert_eq!(variant(&window), "Card 1a");
    let wake = window.state().wake.clone();
    let bench = &mut window.state_mut().bench;
    bench.change_play(PlayAction::Graded(Grade::Hard, 3), &wake).expect("variants to solve");
    assert_eq!(window.state().bench.play.awaited(), Some(Grade::Hard));
    wait(&mut window, "the grades", |w| w.state().bench.play.awaited().is_none());
    let played = window.state().bench.shown_played().and_then(|played| played.variant);
    assert!(played.is_some_and(|index| index >= 24), "{played:?}");
    assert_eq!(window.state().bench.screen, Screen::Play);
}

/// A window that keeps results in a file, with a small puzzle on the Play screen.
fn playing_with_record(file: &Path) -> Window {
    let mut window = window();
    window.state_mut().keep_results_in(file.to_owned());
    let index = crate::format::bundled::ALL.iter().position(|b| b.path.contains("small-boards"));
    window.state_mut().open_bundled(index.expect("a bundled puzzle"));
    settle(&mut window);
    send(&mut window, Command::Show(Screen::Play));
    wait(&mut window, "a variant", |w| !variant(w).is_empty());
    window
}

#[test]
fn what_was_solved_is_in_the_record_when_the_puzzle_is_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.sqlite");
    let mut window = playing_with_record(&file);
    shows(&window, "Not solved yet.");
    solve_by_hand(&mut window);
    window.get_by_label_contains("Solved in ");
    press_ctrl(&mut window, Key::ArrowRight);
    assert_eq!(variant(&window), "Card 1b");
    wait(&mut window, "the analysis", |w| played(w).encoding().is_some());
    // The first tells a number that is shown anyway, and is not counted.
    send(&mut window, Command::NextHint);
    send(&mut window, Command::NextHint);
    solve_by_hand(&mut window);
    wait(&mut window, "the record", |w| w.state().bench.play.record().entries().len() == 2);
    window.get_by_label_contains(" with 1 hint");
    // Another program, later.
    drop(window);
    let mut window = playing_with_record(&file);
    wait(&mut window, "the record", |w| w.state().bench.play.record().entries().len() == 2);
    let entries = window.state().bench.play.record().entries().to_vec();
    let said = |n: usize| (entries[n].variant.as_str(), entries[n].hints);
    assert_eq!([said(0), said(1)], [("Card 1a", 0), ("Card 1b", 1)]);
    window.get_by_label_contains("Solved today ");
    click(&mut window, "Whole record…");
    window.get_by_label_contains(" · Card 1b");
    window.get_by_label_contains(" · 1 hint");
    // The record of all puzzles has the same.
    click(&mut window, "All puzzles");
    wait(&mut window, "all of it", |w| w.query_by_label_contains(" · Card 1b").is_some());
    window.get_by_label_contains(" · Card 1a");
}

#[test]
fn a_game_under_way_goes_on_when_the_puzzle_is_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("results.sqlite");
    let mut window = playing_with_record(&file);
    let (piece, sites) = solution(&mut window).swap_remove(0);
    send(&mut window, Command::NextHint);
    send(&mut window, Command::NextHint);
    assert!(window.state_mut().edit(&Edit::Lay { piece, sites, from: None }, None));
    let lies = |window: &Window| played(window).puzzle.placed.len() == 1;
    let kept = |window: &Window| window.state().bench.play.record().game("Card 1a").cloned();
    wait(&mut window, "the game", |w| kept(w).is_some_and(|game| game.pieces.len() == 1));
    let hints = kept(&window).map(|game| game.hints);
    assert!(hints >= Some(1), "{hints:?}");
    let before = played(&window).puzzle.placed.clone();
    // Another program, later.
    drop(window);
    let mut window = playing_with_record(&file);
    wait(&mut window, "the game", lies);
    assert_eq!(played(&window).puzzle.placed, before);
    assert_eq!(window.state().play.spent().map(|(_, hints)| hints), hints);
    assert!(window.state().bench.play.is_under_way());
    // Another variant has a game of its own.
    press_ctrl(&mut window, Key::ArrowRight);
    assert_eq!((variant(&window), lies(&window)), ("Card 1b", false));
    assert_eq!(window.state().play.spent(), None);
    press_ctrl(&mut window, Key::ArrowLeft);
    wait(&mut window, "the game", lies);
    click(&mut window, "Start over");
    assert!(played(&window).puzzle.placed.is_empty());
    wait(&mut window, "its end", |w| kept(w).is_none());
}
