//! Reads a file's bytes step by step. Missing bytes give `None`, never a panic.

/// A place in a file.
pub struct Bytes<'a> {
    data: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    /// Starts at an offset.
    pub fn new(data: &'a [u8], at: usize) -> Bytes<'a> {
        Bytes { data, at }
    }

    /// Skips this many bytes, and returns where they began.
    pub fn skip(&mut self, bytes: usize) -> Option<usize> {
        let start = self.at;
        self.at = start.checked_add(bytes).filter(|&end| end <= self.data.len())?;
        Some(start)
    }

    /// Skips to the next multiple of a size.
    pub fn align(&mut self, size: usize) {
        self.at = self.at.next_multiple_of(size);
    }

    pub fn u8(&mut self) -> Option<u8> {
        let byte = *self.data.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub fn u16(&mut self) -> Option<u16> {
        let value = u16_at(self.data, self.at)?;
        self.at += 2;
        Some(value)
    }

    pub fn u32(&mut self) -> Option<u32> {
        let bytes = self.data.get(self.at..self.at.checked_add(4)?)?;
        self.at += 4;
        Some(u32::from_le_bytes(bytes.try_into().ok()?))
    }
}

/// Two bytes at an offset, little-endian.
pub fn u16_at(data: &[u8], at: usize) -> Option<u16> {
    data.get(at..at.checked_add(2)?)?.try_into().ok().map(u16::from_le_bytes)
}

/// Four bytes at an offset, little-endian.
pub fn u32_at(data: &[u8], at: usize) -> Option<u32> {
    data.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}

/// Eight bytes at an offset, big-endian; zeros beyond the end.
pub fn bits_at(data: &[u8], at: usize) -> u64 {
    let mut bits = [0; 8];
    if let Some(rest) = data.get(at..) {
        let length = rest.len().min(8);
        bits[..length].copy_from_slice(&rest[..length]);
    }
    u64::from_be_bytes(bits)
}
