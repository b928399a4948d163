// Single keys as shortcuts, such as R or Space: they can be switched off, since voice control and screen readers may
// press them by accident.

import { keep, kept } from "./kept.js";

const KEY = "rootward-shortcuts";

/** Whether single letters and the space bar are shortcuts. */
export const hasShortcuts = () => kept(KEY) !== "off";

/** Makes a check box the switch. */
export function attachShortcuts(box) {
  box.checked = hasShortcuts();
  box.addEventListener("change", () => keep(KEY, box.checked ? "on" : "off"));
}
