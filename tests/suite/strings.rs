//! All that a user reads: the strings of the sources, README, CHANGELOG and the guide. Printed for
//! a reader by `.ci/strings`, and held to the vocabulary.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Pages that a user reads outside of the sources, and the folder of the guide.
const PAGES: [&str; 2] = ["README.md", "CHANGELOG.md"];
const GUIDE: &str = "assets/guide";

/// Macros and methods whose strings only a programmer reads.
const FOR_PROGRAMMERS: [&str; 22] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "panic",
    "unreachable",
    "expect",
    "include_str",
    "include_bytes",
    "concat",
    "env",
    "var_os",
    "id_salt",
    "push_id",
    "with_template",
    "serialize_struct",
    "Id",
    "with_app_id",
    "top",
    "left",
    "right",
];

/// Words of earlier times, and what is said instead.
const REPLACED: [(&str, &str); 44] = [
    ("mend", "fix"),
    ("anew", "again"),
    ("put aside", "saved, suspended"),
    ("go on with", "resume, continue"),
    ("goes on with", "resumes, continues"),
    ("gone on with", "resumed, continued"),
    ("taken back", "undone"),
    ("take back", "undo"),
    ("done again", "redone"),
    ("taken up", "picked up"),
    ("take up", "pick up"),
    ("be had", "available"),
    ("fault of the program", "internal error"),
    ("no news", "nothing new"),
    ("of another time", "from an earlier session"),
    ("against the clock", "counter-clockwise"),
    ("laid", "placed"),
    ("enough options has", "has enough options"),
    ("as the desktop", "system"),
    ("maybe not all", "there may be more"),
    ("no site must be covered", "no site is required"),
    ("have one shape", "have the same shape"),
    ("another shape", "different"),
    ("usual interface size", "default interface size"),
    ("tip board", "tilt board"),
    ("have no file yet", "has not been saved to a file"),
    ("kept where they lie", "fixed"),
    ("of an earlier version", "for an earlier version"),
    ("may stay open", "optional"),
    ("all may", "all pieces"),
    ("solve waits", "cannot solve"),
    ("other problem of", "another problem in"),
    ("has not its own", "does not have its own"),
    ("options enough", "enough options"),
    ("where it can be", "where it can go"),
    ("search likely has", "about so many nodes"),
    ("need not come apart", "piece groups"),
    ("reading or writing", "reading, writing"),
    ("leaves now", "being removed"),
    ("click lays", "click places"),
    ("browse what is found", "browse solutions"),
    ("no command is called", "no matching command"),
    ("to go on with", "to continue"),
    ("has no room there", "does not fit there"),
];

/// A string literal of the sources, or a paragraph of a page, with its place below the project.
struct Shown {
    file: String,
    line: usize,
    text: String,
}

/// The files below a folder whose names end in `ending`, in the order of their names.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("a folder of the sources");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|its| its == ending) {
            found.push(path);
        }
    }
}

/// All that a user reads: first the strings of the sources, in the order of the files, then the
/// paragraphs of the pages.
fn shown() -> Vec<Shown> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    files(&root.join("src"), "rs", &mut sources);
    let mut shown = Vec::new();
    for path in sources {
        let name = path.strip_prefix(root).expect("below the project").display().to_string();
        if name.contains("test") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source file");
        let tokens: TokenStream = text.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
        // What the command line prints as help stands in doc comments.
        let help = name.starts_with("src/cli/arguments/");
        let mut file = Collector { file: name, rest: &text, line: 1, help, shown: Vec::new() };
        file.collect(tokens, false);
        shown.append(&mut file.shown);
    }
    let mut pages: Vec<PathBuf> = PAGES.iter().map(|name| root.join(name)).collect();
    files(&root.join(GUIDE), "md", &mut pages);
    for path in pages {
        let name = path.strip_prefix(root).expect("below the project").display().to_string();
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        paragraphs(&name, &text, &mut shown);
    }
    shown
}

/// The paragraphs, headings and rows of a Markdown page, without its blocks of code.
fn paragraphs(file: &str, page: &str, shown: &mut Vec<Shown>) {
    let mut in_code = false;
    let mut paragraph: Option<Shown> = None;
    for (n, line) in page.lines().enumerate() {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        if is_fence || in_code || line.trim().is_empty() {
            shown.extend(paragraph.take());
        } else {
            let text = line.trim();
            match &mut paragraph {
                Some(paragraph) => paragraph.text = format!("{} {text}", paragraph.text),
                None => {
                    paragraph =
                        Some(Shown { file: file.to_owned(), line: n + 1, text: text.to_owned() });
                }
            }
        }
    }
    shown.extend(paragraph);
}

/// Goes through the tokens of a file and collects its strings.
struct Collector<'a> {
    file: String,
    /// The text from the last string on, and the number of its line.
    rest: &'a str,
    line: usize,
    /// Whether doc comments inside items are help of the command line.
    help: bool,
    shown: Vec<Shown>,
}

impl Collector<'_> {
    /// Moves on to where a string stands in the text.
    fn find(&mut self, literal: &str) {
        if let Some(at) = self.rest.find(literal) {
            self.line += self.rest[..at].matches('\n').count();
            self.rest = &self.rest[at..];
        }
    }

    fn push(&mut self, literal: &str, text: String) {
        self.find(literal);
        self.shown.push(Shown { file: self.file.clone(), line: self.line, text });
    }

    /// Collects the strings of a stream of tokens; `inside` tells whether it is the body of an item.
    fn collect(&mut self, tokens: TokenStream, inside: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut skips_body = false;
        for (i, token) in tokens.iter().enumerate() {
            let before = |n: usize| i.checked_sub(n).map(|i| tokens[i].to_string());
            let last = before(1).unwrap_or_default();
            match token {
                TokenTree::Literal(literal) => {
                    let literal = literal.to_string();
                    if let Some(text) = string_of(&literal).filter(|_| !is_attribute(&tokens, i)) {
                        self.push(&literal, text);
                    }
                }
                TokenTree::Group(group)
                    if last == "#" || last == "!" && before(2).as_deref() == Some("#") =>
                {
                    skips_body |= self.attribute(group.stream(), inside);
                }
                TokenTree::Group(group) if skips_body && group.delimiter() == Delimiter::Brace => {
                    skips_body = false;
                }
                TokenTree::Group(group) => {
                    let called = if last == "!" { before(2).unwrap_or_default() } else { last };
                    if !FOR_PROGRAMMERS.contains(&called.as_str()) {
                        self.collect(group.stream(), true);
                    }
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => {}
            }
        }
    }

    /// Collects the text of an error or of help; whether the attribute marks tests.
    fn attribute(&mut self, attribute: TokenStream, inside: bool) -> bool {
        let text = attribute.to_string();
        let is_help = self.help && inside && text.starts_with("doc");
        if is_help || text.starts_with("error") {
            for (literal, text) in literals(attribute) {
                let place = if is_help { text.as_str() } else { literal.as_str() };
                self.push(place, text.clone());
            }
        }
        text.replace(' ', "") == "cfg(test)"
    }
}

/// Whether a literal is the value of an attribute such as `serde(rename = "…")`.
fn is_attribute(tokens: &[TokenTree], literal: usize) -> bool {
    matches!(
        tokens.get(literal.wrapping_sub(2)).map(ToString::to_string).as_deref(),
        Some("doc" | "rename" | "default" | "name" | "value_name")
    )
}

/// All strings in a stream of tokens, as they are written and as they read.
fn literals(tokens: TokenStream) -> Vec<(String, String)> {
    let text = |token: TokenTree| match token {
        TokenTree::Literal(literal) => {
            let literal = literal.to_string();
            string_of(&literal).map(|text| (literal, text)).into_iter().collect()
        }
        TokenTree::Group(group) => literals(group.stream()),
        _ => Vec::new(),
    };
    tokens.into_iter().flat_map(text).collect()
}

/// The text of a string literal that holds a word; `None` for numbers, keys and lone marks.
fn string_of(literal: &str) -> Option<String> {
    let text = literal.trim_start_matches('r').trim_matches('#');
    let text = text.strip_prefix('"')?.strip_suffix('"')?;
    // A line that goes on in the next one of the source.
    let mut joined = String::new();
    for (n, line) in text.split("\\\n").enumerate() {
        joined.push_str(if n == 0 { line } else { line.trim_start() });
    }
    let has_word = joined.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 1);
    let is_key = !joined.contains(' ') && joined.chars().all(|c| !c.is_uppercase());
    (has_word && !is_key).then_some(joined)
}

#[test]
#[ignore = "prints the strings for a reader: .ci/strings"]
fn print_all() {
    let mut out = String::new();
    for Shown { file, line, text } in shown() {
        let _ = writeln!(out, "{file}:{line}: {text}");
    }
    println!("{out}");
}

#[test]
fn what_a_user_reads_keeps_to_the_vocabulary() {
    let shown = shown();
    assert!(shown.len() > 1000, "only {} strings were found", shown.len());
    let mut faults = String::new();
    for Shown { file, line, text } in &shown {
        let padded =
            format!(" {} ", text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " "));
        for (old, new) in REPLACED {
            if padded.contains(&format!(" {old} ")) {
                let _ = writeln!(faults, "{file}:{line}: \"{text}\": say {new}, not {old}");
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn the_strings_of_commands_help_and_errors_are_among_those_a_user_reads() {
    let shown = shown();
    for text in [
        "Find all distinct solutions, or resume a saved run; on the Variants screen, solve all variants.",
        " Find all distinct solutions of a puzzle.",
        "internal error; please report it",
        "Paint {many}, or choose a board shape.",
        "## The four counts",
    ] {
        assert!(shown.iter().any(|shown| shown.text == text), "{text}");
    }
}
