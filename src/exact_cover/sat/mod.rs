//! A SAT solver as a second opinion on whether there is any solution.
//!
//! The problem is stated as a propositional formula (`formula`) and given to BatSat, a solver that
//! learns clauses from conflicts (Eén and Sörensson, *An extensible SAT-solver*, 2003). It shares
//! neither a search tree nor an idea with the engines of this program: a solution is one that
//! [`CoverChecker`](super::CoverChecker) can check, and that there is none it can prove, in a form
//! that other programs check. It lists nothing and counts nothing.
//!
//! ```
//! use std::ops::ControlFlow;
//! use polywright::exact_cover::{ItemKind, ProblemBuilder, RunEnd, sat};
//!
//! // Dominoes on a board of 3×3 cells.
//! let mut builder = ProblemBuilder::default();
//! let cells: Vec<_> = (0..9).map(|n| builder.item(format!("{n}"), ItemKind::ONCE)).collect();
//! for n in 0..9 {
//!     if n % 3 < 2 {
//!         builder.option([cells[n], cells[n + 1]]);
//!     }
//!     if n < 6 {
//!         builder.option([cells[n], cells[n + 3]]);
//!     }
//! }
//! let problem = builder.build()?;
//! let mut proof = Vec::new();
//! let answer = sat::solve(&problem, &|_| ControlFlow::Continue(()), Some(&mut proof))?;
//! assert_eq!(answer, RunEnd::Exhausted);
//! assert!(proof.ends_with(b"0\n"), "the empty clause");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod formula;

use std::cell::Cell;
use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::engine::{Engine, Loader, RunEnd, Tree};
use super::{OptionId, Problem};

pub use formula::{clauses, least_variables};

/// The number of clauses or decisions between two checks whether to go on.
const CHECK_INTERVAL: u32 = 256;

/// The row of this engine.
pub static ENGINE: Engine = Engine {
    id: "sat",
    name: "SAT solver",
    supports: |_| Ok(()),
    tree: Tree::None,
    node_cost: |_| f64::INFINITY,
    // Without a proof it fails for a formula that is too large alone.
    loader: Loader::One(|problem, check| {
        solve(problem, &|_| check(), None).unwrap_or(RunEnd::Failed)
    }),
};

/// Looks for a solution. `check` is told how many conflicts there were and says whether to go on; it
/// is called often.
///
/// Where there is no solution, what was written to `proof` shows it: a proof in the text form of DRAT
/// (Wetzler, Heule and Hunt, *DRAT-trim*, 2014) for the formula of [`clauses`] in its order, which
/// [`format::cnf`](crate::format::cnf) writes. Otherwise it is the beginning of one, and of no use.
///
/// Memory grows with the literals of the formula, a few for each item of each option, and with what
/// is learned. Time is exponential at worst.
///
/// # Errors
/// When the proof cannot be written, and [`ErrorKind::InvalidInput`] when the formula is larger than
/// the solver takes.
pub fn solve<'a>(
    problem: &Problem,
    check: &'a dyn Fn(u64) -> ControlFlow<()>,
    proof: Option<&'a mut dyn Write>,
) -> io::Result<RunEnd> {
    let listener = Listener {
        check,
        proof,
        failed: None,
        conflicts: 0,
        asked: Cell::new(0),
        is_stopped: Cell::new(false),
    };
    let mut solver = Solver::new(SolverOpts::default(), listener);
    let mut own = Vec::new();
    let mut is_open = true;
    let stated = clauses(problem, |clause| {
        if solver.cb().stop() {
            return Err(ErrorKind::Interrupted.into());
        }
        own.clear();
        for &literal in clause {
            own.push(literal_of(literal, &mut solver)?);
        }
        is_open &= solver.add_clause_reuse(&mut own);
        Ok(())
    });
    match stated {
        Err(error) if error.kind() == ErrorKind::Interrupted => return Ok(RunEnd::Stopped),
        stated => drop(stated?),
    }
    let said = if is_open { solver.solve_limited(&[]) } else { lbool::FALSE };
    if let Some(error) = solver.cb_mut().failed.take() {
        return Err(error);
    }
    if said == lbool::TRUE {
        let model = solver.get_model();
        // The model ends with the last variable that stands in a clause.
        let is_in = |n: &u32| model.get(*n as usize).is_some_and(|&value| value == lbool::TRUE);
        let options = (0..problem.option_count() as u32).filter(is_in).map(OptionId);
        return Ok(RunEnd::Found(options.collect()));
    }
    if said == lbool::FALSE {
        if let Some(proof) = &mut solver.cb_mut().proof {
            proof.write_all(b"0\n")?;
            proof.flush()?;
        }
        return Ok(RunEnd::Exhausted);
    }
    Ok(RunEnd::Stopped)
}

/// The solver's literal for that of the formula.
fn literal_of(literal: i64, solver: &mut Solver<Listener<'_>>) -> io::Result<Lit> {
    let number = literal.unsigned_abs() - 1;
    // The solver numbers literals, two of each variable, with 32 bits.
    let Some(number) = u32::try_from(number).ok().filter(|n| *n < i32::MAX as u32 / 2) else {
        let message = "the formula has more variables than the SAT solver supports";
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    };
    while solver.num_vars() <= number {
        solver.new_var_default();
    }
    Ok(Lit::new(solver.var_of_int(number), literal > 0))
}

/// The receiver of the solver's reports while it works.
struct Listener<'a> {
    check: &'a dyn Fn(u64) -> ControlFlow<()>,
    proof: Option<&'a mut dyn Write>,
    /// Why the proof could not be written.
    failed: Option<io::Error>,
    conflicts: u64,
    asked: Cell<u32>,
    /// Once it is to stop it stays so: the solver asks more than once.
    is_stopped: Cell<bool>,
}

impl Listener<'_> {
    /// Writes a line of the proof.
    fn note(&mut self, what: &str, clause: &[Lit]) {
        let Some(proof) = self.proof.as_mut().filter(|_| self.failed.is_none()) else { return };
        let mut line = what.to_owned();
        for literal in clause {
            let sign = if literal.sign() { "" } else { "-" };
            line += &format!("{sign}{} ", literal.var().idx() + 1);
        }
        line += "0\n";
        self.failed = proof.write_all(line.as_bytes()).err();
    }
}

impl Callbacks for Listener<'_> {
    fn on_new_clause(&mut self, clause: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.conflicts += 1;
            self.note("", clause);
        }
    }

    fn on_delete_clause(&mut self, clause: &[Lit]) {
        self.note("d ", clause);
    }

    fn stop(&self) -> bool {
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        if asked.is_multiple_of(CHECK_INTERVAL) && (self.check)(self.conflicts).is_break() {
            self.is_stopped.set(true);
        }
        self.is_stopped.get() || self.failed.is_some()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::exact_cover::{CoverChecker, ItemKind, ProblemBuilder};

    /// A formula and the clauses that are derived from it, checked one after the other by unit
    /// propagation alone, without any cleverness.
    struct ProofChecker {
        clauses: Vec<Vec<i64>>,
        variables: usize,
    }

    impl ProofChecker {
        fn new(problem: &Problem) -> ProofChecker {
            let mut all = Vec::new();
            let variables = clauses(problem, |clause| {
                all.push(clause.to_vec());
                Ok(())
            });
            ProofChecker { clauses: all, variables: variables.unwrap() as usize }
        }

        /// Returns whether the clauses contradict each other once all literals of one are false.
        fn follows(&self, clause: &[i64]) -> bool {
            let mut value = vec![0i8; self.variables + 1];
            clause.iter().for_each(|l| value[l.unsigned_abs() as usize] = -l.signum() as i8);
            let of = |value: &[i8], l: i64| value[l.unsigned_abs() as usize] * l.signum() as i8;
            loop {
                let mut forced = None;
                for clause in &self.clauses {
                    if clause.iter().any(|&l| of(&value, l) > 0) {
                        continue;
                    }
                    let mut open = clause.iter().filter(|&&l| of(&value, l) == 0);
                    match (open.next(), open.next()) {
                        (None, _) => return true,
                        (Some(&l), None) => forced = Some(l),
                        _ => {}
                    }
                }
                let Some(l) = forced else { return false };
                value[l.unsigned_abs() as usize] = l.signum() as i8;
            }
        }

        /// Checks a proof line by line; whether it ends with the empty clause.
        fn check(&mut self, proof: &str) -> bool {
            for line in proof.lines() {
                let is_deleted = line.starts_with("d ");
                let numbers = line.trim_start_matches("d ").split(' ');
                let mut clause: Vec<i64> = numbers.map(|n| n.parse().unwrap()).collect();
                assert_eq!(clause.pop(), Some(0), "{line}");
                if is_deleted {
                    let same = |known: &Vec<i64>| {
                        known.len() == clause.len() && clause.iter().all(|l| known.contains(l))
                    };
                    let at = self.clauses.iter().position(same).expect("it was there");
                    self.clauses.swap_remove(at);
                    continue;
                }
                assert!(self.follows(&clause), "{clause:?} does not follow");
                if clause.is_empty() {
                    return true;
                }
                self.clauses.push(clause);
            }
            false
        }
    }

    fn go_on(_: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Pigeons that want holes of their own, of which there is one less.
    fn pigeons(holes: usize) -> Problem {
        let mut builder = ProblemBuilder::default();
        let pigeons: Vec<_> =
            (0..=holes).map(|n| builder.item(format!("pigeon {n}"), ItemKind::ONCE)).collect();
        let kind = ItemKind::Primary { min: 0, max: 1 };
        let holes: Vec<_> = (0..holes).map(|n| builder.item(format!("hole {n}"), kind)).collect();
        for &pigeon in &pigeons {
            for &hole in &holes {
                builder.option([pigeon, hole]);
            }
        }
        builder.build().unwrap()
    }

    #[test]
    fn that_there_is_no_solution_is_proved_step_by_step() {
        let problem = pigeons(6);
        let mut proof = Vec::new();
        let answer = solve(&problem, &go_on, Some(&mut proof)).unwrap();
        assert_eq!(answer, RunEnd::Exhausted);
        let proof = String::from_utf8(proof).unwrap();
        assert!(proof.lines().count() > 20, "{proof}");
        assert!(ProofChecker::new(&problem).check(&proof));
        // The checker is not taken in: a clause left out, or one that does not follow.
        let wrong = std::panic::catch_unwind(|| ProofChecker::new(&problem).check("1 0\n0\n"));
        assert!(wrong.is_err());
        assert!(!ProofChecker::new(&problem).follows(&[]));
    }

    #[test]
    fn it_stops_when_it_is_told_to_and_says_when_a_proof_cannot_be_written() {
        let problem = pigeons(11);
        let stop = |conflicts| match conflicts {
            0..300 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        };
        assert_eq!(solve(&problem, &stop, None).unwrap(), RunEnd::Stopped);
        assert_eq!(solve(&problem, &|_| ControlFlow::Break(()), None).unwrap(), RunEnd::Stopped);
        let mut full: &mut [u8] = &mut [0; 100];
        let error = solve(&problem, &go_on, Some(&mut full)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::WriteZero);
    }

    fn kind(n: u8) -> ItemKind {
        match n {
            0..3 => ItemKind::ONCE,
            3 => ItemKind::Primary { min: 0, max: 2 },
            4 => ItemKind::Primary { min: 2, max: 3 },
            _ => ItemKind::Secondary,
        }
    }

    proptest! {
        #[test]
        fn it_finds_a_solution_whenever_the_reference_does(
            mut kinds in proptest::collection::vec(0u8..7, 2..9),
            options in proptest::collection::vec(
                proptest::collection::vec(0usize..9, 1..5), 1..24,
            ),
        ) {
            kinds.sort_unstable();
            let mut builder = ProblemBuilder::default();
            let items: Vec<_> = kinds
                .iter()
                .enumerate()
                .map(|(n, &of)| builder.item(format!("i{n}"), kind(of)))
                .collect();
            for mut option in options {
                option.retain(|&n| n < items.len());
                option.sort_unstable();
                option.dedup();
                if !option.is_empty() {
                    builder.option(option.iter().map(|&n| items[n]));
                }
            }
            let problem = builder.build().unwrap();
            let mut proof = Vec::new();
            let any = problem.solutions().next();
            match solve(&problem, &go_on, Some(&mut proof)).unwrap() {
                RunEnd::Found(options) => {
                    prop_assert!(any.is_some());
                    prop_assert!(CoverChecker::new(&problem).is_solution(&options));
                }
                RunEnd::Exhausted => {
                    prop_assert_eq!(any, None);
                    let proof = String::from_utf8(proof).unwrap();
                    prop_assert!(ProofChecker::new(&problem).check(&proof));
                }
                RunEnd::Failed | RunEnd::Stopped => prop_assert!(false, "it was not stopped"),
            }
        }
    }
}
