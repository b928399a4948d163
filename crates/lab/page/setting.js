// The search settings of a tree: a form, and the data for the server.

import { field, h, select } from "./dom.js";
import { t } from "./text.js";

const METHODS = [
  ["minimax", t("set.minimax")],
  ["alpha-beta", t("set.alpha-beta")],
  ["best-first", t("set.best-first")],
  ["star1", t("set.star1")],
  ["star2", t("set.star2")],
];
/** Alpha-beta that also cuts at chance nodes: the engine with no other techniques. */
const STARS = { star1: "none,+star1", star2: "none,+star1,+star2" };
const ENGINE = ["engine", t("set.engine")];
const CUTS = [["at", t("set.at")], ["past", t("set.past")]];
const FAILS = [["soft", t("set.soft")], ["hard", t("set.hard")]];
const ORDERS = [["given", t("set.given")], ["reversed", t("set.reversed")]];

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
  const to = depth === null || depth === undefined ? "" : t("set.words.depth", { depth });
  const star = algorithm === "engine" ? Object.keys(STARS).find((name) => STARS[name] === techniques) : undefined;
  if (star) return t("set.words.star", { star: star === "star1" ? "Star1" : "Star2" }) + to;
  if (algorithm !== "alpha-beta") return t(algorithm === "engine" ? "set.words.engine" : "set.words.minimax") + to;
  const ways = { given: t("set.given"), reversed: t("set.reversed"), best: t("set.best") };
  return t("set.words.alpha-beta", { order: ways[order] ?? order, sign: cut === "past" ? "<" : "≤", fail }) + to;
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
    const depth = h("input", { type: "number", min: 1, max: 200, placeholder: t("set.whole"), value: this.setting.depth ?? "" });
    depth.addEventListener("change", () => this.#change({ depth: depth.value === "" ? null : Math.max(1, Math.round(Number(depth.value))) }));
    const rows = [
      field(t("set.algorithm"), select(this.methods, method, (value) => this.#method(value))),
      field(t("set.cut"), select(CUTS, this.setting.cut, put("cut"), { disabled: !free })),
      field(t("set.window"), select(FAILS, this.setting.fail, put("fail"), { disabled: !free })),
      field(t("set.order"), select(method === "best-first" ? [["best", t("set.best")]] : ORDERS, order, put("order"), { disabled: !free || method === "best-first" })),
      field(t("set.depth"), depth),
    ];
    if (method === "engine") rows.push(this.#techniques());
    this.element.replaceChildren(...rows);
  }

  #techniques() {
    const input = h("input", { type: "text", value: this.setting.techniques ?? "", placeholder: t("set.exact"), spellcheck: "false" });
    input.addEventListener("change", () => this.#change({ techniques: input.value || undefined }));
    return field(t("set.techniques"), input);
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
