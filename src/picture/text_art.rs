//! Drawings in letters: every site bears the name of the piece that covers it.

use std::collections::BTreeMap;

use crate::lattice::{Point, SiteForm};
use crate::puzzle::{Ink, Puzzle};
use crate::solution::verify::Placed;

/// Draws a solution, one line of text a row, without a newline at the end.
///
/// Where a piece is used more than once, each copy has a letter of its own.
/// Uncovered sites are dots, holes are spaces. In a cover puzzle every cell bears what is written
/// there, and the rows of a matrix that are not chosen are dots.
pub fn solution(puzzle: &Puzzle, placed: &Placed) -> String {
    let copies = puzzle
        .pieces
        .iter()
        .enumerate()
        .any(|(i, _)| placed.iter().filter(|(id, _)| id.index() == i).count() > 1);
    let mut marks: BTreeMap<Point, String> =
        puzzle.board.sites().iter().map(|s| (s.site, ".".to_owned())).collect();
    let cover = puzzle.cover.as_deref();
    if let Some(cover) = cover.filter(|c| placed.is_empty() || c.scene.ink != Ink::Cells) {
        marks.extend(cover.scene.texts.clone());
    }
    for (n, (id, sites)) in placed.iter().enumerate() {
        let name = &puzzle.piece(*id).name;
        for &site in sites {
            let mark = match cover {
                Some(cover) => cover.text(site).unwrap_or(name).to_owned(),
                None if copies => letters(n),
                None => name.clone(),
            };
            marks.insert(site, mark);
        }
    }
    grid(puzzle, &marks)
}

/// The n-th of a, b, … z, A, … Z, aa, ab, …
fn letters(mut n: usize) -> String {
    const LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut word = Vec::new();
    loop {
        word.push(char::from(LETTERS[n % 52]));
        if n < 52 {
            return word.into_iter().rev().collect();
        }
        n = n / 52 - 1;
    }
}

fn grid(puzzle: &Puzzle, marks: &BTreeMap<Point, String>) -> String {
    let lattice = puzzle.lattice;
    let width = marks.values().map(|m| m.chars().count()).max().unwrap_or(1);
    let places: Vec<((i32, i32), i32, &str)> = marks
        .iter()
        .map(|(&p, mark)| ((lattice.art_place)(p), lattice.layer(p), mark.as_str()))
        .collect();
    if places.is_empty() {
        return String::new();
    }
    let (mut left, mut top, mut right, mut bottom) = (i32::MAX, i32::MAX, i32::MIN, i32::MIN);
    let (mut lowest, mut highest) = (i32::MAX, i32::MIN);
    for ((x, y), layer, _) in &places {
        (left, right) = (left.min(*x), right.max(*x));
        (top, bottom) = (top.min(*y), bottom.max(*y));
        (lowest, highest) = (lowest.min(*layer), highest.max(*layer));
    }
    // Layers stand side by side, one empty column between them.
    let columns = (right - left + 1) as usize;
    let all = (columns + 1) * (highest - lowest + 1) as usize;
    let mut rows = vec![vec![""; all]; (bottom - top + 1) as usize];
    for ((x, y), layer, mark) in places {
        let column = (x - left) as usize + (layer - lowest) as usize * (columns + 1);
        rows[(y - top) as usize][column] = mark;
    }
    if lattice.form == SiteForm::Edge {
        // Junctions stand between the edges that meet there.
        for site in marks.keys() {
            for corner in lattice.corners(*site) {
                let (x, y) = (lattice.art_place)(corner);
                if (left..=right).contains(&x) && (top..=bottom).contains(&y) {
                    rows[(y - top) as usize][(x - left) as usize] = "+";
                }
            }
        }
    }
    let line = |row: &Vec<&str>| {
        let cells: Vec<String> = row.iter().map(|mark| format!("{mark:width$}")).collect();
        cells.join(" ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_the_alphabet() {
        assert_eq!([0, 25, 26, 51, 52, 53].map(letters), ["a", "z", "A", "Z", "aa", "ab"]);
    }
}
