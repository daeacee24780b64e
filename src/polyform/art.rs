//! Text art: shapes and boards drawn with characters.
//!
//! The lattice says which coordinates the character at a column and row stands for. Where a
//! site lies, `.` and the space leave it out and any other character puts it in; elsewhere
//! only `.`, the space and `+` (a junction) may stand.

use crate::lattice::{Lattice, MAX_SITES, Point};

/// A character of a text art that stands on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The site.
    pub site: Point,
    /// What is drawn there; never a space or a dot.
    pub character: char,
    /// Row and column of the art, from 0.
    pub place: (usize, usize),
}

/// Reads the marks of a text art, row by row.
///
/// # Errors
/// Names row and column, from 1, of a character where the lattice has no site. An art of more
/// than [`MAX_SITES`] sites is refused before more memory is spent on it.
pub fn marks<S: AsRef<str>>(lattice: &Lattice, rows: &[S]) -> Result<Vec<Mark>, String> {
    let mut marks = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, character) in row.as_ref().chars().enumerate() {
            if character == ' ' || character == '.' {
                continue;
            }
            let (Ok(column), Ok(line)) = (i32::try_from(x), i32::try_from(y)) else {
                return Err("the art is too large".to_owned());
            };
            let site = (lattice.art_point)(column, line);
            if lattice.class_of(site).is_some() {
                let own = (lattice.art_marks)(site);
                if matches!(character, '-' | '|') && own != '#' && own != character {
                    return Err(format!(
                        "row {}, column {} of the art: '{character}' stands where the {} runs \
                         the other way, '{own}'",
                        y + 1,
                        x + 1,
                        lattice.site_words.0,
                    ));
                }
                if marks.len() as u64 >= MAX_SITES {
                    return Err(format!(
                        "the art has more than {MAX_SITES} {}; make it smaller",
                        lattice.site_words.1
                    ));
                }
                marks.push(Mark { site, character, place: (y, x) });
            } else if character != '+' {
                return Err(format!(
                    "row {}, column {} of the art: '{character}' stands where the lattice \
                     \"{}\" has no {}; only '+', '.' and spaces may stand there",
                    y + 1,
                    x + 1,
                    lattice.name,
                    lattice.site_words.0,
                ));
            }
        }
    }
    Ok(marks)
}

/// The sites of a piece drawn as text art.
///
/// # Errors
/// As [`marks`].
pub fn shape_sites<S: AsRef<str>>(lattice: &Lattice, rows: &[S]) -> Result<Vec<Point>, String> {
    Ok(marks(lattice, rows)?.into_iter().map(|mark| mark.site).collect())
}

/// Draws sites as text art, each with the character given for it; rows end at their last mark.
/// The upper left corner is moved to where all sites fit closely, in whole periods.
pub fn draw(lattice: &Lattice, sites: &[(Point, char)]) -> Vec<String> {
    let places: Vec<((i32, i32), char)> =
        sites.iter().map(|&(site, mark)| ((lattice.art_place)(site), mark)).collect();
    let Some(left) = places.iter().map(|((x, _), _)| *x).min() else { return Vec::new() };
    let top = places.iter().map(|((_, y), _)| *y).min().unwrap_or(0);
    // One period of coordinates spans this many characters of art, in each direction.
    let origin = (lattice.art_place)(Point::from(lattice.classes[0].residue));
    let next = (lattice.art_place)(
        Point::from(lattice.classes[0].residue) + Point::new(lattice.period, lattice.period, 0),
    );
    let (across, down) = (next.0 - origin.0, next.1 - origin.1);
    let (left, top) = (left.div_euclid(across) * across, top.div_euclid(down) * down);
    let bottom = places.iter().map(|((_, y), _)| *y).max().unwrap_or(top);
    let mut rows = vec![Vec::<char>::new(); (bottom - top + 1) as usize];
    for ((x, y), mark) in places {
        let row = &mut rows[(y - top) as usize];
        let column = (x - left) as usize;
        if row.len() <= column {
            row.resize(column + 1, '.');
        }
        row[column] = mark;
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{square, square_edges};

    #[test]
    fn art_is_read_and_drawn_back() {
        let rows = ["XX.", ".XX"];
        let sites = shape_sites(&square::LATTICE, &rows).unwrap();
        assert_eq!(sites.len(), 4);
        let marked: Vec<_> = sites.into_iter().map(|site| (site, 'X')).collect();
        assert_eq!(draw(&square::LATTICE, &marked), ["XX", ".XX"]);
    }

    #[test]
    fn a_stick_off_the_grid_is_refused_with_its_place() {
        let error = shape_sites(&square_edges::LATTICE, &["+-+", "-"]).unwrap_err();
        assert!(error.contains("row 2, column 1") && error.contains("other way"), "{error}");
        let error = shape_sites(&square_edges::LATTICE, &["+-+", " - "]).unwrap_err();
        assert!(error.contains("row 2, column 2"), "{error}");
    }
}
