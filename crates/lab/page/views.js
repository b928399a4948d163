// The views: which one is shown, where links lead, which keys go where.

import * as address from "./address.js";
import { Compare } from "./compare.js";
import { Course } from "./course.js";
import { h } from "./dom.js";
import { attachEmbed } from "./embed.js";
import { GameLab } from "./gamelab.js";
import { attachHelp } from "./help.js";
import { attachLanguage } from "./language.js";
import { decode } from "./link.js";
import { MatrixLab } from "./matrixlab.js";
import { attachOffline } from "./offline.js";
import { Practice } from "./practice.js";
import { Start } from "./start.js";
import { hush, say } from "./status.js";
import { TableLab } from "./tablelab.js";
import { attachTheme } from "./theme.js";
import { TreeLab } from "./treelab.js";

const views = new Map([new Start(), new Course(), new TreeLab(), new Practice(), new GameLab(), new Compare(), new MatrixLab(), new TableLab()].map((view) => [view.name, view]));
const mounted = new Map();
let current = null;

function rootOf(view) {
  if (!mounted.has(view.name)) {
    const root = h("div", { class: `view ${view.name}` });
    document.querySelector("#main").append(root);
    mounted.set(view.name, root);
    view.mount(root);
  }
  return mounted.get(view.name);
}

async function follow() {
  address.forget();
  hush();
  const { view: name, fields, problem } = decode(location.hash);
  const view = views.get(name);
  const root = rootOf(view);
  if (current !== view) current?.close();
  current = view;
  for (const other of mounted.values()) other.hidden = other !== root;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = view.title === "Rootward" ? view.title : `${view.title} · Rootward`;
  document.querySelector("h1").textContent = view.title;
  await view.open(fields);
  if (problem) say(problem, "error");
}

window.addEventListener("hashchange", follow);
window.addEventListener("pagehide", () => address.flush());
document.addEventListener("keydown", (event) => {
  if (!event.defaultPrevented && !document.querySelector("dialog[open]") && current?.key?.(event)) event.preventDefault();
});
document.querySelector("#skip").addEventListener("click", (event) => {
  // The part after # is the lab's link, so the browser's own jump would lead elsewhere.
  event.preventDefault();
  document.querySelector("#main").focus();
});
attachHelp(document.querySelector("#help"), () => current);
attachLanguage(document.querySelector("#language"));
attachTheme(document.querySelector("#theme"));
attachEmbed(address.flush, () => current);
attachOffline();
void follow();
