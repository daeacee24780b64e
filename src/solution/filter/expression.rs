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
    Equal(u64),
    /// `!= n`
    Unequal(u64),
    /// `< n`
    Below(u64),
    /// `<= n`
    AtMost(u64),
    /// `> n`
    Above(u64),
    /// `>= n`
    AtLeast(u64),
    /// `= n..m`, both included
    Within(u64, u64),
    /// `!= n..m`
    Outside(u64, u64),
}

impl Comparison {
    /// Returns whether a number satisfies the comparison.
    pub fn holds(self, value: u64) -> bool {
        let (least, most, inside) = self.range();
        (least <= value && value <= most) == inside
    }

    /// The comparison in words, after what is compared; numbers are written by `own`.
    fn words(self, own: impl Fn(u64) -> String) -> String {
        match self {
            Comparison::Equal(n) => own(n),
            Comparison::Within(n, m) if n == m => own(n),
            Comparison::Unequal(n) => format!("not {}", own(n)),
            Comparison::Below(n) => format!("less than {}", own(n)),
            Comparison::AtMost(n) => format!("at most {}", own(n)),
            Comparison::Above(n) => format!("more than {}", own(n)),
            Comparison::AtLeast(n) => format!("at least {}", own(n)),
            Comparison::Within(n, m) => format!("{} to {}", own(n), own(m)),
            Comparison::Outside(n, m) => format!("not {} to {}", own(n), own(m)),
        }
    }

    /// The comparison as it is read; numbers are written by `own`.
    fn signs(self, own: impl Fn(u64) -> String) -> String {
        match self {
            Comparison::Equal(n) => format!("= {}", own(n)),
            Comparison::Unequal(n) => format!("!= {}", own(n)),
            Comparison::Below(n) => format!("< {}", own(n)),
            Comparison::AtMost(n) => format!("<= {}", own(n)),
            Comparison::Above(n) => format!("> {}", own(n)),
            Comparison::AtLeast(n) => format!(">= {}", own(n)),
            Comparison::Within(n, m) => format!("= {}..{}", own(n), own(m)),
            Comparison::Outside(n, m) => format!("!= {}..{}", own(n), own(m)),
        }
    }

    /// The least and the greatest number of a range, and whether the numbers in it are meant or
    /// the others.
    pub(super) fn range(self) -> (u64, u64, bool) {
        match self {
            Comparison::Equal(n) => (n, n, true),
            Comparison::Unequal(n) => (n, n, false),
            Comparison::Below(n) => (n, u64::MAX, false),
            Comparison::AtMost(n) => (0, n, true),
            Comparison::Above(n) => (0, n, false),
            Comparison::AtLeast(n) => (n, u64::MAX, true),
            Comparison::Within(n, m) => (n, m, true),
            Comparison::Outside(n, m) => (n, m, false),
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
    /// Returns whether it names a measure of a kind.
    pub fn names(&self, is_meant: &dyn Fn(MeasureId) -> bool) -> bool {
        match self {
            Expression::And(parts) | Expression::Or(parts) => {
                parts.iter().any(|part| part.names(is_meant))
            }
            Expression::Not(inner) => inner.names(is_meant),
            Expression::Property(measure)
            | Expression::Number(measure, _)
            | Expression::Class { measure, .. } => is_meant(*measure),
            _ => false,
        }
    }

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
                format!("{} {}", name(measure), comparison.words(|n| measure.written(n)))
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
                format!("copies of {piece} {}", comparison.words(|n| n.to_string()))
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
                let comparison = comparison.signs(|n| measure.written(n));
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
                let comparison = comparison.signs(|n| n.to_string());
                write!(f, "uses({}) {comparison}", Name(piece))
            }
        }
    }
}
