// Random trees by seed: the form, and the request to the server.

import { button, field, h } from "./dom.js";
import { t } from "./text.js";

/** A tree that fits on a slide. */
export const DEFAULT_RANDOM = { seed: "1", levels: 3, branching: "2..3", values: "0..20", irregular: "", deep: "", ties: "", cuts: null, chance: null };

/** The fields of a link that describe a random tree. */
export function randomFrom(fields) {
  const found = { ...DEFAULT_RANDOM };
  for (const key of Object.keys(found)) if (fields[key] !== undefined) found[key] = fields[key];
  return found;
}

/** The request data for the server. */
export function asked({ seed, levels, branching, values, irregular, deep, ties, cuts, chance }) {
  const constraints = { irregular: Boolean(irregular), deep_cut: Boolean(deep), no_ties: Boolean(ties) };
  const body = { seed: Number(seed), depth: levels, branching, values, ...constraints };
  if (cuts !== null && cuts !== "") body.cuts = cuts;
  if (chance) body.chance = chance;
  return body;
}

export class RandomForm {
  /** `draw(random)` is called when a tree is wanted. */
  constructor(random, draw, word = t("random.draw")) {
    this.draw = draw;
    this.word = word;
    this.element = h("div", { class: "fields" });
    this.set(random);
  }

  set(random) {
    this.random = { ...random };
    const number = (key, properties) => {
      const input = h("input", { type: "number", value: this.random[key] ?? "", ...properties });
      input.addEventListener("change", () => (this.random[key] = input.value === "" ? null : Math.round(Number(input.value))));
      return input;
    };
    const text = (key, properties) => {
      const input = h("input", { type: "text", value: this.random[key] ?? "", size: 7, ...properties });
      input.addEventListener("change", () => (this.random[key] = input.value.trim()));
      return input;
    };
    const check = (key, label) => {
      const input = h("input", { type: "checkbox", checked: Boolean(this.random[key]) });
      input.addEventListener("change", () => (this.random[key] = input.checked ? "1" : ""));
      return h("label", { class: "check" }, input, label);
    };
    const next = () => {
      this.set({ ...this.random, seed: String((BigInt(this.random.seed || 0) + 1n) % 1_000_000_000n) });
      this.draw(this.random);
    };
    this.element.replaceChildren(
      field(t("random.seed"), text("seed", { inputmode: "numeric", pattern: "\\d{1,9}" })),
      field(t("random.levels"), number("levels", { min: 1, max: 12 })),
      field(t("random.children"), text("branching", { placeholder: "2..3" })),
      field(t("random.values"), text("values", { placeholder: "0..20" })),
      field(t("random.cuts"), number("cuts", { min: 0, max: 99, placeholder: t("random.any") })),
      field(t("random.chance"), number("chance", { min: 0, max: 100, placeholder: t("random.none") })),
      check("irregular", t("random.irregular")), check("deep", t("random.deep")), check("ties", t("random.ties")),
      h("div", { class: "row" }, button(this.word, () => this.#drawNow(), { class: "primary" }), button(t("random.next"), next)));
  }

  #drawNow() {
    if (!/^\d{1,9}$/.test(this.random.seed)) this.set({ ...this.random, seed: "1" });
    this.draw(this.random);
  }
}
