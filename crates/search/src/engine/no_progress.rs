//! A no-progress rule, such as the fifty-move rule of chess, and the values in the table.
//!
//! The key of a position does not include the count of plies, so a value may be read with another count than the one it was
//! found with. With fewer plies left ([`plies_to_draw`]) there are more draws and nothing else changes. So:
//!
//! * That a side **wins** within n plies holds with every count that leaves n plies, and with every count that leaves more than
//!   the one it was found with. It may be false where fewer are left: on the way there might be a draw.
//! * That a side does **not win**, or not within n plies, holds with every count that leaves fewer plies. It holds with all counts
//!   if no draw by the rule was met when it was found, or if the n plies were left then: a win that only a longer count
//!   allows takes longer.
//!
//! An entry under the position's own key says only what holds with all counts, as far as [`held`] checks it when it is used.
//! Everything else is stored under a [key](key) of the position together with its count. Payoffs other than a draw are like wins
//! whose distance is not known.
//!
//! [`plies_to_draw`]: rootward_game::Game::plies_to_draw

use rootward_game::{Bound, Score, ScoreKind};

use crate::Entry;

/// The key of a position together with the plies left before the draw.
#[inline]
pub(super) fn key(key: u64, left: u32) -> u64 {
    // Keys need not be well mixed, so they are mixed here: then a sum is equal to the key of another position only by chance.
    let mixed = (key ^ key >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed ^ mixed >> 32).wrapping_add((u64::from(left) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// Is the score a win or a loss that comes before the draw?
#[inline]
pub(super) fn ends_within(score: Score, left: u32) -> bool {
    match score.kind() {
        ScoreKind::Win(plies) | ScoreKind::Loss(plies) => plies <= left,
        ScoreKind::Points(_) => false,
    }
}

/// The part of an entry for all counts that holds where this many plies are left, if any.
#[inline]
pub(super) fn held(entry: Entry, left: u32) -> Option<Entry> {
    // The bound that does not promise a win to either side, and so holds with every count.
    let modest = match entry.score.kind() {
        ScoreKind::Win(plies) if plies > left => Bound::AtMost,
        ScoreKind::Loss(plies) if plies > left => Bound::AtLeast,
        ScoreKind::Points(points) if points > 0 && entry.proven => Bound::AtMost,
        ScoreKind::Points(points) if points < 0 && entry.proven => Bound::AtLeast,
        _ => return Some(entry),
    };
    (entry.bound == Bound::Exact || entry.bound == modest).then_some(Entry { bound: modest, ..entry })
}

/// An entry reduced to its move: the value says nothing.
pub(super) fn move_alone(entry: Entry) -> Entry {
    Entry { score: -Score::INFINITY, bound: Bound::AtLeast, depth: 0, proven: false, ..entry }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: Score, bound: Bound) -> Entry {
        Entry { score, bound, depth: 9, proven: true, best: Some(1), effort: 0 }
    }

    #[test]
    fn a_win_holds_only_where_it_comes_before_the_draw() {
        let win = entry(Score::win_in(7), Bound::Exact);
        assert_eq!(held(win, 7), Some(win));
        assert_eq!(held(win, 6), Some(Entry { bound: Bound::AtMost, ..win }), "no quicker win is there");
        assert_eq!(held(Entry { bound: Bound::AtLeast, ..win }, 6), None);
        let loss = entry(Score::loss_in(8), Bound::AtMost);
        assert_eq!((held(loss, 8), held(loss, 7)), (Some(loss), None));
        let not_sooner = Entry { bound: Bound::AtLeast, ..loss };
        assert_eq!(held(not_sooner, 1), Some(not_sooner));
    }

    #[test]
    fn a_draw_holds_and_a_proven_payoff_only_as_a_bound() {
        let draw = entry(Score::DRAW, Bound::Exact);
        assert_eq!(held(draw, 0), Some(draw));
        let payoff = entry(Score::points(5), Bound::Exact);
        assert_eq!(held(payoff, 50), Some(Entry { bound: Bound::AtMost, ..payoff }));
        assert_eq!(held(entry(Score::points(5), Bound::AtLeast), 50), None);
        let estimate = Entry { proven: false, ..payoff };
        assert_eq!(held(estimate, 50), Some(estimate));
    }
}
