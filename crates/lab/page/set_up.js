// Setting up a position by hand, on boards whose stones may be anywhere.

import { button, h } from "./dom.js";

const NEXT = { "": "X", X: "O", O: "" };

export class SetUp {
  #view = null;
  #cells = null;

  /** `done(position)` receives the position as text. */
  constructor(board, done) {
    [this.board, this.done] = [board, done];
    this.toggle = button("Set up", () => (this.#cells ? this.#cancel() : this.#begin()), { "aria-pressed": "false" });
    const use = button("Use it", () => this.#use(), { class: "primary" });
    const clear = button("Empty", () => this.#clear());
    this.element = h("div", { hidden: true }, h("p", { class: "hint" }, "Press a cell to change it: X, O, empty."), h("div", { class: "row" }, use, clear));
  }

  /** Offers it for a view, if its board allows it. */
  offer(view) {
    this.#view = view;
    this.#cells = null;
    this.element.hidden = true;
    this.toggle.setAttribute("aria-pressed", "false");
    this.toggle.hidden = view.board?.style !== "place";
  }

  #begin() {
    this.#cells = this.#view.board.cells.map((cell) => ({ ...cell }));
    this.element.hidden = false;
    this.toggle.setAttribute("aria-pressed", "true");
    this.#draw();
  }

  #cancel() {
    this.offer(this.#view);
    this.board.show(this.#view.board);
  }

  #clear() {
    for (const cell of this.#cells) delete cell.piece;
    this.#draw();
  }

  #draw() {
    const moves = this.#cells.map((cell) => ({ text: cell.at, to: cell.at }));
    this.board.show({ ...this.#view.board, cells: this.#cells, moves }, { pressed: (at) => this.#press(at) });
  }

  #press(at) {
    const cell = this.#cells.find((cell) => cell.at === at);
    cell.piece = NEXT[cell.piece ?? ""] || undefined;
    this.#draw();
  }

  /** Rows from the top, in the notation of games with placed stones. */
  #use() {
    const { rows } = this.#view.board;
    const line = (row) => this.#cells.filter((cell) => cell.row === row).sort((a, b) => a.column - b.column).map((cell) => cell.piece ?? ".").join("");
    this.done(Array.from({ length: rows }, (_, row) => line(row)).join("/"));
  }
}
