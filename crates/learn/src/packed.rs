//! Input weights in few bits: Rice codes (Rice, 1979), row by row.
//!
//! ```text
//!   for each row      5 bits: k
//!   for each weight   u >> k ones and a zero, then the k low bits of u; from 20 ones on (and no zero) u itself in 17 bits
//! ```
//!
//! u is 0, 1, 2, 3, 4 … for the numbers 0, −1, 1, −2, 2 …. A row of the first region is coded as it is, a row of another region as its
//! difference from the one of the first: a piece on a square is worth about the same wherever the king stands. Bits fill
//! bytes from the lowest on; those left over at the end are 0.

/// The bits of a row's `k`.
const K_BITS: u32 = 5;
/// So many ones mean that the number follows as it is.
const ESCAPE: u32 = 20;
/// The bits of any difference of two weights.
const WHOLE_BITS: u32 = 17;

/// Packs rows of this length; `shared` of them are of the first region.
pub(crate) fn pack(weights: &[i16], length: usize, shared: usize) -> Vec<u8> {
    let mut writer = Writer::default();
    for (number, row) in weights.chunks_exact(length).enumerate() {
        let first = (number >= shared).then(|| &weights[number % shared * length..][..length]);
        let codes: Vec<u32> = row
            .iter()
            .enumerate()
            .map(|(column, &weight)| folded(i32::from(weight) - first.map_or(0, |first| i32::from(first[column]))))
            .collect();
        let k = (0..16).min_by_key(|&k| codes.iter().map(|&code| bits_of(code, k)).sum::<u32>()).unwrap_or(0);
        writer.put(k, K_BITS);
        codes.iter().for_each(|&code| writer.put_code(code, k));
    }
    writer.bytes
}

/// Reads `rows` rows; none if the bytes are not what [`pack`] writes.
pub(crate) fn unpack(bytes: &[u8], length: usize, rows: usize, shared: usize) -> Option<Vec<i16>> {
    // A number takes a bit at least: a short file that claims to be a large network asks for no memory.
    if bytes.len() * 8 < rows.saturating_mul(length) {
        return None;
    }
    let mut reader = Reader { bytes, at: 0, buffer: 0, filled: 0 };
    let mut weights = vec![0; rows * length];
    for number in 0..rows {
        let k = reader.take(K_BITS);
        if k > 15 {
            return None;
        }
        let (before, rest) = weights.split_at_mut(number * length);
        let row = &mut rest[..length];
        if number >= shared {
            row.copy_from_slice(&before[number % shared * length..][..length]);
        }
        if !reader.add_row(k, row) || reader.is_past_the_end() {
            return None;
        }
    }
    reader.is_at_the_end().then_some(weights)
}

/// 0, 1, 2, 3, 4 … for 0, −1, 1, −2, 2 ….
fn folded(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

#[inline]
fn unfolded(code: u32) -> i32 {
    (code >> 1) as i32 ^ -((code & 1) as i32)
}

/// The bits that a number takes.
fn bits_of(code: u32, k: u32) -> u32 {
    let ones = code >> k;
    if ones < ESCAPE { ones + 1 + k } else { ESCAPE + WHOLE_BITS }
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    filled: u32,
}

impl Writer {
    fn put(&mut self, number: u32, bits: u32) {
        for bit in 0..bits {
            if self.filled.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((number >> bit & 1) as u8) << (self.filled % 8);
            self.filled += 1;
        }
    }

    fn put_code(&mut self, code: u32, k: u32) {
        let ones = (code >> k).min(ESCAPE);
        self.put((1 << ones) - 1, ones);
        if ones == ESCAPE {
            self.put(code, WHOLE_BITS);
        } else {
            self.put(0, 1);
            self.put(code & ((1 << k) - 1), k);
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    /// The next byte for the buffer; beyond the end there are zeros.
    at: usize,
    buffer: u64,
    filled: u32,
}

impl Reader<'_> {
    /// At least 56 bits are in the buffer after this: more than any code has.
    #[inline]
    fn fill(&mut self) {
        let free = (63 - self.filled) / 8;
        if let Some(eight) = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk) {
            // Bits beyond the free bytes are those of a byte that is read again.
            self.buffer |= u64::from_le_bytes(*eight) << self.filled;
        } else {
            for place in 0..free {
                let byte = self.bytes.get(self.at + place as usize).copied().unwrap_or(0);
                self.buffer |= u64::from(byte) << (self.filled + 8 * place);
            }
        }
        self.at += free as usize;
        self.filled += 8 * free;
        self.buffer &= (1 << self.filled) - 1;
    }

    fn take(&mut self, bits: u32) -> u32 {
        self.fill();
        let number = self.buffer & ((1 << bits) - 1);
        self.buffer >>= bits;
        self.filled -= bits;
        number as u32
    }

    /// Adds the coded numbers to a row; no if one leaves 16 bits.
    fn add_row(&mut self, k: u32, row: &mut [i16]) -> bool {
        let mask = (1 << k) - 1;
        let mut changed = 0;
        // In variables of its own, the state stays in registers.
        let (mut buffer, mut filled) = (self.buffer, self.filled);
        for weight in row {
            if filled < ESCAPE + WHOLE_BITS {
                (self.buffer, self.filled) = (buffer, filled);
                self.fill();
                (buffer, filled) = (self.buffer, self.filled);
            }
            let ones = (!buffer).trailing_zeros();
            let (code, bits) = if ones < ESCAPE {
                (ones << k | (buffer >> ones >> 1) as u32 & mask, ones + 1 + k)
            } else {
                ((buffer >> ESCAPE) as u32 & ((1 << WHOLE_BITS) - 1), ESCAPE + WHOLE_BITS)
            };
            buffer >>= bits;
            filled -= bits;
            let sum = i32::from(*weight) + unfolded(code);
            *weight = sum as i16;
            changed |= i32::from(*weight) ^ sum;
        }
        (self.buffer, self.filled) = (buffer, filled);
        changed == 0
    }

    /// More bits were taken than there are.
    fn is_past_the_end(&self) -> bool {
        8 * self.at > 8 * self.bytes.len() + self.filled as usize
    }

    /// All bytes were read, and what is left of the last one is 0.
    fn is_at_the_end(&self) -> bool {
        let taken = 8 * self.at - self.filled as usize;
        let all = 8 * self.bytes.len();
        taken <= all
            && all - taken < 8
            && self.bytes.last().is_none_or(|last| last >> (8 - (all - taken)).min(7) == 0 || all == taken)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_packed_is_unpacked(
            rows in proptest::collection::vec(proptest::collection::vec((any::<i16>(), 0u32..16), 3), 4),
            shared in 1usize..=4,
        ) {
            let weights: Vec<i16> = rows.concat().into_iter().map(|(weight, shift)| weight >> shift).collect();
            let bytes = pack(&weights, 3, shared);
            prop_assert_eq!(unpack(&bytes, 3, 4, shared), Some(weights));
            // A byte less or more is noticed.
            prop_assert!(unpack(&bytes[..bytes.len() - 1], 3, 4, shared).is_none());
            prop_assert!(unpack(&[&bytes[..], &[0]].concat(), 3, 4, shared).is_none());
        }

        #[test]
        fn arbitrary_bytes_are_weights_or_none(bytes in proptest::collection::vec(any::<u8>(), 0..60), shared in 1usize..=4) {
            if let Some(weights) = unpack(&bytes, 3, 4, shared) {
                prop_assert_eq!(weights.len(), 12);
            }
        }
    }

    #[test]
    fn a_short_file_is_no_large_network() {
        assert_eq!(unpack(&[0; 100], usize::MAX / 8, 4, 1), None);
    }

    #[test]
    fn small_weights_take_few_bits() {
        let weights: Vec<i16> = (0..6400).map(|number| (number % 13 - 6) as i16).collect();
        assert!(pack(&weights, 64, 100).len() < 6400 * 5 / 8);
        let twice = [&weights[..], &weights[..]].concat();
        assert!(pack(&twice, 64, 100).len() < pack(&weights, 64, 100).len() + 6400 / 8 + 100);
    }
}
