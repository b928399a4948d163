// Immediate messages: a line at the foot of the page, and a live region for screen readers.

import { button, h } from "./dom.js";
import { isAbort } from "./api.js";
import { t } from "./text.js";

let shown = null;

/** Shows one sentence until it is closed or the next comes. */
export function say(sentence, kind = "note") {
  shown?.remove();
  const close = button("×", () => hush(), { class: "quiet close", "aria-label": t("status.close") });
  shown = h("div", { class: `message ${kind}`, role: kind === "error" ? "alert" : "status" }, h("span", {}, sentence), close);
  document.querySelector("#messages").append(shown);
}

/** Removes the sentence. */
export function hush() {
  shown?.remove();
  shown = null;
}

/** Runs an action that may fail; a failure is shown, and returns undefined. */
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
