//! Repeats over long distances, taken out before gzip.
//!
//! The engine is compiled for each game, so that its functions resemble others that lie megabytes before them. gzip looks
//! back 32 KiB. Here, what has occurred before is replaced by its length and distance; gzip then packs the rest.
//!
//! The result: how many bytes the original has, the length of the list of commands, the commands, and the bytes that no command
//! copies. A command is three numbers: bytes to take as they are, bytes to copy, and from how far back. Numbers have seven bits a
//! byte, the lowest first. `local_engine.js` reads it.

use rootward_support::hash::fnv1a;

/// A repeat that is shorter, or nearer than gzip looks back, is left to gzip.
const SHORTEST: usize = 20;
const NEAREST: usize = 30_000;

/// The bytes without their distant repeats.
pub(super) fn without_repeats(bytes: &[u8]) -> Vec<u8> {
    let (mut commands, mut plain) = (Vec::new(), Vec::new());
    let mut seen = Seen::new(bytes.len());
    let (mut at, mut taken) = (0, 0);
    while let Some(here) = bytes.get(at..at + SHORTEST) {
        let Some(before) = seen.find(bytes, here).filter(|before| at - before > NEAREST) else {
            seen.note(here, at);
            at += 1;
            continue;
        };
        let length = bytes[at..].iter().zip(&bytes[before..at]).take_while(|(one, other)| one == other).count();
        [at - taken, length, at - before].into_iter().for_each(|number| put(number, &mut commands));
        plain.extend(&bytes[taken..at]);
        for next in at..at + length {
            if let Some(there) = bytes.get(next..next + SHORTEST) {
                seen.note(there, next);
            }
        }
        at += length;
        taken = at;
    }
    plain.extend(&bytes[taken..]);
    let mut packed = Vec::new();
    put(bytes.len(), &mut packed);
    put(commands.len(), &mut packed);
    packed.append(&mut commands);
    packed.append(&mut plain);
    packed
}

/// Where a piece of the shortest length occurred last. Pieces that share a slot drive each other out.
struct Seen {
    slots: Vec<u32>,
    shift: u32,
}

impl Seen {
    /// For this many bytes.
    fn new(bytes: usize) -> Seen {
        let log = bytes.max(2).ilog2();
        Seen { slots: vec![u32::MAX; 1 << log], shift: 64 - log }
    }

    fn slot(&self, piece: &[u8]) -> usize {
        (fnv1a(piece).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    fn note(&mut self, piece: &[u8], at: usize) {
        let slot = self.slot(piece);
        self.slots[slot] = at as u32;
    }

    fn find(&self, bytes: &[u8], piece: &[u8]) -> Option<usize> {
        let at = self.slots[self.slot(piece)] as usize;
        (bytes.get(at..at.checked_add(SHORTEST)?)? == piece).then_some(at)
    }
}

fn put(mut number: usize, out: &mut Vec<u8>) {
    while number > 0x7f {
        out.push(number as u8 & 0x7f | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn take(bytes: &[u8], at: &mut usize) -> usize {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = bytes[*at];
            *at += 1;
            number |= usize::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                return number;
            }
        }
    }

    /// As the page does it.
    fn with_repeats(packed: &[u8]) -> Vec<u8> {
        let mut at = 0;
        let total = take(packed, &mut at);
        let length = take(packed, &mut at);
        let (end, mut plain) = (at + length, at + length);
        let mut bytes: Vec<u8> = Vec::new();
        while at < end {
            let [taken, copied, back] = [(); 3].map(|()| take(packed, &mut at));
            bytes.extend(&packed[plain..plain + taken]);
            plain += taken;
            let from = bytes.len() - back;
            bytes.extend_from_within(from..from + copied);
        }
        bytes.extend(&packed[plain..]);
        assert_eq!(bytes.len(), total);
        bytes
    }

    proptest! {
        #[test]
        fn it_reads_back(parts in proptest::collection::vec((any::<u64>(), 0usize..3000), 0..60)) {
            // Blocks that are few in kind repeat, some of them far away.
            let block = |&(seed, length): &(u64, usize)| {
                let mut random = rootward_support::Dice::new(seed % 5);
                (0..length).map(move |_| random.bits() as u8).collect::<Vec<u8>>()
            };
            let bytes: Vec<u8> = parts.iter().flat_map(block).collect();
            prop_assert_eq!(with_repeats(&without_repeats(&bytes)), bytes);
        }
    }

    #[test]
    fn what_repeats_far_away_is_written_once() {
        let mut random = rootward_support::Dice::new(1);
        let once: Vec<u8> = (0..50_000).map(|_| random.bits() as u8).collect();
        let packed = without_repeats(&[&once[..], &once].concat());
        assert!(packed.len() < once.len() + 20, "{}", packed.len());
    }
}
