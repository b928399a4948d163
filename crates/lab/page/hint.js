// A hint in two steps: first which piece or place to look at, then the move.

import { stream } from "./api.js";
import { button, h } from "./dom.js";
import { scoreText } from "./score.js";
import { trying } from "./status.js";
import { t } from "./text.js";

const TIME_MS = 1_000;

export class Hint {
  #found = null;
  #step = 0;
  #asked = null;

  /** `place()` returns the position as the analysis takes it, `show(move)` points at a move. */
  constructor(place, show) {
    Object.assign(this, { place, show });
    this.button = button(t("game.hint"), () => this.#more());
    this.message = h("p", { class: "hint-message", role: "status" });
  }

  /** The position has changed. */
  clear() {
    this.#asked?.abort();
    this.#asked = this.#found = null;
    this.#step = 0;
    this.message.textContent = "";
  }

  async #more() {
    const place = this.place();
    if (this.#asked) return;
    if (!this.#found) {
      const asked = (this.#asked = new AbortController());
      this.message.textContent = t("game.hint.looking");
      await trying(() => stream("/api/analyse", { ...place.ask, limits: { time_ms: TIME_MS } }, asked.signal, (event) => {
        if (event.event === "answer" && asked === this.#asked) this.#found = event;
      }));
      if (asked !== this.#asked) return;
      this.#asked = null;
    }
    if (!this.#found?.best) return void (this.message.textContent = "");
    this.#step += 1;
    this.#tell(place);
  }

  #tell({ view }) {
    const { best, score, bound } = this.#found;
    const from = view.board?.moves?.find(({ text }) => text === best)?.from;
    if (this.#step === 1 && from) return void (this.message.textContent = t("game.hint.from", { from }));
    this.message.textContent = t("game.hint.move", { move: best, value: scoreText(score, bound) });
    return void this.show(best);
  }
}
