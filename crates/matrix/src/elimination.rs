//! Iterated elimination of dominated strategies, each step with its reason.

use serde::Serialize;

use crate::dominance::{Alive, Ranks, Share, Strength, mixed_dominator, pure_dominator};
use crate::game::{Game, Player};
use crate::halt::{Halt, Halted};
use crate::rational::Rational;

/// The most cells for which mixtures are tried: each strategy takes a linear program of that size.
pub const MOST_CELLS_FOR_MIXTURES: usize = 2_500;

/// One elimination step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Counted from 1.
    pub number: usize,
    /// The player whose strategy is eliminated.
    pub player: Player,
    /// The strategy, counted from 0.
    pub strategy: usize,
    /// Its name.
    pub name: String,
    /// What dominates it: one strategy, or a mixture.
    pub by: Vec<Share>,
    /// The kind of dominance.
    pub strength: Strength,
    /// In words.
    pub sentence: String,
}

/// The steps of an elimination and what they leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Elimination {
    /// In order.
    pub steps: Vec<Step>,
    /// The rows that are left, counted from 0.
    pub rows: Vec<usize>,
    /// The columns that are left, counted from 0.
    pub columns: Vec<usize>,
    /// Mixtures were tried too. If not, the matrix was too large for that.
    pub mixtures_tried: bool,
    /// It was stopped early: more may be dominated.
    pub stopped: bool,
}

/// Eliminates strictly dominated strategies: [`Dominance::eliminate_strictly`].
pub fn eliminate_strictly(game: &Game, halt: &Halt<'_>) -> Elimination {
    Dominance::new(game).eliminate_strictly(halt)
}

/// Continues with weakly dominated ones: [`Dominance::eliminate_weakly`].
pub fn eliminate_weakly(game: &Game, after: &Elimination, halt: &Halt<'_>) -> Elimination {
    Dominance::new(game).eliminate_weakly(after, halt)
}

/// Lists weakly dominated strategies: [`Dominance::weakly_dominated`].
pub fn weakly_dominated(game: &Game, after: &Elimination, halt: &Halt<'_>) -> Elimination {
    Dominance::new(game).weakly_dominated(after, halt)
}

/// A game prepared for questions about dominance.
pub struct Dominance<'a> {
    game: &'a Game,
    ranks: Ranks,
}

impl<'a> Dominance<'a> {
    /// Sorts the payoffs.
    pub fn new(game: &'a Game) -> Dominance<'a> {
        Dominance { game, ranks: Ranks::new(game) }
    }

    /// Eliminates strictly dominated strategies until there are none: first those that a single strategy dominates,
    /// then those that only a mixture does. The result does not depend on the order, and has all equilibria of the
    /// game.
    pub fn eliminate_strictly(&self, halt: &Halt<'_>) -> Elimination {
        eliminate(Search::new(self, Alive::all(self.game)), Strength::Strict, halt)
    }

    /// Continues after an elimination with weakly dominated strategies, until there are none. The result depends on the
    /// order, which here is rows before columns and the first found first; it has an equilibrium of the game, but
    /// others may be lost.
    pub fn eliminate_weakly(&self, after: &Elimination, halt: &Halt<'_>) -> Elimination {
        eliminate(Search::new(self, Alive::after(after)), Strength::Weak, halt)
    }

    /// The strategies that are weakly dominated after a strict elimination. They are listed, not eliminated.
    pub fn weakly_dominated(&self, after: &Elimination, halt: &Halt<'_>) -> Elimination {
        let search = Search::new(self, Alive::after(after));
        let mut found = Vec::new();
        for player in [Player::Row, Player::Column] {
            for &strategy in search.alive.of(player) {
                match search.weak_dominator(player, strategy, halt) {
                    Ok(Some(by)) => found.push(search.step(found.len() + 1, player, strategy, by, Strength::Weak)),
                    Ok(None) => {}
                    Err(Halted) => return search.done(found, true),
                }
            }
        }
        search.done(found, false)
    }
}

impl Alive {
    fn after(elimination: &Elimination) -> Alive {
        Alive { rows: elimination.rows.clone(), columns: elimination.columns.clone() }
    }
}

fn eliminate(mut search: Search<'_>, weakest: Strength, halt: &Halt<'_>) -> Elimination {
    let mut steps = Vec::new();
    loop {
        match search.next(weakest, halt) {
            Ok(Some((player, strategy, by, strength))) => {
                steps.push(search.step(steps.len() + 1, player, strategy, by, strength));
                search.alive.remove(player, strategy);
            }
            Ok(None) => return search.done(steps, false),
            Err(Halted) => return search.done(steps, true),
        }
    }
}

/// The kinds of dominance to look for, cheapest first.
const STRICT_KINDS: [(Strength, bool); 2] = [(Strength::Strict, false), (Strength::Strict, true)];
const ALL_KINDS: [(Strength, bool); 4] =
    [(Strength::Strict, false), (Strength::Strict, true), (Strength::Weak, false), (Strength::Weak, true)];

/// The player, the strategy, what dominates it, and the kind of dominance.
type Dominated = (Player, usize, Vec<Share>, Strength);

struct Search<'a> {
    game: &'a Game,
    ranks: &'a Ranks,
    alive: Alive,
    /// For each player's strategy and kind of dominance: the number of replies left when it was last found undominated.
    /// Removing dominated strategies of its own side does not change that; only fewer replies can.
    cleared: [Vec<[usize; 4]>; 2],
    with_mixtures: bool,
}

impl<'a> Search<'a> {
    fn new(dominance: &'a Dominance<'a>, alive: Alive) -> Search<'a> {
        let game = dominance.game;
        Search {
            game,
            ranks: &dominance.ranks,
            alive,
            cleared: [vec![[0; 4]; game.rows.len()], vec![[0; 4]; game.columns.len()]],
            with_mixtures: game.rows.len() * game.columns.len() <= MOST_CELLS_FOR_MIXTURES,
        }
    }

    fn next(&mut self, weakest: Strength, halt: &Halt<'_>) -> Result<Option<Dominated>, Halted> {
        let kinds: &[(Strength, bool)] = if weakest == Strength::Strict { &STRICT_KINDS } else { &ALL_KINDS };
        for (kind, &(strength, mixed)) in kinds.iter().enumerate() {
            for player in [Player::Row, Player::Column] {
                for strategy in self.alive.of(player).to_vec() {
                    let answers = self.alive.of(player.other()).len();
                    let cleared = self.cleared[player as usize][strategy][kind];
                    if cleared == answers || (mixed && !self.with_mixtures) {
                        continue;
                    }
                    halt.check()?;
                    let by = match mixed {
                        false => self.pure(player, strategy, strength),
                        true => self.mixed(player, strategy, strength, halt)?,
                    };
                    if let Some(by) = by {
                        return Ok(Some((player, strategy, by, strength)));
                    }
                    self.cleared[player as usize][strategy][kind] = answers;
                }
            }
        }
        Ok(None)
    }

    fn weak_dominator(&self, player: Player, strategy: usize, halt: &Halt<'_>) -> Result<Option<Vec<Share>>, Halted> {
        halt.check()?;
        match self.pure(player, strategy, Strength::Weak) {
            None if self.with_mixtures => self.mixed(player, strategy, Strength::Weak, halt),
            by => Ok(by),
        }
    }

    fn pure(&self, player: Player, strategy: usize, strength: Strength) -> Option<Vec<Share>> {
        let by = pure_dominator(self.ranks, &self.alive, player, strategy, strength)?;
        Some(vec![Share { strategy: by, name: self.game.names(player)[by].clone(), weight: Rational::one() }])
    }

    fn mixed(
        &self,
        player: Player,
        strategy: usize,
        strength: Strength,
        halt: &Halt<'_>,
    ) -> Result<Option<Vec<Share>>, Halted> {
        mixed_dominator(self.game, self.ranks, &self.alive, player, strategy, strength, halt)
    }

    fn step(&self, number: usize, player: Player, strategy: usize, by: Vec<Share>, strength: Strength) -> Step {
        let name = self.game.names(player)[strategy].clone();
        let sentence = sentence(&self.game.players[player as usize], &name, &by, strength);
        Step { number, player, strategy, name, by, strength, sentence }
    }

    fn done(self, steps: Vec<Step>, stopped: bool) -> Elimination {
        let Alive { rows, columns } = self.alive;
        Elimination { steps, rows, columns, mixtures_tried: self.with_mixtures, stopped }
    }
}

fn sentence(player: &str, name: &str, by: &[Share], strength: Strength) -> String {
    let how = match strength {
        Strength::Strict => "strictly",
        Strength::Weak => "weakly",
    };
    match by {
        [one] => format!("{player}: {name} is {how} dominated by {}", one.name),
        shares => {
            let parts: Vec<String> = shares.iter().map(|share| format!("{}·{}", share.weight, share.name)).collect();
            format!("{player}: {name} is {how} dominated by the mixture {}", parts.join(" + "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::samples::game;

    fn names(elimination: &Elimination) -> Vec<(Player, &str, Strength)> {
        elimination.steps.iter().map(|step| (step.player, step.name.as_str(), step.strength)).collect()
    }

    #[test]
    fn the_lectures_matrix_is_reduced_to_one_cell() {
        let mut game = game("3,4 1,2; 4,1 2,3");
        (game.rows, game.columns) = (vec!["a".into(), "b".into()], vec!["c".into(), "d".into()]);
        let elimination = eliminate_strictly(&game, &Halt::NEVER);
        use Strength::Strict;
        assert_eq!(names(&elimination), [(Player::Row, "a", Strict), (Player::Column, "c", Strict)]);
        assert_eq!((elimination.rows.as_slice(), elimination.columns.as_slice()), (&[1][..], &[1][..]));
        assert_eq!(elimination.steps[0].sentence, "row player: a is strictly dominated by b");
    }

    #[test]
    fn a_strategy_may_be_dominated_only_once_an_answer_is_gone() {
        // No row is dominated until the second column is eliminated.
        let elimination = eliminate_strictly(&game("1,1 0,0; 0,1 1,0"), &Halt::NEVER);
        use Strength::Strict;
        assert_eq!(names(&elimination), [(Player::Column, "c2", Strict), (Player::Row, "r2", Strict)]);
    }

    #[test]
    fn a_mixture_comes_after_single_strategies_and_is_reported() {
        let elimination = eliminate_strictly(&game("3 0 5; 0 3 5; 1 1 5"), &Halt::NEVER);
        let sentences: Vec<&str> = elimination.steps.iter().map(|step| step.sentence.as_str()).collect();
        let expected = [
            "column player: c3 is strictly dominated by c1",
            "row player: r3 is strictly dominated by the mixture 1/2·r1 + 1/2·r2",
        ];
        assert_eq!(sentences, expected);
    }

    #[test]
    fn weak_dominance_is_kept_apart() {
        let game = game("1,1 0,0; 1,1 1,1");
        let strict = eliminate_strictly(&game, &Halt::NEVER);
        assert_eq!(strict.steps, []);
        let weak = weakly_dominated(&game, &strict, &Halt::NEVER);
        assert_eq!(names(&weak), [(Player::Row, "r1", Strength::Weak), (Player::Column, "c2", Strength::Weak)]);
        assert_eq!(weak.rows.len(), 2, "it is only named");
        // Without the first row the second column is as good as the first.
        let order = eliminate_weakly(&game, &strict, &Halt::NEVER);
        assert_eq!(names(&order), [(Player::Row, "r1", Strength::Weak)]);
    }

    #[test]
    fn weak_elimination_goes_on_from_what_strict_elimination_left() {
        let game = game("2,1 0,0; 2,1 1,1; 1,5 -1,6");
        let strict = eliminate_strictly(&game, &Halt::NEVER);
        assert_eq!(names(&strict), [(Player::Row, "r3", Strength::Strict)]);
        let order = eliminate_weakly(&game, &strict, &Halt::NEVER);
        assert_eq!(names(&order), [(Player::Row, "r1", Strength::Weak)]);
        assert_eq!(order.rows, [1]);
    }

    #[test]
    fn a_stop_leaves_what_was_found() {
        let halt = Halt::new(None, Some(&|| true));
        let elimination = eliminate_strictly(&game("3,4 1,2; 4,1 2,3"), &halt);
        assert!(elimination.stopped && elimination.steps.is_empty());
    }
}
