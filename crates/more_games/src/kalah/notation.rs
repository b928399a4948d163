//! Positions and moves of Kalah as text.
//!
//! A position is South's pits and store, North's pits and store, and the side to move: `4,4,4,0/4,4,4,0/S`. The pits of a
//! side are counted from its left, in the direction of sowing. A move is the number of a pit.

use rootward_game::{Board, BoardMove, BoardStyle, Game, Notation, Side, Square, TextError, legal_moves};

use super::{Kalah, MOST_PITS, Pit, Position};

impl Kalah {
    /// The game whose numbers are written like `4,3`: pits of each side, and seeds in each pit.
    ///
    /// ```
    /// use rootward_more_games::Kalah;
    ///
    /// assert_eq!(Kalah::parse_variant("4,3"), Kalah::new(4, 3));
    /// let error = Kalah::parse_variant("4").unwrap_err();
    /// assert_eq!(error.to_string(), "'4' is not a board; expected pits,seeds, such as 4,3");
    /// ```
    pub fn parse_variant(text: &str) -> Result<Kalah, TextError> {
        let wrong = || TextError::new(format!("'{}' is not a board", text.trim()), "pits,seeds, such as 4,3");
        let (pits, seeds) = text.split_once(',').ok_or_else(wrong)?;
        Kalah::new(pits.trim().parse().map_err(|_| wrong())?, seeds.trim().parse().map_err(|_| wrong())?)
    }

    fn form(&self) -> String {
        let side = format!("{}0", format!("{},", self.seeds).repeat(self.pits));
        format!("pits and store of South and of North and the side to move, such as {side}/{side}/S")
    }

    fn read(&self, text: &str) -> Result<Position, (TextError, usize)> {
        let wrong = |problem: String, place: usize| (TextError::new(problem, self.form()), place);
        let parts: Vec<&str> = text.split('/').collect();
        let &[south, north, side] = parts.as_slice() else {
            return Err(wrong(format!("{} parts instead of 3", parts.len()), 0));
        };
        let (mut pits, mut stores) = ([[0; MOST_PITS]; 2], [0; 2]);
        for (index, (begin, part)) in [(0, south), (south.len() + 1, north)].into_iter().enumerate() {
            let seeds = self.read_side(part).map_err(|(problem, place)| wrong(problem, begin + place))?;
            pits[index][..self.pits].copy_from_slice(&seeds[..self.pits]);
            stores[index] = seeds[self.pits];
        }
        let count: u32 = pits.as_flattened().iter().chain(&stores).map(|&seeds| u32::from(seeds)).sum();
        if count != u32::from(self.all_seeds()) {
            return Err(wrong(format!("{count} seeds instead of {}", self.all_seeds()), 0));
        }
        let mover = match side.trim() {
            "S" | "s" => Side::First,
            "N" | "n" => Side::Second,
            other => return Err(wrong(format!("'{other}' is not a side"), text.len() - side.len())),
        };
        Ok(Position { pits, stores, mover })
    }

    /// The seeds of a side, its store last; a problem comes with its place.
    fn read_side(&self, text: &str) -> Result<Vec<u8>, (String, usize)> {
        let (mut seeds, mut begin) = (Vec::new(), 0);
        for number in text.split(',') {
            let count =
                number.trim().parse().map_err(|_| (format!("'{}' is not a number of seeds", number.trim()), begin))?;
            seeds.push(count);
            begin += number.len() + 1;
        }
        match seeds.len() == self.pits + 1 {
            true => Ok(seeds),
            false => Err((format!("{} numbers instead of {} for a side", seeds.len(), self.pits + 1), 0)),
        }
    }

    fn write_side(&self, state: &Position, side: Side) -> String {
        let numbers = state.pits(side)[..self.pits].iter().chain([&state.stores[side.index()]]);
        numbers.map(u8::to_string).collect::<Vec<_>>().join(",")
    }
}

const fn letter_of(side: Side) -> char {
    match side {
        Side::First => 'S',
        Side::Second => 'N',
    }
}

/// The square of a pit: `S1`.
fn square_of(side: Side, pit: usize) -> String {
    format!("{}{}", letter_of(side), pit + 1)
}

impl Notation for Kalah {
    fn name(&self) -> String {
        match (self.pits, self.seeds) {
            (6, 4) => "kalah".to_owned(),
            (pits, seeds) => format!("kalah:{pits},{seeds}"),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Position, TextError> {
        let position = text.trim();
        if position.is_empty() {
            return Ok(self.initial());
        }
        self.read(position).map_err(|(error, place)| error.at(position, place))
    }

    fn write_position(&self, state: &Position) -> String {
        let [south, north] = [Side::First, Side::Second].map(|side| self.write_side(state, side));
        format!("{south}/{north}/{}", letter_of(state.mover))
    }

    fn write_move(&self, _: &Position, Pit(pit): Pit) -> String {
        (pit + 1).to_string()
    }

    /// North's pits above, from the last to the first, South's below; the stores at the ends.
    fn draw(&self, state: &Position) -> String {
        let row = |pits: Vec<u8>| pits.iter().map(|seeds| format!("{seeds:>4}")).collect::<String>();
        let north = row(state.pits(Side::Second)[..self.pits].iter().rev().copied().collect());
        let south = row(state.pits(Side::First)[..self.pits].to_vec());
        let numbers = row((1..=self.pits as u8).collect());
        let stores = [Side::Second, Side::First].map(|side| state.store(side));
        let gap = " ".repeat(4 * self.pits);
        format!("North {north}\n{:>5} {gap} {:>4}\n      {south}  South\n\npit   {numbers}\n", stores[0], stores[1])
    }

    /// Two rows of pits between the stores: North's store at the top left, South's at the bottom right.
    fn board(&self, state: &Position) -> Option<Board> {
        let columns = self.pits + 2;
        let mut squares = Vec::new();
        for (row, side) in [(0, Side::Second), (1, Side::First)] {
            for column in 0..columns {
                let store_column = if side == Side::First { columns - 1 } else { 0 };
                let (name, seeds) = if column == store_column {
                    (format!("{} store", letter_of(side)), Some(state.store(side)))
                } else if column == 0 || column == columns - 1 {
                    (format!("{} end", letter_of(side)), None)
                } else {
                    let pit = if side == Side::First { column - 1 } else { self.pits - column };
                    (square_of(side, pit), Some(state.pits(side)[pit]))
                };
                squares.push(Square { name, column: column as u32, row, piece: seeds.map(|seeds| seeds.to_string()) });
            }
        }
        let onto = |pit: Pit| BoardMove::onto(square_of(state.mover, usize::from(pit.0)), self.write_move(state, pit));
        Some(Board {
            columns: columns as u32,
            rows: 2,
            style: BoardStyle::Place,
            check: None,
            squares,
            moves: legal_moves(self, state).into_iter().map(onto).collect(),
        })
    }

    fn great_advantage(&self) -> i32 {
        100
    }

    fn points_per_unit(&self) -> i32 {
        10
    }

    /// Seeds, to a tenth.
    fn write_points(&self, points: i32) -> String {
        format!("{:+.1}", f64::from(points) / 10.0)
    }
}
