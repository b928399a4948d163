// The frames of one recorded search: fetched once, some of them cached, the neighbours prefetched.

import { get } from "./api.js";

/** The number of cached frames. A frame of 1,000 drawn nodes is about half a megabyte. */
const KEPT = 24;

export class Frames {
  #kept = new Map();

  /** `open` are the visits whose subtree is opened, `nodes` is the maximum number of drawn nodes. */
  constructor(id, open = "", nodes = "") {
    Object.assign(this, { id, open, nodes });
  }

  /** The address of a step's frame, or of a file of it. */
  path(kind, step, more = "") {
    const open = this.open ? `&open=${encodeURIComponent(this.open)}` : "";
    const nodes = this.nodes ? `&nodes=${this.nodes}` : "";
    return `/api/trace/${encodeURIComponent(this.id)}/${kind}?step=${step}${open}${nodes}${more}`;
  }

  /** A promise of the frame after this many steps. */
  get(step) {
    const kept = this.#kept.get(step);
    this.#kept.delete(step);
    const frame = kept ?? get(this.path("frame", step));
    this.#kept.set(step, frame);
    // A frame that failed is requested again next time.
    if (!kept) frame.catch(() => this.#kept.delete(step));
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value);
    return frame;
  }

  /** Fetches the frames that will probably be needed next. */
  prefetch(steps) {
    for (const step of steps) if (!this.#kept.has(step)) this.get(step).catch(() => {});
  }
}
