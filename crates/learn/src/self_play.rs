//! Positions from games of the engine against itself.
//!
//! A game begins with random moves, so that no two are alike; then each move is searched with the same number of nodes by one
//! thread. The quiet positions are recorded: not in check, the best move is quiet, nothing is proven. Each has the search's score
//! and the game's result. Games are numbered, and a game depends on the seed and its number alone; several of them are a
//! block of the file, so that threads need no order and a run goes on after a kill.

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use rootward_game::{Evaluator, Game, Knowledge, Outcome, ScoreKind, Side, final_outcome, legal_moves};
use rootward_search::{Limits, Search, SharedTable, StopFlag, Techniques};
use rootward_support::adjudication::{Adjudication, Lead};
use rootward_support::random::{Dice, mix};

use crate::data::Growing;
use crate::{Features, Record, Sample};

/// How games are played.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Positions wanted in the file.
    pub positions: usize,
    /// Nodes for a move.
    pub nodes: u64,
    /// Random moves at the beginning: this many, or one more.
    pub random_plies: usize,
    /// The same seed gives the same games.
    pub seed: u64,
    /// Games at the same time.
    pub threads: usize,
    /// The name of the evaluation, for the file: games with different ones do not mix.
    pub player: String,
    /// Ends it.
    pub stop: StopFlag,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            positions: 1_000_000,
            nodes: 5_000,
            random_plies: 8,
            seed: 1,
            threads: 1,
            player: "linear".to_owned(),
            stop: StopFlag::default(),
        }
    }
}

/// How far it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Positions in the file.
    pub positions: usize,
    /// Those that were there before.
    pub found: usize,
    /// Games played now.
    pub games: usize,
    /// Nodes searched now.
    pub nodes: u64,
    /// Time so far.
    pub elapsed: Duration,
}

/// What plays: a game, what is known about it, and an evaluation that replaces that of the knowledge.
pub struct Player<'a, G: Game, K, F> {
    /// The rules.
    pub game: &'a G,
    /// The knowledge.
    pub knowledge: &'a K,
    /// A network, if it judges.
    pub evaluator: Option<&'a dyn Evaluator<G>>,
    /// The features to be written.
    pub features: &'a F,
}

/// Games in a block.
const GAMES: u32 = 4;
/// One game in this many is held out.
const HELD_OUT: u64 = 20;
/// Memory for the transposition table of a game.
const TABLE: usize = 2 << 20;
/// A game is a draw after this many plies.
const LONGEST: usize = 400;
/// It is won when the score was beyond this many units for some plies.
const DECIDED: i32 = 15;
const DECIDED_PLIES: u32 = 4;
/// It is drawn when the score was within a tenth of a unit for some plies, late in the game.
const EVEN_PLIES: u32 = 12;
const EVEN_AFTER: usize = 60;
/// A beginning that is worth more than this many units to one side is not played.
const UNFAIR: i32 = 6;

/// Plays games until there are enough positions in the file, and goes on with what it holds.
pub fn generate<G, K, F>(
    player: &Player<'_, G, K, F>,
    settings: &Settings,
    path: &Path,
    each: &mut dyn FnMut(&Progress),
) -> Result<Progress, String>
where
    G: Game,
    K: Knowledge<G>,
    F: Features<G>,
{
    let layout = player.features.layout();
    let Settings { seed, nodes, random_plies, player: name, .. } = settings;
    let title = format!("seed {seed}, {nodes} nodes a move, {random_plies} random plies, judged by {name}");
    let mut file = Growing::open(path, &layout, &title)?;
    let done: HashSet<u32> = file.numbers.iter().copied().collect();
    let missing = Mutex::new((0..u32::MAX / GAMES).filter(move |number| !done.contains(number)));
    let next = || missing.lock().expect("a thread panicked").next();
    let start = Instant::now();
    let mut progress = Progress { positions: file.positions, found: file.positions, ..Progress::default() };
    // A flag of its own: that there is enough does not stop what else the caller's flag stops.
    let (enough, nodes) = (StopFlag::default(), AtomicU64::new(0));
    if file.positions >= settings.positions {
        return Ok(progress);
    }
    thread::scope(|scope| {
        let (tell, receiver) = mpsc::channel::<(u32, Vec<u8>)>();
        for _ in 0..settings.threads.max(1) {
            let (tell, enough, nodes, next) = (tell.clone(), &enough, &nodes, &next);
            let work = move || {
                let mut table = SharedTable::with_bytes(TABLE);
                while let Some(number) = next() {
                    let seat = Seat { player, settings, enough, nodes };
                    let block = play_block(&seat, &mut table, number);
                    let over = enough.is_raised() || settings.stop.is_raised();
                    if over || tell.send((number, block)).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work).map_err(|error| error.to_string())?;
        }
        drop(tell);
        while !settings.stop.is_raised() && file.positions < settings.positions {
            match receiver.recv_timeout(Duration::from_millis(200)) {
                Ok((number, records)) => {
                    if let Err(problem) = file.append(number, &records) {
                        enough.raise();
                        return Err(problem);
                    }
                    progress.games += GAMES as usize;
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break,
            }
            progress.positions = file.positions;
            progress.nodes = nodes.load(Ordering::Relaxed);
            progress.elapsed = start.elapsed();
            each(&progress);
        }
        enough.raise();
        Ok(())
    })?;
    Ok(progress)
}

/// What a thread plays with.
struct Seat<'a, G: Game, K, F> {
    player: &'a Player<'a, G, K, F>,
    settings: &'a Settings,
    enough: &'a StopFlag,
    nodes: &'a AtomicU64,
}

/// The records of a block of games.
fn play_block<G, K, F>(seat: &Seat<'_, G, K, F>, table: &mut SharedTable, number: u32) -> Vec<u8>
where
    G: Game,
    K: Knowledge<G>,
    F: Features<G>,
{
    let record = Record::of(&seat.player.features.layout());
    let mut bytes = Vec::new();
    for game in 0..GAMES {
        let number = u64::from(number) * u64::from(GAMES) + u64::from(game);
        table.clear();
        for sample in play_game(seat, table, number) {
            record.pack(&sample, &mut bytes);
        }
    }
    bytes
}

/// The quiet positions of one game; none if it was over after the random moves, or unfair.
fn play_game<G, K, F>(seat: &Seat<'_, G, K, F>, table: &SharedTable, number: u64) -> Vec<Sample<F::Words>>
where
    G: Game,
    K: Knowledge<G>,
    F: Features<G>,
{
    let Player { game, knowledge, evaluator, features } = *seat.player;
    let mut dice = Dice::new(mix(seat.settings.seed) ^ mix(!number));
    let plies = seat.settings.random_plies + dice.below(2);
    let Some((mut state, mut earlier)) = opening(game, plies, &mut dice) else { return Vec::new() };
    let unit = knowledge.unit();
    let mut adjudication = Adjudication::new(DECIDED_PLIES, EVEN_PLIES);
    let mut kept: Vec<Sample<F::Words>> = Vec::new();
    let mut ply = plies;
    let result = loop {
        if let Some(outcome) = final_outcome(game, &state) {
            break points_of(outcome);
        }
        let key = game.key(&state);
        let seen = earlier.iter().filter(|&&old| Some(old) == key).count();
        if G::CAN_REPEAT && seen >= 2 || ply >= LONGEST {
            break 0;
        }
        let limits = Limits::nodes(seat.settings.nodes).stop(seat.enough);
        let search = Search::new(game).knowledge(knowledge).table(table).evaluator(evaluator);
        let search = search.techniques(Techniques::ALL).limits(limits).resist(false).earlier(&earlier);
        let report = search.run(&state);
        seat.nodes.fetch_add(report.counts.nodes, Ordering::Relaxed);
        let Some(best) = report.best() else { break 0 };
        if seat.enough.is_raised() || seat.settings.stop.is_raised() {
            return Vec::new();
        }
        let mover = game.to_move(&state);
        let points = match mover.view(report.score).kind() {
            ScoreKind::Win(_) => break 1,
            ScoreKind::Loss(_) => break -1,
            ScoreKind::Points(points) => points,
        };
        if let Some(result) = adjudication.add(lead(points, unit, ply)) {
            break result as i32;
        }
        if kept.is_empty() && ply == plies && points.abs() > UNFAIR * unit {
            return Vec::new();
        }
        let quiet = !knowledge.in_check(game, &state) && !knowledge.is_noisy(game, &state, best);
        if quiet && !report.proven {
            kept.push(Sample {
                words: features.words(game, &state),
                mover,
                score: (sign_of(mover) * points).clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16,
                result: 1,
                ply: ply as u16,
                held_out: number % HELD_OUT == HELD_OUT - 1,
            });
        }
        earlier.extend(key);
        state = game.apply(&state, best);
        ply += 1;
    };
    for sample in &mut kept {
        sample.result = (1 + sign_of(sample.mover) * result) as u8;
    }
    kept
}

/// The position after random moves, and the keys of those before it; none if the game was over on the way.
fn opening<G: Game>(game: &G, plies: usize, dice: &mut Dice) -> Option<(G::State, Vec<u64>)> {
    let (mut state, mut earlier) = (game.initial(), Vec::new());
    for _ in 0..plies {
        let moves = legal_moves(game, &state);
        if moves.is_empty() {
            return None;
        }
        earlier.extend(game.key(&state));
        state = game.apply(&state, moves[dice.below(moves.len())]);
    }
    Some((state, earlier))
}

/// 1 for the first side, −1 for the second.
fn sign_of(side: Side) -> i32 {
    if side == Side::First { 1 } else { -1 }
}

/// 1 if the first side won, 0 for a draw, −1 if it lost.
fn points_of(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win(Side::First) => 1,
        Outcome::Win(Side::Second) => -1,
        Outcome::Draw => 0,
        Outcome::Payoff(points) => points.signum(),
    }
}

/// Who is ahead by a score for the first side that is not decided.
fn lead(points: i32, unit: i32, ply: usize) -> Lead {
    match points {
        _ if points > DECIDED * unit => Lead::First,
        _ if points < -DECIDED * unit => Lead::Second,
        _ if ply >= EVEN_AFTER && points.abs() <= unit / 10 => Lead::Nobody,
        _ => Lead::Unclear,
    }
}
