//! The settings of pictures of one's own: the part that each is on, its place, width and turn.

use crate::make::laser::{CutPart, PartKind, Sheets};
use crate::puzzle::Puzzle;
use crate::puzzle::making::{Artwork, LaserSettings, Length};
use crate::ui::make::form::Form;
use crate::ui::widgets;

/// Shows the pictures, and the button that adds one; whether that was pressed.
pub(super) fn show(
    form: &mut Form<'_>,
    puzzle: &Puzzle,
    sheets: Option<&Sheets>,
    settings: &mut LaserSettings,
) -> bool {
    let mut removed = None;
    for n in 0..settings.artwork.len() {
        one(form, puzzle, sheets, settings, n);
        let label = format!("Remove picture {}", n + 1);
        if widgets::Button::new(&label).small().show(form.ui).clicked() {
            removed = Some(n);
        }
        form.ui.add_space(8.0);
    }
    if let Some(n) = removed {
        settings.artwork.remove(n);
        *form.what = "remove a picture";
    }
    let add = widgets::Button::new("Engrave a picture…").small();
    let tip = "Engrave an SVG file on base, lid, frame or a piece.";
    add.tooltip(tip).show(form.ui).clicked()
}

fn one(
    form: &mut Form<'_>,
    puzzle: &Puzzle,
    sheets: Option<&Sheets>,
    settings: &mut LaserSettings,
    n: usize,
) {
    const WHAT: &str = "change a picture";
    let number = n + 1;
    let artwork = &mut settings.artwork[n];
    form.note(&format!("Picture {number}: {}", artwork.name));
    let tray = [("/lid", "Lid"), ("/base", "Tray base"), ("/frame", "Tray frame")];
    let pieces: Vec<(&str, String)> = puzzle
        .pieces
        .iter()
        .map(|piece| (piece.name.as_str(), format!("Piece {}", piece.name)))
        .collect();
    let pieces = pieces.iter().map(|(name, words)| (*name, words.as_str()));
    let choices: Vec<(&str, &str)> = tray.into_iter().chain(pieces).collect();
    let before = artwork.part.clone();
    let mut part = before.as_str();
    form.select(&format!("Part of picture {number}"), &mut part, &choices, WHAT);
    if part != before {
        // Its place is one on another part.
        let part = part.to_owned();
        *artwork = Artwork { part, x: None, y: None, ..artwork.clone() };
    }
    // Where it is by default is seen once it is placed there.
    let placed = sheets.filter(|sheets| sheets.settings.artwork.get(n) == Some(&*artwork));
    let bounds = placed.and_then(|sheets| sheets.list.artwork.get(n).copied().flatten());
    let mut parts = sheets.iter().flat_map(|sheets| &sheets.list.parts);
    let size = parts.find(|part| is_for(part, artwork, puzzle)).and_then(CutPart::size);
    let middle = bounds.map(|bounds| bounds.middle());
    let half = |k: usize| size.map(|size| size[k] / 2.0);
    let rows = [
        ("X", &mut artwork.x, middle.map(|m| m[0])),
        ("Y", &mut artwork.y, middle.map(|m| m[1])),
        ("Width", &mut artwork.width, half(0)),
    ];
    for (name, value, usual) in rows {
        let usual = usual.and_then(|mm| Length::from_mm(mm).ok()).unwrap_or_default();
        let mut length = value.unwrap_or(usual);
        form.length(&format!("{name} of picture {number}"), &mut length, WHAT);
        if length != value.unwrap_or(usual) {
            *value = Some(length);
        }
    }
    let mut turn = u32::from(artwork.turn);
    form.number(&format!("Turn of picture {number}, °"), &mut turn, 0..=359, WHAT);
    artwork.turn = turn as u16;
    form.check(&format!("Fill the areas of picture {number}"), &mut artwork.filled, "", WHAT);
    if let Some(bounds) = bounds {
        let [width, height] = bounds.size();
        let [x, y] = bounds.min;
        form.note(&format!(
            "{width:.1} × {height:.1} mm, {x:.1} mm from the left and {y:.1} mm from the upper edge of \
             the part. X and Y are those of its middle."
        ));
    }
}

/// Returns whether a picture is put on a part.
fn is_for(part: &CutPart, artwork: &Artwork, puzzle: &Puzzle) -> bool {
    match part.kind {
        PartKind::Piece(id) => puzzle.piece(id).name == artwork.part,
        kind => kind.tray_name() == Some(artwork.part.as_str()),
    }
}
