//! `probe FOLDER < positions`: for each FEN of the input, the outcome and the distance to the next capture or pawn
//! move.

use std::io::BufRead;

use cozy_chess::Board;
use rootward_syzygy::Tablebase;

fn main() -> Result<(), String> {
    let folder = std::env::args().nth(1).ok_or("the folder of the tables is missing")?;
    let tables = Tablebase::open(&[folder])?;
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|error| error.to_string())?;
        let board = Board::from_fen(&line, false).map_err(|error| format!("{line}: {error}"))?;
        println!("{line};{:?};{:?}", tables.wdl(&board), tables.dtz(&board));
    }
    Ok(())
}
