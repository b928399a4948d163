//! Everything on: iterative deepening with a transposition table, to depth 12 from the empty board.

use minimax::{IterativeOptions, IterativeSearch, Strategy};
use rootward_game::Game;
use rootward_games::connect_four::ConnectFour;
use rootward_search::{Limits, Search, SharedTable, Techniques};

use super::points;
use super::wrapped::Evaluated;
use crate::applied;
use crate::evaluation::Judge;
use crate::measure::{Case, Compare, Contender, Run, cpu_time, in_turns};

const DEPTH: u8 = 12;
const EXACT: &str = "Rootward, exact techniques";

pub fn case<E: Judge>(rounds: usize, table_bytes: usize) -> Case {
    let default = IterativeOptions::new().with_table_byte_size(table_bytes);
    // Of two dozen settings tried, none was faster for either evaluation: MTD(f), aspiration, countermoves, history,
    // replacement, null window and step, alone and together, each with both move orders.
    let best = default.with_double_step_increment();
    let mut contenders = vec![
        Contender::new("Rootward, sound techniques", || rootward::<E>(Techniques::SOUND, table_bytes)),
        Contender::new("minimax, default options", || peer::<E, false>(default)),
        Contender::new("minimax, default options, centre first", || peer::<E, true>(default)),
        Contender::new("minimax, best options, centre first", || peer::<E, true>(best)),
    ];
    if E::PROVES {
        contenders.push(Contender::new(EXACT, || rootward::<E>(Techniques::EXACT, table_bytes)));
    }
    let rows = in_turns(rounds, contenders);
    // Exact techniques may see beyond the horizon, and then find another value than the others.
    for row in rows.iter().filter(|row| row.name != EXACT) {
        assert_eq!(row.value(), rows[0].value(), "{}", row.name);
    }
    let title = format!("depth {DEPTH} by deepening, {} MiB table, evaluation: {}", table_bytes >> 20, E::NAME);
    Case { benchmark: "minimax", title, unit: "moves", tasks: 1, compare: Compare::Time, rows }
}

fn rootward<E: Judge>(techniques: Techniques, table_bytes: usize) -> Run {
    let (game, knowledge) = (ConnectFour::default(), E::default());
    let mut table = SharedTable::with_bytes(table_bytes);
    // Clearing it makes the system provide its memory before the clock runs.
    table.clear();
    let limits = Limits::depth(DEPTH.into());
    let search = Search::new(&game).knowledge(&knowledge).table(&table).techniques(techniques).limits(limits);
    let (cpu, report) = cpu_time(|| search.run(&game.initial()));
    Run { cpu, work: report.counts.nodes, value: points(report.score) }
}

fn peer<E: Judge, const CENTRE_FIRST: bool>(options: IterativeOptions) -> Run {
    let mut search = IterativeSearch::new(Evaluated::<E, CENTRE_FIRST>::default(), options);
    search.set_max_depth(DEPTH);
    let start = ConnectFour::default().initial();
    applied::take();
    let (cpu, _) = cpu_time(|| search.choose_move(&start));
    Run { cpu, work: applied::take(), value: search.root_value().into() }
}
