// Setting up a position by hand: choose a piece, and press the cells where it shall stand.

import { button, field, h, select } from "./dom.js";
import { columns, discs, draughts, fen, positionId, seeds, stones, tiles } from "./notations.js";
import { draughtsDrawing, draughtsName, pieceDrawing, pieceName } from "./pieces.js";
import { pigOf, writePig } from "./pig_board.js";
import { say } from "./status.js";
import { t } from "./text.js";
import { sideName } from "./translation.js";

const plain = (piece) => ({ text: piece, name: piece });
const drawn = (drawing, name) => (piece) => ({ text: drawing(piece), name: name(piece) });
const TILES = Array.from({ length: 11 }, (_, index) => String(2 ** (index + 1)));

/** For each kind of board: its pieces, how they are shown, how a position is written, whether the side to move is free. */
const KINDS = {
  stones: { pieces: ["X", "O"], show: plain, write: stones },
  tiles: { pieces: TILES, show: plain, write: tiles },
  drop: { pieces: ["X", "O"], show: plain, write: columns, problem: t("setup.order") },
  pieces: { pieces: [..."KQRBNPkqrbnp"], show: drawn(pieceDrawing, pieceName), write: fen, hasSides: true },
  draughts: { pieces: [..."wWbB"], show: drawn(draughtsDrawing, draughtsName), write: draughts, hasSides: true },
  points: { pieces: ["X", "O"], show: plain, write: positionId, hasSides: true, change: piled },
  discs: { pieces: ["X", "O"], show: plain, write: discs, hasSides: true },
  seeds: { pieces: ["+", "−"], show: (piece) => ({ text: piece, name: t(piece === "+" ? "setup.more" : "setup.less") }), write: seeds, hasSides: true, change: counted, hasNoRubber: true },
  scores: { pieces: [], show: plain, hasSides: true },
};

/**
 * The kind of a view's board: what the game says, else what the style says. Undefined if its positions are not made of cells, and for
 * games with stones that say nothing: they may have rules about what stands where.
 */
function kindOf(view) {
  if (!view.board?.cells) return !view.chance && pigOf(view) ? KINDS.scores : undefined;
  return KINDS[view.set_up ?? view.board.style];
}

export class SetUp {
  #view = null;
  #cells = null;
  #brush = "";

  /** `boards()` are the boards to be pressed, `done(position)` receives the position as text, `ended()` shows the game again. */
  constructor(board, points, done, ended) {
    Object.assign(this, { board, points, done, ended });
    this.toggle = button(t("setup.word"), () => (this.#cells ? this.#cancel() : this.#begin()), { "aria-pressed": "false" });
    this.palette = h("div", { class: "palette", role: "radiogroup", "aria-label": t("setup.piece") });
    this.side = select([["first", "first"], ["second", "second"]], "first", () => {});
    this.sideField = field(t("setup.side"), this.side);
    const use = button(t("setup.use"), () => this.#use(), { class: "primary" });
    const clear = button(t("setup.clear"), () => this.#clear());
    this.how = h("p", { class: "hint" }, t("setup.how"));
    this.scores = h("div", { class: "fields" });
    this.clear = clear;
    this.element = h("div", { class: "set-up", hidden: true }, this.how, this.palette, this.scores, this.sideField, h("div", { class: "row" }, use, clear));
  }

  get isOpen() {
    return this.#cells !== null;
  }

  /** Offers it for a view, if its board allows it. */
  offer(view) {
    this.#view = view;
    this.#cells = null;
    this.element.hidden = true;
    this.toggle.setAttribute("aria-pressed", "false");
    this.toggle.hidden = kindOf(view) === undefined;
  }

  #begin() {
    const { board, side, side_names: names } = this.#view;
    const kind = kindOf(this.#view);
    const isScores = kind === KINDS.scores;
    this.#cells = isScores ? [] : board.cells.map((cell) => ({ ...cell }));
    for (const part of [this.how, this.palette, this.clear]) part.hidden = isScores;
    this.scores.replaceChildren(...(isScores ? [...pigOf(this.#view).scores, pigOf(this.#view).turn].map((points, place) => field([...names.map(sideName), t("setup.turn")][place], h("input", { type: "number", min: 0, max: 200, value: points }))) : []));
    this.element.hidden = false;
    this.toggle.setAttribute("aria-pressed", "true");
    this.sideField.hidden = !kind.hasSides;
    for (const [index, option] of [...this.side.options].entries()) option.textContent = sideName(names[index]);
    this.side.value = side;
    const choices = [...kind.pieces.map((piece) => ({ piece, ...kind.show(piece) })), ...(kind.hasNoRubber ? [] : [{ piece: "", text: "×", name: kind === KINDS.points ? t("setup.take") : t("board.empty") }])];
    this.palette.replaceChildren(...choices.map(({ piece, text, name }) => button(text, () => this.#choose(piece), { role: "radio", "aria-label": name, title: name, "data-piece": piece, "aria-checked": "false" })));
    if (isScores) return;
    this.#choose(kind.pieces[0]);
    this.#draw();
  }

  #choose(piece) {
    this.#brush = piece;
    for (const element of this.palette.children) {
      const isChosen = element.dataset.piece === piece;
      element.setAttribute("aria-checked", String(isChosen));
    }
  }

  #cancel() {
    this.offer(this.#view);
    this.ended();
  }

  #clear() {
    for (const cell of this.#cells) cell.piece = kindOf(this.#view) === KINDS.seeds && cell.piece ? "0" : undefined;
    this.#draw();
  }

  #draw() {
    const shown = { ...this.#view.board, cells: this.#cells, moves: [] };
    const pressed = (at) => this.#press(at);
    if (this.#view.board.style === "points") this.points.show(shown, false, pressed);
    else this.board.show(shown, { pressed });
  }

  #press(at) {
    const cell = this.#cells.find((cell) => cell.at === at);
    const { change } = kindOf(this.#view);
    cell.piece = (change ? change(cell.piece ?? "", this.#brush) : cell.piece === this.#brush ? "" : this.#brush) || undefined;
    this.#draw();
  }

  #use() {
    const { board, side: seen, side_names: names } = this.#view;
    const kind = kindOf(this.#view);
    if (kind === KINDS.scores) {
      const [first, second, turn] = [...this.scores.querySelectorAll("input")].map((input) => Math.max(0, Math.round(Number(input.value)) || 0));
      return this.done(writePig({ scores: [first, second], turn, isSecond: this.side.value === "second" }));
    }
    const text = kind.write({ ...board, cells: this.#cells, side: kind.hasSides ? this.side.value : seen, seen, names });
    if (text === null) say(kind.problem, "error");
    else this.done(text);
    return undefined;
  }
}

/** One seed more or less; a cell that holds no seeds stays so. */
function counted(piece, brush) {
  return piece === "" ? "" : String(Math.max(0, Number(piece) + (brush === "+" ? 1 : -1)));
}

/** One checker more of a side, or one less. */
function piled(piece, brush) {
  if (brush === "") return piece.slice(1);
  return piece.startsWith(brush) ? piece + brush : brush;
}
