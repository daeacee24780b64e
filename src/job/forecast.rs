//! The remaining time of a run, as a range.
//!
//! Jobs are done in shuffled order, so those done are a random sample of all, and the mean of the
//! rest is known within a few standard errors of the sample's mean. Two things would make it too
//! low: the jobs under way are larger than others, as any that are met at some moment, and must not
//! be left out; and the times of jobs are skewed, so that a sample mostly lacks the few long ones.

use std::time::Duration;

/// A range of time, by the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Hardly less than this.
    pub least: Duration,
    /// Hardly more than this.
    pub most: Duration,
    /// True if it rests on enough jobs to be shown: at least a dozen, and 2 % of all.
    pub firm: bool,
}

/// Times of the jobs done so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct JobTimes {
    count: u64,
    sum: f64,
    squares: f64,
}

impl JobTimes {
    pub(super) fn add(&mut self, time: Duration) {
        let seconds = time.as_secs_f64();
        self.count += 1;
        self.sum += seconds;
        self.squares += seconds * seconds;
    }

    /// The time that `left` jobs will take on `threads` threads, given which part of the jobs now
    /// under way is done, in jobs, and the time spent on it. `None` while fewer than four are done.
    pub(super) fn forecast(
        &self,
        left: f64,
        threads: usize,
        (part, spent): (f64, Duration),
    ) -> Option<Forecast> {
        let n = self.count as f64;
        if self.count < 4 {
            return None;
        }
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0);
        let mean = (self.sum + spent.as_secs_f64()) / (n + part);
        // Error of the sample's mean, and the scatter of the rest about its own mean; as a factor,
        // and wider upwards, as for [`super::Estimate::range`].
        let error = (variance / n + variance / left.max(1.0)).sqrt() / mean.max(1e-9);
        // The scatter of a few jobs is itself known badly: about Student's distribution.
        let error = error * (1.0 + 2.0 / (n - 1.0));
        let share = left / threads as f64;
        let time = |each: f64| Duration::from_secs_f64(each * share);
        Some(Forecast {
            least: time(mean / (1.0 + 2.0 * error)),
            most: time(mean * (1.0 + 4.0 * error)),
            firm: self.count >= 12 && n / (n + left) >= 0.02,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forecast_waits_for_a_sample_and_then_brackets_the_mean() {
        let mut times = JobTimes::default();
        let nothing = (0.0, Duration::ZERO);
        for i in 0..12 {
            let early = times.forecast(100.0 - i as f64, 2, nothing);
            assert_eq!(early.map(|forecast| forecast.firm), (i >= 4).then_some(false), "{i} jobs");
            times.add(Duration::from_millis(90 + 2 * i));
        }
        let forecast = times.forecast(88.0, 2, nothing).unwrap();
        let mean = Duration::from_millis(101 * 44);
        assert!(forecast.firm && forecast.least < mean && mean < forecast.most, "{forecast:?}");
        let early = times.forecast(100_000.0, 2, nothing).unwrap();
        assert!(!early.firm, "too small a part is done");
    }

    #[test]
    fn of_a_few_jobs_less_is_said() {
        let of = |count: u64| {
            let mut times = JobTimes::default();
            (0..count).for_each(|i| times.add(Duration::from_millis(50 + i % 4 * 50)));
            let forecast = times.forecast(1000.0, 1, (0.0, Duration::ZERO)).unwrap();
            forecast.most.as_secs_f64() / forecast.least.as_secs_f64()
        };
        assert!(of(4) > 1.5 * of(8) && of(8) > 1.2 * of(16), "{} {} {}", of(4), of(8), of(16));
    }

    #[test]
    fn few_long_jobs_are_reckoned_with_before_one_is_done() {
        // One job in forty takes a hundred times as long as the others; none of them is done yet.
        let mut times = JobTimes::default();
        for i in 0..30 {
            times.add(Duration::from_millis(8 + i % 5));
        }
        let all = times.forecast(370.0, 1, (0.0, Duration::ZERO)).unwrap();
        assert!(all.most < Duration::from_millis(370 * 12), "{all:?}");
        // Half of a long one is.
        let half = times.forecast(369.5, 1, (0.5, Duration::from_millis(500))).unwrap();
        assert!(half.least > 2 * all.least, "{half:?}");
    }
}
