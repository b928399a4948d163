// The cost of searches so far and in total, beside the minimum for alpha-beta.

import { counted, h } from "./dom.js";
import { inWords } from "./setting.js";

const HEADS = ["search", "nodes", "leaves", "cuts", "leaves in all", "value"];

/** A table with one row for each stepper. */
export function tally(steppers) {
  const shown = steppers.filter((stepper) => stepper.frame);
  const minimum = shown.map((stepper) => stepper.frame.minimum).find((least) => least !== undefined && least !== null);
  const rows = shown.map(({ frame, trace, setting, steps, step }) => {
    const { nodes = 0, leaves = 0, cuts = 0 } = frame.counts ?? {};
    const summary = trace.summary ?? {};
    const inAll = summary.all_leaves === null || summary.all_leaves === undefined ? counted(summary.leaves ?? 0) : `${counted(summary.leaves)} of ${counted(summary.all_leaves)}`;
    const value = step === steps ? (summary.verdict ?? "–") : "…";
    return h("tr", {}, h("th", { scope: "row" }, inWords(setting)), [counted(nodes), counted(leaves), counted(cuts), inAll, value].map((text) => h("td", {}, text)));
  });
  const least = h("tr", { class: "least" }, h("th", { scope: "row" }, "Knuth–Moore minimum"), h("td", {}), h("td", {}), h("td", {}), h("td", {}, minimum === undefined ? "–" : counted(minimum)), h("td", {}));
  const known = minimum !== undefined && minimum !== null;
  return h("table", { class: "tally" }, h("caption", {}, "Counts"), h("thead", {}, h("tr", {}, HEADS.map((text) => h("th", { scope: "col" }, text)))), h("tbody", {}, rows, known ? least : null));
}
