//! Linear evaluations: a weighted sum of named features.

use crate::{Evaluation, Game, TextError};

/// One term of a weighted sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// A short name, as it is written in a setting: `open-three`.
    pub name: &'static str,
    /// What it counts, in a few words.
    pub meaning: &'static str,
    /// The group under which it is summed up if there are many features; its own name if there are few.
    pub group: &'static str,
    /// Points for each one counted.
    pub weight: i32,
}

/// An evaluation of the form Eval(s) = Σ wᵢ·fᵢ(s), whose terms can be shown and changed.
///
/// **Promise**: [`Evaluation::evaluate`] is exactly the sum of weight × measure over all features, divided by
/// [`scale`](Linear::scale) and rounded towards 0.
pub trait Linear<G: Game>: Evaluation<G> {
    /// The features with their present weights.
    fn features(&self) -> Vec<Feature>;

    /// fᵢ(s) for each feature, in the same order; positive favours [`Side::First`](crate::Side::First) (MAX).
    fn measure(&self, game: &G, state: &G::State) -> Vec<i32>;

    /// The divisor of the sum. Measures are whole numbers; features that are not (such as one weighted by the game phase) are
    /// multiplied by this.
    fn scale(&self) -> i32 {
        1
    }

    /// What else the measures of this position depend on, in a sentence: how much of the middlegame is left. Empty if they
    /// depend on nothing else.
    fn circumstances(&self, game: &G, state: &G::State) -> String {
        let _ = (game, state);
        String::new()
    }

    /// Changes one weight; `index` is a place in [`features`](Linear::features).
    fn set_weight(&mut self, index: usize, weight: i32);

    /// Reads settings like `open-three=40,centre=2`, separated by commas or line breaks, and changes those weights. Text after
    /// a `#` is a comment.
    fn set_weights(&mut self, text: &str) -> Result<(), TextError> {
        let features = self.features();
        let mut changes = Vec::new();
        let lines = text.lines().map(|line| line.split_once('#').map_or(line, |(before, _)| before));
        for part in lines.flat_map(|line| line.split(',')).map(str::trim).filter(|part| !part.is_empty()) {
            let wrong =
                |problem: String| TextError::new(problem, format!("name=number with a name of {}", names(&features)));
            let (name, number) =
                part.split_once('=').ok_or_else(|| wrong(format!("the weight '{part}' has no '='")))?;
            let index = features.iter().position(|f| f.name == name.trim());
            let index = index.ok_or_else(|| wrong(format!("there is no feature '{}'", name.trim())))?;
            let weight = number.trim().parse();
            let weight = weight.map_err(|_| wrong(format!("'{}' is not a whole number", number.trim())))?;
            changes.push((index, weight));
        }
        changes.into_iter().for_each(|(index, weight)| self.set_weight(index, weight));
        Ok(())
    }
}

/// The most names that a message lists; of more, it names only the first and the last.
const LISTED: usize = 12;

fn names(features: &[Feature]) -> String {
    let list = |features: &[Feature]| features.iter().map(|feature| feature.name).collect::<Vec<_>>().join(", ");
    match features {
        [first, .., last] if features.len() > LISTED => {
            format!("{} features from {} to {}", features.len(), first.name, last.name)
        }
        few => list(few),
    }
}
