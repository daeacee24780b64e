//! The order of the rooms, held by reading the sources as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Every source file under `src/`, by its path there, with its text.
static SOURCES: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
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
});

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

/// The paths that a text begins with, as lists of names: several where it opens a brace.
fn paths(text: &str) -> Vec<Vec<&str>> {
    let text = text.trim_start();
    if let Some(list) = text.strip_prefix('{') {
        return items(list).into_iter().flat_map(paths).collect();
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    if name.is_empty() {
        return Vec::new();
    }
    let mut all = rest.strip_prefix("::").map(paths).unwrap_or_default();
    all.iter_mut().for_each(|path| path.insert(0, name));
    if all.is_empty() { vec![vec![name]] } else { all }
}

/// The items of a list up to the brace that closes it.
fn items(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            '}' | ',' if depth == 0 => {
                items.push(&list[start..at]);
                start = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    items
}

/// The paths in a piece of code that begin with one of some words.
fn paths_from<'a>(code: &'a str, words: &[&str]) -> Vec<Vec<&'a str>> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices("::") {
        let before = &code[..at];
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
        let start = at - word.len();
        if words.contains(&word) && !code[..start].ends_with("::") {
            found.extend(paths(&code[start..]));
        }
    }
    found
}

/// The rooms that a file leans on: what follows `crate::`, also in braces.
fn leans_on(text: &str) -> Vec<String> {
    let code = code(text);
    let paths = paths_from(&code, &["crate"]);
    let mut rooms: Vec<String> =
        paths.iter().filter_map(|path| path.get(1)).map(|&name| name.to_owned()).collect();
    rooms.sort_unstable();
    rooms.dedup();
    rooms
}

/// The rooms in the order of the table in `lib.rs`.
fn table() -> Vec<String> {
    let map = &SOURCES["lib.rs"];
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
const COMMON: &[&str] = &["natural", "random", "text", "threads"];

#[test]
fn the_table_names_every_room_and_no_other() {
    let mut listed = table();
    let mut rooms: Vec<String> = SOURCES.keys().map(|path| room(path).to_owned()).collect();
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
    for (path, text) in &*SOURCES {
        let own = room(path).to_owned();
        if ["lib", "main"].contains(&own.as_str()) {
            continue;
        }
        for other in leans_on(text) {
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
    for (path, text) in &*SOURCES {
        if room(path) == "exact_cover" {
            let others = leans_on(text);
            assert!(
                others.iter().all(|o| o == "exact_cover" || COMMON.contains(&o.as_str())),
                "{path}: {others:?}"
            );
        }
    }
}

#[test]
fn only_the_window_names_what_draws_it() {
    for (path, text) in &*SOURCES {
        if room(path) == "ui" || path == "main.rs" {
            continue;
        }
        for name in names(&code(text)) {
            let drawing = ["egui", "eframe", "rfd", "winit"].contains(&name);
            assert!(!drawing && !name.starts_with("egui_"), "{path} names {name}");
        }
    }
}

#[test]
fn nothing_else_names_the_window() {
    for (path, text) in &*SOURCES {
        if !["ui", "lib", "main"].contains(&room(path)) {
            assert!(!leans_on(text).contains(&"ui".to_owned()), "{path} leans on ui");
        }
    }
}

/// The folders of the window, from the ground up: each leans on those of the rows below it. Those of
/// one row lean on each other as well, but for the screens, which stand apart.
const WINDOW: &[&[&str]] = &[
    &["widgets"],
    &["platform"],
    &["drawing", "canvas", "space"],
    &[
        "action",
        "replacement",
        "menus",
        "suggestions",
        "outcome",
        "batch_strip",
        "by_hand",
        "variant_panels",
        "dialogs",
    ],
    SCREENS,
    &["app"],
];
const SCREENS: &[&str] =
    &["design", "gallery", "make", "play", "run", "sets", "solutions", "steps", "variants"];

/// The folders of the window that a file there leans on: what follows `crate::ui::`, and as many
/// `super::` as lead to the window.
fn leans_on_in_window(path: &str, text: &str) -> Vec<String> {
    let code = code(text);
    let depth = path.matches('/').count() - usize::from(path.ends_with("/mod.rs"));
    let up = "super::".repeat(depth);
    let mut folders = Vec::new();
    for start in ["crate::ui::", &up] {
        for (at, _) in code.match_indices(start) {
            let is_whole = !code[..at].ends_with("super::") && !code[..at].ends_with("crate::");
            let rest = code[at + start.len()..].trim_start_matches('{');
            if is_whole && !rest.starts_with("super::") {
                folders.extend(names(rest).next().map(str::to_owned));
            }
        }
    }
    folders
}

#[test]
fn each_folder_of_the_window_leans_only_on_those_below_it() {
    let row = |name: &str| WINDOW.iter().position(|row| row.contains(&name));
    for (path, text) in &*SOURCES {
        let Some(inside) = path.strip_prefix("ui/").filter(|name| !name.contains("test")) else {
            continue;
        };
        let own = room(inside);
        if own == "mod" {
            continue;
        }
        let here = row(own).unwrap_or_else(|| panic!("{path} has no row"));
        for other in leans_on_in_window(path, text) {
            let Some(there) = row(&other).filter(|_| other != own) else { continue };
            let is_below = there < here || there == here && !SCREENS.contains(&own);
            assert!(is_below, "{path} leans on {other}");
        }
    }
    let text = "use super::super::app::App;\nuse crate::ui::widgets;\nuse super::run;";
    assert_eq!(leans_on_in_window("ui/make/laser/mod.rs", text), ["widgets", "app"]);
}

#[test]
fn above_the_lattices_nobody_asks_which_lattice_it_has() {
    for (path, text) in &*SOURCES {
        // Tests may name a lattice to try things on.
        if room(path) == "lattice" || room(path) == "ui" || path.ends_with("tests.rs") {
            continue;
        }
        let before_tests = code(text.split("#[cfg(test)]").next().unwrap());
        for lattice in SOURCES.keys().filter_map(|path| path.strip_prefix("lattice/")) {
            let module = format!("{}::", lattice.trim_end_matches(".rs"));
            let named = before_tests.match_indices(&module).any(|(at, _)| {
                !before_tests[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
            });
            assert!(!named, "{path} names {module}");
        }
    }
}

#[test]
fn modules_that_the_head_of_a_file_names_are_there() {
    let mut wrong = Vec::new();
    for (path, text) in &*SOURCES {
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        let code = code(text);
        for name in head.split("[`").skip(1).filter_map(|rest| rest.split_once("`]")) {
            let (name, target) = (name.0, name.1.strip_prefix('('));
            let is_module = name.chars().all(|c| c.is_lowercase() || c == '_');
            let folder = module(path);
            let child = |end: &str| SOURCES.contains_key(&format!("{folder}/{name}{end}"));
            let is_there = child(".rs") || child("/mod.rs") || names(&code).any(|own| own == name);
            if is_module && target.is_none() && !is_there {
                wrong.push(format!("{path} names {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn documentation_begins_with_its_noun_and_limits_are_min_and_max() {
    let mut wrong = Vec::new();
    for (path, text) in &*SOURCES {
        let mut before = "";
        for (n, line) in text.lines().map(str::trim_start).enumerate() {
            let doc = line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! "));
            let opens = doc.filter(|_| !before.starts_with("//"));
            let limit = line.split_once("const ").map_or("", |(_, name)| name);
            let superlatives = ["MOST_", "LEAST_", "LARGEST_", "SMALLEST_", "FEWEST_", "LONGEST_"];
            let first = opens.and_then(|doc| doc.split(' ').next());
            if first.is_some_and(|word| ["What", "Whether", "How", "Which"].contains(&word))
                || superlatives.iter().any(|word| limit.starts_with(word))
            {
                wrong.push(format!("{path}:{}: {line}", n + 1));
            }
            before = line;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The rooms inside which no modules lean on each other in a circle.
const WITHOUT_CIRCLES: &[&str] = &[
    "cli",
    "disassembly",
    "encode",
    "exact_cover",
    "format",
    "job",
    "lattice",
    "make",
    "polyform",
    "puzzle",
    "solution",
    "symmetry",
    "workbench",
];

/// The module that a file is: `job/run` for `job/run/mod.rs`, and nothing for `lib.rs`.
fn module(path: &str) -> &str {
    let path = path.strip_suffix(".rs").unwrap();
    path.strip_suffix("/mod").unwrap_or(if path == "lib" { "" } else { path })
}

/// The module above another.
fn parent(module: &str) -> &str {
    module.rsplit_once('/').map_or("", |(parent, _)| parent)
}

/// What is below a module, as a path from there.
fn below<'a>(module: &str, other: &'a str) -> Option<&'a str> {
    if module.is_empty() {
        return Some(other);
    }
    other.strip_prefix(module)?.strip_prefix('/')
}

/// The modules and what is named in them.
#[derive(Default)]
struct Modules {
    /// The paths that begin in this crate, by module; test modules are left out.
    named: BTreeMap<String, Vec<Vec<String>>>,
    /// By module, the paths of what it exports from elsewhere, by name.
    exported: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

impl Modules {
    fn read(sources: &BTreeMap<String, String>) -> Modules {
        let mut modules = Modules::default();
        let owned = |path: &Vec<&str>| path.iter().map(|&name| name.to_owned()).collect();
        for (path, text) in sources {
            if path == "main.rs" || path.ends_with("tests.rs") {
                continue;
            }
            let code = code(text);
            let named = paths_from(&code, &["crate", "self", "super"]);
            let named: Vec<Vec<String>> = named.iter().map(owned).collect();
            modules.named.insert(module(path).to_owned(), named);
            let exported = modules.exported.entry(module(path).to_owned()).or_default();
            for (at, _) in code.match_indices("use ") {
                let line = &code[code[..at].rfind('\n').map_or(0, |line| line + 1)..at];
                if line.trim_start().starts_with("pub") {
                    for path in paths(&code[at + "use ".len()..]) {
                        let name = path.iter().rev().find(|name| **name != "self").unwrap();
                        exported.insert((*name).to_owned(), owned(&path));
                    }
                }
            }
        }
        modules
    }

    /// The module where what a path names is defined, seen from a module.
    fn home(&self, from: &str, path: &[String]) -> String {
        let mut at = from.to_owned();
        for (n, name) in path.iter().enumerate() {
            let inner = if at.is_empty() { name.clone() } else { format!("{at}/{name}") };
            match name.as_str() {
                "crate" => at.clear(),
                "self" => {}
                "super" => at = parent(&at).to_owned(),
                _ if self.named.contains_key(&inner) => at = inner,
                _ => match self.exported.get(&at).and_then(|exported| exported.get(name)) {
                    Some(further) if n > 0 => return self.home(&at, further),
                    _ => return at,
                },
            }
        }
        at
    }

    /// The circles among the direct parts of each module of a room: for each circle the arrows in it
    /// from module to module. A module and its own parts may lean on each other.
    fn circles(&self, room: &str) -> Vec<BTreeSet<(&str, String)>> {
        let within = |other: &str| other == room || below(room, other).is_some();
        let mut arrows = Vec::new();
        for (from, named) in self.named.iter().filter(|(from, _)| within(from)) {
            for to in named.iter().map(|path| self.home(from, path)).filter(|to| within(to)) {
                arrows.push((from.as_str(), to));
            }
        }
        let mut circles = Vec::new();
        for whole in self.named.keys().filter(|whole| within(whole)) {
            let part = |inner: &str| {
                below(whole, inner).map(|rest| rest.split('/').next().unwrap().to_owned())
            };
            let ends = |(from, to): &(&str, String)| Some((part(from)?, part(to)?));
            let between: BTreeSet<_> = arrows.iter().filter_map(ends).collect();
            let reached = |start: &String| {
                let mut reached = BTreeSet::from([start.clone()]);
                let mut open = vec![start.clone()];
                while let Some(at) = open.pop() {
                    for (_, to) in between.iter().filter(|(from, _)| *from == at) {
                        if reached.insert(to.clone()) {
                            open.push(to.clone());
                        }
                    }
                }
                reached
            };
            let parts: BTreeSet<&String> = between.iter().map(|(from, _)| from).collect();
            let reach: BTreeMap<_, _> =
                parts.into_iter().map(|part| (part, reached(part))).collect();
            let mut seen = BTreeSet::new();
            for (start, there) in &reach {
                let back = |to: &&String| reach.get(to).is_some_and(|back| back.contains(*start));
                let circle: BTreeSet<&String> = there.iter().filter(back).collect();
                if circle.len() > 1 && seen.insert(circle.clone()) {
                    let is_in = |arrow: &&(&str, String)| {
                        ends(arrow).is_some_and(|(from, to)| {
                            from != to && circle.contains(&from) && circle.contains(&to)
                        })
                    };
                    circles.push(arrows.iter().filter(is_in).cloned().collect());
                }
            }
        }
        circles
    }
}

#[test]
fn the_parts_of_a_module_lean_on_each_other_in_one_direction() {
    let modules = Modules::read(&SOURCES);
    let mut found = String::new();
    for room in table() {
        let circles = modules.circles(&room);
        let ends = |(from, to): &(&str, String)| [(*from).to_owned(), to.clone()];
        let files: BTreeSet<String> = circles.iter().flatten().flat_map(ends).collect();
        println!("{room}: {} files in circles", files.len());
        let is_held = WITHOUT_CIRCLES.contains(&room.as_str());
        for circle in circles {
            let arrows: Vec<String> =
                circle.iter().map(|(from, to)| format!("    {from} -> {to}")).collect();
            let text = format!("a circle in {room}:\n{}\n", arrows.join("\n"));
            if is_held { found += &text } else { println!("{text}") }
        }
    }
    assert!(found.is_empty(), "{found}");
}

#[test]
fn circles_are_found_also_through_what_a_module_exports() {
    let sources = [
        ("a/mod.rs", "pub mod b;\npub mod c;\npub use c::{Leaf, Other};\nuse self::b::B;"),
        ("a/b.rs", "use super::Leaf;\nuse crate::d::{self, D};"),
        ("a/c/mod.rs", "mod inner;\npub struct Leaf;"),
        ("a/c/inner.rs", "fn f() { crate::a::b::B::new(); }\n// super::super::c::x::y"),
        ("d.rs", "use crate::a::b::B;"),
    ];
    let sources = sources.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    let modules = Modules::read(&sources);
    let circles = modules.circles("a");
    let arrows: Vec<_> = circles.iter().flatten().map(|(from, to)| (*from, to.as_str())).collect();
    assert_eq!(arrows, [("a/b", "a/c"), ("a/c/inner", "a/b")]);
    assert_eq!(circles.len(), 1);
    assert!(modules.circles("d").is_empty());
}

#[test]
fn names_are_found_where_they_stand() {
    let text = "use crate::lattice::{Lattice, Point};\n// crate::ui\n    crate::text::count(1);\n\
                use crate::{format::{self, dlx}, job::Run,\n puzzle};";
    assert_eq!(leans_on(text), ["format", "job", "lattice", "puzzle", "text"]);
    assert_eq!(room("ui/widgets/mod.rs"), "ui");
    assert_eq!(room("text.rs"), "text");
}
