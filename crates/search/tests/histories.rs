//! What a search has learned about moves stays with the table for the next search.

use std::sync::Mutex;

use rootward_game::Game;
use rootward_games::chess::{Chess, ChessKnowledge};
use rootward_search::{Entry, Histories, Limits, Report, Search, SharedTable, Table, Techniques};

/// A table without entries. If `keeps` is set, it keeps histories.
struct NoEntries {
    keeps: bool,
    histories: Mutex<Option<Histories>>,
}

impl Table for NoEntries {
    fn probe(&self, _: u64) -> Option<Entry> {
        None
    }

    fn store(&self, _: u64, _: Entry) {}

    fn take_histories(&self, thread: usize) -> Option<Histories> {
        self.histories.lock().unwrap().take().filter(|_| thread == 0)
    }

    fn keep_histories(&self, _: usize, histories: Histories) {
        *self.histories.lock().unwrap() = Some(histories).filter(|_| self.keeps);
    }
}

fn search<T: Table>(table: &T, techniques: Techniques) -> Report<<Chess as Game>::Move> {
    let (game, knowledge) = (Chess::default(), ChessKnowledge::default());
    let search = Search::new(&game).knowledge(&knowledge).table(table).techniques(techniques);
    search.limits(Limits::depth(6)).run(&game.initial())
}

#[test]
fn the_second_search_orders_moves_by_what_the_first_has_learned() {
    for (keeps, techniques) in [(true, Techniques::ALL), (true, Techniques::SOUND), (false, Techniques::ALL)] {
        let table = NoEntries { keeps, histories: Mutex::new(None) };
        let first = search(&table, techniques);
        let second = search(&table, techniques);
        assert_eq!(second.counts.nodes < first.counts.nodes, keeps, "{keeps}");
        if !keeps {
            assert_eq!(second.counts.nodes, first.counts.nodes);
        }
        if techniques == Techniques::SOUND {
            assert_eq!(second.score, first.score, "the order of moves changes no value");
        }
    }
}

#[test]
fn a_cleared_table_has_forgotten_the_histories() {
    let mut table = SharedTable::with_bytes(1 << 16);
    let first = search(&table, Techniques::ALL);
    table.clear();
    let second = search(&table, Techniques::ALL);
    assert_eq!(second.counts.nodes, first.counts.nodes);
    assert!(
        table.take_histories(0).is_some() && table.take_histories(0).is_none() && table.take_histories(1).is_none()
    );
}

#[test]
fn histories_of_another_size_are_not_used() {
    let table = NoEntries { keeps: true, histories: Mutex::new(None) };
    search(&table, Techniques::SOUND);
    let mixed = search(&table, Techniques::ALL);
    let fresh = search(&NoEntries { keeps: false, histories: Mutex::new(None) }, Techniques::ALL);
    assert_eq!(mixed.counts.nodes, fresh.counts.nodes, "correction history is in one and not in the other");
}
