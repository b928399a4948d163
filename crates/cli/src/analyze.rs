//! `rootward analyze`: the best move within limits.

use std::time::Duration;

use clap::Args as ClapArgs;
use rootward_session::{
    Analysis, Ask, Group, Iteration, Limits, Line, NodeMeter, OutcomeValue, Problem, Score, Session, TECHNIQUES,
    Technique, View, parse_memory, techniques_for,
};

use crate::book::{BookArgs, tell_briefly};
use crate::events::Opinions;
use crate::failure::{Code, Failure};
use crate::interrupt::{code_after, stop_on_interrupt};
use crate::line::numbered;
use crate::numbers::{grouped, speed, time};
use crate::options::{AlgorithmName, EngineArgs, GameArgs, JudgementArgs, LimitArgs, parse_depth, parse_lines};
use crate::output::{FAINT, GUESSED, Output, PROVEN, STRONG, styled};
use crate::progress::Progress;

const HELP: &str = "\
Without --depth, --nodes and --time the search ends after 2 s. With --depth alone there is no limit of time.
Every value says what it is: proven (win, loss, draw, payoff; 'expected' is proven on average over the dice), a bound (≥, ≤),
or an estimate ('about'). Where it is the turn of chance, the value is the average over what can be thrown:
  rootward analyze pig 22,0,8,roll --depth 6 --outcomes

With --opponent the other side's moves are chance: 'softmax:2' plays a move that looks one clear advantage better e² times as
often, by the game's evaluation of the position after it; 'random:0.1' plays what looks best, but one move of ten at random.

Techniques start from a preset: none, sound, exact, all; without one from that of the game, which is all for chess and
exact for the others. Changes follow, separated by commas:
  --techniques all,-null-move     --techniques none,+killers,width=3
";

/// The help below the options, with a list of all techniques.
fn help() -> String {
    let mut text = HELP.to_owned();
    for (group, name) in
        [(Group::Sound, "sound"), (Group::Farsighted, "farsighted"), (Group::Speculative, "speculative")]
    {
        let of_group = TECHNIQUES.iter().filter(|technique| technique.group == group).map(Technique::usage);
        let mut line = format!("  {name:<13}");
        for usage in of_group {
            if line.chars().count() + usage.len() > 96 {
                text += &format!("{}\n", line.trim_end());
                line = " ".repeat(15);
            }
            line += &format!("{usage} ");
        }
        text += &format!("{}\n", line.trim_end());
    }
    text
}

/// The options of `analyze`.
#[derive(ClapArgs)]
#[command(after_help = help())]
pub struct Args {
    #[command(flatten)]
    at: GameArgs,
    /// Plies at most
    #[arg(long, value_parser = parse_depth)]
    depth: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    book: BookArgs,
    /// Lines to report, each with another first move
    #[arg(long, default_value = "1", value_parser = parse_lines)]
    lines: usize,
    /// Where it is the turn of chance: what each throw is worth, and the best reply to it
    #[arg(long)]
    outcomes: bool,
    /// Techniques: a preset and changes to it
    #[arg(long, value_name = "SETTING", allow_hyphen_values = true)]
    techniques: Option<String>,
    /// Memory for the table of positions, such as 64M or 1G
    #[arg(long, default_value = "64M", value_parser = parse_memory)]
    memory: usize,
    #[command(flatten)]
    judgement: JudgementArgs,
    /// Which algorithm searches
    #[arg(long, value_enum, default_value = "engine")]
    algorithm: AlgorithmName,
}

impl Args {
    fn ask(&self) -> Result<Ask, Problem> {
        let limits = Limits { depth: self.depth, ..self.limits.limits() };
        let unlimited = limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none();
        let time = if unlimited { Some(Duration::from_secs(2)) } else { limits.time };
        Ok(Ask {
            algorithm: self.algorithm.into(),
            limits: Limits { time, ..limits },
            threads: self.engine.threads,
            lines: self.lines,
            techniques: techniques_for(&self.at.game, self.techniques.as_deref())?,
            memory: self.memory,
            outcomes: self.outcomes,
            ..Ask::default()
        })
    }
}

/// How to go on after Ctrl-C.
const HOW: &str = "The same command searches again; --time, --nodes and --depth say where it ends by itself.";

/// Analyses a position.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let mut session = args.at.open()?;
    args.book.mount(session.as_mut())?;
    args.judgement.apply(session.as_mut())?;
    let mut ask = args.ask()?;
    let flag = stop_on_interrupt(HOW);
    let meter = NodeMeter::default();
    ask.limits.stop = Some(flag.clone());
    ask.limits.meter = Some(meter.clone());
    ask.check()?;
    session.reserve(ask.memory)?;
    if !output.json {
        head(session.as_ref(), output)?;
    }
    if let Some(suggestions) = session.suggestions() {
        match output.json {
            true => output.event("book", &Opinions::new(&suggestions))?,
            false => tell_briefly(&suggestions, output)?,
        }
    }
    let analysis = search(session.as_mut(), &ask, &meter, output)?;
    tell_analysis(&analysis, &session.view(), output)?;
    code_after(&flag, HOW, output)
}

fn search(session: &mut dyn Session, ask: &Ask, meter: &NodeMeter, output: &mut Output) -> Result<Analysis, Failure> {
    let progress = Progress::start("searching", meter);
    let mut written = Ok(());
    let stop = ask.limits.stop.clone();
    let analysis = session.analyse(ask, &mut |iteration| {
        let _hush = progress.hush();
        if written.is_ok() {
            written = tell_iteration(iteration, output);
        }
        // The reader has closed the output, so there is no use in searching on.
        if written.is_err()
            && let Some(stop) = &stop
        {
            stop.raise();
        }
    });
    written?;
    Ok(analysis?)
}

/// The board and the side to move.
pub fn head(session: &dyn Session, output: &mut Output) -> Result<(), Failure> {
    let view = session.view();
    output.text(&view.board)?;
    let position = if view.position.len() > 80 { String::new() } else { format!(" {}", view.position) };
    let turn = match (view.outcome.is_some(), session.chance()) {
        (true, _) => String::new(),
        (false, Some(chance)) => format!(", {}", chance.turn()),
        (false, None) => format!(", {} to move", view.side_name),
    };
    output.line(&styled(FAINT, &format!("{}{position}{turn}", view.game)))?;
    Ok(output.line("")?)
}

fn tell_iteration(iteration: &Iteration, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.event("iteration", iteration);
    }
    let depth = iteration.depth.map_or("end".to_owned(), |depth| depth.to_string());
    let first = format!("{}{}", iteration.bound.sign(), iteration.score);
    // A long score takes room from the column beside it.
    let room = 31usize.saturating_sub(first.chars().count().max(16));
    let work = format!(
        "{:>room$} {:>10} {:>10}",
        grouped(iteration.nodes),
        time(iteration.elapsed_ms),
        speed(iteration.nodes, iteration.elapsed_ms)
    );
    if depth == "1" {
        let heading = format!("{:>5}  {:<16}{:>15} {:>10} {:>10}  line", "depth", "score", "nodes", "time", "speed");
        output.line(&styled(FAINT, &heading))?;
    }
    output.line(&format!(
        "{depth:>5}  {}{work}  {}",
        labelled(&iteration.score, &first),
        line_text(&iteration.line)
    ))?;
    for other in iteration.lines.iter().skip(1) {
        let padding = " ".repeat(38);
        output.line(&format!(
            "       {}{padding} {}",
            labelled(&other.score, &valued(other)),
            line_text(&other.line)
        ))?;
    }
    Ok(output.flush()?)
}

fn valued(line: &Line) -> String {
    format!("{}{}", line.bound.sign(), line.score)
}

fn labelled(score: &Score, text: &str) -> String {
    styled(if score.is_proven() { PROVEN } else { GUESSED }, &format!("{text:<16}"))
}

/// The outcomes of a chance node: each with its weight, its value, and the best reply.
pub fn tell_outcomes(outcomes: &[OutcomeValue], output: &mut Output) -> Result<(), Failure> {
    let total: u64 = outcomes.iter().map(|value| u64::from(value.chance.weight)).sum();
    if !outcomes.is_empty() {
        output.line(&styled(FAINT, &format!("{:>10}  {:>9}  {:<16}  best reply", "outcome", "weight", "score")))?;
    }
    for OutcomeValue { chance, score, bound, best, .. } in outcomes {
        let weight = format!("{}/{total}", chance.weight);
        let value = labelled(score, &format!("{}{score}", bound.sign()));
        let best = best.as_deref().unwrap_or("-");
        output.line(&format!("{:>10}  {weight:>9}  {value}  {best}", chance.outcome))?;
    }
    Ok(())
}

/// The part of a line that fits.
pub fn line_text(moves: &[String]) -> String {
    const MOST: usize = 16;
    let more = if moves.len() > MOST { " …" } else { "" };
    moves.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(" ") + more
}

fn tell_analysis(analysis: &Analysis, view: &View, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.event("answer", analysis);
    }
    if analysis.nodes > 0 {
        output.line("")?;
    }
    output.line(&styled(STRONG, &analysis.sentence()))?;
    if !analysis.lines.is_empty() {
        for line in &analysis.lines {
            output.line(&format!("  {} {}", labelled(&line.score, &valued(line)), numbered(view, &line.line)))?;
        }
    } else if analysis.line.len() > 1 {
        output.line(&format!("Line: {}", numbered(view, &analysis.line)))?;
    }
    tell_outcomes(&analysis.outcomes, output)?;
    for remark in analysis.remarks() {
        output.line(&remark)?;
    }
    let (nodes, ms) = (analysis.nodes, analysis.elapsed_ms);
    if nodes > 0 {
        let cost = format!(
            "{} nodes, {} evaluations, {}, {}",
            grouped(nodes),
            grouped(analysis.evaluations),
            time(ms),
            speed(nodes, ms)
        );
        output.line(&styled(FAINT, &cost))?;
    }
    Ok(())
}
