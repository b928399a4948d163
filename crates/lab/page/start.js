// The start page: what this is, three doors, and what the drawings mean.

import { h, s } from "./dom.js";

const DOORS = [
  { title: "Learn", text: "Step through minimax and alpha-beta on a tree, with the reason for every step.", href: "#course", more: [["The course, lesson by lesson", "#course"], ["Minimax", "#tree?algorithm=minimax"], ["Alpha-beta: the first cut", "#tree?step=11"], ["The order of the moves", "#tree?both=1&order2=best&step=22"], ["What alpha-beta saves", "#compare?game=connect-four:8x7&depths=1..6"], ["Payoff matrices", "#matrix"]] },
  { title: "Practise", text: "Fill in α, β, values and cuts by yourself. Every answer is checked, and hints come in steps.", href: "#practice?levels=2&branching=3&ties=1&cuts=1", more: [["Minimax", "#practice?algorithm=minimax&levels=2&ties=1"], ["A deep cut", "#practice?levels=4&branching=2&deep=1&ties=1"], ["Chance", "#practice?algorithm=minimax&levels=2&chance=40"]] },
  { title: "Play", text: "Play against the engine, ask it what it thinks, and why it moved.", href: "#game?game=connect-four&you=first&level=4", more: [["Tic-tac-toe", "#game?game=tic-tac-toe&you=first&level=5"], ["Chess", "#game?game=chess&you=first&level=3"], ["Backgammon", "#game?game=backgammon&you=first&level=3&dice=press"]] },
];

const LEGEND = [
  ["MAX is to move: the largest value counts", () => s("rect", { class: "f-max s-line", x: 8, y: 6, width: 24, height: 24 })],
  ["MIN is to move: the smallest value counts", () => s("circle", { class: "f-min s-line", cx: 20, cy: 18, r: 13 })],
  ["chance decides: the average counts", () => s("path", { class: "f-chance s-line", d: "M20 3 36 18 20 33 4 18Z" })],
  ["a leaf, with what it is worth to MAX", () => [s("rect", { class: "f-leaf s-line", x: 6, y: 8, width: 28, height: 20, rx: 4 }), s("text", { class: "f-text", x: 20, y: 23, "text-anchor": "middle", "font-size": 14 }, "3")]],
  ["the best child so far", () => s("path", { class: "s-chosen", d: "M8 4 32 32", "stroke-width": 4, fill: "none" })],
  ["cut: never looked at", () => [s("path", { class: "s-cut", d: "M8 4 32 32", "stroke-width": 1.5, "stroke-dasharray": "5 4", fill: "none" }), s("path", { class: "s-text", d: "M14 22 23 14M17 26 26 18", "stroke-width": 2, fill: "none" })]],
];

export class Start {
  name = "start";
  title = "Rootward";

  mount(root) {
    const door = ({ title, text, href, more }) => h("section", { class: "door" }, h("h2", {}, h("a", { href }, title)), h("p", {}, text),
      h("ul", {}, more.map(([name, link]) => h("li", {}, h("a", { href: link }, name)))));
    const sign = ([text, shapes]) => h("li", {}, s("svg", { class: "rw-tree sign", viewBox: "0 0 40 36", "aria-hidden": "true" }, shapes()), h("span", {}, text));
    root.append(h("div", { class: "stage wide" },
      h("p", { class: "lead" }, "How a program looks ahead in a game: see every step of the search, do it yourself, and play against it."),
      h("div", { class: "doors" }, DOORS.map(door)),
      h("section", {}, h("h2", {}, "What the drawings mean"), h("ul", { class: "legend" }, LEGEND.map(sign)),
        h("p", { class: "hint" }, "α and β (blue) come down: what MAX and MIN are sure of elsewhere. The interval ∈ […] (brown) goes up: what the node can still be. ≤ and ≥ mark a value that is only a bound, ~ a static value at the horizon."))));
  }

  open() {}

  close() {}
}
