//! `polywright steps`.

use super::file_work::with_bar;
use super::subject::open_subject;
use super::{CliError, Outcome, StepsArgs};
use crate::cli::output::say;
use crate::workbench::stepper::{
    MAX_FRAMES, PictureForm, PictureSeries, SeriesEnd, SeriesError, StepSize,
};

/// Writes the pictures of a series of steps, or an animation of them.
pub(super) fn steps(args: &StepsArgs) -> Result<Outcome, CliError> {
    let (form, path) = match (&args.animation, &args.pictures) {
        (Some(file), _) => (PictureForm::Animation, file),
        (None, Some(folder)) if args.png => (PictureForm::Png, folder),
        (None, Some(folder)) => (PictureForm::Svg, folder),
        (None, None) => {
            return Err(CliError::Message("add --pictures FOLDER or --animation FILE".to_owned()));
        }
    };
    if args.steps.is_some_and(|steps| steps > form.most()) {
        let message = format!("--steps: an animation has at most {MAX_FRAMES} pictures");
        return Err(CliError::Message(message));
    }
    let (subject, _) = open_subject(&args.file, args.problem)?;
    let size = if args.by_option { StepSize::Option } else { StepSize::Item };
    let series = PictureSeries {
        end: args.steps.map_or(SeriesEnd::Branch, SeriesEnd::Count),
        form,
        frame_time: args.milliseconds,
        ..PictureSeries::new(subject, args.from, size)
    };
    let what = format!("Writing pictures to {}", path.display());
    match with_bar(what, |progress| series.write(path, progress)) {
        Ok(written) => {
            say!("{}", series.outcome(written, path));
            Ok(Outcome::Done)
        }
        Err(SeriesError::Cancelled(_)) => Ok(Outcome::Interrupted),
        Err(error @ SeriesError::PastEnd(_)) => Err(CliError::Message(format!("--from: {error}"))),
        Err(error) => Err(CliError::Message(error.to_string())),
    }
}
