//! The moves of a turn: a roll of the dice, then a play.

/// One move of the game: chance throws the dice, or a player uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The dice.
    Roll(Roll),
    /// A player's use of them.
    Play(Play),
}

/// Two dice, the higher first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    high: u8,
    low: u8,
}

impl Roll {
    /// These two dice, in either order; `None` if a number is not on a die.
    ///
    /// ```
    /// use rootward_games::backgammon::Roll;
    ///
    /// assert_eq!(Roll::new(1, 3), Roll::new(3, 1));
    /// assert_eq!(Roll::new(0, 7), None);
    /// ```
    pub const fn new(one: u8, other: u8) -> Option<Roll> {
        let (high, low) = if one > other { (one, other) } else { (other, one) };
        if low >= 1 && high <= 6 { Some(Roll { high, low }) } else { None }
    }

    /// The higher die, or either of a double.
    #[inline]
    pub const fn high(self) -> u8 {
        self.high
    }

    /// The lower die, or either of a double.
    #[inline]
    pub const fn low(self) -> u8 {
        self.low
    }

    /// Do both dice show the same?
    #[inline]
    pub const fn is_double(self) -> bool {
        self.high == self.low
    }

    /// The number of throws out of 36 that give this roll.
    #[inline]
    pub const fn weight(self) -> u32 {
        if self.is_double() { 1 } else { 2 }
    }

    /// The 21 different rolls: 11, 21, … 61, 22, 32, … 66.
    pub const ALL: [Roll; 21] = {
        let mut all = [Roll { high: 1, low: 1 }; 21];
        let (mut low, mut high, mut i) = (1, 1, 0);
        while i < 21 {
            all[i] = Roll { high, low };
            i += 1;
            high += 1;
            if high > 6 {
                low += 1;
                high = low;
            }
        }
        all
    };

    /// Its place in [`ALL`](Roll::ALL).
    #[inline]
    pub const fn index(self) -> usize {
        // The rolls with this low die come after 6 + 5 + … rolls with lower ones.
        let low = self.low as usize;
        (low - 1) * (14 - low) / 2 + (self.high - self.low) as usize
    }
}

/// One checker moves by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// From this point of the player's own, or from the [bar](super::Checkers::BAR).
    pub from: u8,
    /// To this one, or [off](super::Checkers::OFF).
    pub to: u8,
}

/// A player's use of the dice: up to four steps, in an order in which they can be made. With no step it is a pass.
///
/// Different plays of one position lead to different positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    steps: [Step; Play::LONGEST],
}

impl Play {
    /// The number of steps that a double allows.
    pub const LONGEST: usize = 4;

    /// Nothing can be moved.
    pub const PASS: Play = Play { steps: [Step { from: 0, to: 0 }; Play::LONGEST] };

    /// A play of these steps.
    #[inline]
    pub(super) const fn of_two(first: Step, second: Step) -> Play {
        let mut play = Play::PASS;
        play.steps[0] = first;
        play.steps[1] = second;
        play
    }

    /// The same with `step` as the one at `place`.
    #[inline]
    pub(super) const fn with(mut self, place: usize, step: Step) -> Play {
        self.steps[place] = step;
        self
    }

    /// The steps in order. No step starts from off, so that marks an unused one.
    #[inline]
    pub fn steps(&self) -> impl Iterator<Item = Step> + use<'_> {
        self.steps.iter().copied().take_while(|step| step.from != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rolls_are_all_there_once_and_weigh_36() {
        for (place, roll) in Roll::ALL.into_iter().enumerate() {
            assert_eq!((roll.index(), Roll::new(roll.low(), roll.high())), (place, Some(roll)));
        }
        assert_eq!(Roll::ALL.iter().map(|roll| roll.weight()).sum::<u32>(), 36);
    }

    #[test]
    fn a_move_is_small() {
        assert!(size_of::<Move>() <= 12);
    }
}
