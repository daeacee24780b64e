//! The settings that last from one start of the window to the next.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::by_hand::ByHandSettings;
use super::results::DEFAULT_LIMIT;
use crate::exact_cover::Engine;
use crate::job::default_threads;
use crate::puzzle::making::PictureSettings;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Theme {
    /// As the desktop has it.
    #[default]
    System,
    /// Dark text on light ground.
    Light,
    /// Light text on dark ground.
    Dark,
}

/// A file that was opened or written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RecentFile {
    /// Its absolute path; of a bundled puzzle the one under `puzzles/`.
    pub path: PathBuf,
    /// When it was last opened or written.
    pub used: SystemTime,
}

/// Settings of the window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light or dark.
    pub theme: Theme,
    /// True for themes with high contrast; `None` as the desktop has it.
    pub high_contrast: Option<bool>,
    /// Size of everything, 1 being the usual.
    pub zoom: f32,
    /// The latest files, newest first.
    pub recent: Vec<RecentFile>,
    /// The latest bundled puzzles, newest first, by their paths under `puzzles/`.
    pub recent_bundled: Vec<RecentFile>,
    /// Bytes that the solutions of all stored results may take.
    pub results_limit: u64,
    /// The aids for placing pieces by hand.
    pub play: ByHandSettings,
    /// The settings for exported pictures of puzzles that have none of their own.
    pub picture: PictureSettings,
    /// True if the welcome of the first start has been shown.
    pub welcomed: bool,
    /// The id of the engine for runs; empty for the one that suits the puzzle.
    engine: String,
    /// The number of threads for runs; `None` for one on each core.
    threads: Option<usize>,
}

/// The number of recent files, at most.
const RECENT: usize = 12;
/// The number of recent bundled puzzles, at most.
const RECENT_BUNDLED: usize = 6;

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: Theme::System,
            high_contrast: None,
            zoom: 1.0,
            recent: Vec::new(),
            recent_bundled: Vec::new(),
            results_limit: DEFAULT_LIMIT,
            play: ByHandSettings::default(),
            picture: PictureSettings::default(),
            welcomed: false,
            engine: String::new(),
            threads: None,
        }
    }
}

impl Settings {
    /// The engine for runs; `None` for the one that suits the puzzle.
    pub fn engine(&self) -> Option<&'static Engine> {
        Engine::by_id(&self.engine)
    }

    /// Chooses the engine for runs to come.
    pub fn set_engine(&mut self, engine: Option<&'static Engine>) {
        self.engine = engine.map_or("", |engine| engine.id).to_owned();
    }

    /// The number of threads for runs.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(default_threads).clamp(1, default_threads())
    }

    /// Sets the number of threads of future runs; the number of cores stands for the default.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = (threads < default_threads()).then_some(threads.max(1));
    }

    /// Puts a file at the head of the recent ones.
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        put_first(&mut self.recent, path, RECENT);
    }

    /// Puts a bundled puzzle at the head of the recent ones.
    pub fn remember_bundled(&mut self, path: &str) {
        put_first(&mut self.recent_bundled, PathBuf::from(path), RECENT_BUNDLED);
    }

    /// Forgets a file that is no longer there.
    pub fn forget(&mut self, path: &Path) {
        self.recent.retain(|file| file.path != path);
    }
}

/// Puts a file, used now, at the head of a list of so many at most.
fn put_first(list: &mut Vec<RecentFile>, path: PathBuf, most: usize) {
    list.retain(|file| file.path != path);
    list.insert(0, RecentFile { path, used: SystemTime::now() });
    list.truncate(most);
}
