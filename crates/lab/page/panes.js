// The two panes beside the picture: the pseudo-code with its current line, and the call stack.

import { h } from "./dom.js";
import { t } from "./text.js";
import { translated } from "./translation.js";

/** The pseudo-code. */
export class PseudoCode {
  #lines = null;

  constructor() {
    this.title = h("h2", {});
    this.list = h("ol", { class: "code", tabindex: 0, "aria-label": t("pane.code") });
    this.element = h("section", { class: "pane pseudo" }, this.title, this.list);
  }

  show({ title, lines, current }) {
    this.title.textContent = translated(title);
    const text = lines.join("\n");
    if (text !== this.#lines) this.list.replaceChildren(...lines.map((line) => codeLine(translated(line))));
    this.#lines = text;
    [...this.list.children].forEach((item, index) => {
      if (index === current) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
  }
}

/** A line that is too long for the pane continues with an indent below its beginning. */
function codeLine(line) {
  const text = line.trimStart();
  const item = h("li", {}, text);
  item.style.setProperty("--indent", (line.length - text.length) / 2);
  return item;
}

const HEADS = [["name", t("head.node")], ["side", t("head.side")], ["alpha", "α"], ["beta", "β"], ["best", t("head.best")], ["interval", t("head.interval")], ["moves_left", t("head.left")]];

/** The call stack, the innermost call on top. */
export class CallStack {
  constructor() {
    this.body = h("tbody");
    const head = h("tr", {}, HEADS.map(([, text]) => h("th", { scope: "col" }, text)));
    this.table = h("table", { class: "stack" }, h("thead", {}, head), this.body);
    const scroll = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("pane.stack") }, this.table);
    this.element = h("section", { class: "pane" }, h("h2", {}, t("pane.stack")), scroll);
  }

  show(stack) {
    const rows = [...stack].reverse().map((call) => h("tr", { "data-side": String(call.side ?? "").toLowerCase() }, HEADS.map(([key]) => cell(key, call[key]))));
    const none = h("tr", {}, h("td", { colspan: HEADS.length, class: "none" }, t("pane.none")));
    this.body.replaceChildren(...(rows.length ? rows : [none]));
  }
}

function cell(key, value) {
  if (key === "name") return h("th", { scope: "row" }, value);
  return h("td", {}, written(value));
}

/** A value, a range of values, or a plain number. */
export function written(value) {
  if (value === null || value === undefined) return "–";
  if (Array.isArray(value)) return value.map(written).join(" ");
  if (typeof value !== "object") return String(value);
  if (value.low !== undefined) return `[${written(value.low)}, ${written(value.high)}]`;
  return value.text ?? String(value.value ?? "–");
}
