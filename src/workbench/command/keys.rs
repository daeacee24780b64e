//! The keys for commands.

use super::{Command, Shortcut, Tool, Way};
use crate::workbench::Screen;

impl Command {
    /// The key for it.
    pub fn shortcut(self) -> Option<Shortcut> {
        match self {
            Command::New => Shortcut::ctrl("N"),
            Command::Open => Shortcut::ctrl("O"),
            Command::OpenPath => Shortcut::ctrl_shift("O"),
            Command::Save => Shortcut::ctrl("S"),
            Command::SaveAs => Shortcut::ctrl_shift("S"),
            Command::DuplicateDocument => Shortcut::ctrl_shift("D"),
            Command::NewWindow => Shortcut::ctrl_shift("N"),
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
            Command::Count => Shortcut::ctrl_shift("F5"),
            Command::FinishFromHere => Shortcut::ctrl("F5"),
            Command::Estimate => Shortcut::ctrl("E"),
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
            | Command::OtherProblem
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
}
