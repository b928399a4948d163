//! Values of positions, what their distances count, and the codes that stand for them in memory.

use std::cmp::Ordering;

/// The exact value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Won in this many plies.
    Win(u32),
    /// Drawn.
    Draw,
    /// Lost in this many plies.
    Loss(u32),
}

impl Value {
    /// A number that is higher for the better value: nearer wins and later losses are better.
    const fn order(self) -> i64 {
        const FAR: i64 = 1 << 40;
        match self {
            Value::Win(plies) => FAR - plies as i64,
            Value::Draw => 0,
            Value::Loss(plies) => plies as i64 - FAR,
        }
    }

    /// The same outcome without its distance: 1 for a win, 0 for a draw, -1 for a loss.
    pub const fn outcome(self) -> i32 {
        match self {
            Value::Win(_) => 1,
            Value::Draw => 0,
            Value::Loss(_) => -1,
        }
    }
}

/// The better value for the side to move is the greater one.
impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// What a distance counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Win, draw or loss alone; all distances are 0.
    Outcome,
    /// Distance to the end of the game (in chess DTM, to mate).
    End,
    /// Distance to conversion (DTC): to the end, or to the move into another slice, such as a capture or a promotion. The
    /// winner's plies count: a conversion that the loser is forced to make adds nothing.
    Conversion,
}

impl Metric {
    /// The short name: `wdl`, `dtm` or `dtc`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Outcome => "wdl",
            Metric::End => "dtm",
            Metric::Conversion => "dtc",
        }
    }

    /// The metric with this short name.
    pub fn named(name: &str) -> Option<Metric> {
        [Metric::Outcome, Metric::End, Metric::Conversion].into_iter().find(|metric| metric.name() == name)
    }

    /// The value of a move that stays in its slice and leads to a position of this value.
    pub const fn through_move(self, after: Value) -> Value {
        match (self, after) {
            (_, Value::Draw) => Value::Draw,
            (Metric::Outcome, Value::Win(_)) => Value::Loss(0),
            (Metric::Outcome, Value::Loss(_)) => Value::Win(0),
            (_, Value::Win(plies)) => Value::Loss(plies + 1),
            (_, Value::Loss(plies)) => Value::Win(plies + 1),
        }
    }

    /// The value of a move that converts into a position of another slice with this value.
    pub const fn through_conversion(self, after: Value) -> Value {
        match (self, after) {
            (Metric::Conversion, Value::Win(_)) => Value::Loss(0),
            (Metric::Conversion, Value::Loss(_)) => Value::Win(1),
            _ => self.through_move(after),
        }
    }

    /// The metric that the sweeps count in: outcomes alone are found along the way to conversions.
    pub(crate) const fn of_sweeps(self) -> Metric {
        match self {
            Metric::Outcome => Metric::Conversion,
            other => other,
        }
    }

    /// The value as this metric tells it.
    pub(crate) const fn tell(self, value: Value) -> Value {
        match (self, value) {
            (Metric::Outcome, Value::Win(_)) => Value::Win(0),
            (Metric::Outcome, Value::Loss(_)) => Value::Loss(0),
            _ => value,
        }
    }
}

/// How values are written as small numbers. Wins count up from the bottom and losses down from the top, so that one byte has
/// room for long wins of one side as long as those of the other are short.
///
/// ```text
/// 0           not decided, in the end a draw
/// 1, 2, …     won, nearer wins first
/// …, top - 2  lost, nearer losses last
/// top - 1     at least a draw, since some move converts to one
/// top         no position has this number
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Codes {
    /// The highest code.
    pub top: u16,
    /// Wins take an odd number of plies and losses an even one, so that a code need only count moves.
    pub by_moves: bool,
}

impl Codes {
    /// Not decided: a draw, once all sweeps are done.
    pub const OPEN: u16 = 0;

    /// At least a draw.
    pub const fn safe(self) -> u16 {
        self.top - 1
    }

    /// No position has this number.
    pub const fn void(self) -> u16 {
        self.top
    }

    /// The code of a win in this many plies. It may be beyond the top.
    #[inline]
    pub const fn win(self, plies: u32) -> u32 {
        if self.by_moves { plies / 2 + 1 } else { plies + 1 }
    }

    /// The code of a loss in this many plies; below 0 if there is no room.
    #[inline]
    pub const fn loss(self, plies: u32) -> i64 {
        self.top as i64 - 2 - if self.by_moves { plies / 2 } else { plies } as i64
    }

    /// What a code says, if codes up to `longest_win` are wins.
    #[inline]
    pub const fn value(self, code: u16, longest_win: u16) -> Option<Value> {
        let (by_moves, top) = (self.by_moves, self.top);
        if code == top {
            None
        } else if code == 0 || code == top - 1 {
            Some(Value::Draw)
        } else if code <= longest_win {
            Some(Value::Win(if by_moves { 2 * code as u32 - 1 } else { code as u32 - 1 }))
        } else {
            let rank = (top - 2 - code) as u32;
            Some(Value::Loss(if by_moves { 2 * rank } else { rank }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_say_what_was_written() {
        for by_moves in [false, true] {
            let codes = Codes { top: 255, by_moves };
            for plies in 0..90 {
                let parity = |odd: bool| !by_moves || (plies % 2 == 1) == odd;
                if parity(true) {
                    assert_eq!(codes.value(codes.win(plies) as u16, 100), Some(Value::Win(plies)));
                }
                if parity(false) {
                    assert_eq!(codes.value(codes.loss(plies) as u16, 100), Some(Value::Loss(plies)));
                }
            }
            assert_eq!(codes.value(codes.void(), 100), None);
            assert_eq!(codes.value(codes.safe(), 100), Some(Value::Draw));
            assert_eq!(codes.value(Codes::OPEN, 100), Some(Value::Draw));
        }
    }

    #[test]
    fn nearer_wins_and_later_losses_are_better() {
        let ordered = [Value::Loss(0), Value::Loss(8), Value::Draw, Value::Win(9), Value::Win(1)];
        assert!(ordered.is_sorted());
    }

    #[test]
    fn a_conversion_ends_the_count_of_that_metric_alone() {
        assert_eq!(Metric::End.through_conversion(Value::Loss(6)), Value::Win(7));
        assert_eq!(Metric::Conversion.through_conversion(Value::Loss(6)), Value::Win(1));
        assert_eq!(Metric::Conversion.through_conversion(Value::Win(5)), Value::Loss(0));
        assert_eq!(Metric::named("dtc"), Some(Metric::Conversion));
    }
}
