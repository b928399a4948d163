//! Invented games on small graphs, in which positions repeat, or plies without progress are counted, or both.

use rootward_game::contract::Dice;
use rootward_game::{Evaluation, Game, MoveOrdering, Outcome, Proofs, SearchParameters, Side, Tactics, state_hash};

/// A token on a graph of rooms. Doors within a floor can be gone through again and again; stairs lead up only, and are progress.
///
/// `REPEATS`: a third occurrence is a draw. `COUNTS`: too many plies on one floor are a draw. `TURNS`: the sides take turns and
/// the last move wins, as in chess; otherwise each room has a side that moves there.
pub struct Maze<const REPEATS: bool, const COUNTS: bool, const TURNS: bool> {
    pub rooms: Vec<Room>,
    /// The number of plies without progress that is a draw.
    pub limit: u32,
}

#[derive(Clone, Debug)]
pub struct Room {
    pub side: Side,
    pub floor: usize,
    pub doors: Vec<u8>,
    /// The game is over here.
    pub end: Option<Outcome>,
    /// `outcome` reports the end; otherwise the game ends there because there is no move.
    sudden: bool,
    opinion: i32,
}

impl Room {
    /// On the ground floor.
    pub fn plain(side: Side, doors: Vec<u8>, end: Option<Outcome>) -> Room {
        Room { side, floor: 0, doors, end, sudden: false, opinion: 0 }
    }
}

/// The room, and how many plies ago the last progress was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    pub at: u8,
    pub since: u32,
}

impl<const REPEATS: bool, const COUNTS: bool, const TURNS: bool> Maze<REPEATS, COUNTS, TURNS> {
    /// Up to three floors of three to six rooms each, at most fourteen rooms. With `points`, some ends have payoffs.
    pub fn random(seed: u64, points: bool) -> Self {
        let mut dice = Dice::new(seed);
        let limit = 3 + dice.below(10) as u32;
        let mut rooms = Vec::new();
        let floors = 1 + dice.below(3);
        for floor in 0..floors {
            let wanted = if floors == 1 { 6 } else { 3 + dice.below(4) };
            for _ in 0..wanted.min(14 - rooms.len()) {
                rooms.push(Self::room(&mut dice, floor, points));
            }
        }
        for number in 0..rooms.len() {
            let doors = Self::doors(&mut dice, &rooms, number);
            let room = &mut rooms[number];
            if doors.is_empty() && room.end.is_none() {
                (room.end, room.sudden) = (Some(Outcome::Draw), false);
            }
            room.doors = if room.end.is_some() { Vec::new() } else { doors };
        }
        Maze { rooms, limit }
    }

    fn room(dice: &mut Dice, floor: usize, points: bool) -> Room {
        let side = [Side::First, Side::Second][dice.below(2)];
        let winner = if TURNS || dice.below(2) == 0 { side.other() } else { side };
        let end = match dice.below(12) {
            0 | 1 => Some(Outcome::Win(winner)),
            2 if points => Some(Outcome::Payoff(dice.below(9) as i32 - 4)),
            3 => Some(Outcome::Draw),
            _ => None,
        };
        Room { side, floor, doors: Vec::new(), end, sudden: dice.below(2) == 0, opinion: dice.below(13) as i32 - 6 }
    }

    fn doors(dice: &mut Dice, rooms: &[Room], from: usize) -> Vec<u8> {
        let here = &rooms[from];
        let fits = |room: &Room| !TURNS || room.side != here.side;
        let leads = |up: bool| {
            let there = move |room: &Room| if up { room.floor > here.floor } else { room.floor == here.floor };
            (0..rooms.len()).filter(|&to| fits(&rooms[to]) && there(&rooms[to])).map(|to| to as u8).collect::<Vec<u8>>()
        };
        let mut doors = Vec::new();
        for (choice, most) in [(leads(false), 1 + dice.below(3)), (leads(true), dice.below(2))] {
            doors.extend((0..most).filter_map(|_| choice.get(dice.below(choice.len())).copied()));
        }
        doors.sort_unstable();
        doors.dedup();
        let turn = dice.below(doors.len());
        doors.rotate_left(turn);
        doors
    }

    pub fn is_counted_out(&self, token: Token) -> bool {
        COUNTS && token.since >= self.limit && self.rooms[token.at as usize].end.is_none()
    }
}

impl<const REPEATS: bool, const COUNTS: bool, const TURNS: bool> Game for Maze<REPEATS, COUNTS, TURNS> {
    type State = Token;
    type Move = u8;
    const CAN_REPEAT: bool = REPEATS;
    const NO_PROGRESS_RULE: bool = COUNTS;
    const TURNS_ALTERNATE: bool = TURNS;
    const LAST_MOVE_WINS: bool = TURNS;

    fn initial(&self) -> Token {
        Token { at: 0, since: 0 }
    }
    fn to_move(&self, token: &Token) -> Side {
        self.rooms[token.at as usize].side
    }
    fn outcome(&self, token: &Token) -> Option<Outcome> {
        let room = &self.rooms[token.at as usize];
        room.end.filter(|_| room.sudden).or(self.is_counted_out(*token).then_some(Outcome::Draw))
    }
    fn moves(&self, token: &Token, push: &mut impl FnMut(u8)) {
        self.rooms[token.at as usize].doors.iter().for_each(|&door| push(door));
    }
    fn apply(&self, token: &Token, door: u8) -> Token {
        let progress = self.rooms[door as usize].floor > self.rooms[token.at as usize].floor;
        Token { at: door, since: if progress { 0 } else { token.since + 1 } }
    }
    fn stuck(&self, token: &Token) -> Outcome {
        self.rooms[token.at as usize].end.unwrap_or(Outcome::Draw)
    }
    fn key(&self, token: &Token) -> Option<u64> {
        Some(state_hash(&token.at))
    }
    fn reversible_plies(&self, token: &Token) -> usize {
        token.since as usize
    }
    fn plies_to_draw(&self, token: &Token) -> u32 {
        if COUNTS { self.limit.saturating_sub(token.since) } else { u32::MAX }
    }
    fn may_be_claimed(&self, token: &Token) -> bool {
        self.is_counted_out(*token)
    }
}

/// Random evaluations and priorities; stairs are noisy moves. It makes no promises.
pub struct Gossip;

impl<const REPEATS: bool, const COUNTS: bool, const TURNS: bool> Evaluation<Maze<REPEATS, COUNTS, TURNS>> for Gossip {
    fn evaluate(&self, maze: &Maze<REPEATS, COUNTS, TURNS>, token: &Token) -> i32 {
        maze.rooms[token.at as usize].opinion
    }

    const CORRECTION_KEYS: usize = 1;

    fn correction_key(&self, _: &Maze<REPEATS, COUNTS, TURNS>, token: &Token, _: usize) -> u64 {
        state_hash(&token.at)
    }
}

impl<const REPEATS: bool, const COUNTS: bool, const TURNS: bool> MoveOrdering<Maze<REPEATS, COUNTS, TURNS>> for Gossip {
    fn priority(&self, maze: &Maze<REPEATS, COUNTS, TURNS>, _: &Token, door: u8) -> i32 {
        maze.rooms[door as usize].opinion
    }
}

impl<const REPEATS: bool, const COUNTS: bool, const TURNS: bool> Tactics<Maze<REPEATS, COUNTS, TURNS>> for Gossip {
    fn noisy_moves(&self, maze: &Maze<REPEATS, COUNTS, TURNS>, token: &Token, push: &mut impl FnMut(u8)) {
        let room = &maze.rooms[token.at as usize];
        let up = |door: &&u8| maze.rooms[**door as usize].floor > room.floor;
        room.doors.iter().filter(up).for_each(|&door| push(door));
    }

    fn parameters(&self) -> SearchParameters {
        SearchParameters { multi_cut: true, keeps_hash_move: true, ..SearchParameters::GENERAL }
    }
}

impl<const REPEATS: bool, const COUNTS: bool, const TURNS: bool> Proofs<Maze<REPEATS, COUNTS, TURNS>> for Gossip {
    type Note = ();
}
