// A board of cells for any game: stones that are placed, stones that are dropped, pieces that move.

import { button, h } from "./dom.js";

/** Letters of pieces that have a sign of their own. */
const SIGNS = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟" };

export class Board {
  #board = null;
  #cells = new Map();
  #active = null;
  #from = null;

  /** `play(move)` gets the text of a move; null makes a board to look at. */
  constructor(label, play) {
    this.play = play;
    this.grid = h("div", { role: play ? "grid" : "img", class: "board", "aria-label": label });
    this.label = label;
    this.choices = h("div", { class: "choices", role: "group", "aria-label": "Which one?", hidden: true });
    this.element = h("div", { class: "board-frame" }, this.grid, this.choices);
    if (!play) return;
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-at]");
      if (cell) this.#press(cell.dataset.at);
    });
  }

  /** Shows a position; `last` are the cells of the last move, `pressed(at)` takes presses instead of playing. */
  show(board, { last = [], pressed = null } = {}) {
    const another = !this.#board || this.#board.columns !== board.columns || this.#board.rows !== board.rows || this.#board.style !== board.style;
    this.#board = board;
    this.pressed = pressed;
    this.#from = null;
    this.choices.hidden = true;
    if (another) this.#build();
    const targets = new Set(board.moves.map((move) => move.to));
    const columns = new Set(board.moves.map((move) => this.#column(move.to)));
    for (const cell of board.cells) {
      const canPlay = board.style === "drop" ? columns.has(cell.column) && !cell.piece : targets.has(cell.at) || board.moves.some((move) => move.from === cell.at);
      this.#paint(cell, canPlay, last.includes(cell.at));
    }
    if (!this.play) this.grid.setAttribute("aria-label", `${this.label}: ${inWords(board)}`);
  }

  /** Writes a few letters into the cells that moves lead to: `{move text: {text, kind}}`. */
  heat(values) {
    for (const [at, { note }] of this.#cells) {
      note.textContent = note.dataset.kind = "";
      this.#name(at);
    }
    if (this.#board?.style === "pieces") return;
    for (const move of this.#board?.moves ?? []) {
      const value = values[move.text];
      const cell = this.#cells.get(move.to);
      if (!value || !cell) continue;
      cell.note.textContent = value.text;
      cell.note.dataset.kind = value.kind;
      this.#name(move.to);
    }
  }

  #build() {
    const { columns, rows, cells, style } = this.#board;
    this.#cells.clear();
    this.grid.className = `board ${style}`;
    this.grid.style.setProperty("--columns", columns);
    this.grid.style.setProperty("--rows", rows);
    const lines = Array.from({ length: rows }, () => h("div", this.play ? { role: "row" } : {}));
    for (const cell of cells) {
      const [sign, note] = [h("span", { class: "piece", "aria-hidden": "true" }), h("span", { class: "note", "aria-hidden": "true" })];
      const element = h("div", { class: (cell.column + cell.row) % 2 ? "cell odd" : "cell", "data-at": cell.at, ...(this.play ? { role: "gridcell", tabindex: -1 } : {}) }, sign, note);
      this.#cells.set(cell.at, { element, sign, note, column: cell.column, row: cell.row });
      lines[cell.row].append(element);
    }
    this.grid.replaceChildren(...lines);
    this.#activate(cells[0]?.at, false);
  }

  #paint({ at, piece }, canPlay, isLast) {
    const { element, sign } = this.#cells.get(at);
    sign.textContent = (this.#board.style === "pieces" && SIGNS[piece]) || (piece ?? "");
    sign.dataset.piece = piece ?? "";
    element.classList.toggle("legal", canPlay);
    element.classList.toggle("last", isLast);
    element.classList.remove("from");
    this.#name(at);
  }

  /** What a screen reader says of a cell: everything that is to be seen on it. */
  #name(at) {
    if (!this.play) return;
    const { element, sign, note } = this.#cells.get(at);
    const is = (name, text) => (element.classList.contains(name) ? text : null);
    const parts = [at, sign.dataset.piece || "empty", note.textContent, is("last", "last move"), is("legal", "can be played")];
    element.setAttribute("aria-label", parts.filter(Boolean).join(", "));
  }

  #column(at) {
    return this.#cells.get(at)?.column;
  }

  #press(at) {
    this.#activate(at, true);
    if (this.pressed) return this.pressed(at);
    const { style, moves } = this.#board;
    if (style === "drop") return this.#choose(moves.filter((move) => this.#column(move.to) === this.#column(at)));
    const complete = moves.filter((move) => move.to === at && (move.from ?? null) === this.#from);
    if (complete.length) return this.#choose(complete);
    const begins = moves.some((move) => move.from === at);
    this.#from = begins && this.#from !== at ? at : null;
    for (const [name, cell] of this.#cells) {
      cell.element.classList.toggle("from", name === this.#from);
      cell.element.classList.toggle("legal", this.#from ? moves.some((move) => move.from === this.#from && move.to === name) : moves.some((move) => move.from === name));
    }
    return undefined;
  }

  /** One move is played; of several that look alike, the user says which. */
  #choose(moves) {
    if (moves.length === 1) this.play(moves[0].text);
    if (moves.length < 2) return;
    this.choices.replaceChildren(...moves.map((move) => button(move.choice ?? move.text, () => this.play(move.text))));
    this.choices.hidden = false;
    this.choices.firstChild.focus();
  }

  #activate(at, focus) {
    if (!this.play || at === undefined) return;
    this.#cells.get(this.#active)?.element.setAttribute("tabindex", "-1");
    this.#active = at;
    const { element } = this.#cells.get(at);
    element.setAttribute("tabindex", "0");
    if (focus) element.focus();
  }

  #key(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], Home: [-99, 0], End: [99, 0] };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : null;
    if (event.key !== "Enter" && event.key !== " " && !step) return;
    event.preventDefault();
    event.stopPropagation();
    if (!step) return this.#press(this.#active);
    const { columns, rows, cells } = this.#board;
    const here = this.#cells.get(this.#active);
    const clamp = (value, most) => Math.max(0, Math.min(most - 1, value));
    const [column, row] = [clamp(here.column + step[0], columns), clamp(here.row + step[1], rows)];
    const next = cells.find((cell) => cell.column === column && cell.row === row);
    if (next) this.#activate(next.at, true);
    return undefined;
  }
}

function inWords(board) {
  const pieces = board.cells.filter((cell) => cell.piece).map((cell) => `${cell.piece} on ${cell.at}`);
  return pieces.length ? pieces.join(", ") : "empty";
}
