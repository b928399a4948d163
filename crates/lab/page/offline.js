// A page without a server stays usable without a network: the browser keeps its files, and can install it as an app.

import { engineFetch } from "./local_engine.js";

/** Lets the browser keep the files of the page. A file that was opened by itself has nothing to keep. */
export function attachOffline() {
  if (!engineFetch || !document.querySelector('link[rel="manifest"]') || !("serviceWorker" in navigator)) return;
  // Some hosts and private windows refuse; the page works all the same, while there is a network.
  navigator.serviceWorker.register("offline_worker.js").catch(() => {});
}
