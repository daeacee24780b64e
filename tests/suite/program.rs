//! The program as the tests of several subjects run it.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::cargo::cargo_bin_cmd;

/// The path of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_polywright");

/// The number of random cases of a property: the usual one, or what `PROPTEST_CASES` says for a
/// longer look.
pub(crate) fn cases(usual: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Runs the program in a folder.
pub(crate) fn polywright(folder: &Path, arguments: &[&str]) -> Output {
    cargo_bin_cmd!("polywright")
        .current_dir(folder)
        .args(arguments)
        .timeout(Duration::from_secs(120))
        .output()
        .unwrap()
}

/// What it wrote to standard output.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What it wrote to standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A folder that is not slowed down by a disk, where there is one.
pub(crate) fn fast_folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

/// Starts a test of this program as a child, with a folder in a variable of its environment, waits
/// until it has written a text, and kills it after a pause; the whole lines that it wrote.
pub(crate) fn killed(
    test: &str,
    (variable, folder): (&str, &Path),
    awaited: &str,
    pause: Duration,
) -> String {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(variable, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut said = String::new();
    while !said.contains(awaited) {
        assert_ne!(out.read_line(&mut said).unwrap(), 0, "it ended: {said}");
    }
    let reader = std::thread::spawn(move || {
        let mut rest = Vec::new();
        out.read_to_end(&mut rest).unwrap();
        String::from_utf8(rest).unwrap()
    });
    std::thread::sleep(pause);
    child.kill().unwrap();
    child.wait().unwrap();
    said += &reader.join().unwrap();
    // A line that was cut off was not finished.
    said.truncate(said.rfind('\n').map_or(0, |end| end + 1));
    said
}
