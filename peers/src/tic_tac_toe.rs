//! Tic-tac-toe solved in several ways. `python/tic_tac_toe.py` compares other libraries with these figures.

use std::cell::RefCell;

use rootward_game::{Game, Score};
use rootward_games::mnk::{Mnk, MnkKnowledge};
use rootward_search::textbook::{AlphaBeta, SearchResult, Minimax};
use rootward_search::{Counts, Report, Search, SharedTable, Techniques};

use crate::arguments::Arguments;
use crate::measure::{Case, Compare, Contender, Run, cpu_time, in_turns};

/// How often a run solves the game, to be long enough for the clock.
const SOLVES: u32 = 20;

pub fn run(arguments: &Arguments, tell: &mut dyn FnMut(Case)) {
    let (game, knowledge) = (Mnk::default(), MnkKnowledge::default());
    let start = game.initial();
    let engine = || Search::new(&game).resist(false);
    let plain = || engine().techniques(Techniques::NONE);
    // Enough for every position that occurs; clearing it is part of the task.
    let table = RefCell::new(SharedTable::with_bytes(1 << 16));
    let with_table = || {
        table.borrow_mut().clear();
        report(engine().knowledge(&knowledge).table(&*table.borrow()).solve(&start))
    };
    let contenders = vec![
        contender("engine", with_table),
        contender("engine, without table", || report(engine().knowledge(&knowledge).solve(&start))),
        contender("engine, without table and knowledge", || report(engine().solve(&start))),
        contender("engine, without techniques: alpha-beta", || report(plain().solve(&start))),
        contender("textbook alpha-beta", || answer(AlphaBeta::default().run(&game, &(), &start, ()))),
        contender("textbook minimax", || answer(Minimax::default().run(&game, &(), &start, ()))),
    ];
    let rows = in_turns(arguments.rounds.unwrap_or(9), contenders);
    let title = "solved from the empty board".to_owned();
    tell(Case { benchmark: "tic-tac-toe", title, unit: "nodes", tasks: SOLVES as usize, compare: Compare::Time, rows });
}

/// A contender that returns the value, whether it is proven, and the counts.
fn contender<'a>(name: &str, solve: impl Fn() -> (Score, bool, Counts) + 'a) -> Contender<'a> {
    Contender::new(name, move || {
        let (cpu, nodes) = cpu_time(|| (0..SOLVES).map(|_| nodes_of_a_proven_draw(solve())).sum());
        Run { cpu, work: nodes, value: 0 }
    })
}

fn nodes_of_a_proven_draw((score, proven, counts): (Score, bool, Counts)) -> u64 {
    assert!(proven && score == Score::DRAW);
    counts.nodes
}

fn report<M>(report: Report<M>) -> (Score, bool, Counts) {
    (report.score, report.proven, report.counts)
}

fn answer<M>(answer: SearchResult<M>) -> (Score, bool, Counts) {
    (answer.value, answer.proven, answer.counts)
}
