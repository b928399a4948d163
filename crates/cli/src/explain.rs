//! `rootward explain`: the terms of a position's evaluation.

use clap::Args as ClapArgs;
use rootward_session::{
    ExplainedFeature, Explanation, NetworkExplanation, Points, Problem, Score, explain, explain_network,
};

use crate::analyze::head;
use crate::columns::aligned;
use crate::failure::{Code, Failure};
use crate::options::GameArgs;
use crate::output::{FAINT, GUESSED, Output, STRONG, styled};
use crate::source;

const HELP: &str = "\
The evaluation is a weighted sum of features, each counted for the first side minus for the second. Nothing is searched: \
the sum is what a search would take for the position's value at its horizon, an estimate. Groups and features are sorted \
by how much they matter here; those that do not occur are left out, unless --all asks for them.

A network has no weights to read. With --evaluation network, each piece but the kings is listed with the value of the position without it, \
and what it is worth here: the value with it minus the value without it. These differences do not add up to the value.

Examples:
  rootward explain chess 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'
  rootward explain connect-four 21314 --weights centre=20
  rootward explain chess --all --json
  rootward explain chess --evaluation network";

/// The options of `explain`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    #[command(flatten)]
    at: GameArgs,
    /// Other weights than the game's own: name=number,… or a file of them
    #[arg(long, value_name = "WEIGHTS", value_parser = source::weights)]
    weights: Option<String>,
    /// The evaluation: linear (the default), network (the one that comes with the program), or a file that 'tune --network' wrote
    #[arg(long, value_name = "EVALUATION", conflicts_with = "weights")]
    evaluation: Option<String>,
    /// List also the features that do not occur here
    #[arg(long)]
    all: bool,
}

/// Explains an evaluation.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let mut session = args.at.open()?;
    if let Some(weights) = &args.weights {
        session.set_weights(weights)?;
    }
    // Without a choice it is the linear evaluation, whose features can be read, also where a network plays.
    session.set_evaluation(args.evaluation.as_deref().unwrap_or(if session.evaluation().is_some() {
        "linear"
    } else {
        "default"
    }))?;
    if let Some(explanation) = explain_network(session.as_ref())? {
        if args.all {
            return Err(Problem::new("a network has no features to list", "no --all, or --evaluation linear").into());
        }
        if output.json {
            output.object(&explanation)?;
        } else {
            head(session.as_ref(), output)?;
            tell_network(&explanation, output)?;
        }
        return Ok(Code::Fine);
    }
    let explanation = explain(session.as_ref(), args.all)?;
    if output.json {
        output.object(&explanation)?;
    } else {
        head(session.as_ref(), output)?;
        tell(&explanation, output)?;
    }
    Ok(Code::Fine)
}

fn tell(explanation: &Explanation, output: &mut Output) -> Result<(), Failure> {
    if !explanation.circumstances.is_empty() {
        output.line(&styled(FAINT, &format!("{}.", capital(&explanation.circumstances))))?;
        output.line("")?;
    }
    let lines = aligned(&rows(explanation));
    let mut lines = lines.iter();
    if let Some(heading) = lines.next() {
        output.line(&styled(FAINT, heading))?;
    }
    let has_groups = has_groups(explanation);
    for group in &explanation.groups {
        if has_groups && let Some(line) = lines.next() {
            output.line(&styled(STRONG, line))?;
        }
        for line in lines.by_ref().take(group.features.len()) {
            output.line(line)?;
        }
    }
    for line in lines {
        output.line(line)?;
    }
    tell_value(&explanation.score, explanation.first_side, output)
}

fn tell_network(explanation: &NetworkExplanation, output: &mut Output) -> Result<(), Failure> {
    let mut rows = vec![["piece", "square", "worth here", "value without it"].map(str::to_owned).to_vec()];
    rows.extend(explanation.pieces.iter().map(|piece| {
        let name = format!("{} {}", piece.side_name, piece.name);
        vec![name, piece.square.clone(), piece.worth.signed(), piece.without.signed()]
    }));
    for (place, line) in aligned(&rows).iter().enumerate() {
        output.line(&if place == 0 { styled(FAINT, line) } else { line.clone() })?;
    }
    tell_value(&explanation.score, explanation.first_side, output)
}

fn tell_value(score: &Score, first_side: &str, output: &mut Output) -> Result<(), Failure> {
    output.line("")?;
    let value = score.value.as_ref().map(Points::signed).unwrap_or_default();
    let sentence = format!("About {value} for {first_side} (an estimate: a static evaluation, nothing was searched).");
    Ok(output.line(&styled(GUESSED, &sentence))?)
}

/// Whether there are groups of more than one feature. In a game of few features each is a group of its own.
fn has_groups(explanation: &Explanation) -> bool {
    explanation.groups.iter().any(|group| group.features.iter().any(|feature| feature.name != group.name))
}

/// The points of the table are those of its weights: hundredths of a pawn in chess.
fn rows(explanation: &Explanation) -> Vec<Vec<String>> {
    let (has_groups, per_unit) = (has_groups(explanation), explanation.per_unit);
    let signed = |points: f64| signed(points * per_unit);
    let heading = ["feature", "points", "count", "weight", "meaning"].map(str::to_owned).to_vec();
    let mut rows = vec![heading];
    for group in &explanation.groups {
        if has_groups {
            let empty = String::new;
            rows.push(vec![group.name.to_owned(), signed(group.points), empty(), empty(), empty()]);
        }
        rows.extend(group.features.iter().map(|feature| row(feature, has_groups, signed(feature.points))));
    }
    rows.push(vec!["sum".to_owned(), signed(explanation.sum), String::new(), String::new(), String::new()]);
    rows
}

fn row(feature: &ExplainedFeature, indented: bool, points: String) -> Vec<String> {
    let weights: Vec<String> = feature
        .weights
        .iter()
        .map(|term| term.stage.map_or(term.weight.to_string(), |stage| format!("{stage} {}", term.weight)))
        .collect();
    let count = format!("{:.2}", feature.count);
    let count = count.trim_end_matches('0').trim_end_matches('.').to_owned();
    let indent = if indented { "  " } else { "" };
    let name = format!("{indent}{}", feature.name);
    vec![name, points, count, weights.join(", "), feature.meaning.to_owned()]
}

fn signed(points: f64) -> String {
    // No sign before a zero.
    if points.abs() < 0.05 { "0.0".to_owned() } else { format!("{points:+.1}") }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().collect::<String>() + letters.as_str())
}
