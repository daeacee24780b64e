//! The pictures of the gallery: a true solution of each puzzle, found on one thread.
//!
//! The thread first encodes every puzzle, which is quick, and then searches each for one
//! solution; where the whole board has none, its variants, but not that of today. A sudoku has its givens
//! alone. Puzzles known to have none get a few sample
//! pieces instead, and so do hard ones until theirs is found. Large sets show their boards alone.
//!
//! It works while the gallery is seen, and goes on where it was when it is seen again: searches that
//! somebody asked for have the processor meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::entry::Encoded;
use crate::encode::Encoding;
use crate::exact_cover::OptionId;
use crate::job::thumbnail::{NODE_LIMIT, first_solution, solution_of_a_variant};
use crate::lattice::Point;
use crate::picture::{Page, Xy};
use crate::puzzle::Puzzle;
use crate::ui::platform::recent;
use crate::workbench::Wake;
use crate::workbench::play::calendar::CalendarDay;

/// Nodes after which a search gives way to the next puzzle, and those of the second attempt, which
/// is the last: some puzzles take hours.
const NODE_LIMITS: [u64; 2] = [NODE_LIMIT, 10 * NODE_LIMIT];

/// A finding of the thread about a puzzle, by its place in the collection.
#[derive(Debug)]
pub(super) enum News {
    /// Its options and symmetries.
    Encoded(usize, Encoded),
    /// The pieces of its picture.
    Placed(usize, Vec<OptionId>),
    /// Some sample pieces for a picture, if any: no solution was found within one more of the limits.
    Sampled(usize, Option<Vec<OptionId>>),
}

/// The pictures, and the thread that finds them while they are seen.
pub(super) struct Pictures {
    wanted: Vec<Wanted>,
    work: Option<Work>,
    is_seen: bool,
}

/// The thread; it ends soon after this is dropped.
struct Work {
    news: Receiver<News>,
    stop: Arc<AtomicBool>,
}

/// A puzzle whose picture is wanted.
#[derive(Clone)]
pub(super) struct Wanted {
    puzzle: Arc<Puzzle>,
    /// True if it is known that no solution exists.
    hopeless: bool,
    /// Its options, once they are known.
    encoding: Option<Arc<Encoding>>,
    /// True if nothing is left to find.
    is_done: bool,
    /// The number of limits within which no solution was found.
    tried: usize,
}

impl Wanted {
    /// A puzzle of which nothing is known but whether no solution exists, and whether it has so many
    /// placements that its board alone is shown.
    pub(super) fn new(puzzle: Arc<Puzzle>, hopeless: bool, is_large: bool) -> Wanted {
        Wanted { puzzle, hopeless, encoding: None, is_done: is_large, tried: 0 }
    }
}

impl Pictures {
    /// The pictures of some puzzles, none of which is there yet.
    pub(super) fn new(wanted: Vec<Wanted>) -> Pictures {
        Pictures { wanted, work: None, is_seen: false }
    }

    /// Looks for what is not there yet, as long as this is called between calls of `poll`.
    pub(super) fn find(&mut self, wake: &Wake) {
        self.is_seen = true;
        let is_open = |wanted: &Wanted| !wanted.is_done && wanted.tried < NODE_LIMITS.len();
        if self.work.is_some() || !self.wanted.iter().any(is_open) {
            return;
        }
        let (sender, news) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (flag, wake) = (Arc::clone(&stop), Arc::clone(wake));
        let open = self.wanted.iter().cloned().enumerate().filter(|(_, wanted)| is_open(wanted));
        let open = open.collect();
        // Without the thread there are no pictures, and all else works.
        let work = move || find_all(open, &sender, &flag, &wake);
        let _ = crate::threads::start(work);
        self.work = Some(Work { news, stop });
    }

    /// Returns the findings since the last call, and ends the thread where nobody sees what it finds.
    pub(super) fn poll(&mut self) -> Vec<News> {
        let Some(work) = &self.work else { return Vec::new() };
        let news: Vec<News> = work.news.try_iter().collect();
        for own in &news {
            match own {
                News::Encoded(index, encoded) => {
                    self.wanted[*index].encoding = Some(Arc::clone(&encoded.encoding));
                }
                News::Placed(index, _) => self.wanted[*index].is_done = true,
                News::Sampled(index, _) => self.wanted[*index].tried += 1,
            }
        }
        if !std::mem::take(&mut self.is_seen) {
            self.work = None;
        }
        news
    }
}

#[cfg(test)]
impl Pictures {
    /// Returns whether a thread is at work.
    pub(super) fn is_working(&self) -> bool {
        self.work.is_some()
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

fn find_all(wanted: Vec<(usize, Wanted)>, sender: &Sender<News>, stop: &AtomicBool, wake: &Wake) {
    // Nobody listens any more once the gallery is left; the flag then ends the thread.
    let tell = |news| {
        let _ = sender.send(news);
        wake();
    };
    let mut open = Vec::new();
    for (index, wanted) in wanted {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let encoding = match &wanted.encoding {
            Some(encoding) => Arc::clone(encoding),
            None => {
                let Some(encoded) = Encoded::new(&wanted.puzzle) else { continue };
                let encoding = Arc::clone(&encoded.encoding);
                tell(News::Encoded(index, encoded));
                encoding
            }
        };
        let givens = givens(&wanted.puzzle, &encoding);
        if !givens.is_empty() {
            tell(News::Placed(index, givens));
        } else if wanted.hopeless {
            tell(News::Placed(index, samples(&wanted.puzzle, &encoding)));
        } else {
            open.push((index, wanted, encoding));
        }
    }
    let today = recent::now().date();
    for (round, limit) in NODE_LIMITS.into_iter().enumerate() {
        open.retain(|(index, wanted, encoding)| {
            if wanted.tried > round || stop.load(Ordering::Relaxed) {
                return true;
            }
            let puzzle = &wanted.puzzle;
            let is_today =
                |day: CalendarDay| (day.month as i8, day.day as i8) == (today.month(), today.day());
            let may_be_shown =
                |open: &[Point]| !CalendarDay::of(puzzle, open).is_some_and(is_today);
            let found = match puzzle.needs_variants() {
                true => solution_of_a_variant(puzzle, encoding, limit, stop, may_be_shown),
                false => first_solution(encoding, limit, stop),
            };
            let is_open = found.is_none();
            if let Some(options) = found {
                tell(News::Placed(*index, options));
            } else if !stop.load(Ordering::Relaxed) {
                let samples = (round == 0).then(|| samples(puzzle, encoding));
                tell(News::Sampled(*index, samples));
            }
            is_open
        });
    }
}

/// The givens of a sudoku, of which no more is shown; none of other puzzles.
pub(super) fn givens(puzzle: &Puzzle, encoding: &Encoding) -> Vec<OptionId> {
    let given = |(cell, sign): (Point, &str)| {
        let (piece, _) = puzzle.pieces().find(|(_, piece)| piece.name == sign)?;
        encoding.find(puzzle, piece, &[cell])
    };
    puzzle.cover.iter().flat_map(|cover| cover.givens()).filter_map(given).collect()
}

/// Two pieces that lie apart from each other on the board, each as near as can be to a third of
/// the way from one corner to the other.
fn samples(puzzle: &Puzzle, encoding: &Encoding) -> Vec<OptionId> {
    let page = Page::around(puzzle.lattice, puzzle.board.sites().iter().map(|s| s.site));
    let plane = |site| page.at(site);
    let sites: Vec<Xy> = puzzle.board.sites().iter().map(|s| plane(s.site)).collect();
    let least = |k: usize| sites.iter().map(|p| p[k]).fold(f64::INFINITY, f64::min);
    let most = |k: usize| sites.iter().map(|p| p[k]).fold(f64::NEG_INFINITY, f64::max);
    let mut chosen: Vec<OptionId> = Vec::new();
    for share in [0.3, 0.7] {
        let target = [0, 1].map(|k| least(k) + (most(k) - least(k)) * share);
        let distance = |option: OptionId| {
            let (sum, n) = encoding
                .sites(option)
                .map(plane)
                .fold(([0.0, 0.0], 0.0), |(s, n), p| ([s[0] + p[0], s[1] + p[1]], n + 1.0));
            (sum[0] / n - target[0]).powi(2) + (sum[1] / n - target[1]).powi(2)
        };
        let fits = |option: OptionId| {
            chosen.iter().all(|&other| {
                let (a, b) = (encoding.placement(option), encoding.placement(other));
                // A different piece, or else the same one turned.
                let differs = a.piece != b.piece
                    || puzzle.cover.is_some()
                    || puzzle.pieces.len() == 1 && a.orientation != b.orientation;
                let apart = encoding.sites(option).all(|s| encoding.sites(other).all(|t| s != t));
                differs && apart
            })
        };
        let nearest = (0..encoding.placements.len() as u32)
            .map(OptionId)
            .filter(|&option| fits(option))
            .min_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        chosen.extend(nearest);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::bundled;

    #[test]
    fn samples_lie_apart() {
        for puzzle in bundled::ALL.iter().filter(|puzzle| !puzzle.is_large()) {
            let puzzle = puzzle.open().puzzle;
            let encoding = Encoding::new(&puzzle).unwrap();
            let chosen = samples(&puzzle, &encoding);
            let mut sites: Vec<_> = chosen.iter().flat_map(|&o| encoding.sites(o)).collect();
            let n = sites.len();
            sites.sort_unstable();
            sites.dedup();
            assert_eq!((chosen.len(), sites.len()), (2, n));
        }
    }
}
