//! The progress of a frontier sweep: its steps, its states, and what they say about the steps to
//! come.

use std::sync::Arc;
use std::time::Duration;

use crate::encode::Encoding;
use crate::exact_cover::frontier::Stage;
use crate::exact_cover::{ItemId, Problem};
use crate::job::Forecast;

/// The fewest steps whose states are added up, to see how these grow.
const MIN_STEPS: usize = 3;
/// The states of a second sweep, which comes to meet the first one, in those of the first.
const SECOND: [f64; 2] = [0.04, 0.8];
/// A sweep that only counts stops halfway, or later by up to its span divided by this number: see
/// `exact_cover/frontier/meet_in_the_middle.rs`.
const LATER: usize = 4;
/// The share of the steps of a second sweep after which its largest step is known.
const SECOND_PEAK: f64 = 0.6;
/// The share of the steps of a sweep after which its states no longer grow.
const PEAK: f64 = 0.6;
/// The time of the way back, in that of the way forward: at least, and at most.
const BACK: [f64; 2] = [0.15, 1.2];
/// A forecast is worth showing while its bounds differ by no more than this factor.
const WIDEST: f64 = 20.0;

/// A frontier sweep at one moment.
#[derive(Clone, Debug)]
pub struct SweepProgress {
    /// The sites in the order in which they are swept, by their positions on the board; empty for a
    /// puzzle of items and options.
    pub order: Arc<[u32]>,
    /// The number of sites that the frontier spans.
    pub span: usize,
    /// Where the sweep is.
    pub stage: Stage,
    /// The states met in each step so far.
    pub steps: Vec<u64>,
    /// The number of the sweep, counted from 1, and how many there are; 1 of 1 where it is the only
    /// one or only counts.
    pub number: (usize, usize),
    /// True if it only counts, so that nothing is listed afterwards.
    pub only_counts: bool,
    /// The time spent when it began.
    pub(super) began: Duration,
    /// The states met before it began.
    pub(super) before: u64,
}

impl SweepProgress {
    /// A sweep that begins. Items of `problem` have the names of those of the encoding.
    pub(super) fn new(
        encoding: Option<&Encoding>,
        problem: &Problem,
        order: &[ItemId],
        span: usize,
        began: Duration,
    ) -> SweepProgress {
        let order = encoding.map_or_else(Vec::new, |encoding| {
            let name = |item: ItemId| encoding.problem.item(item).name.as_str();
            let sites = encoding.site_items.iter().zip(0..);
            let positions: rustc_hash::FxHashMap<&str, u32> =
                sites.map(|(&item, position)| (name(item), position)).collect();
            let position = |item: &ItemId| positions.get(problem.item(*item).name.as_str());
            order.iter().filter_map(|item| position(item).copied()).collect()
        });
        let stage = Stage { level: 0, levels: 0, states: 0, bytes: 0, back: false, met_at: None };
        SweepProgress {
            order: order.into(),
            span,
            stage,
            steps: Vec::new(),
            number: (1, 1),
            only_counts: false,
            began,
            before: 0,
        }
    }

    /// Takes in where the sweep is.
    pub(super) fn pass(&mut self, stage: Stage) {
        // What symmetries leave as it is is counted by a smaller sweep, in next to no time.
        if !self.order.is_empty() && stage.levels != self.order.len() {
            return;
        }
        if stage.level < self.stage.level && !stage.back {
            // The next part of a count that is divided.
            self.steps.clear();
            self.before = stage.states;
        }
        let known: u64 = self.steps.iter().sum();
        let met = stage.states.saturating_sub(self.before);
        if !stage.back && met > known {
            // The states are those met before the step.
            let step = stage.level.saturating_sub(1);
            self.steps.resize(self.steps.len().max(step + 1), 0);
            self.steps[step] += met - known;
        }
        self.stage = stage;
    }

    /// The sites that are swept, as ranges of the order; those between are the frontier and what is
    /// to come.
    pub fn swept(&self) -> [std::ops::Range<usize>; 2] {
        let (level, all) = (self.stage.level, self.order.len());
        match self.stage.met_at {
            Some(cut) => {
                let beyond = level.saturating_sub(cut);
                let from = all.saturating_sub(beyond).max(cut.min(all));
                [0..cut.min(all), from..all]
            }
            None => [0..level.min(all), all..all],
        }
    }

    /// The sites of the frontier, as a range of the order: those on which states may differ.
    pub fn frontier(&self) -> std::ops::Range<usize> {
        let [before, beyond] = self.swept();
        match self.stage.met_at {
            Some(_) => beyond.start.saturating_sub(self.span).max(before.end)..beyond.start,
            None => before.end..(before.end + self.span).min(self.order.len()),
        }
    }

    /// The states met.
    fn met(&self) -> f64 {
        self.stage.states.saturating_sub(self.before).max(1) as f64
    }

    /// The states left to be met, at least and at most; `None` while too few steps are known. A
    /// sweep that only counts stops halfway, and a second one comes to meet it.
    fn left(&self) -> Option<[f64; 2]> {
        let met = self.met();
        let (level, levels) = (self.stage.level, self.stage.levels);
        Some(if self.stage.back {
            // The way back goes through the steps again, the last ones first.
            let share = level as f64 / levels.max(1) as f64;
            BACK.map(|part| part * share * met)
        } else if let Some(cut) = self.stage.met_at {
            self.left_of_second(cut)
        } else if self.only_counts && level <= levels / 2 + self.span / LATER {
            let [least, most] = self.left_until(levels / 2)?;
            [least + SECOND[0] * (met + least), most + SECOND[1] * (met + most)]
        } else {
            let [least, most] = self.left_until(levels)?;
            let back = if self.only_counts { [0.0; 2] } else { BACK };
            [least + back[0] * (met + least), most + back[1] * (met + most)]
        })
    }

    /// Returns whether the sweep is expected to end before it has met so many states.
    pub(super) fn ends_within(&self, states: u64) -> bool {
        let expected = |[least, most]: [f64; 2]| self.met() + (least * most).sqrt();
        self.left().is_some_and(|left| expected(left) <= states as f64)
    }

    /// The time left for the sweep, given the time spent; `None` while too few steps are known.
    pub(super) fn forecast(&self, elapsed: Duration) -> Option<Forecast> {
        let (met, [least, most]) = (self.met(), self.left()?);
        let spent = elapsed.saturating_sub(self.began).as_secs_f64();
        let time = |states: f64| Duration::from_secs_f64((states * spent / met).min(1e9));
        let rest = spent * 0.02;
        let firm = time(most).as_secs_f64() <= WIDEST * time(least).as_secs_f64().max(rest);
        Some(Forecast { least: time(least), most: time(most), firm })
    }

    /// The states that a second sweep has still to meet, at least and at most, where the first one
    /// stopped at a level.
    fn left_of_second(&self, cut: usize) -> [f64; 2] {
        let sum = |steps: &[u64]| steps.iter().sum::<u64>() as f64;
        let (first, second) = self.steps.split_at(cut.min(self.steps.len()));
        let (before, done) = (sum(first), sum(second));
        let all = self.stage.levels.saturating_sub(cut) as f64;
        let left = self.stage.levels.saturating_sub(self.stage.level) as f64;
        let mut most = (SECOND[1] * before - done).max(0.0);
        let mut least = (SECOND[0] * before - done).max(0.0);
        if left < (1.0 - SECOND_PEAK) * all {
            let largest = second.iter().copied().max().unwrap_or(0) as f64;
            (least, most) = (0.05 * largest * left, most.min(1.2 * largest * left));
        }
        [least.min(most), most]
    }

    /// The states of the steps before one, at least and at most: they do not grow from now on, or
    /// grow as they did until they have passed their peak.
    fn left_until(&self, to: usize) -> Option<[f64; 2]> {
        let width = (self.span / 2).max(MIN_STEPS);
        let known = self.steps.len();
        if known < 2 * width {
            return None;
        }
        let sum =
            |range: std::ops::Range<usize>| (self.steps[range].iter().sum::<u64>() as f64).max(1.0);
        let (now, before) = (sum(known - width..known), sum(known - 2 * width..known - width));
        let growth = (now / before).powf(1.0 / width as f64);
        let (level, levels) = (self.stage.level, self.stage.levels as f64);
        let latest = self.steps[known - 1] as f64;
        let mean = now / width as f64;
        let (mut low, mut high) = (mean.min(latest), mean.max(latest));
        let [mut least, mut most] = [0.0; 2];
        for step in level..to {
            if (step as f64) < PEAK * levels {
                low *= growth.clamp(0.9, 1.0);
                high *= growth.max(1.0);
            } else {
                low *= growth.min(0.85);
            }
            least += low;
            most += high;
        }
        Some([0.6 * least, 1.3 * most])
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::encode::{Encoding, SymmetryGroup};
    use crate::exact_cover::frontier::Limits;
    use crate::format::bundled;
    use crate::job::count;
    use crate::job::count::{frontier_order, sweep_restriction};

    #[test]
    fn the_frontier_lies_behind_what_is_swept_from_either_end() {
        let stage = Stage { level: 4, levels: 10, states: 7, bytes: 0, back: false, met_at: None };
        let order: Arc<[u32]> = (0..10).collect();
        let mut sweep = SweepProgress {
            order,
            span: 3,
            stage,
            steps: Vec::new(),
            number: (1, 1),
            only_counts: true,
            began: Duration::ZERO,
            before: 0,
        };
        assert_eq!((sweep.swept(), sweep.frontier()), ([0..4, 10..10], 4..7));
        sweep.stage = Stage { level: 7, met_at: Some(5), ..stage };
        assert_eq!((sweep.swept(), sweep.frontier()), ([0..5, 8..10], 5..8));
        sweep.stage = Stage { level: 10, ..stage };
        assert_eq!((sweep.swept(), sweep.frontier()), ([0..10, 10..10], 10..10));
    }

    #[test]
    fn a_sweep_is_expected_to_end_if_its_steps_have_stopped_growing() {
        let swept = |growth: f64, level: usize| {
            let steps: Vec<u64> = (0..level).map(|n| 1000 + growth.powi(n as i32) as u64).collect();
            let states = steps.iter().sum();
            let (met_at, levels) = (None, 60);
            let stage = Stage { level, levels, states, bytes: 0, back: false, met_at };
            let order: Arc<[u32]> = (0..60).collect();
            let (number, began) = ((1, 1), Duration::ZERO);
            let only_counts = true;
            SweepProgress { order, span: 8, stage, steps, number, only_counts, began, before: 0 }
        };
        let (even, growing) = (swept(1.0, 20), swept(2.0, 20));
        assert!(even.ends_within(60_000) && !even.ends_within(21_000));
        assert!(!growing.ends_within(4 * growing.stage.states));
        assert!(!swept(1.0, 5).ends_within(u64::MAX), "nothing is known yet");
        // A little behind the middle it may still come to meet a second one.
        assert!(swept(1.0, 32).ends_within(60_000));
    }

    /// The outcome of the forecasts of the states left, made at all steps of a count.
    struct Judged {
        made: usize,
        /// Those that bracketed the truth.
        right: usize,
        /// Those whose middle told all states of the count within a factor of 2.
        near: usize,
    }

    /// Counts a bundled puzzle, and judges the forecasts made meanwhile.
    fn judged(path: &str) -> Judged {
        let bundled = bundled::ALL.iter().find(|b| b.path.ends_with(path)).expect(path);
        let puzzle = bundled.open().puzzle;
        let encoding = Encoding::new(&puzzle).expect("it fits");
        let group = SymmetryGroup::new(&puzzle, &encoding);
        let (engine, _) = count::counter().expect("an engine that counts");
        let (span, order) =
            frontier_order(engine, &puzzle, &encoding, &encoding.problem).expect("an order");
        let began = Duration::ZERO;
        let problem = &encoding.problem;
        let mut sweep = SweepProgress::new(Some(&encoding), problem, &order, span as usize, began);
        sweep.only_counts = true;
        let held = sweep_restriction(&puzzle, &encoding, &group);
        // A state takes a microsecond, by this clock.
        let mut made: Vec<(u64, Forecast)> = Vec::new();
        let limits = Limits::default();
        let mut watch = |_: f64, stage: Stage| {
            sweep.pass(stage);
            if sweep.stage == stage {
                let elapsed = Duration::from_micros(stage.states);
                let shown = sweep.forecast(elapsed).filter(|forecast| forecast.firm);
                made.extend(shown.map(|forecast| (stage.states, forecast)));
            }
            ControlFlow::Continue(())
        };
        count::count(&puzzle, &encoding, &group, held.as_ref(), &limits, &mut watch)
            .expect("it is counted");
        let all = sweep.stage.states;
        let right = made.iter().filter(|(states, forecast)| {
            let left = Duration::from_micros(all - states);
            let slack = Duration::from_micros(all / 50);
            forecast.least <= left + slack && left <= forecast.most + slack
        });
        let near = made.iter().filter(|(states, forecast)| {
            let left = [forecast.least, forecast.most].map(|time| time.as_secs_f64() * 1e6 + 1.0);
            let told = *states as f64 + (left[0] * left[1]).sqrt();
            (0.5..=2.0).contains(&(told / all as f64))
        });
        let (right, near) = (right.count(), near.count());
        println!("{path}: {right} and {near} of {}", made.len());
        for (states, forecast) in made.iter().step_by((made.len() / 14).max(1)) {
            let Forecast { least, most, firm } = forecast;
            println!("{} of {all} left: {least:?} to {most:?}, firm {firm}", all - states);
        }
        Judged { made: made.len(), right, near }
    }

    #[test]
    fn forecasts_of_counts_bracket_the_truth_four_times_of_five_and_are_near_nine_times_of_ten() {
        let paths = [
            "pentominoes-6x10.ron",
            "pentominoes-4x15.ron",
            "one-sided-pentominoes-3x30.ron",
            "one-sided-pentominoes-5x18.ron",
            "y-pentominoes-15x15.ron",
            "pentominoes-5x12.ron",
            "hexiamonds-6x6.ron",
            "scotts-board.ron",
            "pentominoes-3x20.ron",
            "tetrahexes-7x4.ron",
        ];
        let mut sum = Judged { made: 0, right: 0, near: 0 };
        for path in paths {
            let Judged { made, right, near } = judged(path);
            assert!(near * 10 >= made * 9, "{path}: {near} of {made}");
            sum.made += made;
            sum.right += right;
            sum.near += near;
        }
        let Judged { made, right, near } = sum;
        assert!(made > 100 && right * 5 >= made * 4, "{right} and {near} of {made}");
    }
}
