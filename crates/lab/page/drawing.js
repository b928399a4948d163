// A drawing that updates only the parts that differ. A step changes a few nodes of a thousand; parsing and laying out all
// of them again would take longer than a step lasts.

import { parseSvg, putInOrder } from "./dom.js";

/** The drawing's parts are groups with ids, side by side. */
const PART = '<g id="';

export class Drawing {
  #head = "";
  #parts = new Map();
  svg = null;

  /** Shows another drawing; `svg` is the element, which may be a new one. */
  show(text) {
    const { head, parts } = split(text);
    if (this.svg && head === this.#head) this.#change(parts);
    else this.#begin(text, head, parts);
  }

  #begin(text, head, parts) {
    this.svg = parseSvg(text);
    // The sentence below the picture describes the step; a title would become stale.
    this.svg.querySelector(":scope > title")?.remove();
    this.#head = head;
    // What is not a part stays first: the background.
    const groups = [...this.svg.children].filter((element) => element.localName === "g" && element.id);
    this.#parts = new Map(parts.map((part, index) => [part.id, { text: part.text, element: groups[index] }]));
  }

  #change(parts) {
    const fresh = this.#parse(parts.filter(({ id, text }) => this.#parts.get(id)?.text !== text));
    const next = new Map(parts.map(({ id, text }) => [id, { text, element: fresh.get(id) ?? this.#parts.get(id).element }]));
    for (const [id, { element }] of this.#parts) if (next.get(id)?.element !== element) replace(element, fresh.get(id));
    // Later elements are drawn above earlier ones, so the order matters.
    putInOrder(this.svg, [...next.values()].map(({ element }) => element), this.svg.querySelector(":scope > g[id]"));
    this.#parts = next;
  }

  /** Creates elements for some parts. */
  #parse(parts) {
    if (parts.length === 0) return new Map();
    const holder = parseSvg(`<svg xmlns="http://www.w3.org/2000/svg">${parts.map(({ text }) => text).join("")}</svg>`);
    return new Map([...holder.children].map((element) => [element.id, element]));
  }
}

function replace(element, next) {
  if (next) element.replaceWith(next);
  else element.remove();
}

/** The text before the first part, without the title, which differs at every step; and the parts. */
function split(text) {
  const [head, ...rest] = text.split(PART);
  const parts = rest.map((part, index) => {
    const whole = PART + (index === rest.length - 1 ? part.slice(0, part.lastIndexOf("</svg>")) : part);
    return { id: part.slice(0, part.indexOf('"')), text: whole };
  });
  return { head: head.replace(/<title>.*?<\/title>/s, ""), parts };
}
