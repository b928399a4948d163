// The server's analysis of a matrix, in panes: equilibria, value, dominance, or the choices against nature.

import { button, h, parseSvg } from "./dom.js";
import { t } from "./text.js";
import { translated, translatedDrawing } from "./translation.js";

/** A sentence about a matrix, in the reader's language. */
const inWords = (sentence) => translated(sentence, "matrix");

export class MatrixResults {
  /** `show(number)` is called when an equilibrium of the list is pressed, counted from 1. */
  constructor(show) {
    this.show = show;
    this.element = h("aside", { class: "panes", "aria-label": t("matrix.results") });
    this.picture = h("section", { class: "pane curves" });
  }

  /** Shows an answer; `chosen` is the equilibrium whose strategies are marked. */
  tell(answer, kind, chosen) {
    if (answer.svg) this.picture.replaceChildren(h("h2", {}, t("matrix.curves")), translatedDrawing(parseSvg(answer.svg), "matrix"));
    this.element.replaceChildren(...(kind === "nature" ? natures(answer) : this.#games(answer, chosen)));
  }

  /** Marks the results as outdated: the input has changed. */
  age(isOld) {
    this.element.classList.toggle("stale", isOld);
  }

  #games(answer, chosen) {
    const { sentences } = answer;
    const late = answer.stopped ? h("p", { class: "hint" }, t("matrix.early")) : null;
    const value = sentences.value && pane(t("matrix.value"), h("p", { class: "value" }, inWords(sentences.value.sentence), " ", label(sentences.value.label)), h("p", {}, inWords(sentences.value.row)), h("p", {}, inWords(sentences.value.column)));
    return [value || null, this.#equilibria(answer, chosen), answer.svg ? this.picture : null, pane(t(answer.one_number ? "matrix.saddles" : "matrix.pure"), h("p", { class: "pure" }, inWords(sentences.pure))),
      pane(t("matrix.maximin"), h("p", {}, inWords(sentences.security))), late].filter(Boolean);
  }

  #equilibria(answer, chosen) {
    const { sentences } = answer;
    if (sentences.list.length === 0) return pane(t("matrix.equilibria"), h("p", {}, answer.zero_sum ? t("matrix.numeric") : inWords(sentences.equilibria)));
    const items = sentences.list.map((line, index) => h("li", {}, button(inWords(line.profile), () => this.show(index + 1), { class: "quiet", "aria-pressed": String(index + 1 === chosen) }), h("small", {}, inWords(line.payoffs))));
    const rest = sentences.found > sentences.list.length ? h("p", { class: "hint" }, t("matrix.more", { count: sentences.found - sentences.list.length })) : null;
    const parts = sentences.components.length ? h("ul", { class: "components" }, sentences.components.map((line) => h("li", {}, inWords(line)))) : null;
    return pane(t("matrix.equilibria"), h("p", {}, inWords(sentences.equilibria), " ", label("exact")), h("ol", { class: "equilibria" }, items), rest, parts);
  }
}

const pane = (title, ...content) => h("section", { class: "pane" }, h("h2", {}, title), content);
const label = (text) => h("span", { class: text === "exact" ? "label proven" : "label" }, text === "exact" ? t("matrix.exact") : inWords(text));

function natures({ rows, columns, nature, sentences }) {
  const { choices, regrets } = nature;
  const head = h("tr", {}, h("td"), sentences.criteria.map((name) => h("th", { scope: "col" }, inWords(name))));
  const lines = rows.map((name, row) => h("tr", {}, h("th", { scope: "row" }, name), choices.map(({ values, rows: best }) => {
    const isBest = best.includes(row);
    return h("td", { class: isBest ? "chosen" : "" }, values[row], isBest ? "*" : "");
  })));
  const missed = regrets.map((line, row) => h("tr", {}, h("th", { scope: "row" }, rows[row]), line.map((regret) => h("td", {}, regret))));
  return [
    pane(t("matrix.choices"), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("matrix.choices") }, h("table", { class: "criteria" }, h("thead", {}, head), h("tbody", {}, lines))), h("ul", { class: "choice-list" }, sentences.choices.map((line) => h("li", {}, inWords(line))))),
    pane(t("matrix.regret"), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("matrix.regret") }, h("table", {}, h("thead", {}, h("tr", {}, h("td"), columns.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, missed)))),
  ];
}
