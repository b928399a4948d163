//! The two traits: [`Endings`], how a game numbers its positions, and [`Kernel`], what the solver asks about one slice.

use std::fmt::{Debug, Display};
use std::hash::Hash;

use crate::{Known, Metric, Value};

/// A name in a message, cut where it is longer than any name of a slice.
pub(crate) fn shown(name: &str) -> String {
    const MOST: usize = 24;
    let line: String = name.chars().filter(|letter| !letter.is_control()).take(MOST).collect();
    if name.chars().count() > MOST { line + "…" } else { line }
}

/// How a game numbers its positions. The positions are cut into **slices** (chess: by material; checkers: by the numbers of
/// men and kings), so that a move stays in its slice or **converts** into another one for good: a capture, a promotion.
///
/// The moves forward are enough. A game that can list predecessors ([`Endings::predecessors`]) is solved faster, and one that has a
/// [`Kernel`] of its own faster still.
///
/// **Promises**: the sides take turns; conversions never lead back to a slice that was left; every successor of a position that
/// has a number has one, too, or a [plain value](Endings::trivial).
pub trait Endings: Sync + Sized {
    /// A slice. Its [`Display`] is its name, also in file names.
    type Slice: Clone + Eq + Ord + Hash + Debug + Display + Send + Sync;
    /// A position with its side to move.
    type Position: Clone;
    /// What the solver asks: [`ByMoves`](crate::ByMoves), unless the game has something faster.
    type Kernel<'a>: Kernel
    where
        Self: 'a;

    /// **Promise**, if `true`: wins take an odd number of plies and losses an even one, since whoever moves last wins. Distances
    /// then need half as many codes, and a table of bytes reaches twice as far.
    const LAST_MOVE_WINS: bool = false;

    /// The name of the game, for file headers.
    fn game(&self) -> String;

    /// The slice with this name; otherwise a sentence that says what was expected.
    fn slice(&self, name: &str) -> Result<Self::Slice, String>;

    /// The slices that a move from this one may convert into, itself not included.
    fn converts_into(&self, slice: &Self::Slice) -> Vec<Self::Slice>;

    /// How many numbers the slice has. Not every number needs to have a position.
    fn count(&self, slice: &Self::Slice) -> u64;

    /// How many numbers a table stores, from the lowest: all that [`number`](Endings::number) gives. Fewer than there are where
    /// the sides have the same pieces, and one side to move stands for both.
    fn stored(&self, slice: &Self::Slice) -> u64 {
        self.count(slice)
    }

    /// The position with this number; `None` if no legal position has it.
    fn position(&self, slice: &Self::Slice, number: u64) -> Option<Self::Position>;

    /// The slice and number of a position, symmetry folded: positions that are images of one another have one number. `None` if
    /// the position is in no slice.
    fn number(&self, position: &Self::Position) -> Option<(Self::Slice, u64)>;

    /// The outcome, if the game is over here: its distance is 0.
    fn end(&self, position: &Self::Position) -> Option<Value>;

    /// Passes the position after every legal move to `push`.
    fn moves(&self, position: &Self::Position, push: &mut impl FnMut(Self::Position));

    /// Passes the position after every legal conversion to `push`. A game may list them without the other moves.
    fn conversions(&self, position: &Self::Position, push: &mut impl FnMut(Self::Position)) {
        let slice = self.number(position).map(|(slice, _)| slice);
        self.moves(position, &mut |after| {
            if self.number(&after).map(|(slice, _)| slice) != slice {
                push(after);
            }
        });
    }

    /// The value of a position that is in no slice, since it is plain: in chess, kings alone are a draw.
    fn trivial(&self, position: &Self::Position) -> Option<Value> {
        let _ = position;
        None
    }

    /// The value of a position from stored ones, if it differs from that of its number: chess stores no right to capture en
    /// passant, so a position with one takes the better of the stored value and the capture.
    fn adjust(
        &self,
        position: &Self::Position,
        stored: Value,
        metric: Metric,
        probe: &mut impl FnMut(&Self::Position) -> Option<Value>,
    ) -> Option<Value> {
        let _ = (position, metric, probe);
        Some(stored)
    }

    /// Passes the numbers of the positions with a move to this one, those of the same slice only, to `push`, perhaps more than
    /// once. Returns `false` if the game cannot say.
    fn predecessors(&self, slice: &Self::Slice, number: u64, push: &mut impl FnMut(u64)) -> bool {
        let _ = (slice, number, push);
        false
    }

    /// Has the game [`predecessors`](Endings::predecessors)?
    const HAS_PREDECESSORS: bool = false;

    /// Do the 64 numbers of a word have the same side to move? Otherwise [`side`](Endings::side) is asked about each.
    const SIDE_BY_WORD: bool = true;

    /// The side to move at a number, 0 or 1, for counts of each.
    fn side(&self, slice: &Self::Slice, number: u64) -> usize {
        let _ = (slice, number);
        0
    }

    /// Which of the 64 numbers from `64 * word` stand for themselves in counts, not as another name of a position that has a number
    /// already, and how often each set of them counts. `legal` are those with a position. Published counts of chess tell like
    /// pieces apart, so that a position with two knights of one side counts twice.
    fn distinct(&self, slice: &Self::Slice, word: usize, legal: u64) -> [(u64, u64); 2] {
        let _ = (slice, word);
        [(legal, 1), (0, 0)]
    }

    /// A promise that was found broken while positions were looked at, in a sentence. Nothing is written then.
    fn broken(&self) -> Option<String> {
        None
    }

    /// Tells of a successor that has no value: it has no number and no [plain value](Endings::trivial), or it is in a slice that
    /// is not among what its predecessor [converts into](Endings::converts_into).
    fn without_value(&self, after: &Self::Position, into: Option<&Self::Slice>) {
        let _ = after;
        match into {
            None => panic!("every successor has a number, or a plain value"),
            Some(slice) => panic!("what a slice converts into is solved first, and {slice} is not"),
        }
    }

    /// The kernel of a slice, with the tables of all slices that it converts into.
    fn kernel<'a>(&'a self, slice: &Self::Slice, metric: Metric, known: &'a Known<Self::Slice>) -> Self::Kernel<'a>;
}

/// What the solver asks about one slice. It works on **words**: sets of up to 64 positions whose numbers share all but the last
/// six bits. So one question may be about 64 positions that differ in the place of one piece only, and costs little more
/// than one about a single position.
pub trait Kernel: Sync {
    /// Can the kernel retract moves? Otherwise every undecided position is looked at in every sweep.
    const RETRACTS: bool;

    /// The number of words.
    fn words(&self) -> usize;

    /// The first word of the second side to move, if the words of each side are together. Long wins of one side and long losses of
    /// the other then share no codes. Otherwise the number of words.
    fn second_side(&self) -> usize {
        self.words()
    }

    /// Which numbers of a word have a legal position.
    fn legal(&self, word: usize) -> u64;

    /// Passes to `set` what is known about positions before the first sweep: where the game is over, the best of the conversions
    /// if it wins (it may turn out too slow) or draws, and the loss of a position that has only conversions. A draw means: not
    /// lost. `closed` has the bits of all numbers without a position.
    ///
    /// `wake` asks for a position to be [looked at](Kernel::forced) as a possible loss after the sweep of that many plies, though no
    /// successor with a number is won there.
    fn start(
        &self,
        word: usize,
        legal: u64,
        closed: &[u64],
        set: &mut impl FnMut(u32, Value),
        wake: &mut impl FnMut(u32, u64),
    );

    /// Passes to `emit` the words of the predecessors of these positions, those of the same slice only. The positions are decided
    /// after `plies`, `lost` or won. A predecessor that follows later than in the next sweep, since something else comes into it, goes
    /// to `later` with its plies and is a win. Illegal positions may be among them.
    fn retract(
        &self,
        word: usize,
        bits: u64,
        plies: u32,
        lost: bool,
        emit: &mut impl FnMut(usize, u64),
        later: &mut impl FnMut(usize, u64, u32),
    );

    /// Those of the positions that have no move within the slice but to positions whose bit is set in `won` (won for the opponent
    /// within `plies`, or without a position).
    fn forced(&self, word: usize, bits: u64, plies: u32, won: &[u64]) -> u64;

    /// Those of the positions with a move within the slice to a position whose bit is set in `lost`. Asked only of kernels that
    /// do not retract.
    fn reaches(&self, word: usize, bits: u64, lost: &[u64]) -> u64 {
        let _ = (word, lost);
        bits
    }

    /// Passes to `set` the best conversion of each of these positions that has one.
    fn conversions(&self, word: usize, bits: u64, set: &mut impl FnMut(u32, Value));

    /// These positions are lost, by all moves within the slice after at most `plies`. Passes to `set` those that have a conversion
    /// that loses later, with its plies.
    fn delays(&self, word: usize, bits: u64, plies: u32, set: &mut impl FnMut(u32, u32));
}
