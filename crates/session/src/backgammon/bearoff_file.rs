//! The file format of a bear-off table.
//!
//! ```text
//! magic     8 bytes  "RWHOME\r\n": shows at once if line breaks were converted
//! version   1 byte   1
//! checkers  1 byte   N, the most checkers of a side in the second part
//! alone     54,264 entries for the last checker, then as many for the first of fifteen: 1 byte for the number n of
//!           probabilities, then the probabilities of 0, 1, … n − 1 rolls, 8 bytes each
//! both      for every position of one side and every one of the other, each of up to N checkers: the winning
//!           probability of the first, 8 bytes
//! checksum  4 bytes  CRC-32 of all before, little-endian
//! ```
//!
//! Probabilities are 64-bit floating-point numbers, little-endian.

use rootward_games::backgammon::bearoff::{CHECKERS, Home, MOST_MEN, OneSided, TwoSided};
use rootward_support::hash::{opened, sealed};

use crate::Problem;

const MAGIC: &[u8; 8] = b"RWHOME\r\n";
const VERSION: u8 = 1;
const EXPECTED: &str = "a file of 'rootward table build backgammon-bearoff'";

/// The file of both tables.
pub(super) fn to_bytes(alone: &OneSided, both: &TwoSided) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, both.men()]);
    for rolls in alone.all() {
        bytes.push(rolls.chances().len() as u8);
        rolls.chances().iter().for_each(|chance| bytes.extend(chance.to_le_bytes()));
    }
    both.wins().iter().for_each(|win| bytes.extend(win.to_le_bytes()));
    sealed(bytes)
}

/// The two-sided table; the one-sided one is checked against a computed table.
pub(super) fn from_bytes(bytes: &[u8], alone: &OneSided) -> Result<TwoSided, Problem> {
    let wrong = |problem: &str| Problem::new(problem, EXPECTED);
    let head = bytes.strip_prefix(MAGIC).ok_or_else(|| wrong("it does not begin as a bear-off table does"))?;
    match head.first() {
        Some(&VERSION) => {}
        Some(version) => return Err(Problem::new(format!("its format has the version {version}"), "version 1")),
        None => return Err(wrong("it ends early")),
    }
    let (content, written, computed) = opened(bytes).ok_or_else(|| wrong("it ends early"))?;
    if written != computed {
        let problem = format!("it is damaged or cut off: its content has the checksum {computed:08x}");
        return Err(Problem::new(problem, format!("{written:08x}, as it says")));
    }
    let men = content.get(MAGIC.len() + 1).copied().filter(|men| (1..=MOST_MEN).contains(men));
    let men = men.ok_or_else(|| wrong("it is for a number of checkers that there is no table for"))?;
    let mut rest = &content[MAGIC.len() + 2..];
    let count = 2 * Home::count(CHECKERS);
    let same = alone.all().take(count).all(|rolls| take_chances(&mut rest).as_deref() == Some(rolls.chances()));
    if !same {
        return Err(wrong("its numbers of rolls are not those of bearing off"));
    }
    TwoSided::of(men, numbers(rest)).ok_or_else(|| wrong("it has not one chance for every pair of positions"))
}

fn take_chances(bytes: &mut &[u8]) -> Option<Vec<f64>> {
    let (&count, rest) = bytes.split_first()?;
    let (chances, rest) = rest.split_at_checked(8 * usize::from(count))?;
    *bytes = rest;
    Some(numbers(chances))
}

fn numbers(bytes: &[u8]) -> Vec<f64> {
    bytes.chunks_exact(8).map(|chunk| f64::from_le_bytes(std::array::from_fn(|place| chunk[place]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn table() -> (Vec<u8>, TwoSided) {
        let both = TwoSided::build(1, 1, &mut |_| true).unwrap();
        (to_bytes(OneSided::shared(), &both), both)
    }

    #[test]
    fn what_is_written_is_read_again() {
        let (bytes, both) = table();
        assert_eq!(from_bytes(&bytes, OneSided::shared()), Ok(both));
    }

    #[test]
    fn every_fault_is_reported() {
        let (bytes, _) = table();
        let error = |bytes: &[u8]| from_bytes(bytes, OneSided::shared()).unwrap_err().to_string();
        assert!(error(b"RWBOOK").starts_with("it does not begin as a bear-off table does; expected a file of"));
        assert!(error(&bytes[..bytes.len() - 1]).starts_with("it is damaged or cut off"));
        let mut other = bytes.clone();
        other[8] = 7;
        assert_eq!(error(&other), "its format has the version 7; expected version 1");
        let mut many = bytes[..bytes.len() - 4].to_vec();
        many[9] = 200;
        assert!(error(&sealed(many)).starts_with("it is for a number of checkers"));
        let mut changed = bytes[..bytes.len() - 4].to_vec();
        changed[20] ^= 1;
        assert!(error(&sealed(changed)).starts_with("its numbers of rolls are not those"));
        let short = bytes[..bytes.len() - 12].to_vec();
        assert!(error(&sealed(short)).starts_with("it has not one chance for every pair"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_bytes_are_refused_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..40), headed: bool) {
            let bytes = if headed { sealed([&MAGIC[..], &[VERSION], &bytes].concat()) } else { bytes };
            prop_assert!(from_bytes(&bytes, OneSided::shared()).is_err());
        }
    }
}
