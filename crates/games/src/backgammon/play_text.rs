//! Plays as text: `24/18 13/11`, `bar/22*`, `8/4(2)`, `6/off`.
//!
//! Points are in the mover's numbering. A checker that makes several steps is written from its first point to its last,
//! with the points between where it hits. Reading is more lenient: hops in any order, in one go or step by step, with
//! or without the `*` of a hit. The text must identify one play.

use rootward_game::{TextError, legal_moves};

use super::{Backgammon, Checkers, Move, Play, Position};

/// How a play with no step is written.
const PASS: &str = "pass";

/// The largest number of plays that an error message lists.
const EXAMPLES: usize = 12;

/// The way of one checker or of several: from, via, to; and which of these places it hits.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hop {
    places: Vec<u8>,
    hits: Vec<u8>,
    checkers: u8,
}

impl Hop {
    fn ends(&self) -> (u8, u8) {
        (self.places[0], self.places[self.places.len() - 1])
    }

    fn write(&self) -> String {
        let mut text = write_place(self.places[0]);
        for place in &self.places[1..] {
            text = format!("{text}/{}{}", write_place(*place), if self.hits.contains(place) { "*" } else { "" });
        }
        if self.checkers > 1 { format!("{text}({})", self.checkers) } else { text }
    }
}

pub(super) fn write_place(place: u8) -> String {
    match place {
        Checkers::BAR => "bar".to_owned(),
        Checkers::OFF => "off".to_owned(),
        point => point.to_string(),
    }
}

/// The points where a play hits, in the mover's numbering.
fn hits_of(state: &Position, play: &Play) -> Vec<u8> {
    let is_blot = |to: u8| to != Checkers::OFF && state.theirs().on(Checkers::across(to)) == 1;
    let mut hits: Vec<u8> = play.steps().map(|step| step.to).filter(|&to| is_blot(to)).collect();
    hits.sort_unstable();
    hits.dedup();
    hits
}

pub(super) fn write(state: &Position, play: &Play) -> String {
    let mut hops = hops_of(state, play);
    if hops.is_empty() {
        return PASS.to_owned();
    }
    // The farthest checkers first; those with the same way together.
    hops.sort_by(|a, b| b.places.cmp(&a.places));
    let mut together: Vec<Hop> = Vec::new();
    for hop in hops {
        match together.last_mut().filter(|last| last.places == hop.places) {
            Some(last) => {
                last.checkers += 1;
                last.hits.extend(hop.hits);
            }
            None => together.push(hop),
        }
    }
    together.iter().map(Hop::write).collect::<Vec<_>>().join(" ")
}

/// The ways of the single checkers, without intermediate places where nothing is hit.
fn hops_of(state: &Position, play: &Play) -> Vec<Hop> {
    let mut blots = hits_of(state, play);
    let mut hops: Vec<Hop> = Vec::new();
    for step in play.steps() {
        // A blot is hit by the first checker that arrives.
        let hit = blots.iter().position(|&blot| blot == step.to).map(|index| blots.swap_remove(index));
        match hops.iter_mut().find(|hop| hop.ends().1 == step.from) {
            Some(hop) => {
                if !hop.hits.contains(&step.from) {
                    hop.places.pop();
                }
                hop.places.push(step.to);
                hop.hits.extend(hit);
            }
            None => {
                hops.push(Hop { places: vec![step.from, step.to], hits: hit.into_iter().collect(), checkers: 1 });
            }
        }
    }
    hops
}

/// The play that a text describes.
struct Wanted {
    /// The change of the number of checkers, by place.
    change: [i32; Checkers::PLACES],
    /// The points hit: those that the text marks, or named places with a blot.
    hits: Vec<u8>,
}

impl Wanted {
    /// None if a checker would stop on a point that it cannot enter.
    fn of(hops: &[Hop], state: &Position) -> Option<Wanted> {
        let mut wanted = Wanted { change: [0; Checkers::PLACES], hits: Vec::new() };
        for hop in hops {
            let (from, to) = hop.ends();
            wanted.change[usize::from(from)] -= i32::from(hop.checkers);
            wanted.change[usize::from(to)] += i32::from(hop.checkers);
            wanted.hits.extend(&hop.hits);
            for place in hop.places[1..].iter().filter(|place| **place != Checkers::OFF) {
                match state.theirs().on(Checkers::across(*place)) {
                    0 => {}
                    1 => wanted.hits.push(*place),
                    _ => return None,
                }
            }
        }
        wanted.hits.sort_unstable();
        wanted.hits.dedup();
        Some(wanted)
    }

    fn fits(&self, state: &Position, play: &Play) -> bool {
        let mut change = [0; Checkers::PLACES];
        for step in play.steps() {
            change[usize::from(step.from)] -= 1;
            change[usize::from(step.to)] += 1;
        }
        let hits = hits_of(state, play);
        change == self.change && self.hits.iter().all(|hit| hits.contains(hit))
    }
}

pub(super) fn read(game: &Backgammon, state: &Position, text: &str) -> Result<Move, TextError> {
    let mut hops = Vec::new();
    if !["pass", "-", "no move", "cannot move"].contains(&text.to_ascii_lowercase().as_str()) {
        for word in text.split([' ', ',', '\t']).filter(|word| !word.is_empty()) {
            hops.push(read_hop(word)?);
        }
    }
    let wanted = Wanted::of(&hops, state);
    let plays = legal_moves(game, state).into_iter().filter_map(|mv| match mv {
        Move::Play(play) => Some(play),
        Move::Roll(_) => None,
    });
    let (fitting, others): (Vec<Play>, Vec<Play>) =
        plays.partition(|play| wanted.as_ref().is_some_and(|wanted| wanted.fits(state, play)));
    let exactly = fitting.iter().find(|play| wanted.as_ref().is_some_and(|wanted| hits_of(state, play) == wanted.hits));
    match (&fitting[..], exactly) {
        ([play], _) | (_, Some(play)) => Ok(Move::Play(*play)),
        ([], _) => Err(TextError::new(format!("'{text}' is not a legal move here"), one_of(state, &others))),
        _ => Err(TextError::new(format!("'{text}' could be several moves here"), one_of(state, &fitting))),
    }
}

/// Some of the legal plays.
fn one_of(state: &Position, plays: &[Play]) -> String {
    let written: Vec<String> = plays.iter().take(EXAMPLES).map(|play| write(state, play)).collect();
    let all = plays.len();
    let more = if all > EXAMPLES { format!(" or another of the {all} moves") } else { String::new() };
    format!("one of {}{more}", written.join(", "))
}

fn read_hop(word: &str) -> Result<Hop, TextError> {
    let unreadable = || {
        TextError::new(format!("'{word}' is no move of a checker"), "from/to, such as 24/18, bar/22, 8/4(2) or 6/off")
    };
    let (way, checkers) = match word.strip_suffix(')').and_then(|word| word.rsplit_once('(')) {
        Some((way, count)) => (way, count.parse::<u8>().ok().filter(|count| (1..=4).contains(count))),
        None => (word, Some(1)),
    };
    let checkers = checkers.ok_or_else(unreadable)?;
    let mut hop = Hop { places: Vec::new(), hits: Vec::new(), checkers };
    for part in way.split('/') {
        let place = read_place(part.trim_end_matches('*')).ok_or_else(unreadable)?;
        if part.ends_with('*') {
            hop.hits.push(place);
        }
        hop.places.push(place);
    }
    let runs = hop.places.len() > 1 && hop.places.windows(2).all(|pair| pair[0] > pair[1]);
    if runs { Ok(hop) } else { Err(unreadable()) }
}

fn read_place(text: &str) -> Option<u8> {
    match text.to_ascii_lowercase().as_str() {
        "bar" => Some(Checkers::BAR),
        "off" => Some(Checkers::OFF),
        number => number.parse().ok().filter(|place| *place <= Checkers::BAR),
    }
}
