//! [`Home`]: the checkers of one player on the six points of the home board, and the index of this arrangement.

use rootward_game::TextError;

/// A player's checkers.
pub const CHECKERS: u8 = 15;

/// `CHOOSE[n][k]`: the binomial coefficient, n choose k.
const CHOOSE: [[u32; 7]; 22] = {
    let mut table = [[0; 7]; 22];
    let mut n = 0;
    while n < 22 {
        table[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < 7 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Up to 15 checkers on the points 1 to 6; the missing ones are borne off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Home {
    men: [u8; 6],
}

impl Home {
    /// All checkers are off.
    pub const EMPTY: Home = Home { men: [0; 6] };

    /// This many checkers on each of the points 1 to 6; `None` if there are more than 15.
    pub fn new(men: [u8; 6]) -> Option<Home> {
        let sum: u32 = men.iter().map(|&men| u32::from(men)).sum();
        (sum <= u32::from(CHECKERS)).then_some(Home { men })
    }

    /// Reads the points that checkers stand on: `4,5,6`, or `6,6` for two on one point.
    ///
    /// ```
    /// use rootward_games::backgammon::bearoff::Home;
    ///
    /// assert_eq!(Home::parse("6,6"), Ok(Home::new([0, 0, 0, 0, 0, 2]).unwrap()));
    /// assert!(Home::parse("7").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Home, TextError> {
        let wrong = |problem: String| TextError::new(problem, "the points of up to 15 checkers at home, such as 4,5,6");
        let mut men = [0u8; 6];
        for word in text.split(',') {
            let point = word.trim().parse().ok().filter(|point| (1..=6usize).contains(point));
            let point = point.ok_or_else(|| wrong(format!("'{}' is not a point of the home board", word.trim())))?;
            men[point - 1] = men[point - 1].saturating_add(1);
        }
        Home::new(men).ok_or_else(|| wrong("more than 15 checkers".to_owned()))
    }

    /// The number of checkers on each of the points 1 to 6.
    pub fn men(self) -> [u8; 6] {
        self.men
    }

    /// The number of checkers left.
    pub fn left(self) -> u8 {
        self.men.iter().sum()
    }

    /// The pip count.
    pub fn pips(self) -> u32 {
        (1..).zip(self.men).map(|(point, men)| point * u32::from(men)).sum()
    }

    /// The number of arrangements with at most this many checkers.
    pub fn count(most: u8) -> usize {
        CHOOSE[usize::from(most.min(CHECKERS)) + 6][6] as usize
    }

    /// Its index, from 0. Arrangements with fewer checkers come first, so a table for few is the beginning of one for
    /// more.
    #[inline]
    pub fn number(self) -> usize {
        // The sums of the first 1, 2, … 6 points rise weakly; made to rise strictly, they are a choice of six numbers.
        let mut sum = 0;
        let mut number = 0;
        for (place, men) in self.men.into_iter().enumerate() {
            sum += usize::from(men);
            number += CHOOSE[sum + place][place + 1] as usize;
        }
        number
    }

    /// All arrangements with at most this many checkers, by index.
    pub(super) fn all(most: u8) -> Vec<Home> {
        let mut all = vec![Home::EMPTY; Home::count(most)];
        fill(0, most.min(CHECKERS), &mut Home::EMPTY.clone(), &mut all);
        all
    }

    /// The positions after moving one checker by `pips`. There is one unless all checkers are off.
    pub(super) fn each_step(self, pips: usize, mut push: impl FnMut(Home)) {
        let highest = self.men.iter().rposition(|&men| men > 0);
        for from in (0..6).filter(|&from| self.men[from] > 0) {
            let mut next = self;
            next.men[from] -= 1;
            if from >= pips {
                next.men[from - pips] += 1;
            } else if from + 1 < pips && Some(from) != highest {
                // A larger number bears off only from the highest point.
                continue;
            }
            push(next);
        }
    }
}

fn fill(point: usize, left: u8, home: &mut Home, all: &mut [Home]) {
    if point == 6 {
        all[home.number()] = *home;
        return;
    }
    for men in 0..=left {
        home.men[point] = men;
        fill(point + 1, left - men, home, all);
    }
    home.men[point] = 0;
}
