// A board of cells for any game: stones that are placed, stones that are dropped, pieces that move.

import { drawArrows } from "./arrows.js";
import { button, h } from "./dom.js";
import { draggable } from "./drag.js";
import { draughtsDrawing, draughtsName, pieceDrawing, pieceName } from "./pieces.js";
import { t } from "./text.js";
import { cellName } from "./translation.js";

/** Boards on which a piece goes from one cell to another, with how the pieces look and are called. */
const MOVING = { pieces: { drawing: pieceDrawing, name: pieceName }, draughts: { drawing: draughtsDrawing, name: draughtsName } };

export class Board {
  #board = null;
  #cells = new Map();
  #active = null;
  #from = null;
  #flipped = false;
  #locked = false;

  /** `play(move)` gets the text of a move; null makes a board to look at. */
  constructor(label, play) {
    this.play = play;
    this.grid = h("div", { role: play ? "grid" : "img", class: "board", "aria-label": label });
    this.label = label;
    this.choices = h("div", { class: "choices", role: "group", "aria-label": t("board.which"), hidden: true });
    this.element = h("div", { class: "board-frame" }, this.grid, this.choices);
    if (!play) return;
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-at]");
      if (cell) this.#press(cell.dataset.at);
    });
    const lifts = (at) => (this.dropped ? this.#board.cells.some((cell) => cell.at === at && cell.piece) : !this.pressed && !this.#locked && this.#board?.moves.some((move) => move.from === at));
    draggable(this.grid, { lifts, drops: (from, to) => (this.dropped ? this.dropped(from, to) : this.#drop(from, to)) });
  }

  get isFlipped() {
    return this.#flipped;
  }

  /** Shows the board from the other side, or from the given one. */
  flip(flipped = !this.#flipped) {
    if (flipped === this.#flipped) return;
    this.#flipped = flipped;
    if (this.#board) this.#order();
  }

  /**
   * Shows a position; `last` are the cells of the last move; if given, `pressed(at)` receives presses instead of playing, and
   * `dropped(from, to)` pieces that are dragged to any cell, or with `null` off the board.
   * A locked board can be looked at, and nothing else: it is not the user's turn.
   */
  show(board, { last = [], pressed = null, dropped = null, locked = false } = {}) {
    const another = !this.#board || this.#board.columns !== board.columns || this.#board.rows !== board.rows || this.#board.style !== board.style;
    this.#board = board;
    [this.pressed, this.dropped] = [pressed, dropped];
    this.#locked = locked && !pressed;
    this.grid.setAttribute("aria-disabled", String(this.#locked));
    this.#from = null;
    this.choices.hidden = true;
    if (another) this.#build();
    const targets = new Set(board.moves.map((move) => move.to));
    const origins = new Set(board.moves.map((move) => move.from));
    const columns = new Set(board.moves.map((move) => this.#column(move.to)));
    this.arrows([]);
    const slides = board.moves.some(isSlide);
    for (const cell of board.cells) {
      const canPlay = board.style === "drop" ? columns.has(cell.column) && !cell.piece : MOVING[board.style] ? origins.has(cell.at) : targets.has(cell.at);
      this.#paint(cell, canPlay && !this.#locked && !slides, last.includes(cell.at));
    }
    if (!this.play) this.grid.setAttribute("aria-label", `${this.label}: ${inWords(board)}`);
  }

  /** Draws arrows for moves given as texts, the best first. */
  arrows(texts) {
    this.grid.querySelector(".arrows")?.remove();
    const squares = texts.map((text) => this.#board?.moves.find((move) => move.text === text)).filter((move) => move?.from);
    const path = ({ from, via = [], to }) => [from, ...via, to].map((at) => this.#seen(at));
    if (squares.length) this.grid.append(drawArrows(squares.map(path), this.#board.columns, this.#board.rows));
  }

  /** Column and row as seen from this side. */
  #seen(at) {
    const { column, row } = this.#cells.get(at);
    return this.#flipped ? [this.#board.columns - 1 - column, this.#board.rows - 1 - row] : [column, row];
  }

  /** Writes short texts into the target cells of moves: `{move text: {text, kind}}`. */
  heat(values) {
    for (const [at, { note }] of this.#cells) {
      note.textContent = note.dataset.kind = "";
      this.#name(at);
    }
    if (MOVING[this.#board?.style] || this.#board?.moves.some(isSlide)) return;
    for (const move of this.#board?.moves ?? []) {
      const value = values[move.text];
      const cell = this.#cells.get(move.to);
      if (!value || !cell) continue;
      cell.note.textContent = value.text;
      cell.note.dataset.kind = value.kind;
      this.#name(move.to);
    }
  }

  /** Colours cells: `{cell: {kind, text, label, much}}`, with a short text in the cell and a label for screen readers. */
  tint(values) {
    for (const [at, cell] of this.#cells) {
      const { kind = "", text = "", label = "", much = 0 } = values[at] ?? {};
      cell.element.dataset.tint = kind;
      cell.element.style.setProperty("--much", `${Math.round(100 * much)}%`);
      cell.note.textContent = text;
      cell.label = label;
      this.#name(at);
    }
  }

  /** Marks one cell as chosen, or none. */
  choose(chosen) {
    for (const [at, { element }] of this.#cells) {
      element.classList.toggle("from", at === chosen);
      this.#name(at);
    }
  }

  #build() {
    const { columns, rows, cells, style } = this.#board;
    this.#cells.clear();
    this.grid.className = `board ${style === "draughts" ? "pieces draughts" : style}`;
    // The frame has them as well: a bar beside the board is as far from it as the frame is wide.
    for (const sized of [this.element, this.grid]) {
      sized.style.setProperty("--columns", columns);
      sized.style.setProperty("--rows", rows);
    }
    const lines = Array.from({ length: rows }, () => h("div", this.play ? { role: "row" } : {}));
    for (const cell of cells) {
      const [sign, note] = [h("span", { class: "piece", "aria-hidden": "true" }), h("span", { class: "note", "aria-hidden": "true" })];
      const element = h("div", { class: (cell.column + cell.row) % 2 ? "cell odd" : "cell", "data-at": cell.at, ...(this.play ? { role: "gridcell", tabindex: -1 } : {}) }, sign, note);
      this.#cells.set(cell.at, { element, sign, note, column: cell.column, row: cell.row });
      lines[cell.row].append(element);
    }
    this.grid.replaceChildren(...lines);
    this.#order();
    this.#activate(cells[0]?.at, false);
  }

  /** Orders rows and cells as seen from this side, with the coordinates at the edges. */
  #order() {
    const { columns, rows, style } = this.#board;
    const lines = [...this.grid.children].filter((line) => line.localName === "div");
    const places = [...this.#cells.values()].map((cell) => ({ cell, seen: this.#seen(cell.element.dataset.at) }));
    const isLettered = places.every(({ cell }) => /^[a-z]/.test(cell.element.dataset.at));
    places.sort((one, other) => one.seen[1] - other.seen[1] || one.seen[0] - other.seen[0]);
    for (const { cell, seen } of places) {
      lines[seen[1]].append(cell.element);
      const [file, rank] = [cell.element.dataset.at.slice(0, 1), cell.element.dataset.at.slice(1)];
      // Where a move is a column, the columns have numbers.
      const bottom = style === "drop" ? String(cell.column + 1) : isLettered ? file : "";
      cell.element.dataset.file = seen[1] === rows - 1 ? bottom : "";
      cell.element.dataset.rank = style !== "drop" && seen[0] === 0 && isLettered ? rank : "";
      // Squares with numbers have them all, and the light ones of the same board nothing.
      if (!isLettered) cell.element.dataset.rank = /^\d+$/.test(cell.element.dataset.at) ? cell.element.dataset.at : "";
    }
    this.grid.style.setProperty("--columns", columns);
    this.arrows([]);
  }

  #paint({ at, piece }, canPlay, isLast) {
    const { element, sign } = this.#cells.get(at);
    const drawing = piece ? MOVING[this.#board.style]?.drawing(piece) : null;
    sign.replaceChildren(drawing ?? piece ?? "");
    sign.dataset.piece = piece ?? "";
    element.classList.toggle("legal", canPlay);
    element.classList.toggle("last", isLast);
    element.classList.toggle("check", this.#board.check === at);
    element.classList.remove("from", "target");
    this.#name(at);
  }

  /** The text of a cell for screen readers: everything visible on it. */
  #name(at) {
    if (!this.play) return;
    const { element, sign, note, label } = this.#cells.get(at);
    const is = (name, text) => (element.classList.contains(name) ? text : null);
    const isPieces = Boolean(MOVING[this.#board.style]);
    const piece = isPieces && sign.dataset.piece ? MOVING[this.#board.style].name(sign.dataset.piece) : sign.dataset.piece;
    const can = isPieces && !element.classList.contains("target") ? t("board.can-move") : t("board.can-play");
    const parts = [cellName(at), piece || t("board.empty"), note.textContent, label, is("check", t("board.check")), is("last", t("board.last")), is("from", t("board.chosen")), is("legal", can)];
    element.setAttribute("aria-label", parts.filter(Boolean).join(", "));
  }

  #column(at) {
    return this.#cells.get(at)?.column;
  }

  #press(at) {
    this.#activate(at, true);
    if (this.pressed) return this.pressed(at);
    const { style, moves } = this.#board;
    if (this.#locked || moves.some(isSlide)) return undefined;
    if (style === "drop") return this.#choose(moves.filter((move) => this.#column(move.to) === this.#column(at)));
    const own = moves.filter((move) => (move.from ?? null) === this.#from);
    const ending = own.filter((move) => move.to === at);
    // A cell on the way is enough if only one move passes it.
    const complete = ending.length ? ending : own.filter((move) => move.via?.includes(at));
    if (complete.length) return this.#choose(complete);
    const begins = moves.some((move) => move.from === at);
    this.#take(begins && this.#from !== at ? at : null);
    return undefined;
  }

  /** Marks where the piece of a cell may go; null puts it back. */
  #take(from) {
    const { moves } = this.#board;
    this.#from = from;
    this.choices.hidden = true;
    const targets = new Set(moves.filter((move) => from !== null && move.from === from).flatMap((move) => [...(move.via ?? []), move.to]));
    for (const [at, { element }] of this.#cells) {
      element.classList.toggle("from", at === from);
      element.classList.toggle("target", targets.has(at));
      element.classList.toggle("legal", targets.has(at) || moves.some((move) => move.from === at));
      this.#name(at);
    }
  }

  /** A piece was dragged to a cell, or off the board. */
  #drop(from, to) {
    if (this.#locked) return;
    const own = this.#board.moves.filter((move) => move.from === from);
    const ending = own.filter((move) => move.to === to);
    const complete = ending.length ? ending : own.filter((move) => move.via?.includes(to));
    this.#take(complete.length > 1 ? from : null);
    this.#choose(complete);
  }

  /** Plays one move; if several look alike, the user chooses. */
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
    if (event.key === "Escape" && this.#from !== null) return this.#take(null);
    const turn = this.#flipped ? -1 : 1;
    const step = Object.hasOwn(steps, event.key) ? steps[event.key].map((part) => part * turn) : null;
    if (event.key !== "Enter" && event.key !== " " && !step) return;
    // Where arrow keys are moves, they are not for walking.
    if (this.#board.moves.some(isSlide)) return;
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

/** Whether a move slides all tiles to one side: its cell is only a place to press. */
export const isSlide = ({ text }) => ["left", "right", "up", "down"].includes(text);

function inWords(board) {
  const name = (piece) => MOVING[board.style]?.name(piece) ?? piece;
  const pieces = board.cells.filter((cell) => cell.piece).map((cell) => t("board.on", { piece: name(cell.piece), at: cellName(cell.at) }));
  return pieces.length ? pieces.join(", ") : t("board.empty");
}
