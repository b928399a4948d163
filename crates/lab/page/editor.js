// An editable drawing of a tree: click on a node, or go there by arrow keys, and give it a value, a name, children.

import { button, field, h, s, select } from "./dom.js";
import { layOut, turnAfter } from "./layout.js";
import { t } from "./text.js";

const [HIGH, EDGE] = [84, 32];
/** The distance between leaves: as much as there is room for, and never so little that they touch. */
const [LEAST, MOST] = [47, 62];
/** The padding of the canvas, left and right together. */
const PADDING = 16;
const SIDES = [["", t("edit.turns")], ["max", t("edit.max")], ["min", t("edit.min")], ["chance", t("edit.chance")]];
const FRACTION = /^[+−-]?\d+\/\d+$/;
/** A larger tree is better edited as text. */
export const MOST_EDITED = 400;

export class Editor {
  #places = [];
  #at = 0;

  /** `changed(tree)` receives the tree after each change. */
  constructor(changed) {
    this.changed = changed;
    this.edges = s("svg", { "aria-hidden": "true" });
    this.nodes = h("div", { class: "editor-nodes", role: "group", "aria-label": t("edit.label") });
    this.nodes.addEventListener("keydown", (event) => this.#key(event));
    this.bar = h("div", { class: "editor-bar" });
    const sheet = h("div", { class: "editor-sheet" }, this.edges, this.nodes);
    this.element = h("div", { class: "editor", hidden: true }, this.bar, h("div", { class: "canvas" }, sheet));
  }

  show(tree) {
    this.tree = tree;
    forgetTurns(tree, "max");
    const { places, leaves, levels } = layOut(tree);
    this.#places = places;
    this.#at = Math.min(this.#at, places.length - 1);
    const room = this.nodes.closest(".canvas").clientWidth - PADDING - 2 * EDGE;
    const wide = Math.max(LEAST, Math.min(MOST, room / Math.max(1, leaves - 1)));
    const [width, height] = [(leaves - 1) * wide + 2 * EDGE, (levels - 1) * HIGH + 2 * EDGE];
    this.edges.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const element of [this.edges, this.nodes, this.nodes.parentElement]) {
      element.style.width = `${width}px`;
      element.style.height = `${height}px`;
    }
    const centre = ({ x, y }) => [x * wide + EDGE, y * HIGH + EDGE];
    this.edges.replaceChildren(...places.filter((place) => place.parent).map((place) => {
      const [[x1, y1], [x2, y2]] = [centre(place.parent), centre(place)];
      return s("line", { x1, y1, x2, y2 });
    }));
    this.nodes.replaceChildren(...places.map((place, index) => this.#button(place, index, centre(place))));
    this.#showBar();
  }

  #button(place, index, [x, y]) {
    const { node, side } = place;
    const leaf = !node.children;
    const text = leaf ? String(node.value ?? "?") : (node.name ?? "");
    const element = button(text, () => this.#select(index, true), {
      class: `editor-node ${leaf ? "leaf" : side}`,
      "aria-label": describe(place),
      "aria-pressed": String(index === this.#at),
      tabindex: index === this.#at ? 0 : -1,
    });
    element.style.left = `${x}px`;
    element.style.top = `${y}px`;
    return element;
  }

  #select(index, focus) {
    if (index === undefined || index < 0 || index >= this.#places.length) return;
    this.nodes.children[this.#at].tabIndex = -1;
    this.nodes.children[this.#at].setAttribute("aria-pressed", "false");
    this.#at = index;
    const element = this.nodes.children[index];
    element.tabIndex = 0;
    element.setAttribute("aria-pressed", "true");
    if (focus) element.focus();
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.#showBar();
  }

  #showBar() {
    const place = this.#places[this.#at];
    const { node } = place;
    const text = (key) => {
      const input = h("input", { type: "text", value: node[key] ?? "", size: 8, spellcheck: "false" });
      input.addEventListener("change", () => this.#put(key, input.value.trim()));
      return input;
    };
    const leaf = !node.children;
    this.bar.replaceChildren(
      h("b", {}, describe(place)),
      place.parent?.side === "chance" ? field(t("edit.probability"), text("probability")) : "",
      leaf ? field(t("edit.value"), text("value")) : field(t("edit.side"), select(SIDES, node.side ?? "", (side) => this.#put("side", side))),
      field(t("course.name"), text("name")), place.parent ? field(t("edit.move"), text("label")) : "",
      button(t("edit.add"), () => this.#addChild()),
      button(t("edit.delete"), () => this.#remove(), { disabled: !place.parent }));
  }

  #put(key, raw) {
    const { node } = this.#places[this.#at];
    if (raw === "" && key !== "value") delete node[key];
    else node[key] = key === "value" && !FRACTION.test(raw) ? Number(raw.replace("−", "-")) : raw;
    if (typeof node.value === "number" && !Number.isFinite(node.value)) node.value = 0;
    if (key === "side") share(node);
    this.#done();
  }

  #addChild() {
    const { node } = this.#places[this.#at];
    if (this.#places.length >= MOST_EDITED) return;
    // A leaf that gets a child passes its value on to it, so that nothing is lost.
    if (!node.children) {
      node.children = [];
      node.children.push({ value: node.value ?? 0 });
      delete node.value;
    } else node.children.push({ value: 0 });
    share(node);
    this.#done();
  }

  #remove() {
    const { parent, index } = this.#places[this.#at];
    if (!parent) return;
    parent.node.children.splice(index, 1);
    if (parent.node.children.length === 0) {
      delete parent.node.children;
      delete parent.node.side;
      parent.node.value = 0;
    } else share(parent.node);
    this.#at = this.#places.indexOf(parent);
    this.#done();
  }

  #done() {
    const inside = this.nodes.contains(document.activeElement);
    this.show(this.tree);
    if (inside) this.nodes.children[this.#at].focus();
    this.changed(this.tree);
  }

  #key(event) {
    const place = this.#places[this.#at];
    const beside = (by) => this.#places.indexOf(place.parent?.children[place.index + by]);
    const moves = {
      ArrowUp: () => this.#select(this.#places.indexOf(place.parent), true),
      ArrowDown: () => this.#select(this.#places.indexOf(place.children[0]), true),
      ArrowLeft: () => this.#select(beside(-1), true),
      ArrowRight: () => this.#select(beside(1), true),
      Insert: () => this.#addChild(),
      Delete: () => this.#remove(),
      Enter: () => this.bar.querySelector("input, select").focus(),
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  }
}

/** Removes sides that follow from taking turns, so that they stay right when a node gets a parent of another side. */
function forgetTurns(node, turn) {
  const side = node.side ?? turn;
  if (node.side === turn) delete node.side;
  for (const child of node.children ?? []) forgetTurns(child, turnAfter(side, turn));
}

/** When outcomes are added or removed, all become equally likely, so that they sum to 1; below a player there are no probabilities. */
function share(node) {
  const children = node.children ?? [];
  for (const child of children) {
    if (node.side === "chance") child.probability = `1/${children.length}`;
    else delete child.probability;
  }
}

function describe({ node, side, parent, index }) {
  const name = node.name ?? (parent ? t("edit.child", { number: index + 1 }) : t("edit.root"));
  const odds = node.probability ? t("edit.odds", { odds: node.probability }) : "";
  if (!node.children) return `${name}${odds}${t("edit.leaf", { value: node.value })}`;
  const count = node.children.length;
  return `${name}${odds}, ${side === "chance" ? t("edit.by-chance") : side.toUpperCase()}, ${t(count === 1 ? "edit.children.1" : "edit.children", { count })}`;
}
