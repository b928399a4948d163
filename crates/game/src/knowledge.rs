//! Knowledge about a game: everything that makes a search quicker or its estimates better, and none of the rules.

use crate::{Evaluation, Game, MoveOrdering, Proofs, Tactics};

/// Knowledge about a game, in four parts: [`Evaluation`], [`MoveOrdering`], [`Tactics`] and [`Proofs`]. Every method of theirs
/// is optional; `()` knows nothing. A type that implements all four is knowledge; a part about which nothing is known is an
/// empty `impl`.
///
/// Evaluation, move ordering and tactics are heuristics: if they are bad, the search is slow or its estimates are poor. Proofs
/// are promises that proven values rest on. One method for tactics promises something, too: where a side is
/// [in check](Tactics::in_check), its [noisy moves](Tactics::noisy_moves) are all moves that answer the threat.
pub trait Knowledge<G: Game>: Evaluation<G> + MoveOrdering<G> + Tactics<G> + Proofs<G> {}

impl<G: Game, K: Evaluation<G> + MoveOrdering<G> + Tactics<G> + Proofs<G>> Knowledge<G> for K {}
