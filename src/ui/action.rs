//! The data that screens and dialogs read, and the actions that they return.
//!
//! A screen draws from a [`Model`], changes nothing but its own state, and adds the [`Action`]s it
//! wants to [`Actions`]. After the whole frame is drawn the application applies them in their
//! order, in one place, so that a list of actions is a macro.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::dialogs::{ExportOrder, RecordFile};
use super::drawing::figure_cache::FigureCache;
use super::platform::files::FileWork;
use super::platform::purpose::Purpose;
use super::replacement::{Intent, Question};
use crate::exact_cover::{Engine, ItemRule};
use crate::files::Format;
use crate::puzzle::{PieceId, Puzzle};
use crate::solution::database::{Mark, ProblemDigest};
use crate::workbench::by_hand::ByHandSettings;
use crate::workbench::edit::Edit;
use crate::workbench::play::PlayAction;
use crate::workbench::reason::Position;
use crate::workbench::sets::SetsAction;
use crate::workbench::solutions::listing::ListSettings;
use crate::workbench::stepper::PictureSeries;
use crate::workbench::variants::VariantAction;
use crate::workbench::{Command, Workbench};

/// Everything that a screen may read.
#[derive(Clone, Copy)]
pub(crate) struct Model<'a> {
    /// The open document, the settings, and what is known of both.
    pub(crate) bench: &'a Workbench,
    /// Figures of the open document.
    pub(crate) figures: Option<&'a FigureCache>,
    /// Figures of the puzzle that was solved, which may be an earlier version of it.
    pub(crate) solved_figures: Option<&'a FigureCache>,
    /// True if a dialog or a menu is open, which then receives the keys.
    pub(crate) modal: bool,
    /// The file operation in progress, in words.
    pub(crate) busy: Option<&'a str>,
    /// The file operation in progress, if it can be cancelled.
    pub(crate) work: Option<FileWork<'a>>,
}

/// A picture or a certificate of why there is no solution.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProofFile {
    /// Its text.
    pub(crate) text: String,
    /// The ending of its name.
    pub(crate) ending: &'static str,
}

/// Something that a screen or a dialog asks for.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// A command, as from a menu.
    Command(Command),
    /// An edit of the puzzle; edits of one gesture have one number and are undone together.
    Edit(Edit, Option<u64>),
    /// Edits that are undone together. With a puzzle, only while the open one is still the same;
    /// the first that is refused ends them.
    Edits(Vec<Edit>, Option<Arc<Puzzle>>),
    /// An edit that was set up in a dialog, which closes unless the edit is refused.
    Submit(Edit),
    /// A document takes the place of the open one.
    Intend(Intent),
    /// Another tab is shown, by its place.
    ShowTab(usize),
    /// A tab is closed, by its place; after a question where changes would be lost.
    CloseTab(usize),
    /// A document takes the place of the open one, whatever is lost by it.
    CarryOut(Intent),
    /// The same, when the document has been saved.
    SaveThen(Intent),
    /// A question, before the dialog that is open.
    Ask(Question),
    /// A message about something that was done.
    Say(String),
    /// A message about something that went wrong.
    Complain(String),
    /// A file is read or written for what its path was typed for.
    UsePath(Purpose, PathBuf),
    /// A file of the list of recent ones is opened, or forgotten if it is gone.
    OpenRecent(PathBuf),
    /// One of the problems of a file is opened, by its number from 1.
    OpenProblem(PathBuf, usize),
    /// The document is saved to a file.
    SaveTo(PathBuf),
    /// Unsaved work that was found is thrown away, by its place in the list of it.
    DiscardDraft(usize),
    /// Stored results are deleted, by their problems.
    DeleteResults(Vec<ProblemDigest>),
    /// The space that stored results may take changes, in bytes.
    LimitResults(u64),
    /// The dialog that exports the selected solution.
    SetUpExport(&'static Format),
    /// The desktop's dialog for the path of an export, with the ending of its name.
    ChooseExportPath(PathBuf, &'static str),
    /// An export is written.
    Export(ExportOrder),
    /// The file operation in progress is cancelled.
    CancelFileWork,
    /// The engine of runs to come; `None` for the one that suits the puzzle.
    Engine(Option<&'static Engine>),
    /// The number of threads of runs to come.
    Threads(usize),
    /// Another solution is selected, by its index in the list.
    Select(u64),
    /// All solutions are listed, or the distinct ones alone.
    ListAll(bool),
    /// The positions of a piece in the listed solutions are shown, or no longer.
    ShowPositions(Option<PieceId>),
    /// It is asked how many solutions each way of two pieces to lie to each other leaves, or no
    /// longer.
    CountContacts(Option<[PieceId; 2]>),
    /// The n-th listed solution is marked.
    Mark(u64, Mark),
    /// The list of solutions has another filter or order.
    SetList(Box<ListSettings>),
    /// The aids for placing pieces by hand are switched on or off.
    SetPlay(ByHandSettings),
    /// The puzzle that is played was solved, in some time and with so many hints.
    RecordPlay(Duration, u32),
    /// It is asked where a record of play is to be written.
    SaveRecord(RecordFile),
    /// Pictures of steps are written to a folder.
    WriteStepPictures(PathBuf, Box<PictureSeries>),
    /// Something else is played.
    Play(PlayAction),
    /// The variants are looked at otherwise.
    Variants(VariantAction),
    /// The search for sets of pieces is looked at otherwise, or other sets are wished for.
    Sets(SetsAction),
    /// It is asked for the path of what is made, with the ending of its name.
    ChooseMakePath(&'static str),
    /// It is asked for a file of settings of what is made, to be read or to be written, or for a
    /// picture to engrave.
    ChoosePreset(Purpose),
    /// The dialog that shows why there is no solution.
    ShowReason(Position),
    /// It is asked for the path of a picture or a certificate of that.
    SaveProof(ProofFile),
    /// It is asked where the moves of a solution are to be written, in files with this ending.
    ChooseMovesPath(&'static str),
    /// It is asked for the path of a report of a problem, which has this text.
    SaveReport(String),
    /// The speed of stepping through the search, in steps a second.
    WalkSpeed(f32),
    /// The steps begin again with another rule of choosing items.
    ChooseItemsBy(ItemRule),
    /// The stepper goes to a step of the search, by its number.
    GoToStep(u64),
    /// The stepper goes to where a branch of the open node of a level is tried, by its rank.
    GoToBranch(usize, usize),
    /// The moment shown of how a solution is taken apart, in moves.
    ShowMoment(f64),
    /// A piece of the solution is chosen to be pushed by hand.
    ChoosePushed(usize),
    /// The chosen piece is pushed one of its ways, where it was dragged for so many steps.
    Push { way: usize, dragged: Option<f64> },
    /// The moves that were found are shown instead of those made by hand.
    DiscardPushes,
    /// The speed at which it is taken apart.
    MoveSpeed(f64),
    /// More positions are tried before it is given up.
    TryMorePositions,
    /// All solutions are taken apart, or those that are left.
    TakeApartAll,
    /// The run over all solutions is paused or resumed.
    PauseTakingApart,
    /// It is stopped.
    StopTakingApart,
    /// The last step is shown as it is after some of its assignments to links.
    ShowAssignments(usize),
}

/// The actions that were asked for during a frame, in their order.
#[derive(Default)]
pub(crate) struct Actions(Vec<Action>);

impl Actions {
    /// Adds an action.
    pub(crate) fn push(&mut self, action: Action) {
        self.0.push(action);
    }

    /// Asks for a command.
    pub(crate) fn send(&mut self, command: Command) {
        self.push(Action::Command(command));
    }

    /// Asks for an edit; edits of one gesture have one number.
    pub(crate) fn edit(&mut self, edit: Edit, gesture: Option<u64>) {
        self.push(Action::Edit(edit, gesture));
    }

    /// Asks for a message about something that was done.
    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.push(Action::Say(text.into()));
    }

    /// Asks for a message about something that went wrong.
    pub(crate) fn complain(&mut self, text: impl Into<String>) {
        self.push(Action::Complain(text.into()));
    }

    /// Asks for some commands.
    pub(crate) fn extend(&mut self, commands: impl IntoIterator<Item = Command>) {
        self.0.extend(commands.into_iter().map(Action::Command));
    }

    /// Takes the actions out, in their order.
    pub(crate) fn take(&mut self) -> Vec<Action> {
        std::mem::take(&mut self.0)
    }
}
