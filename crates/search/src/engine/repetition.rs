//! Positions that occur again, and what that does to the table.
//!
//! A position that repeats an earlier one of the same line is a draw. Such a value belongs to the line, not to the
//! position: stored in the table it would be wrong on another line. So the path remembers how far up the repetitions
//! found below a node reach, and a node stores its value only if none reaches above it.

/// The keys of the line from the start of the game to the current node.
pub(crate) struct Path {
    keys: Vec<u64>,
    /// So many of them were played before the search began.
    played: usize,
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
        Path { keys: earlier.to_vec(), played: earlier.len(), reaches: usize::MAX }
    }

    pub(crate) fn reset(&mut self) {
        self.keys.truncate(self.played);
        self.reaches = usize::MAX;
    }

    /// Did the position occur within the last `reversible` plies?
    pub(crate) fn repeats(&mut self, key: u64, reversible: usize) -> bool {
        let oldest = self.keys.len().saturating_sub(reversible);
        let found = self.keys[oldest..].iter().rposition(|&earlier| earlier == key);
        if let Some(offset) = found {
            self.reaches = self.reaches.min(oldest + offset);
        }
        found.is_some()
    }

    pub(crate) fn descend(&mut self, key: u64) -> Level {
        let level = Level { saved: self.reaches, own: self.keys.len() };
        self.keys.push(key);
        self.reaches = usize::MAX;
        level
    }

    /// Says whether the node's value is its own: no repetition below it refers to a position above it.
    pub(crate) fn ascend(&mut self, level: Level) -> bool {
        self.keys.pop();
        let independent = self.reaches >= level.own;
        self.reaches = if independent { level.saved } else { level.saved.min(self.reaches) };
        independent
    }
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
        let mut path = Path::new(&[7, 8, 9]);
        assert!(path.repeats(8, 2));
        assert!(!path.repeats(8, 1));
    }
}
