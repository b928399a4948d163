//! The kinds of search that the recursion is compiled for: any search, or solving only. Compiled for solving, it does not
//! test at every node for techniques and depths that are fixed.

use rootward_game::{Game, Knowledge};

use super::Plan;
use crate::{Observer, Sound, Speculative, Techniques};

pub(crate) trait Scope: Send {
    /// All techniques can be switched, and a depth can be given.
    const ANYTHING: bool;
}

/// Any techniques, any depth.
pub(crate) struct Anything;

impl Scope for Anything {
    const ANYTHING: bool = true;
}

/// Solving to the end of the game, with the usual techniques on and no observer. Only for games whose knowledge foresees the
/// end. (Four positions of the Connect Four set L1_R2: 1,894 instructions a node with [`Anything`], 1,669 with this one; a
/// loop written for Connect Four alone takes 1,546.)
pub(crate) struct Solving;

impl Scope for Solving {
    const ANYTHING: bool = false;
}

impl Solving {
    /// Can a search of this game, with this knowledge and observer, be of this kind?
    pub(crate) const fn may_suit<G: Game, K: Knowledge<G>, O: Observer<G>>() -> bool {
        K::FORESEES_THE_END && !O::WATCHING && !G::CAN_REPEAT && !G::HAS_CHANCE
    }

    /// Is the planned search of this kind, if it can be?
    pub(crate) fn suits(plan: Plan, techniques: &Techniques) -> bool {
        let Sound { pvs, transposition_table, etc, hash_move, static_ordering, mate_distance, .. } = techniques.sound;
        let sound = pvs && transposition_table && etc && hash_move && static_ordering && mate_distance;
        plan.to_the_end && sound && techniques.farsighted.proofs && techniques.speculative == Speculative::NONE
    }
}
