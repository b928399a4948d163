//! Position IDs as GNU Backgammon writes them: 14 characters that hold the checkers of both sides.
//!
//! The board is 80 bits. First come the places of the side that is **not** on roll, then those of the side that is, each from its
//! ace point to its bar: a one for each checker, and a zero. The bits fill ten bytes from the lowest, the bytes are
//! written in base 64 without padding. The missing checkers were borne off.

use rootward_game::TextError;

use super::Checkers;

/// The digits of base 64.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The number of characters of an ID.
pub(super) const LENGTH: usize = 14;

/// The number of bits that the places take.
const BITS: u32 = 80;

/// The ID of a position: the checkers of the side on roll, and of the other one.
pub(super) fn write(on_roll: &Checkers, other: &Checkers) -> String {
    let mut bytes = bits(on_roll, other).to_le_bytes()[..10].to_vec();
    // 80 bits are 13 digits and a third of one.
    bytes.resize(12, 0);
    let digits = bytes.chunks(3).flat_map(|three| {
        let word = three.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte));
        [18, 12, 6, 0].map(|shift| char::from(DIGITS[(word >> shift & 63) as usize]))
    });
    digits.take(LENGTH).collect()
}

/// The bits of a position: the checkers of the side on roll, and of the other one.
pub(super) fn bits(on_roll: &Checkers, other: &Checkers) -> u128 {
    let on_board = |side: &Checkers| u32::from(side.total() - side.off());
    other.unary() | on_roll.unary() << (25 + on_board(other))
}

/// The checkers of the side on roll and of the other one, if these are the bits of a position with `total` of each.
pub(super) fn of_bits(mut bits: u128, total: u8) -> Option<(Checkers, Checkers)> {
    let mut side = || {
        let mut places = places(&mut bits);
        let on_board: u32 = places.iter().map(|(_, count)| u32::from(*count)).sum();
        places.push((Checkers::OFF, u32::from(total).checked_sub(on_board)? as u8));
        Some(Checkers::at(&places))
    };
    let (other, on_roll) = (side()?, side()?);
    (bits == 0).then_some((on_roll, other))
}

/// Takes the checkers of one side from the bits.
fn places(bits: &mut u128) -> Vec<(u8, u8)> {
    let mut places = Vec::with_capacity(26);
    for place in 1..=Checkers::BAR {
        let count = bits.trailing_ones();
        *bits >>= count + 1;
        places.push((place, count as u8));
    }
    places
}

/// The checkers of the side on roll and of the other one, if each has `total`.
pub(super) fn read(text: &str, total: u8) -> Result<(Checkers, Checkers), TextError> {
    let mut bits = read_bits(text)?;
    let (other, on_roll) = (places(&mut bits), places(&mut bits));
    if bits != 0 {
        return Err(TextError::new(
            format!("the position ID '{text}' goes on after the last point"),
            "at most 15 checkers a side, each side's bar at the end",
        ));
    }
    let [on_roll, other] = [with_off(text, on_roll, total, "on roll")?, with_off(text, other, total, "not on roll")?];
    Ok((on_roll, other))
}

/// The remaining checkers were borne off.
fn with_off(text: &str, mut places: Vec<(u8, u8)>, total: u8, who: &str) -> Result<Checkers, TextError> {
    let on_board: u32 = places.iter().map(|(_, count)| u32::from(*count)).sum();
    let off = u32::from(total).checked_sub(on_board).ok_or_else(|| {
        let problem = format!("the position ID '{text}' has {on_board} checkers of the side {who}");
        TextError::new(problem, format!("at most {total}"))
    })?;
    places.push((Checkers::OFF, off as u8));
    Ok(Checkers::at(&places))
}

/// The 80 bits, the lowest first.
fn read_bits(text: &str) -> Result<u128, TextError> {
    let length = text.chars().count();
    if length != LENGTH {
        let problem = format!("the position ID '{text}' has {length} characters");
        return Err(TextError::new(problem, format!("{LENGTH}, such as 4HPwATDgc/ABMA")));
    }
    let mut word = 0u128;
    for (offset, character) in text.char_indices() {
        let digit = DIGITS.iter().position(|&digit| char::from(digit) == character).ok_or_else(|| {
            let problem = format!("'{character}' is no character of a position ID");
            TextError::new(problem, "letters, digits, + and /").at(text, offset)
        })?;
        word = word << 6 | digit as u128;
    }
    // 84 bits were read; the last four are padding.
    let spare = 6 * LENGTH as u32 - BITS;
    if word.trailing_zeros() < spare {
        let problem = format!("the last character of the position ID '{text}' holds more than ten bytes");
        return Err(TextError::new(problem, "one of A, Q, g and w there"));
    }
    let bytes = (word >> spare).to_be_bytes();
    let mut lowest_first = [0; 16];
    lowest_first[..10].copy_from_slice(&bytes[6..]);
    Ok(u128::from_le_bytes(lowest_first))
}
