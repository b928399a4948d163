//! The names of the search techniques: the search itself uses no strings.
//!
//! A setting starts from a preset (`none`, `sound`, `exact`, `all`; by default that of the game) and changes it, comma
//! separated: `all,-null-move`, `none,+history`, `+late-move-reductions,quiescence=8`.

use Dial::{Moves, Plies, Points, Switch};
use Group::{Farsighted, Sound, Speculative};
use rootward_search::{Omission, Singular, Techniques};
use serde::Serialize;

use crate::Problem;
use crate::problem::quoted;
use crate::suggest::nearest;

/// The guarantee of a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// The same value as plain minimax at the same depth.
    Sound,
    /// May see beyond the depth; never proves anything false.
    Farsighted,
    /// May be wrong about an estimate; never claims a win, loss or draw that is not proven.
    Speculative,
}

/// A technique that can be switched.
#[derive(Clone, Copy, Debug)]
pub struct Technique {
    /// The name in settings and reports.
    pub name: &'static str,
    /// Its guarantee.
    pub group: Group,
    /// What the field calls it.
    pub term: &'static str,
    /// Its file in the engine's folder, `crates/search/src/engine`.
    pub file: &'static str,
    /// What it does, in a sentence.
    pub meaning: &'static str,
    dial: Dial,
}

/// The setting of a technique.
#[derive(Clone, Copy, Debug)]
enum Dial {
    Switch(fn(&mut Techniques) -> &mut bool),
    /// A number, 0 for off; the second field is the value for `+name`.
    Plies(fn(&mut Techniques) -> &mut u32, u32),
    Points(fn(&mut Techniques) -> &mut Option<i32>),
    Moves(fn(&mut Techniques) -> &mut Option<usize>),
    Singular,
}

/// All techniques, in the order in which they are listed: name, what the field calls it, file, setting, what it does.
#[rustfmt::skip]
pub const TECHNIQUES: &[Technique] = &[
    technique(Sound, "iterative-deepening", "iterative deepening", "iterative_deepening.rs", Switch(|t| &mut t.sound.iterative_deepening),
        "searches depth 1, 2, 3 … instead of the last depth at once"),
    technique(Sound, "aspiration", "aspiration window", "iterative_deepening.rs", Switch(|t| &mut t.sound.aspiration),
        "starts each depth with a narrow window around the last value"),
    technique(Sound, "pvs", "principal variation search (PVS)", "child.rs", Switch(|t| &mut t.sound.pvs),
        "tests all moves but the first with a null window"),
    technique(Sound, "transposition-table", "transposition table (TT)", "transposition.rs", Switch(|t| &mut t.sound.transposition_table),
        "remembers the values of positions"),
    technique(Sound, "etc", "enhanced transposition cut-off (ETC)", "transposition.rs", Switch(|t| &mut t.sound.etc),
        "looks all children up in the table before it searches any"),
    technique(Sound, "hash-move", "hash move", "move_ordering.rs", Switch(|t| &mut t.sound.hash_move),
        "tries the move first that the table remembers"),
    technique(Sound, "static-ordering", "static move ordering (MVV-LVA, SEE)", "move_ordering.rs", Switch(|t| &mut t.sound.static_ordering),
        "orders moves by what the game's knowledge says"),
    technique(Sound, "killers", "killer moves", "move_ordering.rs", Switch(|t| &mut t.sound.killers),
        "tries moves early that caused a cut-off at the same ply"),
    technique(Sound, "history", "history heuristic", "move_ordering.rs", Switch(|t| &mut t.sound.history),
        "tries moves early that often caused a cut-off anywhere"),
    technique(Sound, "continuation-history", "countermove and continuation history", "move_ordering.rs", Switch(|t| &mut t.sound.continuation_history),
        "tries moves early that often caused a cut-off after the same last moves"),
    technique(Sound, "capture-history", "capture history", "move_ordering.rs", Switch(|t| &mut t.sound.capture_history),
        "tries captures early that often caused a cut-off"),
    technique(Sound, "mate-distance", "mate-distance pruning", "node.rs", Switch(|t| &mut t.sound.mate_distance),
        "gives up lines that cannot beat a win already found"),
    technique(Sound, "star1", "Star1", "chance.rs", Switch(|t| &mut t.sound.star1),
        "at chance nodes, stops when the average is out of reach"),
    technique(Sound, "star2", "Star2", "chance.rs", Switch(|t| &mut t.sound.star2),
        "at chance nodes, tries a single move behind each outcome first (with star1)"),
    technique(Farsighted, "proofs", "static proofs, endgame tables and books", "node.rs", Switch(|t| &mut t.farsighted.proofs),
        "asks the game's knowledge for proofs and for the moves worth searching"),
    technique(Farsighted, "deeper-entries", "deeper table entries", "transposition.rs", Switch(|t| &mut t.farsighted.deeper_entries),
        "uses table entries from deeper searches than needed"),
    technique(Speculative, "quiescence", "quiescence search", "quiescence.rs", Plies(|t| &mut t.speculative.quiescence, 16),
        "goes on at the horizon through noisy moves, this many plies at most"),
    technique(Speculative, "correction-history", "correction history", "correction_history.rs", Switch(|t| &mut t.speculative.correction_history),
        "corrects the static value by what the search found in similar positions"),
    technique(Speculative, "null-move", "null-move pruning", "pruning.rs", Switch(|t| &mut t.speculative.null_move),
        "expects a move to be good where doing nothing is"),
    technique(Speculative, "late-move-reductions", "late move reductions (LMR)", "reductions.rs", Switch(|t| &mut t.speculative.late_move_reductions),
        "searches late moves less deeply first"),
    technique(Speculative, "late-move-pruning", "late move pruning", "move_pruning.rs", Switch(|t| &mut t.speculative.late_move_pruning),
        "leaves out quiet moves late in the order near the horizon"),
    technique(Speculative, "reverse-futility", "reverse futility pruning", "pruning.rs", Switch(|t| &mut t.speculative.reverse_futility),
        "near the horizon, takes a static value far above the window for the node's"),
    technique(Speculative, "futility", "futility pruning", "move_pruning.rs", Switch(|t| &mut t.speculative.futility),
        "near the horizon, leaves out quiet moves where the static value is far below the window"),
    technique(Speculative, "delta-pruning", "delta pruning", "move_pruning.rs", Switch(|t| &mut t.speculative.delta_pruning),
        "in quiescence, leaves out captures that win too little"),
    technique(Speculative, "see-pruning", "pruning by static exchange evaluation (SEE)", "move_pruning.rs", Switch(|t| &mut t.speculative.see_pruning),
        "leaves out moves that lose material in the exchanges that follow at once"),
    technique(Speculative, "internal-iterative-reduction", "internal iterative reduction", "reductions.rs", Switch(|t| &mut t.speculative.internal_iterative_reduction),
        "searches a ply less deeply where the table knows no move to begin with"),
    technique(Speculative, "check-extension", "check extension", "child.rs", Switch(|t| &mut t.speculative.check_extension),
        "searches a ply deeper where a threat has to be answered at once"),
    technique(Speculative, "singular-extension", "singular extension", "singular.rs", Dial::Singular,
        "treats a move far better than its siblings: extend it, or prune the siblings"),
    technique(Speculative, "multi-cut", "multi-cut, negative extension", "singular.rs", Switch(|t| &mut t.speculative.multi_cut),
        "cuts where moves besides the table's reach the window, too (with singular-extension)"),
    technique(Speculative, "secondary-search", "secondary search", "secondary_search.rs", Plies(|t| &mut t.speculative.secondary_search, 2),
        "searches this many plies past the end of the chosen line, and chooses again if it was a trap"),
    technique(Speculative, "threshold", "threshold stop", "pruning.rs", Points(|t| &mut t.speculative.threshold),
        "stops below a node whose static value is this many points outside the window"),
    technique(Speculative, "width", "forward pruning, n best", "move_ordering.rs", Moves(|t| &mut t.speculative.width),
        "searches only this many of the best moves of a node"),
    technique(Speculative, "width-margin", "forward pruning, tapered", "move_ordering.rs", Points(|t| &mut t.speculative.width_margin),
        "searches only moves whose static value is within this many points of the best one's"),
];

const fn technique(
    group: Group,
    name: &'static str,
    term: &'static str,
    file: &'static str,
    dial: Dial,
    meaning: &'static str,
) -> Technique {
    Technique { name, group, term, file, meaning, dial }
}

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
/// let techniques = parse_techniques("none,+history,width=3").unwrap();
/// assert_eq!(active_techniques(techniques), ["history", "width=3"]);
/// ```
pub fn parse_techniques(text: &str) -> Result<Techniques, Problem> {
    parse_techniques_from(Techniques::EXACT, text)
}

/// The same with a base: changes without a preset are changes to these techniques, such as those of a game's player.
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

/// The names of the techniques that are on, with their numbers: `["killers", "quiescence=16"]`.
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
    /// How it is written in a setting: `null-move`, `quiescence=N`.
    pub fn usage(&self) -> String {
        let name = self.name;
        match self.dial {
            Dial::Switch(_) => name.to_owned(),
            Dial::Plies(..) | Dial::Moves(_) => format!("{name}=N"),
            Dial::Points(_) => format!("{name}=POINTS"),
            Dial::Singular => format!("{name}=extend|prune"),
        }
    }

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
            Dial::Singular => match techniques.speculative.singular_extension {
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
            Dial::Singular => techniques.speculative.singular_extension = Singular::Extend,
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
            Dial::Singular => techniques.speculative.singular_extension = Singular::Off,
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
                techniques.speculative.singular_extension = match value {
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

/// Why a move was pruned, as a trace says it.
pub fn pruning_reason(why: Omission) -> &'static str {
    match why {
        Omission::LateMove => "it is quiet, comes late in the order, and the horizon is near (late move pruning)",
        Omission::Futile => "it is quiet, and the static value with a margin stays below the window (futility)",
        Omission::Delta => "even with what it takes, the static value stays below the window (delta pruning)",
        Omission::LosesMaterial => "it loses material in the exchanges that follow at once",
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
        let setting = "sound,-killers,singular-extension=prune,threshold=200,width=3,width-margin=5,secondary-search=4,quiescence=8";
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
        assert!(error("killers").contains("+name"));
        assert!(error("+killers,none").contains("come first"));
        assert!(error("width=0").contains("from 1 to 10000"));
        assert!(error("killers=3").contains("+killers or -killers"));
        assert!(error("").contains("not a setting"));
    }

    proptest! {
        #[test]
        fn arbitrary_text_is_read_or_refused_without_a_panic(text in "[-+=,a-z0-9 ]{0,30}|.{0,20}") {
            let _ = parse_techniques(&text);
        }
    }
}
