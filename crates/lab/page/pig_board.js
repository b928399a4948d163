// Pig and Piglet drawn: both scores on the way to the goal, the points of this turn, and what was thrown.

import { h } from "./dom.js";
import { die } from "./points_board.js";
import { t } from "./text.js";

/** A position of three numbers: both scores and the points of this turn. */
export const isPig = (view) => view.set_up === "scores" && /^\d+,\d+,\d+$/.test(view.position);

export class PigBoard {
  constructor() {
    this.thrown = h("div", { class: "dice", role: "img", "aria-label": t("pig.none") });
    this.rows = h("div", { class: "pig-rows" });
    this.element = h("div", { class: "pig", hidden: true }, this.rows, this.thrown);
  }

  /** Shows a position; `last` is the last move played. */
  show(view, last) {
    const [first, second, turn] = view.position.split(",").map(Number);
    const goal = Number(/to (\d+)/.exec(view.picture)?.[1] ?? 100);
    const row = (name, score, more) => h("div", { class: `pig-row${more === null ? "" : " turn-here"}` }, h("b", {}, name),
      h("div", { class: "pig-bar", role: "img", "aria-label": `${name}: ${score} of ${goal}${more ? `, and ${more} this turn` : ""}` }, bar(score, goal, "kept"), bar(more ?? 0, goal, "risked")),
      h("span", { class: "pig-score", "aria-hidden": "true" }, `${score}${more ? ` + ${more}` : ""} / ${goal}`));
    const over = Boolean(view.outcome);
    this.rows.replaceChildren(
      row(view.side_names[0], first, !over && view.side === "first" ? turn : null),
      row(view.side_names[1], second, !over && view.side === "second" ? turn : null));
    const pips = /^[1-6]$/.test(last ?? "") ? Number(last) : null;
    this.thrown.replaceChildren(...(pips ? [die(pips)] : []));
    this.thrown.setAttribute("aria-label", pips ? `Thrown: ${pips}` : t("pig.none"));
  }
}

function bar(points, goal, kind) {
  const part = h("span", { class: kind });
  part.style.width = `${(100 * Math.min(points, goal)) / goal}%`;
  return part;
}
