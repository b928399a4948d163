//! Checkers by the engine: the values of textbook minimax, proofs beside the draws by repetition and by forty moves.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use rootward_endgames::checkers::{CheckersEndings, CheckersTables};
use rootward_endgames::{Endings, Metric, Options, Value, build};
use rootward_game::contract::{Dice, random_game};
use rootward_game::{Game, Knowledge, Notation, Score, outcome_at};
use rootward_games::checkers::{Checkers, CheckersKnowledge, Colour, Position, Rules};
use rootward_search::textbook::Minimax;
use rootward_search::{Limits, Search, SharedTable, Techniques};
use rootward_session::{Analysis, Ask, Kind, Session, SolveAsk, open};

fn textbook(game: &Checkers, knowledge: &impl Knowledge<Checkers>, state: &Position, depth: u32) -> Score {
    let side = game.to_move(state);
    side.view(Minimax { depth: Some(depth) }.run(game, knowledge, state, ()).value)
}

/// Positions in the middle of random games, by all rules.
fn positions(count: usize, longest: usize) -> Vec<(Checkers, Position)> {
    let mut dice = Dice::new(17);
    let mut positions = Vec::new();
    while positions.len() < count {
        let game = Checkers::new(Rules::ALL[positions.len() % Rules::ALL.len()]);
        let states = random_game(&game, &mut dice, longest);
        let state = states[dice.below(states.len())];
        if outcome_at(&game, &state).is_none() {
            positions.push((game, state));
        }
    }
    positions
}

/// A table may answer with a value that another line's repetitions had no part in, so it is off where kings go back and forth.
#[test]
fn the_engine_has_the_textbook_s_values() {
    for (game, state) in positions(300, 100) {
        let knowledge = CheckersKnowledge::of(game.rules());
        let has_king = [Colour::Black, Colour::White].into_iter().any(|colour| state.kings(colour) != 0);
        let table = SharedTable::with_bytes(1 << 16);
        let mut techniques = Techniques { farsighted: Techniques::NONE.farsighted, ..Techniques::EXACT };
        techniques.sound.transposition_table = !has_king;
        for depth in 1..=4 {
            let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(techniques);
            let report = search.limits(Limits::depth(depth)).run(&state);
            let context = format!("{} {} to depth {depth}", game.name(), game.write_position(&state));
            let truth = textbook(&game, &knowledge, &state, depth);
            assert_eq!(report.score, truth, "{context}");
            let child = game.apply(&state, report.best().expect("a move"));
            let value = textbook(&game, &knowledge, &child, depth - 1);
            assert_eq!(value.from_child(true), truth, "{context}: the chosen move is worth less");
        }
    }
}

/// Whatever the strong player claims as won or lost is so by plain minimax, deep enough.
#[test]
fn with_all_techniques_no_win_is_claimed_that_is_none() {
    let mut claims = 0;
    for (game, state) in positions(300, 160) {
        let knowledge = CheckersKnowledge::of(game.rules());
        let table = SharedTable::with_bytes(1 << 18);
        let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(Techniques::ALL);
        let report = search.limits(Limits::depth(5)).run(&state);
        let claim = (1..=6).find(|&plies| [Score::win_in(plies), Score::loss_in(plies)].contains(&report.score));
        let Some(plies) = claim else { continue };
        claims += 1;
        let truth = textbook(&game, &knowledge, &state, plies);
        let context =
            format!("{} {}: {:?}, by minimax {truth:?}", game.name(), game.write_position(&state), report.score);
        // Minimax may find a shorter way.
        if report.score > Score::DRAW {
            assert!(truth >= report.score, "{context}");
        } else {
            assert!(truth <= report.score, "{context}");
        }
    }
    assert!(claims >= 20, "only {claims} claims were checked");
}

/// Two kings catch one in seven plies, six of them without progress.
#[test]
fn forty_moves_take_a_win_away_and_nothing_else() {
    let solved = |count: &str| {
        let ask = SolveAsk { limits: Limits::nodes(30_000_000), memory: 1 << 20, ..SolveAsk::default() };
        let solution = open("checkers", Some(&format!("B:WK4:BK10,K18{count}"))).unwrap().solve(&ask).unwrap();
        (solution.value, solution.plies)
    };
    assert_eq!(solved(""), (Some(Kind::Win), Some(7)));
    assert_eq!(solved(":H73"), (Some(Kind::Win), Some(7)));
    assert_eq!(solved(":H74").0, Some(Kind::Draw));
}

/// A folder with tables of endings, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn built(name: &str, endings: &[&str]) -> Folder {
        let folder = std::env::temp_dir().join(format!("rootward-checkers-{name}-{}", std::process::id()));
        let game = CheckersEndings::default();
        let slices: Vec<_> = endings.iter().map(|name| game.slice(name).unwrap()).collect();
        let options = Options::new(Metric::End, &folder);
        assert!(build(&game, &slices, &options, &AtomicBool::new(false), &mut |_| {}).is_ok());
        Folder(folder)
    }

    /// A game at this position that asks the tables.
    fn session(&self, position: &str) -> Box<dyn Session> {
        let mut session = open("checkers", Some(position)).unwrap();
        session.set_tables(self.0.to_str().unwrap()).unwrap();
        session
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The answer after a look one ply ahead.
fn at_a_glance(session: &mut dyn Session) -> Analysis {
    let ask = Ask { limits: Limits::depth(1), techniques: Techniques::ALL, ..Ask::default() };
    session.analyse(&ask, &mut |_| {}).unwrap()
}

/// Two kings catch one in seven plies, six of them without progress: with 73 plies of 80 gone the last one still wins.
#[test]
fn tables_prove_a_win_to_the_ply_within_the_forty_moves_and_none_after_repetitions() {
    let folder = Folder::built("clock", &["KKvK"]);
    for (clock, plies) in [(0, Some(7)), (73, Some(7)), (74, None), (79, None)] {
        let answer = at_a_glance(folder.session(&format!("B:WK4:BK10,K18:H{clock}")).as_mut());
        let won = answer.proven && answer.score.kind == Kind::Win;
        assert_eq!(answer.score.plies.filter(|_| won), plies, "{clock} plies without progress: {:?}", answer.score);
        let lost = at_a_glance(folder.session(&format!("W:WK4:BK15,K18:H{clock}")).as_mut());
        let is_lost = lost.proven && lost.score.kind == Kind::Loss;
        assert_eq!(is_lost, clock <= 74, "{clock} plies without progress: {:?}", lost.score);
    }
    // The tables know nothing of the game so far: every position of the way was there twice.
    let mut session = folder.session("B:WK4:BK10,K18");
    for mv in ["18-22", "4-8", "22-18", "8-4", "18-22", "4-8", "22-18", "8-4"] {
        session.play(mv).unwrap();
    }
    let answer = at_a_glance(session.as_mut());
    assert!(!(answer.proven && answer.score.kind == Kind::Win), "{:?}", answer.score);
    assert_eq!(at_a_glance(folder.session("B:WK1:BK10").as_mut()).score.kind, Kind::Draw);
}

/// Random endings with any clock: what is proven with tables is what is proven without, and a short win is the textbook's.
#[test]
fn with_tables_the_engine_proves_what_it_proves_without() {
    let folder = Folder::built("random", &["KKvK", "KMvK", "KMvM"]);
    let (game, endings) = (Checkers::default(), CheckersEndings::default());
    let tables = CheckersTables::open(&game, &folder.0).unwrap();
    let (mut dice, mut compared, mut measured, mut short) = (Dice::new(5), 0, 0, 0);
    for number in 0..240 {
        let slice = endings.slice(["KKvK", "KMvK", "KMvM"][number % 3]).unwrap();
        let Some(position) = endings.position(&slice, dice.below(endings.count(&slice) as usize) as u64) else {
            continue;
        };
        if outcome_at(&game, &position).is_some() {
            continue;
        }
        let clock = 66 + dice.below(14) as u32;
        let fen = format!("{}:H{clock}", game.write_position(&position));
        let ask = SolveAsk { limits: Limits::nodes(20_000), memory: 1 << 20, ..SolveAsk::default() };
        let with = folder.session(&fen).solve(&ask).unwrap();
        let without = open("checkers", Some(&fen)).unwrap().solve(&ask).unwrap();
        if let (Some(one), Some(other)) = (with.value, without.value) {
            assert_eq!(one, other, "{fen}");
            compared += 1;
            // The limit may end a solution between the win and its distance.
            if let (Some(plies), Some(others)) = (with.plies, without.plies) {
                assert_eq!(plies, others, "{fen}");
                measured += 1;
            }
        }
        let Some(Value::Win(plies @ 1..=5)) = tables.probe(&position) else { continue };
        // A longer win without progress is a draw by the rule of forty moves.
        if clock + plies > 80 {
            continue;
        }
        let state = game.parse_position(&fen).unwrap();
        let answer = at_a_glance(folder.session(&fen).as_mut());
        let is_won = textbook(&game, &CheckersKnowledge::default(), &state, plies) == Score::win_in(plies);
        assert!(is_won && answer.proven && answer.score.plies == Some(plies), "{fen}: {:?}", answer.score);
        short += 1;
    }
    assert!(
        compared >= 50 && measured >= 30 && short >= 20,
        "{compared} compared, {measured} distances, {short} short wins"
    );
}

#[test]
fn tables_are_those_of_english_draughts() {
    let problem = open("checkers:russian", None).unwrap().set_tables("tables").unwrap_err().to_string();
    assert_eq!(
        problem,
        "there are no endgame tables of checkers:russian: expected checkers, which is English draughts"
    );
    let message = open("checkers", None).unwrap().set_tables("/no/such/folder").unwrap_err().to_string();
    assert!(message.contains("/no/such/folder"), "{message}");
    assert!(
        open("checkers", None)
            .unwrap()
            .set_endgames("x")
            .is_err_and(|refusal| refusal.to_string().ends_with("expected chess"))
    );
}
