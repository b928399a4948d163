//! Rollouts: a position is played out many times, on all threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use rootward_game::{Game, Notation};
use rootward_games::backgammon::network::Network;
use rootward_games::backgammon::{Backgammon, Chances, Move, Position, Rollout, RolloutGame};
use serde::Serialize;

use rootward_session::{Problem, StopFlag, find_game, millis, quoted};

/// The settings of a rollout.
pub struct RolloutAsk {
    /// The number of games; for a position with dice, the number for each play.
    pub games: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// After this many plies the network's estimate is used; none to play to the end.
    pub plies: Option<u32>,
    /// For a position with dice: the number of best plays to roll out.
    pub candidates: usize,
    /// The number of threads.
    pub threads: usize,
    /// Stops the rollout.
    pub stop: StopFlag,
}

/// The result of a rollout. All of it is an estimate: the network chose the plays.
#[derive(Clone, Debug, Serialize)]
pub struct RolloutReport {
    /// The position.
    pub position: String,
    /// The name of the side on roll, whose probabilities these are.
    pub side_name: &'static str,
    /// Games asked for.
    pub asked: u64,
    /// The seed.
    pub seed: u64,
    /// Milliseconds.
    pub elapsed_ms: f64,
    /// Whether it was stopped early.
    pub stopped: bool,
    /// The position itself, or with dice its best plays, the best first.
    pub results: Vec<RolledOut>,
}

/// The result for one position.
#[derive(Clone, Debug, Serialize)]
pub struct RolledOut {
    /// The play that leads to it, if any.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Games played.
    pub games: u64,
    /// Mean points for the side on roll in the position asked about.
    pub equity: f64,
    /// The standard error of this mean.
    pub error: f64,
    /// The mean without variance reduction, and its standard error.
    pub plain: (f64, f64),
    /// The winning probability.
    pub win: f64,
    /// The probability of winning a gammon or more.
    pub gammon: f64,
    /// The probability of winning a backgammon.
    pub backgammon: f64,
    /// The probability of losing a gammon or more.
    pub lost_gammon: f64,
    /// The probability of losing a backgammon.
    pub lost_backgammon: f64,
    /// The network's estimate without a rollout.
    pub network: f64,
    /// Mean number of plies of a game.
    pub plies: f64,
}

/// Rolls out a position and reports the number of games played and of all games to `each`.
pub fn roll_out(
    spec: &str,
    position: Option<&str>,
    ask: &RolloutAsk,
    each: &mut dyn FnMut(u64, u64),
) -> Result<RolloutReport, Problem> {
    if !find_game(spec).is_ok_and(|entry| entry.name == "backgammon") || spec.contains(':') {
        return Err(Problem::new(format!("{} cannot be rolled out", quoted(spec)), "backgammon"));
    }
    let game = &Backgammon::default();
    let read = |text: &str| {
        game.parse_position(text).map_err(|error| Problem::from(error).within(format!("position {}", quoted(text))))
    };
    let state = position.map_or_else(|| Ok(game.initial()), read)?;
    if game.outcome(&state).is_some() {
        return Err(Problem::new("the game is over", "a position to play on from"));
    }
    let start = Instant::now();
    let starts = starts(game, &state, ask);
    let total = ask.games * starts.len() as u64;
    let mut results: Vec<RolledOut> = Vec::new();
    for (place, (mv, from)) in starts.iter().enumerate() {
        let before = ask.games * place as u64;
        let played = play_all(from, ask, &mut |games| each(before + games, total));
        if played.is_empty() {
            break;
        }
        let network = Network::shipped().chances(from.mine(), from.theirs());
        let is_turned = mv.is_some();
        let mv = mv.map(|mv| game.write_move(&state, mv));
        results.push(summed_up(mv, &played, &network, is_turned));
    }
    results.sort_by(|a, b| b.equity.total_cmp(&a.equity));
    Ok(RolloutReport {
        position: game.write_position(&state),
        side_name: SIDE_NAMES[game.to_move(&state).index()],
        asked: ask.games,
        seed: ask.seed,
        elapsed_ms: millis(start.elapsed()),
        stopped: ask.stop.is_raised(),
        results,
    })
}

/// The names of the sides.
const SIDE_NAMES: [&str; 2] = ["X", "O"];

/// The position itself, or the positions after the plays that look best.
fn starts(game: &Backgammon, state: &Position, ask: &RolloutAsk) -> Vec<(Option<Move>, Position)> {
    if state.dice().is_none() {
        return vec![(None, *state)];
    }
    let mut plays: Vec<(f32, Option<Move>, Position)> = Vec::new();
    game.moves(state, &mut |mv| {
        let next = game.apply(state, mv);
        plays.push((Network::shipped().chances(next.mine(), next.theirs()).equity(), Some(mv), next));
    });
    plays.sort_by(|a, b| a.0.total_cmp(&b.0));
    plays.truncate(ask.candidates.max(1));
    plays.into_iter().map(|(_, mv, next)| (mv, next)).collect()
}

/// All games of a position, in the order of their numbers; fewer if it was stopped early. The distribution over the
/// threads does not change the result.
fn play_all(from: &Position, ask: &RolloutAsk, each: &mut dyn FnMut(u64)) -> Vec<RolloutGame> {
    let rollout = Rollout { network: Network::shipped(), plies: ask.plies };
    let next = AtomicU64::new(0);
    let mut played: Vec<(u64, RolloutGame)> = Vec::new();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..ask.threads.max(1) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !ask.stop.is_raised() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= ask.games || sender.send((number, rollout.play(from, ask.seed, number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for one in receiver {
            played.push(one);
            each(played.len() as u64);
        }
    });
    played.sort_by_key(|(number, _)| *number);
    played.into_iter().map(|(_, played)| played).collect()
}

/// Mean and standard error.
fn mean(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let squares: f64 = values.map(|value| (value - mean).powi(2)).sum();
    (mean, if count > 1.0 { (squares / (count - 1.0) / count).sqrt() } else { f64::NAN })
}

fn summed_up(mv: Option<String>, played: &[RolloutGame], network: &Chances, is_turned: bool) -> RolledOut {
    let seen = |chances: &Chances| if is_turned { chances.turned() } else { *chances };
    let adjusted =
        |part: fn(&Chances) -> f32| mean(played.iter().map(move |game| f64::from(part(&seen(&game.adjusted))))).0;
    let (equity, error) = mean(played.iter().map(|game| f64::from(seen(&game.adjusted).equity())));
    RolledOut {
        mv,
        games: played.len() as u64,
        equity,
        error,
        plain: mean(played.iter().map(|game| f64::from(seen(&game.plain).equity()))),
        win: adjusted(|chances| chances.win),
        gammon: adjusted(|chances| chances.gammon),
        backgammon: adjusted(|chances| chances.backgammon),
        lost_gammon: adjusted(|chances| chances.lost_gammon),
        lost_backgammon: adjusted(|chances| chances.lost_backgammon),
        network: f64::from(seen(network).equity()),
        plies: mean(played.iter().map(|game| f64::from(game.plies))).0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(games: u64, threads: usize) -> RolloutAsk {
        RolloutAsk { games, seed: 1, plies: Some(2), candidates: 2, threads, stop: StopFlag::default() }
    }

    #[test]
    fn threads_change_nothing_but_the_time() {
        let report = |threads| roll_out("backgammon", None, &ask(40, threads), &mut |_, _| {}).unwrap();
        let (one, two) = (report(1).results, report(2).results);
        assert_eq!((one[0].equity, one[0].error, one[0].games), (two[0].equity, two[0].error, 40));
        assert!(one[0].error < one[0].plain.1, "luck was taken out");
    }

    #[test]
    fn what_cannot_be_rolled_out_is_refused() {
        let error = |spec, position| roll_out(spec, position, &ask(4, 1), &mut |_, _| {}).err().unwrap().to_string();
        assert_eq!(error("chess", None), "'chess' cannot be rolled out; expected backgammon");
        assert!(error("backgammon", Some("nonsense")).starts_with("position 'nonsense': "));
    }
}
