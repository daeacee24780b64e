//! Exact cover as a propositional formula, in the DIMACS text that SAT solvers read.
//!
//! Variable n stands for option n, as a comment for each says; further variables help to count. Every
//! one of those is equivalent to a formula of the options, so that the models are exactly the solutions
//! and model counters count them. At most one of a few options is said pair by pair, of more by
//! Sinz's sequential counter (*Towards an optimal CNF encoding of Boolean cardinality
//! constraints*, 2005), other multiplicities by its general form.

use std::io::{self, ErrorKind, Write};

use crate::exact_cover::{ItemId, ItemKind, Problem};

/// Of more options than this at most one is said by a counter.
const MOST_PAIRED: usize = 5;
/// What solvers number variables and clauses with, at most.
const MOST: u64 = i32::MAX as u64;

/// Writes a problem as a formula whose models are its solutions. The clauses are made twice, first
/// to be counted, and kept nowhere.
///
/// # Errors
/// When the writer fails, and [`ErrorKind::InvalidInput`] when the formula is larger than solvers take.
pub fn write_to(problem: &Problem, title: &str, out: &mut impl Write) -> io::Result<()> {
    let users = Users::new(problem);
    let mut clauses = 0u64;
    let mut count = Formula::new(problem, |_: &[i64]| {
        clauses += 1;
        Ok(())
    });
    count.state(problem, &users)?;
    let variables = count.variables as u64;
    if variables.max(clauses) > MOST {
        let message = "the formula has more variables or clauses than SAT solvers take";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
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
    let mut formula = Formula::new(problem, |clause: &[i64]| {
        for literal in clause {
            write!(out, "{literal} ")?;
        }
        writeln!(out, "0")
    });
    formula.state(problem, &users)
}

/// The options of each item, with their colours there.
struct Users {
    ends: Vec<usize>,
    /// The variable of each option, and its colour.
    options: Vec<(u32, u32)>,
}

impl Users {
    fn new(problem: &Problem) -> Users {
        let mut ends = vec![0; problem.items().len() + 1];
        for (_, option) in problem.options() {
            option.items().iter().for_each(|item| ends[item.index() + 1] += 1);
        }
        for i in 1..ends.len() {
            ends[i] += ends[i - 1];
        }
        let mut next = ends.clone();
        let mut options = vec![(0, 0); problem.cell_count()];
        for (id, option) in problem.options() {
            for cell in option {
                let at = &mut next[cell.item.index()];
                options[*at] = (id.0 + 1, cell.colour);
                *at += 1;
            }
        }
        Users { ends, options }
    }

    fn of(&self, item: ItemId) -> &[(u32, u32)] {
        &self.options[self.ends[item.index()]..self.ends[item.index() + 1]]
    }
}

/// A formula in the making: clauses go out one after the other.
struct Formula<F> {
    /// How many variables there are.
    variables: i64,
    emit: F,
}

/// A literal or a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Term {
    False,
    True,
    Literal(i64),
}

impl Term {
    fn negated(self) -> Term {
        match self {
            Term::False => Term::True,
            Term::True => Term::False,
            Term::Literal(n) => Term::Literal(-n),
        }
    }
}

impl<F: FnMut(&[i64]) -> io::Result<()>> Formula<F> {
    fn new(problem: &Problem, emit: F) -> Formula<F> {
        Formula { variables: problem.option_count() as i64, emit }
    }

    /// States all that a solution must be.
    fn state(&mut self, problem: &Problem, users: &Users) -> io::Result<()> {
        for (id, option) in problem.options() {
            if !option.items().iter().any(|&item| problem.is_primary(item)) {
                (self.emit)(&[-(i64::from(id.0) + 1)])?;
            }
        }
        for (i, item) in problem.items().iter().enumerate() {
            let options = users.of(ItemId(i as u32));
            let literals: Vec<i64> = options.iter().map(|&(n, _)| i64::from(n)).collect();
            match item.kind {
                ItemKind::Primary { min: 0, max: 1 } => self.at_most_one(&literals)?,
                ItemKind::Primary { min: 1, max: 1 } => {
                    self.clause(&literals.iter().map(|&n| Term::Literal(n)).collect::<Vec<_>>())?;
                    self.at_most_one(&literals)?;
                }
                ItemKind::Primary { min, max } => self.count(&literals, min, max)?,
                ItemKind::Secondary => self.secondary(options)?,
            }
        }
        Ok(())
    }

    fn variable(&mut self) -> i64 {
        self.variables += 1;
        self.variables
    }

    /// A clause, without its false terms; none when it holds anyway. What can never hold is said by a
    /// variable that must be true and false, since not all solvers take an empty clause.
    fn clause(&mut self, terms: &[Term]) -> io::Result<()> {
        if terms.contains(&Term::True) {
            return Ok(());
        }
        let literal = |term: &Term| match term {
            Term::Literal(n) => Some(*n),
            _ => None,
        };
        let literals: Vec<i64> = terms.iter().filter_map(literal).collect();
        if literals.is_empty() {
            let never = self.variable();
            (self.emit)(&[never])?;
            return (self.emit)(&[-never]);
        }
        (self.emit)(&literals)
    }

    fn at_most_one(&mut self, literals: &[i64]) -> io::Result<()> {
        if literals.len() <= MOST_PAIRED {
            for (i, a) in literals.iter().enumerate() {
                for b in &literals[..i] {
                    (self.emit)(&[-a, -b])?;
                }
            }
            return Ok(());
        }
        // Whether one of those before is true.
        let mut before = literals[0];
        for (i, &literal) in literals.iter().enumerate().skip(1) {
            (self.emit)(&[-before, -literal])?;
            if i + 1 < literals.len() {
                let here = self.variable();
                (self.emit)(&[-before, here])?;
                (self.emit)(&[-literal, here])?;
                (self.emit)(&[-here, before, literal])?;
                before = here;
            }
        }
        Ok(())
    }

    /// At least `min` and at most `max` of some literals.
    fn count(&mut self, literals: &[i64], min: u32, max: u32) -> io::Result<()> {
        let n = literals.len();
        let (min, max) = (min as usize, max as usize);
        if min == 0 && max >= n {
            return Ok(());
        }
        // Beyond the larger of the two nothing has to be counted.
        let most = if max < n { max + 1 } else { min };
        // Whether at least j of those before are true, for each j.
        let mut before = vec![Term::False; most + 1];
        before[0] = Term::True;
        for (i, &literal) in literals.iter().enumerate() {
            let x = Term::Literal(literal);
            let mut here = before.clone();
            for j in 1..=most.min(i + 1) {
                let (same, less) = (before[j], before[j - 1]);
                if same == Term::False && less == Term::True {
                    here[j] = x;
                    continue;
                }
                let term = Term::Literal(self.variable());
                here[j] = term;
                self.clause(&[same.negated(), term])?;
                self.clause(&[less.negated(), x.negated(), term])?;
                self.clause(&[term.negated(), same, x])?;
                self.clause(&[term.negated(), same, less])?;
            }
            before = here;
        }
        if min > 0 {
            let enough = before.get(min).copied().unwrap_or(Term::False);
            self.clause(&[enough])?;
        }
        if max < n {
            self.clause(&[before[max + 1].negated()])?;
        }
        Ok(())
    }

    /// At most one option, or any number that agree on a colour.
    fn secondary(&mut self, options: &[(u32, u32)]) -> io::Result<()> {
        let mut coloured: Vec<(u32, i64)> = options
            .iter()
            .filter(|(_, colour)| *colour > 0)
            .map(|&(n, colour)| (colour, i64::from(n)))
            .collect();
        coloured.sort_unstable();
        let mut rivals: Vec<i64> =
            options.iter().filter(|(_, colour)| *colour == 0).map(|&(n, _)| i64::from(n)).collect();
        for of_colour in coloured.chunk_by(|a, b| a.0 == b.0) {
            if let [(_, only)] = of_colour {
                rivals.push(*only);
                continue;
            }
            // Whether the item has this colour.
            let has = self.variable();
            let mut one_of = vec![-has];
            for &(_, option) in of_colour {
                (self.emit)(&[-option, has])?;
                one_of.push(option);
            }
            (self.emit)(&one_of)?;
            rivals.push(has);
        }
        self.at_most_one(&rivals)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::exact_cover::{Cell, CoverChecker, OptionId, ProblemBuilder};

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
