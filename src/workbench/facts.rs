//! What is known of a puzzle before it is solved: placements, symmetries, checks.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use super::command::{Command, Tool};
use super::cover_checks;
use super::edit::{Edit, PieceChange, State};
use super::pending::Pending;
use super::session::Wake;
use crate::encode::selection::Selections;
use crate::encode::{EncodeError, Encoding, SymmetryGroup, parity};
use crate::exact_cover::OptionId;
use crate::lattice::Point;
use crate::puzzle::{Expect, Label, LabelRule, PieceId, Puzzle, Rules};
use crate::solution::Counts;
use crate::words;

/// How long a puzzle stays as it is before it is looked at.
const CALM: Duration = Duration::from_millis(20);

/// A puzzle, encoded, with all that the checks found.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The puzzle.
    pub puzzle: Arc<Puzzle>,
    /// Its encoding.
    pub encoding: Arc<Encoding>,
    /// Its symmetries.
    pub group: Arc<SymmetryGroup>,
    /// How many placements cover each site of the board.
    pub coverage: Vec<u32>,
    /// What was checked, what must be mended first.
    pub checks: Vec<Check>,
}

/// How much a check matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// No solution can exist until it is mended.
    Wrong,
    /// Worth knowing.
    Notable,
    /// As it should be.
    Fine,
}

/// The result of one check.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// How much it matters.
    pub severity: Severity,
    /// What is the case.
    pub title: String,
    /// Why, and the remedy; empty when all is well.
    pub text: String,
    /// What it is about, to be shown when asked for.
    pub about: About,
    /// What mends it, the least destructive first.
    pub remedies: Vec<Remedy>,
}

/// Something that mends what a check complains about.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// What the button says.
    pub label: String,
    /// What it does.
    pub does: Does,
}

/// What a remedy does.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    /// Edits, all of one gesture.
    Edits(Vec<Edit>),
    /// Something that the user then goes on with.
    Command(Command),
}

fn edits(label: impl Into<String>, edits: Vec<Edit>) -> Remedy {
    Remedy { label: label.into(), does: Does::Edits(edits) }
}

fn command(label: &str, command: Command) -> Remedy {
    Remedy { label: label.to_owned(), does: Does::Command(command) }
}

/// What a check is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// The puzzle as a whole.
    Puzzle,
    /// A piece.
    Piece(PieceId),
    /// Sites of the board, by their positions.
    Sites(Vec<usize>),
}

/// A line of facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What is told.
    pub label: &'static str,
    /// The value.
    pub value: String,
}

impl Analysis {
    /// Analyses a puzzle. Cost: that of encoding it and finding its symmetries.
    ///
    /// # Errors
    /// When the puzzle is too large to encode.
    pub fn of(puzzle: Arc<Puzzle>) -> Result<Analysis, EncodeError> {
        Analysis::unless(puzzle, &|| false)
    }

    fn unless(puzzle: Arc<Puzzle>, give_up: &dyn Fn() -> bool) -> Result<Analysis, EncodeError> {
        let encoding = Encoding::new_unless(&puzzle, give_up)?;
        if give_up() {
            return Err(EncodeError::GivenUp);
        }
        // One after the other: the second core is the window's.
        let group = Arc::new(SymmetryGroup::of(&puzzle, &encoding));
        let (coverage, checks) = look(&puzzle, &encoding, give_up);
        if give_up() {
            return Err(EncodeError::GivenUp);
        }
        Ok(Analysis { puzzle, encoding: Arc::new(encoding), group, coverage, checks })
    }

    /// Analyses a puzzle on a thread of its own; it gives up when the result is dropped.
    pub fn start(puzzle: Arc<Puzzle>, wake: &Wake) -> Pending<Arc<Analysis>> {
        let wake = Arc::clone(wake);
        Pending::start_while_wanted(
            move |interest| {
                // Of edits that follow each other within a frame or so only the last is looked at.
                std::thread::sleep(CALM);
                if interest.is_lost() {
                    return Err("nobody waits for it".to_owned());
                }
                let analysis = Analysis::unless(puzzle, &|| interest.is_lost());
                analysis.map(Arc::new).map_err(|e| e.to_string())
            },
            move || wake(),
        )
    }

    /// As [`Analysis::of`], for a puzzle that has been encoded already.
    pub fn of_encoded(
        puzzle: Arc<Puzzle>,
        encoding: Arc<Encoding>,
        group: Arc<SymmetryGroup>,
    ) -> Analysis {
        let (coverage, checks) = look(&puzzle, &encoding, &|| false);
        Analysis { puzzle, encoding, group, coverage, checks }
    }

    /// Whether a check rules out any solution.
    pub fn is_hopeless(&self) -> bool {
        !checks_are_fine(&self.checks)
    }

    /// The facts of the puzzle, in the order in which they are shown.
    pub fn facts(&self) -> Vec<Fact> {
        let puzzle = &self.puzzle;
        let problem = &self.encoding.problem;
        let required = puzzle.board.required();
        let optional = puzzle.board.sites().len() - required;
        let fact = |label, value: String| Fact { label, value };
        let secondary = problem.items().len() - problem.primary_count();
        let items = if secondary == 0 {
            words::grouped(problem.items().len() as u64)
        } else {
            format!(
                "{} primary, {} secondary",
                words::grouped(problem.primary_count() as u64),
                words::grouped(secondary as u64)
            )
        };
        let mut facts = match &puzzle.cover {
            Some(cover) => {
                vec![fact("Kind", cover.kind.to_owned()), fact("Grid", cover.words.clone())]
            }
            None => vec![
                fact("Lattice", puzzle.lattice.name.to_owned()),
                fact(
                    "Board",
                    format!(
                        "{} required, {} optional",
                        words::grouped(required as u64),
                        words::grouped(optional as u64)
                    ),
                ),
                fact("Pieces", piece_words(puzzle)),
            ],
        };
        if puzzle.lattice.form == crate::lattice::SiteForm::Edge {
            let rule = match puzzle.rules.junctions {
                crate::puzzle::JunctionRule::NoCrossing => "no crossing",
                crate::puzzle::JunctionRule::Free => "free",
            };
            facts.push(fact("Junctions", rule.to_owned()));
        }
        let labels = puzzle.labels();
        if !labels.is_empty() {
            facts.push(fact("Colour labels", label_words(puzzle, &labels)));
        }
        let pinned = puzzle.pinned().count() as u64;
        if pinned > 0 {
            facts.push(fact("Pinned", words::count(pinned, "piece")));
        }
        let ruled = puzzle.barred.len() as u64;
        if ruled > 0 {
            let (one, _) = puzzle.lattice.site_words;
            facts.push(fact("Not for every piece", words::count(ruled, one)));
        }
        facts.push(fact("Symmetries of the puzzle", self.group.order().to_string()));
        facts.push(fact("Items", items));
        facts.push(fact("Options", words::grouped(problem.option_count() as u64)));
        facts
    }
}

/// How many placements cover each site, and what the checks say; those that take longest are left
/// out when it is given up.
fn look(
    puzzle: &Puzzle,
    encoding: &Encoding,
    give_up: &dyn Fn() -> bool,
) -> (Vec<u32>, Vec<Check>) {
    let coverage = encoding.coverage(puzzle);
    let checks = match &puzzle.cover {
        Some(cover) => cover_checks::checks(puzzle, cover, encoding, &coverage),
        None => checks(puzzle, encoding, &coverage, give_up),
    };
    (coverage, checks)
}

/// How often the board has each colour label: "b 14, w 14".
fn label_words(puzzle: &Puzzle, labels: &[Label]) -> String {
    if puzzle.rules.labels == LabelRule::Free {
        return "shown only".to_owned();
    }
    let sites = 0..puzzle.board.sites().len();
    let words = labels.iter().map(|&label| {
        let n = sites.clone().filter(|&i| puzzle.board.label(i) == Some(label)).count();
        format!("{label} {}", words::grouped(n as u64))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The pieces in words: "12, each used once".
pub fn piece_words(puzzle: &Puzzle) -> String {
    let n = puzzle.pieces.len() as u64;
    let Some(first) = puzzle.pieces.first().map(|piece| piece.copies) else {
        return "none".to_owned();
    };
    if puzzle.pieces.iter().all(|p| p.copies == first) {
        match (n, first.min, first.max) {
            (1, 1, 1) => "1, used once".to_owned(),
            (1, min, max) if min == max => format!("1, {} copies", words::grouped(u64::from(max))),
            (_, 1, 1) => format!("{}, each used once", words::grouped(n)),
            (_, 0, 1) => format!("{}, each at most once", words::grouped(n)),
            _ => format!("{}, {} copies of each", words::grouped(n), first.words()),
        }
    } else {
        let (min, max) = puzzle.pieces.iter().fold((0u64, 0u64), |(min, max), p| {
            (min + u64::from(p.copies.min), max + u64::from(p.copies.max))
        });
        if min == max {
            format!("{}, {} copies in all", words::grouped(n), words::grouped(max))
        } else {
            let [n, min, max] = [n, min, max].map(words::grouped);
            format!("{n}, {min}–{max} copies in all")
        }
    }
}

fn checks(
    puzzle: &Puzzle,
    encoding: &Encoding,
    coverage: &[u32],
    give_up: &dyn Fn() -> bool,
) -> Vec<Check> {
    let mut checks = Vec::new();
    let mut add = |severity, title: String, text: String, about| {
        checks.push(Check { severity, title, text, about, remedies: Vec::new() });
    };
    let lattice = puzzle.lattice;
    let (one, many) = lattice.site_words;
    if puzzle.pieces.is_empty() {
        let (title, text) = match puzzle.off.is_empty() {
            true => ("No pieces", "No pieces yet. Add one, or a whole family."),
            false => ("Every piece is off", "Switch one on, or add one."),
        };
        add(Severity::Wrong, title.to_owned(), text.to_owned(), About::Puzzle);
    }
    if puzzle.board.sites().is_empty() {
        let text = "Paint sites, or choose a shape.".to_owned();
        add(Severity::Wrong, "No board".to_owned(), text, About::Puzzle);
    } else if puzzle.board.required() == 0 {
        let title = format!("No {one} must be covered");
        let text = format!("Every {one} may stay open. Make at least one required.");
        add(Severity::Wrong, title, text, About::Puzzle);
    }
    // Areas and placements of what is not there yet tell nothing.
    if !checks.is_empty() {
        for check in &mut checks {
            check.remedies = remedies(puzzle, encoding, check);
        }
        return checks;
    }
    let mut add = |severity, title: String, text: String, about| {
        checks.push(Check { severity, title, text, about, remedies: Vec::new() });
    };
    let (piece_min, piece_max) = puzzle.piece_area();
    let (board_min, board_max) = puzzle.board_area();
    let range = |min, max| {
        if min == max {
            words::grouped(min)
        } else {
            format!("{} to {}", words::grouped(min), words::grouped(max))
        }
    };
    let area =
        format!("Area {}, pieces {}", range(board_min, board_max), range(piece_min, piece_max));
    match puzzle.area_conflict() {
        Some(text) => add(Severity::Wrong, area, text, About::Puzzle),
        None => add(Severity::Fine, area, String::new(), About::Puzzle),
    }

    let is_bound = puzzle.pinned().next().is_some() || !puzzle.barred.is_empty();
    let mut misfits = 0;
    for (id, piece) in puzzle.pieces() {
        let n = encoding.placements_of(id).len() as u64;
        if n >= u64::from(piece.copies.min.max(1)) {
            continue;
        }
        misfits += 1;
        let severity =
            if piece.copies.min > n as u32 { Severity::Wrong } else { Severity::Notable };
        let title = if n == 0 {
            format!("Piece {}: no placement", piece.name)
        } else {
            format!(
                "Piece {}: {} for {} copies",
                piece.name,
                words::count(n, "placement"),
                piece.copies.words()
            )
        };
        let text = match is_bound {
            true => {
                "It fits nowhere that pins and the rules of sites leave to it. Take one of them \
                 back, or change the board or the piece."
            }
            false => "It does not fit into the board. Change the board or the piece.",
        };
        add(severity, title, text.to_owned(), About::Piece(id));
    }
    if misfits == 0 {
        add(Severity::Fine, "Every piece has a placement".into(), String::new(), About::Puzzle);
    }

    let sites = puzzle.board.sites();
    let with = |n: u32| -> Vec<usize> {
        (0..sites.len()).filter(|&i| sites[i].required && coverage[i] == n).collect()
    };
    let open = with(0);
    if open.is_empty() {
        let title = format!("Every {one} can be covered");
        add(Severity::Fine, title, String::new(), About::Puzzle);
    } else {
        let first = lattice.site_label(sites[open[0]].site);
        let title = if open.len() == 1 {
            format!("{} {first} cannot be covered", words::capitalised(one))
        } else {
            format!("{} {many} cannot be covered", words::grouped(open.len() as u64))
        };
        let besides = if is_bound { ", take back a pin or rule" } else { "" };
        let text = format!(
            "No piece reaches {first}. Erase it, make it optional{besides}, or add a piece."
        );
        add(Severity::Wrong, title, text, About::Sites(open));
    }
    // What is pinned is no news.
    let pinned: BTreeSet<Point> = puzzle.pinned().flat_map(|pin| &pin.sites).copied().collect();
    let mut forced = with(1);
    forced.retain(|&i| !pinned.contains(&sites[i].site));
    if let Some(&first) = forced.first() {
        let label = lattice.site_label(sites[first].site);
        let title = if forced.len() == 1 {
            format!("{} {label} has one placement", words::capitalised(one))
        } else {
            format!("{} {many} have one placement", words::grouped(forced.len() as u64))
        };
        let only = (0..encoding.placements.len() as u32)
            .map(OptionId)
            .find(|&o| encoding.sites(o).any(|s| s == sites[first].site));
        let text = only.map_or_else(String::new, |o| {
            format!("Only {} reaches {label}.", puzzle.piece(encoding.placement(o).piece).name)
        });
        add(Severity::Notable, title, text, About::Sites(forced));
    }

    // Worth looking for only where nothing plainer rules out a solution.
    if checks_are_fine(&checks) && !give_up() {
        let selections = Selections::of(puzzle, encoding);
        let found = parity::obstruction(puzzle, encoding).or(selections.obstruction());
        let settled = || {
            let text = selections.words(puzzle)?;
            Some(("Optional pieces, by area and colouring".to_owned(), text))
        };
        let no_solution = found.map(|o| (format!("No solution, by {}", o.by), o.reason));
        if let Some((title, text)) = no_solution.or_else(settled) {
            let (severity, about) = (Severity::Notable, About::Puzzle);
            checks.push(Check { severity, title, text, about, remedies: Vec::new() });
        }
    }
    let mut add = |severity, title: String, text: String, about| {
        checks.push(Check { severity, title, text, about, remedies: Vec::new() });
    };

    for (a, piece) in puzzle.pieces() {
        let twin = puzzle.pieces().skip(a.index() + 1).find(|(b, other)| {
            other.motions == piece.motions
                && other.labels == piece.labels
                && encoding.orientations[b.index()].contains(&piece.shape)
        });
        if let Some((_, other)) = twin {
            let title = format!("Pieces {} and {} have one shape", piece.name, other.name);
            let text = "Solutions that differ by swapping them count as different. Give one piece \
                        several copies if that is not meant."
                .to_owned();
            add(Severity::Notable, title, text, About::Piece(a));
        }
    }
    for check in &mut checks {
        check.remedies = remedies(puzzle, encoding, check);
    }
    checks.sort_by_key(|c| c.severity);
    checks
}

/// What mends a complaint.
fn remedies(puzzle: &Puzzle, encoding: &Encoding, check: &Check) -> Vec<Remedy> {
    let mut remedies = Vec::new();
    if check.severity == Severity::Fine {
        return remedies;
    }
    match &check.about {
        About::Puzzle if puzzle.board.sites().is_empty() && check.title == "No board" => {
            remedies.push(command("Paint", Command::Tool(Tool::Paint)));
            remedies.push(command("Shape…", Command::BoardShape));
        }
        About::Puzzle if puzzle.pieces.is_empty() => {
            remedies.push(command("Piece…", Command::AddPiece));
            remedies.push(command("Family…", Command::AddFamily));
        }
        About::Puzzle if check.severity == Severity::Wrong => {
            let (_, most) = puzzle.piece_area();
            if most < puzzle.board.required() as u64 {
                remedies.push(command("Make some optional", Command::Tool(Tool::Optional)));
                remedies.push(command("Erase", Command::Tool(Tool::Erase)));
                remedies.push(command("Add pieces…", Command::AddFamily));
            } else if !puzzle.rules.leftover {
                let rules = Rules { leftover: true, ..puzzle.rules };
                remedies.push(edits("Let pieces be left over", vec![Edit::Rules(rules)]));
                remedies.push(command("Paint", Command::Tool(Tool::Paint)));
            }
        }
        About::Puzzle => {}
        About::Piece(id) => {
            let piece = puzzle.piece(*id);
            let twins: Vec<String> = puzzle
                .pieces()
                .filter(|(other, p)| {
                    p.motions == piece.motions
                        && p.labels == piece.labels
                        && encoding.orientations[other.index()].contains(&piece.shape)
                })
                .map(|(_, p)| p.name.clone())
                .collect();
            if check.severity == Severity::Notable && twins.len() > 1 {
                remedies.push(edits("Merge", vec![Edit::Merge(twins)]));
            } else {
                let off = PieceChange::On(false);
                let edit = Edit::Pieces(vec![piece.name.clone()], off);
                remedies.push(edits(format!("Switch {} off", piece.name), vec![edit]));
            }
        }
        About::Sites(sites) => {
            let sites: Vec<Point> = sites.iter().map(|&i| puzzle.board.sites()[i].site).collect();
            if check.severity == Severity::Wrong {
                let optional = Edit::Paint(sites.clone(), State::Optional);
                remedies.push(edits("Make optional", vec![optional]));
                remedies.push(edits("Erase", vec![Edit::Paint(sites, State::Hole)]));
            } else if let [site] = sites[..]
                && let Some(option) = (0..encoding.placements.len() as u32)
                    .map(OptionId)
                    .find(|&option| encoding.sites(option).any(|s| s == site))
            {
                let piece = puzzle.piece(encoding.placement(option).piece).name.clone();
                let sites = encoding.sites(option).collect();
                let label = format!("Pin {piece} there");
                let lay = Edit::Lay { piece, sites, from: None };
                let pin = Edit::Pin(vec![puzzle.placed.len()], true);
                remedies.push(edits(label, vec![lay, pin]));
            }
        }
    }
    remedies
}

/// Whether no check so far rules out a solution.
fn checks_are_fine(checks: &[Check]) -> bool {
    checks.iter().all(|check| check.severity != Severity::Wrong)
}

/// How the numbers of a complete run differ from those that its file expects, a sentence each.
pub fn differences(expect: &Expect, counts: &Counts) -> Vec<String> {
    [
        ("total", expect.total, counts.total),
        ("turned", expect.turned, counts.turned),
        ("distinct", expect.distinct, counts.distinct),
        ("symmetric", expect.symmetric, counts.symmetric),
    ]
    .into_iter()
    .filter_map(|(kind, expected, found)| {
        let expected = expected.filter(|&e| e != found)?;
        Some(format!(
            "Expected {} {kind}, found {}.",
            words::grouped(expected),
            words::grouped(found)
        ))
    })
    .collect()
}
