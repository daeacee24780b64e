//! The plates of a puzzle for a printer in three dimensions, worked out on a thread of their own.

use std::sync::Arc;

use crate::make::print::{Print, PrintError};
use crate::puzzle::Puzzle;
use crate::puzzle::making::PrintSettings;
use crate::text;
use crate::workbench::derived::{Derived, Same};
use crate::workbench::task::Wake;

/// Plates that are kept up to date with a puzzle and its settings.
#[derive(Default)]
pub struct Plates(Derived<(Same<Puzzle>, PrintSettings), Arc<Print>>);

impl Plates {
    /// Works the parts out again if puzzle or settings have changed, and takes what is ready.
    pub fn follow(&mut self, puzzle: &Arc<Puzzle>, settings: &PrintSettings, wake: &Wake) {
        let key = (Same(Arc::clone(puzzle)), settings.clone());
        self.0.follow(key, wake, |(Same(puzzle), settings)| {
            let (puzzle, settings) = (Arc::clone(puzzle), settings.clone());
            move |_| {
                let print = Print::new(&puzzle, &settings);
                print.map(Arc::new).map_err(|errors| {
                    let sentence = |error: &PrintError| text::capitalised(&error.to_string());
                    errors.iter().map(sentence).collect::<Vec<_>>().join("\n")
                })
            }
        });
    }

    /// The plates; those of earlier settings while others are worked out.
    pub fn print(&self) -> Option<&Arc<Print>> {
        self.0.get()
    }

    /// Why there are none, as sentences.
    pub fn error(&self) -> Option<String> {
        self.0.failure().map(str::to_owned)
    }

    /// Returns whether parts are being computed.
    pub fn is_busy(&self) -> bool {
        self.0.is_waiting()
    }
}
