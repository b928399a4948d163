// Practice: a tree without its values, blanks to be filled in at the nodes or in a table, and a mark for every answer.

import * as address from "./address.js";
import { post } from "./api.js";
import { button, field, h, select } from "./dom.js";
import { storeForTab, storedForTab } from "./storage.js";
import { LADDER, rungOf } from "./ladder.js";
import { encode } from "./link.js";
import { Picture } from "./picture.js";
import { Quiz } from "./quiz.js";
import { RandomForm, asked, randomFrom } from "./random_tree.js";
import { DEFAULTS, SettingForm, fieldsOf, inWords, settingFrom } from "./setting.js";
import { trying } from "./status.js";
import { t } from "./text.js";
import { translated } from "./translation.js";
import { TreeAnswers } from "./tree_answers.js";
import { worksheetPanel } from "./worksheet.js";

const OWN = "own";

export class Practice {
  name = "practice";
  title = t("view.practice");
  #place = null;
  #random = null;
  #hints = { of: "", step: 0 };

  mount(root) {
    this.picture = new Picture(t("task.tree"), (mark) => this.#clicked(mark), { parts: "g.node, g.edge", isTyped: true, fitted: (scale) => this.answers?.place(scale) });
    const check = () => void this.#grade();
    this.quiz = new Quiz({ focused: (node) => this.#light(node), cutChanged: (names) => this.#showCuts(names), changed: () => this.#changed(), check });
    this.answers = new TreeAnswers(this.picture, this.quiz, { check, strike: (node) => this.#strike(this.picture.pane.querySelector(`#${CSS.escape(node)}`)) });
    this.random = new RandomForm(randomFrom({}), (random) => this.#draw(random), t("practice.ask"));
    this.setting = new SettingForm(DEFAULTS, () => this.#searchChanged());
    this.ladder = select([...LADDER.map(({ name }, rung) => [String(rung), name]), [OWN, t("practice.own")]], OWN, (rung) => rung !== OWN && this.#climb(Number(rung)), { "aria-label": t("practice.level") });
    this.result = h("div", { class: "result", role: "status" });
    this.task = h("p", { class: "caption" });
    this.check = button(t("course.check"), check, { class: "primary" });
    this.hint = button(t("game.hint"), () => this.#hint());
    const solution = button(t("practice.show"), () => (location.hash = encode("tree", { ...this.#place, ...fieldsOf(this.setting.setting) })));
    const insert = (text) => button(text, () => this.answers.insert(text), { "aria-label": t(text === "∞" ? "quiz.infinity" : "quiz.minus-infinity") });
    const panel = (title, content, open = true) => h("details", { class: "panel", open }, h("summary", {}, title), content);
    const worksheet = worksheetPanel(() => ({ random: this.random.random, setting: this.setting.setting }));
    root.append(
      h("aside", { class: "controls", "aria-label": t("practice.exercise") },
        panel(t("practice.level"), h("div", { class: "fields" }, this.ladder, h("div", { class: "row" }, button(t("practice.easier"), () => this.#step(-1)), button(t("practice.harder"), () => this.#step(1))))),
        panel(t("tree.tree"), this.random.element), panel(t("live.first"), this.setting.element), panel(t("practice.sheet"), worksheet, false)),
      h("div", { class: "stage" }, this.task, this.picture.element, h("div", { class: "row tools" }, insert("−∞"), insert("∞"), this.check, this.hint, solution),
        h("p", { class: "hint" }, t("practice.how")), this.result),
      h("aside", { class: "panes", "aria-label": t("quiz.questions") }, h("section", { class: "pane" }, h("h2", {}, t("practice.table")), this.quiz.element)));
  }

  async open(fields) {
    if (Object.keys(fields).length === 0 && this.#place) return this.#note();
    this.setting.set(settingFrom(fields));
    if (fields.position) {
      this.#random = null;
      this.#place = { game: fields.game ?? "tree", position: fields.position };
      return this.#ask(false);
    }
    this.random.set(randomFrom(fields));
    return this.#draw(this.random.random, false);
  }

  close() {}

  key() {
    return false;
  }

  #climb(rung) {
    const { tree, search } = LADDER[rung];
    this.setting.set(search);
    this.random.set({ ...this.random.random, ...tree });
    return this.#draw(this.random.random);
  }

  /** One rung up or down; from a choice of one's own, to the fourth, where most begin. */
  #step(by) {
    const rung = rungOf(this.random.random, this.setting.setting);
    return this.#climb(rung < 0 ? 3 : Math.max(0, Math.min(LADDER.length - 1, rung + by)));
  }

  async #draw(random, push = true) {
    // A search that stops above the leaves needs static values there.
    const body = { ...asked(random), ...(needsEstimates(this.setting.setting) ? { estimates: true } : {}) };
    const answer = await trying(() => post("/api/tree/random", body));
    if (!answer) return;
    this.#random = { ...random };
    this.#place = { game: "tree", position: answer.text };
    await this.#ask(push);
  }

  /** Another search of the same tree; a random one gets the static values that it needs. */
  #searchChanged() {
    return this.#random ? this.#draw(this.#random) : this.#ask(true);
  }

  async #ask(push) {
    if (!this.#place) return;
    const quiz = await trying(() => post("/api/quiz", this.#setting()));
    if (!quiz) return;
    this.task.textContent = t("practice.task", { search: inWords(this.setting.setting) });
    this.ladder.value = this.#random ? String(rungOf(this.#random, this.setting.setting)) : OWN;
    if (this.ladder.selectedIndex < 0) this.ladder.value = OWN;
    this.#key = null;
    this.picture.show(quiz.svg);
    this.quiz.ask(quiz.questions);
    this.answers.show(quiz.questions);
    this.result.replaceChildren();
    this.#hints = { of: "", step: 0 };
    if (push) address.push(this.name, this.#fields());
    else this.#note();
    this.#key = `rootward-practice ${encode(this.name, this.#fields())}`;
    this.#restore();
  }

  /** The name under which the answers are kept, so that Back and a reload find them; none while questions change. */
  #key = null;

  #restore() {
    try {
      this.quiz.fill(JSON.parse(storedForTab(this.#key) ?? "{}"));
    } catch {
      this.quiz.fill({});
    }
  }

  #changed() {
    this.answers?.sync();
    if (this.#key) storeForTab(this.#key, JSON.stringify(this.quiz.answers));
  }

  async #grade() {
    const grade = await this.#asked();
    if (!grade) return;
    this.quiz.mark(grade.items ?? []);
    const percent = grade.of ? Math.round((100 * grade.correct) / grade.of) : 0;
    const wrong = grade.first_wrong;
    this.result.replaceChildren(h("p", { class: "score" }, t("practice.score", { correct: grade.correct, of: grade.of, percent })),
      wrong ? h("p", {}, h("b", {}, `${t("practice.first", { name: wrong.name, field: FIELDS[wrong.field] })} `), explain(wrong)) : h("p", {}, t("course.right")));
    if (wrong) this.#light(wrong.node);
  }

  #asked() {
    return trying(() => post("/api/quiz/grade", { setting: this.#setting(), answers: this.quiz.answers }));
  }

  /** Hints come in steps: where to look, then the rule, then the answer. */
  async #hint() {
    const grade = await this.#asked();
    if (!grade) return;
    const wrong = grade.first_wrong;
    if (!wrong) return void this.result.replaceChildren(h("p", {}, t("practice.nothing")));
    const of = `${wrong.node} ${wrong.field} ${wrong.given ?? ""}`;
    this.#hints = { of, step: this.#hints.of === of ? Math.min(3, this.#hints.step + 1) : 1 };
    const hints = [t("course.look", { name: wrong.name, field: WORDS[wrong.field] }), translated(wrong.rule), t("practice.right", { right: translated(wrong.right) })].slice(0, this.#hints.step);
    this.result.replaceChildren(...hints.map((text) => h("p", {}, text)), ...(this.#hints.step < 3 ? [h("p", { class: "hint" }, t("practice.again"))] : []));
    this.#light(wrong.node);
    this.answers.goTo(wrong.node, wrong.field);
    this.hint.focus();
  }

  /** Highlights the node of a question. */
  #light(node) {
    for (const mark of this.picture.pane.querySelectorAll(".asked")) mark.classList.remove("asked");
    this.picture.pane.querySelector(`#${CSS.escape(node)}`)?.classList.add("asked");
  }

  /** An edge or a leaf is cut, or not; another node leads to its blanks. */
  #clicked(mark) {
    if (mark.classList.contains("edge")) return this.#strike(this.picture.pane.querySelector(`#${CSS.escape(mark.id.slice(1))}`));
    if (this.answers.goTo(mark.id, "value") || this.quiz.goTo(mark.id)) return undefined;
    return this.#strike(mark);
  }

  /** Cuts the edge above a drawn node, or takes the cut back. */
  #strike(mark) {
    if (mark) this.quiz.toggleCut(nameOf(mark));
  }

  #showCuts(names) {
    for (const mark of this.picture.pane.querySelectorAll("g.node")) {
      const isStruck = names.includes(nameOf(mark));
      mark.classList.toggle("struck", isStruck);
      this.picture.pane.querySelector(`#e${CSS.escape(mark.id)}`)?.classList.toggle("struck", isStruck);
    }
  }

  #setting() {
    return { ...this.#place, ...this.setting.setting };
  }

  #note() {
    address.note(this.name, this.#fields());
  }

  #fields() {
    return { ...(this.#random ?? this.#place), ...fieldsOf(this.setting.setting) };
  }
}

const ASKED = ["alpha", "beta", "value", "cut", "chosen"];
const WORDS = Object.fromEntries(ASKED.map((field) => [field, t(`ask.${field}`)]));
const FIELDS = Object.fromEntries(ASKED.map((field) => [field, t(`field.${field}`)]));

const needsEstimates = ({ depth, order }) => (depth !== null && depth !== undefined) || order === "best";

/** The title of a drawn node begins with its name. */
const nameOf = (mark) => mark.querySelector("title")?.textContent.split(",")[0] ?? "";

function explain({ given, right, rule }) {
  const said = given === null || given === undefined || given === "" ? t("practice.unanswered") : t("practice.said", { given: translated(given) });
  return t("practice.explain", { said, right: translated(right), rule: translated(rule ?? "") });
}
