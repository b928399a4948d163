//! Captures and promotions: the values that come from other endings.

use std::sync::Arc;

use cozy_chess::Piece;

use super::ChessEndings;
use super::geometry::{Set, attacks, bit};
use super::layout::{Layout, Man, Squares};
use super::material::{KINDS, Material};
use crate::{Known, Metric, Solved, Value};

/// The ending that a conversion leads to.
struct After {
    /// `None`: kings alone, a draw.
    table: Option<(Arc<Solved>, Arc<Layout>)>,
    /// Black is the stronger side there, so that colours are swapped.
    swapped: bool,
    /// The slot there of each piece here.
    slots: [u8; 8],
}

/// All conversions of an ending.
pub(super) struct Conversions {
    metric: Metric,
    men: Vec<Man>,
    /// By the slots of the captured piece and of the promoted pawn (0, a king's: none), and the promotion.
    after: Vec<Option<After>>,
}

const PROMOTIONS: usize = 4;

const fn key(captured: usize, promoted: usize, kind: usize) -> usize {
    (captured * 8 + promoted) * PROMOTIONS + kind
}

/// The squares on which pawns of a colour promote.
const fn last_rank(color: usize) -> Set {
    0xFF << (56 - 56 * color as u32)
}

/// The square in front of a pawn.
#[inline]
pub(super) const fn ahead(color: usize, square: u8) -> u8 {
    if color == 0 { square + 8 } else { square - 8 }
}

impl Conversions {
    pub(super) fn new(game: &ChessEndings, layout: &Layout, metric: Metric, known: &Known<Material>) -> Conversions {
        let men = layout.men.clone();
        let mut after: Vec<Option<After>> = Vec::new();
        after.resize_with(key(8, 0, 0), || None);
        for captured in (0..men.len()).filter(|&slot| slot != 1) {
            for promoted in (0..men.len()).filter(|&slot| slot == 0 || men[slot].piece == Piece::Pawn) {
                for kind in 0..PROMOTIONS {
                    let changes = captured != 0 || promoted != 0;
                    if changes && captured != promoted && (promoted != 0 || kind == 0) {
                        after[key(captured, promoted, kind)] = After::new(game, &men, captured, promoted, kind, known);
                    }
                }
            }
        }
        Conversions { metric, men, after }
    }

    fn value_of(&self, squares: &Squares, mover: usize, captured: usize, promoted: usize, kind: usize) -> Value {
        let after =
            self.after[key(captured, promoted, kind)].as_ref().expect("the endings after all conversions are known");
        let Some((table, layout)) = &after.table else { return Value::Draw };
        let mut there = [0; 8];
        let flip = if after.swapped { 56 } else { 0 };
        for slot in (0..self.men.len()).filter(|&slot| slot != captured || slot == 0) {
            there[after.slots[slot] as usize] = squares[slot] ^ flip;
        }
        let side = (1 - mover) ^ usize::from(after.swapped);
        let number = side as u64 * layout.words as u64 * 64 + layout.stored(&there).expect("kings are apart");
        self.metric.through_conversion(table.value(number).expect("a legal position has a number"))
    }

    /// Is the king of the side `mover` attacked, with this occupation and without the piece in the slot `gone`?
    #[inline]
    fn exposed(&self, squares: &Squares, mover: usize, occupied: Set, gone: usize) -> bool {
        let king = squares[mover];
        self.men.iter().enumerate().any(|(slot, man)| {
            man.color != mover && slot != gone && attacks(man.piece, mover, king, occupied) & bit(squares[slot]) != 0
        })
    }

    /// The value of the best capture or promotion; `None` if there is none.
    pub(super) fn best(&self, squares: &Squares, mover: usize) -> Option<Value> {
        let count = self.men.len();
        let occupied = squares[..count].iter().fold(0, |all, &square| all | bit(square));
        let mut best = None;
        for slot in (0..count).filter(|&slot| self.men[slot].color == mover) {
            let (piece, from) = (self.men[slot].piece, squares[slot]);
            let reached = attacks(piece, mover, from, occupied);
            let mut try_move = |to: u8, captured: usize| {
                let mut moved = *squares;
                moved[slot] = to;
                let occupied = occupied & !bit(from) | bit(to);
                if self.exposed(&moved, mover, occupied, if captured == 0 { slot } else { captured }) {
                    return;
                }
                if piece == Piece::Pawn && bit(to) & last_rank(mover) != 0 {
                    for kind in 0..PROMOTIONS {
                        best = best.max(Some(self.value_of(&moved, mover, captured, slot, kind)));
                    }
                } else {
                    best = best.max(Some(self.value_of(&moved, mover, captured, 0, 0)));
                }
            };
            for (captured, &to) in squares.iter().enumerate().take(count).skip(2) {
                if self.men[captured].color != mover && reached & bit(to) != 0 {
                    try_move(to, captured);
                }
            }
            if piece == Piece::Pawn {
                let to = ahead(mover, from);
                if bit(to) & last_rank(mover) & !occupied != 0 {
                    try_move(to, 0);
                }
            }
        }
        best
    }

    /// The value of the best capture en passant for `mover`, if the pawn in the slot `pushed` has just advanced two squares.
    pub(super) fn en_passant(&self, squares: &Squares, mover: usize, pushed: usize) -> Option<Value> {
        let count = self.men.len();
        let occupied = squares[..count].iter().fold(0, |all, &square| all | bit(square));
        let to = ahead(mover, squares[pushed]);
        let mut best = None;
        for slot in 2..count {
            let (man, from) = (self.men[slot], squares[slot]);
            if man.color != mover || man.piece != Piece::Pawn || attacks(Piece::Pawn, mover, from, 0) & bit(to) == 0 {
                continue;
            }
            let mut moved = *squares;
            moved[slot] = to;
            let occupied = occupied & !bit(from) & !bit(squares[pushed]) | bit(to);
            if !self.exposed(&moved, mover, occupied, pushed) {
                best = best.max(Some(self.value_of(&moved, mover, pushed, 0, 0)));
            }
        }
        best
    }
}

impl After {
    fn new(
        game: &ChessEndings,
        men: &[Man],
        captured: usize,
        promoted: usize,
        kind: usize,
        known: &Known<Material>,
    ) -> Option<After> {
        let becomes = |slot: usize| {
            let man = men[slot];
            if promoted != 0 && slot == promoted { Man { piece: KINDS[kind], ..man } } else { man }
        };
        let left: Vec<usize> = (0..men.len()).filter(|&slot| slot != captured || slot == 0).collect();
        let mut sides = [[0; 5]; 2];
        for man in left.iter().skip(2).map(|&slot| becomes(slot)) {
            let kind = KINDS.iter().position(|&kind| kind == man.piece)?;
            sides[man.color][kind] += 1;
        }
        let (material, mut swapped) = Material::new(sides);
        if material.is_symmetric() {
            // White to move stands for both sides.
            let mover = if captured == 0 { men[promoted].color } else { 1 - men[captured].color };
            swapped = mover == 0;
        }
        let mut slots = [0; 8];
        if material.pieces() == 2 {
            return Some(After { table: None, swapped, slots });
        }
        let table = known.table(&material)?.clone();
        let layout = game.layout(&material);
        let mut free: Vec<Option<Man>> = layout.men.iter().copied().map(Some).collect();
        for slot in left {
            let man = becomes(slot);
            let man = Man { color: man.color ^ usize::from(swapped), ..man };
            let place = free.iter().position(|&other| other == Some(man))?;
            free[place] = None;
            slots[slot] = place as u8;
        }
        Some(After { table: Some((table, layout)), swapped, slots })
    }
}
