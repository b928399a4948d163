//! The order in which slices are solved: what a slice converts into comes first.

use std::collections::HashSet;

use crate::Endings;

/// The slices and all that they convert into, each after those that it needs.
pub fn order<E: Endings>(game: &E, wanted: &[E::Slice]) -> Vec<E::Slice> {
    fn visit<E: Endings>(game: &E, slice: &E::Slice, seen: &mut HashSet<E::Slice>, order: &mut Vec<E::Slice>) {
        if !seen.insert(slice.clone()) {
            return;
        }
        for next in game.converts_into(slice) {
            visit(game, &next, seen, order);
        }
        order.push(slice.clone());
    }
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    wanted.iter().for_each(|slice| visit(game, slice, &mut seen, &mut order));
    order
}
