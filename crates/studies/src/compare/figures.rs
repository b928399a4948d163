//! The figures of a comparison that are computed, not counted.

/// Predicts the number of boards of the next depth.
pub(super) struct Forecast {
    growth: [f64; 2],
    last: u64,
}

impl Forecast {
    pub(super) fn new(branching: usize) -> Forecast {
        Forecast { growth: [branching as f64; 2], last: 1 }
    }

    /// Alpha-beta's growth alternates between large and small factors, so the larger of the last two counts.
    pub(super) fn next(&self) -> u64 {
        (self.last as f64 * self.growth[0].max(self.growth[1])) as u64
    }

    pub(super) fn note(&mut self, boards: u64) {
        self.growth = [boards as f64 / self.last.max(1) as f64, self.growth[0]];
        self.last = boards.max(1);
    }
}

/// The Knuth–Moore minimum b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
pub(super) fn minimum_leaves(branching: usize, depth: u32) -> Option<u64> {
    let power = |exponent: u32| (branching as u64).checked_pow(exponent);
    power(depth.div_ceil(2))?.checked_add(power(depth / 2)?)?.checked_sub(1)
}

/// The b for which b + b² + … + b^depth is `boards`, by bisection.
pub(super) fn effective_branching(boards: u64, depth: u32) -> f64 {
    let boards = boards as f64;
    let uniform = |b: f64| (1..=depth).fold(0.0, |sum, _| (sum + 1.0) * b);
    let (mut low, mut high) = (0.0, boards.max(1.0));
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if uniform(middle) < boards { low = middle } else { high = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_is_that_of_knuth_and_moore() {
        assert_eq!(minimum_leaves(8, 7), Some(4607));
        assert_eq!([1, 2, 3].map(|depth| minimum_leaves(3, depth)), [Some(3), Some(5), Some(11)]);
        assert_eq!(minimum_leaves(250, 150), None);
    }

    #[test]
    fn a_uniform_tree_has_its_own_branching_factor() {
        for (boards, depth, b) in [(8, 1, 8.0), (72, 2, 8.0), (584, 3, 8.0), (3, 3, 1.0), (0, 4, 0.0)] {
            assert!((effective_branching(boards, depth) - b).abs() < 1e-9, "{boards} boards at depth {depth}");
        }
    }
}
