//! Whole numbers of variable length (LEB128): seven bits a byte, the lowest first; the top bit says that more follow.

/// Appends a number.
pub(crate) fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number off the front; `None` if the bytes end too early or it does not fit into 64 bits.
#[inline]
pub(crate) fn read(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let part = u64::from(byte & 0x7F);
        if shift == 63 && part > 1 {
            return None;
        }
        number |= part << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back_as_they_were_written(numbers: Vec<u64>, shift in 0u32..64) {
            let numbers: Vec<u64> = numbers.into_iter().map(|number| number >> shift).chain([0, u64::MAX]).collect();
            let mut bytes = Vec::new();
            numbers.iter().for_each(|&number| write(&mut bytes, number));
            let mut rest = bytes.as_slice();
            let back: Vec<u64> = numbers.iter().filter_map(|_| read(&mut rest)).collect();
            prop_assert_eq!(back, numbers);
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn arbitrary_bytes_are_read_or_refused_without_a_panic(bytes: Vec<u8>) {
            let mut rest = bytes.as_slice();
            while !rest.is_empty() && read(&mut rest).is_some() {}
        }
    }

    #[test]
    fn a_number_that_does_not_fit_is_refused() {
        assert_eq!(read(&mut &[0xFF; 10][..]), None);
        assert_eq!(read(&mut &[0x80][..]), None);
    }
}
