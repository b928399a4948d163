//! What backgammon networks are worth: `cargo run --release -p rootward-games --example backgammon_networks -- …`
//!
//! * `decisions FILE THREADS NETWORK…`: the mean loss of the choices of each network, in thousandths of a point, at depths 1 and 2. A line of the
//!   file is a decision: a JSON object with "cands", a list of objects with "after_id_opp_on_roll" and "eq2".
//! * `make COUNT SEED THREADS NETWORK`: decisions with contact from the network's own games, on standard output in that form. Its six best
//!   choices are judged at depth 3, where each side's replies are those that are best at depth 1 (the opponent's) and 2.
//! * `ask COUNT SEED THREADS NETWORK`: the same decisions with all choices and the network's own equity, for another program to judge.
//! * `match PAIRS SEED THREADS NETWORK NETWORK`: games for money at depth 1, each throw once for either network.
//! * `speed NETWORK`: evaluations a second.
//!
//! A network is a file, or `-` for the shipped one.

use std::hint::black_box;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use rootward_game::{Game, Notation};
use rootward_games::backgammon::network::{Network, Stage};
use rootward_games::backgammon::{Backgammon, Chances, Position, Roll};
use rootward_support::random::Dice;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["decisions", file, threads, ref networks @ ..] => decisions(file, number(threads), networks),
        ["make", count, seed, threads, network] => {
            make(number(count), number(seed), number(threads), &read(network), BEST)
        }
        ["ask", count, seed, threads, network] => {
            make(number(count), number(seed), number(threads), &read(network), ALL)
        }
        ["match", pairs, seed, threads, one, other] => {
            play(number(pairs), number(seed), number(threads), [&read(one), &read(other)]);
        }
        ["speed", network] => speed(&read(network)),
        _ => eprintln!("decisions, make, ask, match or speed; see the head of the source"),
    }
}

fn number(text: &str) -> usize {
    text.parse().expect("a number")
}

fn read(name: &str) -> Network {
    if name == "-" {
        return Network::shipped().clone();
    }
    let bytes = std::fs::read(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    Network::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Does each piece of work by several threads and returns what came of it, in order.
fn all<T: Send>(count: usize, threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let run = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= count {
                return;
            }
            let result = work(place);
            done.lock().unwrap().push((place, result));
        }
    };
    std::thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(run))));
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The equity of the side on roll: at depth 0 as the network says, else by plays that are best one depth less deep.
fn equity(network: &Network, position: &Position, depth: u32) -> f32 {
    let stage = Stage::of(position.mine(), position.theirs());
    if depth == 0 || !matches!(stage, Stage::Race | Stage::Contact) {
        return network.chances(position.mine(), position.theirs()).equity();
    }
    let game = Backgammon::default();
    if depth == 1 {
        let best = Roll::ALL.map(|roll| (roll.weight() as f32, network.best(&game, position, roll).1));
        return Chances::mean(best).equity();
    }
    let replies = Roll::ALL.map(|roll| {
        let next = network.best(&game, position, roll).0;
        roll.weight() as f32 * -equity(network, &next, depth - 1)
    });
    replies.iter().sum::<f32>() / 36.0
}

fn decisions(file: &str, threads: usize, networks: &[&str]) {
    let text = std::fs::read_to_string(file).expect("a file of decisions");
    let game = Backgammon::default();
    let decisions: Vec<Vec<(Position, f32)>> = text.lines().map(|line| choices(&game, line)).collect();
    for name in networks {
        let network = read(name);
        for depth in [0, 1] {
            let losses = all(decisions.len(), threads, |place| {
                let choices = &decisions[place];
                let worst_for_them = choices
                    .iter()
                    .map(|(after, equity_of)| (equity(&network, after, depth), *equity_of))
                    .min_by(|one, other| one.0.total_cmp(&other.0));
                let best = choices.iter().map(|choice| choice.1).fold(f32::MIN, f32::max);
                worst_for_them.map_or(0.0, |(_, chosen)| f64::from(best - chosen) * 1e3)
            });
            let (mean, error) = mean_and_error(&losses);
            println!("{name} depth {}: {mean:.2} ± {error:.2} thousandths, {} decisions", depth + 1, losses.len());
        }
    }
}

/// The choices of a decision: the positions and what they are worth to the side that moves there.
fn choices(game: &Backgammon, line: &str) -> Vec<(Position, f32)> {
    let after = |text: &str, name: &str| {
        let start = text.find(name).map(|at| at + name.len())?;
        let value = text[start..].trim_start_matches(['"', ':', ' ']);
        Some(value[..value.find(['"', ',', '}']).unwrap_or(value.len())].to_owned())
    };
    let parts = line.split("\"after_id_opp_on_roll").skip(1);
    let choice = |part: &str| {
        let id = after(part, "\"").expect("an ID");
        let equity = after(part, "\"eq2").and_then(|text| text.parse().ok()).expect("an equity");
        (game.parse_position(&id).unwrap_or_else(|error| panic!("{id}: {error}")), equity)
    };
    parts.map(choice).collect()
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    (mean, (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count / count).sqrt())
}

fn throw(dice: &mut Dice) -> Roll {
    Roll::new(dice.below(6) as u8 + 1, dice.below(6) as u8 + 1).expect("dice")
}

/// The choices of a throw, the best first, by the equity of the side that is on roll next.
fn sorted(network: &Network, position: &Position, roll: Roll) -> Vec<(f32, Position)> {
    let game = Backgammon::default();
    let thrown = position.with_dice(Some(roll));
    let mut after = Vec::new();
    game.moves(&thrown, &mut |mv| {
        let next = game.apply(&thrown, mv);
        after.push((equity(network, &next, 0), next));
    });
    after.sort_by(|one: &(f32, Position), other| one.0.total_cmp(&other.0));
    after
}

/// Which choices of a decision are written, and how many plays below each the network looks.
struct Judged {
    choices: usize,
    depth: u32,
}

const BEST: Judged = Judged { choices: 6, depth: 2 };
const ALL: Judged = Judged { choices: usize::MAX, depth: 0 };

fn make(count: usize, seed: usize, threads: usize, network: &Network, judged: Judged) {
    let game = Backgammon::default();
    let lines = all(count, threads, |number| {
        let mut dice = Dice::new(Dice::new(seed as u64).bits() ^ number as u64);
        loop {
            // A position of a game, after one play in ten that is not the best.
            let mut position = game.initial();
            for _ in 0..dice.below(60) {
                if Stage::of(position.mine(), position.theirs()) != Stage::Contact {
                    break;
                }
                let after = sorted(network, &position, throw(&mut dice));
                let among = if dice.below(10) == 0 { after.len().min(6) } else { 1 };
                position = after[dice.below(among)].1;
            }
            let after = sorted(network, &position, throw(&mut dice));
            if Stage::of(position.mine(), position.theirs()) != Stage::Contact || after.len() < 2 {
                continue;
            }
            let choice = |(_, next): &(f32, Position)| {
                let id = game.write_position(next);
                let id = id.split(' ').next().unwrap_or_default();
                let equity = -equity(network, next, judged.depth);
                format!("{{\"after_id_opp_on_roll\": \"{id}\", \"eq2\": {equity:.5}}}")
            };
            let choices: Vec<String> = after.iter().take(judged.choices).map(choice).collect();
            return format!("{{\"id\": \"{}\", \"cands\": [{}]}}", game.write_position(&position), choices.join(", "));
        }
    });
    lines.iter().for_each(|line| println!("{line}"));
}

fn play(pairs: usize, seed: usize, threads: usize, networks: [&Network; 2]) {
    let game = Backgammon::default();
    let points = all(pairs, threads, |pair| {
        let won: f32 = [0, 1]
            .map(|first| {
                let mut dice = Dice::new(Dice::new(seed as u64).bits() ^ pair as u64);
                let mut position = game.initial();
                let mut mover = first;
                loop {
                    if let Stage::Over(points) = Stage::of(position.mine(), position.theirs()) {
                        return if mover == 0 { points as f32 } else { -points as f32 };
                    }
                    position = networks[mover].best(&game, &position, throw(&mut dice)).0;
                    mover = 1 - mover;
                }
            })
            .iter()
            .sum();
        f64::from(won) / 2.0
    });
    let (mean, error) = mean_and_error(&points);
    println!("{mean:+.4} ± {error:.4} points a game for the first network, {} games", 2 * pairs);
}

fn speed(network: &Network) {
    let game = Backgammon::default();
    let mut positions = Vec::new();
    let mut dice = Dice::new(1);
    let mut position = game.initial();
    while positions.len() < 500 {
        if Stage::of(position.mine(), position.theirs()) != Stage::Contact {
            position = game.initial();
        }
        position = network.best(&game, &position, throw(&mut dice)).0;
        positions.push(position);
    }
    let (start, mut count, mut sum) = (cpu_seconds(), 0, 0.0);
    while cpu_seconds() - start < 1.0 {
        for position in &positions {
            sum += black_box(network.chances(position.mine(), position.theirs()).equity());
            count += 1;
        }
    }
    println!("{:.0} evaluations a second ({sum:.3})", f64::from(count) / (cpu_seconds() - start));
}

/// Processor time where the system tells it, else time.
fn cpu_seconds() -> f64 {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = text.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}
