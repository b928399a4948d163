//! One module for each group of paths. It reads the body, asks a session, and answers with JSON.

pub(crate) mod games;
pub(crate) mod status;
pub(crate) mod view;
pub(crate) mod tree;
pub(crate) mod turn;
pub(crate) mod limits;
pub(crate) mod analyse;
pub(crate) mod graph;
pub(crate) mod play;
pub(crate) mod compare;
pub(crate) mod trace;
pub(crate) mod board;
pub(crate) mod frame;
pub(crate) mod quiz;
pub(crate) mod exercise;
pub(crate) mod course;
pub(crate) mod matrix;
pub(crate) mod endgames;
pub(crate) mod game_file;
pub(crate) mod roll;
pub(crate) mod steps;
