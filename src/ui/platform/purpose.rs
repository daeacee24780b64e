//! The purposes for which a path is asked for, and the texts of their dialogs.

/// The purpose for which a path is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To open a file.
    Open,
    /// To save the document.
    SaveAs,
    /// To write the export that is being set up.
    Export,
    /// To write the run.
    SaveRun,
    /// To go on with a run.
    ContinueRun,
    /// To write the variants that are listed.
    Variants,
    /// To write the record of play.
    PlayRecord,
    /// To write what is made.
    Make,
    /// To write the moves of a solution.
    Moves,
    /// To write a report of a problem.
    Report,
    /// To write a picture or a certificate of why there is no solution.
    Proof,
    /// To write the certificate of the counts.
    Certificate,
    /// To read settings of what is made.
    LoadPreset,
    /// To write them.
    SavePreset,
    /// To read a picture that is engraved.
    Engrave,
}

/// The texts of the dialog for a path.
pub(crate) struct Wording {
    pub(crate) title: &'static str,
    /// The kind of file that is meant.
    pub(crate) about: &'static str,
    /// The button, and what it does.
    pub(crate) button: &'static str,
    pub(crate) tip: &'static str,
    /// The hint in the empty field.
    pub(crate) hint: &'static str,
}

impl Purpose {
    /// Returns whether the file is there and is read, and not written.
    pub(crate) fn is_read(self) -> bool {
        matches!(
            self,
            Purpose::Open | Purpose::ContinueRun | Purpose::LoadPreset | Purpose::Engrave
        )
    }

    /// Returns whether the file is of the document that was shown when its path was asked for.
    pub(crate) fn is_of_document(self) -> bool {
        !matches!(self, Purpose::Open | Purpose::Report | Purpose::PlayRecord | Purpose::Proof)
    }

    /// Returns the texts of its dialog.
    pub(crate) fn wording(self) -> Wording {
        match self {
            Purpose::SaveRun => Wording {
                title: "Save run to file",
                about: "A checkpoint file, to resume on another machine",
                button: "Save",
                tip: "Write the run to a new file at this path.",
                hint: "Path, such as ~/puzzles/own.checkpoint",
            },
            Purpose::Variants => Wording {
                title: "Export variants",
                about: "Comma-separated values, or RON for a name that ends in .ron",
                button: "Export",
                tip: "Write the listed variants to a new file at this path.",
                hint: "Path, such as ~/puzzles/variants.csv",
            },
            Purpose::PlayRecord => Wording {
                title: "Export record of play",
                about: "Comma-separated values, as .csv",
                button: "Export",
                tip: "Write the record to a new file at this path.",
                hint: "Path, such as ~/puzzles/record.csv",
            },
            Purpose::Make => Wording {
                title: "Export sheets, plates or pages",
                about: "Sheets as .svg, .dxf or .pdf, plates as .3mf or .stl, pages as .pdf",
                button: "Export",
                tip: "Write to a new file at this path, or to several files beside it.",
                hint: "Path, such as ~/puzzles/sheets.svg",
            },
            Purpose::Moves => Wording {
                title: "Export moves",
                about: "A sheet as .pdf, a page as .html, a file for each move as .svg or .png, an animation as .apng",
                button: "Export",
                tip: "Write to a new file at this path, or to several files beside it.",
                hint: "Path, such as ~/puzzles/moves.pdf",
            },
            Purpose::Report => Wording {
                title: "Save report",
                about: "A report of a problem, as text",
                button: "Save",
                tip: "Write the report to a new file at this path.",
                hint: "Path, such as ~/report.txt",
            },
            Purpose::Proof => Wording {
                title: "Save reason",
                about: "A picture as .svg, or a certificate as .ron",
                button: "Save",
                tip: "Write the reason to a new file at this path.",
                hint: "Path, such as ~/puzzles/no-solution.ron",
            },
            Purpose::Certificate => Wording {
                title: "Export certificate",
                about: "The counts and the engines that agree, as .ron",
                button: "Export",
                tip: "Write the certificate to a new file at this path.",
                hint: "Path, such as ~/puzzles/own-certificate.ron",
            },
            Purpose::LoadPreset => Wording {
                title: "Load preset",
                about: "Settings for making (.ron)",
                button: "Load",
                tip: "Use the settings in the file at this path.",
                hint: "Path, such as ~/puzzles/printer.ron",
            },
            Purpose::SavePreset => Wording {
                title: "Save preset",
                about: "Settings for making (.ron)",
                button: "Save",
                tip: "Write the settings to a new file at this path.",
                hint: "Path, such as ~/puzzles/printer.ron",
            },
            Purpose::Engrave => Wording {
                title: "Engrave a picture",
                about: "A picture of paths, as .svg",
                button: "Engrave",
                tip: "Engrave the picture in the file at this path.",
                hint: "Path, such as ~/pictures/logo.svg",
            },
            Purpose::SaveAs => Wording {
                title: "Save as",
                about: "A puzzle (.ron)",
                button: "Save",
                tip: "Save the puzzle to the file at this path.",
                hint: "Path, such as ~/puzzles/own.ron",
            },
            Purpose::ContinueRun => Wording {
                title: "Resume run from file",
                about: "A checkpoint of this puzzle",
                button: "Resume",
                tip: "Resume the run in the file at this path.",
                hint: "Path, such as ~/puzzles/own.checkpoint",
            },
            Purpose::Export => Wording {
                title: "Export",
                about: "A puzzle, solutions or a picture, by the ending of the name",
                button: "Export",
                tip: "Write to a new file at this path.",
                hint: "Path, such as ~/puzzles/own.svg",
            },
            Purpose::Open => Wording {
                title: "Open a puzzle or solutions",
                about: "By the path of its file: .ron, .xmpuzzle, .dlx, .html or text",
                button: "Open",
                tip: "Open the file at this path.",
                hint: "Path, such as ~/puzzles/own.ron",
            },
        }
    }
}
