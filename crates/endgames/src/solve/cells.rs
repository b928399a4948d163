//! Arrays of codes, a byte or two each, and questions about 64 of them at once.

/// One code in memory.
pub(crate) trait Cell: Copy + Default + Send + Sync + 'static {
    /// The highest code.
    const TOP: u16;
    fn of(code: u16) -> Self;
    fn code(self) -> u16;
    /// The bits of the cells with this code, among up to 64.
    fn equal(line: &[Self], code: u16) -> u64;
    /// The cells as bytes.
    fn bytes(cells: &[Self], out: &mut Vec<u8>);
    /// Cells from their bytes.
    fn read(bytes: &[u8], out: &mut [Self]);
}

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = LOW << 7;

/// Bit 7 of each byte that is 0, exactly.
#[inline]
const fn zero_bytes(word: u64) -> u64 {
    !(((word & !HIGH) + !HIGH) | word) & HIGH
}

impl Cell for u8 {
    const TOP: u16 = 0xFF;

    #[inline]
    fn of(code: u16) -> u8 {
        code as u8
    }

    #[inline]
    fn code(self) -> u16 {
        u16::from(self)
    }

    /// Eight bytes at a time: a multiplication gathers the eight flags into one byte. Most lines have none, which is found first.
    #[inline]
    fn equal(line: &[u8], code: u16) -> u64 {
        let pattern = LOW * u64::from(code);
        let Ok(line) = <&[u8; 64]>::try_from(line) else {
            return line.iter().enumerate().map(|(at, &cell)| u64::from(u16::from(cell) == code) << at).sum();
        };
        let mut flags = [0; 8];
        let mut any = 0;
        for (flag, bytes) in flags.iter_mut().zip(line.as_chunks::<8>().0) {
            *flag = zero_bytes(u64::from_le_bytes(*bytes) ^ pattern);
            any |= *flag;
        }
        if any == 0 {
            return 0;
        }
        let gather = |flags: u64| (flags >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        flags.iter().enumerate().map(|(at, &flags)| gather(flags) << (8 * at)).sum()
    }

    fn bytes(cells: &[u8], out: &mut Vec<u8>) {
        out.clear();
        out.extend_from_slice(cells);
    }

    fn read(bytes: &[u8], out: &mut [u8]) {
        out.iter_mut().zip(bytes).for_each(|(cell, &byte)| *cell = byte);
    }
}

impl Cell for u16 {
    const TOP: u16 = 0xFFFF;

    #[inline]
    fn of(code: u16) -> u16 {
        code
    }

    #[inline]
    fn code(self) -> u16 {
        self
    }

    fn equal(line: &[u16], code: u16) -> u64 {
        line.iter().enumerate().map(|(at, &cell)| u64::from(cell == code) << at).sum()
    }

    fn bytes(cells: &[u16], out: &mut Vec<u8>) {
        out.clear();
        out.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
    }

    fn read(bytes: &[u8], out: &mut [u16]) {
        out.iter_mut().zip(bytes.as_chunks::<2>().0).for_each(|(cell, &bytes)| *cell = u16::from_le_bytes(bytes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_cells_are_found_whatever_lies_beside_them() {
        let mut seed = 1u64;
        for _ in 0..2_000 {
            let line: Vec<u8> = (0..64)
                .map(|_| {
                    seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    [0, 1, 2, 0x7F, 0x80, 0x81, 0xFE, 0xFF][(seed >> 61) as usize]
                })
                .collect();
            let wide: Vec<u16> = line.iter().map(|&cell| cell.into()).collect();
            for code in [0, 1, 0x7F, 0x80, 0xFE, 0xFF] {
                assert_eq!(u8::equal(&line, code), u16::equal(&wide, code));
                assert_eq!(u8::equal(&line[..9], code), u16::equal(&wide[..9], code));
            }
        }
    }
}
