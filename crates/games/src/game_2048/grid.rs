//! A board as a number: four bits a cell, row by row from the top left. 0 is an empty cell, n a tile of the number 2ⁿ.

/// The tiles of a board.
pub(super) type Cells = u64;

const LOWEST_BITS: u64 = 0x1111_1111_1111_1111;

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) columns: u32,
    pub(super) rows: u32,
}

/// The cells of a row or column, in the order in which tiles slide over them.
#[derive(Clone, Copy)]
pub(super) struct Lane {
    first: u32,
    step: i32,
    length: u32,
}

impl Lane {
    fn cells(self) -> impl Iterator<Item = u32> {
        (0..self.length).map(move |index| self.first.wrapping_add_signed(index as i32 * self.step))
    }
}

impl Grid {
    pub(super) fn count(self) -> u32 {
        self.columns * self.rows
    }

    pub(super) fn tile(cells: Cells, cell: u32) -> u32 {
        (cells >> (4 * cell)) as u32 & 15
    }

    pub(super) fn put(cells: Cells, cell: u32, tile: u32) -> Cells {
        cells & !(15 << (4 * cell)) | u64::from(tile) << (4 * cell)
    }

    /// The cells without a tile.
    pub(super) fn empty(self, cells: Cells) -> impl Iterator<Item = u32> {
        (0..self.count()).filter(move |&cell| Grid::tile(cells, cell) == 0)
    }

    /// Is there a tile of this number? (The subtraction borrows from a cell with no difference.)
    pub(super) fn has(cells: Cells, tile: u32) -> bool {
        let differs = cells ^ (u64::from(tile) * LOWEST_BITS);
        differs.wrapping_sub(LOWEST_BITS) & !differs & (LOWEST_BITS << 3) != 0
    }

    /// The rows, from the end that tiles slide to.
    pub(super) fn lanes_across(self, to_right: bool) -> impl Iterator<Item = Lane> {
        (0..self.rows).map(move |row| {
            let first = row * self.columns + if to_right { self.columns - 1 } else { 0 };
            Lane { first, step: if to_right { -1 } else { 1 }, length: self.columns }
        })
    }

    /// The columns, from the end that tiles slide to.
    pub(super) fn lanes_along(self, to_bottom: bool) -> impl Iterator<Item = Lane> {
        (0..self.columns).map(move |column| {
            let first = column + if to_bottom { (self.rows - 1) * self.columns } else { 0 };
            let step = self.columns as i32;
            Lane { first, step: if to_bottom { -step } else { step }, length: self.rows }
        })
    }

    /// All tiles of a lane slid to its beginning. A tile joined in this slide is not joined again.
    pub(super) fn slide(cells: Cells, lane: Lane) -> Cells {
        let mut slid = cells;
        let mut places = lane.cells();
        let mut last: Option<(u32, u32)> = None;
        for cell in lane.cells() {
            let tile = Grid::tile(cells, cell);
            slid = Grid::put(slid, cell, 0);
            match last {
                _ if tile == 0 => continue,
                Some((place, same)) if same == tile => {
                    slid = Grid::put(slid, place, tile + 1);
                    last = None;
                }
                _ => {
                    let Some(place) = places.next() else { unreachable!("no more tiles than places") };
                    slid = Grid::put(slid, place, tile);
                    last = Some((place, tile));
                }
            }
        }
        slid
    }

    /// The tiles of a lane in their order.
    pub(super) fn tiles(cells: Cells, lane: Lane) -> impl Iterator<Item = u32> {
        lane.cells().map(move |cell| Grid::tile(cells, cell))
    }

    /// The smallest number among the board's rotations and reflections that keep its shape; it stands for all of them.
    pub(super) fn folded(self, cells: Cells) -> Cells {
        let upside_down = self.upside_down(cells);
        let smallest = [cells, upside_down].into_iter().map(|cells| cells.min(self.mirrored(cells))).min();
        let turned = (self.columns == self.rows).then(|| {
            let transposed = self.transposed(cells);
            let images = [transposed, self.upside_down(transposed)];
            images.into_iter().map(|cells| cells.min(self.mirrored(cells))).min()
        });
        smallest.into_iter().chain(turned.flatten()).min().unwrap_or(cells)
    }

    fn moved(self, cells: Cells, to: impl Fn(u32, u32) -> u32) -> Cells {
        let mut image = 0;
        for row in 0..self.rows {
            for column in 0..self.columns {
                let tile = u64::from(Grid::tile(cells, row * self.columns + column));
                image |= tile << (4 * to(column, row));
            }
        }
        image
    }

    pub(super) fn mirrored(self, cells: Cells) -> Cells {
        self.moved(cells, |column, row| row * self.columns + self.columns - 1 - column)
    }

    pub(super) fn upside_down(self, cells: Cells) -> Cells {
        self.moved(cells, |column, row| (self.rows - 1 - row) * self.columns + column)
    }

    /// Rows as columns, on a square board.
    pub(super) fn transposed(self, cells: Cells) -> Cells {
        self.moved(cells, |column, row| column * self.columns + row)
    }
}
