// The value over the game: one point per ply, up for the first side, hollow if it is only an estimate.

import { h, s } from "./dom.js";
import { t } from "./text.js";
import { sideName } from "./translation.js";

const [WIDTH, HEIGHT, EDGE] = [640, 130, 14];

export class ValueGraph {
  /** `go(ply)` is called when a point is clicked. */
  constructor(go) {
    this.go = go;
    this.svg = s("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
    this.element = h("div", { class: "graph-frame" }, this.svg);
  }

  /** `values[ply]` is `{height, text, label}` or undefined. */
  show(values, plies, ply, names) {
    const most = Math.max(8, plies);
    const x = (at) => EDGE + ((WIDTH - 2 * EDGE) * at) / most;
    const y = (height) => HEIGHT / 2 - height * (HEIGHT / 2 - EDGE);
    const known = Object.keys(values).map(Number).filter((at) => at <= plies).sort((a, b) => a - b);
    const path = known.map((at, index) => `${index ? "L" : "M"}${x(at)} ${y(values[at].height)}`).join("");
    const dots = known.map((at) => s("circle", { cx: x(at), cy: y(values[at].height), r: at === ply ? 6 : 4.5, class: `dot ${values[at].label}${at === ply ? " here" : ""}`, onclick: () => this.go(at) }, s("title", {}, t("graph.ply", { ply: at, value: values[at].text }))));
    this.svg.replaceChildren(
      s("line", { class: "axis", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      s("line", { class: "now", x1: x(ply), x2: x(ply), y1: 0, y2: HEIGHT }),
      s("text", { x: 2, y: 11 }, t("graph.wins", { side: sideName(names[0]) })), s("text", { x: 2, y: HEIGHT - 4 }, t("graph.wins", { side: sideName(names[1]) })),
      s("path", { class: "line", d: path || "M0 0" }), ...dots);
    this.svg.setAttribute("aria-label", `${t("graph.label")} ${known.map((at) => `${t("graph.ply", { ply: at, value: values[at].text })}.`).join(" ") || t("graph.none")}`);
  }
}
