//! Tables in files: what is written is read, damage is found, and an interrupted build ends the same.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use cozy_chess::Board;
use proptest::prelude::*;
use rootward_endgames::chess::{ChessEndings, Material};
use rootward_endgames::{BuildError, Endings, Metric, Options, Progress, Table, Tables, Value, build, needs};

/// A folder that goes away.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("rootward-endgames-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn slices(names: &[&str]) -> Vec<Material> {
    names.iter().map(|name| Material::parse(name).unwrap()).collect()
}

fn build_all(names: &[&str], metric: Metric, folder: &Path) -> Tables<ChessEndings> {
    let game = ChessEndings::default();
    build(&game, &slices(names), &Options::new(metric, folder), &AtomicBool::new(false), &mut |_| {}).unwrap();
    Tables::open(game, folder, Some(metric)).unwrap()
}

#[test]
fn values_from_files_are_those_of_the_best_moves() {
    for metric in [Metric::End, Metric::Conversion, Metric::Outcome] {
        let folder = Folder::new(metric.name());
        let tables = build_all(&["KQK", "KRK", "KPK", "KBK"], metric, &folder.0);
        assert_eq!(tables.slices().len(), 5, "{:?}", tables.slices());
        for slice in tables.slices() {
            let verified = tables.verify(&slice, 3_000, 1);
            assert_eq!((verified.checked, verified.wrong), (3_000, None), "{slice}");
            assert!(tables.table(&slice).unwrap().is_whole());
        }
    }
}

#[test]
fn the_longest_win_is_played_out() {
    let folder = Folder::new("longest");
    let tables = build_all(&["KRK"], Metric::End, &folder.0);
    let slice = Material::parse("KRK").unwrap();
    let (plies, number) = tables.table(&slice).unwrap().counts().longest_win.unwrap();
    assert_eq!(plies, 31);
    let board = tables.game().position(&slice, number).unwrap();
    let line = tables.line(&board);
    assert_eq!(line.len(), 31);
    assert_eq!(line[30].status(), cozy_chess::GameStatus::Won);
}

/// With colours swapped and turned, as positions come.
#[test]
fn images_of_a_position_have_one_value() {
    let folder = Folder::new("images");
    let tables = build_all(&["KPK"], Metric::End, &folder.0);
    let probe = |fen: &str| tables.probe(&fen.parse::<Board>().unwrap());
    assert_eq!(probe("8/8/8/1k6/8/8/K5P1/8 w - - 0 1"), Some(Value::Win(55)));
    assert_eq!(probe("8/8/8/6k1/8/8/1P5K/8 w - - 0 1"), Some(Value::Win(55)));
    assert_eq!(probe("8/1p5k/8/8/6K1/8/8/8 b - - 0 1"), Some(Value::Win(55)));
    assert_eq!(probe("8/8/8/8/8/8/k6K/8 b - - 0 1"), Some(Value::Draw));
    assert_eq!(probe("8/8/8/8/8/8/k6K/R6R b - - 0 1"), None);
    assert_eq!(probe("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), None);
}

fn checksum(folder: &Path, name: &str) -> u32 {
    Table::open(&folder.join(name)).unwrap().checksum()
}

/// Stopped after every few sweeps and begun again, with the sweeps saved each time.
#[test]
fn an_interrupted_build_ends_in_the_same_bytes() {
    let folder = Folder::new("resume");
    let whole = Folder::new("whole");
    build_all(&["KPK"], Metric::End, &whole.0);
    let game = ChessEndings::default();
    let options = Options { save_every: Duration::ZERO, ..Options::new(Metric::End, &folder.0) };
    let mut resumed = 0;
    for _ in 0..200 {
        let stop = AtomicBool::new(false);
        let mut sweeps = 0;
        let result = build(&game, &slices(&["KPK"]), &options, &stop, &mut |progress| match progress {
            Progress::Begin(_, _, _, again) => resumed += u32::from(again),
            Progress::Saved(_) => {
                sweeps += 1;
                stop.store(sweeps == 7, Relaxed);
            }
            _ => {}
        });
        if result.is_ok() {
            break;
        }
        assert_eq!(result, Err(BuildError::Stopped));
    }
    assert!(resumed > 5, "{resumed}");
    for name in ["KQK.dtm.table", "KPK.dtm.table"] {
        assert_eq!(checksum(&folder.0, name), checksum(&whole.0, name), "{name}");
    }
    let left: Vec<_> = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 5, "{left:?}");
}

/// Saved sweeps that are damaged, or of another table, are not used.
#[test]
fn damaged_sweeps_are_begun_anew() {
    let folder = Folder::new("damaged-sweeps");
    let game = ChessEndings::default();
    let options = Options { save_every: Duration::ZERO, ..Options::new(Metric::End, &folder.0) };
    let stop = AtomicBool::new(false);
    let slice = slices(&["KRK"]);
    let result = build(&game, &slice, &options, &stop, &mut |progress| {
        if let Progress::Saved(_) = progress {
            stop.store(true, Relaxed);
        }
    });
    assert_eq!(result, Err(BuildError::Stopped));
    let path = folder.0.join("KRK.dtm.sweeps");
    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let mut resumed = None;
    build(&game, &slice, &options, &AtomicBool::new(false), &mut |progress| {
        if let Progress::Begin(_, _, _, again) = progress {
            resumed = Some(again);
        }
    })
    .unwrap();
    assert_eq!(resumed, Some(false));
}

#[test]
fn too_little_memory_is_refused_with_the_number_needed() {
    let folder = Folder::new("memory");
    let game = ChessEndings::default();
    let slice = slices(&["KRNKNN"]);
    let memory = needs(&game, &slice, Metric::Conversion).memory;
    assert!((8 << 30..16 << 30).contains(&memory), "{memory}");
    let options = Options { memory: Some(1 << 30), ..Options::new(Metric::Conversion, &folder.0) };
    let problem = build(&game, &slice, &options, &AtomicBool::new(false), &mut |_| {});
    let Err(BuildError::Refused(message)) = problem else { panic!("{problem:?}") };
    assert!(message.contains("GiB") && message.contains("1.0 GiB"), "{message}");
    assert!(Tables::open(game, &folder.0, None).is_err_and(|refusal| refusal.contains("no endgame tables of chess")));
}

/// A block that is damaged leaves a table that opens. A build replaces it, also as what others are built from.
#[test]
fn a_damaged_table_is_built_again() {
    let folder = Folder::new("built-again");
    let game = ChessEndings::default();
    let options = Options::new(Metric::End, &folder.0);
    let build_it = |name: &str| {
        let mut kept = Vec::new();
        let done = build(&game, &slices(&[name]), &options, &AtomicBool::new(false), &mut |progress| {
            if let Progress::Kept(slice) = progress {
                kept.push(slice.to_string());
            }
        });
        assert_eq!(done, Ok(()));
        kept
    };
    build_it("KQK");
    let path = folder.0.join("KQK.dtm.table");
    let whole = std::fs::read(&path).unwrap();
    let mut bytes = whole.clone();
    bytes[whole.len() / 2] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert!(Table::open(&path).is_ok_and(|table| !table.is_whole()));
    assert_eq!(build_it("KPK"), Vec::<String>::new());
    assert_eq!(std::fs::read(&path).unwrap(), whole);
    assert_eq!(build_it("KPK").len(), 5);
}

#[test]
fn a_folder_that_cannot_be_used_is_refused_before_anything_begins() {
    let folder = Folder::new("unusable");
    std::fs::create_dir_all(&folder.0).unwrap();
    let game = ChessEndings::default();
    let refused = |options: &Options| {
        let problem = build(&game, &slices(&["KQK"]), options, &AtomicBool::new(false), &mut |_| panic!("it begins"));
        let Err(BuildError::Refused(message)) = problem else { panic!("{problem:?}") };
        message
    };
    let file = folder.0.join("file");
    std::fs::write(&file, "").unwrap();
    assert!(refused(&Options::new(Metric::End, &file)).contains("file"));
    let short = refused(&Options { memory: Some(1), ..Options::new(Metric::End, &folder.0) });
    assert!(short.contains("KiB of memory, and 1 bytes are allowed"), "{short}");
    #[cfg(target_os = "linux")]
    {
        assert!(refused(&Options::new(Metric::End, "/proc/self")).contains("/proc/self"));
        // Another build is at work there.
        let held = std::fs::File::open(&folder.0).unwrap();
        rustix::fs::flock(&held, rustix::fs::FlockOperation::NonBlockingLockExclusive).unwrap();
        assert!(refused(&Options::new(Metric::End, &folder.0)).contains("another build is at work"));
    }
}

fn small_table() -> &'static [u8] {
    static BYTES: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    BYTES.get_or_init(|| {
        let folder = Folder::new("bytes");
        build_all(&["KQK"], Metric::End, &folder.0);
        std::fs::read(folder.0.join("KQK.dtm.table")).unwrap()
    })
}

/// Opens these bytes as a table and asks it everything.
fn ask(bytes: &[u8], name: &str) -> bool {
    let folder = Folder::new(name);
    std::fs::create_dir_all(&folder.0).unwrap();
    let path = folder.0.join("KQK.dtm.table");
    std::fs::write(&path, bytes).unwrap();
    let Ok(table) = Table::open(&path) else { return false };
    let values = (0..table.numbers().min(1 << 20)).step_by(97).filter(|&number| table.value(number).is_some()).count();
    table.is_whole() && values > 0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_damaged_table_is_never_taken_for_whole(at in any::<prop::sample::Index>(), flip in 1u8.., cut in any::<bool>()) {
        let mut bytes = small_table().to_vec();
        let at = at.index(bytes.len());
        if cut {
            bytes.truncate(at);
        } else {
            bytes[at] ^= flip;
        }
        prop_assert!(!ask(&bytes, "flipped"));
    }

    #[test]
    fn arbitrary_bytes_are_no_table(bytes in prop::collection::vec(any::<u8>(), 0..300), head in any::<bool>()) {
        let mut all = if head { b"rootward endgame table 1\ngame chess\nslice KQK\n".to_vec() } else { Vec::new() };
        all.extend(bytes);
        prop_assert!(!ask(&all, "arbitrary"));
    }

    #[test]
    fn names_of_endings_are_read_or_refused(name in "\\PC{0,8}|[KQRBNPv]{0,8}") {
        if let Ok(material) = Material::parse(&name) {
            prop_assert_eq!(Material::parse(&material.to_string()), Ok(material));
        }
    }
}

#[test]
fn an_undamaged_table_is_whole() {
    assert!(ask(small_table(), "undamaged"));
}
