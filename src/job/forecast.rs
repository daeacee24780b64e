//! How long a run will still take, as a range.
//!
//! Jobs are done in shuffled order, so the times of those done are a random sample of all, and
//! the mean of the rest is known within two standard errors of the sample's mean.

use std::time::Duration;

/// A range of time, by the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Hardly less than this.
    pub least: Duration,
    /// Hardly more than this.
    pub most: Duration,
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

    /// The time that `left` jobs will take on `threads` threads, given how long the jobs now
    /// under way have already run. `None` while fewer than a dozen jobs or 2 % are done.
    pub(super) fn forecast(&self, left: f64, threads: usize) -> Option<Forecast> {
        let n = self.count as f64;
        if self.count < 12 || n / (n + left) < 0.02 {
            return None;
        }
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0);
        // Error of the sample's mean, and the scatter of the rest about its own mean.
        let error = 2.0 * (variance / n + variance / left.max(1.0)).sqrt();
        let share = left / threads as f64;
        let time = |each: f64| Duration::from_secs_f64((each * share).max(0.0));
        Some(Forecast { least: time(mean - error), most: time(mean + error) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forecast_waits_for_a_sample_and_then_brackets_the_mean() {
        let mut times = JobTimes::default();
        for i in 0..11 {
            times.add(Duration::from_millis(90 + 2 * i));
        }
        assert!(times.forecast(89.0, 2).is_none());
        times.add(Duration::from_millis(112));
        let forecast = times.forecast(88.0, 2).unwrap();
        let mean = Duration::from_millis(101 * 44);
        assert!(forecast.least < mean && mean < forecast.most, "{forecast:?}");
        assert!(times.forecast(100_000.0, 2).is_none(), "too small a part is done");
    }
}
