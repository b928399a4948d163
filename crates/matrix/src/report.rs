//! Everything about a matrix at once.

use serde::Serialize;

use crate::best_reply::{Cell, Security, pure_equilibria, security};
use crate::components::{Components, components};
use crate::curves::{Curve, best_reply_curves};
use crate::elimination::{Dominance, Elimination};
use crate::equilibria::{Equilibrium, can_enumerate, extreme_equilibria};
use crate::game::{Game, Player};
use crate::halt::{Halt, Halted};
use crate::lemke_howson::lemke_howson;
use crate::rational::Rational;
use crate::zero_sum::{Number, Solution, solve_zero_sum};

/// Vertices that both polytopes may have at most for all equilibria to be looked for without being asked to. Games of up to
/// 12 × 12 are within it, which takes a fraction of a second, and so are those with a few rows and many columns.
const MOST_VERTICES: u64 = 60_000;
/// Rows and columns together up to which all equilibria are there at once.
const QUICK: usize = 12;
/// Cells that are listed as pure equilibria at most.
const MOST_CELLS_LISTED: usize = 1_000;

/// How many equilibria are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// All extreme ones of a small game, one of a large game.
    #[default]
    Fitting,
    /// All extreme ones.
    All,
    /// One.
    One,
}

/// What is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How many equilibria.
    pub extent: Extent,
    /// Exact strategies of zero-sum games, however large.
    pub exact: bool,
}

/// By what equilibria were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// All vertices of both best-response polytopes were matched.
    VertexEnumeration,
    /// A walk along edges.
    LemkeHowson,
    /// The linear program of the zero-sum game.
    LinearProgram,
    /// Only cells of the matrix were looked at: the search for mixed ones was ended early.
    PureOnly,
}

/// Equilibria of a game, exact and checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Equilibria {
    /// Pure ones first.
    pub list: Vec<Equilibrium>,
    /// By what.
    pub found_by: Found,
    /// These are all extreme ones.
    pub complete: bool,
    /// Some mixture has more best replies than strategies it uses; `None` if that is not known.
    pub degenerate: Option<bool>,
    /// How they hang together, if they are all there and the game is degenerate.
    pub components: Option<Components>,
}

/// What there is to say about a matrix.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What each player is sure of with one strategy.
    pub security: [Security; 2],
    /// Strictly dominated strategies in the order in which they were left out.
    pub strict: Elimination,
    /// Strategies that are weakly dominated in what that leaves; none is left out here.
    pub weak: Elimination,
    /// Such strategies left out one after the other too: what is left depends on the order.
    pub weak_order: Elimination,
    /// The equilibria in pure strategies, the first thousand at most.
    pub pure: Vec<Cell>,
    /// How many there are.
    pub pure_count: usize,
    /// The sum of both payoffs, if it is the same everywhere.
    pub constant_sum: Option<Rational>,
    /// Value and optimal strategies, if so. `None` too if it was ended early.
    pub zero_sum: Option<Solution>,
    /// The equilibria.
    pub equilibria: Equilibria,
    /// The best-reply curves of a game of two by two.
    pub curves: Option<[Curve; 2]>,
    /// Something was ended early.
    pub stopped: bool,
}

/// Looks at a game from all sides. What is cheap comes first, so that little is lost if it is ended early.
pub fn analyse(game: &Game, settings: Settings, halt: &Halt<'_>) -> Report {
    let mut pure = pure_equilibria(game);
    let pure_count = pure.len();
    pure.truncate(MOST_CELLS_LISTED);
    let constant_sum = game.constant_sum();
    let solved = constant_sum.as_ref().map(|_| solve_zero_sum(game, settings.exact, halt));
    let mut stopped = matches!(solved, Some(Err(Halted)));
    let zero_sum = solved.and_then(Result::ok);
    let dominance = Dominance::new(game);
    let strict = dominance.eliminate_strictly(halt);
    let weak = dominance.weakly_dominated(&strict, halt);
    let weak_order = dominance.eliminate_weakly(&strict, halt);
    stopped |= strict.stopped || weak.stopped || weak_order.stopped;
    let (equilibria, ended) = find(game, settings, &pure, zero_sum.as_ref(), halt);
    stopped |= ended;
    Report {
        security: [security(game, Player::Row), security(game, Player::Column)],
        strict,
        weak,
        weak_order,
        pure,
        pure_count,
        constant_sum,
        zero_sum,
        equilibria,
        curves: best_reply_curves(game),
        stopped,
    }
}

/// The equilibria, and whether the search for them was ended early.
fn find(
    game: &Game,
    settings: Settings,
    pure: &[Cell],
    zero_sum: Option<&Solution>,
    halt: &Halt<'_>,
) -> (Equilibria, bool) {
    let (height, width) = (game.rows.len(), game.columns.len());
    let vertices = most_vertices(height, height + width).saturating_add(most_vertices(width, height + width));
    let fitting = vertices <= MOST_VERTICES;
    let all = can_enumerate(game) && (settings.extent == Extent::All || fitting && settings.extent == Extent::Fitting);
    // One is found quickly, and is something to show if the search for all is ended early.
    let (one, ended) = if all && height + width <= QUICK { (None, false) } else { one(game, pure, zero_sum, halt) };
    if !all {
        let nothing = || (pure_only(game, pure), ended);
        return one.map_or_else(nothing, |one| (one, ended));
    }
    let extreme = extreme_equilibria(game, halt);
    if !extreme.complete {
        let mut partial = one.unwrap_or_else(|| pure_only(game, pure));
        partial.degenerate = extreme.degenerate.or(partial.degenerate);
        for equilibrium in extreme.equilibria.into_iter().chain(pure_only(game, pure).list) {
            if !partial.list.contains(&equilibrium) {
                partial.list.push(equilibrium);
            }
        }
        partial.list.sort_by_key(|equilibrium| !equilibrium.pure);
        partial.found_by = Found::VertexEnumeration;
        return (partial, true);
    }
    let degenerate = extreme.degenerate == Some(true);
    let found = Equilibria {
        components: degenerate.then(|| components(&extreme.equilibria)),
        list: extreme.equilibria,
        found_by: Found::VertexEnumeration,
        complete: true,
        degenerate: extreme.degenerate,
    };
    (found, false)
}

/// How many vertices a polytope of this dimension with so many facets can have: McMullen's upper bound theorem.
fn most_vertices(dimension: usize, facets: usize) -> u64 {
    let low = dimension / 2;
    let even = binomial(facets - dimension.div_ceil(2), low);
    let odd = binomial(facets - 1 - dimension / 2, dimension.saturating_sub(1) / 2);
    even.saturating_add(odd)
}

fn binomial(from: usize, choose: usize) -> u64 {
    let mut count: u64 = 1;
    for step in 0..choose.min(from - choose.min(from)) as u64 {
        // The product of so many neighbours is a multiple of their number: no rest is lost.
        match count.checked_mul(from as u64 - step) {
            Some(product) => count = product / (step + 1),
            None => return u64::MAX,
        }
    }
    count
}

/// One equilibrium: that of the linear program if there is one, else by a walk. Pure ones come along.
fn one(game: &Game, pure: &[Cell], zero_sum: Option<&Solution>, halt: &Halt<'_>) -> (Option<Equilibria>, bool) {
    let mut found = pure_only(game, pure);
    if let Some(solution) = zero_sum {
        if let Some(equilibrium) = exact_equilibrium(game, solution) {
            found.found_by = Found::LinearProgram;
            add(&mut found.list, equilibrium);
        }
        return (Some(found), false);
    }
    match lemke_howson(game, 0, halt) {
        Ok(walked) => {
            found.found_by = Found::LemkeHowson;
            found.degenerate = walked.met_tie.then_some(true);
            add(&mut found.list, walked.equilibrium);
            (Some(found), false)
        }
        Err(Halted) => (None, true),
    }
}

fn add(list: &mut Vec<Equilibrium>, equilibrium: Equilibrium) {
    if !list.contains(&equilibrium) {
        list.push(equilibrium);
    }
}

fn exact_equilibrium(game: &Game, solution: &Solution) -> Option<Equilibrium> {
    let exact = |numbers: &[Number]| -> Option<Vec<Rational>> {
        let number = |number: &Number| match number {
            Number::Exact(number) => Some(number.clone()),
            Number::Numeric(_) => None,
        };
        numbers.iter().map(number).collect()
    };
    Equilibrium::checked(game, exact(&solution.row)?, exact(&solution.column)?)
}

fn pure_only(game: &Game, pure: &[Cell]) -> Equilibria {
    let single = |count: usize, place: usize| {
        (0..count).map(|other| if other == place { Rational::one() } else { Rational::zero() }).collect()
    };
    let equilibrium = |cell: &Cell| {
        Equilibrium::checked(game, single(game.rows.len(), cell.row), single(game.columns.len(), cell.column))
    };
    // A few are enough here: the list of cells has them all.
    let list = pure.iter().take(10).filter_map(equilibrium).collect();
    Equilibria { list, found_by: Found::PureOnly, complete: false, degenerate: None, components: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_on_vertices_is_that_of_the_theorem() {
        // A polygon, a polyhedron with six faces, the dual of the cyclic polytope of dimension 4 with 8 vertices.
        assert_eq!((most_vertices(2, 7), most_vertices(3, 6), most_vertices(4, 8)), (7, 8, 20));
        assert_eq!(most_vertices(1, 2), 2);
        assert_eq!(most_vertices(12, 24), 24_752);
        assert_eq!(most_vertices(500, 1000), u64::MAX);
    }
}
