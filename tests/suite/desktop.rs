//! What a desktop is told of the program: `assets/desktop`, the man pages and the completions.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use polywright::format::bundled;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::program::{fast_folder, polywright, stdout};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/desktop")
}

fn read(name: &str) -> String {
    fs::read_to_string(folder().join(name)).unwrap()
}

/// Bytes at a place, or at any of some places, and what else must be found then.
#[derive(Debug)]
struct Match {
    first: usize,
    last: usize,
    value: Vec<u8>,
    inner: Vec<Match>,
}

impl Match {
    fn holds(&self, start: &[u8]) -> bool {
        let here = |at| start.get(at..).is_some_and(|rest: &[u8]| rest.starts_with(&self.value));
        (self.first..=self.last).any(here)
            && (self.inner.is_empty() || self.inner.iter().any(|inner| inner.holds(start)))
    }
}

/// A type of files.
#[derive(Debug, Default)]
struct MimeType {
    name: String,
    endings: Vec<String>,
    priority: u32,
    magic: Vec<Match>,
}

fn attribute(element: &BytesStart<'_>, name: &str) -> String {
    let found = element.try_get_attribute(name).unwrap();
    let found = found.unwrap_or_else(|| panic!("{element:?} lacks {name}"));
    String::from_utf8(found.value.into_owned()).unwrap()
}

/// The types of files, as `assets/desktop/polywright.mime.xml` describes them.
fn types() -> Vec<MimeType> {
    let text = read("polywright.mime.xml");
    let mut reader = Reader::from_str(&text);
    reader.config_mut().expand_empty_elements = true;
    let mut types: Vec<MimeType> = Vec::new();
    let mut open: Vec<Match> = Vec::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Start(element) => match element.name().as_ref() {
                b"mime-type" => types
                    .push(MimeType { name: attribute(&element, "type"), ..MimeType::default() }),
                b"glob" => types.last_mut().unwrap().endings.push(attribute(&element, "pattern")),
                b"magic" => {
                    types.last_mut().unwrap().priority =
                        attribute(&element, "priority").parse().unwrap();
                }
                b"match" => {
                    assert_eq!(attribute(&element, "type"), "string");
                    let offset = attribute(&element, "offset");
                    let (first, last) = offset.split_once(':').unwrap_or((&offset, &offset));
                    open.push(Match {
                        first: first.parse().unwrap(),
                        last: last.parse().unwrap(),
                        value: attribute(&element, "value").into_bytes(),
                        inner: Vec::new(),
                    });
                }
                _ => {}
            },
            Event::End(element) if element.name().as_ref() == b"match" => {
                let closed = open.pop().unwrap();
                match open.last_mut() {
                    Some(outer) => outer.inner.push(closed),
                    None => types.last_mut().unwrap().magic.push(closed),
                }
            }
            Event::Eof => return types,
            _ => {}
        }
    }
}

/// The type of a file, as a desktop finds it: by an ending that is known, or else by its beginning.
fn type_of<'a>(types: &'a [MimeType], name: &str, contents: &[u8]) -> Option<&'a str> {
    let is_named = |pattern: &String| name.ends_with(pattern.trim_start_matches('*'));
    let by_name = types.iter().find(|its| its.endings.iter().any(is_named));
    let by_start = types.iter().filter(|its| its.magic.iter().any(|m| m.holds(contents)));
    by_name.or_else(|| by_start.max_by_key(|its| its.priority)).map(|its| its.name.as_str())
}

#[test]
fn a_desktop_tells_the_files_of_the_program_from_each_other_and_from_others() {
    let types = types();
    for puzzle in bundled::ALL {
        let found = type_of(&types, puzzle.file_name(), puzzle.text.as_bytes());
        assert_eq!(found, Some("application/x-polywright-puzzle"), "{}", puzzle.path);
    }
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept/0.1.0");
    for (name, wanted) in [
        ("all.ron", "application/x-polywright-solutions"),
        ("some.ron", "application/x-polywright-solutions"),
        ("some.lines", "application/x-polywright-solutions"),
        ("all.sqlite", "application/x-polywright-database"),
        ("search.parts", "application/x-polywright-parts"),
        ("own.xmpuzzle", "application/x-burrtools-puzzle"),
        ("own.dlx", "text/x-exact-cover"),
    ] {
        let contents = fs::read(kept.join(name)).unwrap();
        assert_eq!(type_of(&types, name, &contents), Some(wanted), "{name}");
    }
    let puzzle = "// Mine.\n(format: 1, title: \"\", lattice: Square, pieces: [], board: Art([]))";
    let found = type_of(&types, "a.ron", puzzle.as_bytes());
    assert_eq!(found, Some("application/x-polywright-puzzle"));
    assert!(type_of(&types, "a.polywright.ron", b"").is_some());
    for other in
        ["(format: 3, colour: \"red\", puzzle: 1)", "#![enable(implicit_some)]\n(a: 1)", ""]
    {
        assert_eq!(type_of(&types, "other.ron", other.as_bytes()), None, "{other}");
    }
}

#[test]
fn the_entry_in_the_menu_and_the_metainfo_name_all_types_of_files() {
    let mut known: Vec<String> = types().into_iter().map(|its| its.name).collect();
    known.sort();
    let entry = read("polywright.desktop");
    let line = entry.lines().find_map(|line| line.strip_prefix("MimeType=")).unwrap();
    let mut named: Vec<&str> = line.split_terminator(';').collect();
    named.sort_unstable();
    assert_eq!(named, known);
    let metainfo = read("polywright.metainfo.xml");
    for name in &known {
        assert!(metainfo.contains(&format!("<mediatype>{name}</mediatype>")), "{name}");
    }
    assert_eq!(metainfo.matches("<mediatype>").count(), known.len());
    let guide = include_str!("../../assets/guide/install.md");
    assert!(known.iter().all(|name| guide.contains(&format!("`{name}`"))));
}

#[test]
fn every_icon_has_the_size_that_its_name_says() {
    let mut sizes = BTreeMap::new();
    for entry in fs::read_dir(folder().join("icons")).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        let Some(size) = name.strip_suffix(".png") else { continue };
        let picture = image::load_from_memory(&fs::read(entry.path()).unwrap()).unwrap();
        let size: u32 = size.parse().unwrap();
        assert_eq!((picture.width(), picture.height()), (size, size));
        sizes.insert(size, name);
    }
    assert!([48, 128, 256].iter().all(|size| sizes.contains_key(size)), "{sizes:?}");
}

#[test]
fn every_command_has_a_man_page_and_completions() {
    let folder = fast_folder();
    assert!(polywright(folder.path(), &["manual", "to"]).status.success());
    let help = stdout(&polywright(folder.path(), &["--help"]));
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let mut count = 0;
    for line in commands.filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
        let command = line.split_whitespace().next().unwrap();
        let page = folder.path().join(format!("to/polywright-{command}.1"));
        let page = fs::read_to_string(page).unwrap_or_else(|e| panic!("{command}: {e}"));
        assert!(page.contains(".SH NAME") && page.contains(".SH SYNOPSIS"), "{page}");
        for name in ["polywright.bash", "_polywright", "polywright.fish", "_polywright.ps1"] {
            let completions = fs::read_to_string(folder.path().join("to").join(name)).unwrap();
            assert!(completions.contains(command), "{name} lacks {command}");
        }
        count += 1;
    }
    assert!(count >= 14, "{help}");
    // What only packages need is listed nowhere.
    assert!(!help.contains("manual"));
    assert!(!folder.path().join("to/polywright-manual.1").exists());
}
