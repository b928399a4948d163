//! Games as files: written, read again, in every form; and dice that fall in the request of a click.

use proptest::prelude::*;
use rootward_lab::{Call, Lab, Reply};
use serde_json::{Value, json};

fn ask(path: &str, body: &Value) -> (u16, Vec<Value>) {
    let lab = Lab::default();
    let answer = match lab.answer(&Call::post(path, body.to_string())) {
        Reply::Ready(answer) => answer,
        Reply::Search(job) => lab.run(job),
    };
    let text = String::from_utf8(answer.body).unwrap();
    (answer.status, text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

#[test]
fn a_game_is_read_as_it_was_written_with_its_variations() {
    let start = "8/8/8/8/8/k7/8/K6R w - - 0 1";
    let cases = [
        (
            json!({ "game": "chess", "moves": ["e4", "e5", "Nf3"], "variations": [{ "ply": 1, "moves": ["c5", "Nf3"] }] }),
            "pgn",
        ),
        (json!({ "game": "chess", "position": start, "moves": ["Rh3+"], "variations": [] }), "pgn"),
        (
            json!({ "game": "checkers", "moves": ["11-15", "23-19"], "variations": [{ "ply": 0, "moves": ["9-14"] }] }),
            "pdn",
        ),
        (json!({ "game": "connect-four:8x7", "moves": ["4", "4"], "variations": [] }), "game"),
    ];
    for (game, extension) in cases {
        let (status, written) = ask("/api/game/write", &game);
        assert_eq!((status, &written[0]["extension"]), (200, &json!(extension)), "{written:?}");
        let (status, read) = ask("/api/game/read", &json!({ "game": game["game"], "text": written[0]["text"] }));
        assert_eq!(status, 200, "{read:?}");
        for field in ["game", "position", "moves", "variations"] {
            assert_eq!(read[0][field], game[field], "{field} of {}", written[0]["text"]);
        }
    }
}

#[test]
fn the_result_is_that_of_the_players_in_the_file() {
    let moves = ["f3", "e5", "g4", "Qh4#"];
    let (_, written) = ask("/api/game/write", &json!({ "game": "chess", "moves": moves, "you": "second", "level": 3 }));
    let text = written[0]["text"].as_str().unwrap();
    assert!(text.contains("[White \"Rootward (level 3)\"]") && text.contains("[Result \"0-1\"]"), "{text}");
}

#[test]
fn a_click_with_dice_is_one_request() {
    let events = |body: Value| ask("/api/turn", &body).1.iter().map(|line| line["event"].clone()).collect::<Vec<_>>();
    // Who chooses to throw has thrown.
    assert_eq!(events(json!({ "game": "pig", "moves": ["roll"], "roll": "press" })), ["view", "roll"]);
    // By hand, nothing falls.
    assert_eq!(events(json!({ "game": "pig", "moves": ["roll"] })), ["view"]);
    // The engine throws, moves, and goes on until it is the player's turn again.
    let all = events(json!({ "game": "backgammon", "engine": "first", "level": 1, "roll": "press" }));
    let last = ask("/api/turn", &json!({ "game": "backgammon", "engine": "first", "level": 1, "roll": "press" })).1;
    assert!(all.len() >= 2, "{all:?}");
    assert_eq!(last.last().unwrap()["view"]["side"], "second");
    // The same seed has the same dice as a throw of its own.
    let body = json!({ "game": "backgammon", "roll": "once", "dice_seed": 5 });
    let alone = ask("/api/roll", &json!({ "game": "backgammon", "seed": 5 })).1;
    assert_eq!(ask("/api/turn", &body).1[1]["move"], alone[0]["move"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_is_read_or_refused(text in "(\\[|1\\. |rootward 1\n|game |move |[a-h][1-8]|\\(|\\)|\\{|\\PC){0,30}", game in "(chess|checkers|pig|x)?") {
        let (status, answer) = ask("/api/game/read", &json!({ "game": game, "text": text }));
        prop_assert!(status == 200 || status == 400, "{answer:?}");
    }
}
