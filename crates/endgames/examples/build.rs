//! Builds endings by name in memory and prints counts, the longest win and times:
//! `cargo run --release -p rootward-endgames --example build -- dtm KQKR KRNKNN 3 4`
use std::sync::atomic::AtomicBool;
use std::sync::Arc;
use std::time::Instant;

use rootward_endgames::chess::{ChessEndings, Material};
use rootward_endgames::{Endings, Known, Metric, count, order, solve_slice};

fn main() {
    let game = ChessEndings::default();
    let mut args = std::env::args().skip(1);
    let metric = Metric::named(&args.next().unwrap()).unwrap();
    let mut wanted = Vec::new();
    for name in args {
        match name.parse::<usize>() {
            Ok(pieces) => wanted.extend(Material::all(pieces)),
            Err(_) => wanted.push(game.slice(&name).unwrap()),
        }
    }
    let stop = AtomicBool::new(false);
    let begin = Instant::now();
    let mut known = Known::default();
    let verbose = std::env::var("V").is_ok();
    for slice in order(&game, &wanted) {
        let start = Instant::now();
        let solved = solve_slice(&game, &slice, metric, &known, 2, &stop, &mut |s| {
            if verbose {
                println!("{slice} {} settled {} decided {} of {}, {:.2}", s.plies, s.settled, s.decided, s.numbers, start.elapsed().as_secs_f64());
            }
        })
        .unwrap();
        let took = start.elapsed();
        let c = count(&game, &slice, &solved);
        let fen = |n: Option<(u32, u64)>| n.map(|(p, n)| format!("{p} {}", game.position(&slice, n).unwrap()));
        println!("{slice} {:?} win {:?} loss {:?} {:.2} s, counted {:.2}", c.sides.map(|s| (s.wins, s.draws, s.losses)), fen(c.longest_win), fen(c.longest_loss), took.as_secs_f64(), start.elapsed().as_secs_f64());
        known.insert(slice, Arc::new(solved));
    }
    println!("all {:.2} s", begin.elapsed().as_secs_f64());
}
