// Positions set up by hand, as text in each game's own notation.

/** The texts of a row of cells, from left to right. */
const rowOf = (cells, row) => cells.filter((cell) => cell.row === row).sort((a, b) => a.column - b.column);

const rowsOf = (cells, rows, write) => Array.from({ length: rows }, (_, row) => write(rowOf(cells, row))).join("/");

/** Stones: `X.O/.X./..O`. */
export const stones = ({ cells, rows }) => rowsOf(cells, rows, (row) => row.map((cell) => cell.piece ?? ".").join(""));

/** Tiles: `2,4,8,16/.,2,4,8`. */
export const tiles = ({ cells, rows }) => rowsOf(cells, rows, (row) => row.map((cell) => cell.piece ?? ".").join(","));

/** Othello: the discs and the side to move, `..../.OX./.XO./.... X`. */
export const discs = ({ cells, rows, side }) => `${stones({ cells, rows })} ${side === "first" ? "X" : "O"}`;

/** Kalah: pits and store of South, of North, and the side to move, `4,4,4,0/4,4,4,0/S`. */
export function seeds({ cells, side }) {
  const of = (letter) => {
    const pit = (name) => cells.find((cell) => cell.at === `${letter}${name}`)?.piece ?? "0";
    const count = cells.filter((cell) => new RegExp(`^${letter}\\d+$`).test(cell.at)).length;
    return [...Array.from({ length: count }, (_, index) => pit(index + 1)), pit(" store")].join(",");
  };
  return `${of("S")}/${of("N")}/${side === "first" ? "S" : "N"}`;
}

/** Chess: FEN. A king and a rook on their first squares may castle. */
export function fen({ cells, rows, side }) {
  const row = (places) => places.map((cell) => cell.piece ?? " ").join("").replace(/ +/g, (gap) => String(gap.length));
  const on = (at) => cells.find((cell) => cell.at === at)?.piece;
  const rights = [["K", "e1", "h1"], ["Q", "e1", "a1"], ["k", "e8", "h8"], ["q", "e8", "a8"]];
  const castling = rights.filter(([right, king, rook]) => on(king) === (right < "a" ? "K" : "k") && on(rook) === (right < "a" ? "R" : "r")).map(([right]) => right);
  return `${rowsOf(cells, rows, row)} ${side === "first" ? "w" : "b"} ${castling.join("") || "-"} - 0 1`;
}

/** Draughts: `W:W18,K10:B12`. `names` are those of the first and the second side. */
export function draughts({ cells, side, names }) {
  const list = (man, king) => cells.filter(({ piece }) => piece === man || piece === king).map(({ at, piece }) => (piece === king ? `K${at}` : at)).join(",");
  return `${names[side === "first" ? 0 : 1][0]}:W${list("w", "W")}:B${list("b", "B")}`;
}

/** Connect Four: an order of play that leads there, or null if there is none. */
export function columns({ cells, rows, columns: width }) {
  const stacks = Array.from({ length: width }, (_, column) =>
    cells.filter((cell) => cell.column === column).sort((a, b) => b.row - a.row).map((cell) => cell.piece ?? "").join(""));
  if (cells.some((cell) => cell.piece && cell.row < rows - 1 && !cells.find((below) => below.column === cell.column && below.row === cell.row + 1).piece)) return null;
  const all = stacks.reduce((sum, stack) => sum + stack.length, 0);
  const tried = new Set();
  const play = (heights, order) => {
    if (order.length === all) return order;
    if (tried.has(heights.join())) return null;
    tried.add(heights.join());
    for (let column = 0; column < width; column += 1) {
      if (stacks[column][heights[column]] !== (order.length % 2 ? "O" : "X")) continue;
      const found = play(heights.with(column, heights[column] + 1), [...order, column + 1]);
      if (found) return found;
    }
    return null;
  };
  const order = play(stacks.map(() => 0), []);
  return order && (order.map((column) => column.toString(36)).join("") || "-");
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/**
 * Backgammon: the position ID. `seen` is the side whose points are numbered, `side` the one that is to move. For each
 * side, the other's first, a one for each checker and a zero after each point, from the ace point to the bar.
 */
export function positionId({ cells, side, seen }) {
  const own = seen === "first" ? "X" : "O";
  const places = (letter) => Array.from({ length: 25 }, (_, index) => {
    const place = index + 1;
    const at = letter === own ? (place === 25 ? "bar" : String(place)) : place === 25 ? "other bar" : String(25 - place);
    const piece = cells.find((cell) => cell.at === at)?.piece ?? "";
    return piece.startsWith(letter) ? piece.length : 0;
  });
  const [mover, other] = side === "first" ? ["X", "O"] : ["O", "X"];
  const bits = [...places(other), ...places(mover)].flatMap((count) => [...Array(count).fill(1), 0]);
  const bytes = Array.from({ length: 12 }, (_, byte) => bits.slice(8 * byte, 8 * byte + 8).reduce((sum, bit, place) => sum + (bit << place), 0));
  const text = [0, 3, 6, 9].map((at) => {
    const word = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
    return [18, 12, 6, 0].map((shift) => DIGITS[(word >> shift) & 63]).join("");
  }).join("");
  return `${text.slice(0, 14)}${side === "second" ? " second" : ""}`;
}
