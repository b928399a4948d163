//! Codes of one block as bytes, before compression.

use crate::{Codes, Value};

/// Bytes for this many numbers.
pub(crate) fn packed_len(numbers: usize, width: u32) -> usize {
    (numbers * width as usize).div_ceil(8)
}

/// Packs codes. For outcomes alone, two bits each: 0 draw, 1 win, 2 loss.
pub(crate) fn pack(codes: &[u16], width: u32, out: &mut Vec<u8>) {
    out.clear();
    match width {
        2 => out.extend(codes.chunks(4).map(|four| four.iter().rev().fold(0, |byte, &code| byte << 2 | code as u8))),
        8 => out.extend(codes.iter().map(|&code| code as u8)),
        _ => out.extend(codes.iter().flat_map(|code| code.to_le_bytes())),
    }
}

/// The code at a place.
pub(crate) fn unpack(bytes: &[u8], width: u32, at: usize) -> Option<u16> {
    match width {
        2 => bytes.get(at / 4).map(|byte| u16::from(byte >> (at % 4 * 2) & 3)),
        8 => bytes.get(at).map(|&byte| byte.into()),
        _ => Some(u16::from_le_bytes([*bytes.get(2 * at)?, *bytes.get(2 * at + 1)?])),
    }
}

pub(crate) const DRAW: u16 = 0;
pub(crate) const WIN: u16 = 1;
const LOSS: u16 = 2;

/// The packed code of an outcome.
pub(crate) fn outcome_code(value: Value) -> u16 {
    match value {
        Value::Draw => DRAW,
        Value::Win(_) => WIN,
        Value::Loss(_) => LOSS,
    }
}

/// What a stored code says.
pub(crate) fn stored_value(code: u16, width: u32, codes: Codes, longest_win: u16) -> Option<Value> {
    match (width, code) {
        (2, DRAW) => Some(Value::Draw),
        (2, WIN) => Some(Value::Win(0)),
        (2, LOSS) => Some(Value::Loss(0)),
        (2, _) => None,
        _ => codes.value(code, longest_win),
    }
}
