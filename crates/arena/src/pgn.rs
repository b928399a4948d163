//! Chess games as PGN, written by `rootward-pgn`.

use rootward_game::{Game, Notation};
use rootward_pgn::{Comment, GameResult, Line, Ply, Record, Tags, written};
use rootward_session::{Problem, chess_of};

use crate::{Ending, GameRecord, Match};

/// Checks that the games of this match can be written as PGN.
pub fn check_pgn(game: &str) -> Result<(), Problem> {
    if chess_of(game)?.is_some() {
        return Ok(());
    }
    Err(Problem::new(format!("PGN is for chess, not for {game}"), "--out FILE, which keeps the games of every game"))
}

/// A game with its tags, followed by an empty line.
pub fn to_pgn(game_match: &Match, record: &GameRecord) -> Result<String, Problem> {
    check_pgn(&game_match.game)?;
    let chess = chess_of(&game_match.game)?.unwrap_or_default();
    let start = chess.parse_position(&record.opening)?;
    let mut position = start.clone();
    let mut line = Line::default();
    for text in &record.moves {
        let mv = chess.parse_move(&position, text)?;
        position = chess.apply(&position, mv);
        line.plies.push(Ply::new(mv));
    }
    let remark = Comment::new(&told(record));
    line.plies.last_mut().map_or(&mut line.intro, |last| &mut last.comments).push(remark);
    let result = match if record.first == 0 { record.halves } else { 2 - record.halves } {
        0 => GameResult::Black,
        1 => GameResult::Draw,
        _ => GameResult::White,
    };
    Ok(written(&Record { tags: tags(game_match, record), chess, start, line, result }) + "\n")
}

fn tags(game_match: &Match, record: &GameRecord) -> Tags {
    let mut tags = Tags::default();
    tags.set("Event", "rootward match");
    tags.set("Round", &format!("{}.{}", record.number / 2 + 1, record.number % 2 + 1));
    let engines = game_match.engines_of(record.number);
    let (white, black) = (engines[record.first % 2], engines[1 - record.first % 2]);
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

fn told(record: &GameRecord) -> String {
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
    fn other_games_have_no_pgn() {
        assert!(check_pgn("chess:960").is_ok() && check_pgn("connect-four").is_err());
    }
}
