//! The commands in README and in the guide: each page is followed from its first line to its last, in
//! a folder of its own, as a reader would.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::program::{PROGRAM, fast_folder, stderr};

/// The lines of the blocks of a language in a page of Markdown.
fn lines<'a>(page: &'a str, language: &str) -> Vec<Vec<&'a str>> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    let mut in_block = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(name) if !in_block => {
                in_block = name == language;
                if in_block {
                    blocks.push(Vec::new());
                }
            }
            Some(_) => in_block = false,
            None if in_block => blocks.last_mut().expect("a block").push(line),
            None => {}
        }
    }
    blocks
}

/// Runs each command of a page; returns their number.
fn follow(name: &str, page: &str) -> usize {
    let folder = fast_folder();
    if let Some(puzzle) = lines(page, "ron").first().filter(|_| name == "README.md") {
        fs::write(folder.path().join("own.ron"), puzzle.join("\n")).unwrap();
    }
    let programs = Path::new(PROGRAM).parent().unwrap().to_str().unwrap();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    let commands = lines(page, "sh").concat();
    let mut count = 0;
    for command in commands.into_iter().filter(|line| line.starts_with("polywright ")) {
        let output = Command::new("sh")
            .args(["-c", command])
            .current_dir(folder.path())
            .env("PATH", &path)
            .env("HOME", folder.path())
            .env("XDG_DATA_HOME", folder.path().join("data"))
            .output()
            .unwrap();
        assert!(output.status.success(), "{name}: {command}\n{}", stderr(&output));
        count += 1;
    }
    count
}

#[test]
fn every_command_of_readme_and_guide_does_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![root.join("README.md")];
    let guide = fs::read_dir(root.join("assets/guide")).unwrap();
    pages.extend(guide.map(|entry| entry.unwrap().path()));
    let mut count = 0;
    for page in pages.iter().filter(|page| page.extension().is_some_and(|its| its == "md")) {
        let name = page.file_name().unwrap().to_str().unwrap();
        count += follow(name, &fs::read_to_string(page).unwrap());
    }
    assert!(count >= 60, "only {count} commands");
}
