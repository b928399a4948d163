//! `rootward trace`: a search step by step.

use std::path::Path;

use clap::{Args as ClapArgs, ValueEnum};
use rootward_session::{CutRule, Fail, Limits, Order, Problem, Session, find_game, open, techniques_for};
use rootward_trace::{Algorithm, Setup, Summary, Trace, TraceSettings};
use serde::Serialize;

use crate::export::ExportArgs;
use crate::failure::{Code, Failure};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::options::parse_depth;
use crate::output::Output;
use crate::source;

/// The options of `trace`.
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    watched: Watched,
    #[command(flatten)]
    export: ExportArgs,
}

const EXAMPLES: &str = "\
Examples:
  rootward trace tree:tree1
  rootward trace tree:tree1 --step 12 --out step12.svg
  rootward trace tree:tree1 --out tree1.html      a page that steps through everything
  rootward trace tree 'chance(1/2: (3 5) 1/3: 4 1/6: -2)'
  rootward trace tree:star1 --algorithm star1     a cut at a chance node
  rootward trace game.efg                         a file of Gambit's
  rootward trace connect-four --depth 4 --out trace.json
  rootward trace trace.json --step 40 --format pdf --out step40.pdf";

/// How to go on after Ctrl-C.
pub const HOW: &str = "A search without an end has no value to explain; a smaller --depth has one sooner.";

/// Which search to watch.
#[derive(ClapArgs)]
pub struct Watched {
    /// A file with a tree or with an exported trace, - for stdin, or a game: NAME[:VARIANT]
    #[arg(value_name = "FILE|GAME")]
    game: String,
    /// The position in the game's notation, or - for stdin; for a tree, the tree itself or a file with one
    position: Option<String>,
    /// Which search to watch
    #[arg(long, value_enum, default_value = "alpha-beta")]
    algorithm: WatchedName,
    /// Plies at most; without it, to the end of the game if that is small enough
    #[arg(long, value_parser = parse_depth)]
    depth: Option<u32>,
    /// When alpha-beta cuts
    #[arg(long, value_enum, default_value = "at")]
    cut: CutName,
    /// Fail-soft: a node returns the best value it found (the default)
    #[arg(long, conflicts_with = "hard")]
    soft: bool,
    /// Fail-hard: every value is held within the window that its node was entered with
    #[arg(long)]
    hard: bool,
    /// The order in which alpha-beta tries the moves
    #[arg(long, value_enum, default_value = "given")]
    order: OrderName,
    /// The evaluation at the depth limit: network, linear, or a file that 'tune --network' wrote. The default is the
    /// linear one, which can be read
    #[arg(long, value_name = "EVALUATION")]
    evaluation: Option<String>,
    /// The engine's techniques: a preset and changes to it
    #[arg(long, value_name = "SETTING", allow_hyphen_values = true)]
    techniques: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WatchedName {
    /// The engine with its techniques
    Engine,
    /// The textbook's minimax; with chance nodes expectiminimax
    Minimax,
    /// The textbook's alpha-beta
    AlphaBeta,
    /// Alpha-beta that cuts at chance nodes, too, once the average is out of reach
    Star1,
    /// The same after trying a single move behind each outcome
    Star2,
}

/// When alpha-beta cuts, as a word.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum CutName {
    /// When beta ≤ alpha, as in the textbook
    At,
    /// Only when beta < alpha
    Past,
}

/// The order in which alpha-beta tries the moves, as a word.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum OrderName {
    /// As the game gives them
    Given,
    /// From right to left
    Reversed,
    /// Best first by static value
    Best,
}

impl From<CutName> for CutRule {
    fn from(name: CutName) -> CutRule {
        match name {
            CutName::At => CutRule::At,
            CutName::Past => CutRule::Past,
        }
    }
}

impl From<OrderName> for Order {
    fn from(name: OrderName) -> Order {
        match name {
            OrderName::Given => Order::Given,
            OrderName::Reversed => Order::Reversed,
            OrderName::Best => Order::Best,
        }
    }
}

impl Watched {
    fn settings(&self) -> Result<TraceSettings, Problem> {
        // A file holds a tree.
        let game = if find_game(&self.game).is_ok() { &self.game } else { "tree" };
        let star = match self.algorithm {
            WatchedName::Star1 => Some(TraceSettings::star1()),
            WatchedName::Star2 => Some(TraceSettings::star2()),
            _ => None,
        };
        if let Some(star) = star {
            if self.techniques.is_some() {
                let problem = "star1 and star2 already say which techniques";
                return Err(Problem::new(problem, "--algorithm engine with --techniques"));
            }
            return Ok(TraceSettings { depth: self.depth, ..star });
        }
        Ok(TraceSettings {
            algorithm: match self.algorithm {
                WatchedName::Minimax => Algorithm::Minimax,
                WatchedName::AlphaBeta => Algorithm::AlphaBeta,
                _ => Algorithm::Engine,
            },
            depth: self.depth,
            cut: self.cut.into(),
            fail: if self.hard { Fail::Hard } else { Fail::Soft },
            order: self.order.into(),
            techniques: techniques_for(game, self.techniques.as_deref())?,
            ..TraceSettings::default()
        })
    }

    /// The trace of the file, or a new one; none if Ctrl-C ended the search, which then has no value to explain.
    pub fn trace(&self) -> Result<Option<Trace>, Problem> {
        Ok(self.titled()?.map(|(trace, ..)| trace))
    }

    /// The same with the game and the position in readable form.
    fn titled(&self) -> Result<Option<(Trace, String, String)>, Problem> {
        let stop = stop_on_interrupt(HOW);
        let stdin = if self.game == "-" { Some(source::file(Path::new("-"), "trace or tree")?) } else { None };
        let named = stdin.as_deref().and_then(Path::to_str).unwrap_or(&self.game);
        if let Some(trace) = exported(named)? {
            let (game, position) = (trace.game.clone(), trace.position.clone());
            return Ok(Some((trace, game, position)));
        }
        let mut session = self.open(named)?;
        if let Some(evaluation) = &self.evaluation {
            session.set_evaluation(evaluation)?;
        }
        let view = session.view();
        let limits = Limits { stop: Some(stop), ..Limits::default() };
        let trace = rootward_trace::trace_within(&*session, &self.settings()?, &limits);
        Ok(trace.map(|trace| (trace, view.game, view.position)))
    }

    /// If the argument is not a game but a file, the file holds a tree.
    fn open(&self, named: &str) -> Result<Box<dyn Session>, Problem> {
        match find_game(named) {
            Err(_) if Path::new(named).is_file() => match self.position.as_deref() {
                None => open("tree", Some(&format!("@{named}"))),
                node => open(&format!("tree:@{named}"), node),
            },
            // An argument that looks like a path was meant as one.
            Err(_) if named.contains(['/', '.']) => open("tree", Some(&format!("@{named}"))),
            _ => open(named, source::position(named, self.position.as_deref())?.as_deref()),
        }
    }
}

/// The trace in a file that was written with `--format json`.
fn exported(named: &str) -> Result<Option<Trace>, Problem> {
    if find_game(named).is_ok() || !Path::new(named).is_file() {
        return Ok(None);
    }
    // A file that cannot be read at all is reported when it is read as a tree.
    let text = std::fs::read_to_string(named).unwrap_or_default();
    // A tree may also be written in JSON, but has no steps.
    if !text.trim_start().starts_with('{') || !text.contains("\"steps\"") {
        return Ok(None);
    }
    rootward_draw::restore(&text).map(Some).map_err(|problem| problem.within(format!("file '{named}'")))
}

#[derive(Serialize)]
struct Heading<'a> {
    game: &'a str,
    position: &'a str,
    #[serde(flatten)]
    setup: &'a Setup,
}

#[derive(Serialize)]
struct Closing<'a> {
    #[serde(flatten)]
    summary: &'a Summary,
    events_left_out: u64,
}

/// Traces a search.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    args.export.check()?;
    let Some((trace, game, position)) = args.watched.titled()? else {
        return tell_stopped(HOW, output);
    };
    if args.export.is_asked() {
        args.export.run(&trace, output)?;
        return Ok(Code::Fine);
    }
    if !output.json {
        output.text(&trace.text(output.colour))?;
        return Ok(Code::Fine);
    }
    output.event("setup", &Heading { game: &game, position: &position, setup: &trace.setup })?;
    for step in &trace.steps {
        output.event("step", step)?;
    }
    output.event("summary", &Closing { summary: &trace.summary, events_left_out: trace.events_left_out })?;
    Ok(Code::Fine)
}
