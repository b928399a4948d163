//! Random requests that no user would write.

use rootward_lab::Call;

/// A random number generator (Vigna's splitmix64): the same seed gives the same run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % end.max(1) as u64) as usize
    }

    pub fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

const PIECES: &[&str] = &[
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "~",
    "=",
    "#",
    "\n",
    " ",
    "1",
    "-3",
    "12.5",
    "1e9",
    "99999999999",
    "max",
    "min",
    "chance",
    "A",
    "b_1",
    "\"x y\"",
    "\\",
    "\u{0}",
    "é",
    "−",
    "∞",
    "@",
    "/",
    "..",
    "null",
    "\"value\":",
    "\"children\":[",
    "\"name\":",
    "\"side\":\"min\"",
    "((3 12 8) (2 4 6))",
    "%",
    "0.5:",
    "p",
];

/// Text that looks a little like a tree.
pub fn tree_text(random: &mut Random) -> String {
    let sound =
        ["((3 12 8) (2 4 6) (14 5 2))", "A(a1: B(3 12) max(2 4))", "{\"children\":[1,{\"value\":2}]}", "[[1,2],[3]]"];
    let mut text = String::new();
    if random.below(2) == 0 {
        let seed = random.of(&sound).to_owned();
        text = mutated(random, seed);
        if random.below(4) > 0 {
            return text;
        }
    }
    for _ in 0..random.below(20) {
        text.push_str(random.of(PIECES));
    }
    text
}

/// The text with a few characters deleted, doubled or replaced.
pub fn mutated(random: &mut Random, text: String) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..random.below(4) {
        let place = random.below(characters.len());
        match random.below(4) {
            0 if !characters.is_empty() => _ = characters.remove(place),
            1 if !characters.is_empty() => characters.insert(place, characters[place]),
            2 => characters.insert(place, random.of(PIECES).chars().next().unwrap_or('x')),
            _ if !characters.is_empty() => characters[place] = char::from(random.below(127) as u8),
            _ => {}
        }
    }
    characters.into_iter().collect()
}

const GAMES: &[&str] = &[
    "tree",
    "tic-tac-toe",
    "mnk",
    "mnk:4,3,3",
    "connect-four",
    "connect-four:4x4",
    "tree:tree2",
    "tree1",
    "chess",
    "pig",
    "backgammon",
    "backgammon:hyper",
    "tree:(1 2)",
    "",
];
const POSITIONS: &[&str] =
    &["", "X.O/.X./..O", "4453", "((3 12) (2 4))", "XXX/OO./...", "-", "root", "7", "zzz", "112233", "1 2"];
const MOVES: &[&str] = &["", "\"1\"", "\"b2\",\"a1\"", "\"4\",\"4\"", "\"2\",\"1\"", "1", "null"];
const TECHNIQUES: &[&str] =
    &["all", "none", "sound,+quiescence", "all,-null-move", "+width=2", "?", "threshold=1,secondary-search=2"];

/// Games with matching positions and moves.
const SOUND: &[(&str, &str, &str)] = &[
    ("tree", "((3 12 8) (2 4 6) (14 5 2))", ""),
    ("tree:tree2", "", "\"2\""),
    ("tic-tac-toe", "X.O/.X./..O", "\"a2\""),
    ("mnk:4,3,3", "", "\"b2\",\"a1\""),
    ("connect-four", "4453", "\"6\""),
    ("connect-four:4x4", "112233", ""),
    ("pig:20", "3,4,5", "\"roll\""),
    ("pig:20", "3,4,5,second", ""),
    ("backgammon", "4HPwATDgc/ABMA 31", ""),
    ("backgammon:hyper", "", "\"21\""),
];

/// A body for one of the paths, mostly valid.
fn body(random: &mut Random, path: &str) -> String {
    let (game, position, moves) =
        if random.below(4) > 0 { random.of(SOUND) } else { (random.of(GAMES), random.of(POSITIONS), random.of(MOVES)) };
    let at = format!("\"game\":\"{game}\",\"position\":\"{position}\",\"moves\":[{moves}]");
    let depth = random.of(&[1, 2, 2, 3, 3, 3, 0, 99999]);
    let setting = format!(
        "{{{at},\"algorithm\":\"{}\",\"depth\":{depth},\"cut\":\"{}\",\"fail\":\"{}\",\"order\":\"{}\",\"techniques\":\"{}\"}}",
        random.of(&["minimax", "alpha-beta", "alpha-beta", "engine", "engine", "best"]),
        random.of(&["at", "at", "past", "past", "x"]),
        random.of(&["soft", "hard"]),
        random.of(&["given", "reversed", "best"]),
        random.of(TECHNIQUES),
    );
    let limits = format!(
        "\"limits\":{{\"depth\":{depth},\"time_ms\":{},\"nodes\":{}}}",
        random.of(&[0, 1, 1, 2]),
        random.of(&[0, 9, 500])
    );
    match path {
        "/api/view" => format!("{{{at}}}"),
        "/api/roll" => format!("{{{at},\"seed\":{}}}", random.of(&["0", "7", "18446744073709551615", "-1", "null"])),
        "/api/steps" => format!(
            "{{{at},\"steps\":[{}]}}",
            random.of(&[
                "",
                "",
                "[\"8\",\"5\"]",
                "[\"6\",\"5\"],[\"8\",\"5\"]",
                "[\"bar\",\"off\"]",
                "[1]",
                "[\"24\",\"23\"]"
            ])
        ),
        "/api/tree/parse" if random.below(2) == 0 => format!("{{\"tree\":{}}}", tree_text(random)),
        "/api/tree/parse" => format!("{{\"text\":{}}}", serde_json::Value::from(tree_text(random))),
        "/api/tree/random" | "/api/exercise" => format!(
            "{{\"seed\":{},\"depth\":{},\"branching\":\"{}\",\"values\":\"{}\",\"no_ties\":{},\"cuts\":{}}}",
            random.below(9),
            random.of(&[0, 1, 2, 2, 3, 9]),
            random.of(&["1", "2", "2..3", "3..2", "x"]),
            random.of(&["0..9", "-9..20", "1..1", "9..0", ""]),
            random.of(&["true", "false"]),
            random.of(&["null", "1", "99"]),
        ),
        "/api/trace" | "/api/quiz" => setting,
        "/api/quiz/grade" => {
            let answer = random.of(&[
                "{\"value\":3}",
                "{\"cut\":[\"C.2\"]}",
                "{\"cut\":true,\"alpha\":\"-inf\"}",
                "{\"chosen\":1}",
                "{}",
                "3",
            ]);
            format!("{{\"setting\":{setting},\"answers\":{{\"n{}\":{answer},\"x\":{{}}}}}}", random.below(6))
        }
        "/api/game/write" => {
            let variations = random.of(&["[]", "[{\"ply\":0,\"moves\":[\"d4\"]}]", "[{\"ply\":9,\"moves\":[]}]", "{}"]);
            format!("{{{at},\"variations\":{variations},\"you\":\"first\",\"own\":{}}}", random.of(&["true", "false"]))
        }
        "/api/game/read" => format!(
            "{{\"game\":\"{}\",\"text\":{}}}",
            random.of(&["chess", "checkers", "pig", ""]),
            serde_json::Value::from(random.of(&[
                "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *",
                "[FEN \"8/8/8/8/8/k7/8/K6R w - - 0 1\"]\n\n1. Rh3+ *",
                "1. 11-15 23-19 *",
                "rootward 1\ngame connect-four\nmove 4\n",
                "1. e5 *",
                "",
            ]))
        ),
        "/api/course/task" | "/api/course/grade" | "/api/course/result" => course(random, path),
        "/api/compare" => format!(
            "{{{at},\"depths\":\"{}\",\"max_nodes\":{}}}",
            random.of(&["1", "1..3", "2..4", "0..1", "-"]),
            random.below(400)
        ),
        "/api/matrix" => matrix(random),
        "/api/endgames/position" => format!("{{\"position\":\"{}\"}}", random.of(ENDINGS)),
        "/api/endgames/squares" => format!(
            "{{\"position\":\"{}\",\"square\":\"{}\"}}",
            random.of(ENDINGS),
            random.of(&["b2", "a1", "f5", "c3", "h9", ""])
        ),
        "/api/endgames/line" if random.below(2) == 0 => format!("{{\"position\":\"{}\"}}", random.of(ENDINGS)),
        "/api/endgames/line" | "/api/endgames/sweeps" => {
            let name = random.of(&["KQK", "KRvK", "kpk", "KBK", "KQKR", "KK", "KXK", "KQQQQQQK", ""]);
            format!("{{\"ending\":\"{name}\"}}")
        }
        "/api/turn" => format!(
            "{{{at},{limits},\"engine\":{},\"level\":{},\"roll\":{}}}",
            random.of(&["null", "\"first\"", "\"second\"", "\"third\"", "1"]),
            random.of(&["null", "1", "99"]),
            random.of(&["null", "\"once\"", "\"press\"", "\"never\""])
        ),
        "/api/play" => format!("{{{at},{limits},\"level\":{}}}", random.of(&["null", "1", "5", "10", "11", "-1"])),
        _ => format!(
            "{{{at},{limits},\"all_moves\":{},\"lines\":{},\"page\":\"p\"}}",
            random.of(&["true", "false"]),
            random.of(&[0, 1, 3, 99])
        ),
    }
}

/// Positions of few pieces, most of them legal.
const ENDINGS: &[&str] = &[
    "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1",
    "8/8/8/5k2/8/8/1P6/K7 b - - 0 1",
    "8/8/8/5k2/8/8/1R6/K7 b",
    "8/8/8/5k2/8/8/1Q6/K6r w - - 0 1",
    "8/8/8/8/8/8/1Q6/k1K5 w - - 0 1",
    "8/8/8/5k2/8/8/8/K7 w - - 0 1",
    "8/8/8/5k2/8/8/1Q6/8 w - - 0 1",
    "9/8/8/8/8/8/8/kK6 w",
    "startpos",
    "",
];

const PAYOFFS: &[&str] =
    &["1", "-2", "1/3", "0.5", "1e3", "0", "3", "7", "1/0", "x", "", "−1", "9999999999999999999999", "1e400", "-"];

/// A matrix as text or as cells, mostly valid.
fn matrix(random: &mut Random) -> String {
    let sound = random.below(4) > 0;
    let payoff = |random: &mut Random| random.of(if sound { &PAYOFFS[..8] } else { PAYOFFS });
    let (height, width, two) = (1 + random.below(4), 1 + random.below(4), random.below(2) == 0);
    let matrix = if random.below(2) == 0 {
        let texts = [
            "3,4 1,2; 4,1 2,3",
            "1 -1; -1 1",
            ",c,d\na,3,1\nb,4,2",
            "0\t1\n2\t3",
            "NFG 1 R \"x\" {\"a\" \"b\"} {2 1} 1 2 3 4",
        ];
        let text = random.of(&texts).to_owned();
        format!("\"text\":{}", serde_json::Value::from(mutated_sometimes(random, text)))
    } else {
        let cell = |random: &mut Random| {
            let second = if two { format!(",\"{}\"", payoff(random)) } else { String::new() };
            format!("[\"{}\"{second}]", payoff(random))
        };
        let row = |random: &mut Random| (0..width).map(|_| cell(random)).collect::<Vec<_>>().join(",");
        let rows: Vec<String> = (0..height).map(|_| format!("[{}]", row(random))).collect();
        format!("\"cells\":[{}]", rows.join(","))
    };
    format!(
        "{{{matrix},\"rows\":{},\"alpha\":\"{}\",\"equilibria\":\"{}\",\"limits\":{{\"time_ms\":1}}}}",
        random.of(&["null", "null", "[\"a\",\"b\"]", "[]", "3"]),
        random.of(&["1/2", "0", "1", "2", "x"]),
        random.of(&["fitting", "all", "one", "none"]),
    )
}

fn course(random: &mut Random, path: &str) -> String {
    let student = random.of(&[
        "{\"name\":\"Ada\"}",
        "{\"name\":\"\",\"course\":\"x\"}",
        "{\"name\":\"b\",\"course\":\"AI\"}",
        "{}",
    ]);
    let task = random.of(&["leaves", "cuts", "entry", "minimum", "mixture", "horizon", "chess", ""]);
    let given = random.of(&[
        "{}",
        "{\"parts\":{\"seen\":\"7\"}}",
        "{\"nodes\":{\"n0\":{\"value\":3}}}",
        "{\"parts\":{\"\":\"∞\"}}",
        "[]",
    ]);
    match path {
        "/api/course/result" => format!("{{\"student\":{student},\"answers\":{{\"{task}\":{given}}}}}"),
        "/api/course/grade" => format!("{{\"student\":{student},\"task\":\"{task}\",\"given\":{given}}}"),
        _ => format!("{{\"student\":{student},\"task\":\"{task}\"}}"),
    }
}

const POSTED: &[&str] = &[
    "/api/view",
    "/api/view",
    "/api/roll",
    "/api/steps",
    "/api/tree/parse",
    "/api/tree/parse",
    "/api/tree/random",
    "/api/trace",
    "/api/trace/restore",
    "/api/quiz",
    "/api/quiz/grade",
    "/api/exercise",
    "/api/game/write",
    "/api/game/read",
    "/api/course/task",
    "/api/course/grade",
    "/api/course/result",
    "/api/analyse",
    "/api/graph",
    "/api/play",
    "/api/turn",
    "/api/compare",
    "/api/matrix",
    "/api/matrix",
    "/api/endgames/position",
    "/api/endgames/squares",
    "/api/endgames/line",
    "/api/endgames/sweeps",
];

/// A request to one of the paths; `ids` are traces that may exist, `export` is one of them as JSON.
pub fn call(random: &mut Random, ids: &[String], export: &str) -> Call {
    if random.below(4) == 0 {
        let none = "0".to_owned();
        let id = if ids.is_empty() { &none } else { &ids[random.below(ids.len())] };
        let numbers = ["0", "1", "7", "12", "99999", "-1", "x", "", "1,2,3", "18446744073709551616"];
        let query = format!(
            "{}={}&open={}&format={}&theme={}&from={}&to={}",
            random.of(&["step", "stepp"]),
            random.of(&numbers),
            random.of(&numbers),
            random.of(&["svg", "dot", "tikz", "json", "html", "gif"]),
            random.of(&["light", "print", "x"]),
            random.of(&numbers),
            random.of(&numbers),
        );
        let what = random.of(&["frame", "frame", "steps", "export", "x", ""]);
        let target = format!("/api/trace/{id}/{what}?{query}");
        return Call::get(&mutated_sometimes(random, target));
    }
    let path = random.of(POSTED);
    let body = if path == "/api/trace/restore" { export.to_owned() } else { body(random, path) };
    Call::post(path, mutated_sometimes(random, body))
}

fn mutated_sometimes(random: &mut Random, text: String) -> String {
    if random.below(3) == 0 { mutated(random, text) } else { text }
}
