//! The engine of any game without dice between searches: a session at its position, one with the transposition table, and options.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rootward_games::checkers::Colour;
use rootward_session::{BookChoice, GameEntry, NodeMeter, Problem, Session, draughts_of, find_game, open};

use crate::command::shortened;
use crate::engine::ChessEngine;
use crate::game_task::GameTask;
use crate::go::Go;
use crate::lag::{Lag, Turn};
use crate::settings::{Changed, Declared, OPTIONS, Settings};
use crate::speaker::Speaker;
use crate::work::{Engine, Work};

/// The engine that plays a game, `NAME[:VARIANT]`, by UCI. Positions after `fen` and moves are in the game's own notation; those of
/// chess are FEN and coordinates.
pub fn engine_for(spec: &str) -> Result<Box<dyn Engine>, Problem> {
    let entry = find_game(spec)?;
    if let Some(read) = entry.chess {
        let mut engine = ChessEngine::new();
        let variant = spec.split_once(':').map(|(_, variant)| read(variant.trim())).transpose()?;
        if variant.is_some_and(|chess| chess.is_960()) {
            engine.set_option("UCI_Chess960", Some("true")).map_err(Problem::sentence)?;
        }
        return Ok(Box::new(engine));
    }
    GameEngine::new(spec, entry).map(|engine| Box::new(engine) as _)
}

/// The options that make sense for every game.
const ALWAYS: [&str; 6] = ["Hash", "Clear Hash", "Threads", "MultiPV", "Ponder", "Move Overhead"];

/// The options that make sense for a game.
fn options_of(entry: &GameEntry) -> Vec<Declared> {
    // Books are of solved positions, whose value must not depend on what came before.
    let has_book = !entry.can_repeat && !entry.is_drawn;
    let offered = |option: &&Declared| match option.name {
        "TablePath" => entry.has_tables(),
        "EvalFile" => entry.learner.is_some(),
        "OwnBook" | "BookFile" => has_book,
        name => ALWAYS.contains(&name),
    };
    OPTIONS.iter().filter(offered).copied().collect()
}

/// The state from one command to the next.
struct GameEngine {
    entry: &'static GameEntry,
    game: String,
    options: Vec<Declared>,
    /// The session that searches: it has the transposition table, the endgame tables and the book.
    searcher: Arc<Mutex<Box<dyn Session>>>,
    /// The position, in a fork of it.
    position: Box<dyn Session>,
    /// Where a game begins.
    start: Box<dyn Session>,
    /// Does the side called White begin? Where no side is called so, the first one is White.
    white_begins: bool,
    lag: Lag,
    settings: Settings,
}

const MEGABYTE: usize = 1 << 20;

impl GameEngine {
    fn new(spec: &str, entry: &'static GameEntry) -> Result<GameEngine, Problem> {
        let start = open(spec, None)?;
        if start.has_chance() {
            return Err(Problem::new(format!("no program can be asked to play {spec}"), "a game without dice"));
        }
        let white_begins = draughts_of(spec)?.is_none_or(|draughts| draughts.rules().first == Colour::White);
        let mut searcher = start.fork();
        let settings = Settings::default();
        searcher.reserve(settings.hash * MEGABYTE)?;
        Ok(GameEngine {
            entry,
            game: start.view().game,
            options: options_of(entry),
            position: start.fork(),
            searcher: Arc::new(Mutex::new(searcher)),
            start,
            white_begins,
            lag: Lag::default(),
            settings,
        })
    }

    /// Does something to the searching session. No search is going on then: the server ends it first.
    fn search_with<T>(&self, work: impl FnOnce(&mut dyn Session) -> Result<T, Problem>) -> Result<T, String> {
        let mut searcher = self.searcher.lock().unwrap_or_else(PoisonError::into_inner);
        work(searcher.as_mut()).map_err(|problem| problem.to_string())
    }

    /// An empty transposition table of the size that the settings name.
    fn renew_table(&self) -> Result<(), String> {
        let bytes = self.settings.hash * MEGABYTE;
        self.search_with(|searcher| {
            searcher.forget();
            searcher.reserve(bytes)
        })
    }

    fn choose_book(&self) -> Result<String, String> {
        let Settings { own_book, book, .. } = &self.settings;
        let choice = match (own_book, book.as_str()) {
            (false, _) => BookChoice::Nothing,
            (true, "") => BookChoice::Shipped,
            (true, file) => BookChoice::File(file.into()),
        };
        self.search_with(|searcher| searcher.set_book(&choice))?;
        Ok(if *own_book && !book.is_empty() { format!("the book {book}") } else { "no book of one's own".to_owned() })
    }

    /// The side to move by colour: 0 for White, 1 for Black.
    fn side(&self) -> usize {
        usize::from((self.position.standing().side == "first") != self.white_begins)
    }
}

impl Engine for GameEngine {
    fn name(&self) -> String {
        format!("Rootward {} ({})", env!("CARGO_PKG_VERSION"), self.game)
    }

    fn options(&self) -> &[Declared] {
        &self.options
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.renew_table()
    }

    fn set_debug(&mut self, _: bool) {}

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Option<String>, String> {
        let had_book = self.settings.own_book;
        match self.settings.set(&self.options, name, value)? {
            Changed::Hash | Changed::ClearHash => self.renew_table()?,
            Changed::Tables => {
                let folder = self.settings.tables.clone();
                self.search_with(|searcher| searcher.set_tables(&folder))?;
                let loaded = if folder.is_empty() {
                    "no tables of endgames".into()
                } else {
                    format!("tables of endgames in {folder}")
                };
                return Ok(Some(loaded));
            }
            Changed::Evaluation => {
                let file = Some(self.settings.network.as_str()).filter(|file| !file.is_empty());
                let file = file.unwrap_or("default").to_owned();
                self.search_with(|searcher| searcher.set_evaluation(&file))?;
                return Ok(Some(format!("the evaluation {file}")));
            }
            Changed::Book => return self.choose_book().map(Some),
            Changed::Settings if self.settings.own_book != had_book => return self.choose_book().map(Some),
            Changed::Settings | Changed::Syzygy => {}
        }
        Ok(None)
    }

    fn set_position(&mut self, start: Option<&str>, moves: &[String]) -> Result<(), String> {
        let stays = |problem: Problem| format!("{problem}; the position stays as it was");
        let mut position = self.start.fork();
        if let Some(text) = start {
            position.set_position(text).map_err(stays)?;
        }
        for text in moves {
            position.play(text).map_err(|_| {
                format!("'{}' is not a legal move there; the position stays as it was", shortened(text))
            })?;
        }
        self.position = position;
        Ok(())
    }

    fn task(&mut self, go: Go, asked: Instant, spent: Option<Duration>, speaker: &Speaker) -> Box<dyn Work> {
        let mut settings = self.settings.clone();
        let side = self.side();
        if let Some(left) = go.time[side] {
            let turn = Turn { plies: self.position.moves_played().len(), left, increment: go.increment[side] };
            settings.overhead = settings.overhead.max(self.lag.begin(turn, spent));
        }
        let task = GameTask {
            searcher: Arc::clone(&self.searcher),
            position: self.position.fork(),
            techniques: self.entry.default_techniques(),
            side,
            settings,
            go,
            asked,
            meter: NodeMeter::default(),
            speaker: speaker.clone(),
        };
        self.lag.plan(task.plan().budget().map(|budget| budget.hard));
        Box::new(task)
    }

    fn drawing(&self) -> String {
        let view = self.position.view();
        format!("{}\nPosition: {}\nTo move: {}", view.board, self.position.written(), view.side_name)
    }

    fn evaluation(&self) -> String {
        let [first, _] = self.position.side_names();
        match self.position.evaluation() {
            Some(points) => format!("info string static evaluation {points} for {first}, an estimate"),
            None => "info string this game has no static evaluation with named weights".to_owned(),
        }
    }
}
