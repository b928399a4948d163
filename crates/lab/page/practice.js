// Practice: a tree without its values, questions about it, and a mark for every answer.

import * as address from "./address.js";
import { post, postFile } from "./api.js";
import { button, download, field, h, select } from "./dom.js";
import { encode } from "./link.js";
import { Picture } from "./picture.js";
import { Quiz } from "./quiz.js";
import { RandomForm, asked, randomFrom } from "./random_tree.js";
import { DEFAULTS, SettingForm, fieldsOf, inWords, settingFrom } from "./setting.js";
import { trying } from "./status.js";

const FORMATS = [["pdf", "PDF"], ["svg", "SVG"], ["html", "HTML"], ["tex", "LaTeX"], ["typ", "Typst"], ["json", "JSON"]];

export class Practice {
  name = "practice";
  title = "Practice";
  #place = null;
  #random = null;

  mount(root) {
    this.picture = new Picture("Tree to solve", (mark) => this.#clicked(mark));
    this.quiz = new Quiz((node) => this.#light(node), (names) => this.#showCuts(names));
    this.random = new RandomForm(randomFrom({}), (random) => this.#draw(random), "Ask me");
    this.setting = new SettingForm(DEFAULTS, () => this.#ask(true));
    this.result = h("div", { class: "result", role: "status" });
    this.task = h("p", { class: "caption" });
    this.check = button("Check my answers", () => this.#grade(), { class: "primary" });
    const solution = button("Show the search", () => (location.hash = encode("tree", { ...this.#place, ...fieldsOf(this.setting.setting) })));
    const panel = (title, content, open = true) => h("details", { class: "panel", open }, h("summary", {}, title), content);
    root.append(
      h("aside", { class: "controls", "aria-label": "Exercise" }, panel("Tree", this.random.element), panel("Search", this.setting.element), panel("Worksheet", this.#worksheet(), false)),
      h("div", { class: "stage" }, this.task, this.picture.element),
      h("aside", { class: "panes", "aria-label": "Questions" }, h("section", { class: "pane" }, h("h2", {}, "Questions"), this.quiz.element, h("div", { class: "row" }, this.check, solution), this.result)));
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

  async #draw(random, push = true) {
    const answer = await trying(() => post("/api/tree/random", asked(random)));
    if (!answer) return;
    this.#random = { ...random };
    this.#place = { game: "tree", position: answer.text };
    await this.#ask(push);
  }

  async #ask(push) {
    if (!this.#place) return;
    const quiz = await trying(() => post("/api/quiz", this.#setting()));
    if (!quiz) return;
    this.task.textContent = `Search this tree by ${inWords(this.setting.setting)}. Fill in what you find.`;
    this.picture.show(quiz.svg);
    this.quiz.ask(quiz.questions);
    this.result.replaceChildren();
    if (push) address.push(this.name, this.#fields());
    else this.#note();
  }

  async #grade() {
    const grade = await trying(() => post("/api/quiz/grade", { setting: this.#setting(), answers: this.quiz.answers }));
    if (!grade) return;
    this.quiz.mark(grade.items ?? []);
    const percent = grade.of ? Math.round((100 * grade.correct) / grade.of) : 0;
    const wrong = grade.first_wrong;
    this.result.replaceChildren(h("p", { class: "score" }, `${grade.correct} of ${grade.of} right, ${percent} %`),
      wrong ? h("p", {}, h("b", {}, `First mistake: ${wrong.name}, ${wrong.field}. `), explain(wrong)) : h("p", {}, "Everything is right."));
    if (wrong) this.#light(wrong.node);
  }

  /** Highlights the node of a question. */
  #light(node) {
    for (const mark of this.picture.pane.querySelectorAll(".asked")) mark.classList.remove("asked");
    this.picture.pane.querySelector(`#${CSS.escape(node)}`)?.classList.add("asked");
  }

  /** An inner node leads to its questions; a leaf is marked as cut, or not. */
  #clicked(mark) {
    if (!this.quiz.goTo(mark.id)) this.quiz.toggleCut(nameOf(mark));
  }

  #showCuts(names) {
    for (const mark of this.picture.pane.querySelectorAll("g.node")) mark.classList.toggle("struck", names.includes(nameOf(mark)));
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

  #worksheet() {
    const count = h("input", { type: "number", min: 1, max: 20, value: 4 });
    const format = select(FORMATS, "pdf", () => {});
    const paper = select([["a4", "A4"], ["letter", "Letter"]], "a4", () => {});
    const save = (what) => trying(async () => {
      const { depth, ...random } = asked(this.random.random);
      const body = { ...random, depth, count: Math.round(Number(count.value)) || 1, paper: paper.value, format: format.value, what };
      download(`rootward-${what}-${random.seed}.${format.value}`, await postFile("/api/exercise", body));
    });
    return h("div", { class: "fields" }, field("Exercises", count), field("Format", format), field("Paper", paper),
      h("div", { class: "row" }, button("Sheet", () => save("sheet")), button("Key", () => save("key"))));
  }
}

/** The title of a drawn node begins with its name. */
const nameOf = (mark) => mark.querySelector("title")?.textContent.split(",")[0] ?? "";

function explain({ given, right, rule }) {
  const said = given === null || given === undefined || given === "" ? "Nothing was answered" : `You said ${given}`;
  return `${said}; right is ${right}. ${rule ?? ""}`;
}
