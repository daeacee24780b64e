//! Any items and options, in Knuth's notation, drawn as a matrix: a column for each item, a row
//! for each option, the rows of a solution filled.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{
    Cover, CoverCell, CoverItem, CoverOption, Expanded, GridScene, Ink, cell, corner, notation,
};
use crate::lattice::{self, MAX_SITES, Point};
use crate::polyform::{Motions, Shape};
use crate::puzzle::{Board, BoardSite, Colour, Copies, Handling, Piece, PieceId};
use crate::text;

/// Items and options as they are written in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Matrix")]
pub struct MatrixForm {
    /// The items, with spaces between them, secondary ones after a bar that stands alone; `2:3|x`
    /// must be covered 2 to 3 times.
    pub items: String,
    /// The options, each its items with spaces between them; `x:c` gives the secondary item x
    /// colour c.
    pub options: Vec<String>,
}

impl MatrixForm {
    pub(super) fn expand(&self) -> Result<Expanded, String> {
        let items = self.read_items()?;
        let mut reader = OptionReader::new(&items)?;
        self.check_size(items.len())?;
        let mut options = Vec::new();
        let mut pieces = Vec::new();
        for (row, text) in self.options.iter().enumerate() {
            let wrong = |message: String| format!("option {}: {message}", row + 1);
            let cells = reader.option(row, text).map_err(wrong)?;
            let sites: Vec<_> = cells.iter().map(|c| cell(c.item as usize, row)).collect();
            let Some((shape, shift)) = Shape::normalise(lattice::grid(), &sites) else {
                return Err(wrong("it has no items; name at least one".to_owned()));
            };
            pieces.push(Piece {
                name: (row + 1).to_string(),
                shape,
                copies: Copies { min: 0, max: 1 },
                motions: Motions::AsDrawn,
                labels: Vec::new(),
                colour: Colour::nth(row),
                handling: Handling::default(),
                entry: row,
                order: row,
            });
            options.push(CoverOption { piece: PieceId(row as u32), shift, items: cells });
        }
        let OptionReader { primary, colours, texts, .. } = reader;
        let (columns, rows) = (items.len(), options.len());
        let sites = (0..columns * rows)
            .map(|i| BoardSite { site: cell(i % columns, i / columns), required: false });
        let line = (primary < columns).then(|| [corner(primary, 0), corner(primary, rows)]);
        let scene = GridScene {
            ink: Ink::Cells,
            lines: line.into_iter().collect(),
            chequered: false,
            texts,
            captions: [
                items.iter().map(|item| item.name.clone()).collect(),
                (1..=rows).map(|row| row.to_string()).collect(),
            ],
        };
        let cover = Cover {
            kind: "matrix",
            piece_words: ("option", "options"),
            words: size_words(columns, rows, " × "),
            items,
            colours,
            options,
            symmetric: false,
            scene,
        };
        Ok(Expanded { pieces, board: Board::new(sites.collect()), cover })
    }

    /// Refuses a matrix without rows, and one too large to be drawn.
    fn check_size(&self, items: usize) -> Result<(), String> {
        let options = self.options.len();
        if options == 0 {
            return Err("no options; list at least one".to_owned());
        }
        let size = items as u64 * options as u64;
        if size > MAX_SITES {
            return Err(format!(
                "a matrix of {} has {} cells, more than the {} that can be drawn; as a .dlx file, \
                 it can be solved without a picture",
                size_words(items, options, " and "),
                text::grouped(size),
                text::grouped(MAX_SITES)
            ));
        }
        Ok(())
    }

    fn read_items(&self) -> Result<Vec<CoverItem>, String> {
        let mut items = Vec::new();
        let mut secondary = false;
        for word in self.items.split_whitespace() {
            if word == "|" {
                if secondary {
                    return Err("there is a second bar; only one separates the items".to_owned());
                }
                secondary = true;
                continue;
            }
            let (range, name) = notation::item(word).map_err(|e| e.to_string())?;
            let copies = match (secondary, range) {
                (true, Some(_)) => {
                    return Err(format!("item {name} is secondary and cannot have a multiplicity"));
                }
                (true, None) => None,
                (false, None) => Some(Copies::default()),
                (false, Some((min, max))) => {
                    Some(Copies::new(min, max).map_err(|e| format!("item {name}: {e}"))?)
                }
            };
            items.push(CoverItem { name: name.to_owned(), copies });
        }
        Ok(items)
    }
}

/// The numbers of items and options, with a word or sign between them.
fn size_words(items: usize, options: usize, between: &str) -> String {
    let items = text::count(items as u64, "item");
    format!("{items}{between}{}", text::count(options as u64, "option"))
}

/// Reads options one by one, and collects their colours and what stands in the cells.
struct OptionReader<'i> {
    /// The items by their names.
    index: FxHashMap<&'i str, u32>,
    /// The number of primary items, which come first.
    primary: usize,
    colours: Vec<String>,
    texts: BTreeMap<Point, String>,
}

impl<'i> OptionReader<'i> {
    fn new(items: &'i [CoverItem]) -> Result<OptionReader<'i>, String> {
        let index: FxHashMap<&str, u32> =
            items.iter().enumerate().map(|(i, item)| (item.name.as_str(), i as u32)).collect();
        if index.len() < items.len() {
            let twice = items.iter().enumerate().find(|(i, item)| index[&*item.name] != *i as u32);
            let name = twice.map_or("", |(_, item)| &item.name);
            return Err(format!("item {} is named twice", text::shortened(name, 40)));
        }
        let primary = items.iter().filter(|item| item.copies.is_some()).count();
        if primary == 0 {
            return Err("no primary item; name one before the bar".to_owned());
        }
        Ok(OptionReader { index, primary, colours: Vec::new(), texts: BTreeMap::new() })
    }

    /// Reads the items that the option in a row covers.
    fn option(&mut self, row: usize, text: &str) -> Result<Vec<CoverCell>, String> {
        let mut cells: Vec<CoverCell> = Vec::new();
        for word in text.split_whitespace() {
            let (name, colour) = notation::coloured(word).map_err(|e| e.to_string())?;
            let Some(&item) = self.index.get(name) else {
                return Err(format!("no item is called {}", text::shortened(name, 40)));
            };
            if colour.is_some() && (item as usize) < self.primary {
                return Err(format!("item {name} is primary; only secondary items have colours"));
            }
            if cells.iter().any(|cell| cell.item == item) {
                return Err(format!("item {name} is listed twice"));
            }
            self.texts.insert(cell(item as usize, row), colour.unwrap_or("1").to_owned());
            let colour = colour.map_or(0, |colour| self.colour(colour));
            cells.push(CoverCell { item, colour });
        }
        Ok(cells)
    }

    /// The number of a colour, from 1.
    fn colour(&mut self, name: &str) -> u32 {
        let known = self.colours.iter().position(|known| known == name);
        let at = known.unwrap_or_else(|| {
            self.colours.push(name.to_owned());
            self.colours.len() - 1
        });
        at as u32 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(items: &str, options: &[&str]) -> String {
        let options = options.iter().map(|&o| o.to_owned()).collect();
        MatrixForm { items: items.to_owned(), options }.expand().err().unwrap_or_default()
    }

    #[test]
    fn what_is_no_matrix_is_refused_with_its_place() {
        assert_eq!(refused("a b | c", &["a c", "b"]), "");
        assert_eq!(refused("a a", &["a"]), "item a is named twice");
        assert_eq!(refused("| c", &["c"]), "no primary item; name one before the bar");
        assert_eq!(refused("a", &[]), "no options; list at least one");
        assert_eq!(refused("a", &["a", "b"]), "option 2: no item is called b");
        assert_eq!(refused("a", &[""]), "option 1: it has no items; name at least one");
        assert_eq!(refused("a", &["a a"]), "option 1: item a is listed twice");
        let primary = "option 1: item a is primary; only secondary items have colours";
        assert_eq!(refused("a", &["a:x"]), primary);
        assert_eq!(refused("a | c", &["a c:"]), "option 1: c:: a colour is missing");
        let range = "3:2|a: expected a multiplicity such as 3|a or 2:3|a";
        assert_eq!(refused("3:2|a", &["a"]), range);
        let wide = "a ".to_owned() + &(0..300).map(|i| format!("i{i} ")).collect::<String>();
        assert!(refused(&wide, &["a"; 300]).contains("300 options has 90\u{a0}300 cells"));
    }
}
