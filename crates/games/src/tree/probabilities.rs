//! Chance nodes of a tree under construction: probabilities that add up to 1, and a unit in which every average is
//! whole.

use rootward_game::TextError;
use rootward_support::text::grouped;

use super::draft::{Content, Draft, Sketch};
use super::number::{Number, gcd, lcm};
use super::scale::{Scale, write_number};

impl Draft<'_> {
    /// The weight of every node among its siblings: its probability over their common denominator; 1 below a player's
    /// node.
    pub(super) fn weights(&self) -> Result<Vec<u32>, TextError> {
        let mut totals = vec![1_i64; self.sketches.len()];
        for (sketch, number) in self.probabilities()? {
            let total = &mut totals[sketch.parent];
            *total = lcm(*total, number.denominator()).filter(|&total| total <= Scale::MOST).ok_or_else(|| {
                let problem = "the probabilities have a common denominator above 1,000,000,000";
                TextError::new(problem, "simpler fractions").at(self.text, self.sketches[sketch.parent].start)
            })?;
        }
        let weight = |sketch: &Sketch| match sketch.probability {
            Some(figure) => figure.number.in_units(totals[sketch.parent]).unwrap_or(0),
            None => 1,
        };
        let weights: Vec<i64> = self.sketches.iter().map(weight).collect();
        self.check_sums(&weights, &totals)?;
        Ok(weights.into_iter().map(|weight| weight as u32).collect())
    }

    /// All children of chance nodes with their probabilities. Each must have a valid one, and no other node may have
    /// one.
    fn probabilities(&self) -> Result<Vec<(&Sketch, Number)>, TextError> {
        let mut found = Vec::new();
        for (index, sketch) in self.sketches.iter().enumerate() {
            let below_chance = index > 0 && self.sketches[sketch.parent].content.is_chance();
            let wrong = |problem: String, expected: &str, start: usize| {
                Err(TextError::new(problem, expected).at(self.text, start))
            };
            match sketch.probability {
                Some(figure) => {
                    let text = &self.text[figure.start..figure.end];
                    if !below_chance {
                        let problem = format!("the number {text} cannot be a label");
                        return wrong(problem, "a name, or the number in quotes", figure.start);
                    }
                    let number = figure.number;
                    if !(1..=number.denominator()).contains(&number.numerator()) {
                        let expected = "a fraction or a decimal above 0 and at most 1";
                        return wrong(format!("{text} is not a probability"), expected, figure.start);
                    }
                    found.push((sketch, number));
                }
                None if below_chance => {
                    let problem = "an outcome of chance without its probability".to_owned();
                    return wrong(problem, "a probability before it, like 1/2: or 0.5:", sketch.start);
                }
                None => {}
            }
        }
        Ok(found)
    }

    fn check_sums(&self, weights: &[i64], totals: &[i64]) -> Result<(), TextError> {
        let mut sums = vec![0_i64; self.sketches.len()];
        for (sketch, weight) in self.sketches.iter().zip(weights).skip(1) {
            // 1,000,000 weights of up to 1,000,000,000 do not overflow.
            sums[sketch.parent] += weight;
        }
        for (index, sketch) in self.sketches.iter().enumerate() {
            let (sum, total) = (sums[index], totals[index]);
            if sketch.content.is_chance() && sum != total {
                let mut outcomes = self.sketches.iter().skip(1).filter(|child| child.parent == index);
                let fractions = outcomes.any(|child| child.probability.is_some_and(|odds| odds.number.is_fraction()));
                let sum = write_number(Number::fraction(sum, total), fractions);
                let expected = if fractions { "1" } else { "exactly 1 (a third is written 1/3)" };
                let problem = format!("the probabilities add up to {sum}");
                return Err(TextError::new(problem, expected).at(self.text, sketch.start));
            }
        }
        Ok(())
    }

    /// The smallest multiple of `least` that makes all values and all averages whole when they are multiplied by it.
    ///
    /// From below: a value has its denominator; a player's choice may have any child's value; the average of values k/d
    /// with probabilities a/b is a sum of terms a·k/(b·d).
    pub(super) fn unit(&self, order: &[usize], least: i64) -> Result<i32, TextError> {
        let mut denominators = vec![1_i64; self.sketches.len()];
        let mut unit = least;
        for &index in order.iter().rev() {
            let sketch = &self.sketches[index];
            let too_fine = || self.too_fine(if index == 0 { 0 } else { sketch.parent });
            let join = |a: i64, b: i64| lcm(a, b).filter(|&joined| joined <= Scale::MOST).ok_or_else(too_fine);
            let own = sketch.content.figure().map_or(1, |figure| figure.number.denominator());
            let denominator = join(denominators[index], own)?;
            unit = join(unit, denominator)?;
            if index > 0 {
                let term = match sketch.probability {
                    Some(odds) => {
                        let shared = gcd(odds.number.numerator(), denominator);
                        odds.number.denominator().checked_mul(denominator / shared).ok_or_else(too_fine)?
                    }
                    None => denominator,
                };
                denominators[sketch.parent] = join(denominators[sketch.parent], term)?;
            }
        }
        Ok(unit as i32)
    }

    fn too_fine(&self, node: usize) -> TextError {
        let problem = "the exact values from here on have a common denominator above";
        let most = grouped(Scale::MOST as u64);
        let expected = "fewer chance nodes below each other, or simpler probabilities and values";
        TextError::new(format!("{problem} {most}"), expected).at(self.text, self.sketches[node].start)
    }
}

impl Content {
    pub(super) fn is_chance(self) -> bool {
        matches!(self, Content::Chance { .. })
    }
}
