//! Sheets as files: one for each sheet, or one PDF with a page for each.

use std::path::{Path, PathBuf};

use super::Sheets;
use crate::picture::drawing::Drawing;
use crate::picture::{dxf, pdf, svg};

/// The files of all sheets, by the ending of a path: SVG, DXF or PDF. Of several sheets each has its number
/// in the name.
///
/// # Errors
/// When the ending is none of these, or a page cannot be drawn.
pub fn files(sheets: &Sheets, path: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let drawing = |n: usize| sheets.sheet(n).drawing(&sheets.settings);
    let all: Vec<Drawing> = (0..sheets.layout.sheets).map(drawing).collect();
    let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    drawing_files(&all, path, &ending)
}

/// The files of some drawings in the format of an ending, as those of [`files`].
///
/// # Errors
/// As [`files`].
pub fn drawing_files(
    all: &[Drawing],
    path: &Path,
    ending: &str,
) -> Result<Vec<(PathBuf, Vec<u8>)>, String> {
    let write: fn(&Drawing) -> String = match ending {
        "svg" => svg::write,
        "dxf" => dxf::write,
        "pdf" => {
            let mut document = pdf::Document::new(&pdf::Info::default());
            for drawing in all {
                document.add(drawing).map_err(|error| error.to_string())?;
            }
            let bytes = document.finish().map_err(|error| error.to_string())?;
            return Ok(vec![(path.to_owned(), bytes)]);
        }
        _ => {
            let name = path.display();
            return Err(format!(
                "{name}: sheets are written as .svg, .dxf or .pdf; use one of these endings"
            ));
        }
    };
    let name = |n: usize| if all.len() == 1 { path.to_owned() } else { numbered(path, n + 1) };
    Ok(all.iter().enumerate().map(|(n, drawing)| (name(n), write(drawing).into_bytes())).collect())
}

/// The name of a file with a number before its ending: `sheet-2.dxf`.
fn numbered(path: &Path, n: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|e| format!(".{}", e.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{n}{ending}"))
}
