//! The page that plays how a solution is taken apart: on every lattice to the end, with what is hidden
//! hidden from everywhere.

use std::ops::ControlFlow;
use std::path::Path;

use polywright::disassembly::{Disassembler, DisassemblyOptions, Separability};
use polywright::files::{self, Moves};
use polywright::format::{Contents, puzzle_file};
use polywright::lattice::{ALL, Lattice, Point};
use polywright::picture::Style;
use polywright::puzzle::PieceId;
use polywright::solution::verify::Placed;
use serde_json::json;

use super::Browser;
use crate::program::polywright;

/// What the test asks the page: how many of some places show what lies behind something else.
const QUESTIONS: &str = r"
window.wronglyDrawn = (time, yaw, pitch) => {
  const { player } = window.polywright;
  const { stage } = player;
  player.go(time);
  stage.view = { yaw, pitch };
  stage.draw();
  const { patches, page, scale, origin, canvas } = stage;
  let [wrong, seen] = [0, 0];
  for (let x = 3.137; x < canvas.width; x += 9.31) {
    for (let y = 2.713; y < canvas.height; y += 9.17) {
      const u = (x - canvas.width / 2) / scale + origin[0];
      const v = (y - canvas.height / 2) / scale + origin[1];
      const at = page.right.map((n, k) => u * n + v * page.down[k]);
      const isIn = ({ normal, box: [left, top, right, bottom], corners }) =>
        normal && x >= left && x <= right && y >= top && y <= bottom && isInside([x, y], corners);
      const here = patches.filter(isIn);
      if (here.length === 0) continue;
      const depth = ({ normal, at: plane }) => (plane - dot(normal, at)) / dot(normal, page.near);
      const last = depth(here[here.length - 1]);
      seen += 1;
      if (here.some((own) => depth(own) > last + 1e-3)) wrong += 1;
    }
  }
  return [wrong, seen];
};
// The places of the canvas on which something is drawn.
window.painted = () => {
  const { canvas, pen } = window.polywright.player.stage;
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
  return data.filter((n, i) => i % 4 === 3 && n > 0).length;
};
0";

const END: &str = "window.polywright.player.end";

fn text(browser: &mut Browser, question: &str) -> String {
    browser.eval(question).as_str().unwrap().to_owned()
}

fn number(browser: &mut Browser, question: &str) -> f64 {
    browser.eval(question).as_f64().unwrap()
}

fn status(browser: &mut Browser) -> String {
    text(browser, "document.getElementById('status').textContent")
}

/// Waits until the page is in a state.
fn reaches(browser: &mut Browser, state: &str) {
    for _ in 0..1200 {
        if text(browser, "document.body.dataset.state") == state {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("the page is {}", text(browser, "document.body.dataset.state"));
}

/// Asserts that nothing is seen through something else.
fn check_order(browser: &mut Browser, times: &[f64], context: &str) {
    for &time in times {
        for (yaw, pitch) in [(-35, 28), (15, -50), (120, 5), (0, 90), (0, 0)] {
            let found = browser.eval(&format!("wronglyDrawn({time}, {yaw}, {pitch})"));
            assert_eq!(found[0], 0, "{context} at {time} from {yaw}, {pitch}: {found}");
            assert!(found[1].as_u64().unwrap() > 0, "{context} at {time}");
        }
    }
}

#[test]
fn the_moves_of_a_burr_are_stepped_scrubbed_turned_and_played_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("burr.html");
    let burr = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xmpuzzle/burr-in-cage.xmpuzzle");
    let arguments = ["disassemble", burr.to_str().unwrap(), "--sheet", path.to_str().unwrap()];
    let output = polywright(folder.path(), &arguments);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let Contents::Puzzle(again) = files::open(&path).unwrap() else { panic!("no puzzle") };
    assert!(again.puzzle.pieces.len() > 1);
    let Some(mut browser) = Browser::start(folder.path()) else { return };
    let browser = &mut browser;
    browser.open(&path, [390, 800]);
    assert_eq!(browser.eval("document.documentElement.scrollWidth <= 390"), json!(true));
    browser.open(&path, [1100, 800]);
    browser.eval(QUESTIONS);
    let end = number(browser, END);
    assert!(end > 20.0);
    let rows = number(browser, "document.querySelectorAll('#list li').length");
    assert_eq!(rows, end);
    assert_eq!(text(browser, "document.body.dataset.state"), "together");
    assert!(status(browser).starts_with("Move 0 of "));
    // One on and one back, by keys and by buttons.
    browser.key(".");
    browser.click_on("#step");
    assert!(status(browser).starts_with("Move 2 of "), "{}", status(browser));
    let current = "document.querySelector('#list [aria-current]').textContent";
    assert!(text(browser, current).starts_with('2'));
    browser.key(",");
    browser.click_on("#back");
    assert_eq!(text(browser, "document.body.dataset.state"), "together");
    // A row of the list, and a place of the slider.
    browser.click_on("#list li:nth-child(3) button");
    assert!(status(browser).starts_with("Move 3 of "));
    let slide = "{ const own = document.getElementById('moment'); own.value = 4.5; \
                 own.dispatchEvent(new Event('input')); 0 }";
    browser.eval(slide);
    assert!(status(browser).starts_with("Move 5 of "));
    assert!(number(browser, "painted()") > 1000.0);
    check_order(browser, &[0.0, 0.5, 4.5, end - 1.5], "the burr");
    // By pointer and by keys it turns.
    let view = "JSON.stringify(window.polywright.player.stage.view)";
    browser.click_on("#view");
    let usual = text(browser, view);
    browser.mouse_drag([300.0, 250.0], [380.0, 270.0]);
    let turned = text(browser, view);
    assert_ne!(turned, usual);
    browser.eval("{ document.getElementById('space').focus(); 0 }");
    browser.key("ArrowLeft");
    assert_ne!(text(browser, view), turned);
    // Dark, it is drawn in other colours.
    let pixel = "String(window.polywright.player.stage.ink)";
    let ink = text(browser, pixel);
    browser.click_on("#theme");
    assert_ne!(text(browser, pixel), ink);
    // From near the end to the end, and from near the beginning back.
    browser.eval("window.polywright.player.go(window.polywright.player.end - 1.2)");
    browser.eval("{ document.getElementById('space').focus(); 0 }");
    browser.key(" ");
    reaches(browser, "apart");
    assert!(status(browser).ends_with(", free"), "{}", status(browser));
    browser.eval("window.polywright.player.go(0.6)");
    browser.click_on("#assemble");
    reaches(browser, "together");
}

/// Two units that adjoin.
fn two_units(lattice: &Lattice) -> [Vec<Point>; 2] {
    let first = lattice.units_at(Point::from(lattice.classes[0].residue)).swap_remove(0);
    let around = first.iter().flat_map(|&site| lattice.neighbours(site));
    let units = around.flat_map(|site| lattice.units_at(site));
    let is_apart = |unit: &Vec<Point>| unit.iter().all(|site| !first.contains(site));
    let second = units.into_iter().find(is_apart).unwrap();
    [first, second]
}

#[test]
fn two_pieces_come_apart_on_the_page_of_every_lattice() {
    let folder = tempfile::tempdir().unwrap();
    let Some(mut browser) = Browser::start(folder.path()) else { return };
    let browser = &mut browser;
    for lattice in ALL {
        let units = two_units(lattice);
        let of_site = lattice.address.of_site;
        let sites = units.each_ref().map(|own| own.iter().map(|&s| of_site(s)).collect::<Vec<_>>());
        let text = format!(
            "(format: 1, title: \"Two & <two>\", lattice: {}, board: Sites({:?}), pieces: [
            Piece(name: \"a\", sites: {:?}), Piece(name: \"b\", sites: {:?})])",
            lattice.key,
            sites.concat(),
            sites[0],
            sites[1],
        );
        let opened =
            puzzle_file::read(text.into()).unwrap_or_else(|e| panic!("{lattice:?}: {e:?}"));
        let placed: Placed = (0..).map(PieceId).zip(units).collect();
        let found = Disassembler::new(&opened.puzzle, DisassemblyOptions::default())
            .take_apart(&placed, &|| ControlFlow::Continue(()));
        let found = found.unwrap().unwrap();
        let Separability::Apart(whole) = &found.result else { panic!("{lattice:?}: {found:?}") };
        let path = folder.path().join(format!("{}.html", lattice.key));
        let (description, puzzle) = (&opened.description, &*opened.puzzle);
        let moves = Moves { description, puzzle, placed: &placed, number: 1, whole };
        let to = files::moves_by_ending(&path).unwrap();
        let go_on = &mut |_, _| ControlFlow::Continue(());
        moves.write(to, &path, Style::default(), go_on).unwrap();
        browser.open(&path, [390, 800]);
        browser.eval(QUESTIONS);
        let wide = browser.eval("document.documentElement.scrollWidth <= 390");
        assert_eq!(wide, json!(true), "{lattice:?} is wider than the screen");
        if lattice.is_solid() {
            assert!(number(browser, "painted()") > 1000.0, "{lattice:?}");
            if !lattice.balls {
                check_order(browser, &[0.0, 0.4], lattice.name);
            }
        } else {
            let shown = number(browser, "document.querySelectorAll('#table .piece').length");
            assert_eq!(shown, 2.0, "{lattice:?}");
        }
        browser.eval("window.polywright.player.go(window.polywright.player.end - 0.2)");
        browser.click_on("#play");
        reaches(browser, "apart");
        let end = number(browser, END);
        assert_eq!(status(browser).split(':').next(), Some(&*format!("Move {end} of {end}")));
    }
}
