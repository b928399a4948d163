//! Squares and groups of pieces of one kind as numbers without gaps: how the tables index positions.
//!
//! Squares are 0 for a1 to 63 for h8. Without pawns a position can be rotated and reflected so that its first piece is
//! in the triangle a1-d1-d4; with pawns only left and right can be exchanged.

use std::sync::LazyLock;

/// No square.
const NONE: u16 = u16::MAX;

/// The numberings.
pub struct Squares {
    /// Squares of the triangle a1-d1-d4: six below the diagonal, then four on it.
    pub triangle: [u16; 64],
    /// Squares below the diagonal from a1 to h8.
    pub below: [u16; 64],
    /// Two kings that are not adjacent, the first in the triangle.
    pub kings: [[u16; 64]; 10],
    /// Squares of pawns: the farther from its promotion and from the middle, the higher.
    pub pawn: [u16; 64],
    /// By the number of leading pawns and the square of the first: the index at which its placements begin.
    pub lead: [[u64; 64]; 6],
    /// By the number of leading pawns and the file of the first: the number of placements.
    pub lead_size: [[u64; 4]; 6],
    /// Binomial coefficients: `choose[k][n]` is n choose k.
    pub choose: [[u64; 65]; 8],
}

/// The one set of numberings.
pub static SQUARES: LazyLock<Squares> = LazyLock::new(Squares::new);

/// Above the diagonal from a1 to h8 (positive), on it (0), or below (negative).
pub fn off_diagonal(square: u8) -> i8 {
    (square >> 3) as i8 - (square & 7) as i8
}

impl Squares {
    fn new() -> Squares {
        let choose = pascal();
        let triangle = triangle();
        let (pawn, lead, lead_size) = pawns(&choose);
        Squares { below: below(), kings: kings(&triangle), triangle, pawn, lead, lead_size, choose }
    }
}

fn pascal() -> [[u64; 65]; 8] {
    let mut choose = [[0; 65]; 8];
    for n in 0..65 {
        choose[0][n] = 1;
        for k in 1..8.min(n + 1) {
            choose[k][n] = choose[k - 1][n - 1] + choose[k][n - 1];
        }
    }
    choose
}

fn below() -> [u16; 64] {
    let mut numbers = [NONE; 64];
    let squares = (0..64).filter(|&square| off_diagonal(square) < 0);
    squares.enumerate().for_each(|(number, square)| numbers[usize::from(square)] = number as u16);
    numbers
}

fn triangle() -> [u16; 64] {
    let mut numbers = [NONE; 64];
    let west = |square: &u8| square & 7 < 4;
    let under = (0..32).filter(west).filter(|&square| off_diagonal(square) < 0);
    let on = (0..32).filter(west).filter(|&square| off_diagonal(square) == 0);
    under.chain(on).enumerate().for_each(|(number, square)| numbers[usize::from(square)] = number as u16);
    numbers
}

fn kings(triangle: &[u16; 64]) -> [[u16; 64]; 10] {
    let mut numbers = [[NONE; 64]; 10];
    let mut both_on_diagonal = Vec::new();
    let mut next = 0;
    for place in 0..10 {
        let Some(first) = (0..32u8).find(|&square| triangle[usize::from(square)] == place) else { continue };
        for second in 0..64u8 {
            let apart = |shift: u8, mask: u8| (first >> shift & mask).abs_diff(second >> shift & mask);
            let touching = apart(0, 7) <= 1 && apart(3, 7) <= 1;
            let first_on_diagonal = off_diagonal(first) == 0;
            if touching || first_on_diagonal && off_diagonal(second) > 0 {
                continue;
            }
            if first_on_diagonal && off_diagonal(second) == 0 {
                both_on_diagonal.push((place, second));
            } else {
                numbers[usize::from(place)][usize::from(second)] = next;
                next += 1;
            }
        }
    }
    for (place, second) in both_on_diagonal {
        numbers[usize::from(place)][usize::from(second)] = next;
        next += 1;
    }
    numbers
}

type Leads = ([u16; 64], [[u64; 64]; 6], [[u64; 4]; 6]);

fn pawns(choose: &[[u64; 65]; 8]) -> Leads {
    let mut pawn = [NONE; 64];
    let mut next = 47;
    for file in 0..4 {
        for rank in 1..7 {
            pawn[rank * 8 + file] = next;
            pawn[rank * 8 + 7 - file] = next - 1;
            next = next.saturating_sub(2);
        }
    }
    let mut lead = [[0; 64]; 6];
    let mut lead_size = [[0; 4]; 6];
    for count in 1..6 {
        for (file, size) in lead_size[count].iter_mut().enumerate() {
            let mut begins = 0;
            for rank in 1..7 {
                let square = rank * 8 + file;
                lead[count][square] = begins;
                begins += choose[count - 1][usize::from(pawn[square])];
            }
            *size = begins;
        }
    }
    (pawn, lead, lead_size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn used<'a>(numbers: impl IntoIterator<Item = &'a u16>) -> Vec<u16> {
        let mut used: Vec<u16> = numbers.into_iter().copied().filter(|&number| number != NONE).collect();
        used.sort_unstable();
        used
    }

    #[test]
    fn numbers_have_no_gaps() {
        let squares = &*SQUARES;
        assert_eq!(used(&squares.triangle), (0..10).collect::<Vec<_>>());
        assert_eq!(used(&squares.below), (0..28).collect::<Vec<_>>());
        assert_eq!(used(&squares.pawn), (0..48).collect::<Vec<_>>());
        assert_eq!(used(squares.kings.iter().flatten()), (0..462).collect::<Vec<_>>());
        assert_eq!(squares.choose[3][10], 120);
    }
}
