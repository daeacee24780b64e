//! The target of the pointer, so that the same thing is highlighted everywhere: an option, an item
//! or both.

use crate::exact_cover::{ItemId, OptionId};

/// An option and an item that the pointer is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) option: Option<OptionId>,
    pub(super) item: Option<ItemId>,
}

/// The highlights of this frame and of the next.
#[derive(Default)]
pub(super) struct Lit {
    shown: Spot,
    next: Spot,
}

impl Lit {
    /// Lights what the pointer was found over in the frame before.
    pub(super) fn begin(&mut self) {
        self.shown = std::mem::take(&mut self.next);
    }

    /// Returns whether the next frame will highlight something else.
    pub(super) fn has_moved(&self) -> bool {
        self.shown != self.next
    }

    /// Notes the option that the pointer is over.
    pub(super) fn point_at_option(&mut self, option: OptionId) {
        self.next.option = Some(option);
    }

    /// Notes the item that the pointer is over.
    pub(super) fn point_at_item(&mut self, item: ItemId) {
        self.next.item = Some(item);
    }

    /// The option that is lit.
    pub(super) fn option(&self) -> Option<OptionId> {
        self.shown.option
    }

    /// The item that is lit.
    pub(super) fn item(&self) -> Option<ItemId> {
        self.shown.item
    }
}
