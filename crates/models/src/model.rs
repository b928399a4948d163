//! [`Model`]: the strength of an imperfect player, and how it is written.

use std::fmt;

use rootward_game::TextError;

use crate::{Error, Weakness};

/// An imperfect player: how strongly it prefers better moves, and how often it moves at random.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// A move that is better by one clear advantage, by its evaluation, is `e` to this power times as likely. Infinite: it
    /// always plays the move with the best evaluation.
    pub strength: f64,
    /// The probability of a slip: a random move, all equally likely.
    pub slips: f64,
}

impl Model {
    /// The largest finite strength; more would have the same effect as infinite strength.
    const STRONGEST: f64 = 1000.0;

    /// Its errors, where values are counted in clear advantages.
    pub fn weakness(self) -> Weakness {
        let error = Error::Softmax { strength: self.strength };
        Weakness { error, slips: self.slips, slips_spare_best: false }
    }

    /// Reads `softmax:STRENGTH`, `random:SHARE`, or both, separated by a comma.
    ///
    /// ```
    /// use rootward_models::Model;
    ///
    /// let model = Model::parse("softmax:1.5,random:0.1").unwrap();
    /// assert_eq!((model.strength, model.slips), (1.5, 0.1));
    /// assert_eq!(Model::parse("random:0.1").unwrap().strength, f64::INFINITY);
    /// assert_eq!(model.to_string(), "softmax:1.5,random:0.1");
    /// ```
    pub fn parse(text: &str) -> Result<Model, TextError> {
        let expected = "softmax:STRENGTH from 0 to 1000, random:SHARE from 0 to 1, or both with a comma between them";
        let wrong = |problem: String| TextError::new(problem, expected);
        let mut model = Model { strength: f64::INFINITY, slips: 0.0 };
        for part in text.split(',').map(str::trim) {
            let (kind, number) = part.split_once(':').ok_or_else(|| wrong(format!("'{part}' is not an opponent")))?;
            let number: f64 =
                number.trim().parse().map_err(|_| wrong(format!("'{}' is not a number", number.trim())))?;
            match kind.trim() {
                "softmax" if (0.0..=Model::STRONGEST).contains(&number) => model.strength = number,
                "random" if (0.0..=1.0).contains(&number) => model.slips = number,
                "softmax" | "random" => return Err(wrong(format!("'{part}' is out of range"))),
                kind => return Err(wrong(format!("'{kind}' is not a kind of opponent"))),
            }
        }
        Ok(model)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.strength.is_finite(), self.slips > 0.0) {
            (true, false) => write!(f, "softmax:{}", self.strength),
            (false, _) => write!(f, "random:{}", self.slips),
            (true, true) => write!(f, "softmax:{},random:{}", self.strength, self.slips),
        }
    }
}
