//! The kit finds what it says it finds: one game in order, and one broken promise at a time.

use super::check;
use crate::{
    Evaluation, Game, MoveOrdering, Notation, Outcome, Proof, Proofs, Score, Side, TableKey, Tactics, TextError, Window,
};

/// A number is counted down by 1 or 2. Whoever reaches 0 wins, or gets the points.
struct Countdown {
    payoff: Option<i32>,
    counts_points: bool,
}

const IN_ORDER: Countdown = Countdown { payoff: None, counts_points: false };

type State = (u32, Side);

impl Game for Countdown {
    type State = State;
    type Move = u32;

    fn initial(&self) -> State {
        (9, Side::First)
    }
    fn to_move(&self, state: &State) -> Side {
        state.1
    }
    fn outcome(&self, &(number, side): &State) -> Option<Outcome> {
        (number == 0).then_some(self.payoff.map_or(Outcome::Win(side.other()), Outcome::Payoff))
    }
    fn moves(&self, &(number, _): &State, push: &mut impl FnMut(u32)) {
        (1..=number.min(2)).for_each(push);
    }
    fn apply(&self, &(number, side): &State, step: u32) -> State {
        (number - step, side.other())
    }
    fn key(&self, &(number, side): &State) -> Option<u64> {
        Some(u64::from(number) * 2 + side as u64)
    }
    fn with_sides_exchanged(&self, &(number, side): &State) -> Option<State> {
        self.payoff.is_none().then_some((number, side.other()))
    }
}

impl Notation for Countdown {
    fn name(&self) -> String {
        "countdown".to_owned()
    }
    fn parse_position(&self, text: &str) -> Result<State, TextError> {
        let (number, side) = text.split_once(' ').ok_or_else(|| TextError::new("no side", "a number and a side"))?;
        let side = if side == "MAX" { Side::First } else { Side::Second };
        Ok((number.parse().map_err(|_| TextError::new("no number", "a number"))?, side))
    }
    fn write_position(&self, &(number, side): &State) -> String {
        format!("{number} {}", side.role())
    }
    fn write_move(&self, _: &State, step: u32) -> String {
        step.to_string()
    }
    fn draw(&self, state: &State) -> String {
        format!("{}\n", state.0)
    }
    fn counts_points(&self) -> bool {
        self.counts_points
    }
}

/// What the knowledge says; by default it is all true.
#[derive(Default)]
struct Says {
    /// The evaluation is for the side to move.
    for_the_mover: bool,
    /// Multiples of 3 are said to be won, not lost.
    false_proof: bool,
    /// The only candidate is to count down by 1.
    one_candidate: bool,
    /// All positions have one key.
    one_key: bool,
}

/// Who is to move at a multiple of 3 loses.
fn mover_loses(number: u32) -> bool {
    number.is_multiple_of(3)
}

impl Evaluation<Countdown> for Says {
    fn evaluate(&self, _: &Countdown, &(number, side): &State) -> i32 {
        let points = if mover_loses(number) { -5 } else { 5 };
        if side == Side::First || self.for_the_mover { points } else { -points }
    }
}

impl MoveOrdering<Countdown> for Says {}
impl Tactics<Countdown> for Says {}

impl Proofs<Countdown> for Says {
    type Note = ();

    fn prove(&self, _: &Countdown, &(number, _): &State, _: Window) -> Proof {
        match mover_loses(number) == self.false_proof {
            true => Proof::at_least(Score::win_in(Score::MAX_PLIES)),
            false => Proof::at_most(Score::loss_in(Score::MAX_PLIES)),
        }
    }

    fn candidates(&self, game: &Countdown, state: &State, _: Option<()>, push: &mut impl FnMut(u32)) {
        if self.one_candidate { push(1) } else { game.moves(state, push) }
    }

    fn table_key(&self, game: &Countdown, state: &State) -> Option<TableKey> {
        if self.one_key { Some(TableKey::of(0)) } else { game.key(state).map(TableKey::of) }
    }
}

#[test]
fn a_game_in_order_passes() {
    check(&IN_ORDER, &(), 20, 1);
    check(&IN_ORDER, &Says::default(), 20, 1);
    check(&Countdown { payoff: Some(3), counts_points: true }, &(), 20, 1);
}

#[test]
#[should_panic(expected = "the outcome is Payoff(3), but counts_points says no")]
fn points_that_are_not_counted_are_found() {
    check(&Countdown { payoff: Some(3), counts_points: false }, &(), 20, 1);
}

#[test]
#[should_panic(expected = "and no Payoff, but counts_points says yes")]
fn wins_in_a_game_of_points_are_found() {
    check(&Countdown { payoff: None, counts_points: true }, &(), 20, 1);
}

#[test]
#[should_panic(expected = "the evaluation is for Side::First, whoever is to move")]
fn an_evaluation_for_the_side_to_move_is_found() {
    check(&IN_ORDER, &Says { for_the_mover: true, ..Says::default() }, 20, 1);
}

#[test]
#[should_panic(expected = "the proof says")]
fn a_false_proof_is_found() {
    check(&IN_ORDER, &Says { false_proof: true, ..Says::default() }, 20, 1);
}

#[test]
#[should_panic(expected = "is not a candidate, but better than all candidates")]
fn a_best_move_that_is_left_out_is_found() {
    check(&IN_ORDER, &Says { one_candidate: true, ..Says::default() }, 20, 1);
}

#[test]
#[should_panic(expected = "have one table key and different values")]
fn positions_of_different_values_with_one_key_are_found() {
    check(&IN_ORDER, &Says { one_key: true, ..Says::default() }, 20, 1);
}
