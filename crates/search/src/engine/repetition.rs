//! Positions that occur again, and what that does to values and to the table.
//!
//! By the rules the third occurrence of a position is a draw. The search takes two kinds of positions for a draw:
//!
//! * one that stands on the search's own line already. This is sound for the root. A side that can force a win within n plies can do so by
//!   moves that bring the win nearer each time, and along such moves no position comes twice: the second time it would be no
//!   nearer to the win, and closer to the draw that a [count](rootward_game::Game::plies_to_draw) brings. So a win that is there
//!   without any rule of repetition is there with the strictest one, and what is no win with that is none at all;
//! * one that was there twice in the game before the search began. Its next occurrence is the third. One that was there
//!   once is no draw yet.
//!
//! A draw of the first kind belongs to the line, not to the position: stored in the table it would be wrong on another line. So
//! the path remembers how far up the repetitions found below a node reach, and a node stores its value only if none reaches above
//! it. (A forced win rests on no draw, so the table's wins need no path.)
//!
//! Draws of the second kind change what the game is worth: a way to win may lead through them. Positions from which they can
//! still be reached go into the table under [another key](Path::salt).

use rootward_game::Game;

/// The keys of the line from the start of the game to the current node.
pub(crate) struct Path {
    keys: Vec<u64>,
    /// This many of them were played before the search began.
    played: usize,
    /// Positions that were there twice by then, the root included, as far back as moves can be undone.
    twice: Vec<u64>,
    /// The root is there for the third time at least.
    is_third: bool,
    salt: u64,
    /// The uppermost position that a repetition below the current node refers to.
    reaches: usize,
}

/// What [`Path::descend`] hands to [`Path::ascend`].
pub(crate) struct Level {
    saved: usize,
    own: usize,
}

impl Path {
    pub(crate) fn new(earlier: &[u64]) -> Path {
        Path {
            keys: earlier.to_vec(),
            played: earlier.len(),
            twice: Vec::new(),
            is_third: false,
            salt: 0,
            reaches: usize::MAX,
        }
    }

    /// A search begins at a position with this key whose last `reversible` plies could be undone.
    pub(crate) fn begin(&mut self, root: u64, reversible: usize) {
        self.reset();
        let reachable = &self.keys[self.played.saturating_sub(reversible)..];
        self.is_third = reachable.iter().filter(|&&key| key == root).count() >= 2;
        self.note_twice([reachable, &[root]].concat());
    }

    /// Is the root there for the third time at least? Then its side to move may claim a draw.
    pub(crate) fn root_is_third(&self) -> bool {
        self.is_third
    }

    /// Plays a move from the position `before`, as part of the game. The next search begins one ply later, at a position whose
    /// last `reversible` plies could be undone.
    pub(crate) fn play_on(&mut self, before: u64, reversible: usize) {
        self.keys.truncate(self.played);
        self.keys.push(before);
        self.played += 1;
        self.note_twice(self.keys[self.played.saturating_sub(reversible)..].to_vec());
    }

    /// Takes back the moves that were [played on](Path::play_on) from the root.
    pub(crate) fn take_back(&mut self, plies: usize, root: u64, reversible: usize) {
        self.played -= plies;
        self.begin(root, reversible);
    }

    fn note_twice(&mut self, reachable: Vec<u64>) {
        self.twice = twice_among(reachable);
        let mixed = |key: &u64| (key ^ key >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        self.salt = self.twice.iter().fold(0, |salt, key| (salt ^ mixed(key)).rotate_left(7));
    }

    pub(crate) fn reset(&mut self) {
        self.keys.truncate(self.played);
        self.reaches = usize::MAX;
    }

    /// Is the position a draw by repetition, if its last `reversible` plies could be undone?
    pub(crate) fn repeats(&mut self, key: u64, reversible: usize) -> bool {
        let oldest = self.keys.len().saturating_sub(reversible);
        let searched = oldest.max(self.played);
        let found = self.keys[searched..].iter().rposition(|&earlier| earlier == key);
        if let Some(offset) = found {
            self.reaches = self.reaches.min(searched + offset);
            return true;
        }
        oldest < self.played && self.twice.contains(&key)
    }

    /// The salt of the table keys of positions from which positions of the game can be reached again; 0 if no position of the
    /// game occurred twice.
    #[inline]
    pub(crate) fn salt(&self) -> u64 {
        self.salt
    }

    pub(crate) fn descend(&mut self, key: u64) -> Level {
        let level = Level { saved: self.reaches, own: self.keys.len() };
        self.keys.push(key);
        self.reaches = usize::MAX;
        level
    }

    /// Returns whether the node's value is independent of the path: no repetition below it refers to a position above it.
    pub(crate) fn ascend(&mut self, level: Level) -> bool {
        self.keys.pop();
        let independent = self.reaches >= level.own;
        self.reaches = if independent { level.saved } else { level.saved.min(self.reaches) };
        independent
    }
}

/// The positions of a game that were there twice and can be reached again from `state`: where one of them comes next, it is there
/// for the third time, and the game is a draw. `earlier` are the keys of the positions before it, oldest first.
pub fn twice_before<G: Game>(game: &G, state: &G::State, earlier: &[u64]) -> Vec<u64> {
    if !G::CAN_REPEAT {
        return Vec::new();
    }
    twice_among(earlier[earlier.len().saturating_sub(game.reversible_plies(state))..].to_vec())
}

fn twice_among(mut sorted: Vec<u64>) -> Vec<u64> {
    sorted.sort_unstable();
    sorted.chunk_by(|a, b| a == b).filter(|same| same.len() > 1).map(|same| same[0]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_nodes_below_the_repeated_position_depend_on_the_line() {
        let mut path = Path::new(&[]);
        let root = path.descend(10);
        let upper = path.descend(11);
        let lower = path.descend(12);
        assert!(path.repeats(11, usize::MAX));
        assert!(!path.ascend(lower), "its value rests on the repetition of 11, which lies above");
        assert!(path.ascend(upper), "the repetition does not reach above it");
        assert!(path.ascend(root));
    }

    #[test]
    fn an_irreversible_move_ends_the_search_for_repetitions() {
        let mut path = Path::new(&[]);
        for key in [7, 8, 9] {
            path.descend(key);
        }
        assert!(path.repeats(8, 2));
        assert!(!path.repeats(8, 1));
    }

    #[test]
    fn what_was_played_counts_when_it_comes_for_the_third_time() {
        let mut path = Path::new(&[7, 8, 7, 9]);
        path.begin(8, 4);
        let root = path.descend(8);
        assert!(path.repeats(7, 5) && !path.repeats(9, 5));
        assert!(path.repeats(8, 5), "the root is on the search's own line");
        assert!(path.ascend(root), "the value of the root is its own");
        assert_ne!(path.salt(), 0);
        path.begin(10, 2);
        assert!(!path.repeats(7, 2) && path.salt() == 0, "the first of the two cannot come again");
        path.play_on(10, 3);
        path.play_on(7, 4);
        assert!(path.repeats(7, 5), "once in the game, once on the way to what is asked about");
        path.take_back(2, 10, 2);
        assert!(!path.repeats(7, 2) && path.salt() == 0);
    }
}
