//! A folder of tables, and probing them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use cozy_chess::{Board, Color, File, GameStatus, Move, Piece, Rank, Square};
use rootward_games::chess::movegen;

use crate::material::Material;
use crate::table::{Kind, Stored, Table};

/// The outcome under optimal play for the side to move, if the count of the fifty-move rule starts at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// A loss that the fifty-move rule saves: fifty moves without a capture or a pawn move come first. A draw.
    BlessedLoss,
    /// A draw.
    Draw,
    /// A win that the fifty-move rule prevents: a draw.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl {
    fn from_number(number: i8) -> Wdl {
        match number {
            ..=-2 => Wdl::Loss,
            -1 => Wdl::BlessedLoss,
            0 => Wdl::Draw,
            1 => Wdl::CursedWin,
            2.. => Wdl::Win,
        }
    }
}

/// Distances of a win or loss just before a capture or a pawn move; above a hundred the fifty-move rule comes first.
const BEFORE_ZEROING: [i32; 5] = [-1, -101, 0, 101, 1];

/// Tables larger than this are not used: a file is read whole when its material first occurs.
const LARGEST_FILE: u64 = 512 << 20;

/// The tables of one or several folders. Files are opened when they are first needed, and may be used by many threads.
pub struct Tablebase {
    tables: HashMap<Material, Files>,
    largest: usize,
}

#[derive(Default)]
struct Files {
    outcome: Option<Lazy>,
    distance: Option<Lazy>,
}

struct Lazy {
    path: PathBuf,
    table: OnceLock<Option<Table>>,
}

impl Lazy {
    fn get(&self, material: Material, kind: Kind) -> Option<&Table> {
        let read = || {
            let small = std::fs::metadata(&self.path).ok()?.len() <= LARGEST_FILE;
            Table::read(small.then(|| std::fs::read(&self.path).ok())??, material, kind)
        };
        self.table.get_or_init(read).as_ref()
    }
}

impl Tablebase {
    /// The tables in the folders of a list, separated as in a search path; none if the list is empty.
    pub fn open_list(folders: &str) -> Result<Option<Tablebase>, String> {
        let is_named = |path: &PathBuf| !path.as_os_str().is_empty();
        let folders: Vec<PathBuf> = std::env::split_paths(folders).filter(is_named).collect();
        if folders.is_empty() { Ok(None) } else { Tablebase::open(&folders).map(Some) }
    }

    /// The tables in these folders; an error sentence if there are none.
    pub fn open<P: AsRef<Path>>(folders: &[P]) -> Result<Tablebase, String> {
        let mut tables: HashMap<Material, Files> = HashMap::new();
        for folder in folders.iter().map(AsRef::as_ref) {
            let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
                let ending = path.extension().and_then(|ending| ending.to_str());
                let material = path.file_stem().and_then(|name| Material::named(name.to_str()?));
                let Some(material) = material else { continue };
                let files = tables.entry(material).or_default();
                let lazy = Lazy { path: path.clone(), table: OnceLock::new() };
                match ending {
                    Some(ending) if ending == Kind::Outcome.ending() => files.outcome.get_or_insert(lazy),
                    Some(ending) if ending == Kind::Distance.ending() => files.distance.get_or_insert(lazy),
                    _ => continue,
                };
            }
        }
        tables.retain(|_, files| files.outcome.is_some());
        let largest = tables.keys().map(|material| material.pieces()).max().unwrap_or(0);
        if largest == 0 {
            let named: Vec<String> = folders.iter().map(|folder| folder.as_ref().display().to_string()).collect();
            return Err(format!("{}: no Syzygy tables (files such as KQvK.rtbw) are there", named.join(", ")));
        }
        Ok(Tablebase { tables, largest })
    }

    /// The number of tables.
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    /// Is there none? Never, as [`open`](Tablebase::open) refuses that.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// The number of pieces of the largest table, kings included.
    pub fn largest(&self) -> usize {
        self.largest
    }

    /// Can the tables hold this position? They cover no castling rights.
    #[inline]
    pub fn covers(&self, board: &Board) -> bool {
        let castles = |color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        };
        board.occupied().len() as usize <= self.largest && !castles(Color::White) && !castles(Color::Black)
    }

    /// The outcome; `None` if a table is missing or damaged.
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        if !self.covers(board) {
            return None;
        }
        self.outcome(board, -2, 2, false).map(|(number, _)| Wdl::from_number(number))
    }

    /// DTZ: plies to the next capture or pawn move under optimal play, positive if it keeps a win and negative in a
    /// loss; 0 in a draw. Above a hundred, the fifty-move rule comes first. Where a table counts moves, a ply may be
    /// missing.
    pub fn dtz(&self, board: &Board) -> Option<i32> {
        if !self.covers(board) {
            return None;
        }
        self.distance(board)
    }

    /// The outcome, from -2 to 2, and whether a capture (or, if `pawns` is set, a pawn move) reaches it.
    ///
    /// The tables leave out positions that captures decide, so captures are searched.
    fn outcome(&self, board: &Board, mut alpha: i8, beta: i8, pawns: bool) -> Option<(i8, bool)> {
        let mut best = -2;
        let mut followed = 0;
        let mut all = 0;
        for mv in moves(board) {
            all += 1;
            let capture = is_capture(board, mv);
            if !(capture || pawns && board.piece_on(mv.from) == Some(Piece::Pawn)) {
                continue;
            }
            followed += 1;
            let value = -self.outcome(&after(board, mv), -beta, -alpha, false)?.0;
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if value >= beta {
                    return Some((value, true));
                }
            }
        }
        if followed > 0 && followed == all {
            return Some((best, true));
        }
        let stored = self.stored_outcome(board)?;
        Some(if followed > 0 && best >= stored { (best, best > 0) } else { (stored, false) })
    }

    fn stored_outcome(&self, board: &Board) -> Option<i8> {
        let material = Material::of(board);
        if material.pieces() == 2 {
            return Some(0);
        }
        let (material, files) = self.files(material)?;
        files.outcome.as_ref()?.get(material, Kind::Outcome)?.outcome(board)
    }

    fn files(&self, material: Material) -> Option<(Material, &Files)> {
        let named = |material: Material| self.tables.get(&material).map(|files| (material, files));
        named(material).or_else(|| named(material.mirrored()))
    }

    fn distance(&self, board: &Board) -> Option<i32> {
        let (outcome, by_zeroing) = self.outcome(board, -2, 2, true)?;
        if outcome == 0 {
            return Some(0);
        }
        if by_zeroing {
            return Some(BEFORE_ZEROING[(outcome + 2) as usize]);
        }
        let (material, files) = self.files(Material::of(board))?;
        match files.distance.as_ref()?.get(material, Kind::Distance)?.distance(board, outcome)? {
            Stored::Plies(plies) => {
                let beyond = if outcome.abs() == 1 { 100 } else { 0 };
                Some((i32::from(plies) + beyond) * i32::from(outcome.signum()))
            }
            Stored::OtherSide => self.distance_by_moves(board, outcome),
        }
    }

    /// The table holds only positions with the other side to move: search one move ahead.
    fn distance_by_moves(&self, board: &Board, outcome: i8) -> Option<i32> {
        let mut nearest: Option<i32> = None;
        for mv in moves(board) {
            let plies = self.distance_after(board, mv)?;
            if plies.signum() == i32::from(outcome.signum()) {
                // For a win the shortest distance; for a loss the longest, which is the smallest of negative numbers.
                nearest = Some(nearest.map_or(plies, |nearest| nearest.min(plies)));
            }
        }
        Some(nearest.unwrap_or(-1))
    }

    /// The distance by this move, for the side that makes it: a ply more than from the position after it.
    pub(crate) fn distance_after(&self, board: &Board, mv: Move) -> Option<i32> {
        let next = after(board, mv);
        if next.status() == GameStatus::Won {
            return Some(1);
        }
        if is_capture(board, mv) || board.piece_on(mv.from) == Some(Piece::Pawn) {
            let outcome = -self.outcome(&next, -2, 2, false)?.0;
            return Some(BEFORE_ZEROING[(outcome + 2) as usize]);
        }
        let plies = -self.distance(&next)?;
        Some(plies + plies.signum())
    }
}

pub(crate) fn moves(board: &Board) -> Vec<Move> {
    let mut all = Vec::with_capacity(32);
    movegen::each_piece(board, &mut |moves| {
        all.extend(moves);
        false
    });
    all
}

pub(crate) fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.play_unchecked(mv);
    next
}

fn is_capture(board: &Board, mv: Move) -> bool {
    let en_passant =
        board.en_passant().map(|file: File| Square::new(file, Rank::Sixth.relative_to(board.side_to_move())));
    board.colors(!board.side_to_move()).has(mv.to)
        || board.piece_on(mv.from) == Some(Piece::Pawn) && en_passant == Some(mv.to)
}
