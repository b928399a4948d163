//! Backgammon only: bear-off tables, a network that learns, rollouts.

mod bearoff;
mod bearoff_file;
mod rollout;
mod training;

pub(crate) use bearoff::mount;
pub use bearoff::{BearOff, BearOffAnswer, TableBuild, TableInfo, TableProgress, build_table, read_table};
pub use rollout::{RolledOut, RolloutAsk, RolloutReport, roll_out};
pub use rootward_games::backgammon::Rate;
pub use training::{LinearTuned, TrainProgress, TrainSettings, Trained, fit_linear, train};
