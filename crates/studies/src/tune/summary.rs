//! The result of a fit as a file of weights, and summed up by group.

use super::{Tuned, TunedFeature};

/// The terms of one group, before and after.
#[derive(Clone, Debug, PartialEq)]
pub struct TunedGroup {
    /// The group's name.
    pub name: &'static str,
    /// The number of terms.
    pub terms: usize,
    /// The root mean square of the changes of their weights.
    pub change: f64,
    /// The root mean square of the standard errors of their new weights.
    pub error: f64,
    /// Their share of the new evaluation.
    pub share: f64,
}

impl Tuned {
    /// The terms by group, in the order of the groups' first occurrence.
    pub fn groups(&self) -> Vec<TunedGroup> {
        let mut names: Vec<&'static str> = Vec::new();
        for feature in &self.features {
            if !names.contains(&feature.group) {
                names.push(feature.group);
            }
        }
        names.into_iter().map(|name| self.group(name)).collect()
    }

    fn group(&self, name: &'static str) -> TunedGroup {
        let members: Vec<&TunedFeature> = self.features.iter().filter(|feature| feature.group == name).collect();
        let mean = |square: &dyn Fn(&TunedFeature) -> f64| {
            let squares: f64 = members.iter().map(|feature| square(feature).powi(2)).sum();
            (squares / members.len() as f64).sqrt()
        };
        TunedGroup {
            name,
            terms: members.len(),
            change: mean(&|feature| f64::from(feature.new) - f64::from(feature.old)),
            error: mean(&|feature| feature.error.unwrap_or(0.0)),
            share: members.iter().map(|feature| feature.share).sum(),
        }
    }

    /// The new weights as a file for `--weights`: the terms of one feature, which differ only after a colon, on a line.
    pub fn file(&self) -> String {
        let stem = |feature: &TunedFeature| feature.name.split(':').next().unwrap_or(feature.name);
        let mut text = format!("# {}: weights fitted to {} positions", self.game, self.positions);
        if let Some(games) = self.games {
            text += &format!(" of {games} games");
        }
        let (old, new) = (self.forecasts.old.log_loss, self.forecasts.new.log_loss);
        text += &format!("; log-loss of those held out {old:.4} before, {new:.4} after");
        let mut last = "";
        for feature in &self.features {
            text += if last == stem(feature) { "," } else { "\n" };
            text += &format!("{}={}", feature.name, feature.new);
            last = stem(feature);
        }
        text + "\n"
    }
}
