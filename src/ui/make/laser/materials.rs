//! The settings of materials: their names, thicknesses and plates, and the parts that are cut from each.

use crate::make::laser::{PartKind, Sheets};
use crate::puzzle::making::{LaserSettings, Material, TRAY_PARTS};
use crate::puzzle::{PieceId, Puzzle};
use crate::text;
use crate::ui::make::form::Form;
use crate::ui::widgets;

/// Shows the materials, and with several of them the parts of each.
pub(super) fn show(
    form: &mut Form<'_>,
    puzzle: &Puzzle,
    sheets: Option<&Sheets>,
    settings: &mut LaserSettings,
) {
    const WHAT: &str = "change the materials";
    let is_several = !settings.materials.is_empty();
    if is_several {
        form.text("Name of material 1", &mut settings.material, WHAT);
        form.length("Thickness of material 1", &mut settings.thickness, WHAT);
    }
    let common = settings.kerf;
    let mut removed = None;
    for (n, material) in settings.materials.iter_mut().enumerate() {
        let number = n + 2;
        form.text(&format!("Name of material {number}"), &mut material.name, WHAT);
        form.length(&format!("Thickness of material {number}"), &mut material.thickness, WHAT);
        let mut kerf = material.kerf.unwrap_or(common);
        form.length(&format!("Kerf of material {number}"), &mut kerf, WHAT);
        if kerf != material.kerf.unwrap_or(common) {
            material.kerf = (kerf != common).then_some(kerf);
        }
        let Material { plate, .. } = material;
        form.length(&format!("Sheet width of material {number}"), &mut plate.width, WHAT);
        form.length(&format!("Sheet height of material {number}"), &mut plate.height, WHAT);
        let label = format!("Remove material {number}");
        let tip = "Its parts are cut from material 1 again.";
        if widgets::Button::new(&label).small().tooltip(tip).show(form.ui).clicked() {
            removed = Some(n);
        }
        form.ui.add_space(4.0);
    }
    if let Some(n) = removed {
        settings.materials.remove(n);
        *form.what = "remove a material";
    }
    if is_several && removed.is_none() {
        parts(form, puzzle, sheets, settings);
        form.ui.add_space(4.0);
        for (material, count) in sheets.map(Sheets::materials).unwrap_or_default() {
            let Material { plate, .. } = settings.material(material);
            let count = text::count(count as u64, "sheet");
            form.note(&format!("{}: {count} of {plate}", settings.material(material).label()));
        }
    }
    form.ui.add_space(4.0);
    form.ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        let add = widgets::Button::new("Add material").small();
        let tip = "Cut some parts from other sheets, with a thickness and size of their own.";
        if add.tooltip(tip).show(ui).clicked() {
            let Material { thickness, plate, .. } = settings.material(0);
            let name = format!("material {}", settings.materials.len() + 2);
            let new = Material { name, thickness, plate, ..Material::default() };
            settings.materials.push(new);
            *form.what = "add a material";
        }
        let by_colour = widgets::Button::new("One for each colour").small();
        let tip = "Cut the pieces of each colour from a material of their own.";
        if by_colour.tooltip(tip).show(ui).clicked() {
            let pieces = puzzle.pieces().map(|(_, p)| (p.name.as_str(), p.colour.name()));
            settings.assign_by_colour(pieces);
            *form.what = "make a material for each colour";
        }
    });
}

/// The material of each part that is cut.
fn parts(
    form: &mut Form<'_>,
    puzzle: &Puzzle,
    sheets: Option<&Sheets>,
    settings: &mut LaserSettings,
) {
    let all: Vec<Material> = (0..=settings.materials.len()).map(|n| settings.material(n)).collect();
    // There is little room; the thickness only tells materials of one name apart.
    let label = |material: &Material| {
        let is_only = all.iter().filter(|other| other.name == material.name).count() == 1;
        if is_only { material.name.clone() } else { material.label() }
    };
    let labels: Vec<String> = all.iter().map(label).collect();
    let choices: Vec<(usize, &str)> =
        labels.iter().enumerate().map(|(n, label)| (n, label.as_str())).collect();
    let making = &settings.parts;
    let is_on = [making.frame, making.frame, making.base, making.lid, making.comb];
    let has_islands = sheets
        .is_none_or(|sheets| sheets.list.parts.iter().any(|part| part.kind == PartKind::Island));
    let is_cut = |part: &str, on: bool| on && (has_islands || part != "/islands");
    let tray = TRAY_PARTS.iter().zip(is_on).filter(|((part, _), on)| is_cut(part, *on));
    let tray = tray.map(|(part, _)| *part);
    let has_pieces = making.pieces && !settings.half_laps;
    let pieces: Vec<(PieceId, String)> = match has_pieces {
        true => puzzle.pieces().map(|(id, piece)| (id, format!("Piece {}", piece.name))).collect(),
        false => Vec::new(),
    };
    let pieces = pieces.iter().map(|(id, words)| (puzzle.piece(*id).name.as_str(), words.as_str()));
    for (part, words) in tray.chain(pieces).collect::<Vec<_>>() {
        let before = settings.material_of(part);
        let mut material = before;
        let name = format!("Material of {}", text::uncapitalised(words));
        form.select(&name, &mut material, &choices, "choose the material of a part");
        if material != before {
            settings.assign(part, material);
        }
    }
}
