//! Everything off: plain alpha-beta to a fixed depth, moves in the given order, no table.

use minimax::{Negamax, Strategy};
use rootward_game::Game;
use rootward_games::connect_four::ConnectFour;
use rootward_search::{Limits, Search, Techniques};

use super::points;
use super::wrapped::Evaluated;
use crate::applied;
use crate::evaluation::Judge;
use crate::measure::{Case, Compare, Contender, Run, cpu_time, in_turns};

const DEPTH: u8 = 10;

pub fn case<E: Judge>(rounds: usize) -> Case {
    let contenders = vec![
        Contender::new("Rootward, no techniques", rootward::<E>),
        // It shuffles the moves at the root, so the work differs from run to run.
        Contender::new("minimax, Negamax", peer::<E>),
    ];
    let rows = in_turns(rounds, contenders);
    assert_eq!(rows[0].value(), rows[1].value());
    let title = format!("depth {DEPTH}, plain alpha-beta, evaluation: {}", E::NAME);
    Case { benchmark: "minimax", title, unit: "moves", tasks: 1, compare: Compare::TimePerWork, rows }
}

fn rootward<E: Judge>() -> Run {
    let (game, knowledge) = (ConnectFour::default(), E::default());
    let limits = Limits::depth(DEPTH.into());
    let search = Search::new(&game).knowledge(&knowledge).techniques(Techniques::NONE).limits(limits);
    let (cpu, report) = cpu_time(|| search.run(&game.initial()));
    Run { cpu, work: report.counts.nodes, value: points(report.score) }
}

fn peer<E: Judge>() -> Run {
    let mut search = Negamax::new(Evaluated::<E, false>::default(), DEPTH);
    let start = ConnectFour::default().initial();
    applied::take();
    let (cpu, _) = cpu_time(|| search.choose_move(&start));
    Run { cpu, work: applied::take(), value: search.root_value().into() }
}
