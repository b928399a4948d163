// The cost of searches so far and in total, beside the minimum for alpha-beta.

import { counted, h } from "./dom.js";
import { inWords } from "./setting.js";
import { t } from "./text.js";
import { translated } from "./translation.js";

const HEADS = [t("tally.search"), t("tally.nodes"), t("tally.leaves"), t("tally.cuts"), t("tally.all"), t("tally.value")];

/** A table with one row for each stepper. */
export function tally(steppers) {
  const shown = steppers.filter((stepper) => stepper.frame);
  const minimum = shown.map((stepper) => stepper.frame.minimum).find((least) => least !== undefined && least !== null);
  const rows = shown.map(({ frame, trace, setting, steps, step }) => {
    const { nodes = 0, leaves = 0, cuts = 0 } = frame.counts ?? {};
    const summary = trace.summary ?? {};
    const inAll = summary.all_leaves === null || summary.all_leaves === undefined ? counted(summary.leaves ?? 0) : t("tally.of", { part: counted(summary.leaves), all: counted(summary.all_leaves) });
    const value = step === steps ? translated(summary.verdict ?? "–") : "…";
    return h("tr", {}, h("th", { scope: "row" }, inWords(setting)), [counted(nodes), counted(leaves), counted(cuts), inAll, value].map((text) => h("td", {}, text)));
  });
  const least = h("tr", { class: "least" }, h("th", { scope: "row" }, t("tally.least")), h("td", {}), h("td", {}), h("td", {}), h("td", {}, minimum === undefined ? "–" : counted(minimum)), h("td", {}));
  const known = minimum !== undefined && minimum !== null;
  return h("table", { class: "tally" }, h("caption", {}, t("tally.counts")), h("thead", {}, h("tr", {}, HEADS.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows, known ? least : null));
}
