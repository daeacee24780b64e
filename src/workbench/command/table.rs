//! The table of commands: a row for each, in the order of the menus.

use super::conditions::{self, Condition};
use super::{Angle, BoardAction, Command, Menu, Shortcut, SolutionAction, Tool, TurnDirection};
use crate::workbench::edit::Side;
use crate::workbench::stepper::StepSize;
use crate::workbench::variants::VariantCommand;
use crate::workbench::{Screen, Theme};

/// All that is known of a command.
pub(super) struct Row {
    /// The menu that lists it.
    pub(super) place: Place,
    /// The key for it.
    pub(super) shortcut: Option<Shortcut>,
    /// The condition for it to be available now.
    pub(super) condition: Condition,
    /// The name in menus and lists.
    pub(super) label: &'static str,
    /// Its effect, in a sentence.
    pub(super) hint: &'static str,
}

/// The place of a command in the menus.
pub(super) enum Place {
    /// In a menu.
    In(Menu),
    /// In a menu, below a line.
    AfterLine(Menu),
    /// In no menu: the tool strip has it, and the command list.
    Elsewhere,
}

/// Makes [`Command::ALL`] and the rows out of one table. The rows are the arms of a match without a
/// wildcard, so that a command without a row does not compile, nor (as an error of the compiler's
/// lints) one with two.
macro_rules! commands {
    ($([$($command:tt)+] $place:expr, $shortcut:expr, $condition:expr, $label:expr, $hint:expr;)+) => {
        impl Command {
            /// All commands, in the order of the menus.
            pub const ALL: [Command; [$($label),+].len()] = [$(Command::$($command)+),+];

            /// The row of the command.
            #[deny(unreachable_patterns)]
            pub(super) fn row(self) -> Row {
                match self {
                    $(Command::$($command)+ => Row {
                        place: $place,
                        shortcut: $shortcut,
                        condition: $condition,
                        label: $label,
                        hint: $hint,
                    },)+
                }
            }
        }
    };
}

use Place::{AfterLine, Elsewhere, In};

commands! {
    [New] In(Menu::File), Shortcut::ctrl("N"), conditions::always,
        "New puzzle…",
        "Set up a puzzle of your own.";
    [Open] In(Menu::File), Shortcut::ctrl("O"), conditions::always,
        "Open file…",
        "Choose a puzzle or a solutions file.";
    [OpenPath] In(Menu::File), Shortcut::ctrl_shift("O"), conditions::always,
        "Open path…",
        "Type the path of a file.";
    [Save] AfterLine(Menu::File), Shortcut::ctrl("S"), conditions::has_changes_to_save,
        "Save",
        "Save the puzzle to its file.";
    [SaveAs] In(Menu::File), Shortcut::ctrl_shift("S"), conditions::is_open,
        "Save as…",
        "Save the puzzle to another file and work with that file from now on.";
    [Revert] In(Menu::File), None, conditions::can_revert,
        "Revert to file",
        "Go back to the puzzle in the file. This can be undone.";
    [OtherProblem] In(Menu::File), None, conditions::has_other_problems,
        "Another problem in this file…",
        "Open another problem of the file that this puzzle comes from.";
    [DuplicateDocument] In(Menu::File), Shortcut::ctrl_shift("D"), conditions::is_open,
        "Duplicate document",
        "Continue with an unsaved copy of the puzzle.";
    [NewWindow] In(Menu::File), Shortcut::ctrl_shift("N"), conditions::is_open,
        "Duplicate in new window",
        "Open a copy of the puzzle in a second window, to compare the two.";
    [Export] AfterLine(Menu::File), Shortcut::ctrl_shift("E"), conditions::is_open,
        "Export…",
        "Write the puzzle or its solutions as RON, SVG, PNG, text or .dlx.";
    [ExportCertificate] In(Menu::File), None, conditions::can_export_certificate,
        "Export certificate…",
        "Write the counts and the engines that agree on them to a file, which polywright verify \
         checks.";
    [StoredResults] In(Menu::File), None, conditions::always,
        "Stored results…",
        "Show the stored results of all puzzles and their size, and delete them.";
    [Show(Screen::Gallery)] AfterLine(Menu::File), Shortcut::ctrl("G"), conditions::always,
        "Gallery",
        "Bundled puzzles and recent files.";
    [NewTab] In(Menu::File), Shortcut::ctrl("T"), conditions::can_open_tab,
        "New tab",
        "Keep the puzzle open in its tab, and choose another one in the gallery.";
    [NextTab] In(Menu::File), Shortcut::ctrl("PageDown"), conditions::has_tabs,
        "Next tab",
        "Show the tab to the right.";
    [PreviousTab] In(Menu::File), Shortcut::ctrl("PageUp"), conditions::has_tabs,
        "Previous tab",
        "Show the tab to the left.";
    [CloseDocument] In(Menu::File), Shortcut::ctrl("W"), conditions::can_close,
        "Close document",
        "Close the puzzle and its tab. Where it is the only one, the gallery is shown.";
    [Quit] AfterLine(Menu::File), Shortcut::ctrl("Q"), conditions::always,
        "Quit",
        "Quit the program.";
    [Undo] In(Menu::Edit), Shortcut::ctrl("Z"), conditions::can_undo,
        "Undo",
        "Undo the last change of the puzzle; on the Play screen, the last move.";
    [Redo] In(Menu::Edit), Shortcut::ctrl_shift("Z"), conditions::can_redo,
        "Redo",
        "Redo the last change that was undone.";
    [SelectAllPieces] In(Menu::Edit), Shortcut::ctrl("A"), conditions::can_edit_pieces,
        "Select all pieces",
        "Select all pieces in the list.";
    [Tool(Tool::Place)] AfterLine(Menu::Edit), Shortcut::plain("P"), conditions::can_edit,
        "Place",
        "Look at sites and place pieces without changing the board.";
    [Tool(Tool::Paint)] In(Menu::Edit), Shortcut::plain("B"), conditions::can_edit,
        "Paint",
        "Make sites required, or erase if you start on a required site. Shift: a rectangle, Ctrl: \
         a region, both: a line.";
    [Tool(Tool::Erase)] In(Menu::Edit), Shortcut::plain("E"), conditions::can_edit,
        "Erase",
        "Remove sites from the board, or paint if you start on a hole. Shift: a rectangle, Ctrl: a \
         region, both: a line.";
    [Tool(Tool::Optional)] In(Menu::Edit), Shortcut::plain("O"), conditions::can_edit,
        "Optional",
        "Make sites optional, or required if you start on an optional site. Shift: a rectangle, \
         Ctrl: a region, both: a line.";
    [Tool(Tool::Label)] In(Menu::Edit), Shortcut::plain("L"), conditions::can_edit,
        "Label",
        "Give sites a colour label that pieces must match. Click again to remove it.";
    [Tool(Tool::Pin)] In(Menu::Edit), Shortcut::plain("N"), conditions::can_edit,
        "Pin",
        "Click a placed piece to keep it in every solution.";
    [Tool(Tool::Text)] In(Menu::Edit), Shortcut::plain("T"), conditions::can_edit,
        "Text",
        "Select sites by click or drag, and set their texts, labels, groups, and which pieces may \
         cover them.";
    [Tool(Tool::Cut)] In(Menu::Edit), Shortcut::plain("K"), conditions::can_edit,
        "Cut",
        "Cut the board into pieces: each stroke is a new piece, and one that starts on a piece makes \
         it larger. Shift: a rectangle, Ctrl: the open region, both: a line.";
    [TurnPiece] AfterLine(Menu::Edit), Shortcut::plain("R"), conditions::can_place,
        "Turn piece in hand",
        "Turn the piece in hand, or the selected placed piece, clockwise.";
    [TurnPieceBack] In(Menu::Edit), Shortcut::shift("R"), conditions::can_place,
        "Turn piece in hand back",
        "Turn the piece in hand, or the selected placed piece, counter-clockwise.";
    [FlipPiece] In(Menu::Edit), Shortcut::plain("F"), conditions::can_place,
        "Flip piece in hand",
        "Flip the piece in hand, or the selected placed piece.";
    [TiltPiece] In(Menu::Edit), Shortcut::shift("F"), conditions::can_tilt_piece,
        "Tilt piece in hand",
        "Tilt a piece of a solid towards you, on the Play screen.";
    [PinAll] AfterLine(Menu::Edit), None, conditions::has_placed_pieces_to_edit,
        "Pin or unpin all placed pieces",
        "Keep all placed pieces in every solution, or none of them.";
    [PickUp] In(Menu::Edit), Shortcut::plain("Delete"), conditions::has_placed_piece_to_edit,
        "Pick up placed piece",
        "Remove the selected placed piece from the board, or the one that was placed last; on the \
         Play screen, the one under the pointer.";
    [TakeUpAll] In(Menu::Edit), None, conditions::has_placed_pieces_to_edit,
        "Pick up all placed pieces",
        "Remove all placed pieces from the board.";
    [Show(Screen::Play)] In(Menu::View), Shortcut::ctrl("0"), conditions::can_play,
        "Play",
        "Place the pieces by hand. The puzzle is locked meanwhile.";
    [Show(Screen::Design)] In(Menu::View), Shortcut::ctrl("1"), conditions::is_open,
        "Design",
        "The board, the pieces and the checks.";
    [Show(Screen::Run)] In(Menu::View), Shortcut::ctrl("2"), conditions::is_open,
        "Run",
        "The search while it runs.";
    [Show(Screen::Solutions)] In(Menu::View), Shortcut::ctrl("3"), conditions::has_solutions,
        "Solutions",
        "The solutions found.";
    [Show(Screen::Steps)] In(Menu::View), Shortcut::ctrl("4"), conditions::has_steps,
        "Steps",
        "The search by dancing links, step by step.";
    [Show(Screen::Variants)] In(Menu::View), Shortcut::ctrl("5"), conditions::shows_variants,
        "Variants",
        "The variants of the puzzle, all solved at once.";
    [Show(Screen::Make)] In(Menu::View), Shortcut::ctrl("6"), conditions::can_make,
        "Make",
        "Sheets for a laser cutter, 3D prints, posters and booklets, at true size.";
    [Fit] AfterLine(Menu::View), Shortcut::plain("Home"), conditions::has_canvas,
        "Fit board",
        "Show the whole board.";
    [ZoomIn] In(Menu::View), Shortcut::plain("Plus"), conditions::has_canvas,
        "Zoom in",
        "Enlarge the board.";
    [ZoomOut] In(Menu::View), Shortcut::plain("Minus"), conditions::has_canvas,
        "Zoom out",
        "Make the board smaller.";
    [Look(Angle::Corner)] AfterLine(Menu::View), None, conditions::shows_solid,
        "View over a corner",
        "Look at the solid over a corner.";
    [Look(Angle::Front)] In(Menu::View), None, conditions::shows_solid,
        "View from the front",
        "Look at the solid straight from the front.";
    [Look(Angle::Top)] In(Menu::View), None, conditions::shows_solid,
        "View from above",
        "Look at the solid straight from above.";
    [Turn(TurnDirection::Left)] In(Menu::View), Shortcut::shift("ArrowLeft"), conditions::turns_sideways,
        "Turn view left",
        "Turn the near side of the solid to the left.";
    [Turn(TurnDirection::Right)] In(Menu::View), Shortcut::shift("ArrowRight"), conditions::turns_sideways,
        "Turn view right",
        "Turn the near side of the solid to the right.";
    [Turn(TurnDirection::Up)] In(Menu::View), Shortcut::shift("ArrowUp"), conditions::shows_solid,
        "Turn view up",
        "Turn the near side of the solid upwards.";
    [Turn(TurnDirection::Down)] In(Menu::View), Shortcut::shift("ArrowDown"), conditions::shows_solid,
        "Turn view down",
        "Turn the near side of the solid downwards.";
    [Explode] In(Menu::View), None, conditions::shows_solved_solid,
        "Explode or put together",
        "Move the pieces of the solid away from its middle, or back.";
    [TakeApart] In(Menu::View), Shortcut::plain("M"), conditions::can_take_apart,
        "Take apart",
        "Show by which moves the solution is taken apart, or the solution again.";
    [NextMove] In(Menu::View), Shortcut::plain("."), conditions::has_moves,
        "Next move",
        "Make the next move by which the solution is taken apart.";
    [PreviousMove] In(Menu::View), Shortcut::plain(","), conditions::has_moves,
        "Previous move",
        "Return to where the pieces were before the last move.";
    [Assemble] In(Menu::View), Shortcut::shift("Space"), conditions::has_moves,
        "Assemble",
        "Put together by moves what is taken apart.";
    [ShowAll] In(Menu::View), None, conditions::shows_solved_solid,
        "Show all pieces and layers",
        "Show the hidden pieces and layers of the solid.";
    [Theme(Theme::System)] AfterLine(Menu::View), None, conditions::always,
        "Use system theme",
        "Use light or dark colours, and the contrast, as the system does.";
    [Theme(Theme::Light)] In(Menu::View), None, conditions::always,
        "Light theme",
        "Use light colours.";
    [Theme(Theme::Dark)] In(Menu::View), None, conditions::always,
        "Dark theme",
        "Use dark colours.";
    [HighContrast] In(Menu::View), None, conditions::always,
        "High contrast",
        "Use black, white and strong edges, light or dark.";
    [LargerInterface] AfterLine(Menu::View), Shortcut::ctrl("Plus"), conditions::always,
        "Larger interface",
        "Make everything larger.";
    [SmallerInterface] In(Menu::View), Shortcut::ctrl("Minus"), conditions::always,
        "Smaller interface",
        "Make everything smaller.";
    [UsualInterface] In(Menu::View), Shortcut::ctrl("9"), conditions::always,
        "Default interface size",
        "Show everything at its default size.";
    [Search] AfterLine(Menu::View), Shortcut::ctrl("F"), conditions::can_search,
        "Search",
        "Search the gallery, or the solutions by number or drawing.";
    [Previous] In(Menu::View), Shortcut::plain("ArrowLeft"), conditions::has_previous,
        "Previous",
        "The previous solution, step, or placement of the selected piece.";
    [Next] In(Menu::View), Shortcut::plain("ArrowRight"), conditions::has_next,
        "Next",
        "The next solution, step, or placement of the selected piece.";
    [About] In(Menu::Puzzle), None, conditions::is_open,
        "Title, notes and rules…",
        "Change the title, the notes and the rules of the puzzle.";
    [PlayRecord] In(Menu::Puzzle), None, conditions::always,
        "Record of play…",
        "What was solved on the Play screen: when, in what time and with how many hints.";
    [EditVariants] In(Menu::Puzzle), None, conditions::can_edit_variants,
        "Variants…",
        "Choose what changes from variant to variant: open sites, pieces, boards, given pieces.";
    [BoardShape] AfterLine(Menu::Puzzle), None, conditions::can_edit,
        "Board shape…",
        "Choose a board by name and size.";
    [Board(BoardAction::Turn)] In(Menu::Puzzle), None, conditions::can_edit,
        "Turn board",
        "Turn the board clockwise.";
    [Board(BoardAction::Flip)] In(Menu::Puzzle), None, conditions::can_edit,
        "Flip board",
        "Swap left and right of the board.";
    [Board(BoardAction::Tip)] In(Menu::Puzzle), None, conditions::can_tilt,
        "Tilt board",
        "Tilt the solid towards you.";
    [Board(BoardAction::Crop)] In(Menu::Puzzle), None, conditions::can_edit,
        "Trim empty rows and columns",
        "Remove the empty rows and columns before the board.";
    [Board(BoardAction::Invert)] In(Menu::Puzzle), None, conditions::can_edit,
        "Invert board",
        "Swap sites and holes within the bounds of the board.";
    [Board(BoardAction::Checker)] In(Menu::Puzzle), None, conditions::can_edit,
        "Checkerboard labels",
        "Label the sites of the board like a chessboard; again to swap the labels.";
    [Board(BoardAction::ClearLabels)] In(Menu::Puzzle), None, conditions::can_edit,
        "Remove all labels",
        "Remove the colour labels of all sites of the board.";
    [Board(BoardAction::Clear)] In(Menu::Puzzle), None, conditions::can_edit,
        "Clear board",
        "Remove all sites from the board.";
    [AddPiece] AfterLine(Menu::Puzzle), Shortcut::plain("Insert"), conditions::can_edit,
        "Add piece…",
        "Draw a piece.";
    [AddFamily] In(Menu::Puzzle), Shortcut::shift("Insert"), conditions::can_edit,
        "Add from family…",
        "Choose pieces from a family, or a whole family.";
    [EditPiece] In(Menu::Puzzle), None, conditions::can_edit_pieces,
        "Edit piece…",
        "Change shape, labels, name, colour, copies and motions of the selected piece.";
    [DuplicatePieces] In(Menu::Puzzle), Shortcut::ctrl("D"), conditions::can_edit_pieces,
        "Duplicate pieces",
        "Add a copy of each selected piece below it.";
    [SwitchPieces] In(Menu::Puzzle), None, conditions::can_edit_pieces,
        "Use / don't use pieces",
        "Use the selected pieces, or keep them in the list unused.";
    [MergePieces] In(Menu::Puzzle), None, conditions::can_edit_pieces,
        "Merge pieces of one shape",
        "Turn the selected pieces into copies of one piece.";
    [RemovePieces] In(Menu::Puzzle), Shortcut::ctrl("Delete"), conditions::can_edit_pieces,
        "Remove pieces",
        "Remove the selected pieces from the puzzle.";
    [NextHint] AfterLine(Menu::Puzzle), Shortcut::plain("H"), conditions::can_hint,
        "Next hint",
        "Show how many solutions are left, then which piece to place next, then where.";
    [HideHints] In(Menu::Puzzle), None, conditions::has_hints,
        "Hide hints",
        "Hide all hints; the next one is the first again.";
    [RandomSolution] In(Menu::Puzzle), None, conditions::can_fill,
        "Place a random solution",
        "Fill the board with one of the solutions that contain the placed pieces.";
    [ShowSolved] In(Menu::Puzzle), None, conditions::has_listed_solution,
        "Show placed solution in Solutions",
        "Select the solution on the board in the list of solutions.";
    [Board(BoardAction::Grow(Side::Left))] Elsewhere, None, conditions::can_edit,
        "Add column on the left",
        "Repeat the outermost sites on that side.";
    [Board(BoardAction::Grow(Side::Right))] Elsewhere, None, conditions::can_edit,
        "Add column on the right",
        "Repeat the outermost sites on that side.";
    [Board(BoardAction::Grow(Side::Top))] Elsewhere, None, conditions::can_edit,
        "Add row at the top",
        "Repeat the outermost sites on that side.";
    [Board(BoardAction::Grow(Side::Bottom))] Elsewhere, None, conditions::can_edit,
        "Add row at the bottom",
        "Repeat the outermost sites on that side.";
    [Board(BoardAction::Grow(Side::First))] Elsewhere, None, conditions::can_edit_layers,
        "Add layer before the first",
        "Repeat the outermost sites on that side.";
    [Board(BoardAction::Grow(Side::Last))] Elsewhere, None, conditions::can_edit_layers,
        "Add layer after the last",
        "Repeat the outermost sites on that side.";
    [Board(BoardAction::Shrink(Side::Left))] Elsewhere, None, conditions::can_edit,
        "Remove left column",
        "Remove the outermost sites on that side.";
    [Board(BoardAction::Shrink(Side::Right))] Elsewhere, None, conditions::can_edit,
        "Remove right column",
        "Remove the outermost sites on that side.";
    [Board(BoardAction::Shrink(Side::Top))] Elsewhere, None, conditions::can_edit,
        "Remove top row",
        "Remove the outermost sites on that side.";
    [Board(BoardAction::Shrink(Side::Bottom))] Elsewhere, None, conditions::can_edit,
        "Remove bottom row",
        "Remove the outermost sites on that side.";
    [Board(BoardAction::Shrink(Side::First))] Elsewhere, None, conditions::can_edit_layers,
        "Remove first layer",
        "Remove the outermost sites on that side.";
    [Board(BoardAction::Shrink(Side::Last))] Elsewhere, None, conditions::can_edit_layers,
        "Remove last layer",
        "Remove the outermost sites on that side.";
    [Board(BoardAction::Shift(Side::Left))] Elsewhere, None, conditions::can_edit,
        "Move board left",
        "Move the board, and the pieces on it, by one.";
    [Board(BoardAction::Shift(Side::Right))] Elsewhere, None, conditions::can_edit,
        "Move board right",
        "Move the board, and the pieces on it, by one.";
    [Board(BoardAction::Shift(Side::Top))] Elsewhere, None, conditions::can_edit,
        "Move board up",
        "Move the board, and the pieces on it, by one.";
    [Board(BoardAction::Shift(Side::Bottom))] Elsewhere, None, conditions::can_edit,
        "Move board down",
        "Move the board, and the pieces on it, by one.";
    [Board(BoardAction::Shift(Side::First))] Elsewhere, None, conditions::can_edit_layers,
        "Move board back by a layer",
        "Move the board, and the pieces on it, by one.";
    [Board(BoardAction::Shift(Side::Last))] Elsewhere, None, conditions::can_edit_layers,
        "Move board forward by a layer",
        "Move the board, and the pieces on it, by one.";
    [Solve] In(Menu::Run), Shortcut::plain("F5"), conditions::can_solve_shown,
        "Solve",
        "Find all distinct solutions, or resume a saved run; on the Variants screen, solve all variants.";
    [FindOne] In(Menu::Run), Shortcut::plain("F7"), conditions::can_find,
        "Find one solution",
        "Look for any solution, or for one that differs from those found, however large the puzzle \
         is.";
    [AskSat] In(Menu::Run), None, conditions::can_find,
        "Ask a SAT solver",
        "Look for a solution, or for a proof that there is none, by an independent method.";
    [Count] In(Menu::Run), Shortcut::ctrl_shift("F5"), conditions::can_solve,
        "Count only",
        "Count the solutions without keeping them, often in a fraction of the time.";
    [StartOver] In(Menu::Run), None, conditions::can_start_over,
        "Start over",
        "Discard the saved run and solve from the beginning.";
    [FinishFromHere] In(Menu::Run), Shortcut::ctrl("F5"), conditions::can_finish_from_here,
        "Finish from here",
        "Solve with all placed pieces kept where they are.";
    [Estimate] In(Menu::Run), Shortcut::ctrl("E"), conditions::can_solve,
        "Estimate search",
        "Estimate the number of nodes of the search.";
    [WhyNone] In(Menu::Run), None, conditions::can_ask_why_none,
        "Why none?",
        "Look for a reason why there is no solution with the pieces on the board where they are.";
    [Recount] In(Menu::Run), None, conditions::can_recount,
        "Recount by another engine",
        "Repeat the stored result with another engine in another order, and certify it if both \
         agree.";
    [PauseOrResume] In(Menu::Run), Shortcut::plain("Space"), conditions::can_pause,
        "Pause or resume",
        "Pause or resume the search; on the Steps screen, play or pause.";
    [PlaceBest] In(Menu::Run), None, conditions::can_place_best,
        "Place best attempt",
        "Put the pieces of the best attempt on the board, to continue by hand.";
    [Stop] In(Menu::Run), Shortcut::shift("F5"), conditions::can_stop,
        "Stop",
        "Stop the search and keep what was found.";
    [SaveRun] AfterLine(Menu::Run), None, conditions::can_save_run,
        "Save run to file…",
        "Write the run to a file, to resume it later or on another machine.";
    [ContinueRun] In(Menu::Run), None, conditions::can_solve,
        "Resume run from file…",
        "Resume a run of this puzzle from a file.";
    [ShowParts] In(Menu::Run), None, conditions::can_show_parts,
        "Show solutions of parts",
        "List the solutions that the parts of a divided run have found so far.";
    [MakeChallenges] In(Menu::Run), None, conditions::can_make_challenges,
        "Make challenges…",
        "Make challenges: given placements that leave exactly one solution, with measures of \
         difficulty.";
    [SolutionTable] In(Menu::Run), None, conditions::can_tabulate,
        "Table of solutions…",
        "Count the listed solutions by one or two measures, and copy the table.";
    [ShowFilter] Elsewhere, None, conditions::can_filter,
        "Filter solutions",
        "Go to the filter of the Solutions screen: which solutions are listed.";
    [Variant(VariantCommand::SolveAll)] AfterLine(Menu::Run), None, conditions::can_solve_variants,
        "Solve all variants",
        "Solve every variant of the puzzle, or resume a saved run.";
    [Variant(VariantCommand::ShowSolutions)] In(Menu::Run), None, conditions::can_solve_variant,
        "Show solutions of variant",
        "List the solutions of the selected variant.";
    [Variant(VariantCommand::OpenAsPuzzle)] In(Menu::Run), None, conditions::can_use_variant,
        "Open variant as puzzle",
        "Open the selected variant as a puzzle of its own, to change or save it.";
    [Variant(VariantCommand::Compare)] In(Menu::Run), None, conditions::can_use_variant,
        "Compare variant",
        "Show the selected variant beside the ones you select next; again to stop.";
    [Variant(VariantCommand::Sets)] In(Menu::Run), None, conditions::can_search_sets,
        "Choose pieces by search",
        "Search for sets of pieces with one solution, one that comes apart, or one for every variant.";
    [Variant(VariantCommand::UseSet)] In(Menu::Run), None, conditions::can_use_set,
        "Use set of pieces",
        "Make the selected set the pieces of the puzzle, and go to the Design screen.";
    [Variant(VariantCommand::ExportCsv)] In(Menu::Run), None, conditions::can_write_variants,
        "Export variants as CSV…",
        "Write the listed variants as comma-separated values, one per line.";
    [Variant(VariantCommand::ExportRon)] In(Menu::Run), None, conditions::can_use_variant,
        "Export variants as RON…",
        "Write the listed variants as RON, one per line.";
    [StepOver] AfterLine(Menu::Run), Shortcut::plain("F10"), conditions::can_step_over,
        "Step over branch",
        "Step through a whole branch, until it is undone.";
    [ToSolution] In(Menu::Run), Shortcut::plain("End"), conditions::can_step_over,
        "Step to next solution",
        "Step on until no item is left to cover.";
    [NextLevel] In(Menu::Run), Shortcut::shift("ArrowRight"), conditions::can_step_over,
        "Step to next level",
        "Step on until the search enters or leaves a level.";
    [PreviousLevel] In(Menu::Run), Shortcut::shift("ArrowLeft"), conditions::can_step_back,
        "Step back to previous level",
        "Step back until the search enters or leaves a level.";
    [RestartSteps] In(Menu::Run), Shortcut::shift("Home"), conditions::is_stepping,
        "Restart steps",
        "Start stepping through the search again.";
    [ExportSteps] In(Menu::Run), None, conditions::is_stepping,
        "Export pictures of steps…",
        "Write the steps from here on as pictures, SVG or PNG, or as an animation.";
    [Solution(SolutionAction::Random)] AfterLine(Menu::Run), None, conditions::lists_solutions,
        "Random solution",
        "Select a random solution of the list.";
    [Solution(SolutionAction::NextSymmetric)] In(Menu::Run), None, conditions::lists_solutions,
        "Next symmetric solution",
        "Select the next solution of the list that is itself symmetric.";
    [Solution(SolutionAction::Star)] In(Menu::Run), Shortcut::plain("S"), conditions::lists_solutions,
        "Star solution",
        "Give the selected solution a star, or remove its star.";
    [Solution(SolutionAction::CopyPicture)] In(Menu::Puzzle), Shortcut::shift("C"), conditions::lists_solutions,
        "Copy solution as picture",
        "Copy the selected solution to the clipboard as a picture, drawn as in exports.";
    [NestAgain] AfterLine(Menu::Puzzle), None, conditions::can_nest,
        "Nest again",
        "Arrange all parts again, including those that were moved by hand.";
    [Solution(SolutionAction::Compare)] In(Menu::Run), Shortcut::plain("C"), conditions::can_compare,
        "Compare solution",
        "Show the selected solution beside the ones you select next; again to stop.";
    [Solution(SolutionAction::SortByLikeness)] In(Menu::Run), None, conditions::lists_solutions,
        "List similar solutions first",
        "Sort the solutions by the number of placements that they share with the selected one.";
    [Solution(SolutionAction::UsePieces)] In(Menu::Run), None, conditions::can_use_pieces,
        "Use these pieces",
        "Use exactly the pieces of the selected solution; the others stay in the list, unused.";
    [StepSize(StepSize::Link)] AfterLine(Menu::Run), Shortcut::plain("1"), conditions::can_show_links,
        "Step by link",
        "Step by single assignments to links.";
    [StepSize(StepSize::Item)] In(Menu::Run), Shortcut::plain("2"), conditions::is_stepping,
        "Step by item",
        "Step by the numbered steps of the algorithm: an item is chosen, covered or uncovered.";
    [StepSize(StepSize::Option)] In(Menu::Run), Shortcut::plain("3"), conditions::is_stepping,
        "Step by option",
        "Step until an option is tried or undone.";
    [ToggleLinks] In(Menu::View), Shortcut::shift("L"), conditions::can_show_links,
        "Show links",
        "Switch between the links of a small matrix and its rows and columns.";
    [Commands] In(Menu::Help), Shortcut::ctrl("K"), conditions::always,
        "Commands",
        "Find a command by its name.";
    [Guide] In(Menu::Help), Shortcut::shift("F1"), conditions::always,
        "Guide",
        "Read and search the guide: the window, puzzle files, making puzzles and the command line.";
    [Keys] In(Menu::Help), Shortcut::plain("F1"), conditions::always,
        "Keyboard shortcuts and help",
        "All keyboard shortcuts, and where to read more.";
    [Welcome] In(Menu::Help), None, conditions::always,
        "Welcome",
        "Show the welcome of the first start: open a classic, play, draw a puzzle or import one.";
    [ReportProblem] AfterLine(Menu::Help), None, conditions::always,
        "Report a problem…",
        "Save or copy a text about the program and the size of the puzzle, for a report of a problem.";
    [Program] In(Menu::Help), None, conditions::always,
        "About Polywright",
        "The version, the licence, and where settings and results are kept.";
}
