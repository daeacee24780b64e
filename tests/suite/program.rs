//! The program as the tests of several subjects run it.

use std::path::Path;
use std::process::Output;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin_cmd;

/// The path of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_polywright");

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
