//! Files of positions: killed, damaged, shuffled.

use std::fs;
use std::path::{Path, PathBuf};

use rootward_games::chess::{Chess, ChessKnowledge};
use rootward_learn::features::ChessFeatures;
use rootward_learn::{Features, Layout, data, self_play};
use rootward_search::StopFlag;

fn layout() -> Layout {
    Features::<Chess>::layout(&ChessFeatures)
}

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("rootward-learn-{}-{name}.positions", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn generate(path: &Path, positions: usize, threads: usize) -> Result<self_play::Progress, String> {
    let (game, knowledge) = (Chess::default(), ChessKnowledge::default());
    let player = self_play::Player { game: &game, knowledge: &knowledge, evaluator: None, features: &ChessFeatures };
    let settings = self_play::Settings { positions, nodes: 40, threads, ..self_play::Settings::default() };
    self_play::generate(&player, &settings, path, &mut |_| {})
}

fn sorted(path: &Path) -> Vec<Vec<u8>> {
    let all = data::read_positions(&[path.to_owned()], &layout()).unwrap();
    let mut records: Vec<Vec<u8>> = (0..all.len()).map(|number| all.record(number).to_vec()).collect();
    records.sort();
    records
}

#[test]
fn a_file_goes_on_after_a_kill_anywhere() {
    let path = scratch("kill");
    generate(&path, 200, 1).unwrap();
    let whole = fs::read(&path).unwrap();
    let info = data::inspect::<Chess, _>(&path, &ChessFeatures).unwrap();
    assert!(info.positions >= 200 && info.unfinished == 0 && info.results.iter().all(|&count| count > 0), "{info:?}");
    assert!(info.things > 2.0 && info.things <= 32.0 && info.spread > 0.0);
    let line = whole.iter().position(|&byte| byte == b'\n').unwrap();
    for cut in [0, 5, line, line + 1, line + 9, line + 40, whole.len() / 2, whole.len() - 1] {
        fs::write(&path, &whole[..cut]).unwrap();
        let found = generate(&path, info.positions, 1).unwrap();
        assert!(found.found < info.positions);
        assert_eq!(fs::read(&path).unwrap(), whole, "cut off after {cut} bytes");
    }
    fs::remove_file(path).unwrap();
}

#[test]
fn more_threads_play_the_same_games() {
    let (one, two) = (scratch("one"), scratch("two"));
    generate(&one, 300, 1).unwrap();
    generate(&two, 100, 2).unwrap();
    let (all, some) = (sorted(&one), sorted(&two));
    let known = some.iter().filter(|record| all.binary_search(record).is_ok()).count();
    assert!(known * 2 > some.len(), "{known} of {}", some.len());
    [one, two].iter().for_each(|path| fs::remove_file(path).unwrap());
}

#[test]
fn a_changed_byte_or_another_setting_is_refused() {
    let path = scratch("changed");
    generate(&path, 30, 1).unwrap();
    let whole = fs::read(&path).unwrap();
    let line = whole.iter().position(|&byte| byte == b'\n').unwrap();
    for place in [line + 1, line + 6, line + 14, line + 17, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[place] ^= 64;
        fs::write(&path, &bytes).unwrap();
        let problem = data::inspect::<Chess, _>(&path, &ChessFeatures).unwrap_err();
        assert!(problem.contains("is damaged; expected") && problem.lines().count() == 1, "{problem}");
        assert!(generate(&path, 60, 1).is_err());
        assert_eq!(fs::read(&path).unwrap(), bytes, "a file that is refused stays as it was");
    }
    let text = String::from_utf8_lossy(&whole[..line]).replacen("40 nodes", "50 nodes", 1);
    fs::write(&path, [text.as_bytes(), &whole[line..]].concat()).unwrap();
    assert!(generate(&path, 60, 1).unwrap_err().contains("it was made with"));
    fs::write(&path, "my notes\n").unwrap();
    assert!(generate(&path, 60, 1).unwrap_err().contains("it is not a file of positions; expected"));
    assert_eq!(fs::read(&path).unwrap(), b"my notes\n");
    fs::remove_file(path).unwrap();
}

#[test]
fn shuffled_positions_are_the_same_in_another_order() {
    let (path, mixed) = (scratch("plain"), scratch("mixed"));
    generate(&path, 150, 1).unwrap();
    let count = data::shuffle(std::slice::from_ref(&path), &layout(), 3, &mixed).unwrap();
    let order = |path: &PathBuf| data::read_positions(std::slice::from_ref(path), &layout()).unwrap().records;
    assert_eq!(count, sorted(&path).len());
    assert_eq!(sorted(&mixed), sorted(&path));
    assert_ne!(order(&mixed), order(&path));
    data::inspect::<Chess, _>(&mixed, &ChessFeatures).unwrap();
    [path, mixed].iter().for_each(|path| fs::remove_file(path).unwrap());
}

#[test]
fn the_flag_ends_it_between_blocks() {
    let path = scratch("flag");
    let (game, knowledge, stop) = (Chess::default(), ChessKnowledge::default(), StopFlag::default());
    let player = self_play::Player { game: &game, knowledge: &knowledge, evaluator: None, features: &ChessFeatures };
    let settings = self_play::Settings { nodes: 40, stop: stop.clone(), ..self_play::Settings::default() };
    let progress = self_play::generate(&player, &settings, &path, &mut |progress| {
        if progress.games > 0 {
            stop.raise();
        }
    });
    let info = data::inspect::<Chess, _>(&path, &ChessFeatures).unwrap();
    assert_eq!((info.positions, info.unfinished), (progress.unwrap().positions, 0));
    fs::remove_file(path).unwrap();
}
