//! Backgammon only: a network that learns, and rollouts.

mod rollout;
mod training;

pub use rollout::{RolledOut, RolloutAsk, RolloutReport, roll_out};
pub use rootward_games::backgammon::Rate;
pub use training::{LinearTuned, TrainProgress, TrainSettings, Trained, fit_linear, train};
