//! The formats that `polywright export` writes.

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::workbench::export::Form;

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A puzzle or solutions, as the window writes them too.
    Form(Form),
    /// Sheets for a cutter.
    Dxf,
    /// Parts for a printer in three dimensions, one file a part.
    Stl,
    /// Parts for a printer in three dimensions, laid out on plates.
    ThreeMf,
    /// Pages for a printer.
    Pdf,
}

impl ValueEnum for Target {
    fn value_variants<'a>() -> &'a [Target] {
        const {
            &[
                Target::Form(Form::Ron),
                Target::Form(Form::Lines),
                Target::Form(Form::Csv),
                Target::Form(Form::Sqlite),
                Target::Form(Form::Svg),
                Target::Form(Form::Png),
                Target::Form(Form::Text),
                Target::Form(Form::Html),
                Target::Form(Form::Dlx),
                Target::Form(Form::Cnf),
                Target::Form(Form::Xmpuzzle),
                Target::Dxf,
                Target::Stl,
                Target::ThreeMf,
                Target::Pdf,
            ]
        }
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Target::Form(form) => form.to_possible_value(),
            Target::Dxf => Some(
                PossibleValue::new("dxf").help("Sheets for a laser cutter, a mill or a plotter"),
            ),
            Target::Stl => Some(
                PossibleValue::new("stl").help("Pieces and box to be printed, one file a part"),
            ),
            Target::ThreeMf => Some(
                PossibleValue::new("3mf").help("Pieces and box to be printed, arranged on plates"),
            ),
            Target::Pdf => Some(
                PossibleValue::new("pdf").help("Pages: a poster, pieces to cut out, a booklet"),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_the_window_is_a_target() {
        for form in Form::ALL {
            assert!(Target::value_variants().contains(&Target::Form(form)), "{form:?}");
        }
        assert_eq!(Target::from_str("text", false), Ok(Target::Form(Form::Text)));
        assert_eq!(Target::from_str("txt", false), Ok(Target::Form(Form::Text)));
    }
}
