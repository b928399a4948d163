// What has to be said at once: a line at the foot of the page for everybody, and a live region for screen readers.

import { button, h } from "./dom.js";
import { isAbort } from "./api.js";

let shown = null;

/** Shows one sentence until it is closed or the next comes. */
export function say(sentence, kind = "note") {
  shown?.remove();
  const close = button("×", () => hush(), { class: "quiet close", "aria-label": "Close the message" });
  shown = h("div", { class: `message ${kind}`, role: kind === "error" ? "alert" : "status" }, h("span", {}, sentence), close);
  document.querySelector("#messages").append(shown);
}

/** Takes the sentence away. */
export function hush() {
  shown?.remove();
  shown = null;
}

/** Runs something that may fail; a failure is said, and gives undefined. */
export async function trying(action) {
  try {
    const result = await action();
    if (shown?.classList.contains("error")) hush();
    return result;
  } catch (error) {
    if (!isAbort(error)) say(error.message, "error");
    return undefined;
  }
}
