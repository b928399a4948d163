//! Learning chess without the rest of the program: games, training, and what the network is worth. For long runs on another
//! machine, and for counting instructions.
//!
//! ```console
//! $ cargo build --release -p rootward-learn --example learn
//! $ learn generate FILE positions=1000000 nodes=1500 threads=16 seed=1 [network=FILE]
//! $ learn train FOLDER save=FILE hidden=256 epochs=12 threads=16 [kept=FILE] [opinion=0.95] [start=FILE]
//! $ learn info FILE
//! $ learn match FILE [against=FILE] games=100 nodes=5000 threads=2
//! $ learn speed [network=FILE] [nodes=300000]
//! ```

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rootward_game::{Evaluator, Game, Notation, Outcome, Side, final_outcome, legal_moves};
use rootward_games::chess::{Chess, ChessKnowledge, Position};
use rootward_learn::features::ChessFeatures;
use rootward_learn::{Features, Network, NetworkEvaluator, data, random_network, self_play, train};
use rootward_search::{Limits, Search, SharedTable, Techniques};
use rootward_support::random::Dice;

type Judge = NetworkEvaluator<ChessFeatures>;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (command, file) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let options: HashMap<String, String> = words
        .chain(file.contains('=').then(|| file.clone()))
        .filter_map(|word| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
        .collect();
    let options = Options(options);
    let done = match command.as_str() {
        "generate" => generate(Path::new(&file), &options),
        "train" => teach(Path::new(&file), &options),
        "info" => info(Path::new(&file)),
        "match" => play_match(Path::new(&file), &options),
        "speed" => speed(&options),
        _ => Err("expected generate, train, info, match or speed".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// NAME=VALUE words.
struct Options(HashMap<String, String>);

impl Options {
    fn number(&self, name: &str, usual: f64) -> Result<f64, String> {
        let Some(text) = self.0.get(name) else { return Ok(usual) };
        text.parse().map_err(|_| format!("{name}={text} is no number; expected one"))
    }

    fn network_bytes(&self, name: &str) -> Result<Option<Arc<Network>>, String> {
        let read = |path: &String| {
            let bytes = std::fs::read(path).map_err(|error| format!("file '{path}': {error}"))?;
            Network::from_bytes(&bytes).map(Arc::new).map_err(|error| format!("file '{path}': {error}"))
        };
        self.0.get(name).map(read).transpose()
    }

    fn network(&self, name: &str) -> Result<Option<Judge>, String> {
        self.0.get(name).map(|path| judge(Path::new(path))).transpose()
    }
}

fn judge(path: &Path) -> Result<Judge, String> {
    let named = |problem: &dyn std::fmt::Display| format!("file '{}': {problem}", path.display());
    let bytes = std::fs::read(path).map_err(|error| named(&error))?;
    let network = Network::from_bytes(&bytes).map_err(|error| named(&error))?;
    NetworkEvaluator::new::<Chess>(ChessFeatures, Arc::new(network)).map_err(|error| named(&error))
}

fn layout() -> rootward_learn::Layout {
    Features::<Chess>::layout(&ChessFeatures)
}

/// Tells something at most once a second.
struct Teller(Instant);

impl Teller {
    fn tell(&mut self, text: impl FnOnce() -> String) {
        if self.0.elapsed() >= Duration::from_secs(1) {
            self.0 = Instant::now();
            eprint!("\r{}   ", text());
            let _ = std::io::stderr().flush();
        }
    }
}

fn generate(path: &Path, options: &Options) -> Result<(), String> {
    let network = options.network("network")?;
    let (game, knowledge) = (Chess::default(), ChessKnowledge::default());
    let evaluator = network.as_ref().map(|network| network as &dyn Evaluator<Chess>);
    let player = self_play::Player { game: &game, knowledge: &knowledge, evaluator, features: &ChessFeatures };
    let name = options.0.get("network").map_or("linear", |path| path.rsplit('/').next().unwrap_or(path));
    let settings = self_play::Settings {
        positions: options.number("positions", 1e6)? as usize,
        nodes: options.number("nodes", 5e3)? as u64,
        seed: options.number("seed", 1.0)? as u64,
        threads: options.number("threads", 1.0)? as usize,
        player: name.to_owned(),
        ..self_play::Settings::default()
    };
    let minutes = options.number("minutes", 1e6)?;
    let (mut teller, start) = (Teller(Instant::now()), Instant::now());
    let stop = settings.stop.clone();
    let done = self_play::generate(&player, &settings, path, &mut |progress| {
        if start.elapsed().as_secs_f64() > 60.0 * minutes {
            stop.raise();
        }
        teller.tell(|| progress_line(progress));
    })?;
    eprintln!();
    println!("{}", progress_line(&done));
    Ok(())
}

fn progress_line(progress: &self_play::Progress) -> String {
    let seconds = progress.elapsed.as_secs_f64().max(1e-3);
    let new = progress.positions - progress.found;
    format!(
        "{} positions ({} before), {} games, {:.0} positions/s, {:.2} M nodes/s, {seconds:.0} s",
        progress.positions,
        progress.found,
        progress.games,
        new as f64 / seconds,
        progress.nodes as f64 / seconds / 1e6
    )
}

fn teach(path: &Path, options: &Options) -> Result<(), String> {
    let files = data::files_in(path)?;
    let positions = data::read_positions(&files, &layout())?;
    println!("{} positions in {} files", positions.len(), files.len());
    let usual = train::Settings::default();
    let settings = train::Settings {
        hidden: options.number("hidden", 256.0)? as usize,
        epochs: options.number("epochs", 12.0)? as usize,
        batch: options.number("batch", 16_384.0)? as usize,
        rate: [options.number("rate", 1e-3)? as f32, options.number("last", 1e-5)? as f32],
        opinion: options.number("opinion", 0.95)? as f32,
        threads: options.number("threads", 1.0)? as usize,
        seed: options.number("seed", 1.0)? as u64,
        start: options.network_bytes("start")?,
        ..usual
    };
    let (mut teller, mut known) = (Teller(Instant::now()), 0);
    let kept = options.0.get("kept").map(Path::new);
    let taught = train::train::<Chess, _>(&ChessFeatures, &positions, &settings, kept, &mut |progress| {
        if progress.epochs.len() > known {
            known = progress.epochs.len();
            let last = progress.epochs[known - 1];
            println!(
                "\repoch {known}: loss {:.6}, held out {:.6}, {:.0} positions/s",
                last.loss, last.held_out, progress.speed
            );
        }
        teller.tell(|| format!("{} of {}, {:.0} positions/s", progress.position, progress.positions, progress.speed));
    })?;
    println!(
        "scale {:.1}, always one half {:.6}, in whole numbers {:.6}",
        taught.scale, taught.ignorant, taught.quantised
    );
    let save = options.0.get("save").map_or("chess.network", String::as_str);
    std::fs::write(save, taught.network.to_bytes()).map_err(|error| format!("file '{save}': {error}"))?;
    let curve = train::loss_curve(
        &taught.epochs,
        &format!("chess, {} positions, {} neurons", positions.len(), settings.hidden),
    );
    std::fs::write(format!("{save}.svg"), curve).map_err(|error| format!("file '{save}.svg': {error}"))?;
    Ok(())
}

fn info(path: &Path) -> Result<(), String> {
    let info = data::inspect::<Chess, _>(path, &ChessFeatures)?;
    println!("{info:#?}");
    Ok(())
}

/// Games with random openings, each played twice with colours changed.
fn play_match(path: &Path, options: &Options) -> Result<(), String> {
    let (one, other) = (judge(path)?, options.network("against")?);
    let other = other.as_ref().map(|judge| judge as &dyn Evaluator<Chess>);
    let (games, nodes) = (options.number("games", 100.0)? as usize, options.number("nodes", 5e3)? as u64);
    let seed = options.number("seed", 7.0)? as u64;
    let next = AtomicUsize::new(0);
    let counts = [AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0)];
    std::thread::scope(|scope| {
        for _ in 0..options.number("threads", 1.0).unwrap_or(1.0) as usize {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games {
                        return;
                    }
                    let mine = if number.is_multiple_of(2) { Side::First } else { Side::Second };
                    let points = play_game(&one, other, mine, nodes, seed + number as u64 / 2);
                    counts[(points + 1) as usize].fetch_add(1, Ordering::Relaxed);
                    let [lost, drawn, won] = [0, 1, 2].map(|place| counts[place].load(Ordering::Relaxed));
                    let score = (won as f64 + 0.5 * drawn as f64) / (won + drawn + lost).max(1) as f64;
                    eprint!("\r+{won} ={drawn} -{lost}: {:.1} %  ", 100.0 * score);
                }
            });
        }
    });
    eprintln!();
    Ok(())
}

fn play_game(one: &Judge, other: Option<&dyn Evaluator<Chess>>, mine: Side, nodes: u64, seed: u64) -> i32 {
    let (game, knowledge) = (Chess::default(), ChessKnowledge::default());
    let tables = [SharedTable::with_bytes(16 << 20), SharedTable::with_bytes(16 << 20)];
    let mut dice = Dice::new(seed);
    let (mut state, mut earlier) = (game.initial(), Vec::new());
    for _ in 0..8 {
        let moves = legal_moves(&game, &state);
        if moves.is_empty() {
            return 0;
        }
        earlier.extend(game.key(&state));
        state = game.apply(&state, moves[dice.below(moves.len())]);
    }
    while earlier.len() < 400 {
        if let Some(outcome) = final_outcome(&game, &state) {
            return match outcome {
                Outcome::Win(side) => {
                    if side == mine {
                        1
                    } else {
                        -1
                    }
                }
                _ => 0,
            };
        }
        let key = game.key(&state);
        if earlier.iter().filter(|&&old| Some(old) == key).count() >= 2 {
            return 0;
        }
        let is_mine = game.to_move(&state) == mine;
        let evaluator = if is_mine { Some(one as &dyn Evaluator<Chess>) } else { other };
        let search = Search::new(&game).knowledge(&knowledge).table(&tables[usize::from(is_mine)]).evaluator(evaluator);
        let search = search.techniques(Techniques::ALL).limits(Limits::nodes(nodes)).earlier(&earlier);
        let report = search.run(&state);
        let Some(best) = report.best() else { return 0 };
        if report.score.is_decided() {
            return if report.score.is_win() == is_mine { 1 } else { -1 };
        }
        earlier.extend(key);
        state = game.apply(&state, best);
    }
    0
}

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/3p2p1/2pPp2p/2P1P2P/3B1KP1/5P2/2b5 w - - 0 40",
];

/// Nodes a second of CPU time, with the linear evaluation and with a network (a random one if none is given). With
/// only=linear or only=network it does one of them, for counting instructions.
fn speed(options: &Options) -> Result<(), String> {
    let network = match options.network("network")? {
        Some(network) => network,
        None => {
            let network = Arc::new(random_network(&layout(), options.number("hidden", 256.0)? as usize, 1));
            NetworkEvaluator::new::<Chess>(ChessFeatures, network).map_err(|error| error.to_string())?
        }
    };
    let nodes = options.number("nodes", 3e5)? as u64;
    let only = options.0.get("only").map_or("", String::as_str);
    for (name, evaluator) in [("linear", None), ("network", Some(&network as &dyn Evaluator<Chess>))] {
        if !only.is_empty() && only != name {
            continue;
        }
        let start = cpu_time();
        let (all, evaluations) = search_all(evaluator, nodes);
        let seconds = (cpu_time() - start).as_secs_f64();
        println!("{name:<8} {all} nodes, {evaluations} leaves, {:.3} M nodes/s", all as f64 / seconds / 1e6);
    }
    Ok(())
}

fn search_all(evaluator: Option<&dyn Evaluator<Chess>>, nodes: u64) -> (u64, u64) {
    let (game, knowledge) = (Chess::default(), ChessKnowledge::default());
    let search = |text: &str| {
        let state: Position = game.parse_position(text).expect("a position");
        let table = SharedTable::with_bytes(16 << 20);
        let search = Search::new(&game).knowledge(&knowledge).table(&table).evaluator(evaluator);
        let counts = search.techniques(Techniques::ALL).limits(Limits::nodes(nodes)).resist(false).run(&state).counts;
        (counts.nodes, counts.evaluations)
    };
    POSITIONS.iter().map(|text| search(text)).fold((0, 0), |(a, b), (c, d)| (a + c, b + d))
}

/// The CPU time of this process, from the system.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    Duration::from_nanos(text.split(' ').next().and_then(|nanos| nanos.parse().ok()).unwrap_or(0))
}
