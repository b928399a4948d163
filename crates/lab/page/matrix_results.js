// The server's analysis of a matrix, in panes: equilibria, value, dominance, or the choices against nature.

import { button, h, parseSvg } from "./dom.js";

export class MatrixResults {
  /** `show(number)` is called when an equilibrium of the list is pressed, counted from 1. */
  constructor(show) {
    this.show = show;
    this.element = h("aside", { class: "panes", "aria-label": "Results" });
    this.picture = h("section", { class: "pane curves" });
  }

  /** Shows an answer; `chosen` is the equilibrium whose strategies are marked. */
  tell(answer, kind, chosen) {
    if (answer.svg) this.picture.replaceChildren(h("h2", {}, "Best replies to every mixture"), parseSvg(answer.svg));
    this.element.replaceChildren(...(kind === "nature" ? natures(answer) : this.#games(answer, chosen)));
  }

  /** Marks the results as outdated: the input has changed. */
  age(isOld) {
    this.element.classList.toggle("stale", isOld);
  }

  #games(answer, chosen) {
    const { told } = answer;
    const late = answer.stopped ? h("p", { class: "hint" }, "Ended early: what is listed is true, and there may be more.") : null;
    const value = told.value && pane("Value", h("p", { class: "value" }, told.value.sentence, " ", label(told.value.label)), h("p", {}, told.value.row), h("p", {}, told.value.column));
    return [value || null, this.#equilibria(answer, chosen), answer.svg ? this.picture : null, pane(answer.one_number ? "Saddle points" : "Pure equilibria", h("p", { class: "pure" }, told.pure)),
      pane("Maximin", h("p", {}, told.security)), late].filter(Boolean);
  }

  #equilibria(answer, chosen) {
    const { told } = answer;
    if (told.list.length === 0) return pane("Equilibria", h("p", {}, answer.zero_sum ? "The strategies above are an equilibrium up to that error." : told.equilibria));
    const items = told.list.map((line, index) => h("li", {}, button(line.profile, () => this.show(index + 1), { class: "quiet", "aria-pressed": String(index + 1 === chosen) }), h("small", {}, line.payoffs)));
    const rest = told.found > told.list.length ? h("p", { class: "hint" }, `… and ${told.found - told.list.length} more`) : null;
    const parts = told.components.length ? h("ul", { class: "components" }, told.components.map((line) => h("li", {}, line))) : null;
    return pane("Equilibria", h("p", {}, told.equilibria, " ", label("exact")), h("ol", { class: "equilibria" }, items), rest, parts);
  }
}

const pane = (title, ...content) => h("section", { class: "pane" }, h("h2", {}, title), content);
const label = (text) => h("span", { class: text === "exact" ? "label proven" : "label" }, text);

function natures({ rows, columns, nature, told }) {
  const { choices, regrets } = nature;
  const head = h("tr", {}, h("td"), told.criteria.map((name) => h("th", { scope: "col" }, name)));
  const lines = rows.map((name, row) => h("tr", {}, h("th", { scope: "row" }, name), choices.map(({ values, rows: best }) => {
    const isBest = best.includes(row);
    return h("td", { class: isBest ? "chosen" : "" }, values[row], isBest ? "*" : "");
  })));
  const missed = regrets.map((line, row) => h("tr", {}, h("th", { scope: "row" }, rows[row]), line.map((regret) => h("td", {}, regret))));
  return [
    pane("Choices against nature", h("div", { class: "scroll" }, h("table", { class: "criteria" }, h("thead", {}, head), h("tbody", {}, lines))), h("ul", { class: "choice-list" }, told.choices.map((line) => h("li", {}, line)))),
    pane("Regret", h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("td"), columns.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, missed)))),
  ];
}
