// The questions about one tree: what is each node worth, which window was it searched with, was it cut?

import { h, select } from "./dom.js";

const HEADS = { value: "value", alpha: "α", beta: "β", cut: "cut", chosen: "chosen move" };
const HINTS = { value: "its value, or the bound it was left with", alpha: "α when it was entered", beta: "β when it was entered", cut: "were children skipped?", chosen: "the move it takes" };

export class Quiz {
  #inputs = new Map();

  constructor(focused = () => {}) {
    this.focused = focused;
    this.element = h("div", { class: "scroll quiz", tabindex: 0, role: "region", "aria-label": "Questions" });
  }

  /** Asks the server's questions. */
  ask(questions) {
    this.#inputs.clear();
    const fields = Object.keys(HEADS).filter((key) => questions.some((question) => question.asks.includes(key)));
    const head = h("tr", {}, h("th", { scope: "col" }, "node"), fields.map((key) => h("th", { scope: "col", title: HINTS[key] }, HEADS[key])));
    const rows = questions.map((question) => h("tr", { "data-question": question.node }, h("th", { scope: "row" }, question.name, question.side ? h("small", {}, ` ${question.side}`) : ""),
      fields.map((key) => h("td", {}, question.asks.includes(key) ? this.#control(question, key) : ""))));
    this.element.replaceChildren(h("table", {}, h("thead", {}, head), h("tbody", {}, rows)));
  }

  #control(question, key) {
    const label = `${question.name}: ${HINTS[key]}`;
    const properties = { "aria-label": label, "data-field": key, onfocus: () => this.focused(question.node) };
    const control = key === "cut"
      ? select([["", "?"], ["yes", "cut"], ["no", "no cut"]], "", () => {}, properties)
      : h("input", { type: "text", size: 4, autocomplete: "off", spellcheck: "false", ...properties });
    control.addEventListener("input", () => unmark(control));
    this.#inputs.set(`${question.node} ${key}`, control);
    return control;
  }

  /** Puts the cursor where a node's first answer goes. */
  goTo(node) {
    const [, control] = [...this.#inputs].find(([key]) => key.startsWith(`${node} `)) ?? [];
    control?.focus();
  }

  /** What was answered, as the server takes it; empty fields are left out. */
  get answers() {
    const answers = {};
    for (const [key, control] of this.#inputs) {
      const [node, name] = key.split(" ");
      const raw = control.value.trim();
      if (raw === "") continue;
      (answers[node] ??= {})[name] = name === "cut" ? raw === "yes" : tidy(raw);
    }
    return answers;
  }

  /** Marks every answer; `items` are the server's. */
  mark(items) {
    for (const control of this.#inputs.values()) unmark(control);
    for (const item of items) {
      const control = this.#inputs.get(`${item.node} ${item.field}`);
      if (!control) continue;
      control.classList.add(item.ok ? "right" : "wrong");
      if (!item.ok) control.setAttribute("aria-invalid", "true");
    }
  }
}

function unmark(control) {
  control.classList.remove("right", "wrong");
  control.removeAttribute("aria-invalid");
}

/** Infinity is hard to type. */
function tidy(raw) {
  const infinite = /^([+-−]?)(inf|infinity|oo|∞)$/i.exec(raw.replace("-", "−"));
  if (!infinite) return raw.replace("−", "-");
  return infinite[1] === "−" ? "−∞" : "∞";
}
