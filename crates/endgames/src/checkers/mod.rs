//! Endings of English draughts. The rule of 40 moves and repetitions play no part; a side that cannot move has lost.
//!
//! A slice is the numbers of men and kings of both sides. Captures and crowning lead to other slices for good. The board turned
//! round with colours changed is the same position, so that the stronger side is Black here, and the side to move if both have
//! the same.

mod pieces;
mod sets;
mod tablebase;

use rootward_game::Game;
use rootward_games::checkers::{Checkers, Colour, Position};

pub use pieces::{MOST_PIECES, Pieces};
pub use tablebase::CheckersTables;

use crate::by_moves::each;
use crate::{ByMoves, Endings, Known, Metric, Value};
use pieces::Side;
use sets::{Sets, spread, squeeze};

/// The endings of English draughts with up to [`MOST_PIECES`] pieces.
pub struct CheckersEndings {
    rules: Checkers,
    sets: Sets,
    /// The neighbours of each square in the row above, and in the row below.
    above: [u32; 32],
    below: [u32; 32],
}

impl Default for CheckersEndings {
    fn default() -> CheckersEndings {
        let below = std::array::from_fn(|square| neighbours_below(square as u32));
        let above =
            std::array::from_fn(|square| (0..32).filter(|&at| below[at] >> square & 1 == 1).map(|at| 1 << at).sum());
        CheckersEndings { rules: Checkers::default(), sets: Sets::new(), above, below }
    }
}

/// Rows have four squares; those with an even number, from 0, begin one column further right.
fn neighbours_below(square: u32) -> u32 {
    let (row, at) = (square / 4, square % 4);
    let first = at as i32 - (row % 2) as i32;
    let inside = (first..=first + 1).filter(|at| row < 7 && (0..4).contains(at));
    inside.map(|at| 1 << ((row + 1) * 4 + at as u32)).sum()
}

/// The position without its clock, which no table knows of.
pub fn without_clock(position: &Position) -> Position {
    let [black, white] = [Colour::Black, Colour::White].map(|colour| position.pieces(colour));
    let kings = position.kings(Colour::Black) | position.kings(Colour::White);
    Position::new(black, white, kings, position.turn(), 0)
}

fn side_of(position: &Position, colour: Colour) -> Side {
    let count = |set: u32| set.count_ones() as u8;
    Side { pieces: count(position.pieces(colour)), kings: count(position.kings(colour)) }
}

impl CheckersEndings {
    /// How many sets there are of Black's men, White's men, Black's kings and White's kings. Men do not stand where they are
    /// crowned; kings stand on what the others leave.
    fn sizes(&self, pieces: &Pieces) -> [u64; 4] {
        let [black, white] = pieces.sides;
        let free = 32 - black.men() - white.men();
        [
            self.sets.count(28, black.men()),
            self.sets.count(28, white.men()),
            self.sets.count(free, black.kings),
            self.sets.count(free - black.kings, white.kings),
        ]
    }

    /// How many numbers there are for one side to move, in whole words.
    fn for_one_side(&self, pieces: &Pieces) -> u64 {
        self.sizes(pieces).iter().product::<u64>().next_multiple_of(64)
    }

    /// The number of a position whose stronger side is Black, whoever is to move.
    fn number_of(&self, position: &Position, pieces: &Pieces) -> u64 {
        let men = [position.men(Colour::Black), position.men(Colour::White)];
        let kings = [position.kings(Colour::Black), position.kings(Colour::White)];
        let all_men = men[0] | men[1];
        let [_, white_men, black_kings, white_kings] = self.sizes(pieces);
        let number = self.sets.rank(men[0]) * white_men + self.sets.rank(men[1] >> 4);
        let number = number * black_kings + self.sets.rank(squeeze(kings[0], all_men));
        number * white_kings + self.sets.rank(squeeze(kings[1], all_men | kings[0]))
    }
}

impl Endings for CheckersEndings {
    type Slice = Pieces;
    type Position = Position;
    type Kernel<'a> = ByMoves<'a, CheckersEndings>;

    const LAST_MOVE_WINS: bool = true;
    const HAS_PREDECESSORS: bool = true;

    fn game(&self) -> String {
        "checkers".into()
    }

    fn slice(&self, name: &str) -> Result<Pieces, String> {
        Pieces::parse(name)
    }

    fn converts_into(&self, pieces: &Pieces) -> Vec<Pieces> {
        pieces.converts_into()
    }

    fn count(&self, pieces: &Pieces) -> u64 {
        self.for_one_side(pieces) * if pieces.is_symmetric() { 1 } else { 2 }
    }

    fn position(&self, pieces: &Pieces, number: u64) -> Option<Position> {
        let [black, white] = pieces.sides;
        let in_half = self.for_one_side(pieces);
        let turn = if number < in_half { Colour::Black } else { Colour::White };
        let [all, white_men, black_kings, white_kings] = self.sizes(pieces);
        let rest = number % in_half;
        let (rest, fourth) = (rest / white_kings, rest % white_kings);
        let (rest, third) = (rest / black_kings, rest % black_kings);
        let (first, second) = (rest / white_men, rest % white_men);
        if first >= all {
            return None;
        }
        let men = [self.sets.set(black.men(), first), self.sets.set(white.men(), second) << 4];
        if men[0] & men[1] != 0 {
            return None;
        }
        let all_men = men[0] | men[1];
        let first_kings = spread(self.sets.set(black.kings, third), all_men);
        let second_kings = spread(self.sets.set(white.kings, fourth), all_men | first_kings);
        let kings = first_kings | second_kings;
        Some(Position::new(men[0] | first_kings, men[1] | second_kings, kings, turn, 0))
    }

    fn number(&self, position: &Position) -> Option<(Pieces, u64)> {
        let (black, white) = (side_of(position, Colour::Black), side_of(position, Colour::White));
        let enough = black.pieces > 0 && white.pieces > 0;
        if !enough || usize::from(black.pieces + white.pieces) > MOST_PIECES {
            return None;
        }
        let pieces = Pieces::new(black, white);
        let turned = black < white || black == white && position.turn() == Colour::White;
        let position = if turned { position.turned() } else { *position };
        let number = self.number_of(&position, &pieces);
        let second = position.turn() == Colour::White;
        Some((pieces, number + if second { self.for_one_side(&pieces) } else { 0 }))
    }

    fn end(&self, position: &Position) -> Option<Value> {
        (!self.rules.has_move(position)).then_some(Value::Loss(0))
    }

    fn moves(&self, position: &Position, push: &mut impl FnMut(Position)) {
        self.rules.moves(position, &mut |mv| push(without_clock(&position.after(mv))));
    }

    /// A side without pieces has lost, or loses by the next move.
    fn trivial(&self, position: &Position) -> Option<Value> {
        let [own, other] = [position.turn(), position.turn().other()].map(|colour| position.pieces(colour));
        match (own, other) {
            (0, _) => Some(Value::Loss(0)),
            (_, 0) => self.end(position).or(Some(Value::Win(1))),
            _ => None,
        }
    }

    /// Quiet moves back. A side that has a capture has no quiet move.
    fn predecessors(&self, pieces: &Pieces, number: u64, push: &mut impl FnMut(u64)) -> bool {
        let Some(position) = self.position(pieces, number) else { return true };
        let mover = position.turn().other();
        let behind = if mover == Colour::Black { &self.above } else { &self.below };
        let other = position.pieces(mover.other());
        let all_kings = position.kings(mover) | position.kings(mover.other());
        for square in each(position.pieces(mover).into()) {
            let (at, is_king) = (square as usize, all_kings >> square & 1 == 1);
            let from = if is_king { self.above[at] | self.below[at] } else { behind[at] };
            for from in each((from & position.empty()).into()) {
                let moved = |set: u32| set & !(1 << square) | 1 << from;
                let own = moved(position.pieces(mover));
                let kings = if is_king { moved(all_kings) } else { all_kings };
                let (black, white) = if mover == Colour::Black { (own, other) } else { (other, own) };
                let before = Position::new(black, white, kings, mover, 0);
                if !self.rules.must_capture(&before)
                    && let Some((_, number)) = self.number(&before)
                {
                    push(number);
                }
            }
        }
        true
    }

    fn side(&self, pieces: &Pieces, number: u64) -> usize {
        usize::from(number >= self.for_one_side(pieces))
    }

    fn kernel<'a>(&'a self, pieces: &Pieces, metric: Metric, known: &'a Known<Pieces>) -> Self::Kernel<'a> {
        ByMoves::new(self, pieces, metric, known)
    }
}
