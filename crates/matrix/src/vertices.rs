//! All vertices of a polytope: a depth-first search over the dictionaries that the lexicographic rule allows.
//!
//! They are the vertices of a perturbed polytope, whose constraints are shifted by infinitesimals, so that each vertex
//! has as many tight constraints as dimensions. Its graph is connected, and every vertex of the true polytope is among
//! them, a degenerate one several times. The search undoes its pivots, so there is one dictionary in memory.

use std::collections::{HashMap, HashSet};

use num_bigint::BigInt;

use crate::dictionary::{Dictionary, PivotError};
use crate::halt::Halt;
use crate::polytope::Polytope;
use crate::whole::Whole;

/// Labels of a vertex, or variables of a basis.
pub(crate) type Bits = u128;

/// The most inequalities of a polytope.
pub(crate) const MOST_LABELS: usize = Bits::BITS as usize;
/// The most dictionaries to remember: a few hundred megabytes.
pub(crate) const MOST_BASES: usize = 4_000_000;

/// The vertices found, without the origin: labels and weights.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vertices {
    pub list: Vec<(Bits, Vec<BigInt>)>,
    /// All vertices were found. If not, the search was stopped early.
    pub complete: bool,
}

/// The state of the search, with one entry for each vertex of the true polytope.
struct VertexSearch<T> {
    dictionary: Dictionary<T>,
    seen: HashSet<Bits>,
    basis: Bits,
    found: HashMap<Bits, usize>,
    vertices: Vertices,
}

/// Searches until all vertices are found, or until it is stopped.
pub(crate) fn vertices_of<T: Whole>(polytope: &Polytope, halt: &Halt<'_>) -> Result<Vertices, PivotError> {
    let dictionary = polytope.dictionary::<T>()?;
    let basis = (dictionary.dimension()..polytope.variables()).fold(0, |bits: Bits, slack| bits | 1 << slack);
    let vertices = Vertices::default();
    let mut search = VertexSearch { dictionary, seen: HashSet::from([basis]), basis, found: HashMap::new(), vertices };
    search.vertices.complete = match search.run(polytope, halt) {
        // What was found so far counts.
        Err(PivotError::Halted) => false,
        done => done?,
    };
    Ok(search.vertices)
}

impl<T: Whole> VertexSearch<T> {
    /// Returns `true` if all vertices were found.
    fn run(&mut self, polytope: &Polytope, halt: &Halt<'_>) -> Result<bool, PivotError> {
        // The pivot to undo at each step, and the next column to try there.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut column = 0;
        loop {
            if column == self.dictionary.dimension() {
                let Some((row, from)) = path.pop() else { return Ok(true) };
                self.step(row, from, halt)?;
                column = from + 1;
                continue;
            }
            let Some(row) = self.dictionary.leaving(column)? else {
                // Payoffs are positive, so the polytope is bounded: this cannot happen.
                column += 1;
                continue;
            };
            let next = self.basis ^ (1 << self.dictionary.basic(row)) ^ (1 << self.dictionary.nonbasic(column));
            if !self.seen.insert(next) {
                column += 1;
                continue;
            }
            self.step(row, column, halt)?;
            self.note(polytope);
            path.push((row, column));
            column = 0;
            if halt.check().is_err() || self.seen.len() > MOST_BASES {
                return Ok(false);
            }
        }
    }

    fn step(&mut self, row: usize, column: usize, halt: &Halt<'_>) -> Result<(), PivotError> {
        self.basis ^= (1 << self.dictionary.basic(row)) ^ (1 << self.dictionary.nonbasic(column));
        self.dictionary.pivot(row, column, halt)
    }

    /// A vertex is identified by its tight constraints.
    fn note(&mut self, polytope: &Polytope) {
        let tight = (0..polytope.variables()).filter(|&variable| self.dictionary.is_tight(variable));
        let labels = tight.fold(0, |bits: Bits, variable| bits | 1 << polytope.label(variable));
        let place = self.vertices.list.len();
        if *self.found.entry(labels).or_insert(place) == place {
            self.vertices.list.push((labels, polytope.weights(&self.dictionary)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dictionary::with_enough_bits;
    use crate::game::Player;
    use crate::game::samples::game;

    fn count(text: &str, player: Player) -> usize {
        let polytope = Polytope::of(&game(text), player);
        let found = with_enough_bits!(vertices_of(&polytope, &Halt::NEVER)).unwrap();
        assert!(found.complete);
        found.list.len()
    }

    #[test]
    fn vertices_of_small_polytopes_are_counted_without_the_origin() {
        // The identity: {x ≥ 0, (I + 1)x ≤ 1}. With 2 strategies a quadrangle.
        assert_eq!(count("1 0; 0 1", Player::Column), 3);
        // Twice the same row: the second inequality adds nothing.
        assert_eq!(count("1 0; 1 0", Player::Column), 2);
        assert_eq!(count("5", Player::Row), 1);
    }
}
