//! A proven value in a byte: a draw is 0, a win in n plies is n, a loss in n plies −n.

use rootward_game::{Score, ScoreKind};

/// The byte of a value; `None` for points, and for distances that do not fit into a byte.
pub fn to_byte(score: Score) -> Option<i8> {
    match score.kind() {
        ScoreKind::Points(0) => Some(0),
        ScoreKind::Points(_) => None,
        ScoreKind::Win(plies) => i8::try_from(plies).ok().filter(|&plies| plies > 0),
        ScoreKind::Loss(plies) => i8::try_from(plies).ok().filter(|&plies| plies > 0).map(|plies| -plies),
    }
}

/// The value of a byte; `None` for −128, which is no value.
pub fn from_byte(byte: i8) -> Option<Score> {
    let plies = u32::from(byte.unsigned_abs());
    match byte {
        0 => Some(Score::DRAW),
        i8::MIN => None,
        1.. => Some(Score::win_in(plies)),
        _ => Some(Score::loss_in(plies)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_but_one_is_a_value_and_comes_back() {
        for byte in -127..=127 {
            assert_eq!(from_byte(byte).and_then(to_byte), Some(byte));
        }
        assert_eq!(from_byte(-128), None);
    }

    #[test]
    fn what_a_byte_cannot_say_is_refused() {
        for score in [Score::points(3), Score::win_in(128), Score::loss_in(128), Score::win_in(0)] {
            assert_eq!(to_byte(score), None, "{score:?}");
        }
    }
}
