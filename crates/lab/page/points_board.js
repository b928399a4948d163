// A backgammon board: points, bars, borne-off checkers, dice, and a play entered step by step. The server lists the steps.

import { button, h, s } from "./dom.js";
import { draggable } from "./drag.js";
import { t } from "./text.js";

/** The maximum number of checkers drawn on a point; a number stands for more. */
const TALLEST = 5;
const NAMES = { X: "X", O: "O" };

export class PointsBoard {
  #board = null;
  #walk = null;
  #taken = [];
  #from = null;
  #active = null;
  #cells = new Map();
  #generation = 0;

  /** `ask(steps)` returns the state of a play after these steps, `play(text)` plays it; without them the board is read-only. */
  constructor(label, { ask, play } = {}) {
    Object.assign(this, { label, ask, play });
    this.grid = h("div", { class: "points", role: play ? "grid" : "img", "aria-label": label });
    this.dice = h("div", { class: "dice", role: "img" });
    this.back = button(t("points.back"), () => this.#back(), { title: t("points.back.title") });
    this.done = button("", () => this.#finish(), { class: "primary" });
    this.bar = h("div", { class: "row play-bar" }, this.dice, this.back, this.done);
    this.element = h("div", { class: "board-frame" }, this.grid, play ? this.bar : null);
    if (!play) return;
    this.grid.addEventListener("keydown", (event) => this.#key(event));
    this.grid.addEventListener("click", (event) => {
      const cell = event.target.closest("[data-at]");
      if (cell) this.#press(cell.dataset.at);
    });
    draggable(this.grid, { lifts: (at) => this.#targets(at).length > 0, drops: (from, to) => this.#drop(from, to) });
  }

  /** Shows a position; with `isPlayed`, a play may be entered. If given, `pressed(at)` receives presses instead. */
  show(board, isPlayed = false, pressed = null) {
    this.#generation += 1;
    this.pressed = pressed;
    [this.#board, this.#walk, this.#taken, this.#from] = [board, null, [], null];
    this.#paint();
    if (isPlayed && this.ask) void this.#look([]);
  }

  /** Requests the state after these steps. */
  async #look(taken) {
    const generation = this.#generation;
    const walk = await this.ask(taken);
    if (!walk || generation !== this.#generation) return;
    [this.#walk, this.#taken, this.#from, this.#board] = [walk, taken, null, walk.board];
    this.#paint();
    if (walk.done && taken.length) this.done.focus();
  }

  #targets(from) {
    return (this.#walk?.next ?? []).filter((step) => step.from === from).map((step) => step.to);
  }

  #paint() {
    const { cells } = this.#board;
    const hadFocus = this.grid.contains(document.activeElement);
    const next = this.#walk?.next ?? [];
    const targets = new Set(this.#from === null ? [] : this.#targets(this.#from));
    const rows = [h("div", this.play ? { role: "row" } : {}), h("div", this.play ? { role: "row" } : {})];
    this.#cells.clear();
    for (const cell of cells) {
      const { at, column, row, piece = "" } = cell;
      const movable = next.some((step) => step.from === at);
      const words = [wordsFor(at), piece ? `${piece.length} ${NAMES[piece[0]]}` : t("board.empty"), movable ? t("board.can-move") : null, this.#from === at ? t("board.chosen") : null, targets.has(at) ? t("points.reached") : null];
      const kind = /off/.test(at) ? "off" : /bar/.test(at) ? "bar" : `point ${(column + row) % 2 ? "odd" : "even"}`;
      const element = h("div", {
        class: `spot ${kind}${row ? " lower" : " upper"}${movable ? " legal" : ""}${this.#from === at ? " from" : ""}${targets.has(at) ? " target" : ""}`,
        "data-at": at, ...(this.play ? { role: "gridcell", tabindex: -1, "aria-label": words.filter(Boolean).join(", ") } : {}),
      }, h("span", { class: "number", "aria-hidden": "true" }, /^\d+$/.test(at) ? at : ""), stack(piece));
      element.style.gridColumn = String(column + 1);
      this.#cells.set(at, { element, column, row });
      rows[row].append(element);
    }
    this.grid.replaceChildren(...rows);
    if (!this.play) this.grid.setAttribute("aria-label", `${this.label}: ${inWords(cells)}`);
    this.#activate(this.#cells.has(this.#active) ? this.#active : cells[0]?.at, hadFocus);
    this.#paintBar();
  }

  #paintBar() {
    const walk = this.#walk;
    this.bar.hidden = !walk;
    if (!walk) return;
    this.dice.replaceChildren(...walk.dice.map(die));
    this.dice.setAttribute("aria-label", walk.dice.length ? t("points.left", { dice: walk.dice.join(", ") }) : t("points.none"));
    this.back.disabled = this.#taken.length === 0;
    this.done.hidden = !walk.done;
    this.done.textContent = walk.done === "pass" ? t("points.pass") : t("points.play", { moves: walk.done ?? "" });
  }

  #press(at) {
    this.#activate(at, true);
    if (this.pressed) return this.pressed(at);
    if (this.#from !== null && this.#targets(this.#from).includes(at)) return this.#step(this.#from, at);
    this.#from = this.#from !== at && this.#targets(at).length ? at : null;
    this.#paint();
    return undefined;
  }

  #drop(from, to) {
    if (to !== null && this.#targets(from).includes(to)) this.#step(from, to);
  }

  #step(from, to) {
    this.#active = to;
    void this.#look([...this.#taken, [from, to]]);
  }

  #back() {
    if (this.#taken.length) void this.#look(this.#taken.slice(0, -1));
  }

  #finish() {
    if (this.#walk?.done) this.play(this.#walk.done);
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
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = Object.hasOwn(steps, event.key) ? steps[event.key] : null;
    if (!step && !["Enter", " ", "Escape", "Backspace"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Backspace") return this.#back();
    if (event.key === "Escape") return this.#unchoose();
    if (!step) return this.#press(this.#active);
    const here = this.#cells.get(this.#active);
    const clamp = (value, most) => Math.max(0, Math.min(most - 1, value));
    const [column, row] = [clamp(here.column + step[0], this.#board.columns), clamp(here.row + step[1], this.#board.rows)];
    const next = this.#board.cells.find((cell) => cell.column === column && cell.row === row);
    if (next) this.#activate(next.at, true);
    return undefined;
  }

  #unchoose() {
    this.#from = null;
    this.#paint();
  }
}

function stack(piece) {
  const count = piece.length;
  const drawn = Array.from({ length: Math.min(count, TALLEST) }, (_, index) =>
    h("span", { class: "checker", "data-piece": piece[0] }, index === TALLEST - 1 && count > TALLEST ? String(count) : ""));
  return h("span", { class: "piece stack", "aria-hidden": "true" }, drawn);
}

const wordsFor = (at) => (/^\d+$/.test(at) ? t("points.point", { at }) : t(`points.${at.replace(" ", ".")}`));

function inWords(cells) {
  const held = cells.filter((cell) => cell.piece).map(({ at, piece }) => t("board.on", { piece: `${piece.length} ${piece[0]}`, at: wordsFor(at) }));
  return held.length ? held.join(", ") : t("board.empty");
}

const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** A die as a picture. */
export function die(number) {
  const dots = (PIPS[number] ?? []).map((place) => s("circle", { cx: 6 + 9 * (place % 3), cy: 6 + 9 * Math.floor(place / 3), r: 2.6 }));
  return s("svg", { class: "die", viewBox: "0 0 30 30", "aria-hidden": "true" }, s("rect", { x: 1, y: 1, width: 28, height: 28, rx: 5 }), dots);
}
