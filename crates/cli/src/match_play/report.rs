//! The output of `rootward match`.

use rootward_arena::{Decision, Match, Spent, SprtState, Standings};
use serde::Serialize;

use crate::columns::aligned;
use crate::failure::Failure;
use crate::numbers::{grouped, short, speed};
use crate::output::{FAINT, Output, STRONG, styled};

/// The maximum number of faults listed one by one.
const MOST_FAULTS: usize = 10;

/// Prints what is about to be played.
pub fn head(game_match: &Match, output: &mut Output) -> Result<(), Failure> {
    let [one, other] = &game_match.engines;
    output.line(&styled(STRONG, &format!("{}: {} against {}", game_match.game, one.name, other.name)))?;
    let [limit, other_limit] = game_match.allowances.map(|allowance| allowance.to_string());
    let limits = if limit == other_limit { limit } else { format!("{limit} against {other_limit}") };
    let openings = match game_match.openings.len() {
        1 => "1 opening".to_owned(),
        count => format!("{} openings", grouped(count as u64)),
    };
    let games = grouped(2 * game_match.pairs);
    output.line(&styled(FAINT, &format!("at most {games} games, {openings}, {limits}, seed {}", game_match.seed)))?;
    Ok(output.flush()?)
}

/// The label of the progress line.
pub fn label(standings: &Standings, games: u64) -> String {
    format!("{} of {} games: {}", grouped(standings.tally.games()), grouped(games), score(standings))
}

/// The standings in one line.
pub fn row(standings: &Standings) -> String {
    format!("{:>6} games: {}", grouped(standings.tally.games()), score(standings))
}

fn score(standings: &Standings) -> String {
    let tally = &standings.tally;
    let test = standings.sprt.map_or(String::new(), |state| format!(", LLR {:.2}", state.llr).replace('-', "−"));
    format!("+{} ={} −{}, {}{test}", tally.wins, tally.draws, tally.losses, elo(standings))
}

/// `Elo +12.3 ± 8.1`.
fn elo(standings: &Standings) -> String {
    let estimate = &standings.estimate;
    let error = estimate.elo_error.map_or("± –".to_owned(), |error| format!("± {error:.1}"));
    match estimate.elo {
        Some(elo) => format!("Elo {} {error}", signed(elo)),
        None => "Elo –".to_owned(),
    }
}

fn signed(number: f64) -> String {
    let text = format!("{number:+.1}");
    // Zero has no minus sign.
    if text == "-0.0" { "+0.0".to_owned() } else { text.replace('-', "−") }
}

#[derive(Serialize)]
struct MatchResult<'a> {
    game: &'a str,
    engines: [&'a str; 2],
    limits: [String; 2],
    openings: usize,
    seed: u64,
    games: u64,
    #[serde(flatten)]
    standings: &'a Standings,
    finished: bool,
}

/// Prints the result.
pub fn result(game_match: &Match, standings: &Standings, output: &mut Output) -> Result<(), Failure> {
    let games = standings.tally.games();
    let decided = standings.sprt.is_some_and(|state| state.decision != Decision::Open);
    let finished = games == 2 * game_match.pairs || decided;
    if output.json {
        let engines = [0, 1].map(|place| game_match.engines[place].name.as_str());
        let limits = game_match.allowances.map(|allowance| allowance.to_string());
        let (game, openings, seed) = (&*game_match.game, game_match.openings.len(), game_match.seed);
        let result = MatchResult { game, engines, limits, openings, seed, games, standings, finished };
        return output.event("result", &result);
    }
    if games == 0 {
        return Ok(output.line("No pair of games was finished.")?);
    }
    let lines =
        [score_lines(game_match, standings), spent_lines(game_match, standings), ending_lines(game_match, standings)];
    for line in lines.into_iter().flatten() {
        output.line(&line)?;
    }
    if !finished {
        output.line(&format!("Ended early: {} of {} games.", grouped(games), grouped(2 * game_match.pairs)))?;
    }
    Ok(())
}

fn score_lines(game_match: &Match, standings: &Standings) -> Vec<String> {
    let (tally, estimate) = (&standings.tally, &standings.estimate);
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let error = estimate.score_error.map_or("–".to_owned(), percent);
    let [wins, draws, losses] = [tally.wins, tally.draws, tally.losses].map(grouped);
    let name = &game_match.engines[0].name;
    let mut lines = vec![styled(
        STRONG,
        &format!("{name}: won {wins}, drawn {draws}, lost {losses}; {} ± {error}", percent(estimate.score)),
    )];
    if let Some(points) = standings.points {
        let error = points.error.map_or("–".to_owned(), |error| format!("{error:.3}"));
        lines.push(format!("Points a game: {:+.3} ± {error} (95 %)", points.mean).replace('-', "−"));
    }
    let mut strength = elo(standings);
    if let Some(los) = estimate.los {
        strength.push_str(&format!(" (95 %), stronger with a likelihood of {}", percent(los)));
    }
    if let Some(normalized) = estimate.normalized_elo {
        strength.push_str(&format!(", normalized Elo {}", signed(normalized)));
    }
    lines.push(strength);
    let [zero, half, one, more, two] = tally.pairs.map(grouped);
    lines.push(format!("Pairs with 0, ½, 1, 1½, 2 points: {zero}, {half}, {one}, {more}, {two}"));
    lines.extend(standings.sprt.as_ref().map(test_line));
    lines
}

fn test_line(state: &SprtState) -> String {
    let SprtState { sprt, llr, lower, upper, decision } = state;
    let decision = match decision {
        Decision::Open => "not decided yet".to_owned(),
        Decision::H0 => format!("H0 accepted: {} Elo rather than {}", sprt.elo0, sprt.elo1),
        Decision::H1 => format!("H1 accepted: {} Elo rather than {}", sprt.elo1, sprt.elo0),
    };
    let (elo0, elo1) = (sprt.elo0, sprt.elo1);
    let line = format!("Test of {elo0} against {elo1} Elo: LLR {llr:.2} within ({lower:.2}, {upper:.2}), {decision}");
    line.replace('-', "−")
}

fn spent_lines(game_match: &Match, standings: &Standings) -> Vec<String> {
    let head = ["engine", "moves", "depth", "nodes/move", "time/move", "speed"];
    let row = |place: usize| {
        let Spent { moves, time_ms, nodes, depths, deep_moves } = standings.spent[place];
        let by = |sum: f64, count: u64| (count > 0).then(|| sum / count as f64);
        let dash = || "–".to_owned();
        let told = nodes > 0;
        vec![
            game_match.engines[place].name.clone(),
            grouped(moves),
            by(depths as f64, deep_moves).map_or_else(dash, |depth| format!("{depth:.1}")),
            by(nodes as f64, moves).filter(|_| told).map_or_else(dash, short),
            by(time_ms, moves).map_or_else(dash, |time| format!("{time:.2} ms")),
            if told { speed(nodes, time_ms) } else { dash() },
        ]
    };
    let rows = [head.map(str::to_owned).to_vec(), row(0), row(1)];
    let mut lines = aligned(&rows);
    lines[0] = styled(FAINT, &lines[0]);
    lines
}

fn ending_lines(game_match: &Match, standings: &Standings) -> Vec<String> {
    let endings: Vec<String> =
        standings.endings.iter().map(|(ending, count)| format!("{ending} {}", grouped(*count))).collect();
    let mut lines = vec![format!("Endings: {}", endings.join(", "))];
    for fault in standings.faults.iter().take(MOST_FAULTS) {
        let remark = fault.remark.as_ref().map_or(String::new(), |remark| format!(": {remark}"));
        let name = &game_match.engines[fault.engine].name;
        lines.push(format!("Fault of {name} in game {}: {}{remark}", fault.game + 1, fault.ending));
    }
    let more = standings.faults.len().saturating_sub(MOST_FAULTS);
    if more > 0 {
        lines.push(format!("… and {more} more faults"));
    }
    lines
}
