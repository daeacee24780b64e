//! Everything that can be asked for: the one list behind menu, shortcuts and command list.

use super::document::Origin;
use super::session::{Screen, Workbench};
use super::settings::Theme;
use super::walk::Walk;

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
    /// Go on with a copy of the puzzle that has no file yet.
    DuplicateDocument,
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
    /// Discard the run that was put aside and start from the beginning.
    StartOver,
    /// Solve with all that lies on the board kept there.
    FinishFromHere,
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
    pub const ALL: [Command; 76] = [
        Command::New,
        Command::Open,
        Command::OpenPath,
        Command::Save,
        Command::SaveAs,
        Command::Revert,
        Command::DuplicateDocument,
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
        Command::StartOver,
        Command::FinishFromHere,
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
            Command::DuplicateDocument => "Duplicate document",
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
            Command::StartOver => "Start over",
            Command::FinishFromHere => "Finish from here",
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
            Command::DuplicateDocument => "Go on with a copy of the puzzle, not saved yet.",
            Command::CloseDocument => "Put the puzzle away and go to the gallery.",
            Command::Export => "Write the puzzle or its solutions as RON, SVG, PNG, text or .dlx.",
            Command::Undo => "Take the last change of the puzzle back.",
            Command::Redo => "Do the change again that was taken back.",
            Command::Tool(Tool::Place) => "Look at sites and pieces without changing the board.",
            Command::Tool(Tool::Paint) => {
                "Make sites that must be covered: drag, Shift for a rectangle, Ctrl for a region."
            }
            Command::Tool(Tool::Erase) => {
                "Take sites from the board: drag, Shift for a rectangle, Ctrl for a region."
            }
            Command::Tool(Tool::Optional) => {
                "Make sites that may stay open: drag, Shift for a rectangle, Ctrl for a region."
            }
            Command::Tool(Tool::Pin) => "Keep a laid piece in every solution: click it.",
            Command::TurnPiece => "Turn the piece in hand clockwise.",
            Command::TurnPieceBack => "Turn the piece in hand against the clock.",
            Command::FlipPiece => "Turn the piece in hand over.",
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
            Command::StartOver => "Discard the saved run and solve from the beginning.",
            Command::FinishFromHere => "Solve with all pieces kept where they lie on the board.",
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

    /// The menu where it stands; `None` for one that is in a menu under another name.
    pub fn menu(self) -> Option<Menu> {
        Some(match self {
            Command::Show(Screen::Gallery) => return None,
            Command::New
            | Command::Open
            | Command::OpenPath
            | Command::Save
            | Command::SaveAs
            | Command::Revert
            | Command::DuplicateDocument
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
            | Command::StartOver
            | Command::FinishFromHere
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

    /// The key for it.
    pub fn shortcut(self) -> Option<Shortcut> {
        match self {
            Command::New => Shortcut::ctrl("N"),
            Command::Open => Shortcut::ctrl("O"),
            Command::OpenPath => Shortcut::ctrl_shift("O"),
            Command::Save => Shortcut::ctrl("S"),
            Command::SaveAs => Shortcut::ctrl_shift("S"),
            Command::DuplicateDocument => Shortcut::ctrl_shift("D"),
            Command::CloseDocument => Shortcut::ctrl("W"),
            Command::Export => Shortcut::ctrl_shift("E"),
            Command::Undo => Shortcut::ctrl("Z"),
            Command::Redo => Shortcut::ctrl_shift("Z"),
            Command::AddPiece => Shortcut::plain("Insert"),
            Command::AddFamily => Shortcut::shift("Insert"),
            Command::RemovePieces => Shortcut::plain("Delete"),
            Command::DuplicatePieces => Shortcut::ctrl("D"),
            Command::Tool(Tool::Place) => Shortcut::plain("P"),
            Command::Tool(Tool::Paint) => Shortcut::plain("B"),
            Command::Tool(Tool::Erase) => Shortcut::plain("E"),
            Command::Tool(Tool::Optional) => Shortcut::plain("O"),
            Command::Tool(Tool::Label) => Shortcut::plain("L"),
            Command::Tool(Tool::Pin) => Shortcut::plain("N"),
            Command::TurnPiece => Shortcut::plain("R"),
            Command::TurnPieceBack => Shortcut::shift("R"),
            Command::FlipPiece => Shortcut::plain("F"),
            Command::Gallery => Shortcut::ctrl("G"),
            Command::Quit => Shortcut::ctrl("Q"),
            Command::Show(Screen::Design) => Shortcut::ctrl("1"),
            Command::Show(Screen::Run) => Shortcut::ctrl("2"),
            Command::Show(Screen::Solutions) => Shortcut::ctrl("3"),
            Command::Show(Screen::Steps) => Shortcut::ctrl("4"),
            Command::StepOver => Shortcut::plain("F10"),
            Command::ToSolution => Shortcut::plain("End"),
            Command::RestartSteps => Shortcut::shift("Home"),
            Command::Solve => Shortcut::plain("F5"),
            Command::FinishFromHere => Shortcut::ctrl("F5"),
            Command::Stop => Some(Shortcut { ctrl: false, shift: true, key: "F5" }),
            Command::PauseOrResume => Shortcut::plain("Space"),
            Command::Previous => Shortcut::plain("ArrowLeft"),
            Command::Next => Shortcut::plain("ArrowRight"),
            Command::Fit => Shortcut::plain("Home"),
            Command::ZoomIn => Shortcut::plain("Plus"),
            Command::ZoomOut => Shortcut::plain("Minus"),
            Command::Turn(Way::Left) => Shortcut::shift("ArrowLeft"),
            Command::Turn(Way::Right) => Shortcut::shift("ArrowRight"),
            Command::Turn(Way::Up) => Shortcut::shift("ArrowUp"),
            Command::Turn(Way::Down) => Shortcut::shift("ArrowDown"),
            Command::LargerInterface => Shortcut::ctrl("Plus"),
            Command::SmallerInterface => Shortcut::ctrl("Minus"),
            Command::UsualInterface => Shortcut::ctrl("0"),
            Command::Search => Shortcut::ctrl("F"),
            Command::Commands => Shortcut::ctrl("K"),
            Command::Keys => Shortcut::plain("F1"),
            Command::Board(_)
            | Command::PinAll
            | Command::TakeUpAll
            | Command::Revert
            | Command::BoardShape
            | Command::PieceShape
            | Command::About
            | Command::SwitchPieces
            | Command::MergePieces
            | Command::StartOver
            | Command::SaveRun
            | Command::ContinueRun
            | Command::Theme(_)
            | Command::Look(_)
            | Command::TakeApart
            | Command::ShowAll
            | Command::Show(Screen::Gallery) => None,
        }
    }

    /// Whether it can be done now.
    ///
    /// # Errors
    /// Why it cannot, as a short sentence for tooltip and status line.
    pub fn available(self, workbench: &Workbench) -> Result<(), &'static str> {
        let document = workbench.document.as_ref();
        let walk = workbench.walk.as_ref().filter(|_| workbench.screen == Screen::Steps);
        let running = document.is_some_and(|d| d.is_running());
        let need = |condition: bool, why| if condition { Ok(()) } else { Err(why) };
        match self {
            Command::Show(Screen::Design)
            | Command::SaveAs
            | Command::DuplicateDocument
            | Command::Export => need(document.is_some(), "Open a puzzle first."),
            Command::Save => match document {
                None => Err("Open a puzzle first."),
                Some(d) => need(
                    d.own_file().is_none() || d.is_edited(),
                    "Nothing has changed since it was saved.",
                ),
            },
            Command::Revert => match document.map(|d| (d.is_edited(), &d.origin)) {
                None => Err("Open a puzzle first."),
                Some((_, Origin::New)) => Err("It was never saved to a file."),
                // Somebody may have changed the file itself.
                Some((_, Origin::File(_))) => Ok(()),
                Some((edited, _)) => need(edited, "Nothing has been changed."),
            },
            Command::CloseDocument => {
                need(document.is_some() || workbench.walk.is_some(), "Nothing is open.")
            }
            Command::Undo => {
                need(document.is_some_and(|d| !d.history().is_empty()), "Nothing has been changed.")
            }
            Command::Redo => need(
                document.is_some_and(|d| d.history().redo_name().is_some()),
                "Nothing has been taken back.",
            ),
            Command::About => need(document.is_some(), "Open a puzzle first."),
            Command::FinishFromHere if running => Err("It is being solved."),
            Command::PinAll | Command::TakeUpAll | Command::FinishFromHere => need(
                document.is_some_and(|d| !d.puzzle.placed.is_empty()),
                "Nothing lies on the board.",
            ),
            Command::Tool(_)
            | Command::Board(_)
            | Command::TurnPiece
            | Command::TurnPieceBack
            | Command::FlipPiece
            | Command::BoardShape
            | Command::PieceShape
            | Command::AddPiece
            | Command::AddFamily
            | Command::DuplicatePieces
            | Command::SwitchPieces
            | Command::MergePieces
            | Command::RemovePieces => match document {
                None => Err("Open a puzzle first."),
                Some(_) if workbench.screen != Screen::Design => {
                    Err("The board is changed on the Design screen.")
                }
                Some(d) if d.puzzle.cover.is_some() => {
                    Err("A puzzle of items and options has no board to change.")
                }
                Some(d) if self == Command::Board(Whole::Tip) && !d.puzzle.lattice.is_solid() => {
                    Err("Only a solid can be tipped over.")
                }
                Some(_) => Ok(()),
            },
            Command::Show(Screen::Run) => need(document.is_some(), "Open a puzzle first."),
            Command::Show(Screen::Solutions) => {
                need(document.is_some_and(|d| d.solved.is_some()), "Nothing has been solved yet.")
            }
            Command::Solve => match document {
                None => Err("Open a puzzle first."),
                Some(_) if running => Err("It is being solved."),
                Some(d) => d.can_solve(),
            },
            Command::StartOver => need(
                document.is_some_and(|d| d.saved().is_some() && d.can_solve().is_ok()),
                "No run of this puzzle was saved.",
            ),
            Command::SaveRun => need(
                running || document.is_some_and(|d| d.saved().is_some()),
                "No run goes on, and none was stopped.",
            ),
            Command::ContinueRun => match document {
                None => Err("Open a puzzle first."),
                Some(_) if running => Err("It is being solved."),
                Some(d) => d.can_solve(),
            },
            Command::Show(Screen::Steps) => {
                need(document.is_some() || workbench.walk.is_some(), "Open a puzzle first.")
            }
            Command::PauseOrResume if walk.is_some() => walk.map_or(Ok(()), Walk::can_step),
            Command::Previous if walk.is_some() => walk.map_or(Ok(()), Walk::can_go_back),
            Command::Next | Command::StepOver | Command::ToSolution if walk.is_some() => {
                walk.map_or(Ok(()), Walk::can_step)
            }
            Command::StepOver | Command::ToSolution | Command::RestartSteps => {
                need(walk.is_some(), "The Steps screen walks through the search.")
            }
            Command::Stop | Command::PauseOrResume => need(running, "Nothing is being solved."),
            Command::Previous | Command::Next => match workbench.screen {
                Screen::Solutions => need(document.is_some(), "Open a puzzle first."),
                Screen::Design => need(document.is_some(), "Open a puzzle first."),
                _ => Err("There is nothing to step through here."),
            },
            Command::Fit | Command::ZoomIn | Command::ZoomOut => need(
                workbench.screen == Screen::Design || workbench.shows_solid(),
                "There is no board to zoom here.",
            ),
            Command::Look(_) | Command::Turn(_) => {
                need(workbench.shows_solid(), "There is no solid to turn here.")
            }
            Command::TakeApart | Command::ShowAll => need(
                workbench.screen == Screen::Solutions && workbench.shows_solid(),
                "There is no solved solid here.",
            ),
            Command::Search => {
                need(workbench.screen == Screen::Gallery, "The gallery has the search field.")
            }
            _ => Ok(()),
        }
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
