// The page's own link, kept up to date with the view.

import { encode } from "./link.js";

/** Browsers ignore a page that writes its link more often than some 200 times in 30 seconds. */
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
  // A pending link belongs to the previous entry: Back must find it there.
  flush();
  if (link !== location.hash) history.pushState(null, "", link);
}

/** Drops the pending link: the user went elsewhere. */
export function forget() {
  clearTimeout(timer);
  timer = waiting = null;
}

/** Writes the pending link. */
export function flush() {
  const link = waiting;
  forget();
  if (link !== null && link !== location.hash) history.replaceState(null, "", link);
}
