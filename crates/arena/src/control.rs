//! Time control and other limits of a player: what it may spend on a move, and a clock that counts down.

use std::fmt;
use std::time::Duration;

use rootward_session::{Problem, parse_time};
use serde::Serialize;

/// The time for a game: a base time, an increment for every move, and perhaps the base time again after a number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TimeControl {
    /// The base time is added again after this many moves; none if it is for the whole game.
    pub moves: Option<u32>,
    /// The base time.
    pub base: Duration,
    /// The increment after each move.
    pub increment: Duration,
}

impl TimeControl {
    /// Reads `[MOVES/]TIME[+INCREMENT]`, both in seconds unless they have a unit: `1+0.01`, `40/60`, `5m+2s`.
    ///
    /// ```
    /// use rootward_arena::TimeControl;
    ///
    /// let control = TimeControl::parse("40/1m+0.5").unwrap();
    /// assert_eq!((control.moves, control.base.as_secs(), control.increment.as_millis()), (Some(40), 60, 500));
    /// assert!(TimeControl::parse("soon").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<TimeControl, Problem> {
        let expected = "[MOVES/]TIME[+INCREMENT] in seconds, such as 1+0.01, 40/60 or 5m+2s";
        let wrong = |_| Problem::new(format!("'{}' is not a time control", text.trim()), expected);
        let (moves, rest) = match text.trim().split_once('/') {
            Some((moves, rest)) => {
                let moves = rootward_session::parse_within(moves, "number of moves", 1, 1000).map_err(wrong)?;
                (Some(moves), rest)
            }
            None => (None, text.trim()),
        };
        let (base, increment) = rest.split_once('+').map_or((rest, None), |(base, more)| (base, Some(more)));
        let increment = match increment.map(str::trim) {
            None | Some("0") => Duration::ZERO,
            Some(more) => parse_time(more).map_err(wrong)?,
        };
        Ok(TimeControl { moves, base: parse_time(base).map_err(wrong)?, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() { Ok(()) } else { write!(f, "+{}", self.increment.as_secs_f64()) }
    }
}

/// The limits of a player; all of them hold at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowance {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// Time per move.
    pub time: Option<Duration>,
    /// Nodes per move.
    pub nodes: Option<u64>,
    /// Depth limit in plies.
    pub depth: Option<u32>,
}

impl Allowance {
    /// Whether nothing is limited.
    pub fn is_unlimited(&self) -> bool {
        *self == Allowance::default()
    }
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clock = self.clock.map(|clock| format!("{clock} s"));
        let time = self.time.map(|time| format!("{} s a move", time.as_secs_f64()));
        let nodes = self.nodes.map(|nodes| format!("{} nodes a move", rootward_session::grouped(nodes)));
        let depth = self.depth.map(|depth| format!("depth {depth}"));
        let all: Vec<String> = [clock, time, nodes, depth].into_iter().flatten().collect();
        f.write_str(&if all.is_empty() { "no limit".to_owned() } else { all.join(", ") })
    }
}

/// A player's clock during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    /// Time left.
    pub left: Duration,
    /// Moves until the base time is added again.
    pub moves_to_go: Option<u32>,
}

impl Clock {
    /// The clock at the start of a game.
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.base, moves_to_go: control.moves }
    }

    /// The increment after each move.
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// Subtracts the time of a move. False if the time was exceeded by more than the margin.
    pub fn spend(&mut self, time: Duration, margin: Duration) -> bool {
        if time > self.left + margin {
            self.left = Duration::ZERO;
            return false;
        }
        self.left = self.left.saturating_sub(time) + self.control.increment;
        if let Some(to_go) = &mut self.moves_to_go {
            *to_go -= 1;
            if *to_go == 0 {
                self.left += self.control.base;
                *to_go = self.control.moves.unwrap_or(1);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_control_is_read_and_written() {
        for text in ["1+0.01", "40/60", "40/60+0.6", "300"] {
            assert_eq!(TimeControl::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(TimeControl::parse("5m+0").unwrap().to_string(), "300");
        for text in ["", "+1", "0", "0/10", "x/10", "10+", "10+-1", "1/2/3", "1+2+3"] {
            let problem = TimeControl::parse(text).unwrap_err().to_string();
            assert!(problem.contains("is not a time control; expected [MOVES/]TIME"), "{problem}");
        }
    }

    #[test]
    fn a_clock_counts_down_and_adds_the_increment() {
        let mut clock = Clock::new(TimeControl::parse("1+0.1").unwrap());
        assert!(clock.spend(ms(300), ms(0)));
        assert_eq!(clock.left, ms(800));
        assert!(!clock.spend(ms(801), ms(0)));
    }

    #[test]
    fn the_margin_forgives_but_gives_no_time() {
        let mut clock = Clock::new(TimeControl::parse("1+0.1").unwrap());
        assert!(clock.spend(ms(1040), ms(50)));
        assert_eq!(clock.left, ms(100));
    }

    #[test]
    fn time_is_given_again_after_the_moves_of_the_control() {
        let mut clock = Clock::new(TimeControl::parse("2/10").unwrap());
        assert!(clock.spend(ms(4000), ms(0)) && clock.moves_to_go == Some(1));
        assert!(clock.spend(ms(5000), ms(0)));
        assert_eq!((clock.left, clock.moves_to_go), (ms(11_000), Some(2)));
    }

    proptest! {
        #[test]
        fn any_text_is_a_control_or_a_sentence(text in "[0-9./+ms]{0,12}|\\PC{0,12}") {
            if let Ok(control) = TimeControl::parse(&text) {
                prop_assert_eq!(TimeControl::parse(&control.to_string()).ok().map(|c| c.moves), Some(control.moves));
            }
        }
    }
}
