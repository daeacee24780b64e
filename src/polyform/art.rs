//! Text art: shapes and boards drawn with characters.
//!
//! The lattice says which coordinates the character at a column and row stands for. Where a
//! site lies, `.` and the space leave it out and any other character puts it in; elsewhere
//! only `.`, the space and `+` (a junction) may stand. In space, an empty row begins the next
//! layer.

use crate::lattice::{Lattice, MAX_COORDINATE, MAX_SITES, Point};

/// A character of a text art that stands on a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The site.
    pub site: Point,
    /// The character drawn there; never a space or a dot.
    pub character: char,
    /// Row and column of the art, from 0.
    pub place: (usize, usize),
}

/// Why a text art cannot be read. Rows and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArtError {
    /// It has more rows or columns than coordinates reach.
    TooLarge,
    /// It has more than [`MAX_SITES`] sites.
    TooManySites {
        /// The word for sites of the lattice.
        sites: &'static str,
    },
    /// A line runs another way than the site under it.
    WrongDirection {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The character drawn.
        character: char,
        /// The character that draws the site.
        expected: char,
        /// The word for a site of the lattice.
        site: &'static str,
    },
    /// A character stands where the lattice has no site.
    NoSite {
        /// The row.
        row: usize,
        /// The column.
        column: usize,
        /// The character drawn.
        character: char,
        /// The name of the lattice.
        lattice: &'static str,
        /// The word for a site of the lattice.
        site: &'static str,
    },
}

impl ArtError {
    /// The message, for a drawing of another name than "art".
    pub fn describe(&self, drawing: &str) -> String {
        match self {
            ArtError::TooLarge => format!("the {drawing} is too large; use fewer rows or columns"),
            ArtError::TooManySites { sites } => {
                format!("the {drawing} has more than {MAX_SITES} {sites}; make it smaller")
            }
            ArtError::WrongDirection { row, column, character, expected, site } => format!(
                "column {column}, row {row} of the {drawing}: '{character}' is drawn where the \
                 {site} runs the other way; expected '{expected}'"
            ),
            ArtError::NoSite { row, column, character, lattice, site } => format!(
                "column {column}, row {row} of the {drawing}: '{character}' is drawn where the \
                 lattice \"{lattice}\" has no {site}; only '+', '.' and spaces are allowed there"
            ),
        }
    }
}

impl std::fmt::Display for ArtError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.describe("art"))
    }
}

impl std::error::Error for ArtError {}

/// Reads the marks of a text art, row by row.
///
/// # Errors
/// The first character that cannot be read. An art of more than [`MAX_SITES`] sites is refused
/// before more memory is spent on it.
pub fn marks<S: AsRef<str>>(lattice: &Lattice, rows: &[S]) -> Result<Vec<Mark>, ArtError> {
    let mut marks = Vec::new();
    let (mut layer, mut first) = (0, 0);
    for (y, row) in rows.iter().enumerate() {
        if lattice.dimension == 3 && row.as_ref().is_empty() {
            (layer, first) = (layer + 1, y + 1);
        }
        for (x, character) in row.as_ref().chars().enumerate() {
            if character == ' ' || character == '.' {
                continue;
            }
            let (Ok(column), Ok(line)) = (coordinate(x), coordinate(y - first)) else {
                return Err(ArtError::TooLarge);
            };
            let site = lattice.art_site(column, line, layer);
            if lattice.class_of(site).is_some() {
                let own = (lattice.art_marks)(site);
                if matches!(character, '-' | '|' | '/' | '\\') && own != '#' && own != character {
                    return Err(ArtError::WrongDirection {
                        row: y + 1,
                        column: x + 1,
                        character,
                        expected: own,
                        site: lattice.site_words.0,
                    });
                }
                if marks.len() as u64 >= MAX_SITES {
                    return Err(ArtError::TooManySites { sites: lattice.site_words.1 });
                }
                marks.push(Mark { site, character, place: (y, x) });
            } else if character != '+' {
                return Err(ArtError::NoSite {
                    row: y + 1,
                    column: x + 1,
                    character,
                    lattice: lattice.name,
                    site: lattice.site_words.0,
                });
            }
        }
    }
    Ok(marks)
}

/// The sites of a piece drawn as text art.
///
/// # Errors
/// As [`marks`].
pub fn shape_sites<S: AsRef<str>>(lattice: &Lattice, rows: &[S]) -> Result<Vec<Point>, ArtError> {
    Ok(marks(lattice, rows)?.into_iter().map(|mark| mark.site).collect())
}

/// A row or column as a coordinate, if that is small enough to reckon with.
fn coordinate(n: usize) -> Result<i32, ()> {
    i32::try_from(n).ok().filter(|&n| n <= MAX_COORDINATE / 8).ok_or(())
}

/// Draws sites as text art, each with the character given for it; rows end at their last mark.
/// The upper left corner is moved to where all sites fit closely, in whole periods.
pub fn draw(lattice: &Lattice, sites: &[(Point, char)]) -> Vec<String> {
    draw_from(lattice, sites, None).0
}

/// As [`draw`], but read back the art gives every site where it was, as long as none lies above or
/// to the left of where art begins. Also the shift, in whole periods, by which all were moved if
/// some did.
pub fn draw_in_place(lattice: &Lattice, sites: &[(Point, char)]) -> (Vec<String>, Point) {
    draw_from(lattice, sites, Some(0))
}

/// Draws sites, with nothing moved up, left or down that lies at `most` periods from there.
fn draw_from(
    lattice: &Lattice,
    sites: &[(Point, char)],
    most: Option<i32>,
) -> (Vec<String>, Point) {
    // How far one period along an axis goes in the art; the first axis goes along the row.
    let across = lattice.art_step(Point::new(lattice.period, 0, 0)).0;
    let (lean, down) = lattice.art_step(Point::new(0, lattice.period, 0));
    let above = lattice.art_step(Point::new(0, 0, lattice.period));

    let mut places: Vec<((i32, i32), i32, char)> = sites
        .iter()
        .map(|&(site, mark)| ((lattice.art_place)(site), lattice.layer(site), mark))
        .collect();
    let bounded = |n: i32| most.map_or(n, |most| n.min(most));
    let n = lattice.layers();
    let lowest = bounded(places.iter().map(|(_, layer, _)| layer.div_euclid(n)).min().unwrap_or(0));
    for ((x, y), layer, _) in &mut places {
        (*x, *y, *layer) = (*x - lowest * above.0, *y - lowest * above.1, *layer - n * lowest);
    }
    let up = bounded(places.iter().map(|((_, y), ..)| *y).min().map_or(0, |y| y.div_euclid(down)));
    for ((x, y), ..) in &mut places {
        (*x, *y) = (*x - up * lean, *y - up * down);
    }
    let left =
        bounded(places.iter().map(|((x, _), ..)| *x).min().map_or(0, |x| x.div_euclid(across)));
    let shift = Point::new(left, up, lowest).coordinates().map(|n| -n * lattice.period);

    let mut layers: Vec<Vec<Vec<char>>> = Vec::new();
    for ((x, y), layer, mark) in places {
        let (column, row) = ((x - left * across) as usize, y as usize);
        layers.resize(layers.len().max(layer as usize + 1), Vec::new());
        let rows = &mut layers[layer as usize];
        rows.resize(rows.len().max(row + 1), Vec::new());
        let row = &mut rows[row];
        row.resize(row.len().max(column + 1), '.');
        row[column] = mark;
    }
    let mut art = Vec::new();
    for (i, rows) in layers.into_iter().enumerate() {
        if i > 0 {
            art.push(String::new());
        }
        let solid = lattice.dimension == 3;
        art.extend(rows.into_iter().map(|row| {
            // In space an empty row would end the layer.
            if solid && row.is_empty() { ".".to_owned() } else { row.into_iter().collect() }
        }));
    }
    (art, Point::from(shift))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lattice::{ALL, cube, hexagon, square, square_edges};
    use crate::polyform::{Shape, family};

    #[test]
    fn every_form_is_drawn_and_read_back_on_every_lattice() {
        for lattice in ALL {
            for form in family::free_forms(lattice, 3).unwrap() {
                let marked: Vec<_> = form.sites().iter().map(|&site| (site, 'X')).collect();
                let rows = draw(lattice, &marked);
                let read = shape_sites(lattice, &rows).unwrap();
                let (again, _) = Shape::normalise(lattice, &read).unwrap();
                assert_eq!(again, form, "{lattice:?} {rows:?}");
            }
        }
    }

    #[test]
    fn an_empty_row_goes_on_to_the_next_layer() {
        let sites = shape_sites(&cube::LATTICE, &["XX", "", ".", ".X"]).unwrap();
        assert_eq!(sites, [Point::new(1, 1, 1), Point::new(3, 1, 1), Point::new(3, 3, 3)]);
    }

    #[test]
    fn a_hexagon_off_the_grid_is_refused_with_its_place() {
        let error = shape_sites(&hexagon::LATTICE, &["X X", "X X"]).unwrap_err();
        assert!(matches!(error, ArtError::NoSite { row: 2, column: 1, .. }), "{error}");
    }

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
        assert!(matches!(error, ArtError::WrongDirection { row: 2, column: 1, .. }), "{error}");
        let error = shape_sites(&square_edges::LATTICE, &["+-+", " - "]).unwrap_err();
        assert!(matches!(error, ArtError::NoSite { row: 2, column: 2, .. }), "{error}");
    }
}
