// The drawing of a search: fitted to its place, or larger, with the current node in sight.

import { button, h } from "./dom.js";
import { Drawing } from "./drawing.js";

const LARGEST = 1.6;
/** Smaller letters cannot be read on a projector: scroll instead. */
const SMALLEST = 0.5;

export class Picture {
  #scale = null;
  #drawing = new Drawing();

  /** `choose(element)` is called when a node or a badge is clicked. */
  constructor(label, choose = () => {}) {
    this.pane = h("div", { class: "canvas", tabindex: 0, role: "region", "aria-label": label });
    this.pane.addEventListener("click", (event) => {
      const mark = event.target.closest("[data-open], g.node");
      if (mark) choose(mark);
    });
    const zoom = (text, label, by) => button(text, () => this.#zoom(by), { class: "quiet", "aria-label": label, title: label });
    const tools = h("div", { class: "zoom" }, zoom("−", "Smaller", 0.8), zoom("fit", "Fit the picture in", null), zoom("+", "Larger", 1.25));
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
    if (current !== undefined && current !== null) this.#bringIntoSight(current);
  }

  #zoom(by) {
    this.#scale = by === null ? null : Math.min(4, Math.max(0.05, this.#fitted() * by));
    this.#fit();
  }

  #fitted() {
    if (this.#scale !== null) return this.#scale;
    const { clientWidth, clientHeight } = this.pane;
    return Math.max(SMALLEST, Math.min(LARGEST, clientWidth / this.width, clientHeight / this.height));
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
