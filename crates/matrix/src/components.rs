//! The structure of the set of equilibria: maximal Nash subsets of interchangeable strategies, and connected
//! components.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use crate::equilibria::Equilibrium;
use crate::rational::Rational;

/// The most Nash subsets to list; beyond that the components are listed without them.
pub const MOST_SUBSETS: usize = 1_000;

/// Every mixture of these row strategies against every mixture of these column strategies is an equilibrium, and no
/// strategy can be added to either list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct NashSubset {
    /// Extreme strategies of the row player, numbered as in [`Components`].
    pub rows: Vec<usize>,
    /// Extreme strategies of the column player.
    pub columns: Vec<usize>,
}

/// A connected set of equilibria.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Component {
    /// Its extreme equilibria, by index in the list.
    pub equilibria: Vec<usize>,
    /// The maximal Nash subsets that it is made of.
    pub subsets: Vec<NashSubset>,
}

/// The structure of the set of all equilibria.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Components {
    /// The row player's strategies in extreme equilibria, each once.
    pub row_strategies: Vec<Vec<Rational>>,
    /// The column player's.
    pub column_strategies: Vec<Vec<Rational>>,
    /// The components.
    pub components: Vec<Component>,
    /// All subsets are listed. If not, there were too many.
    pub complete: bool,
}

/// Groups extreme equilibria. They must be complete, or the subsets may be too small.
pub fn components(equilibria: &[Equilibrium]) -> Components {
    let (row_strategies, rows) = numbered(equilibria.iter().map(|equilibrium| &equilibrium.row));
    let (column_strategies, columns) = numbered(equilibria.iter().map(|equilibrium| &equilibrium.column));
    let edges: Vec<(usize, usize)> = rows.into_iter().zip(columns).collect();
    let mut complete = true;
    let mut components = Vec::new();
    for group in groups(&edges) {
        let inside: Vec<(usize, usize)> = group.iter().map(|&edge| edges[edge]).collect();
        let subsets = maximal_subsets(&inside);
        complete &= subsets.is_some();
        components.push(Component { equilibria: group, subsets: subsets.unwrap_or_default() });
    }
    Components { row_strategies, column_strategies, components, complete }
}

/// The distinct strategies in order of first occurrence, and the number of each.
fn numbered<'a>(strategies: impl Iterator<Item = &'a Vec<Rational>>) -> (Vec<Vec<Rational>>, Vec<usize>) {
    let mut numbers: HashMap<&Vec<Rational>, usize> = HashMap::new();
    let mut distinct = Vec::new();
    let mut number_of = |strategy: &'a Vec<Rational>| {
        *numbers.entry(strategy).or_insert_with(|| {
            distinct.push(strategy.clone());
            distinct.len() - 1
        })
    };
    let all = strategies.map(&mut number_of).collect();
    (distinct, all)
}

/// Groups of edges that share a strategy, directly or through others.
fn groups(edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut group_of: Vec<usize> = (0..edges.len()).collect();
    let mut changed = true;
    // Each pass propagates the smallest number along shared strategies; there are few equilibria.
    while changed {
        changed = false;
        let (mut by_row, mut by_column) = (HashMap::new(), HashMap::new());
        for (edge, &(row, column)) in edges.iter().enumerate() {
            for least in [by_row.entry(row).or_insert(usize::MAX), by_column.entry(column).or_insert(usize::MAX)] {
                *least = (*least).min(group_of[edge]);
            }
        }
        for (edge, (row, column)) in edges.iter().enumerate() {
            let least = by_row[row].min(by_column[column]);
            changed |= least < group_of[edge];
            group_of[edge] = least.min(group_of[edge]);
        }
    }
    let leaders: BTreeSet<usize> = group_of.iter().copied().collect();
    leaders.iter().map(|leader| (0..edges.len()).filter(|&edge| group_of[edge] == *leader).collect()).collect()
}

/// The maximal complete bipartite subgraphs: the column sides are the intersections of neighbourhoods. `None` if there
/// are too many.
fn maximal_subsets(edges: &[(usize, usize)]) -> Option<Vec<NashSubset>> {
    let mut neighbours: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for &(row, column) in edges {
        neighbours.entry(row).or_default().insert(column);
    }
    let mut sides: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
    for fresh in neighbours.values() {
        let met: Vec<BTreeSet<usize>> = sides.iter().map(|side| side & fresh).filter(|side| !side.is_empty()).collect();
        sides.extend(met);
        sides.insert(fresh.clone());
        if sides.len() > MOST_SUBSETS {
            return None;
        }
    }
    let subset = |side: BTreeSet<usize>| {
        let rows = neighbours.iter().filter(|(_, columns)| side.is_subset(columns)).map(|(&row, _)| row).collect();
        NashSubset { rows, columns: side.into_iter().collect() }
    };
    Some(sides.into_iter().map(subset).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equilibria::extreme_equilibria;
    use crate::game::samples::game;
    use crate::halt::Halt;

    fn shape(text: &str) -> Vec<Vec<(usize, usize)>> {
        let all = extreme_equilibria(&game(text), &Halt::NEVER);
        let sizes = |component: &Component| {
            component.subsets.iter().map(|subset| (subset.rows.len(), subset.columns.len())).collect()
        };
        components(&all.equilibria).components.iter().map(sizes).collect()
    }

    #[test]
    fn isolated_equilibria_are_components_of_their_own() {
        assert_eq!(shape("3,2 0,0; 0,0 2,3"), vec![vec![(1, 1)]; 3]);
    }

    #[test]
    fn interchangeable_strategies_make_one_subset() {
        assert_eq!(shape("5,5 5,5; 5,5 5,5"), [[(2, 2)]]);
    }

    #[test]
    fn segments_that_meet_make_one_component_of_two_subsets() {
        // (top, any column) and (any row, left) are equilibria, an L of two segments.
        let mut found = shape("1,1 1,1; 1,1 0,0");
        found.iter_mut().for_each(|component| component.sort_unstable());
        assert_eq!(found, [[(1, 2), (2, 1)]]);
    }
}
