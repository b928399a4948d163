// Pig and Piglet drawn: both scores on the way to the goal, the points of this turn, and what was thrown.

import { h } from "./dom.js";
import { die } from "./points_board.js";
import { t } from "./text.js";
import { sideName } from "./translation.js";

/** The scores of both sides, the points of this turn and whether the second side is to move; null if it is another game. */
export function pigOf({ set_up, position }) {
  const read = set_up === "scores" && /^(\d+),(\d+),(\d+)(,second)?(?:,[a-z]+)?$/.exec(position);
  if (!read) return null;
  const [own, other, turn] = read.slice(1, 4).map(Number);
  return read[4] ? { scores: [other, own], turn, isSecond: true } : { scores: [own, other], turn, isSecond: false };
}

/** The text of such a position. */
export const writePig = ({ scores: [first, second], turn, isSecond }) => (isSecond ? `${second},${first},${turn},second` : `${first},${second},${turn}`);

export class PigBoard {
  constructor() {
    this.thrown = h("div", { class: "dice", role: "img", "aria-label": t("pig.none") });
    this.rows = h("div", { class: "pig-rows" });
    this.element = h("div", { class: "pig", hidden: true }, this.rows, this.thrown);
  }

  /** Shows a position; `last` is the last move played. */
  show(view, last) {
    const { scores: [first, second], turn, isSecond } = pigOf(view);
    const goal = Number(/to (\d+)/.exec(view.picture)?.[1] ?? 100);
    const row = (name, score, more) => h("div", { class: `pig-row${more === null ? "" : " turn-here"}` }, h("b", {}, name),
      h("div", { class: "pig-bar", role: "img", "aria-label": `${t("pig.score", { name, score, goal })}${more ? t("pig.more", { more }) : ""}` }, bar(score, goal, "kept"), bar(more ?? 0, goal, "risked")),
      h("span", { class: "pig-score", "aria-hidden": "true" }, `${score}${more ? ` + ${more}` : ""} / ${goal}`));
    const over = Boolean(view.outcome);
    this.rows.replaceChildren(
      row(sideName(view.side_names[0]), first, !over && !isSecond ? turn : null),
      row(sideName(view.side_names[1]), second, !over && isSecond ? turn : null));
    const pips = /^[1-6]$/.test(last ?? "") ? Number(last) : null;
    this.thrown.replaceChildren(...(pips ? [die(pips)] : []));
    this.thrown.setAttribute("aria-label", pips ? t("pig.thrown", { pips }) : t("pig.none"));
  }
}

function bar(points, goal, kind) {
  const part = h("span", { class: kind });
  part.style.width = `${(100 * Math.min(points, goal)) / goal}%`;
  return part;
}
