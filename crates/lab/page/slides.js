// Games whose moves slide everything to one side, such as 2048: arrow keys, swipes and buttons.

import { isSlide } from "./board.js";
import { button, h } from "./dom.js";
import { t } from "./text.js";

const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const SIGNS = { left: "←", right: "→", up: "↑", down: "↓" };
/** A shorter way of a finger is a press. */
const SWIPE = 24;

export class Slides {
  #moves = [];

  /** `play(move)` is called with `left`, `right`, `up` or `down`; swipes are taken from `grid`. */
  constructor(grid, play) {
    this.play = play;
    this.notes = Object.fromEntries(Object.keys(SIGNS).map((move) => [move, h("small", {})]));
    this.buttons = Object.fromEntries(Object.entries(SIGNS).map(([move, sign]) => [move, this.#button(move, sign)]));
    this.element = h("div", { class: "slides", role: "group", "aria-label": t("slides.label"), hidden: true }, Object.values(this.buttons));
    let begun = null;
    grid.addEventListener("pointerdown", (event) => (begun = this.#moves.length ? [event.clientX, event.clientY] : null));
    addEventListener("pointerup", (event) => {
      const way = begun && this.#way(event.clientX - begun[0], event.clientY - begun[1]);
      begun = null;
      if (way) this.#slide(way);
    });
    addEventListener("pointercancel", () => (begun = null));
  }

  #button(move, sign) {
    return button([h("span", { "aria-hidden": "true" }, sign), h("span", { class: "offscreen" }, t(`slides.${move}`)), this.notes[move]], () => this.#slide(move), { class: `slide-${move}`, title: t("slides.title", { way: t(`slides.${move}`) }) });
  }

  /** Shows the buttons if these are moves of such a game; `locked` ones cannot be pressed. */
  show(moves, locked) {
    const all = moves.length > 0 && moves.every((text) => isSlide({ text }));
    this.#moves = all && !locked ? moves : [];
    this.element.hidden = !all;
    for (const [move, element] of Object.entries(this.buttons)) {
      element.disabled = !this.#moves.includes(move);
      this.notes[move].textContent = "";
    }
  }

  /** Writes short texts on the buttons: `{move: {text}}`. */
  heat(values) {
    for (const [move, note] of Object.entries(this.notes)) note.textContent = values[move]?.text ?? "";
  }

  /** Handles a key; true if it was one of ours. */
  key(event) {
    const move = ARROWS[event.key];
    if (!move || this.element.hidden || event.target.closest?.("input, textarea, select")) return false;
    this.#slide(move);
    return true;
  }

  #way(dx, dy) {
    if (Math.max(Math.abs(dx), Math.abs(dy)) < SWIPE) return null;
    return Math.abs(dx) > Math.abs(dy) ? (dx < 0 ? "left" : "right") : dy < 0 ? "up" : "down";
  }

  #slide(move) {
    if (this.#moves.includes(move)) this.play(move);
  }
}
