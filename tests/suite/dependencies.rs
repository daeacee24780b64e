//! The crates that the program and its tests are made of: their licences, where they come from,
//! and which must not be among them.
//!
//! `cargo tree` is asked, without the network; what it lists is what is built on this machine.
//! Known vulnerabilities are not looked up here, since that list is kept in a git repository of
//! its own: `cargo audit` or `cargo deny check advisories` read it.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Licences that a dependency may be used under without more than a notice.
const FREE: [&str; 12] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "Unicode-3.0",
    "Unlicense",
    // Of the fonts that egui brings.
    "OFL-1.1",
    "Ubuntu-font-1.0",
];

/// Under the Mozilla licence files that are changed must be published; these are used unchanged.
const UNCHANGED: [&str; 2] = ["option-ext", "colored"];

/// Each crate as `cargo tree` writes it, with its licence.
fn crates(more: &[&str]) -> BTreeMap<String, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["tree", "--locked", "--offline", "--prefix", "none", "--format", "{p}\t{l}"])
        .args(more)
        .output()
        .expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once('\t'));
    lines.map(|(name, licence)| (name.to_owned(), licence.to_owned())).collect()
}

/// Whether a licence expression can be met with the free ones: any of those that `OR` joins, all
/// of those that `AND` joins.
fn is_free(expression: &str) -> bool {
    let expression = expression.trim();
    // At the outermost depth of brackets.
    let split = |word: &str| -> Option<(String, String)> {
        let mut depth = 0;
        for (at, c) in expression.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ if depth == 0 && expression[at..].starts_with(word) => {
                    let rest = &expression[at + word.len()..];
                    return Some((expression[..at].to_owned(), rest.to_owned()));
                }
                _ => {}
            }
        }
        None
    };
    if let Some((first, rest)) = split(" OR ").or_else(|| split("/")) {
        return is_free(&first) || is_free(&rest);
    }
    if let Some((first, rest)) = split(" AND ") {
        return is_free(&first) && is_free(&rest);
    }
    match expression.strip_prefix('(').and_then(|e| e.strip_suffix(')')) {
        Some(inner) => is_free(inner),
        None => FREE.contains(&expression),
    }
}

#[test]
fn licence_expressions_are_read_as_they_are_meant() {
    assert!(is_free("MIT"));
    assert!(is_free("GPL-2.0-only OR MIT"));
    assert!(is_free("(MIT OR GPL-3.0) AND Unicode-3.0"));
    assert!(!is_free("MIT AND GPL-3.0"));
    assert!(!is_free("(GPL-2.0 OR GPL-3.0) AND MIT"));
    assert!(!is_free(""));
}

#[test]
fn every_crate_has_a_licence_that_asks_for_no_more_than_a_notice() {
    let crates = crates(&[]);
    assert!(crates.len() > 100, "{crates:?}");
    for (name, licence) in &crates {
        let short = name.split(' ').next().unwrap();
        let is_unchanged = licence == "MPL-2.0" && UNCHANGED.contains(&short);
        assert!(is_free(licence) || is_unchanged, "{name}: {licence}");
    }
}

#[test]
fn every_crate_comes_from_the_registry() {
    // A crate from elsewhere has its address or folder in brackets; procedural macros say so there.
    for name in crates(&[]).keys().filter(|name| !name.starts_with("polywright ")) {
        let place = name.split_once(" (").map(|(_, place)| place.trim_end_matches(')'));
        assert!(place.is_none_or(|place| place == "proc-macro"), "{name}");
    }
}

#[test]
fn the_window_lists_the_crates_that_it_is_built_of() {
    let list = include_str!("../../assets/licences/crates.txt");
    let named = list.lines().skip(2).map(|line| line.split_once(", http").expect(line).0);
    let edges = ["--edges", "normal,no-proc-macro"];
    let built = crates(&[&["--target", "x86_64-unknown-linux-gnu"], &edges[..]].concat());
    let built = built.iter().filter(|(name, _)| !name.starts_with("polywright "));
    let wanted = built.map(|(name, licence)| format!("{}: {licence}", name.replacen(" v", " ", 1)));
    let named: BTreeSet<String> = named.map(str::to_owned).collect();
    let wanted: BTreeSet<String> = wanted.collect();
    let different: Vec<&String> = named.symmetric_difference(&wanted).collect();
    let remedy = "run .ci/licences --list >assets/licences/crates.txt";
    assert!(different.is_empty() && !named.is_empty(), "{remedy}: {different:?}");
}

#[test]
fn no_test_needs_a_graphics_driver() {
    let crates = crates(&["--edges", "normal,build,dev"]);
    let graphics = ["wgpu", "wgpu-core", "wgpu-hal", "ash", "vulkano"];
    let found: Vec<&String> =
        crates.keys().filter(|name| graphics.contains(&name.split(' ').next().unwrap())).collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn the_command_line_alone_has_no_graphics_stack() {
    let crates = crates(&["--edges", "normal", "--no-default-features"]);
    let graphics = ["egui", "eframe", "winit", "glow", "glutin", "rfd", "x11rb"];
    let found: Vec<&String> =
        crates.keys().filter(|name| graphics.contains(&name.split(' ').next().unwrap())).collect();
    assert!(found.is_empty(), "{found:?}");
}
