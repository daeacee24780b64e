//! What the status line says on the Design screen: what is under the pointer, and what a click
//! there would do.

use super::placing::Ghost;
use super::{DesignState, canvas, givens};
use crate::lattice::Point;
use crate::puzzle::Puzzle;
use crate::text;
use crate::ui::action::Model;
use crate::workbench::Task;
use crate::workbench::command::Tool;

/// What the status line says, left and right.
pub(crate) fn status(state: &DesignState, model: Model) -> (String, String) {
    let Some(document) = &model.bench.document else { return Default::default() };
    let puzzle = &document.puzzle;
    let left = match state.hovered {
        Some(site) => match puzzle.board.position(site) {
            Some(i) => {
                let site = puzzle.board.sites()[i];
                let kind = canvas::site_kind(puzzle, &site);
                let label = puzzle.lattice.site_label(site.site);
                let (one, _) = puzzle.lattice.site_words;
                let counts = puzzle.counts_placements() && puzzle.text(site.site).is_none();
                let counted = document.analysis().get().filter(|_| counts);
                let placements = counted.map_or_else(String::new, |analysis| {
                    let n = u64::from(analysis.coverage[i]);
                    format!(" · {}", text::count(n, "placement"))
                });
                let click = click(state, puzzle, site.site);
                format!("Pointer: {one} {label} · {kind}{placements}{click}")
            }
            None => {
                let (one, _) = puzzle.lattice.site_words;
                let click = click(state, puzzle, site);
                format!("Pointer: {one} {} · hole{click}", puzzle.lattice.site_label(site))
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
        Task::Waiting(_) => "Counting placements".to_owned(),
        Task::Failed(_) => "Cannot solve: the puzzle is too large".to_owned(),
        Task::Ready(analysis) => analysis.error().map_or_else(
            || format!("{:.0}\u{a0}%", state.zoom * 100.0),
            |check| format!("Cannot solve: {}", check.title),
        ),
    };
    (left, right)
}

/// What a click on a site would do, as the end of a sentence.
fn click(state: &DesignState, puzzle: &Puzzle, site: Point) -> String {
    if puzzle.cover.is_some() {
        return String::new();
    }
    let at = puzzle.board.position(site);
    let required = at.map(|i| puzzle.board.sites()[i].required);
    let under = puzzle.placed.iter().find(|laid| laid.sites.binary_search(&site).is_ok());
    let laid = under.map(|laid| (&puzzle.piece(laid.piece).name, laid.pinned));
    let does = match state.brush.tool {
        // A tool undoes what it has done.
        Tool::Paint if required == Some(true) => "click: erase it".to_owned(),
        Tool::Erase if at.is_some() => "click: erase it".to_owned(),
        Tool::Optional if required != Some(false) => "click: make it optional".to_owned(),
        Tool::Paint | Tool::Erase | Tool::Optional => "click: make it required".to_owned(),
        Tool::Label => match at.map(|i| puzzle.board.label(i)) {
            None => "only sites of the board have labels".to_owned(),
            Some(label) if label == Some(state.brush.label()) => "click: remove the label".into(),
            Some(_) => format!("click: label it {}", state.brush.label()),
        },
        Tool::Pin => match laid {
            Some((name, true)) => format!("click: unpin {name}"),
            Some((name, false)) => format!("click: pin {name}"),
            None => "click a placed piece to pin it".to_owned(),
        },
        Tool::Place => match (laid, state.ghost_at(puzzle, site)) {
            (Some((name, _)), _) => format!("click: choose {name}, drag: move it"),
            (None, Some(Ghost { piece, fits: Ok(()), .. })) => {
                format!("click: place {}", puzzle.piece(piece).name)
            }
            (None, Some(Ghost { piece, .. })) => {
                format!("{} does not fit here", puzzle.piece(piece).name)
            }
            (None, None) if at.is_some() => {
                format!("click: rules of this {}", puzzle.lattice.site_words.0)
            }
            (None, None) => return String::new(),
        },
    };
    let spans = match state.brush.paints() {
        true => " · Shift: rectangle, Ctrl: region, both: line",
        false => "",
    };
    format!(" · {does}{spans}")
}
