//! The parameters of `go`.

use std::time::Duration;

use crate::command::{millis, shortened};

/// The parameters of `go`. All limits hold at once; without any, the search continues until `stop`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The clocks of White and Black.
    pub time: [Option<Duration>; 2],
    /// The increments of White and Black.
    pub increment: [Duration; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// The exact time for the move.
    pub move_time: Option<Duration>,
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// Search for a mate in at most this many moves.
    pub mate: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Ponder: think on the opponent's time about the expected move.
    pub ponder: bool,
    /// Search only these moves.
    pub search_moves: Vec<String>,
    /// Perft: count the lines of this length instead of searching.
    pub perft: Option<u32>,
}

const WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

impl Go {
    /// Parses the words after `go`, and reports what was ignored. Even if something is wrong with them, the GUI waits for a
    /// move, so everything readable counts.
    pub fn read(words: &[&str]) -> (Go, Option<String>) {
        let mut go = Go::default();
        let mut passed_over: Option<String> = None;
        let mut rest = words;
        while let Some((&word, after)) = rest.split_first() {
            rest = after;
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    let end = rest.iter().position(|word| WORDS.contains(word)).unwrap_or(rest.len());
                    go.search_moves.extend(rest[..end].iter().map(|&mv| mv.to_owned()));
                    rest = &rest[end..];
                }
                word if WORDS.contains(&word) => match rest.first().and_then(|text| number(text)) {
                    Some(value) => {
                        go.set(word, value);
                        rest = &rest[1..];
                    }
                    None => passed_over = Some(format!("go: '{word}' has no number after it and was ignored")),
                },
                word => passed_over = Some(format!("go: '{}' is unknown and was ignored", shortened(word))),
            }
        }
        (go, passed_over)
    }

    fn set(&mut self, word: &str, value: i64) {
        let count = u32::try_from(value.clamp(0, i64::from(u32::MAX))).unwrap_or(u32::MAX);
        match word {
            "wtime" => self.time[0] = Some(millis(value)),
            "btime" => self.time[1] = Some(millis(value)),
            "winc" => self.increment[0] = millis(value),
            "binc" => self.increment[1] = millis(value),
            // Some programs send 0 for "all of them".
            "movestogo" => self.moves_to_go = (count > 0).then_some(count),
            "movetime" => self.move_time = Some(millis(value)),
            "depth" => self.depth = Some(count),
            "nodes" => self.nodes = Some(u64::try_from(value).unwrap_or(0)),
            "mate" => self.mate = Some(count),
            _ => self.perft = Some(count),
        }
    }

    /// Whether anything but `stop` will end the search.
    pub fn is_limited(&self) -> bool {
        let timed = self.time.iter().any(Option::is_some) || self.move_time.is_some();
        let counted = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some() || self.perft.is_some();
        !self.infinite && (timed || counted)
    }
}

/// A whole number, clamped to the largest one.
fn number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(text.parse().unwrap_or(if text.starts_with('-') { i64::MIN } else { i64::MAX }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        let (go, complaint) = Go::read(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(complaint, None);
        go
    }

    #[test]
    fn clocks() {
        let go = go("wtime 60000 btime 59000 winc 1000 binc 500 movestogo 40");
        assert_eq!(go.time, [Some(Duration::from_secs(60)), Some(Duration::from_secs(59))]);
        assert_eq!(go.increment, [Duration::from_secs(1), Duration::from_millis(500)]);
        assert_eq!(go.moves_to_go, Some(40));
        assert!(go.is_limited() && !go.ponder);
    }

    #[test]
    fn moves_to_search_end_at_the_next_word() {
        let go = go("searchmoves e2e4 d2d4 depth 5 infinite");
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!(go.depth, Some(5));
        assert!(!go.is_limited());
    }

    #[test]
    fn a_late_players_clock_is_empty_and_numbers_without_end_are_large() {
        assert_eq!(go("wtime -15 btime 10").time[0], Some(Duration::ZERO));
        assert_eq!(go("nodes 99999999999999999999").nodes, Some(i64::MAX as u64));
        assert_eq!(go("movestogo 0").moves_to_go, None);
    }

    #[test]
    fn what_is_broken_is_named_and_the_rest_counts() {
        let (go, complaint) = Go::read(&["wtime", "btime", "500", "quickly", "depth", "x"]);
        assert_eq!(go.time, [None, Some(Duration::from_millis(500))]);
        assert_eq!(go.depth, None);
        assert!(complaint.is_some_and(|complaint| complaint.contains("'x'") || complaint.contains("depth")));
    }
}
