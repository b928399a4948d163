// A task of the course: what it shows, blanks or questions, and the marks.

import { post } from "./api.js";
import { Board } from "./board.js";
import { payoffs } from "./course_live.js";
import { PRACTICE } from "./course_screens.js";
import { button, field, h, select } from "./dom.js";
import { Picture } from "./picture.js";
import { Quiz } from "./quiz.js";
import { trying } from "./status.js";
import { has, t } from "./text.js";
import { TreeAnswers } from "./tree_answers.js";

export class CourseTask {
  #id = null;
  #student = null;
  #asked = 0;
  #isFilling = false;

  /** `changed(given)` is called with every change of an answer, `marked(marks)` after a check. */
  constructor({ changed, marked }) {
    Object.assign(this, { changed, marked });
    const check = () => void this.#check();
    this.picture = new Picture(t("task.tree"), (mark) => this.#clicked(mark), { parts: "g.node, g.edge", isTyped: true, fitted: (scale) => this.answers?.place(scale) });
    this.quiz = new Quiz({ focused: (node) => this.#light(node), cutChanged: (names) => this.#showCuts(names), changed: () => this.#changed(), check });
    this.answers = new TreeAnswers(this.picture, this.quiz, { check, strike: (node) => this.#strike(this.#mark(node)) });
    this.early = new Picture(t("task.early"));
    this.board = new Board(t("task.position"), null);
    this.text = h("p", { class: "asked-text" });
    this.show = h("div", { class: "task-show" });
    this.parts = h("div", { class: "fields parts" });
    this.result = h("div", { class: "result", role: "status" });
    this.button = button(t("course.check"), check, { class: "primary" });
    const insert = (text, name) => button(text, () => this.answers.insert(text), { "aria-label": t(name) });
    this.infinities = h("span", { class: "row" }, insert("−∞", "quiz.minus-infinity"), insert("∞", "quiz.infinity"));
    this.element = h("section", { class: "task", "aria-label": t("course.task") }, this.text, this.show, this.parts, h("div", { class: "row tools" }, this.infinities, this.button), this.result);
  }

  /** Asks the task of a student, with the answers that were given before. */
  async ask(student, id, given = {}) {
    const asked = ++this.#asked;
    [this.#id, this.#student] = [null, student];
    this.result.replaceChildren();
    const task = await trying(() => post("/api/course/task", { student, task: id }));
    if (!task || asked !== this.#asked) return;
    const facts = { ...task.facts, ...(task.facts.side ? { side: t(`side.${task.facts.side}`) } : {}) };
    this.text.textContent = t(`task.${id}`, facts);
    this.infinities.hidden = id !== "cuts";
    this.#isFilling = true;
    this.#put(task);
    this.parts.replaceChildren(...(task.parts ?? []).map((part) => this.#part(id, part, facts, given.parts?.[part.key] ?? "")));
    if (task.questions) this.quiz.fill(given.nodes ?? {});
    this.#isFilling = false;
    this.#id = id;
  }

  #put({ show, questions }) {
    const isTree = show?.kind === "tree";
    const shown = !show ? [] : isTree ? [...(show.early ? [this.early.element] : []), this.picture.element] : show.kind === "board" ? [this.board.element] : [payoffs(show.matrix)];
    this.show.replaceChildren(...shown, ...(questions ? [this.quiz.element] : []));
    if (show?.kind === "board") this.board.show(show.board);
    if (isTree) this.picture.show(show.svg);
    if (show?.early) this.early.show(show.early);
    this.quiz.ask(questions ?? []);
    if (isTree) this.answers.show(questions ?? []);
  }

  #part(id, { key, options }, facts, value) {
    const label = t(`task.${id}.${key}`, facts);
    const named = (option) => (has(`option.${option}`) ? t(`option.${option}`) : option);
    const control = options ? select([["", t("course.choose")], ...options.map((option) => [option, named(option)])], value, () => this.#changed())
      : h("input", { type: "text", inputmode: "text", size: 8, autocomplete: "off", spellcheck: "false", value, onkeydown: (event) => event.key === "Enter" && void this.#check() });
    control.dataset.part = key;
    control.addEventListener("input", () => {
      unmark(control);
      this.#changed();
    });
    return field(label, control);
  }

  get #given() {
    const filled = [...this.parts.querySelectorAll("[data-part]")].filter((control) => control.value.trim());
    const parts = Object.fromEntries(filled.map((control) => [control.dataset.part, control.value.trim()]));
    const nodes = this.quiz.answers;
    return { ...(Object.keys(nodes).length ? { nodes } : {}), ...(filled.length ? { parts } : {}) };
  }

  #changed() {
    this.answers?.sync();
    if (this.#id && !this.#isFilling) this.changed(this.#id, this.#given);
  }

  async #check() {
    const id = this.#id;
    if (!id) return;
    const marks = await trying(() => post("/api/course/grade", { student: this.#student, task: id, given: this.#given }));
    if (!marks || id !== this.#id) return;
    const items = marks.items.map(({ key, field, right, answered }) => ({ node: key, field, right, given: answered ? "" : null }));
    this.quiz.mark(items.filter(({ field }) => field));
    for (const { key, right } of marks.items) {
      const control = this.parts.querySelector(`[data-part="${CSS.escape(key)}"]`);
      if (control) mark(control, right);
    }
    this.#tell(id, marks);
    this.marked(id, marks);
  }

  #tell(id, { correct, of, items }) {
    if (correct === of) return this.result.replaceChildren(h("p", { class: "score" }, t("course.right")));
    const wrong = items.find(({ right }) => !right);
    const where = wrong.name ? t("course.look", { name: wrong.name, field: t(`ask.${wrong.field}`) }) : "";
    const link = PRACTICE[id] ? h("p", {}, h("a", { href: PRACTICE[id] }, t("course.practise"))) : null;
    if (wrong.name) this.#light(wrong.key);
    return this.result.replaceChildren(...[h("p", { class: "score" }, t("course.wrong", { correct, of })), h("p", {}, `${where} ${t(`task.${id}.why`)}`), link].filter(Boolean));
  }

  #mark(node) {
    return this.picture.pane.querySelector(`#${CSS.escape(node)}`);
  }

  #light(node) {
    for (const lit of this.picture.pane.querySelectorAll(".asked")) lit.classList.remove("asked");
    this.#mark(node)?.classList.add("asked");
  }

  #clicked(mark) {
    if (mark.classList.contains("edge")) return this.#strike(this.#mark(mark.id.slice(1)));
    if (this.answers.goTo(mark.id, "value")) return undefined;
    return this.#strike(mark);
  }

  #strike(mark) {
    if (mark) this.quiz.toggleCut(nameOf(mark));
  }

  #showCuts(names) {
    for (const mark of this.picture.pane.querySelectorAll("g.node")) {
      const isStruck = names.includes(nameOf(mark));
      mark.classList.toggle("struck", isStruck);
      this.#mark(`e${mark.id}`)?.classList.toggle("struck", isStruck);
    }
  }
}

/** The title of a drawn node begins with its name. */
const nameOf = (mark) => mark.querySelector("title")?.textContent.split(",")[0] ?? "";

function mark(control, right) {
  unmark(control);
  control.classList.add(right ? "right" : "wrong");
  if (!right) control.setAttribute("aria-invalid", "true");
}

function unmark(control) {
  control.classList.remove("right", "wrong");
  control.removeAttribute("aria-invalid");
}
