//! The desktop around the window: files and their dialogs, recent files, fonts, wishes for motion and contrast, repaints.

pub(crate) mod desktop;
#[cfg(test)]
pub(crate) mod file_work_tests;
pub(crate) mod files;
pub(crate) mod purpose;
pub(crate) mod recent;
pub(crate) mod system_fonts;
pub(crate) mod wake;
