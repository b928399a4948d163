//! An entry of a book: 16 bytes, big-endian.

use cozy_chess::{Board, File, Piece, Square};
use rootward_games::chess::{Move, Position};

/// The size of an entry.
pub const ENTRY_BYTES: usize = 16;

/// A move in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position's key.
    pub key: u64,
    /// The move, packed.
    pub packed: u16,
    /// Its weight: by convention two for a win and one for a draw.
    pub weight: u16,
    /// Data of programs that learn; zero otherwise.
    pub learn: u32,
}

impl Entry {
    /// Reads an entry.
    pub fn from_bytes(bytes: &[u8; ENTRY_BYTES]) -> Entry {
        let number = u128::from_be_bytes(*bytes);
        Entry {
            key: (number >> 64) as u64,
            packed: (number >> 48) as u16,
            weight: (number >> 32) as u16,
            learn: number as u32,
        }
    }

    /// Writes an entry.
    pub fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let Entry { key, packed, weight, learn } = self;
        let number = u128::from(key) << 64 | u128::from(packed) << 48 | u128::from(weight) << 32 | u128::from(learn);
        number.to_be_bytes()
    }
}

/// A move in 16 bits: three each for file and rank of the target, file and rank of the origin, and the promotion.
/// Castling is the king's move to its rook.
pub(super) fn pack(mv: Move) -> u16 {
    let promotion = mv.promotion.map_or(0, |piece| piece as u16);
    mv.to as u16 | (mv.from as u16) << 6 | promotion << 12
}

/// The legal move with this packed form; `None` if there is none, as when two positions share a key.
pub(super) fn unpack(position: &Position, packed: u16) -> Option<Move> {
    let board = position.board();
    let square = |bits: u16| Square::index(usize::from(bits & 63));
    let promotion = match packed >> 12 {
        0 => None,
        code @ 1..=4 => Some(Piece::index(usize::from(code))),
        _ => return None,
    };
    let mv = Move { from: square(packed >> 6), to: square(packed), promotion };
    [Some(mv), castling(board, mv)].into_iter().flatten().find(|mv| board.is_legal(*mv))
}

/// Castling as the king's double step, which some books use against the description.
fn castling(board: &Board, mv: Move) -> Option<Move> {
    let rights = board.castle_rights(board.side_to_move());
    let is_king = mv.from == board.king(board.side_to_move()) && mv.from.file() == File::E;
    let rook = match mv.to.file() {
        File::G => rights.short,
        File::C => rights.long,
        _ => None,
    };
    let rook = rook.filter(|_| is_king && mv.from.rank() == mv.to.rank())?;
    Some(Move { to: Square::new(rook, mv.to.rank()), ..mv })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rootward_game::{Game, Notation, legal_moves};
    use rootward_games::chess::Chess;

    use super::*;

    proptest! {
        #[test]
        fn entries_are_written_and_read_back(key: u64, packed: u16, weight: u16, learn: u32) {
            let entry = Entry { key, packed, weight, learn };
            prop_assert_eq!(Entry::from_bytes(&entry.to_bytes()), entry);
        }

        #[test]
        fn a_packed_move_is_the_same_move_and_nothing_illegal_comes_out(choices: [u8; 40], strange: u16) {
            let chess = Chess::default();
            let mut position = chess.initial();
            for choice in choices {
                let moves = legal_moves(&chess, &position);
                for &mv in &moves {
                    prop_assert_eq!(unpack(&position, pack(mv)), Some(mv));
                }
                prop_assert!(unpack(&position, strange).is_none_or(|mv| moves.contains(&mv)));
                let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
                position = position.after(mv);
            }
        }
    }

    #[test]
    fn squares_promotions_and_castling_are_where_the_description_puts_them() {
        let chess = Chess::default();
        let packed = |fen: &str, text: &str| {
            let position = chess.parse_position(fen).unwrap();
            pack(chess.parse_move(&position, text).unwrap())
        };
        assert_eq!(packed("", "e2e4"), 0b000_001_100_011_100);
        let castled = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_eq!(packed(castled, "O-O"), 0b000_000_100_000_111, "e1h1");
        assert_eq!(packed("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a8=Q"), 0b100_110_000_111_000);
        let position = chess.parse_position(castled).unwrap();
        assert_eq!(unpack(&position, 0b000_000_100_000_110), chess.parse_move(&position, "O-O").ok(), "e1g1");
        assert_eq!(unpack(&position, 0), None);
    }
}
