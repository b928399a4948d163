//! How strong an imperfect player is, as people write it.

use std::fmt;

use rootward_game::TextError;

/// An imperfect player: how sharply it tells good moves from bad ones, and how often it does not look at all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// A move that its evaluation takes to be one clear advantage better is `e` to this power times as likely. Infinite: it
    /// always plays what it takes to be best.
    pub strength: f64,
    /// How often it plays any move, all alike.
    pub slips: f64,
}

impl Model {
    /// Strengths beyond this are as good as infinite.
    const STRONGEST: f64 = 1000.0;

    /// Reads `softmax:STRENGTH`, `random:SHARE`, or both with a comma between them.
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
            let (kind, number) = part.split_once(':').ok_or_else(|| wrong(format!("'{part}' is no opponent")))?;
            let number: f64 = number.trim().parse().map_err(|_| wrong(format!("'{}' is no number", number.trim())))?;
            match kind.trim() {
                "softmax" if (0.0..=Model::STRONGEST).contains(&number) => model.strength = number,
                "random" if (0.0..=1.0).contains(&number) => model.slips = number,
                "softmax" | "random" => return Err(wrong(format!("'{part}' is out of range"))),
                kind => return Err(wrong(format!("'{kind}' is no kind of opponent"))),
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
