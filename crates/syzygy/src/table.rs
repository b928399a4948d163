//! One file: the values of all positions with the same material.

use cozy_chess::{Board, Color};

use crate::bytes::{Bytes, u16_at};
use crate::material::Material;
use crate::pairs::{Pairs, flag};
use crate::part::{Part, squares_of};
use crate::squares::SQUARES;

/// The kind of values in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Win, draw or loss: `.rtbw`.
    Outcome,
    /// Plies to the next capture or pawn move: `.rtbz`.
    Distance,
}

impl Kind {
    /// The ending of the file's name.
    pub fn ending(self) -> &'static str {
        match self {
            Kind::Outcome => "rtbw",
            Kind::Distance => "rtbz",
        }
    }

    fn magic(self) -> [u8; 4] {
        match self {
            Kind::Outcome => [0x71, 0xE8, 0x23, 0x5D],
            Kind::Distance => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// The contents of a file.
pub struct Table {
    data: Vec<u8>,
    material: Material,
    kind: Kind,
    /// By file of the leading pawn (one without pawns) and side to move (one if both sides have the same pieces, or in
    /// a distance table).
    parts: Vec<Vec<Part>>,
}

/// A value of a distance table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stored {
    /// The distance in plies.
    Plies(u16),
    /// Only positions with the other side to move are stored.
    OtherSide,
}

impl Table {
    /// Reads a file. `None` if it is damaged or not a table of this material.
    pub fn read(data: Vec<u8>, material: Material, kind: Kind) -> Option<Table> {
        if data.get(..4)? != kind.magic() || data.len() % 64 != 16 {
            return None;
        }
        let pawns = material.pawns();
        let has_pawns = pawns[0] > 0;
        let sides = if kind == Kind::Outcome && material != material.mirrored() { 2 } else { 1 };
        let mut bytes = Bytes::new(&data, 4);
        let flags = bytes.u8()?;
        if (flags & 2 != 0) != has_pawns || kind == Kind::Outcome && (flags & 1 != 0) != (sides == 2) {
            return None;
        }
        let files = if has_pawns { 4 } else { 1 };
        let mut parts = Vec::new();
        for file in 0..files {
            parts.push(read_groups(&mut bytes, material, sides, file)?);
        }
        bytes.align(2);
        for part in parts.iter_mut().flatten() {
            let size = part.weights.last().copied()?;
            part.pairs = Pairs::read(&mut bytes, &data, size)?;
        }
        if kind == Kind::Distance {
            for part in parts.iter_mut().flatten() {
                part.lists = read_lists(&mut bytes, part.pairs.flags)?;
            }
            bytes.align(2);
        }
        for part in parts.iter_mut().flatten() {
            part.pairs.place_index(&mut bytes)?;
        }
        for part in parts.iter_mut().flatten() {
            part.pairs.place_lengths(&mut bytes)?;
        }
        for part in parts.iter_mut().flatten() {
            part.pairs.place_blocks(&mut bytes)?;
        }
        Some(Table { data, material, kind, parts })
    }

    /// The outcome of a position, from -2 (lost) to 2 (won), if no capture is better.
    pub fn outcome(&self, board: &Board) -> Option<i8> {
        let (part, squares) = self.find(board)?;
        let value = part.pairs.value(&self.data, part.number(self.material, squares)?)?;
        i8::try_from(value).ok().map(|value| value - 2).filter(|value| (-2..=2).contains(value))
    }

    /// The distance of a position with this outcome, if no capture or pawn move is best.
    pub fn distance(&self, board: &Board, outcome: i8) -> Option<Stored> {
        let (part, squares) = self.find(board)?;
        let flags = part.pairs.flags;
        let stored_side = if flags & flag::SIDE == 0 { Color::White } else { Color::Black };
        let either_side = self.material == self.material.mirrored() && self.material.pawns()[0] == 0;
        if !either_side && self.turned_side(board) != stored_side {
            return Some(Stored::OtherSide);
        }
        let value = part.pairs.value(&self.data, part.number(self.material, squares)?)?;
        let value = match part.lists {
            None => value,
            Some(lists) => {
                let list = lists[[1, 3, 0, 2, 0][usize::try_from(outcome + 2).ok()?]];
                match flags & flag::WIDE {
                    0 => u16::from(*self.data.get(list + usize::from(value))?),
                    _ => u16_at(&self.data, list + 2 * usize::from(value))?,
                }
            }
        };
        let in_plies = outcome == 2 && flags & flag::WIN_PLIES != 0 || outcome == -2 && flags & flag::LOSS_PLIES != 0;
        let plies = if in_plies { value } else { value.checked_mul(2)? };
        plies.checked_add(1).map(Stored::Plies)
    }

    /// Do the colours have to be exchanged to find the position in the table?
    fn is_turned(&self, board: &Board) -> bool {
        let alike = self.material == self.material.mirrored();
        if alike { board.side_to_move() == Color::Black } else { Material::of(board) != self.material }
    }

    /// The side to move, in the table's colours.
    fn turned_side(&self, board: &Board) -> Color {
        if self.is_turned(board) { !board.side_to_move() } else { board.side_to_move() }
    }

    /// The part of the table that a position belongs to, and its pieces' squares in that part's order.
    fn find(&self, board: &Board) -> Option<(&Part, Vec<u8>)> {
        let turned = self.is_turned(board);
        let file = match self.leading_pawn(board, turned) {
            Some(square) => usize::from((square & 7).min(7 - (square & 7))),
            None => 0,
        };
        let parts = self.parts.get(file)?;
        let side = self.turned_side(board) as usize;
        let part = if self.kind == Kind::Outcome && parts.len() == 2 { &parts[side] } else { parts.first()? };
        let squares = part.squares(board, turned)?;
        Some((part, squares))
    }

    /// The pawn whose file selects the part of the table.
    fn leading_pawn(&self, board: &Board, turned: bool) -> Option<u8> {
        if self.material.pawns()[0] == 0 {
            return None;
        }
        let code = *self.parts.first()?.first()?.pieces.first()?;
        squares_of(board, code, turned).max_by_key(|&square| SQUARES.pawn[usize::from(square)])
    }
}

/// Reads the order of the pieces for one file of the leading pawn.
fn read_groups(bytes: &mut Bytes<'_>, material: Material, sides: usize, file: usize) -> Option<Vec<Part>> {
    let both = material.pawns()[1] > 0;
    let first = bytes.u8()?;
    let second = if both { bytes.u8()? } else { 0xFF };
    let mut pieces = vec![Vec::new(); sides];
    for _ in 0..material.pieces() {
        let codes = bytes.u8()?;
        for (side, pieces) in pieces.iter_mut().enumerate() {
            pieces.push(codes >> (4 * side) & 15);
        }
    }
    let parts = pieces.into_iter().enumerate().map(|(side, pieces)| {
        let order = [first, second].map(|byte| usize::from(byte >> (4 * side) & 15));
        Part::new(pieces, material, order, file)
    });
    parts.collect()
}

/// Reads the offsets of the lists of distances; no lists if the values are distances themselves.
fn read_lists(bytes: &mut Bytes<'_>, flags: u8) -> Option<Option<[usize; 4]>> {
    if flags & flag::MAPPED == 0 {
        return Some(None);
    }
    let wide = flags & flag::WIDE != 0;
    if wide {
        bytes.align(2);
    }
    let mut lists = [0; 4];
    for list in &mut lists {
        let length = if wide { usize::from(bytes.u16()?) * 2 } else { usize::from(bytes.u8()?) };
        *list = bytes.skip(length)?;
    }
    Some(Some(lists))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FILES: [(&str, Kind, &[u8]); 4] = [
        ("KPvK", Kind::Outcome, include_bytes!("../tests/tables/KPvK.rtbw")),
        ("KPvK", Kind::Distance, include_bytes!("../tests/tables/KPvK.rtbz")),
        ("KBNvK", Kind::Outcome, include_bytes!("../tests/tables/KBNvK.rtbw")),
        ("KRvK", Kind::Distance, include_bytes!("../tests/tables/KRvK.rtbz")),
    ];

    /// Probes a table, damaged or not, for a few positions.
    fn ask(table: &Table) {
        for fen in
            ["8/8/8/3k4/8/8/4P3/4K3 w - - 0 1", "8/2k5/8/8/8/1NB5/8/4K3 b - - 0 1", "8/2k5/8/8/8/1R6/8/4K3 b - - 0 1"]
        {
            let board: Board = fen.parse().unwrap();
            if [Material::of(&board), Material::of(&board).mirrored()].contains(&table.material) {
                let _ = table.outcome(&board);
                for outcome in -2..=2 {
                    let _ = table.distance(&board, outcome);
                }
            }
        }
    }

    #[test]
    fn whole_files_are_read_and_others_are_not() {
        for (name, kind, bytes) in FILES {
            let material = Material::named(name).unwrap();
            assert!(Table::read(bytes.to_vec(), material, kind).is_some(), "{name}");
            assert!(Table::read(bytes[..bytes.len() - 64].to_vec(), material, kind).is_none(), "{name}, cut off");
            assert!(Table::read(bytes.to_vec(), Material::named("KQvKR").unwrap(), kind).is_none(), "{name} as KQvKR");
            let other = if kind == Kind::Outcome { Kind::Distance } else { Kind::Outcome };
            assert!(Table::read(bytes.to_vec(), material, other).is_none(), "{name} as another kind");
        }
    }

    proptest! {
        #[test]
        fn damaged_files_do_no_harm(
            file in 0..FILES.len(),
            changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..20),
            near_the_start: bool,
        ) {
            let (name, kind, bytes) = FILES[file];
            let mut bytes = bytes.to_vec();
            for (place, byte) in changes {
                let range = if near_the_start { 200.min(bytes.len()) } else { bytes.len() };
                let place = place.index(range);
                bytes[place] = byte;
            }
            if let Some(table) = Table::read(bytes, Material::named(name).unwrap(), kind) {
                ask(&table);
            }
        }

        #[test]
        fn any_bytes_do_no_harm(mut bytes: Vec<u8>, file in 0..FILES.len()) {
            let (name, kind, _) = FILES[file];
            bytes.splice(0..0, kind.magic());
            bytes.resize(bytes.len().next_multiple_of(64) + 16, 0);
            if let Some(table) = Table::read(bytes, Material::named(name).unwrap(), kind) {
                ask(&table);
            }
        }
    }
}
