// Exports of the current step, and import from a file.

import { button, download, h, select } from "./dom.js";
import { say, trying } from "./status.js";
import { t } from "./text.js";

const FORMATS = [
  ["svg", t("export.svg")], ["png", t("export.png")], ["pdf", t("export.pdf")], ["tikz", t("export.tikz")],
  ["dot", t("export.dot")], ["json", t("export.json")], ["html", t("export.html")],
];
const ENDINGS = { tikz: "tex" };

/** The panel that exports a stepper's current step and loads exports; `restored(text)` receives a file's text. */
export function exportPanel(stepper, restored) {
  const format = select(FORMATS, "svg", () => {}, { "aria-label": t("export.format") });
  const save = () => trying(async () => {
    const blob = await stepper.file(format.value);
    download(`rootward-step-${stepper.step}.${ENDINGS[format.value] ?? format.value}`, blob);
  });
  const file = h("input", { type: "file", accept: ".json,application/json", "aria-label": t("export.load") });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (chosen) await restored(await chosen.text());
    file.value = "";
  });
  const copy = button(t("export.copy"), () => trying(async () => {
    await navigator.clipboard.writeText(location.href);
    say(t("export.copied"));
  }));
  return h("div", { class: "fields" },
    h("div", { class: "row" }, format, button(t("game.file.save"), save, { class: "primary" })),
    h("div", { class: "row" }, copy),
    h("label", { class: "field file" }, h("span", {}, t("export.word")), file));
}
