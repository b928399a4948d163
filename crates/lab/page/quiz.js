// The questions about one tree: the value of each node, its window, and what was cut.

import { button, h, select } from "./dom.js";
import { t } from "./text.js";

const HEADS = { alpha: "α", beta: "β", value: t("tally.value"), cut: t("kind.cut"), chosen: t("quiz.choice") };
const HINTS = { alpha: t("ask.alpha"), beta: t("ask.beta"), value: t("ask.value"), cut: t("ask.cut"), chosen: t("ask.chosen") };

export class Quiz {
  #inputs = new Map();
  #questions = [];

  /**
   * `focused(node)` is called when the user answers about a node, `cutChanged(names)` when other children count as cut,
   * `changed()` after every change of an answer, `check()` on Enter.
   */
  constructor({ focused = () => {}, cutChanged = () => {}, changed = () => {}, check = () => {} } = {}) {
    Object.assign(this, { focused, cutChanged, changed, check });
    this.element = h("div", { class: "scroll quiz", tabindex: 0, role: "region", "aria-label": t("quiz.questions") });
  }

  /** Shows the server's questions. */
  ask(questions) {
    this.#inputs.clear();
    this.#questions = questions;
    const fields = Object.keys(HEADS).filter((key) => questions.some((question) => question.asks.includes(key)));
    const head = h("tr", {}, h("th", { scope: "col" }, t("head.node")), fields.map((key) => h("th", { scope: "col", title: HINTS[key] }, HEADS[key])));
    const rows = questions.map((question) => h("tr", { "data-question": question.node }, h("th", { scope: "row" }, question.name),
      fields.map((key) => h("td", {}, question.asks.includes(key) ? this.#control(question, key) : ""))));
    this.element.replaceChildren(h("table", {}, h("thead", {}, head), h("tbody", {}, rows)));
  }

  #control(question, key) {
    const label = `${question.name}: ${HINTS[key]}`;
    const control = this.#empty(question, key, label);
    control.dataset.field = key;
    control.addEventListener("focusin", () => this.focused(question.node));
    control.addEventListener("input", () => {
      unmark(control);
      this.changed();
    });
    control.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && control.matches("input")) this.check();
    });
    this.#inputs.set(`${question.node} ${key}`, control);
    return control;
  }

  #empty(question, key, label) {
    if (key === "cut") return this.#chips(question, label);
    if (key === "chosen") return select([["", "?"], ...question.children.map((name) => [name, name])], "", () => {}, { "aria-label": label });
    return h("input", { type: "text", size: 4, autocomplete: "off", spellcheck: "false", "aria-label": label });
  }

  /** A button for each child: pressed if it is cut. */
  #chips(question, label) {
    const chip = (name) => {
      const element = button(name.split(".").at(-1), () => this.toggleCut(name), { "data-child": name, "aria-label": t("quiz.is-cut", { name }), "aria-pressed": "false" });
      return element;
    };
    return h("span", { class: "chips", role: "group", "aria-label": label }, question.children.map(chip));
  }

  /** Marks a child as cut, or removes the mark. */
  toggleCut(name) {
    const chip = this.element.querySelector(`[data-child="${CSS.escape(name)}"]`);
    if (!chip) return;
    chip.setAttribute("aria-pressed", String(chip.getAttribute("aria-pressed") !== "true"));
    unmark(chip.parentElement);
    this.#tellCuts();
    this.changed();
  }

  #tellCuts() {
    this.cutChanged([...this.element.querySelectorAll('[data-child][aria-pressed="true"]')].map((pressed) => pressed.dataset.child));
  }

  /** The control of an answer; undefined if that is not asked. */
  control(node, key) {
    return this.#inputs.get(`${node} ${key}`);
  }

  /** Writes an answer, as if it had been typed. */
  put(node, key, text) {
    const control = this.control(node, key);
    if (!control || key === "cut" || control.value === text) return;
    control.value = text;
    unmark(control);
    this.changed();
  }

  /** Fills in answers in the server's form, as `answers` gives them. */
  fill(answers) {
    for (const { node, asks } of this.#questions) {
      const answer = answers[node] ?? {};
      for (const key of asks.filter((key) => key !== "cut")) this.control(node, key).value = answer[key] ?? "";
      for (const chip of this.control(node, "cut")?.children ?? []) chip.setAttribute("aria-pressed", String((answer.cut ?? []).includes(chip.dataset.child)));
    }
    this.#tellCuts();
    this.changed();
  }

  /** Moves the cursor to a node's first answer; false if nothing is asked about it. */
  goTo(node) {
    const [, control] = [...this.#inputs].find(([key]) => key.startsWith(`${node} `)) ?? [];
    control?.focus();
    return control !== undefined;
  }

  /** The answers in the server's form. Nodes without any answer are left out. */
  get answers() {
    const answers = {};
    for (const { node, asks } of this.#questions) {
      const answer = {};
      for (const key of asks.filter((key) => key !== "cut")) {
        const raw = this.#inputs.get(`${node} ${key}`).value.trim();
        if (raw !== "") answer[key] = raw;
      }
      const chips = this.#inputs.get(`${node} cut`)?.children ?? [];
      const cut = [...chips].filter((chip) => chip.getAttribute("aria-pressed") === "true").map((chip) => chip.dataset.child);
      if (asks.includes("cut") && (cut.length || Object.keys(answer).length)) answer.cut = cut;
      if (Object.keys(answer).length) answers[node] = answer;
    }
    return answers;
  }

  /** Marks every answer; `items` are the server's. */
  mark(items) {
    for (const control of this.#inputs.values()) unmark(control);
    for (const { node, field, right, given } of items) {
      const control = this.#inputs.get(`${node} ${field}`);
      if (!control) continue;
      const blank = given === null || given === undefined;
      control.classList.add(right ? "right" : blank ? "blank" : "wrong");
      if (!right && control.matches("input, select")) control.setAttribute("aria-invalid", "true");
    }
    this.changed();
  }
}

function unmark(control) {
  control.classList.remove("right", "wrong", "blank");
  control.removeAttribute("aria-invalid");
}
