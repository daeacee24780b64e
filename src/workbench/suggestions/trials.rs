//! The changes that are tried where a puzzle has no solution: small ones, of one piece, one site or
//! one rule.

use std::collections::BTreeSet;

use crate::lattice::{Point, SiteForm};
use crate::polyform::family::{Congruence, family};
use crate::polyform::{Motions, Shape};
use crate::puzzle::{
    BorderRule, Copies, FamilyForm, JunctionRule, LabelRule, Piece, PieceForm, Puzzle, Rules,
};
use crate::workbench::check::analysis::Analysis;
use crate::workbench::edit::{Edit, PieceChange, State};

/// The number of members up to which those of a family are tried in place of a piece.
const MAX_MEMBERS: usize = 240;
/// The largest piece whose family is listed, in units.
const MAX_PIECE: usize = 7;
/// The number of trials of one kind.
const MAX_PER_KIND: usize = 1500;

/// A change to be tried.
pub(super) struct Trial {
    /// The change, in words.
    pub(super) words: String,
    /// The edits.
    pub(super) edits: Vec<Edit>,
}

impl Trial {
    fn new(words: impl Into<String>, edit: Edit) -> Trial {
        Trial { words: words.into(), edits: vec![edit] }
    }
}

/// All changes that are tried, the plainest first.
pub(super) fn all(analysis: &Analysis) -> Vec<Trial> {
    let puzzle = &analysis.puzzle;
    let kinds = [
        left_out(puzzle),
        other_rules(puzzle),
        other_motions(puzzle),
        sites_optional(analysis),
        exchanged(puzzle),
        sites_moved(analysis),
    ];
    kinds.into_iter().flat_map(|trials| trials.into_iter().take(MAX_PER_KIND)).collect()
}

/// One piece made optional.
fn left_out(puzzle: &Puzzle) -> Vec<Trial> {
    let mandatory = puzzle.pieces.iter().filter(|piece| piece.copies.min > 0);
    let trial = |piece: &Piece| {
        let fewer = Copies { min: piece.copies.min - 1, max: piece.copies.max };
        let words = match piece.copies.min {
            1 => format!("Make {} optional", piece.name),
            _ => format!("Make one {} optional", piece.name),
        };
        Trial::new(words, Edit::Pieces(vec![piece.name.clone()], PieceChange::Copies(fewer)))
    };
    mandatory.map(trial).collect()
}

/// Rules and restrictions lifted, one at a time.
fn other_rules(puzzle: &Puzzle) -> Vec<Trial> {
    let rules = &puzzle.rules;
    let mut trials = Vec::new();
    let mut without = |words: &str, is_on: bool, changed: Rules| {
        if is_on {
            trials.push(Trial::new(words, Edit::Rules(changed)));
        }
    };
    without(
        "Lift the rule: no crossroads",
        rules.no_crossroads,
        Rules { no_crossroads: false, ..rules.clone() },
    );
    without(
        "Lift the rule: fault-free",
        rules.fault_free,
        Rules { fault_free: false, ..rules.clone() },
    );
    without(
        "Lift the rule of pieces at the border",
        rules.at_border.words().is_some(),
        Rules { at_border: BorderRule::default(), ..rules.clone() },
    );
    without(
        "Lift the rules of pieces apart",
        !rules.apart.is_empty(),
        Rules { apart: Vec::new(), ..rules.clone() },
    );
    let labels_bind = rules.labels != LabelRule::Free && !puzzle.labels().is_empty();
    without(
        "Let colour labels differ",
        labels_bind,
        Rules { labels: LabelRule::Free, ..rules.clone() },
    );
    let crossings_bind = rules.junctions == JunctionRule::NoCrossing
        && puzzle.lattice.form == crate::lattice::SiteForm::Edge;
    without(
        "Let pieces cross at junctions",
        crossings_bind,
        Rules { junctions: JunctionRule::Free, ..rules.clone() },
    );
    for (n, placed) in puzzle.placed.iter().enumerate().filter(|(_, placed)| placed.pinned) {
        let words = format!("Unpin {}", puzzle.piece(placed.piece).name);
        trials.push(Trial::new(words, Edit::Pin(vec![n], false)));
    }
    for &site in puzzle.barred.keys() {
        let words = format!(
            "Let all pieces cover {} {}",
            puzzle.lattice.site_words.0,
            puzzle.lattice.site_label(site)
        );
        trials.push(Trial::new(words, Edit::SiteRule(vec![site], None)));
    }
    trials
}

/// More motions for one piece, then for all.
fn other_motions(puzzle: &Puzzle) -> Vec<Trial> {
    let more = |piece: &Piece| -> Option<Motions> {
        let count = |motions| piece.shape.orientations(puzzle.lattice, motions).len();
        let next = match piece.motions {
            Motions::AsDrawn => Motions::Turn,
            Motions::Turn => Motions::TurnAndFlip,
            Motions::TurnAndFlip => return None,
        };
        (count(next) > count(piece.motions)).then_some(next)
    };
    let flipped = if puzzle.lattice.is_solid() { "mirrored" } else { "flipped" };
    let words = |motions: Motions| match motions {
        Motions::TurnAndFlip => flipped,
        _ => "turned",
    };
    let mut trials = Vec::new();
    let mut names = Vec::new();
    for piece in &puzzle.pieces {
        let Some(motions) = more(piece) else { continue };
        let change = PieceChange::Motions(motions);
        let edit = Edit::Pieces(vec![piece.name.clone()], change);
        trials.push(Trial::new(format!("Let {} be {}", piece.name, words(motions)), edit));
        names.push(piece.name.clone());
    }
    if names.len() > 1 {
        let change = PieceChange::Motions(Motions::TurnAndFlip);
        let words = format!("Let all pieces be turned and {flipped}");
        trials.push(Trial::new(words, Edit::Pieces(names, change)));
    }
    trials
}

/// One piece exchanged for another of its family.
fn exchanged(puzzle: &Puzzle) -> Vec<Trial> {
    let mut trials = Vec::new();
    for piece in puzzle.pieces.iter().filter(|piece| piece.labels.is_empty()) {
        if piece.shape.size() > MAX_PIECE || puzzle.rules.names_pieces() {
            continue;
        }
        let sameness = match piece.motions {
            Motions::TurnAndFlip => Congruence::Free,
            Motions::Turn => Congruence::OneSided,
            Motions::AsDrawn => continue,
        };
        let Ok(members) = family(puzzle.lattice, units(puzzle, piece), sameness) else { continue };
        if members.len() > MAX_MEMBERS {
            continue;
        }
        let least = |shape: &Shape| {
            let group = piece.motions.group(puzzle.lattice, shape.sites());
            shape.least_image(puzzle.lattice, &group)
        };
        let taken: BTreeSet<Shape> =
            puzzle.pieces.iter().chain(&puzzle.off).map(|other| least(&other.shape)).collect();
        for member in members.iter().filter(|member| !taken.contains(&least(&member.shape))) {
            let form = PieceForm::Family(FamilyForm {
                sameness,
                size: units(puzzle, piece),
                only: vec![member.name.clone()],
                without: Vec::new(),
                off: Vec::new(),
                copies: piece.copies,
                colours: None,
            });
            let off = Edit::Pieces(vec![piece.name.clone()], PieceChange::On(false));
            trials.push(Trial {
                words: format!("Use {} in place of {}", member.name, piece.name),
                edits: vec![off, Edit::AddPieces(vec![form])],
            });
        }
    }
    // Every piece has its turn before any has all of its family.
    trials.sort_by(|a, b| a.words.cmp(&b.words));
    trials
}

/// The number of units of a piece: a unit may have several sites.
fn units(puzzle: &Puzzle, piece: &Piece) -> usize {
    piece.shape.size() / puzzle.lattice.unit_size().max(1)
}

/// One site of each orbit under the symmetries, by its position on the board.
fn orbits(analysis: &Analysis) -> Vec<usize> {
    let count = analysis.puzzle.board.sites().len();
    let first = |n: usize| {
        let images = analysis.group.elements.iter().filter_map(|e| e.sites.get(n));
        images.map(|&image| image as usize).min().unwrap_or(n)
    };
    (0..count).filter(|&n| first(n) >= n).collect()
}

/// One site made optional.
fn sites_optional(analysis: &Analysis) -> Vec<Trial> {
    let puzzle = &analysis.puzzle;
    let sites = puzzle.board.sites();
    let (one, _) = puzzle.lattice.site_words;
    let required = orbits(analysis).into_iter().filter(|&n| sites[n].required);
    let trial = |n: usize| {
        let site = sites[n].site;
        let words = format!("Make {one} {} optional", puzzle.lattice.site_label(site));
        Trial::new(words, Edit::Paint(vec![site], State::Optional))
    };
    required.map(trial).collect()
}

/// One site moved to another place beside the board.
fn sites_moved(analysis: &Analysis) -> Vec<Trial> {
    let puzzle = &analysis.puzzle;
    let lattice = puzzle.lattice;
    let board = &puzzle.board;
    let (one, _) = lattice.site_words;
    let beside: BTreeSet<Point> = board
        .sites()
        .iter()
        .flat_map(|site| lattice.neighbours(site.site))
        .filter(|&site| board.position(site).is_none())
        .collect();
    let mut trials = Vec::new();
    for n in orbits(analysis) {
        let from = board.sites()[n];
        if !from.required || puzzle.barred.contains_key(&from.site) {
            continue;
        }
        for &to in &beside {
            if trials.len() >= MAX_PER_KIND {
                return trials;
            }
            let (old, new) = (lattice.site_label(from.site), lattice.site_label(to));
            // The place of an edge has a "to" of its own.
            let words = match lattice.form {
                SiteForm::Edge => format!("Swap {one} {old} for {new}"),
                _ => format!("Move {one} {old} to {new}"),
            };
            // The new site last: where the board grows at its upper or left side, all is moved.
            let gone = Edit::Paint(vec![from.site], State::Hole);
            let new = Edit::Paint(vec![to], State::Required);
            trials.push(Trial { words, edits: vec![gone, new] });
        }
    }
    trials
}
