//! The conditions of commands: whether one can be done now, and why not.

use crate::workbench::by_hand::Hint;
use crate::workbench::piece_use::use_pieces_of;
use crate::workbench::session::GO_TO_DESIGN;
use crate::workbench::solution_table::can_be_tabulated;
use crate::workbench::stepper::Stepper;
use crate::workbench::{Document, Origin, Screen, Workbench};

/// The condition for a command to be available, or the reason why it is not: a short sentence for
/// tooltip and status line.
pub(super) type Condition = fn(&Workbench) -> Result<(), &'static str>;

type Answer = Result<(), &'static str>;

fn need(holds: bool, reason: &'static str) -> Answer {
    if holds { Ok(()) } else { Err(reason) }
}

/// The open document.
fn open(workbench: &Workbench) -> Result<&Document, &'static str> {
    workbench.document.as_ref().ok_or("Open a puzzle first.")
}

/// The document that the screen shows.
fn shown(workbench: &Workbench) -> Result<&Document, &'static str> {
    workbench.shown_document().ok_or("Open a puzzle first.")
}

/// The stepper through the search, while it is shown.
fn stepper(workbench: &Workbench) -> Option<&Stepper> {
    workbench.stepper.as_ref().filter(|_| workbench.screen == Screen::Steps)
}

pub(super) fn always(_: &Workbench) -> Answer {
    Ok(())
}

pub(super) fn is_open(workbench: &Workbench) -> Answer {
    open(workbench).map(|_| ())
}

pub(super) fn has_changes_to_save(workbench: &Workbench) -> Answer {
    let document = open(workbench)?;
    need(document.own_file().is_none() || document.is_edited(), "There are no changes to save.")
}

pub(super) fn can_revert(workbench: &Workbench) -> Answer {
    let document = open(workbench)?;
    match document.origin {
        Origin::New => Err("The puzzle has never been saved."),
        // Somebody may have changed the file itself.
        Origin::File(_) => Ok(()),
        Origin::Bundled(_) | Origin::TakenFrom(_) => {
            need(document.is_edited(), "There are no changes.")
        }
    }
}

pub(super) fn has_other_problems(workbench: &Workbench) -> Answer {
    let reason = "The puzzle does not come from a file with several problems.";
    need(open(workbench)?.problems().is_some(), reason)
}

pub(super) fn can_close(workbench: &Workbench) -> Answer {
    let is_open = workbench.document.is_some() || workbench.stepper.is_some();
    need(is_open || workbench.tab_count() > 1, "Nothing is open.")
}

pub(super) fn can_open_tab(workbench: &Workbench) -> Answer {
    let is_open = workbench.document.is_some() || workbench.stepper.is_some();
    need(is_open, "This tab is empty. Open a puzzle in it.")
}

pub(super) fn has_tabs(workbench: &Workbench) -> Answer {
    need(workbench.tab_count() > 1, "There is only one tab.")
}

pub(super) fn can_undo(workbench: &Workbench) -> Answer {
    if workbench.pushes_to_undo() {
        return Ok(());
    }
    let history = shown(workbench)?.history();
    need(!history.is_empty(), "There is nothing to undo.")?;
    let is_locked = workbench.screen == Screen::Play && !history.undoes_move();
    need(!is_locked, "There is no move to undo. Undo changes of the puzzle on the Design screen.")
}

pub(super) fn can_redo(workbench: &Workbench) -> Answer {
    if workbench.pushes_to_redo() {
        return Ok(());
    }
    let history = shown(workbench)?.history();
    need(history.redo_name().is_some(), "There is nothing to redo.")?;
    let is_locked = workbench.screen == Screen::Play && !history.redoes_move();
    need(!is_locked, "There is no move to redo. Redo changes of the puzzle on the Design screen.")
}

pub(super) fn has_placed_pieces(workbench: &Workbench) -> Answer {
    need(!open(workbench)?.puzzle.placed.is_empty(), "There are no pieces on the board.")
}

/// As [`has_placed_pieces`], where they are pinned or all picked up, pinned ones too.
pub(super) fn has_placed_pieces_to_edit(workbench: &Workbench) -> Answer {
    need(workbench.screen != Screen::Play, GO_TO_DESIGN)?;
    has_placed_pieces(workbench)
}

/// For [`Command::PickUp`], whose key is that by which pieces are removed elsewhere.
pub(super) fn has_placed_piece_to_edit(workbench: &Workbench) -> Answer {
    can_place(workbench)?;
    if workbench.screen == Screen::Play {
        return Ok(());
    }
    let placed = !open(workbench)?.puzzle.placed.is_empty();
    need(placed, "There are no pieces on the board. Ctrl+Delete removes pieces from the puzzle.")
}

pub(super) fn can_edit(workbench: &Workbench) -> Answer {
    let document = open(workbench)?;
    need(workbench.screen == Screen::Design, GO_TO_DESIGN)?;
    need(document.puzzle.cover.is_none(), "A puzzle of items and options has no board to change.")
}

/// For what is done with pieces that are there.
pub(super) fn can_edit_pieces(workbench: &Workbench) -> Answer {
    can_edit(workbench)?;
    need(!open(workbench)?.puzzle.pieces.is_empty(), "There are no pieces. Add one first.")
}

pub(super) fn can_edit_variants(workbench: &Workbench) -> Answer {
    let document = open(workbench)?;
    need(workbench.screen != Screen::Play, GO_TO_DESIGN)?;
    need(document.puzzle.cover.is_none(), "A puzzle of items and options has no variants.")?;
    need(!document.variants().is_running(), "Stop solving the variants first.")
}

pub(super) fn can_edit_layers(workbench: &Workbench) -> Answer {
    can_edit(workbench)?;
    need(open(workbench)?.puzzle.lattice.is_solid(), "Only solids have layers.")
}

pub(super) fn can_tilt(workbench: &Workbench) -> Answer {
    can_edit(workbench)?;
    need(open(workbench)?.puzzle.lattice.is_solid(), "Only solids can be tilted.")
}

/// For pieces in space, which are turned in their layer by other commands.
pub(super) fn can_tilt_piece(workbench: &Workbench) -> Answer {
    need(workbench.screen == Screen::Play, "Go to the Play screen for that.")?;
    need(open(workbench)?.puzzle.lattice.is_solid(), "Only pieces of solids can be tilted.")
}

/// For the Play screen.
pub(super) fn can_play(workbench: &Workbench) -> Answer {
    open(workbench)?.can_play()
}

/// Checks whether pieces can be placed on the screen that is shown.
pub(super) fn can_place(workbench: &Workbench) -> Answer {
    if workbench.screen == Screen::Play { can_play(workbench) } else { can_edit(workbench) }
}

/// The document that the screen shows, where pieces can be placed.
fn playable(workbench: &Workbench) -> Result<&Document, &'static str> {
    can_place(workbench)?;
    shown(workbench)
}

pub(super) fn can_ask_why_none(workbench: &Workbench) -> Answer {
    let document = open(workbench)?;
    need(!document.needs_variants(), "Open one of the variants as a puzzle to ask about it.")?;
    need(!document.puzzle.pieces.is_empty(), "There are no pieces to place.")
}

/// On the Play screen solutions are not shown.
pub(super) fn can_fill(workbench: &Workbench) -> Answer {
    can_edit(workbench)?;
    can_hint(workbench)
}

pub(super) fn can_hint(workbench: &Workbench) -> Answer {
    let document = playable(workbench)?;
    document.can_hint()?;
    need(!document.is_solved_by_hand(), "The placed pieces are a solution.")?;
    let shown = document.hint_count();
    need(shown < Hint::ladder(workbench.settings.play).len(), "All hints are shown.")
}

pub(super) fn has_hints(workbench: &Workbench) -> Answer {
    need(playable(workbench)?.hint_count() > 0, "No hint is shown.")
}

pub(super) fn has_listed_solution(workbench: &Workbench) -> Answer {
    let reason = "The placed pieces are not a listed solution.";
    need(playable(workbench)?.solved_number().is_some(), reason)
}

pub(super) fn has_solutions(workbench: &Workbench) -> Answer {
    need(
        open(workbench)?.solved.is_some(),
        "There are no solutions yet. Press F5 to solve the puzzle.",
    )
}

pub(super) fn has_steps(workbench: &Workbench) -> Answer {
    match workbench.stepper {
        Some(_) => Ok(()),
        None => is_open(workbench),
    }
}

/// The open document, while no run of it is under way.
fn idle(workbench: &Workbench) -> Result<&Document, &'static str> {
    // In the gallery the open document is out of sight.
    need(
        workbench.screen != Screen::Gallery,
        "Open the puzzle first; Enter opens the selected one.",
    )?;
    let document = open(workbench)?;
    document.busy().map_or(Ok(document), Err)
}

pub(super) fn shows_variants(workbench: &Workbench) -> Answer {
    let document = open(workbench)?;
    if document.sets().is_shown() { Ok(()) } else { document.has_variants() }
}

pub(super) fn can_search_sets(workbench: &Workbench) -> Answer {
    open(workbench)?.can_search_sets()
}

pub(super) fn can_use_set(workbench: &Workbench) -> Answer {
    shows_sets(workbench)?;
    let document = open(workbench)?;
    need(document.sets().selected().is_some(), "No set of pieces is selected.")?;
    need(!document.sets().is_running(), "Stop the search first.")
}

pub(super) fn can_write_variants(workbench: &Workbench) -> Answer {
    if shows_sets(workbench).is_ok() {
        let listed = open(workbench)?.sets().table().is_some_and(|t| !t.order.is_empty());
        return need(listed, "No set of pieces is listed.");
    }
    can_use_variant(workbench)
}

/// Checks whether the search for sets of pieces is on the screen.
fn shows_sets(workbench: &Workbench) -> Answer {
    need(workbench.shows_sets(), "Search for sets of pieces first: Run, Choose pieces by search.")
}

pub(super) fn can_make(workbench: &Workbench) -> Answer {
    let why = "A puzzle of items and options has no pieces to make.";
    need(open(workbench)?.puzzle.cover.is_none(), why)
}

pub(super) fn can_nest(workbench: &Workbench) -> Answer {
    need(workbench.screen == Screen::Make, "Go to the Make screen for that.")?;
    let placements = &open(workbench)?.description().make.laser.placements;
    need(!placements.is_empty(), "No part was moved by hand.")
}

pub(super) fn can_solve_variants(workbench: &Workbench) -> Answer {
    idle(workbench)?.can_solve_variants()
}

pub(super) fn can_use_variant(workbench: &Workbench) -> Answer {
    need(workbench.screen == Screen::Variants, "Go to the Variants screen for that.")?;
    need(shows_sets(workbench).is_err(), "Go back to the variants for that.")?;
    open(workbench)?.can_use_variant()
}

pub(super) fn can_solve_variant(workbench: &Workbench) -> Answer {
    can_use_variant(workbench)?;
    idle(workbench).map(drop)
}

/// The key and the button solve what is on the screen.
pub(super) fn can_solve_shown(workbench: &Workbench) -> Answer {
    match workbench.solves_variants() {
        _ if shows_sets(workbench).is_ok() => idle(workbench)?.can_start_sets(),
        true => can_solve_variants(workbench),
        false => can_solve(workbench),
    }
}

pub(super) fn can_solve(workbench: &Workbench) -> Answer {
    idle(workbench)?.can_solve()
}

pub(super) fn can_make_challenges(workbench: &Workbench) -> Answer {
    workbench.can_make_challenges()
}

pub(super) fn can_tabulate(workbench: &Workbench) -> Answer {
    let document = open(workbench)?;
    need(workbench.screen == Screen::Solutions, "Go to the Solutions screen for that.")?;
    can_be_tabulated(document)
}

pub(super) fn can_filter(workbench: &Workbench) -> Answer {
    has_solutions(workbench)?;
    let document = open(workbench)?;
    let is_listed = document.with_store(|store| !store.is_empty()) == Some(true);
    need(is_listed, "No solution is listed that could be filtered.")?;
    let is_measured = document.browser().is_some_and(|own| own.measures().next().is_some());
    need(is_measured, "The solutions are being measured. Try again in a moment.")
}

pub(super) fn can_find(workbench: &Workbench) -> Answer {
    open(workbench)?.can_find()
}

pub(super) fn can_show_parts(workbench: &Workbench) -> Answer {
    open(workbench)?.can_show_parts()
}

pub(super) fn can_place_best(workbench: &Workbench) -> Answer {
    open(workbench)?.best_partial_edits().map(drop)
}

pub(super) fn can_start_over(workbench: &Workbench) -> Answer {
    let document = idle(workbench)?;
    need(document.saved().is_some(), "There is no saved run of this puzzle.")?;
    document.can_solve()
}

pub(super) fn can_finish_from_here(workbench: &Workbench) -> Answer {
    idle(workbench)?;
    has_placed_pieces(workbench)
}

pub(super) fn can_recount(workbench: &Workbench) -> Answer {
    workbench.can_recount()
}

pub(super) fn can_export_certificate(workbench: &Workbench) -> Answer {
    let is_certified = open(workbench)?.certificate().is_some();
    need(is_certified, "The counts are not certified. Recount them by another engine first.")
}

pub(super) fn can_save_run(workbench: &Workbench) -> Answer {
    let document = open(workbench)?;
    if has_moves(workbench).is_ok() {
        return Ok(());
    }
    let has_run = document.is_running() || document.saved().is_some();
    need(has_run, "There is no running or saved run.")
}

pub(super) fn can_stop(workbench: &Workbench) -> Answer {
    need(open(workbench)?.busy().is_some(), "No run is under way.")
}

pub(super) fn can_pause(workbench: &Workbench) -> Answer {
    if let Some(stepper) = stepper(workbench) {
        return stepper.can_step();
    }
    let document = open(workbench)?;
    if has_moves(workbench).is_ok() {
        return Ok(());
    }
    let has_run = document.is_running() || document.is_searching_first();
    let variants = document.variants();
    let solves_variants = variants.is_running() && !variants.is_planning();
    let shows_sets = document.sets().snapshot().is_some() && document.sets().is_running();
    need(has_run || solves_variants || shows_sets, "No run is under way.")
}

pub(super) fn is_stepping(workbench: &Workbench) -> Answer {
    need(stepper(workbench).is_some(), "Go to the Steps screen to step through the search.")
}

pub(super) fn can_show_links(workbench: &Workbench) -> Answer {
    is_stepping(workbench)?;
    let can = stepper(workbench).map_or(Ok(()), Stepper::can_show_links);
    can.map_err(|_| "Links are drawn for small problems. This one has too many items or options.")
}

pub(super) fn can_step_over(workbench: &Workbench) -> Answer {
    is_stepping(workbench)?;
    stepper(workbench).map_or(Ok(()), Stepper::can_step)
}

pub(super) fn can_step_back(workbench: &Workbench) -> Answer {
    is_stepping(workbench)?;
    stepper(workbench).map_or(Ok(()), Stepper::can_go_back)
}

pub(super) fn has_previous(workbench: &Workbench) -> Answer {
    if shows_sets(workbench).is_ok() {
        return can_use_set(workbench);
    }
    if workbench.screen == Screen::Variants {
        return can_use_variant(workbench);
    }
    stepper(workbench).map_or_else(|| has_neighbours(workbench), Stepper::can_go_back)
}

pub(super) fn has_next(workbench: &Workbench) -> Answer {
    if shows_sets(workbench).is_ok() {
        return can_use_set(workbench);
    }
    if workbench.screen == Screen::Variants {
        return can_use_variant(workbench);
    }
    stepper(workbench).map_or_else(|| has_neighbours(workbench), Stepper::can_step)
}

fn has_neighbours(workbench: &Workbench) -> Answer {
    let shows_several = matches!(workbench.screen, Screen::Solutions | Screen::Design);
    need(shows_several, "There is nothing to step through here.")?;
    is_open(workbench)
}

pub(super) fn has_canvas(workbench: &Workbench) -> Answer {
    let has_plane = matches!(workbench.screen, Screen::Design | Screen::Play);
    let shows_board = has_plane || workbench.shows_solid();
    need(shows_board, "There is no board to zoom here.")
}

pub(super) fn shows_solid(workbench: &Workbench) -> Answer {
    need(workbench.shows_solid(), "There is no solid to turn here.")
}

/// Checks whether a command can turn a solid left and right; on the Steps screen these keys go from
/// level to level.
pub(super) fn turns_sideways(workbench: &Workbench) -> Answer {
    shows_solid(workbench)?;
    let why = "On the Steps screen drag the solid, or click it and use the arrow keys.";
    need(workbench.screen != Screen::Steps, why)
}

pub(super) fn shows_solved_solid(workbench: &Workbench) -> Answer {
    let shown = workbench.screen == Screen::Solutions && workbench.shows_solid();
    need(shown, "There is no solved solid here.")
}

pub(super) fn can_take_apart(workbench: &Workbench) -> Answer {
    let why = "Go to the Solutions screen of a puzzle with pieces to take one apart.";
    need(workbench.shows_assembly(), why)
}

/// Moves that are shown, or a solution that is being taken apart.
pub(super) fn has_moves(workbench: &Workbench) -> Answer {
    can_take_apart(workbench)?;
    let Some(taking) = &workbench.disassembly else { return Err("Choose Take apart first.") };
    need(taking.moves() > 0, "There are no moves for this solution.")
}

pub(super) fn can_search(workbench: &Workbench) -> Answer {
    match workbench.screen {
        Screen::Gallery => Ok(()),
        Screen::Solutions => lists_solutions(workbench),
        Screen::Variants => can_use_variant(workbench),
        _ => Err("Go to the gallery or the solutions to search them."),
    }
}

pub(super) fn can_compare(workbench: &Workbench) -> Answer {
    lists_solutions(workbench)?;
    let document = open(workbench)?;
    need(document.solved_puzzle().cover.is_none(), "Solutions of a matrix have no picture.")?;
    // In a plane the canvas is that of one solution while it is taken apart.
    need(workbench.disassembly.is_none(), "Stop taking apart first.")
}

pub(super) fn can_use_pieces(workbench: &Workbench) -> Answer {
    lists_solutions(workbench)?;
    let document = open(workbench)?;
    use_pieces_of(document, document.selected()).map(drop)
}

pub(super) fn lists_solutions(workbench: &Workbench) -> Answer {
    need(workbench.screen == Screen::Solutions, "Go to the Solutions screen for that.")?;
    need(open(workbench)?.shown() > 0, "No solution is listed.")
}
