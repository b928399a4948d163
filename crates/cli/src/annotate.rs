//! `rootward annotate`: the moves of games of chess and draughts, judged.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use rootward_draw::{Theme, value_graph};
use rootward_session::{
    Ask, Limits, NodeMeter, Problem, StopFlag, Techniques, chess_of, counted, draughts_of, parse_memory, part_of,
    replace_file,
};
use rootward_studies::annotate::{
    AnnotateEnd, AnnotateEvent, AnnotateProgress, AnnotateSettings, JudgedGame, annotate,
};

use crate::book::TableArgs;
use crate::failure::{Code, Failure, complain, remind};
use crate::interrupt::{stop_on_interrupt, tell_stopped};
use crate::options::{EngineArgs, LimitArgs, parse_depth};
use crate::output::{FAINT, GUESSED, Output, STRONG, styled};
use crate::progress::Progress;
use crate::target::ReplaceArgs;
use crate::{source, target};

const HELP: &str = "\
Every position of a game is searched once. A move loses what the position was worth before it less what it is worth after it,
in chances of winning: a pawn's advantage is worth 64 %, two pawns 76 %, four pawns 91 %. From 8 % on a loss is marked ?!, from
15 % on ?, from 25 % on ??, with the better line as a variation. In draughts a man's advantage is worth 76 %. Accuracy is 100 %
less the average loss. Values are White's, estimates unless they say proven. What annotators wrote stays. With --tables or
--syzygy, endgame tables prove values, and what they know exactly says so.

A file whose name ends in .pdn holds games of draughts, as does any file with --game checkers; others hold chess.

Without --depth, --nodes and --time a position is searched for 100,000 nodes. With one thread and no --time the same file comes
out every time. A game that is done goes into FILE.part at once, and the same command goes on from there after Ctrl-C or a
kill; FILE appears when it is whole.

Examples:
  rootward annotate games.pgn --out annotated.pgn
  rootward annotate games.pgn --depth 12 --out annotated.pgn --svg graphs
  rootward annotate games.pgn --nodes 1M --threads 2 --json
  rootward annotate games.pgn --tables tables --out annotated.pgn
  rootward annotate games.pdn --out annotated.pdn";

/// The options of `annotate`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The file of games (PGN, or PDN for draughts), or - for stdin
    #[arg(value_name = "GAMES.pgn")]
    games: PathBuf,
    /// The game that is played in them: chess or checkers; by default what the file's name says
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// The file to write; without it, the judgements are only printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Plies at most, for each position
    #[arg(long, value_parser = parse_depth)]
    depth: Option<u32>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    tables: TableArgs,
    /// Memory for the table of positions, such as 64M or 1G
    #[arg(long, default_value = "64M", value_parser = parse_memory)]
    memory: usize,
    /// A folder for a graph of each game (SVG)
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
}

impl Args {
    /// Are the games those of draughts?
    fn is_draughts(&self) -> Result<bool, Problem> {
        let Some(game) = &self.game else {
            return Ok(self.games.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdn")));
        };
        let is_draughts = draughts_of(game)?.is_some();
        if is_draughts || chess_of(game)?.is_some() {
            return Ok(is_draughts);
        }
        Err(Problem::new(format!("games of {game} are not annotated"), "chess or checkers"))
    }

    fn settings(&self, games: &Path, stop: &StopFlag, meter: &NodeMeter) -> Result<AnnotateSettings, Problem> {
        let limits = Limits { depth: self.depth, ..self.limits.limits() };
        let unlimited = limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none();
        let nodes = if unlimited { Some(100_000) } else { limits.nodes };
        let limits = Limits { nodes, stop: Some(stop.clone()), meter: Some(meter.clone()), ..limits };
        let (threads, memory, techniques) = (self.engine.threads, self.memory, Techniques::ALL);
        let ask = Ask { limits, threads, memory, techniques, ..Ask::default() };
        let (out, tables) = (self.out.clone(), self.tables.folders());
        Ok(AnnotateSettings { games: games.to_owned(), draughts: self.is_draughts()?, out, ask, tables })
    }
}

/// Annotates a file of games.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    args.replace.check(args.out.as_deref())?;
    target::check_growing(args.out.as_deref())?;
    if let Some(folder) = &args.svg {
        // Graphs of a run that is continued are its own files.
        let goes_on = args.out.as_deref().is_some_and(|out| part_of(out).exists());
        args.replace.check_folder(folder, |name| !goes_on && is_graph(name))?;
    }
    let (stop, meter) = (stop_on_interrupt(&how_to_go_on(args)), NodeMeter::default());
    let games = source::file(&args.games, "games")?;
    let settings = args.settings(&games, &stop, &meter)?;
    let progress = Progress::start("reading games", &meter);
    let mut failure = None;
    let end = args.replace.in_place(|| {
        annotate(&settings, &mut |event| {
            let printed = tell(event, args, &progress, output);
            printed.map_err(|error| {
                failure = Some(error);
                Problem::sentence("the output ended")
            })
        })
    });
    drop(progress);
    if let Some(failure) = failure {
        return Err(failure);
    }
    tell_end(args, &end?, output)
}

/// The name of the graph of a game.
fn graph_name(number: u64) -> String {
    format!("game-{number:04}.svg")
}

fn is_graph(name: &str) -> bool {
    let number = name.strip_prefix("game-").and_then(|rest| rest.strip_suffix(".svg"));
    number.and_then(|number| number.parse().ok()).is_some_and(|number| graph_name(number) == name)
}

fn tell(event: &AnnotateEvent, args: &Args, progress: &Progress, output: &mut Output) -> Result<(), Failure> {
    match event {
        AnnotateEvent::Progress(AnnotateProgress { game, searched, positions }) => {
            progress.label(&format!("game {game}, {searched} of {positions} positions searched"));
            Ok(())
        }
        AnnotateEvent::Remark { remark } => {
            let _hush = progress.hush();
            if output.json {
                return output.event("remark", event);
            }
            remind(remark);
            Ok(())
        }
        AnnotateEvent::Bad { error } => {
            let _hush = progress.hush();
            if output.json {
                return output.event("bad", event);
            }
            complain(error);
            Ok(())
        }
        AnnotateEvent::Game(game) => {
            let _hush = progress.hush();
            if output.json {
                output.event("game", game)?
            } else {
                tell_game(game, output)?
            }
            let Some(folder) = &args.svg else { return Ok(()) };
            let path = folder.join(graph_name(game.number));
            replace_file(&path, &value_graph(game, Theme::default())).map_err(|error| target::unwritten(&path, &error))
        }
    }
}

fn tell_game(game: &JudgedGame, output: &mut Output) -> Result<(), Failure> {
    output.line(&styled(STRONG, &format!("{}. {}", game.number, game.title())))?;
    output.line(&format!("   White: {}", game.white.text()))?;
    output.line(&format!("   Black: {}", game.black.text()))?;
    for judged in game.moves.iter().filter(|judged| judged.mark.is_some()) {
        let best = judged.best.as_deref().unwrap_or("?");
        let words = format!("{}, with {best} {}", judged.after, judged.before);
        output.line(&format!("   {:<16} {}", judged.text(), styled(GUESSED, &words)))?;
    }
    output.line("")?;
    Ok(output.flush()?)
}

fn how_to_go_on(args: &Args) -> String {
    match &args.out {
        Some(out) => {
            format!("Judged games are kept in {}.part, and the same command goes on from there.", out.display())
        }
        None => "Nothing is kept without --out FILE; the same command starts again.".to_owned(),
    }
}

fn tell_end(args: &Args, end: &AnnotateEnd, output: &mut Output) -> Result<Code, Failure> {
    let code = |output: &mut Output| match end.stopped {
        true => tell_stopped(&how_to_go_on(args), output),
        false => Ok(Code::Fine),
    };
    if output.json {
        output.event(if end.stopped { "stopped" } else { "end" }, end)?;
        return code(output);
    }
    let kept = if end.kept > 0 { format!(", {} of them kept from before", end.kept) } else { String::new() };
    let bad = if end.bad > 0 { format!(", {} left out", end.bad) } else { String::new() };
    let games = format!("{} judged{kept}{bad}", counted(end.games, "game", "games"));
    let sentence = match &args.out {
        Some(out) if !end.stopped => format!("{games}. Written: {}", out.display()),
        _ => format!("{games}."),
    };
    output.line(&styled(FAINT, &sentence))?;
    code(output)
}
