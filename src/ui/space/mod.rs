//! Solids on the screen: turned with mouse and keys, taken apart, layer by layer.
//!
//! [`view`] is the canvas with what it remembers, [`paint`] puts patches on a painter, [`layers`]
//! shows the layers beside it, `parts` are the pieces on it, `held` is one that is dragged, and [`solid`] keeps what thumbnails and icons need. Leans on
//! [`crate::picture::space`] for what is seen and in which order.

mod held;
pub(crate) mod layers;
pub(crate) mod paint;
mod parts;
pub(crate) mod solid;
#[cfg(test)]
mod tests;
pub(crate) mod view;

pub(crate) use held::Held;
pub(crate) use parts::{Part, PartKey, keys, laid_parts, parts};
pub(crate) use solid::Solid;
pub(crate) use view::SpaceState;
