//! Games of chess as PGN (S. Edwards, *Portable Game Notation Specification and Implementation Guide*, 1994).

use rootward_session::Problem;

use crate::{Contest, Ending, GameRecord};

/// Lines are no longer than this in the export format.
const WIDTH: usize = 79;

/// The usual first position needs no tag.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Can the games of this match be written as PGN?
pub fn check_pgn(game: &str) -> Result<(), Problem> {
    let name = game.split(':').next().unwrap_or_default().trim();
    if name == "chess" {
        return Ok(());
    }
    Err(Problem::new(format!("PGN is for chess, not for {name}"), "--out FILE, which keeps the games of every game"))
}

/// A game with its tags, and an empty line after it.
#[must_use]
pub fn to_pgn(contest: &Contest, record: &GameRecord) -> String {
    let result = match if record.first == 0 { record.halves } else { 2 - record.halves } {
        0 => "0-1",
        1 => "1/2-1/2",
        _ => "1-0",
    };
    let mut tags = vec![
        ("Event", "rootward match".to_owned()),
        ("Site", "?".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", format!("{}.{}", record.number / 2 + 1, record.number % 2 + 1)),
        ("White", contest.engines[record.first].name.clone()),
        ("Black", contest.engines[1 - record.first].name.clone()),
        ("Result", result.to_owned()),
    ];
    if contest.game.contains("960") {
        tags.push(("Variant", "Chess960".to_owned()));
    }
    if record.opening != START {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", record.opening.clone())]);
    }
    if let Some(clock) = contest.allowances[record.first].clock {
        tags.push(("TimeControl", clock.to_string()));
    }
    tags.push(("PlyCount", record.moves.len().to_string()));
    tags.push(("Termination", termination(record.ending).to_owned()));
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{}\"]\n", escaped(value))).collect();
    let remark = format!("{{{}}}", told(record).replace('}', ")"));
    let words = numbered(record).into_iter().chain(remark.split(' ').map(str::to_owned)).chain([result.to_owned()]);
    format!("{tags}\n{}\n", wrapped(words))
}

/// The word that PGN has for an ending.
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

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The moves with their numbers, as the first position counts them.
fn numbered(record: &GameRecord) -> Vec<String> {
    let fields: Vec<&str> = record.opening.split_whitespace().collect();
    let black_begins = fields.get(1) == Some(&"b");
    let first: usize = fields.get(5).and_then(|number| number.parse().ok()).unwrap_or(1);
    let mut words = Vec::new();
    for (ply, mv) in record.moves.iter().enumerate() {
        let place = ply + usize::from(black_begins);
        let number = first + place / 2;
        if place.is_multiple_of(2) {
            words.push(format!("{number}."));
        } else if ply == 0 {
            words.push(format!("{number}..."));
        }
        words.push(mv.clone());
    }
    words
}

fn wrapped(words: impl Iterator<Item = String>) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for word in words {
        let size = word.chars().count();
        if length > 0 && length + 1 + size > WIDTH {
            text.push('\n');
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text.push_str(&word);
        length += size;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Allowance, EngineSpec, Rules, Spent, TimeControl};

    fn contest() -> Contest {
        let clock = Some(TimeControl::parse("1+0.01").unwrap());
        Contest {
            game: "chess".to_owned(),
            engines: ["name='A \"x\"'", "name=B"].map(|text| EngineSpec::parse(text).unwrap()),
            allowances: [Allowance { clock, ..Allowance::default() }; 2],
            openings: vec![START.to_owned()],
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
            opening: opening.to_owned(),
            first: 1,
            halves: 2,
            ending: Ending::TimeLoss,
            culprit: Some(1),
            remark: Some("too {late}".to_owned()),
            moves: moves.iter().map(|&mv| mv.to_owned()).collect(),
            spent: [Spent::default(); 2],
        }
    }

    #[test]
    fn a_game_has_its_tags_and_numbered_moves() {
        let pgn = to_pgn(&contest(), &record("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30", &["Kd7", "e4", "Kc6"]));
        for line in [
            "[Round \"2.2\"]",
            "[White \"B\"]",
            "[Black \"A \\\"x\\\"\"]",
            "[Result \"0-1\"]",
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]",
            "[TimeControl \"1+0.01\"]",
            "[Termination \"time forfeit\"]",
            "30... Kd7 31. e4 Kc6 {time loss: too {late)} 0-1",
        ] {
            assert!(pgn.lines().any(|found| found == line), "{line} is not in\n{pgn}");
        }
    }

    #[test]
    fn long_games_are_broken_into_lines() {
        let pgn = to_pgn(&contest(), &record(START, &["Nf3", "Nf6", "Ng1", "Ng8"].repeat(50)));
        assert!(!pgn.contains("FEN") && pgn.contains("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3"));
        assert!(pgn.lines().all(|line| line.len() <= WIDTH), "{pgn}");
    }

    #[test]
    fn other_games_have_no_pgn() {
        assert!(check_pgn("chess:960").is_ok() && check_pgn("connect-four").is_err());
    }
}
