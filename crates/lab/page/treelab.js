// The tree lab: a tree, a setting, and the search step by step; or two settings side by side.

import * as address from "./address.js";
import { post } from "./api.js";
import { button, counted, field, h, select } from "./dom.js";
import { Duel } from "./duel.js";
import { Editor, MOST_EDITED } from "./editor.js";
import { exportPanel } from "./export.js";
import { isDrawn } from "./game_picker.js";
import { splitMoves } from "./game_record.js";
import { SearchView } from "./search_view.js";
import { DEFAULTS, SettingForm, fieldsOf, settingFrom } from "./setting.js";
import { Source } from "./source.js";
import { say, trying } from "./status.js";
import { tally } from "./tally.js";
import { t } from "./text.js";
import { Transport } from "./transport.js";

/** The number of nodes drawn by default, few enough to be seen at a glance; others are behind badges. */
const USUAL_NODES = "200";
const NODES = [["60", t("tree.60")], ["200", t("tree.200")], ["1000", t("tree.1000")]];
const BEST_FIRST = { ...DEFAULTS, order: "best" };

/** The game of the trees that are made here. */
const DRAWN = "tree";

export class TreeLab {
  name = "tree";
  title = t("view.tree");
  #place = { game: DRAWN, position: "" };
  /** Whether the game is a tree drawn by hand. */
  #isDrawn = true;
  #both = false;
  #nodes = USUAL_NODES;

  mount(root) {
    this.root = root;
    this.views = [new SearchView(t("tree.first")), new SearchView(t("live.second"))];
    [this.first, this.second] = this.views.map((view) => view.stepper);
    this.source = new Source((text, tree) => this.#another({ game: DRAWN, position: text }, tree === null));
    this.settings = [DEFAULTS, BEST_FIRST].map((setting, index) => new SettingForm(setting, () => this.#load(index), { engine: true }));
    this.transport = new Transport(new Duel(this.first, this.second, () => this.#both));
    this.most = select(NODES, USUAL_NODES, (nodes) => this.#draw(nodes));
    this.editor = new Editor((tree) => this.source.useTree(tree));
    this.source.edit.addEventListener("click", () => this.#toggleEditor());
    this.counts = h("div", { class: "counts", tabindex: 0, role: "region", "aria-label": t("tally.counts") });
    this.twice = button(t("tree.both"), () => this.#setBoth(!this.#both, true), { "aria-pressed": "false" });
    this.secondSetting = h("div", { hidden: true }, h("h2", {}, t("live.second")), this.settings[1].element);
    root.append(this.#controls(), this.#stage(), this.#panes());
    for (const stepper of [this.first, this.second]) {
      stepper.addEventListener("loaded", () => this.#loaded(stepper));
      stepper.addEventListener("shown", () => this.#shown());
    }
    this.#setBoth(false, false);
  }

  #controls() {
    const fold = (title, content, open = true) => h("details", { class: "panel", open }, h("summary", {}, title), content);
    this.treePanel = fold(t("tree.tree"), this.source.element);
    this.gamePanel = h("details", { class: "panel", open: true, hidden: true }, h("summary", {}, t("tree.position")));
    return h("aside", { class: "controls", "aria-label": t("tree.controls") }, this.treePanel, this.gamePanel,
      fold(t("live.first"), h("div", { class: "fields" }, this.settings[0].element, field(t("tree.draw"), this.most), this.twice, this.secondSetting)),
      fold(t("tree.save"), exportPanel(this.first, (text) => this.#restore(text)), false));
  }

  #stage() {
    this.stageSearches = h("div", { class: "searches" }, this.views.map((view) => view.element));
    return h("div", { class: "stage" }, this.editor.element, this.stageSearches, this.transport.element, this.counts);
  }

  #panes() {
    const [first] = this.views;
    return h("aside", { class: "panes", "aria-label": t("tree.detail") }, first.boardPane, first.pseudo.element, first.stack.element, first.outlinePane);
  }

  async open(fields) {
    const examples = (this.begun ??= this.source.begin());
    const firstTree = await examples;
    if (Object.keys(fields).length === 0 && this.first.trace) return this.#note();
    this.settings[0].set(settingFrom(fields));
    this.settings[1].set(fields.both ? settingFrom(fields, "2") : BEST_FIRST);
    const { game = DRAWN, moves } = fields;
    this.#isDrawn = await isDrawn(game);
    const position = fields.position ?? (this.#isText(game) ? firstTree : undefined);
    this.#place = { game, position, moves };
    this.#draw(fields.nodes ?? USUAL_NODES);
    this.#setBoth(fields.both === "1", false);
    if (this.#isText(game)) this.source.show(position ?? "");
    this.#showPlace();
    await Promise.all([this.#load(0, fields.step ?? 0, fields.open ?? ""), this.#both ? this.#load(1, fields.step ?? 0) : null]);
    return undefined;
  }

  close() {
    this.transport.pause();
  }

  key(event) {
    return this.transport.key(event);
  }

  /** Whether a position of the game is the text of a whole tree. */
  #isText(game) {
    return this.#isDrawn && !game.includes(":");
  }

  /** Shows another tree from its start, as a new entry in the history. */
  #another(place, wasEdited) {
    this.#place = place;
    this.#isDrawn = true;
    this.#showPlace();
    // The editor already shows its own tree; drawing it again would lose the focus.
    if (!wasEdited) void this.#setOpenEditor(!this.editor.element.hidden);
    void this.#load(0);
    if (this.#both) void this.#load(1);
    address.push(this.name, this.#fields());
  }

  /** A search from a file. The trace of a tree does not contain the tree: it can be stepped, but not searched again. */
  async #restore(text) {
    if (!(await this.first.restore(text))) return;
    const { game, position, ...setting } = this.first.setting;
    this.#isDrawn = await isDrawn(game);
    this.#place = { game, position: this.#isDrawn ? undefined : position };
    this.settings[0].set({ ...DEFAULTS, ...dropNull(setting) });
    this.source.show("");
    this.#showPlace();
    this.#setBoth(false, false);
    address.forget();
    say(this.#isDrawn ? t("tree.loaded.alone") : t("tree.loaded"));
  }

  #showPlace() {
    const { game, position, moves } = this.#place;
    this.treePanel.hidden = !this.#isDrawn;
    this.gamePanel.hidden = this.#isDrawn;
    if (this.#isDrawn) return;
    const played = moves ? ` ${t("tree.after", { moves: splitMoves(moves).join(" ") })}` : "";
    const text = h("p", {}, h("b", {}, game), ` ${position ?? t("tree.start")}${played}`);
    if (!this.editor.element.hidden) void this.#setOpenEditor(false);
    const back = button(t("tree.back"), () => this.open({ game: DRAWN }));
    this.gamePanel.replaceChildren(this.gamePanel.firstChild, h("div", {}, text, back));
  }

  #load(index, step = 0, open = "") {
    const { game, position, moves } = this.#place;
    const setting = { game, position, ...this.settings[index].setting };
    if (moves) setting.moves = splitMoves(moves);
    if (this.#isText(game) && !position) return undefined;
    return this.views[index].stepper.load(setting, step, open);
  }

  #loaded(stepper) {
    this.transport.reload();
    const missing = stepper.trace.events_left_out;
    if (missing) say(t("tree.missing", { count: counted(missing) }));
  }

  #shown() {
    this.transport.update();
    this.counts.replaceChildren(tally(this.#both ? [this.first, this.second] : [this.first]));
    this.#note();
  }

  #note() {
    if (this.#isText(this.#place.game) && !this.#place.position) return;
    address.note(this.name, this.#fields());
  }

  #fields() {
    const second = this.#both ? { both: "1", ...fieldsOf(this.settings[1].setting, "2") } : {};
    const nodes = this.#nodes === USUAL_NODES ? undefined : this.#nodes;
    return { ...this.#place, ...fieldsOf(this.settings[0].setting), ...second, nodes, step: this.first.wanted, open: this.first.open };
  }

  #draw(nodes) {
    this.#nodes = this.most.value = nodes;
    for (const stepper of [this.first, this.second]) void stepper.draw(nodes);
  }

  #setBoth(both, load) {
    this.#both = both;
    this.twice.setAttribute("aria-pressed", String(both));
    this.secondSetting.hidden = !both;
    this.views[1].element.hidden = !both;
    this.stageSearches.classList.toggle("two", both);
    // A class rather than `:has()`, with which every change of a drawing would restyle the page.
    this.root.classList.toggle("double", both);
    if (both && load) void this.#load(1, this.first.wanted);
    else if (load) this.#shown();
  }

  #toggleEditor() {
    this.#setOpenEditor(this.editor.element.hidden);
  }

  async #setOpenEditor(open) {
    this.source.edit.setAttribute("aria-pressed", String(open));
    for (const part of [this.stageSearches, this.transport.element, this.counts]) part.hidden = open;
    this.editor.element.hidden = !open;
    if (!open) return undefined;
    const answer = await trying(() => post("/api/tree/parse", { text: this.#place.position }));
    if (answer && size(answer.tree) <= MOST_EDITED) return this.editor.show(answer.tree);
    if (answer) say(t("tree.large", { most: MOST_EDITED }));
    return this.#setOpenEditor(false);
  }
}

const size = (node) => 1 + (node.children ?? []).reduce((sum, child) => sum + size(child), 0);
const dropNull = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));
