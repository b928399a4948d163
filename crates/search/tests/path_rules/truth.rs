//! The oracle: minimax over states that include the whole path, written directly from the rules.

use std::collections::HashMap;

use rootward_game::{Game, Score};

use super::maze::{Maze, Token};

/// How often each room of a floor was entered since the last progress, two bits for each. More than three times counts as
/// three: both are a draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seen(u32);

impl Seen {
    pub fn times(self, room: u8) -> u32 {
        self.0 >> (2 * room) & 3
    }
    pub fn and(self, room: u8) -> Seen {
        if self.times(room) == 3 { self } else { Seen(self.0 + (1 << (2 * room))) }
    }
}

pub struct Truth<'m, const REPEATS: bool, const COUNTS: bool, const TURNS: bool> {
    pub maze: &'m Maze<REPEATS, COUNTS, TURNS>,
    known: HashMap<(Token, Seen), Score>,
}

impl<'m, const REPEATS: bool, const COUNTS: bool, const TURNS: bool> Truth<'m, REPEATS, COUNTS, TURNS> {
    pub fn new(maze: &'m Maze<REPEATS, COUNTS, TURNS>) -> Self {
        Truth { maze, known: HashMap::new() }
    }

    /// The value for the side to move, if the game continues here with a move. `seen` includes the position itself.
    pub fn of(&mut self, token: Token, seen: Seen) -> Score {
        // Parts of the path that no rule uses are left out of the key.
        let counted = Token { since: if COUNTS { token.since } else { 0 }, ..token };
        let path = (counted, if REPEATS { seen } else { Seen::default() });
        if let Some(&score) = self.known.get(&path) {
            return score;
        }
        let maze = self.maze;
        let values = maze.rooms[token.at as usize].doors.iter().map(|&door| self.of_move(token, seen, door));
        let score = values.max().expect("a move where the game goes on");
        self.known.insert(path, score);
        score
    }

    /// The value of a move for the side that makes it.
    pub fn of_move(&mut self, token: Token, seen: Seen, door: u8) -> Score {
        let maze = self.maze;
        let next = maze.apply(&token, door);
        let (room, here) = (&maze.rooms[door as usize], &maze.rooms[token.at as usize]);
        // Stairs lead up only: positions of the floors below cannot occur again.
        let seen = if room.floor > here.floor { Seen::default() } else { seen };
        let score = if let Some(end) = room.end {
            end.score_for(room.side)
        } else if maze.is_counted_out(next) || REPEATS && seen.times(door) >= 2 {
            Score::DRAW
        } else {
            self.of(next, seen.and(door))
        };
        score.from_child(room.side != here.side)
    }
}
