//! PNG pictures, rendered from the SVG drawings.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// The largest side of a picture, in pixels.
const MOST_PIXELS: f32 = 16_384.0;

/// Renders an SVG drawing, `zoom` pixels a point.
///
/// # Errors
/// When the picture would be too large, or cannot be encoded.
pub fn render(svg: &str, zoom: f32) -> Result<Vec<u8>, String> {
    let mut fonts = fontdb::Database::new();
    for font in super::FONTS {
        fonts.load_font_data(font.to_vec());
    }
    let options = Options {
        font_family: super::FONT_FAMILY.to_owned(),
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    let tree = Tree::from_str(svg, &options).map_err(|e| e.to_string())?;
    let size = tree.size();
    let (width, height) = ((size.width() * zoom).ceil(), (size.height() * zoom).ceil());
    if width > MOST_PIXELS || height > MOST_PIXELS {
        return Err(format!(
            "the picture would be {width}×{height} pixels; export fewer solutions at once, or SVG"
        ));
    }
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or("the picture is empty")?;
    resvg::render(&tree, Transform::from_scale(zoom, zoom), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| e.to_string())
}
