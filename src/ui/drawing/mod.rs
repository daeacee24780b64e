//! Drawing with egui what a document holds: figures, grids, labels, pictures. Leans on
//! [`crate::picture`]; screens lean on it.

pub(crate) mod badge;
pub(crate) mod figure_cache;
pub(crate) mod grid_art;
pub(crate) mod label_layout;
pub(crate) mod paint;
pub(crate) mod raster;
