//! When the result of a game is clear before its end: [`Adjudication`].

use std::cmp::Ordering;

/// Who is ahead in a position, by a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// The first side, clearly.
    First,
    /// The second side, clearly.
    Second,
    /// Neither: the game is likely to be drawn.
    Nobody,
    /// Nothing is clear.
    Unclear,
}

/// Ends a game when the searches have agreed on its result for a number of plies in a row.
#[derive(Clone, Debug)]
pub struct Adjudication {
    decided_plies: u32,
    drawn_plies: u32,
    last: Lead,
    in_a_row: u32,
}

impl Adjudication {
    /// A game is decided after `decided_plies` in a row with the same side ahead, and drawn after `drawn_plies` with nobody ahead.
    pub fn new(decided_plies: u32, drawn_plies: u32) -> Adjudication {
        Adjudication { decided_plies, drawn_plies, last: Lead::Unclear, in_a_row: 0 }
    }

    /// Adds the position of the next ply, and returns the first side's result if it is clear: greater than equal if it wins.
    pub fn add(&mut self, lead: Lead) -> Option<Ordering> {
        self.in_a_row = if lead == self.last { self.in_a_row + 1 } else { 1 };
        self.last = lead;
        match lead {
            Lead::First if self.in_a_row >= self.decided_plies => Some(Ordering::Greater),
            Lead::Second if self.in_a_row >= self.decided_plies => Some(Ordering::Less),
            Lead::Nobody if self.in_a_row >= self.drawn_plies => Some(Ordering::Equal),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(leads: &[Lead]) -> Option<Ordering> {
        let mut adjudication = Adjudication::new(2, 3);
        leads.iter().map(|&lead| adjudication.add(lead)).last().flatten()
    }

    #[test]
    fn a_result_is_clear_after_enough_plies_in_a_row() {
        use Lead::{First, Nobody, Second, Unclear};
        assert_eq!(result(&[First, First]), Some(Ordering::Greater));
        assert_eq!(result(&[First, Second, Second]), Some(Ordering::Less));
        assert_eq!(result(&[Nobody; 3]), Some(Ordering::Equal));
        for open in [&[First][..], &[First, Unclear, First], &[Nobody, Nobody, First], &[Nobody; 2], &[Unclear; 9]] {
            assert_eq!(result(open), None, "{open:?}");
        }
    }
}
