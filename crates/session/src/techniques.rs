//! The techniques of a search by name: the search itself speaks no strings.
//!
//! A setting starts from a preset (`none`, `sound`, `exact`, `all`; without one, that of the game) and changes it, comma
//! separated: `all,-null-move`, `none,+table`, `+late-move-reductions,quiescence=8`.

use rootward_search::{Singular, Techniques};
use serde::Serialize;

use crate::Problem;
use crate::problem::quoted;
use crate::suggest::nearest;

/// What a technique promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// The same value as plain minimax at the same depth.
    Sound,
    /// May see beyond the depth; never proves anything wrong.
    Farsighted,
    /// May be wrong about an estimate; never claims a win, loss or draw that is not proven.
    Speculative,
}

/// A technique that can be switched.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// The name in settings and reports.
    pub name: &'static str,
    /// What it promises.
    pub group: Group,
    /// What it does, in a sentence.
    pub meaning: &'static str,
    dial: Dial,
}

/// How a technique is read and set.
#[derive(Clone, Copy, Debug)]
enum Dial {
    Switch(fn(&mut Techniques) -> &mut bool),
    /// A number, 0 for off, with the one that `+name` means.
    Plies(fn(&mut Techniques) -> &mut u32, u32),
    Points(fn(&mut Techniques) -> &mut Option<i32>),
    Moves(fn(&mut Techniques) -> &mut Option<usize>),
    Singular,
}

const fn switch(
    name: &'static str,
    group: Group,
    meaning: &'static str,
    field: fn(&mut Techniques) -> &mut bool,
) -> Technique {
    Technique { name, group, meaning, dial: Dial::Switch(field) }
}

const fn guess(name: &'static str, meaning: &'static str, dial: Dial) -> Technique {
    Technique { name, group: Group::Speculative, meaning, dial }
}

/// All techniques, in the order in which they are listed.
pub const TECHNIQUES: &[Technique] = &[
    switch("deepening", Group::Sound, "searches depth 1, 2, 3 … instead of the last depth at once", |t| {
        &mut t.sound.deepening
    }),
    switch("aspiration", Group::Sound, "starts each depth with a narrow window around the last value", |t| {
        &mut t.sound.aspiration
    }),
    switch(
        "scout",
        Group::Sound,
        "tests all moves but the first with a null window (principal-variation search)",
        |t| &mut t.sound.scout,
    ),
    switch("table", Group::Sound, "remembers the values of positions (transposition table)", |t| &mut t.sound.table),
    switch("child-lookup", Group::Sound, "looks all children up in the table before searching any", |t| {
        &mut t.sound.child_lookup
    }),
    switch("table-move", Group::Sound, "tries the move first that the table remembers", |t| &mut t.sound.table_move),
    switch("advice", Group::Sound, "orders moves by what the game's knowledge says", |t| &mut t.sound.advice),
    switch("killers", Group::Sound, "tries moves early that caused a cut at the same ply", |t| &mut t.sound.killers),
    switch("history", Group::Sound, "tries moves early that often caused a cut anywhere", |t| &mut t.sound.history),
    switch("replies", Group::Sound, "tries moves early that often caused a cut after the same last moves", |t| {
        &mut t.sound.replies
    }),
    switch("distance", Group::Sound, "gives up lines that cannot beat a win already found", |t| &mut t.sound.distance),
    switch("star1", Group::Sound, "at chance nodes, stops when the average is out of reach", |t| &mut t.sound.star1),
    switch("star2", Group::Sound, "at chance nodes, tries a single move behind each outcome first (with star1)", |t| {
        &mut t.sound.star2
    }),
    switch(
        "proofs",
        Group::Farsighted,
        "asks the game's knowledge for proofs and for the moves worth searching",
        |t| &mut t.farsighted.proofs,
    ),
    switch("deeper-entries", Group::Farsighted, "uses table entries from deeper searches than needed", |t| {
        &mut t.farsighted.deeper_entries
    }),
    guess(
        "quiescence",
        "goes on at the horizon through noisy moves, so many plies at most",
        Dial::Plies(|t| &mut t.speculative.quiescence, 16),
    ),
    guess(
        "null-move",
        "expects a move to be good where doing nothing is",
        Dial::Switch(|t| &mut t.speculative.null_move),
    ),
    guess(
        "late-move-reductions",
        "looks less deeply at late moves first",
        Dial::Switch(|t| &mut t.speculative.late_move_reductions),
    ),
    guess(
        "late-move-pruning",
        "leaves out quiet moves late in the order near the horizon",
        Dial::Switch(|t| &mut t.speculative.late_move_pruning),
    ),
    guess(
        "futility",
        "takes a static value far outside the window for the last word near the horizon",
        Dial::Switch(|t| &mut t.speculative.futility),
    ),
    guess(
        "exchange",
        "leaves out moves that lose material in the exchanges that follow at once",
        Dial::Switch(|t| &mut t.speculative.exchange),
    ),
    guess(
        "internal-reduction",
        "looks less deeply where the table knows no move to begin with",
        Dial::Switch(|t| &mut t.speculative.internal_reduction),
    ),
    guess(
        "forced",
        "looks one ply deeper where a threat has to be answered at once",
        Dial::Switch(|t| &mut t.speculative.forced),
    ),
    guess("singular", "treats a move far better than its siblings: extend it, or prune the siblings", Dial::Singular),
    guess(
        "secondary",
        "searches so many plies past the end of the chosen line, and chooses again if it was a trap",
        Dial::Plies(|t| &mut t.speculative.secondary, 2),
    ),
    guess(
        "threshold",
        "stops below a node whose static value is so many points outside the window",
        Dial::Points(|t| &mut t.speculative.threshold),
    ),
    guess("width", "searches only so many of the best moves of a node", Dial::Moves(|t| &mut t.speculative.width)),
    guess(
        "width-margin",
        "searches only moves whose static value is within so many points of the best one's",
        Dial::Points(|t| &mut t.speculative.width_margin),
    ),
];

/// The presets by name.
pub const PRESETS: &[(&str, Techniques, &str)] = &[
    ("none", Techniques::NONE, "plain alpha-beta, moves in the given order"),
    ("sound", Techniques::SOUND, "all that keep the exact value at every depth"),
    ("exact", Techniques::EXACT, "the sound and the farsighted ones: the default of analyses, but for chess"),
    ("all", Techniques::ALL, "all that make a strong player; width and threshold stay off"),
];

/// Reads a setting: a preset and changes to it, comma separated.
///
/// ```
/// use rootward_session::{active_techniques, parse_techniques};
///
/// let techniques = parse_techniques("none,+table,width=3").unwrap();
/// assert_eq!(active_techniques(techniques), ["table", "width=3"]);
/// ```
pub fn parse_techniques(text: &str) -> Result<Techniques, Problem> {
    parse_techniques_from(Techniques::EXACT, text)
}

/// The same, but changes without a preset are changes to these techniques, such as those that a game's player uses.
pub fn parse_techniques_from(base: Techniques, text: &str) -> Result<Techniques, Problem> {
    let mut techniques = base;
    for (place, item) in text.split(',').map(str::trim).enumerate() {
        match PRESETS.iter().find(|(name, ..)| *name == item) {
            Some((_, preset, _)) if place == 0 => techniques = *preset,
            Some(_) => {
                return Err(Problem::new(format!("the preset '{item}' follows other settings"), "it to come first"));
            }
            None => change(&mut techniques, item)?,
        }
    }
    Ok(techniques)
}

/// The names of the techniques that are on, with their numbers: `["deepening", "quiescence=16"]`.
#[must_use]
pub fn active_techniques(techniques: Techniques) -> Vec<String> {
    TECHNIQUES.iter().filter_map(|technique| technique.written(techniques)).collect()
}

fn change(techniques: &mut Techniques, item: &str) -> Result<(), Problem> {
    if let Some(name) = item.strip_prefix('+') {
        find(name)?.switch_on(techniques)
    } else if let Some(name) = item.strip_prefix(['-', '−']) {
        find(name)?.switch_off(techniques);
        Ok(())
    } else if let Some((name, value)) = item.split_once('=') {
        find(name)?.set(techniques, value.trim())
    } else {
        let expected = "none, sound, exact or all, then +name, -name or name=number";
        Err(Problem::new(format!("{} is not a setting of techniques", quoted(item)), expected))
    }
}

fn find(name: &str) -> Result<&'static Technique, Problem> {
    let name = name.trim();
    TECHNIQUES.iter().find(|technique| technique.name == name).ok_or_else(|| {
        let names: Vec<&str> = TECHNIQUES.iter().map(|technique| technique.name).collect();
        let expected = match nearest(name, &names) {
            Some(near) => format!("a technique such as {near}"),
            None => format!("one of {}", names.join(", ")),
        };
        Problem::new(format!("there is no technique {}", quoted(name)), expected)
    })
}

impl Technique {
    /// Its entry in a list of active techniques; none if it is off.
    fn written(&self, mut techniques: Techniques) -> Option<String> {
        let number = |number: String| format!("{}={number}", self.name);
        match self.dial {
            Dial::Switch(field) => field(&mut techniques).then(|| self.name.to_owned()),
            Dial::Plies(field, _) => {
                Some(*field(&mut techniques)).filter(|&plies| plies > 0).map(|n| number(n.to_string()))
            }
            Dial::Points(field) => field(&mut techniques).map(|points| number(points.to_string())),
            Dial::Moves(field) => field(&mut techniques).map(|moves| number(moves.to_string())),
            Dial::Singular => match techniques.speculative.singular {
                Singular::Off => None,
                Singular::Extend => Some(number("extend".to_owned())),
                Singular::PruneSiblings => Some(number("prune".to_owned())),
            },
        }
    }

    fn switch_on(&self, techniques: &mut Techniques) -> Result<(), Problem> {
        match self.dial {
            Dial::Switch(field) => *field(techniques) = true,
            Dial::Plies(field, usual) => *field(techniques) = usual,
            Dial::Singular => techniques.speculative.singular = Singular::Extend,
            Dial::Points(_) | Dial::Moves(_) => {
                let name = self.name;
                return Err(Problem::new(format!("the technique '{name}' needs a number"), format!("{name}=number")));
            }
        }
        Ok(())
    }

    fn switch_off(&self, techniques: &mut Techniques) {
        match self.dial {
            Dial::Switch(field) => *field(techniques) = false,
            Dial::Plies(field, _) => *field(techniques) = 0,
            Dial::Points(field) => *field(techniques) = None,
            Dial::Moves(field) => *field(techniques) = None,
            Dial::Singular => techniques.speculative.singular = Singular::Off,
        }
    }

    fn set(&self, techniques: &mut Techniques, value: &str) -> Result<(), Problem> {
        let number = |least: i32, most: i32| {
            let read = value.parse::<i32>().ok().filter(|number| (least..=most).contains(number));
            read.ok_or_else(|| self.refusal(value, &format!("a whole number from {least} to {most}")))
        };
        match self.dial {
            Dial::Switch(_) => return Err(self.refusal(value, &format!("+{0} or -{0}", self.name))),
            Dial::Plies(field, _) => *field(techniques) = number(0, rootward_search::MAX_DEPTH as i32)? as u32,
            Dial::Points(field) => *field(techniques) = Some(number(0, rootward_game::Score::POINTS_LIMIT)?),
            Dial::Moves(field) => *field(techniques) = Some(number(1, 10_000)? as usize),
            Dial::Singular => {
                techniques.speculative.singular = match value {
                    "off" => Singular::Off,
                    "extend" => Singular::Extend,
                    "prune" => Singular::PruneSiblings,
                    _ => return Err(self.refusal(value, "off, extend or prune")),
                }
            }
        }
        Ok(())
    }

    fn refusal(&self, value: &str, expected: &str) -> Problem {
        Problem::new(format!("the technique '{}' cannot be {}", self.name, quoted(value)), expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn presets_are_read_as_they_are() {
        for (name, preset, _) in PRESETS {
            assert_eq!(parse_techniques(name), Ok(*preset));
        }
    }

    #[test]
    fn every_technique_can_be_switched_off_and_on_again() {
        for technique in TECHNIQUES {
            let off = parse_techniques(&format!("all,-{}", technique.name)).unwrap();
            assert!(technique.written(off).is_none(), "{}", technique.name);
            let Ok(on) = parse_techniques(&format!("none,+{}", technique.name)) else { continue };
            assert_eq!(active_techniques(on).len(), 1, "{}", technique.name);
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let setting = "sound,-killers,singular=prune,threshold=200,width=3,width-margin=5,secondary=4,quiescence=8";
        let techniques = parse_techniques(setting).unwrap();
        let written = active_techniques(techniques).iter().fold("none".to_owned(), |text, name| {
            let sign = if name.contains('=') { "" } else { "+" };
            format!("{text},{sign}{name}")
        });
        assert_eq!(parse_techniques(&written), Ok(techniques));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |text| parse_techniques(text).unwrap_err().to_string();
        assert_eq!(error("+null-mov"), "there is no technique 'null-mov'; expected a technique such as null-move");
        assert!(error("+width").contains("width=number"));
        assert!(error("table").contains("+name"));
        assert!(error("+table,none").contains("come first"));
        assert!(error("width=0").contains("from 1 to 10000"));
        assert!(error("table=3").contains("+table or -table"));
        assert!(error("").contains("not a setting"));
    }

    proptest! {
        #[test]
        fn arbitrary_text_is_read_or_refused_without_a_panic(text in "[-+=,a-z0-9 ]{0,30}|.{0,20}") {
            let _ = parse_techniques(&text);
        }
    }
}
