//! The export dialog by its labels: what would be lost is listed, and numbers are those of the list.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::files;
use crate::format::Contents;
use crate::solution::measures::MeasureId;
use crate::ui::dialogs::Dialog;
use crate::ui::testing::{
    Window, click, document, knows_all_measures, open, send, shows, solve, type_into, wait, window,
};
use crate::workbench::solutions::grouping::Grouping;
use crate::workbench::solutions::listing::{ListSettings, Sort};
use crate::workbench::{Command, Screen};

/// Opens the export of a puzzle file with these contents.
fn exporting(folder: &std::path::Path, puzzle: &str) -> Window {
    let path = folder.join("own.ron");
    std::fs::write(&path, puzzle).unwrap();
    let mut window = window();
    window.state_mut().open_file(path);
    wait(&mut window, "the file", |w| {
        !w.state().files.is_busy() && w.state().bench.document.is_some()
    });
    window.run_steps(2);
    send(&mut window, Command::Export);
    window.run_steps(2);
    window
}

/// Chooses a format; a tool of the board is called "Text", too.
fn choose(window: &mut Window, name: &str) {
    match &mut window.state_mut().dialog {
        Some(Dialog::Export(export)) => {
            export.format = super::formats().find(|format| format.name == name).unwrap();
        }
        _ => panic!("the export is up"),
    }
    window.run_steps(2);
}

/// Says where to write to.
fn to(window: &mut Window, path: &std::path::Path) {
    match &mut window.state_mut().dialog {
        Some(Dialog::Export(export)) => export.path = path.display().to_string(),
        _ => panic!("the export is up"),
    }
    window.run_steps(2);
}

fn press(window: &mut Window, button: &str) {
    window.get_by_role_and_label(Role::Button, button).click();
    window.run_steps(2);
    wait(window, "the file", |window| !window.state().files.is_busy());
    window.run_steps(2);
}

fn is_disabled(window: &Window, button: &str) -> bool {
    window.get_by_role_and_label(Role::Button, button).accesskit_node().is_disabled()
}

#[test]
fn what_would_be_lost_is_listed_and_left_out_by_a_button_of_its_own_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = exporting(
        folder.path(),
        "(format: 1, title: \"Corner\", lattice: Square, board: Rectangle(4, 1),
          pieces: [Piece(name: \"A\", art: [\"X\"]), Piece(name: \"I\", art: [\"XXX\"])],
          site_rules: [Site(at: [1, 1], only: [\"A\"])], site_texts: [\"a b . .\"])",
    );
    assert!(!is_disabled(&window, "Export"), "RON holds all");
    assert!(window.query_by_label("Export without them").is_none());
    choose(&mut window, "Text");
    let path = folder.path().join("own.txt");
    to(&mut window, &path);
    shows(&window, "Text has no place for rules for sites and texts on sites.");
    assert!(is_disabled(&window, "Export"));
    // It is never the default.
    window.key_press(Key::Enter);
    window.run_steps(3);
    assert!(window.state().dialog.is_some() && !path.exists());
    press(&mut window, "Export without them");
    assert!(window.state().dialog.is_none());
    let without = "without rules for sites and texts on sites";
    shows(&window, &format!("Wrote the puzzle {without} to {}.", path.display()));
    let Contents::Puzzle(back) = files::open(&path).unwrap() else { panic!("a puzzle") };
    assert!(back.puzzle.barred.is_empty());
    assert!(document(&window).puzzle.barred.len() == 1, "the open puzzle is as it was");
}

#[test]
fn texts_alone_are_named_and_do_not_hinder() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = exporting(
        folder.path(),
        "(format: 1, title: \"Texts\", lattice: Square, board: Rectangle(3, 1),
          pieces: [Piece(name: \"I\", art: [\"XXX\"])], site_texts: [\"a b .\"])",
    );
    choose(&mut window, "Text");
    shows(&window, "Text has no place for texts on sites.");
    let path = folder.path().join("own.txt");
    to(&mut window, &path);
    press(&mut window, "Export");
    assert!(path.exists());
}

#[test]
fn a_variant_is_written_in_the_place_of_a_puzzle_with_variants() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = exporting(
        folder.path(),
        "(format: 1, title: \"Holes\", lattice: Square, board: Rectangle(3, 1),
          pieces: [Family(free: 2)], site_texts: [\"one . two\"],
          site_groups: {\"hole\": Texts([\"one\", \"two\"])}, variants: (of: [OpenOne(\"hole\")]))",
    );
    choose(&mut window, "Text");
    let lost = "variants, texts on sites and groups of sites";
    shows(&window, &format!("Text has no place for {lost}."));
    assert!(is_disabled(&window, "Export"));
    shows(&window, "Name one variant, to export it alone.");
    type_into(&mut window, "Name of the variant", "three");
    wait(&mut window, "the search", |window| {
        window.query_all_by_label_contains("no variant has this name").next().is_some()
    });
    type_into(&mut window, "Name of the variant", "one");
    wait(&mut window, "the variant", |window| {
        window.query_by_label("Holes, one will be written.").is_some()
    });
    let path = folder.path().join("one.txt");
    match &window.state().dialog {
        Some(Dialog::Export(export)) => {
            assert!(export.path.ends_with("holes-one.txt"), "{}", export.path);
        }
        _ => panic!("the export is up"),
    }
    to(&mut window, &path);
    press(&mut window, "Export");
    let Contents::Puzzle(back) = files::open(&path).unwrap() else { panic!("a puzzle") };
    assert_eq!(back.puzzle.board.sites().len(), 2);
}

#[test]
fn a_filtered_sorted_and_grouped_list_is_written_with_the_numbers_that_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window();
    open(&mut window, "pentominoes-6x10.ron");
    solve(&mut window);
    send(&mut window, Command::Show(Screen::Solutions));
    wait(&mut window, "the measures", |w| document(w).browser().is_some_and(knows_all_measures));
    let of = |id| MeasureId::by_id(id).unwrap();
    let is_x = |piece: &crate::puzzle::Piece| piece.name == "X";
    let x = document(&window).solved_puzzle().pieces().find(|(_, piece)| is_x(piece)).unwrap().0;
    let settings = ListSettings {
        properties: vec![of("no-crossroads"), of("strongly-three-colourable")],
        sort: Some(Sort { measure: of("border"), descending: true }),
        group: Some(Grouping::Position(x)),
        ..ListSettings::default()
    };
    window.state_mut().bench.document.as_mut().unwrap().set_list(settings);
    window.run_steps(2);
    wait(&mut window, "the list", |w| document(w).listing().is_some());
    window.run_steps(2);
    let shown: Vec<u64> = {
        let document = document(&window);
        (0..document.shown()).map(|n| document.number(n).unwrap()).collect()
    };
    assert!(shown.len() == 94 && !shown.is_sorted(), "{shown:?}");
    let groups = document(&window).listing().unwrap().groups().len();
    for (form, ending) in [("Text", "txt"), ("CSV", "csv"), ("SVG", "svg"), ("RON", "ron")] {
        send(&mut window, Command::Export);
        window.run_steps(2);
        choose(&mut window, form);
        let path = folder.path().join(format!("part.{ending}"));
        to(&mut window, &path);
        press(&mut window, "Export");
        let text = std::fs::read_to_string(&path).unwrap();
        let own = |line: &str| line.split(',').next().and_then(|word| word.parse().ok());
        let numbers: Vec<u64> = match ending {
            "svg" => {
                text.split("</text>").filter_map(|part| own(part.rsplit('>').next()?)).collect()
            }
            "ron" => {
                let back = crate::format::solutions_file::read(&text).unwrap().store;
                let numbers: Vec<u64> = (0..back.len()).map(|n| back.number(n)).collect();
                let is_same = |(n, number): (usize, &u64)| {
                    let whole = document(&window).with_store(|all| all.get(*number as usize - 1));
                    whole == Some(back.get(n))
                };
                assert!(numbers.iter().enumerate().all(is_same));
                numbers
            }
            _ => text.lines().filter_map(own).collect(),
        };
        let mut expected = shown.clone();
        if ending == "ron" {
            expected.sort_unstable();
        }
        assert_eq!(numbers, expected, "{form}");
        let filter = "no crossroads, three colours, corners too";
        assert_eq!(text.contains(filter), ending != "csv", "{form}");
        if matches!(ending, "svg" | "txt") {
            assert_eq!(text.matches("X at ").count(), groups, "{form}");
            assert!(text.contains(&format!("94 of 2339 solutions: {filter}")), "{form}");
        }
    }
    // The caption of a filtered list is not that of other pictures.
    assert!(!window.state().solutions.style.caption);
    // One that is looked at is written under its own name.
    send(&mut window, Command::Export);
    window.run_steps(2);
    click(&mut window, "This solution");
    window.key_press_modifiers(Modifiers::NONE, Key::Tab);
    match &window.state().dialog {
        Some(Dialog::Export(export)) => {
            let name = format!("solution-{}.{}", shown[0], export.format.id);
            assert!(export.path.ends_with(&name), "{}", export.path);
        }
        _ => panic!("the export is up"),
    }
}

#[test]
fn the_forms_stay_where_they_are_when_a_preview_comes_and_goes() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = exporting(folder.path(), BAR);
    let place =
        |window: &Window, form: &str| window.get_by_role_and_label(Role::Button, form).rect();
    let before = place(&window, "SVG");
    window.hover_at(before.center());
    window.run_steps(3);
    assert_eq!(place(&window, "SVG"), before);
    for form in ["SVG", "RON"] {
        window.get_by_role_and_label(Role::Button, form).click();
        window.run_steps(4);
        let preview = window.query_all_by_label_contains("Preview: ").next();
        assert_eq!(preview.is_some(), form == "SVG");
        assert_eq!(place(&window, "SVG"), before, "{form}");
    }
}

#[test]
fn the_last_form_is_proposed_again_unless_it_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = exporting(folder.path(), BAR);
    choose(&mut window, ".dlx");
    to(&mut window, &folder.path().join("own.dlx"));
    press(&mut window, "Export");
    let proposed = |window: &mut Window| {
        send(window, Command::Export);
        window.run_steps(2);
        match &window.state().dialog {
            Some(Dialog::Export(export)) => (export.format.name, export.path.clone()),
            _ => panic!("the export is up"),
        }
    };
    let (form, path) = proposed(&mut window);
    assert!(form == ".dlx" && path.ends_with("own.dlx"), "{form}: {path}");
    click(&mut window, "Cancel");
    // Solutions are not written as items and options.
    solve(&mut window);
    assert_eq!(proposed(&mut window).0, "RON");
}

const BAR: &str = "(format: 1, title: \"Bar\", lattice: Square, board: Rectangle(3, 2),
    pieces: [Piece(name: \"I\", art: [\"XXX\"], copies: 2)])";
