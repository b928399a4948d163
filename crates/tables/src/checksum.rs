//! CRC-32 as in Ethernet, zip and PNG: it detects every flipped bit, and every burst of up to 32.

/// The remainders of all single bytes, for the reversed polynomial of IEEE 802.3.
const REMAINDERS: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            remainder = (remainder >> 1) ^ if remainder & 1 == 1 { 0xEDB8_8320 } else { 0 };
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
};

/// The checksum of these bytes.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, &byte: &u8| (crc >> 8) ^ REMAINDERS[((crc ^ u32::from(byte)) & 0xFF) as usize];
    !bytes.iter().fold(!0, step)
}

/// The length of a checksum in bytes.
pub(crate) const LENGTH: usize = 4;

/// The bytes with their checksum appended.
#[must_use]
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let crc = crc32(&bytes);
    bytes.extend_from_slice(&crc.to_le_bytes());
    bytes
}

/// The content before the checksum, the stored checksum, and the computed one; `None` if there are too few bytes.
#[must_use]
pub fn opened(bytes: &[u8]) -> Option<(&[u8], u32, u32)> {
    let (content, written) = bytes.split_last_chunk::<LENGTH>()?;
    Some((content, u32::from_le_bytes(*written), crc32(content)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_check_value_comes_out() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn what_is_sealed_is_opened() {
        let bytes = sealed(b"abc".to_vec());
        assert_eq!(opened(&bytes), Some((&b"abc"[..], crc32(b"abc"), crc32(b"abc"))));
        assert_eq!(opened(b"abc"), None);
    }
}
