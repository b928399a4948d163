//! How fast games are read: `cargo run --release -p rootward-pgn --example throughput -- [FILE.pgn]`.
//!
//! Without a file, 20,000 games of up to 80 random plies are made first, with the seven tags and a clock behind every move.

use std::time::Instant;

use rootward_game::{Game, legal_moves};
use rootward_games::chess::{Chess, san};
use rootward_pgn::polyglot::BookGames;
use rootward_pgn::{Comment, GameResult, Line, Reader, Record, Tags, written};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bytes = match std::env::args().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => made(20_000).into_bytes(),
    };
    report("everything", &bytes, Reader::new(bytes.as_slice()));
    report("moves alone", &bytes, Reader::new(bytes.as_slice()).main_line_only());
    report("30 plies", &bytes, Reader::new(bytes.as_slice()).main_line_only().first_plies(30));
    book(&bytes);
    general(&bytes);
    Ok(())
}

/// Seconds of processor time where the system reports it, so that other load does not count; otherwise of the clock.
fn seconds_since(start: Instant, cpu_start: Option<u64>) -> f64 {
    match (cpu_start, cpu_nanoseconds()) {
        (Some(before), Some(now)) => (now - before) as f64 / 1e9,
        _ => start.elapsed().as_secs_f64(),
    }
}

fn cpu_nanoseconds() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}

fn report(what: &str, bytes: &[u8], reader: Reader<&[u8]>) {
    let (start, cpu) = (Instant::now(), cpu_nanoseconds());
    let (mut games, mut bad, mut plies) = (0_u64, 0_u64, 0_u64);
    for game in reader {
        match game {
            Ok(game) => (games, plies) = (games + 1, plies + game.line.plies.len() as u64),
            Err(_) => bad += 1,
        }
    }
    let seconds = seconds_since(start, cpu);
    println!(
        "{what}: {games} games, {bad} bad, {plies} plies in {seconds:.2} s: {:.0} games/s, {:.1} MB/s, {:.2} M plies/s",
        games as f64 / seconds,
        bytes.len() as f64 / seconds / 1e6,
        plies as f64 / seconds / 1e6
    );
}

/// A book of 30 plies, from the bytes of the games to those of the book.
fn book(bytes: &[u8]) {
    let (start, cpu) = (Instant::now(), cpu_nanoseconds());
    let mut games = BookGames::default();
    Reader::new(bytes).main_line_only().first_plies(30).flatten().for_each(|game| games.add(&game, 30));
    let size = games.to_bytes(1).map_or(0, |book| book.len());
    let rate = games.gathered().games as f64 / seconds_since(start, cpu);
    println!("book: {size} bytes, {rate:.0} games/s");
}

/// The same moves by the general SAN reader, to measure the gain of the fast one.
fn general(bytes: &[u8]) {
    let games: Vec<Record> = Reader::new(bytes).main_line_only().flatten().take(2000).collect();
    let mut texts = Vec::new();
    for game in &games {
        let mut position = game.start.clone();
        for mv in game.line.moves() {
            texts.push((position.clone(), san::write(&game.game, &position, mv)));
            position = position.after(mv);
        }
    }
    let (start, cpu) = (Instant::now(), cpu_nanoseconds());
    let read = texts.iter().filter(|(position, text)| san::read(&Chess::default(), position, text).is_ok()).count();
    println!("general reader: {:.2} M moves/s", read as f64 / seconds_since(start, cpu) / 1e6);
}

fn made(count: u64) -> String {
    let chess = Chess::default();
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = |below: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    let mut text = String::new();
    for number in 0..count {
        let mut tags = Tags::default();
        let round = number.to_string();
        for (name, value) in [("Event", "Rated game"), ("Round", &round), ("White", "Somebody"), ("Black", "Another")] {
            tags.set(name, value);
        }
        let start = chess.initial();
        let (mut line, mut position) = (Line::default(), start.clone());
        for ply in 0..80 {
            let moves = legal_moves(&chess, &position);
            if moves.is_empty() {
                break;
            }
            let mv = moves[next(moves.len())];
            position = position.after(mv);
            line.plies.push(rootward_pgn::Ply::new(mv));
            line.plies[ply].comments.push(Comment::new(&format!("[%clk 0:{:02}:{:02}]", 59 - ply / 2, next(60))));
        }
        let result = [GameResult::White, GameResult::Black, GameResult::Draw][next(3)];
        text += &written(&Record { tags, game: chess.clone(), start, line, result });
        text.push('\n');
    }
    text
}
