// Why this move? A sentence and a line first: the best line, what meets the second best, and what a shallower search
// would have played. The tree comes after that.

import { stream } from "./api.js";
import { button, h } from "./dom.js";
import { numbered } from "./numbered.js";
import { labelText, scoreText } from "./score.js";
import { trying } from "./status.js";

/** Long enough for a few plies of any game. */
const TIME_MS = 3_000;
/** Moves of a line that are told. */
const TOLD = 6;

export class Why {
  #running = null;

  /** `place()` returns the position as the analysis takes it, with its view; `more` is what follows the answer. */
  constructor(place, more) {
    this.place = place;
    this.ask = button("Explain", () => (this.#running ? this.stop() : this.#explain()), { class: "primary" });
    this.state = h("span", { class: "state", role: "status" });
    this.told = h("div", { class: "why", role: "status" });
    this.element = h("section", { class: "pane" }, h("h2", {}, "Why this move?"), h("div", { class: "row" }, this.ask, this.state), this.told, more);
  }

  stop() {
    if (!this.#running) return;
    this.#running.abort();
    this.#running = null;
    this.#show("cancelled");
  }

  /** The position has changed. */
  clear() {
    this.stop();
    this.told.replaceChildren();
    this.#show("");
  }

  #show(state) {
    this.ask.textContent = this.#running ? "Cancel" : "Explain";
    this.state.textContent = state;
  }

  async #explain() {
    const place = this.place();
    const { view } = place;
    if (!view || view.outcome || view.chance) return this.told.replaceChildren(h("p", {}, view?.chance ? "Chance decides here." : "The game is over."));
    const running = (this.#running = new AbortController());
    this.told.replaceChildren();
    this.#show("looking …");
    const depths = [];
    let answer = null;
    await trying(() => stream("/api/analyse", { ...place.ask, limits: { time_ms: TIME_MS }, lines: Math.min(2, view.moves.length) }, running.signal, (event) => {
      if (running !== this.#running) return;
      if (event.event === "iteration") {
        depths.push(event);
        this.#show(event.depth ? `${event.depth} plies deep …` : "looking …");
      } else if (event.event === "answer") answer = event;
    }));
    if (running !== this.#running) return undefined;
    this.#running = null;
    this.#show("");
    if (answer) this.told.replaceChildren(...sentences(answer, depths, place).map((text) => h("p", {}, text)));
    return undefined;
  }
}

/** The answer in a few sentences. */
function sentences(answer, depths, { view, number, side }) {
  const written = (moves) => numbered(number, side, moves.slice(0, TOLD));
  const lines = answer.lines?.length ? answer.lines : [answer];
  const [best, second] = lines.filter((line) => line.line?.length);
  if (!best) return ["There is nothing to choose here."];
  const worth = (line) => scoreText(line.score, line.bound);
  const move = best.line[0];
  const told = [`${move} is best for ${view.side_name}: ${worth(best)} (${labelText(answer)}).`];
  if (view.moves.length === 1) told[0] = `${move} is the only move.`;
  if (best.line.length > 1) told.push(`The best line: ${written(best.line)}.`);
  if (second) {
    const reply = second.line.length > 1 ? `; it is met by ${second.line[1]}: ${written(second.line)}` : "";
    told.push(`Second best is ${second.line[0]}, ${worth(second)}${reply}.`);
  }
  return [...told, ...shallower(move, depths)];
}

/** What a shallower search would have played, if it is another move. */
function shallower(move, depths) {
  const first = (event) => (event.lines?.length ? event.lines[0] : event).line?.[0];
  const known = depths.filter((event) => event.depth && first(event));
  const other = known.findLast((event) => first(event) !== move);
  if (!other) return known.length > 1 ? [`Searches of ${known[0].depth} to ${known.at(-1).depth} plies all play it.`] : [];
  return [`A search of ${other.depth} plies would have played ${first(other)} (${scoreText(other.score, other.bound)}); one ply deeper, ${move} is better.`];
}
