//! Evaluations that can be read: a weighted sum of named features.

use crate::{Game, Knowledge, TextError};

/// One term of a weighted sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// A short name, as it is written in a setting: `open-three`.
    pub name: &'static str,
    /// What it counts, in a few words.
    pub meaning: &'static str,
    /// Points for each.
    pub weight: i32,
}

/// An evaluation of the form Eval(s) = Σ wᵢ·fᵢ(s), whose parts can be seen and changed.
///
/// **Promise**: [`Knowledge::evaluate`] is exactly the sum of weight × measure over all features.
pub trait Linear<G: Game>: Knowledge<G> {
    /// The features with their present weights.
    fn features(&self) -> Vec<Feature>;

    /// fᵢ(s) for each feature, in the same order; positive favours [`Side::First`](crate::Side::First) (MAX).
    fn measure(&self, game: &G, state: &G::State) -> Vec<i32>;

    /// Changes one weight. The index is that of [`features`](Linear::features).
    fn set_weight(&mut self, index: usize, weight: i32);

    /// Reads settings like `open-three=40,centre=2` and changes those weights.
    fn set_weights(&mut self, text: &str) -> Result<(), TextError> {
        let features = self.features();
        let names = || features.iter().map(|f| f.name).collect::<Vec<_>>().join(", ");
        let mut changes = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let wrong = |problem: String| TextError::new(problem, format!("name=number with a name of {}", names()));
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
