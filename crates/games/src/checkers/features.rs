//! What the evaluation counts: features of each side, taken from whole sets of squares at once.

use super::squares::{Squares, directions};
use super::{Colour, Position};

/// The name of a feature with the suffix of the phase, what it counts, and its group.
pub(super) struct Named {
    pub(super) names: [&'static str; 2],
    pub(super) meaning: &'static str,
    pub(super) group: &'static str,
}

/// Numbers the features in the order in which they are listed.
macro_rules! features {
    ($($constant:ident: $name:literal, $group:literal, $meaning:literal;)*) => {
        features!(@place 0; $($constant)*);
        pub(super) const FEATURES: [Named; COUNT] = [$(Named {
            names: [concat!($name, ":mg"), concat!($name, ":eg")], meaning: $meaning, group: $group,
        }),*];
    };
    (@place $place:expr; $constant:ident $($rest:ident)*) => {
        const $constant: usize = $place;
        features!(@place $constant + 1; $($rest)*);
    };
    (@place $place:expr;) => {
        /// The number of features; each has two weights.
        pub(super) const COUNT: usize = $place;
    };
}

features! {
    MAN: "man", "material", "men";
    KING: "king", "material", "kings";
    BACK: "back-row", "men", "men on their first row, where they keep the opponent from crowning";
    BRIDGE: "bridge", "men", "men on both squares of the bridge (1 and 3 for Black, 30 and 32 for White)";
    DOUBLE_CORNER: "double-corner", "men", "a man on the home square of the own double corner (1 for Black, 32 for White)";
    ROW_3: "row-3", "advance", "men on their third row";
    ROW_4: "row-4", "advance", "men on their fourth row";
    ROW_5: "row-5", "advance", "men on their fifth row";
    ROW_6: "row-6", "advance", "men on their sixth row";
    ROW_7: "row-7", "advance", "men on their seventh row, one step from a crown";
    CENTRE: "man-centre", "men", "men on the eight squares of the centre";
    EDGE: "man-edge", "men", "men on the edge, where they cannot be jumped and reach fewer squares";
    BACKED: "backed", "men", "diagonal neighbours behind a man: pieces that keep it from being jumped";
    RUNAWAY: "runaway", "men", "men that no opponent stands in front of, however far";
    RUNAWAY_STEPS: "runaway-steps", "men", "rows that men without an opponent in front have gone";
    DOG_HOLE: "dog-hole", "men", "a man in the hole beside the opponent's double corner (28 for Black, 5 for White)";
    STEPS: "steps", "mobility", "moves of men to squares where nobody can jump them";
    KING_STEPS: "king-steps", "mobility", "moves of kings to squares where nobody can jump them";
    TRAPPED: "trapped-king", "kings", "kings that can go nowhere without being jumped";
    KING_CENTRE: "king-centre", "kings", "kings on the eight squares of the centre";
    KING_EDGE: "king-edge", "kings", "kings on the edge";
    THREAT: "threat", "tactics", "pieces that could jump if it were their side's turn, and it is not";
    THE_MOVE: "the-move", "tempo", "with pieces even: the side that has the move (the opposition)";
    TURN: "turn", "tempo", "the side to move";
}

/// The most pieces on a board: where the weights of the middlegame count alone.
pub(super) const WHOLE_PHASE: i32 = 24;

/// How much of the middlegame is left: the number of pieces.
#[inline]
pub(super) fn phase(state: &Position) -> i32 {
    (!state.empty()).count_ones() as i32
}

/// The centre: rows 3 to 6 from either side, without the edge and its neighbours.
const MIDDLE: Squares = squares([10, 11, 14, 15, 18, 19, 22, 23]);
const SIDES: Squares = squares([5, 13, 21, 29, 4, 12, 20, 28]);
const OUTER_ROWS: Squares = 0xF000_000F;
/// Squares in columns that begin on Black's first row; the others begin on White's.
const BLACK_SYSTEM: Squares = 0x0F0F_0F0F;

/// The set of squares with these numbers, from 1.
const fn squares<const N: usize>(numbers: [u32; N]) -> Squares {
    let mut set = 0;
    let mut place = 0;
    while place < N {
        set |= 1 << (numbers[place] - 1);
        place += 1;
    }
    set
}

/// A set of squares for a side, given as Black sees it.
#[inline(always)]
const fn seen<const DOWN: bool>(set: Squares) -> Squares {
    if DOWN { set } else { set.reverse_bits() }
}

/// The counts of all features, Black's minus White's.
#[inline]
pub(super) fn counts(state: &Position) -> [i32; COUNT] {
    let (mut black, mut white) = ([0; COUNT], [0; COUNT]);
    side::<true>(state, &mut black);
    side::<false>(state, &mut white);
    let (turn, waiting) = match state.turn() {
        Colour::Black => (&mut black, &mut white),
        Colour::White => (&mut white, &mut black),
    };
    turn[TURN] = 1;
    turn[THREAT] = 0;
    if state.pieces(Colour::Black).count_ones() == state.pieces(Colour::White).count_ones() {
        let system = if state.turn() == Colour::Black { BLACK_SYSTEM } else { !BLACK_SYSTEM };
        let has_it = (!state.empty() & system).count_ones() % 2 == 1;
        *(if has_it { &mut turn[THE_MOVE] } else { &mut waiting[THE_MOVE] }) = 1;
    }
    std::array::from_fn(|feature| black[feature] - white[feature])
}

/// The features of one side.
#[inline(always)]
fn side<const DOWN: bool>(state: &Position, counts: &mut [i32; COUNT]) {
    let colour = if DOWN { Colour::Black } else { Colour::White };
    let (men, kings) = (state.men(colour), state.kings(colour));
    let mut set = |feature: usize, squares: Squares| counts[feature] = squares.count_ones() as i32;
    set(MAN, men);
    set(KING, kings);
    set(BACK, men & seen::<DOWN>(0xF));
    set(DOUBLE_CORNER, men & seen::<DOWN>(squares([1])));
    set(DOG_HOLE, men & seen::<DOWN>(squares([28])));
    for (number, feature) in [ROW_3, ROW_4, ROW_5, ROW_6, ROW_7].into_iter().enumerate() {
        set(feature, men & seen::<DOWN>(0xF << (8 + 4 * number)));
    }
    set(CENTRE, men & MIDDLE);
    set(EDGE, men & SIDES);
    set(KING_CENTRE, kings & MIDDLE);
    set(KING_EDGE, kings & (SIDES | OUTER_ROWS));
    let bridge = seen::<DOWN>(squares([1, 3]));
    counts[BRIDGE] = i32::from(men & bridge == bridge);
    structure::<DOWN>(state, colour, counts);
    mobility::<DOWN>(state, colour, counts);
}

/// How men stand to each other and to what is before them.
#[inline(always)]
fn structure<const DOWN: bool>(state: &Position, colour: Colour, counts: &mut [i32; COUNT]) {
    let (men, own, theirs) = (state.men(colour), state.pieces(colour), state.pieces(colour.other()));
    let [ahead_left, ahead_right, ..] = directions::<DOWN>();
    counts[BACKED] = ((ahead_left.step(own) & men).count_ones() + (ahead_right.step(own) & men).count_ones()) as i32;
    // Squares from which some opponent lies ahead.
    let mut faced = theirs;
    for _ in 0..6 {
        faced |= ahead_left.opposite().step(faced) | ahead_right.opposite().step(faced);
    }
    let runaways = men & !faced;
    counts[RUNAWAY] = runaways.count_ones() as i32;
    let weighted = |bit: u32, rows: Squares| (runaways & seen::<DOWN>(rows)).count_ones() << bit;
    counts[RUNAWAY_STEPS] = (weighted(0, 0xF0F0_F0F0) + weighted(1, 0xFF00_FF00) + weighted(2, 0xFFFF_0000)) as i32;
}

/// Where the pieces can go without being jumped, and what they would jump.
#[inline(always)]
fn mobility<const DOWN: bool>(state: &Position, colour: Colour, counts: &mut [i32; COUNT]) {
    let (men, kings, empty) = (state.men(colour), state.kings(colour), state.empty());
    let theirs = state.pieces(colour.other());
    let their_kings = state.kings(colour.other());
    let all = directions::<DOWN>();
    // A square is attacked where an opponent stands on one side of it and nothing on the other.
    let (mut attacked, mut jumpers) = (0, 0);
    for (number, direction) in all.into_iter().enumerate() {
        let movers = if number < 2 { men | kings } else { kings };
        let attackers = if number < 2 { their_kings } else { theirs };
        attacked |= direction.step(attackers) & direction.opposite().step(empty);
        let over = direction.opposite().step(empty) & theirs;
        jumpers |= direction.opposite().step(over) & movers;
    }
    counts[THREAT] = jumpers.count_ones() as i32;
    let free = empty & !attacked;
    let mut able = 0;
    for (number, direction) in all.into_iter().enumerate() {
        if number < 2 {
            counts[STEPS] += (direction.step(men) & free).count_ones() as i32;
        }
        counts[KING_STEPS] += (direction.step(kings) & free).count_ones() as i32;
        able |= direction.opposite().step(free);
    }
    counts[TRAPPED] = (kings & !able).count_ones() as i32;
}
