//! Reductions: late moves, and nodes without a hash move, are searched less deeply.

use std::sync::LazyLock;

use rootward_game::{Game, Knowledge, Window};

use super::pruning::Assessment;
use super::{Candidate, Node, Scope, Worker};
use crate::{Entry, Observer, Remark, Table};

/// Late moves are reduced from this depth and from this place in the move order on.
const LATE_MOVE_MIN_DEPTH: i32 = 2;
const LATE_MOVE_MIN_PLACE: usize = 2;

/// Natural logarithms: late move reductions grow with those of depth and place.
static LOGARITHMS: LazyLock<[f64; 64]> = LazyLock::new(|| std::array::from_fn(|number| (number.max(1) as f64).ln()));

/// A move about to be searched, with everything its reduction depends on.
#[derive(Clone, Copy)]
pub(super) struct LateMove {
    /// The number of moves tried before it.
    pub place: usize,
    /// Plies left after it.
    pub depth: i32,
    /// It gives check: it makes a threat that has to be answered at once.
    pub gives_check: bool,
    /// The assessment of its node.
    pub assessment: Assessment,
}

impl<G, K, T, O, S> Worker<'_, G, K, T, O, S>
where
    G: Game,
    K: Knowledge<G>,
    T: Table,
    O: Observer<G>,
    S: Scope,
{
    /// Internal iterative reduction, by Ed Schröder: is the node searched one ply less deeply because it has no hash move? Its
    /// move order is poor now; when the node is searched again, it will have a hash move.
    pub(super) fn reduces_internally(&self, node: &Node<'_, G>, entry: Option<Entry>) -> bool {
        self.shared.techniques.speculative.internal_iterative_reduction
            && node.depth >= self.parameters.internal_reduction_depth
            && node.ply > 0
            && node.excluded.is_none()
            && entry.is_none_or(|entry| entry.best.is_none())
    }

    /// The reduction by depth and place alone.
    #[inline]
    fn usual_reduction(&self, depth: i32, place: usize) -> i32 {
        let logarithms = LOGARITHMS[depth.clamp(0, 63) as usize] * LOGARITHMS[place.min(63)];
        (f64::from(self.parameters.reduction_base) / 100.0 + logarithms / 2.25) as i32
    }

    /// Late move reductions: by how many plies a move is searched less deeply at first, because late moves are rarely best.
    #[inline(never)]
    pub(super) fn reduction(
        &mut self,
        node: &Node<'_, G>,
        window: Window,
        candidate: &Candidate<G::Move>,
        late_move: LateMove,
    ) -> i32 {
        let LateMove { place, depth, gives_check, assessment } = late_move;
        let late = self.shared.techniques.speculative.late_move_reductions
            && place >= LATE_MOVE_MIN_PLACE
            && depth >= LATE_MOVE_MIN_DEPTH
            && !assessment.in_check
            && !candidate.looks_good();
        if !late {
            return 0;
        }
        let mut reduction = self.usual_reduction(depth, place);
        reduction += i32::from(!assessment.improving);
        // A cut-off was expected and the first move did not cause it: the others are even less likely to.
        reduction += i32::from(assessment.expects_cutoff && window.is_scout());
        reduction -= i32::from(!window.is_scout()) + i32::from(gives_check) + i32::from(candidate.is_killer());
        if candidate.looks_bad() {
            reduction -= 1;
        } else {
            reduction -= (self.history_of(node, candidate.mv) / self.parameters.reduction_history).clamp(-2, 2);
        }
        let reduction = reduction.clamp(0, depth - 1);
        if O::WATCHING && reduction > 0 {
            self.observer.remark(node.ply, Remark::Reduction(reduction as u32));
        }
        reduction
    }
}
