// The frames of one recorded search: fetched once, a few of them kept, the neighbours fetched ahead.

import { get } from "./api.js";

/** Frames kept. A frame of 1,000 drawn nodes is about half a megabyte. */
const KEPT = 24;

export class Frames {
  #kept = new Map();

  /** `open` are the visits whose subtree is opened, `nodes` how many are drawn at most. */
  constructor(id, open = "", nodes = "") {
    Object.assign(this, { id, open, nodes });
  }

  /** The address of a step's frame, or of a file of it. */
  path(kind, step, more = "") {
    const open = this.open ? `&open=${encodeURIComponent(this.open)}` : "";
    const nodes = this.nodes ? `&nodes=${this.nodes}` : "";
    return `/api/trace/${encodeURIComponent(this.id)}/${kind}?step=${step}${open}${nodes}${more}`;
  }

  /** A promise of the frame after so many steps. */
  get(step) {
    const kept = this.#kept.get(step);
    this.#kept.delete(step);
    const frame = kept ?? get(this.path("frame", step));
    this.#kept.set(step, frame);
    // A frame that failed is asked for again next time.
    if (!kept) frame.catch(() => this.#kept.delete(step));
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
    return frame;
  }

  /** Fetches what will probably be wanted next. */
  prefetch(steps) {
    for (const step of steps) if (!this.#kept.has(step)) this.get(step).catch(() => {});
  }
}
