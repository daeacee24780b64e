//! The window.
// Until every screen is in place, some widgets have no caller.
#![allow(dead_code)]

pub(crate) mod icons;
pub(crate) mod kit;
pub(crate) mod theme;
