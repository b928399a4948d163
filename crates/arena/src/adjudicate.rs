//! Adjudication: ends a game early where both players agree for long enough. Off by default: the rules decide.

use rootward_session::{Problem, parse_within};

/// A game is resigned when both players have agreed for a number of moves in a row that one of them is far ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// The lead that both must see, in points: one for itself, the other against itself.
    pub points: i32,
    /// Moves of each player in a row.
    pub moves: u32,
}

/// A game is drawn when both players have seen a score near zero for a number of moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The largest score, either way, that counts as zero.
    pub points: i32,
    /// Moves of each player in a row.
    pub moves: u32,
    /// The first move number at which the rule applies.
    pub from: u32,
}

impl ResignRule {
    /// Reads `POINTS,MOVES`.
    pub fn parse(text: &str) -> Result<ResignRule, Problem> {
        let [points, moves] = numbers(text, "POINTS,MOVES, such as 600,4")?;
        Ok(ResignRule { points: points as i32, moves })
    }
}

impl DrawRule {
    /// Reads `POINTS,MOVES,FROM`.
    pub fn parse(text: &str) -> Result<DrawRule, Problem> {
        let [points, moves, from] = numbers(text, "POINTS,MOVES,FROM, such as 10,8,40")?;
        Ok(DrawRule { points: points as i32, moves, from })
    }
}

fn numbers<const N: usize>(text: &str, expected: &str) -> Result<[u32; N], Problem> {
    let wrong = || Problem::new(format!("'{}' is not a rule", text.trim()), expected);
    let parts: Vec<u32> =
        text.split(',').map(|part| parse_within(part, "number", 0, 1_000_000)).collect::<Result<_, _>>()?;
    parts.try_into().map_err(|_| wrong())
}

/// The scores that both players have reported so far.
#[derive(Clone, Debug, Default)]
pub struct Opinions {
    /// The score reported with each move, from the first side's point of view.
    scores: Vec<Option<i32>>,
}

impl Opinions {
    /// Records a move of this side, with the score from its own point of view.
    pub fn hear(&mut self, is_first: bool, score: Option<i32>) {
        self.scores.push(score.map(|score| if is_first { score } else { -score }));
    }

    fn last(&self, moves: u32) -> Option<&[Option<i32>]> {
        let plies = 2 * moves.max(1) as usize;
        self.scores.len().checked_sub(plies).map(|start| &self.scores[start..])
    }

    /// The agreed winner, if there is one: whether it is the first side.
    pub fn agreed_winner(&self, rule: &ResignRule) -> Option<bool> {
        let last = self.last(rule.moves)?;
        let all = |wins: &dyn Fn(i32) -> bool| last.iter().all(|score| score.is_some_and(wins));
        if all(&|score| score >= rule.points) {
            Some(true)
        } else {
            all(&|score| score <= -rule.points).then_some(false)
        }
    }

    /// Whether both agree on a draw.
    pub fn agreed_draw(&self, rule: &DrawRule) -> bool {
        let late = self.scores.len() >= 2 * rule.from as usize;
        let level = |score: &Option<i32>| score.is_some_and(|score| score.abs() <= rule.points);
        late && self.last(rule.moves).is_some_and(|last| last.iter().all(level))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn opinions(scores: &[Option<i32>]) -> Opinions {
        let mut opinions = Opinions::default();
        for (ply, &score) in scores.iter().enumerate() {
            opinions.hear(ply % 2 == 0, score);
        }
        opinions
    }

    #[test]
    fn both_players_must_agree_on_the_winner() {
        let rule = ResignRule::parse("500,2").unwrap();
        let lost = [Some(-600), Some(550), Some(-700), Some(500)];
        assert_eq!(opinions(&lost).agreed_winner(&rule), Some(false));
        assert_eq!(opinions(&lost.map(|score| score.map(|s| -s))).agreed_winner(&rule), Some(true));
        assert_eq!(opinions(&lost[..2]).agreed_winner(&rule), None);
        assert_eq!(opinions(&[Some(-600), Some(550), Some(-700), Some(499)]).agreed_winner(&rule), None);
        assert_eq!(opinions(&[Some(-600), None, Some(-700), Some(500)]).agreed_winner(&rule), None);
        assert_eq!(opinions(&[Some(600); 4]).agreed_winner(&rule), None, "each thinks that it wins");
    }

    #[test]
    fn a_draw_needs_quiet_for_long_and_late_enough() {
        let rule = DrawRule::parse("10,2,3").unwrap();
        assert!(opinions(&[Some(90), Some(80), Some(10), Some(-10), Some(0), Some(3)]).agreed_draw(&rule));
        assert!(!opinions(&[Some(0); 4]).agreed_draw(&rule), "not before move 3");
        assert!(!opinions(&[Some(0), Some(0), Some(0), Some(0), Some(11), Some(0)]).agreed_draw(&rule));
    }

    #[test]
    fn rules_are_read_or_refused() {
        assert_eq!(ResignRule::parse(" 600,4"), Ok(ResignRule { points: 600, moves: 4 }));
        assert!(
            ResignRule::parse("600").is_err() && DrawRule::parse("1,2").is_err() && DrawRule::parse("a,2,3").is_err()
        );
    }

    proptest! {
        #[test]
        fn any_text_is_a_rule_or_a_sentence(text in "[0-9, ]{0,12}|\\PC{0,12}") {
            for problem in [ResignRule::parse(&text).err(), DrawRule::parse(&text).err()].into_iter().flatten() {
                prop_assert_eq!(problem.to_string().lines().count(), 1);
            }
        }
    }
}
