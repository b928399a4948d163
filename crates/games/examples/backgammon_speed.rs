//! How fast plays are generated, made and evaluated: `cargo run --release -p rootward-games --example backgammon_speed
//! -- [ROUNDS]`.
//!
//! Every roll of 300 positions: the plays are generated, the positions after them made, and these evaluated by a
//! function of the size of pubeval (a weight for each place and number of checkers, of both sides). Then two plies of
//! plain expectimax, with chance in between, from the first positions.

use std::hint::black_box;
use std::time::Instant;

use rootward_game::{Game, Notation};
use rootward_games::backgammon::{Backgammon, Checkers, Move, Position, Roll};

const POSITIONS: &str = include_str!("../data/backgammon/move-counts.csv");

fn main() {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20);
    let game = Backgammon::default();
    let ids = POSITIONS.lines().skip(1).filter_map(|line| line.split(',').next());
    let positions: Vec<Position> = ids.filter_map(|id| game.parse_position(id).ok()).collect();
    let weights = Weights::new();
    let each = |count: &mut dyn FnMut(&Position)| {
        for thrown in positions.iter().flat_map(|start| Roll::ALL.map(|roll| start.with_dice(Some(roll)))) {
            count(&thrown);
        }
    };
    report("plays listed", rounds, &mut || {
        let mut plays = 0;
        each(&mut |thrown| game.moves(thrown, &mut |mv| plays += u64::from(black_box(mv) == mv)));
        plays
    });
    report("positions made", rounds, &mut || {
        let mut made = 0;
        each(&mut |thrown| {
            game.moves(thrown, &mut |mv| made += u64::from(black_box(game.apply(thrown, mv)).dice().is_none()))
        });
        made
    });
    report("positions judged", rounds, &mut || {
        let mut judged = 0;
        each(&mut |thrown| {
            game.moves(thrown, &mut |mv| {
                black_box(weights.judge(&game.apply(thrown, mv)));
                judged += 1;
            })
        });
        judged
    });
    report("keys", rounds, &mut || {
        let mut keys = 0;
        each(&mut |thrown| {
            black_box(game.key(thrown));
            keys += 1;
        });
        keys
    });
    report("two plies of expectimax", rounds, &mut || {
        let mut judged = 0;
        for start in positions.iter().take(3) {
            let thrown = start.with_dice(Roll::new(3, 1));
            game.moves(&thrown, &mut |mv| {
                black_box(expected(&game, &weights, &game.apply(&thrown, mv), &mut judged));
            });
        }
        judged
    });
}

/// The average over the rolls of the best result for the side on roll, from its own point of view.
fn expected(game: &Backgammon, weights: &Weights, state: &Position, judged: &mut u64) -> f32 {
    let mut sum = 0.0;
    game.chances(state, &mut |roll, weight| {
        let thrown = game.apply(state, roll);
        let mut best = f32::NEG_INFINITY;
        game.moves(&thrown, &mut |mv: Move| {
            best = best.max(-weights.judge(&game.apply(&thrown, mv)));
            *judged += 1;
        });
        sum += best * weight as f32;
    });
    sum / 36.0
}

/// The value of each number of checkers on each place.
struct Weights([[f32; 16]; Checkers::PLACES]);

impl Weights {
    fn new() -> Weights {
        let worth = |place: usize, count: usize| (place * 7 % 11) as f32 * 0.1 - count as f32 * place as f32 * 0.01;
        Weights(std::array::from_fn(|place| std::array::from_fn(|count| worth(place, count))))
    }

    fn judge(&self, state: &Position) -> f32 {
        let side = |side: &Checkers| -> f32 {
            self.0.iter().zip(side.counts()).map(|(worth, &count)| worth[usize::from(count & 15)]).sum()
        };
        side(state.mine()) - side(state.theirs())
    }
}

fn report(what: &str, rounds: u32, count: &mut dyn FnMut() -> u64) {
    let (start, cpu) = (Instant::now(), cpu_nanoseconds());
    let total: u64 = (0..rounds).map(|_| count()).sum();
    let seconds = match (cpu, cpu_nanoseconds()) {
        // Processor time, where the system reports it: other load on the machine does not count.
        (Some(before), Some(now)) => (now - before) as f64 / 1e9,
        _ => start.elapsed().as_secs_f64(),
    };
    println!("{what}: {total} in {seconds:.2} s, {:.1} M/s", total as f64 / seconds / 1e6);
}

fn cpu_nanoseconds() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
}
