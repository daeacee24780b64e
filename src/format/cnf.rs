//! Exact cover as a propositional formula, in the DIMACS text that SAT solvers read.
//!
//! The clauses are those of [`crate::exact_cover::sat::clauses`]: variable n stands for option n - 1,
//! as a comment for each says, and the models are exactly the solutions, so that model counters count
//! them.

use std::io::{self, ErrorKind, Write};

use crate::exact_cover::{Problem, sat};

/// The largest number that solvers use for variables and clauses.
const MAX_VARIABLES: u64 = i32::MAX as u64;

/// Writes a problem as a formula whose models are its solutions. The clauses are made twice, first
/// to be counted, and kept nowhere.
///
/// # Errors
/// When the writer fails, and [`ErrorKind::InvalidInput`] when the formula is larger than solvers take.
pub fn write_to(problem: &Problem, title: &str, out: &mut dyn Write) -> io::Result<()> {
    let too_large = || {
        let message = "the formula has more variables or clauses than SAT solvers accept";
        io::Error::new(ErrorKind::InvalidInput, message)
    };
    if sat::least_variables(problem) > MAX_VARIABLES {
        return Err(too_large());
    }
    let mut clauses = 0u64;
    let variables = sat::clauses(problem, |_: &[i64]| {
        clauses += 1;
        if clauses > MAX_VARIABLES { Err(too_large()) } else { Ok(()) }
    })?;
    if variables > MAX_VARIABLES {
        return Err(too_large());
    }
    for line in title.lines() {
        writeln!(out, "c {line}")?;
    }
    writeln!(out, "c Each model is a solution. A variable and the items of its option:")?;
    for (id, option) in problem.options() {
        write!(out, "c {id}")?;
        for cell in option {
            write!(out, " {}", problem.item(cell.item).name)?;
            if cell.colour != 0 {
                write!(out, ":{}", problem.colour_name(cell.colour))?;
            }
        }
        writeln!(out)?;
    }
    writeln!(out, "p cnf {variables} {clauses}")?;
    sat::clauses(problem, |clause: &[i64]| {
        for literal in clause {
            write!(out, "{literal} ")?;
        }
        writeln!(out, "0")
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::exact_cover::{Cell, CoverChecker, ItemId, ItemKind, OptionId, ProblemBuilder};

    /// All models of a formula, by trying both values of the first variable that no clause settles.
    fn models(
        variables: usize,
        clauses: &[Vec<i64>],
        given: &mut Vec<i8>,
        found: &mut Vec<Vec<i8>>,
    ) {
        let value = |given: &[i8], l: i64| given[l.unsigned_abs() as usize] * l.signum() as i8;
        let start = given.clone();
        loop {
            let mut forced = None;
            for clause in clauses {
                if clause.iter().any(|&l| value(given, l) > 0) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&l| value(given, l) == 0);
                match (open.next(), open.next()) {
                    (None, _) => {
                        *given = start;
                        return;
                    }
                    (Some(&l), None) => forced = Some(l),
                    _ => {}
                }
            }
            let Some(l) = forced else { break };
            given[l.unsigned_abs() as usize] = l.signum() as i8;
        }
        match (1..=variables).find(|&n| given[n] == 0) {
            None => found.push(given.clone()),
            Some(n) => {
                for sign in [1, -1] {
                    given[n] = sign;
                    models(variables, clauses, given, found);
                }
            }
        }
        *given = start;
    }

    /// The options of all models, in order; and the numbers of the header, checked against the text.
    fn solutions_of_text(text: &str, options: usize) -> Vec<Vec<OptionId>> {
        let mut clauses = Vec::new();
        let (mut variables, mut count) = (0, 0);
        for line in text.lines().filter(|line| !line.starts_with('c')) {
            if let Some(header) = line.strip_prefix("p cnf ") {
                let numbers: Vec<usize> = header.split(' ').map(|n| n.parse().unwrap()).collect();
                (variables, count) = (numbers[0], numbers[1]);
                continue;
            }
            let mut clause: Vec<i64> = line.split(' ').map(|n| n.parse().unwrap()).collect();
            assert_eq!(clause.pop(), Some(0));
            assert!(!clause.is_empty());
            assert!(clause.iter().all(|l| (1..=variables as u64).contains(&l.unsigned_abs())));
            clauses.push(clause);
        }
        assert_eq!(clauses.len(), count);
        let mut found = Vec::new();
        models(variables, &clauses, &mut vec![0; variables + 1], &mut found);
        let mut solutions: Vec<Vec<OptionId>> = found
            .iter()
            .map(|m| (0..options as u32).map(OptionId).filter(|o| m[o.index() + 1] > 0).collect())
            .collect();
        solutions.sort();
        solutions
    }

    /// An item as a number says: once, at most once, several times, or secondary.
    fn kind(n: u8) -> ItemKind {
        match n {
            0 | 1 => ItemKind::ONCE,
            2 => ItemKind::Primary { min: 0, max: 1 },
            3 => ItemKind::Primary { min: 0, max: 2 },
            4 => ItemKind::Primary { min: 2, max: 3 },
            5 => ItemKind::Primary { min: 1, max: 9 },
            _ => ItemKind::Secondary,
        }
    }

    proptest! {
        #[test]
        fn the_models_are_the_solutions(
            mut kinds in proptest::collection::vec(0u8..9, 1..6),
            options in proptest::collection::vec(
                proptest::collection::vec((0usize..6, 0u32..3), 1..4), 0..11,
            ),
        ) {
            kinds.sort_unstable();
            let mut builder = ProblemBuilder::default();
            for (i, &n) in kinds.iter().enumerate() {
                builder.item(format!("i{i}"), kind(n));
            }
            for option in options {
                let mut cells: Vec<Cell> = option
                    .into_iter()
                    .filter(|(item, _)| *item < kinds.len())
                    .map(|(i, colour)| {
                        let secondary = kind(kinds[i]) == ItemKind::Secondary;
                        Cell { item: ItemId(i as u32), colour: if secondary { colour } else { 0 } }
                    })
                    .collect();
                cells.sort_by_key(|cell| cell.item);
                cells.dedup_by_key(|cell| cell.item);
                if !cells.is_empty() {
                    builder.coloured_option(cells);
                }
            }
            let problem = builder.build().unwrap();
            let n = problem.option_count();
            let mut checker = CoverChecker::new(&problem);
            let has_primary = |option: OptionId| {
                problem.option(option).items().iter().any(|&item| problem.is_primary(item))
            };
            let mut expected: Vec<Vec<OptionId>> = (0..1u32 << n)
                .map(|set| (0..n as u32).filter(|i| set >> i & 1 == 1).map(OptionId).collect())
                .filter(|set: &Vec<OptionId>| {
                    set.iter().all(|&o| has_primary(o)) && checker.is_solution(set)
                })
                .collect();
            expected.sort();
            let mut text = Vec::new();
            write_to(&problem, "a title", &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            prop_assert_eq!(solutions_of_text(&text, n), expected, "{}", text);
        }
    }
}
