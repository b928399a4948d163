// The pieces of chess and of draughts: simple drawings, and their names for screen readers.

import { s } from "./dom.js";
import { t } from "./text.js";

const FOOT = "M18 80h64v4q0 5-5 5H23q-5 0-5-5z";

/** Outlines on a square of 100, and lines drawn into them. */
const SHAPES = {
  p: { body: ["M50 21a13 13 0 0 1 8 23h4v6h-4c1 12 8 17 12 30H30c4-13 11-18 12-30h-4v-6h4a13 13 0 0 1 8-23z"] },
  r: { body: ["M26 18h11v8h8v-8h10v8h8v-8h11v19l-8 7v24l8 12H26l8-12V44l-8-7z"], lines: ["M34 44h32M34 68h32"] },
  n: { body: ["M34 80c0-16 17-20 17-35-7 6-16 4-20 12-3 6-12 3-12-4 1-10 11-17 14-25l-1-12 11 8c21-2 33 18 33 56z"], lines: ["M39 34v1", "M60 32c7 8 9 20 9 36"] },
  b: { body: ["M50 10a5 5 0 0 1 3 9c12 10 17 22 13 35-1 4-4 7-7 9h5l6 17H30l6-17h5c-3-2-6-5-7-9-4-13 1-25 13-35a5 5 0 0 1 3-9z"], lines: ["M50 33v16M43 41h14", "M38 63h24"] },
  q: { body: ["M18 30a5 5 0 1 1 5 4l9 20 3-28a5 5 0 1 1 6-1l8 26V23a5 5 0 1 1 4 0l-1 28 8-26a5 5 0 1 1 6 1l3 28 9-20a5 5 0 1 1 5-4l-11 41 4 9H24l4-9z"], lines: ["M30 68h40"] },
  k: { body: ["M46 8h8v7h7v7h-7v11c12-8 30-2 28 15-1 11-10 15-13 23l3 9H28l3-9c-3-8-12-12-13-23-2-17 16-23 28-15V22h-7v-7h7z"], lines: ["M50 36v32M33 68h34"] },
};

const KINDS = Object.fromEntries([..."prnbqk"].map((letter) => [letter, t(`piece.${letter}`)]));

/** `white knight` for N; a letter that is no piece stands for itself. */
export function pieceName(letter) {
  const kind = KINDS[letter.toLowerCase()];
  return kind ? t(isWhite(letter) ? "piece.white" : "piece.black", { kind }) : letter;
}

const isWhite = (letter) => letter === letter.toUpperCase();

/** The drawing of a piece; null if the letter is no piece. */
export function pieceDrawing(letter) {
  const shape = SHAPES[letter.toLowerCase()];
  if (!shape) return null;
  const outline = [FOOT, ...shape.body].map((d) => s("path", { class: "body", d }));
  const lines = (shape.lines ?? []).map((d) => s("path", { class: "detail", d }));
  return s("svg", { class: `man ${isWhite(letter) ? "white" : "black"}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, outline, lines);
}

/** `white king` for W, `black man` for b. */
export function draughtsName(letter) {
  return t(letter.toLowerCase() === "w" ? "piece.white" : "piece.black", { kind: t(isWhite(letter) ? "piece.crowned" : "piece.man") });
}

/** A piece of draughts: a disc with a ring, and a crown on a king. */
export function draughtsDrawing(letter) {
  const disc = [s("circle", { class: "body", cx: 50, cy: 52, r: 36 }), s("circle", { class: "detail", cx: 50, cy: 52, r: 27 })];
  const crown = s("path", { class: "detail", d: "M34 64l-4-24 12 10 8-14 8 14 12-10-4 24z" });
  const side = letter.toLowerCase() === "w" ? "white" : "black";
  return s("svg", { class: `man ${side}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, disc, isWhite(letter) ? [crown] : []);
}
