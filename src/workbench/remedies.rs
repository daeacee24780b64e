//! The fixes for the complaints of the checks: edits, or the start of something that the user
//! finishes.

use super::checks::{Check, CheckKind, Scope, Severity, are_twins, only_option};
use super::edit::{Edit, PieceChange, State};
use crate::encode::Encoding;
use crate::lattice::Point;
use crate::puzzle::{PieceId, Puzzle, Rules};

/// A fix for a complaint, offered as a button.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// The text of the button.
    pub label: String,
    /// The action of the button.
    pub action: RemedyAction,
}

/// The action of a remedy.
#[derive(Clone, Debug, PartialEq)]
pub enum RemedyAction {
    /// Edits, undone together.
    Edits(Vec<Edit>),
    /// Selects the tool that makes sites required.
    PaintSites,
    /// Selects the tool that erases sites.
    EraseSites,
    /// Selects the tool that makes sites optional.
    MakeSitesOptional,
    /// Opens the choice of a board by name.
    ChooseBoardShape,
    /// Opens the drawing of a piece.
    AddPiece,
    /// Opens the choice of pieces from a family.
    AddFamily,
}

fn remedy(label: impl Into<String>, action: RemedyAction) -> Remedy {
    Remedy { label: label.into(), action }
}

fn edits(label: impl Into<String>, edits: Vec<Edit>) -> Remedy {
    remedy(label, RemedyAction::Edits(edits))
}

/// The fixes for a complaint, the least destructive first.
pub(super) fn remedies(puzzle: &Puzzle, encoding: &Encoding, check: &Check) -> Vec<Remedy> {
    if check.severity == Severity::Fine {
        return Vec::new();
    }
    match (check.kind, &check.scope) {
        (CheckKind::Pieces | CheckKind::PiecesInUse, _) => vec![
            remedy("Piece…", RemedyAction::AddPiece),
            remedy("Family…", RemedyAction::AddFamily),
        ],
        (CheckKind::Board, _) => vec![
            remedy("Paint", RemedyAction::PaintSites),
            remedy("Shape…", RemedyAction::ChooseBoardShape),
        ],
        (CheckKind::RequiredSites, _) => vec![remedy("Paint", RemedyAction::PaintSites)],
        (CheckKind::Area, _) => area_remedies(puzzle),
        (CheckKind::Placements, &Scope::Piece(id)) => {
            let name = puzzle.piece(id).name.clone();
            let label = format!("Switch {name} off");
            vec![edits(label, vec![Edit::Pieces(vec![name], PieceChange::On(false))])]
        }
        (CheckKind::SameShape, &Scope::Piece(id)) => vec![merge(puzzle, encoding, id)],
        (CheckKind::Coverage, Scope::Sites(positions)) => {
            let sites = sites(puzzle, positions);
            let optional = Edit::Paint(sites.clone(), State::Optional);
            vec![
                edits("Make optional", vec![optional]),
                edits("Erase", vec![Edit::Paint(sites, State::Hole)]),
            ]
        }
        (CheckKind::ForcedSites, Scope::Sites(positions)) => match sites(puzzle, positions)[..] {
            [site] => pin(puzzle, encoding, site).into_iter().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn sites(puzzle: &Puzzle, positions: &[usize]) -> Vec<Point> {
    positions.iter().map(|&i| puzzle.board.sites()[i].site).collect()
}

/// The fixes that make the areas of board and pieces agree.
fn area_remedies(puzzle: &Puzzle) -> Vec<Remedy> {
    let (_, most) = puzzle.piece_area();
    if most < puzzle.board.required() as u64 {
        return vec![
            remedy("Make some optional", RemedyAction::MakeSitesOptional),
            remedy("Erase", RemedyAction::EraseSites),
            remedy("Add pieces…", RemedyAction::AddFamily),
        ];
    }
    if puzzle.rules.leftover {
        return Vec::new();
    }
    let rules = Rules { leftover: true, ..puzzle.rules.clone() };
    vec![
        edits("Let pieces be left over", vec![Edit::Rules(rules)]),
        remedy("Paint", RemedyAction::PaintSites),
    ]
}

/// Makes pieces of the same shape copies of one.
fn merge(puzzle: &Puzzle, encoding: &Encoding, id: PieceId) -> Remedy {
    let twins = puzzle.pieces().filter(|&(other, _)| are_twins(puzzle, encoding, id, other));
    edits("Merge", vec![Edit::Merge(twins.map(|(_, piece)| piece.name.clone()).collect())])
}

/// Pins the only placement that covers a site.
fn pin(puzzle: &Puzzle, encoding: &Encoding, site: Point) -> Option<Remedy> {
    let option = only_option(encoding, site)?;
    let piece = puzzle.piece(encoding.placement(option).piece).name.clone();
    let label = format!("Pin {piece} there");
    let lay = Edit::Lay { piece, sites: encoding.sites(option).collect(), from: None };
    Some(edits(label, vec![lay, Edit::Pin(vec![puzzle.placed.len()], true)]))
}
