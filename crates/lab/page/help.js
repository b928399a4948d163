// Help on every view, and the switch for single keys.

import { button, h } from "./dom.js";
import { attachShortcuts } from "./shortcuts.js";
import { t } from "./text.js";

const HELP = {
  start: ["Three doors lead into the lab: learn, practise, play. The tabs at the top lead anywhere at any time.", "The address bar always holds a link to what is shown, to be kept or passed on."],
  course: [t("course.help.1"), t("course.help.2"), t("course.help.3")],
  tree: ["→ and ← go one step, N and P to the next and the previous cut, Home and End to the ends; Space plays and pauses.", "Choose a tree at the left, write your own, or edit it by clicking; choose the search below it. Two settings side by side compare searches.", "Drag the picture to move it, turn the wheel to zoom, “fit” shows all of it. Click a node to see when it last changed.", "The list of the tree says everything that the picture shows."],
  practice: ["Type α, β and the value at each node; Enter checks, and so does the button.", "Click an edge or a leaf to cut it, or press x in a node's field; a second time takes it back.", "α and β are those with which the search comes to the node. Infinity is ∞, inf or the buttons; fractions are 7/3, 2 1/3 or 2.33….", "Hints come in steps: where to look, the rule, the answer. Your answers stay when you go back or reload."],
  game: ["Press a cell or drag a piece; with keys, arrows move and Enter plays. In 2048, arrows, swipes or the buttons slide; R rolls dice.", "Undo takes your last move and the reply back. While the engine thinks, the board waits.", "Analyse gives every move a value, labelled as proven, as a bound, or as an estimate; Why this move? shows the search.", "Set up places any pieces; Notation takes and gives a position as text."],
  compare: ["Count runs the same search with one more idea in each column, depth by depth.", "A column with fewer boards and the same value is what a sound technique looks like."],
  matrix: ["Type payoffs; + row and + column enlarge the matrix. Best replies have a star.", "The bar below eliminates dominated strategies step by step; the panes list equilibria and mixtures."],
};

/** Makes a button open the help of the current view; `view()` returns its name and title. */
export function attachHelp(opener, view) {
  const box = h("input", { type: "checkbox" });
  attachShortcuts(box);
  const title = h("h2", { id: "help-title" });
  const list = h("ul", {});
  const close = button("Close", () => dialog.close(), { class: "primary" });
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" }, title, list, h("label", { class: "check" }, box, "Single keys are shortcuts"),
    h("p", { class: "hint" }, "Letters and the space bar. Arrows, Enter, Home and End always work."), h("div", { class: "row" }, h("a", { href: "#start", onclick: () => dialog.close() }, "Start page"), close));
  document.body.append(dialog);
  opener.addEventListener("click", () => {
    const { name, title: shown } = view();
    title.textContent = `Help: ${shown}`;
    list.replaceChildren(...(HELP[name] ?? HELP.start).map((text) => h("li", {}, text)));
    dialog.showModal();
  });
}
