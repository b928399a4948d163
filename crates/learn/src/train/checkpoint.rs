//! The state of a training after an epoch, so that the same command goes on after a kill.

use std::fs;
use std::io;
use std::path::Path;

use rootward_support::file::replace_file;
use rootward_support::hash::{opened, sealed};

use super::Epoch;
use super::adam::Adam;

/// What a file holds.
pub(super) struct State {
    pub values: Vec<f32>,
    pub moments: [Vec<f32>; 2],
    pub steps: u32,
    pub epochs: Vec<Epoch>,
}

const FORMAT: &str = "rootward training 1: ";

/// Writes the state: a line of text, the number of steps, epochs and weights, then all numbers; CRC-32.
pub(super) fn write(path: &Path, title: &str, values: &[f32], adam: &Adam, epochs: &[Epoch]) -> Result<(), String> {
    let mut bytes = format!("{FORMAT}{title}\n").into_bytes();
    bytes.extend([adam.steps, epochs.len() as u32].iter().flat_map(|number| number.to_le_bytes()));
    let losses = epochs.iter().flat_map(|epoch| [epoch.loss, epoch.held_out]);
    let numbers = losses.chain(values.iter().chain(&adam.moments[0]).chain(&adam.moments[1]).copied());
    bytes.extend(numbers.flat_map(f32::to_le_bytes));
    replace_file(path, &sealed(bytes)).map_err(|error| format!("file '{}': {error}", path.display()))
}

/// Reads a state; none if there is no file. A training with other settings is refused.
pub(super) fn read(path: &Path, title: &str, length: usize) -> Result<Option<State>, String> {
    let named = |problem: String| format!("file '{}': {problem}", path.display());
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| named(error.to_string()))?,
    };
    parse(&bytes, title, length).map(Some).map_err(named)
}

fn parse(bytes: &[u8], title: &str, length: usize) -> Result<State, String> {
    let line = format!("{FORMAT}{title}\n");
    if !bytes.starts_with(line.as_bytes()) {
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len()).min(300);
        let found = String::from_utf8_lossy(&bytes[..end]).into_owned();
        return Err(format!("it begins with '{found}'; expected '{}', or a new file", line.trim_end()));
    }
    let damaged = || "it is damaged; expected it as it was written, or a new file".to_owned();
    let (content, written, computed) = opened(bytes).ok_or_else(damaged)?;
    let body = content.get(line.len()..).filter(|_| written == computed).ok_or_else(damaged)?;
    let number = |at: usize| Some(u32::from_le_bytes(body.get(at..at + 4)?.try_into().ok()?));
    let (steps, count) = number(0).zip(number(4)).ok_or_else(damaged)?;
    let mut numbers = body[8..].chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
    if body.len() != 8 + 4 * (2 * count as usize + 3 * length) {
        return Err(damaged());
    }
    let mut list = |length: usize| numbers.by_ref().take(length).collect::<Vec<f32>>();
    let losses = list(2 * count as usize);
    let epochs = losses.chunks_exact(2).map(|two| Epoch { loss: two[0], held_out: two[1] }).collect();
    Ok(State { values: list(length), moments: [list(length), list(length)], steps, epochs })
}
