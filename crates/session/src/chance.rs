//! Chance in a game in progress: possible outcomes, and dice that follow a seed.

use rootward_game::{Game, Notation, contract::Dice, weighted_place};
use serde::Serialize;

use crate::scribe::side_word;
use crate::{Session, find_game};

/// A chance node: the outcomes with their probabilities.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChanceData {
    /// The side that rolls: `first` or `second`.
    pub side: &'static str,
    /// The side's name in this game.
    pub side_name: &'static str,
    /// Whether that side rolls dice; otherwise chance decides by itself, as in a tree on paper.
    pub dice: bool,
    /// The number of chance outcomes for that side since the position that was set.
    pub thrown: u64,
    /// The outcomes; each is played like a move.
    pub outcomes: Vec<OutcomeChance>,
}

/// An outcome of chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutcomeChance {
    /// As it is written.
    pub outcome: String,
    /// Its weight relative to the others.
    pub weight: u32,
    /// Its probability.
    pub probability: f64,
}

impl ChanceData {
    /// Who is to act: `First throws`, or `chance decides`.
    pub fn turn(&self) -> String {
        if self.dice { format!("{} throws", self.side_name) } else { "chance decides".to_owned() }
    }

    /// What happened: `First throws 31`, or `Chance decides: 2`.
    pub fn sentence(&self, outcome: &str) -> String {
        if self.dice { format!("{} {outcome}", self.turn()) } else { format!("Chance decides: {outcome}") }
    }
}

/// The outcomes of a chance node, with their weights.
pub(crate) fn outcomes<G: Notation>(game: &G, state: &G::State) -> Vec<(G::Move, OutcomeChance)> {
    let mut found = Vec::new();
    if is_thrown(game, state) {
        game.chances(state, &mut |mv, weight| {
            found.push((mv, OutcomeChance { outcome: game.write_move(state, mv), weight, probability: 0.0 }));
        });
    }
    let total: f64 = found.iter().map(|(_, chance)| f64::from(chance.weight)).sum();
    found.iter_mut().for_each(|(_, chance)| chance.probability = f64::from(chance.weight) / total);
    found
}

/// Is it a chance node, in a game that is not over?
pub(crate) fn is_thrown<G: Game>(game: &G, state: &G::State) -> bool {
    G::HAS_CHANCE && game.outcome(state).is_none() && game.is_chance(state)
}

/// The chance node at the current position, if it is one, given the earlier states.
pub(crate) fn data<G: Notation>(
    game: &G,
    before: &[G::State],
    state: &G::State,
    side_names: [&'static str; 2],
) -> Option<ChanceData> {
    let outcomes: Vec<OutcomeChance> = outcomes(game, state).into_iter().map(|(_, chance)| chance).collect();
    let side = game.to_move(state);
    let same = |earlier: &&G::State| game.is_chance(earlier) && game.to_move(earlier) == side;
    let thrown = || before.iter().filter(same).count() as u64;
    (!outcomes.is_empty()).then(|| ChanceData {
        side: side_word(side),
        side_name: side_names[side.index()],
        dice: find_game(&game.name()).is_ok_and(|entry| entry.has_dice),
        thrown: thrown(),
        outcomes,
    })
}

/// Dice that follow a seed. Each side has its own sequence of rolls, and a roll depends only on its number in that
/// sequence: taking back does not change the next rolls, and two games with the same seed have the same dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeededDice {
    /// The same seed gives the same rolls.
    pub seed: u64,
}

impl SeededDice {
    /// The outcome at a chance node; none elsewhere. Nothing is played.
    pub fn throw(&self, session: &dyn Session) -> Option<String> {
        session.chance().map(|chance| self.pick(chance))
    }

    fn pick(&self, ChanceData { side, thrown, outcomes, .. }: ChanceData) -> String {
        let total: u64 = outcomes.iter().map(|chance| u64::from(chance.weight)).sum();
        let row = Dice::new(self.seed ^ if side == "first" { 0 } else { 0x5DEE_CE66_D1CE_4E5B }).bits();
        let number = Dice::new(row.wrapping_add(thrown.wrapping_mul(0x9E37_79B9_7F4A_7C15))).bits() % total.max(1);
        let place = weighted_place(outcomes.iter().map(|chance| u64::from(chance.weight)), number);
        place.map(|place| outcomes[place].outcome.clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn what_is_twice_as_likely_comes_up_twice_as_often() {
        let weights = [("a", 1), ("b", 2), ("c", 3)];
        let outcomes = weights.map(|(outcome, weight)| OutcomeChance {
            outcome: outcome.to_owned(),
            weight,
            probability: f64::from(weight) / 6.0,
        });
        let mut counts = BTreeMap::new();
        for thrown in 0..6000 {
            let outcomes = outcomes.to_vec();
            let chance = ChanceData { side: "first", side_name: "First", dice: true, thrown, outcomes };
            *counts.entry(SeededDice { seed: 5 }.pick(chance)).or_insert(0) += 1;
        }
        for (outcome, weight) in weights {
            let expected = 1000 * weight as i32;
            assert!((counts[outcome] - expected).abs() < 120, "{outcome}: {}", counts[outcome]);
        }
    }
}
