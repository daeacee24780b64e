//! Animated PNG pictures, put together from the chunks of single ones.
//!
//! The format is that of the PNG specification, third edition (W3C, 2025): a chunk `acTL` with the
//! number of pictures, and before the data of each a chunk `fcTL` with its size and its time.

use super::png::PngError;

/// The signature of a PNG file.
const SIGNATURE: usize = 8;
/// Parts of a second in which times are given.
const TIME_BASE: u16 = 1000;

/// Pictures of the same size, shown one after the other, again and again.
#[derive(Debug, Default)]
pub struct Animation {
    /// The chunks of all pictures.
    chunks: Vec<u8>,
    /// The signature and the header of the first.
    head: Vec<u8>,
    size: [u8; 8],
    frames: u32,
    /// The number of the next chunk that has one.
    sequence: u32,
}

impl Animation {
    /// Adds a picture, a PNG file, that is shown for so many milliseconds.
    ///
    /// # Errors
    /// When it is damaged, or of another size or kind than those before.
    pub fn push(&mut self, png: &[u8], milliseconds: u16) -> Result<(), PngError> {
        let damaged = || PngError::Encoding("a picture of the animation is damaged".to_owned());
        let mut rest = png.get(SIGNATURE..).ok_or_else(damaged)?;
        let mut is_announced = false;
        while let Some((length, after)) = rest.split_first_chunk::<4>() {
            let length = u32::from_be_bytes(*length) as usize;
            let (Some(chunk), Some(next)) = (after.get(..4 + length), after.get(8 + length..))
            else {
                return Err(damaged());
            };
            let (kind, data) = chunk.split_at(4);
            rest = next;
            match kind {
                b"IHDR" => {
                    let head = &png[..SIGNATURE + 12 + length];
                    if self.frames == 0 {
                        self.head = head.to_vec();
                        self.size.copy_from_slice(data.get(..8).ok_or_else(damaged)?);
                    } else if self.head != head {
                        return Err(damaged());
                    }
                }
                b"IDAT" => {
                    if !is_announced {
                        self.announce(milliseconds);
                        is_announced = true;
                    }
                    self.add_data(data);
                }
                _ => {}
            }
        }
        self.frames += 1;
        if is_announced { Ok(()) } else { Err(damaged()) }
    }

    /// Adds the chunk before the data of a picture.
    fn announce(&mut self, milliseconds: u16) {
        let mut data = self.number().to_vec();
        data.extend(self.size);
        // It lies at the corner, takes the place of the one before, and stays.
        data.extend([0; 8]);
        data.extend(milliseconds.to_be_bytes());
        data.extend(TIME_BASE.to_be_bytes());
        data.extend([0, 0]);
        append(&mut self.chunks, *b"fcTL", &data);
    }

    fn add_data(&mut self, data: &[u8]) {
        if self.frames == 0 {
            append(&mut self.chunks, *b"IDAT", data);
        } else {
            let numbered = [&self.number()[..], data].concat();
            append(&mut self.chunks, *b"fdAT", &numbered);
        }
    }

    fn number(&mut self) -> [u8; 4] {
        self.sequence += 1;
        (self.sequence - 1).to_be_bytes()
    }

    /// The file.
    ///
    /// # Errors
    /// When there is no picture.
    pub fn finish(self) -> Result<Vec<u8>, PngError> {
        if self.frames == 0 {
            return Err(PngError::Empty);
        }
        let mut file = self.head;
        // Played without end.
        append(&mut file, *b"acTL", &[&self.frames.to_be_bytes()[..], &[0; 4]].concat());
        file.extend(self.chunks);
        append(&mut file, *b"IEND", &[]);
        Ok(file)
    }
}

/// Appends a chunk with its length and its checksum.
fn append(file: &mut Vec<u8>, kind: [u8; 4], data: &[u8]) {
    let chunk = [&kind[..], data].concat();
    file.extend((data.len() as u32).to_be_bytes());
    file.extend(&chunk);
    file.extend(crc32fast::hash(&chunk).to_be_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::png::{decode, render};

    fn picture(width: u32, ink: &str) -> Vec<u8> {
        let svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="10">
            <rect width="5" height="5" fill="{ink}"/></svg>"#
        );
        render(&svg, 1.0).unwrap()
    }

    #[test]
    fn an_animation_begins_with_its_first_picture_and_numbers_its_chunks() {
        let (first, second) = (picture(20, "red"), picture(20, "blue"));
        let mut animation = Animation::default();
        animation.push(&first, 400).unwrap();
        animation.push(&second, 50).unwrap();
        assert!(animation.push(&picture(21, "red"), 50).is_err(), "another size");
        assert!(animation.push(b"no picture at all", 50).is_err());
        let mut animation = Animation::default();
        animation.push(&first, 400).unwrap();
        animation.push(&second, 50).unwrap();
        let file = animation.finish().unwrap();
        assert_eq!(decode(&file), decode(&first), "readers that play nothing show the first");
        let count = |kind: &[u8]| file.windows(4).filter(|own| *own == kind).count();
        assert_eq!(
            [b"acTL", b"fcTL", b"IDAT", b"fdAT", b"IEND"].map(|k| count(k)),
            [1, 2, 1, 1, 1]
        );
        // acTL: two pictures; fcTL of the first: number 0, its size, no offset, 400/1000 s.
        let at = |kind: &[u8]| file.windows(4).position(|own| own == kind).unwrap() + 4;
        assert_eq!(file[at(b"acTL")..][..8], [0, 0, 0, 2, 0, 0, 0, 0]);
        assert_eq!(file[at(b"fcTL")..][..12], [0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 10]);
        assert_eq!(file[at(b"fcTL") + 20..][..4], [1, 144, 3, 232]);
        assert_eq!(file[at(b"fdAT")..][..4], [0, 0, 0, 2]);
        assert_eq!(Animation::default().finish(), Err(PngError::Empty));
    }
}
