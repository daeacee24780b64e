//! Damaged files of every format: 20,000 of each, made from sound ones by a seeded generator.
//!
//! Whatever stands in a file, reading it ends in a value or in errors, within `MAX_TIME` of a
//! thread's own time and 300 MB. A failure names the seed of the file; `POLYWRIGHT_MUTATION=seed`
//! reads that one alone and shows it.

#![expect(unsafe_code, reason = "an allocator that counts is an unsafe trait")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use polywright::encode::Encoded;
use polywright::format::{TextError, blocks, bundled, dlx, matrix, read_ron, regions, xmpuzzle};
use polywright::job::PlanOptions;

/// Files of each format.
const FILES: u64 = 20_000;
/// What reading one may take of its thread's own time: so much that only a reading that does not end
/// takes longer, on slow machines and in builds without full optimisation too.
const MAX_TIME: Duration = Duration::from_secs(30);
/// What reading one may hold at any time, in bytes.
const MAX_MEMORY: usize = 300 << 20;
/// Beyond this the allocator gives nothing more, so that the machine survives what fails.
const END_OF_MEMORY: usize = 2 << 30;
/// A file that is not read by then, on however slow a machine, never will be.
const HANG: Duration = Duration::from_secs(120);

/// The system's allocator, which also counts what each thread holds.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is handed on unchanged to the system's allocator, or refused with null, as an
// allocator may. The counters allocate nothing: they are initialised at compile time.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let held = HELD.get().saturating_add(layout.size());
        if held > END_OF_MEMORY {
            return std::ptr::null_mut();
        }
        HELD.set(held);
        PEAK.set(PEAK.get().max(held));
        // SAFETY: the caller's promise about the layout holds for the same call here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // Another thread may have allocated it.
        HELD.set(HELD.get().saturating_sub(layout.size()));
        // SAFETY: the pointer came from the system's allocator, with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The processor time of this thread; the time of day where that is not told.
fn thread_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(target_os = "linux"))]
    {
        static BEGIN: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        BEGIN.elapsed()
    }
}

/// Random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below another.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// A part of so many bytes, shorter ones more often.
    fn part(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length);
        let most = 1 << self.below(9);
        start..(start + self.below(most) + 1).min(length)
    }

    fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }
}

/// Numbers at which programs stumble.
const NUMBERS: [&str; 14] = [
    "0",
    "-1",
    "1",
    "2",
    "7",
    "12",
    "64",
    "255",
    "256",
    "999",
    "65536",
    "2147483647",
    "4294967296",
    "18446744073709551616",
];

/// Damages a file in up to four places. `words` are what its format has a meaning for.
fn mutate(file: &mut Vec<u8>, other: &[u8], words: &[&str], random: &mut Random) {
    for _ in 0..1 + random.below(4) {
        let part = random.part(file.len());
        match random.below(9) {
            0 => drop(file.drain(part)),
            1 => {
                let copy = file[part].to_vec();
                let at = random.below(file.len() + 1);
                file.splice(at..at, copy);
            }
            2 => {
                let piece = other[random.part(other.len())].to_vec();
                file.splice(part, piece);
            }
            3 => _ = file.splice(part, random.pick(words).bytes()),
            4 => {
                let at = random.below(file.len() + 1);
                _ = file.splice(at..at, random.pick(words).bytes());
            }
            // Another number where one stands.
            5 | 6 => {
                let starts: Vec<usize> =
                    (0..file.len()).filter(|&i| file[i].is_ascii_digit()).collect();
                if !starts.is_empty() {
                    let start = *random.pick(&starts);
                    let digits = file[start..].iter().take_while(|b| b.is_ascii_digit()).count();
                    file.splice(start..start + digits, random.pick(&NUMBERS).bytes());
                }
            }
            7 if !file.is_empty() => {
                let at = random.below(file.len());
                file[at] ^= 1 << random.below(8);
            }
            _ => file.truncate(random.below(file.len() + 1).max(file.len() / 2)),
        }
    }
}

/// A format: sound files, words with a meaning in it, and its reader.
struct Format {
    seeds: Vec<Vec<u8>>,
    words: &'static [&'static str],
    read: fn(&[u8]) -> Result<(), Vec<TextError>>,
}

impl Format {
    /// The damaged file of a seed.
    fn file(&self, seed: u64) -> Vec<u8> {
        let mut random = Random(seed);
        let mut file = random.pick(&self.seeds).clone();
        let other = random.pick(&self.seeds).clone();
        mutate(&mut file, &other, self.words, &mut random);
        file
    }

    /// Reads the damaged file of a seed within the bounds. Returns what it took, and whether it
    /// was sound all the same.
    fn check(&self, seed: u64, show: bool) -> (Duration, usize, bool) {
        let file = self.file(seed);
        if show {
            println!("{}", String::from_utf8_lossy(&file));
        }
        let before = HELD.get();
        PEAK.set(before);
        let began = thread_time();
        let result = (self.read)(&file);
        let (time, memory) = (thread_time() - began, PEAK.get() - before);
        let is_sound = result.is_ok();
        if let Err(errors) = result {
            if show {
                errors.iter().for_each(|error| println!("{error}"));
            }
            assert!(!errors.is_empty(), "seed {seed}: refused without a reason");
            assert!(errors.iter().all(|e| !e.message.is_empty()), "seed {seed}: empty message");
        }
        assert!(time <= MAX_TIME, "seed {seed}: took {time:?}");
        assert!(memory <= MAX_MEMORY, "seed {seed}: held {} MB", memory >> 20);
        (time, memory, is_sound)
    }

    /// Reads all damaged files on a thread that is watched.
    fn check_all(self, name: &str) {
        if let Ok(seed) = std::env::var("POLYWRIGHT_MUTATION") {
            self.check(seed.parse().expect("a seed"), true);
            return;
        }
        let at = Arc::new(AtomicU64::new(0));
        let reached = at.clone();
        let worker = std::thread::spawn(move || {
            let (mut slowest, mut largest, mut sound) = ((Duration::ZERO, 0), (0, 0), 0);
            for seed in 0..FILES {
                reached.store(seed, Ordering::Relaxed);
                let (time, memory, is_sound) = self.check(seed, false);
                sound += u64::from(is_sound);
                slowest = slowest.max((time, seed));
                largest = largest.max((memory, seed));
            }
            (slowest, largest, sound)
        });
        let (mut seen, mut since) = (0, Instant::now());
        while !worker.is_finished() {
            std::thread::sleep(Duration::from_millis(50));
            let now = at.load(Ordering::Relaxed);
            if now != seen {
                (seen, since) = (now, Instant::now());
            }
            assert!(since.elapsed() < HANG, "{name}, seed {seen}: not read after {HANG:?}");
        }
        match worker.join() {
            Ok(((time, slow), (memory, large), sound)) => {
                println!(
                    "{name}: at most {time:?} (seed {slow}) and {} KB (seed {large}); {sound} of \
                     {FILES} read",
                    memory >> 10
                );
                // Otherwise the later stages of reading are hardly reached.
                assert!(sound >= FILES / 100, "{name}: only {sound} of {FILES} files were read");
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }
}

/// Text that a reader is given: what is no UTF-8 is refused before.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn ron(bytes: &[u8]) -> Result<(), Vec<TextError>> {
    read_ron(text(bytes).into()).map(drop)
}

const RON_WORDS: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "//",
    "/*",
    "*/",
    "\\",
    "Some(",
    "None",
    "format: 1,",
    "title: \"\",",
    "lattice: Square,",
    "lattice: Cube,",
    "lattice: TriangleEdges,",
    "lattice: Hexagon,",
    "lattice: King,",
    "lattice: Tetrakis,",
    "Family(free: 7)",
    "Family(fixed: 8, copies: (0, 9))",
    "Family(free: 12)",
    "Family(free: 30)",
    "Family(fixed: 5)",
    "Rectangle(200, 300)",
    "Rectangle(65536, 1)",
    "Box(40, 40, 40)",
    "Art([\"##\", \"#.\"])",
    "Triangle(40)",
    "Hexagon(60)",
    "AztecDiamond(90)",
    "copies: (0, 4294967295)",
    "motions: AsDrawn",
    "Piece(name: \"A\", art: [\"XXX\"])",
    "site_rules: [Site(at: [1, 1], never: [\"A\"])],",
    "placed: [Placed(piece: \"A\", sites: [[1, 1]], pinned: true)],",
    "rules: (labels: Ignore),",
    "cover: Queens(size: 64),",
    "cover: Queens(size: 12),",
    "cover: Sudoku(",
    "é",
    "\u{0}",
    "𝔘",
];

/// The texts of bundled puzzles of every lattice and kind.
fn puzzles() -> Vec<Vec<u8>> {
    const NAMES: [&str; 14] = [
        "pentominoes-6x10",
        "scotts-board",
        "chessboard-tetrominoes-7x4",
        "trikings-3x5",
        "tetrasticks-5x5-any-one-left-out",
        "hexiamonds-6x6",
        "tritrigs-hexagon",
        "tetrahexes-7x4",
        "pentatwigs-3x5",
        "tangram-square",
        "soma-cube",
        "slothouber-graatsma",
        "knuth-7-items",
        "sudoku-6x6",
    ];
    let named = |b: &&bundled::Bundled| NAMES.iter().any(|name| b.path.contains(name));
    let texts: Vec<_> =
        bundled::ALL.iter().filter(named).map(|b| b.text.as_bytes().to_vec()).collect();
    assert_eq!(texts.len(), NAMES.len());
    texts
}

#[test]
fn damaged_puzzle_files_are_read_or_refused() {
    let own = "(format: 1, title: \"Own\", lattice: Square, // a comment\n  pieces: [Family(free: 4), \
        Piece(name: \"A\", art: [\"ab\", \".c\"], copies: (1, 3), motions: Turn)],\n board: \
        Art([\"ab##\", \"####\", \"##o#\"]), rules: (junctions: Free, labels: Agree), site_rules: \
        [Site(at: [1, 1], never: [\"A\"])], placed: [Placed(piece: \"A\", sites: [[1, 1], [2, 1], \
        [2, 2]], pinned: true)], expect: (total: 1))";
    let mut seeds = puzzles();
    seeds.push(own.as_bytes().to_vec());
    seeds.push(b"(format: 1, title: \"Queens\", cover: Queens(size: 8))".to_vec());
    Format { seeds, words: RON_WORDS, read: ron }.check_all("puzzles");
}

/// Files of the solutions of a puzzle: in RON, and one a line.
fn solutions_of(puzzle: &str) -> [Vec<u8>; 2] {
    use polywright::format::{puzzle_file, solution_lines, solutions_file};
    use polywright::job::{Plan, Run, Settings};
    let opened = puzzle_file::read(Arc::from(puzzle)).unwrap();
    let plan = Arc::new(Plan::new(opened.puzzle, PlanOptions::default()).unwrap());
    let Encoded { puzzle, encoding, .. } = plan.encoded().cloned().expect("a puzzle has geometry");
    let mut run = Run::start(plan.clone(), Settings::default());
    run.wait();
    let counts = run.snapshot().counts;
    let (description, group, complete) = (&opened.description, &**plan.group(), true);
    let (puzzle, encoding) = (&*puzzle, &*encoding);
    run.with_store(|store| {
        let source = solutions_file::Source {
            description,
            puzzle,
            encoding,
            group,
            store,
            counts,
            complete,
        };
        let mut lines = Vec::new();
        let progress = &mut |_, _| ControlFlow::Continue(());
        solution_lines::write_to(source, &mut lines, progress).unwrap();
        [solutions_file::write(source).into_bytes(), lines]
    })
}

/// Small puzzles of several kinds.
const SOLVED: [&str; 3] = [
    "(format: 1, title: \"Small\", lattice: Square, pieces: [Family(free: 2, copies: 6)], board: \
     Rectangle(4, 3))",
    "(format: 1, title: \"Sticks\", lattice: SquareEdges, pieces: [Family(free: 2, copies: (0, \
     3))], board: Rectangle(1, 2))",
    "(format: 1, title: \"Queens\", cover: Queens(size: 6))",
];

#[test]
fn damaged_solutions_files_are_read_or_refused() {
    let seeds = SOLVED.map(|puzzle| solutions_of(puzzle)[0].clone()).to_vec();
    Format { seeds, words: RON_WORDS, read: ron }.check_all("solutions");
}

#[test]
fn damaged_solutions_one_a_line_are_read_or_refused() {
    fn read(bytes: &[u8]) -> Result<(), Vec<TextError>> {
        use polywright::format::solution_lines;
        use polywright::format::stream::ReadError;
        let progress = &mut |_, _| ControlFlow::Continue(());
        match solution_lines::read_from(&mut std::io::Cursor::new(bytes), progress) {
            Ok(_) => Ok(()),
            Err(ReadError::Contents(errors)) => Err(errors),
            Err(error) => panic!("{error}"),
        }
    }
    // Where not all solutions are there, damaged counts do not matter.
    let some = |puzzle| text(&solutions_of(puzzle)[1]).replace("complete yes", "complete no");
    let seeds = SOLVED.map(|puzzle| some(puzzle).into_bytes()).to_vec();
    let words = &[
        "puzzle 3\n",
        "puzzle 99999999999\n",
        "complete no",
        "total 3",
        "placements 1\n",
        "placements 4000000000\n",
        "solutions 0\n",
        "solutions 18446744073709551615\n",
        " 1",
        "\n",
        "\r\n",
        "[[",
        "]]",
        "\"",
        "é",
        "\u{0}",
    ];
    Format { seeds, words, read }.check_all("solutions one a line");
}

#[test]
fn damaged_items_and_options_are_read_or_refused() {
    fn read(bytes: &[u8]) -> Result<(), Vec<TextError>> {
        let problem = dlx::read(&text(bytes)).map_err(|error| vec![error])?;
        dlx::puzzle(&problem, "damaged").map(drop)
    }
    let seeds = vec![
        b"| multiplicities and colours\n2:3|a b | c\na b\na c:red\na c:green\n".to_vec(),
        b"a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n".to_vec(),
        b"1:2|x 3|y z | p q r\nx y p:1 q:2\ny z\nx y z r:0\n\ny p:2\n| end\n".to_vec(),
    ];
    let words = &[
        "|",
        " | ",
        ":",
        "0|",
        "1:2|",
        "4294967295|",
        "5:4|",
        "a ",
        "x:",
        ":A",
        "\n",
        "\r\n",
        "\t",
        "é",
        "\u{0}",
        "~2",
    ];
    Format { seeds, words, read }.check_all("items and options");
}

#[test]
fn damaged_matrices_and_lists_of_regions_are_read_or_refused() {
    fn read(bytes: &[u8]) -> Result<(), Vec<TextError>> {
        let text = text(bytes);
        if regions::is_list(bytes) {
            return regions::read(&text, None, "damaged").map(drop);
        }
        // What it is known by agrees with what is read, or it goes on to the next format.
        let _ = matrix::is_matrix(bytes, false);
        let problem = matrix::read(&text).map_err(|error| vec![error])?;
        dlx::puzzle(&problem, "damaged").map(drop)
    }
    let seeds = vec![
        b"a,\"b, c\",d\n1,0,0\n0,1,1\n1,1,1\n".to_vec(),
        b"1 0 0 1\n0 1 1 0\n\n1 1 0 0\n".to_vec(),
        b"1001\n0110\n1100\n0011\n".to_vec(),
        b"row;x;y;z\nA;1;0;1\nB;0;1;0\n".to_vec(),
        b"0:\n###\n##.\n##.\n\n1:\n.##\n##.\n#..\n\n4x4: 1 1\n12x5: 2 0\n".to_vec(),
    ];
    let words = &[
        "0",
        "1",
        ",",
        ";",
        "\t",
        "\"",
        "\"\"",
        "\n",
        "\r\n",
        "#",
        ".",
        ":",
        "4x4: ",
        "65536x65536: ",
        "0:\n",
        "99:\n",
        "é",
        "\u{0}",
        "\u{feff}",
    ];
    Format { seeds, words, read }.check_all("matrices and regions");
}

const XML_WORDS: &[&str] = &[
    "<",
    ">",
    "/>",
    "</",
    "<voxel",
    "</voxel>",
    "<shapes>",
    "<problem>",
    "<result id=\"0\"/>",
    "<pair piece=\"0\" result=\"0\"/>",
    "<shape id=\"1\" count=\"4\"/>",
    "x=\"",
    "type=\"1\"",
    "#",
    "_",
    "+",
    "63",
    "&amp;",
    "&#x41;",
    "&bad;",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<!DOCTYPE a [",
    "<?xml version=\"1.0\"?>",
    "é",
];

fn xmpuzzles() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xmpuzzle");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let unpacked = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        let mut xml = Vec::new();
        match bytes.starts_with(&[0x1f, 0x8b]) {
            true => {
                _ = std::io::Read::read_to_end(
                    &mut flate2::read::GzDecoder::new(&bytes[..]),
                    &mut xml,
                )
                .unwrap()
            }
            false => xml = bytes,
        }
        xml
    };
    files.iter().map(unpacked).collect()
}

fn packed(xml: &[u8]) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(xml).unwrap();
    gzip.finish().unwrap()
}

fn xmpuzzle(bytes: &[u8]) -> Result<(), Vec<TextError>> {
    xmpuzzle::read(bytes, None, "damaged").map(drop)
}

#[test]
fn damaged_files_of_burrtools_are_read_or_refused() {
    Format { seeds: xmpuzzles(), words: XML_WORDS, read: xmpuzzle }.check_all("xmpuzzle");
}

#[test]
fn damaged_files_of_burrtools_in_gzip_are_read_or_refused() {
    // Damage before packing reaches the reader of XML, damage after it that of gzip.
    fn read(bytes: &[u8]) -> Result<(), Vec<TextError>> {
        match bytes.starts_with(&[0x1f, 0x8b]) {
            true => xmpuzzle(bytes),
            false => xmpuzzle(&packed(bytes)),
        }
    }
    let mut seeds = xmpuzzles();
    seeds.extend(seeds.clone().iter().map(|xml| packed(xml)));
    Format { seeds, words: XML_WORDS, read }.check_all("xmpuzzle in gzip");
}

#[test]
fn damaged_drawings_in_text_are_read_or_refused() {
    fn read(bytes: &[u8]) -> Result<(), Vec<TextError>> {
        blocks::read(&text(bytes), "damaged").map(drop)
    }
    let seeds = vec![
        b"title: Two corners cut\nlattice: Square\n\nV x 2:\nXX\nX\n\nbar x 0..1, as drawn:\nXXX\n\n\
          board:\n.###\n###o\n"
            .to_vec(),
        b"IIIIL\nVVLLL\nV####\n".to_vec(),
        b"XX.\n.XX\n\nYYY\nY.Y\n\nboard:\n####\n#oo#\n####\n".to_vec(),
        b"lattice: Cube\n\nA, turn:\nXX\nX\n-\n.X\n\nboard:\n##\n##\n--\n##\n##\n".to_vec(),
        b"lattice: SquareEdges\n\nI:\n+-+-+\n\nboard:\n+-+-+\n| | |\n+-+-+\n".to_vec(),
    ];
    let words = &[
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "\t",
        ".",
        "#",
        "o",
        "A",
        "z",
        "0",
        "-",
        "+",
        "|",
        ":",
        "title: ",
        "lattice: Hexagon\n",
        "lattice: Triangle\n",
        "board:\n",
        " x 2:",
        " x 0..4294967295:",
        ", as drawn:",
        "\n--\n",
        "é",
        "\u{0}",
    ];
    Format { seeds, words, read }.check_all("drawings");
}
