//! Plays entered step by step, for front ends with a mouse: the possible next steps, and the finished play.
//!
//! Of the plays that lead to the same position one is generated, but a player may make its steps in another order, or
//! via other points. So a step is offered if some continuation reaches the position after a generated play.

use rootward_game::{Board, BoardStep, BoardStyle, Side, Square, Steps, TextError, legal_moves};

use super::generate::Generator;
use super::{Backgammon, Checkers, Move, Play, Position, Step, play_text};

/// An unfinished play: the checkers as they stand, and the dice that are left.
struct PartialPlay {
    position: Position,
    dice: Vec<u8>,
    /// The number of steps still to make: the rules may allow fewer than there are dice.
    left: usize,
}

impl PartialPlay {
    /// The play after one more step by one of the dice.
    fn after(&self, die: u8, step: Step) -> PartialPlay {
        let mut dice = self.dice.clone();
        if let Some(place) = dice.iter().position(|&left| left == die) {
            dice.remove(place);
        }
        PartialPlay { position: still_to_move(&self.position, &Play::PASS.with(0, step)), dice, left: self.left - 1 }
    }

    /// The possible next steps that lead to one of the ends, each with its die.
    fn next(&self, ends: &[Position]) -> Vec<(u8, Step)> {
        let mut found: Vec<(u8, Step)> = Vec::new();
        let mut dice = self.dice.clone();
        dice.dedup();
        for die in dice {
            for step in Generator::new(&self.position).single_steps(die) {
                let is_new = found.iter().all(|(_, other)| *other != step);
                if is_new && self.left > 0 && self.after(die, step).reaches(ends) {
                    found.push((die, step));
                }
            }
        }
        found
    }

    fn reaches(&self, ends: &[Position]) -> bool {
        if self.left == 0 {
            return ends.contains(&self.position);
        }
        let mut dice = self.dice.clone();
        dice.dedup();
        dice.into_iter().any(|die| {
            let steps = Generator::new(&self.position).single_steps(die);
            steps.into_iter().any(|step| self.after(die, step).reaches(ends))
        })
    }
}

/// The checkers after a play, with the same side to move and no dice.
fn still_to_move(position: &Position, play: &Play) -> Position {
    let after = position.after(play);
    Position::new(*after.checkers(Side::First), *after.checkers(Side::Second), position.to_move())
}

/// The state of a play after these steps, given by the names of their squares.
pub(super) fn steps(game: &Backgammon, state: &Position, taken: &[(String, String)]) -> Result<Steps, TextError> {
    let plays: Vec<Play> = legal_moves(game, state).into_iter().filter_map(as_play).collect();
    let Some(roll) = state.dice().filter(|_| !plays.is_empty()) else {
        return Err(TextError::new("there are no dice to play", "a position with dice"));
    };
    let ends: Vec<Position> = plays.iter().map(|play| still_to_move(state, play)).collect();
    let dice = if roll.is_double() { vec![roll.high(); Play::LONGEST] } else { vec![roll.high(), roll.low()] };
    let start = still_to_move(state, &Play::PASS);
    let mut play_so_far = PartialPlay { position: start, dice, left: plays[0].steps().count() };
    for (from, to) in taken {
        let next = play_so_far.next(&ends);
        let is_it = |step: &Step| play_text::write_place(step.from) == *from && play_text::write_place(step.to) == *to;
        let (die, step) = next.into_iter().find(|(_, step)| is_it(step)).ok_or_else(|| {
            TextError::new(format!("no checker can go from {from} to {to} here"), "one of the steps that are offered")
        })?;
        play_so_far = play_so_far.after(die, step);
    }
    let end = ends.iter().position(|end| play_so_far.left == 0 && *end == play_so_far.position);
    let named = |(_, step): (u8, Step)| BoardStep {
        from: play_text::write_place(step.from),
        to: play_text::write_place(step.to),
    };
    Ok(Steps {
        board: board(&play_so_far.position),
        next: play_so_far.next(&ends).into_iter().map(named).collect(),
        dice: play_so_far.dice,
        done: end.map(|place| play_text::write(state, &plays[place])),
    })
}

fn as_play(mv: Move) -> Option<Play> {
    match mv {
        Move::Play(play) => Some(play),
        Move::Roll(_) => None,
    }
}

/// The points from above: First's home is at the lower right. A square has the number that the side to move uses, and a
/// letter for each checker; the bars are between the halves, borne-off checkers at the right.
pub(super) fn board(state: &Position) -> Board {
    let square = |name: String, column: u32, row: u32, side: Side, count: u8| Square {
        name,
        column,
        row,
        piece: (count > 0).then(|| letter(side).repeat(usize::from(count))),
    };
    let mut squares = Vec::with_capacity(28);
    for row in 0..2 {
        for column in 0..12u32 {
            let first = if row == 0 { 13 + column } else { 12 - column } as u8;
            let (side, count) = match state.checkers(Side::First).on(first) {
                0 => (Side::Second, state.checkers(Side::Second).on(Checkers::across(first))),
                count => (Side::First, count),
            };
            let name = if state.to_move() == Side::First { first } else { Checkers::across(first) };
            // The bar has a column of its own.
            squares.push(square(name.to_string(), column + column / 6, row, side, count));
        }
        // A checker on the bar is drawn beside the home that it has to enter.
        let (waiting, home) = if row == 0 { (Side::First, Side::Second) } else { (Side::Second, Side::First) };
        let own = |side: Side, name: &str| match side == state.to_move() {
            true => name.to_owned(),
            false => format!("other {name}"),
        };
        squares.push(square(own(waiting, "bar"), 6, row, waiting, state.checkers(waiting).bar()));
        squares.push(square(own(home, "off"), 13, row, home, state.checkers(home).off()));
    }
    squares.sort_by_key(|square| (square.row, square.column));
    Board { columns: 14, rows: 2, style: BoardStyle::Points, squares, moves: Vec::new(), check: None }
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "X",
        Side::Second => "O",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;
    use rootward_game::{Game, Notation};

    use super::*;

    fn walked(position: &str, taken: &[(&str, &str)]) -> Result<Steps, TextError> {
        let game = Backgammon::default();
        let state = game.parse_position(position).unwrap();
        let taken: Vec<(String, String)> = taken.iter().map(|(from, to)| (from.to_string(), to.to_string())).collect();
        steps(&game, &state, &taken)
    }

    #[test]
    fn a_play_is_walked_step_by_step() {
        let begun = walked("4HPwATDgc/ABMA 31", &[]).unwrap();
        assert_eq!((begun.dice.as_slice(), begun.done.as_deref()), ([3, 1].as_slice(), None));
        assert!(begun.next.contains(&BoardStep { from: "8".to_owned(), to: "5".to_owned() }));
        let half = walked("4HPwATDgc/ABMA 31", &[("8", "5")]).unwrap();
        assert_eq!((half.dice.as_slice(), half.done.as_deref()), ([1].as_slice(), None));
        let done = walked("4HPwATDgc/ABMA 31", &[("8", "5"), ("6", "5")]).unwrap();
        assert_eq!((done.next.len(), done.dice.len(), done.done.as_deref()), (0, 0, Some("8/5 6/5")));
        let five = done.board.squares.iter().find(|square| square.name == "5").unwrap();
        assert_eq!((five.column, five.row, five.piece.as_deref()), (8, 1, Some("XX")));
        assert!(walked("4HPwATDgc/ABMA 31", &[("8", "4")]).is_err());
        assert!(walked("4HPwATDgc/ABMA", &[]).is_err());
    }

    proptest! {
        /// Every order of steps that is offered ends in a legal play, and every legal play is reached.
        #[test]
        fn steps_end_in_the_legal_plays_and_reach_them_all(seed in any::<u64>(), length in 0usize..60) {
            let game = Backgammon::default();
            let mut dice = rootward_game::contract::Dice::new(seed);
            let mut state = game.initial();
            for _ in 0..length {
                let moves = legal_moves(&game, &state);
                if game.outcome(&state).is_some() {
                    break;
                }
                state = game.apply(&state, moves[dice.below(moves.len())]);
            }
            prop_assume!(state.dice().is_some() && game.outcome(&state).is_none());
            let legal: HashSet<String> =
                legal_moves(&game, &state).into_iter().map(|mv| game.write_move(&state, mv)).collect();
            let mut reached = HashSet::new();
            let mut open = vec![Vec::new()];
            let mut looks = 0;
            while let Some(taken) = open.pop() {
                looks += 1;
                let walked = steps(&game, &state, &taken).unwrap();
                match walked.done {
                    Some(play) => {
                        prop_assert!(legal.contains(&play), "{play}");
                        prop_assert!(walked.next.is_empty());
                        reached.insert(play);
                    }
                    None => prop_assert!(!walked.next.is_empty()),
                }
                open.extend(walked.next.into_iter().map(|step| {
                    let mut next = taken.clone();
                    next.push((step.from, step.to));
                    next
                }));
                // Doubles have thousands of orders; those of two different dice are all tried.
                if looks > 400 {
                    return Ok(());
                }
            }
            prop_assert_eq!(reached, legal);
        }
    }
}
