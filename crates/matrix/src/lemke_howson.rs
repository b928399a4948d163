//! One equilibrium by the Lemke–Howson algorithm: follow edges that miss one label until it is found again.
//!
//! The lexicographic rule makes every step unique, so the path cannot cycle, and it ends at an equilibrium.

use serde::Serialize;

use crate::dictionary::{Dictionary, PivotError, with_enough_bits};
use crate::equilibria::Equilibrium;
use crate::game::{Game, Player};
use crate::halt::{Halt, Halted};
use crate::polytope::{Polytope, mixture};
use crate::whole::Whole;

/// The result of following a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Walked {
    /// The equilibrium at its end.
    pub equilibrium: Equilibrium,
    /// The missing label: a row, or the number of rows plus a column.
    pub label: usize,
    /// Steps along edges.
    pub pivots: u64,
    /// A tie occurred on the path: the game is degenerate. Without one, it may be degenerate or not.
    pub met_tie: bool,
}

/// Follows the path from the origin that misses this label.
pub fn lemke_howson(game: &Game, label: usize, halt: &Halt<'_>) -> Result<Walked, Halted> {
    let polytopes = [Polytope::of(game, Player::Row), Polytope::of(game, Player::Column)];
    with_enough_bits!(walk(game, &polytopes, label, halt)).map_err(|_| Halted)
}

fn walk<T: Whole>(game: &Game, polytopes: &[Polytope; 2], label: usize, halt: &Halt<'_>) -> Result<Walked, PivotError> {
    let mut dictionaries: [Dictionary<T>; 2] = [polytopes[0].dictionary()?, polytopes[1].dictionary()?];
    let mut pivots = 0;
    let mut entering = label;
    // At first a row's label is nonbasic in the row player's polytope, a column's in the other's.
    let mut side = usize::from(label >= game.rows.len());
    loop {
        halt.check()?;
        let (dictionary, polytope) = (&mut dictionaries[side], &polytopes[side]);
        // Both polytopes are bounded and the two labels of a step are never both basic: these always exist.
        let column = dictionary.column_of(polytope.variable(entering)).ok_or(PivotError::Halted)?;
        let row = dictionary.leaving(column)?.ok_or(PivotError::Halted)?;
        let left = polytope.label(dictionary.basic(row));
        dictionary.pivot(row, column, halt)?;
        pivots += 1;
        if left == label {
            break;
        }
        (entering, side) = (left, 1 - side);
    }
    let weights = |side: usize| mixture(&polytopes[side].weights(&dictionaries[side])).ok_or(PivotError::Halted);
    let equilibrium = Equilibrium::checked(game, weights(0)?, weights(1)?).ok_or(PivotError::Halted)?;
    let met_tie = dictionaries.iter().any(|dictionary| dictionary.met_tie);
    Ok(Walked { equilibrium, label, pivots, met_tie })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::samples::game;

    #[test]
    fn every_label_leads_to_an_equilibrium() {
        for text in
            ["3,2 0,0; 0,0 2,3", "0 -1 1; 1 0 -1; -1 1 0", "1,1 0,0; 1,1 1,0", "0,0 0,0; 0,0 0,0", "3,4 1,2; 4,1 2,3"]
        {
            let game = game(text);
            for label in 0..game.rows.len() + game.columns.len() {
                let walked = lemke_howson(&game, label, &Halt::NEVER).unwrap();
                assert!(walked.pivots >= 2, "{text}");
            }
        }
    }

    #[test]
    fn ties_are_noticed() {
        assert!(lemke_howson(&game("0,0 0,0; 0,0 0,0"), 0, &Halt::NEVER).unwrap().met_tie);
        assert!(!lemke_howson(&game("3,2 0,0; 0,0 2,3"), 0, &Halt::NEVER).unwrap().met_tie);
    }
}
