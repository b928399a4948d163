// The tree to search: one of the lectures', a random one, or the user's own, as text or by clicking.

import { post } from "./api.js";
import { button, field, h, select } from "./dom.js";
import { DEFAULT_RANDOM, RandomForm, asked } from "./random_tree.js";
import { trying } from "./status.js";
import { t } from "./text.js";

const OWN = "own";
const RANDOM = "random";

export class Source {
  #examples = [];

  /** `changed(text, tree)` is called when the tree changes. */
  constructor(changed) {
    this.changed = changed;
    this.text = h("textarea", { rows: 4, spellcheck: "false", autocapitalize: "off" });
    this.text.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#take();
    });
    this.pick = select([[OWN, t("source.own")], [RANDOM, t("source.random")]], OWN, (name) => this.#picked(name));
    this.random = new RandomForm(DEFAULT_RANDOM, (random) => this.#draw(random));
    this.randomBox = h("div", { hidden: true }, this.random.element);
    const use = button(t("source.use"), () => this.#take(), { class: "primary", title: t("source.keys") });
    this.edit = button(t("source.edit"), () => {}, { "aria-pressed": "false" });
    this.element = h("div", { class: "fields" }, field(t("tree.tree"), this.pick), this.randomBox,
      field(t("source.text"), this.text, { class: "field tall" }), h("div", { class: "row" }, use, this.edit));
  }

  /** Fetches the lectures' trees; returns the text of the first. */
  async begin() {
    // The server knows them by name, and writes them as it writes every tree, so that a tree is recognised wherever it
    // comes from.
    const written = (name) => post("/api/tree/parse", { text: name }).then(({ text }) => ({ name, text }));
    this.#examples = (await trying(() => Promise.all(Object.keys(TITLES).map(written)))) ?? [];
    this.pick.prepend(...this.#examples.map(({ name }) => h("option", { value: name }, TITLES[name] ?? name)));
    return this.#examples[0]?.text;
  }

  /** Shows the text of a tree from any source. */
  show(text) {
    this.text.value = text;
    const found = this.#examples.find((example) => example.text.trim() === text.trim());
    if (found) this.pick.value = found.name;
    else if (this.pick.value !== RANDOM) this.pick.value = OWN;
    this.randomBox.hidden = this.pick.value !== RANDOM;
  }

  #picked(name) {
    this.randomBox.hidden = name !== RANDOM;
    const example = this.#examples.find((example) => example.name === name);
    if (example) void this.use(example.text);
    else if (name === RANDOM) void this.#draw(this.random.random);
    else this.text.focus();
  }

  #take() {
    if (this.pick.value === RANDOM) this.pick.value = OWN;
    void this.use(this.text.value);
  }

  /** Reads a tree; a mistake in it is shown, and the previous tree stays. */
  async use(text) {
    const answer = await trying(() => post("/api/tree/parse", { text }));
    if (!answer) return this.text.focus();
    this.show(answer.text);
    return this.changed(answer.text, answer.tree);
  }

  /** Uses an edited tree. */
  async useTree(tree) {
    const answer = await trying(() => post("/api/tree/parse", { tree }));
    if (!answer) return;
    this.show(answer.text);
    this.changed(answer.text, null);
  }

  async #draw(random) {
    const answer = await trying(() => post("/api/tree/random", asked(random)));
    if (!answer) return;
    this.show(answer.text);
    this.changed(answer.text, answer.tree);
  }
}

const TITLES = { tree1: t("source.1"), tree2: t("source.2"), "deep-cut": t("source.deep"), dice: t("source.dice"), star1: t("source.star") };
