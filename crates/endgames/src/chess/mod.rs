//! Chess: every ending of up to six pieces, castling rights aside.

#[cfg(test)]
mod by_hand;
mod conversions;
mod geometry;
mod kernel;
mod layout;
mod material;
mod pawns;
mod tablebase;

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use cozy_chess::{BitBoard, Board, BoardBuilder, Color, Move, Piece, Rank, Square};
use rootward_games::chess::Chess;

use crate::by_moves::each;
use crate::{Endings, Known, Metric, Value};
use conversions::Conversions;
pub use kernel::ChessKernel;
use layout::{Layout, Squares};
pub use material::{MOST_PIECES, Material};
pub use tablebase::ChessTables;

/// The endings of chess.
#[derive(Default)]
pub struct ChessEndings {
    rules: Chess,
    layouts: RwLock<HashMap<Material, Arc<Layout>>>,
}

impl ChessEndings {
    fn layout(&self, material: &Material) -> Arc<Layout> {
        let poisoned = "no thread fails while it holds the layouts";
        if let Some(layout) = self.layouts.read().expect(poisoned).get(material) {
            return layout.clone();
        }
        let layout = Arc::new(Layout::new(material));
        self.layouts.write().expect(poisoned).entry(*material).or_insert(layout).clone()
    }
}

const fn color_of(color: usize) -> Color {
    if color == 0 { Color::White } else { Color::Black }
}

/// The squares of a board's pieces in the order of a layout, seen with colours swapped if Black is the stronger side.
fn squares_of(board: &Board, layout: &Layout, swapped: bool) -> Squares {
    let flip = if swapped { 56 } else { 0 };
    let mut squares = [0; 8];
    let mut left: [[u64; 6]; 2] =
        [Color::White, Color::Black].map(|color| Piece::ALL.map(|piece| board.colored_pieces(color, piece).0));
    for (square, man) in squares.iter_mut().zip(&layout.men) {
        let set = &mut left[man.color ^ usize::from(swapped)][man.piece as usize];
        *square = (set.trailing_zeros() as u8 & 63) ^ flip;
        *set &= set.wrapping_sub(1);
    }
    squares
}

fn board_of(layout: &Layout, squares: &Squares, mover: usize) -> Option<Board> {
    let mut builder = BoardBuilder::empty();
    for (man, &square) in layout.men.iter().zip(squares) {
        if builder.board[square as usize].replace((man.piece, color_of(man.color))).is_some() {
            return None;
        }
    }
    builder.side_to_move = color_of(mover);
    builder.build().ok()
}

/// The captures en passant of a board.
fn captures_en_passant(board: &Board) -> Vec<Move> {
    let Some(file) = board.en_passant() else { return Vec::new() };
    let to = Square::new(file, Rank::Sixth.relative_to(board.side_to_move()));
    let pawns = board.colored_pieces(board.side_to_move(), Piece::Pawn);
    let moves = pawns.into_iter().map(|from| Move { from, to, promotion: None });
    moves.filter(|mv| mv.from.file() != file && board.is_legal(*mv)).collect()
}

fn after(board: &Board, mv: Move) -> Board {
    let mut board = board.clone();
    board.play_unchecked(mv);
    board
}

impl Endings for ChessEndings {
    type Slice = Material;
    type Position = Board;
    type Kernel<'a> = ChessKernel;

    const LAST_MOVE_WINS: bool = true;

    fn game(&self) -> String {
        "chess".into()
    }

    fn slice(&self, name: &str) -> Result<Material, String> {
        Material::parse(name)
    }

    fn converts_into(&self, slice: &Material) -> Vec<Material> {
        let mut found = Vec::new();
        let mut add = |sides: [[u8; 5]; 2]| {
            let (material, _) = Material::new(sides);
            if material.pieces() > 2 && !found.contains(&material) {
                found.push(material);
            }
        };
        for color in 0..2 {
            let promotes = slice.sides[color][4] > 0;
            // Captures by that colour or none, each with every promotion or none.
            for captured in 0..6 {
                let mut sides = slice.sides;
                if captured < 5 {
                    if sides[1 - color][captured] == 0 {
                        continue;
                    }
                    sides[1 - color][captured] -= 1;
                    add(sides);
                }
                for kind in (0..4).filter(|_| promotes) {
                    let mut sides = sides;
                    sides[color][4] -= 1;
                    sides[color][kind] += 1;
                    add(sides);
                }
            }
        }
        found
    }

    fn count(&self, slice: &Material) -> u64 {
        self.layout(slice).words as u64 * 128
    }

    fn stored(&self, slice: &Material) -> u64 {
        if slice.is_symmetric() { self.count(slice) / 2 } else { self.count(slice) }
    }

    fn position(&self, slice: &Material, number: u64) -> Option<Board> {
        let layout = self.layout(slice);
        let (word, rider) = ((number / 64) as usize, (number % 64) as u8);
        let (_, mut squares) = layout.squares(word % layout.words);
        squares[layout.rider()] = rider;
        if layout.men[layout.rider()].piece == Piece::Pawn && !(8..56).contains(&rider) {
            return None;
        }
        board_of(&layout, &squares, word / layout.words)
    }

    fn number(&self, board: &Board) -> Option<(Material, u64)> {
        let castles = |color| board.castle_rights(color).short.is_some() || board.castle_rights(color).long.is_some();
        let count = board.occupied().len() as usize;
        if !(3..=MOST_PIECES).contains(&count) || castles(Color::White) || castles(Color::Black) {
            return None;
        }
        let (material, swapped) = Material::of(board);
        // Of two sides with the same pieces, White to move stands for both.
        let swapped = swapped || material.is_symmetric() && board.side_to_move() == Color::Black;
        let layout = self.layout(&material);
        let squares = squares_of(board, &layout, swapped);
        let side = board.side_to_move() as usize ^ usize::from(swapped);
        Some((material, side as u64 * layout.words as u64 * 64 + layout.number(&squares)?))
    }

    fn trivial(&self, board: &Board) -> Option<Value> {
        (board.occupied().len() == 2).then_some(Value::Draw)
    }

    fn end(&self, board: &Board) -> Option<Value> {
        let over = !board.generate_moves(|_| true);
        over.then(|| if board.checkers().is_empty() { Value::Draw } else { Value::Loss(0) })
    }

    fn moves(&self, board: &Board, push: &mut impl FnMut(Board)) {
        board.generate_moves(|moves| {
            moves.into_iter().for_each(|mv| push(after(board, mv)));
            false
        });
    }

    fn conversions(&self, board: &Board, push: &mut impl FnMut(Board)) {
        let enemies = board.colors(!board.side_to_move());
        let last = Rank::Eighth.relative_to(board.side_to_move()).bitboard();
        let passing = board.en_passant().map(|file| Square::new(file, Rank::Sixth.relative_to(board.side_to_move())));
        board.generate_moves(|mut moves| {
            let pawn = moves.piece == Piece::Pawn;
            moves.to &=
                enemies | if pawn { last | passing.map_or(BitBoard::EMPTY, Square::bitboard) } else { BitBoard::EMPTY };
            moves.into_iter().for_each(|mv| push(after(board, mv)));
            false
        });
    }

    fn adjust(
        &self,
        board: &Board,
        stored: Value,
        metric: Metric,
        probe: &mut impl FnMut(&Board) -> Option<Value>,
    ) -> Option<Value> {
        if board.en_passant().is_none() {
            return Some(stored);
        }
        let captures = captures_en_passant(board);
        let mut best = None;
        for &mv in &captures {
            best = best.max(Some(metric.through_conversion(probe(&after(board, mv))?)));
        }
        let mut moves = 0;
        board.generate_moves(|some| {
            moves += some.len();
            false
        });
        // Where the capture is the only move, what is stored is mate or stalemate.
        Some(match best {
            Some(best) if moves == captures.len() => best,
            Some(best) => best.max(stored),
            None => stored,
        })
    }

    fn side(&self, slice: &Material, number: u64) -> usize {
        usize::from(number / 64 >= self.layout(slice).words as u64)
    }

    fn distinct(&self, slice: &Material, word: usize, legal: u64) -> [(u64, u64); 2] {
        let layout = self.layout(slice);
        let here = word % layout.words;
        let shared = layout.kings_share(here / layout.rest);
        let orders = slice.sides.iter().flatten().map(|&count| (1..=u64::from(count)).product::<u64>()).product();
        if legal == 0 || !layout.repeats && !shared {
            return [(legal, orders), (0, 0)];
        }
        let (_, mut squares) = layout.squares(here);
        let mut stands = [0, 0];
        for rider in each(legal) {
            squares[layout.rider()] = rider as u8;
            if layout.number(&squares) == Some(here as u64 * 64 + u64::from(rider)) {
                stands[usize::from(shared && layout.mirror_swaps(&squares))] |= 1 << rider;
            }
        }
        [(stands[0], orders), (stands[1], orders / 2)]
    }

    fn kernel<'a>(&'a self, slice: &Material, metric: Metric, known: &'a Known<Material>) -> ChessKernel {
        let layout = self.layout(slice);
        let metric = metric.of_sweeps();
        let conversions = Conversions::new(self, &layout, metric, known);
        let passes = slice.sides[0][4] > 0 && slice.sides[1][4] > 0;
        ChessKernel { layout, conversions, metric, passes }
    }
}
