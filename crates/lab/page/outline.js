// The tree as a list for keyboards and screen readers, in step with the picture.

import { h, putInOrder, set } from "./dom.js";
import { translated } from "./translation.js";

export class Outline {
  #rows = [];
  #items = [];
  #active = 0;
  /** The element that Tab stops at. */
  #stop = null;

  /**
   * `choose(row)` is called on Enter or a click; `toggle(visit)` opens or closes the subtree of a visit, `isOpened(visit)`
   * says whether it was opened that way.
   */
  constructor(label, choose, toggle, isOpened) {
    Object.assign(this, { choose, toggle, isOpened });
    this.element = h("ul", { class: "outline", role: "tree", "aria-label": label, tabindex: 0 });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    this.element.addEventListener("click", (event) => {
      const index = this.#items.indexOf(event.target.closest("[role=treeitem]"));
      if (index < 0) return;
      this.#activate(index, true);
      this.choose(this.#rows[index]);
    });
  }

  /** Shows the rows of a frame. A row keeps its element while it exists: most rows stay as they are. */
  show(rows) {
    const had = this.#rows[this.#active]?.id;
    const known = new Map(this.#rows.map((row, index) => [row.id, { row, item: this.#items[index] }]));
    this.#items = rows.map((row) => this.#item(row, known));
    for (const { item } of known.values()) item.remove();
    putInOrder(this.element, this.#items);
    this.#rows = rows;
    // While the user moves through the list, their place is kept; otherwise it follows the search.
    const walks = this.element.contains(document.activeElement);
    const index = rows.findIndex((row) => (walks ? row.id === had : row.current));
    this.#activate(Math.max(0, index), false);
  }

  /** The element of a row, reused from `known` if possible. */
  #item(row, known) {
    const before = known.get(row.id);
    known.delete(row.id);
    const item = before?.item ?? h("li", { role: "treeitem", tabindex: -1 });
    if (!same(before?.row, row)) describe(item, row);
    if (item.hasAttribute("aria-current") !== row.current) set(item, "aria-current", row.current ? "step" : null);
    return item;
  }

  #activate(index, focus) {
    this.#stop?.setAttribute("tabindex", "-1");
    this.#active = Math.min(index, this.#items.length - 1);
    const item = this.#items[this.#active];
    set(this.element, "tabindex", item ? null : 0);
    this.#stop = item;
    if (!item) return;
    item.setAttribute("tabindex", "0");
    if (focus) item.focus({ preventScroll: true });
    // `scrollIntoView` would scroll the page as well.
    const list = this.element;
    if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop - 8;
    const below = item.offsetTop + item.offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below + 8;
  }

  #key(event) {
    const row = this.#rows[this.#active];
    if (!row || event.ctrlKey || event.altKey || event.metaKey) return;
    const moves = {
      ArrowDown: () => this.#active + 1,
      ArrowUp: () => this.#active - 1,
      Home: () => 0,
      End: () => this.#rows.length - 1,
      ArrowLeft: () => (this.isOpened(row.node) ? void this.toggle(row.node) : this.#parent()),
      ArrowRight: () => (this.#hidden() === undefined ? this.#active + 1 : void this.toggle(this.#hidden())),
      Enter: () => void this.choose(row),
    };
    if (!Object.hasOwn(moves, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    const index = moves[event.key]();
    if (Number.isInteger(index) && index >= 0 && index < this.#rows.length) this.#activate(index, true);
  }

  /** The visit to open to see what is hidden at the active row or right below it. */
  #hidden() {
    const row = this.#rows[this.#active];
    return row.opens ?? (row.expanded === false ? this.#rows[this.#active + 1]?.opens : undefined);
  }

  #parent() {
    const level = this.#rows[this.#active].level;
    for (let index = this.#active - 1; index >= 0; index -= 1) if (this.#rows[index].level < level) return index;
    return this.#active;
  }
}

/** The visible properties of a row; comparing these is much faster than comparing everything. */
const SHOWN = ["label", "id", "state", "level", "setsize", "posinset", "expanded", "side"];
const same = (a, b) => a !== undefined && SHOWN.every((key) => a[key] === b[key]);

function describe(item, row) {
  set(item, "aria-level", row.level);
  set(item, "aria-setsize", row.setsize);
  set(item, "aria-posinset", row.posinset);
  set(item, "aria-expanded", row.expanded === undefined || row.expanded === null ? null : String(row.expanded));
  item.dataset.row = row.id;
  item.dataset.side = String(row.side ?? "").toLowerCase();
  item.dataset.state = row.state ?? "";
  item.style.setProperty("--level", row.level - 1);
  // The label says everything in one line, beginning with the name.
  const rest = translated(row.label.startsWith(row.name) ? row.label.slice(row.name.length) : ` ${row.label}`);
  item.replaceChildren(h("b", {}, row.name), rest);
}
