//! Games of chess as PGN and of checkers as PDN, written by `rootward-pgn`.

use rootward_games::checkers::Colour;
use rootward_pgn::{Comment, Format, GameResult, Line, Ply, Record, Tags, written};
use rootward_session::{Problem, chess_of, draughts_of};

use crate::{Ending, GameRecord, Match};

/// Checks that the games of this match can be written as PGN or PDN.
pub fn check_pgn(game: &str) -> Result<(), Problem> {
    if chess_of(game)?.is_some() || draughts_of(game)?.is_some() {
        return Ok(());
    }
    Err(Problem::new(
        format!("PGN is for chess and checkers, not for {game}"),
        "--out FILE, which keeps the games of every game",
    ))
}

/// A game with its tags, followed by an empty line: PGN, or PDN for checkers.
pub fn to_pgn(game_match: &Match, record: &GameRecord) -> Result<String, Problem> {
    check_pgn(&game_match.game)?;
    match draughts_of(&game_match.game)? {
        Some(checkers) => text_of(checkers, checkers.rules().first == Colour::White, game_match, record),
        None => text_of(chess_of(&game_match.game)?.unwrap_or_default(), true, game_match, record),
    }
}

fn text_of<G: Format>(
    game: G,
    first_is_white: bool,
    game_match: &Match,
    record: &GameRecord,
) -> Result<String, Problem> {
    let start = game.parse_position(&record.opening)?;
    let mut position = start.clone();
    let mut line = Line::default();
    for text in &record.moves {
        let mv = game.parse_move(&position, text)?;
        position = game.apply(&position, mv);
        line.plies.push(Ply::new(mv));
    }
    let remark = Comment::new(&summary(record));
    line.plies.last_mut().map_or(&mut line.intro, |last| &mut last.comments).push(remark);
    let white = if first_is_white { record.first } else { 1 - record.first };
    let result = match if white == 0 { record.halves } else { 2 - record.halves } {
        0 => GameResult::Black,
        1 => GameResult::Draw,
        _ => GameResult::White,
    };
    Ok(written(&Record { tags: tags(game_match, record, white), game, start, line, result }) + "\n")
}

fn tags(game_match: &Match, record: &GameRecord, white: usize) -> Tags {
    let mut tags = Tags::default();
    tags.set("Event", "rootward match");
    tags.set("Round", &format!("{}.{}", record.number / 2 + 1, record.number % 2 + 1));
    let engines = game_match.engines_of(record.number);
    let (white, black) = (engines[white], engines[1 - white]);
    tags.set("White", &game_match.engines[white].name);
    tags.set("Black", &game_match.engines[black].name);
    tags.set("PlyCount", &record.moves.len().to_string());
    tags.set("Termination", termination(record.ending));
    if let Some(clock) = game_match.allowances[white].clock {
        tags.set("TimeControl", &clock.to_string());
    }
    tags
}

/// The PGN term for an ending.
fn termination(ending: Ending) -> &'static str {
    match ending {
        Ending::Rules | Ending::Repetition | Ending::Resignation => "normal",
        Ending::Length | Ending::AgreedDraw | Ending::AgreedWin => "adjudication",
        Ending::TimeLoss => "time forfeit",
        Ending::Hang | Ending::Crash => "abandoned",
        Ending::IllegalMove | Ending::FalseClaim => "rules infraction",
    }
}

fn summary(record: &GameRecord) -> String {
    let remark = record.remark.as_ref().map_or(String::new(), |remark| format!(": {remark}"));
    format!("{}{remark}", record.ending)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Allowance, EngineSpec, Rules, Schedule, Spent, TimeControl};

    fn sample_match() -> Match {
        let clock = Some(TimeControl::parse("1+0.01").unwrap());
        Match {
            game: "chess".to_owned(),
            engines: ["name='A \"x\"'", "name=B"].map(|text| EngineSpec::parse(text).unwrap()).to_vec(),
            allowances: vec![Allowance { clock, ..Allowance::default() }; 2],
            schedule: Schedule::default(),
            openings: vec![String::new()],
            pairs: 1,
            sprt: None,
            concurrency: 1,
            rules: Rules::default(),
            seed: 1,
            stop: Default::default(),
        }
    }

    fn record(opening: &str, moves: &[&str]) -> GameRecord {
        GameRecord {
            number: 3,
            engines: [0, 1],
            opening: opening.to_owned(),
            first: 1,
            halves: 2,
            payoff: None,
            ending: Ending::TimeLoss,
            culprit: Some(1),
            remark: Some("too late".to_owned()),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            spent: [Spent::default(); 2],
        }
    }

    #[test]
    fn a_game_has_its_tags_and_numbered_moves() {
        let pgn = to_pgn(&sample_match(), &record("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30", &["Kd7", "e4", "Kc6"])).unwrap();
        for line in [
            "[Round \"2.2\"]",
            "[White \"B\"]",
            "[Black \"A \\\"x\\\"\"]",
            "[Result \"0-1\"]",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]",
            "[TimeControl \"1+0.01\"]",
            "[Termination \"time forfeit\"]",
            "30... Kd7 31. e4 Kc6 {time loss: too late} 0-1",
        ] {
            assert!(pgn.lines().any(|found| found == line), "{line} is not in\n{pgn}");
        }
    }

    #[test]
    fn long_games_are_broken_into_lines() {
        let pgn = to_pgn(&sample_match(), &record("", &["Nf3", "Nf6", "Ng1", "Ng8"].repeat(20))).unwrap();
        assert!(!pgn.contains("FEN") && pgn.contains("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3"));
        assert!(pgn.lines().all(|line| line.len() < 80), "{pgn}");
    }

    #[test]
    fn checkers_has_its_own_tags_and_black_begins() {
        let game_match = Match { game: "checkers".to_owned(), ..sample_match() };
        let pdn = to_pgn(&game_match, &record("", &["11-15", "23-19", "8-11"])).unwrap();
        // The second engine begins and loses.
        for line in ["[White \"A \\\"x\\\"\"]", "[Black \"B\"]", "[Result \"1-0\"]", "[GameType \"21,B,8,8,N1,0\"]"] {
            assert!(pdn.lines().any(|found| found == line), "{line} is not in\n{pdn}");
        }
        assert!(pdn.contains("\n1. 11-15 23-19 2. 8-11 {time loss: too late} 1-0\n"), "{pdn}");
    }

    /// In Russian draughts White begins. The second engine begins and loses in either game.
    #[test]
    fn who_begins_is_white_or_black_as_the_rules_say() {
        for (game, opening, moves, begins, result) in [
            ("checkers:russian", "", ["c3-d4", "d6-c5"], "White", "0-1"),
            ("checkers:brazilian", "", ["c3-d4", "d6-c5"], "White", "0-1"),
            ("checkers", "", ["11-15", "23-19"], "Black", "1-0"),
            ("checkers", "W:WK32:BK1", ["32-27", "1-6"], "Black", "1-0"),
        ] {
            let game_match = Match { game: game.to_owned(), ..sample_match() };
            let pdn = to_pgn(&game_match, &record(opening, &moves)).unwrap();
            // Whoever has the first side of the game is B here, even where the opening leaves the other side to move.
            assert!(
                pdn.contains(&format!("[{begins} \"B\"]")) && pdn.contains(&format!("[Result \"{result}\"]")),
                "{pdn}"
            );
        }
    }

    #[test]
    fn other_games_have_no_pgn() {
        assert!(check_pgn("chess:960").is_ok() && check_pgn("connect-four").is_err());
        assert!(check_pgn("checkers:russian").is_ok() && check_pgn("checkers:polish").is_err());
    }
}
