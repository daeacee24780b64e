//! The parts common to all canvases of sites: the sites under the pointer, the
//! keyboard cursor, pieces in hand, zoom and pan.

pub(crate) mod cursor;
pub(crate) mod marks;
pub(crate) mod nodes;
pub(crate) mod placing;
pub(crate) mod rulers;
pub(crate) mod sites;
pub(crate) mod viewport;
