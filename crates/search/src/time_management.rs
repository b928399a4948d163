//! Time management: how long to think about a move, by the player's clock and by what the search has found so far.
//!
//! Pure arithmetic: nothing here reads a clock, so a plan can be tested with any clock.
//!
//! ```
//! use std::time::Duration;
//! use rootward_search::GameClock;
//!
//! let clock = GameClock { left: Duration::from_secs(60), increment: Duration::from_secs(1), ..GameClock::default() };
//! let budget = clock.budget();
//! assert!(budget.soft < budget.hard && budget.hard < clock.left);
//! ```

use std::time::Duration;

use rootward_game::Score;

use crate::Iteration;

/// A player's clock, with the move to be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameClock {
    /// The time left for this move and all later ones.
    pub left: Duration,
    /// The time that every move adds.
    pub increment: Duration,
    /// Moves until more time is given; none if the time has to last for the game.
    pub moves_to_go: Option<u32>,
    /// The time that a move costs besides thinking, such as network lag.
    pub overhead: Duration,
}

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The soft limit: if nothing special happens, no iteration is begun after it.
    pub soft: Duration,
    /// The hard limit: the search ends here, even in the middle of an iteration.
    pub hard: Duration,
}

/// The number of moves that time is planned for, if the length of the game is unknown. It is the same at every move, so that
/// time never runs out.
const MOVES_AHEAD: u32 = 26;

/// A move gets at least one part in this many of the time left, as long as the rest covers the overheads of later moves.
const LEAST_PART: u32 = 100;

/// What a move gets on a clock that is nearly empty: enough to look at every move.
const LEAST: Duration = Duration::from_micros(1);

/// The most time that an unclear position gets, as a multiple of the planned time.
const STRETCH: u32 = 5;

impl GameClock {
    /// The time for the next move: never more than the time left minus the overhead, and never zero.
    pub fn budget(&self) -> Budget {
        let moves = self.moves_to_go.unwrap_or(MOVES_AHEAD).clamp(1, MOVES_AHEAD);
        let usable = self.left.saturating_sub(self.overhead);
        // The time left and the increments to come, minus the overheads, in equal parts. Only seven tenths of the increments
        // are counted, so that a reserve of about eight increments stays on the clock.
        let pool = self.left.saturating_add(self.increment.saturating_mul(moves - 1) / 10 * 7);
        let overheads = self.overhead.saturating_mul(moves + 1);
        let planned = pool.saturating_sub(overheads) / moves;
        let least = self.least(overheads);
        // The last move before new time may take nearly all that is left; any other takes at most four tenths.
        let most = if moves == 1 { usable / 10 * 9 } else { usable / 10 * 4 };
        let hard = planned.saturating_mul(STRETCH).min(most).max(least).min(usable.max(least));
        Budget { soft: planned.max(least).min(hard), hard }
    }

    /// The least time for a move. If the overheads to come exceed the time left, the part for thinking shrinks with the share of
    /// them that is still covered. So with an increment the clock settles well above zero.
    fn least(&self, overheads: Duration) -> Duration {
        let part = self.left / LEAST_PART;
        if self.left >= overheads {
            return part;
        }
        let covered = self.left.as_secs_f64() / overheads.as_secs_f64();
        part.mul_f64(covered.clamp(0.0, 1.0)).max(LEAST.min(part))
    }

    /// The time by which an answer has to be given in any case: the overhead before the clock runs out, or half of the time left
    /// if that is later.
    pub fn latest(&self) -> Duration {
        self.left.saturating_sub(self.overhead).max(self.left / 2)
    }
}

/// Decides after every iteration whether to begin another.
///
/// More time is spent when the best move changes or its value falls, less when nothing has changed for some iterations.
#[derive(Clone, Debug)]
pub struct TimeManager<M> {
    budget: Budget,
    /// The evaluation's unit.
    unit: i32,
    best: Option<M>,
    /// The number of iterations since the best move changed.
    unchanged: usize,
    /// A running average of the values, later iterations with more weight.
    level: Option<i64>,
}

/// Percent of the soft limit, by the number of iterations since the best move changed. An iteration that is begun late is
/// mostly not finished and its time is wasted, so even the middle of the table is below a hundred.
const BY_STABILITY: [u32; 7] = [150, 110, 90, 75, 65, 60, 55];

impl<M: Copy + PartialEq> TimeManager<M> {
    /// A manager of this budget, for an evaluation with this [unit](rootward_game::Evaluation::unit).
    pub fn new(budget: Budget, unit: i32) -> TimeManager<M> {
        TimeManager { budget, unit: unit.max(1), best: None, unchanged: 0, level: None }
    }

    /// Takes a finished iteration; returns whether the search should end.
    pub fn is_enough(&mut self, iteration: &Iteration<M>) -> bool {
        let Some(line) = iteration.lines.first() else { return true };
        iteration.elapsed >= self.wanted(line.moves.first().copied(), line.score)
    }

    /// The time to spend on the position, after an iteration with this best move and value.
    fn wanted(&mut self, best: Option<M>, score: Score) -> Duration {
        self.unchanged = if best == self.best { self.unchanged + 1 } else { 0 };
        self.best = best;
        let value = i64::from(score.as_estimate().to_raw());
        let fall = self.level.map_or(0, |level| (level - value) * 100 / i64::from(self.unit));
        self.level = Some(self.level.map_or(value, |level| (level + value) / 2));
        let by_stability = BY_STABILITY[self.unchanged.min(BY_STABILITY.len() - 1)];
        // A fall by one unit doubles the time; a rise saves little, since it may be an error of the last iteration.
        let by_value = (100 + fall.clamp(-15, 100)) as u32;
        let wanted = self.budget.soft.saturating_mul(by_stability).saturating_mul(by_value) / 10_000;
        wanted.min(self.budget.hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn any_clock() -> impl Strategy<Value = GameClock> {
        let moves = proptest::option::of(0u32..200);
        (0u64..20_000_000, 0u64..100_000, moves, 0u64..5_000).prop_map(|(left, increment, moves_to_go, overhead)| {
            GameClock { left: ms(left), increment: ms(increment), moves_to_go, overhead: ms(overhead) }
        })
    }

    proptest! {
        #[test]
        fn no_plan_reaches_beyond_the_clock(clock in any_clock()) {
            let Budget { soft, hard } = clock.budget();
            prop_assert!(soft <= hard);
            // If less than the overhead is left, a move that takes a hundredth may still be in time.
            prop_assert!(hard <= clock.left.saturating_sub(clock.overhead).max(clock.left / 100));
            prop_assert!(clock.left.is_zero() || hard > Duration::ZERO);
        }

        #[test]
        fn extreme_clocks_do_no_harm(left: u64, increment: u64, moves_to_go: Option<u32>, overhead: u64) {
            let clock = GameClock { left: ms(left), increment: ms(increment), moves_to_go, overhead: ms(overhead) };
            prop_assert!(clock.budget().hard <= clock.left);
        }

        #[test]
        fn whatever_an_iteration_says_the_hard_limit_holds(
            clock in any_clock(),
            said in proptest::collection::vec((0u8..3, any::<i32>()), 1..20),
        ) {
            let budget = clock.budget();
            let mut time_manager = TimeManager::new(budget, 100);
            for (best, raw) in said {
                prop_assert!(time_manager.wanted(Some(best), Score::from_raw(raw)) <= budget.hard);
            }
        }

        /// Every move takes its hard limit and half of the overhead on top.
        #[test]
        fn a_game_of_greedy_moves_ends_with_time_left(left in 1_000u64..600_000, increment in 0u64..5_000) {
            let mut clock =
                GameClock { left: ms(left), increment: ms(increment), moves_to_go: None, overhead: ms(10) };
            for _ in 0..60 {
                let spent = clock.budget().hard + if clock.left > ms(20) { ms(5) } else { Duration::ZERO };
                prop_assert!(spent < clock.left, "{:?} of {:?}", spent, clock.left);
                clock.left = clock.left - spent + clock.increment;
            }
        }
    }

    /// The number of moves until the time is used up, if each takes its soft limit plus `lag`.
    fn moves_in_time(mut clock: GameClock, lag: Duration) -> u32 {
        for moves in 0..1000 {
            let spent = clock.budget().soft + lag;
            if spent > clock.left {
                return moves;
            }
            clock.left = clock.left - spent + clock.increment;
        }
        1000
    }

    #[test]
    fn a_tenth_of_a_second_with_a_small_increment_keeps_a_reserve() {
        // Each move costs 0.8 ms besides thinking and adds 1 ms.
        let mut clock = GameClock { left: ms(100), increment: ms(1), overhead: ms(10), ..GameClock::default() };
        for _ in 0..1000 {
            clock.left = clock.left - clock.budget().hard - Duration::from_micros(800) + clock.increment;
            assert!(clock.left > ms(50), "{:?}", clock.left);
        }
        // Without an increment the moves get shorter and shorter, and the clock lasts as long as the machine allows.
        let mut clock = GameClock { increment: ms(0), left: ms(100), ..clock };
        for _ in 0..80 {
            clock.left = clock.left.checked_sub(clock.budget().hard + ms(1)).expect("time is left");
        }
    }

    #[test]
    fn an_answer_is_due_before_the_clock_runs_out() {
        let clock = GameClock { left: ms(100), overhead: ms(10), ..GameClock::default() };
        assert_eq!(clock.latest(), ms(90));
        assert_eq!(GameClock { left: ms(12), ..clock }.latest(), ms(6));
        assert_eq!(GameClock { left: ms(0), ..clock }.latest(), ms(0));
    }

    #[test]
    fn a_second_lasts_for_a_long_game() {
        let second = GameClock { left: ms(1000), overhead: ms(10), ..GameClock::default() };
        assert!(moves_in_time(second, ms(1)) > 150);
        let with_increment = GameClock { increment: ms(10), ..second };
        assert_eq!(moves_in_time(with_increment, ms(5)), 1000);
    }

    #[test]
    fn the_last_move_before_new_time_may_take_most_of_the_rest() {
        let clock = GameClock { left: ms(10_000), moves_to_go: Some(1), overhead: ms(10), ..GameClock::default() };
        assert!(clock.budget().hard > ms(8_500));
        assert!(GameClock { moves_to_go: Some(20), ..clock }.budget().hard < ms(4_000));
    }

    #[test]
    fn time_follows_what_the_search_says() {
        let budget = Budget { soft: ms(100), hard: ms(500) };
        let after = |said: &[(char, i32)]| {
            let mut time_manager = TimeManager::new(budget, 100);
            said.iter().map(|&(best, points)| time_manager.wanted(Some(best), Score::points(points))).last().unwrap()
        };
        let calm = after(&[('a', 20); 8]);
        assert!(calm < ms(60));
        assert!(after(&[('a', 20), ('a', 20), ('a', 20), ('b', 20)]) > 2 * calm, "the best move has changed");
        assert!(after(&[('a', 20), ('a', 20), ('a', 20), ('a', -60)]) > after(&[('a', 20); 4]) * 3 / 2, "it fell");
        assert!(after(&[('a', 20), ('a', 20), ('a', 20), ('a', 60)]) < after(&[('a', 20); 4]), "it rose");
    }
}
