//! `polywright export`.
use super::{CliError, ExportArgs, Outcome};
pub(super) fn export(_: &ExportArgs) -> Result<Outcome, CliError> {
    unimplemented!()
}
