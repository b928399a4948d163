//! A position with the attacks of both sides, which all parts of the evaluation use.

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_king_moves};

use super::squares::{fill_forward, forward, pawn_attacks, zone};

/// A position, and both sides' forces.
pub(super) struct PositionInfo<'a> {
    pub(super) board: &'a Board,
    pub(super) occupied: BitBoard,
    forces: [Force; 2],
}

/// One side's pieces and their attacks. The attacks of knights and greater pieces are added as these are evaluated.
#[derive(Clone, Copy)]
pub(super) struct Force {
    pub(super) all: BitBoard,
    pub(super) pawns: BitBoard,
    pub(super) king: Square,
    /// The king zone: the squares around the king.
    pub(super) zone: BitBoard,
    pub(super) pawn_attacks: BitBoard,
    /// Squares that its pawns attack or could attack after moving forward.
    pub(super) pawn_reach: BitBoard,
    /// The squares that any piece attacks, those that at least two attack, and those that each kind attacks.
    pub(super) attacks: BitBoard,
    pub(super) attacks_twice: BitBoard,
    pub(super) attacks_by: [BitBoard; 6],
    /// The attack of knights and greater pieces on the other king's zone: the number of attackers, and its size in
    /// units.
    pub(super) attackers: i32,
    pub(super) attack_units: i32,
}

impl Force {
    fn of(board: &Board, side: Color) -> Force {
        let pawns = board.colored_pieces(side, Piece::Pawn);
        let king = board.king(side);
        let (pawn_attacks, twice) = pawn_attacks(pawns, side);
        let king_attacks = get_king_moves(king);
        let mut attacks_by = [BitBoard::EMPTY; 6];
        attacks_by[Piece::Pawn as usize] = pawn_attacks;
        attacks_by[Piece::King as usize] = king_attacks;
        Force {
            all: board.colors(side),
            pawns,
            king,
            zone: zone(king),
            pawn_attacks,
            pawn_reach: fill_forward(pawn_attacks, side),
            attacks: pawn_attacks | king_attacks,
            attacks_twice: twice | (pawn_attacks & king_attacks),
            attacks_by,
            attackers: 0,
            attack_units: 0,
        }
    }

    /// Records the attacks of a piece.
    #[inline(always)]
    pub(super) fn attack(&mut self, piece: Piece, squares: BitBoard) {
        self.attacks_twice |= self.attacks & squares;
        self.attacks |= squares;
        self.attacks_by[piece as usize] |= squares;
    }

    /// The squares that a kind of piece attacks.
    #[inline(always)]
    pub(super) fn by(&self, piece: Piece) -> BitBoard {
        self.attacks_by[piece as usize]
    }
}

impl<'a> PositionInfo<'a> {
    #[inline(always)]
    pub(super) fn of(board: &'a Board) -> PositionInfo<'a> {
        let forces = [Force::of(board, Color::White), Force::of(board, Color::Black)];
        PositionInfo { board, occupied: board.occupied(), forces }
    }

    /// A side's force.
    #[inline(always)]
    pub(super) fn force(&self, side: Color) -> &Force {
        &self.forces[side as usize]
    }

    /// A side's force, mutable.
    #[inline(always)]
    pub(super) fn force_mut(&mut self, side: Color) -> &mut Force {
        &mut self.forces[side as usize]
    }

    /// A side's pieces of a kind.
    #[inline(always)]
    pub(super) fn pieces(&self, side: Color, piece: Piece) -> BitBoard {
        self.board.colored_pieces(side, piece)
    }

    /// The squares one step in front of a side's pawns.
    #[inline(always)]
    pub(super) fn steps(&self, side: Color) -> BitBoard {
        forward(self.force(side).pawns, side)
    }
}
