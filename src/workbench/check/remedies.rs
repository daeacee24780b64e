//! The fixes for the complaints of the checks: edits, or the start of something that the user
//! finishes.

use super::{Check, CheckKind, Scope, Severity, only_option, same_shape_groups};
use crate::encode::Encoding;
use crate::lattice::Point;
use crate::puzzle::{BoardSite, PieceId, Puzzle, Rules, inside};
use crate::workbench::edit::{Edit, PieceChange, PieceDraft, State};

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
pub(in crate::workbench) fn remedies(
    puzzle: &Puzzle,
    encoding: &Encoding,
    check: &Check,
) -> Vec<Remedy> {
    if check.severity == Severity::Fine {
        return Vec::new();
    }
    match (check.kind, &check.scope) {
        (CheckKind::Pieces | CheckKind::PiecesInUse, _) => vec![
            remedy("Piece…", RemedyAction::AddPiece),
            remedy("Family…", RemedyAction::AddFamily),
        ],
        (CheckKind::Board, _) => vec![
            remedy("Shape…", RemedyAction::ChooseBoardShape),
            remedy("Paint tool", RemedyAction::PaintSites),
        ],
        (CheckKind::RequiredSites, _) => {
            let all: Vec<usize> = (0..puzzle.board.sites().len()).collect();
            let required = Edit::Paint(sites(puzzle, &all), State::Required);
            vec![
                edits("Make all required", vec![required]),
                remedy("Paint tool", RemedyAction::PaintSites),
            ]
        }
        (CheckKind::Area, _) => area_remedies(puzzle),
        (CheckKind::Placements, &Scope::Piece(id)) => vec![switch_off(puzzle, id)],
        (CheckKind::Pockets, &Scope::Placement(option, _)) => {
            vec![switch_off(puzzle, encoding.placement(option).piece)]
        }
        (CheckKind::Labels, _) => label_pieces(puzzle).into_iter().collect(),
        (CheckKind::SameShape, _) => merge(puzzle, encoding).into_iter().collect(),
        (CheckKind::Coverage | CheckKind::Pockets, Scope::Sites(positions)) => {
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

fn switch_off(puzzle: &Puzzle, piece: PieceId) -> Remedy {
    let name = puzzle.piece(piece).name.clone();
    let label = format!("Don't use {name}");
    edits(label, vec![Edit::Pieces(vec![name], PieceChange::On(false))])
}

fn sites(puzzle: &Puzzle, positions: &[usize]) -> Vec<Point> {
    positions.iter().map(|&i| puzzle.board.sites()[i].site).collect()
}

/// The fixes that make the areas of board and pieces agree.
fn area_remedies(puzzle: &Puzzle) -> Vec<Remedy> {
    let (_, most) = match &puzzle.variants {
        Some(family) => family.piece_area(puzzle),
        None => puzzle.piece_area(),
    };
    let (needed, _) = puzzle.area_of_variants();
    if most < needed {
        let mut remedies = vec![
            remedy("Optional tool", RemedyAction::MakeSitesOptional),
            remedy("Erase tool", RemedyAction::EraseSites),
            remedy("Add pieces…", RemedyAction::AddFamily),
        ];
        // A burr with holes.
        if puzzle.lattice.dimension == 3 {
            let sites = puzzle.board.sites();
            let inside = inside(puzzle.lattice, sites.iter().map(|own| own.site));
            let is_meant = |own: &&BoardSite| own.required && inside.contains(&own.site);
            if sites.iter().filter(is_meant).count() as u64 >= needed - most {
                let paint = Edit::Paint(inside.into_iter().collect(), State::Optional);
                remedies.insert(0, edits("Make the inside optional", vec![paint]));
            }
        }
        return remedies;
    }
    if puzzle.rules.leftover {
        return Vec::new();
    }
    let rules = Rules { leftover: true, ..puzzle.rules.clone() };
    vec![
        edits("Let pieces be left over", vec![Edit::Rules(rules)]),
        remedy("Paint tool", RemedyAction::PaintSites),
    ]
}

/// Makes all pieces of the same shape copies of one, apart from those with colour labels.
fn merge(puzzle: &Puzzle, encoding: &Encoding) -> Option<Remedy> {
    let mut groups = same_shape_groups(puzzle, encoding);
    let has_labels = |id: &PieceId| puzzle.piece(*id).labels.iter().any(Option::is_some);
    groups.retain(|group| !group.iter().any(has_labels));
    let merge = |group: &Vec<PieceId>| {
        Edit::Merge(group.iter().map(|&id| puzzle.piece(id).name.clone()).collect())
    };
    let merges: Vec<Edit> = groups.iter().map(merge).collect();
    let label = if merges.len() == 1 { "Merge" } else { "Merge all" };
    (!merges.is_empty()).then(|| edits(label, merges))
}

/// Gives pieces without labels those of the sites on which they lie.
fn label_pieces(puzzle: &Puzzle) -> Option<Remedy> {
    let label = |site: &Point| puzzle.board.label(puzzle.board.position(*site)?);
    let mut changes = Vec::new();
    for laid in &puzzle.placed {
        let piece = puzzle.piece(laid.piece);
        let is_plain = piece.labels.iter().all(Option::is_none) && piece.copies.max == 1;
        if is_plain && laid.sites.iter().any(|site| label(site).is_some()) {
            let sites = laid.sites.iter().map(|site| (*site, label(site))).collect();
            let draft = PieceDraft { sites, ..PieceDraft::of_piece(piece) };
            changes.push(Edit::RedrawPiece(piece.name.clone(), draft));
        }
    }
    (!changes.is_empty()).then(|| edits("Label the pieces that lie there", changes))
}

/// Pins the only placement that covers a site.
fn pin(puzzle: &Puzzle, encoding: &Encoding, site: Point) -> Option<Remedy> {
    let option = only_option(encoding, site)?;
    let piece = puzzle.piece(encoding.placement(option).piece).name.clone();
    let label = format!("Pin {piece} there");
    let lay = Edit::Lay { piece, sites: encoding.sites(option).collect(), from: None };
    Some(edits(label, vec![lay, Edit::Pin(vec![puzzle.placed.len()], true)]))
}
