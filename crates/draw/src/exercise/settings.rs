//! The settings of an exercise.

use std::ops::RangeInclusive;

use rootward_session::Problem;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::search::HandSearch;

/// The settings of an exercise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ExerciseSettings {
    /// The seed of the random numbers.
    pub seed: u64,
    /// The depth of the leaves in plies, 1 to 8.
    pub depth: u32,
    /// The number of children of an interior node: `2..3`.
    #[serde(serialize_with = "write_range", deserialize_with = "read_branching")]
    pub branching: RangeInclusive<u32>,
    /// The values of the leaves: `-9..20`.
    #[serde(serialize_with = "write_range", deserialize_with = "read_values")]
    pub values: RangeInclusive<i32>,
    /// Some branches may end early.
    pub irregular: bool,
    /// There must be a deep cut: by a bound that was set more than one ply up.
    pub deep_cut: bool,
    /// No two leaves may have the same value, so that `≤` and `<` cut alike.
    pub no_ties: bool,
    /// The required number of cuts. Without it, at least one wherever the shape of the tree allows it.
    pub cuts: Option<u32>,
    /// The percentage of places below the root that get a chance node above the move or the leaf there. With chance,
    /// the task asks for the values (expectiminimax), and for the windows only if there must be cuts (Star1).
    #[serde(skip_serializing_if = "is_zero")]
    pub chance: u32,
    /// Give the nodes above the leaves static values. A search that needs them has them anyway. The rest of the tree
    /// stays as it is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimates: bool,
    /// The search to be done by hand. The tree does not depend on it: the conditions above are those of alpha-beta from
    /// left to right.
    #[serde(skip_serializing_if = "HandSearch::is_usual")]
    pub search: HandSearch,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Default for ExerciseSettings {
    fn default() -> ExerciseSettings {
        ExerciseSettings {
            seed: 1,
            depth: 3,
            branching: 2..=3,
            values: -9..=20,
            irregular: false,
            deep_cut: false,
            no_ties: false,
            cuts: None,
            chance: 0,
            estimates: false,
            search: HandSearch::default(),
        }
    }
}

/// A tree with more leaves does not fit on a page.
pub(super) const MOST_LEAVES: u64 = 48;
const DEEPEST: u32 = 8;
const WIDEST: u32 = 8;
const GREATEST: i32 = 999;

impl ExerciseSettings {
    /// Refuses impossible settings, in one sentence.
    pub(super) fn check(&self) -> Result<(), Problem> {
        let (fewest, most) = (*self.branching.start(), *self.branching.end());
        if !(1..=DEEPEST).contains(&self.depth) {
            return Err(Problem::new(format!("{} is not a depth of an exercise", self.depth), "a number from 1 to 8"));
        }
        self.search.check(self.depth)?;
        check_branching(&self.branching)?;
        check_values(&self.values)?;
        let leaves = u64::from(fewest).pow(self.depth);
        if leaves > MOST_LEAVES && !self.irregular {
            let problem = format!("a tree of depth {} with {fewest} moves each does not fit on a page", self.depth);
            return Err(Problem::new(problem, format!("at most {MOST_LEAVES} leaves")));
        }
        let values = (i64::from(*self.values.end()) - i64::from(*self.values.start()) + 1).unsigned_abs();
        if self.no_ties && !self.irregular && values < leaves {
            let problem = format!("{leaves} leaves cannot all have different values from {values}");
            return Err(Problem::new(problem, "a wider range of values, or ties"));
        }
        if self.deep_cut && (self.depth < 4 || most < 2) {
            let problem = "a deep cut needs a bound from three plies above, and leaves below";
            return Err(Problem::new(problem, "a depth of 4 or more, and 2 or more moves"));
        }
        let cuts = self.cuts.unwrap_or(0);
        if cuts > 0 && (self.depth < 2 || most < 2) {
            return Err(Problem::new("such a tree has no cuts", "a depth of 2 or more, and 2 or more moves"));
        }
        if self.chance > 100 {
            let problem = format!("{} is not a share of chance nodes", self.chance);
            return Err(Problem::new(problem, "a number from 0 to 100"));
        }
        if self.deep_cut && self.chance > 0 {
            return Err(Problem::new("chance ends the window that a deep cut needs", "chance or a deep cut, not both"));
        }
        if self.deep_cut && self.cuts == Some(0) {
            return Err(Problem::new("no cut and a deep cut exclude each other", "one of the two"));
        }
        // Only an interior node below the root can cut, and each of them once.
        let places = nodes(most, self.depth - 1) - 1;
        if u64::from(cuts) > places {
            let problem = format!("{cuts} cuts are too many: such a tree has at most {places} nodes that could cut");
            return Err(Problem::new(problem, "fewer cuts, or a larger tree"));
        }
        Ok(())
    }
}

/// The number of nodes of a uniform tree.
fn nodes(branching: u32, depth: u32) -> u64 {
    (0..=depth).map(|ply| u64::from(branching).saturating_pow(ply)).fold(0, u64::saturating_add)
}

fn check_branching(range: &RangeInclusive<u32>) -> Result<(), Problem> {
    if range.is_empty() || *range.start() < 1 || *range.end() > WIDEST {
        let problem = format!("'{}..{}' is not a range of branching", range.start(), range.end());
        return Err(Problem::new(problem, BRANCHING));
    }
    Ok(())
}

fn check_values(range: &RangeInclusive<i32>) -> Result<(), Problem> {
    if range.is_empty() || *range.start() < -GREATEST || *range.end() > GREATEST {
        let problem = format!("'{}..{}' is not a range of values", range.start(), range.end());
        return Err(Problem::new(problem, VALUES));
    }
    Ok(())
}

const BRANCHING: &str = "a number or a range from 1 to 8, such as 2..3";
const VALUES: &str = "a range from -999 to 999, such as -9..20";

/// Reads `3` or `2..3`.
pub fn parse_branching(text: &str) -> Result<RangeInclusive<u32>, Problem> {
    let wrong = || Problem::new(format!("'{}' is not a range of branching", short(text)), BRANCHING);
    let range = range(text).ok_or_else(wrong)?;
    check_branching(&range)?;
    Ok(range)
}

/// Reads `-9..20`.
pub fn parse_values(text: &str) -> Result<RangeInclusive<i32>, Problem> {
    let wrong = || Problem::new(format!("'{}' is not a range of values", short(text)), VALUES);
    let range = range(text).ok_or_else(wrong)?;
    check_values(&range)?;
    Ok(range)
}

fn range<T: std::str::FromStr + Clone>(text: &str) -> Option<RangeInclusive<T>> {
    let text = text.trim().replace('−', "-");
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (first, last.strip_prefix('=').unwrap_or(last)),
        None => (text.as_str(), text.as_str()),
    };
    Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
}

fn short(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

fn write_range<T: std::fmt::Display, S: Serializer>(range: &RangeInclusive<T>, sink: S) -> Result<S::Ok, S::Error> {
    sink.collect_str(&format_args!("{}..{}", range.start(), range.end()))
}

fn read_branching<'de, D: Deserializer<'de>>(source: D) -> Result<RangeInclusive<u32>, D::Error> {
    parse_branching(&String::deserialize(source)?).map_err(serde::de::Error::custom)
}

fn read_values<'de, D: Deserializer<'de>>(source: D) -> Result<RangeInclusive<i32>, D::Error> {
    parse_values(&String::deserialize(source)?).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranges_read_as_they_are_written(first in -999i32..=999, last in -999i32..=999) {
            let range = parse_values(&format!("{first}..{last}"));
            prop_assert_eq!(range.ok(), (first <= last).then_some(first..=last));
        }

        #[test]
        fn any_text_is_a_range_or_refused_in_one_sentence(text in "\\PC{0,30}") {
            for problem in [parse_values(&text).err(), parse_branching(&text).err()].into_iter().flatten() {
                prop_assert_eq!(problem.to_string().lines().count(), 1);
            }
        }
    }

    #[test]
    fn a_single_number_and_a_typographic_minus_will_do() {
        assert_eq!((parse_branching("3"), parse_values("−9..20")), (Ok(3..=3), Ok(-9..=20)));
        assert!(
            parse_branching("0..2").is_err() && parse_branching("2..9").is_err() && parse_values("0..1000").is_err()
        );
    }
}
