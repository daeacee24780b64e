//! Each screen by itself: a workbench in, actions out, and no application.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Key, Ui};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::action::{Action, Actions, Model};
use super::design::DesignState;
use super::drawing::figure_cache::FigureCache;
use super::gallery::GalleryState;
use super::replacement::Intent;
use super::run::RunState;
use super::solutions::SolutionsState;
use super::steps::StepsState;
use super::testing::builder;
use super::widgets::theme;
use super::{design, gallery, run, solutions, steps};
use crate::exact_cover::Engine;
use crate::format::bundled;
use crate::workbench::Wake;
use crate::workbench::edit::{Edit, PieceChange};
use crate::workbench::{Command, Screen, Start, Workbench};

/// A screen with what it reads, and the actions that it has asked for.
struct Stage<State> {
    bench: Workbench,
    figures: Option<FigureCache>,
    solved_figures: Option<FigureCache>,
    state: State,
    actions: Actions,
    /// True once the fonts are available, which takes one frame.
    dressed: bool,
}

impl<State> Stage<State> {
    fn take(&mut self) -> Vec<Action> {
        self.actions.take()
    }
}

fn wake() -> Wake {
    Arc::new(|| {})
}

/// Shows a screen of a workbench in a harness.
fn stage<State: 'static>(
    bench: Workbench,
    state: State,
    show: fn(&mut State, Model, &mut Actions, &mut Ui),
) -> Harness<'static, Stage<State>> {
    let document = bench.document.as_ref();
    let figures = document.map(|document| FigureCache::new(&document.puzzle));
    let basis = document.and_then(|document| document.basis());
    let solved_figures = basis.map(|basis| FigureCache::new(&basis.puzzle));
    let actions = Actions::default();
    let stage = Stage { bench, figures, solved_figures, state, actions, dressed: false };
    let mut harness = builder().with_size([1440.0, 900.0]).with_max_steps(64).build_ui_state(
        move |ui: &mut Ui, stage: &mut Stage<State>| {
            if !std::mem::replace(&mut stage.dressed, true) {
                theme::install(ui.ctx());
                ui.ctx().request_repaint();
                return;
            }
            let Stage { bench, figures, solved_figures, state, actions, .. } = stage;
            let model = Model {
                bench,
                figures: figures.as_ref(),
                solved_figures: solved_figures.as_ref(),
                modal: false,
                busy: None,
                work: None,
            };
            show(state, model, actions, ui);
        },
        stage,
    );
    harness.run_steps(3);
    harness.state_mut().actions.take();
    harness
}

/// Polls a workbench until something holds.
fn wait(bench: &mut Workbench, done: impl Fn(&Workbench) -> bool) {
    let began = Instant::now();
    while !done(bench) {
        assert!(began.elapsed() < Duration::from_secs(120), "waited in vain");
        bench.poll(&wake()).expect("nothing goes wrong behind the scenes");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A workbench with a bundled puzzle that can be solved.
fn opened(path: &str) -> Workbench {
    let mut bench = Workbench::default();
    let puzzle = bundled::ALL.iter().find(|b| b.path.contains(path)).expect("a bundled puzzle");
    bench.open_bundled(puzzle, &wake());
    wait(&mut bench, |bench| bench.document.as_ref().is_some_and(|d| d.can_solve().is_ok()));
    bench
}

/// The same, solved.
fn solved(path: &str) -> Workbench {
    let mut bench = opened(path);
    bench.solve(Start::Over, &wake()).expect("it can be solved");
    wait(&mut bench, |bench| {
        let run = bench.document.as_ref().and_then(|document| document.run());
        run.is_some_and(|run| run.phase().is_over())
    });
    bench.screen = Screen::Solutions;
    bench
}

#[test]
fn the_design_screen_asks_for_edits_and_commands() {
    let bench = opened("pentominoes-6x10");
    let mut screen = stage(bench, DesignState::default(), design::show);
    screen.get_by_label_contains("Piece X,").click();
    screen.run_steps(3);
    assert!(screen.state_mut().take().is_empty(), "choosing a piece changes the screen alone");
    screen.get_by_label("Next placement").click();
    screen.run_steps(3);
    assert!(matches!(screen.state_mut().take()[..], [Action::Command(Command::Next)]));
    screen.get_by_label("Use this piece").click();
    screen.run_steps(3);
    let off = Edit::Pieces(vec!["X".to_owned()], PieceChange::On(false));
    match &screen.state_mut().take()[..] {
        [Action::Edit(edit, None)] => assert_eq!(*edit, off),
        other => panic!("{other:?}"),
    }
    let document = screen.state().bench.document.as_ref().expect("a document is open");
    assert_eq!(document.puzzle.pieces.len(), 12, "the screen itself has edited nothing");
}

#[test]
fn the_run_screen_asks_for_a_run_and_for_its_engine() {
    let mut screen = stage(opened("pentominoes-6x10"), RunState::default(), run::show);
    let engine = Engine::reference();
    let label = crate::text::capitalised(engine.name);
    screen.get_by_label(&label).click();
    screen.run_steps(3);
    assert!(matches!(screen.state_mut().take()[..], [Action::Engine(Some(wish))]
        if wish == engine));
    screen.get_by_label("Solve").click();
    screen.run_steps(3);
    assert!(matches!(screen.state_mut().take()[..], [Action::Command(Command::Solve)]));
}

#[test]
fn the_solutions_screen_asks_for_another_selection() {
    let bench = solved("pentominoes-3x20");
    let mut screen = stage(bench, SolutionsState::default(), solutions::show);
    screen.get_by_label("Solution 2").click();
    screen.run_steps(3);
    assert!(matches!(screen.state_mut().take()[..], [Action::Select(1)]));
    // Nothing has selected it: the keys start at the first one.
    for key in [Key::End, Key::Home] {
        screen.key_press(key);
    }
    screen.step();
    assert!(matches!(screen.state_mut().take()[..], [Action::Select(1)]));
}

#[test]
fn the_steps_screen_asks_for_steps() {
    let mut bench = opened("pentominoes-3x20");
    assert!(bench.prepare_stepper());
    let mut state = StepsState::default();
    let ctx = egui::Context::default();
    let stepper = bench.stepper.as_mut().expect("the placements are known");
    let mut output = ctx.run_ui(egui::RawInput::default(), |ui| state.advance(stepper, ui));
    output.textures_delta.clear();
    let mut screen = stage(bench, state, steps::show);
    screen.get_by_label("Step").click();
    screen.run_steps(3);
    assert!(matches!(screen.state_mut().take()[..], [Action::Command(Command::Next)]));
}

#[test]
fn the_gallery_asks_for_a_puzzle() {
    let bench = Workbench::default();
    let mut screen = stage(bench, GalleryState::new(&wake()), gallery::show);
    for _ in 0..3 {
        screen.key_press(Key::ArrowRight);
    }
    screen.run_steps(3);
    screen.key_press(Key::Enter);
    screen.run_steps(3);
    assert!(matches!(screen.state_mut().take()[..], [Action::Intend(Intent::Bundled(3))]));
}
