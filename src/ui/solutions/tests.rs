//! The run and solutions screens and the export, driven by what they are called.

use std::path::PathBuf;
use std::sync::Arc;

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::exact_cover::bitset;
use crate::job::Phase;
use crate::puzzle::making::PictureSettings;
use crate::solution::measures::{MeasureId, ShownMeasures};
use crate::ui::App;
use crate::ui::dialogs::Dialog;
use crate::ui::platform::purpose::Purpose;
use crate::ui::testing::{
    Window, click, document, knows_all_measures, open, phase, send, shows, solve, wait, window,
};
use crate::workbench::{Command, Screen, Theme};

/// A puzzle that takes long enough to be stopped, in a file of its own.
fn long_puzzle(folder: &tempfile::TempDir) -> PathBuf {
    let path = folder.path().join("one-sided-9x10.ron");
    let text = r#"(format: 1, title: "One-sided pentominoes 9×10", lattice: Square,
        pieces: [Family(one_sided: 5)], board: Rectangle(10, 9))"#;
    std::fs::write(&path, text).unwrap();
    path
}

fn open_file(window: &mut Window, path: PathBuf, screen: Screen) {
    window.state_mut().open_file(path);
    window.step();
    wait(window, "the file", |w| {
        !w.state().files.is_busy()
            && w.state().bench.screen == screen
            && w.state().bench.document.as_ref().is_some_and(|d| d.encoding().is_some())
    });
}

#[test]
fn a_solved_puzzle_is_browsed_written_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open(&mut window, "pentominoes-6x10.ron");
    solve(&mut window);
    assert_eq!(window.state().bench.screen, Screen::Run, "nothing opens by itself");
    shows(&window, "Complete");
    shows(&window, "Distinct solutions: 2339");
    shows(&window, "Fixed for symmetry: piece X");
    shows(&window, "Symmetries: 4");

    click(&mut window, "Browse solutions");
    shows(&window, "2339 solutions");
    shows(&window, "Distinct 2339");
    shows(&window, "Turned and flipped copies are counted once. 2339 orbits of 4 make 9356.");
    shows(&window, "Total: 9356");
    shows(&window, "Turned: 4678");
    click(&mut window, "Solution 3");
    assert_eq!(document(&window).selected(), 2);
    shows(&window, "Board of solution 3");
    shows(&window, "Puzzle symmetries: 4");
    shows(&window, "Orbit: 4 solutions");

    click(&mut window, "All 9356");
    shows(&window, "9356 solutions");
    assert_eq!(document(&window).selected(), 8, "the same solution, as one of all");
    click(&mut window, "Distinct 2339");
    assert_eq!(document(&window).selected(), 2);
    click(&mut window, "Next solution");
    shows(&window, "Board of solution 4");
    window.key_press(Key::End);
    window.step();
    window.step();
    shows(&window, "Board of solution 2339");
    shows(&window, "Solution 2339");
    window.key_press(Key::Home);
    window.step();
    window.step();
    shows(&window, "Board of solution 1");

    click(&mut window, "Export all 2339…");
    window.step();
    let path = folder.path().join("mine.ron");
    let field = window.get_by_label("Path of the file");
    field.focus();
    window.step();
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.step();
    window.get_by_label("Path of the file").type_text(&path.display().to_string());
    window.step();
    window.step();
    window.get_by_role_and_label(Role::Button, "Export").click();
    window.step();
    window.step();
    wait(&mut window, "the export", |w| !w.state().files.is_busy());
    assert!(window.state().dialog.is_none());
    let said = format!("Wrote 2339 solutions to {}.", path.display());
    shows(&window, &said);
    assert_eq!(window.state().bench.settings.recent[0].path, path);

    open_file(&mut window, path, Screen::Solutions);
    shows(&window, "Distinct 2339");
    shows(&window, "All 9356");
    shows(&window, "2339 solutions");
}

/// The dialog that writes the first solution of 3×20 as SVG.
fn svg_dialog() -> Window {
    let mut window = window();
    open(&mut window, "pentominoes-3x20.ron");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    // Until nothing moves under the pointer any more.
    wait(&mut window, "the measures", |w| document(w).browser().is_some_and(knows_all_measures));
    window.run_steps(2);
    click(&mut window, "SVG");
    window
}

#[test]
fn one_solution_is_written_as_a_drawing() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = svg_dialog();
    let path = folder.path().join("one.svg");
    std::fs::write(&path, "old").unwrap();
    match &mut window.state_mut().dialog {
        Some(crate::ui::dialogs::Dialog::Export(export)) => {
            assert!(export.path.ends_with("pentominoes-3x20-solution-1.svg"), "{}", export.path);
            export.path = path.display().to_string();
        }
        _ => panic!("the export is up"),
    }
    window.step();
    shows(&window, "Outlines only, for cutting");
    click(&mut window, "Replace");
    wait(&mut window, "the export", |w| !w.state().files.is_busy());
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("<svg"));
    assert!(window.state().bench.settings.recent.is_empty(), "a drawing cannot be opened");
}

#[test]
fn a_picture_is_seen_before_it_is_written_and_has_its_true_size_and_a_caption() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = svg_dialog();
    window.run_steps(2);
    let preview = window.get_by_label("Preview, this solution").rect();
    assert!(preview.left() > window.get_by_label("Caption").rect().right(), "beside the fields");
    click(&mut window, "Caption");
    window.get_by_role_and_label(Role::TextInput, "Unit on paper").focus();
    window.run_steps(2);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.step();
    window.get_by_role_and_label(Role::TextInput, "Unit on paper").type_text("10 mm");
    window.step();
    window.key_press(Key::Tab);
    window.run_steps(3);
    click(&mut window, "All 2 distinct");
    window.get_by_label("Preview, 2 solutions");
    click(&mut window, "This solution");
    let path = folder.path().join("one.svg");
    match &mut window.state_mut().dialog {
        Some(crate::ui::dialogs::Dialog::Export(export)) => {
            export.path = path.display().to_string();
        }
        _ => panic!("the export is up"),
    }
    window.step();
    window.get_by_role_and_label(Role::Button, "Export").click();
    window.run_steps(2);
    wait(&mut window, "the export", |w| !w.state().files.is_busy());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(", solution 1</text>"), "the caption has the number");
    // 20 squares of 10 mm, and at each side a margin of a quarter of one.
    let tree = resvg::usvg::Tree::from_str(&text, &resvg::usvg::Options::default()).unwrap();
    assert!((tree.size().width() - 205.0 * 96.0 / 25.4).abs() < 0.01, "{}", tree.size().width());
    assert!(text.contains("width=\"205mm\""));
    // The next picture looks like this one.
    send(&mut window, Command::Export);
    window.run_steps(2);
    let path = folder.path().join("all.svg");
    match &mut window.state_mut().dialog {
        Some(crate::ui::dialogs::Dialog::Export(export)) => {
            assert!(export.style.caption);
            assert_eq!(export.style.size.unit, crate::puzzle::making::Length::mm(10));
            export.format = &crate::files::SVG;
            export.path = path.display().to_string();
            let crossroads = MeasureId::by_id("crossroads").unwrap();
            export.style.measures = ShownMeasures::new([crossroads]).unwrap();
        }
        _ => panic!("the export is up"),
    }
    // The card becomes wider, and the button moves.
    window.run_steps(4);
    window.get_by_role_and_label(Role::ComboBox, "Measure below each solution");
    window.get_by_role_and_label(Role::Button, "Export").click();
    window.run_steps(2);
    wait(&mut window, "the export", |w| !w.state().files.is_busy());
    let sheet = std::fs::read_to_string(&path).unwrap();
    let caption = ">Pentominoes 3×20. 2 distinct solutions</text>";
    assert!(sheet.contains(caption), "the caption of a sheet");
    assert_eq!(sheet.matches(" crossroads</text>").count(), 2);
}

#[test]
fn a_puzzle_keeps_the_look_of_its_pictures_where_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = svg_dialog();
    window.run_steps(2);
    let write = |window: &mut Window, name: &str| {
        let path = folder.path().join(name);
        match &mut window.state_mut().dialog {
            Some(crate::ui::dialogs::Dialog::Export(export)) => {
                export.path = path.display().to_string();
            }
            _ => panic!("the export is up"),
        }
        window.run_steps(2);
        window.get_by_role_and_label(Role::Button, "Export").click();
        window.run_steps(2);
        wait(window, "the export", |w| !w.state().files.is_busy());
    };
    let kept = |window: &Window| document(window).description().make.picture.clone();
    // The screen below has a box of that name too.
    window.query_all_by_label("Grid").last().expect("a box of the dialog").click();
    window.run_steps(2);
    write(&mut window, "a.svg");
    assert_eq!(kept(&window), PictureSettings::default(), "nothing is kept unasked");
    let again = |window: &mut Window| {
        window.run_steps(4);
        click(window, "SVG");
        window.run_steps(2);
    };
    again(&mut window);
    click(&mut window, "Remember for this puzzle");
    write(&mut window, "b.svg");
    assert_eq!(kept(&window), PictureSettings { grid: false, ..Default::default() });
    // A puzzle with a look of its own does not follow the last picture.
    window.state_mut().solutions.style.grid = true;
    again(&mut window);
    let keep = window.get_by_label("Remember for this puzzle").accesskit_node().toggled();
    assert_eq!(keep, Some(Toggled::True));
    click(&mut window, "Remember for this puzzle");
    write(&mut window, "c.svg");
    assert_eq!(kept(&window), PictureSettings::default());
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(text("b.svg"), text("c.svg"));
    send(&mut window, Command::Undo);
    assert!(!kept(&window).grid, "one step");
}

#[test]
fn solutions_are_shown_as_the_puzzle_says_of_its_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("plain.ron");
    let text = r#"(format: 1, title: "Plain", lattice: Square, pieces: [Family(free: 3)],
        board: Rectangle(3, 2), make: (picture: (names: false)))"#;
    std::fs::write(&path, text).unwrap();
    let mut window = window();
    assert!(window.state().solutions.style.names);
    open_file(&mut window, path, Screen::Design);
    assert!(!window.state().solutions.style.names);
}

#[test]
fn the_export_follows_what_is_chosen_and_escape_closes_it() {
    let mut window = window();
    open(&mut window, "l-trominoes-8x8.ron");
    send(&mut window, Command::Export);
    assert!(window.query_by_label("This solution").is_none(), "nothing is solved");
    let path = |window: &Window| match &window.state().dialog {
        Some(crate::ui::dialogs::Dialog::Export(export)) => export.path.clone(),
        _ => panic!("the export is up"),
    };
    assert!(path(&window).ends_with("l-trominoes-8x8.ron"));
    click(&mut window, ".dlx");
    assert!(path(&window).ends_with("l-trominoes-8x8.dlx"));
    window.key_press(Key::Escape);
    window.step();
    window.step();
    assert!(window.state().dialog.is_none());
}

#[test]
fn a_run_pauses_resumes_stops_and_starts_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open_file(&mut window, long_puzzle(&folder), Screen::Design);
    // By itself it would be swept for a while first, which has no nodes.
    let wake = Arc::clone(&window.state().wake);
    window.state_mut().bench.set_engine(Some(&bitset::ENGINE), &wake);
    send(&mut window, Command::Solve);
    wait(&mut window, "a node", |w| {
        document(w).run().is_some_and(|run| run.snapshot().effort.nodes > 0)
    });
    click(&mut window, "Follow");
    let follow = window.get_by_label("Follow").accesskit_node().toggled();
    assert_eq!(follow, Some(egui::accesskit::Toggled::False), "the picture is held");
    window.key_press(Key::Space);
    window.step();
    window.step();
    assert_eq!(phase(&window), Some(Phase::Paused));
    shows(&window, "Where the search is now");
    click(&mut window, "Resume");
    assert_eq!(phase(&window), Some(Phase::Running));
    send(&mut window, Command::Show(Screen::Solutions));
    assert!(window.get_by_label_contains("All ").accesskit_node().is_disabled());
    send(&mut window, Command::Show(Screen::Run));
    click(&mut window, "Stop");
    wait(&mut window, "the stop", |w| phase(w) == Some(Phase::Stopped));
    assert!(window.query_by_label_contains("there may be more.").is_some());

    window.state_mut().bench.set_engine(None, &wake);
    open(&mut window, "pentominoes-6x10.ron");
    send(&mut window, Command::Solve);
    send(&mut window, Command::Stop);
    wait(&mut window, "the end", |w| document(w).busy().is_none());
    solve(&mut window);
    shows(&window, "Distinct solutions: 2339");
}

#[test]
fn home_goes_to_the_first_solid_while_the_list_has_the_focus_and_fits_it_else() {
    let mut window = window();
    open(&mut window, "soma-cube.ron");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    click(&mut window, "Solution 3");
    let press = |window: &mut Window, key: Key| {
        window.key_press(key);
        window.run_steps(2);
        document(window).selected() + 1
    };
    assert!(window.get_by_label("List of solutions").accesskit_node().is_focused());
    assert_eq!(press(&mut window, Key::ArrowRight), 4);
    assert_eq!(press(&mut window, Key::ArrowLeft), 3);
    assert_eq!(press(&mut window, Key::End), 240);
    assert_eq!(press(&mut window, Key::Home), 1);
    assert_eq!(press(&mut window, Key::End), 240);
    // Escape leaves the list; then Home is for the solid.
    assert_eq!(press(&mut window, Key::Escape), 240);
    assert_eq!(press(&mut window, Key::Home), 240);
}

#[test]
fn the_last_of_many_solutions_can_be_reached() {
    let mut window = window();
    open(&mut window, "l-trominoes-8x8.ron");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    let nbsp = '\u{a0}';
    shows(&window, &format!("Distinct 15{nbsp}178"));
    click(&mut window, &format!("All 30{nbsp}355"));
    shows(&window, &format!("30{nbsp}355 solutions"));
    window.key_press(Key::End);
    window.step();
    window.step();
    shows(&window, &format!("Solution 30{nbsp}355"));
    shows(&window, &format!("Board of solution 30{nbsp}355"));
    let name = format!("Solution 30{nbsp}355");
    let last = window.get_by_role_and_label(Role::Button, &name);
    assert!(last.rect().bottom() <= 874.0, "whole above the status line: {:?}", last.rect());
}

#[test]
fn a_puzzle_without_solutions_says_so() {
    let mut window = window();
    open(&mut window, "dominoes-two-corners-cut.ron");
    send(&mut window, Command::Solve);
    wait(&mut window, "the end", |w| {
        document(w).run().is_some_and(|run| run.snapshot().phase == Phase::Complete)
    });
    assert!(window.query_by_label_contains("see the checks on the Design screen").is_some());
    send(&mut window, Command::Show(Screen::Solutions));
    shows(&window, "0 solutions");
    shows(&window, "No solution to show");
}

#[test]
fn a_search_without_result_says_how_much_was_searched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.ron");
    // No weights tell that these pieces cannot cover the rectangle.
    let text = r#"(format: 1, title: "Three pentominoes", lattice: Square,
        pieces: [Family(free: 5, only: ["L", "N", "P"])],
        board: Rectangle(5, 3), expect: (total: 0, distinct: 3))"#;
    std::fs::write(&path, text).unwrap();
    let mut window = window();
    open_file(&mut window, path, Screen::Design);
    solve(&mut window);
    let none = "No solution exists: all";
    assert!(window.query_by_label_contains(none).is_some(), "on the run screen");
    shows(&window, "Position in the tree: 100\u{a0}%");
    send(&mut window, Command::Show(Screen::Solutions));
    assert!(window.query_by_label_contains(none).is_some(), "on the solutions screen");
    shows(&window, "as expected");
    shows(&window, "expected: 3");
}

#[test]
fn a_recount_is_certified_beside_the_counts_and_still_is_when_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    window.state_mut().bench.results.keep_in(folder.path().join("results.sqlite"));
    open(&mut window, "scotts-board.ron");
    assert_eq!(
        Command::Recount.available(&window.state().bench),
        Err("No complete result is stored yet.")
    );
    solve(&mut window);
    wait(&mut window, "what is stored", |w| document(w).saver().is_none());
    send(&mut window, Command::Show(Screen::Solutions));
    let certified = "Certified: recounted by ";
    assert!(Command::ExportCertificate.available(&window.state().bench).is_err());
    assert!(window.query_by_label_contains(certified).is_none());
    send(&mut window, Command::Recount);
    wait(&mut window, "the certificate", |w| w.query_by_label_contains(certified).is_some());
    assert_eq!(window.state().bench.screen, Screen::Solutions);
    shows(&window, "Distinct: 65");
    let status = " nodes · orbits add up to the total · certified";
    assert!(window.query_by_label_contains(status).is_some(), "in the status line");
    let engine = document(&window).certificate().unwrap().engine.clone();
    assert_ne!(engine, document(&window).run().unwrap().engine_names());

    // Its file is written from the dialog for paths, and not twice under one name.
    send(&mut window, Command::ExportCertificate);
    wait(&mut window, "the dialog", |w| matches!(w.state().dialog, Some(Dialog::Path(..))));
    let Some(Dialog::Path(_, proposed)) = &window.state().dialog else { panic!("it is there") };
    let proposed = std::path::Path::new(proposed);
    assert!(proposed.is_absolute() && proposed.ends_with("scotts-board-certificate.ron"));
    let path = folder.path().join("certificate.ron");
    for said in ["Wrote the certificate to", "exists already"] {
        window.state_mut().dialog = Some(Dialog::path(Purpose::Certificate));
        window.run_steps(4);
        let field = "Path, such as ~/puzzles/own-certificate.ron";
        window.get_by_label(field).type_text(&path.display().to_string());
        window.run_steps(2);
        window.key_press(Key::Enter);
        wait(&mut window, said, |w| w.query_by_label_contains(said).is_some());
    }
    let written = crate::format::certified_counts::open(&path).unwrap().unwrap();
    assert_eq!((written.counts().distinct, &written.recounted.engine), (65.into(), &engine));
    window.state_mut().dialog = None;

    send(&mut window, Command::CloseDocument);
    open(&mut window, "scotts-board.ron");
    wait(&mut window, "the stored result", |w| document(w).solved.is_some());
    send(&mut window, Command::Show(Screen::Solutions));
    let words = format!("{certified}{engine}, ");
    assert!(window.query_by_label_contains(&words).is_some(), "{words}");
}

#[test]
fn the_wheel_moves_the_thumbnails_and_not_the_selection() {
    let mut window = window();
    open(&mut window, "pentominoes-6x10.ron");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    let at = window.get_by_label("Solution 8").rect().center();
    window.hover_at(at);
    window.step();
    window.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -2000.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    wait(&mut window, "the wheel", |w| w.query_by_label("Solution 8").is_none());
    assert!(window.query_by_label("Solution 2339").is_none(), "far from the end");
    assert_eq!(document(&window).selected(), 0);
}

#[test]
fn solutions_from_a_file_look_as_recorded() {
    let mut results = SnapshotResults::new();
    let folder = tempfile::tempdir().unwrap();
    // Read from a file they come without times.
    let path = folder.path().join("solutions.ron");
    let mut solver = window();
    open(&mut solver, "scotts-board.ron");
    solve(&mut solver);
    std::fs::write(&path, document(&solver).solutions_text().expect("solved")).unwrap();
    drop(solver);
    for (theme, name) in [(Theme::Light, "solutions-light"), (Theme::Dark, "solutions-dark")] {
        let mut window = crate::ui::testing::builder()
            .with_size([1100.0, 700.0])
            .with_max_steps(32)
            .build_eframe(|context| App::new(context, None));
        window.state_mut().open_file(path.clone());
        wait(&mut window, "the file", |w| w.state().bench.screen == Screen::Solutions);
        wait(&mut window, "the analysis", |w| document(w).encoding().is_some());
        send(&mut window, Command::Theme(theme));
        send(&mut window, Command::Next);
        window.run_steps(4);
        // No search is planned, so that none is said to be measured.
        assert_eq!(document(&window).search_size(), None);
        results.add(crate::ui::testing::pictured(&mut window, name));
    }
}

#[test]
fn the_form_of_an_export_follows_the_ending_that_is_typed() {
    let mut window = window();
    open(&mut window, "scotts-board.ron");
    send(&mut window, Command::Export);
    window.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.step();
    window.get_by_label("Path of the file").type_text("board.svg");
    window.step();
    window.step();
    shows(&window, "Outlines only, for cutting");
}

#[test]
fn colour_labels_are_told_and_marked_on_boards_pieces_and_solutions() {
    let mut results = SnapshotResults::new();
    let mut window = window();
    open(&mut window, "chessboard-tetrominoes-7x4.ron");
    shows(&window, "Colour labels: b 14, w 14");
    assert_eq!(window.query_all_by_label_contains(", label b").count(), 14);
    assert_eq!(window.query_all_by_label_contains(", label w").count(), 14);
    send(&mut window, Command::Theme(Theme::Light));
    window.run_steps(8);
    results.add(crate::ui::testing::pictured(&mut window, "labels-design-light"));
    // The orientations of a piece, and one of its placements.
    window.get_by_label_contains("Piece L,").click();
    send(&mut window, Command::Theme(Theme::Dark));
    window.run_steps(8);
    results.add(crate::ui::testing::pictured(&mut window, "labels-piece-dark"));
    solve(&mut window);
    assert_eq!(document(&window).counts().unwrap().0.distinct, 24);
    send(&mut window, Command::Show(Screen::Solutions));
    shows(&window, "Board of solution 1");
}
