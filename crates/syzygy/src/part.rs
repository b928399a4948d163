//! A part of a table, and the index of a position in it.

use cozy_chess::{Board, Color, Piece};

use crate::material::{MOST_PIECES, Material};
use crate::pairs::Pairs;
use crate::squares::{SQUARES, off_diagonal};

/// The positions with one side to move and the leading pawn on one file.
pub struct Part {
    /// The pieces in the table's order: 1 for a white pawn to 6 for the white king, 9 to 14 for Black's.
    pub pieces: Vec<u8>,
    /// The number of pieces that are indexed together, in the order of `pieces`.
    pub groups: Vec<usize>,
    /// The weight of each group's index.
    pub weights: Vec<u64>,
    pub pairs: Pairs,
    /// In distance tables: where the list for each outcome begins.
    pub lists: Option<[usize; 4]>,
}

/// The number of placements of the first three pieces, where a piece besides the kings is the only one of its kind.
const THREE_PIECES: u64 = 31_332;
const TWO_KINGS: u64 = 462;

impl Part {
    /// Pieces are indexed in groups: the leading ones, then each kind. `order` gives the places of the first two groups
    /// in the whole index.
    pub fn new(pieces: Vec<u8>, material: Material, order: [usize; 2], file: usize) -> Option<Part> {
        let valid = |&code: &u8| matches!(code & 7, 1..=6);
        let pawns = material.pawns();
        if pieces.len() > MOST_PIECES || !pieces.iter().all(valid) || !fits(&pieces, material) {
            return None;
        }
        let leading = match (pawns[0] > 0, material.has_single_piece()) {
            (true, _) => 1,
            (false, true) => 3,
            (false, false) => 2,
        };
        let mut groups: Vec<usize> = vec![leading.min(pieces.len())];
        for place in groups[0]..pieces.len() {
            // After the leading group, pieces of one kind form a group; all leading pawns are one group.
            let joins = pieces[place] == pieces[place - 1] && (groups.len() > 1 || pawns[0] > 0);
            match groups.last_mut() {
                Some(last) if joins => *last += 1,
                _ => groups.push(1),
            }
        }
        let weights = weights(&groups, material, order, file)?;
        Some(Part { pieces, groups, weights, pairs: Pairs::default(), lists: None })
    }

    /// The squares of the pieces in this part's order.
    pub fn squares(&self, board: &Board, turned: bool) -> Option<Vec<u8>> {
        let mut squares = Vec::with_capacity(self.pieces.len());
        for (place, &code) in self.pieces.iter().enumerate() {
            if !self.pieces[..place].contains(&code) {
                // Pieces of one kind need not be adjacent in the order, so each kind fills its places.
                squares.extend(squares_of(board, code, turned).map(|square| (code, square)));
            }
        }
        let take = |&code: &u8| {
            let place = squares.iter().position(|&(piece, _)| piece == code)?;
            Some(squares.remove(place).1)
        };
        self.pieces.iter().map(take).collect()
    }

    /// The index of a position.
    pub fn number(&self, material: Material, mut squares: Vec<u8>) -> Option<u64> {
        let numbers = &*SQUARES;
        let pawns = material.pawns();
        let lead = *self.groups.first()?;
        if pawns[0] > 0 {
            // The first pawn in the order of pawns leads; it decides whether left and right are exchanged.
            squares[..lead].sort_by_key(|&square| numbers.pawn[usize::from(square)]);
            squares[..lead].rotate_right(1);
        }
        if squares[0] & 7 > 3 {
            squares.iter_mut().for_each(|square| *square ^= 7);
        }
        let mut number = if pawns[0] > 0 {
            squares[1..lead].sort_by_key(|&square| numbers.pawn[usize::from(square)]);
            let first = *numbers.lead.get(lead)?.get(usize::from(squares[0]))?;
            let others = squares[1..lead].iter().enumerate();
            let others = others
                .map(|(place, &square)| numbers.choose[place + 1][usize::from(numbers.pawn[usize::from(square)])]);
            first + others.sum::<u64>()
        } else {
            turn_into_triangle(&mut squares, lead);
            if material.has_single_piece() { three_pieces(&squares) } else { two_kings(&squares)? }
        };
        number *= self.weights[0];
        let mut done = lead;
        for (place, &size) in self.groups.iter().enumerate().skip(1) {
            let (before, rest) = squares.split_at_mut(done);
            let group = rest.get_mut(..size)?;
            group.sort_unstable();
            // The other pawns are on 48 squares.
            let unused = if place == 1 && pawns[1] > 0 { 8 } else { 0 };
            for (nth, &square) in group.iter().enumerate() {
                let taken = before.iter().filter(|&&other| other < square).count();
                let free = usize::from(square).checked_sub(taken + unused)?;
                number += self.weights[place] * *numbers.choose.get(nth + 1)?.get(free)?;
            }
            done += size;
        }
        Some(number)
    }
}

/// Are these the pieces of the table, with White's leading?
fn fits(pieces: &[u8], material: Material) -> bool {
    let count = |code: u8| pieces.iter().filter(|&&piece| piece == code).count();
    let right = |color: Color| {
        let base = if color == Color::White { 1 } else { 9 };
        Piece::ALL.iter().all(|&piece| {
            let expected = if piece == Piece::King { 1 } else { material.count(color, piece) };
            count(base + piece as u8) == expected
        })
    };
    right(Color::White) && right(Color::Black)
}

/// The weight of each group's index; the last entry is the number of positions.
fn weights(groups: &[usize], material: Material, order: [usize; 2], file: usize) -> Option<Vec<u64>> {
    let numbers = &*SQUARES;
    let pawns = material.pawns();
    let both = pawns[1] > 0;
    let mut next = if both { 2 } else { 1 };
    let mut free = 64usize.checked_sub(groups[0] + if both { *groups.get(1)? } else { 0 })?;
    let mut weights = vec![0; groups.len() + 1];
    let mut total = 1u64;
    let mut place = 0;
    while next < groups.len() || place == order[0] || place == order[1] {
        let count = if place == order[0] {
            weights[0] = total;
            match (pawns[0] > 0, material.has_single_piece()) {
                (true, _) => *numbers.lead_size.get(groups[0])?.get(file)?,
                (false, true) => THREE_PIECES,
                (false, false) => TWO_KINGS,
            }
        } else if place == order[1] {
            *weights.get_mut(1)? = total;
            *numbers.choose.get(*groups.get(1)?)?.get(48usize.checked_sub(groups[0])?)?
        } else {
            let size = *groups.get(next)?;
            weights[next] = total;
            next += 1;
            let count = *numbers.choose.get(size)?.get(free)?;
            free = free.checked_sub(size)?;
            count
        };
        total = total.checked_mul(count)?;
        place += 1;
    }
    // Every group must have its place.
    *weights.last_mut()? = total;
    weights.iter().all(|&weight| weight > 0).then_some(weights)
}

/// Rotates and reflects the board so that the first piece is in the triangle a1-d1-d4, and the first one off the
/// diagonal is below it.
fn turn_into_triangle(squares: &mut [u8], lead: usize) {
    if squares[0] >> 3 > 3 {
        squares.iter_mut().for_each(|square| *square ^= 56);
    }
    let off = squares[..lead].iter().map(|&square| off_diagonal(square)).find(|&off| off != 0);
    if off.is_some_and(|off| off > 0) {
        squares.iter_mut().for_each(|square| *square = *square >> 3 | (*square & 7) << 3);
    }
}

/// The index of three different pieces.
fn three_pieces(squares: &[u8]) -> u64 {
    let numbers = &*SQUARES;
    let [a, b, c] = [squares[0], squares[1], squares[2]];
    let rank = |square: u8| u64::from(square >> 3);
    let after_a = u64::from(b > a);
    let after_both = u64::from(c > a) + u64::from(c > b);
    let below = |square: u8| u64::from(numbers.below[usize::from(square)]);
    if off_diagonal(a) != 0 {
        let first = u64::from(numbers.triangle[usize::from(a)]);
        (first * 63 + u64::from(b) - after_a) * 62 + u64::from(c) - after_both
    } else if off_diagonal(b) != 0 {
        (6 * 63 + rank(a) * 28 + below(b)) * 62 + u64::from(c) - after_both
    } else if off_diagonal(c) != 0 {
        6 * 63 * 62 + 4 * 28 * 62 + rank(a) * 7 * 28 + (rank(b) - after_a) * 28 + below(c)
    } else {
        let begins = 6 * 63 * 62 + 4 * 28 * 62 + 4 * 7 * 28;
        begins + rank(a) * 7 * 6 + (rank(b) - after_a) * 6 + (rank(c) - after_both)
    }
}

fn two_kings(squares: &[u8]) -> Option<u64> {
    let numbers = &*SQUARES;
    let first = numbers.kings.get(usize::from(numbers.triangle[usize::from(squares[0])]))?;
    Some(first[usize::from(squares[1])]).filter(|&number| number < 462).map(u64::from)
}

/// The squares of a piece, given by its number in tables, with colours and ranks exchanged if `turned`.
pub fn squares_of(board: &Board, code: u8, turned: bool) -> impl Iterator<Item = u8> {
    let white = (code < 8) != turned;
    let color = if white { Color::White } else { Color::Black };
    let piece = Piece::ALL.get(usize::from((code & 7).wrapping_sub(1))).copied();
    let squares = piece.map(|piece| board.colored_pieces(color, piece)).unwrap_or_default();
    squares.into_iter().map(move |square| square as u8 ^ if turned { 56 } else { 0 })
}
