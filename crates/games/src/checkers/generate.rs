//! The legal moves.
//!
//! Captures are compulsory, so they are looked for first, for all pieces at once by shifting whole sets of squares. Code for
//! one colour is compiled for that colour alone (`DOWN`).

use super::squares::{Direction, Squares, directions, each};
use super::{Colour, Crowning, Move, Position, Rules};

/// What the moves of one side depend on.
#[derive(Clone, Copy)]
struct MoveGenerator<const DOWN: bool> {
    men: Squares,
    kings: Squares,
    theirs: Squares,
    empty: Squares,
}

impl<const DOWN: bool> MoveGenerator<DOWN> {
    #[inline(always)]
    fn of(state: &Position) -> Self {
        let colour = Self::COLOUR;
        MoveGenerator {
            men: state.men(colour),
            kings: state.kings(colour),
            theirs: state.pieces(colour.other()),
            empty: state.empty(),
        }
    }

    const COLOUR: Colour = if DOWN { Colour::Black } else { Colour::White };

    /// The pieces that step, or begin a short jump, in the direction with this number.
    #[inline(always)]
    fn movers(&self, number: usize, men_go_back: bool) -> Squares {
        if number < 2 || men_go_back { self.men | self.kings } else { self.kings }
    }

    /// The pieces that can jump over a neighbour.
    #[inline(always)]
    fn short_jumpers(&self, rules: &Rules) -> Squares {
        let mut jumpers = 0;
        for (number, direction) in directions::<DOWN>().into_iter().enumerate() {
            let back = direction.opposite();
            let over = back.step(self.empty) & self.theirs;
            jumpers |= back.step(over) & self.movers(number, rules.men_capture_backwards);
        }
        jumpers
    }

    /// The flying kings that can jump, from any distance.
    fn flying_jumpers(&self) -> Squares {
        let can_jump =
            |&king: &u8| Direction::ALL.into_iter().any(|direction| self.flight(1 << king, direction, 0).is_some());
        each(self.kings).filter(can_jump).fold(0, |kings, king| kings | 1 << king)
    }

    /// The first piece on the way of a flying king that it can jump, and the nearest square behind. Pieces that were taken stay
    /// on the board until the move is over, and are not jumped again.
    fn flight(&self, from: Squares, direction: Direction, taken: Squares) -> Option<(Squares, Squares)> {
        let mut over = direction.step(from);
        while over & self.empty != 0 {
            over = direction.step(over);
        }
        let to = direction.step(over & self.theirs & !taken) & self.empty;
        (to != 0).then_some((over, to))
    }

    #[inline(always)]
    fn jumpers(&self, rules: &Rules) -> Squares {
        let short = self.short_jumpers(rules);
        if rules.flying_kings { short | self.flying_jumpers() } else { short }
    }

    /// The targets of all steps in a direction.
    #[inline(always)]
    fn targets(&self, number: usize) -> Squares {
        directions::<DOWN>()[number].step(self.movers(number, false)) & self.empty
    }

    fn push_quiet(&self, rules: &Rules, push: &mut impl FnMut(Move)) {
        for (number, direction) in directions::<DOWN>().into_iter().enumerate() {
            for to in each(self.targets(number)) {
                let from = direction.opposite().step(1 << to);
                let crowns = (1 << to) & Self::COLOUR.last_row() != 0 && from & self.men != 0;
                push(Move::quiet(from.trailing_zeros() as u8, to, crowns));
            }
            if rules.flying_kings {
                self.push_flights(direction, push);
            }
        }
    }

    /// The moves of flying kings in a direction, beyond the first step.
    fn push_flights(&self, direction: Direction, push: &mut impl FnMut(Move)) {
        for king in each(self.kings) {
            let mut to = direction.step(direction.step(1 << king) & self.empty) & self.empty;
            while to != 0 {
                push(Move::quiet(king, to.trailing_zeros() as u8, false));
                to = direction.step(to) & self.empty;
            }
        }
    }

    fn push_captures(&self, rules: &Rules, jumpers: Squares, push: &mut impl FnMut(Move)) {
        for from in each(jumpers) {
            let bit = 1 << from;
            // The square where the capture begins is empty once the piece has left.
            let lifted = MoveGenerator::<DOWN> { empty: self.empty | bit, ..*self };
            lifted.jump(rules, Move::capture_from(from), self.kings & bit != 0, None, push);
        }
    }

    /// Pushes all ways in which the capture can go on, and says whether there is one. `along` is the direction of the last jump
    /// where the king has landed further than on the nearest square.
    fn jump(
        &self,
        rules: &Rules,
        mv: Move,
        is_king: bool,
        along: Option<Direction>,
        push: &mut impl FnMut(Move),
    ) -> bool {
        let at = 1 << mv.to();
        let mut goes_on = false;
        for (number, direction) in directions::<DOWN>().into_iter().enumerate() {
            if !is_king && number >= 2 && !rules.men_capture_backwards {
                break;
            }
            if is_king && rules.flying_kings {
                let Some((over, to)) = self.flight(at, direction, mv.captured()) else { continue };
                goes_on = true;
                // From the nearest square the same piece is taken in the same direction, to the same end.
                if along != Some(direction) {
                    self.land(rules, mv, direction, over, to, push);
                }
                continue;
            }
            let over = direction.step(at) & self.theirs & !mv.captured();
            let to = direction.step(over) & self.empty;
            if to != 0 {
                goes_on = true;
                self.land_short(rules, mv, is_king, over, to, push);
            }
        }
        goes_on
    }

    /// A jump to the next square but one.
    fn land_short(
        &self,
        rules: &Rules,
        mv: Move,
        is_king: bool,
        over: Squares,
        to: Squares,
        push: &mut impl FnMut(Move),
    ) {
        let next = mv.with_jump(over, to.trailing_zeros() as u8);
        let reaches_end = !is_king && to & Self::COLOUR.last_row() != 0;
        match rules.crowning {
            Crowning::EndsTheMove if reaches_end => push(next.crowned(true)),
            Crowning::GoesOnAsKing if reaches_end => {
                let crowned = next.crowned(true);
                if !self.jump(rules, crowned, true, None, push) {
                    push(crowned);
                }
            }
            _ => {
                if !self.jump(rules, next, is_king, None, push) {
                    push(next.crowned(next.crowns() || reaches_end));
                }
            }
        }
    }

    /// A jump of a flying king: it lands on any free square behind, but if it can go on from some of them, on one of those.
    fn land(
        &self,
        rules: &Rules,
        mv: Move,
        direction: Direction,
        over: Squares,
        nearest: Squares,
        push: &mut impl FnMut(Move),
    ) {
        let mut goes_on = false;
        let mut to = nearest;
        while to != 0 {
            let next = mv.with_jump(over, to.trailing_zeros() as u8);
            let along = (to != nearest).then_some(direction);
            goes_on |= self.jump(rules, next, true, along, push);
            to = direction.step(to) & self.empty;
        }
        to = nearest;
        while to != 0 && !goes_on {
            push(mv.with_jump(over, to.trailing_zeros() as u8));
            to = direction.step(to) & self.empty;
        }
    }

    #[inline(always)]
    fn moves(&self, rules: &Rules, push: &mut impl FnMut(Move)) {
        let jumpers = self.jumpers(rules);
        if jumpers == 0 {
            return self.push_quiet(rules, push);
        }
        if !rules.most_pieces {
            return self.push_captures(rules, jumpers, push);
        }
        let mut most = 0;
        self.push_captures(rules, jumpers, &mut |mv| most = most.max(mv.captured().count_ones()));
        self.push_captures(rules, jumpers, &mut |mv| {
            if mv.captured().count_ones() == most {
                push(mv);
            }
        });
    }

    #[inline(always)]
    fn has_move(&self, rules: &Rules) -> bool {
        (0..4).any(|number| self.targets(number) != 0) || self.jumpers(rules) != 0
    }

    #[inline(always)]
    fn count(&self, rules: &Rules) -> u64 {
        if self.jumpers(rules) == 0 && !rules.flying_kings {
            return (0..4).map(|number| u64::from(self.targets(number).count_ones())).sum();
        }
        let mut count = 0;
        self.moves(rules, &mut |_| count += 1);
        count
    }
}

/// Calls a function for the side to move.
macro_rules! for_mover {
    ($state:expr, $call:ident($($argument:expr),*)) => {
        match $state.turn() {
            Colour::Black => MoveGenerator::<true>::of($state).$call($($argument),*),
            Colour::White => MoveGenerator::<false>::of($state).$call($($argument),*),
        }
    };
}

#[inline]
pub(super) fn moves(rules: &Rules, state: &Position, push: &mut impl FnMut(Move)) {
    for_mover!(state, moves(rules, push));
}

#[inline]
pub(super) fn count_moves(rules: &Rules, state: &Position) -> u64 {
    for_mover!(state, count(rules))
}

#[inline]
pub(super) fn has_move(rules: &Rules, state: &Position) -> bool {
    for_mover!(state, has_move(rules))
}

#[inline]
pub(super) fn must_capture(rules: &Rules, state: &Position) -> bool {
    for_mover!(state, jumpers(rules)) != 0
}
