//! [`Played`]: the one implementation of [`Session`], for every game.

use std::any::Any;
use std::path::Path as FilePath;
use std::sync::Arc;

use rootward_game::{
    Feature, Game, Knowledge, Notation, Outcome, Tablebase, Tablebases, legal_moves, outcome_at, perft,
};
use rootward_learn::{PieceValues, Thing};
use rootward_models::Model;
use rootward_search::{Limits, SharedTable, StopFlag, Techniques, root_moves};
use rootward_tables::{Book, MountedBook};

use crate::book::{self, BookBuild, BookChoice, BookInfo, BookPage, BookProgress, BuildEnd, Suggestion, Weights};
use crate::endgame_tables::games_with_tables;
use crate::job::{Job, Title};
use crate::path::Path;
use crate::pool::{LentTable, TablePool};
use crate::problem::quoted;
use crate::scribe::{Scribe, side_word};
use crate::session::{Division, FeatureData, NetworkData, OutcomeData, PieceData, Session, Standing, View};
use crate::setup::{Setup, Terms};
use crate::typed::Position;
use crate::{
    Analysis, Ask, Board, ChanceData, Iteration, Judge, Measured, Points, Problem, Solution, SolveAsk, Steps, against,
    analyse, chance, measure, solve,
};

/// A game in progress: the rules, the knowledge, and the moves played.
pub(crate) struct Played<G: Game, K> {
    pub(crate) game: G,
    /// Shared with the forks, since some is large; copied when weights change.
    knowledge: Arc<K>,
    pub(crate) setup: Setup<G, K>,
    /// Forks have the same, unless what a table depends on has changed.
    family: Arc<()>,
    pub(crate) spec: String,
    pub(crate) path: Path<G>,
    table: Option<(usize, LentTable)>,
    pool: TablePool,
    book: Option<Arc<Book>>,
    weights: Option<Weights<G>>,
    /// The model of a fallible opponent.
    expected: Option<Model>,
    /// The endgame tables that are open: Syzygy's, and the project's own.
    opened: [Option<Arc<dyn Tablebase<G>>>; 2],
    /// Both together.
    tablebase: Option<Arc<dyn Tablebase<G>>>,
    /// The learned evaluation that is chosen.
    pub(crate) evaluator: Option<Arc<dyn PieceValues<G>>>,
    /// Did the user choose it?
    has_chosen: bool,
}

impl<G: Notation, K: Knowledge<G>> Played<G, K> {
    /// A game at its initial position.
    pub(crate) fn new(game: G, knowledge: K) -> Played<G, K> {
        let path = Path::from(game.initial(), None);
        let spec = game.name();
        Played {
            game,
            knowledge: Arc::new(knowledge),
            setup: Setup::PLAIN,
            family: Arc::default(),
            spec,
            path,
            table: None,
            pool: TablePool::default(),
            book: None,
            weights: None,
            expected: None,
            opened: [None, None],
            tablebase: None,
            evaluator: None,
            has_chosen: false,
        }
    }

    /// The game, the knowledge and the position for functions that are generic over games.
    pub(crate) fn typed(&self) -> Position<'_, G, K> {
        let (game, (judge, lesson)) = (&self.game, self.judges());
        Position { game, judge, lesson, state: self.state(), earlier: self.earlier(), name_of: self.setup.name_of }
    }

    /// The engine's evaluation, and that of lessons: a value that a student has to follow comes from the evaluation that can be read.
    fn judges(&self) -> (Judge<'_, G, K>, Judge<'_, G, K>) {
        let judge = Judge::new(&*self.knowledge);
        let network = self.evaluator.as_deref();
        (judge.network(network), judge.network(network.filter(|_| self.has_chosen)))
    }

    /// A copy with room for this many more moves, and without the table.
    fn copy(&self, more: usize) -> Self
    where
        G: Clone,
    {
        Played {
            game: self.game.clone(),
            knowledge: Arc::clone(&self.knowledge),
            setup: self.setup,
            family: Arc::clone(&self.family),
            spec: self.spec.clone(),
            path: self.path.copy(more),
            table: None,
            pool: self.pool.clone(),
            book: self.book.clone(),
            weights: self.weights.clone(),
            expected: self.expected,
            opened: self.opened.clone(),
            tablebase: self.tablebase.clone(),
            evaluator: self.evaluator.clone(),
            has_chosen: self.has_chosen,
        }
    }

    fn state(&self) -> &G::State {
        self.path.state()
    }

    fn scribe(&self) -> Scribe<'_, G> {
        Scribe { game: &self.game, state: self.state() }
    }

    fn side_name(&self) -> &'static str {
        self.setup.side_names[self.game.to_move(self.state()).index()]
    }

    /// Game and position as text. The user's own text is kept: the game may write it differently.
    fn title(&self) -> Title {
        let given = self.path.given.clone().filter(|_| self.path.moves().is_empty());
        let position = given.unwrap_or_else(|| self.game.write_position(self.state()));
        Title { game: self.spec.clone(), position, side_name: self.side_name(), first_name: self.setup.side_names[0] }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.path.outcome(&self.game)
    }

    /// The keys of the positions before the current one, oldest first.
    fn earlier(&self) -> Vec<u64> {
        self.path.earlier(&self.game)
    }

    /// Ensures that there is a table of this size; keeps the present one if it fits.
    fn provide_table(&mut self, bytes: usize) -> Result<(), Problem> {
        if self.table.as_ref().is_none_or(|(size, _)| *size != bytes) {
            self.table = None;
            self.table = Some((bytes, self.pool.take(bytes)?));
        }
        Ok(())
    }

    fn kept_table(&self) -> Option<&SharedTable> {
        self.table.as_ref().map(|(_, table)| &**table)
    }

    fn job<'a>(&'a self, book: Option<&'a MountedBook<'a, K>>) -> Job<'a, G, K> {
        let (earlier, state) = (self.earlier(), self.state());
        let tablebase = self.tablebase.as_deref();
        let root_moves = tablebase.and_then(|tables| root_moves(tables, &self.game, state, &earlier));
        let tablebase = book.map(|book| book as &dyn Tablebase<G>).or(tablebase);
        let (game, pool) = (&self.game, &self.pool);
        let (judge, lesson) = self.judges();
        Job { game, judge, lesson, state, earlier, book, tablebase, root_moves, pool }
    }

    fn check_book(&self) -> Result<(), Problem> {
        if !self.game.has_chance() {
            return Ok(());
        }
        let problem = format!("{} is a game of chance: its first positions have no proven result", self.spec);
        Err(Problem::new(problem, "a game without dice, such as connect-four"))
    }

    /// The book, if `more` further plies stay within it. Beyond the book, the engine searches alone. Books are for games in
    /// which a position's value depends on the position alone: no repetition, no dice.
    fn book_for(&self, more: u32) -> Option<MountedBook<'_, K>> {
        let plies = self.game.plies_played(self.state()).unwrap_or(0);
        let path_free = !G::CAN_REPEAT && !G::NO_PROGRESS_RULE && !G::HAS_CHANCE;
        let book = self.book.as_deref().filter(|book| path_free && plies + more <= book.plies());
        book.map(|book| MountedBook::new(&*self.knowledge, book))
    }
}

impl<G: Notation + 'static, K: Knowledge<G>> Played<G, K> {
    /// Opens endgame tables of one kind; those of the other kind stay.
    fn open_tables(&mut self, kind: usize, folders: &str) -> Result<(), Problem> {
        let Some(open) = self.setup.open_tablebase[kind] else {
            let expected = if kind == 0 { "chess".to_owned() } else { games_with_tables() };
            return Err(Problem::new(format!("there are no such tables of endgames for {}", self.spec), expected));
        };
        let opened = open(&self.game, folders)?;
        // Stored values depend on the old tables.
        self.table = None;
        self.opened[kind] = opened;
        let open: Vec<_> = self.opened.iter().rev().flatten().cloned().collect();
        self.tablebase = (!open.is_empty()).then(|| Arc::new(Tablebases(open)) as Arc<dyn Tablebase<G>>);
        Ok(())
    }
}

impl<G, K> Session for Played<G, K>
where
    G: Notation + Clone + Send + 'static,
    K: Knowledge<G> + Clone + Send + 'static,
{
    fn view(&self) -> View {
        let scribe = self.scribe();
        let Title { game, position, side_name, .. } = self.title();
        View {
            game,
            position,
            side: side_word(scribe.side()),
            side_name,
            move_number: self.game.move_number(self.state()),
            board: self.game.draw(self.state()),
            moves: self.moves(),
            outcome: self.outcome().map(|outcome| scribe.outcome(outcome, self.setup.side_names)),
        }
    }

    fn moves(&self) -> Vec<String> {
        self.game.write_moves(self.state())
    }

    fn standing(&self) -> Standing {
        let scribe = self.scribe();
        Standing {
            side: side_word(scribe.side()),
            outcome: self
                .path
                .outcome_by_rules(&self.game)
                .map(|outcome| scribe.outcome(outcome, self.setup.side_names)),
            occurrences: self.path.occurrences(&self.game),
        }
    }

    fn has_chance(&self) -> bool {
        self.game.has_chance()
    }

    fn chance(&self) -> Option<ChanceData> {
        chance::data(&self.game, self.path.before(), self.state(), self.setup.side_names)
    }

    fn board(&self) -> Option<Board> {
        self.game.board(self.state())
    }

    fn steps(&self, taken: &[(String, String)]) -> Result<Option<Steps>, Problem> {
        Ok(self.game.steps(self.state(), taken).transpose()?)
    }

    fn features(&self) -> Vec<FeatureData> {
        let Some(terms) = &self.setup.terms else { return Vec::new() };
        let counts = (terms.measure)(&self.knowledge, &self.game, self.state());
        let parts = (terms.scale)(&self.knowledge);
        let data = |(Feature { name, meaning, group, weight }, count)| FeatureData {
            name,
            meaning,
            group,
            weight,
            count,
            parts,
        };
        (terms.features)(&self.knowledge).into_iter().zip(counts).map(data).collect()
    }

    fn circumstances(&self) -> String {
        let circumstances = |terms: &Terms<G, K>| (terms.circumstances)(&self.knowledge, &self.game, self.state());
        self.setup.terms.as_ref().map(circumstances).unwrap_or_default()
    }

    fn evaluation(&self) -> Option<Points> {
        self.setup.terms.as_ref().map(|_| Points::new(&self.game, self.knowledge.evaluate(&self.game, self.state())))
    }

    fn network_evaluation(&self) -> Option<NetworkData> {
        let network = self.evaluator.as_ref()?;
        let (game, state) = (&self.game, self.state());
        let value = network.value(game, state);
        let piece = |(thing, without): (Thing, i32)| PieceData {
            side_name: self.setup.side_names[thing.side.index()],
            name: thing.name,
            square: thing.cell,
            without: Points::new(game, without),
            worth: Points::new(game, value - without),
        };
        let pieces = network.without_each(game, state);
        let pieces = pieces.map(|pieces| pieces.into_iter().map(piece).collect());
        Some(NetworkData { value: Points::new(game, value), pieces })
    }

    fn ending(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let general = || match self.scribe().outcome(outcome, self.setup.side_names) {
            OutcomeData::Win { side_name, .. } => format!("{side_name} has won."),
            OutcomeData::Draw => "A draw.".to_owned(),
            OutcomeData::Payoff { value, side_name, .. } => format!("The game is over: {value} for {side_name}."),
        };
        Some(self.game.ending(self.state(), outcome).unwrap_or_else(general))
    }

    fn great_advantage(&self) -> Points {
        Points::new(&self.game, self.game.great_advantage())
    }

    fn side_names(&self) -> [&'static str; 2] {
        self.setup.side_names
    }

    fn noisy_moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if outcome_at(&self.game, self.state()).is_none() {
            let write = |mv| moves.push(self.game.write_move(self.state(), mv));
            self.knowledge.noisy_moves(&self.game, self.state(), &mut { write });
        }
        moves
    }

    fn set_weights(&mut self, text: &str) -> Result<(), Problem> {
        let Some(terms) = &self.setup.terms else {
            let expected = "a game whose evaluation has named weights, such as connect-four";
            return Err(Problem::new(format!("{} has no weights to change", self.spec), expected));
        };
        (terms.set)(Arc::make_mut(&mut self.knowledge), text)
            .map_err(|error| Problem::from(error).within("weights"))?;
        // Who names weights wants them used. Stored estimates depend on the old evaluation.
        self.evaluator = None;
        self.table = None;
        self.family = Arc::default();
        Ok(())
    }

    fn set_evaluation(&mut self, choice: &str) -> Result<(), Problem> {
        let chosen = match &self.setup.networks {
            Some(networks) => networks.find(choice).map_err(|problem| problem.within("evaluation"))?,
            None if choice.trim() == "default" || choice.trim() == "linear" && self.setup.terms.is_some() => None,
            None => return Err(Problem::new(format!("{} has no choice of evaluations", self.spec), "no evaluation")),
        };
        // Stored estimates depend on the old evaluation.
        self.table = None;
        self.evaluator = chosen;
        self.has_chosen = choice.trim() != "default";
        Ok(())
    }

    fn expect(&mut self, opponent: Option<Model>) {
        self.expected = opponent;
    }

    fn set_position(&mut self, text: &str) -> Result<(), Problem> {
        let state = self.game.parse_position(text);
        let state = state.map_err(|error| Problem::from(error).within(format!("position {}", quoted(text))))?;
        self.path = Path::from(state, Some(text.trim().to_owned()).filter(|text| !text.is_empty()));
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<String, Problem> {
        let mv = self.game.parse_move(self.state(), text)?;
        let written = self.game.write_move(self.state(), mv);
        self.path.push(&self.game, mv);
        Ok(written)
    }

    fn after(&self, text: &str) -> Result<Box<dyn Session>, Problem> {
        let mv = self.game.parse_move(self.state(), text)?;
        let mut session = self.copy(1);
        session.path.push(&self.game, mv);
        Ok(Box::new(session))
    }

    fn undo(&mut self) -> Option<String> {
        let mv = self.path.pop()?;
        Some(self.game.write_move(self.state(), mv))
    }

    fn moves_played(&self) -> Vec<String> {
        Scribe { game: &self.game, state: self.path.first() }.moves(self.path.moves())
    }

    fn written(&self) -> String {
        self.game.write_position(self.state())
    }

    fn fork(&self) -> Box<dyn Session> {
        Box::new(self.copy(0))
    }

    fn follow(&mut self, other: &dyn Session) -> bool {
        let other: &dyn Any = other;
        let related = |other: &&Self| Arc::ptr_eq(&self.family, &other.family);
        let Some(other) = other.downcast_ref::<Self>().filter(related) else { return false };
        self.path = other.path.copy(0);
        true
    }

    fn reserve(&mut self, bytes: usize) -> Result<(), Problem> {
        self.provide_table(bytes)
    }

    fn forget(&mut self) {
        self.table = None;
    }

    fn analyse(&mut self, ask: &Ask, each: &mut dyn FnMut(&Iteration)) -> Result<Analysis, Problem> {
        if let Some(model) = self.expected {
            return against::analyse(&self.job(None), model, self.title(), ask, each);
        }
        self.provide_table(ask.memory)?;
        let Some(table) = self.kept_table() else { unreachable!("it was just provided") };
        let book = self.book_for(1);
        analyse::analyse(&self.job(book.as_ref()), table, self.title(), ask, each)
    }

    fn solve(&mut self, ask: &SolveAsk) -> Result<Solution, Problem> {
        if ask.fresh {
            self.table = None;
        } else {
            self.provide_table(ask.memory)?;
        }
        let book = self.book_for(0);
        solve::solve(&self.job(book.as_ref()), self.kept_table(), self.title(), ask)
    }

    fn set_book(&mut self, choice: &BookChoice) -> Result<(), Problem> {
        let weights = match (choice, self.setup.read_weights) {
            (BookChoice::File(path), Some(read)) => read(path)?,
            _ => None,
        };
        let is_table =
            self.setup.mount_table.map_or(Ok(false), |mount| mount(Arc::make_mut(&mut self.knowledge), choice))?;
        let exact = if weights.is_some() || is_table { &BookChoice::Nothing } else { choice };
        self.book = book::mount(exact, &self.game, &*self.knowledge)?;
        self.weights = weights;
        Ok(())
    }

    fn set_endgames(&mut self, folders: &str) -> Result<(), Problem> {
        self.open_tables(0, folders)
    }

    fn set_tables(&mut self, folders: &str) -> Result<(), Problem> {
        self.open_tables(1, folders)
    }

    fn book_page(&self) -> Option<BookPage> {
        let book = self.book.as_deref()?;
        Some(book::page(&self.game, &*self.knowledge, book, self.state(), self.title()))
    }

    fn suggestions(&self) -> Option<Vec<Suggestion>> {
        let weights = self.weights.as_ref()?;
        Some(book::suggestions(&self.game, self.state(), &weights(self.state())))
    }

    fn build_book(&self, wanted: &BookBuild, each: &mut dyn FnMut(&BookProgress)) -> Result<BuildEnd, Problem> {
        self.check_book()?;
        book::build(&self.game, &*self.knowledge, wanted, each)
    }

    fn book_positions(&self, plies: u32, stop: &StopFlag) -> Result<Vec<String>, Problem> {
        self.check_book()?;
        book::positions(&self.game, &*self.knowledge, plies, stop)
    }

    fn assemble_book(&self, plies: u32, values: &[i8], out: &FilePath) -> Result<BookInfo, Problem> {
        self.check_book()?;
        book::assemble(&self.game, &*self.knowledge, plies, values, out)
    }

    fn divide(&self, depth: u32, each: &mut dyn FnMut(&Division)) -> Vec<Division> {
        // Chance is no player: an outcome of chance is not counted as a ply.
        let ply = u32::from(!chance::is_thrown(&self.game, self.state()));
        let below = |mv| perft(&self.game, &self.game.apply(self.state(), mv), depth.saturating_sub(ply));
        let moves = legal_moves(&self.game, self.state()).into_iter();
        let divisions = moves.map(|mv| Division { mv: self.game.write_move(self.state(), mv), lines: below(mv) });
        divisions.inspect(|division| each(division)).collect()
    }

    fn measure(&self, techniques: Techniques, limits: Limits, table: &mut SharedTable) -> Option<Measured> {
        measure::measure(&self.typed(), techniques, limits, table)
    }
}
