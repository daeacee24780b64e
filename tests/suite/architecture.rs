//! The order of the rooms, held by reading the sources as text.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Every source file under `src/`, by its path there, with its text.
fn sources() -> BTreeMap<String, String> {
    fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                gather(&path, files);
            } else if path.extension().is_some_and(|e| e == "rs") {
                files.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    gather(&root, &mut files);
    let name = |path: &Path| path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
    files.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
}

/// The room that a file belongs to: its folder, or itself.
fn room(path: &str) -> &str {
    path.split('/').next().unwrap().trim_end_matches(".rs")
}

/// The code of a file: without comments, in which other rooms may be named, and without its tests,
/// which may read puzzles from texts.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or(text);
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The words of a text that look like names.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The rooms that a file leans on: what follows `crate::`, also in braces.
fn leans_on(text: &str) -> Vec<String> {
    let code = code(text);
    let mut rooms = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            None => rooms.extend(names(rest).next().map(str::to_owned)),
            Some(list) => {
                // The names at the first depth of the braces, one after each comma.
                let (mut depth, mut item) = (0, String::new());
                for c in list.chars() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => {
                            rooms.extend(names(&item).next().map(str::to_owned));
                            item.clear();
                        }
                        _ if depth == 0 => item.push(c),
                        _ => {}
                    }
                }
                rooms.extend(names(&item).next().map(str::to_owned));
            }
        }
    }
    rooms.sort_unstable();
    rooms.dedup();
    rooms
}

/// The rooms in the order of the table in `lib.rs`.
fn table() -> Vec<String> {
    let map = &sources()["lib.rs"];
    let rows = map.lines().filter_map(|line| line.strip_prefix("//! | "));
    let first = rows.filter_map(|row| row.split('|').next());
    let rooms = first.filter(|cell| cell.contains('`'));
    let name = |cell: &str| {
        let name = cell.trim_matches(|c: char| !c.is_alphanumeric());
        // `format` is a macro too, so its link says which is meant.
        name.trim_start_matches("mod@").to_owned()
    };
    rooms.map(name).collect()
}

/// Rooms outside the order: they lean on no other room, and any other may lean on them.
const COMMON: &[&str] = &["text"];

#[test]
fn the_table_names_every_room_and_no_other() {
    let mut listed = table();
    let mut rooms: Vec<String> = sources().keys().map(|path| room(path).to_owned()).collect();
    rooms.retain(|room| !["lib", "main"].contains(&room.as_str()) && !COMMON.contains(&&**room));
    rooms.sort_unstable();
    rooms.dedup();
    listed.sort_unstable();
    assert_eq!(listed, rooms);
}

#[test]
fn each_room_leans_only_on_those_before_it() {
    let table = table();
    let rank = |room: &str| table.iter().position(|listed| listed == room);
    for (path, text) in sources() {
        let own = room(&path).to_owned();
        if ["lib", "main"].contains(&own.as_str()) {
            continue;
        }
        for other in leans_on(&text) {
            if other == own || COMMON.contains(&other.as_str()) {
                continue;
            }
            assert!(!COMMON.contains(&own.as_str()), "{path} leans on {other}");
            let there = rank(&other).unwrap_or_else(|| panic!("{path} leans on {other}, no room"));
            let here = rank(&own).expect("the table names every room");
            assert!(there < here, "{path} leans on {other}, which comes after {own}");
        }
    }
}

#[test]
fn the_engines_know_nothing_of_geometry() {
    for (path, text) in sources() {
        if room(&path) == "exact_cover" {
            let others = leans_on(&text);
            assert!(others.iter().all(|o| o == "exact_cover" || o == "text"), "{path}: {others:?}");
        }
    }
}

#[test]
fn only_the_window_names_what_draws_it() {
    for (path, text) in sources() {
        if room(&path) == "ui" || path == "main.rs" {
            continue;
        }
        for name in names(&code(&text)) {
            let drawing = ["egui", "eframe", "rfd", "winit"].contains(&name);
            assert!(!drawing && !name.starts_with("egui_"), "{path} names {name}");
        }
    }
}

#[test]
fn nothing_else_names_the_window() {
    for (path, text) in sources() {
        if !["ui", "lib", "main"].contains(&room(&path)) {
            assert!(!leans_on(&text).contains(&"ui".to_owned()), "{path} leans on ui");
        }
    }
}

#[test]
fn above_the_lattices_nobody_asks_which_lattice_it_has() {
    for (path, text) in sources() {
        // Tests may name a lattice to try things on.
        if room(&path) == "lattice" || room(&path) == "ui" || path.ends_with("/tests.rs") {
            continue;
        }
        let before_tests = code(text.split("#[cfg(test)]").next().unwrap());
        for lattice in sources().keys().filter_map(|path| path.strip_prefix("lattice/")) {
            let module = format!("{}::", lattice.trim_end_matches(".rs"));
            let named = before_tests.match_indices(&module).any(|(at, _)| {
                !before_tests[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
            });
            assert!(!named, "{path} names {module}");
        }
    }
}

#[test]
fn names_are_found_where_they_stand() {
    let text = "use crate::lattice::{Lattice, Point};\n// crate::ui\n    crate::text::count(1);\n\
                use crate::{format::{self, dlx}, job::Run,\n puzzle};";
    assert_eq!(leans_on(text), ["format", "job", "lattice", "puzzle", "text"]);
    assert_eq!(room("ui/widgets/mod.rs"), "ui");
    assert_eq!(room("text.rs"), "text");
}
