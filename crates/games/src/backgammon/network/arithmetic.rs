//! The logistic function from additions, multiplications and a division alone, in a fixed order: the same bits on every machine,
//! which system libraries do not guarantee.

/// e^x, to one part in a hundred thousand, for x between −39 and 39; clamped beyond.
#[inline]
pub(super) fn exp(x: f32) -> f32 {
    /// Adding it leaves no bits for fractions, so the sum is rounded to a whole number, which is in its lowest bits.
    const ROUNDER: f32 = 12_582_912.0;
    let power = (x * std::f32::consts::LOG2_E).clamp(-57.0, 57.0);
    let shifted = power + ROUNDER;
    let rest = power - (shifted - ROUNDER);
    // 2^rest by its series, for rest between −1/2 and 1/2.
    let series = 0.009_618_13 + rest * 0.001_333_36;
    let near_one = 1.0 + rest * (std::f32::consts::LN_2 + rest * (0.240_226_5 + rest * (0.055_504_1 + rest * series)));
    // The whole number goes into the exponent.
    f32::from_bits(near_one.to_bits().wrapping_add(shifted.to_bits() << 23))
}

/// 1 / (1 + e^−x): from 0 to 1.
#[inline]
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_exponential_function() {
        for step in -3900..=3900 {
            let x = step as f32 / 100.0;
            let ratio = f64::from(exp(x)) / f64::from(x).exp();
            assert!((ratio - 1.0).abs() < 1e-5, "{x}: {ratio}");
        }
        assert_eq!((logistic(0.0), logistic(1e30), logistic(-1e30) < 1e-16), (0.5, 1.0, true));
    }

    /// A machine that computes other bits would play other moves.
    #[test]
    fn its_bits_are_the_same_everywhere() {
        let bits = [0.1f32, -0.7, 3.3, -8.25].map(|x| logistic(x).to_bits());
        assert_eq!(bits, BITS, "{bits:x?}");
    }

    const BITS: [u32; 4] = [0x3f06_6509, 0x3ea9_e34b, 0x3f76_e4cf, 0x3988_f05f];
}
