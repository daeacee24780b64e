//! The window. egui is named in this room alone; a test holds that.
//!
//! [`App`] owns the workbench and draws the frame around the screens: `gallery`, `design`,
//! `run`, `solutions`, `steps`, `variants`, `make`. Panels read the workbench and send [`Command`]s, which
//! `commands` applies.
//! `theme`, `icons` and `widgets` are the look, `paint` draws figures, `label_layout` their names,
//! `raster` pictures of files;
//! `figure_cache` keeps what is drawn of a document. `dialogs` is what opens over a screen, `toast`
//! what is said over it; `documents` saves and closes what is open, `files` talks to the file system
//! on threads of its own, `recent` lists the files that were opened before.
//!
//! [`Command`]: crate::workbench::Command

mod action;
mod app;
mod badge;
mod bars;
#[cfg(test)]
mod cover_tests;
mod design;
mod dialogs;
mod figure_cache;
#[cfg(test)]
mod file_work_tests;
mod files;
mod focus;
mod gallery;
mod grid_art;
mod icons;
#[cfg(test)]
mod import_tests;
mod input;
mod intent;
#[cfg(test)]
mod keyboard_tests;
mod label_layout;
#[cfg(test)]
mod layout_tests;
mod long_scroll;
mod make;
#[cfg(test)]
mod menu_tests;
mod menus;
mod paint;
mod raster;
mod recent;
mod reduced_motion;
mod run;
#[cfg(test)]
mod screen_tests;
mod sides;
#[cfg(test)]
mod size_tests;
mod solutions;
mod space;
mod steps;
mod suggestions;
mod system_fonts;
mod terms;
#[cfg(test)]
pub(crate) mod testing;
mod theme;
mod toast;
mod variants;
mod widgets;

pub use app::{App, open_window};
