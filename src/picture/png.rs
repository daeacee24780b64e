//! PNG pictures, rendered from the SVG drawings.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::{PictureSize, fonts};

/// The largest side of a picture, in pixels.
const MAX_PIXELS: f32 = 16_384.0;

/// The longer side of a picture of no size that was asked for, in pixels, at most.
const MAX_USUAL_PIXELS: f32 = 8192.0;

/// Pixels for each point of the SVG where nothing else is asked for, and points to the inch.
const ZOOM: f32 = 2.0;
const SCREEN_DPI: f32 = 96.0;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PngError {
    /// More pixels than a picture may have along a side.
    #[error("the picture would be {width}×{height} pixels; export fewer solutions at once, or SVG")]
    TooLarge {
        /// Its width.
        width: u64,
        /// Its height.
        height: u64,
    },
    /// No pixels at all.
    #[error("the picture is empty")]
    Empty,
    /// A drawing that is no SVG.
    #[error("the drawing cannot be read: {0}")]
    Svg(String),
    /// Pixels that cannot be compressed.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Renders an SVG drawing, `zoom` pixels a point.
///
/// # Errors
/// When the picture would be too large, or cannot be encoded.
///
/// ```
/// use polywright::picture::png::{PngError, render};
///
/// let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>"#;
/// assert!(render(svg, 2.0)?.starts_with(b"\x89PNG"));
/// assert_eq!(render(svg, 1e6), Err(PngError::TooLarge { width: 20_000_000, height: 10_000_000 }));
/// # Ok::<(), PngError>(())
/// ```
pub fn render(svg: &str, zoom: f32) -> Result<Vec<u8>, PngError> {
    render_tree(&read(svg, None)?, zoom)
}

fn render_tree(tree: &Tree, zoom: f32) -> Result<Vec<u8>, PngError> {
    let size = tree.size();
    let (width, height) = ((size.width() * zoom).ceil(), (size.height() * zoom).ceil());
    if width > MAX_PIXELS || height > MAX_PIXELS {
        return Err(PngError::TooLarge { width: width as u64, height: height as u64 });
    }
    draw(tree, zoom)?.encode_png().map_err(|e| PngError::Encoding(e.to_string()))
}

/// Renders an SVG drawing with so many pixels, and says in the file how many are an inch where that was
/// asked for. Where nothing was, it has twice the pixels of a screen, or fewer if it is large.
///
/// # Errors
/// As [`render`].
///
/// ```
/// use polywright::picture::PictureSize;
/// use polywright::picture::png::{PngError, decode, render_sized};
///
/// let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="16384" height="10"/>"#;
/// let picture = decode(&render_sized(svg, PictureSize::default())?)?;
/// assert_eq!(picture.width, 8192);
/// # Ok::<(), PngError>(())
/// ```
pub fn render_sized(svg: &str, size: PictureSize) -> Result<Vec<u8>, PngError> {
    let tree = read(svg, None)?;
    let zoom = match size {
        PictureSize { width: 0, dpi: 0, .. } => {
            let side = tree.size().width().max(tree.size().height()).max(1.0);
            ZOOM.min(MAX_USUAL_PIXELS / side)
        }
        PictureSize { width: 0, dpi, .. } => dpi as f32 / SCREEN_DPI,
        PictureSize { width, .. } => width as f32 / tree.size().width().max(1.0),
    };
    let png = render_tree(&tree, zoom)?;
    if size.dpi == 0 {
        return Ok(png);
    }
    // The chunk pHYs, in pixels to the metre, after the signature and the header of 25 bytes.
    let (head, rest) = png.split_at(8 + 25);
    let per_metre = (f64::from(size.dpi) / 0.0254).round() as u32;
    let mut chunk = b"pHYs".to_vec();
    chunk.extend(per_metre.to_be_bytes());
    chunk.extend(per_metre.to_be_bytes());
    chunk.push(1);
    let check = crc32fast::hash(&chunk);
    let (length, check) = (9u32.to_be_bytes(), check.to_be_bytes());
    Ok([head, &length[..], &chunk[..], &check[..], rest].concat())
}

/// The pixels of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Its width.
    pub width: usize,
    /// Its height.
    pub height: usize,
    /// Red, green, blue and alpha of each pixel, row by row; the colours are multiplied by alpha.
    pub bytes: Vec<u8>,
}

/// Reads the pixels of a PNG file.
///
/// # Errors
/// When it is none, or damaged.
pub fn decode(png: &[u8]) -> Result<Pixels, PngError> {
    let read = resvg::tiny_skia::Pixmap::decode_png(png);
    let picture = read.map_err(|error| PngError::Encoding(error.to_string()))?;
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    Ok(Pixels { width, height, bytes: picture.take() })
}

/// Renders an SVG drawing to pixels, `zoom` of them a point, or fewer where a side would have more
/// than `most`.
///
/// # Errors
/// When there is nothing to draw.
///
/// ```
/// use polywright::picture::png::{PngError, pixels};
///
/// let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"/>"#;
/// let picture = pixels(svg, 2.0, 1000.0)?;
/// assert_eq!((picture.width, picture.height, picture.bytes.len()), (40, 20, 3200));
/// assert_eq!(pixels(svg, 2.0, 10.0)?.width, 10);
/// # Ok::<(), PngError>(())
/// ```
pub fn pixels(svg: &str, zoom: f32, most: f32) -> Result<Pixels, PngError> {
    pixels_with(svg, zoom, most, None)
}

/// The same as [`pixels`], with other fonts than the system's for characters that the fonts of
/// pictures do not have.
pub(crate) fn pixels_with(
    svg: &str,
    zoom: f32,
    most: f32,
    fallback: Option<&fontdb::Database>,
) -> Result<Pixels, PngError> {
    let tree = read(svg, fallback)?;
    let longest = tree.size().width().max(tree.size().height()).max(1.0);
    let picture = draw(&tree, zoom.min(most.min(MAX_PIXELS) / longest))?;
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    Ok(Pixels { width, height, bytes: picture.take() })
}

/// Reads a drawing, with the fonts of pictures, and `fallback` or the fonts of the system for
/// characters that these do not have.
fn read(svg: &str, fallback: Option<&fontdb::Database>) -> Result<Tree, PngError> {
    let mut fonts = match fallback {
        _ if !fonts::lacks(svg) => fontdb::Database::new(),
        Some(fallback) => fallback.clone(),
        None => (**fonts::system()).clone(),
    };
    for font in super::FONTS {
        fonts.load_font_data(font.to_vec());
    }
    let options = Options {
        font_family: super::FONT_FAMILY.to_owned(),
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|e| PngError::Svg(e.to_string()))
}

fn draw(tree: &Tree, zoom: f32) -> Result<Pixmap, PngError> {
    let size = tree.size();
    let (width, height) = ((size.width() * zoom).ceil(), (size.height() * zoom).ceil());
    let mut pixels = Pixmap::new(width as u32, height as u32).ok_or(PngError::Empty)?;
    resvg::render(tree, Transform::from_scale(zoom, zoom), &mut pixels.as_mut());
    Ok(pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_as_wide_as_asked_for_and_says_its_resolution() {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"/>"#;
        let size = |bytes: &[u8]| {
            [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
        };
        let png = |width, dpi| {
            render_sized(svg, PictureSize { width, dpi, ..PictureSize::default() }).unwrap()
        };
        assert_eq!(size(&png(0, 0)), [192, 96]);
        assert_eq!(size(&png(0, 300)), [300, 150]);
        assert_eq!(size(&png(1000, 300)), [1000, 500]);
        assert_eq!(&png(0, 300)[37..41], b"pHYs");
        // Another reader takes the file, checksums and all.
        let read = resvg::tiny_skia::Pixmap::decode_png(&png(0, 300)).unwrap();
        assert_eq!((read.width(), read.height()), (300, 150));
        let (width, dpi) = (100_000, 0);
        let large = render_sized(svg, PictureSize { width, dpi, ..PictureSize::default() });
        assert!(matches!(large, Err(PngError::TooLarge { .. })));
    }
}
