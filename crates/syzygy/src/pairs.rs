//! The compressed values of a table.
//!
//! Values are first joined to pairs, pairs to pairs of pairs and so on: a symbol stands for a run of values. Symbols are
//! then encoded with a canonical Huffman code, in blocks of equal size. An index gives the block of every n-th value,
//! at fixed intervals.

use crate::bytes::{Bytes, bits_at, u16_at, u32_at};

/// Flags of a part of a table.
pub mod flag {
    /// In distance tables: the side to move of the stored positions.
    pub const SIDE: u8 = 1;
    /// Values are indices into a list.
    pub const MAPPED: u8 = 2;
    /// Distances of wins are in plies; otherwise in moves.
    pub const WIN_PLIES: u8 = 4;
    /// Distances of losses are in plies.
    pub const LOSS_PLIES: u8 = 8;
    /// The list has two bytes for each value.
    pub const WIDE: u8 = 16;
    /// All positions have one value.
    pub const SINGLE: u8 = 128;
}

/// The values of one side to move and file.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// See [`flag`].
    pub flags: u8,
    single: u8,
    size: u64,
    span: u64,
    block_size: usize,
    blocks: usize,
    lengths: usize,
    shortest: u32,
    /// By code length from the shortest: the first code, in the highest bits of a number.
    first_code: Vec<u64>,
    /// By code length: the first symbol.
    first_symbol: Vec<u16>,
    /// For each symbol the number of values it stands for, less one.
    run: Vec<u8>,
    /// The offset of the symbols' parts in the file; three bytes each.
    parts: usize,
    index_at: usize,
    lengths_at: usize,
    data_at: usize,
}

impl Pairs {
    /// Reads the description of the code; `size` is the number of values.
    pub fn read(bytes: &mut Bytes<'_>, data: &[u8], size: u64) -> Option<Pairs> {
        let flags = bytes.u8()?;
        if flags & flag::SINGLE != 0 {
            return Some(Pairs { flags, single: bytes.u8()?, size, ..Pairs::default() });
        }
        let block_size = 1usize.checked_shl(u32::from(bytes.u8()?)).filter(|&size| size > 0)?;
        let span = 1u64.checked_shl(u32::from(bytes.u8()?))?;
        let padding = usize::from(bytes.u8()?);
        let blocks = bytes.u32()? as usize;
        let longest = u32::from(bytes.u8()?);
        let shortest = u32::from(bytes.u8()?);
        if !(1..=32).contains(&shortest) || !(shortest..=32).contains(&longest) {
            return None;
        }
        let first_symbol = (shortest..=longest).map(|_| bytes.u16()).collect::<Option<Vec<u16>>>()?;
        let first_code = first_codes(&first_symbol, shortest)?;
        let symbols = usize::from(bytes.u16()?);
        let parts = bytes.skip(symbols * 3)?;
        bytes.skip(symbols & 1)?;
        let mut pairs = Pairs {
            flags,
            size,
            span,
            block_size,
            blocks,
            lengths: blocks.checked_add(padding)?,
            shortest,
            first_code,
            first_symbol,
            run: vec![0; symbols],
            parts,
            ..Pairs::default()
        };
        pairs.measure_runs(data)?;
        Some(pairs)
    }

    /// Sets the offsets of the index, the block lengths and the blocks; called in this order for all parts.
    pub fn place_index(&mut self, bytes: &mut Bytes<'_>) -> Option<()> {
        let entries = if self.span == 0 { 0 } else { self.size.div_ceil(self.span) };
        self.index_at = bytes.skip(usize::try_from(entries).ok()?.checked_mul(6)?)?;
        Some(())
    }

    pub fn place_lengths(&mut self, bytes: &mut Bytes<'_>) -> Option<()> {
        self.lengths_at = bytes.skip(self.lengths.checked_mul(2)?)?;
        Some(())
    }

    pub fn place_blocks(&mut self, bytes: &mut Bytes<'_>) -> Option<()> {
        bytes.align(64);
        self.data_at = bytes.skip(self.blocks.checked_mul(self.block_size)?)?;
        Some(())
    }

    /// The two parts of a symbol; a symbol without a second part stands for one value, its first part.
    fn parts(&self, data: &[u8], symbol: u16) -> Option<(u16, Option<u16>)> {
        let at = self.parts + usize::from(symbol) * 3;
        let bytes = data.get(at..at + 3)?;
        let [low, middle, high] = [bytes[0], bytes[1], bytes[2]].map(u16::from);
        let second = high << 4 | middle >> 4;
        Some(((middle & 15) << 8 | low, (second != 0xFFF).then_some(second)))
    }

    /// The number of values of each symbol: the sum over its parts.
    fn measure_runs(&mut self, data: &[u8]) -> Option<()> {
        let mut known = vec![false; self.run.len()];
        for symbol in 0..self.run.len() {
            let mut open = vec![symbol as u16];
            while let Some(&symbol) = open.last() {
                let place = usize::from(symbol);
                let (first, second) = self.parts(data, symbol)?;
                let missing = second.and_then(|second| {
                    [first, second].into_iter().find(|&part| !known.get(usize::from(part)).is_some_and(|&known| known))
                });
                match (second, missing) {
                    // A symbol that is part of itself, or whose part does not exist, means a damaged file.
                    (_, Some(part)) if usize::from(part) >= known.len() || open.contains(&part) => return None,
                    (_, Some(part)) => open.push(part),
                    (second, None) => {
                        let run = |part: u16| self.run[usize::from(part)];
                        self.run[place] = match second {
                            Some(second) => run(first).checked_add(run(second))?.checked_add(1)?,
                            None => 0,
                        };
                        known[place] = true;
                        open.pop();
                    }
                }
            }
        }
        Some(())
    }

    /// The value with this index.
    pub fn value(&self, data: &[u8], number: u64) -> Option<u16> {
        if self.flags & flag::SINGLE != 0 {
            return Some(u16::from(self.single));
        }
        if number >= self.size {
            return None;
        }
        let (block, offset) = self.find_block(data, number)?;
        let at = self.data_at.checked_add(block.checked_mul(self.block_size)?)?;
        self.unpack(data.get(at..at.checked_add(self.block_size)?)?, data, offset)
    }

    /// The block that holds a value, and the number of values before it in the block.
    fn find_block(&self, data: &[u8], number: u64) -> Option<(usize, u32)> {
        let entry = self.index_at + usize::try_from(number / self.span).ok()? * 6;
        let mut block = u32_at(data, entry)? as usize;
        let mut offset = i64::from(u16_at(data, entry + 4)?);
        offset += (number % self.span) as i64 - (self.span / 2) as i64;
        let length = |block: usize| u16_at(data, self.lengths_at + 2 * block).map(|length| i64::from(length) + 1);
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += length(block)?;
        }
        while offset >= length(block)? {
            offset -= length(block)?;
            block += 1;
            if block >= self.blocks {
                return None;
            }
        }
        Some((block, u32::try_from(offset).ok()?))
    }

    /// The value at `offset` within a block.
    fn unpack(&self, block: &[u8], data: &[u8], mut offset: u32) -> Option<u16> {
        let mut bit = 0usize;
        let mut symbol = loop {
            // At least 57 bits from the next one on; no code is longer than 32.
            let bits = bits_at(block, bit / 8) << (bit % 8);
            let place = self.first_code.iter().position(|&first| bits >= first)?;
            let length = self.shortest + place as u32;
            let ahead = (bits - self.first_code[place]) >> (64 - length);
            let symbol = u16::try_from(ahead + u64::from(self.first_symbol[place])).ok()?;
            let run = u32::from(*self.run.get(usize::from(symbol))?) + 1;
            if offset < run {
                break symbol;
            }
            offset -= run;
            bit += length as usize;
            if bit >= block.len() * 8 {
                return None;
            }
        };
        loop {
            let (first, second) = self.parts(data, symbol)?;
            let Some(second) = second else { return Some(first) };
            let run = u32::from(*self.run.get(usize::from(first))?) + 1;
            if offset < run {
                symbol = first;
            } else {
                offset -= run;
                symbol = second;
            }
        }
    }
}

/// The first code of each length: longer codes come before shorter ones.
fn first_codes(first_symbol: &[u16], shortest: u32) -> Option<Vec<u64>> {
    let mut first = vec![0u64; first_symbol.len()];
    for place in (0..first_symbol.len().saturating_sub(1)).rev() {
        let longer = first[place + 1] + u64::from(first_symbol[place]);
        first[place] = longer.checked_sub(u64::from(first_symbol[place + 1]))? / 2;
    }
    let aligned = first.iter().enumerate().map(|(place, &code)| {
        let length = shortest + place as u32;
        (code >> length == 0).then(|| code << (64 - length))
    });
    aligned.collect()
}
