// Answers typed at the nodes of the drawing: a field over each blank, in step with the table of questions.

import { h } from "./dom.js";
import { t } from "./text.js";

const HINTS = { alpha: t("ask.alpha"), beta: t("ask.beta"), value: t("ask.value") };
const MARKS = ["right", "wrong", "blank"];
/** How much of `α = ____` stands before the blank. */
const LETTER = 0.42;

export class TreeAnswers {
  #fields = new Map();
  #last = null;

  /** `check()` is called on Enter, `strike(node)` on x. */
  constructor(picture, quiz, { check, strike }) {
    Object.assign(this, { picture, quiz, check, strike });
    this.layer = h("div", { class: "answers", role: "group", "aria-label": t("quiz.answers") });
  }

  /** Puts fields over the blanks of the drawing that is shown. */
  show(questions) {
    this.#fields.clear();
    this.#last = null;
    const svg = this.picture.pane.querySelector("svg");
    const fields = questions.flatMap((question) => question.asks.filter((key) => HINTS[key]).map((key) => this.#field(svg, question, key)));
    this.layer.replaceChildren(...fields.filter(Boolean));
    this.picture.pane.append(this.layer);
    for (const edge of svg.querySelectorAll("g.edge")) widen(edge);
    this.place();
    this.sync();
  }

  #field(svg, { node, name }, key) {
    const box = blank(svg.getElementById(node), key);
    if (!box) return null;
    const field = h("input", { type: "text", autocomplete: "off", spellcheck: "false", "aria-label": `${name}: ${HINTS[key]}`, "data-node": node, "data-field": key });
    const { width, height } = svg.viewBox.baseVal;
    const part = (size, whole) => `${(100 * size) / whole}%`;
    Object.assign(field.style, { left: part(box.x, width), top: part(box.y, height), width: part(box.width, width), height: part(box.height, height) });
    field.addEventListener("input", () => this.quiz.put(node, key, field.value));
    field.addEventListener("focus", () => {
      this.#last = field;
      this.quiz.focused(node);
    });
    field.addEventListener("keydown", (event) => this.#key(event, node));
    this.#fields.set(`${node} ${key}`, field);
    return field;
  }

  #key(event, node) {
    if (event.key === "Enter") this.check();
    else if (event.key === "x" && !event.ctrlKey && !event.metaKey && !event.altKey) this.strike(node);
    else return;
    event.preventDefault();
  }

  /** Writes into the field that was used last; the first one if there is none. */
  insert(text) {
    const field = this.#last ?? this.layer.querySelector("input");
    if (!field) return;
    field.value = text;
    field.dispatchEvent(new Event("input"));
    field.focus();
  }

  /** Moves the cursor to an answer; false if it is not at a node of the drawing. */
  goTo(node, key) {
    const field = this.#fields.get(`${node} ${key}`);
    field?.focus();
    return field !== undefined;
  }

  /** Lays the layer over the drawing, whatever its size is now. */
  place(scale = this.scale ?? 1) {
    this.scale = scale;
    const svg = this.picture.pane.querySelector("svg");
    if (!svg || !this.layer.isConnected) return;
    const [drawn, pane] = [svg.getBoundingClientRect(), this.picture.pane.getBoundingClientRect()];
    const { scrollLeft, scrollTop } = this.picture.pane;
    Object.assign(this.layer.style, {
      left: `${drawn.left - pane.left + scrollLeft}px`, top: `${drawn.top - pane.top + scrollTop}px`,
      width: `${drawn.width}px`, height: `${drawn.height}px`, fontSize: `${Math.max(8, 12 * scale)}px`,
    });
  }

  /** Shows what the table of questions holds, with its marks. */
  sync() {
    for (const [key, field] of this.#fields) {
      const control = this.quiz.control(...key.split(" "));
      if (!control) continue;
      if (field.value !== control.value) field.value = control.value;
      for (const mark of MARKS) field.classList.toggle(mark, control.classList.contains(mark));
      if (control.hasAttribute("aria-invalid")) field.setAttribute("aria-invalid", "true");
      else field.removeAttribute("aria-invalid");
    }
  }
}

/** The place of a blank in the drawing's own units: inside the outline, or behind the letter beside it. */
function blank(group, key) {
  if (!group) return null;
  if (key === "value") {
    const { x, y, width, height } = group.querySelector("rect, ellipse, path, polygon").getBBox();
    return { x: x + width * 0.1, y: y + height * 0.2, width: width * 0.8, height: height * 0.6 };
  }
  const letter = { alpha: "α", beta: "β" }[key];
  const text = [...group.querySelectorAll("text")].find((text) => text.textContent.startsWith(`${letter} =`));
  if (!text) return null;
  const { x, y, width, height } = text.getBBox();
  return { x: x + width * LETTER, y, width: width * (1 - LETTER) + 6, height };
}

/** A thin line is hard to hit: a wide one that cannot be seen lies over it. */
function widen(edge) {
  const line = edge.querySelector("line, path");
  if (!line || edge.querySelector(".wide")) return;
  const wide = line.cloneNode();
  wide.setAttribute("class", "wide");
  edge.append(wide);
}
