// A recorded search and its current step.

import { getFile, post } from "./api.js";
import { Frames } from "./frames.js";
import { trying } from "./status.js";

/** Dispatches `waits` when a search begins, `settled` when it is done, refused or cancelled, `loaded` for a new search, `shown` for a new frame. */
export class Stepper extends EventTarget {
  #frames = null;
  #wanted = 0;
  #busy = false;
  #generation = 0;
  #nodes = "";
  #waits = null;
  /** The search was asked for by its setting, so that it can be asked for again. */
  #isAsked = false;

  trace = null;
  setting = null;
  frame = null;
  step = 0;

  get steps() {
    return this.trace?.steps ?? 0;
  }

  get cuts() {
    return this.trace?.cuts ?? [];
  }

  get open() {
    return this.#frames?.open ?? "";
  }

  /** The step requested last; its frame may still be loading. */
  get wanted() {
    return this.#wanted;
  }

  /** Records a search. A later call cancels an earlier one that is still waiting. */
  async load(setting, step = 0, open = "") {
    this.cancel();
    const waits = (this.#waits = new AbortController());
    return this.#take(setting, step, open, post("/api/trace", setting, waits.signal));
  }

  /** Stops a search that is still under way. */
  cancel() {
    this.#waits?.abort();
    this.#waits = null;
  }

  get isWaiting() {
    return this.#waits !== null;
  }

  /** Loads a search from its JSON export. */
  async restore(text) {
    return this.#take(null, 0, "", post("/api/trace/restore", text));
  }

  async #take(setting, step, open, coming) {
    const generation = ++this.#generation;
    this.dispatchEvent(new Event("waits"));
    const trace = await trying(() => coming);
    if (generation !== this.#generation) return false;
    this.#waits = null;
    this.dispatchEvent(new Event("settled"));
    if (!trace) return false;
    this.#isAsked = setting !== null;
    this.trace = trace;
    this.setting = setting ?? settingOf(trace);
    this.#frames = new Frames(trace.id, open, this.#nodes);
    this.#wanted = Math.min(step, trace.steps);
    this.frame = null;
    this.dispatchEvent(new Event("loaded"));
    await this.#show();
    return true;
  }

  /** Shows the state after this many steps. */
  go(step) {
    const next = Math.max(0, Math.min(this.steps, Math.round(step) || 0));
    if (!this.trace || (next === this.#wanted && this.frame)) return Promise.resolve();
    this.#wanted = next;
    return this.#show();
  }

  /** Whether the subtree of this visit was opened by hand. */
  isOpened(visit) {
    return visit !== undefined && this.open.split(",").includes(String(visit));
  }

  /** Opens or closes the subtree of a node that is drawn as a badge. */
  toggle(node) {
    const open = new Set(this.open.split(",").filter(Boolean));
    if (!open.delete(String(node))) open.add(String(node));
    return this.#redraw([...open].join(","));
  }

  /** Sets the maximum number of drawn nodes. */
  draw(nodes) {
    if (nodes === this.#nodes) return undefined;
    this.#nodes = nodes;
    return this.trace ? this.#redraw(this.open) : undefined;
  }

  #redraw(open) {
    this.#frames = new Frames(this.trace.id, open, this.#nodes);
    this.frame = null;
    return this.#show();
  }

  /** A file of the current step. */
  file(format) {
    const path = this.#frames.path("export", this.step, `&format=${format}`);
    return this.#retrying(() => getFile(path));
  }

  /** A request about the search. If the server does not have it any more, it is made again: the same setting has the same id. */
  async #retrying(ask) {
    try {
      return await ask();
    } catch (error) {
      if (error.status !== 404 || !this.#isAsked) throw error;
      await post("/api/trace", this.setting);
      return ask();
    }
  }

  /** Only one frame is awaited at a time. Steps that were skipped meanwhile are never requested. */
  async #show() {
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.frame === null || this.step !== this.#wanted) {
        if (!(await this.#fetch())) return;
      }
    } finally {
      this.#busy = false;
    }
    this.#frames.prefetch([1, -1, 2].map((by) => this.step + by).filter((step) => step >= 0 && step <= this.steps));
  }

  async #fetch() {
    const [frames, step] = [this.#frames, this.#wanted];
    const frame = await trying(() => this.#retrying(() => frames.get(step)));
    // Another search or another opened subtree came in between: this answer is stale.
    if (frames !== this.#frames) return true;
    if (!frame) {
      this.#wanted = this.step;
      return false;
    }
    [this.frame, this.step] = [frame, step];
    this.dispatchEvent(new Event("shown"));
    return true;
  }
}

/** A restored search contains its own setting. */
function settingOf({ game, position, setup }) {
  const { algorithm, depth, cut, fail, order } = setup;
  return { game, position, algorithm, depth, cut, fail, order };
}
