// Chess pieces put down by hand: a position as a map from squares to letters, read and written as FEN.

import { t } from "./text.js";

const LETTERS = "KQRBNPkqrbnp";
const SQUARES = Array.from({ length: 64 }, (_, place) => `${"abcdefgh"[place % 8]}${8 - Math.floor(place / 8)}`);

/** The pieces, the side to move and the square behind a pawn that may be taken in passing, of a FEN; null if it is none. */
export function readPosition(fen) {
  const [board = "", side = "w", , passing = "-"] = fen.trim().split(/\s+/);
  const ranks = board.split("/");
  const pieces = new Map();
  const full = ranks.length === 8 && ranks.every((rank, row) => {
    let file = 0;
    for (const letter of rank) {
      if (LETTERS.includes(letter)) pieces.set(SQUARES[row * 8 + file++], letter);
      else if (letter >= "1" && letter <= "8") file += Number(letter);
      else return false;
    }
    return file === 8;
  });
  return full && (side === "w" || side === "b") ? { pieces, side, passing } : null;
}

/** The FEN of a position. */
export function writePosition({ pieces, side, passing = "-" }) {
  const rank = (row) => SQUARES.slice(row * 8, row * 8 + 8).map((at) => pieces.get(at) ?? "1").join("").replace(/1+/g, (run) => run.length);
  return `${Array.from({ length: 8 }, (_, row) => rank(row)).join("/")} ${side} - ${passing} 0 1`;
}

/** The pieces of an ending such as KQKR somewhere on the board; null if it is no such name. */
export function somewhere(name) {
  const sides = /^(K[QRBNP]*)V?(K[QRBNP]*)$/.exec(name.trim().toUpperCase());
  if (!sides) return null;
  const rows = [["c3", "d5", "e2", "b6", "g4"], ["g6", "b4", "h2", "f7", "c7"]];
  const put = (letters, row, lower) => [...letters].map((letter, place) => [rows[row][place], lower ? letter.toLowerCase() : letter]);
  return { pieces: new Map([...put(sides[1], 0, false), ...put(sides[2], 1, true)].filter(([at]) => at)), side: "w" };
}

/** The position as a board to show. */
export function boardOf(pieces, check = null) {
  const cells = SQUARES.map((at, place) => ({ at, column: place % 8, row: Math.floor(place / 8), piece: pieces.get(at) }));
  return { columns: 8, rows: 8, style: "pieces", cells, moves: [], check };
}

/** `won in 10 moves (19 plies)`, `draw`. */
export function valueText(value) {
  if (!value) return t("table.missing");
  if (value.kind === "draw") return t("table.drawn");
  const word = t(value.kind === "win" ? "table.won" : "table.lost");
  return value.plies === undefined ? word : t("table.in", { word, moves: counted("move", movesOf(value)), plies: counted("ply", value.plies) });
}

const counted = (what, count) => t(`table.${what}.${count === 1 ? "1" : "many"}`, { count });

/** The same for a square: `W10`, `=`, `L3`. */
export const valueShort = (value) => (value.kind === "draw" ? "=" : `${t(value.kind === "win" ? "table.short.win" : "table.short.loss")}${movesOf(value)}`);

/** Plies as moves of the winner: 19 and 20 plies are 10 moves. */
const movesOf = ({ plies }) => (plies === undefined ? "" : Math.ceil(plies / 2));
