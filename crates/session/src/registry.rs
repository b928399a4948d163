//! The games by name: those of the project, and those that a program [adds](install).

use std::sync::OnceLock;

use rootward_endgames::checkers::CheckersEndings;
use rootward_endgames::chess::ChessEndings;
use rootward_endgames::mnk::MnkEndings;
use rootward_game::{Knowledge, Notation, TextError};
use rootward_games::backgammon::{self, Backgammon, BackgammonKnowledge, LinearKnowledge};
use rootward_games::checkers::{Checkers, CheckersKnowledge, Colour, Rules};
use rootward_games::chess::{self, Chess, ChessKnowledge};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_games::game_2048::{Game2048, Game2048Knowledge};
use rootward_games::mnk::{Mnk, MnkKnowledge};
use rootward_games::pig::{Pig, PigKnowledge};
use rootward_games::tree::{EXAMPLES, Tree, TreeKnowledge};
use rootward_learn::features::{CheckersFeatures, ChessFeatures, ConnectFourFeatures};
use rootward_learn::{CHECKERS_NETWORK, CHESS_NETWORK, CONNECT_FOUR_NETWORK, GameLearner, Learner};
use serde::Serialize;

use crate::Problem;
use crate::backgammon::mount;
use crate::book::{CONNECT_FOUR_BOOK, ShippedBook, weights_of};
use crate::drawn::{find_tree, written_tree};
use crate::endgame_tables::{OpenEndings, endings_of};
use crate::endgames::{open_syzygy, open_tables};
use crate::game_name::same_name;
use crate::network::Networks;
use crate::own_game::Open;
use crate::played::Played;
use crate::problem::quoted;
use crate::session::Session;
use crate::suggest::nearest;
use crate::{PRESETS, Techniques, parse_techniques_from};

pub(crate) type Opened = Result<Box<dyn Session>, Problem>;

/// A game that can be opened by name.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct GameEntry {
    /// The name on the command line.
    pub name: &'static str,
    /// A description in one sentence.
    pub description: &'static str,
    /// What may follow the name after a colon.
    pub variants: &'static str,
    /// A position to try.
    pub example: &'static str,
    /// The default preset of techniques: `exact`, or `all` where a search to a fixed depth is worth little (chess: it
    /// would stop in the middle of exchanges).
    pub techniques: &'static str,
    /// Positions can repeat, so lines need not end: it is solved depth by depth.
    pub can_repeat: bool,
    /// The position is the whole game, a tree on paper.
    #[serde(skip)]
    pub is_drawn: bool,
    /// Too large to be solved: its weights are fitted to positions from self-play games.
    #[serde(skip)]
    pub is_large: bool,
    /// Chance nodes are dice rolls.
    #[serde(skip)]
    pub has_dice: bool,
    /// Without a variant, it is judged by a network, which `tune` trains.
    #[serde(skip)]
    pub has_network: bool,
    /// The position at the beginning of a line of a file. Most positions are one word.
    #[serde(skip)]
    pub position_in_line: fn(&str) -> String,
    /// Is this text, in place of a game's name, one of the game's variants?
    #[serde(skip)]
    pub is_variant: fn(&str) -> bool,
    /// For chess and its variants: reads the variant. PGN, EPD, Polyglot books and chess engines exist for these games.
    #[serde(skip)]
    pub chess: Option<ReadChess>,
    /// For the kinds of draughts: reads the variant. PDN exists for these games.
    #[serde(skip)]
    pub draughts: Option<ReadDraughts>,
    /// The book that comes with the program, for the game without a variant.
    #[serde(skip)]
    pub book: Option<&'static ShippedBook>,
    /// How a position that was set up by hand on a board of squares is written; none for what the board's style says.
    #[serde(skip)]
    pub set_up: Option<&'static str>,
    /// What teaches networks for it, for the game without a variant.
    #[serde(skip)]
    pub learner: Option<fn() -> Box<dyn Learner>>,
    /// The endings that tables can be built of.
    #[serde(skip)]
    pub(crate) endings: Option<OpenEndings>,
    /// What `bench` searches of it: positions, each to a depth. None for a game of the project, whose searches the signature names.
    #[serde(skip)]
    pub bench: Option<&'static [BenchPosition]>,
    /// Opens it.
    #[serde(skip)]
    pub(crate) open: Open,
}

/// A position in the game's notation, none for the initial one, and the depth to search it to.
pub type BenchPosition = (Option<&'static str>, u32);

/// Reads a variant of chess.
pub type ReadChess = fn(&str) -> Result<Chess, TextError>;

/// Reads a variant of draughts.
pub type ReadDraughts = fn(&str) -> Result<Checkers, TextError>;

/// What a game is opened with.
pub(crate) struct Opening<'a> {
    /// The text after the colon.
    pub(crate) variant: Option<&'a str>,
    /// The position; none for the initial one.
    pub(crate) position: Option<&'a str>,
    /// May the text name a file that is read?
    reads_files: bool,
}

/// An entry with what most games have in common; the others say where they differ.
pub(crate) const COMMON: GameEntry = GameEntry {
    name: "",
    description: "",
    variants: "none",
    example: "",
    techniques: "exact",
    can_repeat: false,
    is_drawn: false,
    is_large: false,
    has_dice: false,
    has_network: false,
    position_in_line: first_word,
    is_variant: |_| false,
    chess: None,
    draughts: None,
    book: None,
    set_up: None,
    learner: None,
    endings: None,
    bench: None,
    open: Open(&|_| Err(Problem::sentence("this entry opens no game"))),
};

fn first_word(line: &str) -> String {
    line.split([' ', '\t', ';']).find(|word| !word.is_empty()).unwrap_or_default().to_owned()
}

static GAMES: OnceLock<Vec<GameEntry>> = OnceLock::new();

/// All games: those of the project, unless others were [installed](install).
pub fn games() -> &'static [GameEntry] {
    GAMES.get_or_init(|| built_in_games().to_vec())
}

/// The games of the project.
#[inline(never)]
pub fn built_in_games() -> &'static [GameEntry] {
    static BUILT_IN: OnceLock<Vec<GameEntry>> = OnceLock::new();
    BUILT_IN.get_or_init(built_in)
}

/// Sets the games of this program, once, before any of them is opened.
pub fn install(entries: Vec<GameEntry>) -> Result<(), Problem> {
    let late = |_| Problem::new("the games are already in use", "games to be installed before one is opened");
    GAMES.set(entries).map_err(late)
}

/// The games of the project. Made by a function, and opened by functions, that are not inlined: a crate that inlines one compiles what it
/// leads to once more, here the engine for every game. In a static or a constant it would be compiled for every program of tests too,
/// also where no test opens a game: 77 CPU-seconds for the unit tests of this crate.
#[inline(never)]
fn built_in() -> Vec<GameEntry> {
    vec![
        GameEntry {
            name: "tree",
            description: "a tree drawn on paper: nested lists of points for MAX, chance(1/2: 3 1/2: 5), or JSON arrays, or a file with one",
            variants: "tree:TREE with a node as the position (root, 2.1, a name); tree:tree1, tree:tree2, tree:deep-cut, tree:dice, tree:star1",
            example: "((3 12 8) (2 4 6) (14 5 2))",
            is_drawn: true,
            position_in_line: str::to_owned,
            is_variant: |text| EXAMPLES.iter().any(|(name, _)| *name == text),
            open: Open(&open_tree),
            ..COMMON
        },
        GameEntry {
            name: "tic-tac-toe",
            description: "three in a row on a board of three by three",
            example: "X.O/.X./..O",
            set_up: Some("stones"),
            endings: Some(OpenEndings(&|variant| {
                read_variant(variant, tic_tac_toe)?;
                endings_of::<MnkEndings>(&Mnk::default(), ["X", "O"])
            })),
            open: Open(&|wanted| {
                let game = read_variant(wanted.variant, tic_tac_toe)?.unwrap_or_default();
                at(mnk(game), wanted)
            }),
            ..COMMON
        },
        GameEntry {
            name: "mnk",
            description: "k in a row on a board of m columns and n rows, up to 64 cells",
            variants: "mnk:COLUMNS,ROWS,IN-A-ROW",
            example: "X.O/.X./..O",
            set_up: Some("stones"),
            endings: Some(OpenEndings(&|variant| {
                let game = read_variant(variant, Mnk::parse_variant)?.unwrap_or_default();
                endings_of::<MnkEndings>(&game, ["X", "O"])
            })),
            open: Open(&|wanted| {
                at(mnk(read_variant(wanted.variant, Mnk::parse_variant)?.unwrap_or_default()), wanted)
            }),
            ..COMMON
        },
        GameEntry {
            name: "connect-four",
            description: "four in a line, stones dropped into the columns of an upright board",
            variants: "connect-four:WIDTHxHEIGHT, up to WIDTH × (HEIGHT + 1) = 64",
            example: "4453",
            book: Some(&CONNECT_FOUR_BOOK),
            learner: Some(|| {
                let (game, knowledge) = (ConnectFour::default(), ConnectFourKnowledge::default());
                Box::new(GameLearner { game, knowledge, features: ConnectFourFeatures })
            }),
            open: Open(&|wanted| {
                let game = read_variant(wanted.variant, ConnectFour::parse_variant)?.unwrap_or_default();
                let mut played = Played::new(game, ConnectFourKnowledge::default()).sides("X", "O").linear();
                if wanted.variant.is_none() {
                    played = played.networks(Networks::new::<ConnectFourFeatures>(Some(&CONNECT_FOUR_NETWORK)));
                }
                at(played, wanted)
            }),
            ..COMMON
        },
        GameEntry {
            name: "chess",
            description: "chess; positions are FEN, moves are written like Nf3 or g1f3",
            variants: "chess:960 (Fischer Random), chess:960,NUMBER with the number of the first position",
            example: "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
            techniques: "all",
            can_repeat: true,
            is_large: true,
            position_in_line: chess::position_in_line,
            chess: Some(Chess::parse_variant),
            learner: Some(|| {
                let (game, knowledge) = (Chess::default(), ChessKnowledge::default());
                Box::new(GameLearner { game, knowledge, features: ChessFeatures })
            }),
            open: Open(&|wanted| {
                let game = read_variant(wanted.variant, Chess::parse_variant)?.unwrap_or_default();
                let played = Played::new(game, ChessKnowledge::default()).sides("White", "Black").linear();
                let played = played.networks(Networks::new::<ChessFeatures>(Some(&CHESS_NETWORK)).by_default());
                at(played.weighted_books(weights_of).syzygy(open_syzygy).endgames(open_tables::<ChessEndings>), wanted)
            }),
            endings: Some(OpenEndings(&|variant| {
                let game = read_variant(variant, Chess::parse_variant)?.unwrap_or_default();
                endings_of::<ChessEndings>(&game, ["White", "Black"])
            })),
            ..COMMON
        },
        GameEntry {
            name: "checkers",
            description: "English draughts; positions are the FEN of draughts, moves are written like 11-15 or 22x15x8",
            variants: "checkers:russian and checkers:brazilian, with flying kings",
            example: "W:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29",
            techniques: "all",
            can_repeat: true,
            is_large: true,
            draughts: Some(Checkers::parse_variant),
            learner: Some(|| {
                let game = Checkers::default();
                let knowledge = CheckersKnowledge::of(game.rules());
                Box::new(GameLearner { game, knowledge, features: CheckersFeatures })
            }),
            open: Open(&|wanted| {
                let game = read_variant(wanted.variant, Checkers::parse_variant)?.unwrap_or_default();
                let [first, second] = colours(&game);
                let played = Played::new(game, CheckersKnowledge::of(game.rules())).sides(first, second).linear();
                // The network knows English draughts alone.
                let shipped = (*game.rules() == Rules::ENGLISH).then_some(&CHECKERS_NETWORK);
                let played = played.networks(Networks::new::<CheckersFeatures>(shipped).by_default());
                at(played.endgames(open_tables::<CheckersEndings>), wanted)
            }),
            endings: Some(OpenEndings(&|variant| {
                let game = read_variant(variant, Checkers::parse_variant)?.unwrap_or_default();
                endings_of::<CheckersEndings>(&game, colours(&game))
            })),
            ..COMMON
        },
        GameEntry {
            name: "pig",
            description: "the dice game: throw as often as you dare, a 1 loses the turn; 100 points win",
            variants: "pig:GOAL, up to 200",
            example: "22,0,0",
            set_up: Some("scores"),
            has_dice: true,
            open: Open(&|wanted| {
                at(pig(read_variant(wanted.variant, Pig::parse_variant)?.unwrap_or_default()), wanted)
            }),
            ..COMMON
        },
        GameEntry {
            name: "piglet",
            description: "Pig with a coin: heads counts 1, tails loses the turn; 10 points win",
            variants: "piglet:GOAL, up to 200",
            example: "3,4,1",
            set_up: Some("scores"),
            has_dice: true,
            open: Open(&|wanted| {
                at(pig(read_variant(wanted.variant, Pig::parse_piglet_variant)?.unwrap_or_else(Pig::piglet)), wanted)
            }),
            ..COMMON
        },
        GameEntry {
            name: "2048",
            description: "slide tiles, join equal ones; chance puts a new one after every slide (one player against the world)",
            variants: "2048:COLUMNSxROWS[:TARGET], from 2 to 4 of each, such as 2048:2x2:16 or 2048:3x3:128",
            example: "2,4,8,16/.,2,4,8/.,.,2,4/.,.,.,2",
            set_up: Some("tiles"),
            open: Open(&|wanted| {
                let game = read_variant(wanted.variant, Game2048::parse_variant)?.unwrap_or_default();
                at(Played::new(game, Game2048Knowledge::default()).sides("Player", "World"), wanted)
            }),
            ..COMMON
        },
        GameEntry {
            name: "backgammon",
            description: "backgammon for money without the cube; positions are GNU Backgammon's IDs, moves like 24/18 13/11",
            variants: "backgammon:hyper (hypergammon), backgammon:N with 1, 2 or 3 checkers a side; backgammon:linear, judged by weights",
            example: "4HPwATDgc/ABMA 31",
            can_repeat: true,
            is_large: true,
            has_dice: true,
            has_network: true,
            position_in_line: backgammon::position_in_line,
            open: Open(&|wanted| {
                if wanted.variant == Some("linear") {
                    let played =
                        Played::new(Backgammon::default(), LinearKnowledge::default()).sides("X", "O").linear();
                    return at(played.spec("backgammon:linear".to_owned()), wanted);
                }
                let game = read_variant(wanted.variant, Backgammon::parse_variant)?.unwrap_or_default();
                at(Played::new(game, BackgammonKnowledge::default()).sides("X", "O").tables(mount), wanted)
            }),
            ..COMMON
        },
    ]
}

fn pig(game: Pig) -> Played<Pig, PigKnowledge> {
    Played::new(game, PigKnowledge::new(&game)).sides("First", "Second")
}

fn mnk(game: Mnk) -> Played<Mnk, MnkKnowledge> {
    Played::new(game, MnkKnowledge::default()).sides("X", "O").linear().endgames(open_tables::<MnkEndings>)
}

/// Tic-tac-toe is one game.
fn tic_tac_toe(_: &str) -> Result<Mnk, TextError> {
    Err(TextError::new("tic-tac-toe has no variants", "tic-tac-toe or mnk:columns,rows,in-a-row"))
}

/// The sides of draughts, the first to move first.
fn colours(game: &Checkers) -> [&'static str; 2] {
    if game.rules().first == Colour::Black { ["Black", "White"] } else { ["White", "Black"] }
}

impl GameEntry {
    /// Can endgame tables be built of it?
    pub fn has_tables(&self) -> bool {
        self.endings.is_some()
    }

    /// The default techniques of the game.
    pub fn default_techniques(&self) -> Techniques {
        PRESETS.iter().find(|(name, ..)| *name == self.techniques).map_or(Techniques::EXACT, |(_, preset, _)| *preset)
    }
}

/// The techniques of an analysis: those of the game, or a setting based on them.
///
/// ```
/// use rootward_session::{Techniques, techniques_for};
///
/// assert_eq!(techniques_for("chess", None), Ok(Techniques::ALL));
/// assert_eq!(techniques_for("connect-four", None), Ok(Techniques::EXACT));
/// ```
#[inline(never)]
pub fn techniques_for(spec: &str, setting: Option<&str>) -> Result<Techniques, Problem> {
    let of_game = find_game(spec)?.default_techniques();
    setting.map_or(Ok(of_game), |text| parse_techniques_from(of_game, text))
}

/// The entry for a game spec.
#[inline(never)]
pub fn find_game(spec: &str) -> Result<&'static GameEntry, Problem> {
    let (name, _) = split(spec);
    games().iter().find(|entry| same_name(entry.name, name)).ok_or_else(|| {
        let names: Vec<&str> = games().iter().map(|entry| entry.name).collect();
        let expected = match nearest(name, &names) {
            Some(near) => format!("a game such as {near}"),
            None => format!("one of {}", names.join(", ")),
        };
        Problem::new(format!("there is no game {}", quoted(name)), expected)
    })
}

/// Opens a game, `NAME[:VARIANT]`, at a position; without one, at its initial position.
///
/// ```
/// let session = rootward_session::open("connect-four:8x7", Some("4453")).unwrap();
/// assert_eq!(session.view().moves.len(), 8);
/// ```
#[inline(never)]
pub fn open(spec: &str, position: Option<&str>) -> Result<Box<dyn Session>, Problem> {
    open_with(spec, position, true)
}

/// The same for untrusted text: a tree is given as text or by an example's name, and no file is read.
#[inline(never)]
pub fn open_written(spec: &str, position: Option<&str>) -> Result<Box<dyn Session>, Problem> {
    open_with(spec, position, false)
}

fn open_with(spec: &str, position: Option<&str>, reads_files: bool) -> Opened {
    let (_, variant) = split(spec);
    (find_game(spec)?.open.0)(&Opening { variant, position, reads_files })
}

/// The rules of chess in this variant, if the game is chess: for formats and programs that exist for chess only.
pub fn chess_of(spec: &str) -> Result<Option<Chess>, Problem> {
    let Some(parse) = find_game(spec)?.chess else { return Ok(None) };
    Ok(Some(read_variant(split(spec).1, parse)?.unwrap_or_default()))
}

/// What teaches networks for a game; none for a game without features, and for variants.
pub fn learner_of(spec: &str) -> Result<Option<Box<dyn Learner>>, Problem> {
    let learner = find_game(spec)?.learner.filter(|_| split(spec).1.is_none());
    Ok(learner.map(|learner| learner()))
}

/// The rules of draughts in this variant, if the game is a kind of draughts: for files that exist for draughts only.
pub fn draughts_of(spec: &str) -> Result<Option<Checkers>, Problem> {
    let Some(parse) = find_game(spec)?.draughts else { return Ok(None) };
    Ok(Some(read_variant(split(spec).1, parse)?.unwrap_or_default()))
}

/// Opens a tree: the whole tree, or one of its nodes as the position.
fn open_tree(wanted: &Opening<'_>) -> Opened {
    let find = if wanted.reads_files { find_tree } else { written_tree };
    let played = |text| Ok(Played::new(find(text)?, TreeKnowledge).names(|tree, node| tree.name_of(*node)));
    match wanted.variant {
        Some(tree) => at(played(tree)?.spec(format!("tree:{tree}")), wanted),
        None => played(wanted.position.unwrap_or("tree1")).map(|tree| tree.given(Tree::to_text).boxed()),
    }
}

/// What follows the colon of a game's name.
pub(crate) fn variant_of(spec: &str) -> Option<&str> {
    split(spec).1
}

pub(crate) fn read_variant<G>(
    text: Option<&str>,
    read: impl FnOnce(&str) -> Result<G, TextError>,
) -> Result<Option<G>, Problem> {
    let in_variant = |text, error| Problem::from(error).within(format!("variant {}", quoted(text)));
    text.map(|text| read(text).map_err(|error| in_variant(text, error))).transpose()
}

pub(crate) fn at<G, K>(mut played: Played<G, K>, wanted: &Opening<'_>) -> Opened
where
    G: Notation,
    K: Knowledge<G>,
    Played<G, K>: Session + 'static,
{
    if let Some(position) = wanted.position {
        played.set_position(position)?;
    }
    Ok(played.boxed())
}

/// The name and the variant, after the colon. Some variants can also be named directly, such as the example trees.
fn split(spec: &str) -> (&str, Option<&str>) {
    let spec = spec.trim();
    if let Some(entry) = games().iter().find(|entry| (entry.is_variant)(spec)) {
        return (entry.name, Some(spec));
    }
    spec.split_once(':').map_or((spec, None), |(name, variant)| (name.trim(), Some(variant.trim())))
}
