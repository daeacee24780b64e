//! Programs that are killed or told to end at moments of chance, and disks that are full: nothing that
//! was found is lost, nothing comes twice, and what was saved never becomes less.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use polywright::files;
use polywright::format::Contents;
use polywright::job::Checkpoint;
use polywright::random::Random;

use crate::program::{PROGRAM, fast_folder, polywright, stderr, stdout};

/// The signals by which a program ends: at once, or after it has saved.
const SIGNALS: [&str; 3] = ["-KILL", "-TERM", "-INT"];

/// Moments of chance, and the number of kills so far.
struct Killer {
    random: Random,
    kills: u32,
}

impl Killer {
    /// Lets programs run one after the other, each killed after a part of the time that all takes,
    /// until one ends by itself; what that one printed. `look` sees what each has left.
    fn until_done(
        &mut self,
        most: u32,
        time: Duration,
        begin: &dyn Fn() -> Command,
        look: &mut dyn FnMut(),
    ) -> Output {
        for _ in 0..most {
            let mut command = begin();
            let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            let share = self.random.fine_fraction();
            let pause = time.mul_f64(share * share).min(Duration::from_millis(600));
            if !ended_within(&mut child, pause + Duration::from_millis(5)) {
                let signal = SIGNALS[self.random.below(SIGNALS.len())];
                let id = child.id().to_string();
                assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
                self.kills += 1;
            }
            let output = child.wait_with_output().unwrap();
            assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
            look();
            if output.status.success() {
                return output;
            }
        }
        let output = begin().output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        look();
        output
    }
}

/// Waits until a program has ended, so long at most; whether it has.
fn ended_within(child: &mut Child, pause: Duration) -> bool {
    let until = Instant::now() + pause;
    while Instant::now() < until {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    false
}

fn program(folder: &Path, words: &str) -> Command {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder).args(words.split(' '));
    command
}

/// A run that has not been interrupted, and the time that it took.
fn whole(folder: &Path, words: &str) -> (Output, Duration) {
    let began = Instant::now();
    let output = program(folder, words).output().unwrap();
    assert!(output.status.success(), "{words}: {}", stderr(&output));
    (output, began.elapsed())
}

/// The numbers of a report, without what depends on the time.
fn numbers(output: &Output) -> (String, String) {
    let text = stdout(output);
    let nodes = text.split("\"nodes\":").nth(1).unwrap().split(',').next().unwrap().to_owned();
    (nodes, text.split("\"total\"").nth(1).unwrap().to_owned())
}

/// The number of solutions in a file.
fn solutions_in(path: &Path) -> usize {
    match files::open(path).unwrap() {
        Contents::Solutions(set) => set.store.len(),
        _ => panic!("{}: no solutions", path.display()),
    }
}

/// A search by an engine: its checkpoint and its file of solutions never lose what they had, and at
/// the end all is as if it had not been interrupted.
fn search(killer: &mut Killer, engine: &str, puzzle: &str, threads: u32) {
    let folder = fast_folder();
    let path = |name: &str| folder.path().join(name);
    let words = format!("solve {puzzle} --engine {engine} --threads {threads} --json");
    let (expected, time) = whole(folder.path(), &format!("{words} --out whole.ron"));
    let begin = || {
        let how = match path("c").exists() {
            true => format!("solve {puzzle} --threads {threads} --json --resume c"),
            false => format!("{words} --checkpoint c"),
        };
        program(folder.path(), &format!("{how} --checkpoint-every 0.02 --out o.ron"))
    };
    let (mut nodes, mut distinct, mut written) = (0, 0, 0);
    let done = killer.until_done(30, time, &begin, &mut || {
        if path("c").exists() {
            let saved = Checkpoint::load(&path("c")).unwrap();
            // A sweep has states instead of nodes until it lists.
            assert!(saved.is_sweep() || saved.nodes() >= nodes, "{engine}: nodes were lost");
            assert!(saved.counts().distinct >= distinct, "{engine}: solutions were lost");
            (nodes, distinct) = (saved.nodes().max(nodes), saved.counts().distinct.capped());
        }
        if path("o.ron").exists() {
            let now = solutions_in(&path("o.ron"));
            assert!(now >= written, "{engine}: {now} solutions in place of {written}");
            written = now;
        }
    });
    let read = |name: &str| fs::read_to_string(path(name)).unwrap();
    assert!(read("o.ron") == read("whole.ron"), "{engine}: the solutions differ");
    // After a sweep the nodes are those of the last listing.
    let what = |output: &Output| match engine {
        "frontier" => (String::new(), numbers(output).1),
        _ => numbers(output),
    };
    assert_eq!(what(&done), what(&expected), "{engine}");
    assert!(!path("o-2.ron").exists(), "{engine}: one run found less than another");
}

/// A run in parts, whose programs are killed.
fn parts(killer: &mut Killer, puzzle: &str) {
    let folder = fast_folder();
    whole(folder.path(), &format!("split {puzzle} --parts 3 --out p.parts"));
    let (_, time) = whole(folder.path(), &format!("solve {puzzle} --out whole.ron"));
    for number in 1..=3 {
        let begin = || {
            program(
                folder.path(),
                &format!("solve --part p.parts:{number} --checkpoint-every 0.02"),
            )
        };
        killer.until_done(8, time, &begin, &mut || {});
    }
    whole(folder.path(), "merge p.parts --out merged.ron");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("merged.ron") == read("whole.ron"), "{puzzle}: the solutions differ");
}

/// The variants of a puzzle, solved one by one or together.
fn variants(killer: &mut Killer, how: &str) {
    let folder = fast_folder();
    let words = format!("variants a-puzzle-a-day{how} --csv");
    let (_, time) = whole(folder.path(), &format!("{words} whole.csv"));
    let checkpoint = folder.path().join("c");
    let begin = || {
        let from = if checkpoint.exists() { "--resume" } else { "--checkpoint" };
        program(folder.path(), &format!("{words} o.csv {from} c --checkpoint-every 0.02"))
    };
    killer.until_done(12, time, &begin, &mut || {});
    // All columns but the time.
    let table = |name: &str| -> Vec<Vec<String>> {
        let text = fs::read_to_string(folder.path().join(name)).unwrap();
        let cells = |line: &str| {
            let cells = line.split(',').enumerate().filter(|(n, _)| *n != 9);
            cells.map(|(_, cell)| cell.to_owned()).collect()
        };
        text.lines().map(cells).collect()
    };
    assert_eq!(table("o.csv"), table("whole.csv"));
}

/// A database to which programs store that are killed, beside others that read it.
fn database(killer: &mut Killer, puzzle: &str) {
    let folder = fast_folder();
    let words = format!("recount {puzzle} --results r.sqlite");
    let (_, time) = whole(folder.path(), &format!("recount {puzzle} --results other.sqlite"));
    let mut readers: Vec<Child> = Vec::new();
    let done = killer.until_done(8, time, &|| program(folder.path(), &words), &mut || {
        let mut reader = program(folder.path(), &format!("{words} --count"));
        readers.push(reader.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    });
    assert!(stdout(&done).contains("Certified"), "{}", stdout(&done));
    for reader in readers {
        let output = reader.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(stdout(&output).contains("agree"), "{}", stdout(&output));
    }
}

/// Kills programs of every kind until so many have been killed. They solve one puzzle by trees and one
/// by sweeps and in order; each takes long enough to be killed, and not too long.
fn kill_programs(most: u32, seed: u64, [by_trees, in_order]: [&str; 2]) {
    let mut killer = Killer { random: Random::new(seed), kills: 0 };
    let engines = ["links", "bitset", "sparse", "fixed-order", "frontier"];
    for round in 0.. {
        for engine in engines {
            let puzzle = match engine {
                "fixed-order" | "frontier" => in_order,
                _ => by_trees,
            };
            search(&mut killer, engine, puzzle, 1 + round % 2);
        }
        parts(&mut killer, by_trees);
        variants(&mut killer, if round % 2 == 0 { " --one-by-one" } else { "" });
        database(&mut killer, in_order);
        if killer.kills >= most {
            return;
        }
    }
}

#[test]
fn programs_that_are_killed_lose_and_double_nothing() {
    kill_programs(1, 1, ["pentominoes-4x15", "pentominoes-5x12"]);
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_killed_programs_lose_and_double_nothing() {
    kill_programs(1000, 2026, ["tetrasticks-5x5-without-h", "pentominoes-6x10"]);
}

/// A file system of so many kilobytes, while it lives; `None` where none may be made.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn new(folder: &Path, kilobytes: u32) -> Option<SmallDisk> {
        let path = folder.join("disk");
        fs::create_dir(&path).unwrap();
        let size = format!("size={kilobytes}k");
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(&path)
            .stderr(Stdio::null())
            .status();
        mount.is_ok_and(|status| status.success()).then_some(SmallDisk(path))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn on_a_full_disk_what_was_found_is_kept_elsewhere() {
    let folder = fast_folder();
    let Some(disk) = SmallDisk::new(folder.path(), 64) else { return };
    let run = |words: &str| {
        let mut command = program(&disk.0, words);
        let output = command.env("TMPDIR", folder.path()).output().unwrap();
        (output.status.code(), stdout(&output), stderr(&output))
    };
    let words = "solve pentominoes-6x10 --checkpoint c --checkpoint-every 0.01 --out o.ron";
    let (status, said, told) = run(words);
    assert_eq!(status, Some(2), "{told}");
    assert!(said.contains("distinct 2339") && told.contains("full"), "{said}{told}");
    // The solutions lie in the folder of temporary files, whose path is told.
    let kept = fs::read_dir(folder.path()).unwrap().flatten().map(|file| file.path());
    let kept: Vec<PathBuf> = kept.filter(|path| path.is_file()).collect();
    assert!(kept.iter().any(|path| told.contains(path.to_str().unwrap())), "{told} {kept:?}");
    assert!(kept.iter().any(|path| solutions_in(path) == 2339), "{kept:?}");
    for words in
        ["recount pentominoes-6x10 --results r.sqlite", "export dominoes-8x8 --to cnf --out p.cnf"]
    {
        let (status, _, told) = run(words);
        assert!(status == Some(2) && told.contains("full"), "{words}: {told}");
    }
    assert_eq!(
        fs::read_dir(&disk.0)
            .unwrap()
            .flatten()
            .filter(|file| { file.file_name().to_string_lossy().starts_with(".polywright-") })
            .count(),
        0
    );
}

#[test]
fn a_save_that_fails_is_told_and_the_run_goes_on() {
    let folder = fast_folder();
    let saves = folder.path().join("saves");
    fs::create_dir(&saves).unwrap();
    let words =
        "solve pentominoes-6x10 --engine links --checkpoint saves/c --checkpoint-every 0.02";
    let mut command = program(folder.path(), words);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !saves.join("c").exists() {
        std::thread::sleep(Duration::from_millis(2));
    }
    // Until it is gone, whatever is being saved there.
    while saves.exists() {
        let _ = fs::remove_dir_all(&saves);
    }
    let output = child.wait_with_output().unwrap();
    let (said, told) = (stdout(&output), stderr(&output));
    assert!(said.contains("distinct 2339"), "{said}{told}");
    assert_eq!(told.matches("the run goes on, and is saved later").count(), 1, "{told}");
    // The last save is the one that counts.
    assert_eq!(output.status.code(), Some(2), "{told}");
}

#[test]
fn in_a_folder_that_may_not_be_written_nothing_begins() {
    let folder = fast_folder();
    let closed = folder.path().join("closed");
    fs::create_dir(&closed).unwrap();
    let mut mode = fs::metadata(&closed).unwrap().permissions();
    mode.set_readonly(true);
    fs::set_permissions(&closed, mode).unwrap();
    // Root may write everywhere.
    if fs::write(closed.join("probe"), "").is_ok() {
        return;
    }
    for words in ["solve pentominoes-3x20 --out o.ron", "solve pentominoes-3x20 --checkpoint c"] {
        let output = polywright(&closed, &words.split(' ').collect::<Vec<_>>());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("cannot be written"), "{}", stderr(&output));
    }
}
