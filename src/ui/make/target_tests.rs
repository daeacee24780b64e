//! From an open puzzle to each target by the labels of the window; every file is read by another reader.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use egui_kittest::kittest::{NodeT, Queryable};

use super::tests::{MADE, enter, laid_out};
use crate::ui::testing::{self, Window, send, shows, wait};
use crate::workbench::Command;

/// A window at the Make screen.
fn making(puzzle: &str, is_solved: bool) -> Window {
    let mut window = testing::opened(puzzle);
    if is_solved {
        testing::solve(&mut window);
    }
    window.get_by_label("Make").click();
    window.run_steps(3);
    window
}

/// Clicks a button that writes, types where to, and waits until some file is there.
fn write(window: &mut Window, button: &str, path: &Path, expected: &Path) {
    window.get_by_label(button).click();
    window.run_steps(4);
    wait(window, "the field", |w| w.query_by_label(MADE).is_some());
    crate::ui::testing::type_into(window, MADE, &path.display().to_string());
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    window.run_steps(3);
    wait(window, "the file", |_| expected.exists());
    window.run_steps(3);
}

/// The paths of a picture, and its size in pixels of 96 to the inch.
fn svg(path: &Path) -> (usize, [f32; 2]) {
    fn paths(group: &resvg::usvg::Group) -> usize {
        let count = |node: &resvg::usvg::Node| match node {
            resvg::usvg::Node::Group(group) => paths(group),
            resvg::usvg::Node::Path(_) => 1,
            _ => 0,
        };
        group.children().iter().map(count).sum()
    }
    let text = std::fs::read_to_string(path).unwrap();
    let tree = resvg::usvg::Tree::from_str(&text, &resvg::usvg::Options::default()).unwrap();
    (paths(tree.root()), [tree.size().width(), tree.size().height()])
}

#[test]
fn pieces_are_cut_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = making("tetrakis/tangram-square.ron", false);
    enter(&mut window, "Width", "600");
    enter(&mut window, "Height", "400");
    laid_out(&mut window);
    shows(&window, "Sheets: 1");
    let path = folder.path().join("tangram.svg");
    write(&mut window, "Export SVG", &path, &path);
    let (paths, [width, height]) = svg(&path);
    assert!((width - 600.0 * 96.0 / 25.4).abs() < 0.01, "{width}");
    assert!((height - 400.0 * 96.0 / 25.4).abs() < 0.01, "{height}");
    // Seven pieces, a frame with its window, a base; and what is engraved.
    assert!(paths >= 10, "{paths}");
}

#[test]
fn a_solution_is_cut_from_one_sheet_with_each_side_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = making("square/pentominoes-3x20.ron", true);
    enter(&mut window, "Unit", "12");
    window.get_by_label("Solution on one sheet").click();
    window.run_steps(3);
    laid_out(&mut window);
    // What the cuts do not depend on is disabled, and a note says so.
    assert!(window.query_by_label_contains("Each side between two pieces is cut once").is_some());
    let is_disabled =
        |window: &Window, label: &str| window.get_by_label(label).accesskit_node().is_disabled();
    let labels = ["Kerf", "Clearance", "Relief in corners", "Holding tabs", "Gap between parts"];
    for label in labels.into_iter().chain(["Lid", "Grid on the base"]) {
        assert!(is_disabled(&window, label), "{label}");
    }
    assert!(!is_disabled(&window, "Unit") && !is_disabled(&window, "Tray frame"));
    assert!(window.query_by_label_contains("drag a part to move it").is_none());
    window.get_by_label("Cutting order").click();
    window.run_steps(3);
    let path = folder.path().join("one.dxf");
    write(&mut window, "DXF", &path, &path);
    let read = ::dxf::Drawing::load_file(&path).unwrap();
    assert_eq!(read.header.default_drawing_units, ::dxf::enums::Units::Millimeters);
    let length = |entity: &::dxf::entities::Entity| {
        let line = match &entity.specific {
            ::dxf::entities::EntityType::Polyline(line) => line,
            ::dxf::entities::EntityType::Line(line) => {
                return (line.p2.x - line.p1.x).hypot(line.p2.y - line.p1.y);
            }
            other => panic!("{other:?}"),
        };
        let at: Vec<_> = line.vertices().map(|v| [v.location.x, v.location.y]).collect();
        let ends = if line.is_closed() { at.len() } else { at.len() - 1 };
        let side = |i: usize| {
            let (a, b) = (at[i], at[(i + 1) % at.len()]);
            (b[0] - a[0]).hypot(b[1] - a[1])
        };
        (0..ends).map(side).sum::<f64>()
    };
    let inner = read.entities().filter(|entity| entity.common.layer == "CUT_INNER");
    let inner: f64 = inner.map(length).sum();
    // Eleven pieces have a border of 12 sides, P one of 10, and 46 of these lie at the board's border.
    let sides = f64::from((11 * 12 + 10 - 46) / 2);
    assert!((inner - sides * 12.0).abs() < 1e-6, "{inner}");
}

#[test]
fn strips_with_half_lap_joints_are_cut_of_the_pieces_and_of_a_solution() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = making("square-edges/tetrasticks-5x5-without-y.ron", false);
    laid_out(&mut window);
    window.get_by_label("Half-lap joints").click();
    window.run_steps(3);
    laid_out(&mut window);
    // No frame and no base, and 42 strips for 15 pieces.
    shows(&window, "Closed contours: 42");
    enter(&mut window, "Thickness of material", "4");
    laid_out(&mut window);
    let path = folder.path().join("strips.dxf");
    write(&mut window, "DXF", &path, &path);
    let read = ::dxf::Drawing::load_file(&path).unwrap();
    let closed = read.entities().filter(|entity| {
        let ::dxf::entities::EntityType::Polyline(line) = &entity.specific else { return false };
        line.is_closed() && entity.common.layer == "CUT_INNER"
    });
    assert_eq!(closed.count(), 42);
    window.get_by_label("Strips of a solution").click();
    window.run_steps(3);
    assert_eq!(
        window.state().make.can_export(),
        Err("There is no solution yet: solve the puzzle first.".to_owned())
    );
    testing::solve(&mut window);
    window.get_by_label("Make").click();
    window.run_steps(3);
    // Shares of the height are as thin as a vertex of two bends makes them.
    enter(&mut window, "Width of strips", "16");
    laid_out(&mut window);
    shows(&window, "Closed contours: 42");
    let path = folder.path().join("solution.dxf");
    write(&mut window, "DXF", &path, &path);
    assert!(::dxf::Drawing::load_file(&path).unwrap().entities().count() >= 42);
}

#[test]
fn solids_are_printed_as_named_objects_and_as_closed_surfaces() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = making("cube/soma-cube.ron", false);
    laid_out(&mut window);
    let path = folder.path().join("soma.3mf");
    write(&mut window, "Export 3MF", &path, &path);
    let models = threemf::read(Cursor::new(std::fs::read(&path).unwrap())).unwrap();
    let objects = &models[0].resources.object;
    let names: Vec<&str> = objects.iter().filter_map(|object| object.name.as_deref()).collect();
    assert_eq!(names.len(), 9);
    assert!(
        ["A", "B", "L", "P", "T", "V", "Z"].iter().all(|name| names.contains(name)),
        "{names:?}"
    );

    window.get_by_label("STL").click();
    window.run_steps(4);
    wait(&mut window, "the field", |w| w.query_by_label(MADE).is_some());
    let path = folder.path().join("soma.stl");
    crate::ui::testing::type_into(&mut window, MADE, &path.display().to_string());
    window.run_steps(2);
    window.key_press(egui::Key::Enter);
    let parts = || -> Vec<PathBuf> {
        let files = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|ending| ending == "stl")).collect()
    };
    wait(&mut window, "a file for each part", |_| parts().len() == 9);
    for part in parts() {
        let read = stl_io::read_stl(&mut Cursor::new(std::fs::read(&part).unwrap())).unwrap();
        assert!(read.validate().is_ok(), "{}", part.display());
    }
}

/// The words of all pages of a file, and the number of pages.
fn pdf(path: &Path) -> (String, usize) {
    let read = lopdf::Document::load(path).unwrap();
    let pages: Vec<u32> = read.get_pages().keys().copied().collect();
    let words = read.extract_text(&pages).unwrap();
    (words.split_whitespace().collect::<Vec<_>>().join(" "), pages.len())
}

#[test]
fn poster_booklet_and_pieces_are_printed_on_paper() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = making("square/pentominoes-3x20.ron", true);
    window.get_by_label("Paper").click();
    window.run_steps(3);
    laid_out(&mut window);
    let path = folder.path().join("poster.pdf");
    write(&mut window, "Export PDF", &path, &path);
    let (words, pages) = pdf(&path);
    assert_eq!(pages, 1);
    assert!(words.contains("3×20") && words.contains("Golomb 1965"), "{words}");

    window.get_by_label("Pieces to cut out").click();
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Site on paper: 20.0 mm");
    let path = folder.path().join("pieces.pdf");
    write(&mut window, "Export PDF", &path, &path);
    let (words, _) = pdf(&path);
    for name in ["F", "I", "L", "N", "P", "T", "U", "V", "W", "X", "Y", "Z"] {
        assert!(words.split(' ').any(|word| word == name), "{name} in {words}");
    }

    window.get_by_label("Booklet").click();
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Challenges: 2");
    let path = folder.path().join("booklet.pdf");
    write(&mut window, "Export PDF", &path, &path);
    let (words, pages) = pdf(&path);
    shows(&window, &format!("Pages: {pages}"));
    assert!(words.contains("Solutions") && pages >= 3, "{pages}: {words}");
}

#[test]
fn a_page_and_pictures_are_exported() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = testing::opened("triangle/hexiamonds-6x6.ron");
    for (form, name) in [("HTML", "page.html"), ("SVG", "board.svg"), ("PNG", "board.png")] {
        send(&mut window, Command::Export);
        window.run_steps(3);
        window.get_by_label(form).click();
        window.run_steps(3);
        let path = folder.path().join(name);
        window.get_by_label("Path of the file").focus();
        window.run_steps(2);
        window.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        window.run_steps(1);
        window.get_by_label("Path of the file").type_text(&path.display().to_string());
        window.run_steps(2);
        window.get_by_role_and_label(egui::Role::Button, "Export").click();
        window.run_steps(3);
        wait(&mut window, "the file", |_| path.exists());
        wait(&mut window, "the end of writing", |w| w.query_by_label("Path of the file").is_none());
        window.run_steps(3);
    }
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.contains("<title>") && !page.contains("src=\"http"));
    let (paths, [width, height]) = svg(&folder.path().join("board.svg"));
    assert!(paths > 0 && width > 0.0 && height > 0.0);
    let picture = resvg::tiny_skia::Pixmap::load_png(folder.path().join("board.png")).unwrap();
    assert!(picture.width() > 100 && picture.height() > 100);
}

#[test]
fn names_are_put_on_solids_and_what_has_no_room_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = making("cube/soma-cube.ron", false);
    laid_out(&mut window);
    assert!(window.query_by_label("Height of letters").is_none());
    window.get_by_label("Raised").click();
    window.run_steps(3);
    laid_out(&mut window);
    shows(&window, "Pieces with raised names do not fit together where a name is inside.");
    let path = folder.path().join("soma.3mf");
    write(&mut window, "Export 3MF", &path, &path);
    let model = &threemf::read(Cursor::new(std::fs::read(&path).unwrap())).unwrap()[0];
    let corners = |name: &str| {
        let object = model.resources.object.iter().find(|o| o.name.as_deref() == Some(name));
        object.unwrap().mesh.as_ref().unwrap().vertices.vertex.len()
    };
    assert!(corners("B") > 150 && corners("lid") < 30, "{} {}", corners("B"), corners("lid"));
    enter(&mut window, "Height of letters", "15");
    laid_out(&mut window);
    let told = window.query_all_by_label_contains("has room for its name in letters 15 mm high");
    assert!(told.count() > 0);
}
