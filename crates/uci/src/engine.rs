//! The engine of chess between searches: position, options, transposition table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rootward_endgames::Tables;
use rootward_endgames::chess::{ChessEndings, ChessTables};
use rootward_game::Tablebases;
use rootward_game::{Evaluation, Game, Notation};
use rootward_games::chess::{Chess, ChessKnowledge, Position};
use rootward_learn::features::ChessFeatures;
use rootward_learn::{CHESS_NETWORK, Network, NetworkEvaluator};
use rootward_pgn::polyglot::Polyglot;
use rootward_search::{NodeMeter, SharedTable};
use rootward_support::file::read_small;
use rootward_syzygy::{Syzygy, Tablebase};

use crate::command::shortened;
use crate::go::Go;
use crate::lag::{Lag, Turn};
use crate::moves;
use crate::settings::{Changed, Declared, OPTIONS, Settings};
use crate::speaker::Speaker;
use crate::task::Task;
use crate::work::{Engine, Work};

/// The state from one command to the next.
pub struct ChessEngine {
    chess: Chess,
    position: Position,
    /// Keys of the positions before it, oldest first.
    earlier: Vec<u64>,
    knowledge: Arc<ChessKnowledge>,
    table: Arc<SharedTable>,
    syzygy: Option<Arc<Tablebase>>,
    /// The endgame tables of the project's own.
    tables: Option<Arc<Tables<ChessEndings>>>,
    book: Option<Arc<Polyglot>>,
    /// The network that evaluates; none for the linear evaluation.
    network: Option<Arc<NetworkEvaluator<ChessFeatures>>>,
    lag: Lag,
    settings: Settings,
    /// Games since the start: each game has other noise for a player of limited strength.
    games: u64,
    /// Verbose output.
    debug: bool,
}

const MEGABYTE: usize = 1 << 20;

/// The system provides memory when it is first touched, which takes some 30 ms for 64 MiB. Tables of up to this many MiB
/// are touched before the game, when no clock is running.
const TOUCHED_AT_ONCE: usize = 1024;

impl ChessEngine {
    /// An engine at the start of a game, with the default options.
    pub fn new() -> ChessEngine {
        let settings = Settings::default();
        let chess = Chess::default();
        let mut engine = ChessEngine {
            position: chess.initial(),
            chess,
            earlier: Vec::new(),
            knowledge: Arc::default(),
            table: Arc::new(SharedTable::with_bytes(0)),
            syzygy: None,
            tables: None,
            book: None,
            network: None,
            lag: Lag::default(),
            settings,
            games: 0,
            debug: false,
        };
        // If the table is smaller than its default, that is reported when the size is set.
        let _ = engine.renew_table();
        let _ = engine.open_network();
        engine
    }

    /// Clears the table, or replaces it by an empty one of another size. The old one is freed first, to make room.
    fn renew_table(&mut self) -> Result<(), String> {
        let size = self.settings.hash * MEGABYTE;
        if let Some(table) = Arc::get_mut(&mut self.table).filter(|table| table.bytes() == size) {
            table.clear();
            return Ok(());
        }
        self.table = Arc::new(SharedTable::with_bytes(0));
        let mut wanted = self.settings.hash;
        loop {
            if let Some(mut table) = SharedTable::try_with_bytes(wanted * MEGABYTE) {
                if wanted <= TOUCHED_AT_ONCE {
                    table.clear();
                }
                self.table = Arc::new(table);
                break;
            }
            wanted /= 2;
        }
        if wanted == self.settings.hash {
            return Ok(());
        }
        Err(format!("there is no memory for {} MiB; the table has {wanted}", self.settings.hash))
    }

    /// Opens the Syzygy tablebases that the settings name. The transposition table is cleared, since its values rest on the
    /// old ones.
    fn open_syzygy(&mut self) -> Result<String, String> {
        self.syzygy = None;
        self.renew_table()?;
        let Some(tables) = Tablebase::open_list(&self.settings.syzygy)? else {
            return Ok("no tables of endgames".to_owned());
        };
        let loaded = format!("{} tables of endgames with up to {} pieces", tables.len(), tables.largest());
        self.syzygy = Some(Arc::new(tables));
        Ok(loaded)
    }

    /// The same for the tables of `rootward table build`.
    fn open_tables(&mut self) -> Result<String, String> {
        self.tables = None;
        self.renew_table()?;
        if self.settings.tables.is_empty() {
            return Ok("no tables of endgames".to_owned());
        }
        let tables = ChessTables::open(&self.chess, self.settings.tables.as_ref())?;
        let loaded = format!("{} tables of endgames to {}", tables.slices().len(), tables.metric().name());
        self.tables = Some(Arc::new(tables));
        Ok(loaded)
    }

    /// Reads the network that the settings name. The transposition table is cleared, since its values rest on the old one.
    fn open_network(&mut self) -> Result<String, String> {
        self.renew_table()?;
        let file = &self.settings.network;
        let named =
            |problem: &dyn std::fmt::Display| format!("file '{file}': {problem}; the evaluation stays as it was");
        let network = match file.as_str() {
            "linear" => {
                self.network = None;
                return Ok("the linear evaluation".to_owned());
            }
            "" | "network" => CHESS_NETWORK.open(),
            _ => {
                let bytes = read_small(file.as_ref()).map_err(|error| named(&error))?;
                Arc::new(Network::from_bytes(&bytes).map_err(|error| named(&error))?)
            }
        };
        let loaded = format!("a network with {} neurons for each side", network.hidden());
        let evaluator = NetworkEvaluator::new::<Chess>(ChessFeatures, network).map_err(|error| named(&error))?;
        self.network = Some(Arc::new(evaluator));
        Ok(loaded)
    }

    /// All endgame tables. A player of limited strength does not use them.
    fn tablebases(&self) -> Option<Tablebases<Chess>> {
        let mut all: Vec<Arc<dyn rootward_game::Tablebase<Chess>>> = Vec::new();
        if !self.settings.limit_strength {
            all.extend(self.tables.clone().map(|tables| Arc::new(ChessTables::new(tables)) as Arc<_>));
            all.extend(self.syzygy.clone().map(|tables| Arc::new(Syzygy::new(tables)) as Arc<_>));
        }
        (!all.is_empty()).then_some(Tablebases(all))
    }

    fn open_book(&mut self) -> Result<String, String> {
        self.book = None;
        if self.settings.book.is_empty() {
            return Ok("no book".to_owned());
        }
        let book = Polyglot::open(&self.settings.book).map_err(|error| format!("{}: {error}", self.settings.book))?;
        let loaded = format!("a book with {} positions", book.positions());
        self.book = Some(Arc::new(book));
        Ok(loaded)
    }
}

impl Engine for ChessEngine {
    fn name(&self) -> String {
        format!("Rootward {}", env!("CARGO_PKG_VERSION"))
    }

    fn options(&self) -> &[Declared] {
        OPTIONS
    }

    fn set_debug(&mut self, on: bool) {
        self.debug = on;
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.games += 1;
        self.renew_table()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Option<String>, String> {
        match self.settings.set(OPTIONS, name, value)? {
            Changed::Settings => {}
            Changed::Hash | Changed::ClearHash => self.renew_table()?,
            Changed::Syzygy => return self.open_syzygy().map(Some),
            Changed::Tables => return self.open_tables().map(Some),
            Changed::Book => return self.open_book().map(Some),
            Changed::Evaluation => return self.open_network().map(Some),
        }
        if self.chess.is_960() != self.settings.chess960 {
            // The number of the start position matters only for `startpos`, which is the usual one.
            const USUAL_START: u32 = 518;
            self.chess = match self.settings.chess960 {
                true => Chess::fischer_random(USUAL_START).map_err(|error| error.to_string())?,
                false => Chess::default(),
            };
        }
        Ok(None)
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), String> {
        let mut position = match fen {
            None => self.chess.initial(),
            Some(fen) => {
                self.chess.parse_position(fen).map_err(|error| format!("{error}; the position stays as it was"))?
            }
        };
        let mut earlier = Vec::with_capacity(moves.len());
        for text in moves {
            let mv = moves::read(&position, text).ok_or_else(|| {
                format!("'{}' is not a legal move there; the position stays as it was", shortened(text))
            })?;
            earlier.extend(self.chess.key(&position));
            position = position.after(mv);
        }
        (self.position, self.earlier) = (position, earlier);
        Ok(())
    }

    fn task(&mut self, go: Go, asked: Instant, spent: Option<Duration>, speaker: &Speaker) -> Box<dyn Work> {
        let mut settings = self.settings.clone();
        let side = self.chess.to_move(&self.position).index();
        if let Some(left) = go.time[side] {
            let turn = Turn { plies: self.earlier.len(), left, increment: go.increment[side] };
            settings.overhead = settings.overhead.max(self.lag.begin(turn, spent));
        }
        settings.seed = settings.seed.wrapping_add(self.games);
        let task = Task {
            chess: self.chess.clone(),
            position: self.position.clone(),
            earlier: self.earlier.clone(),
            tablebase: self.tablebases(),
            // The Elo of a limited player was measured with the linear evaluation.
            network: self.network.clone().filter(|_| !self.settings.limit_strength),
            knowledge: Arc::clone(&self.knowledge),
            table: Arc::clone(&self.table),
            book: self.book.clone().filter(|_| self.settings.own_book),
            meter: NodeMeter::default(),
            settings,
            go,
            asked,
            debug: self.debug,
            speaker: speaker.clone(),
        };
        self.lag.plan(task.budget().map(|budget| budget.hard));
        Box::new(task.if_hurried())
    }

    fn drawing(&self) -> String {
        let key = self.chess.key(&self.position).unwrap_or(0);
        let board = self.chess.draw(&self.position);
        format!("{board}\nFen: {}\nKey: {key:016X}", self.chess.write_position(&self.position))
    }

    fn evaluation(&self) -> String {
        let points = match &self.network {
            Some(network) => network.evaluate_alone(&self.chess, &self.position),
            None => self.knowledge.evaluate(&self.chess, &self.position),
        };
        format!("info string static evaluation {points} centipawns for White, an estimate")
    }
}
