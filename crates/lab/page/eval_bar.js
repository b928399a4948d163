// The value of the position as a bar beside the board: how much of it is the first side's.

import { h } from "./dom.js";
import { t } from "./text.js";

export class EvalBar {
  constructor() {
    this.part = h("div", { class: "eval-part" });
    this.element = h("div", { class: "eval-bar", role: "img", "aria-label": t("game.bar.none") }, this.part);
  }

  /** Shows the value of a record's ply: its own, or that of the ply before, from which the move came. */
  show({ values, ply }) {
    const known = values[ply] ?? values[ply - 1];
    this.element.classList.toggle("unknown", !known);
    this.part.style.height = `${Math.round(50 + 50 * (known?.height ?? 0))}%`;
    this.element.setAttribute("aria-label", known ? t("game.bar", { value: known.text }) : t("game.bar.none"));
    this.element.title = known?.text ?? "";
  }

  /** The side at the bottom is the one that the board shows there. */
  flip(isFlipped) {
    this.element.classList.toggle("flipped", isFlipped);
  }
}
