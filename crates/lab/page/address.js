// The page's own link, kept in step with what is shown.

import { encode } from "./link.js";

/** Browsers ignore writers that come more often than some 200 times in 30 seconds. */
const PAUSE = 200;

let timer = null;
let waiting = null;

/** Writes the link soon, without a new entry in the history: for steps. */
export function note(view, fields) {
  waiting = encode(view, fields);
  timer ??= setTimeout(flush, PAUSE);
}

/** Writes the link now, as a new entry in the history: for another tree, another game. */
export function push(view, fields) {
  const link = encode(view, fields);
  // What was noted belongs to the entry before: Back must find it there.
  flush();
  if (link !== location.hash) history.pushState(null, "", link);
}

/** Nothing that was noted is written any more: somebody went elsewhere. */
export function forget() {
  clearTimeout(timer);
  timer = waiting = null;
}

/** Writes what was noted. */
export function flush() {
  const link = waiting;
  forget();
  if (link !== null && link !== location.hash) history.replaceState(null, "", link);
}
