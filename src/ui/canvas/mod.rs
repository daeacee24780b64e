//! The parts common to all canvases of sites: input by events, the sites under the pointer, and the
//! keyboard cursor.

pub(crate) mod cursor;
pub(crate) mod input;
pub(crate) mod sites;
