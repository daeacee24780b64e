//! Filter expressions: which solutions to keep.
//!
//! ```text
//! no-crossroads and border >= 10 and not symmetric
//! longest-line = 5..8 or symmetry = half-turn
//! touch(P, V) and apart(X, "long I") and covers(X, 3, 4)
//! placed(X, [[3, 1], [2, 2], [3, 2], [4, 2], [3, 3]]) and uses(F) = 2
//! ```
//!
//! | expression | holds for a solution when |
//! | --- | --- |
//! | `symmetric`, `fault-free`, … | it has the property with this id in [`MEASURES`] |
//! | `border >= 10` | the measure compares so: `=` `!=` `<` `<=` `>` `>=`, or `≠` `≤` `≥` |
//! | `border = 8..10` | the measure lies between two numbers, both included; `!=` for outside |
//! | `symmetry = half-turn` | its [kind of symmetry](super::measures::Measurer::classes) is this one |
//! | `placed(X, [[3, 1], …])` | a copy of piece X covers exactly the sites at these addresses |
//! | `covers(X, 3, 4)` | a copy of piece X covers the site at this address, among others |
//! | `touch(A, B)` | a copy of A and one of B have a side in common; sticks, a junction |
//! | `meet(A, B)` | they have a side or a corner in common |
//! | `apart(A, B)` | they have no corner in common: not `meet(A, B)` |
//! | `uses(A)`, `uses(A) = 2` | piece A is used; is used as often as the comparison says |
//! | `e and f`, `e or f`, `not e`, `(e)` | as usual; `not` before `and` before `or` |
//!
//! Names of pieces and classes that have other characters than letters, digits, `_`, `-` and `'`
//! stand in double quotes, with `\"` and `\\` inside. Addresses are those of puzzle files.
//!
//! **Turned copies.** A store has one solution of each orbit. Among distinct solutions an
//! expression holds when it holds for *some* turned or flipped copy, the same one for all its
//! parts: `placed(X, …) and placed(I, …)` needs both in one copy. Among all solutions it holds
//! for the copy itself. Measures are the same for all copies; where and which pieces lie, and
//! which of two mirrored pieces touch, is not. So `not covers(X, 1, 1)` keeps a distinct solution
//! if some copy of it has no X there.
//!
//! [`Expression`] is what is written, [`Filter`] what is compiled for a puzzle.

mod compile;
mod expression;
mod parse;

pub use compile::{ColumnKey, ColumnSource, CompileError, Context, Filter};
pub use expression::{Comparison, Expression, Relation};
pub use parse::{ParseError, ParseErrorKind};

#[allow(unused_imports, reason = "the documentation links to it")]
use super::measures::MEASURES;
