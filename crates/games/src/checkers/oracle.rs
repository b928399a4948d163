//! A second generator for the tests: a board of eight by eight, square by square, written from the rules alone.

use std::collections::BTreeSet;

use super::squares::{column, row, square_at};
use super::{Colour, Crowning, Position, Rules};

/// What stands on a field.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Piece {
    colour: Colour,
    is_king: bool,
}

type Fields = [[Option<Piece>; 8]; 8];
type Place = (i32, i32);

/// A move: its squares from the first to the last, and the pieces taken.
pub(super) type Listed = (Vec<u8>, BTreeSet<u8>);

fn fields(state: &Position) -> Fields {
    let mut fields = [[None; 8]; 8];
    for square in 0..32u8 {
        for colour in [Colour::Black, Colour::White] {
            if state.pieces(colour) >> square & 1 == 1 {
                let is_king = state.kings(colour) >> square & 1 == 1;
                fields[row(square) as usize][column(square) as usize] = Some(Piece { colour, is_king });
            }
        }
    }
    fields
}

fn number((row, column): Place) -> u8 {
    square_at(row as u32, column as u32).expect("a dark square")
}

const DIAGONALS: [Place; 4] = [(1, -1), (1, 1), (-1, -1), (-1, 1)];

struct Search<'a> {
    rules: &'a Rules,
    fields: Fields,
    colour: Colour,
    found: Vec<Listed>,
}

impl Search<'_> {
    fn at(&self, (row, column): Place) -> Option<Option<Piece>> {
        self.fields.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?).copied()
    }

    fn is_forward(&self, down: i32) -> bool {
        (down > 0) == (self.colour == Colour::Black)
    }

    fn is_last(&self, (row, _): Place) -> bool {
        row == if self.colour == Colour::Black { 7 } else { 0 }
    }

    /// All jumps from a place: the piece taken, and where the jump ends.
    fn jumps(&self, from: Place, is_king: bool, taken: &BTreeSet<u8>) -> Vec<(Place, Place, Place)> {
        let mut jumps = Vec::new();
        for (down, right) in DIAGONALS {
            if !is_king && !self.is_forward(down) && !self.rules.men_capture_backwards {
                continue;
            }
            let on = |steps: i32| (from.0 + down * steps, from.1 + right * steps);
            let reach = if is_king && self.rules.flying_kings { 8 } else { 1 };
            let Some(first) = (1..=reach).find(|&steps| self.at(on(steps)) != Some(None)) else { continue };
            let is_prey = |piece: Piece| piece.colour != self.colour && !taken.contains(&number(on(first)));
            if !self.at(on(first)).flatten().is_some_and(is_prey) {
                continue;
            }
            let ends = (first + 1..=first + reach).map(on).take_while(|&end| self.at(end) == Some(None));
            jumps.extend(ends.map(|end| (on(first), end, (down, right))));
        }
        jumps
    }

    fn captures(&mut self, path: &[u8], at: Place, is_king: bool, taken: &BTreeSet<u8>) {
        let jumps = self.jumps(at, is_king, taken);
        if jumps.is_empty() {
            if !taken.is_empty() {
                self.found.push((path.to_vec(), taken.clone()));
            }
            return;
        }
        for &(over, end, _) in &jumps {
            let mut taken = taken.clone();
            taken.insert(number(over));
            let path = [path, &[number(end)]].concat();
            let reaches = !is_king && self.is_last(end);
            if reaches && self.rules.crowning == Crowning::EndsTheMove {
                self.found.push((path, taken));
                continue;
            }
            let is_king = is_king || reaches && self.rules.crowning == Crowning::GoesOnAsKing;
            // A king that can continue the capture from another square behind the same piece must do so.
            let others = jumps.iter().filter(|jump| jump.0 == over);
            let can_go_on = others.clone().any(|jump| !self.jumps(jump.1, is_king, &taken).is_empty());
            if can_go_on && self.jumps(end, is_king, &taken).is_empty() {
                continue;
            }
            self.captures(&path, end, is_king, &taken);
        }
    }

    fn quiet(&mut self, from: Place, is_king: bool) {
        for (down, right) in DIAGONALS {
            if !is_king && !self.is_forward(down) {
                continue;
            }
            let reach = if is_king && self.rules.flying_kings { 8 } else { 1 };
            let ends = (1..=reach).map(|steps| (from.0 + down * steps, from.1 + right * steps));
            for end in ends.take_while(|&end| self.at(end) == Some(None)).collect::<Vec<_>>() {
                self.found.push((vec![number(from), number(end)], BTreeSet::new()));
            }
        }
    }
}

/// All legal moves. Captures that differ only in where a king lands between two jumps along one diagonal are all listed.
pub(super) fn moves(rules: &Rules, state: &Position) -> Vec<Listed> {
    let mut search = Search { rules, fields: fields(state), colour: state.turn(), found: Vec::new() };
    let places = |search: &Search<'_>| -> Vec<(Place, bool)> {
        let all = (0..8).flat_map(|row| (0..8).map(move |column| (row, column)));
        all.filter_map(|place| {
            let piece = search.at(place).flatten().filter(|piece| piece.colour == search.colour)?;
            Some((place, piece.is_king))
        })
        .collect()
    };
    for (place, is_king) in places(&search) {
        let whole = search.fields;
        search.fields[place.0 as usize][place.1 as usize] = None;
        search.captures(&[number(place)], place, is_king, &BTreeSet::new());
        search.fields = whole;
    }
    if search.found.is_empty() {
        for (place, is_king) in places(&search) {
            search.quiet(place, is_king);
        }
    }
    if rules.most_pieces {
        let most = search.found.iter().map(|(_, taken)| taken.len()).max().unwrap_or(0);
        search.found.retain(|(_, taken)| taken.len() == most);
    }
    search.found
}
