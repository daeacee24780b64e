//! Recorded actions, applied again.

use std::sync::Arc;

use egui_kittest::kittest::Queryable as _;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use crate::format::bundled;
use crate::lattice::Point;
use crate::puzzle::Puzzle;
use crate::ui::action::Action;
use crate::ui::replacement::Intent;
use crate::ui::testing::{Window, centre, click, document, drag, opened, send};
use crate::workbench::Command;
use crate::workbench::command::Tool;
use crate::workbench::edit::{BoardAction, Edit, PieceChange, Side, State};

/// Opens a bundled puzzle as it was, and forgets what was recorded.
fn begin_again(window: &mut Window, path: &str) {
    let index = bundled::ALL.iter().position(|b| b.path.contains(path)).expect("a bundled puzzle");
    window.state_mut().carry_out(Intent::Bundled(index));
    window.state_mut().applied.clear();
}

fn apply(window: &mut Window, action: Action) {
    let ctx = window.ctx.clone();
    window.state_mut().apply(&ctx, action);
}

/// The text of every version that can be undone, the latest first, each with the name of the
/// change that led to it.
fn versions(window: &mut Window) -> Vec<(String, Option<String>)> {
    let wake = Arc::clone(&window.state().wake);
    let document = window.state_mut().bench.document.as_mut().expect("a document is open");
    let mut versions = Vec::new();
    loop {
        let name = document.history().undo_name().map(str::to_owned);
        versions.push((document.puzzle_text(), name));
        if document.undo(&wake).is_none() {
            return versions;
        }
    }
}

#[test]
fn what_was_done_by_hand_is_recorded_and_can_be_done_again_elsewhere() {
    let mut by_hand = opened("pentominoes-6x10");
    by_hand.state_mut().applied.clear();
    let site = |window: &Window, x: i32, y: i32| centre(window, &format!("site {x}, {y}, "));
    by_hand.get_by_label_contains("Piece X,").click();
    by_hand.run_steps(2);
    let middle = [site(&by_hand, 4, 3)];
    drag(&mut by_hand, &middle, egui::Modifiers::NONE);
    send(&mut by_hand, Command::Tool(Tool::Erase));
    let stroke = [site(&by_hand, 8, 1), site(&by_hand, 8, 3), site(&by_hand, 10, 3)];
    drag(&mut by_hand, &stroke, egui::Modifiers::NONE);
    send(&mut by_hand, Command::Board(BoardAction::Turn));
    by_hand.get_by_label_contains("Piece L,").click();
    by_hand.run_steps(2);
    click(&mut by_hand, "Duplicate");
    send(&mut by_hand, Command::Undo);
    send(&mut by_hand, Command::SwitchPieces);
    let recorded = by_hand.state().applied.clone();
    assert!(recorded.len() > 6, "{recorded:?}");

    let mut replayed = opened("pentominoes-6x10");
    for action in recorded {
        apply(&mut replayed, action);
    }
    let done = versions(&mut by_hand);
    assert!(done.len() >= 4, "{done:?}");
    assert_eq!(versions(&mut replayed), done);
}

/// Some action on a puzzle; many are refused, which is recorded as well.
fn action_on(puzzle: &Puzzle, kind: u8, a: u16, b: u16) -> Action {
    let sites = puzzle.board.sites();
    let site = |n: u16| match sites.len() {
        0 => Point::new(1, 1, 0),
        len => sites[usize::from(n) % len].site,
    };
    let all: Vec<&str> =
        puzzle.pieces.iter().chain(&puzzle.off).map(|piece| piece.name.as_str()).collect();
    let piece = |n: u16| match all.len() {
        0 => "none".to_owned(),
        len => all[usize::from(n) % len].to_owned(),
    };
    let gesture = Some(u64::from(b % 4));
    let side = Side::ALL[usize::from(a % 4)];
    let edit = match kind % 16 {
        0 => Edit::Paint(vec![site(a), site(b)], State::Hole),
        1 => Edit::Paint(vec![site(a) + Point::new(2, 0, 0)], State::Required),
        2 => Edit::Paint(vec![site(a)], State::Optional),
        3 => Edit::Label(vec![site(a)], b.is_multiple_of(2).then_some('a')),
        4 => Edit::Duplicate(vec![piece(a)]),
        5 => Edit::Remove(vec![piece(a), piece(b)]),
        6 => Edit::Pieces(vec![piece(a)], PieceChange::On(b.is_multiple_of(2))),
        7 => Edit::Pieces(vec![piece(a)], PieceChange::Name(format!("n{b}"))),
        8 => Edit::Reorder(vec![piece(a)], Some(piece(b))),
        9 => {
            return Action::Edits(
                vec![Edit::Duplicate(vec![piece(a)]), Edit::Merge(all_of(&all))],
                None,
            );
        }
        10 => Edit::Lay {
            piece: piece(a),
            sites: puzzle.pieces.first().map_or_else(Vec::new, |p| p.shape.sites().to_vec()),
            from: None,
        },
        11 => return Action::Command(Command::Redo),
        12 => return Action::Command(Command::Board(BoardAction::Grow(side))),
        13 => return Action::Command(Command::Board(BoardAction::Flip)),
        14 => return Action::Command(Command::PinAll),
        _ => return Action::Command(Command::Undo),
    };
    Action::Edit(edit, gesture)
}

fn all_of(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn recorded_actions_replay_to_the_same_document_and_the_same_history() {
    let path = "pentominoes-6x10";
    let windows = std::cell::RefCell::new((opened(path), opened(path)));
    let steps = prop::collection::vec((any::<u8>(), any::<u16>(), any::<u16>()), 1..24);
    let config = Config { cases: 20, failure_persistence: None, ..Config::default() };
    let replays = TestRunner::new(config).run(&steps, |steps| {
        let (first, second) = &mut *windows.borrow_mut();
        begin_again(first, path);
        for (kind, a, b) in steps {
            let puzzle = Arc::clone(&document(first).puzzle);
            apply(first, action_on(&puzzle, kind, a, b));
        }
        let recorded = std::mem::take(&mut first.state_mut().applied);
        begin_again(second, path);
        for action in recorded {
            apply(second, action);
        }
        prop_assert_eq!(versions(second), versions(first));
        Ok(())
    });
    replays.unwrap();
}
