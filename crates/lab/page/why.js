// Why this move? A sentence and a line first: the best line, what meets the second best, and what a shallower search
// would have played. The tree comes after that.

import { stream } from "./api.js";
import { button, h } from "./dom.js";
import { numbered } from "./numbered.js";
import { labelText, scoreText } from "./score.js";
import { trying } from "./status.js";
import { t } from "./text.js";
import { sideName } from "./translation.js";

/** Long enough for a few plies of any game. */
const TIME_MS = 3_000;
/** For what a shallower search overlooks. */
const MORE_MS = 1_000;
/** Moves of a line that are shown. */
const SHOWN = 6;

export class Why {
  #running = null;
  #timer = null;
  #begun = 0;

  /** `place()` returns the position as the analysis takes it, with its view; `more` is what follows the answer. */
  constructor(place, more) {
    this.place = place;
    this.ask = button(t("why.ask"), () => (this.#running ? this.stop() : this.#explain()), { class: "primary" });
    this.state = h("span", { class: "state", role: "status" });
    this.progress = h("progress", { max: 1, value: 0, hidden: true, "aria-label": t("why.progress") });
    this.text = h("div", { class: "why", role: "status" });
    this.element = h("section", { class: "pane" }, h("h2", {}, t("why.title")), h("div", { class: "row" }, this.ask, this.state, this.progress), this.text, more);
  }

  stop() {
    if (!this.#running) return;
    this.#running.abort();
    this.#running = null;
    this.#show(t("why.cancelled"));
  }

  /** The position has changed. */
  clear() {
    this.stop();
    this.text.replaceChildren();
    this.#show("");
  }

  #show(state) {
    this.ask.textContent = this.#running ? t("wait.cancel") : t("why.ask");
    this.state.textContent = state;
    this.progress.hidden = !this.#running;
    clearInterval(this.#timer);
    if (!this.#running) return;
    this.#begun ||= performance.now();
    this.#timer = setInterval(() => (this.progress.value = Math.min(1, (performance.now() - this.#begun) / (TIME_MS + MORE_MS))), 100);
  }

  async #explain() {
    const place = this.place();
    const { view } = place;
    if (!view || view.outcome || view.chance) return this.text.replaceChildren(h("p", {}, view?.chance ? t("why.chance") : t("game.over")));
    const running = (this.#running = new AbortController());
    this.text.replaceChildren();
    this.#begun = 0;
    this.#show(t("game.hint.looking"));
    const depths = [];
    let answer = null;
    await trying(() => stream("/api/analyse", { ...place.ask, limits: { time_ms: TIME_MS }, lines: Math.min(2, view.moves.length) }, running.signal, (event) => {
      if (running !== this.#running) return;
      if (event.event === "iteration") {
        depths.push(event);
        this.#show(event.depth ? t("why.deep", { depth: event.depth }) : t("game.hint.looking"));
      } else if (event.event === "answer") answer = event;
    }));
    if (running !== this.#running) return undefined;
    // The answer is there; what a shallower search overlooks may take a moment longer.
    if (answer) this.#tell(sentences(answer, depths, place));
    const other = answer ? shallower(answer, depths) : null;
    const overlooked = other ? await this.#overlooked(other, answer, place, running) : null;
    if (running !== this.#running) return undefined;
    this.#running = null;
    this.#show("");
    if (other) this.#tell([...sentences(answer, depths, place), shallow(other, overlooked, place)]);
    return undefined;
  }

  #tell(texts) {
    this.text.replaceChildren(...texts.map((text) => h("p", {}, text)));
  }

  /** What meets the move of a shallower search: the best reply to it, searched as deep as the answer. */
  async #overlooked({ move }, answer, { ask }, running) {
    let reply = null;
    const limits = { time_ms: MORE_MS, depth: Math.max(1, (answer.depth ?? 2) - 1) };
    await trying(() => stream("/api/analyse", { ...ask, moves: [...(ask.moves ?? []), move], limits }, running.signal, (event) => {
      if (event.event === "answer") reply = event;
    }));
    return reply?.best ? reply : null;
  }
}

/** The answer in a few sentences. */
function sentences(answer, depths, { view, number, side }) {
  const written = (moves) => numbered(number, side, moves.slice(0, SHOWN));
  const lines = answer.lines?.length ? answer.lines : [answer];
  const [best, second] = lines.filter((line) => line.line?.length);
  if (!best) return [t("why.nothing")];
  const worth = (line) => scoreText(line.score, line.bound);
  const move = best.line[0];
  const texts = [t("why.best", { move, side: sideName(view.side_name), value: worth(best), label: labelText(answer) })];
  if (view.moves.length === 1) texts[0] = t("why.only", { move });
  if (best.line.length > 1) texts.push(t("why.line", { line: written(best.line) }));
  if (second) {
    const reply = second.line.length > 1 ? t("why.met", { reply: second.line[1], line: written(second.line) }) : "";
    texts.push(t("why.second", { move: second.line[0], value: worth(second), reply }));
  }
  const agree = agreement(move, depths);
  return agree ? [...texts, agree] : texts;
}

/** The first move of an iteration. */
const first = (event) => (event.lines?.length ? event.lines[0] : event).line?.[0];
const knownDepths = (depths) => depths.filter((event) => event.depth && first(event));

/** That all depths chose the same, if they did. */
function agreement(move, depths) {
  const known = knownDepths(depths);
  return known.length > 1 && known.every((event) => first(event) === move) ? t("why.agree", { from: known[0].depth, to: known.at(-1).depth }) : null;
}

/** The deepest search that would have played another move; none if all agree. */
function shallower({ best, line }, depths) {
  const move = best ?? line?.[0];
  const other = knownDepths(depths).findLast((event) => first(event) !== move);
  return other ? { depth: other.depth, move: first(other), score: other.score, bound: other.bound, best: move } : null;
}

/** What it would have played, and what it does not see. */
function shallow({ depth, move, score, bound, best }, overlooked, { view }) {
  const text = t("why.shallow", { depth, move, value: scoreText(score, bound) });
  if (!overlooked) return `${text} ${t("why.deeper", { best })}`;
  const { side_name: side } = overlooked;
  const line = overlooked.line.slice(0, SHOWN).join(" ");
  return `${text} ${t("why.overlooked", { reply: overlooked.best, value: scoreText(overlooked.score, overlooked.bound), side: sideName(side ?? view.side_name), line })}`;
}
