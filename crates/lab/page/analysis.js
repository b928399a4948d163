// Live analysis: the engine's output, iteration by iteration, until it is stopped.

import { stream } from "./api.js";
import { button, counted, field, h, select } from "./dom.js";
import { numbered } from "./numbered.js";
import { labelOf, labelText, moodOf, scoreText } from "./score.js";
import { trying } from "./status.js";
import { t } from "./text.js";
import { sideName } from "./translation.js";

const TIMES = [["1000", "1 s"], ["5000", "5 s"], ["20000", "20 s"], ["60000", "60 s"]];

export class Analysis {
  #running = null;
  #time = 20_000;
  #lines = 1;

  /** `place()` returns what to analyse; `listener(event)` receives every iteration, value and answer. */
  constructor(place, listener) {
    [this.place, this.listener] = [place, listener];
    this.toggle = button(t("analysis.start"), () => (this.#running ? this.stop() : this.start()), { class: "primary", "aria-pressed": "false" });
    this.state = h("span", { class: "state", role: "status" });
    this.headline = h("p", { class: "headline" });
    this.strip = h("ul", { class: "strip", "aria-label": t("analysis.each") });
    const heads = [t("course.depth"), t("tally.value"), t("analysis.label"), t("tally.nodes"), t("analysis.speed")].map((text) => h("th", { scope: "col" }, text));
    this.head = h("thead", {}, h("tr", {}, heads));
    this.table = h("table", { class: "iterations" }, this.head);
    const time = select(TIMES, String(this.#time), (value) => (this.#time = Number(value)));
    const lines = select([["1", t("analysis.1")], ["2", t("analysis.2")], ["3", t("analysis.3")]], "1", (value) => (this.#lines = Number(value)));
    this.each = h("input", { type: "checkbox", checked: true });
    this.element = h("section", { class: "pane analysis" }, h("h2", {}, t("game.analysis")),
      h("div", { class: "row" }, this.toggle, this.state),
      h("div", { class: "row" }, field(t("analysis.time"), time), field(t("analysis.lines"), lines), h("label", { class: "check" }, this.each, t("analysis.all"))),
      this.headline, this.strip,
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("analysis.iterations") }, this.table));
  }

  get isRunning() {
    return this.#running !== null;
  }

  /** Starts; a running analysis is stopped. */
  async start() {
    this.stop();
    this.clear();
    const running = (this.#running = new AbortController());
    const place = this.place();
    const body = { ...place.ask, limits: { time_ms: this.#time }, lines: this.#lines, all_moves: this.each.checked };
    this.#show(t("analysis.thinking"));
    await trying(() => stream("/api/analyse", body, running.signal, (event) => {
      // Events that arrive after a stop are no longer about the position shown.
      if (running === this.#running) this.#hear(event, place);
    }));
    if (running === this.#running) {
      this.#running = null;
      this.#show(t("course.done"));
    }
  }

  stop() {
    if (!this.#running) return;
    this.#running.abort();
    this.#running = null;
    this.#show(t("analysis.stopped"));
  }

  /** Clears the output: the position has changed. */
  clear() {
    this.table.replaceChildren(this.head);
    this.strip.replaceChildren();
    this.headline.textContent = "";
    this.#show("");
  }

  #show(state) {
    this.state.textContent = state;
    this.toggle.textContent = this.#running ? t("analysis.stop") : t("analysis.start");
    this.toggle.setAttribute("aria-pressed", String(this.isRunning));
  }

  #hear(event, place) {
    if (event.event === "iteration") this.head.after(iterationRows(event, this.#lines, place));
    if (event.event === "answer") this.headline.textContent = headline(event);
    if (event.event === "answer" && event.outcomes?.length) this.strip.replaceChildren(...event.outcomes.map((entry) => stripItem({ ...entry, move: entry.outcome })));
    if (event.event === "values") this.strip.replaceChildren(...event.moves.map(stripItem));
    this.listener(event, place);
  }
}

/** The rows of an iteration, with its best lines below it. */
function iterationRows(event, most, { number, side }) {
  const label = labelOf(event);
  const speed = event.elapsed_ms > 0.5 ? `${counted(Math.round(event.nodes / event.elapsed_ms))} k/s` : "–";
  const lines = (event.lines?.length ? event.lines : [event]).slice(0, most);
  const moves = lines.map((line) => h("div", {}, most > 1 ? h("b", {}, `${scoreText(line.score, line.bound)}  `) : "", numbered(number, side, line.line)));
  return h("tbody", {},
    h("tr", {}, h("th", { scope: "row" }, event.depth ?? t("analysis.end")), h("td", {}, scoreText(event.score, event.bound)),
      h("td", {}, h("span", { class: `label ${label}` }, labelText(event))), h("td", {}, counted(event.nodes)), h("td", {}, speed)),
    h("tr", {}, h("td", { class: "moves", colspan: 5 }, moves)));
}

function headline(answer) {
  if (answer.best === null && !answer.chance) return t("game.over");
  const isBook = answer.source === "book";
  const says = { proven: isBook ? t("label.proven.book") : t("label.proven"), bound: t("label.bound.long"), estimate: t("label.estimate.long") }[labelOf(answer)];
  const whose = answer.score.kind === "draw" ? "" : ` ${t("analysis.for", { side: answer.score.for === "max" ? "MAX" : sideName(answer.side_name) })}`;
  return `${answer.best ?? t("game.chance")}: ${scoreText(answer.score, answer.bound)}${whose} (${says})`;
}

function stripItem(entry) {
  return h("li", { "data-kind": moodOf(entry.score) }, h("b", {}, entry.move), ` ${scoreText(entry.score, entry.bound)}`, h("small", {}, ` ${labelText(entry)}`));
}
