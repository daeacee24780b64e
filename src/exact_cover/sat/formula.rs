//! Exact cover as a propositional formula: what a SAT solver is given, and what DIMACS files hold.
//!
//! Variable n stands for option n - 1; further variables help to count. Every one of those is
//! equivalent to a formula of the options, so that the models are exactly the solutions. At most one
//! of a few options is said pair by pair, of more by Sinz's sequential counter (*Towards an optimal
//! CNF encoding of Boolean cardinality constraints*, 2005), other multiplicities by its general form.

use std::io;

use crate::exact_cover::{Item, ItemId, ItemKind, Problem};

/// Of more options than this at most one is said by a counter.
const MAX_PAIRED: usize = 5;

/// Hands the clauses of a problem out one after the other, each as its literals, and keeps none of
/// them; returns the number of variables. Variables come into use in ascending order, and the same
/// problem has always the same clauses.
///
/// # Errors
/// Those of `emit`, which end it.
pub fn clauses(problem: &Problem, emit: impl FnMut(&[i64]) -> io::Result<()>) -> io::Result<u64> {
    let users = Users::new(problem);
    let mut formula = Formula { variables: problem.option_count() as i64, emit };
    formula.state(problem, &users)?;
    Ok(formula.variables as u64)
}

/// The least number of variables that the formula of a problem has, in time proportional to the problem.
pub fn least_variables(problem: &Problem) -> u64 {
    let users = Users::new(problem);
    let of_item = |(i, item): (usize, &Item)| {
        let options = users.of(ItemId(i as u32)).len() as u64;
        match item.kind {
            ItemKind::Primary { max: 0..=1, .. } | ItemKind::Secondary => 0,
            ItemKind::Primary { min, max } => {
                // Those of `Formula::count`, but for some of its first rows.
                let most = if u64::from(max) < options { u64::from(max) + 1 } else { min.into() };
                options.saturating_sub(most) * most
            }
        }
    };
    problem.option_count() as u64 + problem.items().iter().enumerate().map(of_item).sum::<u64>()
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
    /// The number of variables.
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
        if literals.len() <= MAX_PAIRED {
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
