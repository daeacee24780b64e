//! The page to share, played in a real browser: by mouse, touch and keyboard, to the end.
//!
//! The browser is Chromium without a display, driven through its debugging pipe, so that pointers and
//! keys are those of a user to the page. Where there is none, these tests say so and do nothing.

mod browser;
mod moves;

use std::fs;
use std::path::Path;
use std::sync::Arc;

use polywright::files;
use polywright::format::{Contents, Opened, bundled, puzzle_file, solutions_file};
use polywright::job::{Phase, Plan, PlanOptions, Run, Settings};
use polywright::make::web;
use serde_json::json;

use browser::Browser;

fn opened(name: &str) -> Opened {
    bundled::ALL[bundled::named(name.as_ref()).expect("a bundled puzzle")].open()
}

/// Solves a bundled puzzle and writes its page.
fn page_of(name: &str, path: &Path) -> u64 {
    let opened = opened(name);
    let plan = Arc::new(Plan::new(Arc::clone(&opened.puzzle), PlanOptions::default()).unwrap());
    let mut run = Run::start(Arc::clone(&plan), Settings::default());
    run.wait();
    let done = run.snapshot();
    assert_eq!(done.phase, Phase::Complete);
    let page = run.with_store(|store| {
        web::solutions(solutions_file::Source {
            description: &opened.description,
            puzzle: &opened.puzzle,
            encoding: &plan.encoded().unwrap().encoding,
            group: plan.group(),
            store,
            counts: done.counts,
            complete: true,
        })
        .unwrap()
    });
    fs::write(path, page).unwrap();
    done.counts.distinct.capped()
}

/// What the tests ask the page: where things are on the screen, and what a move needs.
const QUESTIONS: &str = r#"
const { game, table } = window.polywright;
const onScreen = (group, [x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(group.getScreenCTM());
  return [at.x, at.y];
};
// The moves that bring a piece of the first solution, of those stored or found, into its place: keys that turn it, and where it
// is taken and let go.
window.planned = (n) => {
  const stored = game.data.solutions;
  const solution = stored?.list.length
    ? stored.list[0].map((id) => stored.placements[id])
    : (window.searched ??= new Search(game).complete([])).map((own) => [own.piece, ...own.sites]);
  const [piece, ...positions] = solution[n];
  const sites = game.ordered(piece, positions).map((i) => game.sites[i]);
  const home = game.lattice.homeward(sites);
  // Where sites have labels, it matters which of them is where.
  const hasLabels = game.data.pieces[piece].labels.length > 0;
  const keyed = (shape) => (hasLabels ? shape.map(keyOf).join(" ") : keysOf(shape));
  const wanted = keyed(sites.map((site) => add(site, home)));
  const seen = new Set();
  const waiting = [[game.state.shapes[piece], ""]];
  while (waiting.length > 0) {
    const [shape, keys] = waiting.shift();
    if (seen.has(keyed(shape))) continue;
    seen.add(keyed(shape));
    if (keyed(shape) === wanted) {
      const target = subtract(shape[0], home);
      return { piece, keys, target };
    }
    for (const [key, motion] of [["r", "turn"], ["f", "flip"], ["t", "tilt"]]) {
      if (game.mayMove(piece, motion)) waiting.push([game.moved(shape, motion, shape[0]).shape, keys + key]);
    }
  }
};
window.slotOf = (piece) => {
  const group = table.svg.querySelector(`[data-key="piece-${piece}"]`);
  group.scrollIntoView({ block: "nearest" });
  const shape = game.state.shapes[piece];
  return onScreen(group, game.lattice.middle(shape[0], table.ownStride(shape)));
};
window.boardAt = (site) => onScreen(table.onBoard, game.lattice.middle(site, table.stride));
window.keyboardWay = (site) => {
  const at = table.held.target.sites[0];
  return subtract(site, at).map((n) => n / game.lattice.period);
};
"#;

/// How a piece is brought to the board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum By {
    Mouse,
    Touch,
    Keyboard,
}

fn play(browser: &mut Browser, n: usize, by: By) {
    let plan = browser.eval(&format!("planned({n})"));
    let (piece, target) = (plan["piece"].as_u64().unwrap(), &plan["target"]);
    let focus = format!("table.svg.querySelector('[data-key=\"piece-{piece}\"]').focus()");
    browser.eval(&format!("{{ const {{ table }} = window.polywright; {focus}; 0 }}"));
    for key in plan["keys"].as_str().unwrap().chars() {
        browser.key(&key.to_string());
    }
    if by == By::Keyboard {
        browser.key("Enter");
        let way = browser.eval(&format!("keyboardWay({target})"));
        let steps = |i: usize| way[i].as_f64().unwrap() as i64;
        let arrows = [("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp")];
        for (i, (more, less)) in arrows.into_iter().enumerate() {
            for _ in 0..steps(i).abs() {
                browser.key(if steps(i) > 0 { more } else { less });
            }
        }
        browser.key("Enter");
        return;
    }
    let from = place(browser, &format!("slotOf({piece})"));
    let to = place(browser, &format!("boardAt({target})"));
    // Not quite there: it snaps.
    let to = [to[0] + 5.0, to[1] - 4.0];
    match by {
        By::Touch => browser.touch_drag(from, to),
        _ => browser.mouse_drag(from, to),
    }
}

fn state(browser: &mut Browser) -> (String, u64) {
    let state =
        browser.eval("[document.body.dataset.state, window.polywright.game.state.placed.length]");
    (state[0].as_str().unwrap().to_owned(), state[1].as_u64().unwrap())
}

#[test]
fn hexiamonds_are_played_to_the_end_by_mouse_touch_and_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hexiamonds.html");
    let Some(mut browser) = Browser::start(folder.path()) else { return };
    let distinct = page_of("hexiamonds-6x6", &path);
    browser.open(&path, [1200, 900]);
    browser.eval(QUESTIONS);
    assert_eq!(browser.eval("performance.getEntriesByType('resource').length"), json!(0));
    for n in 0..12 {
        let by = [By::Mouse, By::Touch, By::Keyboard][n % 3];
        assert_eq!(state(&mut browser), ("playing".to_owned(), n as u64), "before move {n}");
        play(&mut browser, n, by);
        assert_eq!(state(&mut browser).1, n as u64 + 1, "move {n} by {by:?}");
    }
    assert_eq!(state(&mut browser).0, "solved");
    let said = browser.eval("document.getElementById('status').textContent");
    let said = said.as_str().unwrap();
    assert!(said.starts_with("Solved in 0:") && said.ends_with(", without hints."), "{said}");

    // Undo, and the hint that gives the last piece back.
    browser.key_with_control("z");
    assert_eq!(state(&mut browser), ("playing".to_owned(), 11));
    browser.key("h");
    browser.key("h");
    assert_eq!(state(&mut browser), ("solved".to_owned(), 12));

    // All solutions are in the gallery, and one of them goes to the board.
    let found = browser.eval("document.getElementById('found').textContent");
    assert_eq!(found, json!(format!("{distinct} of {distinct} solutions")));
    browser.click_on("#filters input[type=checkbox]");
    let found = browser.eval("document.getElementById('found').textContent");
    assert_eq!(found, json!(format!("1 of {distinct} solutions")));
    browser.click_on("#clear");
    assert_eq!(state(&mut browser), ("playing".to_owned(), 0));
    browser.click_on("#thumbnails button:nth-child(2)");
    assert_eq!(state(&mut browser).1, 12);
    assert_eq!(browser.eval("window.polywright.game.isSolved"), json!(true));
}

#[test]
fn every_bundled_lattice_is_drawn_and_holds_its_first_solution() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut browser) = Browser::start(folder.path()) else { return };
    for name in [
        "katamino-5x5",
        "trikings-3x5",
        "welded-tetrasticks-4x4",
        "tritrigs-hexagon",
        "tetrahexes-7x4",
        "polytwigs-triangle",
        "tangram-square",
        "soma-cube",
        "chessboard-tetrominoes-7x4",
    ] {
        let opened = opened(name);
        let path = folder.path().join(format!("{name}.html"));
        if opened.puzzle.needs_variants() {
            fs::write(&path, web::puzzle(&opened.description, &opened.puzzle).unwrap()).unwrap();
        } else {
            page_of(name, &path);
        }
        // As a telephone has it.
        browser.open(&path, [390, 800]);
        browser.eval(QUESTIONS);
        let slots = browser.eval("document.querySelectorAll('#table [data-key^=piece]').length");
        let left_out = browser.eval("window.polywright.game.variant?.without.length ?? 0");
        let shown = slots.as_u64().unwrap() + left_out.as_u64().unwrap();
        assert_eq!(shown, opened.puzzle.pieces.len() as u64, "{name}");
        let wide = browser.eval("document.documentElement.scrollWidth <= 390");
        assert_eq!(wide, json!(true), "{name} is wider than the screen");
        if opened.puzzle.needs_variants() {
            continue;
        }
        let pieces = browser.eval("window.polywright.game.data.solutions.list[0].length");
        for n in 0..pieces.as_u64().unwrap() as usize {
            play(&mut browser, n, By::Touch);
        }
        assert_eq!(state(&mut browser).0, "solved", "{name}");
    }
}

/// The calendar's page, opened and asked.
fn open_calendar(browser: &mut Browser, path: &Path, size: [u32; 2]) {
    browser.open(path, size);
    browser.eval(QUESTIONS);
}

fn variant(browser: &mut Browser) -> String {
    let name = browser.eval("window.polywright.game.variant.name");
    name.as_str().unwrap().to_owned()
}

/// The name of the day that is so many days from today in the browser's time.
fn day(browser: &mut Browser, from_today: i32) -> String {
    let words = format!(
        "(() => {{ const d = new Date(); d.setDate(d.getDate() + {from_today}); \
         return `${{d.getDate()}} ${{d.toLocaleString('en', {{ month: 'short' }}).slice(0, 3)}}`; }})()"
    );
    browser.eval(&words).as_str().unwrap().to_owned()
}

fn place(browser: &mut Browser, question: &str) -> [f64; 2] {
    let at = browser.eval(question);
    [at[0].as_f64().unwrap(), at[1].as_f64().unwrap()]
}

#[test]
fn a_calendar_begins_with_today_and_remembers_what_was_solved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calendar.html");
    let Some(mut browser) = Browser::start(folder.path()) else { return };
    let opened = opened("a-puzzle-a-day");
    fs::write(&path, web::puzzle(&opened.description, &opened.puzzle).unwrap()).unwrap();
    for (tries, (size, by)) in
        [([390, 844], By::Touch), ([1280, 800], By::Mouse)].into_iter().enumerate()
    {
        open_calendar(&mut browser, &path, size);
        assert_eq!(variant(&mut browser), day(&mut browser, 0));
        if by == By::Touch {
            let box_of = "document.getElementById('table').getBoundingClientRect()";
            let seen = place(&mut browser, &format!("[{box_of}.width, {box_of}.bottom]"));
            assert!(seen[0] > 350.0 && seen[1] <= 844.0, "{seen:?}");
        }
        for n in 0..8 {
            play(&mut browser, n, by);
            assert_eq!(state(&mut browser).1, n as u64 + 1, "move {n} by {by:?}");
        }
        assert_eq!(state(&mut browser).0, "solved");
        // The record is still there when the page is opened again.
        open_calendar(&mut browser, &path, size);
        let rows = browser.eval("document.querySelectorAll('#entries tr').length");
        assert_eq!(rows, json!(tries + 1));
        let marked = browser.eval("document.getElementById('variant').selectedOptions[0].text");
        assert_eq!(marked, json!(format!("{} · solved", day(&mut browser, 0))));
        let csv = browser.eval("window.polywright.record.csv()");
        let lines: Vec<&str> = csv.as_str().unwrap().lines().collect();
        assert_eq!((lines.len(), lines[0]), (tries + 2, "puzzle,variant,solved,seconds,hints"));
        let begin = format!("A Puzzle A Day,{},", day(&mut browser, 0));
        assert!(lines[1].starts_with(&begin) && lines[1].ends_with(",0"), "{}", lines[1]);
    }

    // Other days, and back by undo.
    browser.click_on("#next");
    assert_eq!(variant(&mut browser), day(&mut browser, 1));
    browser.click_on("#previous");
    browser.click_on("#previous");
    assert_eq!(variant(&mut browser), day(&mut browser, -1));
    browser.key_with_control("z");
    assert_eq!(variant(&mut browser), day(&mut browser, 0));
    browser.click_on("#random");
    assert_ne!(variant(&mut browser), day(&mut browser, 0));
    browser.click_on("#today");
    assert_eq!(variant(&mut browser), day(&mut browser, 0));

    // Hints are found by a search, and counted; a hidden clock stays hidden.
    browser.click_on("#clock");
    for _ in 0..16 {
        browser.key("h");
    }
    assert_eq!(state(&mut browser), ("solved".to_owned(), 8));
    let said = browser.eval("document.getElementById('status').textContent");
    assert_eq!(said, json!("Solved, with 8 hints."));
    open_calendar(&mut browser, &path, [1280, 800]);
    assert_eq!(browser.eval("document.getElementById('clock').textContent"), json!("Clock"));
}

#[test]
fn pieces_are_turned_and_flipped_by_wheel_right_button_double_click_and_finger() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("calendar.html");
    let Some(mut browser) = Browser::start(folder.path()) else { return };
    let opened = opened("a-puzzle-a-day");
    fs::write(&path, web::puzzle(&opened.description, &opened.puzzle).unwrap()).unwrap();
    open_calendar(&mut browser, &path, [1280, 800]);
    // The L, which has eight orientations.
    let shape = "JSON.stringify(window.polywright.game.state.shapes[1])";
    let (first, slot) = (browser.eval(shape), "slotOf(1)");
    let at = place(&mut browser, slot);
    browser.wheel(at, 120.0);
    let turned = browser.eval(shape);
    assert_ne!(turned, first);
    let at = place(&mut browser, slot);
    browser.wheel(at, -120.0);
    assert_eq!(browser.eval(shape), first, "the wheel turns back");
    let at = place(&mut browser, slot);
    browser.right_click(at);
    assert_eq!(browser.eval(shape), turned);
    let at = place(&mut browser, slot);
    browser.click_at(at);
    browser.click_at(at);
    let flipped = browser.eval(shape);
    assert_ne!(flipped, turned, "a double click flips");

    // What does not fit springs back. On a fixed day, whose open sites are far from where pieces are let go.
    browser.eval(
        "window.polywright.variants.choose(window.polywright.variants.names.indexOf('7 Jun'))",
    );
    assert_eq!(variant(&mut browser), "7 Jun");
    let at = place(&mut browser, slot);
    let middle = place(&mut browser, "boardAt(window.polywright.game.sites[20])");
    browser.mouse_drag(at, middle);
    assert_eq!(state(&mut browser).1, 1);
    let at = place(&mut browser, "slotOf(2)");
    browser.mouse_drag(at, middle);
    assert_eq!(state(&mut browser).1, 1);
    let said = browser.eval("document.getElementById('status').textContent");
    assert_eq!(said, json!("L is already there."));

    open_calendar(&mut browser, &path, [390, 844]);
    let first = browser.eval(shape);
    let at = place(&mut browser, slot);
    browser.tap(at, 0);
    assert_eq!(browser.eval(shape), first, "one tap selects");
    browser.tap(at, 0);
    let turned = browser.eval(shape);
    assert_ne!(turned, first, "a second tap turns");
    let at = place(&mut browser, slot);
    browser.tap(at, 700);
    assert_ne!(browser.eval(shape), turned, "a long press flips");
}

/// A board that was cut: two pieces, the first pinned if so wanted, with labels on board and pieces.
fn cut_board(pinned: bool) -> String {
    let text = format!(
        r#"(format: 1, title: "cut", lattice: Square,
            pieces: [Piece(name: "L", art: ["XX", "X."], labels: ["ab", "."]),
                     Piece(name: "Dot", art: ["X"])],
            board: Labelled(Rectangle(2, 2), ["ab", ".c"]),
            placed: [Placed(piece: "L", sites: [[1, 1], [2, 1], [1, 2]], pinned: {pinned}),
                     Placed(piece: "Dot", sites: [[2, 2]])])"#
    );
    let opened = puzzle_file::read(text.into()).unwrap();
    web::puzzle(&opened.description, &opened.puzzle).unwrap()
}

#[test]
fn the_pieces_of_a_full_board_begin_beside_it_but_for_pinned_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cut.html");
    let Some(mut browser) = Browser::start(folder.path()) else { return };
    for pinned in [false, true] {
        fs::write(&path, cut_board(pinned)).unwrap();
        browser.open(&path, [1200, 900]);
        browser.eval(QUESTIONS);
        let begun = ("playing".to_owned(), u64::from(pinned));
        assert_eq!(state(&mut browser), begun);
        let from = place(&mut browser, "slotOf(1)");
        let to = place(&mut browser, "boardAt([3, 3, 0])");
        browser.mouse_drag(from, to);
        assert_eq!(state(&mut browser).1, begun.1 + 1);
        browser.click_on("#clear");
        assert_eq!(state(&mut browser), begun);
    }
}

#[test]
fn labels_are_marks_of_the_pieces_and_of_the_board_where_nothing_lies() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("labels.html");
    let Some(mut browser) = Browser::start(folder.path()) else { return };
    let mut marks = |pinned: bool| {
        fs::write(&path, cut_board(pinned)).unwrap();
        browser.open(&path, [1200, 900]);
        let words = browser.eval(
            "[...document.querySelectorAll('#table text')].map((own) => own.textContent).sort().join(' ')",
        );
        let count = browser.eval("document.querySelectorAll('#table .badge').length");
        (words.as_str().unwrap().to_owned(), count.as_u64().unwrap())
    };
    // Three on the board, two on the piece beside it; then both on the piece, where it lies and, faint,
    // beside the board, and one on the board.
    assert_eq!(marks(false), ("Dot L".to_owned(), 5));
    assert_eq!(marks(true), ("Dot L L".to_owned(), 5));
}

#[test]
fn a_page_is_opened_as_the_puzzle_and_solutions_that_it_holds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("soma.html");
    let distinct = page_of("soma-cube", &path);
    let Contents::Solutions(set) = files::open(&path).unwrap() else { panic!("no solutions") };
    assert_eq!((set.store.len() as u64, set.complete), (distinct, true));

    for bundled in bundled::ALL {
        let opened = bundled.open();
        if opened.puzzle.cover.is_some() {
            let refused = web::puzzle(&opened.description, &opened.puzzle).unwrap_err();
            assert!(refused.to_string().contains("no pieces to play with"));
            continue;
        }
        // Listing the variants of the largest takes longer than the rest of the test.
        if opened.puzzle.board.sites().len() > 300 && opened.puzzle.variants.is_some() {
            continue;
        }
        let page = web::puzzle(&opened.description, &opened.puzzle).unwrap();
        fs::write(&path, &page).unwrap();
        let Contents::Puzzle(again) = files::open(&path).unwrap() else { panic!("no puzzle") };
        assert_eq!(puzzle_file::write(&again.description), puzzle_file::write(&opened.description));
    }
}

#[test]
fn mistakes_in_the_puzzle_of_a_page_have_their_line_in_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    let opened = opened("pentominoes-6x10");
    let page = web::puzzle(&opened.description, &opened.puzzle).unwrap();
    let broken = page.replace("lattice: Square", "lattice: Penrose");
    fs::write(&path, &broken).unwrap();
    let error = files::open(&path).unwrap_err();
    let line = broken.lines().position(|line| line.contains("Penrose")).unwrap() + 1;
    assert_eq!(error.errors[0].place.unwrap().0, line, "{error}");
    fs::write(&path, "<!DOCTYPE html>\n<p>Nothing.</p>").unwrap();
    let error = files::open(&path).unwrap_err().to_string();
    assert!(error.contains("this web page contains no puzzle"), "{error}");
}
