//! Collecting solved positions from random play.

use std::collections::HashSet;
use std::path::Path;

use super::journal::Journal;
use super::sample::{Sample, SampleSettings, is_quiet, question, read_line, solved, wander};
use rootward_session::{Problem, Session};

/// Solved positions from random play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Collected {
    /// The positions, each once.
    pub samples: Vec<Sample>,
    /// The number of them that came from the file.
    pub found: usize,
    /// Positions left out: repeated, decided at once, or too hard.
    pub left_out: u64,
    /// Stopped before there were enough: by the flag, or because the game has no more positions.
    pub stopped: bool,
}

/// After this many random draws in a row without a new position, collecting ends.
const PATIENCE: u64 = 20_000;

/// Draws and solves positions. With a file it stores them there, and resumes from its content. Reports the number of
/// positions to `each`.
pub fn collect_samples(
    session: &mut dyn Session,
    settings: &SampleSettings,
    file: Option<&Path>,
    each: &mut dyn FnMut(usize),
) -> Result<Collected, Problem> {
    while session.undo().is_some() {}
    let start = session.view().position;
    let title = title(session, settings);
    let mut journal = file.map(|path| Journal::open(path, &title)).transpose()?;
    let mut collected = Collected::default();
    let mut next = 0;
    for (line, number) in journal.iter().flat_map(Journal::lines).take(settings.samples) {
        collected.samples.extend(read_line(session, line, &settings.stop)?);
        next = number + 1;
    }
    // Reading the file moved the session; the next random game begins at its start position.
    session.set_position(&start)?;
    collected.found = collected.samples.len();
    let mut known: HashSet<String> = collected.samples.iter().map(|sample| sample.position.clone()).collect();
    let ask = question(Some(settings.nodes), &settings.stop);
    let mut fruitless = 0;
    while collected.samples.len() < settings.samples {
        each(collected.samples.len());
        if settings.stop.is_raised() || fruitless == PATIENCE {
            collected.stopped = true;
            break;
        }
        fruitless += 1;
        wander(session, settings.seed, next)?;
        next += 1;
        if known.contains(&session.view().position) || !is_quiet(session, settings.quiet)? {
            continue;
        }
        let Some(sample) = solved(session, &ask)? else { continue };
        if let Some(journal) = &mut journal {
            journal.append(&sample, next - 1)?;
        }
        known.insert(sample.position.clone());
        collected.samples.push(sample);
        fruitless = 0;
    }
    while session.undo().is_some() {}
    collected.left_out = next - collected.samples.len() as u64;
    if let Some(journal) = journal.filter(|_| !settings.stop.is_raised()) {
        journal.finish()?;
    }
    Ok(collected)
}

/// Everything that the positions depend on. The number wanted is not part of it, so that a file can be extended.
fn title(session: &dyn Session, settings: &SampleSettings) -> String {
    let view = session.view();
    let SampleSettings { seed, nodes, quiet, .. } = settings;
    format!("{} from {}, seed {seed}, at most {nodes} nodes, quiet {quiet}", view.game, view.position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootward_session::open;

    fn scratch(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("rootward-collect-{}-{name}", std::process::id()))
    }

    fn collect(samples: usize, file: Option<&Path>) -> Result<Collected, Problem> {
        let mut session = open("connect-four:5x4", None).unwrap();
        let settings = SampleSettings { samples, seed: 3, ..SampleSettings::default() };
        collect_samples(session.as_mut(), &settings, file, &mut |_| {})
    }

    #[test]
    fn what_was_interrupted_goes_on_to_the_same_end() {
        let (whole_file, cut_file) = (scratch("whole"), scratch("cut"));
        let whole = collect(60, Some(&whole_file)).unwrap();
        assert_eq!((whole.samples.len(), whole.found, whole.stopped), (60, 0, false));
        let text = std::fs::read_to_string(&whole_file).unwrap();
        // Killed in the middle of any line: in the title, in the tenth, right after a line, near the end.
        for cut in [3, 300, text.find("\n4").unwrap() + 1, text.len() / 2, text.len() - 1] {
            std::fs::write(rootward_support::file::part_of(&cut_file), &text[..cut]).unwrap();
            let resumed = collect(60, Some(&cut_file)).unwrap();
            assert!(resumed.found < 60);
            assert_eq!(Collected { found: 0, ..resumed }, whole);
            assert_eq!(std::fs::read_to_string(&cut_file).unwrap(), text);
            assert!(!rootward_support::file::part_of(&cut_file).exists());
        }
        // A finished file can be extended.
        assert_eq!(collect(60, Some(&whole_file)).unwrap().found, 60);
        let more = collect(80, Some(&whole_file)).unwrap();
        assert_eq!((more.found, more.samples), (60, collect(80, None).unwrap().samples));
        std::fs::remove_file(&whole_file).unwrap();
        std::fs::remove_file(&cut_file).unwrap();
    }

    #[test]
    fn a_small_game_ends_when_it_has_no_more_positions() {
        let mut session = open("mnk:2,2,2", None).unwrap();
        let settings = SampleSettings { samples: 1000, quiet: 0, ..SampleSettings::default() };
        let collected = collect_samples(session.as_mut(), &settings, None, &mut |_| {}).unwrap();
        assert!(collected.stopped && !collected.samples.is_empty() && collected.samples.len() < 20);
    }

    #[test]
    fn the_flag_ends_it() {
        let mut session = open("connect-four", None).unwrap();
        let settings = SampleSettings::default();
        settings.stop.raise();
        let collected = collect_samples(session.as_mut(), &settings, None, &mut |_| {}).unwrap();
        assert!(collected.stopped && collected.samples.is_empty());
    }
}
