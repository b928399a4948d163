//! The words of a worksheet: its title, the task, and how to read the key.

use rootward_trace::{Algorithm, Setup};

const PLAYERS: &str = "MAX moves at the squares and MIN at the circles; the numbers are worth to MAX.";
const PLAYERS_AND_CHANCE: &str = "MAX moves at the squares, MIN at the circles, and at the diamonds chance decides, \
                                  with the probabilities on the edges; the numbers are worth to MAX.";
const BLANKS: &str = "Beside each node write α and β as they are when the search comes there, and into the node the \
                      value that it returns. Strike through every edge that is cut, and mark the move that is chosen \
                      at the root.";
const AVERAGE: &str = "at a diamond the sum of probability times value, as an exact fraction. (Dividing by the number \
                       of outcomes is right only if all are equally likely.)";
const STAR: &str = "at a diamond, cut as soon as the average cannot come back between α and β even if every outcome \
                    left had the largest, or the smallest, number of the tree";
const STAR_WINDOW: &str = "Below a diamond, α and β are what the outcome must be worth for the average to matter.";
const HARD: &str = "Work fail-hard: hold every value that is handed up, also a leaf's, within the α and β that its \
                    node was entered with.";

/// The algorithm as a title.
pub(super) fn title(setup: &Setup) -> &'static str {
    match (setup.algorithm, setup.chance) {
        (Algorithm::Minimax, false) => "Minimax",
        (Algorithm::Minimax, true) => "Expectiminimax",
        (Algorithm::AlphaBeta, false) => "Alpha-beta search",
        (Algorithm::AlphaBeta, true) => "Alpha-beta search with chance nodes",
        (Algorithm::Engine, _) if is_star2(setup) => "Alpha-beta search with Star2",
        (Algorithm::Engine, _) => "Alpha-beta search with Star1",
    }
}

fn is_star2(setup: &Setup) -> bool {
    setup.techniques.iter().any(|technique| technique == "star2")
}

/// What to do, as sentences that follow `In the tree below,`.
pub(super) fn task(setup: &Setup) -> String {
    let mut parts = vec![if setup.chance { PLAYERS_AND_CHANCE } else { PLAYERS }.to_owned()];
    match setup.algorithm {
        Algorithm::Minimax => parts.push(minimax(setup)),
        Algorithm::AlphaBeta => parts.extend(alpha_beta(setup)),
        Algorithm::Engine => parts.extend(star(setup)),
    }
    if let Some(depth) = setup.depth.filter(|_| !setup.depth_was_chosen) {
        let plies = rootward_session::counted(u64::from(depth), "ply", "plies");
        parts.insert(
            1,
            format!("Search {plies} deep: a number after ~ is the static value of a node where the search stops."),
        );
    }
    parts.join(" ")
}

fn minimax(setup: &Setup) -> String {
    let values = "Work from the leaves up and write into each node its value: the largest below a square, the smallest below a circle";
    let chance = if setup.chance { format!(", and {AVERAGE}") } else { ".".to_owned() };
    format!("{values}{chance} Mark the move that is chosen at the root.")
}

fn alpha_beta(setup: &Setup) -> Vec<String> {
    let way = match setup.order.as_deref() {
        Some("reversed") => "from right to left",
        Some("best") => "best static value first (the number in a leaf, or the one after ~)",
        _ => "from left to right",
    };
    let cut = if setup.cut.as_deref() == Some("past") { "β < α" } else { "β ≤ α" };
    let mut parts = vec![format!("Search it with alpha-beta {way} and cut when {cut}.")];
    if setup.fail.as_deref() == Some("hard") {
        parts.push(HARD.to_owned());
    }
    if setup.chance {
        parts.push(format!("The value of a diamond is {}", AVERAGE.trim_start_matches("at a diamond ")));
        parts.push("Below a diamond the window is open again.".to_owned());
    }
    parts.push(BLANKS.to_owned());
    parts
}

fn star(setup: &Setup) -> Vec<String> {
    let (name, probe) = match is_star2(setup) {
        true => ("Star2", " Before the outcomes are searched, try one move behind each."),
        false => ("Star1", ""),
    };
    vec![
        format!("Search it with alpha-beta from left to right and cut when β ≤ α; {STAR} ({name}).{probe}"),
        STAR_WINDOW.to_owned(),
        BLANKS.to_owned(),
    ]
}

const KEY: &str = "Beside each node stand α and β as they are when the search comes there, in it the value that it \
                   returns; ≤ or ≥ says that this is only a bound. Edges with two strokes are cut, and what is dashed is \
                   never looked at. Thick edges lead to the best child.";
const VALUES_KEY: &str = "In each node stands its value. Thick edges lead to the best child.";
const CHANCE_KEY: &str = "In each node stands its value; at the diamonds it is the sum of probability times value. Thick \
                          edges lead to the best child.";

/// How to read the key.
pub(super) fn key_words(setup: &Setup) -> &'static str {
    match (setup.algorithm, setup.chance) {
        (Algorithm::Minimax, true) => CHANCE_KEY,
        (Algorithm::Minimax, false) => VALUES_KEY,
        _ => KEY,
    }
}
