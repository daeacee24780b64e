//! The commands: everything that can be asked for by menu, key or command list.
//!
//! `table.rs` has a row for each command: its menu, label, key, hint and condition. A command
//! without a row does not compile.

mod conditions;
mod table;

use table::Place;

use super::check::remedies::RemedyAction;
pub use super::edit::BoardAction;
use super::session::{Screen, Workbench};
use super::settings::Theme;
use super::stepper::StepSize;
use super::variants::VariantCommand;

/// Something to do with the solution that is shown, or the way to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolutionAction {
    /// Go to any solution of the list.
    Random,
    /// Go to the next solution that some symmetry keeps.
    NextSymmetric,
    /// Give it a star, or take that away.
    Star,
    /// Copy it as a picture.
    CopyPicture,
    /// Show it beside those that are selected later, or no longer.
    Compare,
    /// List first what shares most placements with it.
    SortByLikeness,
    /// Use its pieces alone.
    UsePieces,
}

/// Something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Set up a new puzzle.
    New,
    /// Choose a file to open.
    Open,
    /// Type the path of a file to open.
    OpenPath,
    /// Undo the last change.
    Undo,
    /// Redo the change that was undone last.
    Redo,
    /// Select a tool for the board.
    Tool(Tool),
    /// Turn the piece in hand clockwise.
    TurnPiece,
    /// Turn it the other way.
    TurnPieceBack,
    /// Flip it.
    FlipPiece,
    /// Tilt it towards the viewer, in space.
    TiltPiece,
    /// Pin all placed pieces, or none.
    PinAll,
    /// Remove all placed pieces.
    TakeUpAll,
    /// Take the selected placed piece from the board.
    PickUp,
    /// Show the next hint.
    NextHint,
    /// Hide the hints.
    HideHints,
    /// Fill the board with one of the solutions left.
    RandomSolution,
    /// Show the solution on the board in the list of solutions.
    ShowSolved,
    /// Change the board as a whole.
    Board(BoardAction),
    /// Choose the shape of the board by name.
    BoardShape,
    /// Draw a new piece.
    AddPiece,
    /// Change shape, labels, name, colour, copies and motions of the selected piece.
    EditPiece,
    /// Choose pieces of a family.
    AddFamily,
    /// Select all pieces in the list.
    SelectAllPieces,
    /// Put copies of the chosen pieces beside them.
    DuplicatePieces,
    /// Remove the selected pieces from the list.
    RemovePieces,
    /// Make the chosen pieces of one shape copies of one.
    MergePieces,
    /// Use the chosen pieces, or leave them unused in the list.
    SwitchPieces,
    /// Change title, notes and rules.
    About,
    /// Write the puzzle to its file.
    Save,
    /// Write the puzzle to another file, which becomes its own.
    SaveAs,
    /// Make the puzzle what its file holds.
    Revert,
    /// Open another problem of the file that the puzzle was taken from.
    OtherProblem,
    /// Continue with an unsaved copy of the puzzle.
    DuplicateDocument,
    /// Open a copy of the puzzle beside it, in a window of its own.
    NewWindow,
    /// Open a tab with the gallery.
    NewTab,
    /// Show the tab to the right.
    NextTab,
    /// Show the tab to the left.
    PreviousTab,
    /// Close the puzzle.
    CloseDocument,
    /// Choose a form and write what is shown.
    Export,
    /// Write the certificate of the counts.
    ExportCertificate,
    /// List and delete stored results.
    StoredResults,
    /// Make challenges of the solutions.
    MakeChallenges,
    /// Count the listed solutions by one or two measures.
    SolutionTable,
    /// Go to the filter of the solutions.
    ShowFilter,
    /// Show what was solved by hand.
    PlayRecord,
    /// Open the variants of the puzzle to change them.
    EditVariants,
    /// End the program.
    Quit,
    /// Go to a screen.
    Show(Screen),
    /// Start solving, or resume a saved run.
    Solve,
    /// Count the solutions without keeping them.
    Count,
    /// Look for a solution, or one more.
    FindOne,
    /// Ask a SAT solver whether there is any solution.
    AskSat,
    /// Place the best partial cover on the board.
    PlaceBest,
    /// Discard the saved run and start from the beginning.
    StartOver,
    /// Solve with all placed pieces kept.
    FinishFromHere,
    /// Estimate the size of the search.
    Estimate,
    /// Look for a reason why there is no solution.
    WhyNone,
    /// Repeat the stored result by another engine.
    Recount,
    /// List the solutions of a divided run.
    ShowParts,
    /// End solving.
    Stop,
    /// Pause or resume solving.
    PauseOrResume,
    /// Write the run to a file, to resume it elsewhere.
    SaveRun,
    /// Resume a run from a file.
    ContinueRun,
    /// Go to the previous solution or placement.
    Previous,
    /// Go to the next solution or placement.
    Next,
    /// Go to a solution, mark it or compare it.
    Solution(SolutionAction),
    /// Solve, open, compare or write variants of the puzzle.
    Variant(VariantCommand),
    /// Step through all of a branch of the search.
    StepOver,
    /// Step on to the next solution of the search.
    ToSolution,
    /// Step on until the level of the search changes.
    NextLevel,
    /// Step back until the level of the search changes.
    PreviousLevel,
    /// Step through the search from the beginning.
    RestartSteps,
    /// Write the steps from here on as pictures.
    ExportSteps,
    /// Show the links of the matrix instead of the matrix, or the matrix again.
    ToggleLinks,
    /// Choose how much of the search a step is.
    StepSize(StepSize),
    /// Lay out all parts to be cut again.
    NestAgain,
    /// Show the whole board.
    Fit,
    /// Enlarge the board.
    ZoomIn,
    /// Shrink the board.
    ZoomOut,
    /// Look at a solid from a well-known place.
    Look(Angle),
    /// Turn a solid.
    Turn(TurnDirection),
    /// Move the pieces of a solid away from its middle, or back.
    Explode,
    /// Show by which moves a solution is taken apart, or the solution.
    TakeApart,
    /// Show the solid after the next move.
    NextMove,
    /// Show the solid before the last move.
    PreviousMove,
    /// Put together by moves what is taken apart.
    Assemble,
    /// Show all pieces and layers of a solid again.
    ShowAll,
    /// Enlarge everything.
    LargerInterface,
    /// Shrink everything.
    SmallerInterface,
    /// Everything at its usual size.
    UsualInterface,
    /// Choose light, dark, or as the desktop has it.
    Theme(Theme),
    /// Use or leave the colours with high contrast.
    HighContrast,
    /// Type into the search field.
    Search,
    /// List the commands.
    Commands,
    /// Open the guide.
    Guide,
    /// Show the keys.
    Keys,
    /// Show the welcome of the first start.
    Welcome,
    /// Show a report of a problem, to be saved or copied.
    ReportProblem,
    /// Show version and licence.
    Program,
}

/// A tool for the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Shows sites, and places pieces.
    #[default]
    Place,
    /// Makes sites required.
    Paint,
    /// Erases sites.
    Erase,
    /// Makes sites optional.
    Optional,
    /// Gives sites a colour label.
    Label,
    /// Cuts the board into pieces.
    Cut,
    /// Pins placed pieces.
    Pin,
    /// Chooses sites, gives them texts and groups them.
    Text,
}

/// A viewpoint of a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Angle {
    /// Over a corner.
    Corner,
    /// From the front.
    Front,
    /// From above.
    Top,
}

/// The direction in which the near side of a solid is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnDirection {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards, so that more is seen of what is below.
    Up,
    /// Downwards, so that more is seen of what is above.
    Down,
}

/// The menus, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files.
    File,
    /// Undo, tools, and the pieces on the board.
    Edit,
    /// Screens, zoom, angles, theme.
    View,
    /// Words and rules, the board, the list of pieces, and help with solving by hand.
    Puzzle,
    /// Solving, and going through solutions.
    Run,
    /// Help.
    Help,
}

impl Menu {
    /// All menus.
    pub const ALL: [Menu; 6] =
        [Menu::File, Menu::Edit, Menu::View, Menu::Puzzle, Menu::Run, Menu::Help];

    /// Its title.
    pub fn title(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::View => "View",
            Menu::Puzzle => "Puzzle",
            Menu::Run => "Run",
            Menu::Help => "Help",
        }
    }
}

/// A key with modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortcut {
    /// With Ctrl (Command on a Mac).
    pub ctrl: bool,
    /// With Shift.
    pub shift: bool,
    /// The key's name, such as "A", "F5" or "ArrowLeft".
    pub key: &'static str,
}

impl Shortcut {
    const fn plain(key: &'static str) -> Option<Shortcut> {
        Some(Shortcut { ctrl: false, shift: false, key })
    }

    const fn ctrl(key: &'static str) -> Option<Shortcut> {
        Some(Shortcut { ctrl: true, shift: false, key })
    }

    const fn shift(key: &'static str) -> Option<Shortcut> {
        Some(Shortcut { ctrl: false, shift: true, key })
    }

    const fn ctrl_shift(key: &'static str) -> Option<Shortcut> {
        Some(Shortcut { ctrl: true, shift: true, key })
    }

    /// As it is shown, such as "Ctrl+Shift+S".
    pub fn words(self) -> String {
        let key = match self.key {
            "Plus" => "+",
            "Minus" => "-",
            "ArrowLeft" => "Left",
            "ArrowRight" => "Right",
            "ArrowUp" => "Up",
            "ArrowDown" => "Down",
            "Insert" => "Ins",
            "Delete" => "Del",
            key => key,
        };
        let ctrl = if self.ctrl { "Ctrl+" } else { "" };
        let shift = if self.shift { "Shift+" } else { "" };
        format!("{ctrl}{shift}{key}")
    }
}

impl Command {
    /// The command that a remedy of a check begins with; `None` for one that edits by itself.
    pub fn for_remedy(action: &RemedyAction) -> Option<Command> {
        Some(match action {
            RemedyAction::Edits(_) => return None,
            RemedyAction::PaintSites => Command::Tool(Tool::Paint),
            RemedyAction::EraseSites => Command::Tool(Tool::Erase),
            RemedyAction::MakeSitesOptional => Command::Tool(Tool::Optional),
            RemedyAction::ChooseBoardShape => Command::BoardShape,
            RemedyAction::AddPiece => Command::AddPiece,
            RemedyAction::AddFamily => Command::AddFamily,
        })
    }

    /// The menu that lists it; `None` for one that is reached otherwise.
    pub fn menu(self) -> Option<Menu> {
        match self.row().place {
            Place::In(menu) | Place::AfterLine(menu) => Some(menu),
            Place::Elsewhere => None,
        }
    }

    /// Returns whether a line stands above it in its menu.
    pub fn begins_group(self) -> bool {
        matches!(self.row().place, Place::AfterLine(_))
    }

    /// The name in menus and lists.
    pub fn label(self) -> &'static str {
        self.row().label
    }

    /// Its effect, in a sentence for tooltips and the list of keys.
    pub fn hint(self) -> &'static str {
        self.row().hint
    }

    /// The key for it.
    pub fn shortcut(self) -> Option<Shortcut> {
        self.row().shortcut
    }

    /// Checks whether it is available now.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence for tooltip and status line.
    pub fn available(self, workbench: &Workbench) -> Result<(), &'static str> {
        (self.row().condition)(workbench)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_commands_share_a_key_or_a_label() {
        let mut keys = Vec::new();
        let mut labels = BTreeSet::new();
        for command in Command::ALL {
            assert!(labels.insert(command.label()), "{command:?}");
            // These go from level to level where the others turn nothing.
            if matches!(command, Command::NextLevel | Command::PreviousLevel) {
                continue;
            }
            if let Some(shortcut) = command.shortcut() {
                assert!(!keys.contains(&shortcut), "{command:?}");
                keys.push(shortcut);
            }
        }
    }

    #[test]
    fn every_menu_has_commands_and_begins_without_a_line() {
        for menu in Menu::ALL {
            let first = Command::ALL.into_iter().find(|command| command.menu() == Some(menu));
            assert!(first.is_some_and(|command| !command.begins_group()), "{menu:?}");
        }
    }

    #[test]
    fn hints_and_reasons_are_whole_sentences() {
        let sentence = |text: &str| {
            text.starts_with(char::is_uppercase) && text.ends_with('.') && !text.contains("  ")
        };
        let nothing_open = Workbench::default();
        for command in Command::ALL {
            assert!(sentence(command.hint()), "{command:?}: {}", command.hint());
            if let Err(reason) = command.available(&nothing_open) {
                assert!(sentence(reason), "{command:?}: {reason}");
            }
        }
    }
}
