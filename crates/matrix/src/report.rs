//! The full analysis of a matrix.

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

/// The most vertices of both polytopes together for which all equilibria are searched without being asked for. Games of
/// up to 12 × 12 are within it, which takes a fraction of a second, and so are those with a few rows and many columns.
const MOST_VERTICES: u64 = 60_000;
/// Up to this sum of rows and columns, finding all equilibria takes no noticeable time.
const QUICK: usize = 12;
/// The most cells listed as pure equilibria.
const MOST_CELLS_LISTED: usize = 1_000;

/// How many equilibria to find.
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

/// The settings of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How many equilibria to find.
    pub extent: Extent,
    /// Exact strategies of zero-sum games, however large.
    pub exact: bool,
}

/// The method by which equilibria were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Found {
    /// All vertices of both best-response polytopes were matched.
    VertexEnumeration,
    /// A path along edges (Lemke–Howson).
    LemkeHowson,
    /// The linear program of the zero-sum game.
    LinearProgram,
    /// Only cells of the matrix were tested: the search for mixed ones was stopped early.
    PureOnly,
}

/// Equilibria of a game, exact and checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Equilibria {
    /// Pure ones first.
    pub list: Vec<Equilibrium>,
    /// The method.
    pub found_by: Found,
    /// These are all extreme ones.
    pub complete: bool,
    /// Some mixture has more best replies than strategies it uses; `None` if that is not known.
    pub degenerate: Option<bool>,
    /// The components of the set of equilibria, if all were found and the game is degenerate.
    pub components: Option<Components>,
}

/// The results of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The security level of each player with one strategy.
    pub security: [Security; 2],
    /// Strictly dominated strategies in the order of their elimination.
    pub strict: Elimination,
    /// Strategies that are weakly dominated after that; none is eliminated here.
    pub weak: Elimination,
    /// Those eliminated one after the other too: the result depends on the order.
    pub weak_order: Elimination,
    /// The equilibria in pure strategies, the first thousand at most.
    pub pure: Vec<Cell>,
    /// The number of pure equilibria.
    pub pure_count: usize,
    /// The sum of both payoffs, if it is the same everywhere.
    pub constant_sum: Option<Rational>,
    /// Value and optimal strategies, if the sum is constant. Also `None` if the search was stopped early.
    pub zero_sum: Option<Solution>,
    /// The equilibria.
    pub equilibria: Equilibria,
    /// The best-reply curves of a 2 × 2 game.
    pub curves: Option<[Curve; 2]>,
    /// Some part was stopped early.
    pub stopped: bool,
}

/// Analyses a game completely. Cheap parts come first, so that little is lost if it is stopped early.
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

/// The equilibria, and whether the search for them was stopped early.
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
    // One is found quickly, and can be shown if the search for all is stopped early.
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

/// The most vertices of a polytope of this dimension with this many facets: McMullen's upper bound theorem.
fn most_vertices(dimension: usize, facets: usize) -> u64 {
    let low = dimension / 2;
    let even = binomial(facets - dimension.div_ceil(2), low);
    let odd = binomial(facets - 1 - dimension / 2, dimension.saturating_sub(1) / 2);
    even.saturating_add(odd)
}

fn binomial(from: usize, choose: usize) -> u64 {
    let mut count: u64 = 1;
    for step in 0..choose.min(from - choose.min(from)) as u64 {
        // The product of k consecutive numbers is a multiple of k: the division is exact.
        match count.checked_mul(from as u64 - step) {
            Some(product) => count = product / (step + 1),
            None => return u64::MAX,
        }
    }
    count
}

/// One equilibrium: that of the linear program if there is one, else by Lemke–Howson. Pure ones are included.
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
