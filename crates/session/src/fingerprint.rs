//! A hash of text that is the same on every machine, for signatures and checksums.

/// FNV-1a, by Fowler, Noll and Vo.
#[must_use]
pub fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
