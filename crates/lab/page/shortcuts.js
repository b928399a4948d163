// Single keys as shortcuts, such as R or Space: they can be switched off, since voice control and screen readers may
// press them by accident.

import { store, stored } from "./storage.js";

const KEY = "rootward-shortcuts";

/** Whether single letters and the space bar are shortcuts. */
export const hasShortcuts = () => stored(KEY) !== "off";

/** Makes a check box the switch. */
export function attachShortcuts(box) {
  box.checked = hasShortcuts();
  box.addEventListener("change", () => store(KEY, box.checked ? "on" : "off"));
}
