//! Material: the pieces on the board and the name of their table, such as `KQvKR`.

use cozy_chess::{Board, Color, Piece};

/// The number of each piece of White and Black; four bits each, without the kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material(u64);

/// The letters of names, strongest first.
const LETTERS: [(char, Piece); 5] =
    [('Q', Piece::Queen), ('R', Piece::Rook), ('B', Piece::Bishop), ('N', Piece::Knight), ('P', Piece::Pawn)];

impl Material {
    /// The material of a board with few pieces.
    pub fn of(board: &Board) -> Material {
        let mut material = Material(0);
        for color in Color::ALL {
            for (_, piece) in LETTERS {
                material.0 |= u64::from(board.colored_pieces(color, piece).len()) << shift(color, piece);
            }
        }
        material
    }

    /// The material of a name. Only the usual order of letters is accepted.
    pub fn named(name: &str) -> Option<Material> {
        let (white, black) = name.split_once('v')?;
        let mut material = Material(0);
        for (color, letters) in [(Color::White, white), (Color::Black, black)] {
            for letter in letters.strip_prefix('K')?.chars() {
                let (_, piece) = LETTERS.into_iter().find(|(known, _)| *known == letter)?;
                if material.count(color, piece) == 15 {
                    return None;
                }
                material.0 += 1 << shift(color, piece);
            }
        }
        (material.name() == name && material.pieces() <= MOST_PIECES).then_some(material)
    }

    /// The name.
    pub fn name(self) -> String {
        let side = |color| {
            let letters =
                LETTERS.iter().map(move |&(letter, piece)| letter.to_string().repeat(self.count(color, piece)));
            format!("K{}", letters.collect::<String>())
        };
        format!("{}v{}", side(Color::White), side(Color::Black))
    }

    /// With the colours exchanged.
    pub fn mirrored(self) -> Material {
        Material(self.0.rotate_left(32))
    }

    /// The number of pieces of a kind.
    pub fn count(self, color: Color, piece: Piece) -> usize {
        (self.0 >> shift(color, piece) & 15) as usize
    }

    /// The number of all pieces, kings included.
    pub fn pieces(self) -> usize {
        let of = |color| LETTERS.iter().map(move |&(_, piece)| self.count(color, piece)).sum::<usize>();
        2 + of(Color::White) + of(Color::Black)
    }

    /// Is there a piece other than the kings that is the only one of its kind and colour?
    pub fn has_single_piece(self) -> bool {
        Color::ALL.iter().any(|&color| LETTERS.iter().any(|&(_, piece)| self.count(color, piece) == 1))
    }

    /// The number of pawns of the side that leads in the table's order, and of the other.
    pub fn pawns(self) -> [usize; 2] {
        let [white, black] = [Color::White, Color::Black].map(|color| self.count(color, Piece::Pawn));
        if black == 0 || white > 0 && black >= white { [white, black] } else { [black, white] }
    }
}

/// The most pieces of any table.
pub const MOST_PIECES: usize = 7;

fn shift(color: Color, piece: Piece) -> u32 {
    color as u32 * 32 + piece as u32 * 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for name in ["KvK", "KQvK", "KRvKN", "KBBvKNP", "KQRBvKRP"] {
            assert_eq!(Material::named(name).map(Material::name).as_deref(), Some(name));
        }
        for name in ["", "K", "KvKvK", "KNQvK", "QvK", "KXvK", "KQQQQQQvK", "KPPPPPPPPPPPPPPPPPPvK"] {
            assert_eq!(Material::named(name), None, "{name}");
        }
        assert_eq!(Material::named("KQvKR").map(|material| material.mirrored().name()).as_deref(), Some("KRvKQ"));
    }
}
