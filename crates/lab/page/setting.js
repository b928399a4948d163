// The search settings of a tree: a form, and the data for the server.

import { field, h, select } from "./dom.js";

const METHODS = [
  ["minimax", "Minimax"],
  ["alpha-beta", "Alpha-beta"],
  ["best-first", "Alpha-beta, best first"],
  ["star1", "Alpha-beta with Star1"],
  ["star2", "Alpha-beta with Star2"],
];
/** Alpha-beta that also cuts at chance nodes: the engine with no other techniques. */
const STARS = { star1: "none,+star1", star2: "none,+star1,+star2" };
const ENGINE = ["engine", "The engine"];
const CUTS = [["at", "when β ≤ α"], ["past", "when β < α"]];
const FAILS = [["soft", "fail-soft"], ["hard", "fail-hard"]];
const ORDERS = [["given", "left to right"], ["reversed", "right to left"]];

/** The default settings. */
export const DEFAULTS = { algorithm: "alpha-beta", cut: "at", fail: "soft", order: "given", depth: null };

/** The fields of a link that are a setting; with `suffix` the second one. */
export function settingFrom(fields, suffix = "") {
  const found = { ...DEFAULTS };
  for (const key of Object.keys(DEFAULTS)) if (fields[key + suffix] !== undefined) found[key] = fields[key + suffix];
  if (fields[`techniques${suffix}`]) found.techniques = fields[`techniques${suffix}`];
  return found;
}

/** The inverse: a setting as fields of a link. */
export function fieldsOf(setting, suffix = "") {
  return Object.fromEntries(Object.entries(setting).map(([key, value]) => [key + suffix, value]));
}

/** A setting in a few words. */
export function inWords({ algorithm, cut, fail, order, depth, techniques }) {
  const to = depth === null || depth === undefined ? "" : `, depth ${depth}`;
  const star = algorithm === "engine" ? Object.keys(STARS).find((name) => STARS[name] === techniques) : undefined;
  if (star) return `alpha-beta with ${star === "star1" ? "Star1" : "Star2"}${to}`;
  if (algorithm !== "alpha-beta") return (algorithm === "engine" ? "the engine" : "minimax") + to;
  const ways = { given: "left to right", reversed: "right to left", best: "best first" };
  return `alpha-beta, ${ways[order] ?? order}, cut when β ${cut === "past" ? "<" : "≤"} α, fail-${fail}${to}`;
}

export class SettingForm {
  /** `changed(setting)` is called when something was chosen. */
  constructor(setting, changed, { engine = false } = {}) {
    this.changed = changed;
    this.methods = engine ? [...METHODS, ENGINE] : METHODS;
    this.element = h("div", { class: "fields" });
    this.set(setting);
  }

  set(setting) {
    this.setting = { ...setting };
    const { algorithm, order } = this.setting;
    const star = algorithm === "engine" ? Object.keys(STARS).find((name) => STARS[name] === this.setting.techniques) : undefined;
    const method = star ?? (algorithm === "alpha-beta" && order === "best" ? "best-first" : algorithm);
    const free = algorithm === "alpha-beta";
    const put = (key) => (value) => this.#change({ [key]: value });
    const depth = h("input", { type: "number", min: 1, max: 200, placeholder: "to the end", value: this.setting.depth ?? "" });
    depth.addEventListener("change", () => this.#change({ depth: depth.value === "" ? null : Math.max(1, Math.round(Number(depth.value))) }));
    const rows = [
      field("Algorithm", select(this.methods, method, (value) => this.#method(value))),
      field("Cut", select(CUTS, this.setting.cut, put("cut"), { disabled: !free })),
      field("Window", select(FAILS, this.setting.fail, put("fail"), { disabled: !free })),
      field("Order", select(method === "best-first" ? [["best", "best first"]] : ORDERS, order, put("order"), { disabled: !free || method === "best-first" })),
      field("Depth", depth),
    ];
    if (method === "engine") rows.push(this.#techniques());
    this.element.replaceChildren(...rows);
  }

  #techniques() {
    const input = h("input", { type: "text", value: this.setting.techniques ?? "", placeholder: "exact", spellcheck: "false" });
    input.addEventListener("change", () => this.#change({ techniques: input.value || undefined }));
    return field("Techniques", input);
  }

  #method(method) {
    const order = this.setting.order === "best" ? "given" : this.setting.order;
    if (method === "best-first") this.#change({ algorithm: "alpha-beta", order: "best", techniques: undefined });
    else if (STARS[method]) this.#change({ algorithm: "engine", order, techniques: STARS[method] });
    else this.#change({ algorithm: method, order, techniques: undefined });
  }

  #change(part) {
    // A choice redraws the form; the focus must not be lost by that.
    const at = [...this.element.querySelectorAll("select, input")].indexOf(document.activeElement);
    this.set({ ...this.setting, ...part });
    this.element.querySelectorAll("select, input")[at]?.focus();
    this.changed(this.setting);
  }
}
