//! Payoff matrices over HTTP: the answers, and refusals with the field that is wrong.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::common::Served;
use rootward_lab::LabLimits;
use serde_json::{Value, json};

static SERVER: LazyLock<Served> = LazyLock::new(|| Served::start(LabLimits { queue: 100, ..LabLimits::default() }));

fn post(body: Value) -> Value {
    let reply = SERVER.post("/api/matrix", &body.to_string());
    assert_eq!(reply.status, 200, "{body}: {}", reply.text());
    reply.json()
}

fn refused(body: Value) -> Value {
    let reply = SERVER.post("/api/matrix", &body.to_string());
    assert_eq!(reply.status, 400, "{body}: {}", reply.text());
    reply.json()
}

#[test]
fn the_lectures_matrix_is_solved_step_by_step() {
    let cells = json!([[["3", "4"], ["1", "2"]], [["4", "1"], ["2", "3"]]]);
    let answer = post(json!({ "cells": cells, "rows": ["a", "b"], "columns": ["c", "d"] }));
    assert_eq!(answer["best_replies"]["row"], json!([[false, false], [true, true]]));
    assert_eq!(answer["best_replies"]["column"], json!([[true, false], [false, true]]));
    let steps = answer["strict"]["steps"].as_array().unwrap();
    assert_eq!(steps[0]["sentence"], "row player: a is strictly dominated by b");
    assert_eq!((&steps[1]["player"], &steps[1]["strategy"]), (&"column".into(), &0.into()));
    assert_eq!(answer["sentences"]["left"], "b × d");
    assert_eq!(answer["sentences"]["list"], json!([{ "profile": "b × d", "payoffs": "payoffs 2, 3" }]));
    assert_eq!((&answer["text"], &answer["sentences"]["value"]), (&"3,4 1,2; 4,1 2,3".into(), &Value::Null));
    assert!(answer["svg"].as_str().unwrap().contains("best replies of row player"));
}

#[test]
fn every_format_gives_the_same_game() {
    let nfg = "NFG 1 R \"x\" { \"row player\" \"column player\" } { 2 2 }\n1 -1 -1 1 -1 1 1 -1";
    let texts = ["1,-1 -1,1; -1,1 1,-1", "\"1,-1\";\"-1,1\"\n\"-1,1\";\"1,-1\"", nfg];
    let payoffs = |text: &str| post(json!({ "text": text }))["row_payoffs"].clone();
    for text in texts {
        assert_eq!(payoffs(text), json!([["1", "-1"], ["-1", "1"]]), "{text}");
    }
    let named = post(json!({ "text": ",heads,tails\nheads,1,-1\ntails,-1,1" }));
    assert_eq!((&named["rows"], &named["one_number"]), (&json!(["heads", "tails"]), &true.into()));
    let forced = post(json!({ "text": "3,4\n1,2", "format": "inline" }));
    assert_eq!((&forced["columns"], &forced["column_payoffs"]), (&json!(["c1"]), &json!([["4"], ["2"]])));
}

#[test]
fn a_zero_sum_game_has_a_value_and_its_label() {
    let answer = post(json!({ "cells": [[["1/3"], ["−1"]], [["-2"], ["0.5"]]] }));
    let value = &answer["sentences"]["value"];
    assert_eq!(value["sentence"], "Value -11/23 for row player (exact)");
    assert_eq!((&value["row"], &value["label"]), (&"row player plays 15/23·r1 + 8/23·r2".into(), &"exact".into()));
    assert_eq!(answer["sentences"]["pure"], "No saddle point.");
    assert_eq!(answer["sentences"]["list"].as_array().unwrap().len(), 1);
}

#[test]
fn choices_against_nature_come_along() {
    let answer = post(json!({ "text": "2 4 3; 9 0 0; 6 1 3", "rows": ["bonds", "shares", "fund"], "alpha": "1/3" }));
    assert_eq!(answer["sentences"]["criteria"], json!(["worst", "best", "mean", "Hurwicz", "regret"]));
    let choices = answer["sentences"]["choices"].as_array().unwrap();
    assert_eq!(choices[0], "bonds has the best worst case (maximin, Wald): 2");
    assert_eq!(choices[3], "shares has the most by Hurwicz with α = 1/3 for the best case: 3");
    assert_eq!(answer["nature"]["regrets"][0], json!(["7", "0", "0"]));
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let cell = refused(json!({ "cells": [[["3"], ["x"]], [["1"], ["2"]]], "rows": ["a", ""], "columns": ["c", "d"] }));
    assert_eq!(
        cell,
        json!({
            "error": "row a, column d: 'x' is not a payoff; expected a number such as 3, -1/2 or 0.25",
            "expected": "a number such as 3, -1/2 or 0.25", "field": "cells.0.1.0",
        })
    );
    let text = refused(json!({ "text": "3,4 1,2; 4,1 x" }));
    assert_eq!((&text["line"], &text["column"]), (&1.into(), &14.into()));
    let field = |body: Value| refused(body)["field"].as_str().map(str::to_owned);
    assert_eq!(field(json!({ "text": "1 2", "alpha": "2" })).unwrap(), "alpha");
    assert_eq!(field(json!({ "text": "1 2", "rows": ["a", "b"] })).unwrap(), "rows");
    assert_eq!(field(json!({ "text": "1 2", "columns": ["a", "b".repeat(61)] })).unwrap(), "columns.1");
    assert_eq!(field(json!({ "cells": [[["1"]], [["1"], ["2"]]] })).unwrap(), "cells.1");
    assert_eq!(field(json!({ "cells": [[["1"], ["1", "2"]]] })).unwrap(), "cells.0.1");
    assert_eq!(field(json!({ "cells": [[["1"], [""]]] })).unwrap(), "cells.0.1.0");
    for body in [
        json!({}),
        json!({ "text": "1", "cells": [[["1"]]] }),
        json!({ "cells": [] }),
        json!({ "cells": [[]] }),
        json!({ "cells": [[["1", "2", "3"]]] }),
        json!({ "text": "" }),
        json!({ "text": "EFG 2 R \"x\" { \"a\" }" }),
        json!({ "text": "NFG 1 R \"three\" { \"a\" \"b\" \"c\" } { 1 1 1 } 1 1 1" }),
        json!({ "text": "1/0" }),
        json!({ "text": "1", "equilibria": "many" }),
        json!({ "text": "1", "limits": { "time_ms": 0 } }),
        json!({ "text": vec!["1"; 41].join(" ") }),
        json!({ "text": vec!["1"; 41].join("; ") }),
        json!({ "cells": vec![vec![vec!["1"]; 41]; 2] }),
    ] {
        let sentence = refused(body.clone())["error"].as_str().unwrap().to_owned();
        assert!(!sentence.is_empty() && !sentence.contains('\n'), "{body}");
    }
    assert_eq!(SERVER.get("/api/matrix").status, 405);
}

/// Pseudo-random numbers, the same in every run.
fn noise(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    }
}

#[test]
fn the_largest_matrices_end_with_their_time() {
    let mut next = noise(7);
    let long = "9".repeat(60);
    let mut cells = |payoff: &mut dyn FnMut(u64) -> String| -> Value {
        (0..40)
            .map(|_| (0..40).map(|_| vec![payoff(next()), payoff(next())]).collect::<Vec<_>>())
            .collect::<Vec<_>>()
            .into()
    };
    let small = cells(&mut |number| (number % 100).to_string());
    let huge = cells(&mut |number| format!("{number}{long}/{}", number % 97 + 1));
    let ties = cells(&mut |number| (number % 2).to_string());
    for (what, cells) in [("small numbers", small), ("huge numbers", huge), ("ties", ties)] {
        for equilibria in ["fitting", "all", "one"] {
            let begun = Instant::now();
            let answer = post(json!({ "cells": cells, "equilibria": equilibria, "limits": { "time_ms": 300 } }));
            // Generous, as the machine may have other work; without a limit, all equilibria would take years.
            assert!(begun.elapsed() < Duration::from_secs(20), "{what}, {equilibria}: {:?}", begun.elapsed());
            assert!(equilibria != "all" || answer["stopped"] == true, "{what}: all of 40 × 40 in a moment?");
        }
    }
}

#[test]
fn a_game_with_thousands_of_equilibria_is_listed_in_part() {
    let text = vec![vec!["0,0"; 16].join(" "); 16].join("; ");
    let answer = post(json!({ "text": text, "equilibria": "all" }));
    assert_eq!(
        (&answer["sentences"]["found"], answer["sentences"]["list"].as_array().unwrap().len()),
        (&256.into(), 200)
    );
}
