//! A table in a file: it comes back as it was, for the search that it belongs to, and never in any other way.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use proptest::prelude::*;
use rootward_game::{Game, Linear};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_search::{Limits, Search, SharedTable, TableFileError, TableFileProblem, TableIdentity, Techniques};

fn file(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("rootward-{name}-{}.table", std::process::id()))
}

fn game() -> ConnectFour {
    ConnectFour::new(5, 4).unwrap()
}

fn identity(game: &ConnectFour, knowledge: &ConnectFourKnowledge, techniques: Techniques) -> TableIdentity {
    Search::new(game).knowledge(knowledge).techniques(techniques).identity("four")
}

fn own_identity() -> TableIdentity {
    identity(&game(), &ConnectFourKnowledge::default(), Techniques::EXACT)
}

fn sentence(result: Result<SharedTable, TableFileError>) -> String {
    result.err().expect("a refusal").to_string()
}

#[test]
fn a_table_comes_back_and_saves_the_work() {
    let (game, knowledge, path) = (game(), ConnectFourKnowledge::default(), file("back"));
    let table = SharedTable::with_bytes(1 << 20);
    let solve = |table: &SharedTable| Search::new(&game).knowledge(&knowledge).table(table).solve(&game.initial());
    let first = solve(&table);
    table.save(&path, &own_identity()).unwrap();
    let again = SharedTable::load(&path, &own_identity()).unwrap();
    assert_eq!(again.bytes(), table.bytes());
    let (kept, fresh) = (solve(&again), solve(&table));
    assert_eq!((kept.score, kept.proven, kept.bound), (first.score, true, first.bound));
    assert_eq!(kept.counts, fresh.counts, "the loaded table is the one that was saved");
    assert!(kept.counts.nodes < first.counts.nodes / 10);
    fs::remove_file(path).unwrap();
}

/// A position has one value by all searches that a file is shared between: if these were not refused, it would have two.
#[test]
fn a_table_of_another_search_is_refused() {
    let (game, knowledge, path) = (game(), ConnectFourKnowledge::default(), file("other"));
    let table = SharedTable::with_bytes(1 << 16);
    let _ = Search::new(&game).knowledge(&knowledge).table(&table).limits(Limits::depth(5)).run(&game.initial());
    table.save(&path, &own_identity()).unwrap();
    let refusal = |wanted: &TableIdentity| SharedTable::load(&path, wanted).err().map(|error| error.problem);

    let named = Search::new(&game).knowledge(&knowledge).identity("five");
    assert!(matches!(refusal(&named), Some(TableFileProblem::Name { found, .. }) if found == "four"));
    let wider = identity(&ConnectFour::new(6, 4).unwrap(), &knowledge, Techniques::EXACT);
    assert!(matches!(refusal(&wider), Some(TableFileProblem::Rules)));
    let mut weights = knowledge.clone();
    let [first, ..] = &weights.features()[..] else { panic!("there are features") };
    let raised = first.weight + 1;
    weights.set_weight(0, raised);
    let otherwise = identity(&game, &weights, Techniques::EXACT);
    assert!(matches!(refusal(&otherwise), Some(TableFileProblem::Evaluation)));
    for techniques in [Techniques::ALL, Techniques::SOUND] {
        let otherwise = identity(&game, &knowledge, techniques);
        assert!(matches!(refusal(&otherwise), Some(TableFileProblem::Techniques)));
    }
    let mut unordered = Techniques::EXACT;
    unordered.sound.killers = false;
    assert!(refusal(&identity(&game, &knowledge, unordered)).is_none(), "the order of moves changes no value");
    fs::remove_file(path).unwrap();
}

#[test]
fn what_is_no_table_is_refused_in_a_sentence() {
    let path = file("none");
    let load = |path: &Path| sentence(SharedTable::load(path, &own_identity()));
    assert!(load(&path).starts_with(&path.display().to_string()), "a missing file");
    assert!(load(&std::env::temp_dir()).starts_with(&std::env::temp_dir().display().to_string()), "a folder");
    for text in ["", "RW", "a text that is no table"] {
        fs::write(&path, text).unwrap();
        assert_eq!(load(&path), format!("{}: this is not a file of a transposition table", path.display()));
    }
    fs::remove_file(&path).unwrap();
    let nowhere = path.join("below").join("a.table");
    assert!(SharedTable::with_bytes(64).save(&nowhere, &own_identity()).is_err());
}

/// A small table as the bytes of its file.
static SAVED: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let (game, knowledge, path) = (game(), ConnectFourKnowledge::default(), file("saved"));
    let table = SharedTable::with_bytes(1 << 11);
    let search = Search::new(&game).knowledge(&knowledge).table(&table);
    let _ = search.limits(Limits::nodes(2_000)).run(&game.initial());
    table.save(&path, &own_identity()).unwrap();
    let bytes = fs::read(&path).unwrap();
    fs::remove_file(path).unwrap();
    bytes
});

fn refused(bytes: &[u8], name: &str) -> bool {
    let path = file(name);
    fs::write(&path, bytes).unwrap();
    let loaded = SharedTable::load(&path, &own_identity());
    fs::remove_file(&path).unwrap();
    loaded.is_err()
}

#[test]
fn every_byte_matters() {
    assert!(SAVED.len() > 1000 && !refused(&SAVED, "whole"));
    for place in 0..SAVED.len() {
        let mut bytes = SAVED.clone();
        bytes[place] ^= 1 << (place % 8);
        assert!(refused(&bytes, "flipped"), "byte {place}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_damaged_file_is_refused(place: prop::sample::Index, byte: u8, length: prop::sample::Index, more in 0usize..40) {
        let mut bytes = SAVED.clone();
        let place = place.index(bytes.len());
        let same = bytes[place] == byte;
        bytes[place] = byte;
        prop_assert_eq!(!same, refused(&bytes, "changed"));
        prop_assert!(refused(&SAVED[..length.index(SAVED.len())], "short"));
        prop_assert_eq!(more > 0, refused(&[&SAVED[..], &vec![byte; more]].concat(), "long"));
    }

    #[test]
    fn arbitrary_bytes_are_refused(mut bytes: Vec<u8>, begun: bool) {
        if begun {
            bytes.splice(0..0, *b"RW-TABLE");
        }
        prop_assert!(refused(&bytes, "arbitrary"));
    }
}
