//! From the words of a file to choices of cards.

use std::sync::Arc;

use super::piece_ids;
use crate::lattice::{MAX_SITES, Point};
use crate::polyform::Shape;
use crate::polyform::symmetric::symmetric_forms;
use crate::puzzle::variants::cards::{Card, CardBoard, CardChoice, CardKind, MAX_CARDS};
use crate::puzzle::variants::choices::PieceChoice;
use crate::puzzle::variants::family::VariantFamily;
use crate::puzzle::variants::form::{CardForm, ChoiceForm, NumberRange, VariantsError};
use crate::puzzle::{Board, BoardForm, BoardPiece, BoardPieceForm, BoardSite, NamedShape, Puzzle};
use crate::text;

/// A choice of cards whose placements are still to be read, since they may lie on a board of another
/// choice.
pub(super) struct Unplaced<'f> {
    pub(super) choice: CardChoice,
    /// For each card the placements that are given.
    given: Vec<&'f [BoardPieceForm]>,
}

impl ChoiceForm {
    /// The choice of cards that it is, if it is one.
    pub(super) fn card_choice(
        &self,
        puzzle: &Puzzle,
    ) -> Result<Option<Unplaced<'_>>, VariantsError> {
        let (kind, cards, given): (_, Vec<Card>, Vec<&[BoardPieceForm]>) = match self {
            ChoiceForm::Boards(boards) => {
                let kind = CardKind::Board;
                (kind, read_all(kind, boards, |n, form| board_card(puzzle, n, form))?, Vec::new())
            }
            ChoiceForm::Sizes(key, ranges) => {
                let forms = sizes(puzzle, key, ranges)?;
                let kind = CardKind::FittingBoard;
                (kind, read_all(kind, &forms, |n, form| board_card(puzzle, n, form))?, Vec::new())
            }
            ChoiceForm::Symmetric(size, symmetry) => {
                let forms = symmetric_forms(puzzle.lattice, *size as usize, *symmetry)?;
                let kind = CardKind::Board;
                (kind, read_all(kind, &forms, |n, shape| Ok(shape_card(n, shape)))?, Vec::new())
            }
            ChoiceForm::Given(sets) => {
                let card = |n, set: &Vec<BoardPieceForm>| match set.is_empty() {
                    true => Err("it has no placements; list at least one".to_owned()),
                    false => Ok(Card { name: format!("given {n}"), ..Card::default() }),
                };
                let kind = CardKind::Given;
                (kind, read_all(kind, sets, card)?, sets.iter().map(Vec::as_slice).collect())
            }
            ChoiceForm::Cards(cards) => {
                let kind = CardKind::Card;
                let given = cards.iter().map(|card| card.given.as_slice()).collect();
                (kind, read_all(kind, cards, |n, form| form.card(puzzle, n))?, given)
            }
            _ => return Ok(None),
        };
        Ok(Some(Unplaced { choice: CardChoice { kind, cards }, given }))
    }
}

/// Reads each card of a list, by its number from 1.
fn read_all<T>(
    kind: CardKind,
    forms: &[T],
    card: impl Fn(usize, &T) -> Result<Card, String>,
) -> Result<Vec<Card>, VariantsError> {
    let kind = kind.word();
    match forms.len() {
        0 => return Err(VariantsError::NoCards(kind)),
        n if n > MAX_CARDS => return Err(VariantsError::TooManyCards),
        _ => {}
    }
    let wrong = |number| move |message| VariantsError::Card { kind, number, message };
    (1..).zip(forms).map(|(n, form)| card(n, form).map_err(wrong(n))).collect()
}

impl CardForm {
    fn card(&self, puzzle: &Puzzle, number: usize) -> Result<Card, String> {
        let board = self.board.as_ref().map(|form| card_board(puzzle, form)).transpose()?;
        let pieces = match self.pieces.is_empty() {
            true => None,
            false => Some(piece_ids(&puzzle.pieces, &self.pieces).map_err(|e| e.to_string())?),
        };
        let name = match self.name.trim() {
            "" => format!("card {number}"),
            name if name.chars().count() > 100 || name.chars().any(char::is_control) => {
                return Err(
                    "a name has at most 100 characters and no control characters".to_owned()
                );
            }
            name => name.to_owned(),
        };
        Ok(Card { name, board, pieces, given: Vec::new() })
    }
}

fn card_board(puzzle: &Puzzle, form: &BoardForm) -> Result<CardBoard, String> {
    let board = form.on(puzzle.lattice)?;
    if board.sites().is_empty() {
        return Err("the board is empty".to_owned());
    }
    Ok(CardBoard { board, form: Some(form.clone()) })
}

/// A card that is a board alone.
fn board_card(puzzle: &Puzzle, number: usize, form: &BoardForm) -> Result<Card, String> {
    let board = card_board(puzzle, form)?;
    Ok(Card { name: board_name(number, form), board: Some(board), ..Card::default() })
}

/// A card whose board is a shape.
fn shape_card(number: usize, shape: &Shape) -> Card {
    let required = |&site: &Point| BoardSite { site, required: true };
    let board = Board::new(shape.sites().iter().map(required).collect());
    let board = Some(CardBoard { board, form: None });
    Card { name: format!("board {number}"), board, ..Card::default() }
}

/// Returns the name of a board: "5×12" where a shape has more numbers than one, "Triangle 7",
/// "board 3".
fn board_name(number: usize, form: &BoardForm) -> String {
    match form {
        BoardForm::Named(shape) if shape.numbers.len() == 1 => {
            format!("{} {}", shape.key, shape.numbers[0])
        }
        BoardForm::Named(shape) => {
            let numbers: Vec<String> = shape.numbers.iter().map(u32::to_string).collect();
            numbers.join("×")
        }
        _ => format!("board {number}"),
    }
}

/// The boards of a named shape of these sizes, in the order of the numbers.
fn sizes(
    puzzle: &Puzzle,
    key: &str,
    ranges: &[NumberRange],
) -> Result<Vec<BoardForm>, VariantsError> {
    let lattice = puzzle.lattice;
    let Some(named) = lattice.boards.iter().find(|board| board.key == key) else {
        let keys: Vec<&str> = lattice.boards.iter().map(|board| board.key).collect();
        return Err(VariantsError::Sizes(format!(
            "no board of the {} lattice is called {}; there are {}",
            lattice.name,
            text::shortened(key, 40),
            keys.join(", ")
        )));
    };
    if ranges.len() != named.parameters.len() {
        return Err(VariantsError::Sizes(format!(
            "{key} has {}, one for each of {}; {} given",
            text::count(named.parameters.len() as u64, "number"),
            named.parameters.join(", "),
            ranges.len()
        )));
    }
    let bounded = |range: &&NumberRange| range.least == 0 || u64::from(range.most) > MAX_SITES;
    if let Some(range) = ranges.iter().find(bounded) {
        return Err(VariantsError::Sizes(format!(
            "sizes are from 1 to {MAX_SITES}, not {} to {}",
            range.least, range.most
        )));
    }
    let lengths = ranges.iter().map(|range| u64::from(range.most - range.least) + 1);
    if lengths.fold(1, u64::saturating_mul) > MAX_CARDS as u64 {
        return Err(VariantsError::TooManyCards);
    }
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for range in ranges {
        let longer = |numbers: &Vec<u32>| {
            let numbers = numbers.clone();
            (range.least..=range.most).map(move |n| [numbers.as_slice(), &[n]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    // What is larger than all pieces fits nothing.
    let most = most_area(puzzle).min(MAX_SITES);
    all.retain(|numbers| named.count(numbers) <= most);
    if all.is_empty() {
        return Err(VariantsError::NoSize);
    }
    let form = |numbers| BoardForm::Named(NamedShape { key: named.key, numbers });
    Ok(all.into_iter().map(form).collect())
}

/// The largest number of sites that all pieces can cover.
fn most_area(puzzle: &Puzzle) -> u64 {
    let areas = puzzle
        .pieces
        .iter()
        .map(|piece| (piece.shape.size() as u64).saturating_mul(u64::from(piece.copies.max)));
    areas.fold(0, u64::saturating_add)
}

/// The choices of cards with their given placements, each on the board that it has, or where another
/// choice has boards, somewhere on one of those.
pub(super) fn placed(
    unplaced: Vec<Unplaced<'_>>,
    puzzle: &Puzzle,
    chosen: &[PieceChoice],
) -> Result<Vec<CardChoice>, VariantsError> {
    let (mut cards, given): (Vec<CardChoice>, Vec<_>) =
        unplaced.into_iter().map(|Unplaced { choice, given }| (choice, given)).unzip();
    let has_boards = |choice: &&CardChoice| choice.cards.iter().any(|card| card.board.is_some());
    if cards.iter().filter(has_boards).count() > 1 {
        return Err(VariantsError::BoardsTwice);
    }
    let saying = |choice: &&CardChoice| choice.cards.iter().any(|card| card.pieces.is_some());
    let saying = cards.iter().filter(saying).count();
    if saying > 1 || saying == 1 && !chosen.is_empty() {
        return Err(VariantsError::CardPieces);
    }
    let whole = VariantFamily { cards: cards.clone(), ..VariantFamily::single() };
    let whole =
        Arc::new(Puzzle { variants: Some(Arc::new(whole)), placed: Vec::new(), ..puzzle.clone() });
    let hull = whole.with_all_boards();
    for (choice, given) in cards.iter_mut().zip(given) {
        let kind = choice.kind.word();
        for (n, (card, forms)) in choice.cards.iter_mut().zip(given).enumerate() {
            let board = card.board.as_ref().map(|own| &own.board);
            let wrong = |message| VariantsError::Card { kind, number: n + 1, message };
            card.given = givens(&hull, board, forms).map_err(wrong)?;
            if let Some(used) = &card.pieces
                && let Some(given) = card.given.iter().find(|given| !used.contains(&given.piece))
            {
                let name = &puzzle.piece(given.piece).name;
                return Err(wrong(format!("piece {name} is given, but is not one of its pieces")));
            }
        }
    }
    Ok(cards)
}

fn givens(
    hull: &Puzzle,
    board: Option<&Board>,
    forms: &[BoardPieceForm],
) -> Result<Vec<BoardPiece>, String> {
    if forms.is_empty() {
        return Ok(Vec::new());
    }
    let board = board.unwrap_or(&hull.board).clone();
    let mut puzzle = Puzzle { board, ..hull.clone() };
    let mut problems = Vec::new();
    puzzle.lay(forms, &mut problems);
    match problems.into_iter().next() {
        Some(problem) => Err(problem.message),
        None => {
            let pinned = |laid| BoardPiece { pinned: true, ..laid };
            Ok(puzzle.placed.into_iter().map(pinned).collect())
        }
    }
}
