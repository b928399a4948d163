//! The head of a table's file: lines of text with all that is known about the table as a whole.

use std::fmt::Write as _;

use crate::{Codes, Counts, Metric, SideCounts};

/// The first line of every table.
pub(crate) const MAGIC: &str = "rootward endgame table 1";
/// A head is not longer than this.
pub(crate) const LONGEST: usize = 4096;

/// What the head says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) game: String,
    pub(crate) slice: String,
    pub(crate) metric: Metric,
    pub(crate) codes: Codes,
    /// The code of the longest win of each side.
    pub(crate) longest_win: [u16; 2],
    /// The first number of the second side.
    pub(crate) second_side: u64,
    pub(crate) numbers: u64,
    /// Numbers in a block.
    pub(crate) block: u64,
    pub(crate) counts: Counts,
}

impl Header {
    /// Bits for one number in an unpacked block.
    pub(crate) fn width(&self) -> u32 {
        match (self.metric, self.codes.top) {
            (Metric::Outcome, _) => 2,
            (_, 0xFF) => 8,
            _ => 16,
        }
    }

    pub(crate) fn blocks(&self) -> u64 {
        self.numbers.div_ceil(self.block)
    }

    pub(crate) fn write(&self) -> String {
        let mut text = format!("{MAGIC}\n");
        let mut line = |name: &str, value: String| {
            let _ = writeln!(text, "{name} {value}");
        };
        line("game", self.game.clone());
        line("slice", self.slice.clone());
        line("metric", self.metric.name().into());
        line("top", self.codes.top.to_string());
        line("by_moves", u8::from(self.codes.by_moves).to_string());
        line("longest_win_code", self.longest_win[0].to_string());
        line("second_win_code", self.longest_win[1].to_string());
        line("second_side", self.second_side.to_string());
        line("numbers", self.numbers.to_string());
        line("block", self.block.to_string());
        for (name, side) in ["first", "second"].into_iter().zip(self.counts.sides) {
            line(name, format!("{} {} {}", side.wins, side.losses, side.draws));
        }
        let longest =
            |longest: Option<(u32, u64)>| longest.map_or("none".into(), |(plies, at)| format!("{plies} {at}"));
        line("longest_win", longest(self.counts.longest_win));
        line("longest_loss", longest(self.counts.longest_loss));
        text.push('\n');
        text
    }

    /// The head at the beginning of a file, and its length.
    pub(crate) fn read(bytes: &[u8]) -> Result<(Header, usize), String> {
        let wrong = |what: &str| format!("no endgame table: its head has no {what}");
        let start = &bytes[..bytes.len().min(LONGEST)];
        let end = start.windows(2).position(|pair| pair == b"\n\n").ok_or_else(|| wrong("end"))? + 2;
        let text = std::str::from_utf8(&start[..end]).map_err(|_| wrong("text"))?;
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(wrong(&format!("first line '{MAGIC}'")));
        }
        let mut field = |name: &str| {
            let line = lines.next().and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.map(str::to_string).ok_or_else(|| wrong(&format!("line '{name}'")))
        };
        let (game, slice) = (field("game")?, field("slice")?);
        let metric = Metric::named(&field("metric")?).ok_or_else(|| wrong("known metric"))?;
        let mut number = |name: &str| field(name)?.parse::<u64>().map_err(|_| wrong(&format!("number '{name}'")));
        let top = number("top")?;
        let by_moves = number("by_moves")? == 1;
        let longest_win = [number("longest_win_code")?, number("second_win_code")?];
        let second_side = number("second_side")?;
        let (numbers, block) = (number("numbers")?, number("block")?);
        if top != 0xFF && top != 0xFFFF
            || longest_win.iter().any(|&code| code >= top)
            || numbers == 0
            || block == 0
            || block % 4 != 0
            || block > 1 << 24
        {
            return Err(wrong("sensible sizes"));
        }
        let list = |text: String| text.split(' ').map(|part| part.parse::<u64>().ok()).collect::<Option<Vec<u64>>>();
        let mut counts = Counts::default();
        for (name, side) in ["first", "second"].into_iter().zip(&mut counts.sides) {
            let Some(&[wins, losses, draws]) = list(field(name)?).as_deref() else { return Err(wrong("counts")) };
            *side = SideCounts { wins, losses, draws };
        }
        let mut longest = |name: &str| match field(name)?.as_str() {
            "none" => Ok(None),
            text => match list(text.to_string()).as_deref() {
                Some(&[plies, at]) if plies <= u64::from(u32::MAX) && at < numbers => Ok(Some((plies as u32, at))),
                _ => Err(wrong("longest win")),
            },
        };
        counts.longest_win = longest("longest_win")?;
        counts.longest_loss = longest("longest_loss")?;
        let codes = Codes { top: top as u16, by_moves };
        let longest_win = longest_win.map(|code| code as u16);
        Ok((Header { game, slice, metric, codes, longest_win, second_side, numbers, block, counts }, end))
    }
}
