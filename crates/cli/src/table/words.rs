//! Lengths of wins as text.

/// Plies as moves of the winner: 19 and 20 plies are 10 moves.
pub fn in_moves(plies: u32) -> u32 {
    plies.div_ceil(2)
}

/// `10 moves (19 plies)`.
pub fn length(plies: u32) -> String {
    let counted = |number: u32, what: &str| if number == 1 { what.to_owned() } else { format!("{what}s") };
    let (moves, ply) = (in_moves(plies), if plies == 1 { "ply" } else { "plies" });
    format!("{moves} {} ({plies} {ply})", counted(moves, "move"))
}
