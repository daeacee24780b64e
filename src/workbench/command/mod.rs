//! Everything that can be asked for: the one list behind menu, shortcuts and command list.

mod availability;
mod keys;
mod words;

use super::edit::Side;
use super::remedies::RemedyAction;
use super::session::Screen;
use super::settings::Theme;

/// Something to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Set up a new puzzle.
    New,
    /// Choose a file to open.
    Open,
    /// Type the path of a file to open.
    OpenPath,
    /// Take the last change back.
    Undo,
    /// Do the change again that was taken back.
    Redo,
    /// Take up a tool for the board.
    Tool(Tool),
    /// Turn the piece in hand clockwise.
    TurnPiece,
    /// Turn it the other way.
    TurnPieceBack,
    /// Flip it.
    FlipPiece,
    /// Pin all that lies on the board, or nothing.
    PinAll,
    /// Take up all that lies on the board.
    TakeUpAll,
    /// Do something to the whole board.
    Board(Whole),
    /// Choose the shape of the board by name.
    BoardShape,
    /// Draw a new piece.
    AddPiece,
    /// Draw the chosen piece anew.
    PieceShape,
    /// Choose pieces of a family.
    AddFamily,
    /// Put copies of the chosen pieces beside them.
    DuplicatePieces,
    /// Take the chosen pieces from the list.
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
    /// Go on with a copy of the puzzle that has no file yet.
    DuplicateDocument,
    /// Open a copy of the puzzle beside it, in a window of its own.
    NewWindow,
    /// Put the puzzle away.
    CloseDocument,
    /// Choose a form and write what is shown.
    Export,
    /// Go to the gallery.
    Gallery,
    /// End the program.
    Quit,
    /// Go to a screen of the document.
    Show(Screen),
    /// Start solving, or go on with a run that was put aside.
    Solve,
    /// Count the solutions without keeping them.
    Count,
    /// Discard the run that was put aside and start from the beginning.
    StartOver,
    /// Solve with all that lies on the board kept there.
    FinishFromHere,
    /// Tell how large the search will be.
    Estimate,
    /// End solving.
    Stop,
    /// Pause or resume solving.
    PauseOrResume,
    /// Write the run to a file, to go on with it elsewhere.
    SaveRun,
    /// Go on with a run from a file.
    ContinueRun,
    /// Go to the previous solution or placement.
    Previous,
    /// Go to the next solution or placement.
    Next,
    /// Walk through all of a branch of the search.
    StepOver,
    /// Walk on to the next solution of the search.
    ToSolution,
    /// Walk through the search from the beginning.
    RestartSteps,
    /// Show the whole board.
    Fit,
    /// Enlarge the board.
    ZoomIn,
    /// Shrink the board.
    ZoomOut,
    /// Look at a solid from a well-known place.
    Look(Angle),
    /// Turn a solid.
    Turn(Way),
    /// Take the pieces of a solid apart, or put them together.
    TakeApart,
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
    /// Type into the search field.
    Search,
    /// List the commands.
    Commands,
    /// Show the keys.
    Keys,
}

/// What the pointer does on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Looks at sites, and lays pieces.
    #[default]
    Place,
    /// Makes sites that must be covered.
    Paint,
    /// Takes sites from the board.
    Erase,
    /// Makes sites that may be covered.
    Optional,
    /// Gives sites a colour label.
    Label,
    /// Pins laid pieces.
    Pin,
}

/// What is done to the board as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whole {
    /// A turn clockwise.
    Turn,
    /// Left and right swapped.
    Flip,
    /// A solid tipped over.
    Tip,
    /// Moved to the upper left.
    Crop,
    /// Sites and holes swapped.
    Invert,
    /// No sites.
    Clear,
    /// A column, row or layer more at a side.
    Grow(Side),
    /// One less.
    Shrink(Side),
    /// Moved towards a side.
    Shift(Side),
}

/// From where a solid is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Angle {
    /// Over a corner.
    Corner,
    /// From the front.
    Front,
    /// From above.
    Top,
}

/// Which way the near side of a solid is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
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
    /// Undo, and what changes board and pieces.
    Edit,
    /// Screens, zoom, theme.
    View,
    /// The board on the canvas.
    Puzzle,
    /// Solving.
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
    /// The key's name, as egui spells it.
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
    /// All commands, in the order of the menus.
    pub const ALL: [Command; 98] = [
        Command::New,
        Command::Open,
        Command::OpenPath,
        Command::Save,
        Command::SaveAs,
        Command::Revert,
        Command::OtherProblem,
        Command::DuplicateDocument,
        Command::NewWindow,
        Command::Export,
        Command::Gallery,
        Command::CloseDocument,
        Command::Quit,
        Command::Undo,
        Command::Redo,
        Command::Tool(Tool::Place),
        Command::Tool(Tool::Paint),
        Command::Tool(Tool::Erase),
        Command::Tool(Tool::Optional),
        Command::Tool(Tool::Label),
        Command::Tool(Tool::Pin),
        Command::TurnPiece,
        Command::TurnPieceBack,
        Command::FlipPiece,
        Command::PinAll,
        Command::TakeUpAll,
        Command::Board(Whole::Turn),
        Command::Board(Whole::Flip),
        Command::Board(Whole::Tip),
        Command::Board(Whole::Crop),
        Command::Board(Whole::Invert),
        Command::Board(Whole::Clear),
        Command::Board(Whole::Grow(Side::Left)),
        Command::Board(Whole::Grow(Side::Right)),
        Command::Board(Whole::Grow(Side::Top)),
        Command::Board(Whole::Grow(Side::Bottom)),
        Command::Board(Whole::Grow(Side::First)),
        Command::Board(Whole::Grow(Side::Last)),
        Command::Board(Whole::Shrink(Side::Left)),
        Command::Board(Whole::Shrink(Side::Right)),
        Command::Board(Whole::Shrink(Side::Top)),
        Command::Board(Whole::Shrink(Side::Bottom)),
        Command::Board(Whole::Shrink(Side::First)),
        Command::Board(Whole::Shrink(Side::Last)),
        Command::Board(Whole::Shift(Side::Left)),
        Command::Board(Whole::Shift(Side::Right)),
        Command::Board(Whole::Shift(Side::Top)),
        Command::Board(Whole::Shift(Side::Bottom)),
        Command::Board(Whole::Shift(Side::First)),
        Command::Board(Whole::Shift(Side::Last)),
        Command::BoardShape,
        Command::AddPiece,
        Command::AddFamily,
        Command::PieceShape,
        Command::DuplicatePieces,
        Command::SwitchPieces,
        Command::MergePieces,
        Command::RemovePieces,
        Command::About,
        Command::Show(Screen::Design),
        Command::Show(Screen::Run),
        Command::Show(Screen::Solutions),
        Command::Show(Screen::Steps),
        Command::Theme(Theme::System),
        Command::Theme(Theme::Light),
        Command::Theme(Theme::Dark),
        Command::LargerInterface,
        Command::SmallerInterface,
        Command::UsualInterface,
        Command::Search,
        Command::Fit,
        Command::ZoomIn,
        Command::ZoomOut,
        Command::Look(Angle::Corner),
        Command::Look(Angle::Front),
        Command::Look(Angle::Top),
        Command::Turn(Way::Left),
        Command::Turn(Way::Right),
        Command::Turn(Way::Up),
        Command::Turn(Way::Down),
        Command::TakeApart,
        Command::ShowAll,
        Command::Previous,
        Command::Next,
        Command::Solve,
        Command::Count,
        Command::StartOver,
        Command::FinishFromHere,
        Command::Estimate,
        Command::PauseOrResume,
        Command::Stop,
        Command::SaveRun,
        Command::ContinueRun,
        Command::StepOver,
        Command::ToSolution,
        Command::RestartSteps,
        Command::Commands,
        Command::Keys,
    ];

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

    /// The menu where it stands; `None` for one that is in a menu under another name.
    pub fn menu(self) -> Option<Menu> {
        Some(match self {
            Command::Show(Screen::Gallery)
            // The tool strip has these, and the command list.
            | Command::Board(Whole::Grow(_) | Whole::Shrink(_) | Whole::Shift(_)) => return None,
            Command::New
            | Command::Open
            | Command::OpenPath
            | Command::Save
            | Command::SaveAs
            | Command::Revert
            | Command::OtherProblem
            | Command::DuplicateDocument
            | Command::NewWindow
            | Command::CloseDocument
            | Command::Export
            | Command::Gallery
            | Command::Quit => Menu::File,
            Command::Undo
            | Command::Redo
            | Command::Tool(_)
            | Command::Board(_)
            | Command::TurnPiece
            | Command::TurnPieceBack
            | Command::FlipPiece
            | Command::PinAll
            | Command::TakeUpAll
            | Command::BoardShape
            | Command::AddPiece
            | Command::AddFamily
            | Command::PieceShape
            | Command::DuplicatePieces
            | Command::SwitchPieces
            | Command::MergePieces
            | Command::RemovePieces
            | Command::About => Menu::Edit,
            Command::Show(_)
            | Command::Theme(_)
            | Command::LargerInterface
            | Command::SmallerInterface
            | Command::UsualInterface
            | Command::Search => Menu::View,
            Command::Fit
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::Look(_)
            | Command::Turn(_)
            | Command::TakeApart
            | Command::ShowAll
            | Command::Previous
            | Command::Next => Menu::Puzzle,
            Command::Solve
            | Command::Count
            | Command::StartOver
            | Command::FinishFromHere
            | Command::Estimate
            | Command::PauseOrResume
            | Command::Stop
            | Command::SaveRun
            | Command::ContinueRun
            | Command::StepOver
            | Command::ToSolution
            | Command::RestartSteps => Menu::Run,
            Command::Commands | Command::Keys => Menu::Help,
        })
    }

    /// Whether a line stands above it in its menu.
    pub fn begins_group(self) -> bool {
        matches!(
            self,
            Command::Save
                | Command::Export
                | Command::Gallery
                | Command::Quit
                | Command::Tool(Tool::Place)
                | Command::TurnPiece
                | Command::Board(Whole::Turn)
                | Command::AddPiece
                | Command::About
                | Command::Theme(Theme::System)
                | Command::LargerInterface
                | Command::Search
                | Command::Look(Angle::Corner)
                | Command::TakeApart
                | Command::Previous
                | Command::SaveRun
                | Command::StepOver
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_key() {
        let mut seen = Vec::new();
        for command in Command::ALL {
            if let Some(shortcut) = command.shortcut() {
                assert!(!seen.contains(&shortcut), "{command:?}");
                seen.push(shortcut);
            }
        }
    }

    #[test]
    fn every_menu_has_commands() {
        for menu in Menu::ALL {
            assert!(Command::ALL.iter().any(|c| c.menu() == Some(menu)), "{menu:?}");
        }
    }
}
