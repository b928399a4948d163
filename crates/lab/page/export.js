// Exports of the current step, and import from a file.

import { button, download, h, select } from "./dom.js";
import { say, trying } from "./status.js";

const FORMATS = [
  ["svg", "SVG picture"], ["png", "PNG picture"], ["pdf", "PDF page"], ["tikz", "TikZ for LaTeX"],
  ["dot", "DOT for Graphviz"], ["json", "JSON, to be loaded again"], ["html", "HTML page that steps by itself"],
];
const ENDINGS = { tikz: "tex" };

/** The panel that exports a stepper's current step and loads exports; `restored(text)` receives a file's text. */
export function exportPanel(stepper, restored) {
  const format = select(FORMATS, "svg", () => {}, { "aria-label": "Format" });
  const save = () => trying(async () => {
    const blob = await stepper.file(format.value);
    download(`rootward-step-${stepper.step}.${ENDINGS[format.value] ?? format.value}`, blob);
  });
  const file = h("input", { type: "file", accept: ".json,application/json", "aria-label": "Load a JSON export" });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen) await restored(await chosen.text());
    file.value = "";
  });
  const copy = button("Copy the link", () => trying(async () => {
    await navigator.clipboard.writeText(location.href);
    say("The link to exactly this is on the clipboard.");
  }));
  return h("div", { class: "fields" },
    h("div", { class: "row" }, format, button("Save", save, { class: "primary" })),
    h("div", { class: "row" }, copy),
    h("label", { class: "field file" }, h("span", {}, "Load"), file));
}
