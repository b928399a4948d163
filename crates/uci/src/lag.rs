//! The real overhead of a move besides thinking, measured by the clocks that the GUI sends.
//!
//! The GUI sends the remaining time before every move. The time that it took off the clock for the last move, minus the
//! time spent here, is the communication delay. The time spent beyond the plan is the delay of a busy machine. On such a
//! machine the configured overhead is too small, so the largest recent delay is used instead.

use std::time::Duration;

/// The measured overhead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lag {
    most: Duration,
    last: Option<Turn>,
    /// The maximum time planned for it.
    planned: Option<Duration>,
}

/// One of our moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Plies of the game before it.
    pub plies: usize,
    /// The remaining time on the clock.
    pub left: Duration,
    /// The increment for the move.
    pub increment: Duration,
}

/// A longer delay is not lag: the game was interrupted, or the clock was set.
const LONGEST: Duration = Duration::from_secs(2);

impl Lag {
    /// Called before each move; `spent` is the time of the previous move from its `go` to its answer. Returns the overhead
    /// to expect.
    pub fn begin(&mut self, turn: Turn, spent: Option<Duration>) -> Duration {
        if let (Some(last), Some(spent)) = (self.last, spent)
            && turn.plies == last.plies + 2
        {
            let expected = last.left.saturating_sub(spent).saturating_add(last.increment);
            let late = self.planned.map_or(Duration::ZERO, |planned| spent.saturating_sub(planned));
            let lag = expected.saturating_sub(turn.left).saturating_add(late);
            // It decays slowly.
            self.most = self.most.mul_f64(0.95).max(if lag < LONGEST { lag } else { Duration::ZERO });
        }
        self.last = Some(turn);
        self.planned = None;
        self.most
    }

    /// Sets the maximum time planned for the current move.
    pub fn plan(&mut self, hard: Option<Duration>) {
        self.planned = hard;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn turn(plies: usize, left: u64) -> Turn {
        Turn { plies, left: ms(left), increment: ms(10) }
    }

    #[test]
    fn what_the_clock_lost_and_was_not_spent_is_lag() {
        let mut lag = Lag::default();
        assert_eq!(lag.begin(turn(0, 1000), None), ms(0));
        // 40 spent and 10 added: 970 expected.
        assert_eq!(lag.begin(turn(2, 930), Some(ms(40))), ms(40));
        let later = lag.begin(turn(4, 900), Some(ms(40)));
        assert!(later < ms(40) && later > ms(30), "it is forgotten slowly");
    }

    #[test]
    fn what_was_spent_beyond_the_plan_is_lag() {
        let mut lag = Lag::default();
        lag.begin(turn(0, 1000), None);
        lag.plan(Some(ms(20)));
        assert_eq!(lag.begin(turn(2, 950), Some(ms(60))), ms(40));
        assert!(lag.begin(turn(4, 950), Some(ms(10))) < ms(40), "nothing was planned");
    }

    #[test]
    fn another_game_or_a_clock_that_was_set_is_no_lag() {
        let mut lag = Lag::default();
        lag.begin(turn(0, 60_000), None);
        assert_eq!(lag.begin(turn(8, 10_000), Some(ms(40))), ms(0), "moves in between");
        assert_eq!(lag.begin(turn(10, 1_000), Some(ms(40))), ms(0), "nine seconds");
        assert_eq!(lag.begin(turn(12, 5_000), Some(ms(40))), ms(0), "time was added");
    }
}
