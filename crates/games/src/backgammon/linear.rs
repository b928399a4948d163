//! An evaluation that a person can read: a weight for each kind of occupation of a point.

use std::sync::OnceLock;

use rootward_game::{Evaluation, Feature, Linear, MoveOrdering, Proofs, Side, Tactics};

use super::{Backgammon, Checkers, GAME_POINT, Move, Play, Position};

/// The built-in weights, in millionths of a point.
const SHIPPED: &str = include_str!("weights.txt");

/// The weights that order plays best. The example `backgammon_order` computes them.
const ORDER: &str = include_str!("order.txt");

/// The kinds on each point: a single checker, two or more, each one beyond two.
const KINDS: [(&str, &str); 3] =
    [("blot", "a single checker"), ("point", "two checkers or more"), ("spare", "each checker beyond two")];

/// The terms besides the points.
const OTHERS: [(&str, &str); 2] = [("on-roll", "to be on roll"), ("bar", "each checker on the bar")];

pub(super) const TERMS: usize = 24 * KINDS.len() + OTHERS.len();

/// The largest number of checkers on a point.
const MOST: u8 = 15;

/// Knowledge of backgammon by a weighted sum of the checkers on each point, the same for both sides: 74 weights, fitted
/// to the network's evaluation of positions from its games against itself. It is fast and readable; the
/// [network](super::BackgammonKnowledge) is the better judge.
///
/// ```
/// use rootward_game::{Evaluation, Game, MoveOrdering, Proofs, Tactics};
/// use rootward_games::backgammon::{Backgammon, LinearKnowledge};
///
/// let game = Backgammon::default();
/// // Being on roll is an advantage, and all that there is to choose between the sides at the start.
/// assert!(LinearKnowledge::default().evaluate(&game, &game.initial()) > 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinearKnowledge {
    weights: [i32; TERMS],
    /// The value of each number of checkers on each place.
    worth: [[i32; MOST as usize + 1]; Checkers::PLACES],
}

impl Default for LinearKnowledge {
    fn default() -> LinearKnowledge {
        static KNOWLEDGE: OnceLock<LinearKnowledge> = OnceLock::new();
        KNOWLEDGE.get_or_init(|| LinearKnowledge::shipped(SHIPPED)).clone()
    }
}

impl LinearKnowledge {
    /// With weights that distinguish the plays of a position better, and positions worse: for move ordering. With them
    /// a search evaluates an eighth fewer positions by the network (100 positions, two plies).
    pub fn for_order() -> LinearKnowledge {
        static KNOWLEDGE: OnceLock<LinearKnowledge> = OnceLock::new();
        KNOWLEDGE.get_or_init(|| LinearKnowledge::shipped(ORDER)).clone()
    }

    fn shipped(text: &str) -> LinearKnowledge {
        let mut knowledge = LinearKnowledge::of([0; TERMS]);
        // A test reads these weights, so reading cannot fail here.
        let _ = knowledge.set_weights(text);
        knowledge
    }

    /// With these weights, in the order of [`features`](Linear::features).
    pub(super) fn of(weights: [i32; TERMS]) -> LinearKnowledge {
        let mut knowledge = LinearKnowledge { weights, worth: [[0; MOST as usize + 1]; Checkers::PLACES] };
        (1..Checkers::PLACES as u8).for_each(|place| knowledge.tabulate(place));
        knowledge
    }

    fn tabulate(&mut self, place: u8) {
        for count in 1..=MOST {
            let measures = counts(&Checkers::at(&[(place, count)]));
            let products = measures.iter().zip(&self.weights).map(|(measure, weight)| measure.saturating_mul(*weight));
            self.worth[usize::from(place)][usize::from(count)] = products.fold(0, i32::saturating_add);
        }
    }

    /// The value of the checkers of a side.
    #[inline]
    fn side(&self, side: &Checkers) -> i32 {
        let worth = |(worth, &count): (&[i32; MOST as usize + 1], &u8)| worth[usize::from(count.min(MOST))];
        self.worth.iter().zip(side.counts()).map(worth).fold(0, i32::saturating_add)
    }

    /// The change of the sum by a play, for the player who makes it: only the places that it touches are read. Half of
    /// the time of a search with probes went into making whole positions to order plays by.
    #[inline]
    fn gain(&self, state: &Position, play: &Play) -> i32 {
        let (mut mine, mut theirs) = (*state.mine(), *state.theirs());
        let mut gain = 0i32;
        let moved = |side: &mut Checkers, from: u8, to: u8| {
            let before = self.on(side, from).saturating_add(self.on(side, to));
            side.shift(from, to);
            self.on(side, from).saturating_add(self.on(side, to)).saturating_sub(before)
        };
        for step in play.steps() {
            gain = gain.saturating_add(moved(&mut mine, step.from, step.to));
            let met = Checkers::across(step.to);
            if step.to != Checkers::OFF && theirs.on(met) > 0 {
                gain = gain.saturating_sub(moved(&mut theirs, met, Checkers::BAR));
            }
        }
        gain
    }

    /// The value of the checkers on a place.
    #[inline]
    fn on(&self, side: &Checkers, place: u8) -> i32 {
        self.worth[usize::from(place)][usize::from(side.on(place).min(MOST))]
    }

    /// The sum for the side whose turn it is.
    #[inline]
    pub(super) fn equity(&self, mine: &Checkers, theirs: &Checkers) -> i32 {
        let sum = self.side(mine).saturating_sub(self.side(theirs)).saturating_add(self.weights[ON_ROLL]);
        sum.clamp(-3 * GAME_POINT, 3 * GAME_POINT)
    }
}

/// The index of the on-roll term; the remaining terms follow it.
pub(super) const ON_ROLL: usize = 24 * KINDS.len();

/// The place whose checkers a term counts; none for that of being on roll.
fn place_of(term: usize) -> Option<u8> {
    match term {
        ..ON_ROLL => Some((term / KINDS.len()) as u8 + 1),
        ON_ROLL => None,
        _ => Some(Checkers::BAR),
    }
}

/// The count of each term for one side, without the on-roll term.
pub(super) fn counts(side: &Checkers) -> [i32; TERMS] {
    let mut counts = [0; TERMS];
    for point in 1..=24u8 {
        let on = side.on(point);
        let place = (usize::from(point) - 1) * KINDS.len();
        counts[place] = i32::from(on == 1);
        counts[place + 1] = i32::from(on >= 2);
        counts[place + 2] = i32::from(on.saturating_sub(2));
    }
    counts[ON_ROLL + 1] = i32::from(side.bar());
    counts
}

impl Evaluation<Backgammon> for LinearKnowledge {
    #[inline]
    fn evaluate(&self, _: &Backgammon, state: &Position) -> i32 {
        let equity = self.equity(state.mine(), state.theirs());
        if state.to_move() == Side::First { equity } else { -equity }
    }

    fn unit(&self) -> i32 {
        GAME_POINT / 10
    }
}

impl MoveOrdering<Backgammon> for LinearKnowledge {
    /// The change of the sum by a play, for the player who makes it.
    #[inline]
    fn priority(&self, _: &Backgammon, state: &Position, mv: Move) -> i32 {
        match mv {
            Move::Roll(_) => 0,
            Move::Play(play) => self.gain(state, &play),
        }
    }
}

impl Tactics<Backgammon> for LinearKnowledge {}

impl Proofs<Backgammon> for LinearKnowledge {
    type Note = ();
}

impl Linear<Backgammon> for LinearKnowledge {
    fn features(&self) -> Vec<Feature> {
        named().iter().zip(self.weights).map(|(feature, weight)| Feature { weight, ..*feature }).collect()
    }

    fn measure(&self, _: &Backgammon, state: &Position) -> Vec<i32> {
        let (first, second) = (counts(state.checkers(Side::First)), counts(state.checkers(Side::Second)));
        let mut measures: Vec<i32> = first.iter().zip(&second).map(|(first, second)| first - second).collect();
        measures[ON_ROLL] = if state.to_move() == Side::First { 1 } else { -1 };
        measures
    }

    fn set_weight(&mut self, index: usize, weight: i32) {
        self.weights[index] = weight;
        if let Some(place) = place_of(index) {
            self.tabulate(place);
        }
    }
}

/// The terms with their names, made once.
fn named() -> &'static [Feature] {
    static NAMED: OnceLock<Vec<Feature>> = OnceLock::new();
    NAMED.get_or_init(|| {
        let mut features = Vec::with_capacity(TERMS);
        for point in 1..=24 {
            for (kind, meaning) in KINDS {
                // They live as long as the program and are made once.
                let name = Box::leak(format!("{kind}-{point}").into_boxed_str());
                let meaning = Box::leak(format!("{meaning} on the {point}-point").into_boxed_str());
                features.push(Feature { name, meaning, group: kind, weight: 0 });
            }
        }
        features.extend(OTHERS.map(|(name, meaning)| Feature { name, meaning, group: name, weight: 0 }));
        features
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_game::contract::{Dice, random_game};
    use rootward_game::{Game, legal_moves};

    #[test]
    fn the_weights_that_come_along_are_all_there() {
        for (text, shipped) in [(SHIPPED, LinearKnowledge::default()), (ORDER, LinearKnowledge::for_order())] {
            let mut knowledge = LinearKnowledge::of([0; TERMS]);
            assert_eq!(knowledge.set_weights(text), Ok(()));
            assert_eq!(knowledge, shipped);
            let features = knowledge.features();
            assert!(features.iter().all(|feature| text.contains(&format!("{}=", feature.name))));
        }
    }

    #[test]
    fn a_changed_weight_changes_the_value_of_its_place() {
        let (mut knowledge, shipped) = (LinearKnowledge::of([0; TERMS]), LinearKnowledge::default());
        (0..TERMS).for_each(|term| knowledge.set_weight(term, shipped.weights[term]));
        assert_eq!(knowledge, LinearKnowledge::of(shipped.weights));
    }

    #[test]
    fn plays_are_ordered_by_what_they_lead_to() {
        let (game, knowledge, mut dice) = (Backgammon::default(), LinearKnowledge::default(), Dice::new(4));
        let sum = |mine: &Checkers, theirs: &Checkers| knowledge.side(mine) - knowledge.side(theirs);
        for state in random_game(&game, &mut dice, 300).into_iter().filter(|state| !game.is_chance(state)) {
            for mv in legal_moves(&game, &state) {
                let next = game.apply(&state, mv);
                let gain = sum(next.theirs(), next.mine()) - sum(state.mine(), state.theirs());
                assert_eq!(knowledge.priority(&game, &state, mv), gain, "{state:?} {mv:?}");
            }
        }
    }

    #[test]
    fn the_evaluation_is_the_sum_of_its_terms_and_the_same_for_both_sides() {
        let (game, knowledge, mut dice) = (Backgammon::default(), LinearKnowledge::default(), Dice::new(3));
        for state in random_game(&game, &mut dice, 300).into_iter().filter(|state| game.outcome(state).is_none()) {
            let measures = knowledge.measure(&game, &state);
            let sum: i64 = measures.iter().zip(knowledge.weights).map(|(&f, w)| i64::from(f) * i64::from(w)).sum();
            let limit = i64::from(3 * GAME_POINT);
            assert_eq!(i64::from(knowledge.evaluate(&game, &state)), sum.clamp(-limit, limit));
            let mirrored =
                Position::new(*state.checkers(Side::Second), *state.checkers(Side::First), state.to_move().other());
            assert_eq!(knowledge.evaluate(&game, &mirrored), -knowledge.evaluate(&game, &state));
        }
    }
}
