//! Every answer of the lab against `docs/schema/rootward.schema.json`. The client of these tests holds each answer of each test
//! against it; here are requests that reach every part of it.

use crate::common::Served;
use crate::common::schema::SCHEMA;
use rootward_lab::LabLimits;
use serde_json::{Value, json};

/// What only a search that is stopped brings about.
const ELSEWHERE: &[&str] = &["api analyse#3", "api graph#2", "api compare#2"];

#[test]
fn every_path_answers_what_the_schema_says() {
    let server = Served::start(LabLimits { queue: 100, ..LabLimits::default() });
    let post = |path: &str, body: Value| {
        let reply = server.post(&format!("/api/{path}"), &body.to_string());
        assert_eq!(reply.status, 200, "{path} {body}: {}", reply.text());
        reply
    };
    let get = |path: &str| {
        let reply = server.get(&format!("/api/{path}"));
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        reply
    };
    get("games");
    get("status");
    for game in ["chess", "tic-tac-toe", "backgammon", "pig", "2048", "checkers", "connect-four", "tree:tree1"] {
        post("view", json!({ "game": game }));
    }
    post("view", json!({ "game": "tic-tac-toe", "position": "XXX/OO./..." }));
    post("view", json!({ "game": "tree", "position": "(1 2)", "moves": ["1"] }));
    post("steps", json!({ "game": "backgammon", "moves": ["31"] }));
    post("roll", json!({ "game": "backgammon", "seed": 1 }));
    post("tree/parse", json!({ "text": "chance(1/2: (x=3 9) 1/2: 5/2)" }));
    post("tree/random", json!({ "seed": 1, "depth": 2 }));
    for setting in [
        json!({ "game": "tree", "position": "((3 12 8) (2 4 6) (14 5 2))" }),
        json!({ "game": "tree:dice" }),
        json!({ "game": "connect-four", "position": "4453", "depth": 2, "algorithm": "engine" }),
        json!({ "game": "chess", "depth": 1, "algorithm": "minimax" }),
    ] {
        let traced = post("trace", setting.clone()).json();
        let id = traced["id"].as_str().unwrap();
        let last = traced["steps"].as_u64().unwrap();
        for step in [0, last / 2, last] {
            get(&format!("trace/{id}/frame?step={step}"));
        }
        get(&format!("trace/{id}/steps?from=0&to=5"));
        let exported = get(&format!("trace/{id}/export?format=json&step=1"));
        post("trace/restore", exported.json());
    }
    let setting = json!({ "game": "tree", "position": "((3 12 8) (2 4 6) (14 5 2))" });
    post("quiz", setting.clone());
    post("quiz/grade", json!({ "setting": setting, "answers": { "n0": { "value": 4 } } }));
    post("exercise", json!({ "seed": 1, "depth": 2, "format": "json", "what": "key" }));
    post("exercise/texts", json!({ "seed": 1, "depth": 2, "what": "key" }));
    let student = json!({ "name": "Ada", "course": "AI 1" });
    let lessons = get("course").json();
    for task in lessons["lessons"].as_array().unwrap().iter().flat_map(|lesson| lesson["tasks"].as_array().unwrap()) {
        post("course/task", json!({ "student": student, "task": task }));
    }
    let given = json!({ "nodes": { "n0": { "value": 4 } } });
    post("course/grade", json!({ "student": student, "task": "cuts", "given": given }));
    post("course/grade", json!({ "student": student, "task": "leaves", "given": { "parts": { "seen": "3" } } }));
    let answers = json!({ "cuts": given, "leaves": { "parts": { "seen": "3" } } });
    post("course/result", json!({ "student": student, "answers": answers }));
    post("analyse", json!({ "game": "tic-tac-toe", "limits": { "depth": 2 }, "all_moves": true }));
    post("analyse", json!({ "game": "chess", "limits": { "depth": 2 }, "lines": 2 }));
    post("graph", json!({ "game": "tic-tac-toe", "moves": ["b2"], "limits": { "depth": 2 } }));
    post("play", json!({ "game": "tic-tac-toe", "position": "XX./OO./...", "level": 9 }));
    post("turn", json!({ "game": "tic-tac-toe" }));
    post("turn", json!({ "game": "tic-tac-toe", "position": "XX./OO./...", "engine": "first", "level": 9 }));
    post("turn", json!({ "game": "pig", "moves": ["roll"], "roll": "press", "dice_seed": 3 }));
    post(
        "game/write",
        json!({ "game": "chess", "moves": ["e4", "e5"], "variations": [{ "ply": 1, "moves": ["c5"] }] }),
    );
    post("game/read", json!({ "game": "chess", "text": "1. e4 e5 (1... c5) 2. Nf3 *" }));
    post("game/read", json!({ "game": "chess", "text": "[FEN \"8/8/8/8/8/k7/8/K6R w - - 0 1\"]\n\n1. Rh3+ *" }));
    get("endgames");
    let ending = "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1";
    post("endgames/position", json!({ "position": ending }));
    post("endgames/squares", json!({ "position": ending, "square": "b2" }));
    post("endgames/line", json!({ "ending": "KRK" }));
    post("endgames/sweeps", json!({ "ending": "KQK" }));
    post("compare", json!({ "game": "tic-tac-toe", "depths": "1..2" }));
    post("matrix", json!({ "text": "3,4 1,2; 4,1 2,3" }));
    post("matrix", json!({ "text": "1 -1; -1 1" }));
    let unused = SCHEMA.unused("api ");
    let left: Vec<&String> = unused.iter().filter(|place| !ELSEWHERE.contains(&place.as_str())).collect();
    assert!(left.is_empty(), "no request was answered so, so the schema may be wrong about it: {left:?}");
}

/// Every path of the server is in the schema, and a refusal has one shape.
#[test]
fn refusals_have_one_shape() {
    let server = Served::start(LabLimits::default());
    for (path, body) in [
        ("/api/view", r#"{"game":"nothing"}"#),
        ("/api/tree/parse", r#"{"text":"(1 2"}"#),
        ("/api/matrix", r#"{"cells":[[["x"]]]}"#),
        ("/api/nothing", "{}"),
        ("/api/course/task", r#"{"student":{"name":""},"task":"cuts"}"#),
        ("/api/course/task", r#"{"student":{"name":"Ada"},"task":"chess"}"#),
        ("/api/course/result", r#"{"student":{"name":"Ada"},"answers":{"chess":{}}}"#),
        ("/api/analyse", r#"{"game":"mnk","limits":{"time_ms":0}}"#),
    ] {
        let reply = server.post(path, body);
        assert!(reply.status >= 400, "{path}");
        assert_eq!(SCHEMA.check("refusal", &reply.json()), Ok(()), "{path}");
    }
}
