// The drawing of a search: fitted to its place, or larger, with the current node in sight.

import { button, h } from "./dom.js";
import { Drawing } from "./drawing.js";
import { t } from "./text.js";
import { translated } from "./translation.js";

const LARGEST = 1.6;
/** Smaller letters cannot be read on a projector: scroll instead, unless the whole picture is asked for. */
const SMALLEST = 0.5;
/** Where fingers type at the nodes, a field has to be hit: the same, for a narrow screen. */
const SMALLEST_TYPED = 1.2;
const NARROW = matchMedia("(max-width: 760px)");
/** The padding of the pane, left and right together. */
const EDGE = 16;
/** A press may move this many pixels and still be a press. */
const SLACK = 5;
/** Where the page itself does not scroll, the wheel is free to zoom; elsewhere it takes Ctrl. */
const FIXED = matchMedia("(min-width: 1200px) and (min-height: 620px)");

export class Picture {
  /** A number, null for a readable size, or `whole`. */
  #scale = null;
  #drawing = new Drawing();
  #wasDragged = false;

  /** `choose(element)` is called when a node or a badge is clicked, or another part that `parts` selects; `fitted()` after each change of size. With `isTyped`, fields lie at the nodes. */
  constructor(label, choose = () => {}, { parts = "[data-open], g.node", fitted = () => {}, isTyped = false } = {}) {
    [this.fitted, this.isTyped] = [fitted, isTyped];
    this.pane = h("div", { class: "canvas", tabindex: 0, role: "region", "aria-label": label });
    this.pane.addEventListener("click", (event) => {
      const mark = event.target.closest(parts);
      if (mark && !this.#wasDragged) choose(mark);
    });
    this.pane.addEventListener("pointerover", (event) => tellTitle(event.target.closest("g")));
    this.#dragged();
    this.pane.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    const zoom = (text, label, by) => button(text, () => this.#zoom(by), { class: "quiet", "aria-label": label, title: label });
    const tools = h("div", { class: "zoom" }, zoom("−", t("zoom.less"), 0.8), zoom(t("zoom.word"), t("zoom.fit"), null), zoom("+", t("zoom.more"), 1.25));
    this.element = h("div", { class: "picture" }, this.pane, tools);
    new ResizeObserver(() => this.#fit()).observe(this.pane);
  }

  /** Shows a drawing, with the element whose id is `current` in sight. */
  show(text, current) {
    const before = this.#drawing.svg;
    this.#drawing.show(text);
    const { svg } = this.#drawing;
    if (svg !== before) {
      // Screen readers read the outline beside the picture.
      svg.setAttribute("aria-hidden", "true");
      svg.removeAttribute("role");
      this.pane.replaceChildren(svg);
      [this.width, this.height] = [svg.viewBox.baseVal.width || 1, svg.viewBox.baseVal.height || 1];
    }
    this.#fit();
    // What does not fit in is seen from its root on.
    if (this.isTyped && svg !== before) this.pane.scrollLeft = (this.pane.scrollWidth - this.pane.clientWidth) / 2;
    if (current !== undefined && current !== null) this.#bringIntoSight(current);
  }

  /** Zooms in or out around a point of the pane, or fits the whole picture in. */
  #zoom(by, [x, y] = [this.pane.clientWidth / 2, this.pane.clientHeight / 2]) {
    const before = this.#fitted();
    this.#scale = by === null ? "whole" : Math.min(4, Math.max(0.005, before * by));
    this.#fit();
    const grown = this.#fitted() / before;
    this.pane.scrollLeft = (this.pane.scrollLeft + x) * grown - x;
    this.pane.scrollTop = (this.pane.scrollTop + y) * grown - y;
  }

  #wheel(event) {
    if (event.shiftKey || !(event.ctrlKey || event.metaKey || FIXED.matches)) return;
    event.preventDefault();
    const frame = this.pane.getBoundingClientRect();
    this.#zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, [event.clientX - frame.left, event.clientY - frame.top]);
  }

  /** The picture is moved by dragging it with a mouse; a finger scrolls it anyway. */
  #dragged() {
    let held = null;
    this.pane.addEventListener("pointerdown", (event) => {
      this.#wasDragged = false;
      if (event.button !== 0 || event.pointerType !== "mouse" || event.target.closest("input, button, select")) return;
      held = { x: event.clientX, y: event.clientY, left: this.pane.scrollLeft, top: this.pane.scrollTop };
    });
    addEventListener("pointermove", (event) => {
      if (!held) return;
      const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
      this.#wasDragged ||= Math.hypot(dx, dy) > SLACK;
      if (!this.#wasDragged) return;
      this.pane.classList.add("dragged");
      this.pane.scrollLeft = held.left - dx;
      this.pane.scrollTop = held.top - dy;
    });
    addEventListener("pointerup", () => {
      held = null;
      this.pane.classList.remove("dragged");
    });
  }

  #fitted() {
    if (typeof this.#scale === "number") return this.#scale;
    const { clientWidth, clientHeight } = this.pane;
    // The padding on both sides is no room for the picture.
    const fits = Math.min(LARGEST, (clientWidth - EDGE) / this.width, (clientHeight - EDGE) / this.height);
    return this.#scale === "whole" ? Math.max(0.001, fits) : Math.max(this.isTyped && NARROW.matches ? SMALLEST_TYPED : SMALLEST, fits);
  }

  #fit() {
    const { svg } = this.#drawing;
    if (!svg) return;
    const scale = this.#fitted();
    // Setting the same size again would make the browser lay out everything anew.
    for (const [name, size] of [["width", this.width], ["height", this.height]]) {
      const text = String(Math.floor(size * scale));
      if (svg.getAttribute(name) !== text) svg.setAttribute(name, text);
    }
    this.fitted(scale);
  }

  #bringIntoSight(id) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.pane;
    if (scrollWidth <= clientWidth && scrollHeight <= clientHeight) return;
    const mark = this.#drawing.svg.getElementById(id);
    if (!mark) return;
    const [at, frame] = [mark.getBoundingClientRect(), this.pane.getBoundingClientRect()];
    if (at.left < frame.left || at.right > frame.right) this.pane.scrollLeft += at.left - frame.left - frame.width / 2;
    if (at.top < frame.top || at.bottom > frame.bottom) this.pane.scrollTop += at.top - frame.top - frame.height / 2;
  }
}

/** What a part of the drawing says under the pointer, in the reader's language: its name, and then its state. A thousand of them are translated one by one, when they are needed. */
function tellTitle(part) {
  const title = part?.querySelector(":scope > title");
  if (!title || title.dataset.translated) return;
  const [, name, state] = /^([^,]*)(.*)$/s.exec(title.textContent);
  title.textContent = name + translated(state);
  title.dataset.translated = "true";
}
