//! The sheets of a puzzle for a cutter, laid out on a thread of their own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::encode::Placed;
use crate::make::laser::Sheets;
use crate::puzzle::Puzzle;
use crate::puzzle::making::LaserSettings;
use crate::threads::lock;
use crate::workbench::derived::{Derived, Same};
use crate::workbench::task::{CancelToken, Wake};

/// Sheets that are kept up to date with a puzzle and its settings.
#[derive(Default)]
pub struct LaserSheets {
    sheets: Derived<Key, Arc<Sheets>>,
    shared: Arc<Shared>,
    /// The best layout so far, while a better one is searched for.
    best: Option<Arc<Sheets>>,
    /// True if that is a layout of what is followed, and not of earlier settings.
    is_recent: bool,
}

/// The puzzle, the settings, and the number of the solution that is cut, if it is one.
type Key = (Same<Puzzle>, LaserSettings, Option<u64>);

/// The state shared by the thread and its owner.
#[derive(Default)]
struct Shared {
    stop: AtomicBool,
    /// The best layout so far.
    best: Mutex<Option<Arc<Sheets>>>,
}

impl LaserSheets {
    /// Lays the parts out again if puzzle or settings have changed, and takes what is ready.
    /// Of a solution, which has its number with it, the strips with their joints are cut.
    pub fn follow(
        &mut self,
        puzzle: &Arc<Puzzle>,
        solution: Option<(u64, &dyn Fn() -> Option<Placed>)>,
        settings: &LaserSettings,
        wake: &Wake,
    ) {
        let key = (Same(Arc::clone(puzzle)), settings.clone(), solution.map(|(number, _)| number));
        let is_over = self.sheets.follow(key, wake, |(Same(puzzle), settings, _)| {
            (self.shared, self.is_recent) = (Arc::default(), false);
            let placed = solution.and_then(|(_, placed)| placed());
            let (puzzle, settings, wake) = (Arc::clone(puzzle), settings.clone(), Arc::clone(wake));
            let shared = Arc::clone(&self.shared);
            move |token: CancelToken| {
                let stop = || shared.stop.load(Ordering::Relaxed) || token.is_lost();
                let mut best = |sheets: Sheets| {
                    *shared.best() = Some(Arc::new(sheets));
                    wake();
                };
                let sheets = match &placed {
                    None => Sheets::new(&puzzle, &settings, &stop, &mut best),
                    Some(placed) => {
                        Sheets::of_solution(&puzzle, placed, &settings, &stop, &mut best)
                    }
                };
                sheets.map(Arc::new).map_err(|error| error.to_string())
            }
        });
        let best = self.shared.best().take();
        if is_over {
            self.best = None;
        } else if best.is_some() {
            (self.best, self.is_recent) = (best, true);
        }
    }

    /// The sheets; those of earlier settings while others are laid out.
    pub fn sheets(&self) -> Option<&Arc<Sheets>> {
        self.best.as_ref().or(self.sheets.get())
    }

    /// Why there are none, as a sentence.
    pub fn error(&self) -> Option<String> {
        self.sheets.failure().map(str::to_owned)
    }

    /// Returns whether parts are being laid out.
    pub fn is_nesting(&self) -> bool {
        self.sheets.is_waiting()
    }

    /// Returns whether the sheets are those of the settings that are followed, though a better layout may
    /// be searched for.
    pub fn are_current(&self) -> bool {
        !self.is_nesting() || self.is_recent
    }

    /// Ends the search for a better layout; the best so far stays.
    pub fn stop(&self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    fn best(&self) -> MutexGuard<'_, Option<Arc<Sheets>>> {
        lock(&self.best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::bundled;
    use crate::puzzle::making::Length;

    #[test]
    fn sheets_are_current_only_when_they_are_of_the_settings_that_are_followed() {
        let entry = bundled::named("tangram-square".as_ref()).expect("a bundled puzzle");
        let puzzle = bundled::ALL[entry].open().puzzle;
        let wake: Wake = Arc::new(|| {});
        let mut sheets = LaserSheets::default();
        for unit in [10, 20, 30] {
            let settings = LaserSettings { unit: Length::mm(unit), ..LaserSettings::default() };
            loop {
                sheets.follow(&puzzle, None, &settings, &wake);
                if sheets.are_current() {
                    let laid = sheets.sheets().expect("they are laid out");
                    assert_eq!(*laid.settings, settings);
                    // The next settings come while these are still arranged.
                    break;
                }
                std::thread::yield_now();
            }
        }
    }
}
