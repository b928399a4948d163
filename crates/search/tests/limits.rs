//! A search ends at its limits, with the best move so far.

use std::thread;
use std::time::{Duration, Instant};

use rootward_game::{Game, Score};
use rootward_games::connect_four::{ConnectFour, ConnectFourKnowledge};
use rootward_search::{Ending, Limits, NodeMeter, Search, SharedTable, StopFlag};

#[test]
fn a_time_limit_is_kept_and_leaves_a_move() {
    let game = ConnectFour::default();
    let knowledge = ConnectFourKnowledge::default();
    let table = SharedTable::with_bytes(1 << 24);
    for (time, threads) in [(50, 1), (120, 2), (300, 1)] {
        let start = Instant::now();
        let search = Search::new(&game).knowledge(&knowledge).table(&table).threads(threads);
        let report = search.limits(Limits::time(Duration::from_millis(time))).run(&game.initial());
        let over = start.elapsed().as_millis() as i64 - time as i64;
        assert!(report.stopped && report.best().is_some());
        // The promise is 20 ms on an idle machine; a test machine may be busy, so only gross overshoot fails here.
        assert!(over < 250, "{over} ms too late");
    }
}

#[test]
fn a_raised_flag_ends_a_search_that_would_go_on_for_hours() {
    let game = ConnectFour::new(8, 7).unwrap();
    let flag = StopFlag::default();
    let table = SharedTable::with_bytes(1 << 20);
    let report = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(60));
            flag.raise();
        });
        Search::new(&game).table(&table).limits(Limits::default().stop(&flag)).solve(&game.initial())
    });
    assert!(report.stopped && report.best().is_some());
    assert!(report.limits.at_least < report.limits.at_most, "the 8x7 board is not solved in 60 ms");
    assert!(report.limits.at_least > Score::loss_in(5), "but that nobody wins within five plies is proven");
}

#[test]
fn a_flag_raised_before_the_start_still_leaves_a_legal_move() {
    let game = ConnectFour::default();
    let flag = StopFlag::default();
    flag.raise();
    let report = Search::new(&game).limits(Limits::depth(9).stop(&flag)).run(&game.initial());
    assert_eq!((report.stopped, report.depth, report.proven), (true, Some(0), false));
    assert!(report.best().is_some());
}

#[test]
fn a_node_limit_is_exact_with_one_thread() {
    let game = ConnectFour::default();
    for nodes in [1, 2, 1000, 12_345] {
        let meter = NodeMeter::default();
        let limits = Limits { meter: Some(meter.clone()), ..Limits::nodes(nodes) };
        let report = Search::new(&game).limits(limits).run(&game.initial());
        assert_eq!((report.counts.nodes, meter.nodes(), report.stopped), (nodes, nodes, true));
    }
}

/// All limits hold at once, and the report names the one that was reached first.
#[test]
fn the_first_limit_ends_the_search_and_is_named() {
    let game = ConnectFour::default();
    let (stop, raised) = (StopFlag::default(), StopFlag::default());
    raised.raise();
    let hour = Duration::from_secs(3600);
    let all = || Limits::depth(40).and_nodes(1 << 40).and_time(hour).stop(&stop);
    let cases = [
        (all().and_nodes(5_000), Ending::Nodes),
        (all().and_time(Duration::from_millis(1)), Ending::Time),
        (all().and_depth(3), Ending::Depth),
        (all().stop(&raised), Ending::Stop),
        (Limits::nodes(1 << 40).and_depth(3), Ending::Depth),
    ];
    for (limits, ending) in cases {
        for threads in [1, 2] {
            let table = SharedTable::with_bytes(1 << 20);
            let search = Search::new(&game).table(&table).threads(threads).limits(limits.clone());
            let report = search.run(&game.initial());
            assert_eq!((report.ended_by, report.stopped), (ending, ending.is_early()), "{limits:?}, {threads} threads");
        }
    }
    let small = ConnectFour::new(4, 4).unwrap();
    let table = SharedTable::with_bytes(1 << 20);
    let report = Search::new(&small).table(&table).limits(all()).solve(&small.initial());
    assert_eq!((report.ended_by, report.stopped), (Ending::Proven, false));
    let report = Search::new(&small).limits(all().and_nodes(100)).solve(&small.initial());
    assert_eq!((report.ended_by, report.stopped), (Ending::Nodes, true));
}

#[test]
fn one_thread_does_the_same_every_time() {
    let game = ConnectFour::default();
    let knowledge = ConnectFourKnowledge::default();
    let run = || {
        let table = SharedTable::with_bytes(1 << 20);
        let search = Search::new(&game).knowledge(&knowledge).table(&table).lines(3);
        let report = search.limits(Limits::nodes(50_000)).run(&game.initial());
        (report.lines, report.counts, report.depth)
    };
    assert_eq!(run(), run());
}

#[test]
fn a_stopped_search_knows_what_its_last_iteration_found() {
    let game = ConnectFour::default();
    let knowledge = ConnectFourKnowledge::default();
    let run = |nodes| {
        let table = SharedTable::with_bytes(1 << 20);
        let search = Search::new(&game).knowledge(&knowledge).table(&table);
        let mut depths = Vec::new();
        let report = search.limits(Limits::nodes(nodes)).run_with(&game.initial(), &mut |i| depths.push(i.depth));
        (report, depths)
    };
    let (report, depths) = run(20_000);
    assert_eq!(report.depth, *depths.last().unwrap(), "the reported depth is the last finished one");
    assert!(depths.len() > 3 && depths[0] == Some(1));
    assert!(!report.lines[0].moves.is_empty());
}

thread_local! {
    static SHOWN: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// A clock that goes on by 10 ms whenever it is read.
fn ticking() -> Duration {
    SHOWN.set(SHOWN.get() + 10);
    Duration::from_millis(SHOWN.get())
}

#[test]
fn a_search_can_go_by_the_clocks_of_its_threads() {
    let game = ConnectFour::new(8, 7).unwrap();
    for threads in [1, 3] {
        let table = SharedTable::with_bytes(1 << 20);
        let search = |limits| Search::new(&game).table(&table).threads(threads).limits(limits).run(&game.initial());
        // The search ends by that clock alone.
        let time = Some(Duration::from_millis(500));
        let report = search(Limits { time, thread_clock: Some(ticking), ..Limits::default() });
        assert!(report.stopped && report.best().is_some());
        assert!((500..600).contains(&report.elapsed.as_millis()), "{:?}", report.elapsed);
        // A clock that stands still ends nothing, however short the time.
        let time = Some(Duration::from_nanos(1));
        let still = Limits { time, depth: Some(6), thread_clock: Some(|| Duration::ZERO), ..Limits::default() };
        let report = search(still);
        assert_eq!((report.stopped, report.depth, report.elapsed), (false, Some(6), Duration::ZERO));
    }
}
