//! Sudokus of 9×9 one after the other: the empty grid is encoded once, and each sudoku is a search with
//! its givens chosen.

use std::ops::ControlFlow;
use std::sync::Mutex;

use super::Answer;
use crate::encode::Encoding;
use crate::exact_cover::bitset::{self, BitsetSearch};
use crate::exact_cover::{Choice, Effort, Observer, OptionId};
use crate::lattice;
use crate::puzzle::cover::SudokuForm;
use crate::puzzle::{BoardForm, CoverForm, Description};
use crate::solution::Counts;
use crate::threads::lock;

/// The digits, and the columns and rows.
const N: usize = 9;

/// The empty grid, and engines that no thread uses at the moment.
pub(super) struct SudokuSolver {
    encoding: Encoding,
    /// For each option, its cell and its digit from 0.
    entries: Vec<(usize, u32)>,
    /// For each cell and digit, the option that writes it.
    options: Vec<OptionId>,
    engines: Mutex<Vec<BitsetSearch>>,
}

impl SudokuSolver {
    pub(super) fn new() -> SudokuSolver {
        let mut description = Description::empty(lattice::grid(), BoardForm::Art(Vec::new()));
        description.title = "Sudoku".to_owned();
        let form = SudokuForm { size: (3, 3), givens: String::new() };
        description.cover = Some(CoverForm::Sudoku(form));
        let puzzle = description.build().expect("the empty grid is a puzzle");
        let encoding = Encoding::new(&puzzle).expect("it is small");
        let entry = |n: usize| {
            let option = OptionId(n as u32);
            let site = encoding.sites(option).next();
            let cell = site.and_then(|site| puzzle.board.position(site)).expect("a cell each");
            (cell, encoding.placement(option).piece.0)
        };
        let entries: Vec<(usize, u32)> = (0..encoding.problem.option_count()).map(entry).collect();
        let mut options = vec![OptionId(0); N * N * N];
        for (n, &(cell, digit)) in entries.iter().enumerate() {
            options[cell * N + digit as usize] = OptionId(n as u32);
        }
        SudokuSolver { encoding, entries, options, engines: Mutex::default() }
    }

    /// Solves the sudoku of a line; `None` when that was broken off by `check`.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub(super) fn solve(
        &self,
        line: &str,
        limit: Option<u64>,
        check: &(dyn Fn() -> ControlFlow<()> + Sync),
    ) -> Result<Option<Answer>, String> {
        let form = SudokuForm { size: (3, 3), givens: line.to_owned() };
        let mut cells = form.cells().map_err(|problems| problems.join("; "))?;
        let given = |(cell, digit): (usize, &Option<u32>)| {
            digit.map(|digit| self.options[cell * N + digit as usize])
        };
        let givens: Vec<OptionId> = cells.iter().enumerate().filter_map(given).collect();
        let engine = lock(&self.engines).pop();
        let mut engine = engine.unwrap_or_else(|| BitsetSearch::new(&self.encoding.problem));
        let mut counter = Counter { count: 0, limit, first: Vec::new(), check };
        let searched = engine.search_with(&givens, &mut counter);
        lock(&self.engines).push(engine);
        let (effort, flow) = searched.ok_or("two givens exclude each other")?;
        let is_enough = limit.is_some_and(|limit| counter.count >= limit);
        if flow.is_break() && !is_enough {
            return Ok(None);
        }
        for option in &counter.first {
            let (cell, digit) = self.entries[option.index()];
            cells[cell] = Some(digit);
        }
        let total = counter.count;
        Ok(Some(Answer {
            counts: Counts { total, turned: total, distinct: total, symmetric: 0 }.into(),
            nodes: effort.nodes,
            solution: (total > 0).then(|| SudokuForm::line(&cells)),
            complete: flow.is_continue(),
            ..Answer::by(bitset::ENGINE.name)
        }))
    }
}

/// Counts solutions and keeps the first.
struct Counter<'a> {
    count: u64,
    limit: Option<u64>,
    first: Vec<OptionId>,
    check: &'a (dyn Fn() -> ControlFlow<()> + Sync),
}

impl Observer for Counter<'_> {
    fn solution(&mut self, options: &[OptionId]) -> ControlFlow<()> {
        if self.count == 0 {
            self.first.extend_from_slice(options);
        }
        self.count += 1;
        match self.limit.is_some_and(|limit| self.count >= limit) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    fn pulse(&mut self, _: &Effort, _: &[Choice]) -> ControlFlow<()> {
        (self.check)()
    }
}
