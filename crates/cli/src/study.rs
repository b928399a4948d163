//! `rootward study`: sets of weights, compared by games against each other and by the solver.

use clap::Args as ClapArgs;
use rootward_session::{NodeMeter, Problem, find_game, parse_count, parse_within};
use rootward_studies::study::{Player, Strength, Studied, StudyPositions, StudySettings, WeightSet, without_each};

use crate::columns::aligned;
use crate::failure::{Code, Failure};
use crate::interrupt::{code_after, stop_on_interrupt};
use crate::numbers::grouped;
use crate::options::{GameArgs, parse_depth};
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;
use crate::source;

const HELP: &str = "\
Every set plays the reference (the game's own weights, or --weights) from random openings, once with either side, both \
looking --depth plies ahead with sound techniques, so that only the evaluation differs. 'Kept' is the share of solved \
positions in which a set picks a move that keeps the proven value, among positions where not every move does. Beside \
the sets given, the study has one without any evaluation and one without each feature. The error is that of 95 %.

Examples:
  rootward study connect-four
  rootward study connect-four --set 'lecture:centre=0,odd-threat=0' --set 'fitted:open-two=9,centre=14'
  rootward study mnk:5,5,4 --depth 2 --openings 50 --json";

/// The options of `study`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    at: GameArgs,
    /// A further set: NAME:WEIGHTS with weights name=number,… or a file of them (those not named are the reference's)
    #[arg(long = "set", value_name = "SET", value_parser = parse_set)]
    sets: Vec<WeightSet>,
    /// The weights of the reference, instead of the game's own: name=number,… or a file of them
    #[arg(long, value_name = "WEIGHTS", default_value = "", hide_default_value = true, value_parser = source::weights)]
    weights: String,
    /// Only the sets given, not those without a feature
    #[arg(long, requires = "sets")]
    only: bool,
    /// Plies that the players look ahead
    #[arg(long, default_value = "4", value_parser = parse_depth)]
    depth: u32,
    /// Instead of looking --depth plies ahead: NODES nodes for a move, such as 5k
    #[arg(long, value_name = "NODES", value_parser = parse_count, conflicts_with = "depth")]
    budget: Option<u64>,
    /// Openings; each gives two games to every set
    #[arg(long, default_value = "200", value_parser = parse_number)]
    openings: usize,
    /// Random plies of an opening
    #[arg(long, default_value = "6", value_parser = parse_number)]
    plies: usize,
    /// Solved positions to choose a move in [default: 300, or none in a game that is too large to be solved]
    #[arg(long, value_parser = parse_number)]
    choices: Option<usize>,
    /// Leave out positions whose moves take more nodes to solve
    #[arg(long, default_value = "50k", value_parser = parse_count)]
    nodes: u64,
    /// The seed of random openings and positions: the same seed gives the same ones
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn parse_number(text: &str) -> Result<usize, Problem> {
    parse_within(text, "number", 0, 1_000_000).map(|number| number as usize)
}

fn parse_set(text: &str) -> Result<WeightSet, Problem> {
    let wrong = || Problem::new(format!("'{text}' is not a set of weights"), "NAME:WEIGHTS, such as flat:centre=0");
    let (name, weights) = text.split_once(':').filter(|(name, _)| !name.trim().is_empty()).ok_or_else(wrong)?;
    Ok(WeightSet { name: name.trim().to_owned(), weights: source::weights(weights.trim())? })
}

/// How to go on after Ctrl-C.
const HOW: &str = "The same command starts again; --only measures just the sets that --set names.";

/// Plays and measures.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let flag = stop_on_interrupt(HOW);
    let Args { depth, budget, openings, plies, nodes, seed, .. } = *args;
    let usual = if find_game(&args.at.game)?.is_large { 0 } else { 300 };
    let choices = args.choices.unwrap_or(usual);
    let settings = StudySettings { depth, budget, openings, plies, choices, nodes, seed, stop: flag.clone() };
    let mut session = args.at.open()?;
    session.set_weights(&args.weights)?;
    let own = if args.only { Vec::new() } else { without_each(&session.features()) };
    let reference = WeightSet { name: "reference".to_owned(), weights: args.weights.clone() };
    let player = |set: &WeightSet| {
        let weights = format!("{}\n{}", args.weights, set.weights);
        Player::new(args.at.open()?, &WeightSet { name: set.name.clone(), weights }, &settings)
            .map_err(|problem| problem.within(format!("set '{}'", set.name)))
    };
    // Every set is read before anything is started.
    let mut players = args.sets.iter().chain(&own).map(&player).collect::<Result<Vec<_>, Problem>>()?;
    let mut reference = player(&reference)?;
    let progress = Progress::start("preparing", &NodeMeter::default());
    let of = grouped((openings + choices) as u64);
    let mut prepared = |count: usize| progress.label(&format!("{} of {of} positions prepared", grouped(count as u64)));
    let positions = StudyPositions::prepare(session.as_mut(), &settings, &mut prepared)?;
    let mut rows = Vec::new();
    let first = reference.study(None, &positions, &flag, &mut |_| {})?;
    rows.extend(first);
    if let Some(row) = rows.first().filter(|_| output.json) {
        output.object(row)?;
    }
    let count = players.len();
    for (place, player) in players.iter_mut().enumerate() {
        let each = &mut |games: usize| progress.label(&format!("set {} of {count}, {games} games", place + 1));
        let Some(row) = player.study(Some(&mut reference), &positions, &flag, each)? else { break };
        if output.json {
            let _hush = progress.hush();
            output.object(&row)?;
        }
        rows.push(row);
    }
    drop(progress);
    if !output.json && !rows.is_empty() {
        tell(args, &rows, output)?;
    }
    if flag.is_raised() && rows.is_empty() && !output.json {
        output.line("No set was measured yet.")?;
    }
    code_after(&flag, HOW, output)
}

fn tell(args: &Args, rows: &[Studied], output: &mut Output) -> Result<(), Failure> {
    let openings = rows.iter().find_map(|row| row.strength.as_ref()).map_or(0, |s| (s.wins + s.draws + s.losses) / 2);
    let title = format!(
        "{}, {}: {} openings of {} plies, {} positions to choose in",
        args.at.game,
        args.budget.map_or(format!("depth {}", args.depth), |nodes| format!("{} nodes a move", grouped(nodes))),
        grouped(openings),
        args.plies,
        grouped(rows[0].choices as u64)
    );
    output.line(&styled(STRONG, &title))?;
    let head = ["set", "won", "drawn", "lost", "score", "±", "Elo", "±", "kept", "weights"];
    let head: Vec<String> = head.iter().map(|&text| text.to_owned()).collect();
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().map(line)).collect();
    for (place, line) in aligned(&lines).iter().enumerate() {
        output.line(&if place == 0 { styled(FAINT, line) } else { line.clone() })?;
    }
    Ok(())
}

fn line(row: &Studied) -> Vec<String> {
    let dash = || "–".to_owned();
    let cell =
        |figure: &dyn Fn(&Strength) -> Option<String>| row.strength.as_ref().and_then(figure).unwrap_or_else(dash);
    let kept = if row.choices == 0 { dash() } else { percent(row.kept as f64 / row.choices as f64) };
    vec![
        row.set.name.clone(),
        cell(&|s| Some(grouped(s.wins))),
        cell(&|s| Some(grouped(s.draws))),
        cell(&|s| Some(grouped(s.losses))),
        cell(&|s| Some(percent(s.score))),
        cell(&|s| Some(percent(s.score_error))),
        cell(&|s| Some(format!("{:+.0}", s.elo?))),
        cell(&|s| Some(format!("{:.0}", s.elo_error?))),
        kept,
        listed(&row.set.weights),
    ]
}

/// Weights in a line; if there are many, only their number.
fn listed(weights: &str) -> String {
    let count = weights.matches('=').count();
    if count > LISTED { format!("{count} weights") } else { weights.to_owned() }
}

/// The maximum number of weights listed.
const LISTED: usize = 40;

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_a_name_and_weights() {
        let set = parse_set(" flat : centre=0,open-two=1").unwrap();
        assert_eq!((set.name.as_str(), set.weights.as_str()), ("flat", "centre=0,open-two=1"));
        assert!(parse_set("centre=0").is_err() && parse_set(":centre=0").is_err());
    }
}
