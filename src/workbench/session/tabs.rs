//! Documents that are open in tabs. One is shown; the others keep their screens, their changes and
//! their runs.

use std::mem;
use std::path::Path;

use super::{Screen, Workbench};
use crate::workbench::disassembly::ShownDisassembly;
use crate::workbench::document::Document;
use crate::workbench::document::drafts::Drafts;
use crate::workbench::document::source::Origin;
use crate::workbench::play::Play;
use crate::workbench::stepper::Stepper;
use crate::workbench::task::Wake;

/// The contents of a tab that is not shown.
#[derive(Default)]
struct Tab {
    document: Option<Document>,
    screen: Screen,
    play: Play,
    stepper: Option<Stepper>,
    disassembly: Option<ShownDisassembly>,
    drafts: Drafts,
}

/// The tabs, from left to right. The workbench has the contents of the one that is shown, whose place
/// here is empty meanwhile.
pub struct Tabs {
    all: Vec<Tab>,
    shown: usize,
}

impl Default for Tabs {
    fn default() -> Tabs {
        Tabs { all: vec![Tab::default()], shown: 0 }
    }
}

impl Workbench {
    /// The number of tabs, at least 1.
    pub fn tab_count(&self) -> usize {
        self.tabs.all.len()
    }

    /// The place of the tab that is shown.
    pub fn shown_tab(&self) -> usize {
        self.tabs.shown
    }

    /// The documents of all tabs, from left to right; `None` for the gallery or a bare problem.
    pub fn tab_documents(&self) -> impl Iterator<Item = Option<&Document>> {
        let shown = self.tabs.shown;
        let tabs = self.tabs.all.iter().enumerate();
        tabs.map(move |(place, tab)| match place == shown {
            true => self.document.as_ref(),
            false => tab.document.as_ref(),
        })
    }

    /// The title of a tab.
    pub fn tab_title(&self, place: usize) -> &str {
        let (document, stepper) = match self.tabs.all.get(place) {
            Some(tab) if place != self.tabs.shown => (&tab.document, &tab.stepper),
            _ => (&self.document, &self.stepper),
        };
        let title = document.as_ref().map(|document| document.puzzle.title.as_str());
        title.or(stepper.as_ref().map(|stepper| stepper.subject().title())).unwrap_or("Gallery")
    }

    /// The document of a number, in whatever tab it is.
    pub fn document_of_mut(&mut self, serial: u64) -> Option<&mut Document> {
        let others = self.tabs.all.iter_mut().filter_map(|tab| tab.document.as_mut());
        self.document.iter_mut().chain(others).find(|document| document.serial() == serial)
    }

    /// The tab that has a bundled puzzle or a file open.
    pub fn tab_of(&self, origin: &Origin) -> Option<usize> {
        let absolute = |path: &Path| std::path::absolute(path).ok();
        let is_it = |document: &Document| match (&document.origin, origin) {
            (Origin::File(own), Origin::File(path)) => absolute(own) == absolute(path),
            (Origin::Bundled(own), Origin::Bundled(path)) => own == path,
            _ => false,
        };
        self.tab_documents().position(|document| document.is_some_and(is_it))
    }

    /// The first tab whose document has unsaved changes.
    pub fn edited_tab(&self) -> Option<usize> {
        self.tab_documents().position(|document| document.is_some_and(|own| own.is_edited()))
    }

    /// Returns whether a tab that is not shown has unsaved changes.
    pub fn is_other_tab_edited(&self) -> bool {
        let mut others = self.tabs.all.iter().filter_map(|tab| tab.document.as_ref());
        others.any(|own| own.is_edited())
    }

    /// Returns whether opening another puzzle here would lose changes or end what is under way.
    pub fn is_tab_in_use(&self) -> bool {
        let is_in_use = |own: &Document| own.is_edited() || own.busy().is_some();
        self.document.as_ref().is_some_and(is_in_use) || self.play.is_under_way()
    }

    /// Shows another tab.
    pub fn show_tab(&mut self, place: usize) {
        if place < self.tabs.all.len() && place != self.tabs.shown {
            self.swap(self.tabs.shown);
            self.tabs.shown = place;
            self.swap(place);
        }
    }

    /// Opens a tab with the gallery to the right of the one that is shown, and shows it.
    pub fn new_tab(&mut self) {
        self.tabs.all.insert(self.tabs.shown + 1, Tab::default());
        self.show_tab(self.tabs.shown + 1);
    }

    /// Closes what the shown tab has, and the tab too if there are others: then its neighbour is shown.
    pub fn close_tab(&mut self) {
        self.close();
        // Nothing is left to be kept.
        self.drafts.keep(None);
        if self.tabs.all.len() > 1 {
            let place = self.tabs.shown;
            self.swap(place);
            self.tabs.all.remove(place);
            self.tabs.shown = place.min(self.tabs.all.len() - 1);
            self.swap(self.tabs.shown);
        }
    }

    /// Takes in the results of threads in the tabs that are not shown. Returns whether anything is new.
    pub(super) fn poll_tabs(&mut self, wake: &Wake) -> Result<bool, String> {
        let mut is_new = false;
        let shown = self.tabs.shown;
        for place in (0..self.tabs.all.len()).filter(|place| *place != shown) {
            self.swap(place);
            // Nobody looks at its screen.
            let screen = mem::replace(&mut self.screen, Screen::Gallery);
            let polled = self.poll_shown(wake);
            if self.screen == Screen::Gallery {
                self.screen = screen;
            }
            self.swap(place);
            is_new |= polled?;
        }
        Ok(is_new)
    }

    /// Exchanges what is shown with the contents of a tab.
    fn swap(&mut self, place: usize) {
        let tab = &mut self.tabs.all[place];
        mem::swap(&mut self.document, &mut tab.document);
        mem::swap(&mut self.screen, &mut tab.screen);
        mem::swap(&mut self.play, &mut tab.play);
        mem::swap(&mut self.stepper, &mut tab.stepper);
        mem::swap(&mut self.disassembly, &mut tab.disassembly);
        self.drafts.swap_kept(&mut tab.drafts);
    }
}
