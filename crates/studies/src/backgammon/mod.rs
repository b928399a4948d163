//! Backgammon only: a network that learns, and rollouts.

mod generations;
mod rollout;
mod training;

pub use generations::{Generated, Generating, GenerationSettings, Held, generate, read_network};
pub use rollout::{RolledOut, RolloutAsk, RolloutReport, roll_out};
pub use rootward_games::backgammon::network::{Network, Precision, Sizes};
pub use rootward_games::backgammon::{Rate, TrainingSettings};
pub use training::{LinearTuned, TrainProgress, TrainSettings, Trained, fit_linear, train};
