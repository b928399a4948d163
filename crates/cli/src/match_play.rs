//! `rootward match`: games between two or more engines, and the statistics of their result.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use rootward_arena::{
    Allowance, DrawRule, EngineSpec, GameRecord, Journal, MOST_ENGINES, Match, ResignRule, Results, Rules, Schedule,
    Sprt, TimeControl, Timekeeping, check_pgn, draw_openings, read_engines, read_openings, shuffle, tell_apart, to_pgn,
};
use rootward_session::{NodeMeter, Problem, StopFlag, open, parse_count, parse_time, parse_within};

use crate::failure::{Code, Failure, remind};
use crate::interrupt::{code_after, stop_on_interrupt, tell_stopped};
use crate::options::parse_depth;
use crate::output::Output;
use crate::progress::Progress;
use crate::target::{Growing, ReplaceArgs};
use crate::{source, target};

mod report;

const HELP: &str = "\
An engine is written as settings of this program's engine, or as a program:
  name=A techniques=-null-move weights=… evaluation=linear memory=16M threads=1 book=on     techniques start from 'all'
  name=B syzygy=DIR tables=DIR                                            with endgame tables
  level=5                                                                 an opponent of a level, 1 to 10
  uci:/usr/games/stockfish option.Hash=16 'option.Move Overhead=10'       a program that speaks UCI
  xboard:/usr/games/phalanx -b send='book off'                            or the protocol of xboard (chess)
Each may have limits of its own (tc= movetime= nodes= depth=); else those of the match hold. Words after the program's \
file that have no '=' are its arguments; send='…' is a line sent as it is before each game.

With more than two engines everyone meets everyone, or with --tournament gauntlet the first meets all others; --games is \
for each two of them. A file of engines (--engines FILE) has one on each line; '#' begins a comment.

Games come in pairs, the same opening with either side. The error of Elo and the test are those of the pairs. With \
nodes or depth as limits, one thread and this program's engines, the same command plays the same games, whatever \
the concurrency. With --out, finished games are on file: after a kill the same command goes on where it was.

Examples:
  rootward match connect-four --engine name=A --engine 'name=B techniques=exact' --nodes 1k --games 40
  rootward match chess --engine name=new --engine 'name=old techniques=-singular-extension' --nodes 10k --sprt 0,5 --games 20000
  rootward match chess --engine level=6 --engine uci:/usr/games/stockfish --tc 10+0.1 --openings openings.epd
  rootward match chess --engines all.txt --tournament gauntlet --tc 5+0.05 --clock cpu --games 20
  rootward match chess --engine '' --engine 'xboard:/usr/games/fairymax' --tc 40/60 --out games.jsonl --pgn games.pgn";

/// Enough plies for all the different openings that a match needs, and few enough that most openings are even.
const RANDOM_PLIES: usize = 6;

/// In which order openings of a file are used.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OpeningOrder {
    /// As they stand in the file
    File,
    /// Mixed by the seed
    Random,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Tournament {
    /// Everyone meets everyone
    RoundRobin,
    /// The first engine meets all others
    Gauntlet,
}

/// What time is.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ClockKind {
    /// The time that passes
    Wall,
    /// The CPU time that the engine uses, so that a busy machine does not decide games (Linux)
    Cpu,
}

/// The options of `match`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game: NAME[:VARIANT], such as chess, connect-four or mnk:5,5,4
    game: String,
    /// An engine; give this option twice or more
    #[arg(long = "engine", value_name = "ENGINE", value_parser = EngineSpec::parse, num_args = 1)]
    engines: Vec<EngineSpec>,
    /// A file with an engine on each line, after those of --engine
    #[arg(long = "engines", value_name = "FILE")]
    roster: Option<PathBuf>,
    /// Who meets whom, if there are more than two engines
    #[arg(long, value_enum, default_value = "round-robin")]
    tournament: Tournament,
    /// Games at most between two engines, an even number
    #[arg(long, default_value = "100", value_parser = parse_games)]
    games: u64,
    /// A clock for the game: [MOVES/]TIME[+INCREMENT] in seconds, such as 1+0.01 or 40/60
    #[arg(long, value_name = "CONTROL", value_parser = TimeControl::parse)]
    tc: Option<TimeControl>,
    /// What clocks and times of a move measure
    #[arg(long, value_enum, default_value = "wall")]
    clock: ClockKind,
    /// Time for each move, such as 100ms
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    movetime: Option<Duration>,
    /// Nodes for each move, such as 50k. Without any limit, 10k
    #[arg(long, value_parser = parse_count)]
    nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_parser = parse_depth)]
    depth: Option<u32>,
    /// A file with a position on each line, for chess FEN or EPD, with games (.pgn, .pdn), or a table with a column `moves`
    /// (.csv), or - for stdin. Without it, openings are random
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The order of the openings in the file
    #[arg(long, value_enum, default_value = "file", requires = "openings")]
    order: OpeningOrder,
    /// Number of random plies of a random opening; 0 for the start of the game [default: 6, fewer in a game that is over by then, 0 with dice]. With a file of games:
    /// the number of plies played of each
    #[arg(long, value_parser = parse_plies)]
    plies: Option<usize>,
    /// Stop as soon as a test decides between these differences in Elo: ELO0,ELO1[,ALPHA,BETA]
    #[arg(long, value_name = "BOUNDS", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Games at the same time
    #[arg(long, default_value = "1", value_parser = parse_concurrency)]
    concurrency: usize,
    /// The seed of random openings and errors: the same seed gives the same ones
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How far a clock may be overdrawn
    #[arg(long, value_name = "TIME", default_value = "50ms", value_parser = parse_time)]
    margin: Duration,
    /// How long a move without a clock, or an engine's start, may take before the engine counts as hung
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = parse_time)]
    patience: Duration,
    /// A longer game is a draw
    #[arg(long, value_name = "PLIES", default_value = "20000", value_parser = parse_longest)]
    longest: usize,
    /// End a game once both engines have seen the same side ahead by POINTS or more for MOVES moves: POINTS,MOVES
    #[arg(long, value_name = "RULE", value_parser = ResignRule::parse)]
    resign: Option<ResignRule>,
    /// End a game as a draw once both engines have seen at most POINTS for MOVES moves, from move FROM on: POINTS,MOVES,FROM
    #[arg(long, value_name = "RULE", value_parser = DrawRule::parse)]
    draw: Option<DrawRule>,
    /// Keep finished games in a file, and go on with those it holds
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the games into a file as PGN (chess) or PDN (checkers)
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    #[command(flatten)]
    replace: ReplaceArgs,
    /// Print how the match stands after every GAMES games
    #[arg(long, value_name = "GAMES", default_value = "100", value_parser = parse_every)]
    every: u64,
}

fn parse_games(text: &str) -> Result<u64, Problem> {
    let games = parse_within(text, "number of games", 2, 10_000_000)?;
    if games % 2 == 0 { Ok(games.into()) } else { Err(Problem::new(format!("'{games}' is odd"), "games in pairs")) }
}

fn parse_plies(text: &str) -> Result<usize, Problem> {
    parse_within(text, "number of plies", 0, 200).map(|plies| plies as usize)
}

fn parse_longest(text: &str) -> Result<usize, Problem> {
    parse_within(text, "number of plies", 1, 100_000).map(|plies| plies as usize)
}

fn parse_every(text: &str) -> Result<u64, Problem> {
    parse_within(text, "number of games", 2, 10_000_000).map(u64::from)
}

fn parse_concurrency(text: &str) -> Result<usize, Problem> {
    parse_within(text, "number of games", 1, 256).map(|games| games as usize)
}

fn parse_sprt(text: &str) -> Result<Sprt, Problem> {
    let wrong = || {
        let expected =
            "ELO0,ELO1 with ELO0 below ELO1, then perhaps two errors below 0.5, such as 0,5 or 0,5,0.05,0.05";
        Problem::new(format!("'{text}' are not the bounds of a test"), expected)
    };
    let numbers: Option<Vec<f64>> = text.split(',').map(|part| part.trim().parse().ok()).collect();
    numbers.and_then(|numbers| Sprt::from_numbers(&numbers)).ok_or_else(wrong)
}

impl Args {
    /// The limits of the match; ten thousand nodes if there are none.
    fn allowance(&self) -> Allowance {
        let Args { tc, movetime, nodes, depth, .. } = *self;
        let limits = Allowance { clock: tc, time: movetime, nodes, depth };
        if limits.is_unlimited() { Allowance { nodes: Some(10_000), ..limits } } else { limits }
    }

    fn engines(&self) -> Result<Vec<EngineSpec>, Problem> {
        let mut engines = self.engines.clone();
        if let Some(path) = &self.roster {
            engines.extend(read_engines(path).map_err(|problem| problem.within("--engines"))?);
        }
        if !(2..=MOST_ENGINES).contains(&engines.len()) {
            let expected = format!("two engines to {MOST_ENGINES}: --engine twice or more, or --engines FILE");
            return Err(Problem::new(format!("the number of engines is {}", engines.len()), expected));
        }
        tell_apart(&mut engines);
        Ok(engines)
    }

    fn schedule(&self) -> Schedule {
        match self.tournament {
            Tournament::RoundRobin => Schedule::RoundRobin,
            Tournament::Gauntlet => Schedule::Gauntlet,
        }
    }

    fn timekeeping(&self) -> Timekeeping {
        match self.clock {
            ClockKind::Wall => Timekeeping::Wall,
            ClockKind::Cpu => Timekeeping::Cpu,
        }
    }

    fn openings(&self, stop: &StopFlag) -> Result<Vec<String>, Problem> {
        let Some(path) = &self.openings else {
            return self.random_openings(stop);
        };
        let file = source::file(path, "openings")?;
        let mut openings = read_openings(&self.game, &file, self.plies, &mut remind)?;
        if self.order == OpeningOrder::Random {
            shuffle(&mut openings, self.seed);
        }
        Ok(openings)
    }

    fn random_openings(&self, stop: &StopFlag) -> Result<Vec<String>, Problem> {
        let draw = |plies| draw_openings(&self.game, self.games / 2, plies, self.seed, stop);
        if let Some(plies) = self.plies {
            return draw(plies);
        }
        // Dice make games differ by themselves.
        if open(&self.game, None)?.has_chance() {
            return draw(0);
        }
        // A small game can be over after a few plies. Then the openings are shorter, and at last the start itself.
        (1..=RANDOM_PLIES).rev().find_map(|plies| draw(plies).ok()).map_or_else(|| draw(0), Ok)
    }

    fn to_match(&self, stop: &StopFlag) -> Result<Match, Problem> {
        let engines = self.engines()?;
        let Args { sprt, concurrency, seed, margin, patience, longest, resign, draw, .. } = *self;
        Ok(Match {
            game: self.game.clone(),
            allowances: engines.iter().map(|engine| engine.allowance_in(self.allowance())).collect(),
            schedule: self.schedule(),
            openings: self.openings(stop)?,
            engines,
            pairs: self.games / 2,
            sprt,
            concurrency,
            rules: Rules { timekeeping: self.timekeeping(), margin, move_timeout: patience, longest, resign, draw },
            seed,
            stop: stop.clone(),
        })
    }
}

/// Plays the match.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let how = how_to_go_on(args);
    let flag = stop_on_interrupt(&how);
    let progress = Progress::start("preparing", &NodeMeter::default());
    target::check_growing(args.out.as_deref())?;
    // The games of a match that is continued are written again, finished ones included.
    if args.out.as_deref().is_some_and(Path::exists) {
        target::check_folder_of(args.pgn.as_deref())?;
    } else {
        args.replace.check(args.pgn.as_deref())?;
    }
    if args.pgn.is_some() {
        check_pgn(&args.game)?;
    }
    let game_match = args.to_match(&flag)?;
    let checked = if game_match.openings.is_empty() { Ok(()) } else { game_match.check() };
    if flag.is_raised() {
        drop(progress);
        return tell_stopped(&how, output);
    }
    checked?;
    let journal =
        args.replace.in_place(|| args.out.as_ref().map(|path| Journal::open(path, &game_match.title())).transpose())?;
    let mut pgn = args.pgn.as_deref().map(Growing::create).transpose()?;
    if !output.json {
        let _hush = progress.hush();
        report::head(&game_match, output)?;
    }
    let (mut failure, mut last) = (None, None);
    let mut each = |record: &GameRecord, results: &Results| {
        progress.label(&report::label(results, game_match.games()));
        let _hush = progress.hush();
        last = Some(results.clone());
        let mut written = write_game(&game_match, record, pgn.as_mut());
        if written.is_ok() {
            written = tell_game(args, record, results, output);
        }
        written.map_err(|problem| {
            failure = Some(problem);
            Problem::sentence("the output is closed")
        })
    };
    let result = game_match.run(journal, &mut each);
    drop(progress);
    // The results are printed even if a file could not be written.
    let kept = pgn.map_or(Ok(()), Growing::finish);
    let error = failure.or(result.as_ref().err().cloned().map(Failure::from)).or(kept.err());
    if let Some(results) = result.ok().or(last) {
        report::result(&game_match, &results, output)?;
    }
    match error {
        Some(error) => Err(error),
        None => code_after(&flag, &how, output),
    }
}

fn how_to_go_on(args: &Args) -> String {
    match &args.out {
        Some(path) => format!("Finished games are kept in {}; the same command goes on from there.", path.display()),
        None => "Games are kept only with --out FILE; the same command starts again.".to_owned(),
    }
}

/// Adds a game to the file of games.
fn write_game(game_match: &Match, record: &GameRecord, pgn: Option<&mut Growing>) -> Result<(), Failure> {
    let Some(file) = pgn else { return Ok(()) };
    file.write(to_pgn(game_match, record)?.as_bytes())
}

fn tell_game(args: &Args, record: &GameRecord, results: &Results, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.event("game", record);
    }
    let games = results.games();
    let all = args.games * results.encounters.len() as u64;
    if record.number % 2 == 1 && games.is_multiple_of(args.every) && games < all {
        output.line(&report::row(results))?;
        output.flush()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_a_test_are_read_or_refused() {
        assert_eq!(parse_sprt("0,5"), Ok(Sprt::new(0.0, 5.0)));
        assert_eq!(parse_sprt("-3, 1, 0.1, 0.2"), Ok(Sprt { elo0: -3.0, elo1: 1.0, alpha: 0.1, beta: 0.2 }));
        for text in ["", "5", "5,0", "0,0", "0,5,0.05", "0,5,0,0.05", "0,5,0.05,0.5", "a,b", "nan,5", "0,inf"] {
            assert!(parse_sprt(text).is_err(), "{text}");
        }
    }

    #[test]
    fn games_come_in_pairs() {
        assert_eq!(parse_games("40"), Ok(40));
        assert!(parse_games("41").unwrap_err().to_string().contains("expected games in pairs"));
    }
}
