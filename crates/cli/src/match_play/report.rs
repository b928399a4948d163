//! The output of `rootward match`.

use std::collections::BTreeMap;

use rootward_arena::{
    Decision, Encounter, Ending, Estimate, FaultRecord, Match, Results, Row, Schedule, Spent, SprtState, Standings,
    Timekeeping,
};
use serde::Serialize;

use crate::columns::aligned;
use crate::failure::Failure;
use crate::numbers::{grouped, short, speed};
use crate::output::{FAINT, Output, STRONG, styled};

/// The maximum number of faults listed one by one.
const MOST_FAULTS: usize = 10;

/// Prints what is about to be played.
pub fn head(game_match: &Match, output: &mut Output) -> Result<(), Failure> {
    let names: Vec<&str> = game_match.engines.iter().map(|engine| engine.name.as_str()).collect();
    let title = match (&names[..], game_match.schedule) {
        ([one, other], _) => format!("{one} against {other}"),
        (_, Schedule::RoundRobin) => format!("round robin of {}", names.join(", ")),
        ([first, others @ ..], Schedule::Gauntlet) => format!("gauntlet of {first} against {}", others.join(", ")),
        ([], _) => String::new(),
    };
    output.line(&styled(STRONG, &format!("{}: {title}", game_match.game)))?;
    let openings = match game_match.openings.len() {
        1 => "1 opening".to_owned(),
        count => format!("{} openings", grouped(count as u64)),
    };
    let games = grouped(game_match.games());
    let (limits, seed) = (limits(game_match), game_match.seed);
    output.line(&styled(FAINT, &format!("at most {games} games, {openings}, {limits}, seed {seed}")))?;
    Ok(output.flush()?)
}

/// The limits of all engines, once if they are the same.
fn limits(game_match: &Match) -> String {
    let all: Vec<String> = game_match.allowances.iter().map(ToString::to_string).collect();
    let same = all.iter().all(|limit| *limit == all[0]);
    let effort = if same { all[0].clone() } else { all.join(" against ") };
    if game_match.rules.timekeeping == Timekeeping::Cpu { format!("{effort}, CPU time") } else { effort }
}

/// The label of the progress line.
pub fn label(results: &Results, games: u64) -> String {
    format!("{} of {} games: {}", grouped(results.games()), grouped(games), standing(results))
}

/// How the match stands, in one line.
pub fn row(results: &Results) -> String {
    format!("{:>6} games: {}", grouped(results.games()), standing(results))
}

/// With two engines the score, with more the three best.
fn standing(results: &Results) -> String {
    if let [encounter] = &results.encounters[..] {
        return score(&encounter.standings);
    }
    let share = |row: &Row| format!("engine {} {:.1} %", row.engine + 1, row.estimate.score * 100.0);
    results.table().iter().take(3).map(share).collect::<Vec<_>>().join(", ")
}

fn score(standings: &Standings) -> String {
    let tally = &standings.tally;
    let test = standings.sprt.map_or(String::new(), |state| format!(", LLR {:.2}", state.llr).replace('-', "−"));
    format!("+{} ={} −{}, Elo {}{test}", tally.wins, tally.draws, tally.losses, elo(&standings.estimate))
}

/// `+12.3 ± 8.1`.
fn elo(estimate: &Estimate) -> String {
    let error = estimate.elo_error.map_or("± –".to_owned(), |error| format!("± {error:.1}"));
    estimate.elo.map_or("–".to_owned(), |elo| format!("{} {error}", signed(elo)))
}

fn signed(number: f64) -> String {
    let text = format!("{number:+.1}");
    // Zero has no minus sign.
    if text == "-0.0" { "+0.0".to_owned() } else { text.replace('-', "−") }
}

/// What the results of all matches have.
#[derive(Serialize)]
struct MatchResult<'a, T> {
    game: &'a str,
    engines: Vec<&'a str>,
    limits: Vec<String>,
    openings: usize,
    seed: u64,
    games: u64,
    #[serde(flatten)]
    standings: T,
    finished: bool,
}

/// What only a match of more than two engines has.
#[derive(Serialize)]
struct TournamentResult<'a> {
    tournament: Schedule,
    table: Vec<Row>,
    encounters: &'a [Encounter],
}

/// Prints the result.
pub fn result(game_match: &Match, results: &Results, output: &mut Output) -> Result<(), Failure> {
    let games = results.games();
    let is_decided = |state: Option<SprtState>| state.is_some_and(|state: SprtState| state.decision != Decision::Open);
    let decided = results.encounters.iter().any(|encounter| is_decided(encounter.standings.sprt));
    let finished = games == game_match.games() || decided;
    if output.json {
        return match &results.encounters[..] {
            [encounter] => event(game_match, games, &encounter.standings, finished, output),
            encounters => {
                let (tournament, table) = (game_match.schedule, results.table());
                event(game_match, games, TournamentResult { tournament, table, encounters }, finished, output)
            }
        };
    }
    if games == 0 {
        return Ok(output.line("No pair of games was finished.")?);
    }
    let mut lines = match &results.encounters[..] {
        [encounter] => score_lines(game_match, &encounter.standings),
        encounters => [table_lines(game_match, results), encounter_lines(game_match, encounters)].concat(),
    };
    lines.extend(spent_lines(game_match, results));
    lines.extend(ending_lines(game_match, results));
    for line in lines {
        output.line(&line)?;
    }
    if !finished {
        output.line(&format!("Ended early: {} of {} games.", grouped(games), grouped(game_match.games())))?;
    }
    Ok(())
}

fn event<T: Serialize>(
    game_match: &Match,
    games: u64,
    standings: T,
    finished: bool,
    output: &mut Output,
) -> Result<(), Failure> {
    let result = MatchResult {
        game: &game_match.game,
        engines: game_match.engines.iter().map(|engine| engine.name.as_str()).collect(),
        limits: game_match.allowances.iter().map(ToString::to_string).collect(),
        openings: game_match.openings.len(),
        seed: game_match.seed,
        games,
        standings,
        finished,
    };
    output.event("result", &result)
}

/// The table, the best engine first. The Elo of an engine is its difference to its opponents together.
fn table_lines(game_match: &Match, results: &Results) -> Vec<String> {
    let head = ["place", "engine", "games", "won", "drawn", "lost", "score", "Elo (95 %)"].map(str::to_owned).to_vec();
    let row = |(row, place): (Row, usize)| {
        let Row { engine, tally, estimate, .. } = row;
        let counts = [tally.games(), tally.wins, tally.draws, tally.losses].map(grouped);
        let mut cells = vec![place.to_string(), game_match.engines[engine].name.clone()];
        cells.extend(counts);
        cells.extend([format!("{:.1} %", estimate.score * 100.0), elo(&estimate)]);
        cells
    };
    let rows: Vec<Vec<String>> = std::iter::once(head).chain(results.table().into_iter().zip(1..).map(row)).collect();
    with_faint_head(&rows)
}

fn encounter_lines(game_match: &Match, encounters: &[Encounter]) -> Vec<String> {
    let line = |Encounter { engines, standings }: &Encounter| {
        let [one, other] = engines.map(|engine| &game_match.engines[engine].name);
        format!("{one} against {other}: {}", score(standings))
    };
    encounters.iter().map(line).collect()
}

fn with_faint_head(rows: &[Vec<String>]) -> Vec<String> {
    let mut lines = aligned(rows);
    lines[0] = styled(FAINT, &lines[0]);
    lines
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
    let mut strength = format!("Elo {}", elo(estimate));
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

fn spent_lines(game_match: &Match, results: &Results) -> Vec<String> {
    let head = ["engine", "moves", "depth", "nodes/move", "time/move", "speed"];
    let row = |row: Row| {
        let Spent { moves, elapsed_ms, nodes, depths, deep_moves } = row.spent;
        let by = |sum: f64, count: u64| (count > 0).then(|| sum / count as f64);
        let dash = || "–".to_owned();
        let has_nodes = nodes > 0;
        vec![
            game_match.engines[row.engine].name.clone(),
            grouped(moves),
            by(depths as f64, deep_moves).map_or_else(dash, |depth| format!("{depth:.1}")),
            by(nodes as f64, moves).filter(|_| has_nodes).map_or_else(dash, short),
            by(elapsed_ms, moves).map_or_else(dash, |time| format!("{time:.2} ms")),
            if has_nodes { speed(nodes, elapsed_ms) } else { dash() },
        ]
    };
    let mut table = results.table();
    table.sort_by_key(|row| row.engine);
    let rows: Vec<Vec<String>> =
        std::iter::once(head.map(str::to_owned).to_vec()).chain(table.into_iter().map(row)).collect();
    with_faint_head(&rows)
}

fn ending_lines(game_match: &Match, results: &Results) -> Vec<String> {
    let mut endings: BTreeMap<Ending, u64> = BTreeMap::new();
    let mut faults: Vec<&FaultRecord> = Vec::new();
    for Encounter { standings, .. } in &results.encounters {
        standings.endings.iter().for_each(|(&ending, count)| *endings.entry(ending).or_default() += count);
        faults.extend(&standings.faults);
    }
    faults.sort_by_key(|fault| fault.game);
    let endings: Vec<String> = endings.iter().map(|(ending, count)| format!("{ending} {}", grouped(*count))).collect();
    let mut lines = vec![format!("Endings: {}", endings.join(", "))];
    for fault in faults.iter().take(MOST_FAULTS) {
        let remark = fault.remark.as_ref().map_or(String::new(), |remark| format!(": {remark}"));
        let name = &game_match.engines[fault.engine].name;
        lines.push(format!("Fault of {name} in game {}: {}{remark}", fault.game + 1, fault.ending));
    }
    let more = faults.len().saturating_sub(MOST_FAULTS);
    if more > 0 {
        lines.push(format!("… and {more} more faults"));
    }
    lines
}
