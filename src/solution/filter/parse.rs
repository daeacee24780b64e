//! Reads filter expressions.
//!
//! A recursive descent over the text, so that an error says what would be right at its place. The
//! depth of nesting is limited, since expressions come from files and command lines.

use super::expression::{Comparison, Expression, Relation, is_name_character};
use crate::disassembly::Level;
use crate::solution::measures::{MEASURES, MeasureId, MeasureKind};

/// The maximum nesting depth of expressions.
const DEPTH_LIMIT: usize = 100;
/// The least similarity of two words, from 0 to 1, for one to be a suggestion for the other.
const LIKENESS: f64 = 0.7;

/// Words with brackets behind them.
const CALLS: [&str; 6] = ["placed", "covers", "touch", "meet", "apart", "uses"];

/// An error in the text of an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {}: {kind}", .at + 1)]
pub struct ParseError {
    /// Where it is wrong, in characters from the start.
    pub at: usize,
    /// The kind of error.
    pub kind: ParseErrorKind,
}

/// The kind of an error in the text of an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseErrorKind {
    /// Something else was expected.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// The expected input.
        expected: String,
        /// The input found.
        found: String,
    },
    /// No measure or relation has this name.
    #[error("there is no measure {word}{}", suggested(.suggestion.as_deref()))]
    UnknownWord {
        /// The name.
        word: String,
        /// The one that may be meant.
        suggestion: Option<&'static str>,
    },
    /// A number, which must be compared.
    #[error("{id} is a number; compare it, as in {id} >= 1")]
    NotCompared {
        /// The id of the measure.
        id: &'static str,
    },
    /// A list of numbers, which must be compared.
    #[error("{id} is a list of numbers; compare it, as in {id} >= 5.2")]
    NoList {
        /// The id of the measure.
        id: &'static str,
    },
    /// A class, which must be compared with `=` or `!=`.
    #[error("{id} is a class; compare it with the name of one, as in {id} = NAME")]
    NoClass {
        /// The id of the measure.
        id: &'static str,
    },
    /// A range from a larger number to a smaller one.
    #[error("no number is between {least} and {most}")]
    EmptyRange {
        /// The first number.
        least: String,
        /// The second.
        most: String,
    },
    /// A number that is too large.
    #[error("the number is too large")]
    LargeNumber,
    /// A text in quotes without an end.
    #[error("the quotes are not closed")]
    OpenQuotes,
    /// Too many brackets inside each other.
    #[error("the expression is nested more than {DEPTH_LIMIT} deep")]
    TooDeep,
}

fn suggested(suggestion: Option<&str>) -> String {
    suggestion.map(|word| format!("; did you mean {word}?")).unwrap_or_default()
}

/// The word that is most like a wrong one, if it is like it at all.
pub(super) fn closest<'w>(wrong: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let wrong = wrong.to_lowercase();
    let likeness = |word: &str| strsim::jaro_winkler(&wrong, &word.to_lowercase());
    words
        .map(|word| (likeness(word), word))
        .filter(|(likeness, _)| *likeness >= LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, word)| word)
}

impl std::str::FromStr for Expression {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Expression, ParseError> {
        let mut parser = Parser { text: text.chars().collect(), at: 0, depth: 0 };
        let expression = parser.any()?;
        parser.skip_spaces();
        match parser.peek() {
            None => Ok(expression),
            Some(_) => Err(parser.unexpected("and, or, or the end")),
        }
    }
}

struct Parser {
    text: Vec<char>,
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, ParseError>;

impl Parser {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn error(at: usize, kind: ParseErrorKind) -> ParseError {
        ParseError { at, kind }
    }

    /// That something else stands at the next place.
    fn unexpected(&self, expected: &str) -> ParseError {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(c) if is_name_character(c) => {
                self.text[self.at..].iter().take_while(|c| is_name_character(**c)).collect()
            }
            Some(c) => c.to_string(),
        };
        let expected = expected.to_owned();
        Parser::error(self.at, ParseErrorKind::Unexpected { expected, found })
    }

    /// Takes a sign if it is next.
    fn take(&mut self, sign: &str) -> bool {
        self.skip_spaces();
        let is_next = sign.chars().zip(self.at..).all(|(c, at)| self.text.get(at) == Some(&c));
        if is_next {
            self.at += sign.chars().count();
        }
        is_next
    }

    fn need(&mut self, sign: &str) -> Parsed<()> {
        if self.take(sign) { Ok(()) } else { Err(self.unexpected(sign)) }
    }

    /// The bare word that is next; empty when there is none.
    fn word(&mut self) -> String {
        self.skip_spaces();
        let word: String =
            self.text[self.at..].iter().take_while(|c| is_name_character(**c)).collect();
        self.at += word.chars().count();
        word
    }

    /// Takes a keyword if it is next.
    fn keyword(&mut self, keyword: &str) -> bool {
        let before = self.at;
        let is_next = self.word() == keyword;
        if !is_next {
            self.at = before;
        }
        is_next
    }

    /// Parts with `or` between them.
    fn any(&mut self) -> Parsed<Expression> {
        let mut parts = vec![self.all()?];
        while self.keyword("or") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::Or(parts) })
    }

    /// Parts with `and` between them.
    fn all(&mut self) -> Parsed<Expression> {
        let mut parts = vec![self.one()?];
        while self.keyword("and") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expression::And(parts) })
    }

    fn one(&mut self) -> Parsed<Expression> {
        self.skip_spaces();
        if self.depth == DEPTH_LIMIT {
            return Err(Parser::error(self.at, ParseErrorKind::TooDeep));
        }
        self.depth += 1;
        let parsed = if self.take("(") {
            let inner = self.any()?;
            self.skip_spaces();
            if !self.take(")") {
                return Err(self.unexpected("and, or, or )"));
            }
            inner
        } else if self.keyword("not") {
            Expression::Not(Box::new(self.one()?))
        } else {
            self.statement()?
        };
        self.depth -= 1;
        Ok(parsed)
    }

    /// A measure or a relation.
    fn statement(&mut self) -> Parsed<Expression> {
        self.skip_spaces();
        let start = self.at;
        let word = self.word();
        if word.is_empty() {
            return Err(self.unexpected("a measure, a relation, not, or ("));
        }
        if CALLS.contains(&word.as_str()) {
            return self.call(&word);
        }
        let Some(measure) = MeasureId::by_id(&word) else {
            let words = MEASURES.iter().map(|row| row.id).chain(CALLS).chain(["not"]);
            let suggestion = closest(&word, words);
            return Err(Parser::error(start, ParseErrorKind::UnknownWord { word, suggestion }));
        };
        let id = measure.row().id;
        match measure.row().kind {
            MeasureKind::Property => Ok(Expression::Property(measure)),
            kind @ (MeasureKind::Number | MeasureKind::List) => match self.comparison(kind)? {
                Some(comparison) => Ok(Expression::Number(measure, comparison)),
                None if kind == MeasureKind::List => {
                    Err(Parser::error(start, ParseErrorKind::NoList { id }))
                }
                None => Err(Parser::error(start, ParseErrorKind::NotCompared { id })),
            },
            MeasureKind::Class => {
                let is = match self.sign() {
                    Some(Sign::Equal) => true,
                    Some(Sign::Unequal) => false,
                    _ => return Err(Parser::error(start, ParseErrorKind::NoClass { id })),
                };
                let class = self.name("the name of a class")?;
                Ok(Expression::Class { measure, is, class })
            }
        }
    }

    /// Parses the part in brackets after a word.
    fn call(&mut self, word: &str) -> Parsed<Expression> {
        self.need("(")?;
        let piece = self.name("the name of a piece")?;
        let expression = match word {
            "uses" => {
                self.need(")")?;
                let comparison = self.comparison(MeasureKind::Number)?;
                let comparison = comparison.unwrap_or(Comparison::AtLeast(1));
                return Ok(Expression::Uses(piece, comparison));
            }
            "covers" => {
                self.need(",")?;
                Expression::Covers { piece, site: self.numbers()? }
            }
            "placed" => {
                self.need(",")?;
                Expression::Placed { piece, sites: self.addresses()? }
            }
            _ => {
                self.need(",")?;
                let other = self.name("the name of a piece")?;
                let relation = Relation::ALL.into_iter().find(|relation| relation.word() == word);
                let relation = relation.expect("all calls but three are relations");
                Expression::Related(relation, [piece, other])
            }
        };
        self.need(")")?;
        Ok(expression)
    }

    /// A name, bare or in quotes.
    fn name(&mut self, expected: &str) -> Parsed<String> {
        self.skip_spaces();
        let start = self.at;
        if !self.take("\"") {
            let word = self.word();
            return if word.is_empty() { Err(self.unexpected(expected)) } else { Ok(word) };
        }
        let mut name = String::new();
        loop {
            let next = self.peek();
            self.at += 1;
            match next {
                None => return Err(Parser::error(start, ParseErrorKind::OpenQuotes)),
                Some('"') => return Ok(name),
                Some('\\') => {
                    let escaped = self.peek();
                    self.at += 1;
                    name.extend(escaped);
                }
                Some(c) => name.push(c),
            }
        }
    }

    /// Addresses in brackets: `[[3, 1], [4, 1]]`.
    fn addresses(&mut self) -> Parsed<Vec<Vec<i32>>> {
        self.need("[")?;
        let mut addresses = Vec::new();
        loop {
            self.need("[")?;
            addresses.push(self.numbers()?);
            self.need("]")?;
            if !self.take(",") {
                break;
            }
        }
        self.need("]")?;
        Ok(addresses)
    }

    /// Whole numbers with commas between them, some perhaps negative.
    fn numbers(&mut self) -> Parsed<Vec<i32>> {
        let mut numbers = Vec::new();
        loop {
            self.skip_spaces();
            let start = self.at;
            let sign = if self.take("-") { -1 } else { 1 };
            let value = self.number()?;
            let value = i32::try_from(value);
            let value = value.map_err(|_| Parser::error(start, ParseErrorKind::LargeNumber))?;
            numbers.push(sign * value);
            if !self.take(",") {
                return Ok(numbers);
            }
        }
    }

    fn number(&mut self) -> Parsed<u32> {
        self.skip_spaces();
        let start = self.at;
        let digits: String =
            self.text[self.at..].iter().take_while(|c| c.is_ascii_digit()).collect();
        if digits.is_empty() {
            return Err(self.unexpected("a number"));
        }
        self.at += digits.len();
        digits.parse().map_err(|_| Parser::error(start, ParseErrorKind::LargeNumber))
    }

    fn sign(&mut self) -> Option<Sign> {
        // Longer signs first, as some begin like others.
        let signs = [
            ("!=", Sign::Unequal),
            ("≠", Sign::Unequal),
            ("<=", Sign::AtMost),
            ("≤", Sign::AtMost),
            (">=", Sign::AtLeast),
            ("≥", Sign::AtLeast),
            ("<", Sign::Below),
            (">", Sign::Above),
            ("=", Sign::Equal),
        ];
        signs.into_iter().find(|(text, _)| self.take(text)).map(|(_, sign)| sign)
    }

    /// A number of a measure of this kind: of a list such as 5.2.1 its bits.
    fn value(&mut self, kind: MeasureKind) -> Parsed<u64> {
        let mut numbers = vec![u64::from(self.number()?)];
        let is_digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
        while kind == MeasureKind::List
            && self.peek() == Some('.')
            && is_digit(self.text.get(self.at + 1))
        {
            self.at += 1;
            numbers.push(u64::from(self.number()?));
        }
        Ok(if kind == MeasureKind::List { Level::new(numbers).bits() } else { numbers[0] })
    }

    /// A comparison with values of a kind, if a sign is next.
    fn comparison(&mut self, kind: MeasureKind) -> Parsed<Option<Comparison>> {
        let Some(sign) = self.sign() else { return Ok(None) };
        self.skip_spaces();
        let start = self.at;
        let n = self.value(kind)?;
        if matches!(sign, Sign::Equal | Sign::Unequal) && self.take("..") {
            let m = self.value(kind)?;
            if m < n {
                let words = |n| match kind {
                    MeasureKind::List => Level::from_bits(n).to_string(),
                    _ => n.to_string(),
                };
                let kind = ParseErrorKind::EmptyRange { least: words(n), most: words(m) };
                return Err(Parser::error(start, kind));
            }
            let is_within = matches!(sign, Sign::Equal);
            return Ok(Some(if is_within {
                Comparison::Within(n, m)
            } else {
                Comparison::Outside(n, m)
            }));
        }
        Ok(Some(match sign {
            Sign::Equal => Comparison::Equal(n),
            Sign::Unequal => Comparison::Unequal(n),
            Sign::Below => Comparison::Below(n),
            Sign::AtMost => Comparison::AtMost(n),
            Sign::Above => Comparison::Above(n),
            Sign::AtLeast => Comparison::AtLeast(n),
        }))
    }
}

#[derive(Clone, Copy)]
enum Sign {
    Equal,
    Unequal,
    Below,
    AtMost,
    Above,
    AtLeast,
}
