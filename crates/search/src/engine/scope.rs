//! What a search may be asked for: anything, or one thing only. The recursion is compiled for each, and where a question has
//! only one answer it is not asked at every node.

use rootward_game::{Game, Knowledge};

use super::Plan;
use crate::{Observer, Sound, Speculative, Techniques};

pub(crate) trait Scope: Send {
    /// Everything can be switched, and a depth given.
    const ANYTHING: bool;
}

/// Any techniques, any depth.
pub(crate) struct Anything;

impl Scope for Anything {
    const ANYTHING: bool = true;
}

/// The value to the end of the game, with all that solving rests on switched on, and nobody watching. Only for games whose
/// knowledge foresees the end. (Four positions of the Connect Four set L1_R2: 1,894 instructions a node with [`Anything`],
/// with this one 1,669; a loop written for Connect Four alone takes 1,546.)
pub(crate) struct Solving;

impl Scope for Solving {
    const ANYTHING: bool = false;
}

impl Solving {
    /// Can it be all that is asked for?
    pub(crate) const fn may_suit<G: Game, K: Knowledge<G>, O: Observer<G>>() -> bool {
        K::FORESEES_THE_END && !O::WATCHING && !G::CAN_REPEAT && !G::HAS_CHANCE
    }

    /// Is it all that is asked for, where it can be?
    pub(crate) fn suits(plan: Plan, techniques: &Techniques) -> bool {
        let Sound { pvs, transposition_table, etc, hash_move, static_ordering, mate_distance, .. } = techniques.sound;
        let sound = pvs && transposition_table && etc && hash_move && static_ordering && mate_distance;
        plan.to_the_end && sound && techniques.farsighted.proofs && techniques.speculative == Speculative::NONE
    }
}
