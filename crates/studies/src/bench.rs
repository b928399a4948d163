//! The signature: node counts and results of fixed searches over every game. It changes if and only if behaviour
//! changes. A program with games of its own has the positions that these register after those of the project.

use rootward_search::{Limits, Techniques};
use rootward_support::hash::fnv1a;
use serde::Serialize;

use rootward_session::{Ask, BenchPosition, Bound, Problem, Score, SolveAsk, find_game, games, open};

/// A search of the signature: to a depth, or to the end of the game.
#[derive(Clone, Debug)]
struct Case<'a> {
    game: &'a str,
    /// None for the initial position.
    position: Option<&'a str>,
    depth: Option<u32>,
}

const fn case(game: &'static str, position: &'static str, depth: u32) -> Case<'static> {
    Case { game, position: Some(position), depth: Some(depth) }
}

const fn proof(game: &'static str, position: &'static str) -> Case<'static> {
    Case { game, position: Some(position), depth: None }
}

/// These cases are fixed: a change requires a new committed signature. About a second in a release build.
const CASES: &[Case<'static>] = &[
    case("tree:tree1", "root", 9),
    case("tree:tree2", "root", 9),
    case("tree:deep-cut", "root", 9),
    proof("tree:deep-cut", "root"),
    case("tic-tac-toe", ".../.../...", 9),
    case("tic-tac-toe", "X.O/.../...", 4),
    proof("tic-tac-toe", ".../.../..."),
    case("mnk:4,4,3", "..../.X../..../....", 5),
    case("mnk:5,5,4", "...../...../..X../...../.....", 4),
    proof("mnk:4,3,3", "..../..../...."),
    case("connect-four", "-", 11),
    case("connect-four", "4453", 11),
    case("connect-four", "44444", 10),
    case("connect-four:8x7", "-", 8),
    case("connect-four:5x4", "33", 18),
    proof("connect-four", "2252576253462244111563"),
    proof("connect-four", "7422341735647741166133573473242566"),
    proof("connect-four:5x4", "-"),
    case("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
    case("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
    case("chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6),
    case("chess", "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1", 4),
    case("chess", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1", 9),
    case("checkers", "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12", 9),
    case("checkers", "W:W15,19,20,24,25,26,27,30,32:B1,3,5,6,7,9,10,12,14", 8),
    case("checkers", "W:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29", 7),
    case("checkers:russian", "W:Wa3,c3,e3,g3,b2,d2,f2,c1,e1,g1:Ba5,c5,e5,g7,b8,d8,f8,a7,c7,h6", 6),
    case("tree:dice", "root", 9),
    case("pig", "22,0,18", 6),
    case("pig", "71,80,9,second,roll", 6),
    case("piglet", "3,4,1", 8),
    case("2048", "2,4,8,16/.,2,4,8/.,.,2,4/.,.,.,2", 3),
    case("backgammon", "4HPwATDgc/ABMA 31", 2),
    case("backgammon:linear", "740dAABttxUABA 42", 2),
];

/// Techniques of the searches to a depth.
const SETTINGS: &[(&str, Techniques)] = &[("exact", Techniques::EXACT), ("all", Techniques::ALL)];

/// The result of one search and its node count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BenchRow {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// `depth 11 exact`, or `solve`.
    pub search: String,
    /// Nodes.
    pub nodes: u64,
    /// The best move; none if there is none.
    pub best: Option<String>,
    /// The value; none if it was not solved.
    pub score: Option<Score>,
    /// How it relates to the true one.
    pub bound: Bound,
    /// The value with its label, as the signature has it.
    #[serde(skip)]
    pub value: String,
}

impl BenchRow {
    /// The search without its result.
    fn title(&self) -> String {
        format!("{} {} {}", self.game, self.position, self.search)
    }

    /// The best move as the signature has it.
    pub fn move_text(&self) -> &str {
        self.best.as_deref().unwrap_or("no move")
    }

    fn line(&self) -> String {
        format!("{}: {} nodes, {}, {}", self.title(), self.nodes, self.move_text(), self.value)
    }
}

/// All searches of the signature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Signature {
    /// Each search.
    pub rows: Vec<BenchRow>,
    /// Nodes of all.
    pub nodes: u64,
    /// A hash of every best move and value: another result gives another hash.
    pub hash: String,
}

/// What a game is searched with if it names no positions, and a variant that has none: the initial position, a few plies deep.
const USUAL: &[BenchPosition] = &[(None, 4)];

/// The searches of all games: those of the project, unless another game has taken a name, and those that other games register.
fn of_all_games() -> Vec<Case<'static>> {
    let fixed = CASES.iter().filter(|case| find_game(case.game).is_ok_and(|entry| entry.bench.is_none())).cloned();
    let own = games().iter().flat_map(|entry| registered(entry.name, entry.bench.unwrap_or_default()));
    fixed.chain(own).collect()
}

fn registered<'a>(game: &'a str, positions: &'static [BenchPosition]) -> impl Iterator<Item = Case<'a>> {
    positions.iter().map(move |&(position, depth)| Case { game, position, depth: Some(depth) })
}

/// The searches of one game; of a variant, those of that variant.
fn of_game(spec: &str) -> Result<Vec<Case<'_>>, Problem> {
    let spec = spec.trim();
    let (entry, is_variant) = (find_game(spec)?, spec.contains(':'));
    let is_wanted = |case: &&Case<'_>| {
        case.game == spec || !is_variant && find_game(case.game).is_ok_and(|other| other.name == entry.name)
    };
    let mut cases: Vec<Case<'_>> = match entry.bench {
        None => CASES.iter().filter(is_wanted).cloned().collect(),
        Some(positions) if !is_variant => registered(entry.name, positions).collect(),
        Some(_) => Vec::new(),
    };
    if cases.is_empty() {
        cases.extend(registered(if is_variant { spec } else { entry.name }, USUAL));
    }
    Ok(cases)
}

/// Runs the searches of all games, or of one, with one thread and reports each to `each`.
pub fn bench(game: Option<&str>, each: &mut dyn FnMut(&BenchRow)) -> Result<Signature, Problem> {
    let mut rows = Vec::new();
    for case in &game.map_or_else(|| Ok(of_all_games()), of_game)? {
        let names: &[(&str, Techniques)] = if case.depth.is_some() { SETTINGS } else { &SETTINGS[..1] };
        for (name, techniques) in names {
            let row = run(case, name, *techniques)?;
            each(&row);
            rows.push(row);
        }
    }
    let nodes = rows.iter().map(|row| row.nodes).sum();
    let results = rows.iter().map(|row| format!("{} {} {}\n", row.title(), row.move_text(), row.value));
    let hash = format!("{:016x}", fnv1a(results.collect::<String>().as_bytes()));
    Ok(Signature { rows, nodes, hash })
}

fn run(case: &Case<'_>, name: &str, techniques: Techniques) -> Result<BenchRow, Problem> {
    let mut session = open(case.game, case.position)?;
    let position = case.position.map_or_else(|| session.view().position, str::to_owned);
    let row = |search: String, nodes: u64, best: Option<String>, value: String, (score, bound)| {
        let (game, position) = (case.game.to_owned(), position);
        BenchRow { game, position, search, nodes, best, score, bound, value }
    };
    if let Some(depth) = case.depth {
        let ask = Ask { limits: Limits::depth(depth), techniques, memory: 16 << 20, ..Ask::default() };
        let analysis = session.analyse(&ask, &mut |_| {})?;
        let (bound, text) = (analysis.bound, format!("{}{}", analysis.bound.sign(), analysis.score));
        let search = format!("depth {depth} {name}");
        return Ok(row(search, analysis.nodes, analysis.best, text, (Some(analysis.score), bound)));
    }
    let solution = session.solve(&SolveAsk { memory: 16 << 20, ..SolveAsk::default() })?;
    let score = solution.score();
    let value = solution.payoff.map_or_else(|| kind_word(solution.value), |payoff| format!("payoff {payoff}"));
    let plies = solution.plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
    Ok(row("solve".to_owned(), solution.nodes, solution.best, value + &plies, (score, Bound::Exact)))
}

fn kind_word(kind: Option<rootward_session::Kind>) -> String {
    kind.map_or_else(|| "unsolved".to_owned(), |kind| format!("{kind:?}").to_lowercase())
}

impl Signature {
    /// The text of the committed file.
    pub fn text(&self) -> String {
        let mut lines: Vec<String> = self.rows.iter().map(BenchRow::line).collect();
        lines.push(self.total());
        lines.join("\n") + "\n"
    }

    /// The last line: all nodes, and the hash of all results.
    pub fn total(&self) -> String {
        format!("total: {} nodes, results {}", self.nodes, self.hash)
    }

    /// How this signature differs from a committed one, a line for each search; empty if it does not.
    pub fn differences(&self, committed: &str) -> Vec<String> {
        let own = self.text();
        let title = |line: &str| line.split_once(": ").map_or(line, |(title, _)| title).to_owned();
        let mut differences = Vec::new();
        for line in own.lines() {
            match committed.lines().find(|other| title(other) == title(line)) {
                None => differences.push(format!("not in the file: {line}")),
                Some(other) if other != line => differences.push(format!("now {line}; was {}", after_title(other))),
                Some(_) => {}
            }
        }
        let gone = committed.lines().filter(|line| !own.lines().any(|other| title(other) == title(line)));
        differences.extend(gone.map(|line| format!("only in the file: {line}")));
        differences
    }
}

fn after_title(line: &str) -> &str {
    line.split_once(": ").map_or(line, |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signature(nodes: u64) -> Signature {
        let row = BenchRow {
            game: "tree:tree1".into(),
            position: "root".into(),
            search: "solve".into(),
            nodes,
            best: Some("1".into()),
            score: None,
            bound: Bound::Exact,
            value: "payoff 3".into(),
        };
        Signature { rows: vec![row], nodes, hash: "00".into() }
    }

    #[test]
    fn a_signature_equals_itself_and_names_what_differs() {
        let committed = signature(7).text();
        assert!(signature(7).differences(&committed).is_empty());
        let differences = signature(8).differences(&committed);
        assert_eq!(differences.len(), 2);
        assert_eq!(differences[0], "now tree:tree1 root solve: 8 nodes, 1, payoff 3; was 7 nodes, 1, payoff 3");
        assert_eq!(signature(7).differences(&(committed + "old: 1")), ["only in the file: old: 1"]);
    }

    #[test]
    fn one_game_is_searched_with_its_own_positions() {
        let games = |spec| of_game(spec).unwrap().iter().map(|case| case.game.to_owned()).collect::<Vec<_>>();
        assert_eq!(games("pig"), ["pig", "pig"]);
        assert_eq!(games("mnk").len(), 3, "every variant that there is");
        assert_eq!(games("mnk:4,4,3"), ["mnk:4,4,3"]);
        let other = of_game("connect-four:6x5").unwrap();
        assert_eq!((other.len(), other[0].position, other[0].depth), (1, None, Some(4)));
        assert!(of_game("no-game").is_err());
        assert_eq!(of_all_games().len(), CASES.len());
        let mut rows = 0;
        let signature = bench(Some("connect-four:4x4"), &mut |_| rows += 1).unwrap();
        assert_eq!((signature.rows.len(), rows), (2, 2));
        assert!(!signature.rows[0].position.is_empty(), "the initial position is written out");
    }
}
