//! Files of positions: made to be appended to, to survive a kill, and to be read as one.
//!
//! ```text
//!   a line of text: rootward positions 1: FEATURES, SIZE bytes each, …what they were made with
//!   blocks: "RWB1", number u32, positions u32, CRC-32 of all this and of the records, then the records
//! ```
//!
//! All numbers are little-endian. A block holds whole games and is written at once. What a kill left of the last
//! block is cut off when the file is opened for more; a block that is damaged elsewhere is refused.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use rootward_support::file::replace_file;
use rootward_support::hash::crc32;
use rootward_support::random::Dice;

use crate::{Features, Layout, Record};
use rootward_game::Game;

const FORMAT: &str = "rootward positions 1: ";
const MAGIC: &[u8; 4] = b"RWB1";
const BLOCK_HEAD: usize = 16;
/// A first line is not longer than this.
const LONGEST_LINE: usize = 300;

/// The positions of one file, or of several.
#[derive(Clone, Debug, Default)]
pub struct Positions {
    /// Bytes of a record.
    pub size: usize,
    /// All records, one after the other.
    pub records: Vec<u8>,
}

impl Positions {
    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len().checked_div(self.size).unwrap_or(0)
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The record with this number.
    #[must_use]
    #[inline]
    pub fn record(&self, number: usize) -> &[u8] {
        &self.records[number * self.size..(number + 1) * self.size]
    }
}

/// What a file says: its first line and its blocks.
struct Content<'a> {
    title: &'a str,
    blocks: Vec<(u32, &'a [u8])>,
    /// The bytes that are whole; the rest is a block that was being written.
    whole: usize,
}

fn first_line(layout: &Layout, title: &str) -> String {
    format!("{FORMAT}{}, {} bytes each, {title}\n", layout.board, Record::of(layout).size())
}

/// Reads the structure of a file.
fn read<'a>(bytes: &'a [u8], layout: &Layout) -> Result<Content<'a>, String> {
    let start = first_line(layout, "");
    let start = start.trim_end();
    let end = bytes.iter().take(LONGEST_LINE).position(|&byte| byte == b'\n');
    let line = end.and_then(|end| std::str::from_utf8(&bytes[..end]).ok()).unwrap_or("");
    let Some(title) = line.strip_prefix(start) else {
        let found = if line.starts_with(FORMAT) {
            format!("it begins with '{line}'")
        } else {
            "it is not a file of positions".to_owned()
        };
        return Err(format!("{found}; expected a first line '{start}…'"));
    };
    let size = Record::of(layout).size();
    let (mut blocks, mut at) = (Vec::new(), line.len() + 1);
    while let Some(head) = bytes.get(at..at + BLOCK_HEAD) {
        let number =
            |place: usize| u32::from_le_bytes([head[place], head[place + 1], head[place + 2], head[place + 3]]);
        let damaged = || format!("block {} at byte {at} is damaged; expected it as it was written", blocks.len() + 1);
        if &head[..4] != MAGIC {
            return Err(damaged());
        }
        let length = number(8) as usize * size;
        let Some(records) = bytes.get(at + BLOCK_HEAD..at + BLOCK_HEAD + length) else { break };
        if crc_of(&head[4..12], records) != number(12) {
            return Err(damaged());
        }
        blocks.push((number(4), records));
        at += BLOCK_HEAD + length;
    }
    Ok(Content { title, blocks, whole: at })
}

fn crc_of(head: &[u8], records: &[u8]) -> u32 {
    crc32(&[head, records].concat())
}

fn block(number: u32, records: &[u8], size: usize) -> Vec<u8> {
    let mut head = number.to_le_bytes().to_vec();
    head.extend(((records.len() / size) as u32).to_le_bytes());
    let crc = crc_of(&head, records);
    [MAGIC, &head[..], &crc.to_le_bytes(), records].concat()
}

fn in_file(path: &Path, problem: impl std::fmt::Display) -> String {
    format!("file '{}': {problem}", path.display())
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| in_file(path, error))
}

/// A file that grows.
pub struct Growing {
    path: PathBuf,
    file: File,
    size: usize,
    /// The numbers of the blocks in it.
    pub numbers: Vec<u32>,
    /// The number of positions in it.
    pub positions: usize,
}

impl Growing {
    /// Opens a file, or makes a new one. `title` says what the positions are made with; a file made otherwise is refused.
    pub fn open(path: &Path, layout: &Layout, title: &str) -> Result<Growing, String> {
        let fail = |error: io::Error| in_file(path, error);
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read.map_err(fail)?,
        };
        let line = first_line(layout, title);
        let size = Record::of(layout).size();
        let mut file = File::options().create(true).append(true).open(path).map_err(fail)?;
        let is_new = line.as_bytes().starts_with(&bytes);
        let (whole, numbers, records) = if is_new {
            (0, Vec::new(), 0)
        } else {
            let content = read(&bytes, layout).map_err(|problem| in_file(path, problem))?;
            if content.title != format!(" {title}") {
                let problem = format!("it was made with '{}'; expected '{title}', or a new file", content.title.trim());
                return Err(in_file(path, problem));
            }
            let numbers = content.blocks.iter().map(|block| block.0).collect();
            (content.whole, numbers, content.blocks.iter().map(|block| block.1.len()).sum())
        };
        file.set_len(whole as u64).map_err(fail)?;
        if is_new {
            file.write_all(line.as_bytes()).map_err(fail)?;
        }
        Ok(Growing { path: path.to_owned(), file, size, numbers, positions: records / size })
    }

    /// Appends a block of whole games. A kill cannot lose it any more when this returns.
    pub fn append(&mut self, number: u32, records: &[u8]) -> Result<(), String> {
        self.file.write_all(&block(number, records, self.size)).map_err(|error| in_file(&self.path, error))?;
        self.numbers.push(number);
        self.positions += records.len() / self.size;
        Ok(())
    }
}

/// Reads the positions of several files.
pub fn read_positions(paths: &[PathBuf], layout: &Layout) -> Result<Positions, String> {
    let mut all = Positions { size: Record::of(layout).size(), records: Vec::new() };
    for path in paths {
        let bytes = bytes_of(path)?;
        let content = read(&bytes, layout).map_err(|problem| in_file(path, problem))?;
        content.blocks.iter().for_each(|block| all.records.extend(block.1));
    }
    Ok(all)
}

/// The files of positions in a folder, in the order of their names; a file is taken as it is.
pub fn files_in(path: &Path) -> Result<Vec<PathBuf>, String> {
    if path.is_file() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).map_err(|error| in_file(path, error))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == ENDING));
    files.sort();
    Ok(files)
}

/// The ending of the names of files of positions.
pub const ENDING: &str = "positions";

/// What is in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// What the positions were made with.
    pub title: String,
    /// Blocks of games.
    pub blocks: usize,
    /// Positions.
    pub positions: usize,
    /// Positions that are lost, drawn and won by the side to move.
    pub results: [usize; 3],
    /// Positions of games that are held out.
    pub held_out: usize,
    /// The root of the mean square of the scores.
    pub spread: f64,
    /// The mean number of things on the board.
    pub things: f64,
    /// Bytes at the end that a kill left of a block.
    pub unfinished: usize,
}

/// Reads a whole file and checks every record of it.
pub fn inspect<G: Game, F: Features<G>>(path: &Path, features: &F) -> Result<Info, String> {
    let layout = features.layout();
    let bytes = bytes_of(path)?;
    let content = read(&bytes, &layout).map_err(|problem| in_file(path, problem))?;
    let record = Record::of(&layout);
    let (mut results, mut held_out, mut squares, mut things) = ([0; 3], 0, 0.0, 0u64);
    for (place, (_, records)) in content.blocks.iter().enumerate() {
        for (number, bytes) in records.chunks_exact(record.size()).enumerate() {
            let sample = record.unpack::<F::Words>(bytes).ok_or_else(|| {
                let problem = format!("record {} of block {} is not a position; expected one", number + 1, place + 1);
                in_file(path, problem)
            })?;
            results[usize::from(sample.result)] += 1;
            held_out += usize::from(sample.held_out);
            squares += f64::from(sample.score) * f64::from(sample.score);
            things += u64::from(sample.words.as_ref().iter().map(|word| word.count_ones()).sum::<u32>());
        }
    }
    let positions = results.iter().sum();
    let mean = |sum: f64| if positions == 0 { 0.0 } else { sum / positions as f64 };
    Ok(Info {
        title: content.title.trim().to_owned(),
        blocks: content.blocks.len(),
        positions,
        results,
        held_out,
        spread: mean(squares).sqrt(),
        things: mean(things as f64),
        unfinished: bytes.len() - content.whole.min(bytes.len()),
    })
}

/// The records of a block in a file of shuffled positions.
const SHUFFLED_BLOCK: usize = 4096;

/// Writes the positions of several files into one, in random order.
pub fn shuffle(paths: &[PathBuf], layout: &Layout, seed: u64, to: &Path) -> Result<usize, String> {
    let all = read_positions(paths, layout)?;
    let order = shuffled(all.len(), &mut Dice::new(seed));
    let mut bytes = first_line(layout, &format!("shuffled with seed {seed}")).into_bytes();
    for (number, chunk) in order.chunks(SHUFFLED_BLOCK).enumerate() {
        let records: Vec<u8> = chunk.iter().flat_map(|&place| all.record(place as usize)).copied().collect();
        bytes.extend(block(number as u32, &records, all.size));
    }
    replace_file(to, &bytes).map_err(|error| in_file(to, error))?;
    Ok(all.len())
}

/// The numbers below `count` in random order (Fisher and Yates).
pub(crate) fn shuffled(count: usize, dice: &mut Dice) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    for place in (1..count).rev() {
        order.swap(place, dice.below(place + 1));
    }
    order
}
