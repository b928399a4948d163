//! The arithmetic of a network, compiled for several processors; the best one is chosen when the program runs.
//!
//! Everything is plain Rust in loops that the compiler vectorises: the same code is compiled three times, for AVX-512, for AVX2 and
//! for any processor. It is arithmetic on whole numbers without overflow (see [`Network`](crate::Network)), so the
//! results are the same bit for bit; a test compares them.
//!
//! A chunk of the hidden layer stays in registers while all rows are added to it, so that each value is read and written once.

#![allow(unsafe_code)]

/// The largest value of a hidden neuron: 1 in units of 1/255.
pub(crate) const ONE: i16 = 255;

/// Hidden layers have a multiple of this many neurons. A chunk is eight registers of AVX2, or four of AVX-512.
pub(crate) const CHUNK: usize = 64;

/// The columns whose products are summed in 32 bits: 255² × 127 × 256 is less than 2³¹.
const SUMMED: usize = 256;

/// The versions of the arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernels {
    /// For every processor.
    Plain,
    /// With registers of 256 bits.
    Avx2,
    /// With registers of 512 bits.
    Avx512,
}

impl Kernels {
    /// The versions that run on this processor, the fastest last.
    #[must_use]
    pub fn available() -> Vec<Kernels> {
        #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
        let mut versions = vec![Kernels::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                versions.push(Kernels::Avx2);
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                versions.push(Kernels::Avx512);
            }
        }
        versions
    }

    /// The fastest version for this processor.
    #[must_use]
    pub fn best() -> Kernels {
        Kernels::available().pop().unwrap_or(Kernels::Plain)
    }
}

/// Rows of the input weights, by their numbers.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'a> {
    pub weights: &'a [i16],
    pub on: &'a [u16],
    pub off: &'a [u16],
}

#[inline(always)]
fn update_any(from: &[i16], to: &mut [i16], rows: Rows<'_>) {
    let hidden = to.len();
    let chunks = from.chunks_exact(CHUNK).zip(to.chunks_exact_mut(CHUNK));
    for (place, (from, to)) in chunks.enumerate() {
        let start = place * CHUNK;
        let mut sums = [0i16; CHUNK];
        sums.copy_from_slice(from);
        for &row in rows.on {
            let at = usize::from(row) * hidden + start;
            let weights = &rows.weights[at..at + CHUNK];
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum = sum.wrapping_add(weight);
            }
        }
        for &row in rows.off {
            let at = usize::from(row) * hidden + start;
            let weights = &rows.weights[at..at + CHUNK];
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum = sum.wrapping_sub(weight);
            }
        }
        to.copy_from_slice(&sums);
    }
}

/// The sum of clipped and squared neurons times their weights, in units of 1 / (255² × unit of the weights).
#[inline(always)]
fn output_any(hidden: &[i16], weights: &[i16]) -> i64 {
    let mut all = 0;
    for (hidden, weights) in hidden.chunks(SUMMED).zip(weights.chunks(SUMMED)) {
        let mut sum = 0i32;
        for (&neuron, &weight) in hidden.iter().zip(weights) {
            let clipped = neuron.clamp(0, ONE);
            // Weights are at most 127, so that this product fits into 16 bits.
            sum += i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped);
        }
        all += i64::from(sum);
    }
    all
}

#[cfg(target_arch = "x86_64")]
mod compiled {
    use super::{Rows, output_any, update_any};

    #[target_feature(enable = "avx2")]
    pub(super) fn update_avx2(from: &[i16], to: &mut [i16], rows: Rows<'_>) {
        update_any(from, to, rows);
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn update_avx512(from: &[i16], to: &mut [i16], rows: Rows<'_>) {
        update_any(from, to, rows);
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn output_avx2(hidden: &[i16], weights: &[i16]) -> i64 {
        output_any(hidden, weights)
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn output_avx512(hidden: &[i16], weights: &[i16]) -> i64 {
        output_any(hidden, weights)
    }
}

impl Kernels {
    /// `to` = `from` + the rows that go on − the rows that go off.
    #[inline]
    pub(crate) fn update(self, from: &[i16], to: &mut [i16], rows: Rows<'_>) {
        match self {
            // SAFETY: these versions are made only where the processor was asked for these instructions.
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2 => unsafe { compiled::update_avx2(from, to, rows) },
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx512 => unsafe { compiled::update_avx512(from, to, rows) },
            _ => update_any(from, to, rows),
        }
    }

    /// The sum of clipped and squared neurons times their weights.
    #[inline]
    pub(crate) fn output(self, hidden: &[i16], weights: &[i16]) -> i64 {
        match self {
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx2 => unsafe { compiled::output_avx2(hidden, weights) },
            #[cfg(target_arch = "x86_64")]
            Kernels::Avx512 => unsafe { compiled::output_avx512(hidden, weights) },
            _ => output_any(hidden, weights),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rootward_support::random::Dice;

    use super::*;

    fn numbers(dice: &mut Dice, count: usize, most: i16) -> Vec<i16> {
        (0..count).map(|_| (dice.below(2 * most as usize + 1) as i32 - i32::from(most)) as i16).collect()
    }

    proptest! {
        #[test]
        fn all_versions_give_the_same_numbers(seed: u64, chunks in 1usize..9, on in 0usize..5, off in 0usize..5) {
            let (mut dice, hidden) = (Dice::new(seed), chunks * CHUNK);
            let weights = numbers(&mut dice, 20 * hidden, 700);
            let from = numbers(&mut dice, hidden, 5000);
            let output_weights = numbers(&mut dice, hidden, 127);
            let mut pick = |count: usize| (0..count).map(|_| dice.below(20) as u16).collect::<Vec<u16>>();
            let (on, off) = (pick(on), pick(off));
            let rows = Rows { weights: &weights, on: &on, off: &off };
            let answer = |version: Kernels| {
                let mut to = vec![0; hidden];
                version.update(&from, &mut to, rows);
                (version.output(&to, &output_weights), to)
            };
            let plain = answer(Kernels::Plain);
            let row = |row: u16, column: usize| i32::from(weights[usize::from(row) * hidden + column]);
            for (column, &sum) in plain.1.iter().enumerate() {
                let change: i32 = on.iter().map(|&r| row(r, column)).sum::<i32>() - off.iter().map(|&r| row(r, column)).sum::<i32>();
                prop_assert_eq!(i32::from(sum), i32::from(from[column]) + change);
            }
            for version in Kernels::available() {
                prop_assert_eq!(&answer(version), &plain, "{:?}", version);
            }
        }
    }

    #[test]
    fn the_largest_sum_fits() {
        for size in [SUMMED, 1024] {
            for sign in [1, -1] {
                let expected = sign * 255 * 255 * 127 * size as i64;
                for version in Kernels::available() {
                    assert_eq!(version.output(&vec![i16::MAX; size], &vec![127 * sign as i16; size]), expected);
                }
            }
        }
    }
}
