// What stands beside the board of an endgame table: its moves with their values, a line of best play, the sweeps.

import { button, counted, h } from "./dom.js";
import { valueText } from "./ending_position.js";
import { numberBefore } from "./numbered.js";
import { t } from "./text.js";

const pane = (title, ...content) => h("section", { class: "pane" }, h("h2", {}, title), content);

/** Every move with its value; `play(move)` gets the one that is pressed. */
export class MovesPane {
  constructor(play) {
    this.play = play;
    this.body = h("tbody");
    this.element = pane(t("table.moves"), h("div", { class: "scroll" }, h("table", { class: "values" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("table.move")), h("th", { scope: "col" }, t("table.mover")))), this.body)));
  }

  show(values, next = null) {
    this.element.hidden = !values?.moves.length;
    this.body.replaceChildren(...(values?.moves ?? []).map((move) => h("tr", { "data-kind": move.score?.kind ?? "", class: move.move === next ? "next" : null },
      h("th", { scope: "row" }, button(move.move, () => this.play(move), { class: "quiet", "aria-current": move.move === next ? "step" : null })),
      h("td", {}, valueText(move.score)))));
  }
}

/** A line of best play, move by move; `go(step)` gets the number of moves played. */
export class LinePane {
  constructor(go) {
    this.go = go;
    this.list = h("ol", { class: "moves-played", "aria-label": t("table.walk") });
    this.element = pane(t("table.walk"), h("div", { class: "scroll" }, this.list));
  }

  show(line, step) {
    this.element.hidden = !line;
    const side = line?.start.includes(" b ") ? "second" : "first";
    this.list.replaceChildren(...(line?.line ?? []).map(({ move }, place) => h("li", {},
      button(`${numberBefore(1, side, place)}${move}`, () => this.go(place + 1), { class: "quiet", "aria-current": place + 1 === step ? "step" : null }))));
    const here = this.list.querySelector("[aria-current]");
    if (here) here.scrollIntoView({ block: "nearest" });
  }
}

/** The sweeps with their counts; `go(step)` gets the number of sweeps done. */
export class SweepsPane {
  constructor(go) {
    this.go = go;
    this.body = h("tbody");
    this.caption = h("caption");
    const heads = ["sweep", "settles", "positions", "so-far"].map((key) => h("th", { scope: "col" }, t(`table.${key}`)));
    this.element = pane(t("table.sweeps"), h("div", { class: "scroll" }, h("table", { class: "sweeps" }, this.caption, h("thead", {}, h("tr", {}, heads)), this.body)));
  }

  show(answer, step) {
    this.element.hidden = !answer;
    if (!answer) return;
    const all = answer.sweeps.reduce((sum, { positions }) => sum + positions, answer.left);
    this.caption.textContent = t("table.caption", { ending: answer.ending, count: counted(all) });
    const row = (number, [name, settles, positions, soFar]) => h("tr", { class: number === step ? "next" : number > step ? "later" : null },
      h("th", { scope: "row" }, button(name, () => this.go(number), { class: "quiet", "aria-current": number === step ? "step" : null })), h("td", {}, settles), h("td", {}, positions), h("td", {}, soFar));
    const sweeps = answer.sweeps.map(({ plies, kind, positions, so_far }, place) =>
      row(place + 1, [String(place), t(kind === "win" ? "table.won.in" : "table.lost.in", { plies }), counted(positions), counted(so_far)]));
    this.body.replaceChildren(...sweeps, row(answer.sweeps.length + 1, [t("table.rest"), t("table.draws"), counted(answer.left), counted(all)]));
    const here = this.body.querySelector("[aria-current]");
    if (here) here.scrollIntoView({ block: "nearest" });
  }
}

/** What a sweep does, in a sentence. */
export function sweepText({ sweeps, left, ending }, step) {
  if (step === 0) return t("table.sweep.none", { ending });
  if (step > sweeps.length) return t("table.sweep.rest", { count: counted(left) });
  const { plies, kind, positions } = sweeps[step - 1];
  const settled = t(positions === 1 ? "table.sweep.one" : "table.sweep.many", { number: step - 1, count: counted(positions) });
  if (plies === 0) return t("table.sweep.mate", { settled });
  return t(kind === "win" ? "table.sweep.win" : "table.sweep.loss", { settled, before: plies - 1, plies });
}
