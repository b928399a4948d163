// The start page: what this is, three doors, and what the drawings mean.

import { h, s } from "./dom.js";
import { t } from "./text.js";

const DOORS = [
  { title: t("start.learn"), text: t("start.learn.text"), href: "#course", more: [[t("start.course"), "#course"], [t("start.minimax"), "#tree?algorithm=minimax"], [t("start.cut"), "#tree?step=11"], [t("start.order"), "#tree?both=1&order2=best&step=22"], [t("start.saves"), "#compare?game=connect-four:8x7&depths=1..6"], [t("start.matrix"), "#matrix"]] },
  { title: t("start.practise"), text: t("start.practise.text"), href: "#practice?levels=2&branching=3&ties=1&cuts=1", more: [[t("start.minimax"), "#practice?algorithm=minimax&levels=2&ties=1"], [t("start.deep"), "#practice?levels=4&branching=2&deep=1&ties=1"], [t("start.chance"), "#practice?algorithm=minimax&levels=2&chance=40"]] },
  { title: t("start.play"), text: t("start.play.text"), href: "#game?game=connect-four&you=first&level=4", more: [[t("start.tic"), "#game?game=tic-tac-toe&you=first&level=5"], [t("start.chess"), "#game?game=chess&you=first&level=3"], [t("start.backgammon"), "#game?game=backgammon&you=first&level=3&dice=press"]] },
];

const LEGEND = [
  [t("legend.max"), () => s("rect", { class: "f-max s-line", x: 8, y: 6, width: 24, height: 24 })],
  [t("legend.min"), () => s("circle", { class: "f-min s-line", cx: 20, cy: 18, r: 13 })],
  [t("legend.chance"), () => s("path", { class: "f-chance s-line", d: "M20 3 36 18 20 33 4 18Z" })],
  [t("legend.leaf"), () => [s("rect", { class: "f-leaf s-line", x: 6, y: 8, width: 28, height: 20, rx: 4 }), s("text", { class: "f-text", x: 20, y: 23, "text-anchor": "middle", "font-size": 14 }, "3")]],
  [t("legend.best"), () => s("path", { class: "s-chosen", d: "M8 4 32 32", "stroke-width": 4, fill: "none" })],
  [t("legend.cut"), () => [s("path", { class: "s-cut", d: "M8 4 32 32", "stroke-width": 1.5, "stroke-dasharray": "5 4", fill: "none" }), s("path", { class: "s-text", d: "M14 22 23 14M17 26 26 18", "stroke-width": 2, fill: "none" })]],
];

export class Start {
  name = "start";
  title = "Rootward";

  mount(root) {
    const door = ({ title, text, href, more }) => h("section", { class: "door" }, h("h2", {}, h("a", { href }, title)), h("p", {}, text),
      h("ul", {}, more.map(([name, link]) => h("li", {}, h("a", { href: link }, name)))));
    const sign = ([text, shapes]) => h("li", {}, s("svg", { class: "rw-tree sign", viewBox: "0 0 40 36", "aria-hidden": "true" }, shapes()), h("span", {}, text));
    root.append(h("div", { class: "stage wide" },
      h("p", { class: "lead" }, t("start.lead")),
      h("div", { class: "doors" }, DOORS.map(door)),
      h("section", {}, h("h2", {}, t("start.legend")), h("ul", { class: "legend" }, LEGEND.map(sign)),
        h("p", { class: "hint" }, t("start.signs")))));
  }

  open() {}

  close() {}
}
