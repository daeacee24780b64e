//! `polywright steps`.

use super::file_work::with_bar;
use super::subject::open_subject;
use super::{CliError, Outcome, StepsArgs};
use crate::cli::output::say;
use crate::workbench::stepper::{PictureForm, PictureSeries, SeriesEnd, SeriesError, StepSize};

/// Writes the pictures of a series of steps.
pub(super) fn steps(args: &StepsArgs) -> Result<Outcome, CliError> {
    let (subject, _) = open_subject(&args.file, args.problem)?;
    let size = if args.by_option { StepSize::Option } else { StepSize::Item };
    let series = PictureSeries {
        end: args.steps.map_or(SeriesEnd::Branch, SeriesEnd::Count),
        form: if args.png { PictureForm::Png } else { PictureForm::Svg },
        ..PictureSeries::new(subject, args.from, size)
    };
    let folder = args.pictures.as_path();
    let what = format!("Writing pictures to {}", folder.display());
    match with_bar(what, |progress| series.write(folder, progress)) {
        Ok(written) => {
            say!("{}", series.outcome(written, folder));
            Ok(Outcome::Done)
        }
        Err(SeriesError::Cancelled(_)) => Ok(Outcome::Interrupted),
        Err(error @ SeriesError::PastEnd(_)) => Err(CliError::Message(format!("--from: {error}"))),
        Err(error) => Err(CliError::Message(error.to_string())),
    }
}
