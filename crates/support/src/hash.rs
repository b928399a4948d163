//! Hashes of bytes: FNV-1a (Fowler, Noll and Vo) to tell texts apart, CRC-32 to notice damage.

/// FNV-1a of bytes that come in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    /// The hash with these bytes appended.
    pub fn and(self, bytes: &[u8]) -> Fnv {
        Fnv(bytes.iter().fold(self.0, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)))
    }

    /// The hash of all bytes so far.
    pub fn value(self) -> u64 {
        self.0
    }
}

/// FNV-1a of some bytes.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    Fnv::default().and(bytes).value()
}

/// The remainders of all single bytes for the reversed polynomial of IEEE 802.3, and of bytes with one to seven more behind them.
const REMAINDERS: [[u32; 256]; 8] = {
    let mut tables = [[0; 256]; 8];
    let mut at = 0;
    while at < 8 * 256 {
        let (table, byte) = (at / 256, at % 256);
        let mut remainder = if table == 0 { byte as u32 } else { tables[table - 1][byte] };
        let mut bit = 0;
        while bit < 8 {
            remainder = (remainder >> 1) ^ if remainder & 1 == 1 { 0xEDB8_8320 } else { 0 };
            bit += 1;
        }
        tables[table][byte] = remainder;
        at += 1;
    }
    tables
};

/// CRC-32 of bytes that come in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crc32(u32);

impl Default for Crc32 {
    fn default() -> Crc32 {
        Crc32(!0)
    }
}

impl Crc32 {
    /// The checksum with these bytes appended, eight at a time.
    pub fn and(self, bytes: &[u8]) -> Crc32 {
        let (eights, rest) = bytes.as_chunks::<8>();
        let crc = eights.iter().fold(self.0, |crc, eight| {
            let word = u64::from_le_bytes(*eight) ^ u64::from(crc);
            (0..8).fold(0, |crc, at| crc ^ REMAINDERS[7 - at][(word >> (8 * at) & 0xFF) as usize])
        });
        let step = |crc: u32, &byte: &u8| (crc >> 8) ^ REMAINDERS[0][((crc ^ u32::from(byte)) & 0xFF) as usize];
        Crc32(rest.iter().fold(crc, step))
    }

    /// The checksum of all bytes so far.
    pub fn value(self) -> u32 {
        !self.0
    }
}

/// CRC-32 as in Ethernet, zip and PNG: it detects every flipped bit, and every burst of up to 32.
pub fn crc32(bytes: &[u8]) -> u32 {
    Crc32::default().and(bytes).value()
}

/// The bytes with their CRC-32 appended.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let crc = crc32(&bytes);
    bytes.extend_from_slice(&crc.to_le_bytes());
    bytes
}

/// The content before the CRC-32, the stored checksum, and the computed one; `None` if there are too few bytes.
pub fn opened(bytes: &[u8]) -> Option<(&[u8], u32, u32)> {
    let (content, written) = bytes.split_last_chunk::<4>()?;
    Some((content, u32::from_le_bytes(*written), crc32(content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_check_values_come_out() {
        assert_eq!((crc32(b"123456789"), crc32(b"")), (0xCBF4_3926, 0));
        assert_eq!((fnv1a(b""), fnv1a(b"foobar")), (0xCBF2_9CE4_8422_2325, 0x8594_4171_F739_67E8));
        assert_eq!(Fnv::default().and(b"foo").and(b"bar").value(), fnv1a(b"foobar"));
        assert_eq!(Crc32::default().and(b"1234").and(b"56789").value(), crc32(b"123456789"));
    }

    #[test]
    fn what_is_sealed_is_opened() {
        let bytes = sealed(b"abc".to_vec());
        assert_eq!(opened(&bytes), Some((&b"abc"[..], crc32(b"abc"), crc32(b"abc"))));
        assert_eq!(opened(b"abc"), None);
    }
}
