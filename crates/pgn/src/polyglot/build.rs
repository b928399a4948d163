//! Builds a book from games.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rootward_game::{Game, Side};

use super::entry::pack;
use super::{ENTRY_BYTES, Entry, polyglot_key};
use crate::{GameResult, Record};

/// The scores of the first moves of many games.
#[derive(Default)]
pub struct BookGames {
    moves: HashMap<(u64, u16), Tally, BuildHasherDefault<KeyHasher>>,
    gathered: Gathered,
}

/// The number of games, by how they were used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gathered {
    /// Games whose moves were counted.
    pub games: u64,
    /// Games without a result: they do not score their moves.
    pub undecided: u64,
    /// Games that do not begin at the usual position, Chess960 included.
    pub elsewhere: u64,
}

#[derive(Clone, Copy, Default)]
struct Tally {
    games: u32,
    /// Two for a win of the side that played the move, one for a draw.
    points: u32,
}

impl BookGames {
    /// Counts the first moves of a game.
    pub fn add(&mut self, game: &Record, plies: usize) {
        let points_of = |side: Side| match (game.result, side) {
            (GameResult::White, Side::First) | (GameResult::Black, Side::Second) => Some(2),
            (GameResult::White | GameResult::Black, _) => Some(0),
            (GameResult::Draw, _) => Some(1),
            (GameResult::Unknown, _) => None,
        };
        if game.game.is_960() || game.start != game.game.initial() {
            self.gathered.elsewhere += 1;
            return;
        }
        let (Some(white), Some(black)) = (points_of(Side::First), points_of(Side::Second)) else {
            self.gathered.undecided += 1;
            return;
        };
        self.gathered.games += 1;
        let mut position = game.start.clone();
        for mv in game.line.moves().take(plies) {
            let points = if game.game.to_move(&position) == Side::First { white } else { black };
            let tally = self.moves.entry((polyglot_key(&position), pack(mv))).or_default();
            tally.games += 1;
            tally.points += points;
            position = position.after(mv);
        }
    }

    /// The numbers of games so far.
    pub fn gathered(&self) -> Gathered {
        self.gathered
    }

    /// The book's file. A move that never scored is left out, as is one played in too few games; if a weight does not
    /// fit into 16 bits, all are scaled down alike. `None` if no move is left.
    pub fn to_bytes(&self, min_games: u32) -> Option<Vec<u8>> {
        let kept = self.moves.iter().filter(|(_, tally)| tally.games >= min_games && tally.points > 0);
        let mut kept: Vec<_> = kept.map(|(&(key, packed), tally)| (key, packed, tally.points)).collect();
        let heaviest = u64::from(kept.iter().map(|(.., points)| *points).max()?);
        let most = u64::from(u16::MAX).min(heaviest);
        // The best move of a position comes first, for readers that take the first; the rest of the order makes the
        // bytes reproducible.
        kept.sort_unstable_by_key(|&(key, packed, points)| (key, std::cmp::Reverse(points), packed));
        let mut bytes = Vec::with_capacity(kept.len() * ENTRY_BYTES);
        for (key, packed, points) in kept {
            let weight = (u64::from(points) * most / heaviest) as u16;
            if weight > 0 {
                bytes.extend(Entry { key, packed, weight, learn: 0 }.to_bytes());
            }
        }
        Some(bytes)
    }
}

/// The keys are already random numbers: hashing them again would only cost time.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = self.0.rotate_left(5) ^ number;
    }

    fn write_u16(&mut self, number: u16) {
        self.0 ^= u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
