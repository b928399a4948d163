//! The random numbers of the keys.
//!
//! Source: the 781 numbers of the published description of the format ("Polyglot book format", book_format.html of Polyglot
//! 2.0.4, which says of them that a table of random numbers is free for everybody). With other numbers no other program
//! would know the keys.

/// For every kind of piece (black pawn, white pawn, black knight … white king) the 64 squares, then four castling
/// rights, eight en passant files, and White to move.
pub(super) const RANDOM: [u64; 781] = {
    // Sixteen hexadecimal digits each, and a blank or a line break.
    let digits = include_bytes!("random.txt");
    let mut numbers = [0; 781];
    let mut place = 0;
    while place < digits.len() {
        if !digits[place].is_ascii_whitespace() {
            let digit = (digits[place] as char).to_digit(16).expect("a hexadecimal digit");
            numbers[place / 17] = numbers[place / 17] << 4 | digit as u64;
        }
        place += 1;
    }
    numbers
};
