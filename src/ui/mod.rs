//! The window. egui is named in this room alone; a test holds that.
//!
//! `app` owns the workbench and draws the frame around the screens: `gallery`, `play`, `design`,
//! `run`, `solutions`, `steps`, `variants` with `sets`, `make`. A screen reads a `Model`, changes nothing but its
//! own state, and says what is to be done as an `Action` (`action`); `app` applies the actions after the
//! frame (`app/apply.rs`), and commands of menus and keys in the same way (`app/commands.rs`).
//!
//! `dialogs` is what opens over a screen. `canvas` is what the canvases share, `space` draws solids,
//! `drawing` paints figures and keeps them, `widgets` has controls, theme and icons, `platform` files,
//! clipboard and recent files on threads of their own. Each folder leans only on those below it; a test
//! holds that.

mod action;
mod app;
mod batch_strip;
mod by_hand;
mod canvas;
#[cfg(test)]
mod compact_tests;
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
#[cfg(test)]
mod names_tests;
mod outcome;
mod platform;
mod play;
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
