//! The text of the status line on the Design screen: what is under the pointer, and what a click
//! there would do.

use super::{DesignState, givens};
use crate::lattice::Point;
use crate::puzzle::Puzzle;
use crate::text;
use crate::ui::action::Model;
use crate::ui::canvas::nodes;
use crate::ui::canvas::placing::Ghost;
use crate::workbench::Task;
use crate::workbench::command::Tool;

/// Returns the texts of the status line, left and right.
pub(crate) fn status(state: &DesignState, model: Model) -> (String, String) {
    let Some(document) = &model.bench.document else { return Default::default() };
    let puzzle = &document.puzzle;
    let by_keys = state.cursor.shown().is_some();
    let who = if by_keys { "Cursor" } else { "Pointer" };
    let left = match state.hovered {
        Some(site) => match puzzle.board.position(site) {
            Some(i) => {
                let site = puzzle.board.sites()[i];
                let kind = nodes::site_kind(puzzle, &site);
                let label = puzzle.lattice.site_label(site.site);
                let (one, _) = puzzle.lattice.site_words;
                let counts = puzzle.counts_placements() && puzzle.text(site.site).is_none();
                let counted = document.analysis().get().filter(|_| counts);
                let placements = counted.map_or_else(String::new, |analysis| {
                    let n = u64::from(analysis.coverage[i]);
                    format!(" · {}", text::count(n, "placement"))
                });
                let click = click(state, puzzle, site.site);
                format!("{who}: {one} {label} · {kind}{placements}{click}")
            }
            None => {
                let (one, _) = puzzle.lattice.site_words;
                let click = click(state, puzzle, site);
                format!("{who}: {one} {} · hole{click}", puzzle.lattice.site_label(site))
            }
        },
        None if givens::sudoku(model).is_some() => givens::HINT.to_owned(),
        None if model.bench.shows_solid() => {
            format!("Left and Right step through placements · {}", crate::ui::space::view::STATUS)
        }
        None => {
            let (one, _) = puzzle.piece_words();
            let article = if one.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            format!(
                "Up and Down choose {article} {one} · Left and Right step through its placements · \
                 the wheel zooms, the right button pans"
            )
        }
    };
    let right = match document.analysis() {
        _ if document.is_running() && document.is_outdated() => {
            "The search is for an earlier version of the puzzle".to_owned()
        }
        Task::Waiting(_) => "Counting placements".to_owned(),
        Task::Failed(_) => "Cannot solve: the puzzle is too large".to_owned(),
        Task::Ready(analysis) => analysis.error().map_or_else(
            || format!("{:.0}\u{a0}%", state.viewport.zoom * 100.0),
            |check| format!("Cannot solve: {}", check.title),
        ),
    };
    (left, right)
}

/// Describes the effect of a click on a site, or of Space while the keyboard cursor is there, as
/// the end of a sentence.
fn click(state: &DesignState, puzzle: &Puzzle, site: Point) -> String {
    if puzzle.cover.is_some() {
        return String::new();
    }
    let at = puzzle.board.position(site);
    let required = at.map(|i| puzzle.board.sites()[i].required);
    let under = puzzle.placed.iter().position(|laid| laid.sites.binary_search(&site).is_ok());
    let laid = under.map(|n| (&puzzle.piece(puzzle.placed[n].piece).name, puzzle.placed[n].pinned));
    let by_keys = state.cursor.shown().is_some();
    let does = |what: &str| format!("{}: {what}", if by_keys { "Space" } else { "click" });
    let cuts = state.brush.tool == Tool::Cut;
    let does = match state.brush.tool {
        // A tool undoes what it has done.
        Tool::Paint if required == Some(true) => does("erase it"),
        Tool::Erase if at.is_some() => does("erase it"),
        Tool::Optional if required != Some(false) => does("make it optional"),
        Tool::Paint | Tool::Erase | Tool::Optional => does("make it required"),
        Tool::Label => match at.map(|i| puzzle.board.label(i)) {
            None => "only sites of the board have labels".to_owned(),
            Some(label) if label == Some(state.brush.label()) => does("remove the label"),
            Some(_) => does(&format!("label it {}", state.brush.label())),
        },
        Tool::Cut => match (at, laid) {
            (None, _) => "start on a site of the board to cut it into pieces".to_owned(),
            (_, Some((name, true))) => format!("{name} is pinned and is not cut"),
            (_, Some((name, false))) if by_keys => format!("Shift with an arrow: enlarge {name}"),
            (_, Some((name, false))) => format!("drag: enlarge {name}"),
            (_, None) if by_keys => "Space: a new piece".to_owned(),
            (_, None) => "drag: a new piece".to_owned(),
        },
        Tool::Pin => match laid {
            Some((name, true)) => does(&format!("unpin {name}")),
            Some((name, false)) => does(&format!("pin {name}")),
            None => "choose a placed piece to pin it".to_owned(),
        },
        Tool::Text if by_keys => does("choose it"),
        Tool::Text => "click: choose it, drag: choose several, Ctrl: add".to_owned(),
        Tool::Place => match (laid, state.ghost_at(puzzle, site)) {
            (Some((name, _)), _) if by_keys && under == state.laid => {
                format!("Space: move {name}, R and F: turn it, Del: pick it up")
            }
            (Some((name, _)), _) if by_keys => format!("Space: choose {name}"),
            (Some((name, _)), _) => format!("click: choose {name}, drag: move it"),
            (None, Some(Ghost { piece, fits: Ok(()), .. })) => {
                does(&format!("place {}", puzzle.piece(piece).name))
            }
            (None, Some(Ghost { piece, .. })) => {
                format!("{} does not fit here", puzzle.piece(piece).name)
            }
            (None, None) if at.is_some() => {
                does(&format!("rules of this {}", puzzle.lattice.site_words.0))
            }
            (None, None) => return String::new(),
        },
    };
    let spans = match (state.brush.paints() && (at.is_some() || !cuts), by_keys) {
        (true, true) => " · Shift with an arrow: draw on",
        (true, false) => " · Shift: rectangle, Ctrl: region, both: line",
        (false, _) => "",
    };
    format!(" · {does}{spans}")
}
