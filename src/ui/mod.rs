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
mod canvas;
#[cfg(test)]
mod cover_tests;
mod design;
mod dialogs;
mod drawing;
mod gallery;
#[cfg(test)]
mod import_tests;
#[cfg(test)]
mod keyboard_tests;
#[cfg(test)]
mod layout_tests;
mod make;
mod menus;
mod outcome;
mod platform;
mod replacement;
mod run;
#[cfg(test)]
mod screen_tests;
mod sets;
#[cfg(test)]
mod size_tests;
mod solutions;
mod space;
mod steps;
mod suggestions;
#[cfg(test)]
pub(crate) mod testing;
mod variant_panels;
mod variants;
mod widgets;

pub use app::{App, open_window};
