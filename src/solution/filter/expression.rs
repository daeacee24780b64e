//! The syntax tree of filters.

use std::fmt;

use crate::solution::measures::MeasureId;
use crate::text;

/// A filter expression. [`fmt::Display`] writes it so that parsing gives the same again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// All of some; true when there are none, which has no text of its own.
    And(Vec<Expression>),
    /// Any of some.
    Or(Vec<Expression>),
    /// The opposite.
    Not(Box<Expression>),
    /// The solution has a property.
    Property(MeasureId),
    /// A number compares so.
    Number(MeasureId, Comparison),
    /// The class with this id, or, when `is` is false, another.
    Class {
        /// The measure.
        measure: MeasureId,
        /// True if it must be the class.
        is: bool,
        /// The id of the class.
        class: String,
    },
    /// A copy of the piece covers exactly these sites, given by their addresses.
    Placed {
        /// The name of the piece.
        piece: String,
        /// The addresses.
        sites: Vec<Vec<i32>>,
    },
    /// A copy of the piece covers this site.
    Covers {
        /// The name of the piece.
        piece: String,
        /// The address.
        site: Vec<i32>,
    },
    /// A relation between two pieces.
    Related(Relation, [String; 2]),
    /// A comparison of the number of copies of the piece used.
    Uses(String, Comparison),
}

/// The relation between two pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They have a side in common.
    Touch,
    /// They have a side or a corner in common.
    Meet,
    /// They have no corner in common.
    Apart,
}

impl Relation {
    /// All relations.
    pub const ALL: [Relation; 3] = [Relation::Touch, Relation::Meet, Relation::Apart];

    /// Its word in expressions.
    pub fn word(self) -> &'static str {
        match self {
            Relation::Touch => "touch",
            Relation::Meet => "meet",
            Relation::Apart => "apart",
        }
    }
}

/// A comparison with numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `= n`
    Equal(u32),
    /// `!= n`
    Unequal(u32),
    /// `< n`
    Below(u32),
    /// `<= n`
    AtMost(u32),
    /// `> n`
    Above(u32),
    /// `>= n`
    AtLeast(u32),
    /// `= n..m`, both included
    Within(u32, u32),
    /// `!= n..m`
    Outside(u32, u32),
}

impl Comparison {
    /// Returns whether a number satisfies the comparison.
    pub fn holds(self, value: u32) -> bool {
        let (least, most, inside) = self.range();
        (least <= u64::from(value) && u64::from(value) <= most) == inside
    }

    /// The comparison in words, after what is compared.
    fn words(self) -> String {
        match self {
            Comparison::Equal(n) => n.to_string(),
            Comparison::Within(n, m) if n == m => n.to_string(),
            Comparison::Unequal(n) => format!("not {n}"),
            Comparison::Below(n) => format!("less than {n}"),
            Comparison::AtMost(n) => format!("at most {n}"),
            Comparison::Above(n) => format!("more than {n}"),
            Comparison::AtLeast(n) => format!("at least {n}"),
            Comparison::Within(n, m) => format!("{n} to {m}"),
            Comparison::Outside(n, m) => format!("not {n} to {m}"),
        }
    }

    /// The least and the greatest number of a range, and whether the numbers in it are meant or
    /// the others.
    pub(super) fn range(self) -> (u64, u64, bool) {
        let all = u64::MAX;
        let range = |least: u32, most: u32, inside| (u64::from(least), u64::from(most), inside);
        match self {
            Comparison::Equal(n) => range(n, n, true),
            Comparison::Unequal(n) => range(n, n, false),
            Comparison::Below(n) => (u64::from(n), all, false),
            Comparison::AtMost(n) => range(0, n, true),
            Comparison::Above(n) => range(0, n, false),
            Comparison::AtLeast(n) => (u64::from(n), all, true),
            Comparison::Within(n, m) => range(n, m, true),
            Comparison::Outside(n, m) => range(n, m, false),
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Comparison::Equal(n) => write!(f, "= {n}"),
            Comparison::Unequal(n) => write!(f, "!= {n}"),
            Comparison::Below(n) => write!(f, "< {n}"),
            Comparison::AtMost(n) => write!(f, "<= {n}"),
            Comparison::Above(n) => write!(f, "> {n}"),
            Comparison::AtLeast(n) => write!(f, ">= {n}"),
            Comparison::Within(n, m) => write!(f, "= {n}..{m}"),
            Comparison::Outside(n, m) => write!(f, "!= {n}..{m}"),
        }
    }
}

/// Returns whether a character may occur in a name without quotes.
pub(super) fn is_name_character(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '\'')
}

/// A name of a piece or a class, quoted where it must be.
struct Name<'a>(&'a str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_empty() && self.0.chars().all(is_name_character) {
            return f.write_str(self.0);
        }
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// Numbers with commas between them.
struct Address<'a>(&'a [i32]);

impl fmt::Display for Address<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, number) in self.0.iter().enumerate() {
            write!(f, "{}{number}", if n == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl Expression {
    /// The condition in words for a caption: `"fault-free, crossroads at most 2"`. Empty where it is
    /// always true.
    pub fn words(&self) -> String {
        let all = |parts: &[Expression], word: &str| {
            let parts: Vec<String> = parts
                .iter()
                .map(|part| match part {
                    Expression::And(inner) | Expression::Or(inner) if inner.len() > 1 => {
                        format!("({})", part.words())
                    }
                    _ => part.words(),
                })
                .collect();
            parts.join(word)
        };
        let name = |measure: &MeasureId| text::uncapitalised(measure.row().name);
        match self {
            Expression::And(parts) => all(parts, ", "),
            Expression::Or(parts) => all(parts, " or "),
            Expression::Not(inner) => match **inner {
                Expression::And(_) | Expression::Or(_) => format!("not ({})", inner.words()),
                _ => format!("not {}", inner.words()),
            },
            Expression::Property(measure) => name(measure),
            Expression::Number(measure, comparison) => {
                format!("{} {}", name(measure), comparison.words())
            }
            Expression::Class { measure, is, class } => {
                format!("{} {}{class}", name(measure), if *is { "" } else { "not " })
            }
            Expression::Placed { piece, sites } => {
                let sites: Vec<String> =
                    sites.iter().map(|site| Address(site).to_string()).collect();
                format!("{piece} on {}", sites.join(" · "))
            }
            Expression::Covers { piece, site } => format!("{piece} covers {}", Address(site)),
            Expression::Related(Relation::Touch, [a, b]) => format!("{a} touches {b}"),
            Expression::Related(Relation::Meet, [a, b]) => format!("{a} meets {b}"),
            Expression::Related(Relation::Apart, [a, b]) => format!("{a} is apart from {b}"),
            Expression::Uses(piece, Comparison::AtLeast(1)) => format!("uses {piece}"),
            Expression::Uses(piece, comparison) => {
                format!("copies of {piece} {}", comparison.words())
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |f: &mut fmt::Formatter<'_>, parts: &[Expression], word: &str| {
            for (n, part) in parts.iter().enumerate() {
                if n > 0 {
                    write!(f, " {word} ")?;
                }
                match part {
                    // The same word inside would be read as one list.
                    Expression::And(_) | Expression::Or(_) => write!(f, "({part})")?,
                    _ => write!(f, "{part}")?,
                }
            }
            Ok(())
        };
        match self {
            Expression::And(parts) => joined(f, parts, "and"),
            Expression::Or(parts) => joined(f, parts, "or"),
            Expression::Not(inner) => match **inner {
                Expression::And(_) | Expression::Or(_) => write!(f, "not ({inner})"),
                _ => write!(f, "not {inner}"),
            },
            Expression::Property(measure) => f.write_str(measure.row().id),
            Expression::Number(measure, comparison) => {
                write!(f, "{} {comparison}", measure.row().id)
            }
            Expression::Class { measure, is, class } => {
                let sign = if *is { "=" } else { "!=" };
                write!(f, "{} {sign} {}", measure.row().id, Name(class))
            }
            Expression::Placed { piece, sites } => {
                write!(f, "placed({}, [", Name(piece))?;
                for (n, site) in sites.iter().enumerate() {
                    write!(f, "{}[{}]", if n == 0 { "" } else { ", " }, Address(site))?;
                }
                f.write_str("])")
            }
            Expression::Covers { piece, site } => {
                write!(f, "covers({}, {})", Name(piece), Address(site))
            }
            Expression::Related(relation, [a, b]) => {
                write!(f, "{}({}, {})", relation.word(), Name(a), Name(b))
            }
            Expression::Uses(piece, Comparison::AtLeast(1)) => write!(f, "uses({})", Name(piece)),
            Expression::Uses(piece, comparison) => {
                write!(f, "uses({}) {comparison}", Name(piece))
            }
        }
    }
}
