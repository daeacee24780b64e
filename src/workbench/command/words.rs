//! What commands are called, and what they do, in words.

use super::{Angle, Command, Tool, Way, Whole};
use crate::workbench::edit::Side;
use crate::workbench::{Screen, Theme};

impl Command {
    /// What it is called in menus and lists.
    pub fn label(self) -> &'static str {
        match self {
            Command::New => "New puzzle…",
            Command::BoardShape => "Board shape…",
            Command::PieceShape => "Shape of piece…",
            Command::About => "Title, notes and rules…",
            Command::Open => "Open file…",
            Command::OpenPath => "Open path…",
            Command::Save => "Save",
            Command::SaveAs => "Save as…",
            Command::Revert => "Revert to file",
            Command::OtherProblem => "Other problem of the file…",
            Command::DuplicateDocument => "Duplicate document",
            Command::NewWindow => "Duplicate in new window",
            Command::CloseDocument => "Close document",
            Command::Export => "Export…",
            Command::Undo => "Undo",
            Command::Redo => "Redo",
            Command::Tool(Tool::Place) => "Place",
            Command::Tool(Tool::Paint) => "Paint",
            Command::Tool(Tool::Erase) => "Erase",
            Command::Tool(Tool::Optional) => "Optional",
            Command::Tool(Tool::Label) => "Label",
            Command::Tool(Tool::Pin) => "Pin",
            Command::TurnPiece => "Turn piece in hand",
            Command::TurnPieceBack => "Turn piece in hand back",
            Command::FlipPiece => "Flip piece in hand",
            Command::PinAll => "Pin or unpin all laid pieces",
            Command::TakeUpAll => "Take up all laid pieces",
            Command::Board(Whole::Turn) => "Turn board",
            Command::Board(Whole::Flip) => "Flip board",
            Command::Board(Whole::Tip) => "Tip board",
            Command::Board(Whole::Crop) => "Move board to the upper left",
            Command::Board(Whole::Invert) => "Invert board",
            Command::Board(Whole::Clear) => "Clear board",
            Command::Board(Whole::Grow(Side::Left)) => "Add column at the left",
            Command::Board(Whole::Grow(Side::Right)) => "Add column at the right",
            Command::Board(Whole::Grow(Side::Top)) => "Add row at the top",
            Command::Board(Whole::Grow(Side::Bottom)) => "Add row at the bottom",
            Command::Board(Whole::Grow(Side::First)) => "Add layer before the first",
            Command::Board(Whole::Grow(Side::Last)) => "Add layer after the last",
            Command::Board(Whole::Shrink(Side::Left)) => "Remove left column",
            Command::Board(Whole::Shrink(Side::Right)) => "Remove right column",
            Command::Board(Whole::Shrink(Side::Top)) => "Remove top row",
            Command::Board(Whole::Shrink(Side::Bottom)) => "Remove bottom row",
            Command::Board(Whole::Shrink(Side::First)) => "Remove first layer",
            Command::Board(Whole::Shrink(Side::Last)) => "Remove last layer",
            Command::Board(Whole::Shift(Side::Left)) => "Move board left",
            Command::Board(Whole::Shift(Side::Right)) => "Move board right",
            Command::Board(Whole::Shift(Side::Top)) => "Move board up",
            Command::Board(Whole::Shift(Side::Bottom)) => "Move board down",
            Command::Board(Whole::Shift(Side::First)) => "Move board a layer back",
            Command::Board(Whole::Shift(Side::Last)) => "Move board a layer on",
            Command::AddPiece => "Add piece…",
            Command::AddFamily => "Add from family…",
            Command::DuplicatePieces => "Duplicate pieces",
            Command::SwitchPieces => "Switch pieces on or off",
            Command::MergePieces => "Merge pieces of one shape",
            Command::RemovePieces => "Remove pieces",
            Command::Gallery | Command::Show(Screen::Gallery) => "Gallery",
            Command::Quit => "Quit",
            Command::Show(Screen::Design) => "Design",
            Command::Show(Screen::Run) => "Run",
            Command::Show(Screen::Solutions) => "Solutions",
            Command::Show(Screen::Steps) => "Steps",
            Command::Solve => "Solve",
            Command::Count => "Count only",
            Command::StartOver => "Start over",
            Command::FinishFromHere => "Finish from here",
            Command::Estimate => "Estimate search",
            Command::Stop => "Stop",
            Command::PauseOrResume => "Pause or resume",
            Command::SaveRun => "Save run to file…",
            Command::ContinueRun => "Continue run from file…",
            Command::Previous => "Previous",
            Command::Next => "Next",
            Command::StepOver => "Step over branch",
            Command::ToSolution => "Step to next solution",
            Command::RestartSteps => "Restart steps",
            Command::Fit => "Fit board",
            Command::ZoomIn => "Zoom in",
            Command::ZoomOut => "Zoom out",
            Command::Look(Angle::Corner) => "View over a corner",
            Command::Look(Angle::Front) => "View from the front",
            Command::Look(Angle::Top) => "View from above",
            Command::Turn(Way::Left) => "Turn view left",
            Command::Turn(Way::Right) => "Turn view right",
            Command::Turn(Way::Up) => "Turn view up",
            Command::Turn(Way::Down) => "Turn view down",
            Command::TakeApart => "Take apart or put together",
            Command::ShowAll => "Show all pieces and layers",
            Command::LargerInterface => "Larger interface",
            Command::SmallerInterface => "Smaller interface",
            Command::UsualInterface => "Usual interface size",
            Command::Theme(Theme::System) => "Theme as the desktop",
            Command::Theme(Theme::Light) => "Light theme",
            Command::Theme(Theme::Dark) => "Dark theme",
            Command::Search => "Search",
            Command::Commands => "Commands",
            Command::Keys => "Keys and help",
        }
    }

    /// What it does, in a sentence for the key overview and tooltips.
    pub fn hint(self) -> &'static str {
        match self {
            Command::New => "Set up a puzzle of your own.",
            Command::BoardShape => "Choose a board by name and numbers.",
            Command::PieceShape => "Draw the chosen piece anew.",
            Command::About => "Change what is said of the puzzle, and its rules.",
            Command::Open => "Choose a puzzle or solutions file.",
            Command::OpenPath => "Type the path of a file.",
            Command::Save => "Write the puzzle to its file.",
            Command::SaveAs => "Write the puzzle to another file, which becomes its own.",
            Command::Revert => "Make the puzzle what its file holds; it can be undone.",
            Command::OtherProblem => "Open another problem of the file this one was taken from.",
            Command::DuplicateDocument => "Go on with a copy of the puzzle, not saved yet.",
            Command::NewWindow => "Open a copy of the puzzle beside it, to compare the two.",
            Command::CloseDocument => "Put the puzzle away and go to the gallery.",
            Command::Export => "Write the puzzle or its solutions as RON, SVG, PNG, text or .dlx.",
            Command::Undo => "Take the last change of the puzzle back.",
            Command::Redo => "Do the change again that was taken back.",
            Command::Tool(Tool::Place) => "Look at sites and pieces without changing the board.",
            Command::Tool(Tool::Paint) => {
                "Make sites that must be covered: drag; Shift: a rectangle, Ctrl: a region, both: a line."
            }
            Command::Tool(Tool::Erase) => {
                "Take sites from the board: drag; Shift: a rectangle, Ctrl: a region, both: a line."
            }
            Command::Tool(Tool::Optional) => {
                "Make sites that may stay open: drag; Shift: a rectangle, Ctrl: a region, both: a line."
            }
            Command::Tool(Tool::Pin) => "Keep a laid piece in every solution: click it.",
            Command::TurnPiece => {
                "Turn the piece in hand, or the laid one that is chosen, clockwise."
            }
            Command::TurnPieceBack => {
                "Turn the piece in hand, or the chosen laid one, against the clock."
            }
            Command::FlipPiece => "Turn the piece in hand, or the laid one that is chosen, over.",
            Command::PinAll => "Keep all that lies on the board in every solution, or none of it.",
            Command::TakeUpAll => "Clear the board of all that was laid there.",
            Command::Tool(Tool::Label) => {
                "Give sites a colour label that pieces must match; again takes it off."
            }
            Command::Board(Whole::Turn) => "Turn the board clockwise.",
            Command::Board(Whole::Flip) => "Swap left and right of the board.",
            Command::Board(Whole::Tip) => "Tip the solid over towards the viewer.",
            Command::Board(Whole::Crop) => "Remove empty columns and rows before the board.",
            Command::Board(Whole::Invert) => "Swap sites and holes within the bounds of the board.",
            Command::Board(Whole::Clear) => "Take all sites from the board.",
            Command::Board(Whole::Grow(_)) => "Repeat what the board has at a side beyond it.",
            Command::Board(Whole::Shrink(_)) => "Take away what the board has at a side.",
            Command::Board(Whole::Shift(_)) => "Move the board, and what lies on it, by one.",
            Command::AddPiece => "Draw a piece.",
            Command::AddFamily => "Choose pieces of a family, or a whole one.",
            Command::DuplicatePieces => "Put a copy of each chosen piece beside it.",
            Command::SwitchPieces => "Use the chosen pieces, or keep them in the list unused.",
            Command::MergePieces => "Make the chosen pieces one piece with as many copies.",
            Command::RemovePieces => "Take the chosen pieces from the list.",
            Command::Gallery | Command::Show(Screen::Gallery) => {
                "Bundled puzzles and recent files."
            }
            Command::Quit => "End the program.",
            Command::Show(Screen::Design) => "The board, the pieces and the checks.",
            Command::Show(Screen::Run) => "The search while it goes on.",
            Command::Show(Screen::Solutions) => "The solutions found.",
            Command::Show(Screen::Steps) => "The search by dancing links, step by step.",
            Command::Solve => "Find all distinct solutions, or go on with a saved run.",
            Command::Count => {
                "The numbers of solutions alone, often in a fraction of the time; none is kept."
            }
            Command::StartOver => "Discard the saved run and solve from the beginning.",
            Command::FinishFromHere => "Solve with all pieces kept where they lie on the board.",
            Command::Estimate => "Tell how many nodes the search will likely have.",
            Command::Stop => "End the search; what was found is kept.",
            Command::PauseOrResume => "Let the search wait, or go on; in Steps, play or pause.",
            Command::SaveRun => "Write the run to a file, to go on with it elsewhere.",
            Command::ContinueRun => "Go on with a run of this puzzle from a file.",
            Command::Previous => "The previous solution, step, or placement of the selected piece.",
            Command::Next => "The next solution, step, or placement of the selected piece.",
            Command::StepOver => "Walk through all of a branch, to where it is taken back.",
            Command::ToSolution => "Walk on to where no item is left to cover.",
            Command::RestartSteps => "Begin the walk through the search again.",
            Command::Fit => "Show the whole board.",
            Command::ZoomIn => "Enlarge the board.",
            Command::ZoomOut => "Shrink the board.",
            Command::Look(Angle::Corner) => "Look at the solid over a corner.",
            Command::Look(Angle::Front) => "Look at the solid straight from the front.",
            Command::Look(Angle::Top) => "Look at the solid straight from above.",
            Command::Turn(Way::Left) => "Turn the near side of the solid to the left.",
            Command::Turn(Way::Right) => "Turn the near side of the solid to the right.",
            Command::Turn(Way::Up) => "Turn the near side of the solid upwards.",
            Command::Turn(Way::Down) => "Turn the near side of the solid downwards.",
            Command::TakeApart => "Move the pieces of the solid away from its middle, or back.",
            Command::ShowAll => "Show the pieces and layers of the solid that were hidden.",
            Command::LargerInterface => "Enlarge everything.",
            Command::SmallerInterface => "Shrink everything.",
            Command::UsualInterface => "Everything at its usual size.",
            Command::Theme(_) => "Choose the colours of the window.",
            Command::Search => "Search the gallery.",
            Command::Commands => "Find a command by its name.",
            Command::Keys => "All keys, and where to read more.",
        }
    }
}
