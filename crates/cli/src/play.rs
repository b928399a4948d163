//! `rootward play`: a game against the engine, line by line.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};
use rootward_session::{
    Analysis, Ask, ChanceData, Chosen, LEVELS, Level, Limits, NodeMeter, Opponent, Problem, SavedGame, SeededDice,
    Session, StopFlag, View, open, parse_time, parse_within, techniques_for,
};

use crate::analyze::tell_outcomes;
use crate::book::BookArgs;
use crate::events::{Moved, Over, Reasons, Refused, Said};
use crate::failure::{Code, Failure};
use crate::keep_game::KeptGame;
use crate::line::numbered;
use crate::options::JudgementArgs;
use crate::output::{FAINT, Output, STRONG, styled};
use crate::progress::Progress;
use crate::{source, target};

const HELP: &str = "\
A line is a move in the game's notation, or one of
  undo        take back the last move and the reply to it; dice that were thrown will show the same again
  hint        what the engine would play here; with dice, what every move is worth
  why         what the engine's last move rests on
  moves       the legal moves
  save FILE   write the game to a file, for --load; 'save --force FILE' replaces another
  resign      give up
  help        this
  quit        leave
'move X' plays X even if X is one of these words.

Ctrl-C saves the game to a file and tells how to go on with it.

In games of chance the dice follow --seed. With --dice ask, throw your own, and type what they show.";

/// The options of `play`.
#[derive(ClapArgs)]
#[command(after_help = HELP)]
pub struct Args {
    /// The game: NAME[:VARIANT]
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    /// The position in the game's notation, or - for the first line of stdin. Without it, the start
    position: Option<String>,
    /// Who moves first
    #[arg(long, value_enum, default_value = "human")]
    first: Player,
    /// The engine's time for a move, such as 500ms or 2s
    #[arg(long, default_value = "1s", value_parser = parse_time)]
    time: Duration,
    /// The engine's strength, from 1 to 10
    #[arg(long, default_value = "10", value_parser = parse_level)]
    level: Level,
    /// The seed of the dice and of the engine's errors: the same seed gives the same game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where dice come from, in games of chance
    #[arg(long, value_enum, default_value = "seed")]
    dice: DiceFrom,
    #[command(flatten)]
    judgement: JudgementArgs,
    /// Go on with a saved game; - for stdin
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "first", "level", "seed"])]
    load: Option<PathBuf>,
    #[command(flatten)]
    book: BookArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Player {
    Human,
    Engine,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DiceFrom {
    /// They follow the seed
    Seed,
    /// You throw them, and type what they show
    Ask,
}

fn parse_level(text: &str) -> Result<Level, Problem> {
    let number = parse_within(text, "level", 1, LEVELS.len() as u32)?;
    Level::find(number).ok_or_else(|| Problem::new(format!("there is no level {number}"), "a level from 1 to 10"))
}

/// Plays a game.
pub fn run(args: &Args, output: &mut Output) -> Result<Code, Failure> {
    let mut game = InteractiveGame::set_up(args, output.json)?;
    if output.json {
        output.event("view", &game.session.view())?;
    } else {
        game.greet(output)?;
    }
    game.play(output)?;
    Ok(if game.is_unsaved { Code::Failed } else { Code::Fine })
}

/// The effect of an input line.
enum Next {
    /// The same player continues.
    Stay,
    /// The position has changed.
    Moved,
    /// The user leaves the game.
    Leave,
}

/// A game between the user and the engine.
struct InteractiveGame {
    session: Box<dyn Session>,
    saved: SavedGame,
    opponent: Opponent,
    /// The user's side: `first` or `second`.
    human: &'static str,
    /// Dice from the seed; none if the user types them.
    dice: Option<SeededDice>,
    last_choice: Option<Chosen>,
    /// The files that this game is in: they may be written again.
    own_files: Vec<PathBuf>,
    /// The last `save` could not be written.
    is_unsaved: bool,
    /// What Ctrl-C saves.
    kept: KeptGame,
    stop: StopFlag,
}

impl InteractiveGame {
    fn set_up(args: &Args, json: bool) -> Result<InteractiveGame, Problem> {
        let saved = match (&args.load, &args.game) {
            (Some(path), _) => SavedGame::load(&source::file(path, "saved game")?)?,
            (None, Some(game)) => new_game(args, game)?,
            (None, None) => return Err(Problem::new("no game is given", "a game, such as connect-four")),
        };
        let level = Level::find(saved.level).unwrap_or(LEVELS[LEVELS.len() - 1]);
        let mut session = saved.resume()?;
        args.book.mount(session.as_mut())?;
        args.judgement.apply(session.as_mut())?;
        Ok(InteractiveGame {
            session,
            opponent: Opponent { level, seed: saved.seed, time: args.time, thread_clock: None },
            human: ["first", "second"][saved.human],
            dice: (args.dice == DiceFrom::Seed).then_some(SeededDice { seed: saved.seed }),
            kept: KeptGame::new(&saved, args.load.as_deref(), json),
            own_files: args.load.iter().cloned().collect(),
            is_unsaved: false,
            saved,
            last_choice: None,
            stop: StopFlag::default(),
        })
    }

    fn greet(&self, output: &mut Output) -> Result<(), Failure> {
        let level = self.opponent.level;
        let depth = level.depth.map_or("as far as the time allows".to_owned(), |depth| match depth {
            1 => "1 ply ahead".to_owned(),
            plies => format!("{plies} plies ahead"),
        });
        let title = format!("Level {}: the engine looks {depth}. 'help' lists the commands.", level.number);
        output.line(&styled(FAINT, &title))?;
        self.show(output)
    }

    /// Plays the game to its end, or to the end of the input.
    fn play(&mut self, output: &mut Output) -> Result<(), Failure> {
        let mut lines = io::stdin().lock().lines();
        loop {
            let view = self.session.view();
            self.kept.update(self.session.moves_played());
            if view.outcome.is_some() {
                return self.finish(&view, output);
            }
            let chance = self.session.chance();
            let throw = self.dice.and_then(|dice| dice.throw(self.session.as_ref()));
            if let Some((throw, chance)) = throw.zip(chance.as_ref()) {
                self.throw(&view, chance, &throw, output)?;
                continue;
            }
            if chance.is_none() && view.side != self.human {
                self.reply(&view, output)?;
                continue;
            }
            self.prompt(&view, chance.as_ref(), output)?;
            let Some(line) = lines.next() else { return Ok(()) };
            let next = match line {
                Ok(line) => self.obey(line.trim(), output),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    Err(Problem::new("the line is not text", "UTF-8").into())
                }
                Err(error) => return Err(error.into()),
            };
            match next {
                Ok(Next::Leave) => return Ok(()),
                Ok(Next::Moved) => self.show(output)?,
                Ok(Next::Stay) => {}
                Err(Failure::Input(problem)) => refuse(&problem, output)?,
                Err(failure) => return Err(failure),
            }
        }
    }

    fn prompt(&self, view: &View, chance: Option<&ChanceData>, output: &mut Output) -> Result<(), Failure> {
        if let Some(chance) = chance.filter(|_| output.json) {
            output.event("chance", chance)?;
        }
        if !output.json && io::stdin().is_terminal() {
            let turn = chance.map_or_else(|| view.side_name.to_owned(), ChanceData::turn);
            output.text(&format!("{} ", styled(STRONG, &format!("{turn}>"))))?;
        }
        Ok(output.flush()?)
    }

    /// Plays a roll of the seeded dice.
    fn throw(&mut self, view: &View, chance: &ChanceData, throw: &str, output: &mut Output) -> Result<(), Failure> {
        let written = self.session.play(throw)?;
        if output.json {
            let position = self.session.view().position;
            let (by, side) = ("chance", Some(view.side));
            let event = Moved { by, side, mv: &written, position: &position, ..Moved::default() };
            return output.event("move", &event);
        }
        output.line(&format!("{}.", chance.sentence(&styled(STRONG, &written))))?;
        self.show(output)
    }

    fn show(&self, output: &mut Output) -> Result<(), Failure> {
        if output.json {
            return Ok(());
        }
        let chance = self.session.chance();
        if chance.is_some() && self.dice.is_some() {
            // The roll is played at once; show it now.
            return Ok(output.flush()?);
        }
        let view = self.session.view();
        output.text(&format!("\n{}", view.board))?;
        if view.outcome.is_none() {
            let turn = if chance.is_some() { "throws: type what comes up" } else { "to move" };
            output.line(&styled(FAINT, &format!("{} {turn}", view.side_name)))?;
        }
        Ok(output.flush()?)
    }

    fn obey(&mut self, line: &str, output: &mut Output) -> Result<Next, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word, rest.trim()) {
            ("", _) => Ok(Next::Stay),
            ("undo", "") => self.undo(output),
            ("hint", "") => self.hint(output),
            ("why", "") => self.why(output),
            ("moves", "") => say("moves", &self.session.view().moves.join(" "), output),
            ("save", file) => self.save(file, output),
            ("resign", "") => {
                say("end", "You resign. The engine wins.", output)?;
                Ok(Next::Leave)
            }
            ("help", "") => say("help", HELP, output),
            ("quit" | "exit", "") => Ok(Next::Leave),
            ("move", mv) => self.move_by_human(mv, output),
            _ => self.move_by_human(line, output),
        }
    }

    fn move_by_human(&mut self, text: &str, output: &mut Output) -> Result<Next, Failure> {
        let by = if self.session.chance().is_some() { "dice" } else { "human" };
        let mv = self.session.play(text)?;
        if output.json {
            let position = &self.session.view().position;
            output.event("move", &Moved { by, mv: &mv, position, ..Moved::default() })?;
        }
        Ok(Next::Moved)
    }

    /// Plays the engine's turn.
    fn reply(&mut self, view: &View, output: &mut Output) -> Result<(), Failure> {
        let progress = Progress::start("thinking", &NodeMeter::default());
        let chosen = self.opponent.choose(self.session.as_mut(), &self.stop)?;
        drop(progress);
        let Some(chosen) = chosen else { return Ok(()) };
        let mv = self.session.play(&chosen.mv)?;
        if output.json {
            let position = self.session.view().position;
            let slip = Some(chosen.slip);
            output.event("move", &Moved { by: "engine", side: None, mv: &mv, position: &position, slip })?;
        } else {
            output.line(&format!("{} plays {}.", view.side_name, styled(STRONG, &mv)))?;
        }
        self.last_choice = Some(chosen);
        self.show(output)
    }

    /// Takes back moves to the user's previous turn: the user's last move, and the engine's moves and dice after it.
    fn undo(&mut self, output: &mut Output) -> Result<Next, Failure> {
        let mut taken = Vec::new();
        while let Some(mv) = self.session.undo() {
            taken.push(mv);
            if self.session.view().side == self.human && self.session.chance().is_none() {
                say("undo", &format!("Taken back: {}.", taken.join(", ")), output)?;
                self.last_choice = None;
                return Ok(Next::Moved);
            }
        }
        for mv in taken.iter().rev() {
            self.session.play(mv)?;
        }
        Err(Problem::new("there is no move of yours to take back", "a move first").into())
    }

    fn hint(&mut self, output: &mut Output) -> Result<Next, Failure> {
        let limits = Limits::time(self.opponent.time);
        let techniques = techniques_for(&self.saved.game, None)?;
        // With dice, a player compares moves with each other, so all of them are listed.
        let lines = if self.session.has_chance() { self.session.moves().len() } else { 1 };
        let analysis =
            self.session.analyse(&Ask { limits, techniques, lines, outcomes: true, ..Ask::default() }, &mut |_| {})?;
        if output.json {
            output.event("hint", &analysis)?;
            return Ok(Next::Stay);
        }
        output.line(&analysis.sentence())?;
        if !analysis.line.is_empty() {
            output.line(&format!("Line: {}", numbered(&self.session.view(), &analysis.line)))?;
        }
        for line in &analysis.lines {
            let score = format!("{}{}", line.bound.sign(), line.score);
            output.line(&format!("  {score:<18} {}", line.first.as_deref().unwrap_or_default()))?;
        }
        tell_outcomes(&analysis.outcomes, output)?;
        Ok(Next::Stay)
    }

    /// Explains the engine's last move and its alternatives.
    fn why(&mut self, output: &mut Output) -> Result<Next, Failure> {
        let Some(chosen) = self.last_choice.clone() else {
            return Err(Problem::new("the engine has not moved yet", "a move of yours first").into());
        };
        let (alternatives, before) = self.alternatives(&chosen)?;
        if output.json {
            output.event("why", &Reasons { choice: &chosen, alternatives: &alternatives.lines })?;
            return Ok(Next::Stay);
        }
        if let Some(book) = &chosen.suggestion {
            let share = 100.0 * book.share;
            output.line(&format!(
                "I played {} from the book, where it has {share:.0} % of the weight: an opinion, not a proof.",
                book.mv
            ))?;
        } else if chosen.slip {
            let best = chosen.analysis.best.unwrap_or_default();
            output.line(&format!("I played {} on purpose, though I saw better: at this level I slip.", chosen.mv))?;
            output.line(&format!("I thought {best} best ({}).", chosen.analysis.score))?;
        } else {
            output.line(&chosen.analysis.sentence())?;
            output.line(&format!("Line: {}", numbered(&before, &chosen.analysis.line)))?;
            for remark in chosen.analysis.remarks() {
                output.line(&remark)?;
            }
        }
        let depth = alternatives.depth.map(|depth| format!(", to depth {depth}")).unwrap_or_default();
        output.line(&format!("Looked at again beside other moves{depth}:"))?;
        for line in &alternatives.lines {
            let score = format!("{}{}", line.bound.sign(), line.score);
            output.line(&format!("  {score:<18} {}", numbered(&before, &line.line)))?;
        }
        Ok(Next::Stay)
    }

    /// The best lines at the position where the engine chose, its own move and others, and that position. The moves since
    /// then are played again afterwards.
    fn alternatives(&mut self, chosen: &Chosen) -> Result<(Analysis, View), Problem> {
        let mut taken = Vec::new();
        while let Some(mv) = self.session.undo() {
            let found = mv == chosen.mv && self.session.view().side == chosen.analysis.side;
            taken.push(mv);
            if found {
                break;
            }
        }
        let limits = Limits { depth: self.opponent.level.depth, ..Limits::time(self.opponent.time) };
        let techniques = techniques_for(&self.saved.game, None)?;
        let before = self.session.view();
        let analysis = self.session.analyse(&Ask { limits, techniques, lines: 3, ..Ask::default() }, &mut |_| {});
        for mv in taken.iter().rev() {
            self.session.play(mv)?;
        }
        Ok((analysis?, before))
    }

    fn save(&mut self, file: &str, output: &mut Output) -> Result<Next, Failure> {
        let (force, file) = match file.strip_prefix("--force") {
            Some(rest) if rest.starts_with(char::is_whitespace) => (true, rest.trim()),
            _ => (false, file),
        };
        if file.is_empty() {
            return Err(Problem::new("'save' names no file", "save FILE").into());
        }
        let path = PathBuf::from(file);
        if path.is_file() && !force && !self.own_files.contains(&path) {
            return Err(target::there(&path).into());
        }
        self.saved.moves = self.session.moves_played();
        if let Err(problem) = self.saved.save(&path) {
            // The game goes on: the user may try another file, and has what would have been saved.
            self.is_unsaved = true;
            refuse(&problem, output)?;
            return say("unsaved", self.saved.text().trim_end(), output);
        }
        self.is_unsaved = false;
        self.own_files.push(path);
        say("saved", &format!("Saved as {file}."), output)
    }

    fn finish(&self, view: &View, output: &mut Output) -> Result<(), Failure> {
        let outcome = view.outcome.as_ref();
        if output.json {
            return output.event("end", &Over { position: &view.position, outcome });
        }
        let result = outcome.map(|outcome| outcome.sentence()).unwrap_or_default();
        Ok(output.line(&styled(STRONG, &format!("The game is over: {result}.")))?)
    }
}

fn new_game(args: &Args, game: &str) -> Result<SavedGame, Problem> {
    let view = open(game, source::position_before_more(args.position.as_deref())?.as_deref())?.view();
    let first = usize::from(view.side == "second");
    let human = if args.first == Player::Human { first } else { 1 - first };
    let (level, seed) = (args.level.number, args.seed);
    let position = Some(view.position);
    Ok(SavedGame { game: view.game, position, human, level, seed, moves: Vec::new() })
}

fn say(event: &'static str, text: &str, output: &mut Output) -> Result<Next, Failure> {
    if output.json {
        output.event(event, &Said { text })?;
    } else {
        output.line(text)?;
    }
    Ok(Next::Stay)
}

/// A mistake in the input does not end the game: the user may try again.
fn refuse(problem: &Problem, output: &mut Output) -> Result<(), Failure> {
    if output.json {
        return output.event("error", &Refused { error: problem.to_string() });
    }
    output.flush()?;
    writeln!(io::stderr(), "error: {problem}")?;
    Ok(())
}
