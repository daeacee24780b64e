//! Every stage at sizes far beyond what fits on a page: it works, or refuses with a reason, and
//! takes neither all memory nor more stack than any thread has.
//!
//! Each stage runs the program as a process of its own, whose stack is limited to the 2 MiB that
//! the threads of a Rust program have, and whose peak of memory is read. The figures are printed
//! (`cargo test --test suite size:: -- --nocapture`). Times are not tested but for a guard against hanging,
//! since they depend on the machine and on what else it does.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use polywright::text::grouped;

use crate::program::PROGRAM;

/// No stage may take longer, however busy the machine is.
const HANG: Duration = Duration::from_secs(400);
/// No stage may take more memory.
const MAX_KILOBYTES: u64 = 1_000_000;
/// How long a search runs before it is told to stop.
const SEARCH: Duration = Duration::from_millis(400);

/// A large puzzle: its name, lattice, pieces and board in the words of a file.
struct Size {
    name: &'static str,
    lattice: &'static str,
    pieces: &'static str,
    board: &'static str,
    /// What the refusal says, where the puzzle is refused, and when.
    refused: Option<(Stage, &'static str)>,
}

/// What a refused puzzle fails at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Reading,
    Encoding,
    Planning,
}

const fn size(
    name: &'static str,
    lattice: &'static str,
    pieces: &'static str,
    board: &'static str,
) -> Size {
    Size { name, lattice, pieces, board, refused: None }
}

const PENTOMINOES_250: Size = Size {
    refused: Some((Stage::Planning, "GB of memory (3877696 placements), and at most 0.8 GB")),
    ..size(
        "pentominoes-250x250",
        "Square",
        "Family(free: 5, copies: (0, 12500))",
        "Rectangle(250, 250)",
    )
};
const LARGE_SETS: Size = Size {
    refused: Some((Stage::Planning, "GB of memory (3399232 placements), and at most 0.8 GB")),
    ..size(
        "one-sided-8-to-10-ominoes-12x12",
        "Square",
        "Family(one_sided: 8, copies: (0, 1)), Family(one_sided: 9, copies: (0, 1)), \
             Family(one_sided: 10, copies: (0, 1))",
        "Rectangle(12, 12)",
    )
};
const NONOMINOES_108: Size = Size {
    refused: Some((Stage::Encoding, "of memory; the limit is")),
    ..size("nonominoes-108x107", "Square", "Family(free: 9, copies: (0, 1))", "Rectangle(108, 107)")
};
const BILLION: Size = Size {
    refused: Some((Stage::Reading, "the board has 1024000000 sites")),
    ..size(
        "a-billion-squares",
        "Square",
        "Family(free: 5, copies: (0, 1))",
        "Rectangle(32000, 32000)",
    )
};

const SIZES: [Size; 16] = [
    size("dominoes-50x50", "Square", "Family(free: 2, copies: 1250)", "Rectangle(50, 50)"),
    size("dominoes-100x100", "Square", "Family(free: 2, copies: 5000)", "Rectangle(100, 100)"),
    size("dominoes-250x250", "Square", "Family(free: 2, copies: 31250)", "Rectangle(250, 250)"),
    size("pentominoes-50x50", "Square", "Family(free: 5, copies: (0, 500))", "Rectangle(50, 50)"),
    size(
        "pentominoes-100x100",
        "Square",
        "Family(free: 5, copies: (0, 2000))",
        "Rectangle(100, 100)",
    ),
    PENTOMINOES_250,
    size("tetracubes-12x12x12", "Cube", "Family(free: 4, copies: (0, 432))", "Box(12, 12, 12)"),
    size("dicubes-30x30x30", "Cube", "Family(free: 2, copies: 13500)", "Box(30, 30, 30)"),
    size("tetracubes-30x30x30", "Cube", "Family(free: 4, copies: (0, 6750))", "Box(30, 30, 30)"),
    size(
        "tetrasticks-60x60",
        "SquareEdges",
        "Family(free: 4, copies: (0, 1830))",
        "Rectangle(60, 60)",
    ),
    size("nonominoes-20x20", "Square", "Family(free: 9, copies: (0, 1))", "Rectangle(20, 20)"),
    size("nonominoes-40x40", "Square", "Family(free: 9, copies: (0, 1))", "Rectangle(40, 40)"),
    Size {
        refused: Some((Stage::Planning, "GB of memory (7140856 placements), and at most 0.8 GB")),
        ..size(
            "octominoes-51x58-less-6",
            "Square",
            "Family(free: 8)",
            "Less(Rectangle(51, 58), [[1, 1], [51, 1], [1, 58], [51, 58], [26, 29], [26, 30]])",
        )
    },
    LARGE_SETS,
    NONOMINOES_108,
    BILLION,
];

/// Sizes of every kind that take seconds, not minutes.
const DAILY: [Size; 9] = [
    size("dominoes-18x18", "Square", "Family(free: 2, copies: 162)", "Rectangle(18, 18)"),
    size("pentominoes-30x30", "Square", "Family(free: 5, copies: (0, 180))", "Rectangle(30, 30)"),
    size("tetracubes-6x6x6", "Cube", "Family(free: 4, copies: (0, 54))", "Box(6, 6, 6)"),
    size("dicubes-6x6x6", "Cube", "Family(free: 2, copies: 108)", "Box(6, 6, 6)"),
    size(
        "tetrasticks-12x12",
        "SquareEdges",
        "Family(free: 4, copies: (0, 78))",
        "Rectangle(12, 12)",
    ),
    size("nonominoes-14x14", "Square", "Family(free: 9, copies: (0, 1))", "Rectangle(14, 14)"),
    PENTOMINOES_250,
    NONOMINOES_108,
    BILLION,
];

impl Size {
    fn write(&self, folder: &Path) -> PathBuf {
        let Size { name, lattice, pieces, board, .. } = self;
        let path = folder.join(format!("{name}.ron"));
        let text = format!(
            "(format: 1, title: \"{name}\", lattice: {lattice}, pieces: [{pieces}], board: {board})"
        );
        fs::write(&path, text).unwrap();
        path
    }
}

/// How a process ended.
struct Ended {
    /// The exit status; `None` when a signal ended it.
    status: Option<i32>,
    output: String,
    errors: String,
}

/// Reads a pipe to its end on a thread of its own, so that the process never waits for a reader.
fn read(pipe: impl std::io::Read + Send + 'static) -> std::thread::JoinHandle<String> {
    let mut pipe = pipe;
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The peak of the memory of a process, in kilobytes, as far as it still runs.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(0)
}

/// Runs the program with a small stack, interrupts it after a while where wanted, and sees to it
/// that it takes neither for ever nor too much memory.
fn run(stage: &str, size: &Size, arguments: &[&str], interrupt: Option<Duration>) -> Ended {
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -s 2048 && exec \"$0\" \"$@\"", PROGRAM])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let output = read(child.stdout.take().unwrap());
    let errors = read(child.stderr.take().unwrap());
    let start = Instant::now();
    let mut most = 0;
    let mut interrupted = false;
    let status = loop {
        most = most.max(peak(&child));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if interrupt.is_some_and(|after| start.elapsed() > after) && !interrupted {
            interrupted = true;
            let pid = child.id().to_string();
            Command::new("kill").args(["-INT", &pid]).status().unwrap();
        }
        let fault = match (start.elapsed() > HANG, most > MAX_KILOBYTES) {
            (true, _) => Some("hangs".to_owned()),
            (_, true) => Some(format!("takes {most} kB")),
            _ => None,
        };
        if let Some(fault) = fault {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{stage} {}: {fault}", size.name);
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    println!(
        "{stage:9} {:33} {:6.2} s {:5} MB  status {}",
        size.name,
        start.elapsed().as_secs_f64(),
        most / 1000,
        status.code().map_or("none".to_owned(), |code| code.to_string()),
    );
    let [output, errors] = [output, errors].map(|thread| thread.join().unwrap());
    Ended { status: status.code(), output, errors }
}

/// Runs a command on all sizes: each ends with one of some statuses, or is refused as it should
/// be.
fn each_size(
    sizes: &[Size],
    stage: &str,
    arguments: &[&str],
    reaches: Stage,
    interrupt: Option<Duration>,
    fine: &[i32],
    look: impl Fn(&Size, &str),
) {
    let folder = tempfile::tempdir().unwrap();
    for size in sizes {
        let file = size.write(folder.path());
        let mut all = vec![stage, file.to_str().unwrap()];
        all.extend(arguments);
        let ended = run(stage, size, &all, interrupt);
        let refused = ended.status == Some(2);
        match size.refused.filter(|(at, _)| *at <= reaches) {
            Some((_, reason)) => {
                // Planning may last until it is told to stop.
                let is_stopped = interrupt.is_some() && ended.status == Some(130);
                assert!(
                    is_stopped || refused && ended.errors.contains(reason),
                    "{}: {}",
                    size.name,
                    ended.errors
                );
            }
            None => {
                let is_fine = ended.status.is_some_and(|status| fine.contains(&status));
                assert!(is_fine, "{stage} {}: {}", size.name, ended.errors);
                look(size, &ended.output);
            }
        }
    }
}

fn checked(sizes: &[Size]) {
    each_size(sizes, "check", &[], Stage::Encoding, None, &[0], |size, output| {
        assert!(output.contains("\nOptions "), "{}: {output}", size.name);
    });
}

fn drawn(sizes: &[Size]) {
    each_size(sizes, "export", &["--to", "svg"], Stage::Reading, None, &[0], |size, output| {
        assert!(output.contains("</svg>"), "{}", size.name);
    });
}

fn written(sizes: &[Size]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("options.dlx");
    let arguments = ["--to", "dlx", "--out", path.to_str().unwrap()];
    each_size(sizes, "export", &arguments, Stage::Encoding, None, &[0], |size, _| {
        let file = fs::File::open(&path).unwrap();
        let lines = BufReader::new(file).lines().map(Result::unwrap);
        let options = lines.filter(|line| !line.starts_with('|')).skip(1);
        // Every option has an item of its piece, and nothing else does.
        let (mut count, mut named) = (0, 0);
        for option in options {
            count += 1;
            named += option.matches('#').count();
        }
        assert!(count > 0 && named == count, "{}: {count} options, {named} pieces", size.name);
        println!("          {count} options");
        fs::remove_file(&path).unwrap();
    });
}

/// What is wrong, if so, is that no solution exists, or that the command was stopped.
const ENDS: [i32; 4] = [0, 1, 3, 130];

fn estimated(sizes: &[Size]) {
    each_size(sizes, "estimate", &["--probes", "10"], Stage::Planning, None, &[0, 1], |_, _| {});
}

fn started_and_stopped(sizes: &[Size]) {
    let stop = Some(SEARCH);
    each_size(sizes, "solve", &["--threads", "2"], Stage::Planning, stop, &ENDS, |_, _| {});
}

#[test]
fn every_size_is_checked_or_refused_with_a_reason() {
    checked(&DAILY);
}

#[test]
fn every_size_is_drawn() {
    drawn(&DAILY);
}

#[test]
fn every_size_is_written_as_items_and_options() {
    written(&DAILY);
}

#[test]
fn every_size_is_estimated() {
    estimated(&DAILY);
}

#[test]
fn every_size_is_started_and_stopped() {
    started_and_stopped(&DAILY);
}

/// Lists solutions of a thousand dominoes, which share all but a few of them, and verifies them.
fn dominoes_listed(number: usize, engines: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let text = "(format: 1, title: \"Dominoes\", lattice: Square, board: Rectangle(40, 50), pieces: \
                [Piece(name: \"I\", art: [\"XX\"], copies: 1000)])";
    fs::write(folder.path().join("dominoes.ron"), text).unwrap();
    let limit = number.to_string();
    for engine in engines {
        let run = |arguments: &[&str]| {
            let output =
                Command::new(PROGRAM).args(arguments).current_dir(folder.path()).output().unwrap();
            let told = [output.stdout, output.stderr].map(|own| String::from_utf8(own).unwrap());
            (output.status.code(), told.concat())
        };
        let out = format!("{engine}.solutions.ron");
        let wanted = ["--limit", &limit, "--threads", "1", "--engine", engine, "--out", &out];
        let (status, told) = run(&[&["solve", "dominoes.ron"][..], &wanted].concat());
        assert_eq!(status, Some(3), "{engine}: {told}");
        let (status, told) = run(&["check", &out]);
        let verified = told.contains(&format!(
            "{} distinct solutions in the file, all verified",
            grouped(number as u64)
        ));
        assert!(status == Some(0) && verified, "{engine}: {told}");
    }
}

#[test]
fn a_thousand_dominoes_list_solutions() {
    dominoes_listed(60, &["links", "bitset", "sparse"]);
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_dominoes_list_a_hundred_thousand_solutions() {
    dominoes_listed(100_000, &["bitset"]);
}

#[test]
#[ignore = "takes minutes"]
fn every_stage_works_at_the_largest_sizes() {
    for stage in [checked, drawn, written, estimated, started_and_stopped] {
        stage(&SIZES);
    }
}
