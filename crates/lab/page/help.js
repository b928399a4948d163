// Help on every view, and the switch for single keys.

import { button, h } from "./dom.js";
import { attachShortcuts } from "./shortcuts.js";
import { t } from "./text.js";

const HELP = {
  start: [t("help.start.1"), t("help.start.2")],
  course: [t("course.help.1"), t("course.help.2"), t("course.help.3")],
  tree: [t("help.tree.1"), t("help.tree.2"), t("help.tree.3"), t("help.tree.4")],
  practice: [t("help.practice.1"), t("help.practice.2"), t("help.practice.3"), t("help.practice.4")],
  game: [t("help.game.1"), t("help.game.2"), t("help.game.3"), t("help.game.4")],
  compare: [t("help.compare.1"), t("help.compare.2")],
  matrix: [t("help.matrix.1"), t("help.matrix.2")],
  table: [t("help.table.1"), t("help.table.2")],
};

/** Makes a button open the help of the current view; `view()` returns its name and title. */
export function attachHelp(opener, view) {
  const box = h("input", { type: "checkbox" });
  attachShortcuts(box);
  const title = h("h2", { id: "help-title" });
  const list = h("ul", {});
  const close = button(t("help.close"), () => dialog.close(), { class: "primary" });
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" }, title, list, h("label", { class: "check" }, box, t("help.keys")),
    h("p", { class: "hint" }, t("help.keys.hint")), h("div", { class: "row" }, h("a", { href: "#start", onclick: () => dialog.close() }, t("help.start")), close));
  document.body.append(dialog);
  opener.addEventListener("click", () => {
    const { name, title: shown } = view();
    title.textContent = t("help.title", { view: shown });
    list.replaceChildren(...(HELP[name] ?? HELP.start).map((text) => h("li", {}, text)));
    dialog.showModal();
  });
}
